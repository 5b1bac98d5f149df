//! 6: how far riders come, the nearest hexes first.
//! Decides 6.dispatch.zoc.

use arrayvec::ArrayVec;
use board::{Direction, Hex};

use super::r06_communications::HexBits;
use crate::Rules;
use crate::ground::{BARRED, Gait};
use crate::package::Package;
use crate::roster::LEADERS;
use crate::state::{DEPOTS, State, Train};

/// Room for every hex of the map.
const HEXES: usize = HexBits::CAPACITY;

/// How far riders come: half points from where they start, by hex.
pub(crate) struct Field {
    spent: [u8; HEXES],
}

impl Field {
    pub(crate) fn at(&self, hex: Hex) -> Option<u8> {
        Some(self.spent[hex.index()]).filter(|spent| *spent != BARRED)
    }

    /// The least to either hex of a package.
    pub(crate) fn to(&self, package: &Package) -> Option<u8> {
        package.hexes().filter_map(|hex| self.at(hex)).min()
    }
}

/// Whom riders look for, and how far: they ride no further when they have come to everybody.
pub(super) struct Sought {
    packages: ArrayVec<(Package, u8), { LEADERS + DEPOTS }>,
    /// Where these lie.
    hexes: HexBits,
    /// The farthest that one of them may be.
    most: u8,
}

impl Sought {
    pub(super) fn new(packages: impl Iterator<Item = (Package, u8)>) -> Sought {
        let packages: ArrayVec<_, { LEADERS + DEPOTS }> = packages.collect();
        let mut hexes = HexBits::EMPTY;
        packages.iter().flat_map(|(package, _)| package.hexes()).for_each(|hex| hexes.insert(hex));
        let mut sought = Sought { packages, hexes, most: 0 };
        sought.measure();
        sought
    }

    fn measure(&mut self) {
        self.most = self.packages.iter().map(|(_, limit)| *limit).max().unwrap_or(0);
    }

    /// The riders have come to a hex. Whether they may stop.
    fn come_to(&mut self, hex: Hex, spent: u8) -> bool {
        if self.hexes.contains(hex) {
            self.packages.retain(|(package, _)| !package.covers(hex));
            self.measure();
        }
        self.packages.is_empty() || spent >= self.most
    }
}

/// Hexes by what it takes to come there, the nearest first: a list for every price, and every hex in one at most.
struct Queue {
    /// The first hex of each list.
    first: [u16; 256],
    after: [u16; HEXES],
    before: [u16; HEXES],
    spent: u8,
    waiting: usize,
}

impl Queue {
    const NOBODY: u16 = u16::MAX;

    fn new() -> Queue {
        Queue { first: [Queue::NOBODY; 256], after: [0; HEXES], before: [0; HEXES], spent: 0, waiting: 0 }
    }

    fn push(&mut self, hex: Hex, spent: u8) {
        let first = &mut self.first[usize::from(spent)];
        self.after[hex.index()] = *first;
        self.before[hex.index()] = Queue::NOBODY;
        if *first != Queue::NOBODY {
            self.before[usize::from(*first)] = hex.0;
        }
        *first = hex.0;
        self.waiting += 1;
    }

    fn remove(&mut self, hex: Hex, spent: u8) {
        let (before, after) = (self.before[hex.index()], self.after[hex.index()]);
        match before {
            Queue::NOBODY => self.first[usize::from(spent)] = after,
            before => self.after[usize::from(before)] = after,
        }
        if after != Queue::NOBODY {
            self.before[usize::from(after)] = before;
        }
        self.waiting -= 1;
    }

    /// The nearest hex, and what it takes to come there.
    fn pop(&mut self) -> Option<(Hex, u8)> {
        if self.waiting == 0 {
            return None;
        }
        while self.first[usize::from(self.spent)] == Queue::NOBODY {
            self.spent += 1;
        }
        let hex = Hex(self.first[usize::from(self.spent)]);
        self.remove(hex, self.spent);
        Some((hex, self.spent))
    }
}

impl Rules {
    /// Half points at cavalry cost from some hexes outwards, up to a limit, through no hex that the enemy controls
    /// (6.dispatch, 6.dispatch.zoc).
    pub(crate) fn field(
        &self,
        state: &State,
        from: impl IntoIterator<Item = Hex>,
        most: u8,
        closed: &HexBits,
    ) -> Field {
        self.field_of(state, Gait::Horse, from, most, closed)
    }

    /// The same for either gait.
    pub(crate) fn field_of(
        &self,
        state: &State,
        gait: Gait,
        from: impl IntoIterator<Item = Hex>,
        most: u8,
        closed: &HexBits,
    ) -> Field {
        self.ride_out(state, gait, from, most, closed, |_, _| false)
    }

    /// The same as far as is needed to come to everybody who is sought.
    pub(super) fn field_to(
        &self,
        state: &State,
        from: impl IntoIterator<Item = Hex>,
        most: u8,
        closed: &HexBits,
        mut sought: Sought,
    ) -> Field {
        let most = most.min(sought.most);
        self.ride_out(state, Gait::Horse, from, most, closed, |hex, spent| sought.come_to(hex, spent))
    }

    /// Comes to hex after hex, the nearest first, until it may stop.
    fn ride_out(
        &self,
        state: &State,
        gait: Gait,
        from: impl IntoIterator<Item = Hex>,
        most: u8,
        closed: &HexBits,
        mut may_stop: impl FnMut(Hex, u8) -> bool,
    ) -> Field {
        let grid = &self.ground.grid;
        let mut field = Field { spent: [BARRED; HEXES] };
        let mut queue = Queue::new();
        let cheapest = self.ground.cheapest(gait);
        for hex in from {
            if hex.is_some() && field.spent[hex.index()] != 0 && !rule!("6.dispatch.zoc", closed.contains(hex)) {
                field.spent[hex.index()] = 0;
                queue.push(hex, 0);
            }
        }
        while let Some((hex, spent)) = queue.pop() {
            if may_stop(hex, spent) {
                break;
            }
            for (direction, to) in Direction::ALL.into_iter().zip(grid.neighbours(hex).iter().copied()) {
                // Whoever has been there for as little, and the edge, needs no look at the hexside.
                if to.is_none() || field.spent[to.index()] <= spent.saturating_add(cheapest) {
                    continue;
                }
                let plain = self.ground.plain_step(gait, hex, direction);
                let cost = plain.unwrap_or_else(|| self.step_cost(state, gait, hex, direction, false));
                let then = spent.saturating_add(cost);
                if cost == BARRED || then > most || then >= field.spent[to.index()] {
                    continue;
                }
                if closed.contains(to) && rule!("6.dispatch.zoc", true) {
                    continue;
                }
                let known = field.spent[to.index()];
                if known != BARRED {
                    queue.remove(to, known);
                }
                field.spent[to.index()] = then;
                queue.push(to, then);
            }
        }
        field
    }

    /// Whether riders from some hexes come to a package, as far as it is known without a search: they do if one of the best ways
    /// over the printed bridges is free, and they do not if even those ways are too long.
    pub(super) fn foretold(
        &self,
        state: &State,
        from: impl Iterator<Item = Hex>,
        to: &Package,
        limit: u8,
        closed: &HexBits,
    ) -> Option<bool> {
        if kernel::cases::is_watched() {
            return None;
        }
        let (mut may_be, limit) = (false, u16::from(limit));
        for start in from.filter(|start| !closed.contains(*start)) {
            let rides = self.ground.rides(start);
            for hex in to.hexes().filter(|hex| !closed.contains(*hex)) {
                if rides[hex.index()] <= limit {
                    may_be = true;
                    if self.is_free_way(state, start, hex, rides, closed) {
                        return Some(true);
                    }
                }
                // A bridging train makes a way shorter than it is printed, but only from there on.
                may_be |= state.trains.iter().any(|train| {
                    let Train::Laid { from: a, to: b, .. } = *train else { return false };
                    [a, b].into_iter().any(|end| {
                        let beyond = self.ground.grid.distance(end, hex) * u16::from(self.ground.cheapest(Gait::Horse));
                        rides[end.index()] + beyond <= limit
                    })
                });
            }
        }
        if may_be { None } else { Some(false) }
    }

    /// Goes back along a way of the least price, as long as it costs no more now than it is printed.
    fn is_free_way(&self, state: &State, from: Hex, to: Hex, rides: &[u16], closed: &HexBits) -> bool {
        let mut at = to;
        while at != from && !closed.contains(at) {
            let before = Direction::ALL.into_iter().find_map(|back| {
                let before = self.ground.grid.neighbour(at, back);
                let near = before.is_some() && !closed.contains(before) && rides[before.index()] < rides[at.index()];
                let price = || u16::from(self.step_cost(state, Gait::Horse, before, back.opposite(), false));
                (near && rides[before.index()] + price() <= rides[at.index()]).then_some(before)
            });
            let Some(before) = before else { return false };
            at = before;
        }
        !closed.contains(at)
    }
}

#[cfg(test)]
mod tests {
    use kernel::playout::{Player, Tally};
    use kernel::{FastChance, Options, Ruleset, Title};

    use crate::StruggleOfNations;
    use crate::roster::BOTH;

    /// While somebody watches, every leader is looked for: what is known beforehand must come to the same.
    #[test]
    fn what_is_known_without_a_search_is_what_a_search_finds() {
        let title = StruggleOfNations::built_in();
        let (mut served, mut unserved) = (0, 0);
        for scenario in ["dresden", "leipzig", "spring"] {
            let infos = title.scenarios();
            let info = infos.iter().find(|info| info.id == scenario).expect("a scenario of the title");
            let options = info.complete(&Options::new()).expect("the defaults are valid");
            let rules = title.rules(scenario, &options).expect("the scenarios are sound");
            for game in 0..12 {
                let mut state = rules.initial();
                let mut player = Player::default();
                player.step_limit = 60 + 150 * game;
                let mut chance = FastChance::of_game(1813, game);
                // It ends where the steps do, in the midst of the game.
                let _ = player.play_out(&rules, &mut state, &mut chance, &mut Tally::default());
                for side in BOTH {
                    let mut quick = state.clone();
                    rules.find_ranges(&mut quick, side);
                    let mut slow = state.clone();
                    kernel::cases::watch(None, || rules.find_ranges(&mut slow, side));
                    assert_eq!(
                        (quick.in_range, quick.in_supply, quick.in_depot),
                        (slow.in_range, slow.in_supply, slow.in_depot),
                        "{scenario}, game {game}"
                    );
                    let all = rules.on_map(&state, side).count();
                    served += quick.in_supply.len();
                    unserved += all - quick.in_supply.len();
                }
            }
        }
        assert!(served > 200 && unserved > 200, "{served} were served, {unserved} were not");
    }
}
