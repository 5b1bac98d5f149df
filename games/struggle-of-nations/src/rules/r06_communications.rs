//! 6: lines of communications, dispatch distances, and centres of operations.
//! Decides 6.cofo.depot, 6.cofo.from, 6.cofo.limits, 6.cofo.move, 6.cofo.passive, 6.depots.active, 6.dispatch,
//! 6.dispatch.territory, 6.displace, 6.displace.after, 6.inactive.length, 6.loc, 6.loc.broken, 6.through,
//! 13.territory, 26.armistice.territory, 26.cantonment.centre.

use board::{Direction, Hex, Set};
use kernel::{Side, Sink};

use super::r06_riders::Sought;
use crate::Rules;
use crate::event::Event;
use crate::ground::{BARRED, Gait, RoadKind};
use crate::march::{How, March};
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Army, LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::{Centre, NO_LINE, State};

/// Hexes of the whole map: 165 by 99.
pub(crate) type HexBits = Set<Hex, 256>;

impl Rules {
    /// Every hex in which a side seems to have troops or a zone.
    pub(crate) fn zone_map(&self, state: &State, by: Side) -> HexBits {
        let grid = &self.ground.grid;
        let mut zones = HexBits::EMPTY;
        let mut mark = |package: &Package, around: bool| {
            for half in package.hexes() {
                zones.insert(half);
                if !around {
                    continue;
                }
                for direction in Direction::ALL {
                    let near = grid.neighbour(half, direction);
                    if near.is_some() && self.is_open(state, half, direction) {
                        zones.insert(near);
                    }
                }
            }
        };
        for leader in self.apparent(state, by).intersection(self.leaders_of(by)) {
            if state.on_map(leader) && !self.is_neutral(state, leader) {
                mark(&state.package(leader), !state.besieged.contains(leader));
            }
        }
        for army in Army::ALL.into_iter().filter(|army| army.side() == by) {
            mark(&self.source_marker(state, army), true);
            // 6.cofo.passive: a centre closes nothing.
            let own = state.army(army);
            if own.is_on_map() && !rule!("6.cofo.passive", true) {
                mark(&Package { lead: own.centre_at[0], rear: own.centre_at[1], ..Package::NOWHERE }, false);
            }
        }
        zones
    }

    /// The dispatch distance between a place and a force, in half points (6.dispatch.territory).
    pub(crate) fn dispatch_limit(&self, state: &State, army: Army, from: Hex, to: &Package) -> u8 {
        let Some(line) = self.line_of(state, army) else { return 0 };
        let reach = self.tables.reach(line);
        let side = army.side();
        let friendly = |hex: Hex| rule!("13.territory", self.ground.friendly[hex.index()] == Some(side));
        let hostile = |hex: Hex| self.is_hostile(side, hex);
        let either = |test: &dyn Fn(Hex) -> bool| test(from) || to.hexes().any(test);
        let mut limit = reach.dispatch as i8;
        if rule!("6.dispatch.territory", either(&friendly)) {
            limit += reach.friendly;
        }
        if either(&hostile) {
            limit += reach.hostile;
        }
        (limit.max(0) as u8) * self.tables.point
    }

    /// The farthest that any force of an army can be.
    pub(crate) fn farthest(&self, state: &State, army: Army) -> u8 {
        let Some(line) = self.line_of(state, army) else { return 0 };
        let reach = self.tables.reach(line);
        (reach.dispatch + reach.friendly.max(0) as u8) * self.tables.point
    }

    /// Who is in range of centre and depots now, of all leaders of a side.
    pub(crate) fn find_ranges(&self, state: &mut State, side: Side) {
        let closed = self.zone_map(state, enemy_of(side));
        let (mut in_range, mut in_supply, mut in_depot) = (LeaderSet::EMPTY, LeaderSet::EMPTY, LeaderSet::EMPTY);
        for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
            if self.line_of(state, army).is_none() {
                continue;
            }
            let members = self.on_map(state, side).filter(|leader| self.army_of(state, *leader) == army);
            let members: LeaderSet = members.collect();
            let most = self.farthest(state, army);
            let own = state.army(army);
            let centre = self.dispatch_hexes(state, army);
            let mut linked: arrayvec::ArrayVec<Hex, 16> = arrayvec::ArrayVec::new();
            let mut depots = self.depot_hexes(state, army);
            let limited = |from: Hex, package: Package| (package, self.dispatch_limit(state, army, from, &package));
            let sites = depots.iter().map(|depot| Package { lead: *depot, ..Package::NOWHERE });
            if own.is_on_map() {
                let all = members.iter().map(|leader| state.package(leader)).chain(sites);
                let sought = Sought::new(all.map(|package| limited(centre[0], package)));
                let field = self.field_to(state, centre, most, &closed, sought);
                for leader in members {
                    let (package, limit) = limited(centre[0], state.package(leader));
                    // 6.dispatch: to either hex of the commander.
                    if rule!("6.dispatch", field.to(&package).is_some_and(|spent| spent <= limit)) {
                        in_range.insert(leader);
                        in_supply.insert(leader);
                    }
                }
                for depot in &depots {
                    let there = Package { lead: *depot, ..Package::NOWHERE };
                    let limit = self.dispatch_limit(state, army, centre[0], &there);
                    if field.at(*depot).is_some_and(|spent| spent <= limit) {
                        linked.push(*depot);
                    }
                }
            }
            // 26.cantonment.centre: forces trace to the hex where their centre left.
            if matches!(own.centre, Centre::Cantoned(_)) && rule!("26.cantonment.centre", true) {
                let field = self.field(state, centre, most, &closed);
                for leader in members {
                    let package = state.package(leader);
                    let limit = self.dispatch_limit(state, army, centre[0], &package);
                    if field.to(&package).is_some_and(|spent| spent <= limit) {
                        in_supply.insert(leader);
                    }
                }
            }
            // 6.depots.active: a depot supplies whether or not the centre reaches it.
            let serve = |hexes: &[Hex], served: &mut LeaderSet| {
                for ground in [Some(side), None, Some(enemy_of(side))] {
                    let alike = hexes.iter().copied().filter(|hex| self.ground.friendly[hex.index()] == ground);
                    let Some(first) = alike.clone().next() else { continue };
                    let mut sought = LeaderSet::EMPTY;
                    for leader in members.difference(*served) {
                        let (package, limit) = limited(first, state.package(leader));
                        match self.foretold(state, alike.clone(), &package, limit, &closed) {
                            Some(true) => served.insert(leader),
                            Some(false) => {}
                            None => sought.insert(leader),
                        }
                    }
                    if sought.is_empty() {
                        continue;
                    }
                    let packages = Sought::new(sought.iter().map(|leader| limited(first, state.package(leader))));
                    let field = self.field_to(state, alike, most, &closed, packages);
                    for leader in sought {
                        let (package, limit) = limited(first, state.package(leader));
                        if field.to(&package).is_some_and(|spent| spent <= limit) {
                            served.insert(leader);
                        }
                    }
                }
            };
            serve(&linked, &mut in_depot);
            // Whom a depot serves that the centre reaches is in supply; the others serve further leaders.
            in_supply = in_supply.union(in_depot);
            if rule!("6.depots.active", !depots.is_empty()) {
                depots.retain(|depot| !linked.contains(depot));
                serve(&depots, &mut in_supply);
            }
        }
        state.in_range = in_range;
        state.in_supply = in_supply;
        state.in_depot = in_depot;
    }

    /// The hexes from which dispatch is measured: in the turn in which a centre moves, those where it began.
    pub(crate) fn dispatch_hexes(&self, state: &State, army: Army) -> [Hex; 2] {
        let own = state.army(army);
        if rule!("6.cofo.from", own.centre_from != own.centre_at) { own.centre_from } else { own.centre_at }
    }

    /// How far a leader is from his centre, in half points.
    pub(crate) fn dispatch_distance(&self, state: &State, leader: LeaderId) -> Option<u8> {
        let (army, side) = (self.army_of(state, leader), self.side_of(leader));
        let closed = self.zone_map(state, enemy_of(side));
        let field = self.field(state, self.dispatch_hexes(state, army), self.farthest(state, army), &closed);
        field.to(&state.package(leader)).filter(|_| state.army(army).is_on_map())
    }

    /// How far he may be.
    pub(crate) fn dispatch_allowed(&self, state: &State, leader: LeaderId) -> u8 {
        let army = self.army_of(state, leader);
        self.dispatch_limit(state, army, self.dispatch_hexes(state, army)[0], &state.package(leader))
    }

    /// At the end of a side's turn: centres that have stood still through it work again (6.inactive.length), those of the
    /// other side that fled before (6.displace.after), and distances are measured from where centres are (6.cofo.from).
    pub(crate) fn settle_centres(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
            let own = state.army_mut(army);
            own.centre_from = own.centre_at;
            if own.centre == Centre::Inactive && rule!("6.inactive.length", true) {
                own.centre = Centre::Active;
                events.event(Event::CentreActive { army });
            }
        }
        for army in Army::ALL.into_iter().filter(|army| army.side() != side) {
            let own = state.army_mut(army);
            if rule!("6.displace.after", own.centre == Centre::Recovering) {
                own.centre = Centre::Active;
                events.event(Event::CentreActive { army });
            }
        }
    }

    /// 7.extended: whether a place is in range of the centre now.
    pub(crate) fn dispatch_from_centre(&self, state: &State, army: Army, package: &Package, side: Side) -> bool {
        let own = state.army(army);
        if !own.is_on_map() {
            return false;
        }
        let from = self.dispatch_hexes(state, army);
        let limit = self.dispatch_limit(state, army, from[0], package);
        let closed = self.zone_map(state, enemy_of(side));
        let field = self.field(state, from, limit, &closed);
        field.to(package).is_some_and(|spent| spent <= limit)
    }

    /// The lengths of all lines of communications (6.loc).
    pub(crate) fn find_lines(&self, state: &mut State) {
        for side in crate::roster::BOTH {
            let closed = self.zone_map(state, enemy_of(side));
            for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
                if self.line_of(state, army).is_some() && self.through(state, army).is_none() {
                    let found = self.own_line(state, army, &closed);
                    self.set_line(state, army, found);
                }
            }
            for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
                let Some(other) = self.through(state, army) else { continue };
                let (own, host) = (state.army(army), state.army(other));
                // 6.through: from centre to centre, and onward by the other army's line.
                let between = if own.is_on_map() && own.changing.is_none() && host.is_on_map() && host.line != NO_LINE {
                    self.road_length(Some(state), own.centre_at, host.centre_at[0], &closed)
                } else {
                    None
                };
                let found = between.map(|hexes| hexes + u16::from(host.line));
                self.set_line(state, army, found);
            }
        }
    }

    /// The army through whose centre another one traces (6.through).
    pub(crate) fn through(&self, state: &State, army: Army) -> Option<Army> {
        let source = self.theatre.sources.get(state.army(army).source.index())?;
        rule!("6.through", source.army != army).then_some(source.army)
    }

    fn own_line(&self, state: &State, army: Army, closed: &HexBits) -> Option<u16> {
        let own = state.army(army);
        let away = matches!(own.centre, Centre::Cantoned(_)) && !closed.contains(own.centre_at[0]);
        if rule!("26.cantonment.centre", away) {
            // Off the map it is at its source.
            return Some(0);
        }
        let source = self.source_hex(state, army);
        let traced = own.is_on_map() && source.is_some() && own.changing.is_none() && !own.source_lost;
        if traced { self.road_length(Some(state), own.centre_at, source, closed) } else { None }
    }

    /// Beyond the limit of the army it is no line at all.
    fn set_line(&self, state: &mut State, army: Army, found: Option<u16>) {
        let limit = self.line_of(state, army).map_or(0, |line| self.tables.reach(line).loc);
        let length = found.filter(|length| !rule!("6.loc.broken", *length > u16::from(limit)));
        state.army_mut(army).line = length.map_or(NO_LINE, |length| length.min(254) as u8);
    }

    /// Primary road hexes from either of two hexes to another, through none that is closed, and in a position over no
    /// bridge of a primary river that is blown.
    pub(crate) fn road_length(&self, state: Option<&State>, from: [Hex; 2], to: Hex, closed: &HexBits) -> Option<u16> {
        let mut spread = self.spread(state, from, closed);
        let mut distance = 0;
        loop {
            if spread.reached.contains(to) {
                return Some(distance);
            }
            if !spread.step(self) {
                return None;
            }
            distance += 1;
        }
    }

    /// The primary road hexes within so many of a source, through none that the enemy controls.
    pub(crate) fn roads_within(&self, state: &State, army: Army, source: Hex, most: u8) -> HexBits {
        let closed = self.zone_map(state, enemy_of(army.side()));
        let mut spread = self.spread(Some(state), [source, Hex::NONE], &closed);
        for _ in 0..most {
            if !spread.step(self) {
                break;
            }
        }
        spread.reached
    }

    fn spread<'c>(&self, state: Option<&'c State>, from: [Hex; 2], closed: &'c HexBits) -> Spread<'c> {
        let mut reached = HexBits::EMPTY;
        let mut edge = Edge::new();
        for hex in from {
            if hex.is_some() && !rule!("6.loc", closed.contains(hex)) && !reached.contains(hex) {
                reached.insert(hex);
                edge.push(hex);
            }
        }
        Spread { state, reached, edge, closed }
    }

    /// The next primary road hex from one towards another, and how far that is; enemies do not matter.
    fn towards(&self, from: Hex, to: Hex) -> Option<(Hex, u16)> {
        let open = HexBits::EMPTY;
        let grid = &self.ground.grid;
        let by_road =
            Direction::ALL.into_iter().filter(|direction| self.ground.side(from, *direction).road == RoadKind::Primary);
        let near = by_road.map(|direction| grid.neighbour(from, direction)).filter(|hex| hex.is_some());
        near.filter_map(|near| Some((near, self.road_length(None, [near, Hex::NONE], to, &open)?)))
            .min_by_key(|(hex, length)| (*length, *hex))
    }

    /// The two hexes of a centre in a road hex: the second is the next towards its source (6.cofo.depot).
    pub(crate) fn centre_hexes(&self, state: &State, army: Army, at: Hex) -> [Hex; 2] {
        let source = self.source_hex(state, army);
        if source.is_none() {
            return [at, Hex::NONE];
        }
        match self.towards(at, source) {
            Some((next, _)) if rule!("6.cofo.depot", at != source) => [at, next],
            _ => [at, Hex::NONE],
        }
    }

    /// 6.cofo.move: whether a centre may begin to move.
    pub(crate) fn may_move_centre(&self, state: &State, side: Side, army: Army) -> Ruling {
        if army.side() != side {
            return Err(refuse(case!("6.cofo.move"), "that is not your centre"));
        }
        if !state.army(army).is_on_map() && !self.may_centre_return(state, army) {
            return Err(refuse(case!("6.cofo"), "the army has no centre on the map"));
        }
        if state.army(army).centre == Centre::Moved && !self.in_armistice(state) {
            return Err(refuse(case!("6.cofo.move"), "the centre has moved in this turn"));
        }
        Ok(())
    }

    pub(crate) fn move_centre(&self, state: &mut State, army: Army) {
        let points = self.tables.limits.allowance.centre * self.tables.point;
        let at = state.army(army).centre_at[0];
        let mut march = March { how: How::Centre(army), centre: at, ..March::NONE };
        march.allowance[0] = [None, Some(points)];
        march.from[0] = at;
        state.march = march;
        state.frames.push(Frame::Marching);
    }

    /// A step of a centre: at cavalry cost, into no hex that the enemy controls (6.cofo.limits).
    pub(crate) fn may_step_centre(&self, state: &State, army: Army, to: Hex) -> Ruling {
        let march = &state.march;
        let Some(direction) = self.ground.grid.direction_between(march.centre, to) else {
            return Err(refuse(case!("6.cofo.move"), "a centre moves from hex to hex").place(to));
        };
        let cost = self.step_cost(state, Gait::Horse, march.centre, direction, false);
        if cost == BARRED {
            return Err(refuse(case!("16.river"), "a primary river is crossed only at a bridge").place(to));
        }
        let spent = march.spent[0][1].saturating_add(cost);
        if rule!("6.cofo.move", march.allowance[0][1].is_none_or(|most| spent > most)) {
            return Err(refuse(case!("6.cofo.move"), "a centre moves {number} points at most")
                .place(to)
                .number(self.tables.limits.allowance.centre.into()));
        }
        if rule!("6.cofo.limits", self.seems_controlled(state, enemy_of(army.side()), to)) {
            return Err(
                refuse(case!("6.cofo.limits"), "a centre enters no hex that the enemy controls, as {place}").place(to)
            );
        }
        if self.is_closed(state, to) {
            return Err(refuse(case!("26.austria"), "{place} is closed to both sides").place(to));
        }
        let hostile = self.in_armistice(state) && state.territory[enemy_of(army.side()).index()].contains(to);
        if rule!("26.armistice.territory", hostile) {
            return Err(refuse(case!("26.armistice.turn"), "{place} is on the enemy's ground").place(to));
        }
        let left = march.allowance[0][1].map_or(0, |most| most - spent);
        if rule!("6.cofo.limits", !self.leads_to_road(state, army, to, left)) {
            return Err(refuse(
                case!("6.cofo.limits"),
                "from {place} the centre could not come back to a primary road",
            )
            .place(to));
        }
        Ok(())
    }

    /// Whether a centre can come from a hex to a primary road for so many half points.
    fn leads_to_road(&self, state: &State, army: Army, hex: Hex, left: u8) -> bool {
        if self.ground.has_road(hex, RoadKind::Primary) {
            return true;
        }
        let enemy = enemy_of(army.side());
        Direction::ALL.into_iter().any(|direction| {
            let to = self.ground.grid.neighbour(hex, direction);
            let cost = self.step_cost(state, Gait::Horse, hex, direction, false);
            to.is_some()
                && cost <= left
                && !self.seems_controlled(state, enemy, to)
                && !self.is_closed(state, to)
                && self.leads_to_road(state, army, to, left - cost)
        })
    }

    pub(crate) fn step_centre(&self, state: &mut State, to: Hex) {
        if let Some(direction) = self.ground.grid.direction_between(state.march.centre, to) {
            let cost = self.step_cost(state, Gait::Horse, state.march.centre, direction, false);
            state.march.spent[0][1] += cost;
            state.march.centre = to;
            state.march.stepped[0] = true;
        }
    }

    /// It ends its move on a primary road.
    pub(crate) fn may_rest_centre(&self, state: &State, _army: Army) -> Ruling {
        let at = state.march.centre;
        if rule!("6.cofo.limits", !self.ground.has_road(at, RoadKind::Primary)) {
            return Err(refuse(case!("6.cofo.limits"), "a centre ends its move on a primary road").place(at));
        }
        Ok(())
    }

    pub(crate) fn rest_centre(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let (from, to) = (state.army(army).centre_at[0], state.march.centre);
        // A centre that comes back from cantonment has moved even if it stays where it left.
        if from == to && !matches!(state.army(army).centre, Centre::Cantoned(_)) {
            return;
        }
        let hexes = self.centre_hexes(state, army, to);
        let armistice = self.in_armistice(state);
        let own = state.army_mut(army);
        own.centre_at = hexes;
        own.centre = Centre::Moved;
        if armistice {
            // 26.armistice.points: every move takes a turn of it.
            own.centre = Centre::Active;
            own.centre_from = hexes;
            own.moving_turns += 1;
        }
        events.event(Event::CentreMoved { army, from, to });
    }

    /// 6.displace: an enemy force on or next to a centre makes it fly.
    pub(crate) fn chase_centres(&self, state: &mut State, by: Side, package: &Package, events: &mut impl Sink<Event>) {
        for army in Army::ALL.into_iter().filter(|army| army.side() != by) {
            let own = state.army(army);
            if !own.is_on_map() {
                continue;
            }
            let centre = Package { lead: own.centre_at[0], rear: own.centre_at[1], ..Package::NOWHERE };
            let near = package.overlaps(&centre) || self.adjacent(state, package, &centre);
            if rule!("6.displace", near) {
                self.fly(state, army, events);
            }
        }
    }

    /// 6.displace: centres that have come into an enemy zone although nobody stepped next to them, as over a bridge that was
    /// mended or laid. At its source a centre stays.
    pub(crate) fn chase_exposed(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for army in Army::ALL {
            let own = *state.army(army);
            if !own.is_on_map() || own.centre_at[0] == self.source_hex(state, army) {
                continue;
            }
            let held = |hex: Hex| hex.is_some() && !self.controllers(state, enemy_of(army.side()), hex).is_empty();
            if rule!("6.displace", own.centre_at.into_iter().any(held)) {
                self.fly(state, army, events);
            }
        }
    }

    fn fly(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let own = *state.army(army);
        let source = self.source_hex(state, army);
        if source.is_none() {
            return;
        }
        let closed = self.zone_map(state, enemy_of(army.side()));
        // Five points on a primary road.
        let hexes = self.tables.limits.allowance.centre * self.tables.point / self.tables.terrain.road(0).max(1);
        let mut at = own.centre_at[0];
        let mut gone = 0;
        while at != source && (gone < hexes || closed.contains(at)) {
            let Some((next, _)) = self.towards(at, source) else { break };
            at = next;
            gone += 1;
        }
        let fled = self.centre_hexes(state, army, at);
        let own_turn = state.player == army.side();
        let own = state.army_mut(army);
        let from = own.centre_at[0];
        own.centre_at = fled;
        own.centre_from = fled;
        // 6.displace.after: nothing during the next own and the next enemy turn.
        if rule!("6.displace.after", true) {
            own.centre = if own_turn { Centre::Moved } else { Centre::Fled };
        }
        events.event(Event::CentreFled { army, from, to: at });
    }

    /// How far the source of a leader's army is from a hex, in half points on foot: which way is back (21.disorg.effects,
    /// 19.path.order).
    pub(crate) fn source_distance(&self, state: &State, leader: LeaderId, hex: Hex) -> u16 {
        let source = self.source_hex(state, self.army_of(state, leader));
        if source.is_some() && hex.is_some() { self.ground.march(hex, source) } else { 0 }
    }
}

/// The hexes that were reached last.
type Edge = arrayvec::ArrayVec<Hex, 512>;

/// A search along primary roads, step by step.
struct Spread<'c> {
    state: Option<&'c State>,
    reached: HexBits,
    edge: Edge,
    closed: &'c HexBits,
}

impl Spread<'_> {
    /// One hex further; false if there is nothing more to reach.
    fn step(&mut self, rules: &Rules) -> bool {
        let edge = std::mem::take(&mut self.edge);
        for hex in edge {
            for direction in Direction::ALL {
                if rules.ground.side(hex, direction).road != RoadKind::Primary {
                    continue;
                }
                let to = rules.ground.grid.neighbour(hex, direction);
                if to.is_none() || self.reached.contains(to) || self.edge.is_full() {
                    continue;
                }
                if self.closed.contains(to) && rule!("6.loc", true) {
                    continue;
                }
                if self.state.is_some_and(|state| !rules.is_open(state, hex, direction)) {
                    continue;
                }
                self.reached.insert(to);
                self.edge.push(to);
            }
        }
        !self.edge.is_empty()
    }
}
