//! Chapter 8, and the second half of 13: night turns.
//! Decides 4.5b, 8.0, 8.1, 8.2b, 13.0b.

use board::Hex;

use crate::Rules;
use crate::counters::{UnitId, enemy_of};
use crate::refusal::{No, refuse};
use crate::state::State;

impl Rules {
    /// 8.1: at night no unit enters an enemy zone.
    #[inline]
    pub(crate) fn night_admits<N: No>(&self, state: &State, unit: UnitId, to: Hex) -> Result<(), N> {
        let side = self.side_of(unit);
        let zone = &state.zone[enemy_of(side).index()];
        // 8.0: the turn track says which turns are night.
        let night = rule!("8.0", self.night(state));
        if rule!("8.1", night && zone.contains(to)) {
            return Err(N::because(|| {
                refuse(case!("8.1"), "{unit} cannot enter {place} by night: it is in the zone of control of {other}")
                    .also(&[case!("8.0"), case!("13.0b")])
                    .unit(unit)
                    .place(to)
                    .other(self.who_controls(state, side, to))
            }));
        }
        Ok(())
    }

    /// 4.5b: a unit in an enemy zone may not move. 8.2b: not by night either, in Eylau. 13.0b: in Dresden it may leave by night.
    #[inline]
    pub(crate) fn zone_releases<N: No>(&self, state: &State, unit: UnitId) -> Result<(), N> {
        let side = self.side_of(unit);
        let hex = state.hex_of(unit);
        if !state.zone[enemy_of(side).index()].contains(hex) {
            return Ok(());
        }
        if rule!("13.0b", self.night(state) && self.dresden()) {
            return Ok(());
        }
        let who = || self.who_controls(state, side, hex);
        if rule!("8.2b", self.night(state)) {
            return Err(N::because(|| {
                refuse(case!("8.2b"), "{unit} cannot leave the zone of control of {other} at night")
                    .also(&[case!("4.5b")])
                    .unit(unit)
                    .other(who())
            }));
        }
        if rule!("4.5b", true) {
            return Err(N::because(|| {
                refuse(case!("4.5b"), "{unit} is in the zone of control of {other} and cannot move")
                    .unit(unit)
                    .other(who())
            }));
        }
        Ok(())
    }
}
