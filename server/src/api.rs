//! The calls of the API.

mod advice;
mod aids;
mod devices;
mod dice;
mod games;
mod invitations;
mod letters;
mod others;
mod positions;
mod rematch;
mod seats;
mod titles;
mod visit;
mod why;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, MatchedPath, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::house::House;
use crate::problem::Problem;
use crate::{assets, guard, live, openapi, wire};

pub(crate) use letters::may_talk;
pub(crate) use positions::scenario_of;
pub(crate) use visit::Visit;

pub(crate) fn router(house: Arc<House>) -> Router {
    let limits = house.limits;
    let timed = Router::new()
        .route("/healthz", get(others::health))
        .route("/api/openapi.json", get(openapi::describe))
        .route("/api/titles", get(titles::list))
        .route("/api/titles/{title}/rules", get(titles::rules))
        .route("/api/titles/{title}/examples/{name}", get(titles::example))
        .route("/api/titles/{title}/introduction", get(titles::introduction))
        .route("/api/titles/{title}/position", post(positions::position))
        .route("/api/titles/{title}/example", post(positions::example))
        .route("/api/titles/{title}/{scenario}/sandbox", get(positions::sandbox))
        .route("/api/titles/{title}/{scenario}/seats", get(titles::seats))
        .route("/api/titles/{title}/{scenario}/{sheet}", get(titles::sheet))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{game}", get(games::snapshot).delete(games::delete))
        .route("/api/games/{game}/links", get(invitations::links))
        .route("/api/games/{game}/log", get(games::log))
        .route("/api/games/{game}/task", post(games::task))
        .route("/api/games/{game}/orders", post(games::order))
        .route("/api/games/{game}/undo", post(games::undo))
        .route("/api/games/{game}/redo", post(games::redo))
        .route("/api/games/{game}/reach", post(aids::reach))
        .route("/api/games/{game}/why", post(why::why))
        .route("/api/games/{game}/preview", post(aids::preview))
        .route("/api/games/{game}/overlays", get(aids::overlays))
        .route("/api/games/{game}/overlay", post(aids::overlay))
        .route("/api/games/{game}/reset", post(games::reset))
        .route("/api/games/{game}/takeback", post(games::takeback))
        .route("/api/games/{game}/takeback/answer", post(games::answer_takeback))
        .route("/api/games/{game}/odds", post(others::odds))
        .route("/api/games/{game}/hints", post(advice::hints))
        .route("/api/games/{game}/review", get(advice::review).post(advice::begin_review))
        .route("/api/games/{game}/rematch", post(rematch::rematch))
        .route("/api/games/{game}/dice", get(dice::dice))
        .route("/api/games/{game}/nonce", post(dice::add_nonce))
        .route("/api/games/{game}/position", get(positions::of_game))
        .route("/api/games/{game}/sheets/{sheet}", get(titles::sheet_of_game))
        .route("/api/games/{game}/journal", get(others::journal))
        .route("/api/games/{game}/steps/{step}", get(others::step))
        .route("/api/games/{game}/branch", post(others::branch))
        .route("/api/games/{game}/chat", get(games::chat))
        .route("/api/games/{game}/letters", get(letters::letters).put(letters::write_letter))
        .route("/api/games/{game}/notes", get(games::notes).put(games::set_notes))
        .route("/api/ended", get(dice::ended))
        .route("/api/games/{game}/seats/{seat}/give-up", post(seats::give_up))
        .route("/api/games/{game}/seats/{seat}/player", post(seats::set_player))
        .route("/api/games/{game}/keys/{key}", delete(seats::close))
        .route("/api/games/{game}/requests/{request}", post(seats::answer))
        .route("/api/seats/ask", post(seats::ask))
        .route("/api/session", post(devices::session))
        .route("/api/devices", get(devices::list).delete(devices::end_others))
        .route("/api/devices/look", post(devices::look))
        .route("/api/devices/open", post(devices::open))
        .route("/api/devices/links", post(devices::new_link))
        .route("/api/devices/links/{link}", delete(devices::withdraw))
        .route("/api/devices/{device}", delete(devices::end))
        .route("/api/player", get(invitations::player).put(invitations::name_player))
        .route("/api/codes", post(invitations::code))
        .route("/api/join", post(invitations::join))
        .route("/api/join/look", post(invitations::look))
        .route("/api/import", post(others::import).layer(DefaultBodyLimit::max(limits.import)))
        .fallback(assets::page)
        .method_not_allowed_fallback(|| async {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "this path does not support that method; see /api/openapi.json",
            )
        })
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, limits.time));
    Router::new()
        .route("/api/games/{game}/live", get(live::open))
        .merge(timed)
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            let sentence = "internal error; please report it";
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence).into_response()
        }))
        .layer(middleware::from_fn_with_state(house.clone(), guard::watch))
        .layer(middleware::map_response(in_json))
        .layer(middleware::from_fn_with_state(house.clone(), note))
        .with_state(house)
}

/// A line in the log for every request.
async fn note(State(house): State<Arc<House>>, request: axum::extract::Request, next: middleware::Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("(page)", MatchedPath::as_str).to_owned();
    let begun = std::time::Instant::now();
    let method = request.method().clone();
    // Invitations stand in paths of the page.
    let path = match request.uri().path() {
        path if path.starts_with("/api/") || path == "/healthz" => path.to_owned(),
        _ => "(page)".to_owned(),
    };
    let response = next.run(request).await;
    house.metrics.answered(method.as_str(), &route, response.status().as_u16(), begun.elapsed());
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
    tracing::debug!(%method, %path, status = response.status().as_u16(), micros, "request");
    response
}

/// Every error has a body in JSON with a sentence, also those that come from below.
async fn in_json(response: Response) -> Response {
    let status = response.status();
    let is_json = |value: &axum::http::HeaderValue| value.as_bytes().starts_with(b"application/json");
    let told = response.headers().get(header::CONTENT_TYPE).is_some_and(is_json);
    if told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let sentence = match status {
        StatusCode::BAD_REQUEST => "the request cannot be read",
        StatusCode::NOT_FOUND => "there is nothing at this address",
        StatusCode::METHOD_NOT_ALLOWED => "this path does not support that method; see /api/openapi.json",
        StatusCode::REQUEST_TIMEOUT => "the request took too long to arrive",
        StatusCode::PAYLOAD_TOO_LARGE => "the request is too large",
        StatusCode::SERVICE_UNAVAILABLE => "this took too long; try again in a moment",
        other => other.canonical_reason().unwrap_or("the request failed"),
    };
    let mut told = Problem::new(status, sentence).into_response();
    // Such as which methods are allowed.
    for (name, value) in response.headers() {
        let of_the_body = [header::CONTENT_TYPE, header::CONTENT_LENGTH];
        if !of_the_body.contains(name) && *name != header::CONTENT_ENCODING {
            told.headers_mut().append(name, value.clone());
        }
    }
    told
}

/// What is answered: a value of the wire, or what went wrong.
pub(crate) type Answer<T> = Result<Json<T>, Problem>;

/// A value of the wire that was put into words while what it speaks of was at hand.
pub(crate) struct Spoken(pub(crate) String);

impl Spoken {
    pub(crate) fn new(value: &impl Serialize) -> Spoken {
        Spoken(wire::text(value))
    }
}

impl IntoResponse for Spoken {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

fn holds_nul(value: &serde_json::Value) -> bool {
    use serde_json::Value;
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(values) => values.iter().any(holds_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || holds_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// What a body says, or a sentence about what is wrong with it.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    // No text of ours has it, and PostgreSQL cannot keep it.
    let may_hold_nul = body.windows(6).any(|six| six == b"\\u0000");
    if may_hold_nul && serde_json::from_slice(body).is_ok_and(|value| holds_nul(&value)) {
        return Err(Problem::bad("the request contains the character U+0000, which cannot be stored; remove it"));
    }
    serde_json::from_slice(body).map_err(|error| Problem::bad(format!("the request cannot be read: {error}")))
}
