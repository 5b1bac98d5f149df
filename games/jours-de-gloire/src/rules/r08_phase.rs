//! The combat phase (2.B4, 8.0): which battles are fought, and which file of chapter 8 answers what.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Seat, Side, Sink, Throw};

use crate::Rules;
use crate::action::{Action, CombatAction};
use crate::battle::{Battle, Tactic};
use crate::event::{Common, Event, Phase};
use crate::play::Waits;
use crate::refusal::{Ruling, refuse};
use crate::rules::r08_retreat::Leaving;
use crate::sequence::{Combat, Frame};
use crate::sets::CounterSet;
use crate::state::{BoxSet, State, enemy_of};

impl Rules {
    pub(crate) fn combat_waits(&self, state: &State, frame: Combat) -> Waits {
        match frame {
            Combat::Choose { seat }
            | Combat::Shelter { seat }
            | Combat::Overflow { seat }
            | Combat::Invest { seat }
            | Combat::AskOverrun { seat }
            | Combat::OverrunAdvance { seat }
            | Combat::Losses { seat, .. }
            | Combat::Retreat { seat, .. }
            | Combat::AskBlowBridge { seat }
            | Combat::AskRetire { seat, .. } => Waits::Seat(seat),
            Combat::Tactics => {
                let Some(battle) = state.battle else { return Waits::Nothing };
                let chosen = |side: Side| battle.tactics[side.index()].is_some();
                // Who is to be shown the other's tactic by a card waits for it.
                let waits = |side: Side| battle.spies == Some(side) && !chosen(enemy_of(side));
                let open =
                    [state.player, enemy_of(state.player)].into_iter().filter(|side| !chosen(*side) && !waits(*side));
                let mut seats: ArrayVec<Seat, { kernel::SEATS }> =
                    open.map(|side| self.seat_in_battle(state, side)).collect();
                seats.sort_unstable();
                Waits::Seats(seats)
            }
            Combat::SiegeDie => Waits::Die(Throw::d6(case!("8.8g"), "siege")),
            Combat::OverrunDie => Waits::Die(Throw::d6(case!("8.4d"), "overrun")),
            Combat::BattleDie { .. } => Waits::Die(Throw::d6(case!("8.1c"), "combat")),
            Combat::ArtilleryDie { .. } => Waits::Die(Throw::d6(case!("T.artillery"), "artillery")),
            Combat::MoraleDie { .. } => Waits::Die(Throw::d6(case!("8.6c"), "morale")),
            Combat::PursuitDie => Waits::Die(Throw::d6(case!("T.pursuit"), "pursuit")),
            Combat::BlowBridgeDie { .. } => Waits::Die(Throw::d6(case!("6.4c"), "blowing the bridge")),
            Combat::Open
            | Combat::Reveal
            | Combat::Round
            | Combat::Casualties
            | Combat::Morale
            | Combat::RoundEnd
            | Combat::Verdict
            | Combat::BattleOver
            | Combat::Close => Waits::Nothing,
        }
    }

    pub(crate) fn run_combat(&self, state: &mut State, frame: Combat, events: &mut impl Sink<Event>) -> bool {
        match frame {
            Combat::Open => self.open_combat(state, events),
            Combat::Choose { .. } => {
                // Everybody sees which boxes are shared: the question tells nothing.
                if !state.battles.is_empty() {
                    return true;
                }
                state.frames.pop();
                state.frames.push(Frame::Combat(Combat::Close));
                false
            }
            Combat::Reveal => self.reveal(state, events),
            Combat::Round => self.open_round(state, events),
            Combat::Casualties => self.take_casualties(state),
            Combat::Losses { seat, side, left } => self.run_losses(state, seat, side, left, events),
            Combat::Morale => self.run_morale(state),
            Combat::RoundEnd => self.end_round(state, events),
            Combat::Verdict => self.pronounce(state, events),
            Combat::Retreat { side, .. } => self.run_retreat(state, side, events),
            Combat::AskBlowBridge { .. } => self.run_ask_blow(state),
            Combat::AskRetire { side, .. } => self.run_ask_retire(state, side),
            Combat::BattleOver => self.close_battle(state, events),
            Combat::Close => self.close_combat(state, events),
            Combat::Shelter { .. }
            | Combat::Overflow { .. }
            | Combat::Invest { .. }
            | Combat::SiegeDie
            | Combat::Tactics
            | Combat::AskOverrun { .. }
            | Combat::OverrunDie
            | Combat::OverrunAdvance { .. }
            | Combat::BattleDie { .. }
            | Combat::ArtilleryDie { .. }
            | Combat::MoraleDie { .. }
            | Combat::PursuitDie
            | Combat::BlowBridgeDie { .. } => true,
        }
    }

    fn open_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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

    fn may_fight(&self, state: &State, at: BoxId) -> Ruling {
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

    fn may_end_combat(&self, state: &State) -> Ruling {
        match state.battles.iter().find(|at| self.must_be_fought(state, *at)) {
            Some(at) if rule!("2.B4", true) => {
                Err(refuse(case!("2.B4"), "the battle at {place} must be fought").also(&[case!("8.0")]).place(at))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn close_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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

    pub(crate) fn judge_combat(&self, state: &State, seat: Seat, frame: Combat, action: &CombatAction) -> Ruling {
        let side = self.side_of_seat(seat);
        let none = Battle::at(BoxId::NONE, side, false);
        let battle = state.battle.as_ref().unwrap_or(&none);
        match (frame, *action) {
            (Combat::Choose { .. }, CombatAction::Fight(at)) => self.may_fight(state, at),
            (Combat::Choose { .. }, CombatAction::EndCombat) => self.may_end_combat(state),
            (Combat::Shelter { .. }, CombatAction::StandOutside) => self.may_stand_outside(state, battle, side),
            (Combat::Shelter { .. }, CombatAction::GoInside(counter)) => {
                self.may_go_inside(state, battle, side, counter)
            }
            (Combat::Shelter { .. }, CombatAction::CloseGates) => self.may_close_gates(state, battle, side),
            (Combat::Overflow { .. }, CombatAction::LeaveBy(way)) => self.may_leave_by(state, battle, side, way),
            (Combat::Overflow { .. }, CombatAction::Remain) => Ok(()),
            (Combat::Invest { .. }, CombatAction::Assault) => self.may_storm(state, battle, side),
            (Combat::Invest { .. }, CombatAction::Besiege) => self.may_prosecute(state, battle, side),
            (Combat::Invest { .. }, CombatAction::Mask) => Ok(()),
            (Combat::Tactics, CombatAction::Choose(tactic)) => self.may_choose_tactic(state, battle, side, tactic),
            (Combat::AskOverrun { .. }, CombatAction::Overrun) => self.may_overrun(state, battle),
            (Combat::AskOverrun { .. }, CombatAction::FightRound) => Ok(()),
            (Combat::OverrunAdvance { .. }, CombatAction::AdvanceBy(way)) => self.may_advance_by(state, battle, way),
            (Combat::OverrunAdvance { .. }, CombatAction::Remain) => Ok(()),
            (Combat::Losses { side, .. }, CombatAction::Lose(counter)) => self.may_lose(state, side, counter),
            (Combat::Retreat { side, .. }, CombatAction::RetreatBy(way)) => {
                self.may_retreat_by(state, battle, side, Rules::reason_to_leave(battle), way)
            }
            (Combat::AskBlowBridge { .. }, CombatAction::BlowBridge | CombatAction::LeaveBridge) => Ok(()),
            (Combat::AskRetire { side, .. }, CombatAction::RetreatBy(way)) => {
                self.may_retreat_by(state, battle, side, Leaving::Retiring, way)
            }
            (Combat::AskRetire { .. }, CombatAction::Remain) => Ok(()),
            (_, CombatAction::Overrun) if state.battle.is_some() => {
                self.overrun_is_open(state, battle)?;
                self.out_of_step(CombatAction::Overrun)
            }
            (_, other) => self.out_of_step(other),
        }
    }

    /// The right player at the wrong moment: the refusal names the rule that says when.
    fn out_of_step(&self, action: CombatAction) -> Ruling {
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
                "an overrun can be tried only at the start of a round, by an attacker with six times the strength",
            ),
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

    pub(crate) fn list_combat(&self, state: &State, seat: Seat, frame: Combat, actions: &mut Vec<Action>) {
        let mut offer = |action: CombatAction| {
            if self.judge_combat(state, seat, frame, &action).is_ok() {
                actions.push(Action::Combat(action));
            }
        };
        let at = state.battle.map(|battle| battle.at);
        let ways = || at.map_or(&[][..], |at| self.ground.neighbours(at)).iter().map(|(_, way)| *way);
        match frame {
            Combat::Choose { .. } => {
                state.battles.iter().for_each(|at| offer(CombatAction::Fight(at)));
                offer(CombatAction::EndCombat);
            }
            Combat::Shelter { .. } => {
                offer(CombatAction::StandOutside);
                let side = self.side_of_seat(seat);
                let own = at.map_or(CounterSet::EMPTY, |at| self.in_the_field(state, side, at));
                own.iter().for_each(|counter| offer(CombatAction::GoInside(counter)));
                offer(CombatAction::CloseGates);
            }
            Combat::Overflow { .. } => {
                ways().for_each(|way| offer(CombatAction::LeaveBy(way)));
                offer(CombatAction::Remain);
            }
            Combat::Invest { .. } => {
                [CombatAction::Assault, CombatAction::Besiege, CombatAction::Mask].into_iter().for_each(offer);
            }
            Combat::Tactics => Tactic::ALL.into_iter().for_each(|tactic| offer(CombatAction::Choose(tactic))),
            Combat::AskOverrun { .. } => [CombatAction::Overrun, CombatAction::FightRound].into_iter().for_each(offer),
            Combat::OverrunAdvance { .. } => {
                ways().for_each(|way| offer(CombatAction::AdvanceBy(way)));
                offer(CombatAction::Remain);
            }
            Combat::Losses { side, .. } => {
                let force = state.battle.map_or(CounterSet::EMPTY, |battle| battle.forces[side.index()]);
                force.iter().for_each(|counter| offer(CombatAction::Lose(counter)));
            }
            Combat::Retreat { .. } => ways().for_each(|way| offer(CombatAction::RetreatBy(way))),
            Combat::AskBlowBridge { .. } => {
                [CombatAction::BlowBridge, CombatAction::LeaveBridge].into_iter().for_each(offer);
            }
            Combat::AskRetire { .. } => {
                ways().for_each(|way| offer(CombatAction::RetreatBy(way)));
                offer(CombatAction::Remain);
            }
            Combat::Open
            | Combat::SiegeDie
            | Combat::Reveal
            | Combat::OverrunDie
            | Combat::Round
            | Combat::BattleDie { .. }
            | Combat::ArtilleryDie { .. }
            | Combat::Casualties
            | Combat::Morale
            | Combat::MoraleDie { .. }
            | Combat::RoundEnd
            | Combat::Verdict
            | Combat::PursuitDie
            | Combat::BlowBridgeDie { .. }
            | Combat::BattleOver
            | Combat::Close => {}
        }
    }

    pub(crate) fn play_combat(
        &self,
        state: &mut State,
        seat: Seat,
        frame: Combat,
        action: &CombatAction,
        events: &mut impl Sink<Event>,
    ) {
        let side = self.side_of_seat(seat);
        match *action {
            CombatAction::Fight(at) => self.begin(state, at, events),
            CombatAction::EndCombat => {
                state.frames.pop();
                state.frames.push(Frame::Combat(Combat::Close));
            }
            CombatAction::StandOutside => self.stand_outside(state, side, events),
            CombatAction::GoInside(counter) => self.go_inside(state, counter),
            CombatAction::CloseGates => self.close_gates(state, side, events),
            CombatAction::LeaveBy(way) => self.leave_city_by(state, side, way, events),
            CombatAction::Assault => self.assault(state, side, events),
            CombatAction::Besiege => self.besiege(state, side, events),
            CombatAction::Mask => self.mask(state, side, events),
            CombatAction::Choose(tactic) => self.choose_tactic(state, side, tactic, events),
            CombatAction::Overrun => self.declare_overrun(state, events),
            CombatAction::AdvanceBy(way) => self.advance_by(state, way, events),
            CombatAction::Remain => {
                if let Combat::Overflow { .. } = frame {
                    self.fight_outside(state, side, events);
                } else {
                    state.frames.pop();
                }
            }
            CombatAction::FightRound | CombatAction::LeaveBridge => {
                state.frames.pop();
            }
            CombatAction::Lose(counter) => {
                if let Combat::Losses { seat, side, left } = frame {
                    self.play_loss(state, (seat, side, left), counter, events);
                }
            }
            CombatAction::RetreatBy(way) => {
                if let Combat::AskRetire { side, .. } = frame {
                    self.retire_by(state, side, way, events);
                } else {
                    self.retreat_by(state, side, way, events);
                }
            }
            CombatAction::BlowBridge => {
                state.frames.pop();
                state.frames.push(Frame::Combat(Combat::BlowBridgeDie { side }));
            }
        }
    }

    pub(crate) fn throw_combat(&self, state: &mut State, frame: Combat, die: u8, events: &mut impl Sink<Event>) {
        match frame {
            Combat::SiegeDie => self.throw_siege(state, die, events),
            Combat::OverrunDie => self.throw_overrun(state, die, events),
            Combat::BattleDie { side } => self.throw_battle(state, side, die, events),
            Combat::ArtilleryDie { side } => self.throw_artillery(state, side, die, events),
            Combat::MoraleDie { side } => self.throw_morale(state, side, die, events),
            Combat::PursuitDie => self.throw_pursuit(state, die, events),
            Combat::BlowBridgeDie { side } => self.throw_blowing(state, side, die, events),
            Combat::Open
            | Combat::Choose { .. }
            | Combat::Shelter { .. }
            | Combat::Overflow { .. }
            | Combat::Invest { .. }
            | Combat::Tactics
            | Combat::Reveal
            | Combat::AskOverrun { .. }
            | Combat::OverrunAdvance { .. }
            | Combat::Round
            | Combat::Casualties
            | Combat::Losses { .. }
            | Combat::Morale
            | Combat::RoundEnd
            | Combat::Verdict
            | Combat::Retreat { .. }
            | Combat::AskBlowBridge { .. }
            | Combat::AskRetire { .. }
            | Combat::BattleOver
            | Combat::Close => unreachable!("no die is due"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::{Counter, Kind};
    use crate::play::Waits;
    use crate::sequence::{Guns, Movement};
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
                    Waits::Die(_) => table.throw(numbers.below(6) as u8 + 1),
                    Waits::Seat(seat) => random_answer(&mut table, seat, &mut numbers),
                    Waits::Seats(seats) => {
                        let seat = seats[numbers.below(seats.len())];
                        random_answer(&mut table, seat, &mut numbers);
                    }
                    Waits::Nothing => panic!("nobody is asked in {:?}", table.state.frame()),
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
