//! The journal: everything needed to replay a game. State is the fold of the journal.
//!
//! As a file it is JSON Lines: the header, then one entry a line, only ever appended to. It holds the seed of the dice
//! and every secret of the game, so that it belongs to the host until the game is over; a seat's own account is the
//! [`Record`](crate::record::Record).

use std::collections::{BTreeMap, BTreeSet};

use board::Fault;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::dice::{DiceProtocol, hash};
use crate::{Bytes32, DataFile, Options, Outcome, Seat, SeededDice, Throw, Title};

/// The version of the file format.
pub const FORMAT: u32 = 1;

/// From what the game started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Setup {
    Scenario {
        id: String,
        options: Options,
    },
    /// The `[position]` of an example, with the whole text of its file.
    Position {
        file: String,
        text: String,
    },
}

/// What is promised about the dice before the first throw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceHeader {
    #[serde(default, skip_serializing_if = "DiceProtocol::is_voluntary")]
    pub protocol: DiceProtocol,
    pub commitment: Bytes32,
    /// What was added before the game; what players added later is in entries of its own.
    pub nonces: Vec<String>,
    /// The secret. It is in the full journal only.
    pub seed: Option<Bytes32>,
}

/// What a player added to the dice, and from which throw on it counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Nonce {
    /// Nobody's if it was there before the game.
    pub seat: Option<Seat>,
    /// Empty for a seat of the program.
    pub nonce: String,
    pub from_throw: u64,
}

/// A throw that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThrowMade {
    pub number: u64,
    /// How many steps were on the line of play before it; nothing if it was taken back, or cannot be replayed.
    pub step: Option<usize>,
    /// What it was for, if it can be replayed.
    pub due: Option<Throw>,
    pub faces: u8,
    pub outcome: Outcome,
    pub source: Source,
}

/// Everything about the dice of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceTold {
    pub protocol: DiceProtocol,
    pub commitment: Option<Bytes32>,
    /// In the order in which they go into the key.
    pub nonces: Vec<Nonce>,
    pub seed: Option<Bytes32>,
    /// In the order of their numbers, those that were taken back included.
    pub throws: Vec<ThrowMade>,
}

impl DiceHeader {
    pub fn new(dice: &SeededDice) -> DiceHeader {
        DiceHeader {
            protocol: dice.protocol(),
            commitment: dice.commitment(),
            nonces: dice.nonces().to_vec(),
            seed: Some(dice.seed()),
        }
    }

    /// The dice, if the seed is known.
    pub fn dice(&self) -> Option<SeededDice> {
        self.seed.map(|seed| match self.protocol {
            DiceProtocol::Voluntary => SeededDice::new(seed, self.nonces.clone()),
            DiceProtocol::EverySeat => SeededDice::awaiting_every_seat(seed),
        })
    }
}

/// The game from which another branched off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parent {
    /// The hash of the parent's header.
    pub journal: Bytes32,
    /// How many steps they share.
    pub steps: usize,
}

/// Which rules and which data a game is played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// The version of the title's rules.
    pub version: String,
    /// The hash of every data file in force.
    pub data: BTreeMap<String, Bytes32>,
    /// The hash over the files of the overlay, if there was one.
    pub overlay: Option<Bytes32>,
}

impl Edition {
    pub fn of<T: Title>(title: &T) -> Edition {
        let files = title.data_files();
        Edition {
            version: title.version().to_owned(),
            data: files.iter().map(|file| (file.name.clone(), hash(&[file.text.as_bytes()]))).collect(),
            overlay: overlay_hash(&files),
        }
    }

    /// In which way the rules or the data have changed since an older edition, in words; empty if they have not.
    pub fn changes_since(&self, older: &Edition) -> Vec<String> {
        let mut changes = Vec::new();
        if self.version != older.version {
            changes.push(format!("the rules are version {}, and were version {}", self.version, older.version));
        }
        let names: BTreeSet<&String> = self.data.keys().chain(older.data.keys()).collect();
        for name in names.into_iter().filter(|name| self.data.get(*name) != older.data.get(*name)) {
            changes.push(format!("{name} has changed"));
        }
        changes
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`FORMAT`]; its name tells what the file is.
    pub sabretache_journal: u32,
    pub title: String,
    pub edition: Edition,
    pub setup: Setup,
    pub dice: Option<DiceHeader>,
    pub parent: Option<Parent>,
}

impl Header {
    /// The header of a new game of this title.
    pub fn new<T: Title>(title: &T, setup: Setup, dice: Option<&SeededDice>) -> Header {
        Header {
            sabretache_journal: FORMAT,
            title: title.id().to_owned(),
            edition: Edition::of(title),
            setup,
            dice: dice.map(DiceHeader::new),
            parent: None,
        }
    }

    pub fn hash(&self) -> Bytes32 {
        hash(&[b"sabretache journal", line(self).as_bytes()])
    }
}

fn overlay_hash(files: &[DataFile]) -> Option<Bytes32> {
    let overlaid = files.iter().filter(|file| file.from_overlay);
    let parts: Vec<&[u8]> = overlaid.flat_map(|file| [file.name.as_bytes(), file.text.as_bytes()]).collect();
    if parts.is_empty() { None } else { Some(hash(&parts)) }
}

/// Where the outcome of a throw came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The journal's own seed.
    Seeded,
    /// A script, as in tests.
    Scripted,
    /// Real dice, typed in.
    Typed,
    /// The game from which this one branched off.
    Inherited,
}

/// The first bytes of a state's hash: enough to find the step at which two replays part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CheckSum(pub u32);

impl CheckSum {
    pub fn of<S: Serialize>(state: &S) -> CheckSum {
        let Bytes32([a, b, c, d, ..]) = crate::dice::hash_of(state);
        CheckSum(u32::from_le_bytes([a, b, c, d]))
    }
}

/// One step of the game: an atomic action or a throw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Step<A> {
    Act {
        /// The number of the order it belongs to: the actions of one order are undone together.
        order: u64,
        seat: Seat,
        /// For people; `action` counts.
        text: String,
        action: A,
    },
    Throw {
        /// Counted from 0 over the whole game. A takeback does not give a number back.
        number: u64,
        source: Source,
        faces: u8,
        outcome: Outcome,
    },
}

/// A line of the journal. A game holds all of its lines in memory, so the rare large ones are kept aside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Entry<A, S> {
    Step {
        step: Step<A>,
        /// Of the state after it.
        check: CheckSum,
    },
    /// A seat added something to the dice: it goes into every throw from this one on.
    Nonce { seat: Option<Seat>, nonce: String, from_throw: u64 },
    /// The steps `from..to` of the line of play were undone; those after them stand.
    Undo { from: usize, to: usize },
    /// By consent of all, only the first `to` steps of the line of play stand.
    Takeback { to: usize },
    /// The steps of the takeback just before stand again.
    Restore,
    /// The state after the steps so far.
    Snapshot { hash: Bytes32, state: Box<S> },
    /// From here the game continues from this state, after the first `steps` steps, with this edition of the rules: the
    /// program had changed, or the game began in a world drawn from a record.
    Resume { steps: usize, edition: Box<Edition>, why: String, hash: Bytes32, state: Box<S> },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal<A, S> {
    pub header: Header,
    pub entries: Vec<Entry<A, S>>,
}

/// One value on one line.
pub(crate) fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("journals, views and events are plain data that JSON can hold")
}

fn fault(file: &str, line: usize, sentence: String) -> Fault {
    Fault { file: file.to_owned(), line, sentence }
}

/// Reads the header alone, to find out the title.
pub fn read_header(file: &str, text: &str) -> Result<Header, Fault> {
    let first = text.lines().next().unwrap_or("");
    let wrong = |why: String| fault(file, 1, why);
    let loose: serde_json::Value = serde_json::from_str(first)
        .map_err(|_| wrong("this is not a journal: its first line is not a header".into()))?;
    match loose.get("sabretache_journal").map(serde_json::Value::as_u64) {
        Some(Some(format)) if format == u64::from(FORMAT) => {}
        Some(Some(format)) => {
            return Err(wrong(format!("the journal has format {format}, and this program reads format {FORMAT}")));
        }
        Some(None) | None => return Err(wrong("this is not a journal: its first line is not a header".into())),
    }
    serde_json::from_str(first).map_err(|error| wrong(format!("the header of the journal is damaged: {error}")))
}

impl<A: Serialize + DeserializeOwned, S: Serialize + DeserializeOwned> Journal<A, S> {
    pub fn parse(file: &str, text: &str) -> Result<Journal<A, S>, Fault> {
        let header = read_header(file, text)?;
        let mut entries = Vec::new();
        for (number, line) in text.lines().enumerate().skip(1) {
            crate::stop::check().map_err(|words| fault(file, number + 1, words))?;
            let entry = serde_json::from_str(line)
                .map_err(|error| fault(file, number + 1, format!("the entry cannot be read: {error}")))?;
            entries.push(entry);
        }
        Ok(Journal { header, entries })
    }

    pub fn to_text(&self) -> String {
        let mut text = line(&self.header) + "\n";
        for entry in &self.entries {
            text += &(line(entry) + "\n");
        }
        text
    }
}
