//! What docs/art-of-war.md lists is what there is.

use art_of_war::ArtOfWar;

const PAGE: &str = include_str!("../../../../docs/art-of-war.md");

/// Names that the page lists are those that examples may use.
#[test]
fn the_page_lists_every_counter() {
    for battle in art_of_war::Battle::ALL {
        for unit in ArtOfWar::built_in().rules_of(battle, false).units {
            assert!(PAGE.contains(&format!("`{}` {}-{}", unit.id, unit.strength, unit.movement)), "{}", unit.id);
        }
    }
}
