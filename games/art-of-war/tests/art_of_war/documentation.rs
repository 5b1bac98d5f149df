//! The examples in docs/art-of-war.md are complete: whoever copies one finds that it passes.

use art_of_war::ArtOfWar;

const PAGE: &str = include_str!("../../../../docs/art-of-war.md");

#[test]
fn every_example_of_the_page_passes() {
    let title = ArtOfWar::built_in().any();
    let blocks = PAGE.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let examples: Vec<&str> = blocks.filter(|block| block.contains("[position]")).collect();
    assert!(examples.len() >= 4, "the page has its worked examples");
    for (number, text) in examples.iter().enumerate() {
        let report = title.check_example(&format!("example {}", number + 1), text);
        assert!(report.passed(), "{:#?}", report.failures);
    }
}

/// Names that the page lists are those that examples may use.
#[test]
fn the_page_lists_every_counter() {
    for battle in art_of_war::Battle::ALL {
        for unit in ArtOfWar::built_in().rules_of(battle, false).units {
            assert!(PAGE.contains(&format!("`{}` {}-{}", unit.id, unit.strength, unit.movement)), "{}", unit.id);
        }
    }
}
