//! Chapter 1: the turn, marching, attacking, the end.

use board::Hex;
use kernel::{Illegal, Pending, Seat, Side, Sink, Throw, Verdict};

use crate::{Action, BLUE, Decision, Event, LAST_TURN, RED, Rules, State, UnitId};

/// The lowest die that takes the enemy off the map (1.2).
const HIT: u8 = 4;

impl Rules {
    pub(crate) fn waits(&self, state: &State) -> Pending<Decision> {
        if state.is_over {
            return Pending::Over(self.verdict_of(state));
        }
        if state.attacked.is_some() {
            return Pending::Chance(Throw::d6(case!("1.2"), "attack"));
        }
        Pending::one(self.seat_of(state.player), Decision)
    }

    pub(crate) fn list(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        for unit in UnitId::all() {
            let Some(from) = state.place(unit) else { continue };
            let near = self.map.grid.neighbours(from).iter().filter(|hex| hex.is_some());
            let marches = near.map(|to| Action::March { unit, to: *to });
            let attacks = UnitId::all().map(|enemy| Action::Attack { unit, enemy });
            actions.extend(marches.chain(attacks).filter(|action| self.judge(state, seat, action).is_ok()));
        }
        actions.extend(Some(Action::Stay).filter(|action| self.judge(state, seat, action).is_ok()));
    }

    pub(crate) fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        if rule!("1.0", self.waits(state).asks(seat).is_none()) {
            return Err(Illegal::new(case!("1.0"), "it is not your turn"));
        }
        match *action {
            Action::March { unit, to } => self.may_march(state, seat, unit, to),
            Action::Attack { unit, enemy } => self.may_attack(state, seat, unit, enemy),
            Action::Stay => Ok(()),
        }
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
    fn may_attack(&self, state: &State, seat: Seat, unit: UnitId, enemy: UnitId) -> Result<(), Illegal> {
        let from = self.own(state, seat, unit)?;
        let other = |enemy: UnitId| enemy.exists() && self.unit(enemy).side != self.side_of(seat);
        let place = Some(enemy).filter(|enemy| other(*enemy)).and_then(|enemy| state.place(enemy));
        let near = place.is_some_and(|place| self.map.grid.adjacent(from, place));
        if rule!("1.2", !near) {
            return Err(Illegal::new(case!("1.2"), format!("that is not an enemy next to {}", self.hex(from))));
        }
        Ok(())
    }

    pub(crate) fn carry_out(&self, state: &mut State, action: &Action, events: &mut impl Sink<Event>) {
        match *action {
            Action::March { unit, to } => {
                state.at[unit.index()] = Some(to);
                events.event(Event::Marched { unit, to });
                self.next(state, events);
            }
            Action::Attack { unit, enemy } => {
                state.attacked = Some(enemy);
                events.event(Event::Attacked { unit, enemy });
            }
            Action::Stay => {
                events.event(Event::Stayed { side: state.player });
                self.next(state, events);
            }
        }
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
    fn next(&self, state: &mut State, events: &mut impl Sink<Event>) {
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
