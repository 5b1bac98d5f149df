//! What the two battles offer, counted and compared with a generator that shares no code with the rules.

mod art_of_war_independent;

use std::collections::{BTreeMap, BTreeSet};

use art_of_war::sequence::Frame;
use art_of_war::unit::Start;
use art_of_war::{Action, ArtOfWar, Battle, Rules, State};
use art_of_war_independent::{Independent, Memory};
use board::Hex;
use contract::*;
use kernel::{Chance, Entropy, Language, Ruleset, Seat, Viewer};

fn full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

/// The name of a frame, for counting.
fn frame_name(state: &State) -> String {
    let text = format!("{:?}", state.frame());
    text.split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

/// The offers of the rules and of the generator, if they differ.
fn difference(rules: &Rules, independent: &Independent<'_>, state: &State, memory: &Memory) -> Option<String> {
    let offered: BTreeSet<(Seat, Action)> = continuations(rules, state)
        .into_iter()
        .filter_map(|step| if let Step::Play(seat, action) = step { Some((seat, action)) } else { None })
        .collect();
    let expected: BTreeSet<(Seat, Action)> = independent.offers(state, memory).into_iter().collect();
    if offered == expected {
        return None;
    }
    let words = |set: BTreeSet<&(Seat, Action)>| {
        let words = set.into_iter().map(|(seat, action)| format!("{}:{}", seat.0, rules.write(state, action)));
        words.collect::<Vec<_>>().join(", ")
    };
    let only_rules = words(offered.difference(&expected).collect());
    let only_generator = words(expected.difference(&offered).collect());
    let picture = rules.picture(&rules.view(state, Viewer::Spectator));
    Some(format!(
        "{:?}: offered by the rules only: [{only_rules}]; by the generator only: [{only_generator}]\n{:?}\n{picture}",
        state.frame(),
        state.attack
    ))
}

/// Compares along random games and returns how many positions of each frame were compared.
fn compare(rules: &Rules, trial: Trial) -> Result<BTreeMap<String, u64>, Breach> {
    let independent = Independent::new(rules);
    let mut memory = Memory::default();
    let mut compared: BTreeMap<String, u64> = BTreeMap::new();
    walk("independent generator", rules, Trial { every: 1, ..trial }, |moment| {
        independent.remember(moment.state, &mut memory);
        // Moves are by far the most positions.
        let common = matches!(moment.state.frame(), Frame::Move | Frame::Moving { .. });
        if common && moment.step % trial.every != 0 {
            return Ok(());
        }
        *compared.entry(frame_name(moment.state)).or_default() += 1;
        difference(rules, &independent, moment.state, &memory).map_or(Ok(()), Err)
    })?;
    Ok(compared)
}

/// A battle with its counters strewn over part of the map, so that there is much to fight about at once.
fn strewn(battle: Battle, snowstorms: bool, seed: u64) -> Rules {
    let title = ArtOfWar::built_in();
    let printed = title.rules_of(battle, snowstorms);
    let mut chance = Chance::of_game(seed, 0);
    let grid = &printed.map.grid;
    let (columns, rows) = (u32::from(grid.columns()), u32::from(grid.rows()));
    // The smaller the part, the thicker the crowd.
    let (wide, high) = (10 + chance.below(columns - 10), 10 + chance.below(rows - 10));
    let (left, top) = (chance.below(columns - wide + 1), chance.below(rows - high + 1));
    let mut units = printed.units.clone();
    let mut taken: BTreeMap<Hex, Vec<usize>> = BTreeMap::new();
    let limit = if battle == Battle::Dresden { 2 } else { 1 };
    for index in 0..units.len() {
        let Start::At(_) = units[index].start else { continue };
        for _ in 0..1000 {
            let (column, row) = (left + chance.below(wide) + 1, top + chance.below(high) + 1);
            let Some(hex) = grid.at(column as i32, row as i32) else { continue };
            let here = taken.entry(hex).or_default();
            if here.len() < limit && here.iter().all(|other| units[*other].side() == units[index].side()) {
                here.push(index);
                units[index].start = Start::At(hex);
                break;
            }
        }
    }
    Rules::new(printed.scenario.clone(), printed.map.clone(), units, printed.tables.clone(), snowstorms)
}

#[test]
fn an_independent_generator_agrees_along_random_games() {
    for (battle, snow, games) in [(Battle::Eylau, false, 4), (Battle::Eylau, true, 2), (Battle::Dresden, false, 4)] {
        let rules = ArtOfWar::built_in().rules_of(battle, snow);
        let games = if full() { games * 25 } else { games };
        let compared = compare(&rules, Trial::new(21, games).every(5)).unwrap();
        println!("{battle:?}: {compared:?}");
    }
}

#[test]
fn an_independent_generator_agrees_in_the_thick_of_it() {
    let mut compared: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..if full() { 200 } else { 10 } {
        for battle in Battle::ALL {
            let rules = strewn(battle, seed % 2 == 1, seed);
            let found = compare(&rules, Trial::new(seed, 1).every(9));
            let found = found.unwrap_or_else(|breach| panic!("strewn {battle:?} {seed}: {breach}"));
            for (frame, count) in found {
                *compared.entry(frame).or_default() += count;
            }
        }
    }
    println!("{compared:?}");
}
