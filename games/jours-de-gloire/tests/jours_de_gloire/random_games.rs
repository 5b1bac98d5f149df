//! Random games of every scenario to their ends: no panic, no dead end, no endless game; and worlds drawn from views fit them.

use std::collections::BTreeMap;

use jours_de_gloire::action::{Action, AdministrationAction, EventsAction, GunsAction, MovementAction};
use jours_de_gloire::campaigns::Campaigns;
use jours_de_gloire::cards::EventCards;
use jours_de_gloire::counters::Roster;
use jours_de_gloire::data;
use jours_de_gloire::ground::{Ground, VOCABULARY};
use jours_de_gloire::scenario::{SCENARIOS, Scenario};
use jours_de_gloire::tables::Tables;
use jours_de_gloire::{Agreed, Blind, Rules};
use kernel::{Chance, Entropy, Outcome, Pending, Ruleset, Seat, Viewer};

const MOST_STEPS: usize = 60_000;

fn rules_of(scenario: &str, agreed: Agreed) -> Rules {
    let files = data::with_overlay(&BTreeMap::new()).unwrap();
    let map = board::boxes::BoxMap::parse("map.toml", files.text("map.toml"), &VOCABULARY).unwrap();
    let ground = Ground::new(&map).unwrap();
    let roster = Roster::parse("counters.toml", files.text("counters.toml")).unwrap();
    let name = format!("{scenario}/scenario.toml");
    let scenario =
        Scenario::parse(&name, files.text(&name), &roster, &map).unwrap_or_else(|faults| panic!("{faults:?}"));
    let tables = Tables::parse("tables.toml", files.text("tables.toml")).unwrap();
    let cards = EventCards::parse("cards.toml", files.text("cards.toml")).unwrap();
    let campaigns = Campaigns::parse("campaigns.toml", files.text("campaigns.toml")).unwrap();
    Rules::new(scenario, ground, tables, cards, campaigns.germany().clone(), agreed.settled().unwrap())
}

fn pick<T: Copy>(items: &[T], chance: &mut Chance) -> T {
    items[chance.below(items.len() as u32) as usize]
}

fn ends_a_phase(action: &Action) -> bool {
    matches!(
        action,
        Action::Movement(MovementAction::EndMovement | MovementAction::PutDown | MovementAction::Halt)
            | Action::Guns(GunsAction::Done | GunsAction::PutDown)
            | Action::Events(EventsAction::ReplacementsDone)
            | Action::Administration(AdministrationAction::DummiesDone)
    )
}

/// Plays one game; every so many steps worlds are drawn from all views. Returns its steps.
fn play(rules: &Rules, seed: u64, look_every: usize) -> usize {
    let mut chance = Chance::of_game(seed, 0);
    let mut state = rules.initial();
    let mut actions: Vec<Action> = Vec::new();
    let seats = rules.seats().len() as u8;
    for step in 0..MOST_STEPS {
        let pending = rules.pending(&state);
        if look_every > 0 && step % look_every == 0 {
            look(rules, &state, &mut chance, matches!(pending, Pending::Over(_)));
        }
        // Cards are played now and then by whoever can.
        let seat = Seat(chance.below(u32::from(seats)) as u8);
        rules.interrupts(&state, seat, &mut actions);
        actions.retain(|action| matches!(action, Action::Card(_)));
        if !actions.is_empty() && chance.below(10) == 0 {
            let action = pick(&actions, &mut chance);
            rules.check(&state, seat, &action).unwrap();
            rules.play(&mut state, seat, &action, &mut kernel::Discard);
            continue;
        }
        match pending {
            Pending::Over(_) => return step,
            Pending::Chance(throw) => {
                assert!(throw.faces > 0, "{:?}", state.frame());
                let die = chance.below(u32::from(throw.faces)) as u8 + 1;
                rules.throw(&mut state, &Outcome::one(die), &mut kernel::Discard);
            }
            Pending::Decide(asked) => {
                let (seat, decision) = pick(&asked, &mut chance);
                rules.legal(&state, seat, &mut actions);
                assert!(!actions.is_empty(), "a dead end at {decision:?}");
                let mut action = pick(&actions, &mut chance);
                // Most phases go on for a while.
                if ends_a_phase(&action) && chance.below(8) > 0 {
                    action = pick(&actions, &mut chance);
                }
                rules
                    .check(&state, seat, &action)
                    .unwrap_or_else(|illegal| panic!("{action:?} listed, but {illegal:?}"));
                rules.play(&mut state, seat, &action, &mut kernel::Discard);
            }
        }
    }
    panic!("seed {seed}: more than {MOST_STEPS} steps; turn {}, {:?}", state.turn, state.frames);
}

/// Every world drawn from a view gives that view again, can go on, and offers the same.
fn look(rules: &Rules, state: &jours_de_gloire::State, chance: &mut Chance, over: bool) {
    let seats = (0..rules.seats().len() as u8).map(|seat| Viewer::Seat(Seat(seat)));
    for viewer in seats.chain([Viewer::Spectator]) {
        let view = rules.view(state, viewer);
        let world = rules.sample(&view, chance);
        let again = rules.view(&world, viewer);
        assert_eq!(view, again, "{viewer:?} at {:?}", state.frames);
        let goes_on = !matches!(rules.pending(&world), Pending::Over(_));
        assert_eq!(goes_on, !over, "{viewer:?} sees {:?} of {:?}", view.frames, state.frames);
        let Viewer::Seat(seat) = viewer else { continue };
        let mut offers = [Vec::new(), Vec::new()];
        rules.legal(state, seat, &mut offers[0]);
        rules.legal(&world, seat, &mut offers[1]);
        assert_eq!(offers[0], offers[1], "{viewer:?} is offered something else at {:?}", state.frames);
        rules.interrupts(state, seat, &mut offers[0]);
        rules.interrupts(&world, seat, &mut offers[1]);
        assert_eq!(offers[0], offers[1], "{viewer:?} could interrupt with something else at {:?}", state.frames);
    }
}

#[test]
fn random_games_of_every_scenario_come_to_an_end() {
    for scenario in SCENARIOS {
        let rules = rules_of(scenario, Agreed::STANDARD);
        for seed in 0..25 {
            play(&rules, seed, 0);
        }
    }
}

#[test]
fn random_games_come_to_an_end_whatever_was_agreed() {
    let options = [
        Agreed { blind: Blind::Open, ..Agreed::STANDARD },
        Agreed { blind: Blind::Units, dummies: false, ..Agreed::STANDARD },
        Agreed { solitaire: true, ..Agreed::STANDARD },
        Agreed { by_army: true, force_markers: true, ..Agreed::STANDARD },
        Agreed { supply: false, quick_guns: true, losses_by_roster: true, ..Agreed::STANDARD },
    ];
    for (seed, agreed) in options.into_iter().enumerate() {
        for scenario in ["lutzen", "autumn", "campaign"] {
            let rules = rules_of(scenario, agreed);
            (0..5).for_each(|game| _ = play(&rules, 100 * seed as u64 + game, 0));
        }
    }
    for seed in 0..5 {
        play(&rules_of("campaign", Agreed { davout: true, ..Agreed::STANDARD }), seed, 0);
        play(&rules_of("campaign", Agreed { soult: true, hamburg: true, ..Agreed::STANDARD }), seed, 0);
    }
}

#[test]
fn worlds_drawn_from_views_fit_them_and_offer_the_same() {
    for (seed, scenario) in SCENARIOS.into_iter().enumerate() {
        let rules = rules_of(scenario, Agreed::STANDARD);
        (0..4).for_each(|game| _ = play(&rules, 10 * seed as u64 + game, 5));
    }
    for seed in 0..3 {
        play(&rules_of("autumn", Agreed { by_army: true, ..Agreed::STANDARD }), seed, 7);
        play(&rules_of("bautzen", Agreed { blind: Blind::Units, ..Agreed::STANDARD }), seed, 7);
        play(&rules_of("lutzen", Agreed { blind: Blind::Open, ..Agreed::STANDARD }), seed, 7);
    }
}
