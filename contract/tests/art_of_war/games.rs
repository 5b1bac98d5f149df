//! `legal` against `check` with every kind of action that can be written, beside those that the suite makes of actions it has met.
//! `SABRETACHE_FULL=1` makes a million probes.

use std::cell::Cell;

use art_of_war::counters::{Division, UnitId};
use art_of_war::sequence::Frame;
use art_of_war::state::Column;
use art_of_war::{Action, ArtOfWar, Battle, Rules, State};
use board::Hex;
use contract::*;
use kernel::Seat;

/// The three games that can be played: Eylau, Eylau with snowstorms, Dresden.
const EYLAU: (Battle, bool) = (Battle::Eylau, false);
const SNOW: (Battle, bool) = (Battle::Eylau, true);
const DRESDEN: (Battle, bool) = (Battle::Dresden, false);

fn rules((battle, snowstorms): (Battle, bool)) -> Rules {
    ArtOfWar::built_in().rules_of(battle, snowstorms)
}

/// The usual size, or that of the slow tests.
fn size(usual: u64, slow: u64) -> u64 {
    if full() { slow } else { usual }
}

/// A small generator of numbers for probes: it needs no quality, only to differ from call to call.
struct Numbers(Cell<u64>);

impl Numbers {
    fn below(&self, bound: usize) -> usize {
        let next = self.0.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0.set(next);
        (next >> 33) as usize % bound
    }
}

/// Actions nobody has to have been offered before: all of those with one argument that fit the moment, and a sample of
/// every unit with every hex, most of them near to what is going on. Some name hexes off the map and units off the
/// roster.
fn all_actions(rules: &Rules, numbers: &Numbers, state: &State, actions: &mut Vec<Action>) {
    let grid = &rules.ground.grid;
    let any_unit = || UnitId(numbers.below(rules.units.len() + 2) as u8);
    let any_hex = || Hex(numbers.below(grid.len() + 2) as u16);
    let every_unit = || (0..=rules.units.len() as u8).map(UnitId);
    // A hex near a unit, or any.
    let near = |unit: UnitId| match rules.units.get(unit.index()) {
        Some(_) if state.on_map(unit) && numbers.below(8) > 0 => grid.neighbours(state.hex_of(unit))[numbers.below(6)],
        _ => any_hex(),
    };
    let fighter = || {
        let attack = &state.attack;
        let all = attack.adjacent.union(attack.batteries).union(attack.defenders);
        if all.is_empty() || numbers.below(4) == 0 {
            any_unit()
        } else {
            all.iter().nth(numbers.below(all.len())).unwrap_or(UnitId(0))
        }
    };
    match state.frame() {
        Frame::Move => {
            // A whole roster every time would be slow.
            let first = numbers.below(8) as u8;
            actions.extend(every_unit().filter(|unit| unit.0 % 8 == first).map(Action::Select));
        }
        Frame::Moving { unit, .. } => {
            actions.extend((0..6).map(|_| Action::Step(near(unit))));
        }
        Frame::Fresh { .. } => actions.extend(every_unit().map(Action::Fresh)),
        Frame::Attack => actions.extend((0..16).map(|_| Action::Target(near(any_unit())))),
        Frame::Declare => {
            actions.extend((0..=Column::LAST).map(|column| Action::Announce(Column(column))));
            actions.extend((0..33).map(|division| Action::TakeColumn(Division(division))));
            actions.extend((0..12).map(|_| Action::Join(any_unit())));
            for target in &state.attack.targets {
                for hex in grid.neighbours(*target).iter().filter(|hex| hex.is_some()) {
                    actions.push(Action::Target(*hex));
                    actions.extend(state.units_in(*hex).map(Action::Join));
                }
            }
        }
        Frame::Exchange { .. } => actions.extend(every_unit().map(Action::Pay)),
        Frame::Retreat { .. } => {
            for unit in state.attack.retreating {
                actions.extend(grid.neighbours(state.hex_of(unit)).map(|hex| Action::Retreat(unit, hex)));
            }
        }
        Frame::Displace { hex, .. } => {
            for unit in state.units_in(hex) {
                actions.extend(grid.neighbours(hex).map(|to| Action::Displace(unit, to)));
            }
        }
        Frame::FallBack => {
            for unit in state.attack.batteries {
                actions.extend(grid.neighbours(state.hex_of(unit)).map(|hex| Action::FallBack(unit, hex)));
            }
        }
        Frame::Advance { .. } => {
            for unit in state.attack.adjacent.union(state.attack.defenders) {
                actions.extend(state.attack.vacated.iter().map(|hex| Action::Advance(unit, *hex)));
            }
        }
        Frame::SpendMorale => actions.extend(every_unit().map(Action::SpendMorale)),
        Frame::CallUp { .. } => actions.extend(every_unit().map(Action::CallUp)),
        Frame::Reorganize { .. } => actions.extend(every_unit().map(Action::Reorganize)),
        Frame::Place { .. } => actions.extend((0..grid.len() as u16 + 1).map(|hex| Action::PlaceAt(Hex(hex)))),
        Frame::OpenMovement
        | Frame::KlenauDie
        | Frame::OpenCombat
        | Frame::CombatDie
        | Frame::WeatherDie
        | Frame::BookMorale
        | Frame::CloseCombat
        | Frame::EndTurn
        | Frame::FightOn
        | Frame::Night
        | Frame::GameOver => {}
    }
    for _ in 0..2 {
        let (unit, other) = (any_unit(), fighter());
        actions.extend([
            Action::Select(unit),
            Action::Step(any_hex()),
            Action::SpendMorale(unit),
            Action::Fresh(unit),
            Action::Target(any_hex()),
            Action::Join(unit),
            Action::Pay(other),
            Action::Retreat(other, near(other)),
            Action::Retreat(unit, any_hex()),
            Action::Displace(other, near(other)),
            Action::Displace(unit, any_hex()),
            Action::FallBack(other, near(other)),
            Action::FallBack(unit, any_hex()),
            Action::Advance(other, near(other)),
            Action::Advance(unit, any_hex()),
            Action::CallUp(unit),
            Action::Reorganize(unit),
            Action::PlaceAt(any_hex()),
            Action::FreeOldGuard(unit),
            Action::TakeColumn(Division(numbers.below(256) as u8)),
            Action::Announce(Column(numbers.below(256) as u8)),
        ]);
    }
    actions.extend([
        Action::Halt,
        Action::EndMovement,
        Action::KeepMorale,
        Action::FreshDone,
        Action::EndCombat,
        Action::StandFast,
        Action::Hold,
        Action::Decline,
        Action::FightOn,
        Action::BreakOff,
        Action::FreeBothOldGuards,
    ]);
}

fn agrees(game: (Battle, bool), seed: u64, trial: Trial, at_least: u64) {
    let rules = rules(game);
    let numbers = Numbers(Cell::new(seed));
    let all = |state: &State, _: Seat, actions: &mut Vec<Action>| all_actions(&rules, &numbers, state, actions);
    let probes = legal_and_check_agree_on(&rules, Trial { seed, ..trial }, 12, all).unwrap();
    assert!(probes > at_least, "{probes}");
}

#[test]
fn eylau_offers_what_passes_and_nothing_else() {
    agrees(EYLAU, 2, Trial::new(0, size(12, 150)).every(11), size(20_000, 500_000));
}

#[test]
fn eylau_in_snow_offers_what_passes_and_nothing_else() {
    agrees(SNOW, 3, Trial::new(0, size(6, 60)).every(13), size(10_000, 200_000));
}

#[test]
fn dresden_offers_what_passes_and_nothing_else() {
    agrees(DRESDEN, 4, Trial::new(0, size(6, 60)).every(17), size(20_000, 500_000));
}
