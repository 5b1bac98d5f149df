//! 20: pursuit, and 18.loss: what the retreat cost.
//! Decides 3.force, 9.span, 12.uses, 14.stack, 15.mode.zoc, 16.combat.cavalry, 18.loss, 18.loss.double, 18.morale, 20.pursuit,
//! 20.pursuit.bonus, 20.pursuit.defender, 20.pursuit.kill, 20.pursuit.limit, 20.pursuit.who, 23.citadel.sortie, 24.rain,
//! 25.artillery.combat, 25.cavdiff, 25.cavdiff.price, 25.guard.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::ground::Terrain;
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, Guard, LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::State;
use crate::tables::cavalry_modifier;

impl Rules {
    /// The retreat is over: the winner may pursue.
    pub(crate) fn open_pursuit(&self, state: &mut State, beaten: Side, events: &mut impl Sink<Event>) {
        let winner = enemy_of(beaten);
        // 9.killed: before anybody follows and leaves companions behind.
        self.kill_bared(state, winner, events);
        // 23.citadel.sortie: nobody pursues.
        if rule!("23.citadel.sortie", state.battle.sortie) || state.battle.path.is_empty() {
            self.end_pursuit(state, events);
            return;
        }
        state.frames.push(Frame::Pursue { side: winner });
    }

    /// Goes on while nobody can pursue or has to decide.
    pub(crate) fn run_pursuit(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) -> bool {
        if state.battle.of(side).iter().any(|leader| self.may_pursue(state, side, leader).is_ok()) {
            return false;
        }
        state.frames.pop();
        self.end_pursuit(state, events);
        true
    }

    /// 20.pursuit.who: one of those engaged, with men, next to the place that was left.
    pub(crate) fn may_pursue(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        let battle = &state.battle;
        let engaged = battle.of(side).contains(leader) && state.on_map(leader);
        // 3.force: a commander without units leads those who stand with him.
        if engaged && !state.troops.contains(leader) && leader == battle.commander[side.index()] {
            let mut others = self.stack_of(state, leader);
            others.remove(leader);
            if rule!("3.force", others.iter().any(|other| self.may_pursue(state, side, other).is_ok())) {
                return Ok(());
            }
        }
        if rule!("20.pursuit.who", !engaged || self.men_of(state, leader) == 0) {
            return Err(refuse(case!("20.pursuit.who"), "{unit} was not engaged, or has only guns").unit(leader));
        }
        let package = state.package(leader);
        if rule!("20.pursuit.who", !self.adjacent(state, &package, &battle.start)) {
            return Err(refuse(case!("20.pursuit.who"), "{unit} is not next to the place that was left").unit(leader));
        }
        let horse_only = self.strength_of(state, leader, Arm::Infantry) == 0;
        let mountains = package.hexes().any(|hex| self.ground.terrain(hex) == Terrain::Mountain);
        if rule!("16.combat.cavalry", mountains && horse_only) {
            return Err(refuse(case!("16.combat.cavalry"), "cavalry does not pursue out of mountains").unit(leader));
        }
        Ok(())
    }

    /// The points of a pursuing leader: cavalry counts for none out of mountains (16.combat.cavalry).
    fn pursuing_men(&self, state: &State, leader: LeaderId) -> u16 {
        if rule!("16.combat.cavalry", self.is_mountain(&state.package(leader))) {
            self.strength_of(state, leader, Arm::Infantry)
        } else {
            self.men_of(state, leader)
        }
    }

    pub(crate) fn name_pursuer(&self, state: &mut State, leader: LeaderId) {
        state.battle.pursuer = leader;
        state.battle.pursuers = LeaderSet::from_iter([leader]);
        state.battle.origin = state.package(leader);
    }

    /// 20.pursuit.who: whole leaders of the force that fought, within the span of the one who leads; they end in one place.
    pub(crate) fn may_pursue_along(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        let battle = &state.battle;
        let head = battle.pursuer;
        if head.is_none() || battle.pursuers.contains(leader) {
            return Err(refuse(case!("20.pursuit.who"), "name first who leads the pursuit").unit(leader));
        }
        let together = state.package(leader).shares_pair(&state.package(head));
        // 20.pursuit.defender: a defender pursues with what stood in one package.
        if rule!("20.pursuit.defender", !together && side != battle.first) {
            return Err(
                refuse(case!("20.pursuit.defender"), "{unit} is in another package and lends nothing").unit(leader)
            );
        }
        self.may_pursue(state, side, leader)?;
        let mut others = battle.pursuers;
        others.insert(leader);
        let men: u16 = others.iter().map(|leader| self.men_of(state, leader)).sum();
        let most = self.tables.limits.package;
        if rule!("14.stack", men > most) {
            return Err(refuse(case!("14.stack"), "no more than {number} points may end in one place")
                .unit(leader)
                .number(most as i16));
        }
        others.remove(head);
        if rule!("9.span", !self.can_command(state, head, others)) || !self.takes_leader(state, head, leader) {
            return Err(refuse(case!("9.span"), "{other} cannot command {unit}").unit(leader).other(head));
        }
        Ok(())
    }

    pub(crate) fn may_begin_pursuit(&self, state: &State) -> Ruling {
        if state.battle.pursuer.is_none() {
            return Err(refuse(case!("20.pursuit.who"), "name first who leads the pursuit"));
        }
        let pursuers = state.battle.pursuers;
        if rule!("3.force", !pursuers.intersects(&state.troops)) {
            return Err(refuse(case!("3.force"), "{unit} has no units: somebody with troops goes along")
                .unit(state.battle.pursuer)
                .also(&[case!("20.pursuit.who")]));
        }
        Ok(())
    }

    pub(crate) fn list_pursuit(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        if state.battle.pursuer.is_none() {
            actions.extend(state.battle.of(side).iter().map(Action::Pursue).filter(judged));
        } else {
            actions.extend(state.battle.of(side).iter().map(Action::Include).filter(judged));
            actions.extend([Action::Begin].into_iter().filter(judged));
        }
        actions.push(Action::Stay);
    }

    /// 20.pursuit: rating, comparison, cavalry, own morale and rain.
    pub(crate) fn pursuit_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let battle = state.battle;
        let leader = battle.pursuer;
        let side = self.side_of(leader);
        let beaten = battle.commander[enemy_of(side).index()];
        let passive = if beaten.is_none() { 0 } else { self.rating(state, beaten).initiative };
        let rating = self.rating(state, leader).initiative;
        let mut total = die as i8 + self.tables.comparison(rating, passive);
        let most = self.tables.limits.cavalry_modifier;
        let [own, enemy] = self.cavalry_in_battle(state, side);
        let cavalry = cavalry_modifier(own, enemy, most);
        // 25.cavdiff.price: the own superiority counts only if cavalry bore a point of the loss.
        let unpaid = rule!("25.cavdiff.price", cavalry < 0 && !battle.pays);
        if rule!("25.cavdiff", cavalry != 0 && !unpaid) {
            total += cavalry;
        }
        if rule!("12.uses", state.morale[side.index()] != 0) {
            total += state.morale[side.index()];
        }
        let rain = self.tables.weather.row(state.weather).modifier;
        total += if rule!("24.rain", rain != 0) { rain } else { 0 };
        let mut hexes =
            if rule!("20.pursuit", true) { self.tables.pursuit(rating, total, battle.retreat) } else { battle.retreat };
        // 20.pursuit.bonus: cavalry and Old Guard alone.
        // 25.guard: Young Guard counts as Old where all the Old Guard is.
        let young = rule!("25.guard", self.has_all_old_guard(state, battle.pursuers));
        let fast = battle.pursuers.iter().all(|leader| {
            self.units_of(state, leader).all(|unit| {
                let print = self.unit(unit);
                let guard = print.guard == Some(Guard::Old) || young && print.guard == Some(Guard::Young);
                print.arm != Arm::Infantry || guard
            })
        });
        if rule!("20.pursuit.bonus", fast) {
            hexes += self.tables.pursuit_bonus();
        }
        // 20.pursuit.who: at least as many points as hexes.
        let men: u16 = battle.pursuers.iter().map(|leader| self.pursuing_men(state, leader)).sum();
        if rule!("20.pursuit.who", u16::from(hexes) > men) {
            hexes = men as u8;
        }
        state.battle.pursuit = hexes;
        events.event(Event::PursuitThrown { leader, die, hexes });
        state.frames.push(Frame::Pursuing { side });
    }

    /// The next hex of the pursuit: the k-th is h(k-1), up to the beaten force itself (20.pursuit.limit).
    pub(crate) fn next_pursued(&self, state: &State) -> Option<Hex> {
        let battle = &state.battle;
        if battle.pursued >= battle.pursuit || !state.on_map(battle.pursuer) {
            return None;
        }
        // Where the beaten force left the map or is no more, its last hex can be entered too.
        battle.path.get(usize::from(battle.pursued)).copied()
    }

    pub(crate) fn may_follow(&self, state: &State, hex: Hex) -> Ruling {
        if rule!("20.pursuit.limit", self.next_pursued(state) != Some(hex)) {
            return Err(refuse(
                case!("20.pursuit.limit"),
                "the pursuit follows the path of retreat, as far as its number",
            )
            .place(hex));
        }
        Ok(())
    }

    /// 15.mode.zoc: the pursuer forms up where it halts, unless an enemy zone forbids it.
    pub(crate) fn may_form_up(&self, state: &State, side: Side, facing: board::Facing) -> Ruling {
        let here = state.package(state.battle.pursuer);
        if !here.changes().iter().any(|other| other.facing == facing) {
            return Err(refuse(case!("15.mode"), "these two hexes do not allow that facing"));
        }
        if rule!("15.mode.zoc", self.seems_in_zone(state, side, &here)) {
            return Err(refuse(case!("15.mode.zoc"), "the force ends its pursuit in an enemy zone and keeps its mode"));
        }
        Ok(())
    }

    pub(crate) fn form_up(&self, state: &mut State, facing: board::Facing, events: &mut impl Sink<Event>) {
        let here = state.package(state.battle.pursuer);
        let Some(to) = here.changes().into_iter().find(|other| other.facing == facing) else { return };
        for leader in state.battle.pursuers {
            self.put(state, leader, to);
            events.event(Event::Formed { leader, facing });
        }
        self.look_around(state, state.battle.pursuers, events);
    }

    /// Where the pursuers stand after so many hexes: on the last of them that is empty, with their trailing half behind.
    fn pursuit_place(&self, state: &State) -> Package {
        let battle = &state.battle;
        let grid = &self.ground.grid;
        let side = self.side_of(battle.pursuer);
        let enemy = enemy_of(side);
        let pursuers = battle.pursuers;
        let empty = |hex: Hex| {
            hex.is_some()
                && self.leaders_in(state, enemy, hex).next().is_none()
                && !self.leaders_in(state, side, hex).any(|friend| !pursuers.contains(friend))
        };
        for hexes in (1..=usize::from(battle.pursued).min(battle.path.len())).rev() {
            let lead = battle.path[hexes - 1];
            let behind = if hexes > 1 { battle.path[hexes - 2] } else { Hex::NONE };
            // The first hex may be reached through the other hex that was left; that step does not count.
            let mut rears = [behind, battle.origin.lead, battle.origin.rear, battle.start.lead, battle.start.rear];
            if hexes > 1 {
                rears[1..].fill(Hex::NONE);
            }
            let rear = rears.into_iter().find(|rear| rear.is_some() && grid.adjacent(*rear, lead) && empty(*rear));
            if let (true, Some(rear)) = (empty(lead), rear)
                && let Some(heading) = grid.direction_between(rear, lead)
            {
                return Package { lead, rear, facing: board::Facing::side(heading) };
            }
        }
        battle.origin
    }

    /// One hex further. The counter stays behind where the beaten force is in the way, but the hex counts.
    pub(crate) fn follow(&self, state: &mut State, hex: Hex, events: &mut impl Sink<Event>) {
        let leader = state.battle.pursuer;
        let side = self.side_of(leader);
        let beaten = state.battle.commander[enemy_of(side).index()];
        state.battle.pursued += 1;
        let hexes = state.battle.pursued;
        let last = usize::from(hexes) >= state.battle.path.len();
        let reached = !beaten.is_none() && state.on_map(beaten) && state.package(beaten).covers(hex);
        if rule!("20.pursuit.kill", state.battle.short && reached) {
            state.battle.wiped = true;
            state.battle.pursuit = hexes;
            self.eliminate_force(state, beaten, events);
        } else if last && reached {
            // 20.pursuit.bonus: into the beaten force: it stops next to it, and the enemy loses one more.
            state.battle.overrun = true;
        }
        let to = self.pursuit_place(state);
        if to == state.package(leader) {
            return;
        }
        for leader in state.battle.pursuers {
            self.put(state, leader, to);
            events.event(Event::Pursued { leader, to, hexes });
        }
        self.look_around(state, state.battle.pursuers, events);
        self.chase_centres(state, side, &to, events);
        self.take_trains(state, side, &to, events);
        self.alarm_berlin(state, side, to.lead, events);
    }

    /// 18.loss: what the beaten side loses, and what follows for morale.
    pub(crate) fn end_pursuit(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let battle = state.battle;
        let beaten = battle.loser;
        let winner = enemy_of(beaten);
        // 18.morale.
        let counts = battle.converted
            && battle.countered
            && battle.pursued > 0
            && !battle.lost_a_round[winner.index()]
            && self.is_great(state);
        if rule!("18.morale", counts) {
            state.frames.push(Frame::MoraleChoice { side: winner });
        }
        if battle.wiped {
            return;
        }
        let (retreat, lost, pursued) = (battle.retreat, battle.winner_lost, battle.pursued);
        let mut points = if pursued >= retreat && !battle.short { retreat } else { pursued.max(lost) };
        if !rule!("18.loss", true) {
            points = 0;
        }
        points += u8::from(battle.overrun);
        let doubled = rule!("18.loss.double", battle.surrounded || battle.through_zone);
        if doubled {
            points *= 2;
        }
        if battle.garrison.is_some() {
            // 6.garrison.combat: nobody loses more against a garrison alone.
            points = points.min(self.tables.limits.source_garrison);
        }
        events.event(Event::RetreatLoss { side: beaten, points, doubled });
        // 25.artillery.combat: a pursuit of more than five hexes costs a point of guns.
        let far = pursued > self.tables.limits.guns_pursued;
        state.battle.gun_point = rule!("25.artillery.combat", far);
        self.bleed(state, beaten, points);
    }
}
