//! The printed tables and orders of battle, held against every total that the rulebook and the counter sheets give.

use std::collections::BTreeMap;

use art_of_war::counters::{ALLIED, Area, Army, FRENCH, Garrison, Kind, Start, Unit};
use art_of_war::scenario::DivisionInfo;
use art_of_war::state::{Column, CombatResult};
use art_of_war::tables::Feature;
use art_of_war::{ArtOfWar, Battle, Rules};

fn rules(battle: Battle) -> Rules {
    ArtOfWar::built_in().rules_of(battle, false)
}

/// Number of units and of printed points.
fn count(units: &[Unit], test: impl Fn(&Unit) -> bool) -> (usize, u32) {
    let chosen: Vec<&Unit> = units.iter().filter(|unit| test(unit)).collect();
    (chosen.len(), chosen.iter().map(|unit| u32::from(unit.strength)).sum())
}

fn by_kind(units: &[Unit], army: Army) -> [(usize, u32); 3] {
    [Kind::Infantry, Kind::Cavalry, Kind::Artillery].map(|kind| count(units, |u| u.army == army && u.kind == kind))
}

fn arrivals(units: &[Unit], area: char, turn: u8) -> usize {
    count(units, |unit| unit.start == Start::Enters { area: Area(area), turn }).0
}

#[test]
fn dresden_has_its_ninety_five_units() {
    let units = rules(Battle::Dresden).units;
    assert_eq!(units.len(), 95);
    assert_eq!(by_kind(&units, Army::Russian), [(7, 35), (4, 13), (4, 14)]);
    assert_eq!(by_kind(&units, Army::Prussian), [(6, 31), (2, 4), (2, 7)]);
    assert_eq!(by_kind(&units, Army::Austrian), [(13, 72), (4, 11), (6, 19)]);
    assert_eq!(by_kind(&units, Army::French), [(30, 151), (5, 21), (12, 50)]);
    let totals =
        [Army::Russian, Army::Prussian, Army::Austrian, Army::French].map(|army| count(&units, |u| u.army == army));
    assert_eq!(totals, [(15, 62), (10, 42), (23, 102), (47, 222)]);
    // Four morale markers and the turn marker make up the hundred counters.
    assert_eq!(units.len() + 4 + 1, 100);
}

#[test]
fn dresden_has_its_reserves_garrisons_and_arrivals() {
    let units = rules(Battle::Dresden).units;
    let reserves = [Army::Russian, Army::Prussian, Army::Austrian, Army::French]
        .map(|army| count(&units, |unit| unit.army == army && unit.reserve).0);
    assert_eq!(reserves, [3, 5, 10, 2]);
    assert_eq!(count(&units, |unit| unit.garrison == Some(Garrison::Lunette)), (5, 5));
    assert_eq!(count(&units, |unit| unit.garrison == Some(Garrison::Westphalians)), (1, 2));
    assert!(units.iter().all(|unit| unit.garrison.is_some() == (unit.movement == 0)));
    let french = |turn| units.iter().filter(move |u| u.start == Start::Enters { area: Area('A'), turn });
    assert!(french(5).chain(french(6)).all(|unit| unit.army == Army::French));
    assert_eq!([arrivals(&units, 'A', 5), arrivals(&units, 'A', 6), arrivals(&units, 'C', 6)], [8, 8, 6]);
    assert_eq!(count(&units, |unit| unit.start == Start::Klenau && unit.army == Army::Austrian), (3, 17));
    // Everybody else has a start hex.
    assert_eq!(count(&units, |unit| matches!(unit.start, Start::At(_))).0, 95 - 8 - 8 - 6 - 3);
}

#[test]
fn dresden_settles_the_doubtful_counters_as_argued() {
    let rules = rules(Battle::Dresden);
    let unit = |id: &str| rules.unit(rules.find(id).expect(id)).clone();
    let values = |id: &str| (unit(id).strength, unit(id).movement, unit(id).kind);
    assert_eq!(values("klux"), (5, 4, Kind::Infantry));
    assert_eq!(values("reserve-2"), (4, 3, Kind::Artillery));
    for (first, second) in [("1-20-vi", "2-20-vi"), ("1-21-vi", "2-21-vi"), ("1-22-vi", "2-22-vi")] {
        assert_eq!((values(first), values(second)), ((6, 4, Kind::Infantry), (5, 4, Kind::Infantry)));
    }
    assert_eq!(unit("2-6-ii").start, Start::Enters { area: Area('A'), turn: 6 });
    assert_eq!(
        (values("ii-a"), unit("ii-a").start),
        ((6, 3, Kind::Artillery), Start::Enters { area: Area('A'), turn: 6 })
    );
    assert_eq!(values("westphalians"), (2, 0, Kind::Artillery));
    assert!(unit("friant").reserve && unit("curial").reserve && !unit("old-guard-a").reserve);
    let start = |id: &str| match unit(id).start {
        Start::At(hex) => rules.ground.grid.name(hex),
        Start::Enters { .. } | Start::Klenau => String::new(),
    };
    for (hex, brigades) in [
        ("1411", ["1-1ygd", "2-1ygd"]),
        ("1310", ["1-2ygd", "2-2ygd"]),
        ("2008", ["1-3ygd", "2-3ygd"]),
        ("1808", ["1-4ygd", "2-4ygd"]),
    ] {
        assert_eq!(brigades.map(start), [hex, hex]);
    }
}

/// Units, points and fresh strength of a division as the table lists them.
const DIVISIONS: [(&str, Army, usize, u32, u8); 20] = [
    ("Tut", Army::Russian, 6, 26, 3),
    ("Ess", Army::Russian, 6, 28, 3),
    ("Sam", Army::Russian, 4, 26, 4),
    ("Doc", Army::Russian, 5, 22, 3),
    ("Sac", Army::Russian, 4, 27, 3),
    ("Kam", Army::Russian, 3, 18, 3),
    ("Ost", Army::Russian, 6, 21, 0),
    ("Les", Army::Prussian, 5, 15, 2),
    ("Lev", Army::French, 4, 16, 0),
    ("Leg", Army::French, 4, 17, 0),
    ("Des", Army::French, 4, 21, 3),
    ("Heu", Army::French, 4, 19, 3),
    ("Sth", Army::French, 4, 17, 3),
    ("Gd", Army::French, 3, 21, 4),
    ("Mur", Army::French, 7, 20, 0),
    ("Mor", Army::French, 3, 13, 3),
    ("Fri", Army::French, 2, 8, 3),
    ("Gud", Army::French, 2, 9, 3),
    ("Mar", Army::French, 3, 14, 3),
    ("Gar", Army::French, 3, 10, 3),
];

#[test]
fn eylau_has_its_eighty_two_units() {
    let Rules { units, scenario, .. } = rules(Battle::Eylau);
    assert_eq!(units.len(), 82);
    assert_eq!(by_kind(&units, Army::Russian), [(18, 109), (9, 21), (7, 38)]);
    assert_eq!(by_kind(&units, Army::Prussian), [(2, 8), (2, 5), (1, 2)]);
    assert_eq!(by_kind(&units, Army::French), [(27, 129), (10, 25), (6, 31)]);
    let totals = [Army::Russian, Army::Prussian, Army::French].map(|army| count(&units, |unit| unit.army == army));
    assert_eq!(totals, [(34, 168), (5, 15), (43, 185)]);
    assert!(units.iter().all(|unit| !unit.reserve && unit.garrison.is_none()));
    let found: Vec<(&str, Army, usize, u32, u8)> = scenario
        .divisions
        .iter()
        .enumerate()
        .map(|(index, DivisionInfo { id, army, fresh, .. })| {
            let (number, points) = count(&units, |unit| usize::from(unit.division.0) == index);
            (id.as_str(), *army, number, points, *fresh)
        })
        .collect();
    assert_eq!(found, DIVISIONS);
    let codes = [('A', 7), ('A', 9), ('B', 4), ('B', 5), ('B', 8)].map(|(area, turn)| arrivals(&units, area, turn));
    assert_eq!(codes, [5, 6, 3, 2, 2]);
}

#[test]
fn eylau_has_its_sixteen_markers() {
    let scenario = rules(Battle::Eylau).scenario;
    let markers = |side| {
        let of_side = scenario.divisions.iter().filter(|division| division.army.side() == side && division.fresh > 0);
        of_side.fold((0, 0), |(number, points), division| (number + 1, points + u32::from(division.fresh)))
    };
    assert_eq!((markers(FRENCH), markers(ALLIED)), ((9, 28), (7, 21)));
    // With the turn marker and a blank the hundred counters are complete.
    assert_eq!(82 + 16 + 1 + 1, 100);
}

#[test]
fn the_tracks_fit_what_the_rulebook_fixes() {
    let dresden = rules(Battle::Dresden).scenario;
    assert_eq!((dresden.turns.len(), dresden.day_ends.as_slice()), (32, &[6, 16][..]));
    let turns = |test: fn(&art_of_war::scenario::Turn) -> bool, of: &art_of_war::scenario::Scenario| -> Vec<u8> {
        of.turns.iter().filter(|turn| test(turn)).map(|turn| turn.number).collect()
    };
    assert_eq!(turns(|turn| turn.night, &dresden), [7, 8, 17, 18]);
    assert_eq!(turns(|turn| turn.rain, &dresden), (7..=20).collect::<Vec<u8>>());
    assert_eq!((dresden.klenau_turns.as_slice(), dresden.klenau_late), (&[10, 11, 12, 13][..], 17));
    let eylau = rules(Battle::Eylau).scenario;
    assert_eq!((eylau.turns.len(), turns(|turn| turn.night, &eylau)), (12, vec![3]));
    assert_eq!(turns(|turn| turn.rain, &eylau), [0; 0]);
    for battle in Battle::ALL {
        let Rules { units, scenario, ground, .. } = rules(battle);
        for unit in units {
            if let Start::Enters { area, turn } = unit.start {
                assert!(
                    usize::from(turn) <= scenario.turns.len() && ground.entries.contains_key(&area.0),
                    "{}",
                    unit.id
                );
            }
        }
    }
}

const COMBAT: [&str; 6] = [
    "Ar Ar Dr Dr Dr Dr Dr De De De",
    "Ar Ar Ar Dr Dr Dr Dr Dr De De",
    "Ae Ar Ar Ar Dr Dr Dr Dr Dr De",
    "Ae Ar Ar Ar Ar Dr Dr Dr Dr Dr",
    "Ae Ae Ar Ar Ar Ar Dr Dr Ee Ee",
    "Ae Ae Ae Ar Ar Ar Ar Ee Ee Ee",
];

#[test]
fn the_combat_results_table_is_the_printed_one() {
    let tables = rules(Battle::Eylau).tables;
    let found = tables.combat.map(|row| row.map(CombatResult::name).join(" "));
    assert_eq!(found, COMBAT);
}

#[test]
fn better_odds_and_lower_throws_are_never_worse_for_the_attacker() {
    let combat = rules(Battle::Dresden).tables.combat;
    let worth = |result: CombatResult| match result {
        CombatResult::Ae => 0,
        CombatResult::Ar | CombatResult::Ee => 1,
        CombatResult::Dr => 2,
        CombatResult::De => 3,
    };
    let four_to_one = usize::from(Column::parse("4-1").expect("a column").0);
    for (die, row) in combat.iter().enumerate() {
        for (column, result) in row.iter().enumerate() {
            let here = format!("die {}, {}", die + 1, Column::NAMES[column]);
            // To the right: better or equal, until an exchange takes the place of the bad end, and stays.
            if let Some(next) = row.get(column + 1) {
                let exchange = *next == CombatResult::Ee;
                assert!(exchange || worth(*next) >= worth(*result), "{here}");
                assert!(exchange || *result != CombatResult::Ee, "{here}");
            }
            assert!(*result != CombatResult::Ee || column >= four_to_one, "{here}");
            // Downward: worse or equal.
            if let Some(below) = combat.get(die + 1) {
                assert!(worth(below[column]) <= worth(*result), "{here}");
            }
        }
    }
}

#[test]
fn the_terrain_chart_is_the_printed_one() {
    let tables = rules(Battle::Dresden).tables;
    let hexes = [tables.clear, tables.woods, tables.grove, tables.town, tables.fort, tables.lake];
    assert_eq!(hexes.map(|hex| hex.cost), [2, 4, 2, 2, 2, 2]);
    assert_eq!(hexes.map(|hex| hex.blocks_bombardment), [false, true, true, true, false, false]);
    assert_eq!(hexes.map(|hex| hex.doubles_defender), [false, false, false, true, true, false]);
    let extra = [Feature::Slope, Feature::Gully, Feature::Stream, Feature::Landgraben];
    assert_eq!(extra.map(|feature| tables.hexside(feature).extra), [2, 4, 4, 2]);
    assert_eq!([tables.road_dresden, tables.road_eylau], [1, 2]);
}

#[test]
fn every_unit_has_a_name_of_its_own() {
    for battle in Battle::ALL {
        let units = rules(battle).units;
        let names: BTreeMap<&str, &Unit> = units.iter().map(|unit| (unit.id.as_str(), unit)).collect();
        assert_eq!(names.len(), units.len());
    }
}
