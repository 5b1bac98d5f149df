//! Actions in the notation and as offers: everything there is to say of each, in one place. All of it is what the seat
//! that may act can see for itself.

use board::boxes::{BoxId, ConnectionId};
use kernel::Said;

use crate::Rules;
use crate::action::{
    Action, AdministrationAction, CardAction, CardTarget, CombatAction, EventsAction, GunsAction, MovementAction,
};
use crate::counters::{ArmyId, CounterId};
use crate::notation::{self, slug, standpoint};
use crate::sequence::{Administration, Frame, Guns};
use crate::sets::CounterSet;
use crate::state::State;

pub(crate) fn points(count: u8, what: &str) -> String {
    format!("{count} {what}")
}

/// An order of one or two words, and words for a button.
fn plain(order: &str, label: impl Into<String>) -> Said {
    Said::new(order, "", label)
}

impl Rules {
    pub(crate) fn said(&self, state: &State, action: &Action) -> Said {
        let said = match *action {
            Action::Events(action) => self.say_events(state, action),
            Action::Administration(action) => self.say_administration(state, action),
            Action::Movement(action) => self.say_movement(state, action),
            Action::Guns(action) => self.say_guns(state, action),
            Action::Combat(action) => self.say_combat(state, action),
            Action::Card(action) => self.say_card(action),
            Action::Standing(_) => {
                Said { is_always_available: true, ..plain("standing", "Change the standing orders") }
            }
        };
        Said { order: notation::write(self, state, action), ..said }
    }

    /// A counter as orders name it.
    pub(crate) fn id(&self, counter: CounterId) -> &str {
        self.counters.get(counter.index()).map_or("?", |counter| counter.id.as_str())
    }

    /// A box as orders name it.
    fn word(&self, place: BoxId) -> String {
        slug(self.box_name(place))
    }

    fn army_word(&self, army: ArmyId) -> &str {
        self.armies().get(army.index()).map_or("?", |army| army.id.as_str())
    }

    /// An order for a counter.
    fn of(&self, verb: &str, counter: CounterId, label: String) -> Said {
        Said::new(verb, self.id(counter), label).by(self.id(counter))
    }

    /// An order that names a box.
    fn entering_box(&self, verb: &str, before: &str, place: BoxId, label: String) -> Said {
        Said::new(verb, format!("{before}{}", self.word(place)), label).at(self.box_name(place))
    }

    /// The box to which a connection leads from where the order is given. Only the phasing side's orders name ways from a
    /// place that others may not know.
    fn leads_to(&self, state: &State, way: ConnectionId) -> Option<BoxId> {
        standpoint(state, state.player).and_then(|from| self.beyond(from, way))
    }

    fn name_beyond(&self, state: &State, way: ConnectionId) -> String {
        self.leads_to(state, way).map_or_else(|| "nowhere".into(), |to| self.box_name(to).to_owned())
    }

    /// The same in orders; both ends if the connection does not touch the place where the order is given.
    fn word_beyond(&self, state: &State, way: ConnectionId) -> String {
        let [a, b] = self.ground.ends(way).map(|place| self.word(place));
        self.leads_to(state, way).map_or_else(|| format!("{a}--{b}"), |to| self.word(to))
    }

    /// An order that leads along a connection.
    fn by_way(&self, state: &State, verb: &str, before: &str, way: ConnectionId, label: &str) -> Said {
        let label = format!("{label} {}", self.name_beyond(state, way));
        let said = Said::new(verb, format!("{before}{}", self.word_beyond(state, way)), label);
        match self.leads_to(state, way) {
            Some(to) => said.at(self.box_name(to)),
            None => said,
        }
    }

    fn say_events(&self, state: &State, action: EventsAction) -> Said {
        match action {
            EventsAction::ReturnTo(place) => {
                self.entering_box("return", "to ", place, format!("Return at {}", self.box_name(place)))
            }
            EventsAction::GoFirst => plain("go first", "Move first"),
            EventsAction::GoSecond => plain("go second", "Move second"),
            EventsAction::StepAside(way) => self.by_way(state, "step aside", "to ", way, "Step aside to"),
            EventsAction::Replace(counter) => {
                let (now, most) = (state.piece(counter).strength, self.counter(counter).maximum);
                self.of("replace", counter, format!("1 SP for {} ({now} of {most})", self.name_of(counter)))
            }
            EventsAction::ReplacementsDone => plain("done", "No more; the rest is lost").ends(),
            EventsAction::Discard(card) => {
                let [first, second] = [false, true].map(|half| self.card_title(card, half));
                Said::new("discard", card.0.to_string(), format!("Discard card {}: {first} / {second}", card.0))
            }
            EventsAction::LiftTo(counter, place) => {
                let label = format!("Move {} away to {}", self.name_of(counter), self.box_name(place));
                self.entering_box("lift", &format!("{} to ", self.id(counter)), place, label).by(self.id(counter))
            }
        }
    }

    fn say_administration(&self, state: &State, action: AdministrationAction) -> Said {
        match action {
            AdministrationAction::ReturnDummy(counter, place) => {
                let label = format!("{} to {}", self.name_of(counter), self.box_name(place));
                self.entering_box("return", &format!("{} to ", self.id(counter)), place, label).by(self.id(counter))
            }
            AdministrationAction::DummiesDone => plain("done", "No more dummies").ends(),
            AdministrationAction::MarkForce(place) => {
                let marked = state.force_markers[state.player.index()].contains(place);
                let words = if marked { "Remove the Force marker at" } else { "Place a Force marker at" };
                self.entering_box("force marker", "", place, format!("{words} {}", self.box_name(place)))
            }
            AdministrationAction::ForcesDone => plain("done", "Done with Force markers").ends(),
            AdministrationAction::SharePoints(pips) => {
                let shared = |(army, with, all): (ArmyId, ArmyId, u8)| {
                    let [army, with] = [army, with].map(|army| self.army_name(army));
                    format!("{pips} for the {army}, {} for the {with}", all.saturating_sub(pips))
                };
                let asked = match state.frame() {
                    Frame::Administration(Administration::SharePoints { army, with, pips }) => Some((army, with, pips)),
                    Frame::Administration(_)
                    | Frame::Events(_)
                    | Frame::Movement(_)
                    | Frame::Guns(_)
                    | Frame::Combat(_)
                    | Frame::GameOver => None,
                };
                Said::new("share", pips.to_string(), asked.map_or_else(|| format!("{pips} points"), shared))
            }
        }
    }

    fn say_movement(&self, state: &State, action: MovementAction) -> Said {
        let name = |counter: CounterId| self.name_of(counter);
        let here = state.march.as_ref().map_or("here", |march| self.box_name(march.at));
        // Works have no place of their own: a click on the box beyond means a step.
        let work = |verb: &str, label: &str, way: ConnectionId| {
            let label = format!("{label} towards {}", self.name_beyond(state, way));
            Said::new(verb, self.word_beyond(state, way), label)
        };
        match action {
            MovementAction::Take(counter) => {
                let words = if state.march.is_some() { "Add" } else { "Take" };
                let mut said = self.of("take", counter, format!("{words} {}", name(counter)));
                // A stack that is being put together grows by a click; only the first of it asks for its reach.
                said.touch.moves = state.march.is_none();
                said
            }
            MovementAction::PutDown => plain("put down", "Deselect the stack"),
            MovementAction::Activate { payer, forced } => {
                let (words, forced) = if forced { ("Forced march", "forced ") } else { ("March", "") };
                let label = format!("{words}: {}", self.price_in_words(state, payer));
                Said::new("activate", format!("{forced}by {}", self.army_word(payer)), label)
            }
            MovementAction::Entrench { payer } => {
                let cost = points(self.tables.command.entrenchment[0], "CP");
                let label = format!("Entrench: {cost} of the {}", self.army_name(payer));
                Said::new("entrench", format!("by {}", self.army_word(payer)), label)
            }
            MovementAction::Detach { parent, detachment } => {
                let label = format!("Detach 1 SP of {} into {}", name(parent), name(detachment));
                let order = format!("1 from {} as {}", self.id(parent), self.id(detachment));
                Said::new("detach", order, label).by(self.id(parent))
            }
            MovementAction::Merge { detachment, into } => {
                let label = format!("{} joins {}", name(detachment), name(into));
                let order = format!("{} into {}", self.id(detachment), self.id(into));
                Said::new("merge", order, label).by(self.id(detachment))
            }
            MovementAction::Step(way) => {
                let cost = self.cost_of(state, way);
                let left = state.march.as_ref().map_or(0, |march| march.points.saturating_sub(cost));
                let mut said = self.by_way(state, "step", "", way, "To");
                said.touch.label += &format!(" ({}, {left} left)", points(cost, "MP"));
                said
            }
            MovementAction::DestroyBridge(way) => work("destroy bridge", "Destroy the bridge", way),
            MovementAction::RepairBridge(way) => work("repair bridge", "Repair the bridge", way),
            MovementAction::LayPontoon(way) => work("lay pontoon", "Lay a pontoon", way),
            MovementAction::TakeUpPontoon(way) => work("take up pontoon", "Take up the pontoon", way),
            MovementAction::Halt => plain("halt", format!("Stop at {here}")),
            MovementAction::EndMovement => plain("end movement", "End movement").ends(),
            MovementAction::Scout => plain("scout", format!("Scout {here}")),
            MovementAction::GoIn => plain("go in", "Go in to fight"),
            MovementAction::Show(counter) => self.of("show", counter, format!("Reveal {}", name(counter))),
            MovementAction::GoBack => plain("go back", "The scouts ride back"),
            MovementAction::Stay => plain("stay", "Stay and fight"),
            MovementAction::Withdraw(counter, way) => {
                let (before, words) = (format!("{} to ", self.id(counter)), format!("{} withdraws to", name(counter)));
                self.by_way(state, "withdraw", &before, way, &words).by(self.id(counter))
            }
            MovementAction::Escort(counter, way) => {
                let (before, words) =
                    (format!("{} to ", self.id(counter)), format!("{} rides along to", name(counter)));
                self.by_way(state, "escort", &before, way, &words).by(self.id(counter))
            }
            MovementAction::StandFast => plain("stand fast", "Stay"),
            MovementAction::Join(counter) => {
                let chance = self.chance_of_joining(state, counter);
                self.of("join", counter, format!("{} intercepts ({chance})", name(counter)))
            }
            MovementAction::Declared => {
                let declared = state.reaction.as_ref().is_some_and(|reaction| !reaction.declared.is_empty());
                plain("declared", if declared { "Roll for the interception" } else { "Let them pass" })
            }
            MovementAction::MoveIn => plain("move in", format!("Move into {here}")),
            MovementAction::StepBack(way) => self.by_way(state, "step back", "to ", way, "Step back to"),
            MovementAction::LetPass => plain("let pass", "Let them pass after all"),
            MovementAction::DisplaceTo(place) => {
                self.entering_box("displace", "to ", place, format!("Go to {}", self.box_name(place)))
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
            ..=0 => "no roll is low enough".into(),
            limit @ 1..=5 => format!("roll {limit} or less"),
            6.. => "any roll".into(),
        }
    }

    fn say_guns(&self, state: &State, action: GunsAction) -> Said {
        match action {
            GunsAction::Take(counter) => {
                let words = if matches!(state.frame(), Frame::Guns(Guns::Muster { .. })) { "Add" } else { "Take" };
                self.of("take", counter, format!("{words} {}", self.name_of(counter)))
            }
            GunsAction::PutDown => plain("put down", "Deselect the Force"),
            GunsAction::MarchTo(place) => {
                let force = state.reaction.as_ref().and_then(|reaction| reaction.declared.last());
                let value = force.map_or(0, |force| self.reaction_value(state, force.from, &force.force));
                let label = format!("March to the guns at {} (roll {} or less)", self.box_name(place), value.min(6));
                self.entering_box("march to", "", place, label)
            }
            GunsAction::Done => plain("done", "No more marches"),
        }
    }

    fn say_combat(&self, state: &State, action: CombatAction) -> Said {
        let here = state.battle.as_ref().map_or("here", |battle| self.box_name(battle.at));
        match action {
            CombatAction::Fight(place) => {
                let siege = state.siege_at(place).is_some();
                let words = if siege { "Continue the siege of" } else { "Fight at" };
                self.entering_box("fight", "", place, format!("{words} {}", self.box_name(place)))
            }
            CombatAction::EndCombat => plain("end combat", "End combat").ends(),
            CombatAction::StandOutside => plain("stand outside", "Fight outside the walls"),
            CombatAction::GoInside(counter) => {
                self.of("inside", counter, format!("{} goes inside", self.name_of(counter)))
            }
            CombatAction::CloseGates => plain("close gates", "Close the gates"),
            CombatAction::LeaveBy(way) => self.by_way(state, "leave", "to ", way, "The rest leave for"),
            CombatAction::Assault => plain("assault", format!("Assault {here}")),
            CombatAction::Besiege => plain("besiege", format!("Besiege {here}")),
            CombatAction::Mask => plain("mask", format!("Mask {here}")),
            // The odds of tactics come with the first round.
            CombatAction::Choose(tactic) => {
                let value = self.tables.battle.tactic(tactic).value;
                let label = format!("{} ({value})", capital(tactic.name()));
                Said { in_secret: true, ..Said::new("choose", tactic.name(), label) }
            }
            CombatAction::Overrun => plain("overrun", "Try an overrun"),
            CombatAction::FightRound => plain("fight on", "Fight the round"),
            CombatAction::AdvanceBy(way) => self.by_way(state, "advance", "to ", way, "Advance to"),
            CombatAction::Remain => plain("remain", format!("Remain at {here}")),
            CombatAction::Lose(counter) => {
                let left = state.piece(counter).strength;
                self.of("lose", counter, format!("{} loses 1 of {left} SP", self.name_of(counter)))
            }
            CombatAction::RetreatBy(way) => self.by_way(state, "retreat", "to ", way, "Retreat to"),
            CombatAction::BlowBridge => plain("blow bridge", "Blow up the bridge"),
            CombatAction::LeaveBridge => plain("leave bridge", "Leave the bridge standing"),
        }
    }

    fn say_card(&self, CardAction { card, second_half, on }: CardAction) -> Said {
        let half = if second_half { " second" } else { "" };
        let title = self.card_title(card, second_half);
        let said = |order: String, words: &str| {
            Said::new("play", format!("{}{half}{order}", card.0), format!("Card {}: {title}{words}", card.0))
        };
        match on {
            CardTarget::Nothing => said(String::new(), ""),
            CardTarget::Counter(counter) => {
                let id = self.id(counter);
                said(format!(" on {id}"), &format!(", {}", self.name_of(counter))).by(id)
            }
            CardTarget::Box(place) => {
                let name = self.box_name(place);
                said(format!(" at {}", self.word(place)), &format!(", {name}")).at(name)
            }
            CardTarget::Connection(way) => {
                let ends = self.ground.ends(way);
                let ([a, b], [first, second]) = (ends.map(|end| self.word(end)), ends.map(|end| self.box_name(end)));
                said(format!(" between {a} and {b}"), &format!(", {first}–{second}"))
            }
            CardTarget::Army(army) => {
                said(format!(" for {}", self.army_word(army)), &format!(", {}", self.army_name(army)))
            }
        }
    }
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
