//! The contract of a game.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::aids::{Overlay, OverlayInfo, OverlayQuery, Particulars, Reach, Strengths};
use crate::page::{Ask, Headline, Line, Panel, Said};
use crate::{Ground, Illegal, OrderError, Outcome, Pending, Piece, Seat, SeatInfo, Seen, Verdict, Viewer};

/// Takes what happens. Search passes [`Discard`] and pays nothing.
pub trait Sink<E> {
    fn event(&mut self, event: E);
}

/// A sink that drops everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl<E> Sink<E> for Discard {
    #[inline(always)]
    fn event(&mut self, _: E) {}
}

impl<E> Sink<E> for Vec<E> {
    fn event(&mut self, event: E) {
        self.push(event);
    }
}

/// A source of numbers for drawing worlds and random play; the kernel has none of its own.
pub trait Entropy {
    /// A number below `bound`, all equally likely. `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;
}

/// A game: the immutable rules and data of one scenario. Everything that changes is in the `State`.
///
/// `play` and `throw` are the only writers. `legal`, `interrupts` and `check` answer from what the seat may know:
/// equal views give equal answers.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// Plain data; search clones it millions of times.
    type State: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// An atomic action.
    type Action: Copy + Eq + Ord + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a seat is asked.
    type Decision: Copy + Eq + Debug + Send + Sync + 'static;
    type Event: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What one viewer may know, and remembers having seen.
    type View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    fn seats(&self) -> &[SeatInfo];

    fn initial(&self) -> Self::State;

    fn pending(&self, state: &Self::State) -> Pending<Self::Decision>;

    /// Every atomic action with which `seat` may answer what it is asked; none if it is not asked.
    fn legal(&self, state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Every action `seat` may take out of turn, whether or not it is asked anything.
    fn interrupts(&self, state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Whether `seat` may take `action` now: exactly those listed by `legal` and `interrupts` pass.
    fn check(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Illegal>;

    /// Carries out an action that `check` passed.
    fn play(&self, state: &mut Self::State, seat: Seat, action: &Self::Action, events: &mut impl Sink<Self::Event>);

    /// Carries out the pending throw.
    fn throw(&self, state: &mut Self::State, outcome: &Outcome, events: &mut impl Sink<Self::Event>);

    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// The event as this viewer may know it; `state` is the one after the event.
    fn observe(&self, state: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// Draws a world that fits the view; never from the truth. `view(sample(v)) == v`.
    fn sample(&self, view: &Self::View, entropy: &mut dyn Entropy) -> Self::State;

    /// What a seat that is asked something answers by orders it gave in advance, if they cover the question: found from
    /// what it sees, and carried out as its own action.
    fn standing_answer(&self, _seen: &Seen<'_, Self>, _seat: Seat) -> Option<Self::Action> {
        None
    }
}

/// How a title talks, and how a position looks: each event, action and prompt is described in one place. What a player
/// is told comes from a [`Seen`].
pub trait Language: Ruleset {
    /// What there is to say of an event. It is asked of observed events, and of true ones by the host.
    fn line(&self, event: &Self::Event) -> Line;

    /// The question that is put to a seat; `seen` is what it sees.
    fn ask(&self, seen: &Seen<'_, Self>, seat: Seat, decision: &Self::Decision) -> Ask;

    /// An action in the title's notation, which `read` reads back, and as an offer. `seen` is what the seat sees that may
    /// take it.
    fn say(&self, seen: &Seen<'_, Self>, action: &Self::Action) -> Said;

    /// Expands an order, atomic or composite, into atomic actions to be played one after the other. Whether they are
    /// legal is for the caller to find out by playing them; but a composite that needs a choice to be made (a path,
    /// the members of an attack) makes it here, and says under which rule it could not.
    fn read(&self, seen: &Seen<'_, Self>, seat: Seat, order: &str) -> Result<Vec<Self::Action>, OrderError>;

    fn verdict(&self, verdict: &Verdict) -> String;

    /// The position as text, for the terminal.
    fn picture(&self, seen: &Seen<'_, Self>) -> String;

    /// What is on the map, in stacking order: the last of a place on top.
    fn pieces(&self, _seen: &Seen<'_, Self>) -> Vec<Piece> {
        Vec::new()
    }

    /// Tracks, levels, boxes and facts next to the map.
    fn panels(&self, _seen: &Seen<'_, Self>) -> Vec<Panel> {
        Vec::new()
    }

    /// How the battle stands: time, weather, score, morale, points left.
    fn headlines(&self, _seen: &Seen<'_, Self>) -> Vec<Headline> {
        Vec::new()
    }

    /// The current score, by side, if the viewer may know it.
    fn score(&self, _seen: &Seen<'_, Self>) -> Option<[i32; 4]> {
        None
    }
}

/// What a title offers besides its words: the map and its counters, and aids for players.
pub trait Aids: Language {
    /// What is played on, if it can be drawn.
    fn ground(&self) -> Option<Ground> {
        None
    }

    /// Every counter there is in this game, as far as everybody may know: for drawing them once.
    fn roster(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// What there is to know of these counters besides their faces.
    fn particulars(&self) -> Vec<Particulars> {
        Vec::new()
    }

    /// A place as orders write it.
    fn order_word(&self, place: &str) -> String {
        place.to_owned()
    }

    /// The order that takes units to a place by a way that the rules find, with `{units}` and `{place}` in it; `None` if
    /// there is none.
    fn march_order(&self) -> Option<&'static str> {
        None
    }

    /// Whether units in one place march together unless some are left behind; else each goes by itself.
    fn stacks_march(&self) -> bool {
        false
    }

    /// Where these units could go, the first of them leading, and the others keeping their places around it.
    fn reach(&self, _seen: &Seen<'_, Self>, _seat: Seat, _units: &[String]) -> Result<Reach, OrderError> {
        Err(OrderError::Unreadable("this title does not show where units can go".into()))
    }

    /// What can be laid over the map.
    fn overlays(&self, _seen: &Seen<'_, Self>) -> Vec<OverlayInfo> {
        Vec::new()
    }

    /// One of them.
    fn overlay(&self, _seen: &Seen<'_, Self>, query: &OverlayQuery) -> Result<Overlay, String> {
        Err(format!("there is no overlay \"{}\"", query.id))
    }

    /// Every number that leads to the odds of the combat whose die falls next, if one does.
    fn strengths(&self, _seen: &Seen<'_, Self>) -> Option<Strengths> {
        None
    }
}
