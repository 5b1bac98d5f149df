//! 8: march attrition.
//! Decides 4.sequence.rest, 5.negative.column, 5.support.bounds, 5.support.inactive, 6.beyond, 6.disband, 6.inactive.attrition,
//! 7.division.mixed, 8.cavalry, 8.cavalry.dismount, 8.quotient, 8.quotient.ap, 8.quotient.strength, 8.roll, 23.citadel.attrition, 24.heat,
//! 24.mud, 25.guard.

use kernel::{Outcome, Sink};

use crate::Rules;
use crate::event::Event;
use crate::roster::{Arm, Army, Guard, LeaderId, LeaderSet, UnitId, UnitSet};
use crate::sequence::Frame;
use crate::state::{Centre, NO_LINE, State};
use crate::tables::{COLUMNS, Effort, Special, ZERO_COLUMN};

impl Rules {
    /// 8.quotient.strength: infantry without Old Guard, and cavalry, which rolls apart (8.cavalry).
    pub(crate) fn marching_strength(&self, state: &State, force: LeaderSet) -> [u16; 2] {
        let mut strength = [0; 2];
        let exempt_young = self.has_all_old_guard(state, force);
        let apart = self.classed(state, force);
        // If everybody is of some class, the force counts as if it were not.
        let all_apart = self.units_of_all(state, force).all(|unit| apart.contains(unit));
        let apart = if all_apart { UnitSet::EMPTY } else { apart };
        for unit in self.units_of_all(state, force) {
            let print = self.unit(unit);
            if apart.contains(unit) {
                continue;
            }
            let guard = print.guard == Some(Guard::Old) || (exempt_young && print.guard == Some(Guard::Young));
            match print.arm {
                Arm::Infantry if rule!("25.guard", guard) => {}
                Arm::Infantry => strength[0] += state.points(unit),
                Arm::Cavalry if rule!("8.cavalry", true) => strength[1] += state.points(unit),
                Arm::Cavalry => strength[0] += state.points(unit),
                // 8.quotient.strength: guns are left out.
                Arm::Artillery if rule!("8.quotient.strength", true) => {}
                Arm::Artillery => strength[0] += state.points(unit),
            }
        }
        strength
    }

    /// 25.guard: Young Guard with all the Old Guard in play.
    pub(crate) fn has_all_old_guard(&self, state: &State, force: LeaderSet) -> bool {
        let mut any = false;
        for unit in self.all_units() {
            if self.unit(unit).guard == Some(Guard::Old) && state.strength[unit.index()] > 0 {
                if !force.contains(state.leader_of(unit)) {
                    return false;
                }
                any = true;
            }
        }
        any
    }

    /// The column of attrition for a force (8.quotient.ap). Of two armies under a commander who belongs to neither the worse
    /// one counts.
    pub(crate) fn attrition_column(&self, state: &State, commander: LeaderId, force: LeaderSet) -> usize {
        let main = self.commanding_army(state, commander, force);
        let column = self.column_of(state, commander, force, main);
        if main == self.army_of(state, commander) {
            return column;
        }
        let with_troops = force.intersection(state.troops);
        let others = Army::ALL
            .into_iter()
            .filter(|army| *army != main && with_troops.iter().any(|leader| self.army_of(state, leader) == *army));
        let worse = others.map(|army| self.column_of(state, commander, force, army)).max();
        worse.filter(|worse| rule!("7.division.mixed", *worse > column)).unwrap_or(column)
    }

    /// The column of one army for a force: points, range and support.
    fn column_of(&self, state: &State, commander: LeaderId, force: LeaderSet, army: Army) -> usize {
        let own = state.army(army);
        // 8.quotient.ap: the points left at this moment.
        let column = if rule!("8.quotient.ap", true) { self.tables.column(army, own.points) } else { ZERO_COLUMN };
        // Of a borrowed commander the range of those counts whose army it is.
        let measured = if self.army_of(state, commander) == army {
            commander
        } else {
            force.iter().find(|leader| self.army_of(state, *leader) == army).unwrap_or(commander)
        };
        let men = self.men_of_all(state, force);
        let citadel = self.citadel_of(state, commander);
        let unsupplied = own.line == NO_LINE
            || matches!(own.centre, Centre::None)
            // 6.inactive.attrition: a centre that merely moved still lends its column.
            || matches!(own.centre, Centre::Inactive | Centre::Recovering) && !rule!("6.inactive.attrition", true)
            || matches!(own.centre, Centre::Disbanded(_)) && rule!("6.disband", true)
            || !own.changing.is_none()
            || !state.in_supply.contains(measured);
        // 23.citadel.attrition: small garrisons use the army's column, large ones the zero column.
        let zero = match citadel {
            Some(_) if rule!("23.citadel.attrition", men <= self.tables.limits.citadel_small) => false,
            Some(_) if rule!("23.citadel.attrition", true) => true,
            _ => rule!("6.beyond", unsupplied),
        };
        // 5.negative.column: a negative total is worse than zero.
        let column = match zero {
            true if rule!("5.negative.column", column > ZERO_COLUMN) => column,
            true => ZERO_COLUMN,
            false => column,
        };
        let shift = match own.centre {
            Centre::Inactive | Centre::Recovering | Centre::Disbanded(_) | Centre::None
                if rule!("5.support.inactive", true) =>
            {
                self.tables.support.inactive
            }
            Centre::None
            | Centre::Active
            | Centre::Moved
            | Centre::Inactive
            | Centre::Fled
            | Centre::Recovering
            | Centre::Disbanded(_)
            | Centre::Cantoned(_) => own.shift,
        };
        // The left shift helps only forces in supply.
        let shift = if zero { shift.max(0) } else { shift };
        let shifted = column as i8 + shift;
        let within = shifted.clamp(0, COLUMNS as i8 - 1);
        // 5.support.bounds: the shift stops at the end of the table; without the rule it would be none.
        if rule!("5.support.bounds", shifted != within) || shifted == within { within as usize } else { column }
    }

    /// The steps of the ladder of quotients for foot and horse.
    pub(crate) fn attrition_steps(
        &self,
        state: &State,
        commander: LeaderId,
        force: LeaderSet,
        efforts: [Effort; 2],
    ) -> [u8; 2] {
        let column = self.attrition_column(state, commander, force);
        let strength = self.marching_strength(state, force);
        [0, 1].map(|arm| match strength[arm] {
            points if points > 0 && rule!("8.quotient", true) => self.tables.step(points, column, efforts[arm]),
            _ => 0,
        })
    }

    /// Whether a force takes no attrition at all (8.free, 23.citadel.attrition).
    pub(crate) fn is_spared(&self, state: &State, commander: LeaderId) -> bool {
        let depot_inside = |leader: LeaderId| {
            state.besieged.contains(leader)
                && self.theatre.depots.iter().zip(0u16..).any(|(depot, number)| {
                    state.package(leader).covers(depot.hex) && self.depot_works(state, number, &depot.place)
                })
        };
        rule!("23.citadel.attrition", depot_inside(commander)) || self.leader(commander).is_dummy()
    }

    /// The two dice fall, for foot and for horse.
    pub(crate) fn attrition_falls(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        let attrition = state.attrition;
        let (commander, force) = (attrition.commander, attrition.force);
        let dice = [outcome.0[0], outcome.0[1]];
        state.frames.pop();
        let mut losses = [0; 2];
        if !self.is_spared(state, commander) {
            let row = self.tables.weather.row(state.weather);
            let steps = self.attrition_steps(state, commander, force, attrition.efforts);
            // 8.roll: less 1 for the commander's bonus.
            let bonus = rule!("8.roll", self.leader(commander).bonus);
            let strength = self.marching_strength(state, force);
            let classed = self.classed(state, force);
            state.attrition.classed = classed;
            state.attrition.steps = steps;
            if !classed.is_empty() {
                state.frames.push(Frame::ClassDie);
            }
            let all_classed =
                force.iter().flat_map(|leader| self.units_of(state, leader)).all(|unit| classed.contains(unit));
            for arm in [0, 1] {
                if strength[arm] > 0 && (classed.is_empty() || !all_classed) {
                    let barred = self.tables.quotient.barred;
                    let lost = self.tables.attrition(steps[arm].min(barred - 1), dice[arm], row.attrition, bonus);
                    losses[arm] = u16::from(lost).min(strength[arm]) as u8;
                }
            }
        }
        events.event(Event::AttritionThrown { leader: commander, dice, losses });
        let total = losses[0] + losses[1];
        if total == 0 {
            return;
        }
        let row = self.tables.weather.row(state.weather);
        let special = row.special.filter(|_| total >= self.tables.weather.special_from);
        state.attrition.losses = losses;
        match special {
            Some(Special::Artillery) if rule!("24.mud", true) => {
                if let Some(unit) = self.first_of(state, force, Arm::Artillery) {
                    self.take_point(state, unit, events);
                    // A force of horse and guns bears it too.
                    state.attrition.losses[usize::from(losses[0] == 0)] -= 1;
                }
            }
            // 24.heat: a loss of the horse itself will do.
            Some(Special::Cavalry) if losses[1] == 0 && rule!("24.heat", true) => {
                if let Some(unit) = self.first_of(state, force, Arm::Cavalry) {
                    self.dismount(state, unit, events);
                    state.attrition.losses[0] -= 1;
                }
            }
            _ => {}
        }
        self.open_losses(state, self.side_of(commander));
    }

    fn first_of(&self, state: &State, force: LeaderSet, arm: Arm) -> Option<UnitId> {
        force.iter().find_map(|leader| self.units_of(state, leader).find(|unit| self.unit(*unit).arm == arm))
    }

    /// 8.cavalry.dismount: a point of cavalry lost to attrition becomes one of an infantry march regiment.
    pub(crate) fn dismount(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        let leader = state.leader_of(unit);
        let nation = self.unit(unit).nation.draft();
        self.take_point(state, unit, events);
        if leader.is_none() || !rule!("8.cavalry.dismount", true) {
            return;
        }
        let most = self.tables.limits.march_regiment.infantry;
        let fits = |regiment: &UnitId| {
            let print = self.unit(*regiment);
            print.regiment && print.arm == Arm::Infantry && print.nation == nation
        };
        // On the same track first, then with infantry of the place, else under a new major general.
        let room = |other: UnitId, state: &State| state.strength[other.index()] < self.maximum[other.index()];
        let own = self.units_of(state, leader).find(|other| fits(other) && room(*other, state));
        let free = self.all_units().find(|other| fits(other) && state.strength[other.index()] == 0);
        let span = 2 * self.rating(state, leader).span;
        let burdened = self.burden(state, leader) + self.tables.limits.subordination.infantry > span;
        let place = self.stack_of(state, leader);
        let friend = place.iter().find_map(|other| {
            self.units_of(state, other).find(|it| {
                let print = self.unit(*it);
                print.arm == Arm::Infantry
                    && print.guard.is_none()
                    && print.nation.draft() == nation
                    && room(*it, state)
            })
        });
        let into = match (own, free, friend) {
            (Some(own), _, _) => Some((own, leader)),
            (None, Some(free), _) if !burdened => Some((free, leader)),
            (None, _, Some(friend)) => Some((friend, state.leader_of(friend))),
            (None, Some(free), None) => {
                let major = self.make_major(state, leader, false);
                // A counter that is put down is seen.
                if let Some(leader) = major {
                    events.event(Event::Promoted { leader, unit: free, at: state.lead[leader.index()] });
                }
                major.map(|major| (free, major))
            }
            (None, None, None) => None,
        };
        let Some((into, leader)) = into else { return };
        let strength = (state.strength[into.index()] + 1).min(self.maximum[into.index()].max(most));
        self.set_unit(state, into, leader, strength);
        events.event(Event::Dismounted { unit, into });
    }

    /// 4.sequence.rest: attrition of those who have not marched.
    pub(crate) fn open_rest(&self, state: &mut State) {
        state.rested = state.done;
        state.frames.extend([Frame::AfterAttrition, Frame::Resting]);
    }

    /// Goes on with the next force that has not marched.
    pub(crate) fn rest_on(&self, state: &mut State) {
        let side = state.player;
        let next = self.on_map(state, side).find(|leader| {
            !state.rested.contains(*leader)
                && (state.troops.contains(*leader) || self.leader(*leader).is_dummy())
                && !self.is_neutral(state, *leader)
        });
        let Some(leader) = next.filter(|_| rule!("4.sequence.rest", true)) else {
            state.rested = LeaderSet::EMPTY;
            state.frames.pop();
            return;
        };
        state.rested.insert(leader);
        self.open_attrition(state, leader, LeaderSet::from_iter([leader]), [Effort::Stand; 2]);
    }

    /// The losses of attrition are due next.
    fn open_losses(&self, state: &mut State, side: kernel::Side) {
        self.begin_losses(state, state.attrition.force, state.attrition.commander);
        state.frames.push(Frame::Losses { side });
    }
}
