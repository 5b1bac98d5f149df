//! 7, 9, 14: how marches begin and end.
//! Decides 7.division.borrowed, 7.extended, 8.columns, 8.free, 8.who, 8.who.forced, 14.extended, 14.forced, 14.ma, 14.ma.guard,
//! 14.multi, 22.reinforce.column, 25.artillery.march, 25.train.

use board::Hex;
use kernel::{Side, Sink};

use super::r14_movement::Move;
use crate::Rules;
use crate::event::Event;
use crate::ground::{BARRED, Gait};
use crate::march::{Attrition, How, March};
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, Army, Guard, LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::{State, Train};
use crate::tables::Effort;

impl Rules {
    /// Whether a bridging train goes with a leader.
    pub fn has_train(&self, state: &State, leader: LeaderId) -> bool {
        state.trains.iter().any(|train| matches!(train, Train::With(with) if *with == leader))
    }

    /// What foot and horse of some leaders may spend, in half points; nothing for an arm that is not there (14.ma).
    pub(crate) fn allowances(&self, state: &State, leaders: LeaderSet, how: How) -> [Option<u8>; 2] {
        let numbers = &self.tables.limits.allowance;
        let point = self.tables.point;
        if leaders.iter().all(|leader| self.leader(leader).is_dummy()) {
            return [Some(numbers.foot * point), None];
        }
        let (mut foot, mut horse) = (None, None);
        let (mut old_guard, mut plain_foot) = (false, false);
        for leader in leaders {
            for unit in self.units_of(state, leader) {
                let unit = self.unit(unit);
                if unit.arm == Arm::Cavalry {
                    let own = if rule!("14.ma", unit.light) { numbers.light_cavalry } else { numbers.cavalry };
                    horse = Some(horse.map_or(own, |other: u8| other.min(own)));
                } else {
                    foot = Some(numbers.foot);
                    old_guard |= unit.guard == Some(Guard::Old);
                    plain_foot |= !matches!(unit.guard, Some(Guard::Old | Guard::Young));
                }
            }
            // 25.train: it marches as foot, whoever takes it along.
            if self.has_train(state, leader) && rule!("25.train", true) {
                foot = Some(numbers.foot);
                plain_foot = true;
            }
        }
        // 14.ma.guard.
        if rule!("14.ma.guard", old_guard && !plain_foot) {
            foot = Some(numbers.old_guard);
        }
        if foot.is_none() && horse.is_none() {
            horse = Some(if rule!("14.ma", true) { numbers.leader } else { numbers.foot });
        }
        let capped = |points: u8| match how {
            // 8.columns: nobody makes a forced march of more than five.
            How::Forced if rule!("8.columns", true) => points.min(self.tables.limits.forced),
            How::Nothing
            | How::Command
            | How::Initiative
            | How::Forced
            | How::Alone
            | How::Arrival
            | How::Centre(_) => points,
        };
        [foot, horse].map(|points| points.map(|points| capped(points) * point))
    }

    /// Takes a commander in hand: his force is put together next.
    pub(crate) fn open_muster(&self, state: &mut State, commander: LeaderId, how: How) {
        state.march = March { how, commander, force: LeaderSet::from_iter([commander]), ..March::NONE };
        state.frames.push(Frame::Muster);
    }

    /// The force is complete: fixes allowances and what the first step costs.
    pub(crate) fn begin_march(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let how = state.march.how;
        let groups = [state.march.force.difference(state.march.second), state.march.second];
        for (place, group) in groups.into_iter().enumerate() {
            let Some(leader) = group.first() else { continue };
            let (side, package) = (self.side_of(leader), state.package(leader));
            state.march.allowance[place] = self.allowances(state, group, how);
            state.march.from[place] = package.lead;
            if how != How::Alone {
                state.march.leaving[place] = self.in_zone(state, side, &package);
                state.march.surcharge[place] = self.surcharge(state, side, &package);
            }
        }
        let commander = state.march.commander;
        events.event(Event::MarchBegan { how, commander, at: state.lead[commander.index()] });
        state.frames.pop();
        state.frames.push(Frame::Marching);
    }

    /// 9.solo: a leader with neither units nor subordinates moves by himself.
    pub(crate) fn may_ride(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        // 9.solo: not after he has rolled for a force.
        self.may_lead(state, side, leader).map_err(|refusal| refusal.also(&[case!("9.solo")]))?;
        if rule!(
            "9.solo",
            state.troops.contains(leader) || self.has_train(state, leader) || self.leader(leader).is_dummy()
        ) {
            return Err(refuse(case!("9.solo"), "{unit} has troops and needs a command or initiative").unit(leader));
        }
        Ok(())
    }

    pub(crate) fn ride(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        state.march =
            March { how: How::Alone, commander: leader, force: LeaderSet::from_iter([leader]), ..March::NONE };
        state.frames.push(Frame::Muster);
        self.begin_march(state, events);
    }

    /// Whether the force in hand may end its march here.
    pub(crate) fn may_halt(&self, state: &State, side: Side) -> Ruling {
        let march = &state.march;
        // A force that has not begun is given up.
        if state.frame() == Frame::Muster {
            return Ok(());
        }
        if let How::Centre(army) = march.how {
            return self.may_rest_centre(state, army);
        }
        let package = self.marching(state);
        // 22.reinforce.column: both halves come in, if the force can pay for another hex.
        let outside = march.how == How::Arrival && package.rear.is_none();
        let goes_on = |to: &Hex| to.is_some() && self.may_move(state, side, Move::Step(*to)).is_ok();
        if outside && rule!("22.reinforce.column", self.ground.grid.neighbours(package.lead).iter().any(goes_on)) {
            return Err(refuse(case!("22.reinforce.column"), "half of the force is still outside: it comes in first"));
        }
        self.may_stay(state, side, march, &package)?;
        self.may_halt_short(state, side)?;
        if !march.second.is_empty() {
            let first = march.force.difference(march.second).first().map(|leader| state.package(leader));
            let second = march.second.first().map(|leader| state.package(leader));
            // 14.multi: the packages end adjacent.
            let apart = first
                .zip(second)
                .is_some_and(|(one, other)| !self.adjacent(state, &one, &other) && !one.shares_pair(&other));
            if rule!("14.multi", apart) {
                return Err(refuse(
                    case!("14.multi"),
                    "the two packages of a force end their march next to each other",
                ));
            }
        }
        Ok(())
    }

    /// Ends the march: attrition follows, unless nobody marched.
    pub(crate) fn halt(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let march = state.march;
        let begun = state.frame() == Frame::Marching;
        state.frames.pop();
        if !begun {
            let leader = march.commander;
            events.event(Event::Halted { leader, at: state.lead[leader.index()] });
            state.march = March::NONE;
            return;
        }
        if let How::Centre(army) = march.how {
            self.rest_centre(state, army, events);
            state.march = March::NONE;
            return;
        }
        for leader in march.force {
            events.event(Event::Halted { leader, at: state.lead[leader.index()] });
        }
        state.done = state.done.union(march.force);
        let spending = march.spending();
        let walked = march.stepped.contains(&true);
        let effort = |spent: u8| match march.how {
            How::Forced => Effort::Forced(spent),
            _ if walked || spent > 0 => Effort::March(spent),
            How::Nothing | How::Command | How::Initiative | How::Alone | How::Arrival | How::Centre(_) => Effort::Stand,
        };
        state.march = March::NONE;
        match march.how {
            How::Nothing | How::Centre(_) => {}
            // 8.free: leaders alone.
            How::Alone if rule!("8.free", true) => self.report_to_centre(state, march.commander, events),
            // 8.who.forced: a forced march of a hex or more.
            How::Forced if !rule!("8.who.forced", walked) => {}
            How::Command | How::Initiative | How::Arrival | How::Alone => {
                if rule!("8.who", true) {
                    self.open_attrition(state, march.commander, march.force, spending.map(effort));
                }
            }
            How::Forced => {
                self.open_attrition(state, march.commander, march.force, spending.map(effort));
                self.open_hurry(state, march.force);
            }
        }
    }

    pub(crate) fn open_attrition(
        &self,
        state: &mut State,
        commander: LeaderId,
        force: LeaderSet,
        efforts: [Effort; 2],
    ) {
        state.attrition = Attrition { commander, force, efforts, ..Attrition::NONE };
        // Of those who stood still everybody is rolled for before the pause.
        if state.frame() != Frame::Resting {
            state.frames.push(Frame::AfterAttrition);
        }
        state.frames.push(Frame::AttritionDice);
    }

    /// 9.force: a leader may be left on the way.
    pub(crate) fn may_drop(&self, state: &State, leader: LeaderId) -> Ruling {
        let (march, side) = (&state.march, self.side_of(leader));
        if !march.in_hand().contains(leader) || leader == march.commander || march.how == How::Alone {
            return Err(
                refuse(case!("9.force"), "only a subordinate of the package in hand can be left behind").unit(leader)
            );
        }
        // Whoever stays must be able to stay, and those who go on must have come in two hexes.
        let package = self.marching(state);
        if package.rear.is_none() {
            return Err(refuse(case!("22.reinforce.column"), "nobody is left on the edge of the map").unit(leader));
        }
        let alone =
            March { force: LeaderSet::from_iter([leader]), second: LeaderSet::EMPTY, on_second: false, ..*march };
        let beside = March { force: march.in_hand(), second: LeaderSet::EMPTY, on_second: false, ..alone };
        let together = self.may_stay(state, side, &beside, &package);
        if together.is_ok() {
            return together;
        }
        // 14.stack: those who go on do not count for the place that they leave.
        let mut rest = march.in_hand();
        rest.remove(leader);
        let parts = self.may_stay_without(state, side, &alone, &package, rest).is_ok() && self.can_go_on(state, side);
        if parts { Ok(()) } else { together }
    }

    /// 14.ma: whoever goes on without a leader is no longer held up by his troops.
    fn free_of(&self, state: &mut State, leader: LeaderId) {
        let march = state.march;
        let place = march.place();
        let mut rest = march.in_hand();
        rest.remove(leader);
        // A commander whom nobody follows any more does not ride off as a leader alone.
        let any = rest.iter().any(|other| state.troops.contains(other) || self.has_train(state, other));
        if !rule!("14.ma", any) {
            return;
        }
        let more = if march.extended { self.tables.limits.extended * self.tables.point } else { 0 };
        let own = self.allowances(state, rest, march.how);
        for (arm, points) in own.into_iter().enumerate() {
            let allowance = &mut state.march.allowance[place][arm];
            *allowance = allowance.and(points).map(|points| (points + more).max(march.spent[place][arm]));
        }
    }

    pub(crate) fn drop_leader(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        let march = state.march;
        self.free_of(state, leader);
        state.march.force.remove(leader);
        state.march.second.remove(leader);
        if state.march.second.is_empty() {
            state.march.on_second = false;
        }
        state.done.insert(leader);
        events.event(Event::Dropped { leader, at: state.lead[leader.index()] });
        let spent = march.spent[march.place()];
        let effort = |spent: u8| match (march.how, spent) {
            (How::Forced, _) => Effort::Forced(spent),
            (_, 0) => Effort::Stand,
            _ => Effort::March(spent),
        };
        let walked = march.stepped[march.place()];
        if march.how != How::Forced || walked {
            self.open_attrition(state, leader, LeaderSet::from_iter([leader]), spent.map(effort));
        }
    }

    /// 7.extended, 14.extended.
    pub(crate) fn may_extend(&self, state: &State, side: Side) -> Ruling {
        let march = &state.march;
        if rule!("14.forced", march.how == How::Forced) {
            return Err(refuse(case!("14.forced"), "a forced march is not extended").also(&[case!("14.extended")]));
        }
        if rule!("14.extended", march.how != How::Command) {
            return Err(refuse(case!("14.extended"), "only a march by command is extended"));
        }
        if march.extended {
            return Err(refuse(case!("7.extended"), "the march has been extended already"));
        }
        let guns = march.force.iter().any(|leader| self.strength_of(state, leader, Arm::Artillery) > 0);
        if rule!("25.artillery.march", guns) {
            return Err(
                refuse(case!("25.artillery.march"), "artillery makes no extended march").also(&[case!("14.extended")])
            );
        }
        if march.force.intersects(&state.entered) {
            return Err(refuse(
                case!("14.extended"),
                "reinforcements make no extended march in the turn in which they arrive",
            ));
        }
        if rule!("7.extended", !self.has_run_out(state)) {
            return Err(refuse(case!("7.extended"), "the force still has points for every hex next to it"));
        }
        let package = state.package(march.commander);
        for army in self.paying(state) {
            if state.army(army).points <= self.tables.debt(army) {
                return Err(refuse(case!("5.negative"), "the army has no points left"));
            }
            // In range where the normal allowance runs out.
            let in_range = self.dispatch_from_centre(state, army, &package, side);
            if rule!("7.extended", !in_range) {
                return Err(refuse(case!("7.extended"), "the force is out of range of its centre here"));
            }
        }
        Ok(())
    }

    /// Whether there is a hex next to the package in hand for which its points do not suffice.
    fn has_run_out(&self, state: &State) -> bool {
        let package = self.marching(state);
        let lacks =
            |how: Move| self.reckon(state, &package, how).is_ok_and(|moved| self.pay(&state.march, &moved).is_err());
        if package.is_line() {
            let forward = [package.axis().clockwise(5), package.axis().clockwise(4)];
            return forward.into_iter().any(|direction| lacks(Move::Advance(direction)))
                || board::Hand::BOTH.into_iter().any(|hand| lacks(Move::Wheel(hand)));
        }
        self.ground.grid.neighbours(package.lead).iter().any(|hex| hex.is_some() && lacks(Move::Step(*hex)))
    }

    pub(crate) fn extend(&self, state: &mut State, events: &mut impl Sink<Event>) {
        // 7.division.mixed: every army that gave the command gives another.
        let armies: arrayvec::ArrayVec<Army, 5> = self.paying(state).collect();
        let more = self.tables.limits.extended * self.tables.point;
        state.march.extended = true;
        for allowance in state.march.allowance.iter_mut().flatten().flatten() {
            *allowance += more;
        }
        for army in armies {
            state.army_mut(army).points -= 1;
            events.event(Event::Extended { army, left: state.army(army).points });
        }
    }

    pub(crate) fn may_go_on(&self, state: &State, side: Side) -> Ruling {
        let march = &state.march;
        if march.second.is_empty() || march.on_second {
            return Err(refuse(case!("14.multi"), "the force has no second package to move"));
        }
        self.may_stay(state, side, march, &self.marching(state))
    }

    /// Where a leader goes who is pushed aside: a force that was driven back by its best ways (14.repulse), a bare leader to a
    /// place next to him (14.stop.leaders).
    pub(crate) fn places_aside(&self, state: &State, leader: LeaderId) -> Vec<Package> {
        if state.troops.contains(leader) {
            self.places_back(state, leader)
        } else {
            self.refuges(state, leader).collect()
        }
    }

    pub(crate) fn may_push(&self, state: &State, pushed: LeaderId, who: LeaderId, package: &Package) -> Ruling {
        if who == pushed && self.places_aside(state, pushed).contains(package) {
            return Ok(());
        }
        Err(if state.troops.contains(pushed) {
            refuse(case!("14.repulse"), "{unit} goes two hexes back, by the way of a retreat")
                .unit(pushed)
                .also(&[case!("19.path"), case!("19.path.order")])
        } else {
            refuse(case!("14.stop.leaders"), "{unit} makes way to an adjacent place that is free").unit(pushed)
        })
    }

    /// Whether a leader who is pushed aside has nowhere to go: a bare one goes to his centre, troops stay (14.repulse).
    pub(crate) fn skip_push(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) -> bool {
        if !self.places_aside(state, leader).is_empty() {
            return false;
        }
        state.frames.pop();
        if !state.troops.contains(leader) {
            self.send_to_centre(state, leader, events);
        }
        true
    }

    /// Whether nobody is left who marches: dummies that were seen march no further.
    pub(crate) fn skip_march(&self, state: &mut State) -> bool {
        if matches!(state.march.how, How::Centre(_)) || !state.march.in_hand().is_empty() {
            return false;
        }
        state.frames.pop();
        state.march = March::NONE;
        true
    }

    /// 14.stop.leaders, 14.integrity, 19.displace: the columns next to a leader's place that he can come to: every hex of
    /// them is one of his own or next to one, over ground that can be entered; no enemy troops are there, and friends have
    /// both hexes or none.
    pub(crate) fn refuges(&self, state: &State, leader: LeaderId) -> impl Iterator<Item = Package> + use<'_> {
        let grid = &self.ground.grid;
        let side = self.side_of(leader);
        let from = state.package(leader);
        let passable = |one: Hex, other: Hex| {
            let way = grid.direction_between(one, other);
            way.is_some_and(|way| self.step_cost(state, Gait::Foot, one, way, false) != BARRED)
        };
        let free = |hex: &Hex| {
            !self.leaders_in(state, enemy_of(side), *hex).any(|enemy| self.apparent_one(state, enemy))
                && !self.is_closed(state, *hex)
                && !self.neutral_in(state, *hex)
                && (from.covers(*hex) || from.hexes().any(|half| passable(half, *hex)))
        };
        let near: arrayvec::ArrayVec<Hex, 10> = from.ring(grid).into_iter().chain(from.hexes()).filter(free).collect();
        let friends: arrayvec::ArrayVec<Package, 64> = self
            .on_map(state, side)
            .filter(|friend| *friend != leader)
            .map(|friend| state.package(friend))
            .filter(|friend| friend.hexes().any(|hex| near.contains(&hex)))
            .take(64)
            .collect();
        let mut places: arrayvec::ArrayVec<Package, 64> = arrayvec::ArrayVec::new();
        for lead in &near {
            for rear in near.iter().filter(|rear| passable(**rear, *lead)) {
                let Some(heading) = grid.direction_between(*rear, *lead) else { continue };
                let package = Package::column(grid, *lead, heading);
                let fits = |friend: &Package| {
                    !friend.overlaps(&package) || (friend.shares_pair(&package) && friend.facing == package.facing)
                };
                if !package.shares_pair(&from) && friends.iter().all(fits) && !places.is_full() {
                    places.push(package);
                }
            }
        }
        places.into_iter()
    }

    /// The army that gives a force its commands (7.division).
    pub(crate) fn commanding_army(&self, state: &State, commander: LeaderId, force: LeaderSet) -> Army {
        let own = self.army_of(state, commander);
        // 7.division.borrowed: a commander with only another army's troops uses that army's.
        let mut armies =
            force.iter().filter(|leader| state.troops.contains(*leader)).map(|leader| self.army_of(state, leader));
        let Some(first) = armies.clone().next() else { return own };
        if rule!("7.division.borrowed", !armies.any(|army| army == own)) { first } else { own }
    }
}
