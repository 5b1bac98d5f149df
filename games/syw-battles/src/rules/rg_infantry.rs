//! Chapters G.1 and G.4: the arcs of infantry and cavalry, in brigades and out of them, and the fire of infantry.
//! Decides 2.7c, G.1c, G.1d, G.1e, G.1f, G.1g, G.4e, G.4h, T.power.

use arrayvec::ArrayVec;
use board::{Direction, Hex};

use crate::Rules;
use crate::counters::{CounterId, Formation, Slot};
use crate::refusal::{No, Silent, refuse};
use crate::state::{Shot, State};
use crate::tables::{Column, Musketry};

/// The hexes at which a unit may fire, or into which it may charge.
pub(crate) type Arc = ArrayVec<Hex, 6>;

impl Rules {
    /// G.1a, G.1c to G.1g: the hexes before a unit, by its formation and its place in its brigade. Charges have the same
    /// arcs (H.0a).
    pub(crate) fn arc_of_fire(&self, state: &State, unit: CounterId) -> Arc {
        if !state.on_map(unit) {
            return Arc::new();
        }
        match state.formation(unit) {
            Formation::Brigade => self.arc_in_brigade(state, unit),
            // S29: Shaken and Panicked infantry fires where its counter points.
            Formation::Shaken | Formation::Panicked => {
                let facing = state.facing(unit);
                let ways: ArrayVec<Direction, 2> = match facing.is_vertex() {
                    true => [facing.direction(), facing.direction().clockwise(1)].into_iter().collect(),
                    false => [facing.direction()].into_iter().collect(),
                };
                self.neighbours(state.hex_of(unit), &ways)
            }
            Formation::Line
            | Formation::Column
            | Formation::Dispersed
            | Formation::Unlimbered
            | Formation::Limbered
            | Formation::None => self.hexes_before(state, unit, state.hex_of(unit)),
        }
    }

    fn neighbours(&self, hex: Hex, ways: &[Direction]) -> Arc {
        ways.iter().map(|way| self.ground.grid.neighbour(hex, *way)).filter(|near| near.is_some()).collect()
    }

    /// The front hexes of a brigade in Line, from the right: one more than it is long.
    fn front_of_line(&self, state: &State, brigade: CounterId) -> ArrayVec<Hex, 4> {
        let places = self.places(state, brigade);
        let ahead = state.facing(brigade).direction();
        let mut front = ArrayVec::new();
        for hex in &places {
            front.push(self.ground.grid.neighbour(*hex, ahead.clockwise(1)));
        }
        if let Some(last) = places.last() {
            front.push(self.ground.grid.neighbour(*last, ahead));
        }
        front
    }

    fn arc_in_brigade(&self, state: &State, unit: CounterId) -> Arc {
        let print = self.counter(unit);
        let brigade = print.brigade;
        let head = state.hex_of(brigade);
        if state.formation(brigade) != Formation::Line {
            // G.1c: of a Column only the leading unit.
            let units = self.counter(brigade).units.iter();
            let first = units.copied().find(|it| state.on_map(*it) && state.formation(*it) == Formation::Brigade);
            let leads = first == Some(unit) && self.units_on_part(state, brigade, 0).contains(&unit);
            return match rule!("G.1c", leads) {
                true => self.neighbours(head, &[state.facing(brigade).direction()]),
                false => Arc::new(),
            };
        }
        let front = self.front_of_line(state, brigade);
        let (first, _) = self.parts_of(state, unit);
        let (length, count) = (self.counter(brigade).length, self.counter(brigade).units.len());
        let some = |from: u8, to: u8| -> Arc {
            let hexes = front.iter().skip(from.into()).take(usize::from(to - from) + 1);
            hexes.copied().filter(|hex| hex.is_some()).collect()
        };
        // G.1d: two units on one hex have a hex each, the first the right-hand one.
        if length == 1 && count == 2 && rule!("G.1d", true) {
            return some(print.number, print.number);
        }
        // G.1e: a unit astride two hexes has the one before both, to whichever part it counts (S18).
        if let Slot::Astride(part) = self.counter(brigade).slots[usize::from(print.number)]
            && rule!("G.1e", true)
        {
            return some(part + 1, part + 1);
        }
        // G.1f, G.1g: the others have the two hexes before their own.
        let own = match length {
            2 => rule!("G.1f", true),
            3 => rule!("G.1g", true),
            _ => true,
        };
        if own { some(first, first + 1) } else { Arc::new() }
    }

    /// Whether a unit has anything to fire at.
    pub(crate) fn musket_has_target(&self, state: &State, unit: CounterId) -> bool {
        if !self.counter(unit).is_infantry() || !state.on_map(unit) {
            return false;
        }
        let hexes = self.arc_of_fire(state, unit);
        if hexes.is_empty() || !self.weather_effect(state, self.hex_of_unit(state, unit)).fire {
            return false;
        }
        let side = self.side_of(unit);
        hexes.iter().any(|hex| {
            let targets = self.targets_in(state, side, *hex);
            targets.iter().any(|target| self.musket_may_hit::<Silent>(state, unit, *target).is_ok())
        })
    }

    /// G.1b: infantry fires at the next hex, in its arc.
    pub(crate) fn musket_may_hit<N: No>(&self, state: &State, unit: CounterId, target: CounterId) -> Result<(), N> {
        let arc = self.arc_of_fire(state, unit);
        let stands = self.standing_hexes(state, target);
        match stands.iter().any(|hex| arc.contains(hex)) {
            true => Ok(()),
            false => Err(N::because(|| {
                let place = stands.first().copied().unwrap_or(Hex::NONE);
                let brigade = self.counter(unit).brigade;
                let within = state.formation(unit) == Formation::Brigade;
                let from = self.places(state, if within { brigade } else { unit });
                let near = |from: &Hex| stands.iter().any(|hex| self.ground.distance(*from, *hex) <= 1);
                if !from.iter().any(near) {
                    let far = refuse(case!("G.1b"), "{other} is out of reach of the muskets of {unit}");
                    return far.unit(unit).other(target).place(place);
                }
                refuse(case!("G.1a"), "{other} is not before {unit}").unit(unit).other(target).place(place).also(&[
                    case!("G.1c"),
                    case!("G.1d"),
                    case!("G.1e"),
                    case!("G.1f"),
                    case!("G.1g"),
                    case!("G.2a"),
                ])
            })),
        }
    }

    /// The hexes of anything that can be fired at or charged.
    pub(crate) fn standing_hexes(&self, state: &State, target: CounterId) -> ArrayVec<Hex, 2> {
        if self.is_unit(target) {
            self.hexes_of(state, target)
        } else {
            self.places(state, target).into_iter().take(2).collect()
        }
    }

    /// The line of the firepower table for a unit.
    pub(crate) fn musketry_line(&self, state: &State, unit: CounterId) -> Musketry {
        match state.formation(unit) {
            Formation::Brigade if state.formation(self.counter(unit).brigade) == Formation::Line => Musketry::Brigade,
            Formation::Line => Musketry::Line,
            // G.4h: as it is now, hit or not.
            Formation::Shaken | Formation::Panicked if !rule!("G.4h", true) => Musketry::Line,
            Formation::Dispersed => Musketry::Loose,
            Formation::Column if self.is_loose(state, unit) => Musketry::Loose,
            Formation::Brigade
            | Formation::Column
            | Formation::Shaken
            | Formation::Panicked
            | Formation::Unlimbered
            | Formation::Limbered
            | Formation::None => Musketry::Weak,
        }
    }

    /// G.4e, 2.7c: strength and present effectiveness together give the column.
    pub(crate) fn musket_shot(&self, state: &State, unit: CounterId, target: CounterId) -> Shot {
        let from = self.hex_of_unit(state, unit);
        let arc = self.arc_of_fire(state, unit);
        let hex = self.standing_hexes(state, target).into_iter().find(|hex| arc.contains(hex)).unwrap_or(Hex::NONE);
        let sum = if rule!("2.7c", true) { self.counter(unit).strength + self.effectiveness(state, unit) } else { 0 };
        let line = if rule!("G.4e", true) { self.musketry_line(state, unit) } else { Musketry::Weak };
        Shot {
            firer: unit,
            target,
            hex,
            column: if rule!("T.power", true) { self.tables.musketry(line, sum) } else { Column::A },
            block: self.block_of(state, from, target, hex),
            ..Shot::NONE
        }
    }
}
