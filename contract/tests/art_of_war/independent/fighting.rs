//! Chapters 5, 6.0 to 6.2, 15, 20 and 21: attacks. The duty of 5.1 is checked by looking for a complete set of attacks
//! that serves everybody who is left.

use std::collections::BTreeSet;

use art_of_war::Action;
use art_of_war::counters::{Army, Division, Kind, UnitId};
use art_of_war::state::{Column, State};

use super::board_now::Board;
use super::ground::{Field, Place};

type Places = BTreeSet<Place>;

/// An attack, finished or not, in places.
#[derive(Clone)]
struct Draft {
    targets: Places,
    adjacent: Places,
    guns: Places,
}

struct Phase<'a> {
    board: Board<'a>,
    side: u8,
    /// Places of the player's units that have not fought.
    ready: Places,
    /// Places of enemies who have not been attacked.
    fresh: Places,
    /// Enemies who have to be attacked.
    due: Places,
    /// Places from which guns may still bombard.
    batteries: Places,
}

impl<'a> Phase<'a> {
    fn new(field: &'a Field<'a>, state: &'a State) -> Phase<'a> {
        let board = Board::new(field, state, None);
        let side = state.player.0;
        let unfought = |mine: bool| -> Places {
            let all = board.at.iter().filter(|(unit, _)| (field.side(**unit) == side) == mine);
            all.filter(|(unit, _)| !state.fought.contains(**unit)).map(|(_, at)| *at).collect()
        };
        let (ready, fresh) = (unfought(true), unfought(false));
        let mine = board.places_of(side);
        // 5.1: the enemy with one of ours in his zone; duties are those with which the phase began (A1).
        let owed = |place: &Place| {
            board.units_at(*place).iter().any(|unit| state.duty.contains(*unit) && !state.fought.contains(*unit))
        };
        let touched = |place: &Place| mine.iter().any(|near| field.touch(state, *near, *place));
        let due = fresh.iter().copied().filter(|place| owed(place) && touched(place)).collect();
        let batteries = board.at.iter().filter(|(unit, _)| bombards(&board, side, **unit)).map(|(_, at)| *at).collect();
        Phase { board, side, ready, fresh, due, batteries }
    }

    fn touch(&self, a: &Place, b: &Place) -> bool {
        self.board.field.touch(self.board.state, *a, *b)
    }

    fn in_range(&self, from: &Place, to: &Place) -> bool {
        self.board.field.in_range(self.board.state, *from, *to)
    }

    /// Those of our units who owe an attack.
    fn owing(&self) -> Places {
        self.ready.iter().copied().filter(|mine| self.fresh.iter().any(|enemy| self.touch(mine, enemy))).collect()
    }

    /// Whether guns can be found for all these enemies, a place for each.
    fn guns_suffice(&self, enemies: &[Place], guns: &Places) -> bool {
        let Some((first, rest)) = enemies.split_first() else { return true };
        guns.iter().filter(|gun| self.in_range(gun, first)).any(|gun| {
            let mut others = guns.clone();
            others.remove(gun);
            self.guns_suffice(rest, &others)
        })
    }

    /// Whether there are attacks in which every one of `mine` fights once, nobody else of ours but guns does, every
    /// due enemy among `enemies` is attacked once, and nobody twice.
    fn can_serve(
        &self,
        mine: &Places,
        enemies: &Places,
        guns: &Places,
        failed: &mut BTreeSet<(Places, Places)>,
    ) -> bool {
        if failed.contains(&(mine.clone(), enemies.clone())) {
            return false;
        }
        let alone = |enemy: &&Place| self.due.contains(*enemy) && !mine.iter().any(|unit| self.touch(unit, enemy));
        let for_guns: Vec<Place> = enemies.iter().filter(alone).copied().collect();
        if !self.guns_suffice(&for_guns, guns) {
            return false;
        }
        let contacts =
            |unit: &Place| -> Vec<Place> { enemies.iter().copied().filter(|enemy| self.touch(unit, enemy)).collect() };
        let Some(unit) = mine.iter().min_by_key(|unit| contacts(unit).len()) else { return true };
        for targets in subsets(&contacts(unit)) {
            let helpers: Vec<Place> = mine
                .iter()
                .copied()
                .filter(|other| other != unit && targets.iter().all(|target| self.touch(other, target)))
                .collect();
            for helpers in [Places::new()].into_iter().chain(subsets(&helpers)) {
                let mut rest: Places = mine.difference(&helpers).copied().collect();
                rest.remove(unit);
                let enemies_left = enemies.difference(&targets).copied().collect();
                if self.can_serve(&rest, &enemies_left, guns, failed) {
                    return true;
                }
            }
        }
        failed.insert((mine.clone(), enemies.clone()));
        false
    }

    /// 5.1 after this attack.
    fn leaves_the_rest_possible(&self, draft: &Draft) -> bool {
        let mine = self.owing().difference(&draft.adjacent).copied().collect();
        let enemies = self.fresh.difference(&draft.targets).copied().collect();
        let guns: Places = self.batteries.difference(&draft.guns).copied().collect();
        self.can_serve(&mine, &enemies, &guns, &mut BTreeSet::new())
    }

    /// 5.3, 5.4, 5.7, 5.8 for a finished attack.
    fn is_an_attack(&self, draft: &Draft) -> bool {
        let Draft { targets, adjacent, guns } = draft;
        let all_touch = adjacent.iter().all(|unit| targets.iter().all(|target| self.touch(unit, target)));
        let guns_reach = guns.iter().all(|gun| targets.iter().any(|target| self.in_range(gun, target)));
        let led = !adjacent.is_empty() || (targets.len() == 1 && !guns.is_empty());
        !targets.is_empty() && all_touch && guns_reach && led
    }

    /// Whether the attack can be declared as it stands.
    fn is_legal(&self, draft: &Draft) -> bool {
        self.is_an_attack(draft) && self.leaves_the_rest_possible(draft)
    }

    /// Whether some legal attack contains this one. More guns than are there never help, unless there is nobody yet.
    fn can_be_completed(&self, draft: &Draft) -> bool {
        let touches_all = |unit: &Place, targets: &Places| targets.iter().all(|target| self.touch(unit, target));
        if draft.adjacent.is_empty() {
            let lone_gun = self.batteries.iter().map(|gun| {
                let mut more = draft.clone();
                more.guns.insert(*gun);
                more
            });
            if [draft.clone()].into_iter().chain(lone_gun).any(|draft| self.is_legal(&draft)) {
                return true;
            }
        }
        // With a unit next to all the targets: it decides which others there can be.
        let leaders: Vec<Place> = match draft.adjacent.first() {
            Some(first) => vec![*first],
            None => self.ready.iter().copied().filter(|unit| touches_all(unit, &draft.targets)).collect(),
        };
        for leader in leaders {
            let others: Vec<Place> = self
                .fresh
                .iter()
                .copied()
                .filter(|enemy| self.touch(&leader, enemy) && !draft.targets.contains(enemy))
                .filter(|enemy| draft.adjacent.iter().all(|unit| self.touch(unit, enemy)))
                .collect();
            for more in [Places::new()].into_iter().chain(subsets(&others)) {
                let targets: Places = draft.targets.union(&more).copied().collect();
                let mut adjacent = draft.adjacent.clone();
                adjacent.insert(leader);
                let helpers: Vec<Place> = self
                    .ready
                    .iter()
                    .copied()
                    .filter(|unit| !adjacent.contains(unit) && touches_all(unit, &targets))
                    .collect();
                for helpers in [Places::new()].into_iter().chain(subsets(&helpers)) {
                    let adjacent = adjacent.union(&helpers).copied().collect();
                    if self.is_legal(&Draft { targets: targets.clone(), adjacent, guns: draft.guns.clone() }) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// 5.6: guns in no enemy zone, which have not fought nor, in Dresden, had their stack fire (10.3), and are not in
/// reserve (11.0).
fn bombards(board: &Board<'_>, side: u8, unit: UnitId) -> bool {
    let (field, state) = (board.field, board.state);
    let Some(at) = board.at.get(&unit) else { return false };
    let stack_has_fired = field.dresden && state.fired_from.contains(field.hex(*at));
    field.gun(unit)
        && field.side(unit) == side
        && !state.fought.contains(unit)
        && !state.reserve.contains(unit)
        && !board.controlled(side, *at)
        && !stack_has_fired
}

/// All but the empty one, small ones first.
fn subsets(places: &[Place]) -> Vec<Places> {
    let mut all: Vec<Places> = (1..1u32 << places.len())
        .map(|bits| places.iter().enumerate().filter(|(n, _)| bits >> n & 1 != 0).map(|(_, place)| *place).collect())
        .collect();
    all.sort_by_key(|places: &Places| places.len());
    all
}

pub(crate) fn choose_target(field: &Field<'_>, state: &State) -> Vec<Action> {
    let phase = Phase::new(field, state);
    let mut actions = Vec::new();
    // 5.1: nobody is left who owes an attack or is owed one.
    if phase.owing().is_empty() && phase.due.is_empty() {
        actions.push(Action::EndCombat);
    }
    let nothing = Draft { targets: Places::new(), adjacent: Places::new(), guns: Places::new() };
    for target in &phase.fresh {
        let draft = Draft { targets: [*target].into(), ..nothing.clone() };
        if phase.can_be_completed(&draft) {
            actions.push(Action::Target(field.hex(*target)));
        }
    }
    actions
}

pub(crate) fn declare(field: &Field<'_>, state: &State) -> Vec<Action> {
    let phase = Phase::new(field, state);
    let attack = &state.attack;
    let places = |units: art_of_war::counters::UnitSet| -> Places {
        units.iter().map(|unit| field.place(state.at[unit.index()])).collect()
    };
    let draft = Draft {
        targets: attack.targets.iter().map(|hex| field.place(*hex)).collect(),
        adjacent: places(attack.adjacent),
        guns: places(attack.batteries),
    };
    let mut actions = Vec::new();
    for target in phase.fresh.difference(&draft.targets) {
        let mut wider = draft.clone();
        wider.targets.insert(*target);
        let fits = draft.adjacent.iter().all(|unit| phase.touch(unit, target));
        if fits && phase.can_be_completed(&wider) {
            actions.push(Action::Target(field.hex(*target)));
        }
    }
    for (unit, at) in &phase.board.at {
        let taking_part = attack.adjacent.contains(*unit) || attack.batteries.contains(*unit);
        if field.side(*unit) != phase.side || state.fought.contains(*unit) || taking_part {
            continue;
        }
        let mut more = draft.clone();
        let touched = draft.targets.iter().filter(|target| phase.touch(at, target)).count();
        let fits = if touched == draft.targets.len() {
            more.adjacent.insert(*at)
        } else {
            more.guns.insert(*at);
            // 5.7: guns come to several hexes only with somebody who leads.
            let led = draft.targets.len() == 1 || !draft.adjacent.is_empty();
            let reached = draft.targets.iter().any(|target| phase.in_range(at, target));
            touched == 0 && bombards(&phase.board, phase.side, *unit) && led && reached
        };
        if fits && phase.can_be_completed(&more) {
            actions.push(Action::Join(*unit));
        }
    }
    let strengths = Strengths { field, state, board: &phase.board };
    for number in 0..field.rules.scenario.divisions.len() as u8 {
        let taken = attack.shifted >> number & 1 != 0;
        if !field.dresden && !taken && strengths.together(Division(number)) >= 3 {
            actions.push(Action::TakeColumn(Division(number)));
        }
    }
    if phase.is_legal(&draft) {
        actions.extend((0..=strengths.best_column()).map(|column| Action::Announce(Column(column as u8))));
    }
    actions
}

/// The arithmetic of an attack.
struct Strengths<'a> {
    field: &'a Field<'a>,
    state: &'a State,
    board: &'a Board<'a>,
}

impl Strengths<'_> {
    fn attackers(&self) -> Vec<UnitId> {
        self.state.attack.adjacent.iter().chain(self.state.attack.batteries.iter()).collect()
    }

    /// 20.3: batteries beside an adjacent attacker of theirs.
    fn together(&self, division: Division) -> usize {
        let of = |unit: &UnitId| self.field.rules.units[unit.index()].division == division;
        let adjacent = self.state.attack.adjacent.iter().filter(of).count();
        if adjacent == 0 { 0 } else { adjacent + self.state.attack.batteries.iter().filter(of).count() }
    }

    /// 13.0, 21.2
    fn strength(&self, unit: UnitId) -> i32 {
        let counter = &self.field.rules.units[unit.index()];
        let halved = self.field.rains(self.state) && counter.kind == Kind::Infantry;
        let basic = if halved { i32::from(counter.strength) / 2 } else { i32::from(counter.strength) };
        let fresh = self.state.fresh.contains(unit);
        basic + if fresh { fresh_points(self.field, unit) } else { 0 }
    }

    fn defence(&self) -> i32 {
        let (field, state) = (self.field, self.state);
        let mut total = 0;
        for target in &state.attack.targets {
            let here = field.place(*target);
            let units = self.board.units_at(here).into_iter().filter(|unit| !state.fought.contains(*unit));
            let sum: i32 = units.map(|unit| self.strength(unit)).sum();
            let mut over = state.attack.adjacent.iter().map(|unit| field.place(state.at[unit.index()])).peekable();
            let crossing = over.peek().is_some() && over.all(|from| field.hexside_shelters(state, from, here));
            total += if field.shelters(here) || crossing { 2 * sum } else { sum };
        }
        total
    }

    fn best_column(&self) -> i32 {
        let (field, state) = (self.field, self.state);
        let mut attack: i32 = self.attackers().into_iter().map(|unit| self.strength(unit)).sum();
        let mut right = 0;
        for number in 0..field.rules.scenario.divisions.len() as u8 {
            let taken = state.attack.shifted >> number & 1 != 0;
            match self.together(Division(number)) {
                0 | 1 => {}
                2 => attack += 2,
                _ if taken => right += 1,
                _ => attack += 2,
            }
        }
        let defence = self.defence();
        // 6.2: ten columns from 1-5 to 6-1, the fifth being 1-1.
        let mut column = 0;
        for (number, (ours, theirs)) in
            [(1, 5), (1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)].into_iter().enumerate()
        {
            if attack > 0 && attack * theirs >= defence * ours {
                column = number as i32;
            }
        }
        (column + right).min(9).max(self.columns_lost()) - self.columns_lost()
    }

    /// 15.0, 16.5
    fn columns_lost(&self) -> i32 {
        if !self.field.dresden {
            return 0;
        }
        let armies: BTreeSet<Army> = self.attackers().into_iter().map(|unit| self.field.army(unit)).collect();
        let shaken = armies.iter().any(|army| self.state.morale[army.index()] == 0);
        i32::from(armies.len() > 1) + i32::from(shaken)
    }
}

fn fresh_points(field: &Field<'_>, unit: UnitId) -> i32 {
    let number = field.rules.units[unit.index()].division.0;
    field.rules.scenario.divisions.get(usize::from(number)).map_or(0, |division| division.fresh.into())
}

/// 21.1
pub(crate) fn fresh(field: &Field<'_>, state: &State, side: u8) -> Vec<Action> {
    let board = Board::new(field, state, None);
    let mut actions = vec![Action::FreshDone];
    for unit in board.at.keys().filter(|unit| field.side(**unit) == side && fresh_points(field, **unit) > 0) {
        let division = field.rules.units[unit.index()].division;
        let used = state.fresh_used >> division.0 & 1 != 0;
        let given = state.fresh.iter().any(|other| field.rules.units[other.index()].division == division);
        if !used && !given {
            actions.push(Action::Fresh(*unit));
        }
    }
    actions
}

/// 6.3: the attacker loses at least as much as the defender in printed points, and nobody who could be spared (A4).
pub(crate) fn exchange(field: &Field<'_>, state: &State) -> Vec<Action> {
    let need: i32 = state.attack.defenders.iter().map(|unit| field.printed(unit)).sum();
    let attackers: Vec<UnitId> = state.attack.adjacent.iter().collect();
    let paid: BTreeSet<UnitId> = attackers.iter().copied().filter(|unit| !state.on_map(*unit)).collect();
    let mut payers = BTreeSet::new();
    for bits in 0..1u32 << attackers.len() {
        let chosen: BTreeSet<UnitId> =
            attackers.iter().enumerate().filter(|(n, _)| bits >> n & 1 != 0).map(|(_, unit)| *unit).collect();
        let worth: i32 = chosen.iter().map(|unit| field.printed(*unit)).sum();
        let none_spared = chosen.iter().all(|unit| worth - field.printed(*unit) < need);
        if paid.is_subset(&chosen) && worth >= need && none_spared {
            payers.extend(chosen.difference(&paid).copied());
        }
    }
    payers.into_iter().map(Action::Pay).collect()
}

/// 6.5: the guns without which an enemy who had to be attacked, and was left to the guns when this combat was
/// announced, would not be. Of two in one place either can do it.
pub(crate) fn required_guns(field: &Field<'_>, state: &State) -> BTreeSet<UnitId> {
    let phase = Phase::new(field, state);
    let enemies: Places = phase.board.places_of(1 - phase.side);
    let for_guns: Vec<Place> =
        state.awaiting.iter().map(|hex| field.place(hex)).filter(|place| enemies.contains(place)).collect();
    if !phase.guns_suffice(&for_guns, &phase.batteries) {
        return BTreeSet::new();
    }
    let in_place = |place: Place| -> Vec<UnitId> {
        phase.board.units_at(place).into_iter().filter(|unit| bombards(&phase.board, phase.side, *unit)).collect()
    };
    let needed = |gun: &&Place| {
        let mut others = phase.batteries.clone();
        others.remove(*gun);
        !phase.guns_suffice(&for_guns, &others)
    };
    let needed = phase.batteries.iter().filter(needed).map(|place| in_place(*place));
    needed.filter(|guns| guns.len() == 1).flatten().collect()
}
