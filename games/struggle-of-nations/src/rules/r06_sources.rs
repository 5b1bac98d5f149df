//! 6: sources and depots.
//! Decides 6.depots, 6.depots.captured, 6.disband, 6.garrison.combat, 6.setup, 6.source, 6.source.change, 6.source.dresden,
//! 6.source.lost, 6.through.

use board::{Direction, Hex};
use kernel::{Side, Sink};

use super::r06_communications::HexBits;
use crate::Rules;
use crate::event::Event;
use crate::ground::RoadKind;
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Army, enemy_of};
use crate::scenario::Period;
use crate::sequence::Frame;
use crate::state::{Centre, State};
use crate::tables::DepotWorks;
use crate::theatre::{SourceHex, SourceId};

impl Rules {
    /// The two hexes of an army's source marker; nowhere if it has none in force.
    pub(crate) fn source_marker(&self, state: &State, army: Army) -> Package {
        let at = self.source_hex(state, army);
        if at.is_none() || state.army(army).source_lost || self.through(state, army).is_some() {
            return Package::NOWHERE;
        }
        Package { lead: at, rear: self.inward(at), ..Package::NOWHERE }
    }

    /// The hex of an army's source, held or not.
    pub(crate) fn source_hex(&self, state: &State, army: Army) -> Hex {
        let own = state.army(army);
        let printed = self.theatre.sources.get(own.source.index()).map_or(Hex::NONE, |source| source.hex);
        if own.source_at.is_some() { own.source_at } else { printed }
    }

    /// The next primary road hex from a source.
    fn inward(&self, hex: Hex) -> Hex {
        let by_road = |direction: &Direction| self.ground.side(hex, *direction).road == RoadKind::Primary;
        let next = Direction::ALL.into_iter().find(by_road);
        next.map_or(Hex::NONE, |direction| self.ground.grid.neighbour(hex, direction))
    }

    /// The sources that an army may use now (6.source).
    pub(crate) fn is_source_of(&self, state: &State, army: Army, source: &SourceHex) -> bool {
        let number = self.theatre.sources.iter().position(|other| std::ptr::eq(other, source)).unwrap_or(0);
        self.line_of(state, army) == Some(source.line)
            && !self.has_ended(state, source)
            && !rule!("6.source.lost", state.dead_sources & (1 << number) != 0)
    }

    /// 6.source.dresden: a source that serves no longer.
    fn has_ended(&self, state: &State, source: &SourceHex) -> bool {
        source.last_turn.is_some_and(|last| rule!("6.source.dresden", state.turn > last))
    }

    /// 6.through: a source that another Allied army uses.
    fn is_host(&self, state: &State, army: Army, source: SourceId, hex: &SourceHex) -> bool {
        let host = state.army(hex.army);
        hex.army != army
            && hex.army.side() == army.side()
            && host.source == source
            && host.is_on_map()
            && self.is_source_of(state, hex.army, hex)
    }

    /// 6.source.lost: the nearest free primary road hex in friendly territory to a source that is taken.
    fn stand_in(&self, state: &State, army: Army, source: Hex) -> Hex {
        let (side, grid) = (army.side(), &self.ground.grid);
        let free = |hex: &Hex| {
            !grid.is_void(*hex)
                && self.ground.has_road(*hex, RoadKind::Primary)
                && self.ground.friendly[hex.index()] == Some(side)
                && !self.seems_controlled(state, enemy_of(side), *hex)
        };
        let hexes = (0..grid.len() as u16).map(Hex).filter(free);
        hexes.min_by_key(|hex| (grid.distance(*hex, source), *hex)).unwrap_or(Hex::NONE)
    }

    /// Whether an army's player may do something about its source: only then he is asked.
    pub(crate) fn may_touch_source(&self, state: &State, army: Army) -> bool {
        !state.army(army).source.is_none() && state.army(army).changing.is_none()
    }

    fn may_use_source(&self, state: &State, army: Army, source: SourceId) -> Ruling {
        let Some(hex) = self.theatre.sources.get(source.index()) else {
            return Err(refuse(case!("6.source"), "there is no such source"));
        };
        if self.is_pledging(state) {
            return Err(refuse(case!("4.sequence"), "sources are for your own turn"));
        }
        if self.line_of(state, army) == Some(hex.line) && self.has_ended(state, hex) {
            return Err(refuse(case!("6.source.dresden"), "{place} is no longer a source").place(hex.hex));
        }
        let taken = self.holds(state, enemy_of(army.side()), hex.hex);
        let own = state.army(army);
        if own.source == source && taken && own.source_at.is_none() {
            // 6.source.lost: the marker goes to the nearest free hex of road.
            return if self.stand_in(state, army, hex.hex).is_some() {
                Ok(())
            } else {
                Err(refuse(case!("6.source.lost"), "the enemy is in {place}, and no road near it is free")
                    .place(hex.hex))
            };
        }
        if own.source == source {
            return Err(refuse(case!("6.source"), "its source is in {place} already").place(hex.hex));
        }
        if rule!("6.through", self.is_host(state, army, source, hex)) {
            return Ok(());
        }
        if rule!("6.source", !self.is_source_of(state, army, hex)) {
            return Err(refuse(case!("6.source"), "the army has no source in {place}")
                .place(hex.hex)
                .also(&[case!("6.source.lost")]));
        }
        if self.holds(state, enemy_of(army.side()), hex.hex) {
            return Err(refuse(case!("6.source.lost"), "the enemy is in {place}").place(hex.hex));
        }
        Ok(())
    }

    /// 6.source.free: within one territory, at once.
    fn is_free_shift(&self, state: &State, army: Army, source: SourceId) -> bool {
        let of = |id: SourceId| self.theatre.sources.get(id.index()).filter(|source| source.army == army);
        let territory = |id: SourceId| of(id).and_then(|source| source.territory.as_deref());
        let now = territory(state.army(army).source);
        now.is_some() && now == territory(source)
    }

    pub(crate) fn may_shift_source(&self, state: &State, army: Army, source: SourceId) -> Ruling {
        self.may_use_source(state, army, source)?;
        // 6.setup: at the start any source of the army will do.
        let own = self.theatre.sources.get(source.index()).is_some_and(|hex| hex.army == army);
        if rule!("6.setup", state.army(army).fresh && own) {
            return Ok(());
        }
        if !self.is_free_shift(state, army, source) {
            // 6.spring: from Silesia to Brandenburg only by the die.
            let spring = self.is_one_allied_army(state) && army == Army::Silesia;
            let case = if spring { case!("6.spring") } else { case!("6.source.free") };
            return Err(refuse(case, "that is not in the same territory: the source must be changed")
                .also(&[case!("6.source.free"), case!("6.source.change")]));
        }
        Ok(())
    }

    pub(crate) fn may_change_source(&self, state: &State, army: Army, source: SourceId) -> Ruling {
        self.may_use_source(state, army, source)?;
        if self.is_free_shift(state, army, source) {
            return Err(refuse(case!("6.source.change"), "within its territory the source is shifted without a die"));
        }
        Ok(())
    }

    /// 6.setup: the primary road hexes from which the source of an army can be reached, before its first die.
    pub(crate) fn centre_places(&self, state: &State, army: Army) -> HexBits {
        let own = state.army(army);
        let source = self.source_hex(state, army);
        let limit = self.line_of(state, army).map_or(0, |line| self.tables.reach(line).loc);
        let unset = own.fresh && own.is_on_map() && own.centre_from == own.centre_at && source.is_some();
        if !unset || self.is_pledging(state) || self.through(state, army).is_some() {
            return HexBits::EMPTY;
        }
        self.roads_within(state, army, source, limit)
    }

    pub(crate) fn may_set_centre(&self, state: &State, army: Army, at: Hex) -> Ruling {
        let stands = state.army(army).centre_at[0] == at;
        if rule!("6.setup", stands || !self.centre_places(state, army).contains(at)) {
            return Err(refuse(
                case!("6.setup"),
                "a centre is placed once, before the first die, on a primary road in communication with its source",
            )
            .place(at));
        }
        Ok(())
    }

    pub(crate) fn set_centre(&self, state: &mut State, army: Army, at: Hex, events: &mut impl Sink<Event>) {
        let from = state.army(army).centre_at[0];
        state.army_mut(army).centre_at = self.centre_hexes(state, army, at);
        events.event(Event::CentreMoved { army, from, to: at });
        self.find_lines(state);
    }

    pub(crate) fn shift_source(&self, state: &mut State, army: Army, source: SourceId, events: &mut impl Sink<Event>) {
        let own = state.army_mut(army);
        (own.source, own.source_at, own.source_lost) = (source, Hex::NONE, false);
        events.event(Event::SourceShifted { army, to: source });
        self.find_lines(state);
    }

    /// The marker is flipped: nothing until the die succeeds (6.source.change).
    pub(crate) fn change_source(&self, state: &mut State, army: Army, source: SourceId, events: &mut impl Sink<Event>) {
        state.army_mut(army).changing = source;
        events.event(Event::SourceChanging { army, to: source });
        self.find_lines(state);
    }

    pub(crate) fn source_falls(&self, state: &mut State, army: Army, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        const LAST: u8 = 2;
        let changed = rule!("6.source.change", die <= LAST);
        events.event(Event::SourceThrown { army, die, changed });
        if changed {
            let to = state.army(army).changing;
            let hex = self.theatre.sources.get(to.index()).map_or(Hex::NONE, |source| source.hex);
            let taken = hex.is_some() && self.holds(state, enemy_of(army.side()), hex);
            let at = if taken { self.stand_in(state, army, hex) } else { Hex::NONE };
            let own = state.army_mut(army);
            (own.source, own.changing) = (to, SourceId::NONE);
            (own.source_at, own.source_lost) = (at, taken && at.is_none());
            self.find_lines(state);
        }
    }

    /// At the start of the owner's administration: sources that end, and markers that come back.
    pub(crate) fn renew_source(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let own = *state.army(army);
        let Some(source) = self.theatre.sources.get(own.source.index()) else { return };
        // The marker goes back to its own hex when the enemy has left it.
        if own.source_at.is_some() && !self.seems_controlled(state, enemy_of(army.side()), source.hex) {
            state.army_mut(army).source_at = Hex::NONE;
        }
        // 6.source.dresden: Erfurt serves at once.
        if self.has_ended(state, source) {
            let next = self.free_source(state, army);
            let own = state.army_mut(army);
            (own.source, own.changing, own.source_lost) = (next, SourceId::NONE, next.is_none());
            own.source_at = Hex::NONE;
            events.event(Event::SourceEnded { army });
        } else if own.source_lost && rule!("6.garrison.combat", true) {
            let next = self.free_source(state, army);
            if !next.is_none() {
                let own = state.army_mut(army);
                (own.source, own.source_lost) = (next, false);
                events.event(Event::SourceShifted { army, to: next });
            }
        }
    }

    /// A source hex of an army without enemies: its own if that is free.
    pub(crate) fn free_source(&self, state: &State, army: Army) -> SourceId {
        let own = state.army(army).source;
        let free = |source: &SourceHex| {
            self.is_source_of(state, army, source) && !self.seems_controlled(state, enemy_of(army.side()), source.hex)
        };
        if self.theatre.sources.get(own.index()).is_some_and(free) {
            return own;
        }
        let found = self.theatre.sources.iter().position(free);
        found.map_or(SourceId::NONE, |index| SourceId(index as u8))
    }

    /// 6.disband.
    pub(crate) fn may_disband(&self, state: &State, army: Army) -> Ruling {
        let own = state.army(army);
        if self.is_pledging(state) {
            return Err(refuse(case!("4.sequence"), "centres are disbanded in your own turn"));
        }
        if rule!("6.disband", !own.is_on_map()) {
            return Err(refuse(case!("6.disband"), "the army has no centre on the map"));
        }
        if own.points <= self.tables.debt(army) {
            return Err(refuse(case!("5.negative"), "the army has no points left"));
        }
        Ok(())
    }

    pub(crate) fn disband(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let back = state.turn + self.tables.limits.disband_turns;
        let own = state.army_mut(army);
        own.points -= 1;
        own.centre = Centre::Disbanded(back);
        own.centre_at = [Hex::NONE; 2];
        own.centre_from = [Hex::NONE; 2];
        events.event(Event::CentreDisbanded { army });
        self.find_lines(state);
        state.frames.pop();
        self.go_without(state, army, events);
    }

    pub(crate) fn return_centre(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let at = self.source_hex(state, army);
        if at.is_none() {
            return;
        }
        let own = state.army_mut(army);
        own.centre = Centre::Active;
        own.centre_at = [at, Hex::NONE];
        own.centre_from = own.centre_at;
        events.event(Event::CentreReturned { army, at });
    }

    /// 6.depots: whether a depot works in this game and has not been taken.
    pub(crate) fn depot_works(&self, state: &State, number: u16, place: &str) -> bool {
        let Some(depot) = self.theatre.depots.get(usize::from(number)) else { return false };
        let Some(class) = self.tables.depot_class(depot.class) else { return false };
        let works = match self.period(state) {
            Period::Spring => class.spring,
            Period::Dresden => class.dresden,
            Period::Leipzig => class.leipzig,
        };
        let held = || self.starts_in(crate::roster::FRENCH, depot.hex);
        let open = match works {
            DepotWorks::Yes => true,
            DepotWorks::No => false,
            DepotWorks::Held => held(),
        };
        rule!("6.depots", open)
            && !rule!("6.depots.captured", state.dead_depots & (1 << number) != 0)
            && depot.place == place
    }

    /// Which set of depots is in force: the campaign follows the period in play.
    pub(crate) fn period(&self, state: &State) -> Period {
        match self.scenario.armistice {
            Some(_) if self.season(state) == crate::calendar::Season::Autumn => Period::Dresden,
            _ => self.scenario.period,
        }
    }

    /// The hexes from which an army is supplied besides its centre: French depots, and its own source.
    pub(crate) fn depot_hexes(&self, state: &State, army: Army) -> arrayvec::ArrayVec<Hex, 16> {
        let mut hexes = arrayvec::ArrayVec::new();
        if army == Army::French {
            for (depot, number) in self.theatre.depots.iter().zip(0..) {
                if self.depot_works(state, number, &depot.place) {
                    hexes.push(depot.hex);
                }
            }
        }
        // Every source of the army, in use or not; nobody uses one that the enemy holds.
        let served = self.theatre.sources.iter().filter(|source| self.is_source_of(state, army, source));
        let free = served.map(|source| source.hex).filter(|hex| !self.holds(state, enemy_of(army.side()), *hex));
        for hex in free.chain([state.army(army).source_at]).filter(|hex| hex.is_some()) {
            if !hexes.is_full() && !hexes.contains(&hex) && rule!("6.depots", true) {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// The marker of a source is taken off (6.garrison.combat, 6.source.lost).
    pub(crate) fn lose_source(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        state.army_mut(army).source_lost = true;
        events.event(Event::SourceLost { army });
        self.find_lines(state);
    }

    /// 6.garrison.combat: the garrison of a source is gone with the friends who defended it.
    pub(crate) fn abandon_source(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
            let marker = self.source_marker(state, army);
            let defended = state.battle.of(side).iter().any(|leader| state.package(leader).overlaps(&marker));
            if side != state.battle.first && rule!("6.garrison.combat", marker.lead.is_some() && defended) {
                self.lose_source(state, army, events);
            }
        }
    }

    /// 6.depots.captured, 6.source.lost: what the enemy stands on at the end of a phase.
    pub(crate) fn check_installations(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for (depot, number) in self.theatre.depots.iter().zip(0u16..) {
            let taken =
                self.depot_works(state, number, &depot.place) && self.holds(state, crate::roster::ALLIED, depot.hex);
            if taken {
                state.dead_depots |= 1 << number;
                events.event(Event::DepotLost { at: depot.hex });
            }
        }
        // 6.source.lost: a source that ends anyway is lost for good.
        for (source, number) in self.theatre.sources.iter().zip(0u32..) {
            let passing = source.last_turn.is_some() && self.holds(state, enemy_of(source.army.side()), source.hex);
            if passing && rule!("6.source.lost", true) {
                state.dead_sources |= 1 << number;
            }
        }
        for army in Army::ALL {
            let marker = self.source_marker(state, army);
            if marker.lead.is_some() && self.holds(state, enemy_of(army.side()), marker.lead) {
                state.army_mut(army).source_lost = rule!("6.source.lost", true);
                events.event(Event::SourceLost { army });
            }
        }
    }

    /// The question about an army is put only if there is something to decide.
    pub(crate) fn skip_administration(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) -> bool {
        if state.frame() == (Frame::Administer { army }) && !self.is_administered(state, army) {
            state.frames.pop();
            self.go_without(state, army, events);
            return true;
        }
        false
    }
}
