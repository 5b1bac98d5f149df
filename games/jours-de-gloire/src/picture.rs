//! The position as text and as pieces and panels for a page, from a view.

use std::collections::BTreeMap;

use board::Hex;
use board::boxes::BoxId;
use kernel::page::{Cell, Fact, Group, Level};
use kernel::{Arm, Mark, Panel, Piece, Side};

use crate::Rules;
use crate::counters::{ALLIED, CounterId, FRENCH, Kind};
use crate::overlays::handle_of;
use crate::scenario::name_of_turn;
use crate::state::{Grade, Peace, Sighting, Supply, Whereabouts};
use crate::telling::side_word;
use crate::view::{ArmyView, PieceView, Veiled, View};
use crate::words::side_name;

/// A counter that the viewer can name, on the map.
struct Known {
    counter: CounterId,
    at: BoxId,
    strength: Option<u8>,
    marks: Vec<Mark>,
}

fn mark(text: &str, note: &str, case: &'static str) -> Mark {
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
                    let mut marks = Vec::new();
                    if matches!(piece.whereabouts, Whereabouts::Entering(_)) {
                        marks.push(mark("E", "enters the map here in this movement phase", "3.3c"));
                    }
                    if !piece.face_up {
                        marks.push(mark("?", "face down: the enemy does not know what it is", "1.2.1c"));
                    }
                    if piece.inside {
                        marks.push(mark("I", "inside the fortified city", "8.8b"));
                    }
                    if piece.moved {
                        marks.push(mark("M", "has moved", "5.3b"));
                    }
                    if piece.fatigued {
                        marks.push(mark("F", "fatigued after a forced march", "8.5a"));
                    }
                    if piece.stragglers > 0 {
                        marks.push(mark("/", &format!("{} SP straggle", piece.stragglers), "5.5.3a"));
                    }
                    if self.is_unit(counter) {
                        match piece.grade {
                            Grade::InCommand => {}
                            Grade::CutOff => marks.push(mark("C", "its general is cut off from his commander", "4.6a")),
                            Grade::Alone => marks.push(mark("A", "no line to any general", "4.6b")),
                        }
                    }
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
                        marks.push(mark("I", "inside the fortified city", "8.8b"));
                    }
                    if *fatigued {
                        marks.push(mark("F", "fatigued after a forced march", "8.5a"));
                    }
                    known.push(Known { counter, at: *at, strength: *strength, marks });
                }
                PieceView::Open { .. } | PieceView::Off { .. } | PieceView::Unknown { .. } => {}
            }
        }
        known
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
            hex: Hex::NONE,
            place: at.map_or(String::new(), |at| self.box_name(at).to_owned()),
            side: printed.side,
            nation: printed.nation.name().to_lowercase(),
            arm,
            name: printed.name.clone(),
            strength,
            movement,
            marks,
            print: None,
            facing: None,
        }
    }

    /// Counters on the map, face-down ones under handles that say where they lie and nothing else.
    pub(crate) fn pieces_of(&self, view: &View) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for hidden in &view.hidden {
            for number in 0..hidden.count {
                let mut marks = Vec::new();
                if hidden.inside {
                    marks.push(mark("I", "inside the fortified city", "8.8b"));
                }
                if hidden.fatigued {
                    marks.push(mark("F", "fatigued after a forced march", "8.5a"));
                }
                pieces.push(Piece {
                    id: handle_of(hidden, number),
                    hex: Hex::NONE,
                    place: self.box_name(hidden.at).to_owned(),
                    side: hidden.side,
                    nation: side_word(hidden.side).to_owned(),
                    arm: Arm::Marker,
                    // Without a name it shows its flag.
                    name: String::new(),
                    strength: String::new(),
                    movement: String::new(),
                    marks,
                    print: Some(back_of(hidden.side)),
                    facing: None,
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
            hex: Hex::NONE,
            place: String::new(),
            side,
            nation: side_word(side).to_owned(),
            arm: Arm::Marker,
            name: String::new(),
            strength: String::new(),
            movement: String::new(),
            marks: Vec::new(),
            print: None,
            facing: None,
        });
        // Strength points are in the roster, not on the counters.
        let printed = self.all_counters().map(|counter| {
            let piece = self.piece(counter, None, None, Vec::new());
            if self.has_strength(counter) { Piece { strength: String::new(), ..piece } } else { piece }
        });
        printed.chain(backs).collect()
    }

    pub(crate) fn panels_of(&self, view: &View) -> Vec<Panel> {
        let mut panels = vec![self.calendar_panel(view), self.war_panel(view)];
        panels.push(self.command_panel(view));
        panels.push(self.flags_panel(view));
        panels.extend(self.cards_panel(view));
        panels.extend(self.battle_panel(view));
        panels.push(self.sightings_panel(view));
        panels.push(self.boxes_panel(view));
        panels
    }

    fn calendar_panel(&self, view: &View) -> Panel {
        let turns = self.scenario.first_turn..=self.scenario.last_turn;
        let cells = turns.clone().map(|turn| {
            let mut marks = Vec::new();
            if view.calendar.armistice == Some(turn) {
                marks.push("armistice".to_owned());
            }
            if view.calendar.restart == Some(turn) {
                marks.push("hostilities resume".to_owned());
            }
            Cell { label: name_of_turn(turn), marks }
        });
        let at = usize::from(view.turn.saturating_sub(self.scenario.first_turn));
        Panel::Track { title: "Calendar".into(), cells: cells.collect(), at }
    }

    fn war_panel(&self, view: &View) -> Panel {
        let fact = |name: &str, value: String, case| Fact { name: name.into(), value, case: Some(case) };
        let peace = match view.calendar.peace {
            Peace::War => "war",
            Peace::Armistice { .. } => "armistice",
            Peace::Resumed { .. } => "war resumed",
        };
        let mut rows = vec![
            fact("Weather", view.weather.name().to_owned(), "3.1a"),
            fact("State of the war", peace.into(), "A.arm.e"),
            fact("First player", side_name(view.first).into(), "3.2a"),
        ];
        for side in [FRENCH, ALLIED] {
            let points =
                format!("{} VP, {} SP lost", view.victory_points[side.index()], view.butchers_bill[side.index()]);
            rows.push(fact(side_name(side), points, "9.b"));
        }
        for siege in &view.sieges {
            let step = if siege.masked { "masked".to_owned() } else { format!("siege {}", siege.step) };
            rows.push(fact(self.box_name(siege.at), format!("{step} by the {}", side_name(siege.besieger)), "8.8g"));
        }
        Panel::Facts { title: "The campaign".into(), rows }
    }

    fn command_panel(&self, view: &View) -> Panel {
        let mut rows = Vec::new();
        for (army, ArmyView { chief, supply, granted, points, .. }) in self.armies().iter().zip(&view.armies) {
            let Some(chief) = chief else { continue };
            let supply = match supply {
                Supply::Supplied => "supplied",
                Supply::Hindered => "supply hindered by rumours",
                Supply::Cut => "out of supply",
            };
            let note = format!("{}, {supply}", self.name_of(*chief));
            let value = points.or(*granted).unwrap_or(0);
            rows.push(Level {
                name: army.name.clone(),
                value: i32::from(value),
                start: granted.map_or(0, i32::from),
                note,
            });
        }
        Panel::Levels { title: "Command points".into(), rows }
    }

    fn flags_panel(&self, view: &View) -> Panel {
        let rows = self.scenario.victory_boxes.iter().zip(&view.flags).map(|(victory, flag)| {
            let flag = match flag {
                Veiled::Nothing => "nobody",
                Veiled::FaceDown => "in doubt",
                Veiled::Known(side) => side_name(*side),
            };
            let name = format!("{} ({} VP)", self.box_name(victory.at), victory.points);
            Fact { name, value: flag.into(), case: Some("9.a") }
        });
        Panel::Facts { title: "Towns that count".into(), rows: rows.collect() }
    }

    fn cards_panel(&self, view: &View) -> Option<Panel> {
        let cards = &view.cards;
        if self.scenario.deck.is_empty() {
            return None;
        }
        let mut rows = Vec::new();
        for number in &cards.hand {
            let Some(card) = self.cards.get(*number) else { continue };
            for half in &card.halves {
                rows.push(Fact {
                    name: format!("{}: {}", number.0, half.title),
                    value: format!("{} ({})", half.text, half.window.name()),
                    case: Some("A.cards.b"),
                });
            }
        }
        let fact = |name: &str, value: String| Fact { name: name.into(), value, case: Some("A.cards.f") };
        let [french, allied] = cards.held;
        rows.push(fact("In hand", format!("French {french}, Allies {allied}")));
        rows.push(fact("Deck", format!("{} left, {} discarded", cards.deck, cards.discarded.len())));
        Some(Panel::Facts { title: "Event cards".into(), rows })
    }

    fn battle_panel(&self, view: &View) -> Option<Panel> {
        let battle = view.battle.as_ref()?;
        let fact = |name: &str, value: String, case| Fact { name: name.into(), value, case: Some(case) };
        let mut rows = vec![fact("Attacker", side_name(battle.attacker).into(), "8.0")];
        if battle.rounds > 0 {
            rows.push(fact("Round", format!("{} of {}", battle.round, battle.rounds), "8.2b"));
        }
        for side in [FRENCH, ALLIED] {
            let index = side.index();
            let tactic = match battle.tactics[index] {
                Veiled::Nothing => "tactic to be chosen".to_owned(),
                Veiled::FaceDown => "tactic chosen".to_owned(),
                Veiled::Known(tactic) => tactic.name().to_owned(),
            };
            let mut words = vec![tactic];
            if battle.start[index] > 0 {
                words.push(format!("{} of {} SP lost", battle.lost[index], battle.start[index]));
            }
            if battle.flank[index] {
                words.push("attacks in the flank".into());
            }
            if battle.encircled && side != battle.attacker {
                words.push("encircled".into());
            }
            if battle.broken[index] {
                words.push("gives way".into());
            }
            rows.push(fact(side_name(side), words.join(", "), "8.1b"));
        }
        Some(Panel::Facts { title: format!("Battle of {}", self.box_name(battle.at)), rows })
    }

    /// Where enemy counters that are face down now were last seen.
    fn sightings_panel(&self, view: &View) -> Panel {
        let mut rows = Vec::new();
        for (piece, number) in view.pieces.iter().zip(0u8..) {
            let PieceView::Unknown { sighting: Some(Sighting { at, turn, strength }) } = piece else { continue };
            let strength = strength.map_or(String::new(), |strength| format!(" with {strength} SP"));
            rows.push(Fact {
                name: self.name_of(CounterId(number)),
                value: format!("{} in {}{strength}", self.box_name(*at), name_of_turn(*turn)),
                case: Some("1.2.1c"),
            });
        }
        Panel::Facts { title: "Last seen".into(), rows }
    }

    /// Counters off the map, as far as the viewer knows.
    fn boxes_panel(&self, view: &View) -> Panel {
        let mut groups: BTreeMap<(u8, Side), Vec<String>> = BTreeMap::new();
        for (piece, number) in view.pieces.iter().zip(0u8..) {
            let counter = CounterId(number);
            let whereabouts = match piece {
                PieceView::Own(piece) => piece.whereabouts,
                PieceView::Open { whereabouts, .. } | PieceView::Off { whereabouts, .. } => *whereabouts,
                PieceView::Unknown { .. } => continue,
            };
            let group = match whereabouts {
                Whereabouts::Lost => 0,
                Whereabouts::Captured => 1,
                Whereabouts::Recalled => 2,
                Whereabouts::Waiting => 3,
                Whereabouts::Pool => 4,
                Whereabouts::At(_) | Whereabouts::Entering(_) => continue,
            };
            groups.entry((group, self.side_of(counter))).or_default().push(self.counter(counter).id.clone());
        }
        const NAMES: [&str; 5] = ["lost", "captured", "coming back", "to come", "to be placed"];
        let groups = groups.into_iter().map(|((group, side), units)| Group {
            name: format!("{} {}", side_name(side), NAMES[usize::from(group)]),
            units,
        });
        Panel::Boxes { title: "Off the map".into(), groups: groups.collect() }
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
        let words = format!("{} {} face down{inside}", hidden.count, side_name(hidden.side));
        boxes.entry(rules.box_name(hidden.at).to_owned()).or_default().push(words);
    }
    let mut text = format!("Turn {}, {}, {}\n", view.turn, name_of_turn(view.turn), view.weather.name());
    for (name, counters) in boxes {
        text += &format!("{name:>24}  {}\n", counters.join(", "));
    }
    text
}
