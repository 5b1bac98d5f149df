//! What players are asked, in words.

use board::boxes::BoxId;
use kernel::{Prompt, Seat, Side};

use crate::Rules;
use crate::cards::CardNumber;
use crate::counters::{Army, ArmyId, CounterId, FRENCH};
use crate::sequence::{Administration, Combat, Events, Frame, Guns, Movement};
use crate::state::{State, Whereabouts};

pub(crate) fn side_name(side: Side) -> &'static str {
    if side == FRENCH { "French" } else { "Allies" }
}

impl Rules {
    pub(crate) fn armies(&self) -> &[Army] {
        &self.scenario.armies
    }

    /// The army that a counter answers to: its own, or its parent's (6.1d).
    pub(crate) fn army_of(&self, state: &State, counter: CounterId) -> Option<ArmyId> {
        let parent = state.piece(counter).parent;
        self.counter(counter).army.or_else(|| self.counter(parent?).army)
    }

    /// The box in which a counter is, or by which it comes.
    pub(crate) fn standing_at(&self, state: &State, counter: CounterId) -> Option<BoxId> {
        match state.piece(counter).whereabouts {
            Whereabouts::At(place) | Whereabouts::Entering(place) => Some(place),
            Whereabouts::Waiting
            | Whereabouts::Pool
            | Whereabouts::Recalled
            | Whereabouts::Lost
            | Whereabouts::Captured => None,
        }
    }

    pub(crate) fn card_title(&self, card: CardNumber, second_half: bool) -> String {
        self.cards.get(card).map_or_else(String::new, |card| card.halves[usize::from(second_half)].title.clone())
    }

    pub(crate) fn army_name(&self, army: ArmyId) -> &str {
        self.armies().get(army.index()).map_or("an army", |army| army.name.as_str())
    }

    pub(crate) fn question(&self, state: &State, _seat: Seat, frame: Frame) -> Prompt {
        match frame {
            Frame::Events(frame) => self.ask_events(state, frame),
            Frame::Administration(frame) => self.ask_administration(frame),
            Frame::Movement(frame) => self.ask_movement(state, frame),
            Frame::Guns(frame) => self.ask_guns(state, frame),
            Frame::Combat(frame) => self.ask_combat(state, frame),
            Frame::GameOver => prompt("2.0", "over", "The game is over."),
        }
    }

    fn ask_events(&self, state: &State, frame: Events) -> Prompt {
        match frame {
            Events::LeaderReturns { leader } => {
                let name = self.name_of(leader);
                let text =
                    format!("{name} comes back: beside his commander in chief, or on the supply source of his army.");
                prompt("4.2d", "where a leader returns", text)
            }
            Events::ChooseFirst { .. } => {
                prompt("3.2a", "first or second", "Choose whether you move first or second in this turn.")
            }
            Events::StepAside { at, .. } => {
                let at = self.box_name(at);
                let text = format!("Enemy reinforcements arrive at {at}: your counters there must step one box aside.");
                prompt("3.3b", format!("step aside from {at}"), text)
            }
            Events::Replacements { side } => {
                let waiting: Vec<String> = state
                    .replacements
                    .iter()
                    .filter(|(_, points)| *points > 0)
                    .map(|(nation, points)| format!("{points} {}", nation.name()))
                    .collect();
                let text = format!(
                    "Strength points to put into units: {}. No unit takes more than two, none beyond its roster; what is left over is lost.",
                    waiting.join(", ")
                );
                prompt("B.3.3a", format!("replacements of the {}", side_name(side)), text)
            }
            Events::Discard { .. } => prompt("B.2D", "discard", "You may keep two event cards. Choose one to discard."),
            Events::LiftAway { .. } => prompt(
                "A.arm.k",
                "lift away",
                "The armistice begins: counters beside the enemy that cannot march off are lifted to a box away from him.",
            ),
            Events::Open
            | Events::WeatherDie
            | Events::Leaders
            | Events::FirstPlayer
            | Events::FirstPlayerDie { .. }
            | Events::Arrivals
            | Events::ArrivalDie { .. }
            | Events::DefectionDie { .. }
            | Events::CardDie { .. }
            | Events::Close
            | Events::Calendar => nothing_to_ask(),
        }
    }

    fn ask_administration(&self, frame: Administration) -> Prompt {
        match frame {
            Administration::ReturnDummies { left, .. } => {
                let text = format!("You may bring back {left} of your dummies, each to a box with counters of yours.");
                prompt("7.1g", format!("{left} dummies to return"), text)
            }
            Administration::ForceMarkers { .. } => {
                prompt("7.2a", "force markers", "You may put stacks of more than ten counters under Force markers.")
            }
            Administration::SharePoints { army, with, pips } => {
                let (first, second) = (self.army_name(army), self.army_name(with));
                let text = format!(
                    "The die shows {pips}: how many of these points go to the {first}? The {second} gets the rest; each adds its commander's value."
                );
                prompt("B.4.5", format!("share {pips} points"), text)
            }
            Administration::Open
            | Administration::TurnDown
            | Administration::Lines
            | Administration::PointsDie { .. }
            | Administration::Done => nothing_to_ask(),
        }
    }

    fn ask_movement(&self, state: &State, frame: Movement) -> Prompt {
        let in_hand = || state.march.as_ref().map_or("nowhere", |march| self.box_name(march.at));
        match frame {
            Movement::Choose { .. } => {
                prompt("2.B2a", "movement", "Take counters to put a stack together and march, or end your movement.")
            }
            Movement::Muster { .. } => {
                let text = format!(
                    "The stack at {}: add counters, then say who pays and whether it is a forced march; or let it dig in; or put it down.",
                    in_hand()
                );
                prompt("5.4b", format!("muster at {}", in_hand()), text)
            }
            Movement::March { .. } => {
                let points = state.march.as_ref().map_or(0, |march| march.points);
                let text =
                    format!("The stack is at {} with {points} movement points left: step, work, or halt.", in_hand());
                prompt("5.3a", format!("march at {}, {points} left", in_hand()), text)
            }
            Movement::DisplaceLeader { leader } => {
                let name = self.name_of(leader);
                let text =
                    format!("{name} stands alone before the enemy and leaves: choose the nearest army he goes to.");
                prompt("4.2c", "where a leader goes", text)
            }
            Movement::AskScout { .. } => {
                let text = format!("Your cavalry has entered {}: reconnoitre, or go in to fight?", in_hand());
                prompt("6.3a", format!("scout at {}", in_hand()), text)
            }
            Movement::Show { at, left, .. } => {
                let at = self.box_name(at);
                let text =
                    format!("The enemy's scouts find out about {left} more of your counters at {at}: choose which.");
                prompt("6.3e", format!("show {left} at {at}"), text)
            }
            Movement::ScoutsReturn { .. } => {
                let text =
                    "The reconnaissance is over: your cavalry may go back, at the risk of losses, or stay and fight.";
                prompt("6.3f", "scouts return", text)
            }
            Movement::Withdraw { at, .. } => {
                let at = self.box_name(at);
                let text = format!(
                    "The enemy has entered {at}. Cavalry may withdraw from there, unit by unit, or stand fast."
                );
                prompt("6.3i", format!("withdraw from {at}"), text)
            }
            Movement::Intercept { at, .. } => {
                let at = self.box_name(at);
                let text = format!(
                    "An enemy stack has entered {at}. Name the counters that are to intercept it, one Force from each box, or none."
                );
                prompt("6.5.1a", format!("interception at {at}"), text)
            }
            Movement::Intercepting { from, .. } => {
                let from = self.box_name(from);
                let text = format!(
                    "The Force at {from} may intercept: move in and end the enemy's march, step back one box, or let it pass."
                );
                prompt("6.5.1j", format!("intercepting from {from}"), text)
            }
            Movement::Open
            | Movement::PointsDie { .. }
            | Movement::Entered
            | Movement::ScoutDie
            | Movement::WithdrawalDie { .. }
            | Movement::InterceptionDie { .. }
            | Movement::StepDone
            | Movement::Halted
            | Movement::StragglerDie { .. }
            | Movement::Recover { .. }
            | Movement::RecoveryDie { .. }
            | Movement::Close => nothing_to_ask(),
        }
    }

    fn ask_guns(&self, state: &State, frame: Guns) -> Prompt {
        match frame {
            Guns::Choose { .. } => {
                let places: Vec<&str> = state.battles.boxes().map(|place| self.box_name(place)).collect();
                let text = format!(
                    "Guns are heard at {}. Forces within two movement points may march there; or be done.",
                    places.join(", ")
                );
                prompt("6.5.2a", "march to the guns", text)
            }
            Guns::Muster { .. } => prompt(
                "6.5.2a",
                "muster for the guns",
                "Add counters of the same box, then name the battle they march to.",
            ),
            Guns::Open | Guns::Die { .. } | Guns::Close => nothing_to_ask(),
        }
    }

    fn ask_combat(&self, state: &State, frame: Combat) -> Prompt {
        let at: Option<BoxId> = state.battle.as_ref().map(|battle| battle.at);
        let at = at.map_or("nowhere", |at| self.box_name(at));
        match frame {
            Combat::Choose { .. } => {
                let left: Vec<&str> = state.battles.boxes().map(|place| self.box_name(place)).collect();
                let text = match left.as_slice() {
                    [] => "Every battle is fought. End the combat phase.".to_owned(),
                    left => format!("Battles to be fought: {}. Choose the next.", left.join(", ")),
                };
                prompt("8.0", "next battle", text)
            }
            Combat::Shelter { .. } => {
                let text = format!(
                    "You are attacked at {at}: stand outside the walls, or name who goes inside and close the gates."
                );
                prompt("8.8b", format!("shelter at {at}"), text)
            }
            Combat::Overflow { .. } => {
                let text =
                    format!("There is no room for all inside {at}: the others leave to one box free of enemies.");
                prompt("8.8f", format!("leave {at}"), text)
            }
            Combat::Invest { .. } => prompt(
                "8.8c",
                format!("before {at}"),
                format!("Before the walls of {at}: assault, besiege, mask or leave it."),
            ),
            Combat::Tactics => {
                let text = format!(
                    "Battle of {at}: choose your tactic in secret. Half the sum of both is the number of rounds."
                );
                prompt("8.1a", format!("tactic at {at}"), text)
            }
            Combat::AskOverrun { .. } => {
                let text = format!("You are six times as strong at {at}: try an overrun instead of this round?");
                prompt("8.4c", format!("overrun at {at}"), text)
            }
            Combat::OverrunAdvance { .. } => {
                prompt("8.4e", "advance after overrun", "You may advance one box more, not into an enemy's, or remain.")
            }
            Combat::Losses { left, .. } => {
                let text = format!("{left} strength points to lose at {at}: choose the unit that takes the next.");
                prompt("8.4a", format!("lose {left}"), text)
            }
            Combat::Retreat { side, .. } => {
                let text = format!("The {} retreat from {at}: choose the box for all of them.", side_name(side));
                prompt("8.7a", format!("retreat from {at}"), text)
            }
            Combat::AskBlowBridge { .. } => {
                let text = "You have crossed a bridge in retreat: try to blow it up? 2 or 4 it is gone, 6 it stands, any other face costs a strength point.";
                prompt("6.4c", "blow the bridge", text)
            }
            Combat::AskRetire { side, .. } => {
                let text = format!("The {} hold {at} and may retire one box all the same, or remain.", side_name(side));
                prompt("8.7a", format!("retire from {at}"), text)
            }
            Combat::Open
            | Combat::SiegeDie
            | Combat::Reveal
            | Combat::OverrunDie
            | Combat::Round
            | Combat::BattleDie { .. }
            | Combat::ArtilleryDie { .. }
            | Combat::Casualties
            | Combat::Morale
            | Combat::MoraleDie { .. }
            | Combat::RoundEnd
            | Combat::Verdict
            | Combat::PursuitDie
            | Combat::BlowBridgeDie { .. }
            | Combat::BattleOver
            | Combat::Close => nothing_to_ask(),
        }
    }
}

fn prompt(case: &'static str, short: impl Into<String>, text: impl Into<String>) -> Prompt {
    Prompt { case, short: short.into(), text: text.into() }
}

/// Frames that wait for nobody.
fn nothing_to_ask() -> Prompt {
    prompt("2.0", "nothing", "Nobody is asked anything.")
}
