//! Chapter A: the armistice and the restart of hostilities.
//! Decides A.arm.c, A.arm.e, A.arm.f, A.arm.g, A.arm.h, A.arm.k, A.arm.o, A.arm.p, O.1, O.2, S.3.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, Season};
use crate::event::{Calendar, Common, Event};
use crate::refusal::{Ruling, refuse};
use crate::scenario::Truce;
use crate::sequence::{Administration, Events, Frame};
use crate::state::{ALLIED, BOXES, FRENCH, Peace, State, Whereabouts, enemy_of};

/// A.arm.f, R J18: from the first turn of the armistice to the restart.
const TURNS_OF_ARMISTICE: u8 = 5;
/// Markers are not pushed off the calendar.
const LAST_MONTHS: u8 = 40;

impl Rules {
    /// Phase D: the turn marker is about to advance. Returns whether the game ends with the armistice (S.3).
    pub(crate) fn turn_the_calendar(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let next = state.turn + 1;
        match state.calendar.peace {
            Peace::War => {
                // R J18b: a marker pushed onto or behind the current turn counts as reached.
                let reached = state.calendar.armistice.is_some_and(|turn| turn <= next);
                if rule!("A.arm.e", reached) {
                    if rule!("S.3", self.scenario.truce == Truce::Ends) {
                        events.event(Event::Calendar(Calendar::ArmisticeDeclared));
                        return true;
                    }
                    self.declare_armistice(state, next, events);
                }
            }
            Peace::Armistice { .. } => {
                let reached = state.calendar.restart.is_some_and(|turn| turn <= next);
                if rule!("A.arm.o", reached) {
                    self.resume_hostilities(state, next, events);
                }
            }
            Peace::Resumed { .. } => {}
        }
        false
    }

    fn declare_armistice(&self, state: &mut State, since: u8, events: &mut impl Sink<Event>) {
        events.event(Event::Calendar(Calendar::ArmisticeDeclared));
        state.calendar.peace = Peace::Armistice { since };
        if rule!("A.arm.f", true) {
            state.calendar.restart = Some(since + TURNS_OF_ARMISTICE);
            events.event(Event::Calendar(Calendar::RestartMoved { to: since + TURNS_OF_ARMISTICE }));
        }
        self.send_dummies_away(state);
        self.end_all_sieges(state, events);
        self.change_season(state, events);
        self.replace_ney(state, events);
        // A.arm.h: everything lies open.
        if rule!("A.arm.h", true) {
            for counter in self.all_counters() {
                self.turn_up(state, counter, false, events);
            }
        }
        self.shuffle_deck(state, events);
        self.find_chiefs(state);
    }

    /// A.arm.h: dummies leave the map until the restart; those lost for good stay lost.
    fn send_dummies_away(&self, state: &mut State) {
        for counter in self.all_counters() {
            let there = matches!(state.piece(counter).whereabouts, Whereabouts::At(_) | Whereabouts::Pool);
            if self.is_dummy(counter) && rule!("A.arm.h", there) {
                self.recognise(state, counter);
                self.relocate(state, counter, Whereabouts::Waiting);
                state.piece_mut(counter).face_up = false;
                state.piece_mut(counter).sighting = None;
            }
        }
    }

    fn end_all_sieges(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for siege in std::mem::take(&mut state.sieges) {
            if !rule!("A.arm.h", true) {
                state.sieges.push(siege);
                continue;
            }
            events.event(Event::Common(Common::SiegeOver { at: siege.at }));
            for counter in state.counters_in(siege.at).set().iter() {
                state.piece_mut(counter).inside = false;
            }
        }
    }

    /// A.arm.g: counters of the autumn take the places of their namesakes, with the strength they have at that moment.
    fn change_season(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if !rule!("A.arm.g", true) {
            return;
        }
        state.season = Season::Autumn;
        for counter in self.all_counters().filter(|counter| self.counter(*counter).season == Season::Spring) {
            let old = *state.piece(counter);
            let in_play =
                matches!(old.whereabouts, Whereabouts::At(_) | Whereabouts::Entering(_) | Whereabouts::Recalled);
            if !in_play {
                continue;
            }
            self.recognise(state, counter);
            self.relocate(state, counter, Whereabouts::Lost);
            state.piece_mut(counter).sighting = None;
            let Some(twin) = self.counter(counter).twin else {
                events.event(Event::Calendar(Calendar::LeaderRemoved { leader: counter, at: old.place() }));
                continue;
            };
            // C.c: no more than its roster has boxes for.
            let room = self.counter(twin).maximum;
            if state.piece(twin).whereabouts == Whereabouts::Waiting {
                self.relocate(state, twin, old.whereabouts);
                state.piece_mut(twin).strength = 0;
                state.piece_mut(twin).losses = 0;
                state.piece_mut(twin).stragglers = 0;
            }
            let new = state.piece_mut(twin);
            new.strength = (new.strength + old.strength).min(room);
            new.losses += old.losses;
            new.stragglers += old.stragglers;
            new.stirred |= old.stirred;
            for piece in &mut state.pieces {
                if piece.parent == Some(counter) {
                    piece.parent = Some(twin);
                }
            }
            events.event(Event::Calendar(Calendar::Twin { counter, by: twin }));
        }
    }

    /// O.1, O.2: another marshal takes Ney's place.
    fn replace_ney(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let named = |id: &str| self.all_counters().find(|counter| self.counter(*counter).id == id);
        let by = if rule!("O.1", self.agreed.davout) {
            named("davout")
        } else if rule!("O.2", self.agreed.soult) {
            named("soult")
        } else {
            None
        };
        let (Some(ney), Some(by)) = (named("ney"), by) else { return };
        let Some(at) = state.place_of(ney) else { return };
        self.succeed(state, ney, by);
        self.relocate(state, ney, Whereabouts::Lost);
        self.relocate(state, by, Whereabouts::At(at));
        events.event(Event::Calendar(Calendar::LeaderReplaced { leader: ney, by }));
    }

    fn resume_hostilities(&self, state: &mut State, since: u8, events: &mut impl Sink<Event>) {
        events.event(Event::Calendar(Calendar::Resumed));
        state.calendar.peace = Peace::Resumed { since };
        self.shuffle_deck(state, events);
        // A.arm.p: the dummies of the scenario can be put on the map again, as at the start.
        if rule!("A.arm.p", self.agreed.dummies) {
            self.fill_dummies(state);
            self.ask_for_dummies(state);
        }
    }

    /// 7.1a: both sides put their dummies beside friends, the French first.
    pub(crate) fn ask_for_dummies(&self, state: &mut State) {
        for side in [ALLIED, FRENCH] {
            let left = self.dummies_off_the_map(state, side).len() as u8;
            if left > 0 {
                state.frames.push(Frame::Administration(Administration::ReturnDummies { side, left }));
            }
        }
    }

    /// A.arm.c: a decisive victory moves the Armistice marker at once. Later ones move nothing (R J18d).
    pub(crate) fn decisive_battle_won(&self, state: &mut State, winner: Side, events: &mut impl Sink<Event>) {
        if rule!("A.arm.c", state.calendar.armistice.is_some()) {
            self.move_armistice(state, if winner == FRENCH { 1 } else { -1 }, events);
        }
    }

    /// A.arm.b, A.arm.c
    pub(crate) fn move_armistice(&self, state: &mut State, turns: i8, events: &mut impl Sink<Event>) {
        if let (Peace::War, Some(turn)) = (state.calendar.peace, state.calendar.armistice) {
            let to = turn.saturating_add_signed(turns).clamp(1, LAST_MONTHS);
            state.calendar.armistice = Some(to);
            events.event(Event::Calendar(Calendar::ArmisticeMoved { to }));
        }
    }

    /// A.arm.n, R J18c
    pub(crate) fn move_restart(&self, state: &mut State, turns: i8, events: &mut impl Sink<Event>) {
        if let (Peace::Armistice { .. }, Some(turn)) = (state.calendar.peace, state.calendar.restart) {
            let to = turn.saturating_add_signed(turns).clamp(1, LAST_MONTHS);
            state.calendar.restart = Some(to);
            events.event(Event::Calendar(Calendar::RestartMoved { to }));
        }
    }

    /// A.arm.k, R J57: who still stands beside the enemy at the end of his phase is lifted away.
    pub(crate) fn part_the_armies(&self, state: &mut State, side: Side, _: &mut impl Sink<Event>) {
        if matches!(state.calendar.peace, Peace::Armistice { .. }) && self.must_lift_away(state, side) {
            state.frames.push(Frame::Events(Events::LiftAway { side }));
        }
    }

    /// Whether enemy units are in this box or in one that can be entered from it (5.2b). What lies face down counts as one:
    /// a refusal must not tell that it is a leader.
    pub(crate) fn beside_enemy_units(&self, state: &State, side: Side, place: BoxId) -> bool {
        let enemy = enemy_of(side);
        let bars = |counter: CounterId| {
            self.side_of(counter) == enemy && (self.is_unit(counter) || !state.piece(counter).face_up)
        };
        let held = |place: BoxId| state.occupies(enemy, place) && state.counters_in(place).any(bars);
        held(place) || self.ground.neighbours(place).iter().any(|(next, way)| self.is_open(state, *way) && held(*next))
    }

    pub(crate) fn must_lift_away(&self, state: &State, side: Side) -> bool {
        self.lifts(state, side).next().is_some()
    }

    /// Counters that must be lifted away, each with the nearest boxes it may be lifted to.
    pub(crate) fn lifts<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = (CounterId, BoxId)> + 'a {
        let boxes = state
            .occupied(side)
            .iter()
            .filter(move |place| rule!("A.arm.k", self.beside_enemy_units(state, side, *place)));
        boxes.flat_map(move |place| {
            let to = self.nearest_apart(state, side, place);
            let counters = self.of_side_in(state, side, place);
            counters.iter().flat_map(move |counter| to.clone().into_iter().map(move |to| (counter, to)))
        })
    }

    /// The nearest boxes without enemies in them or beside them, on this side of the Austrian frontier (A.arm.l).
    fn nearest_apart(&self, state: &State, side: Side, from: BoxId) -> ArrayVec<BoxId, 16> {
        let mut seen = [false; BOXES];
        seen[from.index()] = true;
        let mut ring: ArrayVec<BoxId, BOXES> = ArrayVec::from_iter([from]);
        while !ring.is_empty() {
            let found: ArrayVec<BoxId, 16> = ring
                .iter()
                .copied()
                .filter(|place| {
                    !state.occupies(enemy_of(side), *place) && !self.beside_enemy_units(state, side, *place)
                })
                .take(16)
                .collect();
            if !found.is_empty() {
                return found;
            }
            let mut next_ring: ArrayVec<BoxId, BOXES> = ArrayVec::new();
            for here in &ring {
                for (next, way) in self.ground.neighbours(*here) {
                    let barred = self.ground.is_frontier(*way);
                    if !barred && !seen[next.index()] {
                        seen[next.index()] = true;
                        next_ring.push(*next);
                    }
                }
            }
            ring = next_ring;
        }
        ArrayVec::new()
    }

    pub(crate) fn may_lift(&self, state: &State, side: Side, counter: CounterId, to: BoxId) -> Ruling {
        if !self.lifts(state, side).any(|lift| lift == (counter, to)) {
            let words = "counters next to the enemy move away to the nearest legal box, and to no other";
            return Err(refuse(case!("A.arm.k"), words));
        }
        Ok(())
    }

    pub(crate) fn lift(&self, state: &mut State, counter: CounterId, to: BoxId, events: &mut impl Sink<Event>) {
        let from = state.place_of(counter);
        self.recognise(state, counter);
        self.relocate(state, counter, Whereabouts::At(to));
        state.piece_mut(counter).inside = false;
        events.event(Event::Calendar(Calendar::LiftedAway { counter, to }));
        if let Some(from) = from {
            self.tidy_box(state, from, events);
        }
        self.turn_flag(state, self.side_of(counter), to, events);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, EventsAction};
    use crate::counters::Counter;
    use crate::testing::{Table, chief, detachment, dummy, infantry};

    fn table() -> Table {
        let spring = |counter: Counter, twin: Option<u8>| Counter {
            season: Season::Spring,
            twin: twin.map(CounterId),
            ..counter
        };
        let autumn = |id: &str, counter: Counter| Counter { season: Season::Autumn, id: id.into(), ..counter };
        let counters = vec![
            spring(infantry("young-guard", FRENCH, 4), Some(1)),
            Counter { maximum: 12, ..autumn("autumn-guard", infantry("x", FRENCH, 4)) },
            spring(chief("eugene", FRENCH, 3, 2, 1), None),
            chief("napoleon", FRENCH, 4, 4, 4),
            chief("wittgenstein", ALLIED, 3, 2, 1),
            infantry("prussians", ALLIED, 3),
            dummy("dummy", FRENCH),
            detachment("a", FRENCH, crate::counters::Kind::Infantry, 3),
            infantry("ney", FRENCH, 3),
        ];
        let mut table = Table::new(&["A", "B", "C", "D"], &["A-B", "B-C", "C-D"], counters);
        table.rules.scenario.truce = Truce::Passes;
        table.rules.scenario.last_turn = 19;
        table.rules.scenario.dummies[0].infantry = 1;
        table.rules.scenario.autumn_dummies[0].infantry = 1;
        table.state.calendar.armistice = Some(6);
        table.state.turn = 5;
        table.put("young-guard", "A", 7);
        table.put("eugene", "A", 0);
        table.put("napoleon", "A", 0);
        table.put("dummy", "A", 0);
        let (a, guard) = (table.put("a", "A", 2), table.counter("young-guard"));
        table.state.piece_mut(a).parent = Some(guard);
        table.put("wittgenstein", "B", 0);
        table.put("prussians", "B", 4);
        table
    }

    fn end_turn(table: &mut Table) {
        table.begin(FRENCH, Frame::Events(Events::Calendar));
    }

    #[test]
    fn when_the_marker_is_reached_seasons_change_and_all_lies_open() {
        let mut table = table();
        end_turn(&mut table);
        assert_eq!(table.state.calendar.peace, Peace::Armistice { since: 6 });
        assert_eq!(table.state.calendar.restart, Some(11));
        assert_eq!((table.at("autumn-guard"), table.strength("autumn-guard")), (Some("A"), 7));
        assert_eq!((table.at("young-guard"), table.at("eugene"), table.at("dummy")), (None, None, None));
        assert_eq!(table.state.piece(table.counter("a")).parent, Some(table.counter("autumn-guard")));
        assert!(table.state.piece(table.counter("prussians")).face_up);
        assert_eq!(table.state.armies[0].chief, Some(table.counter("napoleon")));
    }

    #[test]
    fn a_marker_pushed_behind_the_turn_counts_and_one_ahead_does_not() {
        let mut table = table();
        table.state.calendar.armistice = Some(4);
        end_turn(&mut table);
        assert_eq!(table.state.calendar.peace, Peace::Armistice { since: 6 });
        let mut table = self::table();
        table.state.calendar.armistice = Some(7);
        end_turn(&mut table);
        assert_eq!(table.state.calendar.peace, Peace::War);
    }

    #[test]
    fn decisive_battles_move_the_marker_until_the_armistice_is_declared() {
        let mut table = table();
        let mut events = Vec::new();
        table.rules.decisive_battle_won(&mut table.state, FRENCH, &mut events);
        assert_eq!(table.state.calendar.armistice, Some(7));
        table.rules.decisive_battle_won(&mut table.state, ALLIED, &mut events);
        table.rules.decisive_battle_won(&mut table.state, ALLIED, &mut events);
        assert_eq!(table.state.calendar.armistice, Some(5));
        table.state.calendar.peace = Peace::Armistice { since: 6 };
        table.rules.decisive_battle_won(&mut table.state, ALLIED, &mut events);
        assert_eq!(table.state.calendar.armistice, Some(5));
    }

    #[test]
    fn a_scenario_may_end_with_it() {
        let mut table = table();
        table.rules.scenario.truce = Truce::Ends;
        end_turn(&mut table);
        assert_eq!(table.state.frame(), Frame::GameOver);
    }

    #[test]
    fn who_stands_beside_the_enemy_is_lifted_to_the_nearest_box_away_from_him() {
        let mut table = table();
        end_turn(&mut table);
        table.put("prussians", "B", 4);
        table.state.first = ALLIED;
        table.state.player = ALLIED;
        let mut events = Vec::new();
        table.rules.end_player_turn(&mut table.state, &mut events);
        assert_eq!(table.state.frame(), Frame::Events(Events::LiftAway { side: ALLIED }));
        let lift =
            |table: &Table, to: &str| Action::Events(EventsAction::LiftTo(table.counter("prussians"), table.place(to)));
        assert_eq!(table.refused(ALLIED, lift(&table, "D")), case!("A.arm.k"));
        table.act(ALLIED, lift(&table, "C"));
        assert_eq!(table.at("prussians"), Some("C"));
    }

    #[test]
    fn at_the_restart_dummies_can_be_put_down_again() {
        let mut table = table();
        end_turn(&mut table);
        table.state.turn = 10;
        end_turn(&mut table);
        assert_eq!(table.state.calendar.peace, Peace::Resumed { since: 11 });
        assert!(matches!(table.state.frame(), Frame::Administration(Administration::ReturnDummies { left: 1, .. })));
    }
}
