//! 19.path: the ways in which a package can retreat, and which of them it must take.
//! Decides 17.retreat, 19.offmap, 19.turn.

use arrayvec::ArrayVec;
use board::{Direction, Hex};
use kernel::Side;

use crate::Rules;
use crate::battle::PATH;
use crate::ground::{BARRED, Gait};
use crate::package::Package;
use crate::refusal::{Refusal, refuse};
use crate::roster::{LeaderId, LeaderSet, enemy_of};
use crate::state::State;

/// What decides among several paths (19.path.order): controlled hexes, points of friends, cost, distance from the source.
type Rank = (u8, u16, u16, u16);

/// A path of retreat of the leading half, h0 included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    hexes: [Hex; PATH],
    length: u8,
    /// Where the other half stands at its end: behind the leading half, or beside it if they went as a line.
    rear: Hex,
    /// The directions it has taken, a bit for each.
    taken: u8,
    pub rank: Rank,
    /// It ends on the edge and goes on over it (19.offmap).
    pub leaves: bool,
}

impl Path {
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes[..=usize::from(self.length)]
    }

    pub fn length(&self) -> u8 {
        self.length
    }

    pub fn end(&self) -> Hex {
        self.hexes[usize::from(self.length)]
    }

    /// Where the other half stands at its end.
    pub fn rear(&self) -> Hex {
        self.rear
    }

    /// The directions in which it gets further away: a path that always does uses two neighbouring ones at most.
    fn onward(&self) -> impl Iterator<Item = Direction> + use<> {
        let bit = |direction: Direction| 1u8 << direction.index();
        let taken = self.taken;
        let within = move |first: Direction| taken & !(bit(first) | bit(first.clockwise(1))) == 0;
        Direction::ALL.into_iter().filter(move |direction| within(*direction) || within(direction.clockwise(5)))
    }

    /// One hex further, with the other half there; the rank grows by zones, friends and cost.
    fn stepped(&self, direction: Direction, to: Hex, rear: Hex, [zones, friends, cost]: [u16; 3]) -> Path {
        let mut next = *self;
        next.length += 1;
        next.hexes[usize::from(next.length)] = to;
        next.rear = rear;
        next.taken |= 1 << direction.index();
        next.rank.0 += zones as u8;
        next.rank.1 += friends;
        next.rank.2 += cost;
        next
    }
}

/// A path with the column that it begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    pub opening: Package,
    pub path: Path,
}

impl Way {
    /// The two hexes at its end, as a column that leads with the half whose path it is.
    pub fn column(&self, rules: &Rules) -> Package {
        let grid = &rules.ground.grid;
        match grid.direction_between(self.path.rear, self.path.end()) {
            Some(heading) if self.path.length > 0 => Package::column(grid, self.path.end(), heading),
            _ => self.opening,
        }
    }
}

/// Paths of one opening: of the full length, over the edge, and the longest of those that are cut short. One for each pair of
/// hexes at the end.
#[derive(Default)]
struct Found {
    full: Vec<Path>,
    off: Vec<Path>,
    short: Vec<Path>,
}

fn keep(paths: &mut Vec<Path>, path: Path) {
    let same = |other: &&mut Path| other.end() == path.end() && other.rear == path.rear;
    match paths.iter_mut().find(same) {
        Some(known) if path.rank < known.rank => *known = path,
        Some(_) => {}
        None => paths.push(path),
    }
}

/// 19.path.order: of all ways those with the fewest controlled hexes, then with the fewest friends in the way; of these the
/// cheapest of each opening, and nearest to the source.
pub(crate) fn best_ways(mut ways: Vec<Way>) -> Vec<Way> {
    let best = ways.iter().map(|way| (way.path.rank.0, way.path.rank.1)).min();
    ways.retain(|way| Some((way.path.rank.0, way.path.rank.1)) == best);
    let all = ways.clone();
    ways.retain(|way| {
        let rank = |other: &Way| (other.path.rank.2, other.path.rank.3);
        let least = all.iter().filter(|other| other.opening == way.opening).map(rank).min();
        Some(rank(way)) == least
    });
    ways
}

/// A beaten force on its way back.
#[derive(Clone, Copy)]
struct Beaten {
    leader: LeaderId,
    side: Side,
    /// Those who share its place, and those who retreat with it: they are not in its way.
    company: LeaderSet,
    gait: Gait,
}

impl Rules {
    /// The places from which a retreat may begin: both columns of its pair, and of the pairs after one half-turn (19.turn).
    pub(crate) fn openings(&self, state: &State, leader: LeaderId) -> ArrayVec<Package, 10> {
        let grid = &self.ground.grid;
        let package = state.package(leader);
        let mut pairs: ArrayVec<[Hex; 2], 5> = ArrayVec::new();
        pairs.push([package.lead, package.rear]);
        let side = self.side_of(leader);
        let inside = self.stack_of(state, leader);
        for [standing, moved] in package.half_turns(grid) {
            // The half that moves comes from the other hex of the pair.
            let from = package.hexes().find(|hex| *hex != standing).unwrap_or(standing);
            let passable = grid
                .direction_between(from, moved)
                .is_some_and(|direction| self.step_cost(state, Gait::Foot, from, direction, false) != BARRED);
            let free = self.leaders_in(state, enemy_of(side), moved).next().is_none()
                && !self.leaders_in(state, side, moved).any(|friend| !inside.contains(friend))
                && !self.is_closed(state, moved)
                && !self.neutral_in(state, moved);
            if rule!("19.turn", passable && free) && !pairs.is_full() {
                pairs.push([standing, moved]);
            }
        }
        let mut openings = ArrayVec::new();
        for [one, other] in pairs {
            for (lead, rear) in [(one, other), (other, one)] {
                if lead.is_some()
                    && rear.is_some()
                    && let Some(heading) = grid.direction_between(rear, lead)
                {
                    openings.push(Package::column(grid, lead, heading));
                }
            }
        }
        openings
    }

    /// Every way in which a leader's package can retreat so many hexes; if there is none, those over the edge; if there is none
    /// of those either, the longest that are left (19.path.short).
    pub fn ways_of_retreat(&self, state: &State, leader: LeaderId, hexes: u8) -> Vec<Way> {
        let before = state.package(leader);
        let side = self.side_of(leader);
        let enemy = enemy_of(side);
        let inside = self.stack_of(state, leader);
        // 19.path.order: at the price of an ordinary march, which is that of horse if there is no foot.
        let foot = inside.iter().any(|other| self.has_other_arms(state, other));
        let beaten = Beaten {
            leader,
            side,
            company: inside.union(state.battle.retreating),
            gait: if foot { Gait::Foot } else { Gait::Horse },
        };
        let length = hexes.min(PATH as u8 - 1);
        let mut found: ArrayVec<(Package, Found), 10> = ArrayVec::new();
        for opening in self.openings(state, leader) {
            let mut hexes = [Hex::NONE; PATH];
            hexes[0] = opening.lead;
            // Turning into a zone is entering it.
            let turned = !before.covers(opening.lead) && self.seems_controlled(state, enemy, opening.lead);
            let rank = (turned.into(), 0, 0, 0);
            let start = Path { hexes, length: 0, rear: opening.rear, taken: 0, rank, leaves: false };
            let ways = self.paths_from(state, &beaten, start, length);
            found.push((opening, ways));
        }
        let longest = found.iter().flat_map(|(_, ways)| ways.short.iter()).map(|path| path.length).max().unwrap_or(0);
        let full = found.iter().any(|(_, ways)| !ways.full.is_empty());
        let off = found.iter().any(|(_, ways)| !ways.off.is_empty());
        let mut all = Vec::new();
        for (opening, ways) in found {
            let chosen = match (full, off) {
                (true, _) => ways.full,
                (false, true) => ways.off,
                (false, false) => ways.short,
            };
            let chosen = chosen.into_iter().filter(|path| full || off || (path.length == longest && longest > 0));
            all.extend(chosen.map(|path| Way { opening, path }));
        }
        all
    }

    /// The paths from an opening, hex by hex: of all that end on the same two hexes the best one goes on.
    fn paths_from(&self, state: &State, beaten: &Beaten, start: Path, length: u8) -> Found {
        let grid = &self.ground.grid;
        let mut found = Found::default();
        let mut paths = vec![start];
        for hexes in 0..=length {
            for path in &mut paths {
                path.rank.3 = self.source_distance(state, beaten.leader, path.end());
            }
            if hexes == length {
                found.full = paths;
                break;
            }
            let mut further = Vec::new();
            for path in &paths {
                for direction in path.onward() {
                    let to = grid.neighbour(path.end(), direction);
                    if to.is_none() {
                        // 19.offmap: on over the edge.
                        if rule!("19.offmap", true) {
                            keep(&mut found.off, Path { leaves: true, ..*path });
                        }
                    } else {
                        self.fall_back(state, beaten, path, direction, to, &mut further);
                    }
                }
            }
            if further.is_empty() {
                found.short = if hexes > 0 { paths } else { Vec::new() };
                break;
            }
            paths = further;
        }
        found
    }

    /// Whether a half of a beaten force can go over a hexside, in column or line, and what that costs.
    fn retreat_cost(&self, state: &State, beaten: &Beaten, from: Hex, way: Direction, in_line: bool) -> Option<u8> {
        let to = self.ground.grid.neighbour(from, way);
        if to.is_none()
            || self.leaders_in(state, enemy_of(beaten.side), to).next().is_some()
            || self.is_closed(state, to)
            || self.neutral_in(state, to)
        {
            return None;
        }
        Some(self.step_cost(state, beaten.gait, from, way, in_line)).filter(|cost| *cost != BARRED)
    }

    /// The leading half goes one hex further: as a column, whose other half follows; in line, with the other half beside it; or
    /// by a wheel about the other half (19.turn).
    fn fall_back(
        &self,
        state: &State,
        beaten: &Beaten,
        path: &Path,
        direction: Direction,
        to: Hex,
        further: &mut Vec<Path>,
    ) {
        let grid = &self.ground.grid;
        let side = beaten.side;
        let zone = self.seems_controlled(state, enemy_of(side), to);
        // 17.retreat: zones neither stop a retreat nor cost it anything.
        if to == path.rear || zone && !rule!("17.retreat", true) {
            return;
        }
        let friends = |hex: Hex| self.leaders_in(state, side, hex).filter(|friend| !beaten.company.contains(*friend));
        let met = friends(to).map(|friend| self.men_of(state, friend).max(1)).sum::<u16>();
        let (at, zones) = (path.end(), u16::from(zone));
        if let Some(cost) = self.retreat_cost(state, beaten, at, direction, false) {
            keep(further, path.stepped(direction, to, at, [zones, met, cost.into()]));
        }
        let axis = grid.direction_between(at, path.rear);
        let (Some(axis), Some(cost)) = (axis, self.retreat_cost(state, beaten, at, direction, true)) else { return };
        // A line has no unbridged primary river between its halves (16.river).
        let joined = |rear: Hex| grid.direction_between(to, rear).is_some_and(|way| self.is_open(state, to, way));
        // 19.turn: whoever only wheels leaves the enemy, so the half that stands must not be in his zone.
        let clear = path.length > 0 || !self.seems_controlled(state, enemy_of(side), path.rear);
        if clear && joined(path.rear) {
            keep(further, path.stepped(direction, to, path.rear, [zones, met, cost.into()]));
        }
        if direction == axis.opposite() {
            return;
        }
        let beside = grid.neighbour(path.rear, direction);
        if let Some(other) = self.retreat_cost(state, beaten, path.rear, direction, true)
            && joined(beside)
            && friends(beside).next().is_none()
        {
            // 15.line.move: the dearer half pays.
            keep(further, path.stepped(direction, to, beside, [zones, met, cost.max(other).into()]));
        }
    }

    /// The leader whose package retreats next: the commander's, then the others that fought, then those beside the battle.
    pub(crate) fn retreating_leader(&self, state: &State, side: Side) -> Option<LeaderId> {
        let commander = state.battle.commander[side.index()];
        let left = state.battle.retreating;
        let fought = left.intersection(state.battle.of(side));
        Some(commander).filter(|leader| !leader.is_none() && left.contains(*leader)).or(fought.first()).or(left.first())
    }

    /// 19.two: whether a place lies so that two packages of one combat can end in it and another.
    fn ends_beside(&self, state: &State, one: &Package, other: &Package) -> bool {
        !one.overlaps(other) && self.adjacent(state, one, other)
    }

    /// The ways that leave the packages of one combat adjacent to each other, if there are any (19.two).
    fn together(&self, state: &State, side: Side, leader: LeaderId, ways: &[Way]) -> Option<Vec<Way>> {
        let fought = state.battle.of(side);
        if !fought.contains(leader) {
            return None;
        }
        let own = self.stack_of(state, leader);
        let commander = state.battle.commander[side.index()];
        let gone = !own.contains(commander)
            && fought.contains(commander)
            && state.on_map(commander)
            && !state.battle.retreating.contains(commander);
        let kept: Vec<Way> = if gone {
            let there = state.package(commander);
            let beside = |way: &&Way| self.ends_beside(state, &way.column(self), &there);
            ways.iter().filter(beside).copied().collect()
        } else {
            let others: LeaderSet = state.battle.retreating.intersection(fought).difference(own);
            let partner = others.first()?;
            let theirs = self.ways_of_retreat(state, partner, state.battle.retreat);
            let with = |way: &&Way| {
                let here = way.column(self);
                theirs.iter().any(|other| self.ends_beside(state, &here, &other.column(self)))
            };
            ways.iter().filter(with).copied().collect()
        };
        (!kept.is_empty()).then_some(kept)
    }

    /// The ways among which the owner chooses: of all that there are, those that keep the force together, with the fewest
    /// controlled hexes, with the fewest friends in the way; then the cheapest of each opening, and nearest to the source.
    pub fn chosen_ways(&self, state: &State, side: Side) -> Vec<Way> {
        let Some(leader) = self.retreating_leader(state, side) else { return Vec::new() };
        let mut ways = self.ways_of_retreat(state, leader, state.battle.retreat);
        if let Some(kept) = self.together(state, side, leader, &ways) {
            ways = kept;
        }
        best_ways(ways)
    }

    /// Why a way that leads there, from an opening or to a place, is not among the chosen ones.
    pub(crate) fn not_that_way(&self, state: &State, side: Side, leads: impl Fn(&Way) -> bool) -> Refusal {
        let Some(leader) = self.retreating_leader(state, side) else {
            return refuse(case!("19.path"), "nobody retreats");
        };
        let ways = self.ways_of_retreat(state, leader, state.battle.retreat);
        if !ways.iter().any(&leads) {
            return refuse(case!("19.path"), "{unit} must end exactly {number} hexes off, by hexes that it can enter")
                .unit(leader)
                .number(state.battle.retreat.into());
        }
        let together = self.together(state, side, leader, &ways);
        if together.is_some_and(|ways| !ways.iter().any(&leads)) {
            return refuse(case!("19.two"), "the packages of one force end their retreat adjacent to each other")
                .unit(leader);
        }
        refuse(
            case!("19.path.order"),
            "another way has fewer enemy zones or friends on it, costs less, or leads nearer to the source",
        )
        .unit(leader)
    }
}
