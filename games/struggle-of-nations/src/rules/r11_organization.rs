//! 11: units change leaders, merge and split; 9.major, 25.march.
//! Decides 2.strength.cap, 2.strength.track, 9.major, 9.major.cavalry, 9.optional, 9.span, 11.display, 11.merge, 15.dummies,
//! 21.disorg.effects, 25.march, 26.armistice.turn.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, Kind, LeaderId, LeaderSet, UnitId};
use crate::rules::r06_communications::HexBits;
use crate::state::{Fate, State};

impl Rules {
    /// A unit that may be given to somebody, or divided, now.
    fn may_handle(&self, state: &State, side: Side, unit: UnitId) -> Ruling {
        self.may_touch(state, side, unit)?;
        let leader = state.leader_of(unit);
        if rule!("21.disorg.effects", state.disorganized.contains(leader)) {
            return Err(refuse(case!("21.disorg.effects"), "{unit} is disorganized").unit(leader));
        }
        Ok(())
    }

    /// A unit that takes part in the organization at all.
    pub(crate) fn may_touch(&self, state: &State, side: Side, unit: UnitId) -> Ruling {
        let leader = state.leader_of(unit);
        if state.strength[unit.index()] == 0
            || leader.is_none()
            || self.side_of(leader) != side
            || !state.on_map(leader)
        {
            return Err(refuse(case!("11.display"), "that unit is not yours, or not on the map")
                .also(&[case!("11.eliminated")]));
        }
        if self.is_neutral(state, leader) {
            return Err(refuse(case!("26.saxony"), "the Saxons are neutral").unit(leader));
        }
        if state.touched.contains(unit) {
            return Err(refuse(case!("11.display"), "a unit changes its leader or strength once in a segment"));
        }
        Ok(())
    }

    /// Whether a leader's track and span have room for a unit of some strength.
    pub(crate) fn has_room(&self, state: &State, leader: LeaderId, unit: UnitId, strength: u8) -> Ruling {
        let print = self.leader(leader);
        // 2.strength.track.
        if rule!("2.strength.track", strength > print.track) {
            return Err(refuse(case!("2.strength.track"), "the track of {unit} holds no unit above {number}")
                .unit(leader)
                .number(print.track.into()));
        }
        if !self.takes_nation(state, leader, self.unit(unit).nation) {
            return Err(refuse(case!("7.division.corps"), "{unit} leads a national corps").unit(leader));
        }
        if rule!("9.major.cavalry", print.kind == Kind::CavalryMajorGeneral && self.unit(unit).arm != Arm::Cavalry) {
            return Err(refuse(case!("9.major.cavalry"), "{unit} leads only cavalry").unit(leader));
        }
        let span = 2 * self.rating(state, leader).span;
        let burden = self.burden(state, leader) + self.unit_burden(unit);
        if rule!("9.span", burden > span) {
            return Err(refuse(case!("9.span"), "the span of {unit} is too small for another unit")
                .unit(leader)
                .also(&[case!("9.span.units")]));
        }
        Ok(())
    }

    /// 11.display: inside one package.
    pub(crate) fn may_transfer(&self, state: &State, side: Side, unit: UnitId, to: LeaderId) -> Ruling {
        self.may_handle(state, side, unit)?;
        let from = state.leader_of(unit);
        if from == to || self.side_of(to) != side || !state.on_map(to) {
            return Err(refuse(case!("11.display"), "{unit} cannot take that unit").unit(to));
        }
        // 26.armistice.turn: in the armistice they need not be in one place.
        let apart = !state.package(from).shares_pair(&state.package(to));
        if rule!("11.display", apart && !rule!("26.armistice.turn", self.in_armistice(state))) {
            return Err(refuse(case!("11.display"), "{unit} is in another place").unit(to));
        }
        if self.leader(to).is_dummy() || state.disorganized.contains(to) || self.is_neutral(state, to) {
            return Err(refuse(case!("21.disorg.effects"), "{unit} takes no units now").unit(to));
        }
        self.has_room(state, to, unit, state.strength[unit.index()])
    }

    pub(crate) fn transfer(&self, state: &mut State, unit: UnitId, to: LeaderId, events: &mut impl Sink<Event>) {
        let from = state.leader_of(unit);
        let strength = state.strength[unit.index()];
        self.set_unit(state, unit, to, strength);
        state.touched.insert(unit);
        events.event(Event::Transferred { unit, to });
        self.retire(state, from, events);
    }

    /// 9.major: a major general whose unit is gone is removed.
    pub(crate) fn retire(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        let idle = !state.troops.contains(leader) && !self.has_train(state, leader);
        let stands_in = self.deputies.iter().any(|(_, _, who)| *who == leader);
        if (self.leader(leader).kind.is_major() || stands_in) && state.on_map(leader) && rule!("9.major", idle) {
            events.event(Event::Removed { leader, at: state.lead[leader.index()] });
            self.lift(state, leader, Fate::Pool);
        }
    }

    /// 11.merge: units of one type, and for the Allies of one nation, within their maximums.
    pub(crate) fn may_merge(&self, state: &State, side: Side, unit: UnitId, into: UnitId) -> Ruling {
        let (one, other) = (self.unit(unit), self.unit(into));
        let to = state.leader_of(into);
        // 21.disorg.effects: on its own track a disorganized corps may still merge units.
        if to == state.leader_of(unit) {
            self.may_touch(state, side, unit)?;
        } else {
            self.may_handle(state, side, unit)?;
        }
        if unit == into || state.strength[into.index()] == 0 || to.is_none() || self.side_of(to) != side {
            return Err(refuse(case!("11.merge"), "there is nothing to merge with"));
        }
        let alike = one.arm == other.arm
            && one.guard == other.guard
            && one.nation.draft() == other.nation.draft()
            // 25.march: regiments of horse join light cavalry as well.
            && (one.light == other.light || rule!("25.march", one.regiment || other.regiment));
        if rule!("11.merge", !alike) {
            return Err(refuse(case!("11.merge"), "only units of one type and nation merge"));
        }
        if !state.package(state.leader_of(unit)).shares_pair(&state.package(to)) {
            return Err(refuse(case!("11.display"), "{unit} is in another place").unit(to));
        }
        let broken = state.disorganized.contains(to) && to != state.leader_of(unit);
        if broken || self.is_neutral(state, to) {
            return Err(refuse(case!("21.disorg.effects"), "{unit} takes in nothing from others now").unit(to));
        }
        let most = self.maximum[into.index()].min(self.leader(to).track);
        if rule!("2.strength.cap", state.strength[into.index()] >= most) {
            return Err(
                refuse(case!("2.strength.cap"), "that unit is as strong as it may be").also(&[case!("11.merge")])
            );
        }
        Ok(())
    }

    pub(crate) fn merge(&self, state: &mut State, unit: UnitId, into: UnitId, events: &mut impl Sink<Event>) {
        let (from, to) = (state.leader_of(unit), state.leader_of(into));
        let most = self.maximum[into.index()].min(self.leader(to).track);
        let points = state.strength[unit.index()].min(most - state.strength[into.index()]);
        let (left, now) = (state.strength[unit.index()] - points, state.strength[into.index()] + points);
        self.set_unit(state, unit, from, left);
        self.set_unit(state, into, to, now);
        state.touched.insert(unit);
        events.event(Event::Merged { unit, into, points });
        self.retire(state, from, events);
    }

    /// A march regiment of an arm and nation that is not in play.
    pub(crate) fn free_regiment(&self, state: &State, like: UnitId) -> Option<UnitId> {
        let print = self.unit(like);
        self.regiments.iter().find(|unit| {
            let other = self.unit(*unit);
            state.strength[unit.index()] == 0 && other.arm == print.arm && other.nation == print.nation.draft()
        })
    }

    /// 11.merge, 25.march: a part becomes a march regiment.
    pub(crate) fn may_split(&self, state: &State, side: Side, unit: UnitId, points: u8) -> Ruling {
        self.may_handle(state, side, unit)?;
        let print = self.unit(unit);
        let most = match print.arm {
            Arm::Infantry => self.tables.limits.march_regiment.infantry,
            Arm::Cavalry => self.tables.limits.march_regiment.cavalry,
            Arm::Artillery => 0,
        };
        if rule!("25.march", points == 0 || points > most || points >= state.strength[unit.index()]) {
            return Err(refuse(
                case!("25.march"),
                "a march regiment has 1 to {number} points, and something stays behind",
            )
            .number(most.into()));
        }
        let Some(regiment) = self.free_regiment(state, unit) else {
            return Err(refuse(case!("25.march"), "all march regiments of that kind are in play"));
        };
        self.has_room(state, state.leader_of(unit), regiment, points)
    }

    pub(crate) fn split(&self, state: &mut State, unit: UnitId, points: u8, events: &mut impl Sink<Event>) {
        let Some(regiment) = self.free_regiment(state, unit) else { return };
        let leader = state.leader_of(unit);
        let left = state.strength[unit.index()] - points;
        self.set_unit(state, unit, leader, left);
        self.set_unit(state, regiment, leader, points);
        state.touched.insert(unit);
        events.event(Event::Raised { unit: regiment, points, on: leader });
    }

    /// 9.major: a unit gets a major general of its own.
    pub(crate) fn may_promote(&self, state: &State, side: Side, unit: UnitId) -> Ruling {
        self.may_handle(state, side, unit)?;
        let leader = state.leader_of(unit);
        let only = self.units_of(state, leader).count() < 2 && !self.has_train(state, leader);
        // A named leader may be left without troops (9.unemployed), a garrison not.
        if self.leader(leader).kind.is_major() || only && self.leader(leader).kind != Kind::Named {
            return Err(refuse(case!("9.major"), "the unit has no leader to leave").unit(leader));
        }
        let cavalry = self.unit(unit).arm == Arm::Cavalry;
        if self.unit(unit).arm == Arm::Artillery {
            return Err(refuse(case!("9.major"), "a major general leads infantry or cavalry"));
        }
        let kind = if cavalry { Kind::CavalryMajorGeneral } else { Kind::MajorGeneral };
        if self.deputy(state, unit).is_none() && self.free_major(state, leader, kind).is_none() {
            return Err(refuse(case!("9.major"), "no major general is left"));
        }
        Ok(())
    }

    /// 9.optional: the leader who takes over a unit instead of a major general, if he is not in play.
    fn deputy(&self, state: &State, unit: UnitId) -> Option<LeaderId> {
        let from = state.leader_of(unit);
        let serves = |(of, with, who): &&(LeaderId, Option<UnitId>, LeaderId)| {
            *of == from && with.is_none_or(|needed| needed == unit) && state.fate[who.index()] == Fate::Pool
        };
        let found = self.deputies.iter().find(serves).map(|(_, _, who)| *who);
        found.filter(|_| rule!("9.optional", true))
    }

    pub(crate) fn promote(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        let from = state.leader_of(unit);
        let cavalry = self.unit(unit).arm == Arm::Cavalry;
        let deputy = self.deputy(state, unit);
        if let Some(deputy) = deputy {
            let package = state.package(from);
            self.put(state, deputy, package);
        }
        let Some(major) = deputy.or_else(|| self.make_major(state, from, cavalry)) else { return };
        let strength = state.strength[unit.index()];
        self.set_unit(state, unit, major, strength);
        state.touched.insert(unit);
        events.event(Event::Promoted { leader: major, unit, at: state.lead[major.index()] });
    }

    /// 15.dummies: how many a side may have: one for each leader of the Allies, one for every two of the French.
    fn dummy_limit(&self, state: &State, side: Side) -> usize {
        let real = self.on_map(state, side).filter(|leader| !self.leader(*leader).is_dummy()).count();
        if side == crate::roster::FRENCH { real / 2 } else { real }
    }

    fn dummies_of(&self, state: &State, side: Side) -> LeaderSet {
        self.on_map(state, side).filter(|leader| self.leader(*leader).is_dummy()).collect()
    }

    /// 15.dummies: whoever has fewer leaders than before has fewer dummies.
    pub(crate) fn dismiss_dummies(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        while let Some(leader) = self.dummies_of(state, side).first()
            && rule!("15.dummies", self.dummies_of(state, side).len() > self.dummy_limit(state, side))
        {
            events.event(Event::DummyGone { leader, at: state.lead[leader.index()] });
            self.lift(state, leader, Fate::Pool);
        }
    }

    /// The hexes in dispatch range of a centre of the side (15.dummies).
    pub(crate) fn dummy_ground(&self, state: &State, side: Side) -> HexBits {
        let closed = self.zone_map(state, crate::roster::enemy_of(side));
        let mut ground = HexBits::EMPTY;
        for army in crate::roster::Army::ALL.into_iter().filter(|army| army.side() == side) {
            let own = state.army(army);
            if !own.is_on_map() || self.line_of(state, army).is_none() {
                continue;
            }
            let field = self.field(state, own.centre_from, self.farthest(state, army), &closed);
            for hex in self.ground.grid.hexes() {
                let there = Package { lead: hex, ..Package::NOWHERE };
                let limit = self.dispatch_limit(state, army, own.centre_from[0], &there);
                if field.at(hex).is_some_and(|spent| spent <= limit) {
                    ground.insert(hex);
                }
            }
        }
        ground
    }

    pub(crate) fn may_place_dummy(&self, state: &State, side: Side, package: &Package) -> Ruling {
        if rule!("15.dummies", !self.options.dummies) {
            return Err(refuse(case!("15.dummies"), "there are no dummies in this game"));
        }
        self.may_put_dummy(state, side, package, &self.dummy_ground(state, side))
    }

    /// The same where the ground in range is known.
    pub(crate) fn may_put_dummy(&self, state: &State, side: Side, package: &Package, ground: &HexBits) -> Ruling {
        let grid = &self.ground.grid;
        if package.lead.is_none()
            || package.lead.index() >= grid.len()
            || package.is_line()
            || !package.is_sound(grid)
            || package.rear.is_none()
        {
            return Err(refuse(case!("15.dummies"), "a dummy is placed in column on two hexes of the map"));
        }
        let full = self.dummies_of(state, side).len() >= self.dummy_limit(state, side);
        if rule!("15.dummies", full || self.free_dummy(state, side).is_none()) {
            return Err(refuse(case!("15.dummies"), "no more dummies may be placed"));
        }
        if rule!("15.dummies", !package.hexes().all(|hex| ground.contains(hex))) {
            return Err(refuse(case!("15.dummies"), "a dummy is placed in dispatch range of a centre"));
        }
        let free = self.on_map(state, side).all(|leader| !state.package(leader).overlaps(package))
            && !self.seems_in_zone(state, side, package)
            && !package.hexes().any(|hex| self.is_closed(state, hex) || self.neutral_in(state, hex));
        if !free {
            return Err(refuse(case!("15.dummies"), "that place is taken, or in an enemy zone")
                .also(&[case!("3.package.stack")]));
        }
        Ok(())
    }

    pub(crate) fn free_dummy(&self, state: &State, side: Side) -> Option<LeaderId> {
        self.leaders_of(side)
            .iter()
            .find(|leader| self.leader(*leader).is_dummy() && state.fate[leader.index()] == Fate::Pool)
    }

    pub(crate) fn place_dummy(&self, state: &mut State, side: Side, package: Package, events: &mut impl Sink<Event>) {
        if let Some(leader) = self.free_dummy(state, side) {
            self.put(state, leader, package);
            events.event(Event::DummyPlaced { leader, at: package });
        }
    }
}
