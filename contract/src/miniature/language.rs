//! How the miniature talks. Enemy counters are named by their handles only.

use board::footprint::Front;
use kernel::page::{Fact, Panel};
use kernel::{Aids, Arm, Ask, Language, Line, OrderError, Piece, Said, Seat, Seen, Side, Verdict};

use super::Miniature;
use super::action::{Action, Decision};
use super::event::Event;
use super::state::{BLUE, Card, Counter, Handle, PLACES, Place, SEATS, TACTICS, Unit, Whereabouts};
use super::view::{Force, SeenCounter, Veiled};

impl Language for Miniature {
    fn say(&self, _: &Seen<'_, Miniature>, action: &Action) -> Said {
        match action {
            // Nothing is printed of a unit that is not on the board yet, so there is none to point at.
            Action::Place { unit, at } => {
                let words = format!("{} in {}", unit.name(), at.name());
                Said::new("place", &words, format!("Place {words}")).at(at.name())
            }
            Action::Move { counter, to } => {
                let words = format!("#{} to {}", counter.0, to.name());
                Said::new("move", &words, format!("Move {words}")).by(format!("#{}", counter.0)).at(to.name())
            }
            Action::Pass => Said::new("pass", "", "Pass"),
            Action::Intercept { counter } => {
                let words = format!("with #{}", counter.0);
                Said::new("intercept", &words, format!("Intercept {words}")).by(format!("#{}", counter.0))
            }
            Action::Decline => Said::new("decline", "", "Decline"),
            Action::Choose { tactic } => {
                Said { in_secret: true, ..Said::new("choose", tactic.name(), format!("Choose {}", tactic.name())) }
            }
            Action::Retreat { to } => {
                Said::new("retreat", format!("to {}", to.name()), format!("Retreat to {}", to.name())).at(to.name())
            }
            Action::Spy { on } => {
                let words = format!("on #{}", on.0);
                Said::new("spy", &words, format!("Spy {words}")).by(format!("#{}", on.0))
            }
            Action::Resolve => Said::new("resolve", "", "Resolve"),
        }
    }

    fn read(&self, seen: &Seen<'_, Miniature>, seat: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        let state = seen.world();
        let words: Vec<&str> = order.split_whitespace().collect();
        let action = match words[..] {
            // A composite: whatever is not deployed yet goes to one box.
            ["place", "all", "in", place] => {
                let at = read_place(place)?;
                let waiting = Unit::of(seat).filter(|unit| state.counter(*unit).whereabouts == Whereabouts::Undeployed);
                return Ok(waiting.map(|unit| Action::Place { unit, at }).collect());
            }
            ["place", unit, "in", place] => Action::Place { unit: read_unit(unit)?, at: read_place(place)? },
            ["move", counter, "to", place] => Action::Move { counter: read_handle(counter)?, to: read_place(place)? },
            ["pass"] => Action::Pass,
            ["intercept", "with", counter] => Action::Intercept { counter: read_handle(counter)? },
            ["decline"] => Action::Decline,
            ["choose", tactic] => {
                let tactic = TACTICS.into_iter().find(|known| known.name() == tactic);
                Action::Choose { tactic: tactic.ok_or_else(|| unreadable("charge, hold or skirmish"))? }
            }
            ["retreat", "to", place] => Action::Retreat { to: read_place(place)? },
            ["spy", "on", counter] => Action::Spy { on: read_handle(counter)? },
            ["resolve"] => Action::Resolve,
            _ => return Err(unreadable("place, move, pass, intercept, decline, choose, retreat, spy or resolve")),
        };
        Ok(vec![action])
    }

    fn ask(&self, _: &Seen<'_, Miniature>, _: Seat, decision: &Decision) -> Ask {
        match decision {
            Decision::Deploy => Ask::new(case!("M.1"), "deploy", "Place your counters in your home boxes."),
            Decision::March => Ask::new(case!("M.4"), "march", "Move a counter to an adjacent box, or pass."),
            Decision::Intercept { mover, at } => {
                let (mover, at) = (format!("#{}", mover.0), at.name());
                let text = format!("{mover} has entered {at}: intercept it, or decline.");
                Ask::new(case!("M.5"), format!("interception of {mover}"), text).units([mover]).places([at.into()])
            }
            Decision::Tactic { at } => {
                let text = format!("Choose your tactic for the battle in {}.", at.name());
                Ask::new(case!("M.7"), "tactic", text).places([at.name().into()])
            }
            Decision::Retreat { from } => {
                let text = format!("Choose where your units in {} retreat.", from.name());
                Ask::new(case!("M.9"), "retreat", text).places([from.name().into()])
            }
        }
    }

    fn line(&self, event: &Event) -> Line {
        match event {
            Event::Placed { seat, unit, at } => {
                Line::new(case!("M.1"), format!("{} places {} in {}.", self.id(*seat), unit.name(), at.name()))
            }
            Event::Deployed { seat } => Line::new(case!("M.1"), format!("{} has deployed.", self.id(*seat))).reveals(),
            Event::LinesDrawn { counters } => {
                let words = |row: &[u8; 7]| {
                    let held = PLACES.into_iter().zip(row).filter(|(_, count)| **count > 0);
                    held.map(|(place, count)| format!("{count} in {}", place.name())).collect::<Vec<_>>().join(", ")
                };
                let lines =
                    SEATS.into_iter().zip(counters).map(|(seat, row)| format!("{}: {}", self.id(seat), words(row)));
                let lines = lines.collect::<Vec<_>>().join("; ");
                Line::new(case!("M.1"), format!("The lines are drawn. {lines}.")).reveals()
            }
            Event::Concealed { seat, at, first, counters, order } => {
                let secretly = order.map_or(String::new(), |order| format!(" in order {order}"));
                let (id, at) = (self.id(*seat), at.name());
                let text = format!("{counters} of {id} in {at} are concealed from #{}{secretly}.", first.0);
                Line::new(case!("M.2"), text).reveals_if(order.is_some())
            }
            Event::Dealt { seat, card } => {
                let text = format!("{} draws {}.", self.id(*seat), card.map_or("a card", card_name));
                Line::new(case!("M.3"), text).reveals_if(card.is_some())
            }
            Event::Turn { turn } => Line::new(case!("M.4"), format!("Turn {turn} begins.")),
            Event::Moved { counter, from, to } => {
                Line::new(case!("M.4"), format!("#{} marches from {} to {}.", counter.0, from.name(), to.name()))
            }
            Event::Passed { seat } => Line::new(case!("M.4"), format!("{} passes.", self.id(*seat))),
            Event::Intercepted { counter, from, at } => {
                Line::new(case!("M.5"), format!("#{} intercepts from {} in {}.", counter.0, from.name(), at.name()))
            }
            Event::Declined { seat } => Line::new(case!("M.5"), format!("{} lets it pass.", self.id(*seat))),
            Event::TurnedUp { counter, unit } => {
                Line::new(case!("M.6"), format!("#{} is {}.", counter.0, unit.name())).reveals()
            }
            // Follows from what has been turned up already, as do the battle and the end of the game.
            Event::Lost { unit } => Line::uncited(format!("{} is lost.", unit.name())),
            Event::Chose { seat, tactic } => Line::new(
                case!("M.7"),
                match tactic {
                    Some(tactic) => format!("{} will {}.", self.id(*seat), tactic.name()),
                    None => format!("{} has chosen a tactic.", self.id(*seat)),
                },
            ),
            Event::TacticsShown { tactics } => {
                let shown = SEATS.into_iter().zip(tactics).filter_map(|(seat, tactic)| Some((seat, (*tactic)?)));
                let words: Vec<_> =
                    shown.map(|(seat, tactic)| format!("{}: {}", self.id(seat), tactic.name())).collect();
                Line::new(case!("M.7"), format!("Tactics are shown: {}.", words.join(", "))).reveals()
            }
            Event::Fought { at, die, margin, loser } => {
                let (at, loser) = (at.name(), side_name(*loser));
                Line::new(case!("M.8"), format!("Battle in {at}: die {die}, margin {margin}, {loser} is beaten."))
                    .d6(*die)
            }
            Event::Retreated { side, from, to } => {
                Line::new(case!("M.9"), format!("{} retreats from {} to {}.", side_name(*side), from.name(), to.name()))
            }
            Event::Spied { seat, on, unit } => {
                let text = match unit {
                    Some(unit) => format!("The spy of {} finds that #{} is {}.", self.id(*seat), on.0, unit.name()),
                    None => format!("The spy of {} looks at #{}.", self.id(*seat), on.0),
                };
                Line::new(case!("M.10"), text).reveals_if(unit.is_some())
            }
            // A card laid open is known from then on; taking it back would not take that back.
            Event::Resolved { seat } => {
                Line::new(case!("M.11"), format!("{} shows resolve.", self.id(*seat))).reveals()
            }
            Event::Ended { points: [blue, red] } => {
                Line::new(case!("M.13"), format!("The game ends: Blue {blue}, Red {red}."))
            }
        }
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        let [blue, red, ..] = verdict.points;
        match verdict.winner {
            Some(side) => format!("{} has a {} victory, {blue} to {red}", side_name(side), verdict.level),
            None => format!("a draw, {blue} to {red}"),
        }
    }

    fn picture(&self, seen: &Seen<'_, Miniature>) -> String {
        let view = seen.view();
        let mut lines = vec![format!("turn {}, {:?}", view.turn, view.stage)];
        for place in PLACES {
            let mut here = Vec::new();
            for force in &view.forces {
                match force {
                    Force::Own(counters) => here.extend(counters.iter().filter_map(|own| own_counter(own, place))),
                    Force::Other { seen, loose, .. } => {
                        here.extend(seen.iter().filter(|seen| seen.place == place).map(seen_counter));
                        here.extend((0..loose[place.index()]).map(|_| "?".to_owned()));
                    }
                }
            }
            lines.push(format!("{:8} {}", place.name(), here.join(" ")));
        }
        let hand = |card: &Veiled<Card>| match card {
            Veiled::Nothing => "no card",
            Veiled::FaceDown => "a card",
            Veiled::Known(card) => card_name(*card),
        };
        let hands: Vec<_> = SEATS
            .into_iter()
            .zip(&view.hands)
            .map(|(seat, card)| format!("{}: {}", self.id(seat), hand(card)))
            .collect();
        lines.push(hands.join(", "));
        lines.join("\n") + "\n"
    }

    fn pieces(&self, seen: &Seen<'_, Miniature>) -> Vec<Piece> {
        let view = seen.view();
        let mut pieces = Vec::new();
        for (seat, force) in SEATS.into_iter().zip(&view.forces) {
            match force {
                Force::Own(counters) => pieces.extend(counters.iter().filter_map(|(unit, counter)| {
                    let id = counter.handle.map_or_else(|| unit.name().to_owned(), |handle| format!("#{}", handle.0));
                    Some(self.piece(seat, id, counter.place()?, Some(*unit)))
                })),
                Force::Other { seen, .. } => pieces.extend(
                    seen.iter().map(|seen| self.piece(seat, format!("#{}", seen.handle.0), seen.place, seen.unit)),
                ),
            }
        }
        pieces
    }

    fn panels(&self, seen: &Seen<'_, Miniature>) -> Vec<Panel> {
        let view = seen.view();
        let rows = SEATS.into_iter().zip(&view.hands).map(|(seat, card)| Fact {
            name: self.id(seat).to_owned(),
            value: match card {
                Veiled::Nothing => "no card".into(),
                Veiled::FaceDown => "a card".into(),
                Veiled::Known(card) => card_name(*card).into(),
            },
            case: Some(case!("M.3")),
        });
        vec![Panel::Facts { title: "Hands".into(), rows: rows.collect() }]
    }
}

impl Aids for Miniature {}

impl Miniature {
    fn piece(&self, seat: Seat, id: String, at: Place, unit: Option<Unit>) -> Piece {
        Piece {
            id,
            places: vec![at.name().into()],
            side: super::state::side_of(seat),
            nation: self.id(seat).to_owned(),
            arm: Arm::Marker,
            name: unit.map_or("?", Unit::name).into(),
            strength: unit.map_or(String::new(), |unit| unit.strength().to_string()),
            movement: String::new(),
            marks: Vec::new(),
            print: None,
            length: 1,
            facing: None,
            front: Front::default(),
            bears: Vec::new(),
        }
    }

    fn id(&self, seat: Seat) -> &str {
        &self.seats[seat.index()].id
    }
}

fn own_counter((unit, counter): &(Unit, Counter), place: Place) -> Option<String> {
    let number = counter.handle.map_or(String::new(), |handle| format!("#{}", handle.0));
    (counter.place() == Some(place)).then(|| format!("{number}={}", unit.name()))
}

fn seen_counter(seen: &SeenCounter) -> String {
    let what = seen.unit.map_or(String::new(), |unit| format!("={}", unit.name()));
    format!("#{}{what}", seen.handle.0)
}

fn side_name(side: Side) -> &'static str {
    if side == BLUE { "Blue" } else { "Red" }
}

pub(super) fn card_name(card: Card) -> &'static str {
    match card {
        Card::Spy => "the spy",
        Card::Resolve => "resolve",
        Card::Blank => "a blank",
    }
}

fn unreadable(expected: &str) -> OrderError {
    OrderError::Unreadable(format!("expected {expected}"))
}

fn read_place(word: &str) -> Result<Place, OrderError> {
    Place::named(word).ok_or_else(|| unreadable(&format!("the name of a box, not \"{word}\"")))
}

fn read_unit(word: &str) -> Result<Unit, OrderError> {
    Unit::named(word).ok_or_else(|| unreadable(&format!("the name of a unit, not \"{word}\"")))
}

fn read_handle(word: &str) -> Result<Handle, OrderError> {
    let number = word.strip_prefix('#').and_then(|number| number.parse().ok());
    number.map(Handle).ok_or_else(|| unreadable(&format!("the handle of a counter such as #3, not \"{word}\"")))
}
