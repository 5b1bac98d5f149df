//! Trying to cheat: each attempt is refused, or found when the journal is read.

use std::sync::Arc;

use super::scenario;
use super::toy::{Action, BLUE, RED, Race, RaceTitle, State, THE_RUN};
use crate::journal::{Edition, Entry, Header, Step};
use crate::{Bytes32, Game, Journal, Ruleset, Seat, SeededDice, Source};

type RaceJournal = Journal<Action, State>;

fn seed(number: u8) -> SeededDice {
    SeededDice::awaiting_every_seat(Bytes32([number; 32]))
}

fn made(dice: &SeededDice) -> Game<Race> {
    let rules = Race::new(6);
    let initial = rules.initial();
    Game::new(Arc::new(rules), Header::new(&RaceTitle::default(), scenario(), Some(dice)), initial)
}

/// Up to the first throw, which is due.
fn at_the_throw(mut game: Game<Race>) -> Game<Race> {
    game.submit(RED, "card 2").unwrap();
    game.submit(BLUE, "card 3").unwrap();
    game.submit(RED, "walk, roll").unwrap();
    game
}

fn fair() -> Game<Race> {
    let mut game = made(&seed(1));
    game.add_nonce(Some(BLUE), "blue's".into()).unwrap();
    game.add_nonce(Some(RED), "red's".into()).unwrap();
    let mut game = at_the_throw(game);
    game.throw().unwrap();
    game
}

fn verified(journal: &RaceJournal) -> Result<usize, String> {
    journal.verify_dice(Race::new(6).seats())
}

fn loaded(journal: &RaceJournal) -> Result<Game<Race>, String> {
    let rules = Race::new(6);
    let initial = rules.initial();
    let text = journal.to_text();
    let journal = Journal::parse("j", &text).map_err(|fault| fault.to_string())?;
    let loaded = Game::load(Arc::new(rules), initial, "j", journal, &Edition::of(&RaceTitle::default()));
    loaded.map(|loaded| loaded.game).map_err(|fault| fault.to_string())
}

/// What a reader of the journal says to a change of it: the check of the dice, and loading.
fn said_to(change: impl FnOnce(&mut RaceJournal)) -> (String, String) {
    let mut journal = fair().journal();
    change(&mut journal);
    let verdict = verified(&journal).expect_err("the check of the dice must notice");
    (verdict, loaded(&journal).expect_err("loading must notice"))
}

fn place(journal: &RaceJournal, wanted: impl Fn(&Entry<Action, State>) -> bool) -> usize {
    journal.entries.iter().position(wanted).unwrap()
}

fn nonce_of(seat: Seat) -> impl Fn(&Entry<Action, State>) -> bool {
    move |entry| matches!(entry, Entry::Nonce { seat: Some(other), .. } if *other == seat)
}

fn is_throw(entry: &Entry<Action, State>) -> bool {
    matches!(entry, Entry::Step { step: Step::Throw { .. }, .. })
}

#[test]
fn a_fair_game_verifies_and_replays() {
    let game = fair();
    let journal = game.journal();
    assert_eq!(verified(&journal), Ok(1));
    let again = loaded(&journal).unwrap();
    assert_eq!(again.state(), game.state());
    assert_eq!(again.journal().to_text(), journal.to_text());
    assert!(journal.to_text().starts_with("{\"sabretache_journal\":1"));
    assert!(journal.to_text().contains("\"dice\":{\"protocol\":2,\"commitment\":"));
    // In the order of the seats, not of arrival.
    let told: Vec<String> = game.nonces().into_iter().map(|added| added.nonce).collect();
    assert_eq!(told, ["red's", "blue's"]);
    let mut dice = seed(1);
    dice.mix(told);
    let outcome = dice.outcome(0, &THE_RUN);
    assert!(journal.entries.iter().any(|entry| {
        matches!(entry, Entry::Step { step: Step::Throw { outcome: thrown, .. }, .. } if *thrown == outcome)
    }));
}

#[test]
fn no_die_falls_before_every_seat_has_added_its_nonce() {
    let mut game = at_the_throw(made(&seed(1)));
    assert_eq!(game.nonces_owed(), [RED, BLUE]);
    assert_eq!(game.throw().unwrap_err(), "the dice wait for the nonce of The red runner");
    game.add_nonce(Some(RED), "red's".into()).unwrap();
    assert_eq!(game.throw().unwrap_err(), "the dice wait for the nonce of The blue runner");
    // Neither a seat that is not there nor nobody counts for the one that is missing.
    assert!(game.add_nonce(Some(Seat(2)), "x".into()).is_err());
    assert!(game.add_nonce(None, "x".into()).is_err());
    assert_eq!(game.nonces_owed(), [BLUE]);
    // Undo takes an order back, not a nonce.
    game.undo(RED).unwrap();
    game.redo(RED).unwrap();
    game.add_nonce(Some(BLUE), "blue's".into()).unwrap();
    assert!(game.nonces_owed().is_empty());
    game.throw().unwrap();
    assert_eq!(game.state(), fair().state(), "when a nonce comes, before the first throw, makes no difference");
}

#[test]
fn a_nonce_is_given_once_and_never_late() {
    let mut game = made(&seed(1));
    game.add_nonce(Some(RED), "red's".into()).unwrap();
    assert!(game.add_nonce(Some(RED), "another".into()).unwrap_err().contains("once"));
    let mut game = fair();
    for seat in [Some(RED), Some(BLUE), None] {
        assert!(game.add_nonce(seat, "late".into()).is_err());
    }
    assert_eq!(game.journal().to_text(), fair().journal().to_text(), "a refusal leaves no trace");
    // A game of the older kind takes one before its first throw only, too.
    let mut old = at_the_throw(made(&SeededDice::new(Bytes32([1; 32]), Vec::new())));
    old.throw().unwrap();
    assert_eq!(
        old.add_nonce(Some(RED), "late".into()).unwrap_err(),
        "the dice have fallen: nobody adds to them any more"
    );
}

#[test]
fn a_host_who_draws_the_seed_again_is_found_out() {
    let other = Bytes32([2; 32]);
    let (verdict, loading) = said_to(|journal| journal.header.dice.as_mut().unwrap().seed = Some(other));
    assert_eq!(verdict, "the seed is not the one that was committed to");
    assert_eq!(loading, "j:1: the seed of the dice is not the one that was committed to");
    // With a commitment that fits it, no throw does; and those who saw the first commitment have it.
    let (verdict, loading) = said_to(|journal| {
        let dice = journal.header.dice.as_mut().unwrap();
        (dice.seed, dice.commitment) = (Some(other), SeededDice::commit(&other));
        let place = place(journal, is_throw);
        let mut redrawn = seed(2);
        redrawn.mix(vec!["red's".into(), "blue's".into()]);
        let Entry::Step { step: Step::Throw { outcome, .. }, .. } = &mut journal.entries[place] else { return };
        let differs = redrawn.outcome(0, &THE_RUN) != *outcome;
        assert!(differs, "this test needs seeds that differ in the first throw");
    });
    assert!(verdict.ends_with("throw 0 does not come from the seed"), "{verdict}");
    assert!(loading.ends_with("throw 0 does not come from the seed"), "{loading}");
}

#[test]
fn a_nonce_that_is_replaced_added_late_doubled_or_missing_is_found_out() {
    let (verdict, loading) = said_to(|journal| {
        let place = place(journal, nonce_of(BLUE));
        // The first that gives another throw, as a host would choose afterwards.
        let throw = THE_RUN;
        let outcome = |word: &str| {
            let mut dice = seed(1);
            dice.mix(vec!["red's".into(), word.into()]);
            dice.outcome(0, &throw)
        };
        let chosen = (0..).map(|n| format!("blue's {n}")).find(|word| outcome(word) != outcome("blue's")).unwrap();
        journal.entries[place] = Entry::Nonce { seat: Some(BLUE), nonce: chosen, from_throw: 0 };
    });
    assert!(verdict.ends_with("throw 0 does not come from the seed"), "{verdict}");
    assert!(loading.ends_with("throw 0 does not come from the seed"), "{loading}");

    let (verdict, loading) = said_to(|journal| {
        let place = place(journal, nonce_of(BLUE));
        let late = journal.entries.remove(place);
        journal.entries.push(late);
    });
    assert!(verdict.ends_with("the dice fell before The blue runner had added to them"), "{verdict}");
    assert!(loading.ends_with("the dice fell before The blue runner had added to them"), "{loading}");

    let (verdict, loading) = said_to(|journal| {
        journal.entries.push(Entry::Nonce { seat: Some(RED), nonce: "more".into(), from_throw: 1 });
    });
    assert!(verdict.ends_with("The red runner adds to the dice after their first throw"), "{verdict}");
    assert!(loading.ends_with("The red runner adds to the dice after their first throw"), "{loading}");

    let (verdict, _) = said_to(|journal| {
        journal.entries.insert(1, Entry::Nonce { seat: Some(RED), nonce: "more".into(), from_throw: 0 });
    });
    assert!(verdict.ends_with("a seat adds to the dice twice"), "{verdict}");

    let (verdict, _) = said_to(|journal| {
        journal.entries.insert(1, Entry::Nonce { seat: None, nonce: "more".into(), from_throw: 0 });
    });
    assert!(verdict.ends_with("somebody without a seat adds to the dice"), "{verdict}");

    let (verdict, _) = said_to(|journal| {
        let place = place(journal, nonce_of(RED));
        journal.entries.remove(place);
    });
    assert!(verdict.ends_with("the dice fell before The red runner had added to them"), "{verdict}");

    let (verdict, _) = said_to(|journal| journal.header.dice.as_mut().unwrap().nonces.push("early".into()));
    assert!(verdict.ends_with("something was added to the dice before they were committed to"), "{verdict}");

    let (verdict, _) = said_to(|journal| {
        let place = place(journal, is_throw);
        let Entry::Step { step: Step::Throw { outcome, .. }, .. } = &mut journal.entries[place] else { return };
        outcome.0[0] = outcome.0[0] % 6 + 1;
    });
    assert!(verdict.ends_with("throw 0 does not come from the seed"), "{verdict}");

    let text = fair().journal().to_text().replacen("\"protocol\":2", "\"protocol\":3", 1);
    let unknown = Journal::<Action, State>::parse("j", &text).unwrap_err().to_string();
    assert!(unknown.contains("the dice follow protocol 3"), "{unknown}");
}

/// A journal of the older kind, in which nonces could come later, verifies as it did.
#[test]
fn later_nonces_of_older_games_still_count_from_their_throw_on() {
    let mut game = at_the_throw(made(&SeededDice::new(Bytes32([1; 32]), vec!["early".into()])));
    game.throw().unwrap();
    let mut journal = game.journal();
    assert!(!journal.to_text().contains("protocol"), "the header is as it was written then");
    journal.entries.push(Entry::Nonce { seat: Some(BLUE), nonce: "later".into(), from_throw: 1 });
    let mut game = loaded(&journal).unwrap();
    game.submit(BLUE, "roll").unwrap();
    let thrown = game.throw().unwrap();
    let mut dice = SeededDice::new(Bytes32([1; 32]), vec!["early".into()]);
    dice.add_nonce(1, "later".into());
    assert_eq!(thrown, dice.outcome(1, &THE_RUN));
    assert_eq!(verified(&game.journal()), Ok(2));
}

#[test]
fn a_branch_waits_for_nonces_of_its_own() {
    let game = fair();
    let mut branch = game.branch(game.steps(), Some(&seed(2))).unwrap();
    assert_eq!(branch.nonces_owed(), [RED, BLUE]);
    branch.submit(BLUE, "roll").unwrap();
    assert!(branch.throw().is_err());
    branch.add_nonce(Some(RED), "r".into()).unwrap();
    branch.add_nonce(Some(BLUE), "b".into()).unwrap();
    assert_eq!(branch.nonces()[0].from_throw, 1, "what was inherited owes them nothing");
    branch.throw().unwrap();
    assert_eq!(verified(&branch.journal()), Ok(1));
    assert_eq!(loaded(&branch.journal()).unwrap().state(), branch.state());
}

/// Whatever all others do, one seat's nonce decides: a bit of it turned changes the key, and the throws with it as if they
/// were drawn anew.
#[test]
fn every_bit_of_every_nonce_decides() {
    let words = ["0f1e2d3c4b5a6978", "", "8796a5b4c3d2e1f0"];
    let throws = |words: &[String]| {
        let mut dice = seed(7);
        dice.mix(words.to_vec());
        (0..60).map(|number| dice.outcome(number, &THE_RUN).die()).collect::<Vec<u8>>()
    };
    let words: Vec<String> = words.map(str::to_owned).to_vec();
    let fair = throws(&words);
    let (mut same, mut all) = (0_usize, 0_usize);
    for seat in 0..words.len() {
        for bit in 0..8 * words[seat].len() {
            let mut turned = words.clone();
            // Seven bits, so that it stays text.
            if bit % 8 == 7 {
                continue;
            }
            let mut bytes = turned[seat].clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            turned[seat] = String::from_utf8(bytes).unwrap();
            let other = throws(&turned);
            assert_ne!(other, fair, "seat {seat}, bit {bit}");
            same += other.iter().zip(&fair).filter(|(one, two)| one == two).count();
            all += fair.len();
        }
    }
    // One throw in six is the same by chance.
    assert!(same.abs_diff(all / 6) < all / 60, "{same} of {all} throws stayed");
    // Nor can a nonce be moved from one seat to another, or cut in two otherwise.
    let moved = |list: &[&str]| throws(&list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
    let variants = [moved(&["ab", "", "c"]), moved(&["a", "b", "c"]), moved(&["ab", "c", ""]), moved(&["ab", "c"])];
    for (place, one) in variants.iter().enumerate() {
        assert!(variants[place + 1..].iter().all(|other| other != one));
    }
}

/// Over all nonces of one side, with everything else fixed, every face comes equally often: who must choose his nonce without
/// knowing the others' draws a fair die.
#[test]
fn over_the_nonces_of_one_seat_the_first_throw_is_fair() {
    for seat in 0..2 {
        let mut counts = [0_usize; 6];
        for number in 0..6_000 {
            let mut words = vec!["chosen by a cheat".to_owned(), "chosen by a cheat".to_owned()];
            words[seat] = format!("{number:032x}");
            let mut dice = seed(9);
            dice.mix(words);
            counts[usize::from(dice.outcome(0, &THE_RUN).die()) - 1] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(1_000) < 130), "{counts:?}");
    }
}

#[test]
fn typed_dice_wait_for_nobody() {
    let mut game = at_the_throw(made(&seed(1)));
    game.throw_given(Source::Typed, crate::Outcome::one(4)).unwrap();
    assert_eq!(verified(&game.journal()), Ok(0));
}
