//! How the title talks to players and pages.

use kernel::{
    Aids, Ask, Ground, Headline, Language, Line, OrderError, Overlay, OverlayInfo, OverlayQuery, Panel, Particulars,
    Piece, Reach, Said, Seat, Strengths, Verdict,
};

use crate::action::Action;
use crate::counters::SIDES;
use crate::event::Event;
use crate::ruleset::Decision;
use crate::{Rules, Seen, notation};

impl Language for Rules {
    fn line(&self, event: &Event) -> Line {
        self.line_of(event)
    }

    fn ask(&self, seen: &Seen<'_>, seat: Seat, decision: &Decision) -> Ask {
        self.question(seen.world(), seat, decision.0)
    }

    fn say(&self, seen: &Seen<'_>, action: &Action) -> Said {
        self.said(seen.world(), action)
    }

    fn read(&self, seen: &Seen<'_>, seat: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        notation::read(self, seen.world(), seat, order)
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        let [french, allied, ..] = verdict.points;
        match verdict.winner {
            Some(side) => {
                format!("{} win ({}): French {french}, Allies {allied} victory points", SIDES.name(side), verdict.level)
            }
            None => format!("A draw: French {french}, Allies {allied} victory points"),
        }
    }

    fn picture(&self, seen: &Seen<'_>) -> String {
        crate::pieces::draw(self, seen.view())
    }

    fn pieces(&self, seen: &Seen<'_>) -> Vec<Piece> {
        self.pieces_of(seen.view())
    }

    fn panels(&self, seen: &Seen<'_>) -> Vec<Panel> {
        self.panels_of(seen)
    }

    fn headlines(&self, seen: &Seen<'_>) -> Vec<Headline> {
        self.headlines_of(seen.view())
    }
}

impl Aids for Rules {
    fn ground(&self) -> Option<Ground> {
        Some(Ground::Boxes(self.ground.country.clone()))
    }

    fn roster(&self) -> Vec<Piece> {
        self.roster_of_pieces()
    }

    fn particulars(&self) -> Vec<Particulars> {
        self.all_particulars()
    }

    fn order_word(&self, place: &str) -> String {
        notation::slug(place)
    }

    fn march_order(&self) -> Option<&'static str> {
        Some("march {units} to {place}")
    }

    fn stacks_march(&self) -> bool {
        true
    }

    fn reach(&self, seen: &Seen<'_>, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        self.reach_of(seen, seat, units)
    }

    fn overlays(&self, seen: &Seen<'_>) -> Vec<OverlayInfo> {
        self.overlay_list(seen.view())
    }

    fn overlay(&self, seen: &Seen<'_>, query: &OverlayQuery) -> Result<Overlay, String> {
        self.overlay_of(seen, query)
    }

    fn strengths(&self, seen: &Seen<'_>) -> Option<Strengths> {
        self.strengths_of(seen)
    }
}
