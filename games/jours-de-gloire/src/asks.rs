//! What players are asked: the words, and the counters and boxes that a question is about. Counters are the seat's own,
//! boxes are seen by everybody.

use board::boxes::BoxId;
use kernel::{Ask, Seat, Side};

use crate::Rules;
use crate::battle::Tactic;
use crate::counters::{CounterId, SIDES};
use crate::notation::standpoint;
use crate::rules::r06_guns::EARSHOT;
use crate::rules::r07_return_of_dummies::BIG_STACK;
use crate::rules::ra_cards::CARDS_KEPT;
use crate::sequence::{AdministrationQuestion, CombatQuestion, EventsQuestion, Frame, GunsQuestion, MovementQuestion};
use crate::sets::CounterSet;
use crate::state::State;
use crate::tables::Blowing;

/// A question being put to a seat, and what it sees.
struct Asking<'r> {
    rules: &'r Rules,
    state: &'r State,
    seat: Seat,
    side: Side,
}

impl Rules {
    pub(crate) fn question(&self, state: &State, seat: Seat, frame: Frame) -> Ask {
        let asking = Asking { rules: self, state, seat, side: self.side_of_seat(seat) };
        let asked = match frame {
            Frame::Events(frame) => frame.asked().map(|question| asking.events(question)),
            Frame::Administration(frame) => frame.asked().map(|question| asking.administration(question)),
            Frame::Movement(frame) => frame.asked().map(|question| asking.movement(question)),
            Frame::Guns(frame) => frame.asked().map(|question| asking.guns(question)),
            Frame::Combat(frame) => frame.asked().map(|question| asking.combat(question)),
            Frame::GameOver => return Ask::new(case!("2.0"), "over", "The game is over."),
        };
        asked.unwrap_or_else(|| Ask::new(case!("2.0"), "nothing", "Nobody has anything to decide."))
    }
}

impl Asking<'_> {
    fn units(&self, ask: Ask, counters: impl IntoIterator<Item = CounterId>) -> Ask {
        ask.units(counters.into_iter().map(|counter| self.rules.counter(counter).id.clone()))
    }

    fn boxes(&self, ask: Ask, boxes: impl IntoIterator<Item = BoxId>) -> Ask {
        ask.places(boxes.into_iter().map(|place| self.rules.box_name(place).to_owned()))
    }

    /// A question about the place from which the seat's orders are given.
    fn here(&self, ask: Ask) -> Ask {
        self.boxes(ask, standpoint(self.state, self.side))
    }

    /// Those of these sets that belong to the side.
    fn own(&self, sets: impl IntoIterator<Item = CounterSet>) -> CounterSet {
        let all = sets.into_iter().flat_map(|set| set.iter().collect::<Vec<_>>());
        all.filter(|counter| self.rules.side_of(*counter) == self.side).collect()
    }

    fn own_in(&self, place: BoxId) -> CounterSet {
        self.rules.of_side_in(self.state, self.side, place)
    }

    fn stack(&self) -> CounterSet {
        self.state.march.map_or(CounterSet::EMPTY, |march| march.stack)
    }

    /// The box of the march in hand.
    fn march_at(&self) -> &str {
        self.state.march.as_ref().map_or("nowhere", |march| self.rules.box_name(march.at))
    }

    /// Names one after the other.
    fn names(&self, counters: &CounterSet) -> String {
        let names: Vec<String> = counters.iter().map(|counter| self.rules.name_of(counter)).collect();
        if names.is_empty() { "nobody".into() } else { names.join(", ") }
    }

    /// What the armies of a seat have left, for their own side's eyes (4.5h).
    fn points_left(&self) -> String {
        let Asking { rules, state, seat, side } = *self;
        let armies = rules.armies_in_play(state, side).into_iter();
        let own = armies.filter(|army| !rules.agreed.by_army || rules.seat_of_army(*army) == seat);
        let words = own.map(|army| format!("{} {}", rules.army_name(army), state.army(army).points));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Where there are battles: "Weimar", "Weimar and Jena".
    fn battles(&self) -> String {
        let names: Vec<&str> = self.state.battles.iter().map(|place| self.rules.box_name(place)).collect();
        match names.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            names => names.concat(),
        }
    }

    fn events(&self, question: EventsQuestion) -> Ask {
        let ask = match question {
            EventsQuestion::LeaderReturns { leader } => {
                let name = self.rules.name_of(leader);
                let text =
                    format!("{name} returns: choose his commander in chief's box or a supply source of his army.");
                self.units(Ask::new(case!("4.2d"), "where a leader returns", text), [leader])
            }
            EventsQuestion::ChooseFirst { .. } => {
                let text = "Choose whether to move first or second this turn. The second player sees all the enemy's marches before making his own.";
                Ask::new(case!("3.2a"), "first or second", text)
            }
            EventsQuestion::StepAside { at, .. } => {
                let name = self.rules.box_name(at);
                let text =
                    format!("Enemy reinforcements arrive at {name}: move all your counters there to one adjacent box.");
                self.units(Ask::new(case!("3.3b"), format!("step aside from {name}"), text), self.own_in(at).iter())
            }
            EventsQuestion::Replacements { side } => {
                let waiting: Vec<String> = self
                    .state
                    .replacements
                    .iter()
                    .filter(|(_, points)| *points > 0)
                    .map(|(nation, points)| format!("{points} {}", nation.name()))
                    .collect();
                let text = format!(
                    "Strength points to give to units: {}. At most {} per unit and turn, and not beyond its {}; what is left over {}.",
                    waiting.join(", "),
                    self.rules.campaign.strength_per_unit,
                    self.rules.campaign.strength_ceiling.name(),
                    if self.rules.campaign.strength_kept { "waits for the next turn" } else { "is lost" }
                );
                Ask::new(case!("B.3.3a"), format!("replacements of the {}", SIDES.name(side)), text)
            }
            EventsQuestion::Discard { .. } => {
                let text = format!("You may keep {CARDS_KEPT} event cards. Choose one to discard.");
                Ask::new(case!("B.2D"), "discard", text)
            }
            EventsQuestion::LiftAway { .. } => Ask::new(
                case!("A.arm.k"),
                "lift away",
                "The armistice begins: move counters next to the enemy that could not march away to the nearest legal box.",
            ),
        };
        self.here(ask)
    }

    fn administration(&self, question: AdministrationQuestion) -> Ask {
        match question {
            AdministrationQuestion::ReturnDummies { left, .. } => {
                let text = match left {
                    1 => "You may return one of your dummies to a box with your counters.".to_owned(),
                    left => format!("You may return {left} of your dummies, each to a box with your counters."),
                };
                Ask::new(case!("7.1g"), format!("{left} dummies to return"), text)
            }
            AdministrationQuestion::ForceMarkers { .. } => {
                let text = format!("You may place stacks of {BIG_STACK} counters or more under Force markers.");
                Ask::new(case!("7.2a"), "force markers", text)
            }
            AdministrationQuestion::SharePoints { army, with, pips } => {
                let [first, second] = [army, with].map(|army| self.rules.army_name(army));
                let text = format!(
                    "The die shows {pips}: how many of these points go to the {first}? The {second} gets the rest; each adds its commander's value."
                );
                Ask::new(case!("B.4.5"), format!("share {pips} points"), text)
            }
        }
    }

    fn movement(&self, question: MovementQuestion) -> Ask {
        let (rules, march_at) = (self.rules, self.march_at());
        match question {
            MovementQuestion::Choose { .. } => {
                let text = format!(
                    "Select a counter, and others in its box, to march together; or end your movement. Command points left: {}.",
                    self.points_left()
                );
                Ask::new(case!("2.B2a"), "movement", text)
            }
            MovementQuestion::Muster { .. } => {
                let text = format!(
                    "At {march_at}: {}. Add other counters in the box, then march. A forced march goes farther, but costs stragglers and fatigue. Or entrench, or deselect them.",
                    self.names(&self.stack())
                );
                self.in_hand(Ask::new(case!("5.4b"), format!("muster at {march_at}"), text))
            }
            MovementQuestion::March { .. } => {
                let points = self.state.march.as_ref().map_or(0, |march| march.points);
                let text = format!(
                    "{} at {march_at}, with {points} movement points left: march on to an adjacent box, work on a bridge, or stop. Entering a box with enemies ends the march.",
                    self.names(&self.stack())
                );
                self.in_hand(Ask::new(case!("5.3a"), format!("march at {march_at}, {points} left"), text))
            }
            MovementQuestion::DisplaceLeader { leader } => {
                let name = rules.name_of(leader);
                let text =
                    format!("The enemy found {name} alone: choose which of the nearest friendly armies he joins.");
                self.here(self.units(Ask::new(case!("4.2c"), "where a leader goes", text), [leader]))
            }
            MovementQuestion::AskScout { .. } => {
                let text = format!(
                    "Your stack has met enemies at {march_at}. Its cavalry may scout first to see what is there; or go in, and there will be a battle."
                );
                self.here(
                    self.units(Ask::new(case!("6.3a"), format!("scout at {march_at}"), text), self.stack().iter()),
                )
            }
            MovementQuestion::Show { at, left, .. } => {
                let name = rules.box_name(at);
                let text = format!(
                    "The enemy's scouts see {left} more of your counters at {name}: choose which one to reveal."
                );
                let ask = Ask::new(case!("6.3e"), format!("show {left} at {name}"), text);
                self.here(self.units(ask, self.own_in(at).iter()))
            }
            MovementQuestion::ScoutsReturn { .. } => {
                let text = "The reconnaissance is over. Your scouts may ride back the way they came, each unit risking a strength point, or stay and fight.";
                self.here(self.units(Ask::new(case!("6.3f"), "scouts return", text), self.stack().iter()))
            }
            MovementQuestion::Withdraw { at, .. } => {
                let name = rules.box_name(at);
                let text = format!(
                    "The enemy has entered {name}. Cavalry there may withdraw to an adjacent box, each unit risking a strength point; the others stay and fight. Or all stay."
                );
                let ask = Ask::new(case!("6.3i"), format!("withdraw from {name}"), text);
                self.here(self.units(ask, self.own_in(at).iter()))
            }
            MovementQuestion::Intercept { at, .. } => {
                let name = rules.box_name(at);
                let text = format!(
                    "An enemy stack has entered {name}. Select the counters that try to intercept it, one Force from each box, or let it pass. Each Force rolls a die; if it succeeds it may move in, which ends the march and causes a battle."
                );
                let declared = self.state.reaction.iter().flat_map(|reaction| &reaction.declared);
                let ask = Ask::new(case!("6.5.1a"), format!("interception at {name}"), text);
                self.boxes(self.units(ask, self.own(declared.map(|it| it.force)).iter()), [at])
            }
            MovementQuestion::Intercepting { from, .. } => {
                let name = rules.box_name(from);
                let text = format!(
                    "The Force at {name} may intercept: move in, which ends the enemy's march and makes you the defender in a battle; step back one box; or let him pass."
                );
                let first = self.state.reaction.iter().flat_map(|reaction| reaction.declared.iter().take(1));
                let force = self.own(first.filter(|it| it.from == from).map(|it| it.force));
                let ask = Ask::new(case!("6.5.1j"), format!("intercepting from {name}"), text);
                self.boxes(self.here(self.units(ask, force.iter())), self.state.march.map(|march| march.at))
            }
        }
    }

    /// A prompt about the stack in hand.
    fn in_hand(&self, ask: Ask) -> Ask {
        let stack = self.stack();
        let ask = self.here(self.units(ask, stack.iter()));
        match stack.first() {
            Some(first) => ask.in_hand(&self.rules.counter(first).id),
            None => ask,
        }
    }

    fn guns(&self, question: GunsQuestion) -> Ask {
        let ask = match question {
            GunsQuestion::Choose { .. } => {
                let some = if self.state.battles.len() > 1 { "There are battles" } else { "There is a battle" };
                let text = format!(
                    "{some} at {}. Your Forces within {EARSHOT} movement points may try to march there; on a low roll they join it after round {} or {}. Select counters, or finish.",
                    self.battles(),
                    self.rules.joins_after(1),
                    self.rules.joins_after(EARSHOT)
                );
                Ask::new(case!("6.5.2a"), "march to the guns", text)
            }
            GunsQuestion::Muster { .. } => {
                let text = "Add counters in the same box, then choose the battle they march to. A die roll decides whether they get there.";
                let last = self.state.reaction.iter().flat_map(|reaction| reaction.declared.last());
                self.units(
                    Ask::new(case!("6.5.2a"), "muster for the guns", text),
                    self.own(last.map(|it| it.force)).iter(),
                )
            }
        };
        self.boxes(ask, self.state.battles.iter())
    }

    fn combat(&self, question: CombatQuestion) -> Ask {
        let at = self.state.battle.as_ref().map_or("nowhere", |battle| self.rules.box_name(battle.at));
        let ask = match question {
            CombatQuestion::Choose { .. } => {
                let left = self.battles();
                let text = match left.is_empty() {
                    true => "All battles have been fought. End the combat phase.".to_owned(),
                    false => format!(
                        "Both sides are at {left}. Choose the next battle or siege; only sieges may be left alone."
                    ),
                };
                return self.boxes(Ask::new(case!("8.0"), "next battle", text), self.state.battles.iter());
            }
            CombatQuestion::Shelter { .. } => {
                let text = format!(
                    "You are attacked at {at}. Fight outside the walls, or choose who goes inside, as far as there is room, and close the gates."
                );
                Ask::new(case!("8.8b"), format!("shelter at {at}"), text)
            }
            CombatQuestion::Overflow { .. } => {
                let text = format!(
                    "There is not enough room inside {at}: the rest leave together for a box without enemies, or stay and fight outside the walls."
                );
                Ask::new(case!("8.8f"), format!("leave {at}"), text)
            }
            CombatQuestion::Invest { .. } => {
                let text = format!(
                    "You are before the walls of {at}. Assault it, with {} of your strength; besiege it, with a die roll each turn; or mask it, without a roll.",
                    match self.rules.tables.quarters.attacker_of_fortified_city {
                        1 => "a quarter",
                        2 => "half",
                        3 => "three quarters",
                        _ => "all",
                    }
                );
                Ask::new(case!("8.8c"), format!("before {at}"), text)
            }
            CombatQuestion::Tactics => {
                let value = |tactic: Tactic| self.rules.tables.battle.tactic(tactic).value;
                let values = Tactic::ALL.map(|tactic| format!("{} {}", tactic.name(), value(tactic)));
                let text = format!(
                    "Battle of {at}: choose your tactic in secret. Half the sum of both tactics is the number of rounds and decides what a victory is worth: {}.",
                    values.join(", ")
                );
                Ask::new(case!("8.1a"), format!("tactic at {at}"), text)
            }
            CombatQuestion::AskOverrun { .. } => {
                let text = format!(
                    "You are at least {} times as strong at {at}: try to overrun the enemy with one die instead of fighting this round?",
                    self.rules.tables.battle.overrun_ratio
                );
                Ask::new(case!("8.4c"), format!("overrun at {at}"), text)
            }
            CombatQuestion::OverrunAdvance { .. } => {
                let text = "The enemy is overrun. You may advance one more box, to one without enemies, or stay.";
                Ask::new(case!("8.4e"), "advance after overrun", text)
            }
            CombatQuestion::Losses { left, .. } => {
                let text = format!(
                    "You must lose {left} strength points at {at}: choose which of the marked units takes the next one."
                );
                Ask::new(case!("8.4a"), format!("lose {left}"), text)
            }
            CombatQuestion::Retreat { side, .. } => {
                let text = format!(
                    "The {} must leave {at}: choose the box they all retreat to. Rivers and the pursuit may cost them more.",
                    SIDES.name(side)
                );
                Ask::new(case!("8.7a"), format!("retreat from {at}"), text)
            }
            CombatQuestion::AskBlowBridge { .. } => {
                let faces = |result: Blowing| {
                    let faces = (1..=6u8).filter(|die| self.rules.tables.actions.blowing(*die) == result);
                    faces.map(|die| die.to_string()).collect::<Vec<_>>().join(", ")
                };
                let text = format!(
                    "You have retreated over a bridge. Try to blow it up? On {} it is destroyed; on {} it is destroyed and you lose a strength point; on {} it stands.",
                    faces(Blowing::Blown),
                    faces(Blowing::Costly),
                    faces(Blowing::Stands)
                );
                Ask::new(case!("6.4c"), "blow the bridge", text)
            }
            CombatQuestion::AskRetire { side, .. } => {
                let text = format!("The {} hold {at}. They may still retire one box, or stay.", SIDES.name(side));
                Ask::new(case!("8.7a"), format!("retire from {at}"), text)
            }
        };
        // The counters that fight; before the battle is set up, all that are there.
        let fighting = self.own(self.state.battle.iter().map(|battle| battle.forces[self.side.index()]));
        let there = self.state.battle.as_ref().filter(|_| fighting.is_empty()).map(|battle| self.own_in(battle.at));
        self.here(self.units(ask, there.unwrap_or(fighting).iter()))
    }
}
