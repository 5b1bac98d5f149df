//! How the title talks to players and pages: from what they see, which in these battles is everything.

use kernel::{
    Aids, Ask, Ground, Headline, Language, Line, OrderError, Overlay, OverlayInfo, OverlayQuery, Panel, Piece, Reach,
    Said, Seat, Strengths, Verdict,
};

use crate::action::Action;
use crate::counters::{BOTH, FRENCH};
use crate::event::Event;
use crate::ruleset::Decision;
use crate::words::{picture, side_adjective};
use crate::{Rules, notation};

type Seen<'r> = kernel::Seen<'r, Rules>;

impl Language for Rules {
    fn line(&self, event: &Event) -> Line {
        self.told(event)
    }

    fn ask(&self, seen: &Seen<'_>, _seat: Seat, decision: &Decision) -> Ask {
        self.question(seen.world(), decision.0)
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
            None => format!("draw, {french} to {allied}"),
            Some(side) => {
                let (own, other) = if side == FRENCH { (french, allied) } else { (allied, french) };
                format!("{} victory, {own} to {other}", side_adjective(side))
            }
        }
    }

    fn picture(&self, seen: &Seen<'_>) -> String {
        picture(self, seen.world())
    }

    fn pieces(&self, seen: &Seen<'_>) -> Vec<Piece> {
        self.pieces_of(seen.world())
    }

    fn panels(&self, seen: &Seen<'_>) -> Vec<Panel> {
        self.panels_of(seen.world(), seen.viewer())
    }

    fn headlines(&self, seen: &Seen<'_>) -> Vec<Headline> {
        self.headlines_of(seen.world())
    }

    fn score(&self, seen: &Seen<'_>) -> Option<[i32; 4]> {
        let [french, allied] = BOTH.map(|side| self.points_of(seen.world(), side));
        Some([french, allied, 0, 0])
    }
}

impl Aids for Rules {
    fn ground(&self) -> Option<Ground> {
        Some(Ground::Hexes(Box::new(self.map.clone())))
    }

    fn roster(&self) -> Vec<Piece> {
        self.printed_counters()
    }

    fn march_order(&self) -> Option<&'static str> {
        Some("move {units} {place}")
    }

    fn reach(&self, seen: &Seen<'_>, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        self.reach_of(seen.world(), seat, units)
    }

    fn overlays(&self, seen: &Seen<'_>) -> Vec<OverlayInfo> {
        self.overlays_of(seen.world())
    }

    fn overlay(&self, seen: &Seen<'_>, query: &OverlayQuery) -> Result<Overlay, String> {
        self.overlay_of(seen.world(), query)
    }

    fn strengths(&self, seen: &Seen<'_>) -> Option<Strengths> {
        self.strengths_of(seen.world())
    }
}
