//! What a position waits for and what was said about it, as plain data for pages, terminals and programs.

use serde::Serialize;

use crate::page::{About, Concerns, Nature, Offer, Offered, Panel};
use crate::{Language, Pending, Piece, Prompt, Seat, SeatInfo, Side, Throw, Verdict, Viewer};

/// A seat that is asked something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Asked {
    pub seat: Seat,
    /// The seat's word, such as `french`.
    pub id: String,
    pub prompt: Prompt,
    #[serde(flatten)]
    pub about: About,
}

/// What happens next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PendingInfo {
    Decide(Vec<Asked>),
    Throw(Throw),
    Over(OverInfo),
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OverInfo {
    pub winner: Option<Side>,
    pub level: &'static str,
    pub points: [i32; 4],
    /// The verdict in a sentence.
    pub words: String,
}

impl OverInfo {
    pub fn new<R: Language>(rules: &R, state: &R::State, verdict: &Verdict) -> OverInfo {
        let words = rules.verdict(state, verdict);
        OverInfo { winner: verdict.winner, level: verdict.level, points: verdict.points, words }
    }
}

impl PendingInfo {
    pub fn new<R: Language>(rules: &R, state: &R::State) -> PendingInfo {
        match rules.pending(state) {
            Pending::Decide(seats) => {
                let asked = |(seat, decision): &(Seat, R::Decision)| Asked {
                    seat: *seat,
                    id: seat_id(rules.seats(), *seat).to_owned(),
                    prompt: rules.prompt(state, *seat, decision),
                    about: rules.about(state, *seat, decision),
                };
                PendingInfo::Decide(seats.iter().map(asked).collect())
            }
            Pending::Chance(throw) => PendingInfo::Throw(throw),
            Pending::Over(verdict) => PendingInfo::Over(OverInfo::new(rules, state, &verdict)),
        }
    }

    /// As a viewer may be told: his own prompt, and no word of what others are asked or whether they are.
    pub fn seen_by(self, viewer: Viewer) -> PendingInfo {
        match self {
            PendingInfo::Decide(mut seats) => {
                seats.retain(|asked| viewer == Viewer::Seat(asked.seat));
                PendingInfo::Decide(seats)
            }
            PendingInfo::Throw(_) => PendingInfo::Decide(Vec::new()),
            PendingInfo::Over(over) => PendingInfo::Over(over),
        }
    }

    /// One short line a seat, as examples expect them: `french: voluntary retreat of a`, `throw: combat`.
    pub fn short(&self) -> Vec<String> {
        match self {
            PendingInfo::Decide(seats) => {
                seats.iter().map(|asked| format!("{}: {}", asked.id, asked.prompt.short)).collect()
            }
            PendingInfo::Throw(throw) => vec![format!("throw: {}", throw.purpose)],
            PendingInfo::Over(over) => vec![format!("over: {}", over.words)],
        }
    }
}

/// The word for a seat; a seat the title does not have is named by its number.
pub(crate) fn seat_id(seats: &[SeatInfo], seat: Seat) -> &str {
    seats.get(seat.index()).map_or("nobody", |info| info.id.as_str())
}

/// The seat for a word.
pub(crate) fn find_seat(seats: &[SeatInfo], id: &str) -> Result<Seat, String> {
    let place = seats.iter().position(|info| info.id == id);
    place.and_then(|place| u8::try_from(place).ok()).map(Seat).ok_or_else(|| {
        let known: Vec<&str> = seats.iter().map(|info| info.id.as_str()).collect();
        format!("there is no seat \"{id}\"; the seats are {}", known.join(", "))
    })
}

/// What a seat may do now, in the title's notation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Offers {
    /// Answers to what the seat is asked.
    pub answers: Vec<String>,
    /// Actions out of turn, but for those that go without saying.
    pub interrupts: Vec<String>,
}

impl Offers {
    pub fn new<R: Language>(rules: &R, state: &R::State, seat: Seat) -> Offers {
        let mut actions = Vec::new();
        rules.legal(state, seat, &mut actions);
        let answers = actions.iter().map(|action| rules.write(state, action)).collect();
        actions.clear();
        rules.interrupts(state, seat, &mut actions);
        actions.retain(|action| !rules.goes_without_saying(action));
        let interrupts = actions.iter().map(|action| rules.write(state, action)).collect();
        Offers { answers, interrupts }
    }
}

/// A line of the log as some viewer reads it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogLine {
    /// The case under which it happened, if one can be named.
    pub case: Option<&'static str>,
    pub text: String,
    /// Whom and where it concerns.
    #[serde(flatten)]
    pub concerns: Concerns,
    #[serde(flatten)]
    pub nature: Nature,
}

impl LogLine {
    /// The lines a viewer reads of what happened; `state` is the one after it.
    pub fn of<R: Language>(rules: &R, state: &R::State, events: &[R::Event], viewer: Viewer) -> Vec<LogLine> {
        let seen = events.iter().filter_map(|event| rules.observe(state, event, viewer));
        let line = |event| LogLine {
            case: rules.cite(&event),
            text: rules.tell(state, &event),
            concerns: rules.concerns(&event),
            nature: rules.nature(&event),
        };
        seen.map(line).collect()
    }
}

impl Offered {
    pub fn new<R: Language>(rules: &R, state: &R::State, seat: Seat) -> Offered {
        let mut actions = Vec::new();
        let offers = |actions: &[R::Action]| -> Vec<Offer> {
            let offer = |action| Offer { order: rules.write(state, action), touch: rules.touch(state, action) };
            actions.iter().map(offer).collect()
        };
        rules.legal(state, seat, &mut actions);
        let answers = offers(&actions);
        actions.clear();
        rules.interrupts(state, seat, &mut actions);
        actions.retain(|action| !rules.goes_without_saying(action));
        Offered { answers, interrupts: offers(&actions) }
    }
}

/// What lies on the table for some viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub turn: u32,
    pub pieces: Vec<Piece>,
    pub panels: Vec<Panel>,
    /// By side.
    pub score: Option<[i32; 4]>,
}

/// Every viewer of a game: its seats in order, then the spectator.
pub fn viewers(seats: &[SeatInfo]) -> impl Iterator<Item = Viewer> {
    (0..seats.len() as u8).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator])
}
