//! The board at a glance: distances, who stands where with how much, what is worth having, and what threatens.

use board::boxes::BoxId;
use jours_de_gloire::Rules;
use jours_de_gloire::counters::{CounterId, Kind};
use jours_de_gloire::ground::Water;
use jours_de_gloire::state::{BOXES, State, Whereabouts, enemy_of};
use kernel::Side;

/// Distances between all boxes in movement points of dry weather, over bridges as they are printed.
#[derive(Debug)]
pub(crate) struct Distances {
    boxes: usize,
    between: Vec<u8>,
}

impl Distances {
    pub(crate) fn new(rules: &Rules) -> Distances {
        let boxes = rules.ground.len();
        let mut between = vec![u8::MAX; boxes * boxes];
        for start in rules.ground.boxes() {
            let row = &mut between[start.index() * boxes..(start.index() + 1) * boxes];
            row[start.index()] = 0;
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(here) = queue.pop_front() {
                for (next, way) in rules.ground.neighbours(here) {
                    if rules.ground.water(*way) == (Water::Major { bridge: false }) {
                        continue;
                    }
                    let then = row[here.index()].saturating_add(rules.ground.cost(*way, false));
                    if then < row[next.index()] {
                        row[next.index()] = then;
                        queue.push_back(*next);
                    }
                }
            }
        }
        Distances { boxes, between }
    }

    #[inline]
    pub(crate) fn between(&self, a: BoxId, b: BoxId) -> u8 {
        self.between[a.index() * self.boxes + b.index()]
    }
}

/// A march of infantry in dry weather.
const MARCH: u8 = 6;
/// From so far friends come to the guns.
const EARSHOT: u8 = 2;

/// Real strength in a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Body {
    pub(crate) at: BoxId,
    pub(crate) strength: u16,
    /// Shut in by a siege: it goes nowhere.
    pub(crate) shut_in: bool,
}

/// Who stands where, in one world.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    /// By side and box: strength that can fight in the field.
    field: [Box<[u16; BOXES]>; 2],
    /// By side, the boxes with strength.
    pub(crate) bodies: [Vec<Body>; 2],
}

impl Survey {
    pub(crate) fn of(rules: &Rules, state: &State) -> Survey {
        let mut field = [Box::new([0u16; BOXES]), Box::new([0u16; BOXES])];
        let mut bodies: [Vec<Body>; 2] = [Vec::with_capacity(32), Vec::with_capacity(32)];
        for (number, piece) in state.pieces.iter().enumerate() {
            if piece.strength == 0 {
                continue;
            }
            let (at, on_map) = match piece.whereabouts {
                Whereabouts::At(at) => (at, true),
                Whereabouts::Entering(at) => (at, false),
                Whereabouts::Waiting
                | Whereabouts::Pool
                | Whereabouts::Recalled
                | Whereabouts::Lost
                | Whereabouts::Captured => continue,
            };
            let counter = CounterId(number as u8);
            if !rules.kind(counter).has_strength() {
                continue;
            }
            let side = rules.side_of(counter).index();
            let strength = u16::from(piece.strength);
            if on_map && !piece.inside {
                field[side][at.index()] += strength;
            }
            let same = |body: &&mut Body| body.at == at && body.shut_in == piece.inside;
            match bodies[side].iter_mut().find(same) {
                Some(body) => body.strength += strength,
                None => bodies[side].push(Body { at, strength, shut_in: piece.inside }),
            }
        }
        Survey { field, bodies }
    }

    /// Strength of a side in the field of a box.
    #[inline]
    pub(crate) fn at(&self, side: Side, place: BoxId) -> u16 {
        self.field[side.index()][place.index()]
    }

    /// A stack has marched, or is to be thought of elsewhere.
    pub(crate) fn shift(&mut self, side: Side, from: Option<BoxId>, to: BoxId, strength: u16) {
        if let Some(from) = from {
            let left = &mut self.field[side.index()][from.index()];
            *left = left.saturating_sub(strength);
            if let Some(body) = self.bodies[side.index()].iter_mut().find(|body| body.at == from && !body.shut_in) {
                body.strength = body.strength.saturating_sub(strength);
            }
        }
        self.field[side.index()][to.index()] += strength;
        match self.bodies[side.index()].iter_mut().find(|body| body.at == to && !body.shut_in) {
            Some(body) => body.strength += strength,
            None => self.bodies[side.index()].push(Body { at: to, strength, shut_in: false }),
        }
    }

    /// Strength that a side could bring against a box in one march.
    pub(crate) fn reaching(&self, distances: &Distances, side: Side, place: BoxId) -> f64 {
        let mut sum = 0.0;
        for body in self.bodies[side.index()].iter().filter(|body| !body.shut_in) {
            let distance = distances.between(body.at, place);
            let part = match distance {
                0..=4 => 1.0,
                5 => 0.9,
                MARCH => 0.7,
                7 | 8 => 0.25,
                _ => 0.0,
            };
            sum += part * f64::from(body.strength);
        }
        sum
    }

    /// Strength of a side beside a box, which could come to its help.
    pub(crate) fn beside(&self, distances: &Distances, side: Side, place: BoxId) -> f64 {
        let near = |body: &&Body| {
            let distance = distances.between(body.at, place);
            !body.shut_in && distance > 0 && distance <= EARSHOT
        };
        self.bodies[side.index()].iter().filter(near).map(|body| f64::from(body.strength)).sum()
    }
}

/// A box that is worth points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Objective {
    pub(crate) at: BoxId,
    pub(crate) points: f64,
    /// What it would change in the lead if a side had it.
    pub(crate) swing: f64,
    /// It is that side's already.
    pub(crate) own: bool,
}

/// The objectives as a side sees them.
pub(crate) fn objectives(rules: &Rules, state: &State, side: Side) -> impl Iterator<Item = Objective> {
    let flags = rules.scenario.victory_boxes.iter().zip(&state.flags);
    flags.map(move |(listed, flag)| {
        let points = f64::from(listed.points);
        let besieged_by = state.siege_at(listed.at).map(|siege| siege.besieger);
        let (own, swing) = match (besieged_by, flag) {
            (Some(besieger), _) if besieger == side => (true, points - 1.0),
            (Some(_), _) => (false, 1.0),
            (None, Some(flag)) if *flag == side => (true, 0.0),
            (None, Some(_)) => (false, 2.0 * points),
            (None, None) => (false, points),
        };
        Objective { at: listed.at, points, swing, own }
    })
}

/// What a stack of this strength has to fear in a box, in victory points, if the enemy comes with what he has near.
pub(crate) fn danger(rules: &Rules, survey: &Survey, distances: &Distances, side: Side, at: BoxId, own: f64) -> f64 {
    if own <= 0.0 {
        return 0.0;
    }
    let ground = match rules.ground_of_battle(at) {
        jours_de_gloire::ground::Terrain::Open => 1.0,
        jours_de_gloire::ground::Terrain::Defensive | jours_de_gloire::ground::Terrain::Mountain => 1.3,
    };
    let stands = (own + 0.4 * survey.beside(distances, side, at)) * ground;
    let comes = survey.reaching(distances, enemy_of(side), at) * 0.75;
    let ratio = comes / stands;
    let chance = ((ratio - 0.9) / 1.2).clamp(0.0, 1.0);
    // From ten strength points on a battle cannot be declined, and is worth points.
    let points = if own >= 10.0 { 3.0 } else { 0.4 };
    chance * (points + 0.06 * own)
}

pub(crate) fn is_dummy(rules: &Rules, counter: CounterId) -> bool {
    match rules.kind(counter) {
        Kind::InfantryDummy | Kind::CavalryDummy => true,
        Kind::Leader | Kind::Infantry | Kind::Cavalry | Kind::Artillery => false,
    }
}
