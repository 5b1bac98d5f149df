//! Chapter H.1: charges, by turns, with one to three chargers.
//! Decides 2.8, D.3d, H.1c, H.1d, H.1e, H.1f, H.1g, H.1h, H.1i, H.1j, H.1l, H.1n, H.1o, H.1p, H.1q, H.1r, H.1s, H.1t,
//! H.1u, T.charge, T.chargemods, T.ratio.

use board::{Direction, Facing, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Formation};
use crate::event::{Event, Phase};
use crate::refusal::{No, Ruling, Silent, refuse};
use crate::sequence::{Flight, Frame, Trial};
use crate::state::{Charge, Split, State};
use crate::tables::{Class, DefenderResult, Situation, Tables};

/// The most units that charge together (H.1h).
const CHARGERS: usize = 3;

/// What goes into the die of a charge.
#[derive(Clone, Debug)]
pub(crate) struct Reckoned {
    pub attackers: u16,
    pub target: u16,
    /// The step of the ratio table, and its percentage.
    pub ratio: (usize, u16),
    pub differential: i8,
    pub modifiers: arrayvec::ArrayVec<(Situation, i8), 5>,
}

impl Reckoned {
    pub(crate) fn modifier(&self) -> i8 {
        self.modifiers.iter().map(|(_, die)| die).sum()
    }
}

impl Rules {
    pub(crate) fn open_charges(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.charge = Charge::none();
        state.charged = CounterSet::EMPTY;
        state.was_charged = CounterSet::EMPTY;
        state.vacated = crate::HexSet::EMPTY;
        self.open_alternate(state, Frame::Charges, Phase::Charges, events);
    }

    pub(crate) fn go_on_charging(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        if self.whose_choice(state, |rules, state, side| rules.has_charge(state, side)) {
            return true;
        }
        state.frames.pop();
        state.stays = CounterSet::EMPTY;
        state.charge = Charge::none();
        state.vacated = crate::HexSet::EMPTY;
        self.open_rally(state, events);
        false
    }

    fn has_charge(&self, state: &State, side: Side) -> bool {
        let able = self.units.intersection(self.counters_of(side)).difference(state.charged);
        able.iter().any(|charger| {
            let arc = self.arc_of_fire(state, charger);
            arc.iter().any(|hex| {
                let targets = self.targets_in(state, side, *hex);
                targets.iter().any(|target| self.may_charge_with::<Silent>(state, side, charger, *target).is_ok())
            })
        })
    }

    pub(crate) fn list_charges(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        for charger in self.units.intersection(self.counters_of(side)).difference(state.charged) {
            for hex in self.arc_of_fire(state, charger) {
                for target in self.targets_in(state, side, hex) {
                    if self.may_charge_with::<Silent>(state, side, charger, target).is_ok() {
                        actions.push(Action::Charge(charger, target));
                    }
                }
            }
        }
        // H.1k: charging is never compulsory, but for cavalry that stayed (H.1n).
        if self.judge(state, side, &Action::EndCharges).is_ok() {
            actions.push(Action::EndCharges);
        }
    }

    /// H.1n: cavalry that stayed before infantry charges it, as long as it can.
    pub(crate) fn may_end_charges(&self, state: &State, side: Side) -> Ruling {
        let mine = state.stays.intersection(self.counters_of(side));
        match mine.iter().find(|stayed| rule!("H.1n", self.owes_a_charge(state, side, *stayed))) {
            None => Ok(()),
            Some(stayed) => Err(refuse(case!("H.1n"), "{unit} stayed before infantry, and charges it").unit(stayed)),
        }
    }

    /// Whether nobody of a body of cavalry that stayed has charged, and somebody could: infantry that has moved up to it.
    fn owes_a_charge(&self, state: &State, side: Side, stayed: CounterId) -> bool {
        let body = self.whole(state, stayed);
        let walked_up = |target: CounterId| {
            let print = self.counter(target);
            print.is_infantry() && (state.moved.contains(target) || state.moved.contains(print.brigade))
        };
        body.intersection(state.charged).is_empty()
            && body.iter().any(|charger| {
                self.arc_of_fire(state, charger).iter().any(|hex| {
                    let targets = self.targets_in(state, side, *hex);
                    targets.iter().any(|target| {
                        walked_up(*target) && self.may_charge_with::<Silent>(state, side, charger, *target).is_ok()
                    })
                })
            })
    }

    /// H.1a, H.1b: the ground of the target decides which formation may charge it (S10).
    fn may_charge_in<N: No>(&self, state: &State, charger: CounterId, hex: Hex) -> Result<(), N> {
        let print = self.counter(charger);
        let body = if state.formation(charger) == Formation::Brigade { print.brigade } else { charger };
        let formation = state.formation(body);
        if rule!("H.1d", !formation.is_formed()) {
            return Err(N::because(|| refuse(case!("H.1d"), "{unit} is in no state to charge").unit(charger)));
        }
        let fits = match self.ground.is_cover(hex) {
            true => match formation {
                Formation::Dispersed => true,
                Formation::Column => print.is_infantry() || print.light,
                Formation::Line => print.light && print.is_infantry(),
                Formation::Brigade
                | Formation::Shaken
                | Formation::Panicked
                | Formation::Unlimbered
                | Formation::Limbered
                | Formation::None => false,
            },
            false => formation == Formation::Line,
        };
        match fits {
            true => Ok(()),
            false => Err(N::because(|| {
                let case = if self.ground.is_cover(hex) { case!("H.1b") } else { case!("H.1a") };
                refuse(case, "{unit} cannot charge into {place} in its formation")
                    .unit(charger)
                    .place(hex)
                    .also(&[case!("4.2b"), case!("H.0a")])
            })),
        }
    }

    /// Whether a unit may charge a target, alone or with others.
    pub(crate) fn may_charge_with<N: No>(
        &self,
        state: &State,
        side: Side,
        charger: CounterId,
        target: CounterId,
    ) -> Result<(), N> {
        let said = |case, words| refuse(case, words).unit(charger).other(target);
        if !self.is_unit(charger) {
            return Err(N::because(|| {
                said(case!("H.1d"), "{unit} never charges").also(&[case!("3.3"), case!("G.4a")])
            }));
        }
        if self.side_of(charger) != side || !state.on_map(charger) {
            return Err(N::because(|| said(case!("H.1k"), "{unit} is not there to charge for you")));
        }
        if self.counter(target).is_brigade() && self.side_of(target) != side && state.on_map(target) {
            return Err(N::because(|| {
                // H.0b: a part that all its units have left.
                let before = self.arc_of_fire(state, charger);
                let part = before.into_iter().find(|hex| state.long_in(*hex) == Some(target));
                match part.filter(|hex| self.is_deserted(state, *hex)) {
                    Some(hex) => said(case!("H.0b"), "nobody of {other} is left in {place} to be charged").place(hex),
                    None => said(case!("H.1f"), "charge one unit of {other}"),
                }
            }));
        }
        if self.side_of(target) == side || !state.on_map(target) {
            return Err(N::because(|| said(case!("H.1f"), "{other} is no target for a charge")));
        }
        if rule!("H.1f", state.charged.contains(charger)) {
            return Err(N::because(|| said(case!("H.1f"), "{unit} has charged in this phase").also(&[case!("H.1l")])));
        }
        if rule!("H.1f", state.was_charged.contains(target)) {
            return Err(N::because(|| {
                said(case!("H.1f"), "{other} has been charged in this phase").also(&[case!("H.1l")])
            }));
        }
        // H.1u: Dispersed troops toward any side.
        let barred = state.formation(charger) == Formation::Dispersed && !rule!("H.1u", true);
        let arc = if barred { super::rg_infantry::Arc::new() } else { self.arc_of_fire(state, charger) };
        let Some(hex) = self.standing_hexes(state, target).into_iter().find(|hex| arc.contains(hex)) else {
            return Err(N::because(|| {
                said(case!("H.0a"), "{other} is not before {unit}").also(&[
                    case!("G.1a"),
                    case!("G.1d"),
                    case!("G.1e"),
                    case!("G.1f"),
                    case!("G.1g"),
                ])
            }));
        };
        // 2.6g: a charge is an attempt to enter the hex.
        if !self.hexes_of(state, charger).iter().any(|from| self.are_joined(state, *from, hex)) {
            return Err(N::because(|| {
                said(case!("2.6g"), "{unit} does not charge {other} over a river").also(&[case!("H.0a")])
            }));
        }
        // H.1c
        let cavalry = self.counter(target).is_cavalry();
        if rule!("H.1c", cavalry && self.counter(charger).is_infantry()) {
            return Err(N::because(|| said(case!("H.1c"), "{unit} is infantry and does not charge cavalry")));
        }
        self.may_charge_in(state, charger, hex)?;
        // H.1e: infantry covers the guns with which it stands.
        let guards = |it: &CounterId| self.counter(*it).is_infantry() && !state.was_charged.contains(*it);
        if self.is_battery(target) && rule!("H.1e", self.units_in(state, hex).iter().any(guards)) {
            return Err(N::because(|| said(case!("H.1e"), "the infantry with {other} is charged first").place(hex)));
        }
        if self.is_leader(target) && self.is_occupied(state, hex) {
            return Err(N::because(|| said(case!("H.1d"), "{other} is with troops: charge them")));
        }
        Ok(())
    }

    pub(crate) fn charge(&self, state: &mut State, front: CounterId, target: CounterId) {
        let arc = self.arc_of_fire(state, front);
        let hex = self.standing_hexes(state, target).into_iter().find(|hex| arc.contains(hex));
        state.charge = Charge { target, hex: hex.unwrap_or(Hex::NONE), front, ..Charge::none() };
        state.frames.push(Frame::Declare);
    }

    /// The hexes in which a charger of the target's hex would be in front of it; none if it looks nowhere (S11).
    fn front_of_target(&self, state: &State, target: CounterId, hex: Hex) -> Option<super::rg_infantry::Arc> {
        let in_brigade = state.formation(target) == Formation::Brigade;
        let body = if in_brigade { self.counter(target).brigade } else { target };
        let looks = state.formation(body).has_facing() && !self.is_loose(state, body);
        (looks || !rule!("H.1j", true)).then(|| {
            let ways = self.ahead(state, body);
            ways.iter().map(|way| self.ground.grid.neighbour(hex, *way)).filter(|near| near.is_some()).collect()
        })
    }

    /// Whether a charger stands in front of the target of the charge; anybody does if it looks nowhere.
    fn is_in_front(&self, state: &State, charger: CounterId, target: CounterId, hex: Hex) -> bool {
        match self.front_of_target(state, target, hex) {
            Some(front) => self.hexes_of(state, charger).iter().any(|at| front.contains(at)),
            None => true,
        }
    }

    /// H.1h: one charger in front, up to two more on flanks or in the rear, not stacked.
    pub(crate) fn may_support(&self, state: &State, side: Side, supporter: CounterId) -> Ruling {
        let charge = &state.charge;
        let said = |words| refuse(case!("H.1h"), words).unit(supporter).other(charge.target);
        if supporter == charge.front || charge.support.contains(&supporter) {
            return Err(said("{unit} is in this charge already"));
        }
        if rule!("H.1h", charge.support.len() + 2 > CHARGERS) {
            return Err(said("three units charge together, and no more"));
        }
        self.may_charge_with::<crate::refusal::Refusal>(state, side, supporter, charge.target)?;
        if self.front_of_target(state, charge.target, charge.hex).is_some() {
            if rule!("H.1h", !self.is_in_front(state, charge.front, charge.target, charge.hex)) {
                return Err(said("the first charger is not in front of {other}: others cannot join it"));
            }
            if rule!("H.1h", self.is_in_front(state, supporter, charge.target, charge.hex)) {
                return Err(said("{unit} stands in front of {other}, where one charger counts"));
            }
        }
        let mine = self.hexes_of(state, supporter);
        let stacked =
            charge.support.iter().any(|other| self.hexes_of(state, *other).iter().any(|it| mine.contains(it)));
        match rule!("H.1h", stacked) {
            true => Err(said("{unit} stands with another of the chargers")),
            false => Ok(()),
        }
    }

    pub(crate) fn list_support(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        for near in self.ground.around(state.charge.hex) {
            if !self.is_held_by(state, side, near) {
                continue;
            }
            for unit in self.units_in(state, near) {
                let action = Action::Support(unit);
                if !actions.contains(&action) && self.judge(state, side, &action).is_ok() {
                    actions.push(action);
                }
            }
        }
        actions.push(Action::Launch);
    }

    pub(crate) fn support(&self, state: &mut State, supporter: CounterId) {
        state.charge.support.push(supporter);
    }

    /// The charge is announced: what follows lies on the stack, the first on top.
    pub(crate) fn launch(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Charge { target, hex, front, support, .. } = state.charge;
        let supporters: CounterSet = support.iter().copied().collect();
        events.event(Event::ChargeDeclared { front, support: supporters, target });
        state.charged.insert(front);
        state.charged = state.charged.union(supporters);
        state.was_charged.insert(target);
        self.break_column(state, target, events);
        self.take_side(state, target, hex);
        // H.1g: a single charger is faced.
        if support.is_empty() {
            self.turn_to(state, target, hex, front, events);
        }
        // H.1r
        state.exposed = if rule!("H.1r", true) { self.leaders_in(state, hex) } else { CounterSet::EMPTY };
        // S56: leaders' dice follow the checks for which they may lend their rating.
        state.frames.extend([Frame::CloseCharge, Frame::Advance, Frame::ChargedLeaders]);
        // S64: a leader by himself is not fought.
        if !self.is_leader(target) {
            state.frames.extend([Frame::Attacker, Frame::Defender, Frame::ChargeDie]);
        }
        if rule!("H.1l", self.is_unit(target) && self.counter(target).is_cavalry()) {
            state.frames.push(Frame::GiveWay);
        }
    }

    /// D.3d: a unit astride two hexes counts to the one in which it is charged, and goes back from there.
    fn take_side(&self, state: &mut State, target: CounterId, hex: Hex) {
        if let [right, _] = self.hexes_of(state, target).as_slice()
            && rule!("D.3d", true)
        {
            let split = if *right == hex { Split::Right } else { Split::Left };
            state.split[self.counter(target).brigade.index()] = split;
        }
    }

    /// H.1g: a square counter turns to the hex from which it is charged by the shorter way.
    fn turn_to(
        &self,
        state: &mut State,
        target: CounterId,
        hex: Hex,
        charger: CounterId,
        events: &mut impl Sink<Event>,
    ) {
        let formation = state.formation(target);
        if formation == Formation::Brigade || !formation.has_facing() || self.is_in_front(state, charger, target, hex) {
            return;
        }
        let at = self.hexes_of(state, charger);
        let way: Option<Direction> = at.iter().find_map(|from| self.ground.grid.direction_between(hex, *from));
        let Some(way) = way else { return };
        let now = state.facing(target);
        let facing = match formation.faces_vertex() {
            true => {
                let (one, other) = (Facing::vertex(way), Facing::vertex(way.clockwise(5)));
                if now.steps_to(other) < now.steps_to(one) { other } else { one }
            }
            false => Facing::side(way),
        };
        if rule!("H.1g", true) {
            self.face(state, target, facing, events);
        }
    }

    pub(crate) fn may_give_way(&self, state: &State, cavalry: CounterId) -> Ruling {
        match state.charge.target == cavalry {
            true => Ok(()),
            false => Err(refuse(case!("H.1l"), "{unit} is not the target of this charge").unit(cavalry)),
        }
    }

    /// H.1l: charged cavalry goes back three hexes, checks, and the charge is spent (S17).
    pub(crate) fn give_way(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Charge { target, front, .. } = state.charge;
        while state.frame() != Frame::CloseCharge {
            state.frames.pop();
        }
        state.exposed = CounterSet::EMPTY;
        events.event(Event::GaveWay { unit: target });
        if state.formation(target) == Formation::Brigade {
            self.come_out(state, target);
            self.settle_brigade(state, self.counter(target).brigade, events);
        }
        let from = self.hex_of_unit(state, front);
        // 6.0g: Panicked cavalry fails its check without a die, and goes on.
        let panicked = state.formation(target) == Formation::Panicked;
        if !panicked {
            state.frames.push(Frame::Check { unit: target, trial: Trial::GaveWay });
        }
        let left = if panicked { 6 } else { 3 };
        state.frames.push(Frame::Recoil { unit: target, left, from, flight: Flight::BeforeCharge });
    }

    pub(crate) fn stand(&self, state: &mut State) {
        state.frames.pop();
    }

    /// What the target of a charge counts: its strength, the balls of a battery, 1 for baggage.
    fn charge_strength(&self, target: CounterId) -> u16 {
        let print = self.counter(target);
        u16::from(if print.is_battery() { print.balls } else { print.strength.max(1) })
    }

    /// H.1o to H.1q, T.chargemods: everything that goes into the die of the charge.
    pub(crate) fn reckon_charge(&self, state: &State) -> Reckoned {
        let Charge { target, hex, front, ref support, .. } = state.charge;
        let strength = |unit: CounterId| u16::from(self.counter(unit).strength);
        // H.1i: supporters add their strength.
        let helped: u16 = support.iter().map(|unit| strength(*unit)).sum();
        let attackers = strength(front) + if rule!("H.1i", true) { helped } else { 0 };
        let against = self.charge_strength(target);
        let ratio = if rule!("H.1o", true) && rule!("T.ratio", true) && rule!("2.8", true) {
            self.tables.ratio(attackers, against)
        } else {
            (0, 0)
        };
        let differential = match rule!("H.1p", true) {
            true => self.effectiveness(state, front) as i8 - self.effectiveness(state, target) as i8,
            false => 0,
        };
        let mut modifiers = arrayvec::ArrayVec::new();
        let mut count = |situation: Situation| {
            let die = self.tables.charge_modifier(situation);
            if die != 0 && rule!("T.chargemods", true) {
                modifiers.push((situation, die));
            }
        };
        match self.ground.class(hex) {
            Class::Difficult => count(Situation::Difficult),
            Class::Wood => count(Situation::Wood),
            Class::Soft => count(Situation::Soft),
            Class::Hard => count(Situation::Hard),
            Class::Clear | Class::Impassable => {}
        }
        let at = self.hexes_of(state, front).into_iter().find_map(|from| self.ground.between(from, hex));
        if at.is_some_and(|side| side.soft || side.stream || side.uphill) {
            count(Situation::Hexside);
        }
        // H.1i, S11: the flank and the rear of what looks somewhere.
        if self.front_of_target(state, target, hex).is_some() && !support.is_empty() {
            let mounted = support.iter().any(|unit| self.counter(*unit).is_cavalry());
            count(if mounted { Situation::CavalrySupport } else { Situation::InfantrySupport });
        }
        if self.counter(front).is_cavalry() {
            if state.formation(target) == Formation::Dispersed && !self.ground.is_cover(hex) {
                count(Situation::Dispersed);
            }
            if state.formation(target) == Formation::Unlimbered && self.is_in_front(state, front, target, hex) {
                count(Situation::Guns);
            }
        }
        Reckoned { attackers, target: against, ratio, differential, modifiers }
    }

    /// The die of the charge falls (H.1q).
    pub(crate) fn charge_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let reckoned = self.reckon_charge(state);
        let modifier = reckoned.modifier();
        let total = die as i8 + modifier;
        let line = Tables::charge_line(reckoned.ratio.0, total.clamp(1, 6) as u8);
        // T.charge; H.1s is worked for a single charger, H.1t for one with support.
        let worked = if state.charge.support.is_empty() { rule!("H.1s", true) } else { rule!("H.1t", true) };
        let line = if rule!("T.charge", true) && worked { line } else { 1 };
        let cell = self.tables.charge(line, reckoned.differential);
        let (mut attacker, mut defender) = (cell.attacker, cell.defender);
        // S13: below 1 nothing for the defender, above 6 nothing for the attacker.
        if rule!("H.1q", total < 1) {
            defender = DefenderResult::Nothing;
        }
        if rule!("H.1q", total > 6) {
            attacker = crate::tables::AttackerResult::Nothing;
        }
        state.charge.attacker = attacker;
        state.charge.defender = defender;
        events.event(Event::ChargeThrown {
            die,
            modifier,
            ratio: reckoned.ratio.1,
            differential: reckoned.differential,
            line: line as u8,
            attacker,
            defender,
        });
    }

    /// S12: whether a body of cavalry could charge the infantry that has walked up to it from where it stands: in Line, with some
    /// of it in its arc.
    pub(crate) fn could_charge_any(&self, state: &State, cavalry: CounterId) -> bool {
        if state.formation(cavalry) != Formation::Line {
            return false;
        }
        let targets = self.walkers(state);
        self.places(state, cavalry).into_iter().any(|hex| {
            let ahead = self.hexes_before(state, cavalry, hex);
            targets.iter().any(|target| {
                ahead.contains(target) && !self.ground.is_cover(*target) && self.are_joined(state, hex, *target)
            })
        })
    }
}
