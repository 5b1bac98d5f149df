//! Worlds that fit a view: what the viewer does not know is drawn, never taken from the truth.

use board::Hex;
use kernel::{Entropy, Side};

use crate::march::March;
use crate::package::Package;
use crate::roster::{Arm, BOTH, Kind, LeaderId, LeaderSet, UnitId, enemy_of};
use crate::sequence::Frame;
use crate::state::{ArmyState, Fate, State, Train};
use crate::view::{ACTING, IN_FORCE, IN_SECOND, LeaderView, MarchView, TrainView, View, set_marks};
use crate::{Rules, Start};

impl Rules {
    /// Draws a world that fits the view.
    pub fn sample_of(&self, view: &View, entropy: &mut dyn Entropy) -> State {
        let mut state = self.empty_state();
        // No `..` here: whatever is told in another way is put in its place below.
        let View {
            viewer,
            turn: _,
            player: _,
            weather: _,
            morale: _,
            start_morale: _,
            beaten: _,
            armistice: _,
            seen: _,
            shown: _,
            blown: _,
            dead_depots: _,
            dead_sources: _,
            territory: _,
            queue: _,
            due: _,
            berlin: _,
            dresden: _,
            saxons_from: _,
            militia: _,
            frames,
            leaders: _,
            hidden: _,
            units: _,
            trains: _,
            armies,
            replacements,
            replaced,
            touched,
            bled,
            march: _,
            attrition: _,
            loser,
            battle,
            written,
        } = view;
        view.restore(&mut state);
        state.frames = frames.iter().copied().collect();
        for (place, army) in armies.iter().enumerate() {
            let (points, shift) = army.own.unwrap_or((5, 0));
            state.armies[place] = ArmyState {
                points,
                shift,
                centre: army.centre,
                centre_at: army.centre_at,
                centre_from: army.centre_from,
                source: army.source,
                changing: army.changing,
                source_lost: army.source_lost,
                source_at: army.source_at,
                pledge: army.pledge,
                fresh: army.fresh,
                line: army.line,
                withdrew: army.withdrew,
                moving_turns: army.moving_turns,
            };
        }
        for (pool, known) in state.replacements.iter_mut().zip(replacements.iter().flatten()) {
            *pool = *known;
        }
        state.replaced = *replaced;
        state.touched = *touched;
        state.battle = *battle;
        for side in BOTH {
            if written[side.index()] && state.battle.plans[side.index()].is_none() {
                state.battle.plans[side.index()] = Some(crate::battle::Plan::BOTH[entropy.below(2) as usize]);
            }
        }
        state.bled = *bled;
        state.loser = *loser;
        let own = self.side_of_viewer(*viewer);
        let mut world = World { rules: self, view, state, entropy, second: LeaderSet::EMPTY, force: LeaderSet::EMPTY };
        world.place_known();
        for side in BOTH {
            if own != Some(side) {
                world.muster(side);
            }
        }
        world.give_units(own);
        world.explain_names();
        world.give_trains();
        world.take_in_hand();
        world.state
    }
}

struct World<'a> {
    rules: &'a Rules,
    view: &'a View,
    state: State,
    entropy: &'a mut dyn Entropy,
    force: LeaderSet,
    second: LeaderSet,
}

impl World<'_> {
    fn mark(&mut self, leader: LeaderId, marks: u64) {
        set_marks(&mut self.state, leader, marks);
        if marks & IN_FORCE != 0 {
            self.force.insert(leader);
        }
        if marks & IN_SECOND != 0 {
            self.second.insert(leader);
        }
        if marks & ACTING != 0 {
            let unnamed = |frame: &&mut Frame| frame.acting() == Some(LeaderId::NONE);
            if let Some(frame) = self.state.frames.iter_mut().find(unnamed) {
                *frame = frame.about(leader);
            }
        }
    }

    /// Leaders of whom the viewer knows where they are.
    fn place_known(&mut self) {
        for leader in self.rules.all_leaders() {
            let index = leader.index();
            match self.view.leaders[index] {
                LeaderView::Own { fate, at, marks, since } => {
                    self.put(leader, at, fate);
                    self.state.since[index] = since;
                    self.mark(leader, marks);
                }
                LeaderView::Named { at, marks, .. } => {
                    self.put(leader, at, Fate::OnMap);
                    self.mark(leader, marks);
                }
                LeaderView::Off { fate, at, since } => {
                    self.state.fate[index] = fate;
                    self.state.lead[index] = at;
                    self.state.since[index] = since;
                }
                LeaderView::Unknown => {}
            }
        }
    }

    fn put(&mut self, leader: LeaderId, at: Package, fate: Fate) {
        let index = leader.index();
        self.state.fate[index] = fate;
        self.state.lead[index] = at.lead;
        self.state.rear[index] = at.rear;
        self.state.facing[index] = at.facing;
    }

    /// Where a leader is thought to be: where his name was seen last, or where he began.
    fn haunt(&self, leader: LeaderId) -> Option<Hex> {
        let seen = self.view.seen[leader.index()].at;
        if seen.is_some() {
            return Some(seen);
        }
        match self.rules.starts[leader.index()] {
            Start::At(package) => Some(package.lead),
            Start::Arrives(_) | Start::Nowhere => None,
        }
    }

    /// Deals the leaders of a side that are not accounted for to the counters whose names do not show.
    fn muster(&mut self, side: Side) {
        let rules = self.rules;
        let mut slots: Vec<_> = self.view.hidden.iter().filter(|hidden| hidden.side == side).copied().collect();
        let unknown = |leader: &LeaderId| matches!(self.view.leaders[leader.index()], LeaderView::Unknown);
        let mut absent: Vec<LeaderId> = rules.leaders_of(side).iter().filter(unknown).collect();
        // Those in play by the scenario first; dummies and new major generals only where counters are left over.
        let rank = |leader: &LeaderId| {
            let print = rules.leader(*leader);
            let in_play = rules.starts[leader.index()] != Start::Nowhere;
            // Garrisons that are not known to be gone are there.
            let stays = matches!(print.kind, Kind::Garrison | Kind::Saxon);
            (print.kind == Kind::Dummy, !stays, !in_play, leader.0)
        };
        absent.sort_by_key(rank);
        let mut present: Vec<LeaderId> = absent.iter().copied().take(slots.len()).collect();
        let gone: Vec<LeaderId> = absent.iter().copied().skip(slots.len()).collect();
        while let Some(leader) = present.pop() {
            let haunt = self.haunt(leader);
            let grid = &rules.ground.grid;
            let mut best = (u32::MAX, 0);
            for (place, slot) in slots.iter().enumerate() {
                let far = haunt.map_or(8, |at| u32::from(grid.distance(at, slot.at.lead)));
                let noise = self.entropy.below(3);
                if far + noise < best.0 {
                    best = (far + noise, place);
                }
            }
            if slots.is_empty() {
                break;
            }
            let slot = slots.swap_remove(best.1);
            self.put(leader, slot.at, Fate::OnMap);
            self.mark(leader, slot.marks);
        }
        for leader in gone {
            let named = rules.leader(leader).kind == Kind::Named;
            self.state.fate[leader.index()] = if named { Fate::AtCentre } else { Fate::Pool };
        }
    }

    /// Units: the viewer's own and open ones as they are; the others with the leaders they began with, as far as they are there.
    fn give_units(&mut self, own: Option<Side>) {
        let rules = self.rules;
        for (unit, leader, strength) in &self.view.units {
            rules.set_unit(&mut self.state, *unit, *leader, *strength);
        }
        let told = |unit: UnitId| self.view.units.iter().any(|(known, _, _)| *known == unit);
        let free: Vec<UnitId> =
            rules.all_units().filter(|unit| own != Some(rules.unit(*unit).side) && !told(*unit)).collect();
        for side in BOTH {
            if own == Some(side) {
                continue;
            }
            let bare = |leader: LeaderId| match self.view.leaders[leader.index()] {
                LeaderView::Named { troops, .. } => !troops,
                LeaderView::Own { .. } | LeaderView::Off { .. } | LeaderView::Unknown => false,
            };
            let may_have: LeaderSet = rules
                .on_map(&self.state, side)
                .filter(|leader| {
                    !bare(*leader) && !self.state.open.contains(*leader) && !rules.leader(*leader).is_dummy()
                })
                .collect();
            let mut spare: Vec<(UnitId, u8)> = Vec::new();
            for unit in free.iter().copied().filter(|unit| rules.unit(*unit).side == side) {
                let (leader, strength) = rules.tracks[unit.index()];
                if strength == 0 {
                    continue;
                }
                let strength = strength.saturating_sub(u8::from(self.entropy.below(4) == 0)).max(1);
                if !leader.is_none() && may_have.contains(leader) {
                    rules.set_unit(&mut self.state, unit, leader, strength);
                } else {
                    spare.push((unit, strength));
                }
            }
            // Whoever shows that he has troops has some.
            for leader in may_have {
                let shows = matches!(self.view.leaders[leader.index()], LeaderView::Named { troops: true, .. });
                if !shows || self.state.troops.contains(leader) {
                    continue;
                }
                match spare.pop() {
                    Some((unit, strength)) => rules.set_unit(&mut self.state, unit, leader, strength),
                    None => self.arm(leader),
                }
            }
        }
    }

    /// Gives troops to a leader: of another who can spare them, or a march regiment.
    fn arm(&mut self, leader: LeaderId) {
        let rules = self.rules;
        let side = rules.side_of(leader);
        let regiment = rules.all_units().find(|unit| {
            let print = rules.unit(*unit);
            print.regiment && print.side == side && print.arm == Arm::Infantry && self.state.strength[unit.index()] == 0
        });
        if let Some((unit, strength)) = self.borrowed(side, leader).or_else(|| regiment.map(|unit| (unit, 1))) {
            rules.set_unit(&mut self.state, unit, leader, strength);
        }
    }

    /// Who shows his name stands next to troops, and who does not show it stands next to none (15.hidden). Where both sides are
    /// hidden from the viewer, counters that lie next to each other are armed or disarmed accordingly.
    fn explain_names(&mut self) {
        let rules = self.rules;
        let is_unknown = |view: &View, leader: LeaderId| matches!(view.leaders[leader.index()], LeaderView::Unknown);
        let (disarmed, armed) = (rules.all_leaders(), rules.all_leaders());
        for (leader, arms) in disarmed.map(|leader| (leader, false)).chain(armed.map(|leader| (leader, true))) {
            if !self.state.on_map(leader) || self.state.open.contains(leader) {
                continue;
            }
            let (side, package) = (rules.side_of(leader), self.state.package(leader));
            let named = rules.is_named(&self.state, leader);
            match self.view.leaders[leader.index()] {
                LeaderView::Unknown if named && !arms => {
                    for other in rules.controllers_of(&self.state, side, &package) {
                        let units: Vec<UnitId> = rules.units_of(&self.state, other).collect();
                        for unit in units.into_iter().filter(|_| is_unknown(self.view, other)) {
                            rules.set_unit(&mut self.state, unit, LeaderId::NONE, 0);
                        }
                    }
                }
                LeaderView::Named { .. } if !named && arms => {
                    let enemy = enemy_of(side);
                    let hidden: LeaderSet =
                        rules.on_map(&self.state, enemy).filter(|other| is_unknown(self.view, *other)).collect();
                    let mut near =
                        package.hexes().flat_map(|hex| rules.zone_makers(&self.state, enemy, hex, hidden).iter());
                    if let Some(other) = near.next() {
                        self.arm(other);
                    }
                }
                LeaderView::Unknown | LeaderView::Named { .. } | LeaderView::Own { .. } | LeaderView::Off { .. } => {}
            }
        }
    }

    /// A unit of a hidden leader who can spare it.
    fn borrowed(&mut self, side: Side, to: LeaderId) -> Option<(UnitId, u8)> {
        let rules = self.rules;
        let rich = rules.on_map(&self.state, side).find(|leader| {
            *leader != to && !self.state.open.contains(*leader) && rules.units_of(&self.state, *leader).count() > 1
        })?;
        let unit = rules.units_of(&self.state, rich).next()?;
        Some((unit, self.state.strength[unit.index()]))
    }

    fn give_trains(&mut self) {
        for (place, train) in self.view.trains.iter().enumerate() {
            self.state.trains[place] = match *train {
                TrainView::Known(train) => train,
                TrainView::Carried(side) => {
                    let printed = self.rules.trains.get(place).copied().filter(|leader| self.state.on_map(*leader));
                    let anybody =
                        self.rules.on_map(&self.state, side).find(|leader| self.state.troops.contains(*leader));
                    let waiting = self.rules.trains.get(place).copied();
                    printed.or(anybody).or(waiting).map_or(Train::None, Train::With)
                }
            };
        }
    }

    /// The force in hand, and the one that takes attrition.
    fn take_in_hand(&mut self) {
        let rules = self.rules;
        self.state.march = match self.view.march {
            MarchView::Own(march) => march,
            MarchView::Other { how, on_second, leaving, stopped, stepped, extended, from, centre } => {
                if self.force.is_empty() {
                    // Nobody sees yet who is in the force.
                    let own = self.view.mover();
                    self.force = rules.on_map(&self.state, own).take(1).collect();
                }
                let first = self.force.difference(self.second);
                let commander = rules.senior(&self.state, if first.is_empty() { self.force } else { first });
                let groups = [first, self.second];
                let allowance = groups
                    .map(|group| if group.is_empty() { [None; 2] } else { rules.allowances(&self.state, group, how) });
                March {
                    how,
                    commander,
                    force: self.force,
                    second: self.second,
                    on_second,
                    allowance,
                    leaving,
                    stopped,
                    stepped,
                    extended,
                    from,
                    centre,
                    needs: 3,
                    ..March::NONE
                }
            }
        };
        if let Some(attrition) = self.view.attrition {
            self.state.attrition = attrition;
        }
    }
}
