//! 18.who: who must attack whom, and how an attack is put together; 23.citadel: garrisons that refuse.
//! Decides 3.force, 3.force.reach, 9.span, 15.combat.facing, 16.combat.bridge, 16.combat.cavalry, 18.pitched.barred, 18.who,
//! 18.who.extra, 18.who.force, 21.disorg.effects, 23.citadel, 23.citadel.besieged.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::battle::{Battle, Plan};
use crate::event::Event;
use crate::ground::River;
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, Army, LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// Opens the battle segment of the phasing player.
    pub(crate) fn open_battles(&self, state: &mut State, _events: &mut impl Sink<Event>) {
        state.fought = LeaderSet::EMPTY;
        state.attacked = LeaderSet::EMPTY;
        state.refused = LeaderSet::EMPTY;
        state.accepted = LeaderSet::EMPTY;
        state.frames.push(Frame::Battles);
        state.frames.push(Frame::Refuse { side: enemy_of(state.player) });
    }

    /// The leaders with troops in the place of a leader.
    pub(crate) fn fighters_of(&self, state: &State, leader: LeaderId) -> LeaderSet {
        self.stack_of(state, leader).intersection(state.troops)
    }

    /// Whether a garrison keeps out of the battles of this phase: it has refused, or is besieged since an earlier one and has no
    /// choice any more (23.citadel.besieged).
    fn stays_inside(&self, state: &State, leader: LeaderId) -> bool {
        state.refused.contains(leader) || rule!("23.citadel.besieged", state.besieged.contains(leader))
    }

    /// Garrisons of a side that have yet to say whether they fight: one leader for each. They answer whoever may have troops: a
    /// question asked only before those who have would tell them from dummies.
    pub(crate) fn undecided(&self, state: &State, side: Side) -> LeaderSet {
        let apparent = self.apparent(state, enemy_of(side));
        let faces = |hex: Hex| !self.zone_makers(state, enemy_of(side), hex, apparent).is_empty();
        let open = self.on_map(state, side).filter(|leader| {
            state.troops.contains(*leader)
                && self.citadel_of(state, *leader).is_some()
                && !self.stays_inside(state, *leader)
                && !state.accepted.contains(*leader)
                && state.package(*leader).hexes().any(faces)
        });
        open.filter(|leader| self.fighters_of(state, *leader).first() == Some(*leader)).collect()
    }

    pub(crate) fn may_answer(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        if !self.undecided(state, side).contains(leader) {
            return Err(refuse(case!("23.citadel"), "{unit} is not in a citadel with an enemy before it").unit(leader));
        }
        Ok(())
    }

    /// 23.citadel: refusing before an enemy who is strong enough brings a siege.
    pub(crate) fn refuse_battle(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        let inside = self.stack_of(state, leader);
        let besieged = rule!("23.citadel", self.is_invested(state, leader));
        state.refused = state.refused.union(inside);
        if besieged {
            state.besieged = state.besieged.union(inside);
        }
        events.event(Event::BattleRefused { leader, besieged });
    }

    pub(crate) fn accept_battle(&self, state: &mut State, leader: LeaderId) {
        let inside = self.stack_of(state, leader);
        state.accepted = state.accepted.union(inside);
    }

    /// Whether a package could attack another: adjacent, and over a primary river only by a bridge in column.
    pub(crate) fn can_strike(&self, state: &State, from: &Package, at: &Package) -> bool {
        if !self.adjacent(state, from, at) {
            return false;
        }
        let column = !from.is_line();
        // 16.combat.bridge.
        !rule!("16.combat.bridge", !column && self.only_over_primary(state, from, at))
    }

    /// Whether all contact between two packages is over bridges of primary rivers.
    pub(crate) fn only_over_primary(&self, state: &State, from: &Package, at: &Package) -> bool {
        let mut any = false;
        for (hex, direction) in self.contacts(state, from, at) {
            if self.ground.side(hex, direction).river != River::Primary {
                return false;
            }
            any = true;
        }
        any
    }

    /// The open hexsides over which two packages touch.
    pub(crate) fn contacts<'s>(
        &'s self,
        state: &'s State,
        from: &Package,
        at: &Package,
    ) -> impl Iterator<Item = (Hex, board::Direction)> + use<'s> {
        let (from, at) = (*from, *at);
        from.hexes().flat_map(move |hex| {
            board::Direction::ALL.into_iter().filter_map(move |direction| {
                let near = self.ground.grid.neighbour(hex, direction);
                (at.covers(near) && self.is_open(state, hex, direction)).then_some((hex, direction))
            })
        })
    }

    /// The enemies of a side that can still be attacked, one leader for each place.
    pub(crate) fn targets<'s>(&'s self, state: &'s State, side: Side) -> impl Iterator<Item = LeaderId> + use<'s> {
        self.targets_where(state, side, |_| true)
    }

    /// Those of them of whose places something is true. Most are far away, which is found out before anything else.
    fn targets_where<'s, F: Fn(&Package) -> bool>(
        &'s self,
        state: &'s State,
        side: Side,
        near: F,
    ) -> impl Iterator<Item = LeaderId> + use<'s, F> {
        let enemies = state.troops.intersection(self.leaders_of(enemy_of(side)));
        enemies.iter().filter(move |leader| {
            state.on_map(*leader)
                && near(&state.package(*leader))
                && !state.attacked.contains(*leader)
                && !self.stays_inside(state, *leader)
                && !self.is_neutral(state, *leader)
                && !self.is_late(state, *leader)
                && self.fighters_of(state, *leader).first() == Some(*leader)
        })
    }

    /// 6.garrison.combat: sources of the enemy with nobody but their garrison in them.
    pub(crate) fn lone_garrisons<'s>(
        &'s self,
        state: &'s State,
        side: Side,
    ) -> impl Iterator<Item = (Army, Package)> + use<'s> {
        let enemy = enemy_of(side);
        let markers = Army::ALL.into_iter().filter(move |army| army.side() == enemy);
        markers.map(|army| (army, self.source_marker(state, army))).filter(move |(_, marker)| {
            marker.lead.is_some() && !marker.hexes().any(|hex| self.holds(state, enemy, hex))
        })
    }

    /// Whether a leader may attack at all in this segment.
    fn is_able(&self, state: &State, leader: LeaderId) -> bool {
        let shut = state.besieged.contains(leader) && !state.sallying.contains(leader);
        state.on_map(leader)
            && state.troops.contains(leader)
            && !state.fought.contains(leader)
            && !self.is_neutral(state, leader)
            && !shut
            && !self.is_militia(state, leader)
    }

    /// 3.force: whether a leader without units of his own can command an attack of troops that stand with him.
    fn heads_others(&self, state: &State, side: Side, leader: LeaderId) -> bool {
        let shut = state.besieged.contains(leader) && !state.sallying.contains(leader);
        let idle = !state.on_map(leader) || state.troops.contains(leader) || state.fought.contains(leader) || shut;
        !idle
            && !self.leader(leader).is_dummy()
            && self.fighters_of(state, leader).iter().any(|other| {
                self.can_command(state, leader, LeaderSet::from_iter([other]))
                    && self.takes_leader(state, leader, other)
                    && self.may_attack(state, side, other).is_ok()
            })
    }

    /// 18.who: a force that must attack: not in a fortress pair (23.citadel, 23.town).
    fn is_bound(&self, state: &State, leader: LeaderId) -> bool {
        self.is_able(state, leader)
            && self.fortress_held(state, leader).is_none()
            && (!self.is_mountain(&state.package(leader)) || self.has_infantry(state, leader))
    }

    /// Those who must attack somebody and could attack this enemy.
    fn coverers(&self, state: &State, side: Side, target: LeaderId) -> LeaderSet {
        let at = state.package(target);
        let strikes =
            |leader: &LeaderId| self.can_strike(state, &state.package(*leader), &at) && self.is_bound(state, *leader);
        self.on_map(state, side).filter(strikes).collect()
    }

    /// An enemy whom nobody would be left to attack, if these leaders, with all who share their places, attacked only these targets.
    ///
    /// A package may attack all its neighbours at once, so that every enemy is covered as long as one package next to him is left.
    pub fn left_uncovered(&self, state: &State, side: Side, force: LeaderSet, targets: LeaderSet) -> Option<LeaderId> {
        let used = force.iter().fold(force, |all, leader| all.union(self.stack_of(state, leader)));
        self.targets(state, side).find(|target| {
            let coverers = self.coverers(state, side, *target);
            !targets.contains(*target) && !coverers.is_empty() && coverers.is_subset(&used)
        })
    }

    /// An enemy who has yet to be attacked, and somebody who could and must.
    pub fn duty(&self, state: &State, side: Side) -> Option<(LeaderId, LeaderId)> {
        self.targets(state, side).find_map(|target| {
            let at = state.package(target);
            let bound = self
                .on_map(state, side)
                .find(|leader| self.can_strike(state, &state.package(*leader), &at) && self.is_bound(state, *leader));
            bound.map(|leader| (leader, target))
        })
    }

    pub(crate) fn may_attack(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        if self.side_of(leader) == side && rule!("3.force", self.heads_others(state, side, leader)) {
            return Ok(());
        }
        if self.side_of(leader) != side || !self.is_able(state, leader) {
            return Err(refuse(case!("18.who"), "{unit} cannot attack now")
                .unit(leader)
                .also(&[case!("23.citadel.besieged"), case!("26.berlin.militia")]));
        }
        let from = state.package(leader);
        if rule!("16.combat.cavalry", self.is_mountain(&from) && !self.has_infantry(state, leader)) {
            return Err(refuse(case!("16.combat.cavalry"), "neither cavalry nor guns attack out of mountains")
                .unit(leader)
                .also(&[case!("16.combat.mountain")]));
        }
        let strikes = |at: &Package| self.can_strike(state, &from, at);
        let barred = |at: &Package| self.adjacent(state, &from, at) && !strikes(at);
        let idle = self.targets_where(state, side, strikes).next().is_none();
        if idle && self.targets_where(state, side, barred).next().is_some() {
            return Err(refuse(
                case!("16.combat.bridge"),
                "over the bridge of a primary river only a column attacks, and {unit} is in line",
            )
            .unit(leader));
        }
        let garrison = self.lone_garrisons(state, side).any(|(_, marker)| self.can_strike(state, &from, &marker));
        // 21.disorg.effects: the disorganized attack only if nobody else is there to do it.
        let orderly = |target: LeaderId| !self.coverers(state, side, target).is_subset(&state.disorganized);
        let broken = self.fighters_of(state, leader).is_subset(&state.disorganized);
        if rule!("21.disorg.effects", broken && self.targets_where(state, side, strikes).all(orderly)) {
            return Err(refuse(case!("21.disorg.effects"), "{unit} is disorganized and does not attack").unit(leader));
        }
        if rule!("18.who", !garrison && idle) {
            return Err(refuse(case!("18.who"), "no enemy that could be attacked is next to {unit}")
                .unit(leader)
                .also(&[case!("18.who.multi")]));
        }
        Ok(())
    }

    pub(crate) fn may_end_battles(&self, state: &State, side: Side) -> Ruling {
        if let Some((leader, target)) = self.duty(state, side)
            && rule!("18.who", true)
        {
            let at = state.lead[target.index()];
            let refusal = refuse(case!("18.who"), "{unit} must attack the enemy in {place}").unit(leader).place(at);
            let owed = state.owed.contains(target);
            return Err(if owed { refusal.also(&[case!("14.repulse.others")]) } else { refusal });
        }
        Ok(())
    }

    pub(crate) fn open_attack(&self, state: &mut State, side: Side, leader: LeaderId) {
        state.battle = Battle { first: side, attacker: side, ..Battle::none() };
        state.battle.commander[side.index()] = leader;
        state.battle.forces[side.index()] = LeaderSet::from_iter([leader]);
        state.battle.sortie = state.besieged.contains(leader);
        state.frames.push(Frame::Declare);
    }

    /// 18.who.force: one force, each package adjacent to each target.
    pub(crate) fn may_join(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        let battle = &state.battle;
        let own = battle.of(side);
        if self.side_of(leader) != side || !self.is_able(state, leader) || own.contains(leader) {
            return Err(refuse(case!("18.who.force"), "{unit} cannot join the attack").unit(leader));
        }
        let commander = battle.commander[side.index()];
        let (here, there) = (state.package(commander), state.package(leader));
        let second = own.iter().map(|other| state.package(other)).find(|other| !other.shares_pair(&here));
        let reached = there.shares_pair(&here)
            || second.map_or(self.adjacent(state, &here, &there), |second| second.shares_pair(&there));
        if rule!("3.force.reach", !reached) {
            return Err(refuse(case!("3.force.reach"), "{other} reaches only his own place and one next to it")
                .unit(leader)
                .other(commander));
        }
        let enemies = battle.of(enemy_of(side));
        let mut force = own;
        force.insert(leader);
        let all_strike = |at: &Package| force.iter().all(|leader| self.can_strike(state, &state.package(leader), at));
        let most: LeaderSet = self.targets_where(state, side, all_strike).collect();
        // 6.garrison.combat: a garrison alone is the only target there is.
        let named = |army: Army| battle.garrison.is_none_or(|garrison| garrison == army);
        let garrison = enemies.is_empty()
            && self.lone_garrisons(state, side).any(|(army, marker)| named(army) && all_strike(&marker));
        let shared = match battle.garrison {
            Some(_) => garrison,
            None if enemies.is_empty() => garrison || !most.is_empty(),
            None => enemies.iter().all(|target| all_strike(&state.package(target))),
        };
        if rule!("18.who.force", !shared) {
            return Err(refuse(case!("18.who.force"), "every package of the attack must be adjacent to every target")
                .unit(leader));
        }
        if !self.takes_leader(state, commander, leader) {
            return Err(refuse(case!("7.division.corps"), "{other} leads a national corps")
                .unit(leader)
                .other(commander));
        }
        let mut others = own;
        others.insert(leader);
        others.remove(commander);
        if rule!("9.span", !self.can_command(state, commander, others)) {
            return Err(refuse(case!("9.span"), "the span of {other} is too small for {unit}")
                .unit(leader)
                .other(commander));
        }
        // 18.who: somebody must be left for every enemy whom the two packages cannot attack together.
        if let Some(target) = self.left_uncovered(state, side, force, most.union(enemies)) {
            return Err(refuse(case!("18.who"), "nobody would be left to attack the enemy in {place}")
                .unit(leader)
                .place(state.lead[target.index()])
                .also(&[case!("18.who.force")]));
        }
        Ok(())
    }

    /// The enemy meant by naming a hex: where two packages cross, the one that the whole attack can reach.
    pub(crate) fn target_in(&self, state: &State, side: Side, at: Hex) -> Option<LeaderId> {
        let there = || self.troops_in(state, enemy_of(side), at);
        let own = state.battle.of(side);
        let reached = |target: &LeaderId| {
            let package = state.package(*target);
            own.iter().all(|leader| self.can_strike(state, &state.package(leader), &package))
        };
        there().find(reached).or_else(|| there().next())
    }

    pub(crate) fn may_target(&self, state: &State, side: Side, at: Hex) -> Ruling {
        let enemy = enemy_of(side);
        let battle = &state.battle;
        if battle.garrison.is_some() {
            return Err(refuse(case!("6.garrison.combat"), "the garrison of a source is attacked by itself").place(at));
        }
        if let Some((_, marker)) = self.lone_garrisons(state, side).find(|(_, marker)| marker.covers(at)) {
            let strikes = |leader: LeaderId| self.can_strike(state, &state.package(leader), &marker);
            return if battle.of(enemy).is_empty() && battle.of(side).iter().all(strikes) {
                Ok(())
            } else {
                Err(refuse(
                    case!("6.garrison.combat"),
                    "the garrison of a source is attacked by itself, from next to it",
                )
                .place(at))
            };
        }
        let Some(target) = self.target_in(state, side, at) else {
            return Err(refuse(case!("18.who.multi"), "no enemy force is in {place}").place(at));
        };
        let fighters = self.fighters_of(state, target);
        if self.is_late(state, target) {
            return Err(refuse(case!("18.who.multi"), "the force in {place} has not come up yet").place(at));
        }
        if fighters.intersects(&battle.of(enemy))
            || fighters.intersects(&state.attacked)
            || fighters.iter().any(|leader| self.stays_inside(state, leader))
        {
            return Err(refuse(case!("18.who.multi"), "the force in {place} is attacked already, or refuses")
                .place(at)
                .also(&[case!("23.citadel")]));
        }
        if self.is_neutral(state, target) {
            return Err(refuse(case!("26.saxony"), "the Saxons are neutral").place(at));
        }
        let package = state.package(target);
        if rule!(
            "18.who.force",
            !battle.of(side).iter().all(|leader| self.can_strike(state, &state.package(leader), &package))
        ) {
            return Err(refuse(case!("18.who.force"), "every package of the attack must be adjacent to every target")
                .place(at)
                .also(&[case!("16.combat.bridge")]));
        }
        if rule!("15.combat.facing", self.turns_away(state, side, target)) {
            return Err(refuse(
                case!("15.combat.facing"),
                "a line attacks what it does not face only if it must, and others can attack the enemy in {place}",
            )
            .place(at));
        }
        Ok(())
    }

    /// 15.combat.facing: whether a line of the attack would turn on an enemy behind it without need: it has another before
    /// it, and somebody else is there for the one behind who need not turn away from anybody.
    fn turns_away(&self, state: &State, side: Side, target: LeaderId) -> bool {
        let own = state.battle.of(side);
        let averted = |leader: LeaderId| {
            let from = state.package(leader);
            let before = |other: LeaderId| {
                self.looks_at(state, &from, other) && self.can_strike(state, &from, &state.package(other))
            };
            from.is_line()
                && self.fortress_held(state, leader).is_none()
                && !self.looks_at(state, &from, target)
                && self.targets(state, side).any(before)
        };
        let places = own.iter().fold(own, |all, leader| all.union(self.stack_of(state, leader)));
        own.iter().any(averted)
            && self.coverers(state, side, target).difference(places).iter().any(|other| !averted(other))
    }

    pub(crate) fn may_fight(&self, state: &State, side: Side) -> Ruling {
        if state.battle.of(enemy_of(side)).is_empty() && state.battle.garrison.is_none() {
            return Err(refuse(case!("18.who.multi"), "name a target first"));
        }
        let own = state.battle.of(side);
        if rule!("3.force", !own.intersects(&state.troops)) {
            let commander = state.battle.commander[side.index()];
            return Err(refuse(case!("3.force"), "{unit} has no units: somebody with troops joins him").unit(commander));
        }
        if let Some(target) = self.left_uncovered(state, side, own, state.battle.of(enemy_of(side))) {
            return Err(refuse(case!("18.who"), "nobody would be left to attack the enemy in {place}")
                .place(state.lead[target.index()]));
        }
        // 18.odds.example: whoever shares a place with the attackers and can join them does.
        let places = own.iter().fold(own, |all, leader| all.union(self.stack_of(state, leader)));
        let idle = places.difference(own).difference(state.disorganized);
        if let Some(leader) = idle.iter().find(|leader| self.may_join(state, side, *leader).is_ok()) {
            // 25.cavdiff.all.
            if self.strength_of(state, leader, Arm::Cavalry) > 0 {
                return Err(
                    refuse(case!("25.cavdiff.all"), "cavalry is not held back: {unit} joins the attack").unit(leader)
                );
            }
            return Err(refuse(case!("18.odds.example"), "odds are not lowered by choice: {unit} joins the attack")
                .unit(leader));
        }
        Ok(())
    }

    /// The attack is declared: strengths lie open, and both sides write.
    pub(crate) fn fight(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let enemy = enemy_of(side);
        let (own, targets) = (state.battle.of(side), state.battle.of(enemy));
        state.fought = state.fought.union(own);
        state.attacked = state.attacked.union(targets);
        // 18.who.extra: forces whose only enemies are attacked stand by.
        let extra: LeaderSet = self
            .on_map(state, side)
            .filter(|leader| {
                let package = state.package(*leader);
                let shares = own.iter().any(|other| state.package(other).shares_pair(&package));
                let idle = self.targets_where(state, side, |at| self.can_strike(state, &package, at)).next().is_none();
                self.is_bound(state, *leader)
                    && !own.contains(*leader)
                    && targets.iter().any(|target| self.adjacent(state, &package, &state.package(target)))
                    && (shares || idle)
            })
            .collect();
        state.battle.extra = if rule!("18.who.extra", true) { extra } else { LeaderSet::EMPTY };
        state.fought = state.fought.union(extra);
        let head = self.commander_of_all(state, targets);
        state.battle.commander[enemy.index()] = head.unwrap_or(self.senior(state, targets));
        if let Some(head) = head {
            // 3.force: he may have no units of his own.
            state.battle.forces[enemy.index()].insert(head);
        }
        if head.is_none() && !targets.is_empty() {
            // 18.who.counter: defenders who are not one force counterattack with one package.
            let senior = state.battle.commander[enemy.index()];
            state.battle.striking = self.force_of(state, senior, targets);
        }
        state.battle.after_repulse = own.intersects(&state.repulsers) && targets.intersects(&state.repulsed);
        state.battle.cavalry = crate::roster::BOTH.map(|side| self.cavalry_engaged(state, side));
        for side in crate::roster::BOTH {
            for leader in state.battle.of(side) {
                for hex in state.package(leader).hexes() {
                    if !state.battle.ground[side.index()].contains(&hex) {
                        state.battle.ground[side.index()].push(hex);
                    }
                }
            }
        }
        events.event(Event::AttackDeclared { attackers: own, defenders: targets });
        self.show_strengths(state, own.union(targets), events);
        state.frames.push(Frame::CloseBattle);
        if state.battle.garrison.is_some() {
            // 6.garrison.combat: nobody writes anything against a garrison alone.
            state.battle.plans = [Some(Plan::Pursuit); 2];
        }
        state.frames.push(Frame::Plans);
    }

    /// The one who commands all defenders, if they are one force: in one package, or in his own and one next to it. A leader
    /// without units who stands with them can be the one (3.force).
    fn commander_of_all(&self, state: &State, defenders: LeaderSet) -> Option<LeaderId> {
        let reaches = |head: LeaderId| {
            let here = state.package(head);
            let mut others = defenders.iter().map(|leader| state.package(leader)).filter(|at| !at.shares_pair(&here));
            let second = others.next();
            second.is_none_or(|second| self.adjacent(state, &here, &second) && others.all(|at| at.shares_pair(&second)))
        };
        let beside = defenders.iter().fold(defenders, |all, leader| all.union(self.stack_of(state, leader)));
        let real = |leader: &LeaderId| defenders.contains(*leader) || !self.leader(*leader).is_dummy();
        let heads = beside.iter().filter(real).filter(|head| {
            let mut others = defenders;
            others.remove(*head);
            reaches(*head)
                && self.can_command(state, *head, others)
                && others.iter().all(|other| self.takes_leader(state, *head, other))
        });
        let heads: LeaderSet = heads.collect();
        (!heads.is_empty()).then(|| self.senior(state, heads))
    }

    /// A leader with those defenders of his package whom he commands: all of them, or he alone.
    pub(crate) fn force_of(&self, state: &State, head: LeaderId, defenders: LeaderSet) -> LeaderSet {
        let here = defenders.intersection(self.stack_of(state, head));
        let mut others = here;
        others.remove(head);
        if self.can_command(state, head, others) { here } else { LeaderSet::from_iter([head]) }
    }

    /// 18.pitched.barred: what a side may write.
    pub(crate) fn may_write(&self, state: &State, side: Side, plan: Plan) -> Ruling {
        if rule!("18.pitched.barred", plan == Plan::Pitched && self.is_pitched_barred(state, side)) {
            return Err(refuse(
                case!("18.pitched.barred"),
                "no pitched battle over a primary bridge, under a major general, by the militia or after a failed repulse",
            ));
        }
        Ok(())
    }

    /// 18.pitched.barred.
    pub(crate) fn is_pitched_barred(&self, state: &State, side: Side) -> bool {
        let battle = &state.battle;
        let commander = battle.commander[side.index()];
        let over_bridge = battle.of(battle.first).iter().any(|leader| {
            let from = state.package(leader);
            battle
                .of(enemy_of(battle.first))
                .iter()
                .any(|target| self.only_over_primary(state, &from, &state.package(target)))
        });
        commander.is_none()
            || self.leader(commander).kind.is_major()
            || self.is_militia(state, commander)
            || battle.after_repulse
            || battle.garrison.is_some()
            || over_bridge
    }
}
