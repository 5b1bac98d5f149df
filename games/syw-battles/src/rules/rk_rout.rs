//! Chapter K: units still Panicked run for their retreat route.
//! Decides K.0a, K.0b, K.0c, K.0d, K.0e.

use arrayvec::ArrayVec;
use board::{Direction, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Formation};
use crate::event::{Event, Phase};
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::{Fate, State};

/// How many units of any kind may end their rout in a hex (K.0c).
const TOGETHER: usize = 2;

impl Rules {
    pub(crate) fn open_rout(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.tried = CounterSet::EMPTY;
        state.spared = CounterSet::EMPTY;
        // K.0c: who has run in this phase is known by having stirred in it.
        let panicked = |unit: &CounterId| state.formation(*unit) == Formation::Panicked;
        let steady: CounterSet = state.stirred.iter().filter(|unit| !panicked(unit)).collect();
        state.stirred = steady;
        self.open_alternate(state, Frame::Rout, Phase::Rout, events);
    }

    /// K.0a: everybody who is still Panicked runs; nobody may be left out.
    pub(crate) fn go_on_with_rout(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let runs = |rules: &Rules, state: &State, side: Side| rules.routers(state, side).first().is_some();
        if self.whose_choice(state, runs) {
            return true;
        }
        state.frames.pop();
        self.open_reorganisation(state, events);
        false
    }

    /// The Panicked units of a side that have not run yet; K.0d: those that panicked in this phase do not.
    pub(crate) fn routers(&self, state: &State, side: Side) -> CounterSet {
        let mine = self.units.intersection(self.counters_of(side)).difference(state.tried);
        let panicked = |unit: &CounterId| state.on_map(*unit) && state.formation(*unit) == Formation::Panicked;
        mine.iter().filter(panicked).filter(|unit| !rule!("K.0d", state.spared.contains(*unit))).collect()
    }

    pub(crate) fn may_rout(&self, state: &State, side: Side, unit: CounterId) -> Ruling {
        match self.routers(state, side).contains(unit) && rule!("K.0a", true) {
            true => Ok(()),
            false => Err(refuse(case!("K.0a"), "{unit} does not rout now").unit(unit)),
        }
    }

    pub(crate) fn rout(&self, state: &mut State, unit: CounterId) {
        state.tried.insert(unit);
        self.alternate(state);
        let left = self.allowance(state, unit);
        state.frames.push(Frame::Routing { unit, left });
    }

    /// The ways on which a unit can run: toward the edge if any leads there, else along it, never away (K.0b).
    fn ways_out(&self, state: &State, unit: CounterId, left: u8) -> ArrayVec<(Hex, u8), 6> {
        let (hex, side) = (state.hex_of(unit), self.side_of(unit));
        let distance = |hex: Hex| self.retreat_distance[side.index()][hex.index()];
        let mut ways: ArrayVec<(Hex, u8), 6> = ArrayVec::new();
        let mut nearest = u16::MAX;
        for way in Direction::ALL {
            let to = self.ground.grid.neighbour(hex, way);
            if to.is_none() || rule!("K.0b", distance(to) > distance(hex)) {
                continue;
            }
            let Some(price) = self.price(state, unit, hex, way) else { continue };
            // K.0e: never into enemies.
            if price.cost > left || rule!("K.0e", self.is_enemys(state, side, to)) {
                continue;
            }
            nearest = nearest.min(distance(to));
            ways.push((to, price.cost));
        }
        ways.retain(|(to, _)| distance(*to) == nearest);
        ways
    }

    /// Carries a rout on; true while its owner has to choose the way.
    pub(crate) fn go_on_routing(
        &self,
        state: &mut State,
        (unit, left): (CounterId, u8),
        events: &mut impl Sink<Event>,
    ) -> bool {
        if !state.on_map(unit) {
            state.frames.pop();
            return false;
        }
        // K.0e
        if rule!("K.0e", self.is_surrounded(state, unit)) {
            state.frames.pop();
            self.capture(state, unit, events);
            return false;
        }
        let side = self.side_of(unit);
        if left > 0 && self.retreat[side.index()].contains(state.hex_of(unit)) {
            state.frames.pop();
            events.event(Event::RoutedOff { unit });
            self.remove(state, unit, Fate::Routed);
            self.settle_brigade(state, self.counter(unit).brigade, events);
            return false;
        }
        match self.ways_out(state, unit, left).as_slice() {
            [] => {
                self.end_rout(state, unit, left, events);
                false
            }
            [(only, _)] => {
                let only = *only;
                self.run_to(state, only, events);
                false
            }
            _ => true,
        }
    }

    pub(crate) fn may_run(&self, state: &State, (unit, left): (CounterId, u8), to: Hex) -> Ruling {
        match self.ways_out(state, unit, left).iter().any(|(way, _)| *way == to) {
            true => Ok(()),
            false => Err(refuse(case!("K.0b"), "{unit} does not run to {place}: it makes for its retreat")
                .unit(unit)
                .place(to)
                .also(&[case!("K.0a")])),
        }
    }

    pub(crate) fn list_running(&self, state: &State, (unit, left): (CounterId, u8), actions: &mut Vec<Action>) {
        actions.extend(self.ways_out(state, unit, left).iter().map(|(to, _)| Action::Run(*to)));
    }

    /// One hex farther; friends in it are disordered at once (K.0d).
    pub(crate) fn run_to(&self, state: &mut State, to: Hex, events: &mut impl Sink<Event>) {
        let Frame::Routing { unit, left } = state.frame() else { return };
        let Some((_, cost)) = self.ways_out(state, unit, left).into_iter().find(|(way, _)| *way == to) else { return };
        state.frames.pop();
        state.frames.push(Frame::Routing { unit, left: left - cost });
        let from = state.hex_of(unit);
        let friends = self.units_in(state, to);
        self.bring(state, unit, to, events);
        events.event(Event::Ran { unit, from, to });
        for friend in friends {
            let steady = state.on_map(friend) && state.formation(friend) != Formation::Panicked;
            if steady && rule!("K.0d", true) {
                self.disorganise(state, friend, events);
            }
        }
    }

    /// The rout is over. K.0c: two may end together; unlike units that began together and could not part are not both kept.
    fn end_rout(&self, state: &mut State, unit: CounterId, left: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let hex = state.hex_of(unit);
        let stayed = left == self.allowance(state, unit);
        let arm = self.counter(unit).arm();
        let others = self.units_in(state, hex);
        let unlike = others.iter().any(|it| {
            state.formation(*it) == Formation::Panicked
                && self.counter(*it).arm() != arm
                && state.tried.contains(*it)
                && !state.stirred.contains(*it)
        });
        if rule!("K.0c", stayed && unlike) {
            self.capture(state, unit, events);
            return;
        }
        let routed = others.iter().all(|it| state.formation(*it) == Formation::Panicked);
        let together = routed && others.len() <= TOGETHER && rule!("K.0c", true);
        if !together && self.too_much(self.load_in(state, hex, CounterId::NONE)).is_some() {
            state.frames.push(Frame::Unstack { hex });
        }
    }
}
