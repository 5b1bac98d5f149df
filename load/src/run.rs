//! The measurement: one thing after the other, each bounded in time.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use hdrhistogram::Histogram;
use tokio::time::Instant;

use crate::Arguments;
use crate::game::{Game, Pace, Tally};
use crate::house::{House, own_processor};
use crate::place::Place;
use crate::report::{Delays, Memory, Phase, Report};

/// Games that are opened or checked at once.
const AT_ONCE: usize = 16;
/// Games that are opened before memory is measured for the first time: what all games share is there then.
const WARMING: u64 = 4;

pub(crate) async fn measure(arguments: &Arguments) -> Result<Report, String> {
    let house = match &arguments.url {
        Some(url) => House::at(url)?,
        None => House::start(arguments.idle)?,
    };
    let (title, scenario) = arguments.scenario.split_once('/').ok_or("a scenario is written as TITLE/SCENARIO")?;
    let place = Place { url: house.url.clone(), title: title.to_owned(), scenario: scenario.to_owned(), from: None };
    let mut report = Report::new(arguments.clone());
    open(&place, arguments.seed ^ 1, WARMING).await?;
    let empty = house.memory();
    let count = u64::from(arguments.games);
    let mut games = open(&place, arguments.seed, count).await?;
    let opened = house.memory();
    // Games that replace finished ones are numbered after all others.
    let spare = Rc::new(Cell::new(count));
    let seconds = Duration::from_secs(arguments.seconds);
    if !arguments.no_rate {
        let rate = Some(arguments.rate);
        let (phase, back) =
            play(&house, &place, games, arguments.seed, &spare, rate, seconds, &mut report.errors).await;
        (report.at_rate, games) = (Some(phase), back);
    }
    if !arguments.no_throughput {
        let (phase, back) =
            play(&house, &place, games, arguments.seed, &spare, None, seconds, &mut report.errors).await;
        (report.at_once, games) = (Some(phase), back);
    }
    let played = house.memory();
    let games = check(&place, games, &mut report).await;
    close(games).await;
    if house.is_ours() {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let unwatched = house.memory();
        let idle = Duration::from_secs(arguments.idle);
        let put_away = settled(&house, idle).await;
        // The same again: what was taken for the games in play serves once more, and what the server has grown by is for as
        // many more games that lie idle.
        let games = open(&place, arguments.seed ^ 2, count).await?;
        let (_, games) = play(&house, &place, games, arguments.seed, &spare, None, seconds, &mut report.errors).await;
        let games = check(&place, games, &mut report).await;
        close(games).await;
        let twice_put_away = settled(&house, idle).await;
        report.memory = Memory::new(count, [empty, opened, played, unwatched, put_away, twice_put_away]);
    }
    Ok(report)
}

/// Whether the players of all games were shown what there is.
async fn check(place: &Place, games: Vec<Game>, report: &mut Report) -> Vec<Game> {
    let mut checks = Vec::new();
    for mut game in games {
        let place = place.clone();
        checks.push(async move { (game.check(&place).await, game) });
    }
    let mut games = Vec::new();
    for (checked, game) in several(checks).await {
        report.checked += 1;
        report.errors.extend(checked.err());
        games.push(game);
    }
    games
}

async fn close(mut games: Vec<Game>) {
    for game in &mut games {
        game.close().await;
    }
}

/// Opens games, a few at once.
async fn open(place: &Place, seed: u64, count: u64) -> Result<Vec<Game>, String> {
    let opening = (0..count).map(|number| {
        let place = place.clone();
        async move { Game::open(&place, seed, number).await }
    });
    several(opening.collect()).await.into_iter().collect()
}

/// Runs tasks, a few at a time, and gives their results in order.
async fn several<T: 'static>(tasks: Vec<impl Future<Output = T> + 'static>) -> Vec<T> {
    let places = Rc::new(tokio::sync::Semaphore::new(AT_ONCE));
    let running: Vec<_> = tasks
        .into_iter()
        .map(|task| {
            let places = places.clone();
            tokio::task::spawn_local(async move {
                let _place = places.acquire().await;
                task.await
            })
        })
        .collect();
    let mut results = Vec::new();
    for task in running {
        results.extend(task.await.ok());
    }
    results
}

/// All games at once: at a rate, or each as fast as it can.
#[allow(clippy::too_many_arguments)]
async fn play(
    house: &House,
    place: &Place,
    games: Vec<Game>,
    seed: u64,
    spare: &Rc<Cell<u64>>,
    rate: Option<u32>,
    seconds: Duration,
    errors: &mut Vec<String>,
) -> (Phase, Vec<Game>) {
    let count = games.len() as u32;
    let (server_before, own_before) = (house.processor(), own_processor());
    let begin = Instant::now() + Duration::from_millis(200);
    let until = begin + seconds;
    let tasks: Vec<_> = games
        .into_iter()
        .enumerate()
        .map(|(number, mut game)| {
            let pace = match rate {
                None => Pace::AtOnce,
                // One action follows the other evenly, from game to game.
                Some(rate) => {
                    let gap = Duration::from_secs(1) / rate;
                    Pace::Every { first: begin + gap * number as u32, interval: gap * count }
                }
            };
            let (place, spare) = (place.clone(), spare.clone());
            tokio::task::spawn_local(async move {
                tokio::time::sleep_until(begin).await;
                let tally = game.play(pace, until, &place, seed, &spare).await;
                (game, tally)
            })
        })
        .collect();
    let mut games = Vec::new();
    let mut all = Tally::default();
    for task in tasks {
        let Ok((game, tally)) = task.await else { continue };
        games.push(game);
        all.delays.extend(tally.delays);
        all.finished += tally.finished;
        all.errors.extend(tally.errors);
    }
    let elapsed = begin.elapsed().as_secs_f64();
    let used = |before: Option<f64>, now: Option<f64>| Some(now? - before?);
    let phase = Phase {
        asked: rate,
        actions: all.delays.len() as u64,
        errors: all.errors.len() as u64,
        finished: all.finished,
        seconds: elapsed,
        due: percentiles(all.delays.iter().map(|delay| delay.due)),
        sent: percentiles(all.delays.iter().map(|delay| delay.sent)),
        server_processor: used(server_before, house.processor()),
        own_processor: used(own_before, own_processor()),
    };
    errors.extend(all.errors);
    (phase, games)
}

pub(crate) fn percentiles(micros: impl Iterator<Item = u64>) -> Delays {
    // Up to a minute; nothing takes longer here.
    let Ok(mut histogram) = Histogram::<u64>::new_with_max(60_000_000, 3) else { return Delays::default() };
    for value in micros {
        histogram.saturating_record(value);
    }
    let at = |quantile| histogram.value_at_quantile(quantile) as f64 / 1_000.0;
    Delays { median: at(0.5), p95: at(0.95), p99: at(0.99), most: histogram.max() as f64 / 1_000.0 }
}

/// The memory of the server after it has put away what nobody looks at.
async fn settled(house: &House, idle: Duration) -> Option<u64> {
    let until = Instant::now() + idle * 2 + Duration::from_secs(5);
    let mut least = house.memory()?;
    tokio::time::sleep(idle).await;
    while Instant::now() < until {
        least = least.min(house.memory()?);
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    Some(least)
}
