//! The rules and data of one game, and the position with which it begins.

use board::{Facing, Hex, MapFile};
use kernel::{Seat, SeatInfo, Side};
use kit::small::Table;

use crate::counters::{
    BOTH, COUNTERS, Corps, CorpsId, Counter, CounterId, CounterSet, Formation, Kind, LONG, Rank, SIDES, Start, enemy_of,
};
use crate::ground::{Ground, HexSet};
use crate::roster::Roster;
use crate::scenario::{Approach, Plan, Retreat, Scenario};
use crate::sequence::Part;
use crate::state::{CORPS, Charge, Fate, Hand, OBJECTIVES, POINTS, Shot, Split, State, Sweeping, UNCOVERED};
use crate::tables::{Mover, Tables, Weather};

/// What players agreed on before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreed {
    /// G.4d
    pub no_drill: bool,
    /// 6.0i: leaders lend their rating to Task Checks, too.
    pub leaders_help_tasks: bool,
    pub swift_cavalry: bool,
    pub mist: bool,
    /// A.2b: the columns come by plan.
    pub approach: bool,
    pub hesitation: bool,
}

/// The rules and data of one game: everything that does not change while it is played.
#[derive(Clone, Debug)]
pub struct Rules {
    pub scenario: Scenario,
    pub map: MapFile,
    pub ground: Ground,
    /// Brigades and baggage first, then units, batteries, leaders.
    pub counters: Vec<Counter>,
    pub corps: Vec<Corps>,
    pub tables: Tables,
    pub agreed: Agreed,
    pub(crate) seats: [SeatInfo; 2],
    pub(crate) allowances: [u8; Mover::ALL.len()],
    /// By turn, from the first: weather, and night beside it (7.0).
    pub(crate) weather: Vec<[Weather; 2]>,
    /// 7.1c: the hexes in which it holds; everywhere, if there are none.
    pub(crate) weather_in: HexSet,
    pub(crate) of_side: [CounterSet; 2],
    pub(crate) long: CounterSet,
    pub(crate) units: CounterSet,
    pub(crate) batteries: CounterSet,
    pub(crate) leaders: CounterSet,
    /// Corps that come by plan or call.
    pub(crate) approaches: Vec<(CorpsId, Approach)>,
    /// Sine and cosine of the axis of alternate fire, in thousandths.
    pub(crate) axis: (i32, i32),
    pub(crate) successors: [CounterId; 2],
    /// Hexes from which routed units leave the map, and how far every hex is from them (K.0a).
    pub(crate) retreat: [HexSet; 2],
    pub(crate) retreat_distance: [Vec<u16>; 2],
}

/// The sine of so many degrees, in thousandths.
fn sine(degrees: u16) -> i32 {
    // Every 30 degrees: axes run along hexsides or vertices.
    [0, 500, 866, 1000, 866, 500, 0, -500, -866, -1000, -866, -500][usize::from(degrees / 30 % 12)]
}

impl Rules {
    pub fn new(scenario: Scenario, map: MapFile, roster: Roster, tables: Tables, agreed: Agreed) -> Rules {
        let Roster { counters, corps } = roster;
        assert!(
            counters.len() <= COUNTERS
                && counters.iter().filter(|counter| counter.is_long()).count() <= LONG
                && map.grid.len() <= HexSet::CAPACITY
                && scenario.objectives.len() <= OBJECTIVES
                && scenario.entries.len() <= POINTS
                && corps.len() <= CORPS,
            "checked when the data was read"
        );
        let ground = Ground::compile(&map, &tables, &scenario.stone_bridges);
        let with = |test: &dyn Fn(&Counter) -> bool| -> CounterSet {
            let numbered = counters.iter().zip(0..).filter(|(counter, _)| test(counter));
            numbered.map(|(_, index)| CounterId(index)).collect()
        };
        let find = |id: &str| counters.iter().position(|counter| counter.id == id);
        let options: &[&str] = if agreed.swift_cavalry { &["swift-cavalry"] } else { &[] };
        let weather = scenario.turns.iter().map(|turn| {
            let mist = scenario.mist.iter().find(|(number, _)| agreed.mist && *number == turn.number);
            [mist.map_or(turn.weather, |(_, weather)| *weather), Weather::Clear]
        });
        let approaches = scenario.approaches.iter().filter(|approach| !approach.optional || agreed.approach);
        let approaches = approaches.filter_map(|approach| {
            let index = corps.iter().position(|corps| corps.id == approach.corps)?;
            Some((CorpsId(index as u8), approach.clone()))
        });
        let seat =
            |side: Side| SeatInfo { id: SIDES.id(side).into(), name: scenario.side_names[side.index()].clone(), side };
        let successor = |side: Side| scenario.successor[side.index()].as_deref().and_then(find);
        let Retreat::Hexes(allied) = &scenario.retreat[0];
        let Retreat::Hexes(french) = &scenario.retreat[1];
        let retreat: [HexSet; 2] =
            [allied, french].map(|hexes| hexes.iter().copied().filter(|it| it.is_some()).collect());
        Rules {
            seats: BOTH.map(seat),
            allowances: Mover::ALL.map(|mover| tables.allowance(mover, options)),
            weather: weather.collect(),
            weather_in: HexSet::EMPTY,
            of_side: BOTH.map(|side| with(&|counter| counter.side == side)),
            long: with(&Counter::is_long),
            units: with(&Counter::is_unit),
            batteries: with(&Counter::is_battery),
            leaders: with(&Counter::is_leader),
            approaches: approaches.collect(),
            axis: (sine(scenario.sweep.axis), sine(scenario.sweep.axis + 90)),
            successors: BOTH.map(|side| successor(side).map_or(CounterId::NONE, |index| CounterId(index as u16))),
            retreat_distance: [0, 1].map(|side| distances(&ground, &retreat[side])),
            retreat,
            scenario,
            map,
            ground,
            counters,
            corps,
            tables,
            agreed,
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

    /// Everything of a side, on the map or not.
    #[inline]
    pub fn counters_of(&self, side: Side) -> CounterSet {
        self.of_side[side.index()]
    }

    #[inline]
    pub fn is_long(&self, counter: CounterId) -> bool {
        self.long.contains(counter)
    }

    #[inline]
    pub fn is_unit(&self, counter: CounterId) -> bool {
        self.units.contains(counter)
    }

    #[inline]
    pub fn is_battery(&self, counter: CounterId) -> bool {
        self.batteries.contains(counter)
    }

    #[inline]
    pub fn is_leader(&self, counter: CounterId) -> bool {
        self.leaders.contains(counter)
    }

    /// Brigades, units, batteries, leaders of the game.
    pub fn brigades(&self) -> CounterSet {
        self.long
    }

    pub fn units(&self) -> CounterSet {
        self.units
    }

    pub fn batteries(&self) -> CounterSet {
        self.batteries
    }

    pub fn leaders(&self) -> CounterSet {
        self.leaders
    }

    /// Every seat of this title has a side of its own.
    pub fn seat_of(side: Side) -> Seat {
        Seat(side.0)
    }

    pub fn find(&self, id: &str) -> Option<CounterId> {
        self.counters.iter().position(|counter| counter.id == id).map(|index| CounterId(index as u16))
    }

    pub fn find_corps(&self, id: &str) -> Option<CorpsId> {
        self.corps.iter().position(|corps| corps.id == id).map(|index| CorpsId(index as u8))
    }

    #[inline]
    pub fn is_held_by(&self, state: &State, side: Side, hex: Hex) -> bool {
        hex.is_some() && state.occupied[side.index()].contains(hex)
    }

    /// The weather of the turn, without regard to where it holds.
    #[inline]
    pub fn weather(&self, state: &State) -> [Weather; 2] {
        let first = self.scenario.turns[0].number;
        let place = usize::from(state.turn.saturating_sub(first)).min(self.weather.len() - 1);
        self.weather[place]
    }

    /// Another weather on a turn, for positions set up by hand.
    pub(crate) fn set_weather(&mut self, turn: u8, weather: [Weather; 2]) {
        let first = self.scenario.turns[0].number;
        if let Some(entry) = self.weather.get_mut(usize::from(turn.saturating_sub(first))) {
            *entry = weather;
        }
    }

    pub(crate) fn approaches(&self) -> &[(CorpsId, Approach)] {
        &self.approaches
    }

    pub(crate) fn approach_of(&self, corps: CorpsId) -> Option<&Approach> {
        self.approaches.iter().find(|(of, _)| *of == corps).map(|(_, approach)| approach)
    }

    /// A position with nothing on the map, before the first turn.
    pub(crate) fn empty_state(&self) -> State {
        let mut leads = Table([CounterId::NONE; CORPS]);
        for (index, corps) in self.corps.iter().enumerate() {
            leads[index] = corps.leader;
        }
        State {
            turn: self.scenario.turns[0].number,
            holder: self.scenario.first_player,
            player: self.scenario.first_player,
            part: Part::Commanded,
            done: [false; 2],
            frames: arrayvec::ArrayVec::new(),
            at: Table([Hex::NONE; COUNTERS]),
            tail: Table([[Hex::NONE; 2]; LONG]),
            fate: Table([Fate::None; COUNTERS]),
            formation: Table([Formation::None; COUNTERS]),
            facing: Table([Facing::from_twelfth(0); COUNTERS]),
            split: Table([Split::Usual; LONG]),
            top: Table([CounterId::NONE; HexSet::CAPACITY]),
            below: Table([CounterId::NONE; COUNTERS]),
            cover: Table([UNCOVERED; HexSet::CAPACITY]),
            occupied: [HexSet::EMPTY; 2],
            out_of_command: CounterSet::EMPTY,
            moved: CounterSet::EMPTY,
            second_move: CounterSet::EMPTY,
            arrived: CounterSet::EMPTY,
            stirred: CounterSet::EMPTY,
            stood: Table([0; COUNTERS]),
            queue: [0; POINTS],
            hand: Hand::NONE,
            approached: CounterSet::EMPTY,
            stays: CounterSet::EMPTY,
            strained: CounterSet::EMPTY,
            hesitates: false,
            sweep: [Sweeping::NONE; 2],
            fired: CounterSet::EMPTY,
            charged: CounterSet::EMPTY,
            was_charged: CounterSet::EMPTY,
            tried: CounterSet::EMPTY,
            spared: CounterSet::EMPTY,
            vacated: HexSet::EMPTY,
            shot: Shot::NONE,
            charge: Charge::none(),
            exposed: CounterSet::EMPTY,
            crowded: CounterSet::EMPTY,
            chief: BOTH.map(|side| self.printed_chief(side)),
            leads,
            vacant: CounterSet::EMPTY,
            plan: Table([Plan::NONE; CORPS]),
            alight: HexSet::EMPTY,
            bridges_down: 0,
            control: [None; OBJECTIVES],
        }
    }

    /// The General in Chief with whom a side begins.
    fn printed_chief(&self, side: Side) -> CounterId {
        let chief = |counter: &Counter| counter.side == side && counter.rank() == Some(Rank::GeneralInChief);
        self.counters.iter().position(chief).map_or(CounterId::NONE, |index| CounterId(index as u16))
    }

    /// A.1: the set-up of the scenario.
    pub(crate) fn set_up(&self) -> State {
        let mut state = self.empty_state();
        // Of several in a hex the first is on top.
        for index in (0..self.counters.len() as u16).rev() {
            let (id, counter) = (CounterId(index), &self.counters[usize::from(index)]);
            match &counter.start {
                Start::At { hexes, formation, facing } => self.place(&mut state, id, hexes, *formation, *facing),
                Start::Arrives => self.keep_off(&mut state, id),
                Start::Nowhere => {}
            }
        }
        for (index, objective) in self.scenario.objectives.iter().enumerate() {
            let held = |side: Side| objective.hexes.iter().any(|hex| self.is_held_by(&state, side, *hex));
            let standing = BOTH.into_iter().find(|side| held(*side) && !held(enemy_of(*side)));
            state.control[index] = standing.or(objective.owner);
        }
        state
    }

    /// A counter that has not arrived; the units of a brigade with it.
    fn keep_off(&self, state: &mut State, id: CounterId) {
        let counter = self.counter(id);
        state.fate[id.index()] = Fate::Waiting;
        state.formation[id.index()] = self.marching(id);
        for unit in &counter.units {
            state.fate[unit.index()] = Fate::Waiting;
            state.formation[unit.index()] = Formation::Brigade;
        }
    }

    /// How a counter comes onto the map.
    pub(crate) fn marching(&self, id: CounterId) -> Formation {
        let counter = self.counter(id);
        match counter.kind {
            Kind::Leader(_) => Formation::None,
            Kind::Battery | Kind::Baggage => Formation::Limbered,
            Kind::Unit(_) if rule!("2.3d", counter.dispersed) => Formation::Dispersed,
            Kind::Unit(_) | Kind::Brigade(_) => Formation::Column,
        }
    }

    /// Sets a counter up; the units of a brigade are in it.
    pub(crate) fn place(&self, state: &mut State, id: CounterId, hexes: &[Hex], formation: Formation, facing: Facing) {
        let index = id.index();
        state.fate[index] = Fate::OnMap;
        state.formation[index] = formation;
        state.facing[index] = facing;
        if self.is_long(id) {
            self.cover(state, id, hexes);
            for unit in &self.counter(id).units {
                if state.fate[unit.index()] == Fate::None {
                    state.fate[unit.index()] = Fate::OnMap;
                    state.formation[unit.index()] = Formation::Brigade;
                }
            }
        } else {
            self.put(state, id, hexes.first().copied().unwrap_or(Hex::NONE));
        }
    }
}

/// How far every hex is from some, straight over the map.
fn distances(ground: &Ground, from: &HexSet) -> Vec<u16> {
    let nearest = |hex: Hex| from.iter().map(|exit| ground.grid.distance(hex, exit)).min().unwrap_or(u16::MAX);
    (0..ground.grid.len() as u16).map(|hex| nearest(Hex(hex))).collect()
}
