//! A second, slow list of what the two battles offer, written from the rulebook and its rulings. It shares no code with
//! the rules: it reads the map, the counters and the bare facts of the state, has hex arithmetic of its own, and tries
//! everything out where the rules reason.

mod board_now;
mod fighting;
mod ground;
mod moving;
mod retreating;

use std::collections::{BTreeMap, BTreeSet};

use art_of_war::counters::{Army, UnitId};
use art_of_war::sequence::Frame;
use art_of_war::state::{Fate, State};
use art_of_war::{Action, Rules};
use board_now::Board;
use ground::{Field, Place};
use kernel::Seat;

/// What the state does not keep: who stood where when the die of the combat was due.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    pub(crate) before: BTreeMap<UnitId, Place>,
}

pub(crate) struct Independent<'r> {
    field: Field<'r>,
}

impl<'r> Independent<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Independent<'r> {
        Independent { field: Field::new(rules) }
    }

    /// To be called at every position on the way, before `offers`.
    pub(crate) fn remember(&self, state: &State, memory: &mut Memory) {
        if state.frame() == Frame::CombatDie {
            memory.before = Board::new(&self.field, state, None).at;
        }
    }

    pub(crate) fn offers(&self, state: &State, memory: &Memory) -> Vec<(Seat, Action)> {
        let field = &self.field;
        let player = state.player.0;
        let allied = 1;
        let board = Board::new(field, state, None);
        let sleeping = |army: Army| {
            board.at.keys().copied().filter(move |unit| state.reserve.contains(*unit) && field.army(*unit) == army)
        };
        let (side, actions) = match state.frame() {
            Frame::Move => (player, moving::choose_unit(field, state)),
            Frame::Moving { unit, spent, from, .. } => (player, moving::move_on(field, state, (unit, spent), from)),
            Frame::SpendMorale => {
                // 11.4
                let armies = [Army::Austrian, Army::Russian, Army::Prussian];
                let rich = |army: &Army| state.morale[army.index()] > field.rules.scenario.morale[army.index()];
                let units = armies.into_iter().filter(rich).flat_map(sleeping);
                (allied, units.map(Action::SpendMorale).chain([Action::KeepMorale]).collect())
            }
            Frame::Fresh { side } => (side.0, fighting::fresh(field, state, side.0)),
            Frame::Attack => (player, fighting::choose_target(field, state)),
            Frame::Declare => (player, fighting::declare(field, state)),
            Frame::Exchange { .. } => (player, fighting::exchange(field, state)),
            Frame::Retreat { side } => (side.0, retreating::retreat(field, state, memory)),
            Frame::Displace { hex, side } => (side.0, retreating::displace(field, state, memory, (side.0, hex))),
            Frame::FallBack => (player, retreating::fall_back(field, state)),
            Frame::Advance { side } => (side.0, retreating::advance(field, state, memory, side.0)),
            // 11.3
            Frame::CallUp { army } => (allied, sleeping(army).map(Action::CallUp).chain([Action::Decline]).collect()),
            Frame::FightOn => (allied, vec![Action::FightOn, Action::BreakOff]),
            Frame::Reorganize { placer } => {
                let waiting = |unit: &UnitId| {
                    field.side(*unit) != placer.0
                        && state.fate[unit.index()] == Fate::Disrupted
                        && !self.places_to_return(&board, *unit).is_empty()
                };
                (placer.0, field.units().filter(waiting).map(Action::Reorganize).collect())
            }
            Frame::Place { placer, unit } => {
                let places = self.places_to_return(&board, unit);
                (placer.0, places.into_iter().map(|place| Action::PlaceAt(field.hex(place))).collect())
            }
            Frame::OpenMovement
            | Frame::KlenauDie
            | Frame::OpenCombat
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::BookMorale
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::Night
            | Frame::GameOver => (player, Vec::new()),
        };
        let mut offers: Vec<(Seat, Action)> = actions.into_iter().map(|action| (Seat(side), action)).collect();
        // 11.5: at any time.
        if field.dresden && state.frame() != Frame::GameOver && state.morale[Army::French.index()] >= 4 {
            let old_guard: Vec<UnitId> = sleeping(Army::French).collect();
            offers.extend(old_guard.iter().map(|unit| (Seat(0), Action::FreeOldGuard(*unit))));
            if old_guard.len() >= 2 {
                offers.push((Seat(0), Action::FreeBothOldGuards));
            }
        }
        offers
    }

    /// 17.2
    fn places_to_return(&self, board: &Board<'_>, unit: UnitId) -> BTreeSet<Place> {
        let field = &self.field;
        let side = field.side(unit);
        let beside = |nation: bool| -> BTreeSet<Place> {
            let friends = board.at.iter().filter(|(friend, _)| {
                field.side(**friend) == side && (!nation || field.army(**friend) == field.army(unit))
            });
            let near = friends.flat_map(|(_, at)| field.neighbours(*at));
            near.filter(|place| {
                (2..=6).contains(&board.distance_to_enemy(side, *place))
                    && !board.enemy_at(side, *place)
                    && board.room(side, *place) > 0
            })
            .collect()
        };
        let own = beside(true);
        if own.is_empty() { beside(false) } else { own }
    }
}
