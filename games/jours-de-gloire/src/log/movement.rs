//! What there is to say of marches and of the reactions to them.

use super::{Told, counters, points, verb};
use crate::Rules;
use crate::counters::SIDES;
use crate::event::Movement;

impl Rules {
    pub(super) fn tell_movement(&self, event: &Movement) -> Told<'_> {
        let name = |place| self.box_name(place);
        match *event {
            Movement::Activated { side, at, stack, count, forced, cost } => {
                let forced = if forced { " for a forced march" } else { "" };
                let cost = cost.map_or(String::new(), |cost| format!(" ({cost} CP)"));
                let (side, who, is) = (SIDES.name(side), self.who(stack, count), verb(count, "is", "are"));
                let text = format!("{side}: {who} at {} {is} activated{forced}{cost}", name(at));
                self.told(case!("4.5c"), text).known(stack).at(at)
            }
            Movement::PointsThrown { die } => self
                .told(case!("10.b"), format!("Die {die} for movement points"))
                .odds(format!("a roll of {die} for movement points"))
                .d6(die),
            Movement::Stepped { side, stack, count, from, to } => {
                let (side, who, marches) = (SIDES.name(side), self.who(stack, count), verb(count, "marches", "march"));
                let text = format!("{side}: {who} {marches} from {} to {}", name(from), name(to));
                self.told(case!("5.2a"), text).known(stack).both(from, to)
            }
            Movement::Halted { side, at } => {
                self.told(case!("5.3b"), format!("{}: stop at {}", SIDES.name(side), name(at))).at(at)
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
                        format!("{}: one more counter at {}", SIDES.name(side), name(at))
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
                    (None, _) | (_, None) => format!("{}: one counter fewer at {}", SIDES.name(side), name(at)),
                };
                self.told(case!("6.1e"), text).all(into).at(at).reveals_if(gone)
            }
            Movement::Entrenched { side, at } => {
                self.told(case!("6.2a"), format!("{} entrench at {}", SIDES.name(side), name(at))).at(at)
            }
            Movement::BridgeDestroyed { side, connection } => {
                let text = format!("{} destroy the bridge {}", SIDES.name(side), self.way(connection));
                self.told(case!("6.4a"), text).across(connection)
            }
            Movement::BridgeRepaired { side, connection } => {
                let text = format!("{} repair the bridge {}", SIDES.name(side), self.way(connection));
                self.told(case!("6.4d"), text).across(connection)
            }
            Movement::PontoonLaid { side, connection, lost } => {
                let lost =
                    lost.filter(|lost| *lost > 0).map_or(String::new(), |lost| format!(", losing {}", points(lost)));
                let text = format!("{} lay pontoons {}{lost}", SIDES.name(side), self.way(connection));
                self.told(case!("6.4e"), text).across(connection)
            }
            Movement::PontoonTakenUp { side, connection } => {
                let text = format!("{} take up the pontoons {}", SIDES.name(side), self.way(connection));
                self.told(case!("6.4g"), text).across(connection)
            }
            // It tells that the stack has few points left.
            Movement::WorkGivenUp { side, connection } => {
                let text = format!("{} abandon their work {}", SIDES.name(side), self.way(connection));
                self.told(case!("6.4i"), text).across(connection).reveals()
            }
            Movement::FlagTurned { side, at, openly } => {
                let text = format!("{} take {}", SIDES.name(side), name(at));
                self.told(case!("9.a"), text).at(at).reveals_if(openly)
            }
            Movement::Scouting { side, at } => {
                self.told(case!("6.3a"), format!("{}: cavalry scouts {}", SIDES.name(side), name(at))).at(at)
            }
            Movement::ScoutsFailed { at } => {
                let text = format!("The enemy's cavalry screens {}: the scouts see nothing", name(at));
                self.told(case!("6.3c"), text).at(at).reveals()
            }
            Movement::Scouted { at, die, shown } => {
                let what = format!("the scouts see {} at {}", counters(shown), name(at));
                self.rolled(case!("6.3e"), die, what).at(at).reveals()
            }
            Movement::WithdrawalThrown { die, counter, lost, .. } => {
                let what = format!("{} loses {} while withdrawing", self.one(counter), points(lost));
                self.rolled(case!("6.3g"), die, what).all(counter).reveals()
            }
            Movement::WentBack { side, from, to } => {
                let text = format!("{}: the scouts ride back from {} to {}", SIDES.name(side), name(from), name(to));
                self.told(case!("6.3f"), text).both(from, to)
            }
            Movement::Withdrew { side, counter, from, to } => {
                let (side, who) = (SIDES.name(side), self.one(counter));
                let text = format!("{side}: {who} withdraws from {} to {}", name(from), name(to));
                self.told(case!("6.3i"), text).all(counter).both(from, to)
            }
            Movement::StoodFast { side, at } => {
                self.told(case!("6.3i"), format!("{} stay at {}", SIDES.name(side), name(at))).at(at)
            }
            // Who was named is told now, and how a die succeeds tells of the leader.
            Movement::InterceptionDeclared { side, from, count } => {
                let (side, who, tries) = (SIDES.name(side), counters(count), verb(count, "tries", "try"));
                self.told(case!("6.5.1a"), format!("{side}: {who} at {} {tries} to intercept", name(from)))
                    .at(from)
                    .reveals()
            }
            Movement::InterceptionThrown { from, die, success, .. } => {
                let how = if success { "may intercept" } else { "comes too late" };
                let what = format!("the Force at {} {how}", name(from));
                self.rolled(case!("6.5.1d"), die, what).at(from).reveals()
            }
            Movement::Intercepted { side, from, at, count } => {
                let (side, who) = (SIDES.name(side), counters(count));
                let text = format!("{side}: {who} from {} intercept at {}", name(from), name(at));
                self.told(case!("6.5.1j"), text).both(from, at)
            }
            Movement::SteppedBack { side, from, to, count } => {
                let (side, who) = (SIDES.name(side), counters(count));
                let text = format!("{side}: {who} step back from {} to {}", name(from), name(to));
                self.told(case!("6.5.1k"), text).both(from, to)
            }
            Movement::LetPass { side } => {
                self.told(case!("6.5.1a"), format!("{} let the enemy pass", SIDES.name(side)))
            }
            Movement::Stragglers { counter, die, lost } => {
                let who = self.name_of(counter);
                let text = match lost {
                    0 => format!("{who} has no stragglers"),
                    _ => format!("{who} leaves {} behind as stragglers", points(lost)),
                };
                self.rolled(case!("5.5.3a"), die, text).unit(counter)
            }
            Movement::Recovered { counter, die, points: back } => {
                let who = self.name_of(counter);
                self.rolled(case!("5.5.4b"), die, format!("{who} recovers {} of stragglers", points(back)))
                    .unit(counter)
            }
            Movement::MovementEnded { side } => {
                self.told(case!("2.B2a"), format!("{} end their movement", SIDES.name(side)))
            }
        }
    }
}
