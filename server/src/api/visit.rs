//! What every request about a game starts with: the house, the caller, the game and the viewer.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::header;
use axum::http::request::Parts;
use kernel::{Seat, Stop};
use serde::Deserialize;
use tokio::sync::OwnedMutexGuard;

use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::table::{Deed, Done, Eyes, Table};
use crate::tongue::Tongue;
use crate::workshop::Lost;

/// For which of the caller's seats to look, and from which point on.
#[derive(Clone, Deserialize, Default)]
pub(crate) struct Looking {
    #[serde(rename = "as")]
    pub(crate) seat: Option<String>,
    pub(crate) since: Option<u64>,
    pub(crate) from: Option<usize>,
    pub(crate) step: Option<usize>,
    pub(crate) before: Option<usize>,
    /// The language to be told in; without it, the one that the request asks for.
    pub(crate) language: Option<String>,
}

/// A request about a game.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) house: Arc<House>,
    pub(crate) caller: Caller,
    pub(crate) game: String,
    pub(crate) looking: Looking,
    pub(crate) tongue: Tongue,
    /// What else stood in the path.
    pub(crate) path: HashMap<String, String>,
}

/// The browser that asks.
fn caller(parts: &Parts) -> Result<Caller, Problem> {
    parts.extensions.get().cloned().ok_or_else(|| Problem::forbidden("the request has no session"))
}

impl FromRequestParts<Arc<House>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<House>) -> Result<Caller, Problem> {
        caller(parts)
    }
}

impl FromRequestParts<Arc<House>> for Visit {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Visit, Problem> {
        let caller = caller(parts)?;
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, house).await;
        let Path(mut path) = path.map_err(|error| Problem::bad(format!("the address cannot be read: {error}")))?;
        let looking = Query::<Looking>::from_request_parts(parts, house).await;
        let Query(looking) = looking.map_err(|error| Problem::bad(format!("the query cannot be read: {error}")))?;
        if path.values().any(|part| part.contains('\0')) {
            return Err(Problem::bad("the address contains the character U+0000, which is not allowed"));
        }
        let game = path.remove("game").unwrap_or_default();
        let header = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let tongue = looking.language.as_deref().or(header).map_or_else(Tongue::default, Tongue::wished);
        Ok(Visit { house: house.clone(), caller, game, looking, tongue, path })
    }
}

impl Visit {
    pub(crate) async fn table(&self) -> Result<OwnedMutexGuard<Table>, Problem> {
        self.house.table(&self.game, &self.caller.party()).await
    }

    /// Does something at the table of the game that takes little.
    pub(crate) async fn at_table<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Visit, &mut Table) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let visit = self.clone();
        let work = async move { work(&visit, &mut *visit.table().await?) };
        self.house.workshop.carry_out(&self.caller.party(), work).await?
    }

    /// Answers a question about the game that may take long.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.house.workshop.answer(&self.caller.party(), question).await
    }

    /// The seat to look as, if the caller named one.
    pub(crate) fn seat(&self, table: &Table) -> Result<Option<Seat>, Problem> {
        self.looking.seat.as_ref().map(|seat| table.seat_named(seat)).transpose()
    }

    pub(crate) fn eyes(&self, table: &Table) -> Result<Eyes, Problem> {
        Ok(table.eyes(&self.caller.identity, self.seat(table)?, self.tongue))
    }

    /// Carries something out, even if the caller does not wait for the answer.
    pub(crate) async fn act(&self, seat: String, after: Option<u64>, deed: Deed) -> Result<Done, Problem> {
        let visit = self.clone();
        let work = async move {
            let house = &visit.house;
            let mut table = visit.table().await?;
            while let Some(until) = table.held_for(&seat, &deed) {
                drop(table);
                house.clock.until(until).await;
                table = visit.table().await?;
            }
            table.visited_by(&visit.caller.party());
            let done = table.act(&house.store, &visit.caller.identity, &seat, after, deed, visit.tongue).await;
            house.drive_if_due(table).await;
            done
        };
        match self.house.workshop.carry_out(&self.caller.party(), work).await {
            Ok(done) => done,
            Err(lost @ (Lost::Refused(_) | Lost::Stopping)) => Err(lost.into()),
            Err(Lost::Broken) => {
                // Half of something may have happened in memory; on disk nothing has.
                if let Ok(mut table) = self.table().await {
                    table.dismiss(None);
                }
                Err(Lost::Broken.into())
            }
        }
    }
}
