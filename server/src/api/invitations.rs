//! Invitations: shown to whoever made the game, looked at and accepted by whoever was invited; and what players are called.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use store::SeatRow;

use super::devices::{counted_try, drawn};
use super::visit::Visit;
use super::{Answer, read};
use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::program::{general_title, is_program};
use crate::secret;
use crate::table::Table;
use crate::wire::{
    CodeLeads, CodeTold, CodeTyped, Invited, Join, Joined, Links, Nothing, OpenSeat, PlayerNamed, Sitting, Taken,
};

/// Letters of a name, at most.
const LONGEST_NAME: usize = 40;
/// Letters of an invitation; whatever is shorter is a code.
const INVITATION: usize = 64;

/// The invitations of a game; for whoever made it.
pub(super) async fn links(visit: Visit) -> Answer<Links> {
    let table = visit.table().await?;
    if table.row.owner != visit.caller.identity {
        return Err(Problem::forbidden("only the owner of the game can see its invitations"));
    }
    // Invitations of earlier versions may have been written down since the game came into memory.
    let rows = visit.house.store.seats(&visit.game).await?;
    let (mut seats, mut open) = (BTreeMap::new(), BTreeMap::new());
    for (number, info) in table.seat_infos().iter().enumerate() {
        let Some(row) = rows.iter().find(|row| usize::from(row.seat) == number) else { continue };
        let cookie = visit.caller.known.as_ref().map(|known| known.token.words());
        let Some(invitation) = invitation(row, cookie, &visit.game) else { continue };
        let url = format!("{}/join/{invitation}", visit.house.url);
        if row.holder.is_empty() {
            // Earlier versions kept no code beside an invitation.
            let code = secret::invitation_code(&invitation);
            let found = visit.house.store.invited_by_code(&secret::kept_code(&code)).await?;
            open.insert(info.id.clone(), OpenSeat { code: found.map(|_| secret::shown_code(&code)), qr: drawn(&url)? });
        }
        seats.insert(info.id.clone(), url);
    }
    let spectator = format!("{}/game/{}", visit.house.url, visit.game);
    Ok(Json(Links { seats, open, spectator, local: visit.house.is_local }))
}

/// The invitation to a seat. In games of earlier versions it follows from the cookie with which the game was made, until that is replaced.
fn invitation(row: &SeatRow, cookie: Option<&str>, game: &str) -> Option<String> {
    if !row.invitation.is_empty() {
        return Some(row.invitation.clone());
    }
    let early = secret::early_invitation(cookie?, game, usize::from(row.seat));
    (row.token == secret::kept_invitation(&early)).then_some(early)
}

fn invalid() -> Problem {
    Problem::unknown("the invitation is not valid, or somebody else has already taken the seat")
}

/// The game that somebody was invited to, and the hash of the invitation: opened as a link, or typed as a code.
async fn invited_to(house: &House, caller: &Caller, token: &str) -> Result<(String, String), Problem> {
    if token.len() < INVITATION {
        counted_try(house, caller)?;
        let code = secret::kept_code(&secret::typed_code(token));
        return house.store.invited_by_code(&code).await?.ok_or_else(invalid);
    }
    let token = secret::kept_invitation(token);
    let game = house.store.invited(&token).await?.ok_or_else(invalid)?;
    Ok((game, token))
}

/// Where a code leads that somebody has typed: to an invitation, or to one's own seats on another device.
pub(super) async fn code(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<CodeTold> {
    let CodeTyped { code } = read(&body)?;
    counted_try(&house, &caller)?;
    let (code, now) = (secret::typed_code(&code), house.clock.now());
    let invited = house.store.invited_by_code(&secret::kept_code(&code)).await?.is_some();
    let linked = house.store.link_with(&secret::kept_link(&code), now).await?.is_some();
    let leads = match (invited, linked) {
        (true, _) => Some(CodeLeads::Invitation),
        (false, true) => Some(CodeLeads::Device),
        (false, false) => None,
    };
    Ok(Json(CodeTold { leads }))
}

/// What an invitation is to; nothing changes by looking.
pub(super) async fn look(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<Invited> {
    let Join { token } = read(&body)?;
    let (game, token) = invited_to(&house, &caller, &token).await?;
    let owner = house.store.game(&game).await?.owner;
    let (by, you) = (house.store.player(&owner).await?, house.store.player(&caller.identity).await?);
    let table = house.table(&game, &caller.party()).await?;
    let row = table.seats.iter().find(|row| row.token == token).ok_or_else(invalid)?;
    let info = table.seat_infos().get(usize::from(row.seat)).ok_or_else(invalid)?;
    let named = |name: String| (!name.is_empty()).then_some(name);
    Ok(Json(Invited {
        mine: row.is_held_by(&caller.identity),
        taken: !row.holder.is_empty(),
        seat: info.id.clone(),
        seat_name: info.name.clone(),
        sitting: sitting(&table, row.seat),
        title: table.row.title.clone(),
        scenario: table.row.scenario.clone(),
        name: table.row.name.clone(),
        by: named(by),
        you: named(you),
        game: game.clone(),
    }))
}

/// Who has the other seats.
fn sitting(table: &Table, seat: u8) -> Vec<Sitting> {
    let others = table.seats.iter().filter(|row| row.seat != seat);
    let sitting = others.filter_map(|row| {
        let info = table.seat_infos().get(usize::from(row.seat))?;
        Some(Sitting {
            seat: info.id.clone(),
            seat_name: info.name.clone(),
            player: Some(row.player.clone()).filter(|name| !name.is_empty()),
            general: general_title(&row.kind),
            taken: is_program(&row.kind) || !row.holder.is_empty(),
        })
    });
    sitting.collect()
}

pub(super) async fn join(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<Joined> {
    let Join { token } = read(&body)?;
    let (party, workshop) = (caller.party(), house.clone());
    let seated = async move { take_seat(&house, &caller, &token).await };
    workshop.workshop.carry_out(&party, seated).await?
}

async fn take_seat(house: &Arc<House>, caller: &Caller, token: &str) -> Answer<Joined> {
    let (game, token) = invited_to(house, caller, token).await?;
    let mut table = house.table(&game, &caller.party()).await?;
    caller.stays(house).await?;
    let joined = match house.store.join(&game, &token, &caller.identity).await {
        Ok(joined) => joined,
        Err(error) => {
            table.dismiss(None);
            return Err(error.into());
        }
    };
    let Some(seat) = joined else {
        // Whoever has the invitation may ask for the seat.
        let row = table.seats.iter().find(|row| row.token == token);
        let id = row.and_then(|row| table.seat_infos().get(usize::from(row.seat))).map(|info| info.id.clone());
        let mut problem = invalid();
        problem.body.taken = Some(Taken { game, seat: id });
        return Err(problem);
    };
    match house.store.seats(&game).await {
        Ok(seats) => table.reseat(seats),
        Err(error) => {
            table.dismiss(None);
            return Err(error.into());
        }
    }
    let seat = table.seat_infos().get(usize::from(seat)).map(|info| info.id.clone());
    let commitment = table.game.header().dice.as_ref().map(|dice| dice.commitment.to_string());
    Ok(Json(Joined { game, seat, commitment }))
}

/// A name as it is written at the table: one line, without what cannot be seen.
fn written(name: &str) -> Result<String, Problem> {
    let unseen = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.chars().any(unseen) || name.chars().count() > LONGEST_NAME {
        true => Err(Problem::bad(format!("a name has at most {LONGEST_NAME} letters, all of them visible"))),
        false => Ok(name),
    }
}

/// What the caller is called at every table.
pub(super) async fn player(State(house): State<Arc<House>>, caller: Caller) -> Answer<PlayerNamed> {
    Ok(Json(PlayerNamed { name: house.store.player(&caller.identity).await? }))
}

pub(super) async fn name_player(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<Nothing> {
    let PlayerNamed { name } = read(&body)?;
    let name = written(&name)?;
    caller.stays(&house).await?;
    house.store.name_player(&caller.identity, &name).await?;
    let (party, workshop) = (caller.party(), house.clone());
    let told = async move { house.renamed(&caller.identity).await };
    workshop.workshop.carry_out(&party, told).await??;
    Ok(Json(Nothing {}))
}
