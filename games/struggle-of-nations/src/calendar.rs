//! The turns of 1813: `calendar.toml`.

use board::Fault;
use board::textfile::{Provenance, Source};
use serde::{Deserialize, Serialize};

use crate::tables::Month;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Season {
    Spring,
    Autumn,
}

/// A turn of two days.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnInfo {
    pub number: u8,
    /// Its dates, by which scenarios name it.
    pub id: String,
    pub season: Season,
    pub weather: Month,
    /// The first turn of a game-week (4.week).
    pub week: bool,
    #[serde(default)]
    pub event: String,
    #[serde(default)]
    pub history: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    turn: Vec<TurnInfo>,
}

#[derive(Clone, Debug)]
pub struct Calendar {
    turns: Vec<TurnInfo>,
}

impl Calendar {
    pub fn parse(name: &str, text: &str) -> Result<Calendar, Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let in_order = file.turn.iter().zip(1..).all(|(turn, number)| turn.number == number);
        if !in_order || file.turn.is_empty() {
            return Err(vec![source.fault(0, "turns are numbered from 1 on")]);
        }
        Ok(Calendar { turns: file.turn })
    }

    /// A turn by its number; the last one if there is none such.
    pub fn turn(&self, number: u8) -> &TurnInfo {
        &self.turns[usize::from(number.max(1) - 1).min(self.turns.len() - 1)]
    }

    pub fn find(&self, id: &str) -> Option<u8> {
        self.turns.iter().find(|turn| turn.id == id).map(|turn| turn.number)
    }

    pub fn turns(&self) -> &[TurnInfo] {
        &self.turns
    }
}
