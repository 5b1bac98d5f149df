//! Chapter 7: how units enter the game.
//! Decides 7.0, 7.1, 7.2a, 7.2b, 7.3, 7.3b, 12.0c, T.entry.

use board::Hex;
use kernel::Case;

use crate::counters::{Start, UnitId, enemy_of};
use crate::refusal::{Refusal, Ruling, refuse};
use crate::state::State;
use crate::{HexSet, Rules};

impl Rules {
    /// 7.0: a unit enters on its entry turn at the earliest. 7.3: or as much later as its owner likes.
    pub(crate) fn may_arrive(&self, state: &State, unit: UnitId) -> Ruling {
        if state.crowded.is_some() {
            return Err(self
                .crowding("a hex holds too many units: one of them must move on before {unit} enters")
                .unit(unit));
        }
        let (_, turn) = self.way_in(state, unit)?;
        if rule!("7.0", state.turn < turn) {
            return Err(refuse(case!("7.0"), "{unit} arrives on turn {number} at the earliest")
                .unit(unit)
                .number(i16::from(turn)));
        }
        // 7.3: the entry turn is a beginning, not an appointment.
        if state.turn > turn && !rule!("7.3", state.turn > turn) {
            return Err(refuse(case!("7.3"), "{unit} has missed its turn").unit(unit));
        }
        Ok(())
    }

    /// The entry hex of a reinforcement and its earliest turn.
    pub(crate) fn way_in(&self, state: &State, unit: UnitId) -> Result<(Hex, u8), Refusal> {
        let (area, turn) = match self.unit(unit).start {
            Start::Enters { area, turn } => (area, turn),
            Start::Klenau => self.klenau_way_in(state, unit)?,
            Start::At(_) => return Err(refuse(case!("7.0"), "{unit} is not a reinforcement").unit(unit)),
        };
        // T.entry: areas are letters on the map.
        match self.ground.entries.get(&area.0) {
            Some(hex) if rule!("T.entry", hex.is_some()) => Ok((*hex, turn)),
            _ => Err(refuse(case!("T.entry"), "the map has no entry hex for {unit}").unit(unit)),
        }
    }

    /// 7.2a: with an enemy within two hexes of the entry hex, any edge hex within eight will do.
    fn detour_open(&self, state: &State, unit: UnitId, entry: Hex) -> bool {
        // 12.0c: Klenau comes at B itself or not at all.
        if rule!("12.0c", self.must_enter_directly(state, unit)) {
            return false;
        }
        let near = &self.ground.within[0][entry.index()];
        rule!("7.2a", near.intersects(&state.occupied[enemy_of(self.side_of(unit)).index()]))
    }

    pub(crate) fn entry_hexes(&self, state: &State, unit: UnitId) -> impl Iterator<Item = Hex> + use<> {
        let mut hexes = HexSet::EMPTY;
        if let Ok((entry, _)) = self.way_in(state, unit) {
            hexes.insert(entry);
            if self.detour_open(state, unit, entry) {
                hexes = hexes.union(self.ground.detours_from(entry));
            }
        }
        hexes.iter()
    }

    /// What entering at a hex costs (7.1), or why it is not possible there.
    pub(crate) fn entry_step(&self, state: &State, unit: UnitId, to: Hex) -> Result<u8, Refusal> {
        let (entry, _) = self.way_in(state, unit)?;
        let enemy = enemy_of(self.side_of(unit)).index();
        if to != entry && !self.detour_open(state, unit, entry) {
            if self.must_enter_directly(state, unit) {
                return Err(refuse(case!("12.0c"), "{unit} must enter at {place} itself, or wait for turn {number}")
                    .unit(unit)
                    .place(entry)
                    .number(i16::from(self.scenario.klenau_late)));
            }
            // 7.3b: also a unit that was held back uses its own entry hex.
            if rule!("7.3b", true) {
                let also: &[Case] = if self.unit(unit).start == Start::Klenau {
                    &[case!("7.2a"), case!("12.0"), case!("12.0c")]
                } else {
                    &[case!("7.0"), case!("7.2a")]
                };
                return Err(refuse(
                    case!("7.3b"),
                    "{unit} must enter at its own entry hex; no enemy is near enough to {place} to allow another",
                )
                .also(also)
                .unit(unit)
                .place(entry));
            }
        }
        if to != entry && !self.ground.detours_from(entry).contains(to) {
            return Err(refuse(
                case!("7.2a"),
                "{place} is not an edge hex within eight hexes of the entry hex of {unit}",
            )
            .also(&[case!("7.0")])
            .unit(unit)
            .place(to));
        }
        // 7.2b: never onto an enemy or into his zone.
        if rule!("7.2b", state.occupied[enemy].contains(to) || state.zone[enemy].contains(to)) {
            let held = state.occupied[enemy].contains(to);
            return Err(refuse(case!("7.2b"), "{unit} cannot enter at {place}: the enemy is there or controls it")
                .also(if held { &[case!("4.3")] } else { &[] })
                .unit(unit)
                .place(to));
        }
        // 7.1: the entry hex is paid for like any other, by road if a road leaves the map there.
        Ok(if rule!("7.1", true) { self.ground.entry_cost[to.index()] } else { 0 })
    }
}
