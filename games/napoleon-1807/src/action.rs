//! Atomic actions. What a player says in one breath is usually several; see `notation`.

use board::{Facing, Hex};
use serde::{Deserialize, Serialize};

use crate::counters::CounterId;
use crate::standing::{Exception, Reaction, StandingOrder};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    // Reorganization (12)
    Rally(CounterId),
    EndRally,

    // Artillery (10)
    /// A battery fires at a unit, in its fire phase or at a moving unit.
    Bombard(CounterId, CounterId),
    /// All batteries of its hex that use the same table fire together (10.22b).
    BombardTogether(CounterId, CounterId),
    EndFire,

    // Movement (4, 13)
    /// Take a counter in hand to move it or to bring it on.
    Select(CounterId),
    Step(Hex),
    Turn(Facing),
    /// The counter in hand has finished its move.
    Halt,
    FormSquare,
    LeaveSquare,
    EndMovement,

    // Charges (9)
    /// The cavalry in hand declares a charge at a hex two hexes off.
    Charge(Hex),
    /// It attacks at once, in the movement phase.
    Strike,
    /// It keeps the marker for the combat phase (N29).
    KeepCharge,

    // Reactions (9.3, 9.5, 13.1, 13.24)
    /// Try to form square before a charge.
    TrySquare,
    /// Rifle fire from a square at the moving unit.
    SquareFire(CounterId),
    /// Move into a front hex, turn, and attack.
    Countercharge(CounterId, Hex, Facing),
    Withdraw(CounterId, Hex),
    Pass,

    // Combat (5, 7, 8)
    /// The units of a hex attack a hex.
    Attack(Hex, Hex),
    /// Add a hex to the attackers.
    Join(Hex),
    /// Add a hex to the targets.
    Target(Hex),
    /// The combat is declared as it stands.
    Fight,
    /// One shot of a unit at an enemy unit (7.11).
    Shoot(CounterId, CounterId),
    /// One shot of all units of its hex and arm (7.11).
    ShootTogether(CounterId, CounterId),
    HoldFire,
    /// Where a unit retreats, and how it faces then.
    Retreat(CounterId, Hex, Facing),
    Pursue(CounterId, Hex),
    /// No further pursuit.
    Stay,
    /// Take a strength point off a unit.
    Lose(CounterId),
    /// Name the army commander's successor (11.63).
    Appoint(CounterId),
    EndCombat,

    // At any time
    /// What is answered from now on to a kind of reaction.
    Standing(Reaction, StandingOrder),
    /// The same for one unit.
    Except(CounterId, Exception),
}

impl Action {
    /// The counters that it names.
    pub(crate) fn counters(&self) -> [Option<CounterId>; 2] {
        match *self {
            Action::Rally(unit)
            | Action::Select(unit)
            | Action::SquareFire(unit)
            | Action::Countercharge(unit, ..)
            | Action::Withdraw(unit, _)
            | Action::Retreat(unit, ..)
            | Action::Pursue(unit, _)
            | Action::Lose(unit)
            | Action::Appoint(unit)
            | Action::Except(unit, _) => [Some(unit), None],
            Action::Bombard(unit, other)
            | Action::BombardTogether(unit, other)
            | Action::Shoot(unit, other)
            | Action::ShootTogether(unit, other) => [Some(unit), Some(other)],
            Action::EndRally
            | Action::EndFire
            | Action::Step(_)
            | Action::Turn(_)
            | Action::Halt
            | Action::FormSquare
            | Action::LeaveSquare
            | Action::EndMovement
            | Action::Charge(_)
            | Action::Strike
            | Action::KeepCharge
            | Action::TrySquare
            | Action::Pass
            | Action::Attack(..)
            | Action::Join(_)
            | Action::Target(_)
            | Action::Fight
            | Action::HoldFire
            | Action::Stay
            | Action::EndCombat
            | Action::Standing(..) => [None, None],
        }
    }

    /// The hexes that it names.
    pub(crate) fn hexes(&self) -> [Option<Hex>; 2] {
        match *self {
            Action::Step(hex)
            | Action::Charge(hex)
            | Action::Join(hex)
            | Action::Target(hex)
            | Action::Countercharge(_, hex, _)
            | Action::Withdraw(_, hex)
            | Action::Retreat(_, hex, _)
            | Action::Pursue(_, hex) => [Some(hex), None],
            Action::Attack(from, to) => [Some(from), Some(to)],
            Action::Rally(_)
            | Action::EndRally
            | Action::Bombard(..)
            | Action::BombardTogether(..)
            | Action::EndFire
            | Action::Select(_)
            | Action::Turn(_)
            | Action::Halt
            | Action::FormSquare
            | Action::LeaveSquare
            | Action::EndMovement
            | Action::Strike
            | Action::KeepCharge
            | Action::TrySquare
            | Action::SquareFire(_)
            | Action::Pass
            | Action::Fight
            | Action::Shoot(..)
            | Action::ShootTogether(..)
            | Action::HoldFire
            | Action::Stay
            | Action::Lose(_)
            | Action::Appoint(_)
            | Action::EndCombat
            | Action::Standing(..)
            | Action::Except(..) => [None, None],
        }
    }
}
