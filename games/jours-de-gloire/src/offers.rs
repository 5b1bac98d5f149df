//! What a page needs to offer an action or to put a question: whom and where it touches, and words for a button. All of
//! it is what the seat that is asked can see for itself.

use board::boxes::{BoxId, ConnectionId};
use kernel::page::{About, Concerns, Touch};
use kernel::{Seat, Side};

use crate::Rules;
use crate::action::{
    Action, AdministrationAction, CardAction, CardTarget, CombatAction, EventsAction, GunsAction, MovementAction,
};
use crate::counters::{ArmyId, CounterId};
use crate::notation::standpoint;
use crate::sequence::{Events, Frame, Guns, Movement};
use crate::sets::CounterSet;
use crate::state::State;

/// Verb, unit, place and words of an action.
struct Said {
    verb: &'static str,
    unit: Option<CounterId>,
    place: Option<BoxId>,
    label: String,
}

fn said(verb: &'static str, label: impl Into<String>) -> Said {
    Said { verb, unit: None, place: None, label: label.into() }
}

impl Said {
    fn by(self, counter: CounterId) -> Said {
        Said { unit: Some(counter), ..self }
    }

    fn at(self, place: BoxId) -> Said {
        Said { place: Some(place), ..self }
    }

    fn maybe_at(self, place: Option<BoxId>) -> Said {
        Said { place, ..self }
    }
}

pub(crate) fn points(count: u8, what: &str) -> String {
    format!("{count} {what}")
}

impl Rules {
    pub(crate) fn touched_by(&self, state: &State, action: &Action) -> Touch {
        let Said { verb, unit, place, label } = match *action {
            Action::Events(action) => self.touched_by_events(state, action),
            Action::Administration(action) => self.touched_by_administration(state, action),
            Action::Movement(action) => self.touched_by_movement(state, action),
            Action::Guns(action) => self.touched_by_guns(state, action),
            Action::Combat(action) => self.touched_by_combat(state, action),
            Action::Card(action) => self.touched_by_card(action),
            Action::Standing(_) => said("standing", "Change the standing orders"),
        };
        Touch {
            verb: verb.into(),
            unit: unit.filter(|unit| unit.index() < self.counters.len()).map(|unit| self.counter(unit).id.clone()),
            place: place.map(|place| self.box_name(place).to_owned()),
            facing: None,
            label,
            ends: matches!(
                action,
                Action::Movement(MovementAction::EndMovement) | Action::Combat(CombatAction::EndCombat)
            ),
            throws: self.throws_next(state, action),
            best: false,
            // A stack that is being put together grows by a click; only the first of it asks for its reach.
            moves: matches!(action, Action::Movement(MovementAction::Take(_))) && state.march.is_none(),
        }
    }

    /// The box to which a connection leads from where the order is given.
    fn leads_to(&self, state: &State, way: ConnectionId) -> Option<BoxId> {
        standpoint(state, state.player).and_then(|from| self.beyond(from, way))
    }

    fn name_beyond(&self, state: &State, way: ConnectionId) -> String {
        self.leads_to(state, way).map_or_else(|| "nowhere".into(), |to| self.box_name(to).to_owned())
    }

    fn touched_by_events(&self, state: &State, action: EventsAction) -> Said {
        match action {
            EventsAction::ReturnTo(place) => said("return", format!("Come back at {}", self.box_name(place))).at(place),
            EventsAction::GoFirst => said("go first", "Move first"),
            EventsAction::GoSecond => said("go second", "Move second"),
            EventsAction::StepAside(way) => {
                said("step aside", format!("Step aside to {}", self.name_beyond(state, way)))
                    .maybe_at(self.leads_to(state, way))
            }
            EventsAction::Replace(counter) => {
                let (now, most) = (state.piece(counter).strength, self.counter(counter).maximum);
                said("replace", format!("1 SP for {} ({now} of {most})", self.name_of(counter))).by(counter)
            }
            EventsAction::ReplacementsDone => said("done", "No more; the rest is lost"),
            EventsAction::Discard(card) => {
                let [first, second] = [false, true].map(|half| self.card_title(card, half));
                said("discard", format!("Discard card {}: {first} / {second}", card.0))
            }
            EventsAction::LiftTo(counter, place) => {
                let label = format!("Lift {} to {}", self.name_of(counter), self.box_name(place));
                said("lift", label).by(counter).at(place)
            }
        }
    }

    fn touched_by_administration(&self, state: &State, action: AdministrationAction) -> Said {
        match action {
            AdministrationAction::ReturnDummy(counter, place) => {
                said("return", format!("{} to {}", self.name_of(counter), self.box_name(place))).by(counter).at(place)
            }
            AdministrationAction::DummiesDone => said("done", "No more dummies"),
            AdministrationAction::MarkForce(place) => {
                let marked = state.force_markers[state.player.index()].contains(place);
                let words = if marked { "Take the Force marker off" } else { "A Force marker on" };
                said("force marker", format!("{words} {}", self.box_name(place))).at(place)
            }
            AdministrationAction::ForcesDone => said("done", "Done with Force markers"),
            AdministrationAction::SharePoints(pips) => match state.frame() {
                Frame::Administration(crate::sequence::Administration::SharePoints { army, with, pips: all }) => {
                    let (army, with) = (self.army_name(army), self.army_name(with));
                    said("share", format!("{pips} for the {army}, {} for the {with}", all.saturating_sub(pips)))
                }
                Frame::Administration(_)
                | Frame::Events(_)
                | Frame::Movement(_)
                | Frame::Guns(_)
                | Frame::Combat(_)
                | Frame::GameOver => said("share", format!("{pips} points")),
            },
        }
    }

    fn touched_by_movement(&self, state: &State, action: MovementAction) -> Said {
        let name = |counter: CounterId| self.name_of(counter);
        let here = state.march.as_ref().map(|march| march.at);
        let here_name = here.map_or("here", |at| self.box_name(at));
        match action {
            MovementAction::Take(counter) => {
                let words = if state.march.is_some() { "Add" } else { "Take" };
                said("take", format!("{words} {}", name(counter))).by(counter)
            }
            MovementAction::PutDown => said("put down", "Put the stack down"),
            MovementAction::Activate { payer, forced } => {
                let words = if forced { "Forced march" } else { "March" };
                said("activate", format!("{words}: {}", self.price_in_words(state, payer)))
            }
            MovementAction::Entrench { payer } => {
                let cost = self.tables.command.entrenchment[0];
                said("entrench", format!("Dig in: {} of the {}", points(cost, "CP"), self.army_name(payer)))
            }
            MovementAction::Detach { parent, detachment } => {
                said("detach", format!("1 SP of {} into {}", name(parent), name(detachment))).by(parent)
            }
            MovementAction::Merge { detachment, into } => {
                said("merge", format!("{} joins {}", name(detachment), name(into))).by(detachment)
            }
            MovementAction::Step(way) => {
                let cost = self.cost_of(state, way);
                let left = state.march.as_ref().map_or(0, |march| march.points.saturating_sub(cost));
                let label = format!("To {} ({}, {left} left)", self.name_beyond(state, way), points(cost, "MP"));
                said("step", label).maybe_at(self.leads_to(state, way))
            }
            // Works have no place of their own: a click on the box beyond means a step.
            MovementAction::DestroyBridge(way) => {
                said("destroy bridge", format!("Destroy the bridge towards {}", self.name_beyond(state, way)))
            }
            MovementAction::RepairBridge(way) => {
                said("repair bridge", format!("Repair the bridge towards {}", self.name_beyond(state, way)))
            }
            MovementAction::LayPontoon(way) => {
                said("lay pontoon", format!("Lay a pontoon towards {}", self.name_beyond(state, way)))
            }
            MovementAction::TakeUpPontoon(way) => {
                said("take up pontoon", format!("Take up the pontoon towards {}", self.name_beyond(state, way)))
            }
            MovementAction::Halt => said("halt", format!("Halt at {here_name}")),
            MovementAction::EndMovement => said("end movement", "End movement"),
            MovementAction::Scout => said("scout", format!("Reconnoitre {here_name}")),
            MovementAction::GoIn => said("go in", "Go in to fight"),
            MovementAction::Show(counter) => said("show", format!("Show {}", name(counter))).by(counter),
            MovementAction::GoBack => said("go back", "The scouts go back"),
            MovementAction::Stay => said("stay", "Stay and fight"),
            MovementAction::Withdraw(counter, way) => {
                let label = format!("{} withdraws to {}", name(counter), self.name_beyond(state, way));
                said("withdraw", label).by(counter).maybe_at(self.leads_to(state, way))
            }
            MovementAction::Escort(counter, way) => {
                let label = format!("{} rides along to {}", name(counter), self.name_beyond(state, way));
                said("escort", label).by(counter).maybe_at(self.leads_to(state, way))
            }
            MovementAction::StandFast => said("stand fast", "Stand fast"),
            MovementAction::Join(counter) => {
                said("join", format!("{} intercepts ({})", name(counter), self.chance_of_joining(state, counter)))
                    .by(counter)
            }
            MovementAction::Declared => {
                let declared = state.reaction.as_ref().is_some_and(|reaction| !reaction.declared.is_empty());
                said("declared", if declared { "Throw for the interception" } else { "Let them pass" })
            }
            MovementAction::MoveIn => said("move in", format!("Move in at {here_name}")),
            MovementAction::StepBack(way) => {
                said("step back", format!("Step back to {}", self.name_beyond(state, way)))
                    .maybe_at(self.leads_to(state, way))
            }
            MovementAction::LetPass => said("let pass", "Let them pass after all"),
            MovementAction::DisplaceTo(place) => {
                said("displace", format!("He goes to {}", self.box_name(place))).at(place)
            }
        }
    }

    /// What the stack in hand would cost an army, and what that army has.
    fn price_in_words(&self, state: &State, payer: ArmyId) -> String {
        let cost = state.march.as_ref().map_or(0, |march| self.activation_cost(state, march, payer));
        format!("{} of the {}, which has {}", points(cost, "CP"), self.army_name(payer), state.army(payer).points)
    }

    /// By what die the Force of a counter's box would intercept with it.
    fn chance_of_joining(&self, state: &State, counter: CounterId) -> String {
        let (Some(at), Some(from)) = (state.march.map(|march| march.at), state.place_of(counter)) else {
            return "no chance".into();
        };
        let declared = state.reaction.as_ref().and_then(|it| it.declared.iter().find(|it| it.from == from));
        let mut force = declared.map_or(CounterSet::EMPTY, |it| it.force);
        force.insert(counter);
        match self.interception_limit(state, at, from, &force) {
            ..=0 => "no die is low enough".into(),
            limit @ 1..=5 => format!("die {limit} or less"),
            6.. => "any die".into(),
        }
    }

    fn touched_by_guns(&self, state: &State, action: GunsAction) -> Said {
        match action {
            GunsAction::Take(counter) => {
                let words = if matches!(state.frame(), Frame::Guns(Guns::Muster { .. })) { "Add" } else { "Take" };
                said("take", format!("{words} {}", self.name_of(counter))).by(counter)
            }
            GunsAction::PutDown => said("put down", "Put the Force down"),
            GunsAction::MarchTo(place) => {
                let force = state.reaction.as_ref().and_then(|reaction| reaction.declared.last());
                let value = force.map_or(0, |force| self.reaction_value(state, force.from, &force.force));
                let label = format!("To the guns at {} (die {} or less)", self.box_name(place), value.min(6));
                said("march to", label).at(place)
            }
            GunsAction::Done => said("done", "Nobody else marches"),
        }
    }

    fn touched_by_combat(&self, state: &State, action: CombatAction) -> Said {
        let at = state.battle.as_ref().map(|battle| battle.at);
        let here = at.map_or("here", |at| self.box_name(at));
        let to = |verb: &'static str, words: &str, way: ConnectionId| {
            said(verb, format!("{words} {}", self.name_beyond(state, way))).maybe_at(self.leads_to(state, way))
        };
        match action {
            CombatAction::Fight(place) => {
                let siege = state.siege_at(place).is_some();
                let words = if siege { "See to the siege of" } else { "Fight at" };
                said("fight", format!("{words} {}", self.box_name(place))).at(place)
            }
            CombatAction::EndCombat => said("end combat", "End combat"),
            CombatAction::StandOutside => said("stand outside", "Stand before the walls"),
            CombatAction::GoInside(counter) => {
                said("inside", format!("{} goes inside", self.name_of(counter))).by(counter)
            }
            CombatAction::CloseGates => said("close gates", "Close the gates"),
            CombatAction::LeaveBy(way) => to("leave", "The others leave to", way),
            CombatAction::Assault => said("assault", format!("Assault {here}")),
            CombatAction::Besiege => said("besiege", format!("Besiege {here}")),
            CombatAction::Mask => said("mask", format!("Mask {here}")),
            CombatAction::Choose(tactic) => {
                let value = self.tables.battle.tactic(tactic).value;
                said("choose", format!("{} ({value})", capital(tactic.name())))
            }
            CombatAction::Overrun => said("overrun", "Try an overrun"),
            CombatAction::FightRound => said("fight on", "Fight a round"),
            CombatAction::AdvanceBy(way) => to("advance", "Advance to", way),
            CombatAction::Remain => said("remain", format!("Remain at {here}")),
            CombatAction::Lose(counter) => {
                let left = state.piece(counter).strength;
                said("lose", format!("{} loses 1 of {left} SP", self.name_of(counter))).by(counter)
            }
            CombatAction::RetreatBy(way) => to("retreat", "Retreat to", way),
            CombatAction::BlowBridge => said("blow bridge", "Blow up the bridge"),
            CombatAction::LeaveBridge => said("leave bridge", "Leave the bridge standing"),
        }
    }

    fn touched_by_card(&self, CardAction { card, second_half, on }: CardAction) -> Said {
        let card = said("play", format!("Card {}: {}", card.0, self.card_title(card, second_half)));
        let with = |card: Said, words: String| Said { label: format!("{}, {words}", card.label), ..card };
        match on {
            CardTarget::Nothing => card,
            CardTarget::Counter(counter) => with(card, self.name_of(counter)).by(counter),
            CardTarget::Box(place) => with(card, self.box_name(place).to_owned()).at(place),
            CardTarget::Connection(way) => {
                let [a, b] = self.ground.ends(way).map(|place| self.box_name(place));
                with(card, format!("{a}–{b}"))
            }
            CardTarget::Army(army) => with(card, self.army_name(army).to_owned()),
        }
    }

    /// Whether a die falls right after the action, as far as the one who takes it can tell.
    fn throws_next(&self, state: &State, action: &Action) -> bool {
        match action {
            Action::Movement(action) => match action {
                MovementAction::Scout => true,
                MovementAction::Activate { .. } => self.agreed.solitaire,
                MovementAction::Halt => {
                    state.march.is_some_and(|march| (march.forced || march.concentrated) && !march.kept_together)
                }
                MovementAction::Declared => {
                    state.reaction.as_ref().is_some_and(|reaction| !reaction.declared.is_empty())
                }
                MovementAction::Take(_)
                | MovementAction::PutDown
                | MovementAction::Entrench { .. }
                | MovementAction::Detach { .. }
                | MovementAction::Merge { .. }
                | MovementAction::Step(_)
                | MovementAction::DestroyBridge(_)
                | MovementAction::RepairBridge(_)
                | MovementAction::LayPontoon(_)
                | MovementAction::TakeUpPontoon(_)
                | MovementAction::EndMovement
                | MovementAction::GoIn
                | MovementAction::Show(_)
                | MovementAction::GoBack
                | MovementAction::Stay
                | MovementAction::Withdraw(..)
                | MovementAction::Escort(..)
                | MovementAction::StandFast
                | MovementAction::Join(_)
                | MovementAction::MoveIn
                | MovementAction::StepBack(_)
                | MovementAction::LetPass
                | MovementAction::DisplaceTo(_) => false,
            },
            Action::Guns(action) => match action {
                GunsAction::MarchTo(_) => true,
                GunsAction::Take(_) | GunsAction::PutDown | GunsAction::Done => false,
            },
            Action::Combat(action) => match action {
                CombatAction::Overrun | CombatAction::FightRound | CombatAction::BlowBridge => true,
                // Tactics are chosen in secret; their odds come with the first round.
                CombatAction::Choose(_)
                | CombatAction::Fight(_)
                | CombatAction::EndCombat
                | CombatAction::StandOutside
                | CombatAction::GoInside(_)
                | CombatAction::CloseGates
                | CombatAction::LeaveBy(_)
                | CombatAction::Assault
                | CombatAction::Besiege
                | CombatAction::Mask
                | CombatAction::AdvanceBy(_)
                | CombatAction::Remain
                | CombatAction::Lose(_)
                | CombatAction::RetreatBy(_)
                | CombatAction::LeaveBridge => false,
            },
            Action::Events(_) | Action::Administration(_) | Action::Card(_) | Action::Standing(_) => false,
        }
    }

    /// What a question is about: counters of the seat's own side, and boxes that everybody sees.
    pub(crate) fn asked_about(&self, state: &State, seat: Seat, frame: Frame) -> About {
        let side = self.side_of_seat(seat);
        let mut in_hand = None;
        let mut boxes: Vec<BoxId> = standpoint(state, side).into_iter().collect();
        let units: CounterSet = match frame {
            Frame::Movement(Movement::Choose { .. }) => {
                boxes.clear();
                CounterSet::EMPTY
            }
            Frame::Movement(Movement::Muster { .. } | Movement::March { .. }) => {
                let stack = state.march.map_or(CounterSet::EMPTY, |march| march.stack);
                in_hand = stack.first();
                stack
            }
            Frame::Movement(Movement::AskScout { .. } | Movement::ScoutsReturn { .. }) => {
                state.march.map_or(CounterSet::EMPTY, |march| march.stack)
            }
            Frame::Movement(Movement::DisplaceLeader { leader }) => CounterSet::from_iter([leader]),
            Frame::Movement(Movement::Show { at, .. } | Movement::Withdraw { at, .. }) => {
                self.of_side_in(state, side, at)
            }
            Frame::Movement(Movement::Intercept { at, .. }) => {
                boxes = vec![at];
                let declared = state.reaction.iter().flat_map(|reaction| &reaction.declared);
                self.own_of(side, declared.map(|it| it.force))
            }
            Frame::Movement(Movement::Intercepting { from, .. }) => {
                boxes.extend(state.march.map(|march| march.at));
                let first = state.reaction.iter().flat_map(|reaction| reaction.declared.iter().take(1));
                self.own_of(side, first.filter(|it| it.from == from).map(|it| it.force))
            }
            Frame::Guns(Guns::Choose { .. }) => {
                boxes = state.battles.iter().collect();
                CounterSet::EMPTY
            }
            Frame::Guns(Guns::Muster { .. }) => {
                boxes = state.battles.iter().collect();
                let last = state.reaction.iter().flat_map(|reaction| reaction.declared.last());
                self.own_of(side, last.map(|it| it.force))
            }
            Frame::Combat(crate::sequence::Combat::Choose { .. }) => {
                boxes = state.battles.iter().collect();
                CounterSet::EMPTY
            }
            Frame::Combat(_) => {
                let forces = state.battle.iter().map(|battle| battle.forces[side.index()]);
                let here = self.own_of(side, forces);
                match state.battle.as_ref().filter(|_| here.is_empty()) {
                    Some(battle) => self.of_side_in(state, side, battle.at),
                    None => here,
                }
            }
            Frame::Events(Events::LeaderReturns { leader }) => CounterSet::from_iter([leader]),
            Frame::Events(Events::StepAside { at, .. }) => self.of_side_in(state, side, at),
            Frame::Movement(_) | Frame::Guns(_) | Frame::Events(_) | Frame::Administration(_) | Frame::GameOver => {
                CounterSet::EMPTY
            }
        };
        let id = |counter: CounterId| self.counter(counter).id.clone();
        let places = boxes.into_iter().map(|place| self.box_name(place).to_owned()).collect();
        About { concerns: Concerns { units: units.iter().map(id).collect(), places }, unit: in_hand.map(id) }
    }

    /// Those of these sets that belong to the side.
    fn own_of(&self, side: Side, sets: impl Iterator<Item = CounterSet>) -> CounterSet {
        sets.flat_map(|set| set.iter().collect::<Vec<_>>()).filter(|counter| self.side_of(*counter) == side).collect()
    }
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
