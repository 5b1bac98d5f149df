//! The scenarios: objectives, points, victory, and the column that hesitates.
//! Decides I.0g, S.minden, S.vp.

use board::Hex;
use kernel::{Outcome, Side, Sink, Verdict};

use crate::Rules;
use crate::counters::{ALLIED, BOTH, CounterId, FRENCH, Kind, Rank, enemy_of};
use crate::event::Event;
use crate::refusal::{No, refuse};
use crate::scenario::Demand;
use crate::state::{Fate, State};

impl Rules {
    /// An objective belongs to the side that was last in it.
    pub(crate) fn take_control(&self, state: &mut State, side: Side, hex: Hex, events: &mut impl Sink<Event>) {
        for (index, objective) in self.scenario.objectives.iter().enumerate() {
            if objective.hexes.contains(&hex) && state.control[index] != Some(side) {
                state.control[index] = Some(side);
                events.event(Event::ControlTaken { side, objective: index as u8 });
            }
        }
    }

    /// What the enemy has lost, in points of a side (S.vp).
    fn points_for_losses(&self, state: &State, side: Side) -> i32 {
        let score = &self.scenario.score;
        let mut points = 0;
        for lost in self.counters_of(enemy_of(side)) {
            let fate = state.fate[lost.index()];
            if !fate.is_lost() {
                continue;
            }
            points += match self.counter(lost).kind {
                Kind::Unit(_) => score.unit,
                Kind::Battery => score.battery,
                Kind::Leader(rank) => {
                    let score = match rank {
                        Rank::Corps | Rank::Line => score.leader.corps,
                        Rank::SecondGeneral => score.leader.second_general,
                        // I.0g: what the scenario adds to his loss.
                        Rank::GeneralInChief if rule!("I.0g", true) => score.leader.general_in_chief,
                        Rank::GeneralInChief => score.leader.corps,
                    };
                    if fate == Fate::Captured { score.captured } else { score.killed }
                }
                Kind::Brigade(_) | Kind::Baggage => 0,
            };
        }
        points
    }

    fn is_met(&self, state: &State, demand: &Demand, side: Side) -> bool {
        match demand {
            Demand::BrigadeAtRow(row) => self.long.intersection(self.counters_of(side)).iter().any(|brigade| {
                let places = self.places(state, brigade);
                places.iter().any(|hex| self.ground.grid.column_row(*hex).1 >= *row)
            }),
            Demand::FewerThan { brigades, limit } => {
                let units =
                    brigades.iter().filter_map(|id| self.find(id)).flat_map(|it| self.counter(it).units.clone());
                let formed = units.filter(|unit| state.on_map(*unit) && state.formation(*unit).is_formed());
                formed.count() < usize::from(*limit)
            }
        }
    }

    /// The points of a side as things stand.
    pub fn points_of(&self, state: &State, side: Side) -> i32 {
        let held = self.scenario.objectives.iter().zip(&state.control).filter(|(_, holder)| **holder == Some(side));
        let places: i32 = held.map(|(objective, _)| objective.points[side.index()]).sum();
        let conditions = self.scenario.conditions.iter().filter(|condition| condition.side == side);
        let met: i32 = conditions
            .filter(|condition| self.is_met(state, &condition.demand, side))
            .map(|condition| condition.points)
            .sum();
        if rule!("S.vp", true) { places + met + self.points_for_losses(state, side) } else { 0 }
    }

    /// The verdict if the game ended now.
    pub fn verdict_now(&self, state: &State) -> Verdict {
        let [allied, french] = BOTH.map(|side| self.points_of(state, side));
        let lead = allied - french;
        let level = self.scenario.levels.iter().find(|level| level.at_least.is_none_or(|least| lead >= least));
        let winner = level.and_then(|level| level.winner);
        let decisive = level.is_some_and(|level| level.name.starts_with("Decisive"));
        let name = match (winner, decisive) {
            (Some(ALLIED), true) => "decisive Allied victory",
            (Some(ALLIED), false) => "Allied victory",
            (Some(FRENCH), _) => "French victory",
            _ => "draw",
        };
        Verdict { winner, level: name, points: [allied, french, 0, 0] }
    }

    /// Whether the die of the option of hesitation falls this turn.
    pub(crate) fn hesitation_due(&self, state: &State) -> bool {
        let Some(row) = self.scenario.hesitation.as_ref().filter(|_| self.agreed.hesitation) else { return false };
        if state.turn >= row.before {
            return false;
        }
        let Some(corps) = self.find_corps(&row.corps) else { return false };
        let leader = state.leads[corps.index()];
        let with = self.find(&row.unless_with).unwrap_or(CounterId::NONE);
        let together = !leader.is_none()
            && !with.is_none()
            && state.on_map(leader)
            && state.on_map(with)
            && state.hex_of(leader) == state.hex_of(with);
        !together
    }

    pub(crate) fn hesitation_falls(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let needs = self.scenario.hesitation.as_ref().map_or(0, |row| row.needs);
        let die = outcome.die();
        state.hesitates = rule!("S.minden", die < needs);
        events.event(Event::HesitationThrown { die, hesitates: state.hesitates });
    }

    /// The corps that hesitates does not move.
    pub(crate) fn may_overcome_hesitation<N: No>(&self, state: &State, counter: CounterId) -> Result<(), N> {
        if !state.hesitates || self.is_leader(counter) {
            return Ok(());
        }
        let corps = self.scenario.hesitation.as_ref().and_then(|row| self.find_corps(&row.corps));
        if corps != Some(self.counter(counter).corps) {
            return Ok(());
        }
        Err(N::because(|| refuse(case!("S.minden"), "{unit} waits: its leader hesitates").unit(counter)))
    }
}
