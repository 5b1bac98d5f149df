//! Orders in words: reading them. `offers` writes actions.
//!
//! An order is a verb and what it concerns: leaders and units by their ids, hexes by number, facings by the compass (hexsides
//! for columns, vertices for lines). Composite orders (`march`, `attack`) expand to atomic actions.

use board::{Direction, Facing, Hand, Hex};
use kernel::{Illegal, Ruleset, Seat, Side};
use kit::grammar::{self, Read, Slot, unreadable};

use crate::Rules;
use crate::action::{Action, ArrivalId, EntryId};
use crate::battle::Plan;
use crate::ground::BridgeId;
use crate::march::How;
use crate::package::Package;
use crate::roster::{Arm, Army, LeaderId, UnitId};
use crate::sequence::Question;
use crate::state::State;
use crate::theatre::SourceId;

/// Orders that say a whole intention.
const COMPOSITE: [&str; 2] = ["march", "done"];

kit::verbs! { Rules, Action;
    "support POINTS" (points) (Action::Support(points));
    "disband centre" () (Action::Disband);
    "set centre HEX" (hex) (Action::SetCentre(hex));
    "change source SOURCE" (source) (Action::ChangeSource(source));
    "shift source SOURCE" (source) (Action::ShiftSource(source));
    "transfer UNIT LEADER" (unit, leader) (Action::Transfer(unit, leader));
    "merge UNIT INTO" (unit, into) (Action::Merge(unit, into));
    "split UNIT POINTS" (unit, points) (Action::Split(unit, points));
    "promote UNIT" (unit) (Action::Promote(unit));
    "replace UNIT…" (unit) (Action::Replace(unit));
    "raise LEADER ARM" (leader, arm) (Action::Raise(leader, arm));
    "dummy PLACE" (package) (Action::PlaceDummy(package));
    "end organization" () (Action::EndOrganization);
    "command LEADER" (leader) (Action::Command(leader));
    "provisional LEADER" (leader) (Action::Provisional(leader));
    "end commands" () (Action::EndCommands);
    "move centre ARMY" (army) (Action::MoveCentre(army));
    "end centres" () (Action::EndCentres);
    "initiative LEADER" (leader) (Action::Initiative(leader));
    "end initiative" () (Action::EndInitiative);
    "force LEADER" (leader) (Action::ForceMarch(leader));
    "hear LEADER HEX" (leader, hex) (Action::HearGuns(leader, hex));
    "end forced" () (Action::EndForced);
    "ride LEADER" (leader) (Action::Ride(leader));
    "enter beside GROUP ENTRY" (arrival, entry) (Action::EnterBeside(arrival, entry));
    "enter GROUP ENTRY" (arrival, entry) (Action::Enter(arrival, entry));
    "return LEADER" (leader) (Action::Return(leader));
    "return LEADER HEX" (leader, hex) (Action::ReturnBy(leader, hex));
    "include LEADER…" (leader) (Action::Include(leader));
    "begin" () (Action::Begin);
    "step HEX…" (hex) (Action::Step(hex));
    "advance DIRECTION" (direction) (Action::Advance(direction));
    "wheel HAND" (hand) (Action::Wheel(hand));
    "form FACING" (facing) (Action::Form(facing));
    "drop LEADER" (leader) (Action::Drop(leader));
    "extend" () (Action::Extend);
    "next package" () (Action::Next);
    "repulse all" () (Action::RepulseAll);
    "repulse HEX" (hex) (Action::Repulse(hex));
    "canton" () (Action::Canton);
    "halt" () (Action::Halt);
    "place LEADER PLACE" (leader, package) (Action::Place(leader, package));
    "lose UNIT…" (unit) (Action::Lose(unit));
    "blow LEADER BRIDGE" (leader, bridge) (Action::Blow(leader, bridge));
    "repair LEADER BRIDGE" (leader, bridge) (Action::Repair(leader, bridge));
    "lay LEADER HEX DIRECTION" (leader, hex, direction) (Action::Lay(leader, hex, direction));
    "lift LEADER" (leader) (Action::Lift(leader));
    "end bridges" () (Action::EndBridges);
    "refuse LEADER" (leader) (Action::Refuse(leader));
    "accept LEADER" (leader) (Action::Accept(leader));
    "attack LEADER" (leader) (Action::Attack(leader));
    "target HEX" (hex) (Action::Target(hex));
    "fight" () (Action::Fight);
    "end battles" () (Action::EndBattles);
    "write PLAN" (plan) (Action::Write(plan));
    "fire guns" () (Action::FireGuns);
    "hold fire" () (Action::HoldFire);
    "adjust CHANGE" (change) (Action::Adjust(change));
    "stand fast" () (Action::StandFast);
    "give way" () (Action::GiveWay);
    "counterattack HEX" (hex) (Action::Counterattack(hex));
    "decline" () (Action::Decline);
    "open PLACE" (package) (Action::Open(package));
    "pursue LEADER" (leader) (Action::Pursue(leader));
    "stay" () (Action::Stay);
    "improve morale" () (Action::ImproveOwn);
    "worsen morale" () (Action::WorsenEnemy);
    "roll LEADER" (leader) (Action::Roll(leader));
    "rally LEADER" (leader) (Action::Rally(leader));
    "end rally" () (Action::EndRally);
    "redeploy LEADER" (leader) (Action::Redeploy(leader));
    "rebuild UNIT LEADER" (unit, leader) (Action::Rebuild(unit, leader));
    "destroy bridge BRIDGE" (bridge) (Action::DestroyBridge(bridge));
    "restore bridge BRIDGE" (bridge) (Action::RestoreBridge(bridge));
    "end armistice" () (Action::EndArmistice);
}

impl Slot<LeaderId> for Rules {
    fn read(&self, word: &str) -> Read<LeaderId> {
        self.find_leader(word).map_or_else(|| unreadable(format!("there is no leader \"{word}\" in this game")), Ok)
    }

    fn write(&self, leader: LeaderId) -> String {
        self.word_for(leader)
    }
}

impl Slot<UnitId> for Rules {
    fn read(&self, word: &str) -> Read<UnitId> {
        self.find_unit(word).map_or_else(|| unreadable(format!("there is no unit \"{word}\" in this game")), Ok)
    }

    fn write(&self, unit: UnitId) -> String {
        self.unit_word(unit)
    }
}

impl Slot<Hex> for Rules {
    fn read(&self, word: &str) -> Read<Hex> {
        let grid = &self.ground.grid;
        match grid.parse(word) {
            Some(hex) => Ok(hex),
            None if rule!("T.map", grid.is_number(word)) => {
                Err(Illegal::new(case!("T.map"), format!("{word} is not on the map")).into())
            }
            None => unreadable(format!("\"{word}\" is no hex; hexes are numbered like {}", grid.name(Hex(0)))),
        }
    }

    fn write(&self, hex: Hex) -> String {
        self.number_of(hex)
    }
}

impl Slot<Package> for Rules {
    fn read(&self, word: &str) -> Read<Package> {
        let form = "a place is written leading hex/other hex/facing, such as 01010/01011/n";
        self.read_package(word).map_or_else(|| unreadable(format!("\"{word}\" is no place; {form}")), Ok)
    }

    fn write(&self, package: Package) -> String {
        self.package_word(package)
    }
}

impl Slot<Facing> for Rules {
    fn read(&self, word: &str) -> Read<Facing> {
        Facing::parse(word)
            .map_or_else(|| unreadable(format!("\"{word}\" is no facing; use one of {}", Facing::NAMES.join(", "))), Ok)
    }

    fn write(&self, facing: Facing) -> String {
        facing.name().to_owned()
    }
}

impl Slot<Direction> for Rules {
    fn read(&self, word: &str) -> Read<Direction> {
        let found = Facing::parse(word).filter(|facing| !facing.is_vertex()).map(Facing::direction);
        found.map_or_else(|| unreadable(format!("\"{word}\" is no direction; n, ne, se, s, sw and nw are")), Ok)
    }

    fn write(&self, direction: Direction) -> String {
        Facing::side(direction).name().to_owned()
    }
}

/// A slot whose words are a list.
macro_rules! listed {
    ($($kind:ty, $what:literal, $all:expr, $id:expr;)+) => {$(
        impl Slot<$kind> for Rules {
            fn read(&self, word: &str) -> Read<$kind> {
                let id: fn(&$kind) -> String = $id;
                let found = $all.into_iter().find(|thing| id(thing) == word);
                found.map_or_else(|| unreadable(format!("\"{word}\" is no {}", $what)), Ok)
            }

            fn write(&self, thing: $kind) -> String {
                let id: fn(&$kind) -> String = $id;
                id(&thing)
            }
        }
    )+};
}

listed! {
    Hand, "hand; left and right are", Hand::BOTH, |hand| if *hand == Hand::Left { "left".into() } else { "right".into() };
    Arm, "arm; infantry, cavalry and artillery are", Arm::ALL, |arm| arm.id().to_owned();
    Army, "army; french, silesia, bohemia, north and poland are", Army::ALL, |army| army.id().to_owned();
    Plan, "plan; pitched and pursuit are", Plan::BOTH, |plan| plan.id().to_owned();
}

macro_rules! numbers {
    ($($kind:ty),+) => {$(
        impl Slot<$kind> for Rules {
            fn read(&self, word: &str) -> Read<$kind> {
                word.parse().or_else(|_| unreadable(format!("\"{word}\" is no number")))
            }

            fn write(&self, number: $kind) -> String {
                number.to_string()
            }
        }
    )+};
}

numbers!(u8, i8);

impl Slot<SourceId> for Rules {
    fn read(&self, word: &str) -> Read<SourceId> {
        let numbered = word.strip_prefix('s').and_then(|number| number.parse::<u8>().ok());
        // The hex of a source is enough where only one army has it.
        let in_hex = |hex: Hex| {
            let mut there = (0u8..).zip(&self.theatre.sources).filter(|(_, source)| source.hex == hex);
            let only = there.next().map(|(number, _)| number);
            only.filter(|_| there.next().is_none())
        };
        let found = numbered.filter(|number| usize::from(*number) < self.theatre.sources.len());
        let found = found.or_else(|| self.ground.grid.parse(word).and_then(in_hex));
        found.map_or_else(
            || unreadable(format!("\"{word}\" is no source; name its hex, or its number from s0")),
            |number| Ok(SourceId(number)),
        )
    }

    fn write(&self, source: SourceId) -> String {
        format!("s{}", source.0)
    }
}

impl Slot<BridgeId> for Rules {
    fn read(&self, word: &str) -> Read<BridgeId> {
        let grid = &self.ground.grid;
        let ends = word.split_once('-').and_then(|(from, to)| Some((grid.parse(from)?, grid.parse(to)?)));
        let found = ends.and_then(|(from, to)| {
            let bridge = self.ground.between(from, to).bridge;
            (grid.adjacent(from, to) && !bridge.is_none()).then_some(bridge)
        });
        found.map_or_else(
            || unreadable(format!("\"{word}\" is no bridge; write its two hexes, such as 05039-05040")),
            Ok,
        )
    }

    fn write(&self, bridge: BridgeId) -> String {
        match self.ground.bridges.get(bridge.index()) {
            Some(([from, to], _)) => format!("{}-{}", self.number_of(*from), self.number_of(*to)),
            None => "?".into(),
        }
    }
}

impl Slot<ArrivalId> for Rules {
    fn read(&self, word: &str) -> Read<ArrivalId> {
        let leads =
            |arrival: &crate::scenario::Arrival| arrival.leaders.first().is_some_and(|leader| leader.id == word);
        let found = self.scenario.arrivals.iter().position(leads);
        found.map_or_else(
            || unreadable(format!("no reinforcements are led by \"{word}\"")),
            |index| Ok(ArrivalId(index as u8)),
        )
    }

    fn write(&self, arrival: ArrivalId) -> String {
        let group = self.scenario.arrivals.get(arrival.index());
        group.and_then(|group| group.leaders.first()).map_or_else(|| "?".into(), |leader| leader.id.clone())
    }
}

impl Slot<EntryId> for Rules {
    fn read(&self, word: &str) -> Read<EntryId> {
        let found = self.theatre.entries.iter().position(|entry| entry.id == word);
        found.map_or_else(|| unreadable(format!("there is no entry \"{word}\"")), |index| Ok(EntryId(index as u8)))
    }

    fn write(&self, entry: EntryId) -> String {
        self.theatre.entries.get(entry.index()).map_or_else(|| "?".into(), |entry| entry.id.clone())
    }
}

pub(crate) fn read(rules: &Rules, state: &State, seat: Seat, order: &str) -> Read<Vec<Action>> {
    let spoken: Vec<String> = order.replace(',', " ").split_whitespace().map(str::to_owned).collect();
    let words: Vec<&str> =
        spoken.iter().map(String::as_str).filter(|word| !matches!(*word, "to" | "the" | "with")).collect();
    let reader = Reader { rules, state, side: Side(seat.0) };
    match words.as_slice() {
        ["done"] => reader.passing(order),
        ["march", leader, path @ ..] if !path.is_empty() => reader.march(leader, path),
        ["lose", units @ ..] if units.len() > 1 => reader.lose(units),
        words => rules.understand(words).unwrap_or_else(|| {
            let verbs = grammar::verbs(&COMPOSITE, Rules::FORMS);
            unreadable(format!("\"{order}\" is no order; orders begin with {verbs}"))
        }),
    }
}

struct Reader<'a> {
    rules: &'a Rules,
    state: &'a State,
    side: Side,
}

impl Reader<'_> {
    /// `done`: what ends or declines that which is asked now.
    fn passing(&self, order: &str) -> Read<Vec<Action>> {
        let mut actions = Vec::new();
        self.rules.legal(self.state, Rules::seat_of(self.side), &mut actions);
        let ends = [
            Action::EndOrganization,
            Action::EndCommands,
            Action::EndCentres,
            Action::EndInitiative,
            Action::EndForced,
            Action::EndBridges,
            Action::EndBattles,
            Action::EndRally,
            Action::EndArmistice,
            Action::Halt,
            Action::HoldFire,
            Action::Stay,
            Action::Decline,
        ];
        match ends.into_iter().find(|end| actions.contains(end)) {
            Some(end) => Ok(vec![end]),
            None => unreadable(format!("there is nothing that \"{order}\" could end or decline now")),
        }
    }

    /// `lose UNIT…`: a point each. A point that leaves no choice is taken off by itself; naming it too does no harm.
    fn lose(&self, words: &[&str]) -> Read<Vec<Action>> {
        let (mut actions, mut taken) = (Vec::new(), Vec::new());
        let mut state = self.state.clone();
        let seat = Rules::seat_of(self.side);
        for word in words {
            let unit: UnitId = Slot::read(self.rules, word)?;
            if let Some(place) = taken.iter().position(|other| *other == unit) {
                taken.swap_remove(place);
                continue;
            }
            let action = Action::Lose(unit);
            actions.push(action);
            if self.rules.check(&state, seat, &action).is_err() {
                return Ok(actions);
            }
            let before = state.strength.clone();
            self.rules.play(&mut state, seat, &action, &mut kernel::Discard);
            for other in self.rules.all_units() {
                let lost = before[other.index()].saturating_sub(state.strength[other.index()]);
                taken.extend((0..lost.saturating_sub(u8::from(other == unit))).map(|_| other));
            }
        }
        Ok(actions)
    }

    /// `march LEADER WAY…`: takes the leader in hand by command or initiative, as the segment has it, goes that way and halts.
    /// A hex next to the leading half is entered directly, a farther one by the cheapest way, as is a whole place; a facing forms
    /// up or leads a line forward, and `left` and `right` wheel it.
    fn march(&self, word: &str, path: &[&str]) -> Read<Vec<Action>> {
        let leader: LeaderId = Slot::read(self.rules, word)?;
        let mut actions = Vec::new();
        let mut state = self.state.clone();
        let seat = Rules::seat_of(self.side);
        let in_hand = is_marching(&state) && state.march.in_hand().contains(leader);
        if !in_hand {
            let bare = state.on_map(leader) && self.rules.rides(&state, leader);
            let question = state.frame().asked();
            let leads = [
                (Question::Commands, Action::Command(leader)),
                (Question::Initiative, Action::Initiative(leader)),
                (Question::Forced, Action::ForceMarch(leader)),
            ];
            let taken = leads.into_iter().find(|(of, _)| question == Some(*of)).map(|(_, action)| action);
            let opening = match taken {
                Some(_) if bare => vec![Action::Ride(leader)],
                Some(action) => vec![action, Action::Begin],
                None if question == Some(Question::Muster) => vec![Action::Begin],
                None => return unreadable("nobody marches in this segment"),
            };
            for action in opening {
                actions.push(action);
                if self.rules.check(&state, seat, &action).is_err() {
                    return Ok(actions);
                }
                self.rules.play(&mut state, seat, &action, &mut kernel::Discard);
            }
            if !is_marching(&state) {
                // The die of the initiative falls first; the order is given again after it.
                return Ok(actions);
            }
        }
        for word in path {
            for step in self.way(&state, word)? {
                actions.push(step);
                if self.rules.check(&state, seat, &step).is_err() {
                    return Ok(actions);
                }
                self.rules.play(&mut state, seat, &step, &mut kernel::Discard);
                if !is_marching(&state) || state.march.how == How::Nothing {
                    return Ok(actions);
                }
            }
        }
        actions.push(if self.rules.has_more(&state) { Action::Next } else { Action::Halt });
        Ok(actions)
    }

    /// The actions for one word of a way.
    fn way(&self, state: &State, word: &str) -> Read<Vec<Action>> {
        if let Ok(hand) = Slot::<Hand>::read(self.rules, word) {
            return Ok(vec![Action::Wheel(hand)]);
        }
        if let Some(facing) = Facing::parse(word) {
            return Ok(vec![self.rules.turn_by(state, facing)]);
        }
        if word.contains('/') {
            let place: Package = Slot::read(self.rules, word)?;
            let way = self.rules.way_to_place(state, self.side, &place);
            // Where it cannot come at all, the step there tells why.
            return Ok(way.unwrap_or_else(|| self.rules.way_to(state, self.side, place.lead)));
        }
        let goal: Hex = Slot::read(self.rules, word)?;
        Ok(self.rules.way_to(state, self.side, goal))
    }
}

/// Whether a force is on its way.
fn is_marching(state: &State) -> bool {
    state.frame().asked() == Some(Question::Marching)
}
