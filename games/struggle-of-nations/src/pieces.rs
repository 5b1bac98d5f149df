//! The counters on the map, and those that are printed.

use board::footprint::Front;
use kernel::chart::{Arm as Symbol, Mark, Piece};

use crate::Rules;
use crate::package::Package;
use crate::roster::{Army, BOTH, FRENCH, LeaderId};
use crate::view::{LeaderView, View};
use crate::words::side_adjective;

type Seen<'r> = kernel::Seen<'r, Rules>;

impl Rules {
    /// Counters with their names where they show, and backs where they do not; then centres and sources.
    pub(crate) fn pieces_of(&self, seen: &Seen<'_>) -> Vec<Piece> {
        let view = seen.view();
        let mut pieces = Vec::new();
        for leader in self.all_leaders() {
            let at = match view.leaders[leader.index()] {
                LeaderView::Own { fate: crate::state::Fate::OnMap, at, .. } | LeaderView::Named { at, .. } => at,
                LeaderView::Own { .. } | LeaderView::Off { .. } | LeaderView::Unknown => continue,
            };
            pieces.push(self.piece(view, leader, Some(at)));
        }
        for (number, hidden) in view.hidden.iter().enumerate() {
            let side = if hidden.side == FRENCH { "french" } else { "allied" };
            pieces.push(Piece {
                id: format!("hidden-{number}"),
                places: self.places(&hidden.at),
                side: hidden.side,
                nation: String::new(),
                arm: Symbol::Leader,
                name: format!("{} force", side_adjective(hidden.side)),
                strength: String::new(),
                movement: String::new(),
                marks: Vec::new(),
                print: Some(format!("back-{side}")),
                length: 2,
                facing: Some(hidden.at.facing),
                front: Front::Broad,
                bears: Vec::new(),
            });
        }
        for army in Army::ALL {
            let own = &view.armies[army.index()];
            if own.centre_at[0].is_some()
                && !matches!(own.centre, crate::state::Centre::None | crate::state::Centre::Disbanded(_))
            {
                pieces.push(self.marker(army, "centre", "Centre of operations", own.centre_at[0]));
            }
            if let Some(source) = self.theatre.sources.get(own.source.index()).filter(|_| !own.source_lost) {
                pieces.push(self.marker(army, "source", "Source", source.hex));
            }
        }
        pieces
    }

    fn marker(&self, army: Army, word: &str, name: &str, at: board::Hex) -> Piece {
        Piece {
            id: format!("{word}-{}", army.id()),
            places: vec![self.number_of(at)],
            side: army.side(),
            nation: String::new(),
            arm: Symbol::Supply,
            name: format!("{name} of {}", army.name()),
            strength: String::new(),
            movement: String::new(),
            marks: Vec::new(),
            print: None,
            length: 1,
            facing: None,
            front: Front::Broad,
            bears: Vec::new(),
        }
    }

    /// A column from its head; a row from its right.
    pub(crate) fn places(&self, package: &Package) -> Vec<String> {
        let hexes = if package.is_line() { [package.rear, package.lead] } else { [package.lead, package.rear] };
        hexes.into_iter().filter(|hex| hex.is_some()).map(|hex| self.number_of(hex)).collect()
    }

    fn piece(&self, view: &View, leader: LeaderId, at: Option<Package>) -> Piece {
        let print = self.leader(leader);
        let rating = print.rating;
        let star = if print.bonus { "*" } else { "" };
        let known: u16 =
            view.units.iter().filter(|(_, of, _)| *of == leader).map(|(_, _, strength)| u16::from(*strength)).sum();
        Piece {
            id: print.id.clone(),
            places: at.map_or_else(Vec::new, |at| self.places(&at)),
            side: print.side,
            nation: print.corps.map_or_else(String::new, |nation| nation.id().to_owned()),
            arm: Symbol::Leader,
            name: print.name.clone(),
            strength: if known > 0 { known.to_string() } else { String::new() },
            movement: format!("{}{star}-{}-{}", rating.initiative, rating.span, rating.subordination),
            marks: at.map_or_else(Vec::new, |_| self.marks(view, leader)),
            print: None,
            length: 2,
            facing: at.map(|at| at.facing),
            front: Front::Broad,
            bears: Vec::new(),
        }
    }

    pub(crate) fn marks(&self, view: &View, leader: LeaderId) -> Vec<Mark> {
        let marks = match view.leaders[leader.index()] {
            LeaderView::Own { marks, .. } | LeaderView::Named { marks, .. } => marks,
            LeaderView::Off { .. } | LeaderView::Unknown => 0,
        };
        let has = |name: &str| {
            crate::view::PUBLIC.iter().position(|mark| *mark == name).is_some_and(|bit| marks & (1 << bit) != 0)
        };
        let all = [
            ("D", "disorganized", case!("21.disorg"), has("disorganized")),
            ("B", "besieged", case!("23.citadel"), has("besieged")),
            ("m", "has marched", case!("14.ma.done"), has("done")),
        ];
        let mark = |(text, note, case, _): (&str, &str, kernel::Case, bool)| Mark {
            text: text.into(),
            note: note.into(),
            case,
        };
        all.into_iter().filter(|(_, _, _, set)| *set).map(mark).collect()
    }

    /// The counters as they are printed, and their backs.
    pub(crate) fn printed_counters(&self) -> Vec<Piece> {
        let nothing = self.view_of(&self.empty_view_state(), kernel::Viewer::Spectator);
        let mut pieces: Vec<Piece> = self.all_leaders().map(|leader| self.piece(&nothing, leader, None)).collect();
        for army in Army::ALL {
            for (word, name) in [("centre", "Centre of operations"), ("source", "Source")] {
                let mut marker = self.marker(army, word, name, board::Hex::NONE);
                marker.places.clear();
                pieces.push(marker);
            }
        }
        for side in BOTH {
            let word = if side == FRENCH { "french" } else { "allied" };
            pieces.push(Piece {
                id: format!("back-{word}"),
                places: Vec::new(),
                side,
                nation: String::new(),
                arm: Symbol::Marker,
                name: format!("{} force", side_adjective(side)),
                strength: String::new(),
                movement: String::new(),
                marks: Vec::new(),
                print: None,
                length: 2,
                facing: None,
                front: Front::Broad,
                bears: Vec::new(),
            });
        }
        pieces
    }

    /// A position without anybody, for what is printed.
    fn empty_view_state(&self) -> crate::State {
        let mut state = self.empty_state();
        state.frames.push(crate::sequence::Frame::GameOver);
        state
    }
}
