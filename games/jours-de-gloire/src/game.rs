//! The rules and data of one game: everything that does not change while it is played.

use board::boxes::BoxId;
use kernel::{Seat, SeatInfo, Side};

use crate::campaigns::Campaign;
use crate::cards::EventCards;
use crate::counters::{Army, ArmyId, COUNTERS, Counter, CounterId, Kind};
use crate::ground::{Ground, Terrain};
use crate::notation::slug;
use crate::rules::{r04_leaders, rc_options};
use crate::scenario::Scenario;
use crate::sets::CounterSet;
use crate::state::{ALLIED, BOXES, FRENCH, State};
use crate::tables::Tables;

/// How much of the enemy is hidden (A.blind).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blind {
    /// Option 1: everything lies face up.
    Open,
    /// Option 2: leaders lie face up, units hidden.
    Units,
    /// Option 3: all hidden.
    All,
}

/// What the players agreed on before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreed {
    pub blind: Blind,
    /// A.blind.4
    pub dummies: bool,
    /// 4.4g
    pub supply: bool,
    /// 10.a
    pub solitaire: bool,
    /// 10.e: one seat an army.
    pub by_army: bool,
    /// 7.2a
    pub force_markers: bool,
    /// R J11: marchers to the guns fight in the round at whose end they would arrive.
    pub quick_guns: bool,
    /// R J52: losses are counted by the boxes of the rosters at the end, not as they happen.
    pub losses_by_roster: bool,
    /// O.1
    pub davout: bool,
    /// O.2
    pub soult: bool,
    /// O.3
    pub hamburg: bool,
}

/// The rules and data of one game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub scenario: Scenario,
    /// What differs between the campaigns of the series: Germany's, unless a transcribed set-up asks for another.
    pub campaign: Campaign,
    pub ground: Ground,
    pub counters: Vec<Counter>,
    pub tables: Tables,
    pub cards: EventCards,
    pub agreed: Agreed,
    pub seats: Vec<SeatInfo>,
    /// By counter, side by side for speed.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) sides: Vec<Side>,
    pub(crate) leaders: CounterSet,
    /// By side: the counters that can serve as detachments (6.1a, V.dan.mortier).
    pub(crate) detachments: [CounterSet; 2],
    /// Who may not leave his box by his own movement.
    pub(crate) bound: CounterSet,
    pub(crate) napoleon: Option<CounterId>,
    /// What a counter begins with, or comes with.
    pub(crate) start_strength: Vec<u8>,
    /// The seat that decides for each army (10.e).
    pub(crate) seat_by_army: Vec<Seat>,
    /// The counters of each army.
    pub(crate) of_army: Vec<Vec<CounterId>>,
    /// By counter: the armies that pay for independent detachments of its nation, one bit each (B.6.1).
    pub(crate) of_nation: Vec<u8>,
    /// Where each army draws supply (4.4a).
    pub(crate) sources: Vec<Vec<BoxId>>,
}

impl Rules {
    /// The rules of a scenario as the players agreed to play it.
    pub fn new(
        scenario: Scenario,
        ground: Ground,
        tables: Tables,
        cards: EventCards,
        campaign: Campaign,
        agreed: Agreed,
    ) -> Rules {
        assert!(scenario.counters.len() <= COUNTERS && ground.len() <= BOXES, "checked when the data was read");
        let counters = scenario.counters.clone();
        let ids = |test: &dyn Fn(&Counter) -> bool| -> CounterSet {
            let chosen = counters.iter().enumerate().filter(|(_, counter)| test(counter));
            chosen.map(|(number, _)| CounterId(number as u8)).collect()
        };
        let seats = rc_options::seats(&scenario, agreed.by_army);
        let seat_of = |army: &Army| {
            let own = seats.iter().position(|seat| agreed.by_army && seat.id == army.id);
            let of_side = || seats.iter().position(|seat| seat.side == army.side);
            Seat(own.or_else(of_side).unwrap_or(0) as u8)
        };
        let mut start_strength = vec![0; counters.len()];
        let placed = scenario.setup.iter().map(|placement| placement.who);
        for who in scenario.arrivals.iter().flat_map(|arrival| arrival.who.iter().copied()).chain(placed) {
            start_strength[who.counter.index()] = who.strength;
        }
        let of_army = |army: usize| -> Vec<CounterId> {
            let own =
                counters.iter().enumerate().filter(|(_, counter)| counter.army.is_some_and(|of| of.index() == army));
            own.map(|(number, _)| CounterId(number as u8)).collect()
        };
        let serves = |counter: &Counter| {
            counter.detachment || campaign.lent_detachments.iter().any(|lent| counter.id == slug(&lent.counter))
        };
        let stays = scenario.setup.iter().filter(|placement| placement.stays);
        Rules {
            kinds: counters.iter().map(|counter| counter.kind).collect(),
            sides: counters.iter().map(|counter| counter.side).collect(),
            leaders: ids(&|counter| counter.kind == Kind::Leader),
            detachments: [FRENCH, ALLIED].map(|side| ids(&|counter| counter.side == side && serves(counter))),
            bound: stays.map(|placement| placement.who.counter).collect(),
            napoleon: ids(&|counter| counter.id == "napoleon").first(),
            start_strength,
            of_army: (0..scenario.armies.len()).map(of_army).collect(),
            of_nation: counters
                .iter()
                .map(|counter| r04_leaders::armies_of_nation(&scenario, counter.nation))
                .collect(),
            seat_by_army: scenario.armies.iter().map(seat_of).collect(),
            sources: scenario.armies.iter().map(|army| sources_of(army, &campaign, &ground)).collect(),
            seats,
            counters,
            scenario,
            ground,
            tables,
            cards,
            campaign,
            agreed,
        }
    }

    /// Every counter of the game.
    pub(crate) fn all_counters(&self) -> impl Iterator<Item = CounterId> + use<> {
        (0..self.counters.len()).map(|number| CounterId(number as u8))
    }

    /// The seat that decides for an army (10.e).
    pub(crate) fn seat_of_army(&self, army: ArmyId) -> Seat {
        self.seat_by_army[army.index()]
    }

    /// The seat that decides for a counter: that of its army, or the first of its side.
    pub(crate) fn seat_of_counter(&self, state: &State, counter: CounterId) -> Seat {
        let parent = state.piece(counter).parent;
        let army = self.counter(counter).army.or_else(|| self.counter(parent?).army);
        army.map_or_else(|| self.seat_of_side(self.side_of(counter)), |army| self.seat_of_army(army))
    }

    pub fn name_of(&self, counter: CounterId) -> String {
        match self.counters.get(counter.index()) {
            // Both sides have a Detachment A.
            Some(it) if it.detachment && it.name.starts_with("Detachment ") => {
                format!("{} {}", it.nation.name(), it.name)
            }
            Some(it) => it.name.clone(),
            None => "a counter that is not in the game".into(),
        }
    }

    pub fn box_name(&self, place: BoxId) -> &str {
        self.ground.name(place)
    }
}

/// The sources of an army: those of the roster in Germany, those that the campaign names for its side elsewhere.
fn sources_of(army: &Army, campaign: &Campaign, ground: &Ground) -> Vec<BoxId> {
    if campaign.id == "germany" {
        return army.source_boxes.clone();
    }
    let of_side = |name: &str| {
        let french = name.contains("French") || name.contains("Ardennes") || name.contains("Centre");
        french == (army.side == FRENCH)
    };
    let mut sources = Vec::new();
    for supply in campaign.supplies().iter().filter(|supply| of_side(&supply.army)) {
        sources.extend(supply.sources.iter().filter_map(|name| ground.find(name)));
        // The Russian source is described by its place: defensive ground next to entry 3. That of the French in Italy lies at
        // the edge of a map that no board here has.
        let described = supply.special_source.as_ref().filter(|words| words.ends_with("entry 3"));
        let entry = described.and_then(|_| ground.box_of_entry("3"));
        let beside = entry.into_iter().flat_map(|entry| ground.neighbours(entry).iter().map(|(next, _)| *next));
        sources.extend(beside.filter(|place| ground.terrain(*place) == Terrain::Defensive));
    }
    sources
}
