//! Chapter 3.3: reinforcements; and the beginning of a scenario, which brings the first of them (S.0).
//! Decides 1.3a, 3.3a, 3.3b, 3.3c, 3.3e, 3.3f, 3.3g, 4.2b, A.arm.a, A.arm.m, B.3.2, B.3.3a, B.3.3b, B.3.3c, C.a, C.c,
//! O.3a, S.0, S.1, S.2, S.3, S.4, S.5, V.pol.rebuild.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Side, Sink};

use crate::Rules;
use crate::campaigns::Ceiling;
use crate::counters::{CounterId, Kind, Nation, Season};
use crate::event::{Calendar, Event};
use crate::refusal::{Ruling, refuse};
use crate::scenario::{Arrival, Change, Entry, Flag, Hypothesis, LeaderChange, Strength, Truce, When};
use crate::sequence::{Events, Frame};
use crate::sets::CounterSet;
use crate::state::{Grade, Peace, State, Whereabouts, enemy_of};

/// The scenario of Poland in which destroyed units come back.
const SCENARIO_OF_REBUILDING: u8 = 4;

impl Rules {
    /// Whether something of the schedule is due from this turn on.
    fn is_due(&self, state: &State, when: When) -> bool {
        match (when, state.calendar.peace) {
            (When::Turn(turn), _) => turn <= state.turn,
            (When::Armistice(number), Peace::Armistice { since }) => {
                rule!("A.arm.m", state.turn.saturating_sub(since) + 1 >= number)
            }
            // Who was to come in an armistice that was cut short comes when it is over.
            (When::Armistice(_), Peace::Resumed { .. }) => true,
            (When::Restart(number), Peace::Resumed { since }) => state.turn >= since + number,
            (When::Armistice(_), Peace::War) | (When::Restart(_), Peace::War | Peace::Armistice { .. }) => false,
        }
    }

    /// Whether something of the schedule happens in this very turn.
    fn is_now(&self, state: &State, when: When) -> bool {
        match (when, state.calendar.peace) {
            (When::Turn(turn), _) => turn == state.turn,
            (When::Armistice(number), Peace::Armistice { since }) => {
                rule!("A.arm.m", state.turn.saturating_sub(since) + 1 == number)
            }
            (When::Restart(number), Peace::Resumed { since }) => state.turn == since + number,
            (When::Armistice(_), Peace::War | Peace::Resumed { .. })
            | (When::Restart(_), Peace::War | Peace::Armistice { .. }) => false,
        }
    }

    fn is_agreed(&self, hypothesis: Hypothesis) -> bool {
        match hypothesis {
            Hypothesis::Davout => self.agreed.davout,
            Hypothesis::Soult => self.agreed.soult,
            Hypothesis::Hamburg => rule!("O.3a", self.agreed.hamburg),
        }
    }

    pub(crate) fn flag_flies(&self, state: &State, flag: Flag) -> bool {
        let place = self.scenario.victory_boxes.iter().position(|victory| victory.at == flag.at);
        place.and_then(|place| state.flags.get(place).copied().flatten()) == Some(flag.side)
    }

    /// 3.2a, B.3.2
    pub(crate) fn napoleon_is_present(&self, state: &State) -> bool {
        let on_map = self.napoleon.is_some_and(|napoleon| state.place_of(napoleon).is_some());
        let counts = self.scenario.napoleon_counts
            && match state.calendar.peace {
                Peace::War | Peace::Armistice { .. } => true,
                // From the restart on in a game that had an armistice; in one that begins in autumn he is never missing.
                Peace::Resumed { since } => since == 0,
            };
        on_map || rule!("B.3.2", counts)
    }

    /// 4.2b: leaders are removed and replaced as the scenario says.
    pub(crate) fn change_leaders(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for LeaderChange { when, change, option, unless } in &self.scenario.leader_changes {
            let wanted = option.is_none_or(|option| self.is_agreed(option));
            let suppressed = unless.is_some_and(|unless| self.is_agreed(unless));
            if !wanted || suppressed || !rule!("4.2b", self.is_now(state, *when)) {
                continue;
            }
            match *change {
                Change::Remove(leader) => self.remove_leader(state, leader, events),
                Change::Replace(leader, by) => self.replace_leader(state, leader, by, events),
            }
        }
    }

    fn remove_leader(&self, state: &mut State, leader: CounterId, events: &mut impl Sink<Event>) {
        let leader = self.in_season(state, leader);
        let gone = matches!(state.piece(leader).whereabouts, Whereabouts::Lost | Whereabouts::Captured);
        if !gone {
            let at = state.place_of(leader);
            self.recognise(state, leader);
            self.relocate(state, leader, Whereabouts::Lost);
            state.piece_mut(leader).sighting = None;
            events.event(Event::Calendar(Calendar::LeaderRemoved { leader, at }));
        }
    }

    fn replace_leader(&self, state: &mut State, leader: CounterId, by: CounterId, events: &mut impl Sink<Event>) {
        let leader = self.in_season(state, leader);
        let place = state.piece(leader).whereabouts;
        match place {
            Whereabouts::At(_) | Whereabouts::Entering(_) | Whereabouts::Recalled | Whereabouts::Waiting => {
                // Nobody takes a place twice.
                if state.piece(by).whereabouts != Whereabouts::Waiting {
                    return;
                }
                let face_up = state.piece(leader).face_up;
                self.succeed(state, leader, by);
                self.relocate(state, leader, Whereabouts::Lost);
                state.piece_mut(leader).sighting = None;
                self.relocate(state, by, place);
                state.piece_mut(by).face_up = face_up || self.lies_open(by);
                events.event(Event::Calendar(Calendar::LeaderReplaced { leader, by }));
            }
            Whereabouts::Pool | Whereabouts::Lost | Whereabouts::Captured => {}
        }
    }

    /// The counter itself, or its twin if the season has changed (C.a).
    fn in_season(&self, state: &State, counter: CounterId) -> CounterId {
        let replaced = state.season == Season::Autumn && self.counter(counter).season == Season::Spring;
        if rule!("C.a", replaced) { self.counter(counter).twin.unwrap_or(counter) } else { counter }
    }

    /// Lets the next entry of the schedule arrive; the frame goes when none is left.
    pub(crate) fn let_arrive(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let due = self
            .scenario
            .arrivals
            .iter()
            .enumerate()
            .find(|(number, arrival)| state.delayed & (1 << number) == 0 && self.may_arrive(state, arrival));
        let Some((number, arrival)) = due else {
            state.delayed = 0;
            state.frames.pop();
            self.call_replacements(state);
            self.find_chiefs(state);
            return;
        };
        // 3.3e: whether a die has let them come is settled before anything else.
        if rule!("3.3e", arrival.arrives_on.is_some()) {
            state.frames.push(Frame::Events(Events::ArrivalDie { entry: number as u8 }));
            return;
        }
        self.arrive(state, number, events);
    }

    fn may_arrive(&self, state: &State, arrival: &Arrival) -> bool {
        arrival.who.iter().any(|who| self.is_expected(state, who.counter))
            && self.is_due(state, arrival.when)
            && arrival.option.is_none_or(|option| self.is_agreed(option))
            && arrival.needs.is_none_or(|flag| self.flag_flies(state, flag))
    }

    fn is_expected(&self, state: &State, counter: CounterId) -> bool {
        state.piece(counter).whereabouts == Whereabouts::Waiting
            && state.piece(self.in_season(state, counter)).whereabouts == Whereabouts::Waiting
    }

    /// 3.3e: they come on this die or less, or wait for the next turn.
    pub(crate) fn throw_for_arrival(&self, state: &mut State, entry: u8, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let arrival = &self.scenario.arrivals[usize::from(entry)];
        if arrival.arrives_on.is_some_and(|most| die > most) {
            state.delayed |= 1 << entry;
            events.event(Event::Calendar(Calendar::Delayed { die, entry }));
        } else {
            self.arrive(state, usize::from(entry), events);
        }
    }

    fn arrive(&self, state: &mut State, number: usize, events: &mut impl Sink<Event>) {
        let arrival = &self.scenario.arrivals[number];
        let to = match arrival.entry {
            Entry::Box(place) => rule!("3.3a", true).then_some(Whereabouts::At(place)),
            Entry::Connection(place) => rule!("3.3c", true).then_some(Whereabouts::Entering(place)),
            Entry::With(counter) => self.beside(state, counter).map(Whereabouts::At),
        };
        let Some(to) = to else {
            state.delayed |= 1 << number;
            return;
        };
        if let Whereabouts::At(place) = to
            && rule!("3.3b", state.occupies(enemy_of(arrival.side), place))
        {
            // 3.3b, R J59: he makes room before they are placed; where he cannot, they wait.
            if self.must_step_aside(state, enemy_of(arrival.side), place) {
                // The die has been thrown: it is not thrown again when the box is free.
                self.arrive_after(state, number, enemy_of(arrival.side), place);
                return;
            }
            state.delayed |= 1 << number;
            return;
        }
        self.place_arrivals(state, arrival, to, events);
    }

    /// The enemy steps aside first.
    fn arrive_after(&self, state: &mut State, number: usize, enemy: Side, at: BoxId) {
        state.arriving = Some(number as u8);
        state.frames.push(Frame::Events(Events::StepAside { side: enemy, at }));
    }

    fn place_arrivals(&self, state: &mut State, arrival: &Arrival, to: Whereabouts, events: &mut impl Sink<Event>) {
        let mut counters = CounterSet::EMPTY;
        for who in &arrival.who {
            let counter = self.in_season(state, who.counter);
            if state.piece(counter).whereabouts != Whereabouts::Waiting {
                continue;
            }
            self.put_in_play(state, Strength { counter, ..*who }, to);
            counters.insert(counter);
        }
        let (side, count) = (arrival.side, counters.len() as u8);
        let counters = Some(counters);
        events.event(Event::Calendar(match to {
            Whereabouts::Entering(at) => Calendar::AtTheEntry { side, at, counters, count },
            Whereabouts::At(at) => Calendar::Arrived { side, at, counters, count },
            Whereabouts::Waiting
            | Whereabouts::Pool
            | Whereabouts::Recalled
            | Whereabouts::Lost
            | Whereabouts::Captured => unreachable!("arrivals come to a box"),
        }));
        if let Whereabouts::At(at) = to {
            self.turn_flag(state, side, at, events);
        }
    }

    /// Where a counter is, or failing him the commander in chief of his army.
    fn beside(&self, state: &State, counter: CounterId) -> Option<BoxId> {
        let counter = self.in_season(state, counter);
        state.place_of(counter).or_else(|| {
            let chief = state.army(self.counter(counter).army?).chief?;
            state.place_of(chief)
        })
    }

    /// A counter of the scenario begins the game, or joins it, with what the scenario gives it.
    pub(crate) fn put_in_play(&self, state: &mut State, who: Strength, to: Whereabouts) {
        let Strength { counter, strength, parent } = who;
        self.relocate(state, counter, to);
        let open = self.lies_open(counter) || matches!(state.calendar.peace, Peace::Armistice { .. });
        let piece = state.piece_mut(counter);
        // C.c: the roster has the room, the scenario the strength.
        piece.strength = if rule!("C.c", strength > 0) { strength } else { 0 };
        piece.parent = parent;
        piece.face_up = open;
    }

    /// Ways out of a box in which enemy reinforcements arrive: to boxes without enemies, over what can be crossed if any
    /// such is there.
    fn ways_aside(
        &self,
        state: &State,
        side: Side,
        at: BoxId,
        crossable_only: bool,
    ) -> impl Iterator<Item = ConnectionId> {
        let free = move |(next, way): &&(BoxId, ConnectionId)| {
            !self.is_held(state, enemy_of(side), *next)
                && !self.frontier_bars(state, *way)
                && !self.is_closed(state, *next)
                && (!crossable_only || self.is_open(state, *way))
        };
        self.ground.neighbours(at).iter().filter(free).map(|(_, way)| *way)
    }

    /// Whether a side stands in the box and has somewhere to go.
    pub(crate) fn must_step_aside(&self, state: &State, side: Side, at: BoxId) -> bool {
        state.occupies(side, at) && self.ways_aside(state, side, at, false).next().is_some()
    }

    /// 3.3b: one box away, his choice.
    pub(crate) fn may_step_aside(&self, state: &State, side: Side, at: BoxId, way: ConnectionId) -> Ruling {
        if self.beyond(at, way).is_some() && self.frontier_bars(state, way) {
            let here = self.of_side_in(state, side, at);
            self.may_use(state, way, self.ground.across(way, at), &here)
                .map_err(|refusal| refusal.also(&[case!("3.3b")]))?;
        }
        let crossable = self.ways_aside(state, side, at, true).next().is_some();
        if rule!("3.3b", !self.ways_aside(state, side, at, crossable).any(|open| open == way)) {
            let words = "counters that make room for arriving enemies go to a box next to {place} without enemies, by a connection that can be crossed";
            return Err(refuse(case!("3.3b"), words).place(at));
        }
        Ok(())
    }

    pub(crate) fn step_aside(
        &self,
        state: &mut State,
        side: Side,
        at: BoxId,
        way: ConnectionId,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let to = self.ground.across(way, at);
        for counter in self.of_side_in(state, side, at).iter() {
            self.relocate(state, counter, Whereabouts::At(to));
            state.piece_mut(counter).inside = false;
        }
        events.event(Event::Calendar(Calendar::SteppedAside { side, from: at, to }));
        self.tidy_box(state, at, events);
        if let Some(number) = state.arriving.take() {
            self.arrive(state, usize::from(number), events);
        }
        self.take_box(state, side, to, events);
    }

    /// Troops that may change sides in this turn (S.0).
    pub(crate) fn defections_due(&self, state: &State) -> ArrayVec<u8, 4> {
        let due = self.scenario.defections.iter().enumerate().filter(|(_, defection)| {
            let counter = self.in_season(state, defection.counter);
            self.is_now(state, defection.when) && rule!("S.0", state.place_of(counter).is_some())
        });
        due.map(|(number, _)| number as u8).take(4).collect()
    }

    pub(crate) fn throw_for_defection(&self, state: &mut State, entry: u8, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(defection) = self.scenario.defections.get(usize::from(entry)) else { return };
        let counter = self.in_season(state, defection.counter);
        let gone = if die >= defection.from_die { defection.strength.min(state.piece(counter).strength) } else { 0 };
        self.strike_off(state, counter, gone);
        events.event(Event::Calendar(Calendar::Defected { counter, die, strength: gone }));
    }

    /// The SP of this turn, besides those that waited (3.3g).
    fn call_replacements(&self, state: &mut State) {
        state.replaced.clear();
        if rule!("B.3.3c", !self.campaign.strength_kept) {
            state.replacements.clear();
        }
        for replacements in &self.scenario.replacements {
            // A.arm.m: while the armistice lasts its own list stands in place of the calendar's.
            let dated = match (replacements.when, state.calendar.peace) {
                (When::Turn(_), Peace::Armistice { .. }) => true,
                (When::Turn(_), Peace::War | Peace::Resumed { .. }) | (When::Armistice(_) | When::Restart(_), _) => {
                    false
                }
            };
            if !self.is_now(state, replacements.when) || rule!("A.arm.m", dated) {
                continue;
            }
            let known = state.replacements.iter().position(|(nation, _)| *nation == replacements.nation);
            match known {
                Some(place) => state.replacements[place].1 += replacements.strength,
                None => state.replacements.push((replacements.nation, replacements.strength)),
            }
        }
    }

    /// Whose drafts these are. German troops served on both sides.
    fn drafts_of(&self, side: Side, nation: Nation) -> bool {
        let french = matches!(nation, Nation::French | Nation::Polish | Nation::Saxon | Nation::German);
        french == (side == crate::state::FRENCH)
    }

    fn points_for(&self, state: &State, side: Side, nation: Nation) -> u8 {
        if !self.drafts_of(side, nation) {
            return 0;
        }
        state.replacements.iter().find(|(of, _)| *of == nation).map_or(0, |(_, points)| *points)
    }

    /// Whether a side has SP to put into units: everybody may know that, and it is asked whether any unit wants them or not.
    pub(crate) fn has_replacements(&self, state: &State, side: Side) -> bool {
        state.replacements.iter().any(|(nation, points)| *points > 0 && self.drafts_of(side, *nation))
    }

    /// What a unit can hold (3.3f, B.3.3a, R J69).
    pub(crate) fn ceiling(&self, unit: CounterId) -> u8 {
        match self.campaign.strength_ceiling {
            Ceiling::Start => self.start_strength[unit.index()],
            Ceiling::Roster => self.counter(unit).maximum,
        }
    }

    pub(crate) fn may_replace(&self, state: &State, side: Side, unit: CounterId) -> Ruling {
        if unit.index() >= self.counters.len() || self.side_of(unit) != side || !self.has_strength(unit) {
            return Err(refuse(case!("B.3.3a"), "SP reinforcements go to infantry and cavalry units of your side")
                .also(&[case!("3.3f")]));
        }
        if state.place_of(unit).is_none() && !self.may_rebuild(state, unit) {
            return Err(refuse(case!("B.3.3a"), "{unit} is not on the map").unit(unit).also(&[case!("3.3f")]));
        }
        let counter = self.counter(unit);
        if rule!("B.3.3a", counter.detachment) {
            return Err(
                refuse(case!("B.3.3a"), "{unit} is a detachment, and detachments take no SP reinforcements").unit(unit)
            );
        }
        if rule!("B.3.3a", self.points_for(state, side, counter.nation) == 0) {
            return Err(refuse(case!("B.3.3a"), "no SP of its nation are left for {unit}").unit(unit));
        }
        let piece = state.piece(unit);
        if rule!("B.3.3a", piece.strength >= self.ceiling(unit)) {
            let refusal = refuse(case!("B.3.3a"), "{unit} cannot have more than {number} SP");
            return Err(refusal.unit(unit).number(i16::from(self.ceiling(unit))).also(&[case!("3.3f"), case!("C.c")]));
        }
        let received = state.replaced.iter().find(|(of, _)| *of == unit).map_or(0, |(_, points)| *points);
        if rule!("B.3.3b", received >= self.campaign.strength_per_unit) {
            let refusal = refuse(case!("B.3.3b"), "{unit} has already taken its {number} SP this turn");
            return Err(refusal.unit(unit).number(i16::from(received)).also(&[case!("3.3f")]));
        }
        // 3.3f: in the older campaigns for losses of units in command.
        let on_map = state.place_of(unit).is_some();
        if self.campaign.strength_kept && on_map && rule!("3.3f", piece.grade != Grade::InCommand || piece.losses == 0)
        {
            return Err(refuse(case!("3.3f"), "{unit} is not in command, or has lost nothing in combat").unit(unit));
        }
        Ok(())
    }

    /// V.pol.rebuild: a destroyed unit comes back beside its commander in chief.
    fn may_rebuild(&self, state: &State, unit: CounterId) -> bool {
        let destroyed = state.piece(unit).whereabouts == Whereabouts::Lost && self.chief_of(state, unit).is_some();
        rule!("V.pol.rebuild", self.campaign.rebuilds(SCENARIO_OF_REBUILDING) && destroyed)
    }

    fn chief_of(&self, state: &State, unit: CounterId) -> Option<BoxId> {
        let chief = state.army(self.counter(unit).army?).chief?;
        state.place_of(chief)
    }

    /// B.3.3c: what is not used is lost; 3.3g: in the older campaigns it must be taken by who can.
    pub(crate) fn may_end_replacements(&self, state: &State, side: Side) -> Ruling {
        if !self.campaign.strength_kept {
            return Ok(());
        }
        let wanting = self.all_counters().find(|unit| self.may_replace(state, side, *unit).is_ok());
        match wanting {
            Some(unit) if rule!("3.3g", true) => {
                Err(refuse(case!("3.3g"), "SP reinforcements must be used: {unit} can take one").unit(unit))
            }
            Some(_) | None => Ok(()),
        }
    }

    pub(crate) fn replace(&self, state: &mut State, side: Side, unit: CounterId, events: &mut impl Sink<Event>) {
        let nation = self.counter(unit).nation;
        if let Some((_, points)) = state.replacements.iter_mut().find(|(of, _)| *of == nation) {
            *points -= 1;
        }
        self.note_received(state, unit, 1);
        if let Some(beside) = self.chief_of(state, unit).filter(|_| state.place_of(unit).is_none()) {
            self.relocate(state, unit, Whereabouts::At(beside));
            state.piece_mut(unit).face_up = self.lies_open(unit);
        }
        let piece = state.piece_mut(unit);
        piece.strength += 1;
        piece.losses = piece.losses.saturating_sub(1);
        events.event(Event::Calendar(Calendar::Replaced { counter: Some(unit), side, nation }));
    }

    /// B.3.3b: what a unit has received is remembered until the next turn.
    pub(crate) fn note_received(&self, state: &mut State, unit: CounterId, points: u8) {
        match state.replaced.iter().position(|(of, _)| *of == unit) {
            Some(place) => state.replaced[place].1 += points,
            None if state.replaced.is_full() => {}
            None => state.replaced.push((unit, points)),
        }
    }

    pub(crate) fn end_replacements(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let own = state.replacements.iter_mut().filter(|(nation, _)| self.drafts_of(side, *nation));
        let mut lost = 0;
        for (_, points) in own {
            lost += *points;
            if rule!("B.3.3c", !self.campaign.strength_kept) {
                *points = 0;
            }
        }
        if lost > 0 && !self.campaign.strength_kept {
            events.event(Event::Calendar(Calendar::ReplacementsLost { side, points: lost }));
        }
    }

    /// S.0: the set-up of the scenario.
    pub(crate) fn set_up(&self) -> State {
        let scenario = &self.scenario;
        let mut state = State::empty(self.counters.len(), self.ground.len(), scenario.armies.len());
        state.turn = scenario.first_turn;
        state.season = scenario.season;
        state.calendar.armistice = scenario.armistice.filter(|_| rule!("A.arm.a", scenario.truce != Truce::None));
        if scenario.season == Season::Autumn {
            state.calendar.peace = Peace::Resumed { since: 0 };
        }
        for placement in scenario.setup.iter().filter(|_| self.set_up_holds()) {
            self.put_in_play(&mut state, placement.who, Whereabouts::At(placement.at));
            state.piece_mut(placement.who.counter).inside = placement.inside;
        }
        for siege in &scenario.sieges {
            state.sieges.push(crate::state::Siege::standing(siege));
        }
        for (side, place) in &scenario.entrenchments {
            state.entrenched[side.index()].insert(*place);
        }
        state.flags = scenario.victory_boxes.iter().map(|victory| victory.flag).collect();
        state.pontoons_left = scenario.pontoons;
        self.open_pools(&mut state);
        self.lay_out_deck(&mut state);
        self.find_chiefs(&mut state);
        state.frames.push(Frame::Events(Events::Open));
        self.ask_for_dummies(&mut state);
        state
    }

    /// The cases that the set-ups stand under.
    fn set_up_holds(&self) -> bool {
        match self.scenario.heading.id.as_str() {
            "lutzen" => rule!("S.1", true),
            "bautzen" => rule!("S.2", true),
            "spring" => rule!("S.3", true),
            "autumn" => rule!("S.4", true),
            "campaign" => rule!("S.5", true),
            _ => true,
        }
    }

    /// 1.3a: so many dummies; 6.1a: the lettered counters that can be made detachments of.
    fn open_pools(&self, state: &mut State) {
        for counter in self.all_counters() {
            let free = state.piece(counter).whereabouts == Whereabouts::Waiting;
            let scheduled =
                self.scenario.arrivals.iter().flat_map(|arrival| &arrival.who).any(|who| who.counter == counter);
            if free && !scheduled && self.counter(counter).detachment {
                self.relocate(state, counter, Whereabouts::Pool);
            }
        }
        if self.agreed.dummies {
            self.fill_dummies(state);
        }
    }

    /// 1.3a: the dummies that the scenario gives to each side in this season, less those lost for good.
    pub(crate) fn fill_dummies(&self, state: &mut State) {
        let allowed = match state.season {
            Season::Autumn => self.scenario.autumn_dummies,
            Season::Spring | Season::Both => self.scenario.dummies,
        };
        for side in [crate::state::FRENCH, crate::state::ALLIED] {
            let mut infantry = allowed[side.index()].infantry;
            let mut cavalry = allowed[side.index()].cavalry;
            for counter in self.all_counters().filter(|counter| self.side_of(*counter) == side) {
                let left = match self.kind(counter) {
                    Kind::InfantryDummy => &mut infantry,
                    Kind::CavalryDummy => &mut cavalry,
                    Kind::Leader | Kind::Infantry | Kind::Cavalry | Kind::Artillery => continue,
                };
                if rule!("1.3a", *left == 0) {
                    continue;
                }
                *left -= 1;
                if state.piece(counter).whereabouts == Whereabouts::Waiting {
                    self.relocate(state, counter, Whereabouts::Pool);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
