//! Two sides and the words for them.

use board::Fault;
use board::textfile::{Findings, Source};
use kernel::{SeatInfo, Side};
use toml::Spanned;

/// The other side.
#[inline]
pub const fn enemy_of(side: Side) -> Side {
    Side(1 - side.0)
}

/// What a side is called.
#[derive(Clone, Copy, Debug)]
pub struct SideWords {
    /// Before a unit of a position: `fr`.
    pub short: &'static str,
    /// In orders, files and expectations: `french`.
    pub id: &'static str,
    /// As its player is called: `French`.
    pub name: &'static str,
    /// The adjective: `Allied`.
    pub adjective: &'static str,
}

/// The two sides of a title.
#[derive(Clone, Copy, Debug)]
pub struct Sides(pub [SideWords; 2]);

impl Sides {
    pub const fn of(&self, side: Side) -> &SideWords {
        &self.0[side.0 as usize]
    }

    pub const fn id(&self, side: Side) -> &'static str {
        self.of(side).id
    }

    pub const fn name(&self, side: Side) -> &'static str {
        self.of(side).name
    }

    pub const fn adjective(&self, side: Side) -> &'static str {
        self.of(side).adjective
    }

    pub const fn ids(&self) -> [&'static str; 2] {
        [self.0[0].id, self.0[1].id]
    }

    /// Each side with its word.
    pub fn each(&self) -> [(&'static str, Side); 2] {
        [(self.0[0].id, Side(0)), (self.0[1].id, Side(1))]
    }

    pub fn find(&self, word: &str) -> Option<Side> {
        self.0.iter().zip(0..).find(|(words, _)| word == words.id || word == words.short).map(|(_, side)| Side(side))
    }

    pub fn read(&self, word: &str) -> Result<Side, String> {
        let [a, b] = self.ids();
        self.find(word).ok_or_else(|| format!("\"{word}\" is not a side; use {a} or {b}"))
    }

    /// The side that a data file names; the first one, and a fault, if there is none such.
    pub fn found_in(&self, found: &mut Findings<'_>, name: &Spanned<String>) -> Side {
        self.in_source(&found.source, name, &mut found.faults)
    }

    /// The same where faults are collected apart.
    pub fn in_source(&self, source: &Source<'_>, name: &Spanned<String>, faults: &mut Vec<Fault>) -> Side {
        self.read(name.get_ref()).unwrap_or_else(|sentence| {
            faults.push(source.fault(name.span().start, sentence));
            Side(0)
        })
    }

    /// A player for each side.
    pub fn seats(&self) -> Vec<SeatInfo> {
        let seat = |(words, side): (&SideWords, u8)| SeatInfo {
            id: words.id.into(),
            name: words.name.into(),
            side: Side(side),
        };
        self.0.iter().zip(0..).map(seat).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: Sides = Sides([
        SideWords { short: "no", id: "north", name: "North", adjective: "Northern" },
        SideWords { short: "so", id: "south", name: "South", adjective: "Southern" },
    ]);

    #[test]
    fn sides_are_found_by_either_word_and_the_enemy_is_the_other() {
        assert_eq!((SIDES.read("north"), SIDES.read("so")), (Ok(Side(0)), Ok(Side(1))));
        assert_eq!(SIDES.read("east").unwrap_err(), "\"east\" is not a side; use north or south");
        assert_eq!(SIDES.id(enemy_of(Side(0))), "south");
        assert_eq!(SIDES.seats()[1].name, "South");
    }
}
