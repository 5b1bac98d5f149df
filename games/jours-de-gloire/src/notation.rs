//! Orders in words: a row for each verb; docs/jours-de-gloire.md lists them all. `offers` has the words that depend on the position.
//!
//! Counters go by their handles (`ney`, `iii-corps`), boxes by their names in small letters without accents, blanks as
//! hyphens (`leipzig`, `alt-oels`, `neustadt-stolpen`). A connection is named by the box it leads to. Composite orders
//! (`march`, `intercept`, `to the guns`) expand to atomic actions.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Illegal, OrderError, Said, Seat, Side};
pub(crate) use kit::grammar::{Read, unreadable};
use kit::grammar::{Slot, ends, verbs};

use crate::Rules;
use crate::action::{
    Action, AdministrationAction, CardAction, CardTarget, CombatAction, EventsAction, GunsAction, MovementAction,
};
use crate::battle::Tactic;
use crate::cards::CardNumber;
use crate::counters::{ArmyId, CounterId};
use crate::offers::{capital, named, points};
use crate::reaction::{Standing, StandingOrder};
use crate::sequence::{Administration, Events, EventsQuestion, Frame, Guns, Movement};
use crate::state::{State, Whereabouts};

mod composite;

/// Orders that say a whole intention.
const COMPOSITE: [&str; 5] = ["march", "move", "to the guns", "intercept", "done"];

kit::verbs! { Reader<'_>, Action, it, state: &State;
    "take up pontoon WAY" (way) (Action::Movement(MovementAction::TakeUpPontoon(way))) => it.work("Take up the pontoon", way);
    "take COUNTER…" (counter) (Action::Guns(GunsAction::Take(counter))) if at_the_guns
        => it.adding(matches!(state.frame().guns(), Some(Guns::Muster { .. })), counter);
    // A stack that is being put together grows by a click; only the first of it asks for its reach.
    "take COUNTER…" (counter) (Action::Movement(MovementAction::Take(counter)))
        => (it.adding(state.march.is_some(), counter), |said: &mut Said| said.touch.moves = state.march.is_none());
    "put down" () (Action::Guns(GunsAction::PutDown)) if at_the_guns => "Deselect the Force";
    "put down" () (Action::Movement(MovementAction::PutDown)) => "Deselect the stack";
    "activate by ARMY" (payer) (Action::Movement(MovementAction::Activate { payer, forced: false }))
        => format!("March: {}", it.price_in_words(payer));
    "activate forced by ARMY" (payer) (Action::Movement(MovementAction::Activate { payer, forced: true }))
        => (format!("Forced march: {}", it.price_in_words(payer)), named("activate"));
    "entrench by ARMY" (payer) (Action::Movement(MovementAction::Entrench { payer })) => {
        let cost = points(it.rules.tables.command.entrenchment[0], "CP");
        format!("Entrench: {cost} of the {}", it.rules.army_name(payer))
    };
    "detach 1 from UNIT as DETACHMENT" (parent, detachment)
        (Action::Movement(MovementAction::Detach { parent, detachment }))
        => (format!("Detach 1 SP of {} into {}", it.name(parent), it.name(detachment)), named("detach"));
    "merge DETACHMENT into UNIT" (detachment, into) (Action::Movement(MovementAction::Merge { detachment, into }))
        => format!("{} joins {}", it.name(detachment), it.name(into));
    "step aside to WAY" (way) (Action::Events(EventsAction::StepAside(way))) => it.by_way("Step aside to", way);
    "step back to WAY" (way) (Action::Movement(MovementAction::StepBack(way))) => it.by_way("Step back to", way);
    "step WAY" (way) (Action::Movement(MovementAction::Step(way))) => {
        let cost = it.rules.cost_of(state, way);
        let left = state.march.as_ref().map_or(0, |march| march.points.saturating_sub(cost));
        format!("{} ({}, {left} left)", it.by_way("To", way), points(cost, "MP"))
    };
    "destroy bridge WAY" (way) (Action::Movement(MovementAction::DestroyBridge(way))) => it.work("Destroy the bridge", way);
    "repair bridge WAY" (way) (Action::Movement(MovementAction::RepairBridge(way))) => it.work("Repair the bridge", way);
    "lay pontoon WAY" (way) (Action::Movement(MovementAction::LayPontoon(way))) => it.work("Lay a pontoon", way);
    "halt" () (Action::Movement(MovementAction::Halt)) => format!("Stop at {}", it.march_at());
    "end movement" () (Action::Movement(MovementAction::EndMovement)) => ("End movement", ends);
    "scout" () (Action::Movement(MovementAction::Scout)) => format!("Scout {}", it.march_at());
    "go in" () (Action::Movement(MovementAction::GoIn)) => "Go in to fight";
    "show COUNTER" (counter) (Action::Movement(MovementAction::Show(counter))) => format!("Reveal {}", it.name(counter));
    "go back" () (Action::Movement(MovementAction::GoBack)) => "The scouts ride back";
    "stay" () (Action::Movement(MovementAction::Stay)) => "Stay and fight";
    "withdraw COUNTER to WAY" (counter, way) (Action::Movement(MovementAction::Withdraw(counter, way)))
        => it.by_way(&format!("{} withdraws to", it.name(counter)), way);
    "escort COUNTER to WAY" (counter, way) (Action::Movement(MovementAction::Escort(counter, way)))
        => it.by_way(&format!("{} rides along to", it.name(counter)), way);
    "stand fast" () (Action::Movement(MovementAction::StandFast)) => "Stay";
    "join COUNTER…" (counter) (Action::Movement(MovementAction::Join(counter)))
        => (
            format!("{} intercepts ({})", it.name(counter), it.chance_of_joining(counter)),
            // 6.5.1: a Force goes better with a general; the best one of the box is taken along unless told otherwise.
            |said: &mut Said| said.touch.best = it.is_best_leader_to_join(counter)
        );
    "declared" () (Action::Movement(MovementAction::Declared)) => {
        let declared = state.reaction.as_ref().is_some_and(|reaction| !reaction.declared.is_empty());
        if declared { "Roll for the interception" } else { "Let them pass" }
    };
    "move in" () (Action::Movement(MovementAction::MoveIn)) => format!("Move into {}", it.march_at());
    "let pass" () (Action::Movement(MovementAction::LetPass)) => "Let them pass after all";
    "displace to BOX" (place) (Action::Movement(MovementAction::DisplaceTo(place))) => it.boxed("Go to", place);
    "march to BOX" (place) (Action::Guns(GunsAction::MarchTo(place))) => (it.marching_to_the_guns(place), named("march to"));
    "done" () (Action::Guns(GunsAction::Done)) if at_the_guns => "No more marches";
    "done" () (Action::Events(EventsAction::ReplacementsDone)) if in_events => ("No more; the rest is lost", ends);
    "done" () (Action::Administration(AdministrationAction::ForcesDone)) if at_force_markers
        => ("Done with Force markers", ends);
    "done" () (Action::Administration(AdministrationAction::DummiesDone)) if in_administration => ("No more dummies", ends);
    "fight on" () (Action::Combat(CombatAction::FightRound)) => "Fight the round";
    "fight BOX" (place) (Action::Combat(CombatAction::Fight(place)))
        => it.boxed(if state.siege_at(place).is_some() { "Continue the siege of" } else { "Fight at" }, place);
    "end combat" () (Action::Combat(CombatAction::EndCombat)) => ("End combat", ends);
    "stand outside" () (Action::Combat(CombatAction::StandOutside)) => "Fight outside the walls";
    "inside COUNTER…" (counter) (Action::Combat(CombatAction::GoInside(counter))) => format!("{} goes inside", it.name(counter));
    "close gates" () (Action::Combat(CombatAction::CloseGates)) => "Close the gates";
    "leave bridge" () (Action::Combat(CombatAction::LeaveBridge)) => "Leave the bridge standing";
    "leave to WAY" (way) (Action::Combat(CombatAction::LeaveBy(way))) => it.by_way("The rest leave for", way);
    "assault" () (Action::Combat(CombatAction::Assault)) => format!("Assault {}", it.battle_at());
    "besiege" () (Action::Combat(CombatAction::Besiege)) => format!("Besiege {}", it.battle_at());
    "mask" () (Action::Combat(CombatAction::Mask)) => format!("Mask {}", it.battle_at());
    // The odds of tactics come with the first round.
    "choose TACTIC" (tactic) (Action::Combat(CombatAction::Choose(tactic))) => {
        let value = it.rules.tables.battle.tactic(tactic).value;
        (format!("{} ({value})", capital(tactic.name())), |said: &mut Said| said.in_secret = true)
    };
    "overrun" () (Action::Combat(CombatAction::Overrun)) => "Try an overrun";
    "advance to WAY" (way) (Action::Combat(CombatAction::AdvanceBy(way))) => it.by_way("Advance to", way);
    "remain" () (Action::Combat(CombatAction::Remain)) => format!("Remain at {}", it.battle_at());
    "lose COUNTER" (counter) (Action::Combat(CombatAction::Lose(counter)))
        => format!("{} loses 1 of {} SP", it.name(counter), state.piece(counter).strength);
    "retreat to WAY" (way) (Action::Combat(CombatAction::RetreatBy(way))) => it.by_way("Retreat to", way);
    "blow bridge" () (Action::Combat(CombatAction::BlowBridge)) => "Blow up the bridge";
    "go first" () (Action::Events(EventsAction::GoFirst)) => "Move first";
    "go second" () (Action::Events(EventsAction::GoSecond)) => "Move second";
    "return to BOX" (place) (Action::Events(EventsAction::ReturnTo(place))) => it.boxed("Return at", place);
    "return DUMMY to BOX" (dummy, place) (Action::Administration(AdministrationAction::ReturnDummy(dummy, place)))
        => it.boxed(&format!("{} to", it.name(dummy)), place);
    "replace COUNTER…" (counter) (Action::Events(EventsAction::Replace(counter))) => {
        let (now, most) = (state.piece(counter).strength, it.rules.counter(counter).maximum);
        format!("1 SP for {} ({now} of {most})", it.name(counter))
    };
    "discard CARD" (card) (Action::Events(EventsAction::Discard(card))) => {
        let [first, second] = [false, true].map(|half| it.rules.card_title(card, half));
        format!("Discard card {}: {first} / {second}", card.0)
    };
    "lift COUNTER to BOX" (counter, place) (Action::Events(EventsAction::LiftTo(counter, place)))
        => it.boxed(&format!("Move {} away to", it.name(counter)), place);
    "force marker BOX" (place) (Action::Administration(AdministrationAction::MarkForce(place))) => {
        let marked = state.force_markers[state.player.index()].contains(place);
        it.boxed(if marked { "Remove the Force marker at" } else { "Place a Force marker at" }, place)
    };
    "share PIPS" (pips) (Action::Administration(AdministrationAction::SharePoints(pips))) => it.sharing(pips);
    "play CARD" (card) (Action::Card(card)) => it.playing(card);
    "standing FACES" (standing) (Action::Standing(standing))
        => ("Change the standing orders", |said: &mut Said| said.is_always_available = true);
}

fn at_the_guns(reader: &Reader<'_>) -> bool {
    reader.frame().guns().is_some()
}

fn in_events(reader: &Reader<'_>) -> bool {
    reader.frame().events().is_some()
}

fn in_administration(reader: &Reader<'_>) -> bool {
    reader.frame().administration().is_some()
}

fn at_force_markers(reader: &Reader<'_>) -> bool {
    matches!(reader.frame().administration(), Some(Administration::ForceMarkers { .. }))
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
    let frame = state.frame_seen_by(side);
    if let Some(EventsQuestion::StepAside { at, .. }) = frame.events().and_then(Events::asked) {
        return Some(at);
    }
    match frame.movement() {
        Some(Movement::Withdraw { at, .. }) => Some(at),
        Some(Movement::Intercepting { from, .. }) => Some(from),
        Some(_) => state.march_seen_by(side).map(|march| march.at),
        None => state.battle.as_ref().filter(|_| frame.combat().is_some()).map(|battle| battle.at),
    }
}

impl Rules {
    pub(crate) fn said(&self, state: &State, action: &Action) -> Said {
        // Only the phasing side's orders name ways from a place that others may not know.
        Reader { rules: self, state, side: state.player }.say(state, action)
    }
}

pub(crate) fn read_standing(words: &[&str]) -> Read<Standing> {
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
    Ok(standing)
}

/// The order that gives these standing orders.
pub(crate) fn standing_order(standing: &Standing) -> String {
    format!("standing {}", standing_words(standing))
}

pub(crate) fn standing_words(standing: &Standing) -> String {
    let Standing { interception, march_to_the_guns, withdrawal } = standing;
    let [a, b, c] = [interception, march_to_the_guns, withdrawal].map(standing_word);
    format!("interception {a} guns {b} withdrawal {c}")
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
            ["standing", rest @ ..] => Ok(vec![Action::Standing(read_standing(rest)?)]),
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
        let frame = self.frame();
        match frame.movement() {
            Some(Movement::Intercept { .. }) => self.moving(MovementAction::Declared),
            Some(Movement::Withdraw { .. }) => self.moving(MovementAction::StandFast),
            Some(Movement::March { .. }) => self.moving(MovementAction::Halt),
            Some(_) => self.moving(MovementAction::EndMovement),
            None if frame.combat().is_some() || frame.is_over() => Ok(vec![Action::Combat(CombatAction::EndCombat)]),
            None => self.plain(&["done"], "done"),
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
}

pub(crate) fn number(word: &str, of_what: &str) -> Read<u8> {
    word.parse().map_err(|_| OrderError::Unreadable(format!("\"{word}\" is not a number of {of_what}")))
}

/// What is filled in: by which method it is read, and how it is written.
macro_rules! slots {
    ($($thing:ty: |$reader:ident, $word:ident| $read:expr, |$writer:ident, $it:ident| $write:expr
        $(, |$marker:ident, $marked:ident, $said:ident| $mark:expr)?;)+) => {$(
        impl Slot<$thing> for Reader<'_> {
            fn read(&self, $word: &str) -> Read<$thing> {
                let $reader = self;
                $read
            }

            fn write(&self, $it: $thing) -> String {
                let $writer = self;
                $write
            }

            $(fn mark(&self, $marked: $thing, $said: &mut Said) {
                let $marker = self;
                $mark
            })?
        }
    )+};
}

slots! {
    CounterId: |it, word| it.counter(word),
        |it, counter| it.rules.id(counter).to_owned(),
        |it, counter, said| {
            // The first that is named acts.
            if said.touch.unit.is_none() {
                said.touch.unit = Some(it.rules.id(counter).to_owned());
            }
        };
    BoxId: |it, word| it.place(word), |it, place| slug(it.rules.box_name(place)),
        |it, place, said| said.touch.place = Some(it.rules.box_name(place).to_owned());
    ConnectionId: |it, word| it.way(word), |it, way| it.to(way),
        |it, way, said| said.touch.place = it.leads_to(way).map(|to| it.rules.box_name(to).to_owned());
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
        |_it, standing| standing_words(&standing);
}

impl Reader<'_> {
    /// The box to which a connection leads from where the order is given.
    pub(crate) fn leads_to(&self, way: ConnectionId) -> Option<BoxId> {
        standpoint(self.state, self.side).and_then(|from| self.rules.beyond(from, way))
    }

    /// The same in orders; both ends if the connection does not touch the place where the order is given.
    fn to(&self, way: ConnectionId) -> String {
        match self.leads_to(way) {
            Some(to) => Slot::write(self, to),
            None => self.rules.ground.ends(way).map(|place| Slot::write(self, place)).join("--"),
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
