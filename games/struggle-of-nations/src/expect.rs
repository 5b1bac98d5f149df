//! What an example may expect of a position beyond what the kernel checks. docs/struggle-of-nations.md lists it all.

use kit::expect::{Expect, Found, unknown};
use toml::Value;

use crate::Rules;
use crate::event::Event;
use crate::march::How;
use crate::roster::{Arm, Army, DRAFTS, LeaderId, Rating, SIDES, UnitId};
use crate::sequence::phase;
use crate::state::{Centre, Fate, NO_LINE, State};
use crate::theatre::SourceId;
use crate::view::{PRIVATE, PUBLIC, set_of};
use crate::words::halves;

const KEYS: &str = "at, facing, strength, men, guns, leader, units, rating, burden, points, shift, line, centre, centre_at, centre_hexes, \
    source, changing, returns, depot, dispatch, reach, replacements, shown, credited, needs, morale, weather, turn, date, phase, active, spent, left, needs, column, quotient, losses, received, kept, odds, attack, defence, result, pursuit, loss, named, troops, \
    winner, holder, beaten, fortress, told, blown, trains, and the marks of leaders";

pub(crate) fn check(rules: &Rules, state: &State, events: &[Event], key: &str, value: &Value) -> Found {
    let want = Expect(value);
    match key {
        "at" => want.each_is("{}", |name| Ok(place(rules, state, leader(rules, name)?))),
        "facing" => want.each_is("the facing of {}", |name| Ok(state.facing[leader(rules, name)?.index()])),
        "strength" => want.each_is("the strength of {}", |name| Ok(state.points(unit(rules, name)?))),
        "men" => want.each_is("the men of {}", |name| Ok(rules.men_of(state, leader(rules, name)?))),
        "guns" => want.each_is("the guns of {}", |name| {
            let leader = leader(rules, name)?;
            Ok(rules.guns(rules.strength_of(state, leader, Arm::Artillery)))
        }),
        "rating" => want.each_is("the ratings of {}", |name| {
            let leader = leader(rules, name)?;
            let Rating { initiative, span, subordination } = rules.rating(state, leader);
            let star = if rules.leader(leader).bonus { "*" } else { "" };
            Ok(format!("{initiative}{star}-{span}-{subordination}"))
        }),
        "burden" => want.each_is("what the units of {} take of his span", |name| {
            Ok(halves(rules.burden(state, leader(rules, name)?)))
        }),
        "leader" => want.each_is("the leader of {}", |name| {
            let leader = state.leader_of(unit(rules, name)?);
            Ok(if leader.is_none() { "nobody".into() } else { rules.word_for(leader) })
        }),
        "units" => {
            want.each_is("the number of units of {}", |name| Ok(rules.units_of(state, leader(rules, name)?).count()))
        }
        "points" => want.each_is("the points of {}", |name| Ok(state.army(army(name)?).points)),
        "shift" => want.each_is("the shift of {}", |name| Ok(state.army(army(name)?).shift)),
        "line" => want.each_is("the line of {}", |name| {
            let line = state.army(army(name)?).line;
            Ok(if line == NO_LINE { "none".into() } else { line.to_string() })
        }),
        "centre" => want.each_is("the centre of {}", |name| {
            Ok(match state.army(army(name)?).centre {
                Centre::None => "none",
                Centre::Active => "active",
                Centre::Moved | Centre::Fled => "moved",
                Centre::Inactive | Centre::Recovering => "inactive",
                Centre::Disbanded(_) => "disbanded",
                Centre::Cantoned(_) => "cantoned",
            })
        }),
        "centre_at" => want
            .each_is("the hex of the centre of {}", |name| Ok(rules.number_of(state.army(army(name)?).centre_at[0]))),
        "centre_hexes" => want.each_is("the hexes of the centre of {}", |name| {
            let hexes = state.army(army(name)?).centre_at;
            Ok(hexes.map(|hex| if hex.is_some() { rules.number_of(hex) } else { "-".into() }).join("/"))
        }),
        "source" => want.each_is("the source of {}", |name| {
            let army = army(name)?;
            let at = rules.source_hex(state, army);
            let lost = state.army(army).source_lost;
            Ok(if lost {
                "lost".into()
            } else if at.is_none() {
                "none".into()
            } else {
                rules.number_of(at)
            })
        }),
        "changing" => want
            .each_is("the source to which {} changes", |name| Ok(source_hex(rules, state.army(army(name)?).changing))),
        "returns" => want.each_is("the turn in which the centre of {} returns", |name| {
            Ok(match state.army(army(name)?).centre {
                Centre::Disbanded(turn) | Centre::Cantoned(turn) => turn.to_string(),
                Centre::None
                | Centre::Active
                | Centre::Moved
                | Centre::Inactive
                | Centre::Fled
                | Centre::Recovering => "none".into(),
            })
        }),
        "depot" => want.each_is("the depot in {} working", |word| {
            let at = rules.ground.grid.parse(word).ok_or_else(|| format!("{word} is no hex"))?;
            let mut depots = rules.theatre.depots.iter().zip(0u16..).filter(|(depot, _)| depot.hex == at);
            Ok(depots.any(|(depot, number)| rules.depot_works(state, number, &depot.place)))
        }),
        "dispatch" => want.each_is("the distance from the centre to {}", |name| {
            let found = rules.dispatch_distance(state, leader(rules, name)?);
            Ok(found.map_or_else(|| "none".into(), halves))
        }),
        "reach" => want.each_is("the dispatch distance allowed for {}", |name| {
            Ok(halves(rules.dispatch_allowed(state, leader(rules, name)?)))
        }),
        "replacements" => want.each_is("the replacements of {}", |words| replacements(state, words)),
        "shown" => want.each_is("what was shown of {}", |name| {
            let shown = state.shown[leader(rules, name)?.index()];
            let [infantry, cavalry, artillery] = shown.points;
            let nothing = shown == crate::state::Shown::NEVER;
            Ok(if nothing { "nothing".into() } else { format!("{infantry}/{cavalry}/{artillery}") })
        }),
        "credited" => want.each_is("the points credited to {}", |name| {
            let army = army(name)?;
            let found = events.iter().find_map(|event| {
                let Event::PointsCredited { army: of, points } = event else { return None };
                (*of == army).then(|| points.to_string())
            });
            Ok(found.unwrap_or_else(|| "nothing".into()))
        }),
        "date" => want.is("the date", &rules.turn_info(state).id),
        "morale" => want.each_is("the morale of {}", |name| Ok(state.morale[SIDES.read(name)?.index()])),
        "weather" => want.is("the weather", state.weather.id()),
        "turn" => want.is("the turn", state.turn),
        "phase" => want.is("the segment", phase(&state.frames)),
        "active" => want.is("the active side", SIDES.id(state.player)),
        "spent" => want.each_is("what {} have spent", |arm| {
            let (march, arm) = (&state.march, arm_of(arm)?);
            let absent = march.how != How::Nothing && march.allowance.iter().all(|package| package[arm].is_none());
            Ok(if absent { "none".into() } else { halves(march.spending()[arm]) })
        }),
        "left" => want.each_is("what {} have left", |arm| {
            let (place, arm) = (state.march.place(), arm_of(arm)?);
            let most = state.march.allowance[place][arm];
            Ok(most.map_or_else(|| "none".into(), |most| halves(most.saturating_sub(state.march.spent[place][arm]))))
        }),
        "needs" => {
            let thrown = events
                .iter()
                .rev()
                .find_map(|event| if let Event::InitiativeThrown { needs, .. } = event { Some(*needs) } else { None });
            want.is("the number needed", thrown.unwrap_or(state.march.needs))
        }
        "column" => want.each_is("the attrition column of {}", |name| {
            let leader = leader(rules, name)?;
            let force = crate::roster::LeaderSet::from_iter([leader]);
            Ok(crate::forecast::COLUMN_NAMES[rules.attrition_column(state, leader, force)])
        }),
        "quotient" => want.each_is("the quotient of {}", |words| quotient(rules, state, words)),
        "losses" => want.last("the losses", events, |event| {
            let Event::AttritionThrown { losses: [foot, horse], .. } = event else { return None };
            Some(format!("{foot}/{horse}"))
        }),
        "received" => want.last("the points received", events, |event| {
            let Event::PointsThrown { received, .. } = event else { return None };
            Some(*received)
        }),
        "kept" => want.last("the points kept", events, |event| {
            let Event::PointsThrown { kept, .. } = event else { return None };
            Some(*kept)
        }),
        "odds" => want.last("the odds", events, |event| {
            let Event::Odds { column, .. } = event else { return None };
            Some(rules.tables.combat.odds[usize::from(*column)].clone())
        }),
        "attack" => {
            want.last(
                "the attack",
                events,
                |event| if let Event::Odds { attack, .. } = event { Some(*attack) } else { None },
            )
        }
        "defence" => want.last("the defence", events, |event| {
            if let Event::Odds { defence, .. } = event { Some(*defence) } else { None }
        }),
        "result" => {
            let thrown = events.iter().rev().find_map(|event| {
                let (Event::CombatThrown { result, .. } | Event::DieChanged { result, .. }) = event else {
                    return None;
                };
                Some(*result)
            });
            // A bonus that is not used leaves the result of the step before.
            let result = thrown.or(state.battle.result).ok_or("no such thing happened in this step")?;
            want.is("the result", String::from(result))
        }
        "pursuit" => want.last("the pursuit", events, |event| {
            let Event::PursuitThrown { hexes, .. } = event else { return None };
            Some(*hexes)
        }),
        "loss" => want.last("the loss of the beaten", events, |event| {
            let Event::RetreatLoss { points, .. } = event else { return None };
            Some(*points)
        }),
        "named" => want.each_is("the name of {} showing", |name| {
            let leader = leader(rules, name)?;
            Ok(state.on_map(leader) && rules.is_named(state, leader))
        }),
        "told" => want.each_is("{} told", |words| told(rules, state, words)),
        "fortress" => want.each_is("the fortress of {}", |name| {
            let held = rules.fortress_held(state, leader(rules, name)?);
            Ok(held.map_or("none".into(), |id| rules.theatre.fortresses[id.index()].id.clone()))
        }),
        "blown" => want.each_is("the bridge {} blown", |word| {
            let bridge = kit::grammar::Slot::<crate::ground::BridgeId>::read(rules, word);
            Ok(state.blown.contains(bridge.map_err(|error| error.to_string())?))
        }),
        "trains" => want.each_is("the trains of {}", |name| Ok(rules.trains_of(state, leader(rules, name)?))),
        "troops" => want.each_is("troops of {}", |name| Ok(state.troops.contains(leader(rules, name)?))),
        "winner" => {
            let winner = rules.verdict_now(state).winner;
            want.is("the winner as it stands", winner.map_or("nobody", |side| SIDES.id(side)))
        }
        "beaten" => want.is("the beaten side", state.beaten.map_or("nobody", |side| SIDES.id(side))),
        "holder" => want.each_is("the holder of {}", |name| {
            let city = match name {
                "berlin" => state.berlin,
                "dresden" => state.dresden,
                _ => return Err(format!("{name} is no city that counts")),
            };
            Ok(city.holder.map_or("nobody", |side| SIDES.id(side)))
        }),
        mark if PUBLIC.contains(&mark) || PRIVATE.contains(&mark) => want.each_is(&format!("{{}} {mark}"), |name| {
            let leader = leader(rules, name)?;
            Ok(set_of(state, mark).is_some_and(|set| set.contains(leader)))
        }),
        other => unknown(other, KEYS),
    }
}

fn source_hex(rules: &Rules, source: SourceId) -> String {
    let found = rules.theatre.sources.get(source.index());
    found.map_or_else(|| "none".into(), |source| rules.number_of(source.hex))
}

/// `replacements = { "french infantry" = 4 }`: points in the pool of a nation.
fn replacements(state: &State, words: &str) -> Result<u8, String> {
    let (nation, kind) = words.split_once(' ').ok_or("replacements are named as in \"french infantry\"")?;
    let nation = DRAFTS.iter().position(|draft| draft.id() == nation);
    let kind = crate::position::REPLACEMENTS.iter().position(|known| *known == kind);
    let (nation, kind) = nation.zip(kind).ok_or_else(|| format!("there are no replacements \"{words}\""))?;
    Ok(state.replacements[nation][kind])
}

/// `quotient = { "a march 3" = "1", "a forced 5" = "4", "a stand" = "1/8" }`: of the foot of a leader; `a horse march 6` of his horse.
fn quotient(rules: &Rules, state: &State, words: &str) -> Result<String, String> {
    use crate::tables::Effort;
    let words: Vec<&str> = words.split_whitespace().collect();
    let (name, rest) = words.split_first().ok_or("name a leader")?;
    let (arm, rest) = match rest {
        ["horse", rest @ ..] => (1, rest),
        rest => (0, rest),
    };
    let points = |word: &str| word.parse::<u8>().map_err(|_| format!("\"{word}\" is no number of points"));
    let effort = match rest {
        ["stand"] => Effort::Stand,
        ["march", word] => Effort::March(2 * points(word)?),
        ["forced", word] => Effort::Forced(2 * points(word)?),
        _ => return Err("a quotient is asked for as \"a march 3\", \"a forced 5\" or \"a stand\"".into()),
    };
    let leader = leader(rules, name)?;
    let force = crate::roster::LeaderSet::from_iter([leader]);
    let step = rules.attrition_steps(state, leader, force, [effort; 2])[arm];
    Ok(rules.tables.quotient.names[usize::from(step)].clone())
}

/// `told = { "allied disorganized a" = false }`: whether a side is shown a mark of an enemy whose name it sees.
fn told(rules: &Rules, state: &State, words: &str) -> Result<bool, String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let [side, mark, name] = words.as_slice() else { return Err("write a side, a mark and a leader".into()) };
    let view = rules.view_of(state, kernel::Viewer::Seat(Rules::seat_of(SIDES.read(side)?)));
    let bit = PUBLIC.iter().chain(PRIVATE).position(|known| known == mark).ok_or("there is no such mark")?;
    match view.leaders[leader(rules, name)?.index()] {
        crate::view::LeaderView::Own { marks, .. } | crate::view::LeaderView::Named { marks, .. } => {
            Ok(marks & (1 << bit) != 0)
        }
        crate::view::LeaderView::Off { .. } | crate::view::LeaderView::Unknown => Ok(false),
    }
}

fn arm_of(word: &str) -> Result<usize, String> {
    match word {
        "foot" => Ok(0),
        "horse" => Ok(1),
        _ => Err(format!("\"{word}\" is neither foot nor horse")),
    }
}

fn place(rules: &Rules, state: &State, leader: LeaderId) -> String {
    match state.fate[leader.index()] {
        Fate::OnMap => {
            let package = state.package(leader);
            let rear = if package.rear.is_some() { rules.number_of(package.rear) } else { "-".into() };
            format!("{}/{rear}", rules.number_of(package.lead))
        }
        Fate::Pool => "not in play".into(),
        Fate::Waiting => "waiting".into(),
        Fate::AtCentre => "at the centre".into(),
        Fate::Away => "off the map".into(),
        Fate::Cantoned => "in cantonment".into(),
        Fate::Interned => "interned".into(),
        Fate::Lost => "lost".into(),
    }
}

fn leader(rules: &Rules, name: &str) -> Result<LeaderId, String> {
    rules.find_leader(name).ok_or_else(|| format!("there is no leader \"{name}\" in this position"))
}

fn unit(rules: &Rules, name: &str) -> Result<UnitId, String> {
    rules.find_unit(name).ok_or_else(|| format!("there is no unit \"{name}\" in this position"))
}

fn army(name: &str) -> Result<Army, String> {
    Army::find(name).ok_or_else(|| format!("there is no army \"{name}\""))
}
