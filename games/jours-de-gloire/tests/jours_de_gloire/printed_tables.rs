//! The tables against a second transcription, and the worked examples of the book.

use std::collections::BTreeMap;

use jours_de_gloire::campaigns::{Campaigns, Ceiling};
use jours_de_gloire::counters::Kind;
use jours_de_gloire::data;
use jours_de_gloire::tables::{Blowing, Tables, Tactic, Weather};

fn files() -> kernel::DataFiles {
    data::with_overlay(&BTreeMap::new()).unwrap()
}

fn tables() -> Tables {
    Tables::parse("tables.toml", files().text("tables.toml")).unwrap()
}

fn campaigns() -> Campaigns {
    Campaigns::parse("campaigns.toml", files().text("campaigns.toml")).unwrap()
}

/// For each column the die from which it costs 1, 2, 3, 4 and 5, read down the column instead of along the rows.
const COMBAT: [(u16, u16, &[i32]); 10] = [
    (1, 3, &[8]),
    (4, 6, &[7]),
    (7, 10, &[6, 10]),
    (11, 15, &[5, 9]),
    (16, 21, &[4, 8, 10]),
    (22, 29, &[3, 7, 10]),
    (30, 40, &[2, 6, 8]),
    (41, 60, &[1, 5, 8, 10]),
    (61, 80, &[0, 4, 6, 9]),
    (81, 400, &[-1, 3, 6, 8, 10]),
];

/// Column by its first number, and die of the starred cells.
const STARS: [(u16, i32); 6] = [(16, 10), (22, 9), (30, 8), (41, 7), (61, 6), (81, 5)];

#[test]
fn combat_table_read_down_its_columns() {
    let tables = tables();
    for (first, last, from) in COMBAT {
        for die in -1..=10 {
            let losses = from.iter().filter(|threshold| die >= **threshold).count() as u8;
            let star = STARS.contains(&(first, die));
            for strength in [first, last] {
                let cell = tables.combat(strength, 0, die);
                assert_eq!((cell.losses, cell.morale), (losses, star), "{strength} SP, die {die}");
            }
        }
    }
}

#[test]
fn dice_and_columns_beyond_the_ends_clamp() {
    let tables = tables();
    assert_eq!(tables.combat(90, 0, 15), tables.combat(90, 0, 10));
    assert_eq!(tables.combat(90, 0, -7), tables.combat(90, 0, -1));
    assert_eq!(tables.combat(90, 3, 4), tables.combat(90, 0, 4));
    assert_eq!(tables.combat(2, -2, 8), tables.combat(2, 0, 8));
    assert_eq!(tables.combat(0, 0, 8), tables.combat(1, 0, 8), "no strength left uses the first column");
    assert_eq!(tables.combat(10, 2, 5), tables.combat(16, 0, 5), "two columns to the right");
    assert_eq!(tables.combat(16, -1, 5), tables.combat(11, 0, 5));
}

#[test]
fn forced_marches() {
    let tables = tables();
    let expected = [(4, [0, 0, 0, 0, 1, 1]), (5, [0, 0, 0, 1, 1, 1]), (8, [0, 0, 0, 1, 1, 1]), (9, [0, 0, 0, 1, 1, 2])];
    for (strength, column) in expected {
        for (die, losses) in (1..=6).zip(column) {
            assert_eq!(tables.stragglers(strength, die), losses, "{strength} SP, die {die}");
        }
    }
    assert_eq!(tables.stragglers(9, 8), 2);
    assert_eq!(tables.stragglers(1, -1), 0);
    assert_eq!(tables.straggler_modifier(None, 3, Weather::Clear), 0);
    assert_eq!(tables.straggler_modifier(Some(2), 4, Weather::Clear), -1);
    assert_eq!(tables.straggler_modifier(Some(3), 4, Weather::Rain), -2);
    assert_eq!(tables.straggler_modifier(Some(4), 3, Weather::Mud), 1);
    assert_eq!(tables.straggler_modifier(None, 2, Weather::Snow), 1);
    assert_eq!(tables.forced_march_modifiers.extra_movement, 2);
}

#[test]
fn artillery_and_pursuit() {
    let tables = tables();
    let artillery = |bonus, die| tables.artillery(bonus, Weather::Clear, die).map(|cell| (cell.losses, cell.morale));
    assert_eq!(artillery(0, 6), None);
    for (bonus, column) in
        [(1, [0, 0, 0, 0, 1, 1]), (4, [0, 0, 0, 0, 1, 1]), (5, [0, 0, 0, 1, 1, 1]), (8, [0, 0, 0, 1, 1, 1])]
    {
        for (die, losses) in (1..=6).zip(column) {
            assert_eq!(artillery(bonus, die), Some((losses, false)));
        }
    }
    assert_eq!(artillery(9, 5), Some((1, false)));
    assert_eq!(artillery(12, 6), Some((2, true)));
    assert_eq!(tables.artillery(9, Weather::Snow, 6).map(|cell| cell.losses), Some(1));
    let pursuit = |bonus, weather, die| tables.pursuit(bonus, weather, die);
    for (bonus, column) in [(1, [0, 0, 0, 0, 1, 1]), (5, [0, 0, 1, 1, 1, 1]), (9, [0, 0, 1, 1, 1, 2])] {
        for (die, losses) in (1..=6).zip(column) {
            assert_eq!(pursuit(bonus, Weather::Clear, die), Some(losses), "CB {bonus}, die {die}");
        }
    }
    assert_eq!(pursuit(9, Weather::Rain, 6), Some(1));
    assert_eq!(pursuit(9, Weather::Snow, 3), Some(0));
    assert_eq!(pursuit(9, Weather::Mud, 6), None);
    assert_eq!(pursuit(0, Weather::Clear, 6), None);
}

#[test]
fn reconnaissance_and_its_worked_example() {
    let tables = tables();
    let expected = [
        (1, [0, 0, 0, 1, 1, 1, 2, 2, 2]),
        (2, [0, 0, 0, 1, 1, 1, 2, 2, 2]),
        (3, [0, 0, 1, 1, 1, 2, 2, 2, 3]),
        (4, [0, 0, 1, 1, 1, 2, 2, 2, 3]),
        (5, [0, 1, 1, 1, 2, 2, 3, 3, 4]),
        (9, [0, 1, 1, 1, 2, 2, 3, 3, 4]),
    ];
    for (difference, column) in expected {
        for (die, shown) in (0..=8).zip(column) {
            assert_eq!(tables.reconnaissance(difference, die), shown, "difference {difference}, die {die}");
        }
        assert_eq!(tables.reconnaissance(difference, 11), column[8]);
        assert_eq!(tables.reconnaissance(difference, -3), 0);
    }
    // 6.3c: 5 SP against a screen of 2 is a difference of 3.
    assert_eq!(tables.reconnaissance.column(5 - 2), tables.reconnaissance.column(4));
    assert_eq!(tables.reconnaissance(0, 8), 0);
}

#[test]
fn movement_and_weather() {
    let tables = tables();
    use Kind::{Artillery, Cavalry, CavalryDummy, Infantry, InfantryDummy, Leader};
    for (kind, allowances) in [
        (Leader, [8, 7, 6, 7]),
        (Cavalry, [8, 7, 6, 7]),
        (CavalryDummy, [8, 7, 6, 7]),
        (Infantry, [6, 5, 5, 5]),
        (InfantryDummy, [6, 5, 5, 5]),
        (Artillery, [6, 5, 3, 5]),
    ] {
        for (weather, points) in Weather::ALL.into_iter().zip(allowances) {
            assert_eq!(tables.allowance(kind, weather), points, "{} in {}", kind.name(), weather.name());
        }
    }
    for (weather, ford) in Weather::ALL.into_iter().zip([0, 1, 1, 0]) {
        assert_eq!(tables.connection(false, false, weather), 1);
        assert_eq!(tables.connection(true, false, weather), 2);
        assert_eq!(tables.connection(false, true, weather), 1 + ford);
        assert_eq!(tables.connection(true, true, weather), 2 + ford);
    }
    assert!(tables.stack_may_move(2, 1) && tables.stack_may_move(1, 2) && tables.stack_may_move(0, 3));
    assert!(!tables.stack_may_move(3, 0) && !tables.stack_may_move(2, 2) && !tables.stack_may_move(0, 4));
    assert_eq!((tables.out_of_command(), tables.line_of_communication()), (-1, 4));
}

#[test]
fn weather_of_the_twelve_months() {
    let tables = tables();
    // Results for dice 1 to 6 with the month's modifier in them: c clear, r rain, R rain with mud to follow, s snow.
    let year = [
        "ccRsss", "ccRsss", "ccccRs", // March has -1: 4 on a die of 5, 5 on a die of 6.
        "cccrRR", "ccccrR", "cccccr", "cccccc", "cccccr", "ccccrr", "cccRRs", "cccRRs", "ccRRss",
    ];
    for (month, dice) in (1..=12).zip(year) {
        for (die, letter) in (1..=6).zip(dice.chars()) {
            let sky = tables.weather(month, die);
            let found = match (sky.weather, sky.mud_follows) {
                (Weather::Clear, false) => 'c',
                (Weather::Rain, false) => 'r',
                (Weather::Rain, true) => 'R',
                (Weather::Snow, false) => 's',
                (Weather::Mud, _) | (Weather::Clear | Weather::Snow, true) => '?',
            };
            assert_eq!(found, letter, "month {month}, die {die}");
        }
    }
}

#[test]
fn command_costs_and_supply() {
    let command = tables().command;
    assert_eq!(command.general, [0, 1]);
    assert_eq!(command.without_general, [1, 2]);
    assert_eq!(command.entrenchment, [2, 2]);
    assert_eq!(command.commander_in_chief[0], 0);
    assert_eq!([7, 8, 1].map(|points| command.without_supply(points)), [4, 4, 1]);
    assert_eq!([7, 6, 1].map(|points| command.cut_by_dummies(points)), [5, 4, 1]);
    assert_eq!(command.french_at_restart, 10);
}

#[test]
fn tactics_morale_and_small_throws() {
    let tables = tables();
    let battle = &tables.battle;
    for (tactic, value, points) in
        [(Tactic::Decisive, 4, 5), (Tactic::Offensive, 3, 3), (Tactic::Screen, 2, 0), (Tactic::Skirmish, 1, 0)]
    {
        assert_eq!((battle.tactic(tactic).value, battle.tactic(tactic).points), (value, points));
        assert_eq!(battle.type_of(value), tactic);
    }
    assert_eq!((battle.tactic(Tactic::Decisive).strength, battle.tactic(Tactic::Decisive).rank), (15, Some(3)));
    assert_eq!((battle.tactic(Tactic::Offensive).strength, battle.tactic(Tactic::Offensive).rank), (10, Some(1)));
    assert_eq!((battle.tactic(Tactic::Screen).strength, battle.tactic(Tactic::Screen).rank), (3, None));
    assert_eq!(battle.tactic(Tactic::Skirmish).strength_below, Some(10));
    assert_eq!([0, 1, 2, 3, 4].map(|bonus| battle.morale_ease(bonus)), [0, 1, 1, 2, 2]);
    assert!(battle.tests_morale(2, 10) && !battle.tests_morale(2, 11) && !battle.tests_morale(0, 1));
    let actions = &tables.actions;
    assert_eq!([1, 2, 3, 4, 5, 6].map(|die| actions.recovery(die)), [1, 1, 1, 1, 2, 2]);
    assert!(actions.withdrawal_costs(true, 4) && !actions.withdrawal_costs(true, 3));
    assert!(actions.withdrawal_costs(false, 5) && !actions.withdrawal_costs(false, 4));
    use Blowing::{Blown, Costly, Stands};
    assert_eq!([1, 2, 3, 4, 5, 6].map(|die| actions.blowing(die)), [Costly, Blown, Costly, Blown, Costly, Stands]);
    assert_eq!((tables.victory.margin, tables.victory.strength_per_point), (3, 4));
    // 9.f worked: 7 lost against 13 is one point, a difference of 8 two.
    assert_eq!([(13 - 7) / tables.victory.strength_per_point, 8 / tables.victory.strength_per_point], [1, 2]);
}

#[test]
fn solitaire_movement() {
    let tables = tables();
    let thrown = |kind, line| [1, 2, 3, 4, 5, 6].map(|die| tables.solitaire_movement(kind, line, die));
    assert_eq!(thrown(Kind::Infantry, true), [3, 4, 5, 6, 6, 6]);
    assert_eq!(thrown(Kind::Infantry, false), [1, 2, 3, 4, 5, 6]);
    assert_eq!(thrown(Kind::Cavalry, true), [5, 6, 7, 8, 8, 8]);
    assert_eq!(thrown(Kind::Cavalry, false), [3, 4, 5, 6, 7, 8]);
    assert_eq!(thrown(Kind::Leader, true), [5, 6, 7, 8, 8, 8]);
    assert_eq!(thrown(Kind::Leader, false), [3, 4, 5, 6, 7, 8]);
}

#[test]
fn sieges_and_garrisons_of_the_four_campaigns() {
    let campaigns = campaigns();
    for (id, steps, days, ceiling) in [
        ("germany", &[5, 2, 2, 2, 2][..], 15, Ceiling::Roster),
        ("danube", &[5, 2, 2, 2, 2], 15, Ceiling::Start),
        ("poland", &[6, 5, 4, 2, 2], 7, Ceiling::Start),
        ("france", &[6, 5, 4, 2, 2], 7, Ceiling::Start),
    ] {
        let campaign = campaigns.find(id).unwrap();
        for (step, lowest) in (0..).zip(steps) {
            assert_eq!(campaign.siege_falls_from(step), *lowest, "{id}, step {step}");
            assert!(
                campaign.city_falls(step, i32::from(*lowest)) && !campaign.city_falls(step, i32::from(*lowest) - 1)
            );
        }
        assert_eq!((campaign.turn_days, campaign.strength_ceiling), (days, ceiling));
        assert_eq!(campaign.siege_unless_double, -1);
    }
    let room = |id: &str, city| campaigns.find(id).unwrap().garrison_units(city);
    assert_eq!(["Leipzig", "Dresden", "Magdeburg", "Glogau"].map(|city| room("germany", city)), [2, 2, 2, 1]);
    assert_eq!(
        ["Mainz", "Ulm", "Augsburg", "Regensburg", "Vienna", "Prague"].map(|city| room("danube", city)),
        [2, 2, 2, 2, 2, 1]
    );
    assert_eq!(["Danzig", "Königsberg", "Graudenz"].map(|city| room("poland", city)), [2, 2, 1]);
    assert_eq!(["Paris", "Soissons"].map(|city| room("france", city)), [2, 1]);
    let germany = campaigns.germany();
    assert_eq!(["Dresden", "Leipzig", "Magdeburg"].map(|city| germany.siege_modifier(city)), [1, 1, 0]);
    let sources =
        |id: &str, years: &str, army: &str| campaigns.find(id).unwrap().supply_of(years, army).unwrap().sources.clone();
    assert_eq!(sources("danube", "1805", "Austrian Army of Germany"), ["Vienna", "Prague", "Olmütz"]);
    assert_eq!(sources("danube", "1809", "Austrian Army of Italy"), ["Raab", "Vienna", "Prague", "Olmütz"]);
    assert_eq!(sources("poland", "1813", "French Army"), ["Thorn", "Graudenz", "Danzig"]);
    assert_eq!(sources("france", "1814", "Army of Silesia"), ["Nancy"]);
    assert_eq!(sources("germany", "after the armistice", "Army of Bohemia"), ["Theresienstadt"]);
}

#[test]
fn what_else_the_older_campaigns_have_of_their_own() {
    let campaigns = campaigns();
    let (danube, poland, france) =
        (campaigns.find("danube").unwrap(), campaigns.find("poland").unwrap(), campaigns.find("france").unwrap());
    assert_eq!(danube.markers_of("Russian", false), Some("Austrian"));
    assert_eq!(danube.markers_of("Austrian", false), None);
    assert_eq!(poland.markers_of("Lestocq", false), Some("Russian"));
    assert_eq!([false, true].map(|changed| poland.markers_of("Yorck", changed)), [Some("French"), Some("Russian")]);
    assert_eq!(poland.markers_of("Schwarzenberg", true), Some("French"));
    assert_eq!(france.markers_of("every nation of the Coalition", false), Some("Coalition"));
    let lent: Vec<_> = [4, 5, 6].map(|number| danube.lent_detachments(number).count()).into();
    assert_eq!(lent, [0, 1, 1]);
    let mortier = danube.lent_detachments(5).next().unwrap();
    assert_eq!((mortier.counter.as_str(), mortier.strength), ("Mortier", 2));
    let graudenz = poland.standing_sieges(2).next().unwrap();
    assert_eq!((graudenz.city.as_str(), graudenz.step, graudenz.needs_line), ("Graudenz", 1, true));
    assert!(poland.rebuilds(4) && !poland.rebuilds(3) && !danube.rebuilds(4));
    let edge = danube.supply_of("1809", "French Army of Italy").unwrap();
    assert!(edge.sources == ["Strasbourg"] && edge.special_source.is_some());
    assert!(poland.supply_of("1806-1807", "Russian Army").unwrap().special_source.is_some());
    assert_eq!(france.supply_of("1792", "Prussian Army").unwrap().sources, ["Luxembourg"]);
    assert!(campaigns.germany().reserve_artillery && !france.reserve_artillery);
}
