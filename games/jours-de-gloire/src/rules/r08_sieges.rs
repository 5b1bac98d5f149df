//! Case 8.8: fortified cities, who goes inside, sieges, assaults and masks. A sortie is a battle like others: see
//! `r08_procedure`.
//! Decides 2.B1b, 4.6b, 7.1b, 8.8a, 8.8c, 8.8d, 8.8e, 8.8f, 8.8g, 8.8h, 8.8i, 8.8j, 8.8k, 8.8l, 8.8m, B.8.8a, B.8.8b,
//! T.siege, V.dan.city, V.dan.siege, V.fra.city, V.fra.siege, V.pol.city, V.pol.graudenz, V.pol.siege.

use board::boxes::ConnectionId;
use kernel::{Side, Sink};

use crate::Rules;
use crate::battle::{Battle, Engagement};
use crate::counters::{CounterId, Kind};
use crate::event::{Combat as Happened, Event};
use crate::refusal::{Refusal, Ruling, refuse};
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
            return Err(refuse(case!("8.8b"), "that counter is not outside the walls of {place}").place(battle.at));
        }
        if rule!("7.1b", self.is_dummy(counter)) {
            return Err(refuse(case!("7.1b"), "{unit} is a dummy and can only move").unit(counter));
        }
        let inside = self.garrison(state, side, battle);
        let with = inside.union(CounterSet::from_iter([counter]));
        if rule!("8.8a", self.strength_of(state, &with) == 0) {
            return Err(refuse(case!("8.8a"), "a unit must go inside {place} before {unit}")
                .unit(counter)
                .place(battle.at));
        }
        if self.is_leader(counter) {
            return Ok(());
        }
        let detachment = self.counter(counter).detachment;
        let taken =
            inside.iter().filter(|other| self.is_unit(*other) && self.counter(*other).detachment == detachment).count();
        let (units, detachments) = self.room_inside(battle);
        let room = if detachment { detachments } else { units };
        if rule!("8.8e", taken >= usize::from(room)) {
            return Err(refuse(case!("8.8e"), "there is no room left for {unit} inside {place}")
                .unit(counter)
                .place(battle.at));
        }
        Ok(())
    }

    pub(crate) fn go_inside(&self, state: &mut State, counter: CounterId) {
        self.part(state, &CounterSet::from_iter([counter]));
        state.piece_mut(counter).inside = true;
    }

    /// The gates can be closed behind a unit with strength; leaders and guns hold no city (R J2).
    pub(crate) fn may_close_gates(&self, state: &State, battle: &Battle, side: Side) -> Ruling {
        let garrison = self.garrison(state, side, battle);
        if rule!("8.8a", self.strength_of(state, &garrison) == 0) {
            return Err(
                refuse(case!("8.8a"), "a unit must be inside {place} before its gates can be closed").place(battle.at)
            );
        }
        Ok(())
    }

    pub(crate) fn may_stand_outside(&self, state: &State, battle: &Battle, side: Side) -> Ruling {
        if !self.garrison(state, side, battle).is_empty() {
            return Err(refuse(case!("8.8b"), "counters are already inside {place}: close the gates").place(battle.at));
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
            self.ask_to_invest(state, side, events);
        } else {
            let seat = self.seat_for_force(state, &outside, side);
            state.frames.push(Frame::Combat(Combat::Overflow { seat }));
        }
    }

    /// 8.8f: free of movement points and of interception.
    pub(crate) fn may_leave_by(&self, state: &State, battle: &Battle, side: Side, way: ConnectionId) -> Ruling {
        let to = self.way_out(state, battle.at, way)?;
        if rule!("8.8f", self.is_held(state, enemy_of(side), to)) {
            return Err(refuse(case!("8.8f"), "there are enemies in {place}: no leaving that way").place(to));
        }
        Ok(())
    }

    pub(crate) fn leave_city_by(
        &self,
        state: &mut State,
        side: Side,
        way: ConnectionId,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let Some(battle) = state.battle else { return };
        let to = self.ground.across(way, battle.at);
        let outside = self.in_the_field(state, side, battle.at);
        self.lead_away(state, &outside, to, events);
        events.event(Event::Combat(Happened::LeftTheCity { side, from: battle.at, to }));
        self.ask_to_invest(state, side, events);
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

    /// 8.8c: the side before the walls chooses. If it has nobody to fight with, dummies leave and the rest gives way.
    pub(crate) fn ask_to_invest(&self, state: &mut State, garrison: Side, events: &mut impl Sink<Event>) {
        let Some(battle) = state.battle else { return };
        let besieger = enemy_of(garrison);
        let force = self.in_the_field(state, besieger, battle.at);
        if self.strength_of(state, &force) == 0 {
            events.event(Event::Combat(Happened::NobodyToFight { at: battle.at }));
            self.remove_dummies(state, besieger, battle.at, events);
            self.eliminate_force(state, &force, events);
            self.claim_box(state, battle.at, events);
            return;
        }
        if rule!("8.8c", true) {
            let seat = self.seat_for_force(state, &force, besieger);
            state.frames.push(Frame::Combat(Combat::Invest { seat }));
        }
    }

    /// 8.8d: the units that are neither detachment nor cavalry nor dummy.
    fn proper_besiegers(&self, state: &State, battle: &Battle, besieger: Side) -> CounterSet {
        let proper = |counter: &CounterId| {
            let infantry = self.kind(*counter) == Kind::Infantry && state.piece(*counter).strength > 0;
            infantry && !self.counter(*counter).detachment || !rule!("8.8d", true)
        };
        self.in_the_field(state, besieger, battle.at).iter().filter(proper).collect()
    }

    fn can_only_mask(&self, battle: &Battle) -> Refusal {
        refuse(case!("8.8d"), "only cavalry and detachments are before {place}; they can only mask it").place(battle.at)
    }

    /// 8.8d: an assault is a battle, for which nobody needs to be led (4.6b).
    pub(crate) fn may_storm(&self, state: &State, battle: &Battle, besieger: Side) -> Ruling {
        if self.proper_besiegers(state, battle, besieger).is_empty() {
            return Err(self.can_only_mask(battle));
        }
        Ok(())
    }

    /// A siege asks for such a unit that is led well enough (4.6b): as found in its last administrative phase, or for an
    /// interceptor as things stand (2.B1b).
    pub(crate) fn may_prosecute(&self, state: &State, battle: &Battle, besieger: Side) -> Ruling {
        let mut stray = false;
        for counter in self.proper_besiegers(state, battle, besieger).iter() {
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
        let standing = self.campaign.standing_sieges.iter();
        let waits = standing.filter(|siege| siege.needs_line).any(|siege| siege.city == self.box_name(battle.at));
        if stray && rule!("V.pol.graudenz", waits) {
            let words = "the siege of {place} cannot go on until the besieger has a line to a general again";
            return Err(refuse(case!("V.pol.graudenz"), words).also(&[case!("4.6b")]).place(battle.at));
        }
        if stray {
            return Err(refuse(case!("4.6b"), "no unit before {place} has a line to a general")
                .also(&[case!("8.8d")])
                .place(battle.at));
        }
        Err(self.can_only_mask(battle))
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
            self.claim_box(state, at, events);
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
            battle.forces[side.index()] = battle.forces[side.index()].difference(garrison);
            state.battle = Some(battle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, CombatAction};
    use crate::battle::Tactic;
    use crate::campaigns::Campaigns;
    use crate::counters::Kind;
    use crate::sequence::Guns;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, cavalry, detachment, general, infantry};

    fn table(city: &str) -> Table {
        let counters = vec![
            infantry("corps", FRENCH, 3),
            cavalry("horse", FRENCH, 3, 2),
            infantry("foe", ALLIED, 3),
            infantry("other", ALLIED, 3),
            detachment("det", ALLIED, Kind::Infantry, 3),
            general("kleist", ALLIED, 2, 2, 2),
            infantry("relief", ALLIED, 3),
        ];
        let roads = [format!("{city}-West"), format!("{city}-Ost"), "Ost-Weit".into(), "Weit-Fern".into()];
        let roads: Vec<&str> = roads.iter().map(String::as_str).collect();
        let mut table = Table::new(&[&format!("{city} fortified"), "West", "Ost", "Weit", "Fern"], &roads, counters);
        let corps = table.put_from("corps", city, "West", 12);
        table.state.piece_mut(corps).grade = Grade::InCommand;
        table.put("foe", city, 4);
        table.put("kleist", city, 0);
        table
    }

    fn combat(action: CombatAction) -> Action {
        Action::Combat(action)
    }

    /// The Allies go inside; the French stand before the walls.
    fn invested(table: &mut Table, city: &str) {
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        let at = table.place(city);
        table.act(FRENCH, combat(CombatAction::Fight(at)));
        assert_eq!(table.refused(ALLIED, combat(CombatAction::CloseGates)), case!("8.8a"));
        for id in ["foe", "kleist"] {
            let counter = table.counter(id);
            table.act(ALLIED, combat(CombatAction::GoInside(counter)));
        }
        table.act(ALLIED, combat(CombatAction::CloseGates));
    }

    /// A new combat phase of a side.
    fn next_phase(table: &mut Table, player: Side) {
        table.begin(player, Frame::Guns(Guns::Open));
    }

    #[test]
    fn a_siege_goes_from_s1_to_s3_and_the_garrison_is_lost_with_its_general() {
        let mut table = table("Wittenberg");
        invested(&mut table, "Wittenberg");
        table.act(FRENCH, combat(CombatAction::Besiege));
        table.throw(4);
        let at = table.place("Wittenberg");
        assert_eq!(table.state.siege_at(at).map(|siege| (siege.step, siege.masked)), Some((2, false)));
        // In the next turn 2 is enough.
        next_phase(&mut table, FRENCH);
        assert!(table.allowed(FRENCH, combat(CombatAction::EndCombat)));
        table.act(FRENCH, combat(CombatAction::Fight(at)));
        table.act(FRENCH, combat(CombatAction::Besiege));
        table.throw(2);
        assert_eq!((table.at("foe"), table.at("kleist")), (None, None));
        assert!(table.state.siege_at(at).is_none());
        assert_eq!(table.state.victory_points, [1, 0]);
    }

    #[test]
    fn without_double_infantry_the_die_loses_one_and_dresden_is_weak() {
        let mut table = table("Dresden");
        invested(&mut table, "Dresden");
        table.act(FRENCH, combat(CombatAction::Besiege));
        let at = table.place("Dresden");
        let modifier = |table: &Table| table.rules.siege_modifier(&table.state, table.state.siege_at(at).unwrap());
        assert_eq!(modifier(&table), 1);
        table.put("corps", "Dresden", 7);
        table.put("horse", "Dresden", 7);
        assert_eq!(modifier(&table), 0);
    }

    #[test]
    fn cavalry_and_strays_only_mask() {
        let mut table = table("Wittenberg");
        table.put("corps", "Fern", 12);
        table.put_from("horse", "Wittenberg", "West", 6);
        invested(&mut table, "Wittenberg");
        assert_eq!(table.refused(FRENCH, combat(CombatAction::Besiege)), case!("8.8d"));
        table.act(FRENCH, combat(CombatAction::Mask));
        let at = table.place("Wittenberg");
        assert!(table.state.siege_at(at).is_some_and(|siege| siege.masked && siege.step == 1));
        // An infantry corps without a line may storm, and no more.
        let corps = table.put("corps", "Wittenberg", 12);
        table.state.piece_mut(corps).grade = Grade::Alone;
        next_phase(&mut table, FRENCH);
        table.act(FRENCH, combat(CombatAction::Fight(at)));
        assert_eq!(table.refused(FRENCH, combat(CombatAction::Besiege)), case!("4.6b"));
        assert!(table.allowed(FRENCH, combat(CombatAction::Assault)));
    }

    #[test]
    fn there_is_room_for_one_corps_and_one_detachment_and_the_rest_leaves() {
        let mut table = table("Wittenberg");
        for id in ["other", "det"] {
            table.put(id, "Wittenberg", 3);
        }
        table.begin(FRENCH, Frame::Guns(Guns::Open));
        let at = table.place("Wittenberg");
        table.act(FRENCH, combat(CombatAction::Fight(at)));
        for id in ["foe", "det"] {
            let counter = table.counter(id);
            table.act(ALLIED, combat(CombatAction::GoInside(counter)));
        }
        let other = table.counter("other");
        assert_eq!(table.refused(ALLIED, combat(CombatAction::GoInside(other))), case!("8.8e"));
        table.act(ALLIED, combat(CombatAction::CloseGates));
        let east = table.way("Wittenberg", "Ost");
        table.act(ALLIED, combat(CombatAction::LeaveBy(east)));
        assert_eq!(
            (table.at("other"), table.at("kleist"), table.at("det")),
            (Some("Ost"), Some("Ost"), Some("Wittenberg"))
        );
        assert!(matches!(table.state.frame(), Frame::Combat(Combat::Invest { .. })));
        // B.8.8a
        let room = |name: &str| {
            let mut battle = Battle::at(at, FRENCH, false);
            battle.at = table.place(name);
            table.rules.room_inside(&battle)
        };
        assert_eq!(room("Wittenberg"), (1, 1));
        let magdeburg = self::table("Magdeburg");
        assert_eq!(magdeburg.rules.room_inside(&Battle::at(magdeburg.place("Magdeburg"), FRENCH, false)), (2, 1));
    }

    #[test]
    fn who_finds_no_room_may_fight_outside_and_the_city_is_invested_afterwards() {
        let mut table = table("Wittenberg");
        table.put("other", "Wittenberg", 3);
        invested(&mut table, "Wittenberg");
        table.act(ALLIED, combat(CombatAction::Remain));
        let battle = table.state.battle.unwrap();
        assert_eq!(battle.forces[1].len(), 1);
        table.act(FRENCH, combat(CombatAction::Choose(Tactic::Screen)));
        table.act(ALLIED, combat(CombatAction::Choose(Tactic::Skirmish)));
        table.throw(6);
        table.throw(1);
        if let Frame::Combat(Combat::MoraleDie { .. }) = table.state.frame() {
            table.throw(6);
        }
        let east = table.way("Wittenberg", "Ost");
        table.act(ALLIED, combat(CombatAction::RetreatBy(east)));
        table.act(FRENCH, combat(CombatAction::Remain));
        assert!(matches!(table.state.frame(), Frame::Combat(Combat::Invest { .. })));
    }

    #[test]
    fn a_beaten_assault_frees_the_city_and_a_lost_one_takes_all() {
        let mut table = table("Wittenberg");
        invested(&mut table, "Wittenberg");
        table.act(FRENCH, combat(CombatAction::Assault));
        table.act(FRENCH, combat(CombatAction::Choose(Tactic::Screen)));
        table.act(ALLIED, combat(CombatAction::Choose(Tactic::Screen)));
        let stormed = Table { rules: table.rules.clone(), state: table.state.clone(), events: Vec::new() };
        // A quarter of 12 SP on the first column, one to the left; 4 SP one to the right.
        table.throw(1);
        table.throw(6);
        table.throw(1);
        table.throw(6);
        assert_eq!(table.strength("corps"), 10);
        let west = table.way("Wittenberg", "West");
        table.act(FRENCH, combat(CombatAction::RetreatBy(west)));
        table.act(ALLIED, combat(CombatAction::Remain));
        assert!(!table.state.piece(table.counter("foe")).inside);
        let mut table = stormed;
        if let Some(battle) = &mut table.state.battle {
            battle.lost = [0, 3];
        }
        for die in [1, 1] {
            table.throw(die);
        }
        // A test is due for the 3 SP that were lost.
        table.throw(6);
        assert_eq!((table.at("foe"), table.at("kleist")), (None, None));
        assert_eq!(table.state.victory_points, [1, 0]);
    }

    #[test]
    fn garrison_and_relief_attack_together_and_a_beaten_garrison_goes_back_inside() {
        let mut table = table("Wittenberg");
        invested(&mut table, "Wittenberg");
        table.act(FRENCH, combat(CombatAction::Mask));
        table.put_from("relief", "Wittenberg", "Ost", 6);
        next_phase(&mut table, ALLIED);
        let at = table.place("Wittenberg");
        assert_eq!(table.refused(ALLIED, combat(CombatAction::EndCombat)), case!("2.B4"));
        table.act(ALLIED, combat(CombatAction::Fight(at)));
        let battle = table.state.battle.unwrap();
        assert_eq!((battle.engagement, battle.attacker, battle.forces[1].len()), (Engagement::Sortie, ALLIED, 3));
        table.act(FRENCH, combat(CombatAction::Choose(Tactic::Screen)));
        table.act(ALLIED, combat(CombatAction::Choose(Tactic::Screen)));
        for die in [1, 6, 1, 6] {
            table.throw(die);
        }
        while let Frame::Combat(Combat::MoraleDie { .. }) = table.state.frame() {
            table.throw(6);
        }
        let east = table.way("Wittenberg", "Ost");
        table.act(ALLIED, combat(CombatAction::RetreatBy(east)));
        assert_eq!(
            (table.at("relief"), table.at("foe"), table.at("kleist")),
            (Some("Ost"), Some("Wittenberg"), Some("Wittenberg"))
        );
        assert!(table.state.siege_at(at).is_some());
        assert!(table.state.piece(table.counter("foe")).inside);
    }

    #[test]
    fn a_sortie_that_wins_ends_the_siege_and_a_lone_garrison_need_not_sally() {
        let mut table = table("Wittenberg");
        invested(&mut table, "Wittenberg");
        table.act(FRENCH, combat(CombatAction::Mask));
        table.put("corps", "Wittenberg", 4);
        next_phase(&mut table, ALLIED);
        let at = table.place("Wittenberg");
        assert!(table.allowed(ALLIED, combat(CombatAction::EndCombat)));
        table.act(ALLIED, combat(CombatAction::Fight(at)));
        table.act(FRENCH, combat(CombatAction::Choose(Tactic::Screen)));
        table.act(ALLIED, combat(CombatAction::Choose(Tactic::Screen)));
        // The besieger stands on defensive ground: 4 SP and a column more against a column less.
        for die in [6, 1] {
            table.throw(die);
        }
        assert_eq!((table.strength("corps"), table.strength("foe")), (3, 4));
        while let Frame::Combat(Combat::MoraleDie { .. }) = table.state.frame() {
            table.throw(6);
        }
        let west = table.way("Wittenberg", "West");
        table.act(FRENCH, combat(CombatAction::RetreatBy(west)));
        table.act(ALLIED, combat(CombatAction::Remain));
        assert!(table.state.siege_at(at).is_none() && !table.state.piece(table.counter("foe")).inside);
    }

    #[test]
    fn a_siege_begun_by_interceptors_waits_for_their_own_turn() {
        let mut table = table("Wittenberg");
        // The Allies have marched in and were intercepted by the French.
        let at = table.place("Wittenberg");
        let way = table.way("Wittenberg", "Ost");
        let foe = table.counter("foe");
        table.state.piece_mut(foe).entered_by = Some(way);
        table.state.intercepted.insert(at);
        let general = table.rules.scenario.find("kleist").unwrap();
        assert!(table.rules.is_leader(general));
        table.begin(ALLIED, Frame::Guns(Guns::Open));
        table.act(ALLIED, combat(CombatAction::Fight(at)));
        table.act(ALLIED, combat(CombatAction::GoInside(foe)));
        table.act(ALLIED, combat(CombatAction::GoInside(general)));
        table.act(ALLIED, combat(CombatAction::CloseGates));
        // No general of the French is near: they can only mask.
        assert_eq!(table.refused(FRENCH, combat(CombatAction::Besiege)), case!("4.6b"));
        table.act(FRENCH, combat(CombatAction::Mask));
        let siege = table.state.siege_at(at).copied().unwrap();
        assert_eq!((siege.besieger, siege.step), (FRENCH, 1));
        // With one, a die is thrown and the marker stays.
        table.state.player = ALLIED;
        table.state.battle = Some(Battle::at(at, ALLIED, true));
        table.state.frames.push(Frame::Combat(Combat::BattleOver));
        table.state.frames.push(Frame::Combat(Combat::SiegeDie));
        table.throw(4);
        assert_eq!(table.state.siege_at(at).map(|siege| siege.step), Some(1));
    }

    #[test]
    fn sieges_of_the_other_campaigns_have_their_own_dice() {
        let files = crate::data::with_overlay(&std::collections::BTreeMap::new()).unwrap();
        let campaigns = Campaigns::parse("campaigns.toml", files.text("campaigns.toml")).unwrap();
        let mut table = table("Wittenberg");
        let mut falls = |id: &str| {
            table.rules.campaign = campaigns.find(id).unwrap().clone();
            (1..=5).map(|step| (1..=6).find(|die| table.rules.city_falls(step, *die)).unwrap()).collect::<Vec<i32>>()
        };
        assert_eq!(falls("germany"), [5, 2, 2, 2, 2]);
        assert_eq!(falls("danube"), [5, 2, 2, 2, 2]);
        assert_eq!(falls("poland"), [6, 5, 4, 2, 2]);
        assert_eq!(falls("france"), [6, 5, 4, 2, 2]);
        for (id, city) in [("danube", "Ulm"), ("poland", "Danzig"), ("france", "Paris")] {
            let mut table = self::table(city);
            table.rules.campaign = campaigns.find(id).unwrap().clone();
            assert_eq!(table.rules.room_inside(&Battle::at(table.place(city), FRENCH, false)), (2, 1));
        }
    }
}
