//! The rules and data of one game: everything that does not change while it is played.

use board::boxes::BoxId;
use kernel::{SeatInfo, Side};

use crate::campaigns::Campaign;
use crate::counters::{Counter, CounterId, Kind};
use crate::ground::Ground;
use crate::scenario::Scenario;
use crate::sets::CounterSet;
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
    pub agreed: Agreed,
    pub seats: Vec<SeatInfo>,
    /// By counter, side by side for speed.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) sides: Vec<Side>,
    pub(crate) leaders: CounterSet,
}

impl Rules {
    pub fn name_of(&self, counter: CounterId) -> String {
        self.counters.get(counter.index()).map_or_else(|| "a counter that is not in the game".into(), |it| it.name.clone())
    }

    pub fn box_name(&self, place: BoxId) -> &str {
        self.ground.name(place)
    }
}
