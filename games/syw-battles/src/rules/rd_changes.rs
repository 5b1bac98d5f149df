//! Chapter D.4: from one formation to another.
//! Decides 2.6d, 4.4d, D.4a, D.4c, D.4d, D.4e, D.4f, D.4g, G.3b.

use board::footprint::{self, Places};
use board::{Facing, Hand as Flank, Hex};
use kernel::Sink;

use crate::Rules;
use crate::counters::{CounterId, Formation};
use crate::event::Event;
use crate::ground::{BARRED, Gait};
use crate::refusal::{Refusal, Ruling, refuse};
use crate::state::{Hand, OnRoads, State};
use crate::tables::Class;

impl Rules {
    /// D.4: the formation into which a counter changes.
    fn other_formation(formation: Formation) -> Option<Formation> {
        match formation {
            Formation::Line => Some(Formation::Column),
            Formation::Column => Some(Formation::Line),
            Formation::Unlimbered => Some(Formation::Limbered),
            Formation::Limbered => Some(Formation::Unlimbered),
            Formation::Dispersed | Formation::Shaken | Formation::Panicked | Formation::None | Formation::Brigade => {
                None
            }
        }
    }

    /// D.4a: what a change costs.
    fn change_cost(&self, piece: CounterId) -> u8 {
        if rule!("D.4a", self.is_unit(piece)) { 0 } else { 1 }
    }

    /// How a counter may look after its change (D.4b, D.4c, D.4d).
    pub(crate) fn changed_facings(&self, state: &State, piece: CounterId) -> [Facing; 2] {
        let facing = state.facing(piece);
        let ahead = facing.direction();
        match (self.counter(piece).is_brigade(), facing.is_vertex()) {
            // D.4c: a row along the march faces one vertex on either side.
            (true, false) => [Facing::vertex(ahead.clockwise(4)), Facing::vertex(ahead.clockwise(1))],
            // D.4d: the head on the right, or on the left.
            (true, true) if rule!("D.4d", true) => [Facing::side(ahead.clockwise(2)), Facing::side(ahead.clockwise(5))],
            (true, true) => [Facing::side(ahead); 2],
            // D.4b: one of the two beside where it looked.
            (false, false) => [Facing::vertex(ahead.clockwise(5)), Facing::vertex(ahead)],
            (false, true) => [Facing::side(ahead), Facing::side(ahead.clockwise(1))],
        }
    }

    pub(crate) fn may_change(&self, state: &State, hand: &Hand, facing: Facing) -> Ruling {
        let piece = hand.piece;
        if !state.on_map(piece) {
            return Err(refuse(case!("F.0a"), "{unit} is not on the map yet").unit(piece));
        }
        let formation = state.formation(piece);
        let baggage = self.is_long(piece) && !self.counter(piece).is_brigade();
        let Some(next) = Rules::other_formation(formation).filter(|_| !baggage) else {
            let case = match formation {
                Formation::Dispersed => case!("3.13a"),
                Formation::None => case!("3.3"),
                Formation::Shaken | Formation::Panicked => case!("3.14"),
                Formation::Limbered
                | Formation::Brigade
                | Formation::Line
                | Formation::Column
                | Formation::Unlimbered => case!("D.4a"),
            };
            return Err(refuse(case, "{unit} does not change its formation").unit(piece));
        };
        if !self.changed_facings(state, piece).contains(&facing) {
            let case = match (self.counter(piece).is_brigade(), next) {
                (true, Formation::Line) => case!("D.4c"),
                (true, _) => case!("D.4d"),
                (false, _) => case!("D.4b"),
            };
            return Err(refuse(case, "{unit} cannot look that way after its change").unit(piece));
        }
        // What costs nothing is open after a manoeuvre for the whole allowance, too.
        if hand.changed || (hand.finished && self.change_cost(piece) > 0) {
            return Err(refuse(case!("D.4a"), "{unit} has changed its formation in this hex, or has no points left")
                .unit(piece));
        }
        // 4.4d
        if self.is_battery(piece) && rule!("4.4d", self.stands_in_zone(state, piece)) {
            return Err(refuse(case!("4.4d"), "{unit} is in an enemy zone").unit(piece));
        }
        let at = state.hex_of(piece);
        if next == Formation::Line && !self.is_long(piece) && rule!("2.6d", self.ground.is_cover(at)) {
            return Err(refuse(
                case!("2.6d"),
                "there are no Lines in woods and villages, as {unit} would be in {place}",
            )
            .unit(piece)
            .place(at));
        }
        if next == Formation::Unlimbered && rule!("G.3b", self.ground.is_cover(at)) {
            return Err(refuse(case!("G.3b"), "guns do not stand unlimbered in woods and villages, as {unit} would")
                .unit(piece));
        }
        let length = usize::from(self.counter(piece).length);
        let places = self.places(state, piece);
        // 2.6e, 2.6g: a road brings a counter where no Line stands.
        let gait = Gait {
            mover: self.mover_in(piece, next),
            brigade: self.counter(piece).is_brigade() && next == Formation::Line,
        };
        let barred = |hex: &&Hex| next.faces_vertex() && self.ground.entry(gait, **hex) == BARRED;
        if let Some(hex) = places.iter().find(barred) {
            return Err(self.closed(piece, *hex));
        }
        if formation == Formation::Column
            && self.is_long(piece)
            && rule!("D.4c", !self.is_straight(&places, state.facing(piece).direction(), length))
        {
            return Err(refuse(case!("D.4c"), "{unit} has to be straight before it forms Line").unit(piece));
        }
        // S9: the change must be payable from the allowance it has now.
        if rule!("D.4a", self.change_cost(piece) > self.left(state, hand)) {
            return Err(refuse(case!("D.4a"), "{unit} has no point left for the change").unit(piece));
        }
        Ok(())
    }

    pub(crate) fn change(&self, state: &mut State, facing: Facing, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let formation = state.formation(piece);
        let Some(next) = Rules::other_formation(formation) else { return };
        let cost = self.change_cost(piece);
        if self.counter(piece).is_brigade() {
            let places = self.changed_places(state, piece, facing);
            self.bring_long(state, piece, &places, events);
        }
        state.formation[piece.index()] = next;
        state.facing[piece.index()] = facing;
        state.stirred.insert(piece);
        state.hand.spent = state.hand.spent.saturating_add(cost);
        self.slow_down(state, formation, next);
        events.event(Event::Formed { unit: piece, formation: next, facing });
        let places = self.places(state, piece);
        self.disorder_in_cover(state, piece, &places, events);
        if self.counter(piece).is_infantry() && next == Formation::Line {
            self.note_approach(state, piece, &places);
        }
    }

    /// D.4f, D.4g: within a move the slower allowance holds.
    fn slow_down(&self, state: &mut State, before: Formation, after: Formation) {
        let piece = state.hand.piece;
        let [before, after] = [before, after].map(|formation| self.allowance_in(piece, formation));
        if rule!("D.4f", after < before) || rule!("D.4g", before < after) {
            state.hand.allowance = state.hand.allowance.min(after.min(before));
        } else {
            state.hand.allowance = state.hand.allowance.max(after);
        }
        state.hand.changed = true;
        // What it turned by before, it turned in another formation.
        state.hand.turned_here = false;
    }

    /// The hexes of a brigade in the order of its new formation: the first unit is on the right, or leads (S8, S61).
    fn changed_places(&self, state: &State, brigade: CounterId, facing: Facing) -> Places {
        let mut places = self.places(state, brigade);
        let first = if facing.is_vertex() {
            // The right-hand hex is the one from which the row goes to the left.
            let row = footprint::row(&self.ground.grid, places[0], facing, places.len());
            row.is_some_and(|row| row == places)
        } else {
            let column = footprint::column(&self.ground.grid, places[0], facing, places.len());
            column.is_some_and(|column| column == places)
        };
        if !first {
            places.reverse();
        }
        places
    }

    /// D.4e, S51: where a three-hex Column stands once it has deployed aside, and how it looks.
    pub(crate) fn deployed(&self, places: &[Hex], facing: Facing, to: Flank) -> Option<(Places, Facing)> {
        let head = *places.first()?;
        let ahead = facing.direction();
        let turned = match to {
            Flank::Left => Facing::vertex(ahead),
            Flank::Right => Facing::vertex(ahead.clockwise(5)),
        };
        let right = self.ground.grid.neighbour(head, turned.direction().clockwise(2));
        if right.is_none() {
            return None;
        }
        Some((footprint::row(&self.ground.grid, right, turned, 3)?, turned))
    }

    pub(crate) fn may_deploy(&self, state: &State, hand: &Hand, to: Flank) -> Ruling {
        let piece = hand.piece;
        let places = self.places(state, piece);
        let three = self.counter(piece).is_brigade() && self.counter(piece).length == 3;
        if !three || state.formation(piece) != Formation::Column || places.len() != 3 {
            return Err(refuse(case!("D.4e"), "only a three-hex Column deploys aside, not {unit}").unit(piece));
        }
        if hand.changed || hand.finished || !self.is_straight(&places, state.facing(piece).direction(), 3) {
            return Err(refuse(case!("D.4e"), "{unit} is not ready to deploy").unit(piece));
        }
        self.may_leave_hex(state, hand)?;
        let Some((row, _)) = self.deployed(&places, state.facing(piece), to) else {
            return Err(refuse(case!("D.4e"), "{unit} would leave the map").unit(piece));
        };
        self.may_occupy::<Refusal>(state, piece, &row)
            .map_err(|refusal| refusal.also(&[case!("D.4e"), case!("5.4a")]))?;
        for hex in &row {
            let open = matches!(self.ground.class(*hex), Class::Clear | Class::Difficult);
            if rule!("D.4e", !open) {
                return Err(refuse(case!("D.4e"), "{unit} cannot deploy over the ground of {place}")
                    .unit(piece)
                    .place(*hex));
            }
        }
        // Its ends swing out from the middle of the row, across the two hexsides there.
        let barred = |hex: &Hex| {
            let side = self.ground.between(row[1], *hex);
            side.is_some_and(|side| side.river || side.stream || side.soft || side.ford)
        };
        if let Some(end) = [row[0], row[2]].iter().find(|hex| barred(hex))
            && rule!("D.4e", true)
        {
            return Err(refuse(case!("D.4e"), "{unit} cannot deploy across what bounds {place}")
                .unit(piece)
                .place(*end));
        }
        if rule!("D.4e", self.deploy_cost(&row) > self.left(state, hand)) {
            return Err(refuse(case!("D.4e"), "{unit} has not enough points left to deploy").unit(piece));
        }
        self.may_go_uncommanded(state, hand, &row)
    }

    fn deploy_cost(&self, row: &[Hex]) -> u8 {
        self.tables.deploy(row.iter().any(|hex| self.ground.class(*hex) == Class::Difficult))
    }

    pub(crate) fn deploy(&self, state: &mut State, to: Flank, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let before = self.places(state, piece);
        let Some((row, facing)) = self.deployed(&before, state.facing(piece), to) else { return };
        state.hand.spent = state.hand.spent.saturating_add(self.deploy_cost(&row));
        state.hand.steps = state.hand.steps.saturating_add(1);
        state.hand.roads = OnRoads::Off;
        self.bring_long(state, piece, &row, events);
        state.formation[piece.index()] = Formation::Line;
        state.facing[piece.index()] = facing;
        self.slow_down(state, Formation::Column, Formation::Line);
        events.event(Event::Formed { unit: piece, formation: Formation::Line, facing });
        self.enter_hexes(state, &before, &row, events);
    }
}
