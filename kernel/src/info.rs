//! What a position waits for and what was said about it, as plain data for pages, terminals and programs.

use serde::Serialize;

use crate::page::{About, Ask, Concerns, Headline, Line, Nature, Offer, Offered, Panel, Prompt, Said};
use crate::{Case, Language, Message, Pending, Piece, Seat, SeatInfo, Seen, Side, Throw, Verdict, Viewer};

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
    pub fn new<R: Language>(rules: &R, verdict: &Verdict) -> OverInfo {
        let words = rules.verdict(verdict);
        OverInfo { winner: verdict.winner, level: verdict.level, points: verdict.points, words }
    }
}

impl PendingInfo {
    pub fn new<R: Language>(rules: &R, state: &R::State) -> PendingInfo {
        match rules.pending(state) {
            Pending::Decide(seats) => {
                let asked = |(seat, decision): &(Seat, R::Decision)| {
                    let seen = Seen::of(rules, state, Viewer::Seat(*seat));
                    let Ask { prompt, about } = rules.ask(&seen, *seat, decision);
                    Asked { seat: *seat, id: seat_id(rules.seats(), *seat).to_owned(), prompt, about }
                };
                PendingInfo::Decide(seats.iter().map(asked).collect())
            }
            Pending::Chance(throw) => PendingInfo::Throw(throw),
            Pending::Over(verdict) => PendingInfo::Over(OverInfo::new(rules, &verdict)),
        }
    }

    /// As a viewer may be told: the prompt of that seat, and nothing about what others decide or whether they do.
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
    /// Actions out of turn, but for those that are always available.
    pub interrupts: Vec<String>,
}

impl Offers {
    pub fn new<R: Language>(rules: &R, state: &R::State, seat: Seat) -> Offers {
        let seen = Seen::of(rules, state, Viewer::Seat(seat));
        let [answers, interrupts] =
            offers(rules, state, &seen, seat).map(|said| said.into_iter().map(|(_, said)| said.order).collect());
        Offers { answers, interrupts }
    }
}

/// What a seat may do in answer to a question, and out of turn but for what is always available.
fn offers<R: Language>(rules: &R, state: &R::State, seen: &Seen<'_, R>, seat: Seat) -> [Vec<(R::Action, Said)>; 2] {
    let said = |actions: &[R::Action]| actions.iter().map(|action| (*action, rules.say(seen, action))).collect();
    let mut actions = Vec::new();
    rules.legal(state, seat, &mut actions);
    let answers = said(&actions);
    actions.clear();
    rules.interrupts(state, seat, &mut actions);
    let mut interrupts: Vec<(R::Action, Said)> = said(&actions);
    interrupts.retain(|(_, said)| !said.is_always_available);
    [answers, interrupts]
}

/// A line of the log as some viewer reads it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogLine {
    /// The case under which it happened, if one can be named.
    pub case: Option<Case>,
    pub text: String,
    /// The message it was made from.
    #[serde(skip)]
    pub message: Option<Message>,
    /// Whom and where it concerns.
    #[serde(flatten)]
    pub concerns: Concerns,
    #[serde(flatten)]
    pub nature: Nature,
}

impl From<Line> for LogLine {
    fn from(line: Line) -> LogLine {
        let Line { case, text, message, concerns, nature, .. } = line;
        LogLine { case, text, message, concerns, nature }
    }
}

impl LogLine {
    /// The lines a viewer reads of what happened; `state` is the one after it.
    pub fn of<R: Language>(rules: &R, state: &R::State, events: &[R::Event], viewer: Viewer) -> Vec<LogLine> {
        let seen = events.iter().filter_map(|event| rules.observe(state, event, viewer));
        seen.map(|event| rules.line(&event).into()).collect()
    }
}

impl Offered {
    pub fn new<R: Language>(rules: &R, state: &R::State, seat: Seat) -> Offered {
        let seen = Seen::of(rules, state, Viewer::Seat(seat));
        let [answers, interrupts] = offers(rules, state, &seen, seat).map(|said| {
            let offer = |(action, mut said): (R::Action, Said)| {
                said.touch.throws = !said.in_secret && seen.throws(seat, &action);
                Offer { order: said.order, touch: said.touch }
            };
            said.into_iter().map(offer).collect()
        });
        Offered { answers, interrupts }
    }
}

/// What is on the table for some viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub turn: u32,
    pub pieces: Vec<Piece>,
    pub panels: Vec<Panel>,
    pub headlines: Vec<Headline>,
    /// By side.
    pub score: Option<[i32; 4]>,
}

/// Every viewer of a game: its seats in order, then the spectator.
pub fn viewers(seats: &[SeatInfo]) -> impl Iterator<Item = Viewer> {
    (0..seats.len() as u8).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator])
}
