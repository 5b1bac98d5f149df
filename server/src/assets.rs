//! The page: embedded in the program; in debug builds, or on request, from a directory.

use std::borrow::Cow;
use std::path::{Component, Path};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::house::House;
use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "../web"]
#[allow_missing = true]
// Beside the page lie the tools that check it, which nobody needs to play.
#[include = "*.html"]
#[include = "*.svg"]
#[include = "css/*"]
#[include = "fonts/*"]
#[include = "js/*"]
#[include = "messages/*"]
#[include = "vendor/*/*.js"]
#[include = "vendor/*/LICENSE"]
struct Web;

/// Any path that is not of the API: a file of the page, or the page itself.
pub(crate) async fn page(State(house): State<Arc<House>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Problem::unknown("there is no such path; GET /api/openapi.json lists them").into_response();
    }
    // Whatever has no ending is a place in the page, which finds its way itself.
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let path = if is_file { path } else { "index.html" };
    let Some((bytes, tag)) = file(&house, path) else {
        return match is_file {
            true => Problem::unknown("there is no such file").into_response(),
            false => (StatusCode::NOT_FOUND, "The page was not built into this program.").into_response(),
        };
    };
    answer(&headers, kind(path), &tag, "no-cache", bytes)
}

/// A body with its kind and tag, or the word that it has not changed. The bytes are shared by everybody who is sent them: those who
/// read slowly cost no copies.
pub(crate) fn answer(
    headers: &HeaderMap,
    kind: &'static str,
    tag: &str,
    caching: &'static str,
    bytes: Bytes,
) -> Response {
    let fixed = [(header::CACHE_CONTROL, caching.to_owned()), (header::ETAG, format!("\"{tag}\""))];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // A compressing layer in between weakens the tag.
    if known
        .is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/").trim_matches('"') == tag))
    {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    ([(header::CONTENT_TYPE, kind)], fixed, Body::from(bytes)).into_response()
}

/// The same for something that is kept compressed as well: sent that way to those who can read it.
pub(crate) fn answer_packed(
    headers: &HeaderMap,
    kind: &'static str,
    tag: &str,
    bytes: Bytes,
    packed: Option<Bytes>,
) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let gzip = |coding: &str| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && !["q=0", "q=0.0"].contains(&weight.trim())
    };
    let Some(packed) = packed.filter(|_| accepted.split(',').any(gzip)) else {
        return answer(headers, kind, tag, "no-cache", bytes);
    };
    let mut response = answer(headers, kind, tag, "no-cache", packed);
    if response.status() == StatusCode::OK {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

fn file(house: &House, path: &str) -> Option<(Bytes, String)> {
    if let Some(directory) = &house.web {
        let below = Path::new(path);
        let plain = below.components().all(|part| matches!(part, Component::Normal(_)));
        let bytes = std::fs::read(directory.join(below)).ok().filter(|_| plain)?;
        let tag = kernel::dice::hash(&[&bytes]).to_string();
        return Some((bytes.into(), tag));
    }
    let file = Web::get(path)?;
    let tag = kernel::Bytes32(file.metadata.sha256_hash()).to_string();
    let bytes = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    Some((bytes, tag))
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "ico" => "image/x-icon",
        "txt" | "ftl" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
