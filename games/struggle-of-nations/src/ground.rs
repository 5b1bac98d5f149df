//! The map as the rules see it: what a step costs each arm, where rivers, bridges and roads run, whose ground it is.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use board::{Direction, Field, Grid, Hex, MapFile, Set, Step};
use kernel::Side;

use crate::package::Package;
use crate::tables::{TERRAIN, Tables};
use crate::theatre::{FortressId, FortressKind, Theatre};

/// What cannot be entered at all.
pub const BARRED: u8 = u8::MAX;

kit::id! {
    /// A bridge that is printed on the map.
    pub struct BridgeId(u16);
}

/// The map has some 250 bridges.
pub const BRIDGES: usize = 320;
pub type BridgeSet = Set<BridgeId, 5>;

/// A kind of ground, by its place in [`TERRAIN`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Terrain {
    Clear,
    Town,
    FortifiedTown,
    Citadel,
    Woods,
    Hill,
    Marsh,
    Mountain,
}

impl Terrain {
    const ALL: [Terrain; 8] = [
        Terrain::Clear,
        Terrain::Town,
        Terrain::FortifiedTown,
        Terrain::Citadel,
        Terrain::Woods,
        Terrain::Hill,
        Terrain::Marsh,
        Terrain::Mountain,
    ];

    pub const fn name(self) -> &'static str {
        TERRAIN[self as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum River {
    #[default]
    None,
    Secondary,
    Primary,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RoadKind {
    #[default]
    None,
    Primary,
    Secondary,
}

/// What lies on a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexside {
    pub river: River,
    pub road: RoadKind,
    pub bridge: BridgeId,
}

impl Default for Hexside {
    fn default() -> Hexside {
        Hexside { river: River::None, road: RoadKind::None, bridge: BridgeId::NONE }
    }
}

/// Foot or horse: whose costs count (16.move).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    Foot,
    Horse,
}

impl Gait {
    pub const BOTH: [Gait; 2] = [Gait::Foot, Gait::Horse];
}

#[derive(Clone, Debug)]
pub struct Ground {
    pub grid: Grid,
    terrain: Vec<Terrain>,
    hexsides: Vec<[Hexside; 6]>,
    /// Half points to enter each kind of ground, by gait.
    costs: [[u8; 8]; 2],
    roads: [u8; 2],
    river: u8,
    /// The two hexes of each bridge, and the river under it.
    pub bridges: Vec<([Hex; 2], River)>,
    bridge_names: Vec<String>,
    pub territory: Vec<u8>,
    pub friendly: Vec<Option<Side>>,
    fortress: Vec<FortressId>,
    places: BTreeMap<Hex, String>,
    affecting: [bool; 8],
    clear: [bool; 8],
    /// By gait, hex and direction: what a step costs a column where no river can make a difference; [`DEPENDS`] elsewhere.
    plain: [Vec<[u8; 6]>; 2],
    /// By hex: what a march on foot to it costs from each hex, reckoned when it is first asked for.
    marches: Vec<OnceLock<Box<[u16]>>>,
    /// By hex: what a ride from it costs to each hex, in the same way.
    rides: Vec<OnceLock<Box<[u16]>>>,
}

/// What a step costs depends on rivers and bridges.
const DEPENDS: u8 = BARRED - 1;

/// Half points that no march on a map costs.
const ENDLESS: u16 = 2_000;

impl Ground {
    pub fn compile(map: &MapFile, theatre: &Theatre, tables: &Tables) -> Ground {
        let grid = map.grid.clone();
        let mut terrain = vec![Terrain::Clear; grid.len()];
        // The list is in the order in which one kind outranks another in the same hex.
        for kind in [
            Terrain::Town,
            Terrain::Woods,
            Terrain::Hill,
            Terrain::Marsh,
            Terrain::Mountain,
            Terrain::Citadel,
            Terrain::FortifiedTown,
        ] {
            for hex in map.terrain.get(kind.name()).into_iter().flatten() {
                let held = terrain[hex.index()];
                let outranked = kind == Terrain::Town && held != Terrain::Clear;
                if !outranked {
                    terrain[hex.index()] = kind;
                }
            }
        }
        // 23.list: both hexes of a fortress are ground of their own, on a map without terrain too.
        for fortress in &theatre.fortresses {
            for hex in [fortress.main, fortress.bridgehead] {
                terrain[hex.index()] = match fortress.kind {
                    FortressKind::Citadel => Terrain::Citadel,
                    FortressKind::FortifiedTown => Terrain::FortifiedTown,
                };
            }
        }
        let mut hexsides = vec![[Hexside::default(); 6]; grid.len()];
        let mut on_both = |from: Hex, to: Hex, change: &dyn Fn(&mut Hexside)| {
            for (from, to) in [(from, to), (to, from)] {
                if let Some(direction) = grid.direction_between(from, to) {
                    change(&mut hexsides[from.index()][direction.index()]);
                }
            }
        };
        let sides = |name: &str| map.hexsides.get(name).into_iter().flatten();
        for side in sides("secondary-river") {
            on_both(side.from, side.to, &|hexside| hexside.river = River::Secondary);
        }
        for side in sides("primary-river") {
            on_both(side.from, side.to, &|hexside| hexside.river = River::Primary);
        }
        let mut bridges = Vec::new();
        let mut bridge_names = Vec::new();
        for side in sides("bridge") {
            let pair = (side.from.min(side.to), side.from.max(side.to));
            if bridges.iter().any(|(known, _): &([Hex; 2], River)| *known == [pair.0, pair.1]) {
                continue;
            }
            let id = BridgeId(bridges.len() as u16);
            on_both(side.from, side.to, &|hexside| hexside.bridge = id);
            let primary =
                sides("primary-river").any(|river| (river.from.min(river.to), river.from.max(river.to)) == pair);
            bridges.push(([pair.0, pair.1], if primary { River::Primary } else { River::Secondary }));
            bridge_names.push(theatre.bridges.get(&pair).cloned().unwrap_or_default());
        }
        for kind in [RoadKind::Secondary, RoadKind::Primary] {
            let name = if kind == RoadKind::Primary { "primary-road" } else { "secondary-road" };
            for road in map.roads.iter().filter(|road| road.kind == name) {
                for pair in road.hexes.windows(2) {
                    on_both(pair[0], pair[1], &|hexside| hexside.road = kind);
                }
            }
        }
        let row = |kind: Terrain| tables.terrain.row(kind.name());
        let cost = |gait: Gait| {
            Terrain::ALL
                .map(|kind| row(kind).map_or(BARRED, |row| if gait == Gait::Foot { row.foot } else { row.horse }))
        };
        let fortress = (0..grid.len() as u16).map(|hex| theatre.fortress_at(Hex(hex))).collect();
        let mut ground = Ground {
            terrain,
            hexsides,
            costs: Gait::BOTH.map(cost),
            roads: [0, 1].map(|kind| tables.terrain.road(kind)),
            river: tables.terrain.river(),
            bridges,
            bridge_names,
            territory: theatre.territory.clone(),
            friendly: theatre.friendly.clone(),
            fortress,
            places: theatre.places.clone(),
            affecting: Terrain::ALL.map(|kind| row(kind).is_some_and(|row| row.affecting)),
            clear: Terrain::ALL.map(|kind| row(kind).is_some_and(|row| row.clear)),
            plain: [Vec::new(), Vec::new()],
            marches: vec![OnceLock::new(); grid.len()],
            rides: vec![OnceLock::new(); grid.len()],
            grid,
        };
        let hexes = 0..ground.grid.len() as u16;
        ground.plain = Gait::BOTH.map(|gait| hexes.clone().map(|hex| ground.plain_steps(gait, Hex(hex))).collect());
        ground
    }

    fn plain_steps(&self, gait: Gait, from: Hex) -> [u8; 6] {
        Direction::ALL.map(|direction| match self.side(from, direction).river {
            River::None => self.step(gait, from, direction, false, false),
            River::Secondary | River::Primary => DEPENDS,
        })
    }

    /// What a step costs a column where no river can make a difference.
    #[inline]
    pub fn plain_step(&self, gait: Gait, from: Hex, direction: Direction) -> Option<u8> {
        Some(self.plain[gait as usize][from.index()][direction.index()]).filter(|cost| *cost != DEPENDS)
    }

    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// Whether odds against a defender there are read on the affecting line (16.combat).
    pub fn is_affecting(&self, hex: Hex) -> bool {
        self.affecting[self.terrain(hex) as usize]
    }

    /// Whether cavalry counts in full there (25.cavdiff.terrain).
    pub fn is_clear(&self, hex: Hex) -> bool {
        self.clear[self.terrain(hex) as usize]
    }

    #[inline]
    pub fn side(&self, from: Hex, direction: Direction) -> Hexside {
        self.hexsides[from.index()][direction.index()]
    }

    /// The hexside between two neighbours.
    pub fn between(&self, from: Hex, to: Hex) -> Hexside {
        self.grid.direction_between(from, to).map_or(Hexside::default(), |direction| self.side(from, direction))
    }

    /// Half points to enter a hex without roads and rivers.
    pub fn entry(&self, gait: Gait, hex: Hex) -> u8 {
        self.costs[gait as usize][self.terrain(hex) as usize]
    }

    /// Half points for a column to cross a hexside (16.move, 16.river). `bridged` says whether a bridge stands there now.
    #[inline]
    pub fn step(&self, gait: Gait, from: Hex, direction: Direction, bridged: bool, in_line: bool) -> u8 {
        let to = self.grid.neighbour(from, direction);
        if to.is_none() {
            return BARRED;
        }
        let side = self.side(from, direction);
        let open = self.entry(gait, to);
        let by_road = match side.road {
            RoadKind::None => open,
            RoadKind::Primary if rule!("16.move", true) => self.roads[0],
            RoadKind::Secondary if rule!("16.move", true) => self.roads[1],
            RoadKind::Primary | RoadKind::Secondary => open,
        };
        match side.river {
            River::None => by_road,
            River::Primary if rule!("16.river", !bridged || in_line) => BARRED,
            River::Primary => by_road,
            River::Secondary if bridged && !in_line => by_road,
            // In line the bridge is ignored; a road over a river without a bridge is still a road.
            River::Secondary => by_road + self.river,
        }
    }

    /// Half points of a march on foot from one hex to another, over the printed bridges and whoever stands in the way.
    pub fn march(&self, from: Hex, to: Hex) -> u16 {
        // From the far end back: what counts is the price of the hexsides in the direction of the march.
        let price = |at: Hex, direction: Direction, back: Hex| {
            let bridged = !self.side(at, direction).bridge.is_none();
            self.step(Gait::Foot, back, direction.opposite(), bridged, false)
        };
        self.marches[to.index()].get_or_init(|| self.prices(to, price))[from.index()]
    }

    /// Half points of rides from a hex to each other one, over the printed bridges and whoever stands in the way.
    pub fn rides(&self, from: Hex) -> &[u16] {
        let price = |at: Hex, direction: Direction, _: Hex| {
            let bridged = !self.side(at, direction).bridge.is_none();
            self.step(Gait::Horse, at, direction, bridged, false)
        };
        self.rides[from.index()].get_or_init(|| self.prices(from, price))
    }

    /// Half points of the cheapest step that there is.
    pub fn cheapest(&self, gait: Gait) -> u8 {
        self.costs[gait as usize].into_iter().chain(self.roads).min().unwrap_or(0)
    }

    /// What it costs to come to each hex, by the prices of single steps; [`ENDLESS`] where nobody comes.
    fn prices(&self, start: Hex, price: impl Fn(Hex, Direction, Hex) -> u8) -> Box<[u16]> {
        let mut field = Field::new();
        field.run(&self.grid, start, ENDLESS, |at, direction, to| match price(at, direction, to) {
            BARRED => Step::Barred,
            cost => Step::Enter { cost: cost.into(), stop: false },
        });
        let spent = |hex: u16| field.remaining(Hex(hex)).map_or(ENDLESS, |left| ENDLESS - left);
        (0..self.grid.len() as u16).map(spent).collect()
    }

    pub fn fortress(&self, hex: Hex) -> FortressId {
        self.fortress[hex.index()]
    }

    pub fn place_name(&self, hex: Hex) -> Option<&str> {
        self.places.get(&hex).map(String::as_str)
    }

    pub fn bridge_name(&self, bridge: BridgeId) -> &str {
        &self.bridge_names[bridge.index()]
    }

    /// Whether a road leaves or enters the hex over some hexside.
    pub fn has_road(&self, hex: Hex, kind: RoadKind) -> bool {
        self.hexsides[hex.index()].iter().any(|side| side.road == kind)
    }

    /// The fortress whose pair a package covers exactly (23.occupy).
    pub fn fortress_of(&self, package: &Package, theatre: &Theatre) -> Option<FortressId> {
        // Somebody who has left the map in the midst of a battle stands nowhere.
        let id = *self.fortress.get(package.lead.index())?;
        let fortress = theatre.fortresses.get(id.index())?;
        let hexes = [fortress.main, fortress.bridgehead];
        (hexes == [package.lead, package.rear] || hexes == [package.rear, package.lead]).then_some(id)
    }

    pub fn is_citadel(theatre: &Theatre, fortress: FortressId) -> bool {
        theatre.fortresses.get(fortress.index()).is_some_and(|fortress| fortress.kind == FortressKind::Citadel)
    }
}
