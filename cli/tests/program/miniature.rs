//! The same commands on a title that hides things.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use contract::miniature::MiniatureTitle;
use kernel::Fault;
use sabretache::console::Console;
use sabretache::titles::Overlay;

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

fn titles(_: &Overlay) -> Result<Vec<ai::Registered>, Vec<Fault>> {
    Ok(vec![MiniatureTitle::new().any().into()])
}

/// Exit code, standard output, standard error.
fn run(arguments: &[&str], input: &str) -> (u8, String, String) {
    let (out, err) = (Shared::default(), Shared::default());
    let mut console = Console {
        out: Box::new(out.clone()),
        err: Box::new(err.clone()),
        input: Box::new(Cursor::new(input.to_owned().into_bytes())),
        interactive: false,
        shows_progress: false,
        colour: false,
        width: 100,
    };
    let arguments = std::iter::once("sabretache").chain(arguments.iter().copied()).map(Into::into);
    let code = sabretache::run(arguments, &titles, &mut console);
    (code, out.text(), err.text())
}

#[test]
fn people_who_share_a_screen_do_not_see_each_others_counters() {
    let (code, out, err) = run(
        &["play", "miniature/seven-boxes", "--seed", "1"],
        // The army deploys; then the screen is handed over.
        "1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n",
    );
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (before, after) = out.split_once("Next at the screen: The Red host").unwrap();
    assert!(
        before.contains("place guard in abbey") && before.contains("Next at the screen: The Blue wing"),
        "{before}"
    );
    assert!(after.contains("army has deployed"), "{after}");
    assert!(!["guard", "lancers", "abbey.", "smoke"].iter().any(|secret| after.contains(secret)), "{after}");
}

#[test]
fn random_games_odds_examples_and_rules_of_any_title() {
    let (code, out, err) = run(&["simulate", "seven-boxes", "--games", "20", "--json"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(serde_json::from_str::<serde_json::Value>(&out).unwrap()["interrupts"].as_u64().unwrap() > 0);
    let seats = ["--seat", "army=random", "--seat", "wing=random", "--seat", "host=random"];
    let (code, out, err) = run(&[&["play", "seven-boxes", "--seed", "1"][..], &seats].concat(), "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("The game is over: "), "{out}");
    let (code, out, _) = run(&["example", "check"], "");
    assert_eq!((code, out.as_str()), (0, "3 passed, 0 failed\n"));
    assert_eq!(run(&["rules", "show", "miniature", "M.4"], "").0, 0);
    let (code, _, err) = run(&["map", "draw", "seven-boxes", "-o", "never.svg"], "");
    assert_eq!((code, err.as_str()), (2, "sabretache: positions of The Miniature cannot be drawn\n"));
}

#[test]
fn one_person_against_chance_may_act_out_of_turn() {
    let seats = ["--seat", "wing=random", "--seat", "host=random"];
    let input = "1\n".repeat(200);
    let (code, out, err) = run(&[&["play", "seven-boxes", "--seed", "2"][..], &seats].concat(), &input);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("The game is over: ") || out.contains("The game was not saved."), "{out}");
}
