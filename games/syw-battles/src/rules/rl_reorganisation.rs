//! Chapter L: lines are straightened, and brigades come back.
//! Decides L.1a, L.1b, L.1c, L.1d, L.2a, L.2b, L.2c.

use arrayvec::ArrayVec;
use board::footprint::{self, Places};
use board::{Direction, Facing, Hand as Flank, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Formation};
use crate::event::{Event, Phase};
use crate::refusal::{No, Refusal, Ruling, Silent, refuse};
use crate::sequence::Frame;
use crate::state::{Fate, State};

use super::r6_disorganisation::PANIC;

/// How many reorganisation phases units have to have stood still for their brigade to come back (S38).
const STOOD: u8 = 2;

impl Rules {
    pub(crate) fn open_reorganisation(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.tried = CounterSet::EMPTY;
        self.count_standing(state);
        self.open_alternate(state, Frame::Reorganise, Phase::Reorganisation, events);
    }

    /// Each player in turn until both have passed (S41).
    pub(crate) fn go_on_reorganising(&self, state: &mut State, _: &mut impl Sink<Event>) -> bool {
        let able = |rules: &Rules, state: &State, side: Side| {
            let mine = rules.counters_of(side).difference(state.tried);
            mine.iter().any(|counter| rules.may_reorganise::<Silent>(state, side, counter).is_ok())
        };
        if self.whose_choice(state, able) {
            return true;
        }
        state.frames.pop();
        // Whoever was moved in this phase stands still from its end on.
        for unit in self.units.intersection(state.stirred) {
            state.stood[unit.index()] = 0;
        }
        state.stirred = CounterSet::EMPTY;
        state.frames.push(Frame::EndTurn);
        if state.turn < self.scenario.last_turn() && self.is_any_under_way(state) {
            state.frames.push(Frame::Muster);
        }
        false
    }

    /// L.2a, S38: how many reorganisation phases a unit has stood where it is.
    fn count_standing(&self, state: &mut State) {
        for unit in self.units {
            let still = state.is_out(unit) && !state.stirred.contains(unit);
            state.stood[unit.index()] = if still { (state.stood[unit.index()] + 1).min(STOOD) } else { 0 };
        }
    }

    /// L.1a, L.1d: counters in command, each once.
    fn may_reorganise<N: No>(&self, state: &State, side: Side, counter: CounterId) -> Result<(), N> {
        let said = |case, words| refuse(case, words).unit(counter);
        if self.side_of(counter) != side || !state.on_map(counter) || state.formation(counter) == Formation::Brigade {
            return Err(N::because(|| said(case!("L.1a"), "{unit} is no counter of yours on the map")));
        }
        if state.tried.contains(counter) {
            return Err(N::because(|| {
                said(case!("L.1a"), "{unit} has been moved in this phase").also(&[case!("L.1c")])
            }));
        }
        let out = state.out_of_command.contains(counter) || state.formation(counter) == Formation::Panicked;
        if rule!("L.1d", out && !self.is_leader(counter)) {
            return Err(N::because(|| said(case!("L.1d"), "{unit} is out of command")));
        }
        Ok(())
    }

    /// L.1a: back or sideways; L.1c: leaders any way.
    pub(crate) fn may_shift(&self, state: &State, side: Side, counter: CounterId, to: Hex) -> Ruling {
        self.may_reorganise::<Refusal>(state, side, counter)?;
        let here = state.hex_of(counter);
        let said = |words| refuse(case!("L.1a"), words).unit(counter).place(to).also(&[case!("L.1c")]);
        let Some(way) = self.ground.grid.direction_between(here, to) else {
            return Err(said("{place} is not next to {unit}"));
        };
        if self.forward_of(state, counter).contains(&way) {
            return Err(said("{unit} goes back or sideways, not forward to {place}"));
        }
        match self.is_free_behind(state, counter, way) {
            true => Ok(()),
            false => Err(said("{unit} finds no room in {place}").also(&[case!("5.4a"), case!("5.4d")])),
        }
    }

    /// The ways that lead a counter forward: of what looks somewhere into its front, of the others nearer to the enemy; of
    /// leaders none (L.1c).
    fn forward_of(&self, state: &State, counter: CounterId) -> ArrayVec<Direction, 6> {
        if self.is_leader(counter) && rule!("L.1c", true) {
            return ArrayVec::new();
        }
        if state.formation(counter).has_facing() {
            return self.ahead(state, counter).into_iter().filter(|_| rule!("L.1a", true)).collect();
        }
        let here = state.hex_of(counter);
        let enemy = self.nearest_enemy(state, counter, here);
        let nearer = |way: &Direction| {
            let to = self.ground.grid.neighbour(here, *way);
            let known = enemy.is_some() && to.is_some();
            rule!("L.1a", known && self.ground.distance(to, enemy) < self.ground.distance(here, enemy))
        };
        Direction::ALL.into_iter().filter(nearer).collect()
    }

    /// L.1a: one vertex or hexside, for what is one hex long.
    pub(crate) fn may_dress(&self, state: &State, side: Side, counter: CounterId, facing: Facing) -> Ruling {
        self.may_reorganise::<Refusal>(state, side, counter)?;
        let said = |case, words| refuse(case, words).unit(counter);
        let formation = state.formation(counter);
        if !formation.has_facing() {
            return Err(said(case!("L.1a"), "{unit} looks nowhere"));
        }
        if self.places(state, counter).len() > 1 {
            return Err(said(case!("L.1b"), "{unit} is too long to turn on the spot").also(&[case!("L.1a")]));
        }
        if facing.is_vertex() != formation.faces_vertex() {
            return Err(said(case!("L.1a"), "{unit} does not look that way").also(&[case!("3.11a"), case!("3.12a")]));
        }
        match rule!("L.1a", state.facing(counter).steps_to(facing) != Some(1)) {
            true => Err(said(case!("L.1a"), "{unit} turns by one vertex or hexside")),
            false => Ok(()),
        }
    }

    /// L.1b: a Line of one or two hexes wheels backward once; three hexes do not wheel. One hex wheels where it stands.
    pub(crate) fn may_swing(&self, state: &State, side: Side, counter: CounterId, about: Flank) -> Ruling {
        self.may_reorganise::<Refusal>(state, side, counter)?;
        let places = self.places(state, counter);
        let short = self.counter(counter).is_brigade() && (1..=2).contains(&places.len());
        let wheels = short && state.formation(counter) == Formation::Line;
        if rule!("L.1b", !wheels) || !wheels {
            return Err(refuse(case!("L.1b"), "only a brigade in Line of one or two hexes wheels back, not {unit}")
                .unit(counter));
        }
        if places.len() == 1 {
            return Ok(());
        }
        match self.wheel_back_of(&places, state.facing(counter), about) {
            Some(wheel) => self.may_sweep(state, counter, &wheel),
            None => Err(refuse(case!("L.1b"), "{unit} would leave the map").unit(counter)),
        }
    }

    pub(crate) fn may_reform(&self, state: &State, side: Side, brigade: CounterId) -> Ruling {
        let said = |words| refuse(case!("L.2a"), words).unit(brigade);
        if self.side_of(brigade) != side || !self.counter(brigade).is_brigade() {
            return Err(said("{unit} is no brigade of yours"));
        }
        if state.fate[brigade.index()] != Fate::Dissolved {
            return Err(said("{unit} has its counter"));
        }
        match self.reformed(state, brigade).is_some() {
            true => Ok(()),
            false => Err(said("more than half of {unit} has to stand together, well formed and still, for two turns")
                .also(&[case!("L.1d")])),
        }
    }

    /// The units of a dissolved brigade that are well formed and have stood still.
    fn standing_still(&self, state: &State, brigade: CounterId) -> CounterSet {
        let still = |unit: &&CounterId| {
            state.is_out(**unit)
                && matches!(state.formation(**unit), Formation::Line | Formation::Column)
                && state.stood[unit.index()] > 0
                && !state.stirred.contains(**unit)
        };
        match state.fate[brigade.index()] == Fate::Dissolved {
            true => self.counter(brigade).units.iter().filter(still).copied().collect(),
            false => CounterSet::EMPTY,
        }
    }

    /// Those of them that stand together, if they are more than half of the brigade.
    fn reforming(&self, state: &State, brigade: CounterId) -> CounterSet {
        let still = self.standing_still(state, brigade);
        let groups = still.iter().map(|first| self.together_with(state, first, still));
        groups.into_iter().find(|group| self.is_more_than_half(brigade, *group)).unwrap_or(CounterSet::EMPTY)
    }

    fn is_more_than_half(&self, brigade: CounterId, units: CounterSet) -> bool {
        2 * units.len() > self.counter(brigade).units.len()
    }

    /// Those of some units that are joined to one of them hex by hex.
    fn together_with(&self, state: &State, first: CounterId, units: CounterSet) -> CounterSet {
        let (mut joined, mut grown) = (CounterSet::from_iter([first]), true);
        while grown {
            grown = false;
            for unit in units.difference(joined) {
                let near = |other: CounterId| self.ground.distance(state.hex_of(unit), state.hex_of(other)) <= 1;
                if joined.iter().any(near) {
                    joined.insert(unit);
                    grown = true;
                }
            }
        }
        joined
    }

    /// Where the counter of a brigade would lie: in a row or column through the hexes of its units, which look the same way;
    /// with the most of them, and more than half.
    fn reformed(&self, state: &State, brigade: CounterId) -> Option<(Places, CounterSet)> {
        // 3.12e: in wood and village there are no brigade counters.
        let ready = |unit: &CounterId| {
            state.stood[unit.index()] >= STOOD
                && !self.is_loose(state, *unit)
                && !rule!("L.1d", state.out_of_command.contains(*unit))
        };
        let still: CounterSet = self.standing_still(state, brigade).iter().filter(ready).collect();
        let mut best: Option<(Places, CounterSet)> = None;
        for first in still {
            let (formation, facing) = (state.formation(first), state.facing(first));
            let alike = |unit: &CounterId| (state.formation(*unit), state.facing(*unit)) == (formation, facing);
            let near = self.ground.around(state.hex_of(first));
            for start in std::iter::once(state.hex_of(first)).chain(near) {
                let Some(places) = self.counter_laid(brigade, (formation, facing), start) else { continue };
                let covered = |unit: &CounterId| places.contains(&state.hex_of(*unit));
                let units: CounterSet = still.iter().filter(alike).filter(covered).collect();
                let joined = self.together_with(state, first, units) == units;
                let enough = rule!("L.2a", joined && self.is_more_than_half(brigade, units));
                let more = best.as_ref().is_none_or(|(_, known)| units.len() > known.len());
                if enough && more && units.contains(first) && self.is_room_for(state, brigade, &places) {
                    best = Some((places, units));
                }
            }
        }
        best
    }

    /// The hexes of a brigade counter that begins in a hex.
    fn counter_laid(&self, brigade: CounterId, (formation, facing): (Formation, Facing), start: Hex) -> Option<Places> {
        let (grid, length) = (&self.ground.grid, usize::from(self.counter(brigade).length));
        match formation {
            Formation::Line => footprint::row(grid, start, facing, length),
            Formation::Column => footprint::column(grid, start, facing, length),
            Formation::Brigade
            | Formation::Dispersed
            | Formation::Shaken
            | Formation::Panicked
            | Formation::Unlimbered
            | Formation::Limbered
            | Formation::None => None,
        }
    }

    fn is_room_for(&self, state: &State, brigade: CounterId, places: &[Hex]) -> bool {
        places.iter().all(|hex| {
            self.ground.class(*hex) != crate::tables::Class::Impassable
                && !self.is_enemys(state, self.side_of(brigade), *hex)
                && self.may_stack::<Silent>(state, brigade, *hex).is_ok()
        })
    }

    pub(crate) fn list_reorganisation(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        for counter in self.counters_of(side).difference(state.tried) {
            if self.counter(counter).is_brigade()
                && state.fate[counter.index()] == Fate::Dissolved
                && self.may_reform(state, side, counter).is_ok()
            {
                actions.push(Action::Reform(counter));
            }
            if self.may_reorganise::<Silent>(state, side, counter).is_err() {
                continue;
            }
            let (here, forward) = (state.hex_of(counter), self.forward_of(state, counter));
            for way in Direction::ALL {
                if !forward.contains(&way) && self.is_free_behind(state, counter, way) {
                    actions.push(Action::Shift(counter, self.ground.grid.neighbour(here, way)));
                }
            }
            if state.formation(counter).has_facing() {
                let (now, long) = (state.facing(counter), self.is_long(counter));
                for hand in Flank::BOTH {
                    // What is one hex long may always turn by one.
                    let action = Action::Dress(counter, now.turned(hand));
                    if !long || self.judge(state, side, &action).is_ok() {
                        actions.push(action);
                    }
                    // Of one hex a turn says the same.
                    let swings = long && self.places(state, counter).len() > 1;
                    if swings && self.judge(state, side, &Action::Swing(counter, hand)).is_ok() {
                        actions.push(Action::Swing(counter, hand));
                    }
                }
            }
        }
        actions.push(Action::EndReorganisation);
    }

    pub(crate) fn shift(&self, state: &mut State, counter: CounterId, to: Hex, events: &mut impl Sink<Event>) {
        let riders = self.riders(state, counter);
        state.tried.insert(counter);
        self.step_back(state, counter, to, events);
        state.tried = state.tried.union(riders);
        events.event(Event::Reorganised { unit: counter });
        self.alternate(state);
    }

    /// D.0c, L.1a: units on a brigade counter, which go along with it, and have had their move then.
    fn riders(&self, state: &State, brigade: CounterId) -> CounterSet {
        let places = self.places(state, brigade);
        self.counter(brigade).units.iter().copied().filter(|unit| places.contains(&state.hex_of(*unit))).collect()
    }

    pub(crate) fn dress(&self, state: &mut State, counter: CounterId, facing: Facing, events: &mut impl Sink<Event>) {
        state.tried.insert(counter);
        self.face(state, counter, facing, events);
        self.stir_units(state, counter);
        events.event(Event::Reorganised { unit: counter });
        self.alternate(state);
    }

    pub(crate) fn swing_back(
        &self,
        state: &mut State,
        counter: CounterId,
        about: Flank,
        events: &mut impl Sink<Event>,
    ) {
        if self.places(state, counter).len() == 1 {
            let to = if about == Flank::Right { Flank::Left } else { Flank::Right };
            self.dress(state, counter, state.facing(counter).turned(to), events);
            return;
        }
        let riders = self.riders(state, counter);
        state.tried.insert(counter);
        let Some(wheel) = self.wheel_back_of(&self.places(state, counter), state.facing(counter), about) else {
            return;
        };
        state.facing[counter.index()] = wheel.facing;
        self.bring_long(state, counter, &wheel.places, events);
        state.tried = state.tried.union(riders);
        events.event(Event::Wheeled { unit: counter, hand: about, backward: true, facing: wheel.facing });
        self.alternate(state);
    }

    fn stir_units(&self, state: &mut State, counter: CounterId) {
        for unit in &self.counter(counter).units {
            state.stirred.insert(*unit);
        }
    }

    /// L.2a, L.2c: the counter comes back, and takes in the units that stood for it.
    pub(crate) fn reform(&self, state: &mut State, brigade: CounterId, events: &mut impl Sink<Event>) {
        let Some((places, units)) = self.reformed(state, brigade) else { return };
        let Some(first) = units.first() else { return };
        let (formation, facing) = (state.formation(first), state.facing(first));
        state.tried.insert(brigade);
        for unit in units {
            if rule!("L.2c", true) {
                self.lift(state, unit);
                state.at[unit.index()] = Hex::NONE;
                state.formation[unit.index()] = Formation::Brigade;
                state.stood[unit.index()] = 0;
            }
        }
        state.fate[brigade.index()] = Fate::OnMap;
        state.formation[brigade.index()] = formation;
        state.facing[brigade.index()] = facing;
        self.cover(state, brigade, &places);
        events.event(Event::Reformed { brigade });
        self.alternate(state);
    }

    /// L.2b: one of the units that stand to be a brigade again is disorganised or panics by fire or a charge: all are.
    pub(crate) fn break_reforming(
        &self,
        state: &mut State,
        unit: CounterId,
        to: Formation,
        events: &mut impl Sink<Event>,
    ) {
        let brigade = self.counter(unit).brigade;
        let fought = state.frames.iter().any(|frame| matches!(frame, Frame::Fire { .. } | Frame::Charges));
        if brigade.is_none() || !fought || state.fate[brigade.index()] != Fate::Dissolved {
            return;
        }
        // The unit itself has left its formation already.
        let others = self.reforming_with(state, brigade, unit);
        for other in others {
            state.stood[other.index()] = 0;
        }
        for other in others {
            if !rule!("L.2b", true) {
                continue;
            }
            if to == Formation::Panicked {
                self.panic(state, other, PANIC, events);
            } else {
                state.formation[other.index()] = Formation::Shaken;
                events.event(Event::Shaken { unit: other });
            }
        }
    }

    /// The others of those who stood with a unit to become a brigade again.
    fn reforming_with(&self, state: &mut State, brigade: CounterId, unit: CounterId) -> CounterSet {
        if state.stood[unit.index()] == 0 || state.stirred.contains(unit) {
            return CounterSet::EMPTY;
        }
        let now = state.formation(unit);
        state.formation[unit.index()] = Formation::Line;
        let stood = self.reforming(state, brigade);
        state.formation[unit.index()] = now;
        state.stood[unit.index()] = 0;
        let mut others = stood;
        others.remove(unit);
        if stood.contains(unit) { others } else { CounterSet::EMPTY }
    }
}
