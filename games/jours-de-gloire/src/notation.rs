//! Orders in words: reading them; `offers` writes actions. docs/jours-de-gloire.md lists them all.
//!
//! Counters go by their handles (`ney`, `iii-corps`), boxes by their names in small letters without accents, blanks as
//! hyphens (`leipzig`, `alt-oels`, `neustadt-stolpen`). A connection is named by the box it leads to. Composite orders
//! (`march`, `intercept`, `to the guns`) expand to atomic actions.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Illegal, OrderError, Seat, Side};

use crate::Rules;
use crate::action::{
    Action, AdministrationAction, CardAction, CardTarget, CombatAction, EventsAction, GunsAction, MovementAction,
};
use crate::battle::Tactic;
use crate::cards::CardNumber;
use crate::counters::{ArmyId, CounterId};
use crate::reaction::{Standing, StandingOrder};
use crate::sequence::{Events, Frame, Movement};
use crate::state::{State, Whereabouts};

mod composite;

pub(crate) type Read<T> = Result<T, OrderError>;

pub(crate) fn unreadable<T>(sentence: impl Into<String>) -> Read<T> {
    Err(OrderError::Unreadable(sentence.into()))
}

/// What an order may begin with, for the sentence that says so.
const VERBS: &str = "march, move, take, put down, activate, entrench, detach, merge, step, destroy bridge, repair bridge, lay pontoon, \
    take up pontoon, halt, end movement, scout, go in, show, go back, stay, withdraw, escort, stand fast, intercept, join, declared, \
    move in, step back, let pass, displace, to the guns, march to, done, fight, end combat, stand outside, inside, close gates, leave, \
    assault, besiege, mask, choose, overrun, fight on, advance, remain, lose, retreat, blow bridge, \
    leave bridge, go first, go second, step aside, replace, return, discard, lift, force marker, share, play, standing";

/// A name as orders write it: small letters, no accents, hyphens for everything between words.
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        let plain = match letter {
            'ä' | 'à' | 'â' => 'a',
            'ö' | 'ô' => 'o',
            'ü' | 'û' => 'u',
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'ç' => 'c',
            'ß' => 's',
            other if other.is_ascii_alphanumeric() => other,
            _ => '-',
        };
        if plain != '-' || (!slug.is_empty() && !slug.ends_with('-')) {
            slug.push(plain);
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// The box from which the connections of a side's orders are named: from what it sees, not from what the other side does
/// in private.
pub(crate) fn standpoint(state: &State, side: Side) -> Option<BoxId> {
    match state.frame_seen_by(side) {
        Frame::Events(Events::StepAside { at, .. }) => Some(at),
        Frame::Movement(Movement::Withdraw { at, .. }) => Some(at),
        Frame::Movement(Movement::Intercepting { from, .. }) => Some(from),
        Frame::Movement(_) => state.march_seen_by(side).map(|march| march.at),
        Frame::Combat(_) => state.battle.as_ref().map(|battle| battle.at),
        Frame::Events(_) | Frame::Administration(_) | Frame::Guns(_) | Frame::GameOver => None,
    }
}

/// The order that gives these standing orders.
pub(crate) fn standing_order(standing: &Standing) -> String {
    let Standing { interception, march_to_the_guns, withdrawal } = standing;
    let [a, b, c] = [interception, march_to_the_guns, withdrawal].map(standing_word);
    format!("standing interception {a} guns {b} withdrawal {c}")
}

fn standing_word(order: &StandingOrder) -> String {
    match order {
        StandingOrder::Ask => "ask".into(),
        StandingOrder::Never => "never".into(),
        StandingOrder::FromFaces(faces) => faces.to_string(),
    }
}

pub(crate) fn read(rules: &Rules, state: &State, seat: Seat, order: &str) -> Read<Vec<Action>> {
    let spoken = order.replace(',', " ").to_lowercase();
    let words: Vec<&str> = spoken.split_whitespace().collect();
    let reader = Reader { rules, state, side: rules.side_of_seat(seat) };
    reader.order(&words, order)
}

pub(crate) struct Reader<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) state: &'r State,
    pub(crate) side: Side,
}

impl Reader<'_> {
    /// What the giver of the order sees going on.
    fn frame(&self) -> Frame {
        self.state.frame_seen_by(self.side)
    }

    fn order(&self, words: &[&str], order: &str) -> Read<Vec<Action>> {
        match words {
            ["march", "to", place] => self.one(Action::Guns(GunsAction::MarchTo(self.place(place)?))),
            ["march", rest @ ..] if !rest.is_empty() => self.march(rest),
            ["move", counter, place @ ..] if !place.is_empty() => self.go_to(counter, &place.join("-")),
            ["to", "the", "guns", rest @ ..] if !rest.is_empty() => self.to_the_guns(rest),
            ["intercept", rest @ ..] => self.intercept(rest),
            ["take", "up", "pontoon", place] => self.moving(MovementAction::TakeUpPontoon(self.way(place)?)),
            ["take", counters @ ..] if !counters.is_empty() => {
                let guns = matches!(self.frame(), Frame::Guns(_));
                let take = |counter: &&str| {
                    let counter = self.counter(counter)?;
                    Ok(match guns {
                        true => Action::Guns(GunsAction::Take(counter)),
                        false => Action::Movement(MovementAction::Take(counter)),
                    })
                };
                counters.iter().map(take).collect()
            }
            ["put", "down"] => match self.frame() {
                Frame::Guns(_) => self.one(Action::Guns(GunsAction::PutDown)),
                Frame::Events(_)
                | Frame::Administration(_)
                | Frame::Movement(_)
                | Frame::Combat(_)
                | Frame::GameOver => self.moving(MovementAction::PutDown),
            },
            ["done"] => self.done(),
            ["activate" | "entrench" | "detach" | "merge", ..] => self.activation(words, order),
            ["step", "aside", "to", place] => self.one(Action::Events(EventsAction::StepAside(self.way(place)?))),
            ["step", "back", "to", place] => self.moving(MovementAction::StepBack(self.way(place)?)),
            ["step", places @ ..] if !places.is_empty() => self.steps(places),
            ["destroy", "bridge", place] => self.moving(MovementAction::DestroyBridge(self.way(place)?)),
            ["repair", "bridge", place] => self.moving(MovementAction::RepairBridge(self.way(place)?)),
            ["lay", "pontoon", place] => self.moving(MovementAction::LayPontoon(self.way(place)?)),
            ["halt"] => self.moving(MovementAction::Halt),
            ["end", "movement"] => self.moving(MovementAction::EndMovement),
            ["scout"] => self.moving(MovementAction::Scout),
            ["go", "in"] => self.moving(MovementAction::GoIn),
            ["go", "back"] => self.moving(MovementAction::GoBack),
            ["go", "first"] => self.one(Action::Events(EventsAction::GoFirst)),
            ["go", "second"] => self.one(Action::Events(EventsAction::GoSecond)),
            ["stay"] => self.moving(MovementAction::Stay),
            ["show", counter] => self.moving(MovementAction::Show(self.counter(counter)?)),
            ["withdraw", counter, "to", place] => {
                self.moving(MovementAction::Withdraw(self.counter(counter)?, self.way(place)?))
            }
            ["escort", counter, "to", place] => {
                self.moving(MovementAction::Escort(self.counter(counter)?, self.way(place)?))
            }
            ["stand", "fast"] => self.moving(MovementAction::StandFast),
            ["join", counters @ ..] if !counters.is_empty() => counters
                .iter()
                .map(|counter| Ok(Action::Movement(MovementAction::Join(self.counter(counter)?))))
                .collect(),
            ["declared"] => self.moving(MovementAction::Declared),
            ["move", "in"] => self.moving(MovementAction::MoveIn),
            ["let", "pass"] => self.moving(MovementAction::LetPass),
            ["displace", "to", place] => self.moving(MovementAction::DisplaceTo(self.place(place)?)),
            ["return", "to", place] => self.one(Action::Events(EventsAction::ReturnTo(self.place(place)?))),
            ["return", dummy, "to", place] => {
                let returned = AdministrationAction::ReturnDummy(self.counter(dummy)?, self.place(place)?);
                self.one(Action::Administration(returned))
            }
            ["replace", counters @ ..] if !counters.is_empty() => counters
                .iter()
                .map(|counter| Ok(Action::Events(EventsAction::Replace(self.counter(counter)?))))
                .collect(),
            ["discard", card] => self.one(Action::Events(EventsAction::Discard(self.card_number(card)?))),
            ["lift", counter, "to", place] => {
                self.one(Action::Events(EventsAction::LiftTo(self.counter(counter)?, self.place(place)?)))
            }
            ["force", "marker", place] => {
                self.one(Action::Administration(AdministrationAction::MarkForce(self.place(place)?)))
            }
            ["share", pips] => {
                self.one(Action::Administration(AdministrationAction::SharePoints(number(pips, "pips")?)))
            }
            ["play", card, rest @ ..] => self.card(card, rest, order),
            ["standing", rest @ ..] => self.standing(rest),
            _ => self.battle_order(words, order),
        }
    }

    fn battle_order(&self, words: &[&str], order: &str) -> Read<Vec<Action>> {
        let action = match words {
            ["fight", "on"] => CombatAction::FightRound,
            ["fight", place] => CombatAction::Fight(self.place(place)?),
            ["end", "combat"] => CombatAction::EndCombat,
            ["stand", "outside"] => CombatAction::StandOutside,
            ["inside", counters @ ..] if !counters.is_empty() => {
                return counters
                    .iter()
                    .map(|counter| Ok(Action::Combat(CombatAction::GoInside(self.counter(counter)?))))
                    .collect();
            }
            ["close", "gates"] => CombatAction::CloseGates,
            ["leave", "bridge"] => CombatAction::LeaveBridge,
            ["leave", "to", place] => CombatAction::LeaveBy(self.way(place)?),
            ["assault"] => CombatAction::Assault,
            ["besiege"] => CombatAction::Besiege,
            ["mask"] => CombatAction::Mask,
            ["choose", tactic] => CombatAction::Choose(tactic_named(tactic)?),
            ["overrun"] => CombatAction::Overrun,
            ["advance", "to", place] => CombatAction::AdvanceBy(self.way(place)?),
            ["remain"] => CombatAction::Remain,
            ["lose", counter] => CombatAction::Lose(self.counter(counter)?),
            ["retreat", "to", place] => CombatAction::RetreatBy(self.way(place)?),
            ["blow", "bridge"] => CombatAction::BlowBridge,
            _ => return unreadable(format!("\"{order}\" is no order; orders begin with {VERBS}")),
        };
        self.fighting(action)
    }

    fn one(&self, action: Action) -> Read<Vec<Action>> {
        Ok(vec![action])
    }

    fn moving(&self, action: MovementAction) -> Read<Vec<Action>> {
        Ok(vec![Action::Movement(action)])
    }

    fn fighting(&self, action: CombatAction) -> Read<Vec<Action>> {
        Ok(vec![Action::Combat(action)])
    }

    /// What `done` ends depends on what is being asked.
    fn done(&self) -> Read<Vec<Action>> {
        match self.frame() {
            Frame::Events(_) => self.one(Action::Events(EventsAction::ReplacementsDone)),
            Frame::Administration(crate::sequence::Administration::ForceMarkers { .. }) => {
                self.one(Action::Administration(AdministrationAction::ForcesDone))
            }
            Frame::Administration(_) => self.one(Action::Administration(AdministrationAction::DummiesDone)),
            Frame::Movement(Movement::Intercept { .. }) => self.moving(MovementAction::Declared),
            Frame::Movement(Movement::Withdraw { .. }) => self.moving(MovementAction::StandFast),
            Frame::Movement(Movement::March { .. }) => self.moving(MovementAction::Halt),
            Frame::Movement(_) => self.moving(MovementAction::EndMovement),
            Frame::Guns(_) => self.one(Action::Guns(GunsAction::Done)),
            Frame::Combat(_) | Frame::GameOver => self.fighting(CombatAction::EndCombat),
        }
    }

    fn activation(&self, words: &[&str], order: &str) -> Read<Vec<Action>> {
        let action = match words {
            ["activate"] => MovementAction::Activate { payer: self.usual_payer()?, forced: false },
            ["activate", "forced"] => MovementAction::Activate { payer: self.usual_payer()?, forced: true },
            ["activate", "by", army] => MovementAction::Activate { payer: self.army(army)?, forced: false },
            ["activate", "forced", "by", army] => MovementAction::Activate { payer: self.army(army)?, forced: true },
            ["entrench"] => MovementAction::Entrench { payer: self.usual_payer()? },
            ["entrench", "by", army] => MovementAction::Entrench { payer: self.army(army)? },
            ["detach", strength, "from", parent, "as", detachment] => {
                let (parent, detachment) = (self.counter(parent)?, self.counter(detachment)?);
                let strength = number(strength, "strength points")?;
                let one = Action::Movement(MovementAction::Detach { parent, detachment });
                return Ok(vec![one; usize::from(strength.max(1))]);
            }
            ["merge", detachment, "into", unit] => {
                MovementAction::Merge { detachment: self.counter(detachment)?, into: self.counter(unit)? }
            }
            _ => {
                return unreadable(format!(
                    "\"{order}\" is no order; write `activate forced by ARMY`, `entrench by ARMY`, `detach 2 from UNIT as DETACHMENT` or `merge DETACHMENT into UNIT`"
                ));
            }
        };
        self.moving(action)
    }

    pub(crate) fn counter(&self, word: &str) -> Read<CounterId> {
        let named = self.rules.counters.iter().zip(0u8..).filter(|(counter, _)| counter.id.eq_ignore_ascii_case(word));
        let named: Vec<CounterId> = named.map(|(_, number)| CounterId(number)).collect();
        // Twins of the two seasons share a handle (C.a): the one in play is meant.
        let in_play = |counter: &&CounterId| self.state.piece(**counter).whereabouts != Whereabouts::Waiting;
        match named.iter().find(in_play).or(named.first()) {
            Some(counter) => Ok(*counter),
            None => unreadable(format!("there is no counter \"{word}\" in this game")),
        }
    }

    pub(crate) fn place(&self, word: &str) -> Read<BoxId> {
        let found = (0..self.rules.ground.len()).map(|number| BoxId(number as u16));
        let wanted = slug(word);
        found
            .into_iter()
            .find(|place| slug(self.rules.box_name(*place)) == wanted)
            .map_or_else(|| unreadable(format!("there is no box \"{word}\" on the map")), Ok)
    }

    /// The connection to a box from where the order is given.
    pub(crate) fn way(&self, word: &str) -> Read<ConnectionId> {
        if let Some((a, b)) = word.split_once("--") {
            return self.way_between(self.place(a)?, self.place(b)?);
        }
        let to = self.place(word)?;
        match standpoint(self.state, self.side) {
            Some(from) => self.way_between(from, to),
            None => unreadable(format!("it is not clear from where a way to \"{word}\" is meant")),
        }
    }

    pub(crate) fn way_between(&self, from: BoxId, to: BoxId) -> Read<ConnectionId> {
        let found = self.rules.ground.neighbours(from).iter().find(|(next, _)| *next == to);
        found.map_or_else(
            || {
                let [a, b] = [from, to].map(|place| self.rules.box_name(place));
                Err(OrderError::Illegal(Illegal::new("0.1", format!("no connection joins {a} and {b}"))))
            },
            |(_, connection)| Ok(*connection),
        )
    }

    pub(crate) fn army(&self, word: &str) -> Read<ArmyId> {
        let found = self.rules.armies().iter().position(|army| army.id == word);
        match found.and_then(|place| u8::try_from(place).ok()) {
            Some(place) => Ok(ArmyId(place)),
            None => {
                let known: Vec<&str> = self.rules.armies().iter().map(|army| army.id.as_str()).collect();
                unreadable(format!("there is no army \"{word}\"; there is {}", known.join(", ")))
            }
        }
    }

    fn card_number(&self, word: &str) -> Read<CardNumber> {
        Ok(CardNumber(number(word, "a card")?))
    }

    fn card(&self, card: &str, rest: &[&str], order: &str) -> Read<Vec<Action>> {
        let card = self.card_number(card)?;
        let (second_half, rest) = match rest {
            ["second", rest @ ..] => (true, rest),
            ["first", rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let on = match rest {
            [] => CardTarget::Nothing,
            ["on", counter] => CardTarget::Counter(self.counter(counter)?),
            ["at", place] => CardTarget::Box(self.place(place)?),
            ["between", a, "and", b] => CardTarget::Connection(self.way_between(self.place(a)?, self.place(b)?)?),
            ["for", army] => CardTarget::Army(self.army(army)?),
            _ => {
                return unreadable(format!(
                    "\"{order}\" is no order; write `play CARD`, `play CARD second`, and behind it `on COUNTER`, `at BOX`, `between BOX and BOX` or `for ARMY`"
                ));
            }
        };
        self.one(Action::Card(CardAction { card, second_half, on }))
    }

    fn standing(&self, words: &[&str]) -> Read<Vec<Action>> {
        let mut standing = Standing::default();
        let mut rest = words;
        while let [what, how, more @ ..] = rest {
            let order = match *how {
                "ask" => StandingOrder::Ask,
                "never" => StandingOrder::Never,
                faces => StandingOrder::FromFaces(number(faces, "faces of the die")?.clamp(1, 6)),
            };
            match *what {
                "interception" => standing.interception = order,
                "guns" => standing.march_to_the_guns = order,
                "withdrawal" => standing.withdrawal = order,
                other => {
                    return unreadable(format!(
                        "there are standing orders for interception, guns and withdrawal, not for \"{other}\""
                    ));
                }
            }
            rest = more;
        }
        if !rest.is_empty() || words.is_empty() {
            return unreadable(
                "write `standing interception 4 guns never withdrawal ask`: a number is how many faces of the die must succeed",
            );
        }
        self.one(Action::Standing(standing))
    }
}

pub(crate) fn number(word: &str, of_what: &str) -> Read<u8> {
    word.parse().map_err(|_| OrderError::Unreadable(format!("\"{word}\" is no number of {of_what}")))
}

fn tactic_named(word: &str) -> Read<Tactic> {
    Tactic::ALL.into_iter().find(|tactic| tactic.name() == word).map_or_else(
        || unreadable(format!("there is no tactic \"{word}\"; there is skirmish, screen, offensive, decisive")),
        Ok,
    )
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn names_become_words_that_can_be_typed() {
        for (name, word) in [
            ("Leipzig", "leipzig"),
            ("Lützen", "lutzen"),
            ("Neustadt (Stolpen)", "neustadt-stolpen"),
            ("Gr. Tintz", "gr-tintz"),
            ("Küstrin", "kustrin"),
        ] {
            assert_eq!(slug(name), word);
        }
    }
}
