//! What has changed since the beginning of a position, in words: a game in progress is what it began from and these changes. What is
//! written stands next to what reads it.

use std::str::FromStr;

use board::textfile::quoted;
use board::{Facing, Hex};
use kernel::Side;
use kit::example::Fields;
use kit::grammar::Slot;
use kit::writing::Lines;

use crate::Rules;
use crate::battle::Battle;
use crate::ground::{BridgeId, BridgeSet};
use crate::march::{Attrition, March};
use crate::package::Package;
use crate::roster::{Army, BOTH, DRAFTS, LeaderId, LeaderSet, SIDES, UnitId, UnitSet};
use crate::sequence::{frames_at, moment};
use crate::state::{ArmyState, Centre, City, Fate, Pledge, Shown, Sighting, State, Train};
use crate::tables::Weather;
use crate::theatre::SourceId;
use crate::view::{PRIVATE, PUBLIC, set_mut, set_of};

/// The fields of a position that say what has changed.
pub(crate) const FIELDS: [&str; 5] = ["now", "marks_now", "armies_now", "leaders_now", "units_now"];

type Say = fn(&Rules, &State) -> String;
type Hear = fn(&Rules, &mut State, &str) -> Option<()>;

/// What belongs to no counter: its name, how it is written, and how it is read.
const FACTS: [(&str, Say, Hear); 24] = [
    (
        "moment",
        |_, state| moment(&state.frames).unwrap_or("").to_owned(),
        |_, state, word| {
            state.frames = frames_at(word)?.into_iter().collect();
            Some(())
        },
    ),
    ("turn", |_, state| state.turn.to_string(), |_, state, word| put(&mut state.turn, word)),
    (
        "player",
        |_, state| say_side(Some(state.player)),
        |_, state, word| {
            state.player = side(word)??;
            Some(())
        },
    ),
    (
        "weather",
        |_, state| state.weather.id().to_owned(),
        |_, state, word| {
            state.weather = Weather::ALL.into_iter().find(|weather| weather.id() == word)?;
            Some(())
        },
    ),
    ("morale", |_, state| say_all(state.morale), |_, state, word| put_all(&mut state.morale, word)),
    ("start_morale", |_, state| say_all(state.start_morale), |_, state, word| put_all(&mut state.start_morale, word)),
    (
        "beaten",
        |_, state| say_side(state.beaten),
        |_, state, word| {
            state.beaten = side(word)?;
            Some(())
        },
    ),
    ("armistice", |_, state| state.armistice.to_string(), |_, state, word| put(&mut state.armistice, word)),
    ("saxons_from", |_, state| state.saxons_from.to_string(), |_, state, word| put(&mut state.saxons_from, word)),
    ("militia", |_, state| state.militia.to_string(), |_, state, word| put(&mut state.militia, word)),
    (
        "berlin",
        |_, state| say_city(&state.berlin),
        |_, state, word| {
            state.berlin = city(word)?;
            Some(())
        },
    ),
    (
        "dresden",
        |_, state| say_city(&state.dresden),
        |_, state, word| {
            state.dresden = city(word)?;
            Some(())
        },
    ),
    (
        "blown",
        |rules, state| joined(state.blown.iter().map(|bridge| Slot::<BridgeId>::write(rules, bridge))),
        |rules, state, text| {
            let bridges: Option<BridgeSet> =
                text.split_whitespace().map(|word| Slot::<BridgeId>::read(rules, word).ok()).collect();
            state.blown = bridges?;
            Some(())
        },
    ),
    ("dead_depots", |_, state| state.dead_depots.to_string(), |_, state, word| put(&mut state.dead_depots, word)),
    ("dead_sources", |_, state| state.dead_sources.to_string(), |_, state, word| put(&mut state.dead_sources, word)),
    ("french_territory", |rules, state| say_hexes(rules, state, 0), |rules, state, text| hexes(rules, state, 0, text)),
    ("allied_territory", |rules, state| say_hexes(rules, state, 1), |rules, state, text| hexes(rules, state, 1, text)),
    (
        "queue",
        |rules, state| joined(state.queue.map(|(hex, stacks)| format!("{}:{stacks}", say_hex(rules, hex)))),
        |rules, state, text| {
            for (place, word) in state.queue.iter_mut().zip(text.split_whitespace()) {
                let (at, stacks) = word.split_once(':')?;
                *place = (hex(rules, at)?, stacks.parse().ok()?);
            }
            Some(())
        },
    ),
    (
        "replaced",
        |rules, state| say_units(rules, state.replaced),
        |rules, state, text| {
            state.replaced = units(rules, text)?;
            Some(())
        },
    ),
    (
        "touched",
        |rules, state| say_units(rules, state.touched),
        |rules, state, text| {
            state.touched = units(rules, text)?;
            Some(())
        },
    ),
    (
        "bled",
        |rules, state| say_units(rules, state.bled),
        |rules, state, text| {
            state.bled = units(rules, text)?;
            Some(())
        },
    ),
    (
        "loser",
        |rules, state| say_leader(rules, state.loser),
        |rules, state, word| {
            state.loser = leader(rules, word)?;
            Some(())
        },
    ),
    (
        "pools",
        |_, state| joined(state.replacements.iter().map(|pool| pool.map(|points| points.to_string()).join("/"))),
        |_, state, text| {
            for (pool, words) in state.replacements.iter_mut().zip(text.split_whitespace()) {
                put_all(pool, &words.replace('/', " "))?;
            }
            (text.split_whitespace().count() == DRAFTS.len()).then_some(())
        },
    ),
    (
        "trains",
        |rules, state| state.trains.iter().map(|train| say_train(rules, train)).collect::<Vec<_>>().join(", "),
        |rules, state, text| {
            for (train, words) in state.trains.iter_mut().zip(text.split(", ")) {
                *train = self::train(rules, words)?;
            }
            Some(())
        },
    ),
];

/// Whether anything is under way that no words are kept for.
pub(crate) fn is_busy(state: &State) -> bool {
    moment(&state.frames).is_none()
        || state.march != March::NONE
        || state.attrition != Attrition::NONE
        || state.battle != Battle::none()
        || state.due > 0
}

/// Writes what has changed.
pub(crate) fn write(rules: &Rules, base: &State, state: &State, lines: &mut Lines) {
    let facts = FACTS.iter().map(|(name, say, _)| (*name, say(rules, base), say(rules, state)));
    lines.table("now", changed(facts));
    let marks = PUBLIC.iter().chain(PRIVATE).map(|mark| (*mark, [base, state].map(|at| say_mark(rules, at, mark))));
    lines.table("marks_now", changed(marks.map(|(mark, [before, after])| (mark, before, after))));
    let armies = Army::ALL.map(|army| (army.id(), say_army(rules, base.army(army)), say_army(rules, state.army(army))));
    lines.table("armies_now", changed(armies.into_iter()));
    let leaders = rules.all_leaders().map(|leader| {
        let [before, after] = [base, state].map(|at| say_standing(rules, at, leader));
        (rules.word_for(leader), before, after)
    });
    lines.table("leaders_now", changed(leaders));
    let units = rules.all_units().map(|unit| {
        let [before, after] =
            [base, state].map(|at| format!("{} {}", say_leader(rules, at.leader_of(unit)), at.strength[unit.index()]));
        (rules.unit_word(unit), before, after)
    });
    lines.table("units_now", changed(units));
}

/// Those of which the words differ, as TOML writes them.
fn changed(all: impl Iterator<Item = (impl Into<String>, String, String)>) -> Vec<(String, String)> {
    all.filter(|(_, before, after)| before != after).map(|(name, _, after)| (name.into(), quoted(&after))).collect()
}

/// Reads what has changed, if anything has.
pub(crate) fn read(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) {
    let misread = |name: &str, text: &str| format!("\"{text}\" says nothing about {name}");
    for (name, text) in texts(fields, "now") {
        let heard = FACTS.iter().find(|(fact, ..)| *fact == name).and_then(|(.., hear)| hear(rules, state, &text));
        if heard.is_none() {
            fields.fault(fields.span(), misread(&name, &text));
        }
    }
    for (name, text) in texts(fields, "marks_now") {
        let heard = leaders(rules, &text).zip(set_mut(state, &name));
        match heard {
            Some((leaders, set)) => *set = leaders,
            None => fields.fault(fields.span(), misread(&name, &text)),
        }
    }
    for (name, text) in texts(fields, "armies_now") {
        match Army::find(&name).zip(army(rules, &text)) {
            Some((army, now)) => *state.army_mut(army) = now,
            None => fields.fault(fields.span(), misread(&name, &text)),
        }
    }
    for (name, text) in texts(fields, "leaders_now") {
        let heard = rules.find_leader(&name).and_then(|leader| standing(rules, state, leader, &text));
        if heard.is_none() {
            fields.fault(fields.span(), misread(&name, &text));
        }
    }
    for (name, text) in texts(fields, "units_now") {
        let heard = text.split_once(' ').and_then(|(of, strength)| {
            let unit = rules.find_unit(&name)?;
            let strength = strength.parse().ok().filter(|strength| *strength <= rules.maximum[unit.index()].max(13))?;
            Some((unit, leader(rules, of)?, strength))
        });
        match heard {
            Some((unit, leader, strength)) => rules.set_unit(state, unit, leader, strength),
            None => fields.fault(fields.span(), misread(&name, &text)),
        }
    }
}

fn texts(fields: &mut Fields<'_, '_, '_>, field: &'static str) -> Vec<(String, String)> {
    fields.pairs(field, "a change", |name, text| Ok((name.to_owned(), text.to_owned())))
}

fn joined(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(" ")
}

fn put<T: FromStr>(to: &mut T, word: &str) -> Option<()> {
    *to = word.parse().ok()?;
    Some(())
}

fn say_all<T: ToString, const N: usize>(all: [T; N]) -> String {
    joined(all.map(|one| one.to_string()))
}

fn put_all<T: FromStr, const N: usize>(all: &mut [T; N], text: &str) -> Option<()> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let same = words.len() == N;
    for (one, word) in all.iter_mut().zip(words) {
        put(one, word)?;
    }
    same.then_some(())
}

fn say_side(side: Option<Side>) -> String {
    side.map_or("nobody", |side| SIDES.id(side)).to_owned()
}

/// Nothing where the word is none; nobody where it is `nobody`.
fn side(word: &str) -> Option<Option<Side>> {
    match word {
        "nobody" => Some(None),
        word => BOTH.into_iter().find(|side| SIDES.id(*side) == word).map(Some),
    }
}

fn say_city(city: &City) -> String {
    let City { holder, moved, improved } = *city;
    format!("{} {} {improved}", say_side(holder), say_side(moved))
}

fn city(text: &str) -> Option<City> {
    let mut words = text.split_whitespace();
    let (holder, moved) = (side(words.next()?)?, side(words.next()?)?);
    Some(City { holder, moved, improved: words.next()?.parse().ok()? })
}

fn say_hex(rules: &Rules, hex: Hex) -> String {
    if hex.is_none() { "-".into() } else { rules.number_of(hex) }
}

fn hex(rules: &Rules, word: &str) -> Option<Hex> {
    if word == "-" { Some(Hex::NONE) } else { rules.ground.grid.parse(word) }
}

fn say_hexes(rules: &Rules, state: &State, side: usize) -> String {
    joined(state.territory[side].iter().map(|hex| say_hex(rules, hex)))
}

fn hexes(rules: &Rules, state: &mut State, side: usize, text: &str) -> Option<()> {
    let read: Option<board::Set<Hex, 256>> =
        text.split_whitespace().map(|word| hex(rules, word).filter(|hex| hex.is_some())).collect();
    state.territory[side] = read?;
    Some(())
}

fn say_leader(rules: &Rules, leader: LeaderId) -> String {
    if leader.is_none() { "nobody".into() } else { rules.word_for(leader) }
}

fn leader(rules: &Rules, word: &str) -> Option<LeaderId> {
    if word == "nobody" { Some(LeaderId::NONE) } else { rules.find_leader(word) }
}

fn say_mark(rules: &Rules, state: &State, mark: &str) -> String {
    let marked = set_of(state, mark).unwrap_or(LeaderSet::EMPTY);
    joined(marked.iter().map(|leader| rules.word_for(leader)))
}

fn leaders(rules: &Rules, text: &str) -> Option<LeaderSet> {
    text.split_whitespace().map(|word| rules.find_leader(word)).collect()
}

fn say_units(rules: &Rules, units: UnitSet) -> String {
    joined(units.iter().map(|unit| rules.unit_word(unit)))
}

fn units(rules: &Rules, text: &str) -> Option<UnitSet> {
    let read: Option<Vec<UnitId>> = text.split_whitespace().map(|word| rules.find_unit(word)).collect();
    read.map(|units| units.into_iter().collect())
}

fn say_train(rules: &Rules, train: &Train) -> String {
    match *train {
        Train::None => "none".into(),
        Train::With(leader) => format!("with {}", say_leader(rules, leader)),
        Train::Laid { from, to, side, turn } => {
            format!("laid {} {} {} {turn}", say_hex(rules, from), say_hex(rules, to), SIDES.id(side))
        }
        Train::Alone { at, side } => format!("alone {} {}", say_hex(rules, at), SIDES.id(side)),
    }
}

fn train(rules: &Rules, text: &str) -> Option<Train> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words.as_slice() {
        ["none"] => Train::None,
        ["with", word] => Train::With(leader(rules, word)?),
        ["laid", from, to, of, turn] => {
            Train::Laid { from: hex(rules, from)?, to: hex(rules, to)?, side: side(of)??, turn: turn.parse().ok()? }
        }
        ["alone", at, of] => Train::Alone { at: hex(rules, at)?, side: side(of)?? },
        _ => return None,
    })
}

const FATES: [(&str, Fate); 8] = [
    ("pool", Fate::Pool),
    ("waiting", Fate::Waiting),
    ("map", Fate::OnMap),
    ("centre", Fate::AtCentre),
    ("away", Fate::Away),
    ("cantoned", Fate::Cantoned),
    ("interned", Fate::Interned),
    ("lost", Fate::Lost),
];

/// Where a leader is, since when, where the enemy last saw his name, and what he showed.
fn say_standing(rules: &Rules, state: &State, leader: LeaderId) -> String {
    let index = leader.index();
    let Package { lead, rear, facing } = state.package(leader);
    let fate = FATES.iter().find(|(_, fate)| *fate == state.fate[index]).map_or("", |(word, _)| word);
    let (seen, shown) = (state.seen[index], state.shown[index]);
    let place = format!("{}/{}/{facing}", say_hex(rules, lead), say_hex(rules, rear));
    let points = shown.points.map(|points| points.to_string()).join("/");
    let at = say_hex(rules, seen.at);
    format!("{fate} {place} since {} seen {at} {} shown {points} {}", state.since[index], seen.turn, shown.turn)
}

fn standing(rules: &Rules, state: &mut State, leader: LeaderId, text: &str) -> Option<()> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [fate, place, "since", since, "seen", at, seen, "shown", points, shown] = words.as_slice() else { return None };
    let mut parts = place.split('/');
    let (lead, rear) = (hex(rules, parts.next()?)?, hex(rules, parts.next()?)?);
    let facing = Facing::parse(parts.next()?)?;
    let (_, fate) = FATES.iter().find(|(word, _)| word == fate)?;
    let index = leader.index();
    // Whoever is on the map lies on two hexes of it.
    let package = Package { lead, rear, facing };
    if *fate == Fate::OnMap && !(lead.is_some() && package.is_sound(&rules.ground.grid)) {
        return None;
    }
    state.fate[index] = *fate;
    (state.lead[index], state.rear[index], state.facing[index]) = (lead, rear, facing);
    put(&mut state.since[index], since)?;
    state.seen[index] = Sighting { at: hex(rules, at)?, turn: seen.parse().ok()? };
    let mut shown = Shown { points: [0; 3], turn: shown.parse().ok()? };
    put_all(&mut shown.points, &points.replace('/', " "))?;
    state.shown[index] = shown;
    Some(())
}

/// A number after the word, where there is one.
const CENTRES: [(&str, Centre); 6] = [
    ("none", Centre::None),
    ("active", Centre::Active),
    ("moved", Centre::Moved),
    ("inactive", Centre::Inactive),
    ("fled", Centre::Fled),
    ("recovering", Centre::Recovering),
];

fn say_army(rules: &Rules, army: &ArmyState) -> String {
    let ArmyState {
        points,
        shift,
        centre,
        centre_at,
        centre_from,
        source,
        changing,
        source_lost,
        source_at,
        pledge,
        fresh,
        line,
        withdrew,
        moving_turns,
    } = *army;
    let centre = match centre {
        Centre::Disbanded(turn) => format!("disbanded-{turn}"),
        Centre::Cantoned(turn) => format!("cantoned-{turn}"),
        Centre::None | Centre::Active | Centre::Moved | Centre::Inactive | Centre::Fled | Centre::Recovering => {
            CENTRES.iter().find(|(_, known)| *known == centre).map_or("", |(word, _)| word).to_owned()
        }
    };
    let pledge = match pledge {
        Pledge::Free => "free".into(),
        Pledge::Due => "due".into(),
        Pledge::Level(level) => level.to_string(),
    };
    let pair = |hexes: [Hex; 2]| hexes.map(|hex| say_hex(rules, hex)).join("/");
    let number = |source: SourceId| if source.is_none() { "-".into() } else { source.0.to_string() };
    let (at, from, marker) = (pair(centre_at), pair(centre_from), say_hex(rules, source_at));
    let (source, changing) = (number(source), number(changing));
    format!(
        "points {points} shift {shift} centre {centre} {at} from {from} source {source} changing {changing} lost {source_lost} \
         marker {marker} pledge {pledge} fresh {fresh} line {line} withdrew {withdrew} moving {moving_turns}"
    )
}

fn army(rules: &Rules, text: &str) -> Option<ArmyState> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [
        "points",
        points,
        "shift",
        shift,
        "centre",
        centre,
        at,
        "from",
        from,
        "source",
        source,
        "changing",
        changing,
        "lost",
        lost,
        "marker",
        marker,
        "pledge",
        pledge,
        "fresh",
        fresh,
        "line",
        line,
        "withdrew",
        withdrew,
        "moving",
        moving,
    ] = words.as_slice()
    else {
        return None;
    };
    let pair = |text: &str| -> Option<[Hex; 2]> {
        let (one, other) = text.split_once('/')?;
        Some([hex(rules, one)?, hex(rules, other)?])
    };
    let numbered = |word: &str| -> Option<SourceId> {
        if word == "-" {
            return Some(SourceId::NONE);
        }
        word.parse().ok().map(SourceId).filter(|source| source.index() < rules.theatre.sources.len())
    };
    let centre = match centre.split_once('-') {
        Some(("disbanded", turn)) => Centre::Disbanded(turn.parse().ok()?),
        Some(("cantoned", turn)) => Centre::Cantoned(turn.parse().ok()?),
        Some(_) => return None,
        None => CENTRES.iter().find(|(word, _)| word == centre)?.1,
    };
    let pledge = match *pledge {
        "free" => Pledge::Free,
        "due" => Pledge::Due,
        level => Pledge::Level(level.parse().ok()?),
    };
    Some(ArmyState {
        points: points.parse().ok()?,
        shift: shift.parse().ok()?,
        centre,
        centre_at: pair(at)?,
        centre_from: pair(from)?,
        source: numbered(source)?,
        changing: numbered(changing)?,
        source_lost: lost.parse().ok()?,
        source_at: hex(rules, marker)?,
        pledge,
        fresh: fresh.parse().ok()?,
        line: line.parse().ok()?,
        withdrew: withdrew.parse().ok()?,
        moving_turns: moving.parse().ok()?,
    })
}
