use std::sync::Arc;

use super::toy::{Action, BLUE, RED, Race, RaceTitle, State};
use super::{finished, started};
use crate::game::SNAPSHOT_EVERY;
use crate::journal::{Edition, Entry, Header};
use crate::{Fault, Game, Journal, Loaded, Ruleset, any_title};

fn load_with(title: &RaceTitle, text: &str) -> Result<Loaded<Game<Race>>, Fault> {
    let journal: Journal<Action, State> = Journal::parse("j.jsonl", text)?;
    let rules = Race::new(title.turns);
    let initial = rules.initial();
    Game::load(Arc::new(rules), initial, "j.jsonl", journal, &Edition::of(title))
}

fn load(text: &str) -> Result<Loaded<Game<Race>>, Fault> {
    load_with(&RaceTitle::default(), text)
}

#[test]
fn a_journal_replays_to_the_same_state_and_text() {
    let mut game = finished();
    game.takeback(7, &[RED, BLUE]).unwrap();
    let text = game.journal().to_text();
    let Loaded { game: again, notices } = load(&text).unwrap();
    assert!(notices.is_empty());
    assert_eq!(again.state(), game.state());
    assert_eq!(again.journal().to_text(), text);
    assert_eq!(again.state_at(4), game.state_at(4));
}

#[test]
fn what_was_restored_stands_after_loading_and_nothing_else_can_be_restored() {
    let mut game = finished();
    game.takeback(7, &[RED, BLUE]).unwrap();
    let taken_back = load(&game.journal().to_text()).unwrap().game;
    assert!(taken_back.can_restore(), "also after the program was started anew");
    game.restore().unwrap();
    let text = game.journal().to_text();
    let again = load(&text).unwrap().game;
    assert_eq!(again.state(), game.state());
    assert_eq!(again.journal().to_text(), text);
    let twice = format!("{text}\"restore\"\n");
    assert!(load(&twice).unwrap_err().to_string().contains("not taken back"), "{twice}");
}

#[test]
fn undone_steps_stay_undone_after_loading() {
    let mut game = started();
    game.submit(RED, "walk").unwrap();
    game.submit(BLUE, "swear").unwrap();
    game.undo(RED).unwrap();
    let again = load(&game.journal().to_text()).unwrap().game;
    assert_eq!(again.state(), game.state());
    assert_eq!(again.steps(), game.steps());
}

#[test]
fn a_damaged_journal_gives_one_sentence_with_its_line() {
    let text = finished().journal().to_text();
    let lines: Vec<&str> = text.lines().collect();
    let with = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = line;
        load(&lines.join("\n")).unwrap_err().to_string()
    };
    assert_eq!(load("").unwrap_err().to_string(), "j.jsonl:1: this is not a journal: its first line is not a header");
    assert!(with(1, "{\"sabretache_journal\":9}").contains("format 9"));
    assert!(with(1, "{\"sabretache_journal\":1}").starts_with("j.jsonl:1: the header of the journal is damaged"));
    assert!(with(5, "nonsense").starts_with("j.jsonl:5: the entry cannot be read"));
    assert!(with(5, "{\"takeback\":{\"to\":900}}").starts_with("j.jsonl:5: the game has 2 steps, not 900"));
    assert!(with(5, "{\"undo\":{\"from\":1,\"to\":9}}").starts_with("j.jsonl:5: the entry undoes steps"));
    let stolen = lines[4].replace("\"Walk\"", "{\"Card\":3}");
    assert!(with(5, &stolen).starts_with("j.jsonl:5: \"walk\" is against the rules: 1.1"));
    let throw = lines.iter().position(|line| line.contains("\"throw\"")).unwrap();
    let (head, tail) = lines[throw].split_once("\"outcome\":[").unwrap();
    let loaded_die = if tail.starts_with('1') { "2" } else { "1" };
    let loaded_throw = format!("{head}\"outcome\":[{loaded_die}{}", &tail[1..]);
    assert!(with(throw + 1, &loaded_throw).contains("does not come from the seed"));
    let other_seed = lines[0].replace(&super::dice(1).seed().to_string(), &super::dice(2).seed().to_string());
    assert_eq!(with(1, &other_seed), "j.jsonl:1: the seed of the dice is not the one that was committed to");
}

#[test]
fn whatever_the_text_loading_answers() {
    let mut game = started();
    game.submit(RED, "walk, roll").unwrap();
    game.throw().unwrap();
    game.submit(BLUE, "walk").unwrap();
    game.undo(BLUE).unwrap();
    let text = game.journal().to_text();
    let _ = load_with(&RaceTitle { version: "2", turns: 1 }, &text);
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let _ = load(&text[..end]);
        for instead in ["9", "\"", "0", "-1", "}"] {
            let _ = load(&format!("{}{instead}{}", &text[..end], &text[end + 1..]));
        }
    }
}

#[test]
fn a_newer_program_goes_on_from_the_last_snapshot_and_says_so() {
    let text = finished().journal().to_text();
    let steps = finished().steps();
    // With a shorter race the old game could not have gone on so long.
    let newer = RaceTitle { version: "2", turns: 3 };
    let Loaded { game, notices } = load_with(&newer, &text).unwrap();
    assert_eq!(notices.len(), 1);
    assert!(notices[0].starts_with("the rules are version 2, and were version 1; at line"), "{notices:?}");
    assert!(notices[0].contains("the game continues from its snapshot"), "{notices:?}");
    assert!(game.steps() < steps);
    assert!(matches!(game.entries().last(), Some(Entry::Resume { .. })));
    // From now on it is a game of the newer rules, and loads without a word.
    let again = load_with(&newer, &game.journal().to_text()).unwrap();
    assert!(again.notices.is_empty());
    assert_eq!(again.game.state(), game.state());
    assert_eq!(again.game.throws, game.throws);
}

#[test]
fn a_newer_program_that_replays_alike_only_says_so() {
    let newer = RaceTitle { version: "2", ..RaceTitle::default() };
    let loaded = load_with(&newer, &finished().journal().to_text()).unwrap();
    assert_eq!(loaded.game.state(), finished().state());
    assert_eq!(loaded.notices, ["the rules are version 2, and were version 1; the game so far replays unchanged"]);
}

#[test]
fn long_games_have_snapshots_that_are_checked() {
    let long = RaceTitle { turns: 200, ..RaceTitle::default() };
    let rules = Race::new(long.turns);
    let initial = rules.initial();
    let mut game = Game::new(Arc::new(rules), Header::new(&long, super::scenario(), None), initial);
    game.submit(RED, "card 1").unwrap();
    game.submit(BLUE, "card 1").unwrap();
    for turn in 0..2 * SNAPSHOT_EVERY {
        let seat = if turn % 2 == 0 { RED } else { BLUE };
        game.submit(seat, "swear, pass").or_else(|_| game.submit(seat, "pass")).unwrap();
    }
    let snapshots = game.entries().iter().filter(|entry| matches!(entry, Entry::Snapshot { .. })).count();
    assert_eq!(snapshots, 3);
    for steps in [0, 1, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1, game.steps()] {
        assert_eq!(usize::from(game.state_at(steps).unwrap().turn), steps.saturating_sub(2 + game_oaths(steps)));
    }
    let text = game.journal().to_text();
    assert_eq!(load_with(&long, &text).unwrap().game.state(), game.state());
    let forged = text.replace("\"turn\":56", "\"turn\":55");
    let sentence = load_with(&long, &forged).unwrap_err().sentence;
    assert_eq!(sentence, "the snapshot does not match its hash");
}

/// How many oaths were sworn in the first steps: three each, before the first six passes.
fn game_oaths(steps: usize) -> usize {
    (steps.saturating_sub(1) / 2).min(6)
}

#[test]
fn any_title_starts_saves_and_loads() {
    let title = any_title(RaceTitle::default());
    let mut game = title.start("field", &Default::default(), Some(&super::dice(3))).unwrap();
    assert_eq!(
        title.start("moor", &Default::default(), None).unwrap_err(),
        "The Race has no scenario \"moor\"; it has field"
    );
    assert_eq!(game.pending().short(), ["red: card", "blue: card"]);
    assert_eq!(game.pending_for(crate::Viewer::Seat(BLUE)).short(), ["blue: card"]);
    assert_eq!(game.offers(RED).answers, ["card 1", "card 2", "card 3"]);
    assert_eq!(game.offers(RED).interrupts, ["swear"]);
    game.submit(RED, "card 1").unwrap();
    game.submit(BLUE, "card 1").unwrap();
    game.submit(RED, "walk, roll").unwrap();
    let fell = game.throw().unwrap();
    assert_eq!(game.describe_step(4), Some(format!("throw: {}", fell[0])));
    let loaded = title.load("saved", &game.journal_text()).unwrap();
    assert_eq!(loaded.game.state_hash(), game.state_hash());
    assert_eq!(loaded.game.picture_at(crate::Viewer::Spectator, 3), Ok("red 1 blue 0".into()));
    assert_eq!(game.journal_lines(0).join("\n") + "\n", game.journal_text());
    assert_eq!(game.journal_lines(2).len(), game.journal_lines(0).len() - 2);
    let other = game.journal_text().replacen("\"race\"", "\"chess\"", 1);
    assert_eq!(
        title.load("saved", &other).unwrap_err()[0].to_string(),
        "saved:1: this is a game of chess, not of race"
    );
}
