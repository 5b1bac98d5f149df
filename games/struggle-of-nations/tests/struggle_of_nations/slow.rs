//! A slow board of its own for the tests: hexes by arithmetic on cube coordinates, zones and contact by looking at everything.
//! It shares nothing with the rules but the text of the position that it writes.

use std::collections::BTreeSet;

use kernel::Position;
use kernel::example::read_position;
use struggle_of_nations::{Rules, StruggleOfNations};

/// A linear congruential generator: the same positions on every machine.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % most
    }
}

/// Column and row, from 1.
pub(crate) type Hex = (i32, i32);

const STEPS: [(i32, i32, i32); 6] = [(0, -1, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1)];
pub(crate) const NAMES: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];

fn cube((column, row): Hex) -> (i32, i32, i32) {
    // Even columns lie half a hex lower.
    let down = row - (column - 1).div_euclid(2);
    (column, down, -column - down)
}

fn from_cube((column, down, _): (i32, i32, i32)) -> Hex {
    (column, down + (column - 1).div_euclid(2))
}

pub(crate) fn neighbour(hex: Hex, way: usize) -> Hex {
    let (a, b, c) = cube(hex);
    let (x, y, z) = STEPS[way % 6];
    from_cube((a + x, b + y, c + z))
}

pub(crate) fn distance(one: Hex, other: Hex) -> i32 {
    let ((a, b, c), (x, y, z)) = (cube(one), cube(other));
    (a - x).abs().max((b - y).abs()).max((c - z).abs())
}

pub(crate) fn name((column, row): Hex) -> String {
    format!("{column:02}{row:02}")
}

#[derive(Clone, Debug)]
pub(crate) struct Counter {
    pub(crate) name: String,
    pub(crate) french: bool,
    pub(crate) hexes: [Hex; 2],
    pub(crate) way: usize,
    pub(crate) men: u32,
}

/// A random board: counters in column that do not overlap, rough ground, great rivers, and on some boards small ones and bridges.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) size: i32,
    pub(crate) counters: Vec<Counter>,
    pub(crate) rough: Vec<(Hex, &'static str, u32)>,
    pub(crate) rivers: BTreeSet<(Hex, Hex)>,
    pub(crate) streams: BTreeSet<(Hex, Hex)>,
    pub(crate) bridges: BTreeSet<(Hex, Hex)>,
}

impl Board {
    pub(crate) fn random(dice: &mut Dice, size: i32, each: u64, rivers: u64, rough: u64) -> Board {
        let mut board = Board {
            size,
            counters: Vec::new(),
            rough: Vec::new(),
            rivers: BTreeSet::new(),
            streams: BTreeSet::new(),
            bridges: BTreeSet::new(),
        };
        let random = |dice: &mut Dice| (dice.below(size as u64) as i32 + 1, dice.below(size as u64) as i32 + 1);
        let wanted = [1 + dice.below(each), 1 + dice.below(each)];
        for (side, number) in wanted.into_iter().enumerate() {
            let mut placed = 0;
            while placed < number {
                let (lead, way) = (random(dice), dice.below(6) as usize);
                let hexes = [lead, neighbour(lead, way + 3)];
                let taken = |hex: &Hex| board.counters.iter().any(|other| other.hexes.contains(hex));
                if board.is_on(hexes[1]) && !hexes.iter().any(taken) {
                    let name = format!("{}{placed}", if side == 0 { "f" } else { "x" });
                    let men = 1 + dice.below(9) as u32;
                    board.counters.push(Counter { name, french: side == 0, hexes, way, men });
                    placed += 1;
                }
            }
        }
        for _ in 0..rough {
            let kinds = [("woods", 3), ("hill", 3), ("mountain", 6), ("marsh", 4)];
            let (kind, cost) = kinds[dice.below(4) as usize];
            let hex = random(dice);
            board.rough.retain(|(other, _, _)| *other != hex);
            board.rough.push((hex, kind, cost));
        }
        for _ in 0..rivers {
            let hex = random(dice);
            let to = neighbour(hex, dice.below(6) as usize);
            if board.is_on(to) {
                board.rivers.insert((hex.min(to), hex.max(to)));
            }
        }
        board
    }

    pub(crate) fn is_on(&self, (column, row): Hex) -> bool {
        (1..=self.size).contains(&column) && (1..=self.size).contains(&row)
    }

    /// Small rivers on other hexsides, and bridges over a third of all rivers.
    pub(crate) fn bridge(&mut self, dice: &mut Dice, streams: u64) {
        for _ in 0..streams {
            let hex = (dice.below(self.size as u64) as i32 + 1, dice.below(self.size as u64) as i32 + 1);
            let to = neighbour(hex, dice.below(6) as usize);
            let side = (hex.min(to), hex.max(to));
            if self.is_on(to) && !self.rivers.contains(&side) {
                self.streams.insert(side);
            }
        }
        let sides: Vec<(Hex, Hex)> = self.rivers.union(&self.streams).copied().collect();
        self.bridges = sides.into_iter().filter(|_| dice.below(3) == 0).collect();
    }

    pub(crate) fn is_open(&self, one: Hex, other: Hex) -> bool {
        let side = (one.min(other), one.max(other));
        !self.rivers.contains(&side) || self.bridges.contains(&side)
    }

    /// Half points on foot from a hex to the next, in column or line.
    pub(crate) fn crossing(&self, one: Hex, other: Hex, in_line: bool) -> Option<u32> {
        let side = (one.min(other), one.max(other));
        let dry = self.bridges.contains(&side) && !in_line;
        if self.rivers.contains(&side) && !dry {
            return None;
        }
        Some(self.cost(other) + if self.streams.contains(&side) && !dry { 2 } else { 0 })
    }

    /// Half points to enter a hex on foot.
    pub(crate) fn cost(&self, hex: Hex) -> u32 {
        self.rough.iter().find(|(other, _, _)| *other == hex).map_or(2, |(_, _, cost)| *cost)
    }

    pub(crate) fn is_controlled(&self, french: bool, hex: Hex) -> bool {
        self.counters.iter().filter(|counter| counter.french == french).any(|counter| {
            counter.hexes.iter().any(|half| *half == hex || (distance(*half, hex) == 1 && self.is_open(*half, hex)))
        })
    }

    pub(crate) fn touch(&self, one: &[Hex; 2], other: &[Hex; 2]) -> bool {
        one.iter().any(|a| other.iter().any(|b| distance(*a, *b) == 1 && self.is_open(*a, *b)))
    }

    pub(crate) fn read(&self, title: &StruggleOfNations) -> Position<Rules> {
        let units: Vec<String> = self
            .counters
            .iter()
            .map(|counter| {
                let side = if counter.french { "fr" } else { "al" };
                let (lead, way) = (name(counter.hexes[0]), NAMES[counter.way]);
                format!("\"{side} {}: 2-9-2 @ {lead} {way} inf:{}\"", counter.name, counter.men)
            })
            .collect();
        let rough: Vec<String> =
            self.rough.iter().map(|(hex, kind, _)| format!("\"{}\" = \"{kind}\"", name(*hex))).collect();
        let rivers: Vec<String> = self
            .rivers
            .union(&self.streams)
            .map(|side| {
                let kind = if self.rivers.contains(side) { "primary-river" } else { "secondary-river" };
                let bridge = if self.bridges.contains(side) { ", \"bridge\"" } else { "" };
                format!("\"{}-{}\" = [\"{kind}\"{bridge}]", name(side.0), name(side.1))
            })
            .collect();
        let text = format!(
            "rules = []\ntitle = \"\"\n[position]\nmap = \"blank {0}x{0}\"\nphase = \"battles\"\nterrain = {{ {1} }}\nhexsides = {{ {2} }}\nunits = [{3}]\n",
            self.size,
            rough.join(", "),
            rivers.join(", "),
            units.join(", ")
        );
        read_position(title, "random", &text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
    }
}
