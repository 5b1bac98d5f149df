//! What everybody remembers of counters that lie face down. Whoever watches the table knows with what it was set, sees how many
//! counters go from box to box, and reads every counter that is turned up.
//!
//! A counter is known, although it lies face down, until it lies among others that look like it and only some of them go away or
//! are marked. From then on these are a lot: everybody knows which counters it was made of and where its counters lie, but not which
//! of them lies where. Where counters of several lots, or known ones, are shuffled in this way, a new lot is made of them, with so
//! many counters from each of the old ones. So the lots and the flows between them are the whole history of the table, as far as
//! it matters: an arrangement is possible exactly if it comes about by shuffling lot after lot.
//!
//! A counter that is named leaves its lot, and with it every lot on its way there. If there are several ways it is noted that somebody
//! has passed by one of them. Which counters it is that move makes no difference to any of
//! this, so it tells nobody anything.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::Rules;
use crate::counters::{COUNTERS, CounterId};
use crate::sets::CounterSet;
use crate::state::{Lying, State, Whereabouts};

/// A lot, or [`KNOWN`].
pub type Lot = u8;
/// The lot of a counter that everybody knows.
pub const KNOWN: Lot = 0;
/// Lots that a side can have; if it needs more, all that it has are made one.
const LOTS_OF_A_SIDE: u8 = 63;
/// Numbers of lots are below this.
pub(crate) const LOTS: Lot = 1 + 2 * LOTS_OF_A_SIDE;
const FLOWS: usize = 160;
const PASSED: usize = 64;

board::words! {
    /// What everybody knew of a counter that changed lots: dummies and detachments come from beside the map.
    pub enum Sort {
        Troops = "troops";
        Detachment = "detachments";
        Dummy = "dummies";
    }
}

/// So many counters of one lot were shuffled into another, all of one sort if that is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Flow {
    pub from: Lot,
    pub to: Lot,
    pub count: u8,
    pub sort: Option<Sort>,
}

impl Flow {
    pub(crate) fn may_be(&self, sort: Sort) -> bool {
        self.sort.is_none_or(|known| known == sort)
    }
}

/// A counter that was put into one lot has been named in another, and is in neither any more. It is counted by the flows between.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Passed {
    pub from: Lot,
    pub to: Lot,
    pub sort: Sort,
}

/// In order, so that equal memories are equal.
pub type Flows = ArrayVec<Flow, FLOWS>;
pub type AllPassed = ArrayVec<Passed, PASSED>;

/// Where a counter that nobody has named lies, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Lair {
    On {
        at: BoxId,
        lying: Lying,
    },
    /// Beside the map, with the dummies or with the detachments that can come back.
    Off {
        dummy: bool,
    },
}

/// Who lies somewhere, as far as everybody remembers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Trail {
    Known(CounterId),
    /// So many counters of a lot.
    Lot(Lot, u8),
}

/// Counters that have not been named, and where they lie. Those on the map are counted under [`Hidden`](crate::view::Hidden) as well.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Trace {
    pub side: Side,
    pub lair: Lair,
    pub trail: Trail,
}

/// All counters were of one lot.
pub(crate) fn nothing_remembered() -> ArrayVec<Lot, COUNTERS> {
    std::iter::repeat_n(some_lot(), COUNTERS).collect()
}

pub(crate) fn some_lot() -> Lot {
    1
}

/// A set of lots, one bit each.
type LotSet = u128;

fn has(lots: LotSet, lot: Lot) -> bool {
    lots >> lot & 1 != 0
}

impl State {
    /// The lot that a counter was put into when it was last known.
    #[inline]
    pub fn drawn_from(&self, counter: CounterId) -> Lot {
        self.drawn[counter.index()]
    }

    /// Nothing is remembered of the counters of a side: any of them may lie wherever one of them lies.
    pub(crate) fn forget(&mut self, side_of: impl Fn(CounterId) -> Side) {
        for number in 0..self.pieces.len() {
            let lot = first_lot(side_of(CounterId(number as u8)));
            (self.drawn[number], self.pieces[number].lot) = (lot, lot);
        }
    }

    /// Whether what has come into a lot lies in it or has gone into others.
    pub(crate) fn adds_up(&self, lot: Lot) -> bool {
        let went = |end: fn(&Flow) -> Lot| -> usize {
            self.flows.iter().filter(|flow| end(flow) == lot).map(|flow| usize::from(flow.count)).sum()
        };
        let begun = self.passed.iter().filter(|passed| passed.from == lot).count();
        let ended = self.passed.iter().filter(|passed| passed.to == lot).count();
        let drawn = self.drawn.iter().filter(|drawn| **drawn == lot).count();
        let lies = self.pieces.iter().filter(|piece| piece.lot == lot).count();
        drawn + begun + went(|flow| flow.to) == lies + ended + went(|flow| flow.from)
    }

    /// These lots and all into which counters of a sort may have come from them.
    fn lots_after(&self, lots: LotSet, sort: Option<Sort>) -> LotSet {
        self.spread(lots, sort, |flow| (flow.from, flow.to))
    }

    fn lots_before(&self, lots: LotSet, sort: Option<Sort>) -> LotSet {
        self.spread(lots, sort, |flow| (flow.to, flow.from))
    }

    fn spread(&self, mut lots: LotSet, sort: Option<Sort>, along: impl Fn(&Flow) -> (Lot, Lot)) -> LotSet {
        loop {
            let open = self.flows.iter().filter(|flow| sort.is_none_or(|sort| flow.may_be(sort)));
            let next = open.map(&along).filter(|(from, _)| has(lots, *from));
            let next = next.fold(lots, |all, (_, to)| all | 1 << to);
            if next == lots {
                return lots;
            }
            lots = next;
        }
    }

    fn lots_in_use(&self) -> LotSet {
        let drawn = self.drawn.iter().fold(0, |lots, lot| lots | 1 << lot);
        self.flows.iter().fold(drawn, |lots, flow| lots | 1 << flow.to | 1 << flow.from)
    }

    fn add_flow(&mut self, flow: Flow) {
        match self.flows.binary_search_by_key(&(flow.from, flow.to), |flow| (flow.from, flow.to)) {
            Ok(place) => {
                let known = &mut self.flows[place];
                known.count = known.count.saturating_add(flow.count);
                known.sort = known.sort.filter(|sort| flow.sort == Some(*sort));
            }
            Err(place) => self.flows.insert(place, flow),
        }
    }

    /// A lot becomes part of another one; gives the lots that have to do with it.
    fn fold(&mut self, lot: Lot, into: Lot) -> LotSet {
        let renamed = |other: Lot| if other == lot { into } else { other };
        for drawn in &mut self.drawn {
            *drawn = renamed(*drawn);
        }
        for piece in &mut self.pieces {
            piece.lot = renamed(piece.lot);
        }
        for passed in &mut self.passed {
            *passed = Passed { from: renamed(passed.from), to: renamed(passed.to), sort: passed.sort };
        }
        self.passed.retain(|passed| passed.from != passed.to);
        self.passed.sort_unstable();
        let mut near = 1 << into;
        let flows = std::mem::take(&mut self.flows);
        let between = flows.iter().find(|flow| (flow.from, flow.to) == (lot, into)).and_then(|flow| flow.sort);
        for flow in flows {
            let (from, to) = (renamed(flow.from), renamed(flow.to));
            if from != to {
                let sort = if flow.to == lot { flow.sort.or(between) } else { flow.sort };
                self.add_flow(Flow { from, to, count: flow.count, sort });
            }
            if from == into || to == into {
                near |= 1 << from | 1 << to;
            }
        }
        near
    }

    /// Lots that only hand on what another one has shuffled are part of that one; a lot of one counter hides nothing.
    fn simplify(&mut self, mut lots: LotSet) {
        while lots != 0 {
            let lot = lots.trailing_zeros() as Lot;
            lots &= lots - 1;
            let begun = self.passed.iter().any(|passed| passed.from == lot);
            let ended = self.passed.iter().any(|passed| passed.to == lot);
            let drawn = self.drawn.iter().filter(|drawn| **drawn == lot).count();
            let mut parents = self.flows.iter().filter(|flow| flow.to == lot).copied();
            let mut children = self.flows.iter().filter(|flow| flow.from == lot).map(|flow| flow.to);
            let (parents, children) = ([parents.next(), parents.next()], [children.next(), children.next()]);
            if let (0, false, [Some(Flow { from, sort: None, .. }), None]) = (drawn, begun, parents) {
                lots |= self.fold(lot, from);
                continue;
            }
            let lies = ended || self.pieces.iter().any(|piece| piece.lot == lot);
            if let (false, [Some(child), None]) = (lies, children) {
                lots |= self.fold(lot, child);
            } else if (drawn, begun, parents, children) == (1, false, [None; 2], [None; 2]) {
                self.all_known(1 << lot);
            }
        }
    }

    /// Everybody knows where the counters of these lots are; no flow leads out of them, nor in.
    fn all_known(&mut self, lots: LotSet) {
        for (drawn, piece) in self.drawn.iter_mut().zip(&mut self.pieces) {
            if has(lots, *drawn) && *drawn != KNOWN {
                (*drawn, piece.lot) = (KNOWN, KNOWN);
            }
        }
        self.flows.retain(|flow| !has(lots, flow.from));
        self.passed.retain(|passed| !has(lots, passed.from));
    }

    /// The lots by which a counter can have come from one lot to another.
    fn lots_between(&self, Passed { from, to, sort }: Passed) -> LotSet {
        self.lots_after(1 << from, Some(sort)) & self.lots_before(1 << to, Some(sort))
    }

    /// Whether there is but one way for it through these lots: it has a flow less than there are lots.
    fn is_one_way(&self, lots: LotSet, sort: Sort) -> bool {
        let open = self.flows.iter().filter(|flow| flow.may_be(sort));
        open.filter(|flow| has(lots, flow.from) && has(lots, flow.to)).count() + 1 == lots.count_ones() as usize
    }

    /// Takes a counter off the flows of the only way through these lots.
    fn take_off(&mut self, way: LotSet, sort: Sort) {
        for flow in &mut self.flows {
            let inner = has(way, flow.from) && has(way, flow.to) && flow.may_be(sort);
            flow.count = flow.count.saturating_sub(inner.into());
        }
        self.flows.retain(|flow| flow.count > 0);
        self.simplify(way);
    }

    /// Those who could have passed by several ways, of which only one is left.
    fn settle_passed(&mut self) {
        let way = |state: &State, passed: &Passed| {
            let way = state.lots_between(*passed);
            state.is_one_way(way, passed.sort).then_some((way, passed.sort))
        };
        while let Some((place, (way, sort))) =
            self.passed.iter().enumerate().find_map(|(place, passed)| Some((place, way(self, passed)?)))
        {
            self.passed.remove(place);
            self.take_off(way, sort);
        }
    }
}

fn first_lot(side: Side) -> Lot {
    1 + LOTS_OF_A_SIDE * side.index() as u8
}

impl Rules {
    /// 1.2.2b, 7.1: detachments are made and dummies put down without a word which they are.
    pub(crate) fn is_secretive(&self, counter: CounterId) -> bool {
        rule!("1.2.2b", self.counter(counter).detachment) || self.is_dummy(counter)
    }

    pub(crate) fn sort_of(&self, counter: CounterId) -> Sort {
        match counter {
            dummy if self.is_dummy(dummy) => Sort::Dummy,
            detachment if self.is_secretive(detachment) => Sort::Detachment,
            _ => Sort::Troops,
        }
    }

    /// Where a counter lies face down, or beside the map without anybody knowing; `None` of one that everybody can name.
    pub(crate) fn lair(&self, state: &State, counter: CounterId) -> Option<Lair> {
        if state.piece(counter).face_up { None } else { self.lair_face_down(state, counter) }
    }

    /// The same as if it lay face down.
    fn lair_face_down(&self, state: &State, counter: CounterId) -> Option<Lair> {
        let piece = state.piece(counter);
        match piece.whereabouts {
            Whereabouts::At(at) => Some(Lair::On { at, lying: piece.lying() }),
            Whereabouts::Pool | Whereabouts::Lost | Whereabouts::Captured => {
                self.is_secretive(counter).then(|| Lair::Off { dummy: self.is_dummy(counter) })
            }
            Whereabouts::Waiting | Whereabouts::Entering(_) | Whereabouts::Recalled => None,
        }
    }

    /// Some counters of a box are about to do what the others of their side there do not: of those that look alike nobody can
    /// tell any more which is which. To be called before they do it.
    pub(crate) fn part(&self, state: &mut State, leaving: &CounterSet) {
        let mut done = CounterSet::EMPTY;
        for counter in leaving.iter() {
            let piece = state.piece(counter);
            let (Some(at), false) = (piece.place(), piece.face_up || done.contains(counter)) else { continue };
            let (side, lying) = (self.side_of(counter), piece.lying());
            let looks_like_it = |other: &CounterId| {
                let piece = state.piece(*other);
                self.side_of(*other) == side && !piece.face_up && piece.lying() == lying
            };
            let alike: CounterSet = state.counters_in(at).filter(looks_like_it).collect();
            done = done.union(alike);
            if !alike.is_subset(leaving) {
                self.shuffle(state, side, &alike, None);
            }
        }
    }

    /// A dummy or a detachment is about to come from beside the map: any that lies there face down may be the one.
    pub(crate) fn part_from_pool(&self, state: &mut State, taken: CounterId) {
        let Some(lair @ Lair::Off { .. }) = self.lair(state, taken) else { return };
        let side = self.side_of(taken);
        let beside = |other: &CounterId| self.side_of(*other) == side && self.lair(state, *other) == Some(lair);
        let alike: CounterSet = self.all_counters().filter(beside).collect();
        self.shuffle(state, side, &alike, Some(self.sort_of(taken)));
    }

    /// Nobody can tell these counters of a side from each other. They are all of one sort, if it is known.
    fn shuffle(&self, state: &mut State, side: Side, alike: &CounterSet, sort: Option<Sort>) {
        let old: LotSet = alike.iter().fold(0, |lots, counter| lots | 1 << state.piece(counter).lot);
        // What lies beside the map is of one sort, and the others of its lot perhaps are not.
        let apart = |lot: Lot| sort.is_some_and(|sort| !self.is_all_of(state, lot, sort));
        let of_one = old.count_ones() == 1;
        if of_one && (!has(old, KNOWN) || alike.len() < 2) && !apart(old.trailing_zeros() as Lot) {
            return;
        }
        let (first, used) = (first_lot(side), state.lots_in_use());
        let free = (first..first + LOTS_OF_A_SIDE).find(|lot| !has(used, *lot));
        let room = state.flows.remaining_capacity() >= old.count_ones() as usize;
        let lot = match free.filter(|_| room) {
            Some(lot) => lot,
            None => {
                for other in first + 1..first + LOTS_OF_A_SIDE {
                    state.fold(other, first);
                }
                first
            }
        };
        for counter in alike.iter() {
            match state.piece(counter).lot {
                KNOWN => state.drawn[counter.index()] = lot,
                from if from != lot => state.add_flow(Flow { from, to: lot, count: 1, sort }),
                _ => {}
            }
            state.piece_mut(counter).lot = lot;
        }
        state.simplify(old & !1);
    }

    /// Whether all counters of a lot are of a sort, or all that are known.
    fn is_all_of(&self, state: &State, lot: Lot, sort: Sort) -> bool {
        lot == KNOWN
            || self.all_counters().all(|counter| state.drawn_from(counter) != lot || self.sort_of(counter) == sort)
                && state.flows.iter().all(|flow| flow.to != lot || flow.sort == Some(sort))
    }

    /// Everybody reads the name of a counter: it is no longer one of its lot.
    pub(crate) fn recognise(&self, state: &mut State, counter: CounterId) {
        if state.drawn_from(counter) == KNOWN {
            return;
        }
        // It may be any of those that looked like it and can be this one.
        let (side, lair, sort) = (self.side_of(counter), self.lair_face_down(state, counter), self.sort_of(counter));
        let possible = state.lots_after(1 << state.drawn_from(counter), Some(sort));
        let could_be_it = |other: &CounterId| {
            *other == counter
                || has(possible, state.piece(*other).lot)
                    && self.side_of(*other) == side
                    && self.lair(state, *other).is_some_and(|other| Some(other) == lair)
        };
        let alike: CounterSet = self.all_counters().filter(could_be_it).collect();
        let beside = matches!(lair, Some(Lair::Off { .. })).then_some(sort);
        self.shuffle(state, side, &alike, beside);

        let passed = Passed { from: state.drawn_from(counter), to: state.piece(counter).lot, sort };
        state.drawn[counter.index()] = KNOWN;
        state.piece_mut(counter).lot = KNOWN;
        let between = state.lots_between(passed);
        if state.is_one_way(between, sort) {
            state.take_off(between, sort);
            return;
        }
        if state.passed.is_full() {
            for lot in (1..LOTS).filter(|lot| *lot != passed.to && has(between, *lot)) {
                state.fold(lot, passed.to);
            }
        } else {
            state.passed.push(passed);
            state.passed.sort_unstable();
        }
        state.simplify(between);
    }

    /// A leader takes the place of another one, wherever that is.
    pub(crate) fn succeed(&self, state: &mut State, leader: CounterId, by: CounterId) {
        self.recognise(state, by);
        state.drawn[by.index()] = std::mem::replace(&mut state.drawn[leader.index()], KNOWN);
        state.piece_mut(by).lot = std::mem::replace(&mut state.piece_mut(leader).lot, KNOWN);
    }

    /// Lots whose counters lie together again hide nothing.
    pub(crate) fn gather_lots(&self, state: &mut State) {
        state.settle_passed();
        let mut together: LotSet = 0;
        let mut lots = state.lots_in_use() & !1;
        while lots != 0 {
            let mut bound: LotSet = 1 << lots.trailing_zeros();
            loop {
                let more = state.lots_before(state.lots_after(bound, None), None);
                if more == bound {
                    break;
                }
                bound = more;
            }
            lots &= !bound;
            let of_it = self.all_counters().filter(|counter| has(bound, state.piece(*counter).lot));
            let mut lairs = of_it.filter_map(|counter| self.lair(state, counter));
            let first = lairs.next();
            if lairs.all(|lair| Some(lair) == first) {
                together |= bound;
            }
        }
        state.all_known(together);
    }
}

#[cfg(test)]
mod tests;
