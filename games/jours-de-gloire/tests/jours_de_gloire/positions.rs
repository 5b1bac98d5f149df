//! The sandbox composes positions that can be read.

use jours_de_gloire::JoursDeGloire;
use kernel::{Wish, WishedUnit};

#[test]
fn the_sandbox_composes_positions() {
    let title = JoursDeGloire::built_in().any();
    let info = title.sandbox("lutzen").unwrap();
    assert!(info.turns >= 4 && info.phases.iter().any(|phase| phase.id == "movement"));
    let unit = |id: &str, place: &str, state: Option<&str>| WishedUnit {
        id: id.into(),
        place: Some(place.into()),
        facing: None,
        state: state.map(str::to_owned),
    };
    for phase in &info.phases {
        for state in info.states.iter().filter(|state| state.id != "inside") {
            let wish = Wish {
                scenario: "lutzen".into(),
                turn: Some(3),
                phase: Some(phase.id.clone()),
                active: Some("allied".into()),
                units: vec![
                    unit("ney", "Weimar", None),
                    unit("iii-corps", "Weimar", Some(&state.id)),
                    unit("wittgenstein", "Leipzig", None),
                    unit("french-dummy-1", "Eisleben", None),
                ],
            };
            let text = title.compose_position(&wish).unwrap();
            let game = title.position("wish", &text, None).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
            assert!(game.position_text(0).is_ok() || phase.id != "movement", "{text}");
        }
    }
}
