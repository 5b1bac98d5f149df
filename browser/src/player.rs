//! Somebody who plays Eylau at a board, well enough that everything in a turn happens: marches into contact, attacks, retreats and
//! advances.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::board::{Board, Offer};

/// How long a turn may take on a busy machine.
const LONGEST_TURN: Duration = Duration::from_secs(900);

/// What was done in a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The seats that gave orders.
    pub seats: Vec<String>,
    pub marches: usize,
    /// The seats that attacked, once an attack.
    pub attacks: Vec<String>,
    pub retreats: usize,
    pub advances: usize,
    /// The lines of every distribution that was shown before a die.
    pub odds: Vec<usize>,
}

/// What to do when a unit can be marched, and how orders are given: with the pointer, or with the keys.
pub trait Hands {
    fn march(
        &mut self,
        board: &Board<'_>,
        unit: &str,
        to: &dyn Fn(&[String]) -> Option<String>,
    ) -> impl Future<Output = bool>;
    fn give(&mut self, board: &Board<'_>, offer: &Offer) -> impl Future<Output = ()>;
}

/// Points and clicks, or taps.
#[derive(Clone, Copy, Debug)]
pub struct Pointing;

impl Hands for Pointing {
    async fn march(&mut self, board: &Board<'_>, unit: &str, to: &dyn Fn(&[String]) -> Option<String>) -> bool {
        let version = board.version().await;
        board.press_unit(unit).await;
        let hexes = board.reach_of(unit).await;
        let Some(hex) = to(&hexes) else { return false };
        board.press_hex(&hex).await;
        board.moved_on(&version).await;
        true
    }

    async fn give(&mut self, board: &Board<'_>, offer: &Offer) {
        board.give(offer).await;
    }
}

/// Plays at these boards until the turn ends; each side marches so many units.
pub async fn play_turn(boards: &[Board<'_>], hands: &mut impl Hands, marches: usize) -> Tally {
    let turn = boards[0].said("data-turn").await;
    let map = Map::of(&boards[0]).await;
    let mut tally = Tally::default();
    let mut marched: std::collections::BTreeMap<String, Vec<String>> = Default::default();
    let end = Instant::now() + LONGEST_TURN;
    while boards[0].said("data-turn").await == turn && boards[0].said("data-pending").await != "over" {
        assert!(Instant::now() < end, "the turn takes too long; so far {tally:?}");
        let mut acted = false;
        for board in boards {
            board.take_over().await;
            let Some(seat) = board.seat().await else { continue };
            let offers = board.offers().await;
            if offers.is_empty() {
                continue;
            }
            acted = true;
            if !tally.seats.contains(&seat) {
                tally.seats.push(seat.clone());
            }
            let own = marched.entry(seat.clone()).or_default();
            let able: Vec<&str> =
                offers.iter().filter(|one| one.verb == "select").filter_map(|one| one.unit.as_deref()).collect();
            if own.len() < marches
                && let Some(unit) = map.nearest_to_the_enemy(&board.snapshot().await, &seat, &able, own)
            {
                own.push(unit.clone());
                let snapshot = board.snapshot().await;
                if hands.march(board, &unit, &|hexes| map.beside_the_enemy(&snapshot, &seat, &unit, hexes)).await {
                    tally.marches += 1;
                }
                continue;
            }
            let offer = choose(&offers);
            if offer.throws {
                tally.odds.push(board.odds().await.len());
                tally.attacks.push(seat.clone());
            }
            tally.retreats += usize::from(offer.verb == "retreat");
            tally.advances += usize::from(offer.verb == "advance");
            hands.give(board, offer).await;
        }
        if !acted {
            // The others think, or a turn has just ended.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    tally
}

/// A throw first; otherwise the end of a phase that may end; otherwise whatever can be pointed at; otherwise a button.
fn choose(offers: &[Offer]) -> &Offer {
    let best = offers.iter().find(|one| one.throws && one.best).or_else(|| offers.iter().rfind(|one| one.throws));
    let ends = || offers.iter().find(|one| one.ends);
    let fresh = || offers.iter().find(|one| one.order == "fresh done");
    let pointed = || offers.iter().find(|one| one.unit.is_some() || one.place.is_some());
    best.or_else(ends).or_else(fresh).or_else(pointed).unwrap_or(&offers[0])
}

/// Where hexes are, to tell how far they are from each other.
#[derive(Clone, Debug)]
pub struct Map {
    hexes: Value,
}

impl Map {
    pub async fn of(board: &Board<'_>) -> Map {
        Map { hexes: board.hexes().await }
    }

    /// How far two hexes are apart, counted in hexes, roughly.
    pub fn distance(&self, one: &str, other: &str) -> f64 {
        let place = |hex: &str| Some((self.hexes[hex][0].as_f64()?, self.hexes[hex][1].as_f64()?));
        match (place(one), place(other)) {
            (Some(one), Some(other)) => (one.0 - other.0).hypot(one.1 - other.1) / 72.0,
            _ => f64::MAX,
        }
    }

    fn enemies(snapshot: &Value, seat: &str) -> Vec<String> {
        let pieces = snapshot["pieces"].as_array().into_iter().flatten();
        let theirs = pieces.filter(|piece| piece["side"] != json!(seat));
        theirs.filter_map(|piece| piece["place"].as_str().map(str::to_owned)).collect()
    }

    fn nearest(&self, hex: &str, enemies: &[String]) -> f64 {
        enemies.iter().map(|enemy| self.distance(hex, enemy)).fold(f64::MAX, f64::min)
    }

    fn nearest_to_the_enemy(&self, snapshot: &Value, seat: &str, able: &[&str], but: &[String]) -> Option<String> {
        let enemies = Map::enemies(snapshot, seat);
        let pieces = snapshot["pieces"].as_array()?;
        let near = |unit: &&str| {
            let piece = pieces.iter().find(|piece| piece["id"] == json!(unit));
            piece.and_then(|piece| piece["place"].as_str()).map_or(f64::MAX, |hex| self.nearest(hex, &enemies))
        };
        let free = able.iter().copied().filter(|unit| !but.iter().any(|other| other == unit));
        free.filter(|unit| near(unit) < f64::MAX)
            .min_by(|one, other| near(one).total_cmp(&near(other)))
            .map(str::to_owned)
    }

    /// The hex beside an enemy, or nearest to one, where nobody stands.
    fn beside_the_enemy(&self, snapshot: &Value, seat: &str, unit: &str, hexes: &[String]) -> Option<String> {
        let enemies = Map::enemies(snapshot, seat);
        let held = |hex: &String| {
            let pieces = snapshot["pieces"].as_array().into_iter().flatten();
            pieces.into_iter().any(|piece| piece["place"] == json!(hex) && piece["id"] != json!(unit))
        };
        let near = |hex: &&String| self.nearest(hex, &enemies);
        hexes.iter().filter(|hex| !held(hex)).min_by(|one, other| near(one).total_cmp(&near(other))).cloned()
    }
}
