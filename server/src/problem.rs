//! What went wrong, as the page gets it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::{AnyTitle, Fault, Illegal, OrderError};
use serde_json::{Value, json};
use store::StoreError;

/// A refusal or an error: a status and a body with a sentence.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Problem {
        Problem { status, body: json!({ "error": sentence.into() }) }
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
        let sentence = "something has happened since: look again before you order";
        Problem { status: StatusCode::CONFLICT, body: json!({ "error": sentence, "version": version }) }
    }

    pub(crate) fn of_order(title: &dyn AnyTitle, error: &OrderError) -> Problem {
        match error {
            OrderError::Unreadable(sentence) => Problem::bad(sentence.clone()),
            OrderError::Illegal(illegal) => {
                let body = json!({ "refusal": refusal(title, illegal) });
                Problem { status: StatusCode::UNPROCESSABLE_ENTITY, body }
            }
        }
    }

    /// What is wrong with a text, each fault with its line.
    pub(crate) fn of_faults(faults: &[Fault]) -> Problem {
        let words: Vec<String> = faults.iter().take(5).map(ToString::to_string).collect();
        let list = crate::api::faults_value(faults);
        Problem { status: StatusCode::BAD_REQUEST, body: json!({ "error": words.join("; "), "faults": list }) }
    }

    /// The same as a message of a socket.
    pub(crate) fn message(&self) -> Value {
        let mut message = self.body.clone();
        if let Value::Object(fields) = &mut message {
            let kind = if fields.contains_key("refusal") { "refused" } else { "error" };
            fields.insert("kind".into(), kind.into());
            fields.insert("status".into(), self.status.as_u16().into());
        }
        message
    }
}

/// A refusal of the rules, with the title of the case.
pub(crate) fn refusal(title: &dyn AnyTitle, illegal: &Illegal) -> Value {
    let case = illegal.case.0;
    let known = title.rulebook().case(case);
    json!({
        "case": case,
        "also": illegal.also.iter().map(|case| case.0).collect::<Vec<_>>(),
        "facts": illegal.facts,
        "units": illegal.units,
        "places": illegal.places,
        "numbers": illegal.numbers,
        "title": known.map_or("", |case| case.title.as_str()),
        "summary": known.map_or("", |case| case.summary.as_str()),
    })
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
                Problem::conflict("the database refuses the change, and nothing was changed; look again")
            }
            StoreError::Doubtful(words) => {
                tracing::error!(%words, "it is not known whether a change was kept");
                let sentence =
                    "the database did not say whether this was kept: it may or may not have been; look again";
                Problem { status: StatusCode::SERVICE_UNAVAILABLE, body: json!({ "error": sentence, "unknown": true }) }
            }
            StoreError::Database(words) => {
                tracing::error!(%words, "the database failed");
                Problem::busy("the database does not answer; nothing was changed")
            }
        }
    }
}
