//! The door: who may come in, from where, how often; and what every answer carries.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::address::{self, Address};
use crate::house::House;
use crate::problem::Problem;
use crate::queue::Party;
use crate::secret;

/// Nothing from elsewhere, and no script that stands in a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

const COOKIE: &str = "sabretache";

/// A browser, by its cookie.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) cookie: String,
    /// What is kept of it.
    pub(crate) hash: String,
    /// Where it comes from.
    pub(crate) address: Address,
}

impl Caller {
    /// On whose account its requests go.
    pub(crate) fn party(&self) -> Party {
        Party { owner: self.hash.as_str().into(), address: self.address }
    }
}

/// The words that `Host` and `Origin` may say.
pub(crate) fn allowed(address: SocketAddr, url: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let wrong = || format!("\"{url}\" is no public address; write it as https://HOST or http://HOST:PORT");
    let (scheme, authority) = url.split_once("://").ok_or_else(wrong)?;
    let authority = authority.trim_end_matches('/');
    if !matches!(scheme, "http" | "https") || authority.is_empty() || authority.contains('/') {
        return Err(wrong());
    }
    let port = address.port();
    let mut hosts = vec![authority.to_lowercase(), address.to_string()];
    hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
    let mut origins: Vec<String> = hosts.iter().skip(1).map(|host| format!("http://{host}")).collect();
    origins.push(format!("{scheme}://{}", authority.to_lowercase()));
    Ok((hosts, origins))
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let value = pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)?;
    let sound = value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    sound.then(|| value.to_owned())
}

fn check(house: &House, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let host = text(headers, header::HOST).map(str::to_lowercase);
    let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str().to_lowercase()));
    if !host.as_ref().is_some_and(|host| house.hosts.contains(host)) {
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "this server does not go by that name"));
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = headers.contains_key(header::UPGRADE);
    let origin = text(headers, header::ORIGIN).map(str::to_lowercase);
    let ours = origin.as_ref().is_some_and(|origin| house.origins.contains(origin));
    if (changes || upgrades || origin.is_some()) && !ours {
        return Err(Problem::forbidden("requests that change something must come from this server's own page"));
    }
    Ok(())
}

pub(crate) async fn watch(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let from = Address::from(address::origin(&house.trusted, from.ip(), request.headers()));
    let known = cookie(request.headers());
    // A page opened from a link elsewhere comes without its cookie; a new one would push the old one out.
    let elsewhere = text(request.headers(), "sec-fetch-site").is_some_and(|site| site.contains("cross-site"));
    let needs_name = request.uri().path() != "/healthz";
    let problem = match check(&house, &request) {
        Err(problem) => Some(problem),
        Ok(()) => {
            let slowly = house.addresses.admits(from)
                && known.as_ref().is_none_or(|cookie| house.browsers.admits(cookie.clone()));
            let sentence = "too many requests; wait a moment";
            (!slowly).then(|| Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence))
        }
    };
    let is_new = known.is_none();
    let cookie = known.unwrap_or_else(secret::random_word);
    let mut response = match problem {
        Some(problem) => problem.into_response(),
        None => {
            let hash = secret::kept_cookie(&cookie);
            request.extensions_mut().insert(Caller { cookie: cookie.clone(), hash, address: from });
            let mut response = next.run(request).await;
            if is_new && needs_name && !elsewhere {
                let secure = if house.url.starts_with("https:") { "; Secure" } else { "" };
                let year = 365 * 24 * 60 * 60;
                let value = format!("{COOKIE}={cookie}; Path=/; Max-Age={year}; HttpOnly; SameSite=Strict{secure}");
                if let Ok(value) = HeaderValue::from_str(&value) {
                    response.headers_mut().append(header::SET_COOKIE, value);
                }
            }
            response
        }
    };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
