//! Generals for people: four levels by budget, three styles.

use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::craft::Style;
use crate::general::{Character, Policy};

/// A level that a person can choose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Cadet,
    Captain,
    Colonel,
    Marshal,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Cadet, Level::Captain, Level::Colonel, Level::Marshal];

    pub fn name(self) -> &'static str {
        match self {
            Level::Cadet => "cadet",
            Level::Captain => "captain",
            Level::Colonel => "colonel",
            Level::Marshal => "marshal",
        }
    }

    /// The name with a capital, as people read it.
    pub fn title(self) -> &'static str {
        match self {
            Level::Cadet => "Cadet",
            Level::Captain => "Captain",
            Level::Colonel => "Colonel",
            Level::Marshal => "Marshal",
        }
    }

    /// How it plays, for the page.
    pub fn words(self) -> &'static str {
        match self {
            Level::Cadet => "Every unit does what looks best for itself. Answers at once.",
            Level::Captain => "Plans the turn by formation, with a few dozen simulations. Answers almost at once.",
            Level::Colonel => {
                "Tests plans against your reply and refines them unit by unit, for up to four seconds per turn."
            }
            Level::Marshal => "Plans like a Colonel, for up to twenty seconds per turn.",
        }
    }

    /// The general of this level, as it plays against people.
    pub fn character(self, style: Style, threads: usize) -> Character {
        let (policy, budget) = match self {
            Level::Cadet => (Policy::OddsGreedy, Budget::Simulations(0)),
            Level::Captain => (Policy::Portfolio, Budget::Simulations(32)),
            Level::Colonel => (Policy::Strong, Budget::Seconds(4.0)),
            Level::Marshal => (Policy::Strong, Budget::Seconds(20.0)),
        };
        Character { policy, style, budget, threads }
    }
}

/// Simulations a turn if none are named.
const USUAL: u32 = 64;

/// A general by its name: `cadet` to `marshal`, or a policy with a budget and a style behind it: `strong:400`,
/// `portfolio:2s:bold`, `colonel:cautious`.
pub fn character_of(words: &str, threads: usize) -> Result<Character, String> {
    let mut parts = words.split(':');
    let name = parts.next().unwrap_or_default();
    let level = Level::ALL.into_iter().find(|level| level.name() == name);
    let policy = Policy::ALL.into_iter().find(|policy| policy.name() == name);
    let mut character = match (level, policy) {
        (Some(level), _) => level.character(Style::Balanced, threads),
        (None, Some(policy)) => Character { threads, ..Character::new(policy, Budget::Simulations(USUAL)) },
        (None, None) => {
            let known: Vec<&str> = Policy::ALL
                .iter()
                .map(|policy| policy.name())
                .chain(Level::ALL.iter().map(|level| level.name()))
                .collect();
            return Err(format!("there is no general \"{name}\"; the generals are {}", known.join(", ")));
        }
    };
    for part in parts {
        match Style::ALL.into_iter().find(|style| style.name() == part) {
            Some(style) => character.style = style,
            None => character.budget = part.parse()?,
        }
    }
    Ok(character)
}

/// The name of a general, which `character_of` reads back, threads aside.
pub fn name_of(character: &Character) -> String {
    let mut name = character.policy.name().to_owned();
    if character.policy.searches() {
        name += &format!(":{}", character.budget);
    }
    if character.style != Style::Balanced {
        name += &format!(":{}", character.style.name());
    }
    name
}

/// What people call the general of a name that `character_of` reads: `Colonel, bold`.
pub fn title_of(words: &str) -> Result<String, String> {
    let character = character_of(words, 1)?;
    let name = words.split(':').next().unwrap_or_default();
    let level = Level::ALL.into_iter().find(|level| level.name() == name);
    let mut title = match level {
        Some(level) => level.title().to_owned(),
        None => match character.policy {
            Policy::Random => "Chance".into(),
            Policy::Erratic => "Erratic".into(),
            Policy::OddsGreedy => "Odds-greedy".into(),
            Policy::Portfolio => "Portfolio".into(),
            Policy::Strong => "Strong".into(),
        },
    };
    let usual = level.map(|level| level.character(Style::Balanced, 1).budget);
    if character.policy.searches() && usual != Some(character.budget) {
        title += &match character.budget {
            Budget::Simulations(number) => format!(", {number} simulations"),
            Budget::Seconds(seconds) => format!(", {seconds} s"),
        };
    }
    if character.style != Style::Balanced {
        title += &format!(", {}", character.style.name());
    }
    Ok(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generals_have_titles() {
        for (words, title) in [
            ("colonel", "Colonel"),
            ("captain:bold", "Captain, bold"),
            ("strong:400", "Strong, 400 simulations"),
            ("marshal:2.5s:cautious", "Marshal, 2.5 s, cautious"),
            ("odds-greedy:bold", "Odds-greedy, bold"),
        ] {
            assert_eq!(title_of(words).as_deref(), Ok(title));
        }
        assert!(title_of("emperor").is_err());
    }

    #[test]
    fn generals_are_named_and_read_back() {
        for words in ["random", "odds-greedy", "portfolio:32", "strong:2.5s:bold", "portfolio:8:cautious"] {
            let character = character_of(words, 1).unwrap();
            assert_eq!(name_of(&character), words);
        }
        assert_eq!(character_of("colonel:bold", 2), Ok(Level::Colonel.character(Style::Bold, 2)));
        assert!(character_of("emperor", 1).unwrap_err().contains("marshal"));
        assert!(character_of("strong:much", 1).unwrap_err().contains("not a budget"));
    }
}
