//! Chapters 3 and D.3: turning, about-face, slide, reverse and the wheel.
//! Decides 3.11c, 3.11d, 3.11e, 3.12b, 3.12c, 3.14b, 3.21b, 3.21d, 3.21e, 3.22a, 3.22b, 5.5a, D.1a, D.1c, D.3j, D.3k,
//! D.3l, D.3m, D.3n, D.3p.

use board::footprint::{self, Places};
use board::{Direction, Facing, Hand as Flank, Hex};
use kernel::Sink;

use crate::Rules;
use crate::counters::{CounterId, CounterSet, Formation};
use crate::event::Event;
use crate::ground::BARRED;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::sequence::Trial;
use crate::state::{Hand, OnRoads, State};
use crate::tables::Class;

/// A wheel by one degree: the hexes afterwards, the facing, what the moving end enters or passes, and the hexsides it crosses.
#[derive(Clone, Debug)]
pub(crate) struct Wheel {
    pub places: Places,
    pub facing: Facing,
    pub swept: Places,
    pub crossed: arrayvec::ArrayVec<(Hex, Direction), 4>,
}

impl Rules {
    fn on_map_in_hand(&self, state: &State, hand: &Hand) -> Ruling {
        match state.on_map(hand.piece) {
            true => Ok(()),
            false => Err(refuse(case!("F.0a"), "{unit} is not on the map yet").unit(hand.piece)),
        }
    }

    fn spent_all(&self, state: &State, piece: CounterId) -> Refusal {
        let fog = !self.is_leader(piece) && self.weather_effect(state, state.hex_of(piece)).half;
        let also: &'static [kernel::Case] = if fog { &[case!("7.1b")] } else { &[] };
        refuse(case!("D.1a"), "{unit} has not the points for that").unit(piece).also(also)
    }

    /// Heavy guns that are unlimbered have rules of their own (3.21d, 3.21e, 3.21f).
    fn is_heavy_battery(&self, state: &State, piece: CounterId) -> bool {
        self.counter(piece).heavy && state.formation(piece) == Formation::Unlimbered
    }

    /// What a turn costs.
    fn turning_cost(&self, state: &State, hand: &Hand, facing: Facing) -> u8 {
        let steps = state.facing(hand.piece).steps_to(facing).unwrap_or(0);
        // 3.11c, 3.22a, D.1c
        if rule!("D.1c", true) { steps * self.tables.turning(self.mover(state, hand.piece)) } else { 0 }
    }

    pub(crate) fn may_turn(&self, state: &State, hand: &Hand, facing: Facing) -> Ruling {
        self.on_map_in_hand(state, hand)?;
        let (piece, formation) = (hand.piece, state.formation(hand.piece));
        let now = state.facing(piece);
        match formation {
            Formation::None => return Err(refuse(case!("3.3"), "{unit} is a leader and looks nowhere").unit(piece)),
            Formation::Dispersed | Formation::Brigade => {
                return Err(refuse(case!("3.13b"), "{unit} looks everywhere").unit(piece));
            }
            // 3.14b: the counter points at a vertex or a hexside, for its fire.
            Formation::Shaken | Formation::Panicked => {
                if hand.turned_here || now == facing || !rule!("3.14b", true) {
                    return Err(refuse(case!("3.14b"), "{unit} is pointed one way in a hex").unit(piece));
                }
                return Ok(());
            }
            Formation::Line | Formation::Column | Formation::Unlimbered | Formation::Limbered => {}
        }
        if facing.is_vertex() != formation.faces_vertex() {
            let case = match formation {
                Formation::Line => case!("3.11a"),
                Formation::Unlimbered => case!("3.21a"),
                Formation::Column => case!("3.12a"),
                Formation::Limbered
                | Formation::Brigade
                | Formation::Dispersed
                | Formation::Shaken
                | Formation::Panicked
                | Formation::None => case!("3.22a"),
            };
            let words = if formation.faces_vertex() { "{unit} looks at a vertex" } else { "{unit} looks at a hexside" };
            return Err(refuse(case, words).unit(piece));
        }
        let steps = now.steps_to(facing).unwrap_or(0);
        if steps == 0 {
            let case = if formation.faces_vertex() { case!("3.11a") } else { case!("3.12a") };
            return Err(refuse(case, "{unit} looks that way").unit(piece));
        }
        if hand.finished && !(self.is_heavy_battery(state, piece) && hand.steps == 0) {
            return Err(self.spent_all(state, piece));
        }
        match formation.faces_vertex() {
            true => self.may_turn_line(state, hand, facing, steps),
            false => self.may_turn_column(state, hand, facing, steps),
        }
    }

    fn may_turn_line(&self, state: &State, hand: &Hand, facing: Facing, steps: u8) -> Ruling {
        let piece = hand.piece;
        if rule!("D.3p", self.counter(piece).length > 1) {
            return Err(refuse(case!("D.3p"), "{unit} is a Line of several hexes and wheels")
                .unit(piece)
                .also(&[case!("3.11c")]));
        }
        if steps > 1 {
            return Err(refuse(case!("3.11c"), "{unit} turns vertex by vertex").unit(piece));
        }
        // 3.21d: heavy guns that do not move turn by one vertex for all their points.
        if self.is_heavy_battery(state, piece) && hand.steps == 0 {
            let half = self.weather_effect(state, state.hex_of(piece)).half;
            return match rule!("3.21d", hand.spent > 0 || hand.turned > 0 || hand.finished || half) {
                true => Err(refuse(case!("3.21d"), "{unit} turns by one vertex while it stands still").unit(piece)),
                false => Ok(()),
            };
        }
        match rule!("3.11c", self.turning_cost(state, hand, facing) > self.left(state, hand)) {
            true => Err(self.spent_all(state, piece)),
            false => Ok(()),
        }
    }

    fn may_turn_column(&self, state: &State, hand: &Hand, facing: Facing, steps: u8) -> Ruling {
        let piece = hand.piece;
        // S3: 60 or 120 degrees in a hex; 180 is an about-face.
        let about = if state.formation(piece) == Formation::Limbered { case!("3.22b") } else { case!("3.12c") };
        if kernel::cases::applies(about, steps == 3, file!(), line!()) {
            return Err(refuse(about, "turning right about is an about-face").unit(piece));
        }
        if kernel::cases::applies(about, hand.turned_here, file!(), line!()) {
            return Err(refuse(about, "{unit} has turned in this hex").unit(piece).also(&[case!("3.12c")]));
        }
        if rule!("3.22a", self.turning_cost(state, hand, facing) > self.left(state, hand)) {
            return Err(self.spent_all(state, piece));
        }
        let places = self.places(state, piece);
        if self.is_column(state, piece) && places.len() > 1 && !hand.stopped {
            let cost = self.turning_cost(state, hand, facing);
            return self.may_run_on(state, &Hand { spent: hand.spent + cost, ..*hand }, places, facing.direction());
        }
        if self.is_column(state, piece) && places.len() > 1 {
            return Err(refuse(case!("D.3i"), "{unit} has stopped and can only wheel").unit(piece));
        }
        Ok(())
    }

    pub(crate) fn turn(&self, state: &mut State, facing: Facing, events: &mut impl Sink<Event>) {
        let hand = state.hand;
        let (piece, formation) = (hand.piece, state.formation(hand.piece));
        let line = formation.faces_vertex();
        let heavy = self.is_heavy_battery(state, piece);
        state.hand.turning = facing;
        if line && heavy && hand.steps == 0 {
            state.hand.finished = true;
            state.hand.spent = hand.allowance;
            state.hand.turned = 1;
            self.face(state, piece, facing, events);
            return;
        }
        let first = hand.turned == 0;
        let checks = match (line, heavy) {
            // 3.11e: brigades make no check.
            (true, _) if self.is_long(piece) => !rule!("3.11e", true),
            (true, true) => rule!("3.21e", true),
            (true, false) if self.is_battery(piece) => rule!("3.21b", !first),
            (true, false) => rule!("3.11d", !first),
            (false, _) => false,
        };
        if checks {
            self.ask_check(state, piece, Trial::Turn, events);
        } else {
            self.finish_turn(state, true, events);
        }
    }

    /// The turn is made, or not; its points are gone either way (S52).
    pub(crate) fn finish_turn(&self, state: &mut State, made: bool, events: &mut impl Sink<Event>) {
        let hand = state.hand;
        let free = matches!(state.formation(hand.piece), Formation::Shaken | Formation::Panicked);
        let cost = if free { 0 } else { self.turning_cost(state, &hand, hand.turning) };
        state.hand.spent = hand.spent.saturating_add(cost);
        // 3.11d, 3.21b: only what a Line or unlimbered battery turns by counts for further checks.
        if state.formation(hand.piece).faces_vertex() {
            state.hand.turned = hand.turned.saturating_add(1);
        }
        state.hand.turned_here = true;
        if made {
            self.face(state, hand.piece, hand.turning, events);
        }
    }

    /// A counter whose facing is free.
    pub(crate) fn may_face(&self, state: &State, unit: CounterId, facing: Facing) -> Ruling {
        match facing.is_vertex() == state.formation(unit).faces_vertex() {
            true => Ok(()),
            false => Err(refuse(case!("3.11a"), "{unit} does not look that way").unit(unit).also(&[case!("3.12a")])),
        }
    }

    pub(crate) fn face(&self, state: &mut State, piece: CounterId, facing: Facing, events: &mut impl Sink<Event>) {
        state.facing[piece.index()] = facing;
        state.stirred.insert(piece);
        // 5.5a: those who share a hex look where each of them likes.
        let mates: CounterSet = state.counters_in(state.hex_of(piece)).filter(|mate| *mate != piece).collect();
        if !mates.is_empty() && !rule!("5.5a", true) {
            mates.iter().for_each(|mate| state.facing[mate.index()] = facing);
        }
        events.event(Event::Turned { unit: piece, facing });
    }

    /// A manoeuvre for the whole allowance: nothing may have been spent before it.
    fn whole_allowance(&self, state: &State, hand: &Hand, case: kernel::Case) -> Ruling {
        let begun = hand.spent > 0 || hand.steps > 0 || hand.turned > 0 || hand.turned_here || hand.finished;
        let half = self.weather_effect(state, state.hex_of(hand.piece)).half;
        let fog: &'static [kernel::Case] = if half { &[case!("7.1b")] } else { &[] };
        match kernel::cases::applies(case, begun || half, file!(), line!()) {
            true => Err(refuse(case, "{unit} needs all its points for that").unit(hand.piece).also(fog)),
            false => Ok(()),
        }
    }

    pub(crate) fn may_about_face(&self, state: &State, hand: &Hand) -> Ruling {
        self.on_map_in_hand(state, hand)?;
        let piece = hand.piece;
        let case = match state.formation(piece) {
            Formation::Line => case!("3.11h"),
            Formation::Column => case!("3.12c"),
            Formation::Unlimbered if self.counter(piece).heavy => case!("3.21f"),
            Formation::Unlimbered => case!("3.21c"),
            Formation::Limbered if rule!("3.22b", true) => {
                return Err(refuse(case!("3.22b"), "limbered guns make no about-face").unit(piece));
            }
            Formation::Limbered => case!("3.12c"),
            Formation::Dispersed | Formation::Shaken | Formation::Panicked | Formation::None | Formation::Brigade => {
                return Err(refuse(case!("3.13b"), "{unit} does not look anywhere").unit(piece));
            }
        };
        self.whole_allowance(state, hand, case)
    }

    pub(crate) fn about_face(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let mut places = self.places(state, piece);
        let mut facing = state.facing(piece).opposite();
        if self.is_column(state, piece) && places.len() > 1 {
            // The tail leads, along the way it came by.
            let last = places.len() - 1;
            let way = self.ground.grid.direction_between(places[last - 1], places[last]);
            facing = way.map_or(facing, Facing::side);
        }
        state.hand.finished = true;
        state.hand.spent = state.hand.allowance;
        if self.is_long(piece) {
            // S47: the first unit is again on the right, or at the head.
            places.reverse();
            self.bring_long(state, piece, &places, events);
        }
        self.face(state, piece, facing, events);
    }

    /// 3.11f: the hexes of a counter one hex to a side.
    fn sideways(&self, state: &State, piece: CounterId, to: Flank) -> (Direction, Option<Places>) {
        let ahead = state.facing(piece).direction();
        let way = match to {
            Flank::Right => ahead.clockwise(2),
            Flank::Left => ahead.clockwise(5),
        };
        let next = |hex: &Hex| Some(self.ground.grid.neighbour(*hex, way)).filter(|to| to.is_some());
        (way, self.places(state, piece).iter().map(next).collect())
    }

    pub(crate) fn may_slide(&self, state: &State, hand: &Hand, to: Flank) -> Ruling {
        self.on_map_in_hand(state, hand)?;
        let piece = hand.piece;
        if !state.formation(piece).faces_vertex() && rule!("3.12b", true) {
            let case = if state.formation(piece) == Formation::Limbered { case!("3.22b") } else { case!("3.12b") };
            return Err(refuse(case, "only Lines and unlimbered guns slide, not {unit}").unit(piece));
        }
        let once = if self.is_battery(piece) { case!("3.21c") } else { case!("3.11f") };
        if kernel::cases::applies(once, hand.slid, file!(), line!()) {
            return Err(refuse(once, "{unit} has slid in this phase").unit(piece));
        }
        if self.is_heavy_battery(state, piece) {
            self.whole_allowance(state, hand, case!("3.21f"))?;
        }
        self.may_leave_hex(state, hand)?;
        let (way, Some(places)) = self.sideways(state, piece, to) else {
            return Err(refuse(case!("3.11f"), "{unit} would leave the map").unit(piece));
        };
        self.may_occupy(state, piece, &places)?;
        let Some(price) = self.step_price(state, piece, way) else {
            let beside = places.iter().copied().find(|hex| self.ground.entry(self.gait(state, piece), *hex) == BARRED);
            return Err(self.closed(piece, beside.unwrap_or(places[0])));
        };
        if rule!("D.1a", price.cost > self.left(state, hand)) {
            return Err(self.spent_all(state, piece));
        }
        self.may_go_uncommanded(state, hand, &places)
    }

    pub(crate) fn slide(&self, state: &mut State, to: Flank, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let heavy = self.is_heavy_battery(state, piece);
        let (way, Some(places)) = self.sideways(state, piece, to) else { return };
        let price = self.step_price(state, piece, way).map_or(0, |price| price.cost);
        let cost = if heavy { state.hand.allowance } else { price };
        state.hand.slid = true;
        state.hand.roads = OnRoads::Off;
        self.arrive_in(state, &places, cost, events);
        if heavy {
            state.hand.finished = true;
        }
    }

    /// 3.11g: the two rear hexes of a Line.
    fn backward(&self, state: &State, piece: CounterId, to: Hex) -> Option<(Direction, Places)> {
        let ahead = state.facing(piece).direction();
        let rear = [ahead.clockwise(3), ahead.clockwise(4)];
        let way = self.ground.grid.direction_between(state.hex_of(piece), to).filter(|way| rear.contains(way))?;
        let next = |hex: &Hex| Some(self.ground.grid.neighbour(*hex, way)).filter(|to| to.is_some());
        let places: Option<Places> = self.places(state, piece).iter().map(next).collect();
        Some((way, places?))
    }

    pub(crate) fn may_reverse(&self, state: &State, hand: &Hand, to: Hex) -> Ruling {
        self.on_map_in_hand(state, hand)?;
        let piece = hand.piece;
        let case = match state.formation(piece) {
            Formation::Line => case!("3.11g"),
            Formation::Unlimbered if self.counter(piece).heavy => case!("3.21f"),
            Formation::Unlimbered => case!("3.21c"),
            Formation::Column if self.is_long(piece) => case!("D.3h"),
            Formation::Limbered => case!("3.22b"),
            Formation::Column
            | Formation::Brigade
            | Formation::Dispersed
            | Formation::Shaken
            | Formation::Panicked
            | Formation::None => case!("3.12b"),
        };
        if !state.formation(piece).faces_vertex() {
            return Err(refuse(case, "{unit} does not go backward").unit(piece));
        }
        let Some((way, places)) = self.backward(state, piece, to) else {
            return Err(refuse(case, "{place} is not behind {unit}").unit(piece).place(to));
        };
        self.whole_allowance(state, hand, case)?;
        self.may_leave_hex(state, hand)?;
        self.may_occupy(state, piece, &places)?;
        if self.step_price(state, piece, way).is_none() {
            return Err(self.closed(piece, to));
        }
        self.may_go_uncommanded(state, hand, &places)
    }

    pub(crate) fn reverse(&self, state: &mut State, to: Hex, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let Some((_, places)) = self.backward(state, piece, to) else { return };
        state.hand.roads = OnRoads::Off;
        let all = state.hand.allowance;
        self.arrive_in(state, &places, all, events);
        state.hand.finished = true;
    }

    /// D.3j, S20: a wheel by one degree. A Line swings forward about one end; a Column swings its head about its tail.
    pub(crate) fn wheel_of(&self, places: &[Hex], facing: Facing, to: Flank) -> Option<Wheel> {
        let grid = &self.ground.grid;
        let length = places.len();
        let next = |hex: Hex, way: Direction| Some(grid.neighbour(hex, way)).filter(|to| to.is_some());
        let mut wheel =
            Wheel { places: Places::new(), facing, swept: Places::new(), crossed: arrayvec::ArrayVec::new() };
        // The hexes that swing, from the pivot outward, and the way in which each goes.
        let swinging: Places;
        let way;
        if facing.is_vertex() {
            let (row, turned) = footprint::wheeled(grid, places, facing, to)?;
            wheel.facing = turned;
            wheel.places = row;
            let outward = places.iter().copied();
            swinging = match to {
                Flank::Right => outward.collect(),
                Flank::Left => outward.rev().collect(),
            };
            way = match to {
                Flank::Right => facing.direction().clockwise(1),
                Flank::Left => facing.direction(),
            };
        } else {
            let tail = *places.last()?;
            wheel.facing = facing.turned(to);
            let mut row = Places::new();
            let mut hex = tail;
            for _ in 0..length {
                row.push(hex);
                hex = grid.neighbour(hex, wheel.facing.direction());
                if hex.is_none() && row.len() < length {
                    return None;
                }
            }
            row.reverse();
            wheel.places = row;
            swinging = places.iter().rev().copied().collect();
            way = match to {
                Flank::Right => facing.direction().clockwise(2),
                Flank::Left => facing.direction().clockwise(4),
            };
        }
        for (number, from) in swinging.iter().enumerate().skip(1) {
            let mut hex = *from;
            for _ in 0..number {
                let _ = wheel.crossed.try_push((hex, way));
                hex = next(hex, way)?;
                if !wheel.swept.contains(&hex) {
                    let _ = wheel.swept.try_push(hex);
                }
            }
        }
        Some(wheel)
    }

    /// D.3m: a wheel backward by one degree of a two-hex Line, about its right-hand or its left-hand hex.
    pub(crate) fn wheel_back_of(&self, places: &[Hex], facing: Facing, about: Flank) -> Option<Wheel> {
        let [right, left] = places else { return None };
        let grid = &self.ground.grid;
        let ahead = facing.direction();
        let (turned, pivot, moving, to, way) = match about {
            Flank::Right => (facing.turned(Flank::Left), *right, *left, ahead.clockwise(4), ahead.clockwise(3)),
            Flank::Left => (facing.turned(Flank::Right), *left, *right, ahead.clockwise(3), ahead.clockwise(4)),
        };
        let hex = grid.neighbour(pivot, to);
        if hex.is_none() {
            return None;
        }
        let places = match about {
            Flank::Right => [pivot, hex],
            Flank::Left => [hex, pivot],
        };
        Some(Wheel {
            places: places.into_iter().collect(),
            facing: turned,
            swept: [hex].into_iter().collect(),
            crossed: [(moving, way)].into_iter().collect(),
        })
    }

    /// D.3k: clear, difficult and elevation only; everything in the way empty of all units (D.3j, D.3p).
    pub(crate) fn may_sweep(&self, state: &State, piece: CounterId, wheel: &Wheel) -> Ruling {
        for hex in &wheel.swept {
            let held = self.is_occupied(state, *hex) || self.is_enemys(state, self.side_of(piece), *hex);
            if rule!("D.3j", held) {
                return Err(refuse(case!("D.3j"), "{place} is not free for {unit} to wheel through")
                    .unit(piece)
                    .place(*hex)
                    .also(&[case!("D.3p")]));
            }
            let open = matches!(self.ground.class(*hex), Class::Clear | Class::Difficult);
            if rule!("D.3k", !open || state.alight.contains(*hex)) {
                return Err(refuse(case!("D.3k"), "{unit} cannot wheel over the ground of {place}")
                    .unit(piece)
                    .place(*hex));
            }
        }
        let barred = |(from, way): &(Hex, Direction)| {
            let side = self.ground.side(*from, *way);
            side.river || side.stream || side.soft || side.ford
        };
        match wheel.crossed.iter().find(|crossed| barred(crossed)) {
            Some((from, _)) if rule!("D.3k", true) => {
                Err(refuse(case!("D.3k"), "{unit} cannot wheel across what bounds {place}").unit(piece).place(*from))
            }
            _ => Ok(()),
        }
    }

    /// D.3k, S20c: the dearest hex entered, for a degree.
    fn wheel_cost(&self, wheel: &Wheel) -> u8 {
        let difficult = wheel.swept.iter().any(|hex| self.ground.class(*hex) == Class::Difficult);
        if rule!("D.3n", true) { self.tables.wheel(wheel.places.len(), difficult) } else { 0 }
    }

    fn long_in_hand(&self, state: &State, hand: &Hand) -> Ruling {
        self.on_map_in_hand(state, hand)?;
        let piece = hand.piece;
        let long = self.is_long(piece) && self.places(state, piece).len() > 1;
        if !long {
            return Err(refuse(case!("D.3j"), "{unit} is no longer than a hex: it turns").unit(piece));
        }
        if self.is_column(state, piece)
            && !self.is_straight(
                &self.places(state, piece),
                state.facing(piece).direction(),
                usize::from(self.counter(piece).length),
            )
        {
            return Err(refuse(case!("D.3i"), "{unit} is not straight").unit(piece));
        }
        Ok(())
    }

    pub(crate) fn may_wheel(&self, state: &State, hand: &Hand, to: Flank) -> Ruling {
        self.long_in_hand(state, hand)?;
        let piece = hand.piece;
        self.may_leave_hex(state, hand)?;
        let Some(wheel) = self.wheel_of(&self.places(state, piece), state.facing(piece), to) else {
            return Err(refuse(case!("D.3j"), "{unit} would leave the map").unit(piece));
        };
        self.may_sweep(state, piece, &wheel)?;
        if rule!("D.3k", self.wheel_cost(&wheel) > self.left(state, hand)) {
            return Err(self.spent_all(state, piece));
        }
        self.may_go_uncommanded(state, hand, &wheel.places)
    }

    pub(crate) fn wheel(&self, state: &mut State, to: Flank, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let Some(wheel) = self.wheel_of(&self.places(state, piece), state.facing(piece), to) else { return };
        // D.3l: everybody on the counter has spent what the moving end has.
        let cost = if rule!("D.3l", true) { self.wheel_cost(&wheel) } else { 0 };
        self.swing(state, &wheel, cost, (to, false), events);
    }

    pub(crate) fn may_wheel_back(&self, state: &State, hand: &Hand, about: Flank) -> Ruling {
        self.long_in_hand(state, hand)?;
        let piece = hand.piece;
        let two = self.places(state, piece).len() == 2 && state.formation(piece) == Formation::Line;
        if rule!("D.3m", !two) || !two {
            return Err(refuse(case!("D.3m"), "only a Line of two hexes wheels backward, not {unit}").unit(piece));
        }
        self.whole_allowance(state, hand, case!("D.3m"))?;
        self.may_leave_hex(state, hand)?;
        let Some(wheel) = self.wheel_back_of(&self.places(state, piece), state.facing(piece), about) else {
            return Err(refuse(case!("D.3m"), "{unit} would leave the map").unit(piece));
        };
        self.may_sweep(state, piece, &wheel)?;
        self.may_go_uncommanded(state, hand, &wheel.places)
    }

    pub(crate) fn wheel_back(&self, state: &mut State, about: Flank, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let Some(wheel) = self.wheel_back_of(&self.places(state, piece), state.facing(piece), about) else { return };
        let all = state.hand.allowance;
        self.swing(state, &wheel, all, (about, true), events);
        state.hand.finished = true;
    }

    /// Each degree is a step that an enemy front hex can end (S20d).
    fn swing(
        &self,
        state: &mut State,
        wheel: &Wheel,
        cost: u8,
        (hand, backward): (Flank, bool),
        events: &mut impl Sink<Event>,
    ) {
        let piece = state.hand.piece;
        let before = self.places(state, piece);
        state.hand.spent = state.hand.spent.saturating_add(cost);
        state.hand.steps = state.hand.steps.saturating_add(1);
        state.hand.roads = OnRoads::Off;
        state.facing[piece.index()] = wheel.facing;
        self.bring_long(state, piece, &wheel.places, events);
        events.event(Event::Wheeled { unit: piece, hand, backward, facing: wheel.facing });
        self.enter_hexes(state, &before, &wheel.places, events);
    }
}
