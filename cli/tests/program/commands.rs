//! The commands at work.

use crate::common::{Scratch, data, run};

const EXAMPLE: &str = r#"rules = ["9.0b"]
title = "Two to one"
[position]
map = "blank 8x8"
rules_of = "eylau"
phase = "combat"
active = "french"
units = ["ru x: Tut 4-4i @ 0505", "fr a: Lev 5-4i @ 0504", "fr b: Leg 3-4i @ 0604"]
[[step]]
by = "french"
do = "attack x with a b"
throws = [6]
expect = { result = "Ar" }
"#;

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_welcome_names_every_game_and_the_next_step() {
    let out = run(&["welcome"]).fine();
    for words in ["art-of-war/eylau", "art-of-war/dresden", "sabretache play art-of-war/eylau", "--help"] {
        assert!(out.contains(words), "{words}: {out}");
    }
}

#[test]
fn help_has_examples_that_can_be_typed() {
    let help = run(&["--help"]).fine();
    assert!(help.contains("sabretache play art-of-war/eylau --seat allied=random"), "{help}");
    for command in ["play", "simulate", "odds", "rules show", "rules coverage", "example check", "map draw"] {
        let arguments: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = run(&arguments).fine();
        assert!(help.contains("Examples:") && !help.contains('{'), "{help}");
    }
    assert!(run(&["completions", "bash"]).fine().contains("_sabretache()"));
}

/// Every scenario with every option, and opponents who do what nobody would: no order of a general is refused.
#[test]
fn generals_of_every_kind_play_without_a_refused_order() {
    let full = std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1");
    let games = if full { "4000" } else { "80" };
    let report = json(&run(&["soak", "--games", games, "--seed", "1813", "--json"]).fine());
    let fields = report["fields"].as_object().unwrap();
    for scenario in ["art-of-war/eylau", "art-of-war/dresden", "jours-de-gloire/lutzen", "jours-de-gloire/autumn"] {
        assert!(fields.keys().any(|name| name.starts_with(scenario)), "{report}");
    }
    assert!(report["meetings"].as_object().unwrap().len() > 10, "{report}");
    assert_eq!((report["faults"].as_array().unwrap().len(), report["refused"].as_u64()), (0, Some(0)), "{report}");
}

#[test]
fn a_game_of_a_series_can_be_played_again_by_its_number() {
    let one = |first: &str| json(&run(&["soak", "--games", "1", "--first", first, "--json"]).fine());
    let series = json(&run(&["soak", "--games", "3", "--threads", "1", "--json"]).fine());
    let mut fields: Vec<String> =
        ["0", "1", "2"].map(|first| one(first)["fields"].as_object().unwrap().keys().next().unwrap().clone()).into();
    fields.sort();
    fields.dedup();
    assert_eq!(series["fields"].as_object().unwrap().keys().cloned().collect::<Vec<_>>(), fields);
    assert!(run(&["soak", "--only", "nothing"]).refused(2).contains("no such scenario"));
}

/// A series that was stopped goes on from its report, and ends as if it had never been stopped.
#[test]
fn a_series_goes_on_from_its_report() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("soak.json");
    let file = file.to_str().unwrap();
    let report = |arguments: &[&str]| {
        let series = ["soak", "--only", "jours-de-gloire/lutzen", "--seed", "3", "--json"];
        let mut report = json(&run(&[&series[..], arguments].concat()).fine());
        report["seconds"] = 0.into();
        report
    };
    let whole = report(&["--games", "6"]);
    assert_eq!(report(&["--games", "2", "--keep", file])["games"], 2);
    assert_eq!(report(&["--games", "6", "--keep", file]), whole);
    let mut kept = json(&std::fs::read_to_string(file).unwrap());
    kept["seconds"] = 0.into();
    assert_eq!(kept, whole);
    // What is there is not played again, and another series is not mixed with it.
    assert_eq!(report(&["--games", "6", "--keep", file]), whole);
    let other = run(&["soak", "--only", "jours-de-gloire/lutzen", "--seed", "4", "--keep", file]).refused(2);
    assert!(other.contains("seed 3"), "{other}");
    let other = run(&["soak", "--seed", "3", "--keep", file]).refused(2);
    assert!(other.contains("drawn from jours-de-gloire/lutzen"), "{other}");
}

#[test]
fn simulation_is_the_same_on_one_thread_and_on_many() {
    let simulate = |threads: &str| {
        let arguments = ["simulate", "art-of-war/eylau", "--games", "30", "--seed", "5", "--policy", "random"];
        let mut report = json(&run(&[&arguments[..], &["--threads", threads, "--json"]].concat()).fine());
        for timing in ["seconds", "decisions_per_second", "games_per_second"] {
            assert!(report[timing].as_f64().unwrap() > 0.0, "{report}");
            report[timing] = 0.into();
        }
        report
    };
    let report = simulate("1");
    assert_eq!(report, simulate("3"));
    assert_eq!((report["games"].as_u64(), report["seed"].as_u64()), (Some(30), Some(5)));
    assert_eq!((report["title"].as_str(), report["scenario"].as_str()), (Some("art-of-war"), Some("eylau")));
    assert_eq!(report["policy"].as_str(), Some("random"));
    assert!(report["decisions"].as_u64().unwrap() > 1000);
    assert!(report["mean_branching"].as_f64().unwrap() > 2.0);
    assert!(report["mean_turns"].as_f64().unwrap() > 1.0);
    let outcomes = report["outcomes"].as_object().unwrap();
    assert_eq!(outcomes.values().map(|games| games.as_u64().unwrap()).sum::<u64>(), 30);
    assert!(run(&["simulate", "bergfriede", "--games", "2"]).fine().contains("2 games at random"));
}

#[test]
fn odds_are_exact_fractions_that_sum_to_one() {
    let scratch = Scratch::new();
    scratch.write("a.toml", EXAMPLE);
    let out = scratch.run(&["odds", "art-of-war", "a.toml", "--order", "attack x with a b"]).fine();
    assert!(
        out.contains("2/3   66.67 %  Dr")
            && out.contains("1/3   33.33 %  Ar")
            && out.starts_with("Attack ")
            && out.contains("printed (2.5)")
            && out.ends_with("Exact: every roll with every outcome.\n"),
        "{out}"
    );
    let arguments = ["odds", "art-of-war", "a.toml", "--order", "attack x with a b", "--policy", "first", "--json"];
    let report = json(&scratch.run(&arguments).fine());
    assert_eq!(report["method"].as_str(), Some("exact"));
    let percent: f64 = report["lines"].as_array().unwrap().iter().map(|line| line["percent"].as_f64().unwrap()).sum();
    assert!((percent - 100.0).abs() < 1e-9, "{report}");
    let odds = |order: &str| scratch.run(&["odds", "art-of-war", "a.toml", "--order", order]);
    assert!(odds("charge!").refused(2).contains("is not an order"));
    assert!(odds("attack x with a").refused(1).starts_with("sabretache: 5."));
}

#[test]
fn examples_are_checked_from_anywhere_and_drawn() {
    let scratch = Scratch::new();
    scratch.write("mine/a.toml", EXAMPLE);
    scratch.write("mine/b.toml", EXAMPLE.replace("\"Ar\"", "\"De\""));
    assert_eq!(scratch.run(&["example", "check", "mine/a.toml"]).fine(), "1 passed, 0 failed\n");
    let both = scratch.run(&["example", "check", "mine"]);
    assert_eq!((both.code, both.err.as_str()), (1, ""));
    let lines: Vec<&str> = both.out.lines().collect();
    assert!(lines[0].starts_with("mine/b.toml:13: result: "), "{lines:?}");
    assert_eq!(lines[1..], ["1 passed, 1 failed"]);
    scratch.run(&["example", "draw", "mine/a.toml", "-o", "a.svg"]).fine();
    assert!(scratch.read("a.svg").contains("Two to one"));
    scratch.run(&["example", "draw", "mine/a.toml", "-o", "a.png"]).fine();
    assert!(std::fs::read(scratch.0.join("a.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(run(&["example", "list", "--rule", "9.0a"]).fine().contains("art-of-war/examples/"));
}

#[test]
fn the_examples_of_the_program_pass() {
    let out = run(&["example", "check"]).fine();
    assert!(out.ends_with(" passed, 0 failed\n") && !out.starts_with("0 passed"), "{out}");
}

#[test]
fn rules_are_shown_and_their_coverage_counted() {
    assert!(run(&["rules", "show", "art-of-war", "4.5b"]).fine().starts_with("4.5b  "));
    assert!(run(&["rules", "show", "art-of-war", "4.5"]).fine().contains("\n4.5b  "));
    let table = run(&["rules", "show", "jours-de-gloire", "T.combat"]).fine();
    assert!(table.contains("1 1 2 2 3* 3 3 4 4 5") && !table.contains("fatigued_attacker"), "{table}");
    assert!(run(&["rules", "show", "jours-de-gloire", "J21"]).fine().contains("T.combat  "));
    assert!(run(&["rules", "list", "art-of-war"]).fine().contains("  4.5b "));
    let coverage = run(&["rules", "coverage", "--json"]);
    let report = json(&coverage.out);
    let cases = report["cases"].as_array().unwrap();
    assert_eq!(report["summary"]["cases"].as_u64(), Some(cases.len() as u64));
    let case = cases.iter().find(|case| case["id"] == "9.0a").unwrap();
    assert_eq!((case["status"].as_str(), case["fired"].as_bool()), (Some("enforced"), Some(true)));
    assert!(!case["examples"].as_array().unwrap().is_empty() && !case["code"].as_array().unwrap().is_empty());
    let uncovered = report["summary"]["uncovered"].as_array().unwrap().len();
    let unlisted = report["summary"]["unlisted"].as_array().unwrap().len();
    assert_eq!(coverage.code, i32::from(uncovered + unlisted > 0));
}

#[test]
fn data_and_overlays_are_checked() {
    assert!(run(&["data", "check"]).fine().contains("data files without errors"));
    let scratch = Scratch::new();
    let stronger = data("art-of-war/eylau/units.toml").replacen("strength = 8", "strength = 9", 1);
    scratch.write("box/art-of-war/eylau/units.toml", stronger);
    let out = scratch.run(&["data", "check", "--overlay", "box"]).fine();
    assert!(out.contains("of which the overlay replaces eylau/units.toml"), "{out}");
    scratch.run(&["--overlay", "box", "simulate", "art-of-war/eylau", "--games", "2"]).fine();
}

#[test]
fn maps_are_drawn_and_checked() {
    let scratch = Scratch::new();
    scratch.run(&["map", "draw", "art-of-war/eylau", "-o", "eylau.svg"]).fine();
    let numbered = scratch.read("eylau.svg");
    scratch.run(&["map", "draw", "art-of-war/eylau", "-o", "eylau.svg", "--no-numbers"]).fine();
    assert!(numbered.contains(">0714<") && !scratch.read("eylau.svg").contains(">0714<"));
    scratch.run(&["map", "draw", "art-of-war/dresden", "--units", "--scale", "0.3", "-o", "dresden.png"]).fine();
    scratch.write("map.toml", data("art-of-war/eylau/map.toml"));
    assert!(scratch.run(&["map", "check", "map.toml"]).fine().contains("26 by 22 hexes"));
    scratch.run(&["map", "draw", "map.toml", "-o", "copy.svg"]).fine();
    assert_eq!(scratch.read("copy.svg"), numbered);
}

#[test]
fn a_random_game_is_journalled_and_told_again() {
    let scratch = Scratch::new();
    let play = ["play", "art-of-war/eylau", "--seed", "7", "--seat", "french=random", "--seat", "allied=random"];
    let out = scratch.run(&[&play[..], &["--journal", "game.journal"]].concat()).fine();
    assert!(out.contains("the hash of the seed is") && out.contains("The game is over: "), "{out}");
    assert!(out.contains("The seed of the dice was "));
    let told = scratch.run(&["replay", "game.journal", "--verify-dice"]).fine();
    assert!(told.contains("The seed is the one that was committed to"), "{told}");
    let again = scratch.run(&["replay", "game.journal", "--verify-dice"]).fine();
    assert_eq!(told, again);
    assert!(scratch.run(&["replay", "game.journal", "--to", "10", "--steps"]).fine().contains("10 steps, "));
    // The same seed gives the same game.
    scratch.run(&[&play[..], &["--journal", "twin.journal"]].concat()).fine();
    assert_eq!(scratch.read("game.journal"), scratch.read("twin.journal"));
    let sentence = scratch.run(&[&play[..], &["--journal", "twin.journal"]].concat()).refused(2);
    assert!(sentence.contains("twin.journal already exists; use --resume twin.journal"), "{sentence}");
}

/// A game as servers write it, to which every seat adds a nonce; and what is said of journals that were changed afterwards.
#[test]
fn dice_that_were_tampered_with_are_named() {
    use art_of_war::ArtOfWar;
    use kernel::{Bytes32, PendingInfo, Seat, SeededDice};
    let scratch = Scratch::new();
    let dice = SeededDice::awaiting_every_seat(Bytes32([7; 32]));
    let mut game = ArtOfWar::built_in().any().position("p", EXAMPLE, Some(&dice)).unwrap();
    game.add_nonce(Some(Seat(1)), "Tuesday".into()).unwrap();
    game.add_nonce(Some(Seat(0)), "oak".into()).unwrap();
    game.submit(Seat(0), "attack x with a b").unwrap();
    while matches!(game.pending(), PendingInfo::Throw(_)) {
        game.throw().unwrap();
    }
    let text = game.journal_text();
    scratch.write("fair.journal", &text);
    let told = scratch.run(&["replay", "fair.journal", "--verify-dice"]).fine();
    assert!(told.contains("Every seat had added its nonce before the first of them."), "{told}");
    let lines: Vec<&str> = text.lines().collect();
    let (nonce, rest): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.contains("Tuesday"));
    let other = SeededDice::commit(&Bytes32([8; 32])).to_string();
    for (spoiled, words) in [
        (text.replace(&dice.commitment().to_string(), &other), "is not the one that was committed to"),
        (rest.join("\n"), "the dice fell before "),
        ([rest, nonce.clone()].concat().join("\n"), "the dice fell before "),
        ([lines, nonce].concat().join("\n"), "adds to the dice after their first throw"),
    ] {
        scratch.write("spoiled.journal", &spoiled);
        let sentence = scratch.run(&["replay", "spoiled.journal", "--verify-dice"]).refused(2);
        assert!(sentence.contains(words), "{words}: {sentence}");
    }
}

#[test]
fn a_person_plays_undoes_saves_and_resumes() {
    let scratch = Scratch::new();
    let play = ["play", "art-of-war/eylau", "--seed", "7", "--seat", "allied=random"];
    let input =
        "help\nrule 4.5b\nselect lev-i1\nundo\nredo\nstep 0101\nnonsense\nlog\nsave mine.journal\nodds 1\nquit\n";
    let out = scratch.typed(&play, input).fine();
    for words in [
        "select a unit to move",
        "take the choice with that number",
        "In contact you stay in contact",
        "Undone.",
        "Refused under ",
        "orders start with",
        "Saved; play --resume mine.journal",
        "100.00 %",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    assert!(scratch.has("mine.journal"));
    let saved = scratch.read("mine.journal");
    let resumed = scratch.typed(&["play", "--resume", "mine.journal", "--seat", "allied=random"], "1\nquit\n").fine();
    assert!(resumed.contains("The game is saved in mine.journal"), "{resumed}");
    let kept = scratch.read("mine.journal");
    assert!(kept.starts_with(&saved) && kept.len() > saved.len());
    assert!(scratch.run(&["replay", "mine.journal"]).fine().contains("The game is waiting for french"));
}

#[test]
fn the_terminal_tells_what_lies_beside_the_map_and_where_units_are() {
    let scratch = Scratch::new();
    let play = ["play", "art-of-war/eylau", "--seed", "7", "--seat", "allied=random"];
    let out = scratch.typed(&play, "status\nwhere lev-i1\nunits nobody\nwhere\nquit\n").fine();
    for words in ["Score: ", "[lev-i1] ", "You see no unit \"nobody\" on the map", "Where takes the name of a unit"] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let play = ["play", "jours-de-gloire/lutzen", "--seed", "7", "--seat", "allied=random"];
    let out = scratch.typed(&play, "status\nstatus weather\nwhere napol\nlegend\nquit\n").fine();
    let legend = "inside the fortified city (8.8b): french-g";
    for words in ["Weather: ", "Calendar", "Standing orders", "Interception: ask me", legend] {
        assert!(out.contains(words), "{words}: {out}");
    }
}

/// Two people at one screen read what happens once.
#[test]
fn nothing_is_printed_twice_for_two_players() {
    let scratch = Scratch::new();
    // A turn: in the next one the same phases are told again.
    let out = scratch.typed(&["play", "art-of-war/eylau", "--seed", "7"], "end movement\n1\n1\n1\n").fine();
    let told: Vec<&str> = out.lines().filter(|line| line.starts_with("  ") && line.ends_with(']')).collect();
    assert!(told.len() > 2, "{out}");
    for (number, line) in told.iter().enumerate() {
        assert!(!told[..number].contains(line), "{line} is there twice: {out}");
    }
}

#[test]
fn real_dice_are_typed_in() {
    let scratch = Scratch::new();
    // Movement is ended by both; the first throw that is due is typed, wrongly at first.
    let play = ["play", "art-of-war/eylau", "--dice", "typed", "--seed", "3", "--seat", "allied=random"];
    let out = scratch.typed(&play, &"1\n".repeat(400)).fine();
    assert!(out.contains("roll them yourself and type the results"), "{out}");
    assert!(out.contains("Roll 1 die for "), "{out}");
}

#[test]
fn a_reader_who_leaves_early_is_no_failure() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_sabretache"))
        .args(["play", "art-of-war/eylau", "--seed", "1", "--seat", "french=random", "--seat", "allied=random"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut few = [0; 64];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut few).unwrap();
    drop(out);
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), String::from_utf8(done.stderr).unwrap().as_str()), (Some(0), ""));
}
