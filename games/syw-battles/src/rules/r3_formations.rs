//! Chapter 3: formations, where they look, and what kind of mover each makes of a counter.
//! Decides 2.3e, 2.6a, 3.11b, 3.12d, 3.13b, 3.14, 3.21a, 3.22d, D.1d, D.2c, D.3a, D.3c, G.2g.

use arrayvec::ArrayVec;
use board::{Direction, Hex};

use crate::Rules;
use crate::counters::{Arm, CounterId, Formation, Kind};
use crate::ground::Gait;
use crate::state::State;
use crate::tables::Mover;

/// Front hexes of one hex of a counter: two of a Line, one of a Column, all six.
pub(crate) type Ahead = ArrayVec<Hex, 6>;

impl Rules {
    /// T.terrain: the column of the movement table that a counter uses.
    pub(crate) fn mover(&self, state: &State, counter: CounterId) -> Mover {
        self.mover_in(counter, state.formation(counter))
    }

    /// The same as if it stood in that formation.
    pub(crate) fn mover_in(&self, counter: CounterId, formation: Formation) -> Mover {
        let print = self.counter(counter);
        match print.kind {
            Kind::Leader(_) => Mover::Leader,
            // 3.22d: baggage moves as limbered guns do.
            Kind::Baggage if rule!("3.22d", true) => Mover::Baggage,
            Kind::Baggage => Mover::Leader,
            Kind::Battery => match formation {
                // 2.3e: the small wheel makes a battery heavy.
                Formation::Limbered if rule!("2.3e", print.heavy) => Mover::Heavy,
                Formation::Limbered => Mover::Adapted,
                Formation::Unlimbered
                | Formation::Brigade
                | Formation::Line
                | Formation::Column
                | Formation::Dispersed
                | Formation::Shaken
                | Formation::Panicked
                | Formation::None => Mover::Line,
            },
            Kind::Unit(arm) => Rules::mover_of(arm, formation, print.light || print.dispersed),
            Kind::Brigade(arm) => {
                // D.3a: the slowest of its units sets the pace.
                let mut light = print.units.iter().map(|unit| self.counter(*unit).light);
                let all = if rule!("D.3a", true) { light.all(|light| light) } else { light.any(|light| light) };
                Rules::mover_of(arm, formation, all)
            }
        }
    }

    fn mover_of(arm: Arm, formation: Formation, light: bool) -> Mover {
        match (arm, formation) {
            (Arm::Infantry, Formation::Line) => Mover::Line,
            (Arm::Cavalry, Formation::Line) => Mover::CavalryLine,
            // D.1d: Dispersed as light troops Adapted, Shaken as Adapted; a unit of light troops remains one.
            (Arm::Infantry, Formation::Dispersed) if !rule!("D.1d", true) => Mover::Adapted,
            (Arm::Infantry, Formation::Dispersed) => Mover::LightInfantry,
            (Arm::Cavalry, Formation::Dispersed) => Mover::LightCavalry,
            (Arm::Infantry, _) if light => Mover::LightInfantry,
            (Arm::Cavalry, _) if light => Mover::LightCavalry,
            (Arm::Infantry, _) => Mover::Adapted,
            (Arm::Cavalry, _) => Mover::CavalryAdapted,
        }
    }

    pub(crate) fn gait(&self, state: &State, counter: CounterId) -> Gait {
        let brigade = self.counter(counter).is_brigade() && state.formation(counter) == Formation::Line;
        // D.3c: a brigade in Line enters what a unit in Line may not.
        Gait { mover: self.mover(state, counter), brigade: brigade && rule!("D.3c", true) }
    }

    /// The points of a counter in its formation.
    pub(crate) fn allowance(&self, state: &State, counter: CounterId) -> u8 {
        self.allowance_in(counter, state.formation(counter))
    }

    pub(crate) fn allowance_in(&self, counter: CounterId, formation: Formation) -> u8 {
        // 2.6a: by the type of the counter and its formation.
        if rule!("2.6a", true) { self.allowances[self.mover_in(counter, formation).index()] } else { 0 }
    }

    /// Whether a counter may use road movement at all (D.2c).
    pub(crate) fn takes_roads(&self, state: &State, counter: CounterId) -> bool {
        match state.formation(counter) {
            // 3.11b, 3.21a, 3.14
            Formation::Line => !(rule!("3.11b", true) && rule!("D.2c", true)),
            Formation::Unlimbered => !(rule!("3.21a", true) && rule!("D.2c", true)),
            Formation::Shaken | Formation::Panicked => !rule!("3.14", true),
            Formation::Column | Formation::Limbered | Formation::Dispersed | Formation::None | Formation::Brigade => {
                true
            }
        }
    }

    /// 3.12d: Adapted in wood or village, and not on a road that it looks along.
    pub(crate) fn is_loose(&self, state: &State, unit: CounterId) -> bool {
        let hex = state.hex_of(unit);
        state.formation(unit) == Formation::Column
            && self.is_unit(unit)
            && hex.is_some()
            && self.ground.is_cover(hex)
            && self.ground.side(hex, state.facing(unit).direction()).road.is_none()
            && rule!("3.12d", true)
    }

    /// G.2g: the directions that are the front of a counter that looks somewhere.
    pub(crate) fn ahead(&self, state: &State, counter: CounterId) -> ArrayVec<Direction, 2> {
        let mut ahead = ArrayVec::new();
        let facing = state.facing(counter);
        if state.formation(counter).has_facing() {
            ahead.push(facing.direction());
            // Two front hexes of a Line, one of a Column.
            if rule!("G.2g", facing.is_vertex()) {
                ahead.push(facing.direction().clockwise(1));
            }
        }
        ahead
    }

    /// The hexes before one hex of a counter, in its formation: two of a Line, one of a Column, six of troops that look
    /// everywhere.
    pub(crate) fn hexes_before(&self, state: &State, counter: CounterId, hex: Hex) -> Ahead {
        let mut found = Ahead::new();
        // 3.13b: all round.
        let dispersed = rule!("3.13b", state.formation(counter) == Formation::Dispersed);
        let everywhere = dispersed || self.is_loose(state, counter);
        if everywhere {
            found.extend(self.ground.around(hex));
        } else {
            let ahead = self.ahead(state, counter);
            found.extend(ahead.iter().map(|way| self.ground.grid.neighbour(hex, *way)).filter(|near| near.is_some()));
        }
        found
    }
}
