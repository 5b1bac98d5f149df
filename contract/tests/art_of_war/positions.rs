//! Positions for the tests, written as examples write them.

use art_of_war::{ArtOfWar, Rules, State};
use board::textfile::{Section, TextFile};
use kernel::{Position, Title};

/// The position of a text with a `[position]`.
pub(crate) fn position(title: &ArtOfWar, name: &str, text: &str) -> (Rules, State) {
    let (mut file, table) = TextFile::open(name, text).unwrap();
    let root = Section { what: "a test".into(), span: 0..0, table: table.get_ref() };
    let section = file.section(&root, "position", "the position").unwrap();
    let position = title.position(&mut file, &section);
    let Position { rules, state } = file.finish(position).unwrap();
    (rules, state)
}
