//! Chapter 6.5 and 6.5.1: Forces beside a march try to intercept it.
//! Decides 1.0, 2.B2c, 6.2b, 6.5.1a, 6.5.1b, 6.5.1d, 6.5.1e, 6.5.1f, 6.5.1g, 6.5.1h, 6.5.1i, 6.5.1j, 6.5.1k, 6.5.1l,
//! 6.5a, 6.5b.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side, Sink};

use super::r04_lines::Obstacles;
use crate::Rules;
use crate::counters::CounterId;
use crate::event::{Event, Movement as Happened};
use crate::game::Blind;
use crate::reaction::{Reacting, Reaction};
use crate::refusal::{Ruling, refuse};
use crate::sequence::Movement;
use crate::sets::CounterSet;
use crate::state::{Grade, State, enemy_of};

impl Rules {
    /// A stack has come into a box without enemies: the seats of the other side are asked one after the other (2.B2c).
    pub(crate) fn ask_for_interception(&self, state: &mut State, at: BoxId) {
        state.reaction = Some(Reaction::new());
        let stack = state.march.map_or(CounterSet::EMPTY, |march| march.stack);
        if self.is_seen_to_be_no_force(state, &stack) {
            return self.throw_next_interception(state);
        }
        self.ask_next_interceptor(state, at, None);
    }

    /// 1.0, R J63: leaders alone are no Force, and nobody intercepts them.
    fn is_no_force(&self, stack: &CounterSet) -> bool {
        rule!("1.0", stack.iter().all(|counter| self.is_leader(counter)))
    }

    /// The same where everybody sees it.
    pub(crate) fn is_seen_to_be_no_force(&self, state: &State, stack: &CounterSet) -> bool {
        stack.iter().all(|counter| state.piece(counter).face_up) && self.is_no_force(stack)
    }

    /// When a Force tries to react its line is traced (2.B1b): the enemy says where his leaders or parks alone would seem
    /// to block it.
    pub(crate) fn trace_for_reaction(
        &self,
        state: &mut State,
        side: Side,
        from: BoxId,
        force: &CounterSet,
        events: &mut impl Sink<Event>,
    ) {
        self.admit_who_is_alone(state, enemy_of(side), events, |state, enemies| {
            self.reaction_value_past(state, enemies, from, force)
        });
    }

    fn ask_next_interceptor(&self, state: &mut State, at: BoxId, after: Option<Seat>) {
        let side = enemy_of(state.player);
        let next = self.seats_after(side, after).find(|seat| self.is_asked_to_intercept(state, *seat, at));
        match next {
            Some(seat) if rule!("2.B2c", true) && rule!("6.5.1a", true) => {
                self.next_movement(state, Movement::Intercept { seat, at });
            }
            Some(_) | None => self.throw_next_interception(state),
        }
    }

    /// Whether somebody of the other side will be asked when a stack of this side enters a box, as everybody can see.
    pub(crate) fn opens_interception(&self, state: &State, mover: Side, at: BoxId) -> bool {
        let enemy = enemy_of(mover);
        !state.occupies(enemy, at)
            && self.seats_after(enemy, None).any(|seat| self.is_asked_to_intercept(state, seat, at))
    }

    /// Whether counters lie beside the box from which somebody could come. Faces that lie down are not asked what they are;
    /// where all are up, only those who can do something are asked.
    fn is_asked_to_intercept(&self, state: &State, seat: Seat, at: BoxId) -> bool {
        if self.is_armistice(state) {
            return false;
        }
        let side = self.side_of_seat(seat);
        self.ground.neighbours(at).iter().any(|(from, way)| {
            state.occupies(side, *from)
                && !state.occupies(enemy_of(side), *from)
                && self.may_use(state, *way, at, &CounterSet::EMPTY).is_ok()
                && (self.agreed.blind != Blind::Open
                    || state.counters_in(*from).any(|counter| self.may_join(state, seat, at, counter).is_ok()))
        })
    }

    /// 6.5b, 6.5.1: whether a counter may be named for the interception of the stack at this box. Where friends stand nobody
    /// is asked at all (6.5.1c).
    pub(crate) fn may_join(&self, state: &State, seat: Seat, at: BoxId, counter: CounterId) -> Ruling {
        if counter.index() >= self.counters.len() {
            return Err(refuse(case!("1.2.2b"), "there is no such counter"));
        }
        let side = self.side_of_seat(seat);
        let Some(from) = state.place_of(counter).filter(|_| self.side_of(counter) == side) else {
            return Err(refuse(case!("6.5b"), "{unit} is not one of your counters on the map").unit(counter));
        };
        if !self.commands(state, seat, counter) {
            return Err(refuse(case!("10.e"), "{unit} belongs to the army of another player").unit(counter));
        }
        let Some(connection) = self.ground.between(from, at) else {
            return Err(refuse(case!("6.5.1a"), "{unit} is not next to {place}").unit(counter).place(at));
        };
        if rule!("6.5b", self.is_dummy(counter)) {
            return Err(refuse(case!("6.5b"), "{unit} is a dummy and cannot react")
                .also(&[case!("7.1b")])
                .unit(counter));
        }
        if rule!("6.5b", state.occupies(enemy_of(side), from)) {
            return Err(refuse(case!("6.5b"), "{unit} has the enemy in its own box").unit(counter));
        }
        if rule!("6.2b", state.piece(counter).digging) {
            return Err(refuse(case!("6.2b"), "{unit} is entrenching and cannot react this turn")
                .also(&[case!("6.5b")])
                .unit(counter));
        }
        self.may_use(state, connection, at, &CounterSet::from_iter([counter]))
            .map_err(|refusal| refusal.also(&[case!("6.5.1i"), case!("5.2b")]))?;
        let reaction = state.reaction.as_ref();
        let declared = reaction.and_then(|reaction| reaction.declared.iter().find(|other| other.from == from));
        let mut force = declared.map_or(CounterSet::EMPTY, |declared| declared.force);
        if rule!("6.5.1b", declared.is_some_and(|declared| declared.by != seat)) {
            return Err(refuse(case!("6.5.1b"), "another Force from {place} is already trying").place(from));
        }
        if rule!("6.5.1b", force.contains(counter)) {
            return Err(refuse(case!("6.5.1b"), "{unit} has already been named").unit(counter));
        }
        // R J1, R J2, R J63: leaders and guns go with a unit that has strength.
        let fights = self.has_strength(counter) && state.piece(counter).strength > 0;
        if rule!("6.5b", force.is_empty() && !fights) {
            return Err(refuse(case!("6.5b"), "{unit} alone is not a Force: name a unit first")
                .also(&[case!("1.0")])
                .unit(counter));
        }
        force.insert(counter);
        if rule!("6.5.1i", !self.is_within_limit(&force)) {
            return Err(refuse(case!("6.5.1i"), "with {unit} the Force would be too big")
                .also(&[case!("5.4b")])
                .unit(counter));
        }
        let full = declared.is_none() && reaction.is_some_and(|reaction| reaction.declared.is_full());
        if full {
            return Err(refuse(case!("6.5.1b"), "no more Forces can try at once"));
        }
        Ok(())
    }

    /// Names a counter. Nobody else hears of it before all are named.
    pub(crate) fn join(&self, state: &mut State, seat: Seat, counter: CounterId) {
        let Some(from) = state.place_of(counter) else { return };
        let Some(reaction) = &mut state.reaction else { return };
        match reaction.declared.iter_mut().find(|declared| declared.from == from) {
            Some(declared) => declared.force.insert(counter),
            None => {
                let force = CounterSet::from_iter([counter]);
                reaction.declared.push(Reacting { by: seat, from, force, succeeded: None });
            }
        }
    }

    /// This seat has named all its Forces (R J10: all throw before anybody moves).
    pub(crate) fn declare_interceptions(
        &self,
        state: &mut State,
        seat: Seat,
        at: BoxId,
        events: &mut impl Sink<Event>,
    ) {
        let side = self.side_of_seat(seat);
        let declared = state.reaction.as_ref().map_or(Default::default(), |reaction| reaction.declared.clone());
        let stack = state.march.map_or(CounterSet::EMPTY, |march| march.stack);
        // Who is to be met has to say that there is no Force.
        if !declared.is_empty() && self.is_no_force(&stack) {
            stack.iter().for_each(|leader| self.turn_up(state, leader, false, events));
            state.reaction = Some(Reaction::new());
            return self.throw_next_interception(state);
        }
        let mut any = false;
        for reacting in &declared {
            if reacting.by != seat {
                continue;
            }
            any = true;
            self.trace_for_reaction(state, side, reacting.from, &reacting.force, events);
            for counter in reacting.force.iter() {
                state.piece_mut(counter).stirred = true;
            }
            let (from, count) = (reacting.from, reacting.force.len() as u8);
            events.event(Event::Movement(Happened::InterceptionDeclared { side, from, count }));
        }
        if !any {
            events.event(Event::Movement(Happened::LetPass { side }));
        }
        self.ask_next_interceptor(state, at, Some(seat));
    }

    /// R J23: the dice fall in the order in which the Forces were named.
    fn throw_next_interception(&self, state: &mut State) {
        let reaction = state.reaction.as_ref();
        let next = reaction.and_then(|reaction| reaction.declared.iter().find(|declared| declared.succeeded.is_none()));
        match next.copied() {
            Some(declared) => {
                self.next_movement(state, Movement::InterceptionDie { seat: declared.by, from: declared.from });
            }
            None => {
                if let Some(reaction) = &mut state.reaction {
                    reaction.declared.retain(|declared| declared.succeeded == Some(true));
                }
                self.ask_next_successful(state);
            }
        }
    }

    /// The number that a reacting Force must not exceed (6.5.1d to 6.5.1g; 6.5.2b). Lines are traced now (R J20).
    pub(crate) fn reaction_value(&self, state: &State, from: BoxId, force: &CounterSet) -> u8 {
        let Some(first) = force.first() else { return 0 };
        let enemies = self.obstacles(state, enemy_of(self.side_of(first)));
        self.reaction_value_past(state, &enemies, from, force)
    }

    /// The same with these enemies in the way of its lines.
    fn reaction_value_past(&self, state: &State, enemies: &Obstacles, from: BoxId, force: &CounterSet) -> u8 {
        let command = &self.tables.command;
        let Some(first) = force.first() else { return 0 };
        let Some(leader) = self.foremost(force, |leader| leader.command_value) else {
            let unit = force.iter().find(|counter| self.has_strength(*counter)).unwrap_or(first);
            let led = |army| self.leading_past(state, enemies, army, from).0 == Grade::InCommand;
            let in_line = self.armies_of(state, unit).into_iter().any(led);
            let line = if rule!("6.5.1e", in_line) { command.leaderless_line } else { 0 };
            return command.leaderless_value + line;
        };
        let value = self.counter(leader).command_value;
        let Some(army) = self.counter(leader).army else { return value };
        let chief = state.army(army).chief;
        if rule!("6.5.1g", chief == Some(leader)) {
            return value;
        }
        let in_line = self.leading_past(state, enemies, army, from).0 == Grade::InCommand;
        if rule!("6.5.1f", in_line) {
            let raised = value + command.general_line;
            // His commander's own value is the limit.
            let most = chief.filter(|chief| *chief != leader).map(|chief| self.counter(chief).command_value);
            return raised.min(most.unwrap_or(raised)).max(value);
        }
        value
    }

    /// What the die of an interception must show at most, with the modifier for the connection (6.5.1h).
    pub(crate) fn interception_limit(&self, state: &State, at: BoxId, from: BoxId, force: &CounterSet) -> i32 {
        let value = self.reaction_value(state, from, force);
        // 6.5a: the points of infantry in this weather.
        let cost = |way| if rule!("6.5a", true) { self.cost_of(state, way) } else { 1 };
        let far = self.ground.between(from, at).is_some_and(|way| cost(way) >= 2);
        let modifier = if rule!("6.5.1h", far) { self.tables.command.poor_road_die } else { 0 };
        i32::from(value) - i32::from(modifier)
    }

    /// 6.5.1d
    pub(crate) fn throw_interception(&self, state: &mut State, from: BoxId, die: u8, events: &mut impl Sink<Event>) {
        let at = state.march.map_or(from, |march| march.at);
        let declared = state.reaction.as_ref().and_then(|reaction| {
            reaction.declared.iter().find(|declared| declared.from == from && declared.succeeded.is_none()).copied()
        });
        let Some(declared) = declared else { return self.throw_next_interception(state) };
        let success = rule!("6.5.1d", i32::from(die) <= self.interception_limit(state, at, from, &declared.force));
        if let Some(reaction) = &mut state.reaction
            && let Some(declared) = reaction.declared.iter_mut().find(|other| other.from == from)
        {
            declared.succeeded = Some(success);
        }
        let side = enemy_of(state.player);
        events.event(Event::Movement(Happened::InterceptionThrown { side, from, die, success }));
        self.throw_next_interception(state);
    }

    /// The Forces that may intercept choose one after the other, as long as there is somebody to meet.
    fn ask_next_successful(&self, state: &mut State) {
        let at = state.march.map(|march| march.at);
        let met = at.is_some_and(|at| state.occupies(state.player, at));
        let next = state.reaction.as_ref().and_then(|reaction| reaction.declared.first().copied());
        match next.filter(|_| met) {
            Some(declared) => {
                self.next_movement(state, Movement::Intercepting { seat: declared.by, from: declared.from });
            }
            None => self.next_movement(state, Movement::StepDone),
        }
    }

    /// The Force whose choice it is.
    fn intercepting(&self, state: &State) -> Option<Reacting> {
        state.reaction.as_ref().and_then(|reaction| reaction.declared.first().copied())
    }

    fn done_intercepting(&self, state: &mut State) {
        if let Some(reaction) = &mut state.reaction
            && !reaction.declared.is_empty()
        {
            reaction.declared.remove(0);
        }
        self.ask_next_successful(state);
    }

    /// 6.5.1j: the Force moves in, and the march is over.
    pub(crate) fn move_in(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let (Some(reacting), Some(mut march)) = (self.intercepting(state), state.march) else { return };
        if !rule!("6.5.1j", true) {
            return self.done_intercepting(state);
        }
        let (at, from, mover) = (march.at, reacting.from, state.player);
        let side = enemy_of(mover);
        let connection = self.ground.between(from, at);
        self.part(state, &reacting.force);
        for counter in reacting.force.iter() {
            self.carry(state, counter, at, connection);
        }
        self.tidy_box(state, from, events);
        events.event(Event::Movement(Happened::Intercepted { side, from, at, count: reacting.force.len() as u8 }));
        // R J28: dummies that are met go; whoever is left without units goes as well.
        self.remove_dummies(state, mover, at, events);
        if self.real_force_in(state, mover, at) {
            march.stopped = true;
            if rule!("6.5.1l", true) {
                state.intercepted.insert(at);
            }
            state.march = Some(march);
            self.done_intercepting(state);
        } else {
            self.next_movement(state, Movement::StepDone);
            self.clear_box(state, mover, at, events);
            self.turn_flag(state, side, at, events);
        }
    }

    /// 6.5.1k, R J27: to any box beside it that is free of enemies and can be reached.
    pub(crate) fn may_step_back(&self, state: &State, from: BoxId, connection: ConnectionId) -> Ruling {
        let side = enemy_of(state.player);
        let Some(to) = self.beyond(from, connection) else {
            return Err(refuse(case!("0.1"), "no connection leads there from {place}").place(from));
        };
        if rule!("6.5.1k", self.is_held(state, state.player, to)) {
            return Err(refuse(case!("6.5.1k"), "the enemy is at {place}").place(to));
        }
        let force = self.intercepting(state).map_or(CounterSet::EMPTY, |reacting| reacting.force);
        debug_assert!(force.iter().all(|counter| self.side_of(counter) == side), "the Force belongs to the other side");
        self.may_use(state, connection, to, &force)
    }

    pub(crate) fn step_back(&self, state: &mut State, connection: ConnectionId, events: &mut impl Sink<Event>) {
        let Some(reacting) = self.intercepting(state) else { return };
        let (from, side) = (reacting.from, enemy_of(state.player));
        let Some(to) = self.beyond(from, connection) else { return };
        self.part(state, &reacting.force);
        for counter in reacting.force.iter() {
            self.carry(state, counter, to, Some(connection));
        }
        self.tidy_box(state, from, events);
        events.event(Event::Movement(Happened::SteppedBack { side, from, to, count: reacting.force.len() as u8 }));
        self.done_intercepting(state);
        self.take_box(state, side, to, events);
    }

    pub(crate) fn let_pass(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::Movement(Happened::LetPass { side: enemy_of(state.player) }));
        self.done_intercepting(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, MovementAction};
    use crate::counters::ArmyId;
    use crate::sequence::Frame;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{AGREED, Table, cavalry, chief, dummy, general, infantry};

    fn counters() -> Vec<crate::counters::Counter> {
        vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            infantry("corps", FRENCH, 3),
            dummy("dummy", FRENCH),
            chief("barclay", ALLIED, 3, 3, 2),
            general("kleist", ALLIED, 2, 2, 2),
            infantry("x", ALLIED, 3),
            infantry("z", ALLIED, 3),
            infantry("w", ALLIED, 3),
            cavalry("cossacks", ALLIED, 2, 3),
            dummy("y", ALLIED),
        ]
    }

    fn table() -> Table {
        let roads = ["A-B", "B-C", "B-D poor-road", "C-E", "D-E", "B-F"];
        let mut table = Table::new(&["A", "B", "C", "D", "E", "F"], &roads, counters());
        table.put("napoleon", "A", 0);
        table.put("corps", "A", 5);
        table.put("dummy", "A", 0);
        table
    }

    fn order(action: MovementAction) -> Action {
        Action::Movement(action)
    }

    fn enter(table: &mut Table, stack: &[&str]) {
        table.begin_movement(FRENCH, 6);
        for id in stack {
            let counter = table.counter(id);
            table.act(FRENCH, order(MovementAction::Take(counter)));
        }
        table.act(FRENCH, order(MovementAction::Activate { payer: ArmyId(0), forced: false }));
        let way = table.way("A", "B");
        table.act(FRENCH, order(MovementAction::Step(way)));
    }

    fn join(table: &mut Table, ids: &[&str]) {
        for id in ids {
            let counter = table.counter(id);
            table.act(ALLIED, order(MovementAction::Join(counter)));
        }
    }

    #[test]
    fn an_interceptor_moves_in_and_the_march_is_over() {
        let mut table = table();
        table.put("barclay", "C", 0);
        table.put("x", "C", 4);
        enter(&mut table, &["corps"]);
        join(&mut table, &["x", "barclay"]);
        table.act(ALLIED, order(MovementAction::Declared));
        table.throw(3);
        table.act(ALLIED, order(MovementAction::MoveIn));
        assert_eq!((table.at("x"), table.at("barclay")), (Some("B"), Some("B")));
        let b = table.place("B");
        assert!(table.state.intercepted.contains(b));
        assert!(table.state.piece(table.counter("corps")).moved);
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Choose { .. })));
        assert_eq!(table.state.piece(table.counter("x")).entered_by, Some(table.way("B", "C")));
    }

    #[test]
    fn the_number_to_throw_depends_on_leaders_and_lines() {
        let value = |put: &[(&str, &str)], force: &[&str], from: &str| {
            let mut table = table();
            for (id, at) in put {
                table.put(id, at, 4);
            }
            let force: CounterSet = force.iter().map(|id| table.counter(id)).collect();
            table.rules.reaction_value(&table.state, table.place(from), &force)
        };
        assert_eq!(value(&[("x", "C")], &["x"], "C"), 1);
        assert_eq!(value(&[("x", "C"), ("barclay", "E")], &["x"], "C"), 2);
        assert_eq!(value(&[("x", "C"), ("kleist", "C")], &["x", "kleist"], "C"), 2);
        // Two more for the line, but no better than the commander in chief.
        assert_eq!(value(&[("x", "C"), ("kleist", "C"), ("barclay", "E")], &["x", "kleist"], "C"), 3);
        assert_eq!(value(&[("x", "C"), ("barclay", "C")], &["x", "barclay"], "C"), 3);
        let mut table = table();
        let [x, z] = [table.put("x", "C", 4), table.put("z", "D", 4)];
        let limit = |id, from: &str| {
            let force = CounterSet::from_iter([id]);
            table.rules.interception_limit(&table.state, table.place("B"), table.place(from), &force)
        };
        assert_eq!((limit(x, "C"), limit(z, "D")), (1, 0));
    }

    #[test]
    fn two_interceptors_from_two_boxes_both_move_in() {
        let mut table = table();
        table.put("barclay", "E", 0);
        table.put("x", "C", 4);
        table.put("z", "D", 4);
        enter(&mut table, &["corps"]);
        join(&mut table, &["x", "z"]);
        table.act(ALLIED, order(MovementAction::Declared));
        table.throw(2);
        // The poor road adds one.
        table.throw(1);
        table.act(ALLIED, order(MovementAction::MoveIn));
        table.act(ALLIED, order(MovementAction::MoveIn));
        let by = ["x", "z"].map(|id| table.state.piece(table.counter(id)).entered_by);
        assert_eq!(by, [Some(table.way("B", "C")), Some(table.way("B", "D"))]);
    }

    #[test]
    fn an_interceptor_may_step_back_instead() {
        let mut table = table();
        table.put("x", "C", 4);
        enter(&mut table, &["corps"]);
        join(&mut table, &["x"]);
        table.act(ALLIED, order(MovementAction::Declared));
        table.throw(1);
        let [to_b, to_e] = ["B", "E"].map(|to| table.way("C", to));
        assert_eq!(table.refused(ALLIED, order(MovementAction::StepBack(to_b))), case!("6.5.1k"));
        table.act(ALLIED, order(MovementAction::StepBack(to_e)));
        assert_eq!(table.at("x"), Some("E"));
        table.act(FRENCH, order(MovementAction::Step(to_b)));
        // R J24: a new box, a new opportunity.
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Intercept { .. })));
    }

    #[test]
    fn who_digs_or_is_engaged_or_is_no_force_does_not_intercept() {
        let mut table = table();
        let [x, y, kleist] = [table.put("x", "C", 4), table.put("y", "C", 0), table.put("kleist", "C", 0)];
        let z = table.put("z", "E", 3);
        table.state.piece_mut(x).digging = true;
        enter(&mut table, &["corps"]);
        assert_eq!(table.refused(ALLIED, order(MovementAction::Join(x))), case!("6.2b"));
        assert_eq!(table.refused(ALLIED, order(MovementAction::Join(y))), case!("6.5b"));
        assert_eq!(table.refused(ALLIED, order(MovementAction::Join(kleist))), case!("6.5b"));
        assert_eq!(table.refused(ALLIED, order(MovementAction::Join(z))), case!("6.5.1a"));
        let mut table = self::table();
        let x = table.put("x", "C", 4);
        table.put("w", "D", 4);
        table.put("dummy", "C", 0);
        enter(&mut table, &["corps"]);
        assert_eq!(table.refused(ALLIED, order(MovementAction::Join(x))), case!("6.5b"));
        assert_eq!(table.at("dummy"), Some("C"));
    }

    #[test]
    fn interceptors_keep_to_the_limit_of_stacks() {
        let mut table = table();
        for id in ["x", "z", "w"] {
            table.put(id, "C", 3);
        }
        table.put("barclay", "C", 0);
        enter(&mut table, &["corps"]);
        join(&mut table, &["x", "z", "barclay"]);
        let w = table.counter("w");
        assert_eq!(table.refused(ALLIED, order(MovementAction::Join(w))), case!("6.5.1i"));
    }

    #[test]
    fn dummies_beside_the_march_are_asked_and_dummies_that_are_met_go() {
        let mut table = table();
        table.put("y", "C", 0);
        enter(&mut table, &["corps"]);
        assert_eq!(table.offers(ALLIED), [order(MovementAction::Declared)]);
        let mut table = self::table();
        table.put("x", "C", 4);
        enter(&mut table, &["dummy"]);
        join(&mut table, &["x"]);
        table.act(ALLIED, order(MovementAction::Declared));
        table.throw(1);
        table.act(ALLIED, order(MovementAction::MoveIn));
        assert_eq!((table.at("x"), table.at("dummy")), (Some("B"), None));
        assert!(!table.state.intercepted.contains(table.place("B")));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Choose { .. })));
    }

    #[test]
    fn with_a_seat_an_army_each_is_asked_in_turn() {
        let agreed = crate::game::Agreed { by_army: true, ..AGREED };
        let roads = ["A-B", "B-C"];
        let mut all = counters();
        all[6].army = Some(ArmyId(2));
        let mut table = Table::agreed(&["A", "B", "C"], &roads, all, agreed);
        table.put("napoleon", "A", 0);
        table.put("corps", "A", 5);
        let [x, z] = [table.put("x", "C", 4), table.put("z", "C", 4)];
        enter(&mut table, &["corps"]);
        let mut asked = Vec::new();
        while let Frame::Movement(Movement::Intercept { seat, .. }) = table.state.frame() {
            asked.push(seat);
            let allowed =
                |counter| table.rules.check_now(&table.state, seat, &order(MovementAction::Join(counter))).is_ok();
            assert!(!(allowed(x) && allowed(z)));
            table.rules.play_now(&mut table.state, seat, &order(MovementAction::Declared), &mut table.events);
        }
        assert_eq!(asked.len(), table.rules.seats.iter().filter(|seat| seat.side == ALLIED).count());
    }
}
