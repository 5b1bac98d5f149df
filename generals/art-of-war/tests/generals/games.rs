//! The contract of generals, on both battles: no illegal order, nothing proposed that the rules refuse, an end to every game,
//! the same orders for the same seed, the true state never seen. Budgets are in `budgets`, tournaments in `strength`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ai::{AnyStaff, Budget, Character, Craft, GameNumber, General, Policy, Reins, Style, play_game};
use art_of_war::{ArtOfWar, Battle, Rules};
use generals_art_of_war::ArtOfWarCraft;
use kernel::{Options, Ruleset, Seat, Setup, Title, Viewer};

fn school(battle: Battle, snowstorms: bool) -> (Arc<Rules>, Arc<ArtOfWarCraft>) {
    let rules = Arc::new(ArtOfWar::built_in().rules_of(battle, snowstorms));
    let craft = Arc::new(ArtOfWarCraft::new(&rules));
    (rules, craft)
}

fn character(policy: Policy, simulations: u32) -> Character {
    Character::new(policy, Budget::Simulations(simulations))
}

/// With the slow tests another number every time, told if something fails.
fn seed() -> u64 {
    if !full() {
        return 1807;
    }
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64)
}

fn full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

/// `play_game` checks every order before it is carried out, counts those that the position refuses, and fails on a game without
/// an end.
#[test]
fn no_general_gives_an_illegal_order_and_every_game_ends() {
    let seed = seed();
    let games = if full() { 400 } else { 16 };
    for (battle, snowstorms) in [(Battle::Eylau, false), (Battle::Eylau, true), (Battle::Dresden, false)] {
        let (rules, craft) = school(battle, snowstorms);
        let bold = Character { style: Style::Bold, ..character(Policy::OddsGreedy, 0) };
        let cautious = Character { style: Style::Cautious, ..character(Policy::Portfolio, 3) };
        let pairs = [
            [character(Policy::Random, 0), character(Policy::OddsGreedy, 0)],
            [bold, character(Policy::Random, 0)],
            [cautious, bold],
            [character(Policy::Strong, 16), cautious],
        ];
        for number in 0..games {
            let characters = pairs[(number % 4) as usize];
            let result = play_game(&rules, &craft, &characters, GameNumber { seed, number });
            let result = result.unwrap_or_else(|sentence| panic!("{battle:?}, seed {seed}: {sentence}"));
            // The craft knows the rules: nothing is proposed in vain, not even in simulations.
            assert_eq!(result.faults, [], "seed {seed}, game {number}");
            assert_eq!(result.refused, 0, "{battle:?}, seed {seed}, game {number}: {result:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_whatever_the_number_of_threads() {
    let (rules, craft) = school(Battle::Eylau, false);
    let game = GameNumber { seed: 7, number: 1 };
    let strong = |threads| Character { threads, ..character(Policy::Strong, 12) };
    let first = play_game(&rules, &craft, &[strong(1), character(Policy::Portfolio, 6)], game).unwrap();
    let second = play_game(&rules, &craft, &[strong(3), character(Policy::Portfolio, 6)], game).unwrap();
    assert_eq!(first, second);
}

/// The first decision of a battle in which orders matter.
fn opening(rules: &Rules) -> (<Rules as Ruleset>::View, Seat) {
    let state = rules.initial();
    let kernel::Pending::Decide(seats) = rules.pending(&state) else { panic!("somebody is asked first") };
    let seat = seats[0].0;
    (rules.view(&state, Viewer::Seat(seat)), seat)
}

#[test]
fn a_general_that_is_stopped_still_gives_orders_at_once() {
    let (rules, craft) = school(Battle::Eylau, false);
    let (view, seat) = opening(&rules);
    let cancel = AtomicBool::new(true);
    let reins = Reins { cancel: &cancel, progress: &|_| {} };
    let mut general = General::new(rules, craft, Character::new(Policy::Strong, Budget::Seconds(600.0)), 1);
    let begun = Instant::now();
    assert!(!general.orders(&view, seat, reins).is_empty());
    assert!(begun.elapsed() < Duration::from_secs(5));
}

/// Orders in notation, from the view as it goes over the wire, are carried out by a game that knows nothing of generals.
#[test]
fn orders_and_hints_in_words_are_accepted_by_the_game() {
    let staff = staff();
    let title = ArtOfWar::built_in().any();
    for scenario in ["eylau", "dresden"] {
        let mut game = title.start(scenario, &Options::new(), None).unwrap();
        let setup = game.header().setup.clone();
        let mut generals: Vec<_> = [1, 2]
            .map(|seed| staff.general(&setup, character(Policy::Portfolio, 4), seed).unwrap())
            .into_iter()
            .collect();
        let mut chance = kernel::Chance::of_game(1807, 0);
        let mut asked = 0;
        while asked < 40 {
            match game.pending() {
                kernel::PendingInfo::Over(_) => break,
                kernel::PendingInfo::Throw(_) => {
                    let die = kernel::Entropy::below(&mut chance, 6) as u8 + 1;
                    game.throw_given(kernel::Source::Scripted, &[die]).unwrap();
                }
                kernel::PendingInfo::Decide(seats) => {
                    let seat = seats[0].seat;
                    let view = game.view(Viewer::Seat(seat)).unwrap();
                    let general = &mut generals[seat.index()];
                    let hints = general.hints(&view, seat, Reins::loose()).unwrap();
                    assert!(hints.len() <= 3);
                    for hint in &hints {
                        let mut copy = game.boxed_clone();
                        for order in &hint.orders {
                            copy.submit(seat, order).unwrap_or_else(|refusal| panic!("{order}: {refusal:?}"));
                        }
                        if let Some(promise) = hint.promise {
                            assert!((0.0..=1.0).contains(&promise.expects), "{hint:?}");
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
    }
}

fn staff() -> Arc<dyn AnyStaff> {
    generals_art_of_war::register(ArtOfWar::built_in()).staff.expect("generals")
}

#[test]
fn positions_set_up_by_hand_are_played_and_unreadable_ones_declined_in_a_sentence() {
    let text = "[position]\nunits = [\"fr a: Lev 7-3i @ 0306\", \"ru b: Tut 5-4i @ 0303\"]\n";
    let setup = |text: &str| Setup::Position { file: "a.toml".into(), text: text.into() };
    let refused = staff().general(&setup(""), character(Policy::OddsGreedy, 0), 1).unwrap_err();
    assert!(refused.contains("a.toml:1:"), "{refused}");
    let mut general = staff().general(&setup(text), character(Policy::Portfolio, 8), 1).unwrap();
    let mut game = ArtOfWar::built_in().any().position("a.toml", text, None).unwrap();
    let seat = Seat(0);
    let orders = general.orders(&game.view(Viewer::Seat(seat)).unwrap(), seat, &[], Reins::loose()).unwrap();
    assert!(!orders.is_empty());
    for order in orders {
        game.submit(seat, &order).unwrap_or_else(|refusal| panic!("{order}: {refusal:?}"));
    }
    assert_eq!(staff().title(), ArtOfWar::built_in().id());
}
