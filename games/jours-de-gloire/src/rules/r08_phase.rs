//! The combat phase (2.B4, 8.0): which battles are fought, and when its orders can be given.
//! Decides 2.B4.

use board::boxes::BoxId;
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::CombatAction;
use crate::event::{Common, Event, Phase};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Combat, Frame};
use crate::state::{BoxSet, State, enemy_of};

impl Rules {
    pub(crate) fn open_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        events.event(Event::Common(Common::PhaseBegan { side: state.player, phase: Phase::Combat }));
        state.frames.pop();
        // 8.0: the phasing player orders the battles.
        let seat = self.seat_of_side(state.player);
        state.frames.push(Frame::Combat(Combat::Choose { seat }));
        false
    }

    /// Whether a battle has to be fought in a box: both sides stand in its field (2.B4). A siege goes on or not as the
    /// besieger likes, and the besieged sally only if they wish (8.8m).
    fn must_be_fought(&self, state: &State, at: BoxId) -> bool {
        let outside = |side: Side| !self.in_the_field(state, side, at).is_empty();
        state.battles.contains(at) && outside(state.player) && outside(enemy_of(state.player))
    }

    pub(crate) fn may_fight(&self, state: &State, at: BoxId) -> Ruling {
        if !state.battles.contains(at) {
            return Err(refuse(case!("2.B4"), "there is no battle to fight at {place}").place(at));
        }
        if self.must_be_fought(state, at) {
            return Ok(());
        }
        // 8.8m: who is shut in needs a unit to break out with.
        let own = self.of_side_in(state, state.player, at);
        if self.strength_of(state, &own) == 0 {
            return Err(refuse(case!("8.8m"), "there is no unit at {place} to fight with").place(at));
        }
        Ok(())
    }

    pub(crate) fn may_end_combat(&self, state: &State) -> Ruling {
        match state.battles.iter().find(|at| self.must_be_fought(state, *at)) {
            Some(at) if rule!("2.B4", true) => {
                Err(refuse(case!("2.B4"), "the battle at {place} must be fought").also(&[case!("8.0")]).place(at))
            }
            Some(_) | None => Ok(()),
        }
    }

    pub(crate) fn close_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        for piece in &mut state.pieces {
            piece.entered_by = None;
            piece.lost_here = 0;
        }
        state.battles = BoxSet::EMPTY;
        state.intercepted = BoxSet::EMPTY;
        self.end_player_turn(state, events);
        false
    }

    /// The right player at the wrong moment: the refusal names the rule that says when.
    pub(crate) fn out_of_step(&self, action: CombatAction) -> Ruling {
        let refusal = match action {
            CombatAction::Fight(_) | CombatAction::EndCombat => {
                refuse(case!("8.0"), "the current battle must be finished first")
            }
            CombatAction::StandOutside | CombatAction::GoInside(_) | CombatAction::CloseGates => {
                refuse(case!("8.8b"), "defenders go inside a fortified city before combat or not at all")
            }
            CombatAction::LeaveBy(_) => refuse(case!("8.8f"), "no counters are without room in a fortified city now"),
            CombatAction::Assault | CombatAction::Besiege | CombatAction::Mask => {
                refuse(case!("8.8c"), "there is no city to assault or besiege now")
            }
            CombatAction::Choose(_) => refuse(case!("8.1a"), "tactics are chosen once, at the start of a battle"),
            CombatAction::Overrun | CombatAction::FightRound => refuse(
                case!("8.4c"),
                "an overrun can be tried only at the start of a round, by an attacker with {number} times the strength",
            )
            .number(i16::from(self.tables.battle.overrun_ratio)),
            CombatAction::AdvanceBy(_) | CombatAction::Remain => refuse(case!("8.4e"), "there is no advance now"),
            CombatAction::Lose(_) => refuse(case!("8.4a"), "there are no losses to choose now"),
            CombatAction::RetreatBy(_) => refuse(case!("8.7a"), "no retreat is due now"),
            CombatAction::BlowBridge | CombatAction::LeaveBridge => {
                refuse(case!("6.4c"), "there is no bridge to blow up now")
            }
        };
        kernel::cases::applies(refusal.case, true, file!(), line!());
        Err(refusal)
    }
}

#[cfg(test)]
mod tests {
    use kernel::Seat;

    use super::*;
    use crate::counters::{Counter, Kind};
    use crate::phases::Awaited;
    use crate::sequence::{Guns, Movement};
    use crate::sets::CounterSet;
    use crate::state::{ALLIED, FRENCH, Grade, Siege};
    use crate::testing::{Table, artillery, cavalry, chief, detachment, dummy, general, infantry};

    /// Numbers without end, the same in every run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as usize) % bound.max(1)
        }
    }

    const BOXES: [&str; 7] = ["A fortified", "B", "C defensive", "D mountain", "E fortified", "F", "G"];
    const ROADS: [&str; 9] = [
        "A-B",
        "B-C minor bridge",
        "C-D poor-road",
        "D-E major bridge",
        "E-F minor ford",
        "F-A",
        "B-E",
        "C-F",
        "D-G major ford",
    ];

    fn army(side: Side) -> Vec<Counter> {
        let name = |id: &str| format!("{id}{}", side.0);
        vec![
            chief(&name("chief"), side, 4, 3, 2),
            general(&name("general"), side, 2, 2, 1),
            infantry(&name("one"), side, 3),
            infantry(&name("two"), side, 4),
            infantry(&name("three"), side, 2),
            cavalry(&name("horse"), side, 4, 5),
            artillery(&name("guns"), side, 6),
            detachment(&name("foot-det"), side, Kind::Infantry, 2),
            detachment(&name("horse-det"), side, Kind::Cavalry, 2),
            dummy(&name("dummy"), side),
        ]
    }

    fn random_table(numbers: &mut Numbers) -> Table {
        let mut counters = army(FRENCH);
        counters.extend(army(ALLIED));
        let mut table = Table::new(&BOXES, &ROADS, counters);
        for counter in table.rules.all_counters() {
            if numbers.below(5) == 0 {
                continue;
            }
            let at = BoxId(numbers.below(BOXES.len() - 1) as u16);
            let strength = if table.rules.has_strength(counter) { numbers.below(13) as u8 } else { 0 };
            table.rules.relocate(&mut table.state, counter, crate::state::Whereabouts::At(at));
            let ways = table.rules.ground.neighbours(at);
            let way = ways[numbers.below(ways.len())].1;
            let came = table.rules.side_of(counter) == FRENCH || numbers.below(4) == 0;
            let piece = table.state.piece_mut(counter);
            piece.strength = strength;
            piece.entered_by = (came && numbers.below(3) > 0).then_some(way);
            piece.fatigued = numbers.below(5) == 0;
            piece.grade = if numbers.below(3) == 0 { Grade::Alone } else { Grade::InCommand };
        }
        for number in 0..BOXES.len() {
            let at = BoxId(number as u16);
            if numbers.below(4) == 0 {
                table.state.intercepted.insert(at);
            }
            if numbers.below(5) == 0 {
                table.state.entrenched[numbers.below(2)].insert(at);
            }
            if table.rules.ground.is_fortified(at) && numbers.below(2) == 0 {
                besiege(&mut table, at, numbers);
            }
        }
        table.state.weather = crate::tables::Weather::ALL[numbers.below(4)];
        table.rules.find_chiefs(&mut table.state);
        table
    }

    fn besiege(table: &mut Table, at: BoxId, numbers: &mut Numbers) {
        let besieger = if numbers.below(2) == 0 { FRENCH } else { ALLIED };
        let garrison = table.rules.of_side_in(&table.state, enemy_of(besieger), at);
        let outside = table.rules.of_side_in(&table.state, besieger, at);
        let real = |force: &CounterSet| table.rules.strength_of(&table.state, force) > 0;
        if real(&garrison) && real(&outside) {
            garrison.iter().for_each(|counter| table.state.piece_mut(counter).inside = true);
            table.state.sieges.push(Siege { at, besieger, step: 1, masked: numbers.below(2) == 0 });
        }
    }

    /// Whatever is played, somebody can always answer, nothing that is offered is refused, and the phase comes to its end.
    #[test]
    fn random_combat_phases_come_to_an_end() {
        let mut numbers = Numbers(1813);
        let mut battles = 0;
        for _ in 0..400 {
            let mut table = random_table(&mut numbers);
            table.begin(FRENCH, Frame::Guns(Guns::Open));
            for step in 0.. {
                assert!(step < 2000, "endless in {:?}", table.state.frames);
                match table.state.frame() {
                    Frame::Guns(_) | Frame::Combat(_) | Frame::Movement(Movement::DisplaceLeader { .. }) => {}
                    Frame::Events(_) | Frame::Administration(_) | Frame::Movement(_) | Frame::GameOver => break,
                }
                match table.rules.waits(&table.state) {
                    Awaited::Die(_) => table.throw(numbers.below(6) as u8 + 1),
                    Awaited::Seat(seat) => random_answer(&mut table, seat, &mut numbers),
                    Awaited::Seats(seats) => {
                        let seat = seats[numbers.below(seats.len())];
                        random_answer(&mut table, seat, &mut numbers);
                    }
                    Awaited::Nothing => panic!("nobody is asked in {:?}", table.state.frame()),
                }
            }
            battles += table
                .events
                .iter()
                .filter(|event| matches!(event, Event::Combat(crate::event::Combat::Ended { .. })))
                .count();
            for piece in &table.state.pieces {
                assert_eq!((piece.lost_here, piece.entered_by), (0, None));
            }
            let shared = table.state.occupied(FRENCH).intersection(*table.state.occupied(ALLIED));
            for at in shared.iter().filter(|_| table.state.frame() != Frame::GameOver) {
                let here: Vec<&str> =
                    table.state.counters_in(at).map(|it| table.rules.counter(it).id.as_str()).collect();
                assert!(table.state.siege_at(at).is_some(), "{here:?} share a box; {:#?}", table.events);
            }
        }
        assert!(battles > 300, "{battles}");
    }

    fn random_answer(table: &mut Table, seat: Seat, numbers: &mut Numbers) {
        let mut actions = Vec::new();
        table.rules.list(&table.state, seat, &mut actions);
        assert!(!actions.is_empty(), "no answer in {:?}", table.state.frame());
        for action in &actions {
            assert!(table.rules.check_now(&table.state, seat, action).is_ok());
        }
        let action = actions[numbers.below(actions.len())];
        table.rules.play_now(&mut table.state, seat, &action, &mut table.events);
    }
}
