//! What a viewer may know, field by field: a new field of the state does not compile until somebody has decided who sees
//! it. A seat sees everything of its own side but the standing orders of other seats. Of the other side it sees counters
//! that lie face up, how many lie face down in each box, and what it remembers; a spectator sees both sides so.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side, Viewer};
use serde::{Deserialize, Serialize};

use crate::Rules;
use crate::battle::{Battle, Ending, Engagement, Tactic};
use crate::cards::{CardNumber, ThrowKind};
use crate::counters::{CounterId, Nation, Season};
use crate::march::March;
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

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BattleView {
    pub at: BoxId,
    pub attacker: Side,
    pub engagement: Engagement,
    pub forces: [Partly; 2],
    pub tactics: [Veiled<Tactic>; 2],
    pub rounds: u8,
    pub size: u8,
    pub round: u8,
    pub start: [u16; 2],
    pub lost: [u16; 2],
    pub due: [u8; 2],
    pub tests: [bool; 2],
    pub broken: [bool; 2],
    pub encircled: bool,
    pub flank: [bool; 2],
    pub intercepted: bool,
    pub overrun: bool,
    pub spies: Option<Side>,
    pub extra_bombardment: [bool; 2],
    pub bridge_won: [bool; 2],
    pub ending: Option<Ending>,
    #[serde(default)] // Records of 0.1.0 do not say.
    pub barred: BoxSet,
    pub retreat: Option<ConnectionId>,
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

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    pub viewer: Viewer,
    pub turn: u8,
    pub season: Season,
    pub calendar: Calendar,
    pub weather: Weather,
    pub mud_follows: bool,
    pub next_weather: Option<Weather>,
    pub first: Side,
    pub player: Side,
    /// What is going on, without what the other side does in private.
    pub frames: Vec<Frame>,
    /// By counter.
    pub pieces: Vec<PieceView>,
    pub hidden: Vec<Hidden>,
    /// Dummies of each side that are off the map and can come back.
    pub dummies_off: [u8; 2],
    pub armies: Vec<ArmyView>,
    pub destroyed_bridges: ConnectionSet,
    pub pontoons: [ConnectionSet; 2],
    pub pontoons_left: [u8; 2],
    pub entrenched: [BoxSet; 2],
    pub force_markers: [BoxSet; 2],
    pub sieges: Vec<Siege>,
    /// Whose flag flies in each box of the scenario's list, if the viewer can know it.
    pub flags: Vec<Veiled<Side>>,
    pub flags_in_doubt: [u32; 2],
    pub cards: CardsView,
    pub said_real: [BoxSet; 2],
    pub promised: Vec<(ThrowKind, Side, i8)>,
    pub supplied_by_card: u8,
    pub replacements: Vec<(Nation, u8)>,
    /// Of the viewer's side.
    pub replaced: Vec<(CounterId, u8)>,
    pub delayed: u64,
    pub arriving: Option<u8>,
    pub march: Option<MarchView>,
    pub reaction: Option<ReactionView>,
    pub battle: Option<BattleView>,
    pub battles: BoxSet,
    pub intercepted: BoxSet,
    pub victory_points: [i16; 2],
    pub butchers_bill: [u16; 2],
    pub counted: Option<[i32; 2]>,
    /// The viewer's own.
    pub standing: Option<Standing>,
}

impl View {
    /// What is going on, as far as the viewer sees.
    pub fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or(Frame::GameOver)
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
        let eyes =
            Eyes { rules: self, state, side: self.side_of_viewer(viewer), over: state.frame() == Frame::GameOver };
        // No `..` here.
        let State {
            turn,
            season,
            calendar,
            weather,
            mud_follows,
            first,
            player,
            frames,
            pieces: _,
            // These say the same as the pieces.
            top: _,
            below: _,
            occupied: _,
            armies,
            destroyed_bridges,
            pontoons,
            pontoons_left,
            entrenched,
            force_markers,
            sieges,
            flags: _,
            flags_in_doubt,
            cards: _,
            cards_shown: _,
            said_real,
            armistice_events_used: _,
            promised,
            next_weather,
            supplied_by_card,
            replacements,
            replaced,
            delayed,
            arriving,
            march,
            reaction,
            battle,
            battles,
            intercepted,
            victory_points,
            butchers_bill,
            counted,
            standing,
        } = state;
        View {
            viewer,
            turn: *turn,
            season: *season,
            calendar: *calendar,
            weather: *weather,
            mud_follows: *mud_follows,
            next_weather: *next_weather,
            first: *first,
            player: *player,
            frames: frames.iter().copied().filter(|frame| eyes.sees_frame(*frame)).collect(),
            pieces: self.all_counters().map(|counter| eyes.piece(counter)).collect(),
            hidden: eyes.hidden(),
            dummies_off: [FRENCH, ALLIED].map(|side| self.dummies_off_the_map(state, side).len() as u8),
            armies: armies.iter().enumerate().map(|(number, army)| eyes.army(number, army)).collect(),
            destroyed_bridges: *destroyed_bridges,
            pontoons: *pontoons,
            pontoons_left: *pontoons_left,
            entrenched: *entrenched,
            force_markers: *force_markers,
            sieges: sieges.to_vec(),
            flags: eyes.flags(),
            flags_in_doubt: eyes.doubts(*flags_in_doubt),
            cards: eyes.cards(),
            said_real: *said_real,
            promised: promised.to_vec(),
            supplied_by_card: *supplied_by_card,
            replacements: replacements.to_vec(),
            replaced: replaced.iter().copied().filter(|(unit, _)| eyes.owns(self.side_of(*unit))).collect(),
            delayed: *delayed,
            arriving: *arriving,
            march: march.as_ref().and_then(|march| eyes.march(march)),
            reaction: reaction.as_ref().map(|reaction| eyes.reaction(reaction)),
            battle: battle.as_ref().map(|battle| eyes.battle(battle)),
            battles: *battles,
            intercepted: *intercepted,
            victory_points: *victory_points,
            butchers_bill: *butchers_bill,
            counted: *counted,
            standing: match viewer {
                Viewer::Seat(seat) => standing.get(seat.index()).copied(),
                Viewer::Spectator => None,
            },
        }
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
        if self.is_publicly_off(counter, whereabouts) {
            return PieceView::Off { whereabouts, sighting };
        }
        PieceView::Unknown { sighting }
    }

    /// Whether everybody knows that a face-down counter is not on the map: units and leaders come by the schedule and
    /// leave openly; detachments are made and dummies put down in secret.
    fn is_publicly_off(&self, counter: CounterId, whereabouts: Whereabouts) -> bool {
        let secretive = rule!("1.2.2b", self.rules.counter(counter).detachment) || self.rules.is_dummy(counter);
        match whereabouts {
            Whereabouts::At(_) => false,
            Whereabouts::Waiting | Whereabouts::Entering(_) | Whereabouts::Recalled => true,
            Whereabouts::Pool | Whereabouts::Lost | Whereabouts::Captured => !secretive,
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
            return Some(MarchView::Own(*march));
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
        let Battle {
            at,
            attacker,
            engagement,
            ref forces,
            tactics,
            rounds,
            size,
            round,
            start,
            lost,
            due,
            tests,
            broken,
            encircled,
            flank,
            intercepted,
            overrun,
            spies,
            extra_bombardment,
            bridge_won,
            ending,
            barred,
            retreat,
        } = *battle;
        let choosing = self.state.frame() == Frame::Combat(Combat::Tactics);
        let tactic = |side: Side| {
            // A card shows the enemy's choice to the side that plays it.
            let spied = spies.is_some() && spies == self.side;
            match tactics[side.index()] {
                None => Veiled::Nothing,
                Some(tactic) if !choosing || self.owns(side) || spied => Veiled::Known(tactic),
                Some(_) => Veiled::FaceDown,
            }
        };
        BattleView {
            at,
            attacker,
            engagement,
            forces: [FRENCH, ALLIED].map(|side| self.partly(&forces[side.index()])),
            tactics: [FRENCH, ALLIED].map(tactic),
            rounds,
            size,
            round,
            start,
            lost,
            due,
            tests,
            broken,
            encircled,
            flank,
            intercepted,
            overrun,
            spies,
            extra_bombardment,
            bridge_won,
            ending,
            barred,
            retreat,
        }
    }
}
