//! What went wrong, as the page gets it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::{AnyTitle, Fault, OrderError};
use store::StoreError;

use crate::names::Names;
use crate::wire::{self, Refusal};

/// A refusal or an error: a status and a body with a sentence.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) body: Box<wire::Problem>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Problem {
        let body = wire::Problem { error: Some(sentence.into()), ..wire::Problem::default() };
        Problem { status, body: Box::new(body) }
    }

    pub(crate) fn bad(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, sentence)
    }

    pub(crate) fn unknown(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, sentence)
    }

    pub(crate) fn forbidden(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, sentence)
    }

    pub(crate) fn conflict(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, sentence)
    }

    pub(crate) fn busy(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    /// The order was given on a position that is not the present one.
    pub(crate) fn stale(version: u64) -> Problem {
        let mut problem =
            Problem::conflict("something has happened since: check the position before you give the order");
        problem.body.version = Some(version);
        problem
    }

    pub(crate) fn of_order(title: &dyn AnyTitle, names: &Names, error: &OrderError) -> Problem {
        match error {
            OrderError::Unreadable(sentence) => Problem::bad(sentence.clone()),
            OrderError::Illegal(illegal) => {
                let refusal = Some(Refusal::new(title, names, illegal));
                let body = wire::Problem { refusal, ..wire::Problem::default() };
                Problem { status: StatusCode::UNPROCESSABLE_ENTITY, body: Box::new(body) }
            }
        }
    }

    /// What is wrong with a text, each fault with its line.
    pub(crate) fn of_faults(faults: &[Fault]) -> Problem {
        let words: Vec<String> = faults.iter().take(5).map(ToString::to_string).collect();
        let mut problem = Problem::bad(words.join("; "));
        problem.body.faults = wire::Fault::list(faults);
        problem
    }

    /// The same as a message of a socket.
    pub(crate) fn message(&self) -> String {
        self.body.clone().message(self.status.as_u16())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Unknown => Problem::unknown("there is no such game"),
            StoreError::Conflict => Problem::conflict(error.to_string()),
            StoreError::Closed => Problem::busy("the server is being shut down"),
            StoreError::Damaged(sentence) => {
                tracing::error!(%sentence, "a game cannot be read");
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
            }
            StoreError::Newer { .. } | StoreError::Said(_) => {
                tracing::error!(%error, "the database cannot be used");
                Problem::busy(error.to_string())
            }
            StoreError::Unwritable => Problem::bad(error.to_string()),
            StoreError::Refused(words) => {
                tracing::error!(%words, "the database refuses a change");
                Problem::conflict("the database refused the change, and nothing was changed; try again")
            }
            StoreError::Doubtful(words) => {
                tracing::error!(%words, "it is not known whether a change was kept");
                let sentence =
                    "the database did not confirm this change: it may or may not have been kept; check the game";
                let mut problem = Problem::busy(sentence);
                problem.body.unknown = true;
                problem
            }
            StoreError::Database(words) => {
                tracing::error!(%words, "the database failed");
                Problem::busy("the database does not respond; nothing was changed")
            }
        }
    }
}
