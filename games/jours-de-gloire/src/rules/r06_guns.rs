//! Case 6.5.2: marching to the sound of the guns.
//! Decides 2.B3a, 2.B3b, 5.4b, 5.4f, 6.5.1l, 6.5.2a, 6.5.2b, 6.5.2c, 6.5.2d, 6.5.2e, 6.5a, 6.5b, 7.1c, 8.8o, S.0.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side, Sink};

use crate::Rules;
use crate::battle::Engagement;
use crate::counters::CounterId;
use crate::event::{Combat as Happened, Common, Event, Phase};
use crate::reaction::{Marcher, Reacting, Reaction};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Frame, Guns, GunsDie};
use crate::sets::CounterSet;
use crate::state::{BoxSet, State, enemy_of};

/// 6.5.2a: how far the guns are heard.
pub(crate) const EARSHOT: u8 = 2;

/// A way to a battle: what it costs, the box it leads through, and the connection by which it comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Route {
    pub(crate) cost: u8,
    pub(crate) through: Option<BoxId>,
    pub(crate) by: ConnectionId,
}

type Routes = ArrayVec<Route, 16>;

impl Rules {
    /// 2.B3a: a marker in every box with both sides. 2.B3b: the other side may march there.
    pub(crate) fn open_guns(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        events.event(Event::Common(Common::PhaseBegan { side: state.player, phase: Phase::Guns }));
        let (player, other) = (state.player, enemy_of(state.player));
        state.battles = BoxSet::EMPTY;
        for at in state.occupied(player).intersection(*state.occupied(other)).iter() {
            if rule!("2.B3a", true) {
                state.battles.insert(at);
                events.event(Event::Combat(Happened::BattleMarked { at }));
            }
        }
        state.intercepted = state.intercepted.intersection(state.battles);
        state.reaction = Some(Reaction::new());
        state.frames.pop();
        state.frames.push(Frame::Guns(Guns::Close));
        let side = if rule!("2.B3b", true) { other } else { player };
        if self.are_guns_heard(state, side) {
            let seat = self.seat_of_side(side);
            state.frames.push(Frame::Guns(Guns::Choose { seat }));
        }
        false
    }

    /// Whether anything of a side, dummies and leaders included, stands within earshot of a battle it may march to: that
    /// is what everybody sees.
    fn are_guns_heard(&self, state: &State, side: Side) -> bool {
        state.battles.iter().filter(|at| self.may_be_helped(state, side, *at).is_ok()).any(|at| {
            self.boxes_in_earshot(state, at).iter().any(|from| {
                state.occupies(side, *from)
                    && !state.occupies(enemy_of(side), *from)
                    && !self.routes(state, side, *from, at).is_empty()
            })
        })
    }

    pub(crate) fn boxes_in_earshot(&self, state: &State, at: BoxId) -> ArrayVec<BoxId, 64> {
        let mut near: ArrayVec<BoxId, 64> = ArrayVec::new();
        let mut add = |place: BoxId| {
            if place != at && !near.contains(&place) && !near.is_full() {
                near.push(place);
            }
        };
        for (next, way) in self.ground.neighbours(at) {
            let cost = self.cost_of(state, *way);
            if cost <= EARSHOT {
                add(*next);
            }
            if cost < EARSHOT {
                self.ground.neighbours(*next).iter().for_each(|(beyond, _)| add(*beyond));
            }
        }
        near
    }

    /// The ways to a battle as far as everybody can see, best first: the nearest, then into the flank, then past nobody.
    pub(crate) fn routes(&self, state: &State, side: Side, from: BoxId, at: BoxId) -> Routes {
        let mut routes = Routes::new();
        let barred = state.reaction.as_ref().map_or(BoxSet::EMPTY, |reaction| reaction.barred);
        let usable = |way: ConnectionId, to: BoxId| self.may_use(state, way, to, &CounterSet::EMPTY).is_ok();
        // 6.5a: the points of infantry in this weather.
        let cost_of = |way: ConnectionId| if rule!("6.5a", true) { self.cost_of(state, way) } else { 1 };
        for (next, by) in self.ground.neighbours(at) {
            if !usable(*by, at) {
                continue;
            }
            let last = cost_of(*by);
            if *next == from {
                if last <= EARSHOT {
                    let _ = routes.try_push(Route { cost: last, through: None, by: *by });
                }
                continue;
            }
            if last >= EARSHOT || state.battles.contains(*next) || rule!("6.5.2a", barred.contains(*next)) {
                continue;
            }
            for (start, way) in self.ground.neighbours(*next).iter().filter(|(start, _)| *start == from) {
                let cost = last + cost_of(*way);
                if usable(*way, *next) && cost <= EARSHOT && *start != at {
                    let _ = routes.try_push(Route { cost, through: Some(*next), by: *by });
                }
            }
        }
        let used = |by: ConnectionId| {
            self.of_side_in(state, enemy_of(side), at).iter().any(|counter| state.piece(counter).entered_by == Some(by))
        };
        let watched = |route: &Route| route.through.is_some_and(|place| state.occupies(enemy_of(side), place));
        routes.sort_by_key(|route| (route.cost, used(route.by), watched(route), route.by));
        routes
    }

    /// Whether a side may march to a battle at all.
    fn may_be_helped(&self, state: &State, side: Side, at: BoxId) -> Ruling {
        if rule!("6.5.2a", !state.battles.contains(at)) {
            return Err(refuse(case!("6.5.2a"), "there is no Battle marker at {place}").place(at));
        }
        if rule!("6.5.1l", state.intercepted.contains(at)) {
            return Err(refuse(case!("6.5.1l"), "no march to the guns of an interception at {place}").place(at));
        }
        let besieged = state.siege_at(at).is_some_and(|siege| siege.besieger != side);
        if rule!("8.8o", besieged) {
            return Err(refuse(case!("8.8o"), "no march to the guns to help the besieged at {place}").place(at));
        }
        Ok(())
    }

    /// The Force that is being put together.
    pub(crate) fn mustered<'a>(&self, state: &'a State) -> Option<&'a Reacting> {
        state.reaction.as_ref().and_then(|reaction| reaction.declared.last())
    }

    pub(crate) fn may_take_to_guns(&self, state: &State, seat: Seat, counter: CounterId) -> Ruling {
        if counter.index() >= self.counters.len() {
            return Err(refuse(case!("1.2.2b"), "there is no such counter"));
        }
        let side = self.side_of_seat(seat);
        if rule!("2.B3b", self.side_of(counter) != side) {
            return Err(refuse(case!("2.B3b"), "{unit} is not yours to send to the guns").unit(counter));
        }
        if !self.commands(state, seat, counter) {
            return Err(refuse(case!("10.e"), "{unit} belongs to the army of another player").unit(counter));
        }
        let Some(from) = state.place_of(counter) else {
            return Err(refuse(case!("0.1"), "{unit} is not on the map").unit(counter));
        };
        if rule!("6.5b", self.is_dummy(counter)) {
            return Err(refuse(case!("6.5b"), "{unit} is a dummy and cannot react")
                .also(&[case!("7.1b")])
                .unit(counter));
        }
        if rule!("6.5b", state.piece(counter).digging) {
            return Err(refuse(case!("6.5b"), "{unit} is entrenching this turn and cannot react")
                .also(&[case!("6.2b")])
                .unit(counter));
        }
        if rule!("6.5b", state.occupies(enemy_of(side), from)) {
            return Err(refuse(case!("6.5b"), "{unit} is engaged at {place} and cannot react")
                .unit(counter)
                .place(from));
        }
        if rule!("6.5.2e", state.piece(counter).marched_to_guns) {
            return Err(
                refuse(case!("6.5.2e"), "{unit} has already tried to march to the guns this turn").unit(counter)
            );
        }
        if rule!("S.0", self.bound.contains(counter)) {
            return Err(refuse(case!("S.0"), "{unit} may not leave {place}").unit(counter).place(from));
        }
        let Some(mustered) = self.mustered(state) else {
            let heard = state.battles.iter().any(|at| {
                self.may_be_helped(state, side, at).is_ok() && !self.routes(state, side, from, at).is_empty()
            });
            if rule!("6.5.2a", !heard) {
                let words = "{unit} has no battle to march to within 2 movement points of {place}";
                return Err(refuse(case!("6.5.2a"), words).unit(counter).place(from));
            }
            return Ok(());
        };
        if rule!("5.4f", mustered.force.contains(counter)) {
            return Err(refuse(case!("5.4f"), "{unit} is already in the Force").unit(counter));
        }
        if rule!("5.4f", mustered.from != from) {
            let words = "all counters of a Force start together: {unit} is not at {place} with the others";
            return Err(refuse(case!("5.4f"), words).unit(counter).place(mustered.from));
        }
        let mut force = mustered.force;
        force.insert(counter);
        if rule!("5.4b", !self.is_within_limit(&force)) {
            let words =
                "with {unit} the Force would be too big: it has at most 3 units, no more than 2 of them infantry";
            return Err(refuse(case!("5.4b"), words).also(&[case!("T.move")]).unit(counter));
        }
        Ok(())
    }

    pub(crate) fn may_march_to(&self, state: &State, seat: Seat, at: BoxId) -> Ruling {
        let side = self.side_of_seat(seat);
        self.may_be_helped(state, side, at)?;
        let Some(mustered) = self.mustered(state) else {
            return Err(refuse(case!("6.5.2a"), "no Force has been named that could march to {place}").place(at));
        };
        // R J1, R J2: leaders and guns alone are no Force.
        if rule!("6.5b", self.strength_of(state, &mustered.force) == 0) {
            return Err(refuse(case!("6.5b"), "only combat units march to the guns, and none has been named")
                .also(&[case!("1.0")]));
        }
        if rule!("6.5.2a", self.routes(state, side, mustered.from, at).is_empty()) {
            return Err(refuse(case!("6.5.2a"), "{place} is not within 2 movement points by an open route").place(at));
        }
        Ok(())
    }

    pub(crate) fn take_to_guns(&self, state: &mut State, seat: Seat, counter: CounterId) {
        let Some(from) = state.place_of(counter) else { return };
        let reaction = state.reaction.get_or_insert_with(Reaction::new);
        match reaction.declared.last_mut() {
            Some(mustered) => mustered.force.insert(counter),
            None => {
                let force = CounterSet::from_iter([counter]);
                reaction.declared.push(Reacting { by: seat, from, force, succeeded: None });
                let side = self.side_of(counter);
                state.frames.push(Frame::Guns(Guns::Muster { seat, side }));
            }
        }
    }

    pub(crate) fn put_down(&self, state: &mut State) {
        state.frames.pop();
        if let Some(reaction) = &mut state.reaction {
            reaction.declared.clear();
        }
    }

    /// The best way on which no real enemy stands; who holds a box on it has to say (6.5.2a, 7.1c). If there is none,
    /// nothing has happened (R J29).
    pub(crate) fn march_to_guns(&self, state: &mut State, seat: Seat, to: BoxId, events: &mut impl Sink<Event>) {
        let side = self.side_of_seat(seat);
        let Some(mustered) = self.mustered(state).copied() else { return };
        let from = mustered.from;
        let mut free = None;
        for route in self.routes(state, side, from, to) {
            let watched = route.through.filter(|place| state.occupies(enemy_of(side), *place));
            if watched.is_none_or(|through| self.lets_pass(state, enemy_of(side), through, events)) {
                free = Some(route);
                break;
            }
        }
        if free.is_none() {
            self.put_down(state);
            return;
        }
        for counter in mustered.force.iter() {
            let piece = state.piece_mut(counter);
            piece.marched_to_guns = true;
            piece.stirred = true;
        }
        self.trace_for_reaction(state, side, from, &mustered.force, events);
        let count = mustered.force.len() as u8;
        events.event(Event::Combat(Happened::GunsDeclared { side, from, to, count }));
        state.frames.pop();
        state.frames.push(Frame::Guns(Guns::Die { seat, from, to }));
    }

    /// The owner's truthful answer: real units bar the way, dummies have to be shown.
    fn lets_pass(&self, state: &mut State, side: Side, through: BoxId, events: &mut impl Sink<Event>) -> bool {
        let real = self.say_whether_real(state, side, through, events);
        if real && rule!("6.5.2a", true) {
            if let Some(reaction) = &mut state.reaction {
                reaction.barred.insert(through);
            }
            return false;
        }
        if rule!("7.1c", !real) {
            self.show_dummies(state, side, through, events);
        }
        real || rule!("7.1c", true)
    }

    /// 6.5.2b: the same test as for an interception, without anything for the connection.
    pub(crate) fn throw_guns(&self, state: &mut State, due: GunsDie, die: u8, events: &mut impl Sink<Event>) {
        let GunsDie::Die { seat, from, to } = due;
        state.frames.pop();
        let side = self.side_of_seat(seat);
        let Some(mustered) = state.reaction.as_mut().and_then(|reaction| reaction.declared.pop()) else { return };
        let value = self.reaction_value(state, from, &mustered.force);
        let success = rule!("6.5.2b", die <= value);
        events.event(Event::Combat(Happened::GunsThrown { side, from, die, success }));
        let past_nobody =
            |route: &Route| route.through.is_none_or(|place| !self.real_force_in(state, enemy_of(side), place));
        let route = self.routes(state, side, from, to).into_iter().find(past_nobody);
        if let Some(route) = route.filter(|_| success) {
            self.set_out_for_guns(
                state,
                Marcher { force: mustered.force, from, to, by: route.by, after_round: self.joins_after(route.cost) },
            );
        }
    }

    /// 6.5.2c: from 1 MP away after round 2, from 2 MP after round 3; with the option of R J11 a round earlier.
    pub(crate) fn joins_after(&self, cost: u8) -> u8 {
        let round = if rule!("6.5.2c", cost < EARSHOT) { 2 } else { 3 };
        if self.agreed.quick_guns { round - 1 } else { round }
    }

    /// Forces on the same way to the same battle go together from now on.
    fn set_out_for_guns(&self, state: &mut State, marcher: Marcher) {
        let Some(reaction) = &mut state.reaction else { return };
        let same = |other: &&mut Marcher| Marcher { force: marcher.force, ..**other } == marcher;
        match reaction.marchers.iter_mut().find(same) {
            Some(other) => other.force = other.force.union(marcher.force),
            // More ways than these to the battles of one phase are not on any map; who comes last finds the road blocked.
            None => drop(reaction.marchers.try_push(marcher)),
        }
    }

    /// A round is over and another will be fought: who has been on his way long enough joins (6.5.2c, R J11).
    pub(crate) fn let_marchers_join(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(battle) = state.battle else { return };
        let side = enemy_of(state.player);
        // 8.8o: behind walls nobody is helped.
        if rule!("8.8o", battle.engagement == Engagement::Assault && battle.attacker != side) {
            return;
        }
        let Some(reaction) = &mut state.reaction else { return };
        let mut arriving: ArrayVec<Marcher, 12> = ArrayVec::new();
        reaction.marchers.retain(|marcher| {
            let arrives = marcher.to == battle.at && marcher.after_round <= battle.round;
            if arrives {
                arriving.push(*marcher);
            }
            !arrives
        });
        for marcher in arriving {
            self.join_battle(state, side, &marcher, events);
        }
    }

    fn join_battle(&self, state: &mut State, side: Side, marcher: &Marcher, events: &mut impl Sink<Event>) {
        let Some(mut battle) = state.battle else { return };
        let force: CounterSet =
            marcher.force.iter().filter(|counter| state.place_of(*counter) == Some(marcher.from)).collect();
        if force.is_empty() {
            return;
        }
        let flank = self.flank_by_marching(state, &battle, marcher.by);
        for counter in force.iter() {
            self.carry(state, counter, battle.at, Some(marcher.by));
            self.turn_up(state, counter, self.has_strength(counter), events);
            state.piece_mut(counter).lost_here = 0;
        }
        events.event(Event::Combat(Happened::MarchersJoined { side, at: battle.at, from: marcher.from }));
        self.tidy_box(state, marcher.from, events);
        battle.forces[side.index()] = battle.forces[side.index()].union(force);
        // R J42
        battle.start[side.index()] += self.strength_of(state, &force);
        if flank && !battle.flank[side.index()] {
            battle.flank[side.index()] = true;
            events.event(Event::Combat(Happened::Flanked { at: battle.at, by: side }));
        }
        state.battle = Some(battle);
    }

    /// 6.5.2d: the battle was too short for those who are still on their way; they have not left.
    pub(crate) fn leave_marchers_behind(&self, state: &mut State, at: BoxId, events: &mut impl Sink<Event>) {
        let side = enemy_of(state.player);
        let Some(reaction) = &mut state.reaction else { return };
        let mut late: ArrayVec<Marcher, 12> = ArrayVec::new();
        reaction.marchers.retain(|marcher| {
            if marcher.to == at {
                late.push(*marcher);
            }
            marcher.to != at
        });
        for marcher in late {
            if rule!("6.5.2d", true) {
                events.event(Event::Combat(Happened::MarchersTooLate { side, from: marcher.from }));
            } else {
                self.part(state, &marcher.force);
                marcher.force.iter().for_each(|counter| self.carry(state, counter, at, Some(marcher.by)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, CombatAction, GunsAction};
    use crate::battle::Tactic;
    use crate::sequence::Combat;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, chief, dummy, infantry};

    /// A battle at Feld; Nah is 1 MP away, Fern 2 MP by Mitte.
    fn table() -> Table {
        let counters = vec![
            infantry("corps", FRENCH, 3),
            infantry("guard", FRENCH, 3),
            chief("wittgenstein", ALLIED, 3, 3, 2),
            infantry("foe", ALLIED, 3),
            infantry("near", ALLIED, 3),
            infantry("far", ALLIED, 3),
            dummy("foil", ALLIED),
            dummy("paper", FRENCH),
        ];
        let roads =
            ["Feld-West", "Feld-Nah", "Feld-Mitte", "Mitte-Fern", "Nah-Fern poor-road", "Feld-Ost", "Weit-Fern"];
        let mut table = Table::new(&["Feld", "West", "Nah", "Mitte", "Fern", "Ost", "Weit"], &roads, counters);
        table.put_from("corps", "Feld", "West", 9);
        table.put("foe", "Feld", 9);
        table.put("near", "Nah", 5);
        table.put("far", "Fern", 5);
        table.put("foil", "Fern", 0);
        table
    }

    fn take(id: &str, table: &Table) -> Action {
        Action::Guns(GunsAction::Take(table.counter(id)))
    }

    fn march(table: &mut Table, id: &str, die: u8) {
        let action = take(id, table);
        table.act(ALLIED, action);
        let at = table.place("Feld");
        table.act(ALLIED, Action::Guns(GunsAction::MarchTo(at)));
        table.throw(die);
    }

    fn fight(table: &mut Table, tactic: Tactic) {
        table.act(ALLIED, Action::Guns(GunsAction::Done));
        let at = table.place("Feld");
        table.act(FRENCH, Action::Combat(CombatAction::Fight(at)));
        table.act(FRENCH, Action::Combat(CombatAction::Choose(tactic)));
        table.act(ALLIED, Action::Combat(CombatAction::Choose(tactic)));
    }

    #[test]
    fn two_points_away_and_a_battle_of_two_rounds_it_stays_where_it_is() {
        let mut table = table();
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        assert_eq!(table.refused(ALLIED, take("foil", &table)), case!("6.5b"));
        assert_eq!(table.refused(ALLIED, take("foe", &table)), case!("6.5b"));
        march(&mut table, "far", 1);
        assert_eq!(table.refused(ALLIED, take("far", &table)), case!("6.5.2e"));
        fight(&mut table, Tactic::Screen);
        for _ in 0..4 {
            table.throw(1);
        }
        assert_eq!(table.at("far"), Some("Fern"));
        let late = |event: &Event| matches!(event, Event::Combat(Happened::MarchersTooLate { .. })) as usize;
        let west = table.way("Feld", "West");
        table.act(FRENCH, Action::Combat(CombatAction::RetreatBy(west)));
        table.act(ALLIED, Action::Combat(CombatAction::Remain));
        assert_eq!(table.events.iter().map(late).sum::<usize>(), 1);
    }

    #[test]
    fn who_comes_in_time_fights_from_the_next_round_and_in_the_flank() {
        let mut table = table();
        let counters = ["corps", "foe"].map(|id| table.counter(id));
        counters.into_iter().for_each(|counter| table.state.piece_mut(counter).strength = 14);
        table.put("wittgenstein", "Feld", 0);
        table.rules.agreed.quick_guns = true;
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        march(&mut table, "near", 1);
        march(&mut table, "far", 3);
        fight(&mut table, Tactic::Screen);
        assert_eq!(table.at("near"), Some("Nah"));
        table.throw(1);
        table.throw(1);
        // After the first round, with the option: near has come, far has failed.
        assert_eq!((table.at("near"), table.at("far")), (Some("Feld"), Some("Fern")));
        let battle = table.state.battle.unwrap();
        assert_eq!((battle.start, battle.flank), ([14, 19], [false, true]));
        assert!(table.state.piece(table.counter("near")).face_up);
    }

    #[test]
    fn a_line_to_the_commander_makes_it_likelier() {
        let mut table = table();
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        march(&mut table, "near", 2);
        let marching = |table: &Table| table.state.reaction.as_ref().map_or(0, |reaction| reaction.marchers.len());
        assert_eq!(marching(&table), 0);
        let mut table = self::table();
        table.put("wittgenstein", "Ost", 0);
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        // The line would lead through the battle: blocked.
        march(&mut table, "near", 2);
        assert_eq!(marching(&table), 0);
        let mut table = self::table();
        table.put("wittgenstein", "Fern", 0);
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        march(&mut table, "near", 2);
        assert_eq!(marching(&table), 1);
    }

    #[test]
    fn real_enemies_bar_the_way_and_dummies_have_to_be_shown() {
        let mut table = table();
        table.put("guard", "Mitte", 4);
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        let action = take("far", &table);
        table.act(ALLIED, action);
        let at = table.place("Feld");
        // Nobody knows yet; the owner has to say, and nothing is spent.
        table.act(ALLIED, Action::Guns(GunsAction::MarchTo(at)));
        assert!(matches!(table.state.frame(), Frame::Guns(Guns::Choose { .. })));
        assert!(!table.state.piece(table.counter("far")).marched_to_guns);
        assert_eq!(table.refused(ALLIED, take("far", &table)), case!("6.5.2a"));

        let mut table = self::table();
        table.put("paper", "Mitte", 0);
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        march(&mut table, "far", 1);
        assert!(table.state.piece(table.counter("paper")).face_up);
        assert_eq!(table.state.reaction.as_ref().unwrap().marchers[0].after_round, 3);
    }

    #[test]
    fn interceptors_get_no_help() {
        let mut table = table();
        let at = table.place("Feld");
        table.state.intercepted.insert(at);
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        // Nobody can march anywhere: the combat phase begins.
        assert!(matches!(table.state.frame(), Frame::Combat(Combat::Choose { .. })));
    }
}
