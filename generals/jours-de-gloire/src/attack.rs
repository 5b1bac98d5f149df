//! Battles worth seeking: which stacks fall on which enemy, by which connections.

use ai::{Plan, Style};
use board::boxes::{BoxId, ConnectionId};
use jours_de_gloire::Rules;
use jours_de_gloire::counters::{CounterId, Kind};
use jours_de_gloire::sets::CounterSet;
use jours_de_gloire::state::{State, enemy_of};
use kernel::Side;

use crate::CampaignCraft;
use crate::odds::{Circumstances, Contest, Host};
use crate::orders::{Order, Weights};
use crate::stacks::{Reach, Stack};
use crate::survey::{Survey, danger, objectives};

/// A stack, how far it comes, and what it was told.
pub(crate) struct Candidate {
    pub(crate) stack: Stack,
    pub(crate) reach: Reach,
    pub(crate) order: Order,
    /// It has been given a march.
    pub(crate) taken: bool,
}

/// A march that is part of an attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assignment {
    pub(crate) stack: Stack,
    pub(crate) to: BoxId,
    /// The connection by which it comes in.
    pub(crate) last: Option<ConnectionId>,
}

/// An attack that could be made.
struct Design {
    at: BoxId,
    members: Vec<(usize, ConnectionId)>,
    worth: f64,
}

/// Most stacks that are thought of for one battle.
const MOST: usize = 8;

/// Help that the defender can expect from those beside him: they have to throw for it, and come late.
const HELP: f64 = 0.3;

impl CampaignCraft {
    /// The attacks worth making, the best first; the stacks of each are marked as taken.
    pub(crate) fn attacks(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        plan: &Plan<Order>,
        candidates: &mut [Candidate],
    ) -> Vec<Assignment> {
        let mut survey = Survey::of(rules, state);
        let enemy = enemy_of(side);
        let mut targets: Vec<BoxId> = Vec::new();
        for body in survey.bodies[enemy.index()].iter().map(|body| body.at) {
            if !targets.contains(&body) && state.siege_at(body).is_none_or(|siege| siege.besieger != side) {
                targets.push(body);
            }
        }
        let mut assignments = Vec::new();
        let mut designs: Vec<Option<Design>> =
            targets.iter().map(|at| self.design(rules, state, side, &survey, *at, candidates, plan.style)).collect();
        while let Some(best) = best_of(&designs) {
            let Some(design) = designs[best].take() else { break };
            for (number, way) in &design.members {
                let candidate = &mut candidates[*number];
                candidate.taken = true;
                let from = (!candidate.stack.enters).then_some(candidate.stack.at);
                survey.shift(side, from, design.at, candidate.stack.strength);
                assignments.push(Assignment { stack: candidate.stack, to: design.at, last: Some(*way) });
            }
            // Others that counted on the same stacks have to look again.
            for (place, other) in designs.iter_mut().enumerate() {
                let shared =
                    other.as_ref().is_some_and(|it| it.members.iter().any(|(number, _)| candidates[*number].taken));
                if shared {
                    *other = self.design(rules, state, side, &survey, targets[place], candidates, plan.style);
                }
            }
        }
        assignments
    }

    /// The best attack on a box with those who are free.
    #[allow(clippy::too_many_arguments)]
    fn design(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        survey: &Survey,
        at: BoxId,
        candidates: &[Candidate],
        style: Style,
    ) -> Option<Design> {
        let enemy = enemy_of(side);
        let present = rules.field_force(state, side, at);
        let defenders = rules.field_force(state, enemy, at);
        let against = survey.at(enemy, at);
        if against == 0 {
            return None;
        }
        let mut members: Vec<(usize, Vec<ConnectionId>)> = Vec::new();
        let mut least = 0.0f64;
        for (number, candidate) in candidates.iter().enumerate() {
            if candidate.taken || candidate.stack.strength == 0 || !candidate.reach.can_reach(at) {
                continue;
            }
            let Some(needed) = Weights::of(candidate.order.manner(), style).least else { continue };
            if let Order::To(wanted) = candidate.order
                && wanted != at
            {
                continue;
            }
            let ways = candidate.reach.ways_into(rules, state, side, &candidate.stack, at);
            if !ways.is_empty() {
                members.push((number, ways));
                least = least.max(needed);
            }
        }
        if members.is_empty() {
            return None;
        }
        members.sort_by_key(|(number, _)| std::cmp::Reverse(candidates[*number].stack.strength));
        members.truncate(MOST);
        let there = rules.strength_of(state, &present);
        let all: u16 = members.iter().map(|(number, _)| candidates[*number].stack.strength).sum();
        if f64::from(all + there) < 0.7 * f64::from(against) {
            return None;
        }
        if self.is_last_word(rules, state, side) {
            least = least.min(0.15);
        }
        let without =
            if there > 0 { self.worth_of(rules, state, side, survey, at, present, defenders, &[]) } else { 0.0 };
        let mut best: Option<Design> = None;
        let mut force = present;
        let mut strength = there;
        for number in 0..members.len() {
            let candidate = &candidates[members[number].0];
            force = force.union(candidate.stack.counters);
            strength += candidate.stack.strength;
            let enough = f64::from(strength) >= 0.9 * f64::from(against);
            let (ways, rest) = (number + 1, members.len());
            // A few sizes tell enough: those that just suffice, and everybody.
            if !enough || (ways < rest && ways > 3 && ways % 2 == 1) {
                continue;
            }
            let chosen = choose_ways(rules, state, &present, &members[..=number]);
            let mut worth = self.worth_of(rules, state, side, survey, at, force, defenders, &chosen) - without;
            for (member, _) in &members[..=number] {
                worth -= self.price_of_leaving(rules, state, side, survey, &candidates[*member].stack);
            }
            // What comes after it: the enemy's answer to a stack of this size.
            worth -= if self.is_last_word(rules, state, side) {
                0.0
            } else {
                0.35 * danger(rules, survey, &self.distances, side, at, f64::from(strength))
            };
            let better = best.as_ref().is_none_or(|best| worth > best.worth + 0.05);
            if worth > least && better {
                let members =
                    members[..=number].iter().zip(&chosen).map(|((member, _), way)| (*member, *way)).collect();
                best = Some(Design { at, members, worth });
            }
        }
        best
    }

    /// What an attack on a box promises, in victory points.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn worth_of(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        survey: &Survey,
        at: BoxId,
        force: CounterSet,
        defenders: CounterSet,
        ways: &[ConnectionId],
    ) -> f64 {
        let enemy = enemy_of(side);
        let mut it = Circumstances::at(rules, state, at, side);
        let came: Vec<ConnectionId> = force.iter().filter_map(|counter| state.piece(counter).entered_by).collect();
        let all = || ways.iter().chain(came.iter().filter(|_| rules.strength_of(state, &force) > 0));
        let first = all().next();
        if all().any(|way| Some(way) != first) {
            it = it.in_flank(rules);
        }
        if all().any(|way| rules.leads_over_bridge(state, *way)) {
            it = it.over_bridge(rules);
        }
        let own = Host::of(rules, state, &force, at, side, side);
        let help = HELP * survey.beside(&self.distances, enemy, at);
        let their = Host::of(rules, state, &defenders, at, side, enemy).joined_by(help);
        let objective = objectives(rules, state, side).find(|objective| objective.at == at && !objective.own);
        let prize = 0.3 + objective.map_or(0.0, |objective| objective.swing);
        let in_field = Contest::new(&self.archive, rules, state, [own, their], it, prize).value();
        let holds_walls = rules.ground.is_fortified(at) && state.siege_at(at).is_none();
        if !holds_walls {
            return in_field;
        }
        // He may shut himself in: then it is a siege, which is worth a point and takes his away.
        let proper = |counter: CounterId| rules.kind(counter) == Kind::Infantry && !rules.counter(counter).detachment;
        let besieges = force.iter().any(proper);
        let walls = objective.map_or(-0.2, |objective| {
            let taken = if objective.swing > objective.points { objective.points } else { 0.0 };
            0.8 * (taken + 1.0) + if besieges { 0.3 } else { 0.0 } - 0.04 * f64::from(own.men)
        });
        in_field.min(walls)
    }

    /// What is given up by leaving a box: points that others then come for.
    pub(crate) fn price_of_leaving(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        survey: &Survey,
        stack: &Stack,
    ) -> f64 {
        if self.is_last_word(rules, state, side) || stack.enters {
            return 0.0;
        }
        let left = survey.at(side, stack.at).saturating_sub(stack.strength);
        let Some(objective) = objectives(rules, state, side).find(|it| it.at == stack.at && it.own) else { return 0.0 };
        if left > 0 {
            return 0.0;
        }
        let comes = survey.reaching(&self.distances, enemy_of(side), stack.at);
        let held = f64::from(stack.strength);
        if comes < 1.0 { 0.0 } else { objective.points * 0.9 * (held / comes).min(1.0) }
    }

    /// Whether the enemy will not move again.
    pub(crate) fn is_last_word(&self, rules: &Rules, state: &State, side: Side) -> bool {
        state.turn >= rules.scenario.last_turn && state.player == side && state.first != side
    }
}

fn best_of(designs: &[Option<Design>]) -> Option<usize> {
    let worth = |place: &usize| designs[*place].as_ref().map_or(f64::NEG_INFINITY, |design| design.worth);
    let best = (0..designs.len()).max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
    designs[best].is_some().then_some(best)
}

/// One connection for each: not over a bridge if it can be helped, and into the flank if there are two ways.
fn choose_ways(
    rules: &Rules,
    state: &State,
    present: &CounterSet,
    members: &[(usize, Vec<ConnectionId>)],
) -> Vec<ConnectionId> {
    let bridged = |way: ConnectionId| rules.leads_over_bridge(state, way);
    let came = present.iter().find_map(|counter| state.piece(counter).entered_by);
    // If somebody has to come over a bridge anyway, the others may as well.
    let must = members.iter().any(|(_, ways)| ways.iter().all(|way| bridged(*way)));
    let mut chosen: Vec<ConnectionId> = Vec::with_capacity(members.len());
    let mut first = came;
    for (_, ways) in members {
        let allowed = |way: &&ConnectionId| must || !bridged(**way);
        let other = ways.iter().filter(allowed).find(|way| first.is_some_and(|first| first != **way));
        let any = ways.iter().find(allowed).or(ways.first());
        let split = first.is_some() && chosen.iter().all(|way| Some(*way) == first);
        let way = if split { other.or(any) } else { any };
        if let Some(way) = way {
            first = first.or(Some(*way));
            chosen.push(*way);
        }
    }
    chosen
}
