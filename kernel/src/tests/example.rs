use super::toy::RaceTitle;
use crate::coverage::{coverage, switch_off_all};
use crate::{AnyTitle, DataFile, any_title};
use std::sync::Arc;

fn title() -> Arc<dyn AnyTitle> {
    any_title(RaceTitle::default())
}

fn failures(text: &str) -> Vec<String> {
    title().check_example("e.toml", text).failures.iter().map(ToString::to_string).collect()
}

const HEAD: &str = "rules = [\"2.1\"]\ntitle = \"A walk\"\n[position]\nred = 3\npit = 6\n";

fn steps(text: &str) -> Vec<String> {
    failures(&format!("{HEAD}{text}"))
}

#[test]
fn an_example_passes_if_everything_comes_out() {
    let text = r#"
[[step]]
expect = { pending = "red: run", legal = ["walk 2", "red: roll"], not_legal = ["walk 3", "blue: walk"], over = false }
[[step]]
by = "red"
do = "walk 2, roll"
throws = [1]
expect = { red = 6, pending = "blue: run", events = ["throws 1", "falls into the pit at 6"], not_events = "stumbles" }
[[step]]
by = "red"
try = "walk"
refused = ["2", "2.2"]
[[step]]
by = "red"
do = "play"
expect = { red = 8 }
[[step]]
by = "blue"
do = "roll"
expect = { pending = "throw: the run" }
[[step]]
by = "blue"
do = "play"
throws = [[5]]
expect = { blue = 8 }
[[step]]
by = "red"
do = "walk 2"
expect = { over = "Red wins", pending = "over: Red wins the race." }
[[step]]
expect = { over = "clear" }
"#;
    assert_eq!(steps(text), [""; 0]);
}

#[test]
fn a_step_without_dice_that_looks_at_something_stops_before_its_roll() {
    let rolled = "[[step]]\nby = \"red\"\ndo = \"roll\"\n";
    assert_eq!(
        steps(&format!("{rolled}expect = {{ red = 3 }}\n[[step]]\nthrows = [2]\nexpect = {{ red = 5 }}\n")),
        [""; 0]
    );
    assert_eq!(
        steps(&format!("{rolled}expect = {{ red = 5 }}\n")),
        ["e.toml:9: red: the runner is at 3"],
        "dice that were forgotten are noticed by what they would have brought about"
    );
}

#[test]
fn what_comes_out_otherwise_fails_with_line_and_sentence() {
    let one = |text: &str| {
        let found = steps(text);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    };
    assert_eq!(
        one("[[step]]\nby = \"red\"\ndo = \"walk 3\"\n"),
        "e.toml:8: \"walk 3\" is refused: 2.1: nobody walks more than two places in a turn"
    );
    assert_eq!(
        one("[[step]]\nby = \"blue\"\ndo = \"walk\"\n"),
        "e.toml:8: \"walk\" is refused: 2.2: it is not this runner's turn (blue has nothing to decide now; the game is waiting for red: run)"
    );
    assert_eq!(
        one("[[step]]\nby = \"red\"\ndo = \"roll\"\n"),
        "e.toml:6: a roll for the run (2.3) is due, 1 dice, and the step has none left"
    );
    assert_eq!(
        one("[[step]]\nby = \"red\"\ndo = \"roll\"\nthrows = [1, 2]\n"),
        "e.toml:9: the dice [2] were not rolled; the game is waiting for blue: run"
    );
    assert_eq!(
        one("[[step]]\nby = \"red\"\ndo = \"roll\"\nthrows = [9]\n"),
        "e.toml:9: dice for the run (2.3) show 1 to 6, not [9]"
    );
    assert_eq!(
        one("[[step]]\nby = \"red\"\ntry = \"walk\"\nrefused = [\"2.1\"]\n"),
        "e.toml:8: \"walk\" is allowed but should be refused"
    );
    assert_eq!(
        one("[[step]]\nby = \"red\"\ntry = \"walk 3\"\nrefused = [\"2.2\"]\n"),
        "e.toml:8: refused under another case than 2.2: 2.1: nobody walks more than two places in a turn"
    );
    assert_eq!(
        one("[[step]]\nby = \"red\"\ntry = \"fly\"\n"),
        "e.toml:8: \"fly\" is not an order: `fly` is not an order of the race"
    );
    assert_eq!(
        one("[[step]]\nexpect = { pending = \"blue: run\" }\n"),
        "e.toml:7: pending: the game is waiting for \"red: run\""
    );
    assert_eq!(
        one("[[step]]\nexpect = { green = 3 }\n"),
        "e.toml:7: green: nothing is known of \"green\"; there are red and blue"
    );
    assert_eq!(one("[[step]]\nexpect = { over = true }\n"), "e.toml:7: over: the game is not over");
    assert_eq!(
        one("[[step]]\nexpect = { not_legal = \"fly\" }\n"),
        "e.toml:7: not_legal: \"fly\" is not an order: `fly` is not an order of the race"
    );
    assert_eq!(
        one("[[step]]\nby = \"red\"\ndo = \"walk\"\nexpect = { events = [\"sings\"] }\n"),
        "e.toml:9: events: no log line contains \"sings\"; the log says \"red comes to 4\""
    );
    assert_eq!(
        one("[[step]]\nby = \"green\"\ndo = \"walk\"\n"),
        "e.toml:7: there is no seat \"green\"; the seats are red, blue"
    );
}

#[test]
fn faults_of_the_file_are_all_reported() {
    let text = "rules = [\"9.9\"]\nauthor = \"x\"\n[position]\ngreen = 3\n[[step]]\ndo = \"walk\"\nthrows = [\"x\"]\nwhat = 1\nexpect = { red = 1.5 }\n";
    let found = failures(text);
    assert_eq!(
        found,
        [
            "e.toml:1: an example needs the field \"title\"",
            "e.toml:2: an example has no field \"author\"; its fields are rules, title, note, position, step",
            "e.toml:4: the position has no field \"green\"; its fields are red, blue, pit, active",
            "e.toml:5: step 1 does not say who acts: by = …",
            "e.toml:7: throws are a list of dice, such as [5] or [3, 4]",
            "e.toml:8: step 1 has no field \"what\"; its fields are by, do, try, refused, throws, expect, note",
            "e.toml:9: expectations are strings, whole numbers, true or false, lists and tables",
        ]
    );
    let unknown = failures("rules = [\"9.9\"]\ntitle = \"x\"\n[position]\n");
    assert_eq!(unknown, ["e.toml:1: the rulebook of The Race has no case \"9.9\""]);
}

#[test]
fn whatever_the_text_the_answer_is_a_report() {
    for text in ["", "[", "rules = 3", "step = 3", "[[step]]\nexpect = 3", "position = []", "\u{0}", "a.b.c = 1"] {
        assert!(!failures(text).is_empty(), "{text:?}");
    }
    let sound = format!("{HEAD}[[step]]\nby = \"red\"\ndo = \"walk, roll\"\nthrows = [3]\nexpect = {{ red = 7 }}\n");
    assert_eq!(failures(&sound), [""; 0]);
    for end in (0..sound.len()).filter(|end| sound.is_char_boundary(*end)) {
        let _ = failures(&sound[..end]);
        let _ = failures(&format!("{}{}", &sound[..end], &sound[(end + 1).min(sound.len())..]));
    }
}

fn file(name: &str, rules: &str, steps: &str) -> DataFile {
    let text = format!("rules = [{rules}]\ntitle = \"x\"\n[position]\nred = 3\npit = 6\n{steps}");
    DataFile { name: name.into(), text: text.into(), from_overlay: false }
}

#[test]
fn coverage_tells_which_cases_decide_in_their_own_examples() {
    let walk = file("walk.toml", "\"2.1\", \"2.3\"", "[[step]]\nby = \"red\"\ntry = \"walk 3\"\nrefused = \"2.1\"\n");
    let idle = file("idle.toml", "\"4.1\"", "");
    let found = coverage(&*title(), &[walk, idle]);
    let of = |id: &str| found.cases.iter().find(|case| case.id == id).unwrap();
    assert!(of("2.1").fired && of("2.1").examples == ["walk.toml"] && of("2.1").code.len() == 1);
    assert!(!of("2.3").fired && !of("4.1").fired);
    assert!(found.failed.is_empty() && found.unlisted.is_empty());
    assert!(found.uncovered().any(|case| case.id == "4.1"));
    assert!(found.uncovered().all(|case| case.id != "3.2"), "not modelled");
}

#[test]
fn a_prohibition_shows_a_refused_order_and_an_allowed_one_of_its_kind_beside_it() {
    let refused = "[[step]]\nby = \"red\"\ntry = \"walk 3\"\nrefused = \"2.1\"\n";
    let gaps =
        |text: &str| -> Vec<String> { coverage(&*title(), &[file("walk.toml", "\"2.1\"", text)]).gaps().collect() };
    assert_eq!(gaps(""), ["2.1 forbids something, but no order is refused under it in its examples"]);
    let lonely = ["2.1: no order similar to the refused one is allowed (red: \"walk 3\" in walk.toml)"];
    assert_eq!(gaps(refused), lonely);
    assert_eq!(
        gaps(&format!("{refused}[[step]]\nby = \"red\"\ndo = \"roll\"\nthrows = [1]\n")),
        lonely,
        "another kind"
    );
    let walk = format!("{refused}[[step]]\nby = \"red\"\ndo = \"walk 2\"\n");
    assert!(gaps(&walk).is_empty());
    let found = coverage(&*title(), &[file("walk.toml", "\"2.1\"", &walk)]);
    let case = found.cases.iter().find(|case| case.id == "2.1").unwrap();
    assert_eq!(case.allowed_beside.as_ref().unwrap().to_string(), "red: \"walk 2\" in walk.toml");
    let not_your_turn = "[[step]]\nby = \"blue\"\ntry = \"walk\"\nrefused = \"2.2\"\n";
    assert_eq!(
        gaps(&format!("{walk}{not_your_turn}")),
        ["2.2 is not marked as forbidding, but an order is refused under it (blue: \"walk\" in walk.toml)"]
    );
}

#[test]
fn a_case_switched_off_must_be_noticed() {
    let walk = file("walk.toml", "\"2.1\"", "[[step]]\nby = \"red\"\ntry = \"walk 3\"\nrefused = \"2.1\"\n");
    let idle = file("idle.toml", "\"2.4\"", "[[step]]\nby = \"red\"\ndo = \"walk\"\n");
    let unnoticed = switch_off_all(&*title(), &[walk, idle]);
    let of = |id: &str| unnoticed.iter().find(|case| case.id == id);
    assert!(of("2.1").is_none());
    assert_eq!(of("2.4").unwrap().examples, ["idle.toml"]);
    assert!(of("4.1").unwrap().examples.is_empty());
}
