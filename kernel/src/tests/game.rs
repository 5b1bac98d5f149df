use super::toy::{BLUE, RED, THE_RUN};
use super::{dice, finished, new_game, started};
use crate::journal::{Entry, Step};
use crate::{OrderError, Outcome, Pending, Ruleset, Source, Viewer};

fn texts(lines: &[crate::LogLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn an_order_is_carried_out_as_a_whole_or_not_at_all() {
    let mut game = started();
    let before = (game.state().clone(), game.entries().len());
    let refusal = game.submit(RED, "walk 3").unwrap_err();
    assert_eq!(refusal.to_string(), "2.1: nobody walks more than two places in a turn");
    assert_eq!((game.state().clone(), game.entries().len()), before);
    let submitted = game.submit(RED, "walk 2").unwrap();
    assert_eq!(texts(&submitted.log), ["red comes to 1", "red comes to 2"]);
    assert!(matches!(game.submit(BLUE, "walk"), Err(OrderError::Illegal(illegal)) if illegal.case == "2.2"));
    assert!(matches!(game.submit(RED, "fly"), Err(OrderError::Unreadable(_))));
    assert!(matches!(game.submit(crate::Seat(9), "walk"), Err(OrderError::Unreadable(_))));
}

#[test]
fn an_order_stops_where_something_comes_to_light() {
    let mut game = started();
    game.submit(RED, "walk 2, roll").unwrap();
    game.throw_given(Source::Scripted, Outcome::one(2)).unwrap();
    game.submit(BLUE, "pass").unwrap();
    let submitted = game.submit(RED, "walk 2").unwrap();
    assert_eq!(texts(&submitted.log), ["red comes to 5", "red falls into the pit at 5"]);
    assert_eq!(submitted.stopped.unwrap().case, "2.1");
    assert_eq!(game.undo(RED).unwrap_err(), "something was revealed: to go further back, request a takeback");
}

#[test]
fn several_orders_in_one_are_carried_out_or_refused_as_a_whole() {
    let mut game = started();
    let before = (game.state().clone(), game.entries().len());
    let refusal = game.submit(RED, "walk 2; walk").unwrap_err();
    assert_eq!(refusal.to_string(), "2.1: nobody walks more than two places in a turn");
    assert!(matches!(game.submit(RED, "walk; fly"), Err(OrderError::Unreadable(_))));
    assert!(matches!(game.submit(RED, " ; "), Err(OrderError::Unreadable(_))));
    assert_eq!((game.state().clone(), game.entries().len()), before);
    let submitted = game.submit(RED, "walk; walk ;").unwrap();
    assert_eq!(texts(&submitted.log), ["red comes to 1", "red comes to 2"]);
    game.undo(RED).unwrap();
    assert_eq!(*game.state(), before.0);
    game.redo(RED).unwrap();
    assert_eq!(game.state().at, [2, 0]);
}

#[test]
fn standing_orders_answer_for_their_own_seat_only_and_stand_in_the_journal_as_its_action() {
    let mut game = started();
    assert_eq!(game.obey_standing_orders(), None);
    for _ in 0..3 {
        game.submit(RED, "swear").unwrap();
    }
    assert_eq!(game.obey_standing_orders(), Some(RED));
    assert!(
        matches!(game.step(game.steps() - 1), Some(Step::Act { seat, text, .. }) if *seat == RED && text == "pass")
    );
    assert!(game.rules().pending(game.state()).asks(BLUE).is_some());
    assert_eq!(game.obey_standing_orders(), None);
}

#[test]
fn orders_that_follow_are_dropped_where_something_comes_to_light() {
    let at_the_pit = || {
        let mut game = started();
        game.submit(RED, "walk 2, roll").unwrap();
        game.throw_given(Source::Scripted, Outcome::one(2)).unwrap();
        game.submit(BLUE, "pass").unwrap();
        game
    };
    for (order, case) in [("walk; walk", "2.1"), ("walk; fly", "2.4")] {
        let mut game = at_the_pit();
        let submitted = game.submit(RED, order).unwrap();
        assert_eq!(texts(&submitted.log), ["red comes to 5", "red falls into the pit at 5"]);
        assert_eq!(submitted.stopped.unwrap().case, case, "{order}");
        assert!(game.undo(RED).is_err(), "nothing may be found out for free");
    }
}

#[test]
fn undo_takes_back_a_whole_order_and_redo_gives_it_again() {
    let mut game = started();
    let start = game.state().clone();
    game.submit(RED, "walk").unwrap();
    let after_one = game.state().clone();
    game.submit(RED, "walk, swear").unwrap();
    let after_two = game.state().clone();
    game.undo(RED).unwrap();
    assert_eq!(*game.state(), after_one);
    game.undo(RED).unwrap();
    assert_eq!(*game.state(), start);
    game.redo(RED).unwrap();
    game.redo(RED).unwrap();
    assert_eq!(*game.state(), after_two);
    assert_eq!(game.redo(RED).unwrap_err(), "there is nothing to redo");
}

#[test]
fn a_reset_undoes_everything_back_to_the_barrier() {
    let mut game = started();
    game.submit(RED, "walk, pass").unwrap();
    let barrier = game.steps();
    let before = game.state().clone();
    for order in ["walk", "swear", "walk, swear"] {
        game.submit(BLUE, order).unwrap();
    }
    let after = game.state().clone();
    assert_eq!(game.reset(BLUE), Ok(3));
    assert_eq!((game.state(), game.steps()), (&before, barrier));
    assert_eq!(game.reset(BLUE).unwrap_err(), game.undo(BLUE).unwrap_err());
    for _ in 0..3 {
        game.redo(BLUE).unwrap();
    }
    assert_eq!(*game.state(), after);
    // Another player's later decision does not hide where a player's own last order began.
    assert_eq!(game.before_last_order(RED), Ok(barrier - 2));
    assert_eq!(game.before_last_order(BLUE), Ok(barrier + 2));
    assert!(new_game().before_last_order(RED).is_err());
}

#[test]
fn undo_never_passes_dice_or_the_decision_of_another_seat() {
    let mut game = started();
    game.submit(RED, "walk, pass").unwrap();
    game.submit(BLUE, "walk").unwrap();
    assert_eq!(game.undo(RED).unwrap_err(), "blue has decided something since: to go further back, request a takeback");
    game.submit(BLUE, "roll").unwrap();
    game.throw().unwrap();
    assert_eq!(game.undo(BLUE).unwrap_err(), "dice have been rolled since: to go further back, request a takeback");
}

#[test]
fn undo_stops_at_a_question_to_another_seat_whatever_comes_of_it() {
    let asked = "another player has been asked something since: to go further back, request a takeback";
    let mut game = started();
    game.submit(RED, "walk").unwrap();
    game.submit(RED, "pass").unwrap();
    assert_eq!(game.can_undo(RED), Err(asked.into()));
    assert_eq!(game.undo(RED).unwrap_err(), asked);
    // What it does out of turn asks nobody anything, and can be undone; what lies before the question cannot.
    game.submit(RED, "swear").unwrap();
    game.undo(RED).unwrap();
    assert_eq!(game.undo(RED).unwrap_err(), asked);
    // While both choose at once, each may change its mind.
    let mut both = new_game();
    both.submit(RED, "card 2").unwrap();
    assert_eq!(both.undo(RED), Ok(()));
    // The last to choose opens the race: whose turn it is has been asked.
    both.submit(RED, "card 2").unwrap();
    both.submit(BLUE, "card 3").unwrap();
    assert_eq!(both.undo(BLUE).unwrap_err(), asked);
}

#[test]
fn undo_does_not_tell_that_another_seat_did_something_in_secret() {
    let mut open = started();
    open.submit(RED, "walk").unwrap();
    let mut secret = open.clone();
    secret.submit(BLUE, "swear").unwrap();
    assert_eq!(open.undo(RED), secret.undo(RED));
    let view = |game: &crate::Game<_>| crate::Ruleset::view(game.rules(), game.state(), Viewer::Seat(RED));
    assert_eq!(view(&open), view(&secret));
    assert_eq!(secret.state().oaths, [0, 1], "what blue swore stays sworn");
    secret.submit(BLUE, "swear").unwrap();
    assert_eq!(open.redo(RED), secret.redo(RED));
}

#[test]
fn a_takeback_needs_everybody_and_gives_no_throw_back() {
    let mut game = started();
    game.submit(RED, "roll").unwrap();
    let first = game.throw().unwrap();
    assert_eq!(game.takeback(2, &[RED]).unwrap_err(), "The blue runner has not consented to the takeback");
    game.takeback(2, &[RED, BLUE]).unwrap();
    game.submit(RED, "roll").unwrap();
    game.throw().unwrap();
    let mut numbers = Vec::new();
    for entry in game.entries() {
        if let Entry::Step { step: Step::Throw { number, .. }, .. } = entry {
            numbers.push(*number);
        }
    }
    assert_eq!(numbers, [0, 1]);
    assert_eq!(dice(1).outcome(0, &THE_RUN), first);
    assert_eq!(game.journal().verify_dice(game.rules().seats()), Ok(2));
}

#[test]
fn a_takeback_can_be_taken_back_until_something_else_is_done() {
    let mut game = started();
    game.submit(RED, "roll").unwrap();
    game.throw().unwrap();
    let (state, throws) = (game.state().clone(), game.throws());
    assert!(!game.can_restore());
    game.takeback(2, &[RED, BLUE]).unwrap();
    assert!(game.can_restore());
    game.restore().unwrap();
    assert_eq!((game.state(), game.throws()), (&state, throws), "everything stands as it was, the dice too");
    assert_eq!(game.journal().verify_dice(game.rules().seats()), Ok(1));
    assert!(game.restore().is_err(), "there is nothing more to restore");
    game.takeback(2, &[RED, BLUE]).unwrap();
    game.submit(RED, "walk").unwrap();
    assert!(!game.can_restore() && game.restore().is_err(), "too late");
}

#[test]
fn a_throw_must_be_due_and_possible() {
    let mut game = started();
    assert_eq!(game.throw().unwrap_err(), "no roll is due");
    game.submit(RED, "roll").unwrap();
    let sentence = game.throw_given(Source::Typed, Outcome::one(7)).unwrap_err();
    assert_eq!(sentence, "the roll for the run (2.3) takes 1 dice with faces 1 to 6, not [7]");
    game.throw_given(Source::Typed, Outcome::one(4)).unwrap();
    assert_eq!(game.state().at, [4, 0]);
}

#[test]
fn a_branch_shares_the_past_and_takes_new_dice() {
    let game = finished();
    assert!(matches!(game.rules().pending(game.state()), Pending::Over(_)));
    let half = game.steps() / 2;
    let branch = game.branch(half, Some(&dice(2))).unwrap();
    assert_eq!(*branch.state(), game.state_at(half).unwrap());
    assert_eq!(branch.header().parent.as_ref().unwrap().steps, half);
    let checked = branch.journal().verify_dice(branch.rules().seats());
    assert_eq!(checked, Ok(0), "what was inherited is not of the new seed");
    assert!(game.branch(half, Some(&dice(1))).unwrap_err().contains("a new seed"));
    assert!(game.branch(game.steps() + 1, None).is_err());
}

#[test]
fn every_earlier_state_can_be_told_again() {
    let mut game = started();
    let mut states = vec![game.state().clone()];
    let first = game.steps();
    for _ in 0..3 {
        game.submit(RED, "swear").unwrap();
        states.push(game.state().clone());
    }
    for (number, state) in states.iter().enumerate() {
        assert_eq!(game.state_at(first + number).as_ref(), Ok(state));
    }
}

#[test]
fn secret_choices_are_in_nobody_elses_log() {
    let game = started();
    let log = |viewer| game.log(viewer, 0).map(|line| line.text.clone()).collect::<Vec<_>>();
    assert_eq!(log(Viewer::Seat(RED)), ["red chooses card 2"]);
    assert_eq!(log(Viewer::Seat(BLUE)), ["blue chooses card 3"]);
    assert!(log(Viewer::Spectator).is_empty());
    assert_eq!(new_game().log(Viewer::Seat(RED), 0).count(), 0);
}
