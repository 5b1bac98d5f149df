//! The ground, from the map file and the terrain chart, with hex arithmetic of its own.

use std::collections::{BTreeMap, BTreeSet};

use art_of_war::counters::{Army, Garrison, Kind, UnitId};
use art_of_war::state::State;
use art_of_war::{Battle, Rules};
use board::{Hex, Shift};

/// Column and row as printed.
pub(crate) type Place = (i32, i32);

/// What is drawn between two neighbours, seen from the first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Between {
    pub(crate) river: bool,
    pub(crate) stream: bool,
    pub(crate) gully: bool,
    pub(crate) landgraben: bool,
    /// A bridge, or a road, which has one wherever it meets water.
    pub(crate) bridged: bool,
    pub(crate) drawn_bridge: bool,
    pub(crate) road: bool,
    pub(crate) uphill: bool,
}

/// A battlefield and its counters, as data.
pub(crate) struct Field<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) dresden: bool,
    columns: i32,
    rows: i32,
    lower_even: bool,
    terrain: BTreeMap<Place, BTreeSet<String>>,
    between: BTreeMap<(Place, Place), Between>,
    pub(crate) road_leaves: BTreeSet<Place>,
}

impl<'r> Field<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Field<'r> {
        let grid = &rules.map.grid;
        let mut field = Field {
            rules,
            dresden: rules.battle == Battle::Dresden,
            columns: grid.columns().into(),
            rows: grid.rows().into(),
            lower_even: grid.lower() == Shift::Even,
            terrain: BTreeMap::new(),
            between: BTreeMap::new(),
            road_leaves: BTreeSet::new(),
        };
        for (name, hexes) in &rules.map.terrain {
            for hex in hexes {
                let place = field.place(*hex);
                field.terrain.entry(place).or_default().insert(name.clone());
            }
        }
        for (name, sides) in &rules.map.hexsides {
            for side in sides {
                let (from, to) = (field.place(side.from), field.place(side.to));
                field.mark(name, from, to);
                if name != "slope" {
                    field.mark(name, to, from);
                }
            }
        }
        for road in &rules.map.roads {
            for pair in road.hexes.windows(2) {
                let (from, to) = (field.place(pair[0]), field.place(pair[1]));
                field.mark("road", from, to);
                field.mark("road", to, from);
            }
            for hex in &road.leaves_map_at {
                let place = field.place(*hex);
                field.road_leaves.insert(place);
            }
        }
        field
    }

    fn mark(&mut self, name: &str, from: Place, to: Place) {
        let side = self.between.entry((from, to)).or_default();
        match name {
            "river" => side.river = true,
            "stream" => side.stream = true,
            "gully" => side.gully = true,
            "landgraben" => side.landgraben = true,
            "bridge" => (side.bridged, side.drawn_bridge) = (true, true),
            "road" => (side.bridged, side.road) = (true, true),
            "slope" => side.uphill = true,
            other => panic!("the generator does not know {other}"),
        }
    }

    /// Hexes are counted down the columns, the first column first.
    pub(crate) fn place(&self, Hex(index): Hex) -> Place {
        (i32::from(index) / self.rows + 1, i32::from(index) % self.rows + 1)
    }

    pub(crate) fn hex(&self, (column, row): Place) -> Hex {
        Hex(((column - 1) * self.rows + row - 1) as u16)
    }

    pub(crate) fn is_on_map(&self, (column, row): Place) -> bool {
        (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row)
    }

    /// The six places around, on the map or not.
    fn six(&self, (column, row): Place) -> [Place; 6] {
        let even = column % 2 == 0;
        // A lower column's side neighbours are on its own row and on the next; a higher one's on its own and the last.
        let other = if even == self.lower_even { row + 1 } else { row - 1 };
        [
            (column, row - 1),
            (column, row + 1),
            (column - 1, row),
            (column + 1, row),
            (column - 1, other),
            (column + 1, other),
        ]
    }

    pub(crate) fn neighbours(&self, place: Place) -> Vec<Place> {
        self.six(place).into_iter().filter(|near| self.is_on_map(*near)).collect()
    }

    pub(crate) fn is_edge(&self, place: Place) -> bool {
        self.neighbours(place).len() < 6
    }

    /// Half rows from the top, so that columns can be compared.
    fn depth(&self, (column, row): Place) -> i32 {
        2 * row + i32::from((column % 2 == 0) == self.lower_even)
    }

    pub(crate) fn distance(&self, a: Place, b: Place) -> i32 {
        let sideways = (a.0 - b.0).abs();
        let down = (self.depth(a) - self.depth(b)).abs();
        // A step sideways gains half a row as well.
        sideways + ((down - sideways).max(0) + 1) / 2
    }

    fn has(&self, place: Place, kinds: &[&str]) -> bool {
        self.terrain.get(&place).is_some_and(|here| kinds.iter().any(|kind| here.contains(*kind)))
    }

    /// 9.0f: rivers are frozen at Eylau. 13.0: in rain streams are rivers and the Landgraben is a stream.
    pub(crate) fn between(&self, state: &State, from: Place, to: Place) -> Between {
        let mut side = self.between.get(&(from, to)).copied().unwrap_or_default();
        if !self.dresden {
            side.river = false;
        }
        if self.rains(state) {
            side.river = side.river || side.stream;
            side.stream = side.landgraben;
            side.landgraben = false;
        }
        side
    }

    pub(crate) fn rains(&self, state: &State) -> bool {
        self.rules.scenario.turns[usize::from(state.turn) - 1].rain
    }

    pub(crate) fn night(&self, state: &State) -> bool {
        self.rules.scenario.turns[usize::from(state.turn) - 1].night
    }

    fn entry(&self, to: Place) -> i32 {
        if self.has(to, &["woods"]) { 4 } else { 2 }
    }

    fn road_rate(&self) -> i32 {
        if self.dresden { 1 } else { 2 }
    }

    /// The terrain chart, in half points; nothing where the step is impossible for the unit.
    pub(crate) fn cost(&self, state: &State, gun: bool, from: Place, to: Place) -> Option<i32> {
        if self.distance(from, to) != 1 || !self.is_on_map(to) {
            return None;
        }
        let side = self.between(state, from, to);
        if side.river && !side.bridged {
            return None;
        }
        if gun && (side.stream || side.gully || side.landgraben) && !side.bridged {
            return None;
        }
        if side.road {
            return Some(self.road_rate());
        }
        let mut cost = self.entry(to);
        if side.uphill {
            cost += 2;
        }
        if !side.drawn_bridge {
            cost += 4 * (i32::from(side.stream) + i32::from(side.gully));
            if side.landgraben {
                cost += 2;
            }
        }
        Some(cost)
    }

    /// 7.1
    pub(crate) fn entry_from_off_map(&self, to: Place) -> i32 {
        if self.road_leaves.contains(&to) { self.road_rate() } else { self.entry(to) }
    }

    /// 4.5, 9.0c: zones and adjacent attacks cross every hexside but a river without a bridge.
    pub(crate) fn touch(&self, state: &State, a: Place, b: Place) -> bool {
        let side = self.between(state, a, b);
        self.distance(a, b) == 1 && (!side.river || side.bridged)
    }

    /// 9.0: doubled by what the hex holds.
    pub(crate) fn shelters(&self, place: Place) -> bool {
        self.has(place, &["town", "fort"])
    }

    /// 9.0: an attack over this hexside meets a doubled defender.
    pub(crate) fn hexside_shelters(&self, state: &State, from: Place, to: Place) -> bool {
        let side = self.between(state, from, to);
        side.uphill || side.gully || side.stream || side.river
    }

    /// 5.6: two hexes off with a free line, or next door over a river.
    pub(crate) fn in_range(&self, state: &State, from: Place, to: Place) -> bool {
        match self.distance(from, to) {
            1 => !self.touch(state, from, to),
            2 => {
                let hides = |place: &Place| self.has(*place, &["woods", "grove", "town"]);
                let common: Vec<Place> =
                    self.six(from).into_iter().filter(|near| self.six(to).contains(near)).collect();
                // One hex in the middle stops the shot alone; of two beside the line both have to.
                !common.iter().all(hides)
            }
            _ => false,
        }
    }

    // Counters

    pub(crate) fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.rules.units.len() as u8).map(UnitId)
    }

    pub(crate) fn side(&self, unit: UnitId) -> u8 {
        if self.army(unit) == Army::French { 0 } else { 1 }
    }

    pub(crate) fn army(&self, unit: UnitId) -> Army {
        self.rules.units[unit.index()].army
    }

    pub(crate) fn gun(&self, unit: UnitId) -> bool {
        self.rules.units[unit.index()].kind == Kind::Artillery
    }

    pub(crate) fn garrison(&self, unit: UnitId) -> Option<Garrison> {
        self.rules.units[unit.index()].garrison
    }

    pub(crate) fn printed(&self, unit: UnitId) -> i32 {
        self.rules.units[unit.index()].strength.into()
    }

    pub(crate) fn division(&self, unit: UnitId) -> Option<&str> {
        let number = self.rules.units[unit.index()].division.0;
        self.rules.scenario.divisions.get(usize::from(number)).map(|division| division.id.as_str())
    }
}
