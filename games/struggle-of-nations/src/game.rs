//! The rules and data of one game, and what they say of leaders and units; the position before its first turn.

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::{Direction, Facing, Hex, MapFile};
use kernel::{Seat, SeatInfo, Side};
use kit::small::Table;

use crate::battle::Battle;
use crate::calendar::{Calendar, Season, TurnInfo};
use crate::ground::{BridgeSet, Ground};
use crate::march::{Attrition, March};
use crate::options::{Chosen, Deputy};
use crate::package::Package;
use crate::roster::{
    ALLIED, ARMIES, Arm, Army, BOTH, DRAFTS, FRENCH, Kind, LEADERS, Leader, LeaderId, LeaderSet, Rating, SIDES, UNITS,
    Unit, UnitId, UnitSet,
};
use crate::scenario::{LeaderSetup, Scenario};
use crate::state::{
    ArmyState, Centre, City, Fate, NO_LINE, Pledge, REPLACEMENT_KINDS, Shown, Sighting, State, TRAINS, Train,
};
use crate::tables::{TableLine, Tables, Weather};
use crate::theatre::{SourceId, Theatre};

/// Where a leader begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    At(Package),
    /// With these reinforcements, by place in the scenario's list.
    Arrives(u8),
    /// When the rules make or place him.
    Nowhere,
}

/// The rules and data of one game: everything that does not change while it is played.
#[derive(Clone, Debug)]
pub struct Rules {
    pub scenario: Scenario,
    pub map: Arc<MapFile>,
    pub ground: Arc<Ground>,
    pub theatre: Arc<Theatre>,
    pub calendar: Arc<Calendar>,
    pub tables: Arc<Tables>,
    pub options: Chosen,
    /// The French first, then the Allies.
    pub leaders: Vec<Leader>,
    pub units: Vec<Unit>,
    pub starts: Vec<Start>,
    /// Units at the start: leader and strength.
    pub tracks: Vec<(LeaderId, u8)>,
    /// The strongest each unit may be (2.strength.cap).
    pub maximum: Vec<u8>,
    pub trains: Vec<LeaderId>,
    /// Ratings that options change in a season (9.optional).
    pub changed: Vec<(LeaderId, Season, Rating)>,
    /// Leaders who take over units of others (9.optional): of whom, with which unit or any, who.
    pub deputies: Vec<(LeaderId, Option<UnitId>, LeaderId)>,
    /// Lines of the armies in the tables.
    pub lines: [Option<TableLine>; ARMIES],
    pub(crate) seats: [SeatInfo; 2],
    of_side: [LeaderSet; 2],
    /// Units that a part of another becomes (25.march).
    pub(crate) regiments: UnitSet,
}

/// What rules are made of.
#[derive(Clone, Debug)]
pub struct Parts {
    pub scenario: Scenario,
    pub map: Arc<MapFile>,
    pub ground: Arc<Ground>,
    pub theatre: Arc<Theatre>,
    pub calendar: Arc<Calendar>,
    pub tables: Arc<Tables>,
    pub options: Chosen,
    pub leaders: Vec<Leader>,
    pub units: Vec<Unit>,
    /// Ratings that options change, by leader.
    pub changed: Vec<(String, Season, Rating)>,
    pub deputies: Vec<Deputy>,
}

impl Rules {
    /// The rules of a scenario whose leaders and units are known. `leaders` are those it names and the major
    /// generals that can be made; dummies are added.
    pub fn new(parts: Parts) -> Rules {
        let Parts {
            scenario,
            map,
            ground,
            theatre,
            calendar,
            tables,
            options,
            mut leaders,
            mut units,
            changed,
            deputies,
        } = parts;
        if options.dummies {
            leaders.extend(dummies(&tables));
        }
        leaders.sort_by_key(|leader| leader.side);
        leaders.truncate(LEADERS);
        units.truncate(UNITS);
        let id_of = |id: &str| {
            let found = leaders.iter().position(|leader| leader.id == id);
            found.map_or(LeaderId::NONE, |index| LeaderId(index as u8))
        };
        let mut starts = vec![Start::Nowhere; leaders.len()];
        let mut tracks = vec![(LeaderId::NONE, 0); units.len()];
        let mut trains = Vec::new();
        let mut put = |leader: &LeaderSetup, start: Start| {
            let id = id_of(&leader.id);
            if id.is_none() {
                return;
            }
            starts[id.index()] = start;
            for (unit, strength) in &leader.units {
                if let Some(track) = tracks.get_mut(unit.index()) {
                    *track = (id, *strength);
                }
            }
        };
        for setup in &scenario.packages {
            setup.leaders.iter().for_each(|leader| put(leader, Start::At(setup.package)));
            trains.extend(setup.trains.iter().map(|id| id_of(id)));
        }
        for (number, arrival) in scenario.arrivals.iter().enumerate() {
            arrival.leaders.iter().for_each(|leader| put(leader, Start::Arrives(number as u8)));
            trains.extend(arrival.trains.iter().map(|id| id_of(id)));
        }
        let campaign = scenario.armistice.is_some();
        let smallest = tables.limits.smallest_maximum;
        let cap = |(unit, (_, start)): (&Unit, &(LeaderId, u8))| match unit.regiment || campaign {
            true => unit.maximum,
            false => (*start).max(smallest).min(unit.maximum.max(smallest)),
        };
        let maximum = units.iter().zip(&tracks).map(cap).collect();
        let mut lines = [None; ARMIES];
        for setup in &scenario.armies {
            lines[setup.army.index()] = Some(setup.line);
        }
        let numbered = |side: Side| -> LeaderSet {
            let own = leaders.iter().zip(0..).filter(|(leader, _)| leader.side == side);
            own.map(|(_, index)| LeaderId(index)).collect()
        };
        let seat = |side: Side| SeatInfo { id: SIDES.id(side).into(), name: SIDES.name(side).into(), side };
        trains.retain(|leader| !leader.is_none());
        let changed = changed.into_iter().map(|(id, season, rating)| (id_of(&id), season, rating)).collect();
        let unit_of = |id: &String| units.iter().position(|unit| unit.id == *id).map(|index| UnitId(index as u16));
        let deputy = |row: Deputy| (id_of(&row.of), row.with.as_ref().and_then(unit_of), id_of(&row.leader));
        let deputies: Vec<_> = deputies.into_iter().map(deputy).collect();
        let deputies = deputies.into_iter().filter(|(of, _, who)| !of.is_none() && !who.is_none()).collect();
        let regiments =
            units.iter().zip(0..).filter(|(unit, _)| unit.regiment).map(|(_, index)| UnitId(index)).collect();
        Rules {
            seats: BOTH.map(seat),
            of_side: BOTH.map(numbered),
            regiments,
            scenario,
            map,
            ground,
            theatre,
            calendar,
            tables,
            options,
            leaders,
            units,
            starts,
            tracks,
            maximum,
            trains,
            changed,
            deputies,
            lines,
        }
    }

    #[inline]
    pub fn leader(&self, leader: LeaderId) -> &Leader {
        &self.leaders[leader.index()]
    }

    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    #[inline]
    pub fn side_of(&self, leader: LeaderId) -> Side {
        self.leader(leader).side
    }

    /// Every leader of a side, on the map or not.
    #[inline]
    pub fn leaders_of(&self, side: Side) -> LeaderSet {
        self.of_side[side.index()]
    }

    pub fn all_leaders(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }

    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// Every seat of this title has a side of its own.
    pub fn seat_of(side: Side) -> Seat {
        Seat(side.0)
    }

    pub fn find_leader(&self, id: &str) -> Option<LeaderId> {
        self.leaders.iter().position(|leader| leader.id == id).map(|index| LeaderId(index as u8))
    }

    pub fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(|index| UnitId(index as u16))
    }

    pub(crate) fn turn_info(&self, state: &State) -> &TurnInfo {
        self.calendar.turn(state.turn)
    }

    pub fn season(&self, state: &State) -> Season {
        self.turn_info(state).season
    }

    /// The line of an army in the tables. From the armistice on Silesia has its autumn line.
    pub fn line_of(&self, state: &State, army: Army) -> Option<TableLine> {
        match self.lines[army.index()] {
            Some(TableLine::SilesiaSpring) if rule!("5.receive.lines", self.season(state) == Season::Autumn) => {
                Some(TableLine::Silesia)
            }
            None if self.season(state) == Season::Autumn && self.scenario.armistice.is_some() => match army {
                // 26.austria.join: after the armistice.
                Army::Bohemia if rule!("26.austria.join", true) => Some(TableLine::Bohemia),
                Army::Bohemia => None,
                Army::North => Some(TableLine::North),
                Army::French | Army::Silesia | Army::Poland => None,
            },
            line => line,
        }
    }

    /// In spring the Allies are one army (6.spring).
    pub fn is_one_allied_army(&self, state: &State) -> bool {
        let spring = self.scenario.armistice.is_some() && self.season(state) == Season::Spring;
        self.scenario.one_allied_army || spring
    }

    /// Guns behind points of artillery (2.scale).
    pub fn guns(&self, points: u16) -> u16 {
        if rule!("2.scale", points > 0) { points * self.tables.limits.scale.guns } else { 0 }
    }

    /// The army whose points and column a leader uses.
    pub fn army_of(&self, state: &State, leader: LeaderId) -> Army {
        let leader = self.leader(leader);
        if leader.side == ALLIED && self.is_one_allied_army(state) && rule!("S.spring", true) {
            return Army::Silesia;
        }
        match leader.army {
            // 22.reinforce.army: it serves with another army, which has communications.
            Army::Poland => self.scenario.poland.filter(|_| rule!("22.reinforce.army", true)).unwrap_or(Army::Poland),
            army @ Army::French | army @ Army::Silesia | army @ Army::Bohemia | army @ Army::North => army,
        }
    }

    /// The last turn of the game.
    pub fn last_turn(&self) -> u8 {
        match self.scenario.long_turn {
            Some(turn) if rule!("S.dresden", self.options.long_dresden) => turn,
            _ => self.scenario.last_turn,
        }
    }

    /// The units of a leader that still have strength.
    pub fn units_of<'s>(&'s self, state: &'s State, leader: LeaderId) -> impl Iterator<Item = UnitId> + use<'s> {
        let under: UnitSet = UnitSet::places_of(&state.of.0, |of| of.0, leader.0);
        under.into_iter().filter(move |unit| state.strength[unit.index()] > 0)
    }

    /// The units of all of these leaders, in their own order.
    pub fn units_of_all<'s>(&'s self, state: &'s State, leaders: LeaderSet) -> impl Iterator<Item = UnitId> + use<'s> {
        let under = |leader: LeaderId| UnitSet::places_of(&state.of.0, |of| of.0, leader.0);
        let all = leaders.iter().fold(UnitSet::EMPTY, |all, leader| all.union(under(leader)));
        all.into_iter().filter(move |unit| state.strength[unit.index()] > 0)
    }

    /// The men of all of these leaders; see [`Rules::men_of`].
    pub fn men_of_all(&self, state: &State, leaders: LeaderSet) -> u16 {
        let units = self.units_of_all(state, leaders).filter(|unit| self.unit(*unit).arm != Arm::Artillery);
        units.map(|unit| state.points(unit)).sum()
    }

    /// Strength points of an arm under a leader.
    pub fn strength_of(&self, state: &State, leader: LeaderId, arm: Arm) -> u16 {
        self.units_of(state, leader).filter(|unit| self.unit(*unit).arm == arm).map(|unit| state.points(unit)).sum()
    }

    /// Strength by arm.
    pub fn arms_of(&self, state: &State, leader: LeaderId) -> [u16; 3] {
        let mut arms = [0; 3];
        for unit in self.units_of(state, leader) {
            arms[self.unit(unit).arm.index()] += state.points(unit);
        }
        arms
    }

    /// The men of a leader: infantry and cavalry, as limits count them (14.stack).
    pub fn men_of(&self, state: &State, leader: LeaderId) -> u16 {
        let [infantry, cavalry, _] = self.arms_of(state, leader);
        infantry + cavalry
    }

    /// The leaders of a side that are on the map.
    pub fn on_map<'s>(&self, state: &'s State, side: Side) -> impl Iterator<Item = LeaderId> + use<'s> {
        self.leaders_of(side).iter().filter(|leader| state.on_map(*leader))
    }

    /// The leaders of a side in a hex.
    pub fn leaders_in<'s>(&self, state: &'s State, side: Side, hex: Hex) -> impl Iterator<Item = LeaderId> + use<'s> {
        self.on_map(state, side)
            .filter(move |leader| state.lead[leader.index()] == hex || state.rear[leader.index()] == hex)
    }

    /// The leaders that share a package with this one, himself included.
    pub fn stack_of(&self, state: &State, leader: LeaderId) -> LeaderSet {
        let package = state.package(leader);
        let with = |other: &LeaderId| state.on_map(*other) && state.package(*other).shares_pair(&package);
        let around = state.standing(|hex| hex == package.lead);
        self.leaders_of(self.side_of(leader)).intersection(around).iter().filter(with).collect()
    }

    /// Puts a leader on the map.
    pub(crate) fn put(&self, state: &mut State, leader: LeaderId, package: Package) {
        let index = leader.index();
        if state.fate[index] == Fate::OnMap && !state.package(leader).shares_pair(&package) {
            state.settled.remove(leader);
        }
        state.fate[index] = Fate::OnMap;
        state.lead[index] = package.lead;
        state.rear[index] = package.rear;
        state.facing[index] = package.facing;
    }

    /// Takes a leader off the map.
    pub(crate) fn lift(&self, state: &mut State, leader: LeaderId, fate: Fate) {
        let index = leader.index();
        // 25.train.capture: a train is never destroyed, and lies where its leader was.
        if matches!(fate, Fate::Lost | Fate::Pool | Fate::AtCentre) && state.on_map(leader) {
            let (at, side) = (state.lead[index], self.side_of(leader));
            for train in &mut state.trains {
                if rule!("25.train.capture", *train == Train::With(leader)) {
                    *train = Train::Alone { at, side };
                }
            }
        }
        state.fate[index] = fate;
        state.rear[index] = Hex::NONE;
        if !matches!(fate, Fate::Away | Fate::Cantoned) {
            state.lead[index] = Hex::NONE;
        }
        for set in [&mut state.settled, &mut state.walked, &mut state.besieged, &mut state.open] {
            set.remove(leader);
        }
    }

    /// Changes the strength of a unit and keeps the set of leaders with troops.
    pub(crate) fn set_unit(&self, state: &mut State, unit: UnitId, leader: LeaderId, strength: u8) {
        let before = state.leader_of(unit);
        state.of[unit.index()] = if strength == 0 { LeaderId::NONE } else { leader };
        state.strength[unit.index()] = strength;
        for leader in [before, leader] {
            if !leader.is_none() {
                self.count_troops(state, leader);
            }
        }
    }

    fn count_troops(&self, state: &mut State, leader: LeaderId) {
        if self.units_of(state, leader).next().is_some() {
            state.troops.insert(leader);
        } else {
            state.troops.remove(leader);
        }
    }

    /// A position with nothing on the map, before the first turn.
    pub(crate) fn empty_state(&self) -> State {
        State {
            turn: self.scenario.first_turn,
            player: self.scenario.first_player,
            frames: ArrayVec::new(),
            weather: Weather::Fair,
            morale: self.scenario.morale,
            start_morale: self.scenario.morale,
            beaten: None,
            armistice: 0,
            fate: Table([Fate::Pool; LEADERS]),
            lead: Table([Hex::NONE; LEADERS]),
            rear: Table([Hex::NONE; LEADERS]),
            facing: Table([Facing::side(Direction::North); LEADERS]),
            seen: Table([Sighting::NEVER; LEADERS]),
            shown: Table([Shown::NEVER; LEADERS]),
            of: Table([LeaderId::NONE; UNITS]),
            strength: Table([0; UNITS]),
            troops: LeaderSet::EMPTY,
            trains: [Train::None; TRAINS],
            blown: BridgeSet::EMPTY,
            armies: [ArmyState::NONE; ARMIES],
            in_range: LeaderSet::EMPTY,
            in_supply: LeaderSet::EMPTY,
            in_depot: LeaderSet::EMPTY,
            dead_depots: 0,
            dead_sources: 0,
            territory: [board::Set::EMPTY; 2],
            replacements: [[0; REPLACEMENT_KINDS]; DRAFTS.len()],
            done: LeaderSet::EMPTY,
            rested: LeaderSet::EMPTY,
            bared: LeaderSet::EMPTY,
            walked: LeaderSet::EMPTY,
            settled: LeaderSet::EMPTY,
            garrisons: LeaderSet::EMPTY,
            tried: LeaderSet::EMPTY,
            provisional: LeaderSet::EMPTY,
            replaced: UnitSet::EMPTY,
            touched: UnitSet::EMPTY,
            entered: LeaderSet::EMPTY,
            queue: [(Hex::NONE, 0); 4],
            disorganized: LeaderSet::EMPTY,
            broke: LeaderSet::EMPTY,
            shaken: LeaderSet::EMPTY,
            besieged: LeaderSet::EMPTY,
            sallying: LeaderSet::EMPTY,
            refused: LeaderSet::EMPTY,
            accepted: LeaderSet::EMPTY,
            fought: LeaderSet::EMPTY,
            attacked: LeaderSet::EMPTY,
            repulsers: LeaderSet::EMPTY,
            repulsed: LeaderSet::EMPTY,
            driven: LeaderSet::EMPTY,
            held: LeaderSet::EMPTY,
            late_one: LeaderSet::EMPTY,
            late_two: LeaderSet::EMPTY,
            late_three: LeaderSet::EMPTY,
            owed: LeaderSet::EMPTY,
            open: LeaderSet::EMPTY,
            since: Table([0; LEADERS]),
            march: March::NONE,
            attrition: Attrition::NONE,
            battle: Battle::none(),
            due: 0,
            bled: UnitSet::EMPTY,
            loser: LeaderId::NONE,
            berlin: City { holder: None, moved: None, improved: false },
            dresden: City { holder: None, moved: None, improved: false },
            saxons_from: 0,
            militia: false,
        }
    }

    /// The set-up of the scenario (S.setup).
    pub(crate) fn set_up(&self) -> State {
        let mut state = self.empty_state();
        for leader in self.all_leaders() {
            match self.starts[leader.index()] {
                Start::At(package) if rule!("S.setup", true) => self.put(&mut state, leader, package),
                Start::Arrives(_) => state.fate[leader.index()] = Fate::Waiting,
                Start::At(_) | Start::Nowhere => {}
            }
        }
        for unit in self.all_units() {
            let (leader, strength) = self.tracks[unit.index()];
            if !leader.is_none() && strength > 0 {
                self.set_unit(&mut state, unit, leader, strength);
            }
        }
        for (train, leader) in state.trains.iter_mut().zip(&self.trains) {
            *train = Train::With(*leader);
        }
        for setup in &self.scenario.armies {
            let has_centre = setup.centre[0].is_some();
            *state.army_mut(setup.army) = ArmyState {
                points: setup.points,
                centre: if has_centre { Centre::Active } else { Centre::None },
                centre_at: setup.centre,
                centre_from: setup.centre,
                source: setup.source,
                changing: SourceId::NONE,
                line: NO_LINE,
                // 5.support.lasts: the second player marches before his first own turn.
                fresh: true,
                pledge: if setup.army.side() == self.scenario.first_player { Pledge::Free } else { Pledge::Due },
                ..ArmyState::NONE
            };
        }
        state.settled = self.all_leaders().filter(|leader| state.on_map(*leader)).collect();
        for (city, hex) in [(&mut state.berlin, self.theatre.berlin), (&mut state.dresden, self.theatre.dresden)] {
            let held = |side: &Side| hex.is_some() && self.starts_in(*side, hex);
            city.holder = BOTH.into_iter().find(held);
        }
        self.find_lines(&mut state);
        state
    }

    /// Whether a leader of a side begins in a hex, with troops.
    pub(crate) fn starts_in(&self, side: Side, hex: Hex) -> bool {
        let there =
            |leader: &LeaderId| matches!(self.starts[leader.index()], Start::At(package) if package.covers(hex));
        let with_troops = |leader: LeaderId| self.tracks.iter().any(|(of, strength)| *of == leader && *strength > 0);
        self.leaders_of(side).iter().filter(there).any(with_troops)
    }
}

/// Dummies to be placed in play (15.dummies).
fn dummies(tables: &Tables) -> Vec<Leader> {
    let mut dummies = Vec::new();
    for (side, number) in [(FRENCH, tables.limits.dummies.french), (ALLIED, tables.limits.dummies.allied)] {
        for place in 1..=number {
            dummies.push(Leader {
                id: format!("dummy-{}{place}", SIDES.of(side).short),
                name: format!("Dummy {place}"),
                side,
                army: if side == FRENCH { Army::French } else { Army::Silesia },
                kind: Kind::Dummy,
                rating: Rating { initiative: 0, span: 0, subordination: 0 },
                bonus: false,
                cavalry: false,
                track: 0,
                corps: None,
                corps_autumn: None,
                marks_territory: false,
            });
        }
    }
    dummies
}
