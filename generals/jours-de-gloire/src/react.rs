//! What is done in the enemy's movement: interceptions, cavalry that slips away, marches to the guns; and scouts.

use board::boxes::BoxId;
use jours_de_gloire::Rules;
use jours_de_gloire::action::{Action, GunsAction, MovementAction};
use jours_de_gloire::counters::{CounterId, Kind};
use jours_de_gloire::sequence::{Guns, Movement};
use jours_de_gloire::sets::CounterSet;
use jours_de_gloire::state::{State, enemy_of};
use kernel::{Ruleset, Seat, Side};

use crate::CampaignCraft;
use crate::odds::{Circumstances, Contest, Host};
use crate::survey::{Survey, danger, objectives};

/// The least that an interception must promise: the die may fail, and the stack may be drawn out of its place.
const INTERCEPTION: f64 = 0.4;

impl CampaignCraft {
    pub(crate) fn react(&self, rules: &Rules, state: &State, seat: Seat, frame: Movement, actions: &mut Vec<Action>) {
        let mut legal = Vec::new();
        match frame {
            Movement::AskScout { .. } => actions.push(self.scout_or_go_in(rules, state, seat)),
            Movement::ScoutsReturn { .. } => actions.push(self.go_back_or_stay(rules, state, seat)),
            Movement::Show { .. } => {
                rules.legal(state, seat, &mut legal);
                actions.extend(legal.iter().copied().min_by_key(|action| self.worth_hiding(rules, state, action)));
            }
            Movement::Withdraw { at, .. } => {
                rules.legal(state, seat, &mut legal);
                self.withdraw(rules, state, seat, at, &legal, actions);
            }
            Movement::Intercept { at, .. } => self.intercept(rules, state, seat, at, actions),
            Movement::Intercepting { from, .. } => actions.push(self.intercepting(rules, state, seat, from)),
            Movement::DisplaceLeader { .. } => {
                rules.legal(state, seat, &mut legal);
                let survey = Survey::of(rules, state);
                let side = rules.side_of_seat(seat);
                let strength = |action: &Action| match action {
                    Action::Movement(MovementAction::DisplaceTo(place)) => survey.at(side, *place),
                    Action::Movement(_)
                    | Action::Events(_)
                    | Action::Administration(_)
                    | Action::Guns(_)
                    | Action::Combat(_)
                    | Action::Card(_)
                    | Action::Standing(_) => 0,
                };
                actions.extend(legal.iter().copied().max_by_key(strength));
            }
            Movement::Open
            | Movement::Choose { .. }
            | Movement::Muster { .. }
            | Movement::PointsDie { .. }
            | Movement::March { .. }
            | Movement::Entered
            | Movement::ScoutDie
            | Movement::WithdrawalDie { .. }
            | Movement::InterceptionDie { .. }
            | Movement::StepDone
            | Movement::Halted
            | Movement::StragglerDie { .. }
            | Movement::Recover { .. }
            | Movement::RecoveryDie { .. }
            | Movement::Close => {}
        }
    }

    /// Cavalry looks first where it would not fight.
    fn scout_or_go_in(&self, rules: &Rules, state: &State, seat: Seat) -> Action {
        let scout = Action::Movement(MovementAction::Scout);
        if rules.check(state, seat, &scout).is_ok() { scout } else { Action::Movement(MovementAction::GoIn) }
    }

    fn go_back_or_stay(&self, rules: &Rules, state: &State, seat: Seat) -> Action {
        let back = Action::Movement(MovementAction::GoBack);
        let stay = Action::Movement(MovementAction::Stay);
        let Some(march) = state.march else { return stay };
        let side = rules.side_of_seat(seat);
        let own = rules.strength_of(state, &march.stack);
        let theirs = rules.strength_of(state, &rules.field_force(state, enemy_of(side), march.at));
        if own < 2 * theirs && rules.check(state, seat, &back).is_ok() { back } else { stay }
    }

    /// What is shown to scouts first: what the enemy may know.
    fn worth_hiding(&self, rules: &Rules, state: &State, action: &Action) -> u32 {
        let Action::Movement(MovementAction::Show(counter)) = action else { return u32::MAX };
        match rules.kind(*counter) {
            // A dummy that has been seen is none any more.
            Kind::InfantryDummy | Kind::CavalryDummy => 200,
            Kind::Leader => 100 + u32::from(rules.counter(*counter).rank),
            Kind::Artillery => 50,
            Kind::Infantry | Kind::Cavalry => u32::from(state.piece(*counter).strength),
        }
    }

    /// Cavalry goes if the stack that came in, or others that could follow, are too strong for the box.
    fn withdraw(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        at: BoxId,
        legal: &[Action],
        actions: &mut Vec<Action>,
    ) {
        let stand = Action::Movement(MovementAction::StandFast);
        let side = rules.side_of_seat(seat);
        let enemy = enemy_of(side);
        let own = f64::from(rules.strength_of(state, &rules.field_force(state, side, at)));
        let came = f64::from(rules.strength_of(state, &rules.field_force(state, enemy, at)));
        let survey = Survey::of(rules, state);
        let foot = rules
            .field_force(state, side, at)
            .iter()
            .any(|counter| rules.kind(counter) == Kind::Infantry && state.piece(counter).strength > 0);
        // With infantry beside it that has to stay, cavalry stays unless all is lost.
        let bearable = if foot { 2.5 } else { 1.2 };
        if came <= bearable * own {
            return actions.push(stand);
        }
        let merit = |action: &Action| {
            let (way, leads) = match action {
                Action::Movement(MovementAction::Withdraw(_, way)) => (*way, 1.0),
                Action::Movement(MovementAction::Escort(_, way)) => (*way, 0.0),
                Action::Movement(_)
                | Action::Events(_)
                | Action::Administration(_)
                | Action::Guns(_)
                | Action::Combat(_)
                | Action::Card(_)
                | Action::Standing(_) => return f64::NEG_INFINITY,
            };
            let to = rules.ground.across(way, at);
            leads + self.shelter(rules, state, side, &survey, to, own)
        };
        // Leaders whom infantry still needs do not ride away.
        let goes = |action: &&Action| match action {
            Action::Movement(MovementAction::Withdraw(..)) => true,
            Action::Movement(MovementAction::Escort(..)) => !foot,
            Action::Movement(_)
            | Action::Events(_)
            | Action::Administration(_)
            | Action::Guns(_)
            | Action::Combat(_)
            | Action::Card(_)
            | Action::Standing(_) => false,
        };
        let best = legal.iter().filter(goes).max_by(|a, b| merit(a).total_cmp(&merit(b)));
        actions.push(best.copied().unwrap_or(stand));
    }

    /// How good a box is for those who have to give way.
    pub(crate) fn shelter(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        survey: &Survey,
        to: BoxId,
        strength: f64,
    ) -> f64 {
        let there = f64::from(survey.at(side, to));
        let mut merit = 0.25 * (1.0 + there + survey.beside(&self.distances, side, to)).ln();
        merit -= danger(rules, survey, &self.distances, side, to, there + strength);
        merit -= 0.03 * survey.reaching(&self.distances, enemy_of(side), to);
        for objective in objectives(rules, state, side).filter(|objective| objective.at == to) {
            merit += if objective.own { 0.3 * objective.points } else { objective.swing };
        }
        // Nearer to what supplies it.
        let mut nearest = u8::MAX;
        for (number, army) in rules.scenario.armies.iter().enumerate() {
            if army.side == side && state.armies[number].chief.is_some() {
                let sources = rules.sources_of_army(jours_de_gloire::counters::ArmyId(number as u8));
                nearest = sources.iter().map(|source| self.distances.between(to, *source)).fold(nearest, u8::min);
            }
        }
        merit - 0.02 * f64::from(nearest.min(30))
    }

    /// The best Force that could leave a box together: two of infantry and one of cavalry, or three, with the best leader.
    fn force_from(&self, rules: &Rules, state: &State, side: Side, from: BoxId) -> Vec<CounterId> {
        let here = rules.field_force(state, side, from);
        let mut units: Vec<CounterId> = here
            .iter()
            .filter(|counter| rules.kind(*counter).has_strength() && state.piece(*counter).strength > 0)
            .collect();
        units.sort_by_key(|unit| std::cmp::Reverse(state.piece(*unit).strength));
        let mut force = CounterSet::EMPTY;
        let mut named = Vec::new();
        for unit in units {
            let mut with = force;
            with.insert(unit);
            if rules.is_small_stack(&with) && !rules.is_bound(unit) {
                force = with;
                named.push(unit);
            }
        }
        let merit = |leader: &CounterId| {
            let counter = rules.counter(*leader);
            (counter.rank, counter.tactical_bonus, counter.command_value)
        };
        let of = |kind: Kind| here.iter().filter(move |counter| rules.kind(*counter) == kind);
        named.extend(of(Kind::Leader).max_by_key(merit));
        named.extend(of(Kind::Artillery));
        named
    }

    /// Who could intercept, and whether it pays.
    fn intercept(&self, rules: &Rules, state: &State, seat: Seat, at: BoxId, actions: &mut Vec<Action>) {
        let declared = Action::Movement(MovementAction::Declared);
        let named = state.reaction.as_ref().is_some_and(|reaction| !reaction.declared.is_empty());
        if !named {
            for (joining, _) in self.interceptors(rules, state, seat, at) {
                let mut trial = state.clone();
                for counter in joining {
                    let join = Action::Movement(MovementAction::Join(counter));
                    if rules.check(&trial, seat, &join).is_ok() {
                        rules.play(&mut trial, seat, &join, &mut kernel::Discard);
                        actions.push(join);
                    }
                }
            }
        }
        actions.push(declared);
    }

    /// Forces beside a box that would gain by moving in, with what they promise.
    pub(crate) fn interceptors(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        at: BoxId,
    ) -> Vec<(Vec<CounterId>, f64)> {
        let side = rules.side_of_seat(seat);
        let Some(march) = state.march else { return Vec::new() };
        // Dummies are not intercepted; a wise general does not know them, but his world does.
        let mover = march.stack;
        if rules.strength_of(state, &mover) == 0 {
            return Vec::new();
        }
        let mut forces = Vec::new();
        for (from, way) in rules.ground.neighbours(at) {
            let here = rules.field_force(state, side, *from);
            if here.is_empty() || state.occupies(enemy_of(side), *from) || rules.leads_over_bridge(state, *way) {
                continue;
            }
            let joining = self.force_from(rules, state, side, *from);
            let allowed = |counter: &CounterId| {
                let join = Action::Movement(MovementAction::Join(*counter));
                rules.check(state, seat, &join).is_ok() || !rules.kind(*counter).has_strength()
            };
            let joining: Vec<CounterId> = joining.into_iter().filter(allowed).collect();
            let force: CounterSet = joining.iter().copied().collect();
            if rules.strength_of(state, &force) == 0 {
                continue;
            }
            let promise = self.promise_of_interception(rules, state, side, at, force, mover);
            if promise > INTERCEPTION && rules.interception_die(state, at, *from, &force) >= 2 {
                forces.push((joining, promise));
            }
        }
        forces
    }

    /// The interceptor defends, on ground of the mover's choice.
    fn promise_of_interception(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        at: BoxId,
        force: CounterSet,
        mover: CounterSet,
    ) -> f64 {
        let enemy = enemy_of(side);
        let it = Circumstances::at(rules, state, at, enemy);
        let theirs = Host::of(rules, state, &mover, at, enemy, enemy);
        let ours = Host::of(rules, state, &force, at, enemy, side);
        // The rest of his army can still come into the box.
        let survey = Survey::of(rules, state);
        let follow = 0.25 * survey.reaching(&self.distances, enemy, at);
        let theirs = theirs.joined_by((follow - f64::from(theirs.men)).max(0.0));
        let objective = objectives(rules, state, enemy).find(|objective| objective.at == at);
        let prize = 0.2 + objective.map_or(0.0, |objective| if objective.own { 0.0 } else { objective.swing });
        -Contest::new(&self.archive, rules, state, [theirs, ours], it, prize).value()
    }

    fn intercepting(&self, rules: &Rules, state: &State, seat: Seat, from: BoxId) -> Action {
        let side = rules.side_of_seat(seat);
        let Some(march) = state.march else { return Action::Movement(MovementAction::LetPass) };
        let declared = state.reaction.as_ref().and_then(|it| it.declared.iter().find(|other| other.from == from));
        let force = declared.map_or(CounterSet::EMPTY, |declared| declared.force);
        let promise = self.promise_of_interception(rules, state, side, march.at, force, march.stack);
        if promise > 0.0 { Action::Movement(MovementAction::MoveIn) } else { Action::Movement(MovementAction::LetPass) }
    }

    /// March to the guns: whoever helps a battle of ours more than he risks.
    pub(crate) fn to_the_guns(&self, rules: &Rules, state: &State, seat: Seat, frame: Guns, actions: &mut Vec<Action>) {
        match frame {
            Guns::Choose { .. } => {
                if !self.send_to_guns(rules, state, seat, actions) {
                    actions.push(Action::Guns(GunsAction::Done));
                }
            }
            // Somebody has put a Force together and forgotten what for.
            Guns::Muster { .. } => {
                let mut legal = Vec::new();
                rules.legal(state, seat, &mut legal);
                let march = legal.iter().find(|action| matches!(action, Action::Guns(GunsAction::MarchTo(_))));
                actions.push(march.copied().unwrap_or(Action::Guns(GunsAction::PutDown)));
            }
            Guns::Open | Guns::Die { .. } | Guns::Close => {}
        }
    }

    fn send_to_guns(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) -> bool {
        let side = rules.side_of_seat(seat);
        let enemy = enemy_of(side);
        let survey = Survey::of(rules, state);
        let battles: Vec<BoxId> = state.battles.iter().filter(|at| survey.at(side, *at) > 0).collect();
        for body in survey.bodies[side.index()].iter().filter(|body| !body.shut_in) {
            let near = |at: &&BoxId| **at != body.at && self.distances.between(body.at, **at) <= 2;
            for at in battles.iter().filter(near) {
                if state.occupies(enemy, body.at) || state.battles.contains(body.at) {
                    continue;
                }
                let joining = self.force_from(rules, state, side, body.at);
                let force: CounterSet = joining.iter().copied().collect();
                if self.gain_at_guns(rules, state, side, &survey, *at, force, body.at) <= 0.15 {
                    continue;
                }
                let mut trial = state.clone();
                let before = actions.len();
                for counter in &joining {
                    let take = Action::Guns(GunsAction::Take(*counter));
                    if rules.check(&trial, seat, &take).is_ok() {
                        rules.play(&mut trial, seat, &take, &mut kernel::Discard);
                        actions.push(take);
                    }
                }
                let march = Action::Guns(GunsAction::MarchTo(*at));
                if actions.len() > before && rules.check(&trial, seat, &march).is_ok() {
                    actions.push(march);
                    return true;
                }
                actions.truncate(before);
            }
        }
        false
    }

    /// How much better a battle becomes for the defender with this Force in it, from the later rounds on.
    #[allow(clippy::too_many_arguments)]
    fn gain_at_guns(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        survey: &Survey,
        at: BoxId,
        force: CounterSet,
        from: BoxId,
    ) -> f64 {
        let enemy = enemy_of(side);
        let attackers = rules.field_force(state, enemy, at);
        let defenders = rules.field_force(state, side, at);
        if rules.guns_die(state, from, &force) < 2 || rules.strength_of(state, &attackers) == 0 {
            return 0.0;
        }
        let it = Circumstances::at(rules, state, at, enemy);
        let theirs = Host::of(rules, state, &attackers, at, enemy, enemy);
        let ours = Host::of(rules, state, &defenders, at, enemy, side);
        let more = f64::from(rules.strength_of(state, &force));
        let without = -Contest::new(&self.archive, rules, state, [theirs, ours], it, 0.3).value();
        let with = -Contest::new(&self.archive, rules, state, [theirs, ours.joined_by(0.6 * more)], it, 0.3).value();
        let town = objectives(rules, state, side).find(|objective| objective.at == from && objective.own);
        let alone = survey.at(side, from) <= more as u16;
        let threatened = survey.reaching(&self.distances, enemy, from) > 0.0;
        let price = if alone && threatened { town.map_or(0.0, |town| 0.5 * town.points) } else { 0.0 };
        // A battle that stays lost is not worth a second army.
        if with < -2.0 { -1.0 } else { with - without - price }
    }
}
