//! Golden journals are written once, replay, and notice a change of the rules.

use contract::miniature::MiniatureTitle;
use contract::{Golden, goldens_hold};

#[test]
fn a_change_of_the_rules_without_a_change_of_the_version_is_noticed() {
    let folder = std::env::temp_dir().join(format!("sabretache-goldens-{}", std::process::id()));
    let games = [Golden { name: "seven", scenario: "seven-boxes", options: &[], steps: 40 }];
    let title = MiniatureTitle::new();
    let missing = goldens_hold(&title, &folder, &games, false).unwrap_err();
    assert!(missing.contains("goldens --update"), "{missing}");
    let steps = goldens_hold(&title, &folder, &games, true).unwrap();
    assert_eq!(goldens_hold(&title, &folder, &games, false), Ok(steps));

    // A step that leads elsewhere than it did looks like this from the journal's side.
    let file = folder.join("seven.ndjson");
    let text = std::fs::read_to_string(&file).unwrap();
    let (before, after) = text.rsplit_once("\"check\":").unwrap();
    std::fs::write(&file, format!("{before}\"check\":1{}", &after[after.find('}').unwrap()..])).unwrap();
    for update in [false, true] {
        let why = goldens_hold(&title, &folder, &games, update).unwrap_err();
        assert!(why.contains("raise the version"), "{why}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
