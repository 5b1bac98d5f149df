//! Synthetic armies of any size on a blank sheet of Dresden's size, to see how the cost of a decision grows with units.

use std::time::Duration;

use art_of_war::counters::{Army, Division, Kind, Start, Unit};
use art_of_war::{ArtOfWar, Battle, Rules};
use board::MapFile;
use serde::Serialize;

use crate::speed::Games;

pub const SIZES: [usize; 4] = [25, 50, 100, 200];

/// Two armies of together so many units, drawn up in lines opposite each other, under the rules of a battle. Every
/// fifth is a battery, every fifth horse.
pub fn rules(battle: Battle, count: usize) -> Rules {
    let title = ArtOfWar::built_in();
    let printed = title.rules_of(battle, false);
    let map = MapFile::blank(30, 20, board::Shift::Even);
    let units = (0..count).map(|index| {
        let (french, place) = (index % 2 == 0, index / 2);
        // Fifteen to a line, two columns apart; the lines go back from the middle of the sheet.
        let (column, line) = (place % 15 * 2 + 1 + place / 15 % 2, place / 15);
        let row = if french { 13 + line } else { 8 - line };
        let (kind, movement) = match place % 5 {
            0 => (Kind::Artillery, 3),
            1 => (Kind::Cavalry, 5),
            _ => (Kind::Infantry, 4),
        };
        Unit {
            old_guard: false,
            id: format!("{}{index}", if french { "f" } else { "a" }),
            name: format!("{index}"),
            army: if french { Army::French } else { Army::Russian },
            division: Division::NONE,
            kind,
            strength: 3 + (place % 5) as u8,
            movement,
            start: Start::At(map.grid.at(column as i32, row as i32).expect("the lines fit the sheet")),
            reserve: false,
            garrison: None,
        }
    });
    Rules::new(
        printed.scenario.clone(),
        map.clone(),
        units.collect(),
        printed.tables.clone(),
        printed.words.clone(),
        false,
    )
}

/// What a decision costs with so many units.
#[derive(Clone, Debug, Serialize)]
pub struct Cost {
    pub battle: &'static str,
    pub units: usize,
    pub decisions: u64,
    pub mean_branching: f64,
    pub nanoseconds_per_decision: f64,
    /// Compared with the smallest army, and with what would be linear.
    pub times_the_smallest: f64,
    pub linear_would_be: f64,
}

/// Measures all sizes in turns, so that a bad moment of the machine strikes them alike.
pub fn measure(battle: Battle, for_about: Duration) -> Vec<Cost> {
    let all: Vec<Rules> = SIZES.into_iter().map(|count| rules(battle, count)).collect();
    let mut games: Vec<Games<'_, Rules>> = all.iter().map(Games::new).collect();
    let mut times = vec![Duration::ZERO; games.len()];
    for games in &mut games {
        games.play_for(Duration::from_millis(50));
        games.tally = Default::default();
    }
    while times[0] < for_about / SIZES.len() as u32 {
        for (games, time) in games.iter_mut().zip(&mut times) {
            *time += games.play_for(Duration::from_millis(50));
        }
    }
    let cost = |index: usize| times[index].as_nanos() as f64 / games[index].tally.decisions as f64;
    let costs = SIZES.into_iter().enumerate().map(|(index, units)| Cost {
        battle: battle.id(),
        units,
        decisions: games[index].tally.decisions,
        mean_branching: games[index].tally.branching as f64 / games[index].tally.decisions as f64,
        nanoseconds_per_decision: cost(index),
        times_the_smallest: cost(index) / cost(0),
        linear_would_be: units as f64 / SIZES[0] as f64,
    });
    costs.collect()
}
