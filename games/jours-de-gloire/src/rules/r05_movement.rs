//! Chapter 5.2 and 5.3: a stack marches from box to box, and what happens when it comes among the enemy.
//! Decides 0.1, 1.0, 4.2c, 4.2d, 4.2e, 5.2a, 5.2b, 5.3a, 5.3c, 5.3d, 5.4a, 9.a, A.arm.d, A.arm.k, A.arm.l, S.0.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side, Sink};

use crate::Rules;
use crate::counters::CounterId;
use crate::event::{Common, Event, Movement as Happened};
use crate::ground::Water;
use crate::march::March;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Frame, Movement};
use crate::sets::CounterSet;
use crate::state::{BOXES, Peace, State, Whereabouts, enemy_of};

impl Rules {
    /// Puts another frame of the movement in the place of the one that is done.
    pub(crate) fn next_movement(&self, state: &mut State, frame: Movement) {
        state.frames.pop();
        state.frames.push(Frame::Movement(frame));
    }

    /// The seat whose stack marches.
    pub(crate) fn marching_seat(&self, state: &State) -> Seat {
        let marching = |frame: &Frame| match frame {
            Frame::Movement(Movement::March { seat } | Movement::Choose { seat }) => Some(*seat),
            Frame::Movement(_)
            | Frame::Events(_)
            | Frame::Administration(_)
            | Frame::Guns(_)
            | Frame::Combat(_)
            | Frame::GameOver => None,
        };
        state.frames.iter().rev().find_map(marching).unwrap_or_else(|| self.seat_of_side(state.player))
    }

    /// The box at the other end of a connection of this box, if it is one.
    pub(crate) fn beyond(&self, place: BoxId, connection: ConnectionId) -> Option<BoxId> {
        self.ground.neighbours(place).iter().find(|(_, way)| *way == connection).map(|(next, _)| *next)
    }

    /// Whether a connection can be used by these counters: water and bridges (5.2b, 5.3e, 6.4b), the Austrian frontier
    /// (A.arm.d, A.arm.l), boxes that the scenario closes (S.0).
    pub(crate) fn may_use(&self, state: &State, connection: ConnectionId, to: BoxId, stack: &CounterSet) -> Ruling {
        if !self.is_open(state, connection) {
            let closed = match self.ground.water(connection) {
                Water::Minor { .. } | Water::Major { bridge: true } => {
                    refuse(case!("6.4b"), "the bridge between {way} is destroyed").also(&[case!("5.2b")])
                }
                Water::Major { bridge: false } | Water::None => {
                    refuse(case!("5.3e"), "a major river without bridge or pontoon lies between {way}")
                        .also(&[case!("5.2b")])
                }
            };
            if rule!("5.2b", true) {
                return Err(closed.way(connection));
            }
        }
        if self.ground.is_frontier(connection) {
            let units = || stack.iter().any(|counter| !self.is_leader(counter));
            // R J56: everybody before the armistice, combat units only during it.
            let barred = match state.calendar.peace {
                Peace::War if rule!("A.arm.d", self.scenario.frontier_closed) => Some(case!("A.arm.d")),
                Peace::Armistice { .. } if rule!("A.arm.l", units()) => Some(case!("A.arm.l")),
                Peace::War | Peace::Armistice { .. } | Peace::Resumed { .. } => None,
            };
            if let Some(case) = barred {
                return Err(refuse(case, "the Austrian frontier between {way} is closed").way(connection));
            }
        }
        if rule!("S.0", self.is_closed(state, to)) {
            return Err(refuse(case!("S.0"), "{place} is closed to both sides for the time being").place(to));
        }
        Ok(())
    }

    /// Whether the scenario keeps a box shut until a flag flies for everybody to see.
    pub(crate) fn is_closed(&self, state: &State, place: BoxId) -> bool {
        self.scenario.closed.iter().filter(|closed| closed.boxes.contains(&place)).any(|closed| {
            let flag = self.scenario.victory_boxes.iter().position(|victory| victory.at == closed.until.at);
            flag.is_some_and(|flag| {
                let doubtful = state.flags_in_doubt.iter().any(|doubts| doubts & (1 << flag) != 0);
                doubtful || state.flags.get(flag) != Some(&Some(closed.until.side))
            })
        })
    }

    /// 5.2 and 5.3 for one step of the stack in hand.
    pub(crate) fn may_step(&self, state: &State, march: &March, connection: ConnectionId) -> Ruling {
        let first = march.stack.first().unwrap_or(CounterId(0));
        let beyond = self.beyond(march.at, connection);
        if rule!("0.1", beyond.is_none()) {
            return Err(refuse(case!("0.1"), "no connection leads there from {place}").place(march.at));
        }
        let Some(to) = beyond else { return Ok(()) };
        self.may_use(state, connection, to, &march.stack)?;
        let cost = self.cost_of(state, connection);
        if rule!("5.2a", cost > march.points) {
            let words = "{unit} has {number} movement points left, not enough for {way}";
            let refusal = refuse(case!("5.2a"), words).also(&[case!("T.terrain"), case!("4.5c")]);
            return Err(refusal.unit(first).way(connection).number(i16::from(march.points)));
        }
        let enemy = enemy_of(state.player);
        if self.is_armistice(state) && rule!("A.arm.k", self.beside_enemy_units(state, state.player, to)) {
            let words = "{place} holds enemies or is next to them: closed during the armistice";
            return Err(refuse(case!("A.arm.k"), words).place(to));
        }
        // R J1, R J63: leaders alone are no Force. 4.2 says what happens to them when the enemy comes, so they stay away.
        if state.occupies(enemy, to) && rule!("1.0", march.stack.iter().all(|counter| self.is_leader(counter))) {
            return Err(refuse(case!("1.0"), "{unit} cannot enter {place} with the enemy there, without units")
                .unit(first)
                .place(to));
        }
        if let Some(counter) = march.stack.intersection(self.bound).first()
            && rule!("S.0", true)
        {
            return Err(refuse(case!("S.0"), "{unit} may not leave {place}").unit(counter).place(march.at));
        }
        // 5.4a: there is room for everybody.
        let crowded = || self.of_side_in(state, state.player, to).len() + march.stack.len() > 3;
        if crowded() && !rule!("5.4a", true) {
            return Err(refuse(case!("5.4a"), "{place} is full").place(to));
        }
        Ok(())
    }

    /// 5.3a: what is left of the points is lost.
    pub(crate) fn may_halt(&self, march: &March) -> Ruling {
        if march.points > 0 && !rule!("5.3a", true) {
            return Err(refuse(case!("5.3a"), "the stack has {number} movement points left to use")
                .number(i16::from(march.points)));
        }
        Ok(())
    }

    /// Brings a counter into a box by a connection; whoever has seen its face sees it go.
    pub(crate) fn carry(&self, state: &mut State, counter: CounterId, to: BoxId, by: Option<ConnectionId>) {
        self.relocate(state, counter, Whereabouts::At(to));
        let turn = state.turn;
        let piece = state.piece_mut(counter);
        piece.entered_by = by;
        piece.inside = false;
        if piece.face_up {
            let strength = piece.sighting.and_then(|sighting| sighting.strength);
            piece.sighting = Some(crate::state::Sighting { at: to, turn, strength });
        }
    }

    pub(crate) fn step(&self, state: &mut State, connection: ConnectionId, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        let from = march.at;
        let Some(to) = self.beyond(from, connection) else { return };
        march.points = march.points.saturating_sub(self.cost_of(state, connection));
        march.at = to;
        march.under_way = true;
        // Scouts go back the way they came; of a longer way the last boxes are enough.
        if march.way.is_full() {
            march.way.remove(0);
        }
        march.way.push(connection);
        state.march = Some(march);
        self.part(state, &march.stack);
        for counter in march.stack.iter() {
            self.carry(state, counter, to, Some(connection));
        }
        let (side, count) = (state.player, march.stack.len() as u8);
        events.event(Event::Movement(Happened::Stepped { side, stack: Some(march.stack), count, from, to }));
        self.tidy_box(state, from, events);
        // 9.a: interceptors whom nobody waits for have the box to themselves.
        if !state.occupies(side, from) {
            self.claim_box(state, from, events);
        }
        state.frames.push(Frame::Movement(Movement::Entered));
    }

    /// Reinforcements come onto the map; their first step costs a road (3.3c).
    pub(crate) fn enter_map(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        let road = self.tables.connection(false, false, state.weather);
        march.points = march.points.saturating_sub(road);
        march.under_way = true;
        state.march = Some(march);
        for counter in march.stack.iter() {
            self.carry(state, counter, march.at, None);
            let open = self.lies_open(counter);
            state.piece_mut(counter).face_up = open;
        }
        let (side, count) = (state.player, march.stack.len() as u8);
        let stack = Some(march.stack);
        events.event(Event::Movement(Happened::Stepped { side, stack, count, from: march.at, to: march.at }));
        state.frames.push(Frame::Movement(Movement::Entered));
    }

    /// R J22: what happens when a stack has entered a box.
    pub(crate) fn run_entered(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(march) = state.march else { return };
        let (at, enemy) = (march.at, enemy_of(state.player));
        if !state.occupies(enemy, at) {
            self.ask_for_interception(state, at);
            return;
        }
        // 5.3d: whoever owns the counters says whether they are real.
        let real = self.say_whether_real(state, enemy, at, events);
        if !real && rule!("5.3d", true) {
            // This frame stays: it comes back here when a leader has found his place.
            self.clear_box(state, enemy, at, events);
            if state.frame() == Frame::Movement(Movement::Entered) && state.occupies(enemy, at) {
                self.next_movement(state, Movement::StepDone);
            }
            return;
        }
        self.ask_for_reconnaissance(state, at);
    }

    /// The owner's truthful answer, whether real units stand in a box (5.3d, 6.4i, 7.1c). It is told if anything was to be
    /// asked.
    pub(crate) fn say_whether_real(&self, state: &State, side: Side, at: BoxId, events: &mut impl Sink<Event>) -> bool {
        let real = self.real_force_in(state, side, at);
        let hidden =
            state.counters_in(at).any(|counter| self.side_of(counter) == side && !state.piece(counter).face_up);
        if hidden {
            events.event(Event::Common(Common::Admitted { side, at, real }));
        }
        real
    }

    /// The enemy has come into a box without real units: dummies go (7.1d), guns alone are lost (R J2), leaders are driven
    /// off (4.2c to 4.2e).
    pub(crate) fn clear_box(&self, state: &mut State, side: Side, at: BoxId, events: &mut impl Sink<Event>) {
        self.remove_dummies(state, side, at, events);
        let others = self.of_side_in(state, side, at);
        for counter in others.iter().filter(|counter| self.is_unit(*counter)) {
            self.eliminate(state, counter, events);
        }
        for leader in others.iter().filter(|counter| self.is_leader(*counter)) {
            self.drive_off(state, leader, at, events);
        }
        self.tidy_box(state, at, events);
    }

    /// 4.2c to 4.2e, for a leader whom the enemy finds alone.
    pub(crate) fn drive_off(&self, state: &mut State, leader: CounterId, at: BoxId, events: &mut impl Sink<Event>) {
        self.turn_up(state, leader, false, events);
        let rank = self.counter(leader).rank;
        if rank >= 4 && rule!("4.2c", true) {
            let places = self.nearest_armies(state, leader, at);
            match places.as_slice() {
                [] => {}
                [only] => return self.displace(state, leader, *only, events),
                [_, _, ..] => return state.frames.push(Frame::Movement(Movement::DisplaceLeader { leader })),
            }
        }
        let to = if rank >= 3 && rule!("4.2d", true) {
            Whereabouts::Recalled
        } else if rule!("4.2e", true) {
            Whereabouts::Lost
        } else {
            return;
        };
        self.relocate(state, leader, to);
        state.piece_mut(leader).face_up = false;
        events.event(Event::Common(Common::LeaderDrivenOff { leader, at, to: None }));
        self.find_chiefs(state);
    }

    pub(crate) fn displace(&self, state: &mut State, leader: CounterId, to: BoxId, events: &mut impl Sink<Event>) {
        let Some(at) = state.place_of(leader) else { return };
        self.carry(state, leader, to, None);
        state.piece_mut(leader).stirred = true;
        events.event(Event::Common(Common::LeaderDrivenOff { leader, at, to: Some(to) }));
    }

    pub(crate) fn may_displace(&self, state: &State, leader: CounterId, to: BoxId) -> Ruling {
        let Some(at) = state.place_of(leader) else {
            return Err(refuse(case!("4.2c"), "{unit} is not on the map").unit(leader));
        };
        if !self.nearest_armies(state, leader, at).contains(&to) {
            return Err(refuse(case!("4.2c"), "{unit} goes to the nearest friendly army, which is not at {place}")
                .unit(leader)
                .place(to));
        }
        Ok(())
    }

    /// The nearest boxes with friendly units and without enemies, by the points that infantry would need (4.2c).
    pub(crate) fn nearest_armies(&self, state: &State, leader: CounterId, from: BoxId) -> ArrayVec<BoxId, 16> {
        let side = self.side_of(leader);
        let mut distances = [u16::MAX; BOXES];
        distances[from.index()] = 0;
        let mut nearest: ArrayVec<BoxId, 16> = ArrayVec::new();
        let mut distance = 0;
        let mut farthest = 0;
        while distance <= farthest && nearest.is_empty() {
            for here in self.ground.boxes() {
                if distances[here.index()] != distance {
                    continue;
                }
                let friends = self.real_force_in(state, side, here) && !state.occupies(enemy_of(side), here);
                if here != from && friends && !nearest.is_full() {
                    nearest.push(here);
                }
                for (next, way) in self.ground.neighbours(here) {
                    let then = distance + u16::from(self.cost_of(state, *way));
                    let usable = self.is_open(state, *way) && !self.frontier_bars(state, *way);
                    if usable && then < distances[next.index()] {
                        distances[next.index()] = then;
                        farthest = farthest.max(then);
                    }
                }
            }
            distance += 1;
        }
        nearest
    }

    /// What a step brought about has been dealt with: the stack goes on, or stops among the enemy (5.3c).
    pub(crate) fn run_step_done(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.reaction = None;
        state.frames.pop();
        let Some(mut march) = state.march else { return };
        let at = march.at;
        march.stack = march.stack.iter().filter(|counter| state.place_of(*counter) == Some(at)).collect();
        let (side, enemy) = (state.player, enemy_of(state.player));
        if !march.stack.is_empty() {
            if rule!("5.3c", state.occupies(enemy, at)) {
                march.stopped = true;
                events.event(Event::Movement(Happened::Engaged { at }));
            } else {
                self.turn_flag(state, side, at, events);
            }
        }
        state.march = Some(march);
        if march.stopped || march.stack.is_empty() {
            self.next_movement(state, Movement::Halted);
        }
    }

    /// 9.a, R J51: combat units that go through a box of the list, or stay there, turn its flag. The enemy hears of it if
    /// he can see that they are real (R J29).
    pub(crate) fn turn_flag(&self, state: &mut State, side: Side, at: BoxId, events: &mut impl Sink<Event>) {
        let Some(flag) = self.scenario.victory_boxes.iter().position(|victory| victory.at == at) else { return };
        if flag >= state.flags.len() {
            return;
        }
        let bit = 1u32 << flag;
        let enemy = enemy_of(side);
        let here = self.of_side_in(state, side, at);
        let units: CounterSet = here.iter().filter(|counter| self.is_unit(*counter)).collect();
        let real = rule!("9.a", !units.is_empty());
        let openly = units.iter().any(|counter| state.piece(counter).face_up);
        // Whether anybody is in doubt is seen by all, so it may not hang on what lay face down here before.
        let doubted = state.flags_in_doubt.iter().any(|doubts| doubts & bit != 0);
        let known_already = state.flags[flag] == Some(side) && !doubted;
        if openly {
            state.flags_in_doubt[side.index()] &= !bit;
        } else if !known_already && here.iter().any(|counter| !state.piece(counter).face_up) {
            state.flags_in_doubt[side.index()] |= bit;
        }
        if real {
            // He cannot tell whether it is turned or was his own still, and is not told.
            let turned = state.flags[flag] != Some(side) || state.flags_in_doubt[enemy.index()] & bit != 0;
            state.flags[flag] = Some(side);
            state.flags_in_doubt[enemy.index()] &= !bit;
            if turned {
                events.event(Event::Movement(Happened::FlagTurned { side, at, openly }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, MovementAction};
    use crate::counters::ArmyId;
    use crate::state::{ALLIED, Calendar, FRENCH};
    use crate::testing::{Table, artillery, cavalry, chief, dummy, general, infantry};

    /// A stack of the French is on the march.
    fn march(table: &mut Table, stack: &[&str]) {
        table.begin_movement(FRENCH, 6);
        for id in stack {
            let counter = table.counter(id);
            table.act(FRENCH, Action::Movement(MovementAction::Take(counter)));
        }
        table.act(FRENCH, Action::Movement(MovementAction::Activate { payer: ArmyId(0), forced: false }));
    }

    fn step(table: &Table, from: &str, to: &str) -> Action {
        Action::Movement(MovementAction::Step(table.way(from, to)))
    }

    fn passes(table: &mut Table) {
        table.act(ALLIED, Action::Movement(MovementAction::Declared));
    }

    #[test]
    fn connections_cost_what_is_printed_and_rivers_bar_or_slow() {
        let roads = ["A-B poor-road", "B-C minor ford", "C-D major ford Elbe", "C-E major bridge Elbe"];
        let mut table = Table::new(&["A", "B", "C", "D", "E", "F"], &roads, vec![infantry("a", FRENCH, 3)]);
        table.put("a", "A", 5);
        table.state.weather = crate::tables::Weather::Rain;
        march(&mut table, &["a"]);
        // Six, less one for rain and one for want of command.
        assert_eq!(table.state.march.map(|march| march.points), Some(4));
        assert_eq!(table.refused(FRENCH, step(&table, "B", "C")), case!("0.1"));
        table.act(FRENCH, step(&table, "A", "B"));
        table.act(FRENCH, step(&table, "B", "C"));
        assert_eq!(table.state.march.map(|march| march.points), Some(0));
        assert_eq!(table.refused(FRENCH, step(&table, "C", "E")), case!("5.2a"));
        assert_eq!(table.refused(FRENCH, step(&table, "C", "D")), case!("5.3e"));
        let elbe = table.way("C", "E");
        table.state.destroyed_bridges.insert(elbe);
        assert_eq!(table.refused(FRENCH, step(&table, "C", "E")), case!("6.4b"));
    }

    #[test]
    fn real_enemies_stop_a_march_and_dummies_alone_are_cleared_away() {
        let counters =
            vec![infantry("a", FRENCH, 3), dummy("d1", ALLIED), dummy("d2", ALLIED), infantry("x", ALLIED, 3)];
        let mut table = Table::new(&["A", "B", "C", "D"], &["A-B", "B-C", "C-D"], counters);
        table.put("a", "A", 5);
        table.put("d1", "B", 0);
        table.put("d2", "C", 0);
        table.put("x", "C", 4);
        march(&mut table, &["a"]);
        table.act(FRENCH, step(&table, "A", "B"));
        assert_eq!(table.at("d1"), None);
        assert_eq!(table.state.piece(table.counter("d1")).whereabouts, Whereabouts::Pool);
        let told = Event::Common(Common::Admitted { side: ALLIED, at: table.place("B"), real: false });
        assert!(table.events.contains(&told));
        passes(&mut table);
        table.act(FRENCH, step(&table, "B", "C"));
        table.act(FRENCH, Action::Movement(MovementAction::GoIn));
        // R J60: dummies among real units stay until there is a fight.
        assert_eq!(table.at("d2"), Some("C"));
        table.act(ALLIED, Action::Movement(MovementAction::StandFast));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Choose { .. })));
        assert_eq!(table.state.piece(table.counter("a")).entered_by, Some(table.way("B", "C")));
    }

    #[test]
    fn lone_leaders_are_driven_off_by_rank() {
        let counters = vec![
            infantry("a", FRENCH, 3),
            chief("schwarzenberg", ALLIED, 4, 2, 1),
            general("blucher", ALLIED, 3, 3, 3),
            general("kleist", ALLIED, 2, 2, 2),
            infantry("x", ALLIED, 3),
            infantry("y", ALLIED, 3),
            artillery("guns", ALLIED, 3),
        ];
        let mut table = Table::new(&["A", "B", "C", "D"], &["A-B", "B-C", "B-D"], counters);
        table.put("a", "A", 5);
        for id in ["schwarzenberg", "blucher", "kleist", "guns"] {
            table.put(id, "B", 0);
        }
        table.put("x", "C", 3);
        table.put("y", "D", 3);
        march(&mut table, &["a"]);
        table.act(FRENCH, step(&table, "A", "B"));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::DisplaceLeader { .. })));
        let (a, d) = (table.place("A"), table.place("D"));
        assert_eq!(table.refused(ALLIED, Action::Movement(MovementAction::DisplaceTo(a))), case!("4.2c"));
        assert_eq!(table.offers(ALLIED).len(), 2);
        table.act(ALLIED, Action::Movement(MovementAction::DisplaceTo(d)));
        assert_eq!(table.at("schwarzenberg"), Some("D"));
        let whereabouts = |table: &Table, id: &str| table.state.piece(table.counter(id)).whereabouts;
        assert_eq!(whereabouts(&table, "blucher"), Whereabouts::Recalled);
        assert_eq!(whereabouts(&table, "kleist"), Whereabouts::Lost);
        assert_eq!(whereabouts(&table, "guns"), Whereabouts::Lost);
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Intercept { .. })));
        passes(&mut table);
        assert!(table.allowed(FRENCH, step(&table, "B", "C")));
    }

    #[test]
    fn leaders_alone_keep_away_from_the_enemy() {
        let counters = vec![general("ney", FRENCH, 3, 2, 2), dummy("d", ALLIED)];
        let mut table = Table::new(&["A", "B", "C"], &["A-B", "A-C"], counters);
        table.put("ney", "A", 0);
        table.put("d", "B", 0);
        march(&mut table, &["ney"]);
        assert_eq!(table.refused(FRENCH, step(&table, "A", "B")), case!("1.0"));
        assert!(table.allowed(FRENCH, step(&table, "A", "C")));
    }

    #[test]
    fn flags_are_turned_by_units_and_a_hidden_stack_leaves_the_enemy_in_doubt() {
        let counters = vec![infantry("a", FRENCH, 3), dummy("d", FRENCH), infantry("x", ALLIED, 3)];
        let mut table = Table::new(&["A", "B", "C"], &["A-B", "B-C"], counters).with_victory_boxes(&[("B", 2)]);
        table.put("a", "A", 5);
        table.put("d", "A", 0);
        march(&mut table, &["d"]);
        table.act(FRENCH, step(&table, "A", "B"));
        assert_eq!((table.state.flags[0], table.state.flags_in_doubt), (None, [1, 0]));
        table.act(FRENCH, step(&table, "B", "C"));
        table.act(FRENCH, Action::Movement(MovementAction::Halt));
        march(&mut table, &["a"]);
        table.act(FRENCH, step(&table, "A", "B"));
        assert_eq!((table.state.flags[0], table.state.flags_in_doubt), (Some(FRENCH), [1, 0]));
        // Units whose faces are seen leave no doubt.
        let a = table.counter("a");
        table.rules.turn_up(&mut table.state, a, false, &mut table.events);
        let b = table.place("B");
        table.rules.turn_flag(&mut table.state, FRENCH, b, &mut table.events);
        assert_eq!(table.state.flags_in_doubt, [0, 0]);
    }

    #[test]
    fn the_frontier_is_closed_before_the_armistice() {
        let mut table = Table::new(&["A", "B austria"], &["A-B"], vec![general("ney", FRENCH, 3, 2, 2)]);
        table.rules.scenario.frontier_closed = true;
        table.state.calendar = Calendar { peace: Peace::War, armistice: Some(6), restart: None };
        table.put("ney", "A", 0);
        march(&mut table, &["ney"]);
        assert_eq!(table.refused(FRENCH, step(&table, "A", "B")), case!("A.arm.d"));
        table.state.calendar.peace = Peace::Resumed { since: 9 };
        assert!(table.allowed(FRENCH, step(&table, "A", "B")));
    }

    #[test]
    fn one_stack_ends_its_march_before_the_next_begins() {
        let counters = vec![infantry("a", FRENCH, 3), cavalry("b", FRENCH, 3, 1)];
        let mut table = Table::new(&["A", "B"], &["A-B"], counters);
        table.put("a", "A", 5);
        table.put("b", "A", 5);
        table.begin_movement(FRENCH, 6);
        assert_eq!(table.refused(FRENCH, step(&table, "A", "B")), case!("4.5c"));
        march(&mut table, &["a"]);
        let b = table.counter("b");
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::Take(b))), case!("5.3b"));
        assert_eq!(table.refused(FRENCH, Action::Movement(MovementAction::EndMovement)), case!("5.3b"));
        let forced = Action::Movement(MovementAction::Activate { payer: ArmyId(0), forced: true });
        assert_eq!(table.refused(FRENCH, forced), case!("5.5.2b"));
        table.act(FRENCH, Action::Movement(MovementAction::Halt));
        assert!(table.allowed(FRENCH, Action::Movement(MovementAction::Take(b))));
    }
}
