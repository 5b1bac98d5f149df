//! How many ways there are to go on in the thick of things, pinned.

use contract::perft_is;
use jours_de_gloire::JoursDeGloire;
use kernel::example::read_position;
use kernel::{Discard, Language, Outcome, Position, Ruleset, Seat, Seen, Viewer};

const FRENCH: Seat = Seat(0);
const ALLIED: Seat = Seat(1);

/// What is done before the counting begins: orders, or how a die falls.
enum Before {
    Order(Seat, &'static str),
    Die(u8),
}

fn counted(title: &JoursDeGloire, name: &str, text: &str, before: &[Before], table: &[u64]) -> Result<(), String> {
    let Position { rules, mut state } = read_position(title, name, text).unwrap();
    for step in before {
        match step {
            Before::Order(seat, order) => {
                for order in order.split("; ") {
                    for action in rules.read(&Seen::of(&rules, &state, Viewer::Seat(*seat)), *seat, order).unwrap() {
                        rules.check(&state, *seat, &action).unwrap();
                        rules.play(&mut state, *seat, &action, &mut Discard);
                    }
                }
            }
            Before::Die(face) => {
                rules.throw(&mut state, &Outcome([*face].into_iter().collect()), &mut Discard);
            }
        }
    }
    perft_is(&rules, &state, table).map_err(|breach| format!("{name}: {breach}"))
}

/// A stack beside the enemy. Standing orders can be changed at any time: 42 of the ways at every step.
const MOVEMENT: &str = r#"
[position]
boxes = ["Aue", "Borna", "Calau", "Dahme", "Eger fortified"]
roads = ["Aue-Borna", "Borna-Calau minor bridge", "Borna-Dahme", "Calau-Dahme", "Dahme-Eger"]
units = ["fr nap: leader cv4 rank4 tb4 chief @ Aue", "fr a: infantry 5 @ Aue", "fr h: cavalry 3 @ Aue", "al wit: leader cv2 rank3 chief @ Dahme",
  "al x: infantry 6 @ Dahme", "al y: cavalry 3 @ Calau", "al d: dummy @ Calau"]
"#;

const BATTLE: &str = r#"
[position]
boxes = ["Feld", "West", "Ost", "Nord"]
roads = ["Feld-West", "Feld-Ost minor bridge", "Feld-Nord"]
phase = "combat"
units = ["fr nap: leader cv4 rank4 tb4 chief @ Feld by West", "fr a: infantry 9 ab2 @ Feld by West", "fr b: infantry 9 co4 @ Feld by West",
  "al wit: leader cv2 rank3 chief @ Feld", "al x: infantry 12 ab2 @ Feld", "al y: cavalry 4 @ Feld"]
"#;

const SIEGE: &str = r#"
[position]
boxes = ["Torgau fortified", "West", "Ost"]
roads = ["Torgau-West", "Torgau-Ost"]
phase = "combat"
units = ["fr nap: leader cv4 rank4 tb4 chief @ Torgau by West", "fr a: infantry 9 @ Torgau by West",
  "al x: infantry 2 @ Torgau", "al y: infantry 3 @ Torgau", "al wit: leader cv2 rank3 chief @ Ost"]
"#;

#[test]
fn positions() {
    use Before::{Die, Order};
    let title = JoursDeGloire::built_in();
    let cases: [(&str, &str, &[Before], &[u64]); 5] = [
        ("movement", MOVEMENT, &[], &[46, 2116, 97_331]),
        ("interception", MOVEMENT, &[Order(FRENCH, "take a, h, nap; activate; step Borna")], &[45, 2026, 91_250]),
        ("tactics", BATTLE, &[Order(FRENCH, "fight Feld")], &[48, 2286, 108_216, 5_099_112]),
        (
            "losses",
            BATTLE,
            &[
                Order(FRENCH, "fight Feld"),
                Order(FRENCH, "choose offensive"),
                Order(ALLIED, "choose offensive"),
                Die(6),
                Die(6),
            ],
            &[44, 1944, 86_232],
        ),
        ("siege", SIEGE, &[Order(FRENCH, "fight Torgau")], &[45, 2022, 90_734]),
    ];
    let wrong = cases.iter().filter_map(|(name, text, before, table)| counted(&title, name, text, before, table).err());
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
