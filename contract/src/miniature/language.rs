//! How the miniature talks. Enemy counters are named by their handles only.

use board::footprint::Front;
use kernel::page::{Fact, Panel};
use kernel::{About, Arm, Concerns, Die, Language, Nature, OrderError, Piece, Prompt, Seat, Side, Verdict};

use super::Miniature;
use super::action::{Action, Decision};
use super::event::Event;
use super::state::{BLUE, Card, Counter, Handle, PLACES, Place, SEATS, State, TACTICS, Unit, Whereabouts};
use super::view::{Force, Seen, Veiled, View};

impl Language for Miniature {
    fn write(&self, _: &State, action: &Action) -> String {
        match action {
            Action::Place { unit, at } => format!("place {} in {}", unit.name(), at.name()),
            Action::Move { counter, to } => format!("move #{} to {}", counter.0, to.name()),
            Action::Pass => "pass".into(),
            Action::Intercept { counter } => format!("intercept with #{}", counter.0),
            Action::Decline => "decline".into(),
            Action::Choose { tactic } => format!("choose {}", tactic.name()),
            Action::Retreat { to } => format!("retreat to {}", to.name()),
            Action::Spy { on } => format!("spy on #{}", on.0),
            Action::Resolve => "resolve".into(),
        }
    }

    fn read(&self, state: &State, seat: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
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

    fn prompt(&self, _: &State, _: Seat, decision: &Decision) -> Prompt {
        match decision {
            Decision::Deploy => {
                Prompt { case: "M.1", short: "deploy".into(), text: "Place your counters in your home boxes.".into() }
            }
            Decision::March => Prompt {
                case: "M.4",
                short: "march".into(),
                text: "Move a counter to an adjacent box, or pass.".into(),
            },
            Decision::Intercept { mover, at } => Prompt {
                case: "M.5",
                short: format!("interception of #{}", mover.0),
                text: format!("#{} has entered {}: intercept it, or decline.", mover.0, at.name()),
            },
            Decision::Tactic { at } => Prompt {
                case: "M.7",
                short: "tactic".into(),
                text: format!("Choose your tactic for the battle in {}.", at.name()),
            },
            Decision::Retreat { from } => Prompt {
                case: "M.9",
                short: "retreat".into(),
                text: format!("Choose where your units in {} retreat.", from.name()),
            },
        }
    }

    fn about(&self, _: &State, _: Seat, decision: &Decision) -> About {
        let (units, place) = match decision {
            Decision::Intercept { mover, at } => (vec![format!("#{}", mover.0)], Some(at)),
            Decision::Tactic { at } => (Vec::new(), Some(at)),
            Decision::Retreat { from } => (Vec::new(), Some(from)),
            Decision::Deploy | Decision::March => (Vec::new(), None),
        };
        let places = place.into_iter().map(|place| place.name().to_owned()).collect();
        About { concerns: Concerns { units, places }, unit: None }
    }

    fn tell(&self, _: &State, event: &Event) -> String {
        match event {
            Event::Placed { seat, unit, at } => format!("{} places {} in {}.", self.id(*seat), unit.name(), at.name()),
            Event::Deployed { seat } => format!("{} has deployed.", self.id(*seat)),
            Event::LinesDrawn { counters } => {
                let words = |row: &[u8; 7]| {
                    let held = PLACES.into_iter().zip(row).filter(|(_, count)| **count > 0);
                    held.map(|(place, count)| format!("{count} in {}", place.name())).collect::<Vec<_>>().join(", ")
                };
                let lines =
                    SEATS.into_iter().zip(counters).map(|(seat, row)| format!("{}: {}", self.id(seat), words(row)));
                format!("The lines are drawn. {}.", lines.collect::<Vec<_>>().join("; "))
            }
            Event::Concealed { seat, at, first, counters, order } => {
                let secretly = order.map_or(String::new(), |order| format!(" in order {order}"));
                let id = self.id(*seat);
                format!("{counters} of {id} in {} are concealed from #{}{secretly}.", at.name(), first.0)
            }
            Event::Dealt { seat, card } => {
                format!("{} draws {}.", self.id(*seat), card.map_or("a card", card_name))
            }
            Event::Turn { turn } => format!("Turn {turn} begins."),
            Event::Moved { counter, from, to } => {
                format!("#{} marches from {} to {}.", counter.0, from.name(), to.name())
            }
            Event::Passed { seat } => format!("{} passes.", self.id(*seat)),
            Event::Intercepted { counter, from, at } => {
                format!("#{} intercepts from {} in {}.", counter.0, from.name(), at.name())
            }
            Event::Declined { seat } => format!("{} lets it pass.", self.id(*seat)),
            Event::TurnedUp { counter, unit } => format!("#{} is {}.", counter.0, unit.name()),
            Event::Lost { unit } => format!("{} is lost.", unit.name()),
            Event::Chose { seat, tactic } => match tactic {
                Some(tactic) => format!("{} will {}.", self.id(*seat), tactic.name()),
                None => format!("{} has chosen a tactic.", self.id(*seat)),
            },
            Event::TacticsShown { tactics } => {
                let shown = SEATS.into_iter().zip(tactics).filter_map(|(seat, tactic)| Some((seat, (*tactic)?)));
                let words: Vec<_> =
                    shown.map(|(seat, tactic)| format!("{}: {}", self.id(seat), tactic.name())).collect();
                format!("Tactics are shown: {}.", words.join(", "))
            }
            Event::Fought { at, die, margin, loser } => {
                format!("Battle in {}: die {die}, margin {margin}, {} is beaten.", at.name(), side_name(*loser))
            }
            Event::Retreated { side, from, to } => {
                format!("{} retreats from {} to {}.", side_name(*side), from.name(), to.name())
            }
            Event::Spied { seat, on, unit } => match unit {
                Some(unit) => format!("The spy of {} finds that #{} is {}.", self.id(*seat), on.0, unit.name()),
                None => format!("The spy of {} looks at #{}.", self.id(*seat), on.0),
            },
            Event::Resolved { seat } => format!("{} shows resolve.", self.id(*seat)),
            Event::Ended { points: [blue, red] } => format!("The game ends: Blue {blue}, Red {red}."),
        }
    }

    fn cite(&self, event: &Event) -> Option<&'static str> {
        Some(match event {
            Event::Placed { .. } | Event::Deployed { .. } | Event::LinesDrawn { .. } => "M.1",
            Event::Concealed { .. } => "M.2",
            Event::Dealt { .. } => "M.3",
            Event::Turn { .. } | Event::Moved { .. } | Event::Passed { .. } => "M.4",
            Event::Intercepted { .. } | Event::Declined { .. } => "M.5",
            Event::TurnedUp { .. } => "M.6",
            Event::Chose { .. } | Event::TacticsShown { .. } => "M.7",
            Event::Fought { .. } => "M.8",
            Event::Retreated { .. } => "M.9",
            Event::Spied { .. } => "M.10",
            Event::Resolved { .. } => "M.11",
            Event::Ended { .. } => "M.13",
            Event::Lost { .. } => return None,
        })
    }

    /// Cards and handles are dealt with dice that nobody sees.
    fn nature(&self, event: &Event) -> Nature {
        let dice = match event {
            Event::Fought { die, .. } => vec![Die { faces: 6, face: *die }],
            Event::Placed { .. }
            | Event::Deployed { .. }
            | Event::LinesDrawn { .. }
            | Event::Concealed { .. }
            | Event::Dealt { .. }
            | Event::Turn { .. }
            | Event::Moved { .. }
            | Event::Passed { .. }
            | Event::Intercepted { .. }
            | Event::Declined { .. }
            | Event::TurnedUp { .. }
            | Event::Lost { .. }
            | Event::Chose { .. }
            | Event::TacticsShown { .. }
            | Event::Retreated { .. }
            | Event::Spied { .. }
            | Event::Resolved { .. }
            | Event::Ended { .. } => Vec::new(),
        };
        Nature { dice, heading: None }
    }

    fn verdict(&self, _: &State, verdict: &Verdict) -> String {
        let [blue, red, ..] = verdict.points;
        match verdict.winner {
            Some(side) => format!("{} has a {} victory, {blue} to {red}", side_name(side), verdict.level),
            None => format!("a draw, {blue} to {red}"),
        }
    }

    fn picture(&self, view: &View) -> String {
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

    fn pieces(&self, view: &View) -> Vec<Piece> {
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

    fn panels(&self, view: &View) -> Vec<Panel> {
        let rows = SEATS.into_iter().zip(&view.hands).map(|(seat, card)| Fact {
            name: self.id(seat).to_owned(),
            value: match card {
                Veiled::Nothing => "no card".into(),
                Veiled::FaceDown => "a card".into(),
                Veiled::Known(card) => card_name(*card).into(),
            },
            case: Some("M.3"),
        });
        vec![Panel::Facts { title: "Hands".into(), rows: rows.collect() }]
    }
}

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

fn seen_counter(seen: &Seen) -> String {
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
