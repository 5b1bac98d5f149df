//! 14 and 15: steps of a march. `r14_march` begins and ends marches.
//! Decides 3.package.stack, 8.quotient.limit, 9.major.infantry, 14.forced.zoc, 14.ma.separate, 14.solo, 14.stack, 14.stop,
//! 15.column.move, 15.line.move, 15.line.wheel, 15.mode, 17.exit, 17.zoc.stop, 21.disorg.effects, 23.occupy, 26.austria.

use board::{Direction, Facing, Hand, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::ground::{BARRED, Gait};
use crate::march::{How, March};
use crate::package::Package;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::roster::{LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::State;
use crate::tables::Effort;

/// How the package in hand changes its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    Step(Hex),
    Advance(Direction),
    Wheel(Hand),
    Form(Facing),
}

/// Where a move leads, what it costs foot and horse in half points, and which hexes are entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    pub package: Package,
    pub cost: [u8; 2],
    pub entered: [Hex; 2],
}

/// How many moves ahead a way out of a place where one may not stay is looked for.
const PASSING: u8 = 5;

impl Rules {
    /// The package in hand.
    pub(crate) fn marching(&self, state: &State) -> Package {
        let march = &state.march;
        march.in_hand().first().map_or(Package::NOWHERE, |leader| state.package(leader))
    }

    /// Where a move would lead, by the geometry of packages and the ground alone.
    pub(crate) fn reckon(&self, state: &State, from: &Package, how: Move) -> Result<Moved, Refusal> {
        let grid = &self.ground.grid;
        let cost = |hex: Hex, direction: Direction, in_line: bool| {
            Gait::BOTH.map(|gait| self.step_cost(state, gait, hex, direction, in_line))
        };
        let moved = match how {
            Move::Form(facing) => {
                let found = from.changes().into_iter().find(|other| other.facing == facing && other.is_sound(grid));
                let Some(package) = found else {
                    return Err(refuse(case!("15.mode"), "these two hexes do not allow that facing"));
                };
                let price = if rule!("15.mode", true) { self.tables.limits.change_in_place } else { 0 };
                return Ok(Moved { package, cost: [price; 2], entered: [Hex::NONE; 2] });
            }
            Move::Step(to) => {
                let found = from.stepped(grid, to).zip(grid.direction_between(from.lead, to));
                let Some((package, direction)) = found.filter(|_| rule!("15.column.move", true)) else {
                    return Err(refuse(
                        case!("15.column.move"),
                        "a column enters one of the five hexes next to its leading half, in front or to the side",
                    )
                    .place(to)
                    .also(if from.is_line() {
                        &[case!("15.line.move")]
                    } else {
                        &[case!("3.package")]
                    }));
                };
                Moved { package, cost: cost(from.lead, direction, false), entered: [to, Hex::NONE] }
            }
            Move::Advance(direction) => {
                let Some(package) = from.advanced(grid, direction) else {
                    return Err(refuse(case!("15.line.move"), "a line goes forward in one of its two directions"));
                };
                let [left, right] = [from.lead, from.rear].map(|hex| cost(hex, direction, true));
                // 15.line.move: the dearer half pays.
                let dearer = |arm: usize| {
                    if rule!("15.line.move", right[arm] > left[arm]) { right[arm] } else { left[arm] }
                };
                Moved { package, cost: [dearer(0), dearer(1)], entered: [package.lead, package.rear] }
            }
            Move::Wheel(hand) => {
                let Some((package, middle)) = from.wheeled(grid, hand) else {
                    return Err(refuse(case!("15.line.wheel"), "only a line wheels, into the middle hex before it"));
                };
                let moving = if hand == Hand::Right { from.lead } else { from.rear };
                let direction = grid.direction_between(moving, middle).unwrap_or(from.axis());
                let price = cost(moving, direction, true);
                // The half that stands pays nothing, the other the whole of its hex.
                let price = if rule!("15.line.wheel", true) { price } else { [0; 2] };
                Moved { package, cost: price, entered: [middle, Hex::NONE] }
            }
        };
        // A line does not come to rest on both banks of a primary river but at a bridge.
        let astride = moved.package.is_line()
            && grid
                .direction_between(moved.package.lead, moved.package.rear)
                .is_some_and(|way| !self.is_open(state, moved.package.lead, way));
        if moved.cost.contains(&BARRED) || astride {
            return Err(refuse(case!("16.river"), "a primary river is crossed only at a bridge, and only in column"));
        }
        Ok(moved)
    }

    /// What the force in hand would have spent after a move, or why it cannot pay.
    pub(crate) fn pay(&self, march: &March, moved: &Moved) -> Result<[u8; 2], Refusal> {
        let place = march.place();
        let leaving = march.leaving[place] && moved.entered[0].is_some();
        let mut spent = march.spent[place];
        for gait in Gait::BOTH {
            let arm = gait as usize;
            let Some(allowance) = march.allowance[place][arm] else { continue };
            let extra = if rule!("17.exit", leaving) { march.surcharge[place][arm] } else { 0 };
            spent[arm] = spent[arm].saturating_add(moved.cost[arm]).saturating_add(extra);
            // 14.ma.separate: every arm pays in full.
            if rule!("14.ma.separate", spent[arm] > allowance) {
                let short = (spent[arm] - allowance).into();
                // 8.columns: horse that could go further, but not by forced march.
                let case = if march.how == How::Forced && gait == Gait::Horse {
                    case!("8.columns")
                } else {
                    case!("14.ma.separate")
                };
                return Err(refuse(case, "the force lacks {number} half points for that")
                    .number(short)
                    .also(&[case!("14.ma"), case!("16.move")]));
            }
        }
        Ok(spent)
    }

    /// Whether the package in hand may make a move now.
    pub(crate) fn may_move(&self, state: &State, side: Side, how: Move) -> Result<Moved, Refusal> {
        self.may_move_from(state, side, &state.march, &self.marching(state), how, PASSING)
    }

    /// The same for a march as it would be then.
    pub(crate) fn may_move_in(
        &self,
        state: &State,
        side: Side,
        march: &March,
        from: &Package,
        how: Move,
    ) -> Result<Moved, Refusal> {
        self.may_move_from(state, side, march, from, how, PASSING)
    }

    fn may_move_from(
        &self,
        state: &State,
        side: Side,
        march: &March,
        from: &Package,
        how: Move,
        ahead: u8,
    ) -> Result<Moved, Refusal> {
        let place = march.place();
        let enemy = enemy_of(side);
        let alone = march.how == How::Alone;
        if rule!("17.zoc.stop", march.stopped[place]) {
            let case = if matches!(how, Move::Form(_)) { case!("15.mode.zoc") } else { case!("17.zoc.stop") };
            return Err(refuse(case, "the force has entered an enemy zone and goes no further"));
        }
        let moved = self.reckon(state, from, how)?;
        if march.how == How::Forced {
            self.may_come_nearer(state, from.lead, moved.entered[0])?;
        }
        let spent = self.pay(march, &moved)?;
        let entered = moved.entered.into_iter().filter(|hex| hex.is_some());
        for hex in entered.clone() {
            if rule!("26.austria", self.is_closed(state, hex)) {
                return Err(refuse(case!("26.austria"), "{place} is closed to both sides").place(hex));
            }
            if self.neutral_in(state, hex) {
                return Err(refuse(case!("26.saxony"), "the neutral Saxons are in {place}").place(hex));
            }
            // 14.stop: a counter that may have troops is not walked into.
            let blocked = self.leaders_in(state, enemy, hex).any(|leader| self.apparent_one(state, leader));
            if rule!("14.stop", blocked) {
                return Err(refuse(case!("14.stop"), "the enemy is in {place}").place(hex).also(&[case!("14.solo")]));
            }
            // 14.solo: zones do not hold a leader alone.
            if rule!("14.solo", alone) {
                self.may_wander(state, march, hex)?;
                continue;
            }
            let controlled = self.seems_controlled(state, enemy, hex);
            if rule!("17.exit", march.leaving[place] && controlled) {
                return Err(refuse(
                    case!("17.exit"),
                    "the first step out of a zone may not lead into another, as {place} is",
                )
                .place(hex));
            }
            if controlled {
                self.may_enter_zone(state, side, march, hex, &moved.package)?;
            }
        }
        if let Move::Wheel(hand) = how {
            let standing = if hand == Hand::Right { from.rear } else { from.lead };
            if !alone && rule!("17.exit", march.leaving[place] && self.seems_controlled(state, enemy, standing)) {
                return Err(refuse(case!("17.exit"), "a wheel about a hex in an enemy zone is no way out of it"));
            }
        }
        let mut after = *march;
        after.spent[place] = spent;
        if moved.entered[0].is_some() {
            after.leaving[place] = false;
            after.stepped[place] = true;
            self.may_spend(state, &after)?;
        }
        // A place where the force may not stay is entered only if it can be left again.
        if let Err(why) = self.may_stay(state, side, &after, &moved.package) {
            let stops =
                !rule!("14.solo", alone) && moved.package.hexes().any(|hex| self.seems_controlled(state, enemy, hex));
            let [began, ends] = self.ways_home(state, &after, &moved.package).unwrap_or([1, 0]);
            let lost = ends.saturating_sub(after.left().into()) >= began;
            if ahead == 0 || stops || lost || !self.has_way_on(state, side, &after, &moved.package, ahead - 1) {
                return Err(why);
            }
        }
        Ok(moved)
    }

    fn has_way_on(&self, state: &State, side: Side, march: &March, from: &Package, ahead: u8) -> bool {
        let grid = &self.ground.grid;
        let goes = |how: Move| self.may_move_from(state, side, march, from, how, ahead).is_ok();
        if from.is_line() {
            let forward = [from.axis().clockwise(5), from.axis().clockwise(4)];
            return forward.into_iter().any(|direction| goes(Move::Advance(direction)))
                || Hand::BOTH.into_iter().any(|hand| goes(Move::Wheel(hand)));
        }
        grid.neighbours(from.lead).iter().any(|to| to.is_some() && goes(Move::Step(*to)))
            || from.changes().into_iter().any(|other| goes(Move::Form(other.facing)))
    }

    /// Whether the package in hand could still leave its hexes.
    pub(crate) fn can_go_on(&self, state: &State, side: Side) -> bool {
        let package = self.marching(state);
        !state.march.stopped[state.march.place()] && self.has_way_on(state, side, &state.march, &package, 1)
    }

    /// 8.quotient.limit: a march with a quotient above twelve is not made.
    fn may_spend(&self, state: &State, march: &March) -> Ruling {
        if matches!(march.how, How::Alone | How::Centre(_)) {
            return Ok(());
        }
        let spending = march.spending();
        let efforts =
            spending.map(|spent| if march.how == How::Forced { Effort::Forced(spent) } else { Effort::March(spent) });
        let steps = self.attrition_steps(state, march.commander, march.force, efforts);
        if rule!("8.quotient.limit", steps.contains(&self.tables.quotient.barred)) {
            return Err(refuse(case!("8.quotient.limit"), "the attrition of such a march would be above 12"));
        }
        Ok(())
    }

    /// Whether the force may enter a hex that the enemy seems to control.
    fn may_enter_zone(&self, state: &State, side: Side, march: &March, hex: Hex, package: &Package) -> Ruling {
        let enemy = enemy_of(side);
        if march.how == How::Forced {
            // 14.forced.zoc: only that of an enemy who touches a friend, and next to that friend.
            let enemies = self.apparent(state, enemy).intersection(self.leaders_of(enemy));
            let there = enemies.iter().filter(|leader| state.on_map(*leader)).filter(|leader| {
                let other = state.package(*leader);
                other.covers(hex) || self.adjacent(state, &Package { lead: hex, rear: Hex::NONE, ..*package }, &other)
            });
            let allowed = |leader: LeaderId| {
                let other = state.package(leader);
                self.on_map(state, side)
                    .filter(|friend| !march.force.contains(*friend) && state.troops.contains(*friend))
                    .any(|friend| {
                        let friend = state.package(friend);
                        self.adjacent(state, &friend, &other) && self.adjacent(state, &friend, package)
                    })
            };
            let mut there = there.peekable();
            if rule!("14.forced.zoc", there.peek().is_none() || !there.all(allowed)) {
                return Err(refuse(
                    case!("14.forced.zoc"),
                    "a forced march enters only the zone of an enemy who touches a friend, next to that friend",
                )
                .place(hex));
            }
        }
        if march.force.intersects(&state.disorganized) {
            let friend = self.troops_in(state, side, hex).any(|leader| !march.force.contains(leader));
            if rule!("21.disorg.effects", !friend) {
                return Err(refuse(
                    case!("21.disorg.effects"),
                    "a disorganized force enters no enemy zone without a friend there",
                )
                .place(hex));
            }
        }
        let rating = self.rating(state, march.commander).initiative;
        // 9.major.infantry: with a rating of 0 the modifiers must add up to -1 or better.
        if rating == 0 && !self.leader(march.commander).is_dummy() {
            let modifiers = self.initiative_modifiers(state, march.commander, march.force);
            if rule!("9.major.infantry", modifiers > -1) {
                return Err(refuse(case!("9.major.infantry"), "{unit} may not come so near the enemy")
                    .unit(march.commander)
                    .place(hex));
            }
        }
        Ok(())
    }

    /// Whether a leader of the enemy may have troops, as far as can be seen.
    pub(crate) fn apparent_one(&self, state: &State, leader: LeaderId) -> bool {
        state.troops.contains(leader) || !self.is_named(state, leader)
    }

    /// Whether neutral Saxons are in a hex.
    pub(crate) fn neutral_in(&self, state: &State, hex: Hex) -> bool {
        self.scenario.saxon_neutrality
            && crate::roster::BOTH
                .into_iter()
                .any(|side| self.leaders_in(state, side, hex).any(|leader| self.is_neutral(state, leader)))
    }

    /// 21.disorg.effects: what the way to its source costs a disorganized force from where it began, and from a place where
    /// it would end a march by command.
    fn ways_home(&self, state: &State, march: &March, package: &Package) -> Option<[u16; 2]> {
        let place = march.place();
        let bound = march.how == How::Command && march.stepped[place] && march.force.intersects(&state.disorganized);
        bound.then(|| [march.from[place], package.lead].map(|hex| self.source_distance(state, march.commander, hex)))
    }

    /// Whether the package in hand may stay on a place: no half of a friend's, no more than fit there.
    pub(crate) fn may_stay(&self, state: &State, side: Side, march: &March, package: &Package) -> Ruling {
        self.may_stay_without(state, side, march, package, LeaderSet::EMPTY)
    }

    /// The same when some of the leaders there go on.
    pub(crate) fn may_stay_without(
        &self,
        state: &State,
        side: Side,
        march: &March,
        package: &Package,
        gone: LeaderSet,
    ) -> Ruling {
        // Nearly all stand elsewhere: that is found out first.
        let there =
            |friend: LeaderId| [&state.lead, &state.rear].iter().any(|half| package.covers(half[friend.index()]));
        let others = self.leaders_of(side).difference(march.in_hand()).difference(gone);
        let friends = others.iter().filter(|friend| there(*friend) && state.on_map(*friend));
        let mut men = self.men_of_all(state, march.in_hand());
        for friend in friends {
            let other = state.package(friend);
            if other.shares_pair(package) {
                if rule!("3.package.stack", other.facing != package.facing) {
                    return Err(refuse(case!("3.package.stack"), "{unit} is there and faces otherwise").unit(friend));
                }
                men += self.men_of(state, friend);
            } else if rule!("3.package.stack", other.overlaps(package)) {
                return Err(refuse(case!("3.package.stack"), "{unit} has one of the two hexes").unit(friend));
            }
        }
        if let Some([began, ends]) = self.ways_home(state, march, package)
            && rule!("21.disorg.effects", ends >= began)
        {
            return Err(refuse(case!("21.disorg.effects"), "a disorganized force ends nearer to its source"));
        }
        let limits = &self.tables.limits;
        // 14.stack.
        if rule!("14.stack", men > limits.package) {
            return Err(refuse(case!("14.stack"), "no more than {number} points may end in one place")
                .number(limits.package as i16));
        }
        let fortress = self.ground.fortress_of(package, &self.theatre);
        if fortress.is_some() && rule!("23.occupy", men > limits.fortress) {
            return Err(refuse(case!("23.occupy"), "no more than {number} points may end in a fortress")
                .number(limits.fortress as i16));
        }
        Ok(())
    }

    /// Carries out a move of the package in hand.
    pub(crate) fn make_move(&self, state: &mut State, side: Side, how: Move, events: &mut impl Sink<Event>) {
        let from = self.marching(state);
        let Ok(moved) = self.reckon(state, &from, how) else { return };
        let Ok(spent) = self.pay(&state.march, &moved) else { return };
        let place = state.march.place();
        state.march.spent[place] = spent;
        let movers = state.march.in_hand();
        for leader in movers {
            self.put(state, leader, moved.package);
            let event = match how {
                Move::Form(facing) => Event::Formed { leader, facing },
                Move::Step(_) | Move::Advance(_) | Move::Wheel(_) => {
                    Event::Moved { leader, from: from.lead, to: moved.package }
                }
            };
            events.event(event);
        }
        if moved.entered[0].is_some() {
            state.march.leaving[place] = false;
            state.march.stepped[place] = true;
            state.walked = state.walked.union(movers);
            self.after_step(state, side, &moved, events);
        } else {
            self.look_around(state, movers, events);
        }
    }

    /// What follows from entering hexes: names, zones, centres, bare leaders, trains, the Berlin militia.
    fn after_step(&self, state: &mut State, side: Side, moved: &Moved, events: &mut impl Sink<Event>) {
        let movers = state.march.in_hand();
        self.look_around(state, movers, events);
        let place = state.march.place();
        let alone = state.march.how == How::Alone;
        let real = movers.iter().any(|leader| state.troops.contains(leader));
        if !rule!("14.solo", alone) {
            // 17.zoc.stop: a column by its leading half, a line by either.
            let enters = moved.entered.into_iter().filter(|hex| hex.is_some());
            let stops = |hex: Hex| {
                !self.controllers(state, enemy_of(side), hex).is_empty()
                    || self.source_controls(state, enemy_of(side), hex)
            };
            if enters.clone().any(stops) {
                state.march.stopped[place] = true;
                if let Some(leader) = movers.first() {
                    events.event(Event::Stopped { leader, at: moved.package.lead });
                }
            }
        }
        if real {
            self.chase_centres(state, side, &moved.package, events);
            self.take_trains(state, side, &moved.package, events);
            self.push_leaders(state, side, &moved.package);
            self.alarm_berlin(state, side, moved.package.lead, events);
        }
    }

    /// 14.stop.leaders: enemy leaders without troops make way.
    pub(crate) fn push_leaders(&self, state: &mut State, side: Side, package: &Package) {
        let enemy = enemy_of(side);
        let bare: LeaderSet = self
            .on_map(state, enemy)
            .filter(|leader| !state.troops.contains(*leader) && state.package(*leader).overlaps(package))
            .collect();
        for leader in bare {
            if state.frames.remaining_capacity() > 2 {
                state.frames.push(Frame::Push { side: enemy, leader });
            }
        }
    }
}
