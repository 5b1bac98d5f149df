//! Worlds that fit a view: what the viewer does not know is drawn, never taken from the truth.

use kernel::{Entropy, Side, Viewer};

use crate::Rules;
use crate::battle::{Battle, Tactic};
use crate::cards::CardNumber;
use crate::counters::CounterId;
use crate::march::March;
use crate::reaction::{Marcher, Reacting, Reaction};
use crate::rules::ra_cards::all_cards;
use crate::sets::CounterSet;
use crate::state::{ALLIED, ArmyState, CardPlace, FRENCH, Piece, State, Whereabouts, enemy_of};
use crate::view::{ArmyView, BattleView, Hidden, MarchView, Partly, PieceView, ReactionView, Veiled, View};

mod muster;

use muster::Need;

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
                        lot: self.view.drawn[counter.index()],
                        ..Piece::ABSENT
                    };
                }
                PieceView::Off { whereabouts, sighting } => {
                    self.rules.relocate(&mut self.state, counter, whereabouts);
                    self.state.piece_mut(counter).sighting = sighting;
                    self.state.piece_mut(counter).strength = self.rules.start_strength[counter.index()];
                    self.state.piece_mut(counter).lot = self.view.drawn[counter.index()];
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
        self.fill_with(partly, taken, &[])
    }

    /// Of a Force that reacts one has strength, and nobody is a dummy (6.5b).
    fn fill_force(&mut self, force: &Partly, taken: CounterSet) -> CounterSet {
        let mut needs = [Need::Troops; 8];
        if !force.known.iter().any(|counter| self.rules.has_strength(counter)) {
            needs[0] = Need::Strength;
        }
        self.fill_with(force, taken, &needs)
    }

    /// The first of them are what is needed, as far as such are there.
    fn fill_with(&mut self, partly: &Partly, taken: CounterSet, needs: &[Need]) -> CounterSet {
        let mut set = partly.known;
        let mut needs = needs.iter().copied();
        for slot in &partly.hidden {
            let fits = |counter: &CounterId| {
                let piece = self.state.piece(*counter);
                let same =
                    (piece.inside, piece.fatigued, piece.entered_by) == (slot.inside, slot.fatigued, slot.entered_by);
                same && !piece.face_up && !taken.contains(*counter)
            };
            let here = self.rules.of_side_in(&self.state, slot.side, slot.at);
            let mut here: Vec<CounterId> = here.iter().filter(fits).collect();
            for _ in 0..slot.count {
                let need = needs.next();
                let wanted = |counter: &CounterId| need.is_none_or(|need| self.fits(need, *counter));
                let (mut first, mut others): (Vec<CounterId>, Vec<CounterId>) = here.into_iter().partition(wanted);
                if let Some(counter) = self.draw(&mut first).or_else(|| self.draw(&mut others)) {
                    set.insert(counter);
                }
                first.append(&mut others);
                here = first;
            }
        }
        set
    }

    fn march(&mut self, march: &MarchView) -> March {
        match march {
            MarchView::Own(march) => {
                let riders = self.fill_with(&self.view.riders, CounterSet::EMPTY, &[Need::Horse; 8]);
                March { throwing: march.throwing.union(riders), ..*march }
            }
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
                let due = self.fill_with(throwing, CounterSet::EMPTY, &[Need::Horse; 8]);
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
            let force = self.fill_force(&it.force, taken);
            taken = taken.union(force);
            drawn.declared.push(Reacting { by: it.by, from: it.from, force, succeeded: it.succeeded });
        }
        for it in marchers {
            let force = self.fill_force(&it.force, taken);
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
