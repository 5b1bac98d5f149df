//! The written table of secrets: what is hidden, from whom, until when; and how to change each entry and nothing else.
//!
//! A world made here may be any that the ignorant could believe in. What everybody has been told stays true: that real
//! units hold a box, dig there, besiege it, or react.

use board::boxes::BoxId;
use kernel::{Entropy, Perturbed, Seat, SecretRow, Secrets, Side};

use crate::Rules;
use crate::battle::Tactic;
use crate::cards::CardNumber;
use crate::counters::{ArmyId, CounterId, Kind};
use crate::memory::KNOWN;
use crate::reaction::{Standing, StandingOrder};
use crate::rules::ra_cards::all_cards;
use crate::sequence::{Combat, Frame, Movement};
use crate::sets::CounterSet;
use crate::state::{ALLIED, CardPlace, FRENCH, Piece, State, Whereabouts, enemy_of};

pub const IDENTITY: SecretRow = SecretRow {
    name: "identity",
    secret: "which unit or leader a face-down counter is",
    known_to: "its side; everybody from when it is set up by the scenario or turned face up until a counter that looks like it goes \
               another way",
};
pub const STRENGTH: SecretRow = SecretRow {
    name: "strength",
    secret: "the strength points and stragglers of a unit",
    known_to: "its side; everybody while it fights, scouts or screens",
};
pub const DUMMIES: SecretRow = SecretRow {
    name: "dummies",
    secret: "whether a face-down counter is a dummy",
    known_to: "its side, until the rules make its owner say so",
};
pub const TACTICS: SecretRow = SecretRow {
    name: "tactics",
    secret: "the tactic that a side has chosen",
    known_to: "the side, and one that may look because of a card, until both have chosen",
};
pub const CARDS: SecretRow = SecretRow {
    name: "cards",
    secret: "the event cards in a hand",
    known_to: "the side that holds them, until they are played",
};
pub const STANDING_ORDERS: SecretRow =
    SecretRow { name: "standing orders", secret: "what a seat answers in advance", known_to: "the seat alone" };
pub const COMMAND_POINTS: SecretRow = SecretRow {
    name: "command points",
    secret: "the command points that an army has left, and how two armies share a die",
    known_to: "its side",
};

/// Everything else in the state is known to everybody, or follows from these.
pub const SECRETS: [SecretRow; 7] = [IDENTITY, STRENGTH, DUMMIES, TACTICS, CARDS, STANDING_ORDERS, COMMAND_POINTS];

impl Secrets for Rules {
    fn table(&self) -> &'static [SecretRow] {
        &SECRETS
    }

    fn perturb(&self, state: &State, entropy: &mut dyn Entropy) -> Vec<Perturbed<State>> {
        if state.frame().is_over() {
            return Vec::new();
        }
        let mut changes = Changes { rules: self, state, entropy, worlds: Vec::new() };
        for side in [FRENCH, ALLIED] {
            changes.exchanges(side);
            changes.strengths(side);
            changes.tactics(side);
            changes.cards(side);
            changes.command_points(side);
        }
        changes.standing_orders();
        changes.worlds
    }

    /// 5.5.3a: a die falls for every counter of the stack, whether it has men to lose or not. 5.5.4b: and for a unit that
    /// misses one point, which comes back whatever the die shows. A unit whose strength lies open hides nothing.
    fn is_screen(&self, state: &State) -> bool {
        let thrown_for = if let Frame::Movement(Movement::StragglerDie { .. }) = state.frame() {
            state.march.and_then(|march| march.next_to_throw())
        } else if let Frame::Movement(Movement::RecoveryDie { side }) = state.frame() {
            self.next_recovering(state, side)
        } else {
            return false;
        };
        thrown_for.is_none_or(|counter| !state.piece(counter).strength_open)
    }
}

struct Changes<'a> {
    rules: &'a Rules,
    state: &'a State,
    entropy: &'a mut dyn Entropy,
    worlds: Vec<Perturbed<State>>,
}

impl Changes<'_> {
    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.entropy.below(from.len() as u32) as usize]) }
    }

    fn seats_of(&self, side: Side) -> Vec<Seat> {
        let seats = (0..self.rules.seats.len()).map(|number| Seat(number as u8));
        seats.filter(|seat| self.rules.side_of_seat(*seat) == side).collect()
    }

    fn add(&mut self, row: SecretRow, known_to: Vec<Seat>, state: State) {
        if state != *self.state {
            self.worlds.push(Perturbed { row, known_to, state });
        }
    }

    /// Counters of a side that lie face down and whose place nobody of the other side knows: somebody else is in their lot.
    fn hidden(&self, side: Side) -> Vec<CounterId> {
        let lies_hidden = |counter: &CounterId| {
            let piece = self.state.piece(*counter);
            let shares = |other: CounterId| other != *counter && self.of_a_lot(other, *counter);
            self.rules.side_of(*counter) == side
                && !piece.face_up
                && piece.place().is_some()
                && self.rules.all_counters().any(shares)
        };
        self.rules.all_counters().filter(lies_hidden).collect()
    }

    /// Whether two counters can change places without contradicting anything that was seen of them: they were shuffled last in one
    /// lot, or came out of one.
    fn of_a_lot(&self, one: CounterId, two: CounterId) -> bool {
        let [one, two] = [one, two].map(|counter| (self.state.drawn_from(counter), self.state.piece(counter).lot));
        one.0 != KNOWN && (one.0 == two.0 || one.1 == two.1)
    }

    /// Two counters that lie face down change places: one pair that are both real, one of which one is a dummy. Those in
    /// the middle of something come first, for there most can be told.
    fn exchanges(&mut self, side: Side) {
        let hidden = self.hidden(side);
        let busy: Vec<CounterId> = hidden.iter().copied().filter(|counter| self.is_busy(*counter)).collect();
        for row in [IDENTITY, DUMMIES] {
            for from in [&busy, &hidden] {
                let Some(one) = self.pick(from) else { continue };
                let fits = |two: &CounterId| {
                    let dummies = u8::from(self.rules.is_dummy(one)) + u8::from(self.rules.is_dummy(*two));
                    let of_a_lot = self.of_a_lot(one, *two);
                    *two != one && of_a_lot && dummies == u8::from(row == DUMMIES) && self.may_change(one, *two)
                };
                let others: Vec<CounterId> = hidden.iter().copied().filter(fits).collect();
                let Some(two) = self.pick(&others) else { continue };
                let world = self.rules.exchange(self.state, one, two);
                if self.rules.is_believable(self.state, &world, side, [one, two]) {
                    self.add(row, self.seats_of(side), world);
                }
            }
        }
        self.letters(side, &hidden);
    }

    /// Who goes inside is named one by one, and all see the markers of those who do: then only counters with the same markers
    /// can stand for each other.
    fn may_change(&self, one: CounterId, two: CounterId) -> bool {
        let sheltering = matches!(self.state.frame(), Frame::Combat(Combat::Shelter { .. }));
        let [first, second] = [one, two].map(|counter| self.state.piece(counter));
        !sheltering || first.place() != second.place() || first.lying() == second.lying()
    }

    /// A detachment made in play bears one of the letters that are free; a dummy that came back could be another.
    fn letters(&mut self, side: Side, hidden: &[CounterId]) {
        // One that is being made is named in every order for it.
        let settled: Vec<CounterId> = hidden.iter().copied().filter(|counter| !self.is_busy(*counter)).collect();
        let Some(one) = self.pick(&settled) else { return };
        let printed = self.rules.counter(one);
        let made = |counter: CounterId| {
            let counter = self.rules.counter(counter);
            counter.detachment && !counter.independent
        };
        let fits = |two: &CounterId| {
            let alike = if printed.detachment { made(one) && made(*two) } else { self.rules.is_dummy(one) };
            let other = self.rules.counter(*two);
            let off = self.state.piece(*two).whereabouts == Whereabouts::Pool && !self.state.piece(*two).face_up;
            let of_a_lot = self.of_a_lot(one, *two);
            other.side == side && other.kind == printed.kind && off && alike && of_a_lot
        };
        let others: Vec<CounterId> = self.rules.all_counters().filter(fits).collect();
        if let Some(two) = self.pick(&others) {
            let mut world = self.rules.exchange(self.state, one, two);
            let strength = std::mem::take(&mut world.piece_mut(one).strength);
            world.piece_mut(two).strength = strength;
            let parent = world.piece_mut(one).parent.take();
            world.piece_mut(two).parent = parent;
            let (losses, stragglers) = (self.state.piece(one).losses, self.state.piece(one).stragglers);
            (world.piece_mut(one).losses, world.piece_mut(one).stragglers) = (0, 0);
            (world.piece_mut(two).losses, world.piece_mut(two).stragglers) = (losses, stragglers);
            self.add(IDENTITY, self.seats_of(side), world);
        }
    }

    /// Whether a counter takes part in what is going on.
    fn is_busy(&self, counter: CounterId) -> bool {
        let place = self.state.place_of(counter);
        let marching = self.state.march.is_some_and(|march| march.stack.contains(counter) || place == Some(march.at));
        let reacting = self.state.reaction.as_ref().is_some_and(|reaction| {
            let declared = reaction.declared.iter().any(|it| it.force.contains(counter));
            declared || reaction.marchers.iter().any(|it| it.force.contains(counter))
        });
        let fighting = self.state.battle.is_some_and(|battle| place == Some(battle.at));
        marching || reacting || fighting
    }

    /// A unit has a point more or less, or has lost one on the road.
    fn strengths(&mut self, side: Side) {
        let secret = |counter: &CounterId| {
            let piece = self.state.piece(*counter);
            let printed = self.rules.counter(*counter);
            self.rules.side_of(*counter) == side
                && self.rules.has_strength(*counter)
                && piece.place().is_some()
                && piece.strength > 0
                && !piece.strength_open
                && printed.maximum > 1
        };
        let all: Vec<CounterId> = self.rules.all_counters().filter(secret).collect();
        let busy: Vec<CounterId> = all.iter().copied().filter(|counter| self.is_busy(*counter)).collect();
        for from in [&busy, &all] {
            let Some(unit) = self.pick(from) else { continue };
            let maximum = self.rules.counter(unit).maximum;
            let mut world = self.state.clone();
            let strays = self.entropy.below(3) == 0;
            let piece = world.piece_mut(unit);
            match piece.strength {
                1 if piece.stragglers > 0 => {
                    piece.strength += 1;
                    piece.stragglers -= 1;
                }
                1 => piece.strength = maximum.min(2 + piece.strength),
                _ if strays => {
                    piece.strength -= 1;
                    piece.stragglers += 1;
                }
                strength => piece.strength = if strength < maximum { maximum } else { 1 },
            }
            self.add(STRENGTH, self.seats_of(side), world);
        }
    }

    /// Until both have chosen.
    fn tactics(&mut self, side: Side) {
        let Some(battle) = self.state.battle else { return };
        let (Frame::Combat(Combat::Tactics), Some(chosen)) = (self.state.frame(), battle.tactics[side.index()]) else {
            return;
        };
        let mut known_to = self.seats_of(side);
        if battle.spies == Some(enemy_of(side)) {
            known_to.extend(self.seats_of(enemy_of(side)));
        }
        for tactic in Tactic::ALL.into_iter().filter(|tactic| *tactic != chosen) {
            let mut world = self.state.clone();
            if let Some(battle) = &mut world.battle {
                battle.tactics[side.index()] = Some(tactic);
            }
            self.add(TACTICS, known_to.clone(), world);
        }
    }

    /// A card of the deck instead of one in the hand.
    fn cards(&mut self, side: Side) {
        let lying = |place: CardPlace| -> Vec<CardNumber> {
            all_cards().filter(|card| self.state.cards[card.index()] == place).collect()
        };
        let (mut hand, deck) = (lying(CardPlace::Hand(side)), lying(CardPlace::Deck));
        hand.retain(|card| self.state.cards_shown & (1 << card.index()) == 0);
        if let (Some(held), Some(other)) = (self.pick(&hand), self.pick(&deck)) {
            let mut world = self.state.clone();
            world.cards.swap(held.index(), other.index());
            self.add(CARDS, self.seats_of(side), world);
        }
    }

    fn command_points(&mut self, side: Side) {
        for (number, army) in self.rules.scenario.armies.iter().enumerate().filter(|(_, army)| army.side == side) {
            let mut world = self.state.clone();
            let now = &mut world.armies[number];
            if now.granted > 0 {
                now.points =
                    if now.points == 0 { now.granted } else { self.entropy.below(u32::from(now.points)) as u8 };
                self.add(COMMAND_POINTS, self.seats_of(side), world);
            }
            // B.4.5: the die is seen, and not how it is shared.
            let with = army.shares_die_with.unwrap_or(ArmyId(number as u8)).index();
            let mut world = self.state.clone();
            if with > number && world.armies[number].granted > 0 && world.armies[number].points > 0 {
                for (army, more) in [(number, -1i8), (with, 1)] {
                    let now = &mut world.armies[army];
                    now.granted = now.granted.saturating_add_signed(more);
                    now.points = now.points.saturating_add_signed(more);
                    now.with_supply = now.with_supply.saturating_add_signed(more);
                }
                self.add(COMMAND_POINTS, self.seats_of(side), world);
            }
        }
    }

    /// One order of a seat is another.
    fn standing_orders(&mut self) {
        for number in 0..self.rules.seats.len() {
            let mut world = self.state.clone();
            let Standing { interception, march_to_the_guns, withdrawal } = &mut world.standing[number];
            let order = match self.entropy.below(3) {
                0 => interception,
                1 => march_to_the_guns,
                _ => withdrawal,
            };
            *order = match self.entropy.below(8) as u8 {
                0 => StandingOrder::Ask,
                7 => StandingOrder::Never,
                faces => StandingOrder::FromFaces(faces),
            };
            self.add(STANDING_ORDERS, vec![Seat(number as u8)], world);
        }
    }
}

fn exchanged(set: CounterSet, [one, two]: [CounterId; 2]) -> CounterSet {
    let other = |counter: CounterId| match counter {
        counter if counter == one => two,
        counter if counter == two => one,
        counter => counter,
    };
    set.iter().map(other).collect()
}

impl Rules {
    /// Two counters of a side change places, and with them everything that belongs to the place and not to the counter.
    fn exchange(&self, state: &State, one: CounterId, two: CounterId) -> State {
        let mut world = state.clone();
        for (counter, other) in [(one, two), (two, one)] {
            self.relocate(&mut world, counter, state.piece(other).whereabouts);
            let Piece {
                whereabouts: _,
                strength,
                losses,
                stragglers,
                hollow,
                face_up: _,
                strength_open,
                inside: _,
                moved: _,
                stirred: _,
                digging: _,
                marched_to_guns: _,
                fatigued: _,
                spent: _,
                grade: _,
                to_chief: _,
                parent,
                entered_by: _,
                lost_here: _,
                sighting,
                lot: _,
            } = *state.piece(counter);
            let there = *state.piece(other);
            *world.piece_mut(counter) =
                Piece { strength, losses, stragglers, hollow, strength_open, parent, sighting, ..there };
        }
        let pair = [one, two];
        if let Some(march) = &mut world.march {
            for set in [&mut march.stack, &mut march.throwing, &mut march.throwing_again] {
                *set = exchanged(*set, pair);
            }
        }
        if let Some(reaction) = &mut world.reaction {
            for declared in &mut reaction.declared {
                declared.force = exchanged(declared.force, pair);
            }
            for marcher in &mut reaction.marchers {
                marcher.force = exchanged(marcher.force, pair);
            }
            for (counter, _) in &mut reaction.withdrawing {
                *counter = exchanged(CounterSet::from_iter([*counter]), pair).first().unwrap_or(*counter);
            }
        }
        if let Some(battle) = &mut world.battle {
            for force in &mut battle.forces {
                *force = exchanged(*force, pair);
            }
        }
        world
    }

    /// Whether a world after such an exchange still agrees with what everybody has been told.
    fn is_believable(&self, truth: &State, world: &State, side: Side, pair: [CounterId; 2]) -> bool {
        let places = pair.map(|counter| truth.place_of(counter));
        let same = |holds: &dyn Fn(&State, BoxId) -> bool| {
            places.into_iter().flatten().all(|place| holds(truth, place) == holds(world, place))
        };
        // Walls have room for certain units only.
        let inside = pair.iter().any(|counter| truth.piece(*counter).inside);
        let alike = pair.iter().all(|counter| self.has_strength(*counter))
            && self.counter(pair[0]).detachment == self.counter(pair[1]).detachment;
        let dug = same(&|state, place| {
            !truth.entrenched[side.index()].contains(place)
                || self.of_side_in(state, side, place).iter().any(|counter| self.is_unit(counter))
        });
        let held =
            same(&|state, place| !self.is_known_real(truth, side, place) || self.real_force_in(state, side, place));
        (!inside || alike) && dug && held && self.reactions_are_real(world) && self.riders_are_cavalry(truth, world)
    }

    /// Whether everybody has been told that real units of a side are in a box.
    fn is_known_real(&self, state: &State, side: Side, place: BoxId) -> bool {
        let shared = state.occupies(FRENCH, place) && state.occupies(ALLIED, place);
        let said = state.march.is_some_and(|march| march.known_real.contains(&place))
            || state.reaction.as_ref().is_some_and(|reaction| reaction.barred.contains(place))
            || state.said_real[side.index()].contains(place);
        let stood = side != state.player || state.intercepted.contains(place);
        said || (shared && stood) || state.siege_at(place).is_some()
    }

    /// 6.5b: dummies do not react, nor leaders and guns alone.
    fn reactions_are_real(&self, state: &State) -> bool {
        let Some(reaction) = &state.reaction else { return true };
        let declared = reaction.declared.iter().map(|it| it.force);
        declared.chain(reaction.marchers.iter().map(|it| it.force)).all(|force| {
            self.strength_of(state, &force) > 0
                && self.is_within_limit(&force)
                && !force.iter().any(|counter| self.is_dummy(counter))
        })
    }

    /// 6.3i: who withdraws is cavalry.
    fn riders_are_cavalry(&self, truth: &State, world: &State) -> bool {
        let withdrawing = matches!(truth.frame(), Frame::Movement(Movement::WithdrawalDie { .. }));
        let throwing = world.march.filter(|_| withdrawing).map_or(CounterSet::EMPTY, |march| march.throwing);
        let gone = world.reaction.iter().flat_map(|reaction| reaction.withdrawing.iter().map(|(counter, _)| *counter));
        throwing.iter().chain(gone).all(|counter| self.kind(counter) == Kind::Cavalry)
    }
}
