//! What a viewer may know, field by field. A seat sees everything of its own side but the standing orders of other seats. Of the other side it sees counters
//! that lie face up, how many lie face down in each box, and what it remembers; a spectator sees both sides so.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side, Viewer};
use serde::{Deserialize, Serialize};

use crate::Rules;
use crate::battle::{Battle, Ending, Engagement, Tactic};
use crate::cards::{CardNumber, ThrowKind};
use crate::counters::{COUNTERS, CounterId, Nation, Season};
use crate::march::March;
use crate::memory::{AllPassed, Flows, KNOWN, Lot, Trace, Trail};
use crate::reaction::{Marcher, Reacting, Reaction, Standing};
use crate::rules::ra_cards::all_cards;
use crate::sequence::{Combat, Frame, Guns, Movement};
use crate::sets::{ConnectionSet, CounterSet};
use crate::state::{
    ALLIED, ArmyState, BoxSet, Calendar, CardPlace, FRENCH, Piece, Siege, Sighting, State, Supply, Whereabouts,
};
use crate::tables::Weather;
use kit::small::Few;

/// Something that can lie face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Veiled<T> {
    Nothing,
    FaceDown,
    Known(T),
}

/// What is known of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PieceView {
    /// Of the viewer's side: everything.
    Own(Piece),
    /// It lies face up, or was last seen so when it left the map.
    Open {
        whereabouts: Whereabouts,
        /// While it fights, scouts or screens.
        strength: Option<u8>,
        inside: bool,
        fatigued: bool,
        entered_by: Option<ConnectionId>,
        lost_here: u8,
        sighting: Option<Sighting>,
    },
    /// Not on the map, as everybody knows from the scenario and from what has happened.
    Off { whereabouts: Whereabouts, sighting: Option<Sighting> },
    /// Somewhere face down on the map; a detachment or a dummy may be off it as well. When it was last seen.
    Unknown { sighting: Option<Sighting> },
}

/// Counters that lie face down and cannot be told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Hidden {
    pub side: Side,
    pub at: BoxId,
    /// Inside the fortified city.
    pub inside: bool,
    pub fatigued: bool,
    /// By which connection they came in this player turn.
    pub entered_by: Option<ConnectionId>,
    pub count: u8,
}

/// A set of counters of which some are not known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Partly {
    pub known: CounterSet,
    /// The others, where they lie.
    pub hidden: Vec<Hidden>,
}

impl Partly {
    pub fn count(&self) -> usize {
        self.known.len() + self.hidden.iter().map(|hidden| usize::from(hidden.count)).sum::<usize>()
    }
}

/// What is known of an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArmyView {
    pub chief: Option<CounterId>,
    pub supply: Supply,
    /// What it was given; not how a shared die was split by the enemy (B.4.5).
    pub granted: Option<u8>,
    pub with_supply: Option<u8>,
    /// What is left: its own side's secret (4.5h).
    pub points: Option<u8>,
}

/// The stack in hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MarchView {
    Own(March),
    Other {
        stack: Partly,
        from: BoxId,
        at: BoxId,
        forced: bool,
        enters: bool,
        scouting: bool,
        stopped: bool,
        kept_together: bool,
        way: Few<ConnectionId, 12>,
        throwing: Partly,
        known_real: Few<BoxId, 16>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReactingView {
    pub by: Seat,
    pub from: BoxId,
    pub force: Partly,
    pub succeeded: Option<bool>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MarcherView {
    pub force: Partly,
    pub from: BoxId,
    pub to: BoxId,
    pub by: ConnectionId,
    pub after_round: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReactionView {
    pub declared: Vec<ReactingView>,
    pub marchers: Vec<MarcherView>,
    pub barred: BoxSet,
    pub withdrawing: Vec<(Option<CounterId>, ConnectionId)>,
}

kernel::view! {
    /// What is known of the battle at hand.
    pub struct BattleView of Battle, for told: ([Partly; 2], [Veiled<Tactic>; 2]) {
        same {
            at: BoxId,
            attacker: Side,
            engagement: Engagement,
            rounds: u8,
            size: u8,
            round: u8,
            start: [u16; 2],
            lost: [u16; 2],
            due: [u8; 2],
            tests: [bool; 2],
            broken: [bool; 2],
            encircled: bool,
            flank: [bool; 2],
            intercepted: bool,
            overrun: bool,
            spies: Option<Side>,
            extra_bombardment: [bool; 2],
            bridge_won: [bool; 2],
            ending: Option<Ending>,
            #[serde(default)] // Records of 0.1.0 do not say.
            barred: BoxSet,
            retreat: Option<ConnectionId>,
        }
        told {
            forces: [Partly; 2] = told.0,
            tactics: [Veiled<Tactic>; 2] = told.1,
        }
        kept { forces, tactics }
    }
}

/// What is known of the event cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardsView {
    /// How many lie in the deck.
    pub deck: u8,
    /// How many each side holds.
    pub held: [u8; 2],
    /// The viewer's own.
    pub hand: Vec<CardNumber>,
    /// Those in hands that were laid open and taken back.
    pub shown: Vec<(Side, CardNumber)>,
    pub discarded: Vec<CardNumber>,
    pub armistice_events_used: u16,
}

kernel::view! {
    pub struct View of State, for eyes: &Eyes<'_> {
        same {
            turn: u8,
            season: Season,
            calendar: Calendar,
            weather: Weather,
            mud_follows: bool,
            next_weather: Option<Weather>,
            first: Side,
            player: Side,
            destroyed_bridges: ConnectionSet,
            pontoons: [ConnectionSet; 2],
            pontoons_left: [u8; 2],
            entrenched: [BoxSet; 2],
            force_markers: [BoxSet; 2],
            sieges: ArrayVec<Siege, 16>,
            said_real: [BoxSet; 2],
            promised: ArrayVec<(ThrowKind, Side, i8), 8>,
            supplied_by_card: u8,
            /// By counter: the lot it was put into when it was last known (see `memory`).
            #[serde(default = "crate::memory::nothing_remembered")] // Records of 0.2.0 do not say.
            drawn: ArrayVec<Lot, COUNTERS>,
            #[serde(default)]
            flows: Flows,
            #[serde(default)]
            passed: AllPassed,
            replacements: ArrayVec<(Nation, u8), 8>,
            delayed: u64,
            arriving: Option<u8>,
            battles: BoxSet,
            intercepted: BoxSet,
            victory_points: [i16; 2],
            butchers_bill: [u16; 2],
            counted: Option<[i32; 2]>,
        }
        told {
            viewer: Viewer = eyes.viewer,
            /// What is going on, without what the other side does in private.
            frames: Vec<Frame> = eyes.state.frames.iter().copied().filter(|frame| eyes.sees_frame(*frame)).collect(),
            /// By counter.
            pieces: Vec<PieceView> = eyes.rules.all_counters().map(|counter| eyes.piece(counter)).collect(),
            hidden: Vec<Hidden> = eyes.hidden(),
            #[serde(default)]
            traces: Vec<Trace> = eyes.traces(),
            /// Dummies of each side that are off the map and can come back.
            dummies_off: [u8; 2] =
                [FRENCH, ALLIED].map(|side| eyes.rules.dummies_off_the_map(eyes.state, side).len() as u8),
            armies: Vec<ArmyView> = eyes.armies(),
            /// Whose flag flies in each box of the scenario's list, if the viewer can know it.
            flags: Vec<Veiled<Side>> = eyes.flags(),
            flags_in_doubt: [u32; 2] = eyes.doubts(eyes.state.flags_in_doubt),
            cards: CardsView = eyes.cards(),
            /// Of the viewer's side.
            replaced: Vec<(CounterId, u8)> = eyes.replaced(),
            march: Option<MarchView> = eyes.state.march.as_ref().and_then(|march| eyes.march(march)),
            /// Enemy cavalry that has a die to throw, while the viewer's side marches.
            #[serde(default)]
            riders: Partly = eyes.state.march.as_ref().map_or_else(Partly::default, |march| eyes.riders(march)),
            reaction: Option<ReactionView> = eyes.state.reaction.as_ref().map(|reaction| eyes.reaction(reaction)),
            battle: Option<BattleView> = eyes.state.battle.as_ref().map(|battle| eyes.battle(battle)),
            /// The viewer's own.
            standing: Option<Standing> = eyes.standing(),
        }
        kept {
            frames, pieces, armies, flags, flags_in_doubt, cards, cards_shown, armistice_events_used, replaced, march, reaction,
            battle, standing,
            // These say the same as the pieces.
            top, below, occupied,
        }
    }
}

impl View {
    /// What is going on, as far as the viewer sees.
    pub fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or_default()
    }
}

impl Rules {
    /// The side of a viewer; a spectator has none.
    pub fn side_of_viewer(&self, viewer: Viewer) -> Option<Side> {
        match viewer {
            Viewer::Seat(seat) => self.seats.get(seat.index()).map(|info| info.side),
            Viewer::Spectator => None,
        }
    }

    pub fn view_of(&self, state: &State, viewer: Viewer) -> View {
        let (side, over) = (self.side_of_viewer(viewer), state.frame().is_over());
        View::seen(state, &Eyes { rules: self, state, viewer, side, over })
    }
}

/// Whether a counter is on the map.
fn is_on_map(whereabouts: Whereabouts) -> bool {
    matches!(whereabouts, Whereabouts::At(_))
}

/// How a viewer looks at a position.
struct Eyes<'a> {
    rules: &'a Rules,
    state: &'a State,
    viewer: Viewer,
    side: Option<Side>,
    /// The game is over: the count at the end needs flags that were in doubt.
    over: bool,
}

impl Eyes<'_> {
    fn owns(&self, side: Side) -> bool {
        self.side == Some(side)
    }

    fn sees_frame(&self, frame: Frame) -> bool {
        frame.is_private().is_none_or(|owner| self.owns(owner))
    }

    /// The topmost frame that the viewer sees.
    fn frame(&self) -> Option<Frame> {
        self.state.frames.iter().rev().copied().find(|frame| self.sees_frame(*frame))
    }

    fn piece(&self, counter: CounterId) -> PieceView {
        // No `..` here.
        let Piece {
            whereabouts,
            strength,
            losses: _,
            stragglers: _,
            hollow: _,
            face_up,
            strength_open,
            inside,
            moved: _,
            stirred: _,
            digging: _,
            marched_to_guns: _,
            fatigued,
            spent: _,
            grade: _,
            to_chief: _,
            parent: _,
            entered_by,
            lost_here,
            sighting,
            lot: _,
        } = *self.state.piece(counter);
        if self.owns(self.rules.side_of(counter)) {
            return PieceView::Own(*self.state.piece(counter));
        }
        // 1.1b, 1.2.1c: face down it shows nothing but its side.
        let leader = self.rules.is_leader(counter);
        let shown = face_up
            || (leader && is_on_map(whereabouts) && !rule!("1.1b", true))
            || (!leader && is_on_map(whereabouts) && !rule!("1.2.1c", true));
        if shown {
            let strength = strength_open.then_some(strength);
            return PieceView::Open { whereabouts, strength, inside, fatigued, entered_by, lost_here, sighting };
        }
        // Units and leaders come by the schedule and leave openly; detachments are made and dummies put down in secret.
        match self.rules.lair(self.state, counter) {
            Some(_) => PieceView::Unknown { sighting },
            None => PieceView::Off { whereabouts, sighting },
        }
    }

    fn hidden(&self) -> Vec<Hidden> {
        let mut hidden: Vec<Hidden> = Vec::new();
        for counter in self.rules.all_counters() {
            let side = self.rules.side_of(counter);
            if self.owns(side) || self.state.piece(counter).face_up {
                continue;
            }
            // 7.2b: a Force marker tells how many lie under it.
            let marked = |at: BoxId| self.state.force_markers[side.index()].contains(at);
            if self.state.place_of(counter).is_some_and(marked) && !rule!("7.2b", true) {
                continue;
            }
            self.count(&mut hidden, counter);
        }
        hidden.sort_unstable();
        hidden
    }

    fn traces(&self) -> Vec<Trace> {
        let unknown = self.rules.all_counters().filter(|counter| {
            !self.owns(self.rules.side_of(*counter)) && matches!(self.piece(*counter), PieceView::Unknown { .. })
        });
        let mut traces: Vec<Trace> = unknown.filter_map(|counter| self.trace(counter)).collect();
        traces.sort_unstable();
        traces.dedup_by(|next, first| match (next.trail, first.trail) {
            (Trail::Lot(lot, more), Trail::Lot(same, count))
                if (next.side, next.lair, lot) == (first.side, first.lair, same) =>
            {
                first.trail = Trail::Lot(lot, count + more);
                true
            }
            (Trail::Lot(..) | Trail::Known(_), _) => false,
        });
        traces
    }

    fn trace(&self, counter: CounterId) -> Option<Trace> {
        let trail = match self.state.piece(counter).lot {
            KNOWN => Trail::Known(counter),
            lot => Trail::Lot(lot, 1),
        };
        Some(Trace { side: self.rules.side_of(counter), lair: self.rules.lair(self.state, counter)?, trail })
    }

    /// Adds a counter to those that cannot be told from it.
    fn count(&self, hidden: &mut Vec<Hidden>, counter: CounterId) {
        let piece = self.state.piece(counter);
        let Some(at) = piece.place() else { return };
        let (side, inside) = (self.rules.side_of(counter), piece.inside);
        let (fatigued, entered_by) = (piece.fatigued, piece.entered_by);
        let slot = Hidden { side, at, inside, fatigued, entered_by, count: 0 };
        match hidden.iter_mut().find(|other| Hidden { count: 0, ..**other } == slot) {
            Some(other) => other.count += 1,
            None => hidden.push(Hidden { count: 1, ..slot }),
        }
    }

    /// A set of counters as the viewer knows it.
    fn partly(&self, set: &CounterSet) -> Partly {
        let mut partly = Partly::default();
        for counter in set.iter() {
            match self.piece(counter) {
                PieceView::Own(_) | PieceView::Open { .. } | PieceView::Off { .. } => partly.known.insert(counter),
                PieceView::Unknown { .. } => self.count(&mut partly.hidden, counter),
            }
        }
        partly.hidden.sort_unstable();
        partly
    }

    fn replaced(&self) -> Vec<(CounterId, u8)> {
        self.state.replaced.iter().copied().filter(|(unit, _)| self.owns(self.rules.side_of(*unit))).collect()
    }

    fn standing(&self) -> Option<Standing> {
        match self.viewer {
            Viewer::Seat(seat) => self.state.standing.get(seat.index()).copied(),
            Viewer::Spectator => None,
        }
    }

    fn armies(&self) -> Vec<ArmyView> {
        self.state.armies.iter().enumerate().map(|(number, army)| self.army(number, army)).collect()
    }

    fn army(&self, number: usize, army: &ArmyState) -> ArmyView {
        let ArmyState { chief, supply, granted, points, with_supply } = *army;
        let printed = &self.rules.scenario.armies[number];
        let own = self.owns(printed.side);
        let told = own || printed.shares_die_with.is_none();
        ArmyView {
            chief,
            supply,
            granted: told.then_some(granted),
            with_supply: told.then_some(with_supply),
            points: own.then_some(points),
        }
    }

    fn flags(&self) -> Vec<Veiled<Side>> {
        let doubtful = |number: usize| {
            let by = |side: Side| !self.owns(side) && self.state.flags_in_doubt[side.index()] & (1 << number) != 0;
            !self.over && (by(FRENCH) || by(ALLIED))
        };
        let flag = |(number, flag): (usize, &Option<Side>)| match flag {
            _ if doubtful(number) => Veiled::FaceDown,
            None => Veiled::Nothing,
            Some(side) => Veiled::Known(*side),
        };
        self.state.flags.iter().enumerate().map(flag).collect()
    }

    /// A side knows what it doubts of the other's flags. Whether it is itself doubted depends on what the other side has
    /// hidden: of that, and to spectators, only is told which flags are in doubt for somebody.
    fn doubts(&self, doubts: [u32; 2]) -> [u32; 2] {
        let anybody = doubts[0] | doubts[1];
        [FRENCH, ALLIED].map(|side| match self.side {
            Some(own) if own != side => doubts[side.index()],
            Some(_) | None => anybody,
        })
    }

    fn cards(&self) -> CardsView {
        let at = |card: &CardNumber| self.state.cards[card.index()];
        let held = |side: Side| all_cards().filter(|card| at(card) == CardPlace::Hand(side)).count() as u8;
        let shown = |card: CardNumber| match at(&card) {
            CardPlace::Hand(side) if self.state.cards_shown & (1 << card.index()) != 0 => Some((side, card)),
            CardPlace::Hand(_) | CardPlace::Deck | CardPlace::Discarded | CardPlace::Unused => None,
        };
        CardsView {
            deck: all_cards().filter(|card| at(card) == CardPlace::Deck).count() as u8,
            held: [FRENCH, ALLIED].map(held),
            hand: all_cards().filter(|card| self.side.is_some_and(|side| at(card) == CardPlace::Hand(side))).collect(),
            shown: all_cards().filter_map(shown).collect(),
            discarded: all_cards().filter(|card| at(card) == CardPlace::Discarded).collect(),
            armistice_events_used: self.state.armistice_events_used,
        }
    }

    fn march(&self, march: &March) -> Option<MarchView> {
        let phasing = self.state.player;
        if self.owns(phasing) {
            let own = |counter: &CounterId| self.owns(self.rules.side_of(*counter));
            return Some(MarchView::Own(March { throwing: march.throwing.iter().filter(own).collect(), ..*march }));
        }
        // A spectator sees what the other side sees.
        self.state.march_seen_by(crate::state::enemy_of(phasing))?;
        let March {
            ref stack,
            from,
            at,
            payer: _,
            points: _,
            forced,
            concentrated: _,
            activated: _,
            under_way: _,
            dice: _,
            kept_together,
            enters,
            scouting,
            stopped,
            way,
            ref throwing,
            throwing_again: _,
            known_real,
        } = *march;
        let (stack, throwing) = (self.partly(stack), self.partly(throwing));
        Some(MarchView::Other {
            stack,
            from,
            at,
            forced,
            enters,
            scouting,
            stopped,
            kept_together,
            way,
            throwing,
            known_real,
        })
    }

    /// 6.3g: while a stack is on the march, cavalry of the other side that has withdrawn from it throws.
    fn riders(&self, march: &March) -> Partly {
        let enemy = |counter: &CounterId| !self.owns(self.rules.side_of(*counter));
        match self.owns(self.state.player) {
            true => self.partly(&march.throwing.iter().filter(enemy).collect()),
            false => Partly::default(),
        }
    }

    fn reaction(&self, reaction: &Reaction) -> ReactionView {
        let Reaction { declared, marchers, barred, withdrawing } = reaction;
        let reacting = crate::state::enemy_of(self.state.player);
        // Who is named for a reaction is told when the seat that is asked has named all.
        let told = |it: &&Reacting| match self.frame() {
            _ if self.owns(reacting) => true,
            Some(Frame::Movement(Movement::Intercept { seat, .. })) => it.by < seat,
            Some(Frame::Guns(Guns::Choose { .. } | Guns::Muster { .. })) => false,
            Some(_) | None => true,
        };
        let known = |counter: &CounterId| match self.piece(*counter) {
            PieceView::Own(_) | PieceView::Open { .. } => true,
            PieceView::Off { .. } | PieceView::Unknown { .. } => false,
        };
        ReactionView {
            declared: declared.iter().filter(told).map(|it| self.reacting(it)).collect(),
            marchers: marchers.iter().map(|it| self.marcher(it)).collect(),
            barred: *barred,
            withdrawing: withdrawing.iter().map(|(counter, way)| (Some(*counter).filter(known), *way)).collect(),
        }
    }

    fn reacting(&self, reacting: &Reacting) -> ReactingView {
        let Reacting { by, from, ref force, succeeded } = *reacting;
        ReactingView { by, from, force: self.partly(force), succeeded }
    }

    fn marcher(&self, marcher: &Marcher) -> MarcherView {
        let Marcher { ref force, from, to, by, after_round } = *marcher;
        MarcherView { force: self.partly(force), from, to, by, after_round }
    }

    fn battle(&self, battle: &Battle) -> BattleView {
        let choosing = self.state.frame() == Frame::Combat(Combat::Tactics);
        let tactic = |side: Side| {
            // A card shows the enemy's choice to the side that plays it.
            let spied = battle.spies.is_some() && battle.spies == self.side;
            match battle.tactics[side.index()] {
                None => Veiled::Nothing,
                Some(tactic) if !choosing || self.owns(side) || spied => Veiled::Known(tactic),
                Some(_) => Veiled::FaceDown,
            }
        };
        let forces = [FRENCH, ALLIED].map(|side| self.partly(&battle.forces[side.index()]));
        BattleView::seen(battle, (forces, [FRENCH, ALLIED].map(tactic)))
    }
}
