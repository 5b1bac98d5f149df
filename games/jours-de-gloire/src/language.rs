//! How the title talks to players and pages.

use kernel::{
    About, Chart, Concerns, Ground, Language, Nature, OrderError, Overlay, OverlayInfo, OverlayQuery, Panel, Piece,
    Prompt, Reach, Seat, Strengths, Touch, Verdict,
};

use crate::action::Action;
use crate::event::Event;
use crate::play::Decision;
use crate::state::State;
use crate::view::View;
use crate::words::side_name;
use crate::{Rules, notation};

impl Language for Rules {
    fn write(&self, state: &State, action: &Action) -> String {
        notation::write(self, state, action)
    }

    fn read(&self, state: &State, seat: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        notation::read(self, state, seat, order)
    }

    fn prompt(&self, state: &State, seat: Seat, decision: &Decision) -> Prompt {
        self.question(state, seat, decision.0)
    }

    fn goes_without_saying(&self, action: &Action) -> bool {
        matches!(action, Action::Standing(_))
    }

    fn tell(&self, _state: &State, event: &Event) -> String {
        self.tell_event(event)
    }

    fn cite(&self, event: &Event) -> Option<&'static str> {
        self.case_of_event(event)
    }

    fn verdict(&self, _state: &State, verdict: &Verdict) -> String {
        let [french, allied, ..] = verdict.points;
        match verdict.winner {
            Some(side) => {
                format!("{} win ({}): French {french}, Allies {allied} victory points", side_name(side), verdict.level)
            }
            None => format!("A draw: French {french}, Allies {allied} victory points"),
        }
    }

    fn picture(&self, view: &View) -> String {
        crate::picture::draw(self, view)
    }

    fn chart(&self, view: &View) -> Option<Chart> {
        Some(Chart { ground: Ground::Boxes(self.ground.country.clone()), pieces: self.pieces_of(view) })
    }

    fn pieces(&self, view: &View) -> Vec<Piece> {
        self.pieces_of(view)
    }

    fn order_word(&self, place: &str) -> String {
        notation::slug(place)
    }

    fn stacks_march(&self) -> bool {
        true
    }

    fn march_order(&self) -> Option<&'static str> {
        Some("march {units} to {place}")
    }

    fn roster(&self) -> Vec<Piece> {
        self.roster_of_pieces()
    }

    fn panels(&self, view: &View) -> Vec<Panel> {
        self.panels_of(view)
    }

    fn strengths(&self, view: &View) -> Option<Strengths> {
        self.strengths_of(view)
    }

    fn concerns(&self, event: &Event) -> Concerns {
        self.concerns_of_event(event)
    }

    fn nature(&self, event: &Event) -> Nature {
        self.nature_of_event(event)
    }

    fn about(&self, state: &State, seat: Seat, decision: &Decision) -> About {
        self.asked_about(state, seat, decision.0)
    }

    fn touch(&self, state: &State, action: &Action) -> Touch {
        self.touched_by(state, action)
    }

    fn reach(&self, view: &View, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        self.reach_of(view, seat, units)
    }

    fn overlays(&self, view: &View) -> Vec<OverlayInfo> {
        self.overlay_list(view)
    }

    fn overlay(&self, view: &View, query: &OverlayQuery) -> Result<Overlay, String> {
        self.overlay_of(view, query)
    }
}
