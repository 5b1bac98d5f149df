//! Orders in words: reading them. `offers` writes actions.
//!
//! An order is a verb and what it concerns, counters by their names, hexes by number, facings by the compass. Composite
//! orders (`move`, `face`, `attack`) expand to atomic actions as far as nobody else has to decide in between.

pub(crate) mod offers;

use board::{Facing, Hex};
use kernel::{Illegal, Ruleset, Seat, Side};
use kit::grammar::{self, Read, Slot, unreadable};

use crate::Rules;
use crate::action::Action;
use crate::counters::CounterId;
use crate::reach::March;
use crate::sequence::Question;
use crate::standing::{Exception, Reaction, StandingOrder};
use crate::state::{Hand, State};

/// Orders that say a whole intention.
const COMPOSITE: [&str; 5] = ["move", "face", "attack", "charge", "square"];

kit::verbs! { Rules, Action;
    "end rally" () (Action::EndRally);
    "rally UNIT" (unit) (Action::Rally(unit));
    "end fire" () (Action::EndFire);
    "fire together UNIT TARGET" (unit, target) (Action::BombardTogether(unit, target));
    "fire UNIT TARGET" (unit, target) (Action::Bombard(unit, target));
    "select UNIT" (unit) (Action::Select(unit));
    "step HEX" (hex) (Action::Step(hex));
    "turn FACING" (facing) (Action::Turn(facing));
    "halt" () (Action::Halt);
    "form square" () (Action::FormSquare);
    "leave square" () (Action::LeaveSquare);
    "end movement" () (Action::EndMovement);
    "charge HEX" (hex) (Action::Charge(hex));
    "strike" () (Action::Strike);
    "keep charge" () (Action::KeepCharge);
    "try square" () (Action::TrySquare);
    "square fire UNIT" (unit) (Action::SquareFire(unit));
    "countercharge UNIT HEX FACING" (unit, hex, facing) (Action::Countercharge(unit, hex, facing));
    "withdraw UNIT HEX" (unit, hex) (Action::Withdraw(unit, hex));
    "pass" () (Action::Pass);
    "engage HEX HEX" (from, to) (Action::Attack(from, to));
    "join HEX" (hex) (Action::Join(hex));
    "target HEX" (hex) (Action::Target(hex));
    "fight" () (Action::Fight);
    "shoot together UNIT TARGET" (unit, target) (Action::ShootTogether(unit, target));
    "shoot UNIT TARGET" (unit, target) (Action::Shoot(unit, target));
    "hold fire" () (Action::HoldFire);
    "retreat UNIT HEX FACING" (unit, hex, facing) (Action::Retreat(unit, hex, facing));
    "pursue UNIT HEX" (unit, hex) (Action::Pursue(unit, hex));
    "stay" () (Action::Stay);
    "lose UNIT…" (unit) (Action::Lose(unit));
    "appoint UNIT" (unit) (Action::Appoint(unit));
    "end combat" () (Action::EndCombat);
    "standing unit UNIT EXCEPTION" (unit, exception) (Action::Except(unit, exception));
    "standing REACTION ORDER" (reaction, order) (Action::Standing(reaction, order));
}

impl Slot<CounterId> for Rules {
    fn read(&self, word: &str) -> Read<CounterId> {
        self.find(word).map_or_else(|| unreadable(format!("there is no counter \"{word}\" in this game")), Ok)
    }

    fn write(&self, counter: CounterId) -> String {
        self.word_for(counter)
    }
}

impl Slot<Hex> for Rules {
    fn read(&self, word: &str) -> Read<Hex> {
        let grid = &self.ground.grid;
        match grid.parse(word) {
            Some(hex) => Ok(hex),
            None if grid.is_number(word) => Err(Illegal::new(case!("4.1"), format!("{word} is not on the map")).into()),
            None => unreadable(format!("\"{word}\" is no hex; hexes have four digits, such as 0714")),
        }
    }

    fn write(&self, hex: Hex) -> String {
        self.number_of(hex)
    }
}

impl Slot<Facing> for Rules {
    fn read(&self, word: &str) -> Read<Facing> {
        Facing::parse(word)
            .map_or_else(|| unreadable(format!("\"{word}\" is no facing; n, ne, se, s, sw and nw are")), Ok)
    }

    fn write(&self, facing: Facing) -> String {
        facing.name().to_owned()
    }
}

impl Slot<Reaction> for Rules {
    fn read(&self, word: &str) -> Read<Reaction> {
        Reaction::ALL.into_iter().find(|reaction| reaction.word() == word).map_or_else(
            || {
                unreadable(format!(
                    "\"{word}\" is no reaction; standing orders are for fire, countercharge, withdrawal and square"
                ))
            },
            Ok,
        )
    }

    fn write(&self, reaction: Reaction) -> String {
        reaction.word().to_owned()
    }
}

impl Slot<StandingOrder> for Rules {
    fn read(&self, word: &str) -> Read<StandingOrder> {
        match (word, word.parse()) {
            ("ask", _) => Ok(StandingOrder::Ask),
            ("never", _) => Ok(StandingOrder::Never),
            (_, Ok(sixths)) => Ok(StandingOrder::From(sixths)),
            (_, Err(_)) => unreadable(format!("\"{word}\" is no standing order; ask, never and 0 to 5 sixths are")),
        }
    }

    fn write(&self, order: StandingOrder) -> String {
        match order {
            StandingOrder::Ask => "ask".to_owned(),
            StandingOrder::Never => "never".to_owned(),
            StandingOrder::From(sixths) => sixths.to_string(),
        }
    }
}

impl Slot<Exception> for Rules {
    fn read(&self, word: &str) -> Read<Exception> {
        match word {
            "usual" => Ok(Exception::Usual),
            "ask" => Ok(Exception::Ask),
            "never" => Ok(Exception::Never),
            other => unreadable(format!("\"{other}\" is no standing order for a unit; usual, ask and never are")),
        }
    }

    fn write(&self, exception: Exception) -> String {
        match exception {
            Exception::Usual => "usual",
            Exception::Ask => "ask",
            Exception::Never => "never",
        }
        .to_owned()
    }
}

pub(crate) fn read(rules: &Rules, state: &State, seat: Seat, order: &str) -> Read<Vec<Action>> {
    let spoken = words_of(rules, order);
    let words: Vec<&str> = spoken.iter().map(String::as_str).collect();
    let reader = Reader { rules, state, side: Side(seat.0) };
    match words.as_slice() {
        ["done"] | ["end", "phase"] => reader.passing(order),
        ["pass"] if reader.declines() => reader.passing(order),
        ["move" | "enter", unit, path @ ..] if !path.is_empty() => reader.movement(unit, path),
        ["face" | "turn", unit, facing] => {
            Slot::<Facing>::read(rules, facing)?;
            reader.movement(unit, &[facing])
        }
        ["square", unit] | ["form", "square", unit] => {
            let mut actions = reader.taken_up(reader.counter(unit)?);
            actions.push(Action::FormSquare);
            Ok(actions)
        }
        ["leave", "square", unit] => {
            let mut actions = reader.taken_up(reader.counter(unit)?);
            actions.push(Action::LeaveSquare);
            Ok(actions)
        }
        ["charge", target] => Ok(vec![Action::Charge(reader.place(target)?)]),
        ["charge", unit, target, via @ ..] if rules.find(unit).is_some() => reader.charge(unit, target, via),
        ["attack", rest @ ..] => reader.attack(rest),
        ["retreat" | "pursue" | "withdraw", unit, rest @ ..] if rest.len() < 3 => reader.way_of(words[0], unit, rest),
        ["countercharge", unit, hex] => reader.way_of("countercharge", unit, &[hex]),
        ["lose", losses @ ..] if !losses.is_empty() => reader.losses(losses),
        words => rules.understand(words).unwrap_or_else(|| {
            let verbs = grammar::verbs(&COMPOSITE, Rules::FORMS);
            unreadable(format!("\"{order}\" is no order; orders begin with {verbs}"))
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
        .filter(|word| known(word) || !matches!(word.as_str(), "to" | "and" | "the" | "at" | "facing"))
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
        if let Some(Question::Face { unit }) = self.state.frame().asked() {
            // A pursuer that keeps its facing.
            return Ok(vec![Action::Turn(self.state.facing[unit.index()])]);
        }
        let mut actions = Vec::new();
        self.rules.legal(self.state, Rules::seat_of(self.side), &mut actions);
        let ends = [
            Action::EndRally,
            Action::EndFire,
            Action::EndMovement,
            Action::Halt,
            Action::Pass,
            Action::EndCombat,
            Action::HoldFire,
            Action::Stay,
        ];
        match ends.into_iter().find(|end| actions.contains(end)) {
            Some(end) => Ok(vec![end]),
            // The phase that cannot be ended says why.
            None if self.asks(Question::Assault) => Ok(vec![Action::EndCombat]),
            None if self.asks(Question::Move) => Ok(vec![Action::EndMovement]),
            None => unreadable(format!("there is nothing that \"{order}\" could end or decline now")),
        }
    }

    fn asks(&self, question: Question) -> bool {
        self.state.frame().asked() == Some(question)
    }

    /// Whether "pass" declines something else than a reaction.
    fn declines(&self) -> bool {
        self.rules.asked(self.state) == Some(self.side)
            && matches!(
                self.state.frame().asked(),
                Some(
                    Question::Reorganize { .. }
                        | Question::Volley { .. }
                        | Question::Skirmish { .. }
                        | Question::Pursuit { .. }
                        | Question::Face { .. }
                )
            )
    }

    fn counter(&self, word: &str) -> Read<CounterId> {
        Slot::read(self.rules, word)
    }

    fn hex(&self, word: &str) -> Read<Hex> {
        Slot::read(self.rules, word)
    }

    /// A hex by its number, or by a counter that stands in it.
    fn place(&self, word: &str) -> Read<Hex> {
        match self.rules.find(word) {
            None => self.hex(word),
            Some(counter) if self.state.on_map(counter) => Ok(self.state.hex_of(counter)),
            Some(counter) => {
                Err(Illegal::new(case!("8.11"), format!("{} is not on the map", self.rules.label(counter))).into())
            }
        }
    }

    /// The action that takes a counter in hand, unless it is there.
    fn taken_up(&self, counter: CounterId) -> Vec<Action> {
        let there = self.asks(Question::Moving) && self.state.hand.unit == counter;
        if there { Vec::new() } else { vec![Action::Select(counter)] }
    }

    /// `retreat`, `pursue`, `withdraw` and `countercharge` may leave out a hex if there is only one, and the facing: then
    /// the unit keeps its own if it may, or looks straight at the enemy.
    fn way_of(&self, verb: &str, word: &str, rest: &[&str]) -> Read<Vec<Action>> {
        let rules = self.rules;
        let unit = self.counter(word)?;
        let (hex, facing) = match rest {
            [] => (None, None),
            [facing] if Facing::parse(facing).is_some() => (None, Facing::parse(facing)),
            [hex] => (Some(self.hex(hex)?), None),
            [hex, facing, ..] => (Some(self.hex(hex)?), Some(Slot::<Facing>::read(rules, facing)?)),
        };
        let parts = |action: &Action| {
            if let (Action::Retreat(who, to, facing), "retreat")
            | (Action::Countercharge(who, to, facing), "countercharge") = (*action, verb)
            {
                Some((who, to, Some(facing)))
            } else if let (Action::Pursue(who, to), "pursue") | (Action::Withdraw(who, to), "withdraw") =
                (*action, verb)
            {
                Some((who, to, None))
            } else {
                None
            }
        };
        let fits = |action: &Action| {
            parts(action).is_some_and(|(who, to, way)| {
                who == unit && hex.is_none_or(|hex| hex == to) && (way.is_none() || facing.is_none() || way == facing)
            })
        };
        let mut ways = Vec::new();
        rules.legal(self.state, Rules::seat_of(self.side), &mut ways);
        ways.retain(fits);
        let now = self.state.facing[unit.index()];
        let Some((_, to, _)) = ways.first().and_then(parts) else {
            // Refused, with the reason.
            let (to, facing) = (hex.unwrap_or(self.state.hex_of(unit)), facing.unwrap_or(now));
            return Ok(vec![match verb {
                "retreat" => Action::Retreat(unit, to, facing),
                "countercharge" => Action::Countercharge(unit, to, facing),
                "pursue" => Action::Pursue(unit, to),
                _ => Action::Withdraw(unit, to),
            }]);
        };
        if ways.iter().filter_map(parts).any(|(_, other, _)| other != to) {
            let ways: Vec<String> = ways.iter().map(|way| rules.spell(way)).collect();
            return unreadable(format!("say where to: {}", ways.join(", ")));
        }
        let mover = self.state.hand.unit;
        let straight = |way: &Facing| {
            let ahead = rules.ground.grid.neighbour(to, way.direction());
            verb == "countercharge" && !mover.is_none() && ahead == self.state.hex_of(mover)
        };
        let rank = |action: &&Action| match parts(action).and_then(|(_, _, way)| way) {
            Some(way) if straight(&way) => 0,
            Some(way) if way == now => 1,
            Some(_) | None => 2,
        };
        let mut actions: Vec<Action> = ways.iter().min_by_key(rank).into_iter().copied().collect();
        // A pursuer that needs no test faces at once.
        if let (Some(Action::Pursue(..)), Some(facing)) = (actions.first(), facing) {
            let mut state = self.state.clone();
            rules.play(&mut state, Rules::seat_of(self.side), &actions[0], &mut kernel::Discard);
            if state.frame().asked() == Some(Question::Face { unit }) {
                actions.push(Action::Turn(facing));
            }
        }
        Ok(actions)
    }

    /// `lose UNIT…`: a point for each unit named, or as many as the number behind it says. Points that only one unit is left to
    /// bear are borne without an order, whether they were named or not.
    fn losses(&self, words: &[&str]) -> Read<Vec<Action>> {
        let mut actions = Vec::new();
        let mut rest = words;
        while let [unit, after @ ..] = rest {
            let unit = self.counter(unit)?;
            let points = after.first().and_then(|word| word.parse::<usize>().ok());
            let points = points.filter(|points| (1..=15).contains(points));
            actions.extend(std::iter::repeat_n(Action::Lose(unit), points.unwrap_or(1)));
            rest = &after[usize::from(points.is_some())..];
        }
        let place = self.state.combat.place_of(self.side);
        if actions.len() > usize::from(self.state.losses[place]) {
            return Ok(actions);
        }
        let mut state = self.state.clone();
        let asked = Some(Question::Losses { side: self.side });
        let mut needed = 0;
        for action in &actions {
            if state.frame().asked() != asked || self.rules.judge(&state, self.side, action).is_err() {
                break;
            }
            self.rules.play(&mut state, Rules::seat_of(self.side), action, &mut kernel::Discard);
            needed += 1;
        }
        // What is refused is kept, so that the refusal is heard.
        if state.frame().asked() != asked && needed > 0 {
            actions.truncate(needed);
        }
        Ok(actions)
    }

    /// `charge UNIT TARGET [via HEX…]`: the way there, then the declaration.
    fn charge(&self, word: &str, target: &str, via: &[&str]) -> Read<Vec<Action>> {
        let (counter, target) = (self.counter(word)?, self.place(target)?);
        let via = match via {
            [] => via,
            ["via" | "by", hexes @ ..] => hexes,
            _ => return unreadable("a charge is written charge UNIT TARGET, or charge UNIT TARGET via HEX…"),
        };
        let mut actions = self.taken_up(counter);
        for hex in via {
            actions.push(Action::Step(self.hex(hex)?));
        }
        actions.push(Action::Charge(target));
        Ok(actions)
    }

    /// `move UNIT HEX… [FACING]`: a hex next to the counter is entered directly, a farther one by the cheapest way. The
    /// order is carried out until somebody else has to decide; given again, it goes on.
    fn movement(&self, word: &str, path: &[&str]) -> Read<Vec<Action>> {
        let counter = self.counter(word)?;
        let (path, facing) = match path {
            [path @ .., facing] if Facing::parse(facing).is_some() => (path, Facing::parse(facing)),
            _ => (path, None),
        };
        let mut actions = self.taken_up(counter);
        let mut state = self.state.clone();
        if !actions.is_empty() {
            if self.rules.check(&state, Rules::seat_of(self.side), &actions[0]).is_err() {
                return Ok(actions);
            }
            self.rules.play(&mut state, Rules::seat_of(self.side), &actions[0], &mut kernel::Discard);
        }
        for goal in path {
            let goal = self.hex(goal)?;
            for step in self.way(&state, &state.hand, goal) {
                if !self.go(&mut state, Action::Step(step), &mut actions) {
                    return Ok(actions);
                }
            }
        }
        if let Some(facing) = facing
            && state.facing[counter.index()] != facing
            && !self.go(&mut state, Action::Turn(facing), &mut actions)
        {
            return Ok(actions);
        }
        actions.push(Action::Halt);
        Ok(actions)
    }

    /// Adds an action; false if it is refused, or if somebody else decides after it.
    fn go(&self, state: &mut State, action: Action, actions: &mut Vec<Action>) -> bool {
        actions.push(action);
        if self.rules.check(state, Rules::seat_of(self.side), &action).is_err() {
            return false;
        }
        self.rules.play(state, Rules::seat_of(self.side), &action, &mut kernel::Discard);
        self.rules.asked(state) == Some(self.side) && state.frame().asked() == Some(Question::Moving)
    }

    fn way(&self, state: &State, hand: &Hand, goal: Hex) -> Vec<Hex> {
        let at = self.rules.place_of(state, hand.unit);
        if at == goal {
            return Vec::new();
        }
        if at.is_some() && self.rules.ground.grid.adjacent(at, goal) {
            return vec![goal];
        }
        let march = March::new(self.rules, state, hand);
        march.path_to(goal).unwrap_or_else(|| march.towards(goal))
    }

    /// `attack TARGET… with UNIT…`: the whole declaration of a combat.
    fn attack(&self, words: &[&str]) -> Read<Vec<Action>> {
        let Some(with) = words.iter().position(|word| *word == "with") else {
            return unreadable("an attack is written attack TARGET… with UNIT…");
        };
        let hexes = |words: &[&str]| -> Read<Vec<Hex>> {
            let mut hexes = Vec::new();
            for word in words {
                let hex = self.place(word)?;
                if !hexes.contains(&hex) {
                    hexes.push(hex);
                }
            }
            Ok(hexes)
        };
        let (targets, from) = (hexes(&words[..with])?, hexes(&words[with + 1..])?);
        let ([first_target, targets @ ..], [first, from @ ..]) = (targets.as_slice(), from.as_slice()) else {
            return unreadable("an attack is written attack TARGET… with UNIT…");
        };
        // The refusal that counts, whoever stands next to whom.
        if rule!("8.28", !targets.is_empty() && !from.is_empty()) {
            let sentence = "several stacks do not attack several stacks in one combat";
            return Err(Illegal::new(case!("8.28"), sentence).also(&[case!("8.29")]).into());
        }
        let mut actions = vec![Action::Attack(*first, *first_target)];
        actions.extend(from.iter().copied().map(Action::Join));
        actions.extend(targets.iter().copied().map(Action::Target));
        actions.push(Action::Fight);
        Ok(actions)
    }
}
