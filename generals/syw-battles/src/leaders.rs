//! Where leaders ride: to where they command the most of theirs, are commanded themselves, and have the wavering at hand.

use board::Hex;
use kernel::{Ruleset, Seat, Side};
use syw_battles::counters::{CounterId, Formation, enemy_of};
use syw_battles::{Action, Rules, State};

use crate::march::is_moving;
use crate::survey::Survey;
use crate::{SywBattlesCraft, value};

/// A brigade may stray so far beyond the reach of its leader: he rides after it.
const FOLLOWS: u16 = 2;

/// What a leader who is out of command himself is still worth to his own.
const UNHEARD: f64 = 0.3;

/// What it is worth to be with a unit that wavers, of what the unit is worth.
const COMFORT: f64 = 0.6;

/// The least that a ride must bring.
const WORTH_A_RIDE: f64 = 0.7;

/// How far a hex is beyond the reach of everybody who commands a counter; 0 for those who need no command.
pub(crate) fn beyond_command(rules: &Rules, state: &State, piece: CounterId, hex: Hex) -> u16 {
    let print = rules.counter(piece);
    if print.independent || print.is_battery() || print.corps.is_none() {
        return 0;
    }
    let corps_leader = state.leads[print.corps.index()];
    let chief = state.chief[print.side.index()];
    let beyond = |leader: CounterId, more: u16| {
        let known = !leader.is_none() && state.on_map(leader);
        known.then(|| {
            let reach = rules.range_of_command(state, leader) + more;
            rules.ground.distance(state.hex_of(leader), hex).saturating_sub(reach)
        })
    };
    [beyond(corps_leader, FOLLOWS), beyond(chief, 0)].into_iter().flatten().min().unwrap_or(0)
}

impl SywBattlesCraft {
    /// A leader rides to the best place for his command. True if he has somewhere to go.
    pub(crate) fn ride(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        leader: CounterId,
        survey: &Survey,
        actions: &mut Vec<Action>,
    ) -> bool {
        let side = Side(seat.0);
        let Some(goal) = post_of(rules, state, leader, survey) else { return false };
        let mut walk = state.clone();
        let select = Action::Select(leader);
        if goal == state.hex_of(leader) || !rules.allows(&walk, side, &select) {
            return false;
        }
        rules.play(&mut walk, seat, &select, &mut kernel::Discard);
        let mut way = vec![select];
        while walk.hex_of(leader) != goal && way.len() < 20 {
            let here = walk.hex_of(leader);
            let mut around: Vec<(u16, Hex)> =
                rules.ground.around(here).map(|hex| (rules.ground.distance(hex, goal), hex)).collect();
            around.sort_unstable();
            let now = rules.ground.distance(here, goal);
            let step = around.into_iter().find(|(left, hex)| {
                *left < now && survey.near[hex.index()] > 1 && rules.allows(&walk, side, &Action::Step(*hex))
            });
            let Some((_, hex)) = step else { break };
            rules.play(&mut walk, seat, &Action::Step(hex), &mut kernel::Discard);
            way.push(Action::Step(hex));
            if !is_moving(rules, &walk, seat) {
                actions.extend(way);
                return true;
            }
        }
        if way.len() < 2 || !rules.allows(&walk, side, &Action::Halt) {
            return false;
        }
        way.push(Action::Halt);
        actions.extend(way);
        true
    }
}

/// The best hex for a leader, among those of his troops; his own if none is clearly better.
fn post_of(rules: &Rules, state: &State, leader: CounterId, survey: &Survey) -> Option<Hex> {
    let side = rules.side_of(leader);
    let at = state.hex_of(leader);
    let under = rules.counter(leader).under;
    let chief = state.chief[side.index()];
    let reach = rules.range_of_command(state, leader);
    let leads = |counter: CounterId| {
        let corps = rules.counter(counter).corps;
        let his = !corps.is_none() && state.leads[corps.index()] == leader;
        let below = !corps.is_none() && {
            let first = state.leads[corps.index()];
            !first.is_none() && rules.counter(first).under == leader
        };
        leader == chief || his || below
    };
    // Who is there, and what he counts.
    let mut mine: Vec<(Hex, f64, bool)> = Vec::new();
    let mut posts: Vec<Hex> = vec![at];
    for counter in rules.counters_of(side) {
        if counter == leader || !state.on_map(counter) || !leads(counter) {
            continue;
        }
        let hex = state.hex_of(counter);
        if rules.is_leader(counter) {
            // With a leader goes his corps.
            let corps = rules.counter(counter).corps;
            let units = rules.counters_of(side).intersection(rules.units()).iter();
            let heard = units.filter(|unit| state.on_map(*unit) && rules.counter(*unit).corps == corps).count();
            mine.push((hex, heard as f64, false));
            continue;
        }
        let formation = state.formation(counter);
        let commanded = rules.is_unit(counter) || rules.counter(counter).is_brigade();
        if !commanded || formation == Formation::Brigade || rules.counter(counter).independent {
            continue;
        }
        let inside = rules.counter(counter).units.iter().filter(|unit| state.formation(**unit) == Formation::Brigade);
        let weight = inside.count().max(1) as f64;
        let wavers = !formation.is_formed();
        mine.push((hex, if wavers { COMFORT * value::step(rules, state, counter) } else { weight }, wavers));
        posts.push(hex);
    }
    let worth = |post: Hex| {
        let mut sum = 0.0;
        for (hex, weight, wavers) in &mine {
            let far = rules.ground.distance(post, *hex);
            sum += match (*wavers, far) {
                (true, 0) => 2.0 * weight,
                (true, far) if far <= reach => 0.3 * weight,
                (false, far) if far <= reach => *weight,
                (_, far) => -0.05 * f64::from(far - reach),
            };
        }
        let heard = leader == chief
            || rules.rank_of(state, leader).is_general()
            || [chief, under].into_iter().filter(|it| !it.is_none() && state.on_map(*it)).any(|general| {
                rules.ground.distance(state.hex_of(general), post) <= rules.range_of_command(state, general)
            });
        let near = survey.near[post.index()];
        (if heard { sum } else { UNHEARD * sum })
            - match near {
                0 | 1 => 6.0,
                2 => 1.5,
                _ => 0.0,
            }
            - 0.02 * f64::from(rules.ground.distance(at, post))
    };
    posts.retain(|post| !rules.is_held_by(state, enemy_of(side), *post));
    let stay = worth(at);
    let best = posts.into_iter().map(|post| (worth(post), post)).max_by(|one, other| one.0.total_cmp(&other.0))?;
    Some(if best.0 > stay + WORTH_A_RIDE { best.1 } else { at })
}
