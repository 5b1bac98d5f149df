//! Atomic actions. What a player says in one breath is usually several; see `notation`.

use board::{Direction, Facing, Hand, Hex};
use serde::{Deserialize, Serialize};

use crate::battle::Plan;
use crate::ground::BridgeId;
use crate::package::Package;
use crate::roster::{Arm, Army, LeaderId, UnitId};
use crate::theatre::SourceId;

kit::id! {
    /// A group of reinforcements by its place in the scenario's list.
    pub struct ArrivalId(u8);
}

kit::id! {
    /// A road by which they come, by its place in the theatre's list.
    pub struct EntryId(u8);
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    // Administration (5, 6)
    /// Declare this many points of support, and roll for points.
    Support(u8),
    Disband,
    /// Put the centre of the army on a road hex before its first die (6.setup).
    SetCentre(Hex),
    /// Begin to change the source of the army.
    ChangeSource(SourceId),
    /// Move the marker within its territory, at once.
    ShiftSource(SourceId),

    // Organization (11, 22, 25)
    Transfer(UnitId, LeaderId),
    /// All of the first that the second has room for.
    Merge(UnitId, UnitId),
    /// So many points become a march regiment.
    Split(UnitId, u8),
    /// A new major general takes the unit.
    Promote(UnitId),
    /// One point of replacements.
    Replace(UnitId),
    /// A march regiment of one point out of replacements.
    Raise(LeaderId, Arm),
    /// A dummy in column beside or on the way of its owner's forces (15.dummies).
    PlaceDummy(Package),
    EndOrganization,

    // Movement (6, 7, 9, 10, 14, 22)
    /// The leader will command a force by a movement command.
    Command(LeaderId),
    Provisional(LeaderId),
    EndCommands,
    MoveCentre(Army),
    EndCentres,
    /// The leader will command a force on his initiative.
    Initiative(LeaderId),
    EndInitiative,
    /// The leader will command a forced march.
    ForceMarch(LeaderId),
    EndForced,
    /// The leader hears the guns of the enemy in this hex and will command a forced march there (27.guns).
    HearGuns(LeaderId, Hex),
    /// A leader without troops moves.
    Ride(LeaderId),
    /// Reinforcements come in.
    Enter(ArrivalId, EntryId),
    /// They come in beside an entry that the enemy controls without standing in it (22.reinforce.delay).
    EnterBeside(ArrivalId, EntryId),
    /// A leader who left the map, or waits at his centre, comes back.
    Return(LeaderId),
    /// A leader comes back from cantonment by this source of his army (26.cantonment).
    ReturnBy(LeaderId, Hex),
    Include(LeaderId),
    /// The force is complete.
    Begin,
    Step(Hex),
    Advance(Direction),
    Wheel(Hand),
    /// Another mode or facing on the same hexes.
    Form(Facing),
    Drop(LeaderId),
    Extend,
    /// Go on with the second package of the force.
    Next,
    Repulse(Hex),
    /// Everybody next to the package in hand together.
    RepulseAll,
    /// Leave the map for cantonment.
    Canton,
    Halt,

    /// Put a leader somewhere: displaced, pushed, redeployed.
    Place(LeaderId, Package),
    /// Take a point off a unit.
    Lose(UnitId),

    // Bridges (25)
    Blow(LeaderId, BridgeId),
    Repair(LeaderId, BridgeId),
    /// Lay the train of a leader in a direction from one of his hexes.
    Lay(LeaderId, Hex, Direction),
    /// Take up a train that lies at the leader's place.
    Lift(LeaderId),
    EndBridges,

    // Combat (18 to 20, 23)
    Refuse(LeaderId),
    Accept(LeaderId),
    /// The leader will command an attack.
    Attack(LeaderId),
    /// Add the package on this hex to the targets.
    Target(Hex),
    Fight,
    EndBattles,
    Write(Plan),
    FireGuns,
    HoldFire,
    /// Change the combat die by so much.
    Adjust(i8),
    StandFast,
    GiveWay,
    /// Counterattack the package on this hex.
    Counterattack(Hex),
    Decline,
    /// The opening changes of a retreat or pursuit: the package from which it goes.
    Open(Package),
    /// The leader who commands the pursuit.
    Pursue(LeaderId),
    /// No pursuit.
    Stay,
    ImproveOwn,
    WorsenEnemy,

    // Disorganization and rally (21)
    Roll(LeaderId),
    Rally(LeaderId),
    EndRally,

    // The armistice (26)
    /// Take a leader up, to be put down elsewhere.
    Redeploy(LeaderId),
    /// An eliminated unit comes back under a leader with one point.
    Rebuild(UnitId, LeaderId),
    DestroyBridge(BridgeId),
    RestoreBridge(BridgeId),
    EndArmistice,
}
