//! What is on the table: snapshots, and what changes in them.

use std::collections::BTreeMap;

use board::footprint;
use kernel::{LogLine as KernelLine, OverInfo, PendingInfo, SeatInfo, Side};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Arm, Facing, Front, Heading, HeadlineKind, Mention, Panel, SeatRequest, Sentence};
use crate::names::Names;

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SnapshotKind {
    Snapshot,
}

/// The whole game as somebody may see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Snapshot")]
pub(crate) struct Snapshot<'a, P> {
    pub(crate) kind: SnapshotKind,
    /// To be compared for equality and sent back, nothing else.
    pub(crate) version: u64,
    pub(crate) game: &'a str,
    pub(crate) title: &'a str,
    /// Empty for a game on a map of its own.
    pub(crate) scenario: &'a str,
    /// The path below which `map.svg`, `map.json`, `counters.svg` and `units.json` are.
    pub(crate) sheets: String,
    pub(crate) name: &'a str,
    /// Dice came with an imported file.
    pub(crate) unverified: bool,
    /// Sentences about loading.
    pub(crate) notices: &'a [String],
    #[serde(flatten)]
    pub(crate) face: Face<'a>,
    #[serde(flatten)]
    pub(crate) personal: P,
}

/// What is on the table, whichever seats are the caller's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Face<'a> {
    pub(crate) turn: u32,
    pub(crate) pieces: Vec<Piece<'a>>,
    pub(crate) panels: Vec<Panel<'a>>,
    /// How the battle stands; always in sight.
    pub(crate) headlines: Vec<Headline<'a>>,
    /// By seat; empty where it is not known.
    pub(crate) score: BTreeMap<&'a str, i32>,
    /// The number of the first line of `log`.
    pub(crate) log_from: usize,
    pub(crate) log: Vec<LogLine<'a>>,
}

/// What is only for this viewer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Personal<'a> {
    pub(crate) seats: Vec<Seat<'a>>,
    pub(crate) pending: Pending<'a>,
    /// By seat: answers to what it is asked.
    pub(crate) offers: BTreeMap<&'a str, Vec<Offer<'a>>>,
    /// By seat: actions out of turn.
    pub(crate) interrupts: BTreeMap<&'a str, Vec<Offer<'a>>>,
    /// The seats that may undo their last order.
    pub(crate) undo: BTreeMap<&'a str, bool>,
    /// Why the others may not.
    pub(crate) undo_stops: BTreeMap<&'a str, String>,
    pub(crate) redo: BTreeMap<&'a str, bool>,
    /// Whether this browser made the game.
    pub(crate) owner: bool,
    /// The dice wait for what players add to them; null when they do not.
    pub(crate) dice: Option<DiceWait<'a>>,
    /// The request for a seat that somebody else has; for players only.
    pub(crate) requests: Vec<SeatRequest<'a>>,
    /// A request to go back.
    pub(crate) takeback: Option<Takeback<'a>>,
    /// A sentence about who refused the last request.
    pub(crate) takeback_answer: Option<String>,
    /// The game that somebody has asked for after this one.
    pub(crate) rematch: Option<String>,
}

impl Personal<'_> {
    /// Every field by its name, as it is sent.
    pub(crate) fn fields(&self) -> Vec<(&'static str, String)> {
        use super::text;
        let Personal {
            seats,
            pending,
            offers,
            interrupts,
            undo,
            undo_stops,
            redo,
            owner,
            dice,
            requests,
            takeback,
            takeback_answer,
            rematch,
        } = self;
        vec![
            ("seats", text(seats)),
            ("pending", text(pending)),
            ("offers", text(offers)),
            ("interrupts", text(interrupts)),
            ("undo", text(undo)),
            ("undo_stops", text(undo_stops)),
            ("redo", text(redo)),
            ("owner", text(owner)),
            ("dice", text(dice)),
            ("requests", text(requests)),
            ("takeback", text(takeback)),
            ("takeback_answer", text(takeback_answer)),
            ("rematch", text(rematch)),
        ]
    }
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DeltaKind {
    Delta,
}

/// What has changed: those keys of a snapshot that did. `log` holds new lines only, `log_from` their first number: cut the log to
/// so many lines, then append.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Delta<'a> {
    pub(crate) kind: DeltaKind,
    pub(crate) version: u64,
    #[serde(flatten)]
    pub(crate) news: News<'a>,
    #[serde(flatten)]
    pub(crate) personal: PersonalNews<'a>,
}

/// What has changed on the table.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct News<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<u32>,
    /// New counters, and those that are otherwise than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pieces_changed: Option<Vec<Piece<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pieces_gone: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) panels: Option<Vec<Panel<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) headlines: Option<Vec<Headline<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<BTreeMap<&'a str, i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) log_from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) log: Option<Vec<LogLine<'a>>>,
}

/// What has changed only for this viewer.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct PersonalNews<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seats: Option<Vec<Seat<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pending: Option<Pending<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offers: Option<BTreeMap<&'a str, Vec<Offer<'a>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) interrupts: Option<BTreeMap<&'a str, Vec<Offer<'a>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undo: Option<BTreeMap<&'a str, bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undo_stops: Option<BTreeMap<&'a str, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) redo: Option<BTreeMap<&'a str, bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub(crate) dice: Option<Option<DiceWait<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) requests: Option<Vec<SeatRequest<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub(crate) takeback: Option<Option<Takeback<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub(crate) takeback_answer: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub(crate) rematch: Option<Option<String>>,
}

/// The board after a step of the viewer's own record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct StepShown<'a> {
    pub(crate) kind: SnapshotKind,
    pub(crate) step: usize,
    /// Where nothing is hidden.
    pub(crate) last_step: Option<usize>,
    pub(crate) game: &'a str,
    pub(crate) title: &'a str,
    pub(crate) scenario: &'a str,
    #[serde(flatten)]
    pub(crate) face: Face<'a>,
    pub(crate) pending: Pending<'a>,
    /// Nothing can be ordered in the past: this and the next three are empty.
    pub(crate) offers: BTreeMap<&'a str, Vec<Offer<'a>>>,
    pub(crate) interrupts: BTreeMap<&'a str, Vec<Offer<'a>>>,
    pub(crate) undo: BTreeMap<&'a str, bool>,
    pub(crate) redo: BTreeMap<&'a str, bool>,
}

/// What a snapshot of a position would show to somebody without a seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Board<'a> {
    #[serde(flatten)]
    pub(crate) face: Face<'a>,
    pub(crate) pending: Pending<'a>,
}

/// How the battle stands, in a few words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Headline<'a> {
    pub(crate) kind: HeadlineKind,
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    /// What it means for those who play; may be empty.
    pub(crate) note: &'a str,
    /// The id of a seat of the side whose it is; null if it is everybody's.
    pub(crate) side: Option<&'a str>,
    /// The case that says so.
    pub(crate) case: Option<&'static str>,
}

impl<'a> Headline<'a> {
    pub(crate) fn new(seats: &'a [SeatInfo], line: &'a kernel::Headline) -> Headline<'a> {
        Headline {
            kind: line.kind.into(),
            name: &line.name,
            value: &line.value,
            note: &line.note,
            side: line.side.and_then(|side| seat_of(seats, side)),
            case: line.case.map(|case| case.number()),
        }
    }
}

/// Who plays a seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Seat<'a> {
    pub(crate) id: &'a str,
    /// As prompts call it.
    pub(crate) name: &'a str,
    /// The number of its side.
    pub(crate) side: u8,
    /// It is this browser's.
    pub(crate) mine: bool,
    pub(crate) taken: bool,
    /// `here`, `link`, `random` or `general`.
    pub(crate) by: &'a str,
    /// The general's title and style.
    pub(crate) general: Option<String>,
    /// What its player is called; null without a name.
    pub(crate) player: Option<&'a str>,
}

/// Dice that wait for what players add to them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct DiceWait<'a> {
    pub(crate) waiting_for: Vec<&'a str>,
    /// They wait for this browser.
    pub(crate) asked: bool,
}

/// A request to go back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Takeback<'a> {
    pub(crate) by: Option<&'a str>,
    pub(crate) words: String,
    pub(crate) waiting_for: Vec<&'a str>,
}

/// What happens next.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Pending<'a> {
    Decide {
        asks: Vec<Ask<'a>>,
    },
    Throw {
        /// Nobody is asked anything.
        asks: [Ask<'a>; 0],
        throw: Throw,
    },
    Over {
        asks: [Ask<'a>; 0],
        verdict: Verdict<'a>,
    },
}

impl<'a> Pending<'a> {
    pub(crate) fn new(seats: &'a [SeatInfo], names: &Names, pending: &'a PendingInfo) -> Pending<'a> {
        match pending {
            PendingInfo::Decide(asked) => {
                Pending::Decide { asks: asked.iter().map(|asked| Ask::new(seats, names, asked)).collect() }
            }
            PendingInfo::Throw(throw) => Pending::Throw {
                asks: [],
                throw: Throw {
                    dice: throw.dice,
                    faces: throw.faces,
                    case: throw.case.number(),
                    purpose: throw.purpose,
                },
            },
            PendingInfo::Over(over) => Pending::Over { asks: [], verdict: Verdict::new(seats, over) },
        }
    }
}

/// A seat that is asked something.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Ask<'a> {
    pub(crate) seat: &'a str,
    pub(crate) case: &'static str,
    /// Without any word of grammar, the same for the same question.
    pub(crate) short: &'a str,
    /// The same for readers: units go by what is printed on them.
    pub(crate) heading: String,
    /// What to do, in a sentence.
    pub(crate) text: String,
    /// Who and where is meant in the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
    pub(crate) about: About<'a>,
    /// The unit in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unit: Option<&'a str>,
}

impl<'a> Ask<'a> {
    fn new(seats: &[SeatInfo], names: &Names, asked: &'a kernel::Asked) -> Ask<'a> {
        // The seat that decides is shown above the prompt.
        let name = seats.iter().find(|info| info.id == asked.id).map_or("", |info| info.name.as_str());
        let text = asked.prompt.text.as_str();
        let text = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(text);
        let Sentence { text, mentions } = names.tell(text, &asked.about.concerns.units);
        Ask {
            seat: &asked.id,
            case: asked.prompt.case.number(),
            short: &asked.prompt.short,
            heading: match &asked.prompt.heading {
                Some(heading) => names.plain(heading),
                None => names.printed(&asked.prompt.short),
            },
            text,
            mentions,
            about: About { units: &asked.about.concerns.units, places: &asked.about.concerns.places },
            unit: asked.about.unit.as_deref(),
        }
    }
}

/// What a question is about.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct About<'a> {
    pub(crate) units: &'a [String],
    pub(crate) places: &'a [String],
}

/// A throw to be made.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Throw {
    pub(crate) dice: u8,
    pub(crate) faces: u8,
    pub(crate) case: &'static str,
    /// A few words.
    pub(crate) purpose: &'static str,
}

/// How the game ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Verdict<'a> {
    /// The seats that have won.
    pub(crate) winners: Vec<&'a str>,
    pub(crate) level: &'static str,
    /// By side.
    pub(crate) points: [i32; 4],
    /// The verdict in a sentence.
    pub(crate) words: &'a str,
}

impl<'a> Verdict<'a> {
    fn new(seats: &'a [SeatInfo], over: &'a OverInfo) -> Verdict<'a> {
        let won = seats.iter().filter(|info| Some(info.side) == over.winner);
        let winners = won.map(|info| info.id.as_str()).collect();
        Verdict { winners, level: over.level, points: over.points, words: &over.words }
    }
}

/// An action that a seat may take.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Offer<'a> {
    /// To be sent back unchanged.
    pub(crate) order: &'a str,
    /// The kind of action.
    pub(crate) verb: &'a str,
    /// The unit that acts.
    pub(crate) unit: Option<&'a str>,
    /// The place to which it leads.
    pub(crate) place: Option<&'a str>,
    /// Where the unit looks afterwards, if the action says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) facing: Option<Facing>,
    /// Words for a button.
    pub(crate) label: String,
    /// It ends the phase.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) ends: bool,
    /// A die falls next.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) throws: bool,
    /// The one to propose among several that throw; of several that go together, the one to take along.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) best: bool,
    /// It takes a unit up to move it: its reach can be asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) moves: bool,
    /// It is allowed, but as things stand nothing would come of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) idle: bool,
}

impl<'a> Offer<'a> {
    pub(crate) fn new(names: &Names, offer: &'a kernel::Offer) -> Offer<'a> {
        let touch = &offer.touch;
        Offer {
            order: &offer.order,
            verb: &touch.verb,
            unit: touch.unit.as_deref(),
            place: touch.place.as_deref(),
            facing: touch.facing.map(Facing),
            label: names.plain(&touch.label),
            ends: touch.ends,
            throws: touch.throws,
            best: touch.best,
            moves: touch.moves,
            idle: touch.idle,
        }
    }
}

/// A counter on the map.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Piece<'a> {
    pub(crate) id: &'a str,
    pub(crate) place: &'a str,
    /// Everything that a long counter covers: a column from its head, a row from its right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) places: Option<&'a [String]>,
    /// Where it looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) facing: Option<Facing>,
    /// Looking at a hexside it has three front hexes instead of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) front: Option<Front>,
    /// How many lie below it in its place.
    pub(crate) stack: usize,
    pub(crate) name: &'a str,
    pub(crate) nation: &'a str,
    /// The id of a seat of its side.
    pub(crate) side: Option<&'a str>,
    pub(crate) arm: Arm,
    pub(crate) strength: &'a str,
    pub(crate) movement: &'a str,
    pub(crate) marks: Vec<Mark<'a>>,
    /// The entry of the roster that it looks like, if it does not look like itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) print: Option<&'a str>,
    /// Counters that stand on it and are no pieces of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) bears: Vec<Borne<'a>>,
}

/// A counter that stands on another.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Borne<'a> {
    pub(crate) unit: &'a str,
    /// Where on it: one of its places.
    pub(crate) place: &'a str,
    pub(crate) strength: &'a str,
    pub(crate) marks: Vec<Mark<'a>>,
}

impl<'a> From<&'a kernel::chart::Borne> for Borne<'a> {
    fn from(borne: &'a kernel::chart::Borne) -> Borne<'a> {
        let kernel::chart::Borne { unit, place, strength, marks } = borne;
        Borne { unit, place, strength, marks: marks.iter().map(Mark::from).collect() }
    }
}

/// The id of a seat of a side.
pub(crate) fn seat_of(seats: &[SeatInfo], side: Side) -> Option<&str> {
    seats.iter().find(|info| info.side == side).map(|info| info.id.as_str())
}

impl<'a> Piece<'a> {
    pub(crate) fn new(seats: &'a [SeatInfo], piece: &'a kernel::Piece, stack: usize) -> Piece<'a> {
        let broad = piece.facing.is_some() && piece.front == footprint::Front::Broad;
        Piece {
            id: &piece.id,
            place: piece.place(),
            places: (piece.places.len() > 1).then_some(&piece.places),
            facing: piece.facing.map(Facing),
            front: broad.then_some(Front::Broad),
            stack,
            name: &piece.name,
            nation: &piece.nation,
            side: seat_of(seats, piece.side),
            arm: piece.arm.into(),
            strength: &piece.strength,
            movement: &piece.movement,
            marks: piece.marks.iter().map(Mark::from).collect(),
            print: piece.print.as_deref(),
            bears: piece.bears.iter().map(Borne::from).collect(),
        }
    }
}

/// A state of a piece.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Mark<'a> {
    /// What is printed on the counter: one or two letters.
    pub(crate) text: &'a str,
    /// What it means, in a few words.
    pub(crate) note: &'a str,
    pub(crate) case: &'static str,
}

impl<'a> From<&'a kernel::Mark> for Mark<'a> {
    fn from(mark: &'a kernel::Mark) -> Mark<'a> {
        Mark { text: &mark.text, note: &mark.note, case: mark.case.number() }
    }
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LogLine<'a> {
    /// Its number.
    pub(crate) line: usize,
    /// The case under which it happened, if one can be named.
    pub(crate) case: Option<&'static str>,
    pub(crate) text: String,
    /// Who and where is meant in the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
    pub(crate) units: &'a [String],
    pub(crate) places: &'a [String],
    /// Those that fell in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) dice: Vec<Die>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) heading: Option<Heading>,
    /// Units whose guns fire in it.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(crate) fires: &'a [String],
    /// Its dice came with an imported file.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unverified: bool,
}

impl<'a> LogLine<'a> {
    /// Of the first `imported` lines, dice came with a file.
    pub(crate) fn new(names: &Names, number: usize, line: &'a KernelLine, imported: usize) -> LogLine<'a> {
        let Sentence { text, mentions } = names.tell(&line.text, &line.concerns.units);
        let die = |die: &kernel::page::Die| Die { faces: die.faces, face: die.face };
        LogLine {
            line: number,
            case: line.case.map(kernel::Case::number),
            text,
            mentions,
            units: &line.concerns.units,
            places: &line.concerns.places,
            dice: line.nature.dice.iter().map(die).collect(),
            heading: line.nature.heading.map(Heading::from),
            fires: &line.nature.fires,
            unverified: number < imported && !line.nature.dice.is_empty(),
        }
    }
}

/// A die as it fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct Die {
    pub(crate) faces: u8,
    pub(crate) face: u8,
}
