//! Odds of whole battles: against every sequence of dice, against games played, and as a player asks for them.
//! `SABRETACHE_FULL=1` plays 100,000 battles each.

use contract::{reckoning_agrees_with_play, reckoning_is_enumeration};
use jours_de_gloire::{JoursDeGloire, Rules, State};
use kernel::example::read_position;
use kernel::odds::Method;
use kernel::{
    AnyGame, Chance, Discard, Language, LookAhead, OddsLimits, OddsReport, Position, Ratio, Ruleset, Seat, Seen, Title,
    Viewer,
};

const FRENCH: Seat = Seat(0);
const ALLIED: Seat = Seat(1);

const BOARD: &str = r#"
boxes = ["Feld", "West", "Ost", "Nord", "Weit"]
roads = ["Feld-West", "Feld-Ost minor bridge", "Feld-Nord", "Nord-Weit"]
phase = "combat"
"#;

fn text(units: &[&str], more: &str) -> String {
    let units: Vec<String> = units.iter().map(|unit| format!("{unit:?}")).collect();
    format!("[position]\n{BOARD}\n{more}\nunits = [{}]\n", units.join(", "))
}

/// A battle after these orders, given by whoever may.
fn battle(title: &JoursDeGloire, text: &str, orders: &[(Seat, &str)]) -> (Rules, State) {
    let Position { rules, mut state } = read_position(title, "battle", text).unwrap();
    for (seat, order) in orders {
        for action in rules.read(&Seen::of(&rules, &state, Viewer::Seat(*seat)), *seat, order).unwrap() {
            rules.check(&state, *seat, &action).unwrap();
            rules.play(&mut state, *seat, &action, &mut Discard);
        }
    }
    (rules, state)
}

const SKIRMISH: &[&str] = &["fr a: infantry 2 co3 @ Feld by West", "al x: infantry 2 co3 @ Feld"];
const SCREENS: &[&str] = &[
    "fr a: infantry 5 co3 @ Feld by West",
    "fr c: cavalry 3 co4 cb5 @ Feld by West",
    "al x: infantry 6 co3 @ Feld",
    "al y: leader cv2 rank3 tb2 @ Feld",
];

/// Ten corps a side.
fn armies() -> Vec<String> {
    let mut units = vec![
        "fr napoleon: leader cv4 rank4 tb4 chief @ Feld by West".to_owned(),
        "al bl: leader cv3 rank3 tb3 chief @ Feld".to_owned(),
        "fr park: artillery ab5 @ Feld by West".to_owned(),
        "al park2: artillery ab5 @ Feld".to_owned(),
    ];
    for number in 0..10 {
        let (kind, strength, cohesion) = match number % 4 {
            0 => ("cavalry", 4, 4),
            1 => ("infantry", 9, 3),
            2 => ("infantry", 12, 3),
            _ => ("infantry", 14, 2),
        };
        units.push(format!("fr f{number}: {kind} {strength} co{cohesion} ab1 cb1 @ Feld by West"));
        let strength = strength - number % 3;
        units.push(format!("al a{number}: {kind} {strength} co{cohesion} ab1 cb1 @ Feld"));
    }
    units
}

fn big(more: &str) -> String {
    let units = armies();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    text(&units, more)
}

const BOTH_SCREEN: &[(Seat, &str)] = &[(FRENCH, "fight Feld"), (FRENCH, "choose screen"), (ALLIED, "choose screen")];
const BOTH_DECISIVE: &[(Seat, &str)] =
    &[(FRENCH, "fight Feld"), (FRENCH, "choose decisive"), (ALLIED, "choose decisive")];

#[test]
fn every_sequence_of_dice_is_counted() {
    let title = JoursDeGloire::built_in();
    let by = title.reckoning().unwrap();
    let skirmish = &[(FRENCH, "fight Feld"), (FRENCH, "choose skirmish"), (ALLIED, "choose skirmish")];
    for (units, orders, more) in [
        (SKIRMISH, &skirmish[..], ""),
        (SCREENS, BOTH_SCREEN, ""),
        (SCREENS, BOTH_SCREEN, "weather = \"rain\""),
        // An overrun, a siege, and nobody encircled without a way out.
        (
            &["fr a: infantry 14 co3 @ Feld by West", "al x: infantry 2 co3 @ Feld"],
            &[(FRENCH, "fight Feld"), (FRENCH, "choose screen"), (ALLIED, "choose skirmish")],
            "",
        ),
        (
            &[
                "fr a: infantry 5 co3 @ Feld by West",
                "fr b: infantry 3 co3 @ Ost",
                "fr d: infantry 3 co3 @ Nord",
                "al x: infantry 4 co2 @ Feld",
                "al y: leader rank3 tb1 @ Feld",
            ],
            &BOTH_SCREEN[..2],
            "",
        ),
        // Attackers from the north who bar that way as long as more than three SP of them are left (8.7c); the east is wet.
        (
            &[
                "fr a: infantry 7 co3 @ Feld by West",
                "fr b: infantry 4 co3 @ Feld by Nord",
                "al x: infantry 6 co3 @ Feld",
                "al y: leader rank3 tb1 @ Feld",
            ],
            BOTH_SCREEN,
            "",
        ),
    ] {
        let (rules, start) = battle(&title, &text(units, more), orders);
        let sequences = reckoning_is_enumeration(&rules, by, &start).unwrap();
        assert!(sequences >= 6, "{units:?}: {sequences}");
    }
}

#[test]
fn games_agree() {
    let title = JoursDeGloire::built_in();
    let by = title.reckoning().unwrap();
    let full = std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1");
    let games = if full { 100_000 } else { 1200 };
    for (text, orders) in [
        (text(SCREENS, ""), BOTH_SCREEN),
        (text(SCREENS, "weather = \"snow\""), &BOTH_SCREEN[..1]),
        (big(""), BOTH_DECISIVE),
        (big("weather = \"snow\""), BOTH_DECISIVE),
    ] {
        let (rules, start) = battle(&title, &text, orders);
        let ends = reckoning_agrees_with_play(&rules, by, &start, games).unwrap();
        assert!(ends >= 5, "{ends}");
    }
}

/// The odds of an order in a position, as the program answers.
fn asked(text: &str, seat: Seat, order: &str) -> OddsReport {
    let game: Box<dyn AnyGame> = JoursDeGloire::built_in().any().position("battle", text, None).unwrap();
    let mut entropy = Chance::of_game(0, 0);
    game.odds(seat, order, &LookAhead::EndOfCombat, OddsLimits::default(), &mut entropy).unwrap()
}

#[test]
fn face_up_the_odds_are_exact_and_face_down_they_are_of_worlds() {
    let open = text(&["fr a: infantry 5 co3 @ Feld by West shown", "al x: infantry 4 co3 @ Feld shown"], "");
    let report = asked(&open, FRENCH, "fight Feld");
    assert_eq!(report.method, Method::Exact);
    let total = report.lines.iter().fold(Ratio::ZERO, |sum, line| sum.plus(line.odds).unwrap());
    assert_eq!(total, Ratio::ONE);
    assert_eq!(report.script.unwrap().name, "steady");
    let strengths = report.strengths.unwrap();
    assert_eq!((strengths.attack, strengths.defence), (5, 4));
    let hidden =
        text(&["fr a: infantry 5 co3 @ Feld by West", "al x: infantry 4 co3 @ Feld", "al d: dummy @ Feld"], "");
    let report = asked(&hidden, FRENCH, "fight Feld");
    assert!(matches!(report.method, Method::Sampled { .. }) && report.strengths.is_none());
}

/// The same odds in the world as it is and in another that looks alike.
#[test]
fn equal_views_get_equal_odds_of_battles() {
    let title = JoursDeGloire::built_in();
    let text = text(
        &[
            "fr a: infantry 5 co3 @ Feld by West",
            "al x: infantry 4 co3 @ Feld",
            "al d: dummy @ Feld",
            "al q: infantry 9 co3 @ Weit",
        ],
        "",
    );
    let Position { rules, state } = read_position(&title, "battle", &text).unwrap();
    let other = rules.sample(&rules.view(&state, Viewer::Seat(FRENCH)), &mut Chance::of_game(3, 4));
    let by = title.reckoning().unwrap();
    let odds = |world: &State| {
        let mut entropy = Chance::of_game(5, 6);
        let bounds = (OddsLimits::default(), &kernel::Stop::default());
        kernel::reckoning::reckon_order(&title, by, &rules, world, (FRENCH, "fight Feld"), bounds, &mut entropy)
            .unwrap()
    };
    assert_eq!(odds(&state), odds(&other));
}

/// 9.f by the book: 13 SP against 7 are a difference of 6 and worth a point, one of 8 is worth two.
#[test]
fn differences_of_six_and_eight_are_worth_one_point_and_two() {
    let report = asked(&big(""), FRENCH, "fight Feld; choose decisive");
    let table = report.tables.iter().find(|table| table.question.starts_with("Difference in losses")).unwrap();
    let words: Vec<&str> = table.lines.iter().map(|line| line.labels[0].as_str()).collect();
    assert!(words.contains(&"6 for the French, 1 point"), "{words:?}");
    assert!(words.contains(&"8 for the French, 2 points"), "{words:?}");
    assert!(words.contains(&"3 for the Allies, no point"), "{words:?}");
}
