//! Numbers in questions are those of the tables.

use jours_de_gloire::{JoursDeGloire, Rules, State};
use kernel::example::read_position;
use kernel::{Discard, Language, Outcome, Pending, Position, Ruleset, Seat, Seen, Viewer};

const FRENCH: Seat = Seat(0);
const ALLIED: Seat = Seat(1);

fn order(rules: &Rules, state: &mut State, seat: Seat, order: &str) {
    for action in rules.read(&Seen::of(rules, state, Viewer::Seat(seat)), seat, order).unwrap() {
        rules.check(state, seat, &action).unwrap();
        rules.play(state, seat, &action, &mut Discard);
    }
}

fn throw(rules: &Rules, state: &mut State, dice: &[u8]) {
    for die in dice {
        rules.throw(state, &Outcome::one(*die), &mut Discard);
    }
}

fn question(rules: &Rules, state: &State) -> String {
    let Pending::Decide(asked) = rules.pending(state) else { panic!("somebody is asked") };
    let (seat, decision) = asked[0];
    rules.ask(&Seen::of(rules, state, Viewer::Seat(seat)), seat, &decision).prompt.text
}

/// Every face stands in the sentence that says what it brings.
#[test]
fn the_faces_that_blow_a_bridge() {
    let text = r#"
[position]
boxes = ["Aue", "Borna", "Calau"]
roads = ["Aue-Borna minor bridge", "Borna-Calau"]
phase = "combat"
units = [
  "fr g: leader cv2 rank2 tb0 @ Borna by Aue",
  "fr a: infantry 10 co3 @ Borna by Aue",
  "al k: leader cv2 rank3 tb0 chief @ Borna",
  "al x: infantry 10 co3 @ Borna",
]
"#;
    let Position { rules, mut state } = read_position(&JoursDeGloire::built_in(), "a bridge", text).unwrap();
    order(&rules, &mut state, FRENCH, "fight Borna");
    order(&rules, &mut state, FRENCH, "choose offensive");
    order(&rules, &mut state, ALLIED, "choose offensive");
    throw(&rules, &mut state, &[1, 6, 1, 1, 1, 1]);
    order(&rules, &mut state, FRENCH, "retreat to Aue");
    let asked = question(&rules, &state);
    let parts: Vec<&str> = asked.split("On ").nth(1).expect("the faces").split(';').collect();
    let [gone, costly, stands] = parts[..] else { panic!("three outcomes, not: {asked}") };
    order(&rules, &mut state, FRENCH, "blow bridge");
    let (bridges, bill) = (state.destroyed_bridges, state.butchers_bill);
    for die in 1..=6u8 {
        let mut after = state.clone();
        throw(&rules, &mut after, &[die]);
        let part = match (after.destroyed_bridges != bridges, after.butchers_bill != bill) {
            (true, false) => gone,
            (true, true) => costly,
            (false, _) => stands,
        };
        assert!(part.contains(&die.to_string()), "{die} is not in \"{part}\": {asked}");
    }
}

#[test]
fn the_part_of_its_strength_that_an_assault_has() {
    let text = r#"
[position]
boxes = ["Aue", "Borna fortified"]
roads = ["Aue-Borna"]
phase = "combat"
options = { blind = "1" }
units = ["fr a: infantry 8 co3 @ Borna by Aue", "al x: infantry 3 co3 @ Borna"]
"#;
    let Position { rules, mut state } = read_position(&JoursDeGloire::built_in(), "a city", text).unwrap();
    order(&rules, &mut state, FRENCH, "fight Borna");
    order(&rules, &mut state, ALLIED, "inside x");
    order(&rules, &mut state, ALLIED, "close gates");
    assert_eq!(rules.tables.quarters.attacker_of_fortified_city, 1);
    assert!(question(&rules, &state).contains("with a quarter of your strength"));
}
