//! Budgets are kept in every part of a battle: the opening, the middle, the last turns.
//!
//! A general looks at its clock, and at the flag that stops it, between two simulations of a thread. So what it can take
//! too long is one simulation a thread. That is counted here, not timed: a simulation asks the craft a few hundred times
//! at most, which takes about a millisecond where a tenth of the shortest level's time is a hundred.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ai::{Budget, Character, Craft, General, Losses, Member, Plan, Policy, Progress, Reins, Script, Stretch};
use art_of_war::{Action, ArtOfWar, Battle, Rules, State};
use generals_art_of_war::{ArtOfWarCraft, Memory, Order};
use kernel::{Entropy, FastChance, Pending, Ruleset, Seat, Side, Viewer};

/// The craft with a count of how often it is asked what to do, and a flag that it raises at a given count.
struct Watched {
    craft: ArtOfWarCraft,
    asked: AtomicU32,
    raise_at: AtomicU32,
    raised: AtomicBool,
}

impl Watched {
    fn reset(&self, raise_at: u32) {
        self.asked.store(0, Ordering::SeqCst);
        self.raise_at.store(raise_at, Ordering::SeqCst);
        self.raised.store(false, Ordering::SeqCst);
    }
}

impl Craft for Watched {
    type Rules = Rules;
    type Order = Order;
    type Memory = Memory;

    fn new(rules: &Rules) -> Watched {
        Watched {
            craft: ArtOfWarCraft::new(rules),
            asked: AtomicU32::new(0),
            raise_at: AtomicU32::new(u32::MAX),
            raised: AtomicBool::new(false),
        }
    }

    fn choose(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        if self.asked.fetch_add(1, Ordering::SeqCst) + 1 == self.raise_at.load(Ordering::SeqCst) {
            self.raised.store(true, Ordering::SeqCst);
        }
        self.craft.choose(rules, state, seat, plan, memory, actions);
    }

    fn units(&self) -> usize {
        self.craft.units()
    }

    fn stretch(&self, state: &State) -> Stretch {
        self.craft.stretch(state)
    }

    fn is_planning(&self, state: &State) -> bool {
        self.craft.is_planning(state)
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        self.craft.scripts()
    }

    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        self.craft.muster(rules, state, side, members);
    }

    fn vary(&self, rules: &Rules, state: &State, unit: u16, entropy: &mut dyn Entropy, memory: &mut Memory) -> Order {
        self.craft.vary(rules, state, unit, entropy, memory)
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        self.craft.alternatives(rules, state, seat, answers);
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        self.craft.balance(rules, state, side)
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        self.craft.value(rules, state, side, luck)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        self.craft.losses(rules, state, side)
    }

    fn throw_key(&self, state: &State) -> u64 {
        self.craft.throw_key(state)
    }

    fn stay(&self) -> Order {
        self.craft.stay()
    }

    fn ordered_unit(&self, action: &Action) -> Option<u16> {
        self.craft.ordered_unit(action)
    }

    fn spoken(&self, rules: &Rules, seen: &kernel::Seen<'_, Rules>, actions: &[Action]) -> String {
        self.craft.spoken(rules, seen, actions)
    }
}

fn school(battle: Battle) -> (Arc<Rules>, Arc<Watched>) {
    let rules = Arc::new(ArtOfWar::built_in().rules_of(battle, false));
    let craft = Arc::new(Watched::new(&rules));
    (rules, craft)
}

/// Plays on with quick generals, one throw or one set of orders at a time, until `enough` says so or the game is over.
fn play_until(
    rules: &Arc<Rules>,
    craft: &Arc<Watched>,
    state: &mut State,
    dice: &mut FastChance,
    enough: impl Fn(&State) -> bool,
) -> bool {
    let greedy = Character::new(Policy::OddsGreedy, Budget::Simulations(0));
    loop {
        match rules.pending(state) {
            Pending::Over(_) => return false,
            Pending::Chance(throw) => {
                rules.throw(state, &kernel::playout::roll(&throw, dice), &mut kernel::Discard);
            }
            Pending::Decide(seats) => {
                if enough(state) {
                    return true;
                }
                let seat = seats[0].0;
                let mut general = General::new(rules.clone(), craft.clone(), greedy, 1);
                for action in general.orders(&rules.view(state, Viewer::Seat(seat)), seat, Reins::loose()) {
                    rules.play(state, seat, &action, &mut kernel::Discard);
                }
            }
        }
    }
}

/// Positions at the beginning of player-turns: the opening, the middle of the battle and its end.
fn positions(rules: &Arc<Rules>, craft: &Arc<Watched>, battle: Battle) -> Vec<State> {
    let turns: [u8; 4] = match battle {
        Battle::Eylau => [1, 5, 9, 12],
        Battle::Dresden => [1, 4, 11, 16],
    };
    // Some battles are broken off early.
    for number in 0..50 {
        let mut dice = FastChance::of_game(1807, number);
        let mut state = rules.initial();
        let mut found = Vec::new();
        for turn in turns {
            let here = |state: &State| state.turn >= turn && craft.is_planning(state) && state.moved.is_empty();
            if play_until(rules, craft, &mut state, &mut dice, here) {
                found.push(state.clone());
            }
        }
        if found.len() == turns.len() {
            return found;
        }
    }
    panic!("no battle of {battle:?} lasted to its end");
}

fn asked_seat(rules: &Rules, state: &State) -> Seat {
    let Pending::Decide(seats) = rules.pending(state) else { panic!("somebody is asked") };
    seats[0].0
}

/// More questions than a simulation of two player-turns ever asks the craft.
const QUESTIONS: u32 = 600;

#[test]
fn a_general_that_is_stopped_finishes_one_simulation_a_thread_at_most() {
    for battle in Battle::ALL {
        let (rules, craft) = school(battle);
        for state in positions(&rules, &craft, battle) {
            let seat = asked_seat(&rules, &state);
            let view = rules.view(&state, Viewer::Seat(seat));
            // What it takes to give the orders, without any search.
            craft.reset(u32::MAX);
            let mut greedy = General::new(
                rules.clone(),
                craft.clone(),
                Character::new(Policy::OddsGreedy, Budget::Simulations(0)),
                1,
            );
            greedy.orders(&view, seat, Reins::loose());
            let giving = craft.asked.load(Ordering::SeqCst);
            for threads in [1, 2] {
                for policy in [Policy::Portfolio, Policy::Strong] {
                    for raise_at in [1, 300, 2000, 5000] {
                        craft.reset(raise_at);
                        let reins = Reins { cancel: &craft.raised, progress: &|_| {} };
                        let character = Character { threads, ..Character::new(policy, Budget::Seconds(600.0)) };
                        let mut general = General::new(rules.clone(), craft.clone(), character, 1);
                        assert!(!general.orders(&view, seat, reins).is_empty());
                        let after = craft.asked.load(Ordering::SeqCst) - raise_at;
                        let most = threads as u32 * QUESTIONS + 2 * giving + 20;
                        assert!(after <= most, "{battle:?}, turn {}, {policy:?}: {after} questions", state.turn);
                    }
                }
            }
        }
    }
}

/// Plays one player-turn with a general and hands back how many simulations its thoughts have cost.
fn one_turn(rules: &Arc<Rules>, craft: &Arc<Watched>, state: &State, character: Character) -> u32 {
    let mut state = state.clone();
    let seat = asked_seat(rules, &state);
    let stretch = craft.stretch(&state);
    let mut general = General::new(rules.clone(), craft.clone(), character, 1);
    let mut dice = FastChance::of_game(1807, 2);
    let cancel = AtomicBool::new(false);
    let mut simulations = 0;
    while play_until(rules, craft, &mut state, &mut dice, |state| asked_seat(rules, state) == seat)
        && craft.stretch(&state) == stretch
    {
        let most = AtomicU32::new(0);
        let count = |progress: Progress| {
            most.fetch_max(progress.simulations, Ordering::Relaxed);
        };
        let orders =
            general.orders(&rules.view(&state, Viewer::Seat(seat)), seat, Reins { cancel: &cancel, progress: &count });
        // Progress counts from the beginning of the turn.
        simulations = simulations.max(most.load(Ordering::Relaxed));
        for action in orders {
            rules.play(&mut state, seat, &action, &mut kernel::Discard);
        }
    }
    simulations
}

#[test]
fn a_whole_turn_takes_no_more_simulations_than_were_granted() {
    for battle in Battle::ALL {
        let (rules, craft) = school(battle);
        for state in positions(&rules, &craft, battle) {
            for policy in [Policy::Portfolio, Policy::Strong] {
                for granted in [7, 60, 150] {
                    let character = Character::new(policy, Budget::Simulations(granted));
                    let used = one_turn(&rules, &craft, &state, character);
                    let turn = state.turn;
                    assert!((1..=granted).contains(&used), "{battle:?}, turn {turn}, {policy:?}: {used} of {granted}");
                }
            }
        }
    }
}
