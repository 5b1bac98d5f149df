//! Chapter A: event cards. The deck, the hands, and when a half may be played; what it does is in `ra_card_effects`.
//! Decides 10.e, A.cards.a, A.cards.b, A.cards.c, A.cards.d, A.cards.e, A.cards.f, B.2.0, B.2D.

use kernel::{Seat, Side, Sink};

use crate::Rules;
use crate::action::{Action, CardAction, CardTarget};
use crate::cards::{CARDS, CardNumber, Effect, EventCard, Half, Target, ThrowKind, Whose, Window};
use crate::counters::ArmyId;
use crate::event::{Calendar, Card, Event};
use crate::refusal::{Ruling, refuse};
use crate::scenario::Truce;
use crate::sequence::{Combat, Frame, Guns, Movement};
use crate::state::{CardPlace, Peace, State, enemy_of};

/// B.2D: so many cards may be kept.
pub(crate) const CARDS_KEPT: usize = 2;

/// All cards of the box.
pub(crate) fn all_cards() -> impl Iterator<Item = CardNumber> {
    (1..=CARDS as u8).map(CardNumber)
}

impl Rules {
    /// B.2.0: the cards that the scenario names.
    pub(crate) fn lay_out_deck(&self, state: &mut State) {
        for card in all_cards() {
            if rule!("A.cards.a", self.scenario.deck.contains(&card.0)) && rule!("B.2.0", true) {
                state.cards[card.index()] = CardPlace::Deck;
            }
        }
    }

    pub(crate) fn cards_in_deck(&self, state: &State) -> u8 {
        state.cards.iter().filter(|place| **place == CardPlace::Deck).count() as u8
    }

    pub(crate) fn hand_of(&self, state: &State, side: Side) -> usize {
        state.cards.iter().filter(|place| **place == CardPlace::Hand(side)).count()
    }

    /// A.cards.f: the cards laid aside are shuffled when the deck is empty. Whether there is anything to draw.
    pub(crate) fn shuffle_if_empty(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        if self.cards_in_deck(state) == 0 {
            self.shuffle_deck(state, events);
        }
        self.cards_in_deck(state) > 0
    }

    /// A.cards.f, R J55: all but the cards in hand.
    pub(crate) fn shuffle_deck(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let mut any = false;
        for place in &mut state.cards {
            if rule!("A.cards.f", *place == CardPlace::Discarded) {
                *place = CardPlace::Deck;
                any = true;
            }
        }
        if any {
            events.event(Event::Calendar(Calendar::Shuffled));
        }
    }

    /// B.2A: the order of the deck is found out card by card.
    pub(crate) fn draw_card(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
        let mut in_deck = all_cards().filter(|card| state.cards[card.index()] == CardPlace::Deck);
        let Some(card) = in_deck.nth(usize::from(die).saturating_sub(1)) else { return };
        state.cards[card.index()] = CardPlace::Hand(side);
        events.event(Event::Calendar(Calendar::Drawn { side, card: Some(card) }));
    }

    /// B.2D
    pub(crate) fn must_discard(&self, state: &State, side: Side) -> bool {
        rule!("B.2D", self.hand_of(state, side) > CARDS_KEPT)
    }

    fn holds(&self, state: &State, side: Side, card: CardNumber) -> bool {
        state.cards.get(card.index()) == Some(&CardPlace::Hand(side)) && card.0 > 0
    }

    pub(crate) fn may_discard(&self, state: &State, side: Side, card: CardNumber) -> Ruling {
        if !self.holds(state, side, card) {
            return Err(refuse(case!("B.2D"), "you do not have card {number}").number(i16::from(card.0)));
        }
        Ok(())
    }

    pub(crate) fn discard(&self, state: &mut State, side: Side, card: CardNumber, events: &mut impl Sink<Event>) {
        state.cards[card.index()] = CardPlace::Discarded;
        state.cards_shown &= !(1 << card.index());
        events.event(Event::Calendar(Calendar::Discarded { side, card }));
    }

    /// Every way in which a seat could play a card now.
    pub(crate) fn list_cards(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let side = self.side_of_seat(seat);
        if !phases_of_cards(state) || seat != self.seat_of_side(side) {
            return;
        }
        for card in all_cards().filter(|card| self.holds(state, side, *card)) {
            let Some(printed) = self.cards.get(card) else { continue };
            for second_half in [false, true] {
                let half = &printed.halves[usize::from(second_half)];
                if self.may_use_half(state, side, printed, second_half).is_err() {
                    continue;
                }
                let mut offer = |on: CardTarget| {
                    if self.may_aim(state, side, half, on).is_ok() {
                        actions.push(Action::Card(CardAction { card, second_half, on }));
                    }
                };
                match half.effect.target() {
                    Target::Nothing => offer(CardTarget::Nothing),
                    Target::OwnArmy | Target::EnemyArmy => {
                        (0..self.scenario.armies.len()).for_each(|army| offer(CardTarget::Army(ArmyId(army as u8))));
                    }
                    Target::OwnUnit => self.all_counters().for_each(|unit| offer(CardTarget::Counter(unit))),
                    Target::Box => self.ground.boxes().for_each(|place| offer(CardTarget::Box(place))),
                    Target::Connection => self.ground.connections().for_each(|way| offer(CardTarget::Connection(way))),
                }
            }
        }
    }

    pub(crate) fn may_play_card(&self, state: &State, seat: Seat, action: &CardAction) -> Ruling {
        let side = self.side_of_seat(seat);
        let number = i16::from(action.card.0);
        if rule!("10.e", seat != self.seat_of_side(side)) {
            return Err(refuse(case!("10.e"), "the cards of a side are played by its first player"));
        }
        let held = self.cards.get(action.card).filter(|_| self.holds(state, side, action.card));
        let Some(card) = held else {
            return Err(refuse(case!("A.cards.e"), "you do not have card {number}").number(number));
        };
        self.may_use_half(state, side, card, action.second_half)?;
        self.may_aim(state, side, &card.halves[usize::from(action.second_half)], action.on)
    }

    /// Whether a half may be used at all now.
    fn may_use_half(&self, state: &State, side: Side, card: &EventCard, second_half: bool) -> Ruling {
        let number = i16::from(card.number.0);
        let half = &card.halves[usize::from(second_half)];
        if rule!("A.cards.e", !phases_of_cards(state)) {
            return Err(refuse(case!("A.cards.e"), "cards are played during player turns, not between them"));
        }
        if rule!("A.cards.b", !half.colour.serves(side)) {
            return Err(refuse(case!("A.cards.b"), "that half of card {number} has the enemy's colour").number(number));
        }
        if half.effect.is_armistice() {
            if rule!("A.cards.d", self.scenario.truce == Truce::None) {
                return Err(refuse(case!("A.cards.d"), "there is no armistice in this scenario"));
            }
            if rule!("A.cards.d", state.armistice_events_used & (1 << card.number.index()) != 0) {
                let words = "the Armistice event of card {number} has already been used";
                return Err(refuse(case!("A.cards.d"), words).number(number));
            }
        }
        if rule!("A.cards.e", !self.window_is_open(state, side, half)) {
            return Err(refuse(case!("A.cards.e"), "card {number} cannot be played now").number(number));
        }
        if rule!("A.cards.e", !self.needed_leader_is_there(state, side, half)) {
            return Err(refuse(case!("A.cards.e"), "the leader that card {number} needs is not there").number(number));
        }
        self.may_take_effect(state, side, half)
    }

    /// Whether the moment that the half names has come. Throws that nobody can interrupt follow each other without a
    /// pause, so that what changes one of them may be played at any decision of the phase in which it is made.
    fn window_is_open(&self, state: &State, side: Side, half: &Half) -> bool {
        let frame = state.frame_seen_by(side);
        let own = state.player == side;
        let before_first_march = own
            && frame_is_choice(frame)
            && !self.all_counters().any(|counter| self.side_of(counter) == side && state.piece(counter).moved);
        match half.window {
            Window::Anytime => true,
            Window::OwnAdministration => own && (matches!(frame, Frame::Administration(_)) || before_first_march),
            Window::OwnMovement => own && frame_is_choice(frame),
            Window::EnemyMovement => !own && frame_is_choice(frame),
            Window::OwnMarch => {
                own && state.march.as_ref().is_some_and(|march| march.activated && !march.stopped) && is_march(frame)
            }
            Window::EnemyEntered => {
                matches!(frame, Frame::Movement(Movement::Withdraw { seat, .. }) if self.side_of_seat(seat) == side)
                    && state.reaction.as_ref().is_none_or(|reaction| reaction.withdrawing.is_empty())
            }
            Window::Tactics => {
                frame == Frame::Combat(Combat::Tactics)
                    && state.battle.as_ref().is_some_and(|battle| battle.tactics[side.index()].is_none())
            }
            Window::Round => state.battle.as_ref().is_some_and(|battle| battle.ending.is_none()),
            Window::BeforeThrow => {
                let Effect::Die { throw, whose, .. } = half.effect else { return false };
                let thrower = match whose {
                    Whose::Own => side,
                    Whose::Enemy => enemy_of(side),
                };
                throw_may_follow(state, frame, throw, thrower)
            }
        }
    }

    /// A leader named on the card is in the battle, with the stack on the march, or at least on the map.
    fn needed_leader_is_there(&self, state: &State, side: Side, half: &Half) -> bool {
        let Some(handle) = &half.needs else { return true };
        let Some(leader) = self.all_counters().find(|counter| self.counter(*counter).id == *handle) else {
            return false;
        };
        let Some(place) = state.place_of(leader).filter(|_| self.side_of(leader) == side) else { return false };
        match (&state.battle, &state.march) {
            (Some(battle), _) => battle.at == place,
            (None, Some(march)) if march.activated => march.stack.contains(leader),
            (None, _) => true,
        }
    }

    pub(crate) fn play_card(&self, state: &mut State, seat: Seat, action: &CardAction, events: &mut impl Sink<Event>) {
        let side = self.side_of_seat(seat);
        let CardAction { card, second_half, on } = *action;
        let Some(printed) = self.cards.get(card) else { return };
        let half = &printed.halves[usize::from(second_half)];
        events.event(Event::Card(Card::Played { side, card, second_half }));
        // A.cards.c: whichever half is used, the card is spent.
        if self.take_effect(state, side, card, half, on, events) {
            state.cards_shown &= !(1 << card.index());
            state.cards[card.index()] =
                if rule!("A.cards.c", true) { CardPlace::Discarded } else { CardPlace::Hand(side) };
        } else {
            state.cards_shown |= 1 << card.index();
        }
    }
}

/// Phases B and C (A.cards.e): the dummies that are put on the map before a turn are no part of B1.
fn phases_of_cards(state: &State) -> bool {
    !state.frames.iter().any(|frame| matches!(frame, Frame::Events(_) | Frame::GameOver))
}

/// The phasing player chooses what to do between two marches.
fn frame_is_choice(frame: Frame) -> bool {
    matches!(frame, Frame::Movement(Movement::Choose { .. } | Movement::Muster { .. }))
}

fn is_march(frame: Frame) -> bool {
    matches!(frame, Frame::Movement(Movement::March { .. }))
}

/// Whether a throw of this kind can come in what is going on.
fn throw_may_follow(state: &State, frame: Frame, throw: ThrowKind, thrower: Side) -> bool {
    match throw {
        ThrowKind::Interception => {
            state.player != thrower
                && matches!(
                    frame,
                    Frame::Movement(
                        Movement::Intercept { .. } | Movement::InterceptionDie { .. } | Movement::Intercepting { .. }
                    )
                )
        }
        ThrowKind::MarchToGuns => {
            state.player != thrower
                && matches!(frame, Frame::Guns(Guns::Choose { .. } | Guns::Muster { .. } | Guns::Die { .. }))
        }
        ThrowKind::Battle | ThrowKind::Artillery | ThrowKind::Morale | ThrowKind::Pursuit => {
            state.battle.as_ref().is_some_and(|battle| battle.ending.is_none() || throw == ThrowKind::Pursuit)
        }
        ThrowKind::Siege => {
            matches!(frame, Frame::Combat(_)) && matches!(state.calendar.peace, Peace::War | Peace::Resumed { .. })
        }
    }
}

/// The kind of the throw that is pending, and who makes it.
pub(crate) fn kind_of_throw(state: &State, side_of_seat: impl Fn(Seat) -> Side) -> Option<(ThrowKind, Side)> {
    match state.frame() {
        Frame::Movement(Movement::InterceptionDie { seat, .. }) => Some((ThrowKind::Interception, side_of_seat(seat))),
        Frame::Guns(Guns::Die { seat, .. }) => Some((ThrowKind::MarchToGuns, side_of_seat(seat))),
        Frame::Combat(Combat::BattleDie { side }) => Some((ThrowKind::Battle, side)),
        Frame::Combat(Combat::ArtilleryDie { side }) => Some((ThrowKind::Artillery, side)),
        Frame::Combat(Combat::MoraleDie { side }) => Some((ThrowKind::Morale, side)),
        Frame::Combat(Combat::PursuitDie) => {
            let battle = state.battle.as_ref()?;
            let beaten = match battle.ending? {
                crate::battle::Ending::Beaten(side) => side,
                crate::battle::Ending::Indecisive | crate::battle::Ending::Overrun => return None,
            };
            Some((ThrowKind::Pursuit, enemy_of(beaten)))
        }
        Frame::Combat(Combat::SiegeDie) => Some((ThrowKind::Siege, state.player)),
        Frame::Administration(_)
        | Frame::Movement(_)
        | Frame::Guns(_)
        | Frame::Combat(_)
        | Frame::Events(_)
        | Frame::GameOver => None,
    }
}
