//! Whether anybody can spoil a game for others: somebody plays, undisturbed and then under each attack in turn, and the 99th
//! percentile of what his orders take is compared.
//!
//! The attackers come from other addresses of this machine than he does, as they would in the world; the limits of the server
//! are the usual ones.

use std::cell::Cell;
use std::net::Ipv4Addr;
use std::time::Duration;

use clap::Parser;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::attacks::{ATTACKS, Assault, Attack};
use crate::game::{Game, Pace};
use crate::house::House;
use crate::place::Place;
use crate::report::Delays;
use crate::run::percentiles;

/// An order under attack may take so many times what it takes undisturbed,
const TIMES: f64 = 5.0;
/// or this, in milliseconds, whichever is more. Undisturbed orders take one or two milliseconds; while both cores of a small
/// machine work for others, a thread may wait four for its turn, whatever its rank, and an order needs several turns.
const FLOOR: f64 = 12.0;
/// Orders a second; a socket may send 50.
const RATE: u32 = 30;
/// A captain has answered within this, or is starved.
const STARVED: Duration = Duration::from_secs(60);
/// What the victim draws from.
const SEED: u64 = 1807;
const VICTIM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 7);

/// Attack the server and see whether a player notices
///
/// Starts the server on a port of this machine with a database in a temporary directory. Everything stays on loopback, is
/// bounded in number and time, and stops by itself. Fails if the 99th percentile of a player's orders under an attack is more
/// than five times what it is undisturbed, and more than 12 ms.
#[derive(Parser, Clone, Debug)]
#[command(name = "sabretache-load attacks")]
pub(crate) struct Arguments {
    /// Length of each measurement
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=120))]
    pub(crate) seconds: u64,
    /// Only the attacks with these names
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What was measured under one attack.
struct Measured {
    name: &'static str,
    orders: usize,
    delays: Delays,
    limit: f64,
    served: u64,
    refused: u64,
    errors: Vec<String>,
    captain: Option<f64>,
}

impl Measured {
    fn holds(&self) -> bool {
        let fed = self.captain.is_none_or(|seconds| seconds < STARVED.as_secs_f64());
        self.delays.p99 <= self.limit && self.errors.is_empty() && self.orders > 0 && fed
    }

    /// How many times the undisturbed delay its own is.
    fn times(&self, undisturbed: f64) -> f64 {
        self.delays.p99 / undisturbed
    }

    fn value(&self, undisturbed: f64) -> Value {
        json!({
            "attack": self.name, "orders": self.orders, "median_ms": self.delays.median, "p99_ms": self.delays.p99,
            "most_ms": self.delays.most, "limit_ms": self.limit, "times": self.times(undisturbed), "served": self.served, "refused": self.refused,
            "captain_s": self.captain, "errors": self.errors, "holds": self.holds(),
        })
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let unknown = arguments.only.iter().find(|name| ATTACKS.iter().all(|attack| attack.name != **name));
    if let Some(name) = unknown {
        let known: Vec<&str> = ATTACKS.iter().map(|attack| attack.name).collect();
        return Err(format!("there is no attack \"{name}\"; there are {}", known.join(", ")));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("the measurement cannot begin: {error}"))?;
    let all = runtime.block_on(tokio::task::LocalSet::new().run_until(withstand(arguments)))?;
    let undisturbed = all.first().map_or(f64::NAN, |measured| measured.delays.p99);
    match arguments.json {
        true => println!("{}", Value::from_iter(all.iter().map(|measured| measured.value(undisturbed)))),
        false => println!("{}", table(&all, undisturbed)),
    }
    let broken: Vec<&str> = all.iter().filter(|measured| !measured.holds()).map(|measured| measured.name).collect();
    match broken.is_empty() {
        true => Ok(()),
        false => Err(format!("a player is disturbed by: {}", broken.join(", "))),
    }
}

async fn withstand(arguments: &Arguments) -> Result<Vec<Measured>, String> {
    let house = House::start_with(&[])?;
    let place =
        |from| Place { url: house.url.clone(), title: "art-of-war".into(), scenario: "eylau".into(), from: Some(from) };
    let victim = place(VICTIM);
    let mut game = Game::open(&victim, SEED, 0).await?;
    let seconds = Duration::from_secs(arguments.seconds);
    let spare = Cell::new(0);
    // Maps, rules and connections are there before anything is measured.
    play(&mut game, &victim, Duration::from_secs(2), &spare).await;
    let (delays, orders, errors) = play(&mut game, &victim, seconds, &spare).await;
    let captain = Some(captain(&victim).await?);
    let limit = (delays.p99 * TIMES).max(FLOOR);
    let mut all = vec![Measured { name: "undisturbed", orders, delays, limit, served: 0, refused: 0, errors, captain }];
    for attack in ATTACKS
        .iter()
        .filter(|attack| arguments.only.is_empty() || arguments.only.iter().any(|name| name == attack.name))
    {
        all.push(under(attack, &mut game, &victim, &place, seconds, limit, &spare).await?);
    }
    game.close().await;
    Ok(all)
}

/// Plays on under an attack.
async fn under(
    attack: &'static Attack,
    game: &mut Game,
    victim: &Place,
    place: &impl Fn(Ipv4Addr) -> Place,
    seconds: Duration,
    limit: f64,
    spare: &Cell<u64>,
) -> Result<Measured, String> {
    // On a thread of its own: what the attackers do must not hold up the clock of the measurement.
    let assault = Assault::begin(attack, place)?;
    assault.wait_until_under_way(Duration::from_secs(30)).await;
    let (delays, orders, errors) = play(game, victim, seconds, spare).await;
    let captain = match attack.starves {
        true => Some(captain(victim).await?),
        false => None,
    };
    let (served, refused) = assault.end();
    // What was begun under the attack is over before the next.
    tokio::time::sleep(Duration::from_secs(2)).await;
    Ok(Measured { name: attack.name, orders, delays, limit, served, refused, errors, captain })
}

async fn play(game: &mut Game, place: &Place, seconds: Duration, spare: &Cell<u64>) -> (Delays, usize, Vec<String>) {
    let now = Instant::now();
    let pace = Pace::Every { first: now, interval: Duration::from_secs(1) / RATE };
    let tally = game.play(pace, now + seconds, place, SEED, spare).await;
    (percentiles(tally.delays.iter().map(|delay| delay.sent)), tally.delays.len(), tally.errors)
}

/// Seconds until a captain has made the first move against a person.
async fn captain(place: &Place) -> Result<f64, String> {
    let own = place.session().await?;
    let seats = json!({ "french": "captain", "allied": "here" });
    let begun = Instant::now();
    let new = json!({ "title": place.title, "scenario": place.scenario, "seats": seats });
    let made = place.post("/api/games", &own, new).await?;
    let path = format!("/api/games/{}", made["id"].as_str().unwrap_or_default());
    let nonce = json!({ "commitment": made["commitment"], "nonce": "a word" });
    place.post(&format!("{path}/nonce"), &own, nonce).await?;
    while begun.elapsed() < STARVED {
        let now = place.get(&path, &own).await?;
        if now["offers"]["allied"].as_array().is_some_and(|offers| !offers.is_empty()) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(begun.elapsed().as_secs_f64())
}

fn table(all: &[Measured], undisturbed: f64) -> String {
    let mut text = format!(
        "{:<16}{:>8}{:>12}{:>12}{:>8}{:>12}{:>12}{:>10}{:>10}{:>12}\n",
        "attack", "orders", "median ms", "p99 ms", "times", "most ms", "limit ms", "served", "refused", "captain s"
    );
    for measured in all {
        let Measured { name, orders, delays, limit, served, refused, errors, captain } = measured;
        let captain = captain.map_or_else(String::new, |seconds| format!("{seconds:.1}"));
        let times = measured.times(undisturbed);
        text += &format!(
            "{name:<16}{orders:>8}{:>12.2}{:>12.2}{times:>8.1}{:>12.2}{limit:>12.2}{served:>10}{refused:>10}{captain:>12}\n",
            delays.median, delays.p99, delays.most
        );
        for error in errors {
            text += &format!("    {error}\n");
        }
    }
    text
}
