//! Sessions, found by the token in a cookie.
//!
//! Tokens are made here and stored as hashes; an unknown token is worthless. A token is replaced from time
//! to time. The one before it is honoured until the newer one has been seen, so that a lost answer costs nobody a seat, and for a
//! short while after, so that other tabs stay signed in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use store::{SessionRow, Store, StoreError};
use tokio::sync::broadcast;

use crate::address::Address;
use crate::clock::Clock;
use crate::limits::{Meter, Rate};
use crate::problem::Problem;
use crate::secret;

const MINUTE: i64 = 60 * 1_000;
const HOUR: i64 = 60 * MINUTE;
pub(crate) const DAY: i64 = 24 * HOUR;

/// How often it is written down that a session was seen, and its cookie made young again.
const RENEWED: i64 = DAY;
/// How old a token gets.
const REPLACED: i64 = 30 * DAY;
/// How long the token before is honoured once the newer one has been seen.
const GRACE: i64 = 10 * MINUTE;
/// How long a newer token may stay unseen before another is drawn in its place.
const UNSEEN: i64 = HOUR;
/// The longest life that browsers grant a cookie, in seconds.
pub(crate) const COOKIE: i64 = 400 * DAY / 1_000;
/// How long a session is kept that nobody uses: a little longer than its cookie.
const KEPT: i64 = 410 * DAY;
/// How long one is kept whose identity has neither made a game nor taken a seat.
const KEPT_IDLE: i64 = 7 * DAY;
/// So many sessions are kept in memory before all are forgotten and read again.
const MANY: usize = 20_000;

/// How many endings are kept for receivers that have not heard of them yet; one that missed some looks them up.
const ENDINGS: usize = 64;

/// What a browser shows of itself: a token, by which it is known here.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

/// Under which name the cookie goes. A name with the prefix cannot be set by another host, and needs TLS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CookieName {
    Plain,
    Host,
}

impl CookieName {
    pub(crate) fn words(self) -> &'static str {
        match self {
            CookieName::Plain => "sabretache",
            CookieName::Host => "__Host-sabretache",
        }
    }

    /// What tokens begin with that were drawn for it.
    fn mark(self) -> char {
        match self {
            CookieName::Plain => 'p',
            CookieName::Host => 'h',
        }
    }
}

impl Token {
    fn draw(name: CookieName) -> Token {
        Token(format!("{}{}", name.mark(), secret::random_word()))
    }

    /// The token in a cookie, if it can be one. One that was drawn for the name with the prefix does not count under the plain name,
    /// under which another host could have set it.
    pub(crate) fn of_cookie(name: CookieName, value: &str) -> Option<Token> {
        let is_hex = |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_early = is_hex(value);
        let is_drawn = |mark: char| value.strip_prefix(mark).is_some_and(is_hex);
        let sound = match name {
            CookieName::Plain => is_early || is_drawn(CookieName::Plain.mark()),
            CookieName::Host => is_drawn(CookieName::Host.mark()),
        };
        sound.then(|| Token(value.to_owned()))
    }

    /// Whether it is of a version in which browsers were their cookies.
    fn is_early(&self) -> bool {
        self.0.len() == 64
    }

    fn is_for(&self, name: CookieName) -> bool {
        self.0.starts_with(name.mark()) && !self.is_early()
    }

    pub(crate) fn words(&self) -> &str {
        &self.0
    }

    fn hash(&self) -> String {
        secret::kept_cookie(&self.0)
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a token")
    }
}

/// A session, and the token by which it was found.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) row: Arc<SessionRow>,
    pub(crate) token: Token,
}

#[derive(Default)]
struct Cache {
    /// Counts changes: what was read before one is not kept after it.
    changes: u64,
    /// By the hashes of tokens.
    rows: HashMap<String, Arc<SessionRow>>,
}

pub(crate) struct Sessions {
    store: Store,
    clock: Clock,
    pub(crate) name: CookieName,
    cache: Mutex<Cache>,
    ended: broadcast::Sender<Arc<str>>,
    new: Meter<Address>,
}

impl Sessions {
    pub(crate) fn new(store: Store, clock: Clock, name: CookieName, new: Rate) -> Sessions {
        let (ended, _) = broadcast::channel(ENDINGS);
        Sessions { store, clock, name, cache: Mutex::default(), ended, new: Meter::new(new) }
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session of a token, if it has one and the token still counts.
    pub(crate) async fn find(&self, token: Token) -> Result<Option<Known>, StoreError> {
        let hash = token.hash();
        let (cached, changes) = {
            let cache = self.cache();
            (cache.rows.get(&hash).cloned(), cache.changes)
        };
        let row = match cached {
            Some(row) => row,
            None => {
                let Some(row) = self.store.session_with(&hash).await?.map(Arc::new) else { return Ok(None) };
                let mut cache = self.cache();
                // Memory may know more than the database has been told yet.
                let newer = cache.rows.values().find(|known| known.id == row.id && known.token == row.token);
                let row = newer.cloned().unwrap_or(row);
                if cache.changes == changes {
                    if cache.rows.len() > MANY {
                        cache.rows.clear();
                    }
                    cache.rows.insert(hash.clone(), row.clone());
                }
                row
            }
        };
        let now = self.clock.now();
        let counts = hash == row.token || row.confirmed == 0 || now < row.confirmed + GRACE;
        Ok(counts.then_some(Known { row, token }))
    }

    /// What is known of a session has changed.
    fn forget(&self, concerns: impl Fn(&SessionRow) -> bool) {
        let mut cache = self.cache();
        cache.changes += 1;
        cache.rows.retain(|_, row| !concerns(row));
    }

    /// What memory knows of a session from now on; the database is told when it can be.
    fn amend(&self, row: SessionRow) {
        let row = Arc::new(row);
        let mut cache = self.cache();
        cache.changes += 1;
        for known in cache.rows.values_mut().filter(|known| known.id == row.id && known.token == row.token) {
            *known = row.clone();
        }
    }

    /// Takes care of a session that was seen. Answers with a token if the browser is to be told one: another one, or the same so
    /// that its cookie does not grow old. What cannot be written down now is written another time.
    pub(crate) async fn tend(&self, known: &Known, label: &str, changes: bool) -> Option<Token> {
        let (now, hash) = (self.clock.now(), known.token.hash());
        let mut row = SessionRow::clone(&known.row);
        let newest = hash == row.token;
        if newest && row.confirmed == 0 {
            row.confirmed = now;
            self.amend(row.clone());
            let (store, row) = (self.store.clone(), row.clone());
            tokio::spawn(async move { store.confirm_token(&row, now).await });
        }
        // A question must not have to wait for a write.
        let due = match newest {
            true => now - row.drawn >= REPLACED || !known.token.is_for(self.name),
            false => row.confirmed == 0 && now - row.drawn >= UNSEEN,
        };
        if changes && due {
            match self.replace(&row, known, now).await {
                Ok(token) => return token,
                Err(error) => tracing::warn!(%error, "a token could not be replaced"),
            }
        }
        if now - row.seen < RENEWED {
            return None;
        }
        row.seen = now;
        label.clone_into(&mut row.label);
        self.amend(row.clone());
        let store = self.store.clone();
        tokio::spawn(async move { store.renew_session(&row.id, row.seen, &row.label).await });
        newest.then(|| known.token.clone())
    }

    async fn replace(&self, row: &SessionRow, known: &Known, now: i64) -> Result<Option<Token>, StoreError> {
        if known.token.is_early() {
            self.keep_invitations(&row.identity, known.token.words()).await?;
        }
        let token = Token::draw(self.name);
        let replaced = self.store.replace_token(row, &known.token.hash(), &token.hash(), now).await?;
        self.forget(|other| other.id == row.id);
        Ok(replaced.then_some(token))
    }

    /// Invitations of earlier versions were computed from the cookie. Before it goes, they are written down.
    async fn keep_invitations(&self, identity: &str, cookie: &str) -> Result<(), StoreError> {
        let hashed = self.store.hashed_invitations(identity).await?;
        let found = hashed.into_iter().filter_map(|(game, seat, hash)| {
            let invitation = secret::early_invitation(cookie, &game, usize::from(seat));
            (secret::kept_invitation(&invitation) == hash).then_some((game, seat, invitation))
        });
        self.store.keep_invitations(found.collect()).await
    }

    /// A new session, not yet written down.
    fn drawn(&self, identity: &str, label: &str) -> (SessionRow, Token) {
        let (now, token) = (self.clock.now(), Token::draw(self.name));
        let row = SessionRow {
            id: secret::random_word()[..32].to_owned(),
            identity: identity.to_owned(),
            token: token.hash(),
            previous: String::new(),
            made: now,
            seen: now,
            drawn: now,
            confirmed: now,
            label: label.to_owned(),
        };
        (row, token)
    }

    /// Starts a session for a caller without one.
    pub(crate) async fn begin(&self, identity: &str, label: &str, from: Address) -> Result<Token, Problem> {
        if !self.new.admits(from) {
            let sentence = "too many new players from your address; wait a moment";
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence));
        }
        let (row, token) = self.drawn(identity, label);
        self.store.add_session(&row).await?;
        Ok(token)
    }

    /// Uses a link up to begin a session of its identity, in place of the one that the browser had.
    pub(crate) async fn claim(
        &self,
        link: &store::LinkRow,
        label: &str,
        before: Option<&Known>,
    ) -> Result<Option<Token>, Problem> {
        let (row, token) = self.drawn(&link.identity, label);
        let ends = before.map(|known| known.row.id.as_str());
        let claimed = self.store.claim_device(&link.id, &row, ends).await?;
        if let Some(before) = before {
            self.has_ended(&before.row.identity, |row| row.id == before.row.id);
        }
        Ok(claimed.then_some(token))
    }

    /// Ends one session of an identity, or all but one; says how many.
    pub(crate) async fn end(&self, identity: &str, id: &str, others: bool) -> Result<u64, StoreError> {
        let ended = self.store.end_sessions(identity, id, others).await;
        // Even if the outcome is unknown: the next request looks it up.
        self.has_ended(identity, |row| row.identity == identity && (row.id == id) != others);
        ended
    }

    fn has_ended(&self, identity: &str, which: impl Fn(&SessionRow) -> bool) {
        self.forget(which);
        // Nobody may be listening.
        let _ = self.ended.send(identity.into());
    }

    /// Announces whose session has ended.
    pub(crate) fn endings(&self) -> broadcast::Receiver<Arc<str>> {
        self.ended.subscribe()
    }

    /// Whether a session is still valid.
    pub(crate) async fn goes_on(&self, id: &str) -> bool {
        // What cannot be found out now is no reason to throw somebody out.
        !matches!(self.store.session(id).await, Ok(None))
    }

    /// Forgets what nobody uses.
    pub(crate) async fn expire(&self) {
        let now = self.clock.now();
        match self.store.expire_sessions(now - KEPT, now - KEPT_IDLE, now).await {
            Ok(0) => {}
            Ok(count) => {
                tracing::info!(count, "forgot sessions that nobody uses");
                self.forget(|_| true);
            }
            Err(error) => tracing::warn!(%error, "sessions could not be looked through"),
        }
    }
}
