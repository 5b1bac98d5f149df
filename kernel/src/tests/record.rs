use super::toy::{BLUE, RED, Race, RaceTitle};
use super::{dice, finished, started};
use crate::record::{Record, steps_of_record};
use crate::{Chance, Ruleset, Viewer, any_title};

#[test]
fn a_record_does_not_depend_on_what_its_viewer_may_not_know() {
    let text = |card: &str, swears: bool| {
        let mut game = super::new_game();
        game.submit(BLUE, card).unwrap();
        game.submit(RED, "card 1").unwrap();
        if swears {
            game.submit(BLUE, "swear").unwrap();
        }
        game.submit(RED, "walk, roll").unwrap();
        if swears {
            game.submit(BLUE, "swear").unwrap();
        }
        game.throw_given(crate::Source::Scripted, crate::Outcome::one(2)).unwrap();
        let of = |viewer| Record::new(&game, viewer, false).unwrap().to_text();
        (of(Viewer::Seat(RED)), of(Viewer::Spectator), of(Viewer::Seat(BLUE)))
    };
    let (red, spectator, blue) = text("card 1", false);
    let (red_too, spectator_too, blue_too) = text("card 3", true);
    assert_eq!(red, red_too);
    assert_eq!(spectator, spectator_too);
    assert_ne!(blue, blue_too);
}

#[test]
fn the_order_of_secret_choices_is_in_nobodys_record() {
    let text = |first, second| {
        let mut game = super::new_game();
        game.submit(first, "card 2").unwrap();
        game.submit(second, "card 2").unwrap();
        Record::new(&game, Viewer::Spectator, false).unwrap().to_text()
    };
    assert_eq!(text(RED, BLUE), text(BLUE, RED));
}

#[test]
fn a_record_holds_no_seed_and_comes_back_from_its_text() {
    let game = finished();
    let record = Record::new(&game, Viewer::Seat(RED), false).unwrap();
    let text = record.to_text();
    assert!(!text.contains(&dice(1).seed().to_string()));
    assert!(text.contains(&dice(1).commitment().to_string()));
    let again: Record<Race> = Record::parse("r", &text).unwrap();
    assert_eq!(again.to_text(), text);
    let last = record.view(record.steps.len()).unwrap();
    assert_eq!(*last, game.rules().view(game.state(), Viewer::Seat(RED)));
    assert!(record.view(record.steps.len() + 1).is_err());
    assert!(Record::<Race>::parse("r", "{}").unwrap_err().to_string().starts_with("r:1: this is not a record"));
}

#[test]
fn a_world_drawn_from_a_record_fits_it_and_can_be_played_on() {
    let mut game = started();
    game.submit(RED, "walk, roll").unwrap();
    game.throw().unwrap();
    let record = Record::new(&game, Viewer::Seat(RED), false).unwrap();
    let mut chance = Chance::of_game(5, 0);
    for steps in 0..=record.steps.len() {
        let world = record.world(game.rules(), steps, &mut chance).unwrap();
        assert_eq!(game.rules().view(&world, Viewer::Seat(RED)), *record.view(steps).unwrap());
    }
    let title = any_title(RaceTitle::default());
    let steps = record.steps.len();
    let mut branch = title.branch_record("r", &record.to_text(), steps, Some(&dice(9)), &mut chance).unwrap();
    branch.submit(BLUE, "pass").unwrap();
    let again = title.load("j", &branch.journal_text()).unwrap();
    assert_eq!(again.game.state_hash(), branch.state_hash());
}

#[test]
fn steps_are_counted_as_the_viewer_saw_them() {
    let mut game = started();
    game.submit(BLUE, "swear").unwrap();
    game.submit(RED, "walk").unwrap();
    // The own card, the end of the choosing, the own walk; not the oath.
    assert_eq!(steps_of_record(&game, Viewer::Seat(RED), 3), Ok(4));
    assert_eq!(steps_of_record(&game, Viewer::Seat(RED), 1), Ok(1));
    assert!(steps_of_record(&game, Viewer::Seat(RED), 4).is_err());
}
