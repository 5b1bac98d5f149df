//! What a page can point at in a game: its places, its units, the cases of its rulebook.

use std::collections::BTreeSet;

use kernel::aids::{OverlayQuery, Takes};
use kernel::{
    Aids, Case, Ground, OrderError, Overlay, OverlayInfo, Panel, Piece, Reach, RuleBook, Ruleset, Seat, Seen, Side,
    Viewer,
};

/// What a viewer is shown of a position. Whatever the contract asks a title to show, it asks here.
pub(crate) struct Shown<'a, R: Ruleset> {
    rules: &'a R,
    seen: Seen<'a, R>,
}

impl<'a, R: Aids> Shown<'a, R> {
    pub(crate) fn new(rules: &'a R, state: &R::State, viewer: Viewer) -> Shown<'a, R> {
        Shown { rules, seen: Seen::of(rules, state, viewer) }
    }

    pub(crate) fn pieces(&self) -> Vec<Piece> {
        self.rules.pieces(&self.seen)
    }

    pub(crate) fn panels(&self) -> Vec<Panel> {
        self.rules.panels(&self.seen)
    }

    pub(crate) fn reach(&self, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        self.rules.reach(&self.seen, seat, units)
    }

    pub(crate) fn overlays(&self) -> Vec<OverlayInfo> {
        self.rules.overlays(&self.seen)
    }

    pub(crate) fn overlay(&self, query: &OverlayQuery) -> Result<Overlay, String> {
        self.rules.overlay(&self.seen, query)
    }

    /// Where a unit stands and looks, as far as it is shown.
    pub(crate) fn piece(&self, unit: &str) -> Option<Piece> {
        self.pieces().into_iter().find(|piece| piece.id == unit)
    }

    /// Something to ask of every overlay: each side, one unit in so many, two places near a unit.
    pub(crate) fn queries(&self, every: usize, first: usize) -> Vec<OverlayQuery> {
        let pieces = self.pieces();
        let sides: BTreeSet<Side> = self.rules.seats().iter().map(|seat| seat.side).collect();
        let mut queries = Vec::new();
        for info in self.overlays() {
            let query = || OverlayQuery { id: info.id.to_owned(), ..OverlayQuery::default() };
            match info.takes {
                Takes::Nothing => queries.push(query()),
                Takes::Side => queries.extend(sides.iter().map(|side| OverlayQuery { side: Some(*side), ..query() })),
                Takes::Unit => {
                    let some = pieces.iter().skip(first % every).step_by(every);
                    queries.extend(some.map(|piece| OverlayQuery { unit: Some(piece.id.clone()), ..query() }));
                }
                Takes::Places => {
                    let places: BTreeSet<&String> = pieces.iter().flat_map(|piece| &piece.places).collect();
                    let places: Vec<String> = places.into_iter().skip(first % every).take(2).cloned().collect();
                    if places.len() == 2 {
                        queries.push(OverlayQuery { places, ..query() });
                    }
                }
            }
        }
        queries
    }
}

/// Everything that exists in a game.
pub(crate) struct Known<'b> {
    book: &'b RuleBook,
    /// None where the title has no ground to draw.
    places: Option<BTreeSet<String>>,
    roster: BTreeSet<String>,
}

impl<'b> Known<'b> {
    pub(crate) fn new<R: Aids>(rules: &R, book: &'b RuleBook) -> Known<'b> {
        let places = rules.ground().map(|ground| match ground {
            Ground::Hexes(map) => map.grid.hexes().map(|hex| map.grid.name(hex)).collect(),
            Ground::Boxes(country) => country.map.boxes().map(|(_, place)| place.name.clone()).collect(),
        });
        Known { book, places, roster: rules.roster().into_iter().map(|piece| piece.id).collect() }
    }

    pub(crate) fn case(&self, case: Case) -> Result<(), String> {
        if self.book.knows(case.number()) { Ok(()) } else { Err(format!("the rulebook has no case \"{case}\"")) }
    }

    pub(crate) fn place(&self, place: &str) -> Result<(), String> {
        match self.places.as_ref().is_none_or(|known| known.contains(place)) {
            true => Ok(()),
            false => Err(format!("\"{place}\" is not on the map")),
        }
    }

    /// A counter that is printed, or one of those on the table.
    pub(crate) fn unit(&self, unit: &str, on_the_table: &[Piece]) -> Result<(), String> {
        match self.roster.contains(unit) || on_the_table.iter().any(|piece| piece.id == unit) {
            true => Ok(()),
            false => Err(format!("there is no unit \"{unit}\"")),
        }
    }

    /// Whether it can be drawn; nothing is printed where there is no roster.
    pub(crate) fn is_printed(&self, unit: &str) -> bool {
        self.roster.is_empty() || self.roster.contains(unit)
    }
}
