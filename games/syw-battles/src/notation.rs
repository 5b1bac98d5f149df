//! Orders in words: reading them. `offers` writes actions.
//!
//! An order is a verb and what it concerns: counters by their names, hexes by number, facings by the compass, hands by right
//! and left. Composite orders (`move`, `face`, `charge`) expand to atomic actions as far as nobody else has to
//! decide in between.

use board::{Facing, Hand, Hex};
use kernel::{Illegal, Ruleset, Seat, Side};
use kit::grammar::{self, Read, Slot, unreadable};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CorpsId, CounterId};
use crate::reach::March;
use crate::scenario::PointId;
use crate::sequence::Frame;
use crate::state::{Split, State};

/// Orders that say a whole intention.
const COMPOSITE: [&str; 4] = ["move", "face", "charge", "done"];

kit::verbs! { Rules, Action;
    "plan CORPS TIME POINT" (corps, turn, point) (Action::Plan(corps, turn, point));
    "end plans" () (Action::EndPlans);
    "call CORPS" (corps) (Action::Call(corps));
    "wait" () (Action::Wait);
    "appoint UNIT HEX" (unit, hex) (Action::Appoint(unit, hex));
    "keep initiative" () (Action::KeepInitiative);
    "yield initiative" () (Action::YieldInitiative);
    "select UNIT" (unit) (Action::Select(unit));
    "enter HEX FACING" (hex, facing) (Action::Enter(hex, facing));
    "step HEX" (hex) (Action::Step(hex));
    "slide HAND" (hand) (Action::Slide(hand));
    "reverse HEX" (hex) (Action::Reverse(hex));
    "about face" () (Action::AboutFace);
    "turn FACING" (facing) (Action::Turn(facing));
    "wheel back HAND" (hand) (Action::WheelBack(hand));
    "wheel HAND" (hand) (Action::Wheel(hand));
    "change FACING" (facing) (Action::Change(facing));
    "deploy HAND" (hand) (Action::Deploy(hand));
    "halt" () (Action::Halt);
    "end movement" () (Action::EndMovement);
    "assign SPLIT" (split) (Action::Assign(split));
    "end fire" () (Action::EndFire);
    "fire UNIT TARGET" (unit, target) (Action::Fire(unit, target));
    "burn UNIT HEX" (unit, hex) (Action::Burn(unit, hex));
    "batter UNIT HEX HEX" (unit, one, other) (Action::Batter(unit, one, other));
    "press" () (Action::Press);
    "hold fire" () (Action::HoldFire);
    "strike UNIT TARGET" (unit, target) (Action::Charge(unit, target));
    "support UNIT" (unit) (Action::Support(unit));
    "launch" () (Action::Launch);
    "give way UNIT" (unit) (Action::GiveWay(unit));
    "stand UNIT" (unit) (Action::Stand(unit));
    "end advance" () (Action::EndAdvance);
    "advance UNIT" (unit) (Action::Advance(unit));
    "end charges" () (Action::EndCharges);
    "recoil HEX" (hex) (Action::Recoil(hex));
    "look FACING" (facing) (Action::Face(facing));
    "unstack UNIT HEX" (unit, hex) (Action::Unstack(unit, hex));
    "end rally" () (Action::EndRally);
    "rally UNIT" (unit) (Action::Rally(unit));
    "rout UNIT" (unit) (Action::Rout(unit));
    "run HEX" (hex) (Action::Run(hex));
    "shift UNIT HEX" (unit, hex) (Action::Shift(unit, hex));
    "dress UNIT FACING" (unit, facing) (Action::Dress(unit, facing));
    "swing UNIT HAND" (unit, hand) (Action::Swing(unit, hand));
    "reform UNIT" (unit) (Action::Reform(unit));
    "end reorganisation" () (Action::EndReorganisation);
}

impl Slot<CounterId> for Rules {
    fn read(&self, word: &str) -> Read<CounterId> {
        self.find(word).map_or_else(|| unreadable(format!("there is no counter \"{word}\" in this game")), Ok)
    }

    fn write(&self, counter: CounterId) -> String {
        self.word_for(counter)
    }
}

impl Slot<CorpsId> for Rules {
    fn read(&self, word: &str) -> Read<CorpsId> {
        self.find_corps(word).map_or_else(|| unreadable(format!("there is no corps \"{word}\" in this game")), Ok)
    }

    fn write(&self, corps: CorpsId) -> String {
        self.corps_word(corps)
    }
}

impl Slot<PointId> for Rules {
    fn read(&self, word: &str) -> Read<PointId> {
        let found = self.scenario.point(word).or_else(|| self.scenario.point(&word.to_uppercase()));
        found.map_or_else(|| unreadable(format!("there is no entry point \"{word}\"")), Ok)
    }

    fn write(&self, point: PointId) -> String {
        self.scenario.entries.get(point.index()).map_or_else(|| "?".into(), |entry| entry.word.clone())
    }
}

/// A turn, by its time.
impl Slot<u8> for Rules {
    fn read(&self, word: &str) -> Read<u8> {
        let turn = self.scenario.turns.iter().find(|turn| turn.time == word);
        turn.map_or_else(
            || unreadable(format!("no turn begins at \"{word}\"; write a time such as 05:30")),
            |it| Ok(it.number),
        )
    }

    fn write(&self, turn: u8) -> String {
        let known = self.scenario.turns.iter().find(|info| info.number == turn);
        known.map_or_else(|| turn.to_string(), |info| info.time.clone())
    }
}

impl Slot<Hex> for Rules {
    fn read(&self, word: &str) -> Read<Hex> {
        let grid = &self.ground.grid;
        match grid.parse(word) {
            Some(hex) => Ok(hex),
            None if grid.is_number(word) => {
                Err(Illegal::new(case!("D.1a"), format!("{word} is not on the map")).into())
            }
            None => unreadable(format!("\"{word}\" is no hex; hexes have four digits, such as 0714")),
        }
    }

    fn write(&self, hex: Hex) -> String {
        self.number_of(hex)
    }
}

impl Slot<Facing> for Rules {
    fn read(&self, word: &str) -> Read<Facing> {
        Facing::parse(word).map_or_else(
            || {
                unreadable(format!(
                    "\"{word}\" is no facing; n, ne, se, s, sw, nw are hexsides, nne, e, sse, ssw, w, nnw vertices"
                ))
            },
            Ok,
        )
    }

    fn write(&self, facing: Facing) -> String {
        facing.name().to_owned()
    }
}

impl Slot<Hand> for Rules {
    fn read(&self, word: &str) -> Read<Hand> {
        match word {
            "right" => Ok(Hand::Right),
            "left" => Ok(Hand::Left),
            other => unreadable(format!("\"{other}\" is neither right nor left")),
        }
    }

    fn write(&self, hand: Hand) -> String {
        match hand {
            Hand::Right => "right".into(),
            Hand::Left => "left".into(),
        }
    }
}

impl Slot<Split> for Rules {
    fn read(&self, word: &str) -> Read<Split> {
        kit::example::one_of("way to count them", &Split::ALL, word).or_else(unreadable)
    }

    fn write(&self, split: Split) -> String {
        Split::ALL[split as usize].0.to_owned()
    }
}

pub(crate) fn read(rules: &Rules, state: &State, seat: Seat, order: &str) -> Read<Vec<Action>> {
    let spoken = words_of(rules, order);
    let words: Vec<&str> = spoken.iter().map(String::as_str).collect();
    let reader = Reader { rules, state, side: Side(seat.0) };
    match words.as_slice() {
        ["done"] | ["end", "phase"] => reader.passing(order),
        ["move", unit, way @ ..] if !way.is_empty() => reader.movement(unit, way),
        ["face", unit, facing] => reader.movement(unit, &["facing", facing]),
        ["charge", target, "with", chargers @ ..] if !chargers.is_empty() => reader.charge(target, chargers),
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
        .filter(|word| known(word) || !matches!(word.as_str(), "to" | "and" | "the" | "at"))
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
            Action::EndPlans,
            Action::Wait,
            Action::Halt,
            Action::EndMovement,
            Action::HoldFire,
            Action::EndFire,
            Action::EndAdvance,
            Action::EndCharges,
            Action::EndRally,
            Action::EndReorganisation,
        ];
        match ends.into_iter().find(|end| actions.contains(end)) {
            Some(end) => Ok(vec![end]),
            None => unreadable(format!("there is nothing that \"{order}\" could end or decline now")),
        }
    }

    fn counter(&self, word: &str) -> Read<CounterId> {
        Slot::read(self.rules, word)
    }

    /// `move UNIT WAY… [facing F]`: the way is hexes, and manoeuvres such as `wheel right`. A hex next to the counter is
    /// entered directly, a farther one by the cheapest way. The order is carried out until somebody else has to
    /// decide; given again, it goes on.
    fn movement(&self, word: &str, way: &[&str]) -> Read<Vec<Action>> {
        let counter = self.counter(word)?;
        let (mut way, mut facing) = (way, None);
        if let [before @ .., "facing", last] = way {
            (way, facing) = (before, Some(Slot::<Facing>::read(self.rules, last)?));
        }
        let mut walk = Walk { reader: self, state: self.state.clone(), actions: Vec::new() };
        let there = walk.state.frame() == Frame::Moving && walk.state.hand.piece == counter;
        if !there && !walk.go(Action::Select(counter)) {
            return Ok(walk.actions);
        }
        while let [first, rest @ ..] = way {
            way = rest;
            if self.rules.ground.grid.is_number(first) {
                let goal: Hex = Slot::read(self.rules, first)?;
                if !walk.to(goal) {
                    return Ok(walk.actions);
                }
                continue;
            }
            // A manoeuvre: as many words as make one.
            let Some((action, used)) = (0..=rest.len().min(2)).rev().find_map(|count| {
                let words: Vec<&str> = std::iter::once(*first).chain(rest[..count].iter().copied()).collect();
                let actions = self.rules.understand(&words)?.ok()?;
                Some((*actions.first()?, count))
            }) else {
                return unreadable(format!("\"{first}\" is neither a hex nor a manoeuvre"));
            };
            way = &rest[used..];
            if !walk.go(action) {
                return Ok(walk.actions);
            }
        }
        if let Some(facing) = facing
            && !walk.face(facing)
        {
            return Ok(walk.actions);
        }
        walk.actions.push(Action::Halt);
        Ok(walk.actions)
    }

    /// `charge TARGET with UNIT…`: the first is the one in front, the others support.
    fn charge(&self, target: &str, chargers: &[&str]) -> Read<Vec<Action>> {
        let target = self.counter(target)?;
        let mut actions = Vec::new();
        for (place, charger) in chargers.iter().enumerate() {
            let charger = self.counter(charger)?;
            actions.push(if place == 0 { Action::Charge(charger, target) } else { Action::Support(charger) });
        }
        actions.push(Action::Launch);
        Ok(actions)
    }
}

/// A movement order as far as it goes.
struct Walk<'a> {
    reader: &'a Reader<'a>,
    state: State,
    actions: Vec<Action>,
}

impl Walk<'_> {
    /// Adds an action; false if it is refused, or if somebody else or a die decides after it.
    fn go(&mut self, action: Action) -> bool {
        let (rules, side) = (self.reader.rules, self.reader.side);
        self.actions.push(action);
        if rules.check(&self.state, Rules::seat_of(side), &action).is_err() {
            return false;
        }
        rules.play(&mut self.state, Rules::seat_of(side), &action, &mut kernel::Discard);
        rules.asked(&self.state) == Some(side) && self.state.frame() == Frame::Moving
    }

    fn to(&mut self, goal: Hex) -> bool {
        let rules = self.reader.rules;
        let at = self.state.hex_of(self.state.hand.piece);
        if at == goal {
            return true;
        }
        let way = match at.is_some() && rules.ground.grid.adjacent(at, goal) {
            true => None,
            false => March::new(rules, &self.state).path_to(goal),
        };
        match way {
            Some(actions) => actions.into_iter().all(|action| self.go(action)),
            None => self.step(goal),
        }
    }

    /// A step into a neighbour; a Column turns toward it first.
    fn step(&mut self, goal: Hex) -> bool {
        let rules = self.reader.rules;
        let (piece, at) = (self.state.hand.piece, self.state.hex_of(self.state.hand.piece));
        if at.is_some()
            && let Some(way) = rules.ground.grid.direction_between(at, goal)
            && self.state.formation(piece).has_facing()
            && !self.state.formation(piece).faces_vertex()
            && self.state.facing(piece) != Facing::side(way)
            && rules.may_turn(&self.state, &self.state.hand, Facing::side(way)).is_ok()
            && !self.go(Action::Turn(Facing::side(way)))
        {
            return false;
        }
        self.go(Action::Step(goal))
    }

    /// Turns vertex by vertex, or at once.
    fn face(&mut self, facing: Facing) -> bool {
        for _ in 0..6 {
            let piece = self.state.hand.piece;
            let now = self.state.facing(piece);
            if now == facing {
                return true;
            }
            let line = self.state.formation(piece).faces_vertex() && facing.is_vertex();
            let next = match line {
                true => {
                    let nearer = |hand: &Hand| now.turned(*hand).steps_to(facing).unwrap_or(0);
                    Hand::BOTH.into_iter().min_by_key(nearer).map_or(facing, |hand| now.turned(hand))
                }
                false => facing,
            };
            if !self.go(Action::Turn(next)) {
                return false;
            }
        }
        true
    }
}
