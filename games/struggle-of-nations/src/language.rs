//! How the title talks to players and pages: from what they see.

use kernel::{
    Aids, Ask, Ground, Headline, Language, Line, OrderError, Overlay, OverlayInfo, OverlayQuery, Panel, Particulars,
    Piece, Reach, Said, Seat, Verdict,
};

use crate::action::Action;
use crate::event::Event;
use crate::ruleset::Decision;
use crate::words::{picture, side_adjective};
use crate::{Rules, notation};

type Seen<'r> = kernel::Seen<'r, Rules>;

impl Language for Rules {
    fn line(&self, event: &Event) -> Line {
        self.told(event)
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
        match verdict.winner {
            None => "draw".into(),
            Some(side) => format!("{} {}", side_adjective(side), verdict.level),
        }
    }

    fn picture(&self, seen: &Seen<'_>) -> String {
        let world = seen.world();
        picture(self, world, |leader| self.knows(world, seen.viewer(), leader))
    }

    fn pieces(&self, seen: &Seen<'_>) -> Vec<Piece> {
        self.pieces_of(seen)
    }

    fn panels(&self, seen: &Seen<'_>) -> Vec<Panel> {
        self.panels_of(seen)
    }

    fn headlines(&self, seen: &Seen<'_>) -> Vec<Headline> {
        self.headlines_of(seen)
    }

    fn score(&self, seen: &Seen<'_>) -> Option<[i32; 4]> {
        let points = self.verdict_now(seen.world()).points;
        Some(points)
    }
}

impl Aids for Rules {
    fn ground(&self) -> Option<Ground> {
        Some(Ground::Hexes(Box::new((*self.map).clone())))
    }

    fn roster(&self) -> Vec<Piece> {
        self.printed_counters()
    }

    fn particulars(&self) -> Vec<Particulars> {
        self.all_particulars()
    }

    fn march_order(&self) -> Option<&'static str> {
        Some("march {units} {place}")
    }

    fn stacks_march(&self) -> bool {
        false
    }

    fn reach(&self, seen: &Seen<'_>, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        self.reach_of(seen.world(), seat, units)
    }

    fn overlays(&self, seen: &Seen<'_>) -> Vec<OverlayInfo> {
        self.overlays_of(seen.world())
    }

    fn overlay(&self, seen: &Seen<'_>, query: &OverlayQuery) -> Result<Overlay, String> {
        self.overlay_of(seen.world(), seen.viewer(), query)
    }
}
