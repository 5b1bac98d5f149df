//! Orders in words: reading them; `offers` writes actions. docs/jours-de-gloire.md lists them all.
//!
//! Counters go by their handles (`ney`, `iii-corps`), boxes by their names in small letters without accents, blanks as
//! hyphens (`leipzig`, `alt-oels`, `neustadt-stolpen`). A connection is named by the box it leads to. Composite orders
//! (`march`, `intercept`, `to the guns`) expand to atomic actions.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Illegal, OrderError, Seat, Side};
pub(crate) use kit::grammar::{Read, unreadable};
use kit::grammar::{Slot, verbs};

use crate::Rules;
use crate::action::{
    Action, AdministrationAction, CardAction, CardTarget, CombatAction, EventsAction, GunsAction, MovementAction,
};
use crate::battle::Tactic;
use crate::cards::CardNumber;
use crate::counters::{ArmyId, CounterId};
use crate::reaction::{Standing, StandingOrder};
use crate::sequence::{Administration, Events, Frame, Movement};
use crate::state::{State, Whereabouts};

mod composite;

/// Orders that say a whole intention.
const COMPOSITE: [&str; 5] = ["march", "move", "to the guns", "intercept", "done"];

kit::verbs! { Reader<'_>, Action;
    "take up pontoon WAY" (way) (Action::Movement(MovementAction::TakeUpPontoon(way)));
    "take COUNTER…" (counter) (Action::Guns(GunsAction::Take(counter))) if at_the_guns;
    "take COUNTER…" (counter) (Action::Movement(MovementAction::Take(counter)));
    "put down" () (Action::Guns(GunsAction::PutDown)) if at_the_guns;
    "put down" () (Action::Movement(MovementAction::PutDown));
    "activate by ARMY" (payer) (Action::Movement(MovementAction::Activate { payer, forced: false }));
    "activate forced by ARMY" (payer) (Action::Movement(MovementAction::Activate { payer, forced: true }));
    "entrench by ARMY" (payer) (Action::Movement(MovementAction::Entrench { payer }));
    "detach 1 from UNIT as DETACHMENT" (parent, detachment)
        (Action::Movement(MovementAction::Detach { parent, detachment }));
    "merge DETACHMENT into UNIT" (detachment, into) (Action::Movement(MovementAction::Merge { detachment, into }));
    "step aside to WAY" (way) (Action::Events(EventsAction::StepAside(way)));
    "step back to WAY" (way) (Action::Movement(MovementAction::StepBack(way)));
    "step WAY" (way) (Action::Movement(MovementAction::Step(way)));
    "destroy bridge WAY" (way) (Action::Movement(MovementAction::DestroyBridge(way)));
    "repair bridge WAY" (way) (Action::Movement(MovementAction::RepairBridge(way)));
    "lay pontoon WAY" (way) (Action::Movement(MovementAction::LayPontoon(way)));
    "halt" () (Action::Movement(MovementAction::Halt));
    "end movement" () (Action::Movement(MovementAction::EndMovement));
    "scout" () (Action::Movement(MovementAction::Scout));
    "go in" () (Action::Movement(MovementAction::GoIn));
    "show COUNTER" (counter) (Action::Movement(MovementAction::Show(counter)));
    "go back" () (Action::Movement(MovementAction::GoBack));
    "stay" () (Action::Movement(MovementAction::Stay));
    "withdraw COUNTER to WAY" (counter, way) (Action::Movement(MovementAction::Withdraw(counter, way)));
    "escort COUNTER to WAY" (counter, way) (Action::Movement(MovementAction::Escort(counter, way)));
    "stand fast" () (Action::Movement(MovementAction::StandFast));
    "join COUNTER…" (counter) (Action::Movement(MovementAction::Join(counter)));
    "declared" () (Action::Movement(MovementAction::Declared));
    "move in" () (Action::Movement(MovementAction::MoveIn));
    "let pass" () (Action::Movement(MovementAction::LetPass));
    "displace to BOX" (place) (Action::Movement(MovementAction::DisplaceTo(place)));
    "march to BOX" (place) (Action::Guns(GunsAction::MarchTo(place)));
    "done" () (Action::Guns(GunsAction::Done)) if at_the_guns;
    "done" () (Action::Events(EventsAction::ReplacementsDone)) if in_events;
    "done" () (Action::Administration(AdministrationAction::ForcesDone)) if at_force_markers;
    "done" () (Action::Administration(AdministrationAction::DummiesDone)) if in_administration;
    "fight on" () (Action::Combat(CombatAction::FightRound));
    "fight BOX" (place) (Action::Combat(CombatAction::Fight(place)));
    "end combat" () (Action::Combat(CombatAction::EndCombat));
    "stand outside" () (Action::Combat(CombatAction::StandOutside));
    "inside COUNTER…" (counter) (Action::Combat(CombatAction::GoInside(counter)));
    "close gates" () (Action::Combat(CombatAction::CloseGates));
    "leave bridge" () (Action::Combat(CombatAction::LeaveBridge));
    "leave to WAY" (way) (Action::Combat(CombatAction::LeaveBy(way)));
    "assault" () (Action::Combat(CombatAction::Assault));
    "besiege" () (Action::Combat(CombatAction::Besiege));
    "mask" () (Action::Combat(CombatAction::Mask));
    "choose TACTIC" (tactic) (Action::Combat(CombatAction::Choose(tactic)));
    "overrun" () (Action::Combat(CombatAction::Overrun));
    "advance to WAY" (way) (Action::Combat(CombatAction::AdvanceBy(way)));
    "remain" () (Action::Combat(CombatAction::Remain));
    "lose COUNTER" (counter) (Action::Combat(CombatAction::Lose(counter)));
    "retreat to WAY" (way) (Action::Combat(CombatAction::RetreatBy(way)));
    "blow bridge" () (Action::Combat(CombatAction::BlowBridge));
    "go first" () (Action::Events(EventsAction::GoFirst));
    "go second" () (Action::Events(EventsAction::GoSecond));
    "return to BOX" (place) (Action::Events(EventsAction::ReturnTo(place)));
    "return DUMMY to BOX" (dummy, place) (Action::Administration(AdministrationAction::ReturnDummy(dummy, place)));
    "replace COUNTER…" (counter) (Action::Events(EventsAction::Replace(counter)));
    "discard CARD" (card) (Action::Events(EventsAction::Discard(card)));
    "lift COUNTER to BOX" (counter, place) (Action::Events(EventsAction::LiftTo(counter, place)));
    "force marker BOX" (place) (Action::Administration(AdministrationAction::MarkForce(place)));
    "share PIPS" (pips) (Action::Administration(AdministrationAction::SharePoints(pips)));
    "play CARD" (card) (Action::Card(card));
    "standing FACES" (standing) (Action::Standing(standing));
}

fn at_the_guns(reader: &Reader<'_>) -> bool {
    matches!(reader.frame(), Frame::Guns(_))
}

fn in_events(reader: &Reader<'_>) -> bool {
    matches!(reader.frame(), Frame::Events(_))
}

fn in_administration(reader: &Reader<'_>) -> bool {
    matches!(reader.frame(), Frame::Administration(_))
}

fn at_force_markers(reader: &Reader<'_>) -> bool {
    matches!(reader.frame(), Frame::Administration(Administration::ForceMarkers { .. }))
}

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

pub(crate) fn write(rules: &Rules, state: &State, action: &Action) -> String {
    // Only the phasing side's orders name ways from a place that others may not know.
    Reader { rules, state, side: state.player }.spell(action)
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
            ["march", first, rest @ ..] if *first != "to" || rest.len() != 1 => self.march(&words[1..]),
            ["move", counter, place @ ..] if !place.is_empty() => self.go_to(counter, &place.join("-")),
            ["to", "the", "guns", rest @ ..] if !rest.is_empty() => self.to_the_guns(rest),
            ["intercept", rest @ ..] => self.intercept(rest),
            ["step", "aside" | "back", "to", _] => self.plain(words, order),
            ["step", places @ ..] if !places.is_empty() => self.steps(places),
            ["play", card, rest @ ..] => self.card(card, rest, order),
            ["standing", rest @ ..] => self.standing(rest),
            ["activate" | "entrench" | "detach" | "merge", ..] => self.activation(words, order),
            ["done"] => self.done(),
            words => self.plain(words, order),
        }
    }

    /// An order of one verb.
    fn plain(&self, words: &[&str], order: &str) -> Read<Vec<Action>> {
        self.understand(words).unwrap_or_else(|| {
            unreadable(format!("\"{order}\" is not an order; orders start with {}", verbs(&COMPOSITE, Reader::FORMS)))
        })
    }

    fn moving(&self, action: MovementAction) -> Read<Vec<Action>> {
        Ok(vec![Action::Movement(action)])
    }

    /// What `done` ends depends on what is being asked.
    fn done(&self) -> Read<Vec<Action>> {
        match self.frame() {
            Frame::Movement(Movement::Intercept { .. }) => self.moving(MovementAction::Declared),
            Frame::Movement(Movement::Withdraw { .. }) => self.moving(MovementAction::StandFast),
            Frame::Movement(Movement::March { .. }) => self.moving(MovementAction::Halt),
            Frame::Movement(_) => self.moving(MovementAction::EndMovement),
            Frame::Combat(_) | Frame::GameOver => Ok(vec![Action::Combat(CombatAction::EndCombat)]),
            Frame::Events(_) | Frame::Administration(_) | Frame::Guns(_) => self.plain(&["done"], "done"),
        }
    }

    fn activation(&self, words: &[&str], order: &str) -> Read<Vec<Action>> {
        match words {
            ["activate"] => self.moving(MovementAction::Activate { payer: self.usual_payer()?, forced: false }),
            ["activate", "forced"] => self.moving(MovementAction::Activate { payer: self.usual_payer()?, forced: true }),
            ["entrench"] => self.moving(MovementAction::Entrench { payer: self.usual_payer()? }),
            ["detach", strength, "from", parent, "as", detachment] => {
                let (parent, detachment) = (self.counter(parent)?, self.counter(detachment)?);
                let strength = number(strength, "strength points")?;
                let one = Action::Movement(MovementAction::Detach { parent, detachment });
                Ok(vec![one; usize::from(strength.max(1))])
            }
            words => self.understand(words).unwrap_or_else(|| {
                unreadable(format!(
                    "\"{order}\" is not an order; write `activate forced by ARMY`, `entrench by ARMY`, `detach 2 from UNIT as DETACHMENT` or `merge DETACHMENT into UNIT`"
                ))
            }),
        }
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
            None => unreadable(format!("it is not clear from which box the connection to \"{word}\" starts")),
        }
    }

    pub(crate) fn way_between(&self, from: BoxId, to: BoxId) -> Read<ConnectionId> {
        let found = self.rules.ground.neighbours(from).iter().find(|(next, _)| *next == to);
        found.map_or_else(
            || {
                let [a, b] = [from, to].map(|place| self.rules.box_name(place));
                Err(OrderError::Illegal(Illegal::new(case!("0.1"), format!("no connection joins {a} and {b}"))))
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
                unreadable(format!("there is no army \"{word}\"; the armies are {}", known.join(", ")))
            }
        }
    }

    fn card(&self, card: &str, rest: &[&str], order: &str) -> Read<Vec<Action>> {
        let card: CardNumber = Slot::read(self, card)?;
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
                    "\"{order}\" is not an order; write `play CARD` or `play CARD second`, followed by `on COUNTER`, `at BOX`, `between BOX and BOX` or `for ARMY`"
                ));
            }
        };
        Ok(vec![Action::Card(CardAction { card, second_half, on })])
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
                        "standing orders are for interception, guns and withdrawal, not for \"{other}\""
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
        Ok(vec![Action::Standing(standing)])
    }
}

pub(crate) fn number(word: &str, of_what: &str) -> Read<u8> {
    word.parse().map_err(|_| OrderError::Unreadable(format!("\"{word}\" is not a number of {of_what}")))
}

/// What is filled in: by which method it is read, and how it is written.
macro_rules! slots {
    ($($thing:ty: |$reader:ident, $word:ident| $read:expr, |$writer:ident, $it:ident| $write:expr;)+) => {$(
        impl Slot<$thing> for Reader<'_> {
            fn read(&self, $word: &str) -> Read<$thing> {
                let $reader = self;
                $read
            }

            fn write(&self, $it: $thing) -> String {
                let $writer = self;
                $write
            }
        }
    )+};
}

slots! {
    CounterId: |it, word| it.counter(word),
        |it, counter| it.rules.counters.get(counter.index()).map_or("?", |counter| counter.id.as_str()).to_owned();
    BoxId: |it, word| it.place(word), |it, place| slug(it.rules.box_name(place));
    ConnectionId: |it, word| it.way(word), |it, way| it.to(way);
    ArmyId: |it, word| it.army(word),
        |it, army| it.rules.armies().get(army.index()).map_or("?", |army| army.id.as_str()).to_owned();
    CardNumber: |_it, word| number(word, "a card").map(CardNumber), |_it, card| card.0.to_string();
    u8: |_it, word| number(word, "pips"), |_it, pips| pips.to_string();
    Tactic: |_it, word| tactic_named(word), |_it, tactic| tactic.name().to_owned();
    CardAction: |it, word| {
            let card = Slot::read(it, word)?;
            Ok(CardAction { card, second_half: false, on: CardTarget::Nothing })
        },
        |it, card| it.card_words(card);
    Standing: |_it, word| unreadable(format!("\"{word}\" is not a standing order")),
        |_it, standing| standing_order(&standing).replace("standing ", "");
}

impl Reader<'_> {
    /// The box to which a connection leads from where the order is given; both ends if it does not touch that.
    fn to(&self, connection: ConnectionId) -> String {
        let [a, b] = self.rules.ground.ends(connection);
        match standpoint(self.state, self.side) {
            Some(from) if from == a => Slot::write(self, b),
            Some(from) if from == b => Slot::write(self, a),
            Some(_) | None => [a, b].map(|place| Slot::write(self, place)).join("--"),
        }
    }

    fn card_words(&self, action: CardAction) -> String {
        let CardAction { card, second_half, on } = action;
        let half = if second_half { " second" } else { "" };
        let on = match on {
            CardTarget::Nothing => String::new(),
            CardTarget::Counter(counter) => format!(" on {}", Slot::write(self, counter)),
            CardTarget::Box(place) => format!(" at {}", Slot::write(self, place)),
            CardTarget::Connection(connection) => {
                let [a, b] = self.rules.ground.ends(connection).map(|place| Slot::write(self, place));
                format!(" between {a} and {b}")
            }
            CardTarget::Army(army) => format!(" for {}", Slot::write(self, army)),
        };
        format!("{}{half}{on}", card.0)
    }
}

fn tactic_named(word: &str) -> Read<Tactic> {
    Tactic::ALL.into_iter().find(|tactic| tactic.name() == word).map_or_else(
        || unreadable(format!("there is no tactic \"{word}\"; use skirmish, screen, offensive or decisive")),
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
