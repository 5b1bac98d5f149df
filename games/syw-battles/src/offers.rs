//! Actions in the notation and as offers: everything there is to say of each, in one place.

use board::{Facing, Hand, Hex};
use kernel::Said;

use crate::Rules;
use crate::action::Action;
use crate::counters::CounterId;
use crate::sequence::Frame;
use crate::state::{Fate, State};

fn hand_name(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

impl Rules {
    pub(crate) fn said(&self, state: &State, action: &Action) -> Said {
        let name = |unit: CounterId| self.name_of(unit);
        let place = |hex: Hex| self.number_of(hex);
        let plain = |verb: &str, label: &str| Said::new(verb, "", label);
        let of = |verb: &str, unit: CounterId, label: String| Said::new(verb, "", label).by(self.word_for(unit));
        let into = |verb: &str, hex: Hex, label: String| Said::new(verb, "", label).at(place(hex));
        let where_is = |unit: CounterId| {
            let known = unit.index() < self.counters.len();
            Some(known).filter(|known| *known).map(|_| self.hex_of_unit(state, unit)).filter(|hex| hex.is_some())
        };
        let against = |verb: &str, unit: CounterId, target: CounterId, label: String| {
            let said = of(verb, unit, label);
            match where_is(target) {
                Some(hex) => said.at(place(hex)),
                None => said,
            }
        };
        let facing = |mut said: Said, facing: Facing| {
            said.touch.facing = Some(facing);
            said
        };
        let in_hand = |said: Said| match state.hand.piece.is_none() {
            true => said,
            false => said.by(self.word_for(state.hand.piece)),
        };
        let said = match *action {
            Action::Plan(corps, turn, point) => {
                let time = self.scenario.turns.iter().find(|info| info.number == turn).map_or("?", |info| &info.time);
                let entry = self.scenario.entries.get(point.index()).map_or("?", |entry| &entry.name);
                let mut said = plain("plan", &format!("{} at {time} by {entry}", self.corps_name(corps)));
                said.in_secret = true;
                said
            }
            Action::EndPlans => plain("end plans", "The plans are made").ends(),
            Action::Call(corps) => plain("call", &format!("Call {}", self.corps_name(corps))),
            Action::Wait => plain("wait", "Not now").ends(),
            Action::Appoint(leader, hex) => {
                of("appoint", leader, format!("{} takes over in {}", name(leader), place(hex))).at(place(hex))
            }
            Action::KeepInitiative => plain("keep initiative", "Keep the initiative"),
            Action::YieldInitiative => plain("yield initiative", "Give up the initiative"),
            Action::Select(unit) => {
                let waits = state.fate.0.get(unit.index()) == Some(&Fate::Waiting);
                let mut said =
                    of("select", unit, format!("{} {}", if waits { "Bring on" } else { "Move" }, name(unit)));
                said.touch.moves = true;
                said
            }
            Action::Enter(hex, way) => {
                facing(in_hand(into("enter", hex, format!("Enter at {}, heading {}", place(hex), way.spoken()))), way)
            }
            Action::Step(hex) => in_hand(into("step", hex, format!("On to {}", place(hex)))),
            Action::Slide(hand) => in_hand(plain("slide", &format!("Slide one hex to the {}", hand_name(hand)))),
            Action::Reverse(hex) => in_hand(into("reverse", hex, format!("Back to {}", place(hex)))),
            Action::AboutFace => in_hand(plain("about face", "About face")),
            Action::Turn(way) => facing(in_hand(plain("turn", &format!("Face {}", way.spoken()))), way),
            Action::Wheel(hand) => in_hand(plain("wheel", &format!("Wheel to the {}", hand_name(hand)))),
            Action::WheelBack(hand) => {
                in_hand(plain("wheel back", &format!("Wheel back about the {}-hand hex", hand_name(hand))))
            }
            Action::Change(way) => {
                let forms = if way.is_vertex() { "Form line" } else { "Form column" };
                facing(in_hand(plain("change", &format!("{forms}, facing {}", way.spoken()))), way)
            }
            Action::Deploy(hand) => in_hand(plain("deploy", &format!("Deploy to the {}", hand_name(hand)))),
            Action::Halt => plain("halt", "Halt here"),
            Action::EndMovement => plain("end movement", "End movement").ends(),
            Action::Assign(split) => {
                let label =
                    format!("Count the units between two hexes: {}", crate::state::Split::ALL[split as usize].0);
                if let Frame::Astride { brigade } = state.frame() {
                    of("assign", brigade, label)
                } else {
                    plain("assign", &label)
                }
            }
            Action::Fire(unit, target) => against("fire", unit, target, format!("Fire at {}", name(target))),
            Action::Burn(unit, hex) => of("burn", unit, format!("Fire at the houses of {}", place(hex))).at(place(hex)),
            Action::Batter(unit, one, other) => {
                of("batter", unit, format!("Fire at the bridge {}-{}", place(one), place(other))).at(place(one))
            }
            Action::Press => plain("press", "Fire all the same"),
            Action::HoldFire => plain("hold fire", "Hold fire"),
            Action::EndFire => plain("end fire", "End fire").ends(),
            Action::Charge(unit, target) => against("strike", unit, target, format!("Charge {}", name(target))),
            Action::Support(unit) => of("support", unit, format!("{} supports", name(unit))),
            Action::Launch => plain("launch", "Charge!"),
            Action::GiveWay(unit) => of("give way", unit, format!("{} goes back three hexes", name(unit))),
            Action::Stand(unit) => of("stand", unit, format!("{} stands", name(unit))),
            Action::Advance(unit) => of("advance", unit, format!("{} advances", name(unit))),
            Action::EndAdvance => plain("end advance", "No further advance").ends(),
            Action::EndCharges => plain("end charges", "End charges").ends(),
            Action::Recoil(hex) => into("recoil", hex, format!("Back to {}", place(hex))),
            Action::Face(way) => facing(plain("look", &format!("Face {}", way.spoken())), way),
            Action::Unstack(unit, hex) => {
                of("unstack", unit, format!("Move {} to {}", name(unit), place(hex))).at(place(hex))
            }
            Action::Rally(unit) => of("rally", unit, format!("Rally {}", name(unit))),
            Action::EndRally => plain("end rally", "End rally").ends(),
            Action::Rout(unit) => of("rout", unit, format!("{} routs", name(unit))),
            Action::Run(hex) => into("run", hex, format!("Run to {}", place(hex))),
            Action::Shift(unit, hex) => of("shift", unit, format!("{} to {}", name(unit), place(hex))).at(place(hex)),
            Action::Dress(unit, way) => {
                facing(of("dress", unit, format!("{} faces {}", name(unit), way.spoken())), way)
            }
            Action::Swing(unit, hand) => {
                of("swing", unit, format!("{} wheels back about its {}-hand hex", name(unit), hand_name(hand)))
            }
            Action::Reform(unit) => of("reform", unit, format!("{} forms up again", name(unit))),
            Action::EndReorganisation => plain("end reorganisation", "End reorganisation").ends(),
        };
        Said { order: self.spell(action), ..said }
    }
}
