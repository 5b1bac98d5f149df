//! Chapter 4.1 to 4.3 and 4.6: commanders in chief, leaders who come and go, and the command status of every counter.
//! Decides 4.1, 4.2d, 4.3a, 4.6c, A.blind.1, A.blind.2, A.blind.3, B.6.1, C.b.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Side, Sink};

use super::r04_lines::Obstacles;
use crate::Rules;
use crate::counters::{ARMIES, ArmyId, COUNTERS, CounterId, Nation};
use crate::event::{Calendar, Event};
use crate::game::Blind;
use crate::refusal::{Ruling, refuse};
use crate::scenario::Scenario;
use crate::state::{BoxSet, Grade, Sighting, State, Whereabouts, enemy_of};

/// Which armies pay for the independent detachments of a nation (B.6.1, R J68).
const ARMIES_OF_NATION: [(Nation, &[&str]); 4] = [
    (Nation::Austrian, &["bohemia"]),
    (Nation::Swedish, &["north"]),
    (Nation::Prussian, &["bohemia", "silesia", "north"]),
    (Nation::Russian, &["bohemia", "silesia", "north", "poland"]),
];

/// The armies that pay for the independent detachments of a nation, one bit each (B.6.1).
pub(crate) fn armies_of_nation(scenario: &Scenario, nation: Nation) -> u8 {
    let listed = ARMIES_OF_NATION.iter().find(|(of, _)| *of == nation).map_or(&[][..], |(_, armies)| *armies);
    let armies = scenario.armies.iter().enumerate().filter(|(_, army)| listed.contains(&army.id.as_str()));
    armies.fold(0, |bits, (number, _)| bits | 1 << number)
}

/// Counters, how each is led, and whether it has a line to its commander in chief.
type Led = ArrayVec<(CounterId, Grade, bool), COUNTERS>;

/// Where the leaders of an army can be reached from.
struct Network {
    army: ArmyId,
    /// Boxes with a line to the commander in chief.
    to_chief: BoxSet,
    /// Boxes with a line to a general who has one to the commander in chief (4.3a).
    to_joined: BoxSet,
    /// Boxes with a line to any general (4.6a).
    to_any: BoxSet,
}

impl Rules {
    /// Who commands each army: the first of its succession whose turn has come and who is on the map (4.1).
    pub(crate) fn find_chiefs(&self, state: &mut State) {
        for (number, army) in self.scenario.armies.iter().enumerate() {
            let commands = army.succession.iter().filter(|command| command.from_turn <= state.turn);
            let chief = commands.map(|command| command.leader).find(|leader| state.place_of(*leader).is_some());
            state.armies[number].chief = chief.filter(|chief| rule!("4.1", state.place_of(*chief).is_some()));
        }
    }

    /// 2.B1b, R J20: command is found out now and holds for the whole player turn. The enemy says where nobody but leaders
    /// or parks would stand in the way.
    pub fn trace_command(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        let led =
            self.admit_who_is_alone(state, enemy_of(side), events, |state, enemies| self.led(state, side, enemies));
        note_command(state, &led);
    }

    /// The same as far as everybody can see.
    pub fn find_command(&self, state: &mut State, side: Side) {
        let led = self.led(state, side, &self.obstacles(state, enemy_of(side)));
        note_command(state, &led);
    }

    /// How each counter of a side on the map is led with these enemies in the way.
    fn led(&self, state: &State, side: Side, enemies: &Obstacles) -> Led {
        let mut led = Led::new();
        let mut networks: ArrayVec<Network, ARMIES> = ArrayVec::new();
        for army in self.armies_in_play(state, side) {
            networks.push(self.network(state, enemies, army));
        }
        for number in 0..state.pieces.len() {
            let counter = CounterId(number as u8);
            if self.sides[number] != side {
                continue;
            }
            let Some(place) = state.place_of(counter) else { continue };
            let mut grade = Grade::Alone;
            let mut to_chief = false;
            let mut lead = |network: &Network| {
                let (better, direct) = network.leads(place);
                grade = grade.min(better);
                to_chief |= direct;
            };
            match self.own_army(state, counter) {
                Some(army) => networks.iter().filter(|network| network.army == army).for_each(&mut lead),
                None => {
                    let armies = self.armies_of(state, counter);
                    networks.iter().filter(|network| armies.contains(&network.army)).for_each(&mut lead);
                }
            }
            // R J7: its lines count as they are, but it is never in command.
            if grade == Grade::InCommand && rule!("4.6c", self.is_independent(state, counter)) {
                grade = Grade::CutOff;
            }
            led.push((counter, grade, to_chief));
        }
        led
    }

    fn network(&self, state: &State, enemies: &Obstacles, army: ArmyId) -> Network {
        let around = |place: BoxId| self.boxes_in_line(state, enemies, place);
        let chief = state.army(army).chief.and_then(|chief| state.place_of(chief));
        let to_chief = chief.map_or(BoxSet::EMPTY, around);
        let mut network = Network { army, to_chief, to_joined: BoxSet::EMPTY, to_any: to_chief };
        let mut seen = BoxSet::EMPTY;
        for general in self.generals_of(state, army).iter() {
            let Some(place) = state.place_of(general).filter(|place| !seen.contains(*place)) else { continue };
            seen.insert(place);
            let near = around(place);
            network.to_any = network.to_any.union(near);
            if rule!("4.3a", to_chief.contains(place)) {
                network.to_joined = network.to_joined.union(near);
            }
        }
        network
    }

    /// A detachment that was not taken from a unit (1.2.2c, C.b).
    pub(crate) fn is_independent(&self, state: &State, counter: CounterId) -> bool {
        self.counter(counter).detachment
            && self.counter(counter).independent
            && rule!("C.b", state.piece(counter).parent.is_none())
    }

    /// The armies that a counter belongs to: whose generals lead it and whose command points pay for it.
    pub(crate) fn armies_of(&self, state: &State, counter: CounterId) -> ArrayVec<ArmyId, ARMIES> {
        // 6.1d: a detachment answers to the commander in chief of its parent.
        if let Some(army) = self.own_army(state, counter) {
            return ArrayVec::from_iter([army]);
        }
        let of_side = self.armies_in_play(state, self.side_of(counter));
        if !self.is_independent(state, counter) {
            return of_side;
        }
        let listed = self.of_nation[counter.index()];
        let of_nation: ArrayVec<ArmyId, ARMIES> =
            of_side.iter().copied().filter(|army| listed >> army.index() & 1 != 0).collect();
        if rule!("B.6.1", !of_nation.is_empty()) { of_nation } else { of_side }
    }

    /// Whether a counter always lies with its face up (A.blind).
    pub(crate) fn lies_open(&self, counter: CounterId) -> bool {
        match self.agreed.blind {
            Blind::Open => rule!("A.blind.1", true),
            Blind::Units => rule!("A.blind.2", self.is_leader(counter)),
            Blind::All => !rule!("A.blind.3", true),
        }
    }

    /// 4.2d: beside his commander in chief, or on a source of his army.
    pub(crate) fn places_to_return(&self, state: &State, leader: CounterId) -> ArrayVec<BoxId, 8> {
        let mut places = ArrayVec::new();
        let Some(army) = self.counter(leader).army else { return places };
        let chief = state.army(army).chief.and_then(|chief| state.place_of(chief));
        places.extend(chief);
        let enemy = enemy_of(self.side_of(leader));
        for source in &self.sources[army.index()] {
            if !state.occupies(enemy, *source) && !places.contains(source) && !places.is_full() {
                places.push(*source);
            }
        }
        places
    }

    pub(crate) fn may_return(&self, state: &State, leader: CounterId, to: BoxId) -> Ruling {
        if rule!("4.2d", !self.places_to_return(state, leader).contains(&to)) {
            let words =
                "{unit} returns with his commander in chief or on a source of his army without enemies, not at {place}";
            return Err(refuse(case!("4.2d"), words).unit(leader).place(to));
        }
        Ok(())
    }

    /// Everybody sees which leader comes back, and where.
    pub(crate) fn bring_back(&self, state: &mut State, leader: CounterId, at: BoxId, events: &mut impl Sink<Event>) {
        self.relocate(state, leader, Whereabouts::At(at));
        let turn = state.turn;
        let piece = state.piece_mut(leader);
        piece.face_up = self.lies_open(leader);
        piece.sighting = Some(Sighting { at, turn, strength: None });
        events.event(Event::Calendar(Calendar::LeaderReturned { leader, at }));
        self.find_chiefs(state);
    }

    /// A leader who was driven off in the last turn and can come back (4.2d).
    pub(crate) fn next_returning_leader(&self, state: &State) -> Option<CounterId> {
        let recalled = |leader: &CounterId| rule!("4.2d", state.piece(*leader).whereabouts == Whereabouts::Recalled);
        self.leaders.iter().filter(recalled).find(|leader| !self.places_to_return(state, *leader).is_empty())
    }
}

fn note_command(state: &mut State, led: &Led) {
    for (counter, grade, to_chief) in led {
        let piece = state.piece_mut(*counter);
        piece.grade = *grade;
        piece.to_chief = *to_chief;
    }
}

impl Network {
    /// How a counter of the army in this box is led (4.3a, 4.6a, 4.6b), and whether the commander in chief is in reach.
    fn leads(&self, place: BoxId) -> (Grade, bool) {
        let direct = self.to_chief.contains(place);
        let grade = if direct || self.to_joined.contains(place) {
            Grade::InCommand
        } else if self.to_any.contains(place) {
            Grade::CutOff
        } else {
            Grade::Alone
        };
        (grade, direct)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, EventsAction};
    use crate::counters::{Counter, Kind};
    use crate::sequence::{Events, Frame};
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, chief, detachment, dummy, general, infantry};

    /// A row of boxes two points apart.
    fn row() -> Table {
        row_with(|_| ())
    }

    /// The same with counters that are changed before the rules are made from them.
    fn row_with(change: impl Fn(&mut Counter)) -> Table {
        let mut counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            general("ney", FRENCH, 3, 2, 2),
            infantry("ii", FRENCH, 3),
            detachment("a", FRENCH, Kind::Infantry, 3),
            infantry("russians", ALLIED, 3),
            dummy("dummy", ALLIED),
            general("oudinot", FRENCH, 3, 1, 1),
        ];
        let roads =
            ["A-B poor-road", "B-C poor-road", "C-D poor-road", "D-E poor-road", "E-F poor-road", "F-G poor-road"];
        counters.iter_mut().for_each(change);
        let mut table = Table::new(&["A", "B", "C", "D", "E", "F", "G"], &roads, counters);
        table.put("napoleon", "A", 0);
        table
    }

    fn led(table: &mut Table, id: &str) -> (Grade, bool) {
        table.rules.find_command(&mut table.state, FRENCH);
        let piece = table.state.piece(table.counter(id));
        (piece.grade, piece.to_chief)
    }

    #[test]
    fn a_line_of_four_points_to_the_chief_or_to_a_general_who_has_one() {
        let mut table = row();
        table.put("ii", "C", 5);
        assert_eq!(led(&mut table, "ii"), (Grade::InCommand, true));
        table.put("ii", "E", 5);
        assert_eq!(led(&mut table, "ii"), (Grade::Alone, false));
        table.put("ney", "C", 0);
        assert_eq!(led(&mut table, "ii"), (Grade::InCommand, false));
        table.put("ney", "E", 0);
        assert_eq!(led(&mut table, "ii"), (Grade::CutOff, false));
        assert_eq!(led(&mut table, "ney"), (Grade::CutOff, false));
    }

    #[test]
    fn any_enemy_counter_on_the_way_blocks_the_line_even_a_dummy() {
        let mut table = row();
        table.put("ii", "C", 5);
        table.put("dummy", "B", 0);
        assert_eq!(led(&mut table, "ii"), (Grade::Alone, false));
        // At either end he does not stand in the way.
        table.put("dummy", "C", 0);
        assert_eq!(led(&mut table, "ii"), (Grade::InCommand, true));
        table.put("dummy", "A", 0);
        assert_eq!(led(&mut table, "ii"), (Grade::InCommand, true));
    }

    #[test]
    fn what_was_found_for_all_agrees_with_the_line_of_one() {
        let mut table = row();
        table.put("ney", "C", 0);
        table.put("dummy", "E", 0);
        for place in ["A", "B", "C", "D", "E", "F"] {
            table.put("ii", place, 5);
            let at = table.place(place);
            assert_eq!(led(&mut table, "ii"), table.rules.leading(&table.state, FRENCH, ArmyId(0), at), "{place}");
        }
    }

    #[test]
    fn an_independent_detachment_is_never_in_command_but_its_lines_count() {
        let mut table = row();
        table.put("a", "B", 2);
        assert_eq!(led(&mut table, "a"), (Grade::CutOff, true));
        table.put("a", "G", 2);
        assert_eq!(led(&mut table, "a"), (Grade::Alone, false));
        let (a, ii) = (table.counter("a"), table.counter("ii"));
        table.put("a", "B", 2);
        table.state.piece_mut(a).parent = Some(ii);
        assert_eq!(led(&mut table, "a"), (Grade::InCommand, true));
    }

    #[test]
    fn russian_detachments_may_draw_on_four_armies_austrian_ones_on_one() {
        let armies = |nation: Nation| {
            let mut table = row_with(|counter| {
                let army = match counter.id.as_str() {
                    "napoleon" => Some(2),
                    "ney" => Some(5),
                    "oudinot" => Some(3),
                    "a" => None,
                    _ => return,
                };
                counter.side = ALLIED;
                counter.nation = nation;
                counter.army = army.map(ArmyId);
            });
            table.put("ney", "B", 0);
            table.put("oudinot", "B", 0);
            table.rules.armies_of(&table.state, table.counter("a")).to_vec()
        };
        assert_eq!(armies(Nation::Austrian), [ArmyId(2)]);
        assert_eq!(armies(Nation::Russian), [ArmyId(2), ArmyId(3), ArmyId(5)]);
    }

    #[test]
    fn a_leader_who_was_driven_off_comes_back_beside_his_chief_or_on_a_free_source() {
        let mut table = row();
        let (ney, source) = (table.counter("ney"), table.place("G"));
        table.rules.sources[0] = vec![source];
        table.rules.relocate(&mut table.state, ney, Whereabouts::Recalled);
        table.begin(FRENCH, Frame::Events(Events::Leaders));
        let to = |table: &Table, name: &str| Action::Events(EventsAction::ReturnTo(table.place(name)));
        assert_eq!(table.refused(FRENCH, to(&table, "C")), case!("4.2d"));
        assert!(table.allowed(FRENCH, to(&table, "G")));
        table.put("russians", "G", 3);
        assert_eq!(table.refused(FRENCH, to(&table, "G")), case!("4.2d"));
        // A step of phase A stands below the frame in a game.
        table.state.frames.insert(0, Frame::GameOver);
        table.act(FRENCH, to(&table, "A"));
        assert_eq!(table.at("ney"), Some("A"));
    }
}
