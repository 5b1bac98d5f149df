//! Case 8.1: the course of a battle. What happens in its steps is in the other files of chapter 8; here is the order in
//! which it happens.
//! Decides 6.5.1l, 7.1e, 8.0, 8.1a, 8.1c, 8.1d, 8.1e, 8.1f, 8.8n.

use board::boxes::BoxId;
use kernel::{Seat, Side, Sink};

use crate::Rules;
use crate::battle::{Battle, Ending, Engagement, Tactic};
use crate::event::{Combat as Happened, Event};
use crate::sequence::{Combat, Frame};
use crate::sets::CounterSet;
use crate::state::{State, enemy_of};

impl Rules {
    /// Who decides for a side in a battle: the seat of its highest leader there, else of its first unit (10.e). Before the
    /// walls of a city faces may still be down: they do not count, or the question would tell whose they are.
    pub(crate) fn seat_for_force(&self, state: &State, force: &CounterSet, side: Side) -> Seat {
        let shown: CounterSet = force.iter().filter(|counter| state.piece(*counter).face_up).collect();
        let leader = self.foremost(&shown, |leader| leader.command_value);
        leader
            .or_else(|| shown.first())
            .map_or_else(|| self.seat_of_side(side), |counter| self.seat_of_counter(state, counter))
    }

    pub(crate) fn seat_in_battle(&self, state: &State, side: Side) -> Seat {
        let force = state.battle.map_or(CounterSet::EMPTY, |battle| battle.forces[side.index()]);
        self.seat_for_force(state, &force, side)
    }

    /// A box is dealt with: sortie, siege, shelter behind walls, or a battle in the field.
    pub(crate) fn begin(&self, state: &mut State, at: BoxId, events: &mut impl Sink<Event>) {
        let player = state.player;
        // 6.5.1l: interceptors defend; 8.0: the phasing side attacks (R J25).
        let intercepted = rule!("6.5.1l", state.intercepted.contains(at));
        let attacker = if rule!("8.0", true) { player } else { enemy_of(player) };
        let battle = Battle::at(at, attacker, intercepted);
        state.battle = Some(battle);
        state.battles.remove(at);
        state.frames.push(Frame::Combat(Combat::BattleOver));
        if let Some(siege) = state.siege_at(at).copied() {
            if siege.besieger != player {
                self.open_battle(state, Engagement::Sortie, player, events);
            } else if self.in_the_field(state, enemy_of(player), at).is_empty() {
                self.ask_to_invest(state, enemy_of(player), events);
            } else {
                self.open_battle(state, Engagement::Field, attacker, events);
            }
            return;
        }
        match self.city_holder(state, &battle) {
            Some(holder) => {
                let seat = self.seat_for_force(state, &self.of_side_in(state, holder, at), holder);
                state.frames.push(Frame::Combat(Combat::Shelter { seat }));
            }
            None => self.open_battle(state, Engagement::Field, attacker, events),
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
    pub(crate) fn reveal(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return false };
        let (size, rounds) = self.size_and_rounds(state, &battle);
        (battle.size, battle.rounds) = (size, rounds);
        let tactics = battle.tactics.map(|tactic| tactic.unwrap_or(Tactic::Skirmish));
        events.event(Event::Combat(Happened::TacticsShown { tactics, rounds, size }));
        for side in [battle.attacker, enemy_of(battle.attacker)] {
            let dummies: CounterSet =
                battle.forces[side.index()].iter().filter(|counter| self.is_dummy(*counter)).collect();
            if rule!("7.1e", !dummies.is_empty()) {
                self.remove_dummies(state, side, battle.at, events);
                battle.forces[side.index()] = battle.forces[side.index()].difference(dummies);
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
            let gives_way = if empty(attacker) { attacker } else { defender };
            self.eliminate_force(state, &battle.forces[gives_way.index()], events);
            self.claim_box(state, battle.at, events);
            return false;
        }
        self.find_flanks(state, events);
        state.frames.push(Frame::Combat(Combat::Round));
        false
    }

    /// P3: a new round; the attacker may try an overrun instead of it (8.4c).
    pub(crate) fn open_round(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return false };
        battle.round += 1;
        let was_encircled = battle.encircled;
        battle.encircled = self.is_encircled(state, &battle);
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

    pub(crate) fn throw_battle(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
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

    pub(crate) fn throw_artillery(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
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
    pub(crate) fn take_casualties(&self, state: &mut State) -> bool {
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
    pub(crate) fn end_round(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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

    pub(crate) fn pronounce(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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
    pub(crate) fn close_battle(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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
                let held = self.in_the_field(state, side, at).is_empty() && !besiegers.is_empty();
                if held && battle.engagement == Engagement::Field {
                    // From now on it is about the walls; nobody is asked twice.
                    let walls = Battle::at(at, battle.attacker, battle.intercepted);
                    state.battle = Some(Battle { engagement: Engagement::Assault, ..walls });
                    self.ask_to_invest(state, side, events);
                    return false;
                }
                for counter in shut_in.iter() {
                    state.piece_mut(counter).inside = false;
                }
            }
        }
        self.leave_marchers_behind(state, at, events);
        self.claim_box(state, at, events);
        state.frames.pop();
        state.battle = None;
        self.end_if_napoleon_is_taken(state, events);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, CombatAction};
    use crate::sequence::Guns;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, artillery, cavalry, chief, dummy, infantry};
    use kernel::Pending;

    /// The French come into Feld from West; the Allies stand there, Ost behind them.
    fn table() -> Table {
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 2),
            infantry("corps", FRENCH, 3),
            cavalry("horse", FRENCH, 3, 5),
            artillery("guns", FRENCH, 5),
            dummy("paper", FRENCH),
            chief("wittgenstein", ALLIED, 3, 2, 2),
            infantry("foe", ALLIED, 3),
            dummy("foil", ALLIED),
        ];
        let mut table = Table::new(
            &["Feld", "West", "Ost", "Sud", "Weit"],
            &["Feld-West", "Feld-Ost minor bridge", "West-Sud", "Sud-Weit"],
            counters,
        );
        table.put_from("napoleon", "Feld", "West", 0);
        table.put_from("corps", "Feld", "West", 14);
        table.put_from("horse", "Feld", "West", 6);
        table.put_from("paper", "Feld", "West", 0);
        table.put("foe", "Feld", 15);
        table.put("wittgenstein", "Feld", 0);
        table.put("foil", "Feld", 0);
        table
    }

    fn fight(table: &mut Table, french: Tactic, allied: Tactic) {
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        let at = table.place("Feld");
        table.act(FRENCH, Action::Combat(CombatAction::Fight(at)));
        table.act(FRENCH, Action::Combat(CombatAction::Choose(french)));
        table.act(ALLIED, Action::Combat(CombatAction::Choose(allied)));
    }

    #[test]
    fn tactics_are_chosen_before_faces_are_shown_and_dummies_leave() {
        let mut table = table();
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        let at = table.place("Feld");
        assert_eq!(table.refused(FRENCH, Action::Combat(CombatAction::EndCombat)), case!("2.B4"));
        table.act(FRENCH, Action::Combat(CombatAction::Fight(at)));
        let Pending::Decide(seats) = table.pending() else { panic!("both choose") };
        assert_eq!(seats.len(), 2);
        table.act(ALLIED, Action::Combat(CombatAction::Choose(Tactic::Offensive)));
        assert_eq!(table.refused(ALLIED, Action::Combat(CombatAction::Choose(Tactic::Screen))), case!("2.0"));
        assert!(!table.state.piece(table.counter("foe")).face_up);
        assert_eq!(table.at("foil"), Some("Feld"));
        table.act(FRENCH, Action::Combat(CombatAction::Choose(Tactic::Screen)));
        assert!(
            table.state.piece(table.counter("foe")).face_up && table.state.piece(table.counter("foe")).strength_open
        );
        assert_eq!((table.at("foil"), table.at("paper")), (None, None));
        let battle = table.state.battle.unwrap();
        assert_eq!((battle.size, battle.rounds, battle.round, battle.start), (2, 2, 1, [20, 15]));
    }

    #[test]
    fn losses_fall_together_and_the_side_that_lost_more_retreats_and_is_pursued() {
        let mut table = table();
        fight(&mut table, Tactic::Screen, Tactic::Screen);
        // Die 6 + 2 on the column of 20 SP: 2 lost. Die 3 + 2 + 1 on that of 15: 1 lost.
        table.throw(6);
        assert_eq!(table.strength("foe"), 15);
        table.throw(3);
        assert_eq!((table.strength("foe"), table.strength("corps"), table.strength("horse")), (13, 13, 6));
        // Round 2, without guns: 1 and 1. Three of fifteen lost: morale, cohesion 3 and 1 for the leader.
        table.throw(4);
        table.throw(3);
        assert_eq!(table.state.frame(), Frame::Combat(Combat::MoraleDie { side: ALLIED }));
        table.throw(4);
        assert_eq!(table.state.battle.unwrap().ending, Some(Ending::Beaten(ALLIED)));
        assert_eq!(table.state.victory_points, [0, 0]);
        // Not back to where the French came from.
        let west = table.way("Feld", "West");
        assert_eq!(table.refused(ALLIED, Action::Combat(CombatAction::RetreatBy(west))), case!("8.7c"));
        let east = table.way("Feld", "Ost");
        table.act(ALLIED, Action::Combat(CombatAction::RetreatBy(east)));
        // 8.7d: a strength point at the bridge, then the pursuit with CB 5.
        assert_eq!((table.at("foe"), table.at("wittgenstein"), table.strength("foe")), (Some("Ost"), Some("Ost"), 11));
        table.throw(3);
        assert_eq!(table.strength("foe"), 10);
        // A screen blows no bridges; the winner may retire.
        assert!(matches!(table.state.frame(), Frame::Combat(Combat::AskRetire { side: FRENCH, .. })));
        table.act(FRENCH, Action::Combat(CombatAction::Remain));
        assert!(table.state.battle.is_none());
        assert!(table.state.pieces.iter().all(|piece| piece.lost_here == 0 && piece.entered_by.is_none()));
    }

    #[test]
    fn equal_losses_send_the_attacker_back_where_he_came_from() {
        let mut table = table();
        fight(&mut table, Tactic::Screen, Tactic::Screen);
        for _ in 0..4 {
            table.throw(1);
        }
        assert_eq!(table.state.battle.unwrap().ending, Some(Ending::Indecisive));
        let east = table.way("Feld", "Ost");
        assert_eq!(table.refused(FRENCH, Action::Combat(CombatAction::RetreatBy(east))), case!("8.1f"));
        let west = table.way("Feld", "West");
        table.act(FRENCH, Action::Combat(CombatAction::RetreatBy(west)));
        assert_eq!((table.at("corps"), table.at("napoleon")), (Some("West"), Some("West")));
        // The defender may retire, too.
        table.act(ALLIED, Action::Combat(CombatAction::Remain));
        assert_eq!(table.at("foe"), Some("Feld"));
    }

    #[test]
    fn a_decisive_battle_cut_short_scores_five_and_a_bridge_can_be_blown() {
        let mut table = table();
        table.put_from("guns", "Feld", "West", 0);
        fight(&mut table, Tactic::Decisive, Tactic::Decisive);
        table.throw(6);
        table.throw(1);
        // Round 2: guns of the French alone.
        table.throw(1);
        table.throw(1);
        assert_eq!(table.state.frame(), Frame::Combat(Combat::ArtilleryDie { side: FRENCH }));
        table.throw(4);
        assert_eq!(table.strength("foe"), 12);
        table.throw(6);
        assert_eq!(table.state.victory_points, [5, 0]);
        let east = table.way("Feld", "Ost");
        table.act(ALLIED, Action::Combat(CombatAction::RetreatBy(east)));
        table.throw(1);
        table.act(ALLIED, Action::Combat(CombatAction::BlowBridge));
        table.throw(5);
        // 1 at the river, none in pursuit, 1 for the odd die.
        assert_eq!(table.strength("foe"), 10);
        assert!(table.state.destroyed_bridges.contains(east));
    }

    #[test]
    fn encircled_and_beaten_all_is_lost() {
        let mut table = table();
        let counters = ["corps", "horse"].map(|id| table.counter(id));
        // West was left by the attackers; Ost is held by 3 SP.
        table.put("horse", "Ost", 3);
        table.state.piece_mut(counters[1]).entered_by = None;
        fight(&mut table, Tactic::Screen, Tactic::Screen);
        assert!(table.state.battle.unwrap().encircled);
        // Three columns to the right: 3 SP. A failed test costs one more and changes nothing else.
        for die in [6, 1, 6] {
            table.throw(die);
        }
        assert_eq!((table.strength("foe"), table.state.battle.unwrap().round), (11, 2));
        for die in [1, 1, 1] {
            table.throw(die);
        }
        // The commander in chief is worth 3 points; a screen nothing.
        assert_eq!(table.state.victory_points, [3, 0]);
        assert!(table.at("foe").is_none() && table.at("wittgenstein").is_none());
        assert_eq!(table.state.butchers_bill[1], 15);
    }

    #[test]
    fn who_has_nobody_to_fight_with_gives_way() {
        let mut table = table();
        table.put("foe", "Weit", 15);
        fight(&mut table, Tactic::Screen, Tactic::Skirmish);
        // The general alone is of rank 3: he is off the map.
        assert_eq!((table.at("wittgenstein"), table.at("foil")), (None, None));
        assert!(table.state.battle.is_none());
    }
}
