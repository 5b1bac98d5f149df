//! What there is to say of battles and sieges.

use super::{Told, counters, points, verb};
use crate::Rules;
use crate::battle::{Ending, Engagement};
use crate::counters::SIDES;
use crate::event::Combat;

impl Rules {
    pub(super) fn tell_combat(&self, event: &Combat) -> Told<'_> {
        let name = |place| self.box_name(place);
        // What the dice of a side did to the other.
        let suffered = |losses: u8, tests: bool| {
            let tests = if tests { ", and its morale is tested" } else { "" };
            format!("the enemy loses {}{tests}", points(losses))
        };
        match *event {
            Combat::BattleMarked { at } => {
                self.told(case!("2.B3a"), format!("Battle at {}: guns are heard", name(at))).at(at)
            }
            Combat::GunsDeclared { side, from, to, count } => {
                let (side, who) = (SIDES.name(side), counters(count));
                let text = format!("{side}: {who} at {} try to march to the guns at {}", name(from), name(to));
                self.told(case!("6.5.2a"), text).both(from, to)
            }
            Combat::GunsThrown { from, die, success, .. } => {
                let how = if success { "sets out" } else { "stays where it is" };
                let what = format!("the Force at {} {how}", name(from));
                self.rolled(case!("6.5.2b"), die, what).at(from).reveals()
            }
            Combat::MarchersJoined { side, at, from } => {
                let text = format!("{}: the Force from {} arrives at {}", SIDES.name(side), name(from), name(at));
                self.told(case!("6.5.2c"), text).both(from, at)
            }
            Combat::MarchersTooLate { side, from } => {
                let text = format!("{}: the Force at {} would arrive too late and stays", SIDES.name(side), name(from));
                self.told(case!("6.5.2d"), text).at(from)
            }
            Combat::BattleBegan { at, attacker, engagement } => {
                let (case, what) = match engagement {
                    Engagement::Field => (case!("8.0"), "attack at"),
                    Engagement::Assault => (case!("8.8c"), "assault the walls of"),
                    Engagement::Sortie => (case!("8.8n"), "fight to break the siege of"),
                };
                self.told(case, format!("{} {what} {}", SIDES.name(attacker), name(at))).at(at)
            }
            Combat::StoodOutside { at, side } => {
                self.told(case!("8.8b"), format!("{} fight outside the walls of {}", SIDES.name(side), name(at))).at(at)
            }
            Combat::WentInside { at, side, count } => {
                let (side, who) = (SIDES.name(side), counters(count));
                self.told(case!("8.8b"), format!("{side}: {who} inside the walls of {}", name(at))).at(at)
            }
            Combat::LeftTheCity { side, from, to } => {
                let (side, from_name, to_name) = (SIDES.name(side), name(from), name(to));
                let text = format!("{side}: those without room in {from_name} leave for {to_name}");
                self.told(case!("8.8f"), text).both(from, to)
            }
            Combat::SiegeLaid { at, by, masked } => {
                let (case, what) = if masked { (case!("8.8l"), "mask") } else { (case!("8.8g"), "lay siege to") };
                self.told(case, format!("{} {what} {}", SIDES.name(by), name(at))).at(at)
            }
            // 8.8j: whether it falls tells how strong the garrison is.
            Combat::SiegeThrown { at, die, fell, .. } => {
                let how = if fell { "falls" } else { "holds out" };
                self.rolled(case!("T.siege"), die, format!("{} {how}", name(at))).at(at).reveals()
            }
            Combat::TacticChosen { side, tactic } => {
                let what = tactic.map_or_else(
                    || "have chosen their tactic".into(),
                    |tactic| format!("choose the {} tactic", tactic.name()),
                );
                self.told(case!("8.1a"), format!("{} {what}", SIDES.name(side)))
            }
            Combat::TacticsShown { tactics: [french, allied], rounds, .. } => {
                let fought = verb(rounds, "round", "rounds");
                let text = format!("French {}, Allies {}: {rounds} {fought}", french.name(), allied.name());
                self.told(case!("8.2b"), text).reveals()
            }
            Combat::NobodyToFight { at } => {
                self.told(case!("7.1e"), format!("There is no enemy left to fight at {}", name(at))).at(at).reveals()
            }
            Combat::Encircled { at, side } => {
                self.told(case!("8.5c"), format!("{} are encircled at {}", SIDES.name(side), name(at))).at(at).reveals()
            }
            Combat::Flanked { at, by } => self
                .told(case!("8.5b"), format!("{} make a flank attack at {}", SIDES.name(by), name(at)))
                .at(at)
                .reveals(),
            Combat::OverrunTried { at } => {
                self.told(case!("8.4c"), format!("The attackers try to overrun the defenders of {}", name(at))).at(at)
            }
            Combat::OverrunThrown { die, .. } => {
                self.told(case!("8.4c"), format!("Die {die} for the overrun")).d6(die).no_odds()
            }
            Combat::AdvancedOn { side, from, to } => {
                let text = format!("{} advance from {} to {}", SIDES.name(side), name(from), name(to));
                self.told(case!("8.4e"), text).both(from, to)
            }
            Combat::Round { round } => self.told(case!("8.1b"), format!("Round {round}")).no_odds(),
            Combat::Thrown { side, die, modified, losses, tests, .. } => {
                let how = format!(", modified to {modified}");
                self.rolled_by(case!("8.1c"), side, (die, &how), suffered(losses, tests)).reveals()
            }
            Combat::ArtilleryThrown { side, die, losses, tests } => {
                self.rolled_by(case!("T.artillery"), side, (die, " for the artillery"), suffered(losses, tests))
            }
            Combat::Lost { counter, points: lost } => self
                .told(case!("8.4a"), format!("{} loses {}", self.name_of(counter), points(lost)))
                .unit(counter)
                .reveals(),
            Combat::MoraleThrown { side, die, limit, holds } => {
                let how = if holds { "hold" } else { "must retreat" };
                let against = format!(" against {limit}");
                self.rolled_by(case!("8.6c"), side, (die, &against), format!("they {how}")).reveals()
            }
            Combat::Ended { at, ending, .. } => {
                let text = match ending {
                    Ending::Beaten(side) => format!("{} are beaten at {}", SIDES.name(side), name(at)),
                    Ending::Indecisive => format!("The battle of {} is indecisive", name(at)),
                    Ending::Overrun => format!("The defenders of {} are overrun", name(at)),
                };
                self.told(case!("8.1e"), text).at(at)
            }
            Combat::Points { side, points } => {
                self.told(case!("9.b"), format!("{}: {points} victory points", SIDES.name(side)))
            }
            Combat::Retreated { side, from, to } => {
                let text = format!("{} retreat from {} to {}", SIDES.name(side), name(from), name(to));
                self.told(case!("8.7a"), text).both(from, to)
            }
            Combat::NoWayOut { side, at } => {
                self.told(case!("8.7e"), format!("{} cannot retreat from {}", SIDES.name(side), name(at))).at(at)
            }
            Combat::LostAtTheRiver { side } => {
                self.told(case!("8.7d"), format!("{} lose 1 SP crossing the river", SIDES.name(side)))
            }
            Combat::PursuitThrown { side, die, losses } => {
                let what = format!("the loser loses {}", points(losses));
                self.rolled_by(case!("8.1g"), side, (die, " for the pursuit"), what)
            }
            Combat::BridgeBlowing { side, die, destroyed, lost } => {
                let what = if destroyed { "the bridge is blown up" } else { "the bridge stands" };
                let lost = if lost > 0 { format!(", at a cost of {}", points(lost)) } else { String::new() };
                self.rolled_by(case!("6.4c"), side, (die, ""), format!("{what}{lost}"))
            }
            Combat::Retired { side, from, to } => {
                let text = format!("{} retire from {} to {}", SIDES.name(side), name(from), name(to));
                self.told(case!("8.7a"), text).both(from, to)
            }
        }
    }
}
