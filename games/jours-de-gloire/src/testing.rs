//! Small positions for tests: a blank board, a handful of counters, two armies.

use std::collections::BTreeMap;

use board::boxes::{BoxId, BoxMap, ConnectionId};
use kernel::{Case, Outcome, Pending, Seat, Side};

use crate::action::Action;
use crate::campaigns::Campaigns;
use crate::cards::EventCards;
use crate::counters::{Army, ArmyId, Command, Counter, CounterId, Kind, Nation, Roster, Season, blank};
use crate::data;
use crate::event::Event;
use crate::game::{Agreed, Rules};
use crate::ground::{Ground, VOCABULARY, blank_board};
use crate::ruleset::Decision;
use crate::scenario::{Dummies, Scenario, Truce, VictoryBox};
use crate::sequence::Frame;
use crate::state::{ALLIED, FRENCH, State, Whereabouts};
use crate::tables::Tables;

pub(crate) const AGREED: Agreed = Agreed::STANDARD;

fn nation_of(side: Side) -> Nation {
    if side == FRENCH { Nation::French } else { Nation::Prussian }
}

fn army_of(side: Side) -> Option<ArmyId> {
    Some(ArmyId(u8::from(side != FRENCH)))
}

fn made(id: &str, side: Side, kind: Kind) -> Counter {
    Counter { maximum: 14, ..blank(id, id, side, nation_of(side), kind, Season::Both) }
}

/// A subordinate general.
pub(crate) fn general(id: &str, side: Side, rank: u8, command_value: u8, tactical_bonus: u8) -> Counter {
    Counter { army: army_of(side), rank, command_value, tactical_bonus, ..made(id, side, Kind::Leader) }
}

/// The commander in chief of his side's army.
pub(crate) fn chief(id: &str, side: Side, rank: u8, command_value: u8, tactical_bonus: u8) -> Counter {
    Counter { commander_in_chief: true, ..general(id, side, rank, command_value, tactical_bonus) }
}

pub(crate) fn infantry(id: &str, side: Side, cohesion: u8) -> Counter {
    Counter { army: army_of(side), cohesion, ..made(id, side, Kind::Infantry) }
}

pub(crate) fn cavalry(id: &str, side: Side, cohesion: u8, cavalry_bonus: u8) -> Counter {
    Counter { army: army_of(side), cohesion, cavalry_bonus, ..made(id, side, Kind::Cavalry) }
}

pub(crate) fn artillery(id: &str, side: Side, artillery_bonus: u8) -> Counter {
    Counter { army: army_of(side), artillery_bonus, maximum: 0, ..made(id, side, Kind::Artillery) }
}

pub(crate) fn detachment(id: &str, side: Side, kind: Kind, cohesion: u8) -> Counter {
    let cavalry_bonus = u8::from(kind == Kind::Cavalry);
    Counter { cohesion, cavalry_bonus, detachment: true, independent: true, ..made(id, side, kind) }
}

pub(crate) fn dummy(id: &str, side: Side) -> Counter {
    made(id, side, Kind::InfantryDummy)
}

/// The rules of a scenario that comes with the program.
pub(crate) fn scenario(id: &str, agreed: Agreed) -> Rules {
    let files = data::with_overlay(&BTreeMap::new()).expect("no overlay");
    let map = BoxMap::parse("map.toml", files.text("map.toml"), &VOCABULARY).expect("the map is sound");
    let roster = Roster::parse("counters.toml", files.text("counters.toml")).expect("the roster is sound");
    let name = format!("{id}/scenario.toml");
    let scenario = Scenario::parse(&name, files.text(&name), &roster, &map).expect("the scenario is sound");
    let tables = Tables::parse("tables.toml", files.text("tables.toml")).expect("the tables are sound");
    let campaigns = Campaigns::parse("campaigns.toml", files.text("campaigns.toml")).expect("the campaigns are sound");
    let cards = EventCards::parse("cards.toml", files.text("cards.toml")).expect("the cards are sound");
    let ground = Ground::new(&map).expect("ground");
    Rules::new(scenario, ground, tables, cards, campaigns.germany().clone(), agreed)
}

/// Rules and a position on them.
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
}

impl Table {
    /// A board in the words of [`blank_board`], and counters off the map.
    pub(crate) fn new(boxes: &[&str], roads: &[&str], counters: Vec<Counter>) -> Table {
        Table::agreed(boxes, roads, counters, AGREED)
    }

    pub(crate) fn agreed(boxes: &[&str], roads: &[&str], counters: Vec<Counter>, agreed: Agreed) -> Table {
        let files = data::with_overlay(&BTreeMap::new()).expect("no overlay");
        let tables = Tables::parse("tables.toml", files.text("tables.toml")).expect("the tables are sound");
        let campaigns =
            Campaigns::parse("campaigns.toml", files.text("campaigns.toml")).expect("the campaigns are sound");
        let ground = Ground::new(&blank_board(boxes, roads).expect("a board")).expect("ground");
        let cards = EventCards::parse("cards.toml", files.text("cards.toml")).expect("the cards are sound");
        // The first two are those of the counters made here; the others are for tests of the autumn.
        let armies = [
            (FRENCH, "french", None),
            (ALLIED, "allied", None),
            (ALLIED, "bohemia", Some(3)),
            (ALLIED, "poland", Some(2)),
            (ALLIED, "silesia", Some(5)),
            (ALLIED, "north", Some(4)),
        ];
        let mut number_of_army = 0;
        let armies = armies.map(|(side, id, shares)| {
            let own = Some(ArmyId(number_of_army));
            number_of_army += 1;
            Army {
                id: id.into(),
                name: id.into(),
                side,
                sources: Vec::new(),
                source_boxes: Vec::new(),
                shares_die_with: shares.map(ArmyId),
                armistice_points: 8,
                succession: counters
                    .iter()
                    .enumerate()
                    .filter(|(_, counter)| counter.commander_in_chief && counter.army == own)
                    .map(|(number, _)| Command { leader: CounterId(number as u8), from_turn: 0 })
                    .collect(),
            }
        });
        let scenario = Scenario {
            heading: kit::title::Heading::untold("test"),
            first_turn: 1,
            last_turn: 6,
            season: Season::Spring,
            truce: Truce::None,
            armistice: None,
            frontier_closed: false,
            napoleon_counts: false,
            armies: armies.into(),
            counters,
            setup: Vec::new(),
            sieges: Vec::new(),
            entrenchments: Vec::new(),
            arrivals: Vec::new(),
            replacements: Vec::new(),
            leader_changes: Vec::new(),
            closed: Vec::new(),
            defections: Vec::new(),
            victory_boxes: Vec::new(),
            dummies: [Dummies::default(); 2],
            autumn_dummies: [Dummies::default(); 2],
            pontoons: [2; 2],
            deck: Vec::new(),
            hypotheses: Vec::new(),
        };
        let rules = Rules::new(scenario, ground, tables, cards, campaigns.germany().clone(), agreed);
        let mut state = State::empty(rules.counters.len(), rules.ground.len(), rules.scenario.armies.len());
        state.forget(|counter| rules.side_of(counter));
        Table { rules, state, events: Vec::new() }
    }

    /// Boxes that are worth points, whose flags nobody has raised yet.
    pub(crate) fn with_victory_boxes(mut self, boxes: &[(&str, u8)]) -> Table {
        for (name, points) in boxes {
            let at = self.place(name);
            self.rules.scenario.victory_boxes.push(VictoryBox { at, points: *points, flag: None });
            self.state.flags.push(None);
        }
        self
    }

    pub(crate) fn counter(&self, id: &str) -> CounterId {
        let found = self.rules.counters.iter().position(|counter| counter.id == id);
        CounterId(found.unwrap_or_else(|| panic!("no counter {id}")) as u8)
    }

    pub(crate) fn place(&self, name: &str) -> BoxId {
        self.rules.ground.find(name).unwrap_or_else(|| panic!("no box {name}"))
    }

    /// The connection between two boxes.
    pub(crate) fn way(&self, one: &str, other: &str) -> ConnectionId {
        self.rules.ground.between(self.place(one), self.place(other)).expect("a connection")
    }

    /// Puts a counter into a box with so many SP.
    pub(crate) fn put(&mut self, id: &str, at: &str, strength: u8) -> CounterId {
        let (counter, at) = (self.counter(id), self.place(at));
        self.rules.relocate(&mut self.state, counter, Whereabouts::At(at));
        self.state.piece_mut(counter).strength = strength;
        self.rules.find_chiefs(&mut self.state);
        counter
    }

    /// As if it had come in from a neighbouring box in this player turn.
    pub(crate) fn put_from(&mut self, id: &str, at: &str, from: &str, strength: u8) -> CounterId {
        let counter = self.put(id, at, strength);
        let way = self.way(at, from);
        self.state.piece_mut(counter).entered_by = Some(way);
        counter
    }

    /// Begins with a frame, and runs on to the first question or throw.
    pub(crate) fn begin(&mut self, player: Side, frame: Frame) {
        self.state.player = player;
        self.state.first = player;
        self.state.frames.clear();
        self.state.frames.push(frame);
        self.rules.run(&mut self.state, &mut self.events);
    }

    /// The movement phase of a side, with so many command points for each army.
    pub(crate) fn begin_movement(&mut self, player: Side, points: u8) {
        self.rules.find_chiefs(&mut self.state);
        for side in [FRENCH, ALLIED] {
            self.rules.find_command(&mut self.state, side);
        }
        for army in &mut self.state.armies {
            army.granted = points;
            army.points = points;
        }
        for piece in &mut self.state.pieces {
            piece.moved = false;
            piece.spent = 0;
            piece.entered_by = None;
        }
        self.begin(player, Frame::Movement(crate::sequence::Movement::Open));
    }

    pub(crate) fn seat(&self, side: Side) -> Seat {
        self.rules.seat_of_side(side)
    }

    /// The side acts, and may.
    pub(crate) fn act(&mut self, side: Side, action: Action) {
        let seat = self.seat(side);
        if let Err(refused) = self.rules.check_now(&self.state, seat, &action) {
            panic!("{action:?} is refused: {refused:?} in {:?}", self.state.frame());
        }
        self.rules.play_now(&mut self.state, seat, &action, &mut self.events);
    }

    /// The case under which an action is refused.
    pub(crate) fn refused(&self, side: Side, action: Action) -> Case {
        let refused = self.rules.check_now(&self.state, self.seat(side), &action).expect_err("allowed");
        refused.case
    }

    pub(crate) fn allowed(&self, side: Side, action: Action) -> bool {
        self.rules.check_now(&self.state, self.seat(side), &action).is_ok()
    }

    /// The die falls, as one is due.
    pub(crate) fn throw(&mut self, die: u8) {
        assert!(matches!(self.pending(), Pending::Chance(_)), "no die is due in {:?}", self.state.frame());
        self.rules.throw_now(&mut self.state, &Outcome::one(die), &mut self.events);
    }

    /// A throw of no dice.
    pub(crate) fn pause(&mut self) {
        assert!(matches!(self.pending(), Pending::Chance(throw) if throw.dice == 0), "{:?}", self.state.frame());
        self.rules.throw_now(&mut self.state, &Outcome::default(), &mut self.events);
    }

    pub(crate) fn pending(&self) -> Pending<Decision> {
        self.rules.pending_now(&self.state)
    }

    pub(crate) fn offers(&self, side: Side) -> Vec<Action> {
        let mut actions = Vec::new();
        self.rules.list(&self.state, self.seat(side), &mut actions);
        actions
    }

    pub(crate) fn strength(&self, id: &str) -> u8 {
        self.state.piece(self.counter(id)).strength
    }

    /// The name of the box in which a counter stands.
    pub(crate) fn at(&self, id: &str) -> Option<&str> {
        self.state.place_of(self.counter(id)).map(|place| self.rules.box_name(place))
    }
}
