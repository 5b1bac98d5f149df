//! Chapter 1: the turn, marching, attacking, the end.
//! Decides 1.0, 1.1, 1.2, 1.3.

use board::Hex;
use kernel::{Illegal, Seat, Side, Sink, Verdict};

use crate::{BLUE, Event, LAST_TURN, RED, Rules, State, UnitId};

/// The lowest die that takes the enemy off the map (1.2).
const HIT: u8 = 4;

impl Rules {
    /// 1.0: one side after the other.
    pub(crate) fn may_act(&self, state: &State, seat: Seat) -> Result<(), Illegal> {
        if rule!("1.0", self.waits(state).asks(seat).is_none()) {
            return Err(Illegal::new(case!("1.0"), "it is not your turn"));
        }
        Ok(())
    }

    /// 1.0: a side commands its own units, as long as they stand.
    fn own(&self, state: &State, seat: Seat, unit: UnitId) -> Result<Hex, Illegal> {
        let Some(hex) = Some(unit).filter(|unit| unit.exists()).and_then(|unit| state.place(unit)) else {
            rule!("1.0", true);
            return Err(Illegal::new(case!("1.0"), "there is no such unit on the map"));
        };
        if rule!("1.0", self.unit(unit).side != self.side_of(seat)) {
            return Err(Illegal::new(case!("1.0"), format!("{} is not yours", self.unit(unit).name)));
        }
        Ok(hex)
    }

    /// 1.1: to an adjacent hex in which nobody stands.
    pub(crate) fn may_march(&self, state: &State, seat: Seat, unit: UnitId, to: Hex) -> Result<(), Illegal> {
        let from = self.own(state, seat, unit)?;
        let near = self.map.grid.neighbours(from).contains(&to) && to.is_some();
        if rule!("1.1", !near) {
            return Err(Illegal::new(case!("1.1"), format!("that hex is not beside {}", self.hex(from))));
        }
        if rule!("1.1", state.holder(to).is_some()) {
            return Err(Illegal::new(case!("1.1"), format!("{} is held", self.hex(to))));
        }
        Ok(())
    }

    /// 1.2: an enemy in an adjacent hex.
    pub(crate) fn may_attack(&self, state: &State, seat: Seat, unit: UnitId, enemy: UnitId) -> Result<(), Illegal> {
        let from = self.own(state, seat, unit)?;
        let other = |enemy: UnitId| enemy.exists() && self.unit(enemy).side != self.side_of(seat);
        let place = Some(enemy).filter(|enemy| other(*enemy)).and_then(|enemy| state.place(enemy));
        let near = place.is_some_and(|place| self.map.grid.adjacent(from, place));
        if rule!("1.2", !near) {
            return Err(Illegal::new(case!("1.2"), format!("that is not an enemy next to {}", self.hex(from))));
        }
        Ok(())
    }

    pub(crate) fn fall(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let Some(enemy) = state.attacked.take() else { return };
        let lost = rule!("1.2", die >= HIT);
        events.event(Event::Thrown { die, enemy, lost });
        if lost {
            state.at[enemy.index()] = None;
        }
        if rule!("1.3", UnitId::all().any(|unit| state.place(unit).is_none())) {
            return self.end(state, events);
        }
        self.next(state, events);
    }

    /// The other side's turn, or the end.
    pub(crate) fn next(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if state.player == BLUE {
            state.player = RED;
            return;
        }
        if rule!("1.3", state.turn == LAST_TURN) {
            return self.end(state, events);
        }
        state.player = BLUE;
        state.turn += 1;
        events.event(Event::TurnBegan { turn: state.turn });
    }

    fn end(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.is_over = true;
        events.event(Event::Ended);
    }

    /// 1.3: whoever has a unit left and has taken the other's wins.
    pub(crate) fn verdict_of(&self, state: &State) -> Verdict {
        let left = |side: Side| {
            let standing = UnitId::all().filter(|unit| self.unit(*unit).side == side && state.place(*unit).is_some());
            standing.count() as i32
        };
        let (blue, red) = (left(BLUE), left(RED));
        let winner = (blue != red).then_some(if blue > red { BLUE } else { RED });
        Verdict { winner, level: if winner.is_some() { "victory" } else { "draw" }, points: [blue, red, 0, 0] }
    }
}
