//! Case 8.8: fortified cities, who goes inside, sieges, assaults and masks. A sortie is a battle like others: see
//! `r08_procedure`.

use board::boxes::ConnectionId;
use kernel::{Side, Sink, rule};

use crate::Rules;
use crate::battle::{Battle, Engagement};
use crate::counters::{CounterId, Kind};
use crate::event::{Combat as Happened, Event};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Combat, Frame};
use crate::sets::CounterSet;
use crate::state::{Grade, Siege, State, enemy_of};

impl Rules {
    /// Whose the fortified city of a battle's box is (8.8a): theirs who were in the box first. Interceptors came after the
    /// phasing side, everybody else's enemy after the defender.
    pub(crate) fn city_holder(&self, state: &State, battle: &Battle) -> Option<Side> {
        let holder = if battle.intercepted { state.player } else { enemy_of(state.player) };
        rule!("8.8a", self.ground.is_fortified(battle.at) && state.siege_at(battle.at).is_none()).then_some(holder)
    }

    /// The counters of a side inside the city of a box.
    pub(crate) fn garrison(&self, state: &State, side: Side, battle: &Battle) -> CounterSet {
        self.of_side_in(state, side, battle.at).iter().filter(|counter| state.piece(*counter).inside).collect()
    }

    /// Identified units and detachments for which there is room inside (8.8e, B.8.8a).
    pub(crate) fn room_inside(&self, battle: &Battle) -> (u8, u8) {
        let campaign = &self.campaign;
        let city = self.box_name(battle.at);
        let large = campaign.large_cities.iter().any(|large| large == city);
        let units = campaign.garrison_units(city);
        let special = match campaign.id.as_str() {
            "danube" => rule!("V.dan.city", large),
            "poland" => rule!("V.pol.city", large),
            "france" => rule!("V.fra.city", large),
            _ => rule!("B.8.8a", large),
        };
        let units = if large && !special { campaign.garrison_units("") } else { units };
        (units, campaign.garrison_detachments)
    }

    /// 8.8e: whether a counter finds room inside.
    pub(crate) fn may_go_inside(&self, state: &State, battle: &Battle, side: Side, counter: CounterId) -> Ruling {
        if !self.in_the_field(state, side, battle.at).contains(counter) {
            return Err(refuse("8.8b", "that counter does not stand outside the walls of {box}").place(battle.at));
        }
        if rule!("7.1b", self.is_dummy(counter)) {
            return Err(refuse("7.1b", "{counter} is a dummy and does nothing but move").counter(counter));
        }
        if self.is_leader(counter) {
            return Ok(());
        }
        let inside = self.garrison(state, side, battle);
        let detachment = self.counter(counter).detachment;
        let taken = inside
            .iter()
            .filter(|other| self.is_unit(*other) && self.counter(*other).detachment == detachment)
            .count();
        let (units, detachments) = self.room_inside(battle);
        let room = if detachment { detachments } else { units };
        if rule!("8.8e", taken >= usize::from(room)) {
            return Err(refuse("8.8e", "there is no room left for {counter} inside {box}").counter(counter).place(battle.at));
        }
        Ok(())
    }

    pub(crate) fn go_inside(&self, state: &mut State, counter: CounterId) {
        state.piece_mut(counter).inside = true;
    }

    /// The gates can be closed behind a unit with strength; leaders and guns hold no city (R J2).
    pub(crate) fn may_close_gates(&self, state: &State, battle: &Battle, side: Side) -> Ruling {
        let garrison = self.garrison(state, side, battle);
        if rule!("8.8a", self.strength_of(state, &garrison) == 0) {
            return Err(refuse("8.8a", "a unit has to be inside {box} before its gates are closed").place(battle.at));
        }
        Ok(())
    }

    pub(crate) fn may_stand_outside(&self, state: &State, battle: &Battle, side: Side) -> Ruling {
        if !self.garrison(state, side, battle).is_empty() {
            return Err(refuse("8.8b", "counters are inside {box} already: close the gates").place(battle.at));
        }
        Ok(())
    }

    /// The defender fights before the walls (8.8b).
    pub(crate) fn stand_outside(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(battle) = state.battle else { return };
        events.event(Event::Combat(Happened::StoodOutside { at: battle.at, side }));
        if !battle.overrun {
            self.open_battle(state, Engagement::Field, state.player, events);
        }
    }

    /// Everybody who goes inside has been named. Who has found no room may leave or fight outside (8.8f).
    pub(crate) fn close_gates(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        let Some(battle) = state.battle else { return };
        self.cut_to_battle_over(state);
        let inside = self.garrison(state, side, &battle);
        events.event(Event::Combat(Happened::WentInside { at: battle.at, side, count: inside.len() as u8 }));
        let outside = self.in_the_field(state, side, battle.at);
        if outside.is_empty() {
            self.ask_to_invest(state, side);
        } else {
            let seat = self.seat_for_force(state, &outside, side);
            state.frames.push(Frame::Combat(Combat::Overflow { seat }));
        }
    }

    /// 8.8f: free of movement points and of interception.
    pub(crate) fn may_leave_by(&self, state: &State, battle: &Battle, side: Side, way: ConnectionId) -> Ruling {
        let to = self.way_out(state, battle.at, way)?;
        if rule!("8.8f", self.is_held(state, enemy_of(side), to)) {
            return Err(refuse("8.8f", "there are enemies in {box}: nobody leaves that way").place(to));
        }
        Ok(())
    }

    pub(crate) fn leave_city_by(&self, state: &mut State, side: Side, way: ConnectionId, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(battle) = state.battle else { return };
        let to = self.ground.across(way, battle.at);
        let outside = self.in_the_field(state, side, battle.at);
        self.lead_away(state, &outside, to, events);
        events.event(Event::Combat(Happened::LeftTheCity { side, from: battle.at, to }));
        self.ask_to_invest(state, side);
    }

    /// Who found no room stays and fights before the walls.
    pub(crate) fn fight_outside(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(battle) = &mut state.battle else { return };
        if battle.overrun {
            let at = battle.at;
            let outside = self.in_the_field(state, side, at);
            if let Some(battle) = &mut state.battle {
                battle.forces[side.index()] = outside;
            }
            state.frames.push(Frame::Combat(Combat::OverrunDie));
        } else {
            self.open_battle(state, Engagement::Field, state.player, events);
        }
    }

    /// 8.8c: the side before the walls chooses.
    pub(crate) fn ask_to_invest(&self, state: &mut State, garrison: Side) {
        let Some(battle) = state.battle else { return };
        let besieger = enemy_of(garrison);
        let force = self.in_the_field(state, besieger, battle.at);
        let seat = self.seat_for_force(state, &force, besieger);
        state.frames.push(Frame::Combat(Combat::Invest { seat }));
    }

    /// 8.8d: a unit that is no detachment, no cavalry and no dummy, and is led well enough (4.6b): as found in its last
    /// administrative phase, or for an interceptor as things stand (2.B1b).
    pub(crate) fn may_prosecute(&self, state: &State, battle: &Battle, besieger: Side) -> Ruling {
        let mut stray = false;
        for counter in self.in_the_field(state, besieger, battle.at).iter() {
            let proper = self.kind(counter) == Kind::Infantry
                && !self.counter(counter).detachment
                && state.piece(counter).strength > 0;
            if !proper && rule!("8.8d", true) {
                continue;
            }
            let grade = if rule!("2.B1b", besieger != state.player) {
                let armies = self.armies_of(state, counter);
                let live = armies.iter().map(|army| self.leading(state, besieger, *army, battle.at).0);
                live.min().unwrap_or(Grade::Alone)
            } else {
                state.piece(counter).grade
            };
            if !rule!("4.6b", grade == Grade::Alone) {
                return Ok(());
            }
            stray = true;
        }
        if stray {
            return Err(refuse("4.6b", "no unit before {box} has a line to a general").also(&["8.8d"]).place(battle.at));
        }
        Err(refuse("8.8d", "before {box} stand cavalry and detachments only, which can mask it").also(&["8.8l"]).place(battle.at))
    }

    pub(crate) fn assault(&self, state: &mut State, besieger: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        self.open_battle(state, Engagement::Assault, besieger, events);
    }

    /// S1: the marker is placed, if it is not there yet (8.8g), and S2 or a later step is thrown for in the same phase.
    pub(crate) fn besiege(&self, state: &mut State, besieger: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        self.place_marker(state, besieger, false, events);
        if rule!("8.8g", true) {
            state.frames.push(Frame::Combat(Combat::SiegeDie));
        }
    }

    /// 8.8l: the marker is placed and nothing is thrown.
    pub(crate) fn mask(&self, state: &mut State, besieger: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        if rule!("8.8l", true) {
            self.place_marker(state, besieger, true, events);
        }
    }

    fn place_marker(&self, state: &mut State, besieger: Side, masked: bool, events: &mut impl Sink<Event>) {
        let Some(at) = state.battle.map(|battle| battle.at) else { return };
        if let Some(siege) = state.sieges.iter_mut().find(|siege| siege.at == at) {
            if siege.masked != masked {
                siege.masked = masked;
                events.event(Event::Combat(Happened::SiegeLaid { at, by: besieger, masked }));
            }
            return;
        }
        // There are fewer fortified cities on a map than room for sieges.
        let _ = state.sieges.try_push(Siege { at, besieger, step: 1, masked });
        state.sieges.sort_unstable_by_key(|siege| siege.at);
        events.event(Event::Combat(Happened::SiegeLaid { at, by: besieger, masked }));
    }

    /// 8.8j and B.8.8b: what is added to the die of a siege.
    pub(crate) fn siege_modifier(&self, state: &State, siege: &Siege) -> i32 {
        let besiegers = self.in_the_field(state, siege.besieger, siege.at);
        let infantry: CounterSet = besiegers.iter().filter(|counter| self.kind(*counter) == Kind::Infantry).collect();
        let garrison: CounterSet = self
            .of_side_in(state, enemy_of(siege.besieger), siege.at)
            .iter()
            .filter(|counter| state.piece(*counter).inside)
            .collect();
        let campaign = &self.campaign;
        let mut modifier = 0;
        // R J67: the besieger's infantry against all the garrison.
        if rule!("8.8j", self.strength_of(state, &infantry) < 2 * self.strength_of(state, &garrison)) {
            modifier += i32::from(campaign.siege_unless_double);
        }
        let decay = i32::from(campaign.siege_modifier(self.box_name(siege.at)));
        if rule!("B.8.8b", decay != 0) {
            modifier += decay;
        }
        modifier
    }

    /// T.siege: whether the city falls at the step its marker shows; the first that is thrown for is S2.
    pub(crate) fn city_falls(&self, step: u8, modified: i32) -> bool {
        let campaign = &self.campaign;
        let falls = campaign.city_falls(step - 1, modified);
        match campaign.id.as_str() {
            "danube" => rule!("V.dan.siege", falls),
            "poland" => rule!("V.pol.siege", falls),
            "france" => rule!("V.fra.siege", falls),
            _ => rule!("T.siege", falls) && if step == 1 { rule!("8.8g", falls) } else { rule!("8.8h", falls) },
        }
    }

    pub(crate) fn throw_siege(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(at) = state.battle.map(|battle| battle.at) else { return };
        let Some(siege) = state.siege_at(at).copied() else { return };
        let fell = self.city_falls(siege.step, i32::from(die) + self.siege_modifier(state, &siege));
        events.event(Event::Combat(Happened::SiegeThrown { at, die, step: siege.step, fell }));
        if fell {
            let garrison: CounterSet = self
                .of_side_in(state, enemy_of(siege.besieger), at)
                .iter()
                .filter(|counter| state.piece(*counter).inside)
                .collect();
            if rule!("8.8i", true) {
                self.capture_force(state, &garrison, siege.besieger, events);
            }
            return;
        }
        // 8.8k: begun by interceptors it stays at its first step until their own turn (R J16).
        let waits = rule!("8.8k", siege.besieger != state.player);
        let last = self.campaign.siege_steps();
        if let Some(siege) = state.sieges.iter_mut().find(|siege| siege.at == at)
            && !waits
        {
            siege.step = (siege.step + 1).min(last.max(1));
        }
    }

    /// A beaten garrison goes back behind its walls (8.8m); the relief alone retreats.
    pub(crate) fn fall_back_inside(&self, state: &mut State, side: Side) {
        let Some(mut battle) = state.battle else { return };
        let garrison = self.garrison(state, side, &battle);
        if rule!("8.8m", !garrison.is_empty()) {
            battle.forces[side.index()] = battle.forces[side.index()].without(garrison);
            state.battle = Some(battle);
        }
    }
}
