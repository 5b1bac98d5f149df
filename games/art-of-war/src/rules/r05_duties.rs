//! Case 5.1: mandatory attacks as a constraint.
//!
//! A contact is a pair of hexes of opposite sides in each other's zone, neither of which has fought this phase. Every
//! hex with a contact owes an attack or is owed one. What remains to be fought after some attack can be served if and
//! only if every phasing hex left keeps a contact, and every enemy hex left keeps one or can be given a battery of its
//! own: a graph without lonely nodes falls into stars, and 5.3 and 5.4 allow a star as one attack. So it is enough to
//! look at the neighbourhood of the attack, and to match batteries to the enemies it leaves alone.
//! Decides 5.1a, 5.1b, 5.1c, 5.1d, 5.2b, 5.6b, 5.6d, 5.7, 14.0c.

use arrayvec::ArrayVec;
use board::Hex;
use kernel::Sink;

use crate::counters::{UnitId, enemy_of};
use crate::event::Event;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::state::{State, TARGETS};
use crate::{HexSet, Rules};

/// An attack as far as it is declared, in hexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) targets: ArrayVec<Hex, TARGETS>,
    /// Hexes of adjacent attackers.
    pub(crate) adjacent: ArrayVec<Hex, 6>,
    /// Hexes of batteries that bombard.
    pub(crate) guns: ArrayVec<Hex, 16>,
}

impl Draft {
    /// The draft with another adjacent attacker; `None` if the hex stands in it already.
    pub(crate) fn with_adjacent(&self, hex: Hex) -> Option<Draft> {
        let mut more = self.clone();
        (!more.adjacent.contains(&hex) && more.adjacent.try_push(hex).is_ok()).then_some(more)
    }

    pub(crate) fn with_target(&self, hex: Hex) -> Option<Draft> {
        let mut more = self.clone();
        (!more.targets.contains(&hex) && more.targets.try_push(hex).is_ok()).then_some(more)
    }

    pub(crate) fn with_guns(&self, hex: Hex) -> Draft {
        let mut more = self.clone();
        if !more.guns.contains(&hex) {
            // More than sixteen battery hexes within two of one hex there are not.
            let _ = more.guns.try_push(hex);
        }
        more
    }
}

/// Enemy hexes that only a battery can still serve.
type Orphans = ArrayVec<Hex, 24>;

impl Rules {
    /// The phasing hexes that have not fought and touch this enemy hex.
    #[inline]
    pub(crate) fn contacts<'a>(
        &'a self,
        state: &'a State,
        hex: Hex,
        ready: &'a HexSet,
    ) -> impl Iterator<Item = Hex> + 'a {
        self.ground.touched(self.sky(state), hex).filter(|near| ready.contains(*near))
    }

    pub(crate) fn draft(&self, state: &State) -> Draft {
        let mut draft = Draft { targets: state.attack.targets.clone(), ..Draft::default() };
        for unit in state.attack.adjacent {
            let hex = state.hex_of(unit);
            if !draft.adjacent.contains(&hex) {
                draft.adjacent.push(hex);
            }
        }
        for unit in state.attack.batteries {
            draft = draft.with_guns(state.hex_of(unit));
        }
        draft
    }

    /// The first phasing hex that the draft leaves in a zone with nobody to attack.
    fn stranded(&self, state: &State, draft: &Draft) -> Option<Hex> {
        let mine = &state.ready[state.player.index()];
        let theirs = &state.ready[enemy_of(state.player).index()];
        draft.targets.iter().find_map(|target| {
            self.contacts(state, *target, mine).find(|friend| {
                !draft.adjacent.contains(friend)
                    && !self.contacts(state, *friend, theirs).any(|enemy| !draft.targets.contains(&enemy))
            })
        })
    }

    /// Required enemy hexes that the draft leaves to batteries.
    fn orphans(&self, state: &State, draft: &Draft) -> Orphans {
        let mine = &state.ready[state.player.index()];
        let theirs = &state.ready[enemy_of(state.player).index()];
        let mut orphans = Orphans::new();
        for hex in &state.awaiting {
            if !draft.targets.contains(&hex) {
                let _ = orphans.try_push(hex);
            }
        }
        for attacker in &draft.adjacent {
            for enemy in self.contacts(state, *attacker, theirs) {
                let alone = !draft.targets.contains(&enemy)
                    && !orphans.contains(&enemy)
                    && !self.contacts(state, enemy, mine).any(|friend| !draft.adjacent.contains(&friend));
                if alone {
                    let _ = orphans.try_push(enemy);
                }
            }
        }
        orphans
    }

    /// Whether each of these enemy hexes can have a battery hex of its own, not one of those used; otherwise one that
    /// cannot.
    fn batteries_serve(&self, state: &State, orphans: &[Hex], used: &[Hex], without: &[UnitId]) -> Result<(), Hex> {
        let Some(first) = orphans.first() else { return Ok(()) };
        // 5.6b: a battery may stand in for the friend who attacks somebody else.
        if !rule!("5.6b", true) {
            return Err(*first);
        }
        let mut guns: ArrayVec<Hex, 48> = ArrayVec::new();
        for unit in self.guns_of(state.player).difference(state.fought) {
            let hex = state.hex_of(unit);
            if state.on_map(unit)
                && !used.contains(&hex)
                && !without.contains(&unit)
                && !guns.contains(&hex)
                && self.may_bombard(state, unit).is_ok()
            {
                let _ = guns.try_push(hex);
            }
        }
        let mut serves: ArrayVec<Option<usize>, 48> = guns.iter().map(|_| None).collect();
        for (index, orphan) in orphans.iter().enumerate() {
            let mut seen = [false; 48];
            if !self.find_battery(state, orphans, index, &guns, &mut serves, &mut seen) {
                return Err(*orphan);
            }
        }
        Ok(())
    }

    /// An augmenting path of the matching.
    fn find_battery(
        &self,
        state: &State,
        orphans: &[Hex],
        orphan: usize,
        guns: &[Hex],
        serves: &mut [Option<usize>],
        seen: &mut [bool; 48],
    ) -> bool {
        for (index, gun) in guns.iter().enumerate() {
            if seen[index] || !self.in_range(state, *gun, orphans[orphan]) {
                continue;
            }
            seen[index] = true;
            let free = match serves[index] {
                None => true,
                Some(other) => self.find_battery(state, orphans, other, guns, serves, seen),
            };
            if free {
                serves[index] = Some(orphan);
                return true;
            }
        }
        false
    }

    /// 5.1c: whether the attack as it stands leaves every other duty a way to be fulfilled.
    pub(crate) fn leaves_duties_possible(&self, state: &State, draft: &Draft) -> Ruling {
        if let Some(hex) = self.stranded(state, draft)
            && rule!("5.1c", true)
        {
            return Err(self.strands_unit(state, hex));
        }
        let orphans = self.orphans(state, draft);
        if let Err(hex) = self.batteries_serve(state, &orphans, &draft.guns, &[])
            && rule!("5.1c", true)
        {
            return Err(self.strands_target(state, hex));
        }
        Ok(())
    }

    /// Who would be left over by the attack as it stands, and whether he is one's own: without an enemy to attack, or without an attacker.
    pub(crate) fn left_over(&self, state: &State, draft: &Draft) -> Option<(UnitId, bool)> {
        let own = self.stranded(state, draft);
        let theirs = || self.batteries_serve(state, &self.orphans(state, draft), &draft.guns, &[]).err();
        let hex = own.or_else(theirs)?;
        let unit = state.units_in(hex).find(|unit| !state.fought.contains(*unit))?;
        Some((unit, own.is_some()))
    }

    fn strands_unit(&self, state: &State, hex: Hex) -> Refusal {
        let unit = state.units_in(hex).find(|unit| !state.fought.contains(*unit)).unwrap_or(UnitId::NONE);
        refuse(case!("5.1c"), "this attack would leave {unit} in an enemy zone with nobody to attack")
            .unit(unit)
            .place(hex)
    }

    fn strands_target(&self, state: &State, hex: Hex) -> Refusal {
        let unit = state.units_in(hex).find(|unit| !state.fought.contains(*unit)).unwrap_or(UnitId::NONE);
        refuse(case!("5.1c"), "this attack would leave {unit}, which must be attacked, without an attacker")
            .unit(unit)
            .place(hex)
    }

    /// Whether some legal attack contains the draft: whoever would be left over is drawn in.
    pub(crate) fn can_be_completed(&self, state: &State, draft: &Draft) -> Ruling {
        let sky = self.sky(state);
        let mut draft = draft.clone();
        loop {
            if let Some(hex) = self.stranded(state, &draft)
                && rule!("5.1c", true)
            {
                let fits = draft.targets.iter().all(|target| self.ground.touches(sky, hex, *target));
                match draft.with_adjacent(hex) {
                    Some(more) if fits => draft = more,
                    _ => return Err(self.strands_unit(state, hex)),
                }
                continue;
            }
            let orphans = self.orphans(state, &draft);
            let Err(lonely) = self.batteries_serve(state, &orphans, &draft.guns, &[]) else {
                return self.can_be_led(state, &draft);
            };
            if !rule!("5.1c", true) {
                return Ok(());
            }
            // No battery left for it: one of the orphans has to become a target of this very attack.
            let drawn_in = orphans.iter().any(|orphan| {
                draft.adjacent.iter().all(|attacker| self.ground.touches(sky, *attacker, *orphan))
                    && draft.with_target(*orphan).is_some_and(|more| self.can_be_completed(state, &more).is_ok())
            });
            return if drawn_in { Ok(()) } else { Err(self.strands_target(state, lonely)) };
        }
    }

    /// 5.7: against several hexes somebody adjacent to all of them has to lead the attack.
    fn can_be_led(&self, state: &State, draft: &Draft) -> Ruling {
        if !draft.adjacent.is_empty() || draft.targets.len() == 1 {
            return Ok(());
        }
        let sky = self.sky(state);
        let mine = &state.ready[state.player.index()];
        let led = self.contacts(state, draft.targets[0], mine).any(|friend| {
            draft.targets.iter().all(|target| self.ground.touches(sky, friend, *target))
                && draft.with_adjacent(friend).is_some_and(|more| self.can_be_completed(state, &more).is_ok())
        });
        if led || !rule!("5.7", true) {
            return Ok(());
        }
        Err(refuse(case!("5.7"), "guns alone attack only one hex, and no unit is next to all of these")
            .place(draft.targets[0]))
    }

    /// 5.1a, 5.1b: the duties with which a Combat Phase opens.
    pub(crate) fn open_duties(&self, state: &mut State) {
        self.survey_ready(state);
        let mine = state.ready[state.player.index()];
        let theirs = state.ready[enemy_of(state.player).index()];
        let in_contact = mine
            .intersection(state.zone[enemy_of(state.player).index()])
            .union(theirs.intersection(state.zone[state.player.index()]));
        state.duty = in_contact.iter().flat_map(|hex| state.units_in(hex)).collect();
        state.awaiting = HexSet::EMPTY;
    }

    /// The hexes of both sides with units that have not fought.
    pub(crate) fn survey_ready(&self, state: &mut State) {
        state.ready = state.occupied;
        for unit in state.fought {
            if state.on_map(unit) {
                let hex = state.hex_of(unit);
                if state.units_in(hex).all(|other| state.fought.contains(other)) {
                    state.ready[self.side_of(unit).index()].remove(hex);
                }
            }
        }
    }

    /// Enemies who must be attacked and have nobody left next to them who could: only guns can serve them.
    pub(crate) fn survey_awaiting(&self, state: &mut State) {
        let mine = state.ready[state.player.index()];
        let theirs = state.ready[enemy_of(state.player).index()];
        state.awaiting = HexSet::EMPTY;
        for hex in &theirs.intersection(state.zone[state.player.index()]) {
            // 5.2b: an enemy whom only an advance has brought into contact is not owed an attack.
            let due = state.units_in(hex).any(|unit| state.duty.contains(unit) && !state.fought.contains(unit));
            if !rule!("5.2b", !due) && self.contacts(state, hex, &mine).next().is_none() {
                state.awaiting.insert(hex);
            }
        }
    }

    /// 5.1d: after a combat, and before an advance, duties end whose contact is gone or that nobody can fulfil any
    /// more, for all to see.
    pub(crate) fn lapse_duties(&self, state: &mut State, events: &mut impl Sink<Event>) {
        self.survey_ready(state);
        let mine = state.player.index();
        let theirs = enemy_of(state.player).index();
        for unit in state.duty.difference(state.fought) {
            let hex = state.hex_of(unit);
            let touched = if self.side_of(unit) == state.player {
                self.contacts(state, hex, &state.ready[theirs]).next().is_some()
            } else {
                // Whoever has attacked somebody else still binds the enemies he touches (5.6b).
                state.zone[mine].contains(hex)
            };
            if rule!("5.1d", !touched) {
                state.duty.remove(unit);
                events.event(Event::DutyLapsed { unit, to_attack: self.side_of(unit) == state.player });
            }
        }
        self.survey_awaiting(state);
        loop {
            let orphans: Orphans = state.awaiting.iter().take(24).collect();
            let Err(hex) = self.batteries_serve(state, &orphans, &[], &[]) else { break };
            if !rule!("5.1d", true) {
                break;
            }
            state.awaiting.remove(hex);
            for unit in unfought(state, hex) {
                state.duty.remove(unit);
                events.event(Event::DutyLapsed { unit, to_attack: self.side_of(unit) == state.player });
            }
        }
    }

    /// 5.1a, 5.1b: a phase ends only when every duty has been fulfilled.
    pub(crate) fn may_end_combat(&self, state: &State) -> Ruling {
        let mine = state.ready[state.player.index()];
        let theirs = state.ready[enemy_of(state.player).index()];
        for hex in &mine.intersection(state.zone[enemy_of(state.player).index()]) {
            let Some(enemy) = self.contacts(state, hex, &theirs).next() else { continue };
            let unit = unfought(state, hex).next().unwrap_or(UnitId::NONE);
            let other = unfought(state, enemy).next().unwrap_or(UnitId::NONE);
            // 14.0c: garrisons have to attack like anyone else.
            let garrison = state.units_in(hex).all(|unit| self.is_garrison(unit));
            let owed = if garrison { rule!("14.0c", true) } else { rule!("5.1a", true) };
            if owed {
                let case = if garrison { case!("14.0c") } else { case!("5.1a") };
                return Err(refuse(case, "{unit} is in the zone of control of {other} and must attack")
                    .also(&[case!("5.1a"), case!("5.1b")])
                    .unit(unit)
                    .other(other));
            }
            if rule!("5.1b", true) {
                return Err(refuse(case!("5.1b"), "{unit} must be attacked: {other} is in its zone of control")
                    .unit(other)
                    .other(unit));
            }
        }
        // 5.6d: guns need not fire, unless they were relied on for an enemy who must be attacked.
        if let Some(hex) = state.awaiting.iter().next()
            && rule!("5.6d", true)
            && rule!("5.1b", true)
        {
            let unit = unfought(state, hex).next().unwrap_or(UnitId::NONE);
            return Err(refuse(case!("5.1b"), "{unit} must be attacked, and a battery can still do it")
                .also(&[case!("5.6d"), case!("5.6b")])
                .unit(unit));
        }
        Ok(())
    }

    /// 6.5b: whether these guns are needed for a bombardment that must still be made: for an enemy who had to be attacked
    /// and was left to the guns when this combat was announced, and who could not be served without them.
    pub(crate) fn bombardment_required_of(&self, state: &State, guns: &[UnitId]) -> bool {
        if state.awaiting.is_empty() {
            return false;
        }
        let enemy = enemy_of(state.player).index();
        let orphans: Orphans = state.awaiting.intersection(state.occupied[enemy]).iter().take(24).collect();
        self.batteries_serve(state, &orphans, &[], &[]).is_ok()
            && self.batteries_serve(state, &orphans, &[], guns).is_err()
    }
}

fn unfought(state: &State, hex: Hex) -> impl Iterator<Item = UnitId> + use<> {
    let units: ArrayVec<UnitId, 8> = state.units_in(hex).filter(|unit| !state.fought.contains(*unit)).take(8).collect();
    units.into_iter()
}
