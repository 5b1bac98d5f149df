//! Faulty data files: every fault is one clear sentence with file and line, and nothing else is complained about.

use std::collections::BTreeMap;

use art_of_war::{ArtOfWar, Battle};
use kernel::Title;

fn text(file: &str) -> String {
    let files = ArtOfWar::built_in().data_files();
    files.iter().find(|data| data.name == file).expect("a data file").text.to_string()
}

/// The only fault of the title with this file in place of its own.
fn only_fault(file: &str, text: &str) -> String {
    let overlay = BTreeMap::from([(format!("art-of-war/{file}"), text.to_owned())]);
    let faults = ArtOfWar::with_overlay(&overlay).err().unwrap_or_default();
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    faults[0].clone()
}

/// The line on which `needle` first stands.
fn line(text: &str, needle: &str) -> usize {
    1 + text.lines().position(|line| line.contains(needle)).expect(needle)
}

/// Replaces the first `old` after `anchor`; what comes out, and the line of it.
fn edited(file: &str, anchor: &str, old: &str, new: &str) -> (String, usize) {
    let text = text(file);
    let from = text.find(anchor).expect(anchor);
    let at = from + text[from..].find(old).expect(old);
    let line = 1 + text[..at].matches('\n').count();
    (format!("{}{new}{}", &text[..at], &text[at + old.len()..]), line)
}

#[test]
fn an_unknown_field_of_a_unit() {
    let (text, line) =
        edited("eylau/units.toml", "id = \"sam-i1\"", "strength = 8", "colour = \"green\"\nstrength = 8");
    let fault = only_fault("eylau/units.toml", &text);
    assert!(fault.starts_with(&format!("art-of-war/eylau/units.toml:{line}: unknown field `colour`")), "{fault}");
}

#[test]
fn an_unknown_field_of_a_scenario() {
    let (text, line) = edited("dresden/scenario.toml", "[[bonus]]", "points = 55", "points = 55\nduring = \"rain\"");
    let fault = only_fault("dresden/scenario.toml", &text);
    assert!(
        fault.starts_with(&format!("art-of-war/dresden/scenario.toml:{}: unknown field `during`", line + 1)),
        "{fault}"
    );
}

#[test]
fn a_number_where_a_word_belongs() {
    let (text, line) = edited("eylau/units.toml", "id = \"sam-i1\"", "strength = 8", "strength = \"eight\"");
    let fault = only_fault("eylau/units.toml", &text);
    assert!(fault.starts_with(&format!("art-of-war/eylau/units.toml:{line}: ")) && fault.contains("eight"), "{fault}");
}

#[test]
fn a_hex_that_cannot_be() {
    let (text, line) = edited("eylau/units.toml", "id = \"tut-i1\"", "\"0714\"", "\"07x4\"");
    let sentence = "`07x4` is not a hex of this map, which runs from 0101 to 2622";
    assert_eq!(only_fault("eylau/units.toml", &text), format!("art-of-war/eylau/units.toml:{line}: {sentence}"));
}

#[test]
fn a_start_off_the_map() {
    let (text, line) = edited("dresden/units.toml", "id = \"roth\"", "\"2308\"", "\"2340\"");
    let fault = only_fault("dresden/units.toml", &text);
    assert!(
        fault.starts_with(&format!("art-of-war/dresden/units.toml:{line}: `2340` is not a hex of this map")),
        "{fault}"
    );
}

#[test]
fn an_objective_off_the_map() {
    let (text, line) = edited("eylau/scenario.toml", "[[objective]]", "\"1213\"", "\"9913\"");
    let fault = only_fault("eylau/scenario.toml", &text);
    assert!(fault.starts_with(&format!("art-of-war/eylau/scenario.toml:{line}: `9913` is not a hex")), "{fault}");
}

#[test]
fn a_missing_row_of_the_combat_results_table() {
    let whole = text("tables.toml");
    let row = whole.lines().find(|line| line.starts_with("4 = [")).expect("a row");
    let fault = only_fault("tables.toml", &whole.replace(&format!("{row}\n"), ""));
    assert!(fault.ends_with("the combat results table has no row for a roll of 4"), "{fault}");
    assert!(fault.starts_with(&format!("art-of-war/tables.toml:{}: ", line(&whole, "[combat.rows]"))), "{fault}");
}

#[test]
fn a_short_row_and_a_result_that_is_none() {
    let (text, line) = edited("tables.toml", "[combat.rows]", "2 = [\"Ar\", ", "2 = [");
    let sentence = "a row of the combat results table has 9 cells, and there are 10 columns";
    assert_eq!(only_fault("tables.toml", &text), format!("art-of-war/tables.toml:{line}: {sentence}"));
    let (text, line) = edited("tables.toml", "[combat.rows]", "\"Dr\"", "\"Dx\"");
    let sentence = "`Dx` is not a combat result; use Ae, Ar, Ee, Dr or De";
    assert_eq!(only_fault("tables.toml", &text), format!("art-of-war/tables.toml:{line}: {sentence}"));
}

#[test]
fn a_missing_row_of_the_terrain_chart() {
    let (text, _) = edited(
        "tables.toml",
        "[terrain.woods]",
        "[terrain.woods]\ncost = 4\nblocks_bombardment = true\ndoubles_defender = false\n",
        "",
    );
    let fault = only_fault("tables.toml", &text);
    assert!(fault.starts_with("art-of-war/tables.toml:") && fault.contains("missing field `woods`"), "{fault}");
}

#[test]
fn two_units_of_one_name() {
    let (text, line) = edited("eylau/units.toml", "id = \"tut-i2\"", "\"tut-i2\"", "\"tut-i1\"");
    assert_eq!(
        only_fault("eylau/units.toml", &text),
        format!("art-of-war/eylau/units.toml:{line}: there are two units `tut-i1`")
    );
}

#[test]
fn a_unit_listed_twice_as_it_stands() {
    let whole = text("eylau/units.toml");
    let from = whole.find("[[unit]]").expect("a unit");
    let upto = from + 1 + whole[from + 1..].find("[[unit]]").expect("another unit");
    let twice = format!("{}{}", whole, &whole[from..upto]);
    let fault = only_fault("eylau/units.toml", &twice);
    assert!(fault.ends_with("there are two units `tut-i1`"), "{fault}");
}

#[test]
fn an_overstacked_start() {
    let (text, _) = edited("eylau/units.toml", "id = \"tut-i2\"", "\"0813\"", "\"0714\"");
    let fault = only_fault("eylau/units.toml", &text);
    assert!(fault.starts_with("art-of-war/eylau/units.toml:"), "{fault}");
    assert!(fault.ends_with("`tut-i2` would start as one unit too many in 0714"), "{fault}");
    // Two may stand together at Dresden, garrisons not counted; a third may not.
    let (text, _) = edited("dresden/units.toml", "id = \"1-2ygd\"", "\"1310\"", "\"1411\"");
    let fault = only_fault("dresden/units.toml", &text);
    assert!(fault.ends_with("`1-2ygd` would start as one unit too many in 1411"), "{fault}");
}

#[test]
fn a_start_on_an_enemy() {
    let (text, _) = edited("eylau/units.toml", "id = \"lev-i1\"", "\"1217\"", "\"0714\"");
    let fault = only_fault("eylau/units.toml", &text);
    assert!(fault.ends_with("`lev-i1` would start on an enemy unit"), "{fault}");
}

#[test]
fn an_unknown_division() {
    let (text, line) = edited("eylau/units.toml", "id = \"kam-a1\"", "division = \"Kam\"", "division = \"Kan\"");
    assert_eq!(
        only_fault("eylau/units.toml", &text),
        format!("art-of-war/eylau/units.toml:{line}: the scenario lists no division `Kan`")
    );
}

#[test]
fn a_division_of_another_army() {
    let (text, line) = edited("eylau/units.toml", "id = \"kam-a1\"", "division = \"Kam\"", "division = \"Lev\"");
    let sentence = "the division `Lev` is not of the army of `kam-a1`";
    assert_eq!(only_fault("eylau/units.toml", &text), format!("art-of-war/eylau/units.toml:{line}: {sentence}"));
}

#[test]
fn a_fresh_strength_marker_for_nobody() {
    let (text, _) = edited("eylau/scenario.toml", "[[fresh]]", "division = \"Tut\"", "division = \"Tat\"");
    let fault = only_fault("eylau/scenario.toml", &text);
    assert!(fault.ends_with("there is no division `Tat` for this fresh strength marker"), "{fault}");
}

#[test]
fn an_entry_area_that_the_map_lacks() {
    let (text, line) = edited("eylau/units.toml", "id = \"mor-i1\"", "area = \"B\"", "area = \"D\"");
    assert_eq!(
        only_fault("eylau/units.toml", &text),
        format!("art-of-war/eylau/units.toml:{line}: the map has no entry area `D`")
    );
}

#[test]
fn a_gap_in_the_turn_track() {
    let (text, _) = edited("eylau/scenario.toml", "number = 12", "number = 12", "number = 13");
    let fault = only_fault("eylau/scenario.toml", &text);
    assert!(fault.ends_with("turn 13 is where turn 12 belongs"), "{fault}");
}

#[test]
fn a_file_that_belongs_to_nobody() {
    let overlay = BTreeMap::from([("art-of-war/leipzig/units.toml".to_owned(), String::new())]);
    let faults = ArtOfWar::with_overlay(&overlay).err().unwrap_or_default();
    assert_eq!(
        faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["art-of-war/leipzig/units.toml:1: art-of-war has no data file `leipzig/units.toml` to replace"]
    );
}

#[test]
fn an_overlay_counts() {
    let (text, _) = edited("eylau/units.toml", "id = \"tut-i1\"", "strength = 8", "strength = 9");
    let overlay = BTreeMap::from([("art-of-war/eylau/units.toml".to_owned(), text)]);
    let title = ArtOfWar::with_overlay(&overlay).expect("a sound overlay");
    let rules = title.rules_of(art_of_war::Battle::Eylau, false);
    assert_eq!(rules.unit(rules.find("tut-i1").expect("a unit")).strength, 9);
}

#[test]
fn every_fault_of_every_file_is_reported_at_once() {
    let (tables, slope) = edited("tables.toml", "[hexside.slope]", "extra = 2", "extra = \"two\"");
    let tables = tables.replace("[terrain.woods]\n", "[terrain.woods]\nshade = true\n");
    let tables = tables.replace("in_rain = \"river\"", "in_rain = \"lake\"");
    let (units, unit) = edited("eylau/units.toml", "id = \"sam-i1\"", "strength = 8", "strength = \"eight\"");
    let overlay = BTreeMap::from([
        ("art-of-war/tables.toml".to_owned(), tables.clone()),
        ("art-of-war/eylau/units.toml".to_owned(), units),
        ("art-of-war/title.toml".to_owned(), "[[side]]\ncolour = \"blue\"\n".to_owned()),
    ]);
    let faults: Vec<String> = ArtOfWar::with_overlay(&overlay).unwrap_err().iter().map(ToString::to_string).collect();
    let places = [
        format!("art-of-war/tables.toml:{}: ", line(&tables, "shade = true")),
        format!("art-of-war/tables.toml:{}: ", slope + 1),
        format!("art-of-war/tables.toml:{}: ", line(&tables, "in_rain = \"lake\"")),
        format!("art-of-war/eylau/units.toml:{unit}: "),
        "art-of-war/title.toml:2: side 1 has no field \"colour\"".to_owned(),
        "art-of-war/title.toml:1: there are counters of the nation \"austrian\", which is not listed".to_owned(),
    ];
    for place in places {
        assert!(faults.iter().any(|fault| fault.starts_with(&place)), "{place} in {faults:#?}");
    }
}

/// 9.0: what a hexside does is in the table, and nowhere else.
#[test]
fn every_effect_of_a_hexside_acts() {
    let printed = grounds(&text("tables.toml")).unwrap();
    // A road runs over every printed bridge and pays for it (4.2d): what a bridge spares shows in the examples of 9.0d.
    let changes = [
        ("slope", "extra = 2", "extra = 4"),
        ("slope", "one_way = true", "one_way = false"),
        ("slope", "doubles_defender = true", "doubles_defender = false"),
        ("slope", "guns_need_bridge = false", "guns_need_bridge = true"),
        ("slope", "one_way = true", "one_way = true\nfrozen_in = [\"eylau\"]"),
        ("gully", "extra = 4", "extra = 2"),
        ("gully", "guns_need_bridge = true", "guns_need_bridge = false"),
        ("gully", "doubles_defender = true", "doubles_defender = false"),
        ("gully", "impassable_without_bridge = false", "impassable_without_bridge = true"),
        ("stream", "extra = 4", "extra = 2"),
        ("stream", "guns_need_bridge = true", "guns_need_bridge = false"),
        ("stream", "doubles_defender = true", "doubles_defender = false"),
        ("stream", "in_rain = \"river\"", "in_rain = \"gully\""),
        ("landgraben", "extra = 2", "extra = 4"),
        ("landgraben", "guns_need_bridge = true", "guns_need_bridge = false"),
        ("landgraben", "doubles_defender = false", "doubles_defender = true"),
        ("landgraben", "in_rain = \"stream\"", "in_rain = \"river\""),
        ("river", "doubles_defender = true", "doubles_defender = false"),
        ("river", "impassable_without_bridge = true", "impassable_without_bridge = false"),
        ("river", "frozen_in = [\"eylau\"]", "frozen_in = [\"eylau\", \"dresden\"]"),
    ];
    for (feature, old, new) in changes {
        let (text, _) = edited("tables.toml", &format!("[hexside.{feature}]"), old, new);
        assert!(grounds(&text).unwrap() != printed, "{feature}: {new}");
    }
    let (text, line) = edited("tables.toml", "[hexside.bridge]", "guns_need_bridge = false", "guns_need_bridge = true");
    let fault = grounds(&text).unwrap_err();
    assert_eq!(fault, format!("art-of-war/tables.toml:{}: a bridge is crossed without another bridge", line - 2));
}

/// What both maps come to with these tables.
fn grounds(tables: &str) -> Result<[String; 2], String> {
    let overlay = BTreeMap::from([("art-of-war/tables.toml".to_owned(), tables.to_owned())]);
    let title = ArtOfWar::with_overlay(&overlay).map_err(|faults| faults[0].to_string())?;
    Ok(Battle::ALL.map(|battle| format!("{:?}", title.rules_of(battle, false).ground)))
}
