//! What a viewer learns is declared: a step taken in two worlds between which he cannot tell shows him the same, up to an
//! event that reveals something.

use std::collections::BTreeMap;

use jours_de_gloire::action::Action;
use jours_de_gloire::campaigns::Campaigns;
use jours_de_gloire::cards::EventCards;
use jours_de_gloire::counters::Roster;
use jours_de_gloire::data;
use jours_de_gloire::ground::{Ground, VOCABULARY};
use jours_de_gloire::scenario::Scenario;
use jours_de_gloire::tables::Tables;
use jours_de_gloire::{Agreed, Event, Rules, State, View};
use kernel::{Chance, Entropy, Language, Outcome, Pending, Ruleset, Seat, Viewer};

const MOST_STEPS: usize = 60_000;

fn rules_of(scenario: &str, agreed: Agreed) -> Rules {
    let files = data::with_overlay(&BTreeMap::new()).unwrap();
    let map = board::boxes::BoxMap::parse("map.toml", files.text("map.toml"), &VOCABULARY).unwrap();
    let ground = Ground::new(&map).unwrap();
    let roster = Roster::parse("counters.toml", files.text("counters.toml")).unwrap();
    let name = format!("{scenario}/scenario.toml");
    let scenario = Scenario::parse(&name, files.text(&name), &roster, &map).unwrap();
    let tables = Tables::parse("tables.toml", files.text("tables.toml")).unwrap();
    let cards = EventCards::parse("cards.toml", files.text("cards.toml")).unwrap();
    let campaigns = Campaigns::parse("campaigns.toml", files.text("campaigns.toml")).unwrap();
    Rules::new(scenario, ground, tables, cards, campaigns.germany().clone(), agreed.settled().unwrap())
}

#[derive(Clone, Debug)]
enum Step {
    Play(Seat, Action),
    Throw(Outcome),
}

fn pick<T: Copy>(items: &[T], chance: &mut Chance) -> T {
    items[chance.below(items.len() as u32) as usize]
}

fn draw(rules: &Rules, state: &State, chance: &mut Chance) -> Option<Step> {
    let mut actions = Vec::new();
    let seat = Seat(chance.below(rules.seats().len() as u32) as u8);
    rules.interrupts(state, seat, &mut actions);
    actions.retain(|action| matches!(action, Action::Card(_)));
    if !actions.is_empty() && chance.below(10) == 0 {
        return Some(Step::Play(seat, pick(&actions, chance)));
    }
    match rules.pending(state) {
        Pending::Over(_) => None,
        Pending::Chance(throw) => {
            let dice = (0..throw.dice).map(|_| chance.below(u32::from(throw.faces)) as u8 + 1);
            Some(Step::Throw(Outcome(dice.collect())))
        }
        Pending::Decide(asked) => {
            let (seat, _) = pick(&asked, chance);
            rules.legal(state, seat, &mut actions);
            Some(Step::Play(seat, pick(&actions, chance)))
        }
    }
}

fn apply(rules: &Rules, state: &mut State, step: &Step) -> Vec<Event> {
    let mut events = Vec::new();
    match step {
        Step::Play(seat, action) => rules.play(state, *seat, action, &mut events),
        Step::Throw(outcome) => rules.throw(state, outcome, &mut events),
    }
    events
}

fn possible(rules: &Rules, state: &State, step: &Step) -> bool {
    match step {
        Step::Play(seat, action) => rules.check(state, *seat, action).is_ok(),
        Step::Throw(outcome) => matches!(rules.pending(state), Pending::Chance(throw) if throw.admits(outcome)),
    }
}

fn observed(rules: &Rules, world: &State, step: &Step, viewer: Viewer) -> (Vec<Event>, View) {
    let mut after = world.clone();
    let events = apply(rules, &mut after, step);
    let seen = events.iter().filter_map(|event| rules.observe(&after, event, viewer)).collect();
    (seen, rules.view(&after, viewer))
}

/// The first thing that a viewer is told without an event that declares it.
fn leak(rules: &Rules, state: &State, step: &Step, viewer: Viewer, chance: &mut Chance) -> Option<String> {
    let view = rules.view(state, viewer);
    let world = rules.sample(&view, chance);
    if let (Step::Play(seat, _), Viewer::Seat(own)) = (step, viewer)
        && *seat == own
        && !possible(rules, &world, step)
    {
        return Some(format!("{step:?} is possible in one world only"));
    }
    if !possible(rules, &world, step) {
        return None;
    }
    let (one, after_one) = observed(rules, state, step, viewer);
    let (two, after_two) = observed(rules, &world, step, viewer);
    for number in 0..one.len().max(two.len()) {
        let (first, second) = (one.get(number), two.get(number));
        if first != second {
            let told = [first, second].into_iter().flatten().any(|event| rules.line(event).reveals);
            return (!told).then(|| format!("{step:?} shows {first:?} or {second:?}"));
        }
    }
    (after_one != after_two).then(|| {
        let (one, two) = (format!("{after_one:?}"), format!("{after_two:?}"));
        let at = one.bytes().zip(two.bytes()).position(|(one, two)| one != two).unwrap_or(0);
        let around = |text: &str| text.get(at.saturating_sub(160)..(at + 160).min(text.len())).unwrap_or("").to_owned();
        format!("after {step:?} views differ: ...{}... or ...{}...", around(&one), around(&two))
    })
}

fn hunt(rules: &Rules, seed: u64, leaks: &mut BTreeMap<String, usize>) {
    let mut chance = Chance::of_game(seed, 1);
    let mut for_check = Chance::of_game(!seed, 1);
    let mut state = rules.initial();
    for _ in 0..MOST_STEPS {
        let Some(step) = draw(rules, &state, &mut chance) else { return };
        let seats = (0..rules.seats().len() as u8).map(|seat| Viewer::Seat(Seat(seat)));
        for viewer in seats.chain([Viewer::Spectator]) {
            if let Some(leak) = leak(rules, &state, &step, viewer, &mut for_check) {
                let known: String = format!("{:?}: {leak}", state.frame()).chars().take(600).collect();
                *leaks.entry(known).or_default() += 1;
            }
        }
        apply(rules, &mut state, &step);
    }
    panic!("an endless game");
}

#[test]
fn what_a_step_tells_is_declared() {
    let mut leaks = BTreeMap::new();
    for (scenario, games) in [("lutzen", 4), ("bautzen", 3), ("campaign", 2)] {
        let rules = rules_of(scenario, Agreed::STANDARD);
        for seed in 0..games {
            hunt(&rules, seed, &mut leaks);
        }
    }
    let list: Vec<String> = leaks.iter().map(|(leak, count)| format!("{count} x {leak}")).collect();
    assert!(leaks.is_empty(), "{} leaks:\n{}", list.len(), list.join("\n"));
}
