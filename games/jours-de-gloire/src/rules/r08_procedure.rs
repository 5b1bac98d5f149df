//! Cases 8.0 and 8.1: the combat phase and the course of a battle. What happens in its steps is in the other files of
//! chapter 8; here is the order in which it happens.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Seat, Side, Sink, Throw, rule};

use crate::Rules;
use crate::action::{Action, CombatAction};
use crate::battle::{Battle, Ending, Engagement, Tactic};
use crate::event::{Combat as Happened, Common, Event, Phase};
use crate::play::Waits;
use crate::refusal::{Ruling, refuse};
use crate::rules::r08_retreat::Leaving;
use crate::sequence::{Combat, Frame};
use crate::sets::CounterSet;
use crate::state::{BoxSet, State, enemy_of};

impl Rules {
    /// Who decides for a side in a battle: the seat of its highest leader there, else of its first unit (10.e).
    pub(crate) fn seat_for_force(&self, state: &State, force: &CounterSet, side: Side) -> Seat {
        let leader = self.foremost(force, |leader| leader.command_value);
        leader.or_else(|| force.first()).map_or_else(|| self.seat_of_side(side), |counter| self.seat_of_counter(state, counter))
    }

    fn seat_in_battle(&self, state: &State, side: Side) -> Seat {
        let force = state.battle.map_or(CounterSet::EMPTY, |battle| battle.forces[side.index()]);
        self.seat_for_force(state, &force, side)
    }

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
                let open = [state.player, enemy_of(state.player)].into_iter().filter(|side| !chosen(*side) && !waits(*side));
                let mut seats: ArrayVec<Seat, { kernel::SEATS }> = open.map(|side| self.seat_in_battle(state, side)).collect();
                seats.sort_unstable();
                Waits::Seats(seats)
            }
            Combat::SiegeDie => Waits::Die(Throw::d6("8.8g", "siege")),
            Combat::OverrunDie => Waits::Die(Throw::d6("8.4d", "overrun")),
            Combat::BattleDie { .. } => Waits::Die(Throw::d6("8.1c", "combat")),
            Combat::ArtilleryDie { .. } => Waits::Die(Throw::d6("T.artillery", "artillery")),
            Combat::MoraleDie { .. } => Waits::Die(Throw::d6("8.6c", "morale")),
            Combat::PursuitDie => Waits::Die(Throw::d6("T.pursuit", "pursuit")),
            Combat::BlowBridgeDie { .. } => Waits::Die(Throw::d6("6.4c", "blowing the bridge")),
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
                if self.boxes_to_fight(state).next().is_some() {
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

    /// The boxes shared by both sides that have not been dealt with in this phase.
    fn boxes_to_fight<'a>(&'a self, state: &'a State) -> impl Iterator<Item = BoxId> + 'a {
        state.battles.boxes().filter(|at| self.may_fight(state, *at).is_ok())
    }

    /// Whether a battle has to be fought in a box: both sides stand in its field (2.B4). A siege goes on or not as the
    /// besieger likes, and the besieged sally only if they wish (8.8m).
    fn must_be_fought(&self, state: &State, at: BoxId) -> bool {
        let outside = |side: Side| !self.in_the_field(state, side, at).is_empty();
        state.battles.covers(at) && outside(state.player) && outside(enemy_of(state.player))
    }

    fn may_fight(&self, state: &State, at: BoxId) -> Ruling {
        if !state.battles.covers(at) {
            return Err(refuse("2.B4", "there is no battle to be fought at {box}").place(at));
        }
        if self.must_be_fought(state, at) {
            return Ok(());
        }
        // 8.8m: who is shut in needs a unit to break out with.
        let own = self.of_side_in(state, state.player, at);
        if self.strength_of(state, &own) == 0 {
            return Err(refuse("8.8m", "there is no unit at {box} to fight with").place(at));
        }
        Ok(())
    }

    fn may_end_combat(&self, state: &State) -> Ruling {
        match state.battles.boxes().find(|at| self.must_be_fought(state, *at)) {
            Some(at) if rule!("2.B4", true) => Err(refuse("2.B4", "the battle at {box} has to be fought").also(&["8.0"]).place(at)),
            Some(_) | None => Ok(()),
        }
    }

    /// A box is dealt with: sortie, siege, shelter behind walls, or a battle in the field.
    fn begin(&self, state: &mut State, at: BoxId, events: &mut impl Sink<Event>) {
        let player = state.player;
        // 6.5.1l: interceptors defend; 8.0: the phasing side attacks (R J25).
        let intercepted = rule!("6.5.1l", state.intercepted.covers(at));
        let battle = Battle::at(at, player, intercepted);
        state.battle = Some(battle);
        state.battles.unmark(at);
        state.frames.push(Frame::Combat(Combat::BattleOver));
        if let Some(siege) = state.siege_at(at).copied() {
            if siege.besieger != player {
                self.open_battle(state, Engagement::Sortie, player, events);
            } else if self.in_the_field(state, enemy_of(player), at).is_empty() {
                self.ask_to_invest(state, enemy_of(player));
            } else {
                self.open_battle(state, Engagement::Field, player, events);
            }
            return;
        }
        match self.city_holder(state, &battle) {
            Some(holder) => {
                let seat = self.seat_for_force(state, &self.of_side_in(state, holder, at), holder);
                state.frames.push(Frame::Combat(Combat::Shelter { seat }));
            }
            None => self.open_battle(state, Engagement::Field, player, events),
        }
    }

    /// Both Forces are known: tactics are chosen (8.1a).
    pub(crate) fn open_battle(
        &self,
        state: &mut State,
        engagement: Engagement,
        attacker: Side,
        events: &mut impl Sink<Event>,
    ) {
        let Some(mut battle) = state.battle else { return };
        let at = battle.at;
        battle = Battle {
            engagement,
            // What cards have promised for this battle stands.
            spies: battle.spies,
            extra_bombardment: battle.extra_bombardment,
            bridge_won: battle.bridge_won,
            ..Battle::at(at, attacker, battle.intercepted)
        };
        for side in [attacker, enemy_of(attacker)] {
            battle.forces[side.index()] = match engagement {
                Engagement::Field => self.in_the_field(state, side, at),
                Engagement::Assault if side == attacker => self.in_the_field(state, side, at),
                Engagement::Assault => self.garrison(state, side, &battle),
                // 8.8n: garrison and relief together against those before the walls.
                Engagement::Sortie if side == attacker && rule!("8.8n", true) => self.of_side_in(state, side, at),
                Engagement::Sortie => self.in_the_field(state, side, at),
            };
        }
        state.battle = Some(battle);
        events.event(Event::Combat(Happened::BattleBegan { at, attacker, engagement }));
        state.frames.push(Frame::Combat(Combat::Tactics));
    }

    /// Everything that was to follow in this battle is dropped, but not its end.
    pub(crate) fn cut_to_battle_over(&self, state: &mut State) {
        while !matches!(state.frames.last(), Some(Frame::Combat(Combat::BattleOver)) | None) {
            state.frames.pop();
        }
    }

    /// 8.1a: tactics first, then faces. 7.1e: dummies leave.
    fn reveal(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return false };
        let (size, rounds) = self.size_and_rounds(state, &battle);
        (battle.size, battle.rounds) = (size, rounds);
        let tactics = battle.tactics.map(|tactic| tactic.unwrap_or(Tactic::Skirmish));
        events.event(Event::Combat(Happened::TacticsShown { tactics, rounds, size }));
        for side in [battle.attacker, enemy_of(battle.attacker)] {
            let dummies: CounterSet = battle.forces[side.index()].iter().filter(|counter| self.is_dummy(*counter)).collect();
            if rule!("7.1e", !dummies.is_empty()) {
                self.remove_dummies(state, side, battle.at, events);
                battle.forces[side.index()] = battle.forces[side.index()].without(dummies);
            }
            for counter in battle.forces[side.index()].iter() {
                if rule!("8.1a", true) {
                    self.turn_up(state, counter, self.has_strength(counter), events);
                }
                let piece = state.piece_mut(counter);
                piece.stirred = true;
                piece.lost_here = 0;
            }
            battle.start[side.index()] = self.strength_of(state, &battle.forces[side.index()]);
        }
        state.battle = Some(battle);
        // R J2: nobody fights without SP; what is left of such a side gives way.
        let empty = |side: Side| battle.start[side.index()] == 0;
        let (attacker, defender) = (battle.attacker, enemy_of(battle.attacker));
        if empty(attacker) || empty(defender) {
            events.event(Event::Combat(Happened::NobodyToFight { at: battle.at }));
            let gives_way = if empty(defender) { defender } else { attacker };
            self.eliminate_force(state, &battle.forces[gives_way.index()], events);
            return false;
        }
        self.find_flanks(state, events);
        state.frames.push(Frame::Combat(Combat::Round));
        false
    }

    /// P3: a new round; the attacker may try an overrun instead of it (8.4c).
    fn open_round(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return false };
        battle.round += 1;
        let was_encircled = battle.encircled;
        let encircled = self.is_encircled(state, &battle);
        // 8.5f: the marker goes as soon as a box is free.
        battle.encircled = encircled || (was_encircled && !rule!("8.5f", true));
        if battle.encircled && !was_encircled {
            let side = enemy_of(battle.attacker);
            events.event(Event::Combat(Happened::Encircled { at: battle.at, side }));
        }
        state.battle = Some(battle);
        events.event(Event::Combat(Happened::Round { round: battle.round }));
        let (attacker, defender) = (battle.attacker, enemy_of(battle.attacker));
        let mut push = |frame: Combat| state.frames.push(Frame::Combat(frame));
        push(Combat::RoundEnd);
        push(Combat::Morale);
        push(Combat::Casualties);
        // 8.1c: guns in even rounds.
        if rule!("8.1c", battle.round.is_multiple_of(2)) {
            for side in [defender, attacker] {
                if self.artillery_bonus(state, &battle.forces[side.index()]) > 0 {
                    state.frames.push(Frame::Combat(Combat::ArtilleryDie { side }));
                }
            }
        }
        for side in [defender, attacker] {
            state.frames.push(Frame::Combat(Combat::BattleDie { side }));
        }
        if self.may_overrun(state, &battle).is_ok() {
            let seat = self.seat_for_force(state, &battle.forces[attacker.index()], attacker);
            state.frames.push(Frame::Combat(Combat::AskOverrun { seat }));
        }
        false
    }

    fn throw_battle(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return };
        let throwing = self.throwing(state, &battle, side);
        let cell = self.battle_cell(throwing, die);
        events.event(Event::Combat(Happened::Thrown {
            side,
            die,
            modified: (i32::from(die) + throwing.die) as i8,
            column: self.battle_column(throwing),
            losses: cell.losses,
            tests: cell.morale,
        }));
        let enemy = enemy_of(side).index();
        battle.due[enemy] += cell.losses;
        battle.tests[enemy] |= cell.morale;
        state.battle = Some(battle);
    }

    fn throw_artillery(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return };
        let bonus = self.artillery_bonus(state, &battle.forces[side.index()]);
        let cell = self.artillery_cell(state, bonus, die);
        events.event(Event::Combat(Happened::ArtilleryThrown { side, die, losses: cell.losses, tests: cell.morale }));
        let enemy = enemy_of(side).index();
        battle.due[enemy] += cell.losses;
        battle.tests[enemy] |= cell.morale;
        state.battle = Some(battle);
    }

    /// 8.1c: both sides lose at the same time, after all dice.
    fn take_casualties(&self, state: &mut State) -> bool {
        let Some(battle) = &mut state.battle else { return self.drop_frame(state) };
        // A card brings the guns of a side up in an odd round, too.
        for side in [battle.attacker, enemy_of(battle.attacker)] {
            if !battle.round.is_multiple_of(2) && std::mem::take(&mut battle.extra_bombardment[side.index()]) {
                let force = battle.forces[side.index()];
                if self.artillery_bonus(state, &force) > 0 {
                    state.frames.push(Frame::Combat(Combat::ArtilleryDie { side }));
                }
                return false;
            }
        }
        state.frames.pop();
        let due = std::mem::take(&mut battle.due);
        let attacker = battle.attacker;
        for side in [enemy_of(attacker), attacker] {
            self.demand_losses(state, side, due[side.index()]);
        }
        false
    }

    /// 8.1d: on with the next round, unless all have been fought or somebody has to retreat.
    fn end_round(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Some(battle) = state.battle else { return false };
        let over = rule!("8.1d", battle.round >= battle.rounds || battle.broken.contains(&true));
        if over {
            state.frames.push(Frame::Combat(Combat::Verdict));
        } else {
            self.let_marchers_join(state, events);
            state.frames.push(Frame::Combat(Combat::Round));
        }
        false
    }

    /// 8.1e: who had to retreat is beaten, else who has lost more; 8.1f: equal losses are indecisive. If both had to retreat,
    /// losses decide (R J36).
    fn verdict_of(&self, battle: &Battle) -> Ending {
        let [one, other] = [battle.attacker, enemy_of(battle.attacker)];
        let broken = |side: Side| battle.broken[side.index()];
        if rule!("8.1e", broken(one) != broken(other)) {
            return Ending::Beaten(if broken(one) { one } else { other });
        }
        match battle.lost[one.index()].cmp(&battle.lost[other.index()]) {
            std::cmp::Ordering::Greater => Ending::Beaten(one),
            std::cmp::Ordering::Less => Ending::Beaten(other),
            std::cmp::Ordering::Equal if rule!("8.1f", true) => Ending::Indecisive,
            std::cmp::Ordering::Equal => Ending::Beaten(one),
        }
    }

    fn pronounce(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Some(battle) = &mut state.battle else { return false };
        let ending = self.verdict_of(battle);
        battle.ending = Some(ending);
        let battle = *battle;
        events.event(Event::Combat(Happened::Ended { at: battle.at, ending, size: battle.size }));
        if let Ending::Beaten(beaten) = ending {
            self.score_battle(state, enemy_of(beaten), events);
        }
        self.settle(state, events);
        false
    }

    /// Nothing of the battle is left but its effects. A city whose field was won is invested now (8.8c).
    fn close_battle(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let Some(battle) = state.battle else { return self.drop_frame(state) };
        let at = battle.at;
        for side in [battle.attacker, enemy_of(battle.attacker)] {
            for counter in battle.forces[side.index()].iter() {
                state.piece_mut(counter).lost_here = 0;
            }
        }
        if state.siege_at(at).is_none() {
            let shut_in: CounterSet = state.counters_in(at).filter(|counter| state.piece(*counter).inside).collect();
            if let Some(first) = shut_in.first() {
                let side = self.side_of(first);
                let besiegers = self.in_the_field(state, enemy_of(side), at);
                let held = self.in_the_field(state, side, at).is_empty() && self.strength_of(state, &besiegers) > 0;
                if held && battle.engagement == Engagement::Field {
                    state.battle = Some(Battle::at(at, battle.attacker, battle.intercepted));
                    self.ask_to_invest(state, side);
                    return false;
                }
                for counter in shut_in.iter() {
                    state.piece_mut(counter).inside = false;
                }
            }
        }
        self.leave_marchers_behind(state, at, events);
        state.frames.pop();
        state.battle = None;
        self.end_if_napoleon_is_taken(state, events);
        false
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
            (Combat::Shelter { .. }, CombatAction::GoInside(counter)) => self.may_go_inside(state, battle, side, counter),
            (Combat::Shelter { .. }, CombatAction::CloseGates) => self.may_close_gates(state, battle, side),
            (Combat::Overflow { .. }, CombatAction::LeaveBy(way)) => self.may_leave_by(state, battle, side, way),
            (Combat::Overflow { .. }, CombatAction::Remain) => Ok(()),
            (Combat::Invest { .. }, CombatAction::Assault | CombatAction::Besiege) => self.may_prosecute(state, battle, side),
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
            (_, other) => self.out_of_step(other),
        }
    }

    /// The right player at the wrong moment: the refusal names the rule that says when.
    fn out_of_step(&self, action: CombatAction) -> Ruling {
        let refusal = match action {
            CombatAction::Fight(_) | CombatAction::EndCombat => refuse("8.0", "the battle at hand has to be fought out first"),
            CombatAction::StandOutside | CombatAction::GoInside(_) | CombatAction::CloseGates => {
                refuse("8.8b", "who holds a fortified city goes inside before combat, or never")
            }
            CombatAction::LeaveBy(_) => refuse("8.8f", "nobody is left without room in a fortified city now"),
            CombatAction::Assault | CombatAction::Besiege | CombatAction::Mask => {
                refuse("8.8c", "there is no city with its gates closed to be dealt with now")
            }
            CombatAction::Choose(_) => refuse("8.1a", "tactics are chosen once, at the start of a battle"),
            CombatAction::Overrun | CombatAction::FightRound => {
                refuse("8.4c", "an overrun can be tried at the start of a round, by an attacker of six times the strength")
            }
            CombatAction::AdvanceBy(_) | CombatAction::Remain => refuse("8.4e", "there is nothing to advance after now"),
            CombatAction::Lose(_) => refuse("8.4a", "there is no choice between losses now"),
            CombatAction::RetreatBy(_) => refuse("8.7a", "no retreat is due now"),
            CombatAction::BlowBridge | CombatAction::LeaveBridge => refuse("6.4c", "there is no bridge to be blown now"),
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
                state.battles.boxes().for_each(|at| offer(CombatAction::Fight(at)));
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
