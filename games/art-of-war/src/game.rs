//! The rules and data of one game, and where its units stand.

use board::{Hex, MapFile};
use kernel::{Seat, SeatInfo, Side, Sink};
use kit::small::Table;
use kit::words::Words;

use crate::counters::{self, ALLIED, Division, FRENCH, Kind, SIDES, Start, UNITS, Unit, UnitId, UnitSet};
use crate::ground::{Ground, HexSet, Sky};
use crate::scenario::Scenario;
use crate::state::{Attack, Fate, Klenau, State};
use crate::tables::Tables;
use crate::{Event, rules};

board::words! {
    /// Which of the two games is played (1.0).
    pub enum Battle {
        Dresden = "dresden";
        Eylau = "eylau";
    }
}

/// The rules and data of one game: everything that does not change while it is played.
#[derive(Clone, Debug)]
pub struct Rules {
    pub battle: Battle,
    pub scenario: Scenario,
    pub map: MapFile,
    pub ground: Ground,
    pub units: Vec<Unit>,
    pub tables: Tables,
    pub words: Words,
    /// The optional snowstorms of Eylau (22.0).
    pub snowstorms: bool,
    pub(crate) seats: Vec<SeatInfo>,
    of_side: [UnitSet; 2],
    pub(crate) guns: UnitSet,
    garrisons: UnitSet,
}

impl Rules {
    pub fn new(
        scenario: Scenario,
        map: MapFile,
        units: Vec<Unit>,
        tables: Tables,
        words: Words,
        snowstorms: bool,
    ) -> Rules {
        assert!(units.len() <= UNITS && map.grid.len() <= HexSet::CAPACITY, "checked when the data was read");
        let ground = Ground::compile(&map, &tables, scenario.battle);
        let with = |test: &dyn Fn(&Unit) -> bool| -> UnitSet {
            units.iter().enumerate().filter(|(_, unit)| test(unit)).map(|(index, _)| UnitId(index as u8)).collect()
        };
        Rules {
            battle: scenario.battle,
            of_side: [FRENCH, ALLIED].map(|side| with(&|unit| unit.side() == side)),
            // 2.4: the symbol says which units are guns.
            guns: with(&|unit| rule!("2.4", unit.kind == Kind::Artillery)),
            garrisons: with(&|unit| unit.garrison.is_some()),
            seats: SIDES.seats(),
            scenario,
            map,
            ground,
            units,
            tables,
            words,
            snowstorms,
        }
    }

    /// 1.0: the exclusive rules of a battle hold in that battle.
    #[inline]
    pub(crate) fn dresden(&self) -> bool {
        rule!("1.0", self.battle == Battle::Dresden)
    }

    #[inline]
    pub(crate) fn eylau(&self) -> bool {
        self.battle == Battle::Eylau
    }

    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    #[inline]
    pub fn side_of(&self, unit: UnitId) -> Side {
        self.unit(unit).side()
    }

    #[inline]
    pub fn units_of(&self, side: Side) -> UnitSet {
        self.of_side[side.index()]
    }

    #[inline]
    pub fn guns_of(&self, side: Side) -> UnitSet {
        self.of_side[side.index()].intersection(self.guns)
    }

    #[inline]
    pub fn is_gun(&self, unit: UnitId) -> bool {
        self.guns.contains(unit)
    }

    #[inline]
    pub fn is_garrison(&self, unit: UnitId) -> bool {
        self.garrisons.contains(unit)
    }

    /// Every seat of this title has a side of its own.
    pub fn seat_of(side: Side) -> Seat {
        Seat(side.0)
    }

    pub fn label(&self, unit: UnitId) -> String {
        self.units.get(unit.index()).map_or_else(|| "no unit".into(), |unit| format!("{} ({})", unit.label(), unit.id))
    }

    pub fn find(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(|index| UnitId(index as u8))
    }

    #[inline]
    pub fn sky(&self, state: &State) -> Sky {
        // T.track: only Dresden's has rain (13.0).
        let rain = self.scenario.turns[usize::from(state.turn) - 1].rain;
        if rule!("T.track", rain) { Sky::Rain } else { Sky::Dry }
    }

    #[inline]
    pub fn night(&self, state: &State) -> bool {
        rule!("T.track", self.scenario.turns[usize::from(state.turn) - 1].night)
    }

    /// A position with nothing on the map, before the first turn.
    pub(crate) fn empty_state(&self) -> State {
        State {
            turn: 1,
            player: self.scenario.first,
            frames: arrayvec::ArrayVec::new(),
            at: Table([Hex::NONE; UNITS]),
            fate: Table([Fate::None; UNITS]),
            top: Table([UnitId::NONE; HexSet::CAPACITY]),
            below: Table([UnitId::NONE; UNITS]),
            occupied: [HexSet::EMPTY; 2],
            zone: [HexSet::EMPTY; 2],
            too_near: HexSet::EMPTY,
            moved: UnitSet::EMPTY,
            crowded: None,
            fought: UnitSet::EMPTY,
            duty: UnitSet::EMPTY,
            awaiting: HexSet::EMPTY,
            ready: [HexSet::EMPTY; 2],
            fired_from: HexSet::EMPTY,
            attack: Attack::default(),
            reserve: UnitSet::EMPTY,
            recalled: UnitSet::EMPTY,
            morale: self.scenario.morale,
            klenau: Klenau::OnTheRoad,
            old_town: 0,
            fresh_used: 0,
            fresh: UnitSet::EMPTY,
            control: [None; 4],
            second_division: None,
            guard_attacked: false,
        }
    }

    /// The printed set-up (2.4).
    pub(crate) fn set_up(&self) -> State {
        let mut state = self.empty_state();
        for (index, unit) in self.units.iter().enumerate() {
            let id = UnitId(index as u8);
            match unit.start {
                Start::At(hex) => {
                    state.fate[index] = Fate::OnMap;
                    self.put(&mut state, id, hex);
                }
                Start::Enters { .. } | Start::Klenau => state.fate[index] = Fate::Waiting,
            }
            // 11.0: units marked R begin in reserve.
            if rule!("11.0", unit.reserve) {
                state.reserve.insert(id);
            }
        }
        state
    }

    /// Puts a unit on the map: occupation, zones, order of the stack.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, hex: Hex) {
        let side = self.side_of(unit);
        state.at[unit.index()] = hex;
        // Stacks are kept in roster order.
        let mut above = UnitId::NONE;
        let mut next = state.top[hex.index()];
        while !next.is_none() && next < unit {
            above = next;
            next = state.below[next.index()];
        }
        state.below[unit.index()] = next;
        if above.is_none() {
            state.top[hex.index()] = unit;
        } else {
            state.below[above.index()] = unit;
        }
        if !state.occupied[side.index()].contains(hex) {
            state.occupied[side.index()].insert(hex);
            let sky = self.sky(state);
            for neighbour in self.ground.touched(sky, hex) {
                state.zone[side.index()].insert(neighbour);
            }
        }
    }

    /// Takes a unit off its hex; `at` keeps saying where it was.
    pub(crate) fn lift(&self, state: &mut State, unit: UnitId) {
        let side = self.side_of(unit);
        let hex = state.hex_of(unit);
        let after = state.below[unit.index()];
        if state.top[hex.index()] == unit {
            state.top[hex.index()] = after;
        } else {
            let mut above = state.top[hex.index()];
            while state.below[above.index()] != unit {
                above = state.below[above.index()];
            }
            state.below[above.index()] = after;
        }
        state.below[unit.index()] = UnitId::NONE;
        if state.top[hex.index()].is_none() {
            state.occupied[side.index()].remove(hex);
            let sky = self.sky(state);
            let occupied = state.occupied[side.index()];
            for neighbour in self.ground.touched(sky, hex) {
                if !self.ground.touched(sky, neighbour).any(|near| occupied.contains(near)) {
                    state.zone[side.index()].remove(neighbour);
                }
            }
        }
    }

    /// Zones anew from the positions: when the weather changes what they cross.
    pub(crate) fn survey_zones(&self, state: &mut State) {
        let sky = self.sky(state);
        for side in [FRENCH, ALLIED] {
            let mut zone = HexSet::EMPTY;
            for hex in &state.occupied[side.index()] {
                for neighbour in self.ground.touched(sky, hex) {
                    zone.insert(neighbour);
                }
            }
            state.zone[side.index()] = zone;
        }
    }

    /// The first enemy of `side` whose zone covers the hex, for explanations.
    pub(crate) fn who_controls(&self, state: &State, side: Side, hex: Hex) -> UnitId {
        let enemy = counters::enemy_of(side);
        self.ground
            .touched(self.sky(state), hex)
            .filter(|near| state.occupied[enemy.index()].contains(*near))
            .find_map(|near| state.units_in(near).next())
            .unwrap_or(UnitId::NONE)
    }

    /// Distance from a hex to the nearest unit of a side; large if there is none.
    pub(crate) fn distance_to(&self, state: &State, side: Side, hex: Hex) -> u16 {
        state.occupied[side.index()].iter().map(|near| self.ground.grid.distance(hex, near)).min().unwrap_or(u16::MAX)
    }

    /// The division in full, for people.
    pub(crate) fn division_title(&self, division: Division) -> &str {
        self.scenario.divisions.get(usize::from(division.0)).map_or("?", |info| &info.name)
    }

    pub(crate) fn division_name(&self, division: Division) -> &str {
        self.scenario.divisions.get(usize::from(division.0)).map_or("?", |info| &info.id)
    }

    /// Notes who was last in an objective hex (23.4).
    #[inline]
    pub(crate) fn pass_through(&self, state: &mut State, side: Side, hex: Hex, events: &mut impl Sink<Event>) {
        if self.eylau() {
            rules::r23_eylau_victory::take_control(self, state, side, hex, events);
        }
    }
}
