//! 19.path, 19.path.order, 19.two: retreats found by trying every walk agree with the rules.

use std::collections::BTreeMap;

use struggle_of_nations::StruggleOfNations;
use struggle_of_nations::roster::{ALLIED, LeaderSet};

use crate::slow::{Board, Counter, Dice, Hex, distance, neighbour};

/// Opening lead and rear, last hex and where the other half is then, whether it leaves the map.
type Key = (Hex, Hex, Hex, Hex, bool);
/// Controlled hexes, points of friends, cost.
type Rank = (u32, u32, u32);

fn openings(board: &Board, own: &Counter) -> Vec<[Hex; 2]> {
    let mut pairs = vec![own.hexes];
    for (moving, standing) in [(own.hexes[0], own.hexes[1]), (own.hexes[1], own.hexes[0])] {
        for way in 0..6 {
            let to = neighbour(standing, way);
            let free = !board.counters.iter().any(|other| other.hexes.contains(&to));
            if to != moving && distance(to, moving) == 1 && board.is_on(to) && free && board.is_open(moving, to) {
                pairs.push([to, standing]);
            }
        }
    }
    let mut all: Vec<[Hex; 2]> = pairs.into_iter().flat_map(|[one, other]| [[one, other], [other, one]]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Where the other half may be once the leading half has gone from a hex to the next, and what that costs: behind it; where it
/// was; or beside it.
fn others(board: &Board, own: &Counter, gone: &[&str], [at, to, rear]: [Hex; 3], first: bool) -> Vec<(Hex, u32)> {
    let mut places: Vec<(Hex, u32)> = board.crossing(at, to, false).map(|cost| (at, cost)).into_iter().collect();
    let Some(cost) = board.crossing(at, to, true) else { return places };
    let joined = |hex: Hex| distance(to, hex) == 1 && board.is_open(to, hex);
    if joined(rear) && !(first && board.is_controlled(true, rear)) {
        places.push((rear, cost));
    }
    let beside = (0..6).filter(|way| neighbour(at, *way) == to).map(|way| neighbour(rear, way));
    for beside in beside {
        let own_or_gone = |other: &Counter| other.name == own.name || gone.contains(&other.name.as_str());
        let taken = board.counters.iter().any(|other| !own_or_gone(other) && other.hexes.contains(&beside));
        if beside != at
            && board.is_on(beside)
            && !taken
            && joined(beside)
            && let Some(other) = board.crossing(rear, beside, true)
        {
            places.push((beside, cost.max(other)));
        }
    }
    places
}

/// Every walk that gets one hex further from its beginning with each step, by length.
fn walks(board: &Board, own: &Counter, gone: &[&str], length: usize) -> BTreeMap<Key, Rank> {
    let mut full = BTreeMap::new();
    let mut off = BTreeMap::new();
    let mut short: BTreeMap<usize, BTreeMap<Key, Rank>> = BTreeMap::new();
    for [lead, opening] in openings(board, own) {
        let turned = !own.hexes.contains(&lead) && board.is_controlled(true, lead);
        let mut open = vec![(lead, opening, 0, (u32::from(turned), 0, 0))];
        while let Some((at, rear, steps, rank)) = open.pop() {
            let put = |map: &mut BTreeMap<Key, Rank>, leaves: bool| {
                let best = map.entry((lead, opening, at, rear, leaves)).or_insert(rank);
                *best = rank.min(*best);
            };
            if steps == length {
                put(&mut full, false);
                continue;
            }
            if steps > 0 {
                put(short.entry(steps).or_default(), false);
            }
            for way in 0..6 {
                let to = neighbour(at, way);
                if distance(to, lead) != steps as i32 + 1 || to == rear {
                    continue;
                }
                if !board.is_on(to) {
                    put(&mut off, true);
                    continue;
                }
                let enemy = board.counters.iter().any(|other| other.french && other.hexes.contains(&to));
                if enemy || !board.is_open(at, to) {
                    continue;
                }
                let friends: u32 = board
                    .counters
                    .iter()
                    .filter(|other| !other.french && other.name != own.name && !gone.contains(&other.name.as_str()))
                    .filter(|other| other.hexes.contains(&to))
                    .map(|other| other.men)
                    .sum();
                let zone = u32::from(board.is_controlled(true, to));
                for (other, cost) in others(board, own, gone, [at, to, rear], steps == 0) {
                    open.push((to, other, steps + 1, (rank.0 + zone, rank.1 + friends, rank.2 + cost)));
                }
            }
        }
    }
    if !full.is_empty() {
        return full;
    }
    if !off.is_empty() {
        return off;
    }
    short.into_iter().next_back().map(|(_, ways)| ways).unwrap_or_default()
}

/// Those that must be chosen among.
fn chosen(mut ways: BTreeMap<Key, Rank>) -> BTreeMap<Key, Rank> {
    let best = ways.values().map(|rank| (rank.0, rank.1)).min();
    ways.retain(|_, rank| Some((rank.0, rank.1)) == best);
    let all = ways.clone();
    ways.retain(|key, rank| {
        all.iter().filter(|(other, _)| (other.0, other.1) == (key.0, key.1)).all(|(_, other)| other.2 >= rank.2)
    });
    ways
}

/// The two hexes in which a way ends.
fn ends(key: &Key) -> [Hex; 2] {
    [key.2, key.3]
}

fn found(rules: &struggle_of_nations::Rules, ways: &[struggle_of_nations::Way]) -> BTreeMap<Key, Rank> {
    let hex = |hex: board::Hex| -> Hex {
        let (column, row) = rules.ground.grid.column_row(hex);
        (column.into(), row.into())
    };
    let mut map = BTreeMap::new();
    for way in ways {
        let path = way.path;
        let key = (hex(way.opening.lead), hex(way.opening.rear), hex(path.end()), hex(path.rear()), path.leaves);
        let rank = (path.rank.0.into(), path.rank.1.into(), path.rank.2.into());
        map.insert(key, rank);
    }
    map
}

#[test]
fn retreats_agree_with_every_walk() {
    let title = StruggleOfNations::built_in();
    let mut dice = Dice(1813);
    let [mut all, mut zones, mut short, mut off, mut displacing] = [0; 5];
    for round in 0..2_500 {
        let rivers = [0, 40, 150, 400][round % 4];
        let mut board = Board::random(&mut dice, 8, 4, rivers, 10);
        if round % 3 > 0 {
            board.bridge(&mut dice, 60);
        }
        let position = board.read(&title);
        let mut state = position.state;
        let own = board.counters.iter().find(|counter| !counter.french).expect("somebody retreats");
        let leader = position.rules.find_leader(&own.name).expect("a leader");
        let hexes = 1 + dice.below(4) as u8;
        state.battle.retreat = hexes;
        state.battle.retreating = LeaderSet::from_iter([leader]);
        state.battle.forces[ALLIED.index()] = LeaderSet::from_iter([leader]);
        state.battle.commander[ALLIED.index()] = leader;
        let slow = walks(&board, own, &[], hexes.into());
        assert_eq!(found(&position.rules, &position.rules.ways_of_retreat(&state, leader, hexes)), slow, "{board:?}");
        let slow = chosen(slow);
        assert_eq!(found(&position.rules, &position.rules.chosen_ways(&state, ALLIED)), slow, "{board:?}");
        all += 1;
        zones += u32::from(slow.values().any(|rank| rank.0 > 0));
        displacing += u32::from(slow.values().any(|rank| rank.1 > 0));
        off += u32::from(slow.keys().any(|key| key.4));
        short += u32::from(slow.keys().all(|key| distance(key.0, key.2) < hexes.into() && !key.4));
    }
    assert!(
        all == 2_500 && zones > 20 && short > 20 && off > 20 && displacing > 5,
        "{zones} {short} {off} {displacing}"
    );
}

#[test]
fn two_packages_end_adjacent_wherever_they_can() {
    let title = StruggleOfNations::built_in();
    let mut dice = Dice(1809);
    let [mut tied, mut free] = [0; 2];
    while tied < 300 {
        let board = Board::random(&mut dice, 8, 4, 20, 10);
        let two: Vec<&Counter> = board.counters.iter().filter(|counter| !counter.french).take(2).collect();
        let [first, second] = two[..] else { continue };
        if !board.touch(&first.hexes, &second.hexes) {
            continue;
        }
        let position = board.read(&title);
        let mut state = position.state;
        let ids = [first, second].map(|counter| position.rules.find_leader(&counter.name).expect("a leader"));
        let hexes = 1 + dice.below(3) as u8;
        state.battle.retreat = hexes;
        state.battle.retreating = LeaderSet::from_iter(ids);
        state.battle.forces[ALLIED.index()] = LeaderSet::from_iter(ids);
        state.battle.commander[ALLIED.index()] = ids[0];
        let gone = [first.name.as_str(), second.name.as_str()];
        let mut slow = walks(&board, first, &gone, hexes.into());
        let partners = walks(&board, second, &gone, hexes.into());
        let beside = |key: &Key| {
            let here = ends(key);
            partners
                .keys()
                .map(ends)
                .any(|there| !here.iter().any(|hex| there.contains(hex)) && board.touch(&here, &there))
        };
        if slow.keys().any(beside) {
            slow.retain(|key, _| beside(key));
            tied += 1;
        } else {
            free += 1;
        }
        let slow = chosen(slow);
        assert_eq!(found(&position.rules, &position.rules.chosen_ways(&state, ALLIED)), slow, "{board:?}");
    }
    assert!(tied >= 300, "{tied} {free}");
}
