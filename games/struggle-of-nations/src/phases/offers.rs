//! Everything that a side may answer.

use arrayvec::ArrayVec;
use board::{Direction, Hand};
use kernel::Side;

use super::in_force;
use crate::Rules;
use crate::action::{Action, ArrivalId, EntryId};
use crate::march::How;
use crate::package::Package;
use crate::roster::{Arm, Army, LEADERS, LeaderId, UnitSet};
use crate::sequence::Question;
use crate::state::State;
use crate::theatre::SourceId;

impl Rules {
    /// Every legal action of the side that is asked.
    pub(crate) fn list(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let Some(question) = state.frame().asked() else { return };
        let judged = |action: &Action| self.allows(state, side, question, action);
        match question {
            Question::Administer { army } => {
                let most = if self.may_receive(state, army) { 3 } else { 0 };
                actions.extend((0..=most).map(Action::Support).filter(judged));
                let sources = (0..self.theatre.sources.len() as u8).map(SourceId);
                actions.extend(sources.clone().map(Action::ShiftSource).filter(judged));
                actions.extend(sources.map(Action::ChangeSource).filter(judged));
                actions.extend([Action::Disband].into_iter().filter(judged));
                let at = state.army(army).centre_at[0];
                let places = self.centre_places(state, army);
                actions.extend(places.iter().filter(|hex| *hex != at).map(Action::SetCentre));
            }
            Question::Organize => {
                self.list_organization(state, side, question, actions);
                actions.push(Action::EndOrganization);
            }
            Question::Integrity { side } => {
                actions.extend(self.surplus(state, side).map(|(leader, package)| Action::Place(leader, package)))
            }
            Question::Commands => {
                for leader in self.on_map(state, side) {
                    let orders = [Action::Command(leader), Action::Provisional(leader), Action::Ride(leader)];
                    actions.extend(orders.into_iter().filter(judged));
                }
                actions.push(Action::EndCommands);
            }
            Question::Centres => {
                actions.extend(Army::ALL.map(Action::MoveCentre).into_iter().filter(judged));
                actions.push(Action::EndCentres);
            }
            Question::Initiative => {
                for leader in self.on_map(state, side) {
                    actions.extend([Action::Initiative(leader), Action::Ride(leader)].into_iter().filter(judged));
                }
                for (arrival, group) in (0..).map(ArrivalId).zip(&self.scenario.arrivals) {
                    let by = |entry: &u8| {
                        let entry = EntryId(*entry);
                        [Action::Enter(arrival, entry), Action::EnterBeside(arrival, entry)]
                    };
                    actions.extend(group.entries.iter().flat_map(by).filter(judged));
                }
                let off = self.leaders_of(side).iter().filter(|leader| !state.on_map(*leader));
                actions.extend(off.clone().map(Action::Return).filter(judged));
                let by = |leader: LeaderId| self.ways_back(state, leader).map(move |hex| Action::ReturnBy(leader, hex));
                actions.extend(off.flat_map(by).filter(judged));
                actions.extend([Action::EndInitiative].into_iter().filter(judged));
            }
            Question::Forced => {
                for leader in self.on_map(state, side) {
                    actions.extend([Action::ForceMarch(leader), Action::Ride(leader)].into_iter().filter(judged));
                    if self.options.sound_of_guns {
                        self.list_guns(state, side, leader, actions);
                    }
                }
                actions.push(Action::EndForced);
            }
            Question::Muster => {
                let commander = state.package(state.march.commander);
                let near = self.on_map(state, side).filter(|leader| {
                    let package = state.package(*leader);
                    package.shares_pair(&commander) || self.adjacent(state, &package, &commander)
                });
                actions.extend(near.map(Action::Include).filter(judged));
                actions.extend([Action::Begin, Action::Halt].into_iter().filter(judged));
            }
            Question::Marching => self.list_moves(state, side, question, actions),
            Question::Push { leader, .. } => actions
                .extend(self.places_aside(state, leader).into_iter().map(|package| Action::Place(leader, package))),
            Question::Losses { side } => actions.extend(self.losers(state, side).iter().map(Action::Lose)),
            Question::Militia => {
                let leader = self.militia_leader();
                actions.extend(self.militia_places(state).map(|package| Action::Place(leader, package)));
            }
            Question::Bridges => {
                for leader in self.on_map(state, side) {
                    for (bridge, _, _) in self.bridges_at(state.package(leader)) {
                        let work = [Action::Blow(leader, bridge), Action::Repair(leader, bridge)];
                        for action in work {
                            if !actions.contains(&action) && judged(&action) {
                                actions.push(action);
                            }
                        }
                    }
                    if self.has_train(state, leader) {
                        for hex in state.package(leader).hexes() {
                            let ways = Direction::ALL.map(|direction| Action::Lay(leader, hex, direction));
                            actions.extend(ways.into_iter().filter(judged));
                        }
                    }
                    actions.extend([Action::Lift(leader)].into_iter().filter(judged));
                }
                actions.push(Action::EndBridges);
            }
            Question::Disorder { side } => {
                let judged = |action: &Action| self.judge(state, side, action).is_ok();
                let shaken = self.shaken_of(state, side);
                actions.extend(shaken.iter().map(Action::Roll).filter(judged));
                actions.extend(shaken.iter().map(Action::Include).filter(judged));
            }
            Question::Rally { side } => {
                let judged = |action: &Action| self.judge(state, side, action).is_ok();
                let broken = self.rallying(state, side);
                actions.extend(broken.iter().map(Action::Rally).filter(judged));
                actions.extend(broken.iter().map(Action::Include).filter(judged));
                actions.push(Action::EndRally);
            }
            Question::Armistice { .. } => self.list_armistice(state, side, question, actions),
            Question::Settle { leader, at, .. } => self.list_settlings(state, side, leader, at, actions),
            Question::Refuse { .. }
            | Question::Battles
            | Question::Declare
            | Question::Plans
            | Question::Guns
            | Question::Bonus
            | Question::Stand { .. }
            | Question::Counter { .. }
            | Question::Retreat { .. }
            | Question::Displace { .. }
            | Question::Pursue { .. }
            | Question::Pursuing { .. }
            | Question::Occupy { .. }
            | Question::MoraleChoice { .. } => self.list_battle(state, side, question, actions),
        }
    }

    fn list_organization(&self, state: &State, side: Side, question: Question, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.allows(state, side, question, action);
        let drafts = state.replacements.iter().flatten().any(|points| *points > 0);
        for leader in self.on_map(state, side) {
            let stack = self.stack_of(state, leader);
            let units = |other: LeaderId| (other, self.units_of(state, other).collect());
            let stack: ArrayVec<(LeaderId, UnitSet), LEADERS> = stack.iter().map(units).collect();
            for unit in self.units_of(state, leader) {
                // What nobody may touch need not be asked about once for everything that could be done with it.
                if in_force(self.may_touch(state, side, unit)).is_ok() {
                    for (other, theirs) in &stack {
                        actions.extend([Action::Transfer(unit, *other)].into_iter().filter(judged));
                        actions.extend(theirs.iter().map(|into| Action::Merge(unit, into)).filter(judged));
                    }
                    // Whatever forbids few points forbids more of them.
                    actions.extend((1..=3).map(|points| Action::Split(unit, points)).take_while(judged));
                    actions.extend([Action::Promote(unit)].into_iter().filter(judged));
                }
                if drafts {
                    let twin = self.unit(unit).twin.filter(|twin| state.strength[twin.index()] == 0);
                    let units = [Some(unit), twin].into_iter().flatten();
                    actions.extend(units.map(Action::Replace).filter(judged));
                }
            }
            if drafts {
                actions.extend(
                    [Arm::Infantry, Arm::Cavalry].map(|arm| Action::Raise(leader, arm)).into_iter().filter(judged),
                );
            }
        }
        if self.options.dummies {
            self.list_dummies(state, side, actions);
        }
    }

    fn list_armistice(&self, state: &State, side: Side, question: Question, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.allows(state, side, question, action);
        self.list_organization(state, side, question, actions);
        let leaders: Vec<crate::roster::LeaderId> = self.on_map(state, side).collect();
        for unit in self.all_units().filter(|unit| self.unit(*unit).side == side) {
            let under = state.leader_of(unit);
            let here = if under.is_none() { None } else { Some(state.package(under)) };
            for leader in &leaders {
                // Those in one place are in the list already.
                let known = here.is_some_and(|here| here.shares_pair(&state.package(*leader)));
                let action =
                    if under.is_none() { Action::Rebuild(unit, *leader) } else { Action::Transfer(unit, *leader) };
                if !known && judged(&action) {
                    actions.push(action);
                }
            }
        }
        actions.extend(Army::ALL.map(Action::MoveCentre).into_iter().filter(judged));
        actions.extend(leaders.iter().map(|leader| Action::Redeploy(*leader)).filter(judged));
        for bridge in (0..self.ground.bridges.len() as u16).map(crate::ground::BridgeId) {
            actions.extend([Action::DestroyBridge(bridge), Action::RestoreBridge(bridge)].into_iter().filter(judged));
        }
        actions.push(Action::EndArmistice);
    }

    fn list_dummies(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let grid = &self.ground.grid;
        let ground = self.dummy_ground(state, side);
        for lead in &ground {
            for heading in Direction::ALL {
                let package = Package::column(grid, lead, heading);
                if self.may_put_dummy(state, side, &package, &ground).is_ok() {
                    actions.push(Action::PlaceDummy(package));
                }
            }
        }
    }

    fn list_moves(&self, state: &State, side: Side, question: Question, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.allows(state, side, question, action);
        let grid = &self.ground.grid;
        let march = &state.march;
        if let How::Centre(_) = march.how {
            let near = grid.neighbours(march.centre).iter().copied().filter(|hex| hex.is_some());
            actions.extend(near.map(Action::Step).filter(judged));
            actions.extend([Action::Canton, Action::Halt].into_iter().filter(judged));
            return;
        }
        let package = self.marching(state);
        if !march.stopped[march.place()] {
            if package.is_line() {
                let forward = [package.axis().clockwise(5), package.axis().clockwise(4)];
                actions.extend(forward.map(Action::Advance).into_iter().filter(judged));
                actions.extend(Hand::BOTH.map(Action::Wheel).into_iter().filter(judged));
            } else {
                let near =
                    grid.neighbours(package.lead).iter().copied().filter(|hex| hex.is_some() && *hex != package.rear);
                actions.extend(near.map(Action::Step).filter(judged));
            }
            if package.rear.is_some() {
                actions.extend(package.changes().map(|other| Action::Form(other.facing)).into_iter().filter(judged));
            }
        }
        // 9.force: at any point, also where a zone holds up a package that cannot end beside the other.
        actions.extend(march.in_hand().iter().map(Action::Drop).filter(judged));
        if march.how == How::Command {
            actions.extend([Action::Extend].into_iter().filter(judged));
        }
        if matches!(march.how, How::Command | How::Initiative) {
            for enemy in self.controllers_of(state, side, &package) {
                let action = Action::Repulse(state.lead[enemy.index()]);
                if !actions.contains(&action) && judged(&action) {
                    actions.push(action);
                }
            }
        }
        actions.extend([Action::RepulseAll, Action::Next, Action::Canton, Action::Halt].into_iter().filter(judged));
    }
}
