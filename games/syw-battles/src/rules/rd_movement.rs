//! Chapter D: the movement of a counter, hex by hex. Brigades, turning and changes of formation have files of their own.
//! Decides 4.4b, 5.4d, 7.5b, C.2a, C.2b, C.2d, D.0b, D.0c, D.0d, D.1a, D.1b, D.2a, D.2b, D.3b, D.3h, D.4g, E.1, E.2, G.3s, H.1n.

use board::footprint::Places;
use board::{Direction, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, Formation, enemy_of};
use crate::event::{Event, Phase};
use crate::ground::{BARRED, Road};
use crate::refusal::{No, Ruling, refuse};
use crate::sequence::{Frame, Part};
use crate::state::{Fate, Hand, OnRoads, State};
use crate::tables::Class;

/// A step as the table prices it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Priced {
    pub cost: u8,
    /// The road it follows.
    pub road: Option<Road>,
}

impl Rules {
    /// A counter in hand whose move has been ended for it, or that has lost its way.
    pub(crate) fn go_on_moving(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let piece = state.hand.piece;
        let gone = !state.on_map(piece) && !self.is_waiting(state, piece);
        if gone {
            self.halt(state, events);
            return false;
        }
        if state.hand.lost && !state.hand.finished {
            return self.go_astray(state, events);
        }
        if state.hand.lost {
            self.halt(state, events);
            return false;
        }
        true
    }

    /// The parts of the movement: D, then E, then F, the holder of the initiative first in each (D.0a, E.1, F.0d).
    pub(crate) fn open_part(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.player = state.holder;
        state.done = [false; 2];
        events.event(Event::PhaseBegan { side: Some(state.player), phase: Phase::Movement(state.part) });
    }

    /// The next player of the part, or the next part, or the end of movement.
    pub(crate) fn go_on_opening(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let player = state.player;
        if !state.done[player.index()] {
            if self.has_movers(state, player) {
                state.frames.push(Frame::Move);
                return false;
            }
            state.done[player.index()] = true;
            return false;
        }
        if !state.done[enemy_of(player).index()] {
            state.player = enemy_of(player);
            events.event(Event::PhaseBegan { side: Some(state.player), phase: Phase::Movement(state.part) });
            return false;
        }
        match state.part {
            Part::Commanded => state.part = Part::Others,
            Part::Others => state.part = Part::Arriving,
            Part::Arriving => {
                state.frames.pop();
                state.part = Part::Commanded;
                self.open_fire_phase(state, true, events);
                return false;
            }
        }
        self.open_part(state, events);
        false
    }

    /// Whether anything of a side could move in this part.
    fn has_movers(&self, state: &State, side: Side) -> bool {
        self.counters_of(side)
            .iter()
            .any(|counter| self.may_select::<crate::refusal::Silent>(state, side, counter).is_ok())
    }

    /// In which part a counter moves (C.2c, E.1, E.2, F.0d).
    fn part_of(&self, state: &State, counter: CounterId) -> Part {
        if state.fate[counter.index()] == Fate::Waiting {
            return Part::Arriving;
        }
        // A second move on arrival is made with the others who arrive (A.2d).
        if state.arrived.contains(counter) {
            return Part::Arriving;
        }
        let print = self.counter(counter);
        let late = rule!("E.1", self.is_out_of_command(state, counter)) || rule!("E.2", print.independent);
        if late && !print.is_leader() { Part::Others } else { Part::Commanded }
    }

    pub(crate) fn is_out_of_command(&self, state: &State, counter: CounterId) -> bool {
        state.out_of_command.contains(counter)
            || (state.formation(counter) == Formation::Brigade
                && state.out_of_command.contains(self.counter(counter).brigade))
    }

    /// Whether a counter may be taken in hand.
    pub(crate) fn may_select<N: No>(&self, state: &State, side: Side, counter: CounterId) -> Result<(), N> {
        let print = self.counter(counter);
        if print.side != side {
            return Err(N::because(|| refuse(case!("D.0a"), "{unit} is not yours").unit(counter)));
        }
        match state.fate[counter.index()] {
            Fate::Waiting => return self.may_arrive(state, counter),
            Fate::OnMap => {}
            Fate::None | Fate::Dissolved | Fate::Captured | Fate::Destroyed | Fate::Routed | Fate::Killed => {
                return Err(N::because(|| refuse(case!("D.0a"), "{unit} is not on the map").unit(counter)));
            }
        }
        if rule!("D.1b", state.moved.contains(counter)) {
            return Err(N::because(|| refuse(case!("D.1b"), "{unit} has moved in this phase").unit(counter)));
        }
        let part = self.part_of(state, counter);
        if part != state.part {
            return Err(N::because(|| self.wrong_part(state, counter, part)));
        }
        // H.1n: cavalry that stays to charge moves no more.
        if rule!("H.1n", state.stays.contains(counter)) {
            return Err(N::because(|| refuse(case!("H.1n"), "{unit} stays to charge").unit(counter)));
        }
        if state.formation(counter) == Formation::Brigade {
            // D.0b: it leaves its brigade; who has marched with it, or stays with it, does not.
            let brigade = print.brigade;
            if state.moved.contains(brigade) {
                return Err(N::because(|| {
                    refuse(case!("D.1b"), "{unit} has moved with {other}").unit(counter).other(brigade)
                }));
            }
            if rule!("H.1n", state.stays.contains(brigade)) {
                return Err(N::because(|| refuse(case!("H.1n"), "{unit} stays to charge").unit(counter)));
            }
        }
        self.may_overcome_hesitation(state, counter)
    }

    fn wrong_part(&self, state: &State, counter: CounterId, part: Part) -> crate::refusal::Refusal {
        match part {
            Part::Arriving => refuse(case!("F.0d"), "{unit} enters after all other movement").unit(counter),
            Part::Others if self.counter(counter).independent => {
                refuse(case!("E.2"), "{unit} is independent and moves after the others").unit(counter)
            }
            Part::Others => refuse(case!("C.2c"), "{unit} is out of command and moves after the others")
                .unit(counter)
                .also(&[case!("E.1")]),
            Part::Commanded if state.part == Part::Others => {
                refuse(case!("D.0a"), "{unit} is in command: it moved before these").unit(counter)
            }
            Part::Commanded => refuse(case!("D.0a"), "the others enter now, and {unit} has had its turn").unit(counter),
        }
    }

    pub(crate) fn select(&self, state: &mut State, counter: CounterId, events: &mut impl Sink<Event>) {
        if state.on_map(counter) && state.formation(counter) == Formation::Brigade && rule!("D.0b", true) {
            self.come_out(state, counter);
            events.event(Event::LeftBrigade { unit: counter });
        }
        state.hand = Hand { piece: counter, allowance: self.allowance(state, counter), ..Hand::NONE };
        if state.on_map(counter) && self.is_out_of_command(state, counter) {
            state.hand.began_in_zone = self.stands_in_zone(state, counter);
        }
        state.frames.push(Frame::Moving);
        if state.on_map(counter) && self.is_unit(counter) {
            self.settle_brigade(state, self.counter(counter).brigade, events);
        }
    }

    /// The points that a counter may spend in all once its move has gone over these roads (D.2b).
    pub(crate) fn limit(&self, state: &State, hand: &Hand, roads: OnRoads) -> u8 {
        // D.4g: the allowance of a slower formation comes without a bonus, in whatever formation the move goes on.
        let slowed = hand.allowance < self.allowance(state, hand.piece);
        let bonus = match roads {
            OnRoads::Major | OnRoads::Minor if rule!("D.4g", slowed) => 0,
            OnRoads::Major if rule!("D.2b", true) => self.road_bonus(state, hand.piece, true),
            OnRoads::Minor if rule!("D.2b", true) => self.road_bonus(state, hand.piece, false),
            OnRoads::Major | OnRoads::Minor | OnRoads::Unmoved | OnRoads::Off => 0,
        };
        let at = state.hex_of(hand.piece);
        let half = !self.is_leader(hand.piece) && self.weather_effect(state, at).half;
        (if half { hand.allowance / 2 } else { hand.allowance }) + bonus
    }

    /// Points left for something that is no step.
    pub(crate) fn left(&self, state: &State, hand: &Hand) -> u8 {
        if hand.finished { 0 } else { self.limit(state, hand, OnRoads::Off).saturating_sub(hand.spent) }
    }

    /// What a single hex of a counter pays to go in a direction (D.1a, D.2a).
    pub(crate) fn price(&self, state: &State, piece: CounterId, from: Hex, way: Direction) -> Option<Priced> {
        let to = self.ground.grid.neighbour(from, way);
        // G.3s: what burns is closed.
        if to.is_none() || rule!("G.3s", state.alight.contains(to)) {
            return None;
        }
        let down = self.is_down(state, from, way);
        let gait = self.gait(state, piece);
        let side = self.ground.side(from, way);
        if let Some(road) = side.road
            && !down
            && self.takes_roads(state, piece)
            && let Some(cost) = self.ground.road_cost(gait.mover)
            && rule!("D.2a", true)
        {
            return Some(Priced { cost, road: Some(road) });
        }
        match self.ground.cost(gait, from, way, down) {
            BARRED => None,
            cost => Some(Priced { cost, road: None }),
        }
    }

    /// The price of a step of the whole counter in a direction: for a brigade in Line the dearest hex it enters (D.3b).
    pub(crate) fn step_price(&self, state: &State, piece: CounterId, way: Direction) -> Option<Priced> {
        let places = self.places(state, piece);
        let line = self.is_long(piece) && state.formation(piece) == Formation::Line;
        if !line {
            return self.price(state, piece, *places.first()?, way);
        }
        let mut dearest = Priced { cost: 0, road: None };
        for (part, hex) in places.iter().enumerate() {
            let to = self.ground.grid.neighbour(*hex, way);
            // D.0c: a part that all its units have left does not count.
            let empty = self.units_on_part(state, piece, part as u8).is_empty() && places.len() > 1;
            if places.contains(&to) || rule!("D.0c", empty) {
                continue;
            }
            let price = self.price(state, piece, *hex, way)?;
            if rule!("D.3b", price.cost > dearest.cost) || dearest.cost == 0 {
                dearest = price;
            }
        }
        Some(dearest)
    }

    /// How far on roads a move is after one more step.
    pub(crate) fn roads_after(before: OnRoads, road: Option<Road>) -> OnRoads {
        match (before, road) {
            (OnRoads::Off, _) | (_, None) => OnRoads::Off,
            (OnRoads::Unmoved | OnRoads::Major, Some(Road::Major)) => OnRoads::Major,
            (OnRoads::Minor, Some(_)) | (OnRoads::Unmoved | OnRoads::Major, Some(Road::Minor)) => OnRoads::Minor,
        }
    }

    /// The hexes of a counter after a step: a Line with all of them, a Column head first (D.3f).
    pub(crate) fn stepped(&self, state: &State, piece: CounterId, way: Direction) -> Option<Places> {
        let places = self.places(state, piece);
        let next = |hex: Hex| Some(self.ground.grid.neighbour(hex, way)).filter(|to| to.is_some());
        if !self.is_long(piece) {
            return Some([next(*places.first()?)?].into_iter().collect());
        }
        if state.formation(piece) == Formation::Line {
            return places.iter().map(|hex| next(*hex)).collect();
        }
        let length = usize::from(self.counter(piece).length);
        let head = next(*places.first()?)?;
        Some(std::iter::once(head).chain(places.iter().copied()).take(length).collect())
    }

    /// Whether the hexes that a counter would newly cover are open to it: no enemy (5.4d), room (5.4a).
    pub(crate) fn may_occupy<N: No>(&self, state: &State, piece: CounterId, to: &[Hex]) -> Result<(), N> {
        let (side, now) = (self.side_of(piece), self.places(state, piece));
        for (part, hex) in to.iter().copied().enumerate().filter(|(_, hex)| !now.contains(hex)) {
            if rule!("5.4d", self.is_enemys(state, side, hex)) {
                let deserted = rule!("D.0d", self.is_deserted(state, hex));
                let case = if deserted { case!("D.0d") } else { case!("5.4d") };
                return Err(N::because(|| refuse(case, "{place} is held by the enemy").unit(piece).place(hex)));
            }
            if rule!("G.3s", state.alight.contains(hex)) {
                return Err(N::because(|| refuse(case!("G.3s"), "{place} is burning").place(hex)));
            }
            self.may_stack(state, piece, hex)?;
            if self.counter(piece).is_brigade() {
                self.may_join_part(state, piece, part, hex)?;
            }
        }
        Ok(())
    }

    /// A step of the counter in hand into a neighbour of its first hex.
    pub(crate) fn may_step<N: No>(&self, state: &State, hand: &Hand, to: Hex) -> Result<(), N> {
        let piece = hand.piece;
        if !state.on_map(piece) {
            return Err(N::because(|| refuse(case!("F.0a"), "{unit} is not on the map yet").unit(piece)));
        }
        let at = state.hex_of(piece);
        let Some(way) = self.ground.grid.direction_between(at, to) else {
            return Err(N::because(|| {
                refuse(case!("D.1a"), "{place} is not next to {unit}, or no way of its points leads there")
                    .unit(piece)
                    .place(to)
            }));
        };
        self.may_leave_hex(state, hand)?;
        self.may_go_that_way(state, piece, way, to)?;
        let Some(places) = self.stepped(state, piece, way) else {
            return Err(N::because(|| refuse(case!("D.1a"), "{unit} would leave the map").unit(piece)));
        };
        // D.3h: a Column that has turned about by halves does not march back over its own body.
        if places.iter().skip(1).any(|hex| *hex == to) && rule!("D.3h", self.is_long(piece)) {
            return Err(N::because(|| refuse(case!("D.3h"), "{unit} stands in {place} itself").unit(piece).place(to)));
        }
        self.may_occupy(state, piece, &places)?;
        let Some(price) = self.step_price(state, piece, way) else {
            let gone = self.is_down(state, at, way) && self.ground.side(at, way).river;
            return Err(N::because(|| match gone {
                true => refuse(case!("G.3s"), "the bridge before {place} is gone, and {unit} does not cross the river")
                    .unit(piece)
                    .place(to)
                    .also(&[case!("D.2d"), case!("2.6g")]),
                false => self.closed(piece, to),
            }));
        };
        let roads = Rules::roads_after(hand.roads, price.road);
        if rule!("D.1a", hand.spent + price.cost > self.limit(state, hand, roads)) {
            return Err(N::because(|| {
                refuse(case!("D.1a"), "{unit} has not enough points left to enter {place}")
                    .unit(piece)
                    .place(to)
                    .also(self.why_slow(state, piece, at, way))
            }));
        }
        self.may_go_uncommanded(state, hand, &places)?;
        self.may_bend(state, hand, way)
    }

    /// What else forbids a step that is too dear: the fog, or that there is no road movement for this formation.
    fn why_slow(&self, state: &State, piece: CounterId, at: Hex, way: Direction) -> &'static [kernel::Case] {
        if self.weather_effect(state, at).half {
            return &[case!("7.1b")];
        }
        if self.ground.side(at, way).road.is_none() || self.takes_roads(state, piece) {
            return &[];
        }
        match state.formation(piece) {
            Formation::Line => &[case!("D.2c"), case!("3.11b")],
            Formation::Unlimbered => &[case!("D.2c"), case!("3.21a")],
            Formation::Shaken | Formation::Panicked => &[case!("D.2c"), case!("3.14")],
            Formation::Brigade | Formation::Column | Formation::Dispersed | Formation::Limbered | Formation::None => {
                &[]
            }
        }
    }

    /// Ground that a counter may not enter at all.
    pub(crate) fn closed(&self, piece: CounterId, to: Hex) -> crate::refusal::Refusal {
        let guns: &'static [kernel::Case] = if self.is_battery(piece) { &[case!("G.3b")] } else { &[] };
        let (case, words) = match self.ground.class(to) {
            Class::Impassable => (case!("2.6g"), "{place} is impassable but for roads"),
            Class::Wood => (case!("2.6f"), "{unit} may not enter the wood of {place} like that"),
            Class::Soft => (case!("2.6d"), "{unit} may not enter the houses of {place} like that"),
            Class::Hard => (case!("2.6e"), "{unit} may not enter the works of {place}"),
            Class::Clear | Class::Difficult => {
                (case!("2.6g"), "the river before {place} is crossed at a bridge only, not by {unit} here")
            }
        };
        let cover = matches!(self.ground.class(to), Class::Wood | Class::Soft);
        refuse(case, words).unit(piece).place(to).also(if cover { guns } else { &[] })
    }

    /// Whether a counter may enter any further hex.
    pub(crate) fn may_leave_hex<N: No>(&self, state: &State, hand: &Hand) -> Result<(), N> {
        let piece = hand.piece;
        if hand.finished {
            return Err(N::because(|| refuse(case!("D.1a"), "{unit} has spent all its points").unit(piece)));
        }
        if rule!("4.4b", hand.stopped) {
            return Err(N::because(|| {
                refuse(case!("4.4b"), "{unit} is before the front of an enemy in {place}, and stops")
                    .unit(piece)
                    .place(state.hex_of(piece))
            }));
        }
        // C.2a: one hex, whatever it costs (S49).
        let limited = hand.steps > 0 && self.is_out_of_command(state, piece) && !self.is_leader(piece);
        let panicked = state.formation(piece) == Formation::Panicked;
        if rule!("C.2d", limited && panicked) || rule!("C.2a", limited && !panicked) {
            return Err(N::because(|| {
                let case = if panicked { case!("C.2d") } else { case!("C.2a") };
                refuse(case, "{unit} is out of command and moves one hex").unit(piece)
            }));
        }
        Ok(())
    }

    /// 3.11i, 3.12g, 3.13b, 3.14b: which neighbours a formation may enter.
    fn may_go_that_way<N: No>(&self, state: &State, piece: CounterId, way: Direction, to: Hex) -> Result<(), N> {
        let formation = state.formation(piece);
        if !formation.has_facing() || self.ahead(state, piece).contains(&way) {
            return Ok(());
        }
        // C.2a: out of command in any direction.
        if self.is_out_of_command(state, piece) && !formation.faces_vertex() && rule!("C.2a", !self.is_long(piece)) {
            return Ok(());
        }
        let case = if formation.faces_vertex() { case!("3.11i") } else { case!("3.12g") };
        if !kernel::cases::applies(case, true, file!(), line!()) {
            return Ok(());
        }
        Err(N::because(|| refuse(case, "{place} is not before the front of {unit}").unit(piece).place(to)))
    }

    /// C.2a, C.2b, for every way of changing hexes: not into an enemy zone; who is in one already may go, but not nearer.
    pub(crate) fn may_go_uncommanded<N: No>(&self, state: &State, hand: &Hand, to: &[Hex]) -> Result<(), N> {
        let piece = hand.piece;
        if self.is_leader(piece) || !self.is_out_of_command(state, piece) {
            return Ok(());
        }
        let side = self.side_of(piece);
        let Some(zone) = to.iter().copied().find(|hex| self.in_enemy_zone(state, side, *hex)) else { return Ok(()) };
        if rule!("C.2b", hand.began_in_zone) {
            let near = |hexes: &[Hex]| {
                let away = |hex: &Hex| {
                    let enemy = self.nearest_enemy(state, piece, *hex);
                    if enemy.is_none() { u16::MAX } else { self.ground.distance(*hex, enemy) }
                };
                hexes.iter().map(away).min().unwrap_or(u16::MAX)
            };
            if near(to) > near(&self.places(state, piece)) {
                return Ok(());
            }
            return Err(N::because(|| {
                refuse(case!("C.2b"), "{unit} is out of command: it stays, or withdraws").unit(piece)
            }));
        }
        if !rule!("C.2a", true) {
            return Ok(());
        }
        Err(N::because(|| {
            refuse(case!("C.2a"), "{place} is in an enemy zone, and {unit} is out of command").unit(piece).place(zone)
        }))
    }

    /// 7.5a: in fog a step along a road out of a fork is the die's business.
    pub(crate) fn step(&self, state: &mut State, to: Hex, events: &mut impl Sink<Event>) {
        if self.at_fork(state, to) {
            state.frames.push(Frame::LostWayDie);
        } else {
            self.march_to(state, to, events);
        }
    }

    /// Whether a step along a road can be made, whatever the counter's heading is.
    pub(crate) fn may_march_to(&self, state: &State, to: Hex) -> bool {
        let hand = &state.hand;
        let Some(way) = self.ground.grid.direction_between(state.hex_of(hand.piece), to) else { return false };
        let Some(price) = self.price(state, hand.piece, state.hex_of(hand.piece), way) else { return false };
        let roads = Rules::roads_after(hand.roads, price.road);
        hand.spent + price.cost <= self.limit(state, hand, roads)
            && !self.is_occupied(state, to)
            && self.may_leave_hex::<crate::refusal::Silent>(state, hand).is_ok()
    }

    pub(crate) fn march_to(&self, state: &mut State, to: Hex, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let Some(way) = self.ground.grid.direction_between(state.hex_of(piece), to) else { return };
        if state.hand.lost && state.formation(piece).has_facing() {
            state.facing[piece.index()] = board::Facing::side(way);
        }
        let (Some(price), Some(places)) = (self.step_price(state, piece, way), self.stepped(state, piece, way)) else {
            return;
        };
        state.hand.roads = Rules::roads_after(state.hand.roads, price.road);
        let along = self.leaders_along(state);
        self.arrive_in(state, &places, price.cost, events);
        for leader in along {
            let from = state.hex_of(leader);
            self.bring(state, leader, to, events);
            events.event(Event::Moved { unit: leader, from, to, spent: 0 });
        }
    }

    /// 7.5b: leaders in the hex of a counter that has lost its way go along with it.
    fn leaders_along(&self, state: &State) -> CounterSet {
        let piece = state.hand.piece;
        if !state.hand.lost || !rule!("7.5b", true) {
            return CounterSet::EMPTY;
        }
        let mates = state.counters_in(state.hex_of(piece));
        mates.filter(|mate| self.is_leader(*mate) && self.side_of(*mate) == self.side_of(piece)).collect()
    }

    /// The counter in hand comes to stand on these hexes, for so many points.
    pub(crate) fn arrive_in(&self, state: &mut State, places: &[Hex], cost: u8, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let (from, before) = (state.hex_of(piece), self.places(state, piece));
        state.hand.spent = state.hand.spent.saturating_add(cost);
        state.hand.steps = state.hand.steps.saturating_add(1);
        state.hand.turned_here = false;
        state.hand.changed = false;
        if self.is_long(piece) {
            self.bring_long(state, piece, places, events);
        } else {
            self.bring(state, piece, places[0], events);
        }
        events.event(Event::Moved { unit: piece, from, to: places[0], spent: state.hand.spent });
        self.enter_hexes(state, &before, places, events);
    }

    /// What follows from entering hexes: the stop before an enemy's front, disorder in cover, cavalry that is approached.
    pub(crate) fn enter_hexes(&self, state: &mut State, before: &[Hex], now: &[Hex], events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let side = self.side_of(piece);
        let entered = now.iter().copied().filter(|hex| !before.contains(hex));
        let stops = entered.clone().any(|hex| self.front_of_enemy(state, side, hex).is_some());
        if rule!("4.4b", stops) {
            state.hand.stopped = true;
        }
        self.note_approach(state, piece, now);
        self.disorder_in_cover(state, piece, now, events);
    }

    pub(crate) fn may_halt(&self, state: &State, hand: &Hand) -> Ruling {
        let piece = hand.piece;
        if !state.on_map(piece) || self.is_settled(state, piece) {
            return Ok(());
        }
        // A Column that is bent off the road goes on while it can.
        let ahead = self.ground.grid.neighbour(state.hex_of(piece), state.facing(piece).direction());
        if ahead.is_some() && self.may_step::<crate::refusal::Silent>(state, hand, ahead).is_ok() {
            return Err(refuse(case!("D.3i"), "{unit} has to go on until it is straight").unit(piece));
        }
        Ok(())
    }

    /// The move of the counter in hand is over.
    pub(crate) fn halt(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let hand = state.hand;
        state.frames.pop();
        if state.on_map(hand.piece) || state.fate[hand.piece.index()] == Fate::Dissolved {
            self.mark_moved(state, hand.piece);
            if hand.steps > 0 && state.on_map(hand.piece) {
                events.event(Event::Halted { unit: hand.piece, at: state.hex_of(hand.piece) });
            }
        } else if state.fate[hand.piece.index()] == Fate::Waiting {
            // It is held back this turn.
            state.moved.insert(hand.piece);
        }
        self.note_strain(state);
        state.hand = Hand::NONE;
    }

    /// D.1b: once a phase; the units of a brigade, and those that rode on it, with it.
    fn mark_moved(&self, state: &mut State, piece: CounterId) {
        if state.second_move.contains(piece) {
            state.second_move.remove(piece);
            return;
        }
        state.moved.insert(piece);
        if self.counter(piece).is_brigade() {
            let places = self.places(state, piece);
            for unit in &self.counter(piece).units {
                if state.formation(*unit) == Formation::Brigade || places.contains(&state.hex_of(*unit)) {
                    state.moved.insert(*unit);
                }
            }
        }
    }

    /// Who has nobody left to move has finished.
    pub(crate) fn go_on_choosing(&self, state: &mut State) -> bool {
        if self.has_movers(state, state.player) {
            return true;
        }
        self.end_movement(state);
        false
    }

    pub(crate) fn end_movement(&self, state: &mut State) {
        state.frames.pop();
        state.done[state.player.index()] = true;
    }

    /// Counters that a player may still take in hand.
    pub(crate) fn movers(&self, state: &State, side: Side) -> CounterSet {
        let mine = self.counters_of(side).iter();
        mine.filter(|counter| self.may_select::<crate::refusal::Silent>(state, side, *counter).is_ok()).collect()
    }
}
