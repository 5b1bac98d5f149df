//! Every check can fail: the miniature, spoilt in one way, is caught by the check that is there for it.

use std::fmt::Debug;
use std::sync::Arc;

use crate::faulty::{ClaimsToBeOpen, Faulty, Flaw, shameless_undo, undo_across_dice, undo_across_questions};
use contract::miniature::Miniature;
use contract::*;

const FEW: Trial = Trial::new(1, 30).longest(1000);

/// The check passes the sound miniature and reports the spoilt one, with these words.
fn catches<T: Debug>(flaw: Flaw, words: &str, check: impl Fn(&Faulty) -> Result<T, Breach>) {
    check(&Faulty::new(Flaw::None)).expect("sound in the same wrapping");
    let breach = check(&Faulty::new(flaw)).expect_err("spoilt");
    assert!(breach.what.contains(words), "{flaw:?} was reported as: {breach}");
}

#[test]
fn games_that_do_not_end() {
    catches(Flaw::DeadEnd, "dead end", |rules| games_end(rules, FEW));
    catches(Flaw::Endless, "endless", |rules| games_end(rules, FEW));
    catches(Flaw::PanicInPlay, "a panic: unresolved", |rules| games_end(rules, FEW));
}

#[test]
fn offers_and_refusals_that_disagree() {
    catches(Flaw::PanicInCheck, "a panic: nobody asked", |rules| legal_and_check_agree(rules, FEW, 20));
    catches(Flaw::KindCheck, "not listed", |rules| legal_and_check_agree(rules, FEW, 20));
    catches(Flaw::StrictCheck, "listed and refused", |rules| legal_and_check_agree(rules, FEW, 20));
    catches(Flaw::OffersTwice, "twice", |rules| legal_and_check_agree(rules, FEW, 20));
    catches(Flaw::OffersUnasked, "is not asked and is offered", |rules| legal_and_check_agree(rules, FEW, 20));
    catches(Flaw::RefusesWithoutCase, "without case", |rules| legal_and_check_agree(rules, FEW, 20));
}

#[test]
fn replays_that_differ() {
    catches(Flaw::HiddenState, "went two ways", |rules| replays(rules, FEW));
    catches(Flaw::HiddenState, "does not restore the state", |rules| journals_load(&Arc::new(rules.clone()), FEW));
    catches(Flaw::LossySave, "a state comes back as another", |rules| serialises(rules, FEW));
}

#[test]
fn leaks() {
    catches(Flaw::OpenHands, "\"card\" reaches", |rules| secrets_are_kept(rules, FEW));
    catches(Flaw::BlindOwner, "nobody sees", |rules| secrets_are_kept(rules, FEW));
    catches(Flaw::UnsortedView, "reaches", |rules| secrets_are_kept(rules, FEW));
    for flaw in [Flaw::OpenDeal, Flaw::OpenTactic, Flaw::OpenSpy, Flaw::OpenShuffle] {
        catches(flaw, "reaches", |rules| secrets_are_kept(rules, FEW));
    }
    catches(Flaw::TalkativeRefusal, "check", |rules| secrets_are_kept(rules, FEW));
    catches(Flaw::OrderedHandles, "decides nothing", |rules| secret_throws_matter(rules, FEW));
}

#[test]
fn a_table_of_secrets_that_was_not_tried() {
    let breach = secrets_are_kept(&Faulty::new(Flaw::None), Trial::new(1, 0)).unwrap_err();
    assert!(breach.what.contains("never there to be changed"), "{breach}");
}

#[test]
fn answers_beyond_the_view() {
    catches(Flaw::TalkativeRefusal, "check", |rules| equal_views_get_equal_answers(rules, FEW, 4));
    catches(Flaw::TellingWindow, "answer", |rules| equal_views_get_equal_answers(rules, FEW, 4));
    catches(Flaw::TellingPrompt, "asked", |rules| equal_views_get_equal_answers(rules, FEW, 4));
    catches(Flaw::TellingQuestion, "asked", |rules| equal_views_get_equal_answers(rules, FEW, 4));
    catches(Flaw::TellingButton, "interrupt", |rules| equal_views_get_equal_answers(rules, FEW, 4));
}

#[test]
fn records_that_tell() {
    let sound = Arc::new(Faulty::new(Flaw::None));
    records_keep_secrets(&sound, FEW.games(5)).unwrap();
    let whole = |game: &kernel::Game<Faulty>, _| Ok(game.journal().to_text());
    let breach = records_keep_secrets_by(&sound, FEW.games(5), whole).unwrap_err();
    assert!(breach.what.contains("by his record"), "{breach}");
    catches(Flaw::OpenTactic, "by his", |rules| records_keep_secrets(&Arc::new(rules.clone()), FEW));
}

#[test]
fn odds_from_the_truth() {
    let breach = equal_views_get_equal_odds(&ClaimsToBeOpen::new(), &Miniature::new(), FEW).unwrap_err();
    assert!(breach.what.contains("the odds of"), "{breach}");
}

#[test]
fn worlds_that_do_not_fit() {
    catches(Flaw::WrongWorld, "in a world drawn from that", |rules| samples_fit(rules, FEW, 1));
}

#[test]
fn undo_where_it_must_stop() {
    catches(Flaw::UndeclaredRevelation, "undeclared", |rules| revelations_are_declared(rules, FEW, 4));
    let sound = Arc::new(Faulty::new(Flaw::None));
    let breach = undo_stops_where_it_must_by(&sound, FEW, shameless_undo).unwrap_err();
    assert!(breach.what.contains("wrong state"), "what others did unseen stays done: {breach}");
    let breach = undo_stops_where_it_must_by(&sound, FEW, undo_across_dice).unwrap_err();
    assert!(breach.what.contains("is granted though dice have fallen"), "{breach}");
    let breach = undo_stops_where_it_must_by(&sound, FEW, undo_across_questions).unwrap_err();
    assert!(breach.what.contains("is granted though another seat has been asked"), "{breach}");
    let never = undo_stops_where_it_must_by(&sound, FEW, |_, _| Err("never".into())).unwrap_err();
    assert!(never.what.contains("is refused"), "{never}");
}

#[test]
fn throws_that_nobody_foresaw() {
    catches(Flaw::WrongWorld, "throws is", |rules| throws_are_found(rules, FEW));
}

#[test]
fn notation_that_reads_as_something_else() {
    catches(Flaw::WrongNotation, "and read", |rules| notation_reads_back(rules, FEW));
}

#[test]
fn counts_that_are_off() {
    let count = |rules: &Faulty| perft_is(rules, &kernel::Ruleset::initial(rules), &[18, 274]);
    let breach = count(&Faulty::new(Flaw::None)).unwrap_err();
    assert!(breach.what.contains("pinned"), "{breach}");
    let rules = Faulty::new(Flaw::None);
    let breach = perft_agrees(&rules, &kernel::Ruleset::initial(&rules), 1, &|_| Vec::new()).unwrap_err();
    assert!(breach.what.contains("does not list"), "{breach}");
}
