//! Actions in the notation and as offers: everything there is to say of each, in one place.

use board::Hex;
use kernel::Said;

use crate::Rules;
use crate::action::Action;
use crate::rules::r05_preconditions::Part;
use crate::sequence::Frame;
use crate::state::{Fate, State};
use crate::unit::UnitId;

impl Rules {
    /// The unit as it is printed: `Tut 8-4`.
    pub(crate) fn printed_name(&self, unit: UnitId) -> String {
        self.units.get(unit.index()).map_or_else(|| "nobody".into(), |unit| unit.label())
    }

    pub(crate) fn said(&self, state: &State, action: &Action) -> Said {
        let name = |unit: UnitId| self.printed_name(unit);
        let place = |hex: Hex| self.number_of(hex);
        // An order is a verb, the unit that acts, and the hex to which that leads.
        let plain = |verb: &str, label: &str| Said::new(verb, "", label);
        let of = |verb: &str, unit: UnitId, label: String| {
            let id = self.word_for(unit);
            Said::new(verb, &id, label).by(id)
        };
        let into = |verb: &str, hex: Hex, label: String| Said::new(verb, place(hex), label).at(place(hex));
        let to = |verb: &str, unit: UnitId, hex: Hex, label: String| {
            let id = self.word_for(unit);
            Said::new(verb, format!("{id} {}", place(hex)), label).by(id).at(place(hex))
        };
        let said = match *action {
            Action::Select(unit) => {
                let waits = state.fate.0.get(unit.index()) == Some(&Fate::Waiting);
                let words = if waits { "Bring in" } else { "Move" };
                let mut said = of("select", unit, format!("{words} {}", name(unit)));
                said.touch.moves = true;
                said
            }
            Action::Step(hex) => {
                let enters = self.in_hand(state).is_some_and(|hand| hand.at.is_none());
                into("step", hex, format!("{} {}", if enters { "Enter at" } else { "Move to" }, place(hex)))
            }
            Action::Halt => plain("halt", "Stop here"),
            Action::EndMovement => plain("end movement", "End movement").ends(),
            Action::SpendMorale(unit) => of("spend morale", unit, format!("Free {} for a point of morale", name(unit))),
            Action::KeepMorale => plain("keep morale", "Keep the morale"),
            Action::Fresh(unit) => {
                let points = self.fresh_marker(unit).map_or(0, |(_, points)| points);
                of("fresh", unit, format!("Fresh strength for {} (+{points})", name(unit)))
            }
            Action::FreshDone => plain("fresh done", "No more fresh strength"),
            Action::Target(hex) => {
                let also = if state.frame() == Frame::Declare { "Also attack" } else { "Attack" };
                let there: Vec<String> = match hex.index() < self.ground.grid.len() {
                    true => state.units_in(hex).map(name).collect(),
                    false => Vec::new(),
                };
                into("target", hex, format!("{also} {} in {}", there.join(", "), place(hex)))
            }
            Action::Join(unit) => {
                let guns = unit.index() < self.units.len() && self.part(state, unit) == Ok(Part::Guns);
                let words = if guns { "Bombard with" } else { "Attack with" };
                of("join", unit, format!("{words} {}", name(unit)))
            }
            Action::TakeColumn(division) => {
                let label = format!("Column shift for {}", self.division_title(division));
                Said::new("take column", self.division_name(division), label)
            }
            Action::Announce(column) => {
                let mut said = Said::new("announce", column.name(), format!("Attack at {}", column.name()));
                said.touch.best = column == self.best_column(state);
                said
            }
            Action::EndCombat => plain("end combat", "End combat").ends(),
            Action::Pay(unit) => of("pay", unit, format!("Lose {}", name(unit))),
            Action::Retreat(unit, hex) => to("retreat", unit, hex, format!("Retreat {} to {}", name(unit), place(hex))),
            Action::Displace(unit, hex) => {
                to("displace", unit, hex, format!("Displace {} to {}", name(unit), place(hex)))
            }
            Action::FallBack(unit, hex) => {
                to("fall back", unit, hex, format!("{} falls back to {}", name(unit), place(hex)))
            }
            Action::StandFast => plain("stand fast", "Batteries stay"),
            Action::Advance(unit, hex) => to("advance", unit, hex, format!("Advance {} to {}", name(unit), place(hex))),
            Action::Hold => plain("hold", "Do not advance"),
            Action::CallUp(unit) => of("call up", unit, format!("Activate {}", name(unit))),
            Action::Decline => plain("decline", "Activate no reserve"),
            Action::FightOn => plain("fight on", "Fight on"),
            Action::BreakOff => plain("break off", "End the battle"),
            Action::Reorganize(unit) => of("reorganize", unit, format!("Place {}", name(unit))),
            Action::PlaceAt(hex) => into("place", hex, format!("Place it in {}", place(hex))),
            Action::FreeOldGuard(unit) => {
                of("free", unit, format!("Commit {} ({} morale)", name(unit), self.scenario.old_guard_cost))
            }
            Action::FreeBothOldGuards => {
                let cost = self.scenario.old_guard_cost;
                plain("free both", &format!("Commit the whole Old Guard ({cost} morale)"))
            }
        };
        Said { order: self.spell(action), ..said }
    }
}
