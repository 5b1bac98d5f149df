//! Where a force could march: the cheapest ways of the package in hand, foot and horse kept apart.

use board::{Facing, Hand, Hex};
use kernel::aids::Reach;
use kernel::{OrderError, Seat, Side};
use kit::march::{March as Ways, Step};

use crate::Rules;
use crate::action::Action;
use crate::march::{How, March};
use crate::package::Package;
use crate::rules::Move;
use crate::state::State;

type Node = (Hex, Facing);

impl Rules {
    /// Every place that the package in hand can come to, with what foot and horse spend on it.
    pub(crate) fn ways(&self, state: &State, side: Side) -> Ways<Node, [u16; 2]> {
        let march = state.march;
        let place = march.place();
        let start = self.marching(state);
        let spent = march.spent[place].map(u16::from);
        let most = march.allowance[place].map(|allowance| allowance.map_or(0, u16::from));
        let absent = march.allowance[place].map(|allowance| allowance.is_none());
        let nodes = self.ground.grid.len() * 12;
        let first = (start.lead, start.facing);
        Ways::find(
            nodes,
            [(first, spent.map(|_| 0))],
            [most[0].saturating_sub(spent[0]), most[1].saturating_sub(spent[1])],
            |node, cost, out| {
                let package = self.package_at(node);
                let mut here: March = march;
                for arm in [0, 1] {
                    here.spent[place][arm] = march.spent[place][arm].saturating_add(cost[arm] as u8);
                }
                if node != first || cost != [0, 0] {
                    here.leaving[place] = false;
                    here.stepped[place] = true;
                }
                for how in self.moves_of(&package) {
                    if let Ok(moved) = self.may_move_in(state, side, &here, &package, how) {
                        let Ok(after) = self.pay(&here, &moved) else { continue };
                        let spend =
                            |arm: usize| if absent[arm] { 0 } else { u16::from(after[arm] - here.spent[place][arm]) };
                        let enemy = crate::roster::enemy_of(side);
                        let entered = moved.entered.into_iter().filter(|hex| hex.is_some());
                        let stop = march.how != How::Alone
                            && entered.into_iter().any(|hex| self.seems_controlled(state, enemy, hex));
                        out.push(Step {
                            to: (moved.package.lead, moved.package.facing),
                            cost: [spend(0), spend(1)],
                            stop,
                        });
                    }
                }
            },
        )
    }

    fn package_at(&self, (lead, facing): Node) -> Package {
        let grid = &self.ground.grid;
        if facing.is_vertex() {
            Package::line(grid, lead, facing.direction().clockwise(2)).unwrap_or(Package::NOWHERE)
        } else {
            Package::column(grid, lead, facing.direction())
        }
    }

    fn moves_of(&self, package: &Package) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        if package.is_line() {
            let forward = [package.axis().clockwise(5), package.axis().clockwise(4)];
            moves.extend(forward.map(Move::Advance));
            moves.extend(Hand::BOTH.map(Move::Wheel));
        } else {
            let near =
                self.ground.grid.neighbours(package.lead).iter().filter(|hex| hex.is_some() && **hex != package.rear);
            moves.extend(near.map(|hex| Move::Step(*hex)));
        }
        if package.rear.is_some() {
            moves.extend(package.changes().map(|other| Move::Form(other.facing)));
        }
        moves
    }

    /// The actions that bring the leading half of the package in hand to a hex.
    pub(crate) fn way_to(&self, state: &State, side: Side, goal: Hex) -> Vec<Action> {
        let package = self.marching(state);
        let centre = matches!(state.march.how, How::Centre(_));
        let from = if centre { state.march.centre } else { package.lead };
        if from == goal {
            return Vec::new();
        }
        if centre || (!package.is_line() && self.ground.grid.adjacent(from, goal) && goal != package.rear) {
            return vec![Action::Step(goal)];
        }
        let ways = self.ways(state, side);
        let ends = (0..12).map(|twelfth| (goal, Facing::from_twelfth(twelfth)));
        let best = ends.filter_map(|end| Some((ways.spent(end)?, end))).min_by_key(|(spent, _)| spent[0] + spent[1]);
        let Some((_, end)) = best else { return vec![Action::Step(goal)] };
        let mut here = package;
        let mut actions = Vec::new();
        for node in ways.path(end) {
            let next = self.package_at(node);
            let found = self
                .moves_of(&here)
                .into_iter()
                .find(|how| self.reckon(state, &here, *how).is_ok_and(|moved| moved.package == next));
            match found {
                Some(Move::Step(hex)) => actions.push(Action::Step(hex)),
                Some(Move::Advance(direction)) => actions.push(Action::Advance(direction)),
                Some(Move::Wheel(hand)) => actions.push(Action::Wheel(hand)),
                Some(Move::Form(facing)) => actions.push(Action::Form(facing)),
                None => break,
            }
            here = next;
        }
        actions
    }

    pub(crate) fn reach_of(&self, _state: &State, _seat: Seat, _units: &[String]) -> Result<Reach, OrderError> {
        Err(OrderError::Unreadable("take the leader in hand first: where he can go is shown then".into()))
    }
}
