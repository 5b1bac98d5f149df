//! Bad input of every kind: one sentence, with file and line where a file is concerned, the right exit code, and nothing
//! else happens.

use crate::common::{Scratch, data, line_of, run};

const UNITS: &str = "art-of-war/eylau/units.toml";
const MAP: &str = "art-of-war/eylau/map.toml";
const TABLES: &str = "art-of-war/tables.toml";

/// Replaces the first occurrence in a data file of the repository and returns the text with the line of the change.
fn spoilt(name: &str, from: &str, to: &str) -> (String, usize) {
    let text = data(name);
    let line = line_of(&text, from);
    (text.replacen(from, to, 1), line)
}

/// Every command that reads data says the same about the same overlay.
#[track_caller]
fn overlay_is_refused(name: &str, text: &str, line: usize, words: &str) {
    let scratch = Scratch::new();
    scratch.write(&format!("box/{name}"), text);
    let checked = scratch.run(&["data", "check", "--overlay", "box"]).refused(1);
    assert!(checked.starts_with(&format!("box/{name}:{line}: ")), "{checked}");
    assert!(checked.contains(words), "{checked}");
    let played = scratch.run(&["--overlay", "box", "play", "art-of-war/eylau", "--journal", "game.journal"]);
    assert_eq!(played.refused(2), checked);
    assert_eq!(scratch.names(), ["box"]);
}

#[test]
fn an_unknown_field() {
    let (text, line) = spoilt(UNITS, "movement = 4\n", "movement = 4\ncolour = \"green\"\n");
    overlay_is_refused(UNITS, &text, line + 1, "colour");
}

#[test]
fn an_impossible_hex() {
    let (text, line) = spoilt(MAP, "grove = [\"0113\"", "grove = [\"9913\"");
    overlay_is_refused(MAP, &text, line, "hex 9913 is not on the map");
}

#[test]
fn a_set_up_off_the_map() {
    let (text, line) = spoilt(UNITS, "start = \"0714\"", "start = \"0799\"");
    overlay_is_refused(UNITS, &text, line, "0799");
}

#[test]
fn a_missing_row_of_a_table() {
    let text = data(TABLES);
    let row = text.lines().find(|line| line.starts_with("4 = [")).unwrap();
    let scratch = Scratch::new();
    scratch.write(&format!("box/{TABLES}"), text.replace(&format!("{row}\n"), ""));
    let sentence = scratch.run(&["data", "check", "--overlay", "box"]).refused(1);
    assert!(sentence.starts_with(&format!("box/{TABLES}:")) && sentence.contains('4'), "{sentence}");
}

#[test]
fn broken_grammar_and_broken_letters() {
    let scratch = Scratch::new();
    scratch.write(&format!("box/{UNITS}"), "provenance = {\n");
    let sentence = scratch.run(&["data", "check", "--overlay", "box"]);
    assert_eq!(sentence.code, 1);
    assert!(sentence.err.starts_with(&format!("box/{UNITS}:")), "{}", sentence.err);
    scratch.write(&format!("box/{UNITS}"), b"# fine\n\xff\xfe");
    let sentence = scratch.run(&["data", "check", "--overlay", "box"]).refused(1);
    assert_eq!(sentence, format!("box/{UNITS}:2: this is not UTF-8 text"));
}

#[test]
fn overlays_that_replace_nothing() {
    let scratch = Scratch::new();
    assert_eq!(
        scratch.run(&["data", "check", "--overlay", "nowhere"]).refused(2),
        "sabretache: the overlay nowhere is not a directory"
    );
    scratch.write("empty/readme.txt", "nothing");
    assert!(scratch.run(&["--overlay", "empty"]).refused(2).contains("has no data files"));
    scratch.write("other/waterloo/units.toml", "");
    let sentence = scratch.run(&["data", "check", "--overlay", "other"]).refused(1);
    assert!(sentence.starts_with("other/waterloo/units.toml:1: no title uses this file"), "{sentence}");
    scratch.write("typo/art-of-war/eylau/unit.toml", "");
    let sentence = scratch.run(&["data", "check", "--overlay", "typo"]).refused(1);
    assert!(sentence.starts_with("typo/art-of-war/eylau/unit.toml:1: "), "{sentence}");
}

#[test]
fn wrong_arguments() {
    for (arguments, words) in [
        (&["play", "waterloo"][..], "there is no game \"waterloo\"; the games are art-of-war/eylau"),
        (&["play", "waterloo/hougoumont"], "there is no title \"waterloo\"; the titles are art-of-war"),
        (&["play", "art-of-war/borodino"], "has no scenario \"borodino\"; it has eylau, dresden"),
        (&["play"], "<GAME>"),
        (
            &["play", "art-of-war/eylau", "--seat", "dutch=human"],
            "there is no seat \"dutch\"; the seats are french, allied",
        ),
        (
            &["play", "art-of-war/eylau", "--seat", "french=genius"],
            "cannot be played by \"genius\"; use human, random, cadet",
        ),
        (&["play", "art-of-war/eylau", "--seat", "french"], "write it as NAME=VALUE"),
        (&["play", "art-of-war/eylau", "--seat", "french=human", "--seat", "french=random"], "is given twice"),
        (&["play", "art-of-war/eylau", "--option", "weather=foul"], "use one of off, on"),
        (&["play", "art-of-war/eylau", "--option", "fog=on"], "has no option \"fog\""),
        (&["play", "art-of-war/eylau", "--resume", "x.journal"], "cannot be used with"),
        (&["play", "--resume", "no-such.journal"], "no-such.journal cannot be read: no such file or directory"),
        (&["simulate", "art-of-war/eylau", "--games", "-5"], "expected a whole number from 1 to 1000000000000"),
        (&["simulate", "art-of-war/eylau", "--games", "0"], "expected a whole number from 1 to 1000000000000"),
        (&["simulate", "art-of-war/eylau", "--games", "many"], "expected a whole number from 1 to 1000000000000"),
        (&["simulate", "art-of-war/eylau", "--seed", "-1"], "a whole number from 0"),
        (&["simulate", "art-of-war/eylau", "--policy", "brilliant"], "there is no general \"brilliant\""),
        (&["rules", "show", "art-of-war", "99.9"], "has no case \"99.9\""),
        (&["rules", "show", "chess", "1"], "there is no title \"chess\""),
        (&["example", "check", "no-such.toml"], "no-such.toml cannot be read"),
        (&["example", "check", "--title", "chess"], "there is no title \"chess\""),
        (&["map", "draw", "art-of-war/eylau", "-o", "map.gif"], "must end in .svg or .png"),
        (&["map", "draw", "no-such.toml", "-o", "map.svg"], "no-such.toml cannot be read"),
        (&["map", "check", "no-such.toml"], "no-such.toml cannot be read"),
        (&["replay", "no-such.journal"], "no-such.journal cannot be read"),
        (&["odds", "art-of-war", "no-such.toml", "--order", "x"], "no-such.toml cannot be read"),
        (&["completions", "klingon"], "'klingon'"),
        (&["conquer"], "unrecognized subcommand 'conquer'"),
        (&["--frobnicate"], "unexpected argument '--frobnicate'"),
    ] {
        let sentence = run(arguments).refused(2);
        assert!(sentence.starts_with("sabretache: ") && sentence.contains(words), "{arguments:?}: {sentence}");
    }
}

#[test]
fn results_that_cannot_be_written_leave_nothing_behind() {
    let scratch = Scratch::new();
    let sentence = scratch.run(&["map", "draw", "art-of-war/eylau", "-o", "nowhere/map.svg"]).refused(2);
    assert_eq!(sentence, "sabretache: nowhere/map.svg cannot be written: no such file or directory");
    let sentence = scratch.run(&["play", "art-of-war/eylau", "--journal", "nowhere/game.journal"]).refused(2);
    assert_eq!(sentence, "sabretache: nowhere/game.journal cannot be written: no such file or directory");
    scratch.write("map.toml", "provenance = { kind = \"fan\" }\n[grid]\ncolumns = 4\n");
    let sentence = scratch.run(&["map", "draw", "map.toml", "-o", "map.svg"]).refused(2);
    assert_eq!(sentence, "map.toml:2: the grid needs the field \"rows\"");
    assert_eq!(scratch.names(), ["map.toml"]);
}

#[test]
fn maps_and_geographic_data() {
    let scratch = Scratch::new();
    scratch.write(
        "map.toml",
        "provenance = { kind = \"fan\" }\n[grid]\ncolumns = 4\nrows = 4\n[terrain]\njungle = [\"0101\"]\n",
    );
    let sentence = scratch.run(&["map", "check", "map.toml"]).refused(1);
    assert!(sentence.starts_with("map.toml:6: unknown terrain \"jungle\""), "{sentence}");
    scratch.write("t.json", "{\n \"here\": 3\n}");
    scratch.write("g.json", "{}");
    let build = |transform: &str, geo: &str, name: &str| {
        scratch.run(&["map", "build", geo, "--transform", transform, "--map", name, "-o", "out.toml"]).refused(2)
    };
    assert!(build("t.json", "g.json", "there").starts_with("t.json:1: there is no map \"there\""));
    assert!(build("t.json", "g.json", "here").starts_with("t.json:2: the transform \"here\" cannot be read"));
    let frame = r#"{ "here": { "shifted_down": "even", "metres_per_hex": 400.0, "up_azimuth_deg": 0.0, "origin_east_m": 0.0,
        "origin_north_m": 0.0, "columns": 9, "rows": 8,
        "projection": { "lat0": 51.0, "lon0": 13.0, "m_per_deg_lat": 111000.0, "m_per_deg_lon": 70000.0 } } }"#;
    scratch.write("t.json", frame);
    assert!(build("t.json", "g.json", "here").starts_with("g.json:1: not a GeoJSON collection"));
    scratch.write("out.toml", "corrected by hand");
    assert!(build("t.json", "g.json", "here").contains("out.toml already exists"));
    assert_eq!(scratch.read("out.toml"), "corrected by hand");
}

#[test]
fn journals_cut_short_tampered_with_or_of_another_kind() {
    let scratch = Scratch::new();
    let started = ["play", "art-of-war/eylau", "--seed", "1", "--seat", "french=random", "--seat", "allied=random"];
    scratch.run(&[&started[..], &["--journal", "game.journal"]].concat()).fine();
    let sound = scratch.read("game.journal");
    let lines: Vec<&str> = sound.lines().collect();
    let refused = |text: &str| {
        scratch.write("bad.journal", text);
        let sentence = scratch.run(&["replay", "bad.journal"]).refused(2);
        assert_eq!(scratch.run(&["play", "--resume", "bad.journal"]).refused(2), sentence);
        assert_eq!(scratch.read("bad.journal"), text, "a bad journal is left as it is");
        sentence
    };
    assert!(refused("").starts_with("bad.journal:1: this is not a journal"));
    assert!(refused("# a shopping list\n").starts_with("bad.journal:1: this is not a journal"));
    assert!(refused("{\"sabretache_journal\":99}").starts_with("bad.journal:1: the journal has format 99"));
    let other = lines[0].replace("\"title\":\"art-of-war\"", "\"title\":\"waterloo\"");
    assert!(refused(&other).starts_with("bad.journal:1: this is a game of \"waterloo\""));
    let torn = &sound[..sound.trim_end().len() - 20];
    assert!(refused(torn).starts_with(&format!("bad.journal:{}: the entry cannot be read", lines.len())));
    let throw = lines.iter().position(|line| line.contains("\"throw\"")).unwrap();
    let face = if lines[throw].contains("[6]") { "[5]" } else { "[6]" };
    let start = lines[throw].find("\"outcome\":").unwrap() + "\"outcome\":".len();
    let forged = format!("{}{face}{}", &lines[throw][..start], &lines[throw][start + 3..]);
    let with = |line: &str| [&lines[..throw], &[line], &lines[throw + 1..]].concat().join("\n");
    let sentence = refused(&with(&forged));
    assert!(
        sentence.starts_with(&format!("bad.journal:{}: throw 0 does not come from the seed", throw + 1)),
        "{sentence}"
    );
    let missing = [&lines[..throw], &lines[throw + 1..]].concat().join("\n");
    assert!(refused(&missing).starts_with(&format!("bad.journal:{}: ", throw + 1)));
    assert!(scratch.run(&["replay", "game.journal", "--to", "99999999"]).refused(2).contains("the game has"));
}

#[test]
fn positions_and_examples() {
    let scratch = Scratch::new();
    scratch.write("a.toml", "rules = [\"9.0b\"]\ntitle = \"An example\"\n");
    let checked = scratch.run(&["example", "check", "a.toml"]);
    assert_eq!((checked.code, checked.err.as_str()), (1, ""));
    assert_eq!(checked.out, "a.toml:1: an example needs the field \"position\"\n0 passed, 1 failed\n");
    let sentence = scratch.run(&["example", "draw", "a.toml", "-o", "a.svg"]).refused(2);
    assert_eq!(sentence, "a.toml:1: an example needs the field \"position\"");
    let sentence = scratch.run(&["odds", "art-of-war", "a.toml", "--order", "attack x with a"]).refused(2);
    assert_eq!(sentence, "a.toml:1: an example needs the field \"position\"");
    assert_eq!(scratch.names(), ["a.toml"]);
}
