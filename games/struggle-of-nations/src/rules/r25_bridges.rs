//! 25: bridges, engineers and bridging trains.
//! Decides 25.bridge, 25.bridge.blown, 25.bridge.repair, 25.bridge.stay, 25.support, 25.train, 25.train.capture, 25.train.use.

use board::{Direction, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::ground::{BridgeId, River};
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{FRENCH, Kind, LeaderId, enemy_of};
use crate::sequence::Frame;
use crate::state::{State, Train};

impl Rules {
    /// The bridges at which a leader stands, with the hex of his at each.
    pub(crate) fn bridges_at<'s>(&'s self, package: Package) -> impl Iterator<Item = (BridgeId, Hex, Hex)> + use<'s> {
        let grid = &self.ground.grid;
        package.hexes().flat_map(move |hex| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let bridge = self.ground.side(hex, direction).bridge;
                (!bridge.is_none()).then(|| (bridge, hex, grid.neighbour(hex, direction)))
            })
        })
    }

    fn is_enemy_at(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.holds(state, enemy_of(side), hex)
    }

    fn may_work(&self, state: &State, side: Side, leader: LeaderId, bridge: BridgeId) -> Ruling {
        if self.side_of(leader) != side || !state.on_map(leader) {
            return Err(refuse(case!("25.bridge"), "{unit} is not yours, or not on the map").unit(leader));
        }
        if !self.bridges_at(state.package(leader)).any(|(at, _, _)| at == bridge) {
            return Err(refuse(case!("25.bridge"), "{unit} is not at that bridge").unit(leader));
        }
        if state.tried.contains(leader) {
            return Err(refuse(case!("25.bridge"), "{unit} has tried in this segment").unit(leader));
        }
        if self.is_neutral(state, leader) || self.leader(leader).is_dummy() {
            return Err(refuse(case!("25.support"), "{unit} works on no bridge").unit(leader));
        }
        Ok(())
    }

    /// 25.bridge: at one end for the whole of the own movement phase.
    pub(crate) fn may_blow(&self, state: &State, side: Side, leader: LeaderId, bridge: BridgeId) -> Ruling {
        self.may_work(state, side, leader, bridge)?;
        if rule!("25.bridge.blown", state.blown.contains(bridge)) {
            return Err(refuse(case!("25.bridge.blown"), "that bridge is blown already").unit(leader));
        }
        // 25.support: trains alone harm nothing.
        if rule!("25.support", !state.troops.contains(leader) && self.has_train(state, leader)) {
            return Err(refuse(case!("25.support"), "{unit} has only a train and blows nothing").unit(leader));
        }
        if !state.troops.contains(leader) {
            return Err(refuse(case!("25.bridge"), "{unit} has no unit to blow it with").unit(leader));
        }
        // A garrison that began the phase in a fortress may have stepped back from its bridge.
        let ends = self.ground.bridges[bridge.index()].0;
        let own_bridge = Package { lead: ends[0], rear: ends[1], ..Package::NOWHERE };
        let stepped_back =
            state.garrisons.contains(leader) && self.ground.fortress_of(&own_bridge, &self.theatre).is_some();
        if rule!("25.bridge", state.walked.contains(leader) && !stepped_back) {
            return Err(refuse(case!("25.bridge"), "{unit} was not there for the whole movement phase").unit(leader));
        }
        let (ends, _) = self.ground.bridges[bridge.index()];
        let package = state.package(leader);
        let astride = ends.iter().all(|end| package.covers(*end));
        if rule!("25.bridge", astride) {
            return Err(refuse(case!("25.bridge"), "{unit} stands astride the bridge").unit(leader));
        }
        Ok(())
    }

    /// 25.bridge.repair: a leader who has been there since an own movement phase, no enemy beside him or at the far end.
    pub(crate) fn may_repair(&self, state: &State, side: Side, leader: LeaderId, bridge: BridgeId) -> Ruling {
        self.may_work(state, side, leader, bridge)?;
        if !state.blown.contains(bridge) {
            return Err(refuse(case!("25.bridge.repair"), "that bridge stands").unit(leader));
        }
        if rule!("25.bridge.repair", self.leader(leader).kind == Kind::CavalryMajorGeneral) {
            return Err(refuse(case!("25.bridge.repair"), "cavalry major generals have no engineers").unit(leader));
        }
        // 25.bridge.stay: he does not leave his package in that turn.
        let walked = state.walked.contains(leader);
        if rule!("25.bridge.stay", walked) {
            return Err(refuse(case!("25.bridge.stay"), "{unit} has marched in this turn")
                .unit(leader)
                .also(&[case!("25.bridge.repair")]));
        }
        if rule!("25.bridge.repair", !walked && !state.settled.contains(leader)) {
            return Err(refuse(
                case!("25.bridge.repair"),
                "{unit} came too late: he repairs in the next bridge segment of yours",
            )
            .unit(leader));
        }
        let (ends, _) = self.ground.bridges[bridge.index()];
        let package = state.package(leader);
        // Next to him whatever lies between, the far end of the bridge included.
        let ring = package.ring(&self.ground.grid);
        let enemy = ring.into_iter().chain(ends).any(|hex| hex.is_some() && self.is_enemy_at(state, side, hex));
        if rule!("25.bridge.repair", enemy) {
            return Err(refuse(case!("25.bridge.repair"), "an enemy is too near").unit(leader));
        }
        Ok(())
    }

    pub(crate) fn work_on_bridge(&self, state: &mut State, leader: LeaderId, bridge: BridgeId, blow: bool) {
        state.tried.insert(leader);
        state.frames.push(Frame::BridgeDie { leader, bridge, blow });
    }

    pub(crate) fn bridge_falls(
        &self,
        state: &mut State,
        (leader, bridge, blow): (LeaderId, BridgeId, bool),
        die: u8,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let side = self.side_of(leader);
        let table = &self.tables.bridge;
        let skilled = self.leader(leader).kind != Kind::CavalryMajorGeneral;
        let row = match (skilled, side == FRENCH) {
            (false, _) => &table.none,
            (true, true) => &table.french,
            (true, false) => &table.allied,
        };
        let (ends, river) = self.ground.bridges[bridge.index()];
        let numbers = if blow { row.blow } else { row.repair };
        let number = if river == River::Primary { numbers.primary } else { numbers.secondary };
        let package = state.package(leader);
        let far = ends.into_iter().filter(|end| !package.covers(*end)).any(|end| self.is_enemy_at(state, side, end));
        let modifier = if blow && rule!("25.bridge", far) { table.enemy_opposite } else { 0 };
        let done = die as i8 + modifier <= number as i8;
        events.event(Event::BridgeThrown { leader, bridge, blow, die, done });
        if done {
            if blow {
                state.blown.insert(bridge);
            } else {
                state.blown.remove(bridge);
                self.chase_exposed(state, events);
            }
        }
    }

    /// 25.train: a train is laid over a river hexside of the leader's place that has no bridge.
    pub(crate) fn may_lay(
        &self,
        state: &State,
        side: Side,
        leader: LeaderId,
        from: Hex,
        direction: Direction,
    ) -> Ruling {
        if self.side_of(leader) != side || !state.on_map(leader) || !self.has_train(state, leader) {
            return Err(refuse(case!("25.train"), "{unit} has no bridging train").unit(leader));
        }
        let to = self.ground.grid.neighbour(from, direction);
        let river = self.ground.side(from, direction).river != River::None;
        if rule!("25.train", !state.package(leader).covers(from) || to.is_none() || !river) {
            return Err(
                refuse(case!("25.train"), "a train is laid over a river hexside of the leader's place").unit(leader)
            );
        }
        // 25.train.use: enemies on the far bank do not hinder.
        if self.is_enemy_at(state, side, to) && !rule!("25.train.use", true) {
            return Err(refuse(case!("25.train"), "an enemy is on the far bank").unit(leader));
        }
        if self.bridged(state, from, direction) || state.tried.contains(leader) {
            return Err(refuse(case!("25.train"), "a bridge stands there, or the train was handled in this segment")
                .unit(leader));
        }
        Ok(())
    }

    pub(crate) fn lay(
        &self,
        state: &mut State,
        leader: LeaderId,
        from: Hex,
        direction: Direction,
        events: &mut impl Sink<Event>,
    ) {
        let to = self.ground.grid.neighbour(from, direction);
        let (side, turn) = (self.side_of(leader), state.turn);
        let with = state.trains.iter_mut().find(|train| matches!(train, Train::With(with) if *with == leader));
        if let Some(train) = with {
            *train = Train::Laid { from, to, side, turn };
            state.tried.insert(leader);
            events.event(Event::TrainLaid { leader, from, to });
        }
    }

    /// How many trains a leader has with him.
    pub(crate) fn trains_of(&self, state: &State, leader: LeaderId) -> usize {
        state.trains.iter().filter(|train| **train == Train::With(leader)).count()
    }

    /// The train that a leader could take up: laid at his place, or alone in it.
    fn train_at(&self, state: &State, leader: LeaderId) -> Option<usize> {
        let package = state.package(leader);
        let own = self.side_of(leader);
        state.trains.iter().position(|train| match *train {
            Train::Laid { from, to, side, .. } => side == own && (package.covers(from) || package.covers(to)),
            Train::Alone { at, side } => side == own && package.covers(at),
            Train::None | Train::With(_) => false,
        })
    }

    pub(crate) fn may_lift(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        let own = self.side_of(leader) == side && state.on_map(leader) && !self.leader(leader).is_dummy();
        if rule!("25.train", !own || self.train_at(state, leader).is_none()) {
            return Err(refuse(case!("25.train"), "no train of yours lies where {unit} is").unit(leader));
        }
        if state.tried.contains(leader) {
            return Err(refuse(case!("25.train"), "{unit} has worked on a bridge in this segment").unit(leader));
        }
        Ok(())
    }

    pub(crate) fn lift_train(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        if let Some(train) = self.train_at(state, leader) {
            state.trains[train] = Train::With(leader);
            state.tried.insert(leader);
            events.event(Event::TrainLifted { leader });
        }
    }

    /// 14.stop.leaders, 25.train.capture: trains that an enemy force comes upon.
    pub(crate) fn take_trains(&self, state: &mut State, side: Side, package: &Package, events: &mut impl Sink<Event>) {
        for place in 0..state.trains.len() {
            let taken = match state.trains[place] {
                Train::None => None,
                Train::Laid { from, to, side: of, .. } => {
                    let hex = [from, to].into_iter().find(|hex| package.covers(*hex));
                    hex.filter(|_| of != side)
                }
                Train::Alone { at, side: of } => Some(at).filter(|at| of != side && package.covers(*at)),
                Train::With(leader) => {
                    let at = state.lead[leader.index()];
                    let bare = self.side_of(leader) != side && !state.troops.contains(leader) && state.on_map(leader);
                    Some(at).filter(|_| bare && state.package(leader).overlaps(package))
                }
            };
            if let Some(at) = taken.filter(|_| rule!("25.train.capture", true)) {
                let mover = state.march.in_hand().first().or(state.battle.pursuers.first());
                let captor = mover.filter(|leader| self.side_of(*leader) == side);
                state.trains[place] = captor.map_or(Train::Alone { at, side }, Train::With);
                events.event(Event::TrainCaptured { side, at });
            }
        }
    }
}
