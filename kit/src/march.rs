//! How far a march can go: one search over any kind of place, with a bucket queue.
//!
//! A node is where something can stand: a hex, a hex and the way it faces, two hexes of a long piece, a box. A cost is one
//! number, or one for each arm where arms pay differently: then a node may be reached in several ways of which none is
//! better than the other in everything, and all of them are kept.

use board::boxes::BoxId;
use board::{Direction, Facing, Hex};

/// Where something can stand, numbered from 0.
pub trait Node: Copy {
    fn number(self) -> usize;
}

impl Node for Hex {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }
}

impl Node for BoxId {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }
}

/// A piece that faces.
impl Node for (Hex, Facing) {
    #[inline]
    fn number(self) -> usize {
        self.0.index() * 12 + self.1.twelfth()
    }
}

/// A piece over two hexes: its head, and where the rest of it is.
impl Node for (Hex, Direction) {
    #[inline]
    fn number(self) -> usize {
        self.0.index() * Direction::ALL.len() + self.1.index()
    }
}

/// What steps cost.
pub trait Cost: Copy + PartialEq {
    const NOTHING: Self;

    fn plus(self, more: Self) -> Self;

    /// Not more than the other in any part.
    fn within(self, other: Self) -> bool;

    /// All parts together.
    fn total(self) -> usize;
}

impl Cost for u16 {
    const NOTHING: u16 = 0;

    fn plus(self, more: u16) -> u16 {
        self.saturating_add(more)
    }

    fn within(self, other: u16) -> bool {
        self <= other
    }

    fn total(self) -> usize {
        self.into()
    }
}

impl<const ARMS: usize> Cost for [u16; ARMS] {
    const NOTHING: [u16; ARMS] = [0; ARMS];

    fn plus(self, more: [u16; ARMS]) -> [u16; ARMS] {
        std::array::from_fn(|arm| self[arm].saturating_add(more[arm]))
    }

    fn within(self, other: [u16; ARMS]) -> bool {
        self.iter().zip(other).all(|(mine, theirs)| *mine <= theirs)
    }

    fn total(self) -> usize {
        self.iter().map(|part| usize::from(*part)).sum()
    }
}

/// A step from somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Step<N, C> {
    pub to: N,
    pub cost: C,
    /// The march may come there, but goes no further.
    pub stop: bool,
}

/// A way to a node.
#[derive(Clone, Copy, Debug)]
pub struct Way<N, C> {
    pub node: N,
    pub spent: C,
    steps: u16,
    /// The route it continues.
    from: Option<u32>,
    stop: bool,
    /// Another is better in everything.
    beaten: bool,
}

/// Every node within reach, with the ways to it.
#[derive(Clone, Debug)]
pub struct March<N, C> {
    ways: Vec<Way<N, C>>,
    /// By node: the ways that no other beats.
    best: Vec<Vec<u32>>,
}

impl<N: Node, C: Cost> March<N, C> {
    /// Spreads over so many nodes from where the march can begin, with what is spent there already. `steps` lists the steps
    /// from a node that was reached at some cost; those that would cost more than `most` are not made.
    pub fn find(
        nodes: usize,
        starts: impl IntoIterator<Item = (N, C)>,
        most: C,
        mut steps: impl FnMut(N, C, &mut Vec<Step<N, C>>),
    ) -> March<N, C> {
        let mut march = March { ways: Vec::new(), best: vec![Vec::new(); nodes] };
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); most.total() + 1];
        for (node, spent) in starts.into_iter().filter(|(_, spent)| spent.within(most)) {
            let way = Way { node, spent, steps: 0, from: None, stop: false, beaten: false };
            march.enter(way, &mut buckets);
        }
        let mut found = Vec::new();
        for total in 0..buckets.len() {
            // A step that costs nothing comes into the same bucket again.
            while !buckets[total].is_empty() {
                let mut bucket = std::mem::take(&mut buckets[total]);
                // The fewest steps first, and among those always in the same order.
                bucket.sort_by_key(|way| (march.ways[*way as usize].steps, march.ways[*way as usize].node.number()));
                for here in bucket {
                    let way = march.ways[here as usize];
                    if way.beaten {
                        continue;
                    }
                    steps(way.node, way.spent, &mut found);
                    for Step { to, cost, stop } in found.drain(..) {
                        let spent = way.spent.plus(cost);
                        if spent.within(most) {
                            let steps = way.steps.saturating_add(1);
                            let next = Way { node: to, spent, steps, from: Some(here), stop, beaten: false };
                            march.enter(next, &mut buckets);
                        }
                    }
                }
            }
        }
        march
    }

    /// Keeps a way that no other beats. One that stops beats only those that stop, too.
    fn enter(&mut self, way: Way<N, C>, buckets: &mut [Vec<u32>]) {
        let (ways, best) = (&mut self.ways, &mut self.best[way.node.number()]);
        let beats = |one: &Way<N, C>, other: &Way<N, C>| (!one.stop || other.stop) && one.spent.within(other.spent);
        if best.iter().any(|known| beats(&ways[*known as usize], &way)) {
            return;
        }
        best.retain(|known| {
            let known = &mut ways[*known as usize];
            known.beaten = beats(&way, known);
            !known.beaten
        });
        let number = ways.len() as u32;
        best.push(number);
        if !way.stop {
            buckets[way.spent.total()].push(number);
        }
        ways.push(way);
    }

    /// Every node that was reached, those where it begins among them.
    pub fn reached(&self) -> impl Iterator<Item = N> {
        self.best.iter().filter_map(|ways| ways.first()).map(|way| self.ways[*way as usize].node)
    }

    /// The ways to a node of which none is better than another in everything.
    pub fn ways(&self, node: N) -> impl Iterator<Item = &Way<N, C>> {
        self.best.get(node.number()).into_iter().flatten().map(|way| &self.ways[*way as usize])
    }

    /// The cheapest of them.
    pub fn cheapest(&self, node: N) -> Option<&Way<N, C>> {
        self.ways(node).min_by_key(|way| way.spent.total())
    }

    /// What is spent on it.
    pub fn spent(&self, node: N) -> Option<C> {
        self.cheapest(node).map(|way| way.spent)
    }

    /// Where the cheapest way to a node begins.
    pub fn start(&self, to: N) -> Option<N> {
        let mut way = self.cheapest(to)?;
        while let Some(from) = way.from {
            way = &self.ways[from as usize];
        }
        Some(way.node)
    }

    /// Whether the cheapest way to a node goes no further.
    pub fn stops(&self, node: N) -> bool {
        self.cheapest(node).is_some_and(|way| way.stop)
    }

    /// The nodes that it goes through, without where it begins.
    pub fn path(&self, to: N) -> Vec<N> {
        let mut path = Vec::new();
        let mut here = self.cheapest(to);
        while let Some(way) = here {
            here = way.from.map(|from| &self.ways[from as usize]);
            if here.is_some() {
                path.push(way.node);
            }
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Grid, Shift};

    type Both = [u16; 2];
    type Facings = (Hex, Facing);

    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, below: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % below
        }
    }

    /// All that can be spent on the way to each node, found by relaxing until nothing changes: slowly, and in no order.
    fn patiently(nodes: usize, start: usize, most: Both, steps: &[Vec<(usize, Both, bool)>]) -> Vec<Vec<(Both, bool)>> {
        let mut found: Vec<Vec<(Both, bool)>> = vec![Vec::new(); nodes];
        found[start].push(([0, 0], false));
        loop {
            let before: usize = found.iter().map(Vec::len).sum();
            for from in 0..nodes {
                let onward: Vec<Both> = found[from].iter().filter(|(_, stop)| !stop).map(|(spent, _)| *spent).collect();
                for spent in onward {
                    for (to, cost, stop) in &steps[from] {
                        let then = [spent[0] + cost[0], spent[1] + cost[1]];
                        if then[0] <= most[0] && then[1] <= most[1] && !found[*to].contains(&(then, *stop)) {
                            found[*to].push((then, *stop));
                        }
                    }
                }
            }
            if found.iter().map(Vec::len).sum::<usize>() == before {
                return found;
            }
        }
    }

    fn unbeaten(all: &[(Both, bool)]) -> Vec<Both> {
        let no_more = |a: &Both, b: &Both| a[0] <= b[0] && a[1] <= b[1];
        let mut best: Vec<Both> = Vec::new();
        for (spent, _) in all {
            if !all.iter().any(|(other, _)| other != spent && no_more(other, spent)) && !best.contains(spent) {
                best.push(*spent);
            }
        }
        best.sort();
        best
    }

    #[test]
    fn marches_with_two_arms_agree_with_patient_relaxation() {
        let mut numbers = Numbers(1757);
        for round in 0..60 {
            let grid = Grid::new(2 + round % 2, 2, Shift::Even);
            let nodes: Vec<Facings> =
                grid.hexes().flat_map(|hex| (0..12).map(move |twelfth| (hex, Facing::from_twelfth(twelfth)))).collect();
            let steps: Vec<Vec<(usize, Both, bool)>> = (0..nodes.len())
                .map(|_| {
                    let step = |numbers: &mut Numbers| {
                        let cost = [numbers.below(3) as u16, numbers.below(4) as u16];
                        (numbers.below(nodes.len() as u64) as usize, cost, numbers.below(5) == 0)
                    };
                    (0..3).map(|_| step(&mut numbers)).collect()
                })
                .collect();
            let (start, most) = (numbers.below(nodes.len() as u64) as usize, [4, 5]);
            let march = March::find(nodes.len(), [(nodes[start], [0, 0])], most, |node, _, out| {
                let all = &steps[node.number()];
                out.extend(all.iter().map(|(to, cost, stop)| Step { to: nodes[*to], cost: *cost, stop: *stop }));
            });
            let slow = patiently(nodes.len(), start, most, &steps);
            for node in &nodes {
                let mut ways: Vec<Both> = march.ways(*node).map(|way| way.spent).collect();
                ways.sort();
                ways.dedup();
                let expected = unbeaten(&slow[node.number()]);
                assert!(expected.iter().all(|spent| ways.contains(spent)), "round {round}: {expected:?}, not {ways:?}");
                // Beside those there are dearer ways that lead on where the cheapest stops.
                let onward: Vec<(Both, bool)> = slow[node.number()].iter().filter(|(_, stop)| !stop).copied().collect();
                let onward = unbeaten(&onward);
                assert!(ways.iter().all(|spent| expected.contains(spent) || onward.contains(spent)), "round {round}");
                if let Some(spent) = march.spent(*node) {
                    let mut here = start;
                    let mut left = vec![[0, 0]];
                    for next in march.path(*node) {
                        let by = steps[here].iter().filter(|(to, ..)| *to == next.number());
                        left = by.flat_map(|(_, cost, _)| left.iter().map(|spent| spent.plus(*cost))).collect();
                        here = next.number();
                    }
                    assert!(left.contains(&spent), "round {round}: the path costs what it is said to cost");
                }
            }
        }
    }

    #[test]
    fn what_arms_pay_differently_is_kept_apart() {
        // By the road guns pay 1 and foot 3, over the hill guns pay 4 and foot 1.
        let [from, road, hill, to] = [0, 1, 2, 3].map(BoxId);
        let march = March::find(4, [(from, [0, 0])], [9, 9], |node, _, out: &mut Vec<Step<BoxId, Both>>| {
            let mut step = |to, cost| out.push(Step { to, cost, stop: false });
            match node {
                BoxId(0) => {
                    step(road, [1, 3]);
                    step(hill, [4, 1]);
                }
                BoxId(1 | 2) => step(to, [0, 0]),
                _ => {}
            }
        });
        let mut ways: Vec<Both> = march.ways(to).map(|way| way.spent).collect();
        ways.sort();
        assert_eq!(ways, [[1, 3], [4, 1]]);
        assert_eq!((march.path(to), march.spent(to)), (vec![road, to], Some([1, 3])));
    }

    #[test]
    fn a_long_piece_wheels_and_marches() {
        // Two hexes in a row: forward for 1, about for 2.
        let grid = Grid::new(1, 5, Shift::Even);
        let hex = |name: &str| grid.parse(name).unwrap();
        let (ahead, back) = (Direction::ALL[0], Direction::ALL[3]);
        let march = March::find(grid.len() * 6, [((hex("0103"), back), 0)], 3, |(head, rest), _, out| {
            let next = grid.neighbour(head, if rest == back { ahead } else { back });
            if next.is_some() {
                out.push(Step { to: (next, rest), cost: 1, stop: false });
            }
            let tail = grid.neighbour(head, rest);
            if tail.is_some() {
                out.push(Step { to: (tail, if rest == back { ahead } else { back }), cost: 2, stop: false });
            }
        });
        assert_eq!(march.spent((hex("0101"), back)), Some(2));
        assert_eq!(march.spent((hex("0105"), ahead)), Some(3));
        assert_eq!(march.spent((hex("0101"), ahead)), None);
    }
}
