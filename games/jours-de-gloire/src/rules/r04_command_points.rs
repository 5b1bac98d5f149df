//! Chapter 4.5, first half: the command points of each army.

use kernel::{Side, Sink, rule};

use crate::Rules;
use crate::counters::ArmyId;
use crate::event::{Administration as Happened, Event};
use crate::sequence::{Administration, Frame};
use crate::state::{FRENCH, Peace, State, Supply};

/// What an army has without a throw.
enum Fixed {
    Armistice,
    Restart,
}

impl Rules {
    /// The armies of a side that have counters on the map or at its edge (4.1).
    pub(crate) fn armies_in_play(
        &self,
        state: &State,
        side: Side,
    ) -> arrayvec::ArrayVec<ArmyId, { crate::counters::ARMIES }> {
        let armies = (0..self.scenario.armies.len()).map(|number| ArmyId(number as u8));
        armies.filter(|army| self.scenario.armies[army.index()].side == side && self.is_in_play(state, *army)).collect()
    }

    fn is_in_play(&self, state: &State, army: ArmyId) -> bool {
        use crate::state::Whereabouts::{At, Captured, Entering, Lost, Pool, Recalled, Waiting};
        state.pieces.iter().zip(&self.counters).any(|(piece, counter)| {
            counter.army == Some(army)
                && match piece.whereabouts {
                    At(_) | Entering(_) | Recalled => true,
                    Waiting | Pool | Lost | Captured => false,
                }
        })
    }

    /// Dice for the armies of the phasing side, the first on top. 4.5b: what is left of the last turn is gone.
    pub(crate) fn ask_for_points(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let side = state.player;
        for (number, army) in self.scenario.armies.iter().enumerate() {
            if army.side == side && rule!("4.5b", true) {
                state.armies[number].granted = 0;
                state.armies[number].with_supply = 0;
                state.armies[number].points = 0;
            }
        }
        let armies = self.armies_in_play(state, side);
        for army in armies.iter().rev() {
            match self.points_without_throw(state, *army) {
                Some(fixed) => self.grant_fixed(state, *army, &fixed, events),
                // B.4.5: one die for two armies is thrown when the first of them is due.
                None if rule!("B.4.5", self.partner(state, *army).is_some_and(|partner| partner < *army)) => {}
                None => state.frames.push(Frame::Administration(Administration::PointsDie { army: *army })),
            }
        }
    }

    /// The army that shares the die with this one, if both are in play (B.4.5).
    fn partner(&self, state: &State, army: ArmyId) -> Option<ArmyId> {
        let partner = self.scenario.armies[army.index()].shares_die_with?;
        self.is_in_play(state, partner).then_some(partner)
    }

    fn points_without_throw(&self, state: &State, army: ArmyId) -> Option<Fixed> {
        match state.calendar.peace {
            Peace::Armistice { .. } if rule!("A.arm.j", true) => Some(Fixed::Armistice),
            Peace::Resumed { since }
                if rule!("A.arm.q", since == state.turn && self.scenario.armies[army.index()].side == FRENCH) =>
            {
                Some(Fixed::Restart)
            }
            Peace::War | Peace::Armistice { .. } | Peace::Resumed { .. } => None,
        }
    }

    fn grant_fixed(&self, state: &mut State, army: ArmyId, fixed: &Fixed, events: &mut impl Sink<Event>) {
        let points = match fixed {
            Fixed::Armistice => self.scenario.armies[army.index()].armistice_points,
            Fixed::Restart => self.tables.command.french_at_restart,
        };
        let points = self.grant(state, army, points);
        events.event(Event::Administration(Happened::Points { army, die: None, points }));
    }

    /// 4.5a: a die and the CV of the commander in chief.
    pub(crate) fn throw_for_points(&self, state: &mut State, army: ArmyId, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        if let Some(with) = self.partner(state, army).filter(|_| rule!("B.4.5", true)) {
            state.frames.push(Frame::Administration(Administration::SharePoints { army, with, pips: die }));
            events.event(Event::Administration(Happened::DieToShare { army, with, die }));
            return;
        }
        let points = self.grant(state, army, die + self.value_of_chief(state, army));
        events.event(Event::Administration(Happened::Points { army, die: Some(die), points }));
    }

    /// R J19: whole pips; each army adds the CV of its own commander.
    pub(crate) fn share_points(
        &self,
        state: &mut State,
        [army, with]: [ArmyId; 2],
        [first, second]: [u8; 2],
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let first = self.grant(state, army, first + self.value_of_chief(state, army));
        let second = self.grant(state, with, second + self.value_of_chief(state, with));
        let shared = Happened::PointsShared { army, with, first: Some(first), second: Some(second) };
        events.event(Event::Administration(shared));
    }

    fn value_of_chief(&self, state: &State, army: ArmyId) -> u8 {
        let chief = state.army(army).chief;
        if rule!("4.5a", chief.is_some()) { chief.map_or(0, |chief| self.counter(chief).command_value) } else { 0 }
    }

    /// Notes the points, less what want of supply takes (4.4c, 4.4d).
    fn grant(&self, state: &mut State, army: ArmyId, points: u8) -> u8 {
        state.armies[army.index()].with_supply = points;
        let points = match state.army(army).supply {
            Supply::Supplied => points,
            Supply::Hindered if rule!("4.4d", true) => self.tables.command.cut_by_dummies(points),
            Supply::Cut if rule!("4.4c", true) => self.tables.command.without_supply(points),
            Supply::Hindered | Supply::Cut => points,
        };
        state.armies[army.index()].granted = points;
        state.armies[army.index()].points = points;
        points
    }
}
