//! The scenarios: arrivals, the limit of Pultusk, objectives and victory.
//! Decides S.arrivals, S.pultusk.b, S.pultusk.d.

use board::Hex;
use kernel::{Side, Sink, Verdict};

use crate::Rules;
use crate::counters::{ALLIED, BOTH, CounterId, FRENCH, Start};
use crate::event::Event;
use crate::ground::BARRED;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::scenario::VictoryRule;
use crate::state::State;

impl Rules {
    /// S.arrivals: the entry hex, or the nearest free hex of the edge if the enemy holds or controls it.
    fn is_entry(&self, state: &State, counter: CounterId, to: Hex) -> bool {
        let Some((entry, away)) = self.nearest_entry(state, counter) else { return false };
        match away {
            0 => to == entry,
            _ => self.is_entry_at(state, counter, to, entry, away),
        }
    }

    fn is_entry_at(&self, state: &State, counter: CounterId, to: Hex, entry: Hex, away: u16) -> bool {
        self.ground.grid.distance(entry, to) == away
            && self.ground.edge.contains(to)
            && self.entry_free(state, counter, to)
    }

    /// A counter's entry hex, and how far from it the nearest free hex of the edge is.
    fn nearest_entry(&self, state: &State, counter: CounterId) -> Option<(Hex, u16)> {
        let Start::Enters(entry, _) = self.counter(counter).start else { return None };
        if self.entry_free(state, counter, entry) {
            return Some((entry, 0));
        }
        let free = self.ground.edge.iter().filter(|hex| self.entry_free(state, counter, *hex));
        Some((entry, free.map(|hex| self.ground.grid.distance(entry, hex)).min()?))
    }

    fn entry_free(&self, state: &State, counter: CounterId, hex: Hex) -> bool {
        let side = self.side_of(counter);
        !self.is_shut_to(state, counter, hex)
            && !self.in_enemy_zone(state, side, hex)
            && self.ground.entry_cost(self.arm_of(counter), hex) != BARRED
    }

    /// The hexes in which an arrival could come onto the map now.
    pub(crate) fn entry_hexes<'a>(&'a self, state: &'a State, counter: CounterId) -> impl Iterator<Item = Hex> + 'a {
        let nearest = self.nearest_entry(state, counter);
        self.ground.edge.iter().filter(move |hex| {
            nearest.is_some_and(|(entry, away)| match away {
                0 => *hex == entry,
                _ => self.is_entry_at(state, counter, *hex, entry, away),
            })
        })
    }

    /// S.arrivals: the hex, and a point for each unit that came in there before in this phase.
    pub(crate) fn arrival_cost(&self, state: &State, counter: CounterId, to: Hex) -> Result<u8, Refusal> {
        if !rule!("S.arrivals", self.is_entry(state, counter, to)) {
            return Err(refuse(case!("S.arrivals"), "{unit} does not come onto the map in {place}")
                .unit(counter)
                .place(to));
        }
        let cost = self.ground.entry_cost(self.arm_of(counter), to);
        let before = match self.is_unit(counter) {
            true => self.queue_place(counter).map_or(0, |place| state.queue[place]),
            false => 0,
        };
        let queue = if rule!("S.arrivals", before > 0) { before.saturating_mul(self.tables.point) } else { 0 };
        Ok(cost.saturating_add(queue))
    }

    fn queue_place(&self, counter: CounterId) -> Option<usize> {
        let Start::Enters(entry, _) = self.counter(counter).start else { return None };
        self.entries.iter().position(|hex| *hex == entry)
    }

    pub(crate) fn queue_up(&self, state: &mut State, counter: CounterId, _to: Hex) {
        if let Some(place) = self.queue_place(counter).filter(|_| self.is_unit(counter)) {
            state.queue[place] = state.queue[place].saturating_add(1);
        }
    }

    /// S.pultusk.b: so many units of a side change hexes in its movement phase.
    pub(crate) fn may_march(&self, state: &State, counter: CounterId) -> Ruling {
        let side = self.side_of(counter);
        let Some(limit) = self.scenario.units_moved[side.index()] else { return Ok(()) };
        let marched = state.marched.len();
        if self.is_unit(counter)
            && !state.marched.contains(counter)
            && rule!("S.pultusk.b", marched >= usize::from(limit))
        {
            return Err(refuse(case!("S.pultusk.b"), "{number} units have moved in this phase, and no more may")
                .number(limit.into())
                .also(&[case!("S.pultusk")]));
        }
        Ok(())
    }

    /// S.pultusk.d: the last side in a hex holds it.
    pub(crate) fn take_control(&self, state: &mut State, side: Side, hex: Hex, events: &mut impl Sink<Event>) {
        let Some(place) = self.scenario.objectives.iter().position(|objective| objective.hex == hex) else { return };
        if state.control[place] != Some(side) && rule!("S.pultusk.d", true) {
            state.control[place] = Some(side);
            events.event(Event::ControlTaken { side, hex });
        }
    }

    pub(crate) fn points_of(&self, state: &State, side: Side) -> i32 {
        let objectives = self.scenario.objectives.iter().zip(&state.control);
        objectives.filter(|(_, holder)| **holder == Some(side)).map(|(objective, _)| objective.points).sum()
    }

    /// How the game would end now.
    pub(crate) fn verdict_now(&self, state: &State) -> Verdict {
        let [french, allied] = BOTH.map(|side| self.points_of(state, side));
        let winner = match &self.scenario.victory {
            VictoryRule::Most => match french.cmp(&allied) {
                std::cmp::Ordering::Greater => Some(FRENCH),
                std::cmp::Ordering::Less => Some(ALLIED),
                std::cmp::Ordering::Equal => None,
            },
            VictoryRule::French(levels) => {
                levels.iter().find(|(least, _)| french >= *least).and_then(|(_, winner)| *winner)
            }
        };
        Verdict { winner, level: if winner.is_some() { "victory" } else { "draw" }, points: [french, allied, 0, 0] }
    }
}
