//! The ground, from the map file and the terrain table of the book, with hex arithmetic of its own.

use std::collections::{BTreeMap, BTreeSet};

use board::{Hex, Shift};
use napoleon_1807::Rules;

/// Column and row as printed.
pub(crate) type Place = (i32, i32);

/// The compass, clockwise.
pub(crate) const COMPASS: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];

/// Columns of the terrain table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Commander,
    Infantry,
    Cavalry,
    Artillery,
}

/// What is drawn between two neighbours, seen from the first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Between {
    pub(crate) river: bool,
    pub(crate) stream: bool,
    pub(crate) crossing: bool,
    pub(crate) up: bool,
    pub(crate) down: bool,
    pub(crate) cliff_up: bool,
    pub(crate) cliff_down: bool,
    pub(crate) main: bool,
    pub(crate) secondary: bool,
}

impl Between {
    pub(crate) fn road(self) -> bool {
        self.main || self.secondary
    }

    pub(crate) fn cliff(self) -> bool {
        self.cliff_up || self.cliff_down
    }

    pub(crate) fn unbridged(self) -> bool {
        self.river && !self.crossing
    }
}

pub(crate) struct Ground {
    columns: i32,
    rows: i32,
    lower_even: bool,
    hexes: BTreeMap<Place, Hex>,
    places: BTreeMap<Hex, Place>,
    terrain: BTreeMap<Place, BTreeSet<String>>,
    between: BTreeMap<(Place, Place), Between>,
    heights: BTreeMap<Place, u8>,
    /// Edge hexes where a road leaves the map, and whether it is a main road.
    leaves: BTreeMap<Place, bool>,
}

impl Ground {
    pub(crate) fn new(rules: &Rules) -> Ground {
        let (map, grid) = (&rules.map, &rules.map.grid);
        let printed = |hex: Hex| -> Place {
            let name = grid.name(hex);
            let (column, row) = name.split_at(2);
            (column.parse().expect("a column"), row.parse().expect("a row"))
        };
        let places: BTreeMap<Hex, Place> = grid.hexes().map(|hex| (hex, printed(hex))).collect();
        let mut ground = Ground {
            columns: grid.columns().into(),
            rows: grid.rows().into(),
            lower_even: grid.lower() == Shift::Even,
            hexes: places.iter().map(|(hex, place)| (*place, *hex)).collect(),
            terrain: BTreeMap::new(),
            between: BTreeMap::new(),
            heights: BTreeMap::new(),
            leaves: BTreeMap::new(),
            places,
        };
        for (name, hexes) in &map.terrain {
            for hex in hexes {
                ground.terrain.entry(ground.places[hex]).or_default().insert(name.clone());
            }
        }
        for (level, hexes) in &map.heights {
            for hex in hexes {
                ground.heights.insert(ground.places[hex], *level);
            }
        }
        for (name, sides) in &map.hexsides {
            for side in sides {
                let ends = (ground.places[&side.from], ground.places[&side.to]);
                ground.draw(name, ends, false);
                ground.draw(name, (ends.1, ends.0), true);
            }
        }
        for road in &map.roads {
            let main = road.kind != "secondary";
            for pair in road.hexes.windows(2) {
                let ends = (ground.places[&pair[0]], ground.places[&pair[1]]);
                for ends in [ends, (ends.1, ends.0)] {
                    let between = ground.between.entry(ends).or_default();
                    if main { between.main = true } else { between.secondary = true }
                }
            }
            for hex in &road.leaves_map_at {
                let known = ground.leaves.entry(ground.places[hex]).or_default();
                *known |= main;
            }
        }
        ground
    }

    fn draw(&mut self, name: &str, ends: (Place, Place), back: bool) {
        let between = self.between.entry(ends).or_default();
        match (name, back) {
            ("river", _) => between.river = true,
            ("stream", _) => between.stream = true,
            ("bridge" | "ford", _) => between.crossing = true,
            ("slope", false) => between.up = true,
            ("slope", true) => between.down = true,
            ("cliff", false) => between.cliff_up = true,
            ("cliff", true) => between.cliff_down = true,
            (other, _) => panic!("a map has no {other}"),
        }
    }

    pub(crate) fn place(&self, hex: Hex) -> Place {
        self.places[&hex]
    }

    pub(crate) fn hex(&self, place: Place) -> Hex {
        self.hexes[&place]
    }

    /// The neighbour in a direction of the compass, if it is on the map.
    pub(crate) fn neighbour(&self, (column, row): Place, direction: usize) -> Option<Place> {
        let low = (column % 2 == 0) == self.lower_even;
        let (up, down) = if low { (0, 1) } else { (-1, 0) };
        let to = match direction % 6 {
            0 => (column, row - 1),
            1 => (column + 1, row + up),
            2 => (column + 1, row + down),
            3 => (column, row + 1),
            4 => (column - 1, row + down),
            _ => (column - 1, row + up),
        };
        self.hexes.contains_key(&to).then_some(to)
    }

    pub(crate) fn around(&self, place: Place) -> Vec<Place> {
        (0..6).filter_map(|direction| self.neighbour(place, direction)).collect()
    }

    pub(crate) fn is_front(&self, from: Place, facing: usize, to: Place) -> bool {
        [5, 0, 1].iter().any(|turn| self.neighbour(from, facing + turn) == Some(to))
    }

    /// Doubled coordinates, in which a step is (0, 2) or (1, 1).
    fn doubled(&self, (column, row): Place) -> (i32, i32) {
        let low = (column % 2 == 0) == self.lower_even;
        (column, row * 2 + i32::from(low))
    }

    pub(crate) fn distance(&self, one: Place, other: Place) -> i32 {
        let ((a, b), (c, d)) = (self.doubled(one), self.doubled(other));
        let (across, along) = ((a - c).abs(), (b - d).abs());
        across + (along - across).max(0) / 2
    }

    pub(crate) fn is_edge(&self, (column, row): Place) -> bool {
        column == 1 || row == 1 || column == self.columns || row == self.rows
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.hexes.keys().copied()
    }

    fn is(&self, place: Place, kinds: &[&str]) -> bool {
        self.terrain.get(&place).is_some_and(|there| kinds.iter().any(|kind| there.contains(*kind)))
    }

    /// Nothing but clear ground, or ice.
    pub(crate) fn is_clear(&self, place: Place) -> bool {
        !self.is(place, &["forest", "village", "town", "marsh", "lake", "orchard", "vineyard"])
    }

    pub(crate) fn is_building(&self, place: Place) -> bool {
        self.is(place, &["village", "town"])
    }

    pub(crate) fn between(&self, from: Place, to: Place) -> Between {
        self.between.get(&(from, to)).copied().unwrap_or_default()
    }

    /// Twelfths of a point for a hex by itself.
    fn hex_cost(&self, column: Column, place: Place) -> Option<u32> {
        let horse = matches!(column, Column::Cavalry | Column::Artillery);
        if self.is(place, &["lake"]) || (horse && self.is(place, &["marsh"])) {
            return None;
        }
        let mut cost = 12;
        if self.is(place, &["forest"]) {
            cost = cost.max(if horse { 48 } else { 24 });
        }
        if self.is(place, &["village", "marsh"]) {
            cost = cost.max(24);
        }
        if self.is(place, &["town"]) {
            cost = cost.max(36);
        }
        Some(cost)
    }

    fn road_cost(column: Column, main: bool) -> u32 {
        match (column, main) {
            (Column::Commander, _) | (Column::Cavalry, true) => 3,
            (Column::Infantry | Column::Artillery, true) | (Column::Cavalry, false) => 4,
            (Column::Infantry | Column::Artillery, false) => 6,
        }
    }

    /// Twelfths of a point for a step between neighbours, without zones.
    pub(crate) fn step_cost(&self, column: Column, from: Place, to: Place) -> Option<u32> {
        let between = self.between(from, to);
        if between.unbridged() || between.cliff() {
            return None;
        }
        if between.road() {
            return Some(Ground::road_cost(column, between.main));
        }
        let mut cost = self.hex_cost(column, to)?;
        if between.stream && !between.crossing {
            cost += 12;
        }
        if between.up {
            cost += 12;
        }
        Some(cost)
    }

    /// Twelfths of a point to come onto the map.
    pub(crate) fn entry_cost(&self, column: Column, place: Place) -> Option<u32> {
        match self.leaves.get(&place) {
            Some(main) => Some(Ground::road_cost(column, *main)),
            None => self.hex_cost(column, place),
        }
    }

    /// 5.51, 5.52
    pub(crate) fn zone_reaches(&self, from: Place, to: Place) -> bool {
        !self.between(from, to).river && !self.is(to, &["forest", "village", "town"])
    }

    /// 8.64
    pub(crate) fn retreat_goes(&self, from: Place, to: Place) -> bool {
        let between = self.between(from, to);
        !between.unbridged() && !between.cliff() && !self.is(to, &["marsh", "lake"])
    }

    /// 9.11, 9.17
    pub(crate) fn charge_goes(&self, from: Place, to: Place) -> bool {
        let between = self.between(from, to);
        self.is_clear(to) && !between.river && !between.stream && !between.crossing && !between.cliff()
    }

    pub(crate) fn height(&self, place: Place) -> u8 {
        self.heights.get(&place).copied().unwrap_or(0)
    }

    /// What the terrain table adds to an attack on a hex, and to fire at it.
    pub(crate) fn combat_figure(&self, place: Place) -> i32 {
        if self.is(place, &["forest", "town"]) { -2 } else { -i32::from(self.is(place, &["village"])) }
    }

    /// 10.12: what lies on the line between the centres: single hexes, or two where it runs along a side. The line is walked
    /// in small steps, and at each the nearest centres are looked for.
    pub(crate) fn line(&self, from: Place, to: Place) -> Vec<Vec<Place>> {
        const STEPS: i64 = 840;
        let centre = |place: Place| {
            let (x, y) = self.doubled(place);
            (i64::from(x) * STEPS, i64::from(y) * STEPS)
        };
        let ((ax, ay), (bx, by)) = (self.doubled(from), self.doubled(to));
        let (dx, dy) = (i64::from(bx - ax), i64::from(by - ay));
        // Doubled rows are half a hex high, columns three quarters of a hex wide: squared distances as 3 x² + y².
        let far = |(x, y): (i64, i64), place: Place| {
            let (cx, cy) = centre(place);
            3 * (x - cx).pow(2) + (y - cy).pow(2)
        };
        let near: Vec<Place> = {
            let columns = from.0.min(to.0) - 1..=from.0.max(to.0) + 1;
            let rows = from.1.min(to.1) - 2..=from.1.max(to.1) + 2;
            columns.flat_map(|column| rows.clone().map(move |row| (column, row))).collect()
        };
        let mut met: Vec<Vec<Place>> = Vec::new();
        let mut last: Vec<Place> = Vec::new();
        for step in 1..STEPS {
            let at = (i64::from(ax) * STEPS + dx * step, i64::from(ay) * STEPS + dy * step);
            let least = near.iter().map(|place| far(at, *place)).min().unwrap_or(0);
            let here: Vec<Place> = near.iter().copied().filter(|place| far(at, *place) == least).collect();
            // A side is run along if two steps in a row are on it; a mere point on it is crossed.
            let counts = here.len() == 1 || (here.len() == 2 && here == last);
            if counts && !met.contains(&here) && !here.contains(&from) && !here.contains(&to) {
                met.push(here.clone());
            }
            last = here;
        }
        met
    }

    /// Whether the ground of a hex hides what is behind it.
    pub(crate) fn hides(&self, place: Place, from: Place, to: Place) -> bool {
        let height = self.height(place);
        !self.hexes.contains_key(&place)
            || self.is(place, &["forest", "orchard", "vineyard", "village", "town"])
            || (height > self.height(from) && height > self.height(to))
    }
}

impl Ground {
    /// The place of a hex that may be none.
    pub(crate) fn place_of(&self, hex: Hex) -> Option<Place> {
        self.places.get(&hex).copied()
    }
}
