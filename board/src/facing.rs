//! Where a piece looks: toward one of the six hexsides of its hex, or toward one of the six vertices.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Direction;

/// One of twelve ways to look, a twelfth of a circle apart, clockwise from the top of the map: hexsides and vertices by
/// turns. It is written as a word of the compass with the top of the map for north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facing(u8);

/// A side of a piece, or the way round in which it turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];
}

impl Facing {
    /// In the order of [`Facing::twelfth`]: hexsides on even places, vertices on odd ones.
    pub const NAMES: [&str; 12] = ["n", "nne", "ne", "e", "se", "sse", "s", "ssw", "sw", "w", "nw", "nnw"];

    /// Toward the middle of a hexside.
    pub const fn side(direction: Direction) -> Facing {
        Facing(2 * direction as u8)
    }

    /// Toward the vertex at the clockwise end of a hexside, as [`crate::VertexId::of`] counts them.
    pub const fn vertex(direction: Direction) -> Facing {
        Facing(2 * direction as u8 + 1)
    }

    /// All six that look at hexsides, or all six that look at vertices, clockwise.
    pub fn all(at_vertices: bool) -> [Facing; 6] {
        Direction::ALL.map(if at_vertices { Facing::vertex } else { Facing::side })
    }

    /// From 0 at the top of the map to 11, clockwise.
    pub const fn twelfth(self) -> usize {
        self.0 as usize
    }

    pub const fn from_twelfth(twelfth: usize) -> Facing {
        Facing((twelfth % 12) as u8)
    }

    pub const fn is_vertex(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// The hexside it looks at; for a vertex, the hexside whose clockwise end the vertex is.
    pub const fn direction(self) -> Direction {
        Direction::ALL[self.0 as usize / 2]
    }

    /// Degrees clockwise from the top of the map.
    pub const fn degrees(self) -> u16 {
        self.0 as u16 * 30
    }

    /// The next hexside, or the next vertex, on that hand.
    #[must_use]
    pub const fn turned(self, hand: Hand) -> Facing {
        self.clockwise(match hand {
            Hand::Right => 1,
            Hand::Left => 5,
        })
    }

    /// So many hexsides, or vertices, further clockwise.
    #[must_use]
    pub const fn clockwise(self, steps: usize) -> Facing {
        Facing((self.0 + 2 * (steps % 6) as u8) % 12)
    }

    #[must_use]
    pub const fn opposite(self) -> Facing {
        self.clockwise(3)
    }

    /// How many hexsides or vertices it must turn at least to look the other way; `None` between a hexside and a vertex.
    pub fn steps_to(self, other: Facing) -> Option<u8> {
        let apart = (12 + other.0 - self.0) % 12;
        apart.is_multiple_of(2).then_some((apart / 2).min(6 - apart / 2))
    }

    /// In the order of [`Facing::twelfth`], as one says it.
    const SPOKEN: [&str; 12] = [
        "north",
        "north-north-east",
        "north-east",
        "east",
        "south-east",
        "south-south-east",
        "south",
        "south-south-west",
        "south-west",
        "west",
        "north-west",
        "north-north-west",
    ];

    pub const fn name(self) -> &'static str {
        Facing::NAMES[self.0 as usize]
    }

    /// In words for players: `north-north-east`.
    pub const fn spoken(self) -> &'static str {
        Facing::SPOKEN[self.0 as usize]
    }

    pub fn parse(text: &str) -> Option<Facing> {
        Facing::NAMES.iter().position(|name| *name == text).map(Facing::from_twelfth)
    }
}

impl fmt::Debug for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Facing({})", self.name())
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Facing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { self.name().serialize(serializer) } else { self.0.serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for Facing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Facing, D::Error> {
        if deserializer.is_human_readable() {
            let word = std::borrow::Cow::<str>::deserialize(deserializer)?;
            let known = || format!("\"{word}\" is not a facing; use one of {}", Facing::NAMES.join(", "));
            return Facing::parse(&word).ok_or_else(|| serde::de::Error::custom(known()));
        }
        let number = u8::deserialize(deserializer)?;
        if number < 12 { Ok(Facing(number)) } else { Err(serde::de::Error::custom("a facing is one of twelve")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_name_the_same_twelve_facings() {
        for twelfth in 0..12 {
            let facing = Facing::from_twelfth(twelfth);
            assert_eq!(Facing::parse(facing.name()), Some(facing));
            let text = serde_json::to_string(&facing).unwrap();
            assert_eq!(serde_json::from_str::<Facing>(&text).unwrap(), facing);
            assert_eq!(usize::from(facing.degrees()), twelfth * 30);
            let again = if facing.is_vertex() { Facing::vertex } else { Facing::side };
            assert_eq!(again(facing.direction()), facing);
        }
        assert_eq!(Facing::side(Direction::SouthEast).name(), "se");
        assert_eq!(Facing::vertex(Direction::NorthEast).name(), "e");
        for wrong in ["\"north\"", "\"\"", "3"] {
            assert!(serde_json::from_str::<Facing>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn turns_go_round_and_are_counted_by_the_shorter_way() {
        for start in Facing::all(false).into_iter().chain(Facing::all(true)) {
            let mut facing = start;
            for turns in 0..6 {
                assert_eq!(start.steps_to(facing), Some([0, 1, 2, 3, 2, 1][turns]));
                assert_eq!(facing.turned(Hand::Right).turned(Hand::Left), facing);
                assert_eq!(facing.opposite().opposite(), facing);
                assert_eq!(facing.is_vertex(), start.is_vertex());
                facing = facing.turned(Hand::Right);
            }
            assert_eq!(facing, start);
            assert_eq!(start.steps_to(Facing::from_twelfth(start.twelfth() + 1)), None);
        }
    }
}
