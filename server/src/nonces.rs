//! What players add to the dice, and what stays on record of a game that is deleted: docs/dice.md says why it is so.

use kernel::{PendingInfo, Seat};
use serde_json::json;
use store::{Ended, Store};

use crate::problem::Problem;
use crate::table::{Eyes, Table};
use crate::wire;

/// Longest nonce.
const LONGEST: usize = 200;

/// A player's nonce, if it can be one. Only seats of the program add an empty one.
fn sound(nonce: String) -> Result<String, Problem> {
    match nonce.len() {
        0 => Err(Problem::bad("what is added to the dice may not be empty")),
        length if length > LONGEST => {
            Err(Problem::bad(format!("what is added to the dice has {LONGEST} bytes at most")))
        }
        _ => Ok(nonce),
    }
}

impl Table {
    /// The seats of people for whose nonces the first throw waits.
    pub(crate) fn nonces_owed(&self) -> Vec<Seat> {
        let mut owed = self.game.nonces_owed();
        owed.retain(|seat| !self.is_program(*seat));
        owed
    }

    fn is_owners(&self, seat: Seat) -> bool {
        self.holds(&self.row.owner, seat)
    }

    /// Seats that the program plays by now add an empty nonce.
    pub(crate) fn add_empty_nonces(&mut self) -> Result<(), Problem> {
        for seat in self.game.nonces_owed().into_iter().filter(|seat| self.is_program(*seat)).collect::<Vec<_>>() {
            self.game.add_nonce(Some(seat), String::new()).map_err(|words| self.broken(&words))?;
        }
        Ok(())
    }

    /// What this viewer is told of waiting dice; nothing when they do not wait.
    pub(crate) fn dice_waits(&self, eyes: &Eyes) -> Option<wire::DiceWait<'_>> {
        let owed = self.nonces_owed();
        if owed.is_empty() {
            return None;
        }
        let waiting_for =
            owed.iter().filter_map(|seat| Some(self.seat_infos().get(seat.index())?.id.as_str())).collect();
        let own = owed.iter().any(|seat| eyes.seats.contains(seat));
        let asked = own && (eyes.owner || !owed.iter().any(|seat| self.is_owners(*seat)));
        Some(wire::DiceWait { waiting_for, asked })
    }

    /// A player adds a nonce to the dice, for all seats of that player that have added none. A player has one: a seat taken
    /// later gets the same. Returns it.
    pub(crate) async fn add_nonce(
        &mut self,
        store: &Store,
        caller: &str,
        commitment: &str,
        nonce: String,
    ) -> Result<String, Problem> {
        let nonce = sound(nonce)?;
        let own = self.seats_of(caller);
        if own.is_empty() {
            return Err(Problem::forbidden("only who has a seat adds to the dice"));
        }
        let promised = self.game.header().dice.as_ref().map(|dice| dice.commitment.to_string());
        if promised.as_deref() != Some(commitment) {
            return Err(Problem::conflict("that is not the commitment of this game; look at its dice first"));
        }
        let given = self.game.nonces();
        let of = |seat: &Seat| given.iter().find(|added| added.seat == Some(*seat) && !added.nonce.is_empty());
        let earlier = own.iter().find_map(of).map(|added| added.nonce.clone());
        let all_owed = self.nonces_owed();
        let owed: Vec<Seat> = all_owed.iter().filter(|seat| own.contains(seat)).copied().collect();
        if owed.is_empty() {
            // The same once more is a request whose answer was lost.
            return match earlier {
                Some(earlier) if earlier == nonce => Ok(earlier),
                Some(_) => Err(Problem::conflict("you have added to the dice already, and that stands")),
                None => Err(Problem::conflict("nobody adds to the dice of this game any more")),
            };
        }
        let is_owner = self.row.owner == caller;
        if !is_owner && all_owed.iter().any(|seat| self.is_owners(*seat)) {
            return Err(Problem::conflict("whoever made the game adds to the dice first; try again in a moment"));
        }
        let nonce = earlier.unwrap_or(nonce);
        self.wake();
        self.add_empty_nonces()?;
        for seat in owed {
            self.game.add_nonce(Some(seat), nonce.clone()).map_err(|words| self.broken(&words))?;
        }
        // What its maker adds does not make a game one that was begun; a guest does.
        let changed = if is_owner { self.row.changed } else { self.clock.now() };
        self.write_as_of(store, changed).await?;
        self.publish(false);
        Ok(nonce)
    }

    /// What is shown of the nonces, in the order in which they go into the key: every seat where every seat must add one.
    pub(crate) fn nonces_told(&self) -> Vec<wire::Nonce> {
        let given = self.game.nonces();
        let id = |seat: Seat| self.seat_infos().get(seat.index()).map(|info| info.id.clone());
        let told = given.iter().map(|added| {
            let (seat, nonce) = (added.seat.and_then(id), Some(added.nonce.clone()));
            (added.seat, wire::Nonce { seat, nonce, from_throw: Some(added.from_throw) })
        });
        let missing = self.game.nonces_owed().into_iter();
        let missing = missing.map(|seat| (Some(seat), wire::Nonce { seat: id(seat), nonce: None, from_throw: None }));
        let mut all: Vec<(Option<Seat>, wire::Nonce)> = told.chain(missing).collect();
        if !self.game.nonces_owed().is_empty() {
            all.sort_by_key(|(seat, _)| *seat);
        }
        all.into_iter().map(|(_, value)| value).collect()
    }

    /// What remains on record if the game is deleted now, and who may see it: nothing if it is over, or if only its owner had
    /// a seat, because then nobody can have been cheated.
    pub(crate) fn record_of_end(&self) -> Option<(Ended, Vec<String>)> {
        let dice = self.game.header().dice.as_ref()?;
        let given = self.game.nonces();
        let added = |seat: u8| given.iter().any(|added| added.seat == Some(Seat(seat)) && !added.nonce.is_empty());
        let somebody_else =
            self.seats.iter().any(|row| row.holder != self.row.owner && (!row.holder.is_empty() || added(row.seat)));
        if matches!(self.game.pending(), PendingInfo::Over(_)) || !somebody_else {
            return None;
        }
        let account = json!({
            "title": self.row.title, "scenario": self.row.scenario, "protocol": u8::from(dice.protocol),
            "nonces": self.nonces_told(), "seed": dice.seed, "throws": self.game.throws(), "maker": self.row.owner,
        });
        let record = Ended {
            game: self.row.id.clone(),
            commitment: dice.commitment.to_string(),
            name: self.row.name.clone(),
            created: self.row.created,
            ended: self.clock.now(),
            account: account.to_string(),
        };
        let mut players: Vec<String> = self.seats.iter().map(|row| row.holder.clone()).collect();
        players.push(self.row.owner.clone());
        players.retain(|holder| !holder.is_empty());
        players.sort();
        players.dedup();
        Some((record, players))
    }
}
