//! Orders of battle: one's own in full, the enemy's as far as he has been seen (1.2.3).

use kernel::page::{Row, TableGroup};
use kernel::{Panel, Side};

use super::column;
use crate::Rules;
use crate::counters::{ALLIED, ArmyId, CounterId, FRENCH, SIDES};
use crate::pieces::mark;
use crate::scenario::name_of_turn;
use crate::state::{Piece, Sighting, Whereabouts};
use crate::view::{PieceView, View};

impl Rules {
    pub(super) fn rosters(&self, view: &View) -> Vec<Panel> {
        match self.side_of_viewer(view.viewer) {
            Some(side) => vec![self.own_roster(view, side), self.their_roster(view, crate::state::enemy_of(side))],
            None => vec![self.their_roster(view, FRENCH), self.their_roster(view, ALLIED)],
        }
    }

    /// Counters of a side by army: leaders of the highest rank first, then units.
    fn by_army(&self, side: Side) -> Vec<(String, Vec<CounterId>)> {
        let mut groups: Vec<(Option<ArmyId>, String, Vec<CounterId>)> = Vec::new();
        for (number, army) in self.armies().iter().enumerate().filter(|(_, army)| army.side == side) {
            groups.push((Some(ArmyId(number as u8)), army.name.clone(), Vec::new()));
        }
        groups.push((None, "Detachments".into(), Vec::new()));
        for counter in self.all_counters().filter(|counter| self.side_of(*counter) == side && !self.is_dummy(*counter))
        {
            let army = self.counter(counter).army;
            if let Some((_, _, list)) = groups.iter_mut().find(|(of, ..)| *of == army) {
                list.push(counter);
            }
        }
        let sorted = groups.into_iter().map(|(_, name, mut list)| {
            list.sort_by_key(|counter| {
                let printed = self.counter(*counter);
                (!self.is_leader(*counter), std::cmp::Reverse(printed.rank), *counter)
            });
            (name, list)
        });
        sorted.filter(|(_, list)| !list.is_empty()).collect()
    }

    fn own_roster(&self, view: &View, side: Side) -> Panel {
        let mut groups = Vec::new();
        for (name, list) in self.by_army(side) {
            let mut rows = Vec::new();
            let (mut now, mut most) = (0u32, 0u32);
            for counter in list {
                let Some(PieceView::Own(piece)) = view.pieces.get(counter.index()) else { continue };
                if let Some(row) = self.own_row(view, counter, piece) {
                    if self.has_strength(counter) && piece.place().is_some() {
                        now += u32::from(piece.strength);
                        // Detachments have no boxes of their own on the roster.
                        most +=
                            if self.counter(counter).detachment { 0 } else { u32::from(self.counter(counter).maximum) };
                    }
                    rows.push(row);
                }
            }
            if !rows.is_empty() {
                let note = match (now, most) {
                    (0, 0) => String::new(),
                    (now, 0) => format!("{now} SP on the map"),
                    (now, most) => format!("{now} of {most} SP on the map"),
                };
                groups.push(TableGroup { name, note, rows });
            }
        }
        let columns = vec![
            column("Rank", "a leader's rank", false),
            column("SP", "strength points now and maximum", true),
            column("Lost", "strength points lost in combat; after the stroke, stragglers", true),
            column("Place", "where it is", false),
        ];
        Panel::Table { title: format!("Order of battle: {}", SIDES.name(side)), columns, groups }
    }

    /// As many stars as on the counter.
    fn rank_in_words(&self, counter: CounterId) -> String {
        if self.is_leader(counter) { "*".repeat(usize::from(self.counter(counter).rank)) } else { String::new() }
    }

    /// Strength and the most it can be: `8/12`.
    fn strength_in_words(&self, counter: CounterId, strength: Option<u8>) -> String {
        let printed = self.counter(counter);
        if !self.has_strength(counter) {
            return String::new();
        }
        let strength = strength.map_or_else(|| "?".into(), |strength| strength.to_string());
        if printed.detachment { strength } else { format!("{strength}/{}", printed.maximum) }
    }

    fn own_row(&self, view: &View, counter: CounterId, piece: &Piece) -> Option<Row> {
        let printed = self.counter(counter);
        let (place, words) = match piece.whereabouts {
            Whereabouts::At(at) => (Some(at), self.box_name(at).to_owned()),
            Whereabouts::Entering(at) => (Some(at), format!("enters at {}", self.box_name(at))),
            Whereabouts::Recalled => (None, "coming back".into()),
            Whereabouts::Lost => (None, "lost".into()),
            Whereabouts::Captured => (None, "captured".into()),
            // The schedule and the pool have panels of their own.
            Whereabouts::Waiting | Whereabouts::Pool => return None,
        };
        let strength = self.strength_in_words(counter, Some(piece.strength));
        let lost = match (piece.losses, piece.stragglers) {
            (0, 0) => String::new(),
            (lost, 0) => lost.to_string(),
            (0, straggling) => format!("/{straggling}"),
            (lost, straggling) => format!("{lost} /{straggling}"),
        };
        let mut marks = self.marks_of(view, counter, piece);
        let chief = view.armies.iter().any(|army| army.chief == Some(counter));
        if chief {
            marks.insert(0, mark("★", "commander in chief", case!("4.1")));
        }
        Some(Row {
            name: self.name_of(counter),
            unit: Some(printed.id.clone()),
            place: place.map(|at| self.box_name(at).to_owned()),
            cells: vec![self.rank_in_words(counter), strength, lost, words],
            marks,
            faint: place.is_none(),
        })
    }

    fn their_roster(&self, view: &View, side: Side) -> Panel {
        let mut groups = Vec::new();
        for (name, mut list) in self.by_army(side) {
            // Not in the order of the set-up, which tells who began beside whom.
            list.sort_by(|one, other| self.counter(*one).id.cmp(&self.counter(*other).id));
            let rows: Vec<Row> = list.into_iter().filter_map(|counter| self.their_row(view, counter)).collect();
            if !rows.is_empty() {
                groups.push(TableGroup { name, note: String::new(), rows });
            }
        }
        let columns = vec![
            column("Rank", "a leader's rank", false),
            column("SP", "strength points when last seen; maximum", true),
            column("Seen", "where it is, or was last seen", false),
            column("When", "the turn in which it was seen", false),
        ];
        Panel::Table { title: format!("What is known of the {}", SIDES.name(side)), columns, groups }
    }

    fn their_row(&self, view: &View, counter: CounterId) -> Option<Row> {
        let printed = self.counter(counter);
        let strength_of = |seen: Option<u8>| self.strength_in_words(counter, seen);
        let (strength, place, seen, when, faint) = match view.pieces.get(counter.index())? {
            PieceView::Open { whereabouts: Whereabouts::At(at), strength, sighting, .. } => {
                let known = strength.or(sighting.and_then(|sighting| sighting.strength));
                (strength_of(known), Some(*at), self.box_name(*at).to_owned(), "now".to_owned(), false)
            }
            PieceView::Unknown { sighting: Some(Sighting { at, turn, strength }) } => {
                (strength_of(*strength), Some(*at), self.box_name(*at).to_owned(), name_of_turn(*turn), false)
            }
            // Of detachments nobody knows whether they are on the map at all.
            PieceView::Unknown { sighting: None } if printed.detachment => return None,
            PieceView::Unknown { sighting: None } => {
                (strength_of(None), None, "not yet".to_owned(), String::new(), false)
            }
            PieceView::Open { whereabouts, .. } | PieceView::Off { whereabouts, .. } => {
                let words = match whereabouts {
                    Whereabouts::Lost => "lost",
                    Whereabouts::Captured => "captured",
                    Whereabouts::Recalled => "coming back",
                    Whereabouts::Waiting | Whereabouts::Pool | Whereabouts::At(_) | Whereabouts::Entering(_) => {
                        return None;
                    }
                };
                (strength_of(None), None, words.to_owned(), String::new(), true)
            }
            PieceView::Own(_) => return None,
        };
        Some(Row {
            name: self.name_of(counter),
            unit: Some(printed.id.clone()),
            place: place.map(|at| self.box_name(at).to_owned()),
            cells: vec![self.rank_in_words(counter), strength, seen, when],
            marks: Vec::new(),
            faint,
        })
    }
}
