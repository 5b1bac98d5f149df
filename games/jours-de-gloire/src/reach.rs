//! Where a stack could march (5.2, 5.3): the answer of the rules themselves, for every box at once, from what its owner
//! sees.

use std::collections::BTreeMap;

use board::boxes::{BoxId, ConnectionId};
use kernel::aids::{Barred, Goal, Reach, StepCost, Term, Way};
use kernel::{Case, Discard, Illegal, OrderError, Ratio, Seat};
use kit::march::{self, Step};

use crate::action::{Action, MovementAction};
use crate::counters::{ArmyId, CounterId};
use crate::ground::{Road, Water};
use crate::march::March;
use crate::notation::slug;
use crate::sequence::{Frame, Movement};
use crate::sets::CounterSet;
use crate::state::{Grade, State, Whereabouts, enemy_of};
use crate::tables::Weather;
use crate::view::{PieceView, View};
use crate::{Rules, Seen};

fn amount(points: u8) -> Ratio {
    Ratio::new(u128::from(points), 1).unwrap_or(Ratio::ZERO)
}

fn term(case: Case, text: impl Into<String>) -> Term {
    Term { case, text: text.into() }
}

/// Every box a stack could come to with the points it has.
struct Field {
    found: march::March<BoxId, u16>,
    points: u8,
    forced: bool,
}

impl Field {
    /// The points that the stack has left in a box.
    fn left(&self, place: BoxId) -> Option<u8> {
        Some(self.points.saturating_sub(self.found.spent(place)? as u8))
    }
}

/// A stack ready to march.
struct Column<'r> {
    rules: &'r Rules,
    /// The position with the stack lifted off the map: what it leaves behind decides who may intercept it.
    state: State,
    march: March,
    /// What a stack that comes onto the map pays for its first box (3.3c).
    entry: Option<u8>,
    /// What has to be ordered before the first step, without and with a forced march.
    orders: [String; 2],
}

impl Column<'_> {
    fn enemies_in(&self, place: BoxId) -> bool {
        self.state.occupies(enemy_of(self.state.player), place)
    }

    fn may_be_intercepted(&self, place: BoxId) -> bool {
        !self.rules.is_seen_to_be_no_force(&self.state, &self.march.stack)
            && self.rules.opens_interception(&self.state, self.state.player, place)
    }

    /// Whether the march could go on from a box: `safe` means without waiting for the enemy's answer.
    fn goes_on(&self, place: BoxId, safe: bool) -> bool {
        let starts = place == self.march.at && self.entry.is_none();
        let waits = safe && self.may_be_intercepted(place);
        starts || !(waits || self.enemies_in(place))
    }

    /// The stack in a box with so many points.
    fn at(&self, place: BoxId, points: u8) -> March {
        March { at: place, points, activated: true, ..self.march }
    }

    fn field(&self, points: u8, forced: bool, safe: bool) -> Field {
        let (rules, start) = (self.rules, self.march.at);
        let spent = u16::from(self.entry.unwrap_or(0).min(points));
        let found = march::March::find(rules.ground.len(), [(start, spent)], points.into(), |here, spent, steps| {
            if !self.goes_on(here, safe) {
                return;
            }
            let left = points - spent as u8;
            let march = self.at(here, left);
            for (next, way) in rules.ground.neighbours(here).iter().filter(|(next, _)| *next != start) {
                if rules.may_step(&self.state, &march, *way).is_ok() {
                    let cost = rules.cost_of(&self.state, *way).min(left).into();
                    steps.push(Step { to: *next, cost, stop: false });
                }
            }
        });
        Field { found, points, forced }
    }

    /// The steps that lead to a box.
    fn path(&self, field: &Field, to: BoxId) -> Vec<(BoxId, ConnectionId)> {
        let mut here = self.march.at;
        let path = field.found.path(to).into_iter();
        path.filter_map(|next| {
            let way = self.rules.ground.between(here, next);
            here = next;
            Some((next, way?))
        })
        .collect()
    }

    fn way(&self, field: &Field, path: &[(BoxId, ConnectionId)], left: u8) -> Way {
        let rules = self.rules;
        let mut steps = Vec::new();
        if let Some(road) = self.entry {
            let place = rules.box_name(self.march.at).to_owned();
            steps.push(StepCost { place, cost: amount(road), case: case!("3.3c"), note: "onto the map".into() });
        }
        for (to, way) in path {
            let (case, note) = rules.way_in_words(&self.state, *way);
            let cost = amount(rules.cost_of(&self.state, *way));
            steps.push(StepCost { place: rules.box_name(*to).to_owned(), cost, case, note });
        }
        Way { cost: amount(field.points.saturating_sub(left)), left: amount(left), steps }
    }

    fn goal(&self, field: &Field, to: BoxId) -> Option<Goal> {
        let rules = self.rules;
        let left = field.left(to)?;
        let path = self.path(field, to);
        let mut order = self.orders[usize::from(field.forced)].clone();
        let entered = self.entry.map(|_| self.march.at);
        let stop =
            entered.into_iter().chain(path.iter().map(|(place, _)| *place)).find(|place| !self.goes_on(*place, true));
        let steps: Vec<String> = match stop {
            // What follows depends on the enemy's answer.
            Some(stop) if Some(stop) == entered => Vec::new(),
            Some(stop) => {
                let count = path.iter().position(|(place, _)| *place == stop).map_or(path.len(), |place| place + 1);
                path[..count].iter().map(|(place, _)| slug(rules.box_name(*place))).collect()
            }
            None => path.iter().map(|(place, _)| slug(rules.box_name(*place))).collect(),
        };
        let add = |order: &mut String, words: &str| {
            if !order.is_empty() {
                order.push_str("; ");
            }
            order.push_str(words);
        };
        if !steps.is_empty() {
            add(&mut order, &format!("step {}", steps.join(" ")));
        }
        if stop.is_none() {
            add(&mut order, "halt");
        }
        Some(Goal {
            place: rules.box_name(to).to_owned(),
            covers: Vec::new(),
            facing: None,
            way: self.way(field, &path, left),
            order,
            stops: self.enemies_in(to).then(|| {
                Illegal::new(
                    case!("5.3c"),
                    format!(
                        "enemy counters are at {}: the march ends there, unless they are dummies",
                        rules.box_name(to)
                    ),
                )
            }),
            caution: self.caution(field.forced, stop.filter(|stop| !self.enemies_in(*stop)), to),
            terms: Vec::new(),
            others: Vec::new(),
        })
    }

    fn caution(&self, forced: bool, stop: Option<BoxId>, to: BoxId) -> Option<Term> {
        const FORCED: &str = "only by a forced march: every unit in the stack rolls for stragglers and is fatigued";
        let watched = stop.map(|stop| {
            let at = self.rules.box_name(stop);
            match stop == to {
                true => format!("the enemy may try to intercept at {at}"),
                false => {
                    format!("the enemy may try to intercept at {at}: the march pauses there until he has answered")
                }
            }
        });
        match (forced, watched) {
            (true, Some(watched)) => Some(term(case!("5.5.2c"), format!("{FORCED}; {watched}"))),
            (true, None) => Some(term(case!("5.5.2c"), FORCED)),
            (false, Some(watched)) => Some(term(case!("6.5.1a"), watched)),
            (false, None) => None,
        }
    }

    /// Why boxes beside those that can be reached cannot be.
    fn barred(&self, field: &Field, goals: &BTreeMap<BoxId, Goal>) -> Vec<Barred> {
        let rules = self.rules;
        let mut best: BTreeMap<BoxId, (u8, Illegal)> = BTreeMap::new();
        for here in rules.ground.boxes() {
            let Some(left) = field.left(here).filter(|_| self.goes_on(here, false)) else { continue };
            let march = self.at(here, left);
            for (next, way) in rules.ground.neighbours(here) {
                if goals.contains_key(next) || *next == self.march.at {
                    continue;
                }
                let Err(refusal) = rules.may_step(&self.state, &march, *way) else { continue };
                if best.get(next).is_none_or(|(points, _)| *points < left) {
                    best.insert(*next, (left, refusal.explain(rules)));
                }
            }
        }
        let named = |(place, (_, why)): (BoxId, (u8, Illegal))| Barred { place: rules.box_name(place).to_owned(), why };
        best.into_iter().map(named).collect()
    }
}

impl Rules {
    /// A counter of the viewer's own by its handle; of twins the one in play (C.a).
    pub(crate) fn own_counter(&self, view: &View, name: &str) -> Option<CounterId> {
        let own = |counter: &CounterId| {
            self.counter(*counter).id.eq_ignore_ascii_case(name)
                && matches!(view.pieces.get(counter.index()), Some(PieceView::Own(_)))
        };
        let waits = |counter: &CounterId| match view.pieces.get(counter.index()) {
            Some(PieceView::Own(piece)) => piece.whereabouts == Whereabouts::Waiting,
            Some(PieceView::Open { .. } | PieceView::Off { .. } | PieceView::Unknown { .. }) | None => true,
        };
        self.all_counters().filter(own).min_by_key(waits)
    }

    /// What a connection is made of.
    pub(crate) fn way_in_words(&self, state: &State, way: ConnectionId) -> (Case, String) {
        let road = match self.ground.road(way) {
            Road::Road => "road",
            Road::Poor => "poor road",
        };
        let river = self.ground.river(way);
        match self.ground.water(way) {
            Water::None => (case!("T.terrain"), road.into()),
            Water::Minor { bridge: true } | Water::Major { bridge: true } => {
                (case!("T.terrain"), format!("{road}, bridge over the {river}"))
            }
            Water::Major { bridge: false } => (case!("5.3e"), format!("{road}, pontoon over the {river}")),
            Water::Minor { bridge: false } => match state.weather {
                Weather::Rain => (case!("3.1c"), format!("{road}, ford of the {river} in rain")),
                Weather::Mud => (case!("3.1e"), format!("{road}, ford of the {river} in mud")),
                Weather::Clear | Weather::Snow => (case!("5.3f"), format!("{road}, ford of the {river}")),
            },
        }
    }

    pub(crate) fn reach_of(&self, seen: &Seen<'_>, seat: Seat, names: &[String]) -> Result<Reach, OrderError> {
        let view = seen.view();
        let mut counters: Vec<CounterId> = Vec::new();
        for name in names {
            let Some(counter) = self.own_counter(view, name) else {
                return Err(OrderError::Unreadable(format!("there is no counter \"{name}\" of yours")));
            };
            if !counters.contains(&counter) {
                counters.push(counter);
            }
        }
        let Some(first) = counters.first().copied() else {
            return Err(OrderError::Unreadable("name the counters whose reach you want".into()));
        };
        let state = seen.world();
        let marching = matches!(state.frame(), Frame::Movement(Movement::March { seat: asked }) if asked == seat);
        let in_hand = state.march.is_some_and(|march| march.stack.contains(first));
        if marching && in_hand {
            return Ok(self.reach_on_the_march(state.clone()));
        }
        Ok(self.reach_of_stack(state.clone(), seat, &counters)?)
    }

    /// Takes the stack off the map.
    fn lifted(&self, mut state: State, stack: &CounterSet) -> State {
        for counter in stack.iter() {
            self.relocate(&mut state, counter, Whereabouts::Waiting);
        }
        state
    }

    fn reach_on_the_march(&self, state: State) -> Reach {
        let Some(march) = state.march else { return Reach::default() };
        let state = self.lifted(state, &march.stack);
        let orders = [String::new(), String::new()];
        let column = Column { rules: self, state, march, entry: None, orders };
        let forced = march.forced;
        let fields = [true, false].map(|safe| Field { forced: false, ..column.field(march.points, forced, safe) });
        self.reach_by(&column, march.points, &fields, Vec::new())
    }

    fn reach_of_stack(&self, mut state: State, seat: Seat, counters: &[CounterId]) -> Result<Reach, Illegal> {
        let mut taken: Vec<&str> = Vec::new();
        let mut left_behind: Vec<(String, Illegal)> = Vec::new();
        // With the commander in chief a stack may be bigger (5.5.1a): leaders come first.
        let (leaders, others): (Vec<&CounterId>, Vec<&CounterId>) =
            counters.iter().partition(|counter| self.is_leader(**counter));
        for counter in leaders.into_iter().chain(others) {
            if state.march.is_some_and(|march| march.stack.contains(*counter)) {
                continue;
            }
            let take = Action::Movement(MovementAction::Take(*counter));
            let id = &self.counter(*counter).id;
            if let Err(why) = self.check_now(&state, seat, &take) {
                left_behind.push((id.clone(), why));
                continue;
            }
            self.play_now(&mut state, seat, &take, &mut Discard);
            taken.push(id);
        }
        if taken.is_empty()
            && let Some((_, why)) = left_behind.pop_if(|_| state.march.is_none())
        {
            return Err(left_behind.into_iter().next().map_or(why, |(_, first)| first));
        }
        let Some(march) = state.march else { return Ok(Reach::default()) };
        if self.agreed.solitaire {
            let words = "a stack rolls for its movement points when it is activated";
            return Err(Illegal::new(case!("10.b"), words));
        }
        let payer = self.cheapest_payer(&state, seat, &march)?;
        let terms = self.terms_of(&state, &march, payer);
        let army = &self.armies()[payer.index()].id;
        let take = if taken.is_empty() { String::new() } else { format!("take {}; ", taken.join(" ")) };
        let orders = ["", "forced "].map(|forced| format!("{take}activate {forced}by {army}"));
        let points = [false, true].map(|forced| self.stack_points(&state, &March { forced, ..march }));
        let may_force = self.may_activate(&state, seat, payer, true).is_ok();
        let entry = march.enters.then(|| self.tables.connection(false, false, state.weather));
        let state = self.lifted(state, &march.stack);
        let column = Column { rules: self, state, march, entry, orders };
        let mut fields = vec![column.field(points[0], false, true), column.field(points[0], false, false)];
        if may_force {
            fields.extend([true, false].map(|safe| column.field(points[1], true, safe)));
        }
        Ok(Reach { left_behind, ..self.reach_by(&column, points[0], &fields, terms) })
    }

    /// The fields in the order in which they are to be preferred; the last one reaches farthest.
    fn reach_by(&self, column: &Column<'_>, points: u8, fields: &[Field], terms: Vec<Term>) -> Reach {
        let mut goals: BTreeMap<BoxId, Goal> = BTreeMap::new();
        for field in fields {
            for place in self.ground.boxes() {
                let here = place == column.march.at && column.entry.is_none();
                if here || goals.contains_key(&place) {
                    continue;
                }
                if let Some(goal) = column.goal(field, place) {
                    goals.insert(place, goal);
                }
            }
        }
        let barred = fields.last().map_or(Vec::new(), |field| column.barred(field, &goals));
        Reach {
            units: column.march.stack.iter().map(|counter| self.counter(counter).id.clone()).collect(),
            points: Some(amount(points)),
            goals: goals.into_values().collect(),
            barred,
            stacked: true,
            left_behind: Vec::new(),
            manoeuvres: Vec::new(),
            terms,
        }
    }

    /// The army that pays least for a stack, its own before others.
    fn cheapest_payer(&self, state: &State, seat: Seat, march: &March) -> Result<ArmyId, Illegal> {
        let payers = self.payers(state, &march.stack);
        let able = payers.iter().copied().filter(|payer| self.may_activate(state, seat, *payer, false).is_ok());
        if let Some(payer) = able.min_by_key(|payer| self.activation_cost(state, march, *payer)) {
            return Ok(payer);
        }
        let refused = payers.iter().find_map(|payer| self.may_activate(state, seat, *payer, false).err());
        Err(refused
            .map_or_else(|| Illegal::new(case!("4.5b"), "no army can pay for this stack"), |it| it.explain(self)))
    }

    /// What activation costs and what slows the stack.
    fn terms_of(&self, state: &State, march: &March, payer: ArmyId) -> Vec<Term> {
        let mut terms = Vec::new();
        let chief = state.army(payer).chief;
        let has = |test: &dyn Fn(CounterId) -> bool| march.stack.iter().any(test);
        let case = if march.enters {
            case!("3.3c")
        } else if has(&|counter| Some(counter) == chief) {
            case!("4.5d")
        } else if has(&|counter| self.is_leader(counter)) {
            case!("4.5e")
        } else {
            case!("4.5f")
        };
        let (cost, left) = (self.activation_cost(state, march, payer), state.army(payer).points);
        let army = self.army_name(payer);
        terms.push(match cost {
            0 => term(case, "activation is free"),
            1 => term(case, format!("activation costs the {army} 1 command point; it has {left}")),
            more => term(case, format!("activation costs the {army} {more} command points; it has {left}")),
        });
        let grade = |grade: Grade| {
            let led_so = |counter: &CounterId| {
                !self.is_leader(*counter) && !march.enters && state.piece(*counter).grade == grade
            };
            march.stack.iter().find(led_so).map(|counter| self.name_of(counter))
        };
        if let Some(name) = grade(Grade::CutOff) {
            terms.push(term(
                case!("4.6a"),
                format!("{name} has one movement point less: its general is cut off from his commander in chief"),
            ));
        }
        if let Some(name) = grade(Grade::Alone) {
            terms.push(term(
                case!("4.6b"),
                format!("{name} has one movement point less: it has no line to any general"),
            ));
        }
        if !self.is_within_limit(&march.stack) {
            terms.push(term(
                case!("5.5.1b"),
                "a stack this big is a concentration: every unit in it rolls for stragglers",
            ));
        }
        terms
    }
}
