//! The position as text and as pieces for a page, from a view.

use std::collections::BTreeMap;

use board::boxes::BoxId;
use board::footprint::Front;
use kernel::{Arm, Case, Mark, Piece, Side};

use crate::Rules;
use crate::counters::{ALLIED, CounterId, FRENCH, Kind, SIDES};
use crate::log::side_word;
use crate::overlays::handle_of;
use crate::scenario::name_of_turn;
use crate::sequence::Frame;
use crate::state::{Grade, Whereabouts};
use crate::view::{PieceView, View};

/// A counter that the viewer can name, on the map.
struct Known {
    counter: CounterId,
    at: BoxId,
    strength: Option<u8>,
    marks: Vec<Mark>,
}

pub(crate) fn mark(text: &str, note: &str, case: Case) -> Mark {
    Mark { text: text.into(), note: note.into(), case }
}

/// What the counters of a side have in common: their backs.
fn back_of(side: Side) -> String {
    format!("face-down-{}", side_word(side))
}

impl Rules {
    fn known(&self, view: &View) -> Vec<Known> {
        let mut known = Vec::new();
        for (piece, number) in view.pieces.iter().zip(0u8..) {
            let counter = CounterId(number);
            match piece {
                PieceView::Own(piece) => {
                    let at = match piece.whereabouts {
                        Whereabouts::At(at) => at,
                        Whereabouts::Entering(at) => at,
                        Whereabouts::Waiting
                        | Whereabouts::Pool
                        | Whereabouts::Recalled
                        | Whereabouts::Lost
                        | Whereabouts::Captured => continue,
                    };
                    let marks = self.marks_of(view, counter, piece);
                    known.push(Known {
                        counter,
                        at,
                        strength: self.has_strength(counter).then_some(piece.strength),
                        marks,
                    });
                }
                PieceView::Open { whereabouts: Whereabouts::At(at), strength, inside, fatigued, .. } => {
                    let mut marks = Vec::new();
                    if *inside {
                        marks.push(mark("I", "inside the fortified city", case!("8.8b")));
                    }
                    if *fatigued {
                        marks.push(mark("F", "fatigued after a forced march", case!("8.5a")));
                    }
                    known.push(Known { counter, at: *at, strength: *strength, marks });
                }
                PieceView::Open { .. } | PieceView::Off { .. } | PieceView::Unknown { .. } => {}
            }
        }
        known
    }

    /// The states of a counter of the viewer's own.
    pub(crate) fn marks_of(&self, view: &View, counter: CounterId, piece: &crate::state::Piece) -> Vec<Mark> {
        let mut marks = Vec::new();
        if matches!(piece.whereabouts, Whereabouts::Entering(_)) {
            marks.push(mark("E", "enters the map here this movement phase", case!("3.3c")));
        }
        if piece.inside {
            marks.push(mark("I", "inside the fortified city", case!("8.8b")));
        }
        if piece.moved {
            marks.push(mark("M", "has marched or acted this phase", case!("5.3b")));
        }
        if piece.digging {
            marks.push(mark("D", "is entrenching and does not react", case!("6.2b")));
        }
        if piece.fatigued {
            marks.push(mark("F", "fatigued after a forced march", case!("8.5a")));
        }
        // Face down is as usual; what the enemy sees is worth a sign.
        if piece.face_up && !self.lies_open(counter) {
            marks.push(mark("!", "face up: the enemy can see what it is", case!("1.2.1c")));
        }
        if piece.stragglers > 0 {
            marks.push(mark("/", &format!("{} SP are stragglers", piece.stragglers), case!("5.5.3a")));
        }
        if self.is_unit(counter) && self.command_is_found(view, self.side_of(counter)) {
            match piece.grade {
                Grade::InCommand => {}
                Grade::CutOff => marks.push(mark("C", "its general is cut off from his commander", case!("4.6a"))),
                Grade::Alone => marks.push(mark("A", "no line to any general", case!("4.6b"))),
            }
        }
        marks
    }

    /// Whether a side has had an administrative phase in this game: before it nobody's command has been found out (2.B1b).
    fn command_is_found(&self, view: &View, side: kernel::Side) -> bool {
        let before_movement = |frame: &Frame| frame.events().is_some() || frame.administration().is_some();
        let past = if view.player == side { !view.frames.iter().any(before_movement) } else { view.first == side };
        let events = view.frames.iter().any(|frame| frame.events().is_some());
        view.turn > self.scenario.first_turn || (past && !events)
    }

    /// How the counter of a unit, leader or dummy looks.
    fn piece(&self, counter: CounterId, at: Option<BoxId>, strength: Option<u8>, marks: Vec<Mark>) -> Piece {
        let printed = self.counter(counter);
        let arm = match printed.kind {
            Kind::Leader => Arm::Leader,
            Kind::Infantry => Arm::Infantry,
            Kind::Cavalry => Arm::Cavalry,
            Kind::Artillery => Arm::Artillery,
            Kind::InfantryDummy | Kind::CavalryDummy => Arm::Marker,
        };
        let (strength, movement) = match printed.kind {
            // Stars of rank; then command value and tactical bonus.
            Kind::Leader => {
                ("*".repeat(usize::from(printed.rank)), format!("{} {}", printed.command_value, printed.tactical_bonus))
            }
            Kind::Infantry | Kind::Cavalry => (
                strength.map_or("?".into(), |strength| strength.to_string()),
                format!("{} {} {}", printed.artillery_bonus, printed.cohesion, printed.cavalry_bonus),
            ),
            Kind::Artillery => (format!("{}", printed.artillery_bonus), String::new()),
            Kind::InfantryDummy | Kind::CavalryDummy => (String::new(), String::new()),
        };
        Piece {
            id: printed.id.clone(),
            places: at.map(|at| self.box_name(at).to_owned()).into_iter().collect(),
            side: printed.side,
            nation: printed.nation.id().to_owned(),
            arm,
            name: printed.name.clone(),
            strength,
            movement,
            marks,
            print: None,
            length: 1,
            facing: None,
            front: Front::default(),
            bears: Vec::new(),
        }
    }

    /// Counters on the map, face-down ones under handles that say where they lie and nothing else.
    pub(crate) fn pieces_of(&self, view: &View) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for hidden in &view.hidden {
            for number in 0..hidden.count {
                let mut marks = Vec::new();
                if hidden.inside {
                    marks.push(mark("I", "inside the fortified city", case!("8.8b")));
                }
                if hidden.fatigued {
                    marks.push(mark("F", "fatigued after a forced march", case!("8.5a")));
                }
                pieces.push(Piece {
                    id: handle_of(hidden, number),
                    places: vec![self.box_name(hidden.at).to_owned()],
                    side: hidden.side,
                    nation: side_word(hidden.side).to_owned(),
                    arm: Arm::Marker,
                    // Without a name it shows its flag.
                    name: String::new(),
                    strength: String::new(),
                    movement: String::new(),
                    marks,
                    print: Some(back_of(hidden.side)),
                    length: 1,
                    facing: None,
                    front: Front::default(),
                    bears: Vec::new(),
                });
            }
        }
        for Known { counter, at, strength, marks } in self.known(view) {
            pieces.push(self.piece(counter, Some(at), strength, marks));
        }
        pieces
    }

    pub(crate) fn roster_of_pieces(&self) -> Vec<Piece> {
        let backs = [FRENCH, ALLIED].map(|side| Piece {
            id: back_of(side),
            places: Vec::new(),
            side,
            nation: side_word(side).to_owned(),
            arm: Arm::Marker,
            name: String::new(),
            strength: String::new(),
            movement: String::new(),
            marks: Vec::new(),
            print: None,
            length: 1,
            facing: None,
            front: Front::default(),
            bears: Vec::new(),
        });
        // Strength points are in the roster, not on the counters.
        let printed = self.all_counters().map(|counter| {
            let piece = self.piece(counter, None, None, Vec::new());
            if self.has_strength(counter) { Piece { strength: String::new(), ..piece } } else { piece }
        });
        printed.chain(backs).collect()
    }
}

/// The position for a terminal: box by box, who is there.
pub(crate) fn draw(rules: &Rules, view: &View) -> String {
    let mut boxes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Known { counter, at, strength, marks } in rules.known(view) {
        let strength = strength.map_or(String::new(), |strength| format!(" {strength}"));
        let marks: String = marks.iter().map(|mark| mark.text.as_str()).collect();
        let marks = if marks.is_empty() { marks } else { format!(" [{marks}]") };
        let words = format!("{}{strength}{marks}", rules.counter(counter).id);
        boxes.entry(rules.box_name(at).to_owned()).or_default().push(words);
    }
    for hidden in &view.hidden {
        let inside = if hidden.inside { " inside" } else { "" };
        let words = format!("{} {} face down{inside}", hidden.count, SIDES.name(hidden.side));
        boxes.entry(rules.box_name(hidden.at).to_owned()).or_default().push(words);
    }
    let mut text = format!("Turn {}, {}, {}\n", view.turn, name_of_turn(view.turn), view.weather.name());
    for (name, counters) in boxes {
        text += &format!("{name:>24}  {}\n", counters.join(", "));
    }
    text
}
