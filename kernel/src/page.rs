//! What a page draws besides map and counters: offers that know what they touch, log lines that know what they concern,
//! panels as data. Titles describe them; how they look is for the page.

use board::Facing;
use serde::Serialize;

use crate::{Case, Message, Side, Text};

/// What an action is about, so that a page can mark it on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Touch {
    /// The kind of action, such as `retreat`.
    pub verb: String,
    /// The id of the unit that acts.
    pub unit: Option<String>,
    /// The place to which it leads.
    pub place: Option<String>,
    /// Where the unit looks afterwards, if the action says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// Words for a button, such as `Halt here`. Units go by what is printed on them.
    pub label: String,
    /// The message it was made from.
    #[serde(skip)]
    pub message: Option<Message>,
    /// It ends the phase.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// A die falls next; the kernel finds that out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
    /// The one to propose among several that throw; of several that go together, the one to take along.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub best: bool,
    /// It takes a unit up to move it: its reach can be asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
    /// It is allowed, but as things stand nothing would come of it: players find it among all choices, and are not asked about it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub idle: bool,
}

/// Everything there is to say of an action.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Said {
    /// The order in notation, which is read back as this action.
    pub order: String,
    pub touch: Touch,
    /// It is always there, as giving standing orders is: it can be ordered at any time and is not held out to players
    /// again and again.
    pub is_always_available: bool,
    /// It is one of several secret choices that are laid open together: whether a die follows hangs on the others, too.
    pub in_secret: bool,
}

impl Said {
    /// A verb and what follows it in the order, and words for a button.
    pub fn new(verb: &str, rest: impl AsRef<str>, label: impl Into<String>) -> Said {
        let rest = rest.as_ref();
        let order = if rest.is_empty() { verb.to_owned() } else { format!("{verb} {rest}") };
        Said {
            order,
            touch: Touch { verb: verb.to_owned(), label: label.into(), ..Touch::default() },
            ..Said::default()
        }
    }

    /// The same with a label that was made from a message.
    pub fn saying(verb: &str, rest: impl AsRef<str>, label: Text) -> Said {
        let mut said = Said::new(verb, rest, label.english);
        said.touch.message = label.message;
        said
    }

    #[must_use]
    pub fn by(mut self, unit: impl Into<String>) -> Said {
        self.touch.unit = Some(unit.into());
        self
    }

    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Said {
        self.touch.place = Some(place.into());
        self
    }

    /// It ends the phase.
    #[must_use]
    pub fn ends(mut self) -> Said {
        self.touch.ends = true;
        self
    }
}

/// An action that a seat may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    /// The order in notation, to be sent back as it stands.
    pub order: String,
    #[serde(flatten)]
    pub touch: Touch,
}

/// Everything a seat may do.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Offered {
    /// Answers to what the seat is asked.
    pub answers: Vec<Offer>,
    /// Actions out of turn.
    pub interrupts: Vec<Offer>,
}

/// The units and places that a line of the log is about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Concerns {
    pub units: Vec<String>,
    pub places: Vec<String>,
}

impl Concerns {
    fn unit(&mut self, unit: String) {
        if !self.units.contains(&unit) {
            self.units.push(unit);
        }
    }

    fn place(&mut self, place: String) {
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }
}

/// What to do, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prompt {
    pub case: Case,
    /// A machine-readable short form, as examples expect it: `voluntary retreat of a`.
    pub short: String,
    /// What to do, in a sentence.
    pub text: String,
    /// A few words above it; without them, the short form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The message the sentence was made from.
    #[serde(skip)]
    pub message: Option<Message>,
}

/// Everything there is to say of a question put to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    pub prompt: Prompt,
    pub about: About,
}

impl Ask {
    pub fn new(case: Case, short: impl Into<String>, text: impl Into<String>) -> Ask {
        let prompt = Prompt { case, short: short.into(), text: text.into(), heading: None, message: None };
        Ask { prompt, about: About::default() }
    }

    /// The same with a sentence that was made from a message.
    pub fn saying(case: Case, short: impl Into<String>, text: Text) -> Ask {
        let mut ask = Ask::new(case, short, text.english);
        ask.prompt.message = text.message;
        ask
    }

    #[must_use]
    pub fn units(mut self, units: impl IntoIterator<Item = String>) -> Ask {
        units.into_iter().for_each(|unit| self.about.concerns.unit(unit));
        self
    }

    #[must_use]
    pub fn places(mut self, places: impl IntoIterator<Item = String>) -> Ask {
        places.into_iter().for_each(|place| self.about.concerns.place(place));
        self
    }

    /// The unit in hand.
    #[must_use]
    pub fn in_hand(mut self, unit: impl Into<String>) -> Ask {
        self.about.unit = Some(unit.into());
        self
    }
}

/// What a question is about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct About {
    #[serde(rename = "about")]
    pub concerns: Concerns,
    /// The unit in hand, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// A die as it fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Die {
    pub faces: u8,
    pub face: u8,
}

/// What begins with a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    Turn,
    Phase,
}

/// What a line of the log is, besides its words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Nature {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<Heading>,
    /// Units whose guns fire in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fires: Vec<String>,
}

/// How an event shows in a table of odds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum OddsLabel {
    /// As in the log.
    #[default]
    Text,
    /// It is not worth a word there.
    Nothing,
    /// In other words, which leave out what dice and units did on the way.
    Words(String),
}

/// Everything there is to say of an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The case under which it happened, if one can be named.
    pub case: Option<Case>,
    pub text: String,
    /// The message it was made from.
    pub message: Option<Message>,
    pub concerns: Concerns,
    pub nature: Nature,
    pub odds: OddsLabel,
    /// It reveals something to somebody: undo stops there.
    pub reveals: bool,
}

impl Line {
    pub fn new(case: Case, text: impl Into<String>) -> Line {
        Line { case: Some(case), ..Line::uncited(text) }
    }

    pub fn uncited(text: impl Into<String>) -> Line {
        Line { text: text.into(), ..Line::default() }
    }

    /// A line that was made from a message.
    pub fn saying(case: Case, text: Text) -> Line {
        Line { message: text.message, ..Line::new(case, text.english) }
    }

    #[must_use]
    pub fn unit(mut self, unit: impl Into<String>) -> Line {
        self.concerns.unit(unit.into());
        self
    }

    #[must_use]
    pub fn place(mut self, place: impl Into<String>) -> Line {
        self.concerns.place(place.into());
        self
    }

    /// A die with six faces fell.
    #[must_use]
    pub fn d6(mut self, face: u8) -> Line {
        self.nature.dice.push(Die { faces: 6, face });
        self
    }

    /// The guns of a unit fire.
    #[must_use]
    pub fn fires(mut self, unit: impl Into<String>) -> Line {
        self.nature.fires.push(unit.into());
        self
    }

    #[must_use]
    pub fn heading(mut self, heading: Heading) -> Line {
        self.nature.heading = Some(heading);
        self
    }

    #[must_use]
    pub fn reveals(self) -> Line {
        self.reveals_if(true)
    }

    #[must_use]
    pub fn reveals_if(self, reveals: bool) -> Line {
        Line { reveals, ..self }
    }

    /// What it adds to a table of odds.
    pub fn odds_label(self) -> Option<String> {
        match self.odds {
            OddsLabel::Text => Some(self.text),
            OddsLabel::Nothing => None,
            OddsLabel::Words(words) => Some(words),
        }
    }
}

/// What a headline is about; a page announces a new time and a new sky.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HeadlineKind {
    /// Turn, day and hour.
    Time,
    /// Night and weather.
    Sky,
    /// Victory points.
    Score,
    Morale,
    /// What can still be spent.
    Points,
}

/// How the battle stands, in a few words that are always in sight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Headline {
    pub kind: HeadlineKind,
    pub name: String,
    pub value: String,
    /// What it means for those who play.
    pub note: String,
    /// Whose it is, if it is not everybody's.
    pub side: Option<Side>,
    /// The case that says so.
    pub case: Option<Case>,
}

impl Headline {
    pub fn new(kind: HeadlineKind, name: impl Into<String>, value: impl Into<String>) -> Headline {
        Headline { kind, name: name.into(), value: value.into(), note: String::new(), side: None, case: None }
    }

    #[must_use]
    pub fn of(mut self, side: Side) -> Headline {
        self.side = Some(side);
        self
    }

    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Headline {
        self.note = note.into();
        self
    }

    #[must_use]
    pub fn case(mut self, case: Case) -> Headline {
        self.case = Some(case);
        self
    }
}

/// Something next to the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Panel {
    /// A row of boxes along which a marker moves.
    Track {
        title: String,
        cells: Vec<Cell>,
        /// The box the marker is in.
        at: usize,
    },
    /// Levels that rise and fall.
    Levels {
        title: String,
        rows: Vec<Level>,
    },
    /// Units that are not on the map.
    Boxes {
        title: String,
        groups: Vec<Group>,
    },
    Facts {
        title: String,
        rows: Vec<Fact>,
    },
    /// Rows under headings, such as an order of battle.
    Table {
        title: String,
        columns: Vec<Column>,
        groups: Vec<TableGroup>,
    },
    /// Cards that somebody holds.
    Hand {
        title: String,
        cards: Vec<Card>,
        rows: Vec<Fact>,
    },
    /// Two parties in a fight.
    Duel {
        title: String,
        place: Option<String>,
        /// The state of the fight.
        rows: Vec<Fact>,
        parties: Vec<Party>,
        matrix: Option<Box<Matrix>>,
    },
    /// Orders given in advance, which can be changed at any time.
    Choices {
        title: String,
        note: String,
        rows: Vec<Choice>,
    },
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Column {
    pub name: String,
    /// What it means, in a few words.
    pub note: String,
    /// Its cells are numbers.
    pub number: bool,
}

/// Rows of a table that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableGroup {
    pub name: String,
    pub note: String,
    pub rows: Vec<Row>,
}

/// A row of a table: a unit or something else, where it is, and a text for each column.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Row {
    pub name: String,
    pub unit: Option<String>,
    /// A place on the map.
    pub place: Option<String>,
    pub cells: Vec<String>,
    /// Its state in a few words, each with its case.
    pub marks: Vec<crate::Mark>,
    /// Not in play any more, or not yet.
    pub faint: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Card {
    pub name: String,
    pub parts: Vec<CardPart>,
}

/// One of the uses of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardPart {
    pub name: String,
    pub text: String,
    /// When it can be played, in words.
    pub when: String,
    pub case: Case,
    /// Whether its holder may use it at all.
    pub own: bool,
    /// What can be ordered with it now.
    pub orders: Vec<Ordered>,
}

/// An order and words for a button.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ordered {
    pub label: String,
    pub order: String,
}

/// One of those who fight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Party {
    pub name: String,
    pub role: String,
    /// Those that are known.
    pub units: Vec<String>,
    /// How many are not.
    pub hidden: u16,
    pub rows: Vec<Fact>,
    pub modifiers: Vec<crate::aids::Modifier>,
}

/// A table of outcomes by two choices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Matrix {
    pub title: String,
    pub case: Case,
    /// Whose choice the rows are, and whose the columns.
    pub across: [String; 2],
    pub rows: Vec<String>,
    pub columns: Vec<String>,
    /// Row by row.
    pub cells: Vec<Vec<String>>,
    /// The row and the column that have been chosen, as far as that is known.
    pub chosen: [Option<usize>; 2],
}

/// A question with its answer as it stands, and the orders that change it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    pub name: String,
    pub note: String,
    pub case: Case,
    pub options: Vec<ChoiceOption>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChoiceOption {
    pub label: String,
    /// None for the one that is chosen.
    pub order: Option<String>,
}

/// A box of a track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cell {
    pub label: String,
    /// A few words each.
    pub marks: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    pub name: String,
    pub value: i32,
    /// Where it stood when the game began.
    pub start: i32,
    pub note: String,
}

/// Units in one box, by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Group {
    pub name: String,
    pub units: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    pub name: String,
    pub value: String,
    /// The case that says so.
    pub case: Option<Case>,
}
