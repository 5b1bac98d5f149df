//! The log: what happened, in words, with the case it happened under and whom it concerns.
//!
//! Events are told as their reader may know them: what is missing in the event is missing in the words.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Die, Heading, Nature, Side};

use crate::Rules;
use crate::battle::{Ending, Engagement};
use crate::counters::{CounterId, FRENCH};
use crate::event::{Administration, Calendar, Card, Combat, Common, Event, Movement, Phase};
use crate::offers::capital;
use crate::sets::CounterSet;
use crate::state::Supply;
use crate::words::side_name;

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

impl Rules {
    /// Who they are, if that may be known, or how many.
    fn who(&self, known: &Option<CounterSet>, count: u8) -> String {
        match known {
            Some(set) => {
                let names: Vec<String> = set.iter().map(|counter| self.name_of(counter)).collect();
                names.join(", ")
            }
            None => counters(count),
        }
    }

    fn one(&self, known: &Option<CounterId>) -> String {
        known.map_or_else(|| "a unit".into(), |counter| self.name_of(counter))
    }

    fn way(&self, connection: ConnectionId) -> String {
        let [a, b] = self.ground.ends(connection);
        format!("between {} and {}", self.box_name(a), self.box_name(b))
    }

    pub(crate) fn tell_event(&self, event: &Event) -> String {
        match event {
            Event::Common(event) => self.tell_common(event),
            Event::Calendar(event) => self.tell_calendar(event),
            Event::Administration(event) => self.tell_administration(event),
            Event::Movement(event) => self.tell_movement(event),
            Event::Combat(event) => self.tell_combat(event),
            Event::Card(Card::Played { side, card, second_half }) => {
                format!("{}: card {} is played: {}", side_name(*side), card.0, self.card_title(*card, *second_half))
            }
            Event::Card(Card::Effect { side, card }) => format!("{}: card {} takes effect", side_name(*side), card.0),
        }
    }

    fn tell_common(&self, event: &Common) -> String {
        match *event {
            Common::PhaseBegan { side, phase } => {
                let phase = match phase {
                    Phase::Administration => "administration",
                    Phase::Movement => "movement",
                    Phase::Guns => "march to the guns",
                    Phase::Combat => "combat",
                };
                format!("{}: {phase}", side_name(side))
            }
            Common::TurnedUp { counter, at, strength, .. } => {
                let strength = strength.map_or(String::new(), |strength| format!(" with {strength} SP"));
                format!("{}{strength} is seen at {}", self.name_of(counter), self.box_name(at))
            }
            Common::Eliminated { counter, at, strength, .. } => {
                let strength = if strength > 0 { format!(" with {}", points(strength)) } else { String::new() };
                format!("{} is lost at {}{strength}", self.name_of(counter), self.box_name(at))
            }
            Common::Captured { leader, at, by } => {
                format!("{} is captured at {} by the {}", self.name_of(leader), self.box_name(at), side_name(by))
            }
            Common::LeaderDrivenOff { leader, at, to } => {
                let to = to.map_or(" and is gone".into(), |to| format!(" and goes to {}", self.box_name(to)));
                format!("{} is driven from {}{to}", self.name_of(leader), self.box_name(at))
            }
            Common::DummiesGone { side, at, count, .. } => {
                let was = verb(count, "was", "were");
                format!("{}: {} at {} {was} nothing but rumour", side_name(side), counters(count), self.box_name(at))
            }
            Common::Admitted { side, at, real } => {
                let what = if real { "is a real Force" } else { "are dummies only" };
                format!("{}: at {} there {what}", side_name(side), self.box_name(at))
            }
            Common::EntrenchmentGone { at, side } => {
                format!("{}: the entrenchments at {} are given up", side_name(side), self.box_name(at))
            }
            Common::SiegeOver { at } => format!("The siege of {} is over", self.box_name(at)),
            Common::StandingOrders { .. } => "Standing orders are given".into(),
        }
    }

    fn tell_calendar(&self, event: &Calendar) -> String {
        match event {
            Calendar::TurnBegan { turn } => format!("Turn {turn}: {}", crate::scenario::name_of_turn(*turn)),
            Calendar::Weather { die, weather, mud_follows } => {
                let after = if *mud_follows { ", and mud will follow" } else { "" };
                let begin = die.map_or_else(|| "The".into(), |die| format!("Die {die}: the"));
                format!("{begin} weather is {}{after}", weather.name())
            }
            Calendar::LeaderRemoved { leader, .. } => format!("{} leaves the campaign", self.name_of(*leader)),
            Calendar::LeaderReplaced { leader, by } => {
                format!("{} takes the place of {}", self.name_of(*by), self.name_of(*leader))
            }
            Calendar::LeaderReturned { leader, at } => {
                format!("{} is back at {}", self.name_of(*leader), self.box_name(*at))
            }
            Calendar::FirstPlayerThrown { french, allied } => {
                format!("For the first move: French {french}, Allies {allied}")
            }
            Calendar::FirstPlayer { side } => format!("{} move first", side_name(*side)),
            Calendar::Arrived { side, at, counters, count } => {
                format!(
                    "{}: {} at {} as reinforcements",
                    side_name(*side),
                    self.who(counters, *count),
                    self.box_name(*at)
                )
            }
            Calendar::Delayed { die, .. } => format!("Die {die}: reinforcements are delayed"),
            Calendar::AtTheEntry { side, at, counters, count } => {
                format!("{}: {} may enter at {}", side_name(*side), self.who(counters, *count), self.box_name(*at))
            }
            Calendar::SteppedAside { side, from, to } => {
                format!("{} make room at {} and go to {}", side_name(*side), self.box_name(*from), self.box_name(*to))
            }
            Calendar::Replaced { counter, nation, .. } => {
                capital(&format!("{} receives a {} strength point", self.one(counter), nation.name()))
            }
            Calendar::ReplacementsLost { side, points: lost } => {
                format!("{}: {} of replacements {} lost", side_name(*side), points(*lost), verb(*lost, "is", "are"))
            }
            Calendar::Drawn { side, card: Some(card) } => format!("{} draw card {}", side_name(*side), card.0),
            Calendar::Drawn { side, card: None } => format!("{} draw a card", side_name(*side)),
            Calendar::Shuffled => "The cards are shuffled".into(),
            Calendar::Discarded { side, card } => format!("{} discard card {}", side_name(*side), card.0),
            Calendar::ArmisticeMoved { to } => {
                format!("The Armistice marker lies on {}", crate::scenario::name_of_turn(*to))
            }
            Calendar::RestartMoved { to } => {
                format!("Hostilities are to be resumed in {}", crate::scenario::name_of_turn(*to))
            }
            Calendar::ArmisticeDeclared => "The armistice is declared".into(),
            Calendar::Twin { by, .. } => format!("{} takes its autumn form", self.name_of(*by)),
            Calendar::Resumed => "Hostilities are resumed".into(),
            Calendar::LiftedAway { counter, to } => {
                format!("{} goes to {} out of the enemy's way", self.name_of(*counter), self.box_name(*to))
            }
            Calendar::Defected { counter, strength: 0, .. } => {
                format!("{} stays with its colours", self.name_of(*counter))
            }
            Calendar::Defected { counter, strength, .. } => {
                format!("{} loses {strength} SP who change sides", self.name_of(*counter))
            }
            Calendar::Ended { points: [french, allied] } => {
                format!("The game is over: French {french}, Allies {allied}")
            }
        }
    }

    fn tell_administration(&self, event: &Administration) -> String {
        match event {
            Administration::DummyReturned { side, counter, at } => {
                let what = counter.map_or_else(|| "a counter".into(), |counter| self.name_of(counter));
                format!("{}: {what} is back at {}", side_name(*side), self.box_name(*at))
            }
            Administration::Hidden { side } => format!("{} turn their counters face down", side_name(*side)),
            Administration::UnitDissolved { counter, .. } => {
                format!("{} has no men left and is dissolved", self.name_of(*counter))
            }
            Administration::ForceMarked { side, at } => {
                format!("{}: a Force marker at {}", side_name(*side), self.box_name(*at))
            }
            Administration::Supply { army, supply } => {
                let supply = match supply {
                    Supply::Supplied => "is supplied",
                    Supply::Hindered => "is cut from its source by rumours only, and hampered",
                    Supply::Cut => "is cut from its source of supply",
                };
                format!("The {} {supply}", self.army_name(*army))
            }
            Administration::Points { army, die, points } => {
                let die = die.map_or(String::new(), |die| format!("Die {die}: "));
                format!("{die}the {} has {points} command points", self.army_name(*army))
            }
            Administration::DieToShare { army, with, die } => {
                format!("Die {die} for the {} and the {} together", self.army_name(*army), self.army_name(*with))
            }
            Administration::PointsShared { army, with, first, second } => match (first, second) {
                (Some(first), Some(second)) => {
                    format!(
                        "The {} has {first} command points, the {} {second}",
                        self.army_name(*army),
                        self.army_name(*with)
                    )
                }
                (None, _) | (_, None) => {
                    format!("The {} and the {} share their points", self.army_name(*army), self.army_name(*with))
                }
            },
        }
    }

    fn tell_movement(&self, event: &Movement) -> String {
        let at_box = |place: &BoxId| self.box_name(*place).to_owned();
        match event {
            Movement::Activated { side, at, stack, count, forced, cost } => {
                let forced = if *forced { " for a forced march" } else { "" };
                let cost = cost.map_or(String::new(), |cost| format!(" ({cost} CP)"));
                format!(
                    "{}: {} at {} {} activated{forced}{cost}",
                    side_name(*side),
                    self.who(stack, *count),
                    at_box(at),
                    verb(*count, "is", "are")
                )
            }
            Movement::PointsThrown { die } => format!("Die {die} for movement points"),
            Movement::Stepped { side, stack, count, from, to } => {
                format!(
                    "{}: {} {} from {} to {}",
                    side_name(*side),
                    self.who(stack, *count),
                    verb(*count, "marches", "march"),
                    at_box(from),
                    at_box(to)
                )
            }
            Movement::Halted { side, at } => format!("{}: halt at {}", side_name(*side), at_box(at)),
            Movement::Engaged { at } => format!("The enemy is met at {}", at_box(at)),
            Movement::Detached { side, parent, detachment, strength, at } => match (parent, detachment, strength) {
                (Some(parent), Some(detachment), Some(strength)) => format!(
                    "{} leaves {} as {} at {}",
                    self.name_of(*parent),
                    points(*strength),
                    self.name_of(*detachment),
                    at_box(at)
                ),
                (None, _, _) | (_, None, _) | (_, _, None) => {
                    format!("{}: one more counter at {}", side_name(*side), at_box(at))
                }
            },
            Movement::Merged { side, detachment, into, at, .. } => match (detachment, into) {
                (Some(detachment), Some(into)) => {
                    format!("{} goes into {} at {}", self.name_of(*detachment), self.name_of(*into), at_box(at))
                }
                (None, _) | (_, None) => format!("{}: one counter fewer at {}", side_name(*side), at_box(at)),
            },
            Movement::Entrenched { side, at } => format!("{} entrench at {}", side_name(*side), at_box(at)),
            Movement::BridgeDestroyed { side, connection } => {
                format!("{} destroy the bridge {}", side_name(*side), self.way(*connection))
            }
            Movement::BridgeRepaired { side, connection } => {
                format!("{} repair the bridge {}", side_name(*side), self.way(*connection))
            }
            Movement::PontoonLaid { side, connection, lost } => {
                let lost =
                    lost.filter(|lost| *lost > 0).map_or(String::new(), |lost| format!(", losing {}", points(lost)));
                format!("{} lay pontoons {}{lost}", side_name(*side), self.way(*connection))
            }
            Movement::PontoonTakenUp { side, connection } => {
                format!("{} take up the pontoons {}", side_name(*side), self.way(*connection))
            }
            Movement::WorkGivenUp { side, connection } => {
                format!("{} give up their work {}", side_name(*side), self.way(*connection))
            }
            Movement::FlagTurned { side, at, .. } => format!("{} hoist their flag at {}", side_name(*side), at_box(at)),
            Movement::Scouting { side, at } => format!("{}: cavalry reconnoitres {}", side_name(*side), at_box(at)),
            Movement::ScoutsFailed { at } => format!("The enemy's cavalry keeps the scouts off at {}", at_box(at)),
            Movement::Scouted { at, die, shown } => {
                format!("Die {die}: the scouts find out about {} at {}", counters(*shown), at_box(at))
            }
            Movement::WithdrawalThrown { die, counter, lost, .. } => {
                format!("Die {die}: {} loses {} in withdrawing", self.one(counter), points(*lost))
            }
            Movement::WentBack { side, from, to } => {
                format!("{}: the scouts go back from {} to {}", side_name(*side), at_box(from), at_box(to))
            }
            Movement::Withdrew { side, counter, from, to } => {
                format!("{}: {} withdraws from {} to {}", side_name(*side), self.one(counter), at_box(from), at_box(to))
            }
            Movement::StoodFast { side, at } => format!("{} stand fast at {}", side_name(*side), at_box(at)),
            Movement::InterceptionDeclared { side, from, count } => {
                let tries = verb(*count, "tries", "try");
                format!("{}: {} at {} {tries} to intercept", side_name(*side), counters(*count), at_box(from))
            }
            Movement::InterceptionThrown { from, die, success, .. } => {
                let how = if *success { "may intercept" } else { "comes too late" };
                format!("Die {die}: the Force at {} {how}", at_box(from))
            }
            Movement::Intercepted { side, from, at, count } => {
                format!("{}: {} from {} intercept at {}", side_name(*side), counters(*count), at_box(from), at_box(at))
            }
            Movement::SteppedBack { side, from, to, count } => {
                format!("{}: {} step back from {} to {}", side_name(*side), counters(*count), at_box(from), at_box(to))
            }
            Movement::LetPass { side } => format!("{} let the enemy pass", side_name(*side)),
            Movement::Stragglers { counter, die, lost } => {
                format!("Die {die}: {} leaves {} behind as stragglers", self.name_of(*counter), points(*lost))
            }
            Movement::Recovered { counter, die, points: back } => {
                format!("Die {die}: {} gathers {} of stragglers", self.name_of(*counter), points(*back))
            }
            Movement::MovementEnded { side } => format!("{} end their movement", side_name(*side)),
        }
    }

    fn tell_combat(&self, event: &Combat) -> String {
        let at_box = |place: &BoxId| self.box_name(*place).to_owned();
        match event {
            Combat::BattleMarked { at } => format!("Guns are heard at {}", at_box(at)),
            Combat::GunsDeclared { side, from, to, count } => {
                format!(
                    "{}: {} at {} want to march to the guns of {}",
                    side_name(*side),
                    counters(*count),
                    at_box(from),
                    at_box(to)
                )
            }
            Combat::GunsThrown { from, die, success, .. } => {
                let how = if *success { "sets out" } else { "stays where it is" };
                format!("Die {die}: the Force at {} {how}", at_box(from))
            }
            Combat::MarchersJoined { side, at, from } => {
                format!("{}: the Force from {} arrives at {}", side_name(*side), at_box(from), at_box(at))
            }
            Combat::MarchersTooLate { side, from } => {
                format!("{}: the Force at {} would come too late and stays", side_name(*side), at_box(from))
            }
            Combat::BattleBegan { at, attacker, engagement } => {
                let what = match engagement {
                    Engagement::Field => "attack at",
                    Engagement::Assault => "assault the walls of",
                    Engagement::Sortie => "fight to break the siege of",
                };
                format!("{} {what} {}", side_name(*attacker), at_box(at))
            }
            Combat::StoodOutside { at, side } => {
                format!("{} stand before the walls of {}", side_name(*side), at_box(at))
            }
            Combat::WentInside { at, side, count } => {
                format!("{}: {} inside the walls of {}", side_name(*side), counters(*count), at_box(at))
            }
            Combat::LeftTheCity { side, from, to } => {
                format!("{}: those without room in {} leave for {}", side_name(*side), at_box(from), at_box(to))
            }
            Combat::SiegeLaid { at, by, masked: false } => format!("{} lay siege to {}", side_name(*by), at_box(at)),
            Combat::SiegeLaid { at, by, masked: true } => format!("{} mask {}", side_name(*by), at_box(at)),
            Combat::SiegeThrown { at, die, fell: true, .. } => format!("Die {die}: {} falls", at_box(at)),
            Combat::SiegeThrown { at, die, fell: false, .. } => format!("Die {die}: {} holds out", at_box(at)),
            Combat::TacticChosen { side, tactic: Some(tactic) } => {
                format!("{} choose a {}", side_name(*side), tactic.name())
            }
            Combat::TacticChosen { side, tactic: None } => format!("{} have chosen their tactic", side_name(*side)),
            Combat::TacticsShown { tactics: [french, allied], rounds, .. } => {
                let fought = verb(*rounds, "round", "rounds");
                format!("French {}, Allies {}: {rounds} {fought}", french.name(), allied.name())
            }
            Combat::NobodyToFight { at } => format!("There is nobody to fight at {}", at_box(at)),
            Combat::Encircled { at, side } => format!("{} are encircled at {}", side_name(*side), at_box(at)),
            Combat::Flanked { at, by } => format!("{} attack in the flank at {}", side_name(*by), at_box(at)),
            Combat::OverrunTried { at } => format!("The defenders of {} are to be overrun", at_box(at)),
            Combat::OverrunThrown { die, .. } => format!("Die {die} for the overrun"),
            Combat::AdvancedOn { side, from, to } => {
                format!("{} advance from {} to {}", side_name(*side), at_box(from), at_box(to))
            }
            Combat::Round { round } => format!("Round {round}"),
            Combat::Thrown { side, die, modified, losses, tests, .. } => {
                let tests = if *tests { ", and its morale is tested" } else { "" };
                format!(
                    "{}: die {die}, {modified} with what counts: the enemy loses {}{tests}",
                    side_name(*side),
                    points(*losses)
                )
            }
            Combat::ArtilleryThrown { side, die, losses, tests } => {
                let tests = if *tests { ", and its morale is tested" } else { "" };
                format!("{}: die {die} for the guns: the enemy loses {}{tests}", side_name(*side), points(*losses))
            }
            Combat::Lost { counter, points: lost } => format!("{} loses {}", self.name_of(*counter), points(*lost)),
            Combat::MoraleThrown { side, die, limit, holds } => {
                let how = if *holds { "hold" } else { "give way" };
                format!("{}: die {die} against {limit}: they {how}", side_name(*side))
            }
            Combat::Ended { at, ending, .. } => match ending {
                Ending::Beaten(side) => format!("{} are beaten at {}", side_name(*side), at_box(at)),
                Ending::Indecisive => format!("The battle of {} is indecisive", at_box(at)),
                Ending::Overrun => format!("The defenders of {} are overrun", at_box(at)),
            },
            Combat::Points { side, points } => format!("{}: {points} victory points", side_name(*side)),
            Combat::Retreated { side, from, to } => {
                format!("{} retreat from {} to {}", side_name(*side), at_box(from), at_box(to))
            }
            Combat::NoWayOut { side, at } => format!("{} have no way out of {}", side_name(*side), at_box(at)),
            Combat::LostAtTheRiver { side } => format!("{} lose 1 SP in crossing", side_name(*side)),
            Combat::PursuitThrown { side, die, losses } => {
                format!("{}: die {die} for the pursuit: the beaten lose {}", side_name(*side), points(*losses))
            }
            Combat::BridgeBlowing { side, die, destroyed, lost } => {
                let what = if *destroyed { "the bridge is blown up" } else { "the bridge stands" };
                let lost = if *lost > 0 { format!(", at the price of {}", points(*lost)) } else { String::new() };
                format!("{}: die {die}: {what}{lost}", side_name(*side))
            }
            Combat::Retired { side, from, to } => {
                format!("{} retire from {} to {}", side_name(*side), at_box(from), at_box(to))
            }
        }
    }

    pub(crate) fn case_of_event(&self, event: &Event) -> Option<&'static str> {
        let case = match event {
            Event::Common(event) => match event {
                Common::PhaseBegan { .. } => "2.0",
                Common::TurnedUp { .. } => "1.2.1c",
                Common::Eliminated { .. } | Common::StandingOrders { .. } => return None,
                Common::Captured { .. } => "9.d",
                Common::LeaderDrivenOff { .. } => "4.2a",
                Common::DummiesGone { .. } => "7.1d",
                Common::Admitted { .. } => "7.1c",
                Common::EntrenchmentGone { .. } => "6.2c",
                Common::SiegeOver { .. } => "8.8p",
            },
            Event::Calendar(event) => match event {
                Calendar::TurnBegan { .. } => "B.0.2",
                Calendar::Weather { .. } => "3.1a",
                Calendar::LeaderRemoved { .. } | Calendar::LeaderReplaced { .. } => "4.2b",
                Calendar::LeaderReturned { .. } => "4.2d",
                Calendar::FirstPlayerThrown { .. } => "3.2b",
                Calendar::FirstPlayer { .. } => "3.2a",
                Calendar::Arrived { .. } => "3.3a",
                Calendar::Delayed { .. } => "3.3e",
                Calendar::AtTheEntry { .. } => "3.3c",
                Calendar::SteppedAside { .. } => "3.3b",
                Calendar::Replaced { .. } => "B.3.3a",
                Calendar::ReplacementsLost { .. } => "B.3.3c",
                Calendar::Drawn { .. } => "B.2A",
                Calendar::Shuffled => "A.cards.f",
                Calendar::Discarded { .. } => "B.2D",
                Calendar::ArmisticeMoved { .. } => "A.arm.b",
                Calendar::RestartMoved { .. } => "A.arm.n",
                Calendar::ArmisticeDeclared => "A.arm.e",
                Calendar::Twin { .. } => "A.arm.g",
                Calendar::Resumed => "A.arm.o",
                Calendar::LiftedAway { .. } => "A.arm.k",
                Calendar::Defected { .. } => "S.0",
                Calendar::Ended { .. } => "9.g",
            },
            Event::Administration(event) => match event {
                Administration::DummyReturned { .. } => "7.1g",
                Administration::Hidden { .. } => "2.B1a",
                Administration::UnitDissolved { .. } => "1.2.3b",
                Administration::ForceMarked { .. } => "7.2a",
                Administration::Supply { .. } => "4.4a",
                Administration::Points { .. } => "4.5a",
                Administration::DieToShare { .. } | Administration::PointsShared { .. } => "B.4.5",
            },
            Event::Movement(event) => return Some(case_of_movement(event)),
            Event::Combat(event) => return Some(case_of_combat(event)),
            Event::Card(_) => "A.cards.e",
        };
        Some(case)
    }

    pub(crate) fn nature_of_event(&self, event: &Event) -> Nature {
        let d6 = |face: u8| vec![Die { faces: 6, face }];
        let (dice, heading) = match event {
            Event::Common(Common::PhaseBegan { .. }) => (Vec::new(), Some(Heading::Phase)),
            Event::Calendar(Calendar::TurnBegan { .. }) => (Vec::new(), Some(Heading::Turn)),
            Event::Calendar(Calendar::Weather { die: Some(die), .. } | Calendar::Delayed { die, .. })
            | Event::Administration(
                Administration::Points { die: Some(die), .. } | Administration::DieToShare { die, .. },
            )
            | Event::Movement(
                Movement::PointsThrown { die }
                | Movement::Scouted { die, .. }
                | Movement::WithdrawalThrown { die, .. }
                | Movement::InterceptionThrown { die, .. }
                | Movement::Stragglers { die, .. }
                | Movement::Recovered { die, .. },
            )
            | Event::Combat(
                Combat::GunsThrown { die, .. }
                | Combat::SiegeThrown { die, .. }
                | Combat::OverrunThrown { die, .. }
                | Combat::Thrown { die, .. }
                | Combat::ArtilleryThrown { die, .. }
                | Combat::MoraleThrown { die, .. }
                | Combat::PursuitThrown { die, .. }
                | Combat::BridgeBlowing { die, .. },
            ) => (d6(*die), None),
            Event::Common(_)
            | Event::Calendar(_)
            | Event::Administration(_)
            | Event::Movement(_)
            | Event::Combat(_)
            | Event::Card(_) => (Vec::new(), None),
        };
        Nature { dice, heading }
    }
}

fn case_of_movement(event: &Movement) -> &'static str {
    match event {
        Movement::Activated { .. } => "4.5c",
        Movement::PointsThrown { .. } => "10.b",
        Movement::Stepped { .. } => "5.2a",
        Movement::Halted { .. } => "5.3b",
        Movement::Engaged { .. } => "5.3c",
        Movement::Detached { .. } => "6.1a",
        Movement::Merged { .. } => "6.1e",
        Movement::Entrenched { .. } => "6.2a",
        Movement::BridgeDestroyed { .. } => "6.4a",
        Movement::BridgeRepaired { .. } => "6.4d",
        Movement::PontoonLaid { .. } => "6.4e",
        Movement::PontoonTakenUp { .. } => "6.4g",
        Movement::WorkGivenUp { .. } => "6.4i",
        Movement::FlagTurned { .. } => "9.a",
        Movement::Scouting { .. } => "6.3a",
        Movement::ScoutsFailed { .. } => "6.3c",
        Movement::Scouted { .. } => "6.3e",
        Movement::WithdrawalThrown { .. } => "6.3g",
        Movement::WentBack { .. } => "6.3f",
        Movement::Withdrew { .. } | Movement::StoodFast { .. } => "6.3i",
        Movement::InterceptionDeclared { .. } => "6.5.1a",
        Movement::InterceptionThrown { .. } => "6.5.1d",
        Movement::Intercepted { .. } => "6.5.1j",
        Movement::SteppedBack { .. } => "6.5.1k",
        Movement::LetPass { .. } => "6.5.1a",
        Movement::Stragglers { .. } => "5.5.3a",
        Movement::Recovered { .. } => "5.5.4b",
        Movement::MovementEnded { .. } => "2.B2a",
    }
}

fn case_of_combat(event: &Combat) -> &'static str {
    match event {
        Combat::BattleMarked { .. } => "2.B3a",
        Combat::GunsDeclared { .. } => "6.5.2a",
        Combat::GunsThrown { .. } => "6.5.2b",
        Combat::MarchersJoined { .. } => "6.5.2c",
        Combat::MarchersTooLate { .. } => "6.5.2d",
        Combat::BattleBegan { engagement: Engagement::Field, .. } => "8.0",
        Combat::BattleBegan { engagement: Engagement::Assault, .. } => "8.8c",
        Combat::BattleBegan { engagement: Engagement::Sortie, .. } => "8.8n",
        Combat::StoodOutside { .. } | Combat::WentInside { .. } => "8.8b",
        Combat::LeftTheCity { .. } => "8.8f",
        Combat::SiegeLaid { masked: false, .. } => "8.8g",
        Combat::SiegeLaid { masked: true, .. } => "8.8l",
        Combat::SiegeThrown { .. } => "T.siege",
        Combat::TacticChosen { .. } => "8.1a",
        Combat::TacticsShown { .. } => "8.2b",
        Combat::NobodyToFight { .. } => "7.1e",
        Combat::Encircled { .. } => "8.5c",
        Combat::Flanked { .. } => "8.5b",
        Combat::OverrunTried { .. } | Combat::OverrunThrown { .. } => "8.4c",
        Combat::AdvancedOn { .. } => "8.4e",
        Combat::Round { .. } => "8.1b",
        Combat::Thrown { .. } => "8.1c",
        Combat::ArtilleryThrown { .. } => "T.artillery",
        Combat::Lost { .. } => "8.4a",
        Combat::MoraleThrown { .. } => "8.6c",
        Combat::Ended { .. } => "8.1e",
        Combat::Points { .. } => "9.b",
        Combat::Retreated { .. } => "8.7a",
        Combat::NoWayOut { .. } => "8.7e",
        Combat::LostAtTheRiver { .. } => "8.7d",
        Combat::PursuitThrown { .. } => "8.1g",
        Combat::BridgeBlowing { .. } => "6.4c",
        Combat::Retired { .. } => "8.7a",
    }
}

/// The side's word in data.
pub(crate) fn side_word(side: Side) -> &'static str {
    if side == FRENCH { "french" } else { "allied" }
}
