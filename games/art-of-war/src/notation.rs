//! Orders in words: a row for each verb, and orders that say a whole intention.
//!
//! An order is a verb and what it concerns, units by the name of their counter, hexes by number. Composite orders
//! (`move`, `attack`, `bombard`, `return`) expand to atomic actions; docs/art-of-war.md lists them all.

use board::Hex;
use kernel::{Illegal, Message, Ruleset, Said, Seat, Side, Text};
use kit::grammar::{self, Read, Slot, ends, unreadable};

use crate::Rules;
use crate::action::Action;
use crate::counters::{Division, UnitId};
use crate::rules::r05_preconditions::Part;
use crate::sequence::Frame;
use crate::state::{Column, Fate, State, TARGETS};

mod march;

use march::WayIn;

/// Counters that are no units (2.7).
const MARKERS: [&str; 6] =
    ["turn-marker", "morale-marker", "fresh-marker", "french-morale", "game-turn", "fresh-strength-marker"];

/// Orders that say a whole intention.
const COMPOSITE: [&str; 5] = ["move", "enter", "attack", "bombard", "return"];

kit::verbs! { Rules, Action, rules, state: &State;
    "select UNIT" (unit) (Action::Select(unit)) => (rules.taking(state, unit), |said: &mut Said| said.touch.moves = true);
    "step HEX" (hex) (Action::Step(hex)) => rules.stepping(state, hex);
    "halt" () (Action::Halt) => rules.plainly("do-halt");
    "end movement" () (Action::EndMovement) => (rules.plainly("do-end-movement"), ends);
    "target HEX" (hex) (Action::Target(hex)) => rules.attacking(state, hex);
    "join UNIT" (unit) (Action::Join(unit)) => rules.joining(state, unit);
    "take column DIVISION" (division) (Action::TakeColumn(division))
        => rules.phrase(Message::new("do-take-column").with("division", rules.division_title(division)));
    "announce COLUMN" (column) (Action::Announce(column)) => (
        rules.phrase(Message::new("do-announce").with("column", column.name())),
        |said: &mut Said| said.touch.best = column == rules.best_column(state)
    );
    "end combat" () (Action::EndCombat) => (rules.plainly("do-end-combat"), ends);
    "fresh done" () (Action::FreshDone) => rules.plainly("do-fresh-done");
    "fresh UNIT…" (unit) (Action::Fresh(unit)) => {
        let points = rules.fresh_marker(unit).map_or(0, |(_, points)| points);
        let label = rules.phrase(rules.naming("do-fresh", unit).with("points", points));
        (label, |said: &mut Said| said.touch.idle = !rules.is_engaged(state, unit))
    };
    "pay UNIT…" (unit) (Action::Pay(unit)) => rules.phrase(rules.naming("do-pay", unit));
    "retreat UNIT HEX" (unit, hex) (Action::Retreat(unit, hex)) => rules.going("do-retreat", unit, hex);
    "displace UNIT HEX" (unit, hex) (Action::Displace(unit, hex)) => rules.going("do-displace", unit, hex);
    "fall back UNIT HEX" (unit, hex) (Action::FallBack(unit, hex)) => rules.going("do-fall-back", unit, hex);
    "stand fast" () (Action::StandFast) => rules.plainly("do-stand-fast");
    "advance UNIT HEX" (unit, hex) (Action::Advance(unit, hex)) => rules.going("do-advance", unit, hex);
    "hold" () (Action::Hold) => rules.plainly("do-hold");
    "spend morale UNIT" (unit) (Action::SpendMorale(unit)) => rules.phrase(rules.naming("do-spend-morale", unit));
    "keep morale" () (Action::KeepMorale) => rules.plainly("do-keep-morale");
    "call up UNIT" (unit) (Action::CallUp(unit)) => rules.phrase(rules.naming("do-call-up", unit));
    "decline" () (Action::Decline) => rules.plainly("do-decline");
    "free both" () (Action::FreeBothOldGuards)
        => rules.phrase(Message::new("do-free-both").with("morale", rules.scenario.old_guard_cost));
    "free UNIT" (unit) (Action::FreeOldGuard(unit))
        => rules.phrase(rules.naming("do-free", unit).with("morale", rules.scenario.old_guard_cost));
    "fight on" () (Action::FightOn) => rules.plainly("do-fight-on");
    "break off" () (Action::BreakOff) => rules.plainly("do-break-off");
    "reorganize UNIT" (unit) (Action::Reorganize(unit)) => rules.phrase(rules.naming("do-reorganize", unit));
    "place HEX" (hex) (Action::PlaceAt(hex)) => rules.phrase(Message::new("do-place").with("hex", rules.number_of(hex)));
}

/// Words that depend on the position.
impl Rules {
    /// The unit as it is printed, with the word for it in orders: `Tut 8-4 (tut-i1)`.
    pub(crate) fn printed_name(&self, unit: UnitId) -> String {
        self.units.get(unit.index()).map_or_else(|| "nobody".into(), |_| self.label(unit))
    }

    fn plainly(&self, id: &'static str) -> Text {
        self.phrase(Message::new(id))
    }

    fn naming(&self, id: &'static str, unit: UnitId) -> Message {
        Message::new(id).with("unit", self.printed_name(unit))
    }

    fn going(&self, id: &'static str, unit: UnitId, hex: Hex) -> Text {
        self.phrase(self.naming(id, unit).with("hex", self.number_of(hex)))
    }

    fn taking(&self, state: &State, unit: UnitId) -> Text {
        let waits = state.fate.0.get(unit.index()) == Some(&Fate::Waiting);
        self.phrase(self.naming(if waits { "do-bring-in" } else { "do-select" }, unit))
    }

    fn stepping(&self, state: &State, hex: Hex) -> Text {
        let enters = self.in_hand(state).is_some_and(|hand| hand.at.is_none());
        let id = if enters { "do-enter" } else { "do-step" };
        self.phrase(Message::new(id).with("hex", self.number_of(hex)))
    }

    fn attacking(&self, state: &State, hex: Hex) -> Text {
        let id = if state.frame() == Frame::Declare { "do-target-too" } else { "do-target" };
        let there: Vec<String> = match hex.index() < self.ground.grid.len() {
            // Three names and their words in orders would not fit a button.
            true => state.units_in(hex).map(|unit| self.unit(unit).label()).collect(),
            false => Vec::new(),
        };
        self.phrase(Message::new(id).with("units", there).with("hex", self.number_of(hex)))
    }

    fn joining(&self, state: &State, unit: UnitId) -> Text {
        let guns = unit.index() < self.units.len() && self.part(state, unit) == Ok(Part::Guns);
        self.phrase(self.naming(if guns { "do-bombard" } else { "do-join" }, unit))
    }
}

impl Slot<UnitId> for Rules {
    fn read(&self, word: &str) -> Read<UnitId> {
        if rule!("2.7", MARKERS.contains(&word)) {
            return Err(Illegal::new(case!("2.7"), format!("{word} is a marker; markers are never on the map")).into());
        }
        let Some(unit) = self.find(word) else {
            return unreadable(format!("there is no unit \"{word}\" in this game"));
        };
        // 2.4b: twins of equal values are two pieces; the name says which.
        let twin = self.units.iter().position(|other| {
            other.label() == self.unit(unit).label() && other.army == self.unit(unit).army && other.id != word
        });
        match twin {
            Some(twin) if !rule!("2.4b", true) => Ok(UnitId(twin as u8)),
            _ => Ok(unit),
        }
    }

    fn write(&self, unit: UnitId) -> String {
        self.word_for(unit)
    }

    fn mark(&self, unit: UnitId, said: &mut Said) {
        said.touch.unit = Some(self.word_for(unit));
    }
}

impl Slot<Hex> for Rules {
    /// 2.1: a hex by its number.
    fn read(&self, word: &str) -> Read<Hex> {
        let digits = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        match self.ground.grid.parse(word) {
            Some(hex) if rule!("2.1", hex.is_some()) => Ok(hex),
            // A number beyond the sheet is a place a player might mean, and may not go to (4.6).
            _ if digits && rule!("4.6", true) => {
                Err(Illegal::new(case!("4.6"), format!("{word} is not on the map, and units may not leave it")).into())
            }
            _ => unreadable(format!("\"{word}\" is not a hex; hexes have four digits, such as 0714")),
        }
    }

    fn write(&self, hex: Hex) -> String {
        self.number_of(hex)
    }

    fn mark(&self, hex: Hex, said: &mut Said) {
        said.touch.place = Some(self.number_of(hex));
    }
}

impl Slot<Division> for Rules {
    fn read(&self, word: &str) -> Read<Division> {
        match self.scenario.divisions.iter().position(|division| division.id.eq_ignore_ascii_case(word)) {
            Some(index) => Ok(Division(index as u8)),
            // 20.0: integrity is a rule of Eylau.
            None if !self.eylau() => {
                let facts = format!("this battle has no divisions, so {word} gets no column");
                Err(Illegal::new(case!("20.0"), facts).into())
            }
            None => unreadable(format!("there is no division \"{word}\" in this battle")),
        }
    }

    fn write(&self, division: Division) -> String {
        self.division_name(division).to_owned()
    }
}

impl Slot<Column> for Rules {
    fn read(&self, word: &str) -> Read<Column> {
        let names = || unreadable(format!("\"{word}\" is not a column; the columns are {}", Column::NAMES.join(", ")));
        Column::parse(&word.replace(':', "-")).map_or_else(names, Ok)
    }

    fn write(&self, column: Column) -> String {
        column.name().to_owned()
    }
}

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
        [verb @ ("retreat" | "advance" | "displace"), unit] => reader.only_way(verb, unit),
        ["fall", "back", unit] => reader.only_way("fall back", unit),
        ["no", "advance"] => Ok(vec![Action::Hold]),
        ["move", unit, path @ ..] if !path.is_empty() => reader.movement(unit, path, WayIn::Cheapest),
        ["enter", unit, path @ ..] if !path.is_empty() => reader.movement(unit, path, WayIn::FirstNamed),
        [verb @ ("attack" | "bombard"), rest @ ..] => reader.going_on(|reader| reader.begin_to_attack(verb, rest)),
        ["target", word] => Ok(vec![Action::Target(reader.place(word)?)]),
        ["end", "combat"] => reader.going_on(|_| Ok(vec![Action::EndCombat])),
        ["return", unit, hex] => Ok(vec![Action::Reorganize(reader.unit(unit)?), Action::PlaceAt(reader.hex(hex)?)]),
        words => rules.understand(words).unwrap_or_else(|| {
            let verbs = grammar::verbs(&COMPOSITE, Rules::FORMS);
            unreadable(format!("\"{order}\" is not an order; orders start with {verbs}"))
        }),
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
            unreadable(format!("there is nothing to end or decline with \"{order}\" now"))
        }
    }

    /// A unit without a hex: fine if there is one way only.
    fn only_way(&self, verb: &str, word: &str) -> Read<Vec<Action>> {
        let (rules, unit) = (self.rules, self.unit(word)?);
        let say = |action: &Action| rules.spell(action);
        let order = format!("{verb} {} ", Slot::write(rules, unit));
        let fits = |action: &Action| say(action).starts_with(&order);
        match grammar::only(rules, self.state, Rules::seat_of(self.side), fits, say)? {
            Some(only) => Ok(vec![only]),
            // Refused, with the reason.
            None => {
                let at = self.state.hex_of(unit);
                Ok(vec![match verb {
                    "retreat" => Action::Retreat(unit, at),
                    "advance" => Action::Advance(unit, at),
                    "displace" => Action::Displace(unit, at),
                    _ => Action::FallBack(unit, at),
                }])
            }
        }
    }

    fn unit(&self, word: &str) -> Read<UnitId> {
        Slot::read(self.rules, word)
    }

    fn hex(&self, word: &str) -> Read<Hex> {
        Slot::read(self.rules, word)
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
            Err(Illegal::new(case!("5.0"), format!("{} is not on the map", self.rules.label(unit))).into())
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
                        let facts = format!("{} must fight with its whole strength", self.rules.label(unit));
                        return Err(Illegal::new(case!("5.5b"), facts).also(&[case!("5.5")]).into());
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
                            return Err(Illegal::new(case!("5.0"), format!("none of your units is in {word}")).into());
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
        let form =
            "an attack is written: attack TARGETS with UNITS, optionally followed by: taking DIVISIONS, at COLUMN";
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
                (case!("5.6c"), "is in an enemy zone of control and cannot bombard; it must attack like any other unit")
            } else {
                (case!("5.0"), "is not artillery; it attacks only adjacent enemies")
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
                        divisions.push(Slot::read(self.rules, word)?);
                    }
                    rest = &after[count..];
                }
                "at" => {
                    let [word] = after else { return unreadable(form) };
                    column = Some(Slot::read(self.rules, word)?);
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
                    "{} is stacked with {} and must attack together with it",
                    rules.label(other),
                    rules.label(*unit)
                );
                return Err(Illegal::new(case!("10.3"), facts).into());
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
