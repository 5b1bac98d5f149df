//! Battles: which first, with what tactics, who bears the losses, where to retreat; and cities.

use board::boxes::ConnectionId;
use jours_de_gloire::Rules;
use jours_de_gloire::action::{Action, CombatAction};
use jours_de_gloire::battle::Tactic;
use jours_de_gloire::counters::{CounterId, Kind};
use jours_de_gloire::sequence::Combat;
use jours_de_gloire::state::{State, enemy_of};
use kernel::{Ruleset, Seat, Side};

use crate::CampaignCraft;
use crate::odds::{Circumstances, Contest, Host};
use crate::survey::{Survey, objectives};

impl CampaignCraft {
    pub(crate) fn fight(&self, rules: &Rules, state: &State, seat: Seat, frame: Combat, actions: &mut Vec<Action>) {
        let act = Action::Combat;
        let side = rules.side_of_seat(seat);
        let mut legal = Vec::new();
        match frame {
            Combat::Choose { .. } => actions.push(self.next_battle(rules, state, seat)),
            Combat::Shelter { .. } => self.shelter_or_stand(rules, state, seat, actions),
            Combat::Overflow { .. } => {
                rules.legal(state, seat, &mut legal);
                let way = self.best_way_out(rules, state, side, &legal);
                actions.push(act(way.map_or(CombatAction::Remain, CombatAction::LeaveBy)));
            }
            Combat::Invest { .. } => actions.push(self.invest(rules, state, seat)),
            Combat::Tactics => {
                let tactic = self.soundest_tactic(rules, state, side);
                let choice = tactic.map(|tactic| act(CombatAction::Choose(tactic)));
                let choice = choice.filter(|choice| rules.check(state, seat, choice).is_ok());
                match choice {
                    Some(choice) => actions.push(choice),
                    None => {
                        rules.legal(state, seat, &mut legal);
                        actions.extend(legal.first());
                    }
                }
            }
            Combat::AskOverrun { .. } => actions.push(act(CombatAction::Overrun)),
            Combat::OverrunAdvance { .. } => {
                rules.legal(state, seat, &mut legal);
                let at = state.battle.map(|battle| battle.at);
                let town = |action: &&Action| {
                    let Action::Combat(CombatAction::AdvanceBy(way)) = action else { return false };
                    let to = at.map(|at| rules.ground.across(*way, at));
                    objectives(rules, state, side).any(|it| Some(it.at) == to && !it.own)
                };
                actions.push(legal.iter().find(town).copied().unwrap_or(act(CombatAction::Remain)));
            }
            Combat::Losses { .. } => {
                rules.legal(state, seat, &mut legal);
                // The worst troops first: the average cohesion decides the next rounds.
                actions.extend(legal.iter().copied().min_by_key(|action| dearness(rules, action)));
            }
            Combat::Retreat { .. } => {
                rules.legal(state, seat, &mut legal);
                let way = self.best_way_out(rules, state, side, &legal);
                actions.extend(way.map(|way| act(CombatAction::RetreatBy(way))));
            }
            Combat::AskBlowBridge { .. } => actions.push(act(CombatAction::LeaveBridge)),
            Combat::AskRetire { .. } => actions.push(act(CombatAction::Remain)),
            Combat::Open
            | Combat::SiegeDie
            | Combat::Reveal
            | Combat::OverrunDie
            | Combat::Round
            | Combat::BattleDie { .. }
            | Combat::ArtilleryDie { .. }
            | Combat::Casualties
            | Combat::Morale
            | Combat::MoraleDie { .. }
            | Combat::RoundEnd
            | Combat::Verdict
            | Combat::PursuitDie
            | Combat::BlowBridgeDie { .. }
            | Combat::BattleOver
            | Combat::Close => {}
        }
    }

    /// The battle with the best odds first: who is beaten there cannot help elsewhere. A sortie only if it promises
    /// something; a siege goes on.
    fn next_battle(&self, rules: &Rules, state: &State, seat: Seat) -> Action {
        let side = rules.side_of_seat(seat);
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let end = Action::Combat(CombatAction::EndCombat);
        let survey = Survey::of(rules, state);
        let mut best: Option<(f64, Action)> = None;
        for action in &legal {
            let Action::Combat(CombatAction::Fight(at)) = action else { continue };
            let theirs = rules.field_force(state, enemy_of(side), *at);
            let inside = state.siege_at(*at).is_some_and(|siege| siege.besieger != side);
            let own = if inside { rules.of_side_in(state, side, *at) } else { rules.field_force(state, side, *at) };
            let must = !inside && !theirs.is_empty();
            let worth =
                if theirs.is_empty() { 0.1 } else { self.worth_of(rules, state, side, &survey, *at, own, theirs, &[]) };
            if (must || worth > 0.0) && best.is_none_or(|(other, _)| worth > other) {
                best = Some((worth, *action));
            }
        }
        best.map_or_else(
            || if legal.contains(&end) { end } else { legal.first().copied().unwrap_or(end) },
            |(_, it)| it,
        )
    }

    /// 8.8b: before the walls if we are strong enough to win there, else behind them.
    fn shelter_or_stand(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let side = rules.side_of_seat(seat);
        let outside = Action::Combat(CombatAction::StandOutside);
        let close = Action::Combat(CombatAction::CloseGates);
        let Some(battle) = state.battle else { return actions.push(outside) };
        let enemy = enemy_of(side);
        let own = rules.field_force(state, side, battle.at);
        let theirs = rules.field_force(state, enemy, battle.at);
        let in_already = rules.of_side_in(state, side, battle.at).len() > own.len();
        if !in_already && rules.check(state, seat, &outside).is_ok() {
            let it = Circumstances::at(rules, state, battle.at, state.player);
            let hosts = [
                Host::of(rules, state, &theirs, battle.at, enemy, enemy),
                Host::of(rules, state, &own, battle.at, enemy, side),
            ];
            let value = -Contest::new(&self.archive, rules, state, hosts, it, 0.5).value();
            let town = objectives(rules, state, side).find(|it| it.at == battle.at);
            let walls = -town.map_or(0.3, |town| 0.8 * (town.points + 1.0));
            if value >= walls.max(-1.5) {
                return actions.push(outside);
            }
        }
        let mut trial = state.clone();
        let mut going: Vec<CounterId> = own.iter().collect();
        going.sort_by_key(|counter| std::cmp::Reverse(state.piece(*counter).strength));
        for counter in going {
            let inside = Action::Combat(CombatAction::GoInside(counter));
            if rules.check(&trial, seat, &inside).is_ok() {
                rules.play(&mut trial, seat, &inside, &mut kernel::Discard);
                actions.push(inside);
            }
        }
        if rules.check(&trial, seat, &close).is_ok() {
            actions.push(close);
        } else if actions.is_empty() {
            actions.push(outside);
        }
    }

    /// 8.8c: an assault if it is as good as won, a siege if it is allowed, else a mask.
    fn invest(&self, rules: &Rules, state: &State, seat: Seat) -> Action {
        let side = rules.side_of_seat(seat);
        let mask = Action::Combat(CombatAction::Mask);
        let besiege = Action::Combat(CombatAction::Besiege);
        let assault = Action::Combat(CombatAction::Assault);
        let Some(battle) = state.battle else { return mask };
        let own = rules.field_force(state, side, battle.at);
        let strength = rules.strength_in_assault(state, &own, battle.at, side);
        let garrison = rules.of_side_in(state, enemy_of(side), battle.at);
        let theirs = rules.strength_of(state, &garrison);
        if rules.check(state, seat, &besiege).is_err() {
            return mask;
        }
        if strength >= 3 * theirs.max(1) && rules.check(state, seat, &assault).is_ok() { assault } else { besiege }
    }

    pub(crate) fn soundest_tactic(&self, rules: &Rules, state: &State, side: Side) -> Option<Tactic> {
        let battle = state.battle?;
        let attacker = battle.attacker;
        let forces = [attacker, enemy_of(attacker)].map(|of| battle.forces[of.index()]);
        let mut it = Circumstances::at(rules, state, battle.at, attacker);
        let ways: Vec<ConnectionId> = forces[0].iter().filter_map(|counter| state.piece(counter).entered_by).collect();
        if ways.iter().any(|way| Some(way) != ways.first()) {
            it = it.in_flank(rules);
        }
        if ways.iter().any(|way| rules.leads_over_bridge(state, *way)) {
            it = it.over_bridge(rules);
        }
        let hosts = [attacker, enemy_of(attacker)]
            .map(|of| Host::of(rules, state, &battle.forces[of.index()], battle.at, attacker, of));
        // Marchers to the guns help from the third round on.
        let coming: u16 = state.reaction.as_ref().map_or(0, |reaction| {
            let here = reaction.marchers.iter().filter(|marcher| marcher.to == battle.at);
            here.map(|marcher| rules.strength_of(state, &marcher.force)).sum()
        });
        let hosts = [hosts[0], hosts[1].joined_by(0.5 * f64::from(coming))];
        let objective = objectives(rules, state, attacker).find(|it| it.at == battle.at && !it.own);
        let prize = 0.3 + objective.map_or(0.0, |objective| objective.swing);
        Contest::new(&self.archive, rules, state, hosts, it, prize).soundest(side == attacker)
    }

    /// The way that leads to friends and away from the enemy.
    pub(crate) fn best_way_out(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        legal: &[Action],
    ) -> Option<ConnectionId> {
        let battle = state.battle?;
        let survey = Survey::of(rules, state);
        let strength = f64::from(rules.strength_of(state, &battle.forces[side.index()]));
        let ways = legal.iter().filter_map(|action| match action {
            Action::Combat(CombatAction::RetreatBy(way) | CombatAction::LeaveBy(way)) => Some(*way),
            Action::Combat(_)
            | Action::Movement(_)
            | Action::Events(_)
            | Action::Administration(_)
            | Action::Guns(_)
            | Action::Card(_)
            | Action::Standing(_) => None,
        });
        let merit = |way: &ConnectionId| {
            let to = rules.ground.across(*way, battle.at);
            // 8.7: a beaten Force pays at the river.
            let river = if rules.leads_over_bridge(state, *way) { 0.1 } else { 0.0 };
            self.shelter(rules, state, side, &survey, to, strength) - river
        };
        ways.max_by(|a, b| merit(a).total_cmp(&merit(b)))
    }
}

/// How much a loss to this unit would be felt.
fn dearness(rules: &Rules, action: &Action) -> (u8, bool, u8) {
    let Action::Combat(CombatAction::Lose(counter)) = action else { return (u8::MAX, true, u8::MAX) };
    let it = rules.counter(*counter);
    (it.cohesion, it.kind == Kind::Cavalry, it.artillery_bonus + it.cavalry_bonus)
}
