//! Chapter 12: Klenau's corps.
//! Decides 12.0, 12.0b, 12.0d.

use kernel::Sink;

use crate::Rules;
use crate::counters::{ALLIED, Area, Start, UnitId};
use crate::event::Event;
use crate::refusal::{Refusal, refuse};
use crate::state::{Fate, Klenau, State};

impl Rules {
    /// 12.0b: a die at the start of the Allied Movement Phase of turns 10 to 13, until a 1 has been thrown.
    pub(crate) fn klenau_die_due(&self, state: &State) -> bool {
        let waiting = self
            .units_of(ALLIED)
            .iter()
            .any(|unit| self.unit(unit).start == Start::Klenau && state.fate[unit.index()] == Fate::Waiting);
        self.dresden()
            && state.player == ALLIED
            && waiting
            && rule!("12.0b", state.klenau == Klenau::OnTheRoad && self.scenario.klenau_turns.contains(&state.turn))
    }

    /// 12.0: a 1 brings the corps.
    pub(crate) fn klenau_thrown(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        events.event(Event::KlenauThrown { die });
        if rule!("12.0", self.scenario.klenau_dice.contains(&die)) {
            state.klenau = Klenau::AtHand;
        }
    }

    /// 12.0: at one area once the die has brought them, at the other from turn 17 on.
    pub(crate) fn klenau_way_in(&self, state: &State, unit: UnitId) -> Result<(Area, u8), Refusal> {
        // 12.0d: these three and no others.
        if !rule!("12.0d", self.unit(unit).start == Start::Klenau) {
            return Err(refuse(case!("12.0d"), "{unit} is not of Klenau's corps").unit(unit));
        }
        let (late, [by_the_die, without_the_die]) = (self.scenario.klenau_late, self.scenario.klenau_areas);
        if state.turn >= late {
            return Ok((without_the_die, late));
        }
        match state.klenau {
            Klenau::AtHand => Ok((by_the_die, self.scenario.klenau_turns.first().copied().unwrap_or(late))),
            Klenau::OnTheRoad => Err(refuse(
                case!("12.0"),
                "{unit} is not available: no 1 has been rolled, and turn {number} has not begun",
            )
            .unit(unit)
            .number(i16::from(late))),
        }
    }

    /// 12.0c: on B itself, without the detour of 7.2.
    pub(crate) fn must_enter_directly(&self, state: &State, unit: UnitId) -> bool {
        self.unit(unit).start == Start::Klenau && state.turn < self.scenario.klenau_late
    }
}
