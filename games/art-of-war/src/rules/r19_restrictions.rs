//! Chapter 19: who may move on the first two turns of Eylau.
//! Decides 19.1, 19.1b, 19.2, 19.3, 19.3b.

use crate::Rules;
use crate::counters::{ALLIED, Army, FRENCH, Kind, UnitId};
use crate::refusal::{No, Refusal, Ruling, refuse};
use crate::state::State;

/// The French Guard and Ostermann's Russians, as the counters name them.
const GUARD: &str = "Gd";
const OSTERMANN: &str = "Ost";

impl Rules {
    #[inline]
    pub(crate) fn restrictions_admit<N: No>(&self, state: &State, unit: UnitId) -> Result<(), N> {
        if !self.eylau() || state.turn > 2 {
            return Ok(());
        }
        self.opening_admits(state, unit)
    }

    /// The first two turns of Eylau.
    fn opening_admits<N: No>(&self, state: &State, unit: UnitId) -> Result<(), N> {
        let counter = self.unit(unit);
        // 19.1: the Guard does not move on turns 1 and 2; 19.1b: neither do its horse.
        if self.division_is(unit, GUARD) {
            let case = if counter.kind == Kind::Cavalry { case!("19.1b") } else { case!("19.1") };
            let barred = if counter.kind == Kind::Cavalry { rule!("19.1b", true) } else { rule!("19.1", true) };
            if barred {
                return Err(N::because(|| {
                    refuse(case, "{unit} belongs to the Guard, which cannot move before turn 3")
                        .also(&[case!("19.1"), case!("19.1b")])
                        .unit(unit)
                }));
            }
        }
        if counter.side() == FRENCH || self.division_is(unit, OSTERMANN) {
            return Ok(());
        }
        // 19.2: on turn 1 only Ostermann's Russians move.
        if rule!("19.2", state.turn == 1) {
            return Err(N::because(|| {
                refuse(case!("19.2"), "{unit} is not of Ostermann's division; no other Allied unit moves on turn 1")
                    .unit(unit)
            }));
        }
        // 19.3: on turn 2 one other division moves too, the first that is moved.
        let another = state.second_division.is_some_and(|chosen| chosen != counter.division.0);
        if rule!("19.3", another) {
            return Err(N::because(|| {
                refuse(case!("19.3"), "{unit} is of a third division; a second one has already moved this turn")
                    .unit(unit)
            }));
        }
        // It has to be a Russian one.
        if rule!("19.3", counter.army != Army::Russian) {
            return Err(N::because(|| {
                refuse(case!("19.3"), "{unit} is not Russian; only Russian divisions may move on turn 2").unit(unit)
            }));
        }
        Ok(())
    }

    /// 19.3b: the ban is on movement. Whoever is under it fights and follows up a victory like anybody else.
    pub(crate) fn ban_spares_combat(&self, state: &State, unit: UnitId) -> Ruling {
        match self.restrictions_admit::<Refusal>(state, unit) {
            Err(refusal) if self.side_of(unit) == ALLIED && !rule!("19.3b", true) => Err(refusal),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// 19.3: moving a unit of another division settles the choice.
    pub(crate) fn note_second_division(&self, state: &mut State, unit: UnitId) {
        let counter = self.unit(unit);
        if self.eylau() && state.turn == 2 && counter.army == Army::Russian && !self.division_is(unit, OSTERMANN) {
            state.second_division = Some(counter.division.0);
        }
    }

    pub(crate) fn division_is(&self, unit: UnitId, name: &str) -> bool {
        let division = self.unit(unit).division;
        self.scenario.divisions.get(usize::from(division.0)).is_some_and(|info| info.id == name)
    }

    /// The two counters of Guard infantry (23.3).
    pub(crate) fn is_guard_infantry(&self, unit: UnitId) -> bool {
        self.unit(unit).kind == Kind::Infantry && self.division_is(unit, GUARD)
    }
}
