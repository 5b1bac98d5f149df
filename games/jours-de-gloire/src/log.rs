//! The log: everything there is to say of an event, in one place.
//!
//! Events are told as their reader may know them: what is missing in the event is missing in the words.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Case, Heading, Line, OddsLabel, Side};

use crate::Rules;
use crate::counters::{CounterId, FRENCH, SIDES};
use crate::event::{Administration, Calendar, Card, Common, Event, Phase};
use crate::offers::capital;
use crate::scenario::name_of_turn;
use crate::sets::CounterSet;
use crate::state::Supply;

mod combat;
mod movement;

fn counters(count: u8) -> String {
    match count {
        1 => "one counter".into(),
        count => format!("{count} counters"),
    }
}

/// The verb for so many counters.
fn verb(count: u8, one: &'static str, several: &'static str) -> &'static str {
    if count == 1 { one } else { several }
}

fn points(count: u8) -> String {
    match count {
        0 => "nothing".into(),
        1 => "1 SP".into(),
        count => format!("{count} SP"),
    }
}

/// The side's word in data.
pub(crate) fn side_word(side: Side) -> &'static str {
    if side == FRENCH { "french" } else { "allied" }
}

/// A line being put together: whom and where it concerns is added counter by counter and box by box.
struct Told<'r> {
    rules: &'r Rules,
    line: Line,
}

impl Told<'_> {
    fn at(self, place: BoxId) -> Self {
        Told { line: self.line.place(self.rules.box_name(place)), ..self }
    }

    fn both(self, from: BoxId, to: BoxId) -> Self {
        self.at(from).at(to)
    }

    fn across(self, connection: ConnectionId) -> Self {
        let [a, b] = self.rules.ground.ends(connection);
        self.both(a, b)
    }

    fn unit(self, counter: CounterId) -> Self {
        Told { line: self.line.unit(&self.rules.counter(counter).id), ..self }
    }

    fn all(self, counters: impl IntoIterator<Item = CounterId>) -> Self {
        counters.into_iter().fold(self, Told::unit)
    }

    fn known(self, counters: Option<CounterSet>) -> Self {
        counters.iter().flat_map(|set| set.iter()).fold(self, Told::unit)
    }

    fn d6(self, die: u8) -> Self {
        Told { line: self.line.d6(die), ..self }
    }

    /// What a table of odds says in its place: what happens, whatever the die showed.
    fn odds(self, words: impl Into<String>) -> Self {
        Told { line: Line { odds: OddsLabel::Words(words.into()), ..self.line }, ..self }
    }

    /// A table of odds does not repeat it: what comes of it is told by the next line.
    fn no_odds(self) -> Self {
        Told { line: Line { odds: OddsLabel::Nothing, ..self.line }, ..self }
    }

    fn heading(self, heading: Heading) -> Self {
        Told { line: self.line.heading(heading), ..self }
    }

    fn reveals(self) -> Self {
        self.reveals_if(true)
    }

    fn reveals_if(self, reveals: bool) -> Self {
        Told { line: self.line.reveals_if(reveals), ..self }
    }
}

impl Rules {
    fn told(&self, case: Case, text: impl Into<String>) -> Told<'_> {
        Told { rules: self, line: Line::new(case, text) }
    }

    /// What a die has decided.
    fn rolled(&self, case: Case, die: u8, what: impl AsRef<str>) -> Told<'_> {
        let what = what.as_ref();
        self.told(case, format!("Die {die}: {what}")).odds(capital(what)).d6(die)
    }

    /// What a die of a side has decided; `how` says more of the die.
    fn rolled_by(&self, case: Case, side: Side, (die, how): (u8, &str), what: impl AsRef<str>) -> Told<'_> {
        let (side, what) = (SIDES.name(side), what.as_ref());
        self.told(case, format!("{side}: die {die}{how}: {what}")).odds(format!("{side}: {what}")).d6(die)
    }

    fn uncited(&self, text: impl Into<String>) -> Told<'_> {
        Told { rules: self, line: Line::uncited(text) }
    }

    /// Who they are, if that may be known, or how many.
    fn who(&self, known: Option<CounterSet>, count: u8) -> String {
        match known {
            Some(set) => {
                let names: Vec<String> = set.iter().map(|counter| self.name_of(counter)).collect();
                names.join(", ")
            }
            None => counters(count),
        }
    }

    fn one(&self, known: Option<CounterId>) -> String {
        known.map_or_else(|| "a unit".into(), |counter| self.name_of(counter))
    }

    fn way(&self, connection: ConnectionId) -> String {
        let [a, b] = self.ground.ends(connection);
        format!("between {} and {}", self.box_name(a), self.box_name(b))
    }

    pub(crate) fn line_of(&self, event: &Event) -> Line {
        let told = match event {
            Event::Common(event) => self.tell_common(event),
            Event::Calendar(event) => self.tell_calendar(event),
            Event::Administration(event) => self.tell_administration(event),
            Event::Movement(event) => self.tell_movement(event),
            Event::Combat(event) => self.tell_combat(event),
            // A card laid open is known from then on.
            Event::Card(Card::Played { side, card, second_half }) => {
                let (side, title) = (SIDES.name(*side), self.card_title(*card, *second_half));
                self.told(case!("A.cards.e"), format!("{side}: card {} is played: {title}", card.0)).reveals()
            }
            Event::Card(Card::Effect { side, card }) => {
                self.told(case!("A.cards.e"), format!("{}: card {} takes effect", SIDES.name(*side), card.0)).reveals()
            }
        };
        told.line
    }

    fn tell_common(&self, event: &Common) -> Told<'_> {
        match *event {
            Common::PhaseBegan { side, phase } => {
                let phase = match phase {
                    Phase::Administration => "administration",
                    Phase::Movement => "movement",
                    Phase::Guns => "march to the guns",
                    Phase::Combat => "combat",
                };
                self.told(case!("2.0"), format!("{}: {phase}", SIDES.name(side))).heading(Heading::Phase)
            }
            Common::TurnedUp { counter, at, strength, .. } => {
                let strength = strength.map_or(String::new(), |strength| format!(" with {strength} SP"));
                let text = format!("{}{strength} is seen at {}", self.name_of(counter), self.box_name(at));
                self.told(case!("1.2.1c"), text).unit(counter).at(at).reveals()
            }
            Common::Eliminated { counter, at, strength, .. } => {
                let strength = if strength > 0 { format!(" with {}", points(strength)) } else { String::new() };
                let text = format!("{} is lost at {}{strength}", self.name_of(counter), self.box_name(at));
                self.uncited(text).unit(counter).at(at).reveals()
            }
            Common::Captured { leader, at, by } => {
                let (leader_name, at_name) = (self.name_of(leader), self.box_name(at));
                let text = format!("{leader_name} is captured at {at_name} by the {}", SIDES.name(by));
                self.told(case!("9.d"), text).unit(leader).at(at).reveals()
            }
            Common::LeaderDrivenOff { leader, at, to } => {
                let goes =
                    to.map_or(" and is out of the game".into(), |to| format!(" and goes to {}", self.box_name(to)));
                let text = format!("{} is displaced from {}{goes}", self.name_of(leader), self.box_name(at));
                to.into_iter().fold(self.told(case!("4.2a"), text).unit(leader).at(at), Told::at).reveals()
            }
            Common::DummiesGone { side, at, count, .. } => {
                let (side, at_name, was) = (SIDES.name(side), self.box_name(at), verb(count, "was", "were"));
                let text = format!("{side}: {} at {at_name} {was} only dummies", counters(count));
                self.told(case!("7.1d"), text).at(at).reveals()
            }
            Common::Admitted { side, at, real } => {
                let what = if real { "is a real Force" } else { "are dummies only" };
                let text = format!("{}: at {} there {what}", SIDES.name(side), self.box_name(at));
                self.told(case!("7.1c"), text).at(at).reveals()
            }
            // Works and sieges last as long as somebody real is there (6.2c, 8.8p).
            Common::EntrenchmentGone { at, side } => {
                let text = format!("{}: the entrenchments at {} are abandoned", SIDES.name(side), self.box_name(at));
                self.told(case!("6.2c"), text).at(at).reveals()
            }
            Common::SiegeOver { at } => {
                self.told(case!("8.8p"), format!("The siege of {} is over", self.box_name(at))).at(at).reveals()
            }
            Common::StandingOrders { .. } => self.uncited("Standing orders changed"),
        }
    }

    fn tell_calendar(&self, event: &Calendar) -> Told<'_> {
        match *event {
            Calendar::TurnBegan { turn } => {
                self.told(case!("B.0.2"), format!("Turn {turn}: {}", name_of_turn(turn))).heading(Heading::Turn)
            }
            Calendar::Weather { die, weather, mud_follows } => {
                let after = if mud_follows { ", and mud will follow" } else { "" };
                let what = format!("the weather is {}{after}", weather.name());
                match die {
                    Some(die) => self.rolled(case!("3.1a"), die, what),
                    None => self.told(case!("3.1a"), capital(&what)),
                }
            }
            Calendar::LeaderRemoved { leader, .. } => {
                self.told(case!("4.2b"), format!("{} leaves the campaign", self.name_of(leader))).unit(leader).reveals()
            }
            Calendar::LeaderReplaced { leader, by } => {
                let text = format!("{} replaces {}", self.name_of(by), self.name_of(leader));
                self.told(case!("4.2b"), text).unit(by).reveals()
            }
            Calendar::LeaderReturned { leader, at } => {
                let text = format!("{} is back at {}", self.name_of(leader), self.box_name(at));
                self.told(case!("4.2d"), text).unit(leader).at(at).reveals()
            }
            Calendar::FirstPlayerThrown { french, allied } => {
                self.told(case!("3.2b"), format!("For the first move: French {french}, Allies {allied}")).no_odds()
            }
            Calendar::FirstPlayer { side } => self.told(case!("3.2a"), format!("{} move first", SIDES.name(side))),
            // They may come to where a leader is.
            Calendar::Arrived { side, at, counters, count } => {
                let (side, who) = (SIDES.name(side), self.who(counters, count));
                let text = format!("{side}: {who} at {} as reinforcements", self.box_name(at));
                self.told(case!("3.3a"), text).known(counters).at(at).reveals()
            }
            Calendar::Delayed { die, .. } => self.rolled(case!("3.3e"), die, "reinforcements are delayed"),
            Calendar::AtTheEntry { side, at, counters, count } => {
                let (side, who) = (SIDES.name(side), self.who(counters, count));
                self.told(case!("3.3c"), format!("{side}: {who} may enter at {}", self.box_name(at)))
                    .known(counters)
                    .at(at)
            }
            Calendar::SteppedAside { side, from, to } => {
                let [from_name, to_name] = [from, to].map(|place| self.box_name(place));
                let text = format!("{} make room at {from_name} and move to {to_name}", SIDES.name(side));
                self.told(case!("3.3b"), text).both(from, to)
            }
            Calendar::Replaced { counter, nation, .. } => {
                let text = capital(&format!("{} receives a {} strength point", self.one(counter), nation.name()));
                self.told(case!("B.3.3a"), text).all(counter)
            }
            Calendar::ReplacementsLost { side, points: lost } => {
                let (side, is) = (SIDES.name(side), verb(lost, "is", "are"));
                self.told(case!("B.3.3c"), format!("{side}: {} of SP reinforcements {is} lost", points(lost)))
            }
            Calendar::Drawn { side, card } => {
                let what = card.map_or_else(|| "a card".into(), |card| format!("card {}", card.0));
                self.told(case!("B.2A"), format!("{} draw {what}", SIDES.name(side))).reveals_if(card.is_some())
            }
            Calendar::Shuffled => self.told(case!("A.cards.f"), "The cards are shuffled"),
            Calendar::Discarded { side, card } => {
                self.told(case!("B.2D"), format!("{} discard card {}", SIDES.name(side), card.0)).reveals()
            }
            Calendar::ArmisticeMoved { to } => {
                self.told(case!("A.arm.b"), format!("The Armistice marker is now on {}", name_of_turn(to)))
            }
            Calendar::RestartMoved { to } => {
                self.told(case!("A.arm.n"), format!("Hostilities will resume in {}", name_of_turn(to)))
            }
            Calendar::ArmisticeDeclared => self.told(case!("A.arm.e"), "The armistice is declared"),
            Calendar::Twin { by, .. } => {
                self.told(case!("A.arm.g"), format!("{} takes its autumn form", self.name_of(by))).unit(by).reveals()
            }
            Calendar::Resumed => self.told(case!("A.arm.o"), "Hostilities resume"),
            Calendar::LiftedAway { counter, to } => {
                let text = format!("{} moves to {}, away from the enemy", self.name_of(counter), self.box_name(to));
                self.told(case!("A.arm.k"), text).unit(counter).at(to).reveals()
            }
            Calendar::Defected { counter, strength, .. } => {
                let name = self.name_of(counter);
                let text = match strength {
                    0 => format!("{name} stays with its colours"),
                    strength => format!("{name} loses {strength} SP that change sides"),
                };
                self.told(case!("S.0"), text).unit(counter).reveals()
            }
            Calendar::Ended { points: [french, allied] } => {
                self.told(case!("9.g"), format!("The game is over: French {french}, Allies {allied}")).reveals()
            }
        }
    }

    fn tell_administration(&self, event: &Administration) -> Told<'_> {
        match *event {
            Administration::DummyReturned { side, counter, at } => {
                let what = counter.map_or_else(|| "a counter".into(), |counter| self.name_of(counter));
                let text = format!("{}: {what} is back at {}", SIDES.name(side), self.box_name(at));
                self.told(case!("7.1g"), text).at(at).all(counter)
            }
            Administration::Hidden { side } => {
                self.told(case!("2.B1a"), format!("{} turn their counters face down", SIDES.name(side)))
            }
            Administration::UnitDissolved { counter, at, .. } => {
                let text = format!("{} has no strength left and is removed", self.name_of(counter));
                self.told(case!("1.2.3b"), text).unit(counter).at(at).reveals()
            }
            Administration::ForceMarked { side, at } => {
                let text = format!("{}: a Force marker at {}", SIDES.name(side), self.box_name(at));
                self.told(case!("7.2a"), text).at(at)
            }
            // Whether an army is supplied tells where its commander in chief may be.
            Administration::Supply { army, supply } => {
                let supply = match supply {
                    Supply::Supplied => "is in supply",
                    Supply::Hindered => "is cut off from its source only by dummies",
                    Supply::Cut => "is out of supply",
                };
                self.told(case!("4.4a"), format!("The {} {supply}", self.army_name(army))).reveals()
            }
            Administration::Points { army, die, points } => {
                let what = format!("the {} has {points} command points", self.army_name(army));
                match die {
                    Some(die) => self.rolled(case!("4.5a"), die, what),
                    None => self.told(case!("4.5a"), what),
                }
            }
            Administration::DieToShare { army, with, die } => {
                let [army, with] = [army, with].map(|army| self.army_name(army));
                self.told(case!("B.4.5"), format!("Die {die} for the {army} and the {with} together")).d6(die).no_odds()
            }
            Administration::PointsShared { army, with, first, second } => {
                let [army, with] = [army, with].map(|army| self.army_name(army));
                let text = match (first, second) {
                    (Some(first), Some(second)) => {
                        format!("The {army} has {first} command points, the {with} {second}")
                    }
                    (None, _) | (_, None) => format!("The {army} and the {with} share their points"),
                };
                self.told(case!("B.4.5"), text)
            }
        }
    }
}
