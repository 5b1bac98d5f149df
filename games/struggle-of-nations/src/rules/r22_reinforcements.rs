//! 22: reinforcements.
//! Decides 9.unemployed, 22.reinforce, 22.reinforce.delay, 22.reinforce.queue, 22.reinforce.road, 26.cantonment.

use board::{Direction, Hex};
use kernel::{Side, Sink};

use crate::action::{ArrivalId, EntryId};
use crate::event::Event;
use crate::ground::RoadKind;
use crate::march::{How, March};
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::{Centre, Fate, NO_LINE, State};
use crate::{Rules, Start};

impl Rules {
    /// The leaders of a group that are still to come.
    pub(crate) fn waiting(&self, state: &State, arrival: ArrivalId) -> LeaderSet {
        let with = |leader: &LeaderId| {
            state.fate[leader.index()] == Fate::Waiting && self.starts[leader.index()] == Start::Arrives(arrival.0)
        };
        self.all_leaders().filter(with).collect()
    }

    /// 22.reinforce.column: the column in which a stack comes in by a hex: its trailing half still outside.
    fn entering(&self, at: Hex) -> Option<Package> {
        let grid = &self.ground.grid;
        let outside = |direction: &Direction| grid.neighbour(at, direction.opposite()).is_none();
        let heading = Direction::ALL.into_iter().filter(outside).max_by_key(|direction| {
            let inward = grid.neighbour(at, *direction);
            let road = self.ground.side(at, *direction).road;
            (inward.is_some(), road == RoadKind::Primary, road != RoadKind::None, 6 - direction.index())
        })?;
        Some(Package::column(grid, at, heading))
    }

    pub(crate) fn may_enter(
        &self,
        state: &State,
        side: Side,
        arrival: ArrivalId,
        entry: EntryId,
        beside: bool,
    ) -> Ruling {
        let Some(group) = self.scenario.arrivals.get(arrival.index()) else {
            return Err(refuse(case!("22.reinforce"), "there are no such reinforcements"));
        };
        if group.side != side || self.waiting(state, arrival).is_empty() {
            return Err(refuse(case!("22.reinforce"), "they are not yours, or have come in"));
        }
        if rule!("22.reinforce", state.turn < group.turn) {
            return Err(refuse(case!("22.reinforce"), "they come in a later turn"));
        }
        // 22.reinforce.road.
        if rule!("22.reinforce.road", !group.entries.contains(&entry.0)) {
            return Err(refuse(case!("22.reinforce.road"), "they come by another road"));
        }
        let Some(at) = self.entry_hex(state, arrival, entry, beside) else {
            let at = self.theatre.entries[entry.index()].hex;
            if beside {
                return Err(refuse(
                    case!("22.reinforce.delay"),
                    "they come in beside {place} only if the enemy controls it, from the turn after the one listed",
                )
                .place(at));
            }
            return Err(refuse(
                case!("22.reinforce.delay"),
                "the enemy is in {place}; from the next turn on they may come in beside it",
            )
            .place(at));
        };
        let Some(package) = self.entering(at) else {
            return Err(refuse(case!("22.reinforce.column"), "nobody can come in by {place}").place(at));
        };
        let mut force = self.waiting(state, arrival);
        force = force.iter().collect();
        let march = March { how: How::Arrival, force, ..March::NONE };
        self.may_stay(state, side, &march, &package)
    }

    /// The hex by which a group comes in now: that of its road. If the enemy stands in it, or controls it and its owner wishes
    /// so, it is from the turn after the one listed the nearest hex of the edge that is free of him and his zones
    /// (22.reinforce.delay).
    fn entry_hex(&self, state: &State, arrival: ArrivalId, entry: EntryId, beside: bool) -> Option<Hex> {
        let group = &self.scenario.arrivals[arrival.index()];
        let at = self.theatre.entries[entry.index()].hex;
        let open = self.free_edge(state, group.side, at);
        let late = state.turn > group.turn;
        if beside {
            let controlled = late && open == at && self.seems_controlled(state, enemy_of(group.side), at);
            return controlled.then(|| self.nearest_edge(state, group.side, at)).filter(|free| free.is_some());
        }
        (open == at || (open.is_some() && late)).then_some(open)
    }

    /// 22.reinforce.queue: what the next stack pays to come in by a hex, in half points.
    fn toll(&self, state: &State, at: Hex) -> u8 {
        let before = state.queue.iter().find(|(hex, _)| *hex == at).map_or(0, |(_, number)| usize::from(*number));
        let queue = &self.tables.limits.queue;
        let points = queue.get(before).copied().unwrap_or_else(|| 1 + 2 * before as u8);
        let points = if rule!("22.reinforce.queue", true) { points } else { 1 };
        let primary = self.ground.has_road(at, RoadKind::Primary);
        if primary { points } else { points * self.tables.point }
    }

    pub(crate) fn enter(
        &self,
        state: &mut State,
        arrival: ArrivalId,
        entry: EntryId,
        beside: bool,
        events: &mut impl Sink<Event>,
    ) {
        let force = self.waiting(state, arrival);
        let Some(at) = self.entry_hex(state, arrival, entry, beside) else { return };
        self.come_in(state, force, at, events);
        self.bring_centre(state, arrival, at, events);
    }

    /// A stack comes in by a hex of the edge and marches on.
    fn come_in(&self, state: &mut State, force: LeaderSet, at: Hex, events: &mut impl Sink<Event>) {
        let Some(package) = self.entering(at) else { return };
        let commander = self.senior(state, force);
        let toll = self.toll(state, at);
        for leader in force {
            self.put(state, leader, package);
            state.entered.insert(leader);
            events.event(Event::Arrived { leader, at });
        }
        match state.queue.iter_mut().find(|(hex, _)| *hex == at || hex.is_none()) {
            Some(place) => *place = (at, place.1 + 1),
            None => state.queue[0].1 += 1,
        }
        let mut march = March { how: How::Arrival, commander, force, ..March::NONE };
        march.allowance[0] = self.allowances(state, force, How::Arrival);
        march.spent[0] = [toll; 2];
        // Whoever cannot pay has come as far as he can.
        for (allowance, spent) in march.allowance[0].iter_mut().zip(march.spent[0]) {
            if let Some(points) = allowance {
                *points = (*points).max(spent);
            }
        }
        march.stepped[0] = true;
        march.from[0] = at;
        let side = self.side_of(commander);
        march.stopped[0] = self.in_zone(state, side, &package);
        state.march = march;
        state.walked = state.walked.union(force);
        events.event(Event::MarchBegan { how: How::Arrival, commander, at });
        state.frames.push(Frame::Marching);
        self.look_around(state, force, events);
    }

    /// 9.unemployed: a force of his army at the centre that a waiting leader can join.
    fn company(&self, state: &State, leader: LeaderId) -> Option<LeaderId> {
        let army = self.army_of(state, leader);
        let own = state.army(army);
        let centre = Package { lead: own.centre_at[0], rear: own.centre_at[1], ..Package::NOWHERE };
        self.on_map(state, self.side_of(leader)).find(|friend| {
            let package = state.package(*friend);
            state.troops.contains(*friend)
                && self.army_of(state, *friend) == army
                && own.is_on_map()
                && (package.overlaps(&centre) || self.adjacent(state, &package, &centre))
        })
    }

    /// 19.offmap, 26.cantonment, 9.unemployed: whether a leader can come back onto the map now.
    pub(crate) fn may_come_back(&self, state: &State, side: Side, leader: LeaderId, by: Option<Hex>) -> Ruling {
        if self.side_of(leader) == side && state.fate[leader.index()] == Fate::AtCentre && by.is_none() {
            if rule!("9.unemployed", self.company(state, leader).is_none()) {
                return Err(
                    refuse(case!("9.unemployed"), "no troops are at the centre where {unit} waits").unit(leader)
                );
            }
            return Ok(());
        }
        if self.side_of(leader) != side || !self.may_return(state, leader) {
            return Err(refuse(case!("19.offmap"), "{unit} does not come back now")
                .unit(leader)
                .also(&[case!("26.cantonment")]));
        }
        if let Some(hex) = by
            && rule!("26.cantonment", !self.ways_back(state, leader).any(|other| other == hex))
        {
            return Err(refuse(case!("26.cantonment"), "{place} is no other source road of the army of {unit}")
                .unit(leader)
                .place(hex));
        }
        let at = self.free_edge(state, side, by.unwrap_or(state.lead[leader.index()]));
        let Some(package) = Some(at).filter(|at| at.is_some()).and_then(|at| self.entering(at)) else {
            return Err(
                refuse(case!("22.reinforce.column"), "there is no hex by which {unit} could come in").unit(leader)
            );
        };
        let march = March { how: How::Arrival, force: LeaderSet::from_iter([leader]), ..March::NONE };
        self.may_stay(state, side, &march, &package)
    }

    /// 26.cantonment: the other sources of his army by which a leader in cantonment may come back.
    pub(crate) fn ways_back<'s>(&'s self, state: &'s State, leader: LeaderId) -> impl Iterator<Item = Hex> + use<'s> {
        let army = self.army_of(state, leader);
        let cantoned = state.fate[leader.index()] == Fate::Cantoned;
        let sources = self.theatre.sources.iter().filter(move |source| self.is_source_of(state, army, source));
        let left = state.lead[leader.index()];
        sources.map(|source| source.hex).filter(move |hex| cantoned && *hex != left && self.entering(*hex).is_some())
    }

    /// 19.offmap, 26.cantonment: a hex of the edge, or the nearest free one if the enemy stands in it.
    fn free_edge(&self, state: &State, side: Side, at: Hex) -> Hex {
        if self.is_taken(state, side, at) { self.nearest_edge(state, side, at) } else { at }
    }

    fn is_taken(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.leaders_in(state, enemy_of(side), hex).next().is_some() || self.is_closed(state, hex)
    }

    /// The hex of the edge nearest to another that is free of the enemy and his zones.
    fn nearest_edge(&self, state: &State, side: Side, at: Hex) -> Hex {
        let grid = &self.ground.grid;
        let free = |hex: &Hex| {
            !self.is_taken(state, side, *hex)
                && !self.seems_controlled(state, enemy_of(side), *hex)
                && self.entering(*hex).is_some()
        };
        let edge = grid.hexes().filter(|hex| grid.is_edge(*hex)).map(|hex| (grid.distance(hex, at), hex));
        // Only one that is nearer than any before is asked about.
        let nearest = edge.fold(None, |nearest: Option<(u16, Hex)>, (far, hex)| match nearest {
            Some(known) if known <= (far, hex) || !free(&hex) => nearest,
            None if !free(&hex) => None,
            Some(_) | None => Some((far, hex)),
        });
        nearest.map_or(Hex::NONE, |(_, hex)| hex)
    }

    pub(crate) fn come_back(
        &self,
        state: &mut State,
        leader: LeaderId,
        by: Option<Hex>,
        events: &mut impl Sink<Event>,
    ) {
        if let (Fate::AtCentre, Some(friend)) = (state.fate[leader.index()], self.company(state, leader)) {
            let package = state.package(friend);
            self.put(state, leader, package);
            state.done.insert(leader);
            events.event(Event::Arrived { leader, at: package.lead });
            return;
        }
        let at = self.free_edge(state, self.side_of(leader), by.unwrap_or(state.lead[leader.index()]));
        self.come_in(state, LeaderSet::from_iter([leader]), at, events);
    }

    /// The commander of an army brings its centre and source.
    fn bring_centre(&self, state: &mut State, arrival: ArrivalId, at: Hex, events: &mut impl Sink<Event>) {
        let group = &self.scenario.arrivals[arrival.index()];
        let Some(army) = group.brings_centre.then(|| group.leaders.first()).flatten() else { return };
        let Some(leader) = self.find_leader(&army.id) else { return };
        let army = self.army_of(state, leader);
        let source =
            self.theatre.sources.iter().position(|source| source.hex == at && self.is_source_of(state, army, source));
        let Some(source) = source else { return };
        let own = state.army_mut(army);
        own.source = crate::theatre::SourceId(source as u8);
        own.centre = Centre::Active;
        own.centre_at = [at, Hex::NONE];
        own.centre_from = own.centre_at;
        own.line = NO_LINE;
        events.event(Event::CentreReturned { army, at });
        self.find_lines(state);
    }

    /// Whether reinforcements that are due could still come in this segment (22.reinforce.delay).
    pub(crate) fn overdue(&self, state: &State, side: Side) -> Option<LeaderId> {
        let groups = (0..self.scenario.arrivals.len() as u8).map(ArrivalId);
        groups.into_iter().find_map(|arrival| {
            let entries = &self.scenario.arrivals[arrival.index()].entries;
            let comes = entries.iter().any(|entry| {
                let free = !self.seems_controlled(state, enemy_of(side), self.theatre.entries[usize::from(*entry)].hex);
                free && self.may_enter(state, side, arrival, EntryId(*entry), false).is_ok()
            });
            if comes { self.waiting(state, arrival).first() } else { None }
        })
    }

    /// Half-entered columns must come in when they march next: nothing to do but to step.
    pub(crate) fn may_end_initiative(&self, state: &State, side: Side) -> Ruling {
        if let Some(leader) = self.overdue(state, side)
            && rule!("22.reinforce.delay", true)
        {
            return Err(refuse(
                case!("22.reinforce.delay"),
                "{unit} comes in this turn: only an enemy at the edge allows delay",
            )
            .unit(leader));
        }
        Ok(())
    }
}
