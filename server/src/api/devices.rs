//! Devices: where a player is signed in, and links that open all of a player's seats, or one of them, elsewhere.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use qrcode::QrCode;
use store::{LinkRow, SeatKey, SessionRow};

use super::{Answer, read};
use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::quota::Key;
use crate::secret;
use crate::table::Table;
use crate::wire::{
    Device, Devices, LinkListed, LinkMade, LinkOpened, LinkSent, LinkShown, NewLink, Nothing, SeatElsewhere,
    SeatOfGame, SignedOut,
};

/// How long a link is good, in milliseconds.
const GOOD: i64 = 15 * 60 * 1_000;

/// The own session; without one there is nothing to see or to do here.
fn own(caller: &Caller) -> Result<&SessionRow, Problem> {
    let known = caller.known.as_ref().map(|known| &*known.row);
    known.ok_or_else(|| Problem::forbidden("this browser has no games yet; begin or join one first"))
}

/// Makes sure that the browser is known before it takes a seat: an answer that is lost then costs nothing.
pub(super) async fn session(State(house): State<Arc<House>>, caller: Caller) -> Answer<Nothing> {
    caller.stays(&house).await?;
    Ok(Json(Nothing {}))
}

/// What a link opens, in words for lists.
async fn opens(house: &Arc<House>, caller: &Caller, link: &LinkRow) -> Result<Option<SeatOfGame>, Problem> {
    let Some((game, seat)) = &link.seat else { return Ok(None) };
    let table = house.table(game, &caller.party()).await?;
    Ok(Some(seat_of(&table, *seat)))
}

fn seat_of(table: &Table, seat: u8) -> SeatOfGame {
    let info = table.seat_infos().get(usize::from(seat));
    SeatOfGame {
        game: table.row.id.clone(),
        name: table.row.name.clone(),
        seat: info.map(|info| info.id.clone()),
        seat_name: info.map(|info| info.name.clone()),
    }
}

pub(super) async fn list(State(house): State<Arc<House>>, caller: Caller) -> Answer<Devices> {
    let local = house.is_local;
    let Ok(own) = own(&caller) else {
        return Ok(Json(Devices { local, devices: Vec::new(), seats: Vec::new(), links: Vec::new() }));
    };
    let devices = house.store.sessions_of(&caller.identity).await?;
    let device = |row: SessionRow| {
        let this = row.id == own.id;
        let device = if this { caller.label.clone() } else { row.label };
        Device { id: row.id, device, made: row.made, seen: row.seen, this }
    };
    let devices = devices.into_iter().map(device).collect();
    let mut seats = Vec::new();
    for game in house.store.shared_by(&caller.identity).await? {
        let table = house.table(&game, &caller.party()).await?;
        for row in table.seats.iter().filter(|row| row.holder == caller.identity) {
            let seat = seat_of(&table, row.seat);
            seats.extend(row.keys.iter().map(|key| SeatElsewhere {
                id: key.id.clone(),
                device: key.label.clone(),
                since: key.since,
                seat: seat.clone(),
            }));
        }
    }
    let mut links = Vec::new();
    for link in house.store.links_of(&caller.identity, house.clock.now()).await? {
        let opens = opens(&house, &caller, &link).await?;
        links.push(LinkListed { id: link.id, opens, made: link.made, expires: link.expires });
    }
    Ok(Json(Devices { local, devices, seats, links }))
}

pub(super) async fn end(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(device): Path<String>,
) -> Answer<Nothing> {
    let own = own(&caller)?;
    let of_mine = house.store.sessions_of(&caller.identity).await?;
    if !of_mine.iter().any(|row| row.id == device) {
        return Err(Problem::unknown("there is no such device"));
    }
    if device == own.id && of_mine.len() == 1 && house.store.has_games(&caller.identity).await? {
        let sentence = "this is your only device: if you signed it out, you could not get back to your seats";
        return Err(Problem::conflict(sentence));
    }
    house.sessions.end(&caller.identity, &device, false).await?;
    Ok(Json(Nothing {}))
}

pub(super) async fn end_others(State(house): State<Arc<House>>, caller: Caller) -> Answer<SignedOut> {
    let own = own(&caller)?;
    let ended = house.sessions.end(&caller.identity, &own.id, true).await?;
    Ok(Json(SignedOut { ended }))
}

/// A link to another device. It is shown once, and works once.
pub(super) async fn new_link(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<LinkMade> {
    let new: NewLink = read(&body)?;
    own(&caller)?;
    let seat = match (new.game, new.seat) {
        (None, None) => None,
        (Some(game), Some(seat)) => {
            let table = house.table(&game, &caller.party()).await?;
            let seat = table.seat_named(&seat)?;
            // A device that has the seat as a guest cannot pass it on.
            let holds = table.seats.iter().any(|row| row.seat == seat.0 && row.holder == caller.identity);
            if !holds || !table.holds(&caller.identity, seat) {
                return Err(Problem::forbidden("only the holder of a seat opens it on another device"));
            }
            Some((game, seat.0))
        }
        (Some(_), None) | (None, Some(_)) => return Err(Problem::bad("name a game and a seat, or neither")),
    };
    let now = house.clock.now();
    let most = house.limits.links;
    if house.store.links_of(&caller.identity, now).await?.len() >= most {
        house.metrics.refused("links", &Key::Owner(caller.party().owner));
        let sentence = format!("you have {most} unused links; withdraw one first");
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence));
    }
    let (token, code) = (secret::random_word(), secret::random_code());
    let link = LinkRow {
        id: secret::random_word()[..32].to_owned(),
        token: secret::kept_link(&token),
        code: secret::kept_link(&code),
        identity: caller.identity.clone(),
        label: caller.label.clone(),
        seat,
        made: now,
        expires: now + GOOD,
    };
    house.store.add_link(&link).await?;
    // Behind the hash it is in no log on the way.
    let url = format!("{}/open#{token}", house.url);
    let (code, qr) = (secret::shown_code(&code), drawn(&url)?);
    Ok(Json(LinkMade { id: link.id, url, code, expires: link.expires, qr }))
}

/// An address as a QR code, in SVG.
pub(super) fn drawn(url: &str) -> Result<String, Problem> {
    let code = QrCode::new(url.as_bytes()).map_err(|error| Problem::bad(error.to_string()))?;
    Ok(code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(220, 220).build())
}

/// Counts a try to open something with a code, so that codes cannot be guessed.
pub(super) fn counted_try(house: &House, caller: &Caller) -> Result<(), Problem> {
    if house.tries.admits(caller.address) && house.all_tries.admits(()) {
        return Ok(());
    }
    house.metrics.refused("tries", &Key::Address(caller.address));
    Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many tries; wait a moment"))
}

pub(super) async fn withdraw(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(link): Path<String>,
) -> Answer<Nothing> {
    own(&caller)?;
    match house.store.remove_link(&caller.identity, &link).await? {
        true => Ok(Json(Nothing {})),
        false => Err(Problem::unknown("there is no such link")),
    }
}

/// The link that somebody has opened or typed.
async fn found(house: &House, caller: &Caller, body: &Bytes) -> Result<LinkRow, Problem> {
    let LinkSent { link } = read(body)?;
    counted_try(house, caller)?;
    let now = house.clock.now();
    let whole = house.store.link_with(&secret::kept_link(&link), now).await?;
    let found = match whole {
        Some(found) => Some(found),
        None => house.store.link_with(&secret::kept_link(&secret::typed_code(&link)), now).await?,
    };
    found.ok_or_else(|| Problem::unknown("this link is no longer valid: a link works once, for 15 minutes"))
}

/// What a link would open here; nothing changes by looking.
pub(super) async fn look(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<LinkShown> {
    let link = found(&house, &caller, &body).await?;
    let opens = opens(&house, &caller, &link).await?;
    let (own, has_games) = (link.identity == caller.identity, house.store.has_games(&caller.identity).await?);
    let (from, here) = (link.label, caller.label);
    Ok(Json(LinkShown { opens, from, here, expires: link.expires, own, has_games }))
}

/// Opens it.
pub(super) async fn open(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<LinkOpened> {
    let link = found(&house, &caller, &body).await?;
    if link.identity == caller.identity {
        return Err(Problem::conflict("this link was made on this device; open it on another one"));
    }
    let (party, workshop) = (caller.party(), house.clone());
    let opened = async move { carry_out(&house, &caller, &link).await };
    workshop.workshop.carry_out(&party, opened).await?
}

async fn carry_out(house: &Arc<House>, caller: &Caller, link: &LinkRow) -> Answer<LinkOpened> {
    let gone = || Problem::unknown("this link is no longer valid: a link works once, for 15 minutes");
    let Some((game, seat)) = &link.seat else {
        if house.store.has_games(&caller.identity).await? {
            let sentence = "this browser has games of its own, which it would lose; open the seats one by one instead";
            return Err(Problem::conflict(sentence));
        }
        let token = house.sessions.claim(link, &caller.label, caller.known.as_ref()).await?.ok_or_else(gone)?;
        caller.tell(token);
        return Ok(Json(LinkOpened { game: None }));
    };
    let mut table = house.table(game, &caller.party()).await?;
    caller.stays(house).await?;
    let key = SeatKey {
        id: secret::random_word()[..32].to_owned(),
        identity: caller.identity.clone(),
        label: caller.label.clone(),
        since: house.clock.now(),
    };
    match table.open_key(house, link, *seat, &key).await? {
        true => Ok(Json(LinkOpened { game: Some(game.clone()) })),
        false => Err(gone()),
    }
}
