//! Worlds against all histories of small tables, counted one by one.

use std::collections::BTreeMap;

use kernel::{Chance, Entropy, Viewer};

use super::*;
use crate::game::Blind;
use crate::sequence::{Administration, Frame};
use crate::state::{ALLIED, FRENCH};
use crate::testing::{AGREED, Table, dummy, infantry, scenario};

const COUNT: usize = 6;
const BOXES: [&str; 4] = ["A", "B", "C", "D"];
const WORLDS: u32 = 4000;

/// All histories, in parts.
const WHOLE: u64 = 1 << 40;

/// Where everybody stands, and how many histories lead there, as parts of all.
type Histories = BTreeMap<[BoxId; COUNT], u64>;

struct Small {
    table: Table,
    counters: [CounterId; COUNT],
    histories: Histories,
}

impl Small {
    fn new(chance: &mut Chance) -> Small {
        let ids = ["p", "q", "r", "s", "t", "u"];
        let counters = ids.iter().map(|id| infantry(id, FRENCH, 3)).collect();
        let mut table = Table::new(&BOXES, &["A-B", "B-C", "C-D", "D-A"], counters);
        let counters = ids.map(|id| table.put(id, BOXES[chance.below(4) as usize], 3));
        table.begin(FRENCH, Frame::Administration(Administration::Done));
        let everybody: Vec<CounterId> = table.rules.all_counters().collect();
        for counter in everybody {
            table.state.drawn[counter.index()] = KNOWN;
            table.state.piece_mut(counter).lot = KNOWN;
        }
        let places = counters.map(|counter| table.state.place_of(counter).unwrap());
        Small { table, counters, histories: Histories::from([(places, WHOLE)]) }
    }

    /// Some of a box go to another; which of them is all the same to a bystander.
    fn march(&mut self, chance: &mut Chance) {
        let from = self.table.state.place_of(self.counters[chance.below(COUNT as u32) as usize]).unwrap();
        let to = self.table.place(BOXES[chance.below(4) as usize]);
        let mut here: Vec<CounterId> = self.table.state.counters_in(from).collect();
        let count = 1 + chance.below(here.len() as u32) as usize;
        if from == to {
            return;
        }
        let mut stack = CounterSet::EMPTY;
        while stack.len() < count {
            stack.insert(here.swap_remove(chance.below(here.len() as u32) as usize));
        }
        self.table.rules.part(&mut self.table.state, &stack);
        for counter in stack.iter() {
            self.table.rules.carry(&mut self.table.state, counter, to, None);
        }
        let mut histories = Histories::new();
        for (places, share) in &self.histories {
            let chosen = (0..1u32 << COUNT).filter(|bits| {
                let at_hand = (0..COUNT).all(|number| bits >> number & 1 == 0 || places[number] == from);
                bits.count_ones() as usize == count && at_hand
            });
            let chosen: Vec<u32> = chosen.collect();
            for bits in &chosen {
                let mut after = *places;
                (0..COUNT).filter(|number| bits >> number & 1 != 0).for_each(|number| after[number] = to);
                *histories.entry(after).or_default() += share / chosen.len() as u64;
            }
        }
        self.histories = histories;
    }

    /// A counter is turned up, and down again.
    fn show(&mut self, chance: &mut Chance) {
        let number = chance.below(COUNT as u32) as usize;
        let counter = self.counters[number];
        self.table.rules.turn_up(&mut self.table.state, counter, false, &mut kernel::Discard);
        self.table.state.piece_mut(counter).face_up = false;
        let at = self.table.state.place_of(counter).unwrap();
        self.histories.retain(|places, _| places[number] == at);
        let all: u64 = self.histories.values().sum();
        self.histories.values_mut().for_each(|share| *share = share.saturating_mul(1 << 20) / (all >> 20));
    }

    /// How often each world was drawn.
    fn worlds(&self, chance: &mut Chance) -> BTreeMap<[BoxId; COUNT], u32> {
        let view = self.table.rules.view_of(&self.table.state, Viewer::Seat(self.table.seat(ALLIED)));
        let mut drawn = BTreeMap::new();
        for _ in 0..WORLDS {
            let world = self.table.rules.sample_of(&view, chance);
            let places = self.counters.map(|counter| world.place_of(counter).unwrap());
            *drawn.entry(places).or_default() += 1;
        }
        drawn
    }
}

#[test]
fn worlds_are_as_frequent_as_their_histories() {
    let mut open = 0;
    for seed in 0..40 {
        let mut chance = Chance::of_game(1813, seed);
        let mut small = Small::new(&mut chance);
        for _ in 0..8 {
            match chance.below(4) {
                0 => small.show(&mut chance),
                1 => small.table.rules.gather_lots(&mut small.table.state),
                _ => small.march(&mut chance),
            }
        }
        let worlds = small.worlds(&mut chance);
        let impossible = worlds.keys().find(|places| !small.histories.contains_key(*places));
        assert_eq!(impossible, None, "position {seed}: no history leads there");
        for (places, share) in &small.histories {
            let drawn = 1000 * u64::from(worlds.get(places).copied().unwrap_or(0));
            let expected = (((u64::from(WORLDS) * share) >> 20) * 1000) >> 20;
            // Five times the spread, and four worlds for shares that are too small for it.
            let far = drawn.abs_diff(expected).saturating_sub(4000);
            let spread = (((expected * 1000) >> 10) * (WHOLE.saturating_sub(*share) >> 20)) >> 10;
            assert!(far * far <= 25 * spread, "position {seed}: {drawn} for {expected} in a thousand times {WORLDS}");
        }
        open += usize::from(small.histories.len() > 1);
    }
    assert!(open >= 20, "{open} positions have more than one history");
}

/// Worlds as the Allies may believe in them.
fn worlds_of(rules: &Rules, state: &State, seat: kernel::Seat) -> Vec<State> {
    let mut chance = Chance::of_game(1813, 0);
    let view = rules.view_of(state, Viewer::Seat(seat));
    (0..60).map(|_| rules.sample_of(&view, &mut chance)).collect()
}

#[test]
fn what_the_scenario_sets_up_stands_there() {
    let rules = scenario("bautzen", crate::game::Agreed { blind: Blind::All, ..AGREED });
    let state = rules.set_up();
    let allied = (0..rules.seats.len()).map(|seat| kernel::Seat(seat as u8));
    let allied = allied.into_iter().find(|seat| rules.side_of_seat(*seat) == ALLIED).unwrap();
    for world in worlds_of(&rules, &state, allied) {
        for placement in &rules.scenario.setup {
            assert_eq!(world.place_of(placement.who.counter), Some(placement.at));
        }
    }
}

fn known(mut table: Table) -> Table {
    table.begin(FRENCH, Frame::Administration(Administration::Done));
    for number in 0..table.state.pieces.len() {
        table.state.drawn[number] = KNOWN;
        table.state.pieces[number].lot = KNOWN;
    }
    table
}

#[test]
fn besiegers_are_real_and_dummies_that_come_back_are_not() {
    let counters = vec![infantry("foot", FRENCH, 3), dummy("paper", FRENCH), dummy("sheet", FRENCH)];
    let mut table = Table::new(&["A", "B", "C"], &["A-B", "B-C"], counters);
    let (foot, paper) = (table.put("foot", "A", 4), table.put("paper", "A", 0));
    let sheet = table.counter("sheet");
    table.rules.relocate(&mut table.state, sheet, Whereabouts::Pool);
    let mut table = known(table);
    let [a, b, c] = ["A", "B", "C"].map(|name| table.place(name));
    table.rules.part(&mut table.state, &CounterSet::from_iter([paper]));
    table.rules.carry(&mut table.state, paper, b, None);
    let seat = table.seat(ALLIED);
    let at_b = |table: &Table| {
        worlds_of(&table.rules, &table.state, seat).iter().filter(|world| world.place_of(foot) == Some(b)).count()
    };
    assert!((10..50).contains(&at_b(&table)), "one of the two has gone");
    table.state.sieges.push(crate::state::Siege { at: a, besieger: FRENCH, step: 1, masked: false });
    assert_eq!(at_b(&table), 0);
    table.rules.return_dummy(&mut table.state, FRENCH, sheet, c, &mut kernel::Discard);
    assert!(
        worlds_of(&table.rules, &table.state, seat).iter().all(|world| !table.rules.real_force_in(world, FRENCH, c))
    );
}
