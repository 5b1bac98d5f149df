//! Seats that change hands: given up, handed over by consent, left to a general, opened on a second device and closed there.

use std::sync::Arc;

use kernel::{PendingInfo, Seat};
use store::{ChatLine, Invitation, SeatKey, SeatRequest, SeatRow, Store, StoreError, Told};

use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::program::general_title;
use crate::secret;
use crate::sessions::DAY;
use crate::table::{Eyes, Table};
use crate::wire;

/// How long the holder of a seat must be away before others may decide instead.
const AWAY: i64 = 14 * DAY;
/// How many may ask for seats of one game at the same time.
const REQUESTS: usize = 8;
/// How often the table is told of seats that change hands. More lines than that are no news but a burden on the disk.
const CHANGES: usize = 1_000;

/// Tells a client to look again: it may be another viewer now.
fn look_again() -> Arc<str> {
    Arc::from(wire::text(&wire::Reseated { kind: wire::ReseatedKind::Reseated }))
}

impl Table {
    fn seat_row(&self, seat: Seat) -> Result<SeatRow, Problem> {
        let row = self.seats.iter().find(|row| row.seat == seat.0).cloned();
        row.ok_or_else(|| Problem::unknown("there is no such seat"))
    }

    fn seat_name(&self, seat: u8) -> &str {
        self.seat_infos().get(usize::from(seat)).map_or("somebody", |info| info.name.as_str())
    }

    /// A line of chat that nobody has said: it tells everybody at the table what became of a seat, and stays.
    fn told(&self, now: i64, text: String) -> Result<Told, Problem> {
        match self.chat.iter().filter(|line| line.seat < 0).count() < CHANGES {
            true => Ok(Told { number: self.chat.len(), line: ChatLine { at: now, seat: -1, text } }),
            false => Err(Problem::conflict("seats of this game have changed hands too often")),
        }
    }

    /// Seats have changed hands. Connected viewers are out of date, and look again.
    async fn reseat_all(&mut self, store: &Store) -> Result<(), Problem> {
        let read = async { Ok((store.seats(&self.row.id).await?, store.seat_requests(&self.row.id).await?)) };
        let (seats, requests) = match read.await {
            Ok(read) => read,
            Err(error) => return Err(self.lost(error)),
        };
        self.let_go(Some(&look_again()));
        self.requests = requests;
        self.reseat(seats);
        Ok(())
    }

    /// The holders of the seats are unknown now: the next request reads them from the database.
    fn lost(&mut self, error: StoreError) -> Problem {
        self.dismiss(None);
        error.into()
    }

    /// A player gives up a seat, or closes it on this device if it is open on another.
    pub(crate) async fn give_up(&mut self, house: &House, caller: &Caller, seat: Seat) -> Result<(), Problem> {
        let row = self.seat_row(seat)?;
        if !self.holds(&caller.identity, seat) {
            return Err(Problem::forbidden(format!("the seat {} is not yours", self.seat_name(seat.0))));
        }
        if row.holder != caller.identity {
            let own = row.keys.iter().find(|key| key.identity == caller.identity).map(|key| key.id.clone());
            return self.close_key(house, &own.unwrap_or_default()).await;
        }
        if matches!(self.game.pending(), PendingInfo::Over(_)) {
            return Err(Problem::conflict("the game is over; there is nothing left to give up"));
        }
        let words = format!("The {} seat has been given up and is free.", self.seat_name(seat.0));
        let told = self.told(house.clock.now(), words)?;
        let invitation: Invitation = secret::invitation();
        let given = house.store.give_up(&self.row.id, seat.0, &row.holder, &invitation, &told).await;
        match given {
            Ok(true) => {
                self.say(told.line);
                self.reseat_all(&house.store).await
            }
            Ok(false) => Err(self.lost(StoreError::Conflict)),
            Err(error) => Err(self.lost(error)),
        }
    }

    /// The owner of the game chooses who plays a seat that nobody holds: a general, chance, or a player with a new invitation.
    pub(crate) async fn set_player(
        &mut self,
        house: &House,
        caller: &Caller,
        seat: Seat,
        by: &str,
    ) -> Result<(), Problem> {
        if self.row.owner != caller.identity {
            return Err(Problem::forbidden("only the owner of the game chooses who plays its open seats"));
        }
        let row = self.seat_row(seat)?;
        let name = self.seat_name(seat.0);
        if !row.holder.is_empty() {
            return Err(Problem::conflict(format!(
                "somebody has the {name} seat; only an open seat can be given away"
            )));
        }
        if matches!(self.game.pending(), PendingInfo::Over(_)) {
            return Err(Problem::conflict("the game is over; there is nothing left to play"));
        }
        if row.kind == by {
            return Ok(());
        }
        let (words, invitation) = match (by, general_title(by)) {
            ("link", _) => (format!("The {name} seat waits for a player."), Some(secret::invitation())),
            (_, Some(general)) => (format!("A general plays the {name} seat from now on: {general}."), None),
            (_, None) => (format!("The {name} seat is played at random from now on."), None),
        };
        let told = self.told(house.clock.now(), words)?;
        let kinds = (row.kind.as_str(), by);
        match house.store.set_player(&self.row.id, seat.0, kinds, invitation.as_ref(), &told).await {
            Ok(true) => {}
            Ok(false) => return Err(self.lost(StoreError::Conflict)),
            Err(error) => return Err(self.lost(error)),
        }
        self.say(told.line);
        self.program.dismiss(seat);
        match house.store.seats(&self.row.id).await {
            Ok(seats) => self.reseat(seats),
            Err(error) => return Err(self.lost(error)),
        }
        Ok(())
    }

    /// A seat is open on another device from now on.
    pub(crate) async fn open_key(
        &mut self,
        house: &House,
        link: &store::LinkRow,
        seat: u8,
        key: &SeatKey,
    ) -> Result<bool, Problem> {
        match house.store.claim_seat(link, &self.row.id, seat, key).await {
            Ok(true) => self.reseat_all(&house.store).await.map(|()| true),
            Ok(false) => Ok(false),
            Err(error) => Err(self.lost(error)),
        }
    }

    /// A seat is closed again on another device.
    pub(crate) async fn close_key(&mut self, house: &House, id: &str) -> Result<(), Problem> {
        match house.store.remove_key(&self.row.id, id).await {
            Ok(()) => self.reseat_all(&house.store).await,
            Err(error) => Err(self.lost(error)),
        }
    }

    /// Somebody asks for a seat that somebody else holds.
    pub(crate) async fn ask_for(&mut self, house: &House, caller: &Caller, seat: Seat) -> Result<(), Problem> {
        let row = self.seat_row(seat)?;
        if row.is_held_by(&caller.identity) {
            return Err(Problem::conflict("the seat is yours already"));
        }
        if self.requests_of(&caller.identity).any(|request| request.seat == seat.0 && request.answer.is_none()) {
            return Ok(());
        }
        if self.requests.iter().filter(|request| request.answer.is_none()).count() >= REQUESTS {
            return Err(Problem::conflict("others have asked for seats in this game; wait until they are answered"));
        }
        let request = SeatRequest {
            id: secret::random_word()[..32].to_owned(),
            seat: seat.0,
            identity: caller.identity.clone(),
            label: caller.label.clone(),
            asked: house.clock.now(),
            answer: None,
        };
        if let Err(error) = house.store.ask_for_seat(&self.row.id, &request).await {
            return Err(self.lost(error));
        }
        // A spectator who asks is told of it, as no other spectator is.
        let before = self.eyes_in_all_languages(&caller.identity);
        self.wake();
        self.requests.retain(|other| other.seat != seat.0 || other.identity != caller.identity);
        self.requests.push(request);
        if self.eyes_in_all_languages(&caller.identity) != before {
            before.iter().for_each(|eyes| self.let_go_of(eyes, &look_again()));
        }
        self.publish(false);
        Ok(())
    }

    /// The requests of one player, answered or not.
    pub(crate) fn requests_of<'t>(&'t self, identity: &'t str) -> impl Iterator<Item = &'t SeatRequest> {
        self.requests.iter().filter(move |request| request.identity == identity)
    }

    /// A player answers a request for a seat.
    pub(crate) async fn answer_request(
        &mut self,
        house: &House,
        caller: &Caller,
        id: &str,
        agree: bool,
    ) -> Result<(), Problem> {
        let request = self.requests.iter().find(|request| request.id == id).cloned();
        let unknown = || Problem::unknown("this request no longer exists");
        let request = request.ok_or_else(unknown)?;
        let row = self.seat_row(Seat(request.seat))?;
        if request.identity == caller.identity && !agree {
            return self.withdraw_request(house, &request).await;
        }
        if request.answer.is_some() {
            return Err(unknown());
        }
        self.must_have_a_say(house, caller, &request, &row).await?;
        if !agree {
            let store = &house.store;
            let refused = async {
                store.refuse_request(&self.row.id, id).await?;
                store.seat_requests(&self.row.id).await
            };
            let requests = match refused.await {
                Ok(requests) => requests,
                Err(error) => return Err(self.lost(error)),
            };
            self.wake();
            self.requests = requests;
            self.publish(false);
            return Ok(());
        }
        let name = self.seat_name(request.seat);
        let words = match self.holds(&caller.identity, Seat(request.seat)) {
            true => format!("The {name} seat has been handed over to another player by its holder."),
            false => format!("The {name} seat has been handed over to another player: its holder was away for long."),
        };
        let told = self.told(house.clock.now(), words)?;
        match house.store.hand_over(&self.row.id, &row.holder, &request, &told).await {
            Ok(true) => {
                self.say(told.line);
                self.reseat_all(&house.store).await
            }
            Ok(false) => Err(self.lost(StoreError::Conflict)),
            Err(error) => Err(self.lost(error)),
        }
    }

    /// A player takes back a request, or has read how it ended.
    async fn withdraw_request(&mut self, house: &House, request: &SeatRequest) -> Result<(), Problem> {
        if let Err(error) = house.store.drop_request(&self.row.id, &request.id).await {
            return Err(self.lost(error));
        }
        let before = self.eyes_in_all_languages(&request.identity);
        self.wake();
        self.requests.retain(|other| other.id != request.id);
        if self.eyes_in_all_languages(&request.identity) != before {
            before.iter().for_each(|eyes| self.let_go_of(eyes, &look_again()));
        }
        self.publish(false);
        Ok(())
    }

    /// The holder of a seat decides who gets it. If the holder is away for long, the owner of the game does; and if the owner is the
    /// holder, or is away as well, any other player.
    async fn must_have_a_say(
        &mut self,
        house: &House,
        caller: &Caller,
        request: &SeatRequest,
        row: &SeatRow,
    ) -> Result<(), Problem> {
        if row.is_held_by(&caller.identity) {
            return Ok(());
        }
        if request.identity == caller.identity {
            return Err(Problem::forbidden("another player has to agree to this"));
        }
        let name = self.seat_name(request.seat).to_owned();
        if !is_away(house, &row.holder).await? {
            return Err(Problem::forbidden(format!("{name} was here recently and decides this")));
        }
        let owner = self.row.owner.clone();
        let owner_decides = owner != row.holder && owner != request.identity && !is_away(house, &owner).await?;
        match owner_decides {
            true if owner == caller.identity => Ok(()),
            true => Err(Problem::forbidden(format!("{name} is away; the owner of the game decides this"))),
            false if self.seats_of(&caller.identity).is_empty() => {
                Err(Problem::forbidden("only the players of this game decide this"))
            }
            false => Ok(()),
        }
    }

    /// The requests for seats: those that wait, for players only, and one's own until one has read how they ended.
    pub(crate) fn requests_told(&self, eyes: &Eyes) -> Vec<wire::SeatRequest<'_>> {
        let told = self.requests.iter().filter_map(|request| {
            let own = self.is_own(eyes, request);
            let waits = request.answer.is_none() && eyes.are_at_the_table();
            (own || waits).then(|| wire::SeatRequest {
                id: &request.id,
                seat: self.seat_infos().get(usize::from(request.seat)).map(|info| info.id.as_str()),
                device: &request.label,
                asked: request.asked,
                yours: eyes.seats.contains(&Seat(request.seat)),
                own,
                answer: request.answer.map(wire::RequestAnswered::from),
            })
        });
        told.collect()
    }

    /// Whether these are the eyes of the player who asked, and the seat is not that player's by now.
    fn is_own(&self, eyes: &Eyes, request: &SeatRequest) -> bool {
        let seats = self.seats_of(&request.identity);
        match seats.is_empty() {
            _ if seats.contains(&Seat(request.seat)) => false,
            false => seats == eyes.seats,
            true if request.identity == self.row.owner => eyes.owner && eyes.seats.is_empty(),
            true => eyes.asking.contains(&request.id),
        }
    }
}

/// Whether a player has not used any device for long.
async fn is_away(house: &House, identity: &str) -> Result<bool, Problem> {
    let seen = house.store.last_seen(identity).await?;
    Ok(seen.is_none_or(|seen| house.clock.now() - seen >= AWAY))
}
