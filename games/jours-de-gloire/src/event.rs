//! What happened, for log, page and replay. What only one side may know is an `Option`: the truth holds it, the
//! observed event may not (`view::observe`).

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};

use crate::battle::{Ending, Engagement, Tactic};
use crate::cards::CardNumber;
use crate::counters::{ArmyId, CounterId, Nation};
use crate::sets::CounterSet;
use crate::state::{Lying, Supply};
use crate::tables::Weather;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    Common(Common),
    Calendar(Calendar),
    Administration(Administration),
    Movement(Movement),
    Combat(Combat),
    Card(Card),
}

/// A phase of a player turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Administration,
    Movement,
    Guns,
    Combat,
}

kernel::events! {
    /// What can happen in any phase.
    pub enum Common: CommonVeiled {
        open PhaseBegan { side: Side, phase: Phase };
        /// Which of those that lay there it was, everybody sees.
        open TurnedUp { counter: CounterId, at: BoxId, strength: Option<u8>, lay: Lying };
        open Eliminated {
            counter: CounterId,
            at: BoxId,
            /// What it had left: it goes on the butcher's bill, which everybody reads.
            strength: u8,
            lay: Lying,
        };
        open Captured { leader: CounterId, at: BoxId, by: Side };
        /// A leader alone was driven off (4.2c-e).
        open LeaderDrivenOff { leader: CounterId, at: BoxId, to: Option<BoxId> };
        /// A box held nothing but dummies; they are gone (5.3d, 7.1d).
        open DummiesGone {
            side: Side,
            at: BoxId,
            count: u8,
            /// In an order that tells nothing of their names.
            lay: ArrayVec<Lying, 16>,
        };
        /// Enemies in a box were said to be real, or to be dummies only (7.1c, R J29).
        open Admitted { side: Side, at: BoxId, real: bool };
        open EntrenchmentGone { at: BoxId, side: Side };
        open SiegeOver { at: BoxId };
        /// Standing orders were changed: told to nobody else.
        veiled StandingOrders { seat: Seat };
    }

    /// Phases A and D.
    pub enum Calendar: CalendarVeiled {
        open TurnBegan { turn: u8 };
        open Weather { die: Option<u8>, weather: Weather, mud_follows: bool };
        /// Everybody sees from which stack he is taken.
        open LeaderRemoved { leader: CounterId, at: Option<BoxId> };
        open LeaderReplaced { leader: CounterId, by: CounterId };
        open LeaderReturned { leader: CounterId, at: BoxId };
        open FirstPlayerThrown { french: u8, allied: u8 };
        open FirstPlayer { side: Side };
        /// Seen by everybody as so many counters.
        veiled Arrived { side: Side, at: BoxId, counters: Option<CounterSet>, count: u8 };
        open Delayed { die: u8, entry: u8 };
        veiled AtTheEntry { side: Side, at: BoxId, counters: Option<CounterSet>, count: u8 };
        open SteppedAside { side: Side, from: BoxId, to: BoxId };
        veiled Replaced { counter: Option<CounterId>, side: Side, nation: Nation };
        open ReplacementsLost { side: Side, points: u8 };
        veiled Drawn { side: Side, card: Option<CardNumber> };
        open Shuffled;
        open Discarded { side: Side, card: CardNumber };
        open ArmisticeMoved { to: u8 };
        open RestartMoved { to: u8 };
        open ArmisticeDeclared;
        open Twin { counter: CounterId, by: CounterId };
        open Resumed;
        open LiftedAway { counter: CounterId, to: BoxId };
        /// Troops have changed sides, or stayed: strength lost by a unit.
        open Defected { counter: CounterId, die: u8, strength: u8 };
        open Ended { points: [i32; 2] };
    }

    /// B1 and C1.
    pub enum Administration: AdministrationVeiled {
        veiled DummyReturned { side: Side, counter: Option<CounterId>, at: BoxId };
        /// Everything of a side lies face down again.
        open Hidden { side: Side };
        open UnitDissolved { counter: CounterId, at: BoxId, lay: Lying };
        open ForceMarked { side: Side, at: BoxId };
        open Supply { army: ArmyId, supply: Supply };
        open Points { army: ArmyId, die: Option<u8>, points: u8 };
        /// The die that two armies share (B.4.5).
        open DieToShare { army: ArmyId, with: ArmyId, die: u8 };
        veiled PointsShared { army: ArmyId, with: ArmyId, first: Option<u8>, second: Option<u8> };
    }

    /// B2 and C2.
    pub enum Movement: MovementVeiled {
        /// A stack was activated; what it cost is its own side's business (4.5h).
        veiled Activated { side: Side, at: BoxId, stack: Option<CounterSet>, count: u8, forced: bool, cost: Option<u8> };
        open PointsThrown { die: u8 };
        veiled Stepped { side: Side, stack: Option<CounterSet>, count: u8, from: BoxId, to: BoxId };
        open Halted { side: Side, at: BoxId };
        open Engaged { at: BoxId };
        /// The strength is what the detachment has now.
        veiled Detached {
            side: Side, parent: Option<CounterId>, detachment: Option<CounterId>, strength: Option<u8>, at: BoxId,
        };
        /// Everybody sees the counter go if all its strength found room.
        veiled Merged {
            side: Side,
            detachment: Option<CounterId>,
            into: Option<CounterId>,
            at: BoxId,
            gone: bool,
            /// Whether it was of the stack in hand, and not one beside it.
            in_hand: bool,
            lay: Lying,
        };
        open Entrenched { side: Side, at: BoxId };
        open BridgeDestroyed { side: Side, connection: ConnectionId };
        open BridgeRepaired { side: Side, connection: ConnectionId };
        open PontoonLaid { side: Side, connection: ConnectionId, lost: Option<u8> };
        open PontoonTakenUp { side: Side, connection: ConnectionId };
        /// The answer of those beyond the river bars the work (6.4a, 6.4d).
        open WorkGivenUp { side: Side, connection: ConnectionId };
        /// Known to the own side only, unless the stack lies face up (R J29).
        veiled FlagTurned { side: Side, at: BoxId, openly: bool };
        open Scouting { side: Side, at: BoxId };
        open ScoutsFailed { at: BoxId };
        open Scouted { at: BoxId, die: u8, shown: u8 };
        veiled WithdrawalThrown { side: Side, die: u8, counter: Option<CounterId>, lost: u8 };
        open WentBack { side: Side, from: BoxId, to: BoxId };
        veiled Withdrew { side: Side, counter: Option<CounterId>, from: BoxId, to: BoxId };
        open StoodFast { side: Side, at: BoxId };
        open InterceptionDeclared { side: Side, from: BoxId, count: u8 };
        open InterceptionThrown { side: Side, from: BoxId, die: u8, success: bool };
        open Intercepted { side: Side, from: BoxId, at: BoxId, count: u8 };
        open SteppedBack { side: Side, from: BoxId, to: BoxId, count: u8 };
        open LetPass { side: Side };
        /// Known to the own side only.
        veiled Stragglers { counter: CounterId, die: u8, lost: u8 };
        veiled Recovered { counter: CounterId, die: u8, points: u8 };
        open MovementEnded { side: Side };
    }

    /// B3, B4 and C3, C4.
    pub enum Combat: CombatVeiled {
        open BattleMarked { at: BoxId };
        open GunsDeclared { side: Side, from: BoxId, to: BoxId, count: u8 };
        open GunsThrown { side: Side, from: BoxId, die: u8, success: bool };
        open MarchersJoined { side: Side, at: BoxId, from: BoxId };
        open MarchersTooLate { side: Side, from: BoxId };
        open BattleBegan { at: BoxId, attacker: Side, engagement: Engagement };
        open StoodOutside { at: BoxId, side: Side };
        open WentInside { at: BoxId, side: Side, count: u8 };
        open LeftTheCity { side: Side, from: BoxId, to: BoxId };
        open SiegeLaid { at: BoxId, by: Side, masked: bool };
        open SiegeThrown { at: BoxId, die: u8, step: u8, fell: bool };
        veiled TacticChosen { side: Side, tactic: Option<Tactic> };
        open TacticsShown { tactics: [Tactic; 2], rounds: u8, size: u8 };
        open NobodyToFight { at: BoxId };
        open Encircled { at: BoxId, side: Side };
        open Flanked { at: BoxId, by: Side };
        open OverrunTried { at: BoxId };
        open OverrunThrown { die: u8, result: u8 };
        open AdvancedOn { side: Side, from: BoxId, to: BoxId };
        open Round { round: u8 };
        open Thrown { side: Side, die: u8, modified: i8, column: u8, losses: u8, tests: bool };
        open ArtilleryThrown { side: Side, die: u8, losses: u8, tests: bool };
        open Lost { counter: CounterId, points: u8 };
        open MoraleThrown { side: Side, die: u8, limit: u8, holds: bool };
        open Ended { at: BoxId, ending: Ending, size: u8 };
        open Points { side: Side, points: u8 };
        open Retreated { side: Side, from: BoxId, to: BoxId };
        open NoWayOut { side: Side, at: BoxId };
        open LostAtTheRiver { side: Side };
        open PursuitThrown { side: Side, die: u8, losses: u8 };
        open BridgeBlowing { side: Side, die: u8, destroyed: bool, lost: u8 };
        open Retired { side: Side, from: BoxId, to: BoxId };
    }
}

/// Event cards (A.cards).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Card {
    Played {
        side: Side,
        card: CardNumber,
        second_half: bool,
    },
    /// What it brought about, where no other event says so.
    Effect {
        side: Side,
        card: CardNumber,
    },
}
