//! Everything that is neither march nor battle: support, arrivals, the centres of armies.

use board::Hex;
use kernel::{Discard, Ruleset, Seat, Side};
use struggle_of_nations::roster::{Army, LeaderId};
use struggle_of_nations::sequence::Frame;
use struggle_of_nations::{Action, Rules, State};

use crate::StruggleCraft;
use crate::survey::{forces, is_garrison};

/// An army with more points gives up two for its support, one with fewer only one.
const ENOUGH: i8 = 5;

/// A centre goes so many steps at most in a turn.
const STEPS: usize = 10;

impl StruggleCraft {
    /// Support: two points keep the columns of attrition where they are.
    pub(crate) fn support(&self, rules: &Rules, state: &State, seat: Seat, army: Army) -> Option<Action> {
        let wanted = if state.army(army).points > ENOUGH { 2 } else { 1 };
        let levels = [wanted, 0, 1, 2, 3].map(Action::Support);
        levels.into_iter().find(|action| rules.check(state, seat, action).is_ok())
    }

    /// Reinforcements come in as soon as they may, and whoever can come back does.
    pub(crate) fn arrive(&self, rules: &Rules, state: &State, seat: Seat) -> Option<Action> {
        let arrivals = (0u8..).map(struggle_of_nations::action::ArrivalId).zip(&rules.scenario.arrivals);
        let entering = arrivals.flat_map(|(arrival, group)| {
            let entry = |entry: &u8| Action::Enter(arrival, struggle_of_nations::action::EntryId(*entry));
            group.entries.iter().map(entry).collect::<Vec<Action>>()
        });
        let away = rules.leaders_of(Side(seat.0)).iter().filter(|leader| !state.on_map(*leader)).map(Action::Return);
        entering.chain(away).find(|action| rules.check(state, seat, action).is_ok())
    }

    /// A centre follows an army most of which is out of its range, along the road and as far as it goes; otherwise it works where it is.
    pub(crate) fn move_centre(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let side = Side(seat.0);
        for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
            let Some(goal) = self.out_of_range(rules, state, side, army) else { continue };
            let mut then = state.clone();
            let mut orders = vec![Action::MoveCentre(army)];
            if rules.check(&then, seat, &orders[0]).is_err() {
                continue;
            }
            rules.play(&mut then, seat, &orders[0], &mut Discard);
            let mut rests = 0;
            for _ in 0..STEPS {
                let Some(step) = self.centre_step(rules, &then, seat, goal) else { break };
                rules.play(&mut then, seat, &step, &mut Discard);
                orders.push(step);
                if then.frame() != Frame::Marching {
                    break;
                }
                if rules.check(&then, seat, &Action::Halt).is_ok() {
                    rests = orders.len();
                }
            }
            if rests > 0 {
                orders.truncate(rests);
                actions.extend(orders);
                actions.push(Action::Halt);
                return;
            }
        }
        actions.push(Action::EndCentres);
    }

    /// The strongest force of an army that the centre does not reach, if more of the army is out of its range than in it.
    fn out_of_range(&self, rules: &Rules, state: &State, side: Side, army: Army) -> Option<Hex> {
        let field = forces(rules, state, side).into_iter().filter(|force| !is_garrison(rules, state, force));
        let of_army = |leader: LeaderId| rules.army_of(state, leader) == army;
        let (far, near): (Vec<_>, Vec<_>) = field
            .filter(|force| force.leaders.iter().any(of_army))
            .partition(|force| !force.leaders.intersects(&state.in_range));
        let strength = |forces: &[crate::survey::Force]| forces.iter().map(|force| force.men).sum::<u16>();
        (strength(&far) > strength(&near)).then(|| far.first().map(|force| force.at.lead)).flatten()
    }

    /// The step of a centre that brings it nearer.
    fn centre_step(&self, rules: &Rules, state: &State, seat: Seat, goal: Hex) -> Option<Action> {
        let grid = &rules.ground.grid;
        let here = state.march.centre;
        let near = grid.neighbours(here).iter().copied().filter(|hex| hex.is_some());
        let nearer = near.filter(|hex| grid.distance(*hex, goal) < grid.distance(here, goal));
        nearer.map(Action::Step).find(|action| rules.check(state, seat, action).is_ok())
    }
}
