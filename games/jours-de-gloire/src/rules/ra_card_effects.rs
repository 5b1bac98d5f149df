//! Chapter A: what event cards do.
//! Decides 6.4d, 7.1f, 7.1g, A.arm.b, A.arm.n, B.3.3a.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::CardTarget;
use crate::cards::{CardNumber, Effect, Half, Whose};
use crate::counters::{ArmyId, CounterId, Kind, Nation};
use crate::event::{Card, Common, Event, Movement as Marched};
use crate::ground::Water;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Frame, Movement};
use crate::state::{CardPlace, Peace, State, Supply, enemy_of};

impl Rules {
    /// What an effect asks for besides its moment and its target.
    pub(crate) fn may_take_effect(&self, state: &State, side: Side, half: &Half) -> Ruling {
        let possible = match &half.effect {
            Effect::Armistice { .. } => {
                rule!("A.arm.b", state.calendar.peace == Peace::War && state.calendar.armistice.is_some())
            }
            Effect::Restart { .. } => rule!("A.arm.n", matches!(state.calendar.peace, Peace::Armistice { .. })),
            Effect::Die { .. } => !state.promised.is_full(),
            Effect::ReturnDummies { .. } => !self.dummies_off_the_map(state, side).is_empty(),
            Effect::SeeTactic => state.battle.is_some_and(|battle| battle.spies.is_none()),
            Effect::ExtraBombardment => state.battle.is_some_and(|battle| !battle.extra_bombardment[side.index()]),
            Effect::NoBridgePenalty => {
                state.battle.is_some_and(|battle| battle.attacker == side && !battle.bridge_won[side.index()])
            }
            Effect::NoStragglers => state.march.as_ref().is_some_and(|march| !march.kept_together),
            Effect::ExtraMovement { .. }
            | Effect::CommandPoints { .. }
            | Effect::EnemyCommandPoints { .. }
            | Effect::Supplied
            | Effect::Strength { .. }
            | Effect::StepBack
            | Effect::Bridge
            | Effect::ShowStack
            | Effect::NextWeather { .. } => true,
        };
        if possible { Ok(()) } else { Err(refuse(case!("A.cards.e"), "that event would have no effect now")) }
    }

    /// Whether a half may be played on this.
    pub(crate) fn may_aim(&self, state: &State, side: Side, half: &Half, on: CardTarget) -> Ruling {
        let wrong = || refuse(case!("A.cards.e"), "that event needs another target");
        match (&half.effect, on) {
            (Effect::CommandPoints { .. }, CardTarget::Army(army)) => self.may_aim_at_army(state, side, army),
            (Effect::Supplied, CardTarget::Army(army)) => {
                self.may_aim_at_army(state, side, army)?;
                // Before the lines are traced nobody knows whether it will be needed.
                let done = matches!(state.frame(), Frame::Movement(_)) && state.army(army).supply == Supply::Supplied;
                if done || state.supplied_by_card & (1 << army.index()) != 0 {
                    return Err(refuse(case!("A.cards.e"), "that army is already in supply"));
                }
                Ok(())
            }
            (Effect::EnemyCommandPoints { .. }, CardTarget::Army(army)) => {
                self.may_aim_at_army(state, enemy_of(side), army)
            }
            (Effect::Strength { nations, cavalry, .. }, CardTarget::Counter(unit)) => {
                self.may_strengthen(state, side, unit, nations, *cavalry)
            }
            (Effect::StepBack, CardTarget::Connection(way)) => self.may_step_back_by_card(state, side, way),
            (Effect::Bridge, CardTarget::Connection(way)) => self.may_bridge(state, side, way),
            (Effect::ReturnDummies { .. }, CardTarget::Box(place)) => {
                if rule!("7.1g", place.index() >= self.ground.len() || !state.occupies(side, place)) {
                    return Err(refuse(case!("7.1g"), "dummies return to boxes with friendly counters"));
                }
                Ok(())
            }
            (Effect::ShowStack, CardTarget::Box(place)) => self.may_show_stack(state, side, place),
            (
                Effect::ExtraMovement { .. }
                | Effect::NoStragglers
                | Effect::Die { .. }
                | Effect::SeeTactic
                | Effect::ExtraBombardment
                | Effect::NoBridgePenalty
                | Effect::NextWeather { .. }
                | Effect::Armistice { .. }
                | Effect::Restart { .. },
                CardTarget::Nothing,
            ) => Ok(()),
            (
                _,
                CardTarget::Nothing
                | CardTarget::Army(_)
                | CardTarget::Counter(_)
                | CardTarget::Connection(_)
                | CardTarget::Box(_),
            ) => Err(wrong()),
        }
    }

    fn may_aim_at_army(&self, state: &State, side: Side, army: ArmyId) -> Ruling {
        if !self.armies_in_play(state, side).contains(&army) {
            return Err(refuse(case!("A.cards.e"), "there is no such army of that side in the field"));
        }
        Ok(())
    }

    /// As by SP reinforcements (B.3.3a, B.3.3b).
    fn may_strengthen(&self, state: &State, side: Side, unit: CounterId, nations: &[Nation], cavalry: bool) -> Ruling {
        if unit.index() >= self.counters.len() || self.side_of(unit) != side || !self.has_strength(unit) {
            return Err(refuse(case!("B.3.3a"), "SP reinforcements go to infantry and cavalry units of your side"));
        }
        let counter = self.counter(unit);
        let fits = nations.contains(&counter.nation) && (!cavalry || counter.kind == Kind::Cavalry);
        if state.place_of(unit).is_none() || counter.detachment || !fits {
            return Err(refuse(case!("B.3.3a"), "that event cannot be used for {unit}").unit(unit));
        }
        if rule!("B.3.3a", self.room_for_strength(state, unit) == 0) {
            return Err(refuse(case!("B.3.3a"), "{unit} cannot take more SP this turn")
                .unit(unit)
                .also(&[case!("B.3.3b")]));
        }
        Ok(())
    }

    /// SP that a unit can still take in this turn.
    fn room_for_strength(&self, state: &State, unit: CounterId) -> u8 {
        let received = state.replaced.iter().find(|(of, _)| *of == unit).map_or(0, |(_, points)| *points);
        let of_turn = self.campaign.strength_per_unit.saturating_sub(received);
        of_turn.min(self.ceiling(unit).saturating_sub(state.piece(unit).strength))
    }

    /// The box that was entered, if a side may step back from it by a card.
    fn entered_box(&self, state: &State) -> Option<BoxId> {
        match state.frame() {
            Frame::Movement(Movement::Withdraw { at, .. }) => Some(at),
            Frame::Movement(_)
            | Frame::Events(_)
            | Frame::Administration(_)
            | Frame::Guns(_)
            | Frame::Combat(_)
            | Frame::GameOver => None,
        }
    }

    fn may_step_back_by_card(&self, state: &State, side: Side, way: ConnectionId) -> Ruling {
        let Some(from) = self.entered_box(state) else {
            return Err(refuse(case!("A.cards.e"), "no enemy stack has entered a box of yours"));
        };
        let Some(to) = self.beyond(from, way).filter(|to| !self.is_held(state, enemy_of(side), *to)) else {
            return Err(
                refuse(case!("A.cards.e"), "units step back to a box next to {place} without enemies").place(from)
            );
        };
        self.may_use(state, way, to, &self.in_the_field(state, side, from))
            .map_err(|refusal| refusal.also(&[case!("A.cards.e")]))
    }

    /// Whether a side might hold a card by which it steps back from a box that was entered, as far as the other side knows.
    pub(crate) fn might_step_back(&self, state: &State, side: Side) -> bool {
        let holds_any = super::ra_cards::all_cards().any(|card| state.cards[card.index()] == CardPlace::Hand(side));
        let about = |card: CardNumber| match state.cards[card.index()] {
            CardPlace::Deck | CardPlace::Hand(_) => true,
            CardPlace::Discarded | CardPlace::Unused => false,
        };
        let steps_back = |card: CardNumber| {
            let halves = self.cards.get(card).map_or(&[][..], |printed| &printed.halves);
            halves.iter().any(|half| matches!(half.effect, Effect::StepBack) && half.colour.serves(side))
        };
        holds_any && super::ra_cards::all_cards().any(|card| about(card) && steps_back(card))
    }

    /// A unit stands at one end; whether a real enemy stands at the other comes out when the bridge is to be built.
    fn may_bridge(&self, state: &State, side: Side, way: ConnectionId) -> Ruling {
        if way.index() >= self.ground.connection_count() {
            return Err(refuse(case!("0.1"), "there is no such connection"));
        }
        let destroyed = state.destroyed_bridges.contains(way);
        let ford = self.ground.water(way) == Water::Major { bridge: false }
            && !state.pontoons.iter().any(|laid| laid.contains(way))
            && state.pontoons_left[side.index()] > 0;
        if !destroyed && !ford {
            return Err(
                refuse(case!("6.4e"), "{way} has neither a destroyed bridge nor a place for a pontoon").way(way)
            );
        }
        let Some(here) = self.builder_of(state, side, way) else {
            return Err(refuse(case!("6.4d"), "none of your units is at {way}").way(way));
        };
        let (enemy, beyond) = (enemy_of(side), self.ground.across(way, here));
        if state.said_real[enemy.index()].contains(beyond) && state.occupies(enemy, beyond) {
            return Err(refuse(case!("6.4d"), "no bridge can be built with the enemy at {place}").place(beyond));
        }
        Ok(())
    }

    /// The end at which a side has a unit and no enemy.
    fn builder_of(&self, state: &State, side: Side, way: ConnectionId) -> Option<BoxId> {
        let stands = |place: &BoxId| {
            state.occupies(side, *place)
                && !state.occupies(enemy_of(side), *place)
                && self.of_side_in(state, side, *place).iter().any(|counter| self.has_strength(counter))
        };
        self.ground.ends(way).into_iter().find(stands)
    }

    fn may_show_stack(&self, state: &State, side: Side, place: BoxId) -> Ruling {
        let held = place.index() < self.ground.len() && state.occupies(enemy_of(side), place);
        if !held {
            return Err(refuse(case!("A.cards.e"), "there are no enemy counters to reveal"));
        }
        let scouts = |next: &BoxId| {
            self.of_side_in(state, side, *next).iter().any(|counter| self.kind(counter) == Kind::Cavalry)
        };
        if !self.ground.neighbours(place).iter().any(|(next, _)| scouts(next)) {
            return Err(refuse(case!("A.cards.e"), "none of your cavalry is next to {place}").place(place));
        }
        Ok(())
    }

    /// Carries an event out. Returns whether the card is spent: if the truth bars it, it is not (R J29).
    pub(crate) fn take_effect(
        &self,
        state: &mut State,
        side: Side,
        card: CardNumber,
        half: &Half,
        on: CardTarget,
        events: &mut impl Sink<Event>,
    ) -> bool {
        let done = Event::Card(Card::Effect { side, card });
        match (&half.effect, on) {
            (Effect::ExtraMovement { points }, _) => {
                if let Some(march) = &mut state.march {
                    march.points += points;
                }
                events.event(done);
            }
            (Effect::NoStragglers, _) => {
                if let Some(march) = &mut state.march {
                    march.kept_together = true;
                }
                events.event(done);
            }
            (Effect::CommandPoints { points }, CardTarget::Army(army)) => {
                state.armies[army.index()].points += points;
                events.event(done);
            }
            (Effect::EnemyCommandPoints { points }, CardTarget::Army(army)) => {
                let left = &mut state.armies[army.index()].points;
                *left = left.saturating_sub(*points);
                events.event(done);
            }
            (Effect::Supplied, CardTarget::Army(army)) => self.supply_by_card(state, army, events),
            (Effect::Strength { points, .. }, CardTarget::Counter(unit)) => {
                let points = self.room_for_strength(state, unit).min(*points);
                state.piece_mut(unit).strength += points;
                let losses = &mut state.piece_mut(unit).losses;
                *losses = losses.saturating_sub(points);
                self.note_received(state, unit, points);
                events.event(done);
            }
            (Effect::Die { throw, whose, amount }, _) => {
                let thrower = match whose {
                    Whose::Own => side,
                    Whose::Enemy => enemy_of(side),
                };
                state.promised.push((*throw, thrower, *amount));
                events.event(done);
            }
            (Effect::SeeTactic, _) => {
                if let Some(battle) = &mut state.battle {
                    battle.spies = Some(side);
                }
                events.event(done);
            }
            (Effect::ExtraBombardment, _) => {
                if let Some(battle) = &mut state.battle {
                    battle.extra_bombardment[side.index()] = true;
                }
                events.event(done);
            }
            (Effect::NoBridgePenalty, _) => {
                if let Some(battle) = &mut state.battle {
                    battle.bridge_won[side.index()] = true;
                }
                events.event(done);
            }
            (Effect::StepBack, CardTarget::Connection(way)) => self.step_back_by_card(state, side, way, events),
            (Effect::Bridge, CardTarget::Connection(way)) => return self.bridge_by_card(state, side, way, events),
            (Effect::ReturnDummies { number }, CardTarget::Box(place)) => {
                let dummies = self.dummies_off_the_map(state, side);
                for dummy in dummies.iter().take(usize::from(*number)) {
                    self.return_dummy(state, side, dummy, place, events);
                }
            }
            (Effect::ShowStack, CardTarget::Box(place)) => self.show_stack(state, side, place, events),
            (Effect::NextWeather { weather }, _) => {
                state.next_weather = Some(*weather);
                events.event(done);
            }
            (Effect::Armistice { turns }, _) => {
                state.armistice_events_used |= 1 << card.index();
                self.move_armistice(state, *turns, events);
            }
            (Effect::Restart { turns }, _) => {
                state.armistice_events_used |= 1 << card.index();
                self.move_restart(state, *turns, events);
            }
            (
                Effect::CommandPoints { .. }
                | Effect::EnemyCommandPoints { .. }
                | Effect::Supplied
                | Effect::Strength { .. }
                | Effect::StepBack
                | Effect::Bridge
                | Effect::ReturnDummies { .. }
                | Effect::ShowStack,
                _,
            ) => unreachable!("checked"),
        }
        true
    }

    /// The army counts as supplied in this player turn: points that want of supply has taken are given back.
    fn supply_by_card(&self, state: &mut State, army: ArmyId, events: &mut impl Sink<Event>) {
        state.supplied_by_card |= 1 << army.index();
        let own = &mut state.armies[army.index()];
        let back = own.with_supply - own.granted;
        own.supply = Supply::Supplied;
        own.granted += back;
        own.points += back;
        let supply = Supply::Supplied;
        events.event(Event::Administration(crate::event::Administration::Supply { army, supply }));
    }

    /// All of the side in the entered box; the enemy marches on as if it had been empty.
    fn step_back_by_card(&self, state: &mut State, side: Side, way: ConnectionId, events: &mut impl Sink<Event>) {
        let Some(from) = self.entered_box(state) else { return };
        let to = self.ground.across(way, from);
        let counters = self.in_the_field(state, side, from);
        self.part(state, &counters);
        for counter in counters.iter() {
            self.carry(state, counter, to, Some(way));
            state.piece_mut(counter).stirred = true;
        }
        let count = counters.len() as u8;
        events.event(Event::Movement(Marched::SteppedBack { side, from, to, count }));
        self.tidy_box(state, from, events);
        // Nobody intercepts the stack that finds the box empty.
        self.next_movement(state, Movement::StepDone);
        self.take_box(state, side, to, events);
    }

    fn bridge_by_card(&self, state: &mut State, side: Side, way: ConnectionId, events: &mut impl Sink<Event>) -> bool {
        let enemy = enemy_of(side);
        let Some(here) = self.builder_of(state, side, way) else { return false };
        let beyond = self.ground.across(way, here);
        if state.occupies(enemy, beyond) {
            // 6.4i, R J29: the owner says whether anybody real is there.
            let real = self.real_force_in(state, enemy, beyond);
            events.event(Event::Common(Common::Admitted { side: enemy, at: beyond, real }));
            if rule!("6.4d", real) {
                state.said_real[enemy.index()].insert(beyond);
                return false;
            }
        }
        if state.destroyed_bridges.contains(way) {
            state.destroyed_bridges.remove(way);
            events.event(Event::Movement(Marched::BridgeRepaired { side, connection: way }));
        } else {
            state.pontoons[side.index()].insert(way);
            state.pontoons_left[side.index()] -= 1;
            events.event(Event::Movement(Marched::PontoonLaid { side, connection: way, lost: None }));
        }
        true
    }

    fn show_stack(&self, state: &mut State, side: Side, place: BoxId, events: &mut impl Sink<Event>) {
        for counter in self.of_side_in(state, enemy_of(side), place).iter() {
            self.turn_up(state, counter, false, events);
            if rule!("7.1f", self.is_dummy(counter)) {
                self.eliminate(state, counter, events);
            }
        }
    }

    /// What the promises of cards make of a die, which they then have kept.
    pub(crate) fn die_with_cards(&self, state: &mut State, die: u8) -> u8 {
        let Some((throw, thrower)) = super::ra_cards::kind_of_throw(state, |seat| self.side_of_seat(seat)) else {
            return die;
        };
        let mut changed = die;
        state.promised.retain(|(kind, side, amount)| {
            let meant = *kind == throw && *side == thrower;
            if meant {
                changed = changed.saturating_add_signed(*amount);
            }
            !meant
        });
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, CardAction};
    use crate::cards::{EventCard, ThrowKind};
    use crate::sequence::Administration;
    use crate::state::Whereabouts;
    use crate::state::{ALLIED, CardPlace, FRENCH};
    use crate::testing::{Table, cavalry, chief, dummy, infantry};

    fn table() -> Table {
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            infantry("ii", FRENCH, 3),
            cavalry("horse", FRENCH, 3, 1),
            chief("wittgenstein", ALLIED, 3, 2, 1),
            infantry("prussians", ALLIED, 3),
            dummy("dummy", ALLIED),
        ];
        let mut table = Table::new(&["A", "B", "C"], &["A-B", "B-C major bridge Elbe"], counters);
        table.put("napoleon", "A", 0);
        table.put("ii", "A", 5);
        table.put("horse", "A", 3);
        table.put("wittgenstein", "C", 0);
        table.put("prussians", "B", 4);
        table.put("dummy", "B", 0);
        table
    }

    /// The first card with a half that does this, and which half it is.
    fn find(table: &Table, what: impl Fn(&Effect) -> bool) -> (CardNumber, bool) {
        let of = |card: &EventCard| {
            card.halves.iter().position(|half| what(&half.effect)).map(|half| (card.number, half == 1))
        };
        table.rules.cards.all().iter().find_map(of).expect("such a card")
    }

    fn give(table: &mut Table, side: Side, what: impl Fn(&Effect) -> bool) -> (CardNumber, bool) {
        let (card, second_half) = find(table, what);
        for place in &mut table.state.cards {
            *place = CardPlace::Deck;
        }
        table.state.cards[card.index()] = CardPlace::Hand(side);
        (card, second_half)
    }

    fn on((card, second_half): (CardNumber, bool), on: CardTarget) -> Action {
        Action::Card(CardAction { card, second_half, on })
    }

    fn moving(table: &mut Table, side: Side) {
        table.begin(side, Frame::Administration(Administration::Done));
    }

    #[test]
    fn a_card_is_played_by_who_holds_it_in_its_window_on_its_target_and_is_spent() {
        let mut table = table();
        let card = give(
            &mut table,
            FRENCH,
            |effect| matches!(effect, Effect::Strength { nations, .. } if nations.contains(&Nation::French)),
        );
        let onto = |table: &Table, id: &str| on(card, CardTarget::Counter(table.counter(id)));
        moving(&mut table, FRENCH);
        assert_eq!(table.refused(ALLIED, onto(&table, "prussians")), case!("A.cards.e"));
        assert_eq!(table.refused(FRENCH, onto(&table, "napoleon")), case!("B.3.3a"));
        let play = onto(&table, "ii");
        table.act(FRENCH, play);
        assert!(table.strength("ii") > 5);
        assert_eq!(table.state.cards[card.0.index()], CardPlace::Discarded);
        assert_eq!(table.refused(FRENCH, play), case!("A.cards.e"));
    }

    #[test]
    fn armistice_events_are_dead_where_there_is_no_armistice_and_used_once_where_there_is() {
        let mut table = table();
        let card = give(&mut table, FRENCH, |effect| matches!(effect, Effect::Armistice { .. }));
        let side = if table.rules.cards.get(card.0).unwrap().halves[usize::from(card.1)].colour
            == crate::cards::Colour::Allied
        {
            ALLIED
        } else {
            FRENCH
        };
        table.state.cards[card.0.index()] = CardPlace::Hand(side);
        moving(&mut table, FRENCH);
        assert_eq!(table.refused(side, on(card, CardTarget::Nothing)), case!("A.cards.d"));
        table.rules.scenario.truce = crate::scenario::Truce::Passes;
        table.state.calendar.armistice = Some(6);
        table.act(side, on(card, CardTarget::Nothing));
        assert_ne!(table.state.calendar.armistice, Some(6));
        table.state.cards[card.0.index()] = CardPlace::Hand(side);
        assert_eq!(table.refused(side, on(card, CardTarget::Nothing)), case!("A.cards.d"));
    }

    #[test]
    fn a_stack_beside_cavalry_is_shown_and_its_dummies_go() {
        let mut table = table();
        let card = give(&mut table, FRENCH, |effect| *effect == Effect::ShowStack);
        let side = match table.rules.cards.get(card.0).unwrap().halves[usize::from(card.1)].colour {
            crate::cards::Colour::French | crate::cards::Colour::Neutral => FRENCH,
            crate::cards::Colour::Allied => ALLIED,
        };
        if side == FRENCH {
            moving(&mut table, FRENCH);
            let b = table.place("B");
            assert_eq!(table.refused(FRENCH, on(card, CardTarget::Box(table.place("C")))), case!("A.cards.e"));
            table.act(FRENCH, on(card, CardTarget::Box(b)));
            assert!(table.state.piece(table.counter("prussians")).face_up);
            assert_eq!(table.at("dummy"), None);
        }
    }

    #[test]
    fn a_promised_die_waits_for_its_throw() {
        let mut table = table();
        table.state.promised.push((ThrowKind::Battle, FRENCH, 1));
        table.state.frames.push(Frame::Combat(crate::sequence::Combat::BattleDie { side: ALLIED }));
        assert_eq!(table.rules.die_with_cards(&mut table.state, 3), 3);
        table.state.frames.push(Frame::Combat(crate::sequence::Combat::BattleDie { side: FRENCH }));
        assert_eq!(table.rules.die_with_cards(&mut table.state, 3), 4);
        assert_eq!(table.rules.die_with_cards(&mut table.state, 3), 3);
    }

    #[test]
    fn a_destroyed_bridge_is_built_unless_somebody_real_stands_beyond() {
        let mut table = table();
        let card = give(&mut table, FRENCH, |effect| *effect == Effect::Bridge);
        let bridge = table.way("B", "C");
        table.state.destroyed_bridges.insert(bridge);
        let prussians = table.counter("prussians");
        table.rules.relocate(&mut table.state, prussians, Whereabouts::Waiting);
        table.put("dummy", "C", 0);
        table.put("wittgenstein", "A", 0);
        table.put("ii", "B", 5);
        let mut events = Vec::new();
        assert!(table.rules.bridge_by_card(&mut table.state, FRENCH, bridge, &mut events));
        assert!(!table.state.destroyed_bridges.contains(bridge));
        table.state.destroyed_bridges.insert(bridge);
        table.put("prussians", "C", 4);
        assert!(
            !table.rules.bridge_by_card(&mut table.state, FRENCH, bridge, &mut events),
            "nothing is spent: {card:?}"
        );
    }
}
