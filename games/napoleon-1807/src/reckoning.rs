//! Odds of a whole combat, from its declaration to the last commander in danger. The rules do everything; here is only the
//! script that answers their questions, and what is remembered.

use board::{Direction, Facing, Hex};
use kernel::reckoning::{Way, put};
use kernel::{OddsError, Outcome, Reckoning, Ruleset, Script, Seat, Tale, Told, Viewer};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, enemy_of};
use crate::event::{Event, Wound};
use crate::sequence::Frame;
use crate::state::{Clash, HEXES, NO_ROW, State};
use crate::tables::Cell;

/// Both sides fire with everything, pursue with one unit, and lose where they are strongest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steadfast;

const SCRIPT: Script = Script {
    name: "steadfast",
    assumes: "The combat is fought as it is declared. Whoever may use rifle fire does, by whole hexes and at the strongest \
              unit. The winner pursues with one unit, the one of the best morale. Losses with a choice go to the unit with \
              the most strength points left.",
};

/// What the numbers of a tale are: the attacker's, and after it the defender's.
mod number {
    pub(super) const LOST: usize = 0;
    pub(super) const DISORGANIZED: usize = 2;
    pub(super) const ELIMINATED: usize = 4;
    pub(super) const RETREATED: usize = 6;
    pub(super) const PURSUED: usize = 8;
    pub(super) const COMMANDERS: usize = 10;
}

impl Reckoning<Rules> for Steadfast {
    fn script(&self) -> Script {
        SCRIPT
    }

    fn is_under_way(&self, _: &Rules, state: &State) -> bool {
        state.frame() == Frame::Declare || state.frames.contains(&Frame::CloseCombat)
    }

    fn is_open(&self, _: &Rules, _: &State, _: &State, _: Viewer) -> bool {
        true
    }

    fn choose(&self, rules: &Rules, state: &State, _: Seat, actions: &[Action]) -> usize {
        let places = 0..actions.len();
        // Of answers that are alike, the first.
        let first = |place: &usize| usize::MAX - place;
        let frame = state.frame();
        let found = if frame == Frame::Declare {
            let wanted = |action: &Action| *action == Action::Fight;
            // 9.16: a charge at several has to name them all.
            let named = |action: &Action| matches!(action, Action::Target(_));
            actions.iter().position(wanted).or_else(|| actions.iter().position(named))
        } else if matches!(frame, Frame::Volley { .. }) {
            places.max_by_key(|place| {
                let points = |unit: CounterId| state.points(unit);
                if let Action::ShootTogether(_, target) = actions[*place] {
                    (2, points(target), first(place))
                } else if let Action::Shoot(_, target) = actions[*place] {
                    (1, points(target), first(place))
                } else {
                    (0, 0, 0)
                }
            })
        } else if let Frame::Pursuit { side } = frame {
            let done = state.combat.pursued.intersects(&state.combat.of(side));
            places.max_by_key(|place| {
                let morale =
                    if let Action::Pursue(unit, _) = actions[*place] { rules.morale(state, unit) + 1 } else { 0 };
                let stays = actions[*place] == Action::Stay;
                (if done { u8::from(stays) } else { morale }, first(place))
            })
        } else if matches!(frame, Frame::Losses { .. }) {
            places.max_by_key(|place| {
                let points = if let Action::Lose(unit) = actions[*place] { state.points(unit) } else { 0 };
                (points, first(place))
            })
        } else {
            None
        };
        found.unwrap_or(0)
    }

    /// Throws of which only a few things can come.
    fn at_once(
        &self,
        rules: &Rules,
        state: &State,
        _: &Tale,
        ways: &mut dyn FnMut(Way<'_, Rules>) -> Result<(), OddsError>,
    ) -> Result<bool, OddsError> {
        let throws = if state.frame() == Frame::CombatDie {
            rules.combat_classes(state)
        } else if let Some(class) = rules.classes(state) {
            let pairs =
                (2..=12u8).map(|sum| (class[usize::from(sum)], [sum.div_ceil(2), sum / 2], 6 - sum.abs_diff(7)));
            grouped(pairs.map(|(class, dice, number)| (class, Outcome(dice.into_iter().collect()), number)))
        } else {
            return Ok(false);
        };
        let of = throws.iter().map(|(_, _, number)| *number).sum();
        for (_, outcome, number) in throws {
            let make = |events: &mut Vec<Event>| {
                let mut after = state.clone();
                rules.fall(&mut after, &outcome, events);
                rules.run(&mut after, events);
                self.answer(rules, &mut after, events);
                after
            };
            ways(Way { ways: (number, of), key: &[], make: &make })?;
        }
        Ok(true)
    }

    /// When casualties are thrown in an assault, it no longer matters how the units look and who is disorganized.
    fn wipe(&self, _: &Rules, state: &mut State) -> bool {
        let combat = &mut state.combat;
        let last = Frame::LossDice { side: enemy_of(combat.attacker) };
        if combat.clash != Clash::Assault || state.frames.last() != Some(&last) {
            return false;
        }
        (combat.row, combat.modifier, combat.beaten) = (NO_ROW, 0, [false; 2]);
        (combat.testing, combat.pursued, combat.retreating) = (CounterSet::EMPTY, CounterSet::EMPTY, CounterSet::EMPTY);
        combat.trails = [[Hex::NONE; 2]; HEXES];
        let fought = combat.attackers.union(combat.defenders);
        state.disorganized = state.disorganized.difference(fought);
        for unit in fought {
            state.facing[unit.index()] = Facing::side(Direction::North);
        }
        true
    }

    fn key(&self, rules: &Rules, state: &State, key: &mut Vec<u8>) {
        put(key, &state.frames);
        put(key, &state.combat);
        put(key, &(state.disorganized, state.square, state.marker, state.marker_fought, state.wounded, state.spent));
        put(key, &(state.poised, state.chief, state.chief_killed, state.losses, state.control, state.hand, state.duty));
        let fought = state.combat.attackers.union(state.combat.defenders);
        let hexes = state.combat.from.iter().chain(state.combat.targets.iter());
        let with = hexes.flat_map(|hex| rules.commanders_in(state, *hex));
        for counter in fought.union(with.collect()).union(state.combat.exposed) {
            let index = counter.index();
            put(key, &(counter, state.fate[index], state.at[index], state.strength[index]));
            put(key, &(state.facing[index], state.hits[index], state.aim[index]));
        }
    }

    fn hear(&self, rules: &Rules, (before, _): (&State, &State), events: &[Event], tale: &mut Tale) {
        let place = |unit: CounterId| before.combat.place_of(rules.side_of(unit));
        for event in events {
            if let Event::Lost { unit, points, .. } = *event {
                tale[number::LOST + place(unit)] += i16::from(points);
            }
            if let Event::Disorganized { unit } = *event {
                tale[number::DISORGANIZED + place(unit)] += 1;
            }
            if let Event::Eliminated { unit, .. } = *event {
                tale[number::ELIMINATED + place(unit)] += 1;
            }
            if let Event::Retreated { unit, .. } = *event {
                tale[number::RETREATED + place(unit)] = 1;
            }
            if let Event::Pursued { unit, .. } = *event {
                tale[number::PURSUED + place(unit)] = 1;
            }
            if let Event::CommanderThrown { commander, wound: Wound::Wounded | Wound::Dead, .. } = *event {
                tale[number::COMMANDERS + place(commander)] += 1;
            }
        }
    }

    fn tell(&self, _: &Rules, tale: &Tale) -> Vec<Told> {
        let [attacker_back, defender_back] = [tale[number::RETREATED] > 0, tale[number::RETREATED + 1] > 0];
        let [attacker_follows, defender_follows] = [tale[number::PURSUED] > 0, tale[number::PURSUED + 1] > 0];
        let (place, words) = match (defender_back, attacker_back) {
            (true, true) => (2, "both driven back"),
            (true, false) if attacker_follows => (0, "the defender is driven back and pursued"),
            (true, false) => (1, "the defender is driven back"),
            (false, true) if defender_follows => (6, "the attacker is driven back and pursued"),
            (false, true) => (5, "the attacker is driven back"),
            (false, false) if attacker_follows => (3, "the defender is gone, the attacker takes his place"),
            (false, false) => (4, "everybody stands where he stood"),
        };
        let mut said = vec![Told { question: "How it ends", place, words: words.to_owned(), counts: false }];
        let mut count = |question: &'static str, amount: i16| {
            said.push(Told { question, place: amount.into(), words: amount.to_string(), counts: true });
        };
        count("SP lost by the attacker", tale[number::LOST]);
        count("SP lost by the defender", tale[number::LOST + 1]);
        count("Attacking units disorganized", tale[number::DISORGANIZED]);
        count("Defending units disorganized", tale[number::DISORGANIZED + 1]);
        count("Attacking units eliminated", tale[number::ELIMINATED]);
        count("Defending units eliminated", tale[number::ELIMINATED + 1]);
        count("Attacking commanders hit", tale[number::COMMANDERS]);
        count("Defending commanders hit", tale[number::COMMANDERS + 1]);
        said
    }
}

impl Steadfast {
    /// Answers everything that is asked in this combat before dice fall again.
    fn answer(&self, rules: &Rules, state: &mut State, events: &mut Vec<Event>) {
        let mut actions = Vec::new();
        while self.is_under_way(rules, state)
            && let Some(side) = rules.asked(state)
        {
            actions.clear();
            rules.list(state, side, &mut actions);
            let seat = Rules::seat_of(side);
            let Some(action) = actions.get(self.choose(rules, state, seat, &actions)).copied() else { return };
            rules.play(state, seat, &action, events);
        }
    }
}

/// A kind of outcome, one outcome of it, and in how many ways it comes about.
type Throws = Vec<(u8, Outcome, u128)>;

/// Outcomes of the same kind as one.
fn grouped(outcomes: impl Iterator<Item = (u8, Outcome, u8)>) -> Throws {
    let mut throws: Throws = Vec::new();
    for (class, outcome, number) in outcomes {
        match throws.iter_mut().find(|(known, ..)| *known == class) {
            Some((_, _, ways)) => *ways += u128::from(number),
            None => throws.push((class, outcome, number.into())),
        }
    }
    throws
}

impl Rules {
    /// What can come of the combat die: a row of the table.
    fn combat_classes(&self, state: &State) -> Throws {
        let row = |die: u8| self.tables.combat_row(die as i8 + state.combat.modifier);
        grouped((1..=6).map(|die| (row(die), Outcome([die].into_iter().collect()), 1)))
    }

    /// What can come of the two dice that are to fall, by their sum: equal numbers stand for the same.
    fn classes(&self, state: &State) -> Option<[u8; 13]> {
        let by_sum =
            |class: &dyn Fn(u8) -> u8| -> Option<[u8; 13]> { Some(std::array::from_fn(|sum| class(sum as u8))) };
        let frame = state.frame();
        if let Frame::MoraleDice { unit } | Frame::PursuitDice { unit, .. } = frame {
            let morale = self.morale(state, unit);
            return by_sum(&|sum| u8::from(sum > morale));
        }
        if let Frame::RifleDice { unit, together, target } = frame {
            let (points, modifier) = self.volley_strength(state, (unit, together), target);
            let cell = |sum: u8| self.tables.rifle(self.is_cavalry(unit), points, sum as i8 + modifier);
            return by_sum(&|sum| match cell(sum) {
                Cell::Nothing => 0,
                Cell::Disorganized => 1,
                Cell::Loss(points) => 2 + 2 * points,
                Cell::Test(points) => 3 + 2 * points,
            });
        }
        if let Frame::LossDice { side } = frame {
            let suffers = state.combat.place_of(side);
            let shift = if suffers == 0 { -state.combat.terrain } else { state.combat.terrain };
            let strength = state.combat.strength[1 - suffers];
            // More than there is left to lose is all of it.
            let left: u16 = state.combat.of(side).iter().map(|unit| state.points(unit)).sum();
            let points = |sum: u8| u16::from(self.tables.losses(strength, shift, sum).0).min(left) as u8;
            return by_sum(&|sum| if sum < 2 { 0 } else { points(sum) });
        }
        if let Frame::CommanderDice { .. } = frame {
            let losses = &self.tables.commander_loss;
            return by_sum(&|sum| u8::from(sum >= losses.wounded) + u8::from(sum >= losses.dead));
        }
        None
    }
}
