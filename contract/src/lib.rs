//! The contract every title must pass, and the miniature title that keeps it honest.
//!
//! [`suite!`] makes tests of all of them for a title. Each check is one call and returns what it tried, or the first breach with the
//! seed and the game that show it:
//!
//! ```
//! use contract::{Trial, games_end};
//! let tally = games_end(&contract::miniature::Miniature::new(), Trial::new(1, 5)).unwrap();
//! assert_eq!(tally.games, 5);
//! ```

mod account;
mod agreement;
mod aids;
pub mod drill;
mod fault;
mod games;
mod generals;
mod goldens;
mod knowledge;
mod known;
mod lessons;
pub mod miniature;
pub mod mutate;
mod odds;
mod page;
mod perft;
mod reckoning;
mod records;
mod replay;
pub mod secrets;
mod seed;
pub mod suite;
mod throws;
mod undo;
mod walk;
mod writing;

pub use agreement::{cited_cases, legal_and_check_agree, legal_and_check_agree_on};
pub use aids::{equal_views_get_equal_aids, overlays_give_reasons, reach_is_what_the_rules_allow};
pub use fault::{Breach, Trial};
pub use games::{everybody_sees_the_same, games_end};
pub use generals::{
    generals_keep_their_budgets, generals_obey_the_rules, generals_repeat_themselves, generals_speak_the_notation,
};
pub use goldens::{Golden, goldens_hold};
pub use knowledge::{equal_views_get_equal_answers, notation_reads_back, revelations_are_declared, samples_fit};
pub use lessons::lessons_can_be_learnt;
pub use odds::equal_views_get_equal_odds;
pub use page::{
    log_lines_hold, offers_say_what_they_are, panels_hold, pieces_explain_themselves, questions_say_what_they_are,
};
pub use perft::{Generator, continuations, generator_agrees, perft, perft_agrees, perft_is};
pub use reckoning::{reckoning_agrees_with_play, reckoning_is_enumeration};
pub use records::{records_keep_secrets, records_keep_secrets_by};
pub use replay::{replays, serialises};
pub use secrets::{
    Perturbed, SecretRow, Secrets, secret_throws_matter, secrets_are_kept, secrets_that_are_there_are_kept,
};
pub use seed::{full, seed};
pub use throws::throws_are_found;
pub use undo::{Undone, journals_load, undo_stops_where_it_must, undo_stops_where_it_must_by};
pub use walk::{Moment, Step, Tally, apply, walk};
pub use writing::{cases_are_covered, examples_hold, page_holds, positions_of_examples_read_back, positions_read_back};
