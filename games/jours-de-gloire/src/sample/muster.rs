//! Counters that lie face down, dealt to where such counters lie: what is known where it is, the others by a history that can have
//! been (see `memory`).

use std::collections::BTreeMap;

use board::boxes::BoxId;
use kernel::{Entropy, Side};

use super::World;
use crate::counters::{CounterId, Kind};
use crate::memory::{Flow, KNOWN, LOTS, Lair, Lot, Passed, Sort, Trail, some_lot};
use crate::sequence::{Frame, Movement};
use crate::state::{BoxSet, Lying, Whereabouts, enemy_of};
use crate::view::{Hidden, MarchView, PieceView};

/// Deals that are tried before one is made to fit.
const TRIES: usize = 200;

/// Counters of a side that were shuffled together, with all with whom they may have been mixed since; and where they lie.
#[derive(Default)]
struct Shuffled {
    /// With the lot that they were put into.
    who: Vec<(CounterId, Lot)>,
    places: Vec<(Lair, Lot)>,
    lots: Vec<Lot>,
}

/// Where a counter lies in a deal, and in which lot.
struct Dealt {
    counter: CounterId,
    lair: Lair,
    lot: Lot,
}

/// What a face-down counter must be.
#[derive(Clone, Copy)]
pub(super) enum Need {
    Strength,
    Troops,
    Horse,
}

enum Demand {
    /// A unit with strength of a side is in a box.
    Box(Side, BoxId),
    /// So many counters that lie alike are what is needed.
    Alike(Hidden, Need),
}

impl Demand {
    fn at(&self) -> BoxId {
        match self {
            Demand::Box(_, at) => *at,
            Demand::Alike(slot, _) => slot.at,
        }
    }

    fn side(&self) -> Side {
        match self {
            Demand::Box(side, _) => *side,
            Demand::Alike(slot, _) => slot.side,
        }
    }

    fn need(&self) -> Need {
        match self {
            Demand::Box(..) => Need::Strength,
            Demand::Alike(_, need) => *need,
        }
    }

    fn count(&self) -> usize {
        match self {
            Demand::Box(..) => 1,
            Demand::Alike(slot, _) => slot.count.into(),
        }
    }
}

/// What is still to be dealt in a group.
struct History {
    flows: Vec<Flow>,
    who: Vec<(CounterId, Lot)>,
    places: Vec<(Lair, Lot)>,
}

/// How likely a counter in each lot is to come to a certain one, in parts of [`SURE`].
type Chances = [u64; LOTS as usize];
const SURE: u64 = 1 << 20;

impl History {
    fn chances(&self, lots: &[Lot], passed: &[Passed], to: Lot, sort: Sort) -> Chances {
        let size = |lot: Lot| {
            let drawn = self.who.iter().filter(|(_, drawn)| *drawn == lot).count();
            let begun = passed.iter().filter(|passed| passed.from == lot).count();
            let came = self.flows.iter().filter(|flow| flow.to == lot).map(|flow| usize::from(flow.count));
            (drawn + begun + came.sum::<usize>()).max(1) as u64
        };
        let mut chances = [0; LOTS as usize];
        chances[usize::from(to)] = SURE;
        for _ in lots {
            for lot in lots.iter().filter(|lot| **lot != to) {
                let on = self.flows.iter().filter(|flow| flow.from == *lot && flow.may_be(sort));
                let sum: u64 = on.map(|flow| u64::from(flow.count) * chances[usize::from(flow.to)]).sum();
                chances[usize::from(*lot)] = (sum / size(*lot)).max(sum.min(1));
            }
        }
        chances
    }
}

/// The number of one of these, as likely as its weight.
fn draw_by(entropy: &mut dyn Entropy, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
    let all: u64 = weights.clone().sum();
    let mut drawn = u64::from(entropy.below(u32::try_from(all.max(1)).unwrap_or(u32::MAX)));
    weights.into_iter().position(|weight| {
        let here = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        here
    })
}

fn lair_of(hidden: &Hidden) -> Lair {
    let Hidden { side: _, at, inside, fatigued, entered_by, count: _ } = *hidden;
    Lair::On { at, lying: Lying { inside, fatigued, entered_by } }
}

fn lies_where(demand: &Demand, dealt: &Dealt) -> bool {
    match (demand, dealt.lair) {
        (Demand::Box(_, wanted), Lair::On { at, .. }) => at == *wanted,
        (Demand::Alike(slot, _), lair) => lair == lair_of(slot),
        (Demand::Box(..), Lair::Off { .. }) => false,
    }
}

impl World<'_> {
    /// Deals the counters of a side that lie face down. What is known of them lies where it lies; all histories of the others are
    /// equally likely that agree with what the owner has had to say.
    pub(super) fn muster(&mut self, side: Side) {
        let mut dealt: Vec<Dealt> = Vec::new();
        for trace in self.view.traces.iter().filter(|trace| trace.side == side) {
            if let Trail::Known(counter) = trace.trail {
                dealt.push(Dealt { counter, lair: trace.lair, lot: KNOWN });
            }
        }
        self.settle(side, &dealt);
        let groups = self.shuffled(side);
        let demands = self.demands(side);
        let asked = |group: &Shuffled| {
            let at = |place: &(Lair, Lot)| match place.0 {
                Lair::On { at, .. } => demands.iter().any(|demand| demand.at() == at),
                Lair::Off { .. } => false,
            };
            group.places.iter().any(at)
        };
        let (bound, free): (Vec<Shuffled>, Vec<Shuffled>) = groups.into_iter().partition(asked);
        dealt.clear();
        free.iter().for_each(|group| self.deal(group, &mut dealt));
        self.settle(side, &dealt);
        for _ in 0..TRIES {
            dealt.clear();
            bound.iter().for_each(|group| self.deal(group, &mut dealt));
            if demands.iter().all(|demand| self.is_met(demand, &dealt)) {
                break;
            }
        }
        for demand in &demands {
            self.meet(demand, &mut dealt);
        }
        self.settle(side, &dealt);
    }

    /// The counters of a side that are not known, by whom they may be mixed with.
    fn shuffled(&self, side: Side) -> Vec<Shuffled> {
        let mut groups: BTreeMap<Lot, Shuffled> = BTreeMap::new();
        // The first of the lots that are connected stands for all of them.
        let mut first: [Lot; LOTS as usize] = std::array::from_fn(|lot| lot as Lot);
        for flow in &self.view.flows {
            let [from, to] = [flow.from, flow.to].map(|lot| first[usize::from(lot)]);
            first.iter_mut().filter(|lot| **lot == from.max(to)).for_each(|lot| *lot = from.min(to));
        }
        for trace in self.view.traces.iter().filter(|trace| trace.side == side) {
            if let Trail::Lot(lot, count) = trace.trail {
                let group = groups.entry(first[usize::from(lot)]).or_default();
                group.places.extend((0..count).map(|_| (trace.lair, lot)));
            }
        }
        // Records of 0.2.0 say no more than how many lie where.
        if self.view.traces.is_empty() {
            for hidden in self.view.hidden.iter().filter(|hidden| hidden.side == side) {
                let group = groups.entry(some_lot()).or_default();
                group.places.extend((0..hidden.count).map(|_| (lair_of(hidden), some_lot())));
            }
        }
        for counter in self.rules.all_counters().filter(|counter| self.rules.side_of(*counter) == side) {
            let drawn = self.view.drawn[counter.index()];
            if let (PieceView::Unknown { .. }, true) = (self.view.pieces[counter.index()], drawn != KNOWN) {
                groups.entry(first[usize::from(drawn)]).or_default().who.push((counter, drawn));
            }
        }
        for lot in 1..LOTS {
            groups.entry(first[usize::from(lot)]).and_modify(|group| group.lots.push(lot));
        }
        groups.into_values().collect()
    }

    /// One deal of a group.
    fn deal(&mut self, group: &Shuffled, dealt: &mut Vec<Dealt>) {
        let begun = dealt.len();
        for number in 0..TRIES {
            // If it is unlikely that the right ones come to where only some can lie, they are sent there.
            if self.deal_by_history(group, number >= TRIES / 8, dealt) {
                return;
            }
            dealt.truncate(begun);
        }
        // As if all had been shuffled at once.
        let mut tokens: Vec<CounterId> = group.who.iter().map(|(counter, _)| *counter).collect();
        self.deal_to(&group.places, &mut tokens, dealt);
    }

    /// Lot after lot is shuffled, and gives to others what they had of it. Tells whether all have found places.
    fn deal_by_history(&mut self, group: &Shuffled, sent: bool, dealt: &mut Vec<Dealt>) -> bool {
        let Some(History { flows, who, places }) = self.history(group, sent, dealt) else { return false };
        let mut tokens: [Vec<CounterId>; LOTS as usize] = [const { Vec::new() }; LOTS as usize];
        for (counter, lot) in &who {
            tokens[usize::from(*lot)].push(*counter);
        }
        let mut left: Vec<Lot> = group.lots.clone();
        while !left.is_empty() {
            let waits = |lot: Lot| flows.iter().any(|flow| flow.to == lot && left.contains(&flow.from));
            let Some(next) = left.iter().position(|lot| !waits(*lot)) else { return false };
            let lot = left.swap_remove(next);
            let mut own = std::mem::take(&mut tokens[usize::from(lot)]);
            let places: Vec<(Lair, Lot)> = places.iter().copied().filter(|(_, of)| *of == lot).collect();
            // Whatever is for some only comes before what is for all.
            let (some, all): (Vec<Flow>, Vec<Flow>) =
                flows.iter().filter(|flow| flow.from == lot).partition(|flow| flow.sort.is_some());
            let hand_on =
                |world: &mut Self, flows: &[Flow], own: &mut Vec<CounterId>, tokens: &mut [Vec<CounterId>]| {
                    flows.iter().flat_map(|flow| (0..flow.count).map(move |_| flow)).all(|flow| {
                        let drawn = world.draw_of(own, flow.sort);
                        tokens[usize::from(flow.to)].extend(drawn);
                        drawn.is_some()
                    })
                };
            let dealt_all = hand_on(self, &some, &mut own, &mut tokens)
                && self.deal_to(&places, &mut own, dealt)
                && hand_on(self, &all, &mut own, &mut tokens);
            if !dealt_all || !own.is_empty() {
                return false;
            }
        }
        true
    }

    /// The lots of a group without those who have been named since: for each of them a way is drawn. If `sent`, dummies and detachments
    /// are dealt to the places beside the map in the same way.
    fn history(&mut self, group: &Shuffled, sent: bool, dealt: &mut Vec<Dealt>) -> Option<History> {
        let own = |lot: Lot| group.lots.contains(&lot);
        let flows = self.view.flows.iter().copied().filter(|flow| own(flow.from)).collect();
        let mut history = History { flows, who: group.who.clone(), places: group.places.clone() };
        let mut passed: Vec<Passed> = self.view.passed.iter().copied().filter(|passed| own(passed.from)).collect();
        while let Some(next @ Passed { from, to, sort }) = self.draw(&mut passed) {
            passed.push(next);
            let chances = history.chances(&group.lots, &passed, to, sort);
            passed.pop();
            self.send(&mut history.flows, &chances, from, to, sort)?;
        }
        let mut beside: Vec<(Lair, Lot)> = Vec::new();
        if sent {
            beside.extend(history.places.extract_if(.., |(lair, _)| matches!(lair, Lair::Off { .. })));
        }
        while let Some((lair, lot)) = self.draw(&mut beside) {
            let sort = if lair == (Lair::Off { dummy: true }) { Sort::Dummy } else { Sort::Detachment };
            let chances = history.chances(&group.lots, &[], lot, sort);
            let weight = |(counter, drawn): &(CounterId, Lot)| match self.rules.sort_of(*counter) == sort {
                true => chances[usize::from(*drawn)],
                false => 0,
            };
            let place = draw_by(self.entropy, history.who.iter().map(weight))?;
            let (counter, drawn) = history.who.swap_remove(place);
            self.send(&mut history.flows, &chances, drawn, lot, sort)?;
            dealt.push(Dealt { counter, lair, lot });
        }
        Some(history)
    }

    /// Takes a counter along a way that is drawn for it.
    fn send(&mut self, flows: &mut [Flow], chances: &Chances, from: Lot, to: Lot, sort: Sort) -> Option<()> {
        let mut at = from;
        while at != to {
            let weight = |flow: &Flow| match flow.from == at && flow.may_be(sort) {
                true => u64::from(flow.count) * chances[usize::from(flow.to)],
                false => 0,
            };
            let next = draw_by(self.entropy, flows.iter().map(weight))?;
            at = flows[next].to;
            flows[next].count -= 1;
        }
        Some(())
    }

    /// Gives these places to counters, and first those beside the map, which are for dummies or for detachments only.
    fn deal_to(&mut self, places: &[(Lair, Lot)], tokens: &mut Vec<CounterId>, dealt: &mut Vec<Dealt>) -> bool {
        let (off, on): (Vec<_>, Vec<_>) = places.iter().partition(|(lair, _)| matches!(lair, Lair::Off { .. }));
        for (lair, lot) in off.into_iter().chain(on) {
            let sort = match lair {
                Lair::On { .. } => None,
                Lair::Off { dummy: true } => Some(Sort::Dummy),
                Lair::Off { dummy: false } => Some(Sort::Detachment),
            };
            let drawn = self.draw_of(tokens, sort);
            let Some(counter) = drawn else { return false };
            dealt.push(Dealt { counter, lair, lot });
        }
        true
    }

    fn draw_of(&mut self, tokens: &mut Vec<CounterId>, sort: Option<Sort>) -> Option<CounterId> {
        let Some(sort) = sort else { return self.draw(tokens) };
        let (mut fit, mut others): (Vec<CounterId>, Vec<CounterId>) =
            tokens.drain(..).partition(|counter| self.rules.sort_of(*counter) == sort);
        let drawn = self.draw(&mut fit);
        tokens.append(&mut fit);
        tokens.append(&mut others);
        drawn
    }

    fn settle(&mut self, side: Side, dealt: &[Dealt]) {
        for Dealt { counter, lair, lot } in dealt {
            match *lair {
                Lair::On { at, lying: Lying { inside, fatigued, entered_by } } => {
                    self.put(*counter, Hidden { side, at, inside, fatigued, entered_by, count: 1 });
                }
                Lair::Off { dummy } => {
                    let gone = self.rules.counter(*counter).independent && !dummy;
                    let to = if gone { Whereabouts::Lost } else { Whereabouts::Pool };
                    self.rules.relocate(&mut self.state, *counter, to);
                }
            }
            self.state.piece_mut(*counter).lot = *lot;
        }
    }

    /// What everybody has been told of those who lie face down.
    fn demands(&self, side: Side) -> Vec<Demand> {
        let mut demands = Vec::new();
        let hidden = self.view.hidden.iter().filter(|hidden| hidden.side == side);
        let boxes: BoxSet = hidden.map(|hidden| hidden.at).collect();
        for at in boxes.iter() {
            let shown = self.rules.real_force_in(&self.state, side, at);
            if !shown && self.is_told_real(side, at) {
                demands.push(Demand::Box(side, at));
            }
        }
        // Whoever withdraws from a box that was entered is cavalry (6.3i).
        let throwing = match &self.view.march {
            Some(MarchView::Other { throwing, .. }) => throwing.hidden.as_slice(),
            Some(MarchView::Own(_)) | None => &[],
        };
        let riders = throwing.iter().chain(&self.view.riders.hidden);
        demands.extend(riders.filter(|slot| slot.side == side).map(|slot| Demand::Alike(*slot, Need::Horse)));
        // 6.5b: no dummies react, and some of those who do have strength.
        let reaction = self.view.reaction.iter();
        let declared = reaction.clone().flat_map(|reaction| reaction.declared.iter().map(|it| &it.force));
        let marchers = reaction.flat_map(|reaction| reaction.marchers.iter().map(|it| &it.force));
        for force in declared.chain(marchers) {
            let own = force.hidden.iter().filter(|slot| slot.side == side);
            demands.extend(own.clone().map(|slot| Demand::Alike(*slot, Need::Troops)));
            let led = force.known.iter().any(|counter| self.rules.has_strength(counter));
            demands.extend(
                own.take(1).filter(|_| !led).map(|slot| Demand::Alike(Hidden { count: 1, ..*slot }, Need::Strength)),
            );
        }
        demands
    }

    /// Whether everybody has been told that real units of a side are in a box.
    fn is_told_real(&self, side: Side, at: BoxId) -> bool {
        let view = self.view;
        let known_real = match &view.march {
            Some(MarchView::Own(march)) => march.known_real.contains(&at),
            Some(MarchView::Other { known_real, .. }) => known_real.contains(&at),
            None => false,
        };
        let barred = view.reaction.as_ref().is_some_and(|reaction| reaction.barred.contains(at));
        let besieges = view.sieges.iter().any(|siege| siege.at == at && siege.besieger == side);
        let met = self.state.occupies(enemy_of(side), at)
            || view.hidden.iter().any(|other| other.side != side && other.at == at);
        let stood = side != view.player || view.intercepted.contains(at);
        let pending = matches!(view.frame(), Frame::Movement(Movement::DisplaceLeader { .. }));
        known_real || barred || view.said_real[side.index()].contains(at) || besieges || (met && stood && !pending)
    }

    /// Whether a demand is met by this deal, and by those who are known.
    fn is_met(&self, demand: &Demand, dealt: &[Dealt]) -> bool {
        let fitting = dealt.iter().filter(|it| lies_where(demand, it) && self.fits(demand.need(), it.counter)).count();
        let known = |counter: &CounterId| {
            let lair = self.rules.lair(&self.state, *counter).filter(|_| self.state.piece(*counter).lot == KNOWN);
            let here = lair.is_some_and(|lair| lies_where(demand, &Dealt { counter: *counter, lair, lot: KNOWN }));
            here && self.fits(demand.need(), *counter)
        };
        let here = self.rules.of_side_in(&self.state, demand.side(), demand.at());
        fitting + here.iter().filter(known).count() >= demand.count()
    }

    pub(super) fn fits(&self, need: Need, counter: CounterId) -> bool {
        match need {
            Need::Strength => self.rules.has_strength(counter),
            Need::Troops => !self.rules.is_dummy(counter),
            Need::Horse => self.rules.kind(counter) == Kind::Cavalry,
        }
    }

    /// Where no draw has met a demand: counters of a lot change places until it is met.
    fn meet(&mut self, demand: &Demand, dealt: &mut [Dealt]) {
        while !self.is_met(demand, dealt) {
            let wrong = |it: &Dealt| lies_where(demand, it) && !self.fits(demand.need(), it.counter);
            let pairs = (0..dealt.len()).filter(|here| wrong(&dealt[*here])).find_map(|here| {
                let right = |it: &Dealt| {
                    it.lot == dealt[here].lot
                        && matches!(it.lair, Lair::On { .. })
                        && !lies_where(demand, it)
                        && self.fits(demand.need(), it.counter)
                };
                Some((here, dealt.iter().position(right)?))
            });
            let Some((here, there)) = pairs else { return };
            let counter = dealt[here].counter;
            dealt[here].counter = std::mem::replace(&mut dealt[there].counter, counter);
        }
    }
}
