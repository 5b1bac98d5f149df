//! Chapter 4.5, first half: the command points of each army.
//! Decides 4.4c, 4.4d, 4.5a, 4.5b, A.arm.j, A.arm.q, B.4.5.

use kernel::{Side, Sink};

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
        self.of_army[army.index()].iter().any(|counter| match state.piece(*counter).whereabouts {
            At(_) | Entering(_) | Recalled => true,
            Waiting | Pool | Lost | Captured => false,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, AdministrationAction};
    use crate::counters::Counter;
    use crate::state::ALLIED;
    use crate::testing::{Table, chief, infantry};

    fn line() -> Table {
        let of = |army: u8, counter: Counter| Counter { army: Some(ArmyId(army)), ..counter };
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            of(2, chief("schwarzenberg", ALLIED, 4, 2, 1)),
            of(3, chief("bennigsen", ALLIED, 3, 1, 2)),
            of(4, chief("blucher", ALLIED, 3, 3, 3)),
            infantry("ii", FRENCH, 3),
        ];
        let mut table = Table::new(&["A", "B", "C"], &["A-B", "B-C"], counters);
        for army in 0..6 {
            table.rules.sources[army] = ["A", "C"].map(|name| table.place(name)).to_vec();
        }
        table.put("napoleon", "A", 0);
        table.put("ii", "A", 5);
        table.put("schwarzenberg", "C", 0);
        table.put("bennigsen", "C", 0);
        table.put("blucher", "C", 0);
        table
    }

    fn points(table: &Table, army: usize) -> (u8, u8) {
        (table.state.armies[army].granted, table.state.armies[army].points)
    }

    #[test]
    fn a_die_and_the_value_of_the_commander_in_chief() {
        let mut table = line();
        table.begin(FRENCH, Frame::Administration(Administration::Open));
        table.throw(3);
        assert_eq!(points(&table, 0), (7, 7));
    }

    #[test]
    fn want_of_supply_halves_them_and_dummies_take_a_third() {
        for (supply, left) in [(Supply::Supplied, 7), (Supply::Hindered, 5), (Supply::Cut, 4)] {
            let mut table = line();
            table.state.armies[0].supply = supply;
            assert_eq!(table.rules.grant(&mut table.state, ArmyId(0), 7), left);
        }
    }

    #[test]
    fn two_armies_share_a_die_as_the_allied_player_likes_and_each_adds_its_own_value() {
        let mut table = line();
        table.begin(ALLIED, Frame::Administration(Administration::Open));
        table.throw(5);
        let share = |pips| Action::Administration(AdministrationAction::SharePoints(pips));
        assert_eq!(table.refused(ALLIED, share(6)), case!("B.4.5"));
        assert_eq!(table.offers(ALLIED).len(), 6);
        table.act(ALLIED, share(4));
        assert_eq!((points(&table, 2), points(&table, 3)), ((6, 6), (2, 2)));
        // The Army of the North is not there: that of Silesia has its die for itself.
        table.throw(2);
        assert_eq!(points(&table, 4), (5, 5));
    }

    #[test]
    fn in_an_armistice_they_are_fixed_and_at_the_restart_the_french_have_ten() {
        let mut table = line();
        table.state.calendar.peace = Peace::Armistice { since: 1 };
        table.begin(FRENCH, Frame::Administration(Administration::Open));
        assert_eq!(points(&table, 0), (8, 8));
        let mut table = line();
        table.state.turn = 12;
        table.state.calendar.peace = Peace::Resumed { since: 12 };
        table.begin(FRENCH, Frame::Administration(Administration::Open));
        assert_eq!(points(&table, 0), (10, 10));
    }
}
