//! 18.who: whether an attack leaves every enemy to somebody, found by trying every set of attacks, agrees with the rules.

use struggle_of_nations::StruggleOfNations;
use struggle_of_nations::roster::{FRENCH, LeaderSet};

use crate::slow::{Board, Counter, Dice};

/// Whether some set of attacks by packages that are left covers all these enemies, each once.
fn can_cover(board: &Board, left: &[&Counter], enemies: &[&Counter]) -> bool {
    let Some(first) = enemies.first() else { return true };
    let touches = |own: &Counter, enemy: &Counter| board.touch(&own.hexes, &enemy.hexes);
    // One package, or two adjacent ones, and every set of enemies with the first in it that all of them touch.
    let mut groups: Vec<Vec<&Counter>> = left.iter().map(|one| vec![*one]).collect();
    for (place, one) in left.iter().enumerate() {
        for other in &left[place + 1..] {
            if board.touch(&one.hexes, &other.hexes) {
                groups.push(vec![one, other]);
            }
        }
    }
    for group in groups.iter().filter(|group| group.iter().all(|own| touches(own, first))) {
        let common: Vec<&Counter> =
            enemies[1..].iter().copied().filter(|enemy| group.iter().all(|own| touches(own, enemy))).collect();
        for choice in 0..1u32 << common.len() {
            let attacked = |enemy: &Counter| {
                enemy.name == first.name
                    || common.iter().enumerate().any(|(bit, other)| other.name == enemy.name && choice >> bit & 1 == 1)
            };
            let rest: Vec<&Counter> = enemies.iter().copied().filter(|enemy| !attacked(enemy)).collect();
            let unused: Vec<&Counter> =
                left.iter().copied().filter(|own| !group.iter().any(|used| used.name == own.name)).collect();
            if can_cover(board, &unused, &rest) {
                return true;
            }
        }
    }
    false
}

#[test]
fn duties_agree_with_every_set_of_attacks() {
    let title = StruggleOfNations::built_in();
    let mut dice = Dice(1806);
    let [mut allowed, mut refused] = [0; 2];
    while allowed + refused < 3_000 {
        let board = Board::random(&mut dice, 5, 4, 6, 0);
        let ours: Vec<&Counter> = board.counters.iter().filter(|counter| counter.french).collect();
        let touching = |enemy: &&Counter| ours.iter().any(|own| board.touch(&own.hexes, &enemy.hexes));
        let enemies: Vec<&Counter> = board.counters.iter().filter(|counter| !counter.french).filter(touching).collect();
        let own = ours[dice.below(ours.len() as u64) as usize];
        let near: Vec<&Counter> =
            enemies.iter().copied().filter(|enemy| board.touch(&own.hexes, &enemy.hexes)).collect();
        if near.is_empty() {
            continue;
        }
        let position = board.read(&title);
        // A force of one package or two, and some of the enemies that all of it touches.
        let mut force = vec![own];
        let second = ours[dice.below(ours.len() as u64) as usize];
        if second.name != own.name && board.touch(&own.hexes, &second.hexes) {
            force.push(second);
        }
        let mut targets: Vec<&Counter> =
            near.into_iter().filter(|enemy| force.iter().all(|own| board.touch(&own.hexes, &enemy.hexes))).collect();
        targets.retain(|_| dice.below(3) > 0);
        if targets.is_empty() {
            continue;
        }
        let ids = |counters: &[&Counter]| -> LeaderSet {
            counters.iter().filter_map(|counter| position.rules.find_leader(&counter.name)).collect()
        };
        let left: Vec<&Counter> =
            ours.iter().copied().filter(|own| !force.iter().any(|used| used.name == own.name)).collect();
        let rest: Vec<&Counter> =
            enemies.iter().copied().filter(|enemy| !targets.iter().any(|target| target.name == enemy.name)).collect();
        let slow = can_cover(&board, &left, &rest);
        let fast = position.rules.left_uncovered(&position.state, FRENCH, ids(&force), ids(&targets)).is_none();
        assert_eq!(fast, slow, "{force:?} {targets:?} {board:?}");
        if slow { allowed += 1 } else { refused += 1 }
    }
    assert!(allowed > 300 && refused > 300, "{allowed} {refused}");
}

#[test]
fn at_the_end_everybody_next_to_an_enemy_has_a_duty() {
    let title = StruggleOfNations::built_in();
    let mut dice = Dice(1805);
    for _ in 0..1_000 {
        let board = Board::random(&mut dice, 6, 3, 6, 0);
        let position = board.read(&title);
        let touch = board.counters.iter().filter(|counter| counter.french).any(|own| {
            board.counters.iter().filter(|counter| !counter.french).any(|enemy| board.touch(&own.hexes, &enemy.hexes))
        });
        assert_eq!(position.rules.duty(&position.state, FRENCH).is_some(), touch, "{board:?}");
    }
}
