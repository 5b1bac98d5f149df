//! What there is to say of marches and of the reactions to them.

use super::{Told, counters, points, verb};
use crate::Rules;
use crate::event::Movement;
use crate::words::side_name;

impl Rules {
    pub(super) fn tell_movement(&self, event: &Movement) -> Told<'_> {
        let name = |place| self.box_name(place);
        match *event {
            Movement::Activated { side, at, stack, count, forced, cost } => {
                let forced = if forced { " for a forced march" } else { "" };
                let cost = cost.map_or(String::new(), |cost| format!(" ({cost} CP)"));
                let (side, who, is) = (side_name(side), self.who(stack, count), verb(count, "is", "are"));
                let text = format!("{side}: {who} at {} {is} activated{forced}{cost}", name(at));
                self.told(case!("4.5c"), text).known(stack).at(at)
            }
            Movement::PointsThrown { die } => {
                self.told(case!("10.b"), format!("Die {die} for movement points")).d6(die)
            }
            Movement::Stepped { side, stack, count, from, to } => {
                let (side, who, marches) = (side_name(side), self.who(stack, count), verb(count, "marches", "march"));
                let text = format!("{side}: {who} {marches} from {} to {}", name(from), name(to));
                self.told(case!("5.2a"), text).known(stack).both(from, to)
            }
            Movement::Halted { side, at } => {
                self.told(case!("5.3b"), format!("{}: stop at {}", side_name(side), name(at))).at(at)
            }
            Movement::Engaged { at } => {
                self.told(case!("5.3c"), format!("The enemy is met at {}", name(at))).at(at).reveals()
            }
            Movement::Detached { side, parent, detachment, strength, at } => {
                let text = match (parent, detachment, strength) {
                    (Some(parent), Some(detachment), Some(strength)) => {
                        let [parent, detachment] = [parent, detachment].map(|counter| self.name_of(counter));
                        format!("{parent} detaches {} as {detachment} at {}", points(strength), name(at))
                    }
                    (None, _, _) | (_, None, _) | (_, _, None) => {
                        format!("{}: one more counter at {}", side_name(side), name(at))
                    }
                };
                self.told(case!("6.1a"), text).all(parent).all(detachment).at(at)
            }
            // A counter fewer tells that its strength found room.
            Movement::Merged { side, detachment, into, at, gone, .. } => {
                let text = match (detachment, into) {
                    (Some(detachment), Some(into)) => {
                        format!("{} merges into {} at {}", self.name_of(detachment), self.name_of(into), name(at))
                    }
                    (None, _) | (_, None) => format!("{}: one counter fewer at {}", side_name(side), name(at)),
                };
                self.told(case!("6.1e"), text).all(into).at(at).reveals_if(gone)
            }
            Movement::Entrenched { side, at } => {
                self.told(case!("6.2a"), format!("{} entrench at {}", side_name(side), name(at))).at(at)
            }
            Movement::BridgeDestroyed { side, connection } => {
                let text = format!("{} destroy the bridge {}", side_name(side), self.way(connection));
                self.told(case!("6.4a"), text).across(connection)
            }
            Movement::BridgeRepaired { side, connection } => {
                let text = format!("{} repair the bridge {}", side_name(side), self.way(connection));
                self.told(case!("6.4d"), text).across(connection)
            }
            Movement::PontoonLaid { side, connection, lost } => {
                let lost =
                    lost.filter(|lost| *lost > 0).map_or(String::new(), |lost| format!(", losing {}", points(lost)));
                let text = format!("{} lay pontoons {}{lost}", side_name(side), self.way(connection));
                self.told(case!("6.4e"), text).across(connection)
            }
            Movement::PontoonTakenUp { side, connection } => {
                let text = format!("{} take up the pontoons {}", side_name(side), self.way(connection));
                self.told(case!("6.4g"), text).across(connection)
            }
            // It tells that the stack has few points left.
            Movement::WorkGivenUp { side, connection } => {
                let text = format!("{} abandon their work {}", side_name(side), self.way(connection));
                self.told(case!("6.4i"), text).across(connection).reveals()
            }
            Movement::FlagTurned { side, at, openly } => {
                let text = format!("{} take {}", side_name(side), name(at));
                self.told(case!("9.a"), text).at(at).reveals_if(openly)
            }
            Movement::Scouting { side, at } => {
                self.told(case!("6.3a"), format!("{}: cavalry scouts {}", side_name(side), name(at))).at(at)
            }
            Movement::ScoutsFailed { at } => {
                let text = format!("The enemy's cavalry screens {}: the scouts see nothing", name(at));
                self.told(case!("6.3c"), text).at(at).reveals()
            }
            Movement::Scouted { at, die, shown } => {
                let text = format!("Die {die}: the scouts see {} at {}", counters(shown), name(at));
                self.told(case!("6.3e"), text).at(at).d6(die).reveals()
            }
            Movement::WithdrawalThrown { die, counter, lost, .. } => {
                let text = format!("Die {die}: {} loses {} while withdrawing", self.one(counter), points(lost));
                self.told(case!("6.3g"), text).all(counter).d6(die).reveals()
            }
            Movement::WentBack { side, from, to } => {
                let text = format!("{}: the scouts ride back from {} to {}", side_name(side), name(from), name(to));
                self.told(case!("6.3f"), text).both(from, to)
            }
            Movement::Withdrew { side, counter, from, to } => {
                let (side, who) = (side_name(side), self.one(counter));
                let text = format!("{side}: {who} withdraws from {} to {}", name(from), name(to));
                self.told(case!("6.3i"), text).all(counter).both(from, to)
            }
            Movement::StoodFast { side, at } => {
                self.told(case!("6.3i"), format!("{} stay at {}", side_name(side), name(at))).at(at)
            }
            // Who was named is told now, and how a die succeeds tells of the leader.
            Movement::InterceptionDeclared { side, from, count } => {
                let (side, who, tries) = (side_name(side), counters(count), verb(count, "tries", "try"));
                self.told(case!("6.5.1a"), format!("{side}: {who} at {} {tries} to intercept", name(from)))
                    .at(from)
                    .reveals()
            }
            Movement::InterceptionThrown { from, die, success, .. } => {
                let how = if success { "may intercept" } else { "comes too late" };
                let text = format!("Die {die}: the Force at {} {how}", name(from));
                self.told(case!("6.5.1d"), text).at(from).d6(die).reveals()
            }
            Movement::Intercepted { side, from, at, count } => {
                let (side, who) = (side_name(side), counters(count));
                let text = format!("{side}: {who} from {} intercept at {}", name(from), name(at));
                self.told(case!("6.5.1j"), text).both(from, at)
            }
            Movement::SteppedBack { side, from, to, count } => {
                let (side, who) = (side_name(side), counters(count));
                let text = format!("{side}: {who} step back from {} to {}", name(from), name(to));
                self.told(case!("6.5.1k"), text).both(from, to)
            }
            Movement::LetPass { side } => self.told(case!("6.5.1a"), format!("{} let the enemy pass", side_name(side))),
            Movement::Stragglers { counter, die, lost } => {
                let who = self.name_of(counter);
                let text = format!("Die {die}: {who} has {} of stragglers", points(lost));
                self.told(case!("5.5.3a"), text).unit(counter).d6(die)
            }
            Movement::Recovered { counter, die, points: back } => {
                let who = self.name_of(counter);
                let text = format!("Die {die}: {who} recovers {} of stragglers", points(back));
                self.told(case!("5.5.4b"), text).unit(counter).d6(die)
            }
            Movement::MovementEnded { side } => {
                self.told(case!("2.B2a"), format!("{} end their movement", side_name(side)))
            }
        }
    }
}
