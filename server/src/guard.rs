//! The door: who may come in, from where, how often; and what every answer carries.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::address::{self, Address};
use crate::device;
use crate::house::House;
use crate::problem::Problem;
use crate::queue::Party;
use crate::secret;
use crate::sessions::{COOKIE, CookieName, Known, Token};

/// Nothing from other hosts, and no inline scripts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// The sender of a request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// The identity that owns games and holds seats. Without a session every request gets a new one, which is stored as soon as
    /// there is something to own.
    pub(crate) identity: String,
    /// The session that identified the caller.
    pub(crate) known: Option<Known>,
    /// The name of the device.
    pub(crate) label: String,
    /// The network address.
    pub(crate) address: Address,
    /// The token that the answer sets in the browser.
    told: Arc<Mutex<Option<Token>>>,
}

impl Caller {
    /// The party whose quotas the requests count against.
    pub(crate) fn party(&self) -> Party {
        Party { owner: self.identity.as_str().into(), address: self.address }
    }

    /// Sets a token in the browser.
    pub(crate) fn tell(&self, token: Token) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(token);
    }

    fn told(&self) -> Option<Token> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether the caller's session has not ended since.
    pub(crate) async fn goes_on(&self, house: &House) -> bool {
        match &self.known {
            Some(known) => house.sessions.goes_on(&known.row.id).await,
            None => true,
        }
    }

    /// Stores the session, so that the caller is recognized again: before the caller owns anything.
    pub(crate) async fn stays(&self, house: &House) -> Result<(), Problem> {
        let is_told = self.told.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if self.known.is_none() && !is_told {
            self.tell(house.sessions.begin(&self.identity, &self.label, self.address).await?);
        }
        Ok(())
    }
}

/// The words that `Host` and `Origin` may say.
pub(crate) fn allowed(address: SocketAddr, url: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let wrong = || format!("\"{url}\" is not a public address; write it as https://HOST or http://HOST:PORT");
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

fn token(headers: &HeaderMap, name: CookieName) -> Option<Token> {
    let under = |name: CookieName| {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(other, _)| *other == name.words()).and_then(|(_, value)| Token::of_cookie(name, value))
    };
    // A server that had no TLS before gave its cookies under the plain name.
    under(name).or_else(|| under(CookieName::Plain))
}

/// The headers that tell a browser its token.
fn cookies(name: CookieName, token: &Token) -> Vec<HeaderValue> {
    let fixed = "Path=/; HttpOnly; SameSite=Strict";
    let lines = match name {
        CookieName::Plain => vec![format!("{}={}; Max-Age={COOKIE}; {fixed}", name.words(), token.words())],
        CookieName::Host => vec![
            format!("{}={}; Max-Age={COOKIE}; {fixed}; Secure", name.words(), token.words()),
            format!("{}=; Max-Age=0; {fixed}; Secure", CookieName::Plain.words()),
        ],
    };
    lines.iter().filter_map(|line| HeaderValue::from_str(line).ok()).collect()
}

fn check(house: &House, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let host = text(headers, header::HOST).map(str::to_lowercase);
    let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str().to_lowercase()));
    if !host.as_ref().is_some_and(|host| house.hosts.contains(host)) {
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "this server does not answer to that host name"));
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

/// The caller, if allowed in.
async fn admit(house: &House, from: Address, token: Option<Token>, label: String) -> Result<Caller, Problem> {
    let too_many = || Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many requests; wait a moment");
    if !house.addresses.admits(from) {
        return Err(too_many());
    }
    let known = match token {
        Some(token) => house.sessions.find(token).await?,
        None => None,
    };
    if known.as_ref().is_some_and(|known| !house.browsers.admits(known.row.id.clone())) {
        return Err(too_many());
    }
    let identity = known.as_ref().map_or_else(secret::random_word, |known| known.row.identity.clone());
    Ok(Caller { identity, known, label, address: from, told: Arc::default() })
}

pub(crate) async fn watch(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let from = Address::from(address::origin(&house.trusted, from.ip(), request.headers()));
    // The page itself is the same for everybody.
    let is_call = request.uri().path().starts_with("/api/");
    let token = token(request.headers(), house.sessions.name).filter(|_| is_call);
    let label = device::label(text(request.headers(), header::USER_AGENT).unwrap_or_default());
    let admitted = match check(&house, &request) {
        Ok(()) => admit(&house, from, token, label).await,
        Err(problem) => Err(problem),
    };
    let mut response = match admitted {
        Err(problem) => problem.into_response(),
        Ok(caller) => {
            let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
            let upgrades = request.headers().contains_key(header::UPGRADE);
            request.extensions_mut().insert(caller.clone());
            let mut response = next.run(request).await;
            let told = match (caller.told(), &caller.known) {
                (Some(token), _) => Some(token),
                (None, Some(known)) if !upgrades => house.sessions.tend(known, &caller.label, changes).await,
                (None, _) => None,
            };
            for value in told.iter().flat_map(|token| cookies(house.sessions.name, token)) {
                response.headers_mut().append(header::SET_COOKIE, value);
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
