//! Search over orders to units: the portfolio of scripts by formation, and the refinement unit by unit.

use std::sync::atomic::{AtomicU64, Ordering};

use kernel::{Entropy, FastChance, Ruleset, Seat};

use crate::budget::Purse;
use crate::craft::{Craft, Member, Plan, Style};
use crate::rehearsal::{Dice, Rehearsal, Stage, mix, stream};

/// A plan and what simulations have said about it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<O> {
    pub(crate) plan: Plan<O>,
    sum: f64,
    samples: u32,
}

impl<O: Copy + Eq> Candidate<O> {
    fn new(plan: Plan<O>) -> Candidate<O> {
        Candidate { plan, sum: 0.0, samples: 0 }
    }

    pub(crate) fn mean(&self) -> f64 {
        if self.samples == 0 { 0.0 } else { self.sum / f64::from(self.samples) }
    }

    fn add(&mut self, scores: &[f64]) {
        self.sum += scores.iter().sum::<f64>();
        self.samples += scores.len() as u32;
    }
}

/// Worlds in which plans are tried, and how.
#[derive(Debug)]
pub(crate) struct Theatre<'t, C: Craft> {
    pub(crate) rules: &'t C::Rules,
    pub(crate) craft: &'t C,
    /// Worlds that fit what the seat sees; one is enough where everything is open.
    pub(crate) worlds: &'t [<C::Rules as Ruleset>::State],
    /// Who is asked, and for whom answers are tried.
    pub(crate) seat: Seat,
    pub(crate) stage: Stage,
    pub(crate) style: Style,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    /// How often the craft proposed what the rules refuse.
    pub(crate) refused: &'t AtomicU64,
}

/// What is to be tried: a plan, or an answer to the question at hand followed by a plan; and with which samples of dice.
struct Trial<'p, C: Craft> {
    answer: &'p [<C::Rules as Ruleset>::Action],
    plan: &'p Plan<C::Order>,
    samples: std::ops::Range<u64>,
}

/// Looks at a plan with so many samples of dice are those of a general with plenty of time.
const THOROUGH: u64 = 4;

/// Samples of a first look at a plan where worlds differ, and of the second look that it takes to prefer it.
const FIRST_LOOK: u64 = 2;
const SECOND_LOOK: u64 = 4;

/// How much better a plan has to be after both looks, in score.
const CLEARLY: f64 = 0.015;

/// More samples than this tell no more about a formation's orders than is worth knowing.
const MOST_SAMPLES: u64 = 32;

impl<C: Craft> Theatre<'_, C> {
    pub(crate) fn usual(&self) -> Plan<C::Order> {
        Plan::uniform(self.style, self.craft.units(), self.craft.scripts()[0].order)
    }

    /// The scores of trials, sample by sample. They are shared out among threads; each depends on its own numbers alone, so
    /// that the answer does not depend on how many threads there are.
    fn run(&self, trials: &[Trial<'_, C>], purse: &mut Purse<'_>) -> Vec<Vec<f64>> {
        let usual = self.usual();
        let work: Vec<(usize, u64)> = trials
            .iter()
            .enumerate()
            .flat_map(|(place, trial)| trial.samples.clone().map(move |sample| (place, sample)))
            .collect();
        let threads = self.threads.clamp(1, work.len().max(1));
        let clock: &Purse<'_> = purse;
        let one = |rehearsal: &mut Rehearsal<'_, C>, place: usize, sample: u64| -> Option<f64> {
            if clock.is_late() {
                return None;
            }
            let trial = &trials[place];
            let mut state = self.worlds[self.world_of(sample)].clone();
            let seat = self.seat;
            for action in trial.answer {
                if self.rules.check(&state, seat, action).is_err() {
                    rehearsal.refused += 1;
                    break;
                }
                self.rules.play(&mut state, seat, action, &mut kernel::Discard);
            }
            let score = rehearsal.run(&mut state, self.stage, trial.plan, &usual, Dice::of_sample(self.seed, sample));
            self.refused.fetch_add(std::mem::take(&mut rehearsal.refused), Ordering::Relaxed);
            Some(score)
        };
        let mut results: Vec<Option<f64>> = vec![None; work.len()];
        if threads == 1 {
            let mut rehearsal = Rehearsal::new(self.rules, self.craft);
            for (result, (place, sample)) in results.iter_mut().zip(&work) {
                *result = one(&mut rehearsal, *place, *sample);
            }
        } else {
            let share = work.len().div_ceil(threads);
            std::thread::scope(|scope| {
                for (results, work) in results.chunks_mut(share).zip(work.chunks(share)) {
                    let one = &one;
                    scope.spawn(move || {
                        let mut rehearsal = Rehearsal::new(self.rules, self.craft);
                        for (result, (place, sample)) in results.iter_mut().zip(work) {
                            *result = one(&mut rehearsal, *place, *sample);
                        }
                    });
                }
            });
        }
        purse.pay(results.iter().flatten().count() as u32);
        let mut scores: Vec<Vec<f64>> = trials.iter().map(|_| Vec::new()).collect();
        for (result, (place, _)) in results.iter().zip(&work) {
            scores[*place].extend(*result);
        }
        scores
    }

    /// The world of a sample: one after the other, and the two samples of a pair of mirrored dice in two of them, so that
    /// even the shortest look at a plan is no look at one world alone.
    fn world_of(&self, sample: u64) -> usize {
        ((sample / 2 + sample % 2) % self.worlds.len() as u64) as usize
    }

    /// Tries plans with the same samples of dice; those that could not be afforded have no score.
    fn try_plans(
        &self,
        candidates: &mut [Candidate<C::Order>],
        samples: std::ops::Range<u64>,
        purse: &mut Purse<'_>,
    ) -> bool {
        let wanted = candidates.len() as u32 * (samples.end - samples.start) as u32;
        if purse.afford(wanted) < wanted {
            return false;
        }
        let scores = {
            let trials: Vec<Trial<'_, C>> = candidates
                .iter()
                .map(|candidate| Trial { answer: &[], plan: &candidate.plan, samples: samples.clone() })
                .collect();
            self.run(&trials, purse)
        };
        let complete = scores.iter().all(|scores| scores.len() == (samples.end - samples.start) as usize);
        for (candidate, scores) in candidates.iter_mut().zip(scores) {
            candidate.add(&scores);
        }
        complete
    }

    /// The scores of a plan on these samples, added up, if the purse holds out.
    fn scores(&self, plan: &Plan<C::Order>, samples: std::ops::Range<u64>, purse: &mut Purse<'_>) -> Option<f64> {
        let mut candidate = [Candidate::new(plan.clone())];
        self.try_plans(&mut candidate, samples, purse).then(|| candidate[0].sum)
    }

    /// Portfolio search where worlds differ: what looks better on two samples is mostly luck, so a plan takes the place of
    /// another only after a second and longer look at both, in other worlds and with other dice.
    fn portfolio_in_doubt(&self, members: &[Member], purse: &mut Purse<'_>) -> Candidate<C::Order> {
        let scripts = self.craft.scripts();
        let with = |plan: &Plan<C::Order>, formation: Option<u16>, order: C::Order| {
            let mut changed = plan.clone();
            for member in members.iter().filter(|member| formation.is_none_or(|wanted| member.formation == wanted)) {
                changed.orders[usize::from(member.unit)] = order;
            }
            changed
        };
        let mut formations: Vec<Option<u16>> = vec![None];
        for member in members {
            if !formations.contains(&Some(member.formation)) {
                formations.push(Some(member.formation));
            }
        }
        let mut best = Candidate::new(self.usual());
        if members.is_empty() {
            return best;
        }
        let mut sample = 0;
        loop {
            let (first, second) = (sample..sample + FIRST_LOOK, sample + FIRST_LOOK..sample + FIRST_LOOK + SECOND_LOOK);
            sample = second.end;
            let Some(mut at_first) = self.scores(&best.plan, first.clone(), purse) else { return best };
            let mut at_second: Option<f64> = None;
            for formation in &formations {
                for script in scripts {
                    let changed = with(&best.plan, *formation, script.order);
                    if changed == best.plan {
                        continue;
                    }
                    let Some(score) = self.scores(&changed, first.clone(), purse) else { return best };
                    if score <= at_first {
                        continue;
                    }
                    let incumbent = match at_second {
                        Some(known) => known,
                        None => match self.scores(&best.plan, second.clone(), purse) {
                            Some(known) => known,
                            None => return best,
                        },
                    };
                    at_second = Some(incumbent);
                    let Some(again) = self.scores(&changed, second.clone(), purse) else { return best };
                    let samples = (FIRST_LOOK + SECOND_LOOK) as f64;
                    if score + again > at_first + incumbent + CLEARLY * samples && again >= incumbent {
                        best =
                            Candidate { plan: changed, sum: score + again, samples: (FIRST_LOOK + SECOND_LOOK) as u32 };
                        (at_first, at_second) = (score, Some(again));
                        purse.expect(best.mean());
                    }
                }
            }
        }
    }

    /// Portfolio search: the best script for everybody, then formation by formation whatever is better, as long as the
    /// purse lasts.
    pub(crate) fn portfolio(&self, members: &[Member], samples: u64, purse: &mut Purse<'_>) -> Candidate<C::Order> {
        if self.worlds.len() > 1 {
            return self.portfolio_in_doubt(members, purse);
        }
        let usual = self.usual();
        let scripts = self.craft.scripts();
        let with = |plan: &Plan<C::Order>, formation: Option<u16>, order: C::Order| {
            let mut changed = plan.clone();
            for member in members.iter().filter(|member| formation.is_none_or(|wanted| member.formation == wanted)) {
                changed.orders[usize::from(member.unit)] = order;
            }
            changed
        };
        let mut best = Candidate::new(usual.clone());
        if members.is_empty() {
            return best;
        }
        let mut sample = 0;
        let mut samples = samples;
        // The same order for everybody.
        let mut first: Vec<Candidate<C::Order>> =
            scripts.iter().map(|script| Candidate::new(with(&usual, None, script.order))).collect();
        for candidate in &mut first {
            if !self.try_plans(std::slice::from_mut(candidate), sample..sample + samples, purse) {
                break;
            }
        }
        for candidate in first {
            if candidate.samples > 0 && (best.samples == 0 || candidate.mean() > best.mean()) {
                best = candidate;
            }
        }
        purse.expect(best.mean());
        let mut formations: Vec<u16> = Vec::new();
        for member in members {
            if !formations.contains(&member.formation) {
                formations.push(member.formation);
            }
        }
        loop {
            // Fresh dice for every round, or a plan would be fitted to the dice of its trial.
            sample += samples;
            let mut round_best = Candidate::new(best.plan.clone());
            if !self.try_plans(std::slice::from_mut(&mut round_best), sample..sample + samples, purse) {
                return best;
            }
            let mut improved = false;
            for formation in &formations {
                for script in scripts {
                    let changed = with(&round_best.plan, Some(*formation), script.order);
                    if changed == round_best.plan {
                        continue;
                    }
                    let mut candidate = [Candidate::new(changed)];
                    if !self.try_plans(&mut candidate, sample..sample + samples, purse) {
                        return if improved { round_best } else { best };
                    }
                    let [candidate] = candidate;
                    if candidate.mean() > round_best.mean() {
                        round_best = candidate;
                        improved = true;
                    }
                }
                purse.expect(round_best.mean());
            }
            if improved {
                best = round_best;
            } else {
                best.sum += round_best.sum;
                best.samples += round_best.samples;
            }
            // What a first round leaves to be gained is small, and takes more dice to be seen. With a small purse there is
            // no second round to speak of.
            if samples >= THOROUGH {
                samples = (2 * samples).min(MOST_SAMPLES);
            }
        }
    }

    /// Refinement: single units get other orders, or good plans are crossed; whoever does better on dice of its own in the
    /// long run survives.
    pub(crate) fn refine(
        &self,
        seeded: Candidate<C::Order>,
        members: &[Member],
        samples: u64,
        purse: &mut Purse<'_>,
    ) -> Candidate<C::Order> {
        const PARENTS: usize = 4;
        const CHILDREN: usize = 4;
        if members.is_empty() {
            return seeded;
        }
        let mut entropy = stream(self.seed, 7);
        let mut memory = C::Memory::default();
        // Samples from another range than the portfolio's, so that nobody has been fitted to them.
        let mut sample: u64 = 1 << 32;
        let mut parents = vec![Candidate::new(seeded.plan.clone())];
        if !self.try_plans(&mut parents, sample..sample + samples, purse) {
            return seeded;
        }
        loop {
            let mut children: Vec<Candidate<C::Order>> = Vec::with_capacity(CHILDREN);
            for _ in 0..CHILDREN {
                let parent = entropy.below(parents.len() as u32) as usize;
                let parent = entropy.below(parent as u32 + 1) as usize;
                children.push(Candidate::new(self.child(&parents, parent, members, &mut entropy, &mut memory)));
            }
            // Children are judged beside the best parent, on the same fresh dice.
            sample += samples;
            let mut round: Vec<Candidate<C::Order>> = vec![Candidate::new(parents[0].plan.clone())];
            round.append(&mut children);
            if !self.try_plans(&mut round, sample..sample + samples, purse) {
                break;
            }
            let incumbent = round[0].mean();
            let hopeful: Vec<usize> = (1..round.len()).filter(|place| round[*place].mean() > incumbent).collect();
            let again = hopeful.len() as u32 * samples as u32;
            if !hopeful.is_empty() && purse.afford(again + samples as u32) >= again + samples as u32 {
                // A second look at those that seemed better, on other dice.
                sample += samples;
                let mut second: Vec<Candidate<C::Order>> = vec![round[0].clone()];
                second.extend(hopeful.iter().map(|place| round[*place].clone()));
                self.try_plans(&mut second, sample..sample + samples, purse);
                round = second;
            } else {
                round.truncate(1);
            }
            let incumbent = round.remove(0);
            parents[0].sum += incumbent.sum;
            parents[0].samples += incumbent.samples;
            // What the parents know of themselves counts against the newcomers' luck.
            let bar = incumbent.mean();
            for mut child in round {
                if child.mean() > bar {
                    // The gain over the incumbent on the same dice, on top of what the incumbent is known to be worth.
                    let worth = parents[0].mean() + (child.mean() - bar);
                    child.sum = worth * f64::from(child.samples);
                    parents.push(child);
                }
            }
            parents.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            parents.truncate(PARENTS);
            purse.expect(parents[0].mean());
        }
        parents.swap_remove(0)
    }

    fn child(
        &self,
        parents: &[Candidate<C::Order>],
        parent: usize,
        members: &[Member],
        entropy: &mut FastChance,
        memory: &mut C::Memory,
    ) -> Plan<C::Order> {
        let mut plan = parents[parent].plan.clone();
        // One in four is crossed with another parent by formation.
        if parents.len() > 1 && entropy.below(4) == 0 {
            let other = &parents[entropy.below(parents.len() as u32) as usize].plan;
            for member in members {
                if mix(self.seed ^ u64::from(member.formation)) & 1 == 0 {
                    plan.orders[usize::from(member.unit)] = other.orders[usize::from(member.unit)];
                }
            }
        }
        let scripts = self.craft.scripts();
        let changes = 1 + entropy.below(3);
        for _ in 0..changes {
            // The muster is ordered by nearness to the enemy: those in front are changed more often.
            let place = entropy.below(members.len() as u32);
            let place = entropy.below(place + 1) as usize;
            let member = members[place];
            if entropy.below(5) == 0 {
                let order = scripts[entropy.below(scripts.len() as u32) as usize].order;
                for other in members.iter().filter(|other| other.formation == member.formation) {
                    plan.orders[usize::from(other.unit)] = order;
                }
            } else if entropy.below(3) == 0 {
                plan.orders[usize::from(member.unit)] = scripts[entropy.below(scripts.len() as u32) as usize].order;
            } else {
                let world = match self.worlds.len() as u32 {
                    1 => 0,
                    worlds => entropy.below(worlds) as usize,
                };
                plan.orders[usize::from(member.unit)] =
                    self.craft.vary(self.rules, &self.worlds[world], member.unit, entropy, memory);
            }
        }
        plan
    }

    /// What several plans are worth on the same dice.
    pub(crate) fn compare(&self, plans: &[Plan<C::Order>], samples: u64, purse: &mut Purse<'_>) -> Option<Vec<f64>> {
        let mut candidates: Vec<Candidate<C::Order>> = plans.iter().cloned().map(Candidate::new).collect();
        let complete = self.try_plans(&mut candidates, 0..samples, purse);
        complete.then(|| candidates.iter().map(Candidate::mean).collect())
    }

    /// The best of several answers to the question at hand, and what each is worth, if all could be tried at least once.
    pub(crate) fn deliberate(
        &self,
        answers: &[Vec<<C::Rules as Ruleset>::Action>],
        plan: &Plan<C::Order>,
        samples: u64,
        purse: &mut Purse<'_>,
    ) -> Option<Vec<f64>> {
        let wanted = answers.len() as u32 * samples as u32;
        if purse.afford(wanted) < wanted {
            return None;
        }
        let trials: Vec<Trial<'_, C>> =
            answers.iter().map(|answer| Trial { answer, plan, samples: 0..samples }).collect();
        let scores = self.run(&trials, purse);
        if scores.iter().any(|scores| scores.len() < samples as usize) {
            return None;
        }
        Some(scores.iter().map(|scores| scores.iter().sum::<f64>() / scores.len() as f64).collect())
    }
}
