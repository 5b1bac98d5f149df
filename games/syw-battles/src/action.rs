//! Atomic actions. What a player says in one breath is usually several; see `notation`.

use board::{Facing, Hand, Hex};
use serde::{Deserialize, Serialize};

use crate::counters::{CorpsId, CounterId};
use crate::scenario::PointId;
use crate::state::Split;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    // A: arrivals
    /// A corps is planned for a turn and an entry point (A.2b).
    Plan(CorpsId, u8, PointId),
    EndPlans,
    /// A corps off the map is sent for.
    Call(CorpsId),
    /// Not now.
    Wait,

    // I: leaders
    /// A successor or replacement takes his place in a hex (I.0e, I.0f).
    Appoint(CounterId, Hex),

    // B
    KeepInitiative,
    YieldInitiative,

    // D, E, F: movement
    /// Take a counter in hand; a unit in its brigade comes out of it (D.0b).
    Select(CounterId),
    /// The counter in hand comes onto the map.
    Enter(Hex, Facing),
    /// Its first hex steps there.
    Step(Hex),
    Slide(Hand),
    /// Backward, into this hex.
    Reverse(Hex),
    AboutFace,
    Turn(Facing),
    /// One end stands, the other swings forward to this hand.
    Wheel(Hand),
    WheelBack(Hand),
    /// Another formation, looking this way afterwards (D.4).
    Change(Facing),
    /// A three-hex Column deploys aside (D.4e).
    Deploy(Hand),
    Halt,
    EndMovement,
    /// To which part the units between two hexes belong (D.3d, D.3e).
    Assign(Split),

    // G: fire
    Fire(CounterId, CounterId),
    /// A battery fires at a building (G.3r).
    Burn(CounterId, Hex),
    /// A battery fires at the bridge between two hexes (G.3q).
    Batter(CounterId, Hex, Hex),
    /// Fire in spite of the failed check.
    Press,
    HoldFire,
    EndFire,

    // H: charges
    Charge(CounterId, CounterId),
    Support(CounterId),
    Launch,
    /// Cavalry goes back before a charge or before infantry.
    GiveWay(CounterId),
    /// It does not.
    Stand(CounterId),
    /// One of the chargers enters the hex of the target.
    Advance(CounterId),
    EndAdvance,
    EndCharges,

    // 6, H.2: going back
    /// The hex into which a counter goes back.
    Recoil(Hex),
    /// How a counter faces that may choose.
    Face(Facing),
    /// The enemy moves a counter out of a hex that holds too much (5.4e).
    Unstack(CounterId, Hex),

    // J, K, L
    Rally(CounterId),
    EndRally,
    /// A Panicked unit begins to run.
    Rout(CounterId),
    /// It runs into this hex.
    Run(Hex),
    /// One hex back or sideways, any way for a leader (L.1a, L.1c).
    Shift(CounterId, Hex),
    /// One vertex or hexside (L.1a).
    Dress(CounterId, Facing),
    /// One degree of a backward wheel (L.1b).
    Swing(CounterId, Hand),
    /// A brigade counter returns (L.2a).
    Reform(CounterId),
    EndReorganisation,
}
