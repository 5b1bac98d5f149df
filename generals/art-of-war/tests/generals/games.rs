//! Generals play positions that were set up by hand.

use std::sync::Arc;

use ai::{AnyStaff, Budget, Character, Policy, Reins};
use art_of_war::ArtOfWar;
use kernel::{Seat, Setup, Title, Viewer};

fn character(policy: Policy, simulations: u32) -> Character {
    Character::new(policy, Budget::Simulations(simulations))
}

fn staff() -> Arc<dyn AnyStaff> {
    generals_art_of_war::register(ArtOfWar::built_in()).staff.expect("generals")
}

#[test]
fn positions_set_up_by_hand_are_played_and_unreadable_ones_declined_in_a_sentence() {
    let text = "[position]\nunits = [\"fr a: Lev 7-3i @ 0306\", \"ru b: Tut 5-4i @ 0303\"]\n";
    let setup = |text: &str| Setup::Position { file: "a.toml".into(), text: text.into() };
    let refused = staff().general(&setup(""), character(Policy::OddsGreedy, 0), 1).unwrap_err();
    assert!(refused.contains("a.toml:1:"), "{refused}");
    let mut general = staff().general(&setup(text), character(Policy::Portfolio, 8), 1).unwrap();
    let mut game = ArtOfWar::built_in().any().position("a.toml", text, None).unwrap();
    let seat = Seat(0);
    let orders = general.orders(&game.view(Viewer::Seat(seat)).unwrap(), seat, &[], Reins::loose()).unwrap();
    assert!(!orders.is_empty());
    for order in orders {
        game.submit(seat, &order).unwrap_or_else(|refusal| panic!("{order}: {refusal:?}"));
    }
    assert_eq!(staff().title(), ArtOfWar::built_in().id());
}
