//! The opening lines of every call about a game: whose house it is, who comes, which game he means, with which eyes.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use kernel::Seat;
use serde::Deserialize;
use tokio::sync::OwnedMutexGuard;

use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::table::{Deed, Done, Eyes, Table};

/// As which of his seats somebody looks, and from where on.
#[derive(Deserialize, Default)]
pub(crate) struct Looking {
    #[serde(rename = "as")]
    pub(crate) seat: Option<String>,
    pub(crate) since: Option<u64>,
    pub(crate) from: Option<usize>,
    pub(crate) step: Option<usize>,
}

/// Somebody who comes about a game.
pub(crate) struct Visit {
    pub(crate) house: Arc<House>,
    pub(crate) caller: Caller,
    pub(crate) game: String,
    pub(crate) looking: Looking,
    /// What else stood in the path.
    pub(crate) path: HashMap<String, String>,
}

/// The browser that asks.
fn caller(parts: &Parts) -> Result<Caller, Problem> {
    parts.extensions.get().cloned().ok_or_else(|| Problem::forbidden("nobody knows who asks"))
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
        let Query(looking) = looking.map_err(|error| Problem::bad(format!("the question cannot be read: {error}")))?;
        let game = path.remove("game").unwrap_or_default();
        Ok(Visit { house: house.clone(), caller, game, looking, path })
    }
}

impl Visit {
    pub(crate) async fn table(&self) -> Result<OwnedMutexGuard<Table>, Problem> {
        self.house.table(&self.game).await
    }

    /// The seat as which he looks, if he named one.
    pub(crate) fn seat(&self, table: &Table) -> Result<Option<Seat>, Problem> {
        self.looking.seat.as_ref().map(|seat| table.seat_named(seat)).transpose()
    }

    pub(crate) fn eyes(&self, table: &Table) -> Result<Eyes, Problem> {
        Ok(table.eyes(&self.caller.hash, self.seat(table)?))
    }

    /// Carries something out, whether or not whoever asked waits for the answer.
    pub(crate) async fn act(&self, seat: String, after: Option<u64>, deed: Deed) -> Result<Done, Problem> {
        let (house, caller, game) = (self.house.clone(), self.caller.hash.clone(), self.game.clone());
        let work = tokio::spawn(async move {
            let mut table = house.table(&game).await?;
            let done = table.act(&house.store, &caller, &seat, after, deed).await;
            house.drive_if_due(table).await;
            done
        });
        match work.await {
            Ok(done) => done,
            Err(_) => {
                // Half of something may have happened in memory; on disk nothing has.
                if let Ok(mut table) = self.table().await {
                    table.dismiss(None);
                }
                let sentence = "a fault of the program, please report it";
                Err(Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, sentence))
            }
        }
    }
}
