//! How fast the titles are played at random, measured so that the machine's mood does not matter.
//!
//! Wall-clock figures are for the README. Gates are ratios: the same run also times a [reference](reference) loop, and
//! what is gated is how many steps of that loop a decision costs.

pub mod armies;
pub mod battles;
pub mod combats;
pub mod growth;
pub mod instructions;
pub mod reference;
pub mod speed;

use art_of_war::{ArtOfWar, Battle, Rules};
use jours_de_gloire::JoursDeGloire;
use kernel::{Options, Title};
use napoleon_1807::Napoleon1807;

/// The rules of a battle as it is printed.
pub fn battle(battle: Battle) -> Rules {
    ArtOfWar::built_in().rules_of(battle, false)
}

/// The scenarios of Jours de Gloire.
pub const CAMPAIGNS: [&str; 5] = ["lutzen", "bautzen", "spring", "autumn", "campaign"];

/// The battles of Napoleon 1807, under names of their own because Art of War has an Eylau, too.
pub const BATTLES_OF_1807: [(&str, &str); 5] = [
    ("pultusk-1807", "pultusk"),
    ("golymin-1807", "golymin"),
    ("bergfriede-1807", "bergfriede"),
    ("waltersdorf-1807", "waltersdorf"),
    ("eylau-1807", "eylau"),
];

/// The rules of a battle of Napoleon 1807.
pub fn battle_of_1807(scenario: &str) -> napoleon_1807::Rules {
    with_usual_options(&Napoleon1807::built_in(), scenario)
}

/// The rules of a scenario of Jours de Gloire with the usual options.
pub fn campaign(title: &JoursDeGloire, scenario: &str) -> jours_de_gloire::Rules {
    with_usual_options(title, scenario)
}

fn with_usual_options<T: Title>(title: &T, scenario: &str) -> T::Rules {
    let infos = title.scenarios();
    let info = infos.iter().find(|info| info.id == scenario).expect("a scenario of the title");
    let options = info.complete(&Options::new()).expect("the defaults are valid");
    title.rules(scenario, &options).expect("the scenarios that come with the program are sound")
}
