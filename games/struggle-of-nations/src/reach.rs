//! Where a force could march: every place of the package in hand with mode and facing, by the moves of the rules themselves, with
//! what foot and horse spend kept apart.

use std::collections::BTreeMap;

use board::{Facing, Hand, Hex};
use kernel::aids::{Barred, Goal, Reach, StepCost, Term, Way};
use kernel::{Discard, Illegal, OrderError, Ratio, Ruleset, Seat, Side};
use kit::march::{March as Ways, Step};

use crate::Rules;
use crate::action::Action;
use crate::march::{How, March};
use crate::package::Package;
use crate::refusal::Refusal;
use crate::roster::{LeaderId, enemy_of};
use crate::rules::Move;
use crate::sequence::{Die, Question};
use crate::state::State;
use crate::words::halves;

type Node = (Hex, Facing);

/// Where the package in hand can come to.
#[derive(Debug)]
pub(crate) struct Field {
    ways: Ways<Node, [u16; 2]>,
    /// Hexes that a rule closes, other than by want of points.
    closed: BTreeMap<Hex, Refusal>,
}

/// A force that is planned for: the position in which it has begun its march.
struct Planned {
    state: State,
    /// What is ordered before its way, with a `;` after it.
    opening: String,
    /// What may come in between before it begins.
    caution: Option<Term>,
    terms: Vec<Term>,
}

fn amount(points: u8) -> Ratio {
    Ratio::new(points.into(), 2).unwrap_or(Ratio::ZERO)
}

impl Rules {
    /// Every place that the package in hand can come to, with what foot and horse spend on it.
    pub(crate) fn ways(&self, state: &State, side: Side) -> Field {
        let march = state.march;
        let place = march.place();
        let start = self.marching(state);
        let spent = march.spent[place].map(u16::from);
        let most = march.allowance[place].map(|allowance| allowance.map_or(0, u16::from));
        let absent = march.allowance[place].map(|allowance| allowance.is_none());
        let nodes = self.ground.grid.len() * 12;
        let first = (start.lead, start.facing);
        let mut closed = BTreeMap::new();
        let left = [0, 1].map(|arm| most[arm].saturating_sub(spent[arm]));
        let ways = Ways::find(nodes, [(first, [0, 0])], left, |node, cost, out| {
            let package = self.package_at(node);
            let here = self.gone(&march, &start, &package, cost);
            for how in self.moves_of(&package) {
                match self.may_move_in(state, side, &here, &package, how) {
                    Ok(moved) => {
                        let Ok(after) = self.pay(&here, &moved) else { continue };
                        let spend =
                            |arm: usize| if absent[arm] { 0 } else { u16::from(after[arm] - here.spent[place][arm]) };
                        out.push(Step {
                            to: (moved.package.lead, moved.package.facing),
                            cost: [spend(0), spend(1)],
                            stop: moved.entered[0].is_some() && self.ends_march(state, side, &moved),
                        });
                    }
                    Err(refusal) => {
                        if let (Move::Step(to), false) = (how, is_of_points(&refusal)) {
                            closed.entry(to).or_insert(refusal);
                        }
                    }
                }
            }
        });
        Field { ways, closed }
    }

    /// The march as it will be at a place for which so much was spent. On the hexes where it began it has yet to leave a zone.
    fn gone(&self, march: &March, start: &Package, package: &Package, cost: [u16; 2]) -> March {
        let place = march.place();
        let mut here = *march;
        for arm in [0, 1] {
            here.spent[place][arm] = march.spent[place][arm].saturating_add(cost[arm] as u8);
        }
        if !package.shares_pair(start) {
            here.leaving[place] = false;
            here.stepped[place] = true;
        }
        here
    }

    /// Whether a march may go no further after a move, or somebody else is asked first.
    fn ends_march(&self, state: &State, side: Side, moved: &crate::rules::Moved) -> bool {
        let alone = state.march.how == How::Alone;
        let entered = moved.entered.into_iter().filter(|hex| hex.is_some());
        let zone = !alone && entered.into_iter().any(|hex| self.seems_controlled(state, enemy_of(side), hex));
        zone || self.asks_enemy(state, side, &moved.package)
    }

    /// Whether the enemy is asked something when the force in hand comes to a place: where bare leaders go (14.stop.leaders), or
    /// where the militia of Berlin stands (26.berlin.militia).
    pub(crate) fn asks_enemy(&self, state: &State, side: Side, package: &Package) -> bool {
        let real = state.march.in_hand().intersects(&state.troops);
        let bare = |leader: LeaderId| !state.troops.contains(leader) && state.package(leader).overlaps(package);
        real && (self.on_map(state, enemy_of(side)).any(bare) || self.alarms(state, side, package.lead))
    }

    fn package_at(&self, (lead, facing): Node) -> Package {
        let grid = &self.ground.grid;
        if facing.is_vertex() {
            Package::line(grid, lead, facing.direction().clockwise(2)).unwrap_or(Package::NOWHERE)
        } else {
            Package::column(grid, lead, facing.direction())
        }
    }

    fn moves_of(&self, package: &Package) -> arrayvec::ArrayVec<Move, 9> {
        let mut moves = arrayvec::ArrayVec::new();
        if package.is_line() {
            let forward = [package.axis().clockwise(5), package.axis().clockwise(4)];
            moves.extend(forward.map(Move::Advance));
            moves.extend(Hand::BOTH.map(Move::Wheel));
        } else {
            let near =
                self.ground.grid.neighbours(package.lead).iter().filter(|hex| hex.is_some() && **hex != package.rear);
            moves.extend(near.map(|hex| Move::Step(*hex)));
        }
        if package.rear.is_some() {
            moves.extend(package.changes().map(|other| Move::Form(other.facing)));
        }
        moves
    }

    /// The moves of the cheapest way to a place.
    fn moves_to(&self, state: &State, field: &Field, end: Node) -> Vec<Move> {
        let mut here = self.marching(state);
        let mut moves = Vec::new();
        for node in field.ways.path(end) {
            let next = self.package_at(node);
            let leads = |how: &Move| self.reckon(state, &here, *how).is_ok_and(|moved| moved.package == next);
            let Some(how) = self.moves_of(&here).into_iter().find(leads) else { break };
            moves.push(how);
            here = next;
        }
        moves
    }

    /// The actions that bring the leading half of the package in hand to a hex.
    pub(crate) fn way_to(&self, state: &State, side: Side, goal: Hex) -> Vec<Action> {
        let package = self.marching(state);
        let centre = matches!(state.march.how, How::Centre(_));
        let from = if centre { state.march.centre } else { package.lead };
        if from == goal {
            return Vec::new();
        }
        if centre || (!package.is_line() && self.ground.grid.adjacent(from, goal) && goal != package.rear) {
            return vec![Action::Step(goal)];
        }
        let field = self.ways(state, side);
        let ends = (0..12).map(|twelfth| (goal, Facing::from_twelfth(twelfth)));
        let spent = |end: Node| Some((field.ways.spent(end)?, end));
        let best = ends.filter_map(spent).min_by_key(|(spent, _)| spent[0] + spent[1]);
        let Some((_, end)) = best else { return vec![Action::Step(goal)] };
        self.moves_to(state, &field, end).into_iter().map(action_of).collect()
    }

    /// The actions that bring the package in hand to a place with this facing; nothing if it cannot come there.
    pub(crate) fn way_to_place(&self, state: &State, side: Side, goal: &Package) -> Option<Vec<Action>> {
        let field = self.ways(state, side);
        let end = (goal.lead, goal.facing);
        field.ways.spent(end)?;
        Some(self.moves_to(state, &field, end).into_iter().map(action_of).collect())
    }

    /// What a word of a way means for the package in hand: a direction of its line, or another facing on its hexes.
    pub(crate) fn turn_by(&self, state: &State, facing: Facing) -> Action {
        let package = self.marching(state);
        let ahead = !facing.is_vertex() && package.advanced(&self.ground.grid, facing.direction()).is_some();
        if ahead { Action::Advance(facing.direction()) } else { Action::Form(facing) }
    }

    /// Whether a leader rides by himself rather than at the head of troops (9.solo).
    pub(crate) fn rides(&self, state: &State, leader: LeaderId) -> bool {
        !state.troops.contains(leader) && !self.has_train(state, leader) && !self.leader(leader).is_dummy()
    }

    pub(crate) fn reach_of(&self, state: &State, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        let side = Side(seat.0);
        let find = |word: &String| {
            self.find_leader(word).ok_or_else(|| OrderError::Unreadable(format!("\"{word}\" is no leader")))
        };
        let leaders = units.iter().map(find).collect::<Result<Vec<LeaderId>, OrderError>>()?;
        let Some(first) = leaders.first().copied() else {
            return Err(OrderError::Unreadable("nobody is named who could march".into()));
        };
        if leaders.iter().any(|leader| !state.package(*leader).shares_pair(&state.package(first))) {
            return Err(OrderError::Unreadable("leaders of one place march together".into()));
        }
        let planned = self.planned(state, side, &leaders)?;
        let march = planned.state.march;
        let field = self.ways(&planned.state, side);
        let (word, mut then) = (self.word_for(first), planned.state.clone());
        let ends = self.ends(&planned.state, &field);
        let goals: Vec<Goal> =
            ends.filter_map(|end| self.goal(&planned, &mut then, &field, side, &word, end)).collect();
        let known = |hex: &Hex| goals.iter().any(|goal| goal.place == self.number_of(*hex));
        let barred = field.closed.iter().filter(|(hex, _)| !known(hex));
        let barred = barred.map(|(hex, why)| Barred { place: self.number_of(*hex), why: why.explain(self) }).collect();
        let (arm, left) = purse(&march);
        let mut terms = planned.terms;
        if let Some(other) = march.allowance[march.place()][1].filter(|_| arm == 0) {
            let left = other.saturating_sub(march.spent[march.place()][1]);
            let text = format!("the points shown are those of the foot; horse has {} by itself", halves(left));
            terms.push(Term { case: case!("14.ma.separate"), text });
        }
        let points = Some(amount(left));
        Ok(Reach {
            units: units.to_vec(),
            points,
            goals,
            barred,
            stacked: units.len() > 1,
            left_behind: Vec::new(),
            manoeuvres: Vec::new(),
            terms,
        })
    }

    /// The position in which these leaders have begun to march, the first commanding.
    fn planned(&self, state: &State, side: Side, leaders: &[LeaderId]) -> Result<Planned, OrderError> {
        let commander = leaders[0];
        let seat = Rules::seat_of(side);
        let mut planned = Planned { state: state.clone(), opening: String::new(), caution: None, terms: Vec::new() };
        let question = state.frame().asked();
        if question == Some(Question::Marching) && state.march.in_hand().contains(commander) {
            return Ok(planned);
        }
        let riding = self.rides(state, commander) && leaders.len() == 1 && question != Some(Question::Muster);
        let by_question = [
            (Question::Commands, Action::Command(commander)),
            (Question::Initiative, Action::Initiative(commander)),
            (Question::Forced, Action::ForceMarch(commander)),
        ];
        let taken = by_question.into_iter().find(|(of, _)| question == Some(*of)).map(|(_, action)| action);
        let in_muster = question == Some(Question::Muster) && state.march.commander == commander;
        if taken.is_none() && !in_muster {
            let why = Illegal::new(case!("4.sequence"), "nobody else marches now");
            return Err(OrderError::Illegal(why));
        }
        let mut opening: Vec<Action> =
            taken.map(|action| if riding { Action::Ride(commander) } else { action }).into_iter().collect();
        let along = leaders[1..].iter().filter(|leader| !in_muster || !state.march.force.contains(**leader));
        opening.extend(along.map(|leader| Action::Include(*leader)));
        if leaders.len() > 1 {
            planned.opening = opening.iter().map(|action| format!("{}; ", self.spell(action))).collect();
        }
        if !riding {
            opening.push(Action::Begin);
        }
        for action in opening {
            self.check(&planned.state, seat, &action).map_err(OrderError::Illegal)?;
            let army = self.commanding_army(&planned.state, commander, planned.state.march.force);
            self.play(&mut planned.state, seat, &action, &mut Discard);
            if action == Action::Begin && planned.state.march.how == How::Command {
                let left = planned.state.army(army).points;
                let text = format!("a command costs the army a point, and leaves it {left}");
                planned.terms.push(Term { case: case!("5.spend"), text });
            }
        }
        if planned.state.frame().due() == Some(Die::InitiativeDie) {
            self.plan_initiative(&mut planned, side, commander)?;
        }
        Ok(planned)
    }

    /// The die is taken to allow the march. In an enemy zone its number, and what it costs to leave, are not known before.
    fn plan_initiative(&self, planned: &mut Planned, side: Side, commander: LeaderId) -> Result<(), OrderError> {
        let state = &mut planned.state;
        if state.besieged.contains(commander) {
            let text = "the besieged come out only by attacking, if the die lets them";
            return Err(OrderError::Illegal(Illegal::new(case!("23.citadel.besieged"), text)));
        }
        self.begin_march(state, &mut Discard);
        let mut in_zone = false;
        for (place, group) in
            [state.march.force.difference(state.march.second), state.march.second].into_iter().enumerate()
        {
            let Some(leader) = group.first() else { continue };
            let leaving = self.seems_in_zone(state, side, &state.package(leader));
            in_zone |= leaving;
            state.march.leaving[place] = leaving;
            state.march.surcharge[place] =
                if leaving { [self.tables.limits.zone_exit * self.tables.point; 2] } else { [0; 2] };
        }
        let text = match in_zone {
            true => "only if the die lets him leave the enemy zone; give the order again after it".to_owned(),
            false => {
                let needs = self.initiative_needs(state, commander, state.march.force);
                format!("only on a die of {needs} or less; give the order again after it")
            }
        };
        let case = if in_zone { case!("10.exit") } else { case!("10.roll") };
        planned.caution = Some(Term { case, text });
        if in_zone {
            let most = halves(self.tables.limits.zone_exit * self.tables.point);
            let text = format!("the step out of the zone is reckoned at {most} points more, the most that it can cost");
            planned.terms.push(Term { case: case!("17.exit"), text });
        }
        Ok(())
    }

    /// A place that the package in hand can come to, if its march may end there.
    fn goal(
        &self,
        planned: &Planned,
        then: &mut State,
        field: &Field,
        side: Side,
        word: &str,
        (package, spent, stopped): (Package, [u16; 2], bool),
    ) -> Option<Goal> {
        let state = &planned.state;
        let march = self.spent_at(state, &package, spent);
        let asked = stopped && self.asks_enemy(state, side, &package);
        if !asked && !self.may_end(then, side, &march, &package) {
            return None;
        }
        // A dummy that comes near the enemy is none any more (15.dummies).
        if stopped && march.in_hand().iter().all(|leader| self.leader(leader).is_dummy()) {
            return None;
        }
        let moves = self.moves_to(state, field, (package.lead, package.facing));
        let (arm, all) = purse(&state.march);
        let steps = self.priced(state, &moves, arm);
        let place = march.place();
        let gone = march.spent[place][arm] - state.march.spent[place][arm];
        let way: Vec<String> = moves.iter().map(|how| self.word_of(how)).collect();
        let covers = self.places(&package);
        let zone = package.hexes().find(|hex| self.seems_controlled(state, enemy_of(side), *hex));
        let stops = zone.filter(|_| stopped && !asked).map(|hex| {
            let facts = format!("the enemy seems to control {}", self.number_of(hex));
            Illegal::new(case!("17.zoc.stop"), facts)
        });
        let makes_way = asked.then(|| {
            let text = "the other side is asked first; the march can go on after it".to_owned();
            Term { case: case!("14.stop.leaders"), text }
        });
        Some(Goal {
            place: covers.first()?.clone(),
            covers: if covers.len() > 1 { covers } else { Vec::new() },
            facing: Some(package.facing),
            way: Way { cost: amount(gone), left: amount(all.saturating_sub(gone)), steps },
            order: format!("{}march {word} {}", planned.opening, way.join(" ")),
            stops,
            caution: planned.caution.clone().or(makes_way),
            terms: self.told_attrition(state, &march).into_iter().collect(),
            others: Vec::new(),
        })
    }

    /// Every place that was reached, with what is spent on it and whether the march goes no further, but for where it begins.
    pub(crate) fn ends<'f>(
        &'f self,
        state: &State,
        field: &'f Field,
    ) -> impl Iterator<Item = (Package, [u16; 2], bool)> + use<'f> {
        let start = self.marching(state);
        let ends = field.ways.reached().map(|end| (end, self.package_at(end)));
        let gone = ends.filter(move |(_, package)| *package != start && !package.is_nowhere());
        gone.filter_map(|(end, package)| Some((package, field.ways.spent(end)?, field.ways.stops(end))))
    }

    /// The march in hand as it will be at a place for which so much was spent.
    pub(crate) fn spent_at(&self, state: &State, package: &Package, cost: [u16; 2]) -> March {
        self.gone(&state.march, &self.marching(state), package, cost)
    }

    /// The actions that lead to a place that was reached.
    pub(crate) fn actions_to(&self, state: &State, field: &Field, package: &Package) -> Vec<Action> {
        self.moves_to(state, field, (package.lead, package.facing)).into_iter().map(action_of).collect()
    }

    /// Whether the force in hand may halt in a place, or go on with its second package from there. `then` is a copy of the
    /// position in which it is put there.
    pub(crate) fn may_end(&self, then: &mut State, side: Side, march: &March, package: &Package) -> bool {
        then.march = *march;
        for leader in march.in_hand() {
            self.put(then, leader, *package);
        }
        match self.has_more(then) {
            true => self.may_go_on(then, side).is_ok(),
            false => self.may_halt(then, side).is_ok(),
        }
    }

    /// Whether a second package of the force in hand has yet to move.
    pub(crate) fn has_more(&self, state: &State) -> bool {
        !state.march.second.is_empty() && !state.march.on_second
    }

    /// The moves of a way with what each costs the arm that counts, and in words what it costs both.
    fn priced(&self, state: &State, moves: &[Move], arm: usize) -> Vec<StepCost> {
        let mut march = state.march;
        let place = march.place();
        let mut package = self.marching(state);
        let mut steps = Vec::new();
        for how in moves {
            let Ok(moved) = self.reckon(state, &package, *how) else { break };
            let Ok(after) = self.pay(&march, &moved) else { break };
            let cost = [0, 1].map(|arm| after[arm] - march.spent[place][arm]);
            let present = [0, 1].into_iter().filter(|arm| march.allowance[place][*arm].is_some());
            let named = present.map(|arm| format!("{} {}", ["foot", "horse"][arm], halves(cost[arm])));
            let case = match how {
                Move::Form(_) => case!("15.mode"),
                Move::Wheel(_) => case!("15.line.wheel"),
                Move::Advance(_) => case!("15.line.move"),
                Move::Step(_) if march.leaving[place] => case!("17.exit"),
                Move::Step(_) => case!("16.move"),
            };
            let price = named.collect::<Vec<_>>().join(", ");
            let note = match self.named_move(how) {
                way if way.is_empty() => price,
                way => format!("{way}: {price}"),
            };
            let at = self.places(&moved.package).into_iter().next().unwrap_or_default();
            steps.push(StepCost { place: at, cost: amount(cost[arm]), case, note });
            march.spent[place] = after;
            if moved.entered[0].is_some() {
                march.leaving[place] = false;
            }
            package = moved.package;
        }
        steps
    }

    fn named_move(&self, how: &Move) -> String {
        match how {
            Move::Step(hex) => match self.ground.place_name(*hex) {
                Some(name) => name.to_string(),
                None => String::new(),
            },
            Move::Advance(_) => "forward in line".into(),
            Move::Wheel(Hand::Left) => "wheels left".into(),
            Move::Wheel(Hand::Right) => "wheels right".into(),
            Move::Form(facing) if facing.is_vertex() => "forms line".into(),
            Move::Form(_) => "forms column".into(),
        }
    }

    /// A move as a word of a way.
    fn word_of(&self, how: &Move) -> String {
        match how {
            Move::Step(hex) => self.number_of(*hex),
            Move::Advance(direction) => Facing::side(*direction).name().into(),
            Move::Wheel(Hand::Left) => "left".into(),
            Move::Wheel(Hand::Right) => "right".into(),
            Move::Form(facing) => facing.name().into(),
        }
    }
}

/// The arm whose points are shown, foot before horse, and what it has left.
fn purse(march: &March) -> (usize, u8) {
    let allowance = march.allowance[march.place()];
    let arm = usize::from(allowance[0].is_none());
    (arm, allowance[arm].unwrap_or(0).saturating_sub(march.spent[march.place()][arm]))
}

fn action_of(how: Move) -> Action {
    match how {
        Move::Step(hex) => Action::Step(hex),
        Move::Advance(direction) => Action::Advance(direction),
        Move::Wheel(hand) => Action::Wheel(hand),
        Move::Form(facing) => Action::Form(facing),
    }
}

/// Whether a step is refused for want of points, or because a column does not turn so sharply: nothing that closes a hex.
fn is_of_points(refusal: &Refusal) -> bool {
    [case!("14.ma.separate"), case!("8.columns"), case!("15.column.move"), case!("8.quotient.limit")]
        .contains(&refusal.case)
}
