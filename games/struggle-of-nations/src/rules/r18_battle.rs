//! 18: the rounds of a battle, from the plans to the morale that follows.
//! Decides 6.garrison.combat, 9.bonus, 9.bonus.defend, 9.killed, 11.losses, 18.pitched, 18.pitched.barred,
//! 18.pitched.convert, 18.pitched.counter, 18.pitched.free, 18.pitched.limit, 18.pitched.same, 18.pitched.wiped,
//! 18.pursuit, 18.who.counter, 23.citadel.sortie, 23.town, 23.town.refuse, 25.artillery.

use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::battle::Plan;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, BOTH, LeaderId, LeaderSet, UnitSet, enemy_of};
use crate::sequence::{Die, Frame, Question};
use crate::state::State;

impl Rules {
    /// Carries a battle on as far as nobody has to decide; false if somebody has, or dice are due.
    pub(crate) fn run_battle(&self, state: &mut State, question: Question, events: &mut impl Sink<Event>) -> bool {
        match question {
            Question::Refuse { side } => {
                if !self.undecided(state, side).is_empty() {
                    return false;
                }
                state.frames.pop();
                true
            }
            Question::Battles => {
                let any =
                    self.on_map(state, state.player).any(|leader| self.may_attack(state, state.player, leader).is_ok());
                if any {
                    return false;
                }
                self.end_battles(state, events);
                true
            }
            Question::Plans => {
                let [Some(french), Some(allied)] = state.battle.plans else { return false };
                state.frames.pop();
                events.event(Event::PlansShown { plans: [french, allied] });
                self.begin_round(state, events);
                true
            }
            Question::Guns => {
                if self.gun_strength(state) > 0 && !state.battle.guns_done {
                    return false;
                }
                state.frames.pop();
                self.ready_combat(state, events);
                true
            }
            Question::Bonus => {
                let commander = state.battle.commander[state.battle.attacker.index()];
                let other = state.battle.commander[enemy_of(state.battle.attacker).index()];
                let has = |leader: LeaderId| !leader.is_none() && self.leader(leader).bonus;
                // 9.bonus: of an attacking commander only. 9.bonus.defend: that of the side attacked is no use to it.
                if rule!("9.bonus", has(commander)) || has(other) && !rule!("9.bonus.defend", true) {
                    return false;
                }
                state.frames.pop();
                self.resolve(state, events);
                true
            }
            Question::Stand { side } => {
                let (stand, give) = (self.may_stand(state, side).is_ok(), self.may_give_way(state, side).is_ok());
                if stand && give {
                    return false;
                }
                state.frames.pop();
                if stand {
                    self.stand_fast(state, side, events)
                } else {
                    self.give_way(state, side, events);
                }
                true
            }
            Question::Counter { side } => {
                if self.is_decided(state, events) {
                    return true;
                }
                // 23.town: troops in a fortified town may leave off.
                let commander = state.battle.commander[side.index()];
                let free = rule!("23.town", self.town_of(state, commander).is_some());
                if side == state.battle.first && !free {
                    // 18.pitched.same: the first attack again, on all its targets.
                    state.frames.pop();
                    self.begin_round(state, events);
                    return true;
                }
                false
            }
            Question::Retreat { side } => self.run_retreat(state, side, events),
            Question::Displace { side, .. } => self.run_displacement(state, side, events),
            Question::Pursue { side } => self.run_pursuit(state, side, events),
            Question::Pursuing { side } => {
                let here = state.package(state.battle.pursuer);
                let forms = state.battle.pursued > 0
                    && here != state.battle.origin
                    && here.changes().iter().any(|other| self.may_form_up(state, side, other.facing).is_ok());
                if self.next_pursued(state).is_some() || forms {
                    return false;
                }
                state.frames.pop();
                self.end_pursuit(state, events);
                true
            }
            Question::Occupy { side } => {
                if self.occupations(state, side).is_empty() {
                    state.frames.pop();
                    return true;
                }
                false
            }
            Question::MoraleChoice { side } => {
                // 12.choice: if one marker cannot move, the other must.
                let [improve, worsen] = self.morale_choices(state, side);
                if improve && worsen {
                    return false;
                }
                state.frames.pop();
                self.choose_morale(state, side, improve, events);
                true
            }
            Question::Declare
            | Question::Administer { .. }
            | Question::Organize
            | Question::Integrity { .. }
            | Question::Commands
            | Question::Centres
            | Question::Initiative
            | Question::Forced
            | Question::Muster
            | Question::Marching
            | Question::Push { .. }
            | Question::Losses { .. }
            | Question::Militia
            | Question::Bridges
            | Question::Disorder { .. }
            | Question::Rally { .. }
            | Question::Armistice { .. }
            | Question::Settle { .. } => false,
        }
    }

    fn end_battles(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.pop();
        self.besiege_idle(state, events);
        for set in [
            &mut state.repulsers,
            &mut state.repulsed,
            &mut state.driven,
            &mut state.held,
            &mut state.late_one,
            &mut state.late_two,
            &mut state.late_three,
            &mut state.owed,
        ] {
            *set = LeaderSet::EMPTY;
        }
    }

    fn choose_morale(&self, state: &mut State, side: Side, own: bool, events: &mut impl Sink<Event>) {
        if own {
            self.move_morale(state, side, -1, events);
        } else {
            self.move_morale(state, enemy_of(side), 1, events);
        }
    }

    /// 18.pitched.wiped: one side has nobody left; the other may enter its hexes.
    fn is_decided(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let Some(side) = self.wiped_out(state) else { return false };
        if matches!(state.frame(), Frame::Counter { .. } | Frame::Guns) {
            state.frames.pop();
        }
        if rule!("18.pitched.wiped", !state.battle.of(enemy_of(side)).intersection(state.troops).is_empty()) {
            state.frames.push(Frame::Occupy { side: enemy_of(side) });
        }
        for side in BOTH {
            self.kill_bared(state, side, events);
        }
        true
    }

    /// 9.killed: leaders who have lost their last troops in the battle, with those beside them who have none either. Where
    /// troops are left in a place, all its leaders live.
    pub(crate) fn kill_bared(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        for leader in state.battle.of(side) {
            if !state.on_map(leader) || state.troops.contains(leader) {
                continue;
            }
            let place = self.stack_of(state, leader);
            if rule!("9.killed", !place.intersects(&state.troops)) {
                let real = place.iter().filter(|other| !self.leader(*other).is_dummy());
                for other in real.collect::<LeaderSet>() {
                    self.kill_leader(state, other, events);
                }
            }
        }
    }

    /// The side that has nobody left in the battle.
    fn wiped_out(&self, state: &State) -> Option<Side> {
        let garrison = |side: Side| state.battle.garrison.is_some_and(|army| army.side() == side);
        BOTH.into_iter().find(|side| state.battle.of(*side).intersection(state.troops).is_empty() && !garrison(*side))
    }

    /// A round: guns first, if the attacker has any (4.sequence.battle).
    fn begin_round(&self, state: &mut State, events: &mut impl Sink<Event>) {
        self.join_late(state);
        if self.is_decided(state, events) {
            return;
        }
        let side = state.battle.attacker;
        state.battle.attacks[side.index()] += 1;
        if self.gun_strength(state) > 0 && state.battle.garrison.is_none() {
            state.frames.push(Frame::Guns);
        } else {
            self.ready_combat(state, events);
        }
    }

    /// The odds are worked out, and the die is due.
    fn ready_combat(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if self.is_decided(state, events) {
            return;
        }
        let odds = self.odds_now(state);
        state.battle.column = odds.column;
        events.event(Event::Odds {
            attack: odds.attack,
            defence: odds.defence,
            column: odds.column,
            affecting: odds.affecting,
        });
        state.frames.push(Frame::CombatDie);
    }

    /// The dice of a battle fall.
    pub(crate) fn battle_falls(&self, state: &mut State, due: Die, outcome: &Outcome, events: &mut impl Sink<Event>) {
        let die = outcome.die();
        state.frames.pop();
        if due == Die::GunDie {
            let side = state.battle.attacker;
            let guns = self.gun_strength(state);
            let found = self.tables.artillery(guns, die, self.gun_ratio(state));
            let points = if rule!("25.artillery", true) { found } else { 0 };
            events.event(Event::GunsThrown { side, guns, die, points });
            // 25.artillery: losses come off before the odds.
            state.frames.push(Frame::Guns);
            state.battle.guns_done = true;
            self.bleed(state, enemy_of(side), points);
        } else if due == Die::CombatDie {
            state.battle.die = die;
            let result = self.tables.combat(state.battle.column.into(), die as i8);
            state.battle.result = Some(result);
            events.event(Event::CombatThrown { die, result });
            state.frames.push(Frame::Bonus);
        } else {
            self.pursuit_falls(state, die, events);
        }
    }

    /// A side has to take off points.
    pub(crate) fn bleed(&self, state: &mut State, side: Side, points: u8) {
        let force = state.battle.of(side).intersection(state.troops);
        let men: u16 = force.iter().map(|leader| self.men_of(state, leader)).sum();
        let guns: u16 = force.iter().map(|leader| self.strength_of(state, leader, Arm::Artillery)).sum();
        // 25.artillery.combat: guns bear losses where they are alone, and a point of a long pursuit.
        let has = if men == 0 { guns } else { men + guns.min(state.battle.gun_point.into()) };
        let points = u16::from(points).min(has) as u8;
        if points == 0 {
            return;
        }
        state.due = points;
        state.bled = UnitSet::EMPTY;
        // 11.losses: the units of the commander first.
        let commander = state.battle.commander[side.index()];
        state.loser = if rule!("11.losses", force.contains(commander)) { commander } else { self.senior(state, force) };
        state.frames.push(Frame::Losses { side });
    }

    /// The result of a round: the winner loses his number, then the loser stands or goes.
    fn resolve(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(result) = state.battle.result else { return };
        let attacker = state.battle.attacker;
        let loser = if result.attacker_retreats { attacker } else { enemy_of(attacker) };
        let battle = &mut state.battle;
        battle.rounds = battle.rounds.saturating_add(1);
        battle.loser = loser;
        battle.retreat = result.retreat;
        battle.winner_lost = result.loss;
        battle.lost_a_round[loser.index()] = true;
        battle.guns_done = false;
        battle.pays = result.loss == 0;
        if let Some(army) = battle.garrison {
            // 6.garrison.combat: a garrison that must retreat is gone; its attacker loses one point at most.
            let most = self.tables.limits.source_garrison;
            let loss = if rule!("6.garrison.combat", result.loss > most) { most } else { result.loss };
            battle.winner_lost = loss;
            if loser == attacker {
                state.frames.push(Frame::Stand { side: loser });
            } else {
                self.lose_source(state, army, events);
                self.bleed(state, attacker, loss);
            }
            return;
        }
        state.frames.push(Frame::Stand { side: loser });
        // 18.pursuit: the winner loses the other number.
        self.bleed(state, enemy_of(loser), if rule!("18.pursuit", true) { result.loss } else { 0 });
    }

    /// Whether a loser may convert his retreat into losses (18.pitched.convert).
    pub(crate) fn may_stand(&self, state: &State, side: Side) -> Ruling {
        let battle = &state.battle;
        // 23.citadel.sortie: the besieged lose points instead of retreating, the besieger may.
        if rule!("23.citadel.sortie", battle.sortie) {
            return Ok(());
        }
        if rule!("18.pitched.barred", self.is_pitched_barred(state, side)) {
            return Err(
                refuse(case!("18.pitched.barred"), "no pitched battle can be fought here").also(&[case!("18.pitched")])
            );
        }
        let wrote = battle.plans[side.index()] == Some(Plan::Pitched);
        // 18.pitched.free: from the second roll on everybody chooses.
        let bound = battle.rounds <= 1 || !rule!("18.pitched.free", true);
        if rule!("18.pitched", bound && !wrote) {
            return Err(refuse(case!("18.pitched"), "only a side that wrote pitched stands fast in the first round"));
        }
        let commander = battle.commander[side.index()];
        let rating = self.rating(state, commander).initiative;
        if rule!("18.pitched.limit", battle.attacks[side.index()] >= rating) {
            return Err(refuse(case!("18.pitched.limit"), "{unit} has attacked as often as his initiative allows")
                .unit(commander));
        }
        Ok(())
    }

    pub(crate) fn may_give_way(&self, state: &State, side: Side) -> Ruling {
        if rule!("23.citadel.sortie", state.battle.sortie && side == state.battle.first) {
            return Err(refuse(case!("23.citadel.sortie"), "the besieged do not retreat"));
        }
        Ok(())
    }

    fn stand_fast(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        let points = state.battle.retreat;
        events.event(Event::StoodFast { side, points });
        state.battle.converted = true;
        if !state.battle.sortie {
            // 18.pitched.counter: the first counterattack is that of the side whose turn it is not; then they alternate.
            let next = if rule!("18.pitched.counter", true) { enemy_of(state.battle.attacker) } else { side };
            state.battle.attacker = next;
            state.battle.aim = board::Hex::NONE;
            state.frames.push(Frame::Counter { side: next });
        }
        // 18.pitched.convert.
        self.bleed(state, side, if rule!("18.pitched.convert", true) { points } else { 0 });
    }

    fn give_way(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        self.abandon_source(state, side, events);
        self.open_retreat(state, side);
    }

    /// Packages of the first attackers that a counterattack can be made on.
    pub(crate) fn counter_targets<'s>(
        &'s self,
        state: &'s State,
        side: Side,
    ) -> impl Iterator<Item = board::Hex> + use<'s> {
        let commander = state.battle.commander[side.index()];
        let from = state.package(commander);
        let there = state.battle.of(enemy_of(side)).intersection(state.troops);
        there
            .iter()
            .filter(move |leader| self.adjacent(state, &from, &state.package(*leader)))
            .map(|leader| state.lead[leader.index()])
    }

    pub(crate) fn may_counter(&self, state: &State, side: Side, at: board::Hex) -> Ruling {
        let there = state.battle.of(enemy_of(side)).intersection(state.troops);
        let mut covered = there.iter().map(|leader| state.package(leader)).filter(|package| package.covers(at));
        let found = covered.any(|package| self.counter_targets(state, side).any(|hex| package.covers(hex)));
        if rule!("18.who.counter", !found) {
            return Err(
                refuse(case!("18.who.counter"), "a counterattack is made on a package of the attackers").place(at)
            );
        }
        Ok(())
    }

    /// 18.who.counter, 18.pitched.same: which of several forces counterattacks, and with everybody who belongs to it.
    pub(crate) fn may_lead_counter(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        let battle = &state.battle;
        let defenders = battle.of(side).intersection(state.troops);
        let several = !battle.striking.is_empty() && side != battle.first;
        if !several || !defenders.contains(leader) || battle.striking.contains(leader) {
            return Err(refuse(case!("18.pitched.same"), "all who defended counterattack together").unit(leader));
        }
        let here = defenders.intersection(self.stack_of(state, leader));
        let whole = |head: LeaderId| self.force_of(state, head, defenders) == here;
        if rule!("18.pitched.same", !whole(leader) && here.iter().any(whole)) {
            return Err(refuse(case!("18.pitched.same"), "{unit} would leave some of his package out").unit(leader));
        }
        Ok(())
    }

    /// 23.town: troops in a fortified town need not counterattack; nobody can where nobody is left.
    pub(crate) fn may_decline(&self, state: &State, side: Side) -> Ruling {
        let commander = state.battle.commander[side.index()];
        let free = self.town_of(state, commander).is_some() || self.counter_targets(state, side).next().is_none();
        if rule!("23.town", !free) {
            return Err(refuse(case!("23.town"), "only troops in a fortified town may decline to counterattack")
                .also(&[case!("18.pitched.counter")]));
        }
        Ok(())
    }

    pub(crate) fn carry_out_battle(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        events: &mut impl Sink<Event>,
    ) {
        let frame = state.frame();
        match *action {
            Action::Refuse(leader) => self.refuse_battle(state, leader, events),
            Action::Accept(leader) => self.accept_battle(state, leader),
            Action::Attack(leader) if frame == (Frame::Counter { side }) => {
                let defenders = state.battle.of(side).intersection(state.troops);
                state.battle.striking = self.force_of(state, leader, defenders);
                state.battle.commander[side.index()] = leader;
            }
            Action::Attack(leader) => self.open_attack(state, side, leader),
            Action::Include(leader) if matches!(frame, Frame::Pursue { .. }) => state.battle.pursuers.insert(leader),
            Action::Include(leader) => state.battle.forces[side.index()].insert(leader),
            Action::Target(hex) => {
                let enemy = enemy_of(side);
                let target = self.target_in(state, side, hex);
                if target.is_none() {
                    let garrison = self.lone_garrisons(state, side).find(|(_, marker)| marker.covers(hex));
                    state.battle.garrison = garrison.map(|(army, _)| army);
                }
                if let Some(target) = target {
                    let fighters = self.fighters_of(state, target);
                    state.battle.forces[enemy.index()] = state.battle.of(enemy).union(fighters);
                }
            }
            Action::Fight => self.fight(state, side, events),
            Action::EndBattles => self.end_battles(state, events),
            Action::Write(plan) => state.battle.plans[side.index()] = Some(plan),
            Action::FireGuns => {
                state.frames.pop();
                state.frames.push(Frame::GunDie);
            }
            Action::HoldFire => {
                state.frames.pop();
                self.ready_combat(state, events);
            }
            Action::Adjust(change) => {
                state.frames.pop();
                if change != 0 {
                    let die = (state.battle.die as i8 + change).clamp(1, 6);
                    let result = self.tables.combat(state.battle.column.into(), die);
                    state.battle.result = Some(result);
                    events.event(Event::DieChanged { die: die as u8, result });
                }
                self.resolve(state, events);
            }
            Action::StandFast => {
                state.frames.pop();
                self.stand_fast(state, side, events);
            }
            Action::GiveWay => {
                state.frames.pop();
                self.give_way(state, side, events);
            }
            Action::Counterattack(hex) => {
                state.frames.pop();
                state.battle.aim = hex;
                state.battle.countered = true;
                self.begin_round(state, events);
            }
            Action::Decline => {
                state.frames.pop();
                events.event(Event::CounterDeclined { side });
                // 23.town.refuse: morale suffers as after a lost battle.
                let victor = enemy_of(side);
                if rule!("23.town.refuse", self.is_great(state) && !state.battle.lost_a_round[victor.index()]) {
                    state.frames.push(Frame::MoraleChoice { side: victor });
                }
            }
            Action::Open(package) => state.battle.opening = package,
            Action::Place(_, package) if matches!(frame, Frame::Retreat { .. }) => {
                self.retreat_to(state, side, package, events)
            }
            Action::Place(leader, package) if matches!(frame, Frame::Occupy { .. }) => {
                self.occupy(state, leader, package, events)
            }
            Action::Place(leader, package) => self.make_way(state, leader, package, events),
            Action::Pursue(leader) => self.name_pursuer(state, leader),
            Action::Begin => {
                state.frames.pop();
                state.frames.push(Frame::PursuitDie);
            }
            Action::Stay if matches!(frame, Frame::Occupy { .. }) => {
                state.frames.pop();
            }
            Action::Stay => {
                state.frames.pop();
                self.end_pursuit(state, events);
            }
            Action::Form(facing) => {
                state.frames.pop();
                self.form_up(state, facing, events);
                self.end_pursuit(state, events);
            }
            Action::Step(hex) => self.follow(state, hex, events),
            Action::Halt => {
                state.frames.pop();
                self.end_pursuit(state, events);
            }
            Action::ImproveOwn | Action::WorsenEnemy => {
                if let Frame::MoraleChoice { side } = frame {
                    state.frames.pop();
                    self.choose_morale(state, side, *action == Action::ImproveOwn, events);
                }
            }
            Action::Support(_)
            | Action::Disband
            | Action::SetCentre(_)
            | Action::ChangeSource(_)
            | Action::ShiftSource(_)
            | Action::Transfer(..)
            | Action::Merge(..)
            | Action::Split(..)
            | Action::Promote(_)
            | Action::Replace(_)
            | Action::Raise(..)
            | Action::PlaceDummy(_)
            | Action::EndOrganization
            | Action::Command(_)
            | Action::Provisional(_)
            | Action::EndCommands
            | Action::MoveCentre(_)
            | Action::EndCentres
            | Action::Initiative(_)
            | Action::EndInitiative
            | Action::ForceMarch(_)
            | Action::EndForced
            | Action::Ride(_)
            | Action::Enter(..)
            | Action::EnterBeside(..)
            | Action::Return(_)
            | Action::ReturnBy(..)
            | Action::Advance(_)
            | Action::Wheel(_)
            | Action::Drop(_)
            | Action::Extend
            | Action::Next
            | Action::Repulse(_)
            | Action::RepulseAll
            | Action::Canton
            | Action::Lose(_)
            | Action::Blow(..)
            | Action::Repair(..)
            | Action::Lay(..)
            | Action::Lift(_)
            | Action::EndBridges
            | Action::Roll(_)
            | Action::Rally(_)
            | Action::EndRally
            | Action::HearGuns(..)
            | Action::Redeploy(_)
            | Action::Rebuild(..)
            | Action::DestroyBridge(_)
            | Action::RestoreBridge(_)
            | Action::EndArmistice => {}
        }
    }

    /// Whether a commander on either side has a span that counts (18.morale).
    pub(crate) fn is_great(&self, state: &State) -> bool {
        let counts = |side: Side| {
            let commander = state.battle.commander[side.index()];
            !commander.is_none() && self.rating(state, commander).span >= self.tables.morale.span
        };
        BOTH.into_iter().any(counts)
    }

    /// The battle is put away: leaders without troops are killed, strengths hidden again.
    pub(crate) fn close_battle(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.pop();
        self.hide_strengths(state);
        // Those whose companions followed the enemy have been looked at before.
        let gone = state.battle.pursuers.first().map(|leader| self.side_of(leader));
        for side in BOTH.into_iter().filter(|side| gone != Some(*side)) {
            self.kill_bared(state, side, events);
        }
        state.battle = crate::battle::Battle::none();
        self.check_troops(state);
    }
}
