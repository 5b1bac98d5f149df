//! Titles and games behind object-safe traits, for everything that handles any title without knowing it: the command
//! line, the server, analysis.

use std::fmt::Debug;
use std::sync::Arc;

use board::Fault;

use crate::aids::{Particulars, Preview};
use crate::example::ExampleReport;
use crate::journal::{DiceTold, Header, Nonce, Source};
use crate::odds::{OddsLimits, OddsReport};
use crate::playout::{Series, Simulation, Tally};
use crate::replay::Loaded;
use crate::stop::Stop;
use crate::{
    Board, Bytes32, Case, Chart, Colours, DataFile, Entropy, Introduction, LogLine, MapNames, Message, Offered, Offers,
    Options, OrderError, Overlay, OverlayInfo, OverlayQuery, PendingInfo, Piece, Reach, RuleBook, SandboxInfo,
    ScenarioInfo, Seat, SeatInfo, SeededDice, SharedTitle, Submitted, Title, Viewer, Wish,
};

/// A title. Make one with [`any_title`].
pub trait AnyTitle: Send + Sync {
    fn id(&self) -> &'static str;
    fn name(&self) -> &str;
    fn version(&self) -> &'static str;
    fn is_open(&self) -> bool;
    fn rulebook(&self) -> &RuleBook;
    fn colours(&self) -> &Arc<Colours>;
    fn scenarios(&self) -> Vec<ScenarioInfo>;
    fn data_files(&self) -> Vec<DataFile>;
    fn examples(&self) -> Vec<DataFile>;
    /// What the title tells a new player.
    fn introduction(&self) -> Option<&Introduction>;
    /// A message in a language, or what stands beside it; nothing if the title cannot say it in that.
    fn in_language(&self, language: &str, message: &Message, beside: Option<&str>) -> Option<String>;
    /// The names allowed on the title's hex maps, if it has any.
    fn map_names(&self) -> Option<MapNames>;

    /// The seats of a scenario.
    fn seats(&self, scenario: &str, options: &Options) -> Result<Vec<SeatInfo>, String>;

    /// A new game. Without dice, every throw must be given.
    fn start(&self, scenario: &str, options: &Options, dice: Option<&SeededDice>) -> Result<Box<dyn AnyGame>, String>;

    /// A game from the text of a journal.
    fn load(&self, file: &str, journal: &str) -> Result<Loaded<Box<dyn AnyGame>>, Vec<Fault>>;

    /// A game that continues from a record, after so many of its steps, in a random world that fits it.
    fn branch_record(
        &self,
        file: &str,
        record: &str,
        steps: usize,
        dice: Option<&SeededDice>,
        entropy: &mut dyn Entropy,
    ) -> Result<Box<dyn AnyGame>, Vec<Fault>>;

    /// A game that starts from the `[position]` of an example.
    fn position(&self, file: &str, text: &str, dice: Option<&SeededDice>) -> Result<Box<dyn AnyGame>, Vec<Fault>>;

    /// What a position of a scenario can contain besides counters.
    fn sandbox(&self, scenario: &str) -> Result<SandboxInfo, String>;

    /// What somebody set up by hand, as a `[position]` table, to be read with [`AnyTitle::position`].
    fn compose_position(&self, wish: &Wish) -> Result<String, String>;

    /// Plays an example through.
    fn check_example(&self, file: &str, text: &str) -> ExampleReport;

    /// Plays random games.
    fn simulate(
        &self,
        scenario: &str,
        options: &Options,
        series: Series,
        progress: &mut dyn FnMut(&Tally),
    ) -> Result<Simulation, String>;
}

/// How far odds look ahead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LookAhead {
    /// To the next decision of anybody.
    NextDecision,
    /// Past decisions that leave no choice.
    NextChoice,
    /// Past every decision of these seats, who take the first action listed, until somebody is asked again what the
    /// order answered.
    FirstChoiceOf(Vec<Seat>),
    /// To the end of the combat that the order begins or that goes on after it, by the title's script; as `NextChoice`
    /// where there is no combat or no script.
    EndOfCombat,
}

/// Playing: whose decision it is, what that seat may do, and orders and dice as they come.
pub trait Play {
    fn header(&self) -> &Header;
    fn seats(&self) -> &[SeatInfo];
    /// What happens next, for the host.
    fn pending(&self) -> PendingInfo;
    /// What happens next, as far as a viewer may be told.
    fn pending_for(&self, viewer: Viewer) -> PendingInfo;
    /// What a seat may do, in notation.
    fn offers(&self, seat: Seat) -> Offers;
    /// The same, each with what it touches on the board.
    fn offered(&self, seat: Seat) -> Offered;
    /// Whether an order would be carried out; nothing changes.
    fn attempt(&self, seat: Seat, order: &str) -> Result<(), OrderError>;
    /// Carries out an order, or refuses it as a whole.
    fn submit(&mut self, seat: Seat, order: &str) -> Result<Submitted, OrderError>;
    /// Lets one of the asked seats answer by its standing orders, if they cover the question. Says which one it was.
    fn obey_standing_orders(&mut self) -> Option<Seat>;
    /// Makes the pending throw with the game's own dice and says how they fell.
    fn throw(&mut self) -> Result<Vec<u8>, String>;
    /// A seat adds its nonce to the dice: once, and before the first throw.
    fn add_nonce(&mut self, seat: Option<Seat>, nonce: String) -> Result<(), String>;
    /// The seats for whose nonces the first throw waits.
    fn nonces_owed(&self) -> Vec<Seat>;
    /// What was added to the dice, in the order in which it goes into the key.
    fn nonces(&self) -> Vec<Nonce>;
    /// Makes the pending throw as scripted or typed in.
    fn throw_given(&mut self, source: Source, dice: &[u8]) -> Result<(), String>;
    /// How many steps have been taken.
    fn steps(&self) -> usize;
    fn turn(&self) -> u32;
    /// The case under which players of one side write letters instead of talking, see [`Title::letters`].
    fn letters(&self) -> Option<Case>;
}

/// Going back, alone or by consent, and going on elsewhere.
pub trait Undo {
    fn undo(&mut self, seat: Seat) -> Result<(), String>;
    fn redo(&mut self, seat: Seat) -> Result<Submitted, String>;
    /// Undoes everything of a seat back to the next point that undo does not pass.
    fn reset(&mut self, seat: Seat) -> Result<usize, String>;
    /// Whether the seat's last order may be undone, and if not, why not.
    fn can_undo(&self, seat: Seat) -> Result<(), String>;
    /// Whether the seat has undone something that it could order again.
    fn can_redo(&self, seat: Seat) -> bool;
    fn takeback(&mut self, steps: usize, consenting: &[Seat]) -> Result<(), String>;
    /// Whether a takeback was the last thing that happened, so that it can be taken back itself.
    fn can_restore(&self) -> bool;
    /// Takes the last takeback back; the caller has made sure that everybody consents.
    fn restore(&mut self) -> Result<(), String>;
    /// How many steps the game had before the last order of a seat.
    fn before_last_order(&self, seat: Seat) -> Result<usize, String>;
    /// Another game that shares the first `steps` steps and continues with its own dice.
    fn branch(&self, steps: usize, dice: Option<&SeededDice>) -> Result<Box<dyn AnyGame>, String>;
    /// How many steps there are up to the last throw whose number is below this one.
    fn steps_with_throws(&self, below: u64) -> usize;
    /// How many throws have been made, those that were taken back included. It is a secret of the host.
    fn throws(&self) -> u64;
    /// The earliest number of steps this program can go back to.
    fn first_step(&self) -> usize;
}

/// How a game looks and what its log says, to a viewer.
pub trait Show {
    fn view(&self, viewer: Viewer) -> Result<serde_json::Value, String>;
    /// The position as text.
    fn picture(&self, viewer: Viewer) -> String;
    /// The position for a drawing, if it is on a hex map.
    fn chart(&self, viewer: Viewer) -> Option<Chart>;
    /// What is on the table for a viewer, now or after so many steps.
    fn board(&self, viewer: Viewer, steps: Option<usize>) -> Result<Board, String>;
    /// Every counter there is in this game, as far as everybody may know.
    fn roster(&self) -> Vec<Piece>;
    /// What there is to know of those counters besides their faces.
    fn particulars(&self) -> Vec<Particulars>;
    /// A place as orders write it.
    fn order_word(&self, place: &str) -> String;
    /// The order that takes units to a place, with `{units}` and `{place}` in it.
    fn march_order(&self) -> Option<&'static str>;
    /// Whether units in one place march together unless some are left behind.
    fn stacks_march(&self) -> bool;
    /// The position after so many steps, as text.
    fn picture_at(&self, viewer: Viewer, steps: usize) -> Result<String, String>;
    /// The viewer's log from one of its lines on.
    fn log(&self, viewer: Viewer, from_line: usize) -> Vec<LogLine>;
    /// The viewer's log of the first so many steps.
    fn log_until(&self, viewer: Viewer, steps: usize) -> Vec<LogLine>;
}

/// What is written down of a game, for the host and for each viewer.
pub trait Archive {
    /// A step in words, for the host: who did what, or how the dice fell.
    fn describe_step(&self, step: usize) -> Option<String>;
    /// The whole journal, secrets and all.
    fn journal_text(&self) -> String;
    /// The journal without the seed of its dice, for titles in which everybody sees everything. It can be imported again,
    /// to go on with other dice.
    fn journal_without_seed(&self) -> String;
    /// The lines of the journal from the given one on, to be appended to a file; line 0 is the header.
    fn journal_lines(&self, from: usize) -> Vec<String>;
    fn verify_dice(&self) -> Result<usize, String>;
    /// Everything about the dice, for the host, who may tell it when the game is over.
    fn dice_told(&self) -> Result<DiceTold, String>;
    /// The position after so many steps, secrets and all, as the `[position]` table of an example; or why it cannot be
    /// written.
    fn position_text(&self, steps: usize) -> Result<String, String>;
    /// The hash of the true state, which is a secret of the host.
    fn state_hash(&self) -> Bytes32;
    /// The record of one viewer.
    fn record_text(&self, viewer: Viewer) -> Result<String, String>;
    /// How many steps the game had when the viewer's record had so many. A viewer refers to points of the game, such as
    /// the target of a takeback, by the step count of that viewer's own record.
    fn steps_of_record(&self, viewer: Viewer, record_steps: usize) -> Result<usize, String>;
    /// The reverse: for each of these step counts of the game, how many steps of the viewer's record they contain.
    fn record_steps(&self, viewer: Viewer, steps: &[usize]) -> Result<Vec<usize>, String>;
}

/// Aids for players.
pub trait Advise {
    /// Where units could go, as far as the seat may know.
    fn reach(&self, seat: Seat, units: &[String]) -> Result<Reach, OrderError>;
    /// What an order would come to, as far as the seat may know; nothing changes.
    fn preview(&self, seat: Seat, order: &str) -> Result<Preview, OrderError>;
    /// What can be laid over the map.
    fn overlays(&self, viewer: Viewer) -> Vec<OverlayInfo>;
    fn overlay(&self, viewer: Viewer, query: &OverlayQuery) -> Result<Overlay, String>;
    /// What can follow an order.
    fn odds(
        &self,
        seat: Seat,
        order: &str,
        ahead: &LookAhead,
        limits: OddsLimits,
        entropy: &mut dyn Entropy,
    ) -> Result<OddsReport, String> {
        self.odds_until(seat, order, ahead, limits, entropy, &Stop::default())
    }
    /// The same, unless it is stopped before.
    fn odds_until(
        &self,
        seat: Seat,
        order: &str,
        ahead: &LookAhead,
        limits: OddsLimits,
        entropy: &mut dyn Entropy,
        stop: &Stop,
    ) -> Result<OddsReport, String>;
}

/// A game being played, in all its roles.
///
/// Methods that take a [`Viewer`] or a [`Seat`] answer only from what that viewer may know. The others are for the
/// host, who knows everything.
pub trait AnyGame: Play + Undo + Show + Archive + Advise + Send + Sync + Debug {
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
}

/// A title whose types are forgotten.
pub fn any_title<T: Title>(title: impl Into<SharedTitle<T>>) -> Arc<dyn AnyTitle> {
    Arc::new(crate::erased::ErasedTitle::new(title.into()))
}
