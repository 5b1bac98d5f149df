//! A country made by chance, as a text for the position language and as bare facts for the second reading.

use std::fmt::Write;

use kernel::{Chance, Entropy};

const NAMES: [&str; 9] = ["Aue", "Borna", "Calau", "Dahme", "Elster", "Forst", "Guben", "Halle", "Jena"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Water {
    Dry,
    Ford,
    Bridge,
    BrokenBridge,
    GreatRiver,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Road {
    pub(crate) ends: [usize; 2],
    pub(crate) poor: bool,
    pub(crate) water: Water,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    Chief { value: u8 },
    General { value: u8 },
    Foot,
    Horse,
    Park,
    Dummy,
}

impl What {
    pub(crate) fn is_leader(self) -> bool {
        matches!(self, What::Chief { .. } | What::General { .. })
    }

    /// Infantry or cavalry: what can stand in anybody's way.
    pub(crate) fn is_unit(self) -> bool {
        matches!(self, What::Foot | What::Horse)
    }

    /// Infantry, cavalry or a park.
    pub(crate) fn is_combat_unit(self) -> bool {
        self.is_unit() || self == What::Park
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) name: String,
    /// 0 the French, 1 the Allies.
    pub(crate) side: usize,
    pub(crate) what: What,
    pub(crate) at: usize,
    pub(crate) strength: u8,
    /// The box it came from in this player turn.
    pub(crate) by: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Points,
    Movement,
    Combat,
}

#[derive(Clone, Debug)]
pub(crate) struct Country {
    pub(crate) boxes: usize,
    pub(crate) roads: Vec<Road>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) phase: Phase,
    /// Whose turn it is.
    pub(crate) player: usize,
    pub(crate) wet: bool,
    pub(crate) open: bool,
    pub(crate) sources: [usize; 2],
    /// Whose flag flies in each box.
    pub(crate) flags: Vec<usize>,
}

fn one_in(chance: &mut Chance, bound: u32) -> bool {
    chance.below(bound) == 0
}

impl Country {
    pub(crate) fn made_by(chance: &mut Chance) -> Country {
        let boxes = 5 + chance.below(5) as usize;
        let mut roads: Vec<Road> = Vec::new();
        let any_box = |chance: &mut Chance| chance.below(boxes as u32) as usize;
        for _ in 0..boxes + chance.below(boxes as u32) as usize {
            let (a, b) = (any_box(chance), any_box(chance));
            if a == b || roads.iter().any(|road| road.ends == [a, b] || road.ends == [b, a]) {
                continue;
            }
            let water = match chance.below(12) {
                0 => Water::Ford,
                1 => Water::Bridge,
                2 => Water::BrokenBridge,
                3 => Water::GreatRiver,
                _ => Water::Dry,
            };
            roads.push(Road { ends: [a, b], poor: one_in(chance, 4), water });
        }
        let phase = [Phase::Points, Phase::Movement, Phase::Combat][chance.below(3) as usize];
        let player = chance.below(2) as usize;
        let mut country = Country {
            boxes,
            roads,
            pieces: Vec::new(),
            phase,
            player,
            wet: one_in(chance, 3),
            open: one_in(chance, 2),
            sources: [any_box(chance), any_box(chance)],
            flags: Vec::new(),
        };
        country.people(chance);
        country.flags = (0..boxes).map(|place| country.first_flag(chance, place)).collect();
        country
    }

    /// Both sides have a commander in chief and some of everything; who shares a box with the enemy has units there.
    fn people(&mut self, chance: &mut Chance) {
        for side in 0..2 {
            let mut add = |chance: &mut Chance, what: What, strength: u8| {
                let at = chance.below(self.boxes as u32) as usize;
                let name = format!("{}{}", ["f", "a"][side], self.pieces.len());
                self.pieces.push(Piece { name, side, what, at, strength, by: None });
            };
            let value = |chance: &mut Chance| 1 + chance.below(4) as u8;
            let what = What::Chief { value: value(chance) };
            add(chance, what, 0);
            for _ in 0..chance.below(3) {
                let what = What::General { value: value(chance) };
                add(chance, what, 0);
            }
            for _ in 0..1 + chance.below(4) {
                let (what, strength) =
                    (if one_in(chance, 3) { What::Horse } else { What::Foot }, 1 + chance.below(9) as u8);
                add(chance, what, strength);
            }
            if one_in(chance, 2) {
                add(chance, What::Park, 0);
            }
            for _ in 0..chance.below(3) {
                add(chance, What::Dummy, 0);
            }
        }
        self.part_the_armies();
        if self.phase == Phase::Combat {
            self.bring_together(chance);
        }
    }

    /// The other side leaves every box of the moving one; where there is none left its counters stay away for good.
    fn part_the_armies(&mut self) {
        let held: Vec<bool> = (0..self.boxes).map(|place| self.stands(self.player, place)).collect();
        let free: Vec<usize> = (0..self.boxes).filter(|place| !held[*place]).collect();
        let player = self.player;
        for (number, piece) in self.pieces.iter_mut().enumerate().filter(|(_, piece)| piece.side != player) {
            if held[piece.at]
                && let Some(place) = free.get(number % free.len().max(1))
            {
                piece.at = *place;
            }
        }
        if free.is_empty() {
            self.pieces.retain(|piece| piece.side == player);
        }
    }

    /// Units of the moving side have entered the boxes of enemy units.
    fn bring_together(&mut self, chance: &mut Chance) {
        let player = self.player;
        for number in 0..self.pieces.len() {
            let piece = &self.pieces[number];
            if piece.side != player || !piece.what.is_unit() || one_in(chance, 3) {
                continue;
            }
            let from = piece.at;
            let targets: Vec<usize> = self
                .roads
                .iter()
                .filter(|road| road.ends.contains(&from) && self.crossable(road))
                .map(|road| if road.ends[0] == from { road.ends[1] } else { road.ends[0] })
                .filter(|to| self.pieces.iter().any(|it| it.side != player && it.at == *to && it.what.is_unit()))
                .collect();
            if !targets.is_empty() {
                let to = targets[chance.below(targets.len() as u32) as usize];
                self.pieces[number].at = to;
                self.pieces[number].by = Some(from);
            }
        }
    }

    fn stands(&self, side: usize, place: usize) -> bool {
        self.pieces.iter().any(|piece| piece.side == side && piece.at == place)
    }

    /// Who stands alone in a box with combat units has its flag.
    fn first_flag(&self, chance: &mut Chance, place: usize) -> usize {
        let fights = |side: usize| {
            self.pieces.iter().any(|piece| piece.side == side && piece.at == place && piece.what.is_combat_unit())
        };
        match (0..2).find(|side| fights(*side) && !self.stands(1 - side, place)) {
            Some(side) => side,
            None => chance.below(2) as usize,
        }
    }

    /// 4.3e, 5.3e, 6.4b
    pub(crate) fn crossable(&self, road: &Road) -> bool {
        !matches!(road.water, Water::BrokenBridge | Water::GreatRiver)
    }

    /// T.terrain, 3.1c
    pub(crate) fn cost(&self, road: &Road) -> u32 {
        1 + u32::from(road.poor) + u32::from(self.wet && road.water == Water::Ford)
    }

    /// The position as the examples write it.
    pub(crate) fn text(&self) -> String {
        let quoted = |names: Vec<String>| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let between = |road: &Road| format!("{}-{}", NAMES[road.ends[0]], NAMES[road.ends[1]]);
        let road = |road: &Road| {
            let water = match road.water {
                Water::Dry => "",
                Water::Ford => " minor ford",
                Water::Bridge | Water::BrokenBridge => " minor bridge",
                Water::GreatRiver => " major ford Elbe",
            };
            format!("{}{}{water}", between(road), if road.poor { " poor-road" } else { "" })
        };
        let unit = |piece: &Piece| {
            let side = ["fr", "al"][piece.side];
            let what = match piece.what {
                What::Chief { value } => format!("leader cv{value} rank3 tb0 chief"),
                What::General { value } => format!("leader cv{value} rank2 tb0"),
                What::Foot => format!("infantry {} co3", piece.strength),
                What::Horse => format!("cavalry {} co3", piece.strength),
                What::Park => "artillery ab2".to_owned(),
                What::Dummy => "dummy".to_owned(),
            };
            let by = piece.by.map_or(String::new(), |by| format!(" by {}", NAMES[by]));
            format!("{side} {}: {what} @ {}{by}", piece.name, NAMES[piece.at])
        };
        let broken: Vec<String> =
            self.roads.iter().filter(|road| road.water == Water::BrokenBridge).map(between).collect();
        let mut text = String::from("[position]\n");
        let mut line = |words: String| writeln!(text, "{words}").expect("a string takes everything");
        line(format!("boxes = [{}]", quoted(NAMES[..self.boxes].iter().map(|name| (*name).to_owned()).collect())));
        line(format!("roads = [{}]", quoted(self.roads.iter().map(road).collect())));
        line(format!("destroyed = [{}]", quoted(broken)));
        line(format!("units = [{}]", quoted(self.pieces.iter().map(unit).collect())));
        let phase = match self.phase {
            Phase::Points => "points",
            Phase::Movement => "movement",
            Phase::Combat => "combat",
        };
        line(format!("phase = \"{phase}\"\nactive = \"{}\"", ["french", "allied"][self.player]));
        line(format!("weather = \"{}\"", if self.wet { "rain" } else { "clear" }));
        line(format!("options = {{ blind = \"{}\" }}", if self.open { "1" } else { "3" }));
        let source = |side: usize| NAMES[self.sources[side]];
        line(format!("sources = {{ french = [\"{}\"], russo-prussian = [\"{}\"] }}", source(0), source(1)));
        let boxes = |what: &dyn Fn(usize) -> String| {
            (0..self.boxes).map(|place| format!("{} = {}", NAMES[place], what(place))).collect::<Vec<_>>().join(", ")
        };
        line(format!("victory_boxes = {{ {} }}", boxes(&|_| "1".to_owned())));
        let flag = |place: usize| format!("\"{}\"", ["french", "allied"][self.flags[place]]);
        line(format!("flags = {{ {} }}", boxes(&flag)));
        text
    }
}
