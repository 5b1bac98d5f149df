//! Titles, their maps, counters and rules.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Arm, Board, Fault, FieldValue, Refusal, Status, seat_of};

/// A title and what it has.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Title {
    pub(crate) id: &'static str,
    pub(crate) name: String,
    /// Nothing is hidden in it.
    pub(crate) open: bool,
    pub(crate) scenarios: Vec<Scenario>,
    /// Empty if it has none.
    pub(crate) generals: Vec<General>,
    pub(crate) styles: Vec<GeneralStyle>,
    /// Positions can be set up by hand.
    pub(crate) sandbox: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Scenario {
    pub(crate) id: String,
    pub(crate) name: String,
    /// When it was fought.
    pub(crate) date: String,
    pub(crate) introduction: String,
    pub(crate) options: Vec<ScenarioOption>,
    pub(crate) seats: Vec<SeatListed>,
}

/// A choice to be made before a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ScenarioOption {
    pub(crate) id: String,
    pub(crate) description: String,
    pub(crate) values: Vec<String>,
    pub(crate) default: String,
}

impl From<&kernel::OptionInfo> for ScenarioOption {
    fn from(option: &kernel::OptionInfo) -> ScenarioOption {
        let kernel::OptionInfo { id, description, values, default } = option.clone();
        ScenarioOption { id, description, values, default }
    }
}

/// A seat of a scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SeatListed {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The number of its side.
    pub(crate) side: u8,
}

impl From<&kernel::SeatInfo> for SeatListed {
    fn from(info: &kernel::SeatInfo) -> SeatListed {
        SeatListed { id: info.id.clone(), name: info.name.clone(), side: info.side.0 }
    }
}

/// A level of generals.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct General {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) words: &'static str,
    /// A few words about how strong it is; null while nobody has measured it.
    pub(crate) strength: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GeneralStyle {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) words: &'static str,
}

/// Where the places of a map lie, in the units of its drawing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MapSheet {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The distance at which places can be told apart.
    pub(crate) pitch: f64,
    pub(crate) places: BTreeMap<String, [f64; 2]>,
    /// What is there, in a few words: names, terrain, roads, what lies on its sides. Places of which there is nothing to say are left out.
    pub(crate) grounds: BTreeMap<String, String>,
    /// On a board of boxes: the neighbours of each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ways: Option<BTreeMap<String, Vec<String>>>,
    /// Units in one place march together unless some are left behind.
    pub(crate) stacks: bool,
}

/// The whole roster.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Roster {
    pub(crate) units: Vec<Unit>,
    /// The nations of the title.
    pub(crate) nations: Vec<Nation>,
}

/// A nation. What it does not have of its own its counters have from their side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Nation {
    /// What `nation` of a unit calls it.
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) livery: Option<Livery>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) flag: Option<Flag>,
}

/// How the counters of an army look. Colours are written `#rrggbb`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Livery {
    pub(crate) fill: String,
    /// Figures, symbol and border.
    pub(crate) ink: String,
    /// The field of the symbol.
    pub(crate) field: String,
    /// The word for the shape of the border.
    pub(crate) border: &'static str,
}

/// What a counter shows that lies face down.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Flag {
    /// From the staff outwards, or from the top.
    pub(crate) stripes: Vec<String>,
    pub(crate) upright: bool,
}

impl Nation {
    pub(crate) fn all(colours: &kernel::Colours) -> Vec<Nation> {
        let all = colours.nations().iter().cloned().map(|nation| {
            let kernel::colours::Nation { id, name, livery, flag } = nation;
            let livery = livery.map(|livery| {
                let kernel::colours::Livery { fill, ink, field, border } = livery;
                Livery { fill, ink, field, border: border.name() }
            });
            let flag = flag.map(|flag| Flag { stripes: flag.stripes, upright: flag.upright });
            Nation { id, name, livery, flag }
        });
        all.collect()
    }
}

/// A counter of the roster.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Unit {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) nation: String,
    /// The id of a seat of its side.
    pub(crate) side: Option<String>,
    pub(crate) arm: Arm,
    pub(crate) strength: String,
    pub(crate) movement: String,
    /// How many hexes it is long.
    pub(crate) length: u8,
    /// The name in full; empty where the title says no more.
    pub(crate) full_name: String,
    /// What it belongs to, the smallest first: division, corps, army.
    pub(crate) formation: Vec<String>,
    /// Who commands it.
    pub(crate) commander: String,
    /// The branch of its arm, such as `light cavalry`; empty where the title tells no more than the arm.
    pub(crate) branch: &'static str,
    pub(crate) guard: bool,
    /// Of its formation, written `#rrggbb`; empty if it has none.
    pub(crate) colour: String,
    /// What is printed on it and does not change, under the names of the rulebook.
    pub(crate) ratings: Vec<Rating>,
    /// What the rulebook calls its strength; empty if it has none.
    pub(crate) strength_name: String,
}

/// A rating of a counter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Rating {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Unit {
    pub(crate) fn roster(game: &dyn kernel::AnyGame) -> Vec<Unit> {
        let seats = game.seats();
        let mut known: BTreeMap<String, kernel::Particulars> =
            game.particulars().into_iter().map(|one| (one.unit.clone(), one)).collect();
        let rating = |one: kernel::Rating| Rating { name: one.name, value: one.value };
        let unit = |piece: kernel::Piece| {
            let more = known.remove(&piece.id).unwrap_or_default();
            Unit {
                side: seat_of(seats, piece.side).map(str::to_owned),
                arm: piece.arm.into(),
                id: piece.id,
                name: piece.name,
                nation: piece.nation,
                strength: piece.strength,
                movement: piece.movement,
                length: piece.length,
                full_name: more.name,
                formation: more.formation,
                commander: more.commander,
                branch: more.branch.map_or("", kernel::Branch::name),
                guard: more.guard,
                colour: more.colour,
                ratings: more.ratings.into_iter().map(rating).collect(),
                strength_name: more.strength,
            }
        };
        game.roster().into_iter().map(unit).collect()
    }
}

/// The rules in our own words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RuleBook {
    pub(crate) chapters: Vec<Chapter>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Chapter {
    pub(crate) id: String,
    pub(crate) title: String,
    /// The scenario to which it belongs, if not to all.
    pub(crate) battle: Option<String>,
    pub(crate) cases: Vec<RuleCase>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RuleCase {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) status: Status,
    /// The reading that is followed where the text is unclear.
    pub(crate) ruling: Option<String>,
    /// The reason for the reading, or for leaving the case out.
    pub(crate) why: Option<String>,
    /// Cases that bear on this one.
    pub(crate) see: Vec<String>,
    /// Names of examples.
    pub(crate) examples: Vec<String>,
}

/// A few lessons for beginners.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Introduction {
    pub(crate) title: String,
    pub(crate) words: String,
    pub(crate) lessons: Vec<Lesson>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Lesson {
    pub(crate) title: String,
    pub(crate) words: String,
    /// The name of the example it plays.
    pub(crate) example: String,
    /// The cases it teaches.
    pub(crate) cases: Vec<String>,
    /// What the learner does on the board; null if it is only looked at.
    #[schemars(extend("x-null" = true))]
    pub(crate) practice: Option<Practice>,
}

/// A lesson that is played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Practice {
    /// The learner's; generals have the others.
    pub(crate) seat: String,
    /// Their level.
    pub(crate) against: String,
    pub(crate) tasks: Vec<Task>,
    /// What is said when all is done.
    pub(crate) praise: String,
}

/// One thing to do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Task {
    pub(crate) words: String,
    /// What is said when it is done.
    pub(crate) praise: String,
    /// Units and places to point at.
    pub(crate) show: Vec<String>,
}

impl From<kernel::Practice> for Practice {
    fn from(practice: kernel::Practice) -> Practice {
        let kernel::Practice { seat, against, tasks, praise } = practice;
        let task = |task: kernel::Task| Task { words: task.words, praise: task.praise, show: task.show };
        Practice { seat, against, tasks: tasks.into_iter().map(task).collect(), praise }
    }
}

impl From<&kernel::Introduction> for Introduction {
    fn from(introduction: &kernel::Introduction) -> Introduction {
        let kernel::Introduction { title, words, lessons } = introduction.clone();
        let lesson = |lesson: kernel::Lesson| Lesson {
            title: lesson.title,
            words: lesson.words,
            example: lesson.example,
            cases: lesson.cases,
            practice: lesson.practice.map(Practice::from),
        };
        Introduction { title, words, lessons: lessons.into_iter().map(lesson).collect() }
    }
}

/// An example, step by step, drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Example {
    pub(crate) title: String,
    pub(crate) note: Option<String>,
    /// The cases it shows.
    pub(crate) rules: Vec<String>,
    /// The board before the first step.
    pub(crate) start: Option<String>,
    pub(crate) steps: Vec<ExampleStep>,
    /// What its units are called on their counters, where orders call them otherwise.
    pub(crate) names: Vec<ExampleName>,
    /// The file.
    pub(crate) text: String,
}

/// A unit of an example, and what is printed on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct ExampleName {
    pub(crate) name: String,
    pub(crate) counter: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ExampleStep {
    /// Whose order.
    pub(crate) by: Option<String>,
    pub(crate) order: Option<String>,
    /// The order in the words of the counters.
    pub(crate) spoken: Option<String>,
    pub(crate) throws: Vec<u8>,
    pub(crate) refused: Option<Refusal>,
    /// What the log says.
    pub(crate) note: String,
    /// What the writer of the example says.
    pub(crate) words: Option<String>,
    /// The board after the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) svg: Option<String>,
}

/// A word for the program and one for people.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Named {
    pub(crate) id: String,
    pub(crate) name: String,
}

impl Named {
    pub(crate) fn list(named: Vec<kernel::Named>) -> Vec<Named> {
        named.into_iter().map(|named| Named { id: named.id, name: named.name }).collect()
    }
}

/// What a position can be made of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Sandbox {
    pub(crate) maps: Vec<Named>,
    pub(crate) sides: Vec<SeatListed>,
    pub(crate) phases: Vec<Named>,
    /// How many turns the track has.
    pub(crate) turns: u32,
    /// What can be said of a counter beside where it stands.
    pub(crate) states: Vec<Named>,
    pub(crate) counters: Vec<Unit>,
}

/// A position as text, and what is wrong with it or what it looks like.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Position<'a> {
    pub(crate) text: &'a str,
    pub(crate) facts: PositionFacts,
    pub(crate) faults: Vec<Fault>,
    /// Null if there are faults.
    pub(crate) board: Option<Board<'a>>,
    /// If the position has a map or counters of its own.
    pub(crate) sheets: Option<OwnSheets>,
}

/// What the text of a position says; nothing if it cannot be read.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct PositionFacts {
    /// Those that are a word, a number, or true or false.
    pub(crate) fields: BTreeMap<String, FieldValue>,
    /// What is said of units beside where they stand.
    pub(crate) flags: BTreeMap<String, Vec<String>>,
    /// Of an example.
    pub(crate) title: Option<String>,
    /// The lines at which steps begin.
    pub(crate) steps: Vec<usize>,
}

/// Map, places and counters of a position that no scenario has.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OwnSheets {
    /// A drawing.
    pub(crate) map: String,
    pub(crate) places: MapSheet,
    /// Symbols.
    pub(crate) counters: String,
}
