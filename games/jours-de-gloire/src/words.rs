//! What players are asked, in words.

use board::boxes::BoxId;
use kernel::{Prompt, Seat, Side};

use crate::Rules;
use crate::battle::Tactic;
use crate::campaigns::Ceiling;
use crate::cards::CardNumber;
use crate::counters::{Army, ArmyId, CounterId, FRENCH};
use crate::rules::r06_guns::EARSHOT;
use crate::sequence::{Administration, Combat, Events, Frame, Guns, Movement};
use crate::sets::CounterSet;
use crate::state::{State, Whereabouts};
use crate::tables::Blowing;

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

    pub(crate) fn question(&self, state: &State, seat: Seat, frame: Frame) -> Prompt {
        match frame {
            Frame::Events(frame) => self.ask_events(state, frame),
            Frame::Administration(frame) => self.ask_administration(frame),
            Frame::Movement(frame) => self.ask_movement(state, seat, frame),
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
                let text = "Choose whether you move first or second in this turn. Who moves second sees all the enemy's marches before his own.";
                prompt("3.2a", "first or second", text)
            }
            Events::StepAside { at, .. } => {
                let at = self.box_name(at);
                let text = format!(
                    "Enemy reinforcements arrive at {at}: all your counters there step aside to one box beside it."
                );
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
                    "Strength points to put into units: {}. No unit takes more than {} in a turn, none beyond its {}; what is left over {}.",
                    waiting.join(", "),
                    self.campaign.strength_per_unit,
                    match self.campaign.strength_ceiling {
                        Ceiling::Roster => "roster",
                        Ceiling::Start => "strength at the start",
                    },
                    if self.campaign.strength_kept { "waits for the next turn" } else { "is lost" }
                );
                prompt("B.3.3a", format!("replacements of the {}", side_name(side)), text)
            }
            Events::Discard { .. } => {
                prompt("B.2D", "discard", "You hold more than the two event cards you may keep. Choose one to discard.")
            }
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

    /// Names one after the other.
    fn list_of(&self, counters: &CounterSet) -> String {
        let names: Vec<String> = counters.iter().map(|counter| self.name_of(counter)).collect();
        if names.is_empty() { "nobody".into() } else { names.join(", ") }
    }

    /// What the armies of a seat have left, for their own side's eyes (4.5h).
    fn points_left(&self, state: &State, seat: Seat) -> String {
        let side = self.side_of_seat(seat);
        let armies = self.armies_in_play(state, side).into_iter();
        let own = armies.filter(|army| !self.agreed.by_army || self.seat_of_army(*army) == seat);
        let words = own.map(|army| format!("{} {}", self.army_name(army), state.army(army).points));
        words.collect::<Vec<_>>().join(", ")
    }

    fn ask_movement(&self, state: &State, seat: Seat, frame: Movement) -> Prompt {
        let in_hand = || state.march.as_ref().map_or("nowhere", |march| self.box_name(march.at));
        match frame {
            Movement::Choose { .. } => {
                let text = format!(
                    "Take a counter, and others of its box, to march them together; or end your movement. Command points left: {}.",
                    self.points_left(state, seat)
                );
                prompt("2.B2a", "movement", text)
            }
            Movement::Muster { .. } => {
                let stack = state.march.as_ref().map_or_else(String::new, |march| self.list_of(&march.stack));
                let text = format!(
                    "At {}: {stack}. Add others of the box, then march. A forced march goes farther, but costs stragglers and fatigue. Or dig in, or put them down.",
                    in_hand()
                );
                prompt("5.4b", format!("muster at {}", in_hand()), text)
            }
            Movement::March { .. } => {
                let points = state.march.as_ref().map_or(0, |march| march.points);
                let stack = state.march.as_ref().map_or_else(String::new, |march| self.list_of(&march.stack));
                let text = format!(
                    "{stack} at {}, with {points} movement points left: go on to a box beside it, work at a river, or halt. Among the enemy the march ends.",
                    in_hand()
                );
                prompt("5.3a", format!("march at {}, {points} left", in_hand()), text)
            }
            Movement::DisplaceLeader { leader } => {
                let name = self.name_of(leader);
                let text = format!(
                    "{name} was found alone by the enemy and rides off: choose to which of the nearest friends he goes."
                );
                prompt("4.2c", "where a leader goes", text)
            }
            Movement::AskScout { .. } => {
                let text = format!(
                    "Your stack has come among enemies at {}. With cavalry it may reconnoitre first and see what is there; or it goes in, and there will be a battle.",
                    in_hand()
                );
                prompt("6.3a", format!("scout at {}", in_hand()), text)
            }
            Movement::Show { at, left, .. } => {
                let at = self.box_name(at);
                let text = format!(
                    "The enemy's scouts find out about {left} more of your counters at {at}: choose which is turned up for him."
                );
                prompt("6.3e", format!("show {left} at {at}"), text)
            }
            Movement::ScoutsReturn { .. } => {
                let text = "The reconnaissance is over. Your scouts may go back the way they came, each unit at the risk of a strength point, or stay and fight.";
                prompt("6.3f", "scouts return", text)
            }
            Movement::Withdraw { at, .. } => {
                let at = self.box_name(at);
                let text = format!(
                    "The enemy has come into {at}. Cavalry there may withdraw to a box beside it, each unit at the risk of a strength point; the others stay and fight. Or stand fast."
                );
                prompt("6.3i", format!("withdraw from {at}"), text)
            }
            Movement::Intercept { at, .. } => {
                let at = self.box_name(at);
                let text = format!(
                    "An enemy stack has entered {at}. Name the counters that try to intercept it, one Force from each box, or let it pass. Each Force throws a die; if it succeeds it may move in, which ends the march and brings a battle."
                );
                prompt("6.5.1a", format!("interception at {at}"), text)
            }
            Movement::Intercepting { from, .. } => {
                let from = self.box_name(from);
                let text = format!(
                    "The Force at {from} may intercept: move in, end the enemy's march and be the defender in a battle; step back one box; or let him pass."
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
                let places: Vec<&str> = state.battles.iter().map(|place| self.box_name(place)).collect();
                let text = format!(
                    "Guns are heard at {}. Forces within {EARSHOT} movement points may try to march there; on a low die they join the battle after its round {} or {}. Take counters, or be done.",
                    places.join(", "),
                    self.joins_after(1),
                    self.joins_after(EARSHOT)
                );
                prompt("6.5.2a", "march to the guns", text)
            }
            Guns::Muster { .. } => prompt(
                "6.5.2a",
                "muster for the guns",
                "Add counters of the same box, then choose the battle to which they march. The die decides whether they get there.",
            ),
            Guns::Open | Guns::Die { .. } | Guns::Close => nothing_to_ask(),
        }
    }

    fn ask_combat(&self, state: &State, frame: Combat) -> Prompt {
        let at: Option<BoxId> = state.battle.as_ref().map(|battle| battle.at);
        let at = at.map_or("nowhere", |at| self.box_name(at));
        match frame {
            Combat::Choose { .. } => {
                let left: Vec<&str> = state.battles.iter().map(|place| self.box_name(place)).collect();
                let text = match left.as_slice() {
                    [] => "Every battle is fought. End the combat phase.".to_owned(),
                    left => format!(
                        "Both sides stand at {}. Choose where the next battle is fought, or a siege goes on; only sieges may be left alone.",
                        left.join(", ")
                    ),
                };
                prompt("8.0", "next battle", text)
            }
            Combat::Shelter { .. } => {
                let text = format!(
                    "You are attacked at {at}. Stand before the walls and fight a battle, or choose who goes inside, as far as there is room, and close the gates."
                );
                prompt("8.8b", format!("shelter at {at}"), text)
            }
            Combat::Overflow { .. } => {
                let text = format!(
                    "There is no room for all inside {at}: the others leave together to a box without enemies, or remain and fight before the walls."
                );
                prompt("8.8f", format!("leave {at}"), text)
            }
            Combat::Invest { .. } => prompt(
                "8.8c",
                format!("before {at}"),
                format!(
                    "You stand before the walls of {at}. Assault it, with {} of your strength; besiege it, with a die each turn; or mask it, without throwing.",
                    match self.tables.quarters.attacker_of_fortified_city {
                        1 => "a quarter",
                        2 => "half",
                        3 => "three quarters",
                        _ => "all",
                    }
                ),
            ),
            Combat::Tactics => {
                let values =
                    Tactic::ALL.map(|tactic| format!("{} {}", tactic.name(), self.tables.battle.tactic(tactic).value));
                let text = format!(
                    "Battle of {at}: choose your tactic in secret. Half the sum of both is the number of rounds, and what a victory is worth: {}.",
                    values.join(", ")
                );
                prompt("8.1a", format!("tactic at {at}"), text)
            }
            Combat::AskOverrun { .. } => {
                let text = format!(
                    "You are at least {} times as strong at {at}: try to overrun the enemy with one die instead of fighting this round?",
                    self.tables.battle.overrun_ratio
                );
                prompt("8.4c", format!("overrun at {at}"), text)
            }
            Combat::OverrunAdvance { .. } => {
                let text = "The enemy is overrun. You may advance one box more, to one without enemies, or remain.";
                prompt("8.4e", "advance after overrun", text)
            }
            Combat::Losses { left, .. } => {
                let text = format!(
                    "You have {left} strength points to lose at {at}: choose which of the marked units takes the next."
                );
                prompt("8.4a", format!("lose {left}"), text)
            }
            Combat::Retreat { side, .. } => {
                let text = format!(
                    "The {} have to leave {at}: choose the box to which all of them retreat. Rivers and the pursuit may cost them more.",
                    side_name(side)
                );
                prompt("8.7a", format!("retreat from {at}"), text)
            }
            Combat::AskBlowBridge { .. } => {
                let faces = |result: Blowing| {
                    let faces = (1..=6u8).filter(|die| self.tables.actions.blowing(*die) == result);
                    faces.map(|die| die.to_string()).collect::<Vec<_>>().join(", ")
                };
                let text = format!(
                    "You have crossed a bridge in retreat: try to blow it up? On {} it is gone; on {} it is gone and costs you a strength point; on {} it stands.",
                    faces(Blowing::Blown),
                    faces(Blowing::Costly),
                    faces(Blowing::Stands)
                );
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
