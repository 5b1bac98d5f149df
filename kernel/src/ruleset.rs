//! The contract of a game.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::aids::{Overlay, OverlayInfo, OverlayQuery, Reach, Strengths};
use crate::page::{About, Concerns, Nature, Panel, Touch};
use crate::{Chart, Illegal, OrderError, Outcome, Pending, Piece, Seat, SeatInfo, Verdict, Viewer};

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
pub trait Ruleset: Send + Sync + 'static {
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

    /// Whether the event tells somebody something he did not know: undo stops there.
    fn reveals(&self, event: &Self::Event) -> bool;

    /// What a seat that is asked something answers by orders it gave in advance, if they cover the question: found from
    /// its view alone, and carried out as its own action.
    fn standing_answer(&self, _view: &Self::View, _seat: Seat) -> Option<Self::Action> {
        None
    }
}

/// A question put to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prompt {
    pub case: &'static str,
    /// A machine-readable short form, as examples expect it: `voluntary retreat of a`.
    pub short: String,
    /// What to do, in a sentence.
    pub text: String,
}

/// How a title talks: orders, prompts, log lines, verdicts.
pub trait Language: Ruleset {
    /// The action in the title's notation, which `read` reads back.
    fn write(&self, state: &Self::State, action: &Self::Action) -> String;

    /// Expands an order, atomic or composite, into atomic actions to be played one after the other. Whether they are
    /// legal is for the caller to find out by playing them; but a composite that needs a choice to be made (a path,
    /// the members of an attack) makes it here, and says under which rule it could not.
    fn read(&self, state: &Self::State, seat: Seat, order: &str) -> Result<Vec<Self::Action>, OrderError>;

    fn prompt(&self, state: &Self::State, seat: Seat, decision: &Self::Decision) -> Prompt;

    /// Whether an action out of turn is always there, as giving standing orders is: it can be ordered at any time and is
    /// not held out to players again and again.
    fn goes_without_saying(&self, _action: &Self::Action) -> bool {
        false
    }

    /// A line of the log.
    fn tell(&self, state: &Self::State, event: &Self::Event) -> String;

    /// The case under which an event happened, if one can be named.
    fn cite(&self, event: &Self::Event) -> Option<&'static str>;

    fn verdict(&self, state: &Self::State, verdict: &Verdict) -> String;

    /// The position as text, for the terminal.
    fn picture(&self, view: &Self::View) -> String;

    /// The position for a drawing, if it can be drawn.
    fn chart(&self, _view: &Self::View) -> Option<Chart> {
        None
    }

    /// What stands on the map, in the order in which counters are stacked: the last of a place on top.
    fn pieces(&self, view: &Self::View) -> Vec<Piece> {
        self.chart(view).map_or(Vec::new(), |chart| chart.pieces)
    }

    /// Every counter there is in this game, as far as everybody may know: for drawing them once.
    fn roster(&self) -> Vec<Piece> {
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

    /// What an action is about, so that a page can mark it on the board.
    fn touch(&self, state: &Self::State, action: &Self::Action) -> Touch {
        Touch::written(self.write(state, action))
    }

    /// The units and places that an event is about. It is asked of observed events only.
    fn concerns(&self, _event: &Self::Event) -> Concerns {
        Concerns::default()
    }

    /// The units and places that a question is about, as far as the seat that is asked may know.
    fn about(&self, _state: &Self::State, _seat: Seat, _decision: &Self::Decision) -> About {
        About::default()
    }

    /// The dice that fell in an event, and whether a turn or phase begins with it. It is asked of observed events only.
    fn nature(&self, _event: &Self::Event) -> Nature {
        Nature::default()
    }

    /// Tracks, levels, boxes and facts beside the map.
    fn panels(&self, _view: &Self::View) -> Vec<Panel> {
        Vec::new()
    }

    /// Where these units could go, the first of them leading, and the others keeping their places around it.
    fn reach(&self, _view: &Self::View, _seat: Seat, _units: &[String]) -> Result<Reach, OrderError> {
        Err(OrderError::Unreadable("this title does not show where units could go".into()))
    }

    /// What can be laid over the map.
    fn overlays(&self, _view: &Self::View) -> Vec<OverlayInfo> {
        Vec::new()
    }

    /// One of them.
    fn overlay(&self, _view: &Self::View, query: &OverlayQuery) -> Result<Overlay, String> {
        Err(format!("there is no overlay \"{}\"", query.id))
    }

    /// Every number that leads to the odds of the combat whose die falls next, if one does.
    fn strengths(&self, _view: &Self::View) -> Option<Strengths> {
        None
    }

    /// The score as it stands, by side, if the viewer may know it.
    fn score(&self, _view: &Self::View) -> Option<[i32; 4]> {
        None
    }
}
