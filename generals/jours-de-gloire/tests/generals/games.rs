//! The contract of generals where much is hidden: no illegal order, nothing proposed that the rules refuse, an end to every
//! game of every scenario, budgets kept, orders in words from the view as it goes over the wire. Tournaments are in
//! `strength`.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ai::{Budget, Character, Craft, GameNumber, General, Level, Policy, Reins, Style, play_game};
use generals_jours_de_gloire::CampaignCraft;
use jours_de_gloire::{JoursDeGloire, Rules};
use kernel::{Options, Pending, Ruleset, Title, Viewer};

fn school(scenario: &str) -> (Arc<Rules>, Arc<CampaignCraft>) {
    let title = JoursDeGloire::built_in();
    let info = title.scenarios().into_iter().find(|info| info.id == scenario).unwrap();
    let rules = Arc::new(title.rules(scenario, &info.complete(&Options::new()).unwrap()).unwrap());
    let craft = Arc::new(CampaignCraft::new(&rules));
    (rules, craft)
}

fn character(policy: Policy, simulations: u32) -> Character {
    Character::new(policy, Budget::Simulations(simulations))
}

fn full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

/// With the slow tests another number every time, told if something fails.
fn seed() -> u64 {
    if !full() {
        return 1807;
    }
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64)
}

/// `play_game` checks every order before it is carried out, counts those that the position refuses, and fails on a game without
/// an end.
#[test]
fn no_general_gives_an_illegal_order_and_every_game_ends() {
    let seed = seed();
    let bold = Character { style: Style::Bold, ..character(Policy::OddsGreedy, 0) };
    let cautious = Character { style: Style::Cautious, ..character(Policy::Portfolio, 8) };
    let strong = character(Policy::Strong, 16);
    let random = character(Policy::Random, 0);
    let greedy = character(Policy::OddsGreedy, 0);
    let games = [
        ("lutzen", vec![[random, greedy], [bold, random], [cautious, bold], [strong, cautious]]),
        ("bautzen", vec![[greedy, bold], [cautious, greedy]]),
        ("spring", vec![[greedy, random], [bold, greedy]]),
        ("autumn", vec![[greedy, bold]]),
        ("campaign", vec![[greedy, greedy]]),
    ];
    for (scenario, pairs) in games {
        let (rules, craft) = school(scenario);
        for (number, characters) in pairs.into_iter().enumerate() {
            let game = GameNumber { seed, number: number as u64 };
            let result = play_game(&rules, &craft, &characters, game);
            let result = result.unwrap_or_else(|sentence| panic!("{scenario}, seed {seed}: {sentence}"));
            assert_eq!(result.faults, [], "seed {seed}, game {number}");
            assert_eq!(result.refused, 0, "{scenario}, seed {seed}, game {number}: {result:?}");
        }
    }
}

/// The first question of a scenario's movement, with what its seat sees.
fn opening(rules: &Rules, craft: &CampaignCraft) -> (<Rules as Ruleset>::View, kernel::Seat) {
    let mut state = rules.initial();
    let mut dice = kernel::FastChance::of_game(1813, 0);
    loop {
        match rules.pending(&state) {
            Pending::Over(_) => panic!("over before anybody has marched"),
            Pending::Chance(throw) => {
                rules.throw(&mut state, &kernel::playout::roll(&throw, &mut dice), &mut kernel::Discard);
            }
            Pending::Decide(seats) => {
                let seat = seats[0].0;
                if craft.is_planning(&state) {
                    return (rules.view(&state, Viewer::Seat(seat)), seat);
                }
                let mut legal = Vec::new();
                rules.legal(&state, seat, &mut legal);
                rules.play(&mut state, seat, &legal[0], &mut kernel::Discard);
            }
        }
    }
}

#[test]
fn a_budget_in_seconds_is_kept() {
    let (rules, craft) = school("lutzen");
    let (view, seat) = opening(&rules, &craft);
    let second = Character::new(Policy::Strong, Budget::Seconds(1.0));
    let mut general = General::new(rules, craft, second, 1);
    let begun = Instant::now();
    assert!(!general.orders(&view, seat, Reins::loose()).is_empty());
    // Simulations are not cut short; on a busy machine the slowest of them still fits.
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}

#[test]
fn the_same_seed_gives_the_same_game_whatever_the_number_of_threads() {
    let (rules, craft) = school("lutzen");
    let game = GameNumber { seed: 1813, number: 1 };
    let portfolio = |threads| Character { threads, ..character(Policy::Portfolio, 12) };
    let first = play_game(&rules, &craft, &[portfolio(1), character(Policy::OddsGreedy, 0)], game).unwrap();
    let second = play_game(&rules, &craft, &[portfolio(3), character(Policy::OddsGreedy, 0)], game).unwrap();
    assert_eq!(first, second);
}

/// Orders in notation, from the view as it goes over the wire, are carried out by a game that knows nothing of generals.
#[test]
fn orders_and_hints_in_words_are_accepted_by_the_game() {
    let staff = generals_jours_de_gloire::register(JoursDeGloire::built_in()).staff.expect("generals");
    let title = JoursDeGloire::built_in().any();
    let mut game = title.start("lutzen", &Options::new(), None).unwrap();
    let setup = game.header().setup.clone();
    let levels = [Level::Captain, Level::Cadet].map(|level| level.character(Style::Balanced, 1));
    let mut generals: Vec<_> = levels.iter().map(|level| staff.general(&setup, *level, 7).unwrap()).collect();
    let mut chance = kernel::Chance::of_game(1813, 0);
    let mut asked = 0;
    while asked < 60 {
        match game.pending() {
            kernel::PendingInfo::Over(_) => break,
            kernel::PendingInfo::Throw(throw) => {
                let dice: Vec<u8> = (0..throw.dice)
                    .map(|_| kernel::Entropy::below(&mut chance, u32::from(throw.faces)) as u8 + 1)
                    .collect();
                game.throw_given(kernel::Source::Scripted, &dice).unwrap();
            }
            kernel::PendingInfo::Decide(seats) => {
                let seat = seats[0].seat;
                let view = game.view(Viewer::Seat(seat)).unwrap();
                let general = &mut generals[seat.index()];
                if asked % 10 == 5 {
                    for hint in general.hints(&view, seat, Reins::loose()).unwrap() {
                        let mut copy = game.boxed_clone();
                        for order in &hint.orders {
                            copy.submit(seat, order).unwrap_or_else(|refusal| panic!("{order}: {refusal:?}"));
                        }
                        assert!(!hint.order.is_empty() && !hint.label.is_empty(), "{hint:?}");
                    }
                }
                let orders = general.orders(&view, seat, &[], Reins::loose()).unwrap();
                assert!(!orders.is_empty());
                for order in orders {
                    game.submit(seat, &order).unwrap_or_else(|refusal| panic!("{order}: {refusal:?}"));
                }
                asked += 1;
            }
        }
    }
    assert!(asked > 20);
}
