//! Actions in the notation and as offers: everything there is to say of each, in one place.

use board::{Facing, Hand, Hex};
use kernel::Said;

use crate::Rules;
use crate::action::Action;
use crate::march::How;
use crate::package::Package;
use crate::panels::shift_in_words;
use crate::roster::{LeaderId, UnitId};
use crate::sequence::Question;
use crate::state::State;

impl Rules {
    pub(crate) fn said(&self, state: &State, action: &Action) -> Said {
        let name = |leader: LeaderId| self.name_of(leader);
        let unit = |unit: UnitId| self.unit_name(unit);
        let place = |hex: Hex| self.number_of(hex);
        let plain = |verb: &str, label: &str| Said::new(verb, "", label);
        let of = |verb: &str, leader: LeaderId, label: String| Said::new(verb, "", label).by(self.word_for(leader));
        let into = |verb: &str, hex: Hex, label: String| Said::new(verb, "", label).at(place(hex));
        let on_track = |verb: &str, id: UnitId, label: String| {
            let leader = state.of.0.get(id.index()).copied().unwrap_or(LeaderId::NONE);
            if leader.is_none() { Said::new(verb, "", label) } else { of(verb, leader, label) }
        };
        let in_hand = |said: Said| {
            let march = &state.march;
            let leader = if march.on_second { self.senior(state, march.second) } else { march.commander };
            if leader.is_none() { said } else { said.by(self.word_for(leader)) }
        };
        let facing = |said: Said, facing: Facing| {
            let mut said = said;
            said.touch.facing = Some(facing);
            said
        };
        let put = |verb: &str, leader: LeaderId, package: Package, label: String| {
            facing(of(verb, leader, label).at(place(package.lead)), package.facing)
        };
        let source = |id: crate::theatre::SourceId| {
            self.theatre
                .sources
                .get(id.index())
                .map_or_else(String::new, |source| format!("{} ({})", source.name, place(source.hex)))
        };
        let said = match *action {
            Action::Support(points) => {
                let given = match points {
                    0 => "No support".to_owned(),
                    1 => "1 point for support".to_owned(),
                    more => format!("{more} points for support"),
                };
                let shift = self.tables.support.shift[usize::from(points.min(3))];
                plain("support", &format!("{given}: attrition {}", shift_in_words(shift)))
            }
            Action::Disband => plain("disband centre", "Disband the centre for a point"),
            Action::SetCentre(hex) => into("set centre", hex, format!("Begin with the centre in {}", place(hex))),
            Action::ChangeSource(id) => {
                plain("change source", &format!("Begin to change the source to {}", source(id)))
            }
            Action::ShiftSource(id) => plain("shift source", &format!("Shift the source to {}", source(id))),
            Action::Transfer(id, leader) => {
                let under = state.of.0.get(id.index()).copied().unwrap_or(LeaderId::NONE);
                of("transfer", leader, format!("Give {} of {} to {}", unit(id), name(under), name(leader)))
            }
            Action::Merge(id, other) => on_track("merge", id, format!("Merge {} into {}", unit(id), unit(other))),
            Action::Split(id, points) => on_track("split", id, format!("Split {points} off {}", unit(id))),
            Action::Promote(id) => on_track("promote", id, format!("Give {} a major general", unit(id))),
            Action::Replace(id) => on_track("replace", id, format!("A replacement for {}", unit(id))),
            Action::Raise(leader, arm) => {
                of("raise", leader, format!("Raise a march regiment of {} under {}", arm.id(), name(leader)))
            }
            Action::PlaceDummy(package) => {
                facing(into("dummy", package.lead, format!("A dummy at {}", place(package.lead))), package.facing)
            }
            Action::EndOrganization => plain("end organization", "End organization").ends(),
            Action::Command(leader) => {
                let mut said = of("command", leader, format!("A command for {}", name(leader)));
                said.touch.moves = true;
                said
            }
            Action::Provisional(leader) => {
                of("provisional", leader, format!("A provisional command for {}", name(leader)))
            }
            Action::EndCommands => plain("end commands", "End commands").ends(),
            Action::MoveCentre(army) => plain("move centre", &format!("Move the centre of {}", army.name())),
            Action::EndCentres => plain("end centres", "End moves of centres").ends(),
            Action::Initiative(leader) => {
                let mut said = of("initiative", leader, format!("{} marches on his initiative", name(leader)));
                said.touch.moves = true;
                said
            }
            Action::EndInitiative => plain("end initiative", "End marches on initiative").ends(),
            Action::ForceMarch(leader) => {
                let mut said = of("force", leader, format!("A forced march of {}", name(leader)));
                said.touch.moves = true;
                said
            }
            Action::EndForced => plain("end forced", "End forced marches").ends(),
            Action::Ride(leader) => {
                let mut said = of("ride", leader, format!("{} rides alone", name(leader)));
                said.touch.moves = true;
                said
            }
            Action::Enter(arrival, entry) => {
                let road = self.theatre.entries.get(entry.index());
                let label = format!(
                    "{} comes in by the road {}",
                    self.arrival_name(arrival),
                    road.map_or("", |road| &road.leads)
                );
                match road {
                    Some(road) => into("enter", road.hex, label),
                    None => plain("enter", &label),
                }
            }
            Action::EnterBeside(arrival, entry) => {
                let road = self.theatre.entries.get(entry.index());
                let label = format!(
                    "{} comes in beside the road {}",
                    self.arrival_name(arrival),
                    road.map_or("", |road| &road.leads)
                );
                match road {
                    Some(road) => into("enter beside", road.hex, label),
                    None => plain("enter beside", &label),
                }
            }
            Action::Return(leader) => of("return", leader, format!("{} comes back", name(leader))),
            Action::ReturnBy(leader, hex) => {
                into("return", hex, format!("{} comes back by {}", name(leader), self.place_of(hex)))
            }
            Action::Include(leader) => of("include", leader, format!("Take {} along", name(leader))),
            Action::Begin => in_hand(plain("begin", "Begin the march")),
            Action::Step(hex) => in_hand(into("step", hex, format!("On to {}", self.place_of(hex)))),
            Action::Advance(direction) => {
                in_hand(plain("advance", &format!("Advance in line {}", Facing::side(direction).spoken())))
            }
            Action::Wheel(hand) => {
                in_hand(plain("wheel", if hand == Hand::Left { "Wheel left" } else { "Wheel right" }))
            }
            Action::Form(way) => {
                let mode = if way.is_vertex() { "Form line" } else { "Form column" };
                let mut said = in_hand(facing(plain("form", &format!("{mode}, facing {}", way.spoken())), way));
                // The package in hand can be led further than to the next hex.
                said.touch.moves = state.frame().asked() == Some(Question::Marching);
                said
            }
            Action::Drop(leader) => of("drop", leader, format!("Leave {} here", name(leader))),
            Action::Extend => in_hand(plain("extend", "Extend the march for another point")),
            Action::Next => plain("next package", "Go on with the second package"),
            Action::Repulse(hex) => {
                in_hand(into("repulse", hex, format!("Announce a repulse of the enemy in {}", place(hex))))
            }
            Action::RepulseAll => in_hand(plain("repulse all", "Announce a repulse of every enemy next to the force")),
            Action::Canton => in_hand(plain("canton", "Leave the map for cantonment")),
            Action::Halt => match state.march.how {
                How::Centre(_) => plain("halt", "The centre stays here"),
                How::Nothing | How::Command | How::Initiative | How::Forced | How::Alone | How::Arrival => {
                    in_hand(plain("halt", "Halt here"))
                }
            },
            Action::Place(leader, package) => {
                put("place", leader, package, format!("{} to {}", name(leader), self.package_word(package)))
            }
            Action::Lose(id) => on_track("lose", id, format!("Take a point off {}", unit(id))),
            Action::Blow(leader, bridge) => {
                of("blow", leader, format!("Blow the bridge {}", self.bridge_label(bridge)))
            }
            Action::Repair(leader, bridge) => {
                of("repair", leader, format!("Repair the bridge {}", self.bridge_label(bridge)))
            }
            Action::Lay(leader, hex, direction) => {
                of("lay", leader, format!("Lay the train {} from {}", Facing::side(direction), place(hex)))
                    .at(place(hex))
            }
            Action::Lift(leader) => of("lift", leader, format!("{} takes up a train", name(leader))),
            Action::EndBridges => plain("end bridges", "End work on bridges").ends(),
            Action::Refuse(leader) => of("refuse", leader, format!("{} refuses battle", name(leader))),
            Action::Accept(leader) => of("accept", leader, format!("{} will fight", name(leader))),
            Action::Attack(leader) => of("attack", leader, format!("{} attacks", name(leader))),
            Action::Target(hex) => into("target", hex, format!("Attack the enemy in {}", place(hex))),
            Action::Fight => plain("fight", "Fight"),
            Action::EndBattles => plain("end battles", "End battles").ends(),
            Action::Write(plan) => plain("write", &format!("Write {}", plan.id())),
            Action::FireGuns => plain("fire guns", "Fire the guns"),
            Action::HoldFire => plain("hold fire", "Hold fire"),
            Action::Adjust(0) => plain("adjust", "Leave the die as it is"),
            Action::Adjust(change) => plain("adjust", &format!("Change the die by {change:+}")),
            Action::StandFast => plain("stand fast", "Stand fast and lose points"),
            Action::GiveWay => plain("give way", "Give way"),
            Action::Counterattack(hex) => {
                into("counterattack", hex, format!("Counterattack the enemy in {}", place(hex)))
            }
            Action::Decline => plain("decline", "Decline to counterattack"),
            Action::Open(package) => {
                facing(into("open", package.lead, format!("From {}", self.package_word(package))), package.facing)
            }
            Action::Pursue(leader) => of("pursue", leader, format!("{} pursues", name(leader))),
            Action::Stay => plain("stay", "Stay"),
            Action::ImproveOwn => plain("improve morale", "Improve your morale"),
            Action::WorsenEnemy => plain("worsen morale", "Worsen the enemy's morale"),
            Action::Roll(leader) => of("roll", leader, format!("Roll for {}", name(leader))),
            Action::Rally(leader) => of("rally", leader, format!("Rally {}", name(leader))),
            Action::EndRally => plain("end rally", "End rally").ends(),
            Action::HearGuns(leader, hex) => {
                of("hear", leader, format!("{} marches to the guns of the enemy in {}", name(leader), place(hex)))
                    .at(place(hex))
            }
            Action::Redeploy(leader) => of("redeploy", leader, format!("Redeploy {}", name(leader))),
            Action::Rebuild(id, leader) => {
                of("rebuild", leader, format!("Rebuild {} under {}", unit(id), name(leader)))
            }
            Action::DestroyBridge(bridge) => {
                plain("destroy bridge", &format!("Destroy the bridge {}", self.bridge_label(bridge)))
            }
            Action::RestoreBridge(bridge) => {
                plain("restore bridge", &format!("Restore the bridge {}", self.bridge_label(bridge)))
            }
            Action::EndArmistice => plain("end armistice", "End the armistice").ends(),
        };
        Said { order: self.spell(action), ..said }
    }

    fn arrival_name(&self, arrival: crate::action::ArrivalId) -> String {
        let group = self.scenario.arrivals.get(arrival.index());
        let leader = group.and_then(|group| group.leaders.first()).and_then(|leader| self.find_leader(&leader.id));
        leader.map_or_else(|| "nobody".into(), |leader| self.name_of(leader))
    }

    pub(crate) fn bridge_label(&self, bridge: crate::ground::BridgeId) -> String {
        if bridge.index() >= self.ground.bridges.len() {
            return "?".into();
        }
        let ([from, to], _) = self.ground.bridges[bridge.index()];
        let name = self.ground.bridge_name(bridge);
        let hexes = format!("{}-{}", self.number_of(from), self.number_of(to));
        if name.is_empty() { hexes } else { format!("{hexes}, {name}") }
    }
}
