//! Chapter 6.3: cavalry scouts, goes back, and withdraws before an enemy.
//! Decides 6.3a, 6.3b, 6.3c, 6.3d, 6.3e, 6.3f, 6.3g, 6.3h, 6.3i, 6.3j, 6.5.1c, 7.1f, 8.4k, 8.8m, 10.a, T.recon.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, Kind};
use crate::event::{Event, Movement as Happened};
use crate::game::Blind;
use crate::march::March;
use crate::reaction::Reaction;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Frame, Movement};
use crate::sets::CounterSet;
use crate::state::{FRENCH, State, enemy_of};

impl Rules {
    /// Real cavalry of a side in the open field of a box.
    pub(crate) fn cavalry_in(&self, state: &State, side: Side, at: BoxId) -> CounterSet {
        let cavalry = |counter: &CounterId| self.kind(*counter) == Kind::Cavalry && state.piece(*counter).strength > 0;
        self.in_the_field(state, side, at).iter().filter(cavalry).collect()
    }

    /// A stack has entered a box with real enemies: its owner may scout first (R J22).
    pub(crate) fn ask_for_reconnaissance(&self, state: &mut State, at: BoxId) {
        let Some(march) = state.march else { return };
        let hidden = march.stack.iter().any(|counter| !state.piece(counter).face_up);
        let in_doubt = hidden && self.is_first_there(state, &march);
        let alone = rule!("10.a", self.agreed.solitaire);
        if !alone && (in_doubt || self.may_scout(state, &march).is_ok()) {
            let seat = self.marching_seat(state);
            self.next_movement(state, Movement::AskScout { seat });
        } else {
            self.ask_for_withdrawal(state, at, None);
        }
    }

    /// No friends are in the box that the stack has entered (R J48).
    fn is_first_there(&self, state: &State, march: &March) -> bool {
        self.of_side_in(state, state.player, march.at).difference(march.stack).is_empty()
    }

    /// 6.3a
    pub(crate) fn may_scout(&self, state: &State, march: &March) -> Ruling {
        // R J49: leaders may ride along.
        let other = |counter: &CounterId| !matches!(self.kind(*counter), Kind::Cavalry | Kind::Leader);
        if let Some(counter) = march.stack.iter().find(other)
            && rule!("6.3a", true)
        {
            return Err(refuse(case!("6.3a"), "only cavalry can scout, and {unit} is not cavalry").unit(counter));
        }
        if rule!("6.3a", self.cavalry_strength_of(state, &march.stack) == 0) {
            return Err(refuse(case!("6.3a"), "only cavalry can scout"));
        }
        if rule!("6.3a", !self.is_first_there(state, march)) {
            return Err(refuse(case!("6.3a"), "friends are already at {place}").place(march.at));
        }
        Ok(())
    }

    /// The scouts show themselves; so does the cavalry that meets them (6.3a, 6.3c).
    pub(crate) fn scout(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        let (side, enemy, at) = (state.player, enemy_of(state.player), march.at);
        march.scouting = true;
        march.under_way = true;
        state.march = Some(march);
        for counter in march.stack.iter() {
            self.turn_up(state, counter, self.has_strength(counter), events);
        }
        events.event(Event::Movement(Happened::Scouting { side, at }));
        for counter in self.cavalry_in(state, enemy, at).iter() {
            if rule!("6.3c", true) {
                self.turn_up(state, counter, true, events);
                state.piece_mut(counter).stirred = true;
            }
        }
        if rule!("6.3c", self.scouting_difference(state, &march) == 0) {
            events.event(Event::Movement(Happened::ScoutsFailed { at }));
            let seat = self.marching_seat(state);
            self.next_movement(state, Movement::ScoutsReturn { seat });
        } else {
            self.next_movement(state, Movement::ScoutDie);
        }
    }

    /// SP of the scouts less those of the screen (6.3b, 6.3c).
    pub(crate) fn scouting_difference(&self, state: &State, march: &March) -> u16 {
        let screen = self.cavalry_in(state, enemy_of(state.player), march.at);
        let screening = if rule!("6.3c", !screen.is_empty()) { self.cavalry_strength_of(state, &screen) } else { 0 };
        self.cavalry_strength_of(state, &march.stack).saturating_sub(screening)
    }

    /// 6.3d: cohesion of the scouts less that of the screen.
    pub(crate) fn scouting_modifier(&self, state: &State, march: &March) -> i32 {
        let screen = self.cavalry_in(state, enemy_of(state.player), march.at);
        let screening = if screen.is_empty() { 0 } else { self.average_cohesion(state, &screen) };
        let scouting = self.average_cohesion(state, &march.stack);
        if rule!("6.3d", true) { i32::from(scouting) - i32::from(screening) } else { 0 }
    }

    pub(crate) fn throw_scouting(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let Some(march) = state.march else { return };
        let (enemy, at) = (enemy_of(state.player), march.at);
        let difference = self.scouting_difference(state, &march);
        let modified = i32::from(die) + self.scouting_modifier(state, &march);
        let shown = if rule!("T.recon", true) && rule!("6.3b", true) {
            self.tables.reconnaissance(difference, modified)
        } else {
            0
        };
        events.event(Event::Movement(Happened::Scouted { at, die, shown }));
        self.next_movement(state, Movement::Show { side: enemy, at, left: shown });
    }

    /// What can still be shown to the scouts: dummies first (6.3e).
    fn unseen(&self, state: &State, side: Side, at: BoxId) -> CounterSet {
        let here = self.of_side_in(state, side, at);
        let hidden: CounterSet = here.iter().filter(|counter| !state.piece(*counter).face_up).collect();
        let dummies: CounterSet = here.iter().filter(|counter| self.is_dummy(*counter)).collect();
        if rule!("6.3e", !dummies.is_empty()) { dummies } else { hidden }
    }

    /// Where nothing is left to choose the counters are shown; otherwise their owner is asked.
    pub(crate) fn run_show(
        &self,
        state: &mut State,
        side: Side,
        at: BoxId,
        left: u8,
        events: &mut impl Sink<Event>,
    ) -> bool {
        let unseen = self.unseen(state, side, at);
        if left == 0 || unseen.is_empty() {
            let seat = self.marching_seat(state);
            self.next_movement(state, Movement::ScoutsReturn { seat });
            return false;
        }
        if unseen.len() > usize::from(left) {
            return true;
        }
        for counter in unseen.iter() {
            self.show(state, counter, events);
        }
        let left = left - unseen.len() as u8;
        self.next_movement(state, Movement::Show { side, at, left });
        false
    }

    /// Who chooses what is shown.
    pub(crate) fn seat_that_shows(&self, state: &State, side: Side, at: BoxId) -> Seat {
        let first = self.unseen(state, side, at).first();
        first.map_or_else(|| self.seat_of_side(side), |counter| self.seat_of_counter(state, counter))
    }

    pub(crate) fn may_show(&self, state: &State, side: Side, at: BoxId, counter: CounterId) -> Ruling {
        if !self.unseen(state, side, at).contains(counter) {
            let words = "reveal hidden counters at {place} to the scouts, dummies first";
            return Err(refuse(case!("6.3e"), words).also(&[case!("7.1f")]).place(at));
        }
        Ok(())
    }

    /// A dummy that was found out goes (7.1f).
    pub(crate) fn show(&self, state: &mut State, counter: CounterId, events: &mut impl Sink<Event>) {
        let at = state.place_of(counter);
        self.turn_up(state, counter, false, events);
        if let Some(at) = at
            && rule!("7.1f", self.is_dummy(counter))
        {
            let (side, lay) = (self.side_of(counter), ArrayVec::from_iter([state.piece(counter).lying()]));
            self.retire_dummy(state, counter);
            events.event(Event::Common(crate::event::Common::DummiesGone { side, at, count: 1, lay }));
        }
    }

    /// 6.3f: back by the way it came, box by box, as far as its points reach (R J47).
    pub(crate) fn may_go_back(&self, state: &State, march: &March) -> Ruling {
        let Some(connection) = march.way.last().copied() else {
            return Err(refuse(case!("6.3f"), "there is no way back on the map"));
        };
        let cost = self.cost_of(state, connection);
        if rule!("6.3f", cost > march.points) {
            let words = "riding back by {way} costs more than the {number} movement points left";
            return Err(refuse(case!("6.3f"), words).way(connection).number(i16::from(march.points)));
        }
        let to = self.ground.across(connection, march.at);
        if rule!("6.3f", state.occupies(enemy_of(state.player), to)) {
            return Err(refuse(case!("6.3f"), "the enemy is now at {place}").place(to));
        }
        if !self.is_open(state, connection) {
            return Err(refuse(case!("5.2b"), "{way} can no longer be crossed").way(connection));
        }
        Ok(())
    }

    /// Scouts who are back among friends are asked as long as they could go on.
    pub(crate) fn run_scouts_return(&self, state: &mut State) -> bool {
        let Some(march) = state.march else { return true };
        if march.scouting || self.may_go_back(state, &march).is_ok() {
            return true;
        }
        self.scouts_halt(state);
        false
    }

    fn scouts_halt(&self, state: &mut State) {
        state.frames.pop();
        self.next_movement(state, Movement::Halted);
    }

    pub(crate) fn go_back(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        let Some(connection) = march.way.pop() else { return };
        let (side, from) = (state.player, march.at);
        let to = self.ground.across(connection, from);
        march.points = march.points.saturating_sub(self.cost_of(state, connection));
        march.at = to;
        self.part(state, &march.stack);
        for counter in march.stack.iter() {
            self.carry(state, counter, to, Some(connection));
        }
        events.event(Event::Movement(Happened::WentBack { side, from, to }));
        if march.scouting {
            march.scouting = false;
            let cavalry = march.stack.iter().filter(|counter| self.kind(*counter) == Kind::Cavalry);
            march.throwing = cavalry.filter(|counter| state.piece(*counter).strength > 0).collect();
            state.frames.push(Frame::Movement(Movement::WithdrawalDie { side, from }));
        }
        state.march = Some(march);
        self.turn_flag(state, side, to, events);
    }

    /// Who scouted and stays will fight (6.3h); who has come back halts.
    pub(crate) fn stay(&self, state: &mut State) {
        let Some(mut march) = state.march else { return };
        if march.scouting && rule!("6.3h", true) {
            march.scouting = false;
            state.march = Some(march);
            self.ask_for_withdrawal(state, march.at, None);
        } else {
            self.scouts_halt(state);
        }
    }

    /// 6.3g: one die for each unit that goes back or withdraws; the French subtract 1.
    pub(crate) fn throw_withdrawal(&self, state: &mut State, from: BoxId, die: u8, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        if let Some(counter) = march.throwing.first() {
            march.throwing.remove(counter);
            let side = self.side_of(counter);
            let enemy_cavalry = !self.cavalry_in(state, enemy_of(side), from).is_empty();
            let mut modified = i32::from(die);
            if rule!("6.3g", side == FRENCH) {
                modified += i32::from(self.tables.actions.french_withdrawal);
            }
            let costs = rule!("6.3g", self.tables.actions.withdrawal_costs(enemy_cavalry, modified));
            if costs {
                self.strike_off(state, counter, 1);
            }
            let lost = u8::from(costs);
            events.event(Event::Movement(Happened::WithdrawalThrown { side, die, counter: Some(counter), lost }));
        }
        state.march = Some(march);
        if march.throwing.is_empty() {
            state.frames.pop();
        }
    }

    /// The seats of the other side are asked one after the other whether cavalry leaves the box (6.3i): all of them, so
    /// that a question tells nothing of what lies there.
    pub(crate) fn ask_for_withdrawal(&self, state: &mut State, at: BoxId, after: Option<Seat>) {
        let enemy = enemy_of(state.player);
        if state.reaction.is_none() {
            state.reaction = Some(Reaction::new());
        }
        let open = self.agreed.blind == Blind::Open;
        let field = self.in_the_field(state, enemy, at);
        let next = self.seats_after(enemy, after).find(|seat| {
            if open {
                let cavalry = self.cavalry_in(state, enemy, at);
                cavalry.iter().any(|counter| self.commands(state, *seat, counter))
                    || (*seat == self.seat_of_side(enemy) && !field.is_empty() && self.might_step_back(state, enemy))
            } else {
                !field.is_empty()
            }
        });
        // 8.4k: even before attackers who could overrun it.
        let lets_go = !self.could_be_overrun(state, at) || rule!("8.4k", true);
        match next {
            Some(seat) if rule!("6.3i", lets_go) => self.next_movement(state, Movement::Withdraw { seat, at }),
            Some(_) | None => self.withdrawal_is_over(state, at),
        }
    }

    /// 6.3j: if nobody real is left the box is cleared and the mover may go on. 6.5.1c: into a box that friends hold
    /// nobody else comes by interception.
    fn withdrawal_is_over(&self, state: &mut State, at: BoxId) {
        let emptied = !self.real_force_in(state, enemy_of(state.player), at);
        if rule!("6.3j", emptied) {
            self.next_movement(state, Movement::Entered);
        } else if rule!("6.5.1c", true) {
            self.next_movement(state, Movement::StepDone);
        } else {
            self.ask_for_interception(state, at);
        }
    }

    fn leaves_by(&self, state: &State, seat: Seat, at: BoxId, counter: CounterId, connection: ConnectionId) -> Ruling {
        let side = self.side_of_seat(seat);
        if counter.index() >= self.counters.len() {
            return Err(refuse(case!("1.2.2b"), "there is no such counter"));
        }
        if self.side_of(counter) != side || state.place_of(counter) != Some(at) {
            return Err(refuse(case!("6.3i"), "{unit} is not yours at {place}").unit(counter).place(at));
        }
        if !self.commands(state, seat, counter) {
            return Err(refuse(case!("10.e"), "{unit} belongs to the army of another player").unit(counter));
        }
        if rule!("8.8m", state.piece(counter).inside) {
            return Err(
                refuse(case!("8.8m"), "{unit} is besieged and can leave only by winning a battle").unit(counter)
            );
        }
        let Some(to) = self.beyond(at, connection) else {
            return Err(refuse(case!("0.1"), "no connection leads there from {place}").place(at));
        };
        if rule!("6.3i", self.is_held(state, enemy_of(side), to)) {
            return Err(refuse(case!("6.3i"), "{unit} cannot withdraw to {place}, where the enemy is")
                .unit(counter)
                .place(to));
        }
        self.may_use(state, connection, to, &CounterSet::from_iter([counter]))
    }

    /// 6.3i, R J46: one box, without regard to movement points.
    pub(crate) fn may_withdraw(
        &self,
        state: &State,
        seat: Seat,
        at: BoxId,
        counter: CounterId,
        connection: ConnectionId,
    ) -> Ruling {
        self.leaves_by(state, seat, at, counter, connection)?;
        if rule!("6.3i", self.kind(counter) != Kind::Cavalry || state.piece(counter).strength == 0) {
            return Err(refuse(case!("6.3i"), "{unit} is not cavalry, so it stays")
                .also(&[case!("7.1b")])
                .unit(counter));
        }
        Ok(())
    }

    /// R J46: leaders go along with cavalry.
    pub(crate) fn may_escort(
        &self,
        state: &State,
        seat: Seat,
        at: BoxId,
        leader: CounterId,
        connection: ConnectionId,
    ) -> Ruling {
        self.leaves_by(state, seat, at, leader, connection)?;
        let went = |reaction: &Reaction| reaction.withdrawing.iter().any(|(_, way)| *way == connection);
        if rule!("6.3i", !self.is_leader(leader) || !state.reaction.as_ref().is_some_and(went)) {
            let words = "{unit} can go only with cavalry that has withdrawn by {way}";
            return Err(refuse(case!("6.3i"), words).unit(leader).way(connection));
        }
        Ok(())
    }

    /// A counter leaves the box that was entered; a cavalry unit pays with a die.
    pub(crate) fn withdraw(
        &self,
        state: &mut State,
        at: BoxId,
        counter: CounterId,
        connection: ConnectionId,
        events: &mut impl Sink<Event>,
    ) {
        let Some(to) = self.beyond(at, connection) else { return };
        let side = self.side_of(counter);
        self.part(state, &CounterSet::from_iter([counter]));
        self.carry(state, counter, to, Some(connection));
        state.piece_mut(counter).stirred = true;
        events.event(Event::Movement(Happened::Withdrew { side, counter: Some(counter), from: at, to }));
        self.tidy_box(state, at, events);
        if self.is_leader(counter) {
            return;
        }
        if let Some(reaction) = &mut state.reaction
            && !reaction.withdrawing.is_full()
            && !reaction.withdrawing.iter().any(|(_, way)| *way == connection)
        {
            reaction.withdrawing.push((counter, connection));
        }
        if let Some(march) = &mut state.march {
            march.throwing = CounterSet::from_iter([counter]);
        }
        self.take_box(state, side, to, events);
        state.frames.push(Frame::Movement(Movement::WithdrawalDie { side, from: at }));
    }

    pub(crate) fn stand_fast(&self, state: &mut State, seat: Seat, at: BoxId, events: &mut impl Sink<Event>) {
        events.event(Event::Movement(Happened::StoodFast { side: self.side_of_seat(seat), at }));
        self.ask_for_withdrawal(state, at, Some(seat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, MovementAction};
    use crate::counters::ArmyId;
    use crate::state::{ALLIED, Whereabouts};
    use crate::testing::{Table, cavalry, chief, dummy, general, infantry};

    fn table() -> Table {
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            cavalry("horse", FRENCH, 3, 2),
            cavalry("more", FRENCH, 3, 2),
            infantry("corps", FRENCH, 3),
            infantry("x", ALLIED, 3),
            infantry("z", ALLIED, 3),
            cavalry("cossacks", ALLIED, 2, 3),
            dummy("y", ALLIED),
            general("kleist", ALLIED, 2, 2, 2),
        ];
        let mut table = Table::new(&["A", "B", "C", "D"], &["A-B", "B-C", "C-D", "B-D"], counters);
        table.put("napoleon", "A", 0);
        table.put("corps", "A", 5);
        table.put("horse", "A", 5);
        table.put("more", "A", 2);
        table
    }

    fn go(table: &mut Table, stack: &[&str], ways: &[(&str, &str)]) {
        table.begin_movement(FRENCH, 6);
        for id in stack {
            let counter = table.counter(id);
            table.act(FRENCH, Action::Movement(MovementAction::Take(counter)));
        }
        table.act(FRENCH, Action::Movement(MovementAction::Activate { payer: ArmyId(0), forced: false }));
        for (from, to) in ways {
            let way = table.way(from, to);
            table.act(FRENCH, Action::Movement(MovementAction::Step(way)));
            if matches!(table.state.frame(), Frame::Movement(Movement::Intercept { .. })) {
                table.act(ALLIED, Action::Movement(MovementAction::Declared));
            }
        }
    }

    fn order(action: MovementAction) -> Action {
        Action::Movement(action)
    }

    /// The example of 6.3: five against a screen of two use the column for three and four.
    #[test]
    fn a_screen_is_subtracted_from_the_scouts() {
        let mut table = table();
        table.put("cossacks", "B", 2);
        table.put("x", "B", 4);
        table.put("z", "B", 4);
        table.put("y", "B", 0);
        go(&mut table, &["horse"], &[("A", "B")]);
        table.act(FRENCH, order(MovementAction::Scout));
        let march = table.state.march.unwrap();
        assert_eq!(table.rules.scouting_difference(&table.state, &march), 3);
        assert_eq!(table.rules.scouting_modifier(&table.state, &march), 1);
        let cossacks = table.counter("cossacks");
        assert!(table.state.piece(cossacks).strength_open);
        // 4 and 1 in the column 3-4: two counters, and the dummy first.
        table.throw(4);
        let [x, y] = ["x", "y"].map(|id| table.counter(id));
        assert_eq!(table.refused(ALLIED, order(MovementAction::Show(cossacks))), case!("6.3e"));
        assert_eq!(table.state.piece(y).whereabouts, Whereabouts::Pool);
        table.act(ALLIED, order(MovementAction::Show(x)));
        assert!(table.state.piece(x).face_up && !table.state.piece(x).strength_open);
        // Back to where it came from; 4 less 1 costs nothing.
        table.act(FRENCH, order(MovementAction::GoBack));
        table.throw(4);
        assert_eq!((table.at("horse"), table.strength("horse")), (Some("A"), 5));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Choose { .. })));
    }

    #[test]
    fn a_screen_as_strong_as_the_scouts_lets_nothing_through() {
        let mut table = table();
        table.put("cossacks", "B", 5);
        go(&mut table, &["horse"], &[("A", "B")]);
        table.act(FRENCH, order(MovementAction::Scout));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::ScoutsReturn { .. })));
        table.act(FRENCH, order(MovementAction::GoBack));
        table.throw(5);
        assert_eq!(table.strength("horse"), 4);
        assert_eq!(table.state.piece(table.counter("horse")).losses, 1);
    }

    #[test]
    fn only_cavalry_scouts_and_only_among_enemies() {
        let mut table = table();
        table.put("x", "B", 4);
        go(&mut table, &["horse", "corps"], &[("A", "B")]);
        // A stack that lies face down is asked whatever it is.
        assert_eq!(table.refused(FRENCH, order(MovementAction::Scout)), case!("6.3a"));
        table.act(FRENCH, order(MovementAction::GoIn));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Withdraw { .. })));
        table.act(ALLIED, order(MovementAction::StandFast));
        let more = table.counter("more");
        table.act(FRENCH, order(MovementAction::Take(more)));
        table.act(FRENCH, order(MovementAction::Activate { payer: ArmyId(0), forced: false }));
        let way = table.way("A", "B");
        table.act(FRENCH, order(MovementAction::Step(way)));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Withdraw { .. })));
    }

    #[test]
    fn scouts_without_points_stay_and_fight() {
        let mut table = table();
        table.put("x", "C", 4);
        go(&mut table, &["horse"], &[("A", "B"), ("B", "C")]);
        let mut march = table.state.march.unwrap();
        march.points = 0;
        table.state.march = Some(march);
        table.act(FRENCH, order(MovementAction::Scout));
        table.throw(1);
        assert_eq!(table.refused(FRENCH, order(MovementAction::GoBack)), case!("6.3f"));
        table.act(FRENCH, order(MovementAction::Stay));
        table.act(ALLIED, order(MovementAction::StandFast));
        assert_eq!(table.at("horse"), Some("C"));
    }

    #[test]
    fn scouts_go_back_as_far_as_their_points_reach() {
        let mut table = table();
        table.put("x", "C", 4);
        go(&mut table, &["horse"], &[("A", "B"), ("B", "C")]);
        table.act(FRENCH, order(MovementAction::Scout));
        table.throw(6);
        table.act(FRENCH, order(MovementAction::GoBack));
        table.throw(1);
        assert_eq!(table.at("horse"), Some("B"));
        table.act(FRENCH, order(MovementAction::GoBack));
        assert_eq!(table.at("horse"), Some("A"));
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Choose { .. })));
    }

    #[test]
    fn cavalry_withdraws_before_the_enemy_and_he_may_go_on() {
        let mut table = table();
        let [cossacks, kleist] = [table.put("cossacks", "B", 3), table.put("kleist", "B", 0)];
        table.put("y", "B", 0);
        go(&mut table, &["corps"], &[("A", "B")]);
        table.act(FRENCH, order(MovementAction::GoIn));
        let [to_a, to_c, to_d] = ["A", "C", "D"].map(|to| table.way("B", to));
        assert_eq!(table.refused(ALLIED, order(MovementAction::Withdraw(cossacks, to_a))), case!("6.3i"));
        assert_eq!(table.refused(ALLIED, order(MovementAction::Escort(kleist, to_c))), case!("6.3i"));
        table.act(ALLIED, order(MovementAction::Withdraw(cossacks, to_c)));
        // No French cavalry is there: five and six cost.
        table.throw(4);
        assert_eq!(table.refused(ALLIED, order(MovementAction::Escort(kleist, to_d))), case!("6.3i"));
        table.act(ALLIED, order(MovementAction::Escort(kleist, to_c)));
        table.act(ALLIED, order(MovementAction::StandFast));
        assert_eq!((table.at("kleist"), table.at("y"), table.strength("cossacks")), (Some("C"), None, 3));
        table.act(ALLIED, order(MovementAction::Declared));
        // 6.3j: and again.
        table.act(FRENCH, order(MovementAction::Step(to_c)));
        table.act(FRENCH, order(MovementAction::GoIn));
        table.act(ALLIED, order(MovementAction::Withdraw(cossacks, table.way("C", "D"))));
        table.throw(5);
        assert_eq!((table.at("cossacks"), table.strength("cossacks")), (Some("D"), 2));
    }
}
