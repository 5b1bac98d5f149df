//! What lies beside the map, as text: score, tracks, facts, cards; and which units are where.

use std::collections::BTreeMap;
use std::io::Write;

use kernel::page::{Card, Cell, Fact, Matrix, Party, TableGroup};
use kernel::{Panel, Piece, Seat, Viewer};

use super::session::Session;
use crate::failure::Outcome;

/// The lines of a panel, the first its heading.
fn lines_of(panel: &Panel) -> Vec<String> {
    match panel {
        Panel::Track { title, cells, at } => track(title, cells, *at),
        Panel::Levels { title, rows } => {
            let level = |row: &kernel::page::Level| {
                let note = if row.note.is_empty() { String::new() } else { format!(", {}", row.note) };
                format!("{}: {} of {}{note}", row.name, row.value, row.start)
            };
            headed(title, rows.iter().map(level))
        }
        Panel::Boxes { title, groups } => {
            let group = |group: &kernel::page::Group| format!("{}: {}", group.name, group.units.join(", "));
            headed(title, groups.iter().map(group))
        }
        Panel::Facts { title, rows } => headed(title, rows.iter().map(fact)),
        Panel::Table { title, columns, groups } => {
            let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            headed(title, groups.iter().flat_map(|group| table(&names, group)))
        }
        Panel::Hand { title, cards, rows } => headed(title, rows.iter().map(fact).chain(cards.iter().flat_map(card))),
        Panel::Duel { title, rows, parties, matrix, .. } => {
            let parties = parties.iter().flat_map(party);
            headed(title, rows.iter().map(fact).chain(parties).chain(matrix.iter().flat_map(|it| rounds(it))))
        }
        Panel::Choices { title, rows, .. } => {
            let choice = |row: &kernel::page::Choice| {
                let now = row.options.iter().find(|option| option.order.is_none());
                format!("{}: {}  [{}]", row.name, now.map_or("", |option| option.label.as_str()), row.case)
            };
            headed(title, rows.iter().map(choice))
        }
    }
}

fn headed(title: &str, lines: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(title.to_owned()).chain(lines.map(|line| format!("  {line}"))).collect()
}

fn fact(fact: &Fact) -> String {
    let case = fact.case.map_or(String::new(), |case| format!("  [{case}]"));
    format!("{}: {}{case}", fact.name, fact.value)
}

/// Where the track stands, and what is still to come on it.
fn track(title: &str, cells: &[Cell], at: usize) -> Vec<String> {
    let marked = cells.iter().enumerate().skip(at);
    let told = marked.filter(|(number, cell)| *number == at || !cell.marks.is_empty()).map(|(number, cell)| {
        let now = if number == at { "now " } else { "" };
        let marks = if cell.marks.is_empty() { String::new() } else { format!(": {}", cell.marks.join(", ")) };
        format!("{now}{}{marks}", cell.label)
    });
    headed(title, told)
}

fn table(columns: &[&str], group: &TableGroup) -> Vec<String> {
    let (mut lines, indent) = match group.name.as_str() {
        "" => (Vec::new(), ""),
        name => (vec![name.to_owned()], "  "),
    };
    for row in &group.rows {
        let cells = columns.iter().zip(&row.cells).filter(|(_, cell)| !cell.is_empty());
        let cells: Vec<String> = cells.map(|(name, cell)| format!("{name} {cell}").trim().to_owned()).collect();
        let marks = row.marks.iter().map(|mark| mark.note.clone());
        let told: Vec<String> = cells.into_iter().chain(marks).collect();
        lines.push(format!("{indent}{}: {}", row.name, told.join(", ")));
    }
    lines
}

fn card(card: &Card) -> Vec<String> {
    let parts = card.parts.iter().map(|part| {
        let own = if part.own { "" } else { ", not for you" };
        format!("  {} ({}{own}): {}  [{}]", part.name, part.when, part.text, part.case)
    });
    std::iter::once(card.name.clone()).chain(parts).collect()
}

fn party(party: &Party) -> Vec<String> {
    let hidden = if party.hidden > 0 { format!(", {} face down", party.hidden) } else { String::new() };
    let mut lines = vec![format!("{}, who {}: {}{hidden}", party.name, party.role, party.units.join(", "))];
    lines.extend(party.rows.iter().map(|row| format!("  {}", fact(row))));
    let modifier = |it: &kernel::aids::Modifier| format!("  {}: {:+}  [{}]", it.text, it.value, it.case);
    lines.extend(party.modifiers.iter().map(modifier));
    lines
}

fn rounds(matrix: &Matrix) -> Vec<String> {
    let [rows, columns] = &matrix.across;
    let mut lines = vec![format!("{} ({rows} down, {columns} across)  [{}]", matrix.title, matrix.case)];
    let names = matrix.rows.iter().chain(&matrix.columns);
    let widest = names.map(|name| name.chars().count()).max().unwrap_or(0) + 2;
    let row = |name: &str, cells: &[String]| {
        let cells: String = cells.iter().map(|cell| format!("{cell:widest$}")).collect();
        format!("  {name:widest$}{cells}").trim_end().to_owned()
    };
    lines.push(row("", &matrix.columns));
    lines.extend(matrix.rows.iter().zip(&matrix.cells).map(|(name, cells)| row(name, cells)));
    lines
}

/// A counter in words, without its place.
fn counter(piece: &Piece) -> String {
    let figures = [&piece.strength, &piece.movement].into_iter().filter(|figure| !figure.is_empty());
    let figures: Vec<&str> = figures.map(String::as_str).collect();
    let marks: Vec<&str> = piece.marks.iter().map(|mark| mark.note.as_str()).collect();
    let figures = if figures.is_empty() { String::new() } else { format!(" {}", figures.join("-")) };
    let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
    format!("{} [{}]{figures}{marks}", piece.name, piece.id)
}

impl Session<'_> {
    /// Everything that lies beside the map, or the panels whose titles hold these words.
    pub(super) fn show_status(&mut self, seat: Seat, words: &str) -> Outcome {
        let words = words.to_lowercase();
        let board = match self.game.board(Viewer::Seat(seat), None) {
            Ok(board) => board,
            Err(sentence) => return self.say(&sentence),
        };
        if let Some(score) = board.score.filter(|_| words.is_empty()) {
            let sides = self.game.seats().iter();
            let mut told: Vec<String> = Vec::new();
            for info in sides {
                let points = score.get(info.side.index()).copied().unwrap_or(0);
                told.push(format!("{} {points}", info.name));
            }
            let heading = self.console.bold("Score");
            writeln!(self.console.out, "{heading}: {}", told.join(", "))?;
        }
        for panel in &board.panels {
            let lines = lines_of(panel);
            let Some((title, rest)) = lines.split_first() else { continue };
            if !title.to_lowercase().contains(&words) {
                continue;
            }
            writeln!(self.console.out, "{}", self.console.bold(title))?;
            for line in rest {
                writeln!(self.console.out, "{line}")?;
            }
        }
        Ok(())
    }

    /// What the marks on the counters mean, and which counters have them.
    pub(super) fn show_legend(&mut self, seat: Seat) -> Outcome {
        let board = match self.game.board(Viewer::Seat(seat), None) {
            Ok(board) => board,
            Err(sentence) => return self.say(&sentence),
        };
        let mut marked: BTreeMap<_, Vec<&str>> = BTreeMap::new();
        for piece in &board.pieces {
            for mark in &piece.marks {
                marked.entry((mark.text.as_str(), mark.note.as_str(), mark.case)).or_default().push(&piece.id);
            }
        }
        if marked.is_empty() {
            return self.say("no counter that you see has a mark");
        }
        for ((text, note, case), units) in marked {
            let line = format!("{text}  {note} ({case}): {}", units.join(", "));
            writeln!(self.console.out, "{}", self.console.wrapped(&line, "   "))?;
        }
        Ok(())
    }

    /// Which counters lie where, as far as the seat can see; only those whose name, id or place holds these words.
    pub(super) fn show_units(&mut self, seat: Seat, words: &str) -> Outcome {
        let words = words.to_lowercase();
        let board = match self.game.board(Viewer::Seat(seat), None) {
            Ok(board) => board,
            Err(sentence) => return self.say(&sentence),
        };
        let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for piece in &board.pieces {
            let named = [piece.name.as_str(), piece.id.as_str(), piece.place()];
            if named.iter().any(|name| name.to_lowercase().contains(&words)) {
                places.entry(piece.place()).or_default().push(counter(piece));
            }
        }
        if places.is_empty() {
            return self.say(&format!("you see no unit \"{words}\" on the map"));
        }
        for (place, counters) in places {
            let place = if place.is_empty() { "off the map" } else { place };
            let line = format!("{place}: {}", counters.join(", "));
            writeln!(self.console.out, "{}", self.console.wrapped(&line, "  "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_track_tells_where_it_stands_and_what_is_to_come() {
        let cell = |label: &str, marks: &[&str]| Cell {
            label: label.into(),
            marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
        };
        let cells = vec![cell("May 1", &["armistice"]), cell("May 2", &[]), cell("May 3", &[]), cell("May 4", &["+2"])];
        let panel = Panel::Track { title: "Calendar".into(), cells, at: 1 };
        assert_eq!(lines_of(&panel), ["Calendar", "  now May 2", "  May 4: +2"]);
    }
}
