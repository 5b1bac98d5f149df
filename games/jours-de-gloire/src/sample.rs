//! Worlds that fit a view: what the viewer does not know is drawn, never taken from the truth.

use board::boxes::BoxId;
use kernel::{Entropy, Side, Viewer};

use crate::Rules;
use crate::battle::{Battle, Tactic};
use crate::cards::CardNumber;
use crate::counters::{CounterId, Kind};
use crate::march::March;
use crate::reaction::{Marcher, Reacting, Reaction};
use crate::rules::ra_cards::all_cards;
use crate::scenario::{Entry, When};
use crate::sets::CounterSet;
use crate::state::{ALLIED, ArmyState, CardPlace, FRENCH, Piece, State, Whereabouts, enemy_of};
use crate::view::{ArmyView, BattleView, Hidden, MarchView, Partly, PieceView, ReactionView, Veiled, View};

impl Rules {
    /// Draws a world that fits the view.
    pub fn sample_of(&self, view: &View, entropy: &mut dyn Entropy) -> State {
        let mut state = State::empty(self.counters.len(), self.ground.len(), self.scenario.armies.len());
        view.restore(&mut state);
        state.frames = view.frames.iter().copied().collect();
        state.flags_in_doubt = view.flags_in_doubt;
        state.replaced = view.replaced.iter().copied().collect();
        if let (Viewer::Seat(seat), Some(own)) = (view.viewer, view.standing) {
            state.standing[seat.index()] = own;
        }
        let mut world = World { rules: self, view, state, entropy };
        world.place_known();
        for side in [FRENCH, ALLIED] {
            if self.side_of_viewer(view.viewer) != Some(side) {
                world.muster(side);
            }
        }
        world.state.armies = view.armies.iter().enumerate().map(|(number, army)| world.army(number, army)).collect();
        world.state.flags = view.flags.iter().map(|flag| world.flag(*flag)).collect();
        world.deal_cards();
        world.state.march = view.march.as_ref().map(|march| world.march(march));
        world.state.reaction = view.reaction.as_ref().map(|reaction| world.reaction(reaction));
        world.state.battle = view.battle.as_ref().map(|battle| world.battle(battle));
        world.state
    }
}

/// Counters that began together, or were last seen together.
struct Home {
    at: BoxId,
    since: u8,
    who: Vec<CounterId>,
}

/// How likely it is that somebody has come so far, against the others: never impossible.
fn nearness(hops: u8, marches: u32) -> u32 {
    const SURE: u32 = 1 << 12;
    let steps = if marches == 0 { 12 * u32::from(hops) } else { u32::from(hops) / (marches + 1) };
    (SURE >> steps.min(12)).max(1)
}

struct World<'a> {
    rules: &'a Rules,
    view: &'a View,
    state: State,
    entropy: &'a mut dyn Entropy,
}

impl World<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.entropy.below(bound.max(1) as u32) as usize
    }

    fn draw<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        if from.is_empty() {
            return None;
        }
        let place = self.below(from.len());
        Some(from.swap_remove(place))
    }

    /// What the viewer sees of counters is as he sees it.
    fn place_known(&mut self) {
        for counter in self.rules.all_counters() {
            match self.view.pieces[counter.index()] {
                PieceView::Own(piece) => {
                    self.rules.relocate(&mut self.state, counter, piece.whereabouts);
                    *self.state.piece_mut(counter) = piece;
                }
                PieceView::Open { whereabouts, strength, inside, fatigued, entered_by, lost_here, sighting } => {
                    self.rules.relocate(&mut self.state, counter, whereabouts);
                    let guess = self.guess_strength(counter, sighting.and_then(|seen| seen.strength));
                    let piece = self.state.piece_mut(counter);
                    *piece = Piece {
                        whereabouts,
                        face_up: true,
                        strength: strength.unwrap_or(guess),
                        strength_open: strength.is_some(),
                        inside,
                        fatigued,
                        entered_by,
                        lost_here,
                        sighting,
                        moved: entered_by.is_some(),
                        ..Piece::ABSENT
                    };
                }
                PieceView::Off { whereabouts, sighting } => {
                    self.rules.relocate(&mut self.state, counter, whereabouts);
                    self.state.piece_mut(counter).sighting = sighting;
                    self.state.piece_mut(counter).strength = self.rules.start_strength[counter.index()];
                }
                PieceView::Unknown { sighting } => self.state.piece_mut(counter).sighting = sighting,
            }
        }
    }

    /// As it was last seen, otherwise as it began, or three quarters of what its roster has room for. Battles are seen; what
    /// is lost on marches is not, and is little.
    fn guess_strength(&mut self, counter: CounterId, seen: Option<u8>) -> u8 {
        if !self.rules.has_strength(counter) {
            return 0;
        }
        let printed = self.rules.counter(counter);
        let start = match self.rules.start_strength[counter.index()] {
            0 if printed.detachment => 2,
            0 => (printed.maximum * 3).div_ceil(4),
            start => start,
        };
        let base = seen.unwrap_or(start);
        let less = u8::from(self.below(4) == 0);
        base.saturating_sub(less).max(1)
    }

    /// Deals the counters of a side that are not accounted for to those that lie face down.
    fn muster(&mut self, side: Side) {
        let mut slots: Vec<Hidden> = Vec::new();
        for hidden in self.view.hidden.iter().filter(|hidden| hidden.side == side) {
            slots.extend((0..hidden.count).map(|_| *hidden));
        }
        let unknown = |counter: &CounterId| {
            self.rules.side_of(*counter) == side
                && matches!(self.view.pieces[counter.index()], PieceView::Unknown { .. })
        };
        let unknown: Vec<CounterId> = self.rules.all_counters().filter(unknown).collect();
        let is_dummy = |counter: &CounterId| self.rules.is_dummy(*counter);
        let is_detachment = |counter: &CounterId| self.rules.counter(*counter).detachment;
        let mut dummies: Vec<CounterId> = unknown.iter().copied().filter(is_dummy).collect();
        let mut detachments: Vec<CounterId> = unknown.iter().copied().filter(is_detachment).collect();
        let mut present: Vec<CounterId> =
            unknown.into_iter().filter(|counter| !is_dummy(counter) && !is_detachment(counter)).collect();
        // Everybody knows how many dummies are off the map, though not which.
        let seen_off = self.rules.dummies_off_the_map(&self.state, side).len();
        let off = usize::from(self.view.dummies_off[side.index()]).saturating_sub(seen_off);
        while dummies.len() > off {
            let dummy = self.draw(&mut dummies);
            present.extend(dummy);
        }
        while present.len() < slots.len() {
            let Some(detachment) = self.draw(&mut detachments) else { break };
            present.push(detachment);
        }
        for counter in dummies.into_iter().chain(detachments) {
            let gone = self.rules.counter(counter).independent && !self.rules.is_dummy(counter);
            let to = if gone { Whereabouts::Lost } else { Whereabouts::Pool };
            self.rules.relocate(&mut self.state, counter, to);
        }
        self.mount(&mut present, &mut slots);
        self.settle(present, slots);
    }

    /// Whoever withdraws from a box that was entered is cavalry (6.3i).
    fn mount(&mut self, present: &mut Vec<CounterId>, slots: &mut Vec<Hidden>) {
        let Some(MarchView::Other { throwing, .. }) = &self.view.march else { return };
        for due in &throwing.hidden {
            for _ in 0..due.count {
                let horse = present.iter().position(|counter| self.rules.kind(*counter) == Kind::Cavalry);
                let place = slots.iter().position(|slot| Hidden { count: due.count, ..*slot } == *due);
                let (Some(horse), Some(place)) = (horse, place) else { return };
                let (counter, slot) = (present.swap_remove(horse), slots.swap_remove(place));
                self.put(counter, slot);
            }
        }
    }

    /// Who was seen lately is mostly still there; the others are anywhere.
    fn settle(&mut self, mut present: Vec<CounterId>, mut slots: Vec<Hidden>) {
        let mut number = 0;
        while number < present.len() {
            let counter = present[number];
            let seen = self.state.piece(counter).sighting.filter(|seen| seen.turn + 1 >= self.view.turn);
            let there = seen.and_then(|seen| slots.iter().position(|slot| slot.at == seen.at));
            match there {
                Some(place) if self.below(4) > 0 => {
                    let slot = slots.swap_remove(place);
                    present.swap_remove(number);
                    self.put(counter, slot);
                }
                Some(_) | None => number += 1,
            }
        }
        self.settle_by_home(&mut present, &mut slots);
        for slot in slots {
            let Some(counter) = self.draw(&mut present) else { break };
            self.put(counter, slot);
        }
    }

    /// Those who began together are mostly still together, and no farther from where they began, or were last seen, than
    /// they can have marched. Dummies come from nowhere and take what is left.
    fn settle_by_home(&mut self, present: &mut Vec<CounterId>, slots: &mut Vec<Hidden>) {
        let mut homes: Vec<Home> = Vec::new();
        for counter in present.iter() {
            let Some(home) = self.home_of(*counter) else { continue };
            match homes.iter_mut().find(|other| (other.at, other.since) == (home.at, home.since)) {
                Some(other) => other.who.push(*counter),
                None => homes.push(home),
            }
        }
        while let Some(mut home) = self.draw(&mut homes) {
            while !home.who.is_empty() && !slots.is_empty() {
                let marches = self.marches_since(home.since);
                let weights: Vec<u32> =
                    slots.iter().map(|slot| nearness(self.rules.ground.hops(home.at, slot.at), marches)).collect();
                let mut drawn = self.entropy.below(weights.iter().sum::<u32>().max(1));
                let place = weights.iter().position(|weight| {
                    let here = drawn < *weight;
                    drawn = drawn.saturating_sub(*weight);
                    here
                });
                let at = slots[place.unwrap_or(0)].at;
                // Now and then somebody goes alone.
                let together = if self.below(4) == 0 { 1 } else { home.who.len() };
                for _ in 0..together {
                    let Some(place) = slots.iter().position(|slot| slot.at == at) else { break };
                    let Some(counter) = self.draw(&mut home.who) else { break };
                    let slot = slots.swap_remove(place);
                    present.retain(|other| *other != counter);
                    self.put(counter, slot);
                }
            }
        }
    }

    /// Where a counter was last seen, or began: what is printed in the scenario everybody knows.
    fn home_of(&self, counter: CounterId) -> Option<Home> {
        let who = vec![counter];
        if let Some(seen) = self.state.piece(counter).sighting {
            return Some(Home { at: seen.at, since: seen.turn, who });
        }
        let scenario = &self.rules.scenario;
        if let Some(placement) = scenario.setup.iter().find(|placement| placement.who.counter == counter) {
            return Some(Home { at: placement.at, since: scenario.first_turn, who });
        }
        let arrival = scenario.arrivals.iter().find(|arrival| arrival.who.iter().any(|it| it.counter == counter))?;
        let at = match arrival.entry {
            Entry::Box(at) | Entry::Connection(at) => at,
            Entry::With(_) => return None,
        };
        let since = match arrival.when {
            When::Turn(turn) => turn,
            When::Armistice(_) | When::Restart(_) => self.view.turn.saturating_sub(1),
        };
        Some(Home { at, since: since.min(self.view.turn), who })
    }

    /// Marches that a hidden counter can have made since a turn.
    fn marches_since(&self, turn: u8) -> u32 {
        let hidden = match self.rules.side_of_viewer(self.view.viewer) {
            Some(own) => enemy_of(own),
            None => self.view.first,
        };
        let this_turn = hidden == self.view.first || hidden == self.view.player;
        2 * u32::from(self.view.turn.saturating_sub(turn)) + u32::from(this_turn)
    }

    fn put(&mut self, counter: CounterId, slot: Hidden) {
        let Hidden { side: _, at, inside, fatigued, entered_by, count: _ } = slot;
        self.rules.relocate(&mut self.state, counter, Whereabouts::At(at));
        let seen = self.state.piece(counter).sighting.and_then(|seen| seen.strength);
        let strength = self.guess_strength(counter, seen);
        let parent = self.parent_of(counter);
        let piece = self.state.piece_mut(counter);
        piece.strength = strength;
        piece.inside = inside;
        piece.fatigued = fatigued;
        piece.entered_by = entered_by;
        piece.moved = entered_by.is_some();
        piece.parent = parent;
    }

    /// Some unit that a detachment may have been taken from.
    fn parent_of(&mut self, counter: CounterId) -> Option<CounterId> {
        let printed = self.rules.counter(counter);
        if !printed.detachment || printed.independent {
            return None;
        }
        let (side, kind) = (printed.side, printed.kind);
        let mut parents: Vec<CounterId> = self
            .rules
            .all_counters()
            .filter(|unit| self.rules.side_of(*unit) == side && self.rules.kind(*unit) == kind)
            .filter(|unit| !self.rules.counter(*unit).detachment && self.state.place_of(*unit).is_some())
            .collect();
        self.draw(&mut parents)
    }

    fn army(&mut self, number: usize, army: &ArmyView) -> ArmyState {
        let ArmyView { chief, supply, granted, with_supply, points } = *army;
        let value = chief.map_or(0, |chief| self.rules.counter(chief).command_value);
        let granted = granted.unwrap_or_else(|| value + self.below(4) as u8);
        let with_supply = with_supply.unwrap_or(granted);
        let phasing = self.rules.scenario.armies[number].side == self.view.player;
        let spent = if phasing { self.below(usize::from(granted) + 1) as u8 } else { 0 };
        let points = points.unwrap_or(granted - spent);
        ArmyState { chief, supply, granted, points, with_supply }
    }

    fn flag(&mut self, flag: Veiled<Side>) -> Option<Side> {
        match flag {
            Veiled::Nothing => None,
            Veiled::Known(side) => Some(side),
            Veiled::FaceDown => {
                // The flag of a stack that went through with its faces down, or still the old one.
                Some([FRENCH, ALLIED][self.below(2)])
            }
        }
    }

    fn deal_cards(&mut self) {
        let cards = &self.view.cards;
        self.state.armistice_events_used = cards.armistice_events_used;
        let own = self.rules.side_of_viewer(self.view.viewer);
        let mut unknown: Vec<CardNumber> = all_cards()
            .filter(|card| self.rules.scenario.deck.contains(&card.0))
            .filter(|card| !cards.hand.contains(card) && !cards.discarded.contains(card))
            .filter(|card| !cards.shown.iter().any(|(_, shown)| shown == card))
            .collect();
        let mut held = cards.held;
        for (side, card) in &cards.shown {
            self.state.cards[card.index()] = CardPlace::Hand(*side);
            self.state.cards_shown |= 1 << card.index();
            held[side.index()] = held[side.index()].saturating_sub(1);
        }
        for card in &cards.discarded {
            self.state.cards[card.index()] = CardPlace::Discarded;
        }
        if let Some(side) = own {
            for card in &cards.hand {
                self.state.cards[card.index()] = CardPlace::Hand(side);
            }
        }
        for side in [FRENCH, ALLIED] {
            if own == Some(side) {
                continue;
            }
            for _ in 0..held[side.index()] {
                if let Some(card) = self.draw(&mut unknown) {
                    self.state.cards[card.index()] = CardPlace::Hand(side);
                }
            }
        }
        for card in unknown {
            self.state.cards[card.index()] = CardPlace::Deck;
        }
    }

    /// For those of a set that are not known, some of the counters that lie face down where they do.
    fn fill(&mut self, partly: &Partly, taken: CounterSet) -> CounterSet {
        self.fill_with(partly, taken, false)
    }

    /// `mounted`: cavalry first.
    fn fill_with(&mut self, partly: &Partly, taken: CounterSet, mounted: bool) -> CounterSet {
        let mut set = partly.known;
        for slot in &partly.hidden {
            let fits = |counter: &CounterId| {
                let piece = self.state.piece(*counter);
                let same =
                    (piece.inside, piece.fatigued, piece.entered_by) == (slot.inside, slot.fatigued, slot.entered_by);
                same && !piece.face_up && !taken.contains(*counter)
            };
            let here = self.rules.of_side_in(&self.state, slot.side, slot.at);
            let here: Vec<CounterId> = here.iter().filter(fits).collect();
            let (mut first, mut others): (Vec<CounterId>, Vec<CounterId>) =
                here.into_iter().partition(|counter| !mounted || self.rules.kind(*counter) == Kind::Cavalry);
            for _ in 0..slot.count {
                if let Some(counter) = self.draw(&mut first).or_else(|| self.draw(&mut others)) {
                    set.insert(counter);
                }
            }
        }
        set
    }

    fn march(&mut self, march: &MarchView) -> March {
        match march {
            MarchView::Own(march) => *march,
            MarchView::Other {
                stack,
                from,
                at,
                forced,
                enters,
                scouting,
                stopped,
                kept_together,
                way,
                throwing,
                known_real,
            } => {
                let stack = self.fill(stack, CounterSet::EMPTY);
                let due = self.fill_with(throwing, CounterSet::EMPTY, true);
                March {
                    stack,
                    from: *from,
                    at: *at,
                    payer: None,
                    points: if *stopped { 0 } else { self.below(5) as u8 },
                    forced: *forced,
                    concentrated: false,
                    activated: true,
                    under_way: *at != *from,
                    dice: [0; 3],
                    kept_together: *kept_together,
                    enters: *enters,
                    scouting: *scouting,
                    stopped: *stopped,
                    way: *way,
                    throwing: due,
                    throwing_again: CounterSet::EMPTY,
                    known_real: *known_real,
                }
            }
        }
    }

    fn reaction(&mut self, reaction: &ReactionView) -> Reaction {
        let side = enemy_of(self.view.player);
        let ReactionView { declared, marchers, barred, withdrawing } = reaction;
        let mut drawn = Reaction::new();
        let mut taken = CounterSet::EMPTY;
        for it in declared {
            let force = self.fill(&it.force, taken);
            taken = taken.union(force);
            drawn.declared.push(Reacting { by: it.by, from: it.from, force, succeeded: it.succeeded });
        }
        for it in marchers {
            let force = self.fill(&it.force, taken);
            taken = taken.union(force);
            drawn.marchers.push(Marcher { force, from: it.from, to: it.to, by: it.by, after_round: it.after_round });
        }
        drawn.barred = *barred;
        let mut others: Vec<CounterId> = self
            .rules
            .all_counters()
            .filter(|counter| self.rules.side_of(*counter) == side && self.state.place_of(*counter).is_some())
            .filter(|counter| !self.state.piece(*counter).face_up)
            .collect();
        for (counter, way) in withdrawing {
            let counter = counter.or_else(|| self.draw(&mut others)).unwrap_or(CounterId(0));
            drawn.withdrawing.push((counter, *way));
        }
        drawn
    }

    fn battle(&mut self, battle: &BattleView) -> Battle {
        let forces = [FRENCH, ALLIED].map(|side| self.fill(&battle.forces[side.index()], CounterSet::EMPTY));
        let tactics = battle.tactics.map(|tactic| match tactic {
            Veiled::Nothing => None,
            Veiled::Known(tactic) => Some(tactic),
            Veiled::FaceDown => Some(Tactic::ALL[self.below(Tactic::ALL.len())]),
        });
        let mut drawn = Battle { forces, tactics, ..Battle::at(battle.at, battle.attacker, battle.intercepted) };
        battle.restore(&mut drawn);
        drawn
    }
}
