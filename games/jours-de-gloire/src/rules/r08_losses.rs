//! Case 8.4a: how losses are shared out within a Force (R J13).
//! Decides 8.4a, 8.4b.

use kernel::{Seat, Side, Sink};

use crate::Rules;
use crate::counters::CounterId;
use crate::event::{Combat as Happened, Event};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Combat, Frame};
use crate::sets::CounterSet;
use crate::state::State;

/// Who takes the next strength point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bearer {
    /// Nothing is left to be lost.
    Nobody,
    Unit(CounterId),
    /// The owner chooses one of these.
    Among(CounterSet),
}

impl Rules {
    /// Of those with the fewest losses in this battle the one with most SP left; nobody to 0 while another can pay; the
    /// owner breaks ties between units that differ (8.4a, R J13). Reserve artillery takes none (R J2).
    pub(crate) fn next_bearer(&self, state: &State, force: &CounterSet) -> Bearer {
        let strength = |counter: &CounterId| state.piece(*counter).strength;
        let mut able = CounterSet::EMPTY;
        let mut spare = false;
        for counter in force.iter().filter(|counter| self.has_strength(*counter)) {
            if strength(&counter) > 0 {
                able.insert(counter);
                spare |= strength(&counter) > 1;
            }
        }
        let can_pay = |counter: &CounterId| !rule!("8.4a", spare) || strength(counter) > 1;
        let Some(fewest) = able.iter().filter(can_pay).map(|counter| state.piece(counter).lost_here).min() else {
            return Bearer::Nobody;
        };
        let least_hurt = |counter: &CounterId| !rule!("8.4a", true) || state.piece(*counter).lost_here == fewest;
        let most = able.iter().filter(can_pay).filter(least_hurt).map(|counter| strength(&counter)).max().unwrap_or(0);
        let tied: CounterSet =
            able.iter().filter(can_pay).filter(least_hurt).filter(|counter| strength(counter) == most).collect();
        match tied.first() {
            None => Bearer::Nobody,
            Some(first) if tied.iter().all(|other| self.are_alike(first, other)) => Bearer::Unit(first),
            Some(_) => Bearer::Among(tied),
        }
    }

    /// Whether it makes no difference which of two units of equal strength takes a loss.
    fn are_alike(&self, one: CounterId, other: CounterId) -> bool {
        let traits = |counter: CounterId| {
            let it = self.counter(counter);
            (it.kind, it.cohesion, it.artillery_bonus, it.cavalry_bonus, it.detachment, it.guard)
        };
        one == other || traits(one) == traits(other)
    }

    /// A side has to lose so many SP. `run` shares them out and asks where there is a choice.
    pub(crate) fn demand_losses(&self, state: &mut State, side: Side, points: u8) {
        let Some(battle) = state.battle else { return };
        if points > 0 {
            let seat = self.seat_for_force(state, &battle.forces[side.index()], side);
            state.frames.push(Frame::Combat(Combat::Losses { seat, side, left: points }));
        }
    }

    /// Takes losses until the owner has to choose or nothing is left to lose; true while he is asked.
    pub(crate) fn run_losses(
        &self,
        state: &mut State,
        seat: Seat,
        side: Side,
        left: u8,
        events: &mut impl Sink<Event>,
    ) -> bool {
        let force = state.battle.map_or(CounterSet::EMPTY, |battle| battle.forces[side.index()]);
        let mut left = left;
        state.frames.pop();
        while left > 0 {
            match self.next_bearer(state, &force) {
                Bearer::Nobody => return false,
                Bearer::Unit(counter) => self.lose_one(state, counter, events),
                Bearer::Among(_) => {
                    state.frames.push(Frame::Combat(Combat::Losses { seat, side, left }));
                    return true;
                }
            }
            left -= 1;
        }
        false
    }

    /// One X on the roster (8.4b).
    pub(crate) fn lose_one(&self, state: &mut State, counter: CounterId, events: &mut impl Sink<Event>) {
        let side = self.side_of(counter);
        if rule!("8.4b", true) {
            self.strike_off(state, counter, 1);
        }
        state.piece_mut(counter).lost_here += 1;
        if let Some(battle) = &mut state.battle {
            battle.lost[side.index()] += 1;
        }
        events.event(Event::Combat(Happened::Lost { counter, points: 1 }));
    }

    pub(crate) fn may_lose(&self, state: &State, side: Side, counter: CounterId) -> Ruling {
        let force = state.battle.map_or(CounterSet::EMPTY, |battle| battle.forces[side.index()]);
        if !force.contains(counter) || state.piece(counter).strength == 0 {
            return Err(refuse(case!("8.4a"), "that unit has nothing to lose here"));
        }
        let next = matches!(self.next_bearer(state, &force), Bearer::Among(tied) if tied.contains(counter));
        if rule!("8.4a", !next) {
            return Err(refuse(case!("8.4a"), "losses are spread evenly, and {unit} is not next").unit(counter));
        }
        Ok(())
    }

    pub(crate) fn play_loss(
        &self,
        state: &mut State,
        frame: (Seat, Side, u8),
        counter: CounterId,
        events: &mut impl Sink<Event>,
    ) {
        let (seat, side, left) = frame;
        self.lose_one(state, counter, events);
        state.frames.pop();
        if left > 1 {
            state.frames.push(Frame::Combat(Combat::Losses { seat, side, left: left - 1 }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Battle;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, artillery, cavalry, infantry};

    fn table(strengths: [u8; 3]) -> (Table, CounterSet) {
        let counters = vec![
            infantry("one", FRENCH, 3),
            infantry("two", FRENCH, 3),
            cavalry("three", FRENCH, 3, 1),
            artillery("guns", FRENCH, 4),
        ];
        let mut table = Table::new(&["Feld"], &[] as &[&str], counters);
        let mut force = CounterSet::EMPTY;
        for (id, strength) in ["one", "two", "three"].into_iter().zip(strengths) {
            force.insert(table.put(id, "Feld", strength));
        }
        force.insert(table.put("guns", "Feld", 0));
        let mut battle = Battle::at(table.place("Feld"), ALLIED, false);
        battle.forces[0] = force;
        table.state.battle = Some(battle);
        (table, force)
    }

    fn lose(table: &mut Table, force: &CounterSet) -> Option<CounterId> {
        match table.rules.next_bearer(&table.state, force) {
            Bearer::Unit(counter) => {
                table.rules.lose_one(&mut table.state, counter, &mut kernel::Discard);
                Some(counter)
            }
            Bearer::Nobody | Bearer::Among(_) => None,
        }
    }

    #[test]
    fn losses_go_round_beginning_with_the_strongest_and_spare_the_last_man() {
        let (mut table, force) = table([6, 3, 1]);
        let ids: Vec<&str> = (0..4)
            .map(|_| lose(&mut table, &force).map_or("-", |counter| if counter.0 == 0 { "one" } else { "two" }))
            .collect();
        // The cavalry has one SP and is spared while others can pay.
        assert_eq!(ids, ["one", "two", "one", "two"]);
        assert_eq!([table.strength("one"), table.strength("two"), table.strength("three")], [4, 1, 1]);
        assert_eq!(table.state.battle.unwrap().lost[0], 4);
        assert_eq!(table.state.butchers_bill[0], 4);
    }

    #[test]
    fn the_owner_is_asked_only_where_it_matters() {
        let (mut table, force) = table([4, 4, 2]);
        // Two corps alike: no question.
        assert!(matches!(table.rules.next_bearer(&table.state, &force), Bearer::Unit(_)));
        table.put("three", "Feld", 4);
        let Bearer::Among(tied) = table.rules.next_bearer(&table.state, &force) else { panic!("a choice") };
        assert_eq!(tied.len(), 3);
    }

    #[test]
    fn the_last_are_wiped_out_when_nobody_else_can_pay() {
        let (mut table, force) = table([1, 0, 1]);
        assert!(matches!(table.rules.next_bearer(&table.state, &force), Bearer::Among(_)));
        table.put("three", "Feld", 0);
        assert!(lose(&mut table, &force).is_some());
        assert_eq!(table.rules.next_bearer(&table.state, &force), Bearer::Nobody);
    }
}
