//! 26.armistice: what happens between spring and autumn of the campaign.
//! Decides 5.index, 12.autumn, 26.armistice.occupied, 26.armistice.points, 26.armistice.strength, 26.armistice.succession,
//! 26.armistice.territory, 26.armistice.turn, 26.berlin.autumn, S.campaign.

use board::{Direction, Facing, Hex};
use kernel::{Side, Sink};

use super::r06_communications::HexBits;
use crate::Rules;
use crate::event::Event;
use crate::ground::{BARRED, BridgeId, Gait};
use crate::march::March;
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{ALLIED, Army, BOTH, FRENCH, LeaderId, LeaderSet, UnitId, UnitSet, enemy_of};
use crate::sequence::Frame;
use crate::state::{Centre, City, Fate, State};
use crate::theatre::SourceId;

impl Rules {
    /// Whether the armistice is going on.
    pub(crate) fn in_armistice(&self, state: &State) -> bool {
        matches!(state.frames.first(), Some(Frame::Armistice { .. }))
    }

    /// 26.armistice.occupied: hexes from the nearest force that marks territory, over ground that troops may cross.
    fn nearness(&self, state: &State, side: Side) -> Vec<u16> {
        let grid = &self.ground.grid;
        let mut hexes = vec![u16::MAX; grid.len()];
        let mut edge: Vec<Hex> = Vec::new();
        for leader in state.troops.intersection(self.leaders_of(side)) {
            // 26.armistice.territory: cavalry leaders mark none.
            let rides = rule!("26.armistice.territory", !self.leader(leader).marks_territory);
            if state.on_map(leader) && !rides && !self.is_neutral(state, leader) {
                edge.extend(state.package(leader).hexes());
            }
        }
        edge.iter().for_each(|hex| hexes[hex.index()] = 0);
        let mut distance = 0;
        while !edge.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for hex in edge {
                for direction in Direction::ALL {
                    let to = grid.neighbour(hex, direction);
                    if to.is_some()
                        && hexes[to.index()] == u16::MAX
                        && self.step_cost(state, Gait::Foot, hex, direction, false) != BARRED
                    {
                        hexes[to.index()] = distance;
                        next.push(to);
                    }
                }
            }
            edge = next;
        }
        hexes
    }

    /// 26.armistice.occupied, 26.armistice.territory: the ground that each side holds.
    pub(crate) fn draw_territory(&self, state: &State) -> [HexBits; 2] {
        let near = BOTH.map(|side| self.nearness(state, side));
        let mut territory = [HexBits::EMPTY; 2];
        for hex in self.ground.grid.hexes() {
            let [french, allied] = [near[0][hex.index()], near[1][hex.index()]];
            let nearest = if rule!("26.armistice.occupied", french < allied) {
                Some(FRENCH)
            } else if rule!("26.armistice.occupied", allied < french) {
                Some(ALLIED)
            } else {
                self.ground.friendly[hex.index()]
            };
            let bohemia = self.scenario.closed.contains(&self.ground.territory[hex.index()]);
            let fortress = self.theatre.fortresses.get(self.ground.fortress(hex).index());
            let inside = fortress.and_then(|fortress| {
                BOTH.into_iter().find(|side| {
                    self.troops_in(state, *side, fortress.main)
                        .any(|leader| self.ground.fortress_of(&state.package(leader), &self.theatre).is_some())
                })
            });
            let owner = if rule!("26.armistice.territory", bohemia) { Some(ALLIED) } else { inside.or(nearest) };
            if let Some(side) = owner {
                territory[side.index()].insert(hex);
            }
        }
        territory
    }

    /// The armistice begins: everything that happens by itself, before both sides reorganize and redeploy.
    pub(crate) fn begin_armistice(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(setup) = &self.scenario.armistice else { return };
        events.event(Event::ArmisticeBegan);
        state.territory = self.draw_territory(state);
        state.march = March::NONE;
        for set in [
            &mut state.disorganized,
            &mut state.broke,
            &mut state.shaken,
            &mut state.besieged,
            &mut state.sallying,
            &mut state.done,
            &mut state.walked,
            &mut state.entered,
        ] {
            *set = LeaderSet::EMPTY;
        }
        (state.touched, state.replaced) = (UnitSet::EMPTY, UnitSet::EMPTY);
        self.lose_installations(state, events);
        self.succeed(state);
        self.call_in(state, events);
        for (nation, points) in &setup.replacements {
            let place = crate::roster::DRAFTS.iter().position(|draft| draft == nation).unwrap_or(0);
            for (kind, points) in points.iter().enumerate() {
                let pool = &mut state.replacements[place][kind];
                *pool = pool.saturating_add(*points);
            }
        }
        state.frames.clear();
        state.frames.push(Frame::Armistice { side: ALLIED });
        state.frames.push(Frame::Armistice { side: FRENCH });
    }

    /// 26.armistice.territory: depots and sources on the enemy's ground are lost for good; Dresden is a French source only
    /// if the French hold it.
    fn lose_installations(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for (depot, number) in self.theatre.depots.iter().zip(0u16..) {
            let lost = state.territory[ALLIED.index()].contains(depot.hex) && state.dead_depots & (1 << number) == 0;
            if rule!("26.armistice.territory", lost) {
                state.dead_depots |= 1 << number;
                events.event(Event::DepotLost { at: depot.hex });
            }
        }
        for (source, number) in self.theatre.sources.iter().zip(0u32..) {
            let enemy = enemy_of(source.army.side());
            let town = source.last_turn.is_some() && state.dresden.holder != Some(FRENCH);
            if rule!("26.armistice.territory", town || state.territory[enemy.index()].contains(source.hex)) {
                state.dead_sources |= 1 << number;
            }
        }
    }

    /// 26.armistice.succession: a spring counter passes its strength to its autumn counter; what is above the new maximum
    /// becomes replacements.
    fn succeed(&self, state: &mut State) {
        for unit in self.all_units() {
            let strength = state.strength[unit.index()];
            let Some(next) = self.unit(unit).autumn else { continue };
            if strength == 0 || !rule!("26.armistice.succession", true) {
                continue;
            }
            let leader = state.leader_of(unit);
            let sum = strength + state.strength[next.index()];
            let now = sum.min(self.maximum[next.index()]);
            let (nation, kind) = self.pool_of(next);
            let pool = &mut state.replacements[nation][kind];
            *pool = pool.saturating_add(sum - now);
            let under = if state.leader_of(next).is_none() { leader } else { state.leader_of(next) };
            self.set_unit(state, unit, leader, 0);
            self.set_unit(state, next, under, now);
        }
    }

    /// Everybody who joins or comes back is put on the map, near the place that the scenario names or his army's source.
    fn call_in(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(setup) = &self.scenario.armistice else { return };
        let militia = self.militia_leader();
        // 26.berlin.autumn: at his full strength unless Berlin is lost or lies on French ground.
        let berlin = self.theatre.berlin;
        let berlin_lost = state.berlin.holder == Some(FRENCH)
            || (berlin.is_some() && state.territory[FRENCH.index()].contains(berlin));
        for (side, place, leaders) in &setup.forces {
            for row in leaders {
                let Some(leader) = self.find_leader(&row.id) else { continue };
                let own = leader == militia;
                if own && rule!("26.berlin.autumn", berlin_lost) {
                    continue;
                }
                if !state.on_map(leader) {
                    self.put_near(state, *side, leader, *place, events);
                }
                for (unit, strength) in &row.units {
                    // 26.armistice.strength: who is in play keeps the strength that he has.
                    let in_play = state.strength[unit.index()] > 0;
                    if !in_play || (own && state.strength[unit.index()] < *strength) {
                        let to = self.room_near(state, leader, *unit);
                        self.set_unit(state, *unit, to, *strength);
                    }
                }
            }
        }
        for leader in self.all_leaders() {
            let back =
                matches!(state.fate[leader.index()], Fate::Interned | Fate::Away | Fate::Cantoned | Fate::AtCentre);
            if back {
                let side = self.side_of(leader);
                let source = state.army(self.army_of(state, leader)).source;
                let hex = self.theatre.sources.get(source.index()).map_or(Hex::NONE, |source| source.hex);
                self.put_near(state, side, leader, hex, events);
            }
        }
    }

    /// The leader himself if his span has room for a unit, else another of his army who has.
    fn room_near(&self, state: &State, leader: LeaderId, unit: UnitId) -> LeaderId {
        let fits = |other: LeaderId| self.has_room(state, other, unit, 1).is_ok();
        if fits(leader) {
            return leader;
        }
        let army = self.leader(leader).army;
        let others = self.on_map(state, self.side_of(leader)).filter(|other| self.leader(*other).army == army);
        others.into_iter().find(|other| fits(*other)).unwrap_or(leader)
    }

    /// Puts a leader on the free place of his side's ground that is nearest to a hex.
    fn put_near(&self, state: &mut State, side: Side, leader: LeaderId, at: Hex, events: &mut impl Sink<Event>) {
        let grid = &self.ground.grid;
        let near = if at.is_some() { at } else { Hex(0) };
        let own = self.settling_ground(state, side);
        let free = |package: &Package| {
            package.hexes().all(|hex| own.contains(hex))
                && self.on_map(state, side).all(|other| !state.package(other).overlaps(package))
        };
        let found = own
            .iter()
            .flat_map(|lead| Direction::ALL.map(|heading| Package::column(grid, lead, heading)))
            .filter(|package| package.rear.is_some() && free(package))
            .min_by_key(|package| (grid.distance(near, package.lead), package.lead, package.facing.twelfth()));
        if let Some(package) = found {
            self.put(state, leader, package);
            events.event(Event::Arrived { leader, at: package.lead });
        }
    }

    /// The hexes on which a side may put its forces: its own ground, without enemies.
    fn settling_ground(&self, state: &State, side: Side) -> HexBits {
        let taken: HexBits =
            self.on_map(state, enemy_of(side)).flat_map(|enemy| state.package(enemy).hexes()).collect();
        state.territory[side.index()].difference(taken)
    }

    /// 26.armistice.turn: a leader is taken up, once, to be put down elsewhere.
    pub(crate) fn may_redeploy(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        if self.side_of(leader) != side || !state.on_map(leader) {
            return Err(refuse(case!("26.armistice.turn"), "{unit} is not on the map, or not yours").unit(leader));
        }
        if state.done.contains(leader) || self.is_neutral(state, leader) {
            return Err(refuse(case!("26.armistice.turn"), "{unit} has been redeployed, or may not be").unit(leader));
        }
        Ok(())
    }

    /// The packages with their leading hex there on which a leader may be put.
    fn settlings<'s>(
        &'s self,
        state: &'s State,
        side: Side,
        leader: LeaderId,
        lead: Hex,
        own: &HexBits,
    ) -> impl Iterator<Item = Package> + use<'s> {
        let grid = &self.ground.grid;
        let march = March { force: LeaderSet::from_iter([leader]), ..March::NONE };
        let open: arrayvec::ArrayVec<Direction, 6> = Direction::ALL
            .into_iter()
            .filter(|direction| {
                let rear = grid.neighbour(lead, *direction);
                rear.is_some() && own.contains(rear) && self.is_open(state, lead, *direction)
            })
            .collect();
        let lead_is_own = own.contains(lead);
        open.into_iter()
            .filter(move |_| lead_is_own)
            .flat_map(move |direction| {
                let column = Package::column(grid, lead, direction.opposite());
                [Some(column), Package::line(grid, lead, direction)]
            })
            .flatten()
            .filter(move |package| self.may_stay(state, side, &march, package).is_ok())
    }

    /// 26.armistice.turn: inside the own occupied territory.
    pub(crate) fn may_settle(&self, state: &State, side: Side, leader: LeaderId, hex: Hex) -> Ruling {
        let own = self.settling_ground(state, side);
        if rule!("26.armistice.turn", self.settlings(state, side, leader, hex, &own).next().is_none()) {
            return Err(refuse(case!("26.armistice.turn"), "{place} is not on your ground, or is taken").place(hex));
        }
        Ok(())
    }

    pub(crate) fn may_settle_so(&self, state: &State, side: Side, leader: LeaderId, at: Hex, facing: Facing) -> Ruling {
        let own = self.settling_ground(state, side);
        if !self.settlings(state, side, leader, at, &own).any(|package| package.facing == facing) {
            return Err(refuse(case!("26.armistice.turn"), "{unit} cannot be put down so").unit(leader));
        }
        Ok(())
    }

    pub(crate) fn list_settlings(
        &self,
        state: &State,
        side: Side,
        leader: LeaderId,
        at: Hex,
        actions: &mut Vec<crate::action::Action>,
    ) {
        use crate::action::Action;
        let own = self.settling_ground(state, side);
        if at.is_some() {
            let places = self.settlings(state, side, leader, at, &own);
            actions.extend(places.map(|package| Action::Form(package.facing)));
            return;
        }
        let hexes = own.iter().filter(|hex| self.settlings(state, side, leader, *hex, &own).next().is_some());
        actions.extend(hexes.map(Action::Step));
        actions.push(Action::Halt);
    }

    pub(crate) fn settle(
        &self,
        state: &mut State,
        leader: LeaderId,
        at: Hex,
        facing: Facing,
        events: &mut impl Sink<Event>,
    ) {
        let (side, own) = (self.side_of(leader), self.settling_ground(state, self.side_of(leader)));
        let found = self.settlings(state, side, leader, at, &own).find(|package| package.facing == facing);
        state.frames.pop();
        if let Some(package) = found {
            state.done.insert(leader);
            self.displace(state, leader, package, events);
        }
    }

    /// 26.armistice.turn: bridges on the own ground are made and destroyed at will.
    pub(crate) fn may_change_bridge(&self, state: &State, side: Side, bridge: BridgeId, destroy: bool) -> Ruling {
        let Some((hexes, _)) = self.ground.bridges.get(bridge.index()) else {
            return Err(refuse(case!("26.armistice.turn"), "there is no such bridge"));
        };
        let own = hexes.iter().all(|hex| state.territory[side.index()].contains(*hex));
        if !own || state.blown.contains(bridge) == destroy {
            return Err(refuse(case!("26.armistice.turn"), "that bridge is not on your ground, or is so already"));
        }
        Ok(())
    }

    pub(crate) fn change_bridge(
        &self,
        state: &mut State,
        bridge: BridgeId,
        destroy: bool,
        events: &mut impl Sink<Event>,
    ) {
        if destroy {
            state.blown.insert(bridge);
        } else {
            state.blown.remove(bridge);
        }
        events.event(Event::BridgeChanged { bridge, destroyed: destroy });
    }

    /// 26.armistice.strength: an eliminated unit comes back with a point of replacements.
    pub(crate) fn may_rebuild(&self, state: &State, side: Side, unit: UnitId, leader: LeaderId) -> Ruling {
        let print = self.unit(unit);
        let out = state.strength[unit.index()] == 0 && print.side == side && !print.regiment && print.autumn.is_none();
        if rule!("26.armistice.strength", !out) {
            return Err(refuse(case!("26.armistice.strength"), "only an eliminated unit of yours is rebuilt"));
        }
        if self.side_of(leader) != side || !state.on_map(leader) || self.is_neutral(state, leader) {
            return Err(refuse(case!("26.armistice.strength"), "{unit} cannot take that unit").unit(leader));
        }
        let (nation, kind) = self.pool_of(unit);
        if state.replacements[nation][kind] == 0 {
            return Err(refuse(case!("22.replace"), "there are no replacements of that type and nation").unit(leader));
        }
        self.has_room(state, leader, unit, 1)
    }

    pub(crate) fn rebuild(&self, state: &mut State, unit: UnitId, leader: LeaderId, events: &mut impl Sink<Event>) {
        let (nation, kind) = self.pool_of(unit);
        state.replacements[nation][kind] -= 1;
        self.set_unit(state, unit, leader, 1);
        state.touched.insert(unit);
        events.event(Event::Replaced { unit, strength: 1 });
    }

    /// Leaders whom the autumn does not know hand their units over and leave (26.armistice.succession).
    fn dismiss_leavers(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        let Some(setup) = &self.scenario.armistice else { return };
        for id in &setup.leave {
            let Some(leader) = self.find_leader(id).filter(|leader| self.side_of(*leader) == side) else { continue };
            if !state.on_map(leader) {
                continue;
            }
            let units: arrayvec::ArrayVec<UnitId, 32> = self.units_of(state, leader).take(32).collect();
            for unit in units {
                let strength = state.strength[unit.index()];
                let fits = |other: LeaderId| other != leader && self.has_room(state, other, unit, strength).is_ok();
                let package = state.package(leader);
                let beside = self.stack_of(state, leader).iter().find(|other| fits(*other));
                let to = beside.or_else(|| {
                    let others = self.on_map(state, side).filter(|other| fits(*other));
                    others.min_by_key(|other| self.ground.grid.distance(package.lead, state.lead[other.index()]))
                });
                if let Some(to) = to {
                    self.set_unit(state, unit, to, strength);
                    events.event(Event::Transferred { unit, to });
                }
            }
            if !state.troops.contains(leader) {
                events.event(Event::Removed { leader, at: state.lead[leader.index()] });
                self.lift(state, leader, Fate::Lost);
            }
        }
    }

    /// 26.armistice.points: the index of the final line of communications, times the turns of the armistice less those that
    /// the centre moved.
    fn credit(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        let Some(setup) = &self.scenario.armistice else { return };
        self.find_lines(state);
        // Turns that the armistice came early.
        let came = if state.armistice > 0 { state.armistice } else { setup.automatic_after + 1 };
        let early = (setup.automatic_after + 1).saturating_sub(came);
        for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
            let fixed = setup.points.iter().find(|(of, _)| *of == army).map(|(_, points)| *points);
            let points = match (fixed, self.line_of(state, army)) {
                (Some(points), _) => points,
                // 5.index: without a die, rounded down.
                (None, Some(line)) if rule!("5.index", true) => {
                    let turns = (setup.turns + early).saturating_sub(state.army(army).moving_turns);
                    (u16::from(self.tables.index(line, state.army(army).line)) * u16::from(turns) / 2).min(99) as u8
                }
                (None, Some(_)) => 0,
                (None, None) => 0,
            };
            if rule!("26.armistice.points", points > 0) {
                let own = state.army_mut(army);
                own.points = own.points.saturating_add(points as i8).min(99);
                events.event(Event::PointsCredited { army, points });
            }
        }
    }

    /// A side has done what it wanted in the armistice.
    pub(crate) fn end_armistice(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        if !self.is_orderly(state, side) && self.surplus(state, side).next().is_some() {
            state.frames.push(Frame::Integrity { side });
            return;
        }
        self.dismiss_leavers(state, side, events);
        self.credit(state, side, events);
        (state.touched, state.done) = (UnitSet::EMPTY, LeaderSet::EMPTY);
        let kept = self.tables.limits.replacements_kept;
        for (place, pool) in state.replacements.iter_mut().enumerate() {
            if (place == 0) == (side == FRENCH) {
                pool.iter_mut().for_each(|points| *points = (*points).min(kept));
            }
        }
        if side == FRENCH {
            state.frames.pop();
        } else {
            self.open_autumn(state, events);
        }
    }

    /// Autumn: markers are reset, and what the enemy holds costs a step (12.autumn).
    fn open_autumn(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(setup) = &self.scenario.armistice else { return };
        // 26.armistice.turn: morale is reset.
        (state.morale, state.start_morale) = (setup.morale, setup.morale);
        let cities = [(ALLIED, state.berlin.holder == Some(FRENCH)), (FRENCH, state.dresden.holder == Some(ALLIED))];
        for (loser, lost) in cities {
            let moved = rule!("12.autumn", lost).then_some(loser);
            let city = if loser == ALLIED { &mut state.berlin } else { &mut state.dresden };
            *city = City { moved, improved: false, ..*city };
            if moved.is_some() {
                self.move_morale(state, loser, 1, events);
            }
        }
        for (army, centre, source) in &setup.centres {
            let own = state.army_mut(*army);
            own.centre = Centre::Active;
            (own.centre_at, own.centre_from, own.source) = (*centre, *centre, *source);
        }
        events.event(Event::ArmisticeEnded);
        state.turn = setup.resumes;
        // The sources of the autumn lines are those in the same hexes; an army whose source is gone takes another.
        for army in Army::ALL {
            let own = *state.army(army);
            let Some(now) = self.theatre.sources.get(own.source.index()) else { continue };
            let same = self
                .theatre
                .sources
                .iter()
                .position(|source| source.hex == now.hex && self.is_source_of(state, army, source));
            let source = same.map_or_else(|| self.free_source(state, army), |place| SourceId(place as u8));
            let own = state.army_mut(army);
            (own.source, own.changing, own.source_lost) = (source, SourceId::NONE, false);
            (own.source_at, own.moving_turns) = (Hex::NONE, 0);
            own.centre_from = own.centre_at;
        }
        self.find_lines(state);
        if rule!("S.campaign", true) {
            self.resume(state, setup.resumes, events);
        } else {
            self.end_game(state, events);
        }
    }
}
