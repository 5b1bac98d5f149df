//! The rules and data of one game, and where its counters stand.

use arrayvec::ArrayVec;
use board::{Direction, Facing, Hex, MapFile};
use kernel::{Seat, SeatInfo, Side, Sink};
use kit::small::{Few, Table};

use crate::Event;
use crate::counters::{Arm, BOTH, COUNTERS, Counter, CounterId, CounterSet, Kind, Rank, SIDES, Start, enemy_of};
use crate::ground::{Ground, HexSet};
use crate::scenario::{Scenario, TurnInfo};
use crate::standing::Standing;
use crate::state::{Combat, ENTRIES, Fate, Hand, OBJECTIVES, State};
use crate::tables::Tables;

/// The rules and data of one game: everything that does not change while it is played.
#[derive(Clone, Debug)]
pub struct Rules {
    pub scenario: Scenario,
    pub map: MapFile,
    pub ground: Ground,
    /// Units first, then commanders.
    pub counters: Vec<Counter>,
    pub tables: Tables,
    pub(crate) seats: [SeatInfo; 2],
    /// The number of units; the counters behind them are commanders.
    pub(crate) units: u8,
    of_side: [CounterSet; 2],
    pub(crate) guns: CounterSet,
    pub(crate) cavalry: CounterSet,
    pub(crate) infantry: CounterSet,
    /// By unit: the commanders set over it (11.4b).
    pub(crate) obeys: Vec<CounterSet>,
    /// Hexes by which arrivals come.
    pub(crate) entries: ArrayVec<Hex, ENTRIES>,
}

impl Rules {
    pub fn new(scenario: Scenario, map: MapFile, counters: Vec<Counter>, tables: Tables) -> Rules {
        assert!(
            counters.len() <= COUNTERS && map.grid.len() <= HexSet::CAPACITY && scenario.objectives.len() <= OBJECTIVES,
            "checked when the data was read"
        );
        let ground = Ground::compile(&map, &tables);
        let with = |test: &dyn Fn(&Counter) -> bool| -> CounterSet {
            let numbered = counters.iter().zip(0..).filter(|(counter, _)| test(counter));
            numbered.map(|(_, index)| CounterId(index)).collect()
        };
        let commanders = || counters.iter().zip(0..).filter(|(counter, _)| counter.is_commander());
        let over = |unit: u8| commanders().filter(move |(commander, _)| commander.commands.contains(CounterId(unit)));
        let obeys = (0..counters.len() as u8).map(|unit| over(unit).map(|(_, index)| CounterId(index)).collect());
        let mut entries = ArrayVec::new();
        for counter in &counters {
            if let Start::Enters(hex, _) = counter.start
                && !entries.contains(&hex)
            {
                // A scenario has fewer entry hexes than this; those beyond would not queue.
                let _ = entries.try_push(hex);
            }
        }
        let seat =
            |side: Side| SeatInfo { id: SIDES.id(side).into(), name: scenario.side_names[side.index()].clone(), side };
        Rules {
            seats: BOTH.map(seat),
            units: counters.iter().filter(|counter| !counter.is_commander()).count() as u8,
            of_side: BOTH.map(|side| with(&|counter| counter.side == side)),
            // 2.3: the letter says which units are guns.
            guns: with(&|counter| rule!("2.3", counter.is_gun())),
            cavalry: with(&Counter::is_cavalry),
            infantry: with(&Counter::is_infantry),
            obeys: obeys.collect(),
            entries,
            scenario,
            map,
            ground,
            counters,
            tables,
        }
    }

    #[inline]
    pub fn counter(&self, counter: CounterId) -> &Counter {
        &self.counters[counter.index()]
    }

    #[inline]
    pub fn side_of(&self, counter: CounterId) -> Side {
        self.counter(counter).side
    }

    /// Units and commanders of a side, on the map or not.
    #[inline]
    pub fn counters_of(&self, side: Side) -> CounterSet {
        self.of_side[side.index()]
    }

    #[inline]
    pub fn is_unit(&self, counter: CounterId) -> bool {
        counter.0 < self.units
    }

    #[inline]
    pub fn is_gun(&self, counter: CounterId) -> bool {
        self.guns.contains(counter)
    }

    #[inline]
    pub fn is_cavalry(&self, counter: CounterId) -> bool {
        self.cavalry.contains(counter)
    }

    #[inline]
    pub fn is_infantry(&self, counter: CounterId) -> bool {
        self.infantry.contains(counter)
    }

    #[inline]
    pub(crate) fn arm_of(&self, counter: CounterId) -> Arm {
        self.counter(counter).kind.arm()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = CounterId> + use<> {
        (0..self.counters.len() as u8).map(CounterId)
    }

    /// Every seat of this title has a side of its own.
    pub fn seat_of(side: Side) -> Seat {
        Seat(side.0)
    }

    pub fn find(&self, id: &str) -> Option<CounterId> {
        self.counters.iter().position(|counter| counter.id == id).map(|index| CounterId(index as u8))
    }

    pub fn label(&self, counter: CounterId) -> String {
        self.counters.get(counter.index()).map_or_else(|| "no unit".into(), |it| format!("{} ({})", it.name, it.id))
    }

    /// The units in a hex.
    #[inline]
    pub fn units_in<'s>(&self, state: &'s State, hex: Hex) -> impl Iterator<Item = CounterId> + use<'s> {
        let units = self.units;
        state.counters_in(hex).take_while(move |counter| counter.0 < units)
    }

    #[inline]
    pub fn commanders_in<'s>(&self, state: &'s State, hex: Hex) -> impl Iterator<Item = CounterId> + use<'s> {
        let units = self.units;
        state.counters_in(hex).filter(move |counter| counter.0 >= units)
    }

    /// Strength points in a hex.
    #[inline]
    pub fn points_in(&self, state: &State, hex: Hex) -> u16 {
        // 6.11: commanders and markers count for nothing.
        let led = if rule!("6.11", true) { 0 } else { self.commanders_in(state, hex).count() as u16 };
        self.units_in(state, hex).map(|unit| state.points(unit)).sum::<u16>() + led
    }

    #[inline]
    pub fn is_held_by(&self, state: &State, side: Side, hex: Hex) -> bool {
        hex.is_some() && state.occupied[side.index()].contains(hex)
    }

    /// 4.21: whether the enemy keeps a counter out of a hex: with a unit, and a commander also with one who stands alone.
    pub(crate) fn is_shut_to(&self, state: &State, counter: CounterId, hex: Hex) -> bool {
        let enemy = enemy_of(self.side_of(counter));
        self.is_held_by(state, enemy, hex)
            || (!self.is_unit(counter) && self.commanders_in(state, hex).any(|other| self.side_of(other) == enemy))
    }

    #[inline]
    pub(crate) fn turn_info(&self, state: &State) -> &TurnInfo {
        let first = self.scenario.turns[0].number;
        let place = usize::from(state.turn.saturating_sub(first)).min(self.scenario.turns.len() - 1);
        &self.scenario.turns[place]
    }

    #[inline]
    pub fn night(&self, state: &State) -> bool {
        self.turn_info(state).night
    }

    #[inline]
    pub fn snow(&self, state: &State) -> bool {
        self.turn_info(state).snow
    }

    /// A position with nothing on the map, before the first turn.
    pub(crate) fn empty_state(&self) -> State {
        State {
            turn: self.scenario.turns[0].number,
            holder: None,
            player: BOTH[0],
            frames: ArrayVec::new(),
            at: Table([Hex::NONE; COUNTERS]),
            fate: Table([Fate::None; COUNTERS]),
            strength: Table([0; COUNTERS]),
            facing: Table([Facing::side(Direction::North); COUNTERS]),
            top: Table([CounterId::NONE; HexSet::CAPACITY]),
            below: Table([CounterId::NONE; COUNTERS]),
            occupied: [HexSet::EMPTY; 2],
            disorganized: CounterSet::EMPTY,
            uncommanded: CounterSet::EMPTY,
            square: CounterSet::EMPTY,
            wounded: CounterSet::EMPTY,
            chief: BOTH.map(|side| self.printed_chief(side)),
            chief_killed: [false; 2],
            rallied: CounterSet::EMPTY,
            pinned: CounterSet::EMPTY,
            fired: CounterSet::EMPTY,
            fired_in_phase: CounterSet::EMPTY,
            reacted: CounterSet::EMPTY,
            limbered: CounterSet::EMPTY,
            square_fired: CounterSet::EMPTY,
            moved: CounterSet::EMPTY,
            marched: CounterSet::EMPTY,
            entered: CounterSet::EMPTY,
            queue: [0; ENTRIES],
            left_square: CounterSet::EMPTY,
            hand: Hand::NONE,
            crowded: Hex::NONE,
            vacated: Few::new(),
            withdrawn: CounterSet::EMPTY,
            marker: CounterSet::EMPTY,
            marker_fought: CounterSet::EMPTY,
            aim: Table([Hex::NONE; COUNTERS]),
            origin: Table([Hex::NONE; COUNTERS]),
            charged: CounterSet::EMPTY,
            poised: CounterSet::EMPTY,
            spent: CounterSet::EMPTY,
            countercharged: CounterSet::EMPTY,
            fought: CounterSet::EMPTY,
            attacked: CounterSet::EMPTY,
            duty: CounterSet::EMPTY,
            combat: Combat::none(),
            hits: Table([0; COUNTERS]),
            losses: [0; 2],
            command: BOTH.map(|side| self.scenario.command_factor[side.index()].unwrap_or(0)),
            activated: 0,
            current_group: 0,
            control: [None; OBJECTIVES],
            standing: [Standing::default(); 2],
        }
    }

    /// The commander whom the scenario sets over the army.
    fn printed_chief(&self, side: Side) -> CounterId {
        let chief = |counter: &Counter| counter.side == side && counter.kind == Kind::Commander(Rank::Army);
        self.counters.iter().position(chief).map_or(CounterId::NONE, |index| CounterId(index as u8))
    }

    /// The set-up of the scenario (S.setup).
    pub(crate) fn set_up(&self) -> State {
        let mut state = self.empty_state();
        for (index, counter) in self.counters.iter().enumerate() {
            let id = CounterId(index as u8);
            // 2.3b: strength is kept point by point.
            state.strength[index] = counter.strength;
            match counter.start {
                Start::At(hex, facing) => {
                    state.fate[index] = Fate::OnMap;
                    state.facing[index] = facing;
                    self.put(&mut state, id, hex);
                }
                Start::Enters(..) => state.fate[index] = Fate::Waiting,
                Start::Nowhere => {}
            }
        }
        for (index, objective) in self.scenario.objectives.iter().enumerate() {
            let standing = BOTH.into_iter().find(|side| self.is_held_by(&state, *side, objective.hex));
            state.control[index] = standing.or(objective.owner);
        }
        state
    }

    /// Puts a counter on the map.
    pub(crate) fn put(&self, state: &mut State, counter: CounterId, hex: Hex) {
        state.at[counter.index()] = hex;
        // Stacks are kept in roster order.
        let mut above = CounterId::NONE;
        let mut next = state.top[hex.index()];
        while !next.is_none() && next < counter {
            above = next;
            next = state.below[next.index()];
        }
        state.below[counter.index()] = next;
        if above.is_none() {
            state.top[hex.index()] = counter;
        } else {
            state.below[above.index()] = counter;
        }
        if self.is_unit(counter) {
            state.occupied[self.side_of(counter).index()].insert(hex);
        }
    }

    /// Takes a counter off its hex; `at` keeps saying where it was.
    pub(crate) fn lift(&self, state: &mut State, counter: CounterId) {
        let hex = state.hex_of(counter);
        let after = state.below[counter.index()];
        if state.top[hex.index()] == counter {
            state.top[hex.index()] = after;
        } else {
            let mut above = state.top[hex.index()];
            while state.below[above.index()] != counter {
                above = state.below[above.index()];
            }
            state.below[above.index()] = after;
        }
        state.below[counter.index()] = CounterId::NONE;
        if self.is_unit(counter) && self.units_in(state, hex).next().is_none() {
            state.occupied[self.side_of(counter).index()].remove(hex);
        }
    }

    /// Moves a counter to a hex, with everything that follows from its being there: control of objectives, and enemy
    /// commanders left alone (11.61).
    pub(crate) fn bring(&self, state: &mut State, counter: CounterId, to: Hex, events: &mut impl Sink<Event>) {
        if state.on_map(counter) {
            self.lift(state, counter);
        }
        state.fate[counter.index()] = Fate::OnMap;
        self.put(state, counter, to);
        if self.is_unit(counter) {
            self.take_control(state, self.side_of(counter), to, events);
            self.capture_commanders(state, self.side_of(counter), to, events);
        }
    }

    /// Removes a unit from the game.
    pub(crate) fn eliminate(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        if !state.on_map(unit) {
            return;
        }
        let hex = state.hex_of(unit);
        events.event(Event::Eliminated { unit, at: hex });
        self.expose(state, unit);
        self.note_beaten(state, unit);
        self.lift(state, unit);
        state.fate[unit.index()] = Fate::Lost;
        state.strength[unit.index()] = 0;
        for set in [
            &mut state.disorganized,
            &mut state.uncommanded,
            &mut state.square,
            &mut state.marker,
            &mut state.duty,
            &mut state.combat.testing,
            &mut state.combat.retreating,
        ] {
            set.remove(unit);
        }
        state.hits[unit.index()] = 0;
        // 13.11c: without infantry there is no square.
        if rule!("13.11c", !self.units_in(state, hex).any(|other| self.is_infantry(other))) {
            self.break_square(state, hex, events);
        }
    }

    pub(crate) fn hexes_around(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.ground.grid.neighbours(hex).iter().copied().filter(|near| near.is_some())
    }

    /// Whether an enemy unit stands next to a hex.
    pub(crate) fn has_enemy_beside(&self, state: &State, side: Side, hex: Hex) -> bool {
        let enemy = enemy_of(side);
        self.hexes_around(hex).any(|near| self.is_held_by(state, enemy, near))
    }
}
