//! Orders in words: reading them. `offers` writes actions.
//!
//! An order is a verb and what it concerns, units by the name of their counter, hexes by number. Composite orders
//! (`move`, `attack`, `bombard`, `return`) expand to atomic actions; docs/art-of-war.md lists them all.

use board::Hex;
use kernel::{Illegal, OrderError, Ruleset, Seat, Side, rule};

use crate::Rules;
use crate::action::Action;
use crate::sequence::Frame;
use crate::state::{Column, State, TARGETS};
use crate::unit::{Division, UnitId};

mod march;

use march::WayIn;

type Read<T> = Result<T, OrderError>;

fn unreadable<T>(sentence: impl Into<String>) -> Read<T> {
    Err(OrderError::Unreadable(sentence.into()))
}

/// Counters that are no units (2.7).
const MARKERS: [&str; 6] =
    ["turn-marker", "morale-marker", "fresh-marker", "french-morale", "game-turn", "fresh-strength-marker"];

/// What an order may begin with, for the sentence that says so.
const VERBS: &str = "move, enter, select, step, halt, end movement, attack, bombard, target, join, take column, announce, \
    end combat, fresh, fresh done, pay, retreat, displace, fall back, stand fast, advance, hold, spend morale, keep morale, \
    call up, decline, free, free both, fight on, break off, return, reorganize, place";

pub(crate) fn read(rules: &Rules, state: &State, seat: Seat, order: &str) -> Read<Vec<Action>> {
    let spoken = words_of(rules, order);
    let words: Vec<&str> = spoken.iter().map(String::as_str).collect();
    let reader = Reader { rules, state, side: Side(seat.0) };
    match words.as_slice() {
        ["end", "phase"] | ["done"] | ["pass"] => reader.passing(order),
        ["end", phase @ ("movement" | "combat"), "phase"] => read(rules, state, seat, &format!("end {phase}")),
        ["move" | "enter" | "place" | "return", .., "at", _] => {
            read(rules, state, seat, &spoken.iter().filter(|word| *word != "at").cloned().collect::<Vec<_>>().join(" "))
        }
        ["retreat", unit] => reader.only_way(
            unit,
            |action, unit| matches!(action, Action::Retreat(who, _) if *who == unit),
            Action::Retreat,
        ),
        ["advance", unit] => reader.only_way(
            unit,
            |action, unit| matches!(action, Action::Advance(who, _) if *who == unit),
            Action::Advance,
        ),
        ["displace", unit] => reader.only_way(
            unit,
            |action, unit| matches!(action, Action::Displace(who, _) if *who == unit),
            Action::Displace,
        ),
        ["fall", "back", unit] => reader.only_way(
            unit,
            |action, unit| matches!(action, Action::FallBack(who, _) if *who == unit),
            Action::FallBack,
        ),
        ["no", "advance"] => Ok(vec![Action::Hold]),
        ["move", unit, path @ ..] if !path.is_empty() => reader.movement(unit, path, WayIn::Cheapest),
        ["enter", unit, path @ ..] if !path.is_empty() => reader.movement(unit, path, WayIn::FirstNamed),
        ["select", unit] => Ok(vec![Action::Select(reader.unit(unit)?)]),
        ["step", hex] => Ok(vec![Action::Step(reader.hex(hex)?)]),
        ["halt"] => Ok(vec![Action::Halt]),
        ["end", "movement"] => Ok(vec![Action::EndMovement]),
        ["spend", "morale", unit] => Ok(vec![Action::SpendMorale(reader.unit(unit)?)]),
        ["keep", "morale"] => Ok(vec![Action::KeepMorale]),
        ["fresh", "done"] => Ok(vec![Action::FreshDone]),
        ["fresh", units @ ..] if !units.is_empty() => {
            units.iter().map(|unit| Ok(Action::Fresh(reader.unit(unit)?))).collect()
        }
        [verb @ ("attack" | "bombard"), rest @ ..] => reader.going_on(|reader| reader.begin_to_attack(verb, rest)),
        ["target", hex] => Ok(vec![Action::Target(reader.place(hex)?)]),
        ["join", unit] => Ok(vec![Action::Join(reader.unit(unit)?)]),
        ["take", "column", division] => Ok(vec![Action::TakeColumn(reader.division(division)?)]),
        ["announce", column] => Ok(vec![Action::Announce(reader.column(column)?)]),
        ["end", "combat"] => reader.going_on(|_| Ok(vec![Action::EndCombat])),
        ["pay", units @ ..] if !units.is_empty() => {
            units.iter().map(|unit| Ok(Action::Pay(reader.unit(unit)?))).collect()
        }
        ["retreat", unit, hex] => Ok(vec![Action::Retreat(reader.unit(unit)?, reader.hex(hex)?)]),
        ["displace", unit, hex] => Ok(vec![Action::Displace(reader.unit(unit)?, reader.hex(hex)?)]),
        ["fall", "back", unit, hex] => Ok(vec![Action::FallBack(reader.unit(unit)?, reader.hex(hex)?)]),
        ["stand", "fast"] => Ok(vec![Action::StandFast]),
        ["advance", unit, hex] => Ok(vec![Action::Advance(reader.unit(unit)?, reader.hex(hex)?)]),
        ["hold"] => Ok(vec![Action::Hold]),
        ["call", "up", unit] => Ok(vec![Action::CallUp(reader.unit(unit)?)]),
        ["decline"] => Ok(vec![Action::Decline]),
        ["fight", "on"] => Ok(vec![Action::FightOn]),
        ["break", "off"] => Ok(vec![Action::BreakOff]),
        ["reorganize", unit] => Ok(vec![Action::Reorganize(reader.unit(unit)?)]),
        ["place", hex] => Ok(vec![Action::PlaceAt(reader.hex(hex)?)]),
        ["return", unit, hex] => Ok(vec![Action::Reorganize(reader.unit(unit)?), Action::PlaceAt(reader.hex(hex)?)]),
        ["free", "both"] => Ok(vec![Action::FreeBothOldGuards]),
        ["free", unit] => Ok(vec![Action::FreeOldGuard(reader.unit(unit)?)]),
        _ => unreadable(format!("\"{order}\" is no order; orders begin with {VERBS}")),
    }
}

/// The words of an order as they count: commas are spaces, capitals do not matter except in names, and words that only
/// make a sentence of it are dropped.
fn words_of(rules: &Rules, order: &str) -> Vec<String> {
    let known = |word: &str| rules.find(word).is_some();
    order
        .replace([',', '+', '&'], " ")
        .split_whitespace()
        .map(|word| if known(word) { word.to_owned() } else { word.to_lowercase() })
        .filter(|word| known(word) || !matches!(word.as_str(), "to" | "and" | "the"))
        .collect()
}

struct Reader<'a> {
    rules: &'a Rules,
    state: &'a State,
    side: Side,
}

impl Reader<'_> {
    /// `done`: what ends or declines that which is asked now.
    fn passing(&self, order: &str) -> Read<Vec<Action>> {
        let mut actions = Vec::new();
        self.rules.legal(self.state, Rules::seat_of(self.side), &mut actions);
        let ends = [
            Action::EndMovement,
            Action::Halt,
            Action::EndCombat,
            Action::FreshDone,
            Action::KeepMorale,
            Action::StandFast,
            Action::Hold,
            Action::Decline,
        ];
        if let Some(end) = ends.into_iter().find(|end| actions.contains(end)) {
            return Ok(vec![end]);
        }
        // The phase that cannot be ended says why.
        if self.state.frame() == Frame::Move {
            Ok(vec![Action::EndMovement])
        } else if self.state.frame() == Frame::Attack {
            Ok(vec![Action::EndCombat])
        } else {
            unreadable(format!("there is nothing that \"{order}\" could end or decline now"))
        }
    }

    /// A unit without a hex: fine if there is one way only.
    fn only_way(
        &self,
        word: &str,
        fits: fn(&Action, UnitId) -> bool,
        order: fn(UnitId, Hex) -> Action,
    ) -> Read<Vec<Action>> {
        let unit = self.unit(word)?;
        let mut actions = Vec::new();
        self.rules.legal(self.state, Rules::seat_of(self.side), &mut actions);
        actions.retain(|action| fits(action, unit));
        match actions.as_slice() {
            // Refused, with the reason.
            [] => Ok(vec![order(unit, self.state.hex_of(unit))]),
            [only] => Ok(vec![*only]),
            several => {
                let ways: Vec<String> =
                    several.iter().map(|action| self.rules.said(self.state, action).order).collect();
                unreadable(format!("say where to: {}", ways.join(", ")))
            }
        }
    }

    fn unit(&self, word: &str) -> Read<UnitId> {
        let rules = self.rules;
        if rule!("2.7", MARKERS.contains(&word)) {
            return Err(Illegal::new("2.7", format!("{word} is a marker; markers never stand on the map")).into());
        }
        let Some(unit) = rules.find(word) else {
            return unreadable(format!("there is no unit \"{word}\" in this game"));
        };
        // 2.4b: twins of equal values are two pieces; the name says which.
        let twin = rules.units.iter().position(|other| {
            other.label() == rules.unit(unit).label() && other.army == rules.unit(unit).army && other.id != word
        });
        match twin {
            Some(twin) if !rule!("2.4b", true) => Ok(UnitId(twin as u8)),
            _ => Ok(unit),
        }
    }

    /// 2.1: a hex by its number.
    fn hex(&self, word: &str) -> Read<Hex> {
        let grid = &self.rules.ground.grid;
        let digits = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        match grid.parse(word) {
            Some(hex) if rule!("2.1", hex.is_some()) => Ok(hex),
            // A number beyond the sheet is a place a player might mean, and may not go to (4.6).
            _ if digits && rule!("4.6", true) => {
                Err(Illegal::new("4.6", format!("{word} is not on the map, and units may not leave it")).into())
            }
            _ => unreadable(format!("\"{word}\" is no hex; hexes have four digits, such as 0714")),
        }
    }

    /// A hex by its number, or by a unit that stands in it.
    fn place(&self, word: &str) -> Read<Hex> {
        if self.rules.find(word).is_none() {
            return self.hex(word);
        }
        let unit = self.unit(word)?;
        if self.state.on_map(unit) {
            Ok(self.state.hex_of(unit))
        } else {
            Err(Illegal::new("5.0", format!("{} is not on the map", self.rules.label(unit))).into())
        }
    }

    fn division(&self, word: &str) -> Read<Division> {
        match self.rules.scenario.divisions.iter().position(|division| division.id.eq_ignore_ascii_case(word)) {
            Some(index) => Ok(Division(index as u8)),
            // 20.0: integrity is a rule of Eylau.
            None if !self.rules.eylau() => {
                Err(Illegal::new("20.0", format!("there are no divisions in this battle, so no column for {word}"))
                    .into())
            }
            None => unreadable(format!("there is no division \"{word}\" in this battle")),
        }
    }

    fn column(&self, word: &str) -> Read<Column> {
        match Column::parse(&word.replace(':', "-")) {
            Some(column) => Ok(column),
            None => unreadable(format!("\"{word}\" is no column; columns are {}", Column::NAMES.join(", "))),
        }
    }

    /// 3.0c: beginning to attack closes the Movement Phase; not where fresh strength has to be declared in between.
    fn begin_to_attack(&self, verb: &str, words: &[&str]) -> Read<Vec<Action>> {
        let Some(after) = self.after_movement() else { return self.attack(verb, words) };
        let reader = Reader { state: &after, rules: self.rules, side: self.side };
        let mut actions = vec![Action::EndMovement];
        actions.extend(reader.attack(verb, words)?);
        Ok(actions)
    }

    /// The Combat Phase, if ending the Movement Phase now leads straight to the first attack.
    fn after_movement(&self) -> Option<State> {
        let seat = Rules::seat_of(self.side);
        if self.state.frame() != Frame::Move || self.rules.check(self.state, seat, &Action::EndMovement).is_err() {
            return None;
        }
        let mut after = self.state.clone();
        self.rules.play(&mut after, seat, &Action::EndMovement, &mut kernel::Discard);
        (after.frame() == Frame::Attack && rule!("3.0c", true)).then_some(after)
    }

    /// 6.6b: whoever goes on to his next attack, or ends the phase, lets the chance to advance pass, and his guns stand.
    fn going_on(&self, order: impl FnOnce(&Reader<'_>) -> Read<Vec<Action>>) -> Read<Vec<Action>> {
        let seat = Rules::seat_of(self.side);
        let mut state = self.state.clone();
        let mut actions = Vec::new();
        while self.rules.asked(&state) == Some(self.side) {
            let action = if state.frame() == Frame::FallBack {
                Action::StandFast
            } else if matches!(state.frame(), Frame::Advance { .. }) {
                Action::Hold
            } else {
                break;
            };
            if self.rules.check(&state, seat, &action).is_err() {
                break;
            }
            self.rules.play(&mut state, seat, &action, &mut kernel::Discard);
            actions.push(action);
        }
        actions.extend(order(&Reader { state: &state, ..*self })?);
        Ok(actions)
    }

    /// The units of an attack. 5.5b: `3 of a` would hold back a part of a strength.
    fn attackers(&self, words: &[&str]) -> Read<Vec<UnitId>> {
        let mut named: Vec<UnitId> = Vec::new();
        let mut rest = words;
        while let [word, after @ ..] = rest {
            let unit = match (word.parse::<u8>(), after) {
                (Ok(points), ["of", word, after @ ..]) => {
                    rest = after;
                    let unit = self.unit(word)?;
                    if rule!("5.5b", points != self.rules.unit(unit).strength) {
                        let facts = format!("{} fights with its whole strength or not at all", self.rules.label(unit));
                        return Err(Illegal::new("5.5b", facts).also(&["5.5"]).into());
                    }
                    unit
                }
                (Ok(_) | Err(_), _) => {
                    rest = after;
                    // A hex stands for all who are in it.
                    if self.rules.find(word).is_none()
                        && let Some(hex) = self.rules.ground.grid.parse(word)
                    {
                        let side = self.side;
                        let here: Vec<UnitId> =
                            self.state.units_in(hex).filter(|unit| self.rules.side_of(*unit) == side).collect();
                        if here.is_empty() {
                            return Err(Illegal::new("5.0", format!("there is no unit of yours in {word}")).into());
                        }
                        named.extend(here);
                        continue;
                    }
                    self.unit(word)?
                }
            };
            if !named.contains(&unit) {
                named.push(unit);
            }
        }
        Ok(named)
    }

    /// `attack TARGETS with UNITS [taking DIVISIONS] [at COLUMN]`.
    fn attack(&self, verb: &str, words: &[&str]) -> Read<Vec<Action>> {
        let form = "an attack is written: attack TARGETS with UNITS, then if wanted: taking DIVISIONS, at COLUMN";
        let Some(with) = words.iter().position(|word| matches!(*word, "with" | "by")) else { return unreadable(form) };
        let (targets, rest) = (&words[..with], &words[with + 1..]);
        let units_end = rest.iter().position(|word| matches!(*word, "taking" | "at")).unwrap_or(rest.len());
        let (units, mut rest) = (&rest[..units_end], &rest[units_end..]);
        if targets.is_empty() || units.is_empty() {
            return unreadable(form);
        }
        let mut hexes: Vec<Hex> = Vec::new();
        for word in targets {
            let hex = self.place(word)?;
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        let named = self.attackers(units)?;
        // 5.6c: an order to bombard wants a battery that can; whoever touches the enemy attacks him.
        if verb == "bombard"
            && let Some(unit) = self.none_bombards(&hexes, &named)
        {
            let rules = self.rules;
            let (case, why) = if rules.is_gun(unit) {
                ("5.6c", "stands in an enemy zone of control and cannot bombard; it attacks like any other unit")
            } else {
                ("5.0", "is no artillery; it attacks adjacent enemies only")
            };
            return Err(Illegal::new(case, format!("{} {why}", rules.label(unit))).into());
        }
        let mut divisions = Vec::new();
        let mut column = None;
        while let [keyword, after @ ..] = rest {
            match *keyword {
                "taking" => {
                    let count = after.iter().position(|word| *word == "at").unwrap_or(after.len());
                    for word in &after[..count] {
                        divisions.push(self.division(word)?);
                    }
                    rest = &after[count..];
                }
                "at" => {
                    let [word] = after else { return unreadable(form) };
                    column = Some(self.column(word)?);
                    rest = &[];
                }
                _ => return unreadable(form),
            }
        }
        self.compose_attack(&hexes, &named, &divisions, column)
    }

    /// The first of the units, if all of them touch one of the hexes.
    fn none_bombards(&self, hexes: &[Hex], units: &[UnitId]) -> Option<UnitId> {
        let sky = self.rules.sky(self.state);
        let touches = |unit: &UnitId| {
            self.state.on_map(*unit)
                && hexes.iter().any(|hex| self.rules.ground.touches(sky, self.state.hex_of(*unit), *hex))
        };
        if units.iter().all(touches) { units.first().copied() } else { None }
    }

    fn compose_attack(
        &self,
        targets: &[Hex],
        units: &[UnitId],
        divisions: &[Division],
        column: Option<Column>,
    ) -> Read<Vec<Action>> {
        let rules = self.rules;
        let sky = rules.sky(self.state);
        // Adjacent units first: guns can be added to them against several hexes, but not the other way round (5.8).
        let touches_all = |unit: &UnitId| {
            self.state.on_map(*unit)
                && targets.iter().all(|target| rules.ground.touches(sky, self.state.hex_of(*unit), *target))
        };
        let (adjacent, others): (Vec<UnitId>, Vec<UnitId>) = units.iter().partition(|unit| touches_all(unit));
        // 10.3: whoever attacks from a stack attacks with all of it, and has to say so.
        for unit in &adjacent {
            let left_out = self
                .state
                .units_in(self.state.hex_of(*unit))
                .find(|other| !units.contains(other) && !self.state.fought.contains(*other));
            if let Some(other) = left_out
                && rule!("10.3", true)
            {
                let facts = format!(
                    "{} is stacked with {} and attacks together with it",
                    rules.label(other),
                    rules.label(*unit)
                );
                return Err(Illegal::new("10.3", facts).into());
            }
        }
        self.whoever_cannot_attack(targets, &adjacent, &others)?;
        let mut actions: Vec<Action> = targets.iter().map(|hex| Action::Target(*hex)).collect();
        let mut joined: Vec<Hex> = Vec::new();
        for unit in adjacent {
            if !joined.contains(&self.state.hex_of(unit)) {
                joined.push(self.state.hex_of(unit));
                actions.push(Action::Join(unit));
            }
        }
        actions.extend(others.into_iter().map(Action::Join));
        actions.extend(divisions.iter().map(|division| Action::TakeColumn(*division)));
        actions.push(Action::Announce(match column {
            Some(column) => column,
            None => self.best_column(&actions),
        }));
        Ok(actions)
    }

    /// Of targets that cannot be attacked, what keeps the very units named from it.
    fn whoever_cannot_attack(&self, targets: &[Hex], adjacent: &[UnitId], others: &[UnitId]) -> Read<()> {
        let (rules, seat) = (self.rules, Rules::seat_of(self.side));
        if self.state.frame() != Frame::Attack || rules.asked(self.state) != Some(self.side) {
            return Ok(());
        }
        let mut state = self.state.clone();
        let refused = targets.iter().any(|hex| {
            let target = Action::Target(*hex);
            let refused = rules.check(&state, seat, &target).is_err();
            if !refused {
                rules.play(&mut state, seat, &target, &mut kernel::Discard);
            }
            refused
        });
        if !refused {
            return Ok(());
        }
        for hex in targets {
            rules.may_be_attacked(self.state, *hex).map_err(|refusal| refusal.explain(rules))?;
        }
        state.attack.targets = targets.iter().copied().take(TARGETS).collect();
        state.attack.adjacent = adjacent.iter().copied().collect();
        for unit in others.iter().chain(adjacent) {
            rules.part(&state, *unit).map_err(|refusal| refusal.explain(rules))?;
        }
        Ok(())
    }

    /// The best column that the attack reaches, if it can be put together at all.
    fn best_column(&self, actions: &[Action]) -> Column {
        let mut state = self.state.clone();
        for action in actions {
            if self.rules.check(&state, Rules::seat_of(self.side), action).is_err() {
                return Column(0);
            }
            self.rules.play(&mut state, Rules::seat_of(self.side), action, &mut kernel::Discard);
        }
        self.rules.best_column(&state)
    }
}
