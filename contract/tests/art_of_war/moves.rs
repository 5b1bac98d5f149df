//! What the two battles offer, counted and compared with a generator that shares no code with the rules.

use std::collections::{BTreeMap, BTreeSet};

use crate::independent::{Independent, Memory};
use crate::positions::position;
use art_of_war::counters::Start;
use art_of_war::sequence::Frame;
use art_of_war::{Action, ArtOfWar, Battle, Rules, State};
use board::Hex;
use contract::*;
use kernel::{Chance, Discard, Entropy, Language, Ruleset, Seat, Seen, Title, Viewer};

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
    let seen = Seen::of(rules, state, Viewer::Spectator);
    let words = |set: BTreeSet<&(Seat, Action)>| {
        let words = set.into_iter().map(|(seat, action)| format!("{}:{}", seat.0, rules.say(&seen, action).order));
        words.collect::<Vec<_>>().join(", ")
    };
    let only_rules = words(offered.difference(&expected).collect());
    let only_generator = words(expected.difference(&offered).collect());
    let refused = expected.difference(&offered).filter_map(|(seat, action)| rules.check(state, *seat, action).err());
    let refused: Vec<String> = refused.map(|illegal| illegal.to_string()).collect();
    let picture = rules.picture(&seen);
    Some(format!(
        "{:?}: offered by the rules only: [{only_rules}]; by the generator only: [{only_generator}] {refused:?}\n{:?}\n{picture}",
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
    Rules::new(
        printed.scenario.clone(),
        printed.map.clone(),
        units,
        printed.tables.clone(),
        printed.words.clone(),
        snowstorms,
    )
}

/// A battle with its two armies shoulder to shoulder, each in its own half of a small part of the map, so that most
/// retreats have to displace somebody.
fn packed(battle: Battle, snowstorms: bool, seed: u64) -> Rules {
    let printed = ArtOfWar::built_in().rules_of(battle, snowstorms);
    let mut chance = Chance::of_game(seed, 1);
    let grid = &printed.map.grid;
    let (wide, high) = if battle == Battle::Dresden { (9, 7) } else { (9, 9) };
    let left = chance.below(u32::from(grid.columns()) - wide + 1);
    let top = chance.below(u32::from(grid.rows()) - high + 1);
    let mut units = printed.units.clone();
    let mut taken: BTreeMap<Hex, u32> = BTreeMap::new();
    let limit = if battle == Battle::Dresden { 2 } else { 1 };
    for unit in &mut units {
        let Start::At(_) = unit.start else { continue };
        // Where a half is full, the unit stays where it is printed, if that is free.
        for _ in 0..200 {
            let half = wide / 2;
            let column = left + 1 + chance.below(half) + if unit.side().0 == 0 { 0 } else { wide - half };
            let row = top + 1 + chance.below(high);
            let Some(hex) = grid.at(column as i32, row as i32) else { continue };
            let here = taken.entry(hex).or_default();
            if *here < limit {
                *here += 1;
                unit.start = Start::At(hex);
                break;
            }
        }
    }
    let inside = |hex: Hex| taken.contains_key(&hex);
    // Whoever found no room comes late instead.
    let area = printed.map.entries.keys().find_map(|name| name.chars().next()).unwrap_or('A');
    for (unit, before) in units.iter_mut().zip(&printed.units) {
        if let (Start::At(hex), Start::At(old)) = (unit.start, before.start)
            && hex == old
            && (inside(hex) || unit.garrison.is_none())
        {
            unit.start = Start::Enters { area: art_of_war::counters::Area(area), turn: 5 };
        }
    }
    Rules::new(
        printed.scenario.clone(),
        printed.map.clone(),
        units,
        printed.tables.clone(),
        printed.words.clone(),
        snowstorms,
    )
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
    for seed in 0..if full() { 400 } else { 10 } {
        for battle in Battle::ALL {
            let rules =
                if seed % 2 == 1 { packed(battle, seed % 4 == 1, seed) } else { strewn(battle, seed % 4 == 0, seed) };
            let found = compare(&rules, Trial::new(seed, 1).every(9));
            let found = found.unwrap_or_else(|breach| panic!("strewn {battle:?} {seed}: {breach}"));
            for (frame, count) in found {
                *compared.entry(frame).or_default() += count;
            }
        }
    }
    println!("{compared:?}");
}

/// Every position of the title's own examples is a special case of something: a few random walks from each.
#[test]
fn an_independent_generator_agrees_around_the_examples() {
    let title = ArtOfWar::built_in();
    let (walks, length) = if full() { (20, 100) } else { (2, 40) };
    let mut compared: BTreeMap<String, u64> = BTreeMap::new();
    for (number, example) in title.examples().into_iter().enumerate() {
        let (rules, start) = position(&title, &example.name, &example.text);
        let independent = Independent::new(&rules);
        for walk in 0..walks {
            let mut chance = Chance::of_game(number as u64, walk);
            let mut state = start.clone();
            let mut memory = Memory::default();
            for step in 0..length {
                independent.remember(&state, &mut memory);
                *compared.entry(frame_name(&state)).or_default() += 1;
                if let Some(what) = difference(&rules, &independent, &state, &memory) {
                    panic!("{}, walk {walk}, step {step}: {what}", example.name);
                }
                let steps = continuations(&rules, &state);
                if steps.is_empty() {
                    break;
                }
                apply(&rules, &mut state, &steps[chance.below(steps.len() as u32) as usize], &mut Discard);
            }
        }
    }
    println!("{compared:?}");
}

/// Counts like `perft`, but over the generator's list.
fn count(rules: &Rules, independent: &Independent<'_>, state: &State, memory: &Memory, depth: u32) -> u64 {
    let mut memory = memory.clone();
    independent.remember(state, &mut memory);
    let mut steps: Vec<Step<Action>> = continuations(rules, state)
        .into_iter()
        .filter(|step| matches!(step, Step::Throw(_)))
        .chain(independent.offers(state, &memory).into_iter().map(|(seat, action)| Step::Play(seat, action)))
        .collect();
    if depth == 1 {
        return steps.len() as u64;
    }
    let mut sum = 0;
    for step in steps.drain(..) {
        let mut after = state.clone();
        apply(rules, &mut after, &step, &mut Discard);
        sum += count(rules, independent, &after, &memory, depth - 1);
    }
    sum
}

/// The table holds, and the generator counts the same down to a depth it can afford.
fn pinned(rules: &Rules, state: &State, table: &[u64], shallow: u32) {
    perft_is(rules, state, table).unwrap();
    let independent = Independent::new(rules);
    for depth in 1..=shallow {
        let counted = count(rules, &independent, state, &Memory::default(), depth);
        assert_eq!(counted, table[depth as usize - 1], "the generator at depth {depth}");
    }
}

#[test]
fn counts_of_the_printed_set_ups() {
    let title = ArtOfWar::built_in();
    for (battle, table) in [(Battle::Eylau, [28, 163, 1134, 8172]), (Battle::Dresden, [41, 449, 3610, 35064])] {
        let rules = title.rules_of(battle, false);
        let initial = rules.initial();
        pinned(&rules, &initial, &table, if full() { 4 } else { 3 });
    }
}

/// A few units on a small sheet, moving.
const MARCH: &str = r#"
[position]
map = "blank 7x6"
terrain = { "0303" = "woods", "0404" = "town" }
hexsides = { "0302-0402" = "stream", "0304>0404" = "slope" }
roads = ["0205 0305 0404"]
rules_of = "eylau"
turn = 4
phase = "movement"
active = "french"
units = ["fr a: Leg 8-4i @ 0205", "fr b: Heu 5-3a @ 0305", "fr c: Leg 4-4i @ 0304", "ru x: Tut 8-4i @ 0502"]
"#;

/// Contacts of several kinds, a battery that is needed, and friends behind the line.
const BATTLE: &str = r#"
[position]
map = "blank 8x8"
terrain = { "0504" = "town" }
rules_of = "eylau"
turn = 5
phase = "combat"
active = "french"
units = ["fr a: Leg 8-4i @ 0405", "fr b: Leg 4-4i @ 0505", "fr g: Leg 5-3a @ 0406", "fr h: Heu 3-4i @ 0305",
  "ru x: Tut 8-4i @ 0404", "ru y: Tut 5-4i @ 0504", "ru z: Sac 4-4i @ 0304", "ru w: Sac 4-4i @ 0403"]
"#;

/// Stacks in the thick of it, a lunette, and a reserve.
const STACKS: &str = r#"
[position]
map = "blank 7x7"
terrain = { "0403" = "fort" }
rules_of = "dresden"
turn = 3
phase = "combat"
active = "allied"
units = ["fr a: YGd 6-4i @ 0404", "fr b: YGd 6-4i @ 0404", "fr c: Teste 4-4i @ 0503", "fr d: Teste 4-4i @ 0503",
  "au x: Chiesa 5-4i @ 0405", "au y: Bubna 5-4i @ 0405", "ru z: Roth 4-4i @ 0505", "pr g: Kleist 3-3a @ 0406"]
"#;

#[test]
fn counts_of_small_positions() {
    let title = ArtOfWar::built_in();
    for (name, text, table, shallow) in [
        ("march", MARCH, &[4, 19, 118, 633, 2144, 5098, 23419, 106328][..], 6),
        ("battle", BATTLE, &[3, 4, 14, 82, 198, 446, 1052, 2024], 8),
        ("stacks", STACKS, &[1, 4, 10, 28, 144, 868, 3356, 9212], 7),
    ] {
        let (rules, state) = position(&title, name, text);
        pinned(&rules, &state, table, shallow);
    }
}

/// The printed table of combat results, and the weather of 22.
#[test]
fn dice_give_the_printed_results() {
    const TABLE: [&str; 6] = [
        "Ar Ar Dr Dr Dr Dr Dr De De De",
        "Ar Ar Ar Dr Dr Dr Dr Dr De De",
        "Ae Ar Ar Ar Dr Dr Dr Dr Dr De",
        "Ae Ar Ar Ar Ar Dr Dr Dr Dr Dr",
        "Ae Ae Ar Ar Ar Ar Dr Dr Ee Ee",
        "Ae Ae Ae Ar Ar Ar Ar Ee Ee Ee",
    ];
    let cell = |die: u8, column: u8| TABLE[usize::from(die) - 1].split(' ').nth(usize::from(column)).unwrap_or("");
    let mut cells = BTreeSet::new();
    for seed in 0..200 {
        if cells.len() == 60 {
            break;
        }
        let rules = strewn(Battle::Eylau, true, seed);
        walk("results", &rules, Trial::new(seed, 1), |moment| {
            let Some(Step::Throw(outcome)) = moment.next else { return Ok(()) };
            let (mut after, mut events) = (moment.state.clone(), Vec::new());
            rules.throw(&mut after, outcome, &mut events);
            let before = moment.state.attack.result.map_or("", |result| result.name());
            let column = moment.state.attack.column.map_or(0, |column| column.0);
            let (expected, found) = match events.first() {
                Some(art_of_war::Event::CombatThrown { die, result, .. }) => {
                    cells.insert((*die, column));
                    (cell(*die, column), *result)
                }
                Some(art_of_war::Event::WeatherThrown { die, result }) => {
                    let changed = match (die, before) {
                        (5, "Ar") => "Ae",
                        (5, "Dr") => "De",
                        (6, "Ar") => "Dr",
                        (6, "Dr") => "Ar",
                        (6, "Ae") => "De",
                        (6, "De") => "Ae",
                        _ => before,
                    };
                    (changed, *result)
                }
                other => return Err(format!("a throw gives {other:?}")),
            };
            if found.name() == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected}")) }
        })
        .unwrap();
    }
    assert_eq!(cells.len(), 60, "every cell of the table was met");
}
