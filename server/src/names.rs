//! Sentences for readers. Titles write units with the words that orders need, `Ney 8-4 (ney-1)`; a reader is told what is
//! printed on the counter, and which words of the sentence are a unit or a place that can be pointed at.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{AnyGame, Arm, Ground, Options, Setup, Viewer};

use crate::wire::{Mention, Sentence};

/// The names of a game that everybody may know: what is printed on its counters and on its map.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// What a unit is called, by the word for it in orders.
    units: HashMap<String, Called>,
    /// No two units have the same print, so that the print alone tells who is meant.
    apart: bool,
    /// Places by the first word of their names, the longest name first.
    places: HashMap<String, Vec<String>>,
}

/// Strength and movement as they are printed: `6-4`.
fn figures(piece: &kernel::Piece) -> String {
    let figures = [piece.strength.as_str(), piece.movement.as_str()];
    figures.iter().filter(|figure| !figure.is_empty()).copied().collect::<Vec<_>>().join("-")
}

/// What a unit is called.
#[derive(Clone, Debug)]
struct Called {
    /// What tells it from others on its counter.
    print: String,
    /// The same with all its figures, and with none, as titles write it.
    whole: String,
    bare: String,
    /// In full, for readers; the same where there is no more to say.
    name: String,
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric()
}

/// The word with which a text begins.
fn first_word(text: &str) -> &str {
    text.split(|letter| !is_word(letter)).next().unwrap_or(text)
}

/// Whether something that begins a text ends with a word.
fn ends_there(text: &str, length: usize) -> bool {
    !text[length..].chars().next().is_some_and(is_word)
}

impl Names {
    pub(crate) fn new(game: &dyn AnyGame) -> Names {
        let roster = game.roster();
        let particulars = game.particulars();
        let units = || roster.iter().filter(|piece| piece.arm != Arm::Marker && !piece.name.is_empty());
        let mut prints: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut namesakes: BTreeMap<&str, usize> = BTreeMap::new();
        for piece in units() {
            *prints.entry((&piece.nation, &piece.name)).or_default() += 1;
            *namesakes.entry(&piece.name).or_default() += 1;
        }
        let apart = prints.values().all(|count| *count == 1);
        let print = |piece: &kernel::Piece| {
            let mut words = vec![piece.name.clone()];
            // Figures only tell those apart who share a name: they change in the course of a game.
            if prints.get(&(piece.nation.as_str(), piece.name.as_str())).is_some_and(|count| *count > 1) {
                words.push(figures(piece));
            } else if namesakes.get(piece.name.as_str()).is_some_and(|count| *count > 1) {
                words.push(format!("({})", capital(&piece.nation)));
            }
            words.retain(|word| !word.is_empty());
            let print = words.join(" ");
            let full = particulars.iter().find(|one| one.unit == piece.id && !one.name.is_empty());
            let name = full.map(|one| {
                words[0].clone_from(&one.name);
                words.join(" ")
            });
            let whole = [piece.name.as_str(), &figures(piece)].join(" ").trim_end().to_owned();
            let bare = piece.name.clone();
            (piece.id.clone(), Called { name: name.unwrap_or_else(|| print.clone()), print, whole, bare })
        };
        let mut places: HashMap<String, Vec<String>> = HashMap::new();
        for name in place_names(game) {
            places.entry(first_word(&name).to_owned()).or_default().push(name);
        }
        for names in places.values_mut() {
            names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        }
        let units = roster.iter().filter(|piece| !piece.name.is_empty()).map(print).collect();
        Names { units, apart, places }
    }

    /// A sentence for readers. `units` are those it is about, as far as that is known.
    pub(crate) fn tell(&self, text: &str, units: &[String]) -> Sentence {
        let mut told = Telling::default();
        let named: Vec<(&str, &String)> = match self.apart {
            true => units.iter().filter_map(|id| Some((self.units.get(id)?.print.as_str(), id))).collect(),
            false => Vec::new(),
        };
        let mut rest = text;
        let mut before = None;
        while let Some(letter) = rest.chars().next() {
            if let Some((id, called, length)) = self.bracketed(rest) {
                told.unit(id, called);
                rest = &rest[length..];
                before = Some(')');
                continue;
            }
            let begins = is_word(letter) && !before.is_some_and(is_word);
            let found = if begins { self.place_at(rest).or_else(|| unit_at(rest, &named)) } else { None };
            match found {
                Some(Found { words, unit, place }) => {
                    told.mention(words, unit, place);
                    rest = &rest[words.len()..];
                    before = words.chars().last();
                }
                None => {
                    told.push(letter);
                    rest = &rest[letter.len_utf8()..];
                    before = Some(letter);
                }
            }
        }
        told.0
    }

    /// The same where nothing can be pointed at.
    pub(crate) fn plain(&self, text: &str) -> String {
        self.tell(text, &[]).text
    }

    /// Words of an order in which units are called as their counters are.
    pub(crate) fn printed(&self, text: &str) -> String {
        let word = |word: &str| {
            // Between several of them there are commas.
            let (id, stop) = word.split_at(word.trim_end_matches([',', ';', ':', '.']).len());
            self.units.get(id).map_or_else(|| word.to_owned(), |called| format!("{}{stop}", called.name))
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// A unit's word in brackets at the beginning of a text, with the blank before them.
    fn bracketed(&self, text: &str) -> Option<(&str, &Called, usize)> {
        let (id, _) = text.strip_prefix(" (")?.split_once(')')?;
        let (id, called) = self.units.get_key_value(id)?;
        Some((id, called, id.len() + " ()".len()))
    }

    fn place_at<'t>(&self, text: &'t str) -> Option<Found<'t>> {
        let names = self.places.get(first_word(text))?;
        let name = names.iter().find(|name| text.starts_with(name.as_str()) && ends_there(text, name.len()))?;
        Some(Found { words: &text[..name.len()], unit: None, place: Some(name.clone()) })
    }
}

/// Names by title, scenario and options: games of one scenario share them.
#[derive(Debug, Default)]
pub(crate) struct AllNames(Mutex<BTreeMap<(String, String, Options), Arc<Names>>>);

impl AllNames {
    pub(crate) fn of(&self, game: &dyn AnyGame) -> Arc<Names> {
        let header = game.header();
        match &header.setup {
            Setup::Scenario { id, options } => {
                let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                let key = (header.title.clone(), id.clone(), options.clone());
                all.entry(key).or_insert_with(|| Arc::new(Names::new(game))).clone()
            }
            Setup::Position { .. } => Arc::new(Names::new(game)),
        }
    }
}

/// A unit of those that a sentence is about, at the beginning of a text.
fn unit_at<'t>(text: &'t str, named: &[(&str, &String)]) -> Option<Found<'t>> {
    let (print, id) = named.iter().find(|(print, _)| text.starts_with(print) && ends_there(text, print.len()))?;
    Some(Found { words: &text[..print.len()], unit: Some((*id).clone()), place: None })
}

struct Found<'t> {
    words: &'t str,
    unit: Option<String>,
    place: Option<String>,
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn place_names(game: &dyn AnyGame) -> Vec<String> {
    match game.chart(Viewer::Spectator).map(|chart| chart.ground) {
        Some(Ground::Hexes(map)) => map.grid.hexes().map(|hex| map.grid.name(hex)).collect(),
        Some(Ground::Boxes(country)) => country.map.boxes().map(|(_, place)| place.name.clone()).collect(),
        None => Vec::new(),
    }
}

/// A sentence as it grows. Mentions are counted as browsers count: in units of UTF-16.
#[derive(Default)]
struct Telling(Sentence);

impl Telling {
    fn length(&self) -> usize {
        self.0.text.encode_utf16().count()
    }

    fn push(&mut self, letter: char) {
        self.0.text.push(letter);
    }

    fn mention(&mut self, words: &str, unit: Option<String>, place: Option<String>) {
        let from = self.length();
        self.0.text.push_str(words);
        self.0.mentions.push(Mention { from, to: self.length(), unit, place });
    }

    /// A unit whose print may just have been written.
    fn unit(&mut self, id: &str, called: &Called) {
        let forms = [&called.whole, &called.print, &called.bare];
        let written = forms.into_iter().find(|form| !form.is_empty() && self.0.text.ends_with(form.as_str()));
        if let Some(written) = written {
            self.0.text.truncate(self.0.text.len() - written.len());
            // What was taken for a place inside of the print is none.
            let from = self.length();
            self.0.mentions.retain(|mention| mention.to <= from);
        } else {
            self.push(' ');
        }
        self.mention(&called.name, Some(id.to_owned()), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(apart: bool) -> Names {
        let units = [("ney-1", "Ney 8-4"), ("old-guard", "Old Guard 10-5"), ("murat", "Murat"), ("leg-i2", "Leg 3-4")];
        let mut places: HashMap<String, Vec<String>> = HashMap::new();
        for name in ["Gross Görschen", "Gross", "0304"] {
            places.entry(first_word(name).to_owned()).or_default().push(name.to_owned());
        }
        let called = |print: &str| Called {
            print: print.to_owned(),
            whole: if print == "Murat" { "Murat 3-5".to_owned() } else { print.to_owned() },
            bare: print.split(' ').next().unwrap_or(print).to_owned(),
            name: print.replace("Leg ", "Legrand's 2nd infantry "),
        };
        let units = units.iter().map(|(id, print)| ((*id).to_owned(), called(print))).collect();
        Names { units, apart, places }
    }

    fn mentioned(told: &Sentence) -> Vec<String> {
        let letters: Vec<u16> = told.text.encode_utf16().collect();
        let words = |mention: &Mention| String::from_utf16(&letters[mention.from..mention.to]).unwrap();
        let whom = |mention: &Mention| mention.unit.clone().or(mention.place.clone()).unwrap();
        told.mentions.iter().map(|mention| format!("{}={}", words(mention), whom(mention))).collect()
    }

    #[test]
    fn several_units_of_an_order_are_all_called_as_their_counters_are() {
        let told = names(true).printed("retreat of ney-1, leg-i2");
        assert_eq!(told, "retreat of Ney 8-4, Legrand's 2nd infantry 3-4");
    }

    #[test]
    fn a_reader_sees_the_print_and_can_point_at_it() {
        let told = names(false).tell("Ney 8-4 (ney-1) marches to 0304.", &[]);
        assert_eq!(told.text, "Ney 8-4 marches to 0304.");
        assert_eq!(mentioned(&told), ["Ney 8-4=ney-1", "0304=0304"]);
    }

    #[test]
    fn a_name_is_not_written_twice_where_a_title_writes_it_without_figures() {
        let told = names(false).tell("Ney (ney-1) fires at Murat (murat).", &[]);
        assert_eq!(told.text, "Ney 8-4 fires at Murat.");
    }

    #[test]
    fn figures_that_tell_nobody_apart_are_not_told_beside_the_name() {
        assert_eq!(names(true).tell("Attack by Murat 3-5 (murat).", &[]).text, "Attack by Murat.");
    }

    #[test]
    fn a_unit_with_a_full_name_is_told_by_it() {
        let told = names(false).tell("Retreat Leg 3-4 (leg-i2) to 0304.", &[]);
        assert_eq!(told.text, "Retreat Legrand's 2nd infantry 3-4 to 0304.");
        assert_eq!(mentioned(&told), ["Legrand's 2nd infantry 3-4=leg-i2", "0304=0304"]);
    }

    #[test]
    fn a_unit_that_goes_by_its_word_alone_gets_its_print() {
        let told = names(false).tell("the reserve (old-guard) waits (as it must)", &[]);
        assert_eq!(told.text, "the reserve Old Guard 10-5 waits (as it must)");
        assert_eq!(mentioned(&told), ["Old Guard 10-5=old-guard"]);
    }

    #[test]
    fn the_longest_name_of_a_place_is_meant_and_no_part_of_a_word() {
        let told = names(false).tell("From Gross Görschen to Gross, not Grossbeeren or 03041", &[]);
        assert_eq!(mentioned(&told), ["Gross Görschen=Gross Görschen", "Gross=Gross"]);
    }

    #[test]
    fn where_prints_tell_units_apart_only_those_are_meant_that_the_sentence_is_about() {
        let told = names(true).tell("Murat rides", &["murat".to_owned()]);
        assert_eq!(mentioned(&told), ["Murat=murat"]);
        assert!(names(true).tell("Murat rides", &[]).mentions.is_empty());
    }

    #[test]
    fn orders_in_the_words_of_the_counters() {
        assert_eq!(names(false).printed("retreat of ney-1"), "retreat of Ney 8-4");
    }
}
