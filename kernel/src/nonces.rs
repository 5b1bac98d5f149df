//! What players add to the dice: when it may be added, and what a journal must look like in which nobody cheated.
//!
//! The argument is in docs/dice.md. What it needs of a journal is held here: one commitment, a nonce from every seat, none
//! twice and none after the first throw, and every throw from the seed and those nonces.

use std::collections::BTreeSet;

use crate::game::{EntryOf, Game};
use crate::journal::{Entry, Journal, Nonce, Source, Step};
use crate::{DiceProtocol, Language, Seat, SeatInfo, SeededDice};

/// Most words that are added to the dice before a game.
const EARLY_NONCES: usize = 64;

/// A line of a journal, and what is wrong with it.
pub(crate) type WrongLine = (usize, String);

impl<R: Language> Game<R> {
    pub fn dice_protocol(&self) -> DiceProtocol {
        self.header.dice.as_ref().map_or(DiceProtocol::Voluntary, |dice| dice.protocol)
    }

    /// The seats for whose nonces the first throw waits.
    pub fn nonces_owed(&self) -> Vec<Seat> {
        let seats = (0..).map(Seat).zip(&self.given);
        seats.filter(|(_, nonce)| nonce.is_none()).map(|(seat, _)| seat).collect()
    }

    /// What was added to the dice, in the order in which it goes into the key.
    pub fn nonces(&self) -> Vec<Nonce> {
        let early = self.header.dice.iter().flat_map(|dice| &dice.nonces);
        let early = early.map(|nonce| Nonce { seat: None, nonce: nonce.clone(), from_throw: 0 });
        let later = self.entries.iter().filter_map(|entry| match entry {
            Entry::Nonce { seat, nonce, from_throw } => {
                Some(Nonce { seat: *seat, nonce: nonce.clone(), from_throw: *from_throw })
            }
            Entry::Step { .. }
            | Entry::Undo { .. }
            | Entry::Takeback { .. }
            | Entry::Restore
            | Entry::Snapshot { .. }
            | Entry::Resume { .. } => None,
        });
        let mut nonces: Vec<Nonce> = early.chain(later).collect();
        if self.dice_protocol() == DiceProtocol::EverySeat {
            nonces.sort_by_key(|added| added.seat);
        }
        nonces
    }

    /// A seat adds its nonce to the dice: once, and before the first throw.
    pub fn add_nonce(&mut self, seat: Option<Seat>, nonce: String) -> Result<(), String> {
        if self.dice.is_none() {
            return Err("this game has no dice of its own to which something could be added".into());
        }
        let by_same = |entry: &EntryOf<R>| matches!(entry, Entry::Nonce { seat: other, .. } if *other == seat);
        if self.entries.iter().any(by_same) {
            return Err("a seat adds to the dice once, and this one has".into());
        }
        if self.entries.iter().any(is_seeded_throw) {
            return Err("the dice have fallen: nobody adds to them any more".into());
        }
        self.take_nonce(seat, self.throws, &nonce)?;
        self.entries.push(Entry::Nonce { seat, nonce, from_throw: self.throws });
        Ok(())
    }

    /// Takes a nonce into the dice. When the last seat has given its own, the key of all throws is fixed.
    pub(crate) fn take_nonce(&mut self, seat: Option<Seat>, from_throw: u64, nonce: &str) -> Result<(), String> {
        match self.dice_protocol() {
            DiceProtocol::Voluntary => {
                if let Some(dice) = &mut self.dice {
                    dice.add_nonce(from_throw, nonce.to_owned());
                }
            }
            DiceProtocol::EverySeat => {
                let place = seat.and_then(|seat| self.given.get_mut(seat.index()));
                let place = place.ok_or("only a seat of the game adds to its dice")?;
                if place.replace(nonce.to_owned()).is_some() {
                    return Err("a seat adds to the dice twice".into());
                }
                if let (Some(all), Some(dice)) = (self.given.iter().cloned().collect(), &mut self.dice) {
                    dice.mix(all);
                }
            }
        }
        Ok(())
    }

    /// Refuses a throw for which a nonce is missing.
    pub(crate) fn must_be_mixed(&self) -> Result<(), String> {
        match self.nonces_owed().first() {
            None => Ok(()),
            Some(seat) => Err(format!("the dice wait for the nonce of {}", name_of(self.rules.seats(), *seat))),
        }
    }
}

fn name_of(seats: &[SeatInfo], seat: Seat) -> &str {
    seats.get(seat.index()).map_or("a seat that does not exist", |info| &info.name)
}

fn is_seeded_throw<A, S>(entry: &Entry<A, S>) -> bool {
    matches!(entry, Entry::Step { step: Step::Throw { source: Source::Seeded, .. }, .. })
}

impl<A, S> Journal<A, S> {
    /// Whether those added to the dice who had to, once each and in time. More would be no game of ours, and every line would
    /// make a key from all before it.
    pub(crate) fn check_nonces(&self, seats: &[SeatInfo]) -> Result<(), WrongLine> {
        let Some(promise) = &self.header.dice else { return Ok(()) };
        let every_seat = promise.protocol == DiceProtocol::EverySeat;
        let early = promise.nonces.len();
        if early > EARLY_NONCES {
            return Err((1, format!("{EARLY_NONCES} words at most are added to the dice before a game, not {early}")));
        }
        if every_seat && early > 0 {
            return Err((1, "something was added to the dice before they were committed to".into()));
        }
        let mut added: BTreeSet<Option<Seat>> = BTreeSet::new();
        let mut thrown = false;
        for (place, entry) in self.entries.iter().enumerate() {
            let line = place + 2;
            if every_seat && !thrown && is_seeded_throw(entry) {
                let missing = (0..seats.len() as u8).map(Seat).find(|seat| !added.contains(&Some(*seat)));
                if let Some(seat) = missing {
                    let name = name_of(seats, seat);
                    return Err((line, format!("the dice fell before {name} had added to them")));
                }
                thrown = true;
            }
            let Entry::Nonce { seat, .. } = entry else { continue };
            if seat.is_some_and(|seat| seat.index() >= seats.len()) {
                return Err((line, "a seat that does not exist adds to the dice".into()));
            }
            if every_seat && seat.is_none() {
                return Err((line, "somebody without a seat adds to the dice".into()));
            }
            if every_seat && thrown {
                let name = seat.map_or("somebody", |seat| name_of(seats, seat));
                return Err((line, format!("{name} adds to the dice after their first throw")));
            }
            if !added.insert(*seat) {
                return Err((line, "a seat adds to the dice twice".into()));
            }
        }
        Ok(())
    }

    /// Repeats the arithmetic of the dice: the seed is the one that was committed to, those who had to add to it did so in
    /// time, and every seeded throw is the next of its stream, those that were taken back included. Returns how many seeded
    /// throws there were.
    pub fn verify_dice(&self, seats: &[SeatInfo]) -> Result<usize, String> {
        let Some(promise) = &self.header.dice else {
            return Err("this journal has no dice commitment".into());
        };
        let Some(mut dice) = promise.dice() else {
            return Err("the journal does not hold the seed of its dice".into());
        };
        if dice.commitment() != promise.commitment {
            return Err("the seed is not the one that was committed to".into());
        }
        self.check_nonces(seats).map_err(|(line, sentence)| format!("line {line}: {sentence}"))?;
        if promise.protocol == DiceProtocol::EverySeat {
            self.mix_all(&mut dice);
        }
        let mut expected = 0;
        let mut seeded = 0;
        for (place, entry) in self.entries.iter().enumerate() {
            let line = place + 2;
            let (number, source, faces, outcome) = match entry {
                Entry::Step { step: Step::Throw { number, source, faces, outcome }, .. } => {
                    (number, source, faces, outcome)
                }
                Entry::Nonce { from_throw, .. } if *from_throw != expected => {
                    return Err(format!(
                        "line {line}: what was added to the dice there takes effect from throw {expected}"
                    ));
                }
                Entry::Nonce { nonce, from_throw, .. } => {
                    if promise.protocol == DiceProtocol::Voluntary {
                        dice.add_nonce(*from_throw, nonce.clone());
                    }
                    continue;
                }
                Entry::Step { step: Step::Act { .. }, .. }
                | Entry::Undo { .. }
                | Entry::Takeback { .. }
                | Entry::Restore
                | Entry::Snapshot { .. }
                | Entry::Resume { .. } => continue,
            };
            if *number != expected {
                return Err(format!("line {line}: throw {number} is where throw {expected} was due"));
            }
            expected += 1;
            if *source == Source::Seeded {
                seeded += 1;
                let thrown = outcome.0.len() as u8;
                if *faces == 0 || dice.fallen(*number, thrown, *faces) != *outcome {
                    return Err(format!("line {line}: throw {number} does not come from the seed"));
                }
            }
        }
        Ok(seeded)
    }

    /// Mixes in what the seats added, in their order.
    fn mix_all(&self, dice: &mut SeededDice) {
        let mut added: Vec<(Option<Seat>, &String)> = Vec::new();
        for entry in &self.entries {
            if let Entry::Nonce { seat, nonce, .. } = entry {
                added.push((*seat, nonce));
            }
        }
        added.sort();
        dice.mix(added.into_iter().map(|(_, nonce)| nonce.clone()).collect());
    }
}
