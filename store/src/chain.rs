//! Hashes over journals: every line is linked to all lines before it, so that a changed, lost or moved line is noticed.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// How far a journal has come: its lines, and the hash over them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    pub lines: usize,
    /// 128 bits in hexadecimal.
    pub head: String,
}

fn link(parts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().iter().take(16).fold(String::with_capacity(32), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Chain {
    /// The chain of a game without lines. It begins with the id: a journal does not pass for that of another game.
    pub fn of_game(id: &str) -> Chain {
        Chain { lines: 0, head: link(&["sabretache journal", id]) }
    }

    /// One line more.
    pub fn grow(&mut self, line: &str) {
        self.head = link(&[&self.head, line]);
        self.lines += 1;
    }

    /// What it is after these lines.
    #[must_use]
    pub fn grown(&self, lines: &[String]) -> Chain {
        let mut chain = self.clone();
        lines.iter().for_each(|line| chain.grow(line));
        chain
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;

    #[test]
    fn every_line_and_its_place_count() {
        let of = |game: &str, lines: &[&str]| {
            Chain::of_game(game).grown(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
        };
        let whole = of("one", &["a", "b", "c"]);
        assert_eq!((whole.lines, whole.head.len()), (3, 32));
        assert_eq!(whole, of("one", &["a", "b", "c"]));
        for (game, other) in [
            ("two", vec!["a", "b", "c"]),
            ("one", vec!["a", "c", "b"]),
            ("one", vec!["a", "b"]),
            ("one", vec!["ab", "c"]),
        ] {
            assert_ne!(whole.head, of(game, &other).head, "{game} {other:?}");
        }
    }
}
