//! Atomic actions. What a player says in one breath is usually several; see `notation`.

use board::Hex;
use serde::{Deserialize, Serialize};

use crate::counters::{Division, UnitId};
use crate::state::Column;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    // Movement (4, 7, 8)
    /// Take a unit in hand to move it or to bring it on.
    Select(UnitId),
    /// Move the unit in hand one hex, or bring it on there.
    Step(Hex),
    /// Leave the unit in hand where it is.
    Halt,
    EndMovement,
    /// Free a reserve for a point of excess morale (11.4).
    SpendMorale(UnitId),
    KeepMorale,

    // Combat (5, 6, 20, 21)
    /// Give a unit its division's fresh strength for this phase (21.1).
    Fresh(UnitId),
    FreshDone,
    /// Open an attack on a hex, or add the hex to the attack being declared (5.4).
    Target(Hex),
    /// Add a unit to the attack: with its whole stack if adjacent, alone if it bombards.
    Join(UnitId),
    /// Take a column for a division of three or more instead of two points (20.2).
    TakeColumn(Division),
    /// Announce the attack at this column (6.1, 6.2b); the die follows.
    Announce(Column),
    EndCombat,
    /// Remove an attacker for Ee (6.3c).
    Pay(UnitId),
    Retreat(UnitId, Hex),
    Displace(UnitId, Hex),
    /// Voluntary retreat of a bombarding battery (6.8).
    FallBack(UnitId, Hex),
    /// Leave the batteries where they are.
    StandFast,
    Advance(UnitId, Hex),
    /// Do not advance.
    Hold,

    // Dresden (11, 17, 18)
    /// Call up a reserve for a loss (11.3).
    CallUp(UnitId),
    Decline,
    /// The Allied player fights on into the next day (18.0).
    FightOn,
    /// The Allied player ends the game (18.0).
    BreakOff,
    /// Take an enemy's disrupted unit in hand (17.2), to place it next.
    Reorganize(UnitId),
    PlaceAt(Hex),
    /// Free one or both Old Guard units for four points of morale, at any time (11.5).
    FreeOldGuard(UnitId),
    FreeBothOldGuards,
}
