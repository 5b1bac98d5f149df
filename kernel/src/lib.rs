//! What a game is: sides and seats, decisions and throws, views, journals, and the rules they cite.
//!
//! Nothing here knows a title, reads a clock, does input or output, or draws a random number it was not handed.

pub mod aids;
pub mod any;
pub mod cases;
pub mod chart;
pub mod colours;
pub mod coverage;
pub mod data;
pub mod dice;
mod erased;
mod events;
mod examine;
pub mod example;
mod frames;
pub mod game;
mod illegal;
pub mod info;
pub mod introduction;
pub mod journal;
mod message;
mod nonces;
pub mod odds;
pub mod order;
pub mod page;
mod pending;
pub mod playout;
mod preview;
pub mod rational;
pub mod reckoning;
pub mod record;
pub mod replay;
pub mod rulebook;
mod ruleset;
pub mod sandbox;
mod seat;
mod secrets;
mod seen;
mod shared;
pub mod stop;
#[cfg(test)]
mod tests;
mod throws;
pub mod title;
mod view;

pub use aids::{Overlay, OverlayInfo, OverlayQuery, Particulars, Rating, Reach, Strengths};
pub use any::{Advise, AnyGame, AnyTitle, Archive, LookAhead, Play, Show, Undo, any_title};
pub use board::Fault;
pub use cases::Case;
pub use chart::{Arm, Branch, Chart, Country, Ground, MapNames, Mark, Piece};
pub use colours::Colours;
pub use data::{DataFile, DataFiles, collected};
pub use dice::{Bytes32, Chance, DiceProtocol, FastChance, SeededDice};
pub use example::{Answer, Example, ExampleReport};
pub use frames::Waits;
pub use game::{Game, Submitted};
pub use illegal::{Illegal, OrderError};
pub use info::{Asked, Board, LogLine, Offers, OverInfo, PendingInfo};
pub use introduction::{Goal, Introduction, Lesson, Practice, Task};
pub use journal::{DiceHeader, DiceTold, Edition, Header, Journal, Nonce, Setup, Source, Step, ThrowMade};
pub use message::{Message, Text, Value};
pub use odds::{OddsError, OddsLimits, OddsReport, Policy};
pub use page::{
    About, Ask, Concerns, Die, Heading, Headline, HeadlineKind, Line, Nature, OddsLabel, Offer, Offered, Panel, Prompt,
    Said, Touch,
};
pub use pending::{DICE, Outcome, Pending, SEATS, Throw, Verdict};
pub use playout::{PlayoutError, Simulation, Tally};
pub use rational::Ratio;
pub use reckoning::{OddsTable, Reckoning, Script, Tale, Told};
pub use replay::Loaded;
pub use rulebook::{Chapter, RuleBook, RuleCase, Status};
pub use ruleset::{Aids, Discard, Entropy, Language, Ruleset, Sink};
pub use sandbox::{Named, SandboxInfo, Wish, WishedUnit};
pub use seat::{Seat, SeatInfo, Side, Viewer};
pub use secrets::{Perturbed, SecretRow, Secrets};
pub use seen::Seen;
pub use shared::{PerScenario, SharedTitle};
pub use stop::Stop;
pub use title::{EventOf, OptionInfo, Options, Position, ScenarioInfo, StateOf, Title};
