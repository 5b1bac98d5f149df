//! 3.1: the further cases that forbid an order which has been refused. A refusal says the first thing that was found against it; who
//! looks the order up in the rulebook may think of another one first.
//! Decides, as such further reasons, 4.21, 5.14, 5.31, 7.13, 7.2b, 8.12c, 8.26, 8.27, 8.5, 8.51, 8.61, 8.61b, 8.63, 8.64, 8.73, 8.75, 8.78,
//! 8.92, 9.11, 9.11b, 9.13b, 9.14b, 9.17, 9.18, 9.31, 9.32, 9.35, 9.51, 9.51b, 10.3, 10.11b, 10.12, 10.13, 10.15, 10.18, 12.11, 12.12,
//! 13.11, 13.11b, 13.11e, 13.12, 13.18, 13.26, S.arrivals, S.pultusk.

use board::Hex;
use kernel::Case;

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Gun, enemy_of};
use crate::ground::Hexside;
use crate::refusal::{Refusal, Ruling};
use crate::state::{Clash, State};

type Facts = Vec<(Case, bool)>;

impl Rules {
    /// The cases that a refusal names besides its own.
    pub(crate) fn reasons_for(&self, state: &State, action: &Action, refusal: &Refusal) -> Vec<Case> {
        let there = |unit: CounterId| unit.index() < self.counters.len() && state.on_map(unit);
        let facts = match *action {
            Action::Step(to) => self.against_step(state, to, refusal),
            Action::Bombard(battery, target) | Action::BombardTogether(battery, target)
                if there(battery) && there(target) =>
            {
                self.against_fire(state, battery, target)
            }
            Action::Charge(target) if !state.hand.unit.is_none() && there(state.hand.unit) => {
                self.against_charge(state, target)
            }
            Action::Countercharge(unit, to, _) if there(unit) => self.against_countercharge(state, unit, to),
            Action::Withdraw(unit, to) if there(unit) => self.against_withdrawal(state, unit, to),
            Action::Shoot(unit, target) | Action::ShootTogether(unit, target) if there(unit) && there(target) => {
                self.against_shot(state, unit, target)
            }
            Action::Attack(from, to) => self.against_attack(state, from, to),
            Action::Join(from) if state.combat.clash == Clash::Assault => {
                state.combat.targets.first().map_or(Vec::new(), |to| self.against_attack(state, from, *to))
            }
            Action::Target(to) if state.combat.clash == Clash::Assault => {
                state.combat.from.first().map_or(Vec::new(), |from| self.against_attack(state, *from, to))
            }
            Action::Rally(unit) if there(unit) => self.against_rally(state, unit),
            Action::FormSquare if !state.hand.unit.is_none() && there(state.hand.unit) => self.against_square(state),
            Action::Retreat(unit, to, _) if there(unit) => self.against_retreat(state, unit, to),
            Action::Pursue(unit, to) if there(unit) => self.against_pursuit(state, unit, to),
            Action::Bombard(..)
            | Action::BombardTogether(..)
            | Action::Charge(_)
            | Action::Countercharge(..)
            | Action::Withdraw(..)
            | Action::Shoot(..)
            | Action::ShootTogether(..)
            | Action::Retreat(..)
            | Action::Pursue(..)
            | Action::Rally(_)
            | Action::Join(_)
            | Action::Target(_)
            | Action::FormSquare
            | Action::EndRally
            | Action::EndFire
            | Action::Select(_)
            | Action::Turn(_)
            | Action::Halt
            | Action::LeaveSquare
            | Action::EndMovement
            | Action::Strike
            | Action::KeepCharge
            | Action::TrySquare
            | Action::SquareFire(_)
            | Action::Pass
            | Action::Fight
            | Action::HoldFire
            | Action::Stay
            | Action::Lose(_)
            | Action::Appoint(_)
            | Action::EndCombat
            | Action::Standing(..)
            | Action::Except(..) => Vec::new(),
        };
        facts.into_iter().filter(|(case, applies)| *applies && *case != refusal.case).map(|(case, _)| case).collect()
    }

    /// What made a step too dear, the ground closed, or the hex forbidden.
    fn against_step(&self, state: &State, to: Hex, refusal: &Refusal) -> Facts {
        let (unit, hand) = (state.hand.unit, &state.hand);
        if unit.is_none() || to.index() >= self.ground.grid.len() {
            return Vec::new();
        }
        let from = self.place_of(state, unit);
        let (side, is_unit) = (self.side_of(unit), self.is_unit(unit));
        if refusal.case != case!("4.23") {
            let forbids = |ruling: Ruling| ruling.err().map(|other| (other.case, true));
            let moves = from.is_some() && self.ground.grid.adjacent(from, to);
            let mut facts = vec![
                (case!("4.21"), rule!("4.21", self.is_shut_to(state, unit, to))),
                (case!("5.31"), rule!("5.31", moves && hand.stopped && !hand.following && hand.charge.is_none())),
            ];
            if moves && is_unit {
                facts.extend(forbids(self.may_leave_zone(state, unit, from, to)));
                facts.extend(forbids(self.step_cost(state, hand, from, to).map(|_| ())));
            }
            facts.extend(forbids(self.may_activate(state, unit)));
            facts.extend(forbids(self.may_march(state, unit)));
            let closed = facts.iter().any(|(case, _)| *case == case!("4.32")) || refusal.case == case!("4.32");
            facts.extend([(case!("4.31"), closed), (case!("T.terrain"), closed)]);
            return facts;
        }
        let hexside = if from.is_some() { self.ground.between(from, to) } else { Hexside::default() };
        let horse = self.counter(unit).gun() == Some(Gun::K) && state.fired_in_phase.contains(unit);
        let clear = self.ground.at(to).clear || hexside.road.is_some();
        let zone = |hex: Hex| is_unit && hex.is_some() && self.in_enemy_zone(state, side, hex);
        vec![
            (case!("11.14"), !is_unit),
            (case!("11.5a"), state.uncommanded.contains(unit)),
            (case!("10.20"), horse),
            (case!("4.5"), self.night(state)),
            (case!("S.pultusk.c"), self.snow(state)),
            (case!("13.20"), state.left_square.contains(unit)),
            (case!("S.arrivals"), from.is_none()),
            (case!("4.22"), zone(from)),
            (case!("8.5"), state.disorganized.contains(unit) && zone(to)),
            (case!("4.31"), !clear),
            (case!("T.terrain"), !clear),
            (case!("4.35"), hexside.stream && !hexside.crossing),
            (case!("4.37"), hexside.uphill),
            (case!("4.36"), hand.turned > 0),
        ]
    }

    fn against_fire(&self, state: &State, battery: CounterId, target: CounterId) -> Facts {
        let Some(gun) = self.counter(battery).gun() else { return Vec::new() };
        let (from, to) = (state.hex_of(battery), state.hex_of(target));
        let own = self.side_of(battery) == state.player;
        let hidden = !self.can_see(state, from, to);
        let near = self.ground.grid.adjacent(from, to) && self.faces(state, battery, to);
        let late = if own { state.fired_in_phase } else { state.reacted };
        vec![
            (case!("8.51"), rule!("8.51", state.disorganized.contains(battery))),
            (case!("10.3"), rule!("10.3", self.ground.grid.distance(from, to) > self.tables.range(gun))),
            (case!("10.13"), rule!("10.13", hidden)),
            (case!("10.12"), rule!("10.12", hidden)),
            (case!("10.15"), rule!("10.15", own && state.pinned.contains(battery) && !near)),
            (case!("10.11b"), rule!("10.11b", late.contains(battery) || (!own && !self.moves_now(state, target)))),
            (case!("10.18"), rule!("10.18", !own && gun.is_foot() && state.limbered.contains(battery))),
        ]
    }

    fn against_charge(&self, state: &State, target: Hex) -> Facts {
        let unit = state.hand.unit;
        if target.index() >= self.ground.grid.len() {
            return Vec::new();
        }
        let from = state.hex_of(unit);
        let distance = self.ground.grid.distance(from, target);
        vec![
            (case!("8.92"), rule!("8.92", self.night(state))),
            (case!("S.pultusk"), rule!("S.pultusk", self.snow(state))),
            (case!("S.arrivals"), rule!("S.arrivals", state.entered.contains(unit))),
            (case!("9.13b"), rule!("9.13b", state.charged.contains(unit))),
            (case!("9.11b"), rule!("9.11b", distance == 1)),
            (case!("9.11"), rule!("9.11", distance != 2 || !self.is_cavalry(unit))),
            (case!("9.17"), rule!("9.17", !self.ground.at(from).clear || !self.ground.at(target).clear)),
            (case!("5.31"), rule!("5.31", state.hand.stopped)),
            (case!("13.26"), rule!("13.26", state.square.contains(unit))),
        ]
    }

    fn against_countercharge(&self, state: &State, unit: CounterId, to: Hex) -> Facts {
        let side = self.side_of(unit);
        vec![
            (case!("8.92"), rule!("8.92", self.night(state))),
            (case!("S.pultusk"), rule!("S.pultusk", self.snow(state))),
            (case!("9.32"), rule!("9.32", state.countercharged.contains(unit))),
            (case!("9.31"), rule!("9.31", self.in_enemy_zone(state, side, state.hex_of(unit)))),
            (case!("9.35"), rule!("9.35", !self.faces(state, unit, to))),
            (case!("13.26"), rule!("13.26", state.square.contains(unit))),
        ]
    }

    fn against_attack(&self, state: &State, from: Hex, to: Hex) -> Facts {
        let size = self.ground.grid.len();
        if from.index() >= size || to.index() >= size || !self.is_held_by(state, state.player, from) {
            return Vec::new();
        }
        let units: CounterSet = self.units_in(state, from).collect();
        let all_in = |marked: CounterSet| units.difference(marked).is_empty();
        let turned_away = self.ground.grid.adjacent(from, to) && !units.iter().any(|unit| self.faces(state, unit, to));
        vec![
            (case!("8.26"), rule!("8.26", all_in(state.fought))),
            (case!("8.27"), rule!("8.27", self.units_in(state, to).any(|unit| state.attacked.contains(unit)))),
            (case!("9.14b"), rule!("9.14b", all_in(state.spent))),
            (case!("13.26"), rule!("13.26", all_in(state.square))),
            (case!("8.5"), rule!("8.5", self.night(state) && all_in(state.disorganized))),
            (case!("8.12c"), rule!("8.12c", turned_away)),
        ]
    }

    fn against_rally(&self, state: &State, unit: CounterId) -> Facts {
        let in_zone = self.in_enemy_zone(state, self.side_of(unit), state.hex_of(unit));
        vec![(case!("12.12"), rule!("12.12", state.rallied.contains(unit))), (case!("12.11"), rule!("12.11", in_zone))]
    }

    fn against_square(&self, state: &State) -> Facts {
        let hand = &state.hand;
        let hex = state.hex_of(hand.unit);
        let units: CounterSet = self.units_in(state, hex).collect();
        let some_in = |marked: CounterSet| !units.intersection(marked).is_empty();
        let spent = hand.has_stepped || hand.left < self.allowance(state, hand.unit);
        vec![
            (case!("13.11"), rule!("13.11", !self.ground.at(hex).clear)),
            (case!("13.11b"), rule!("13.11b", some_in(state.disorganized))),
            (case!("13.18"), rule!("13.18", some_in(state.uncommanded))),
            (case!("13.11e"), rule!("13.11e", spent || some_in(state.moved) || some_in(state.left_square))),
        ]
    }

    fn against_withdrawal(&self, state: &State, unit: CounterId, to: Hex) -> Facts {
        let closed = to.index() < self.ground.grid.len() && self.in_enemy_zone(state, self.side_of(unit), to);
        vec![
            (case!("9.51"), rule!("9.51", state.disorganized.contains(unit))),
            (case!("9.51b"), rule!("9.51b", closed || self.faces(state, unit, to))),
        ]
    }

    fn against_shot(&self, state: &State, unit: CounterId, target: CounterId) -> Facts {
        let ahead = self.faces(state, unit, state.hex_of(target));
        vec![
            (case!("S.pultusk"), rule!("S.pultusk", !self.rifles_speak(state))),
            (case!("7.2b"), rule!("7.2b", self.counter(unit).shots == 0)),
            (case!("7.13"), rule!("7.13", !ahead)),
            (case!("5.14"), rule!("5.14", !ahead)),
            (case!("9.18"), rule!("9.18", state.combat.charging.contains(unit))),
        ]
    }

    fn against_retreat(&self, state: &State, unit: CounterId, to: Hex) -> Facts {
        let (side, from) = (self.side_of(unit), state.hex_of(unit));
        if to.index() >= self.ground.grid.len() || !self.ground.grid.adjacent(from, to) {
            return Vec::new();
        }
        let nearer = |foe: &Hex| self.ground.grid.distance(to, *foe) <= self.ground.grid.distance(from, *foe);
        vec![
            (case!("8.64"), rule!("8.64", !self.ground.retreat_reaches(from, to))),
            (
                case!("8.61b"),
                rule!("8.61b", self.is_held_by(state, enemy_of(side), to) || self.in_enemy_zone(state, side, to)),
            ),
            (case!("8.63"), rule!("8.63", !self.has_room(state, to, state.points(unit)))),
            (case!("8.61"), rule!("8.61", state.combat.hexes_of(enemy_of(side)).iter().all(nearer))),
        ]
    }

    fn against_pursuit(&self, state: &State, unit: CounterId, to: Hex) -> Facts {
        let known = to.index() < self.ground.grid.len();
        vec![
            (case!("8.75"), rule!("8.75", self.is_gun(unit))),
            (case!("13.12"), rule!("13.12", state.square.contains(unit))),
            (case!("8.78"), rule!("8.78", state.combat.disordered.contains(unit))),
            (case!("8.73"), rule!("8.73", known && !state.combat.hexes_of(enemy_of(self.side_of(unit))).contains(&to))),
        ]
    }
}
