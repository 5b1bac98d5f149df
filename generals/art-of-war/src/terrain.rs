//! Distances on the map, tabulated once for a scenario.

use art_of_war::Rules;
use board::Hex;

/// Hexes this near are listed by distance.
pub(crate) const RINGS: usize = 7;

#[derive(Debug)]
pub(crate) struct Distances {
    hexes: usize,
    between: Vec<u8>,
    /// For every hex, the hexes around it, the nearest first, and where each ring ends.
    around: Vec<Vec<Hex>>,
    ends: Vec<[u16; RINGS]>,
}

impl Distances {
    pub(crate) fn new(rules: &Rules) -> Distances {
        let grid = &rules.ground.grid;
        let hexes = grid.len();
        let mut between = vec![0; hexes * hexes];
        let mut around = Vec::with_capacity(hexes);
        let mut ends = Vec::with_capacity(hexes);
        for from in grid.hexes() {
            let mut rings: Vec<Vec<Hex>> = vec![Vec::new(); RINGS];
            for to in grid.hexes() {
                let distance = grid.distance(from, to);
                between[from.index() * hexes + to.index()] = distance.min(255) as u8;
                if let Some(ring) = rings.get_mut(usize::from(distance)) {
                    ring.push(to);
                }
            }
            let mut end = [0; RINGS];
            let mut sum = 0;
            for (place, ring) in rings.iter().enumerate() {
                sum += ring.len() as u16;
                end[place] = sum;
            }
            ends.push(end);
            around.push(rings.concat());
        }
        Distances { hexes, between, around, ends }
    }

    /// Positions set up by hand may lack an objective: nobody is near a hex that is not on the map.
    #[inline]
    pub(crate) fn between(&self, from: Hex, to: Hex) -> u8 {
        let on_map = from.index() < self.hexes && to.index() < self.hexes;
        if on_map { self.between[from.index() * self.hexes + to.index()] } else { u8::MAX }
    }

    /// The hexes within a distance below [`RINGS`], the hex itself first.
    #[inline]
    pub(crate) fn within(&self, hex: Hex, distance: usize) -> &[Hex] {
        let (Some(ends), Some(around)) = (self.ends.get(hex.index()), self.around.get(hex.index())) else { return &[] };
        &around[..usize::from(ends[distance.min(RINGS - 1)])]
    }

    /// The hexes at exactly this distance, which is at least 1.
    #[inline]
    pub(crate) fn ring(&self, hex: Hex, distance: usize) -> &[Hex] {
        let (Some(ends), Some(around)) = (self.ends.get(hex.index()), self.around.get(hex.index())) else { return &[] };
        &around[usize::from(ends[distance - 1])..usize::from(ends[distance])]
    }
}
