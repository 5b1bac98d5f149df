//! Every field of a scenario acts: changed by an overlay, it changes the game, or is a fault.

use std::collections::BTreeMap;

use art_of_war::counters::{ALLIED, FRENCH};
use art_of_war::{ArtOfWar, Battle, Rules};
use kernel::example::read_position;
use kernel::{Position, Ruleset, Title};

/// The title with the first `old` after `anchor` in one of its files replaced.
fn changed(file: &str, anchor: &str, old: &str, new: &str) -> Result<ArtOfWar, Vec<String>> {
    let files = ArtOfWar::built_in().data_files();
    let text = files.iter().find(|data| data.name == file).expect("a data file").text.to_string();
    let from = text.find(anchor).expect(anchor);
    let at = from + text[from..].find(old).expect(old);
    let text = format!("{}{new}{}", &text[..at], &text[at + old.len()..]);
    let title = ArtOfWar::with_overlay(&BTreeMap::from([(format!("art-of-war/{file}"), text)]));
    title.map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn sound(file: &str, anchor: &str, old: &str, new: &str) -> ArtOfWar {
    changed(file, anchor, old, new).expect("a sound overlay")
}

fn position(title: &ArtOfWar, fields: &str) -> Position<Rules> {
    let text = format!("rules = []\ntitle = \"a position\"\n[position]\n{fields}\n");
    read_position(title, "position", &text).expect("a position")
}

#[test]
fn the_game_ends_where_the_scenario_lets_it() {
    let fields = "rules_of = \"dresden\"\nmap = \"dresden\"\nsetup = true\nturn = 16\nphase = \"end of turn\"";
    let asked = |title: &ArtOfWar| {
        let Position { rules, state } = position(title, fields);
        (state.turn, format!("{:?}", rules.pending(&state)).contains("FightOn"))
    };
    assert_eq!(asked(&ArtOfWar::built_in()), (16, true));
    let other = "game_may_end_after = [6]";
    let (turn, asks) = asked(&sound("dresden/scenario.toml", "id =", "game_may_end_after = [6, 16]", other));
    assert!(turn >= 16 && !asks, "nobody is asked, and the day ends all the same");
}

#[test]
fn an_objective_is_worth_what_it_says_to_whom_it_says() {
    let fields = "map = \"eylau\"\nunits = [\"fr a: Lev 7-4i @ 1213\", \"fr b: Lev 7-4i @ 1313\"]";
    let points = |title: &ArtOfWar| {
        let Position { rules, state } = position(title, fields);
        rules.points(&state, FRENCH)
    };
    assert_eq!(points(&ArtOfWar::built_in()), 10);
    assert_eq!(points(&sound("eylau/scenario.toml", "hex = \"1313\"", "points = 5", "points = 7")), 12);
    let theirs = "sides = [\"allied\"]";
    assert_eq!(points(&sound("eylau/scenario.toml", "hex = \"1313\"", "sides = [\"french\", \"allied\"]", theirs)), 5);
    let held = "rule = \"held at the end of a French combat phase\"";
    assert_eq!(points(&sound("eylau/scenario.toml", "hex = \"1313\"", "rule = \"last to enter\"", held)), 5);
    let unknown = changed("eylau/scenario.toml", "hex = \"1313\"", "rule = \"last to enter\"", "rule = \"bought\"");
    assert!(unknown.unwrap_err()[0].contains("unknown variant `bought`"));
}

#[test]
fn a_bonus_needs_what_it_says() {
    let fields = "map = \"eylau\"\nunits = [\"fr a: Lev 99-4i @ 0101 lost\", \"ru b: Tut 8-4i @ 0505\"]";
    let points = |title: &ArtOfWar| {
        let Position { rules, state } = position(title, fields);
        rules.points(&state, ALLIED)
    };
    assert_eq!(points(&ArtOfWar::built_in()), 99, "the Guard has not attacked");
    let needs = "needs = \"attack by French Guard infantry\"";
    assert_eq!(points(&sound("eylau/scenario.toml", "[[bonus]]", needs, "")), 99 + 15);
    assert!(changed("eylau/scenario.toml", "[[bonus]]", needs, "needs = \"snow\"").is_err());
    let unless = "unless = \"allied decisive victory\"";
    let rules = sound("dresden/scenario.toml", "[[bonus]]", unless, "").rules_of(Battle::Dresden, false);
    assert_eq!(rules.scenario.bonuses[0].unless, None);
}

#[test]
fn entries_klenau_and_the_old_guard_are_checked_against_the_roster() {
    let only = |title: Result<ArtOfWar, Vec<String>>| {
        let faults = title.unwrap_err();
        assert!(!faults.is_empty());
        faults
    };
    // Ney's and Lestocq's men come at A; without the Allies Lestocq's cannot.
    let faults = only(changed(
        "eylau/scenario.toml",
        "area = \"A\"",
        "sides = [\"allied\", \"french\"]",
        "sides = [\"french\"]",
    ));
    assert!(faults.iter().all(|fault| fault.ends_with("the scenario lets no Prussian unit enter at A")), "{faults:?}");
    let faults = only(changed("dresden/scenario.toml", "[reserve]", "\"curial\"", "\"cambronne\""));
    assert!(
        faults
            .iter()
            .any(|fault| fault.ends_with("the scenario names the unit `cambronne`, which is not in the roster"))
    );
    let faults = only(changed("dresden/scenario.toml", "[klenau]", "area = \"B\"", "area = \"A\""));
    assert!(faults[0].ends_with("Klenau cannot enter at A: it is not an Allied area"), "{faults:?}");
    let moved = sound("dresden/scenario.toml", "[klenau]", "area = \"B\"", "area = \"C\"");
    assert_eq!(moved.rules_of(Battle::Dresden, false).scenario.klenau_areas.map(|area| area.0), ['C', 'C']);
}
