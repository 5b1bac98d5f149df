//! What is next to the map.

use kernel::page;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Mark, Modifier};

/// Something next to the map.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Panel<'a> {
    Track(Track<'a>),
    Levels(Levels<'a>),
    Boxes(Boxes<'a>),
    Facts(Facts<'a>),
    Table(Table<'a>),
    Hand(Hand<'a>),
    Duel(Duel<'a>),
    Choices(Choices<'a>),
}

/// A row of boxes along which a marker moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Track<'a> {
    pub(crate) title: &'a str,
    pub(crate) cells: Vec<Cell<'a>>,
    /// The box the marker is in.
    pub(crate) at: usize,
}

/// A box of a track.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Cell<'a> {
    pub(crate) label: &'a str,
    /// A few words each.
    pub(crate) marks: &'a [String],
}

/// Levels that rise and fall.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Levels<'a> {
    pub(crate) title: &'a str,
    pub(crate) rows: Vec<Level<'a>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Level<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: i32,
    /// Where it stood when the game began.
    pub(crate) start: i32,
    pub(crate) note: &'a str,
}

/// Units that are not on the map.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Boxes<'a> {
    pub(crate) title: &'a str,
    pub(crate) groups: Vec<Group<'a>>,
}

/// Units in one box, by their ids.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Group<'a> {
    pub(crate) name: &'a str,
    pub(crate) units: &'a [String],
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Facts<'a> {
    pub(crate) title: &'a str,
    pub(crate) rows: Vec<Fact<'a>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Fact<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    /// The case that says so.
    pub(crate) case: Option<&'static str>,
}

/// Rows under headings, such as an order of battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Table<'a> {
    pub(crate) title: &'a str,
    pub(crate) columns: Vec<Column<'a>>,
    pub(crate) groups: Vec<TableGroup<'a>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Column<'a> {
    pub(crate) name: &'a str,
    /// What it means, in a few words.
    pub(crate) note: &'a str,
    /// Its cells are numbers.
    pub(crate) number: bool,
}

/// Rows of a table that belong together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TableGroup<'a> {
    pub(crate) name: &'a str,
    pub(crate) note: &'a str,
    pub(crate) rows: Vec<Row<'a>>,
}

/// A row of a table: a unit or something else, where it is, and a text for each column.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Row<'a> {
    pub(crate) name: &'a str,
    /// An id of the roster.
    pub(crate) unit: Option<&'a str>,
    /// A place on the map.
    pub(crate) place: Option<&'a str>,
    pub(crate) cells: &'a [String],
    /// Its state in a few words, each with its case.
    pub(crate) marks: Vec<Mark<'a>>,
    /// Not in play any more, or not yet.
    pub(crate) faint: bool,
}

/// Cards that somebody holds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Hand<'a> {
    pub(crate) title: &'a str,
    pub(crate) cards: Vec<Card<'a>>,
    pub(crate) rows: Vec<Fact<'a>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Card<'a> {
    pub(crate) name: &'a str,
    pub(crate) parts: Vec<CardPart<'a>>,
}

/// One of the uses of a card.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CardPart<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
    /// When it can be played, in words.
    pub(crate) when: &'a str,
    pub(crate) case: &'static str,
    /// Whether its holder may use it at all.
    pub(crate) own: bool,
    /// What can be ordered with it now.
    pub(crate) orders: Vec<Ordered<'a>>,
}

/// An order and words for a button.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Ordered<'a> {
    pub(crate) label: &'a str,
    pub(crate) order: &'a str,
}

/// Two parties in a fight, the attacker first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Duel<'a> {
    pub(crate) title: &'a str,
    pub(crate) place: Option<&'a str>,
    /// How the fight stands.
    pub(crate) rows: Vec<Fact<'a>>,
    pub(crate) parties: Vec<Party<'a>>,
    pub(crate) matrix: Option<Matrix<'a>>,
}

/// One of those who fight.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Party<'a> {
    pub(crate) name: &'a str,
    pub(crate) role: &'a str,
    /// Those that are known.
    pub(crate) units: &'a [String],
    /// How many are not.
    pub(crate) hidden: u16,
    pub(crate) rows: Vec<Fact<'a>>,
    pub(crate) modifiers: Vec<Modifier>,
}

/// A table of outcomes by two choices.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Matrix<'a> {
    pub(crate) title: &'a str,
    pub(crate) case: &'static str,
    /// Whose choice the rows are, and whose the columns.
    pub(crate) across: &'a [String; 2],
    pub(crate) rows: &'a [String],
    pub(crate) columns: &'a [String],
    /// Row by row.
    pub(crate) cells: &'a [Vec<String>],
    /// The row and the column that have been chosen, as far as that is known.
    pub(crate) chosen: [Option<usize>; 2],
}

/// Orders given in advance, which can be changed at any time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Choices<'a> {
    pub(crate) title: &'a str,
    pub(crate) note: &'a str,
    pub(crate) rows: Vec<Choice<'a>>,
}

/// A question with its answer as it stands, and the orders that change it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Choice<'a> {
    pub(crate) name: &'a str,
    pub(crate) note: &'a str,
    pub(crate) case: &'static str,
    pub(crate) options: Vec<ChoiceOption<'a>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ChoiceOption<'a> {
    pub(crate) label: &'a str,
    /// Null for the answer that stands.
    pub(crate) order: Option<&'a str>,
}

fn facts(rows: &[page::Fact]) -> Vec<Fact<'_>> {
    rows.iter()
        .map(|row| Fact { name: &row.name, value: &row.value, case: row.case.map(kernel::Case::number) })
        .collect()
}

impl<'a> From<&'a page::Panel> for Panel<'a> {
    fn from(panel: &'a page::Panel) -> Panel<'a> {
        match panel {
            page::Panel::Track { title, cells, at } => {
                let cell = |cell: &'a page::Cell| Cell { label: &cell.label, marks: &cell.marks };
                Panel::Track(Track { title, cells: cells.iter().map(cell).collect(), at: *at })
            }
            page::Panel::Levels { title, rows } => {
                let level = |row: &'a page::Level| Level {
                    name: &row.name,
                    value: row.value,
                    start: row.start,
                    note: &row.note,
                };
                Panel::Levels(Levels { title, rows: rows.iter().map(level).collect() })
            }
            page::Panel::Boxes { title, groups } => {
                let group = |group: &'a page::Group| Group { name: &group.name, units: &group.units };
                Panel::Boxes(Boxes { title, groups: groups.iter().map(group).collect() })
            }
            page::Panel::Facts { title, rows } => Panel::Facts(Facts { title, rows: facts(rows) }),
            page::Panel::Table { title, columns, groups } => {
                let column =
                    |column: &'a page::Column| Column { name: &column.name, note: &column.note, number: column.number };
                let columns = columns.iter().map(column).collect();
                Panel::Table(Table { title, columns, groups: groups.iter().map(TableGroup::from).collect() })
            }
            page::Panel::Hand { title, cards, rows } => {
                let card = |card: &'a page::Card| Card {
                    name: &card.name,
                    parts: card.parts.iter().map(CardPart::from).collect(),
                };
                Panel::Hand(Hand { title, cards: cards.iter().map(card).collect(), rows: facts(rows) })
            }
            page::Panel::Duel { title, place, rows, parties, matrix } => Panel::Duel(Duel {
                title,
                place: place.as_deref(),
                rows: facts(rows),
                parties: parties.iter().map(Party::from).collect(),
                matrix: matrix.as_deref().map(Matrix::from),
            }),
            page::Panel::Choices { title, note, rows } => {
                Panel::Choices(Choices { title, note, rows: rows.iter().map(Choice::from).collect() })
            }
        }
    }
}

impl<'a> From<&'a page::TableGroup> for TableGroup<'a> {
    fn from(group: &'a page::TableGroup) -> TableGroup<'a> {
        let row = |row: &'a page::Row| Row {
            name: &row.name,
            unit: row.unit.as_deref(),
            place: row.place.as_deref(),
            cells: &row.cells,
            marks: row.marks.iter().map(Mark::from).collect(),
            faint: row.faint,
        };
        TableGroup { name: &group.name, note: &group.note, rows: group.rows.iter().map(row).collect() }
    }
}

impl<'a> From<&'a page::CardPart> for CardPart<'a> {
    fn from(part: &'a page::CardPart) -> CardPart<'a> {
        let ordered = |ordered: &'a page::Ordered| Ordered { label: &ordered.label, order: &ordered.order };
        CardPart {
            name: &part.name,
            text: &part.text,
            when: &part.when,
            case: part.case.number(),
            own: part.own,
            orders: part.orders.iter().map(ordered).collect(),
        }
    }
}

impl<'a> From<&'a page::Party> for Party<'a> {
    fn from(party: &'a page::Party) -> Party<'a> {
        Party {
            name: &party.name,
            role: &party.role,
            units: &party.units,
            hidden: party.hidden,
            rows: facts(&party.rows),
            modifiers: party.modifiers.iter().map(Modifier::from).collect(),
        }
    }
}

impl<'a> From<&'a page::Matrix> for Matrix<'a> {
    fn from(matrix: &'a page::Matrix) -> Matrix<'a> {
        Matrix {
            title: &matrix.title,
            case: matrix.case.number(),
            across: &matrix.across,
            rows: &matrix.rows,
            columns: &matrix.columns,
            cells: &matrix.cells,
            chosen: matrix.chosen,
        }
    }
}

impl<'a> From<&'a page::Choice> for Choice<'a> {
    fn from(choice: &'a page::Choice) -> Choice<'a> {
        let option =
            |option: &'a page::ChoiceOption| ChoiceOption { label: &option.label, order: option.order.as_deref() };
        let options = choice.options.iter().map(option).collect();
        Choice { name: &choice.name, note: &choice.note, case: choice.case.number(), options }
    }
}
