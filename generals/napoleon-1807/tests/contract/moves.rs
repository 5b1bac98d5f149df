//! What the rules offer, compared with a generator that shares no code with them: in random positions on small maps, where there
//! is much to do at once, and along random games of the battles.

use std::collections::{BTreeMap, BTreeSet};

use crate::independent::Independent;
use kernel::{Chance, Discard, Entropy, Language, Options, Outcome, Pending, Position, Ruleset, Seen, Title, Viewer};
use napoleon_1807::sequence::Frame;
use napoleon_1807::{Action, Napoleon1807, Rules, State};

/// The name of a frame, for counting.
fn frame_name(state: &State) -> String {
    let text = format!("{:?}", state.frame());
    text.split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

/// The offers of the rules and of the generator, if they differ.
fn difference(rules: &Rules, independent: &Independent<'_>, state: &State, listed: &[Action]) -> Option<String> {
    let offered: BTreeSet<Action> = listed.iter().copied().collect();
    let expected = independent.offers(state);
    if offered == expected {
        return None;
    }
    let seen = Seen::of(rules, state, Viewer::Spectator);
    let words = |set: BTreeSet<&Action>| {
        set.into_iter().map(|action| rules.say(&seen, action).order).collect::<Vec<_>>().join(", ")
    };
    let only_rules = words(offered.difference(&expected).collect());
    let only_generator = words(expected.difference(&offered).collect());
    let seat = Rules::seat_of(state.player);
    let refused = expected.difference(&offered).filter_map(|action| rules.check(state, seat, action).err());
    let refused: Vec<String> = refused.map(|illegal| illegal.to_string()).collect();
    Some(format!(
        "{:?}, {:?}: offered by the rules only: [{only_rules}]; by the generator only: [{only_generator}] {refused:?}\n{:?}\n{}",
        state.frame(),
        state.hand,
        state.combat,
        rules.picture(&seen)
    ))
}

/// Plays at random from a state, comparing at every `every`th decision about moves and at all others.
fn follow(
    rules: &Rules,
    mut state: State,
    chance: &mut Chance,
    (steps, every): (usize, u32),
    compared: &mut BTreeMap<String, u64>,
) -> Result<(), String> {
    let independent = Independent::new(rules);
    let mut before: Option<State> = None;
    let mut actions = Vec::new();
    for step in 0..steps {
        let common = matches!(state.frame(), Frame::Move | Frame::Moving | Frame::React);
        let looked_at = !common || chance.below(every) == 0;
        if looked_at {
            independent.audit(before.as_ref(), &state).map_err(|fault| format!("step {step}: {fault}"))?;
        }
        before = Some(state.clone());
        match rules.pending(&state) {
            Pending::Over(_) => return Ok(()),
            Pending::Chance(throw) => {
                let dice = (0..throw.dice).map(|_| 1 + chance.below(throw.faces.into()) as u8);
                rules.throw(&mut state, &Outcome(dice.collect()), &mut Discard);
            }
            Pending::Decide(asked) => {
                let (seat, _) = asked[0];
                rules.legal(&state, seat, &mut actions);
                if looked_at {
                    *compared.entry(frame_name(&state)).or_default() += 1;
                    if let Some(fault) = difference(rules, &independent, &state, &actions) {
                        return Err(format!("step {step}: {fault}"));
                    }
                }
                let action = actions[chance.below(actions.len() as u32) as usize];
                rules.play(&mut state, seat, &action, &mut Discard);
            }
        }
    }
    Ok(())
}

const SIZE: u32 = 9;

/// A position in which everything that the rules speak of may occur.
fn strewn(chance: &mut Chance) -> String {
    let mut one_in = |number: u32| chance.below(number) == 0;
    let (night, snow) = (one_in(8), one_in(10));
    let factor = one_in(5);
    let limit = one_in(8);
    let mut below = |number: u32| chance.below(number);
    let name = |column: u32, row: u32| format!("{:02}{:02}", column + 1, row + 1);
    let mut lines = vec![format!("map = \"blank {SIZE}x{SIZE}\""), format!("night = {night}\nsnow = {snow}")];
    let active = ["french", "allied"][below(2) as usize];
    let phase = ["movement", "movement", "movement", "combat", "combat", "fire", "reorganization"][below(7) as usize];
    lines.push(format!("active = \"{active}\"\nphase = \"{phase}\""));
    if factor {
        lines.push(format!("command_factor = {{ {active} = {} }}", 1 + below(3)));
    }
    if limit {
        lines.push(format!("units_moved = {{ {active} = {} }}", 1 + below(4)));
    }
    let kinds = ["forest", "village", "town", "marsh", "lake", "ice", "orchard", "vineyard"];
    let (mut terrain, mut heights, mut closed) = (Vec::new(), Vec::new(), BTreeSet::new());
    for column in 0..SIZE {
        for row in 0..SIZE {
            if below(5) == 0 {
                let kind = kinds[below(kinds.len() as u32) as usize];
                if matches!(kind, "lake" | "marsh") {
                    closed.insert((column, row));
                }
                terrain.push(format!("\"{}\" = \"{kind}\"", name(column, row)));
            }
            if below(8) == 0 {
                heights.push(format!("\"{}\" = \"{}\"", name(column, row), 1 + below(2)));
            }
        }
    }
    lines.push(format!("terrain = {{ {} }}", terrain.join(", ")));
    lines.push(format!("heights = {{ {} }}", heights.join(", ")));
    // Hexsides and roads between hexes of a column, and from a column to the next.
    let (mut sides, mut roads, mut lanes) = (Vec::new(), Vec::new(), Vec::new());
    for column in 0..SIZE {
        for row in 0..SIZE - 1 {
            let (one, other) = (name(column, row), name(column, row + 1));
            match below(16) {
                0 => sides.push(format!("\"{one}-{other}\" = \"stream\"")),
                1 => sides.push(format!("\"{one}-{other}\" = \"river\"")),
                2 => sides.push(format!("\"{one}-{other}\" = [\"river\", \"bridge\"]")),
                3 => sides.push(format!("\"{one}>{other}\" = \"slope\"")),
                4 => sides.push(format!("\"{other}>{one}\" = \"cliff\"")),
                5 => sides.push(format!("\"{one}-{other}\" = [\"stream\", \"ford\"]")),
                6 | 7 => roads.push(format!("\"{one} {other}\"")),
                8 => lanes.push(format!("\"{one} {other}\"")),
                _ => {}
            }
            if column + 1 < SIZE {
                let next = name(column + 1, row);
                match below(16) {
                    0 => sides.push(format!("\"{one}-{next}\" = \"stream\"")),
                    1 => sides.push(format!("\"{one}-{next}\" = \"river\"")),
                    2 => sides.push(format!("\"{one}>{next}\" = \"slope\"")),
                    3 => roads.push(format!("\"{one} {next}\"")),
                    _ => {}
                }
            }
        }
    }
    lines.push(format!("hexsides = {{ {} }}", sides.join(", ")));
    lines.push(format!("roads = [{}]\nsecondary_roads = [{}]", roads.join(", "), lanes.join(", ")));
    let mut held: BTreeMap<(u32, u32), (usize, u32)> = BTreeMap::new();
    let mut units = Vec::new();
    for index in 0..16 + below(14) {
        let side = below(2) as usize;
        let army = ["fr", "ru"][side];
        let at = (below(SIZE), below(SIZE));
        let way = ["n", "ne", "se", "s", "sw", "nw"][below(6) as usize];
        let group = ["one", "two", "three"][below(3) as usize];
        let (strength, letter, mobility) = match below(9) {
            0..=3 => (1 + below(9), "i", 5),
            4 => (1 + below(6), "h", 7),
            5 | 6 => (1 + below(6), "c", 8),
            7 => (1 + below(3), ["C", "L"][below(2) as usize], 4),
            _ => (1 + below(3), "K", 7),
        };
        let guns = matches!(letter, "C" | "L" | "K");
        let stars = if guns { "" } else { ["", " *", " **"][below(3) as usize] };
        let counter =
            format!("{army} u{index}: U {strength}-{mobility}{letter} {}/{}{stars}", 6 + below(5), 4 + below(3));
        if below(14) == 0 {
            units.push(format!("\"{counter} @ enters:{}/{} group:{group}\"", name(below(SIZE), 0), 4 + below(3)));
            continue;
        }
        let (owner, points) = held.get(&at).copied().unwrap_or((side, 0));
        if owner != side || points + strength > 15 || closed.contains(&at) {
            continue;
        }
        held.insert(at, (side, points + strength));
        let mut marks = String::new();
        let possible = match letter {
            "i" => vec!["disorganized", "uncommanded", "fought", "attacked"],
            "c" | "h" => vec!["disorganized", "uncommanded", "marker", "charged", "countercharged", "spent"],
            _ => vec!["disorganized", "uncommanded", "fired fired_in_phase", "limbered", "reacted"],
        };
        for mark in possible {
            if below(6) == 0 {
                marks.push_str(&format!(" {mark}"));
            }
        }
        units.push(format!("\"{counter} @ {} {way} group:{group}{marks}\"", name(at.0, at.1)));
    }
    for (index, (at, (side, _))) in held.iter().enumerate().step_by(4) {
        let (army, chief) = (["fr", "ru"][*side], if index == 0 { " army" } else { "" });
        units.push(format!("\"{army} n{index}: N +{}{chief} @ {}\"", below(3), name(at.0, at.1)));
    }
    lines.push(format!("units = [{}]", units.join(", ")));
    format!("rules = []\ntitle = \"strewn\"\n[position]\n{}\n", lines.join("\n"))
}

fn full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

#[test]
fn strewn_positions_offer_the_same() {
    let title = Napoleon1807::built_in();
    let (positions, steps) = if full() { (6000, 160) } else { (500, 100) };
    let mut compared = BTreeMap::new();
    for number in 0..positions {
        let mut chance = Chance::of_game(1807, number);
        let text = strewn(&mut chance);
        let Position { rules, state } = kernel::example::read_position(&title, "strewn", &text)
            .unwrap_or_else(|faults| panic!("position {number}: {faults:?}\n{text}"));
        follow(&rules, state, &mut chance, (steps, 2), &mut compared)
            .unwrap_or_else(|fault| panic!("position {number}, {fault}\n{text}"));
    }
    // Every question was met, and not just once.
    for frame in [
        "Reorganize",
        "Fire",
        "Move",
        "Moving",
        "FormSquare",
        "React",
        "Withdraw",
        "Assault",
        "Declare",
        "Volley",
        "Skirmish",
        "Retreat",
        "Pursuit",
        "Face",
        "Losses",
    ] {
        assert!(compared.get(frame).is_some_and(|times| *times > 20), "{frame}: {compared:?}");
    }
}

#[test]
fn random_games_offer_the_same() {
    let title = Napoleon1807::built_in();
    let mut compared = BTreeMap::new();
    for (battle, games, every) in
        [("bergfriede", 20, 2), ("waltersdorf", 3, 6), ("pultusk", 3, 8), ("golymin", 2, 10), ("eylau", 1, 80)]
    {
        let rules = title.rules(battle, &Options::default()).expect("the battle is there");
        let games = if full() { games * 10 } else { games };
        for game in 0..games {
            let mut chance = Chance::of_game(1806, game);
            follow(&rules, rules.initial(), &mut chance, (100_000, every), &mut compared)
                .unwrap_or_else(|fault| panic!("{battle}, game {game}, {fault}"));
        }
    }
    assert!(compared.values().sum::<u64>() > 3000, "{compared:?}");
}
