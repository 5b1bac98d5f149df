//! Chapter 7, as far as it belongs to the administrative phase: dummies come back, Force markers are laid.
//! Decides 1.3b, 7.1a, 7.1g, 7.1h, 7.2a, V.dan.dummy, V.fra.dummy, V.pol.dummy.

use board::boxes::BoxId;
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::CounterId;
use crate::event::{Administration, Event};
use crate::refusal::{Ruling, refuse};
use crate::sets::CounterSet;
use crate::state::{State, Whereabouts};

/// 7.2a: a stack is big from this number of counters on.
pub(crate) const BIG_STACK: usize = 11;

impl Rules {
    /// The dummies of a side that are off the map and not lost for good (R J31).
    pub(crate) fn dummies_off_the_map(&self, state: &State, side: Side) -> CounterSet {
        let all = (0..state.pieces.len()).map(|number| CounterId(number as u8));
        all.filter(|counter| {
            let off = match state.piece(*counter).whereabouts {
                Whereabouts::Pool => true,
                // 7.1h: those that hindered supply are lost, and not counted.
                Whereabouts::Lost => !rule!("7.1h", self.is_dummy(*counter)),
                Whereabouts::At(_)
                | Whereabouts::Entering(_)
                | Whereabouts::Waiting
                | Whereabouts::Recalled
                | Whereabouts::Captured => false,
            };
            off && self.is_dummy(*counter) && self.side_of(*counter) == side
        })
        .collect()
    }

    /// 7.1g: half of them, rounded down.
    pub(crate) fn dummies_to_return(&self, state: &State, side: Side) -> u8 {
        let off = self.dummies_off_the_map(state, side).len() as u8;
        if rule!("7.1g", off > 0) { off / 2 } else { off }
    }

    /// 7.1a, 7.1g: to a box with friendly counters.
    pub(crate) fn may_return_dummy(&self, state: &State, side: Side, dummy: CounterId, to: BoxId) -> Ruling {
        let own = dummy.index() < self.counters.len() && self.is_dummy(dummy) && self.side_of(dummy) == side;
        if !own || rule!("7.1g", state.piece(dummy).whereabouts != Whereabouts::Pool) {
            return Err(refuse(case!("7.1g"), "that is not a dummy that can return"));
        }
        let friends = to.index() < self.ground.len() && state.occupies(side, to) && self.dummies_serve_all();
        if rule!("7.1a", !friends) {
            return Err(refuse(
                case!("7.1a"),
                "a dummy returns to a box with counters of its own side, and there are none",
            )
            .also(&[case!("7.1g")]));
        }
        Ok(())
    }

    /// The dummies of a side serve all its nations.
    fn dummies_serve_all(&self) -> bool {
        match self.campaign.id.as_str() {
            "danube" => rule!("V.dan.dummy", true),
            "poland" => rule!("V.pol.dummy", true),
            "france" => rule!("V.fra.dummy", true),
            _ => true,
        }
    }

    pub(crate) fn return_dummy(
        &self,
        state: &mut State,
        side: Side,
        dummy: CounterId,
        at: BoxId,
        events: &mut impl Sink<Event>,
    ) {
        self.part_from_pool(state, dummy);
        self.relocate(state, dummy, Whereabouts::At(at));
        let piece = state.piece_mut(dummy);
        // 1.3b: face down it looks like any counter.
        piece.face_up = self.lies_open(dummy) || !rule!("1.3b", true);
        piece.strength_open = false;
        events.event(Event::Administration(Administration::DummyReturned { side, counter: Some(dummy), at }));
    }

    /// 7.2a: a stack of more than ten counters, at the start of its owner's turn.
    pub(crate) fn may_mark_force(&self, state: &State, side: Side, at: BoxId) -> Ruling {
        if at.index() >= self.ground.len() {
            return Err(refuse(case!("0.1"), "there is no such box"));
        }
        if state.force_markers[side.index()].contains(at) {
            return Ok(());
        }
        let counters = self.of_side_in(state, side, at).len();
        if rule!("7.2a", counters < BIG_STACK) {
            let refusal =
                refuse(case!("7.2a"), "a Force marker needs {number} counters or more, and {place} has fewer");
            return Err(refusal.place(at).number(BIG_STACK as i16));
        }
        Ok(())
    }

    /// Lays a Force marker, or takes it up.
    pub(crate) fn mark_force(&self, state: &mut State, side: Side, at: BoxId, events: &mut impl Sink<Event>) {
        let markers = &mut state.force_markers[side.index()];
        if markers.contains(at) {
            markers.remove(at)
        } else {
            markers.insert(at)
        }
        events.event(Event::Administration(Administration::ForceMarked { side, at }));
    }

    /// Markers whose stacks have gone are taken up.
    pub(crate) fn gather_force_markers(&self, state: &mut State, side: Side) {
        for at in state.force_markers[side.index()].iter() {
            if self.of_side_in(state, side, at).len() < BIG_STACK {
                state.force_markers[side.index()].remove(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, AdministrationAction};
    use crate::sequence::{Administration as Step, Frame};
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{AGREED, Table, chief, dummy, infantry};

    fn table(off: usize) -> Table {
        let mut counters = vec![chief("napoleon", FRENCH, 4, 4, 4), infantry("ii", FRENCH, 3)];
        counters.extend((0..5).map(|number| dummy(&format!("dummy-{number}"), FRENCH)));
        let mut table = Table::new(&["A", "B", "C"], &["A-B", "B-C"], counters);
        table.put("napoleon", "A", 0);
        table.put("ii", "B", 5);
        for number in 0..off {
            let dummy = table.counter(&format!("dummy-{number}"));
            table.rules.relocate(&mut table.state, dummy, Whereabouts::Pool);
        }
        table
    }

    #[test]
    fn half_of_those_off_the_map_come_back_rounded_down() {
        for (off, back) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)] {
            assert_eq!(table(off).rules.dummies_to_return(&table(off).state, FRENCH), back, "{off}");
        }
        let mut table = table(3);
        let lost = table.counter("dummy-0");
        table.rules.relocate(&mut table.state, lost, Whereabouts::Lost);
        table.state.piece_mut(lost).whereabouts = Whereabouts::Lost;
        assert_eq!(table.rules.dummies_to_return(&table.state, FRENCH), 1);
    }

    #[test]
    fn they_come_back_beside_friends_and_face_down() {
        let mut table = table(3);
        table.begin(FRENCH, Frame::Administration(Step::Open));
        let to = |table: &Table, name: &str| {
            Action::Administration(AdministrationAction::ReturnDummy(table.counter("dummy-1"), table.place(name)))
        };
        assert_eq!(table.refused(FRENCH, to(&table, "C")), case!("7.1a"));
        assert_eq!(table.offers(FRENCH).len(), 3 * 2 + 1);
        table.act(FRENCH, to(&table, "B"));
        assert_eq!(table.at("dummy-1"), Some("B"));
        assert!(!table.state.piece(table.counter("dummy-1")).face_up);
        // One of three; the next die is that of the command points.
        assert!(table.offers(FRENCH).is_empty());
    }

    #[test]
    fn force_markers_are_for_more_than_ten_counters() {
        let mut counters = vec![chief("napoleon", FRENCH, 4, 4, 4)];
        counters.extend((0..10).map(|number| infantry(&format!("unit-{number}"), FRENCH, 3)));
        let agreed = crate::game::Agreed { force_markers: true, ..AGREED };
        let mut table = Table::agreed(&["A", "B"], &["A-B"], counters, agreed);
        table.put("napoleon", "A", 0);
        (0..10).for_each(|number| _ = table.put(&format!("unit-{number}"), if number < 9 { "A" } else { "B" }, 3));
        table.begin(FRENCH, Frame::Administration(Step::Open));
        let mark = Action::Administration(AdministrationAction::MarkForce(table.place("A")));
        assert_eq!(table.refused(FRENCH, mark), case!("7.2a"));
        table.put("unit-9", "A", 3);
        table.act(FRENCH, mark);
        assert!(table.state.force_markers[0].contains(table.place("A")));
        assert!(!table.state.occupies(ALLIED, table.place("A")));
        table.act(FRENCH, Action::Administration(AdministrationAction::ForcesDone));
    }
}
