//! Lines of command (4.3) and of supply (4.4), with what cuts them.

use std::collections::{BTreeSet, BinaryHeap};

use board::boxes::{BoxId, ConnectionId};
use kernel::aids::Tone;
use kernel::{Case, Overlay, Side};

use super::Sheet;
use crate::counters::{ArmyId, CounterId};
use crate::rules::r04_lines::LONGEST_COMMAND_LINE;
use crate::sets::CounterSet;
use crate::state::{Grade, Peace, State, Supply, enemy_of};
use crate::view::{PieceView, View};
use crate::{Rules, Seen};

/// What a line may pass.
#[derive(Clone, Copy)]
struct Passing {
    enemies: bool,
    closed: bool,
    /// Points, if they count.
    longest: Option<u8>,
}

/// A line, box by box.
type Path = Vec<(BoxId, ConnectionId)>;

/// What a box costs, and the step that leads there.
type Reached = Option<(u16, Option<(BoxId, ConnectionId)>)>;

/// What cuts a line.
enum Cut {
    /// Enemy counters in these boxes (4.3d, 4.4b).
    Enemies(Path, Vec<BoxId>),
    /// No way over a river (4.3e).
    River(Path, Vec<ConnectionId>),
    /// Too many points (4.3c).
    TooLong(Path, u16),
    NoWay,
}

impl Rules {
    /// The cheapest line between two boxes that passes what it may.
    fn trace(&self, state: &State, side: Side, from: BoxId, to: BoxId, passing: Passing) -> Option<(u16, Path)> {
        let mut reached: Vec<Reached> = vec![None; self.ground.len()];
        reached[from.index()] = Some((0, None));
        let mut open: BinaryHeap<std::cmp::Reverse<(u16, BoxId)>> = BinaryHeap::new();
        open.push(std::cmp::Reverse((0, from)));
        while let Some(std::cmp::Reverse((spent, here))) = open.pop() {
            if reached[here.index()].is_none_or(|(known, _)| known != spent) {
                continue;
            }
            if here == to {
                break;
            }
            for (next, way) in self.ground.neighbours(here) {
                // The box at the far end of a command line is not passed; a source has to be free.
                let passed = *next != to || passing.longest.is_none();
                let held = !passing.enemies && passed && self.blocks_lines(state, enemy_of(side), *next);
                if held || (!passing.closed && !self.carries_lines(state, *way)) {
                    continue;
                }
                let then = spent + u16::from(self.cost_of(state, *way));
                let too_far = passing.longest.is_some_and(|longest| then > u16::from(longest));
                if !too_far && reached[next.index()].is_none_or(|(known, _)| then < known) {
                    reached[next.index()] = Some((then, Some((here, *way))));
                    open.push(std::cmp::Reverse((then, *next)));
                }
            }
        }
        let (cost, _) = reached[to.index()]?;
        let mut path = Path::new();
        let mut here = to;
        while let Some((before, way)) = reached[here.index()].and_then(|(_, from)| from) {
            path.push((here, way));
            here = before;
        }
        path.reverse();
        Some((cost, path))
    }

    /// The line between two boxes, or what cuts it.
    fn line_or_cut(&self, state: &State, side: Side, from: BoxId, to: BoxId, longest: Option<u8>) -> Result<Path, Cut> {
        let pass = |enemies, closed, longest| Passing { enemies, closed, longest };
        if let Some((_, path)) = self.trace(state, side, from, to, pass(false, false, longest)) {
            return Ok(path);
        }
        let held = |path: &Path| -> Vec<BoxId> {
            let passed = path.iter().map(|(place, _)| *place).filter(|place| *place != to);
            passed.filter(|place| self.blocks_lines(state, enemy_of(side), *place)).collect()
        };
        if let Some((_, path)) = self.trace(state, side, from, to, pass(true, false, longest)) {
            let boxes = held(&path);
            return Err(Cut::Enemies(path, boxes));
        }
        if let Some((_, path)) = self.trace(state, side, from, to, pass(true, true, longest)) {
            let closed = path.iter().map(|(_, way)| *way).filter(|way| !self.carries_lines(state, *way)).collect();
            return Err(Cut::River(path, closed));
        }
        match self.trace(state, side, from, to, pass(true, true, None)) {
            Some((cost, path)) => Err(Cut::TooLong(path, cost)),
            None => Err(Cut::NoWay),
        }
    }

    /// Draws a line that is cut; says what cuts it.
    fn draw_cut(&self, sheet: &mut Sheet<'_>, from: BoxId, cut: Cut, supply: bool) -> (Case, String) {
        let name = |place: &BoxId| self.box_name(*place).to_owned();
        match cut {
            Cut::Enemies(path, boxes) => {
                let case = if supply { case!("4.4b") } else { case!("4.3d") };
                let list: Vec<String> = boxes.iter().map(name).collect();
                let words = format!("enemy counters at {} cut the line", list.join(", "));
                sheet.way(from, path.iter().map(|step| step.0), Tone::Bad, case, &words);
                for place in boxes {
                    sheet.mark(place, Tone::Bad, "×", case, words.clone());
                }
                (case, words)
            }
            Cut::River(path, ways) => {
                let case = if supply { case!("4.4b") } else { case!("4.3e") };
                let rivers: BTreeSet<&str> = ways.iter().map(|way| self.ground.river(*way)).collect();
                let rivers: Vec<&str> = rivers.into_iter().collect();
                let words = format!("there is no way across the {}", rivers.join(" and the "));
                sheet.way(from, path.iter().map(|step| step.0), Tone::Bad, case, &words);
                (case, words)
            }
            Cut::TooLong(path, cost) => {
                let words = format!("the line costs {cost} movement points, and the limit is {LONGEST_COMMAND_LINE}");
                sheet.way(from, path.iter().map(|step| step.0), Tone::Bad, case!("4.3c"), &words);
                (case!("4.3c"), words)
            }
            Cut::NoWay => (case!("4.3c"), "no connection leads there".into()),
        }
    }

    /// How a counter of the viewer's own is led, drawn; in words.
    pub(super) fn line_overlay(&self, seen: &Seen<'_>, side: Side, unit: &str) -> Result<Overlay, String> {
        let view = seen.view();
        let Some(counter) = self.own_counter(view, unit) else {
            return Err("lines of command are shown for your own counters".into());
        };
        let state = seen.world();
        let name = self.name_of(counter);
        let Some(from) = state.place_of(counter) else { return Err(format!("{name} is not on the map")) };
        let mut sheet = Sheet::new(self);
        let army = self.armies_of(state, counter).first().copied();
        let Some(army) = army else { return Err(format!("{name} belongs to no army")) };
        sheet.mark_units(
            from,
            Tone::Mark,
            "",
            case!("4.3a"),
            format!("{name} is here"),
            &CounterSet::from_iter([counter]),
        );
        let chief = state.army(army).chief.filter(|chief| state.place_of(*chief).is_some());
        let words = if chief == Some(counter) {
            format!("{name} commands the {} himself.", self.army_name(army))
        } else if self.is_leader(counter) {
            self.draw_line_of_general(&mut sheet, state, side, counter, chief)
        } else {
            self.draw_line_of_unit(&mut sheet, state, side, (counter, army, from), chief)
        };
        let found = match view.pieces.get(counter.index()) {
            Some(PieceView::Own(piece)) if self.is_unit(counter) => match piece.grade {
                Grade::InCommand => " This turn it counts as in command.",
                Grade::CutOff => " This turn its general counts as cut off.",
                Grade::Alone => " This turn it counts as having no line to a general.",
            },
            Some(_) | None => "",
        };
        Ok(sheet.done("line", format!("Line of command of {name}"), case!("4.3c"), format!("{words}{found}")))
    }

    fn draw_line_of_general(
        &self,
        sheet: &mut Sheet<'_>,
        state: &State,
        side: Side,
        general: CounterId,
        chief: Option<CounterId>,
    ) -> String {
        let name = self.name_of(general);
        let (Some(chief), Some(from)) = (chief, state.place_of(general)) else {
            return format!("The commander in chief of {name} is not on the map.");
        };
        let (Some(to), chief_name) = (state.place_of(chief), self.name_of(chief)) else { return String::new() };
        sheet.mark_units(
            to,
            Tone::Good,
            "C",
            case!("4.3a"),
            format!("{chief_name} commands"),
            &CounterSet::from_iter([chief]),
        );
        match self.line_or_cut(state, side, from, to, Some(LONGEST_COMMAND_LINE)) {
            Ok(path) => {
                let words = format!("{name} has a line to {chief_name}");
                sheet.way(from, path.iter().map(|step| step.0), Tone::Good, case!("4.3a"), &words);
                format!("{words}.")
            }
            Err(cut) => {
                let (_, words) = self.draw_cut(sheet, from, cut, false);
                format!("{name} has no line to {chief_name}: {words}.")
            }
        }
    }

    fn draw_line_of_unit(
        &self,
        sheet: &mut Sheet<'_>,
        state: &State,
        side: Side,
        (counter, army, from): (CounterId, ArmyId, BoxId),
        chief: Option<CounterId>,
    ) -> String {
        let name = self.name_of(counter);
        let lines = self.boxes_in_line(state, &self.obstacles(state, enemy_of(side)), from);
        let reached = |general: &CounterId| state.place_of(*general).is_some_and(|at| lines.contains(at));
        let joined = |general: &CounterId| {
            let at = state.place_of(*general);
            let to = chief.and_then(|chief| state.place_of(chief));
            at.zip(to).is_some_and(|(at, to)| self.has_line(state, side, at, to))
        };
        let generals: Vec<CounterId> = self.generals_of(state, army).iter().collect();
        let best = chief
            .filter(reached)
            .or_else(|| generals.iter().copied().filter(reached).find(joined))
            .or_else(|| generals.iter().copied().find(reached));
        if let Some(general) = best {
            let to = state.place_of(general).unwrap_or(from);
            let words = format!("{name} has a line to {}", self.name_of(general));
            sheet.mark_units(to, Tone::Good, "G", case!("4.3a"), words.clone(), &CounterSet::from_iter([general]));
            if let Ok(path) = self.line_or_cut(state, side, from, to, Some(LONGEST_COMMAND_LINE)) {
                sheet.way(from, path.iter().map(|step| step.0), Tone::Good, case!("4.3a"), &words);
            }
            if Some(general) == chief {
                return format!("{words}, its commander in chief.");
            }
            return format!("{words}. {}", self.draw_line_of_general(sheet, state, side, general, chief));
        }
        let near = generals.iter().filter_map(|general| {
            let to = state.place_of(*general)?;
            let passing = Passing { enemies: true, closed: true, longest: None };
            Some((self.trace(state, side, from, to, passing)?.0, to, *general))
        });
        match near.min_by_key(|(cost, ..)| *cost) {
            Some((_, to, general)) => match self.line_or_cut(state, side, from, to, Some(LONGEST_COMMAND_LINE)) {
                Ok(_) => String::new(),
                Err(cut) => {
                    let (_, words) = self.draw_cut(sheet, from, cut, false);
                    format!("{name} has no line to any general; to {}: {words}.", self.name_of(general))
                }
            },
            None => format!("{name} has no line: no general of the {} is on the map.", self.army_name(army)),
        }
    }

    /// Every box of a side: whether those in it have a line now.
    pub(super) fn command_overlay(&self, seen: &Seen<'_>, side: Side) -> Overlay {
        let mut state = seen.world().clone();
        self.find_command(&mut state, side);
        let mut sheet = Sheet::new(self);
        let mut bad = Vec::new();
        for place in self.boxes_of(&state, side) {
            let here = self.of_side_in(&state, side, place);
            let mut worst: Option<(Grade, String)> = None;
            for counter in here.iter().filter(|counter| !self.is_leader(*counter) && !self.is_dummy(*counter)) {
                let grade = state.piece(counter).grade;
                if worst.as_ref().is_none_or(|(known, _)| *known < grade) {
                    worst = Some((grade, self.name_of(counter)));
                }
            }
            let Some((grade, name)) = worst else { continue };
            let at = self.box_name(place);
            match grade {
                Grade::InCommand => {
                    sheet.mark_units(place, Tone::Good, "", case!("4.3a"), format!("{at}: all in command"), &here);
                }
                Grade::CutOff => {
                    bad.push(name.clone());
                    let facts = format!("{at}: the general of {name} is cut off from his commander");
                    sheet.mark_units(place, Tone::Zone, "c", case!("4.6a"), facts, &here);
                }
                Grade::Alone => {
                    bad.push(name.clone());
                    sheet.mark_units(
                        place,
                        Tone::Bad,
                        "a",
                        case!("4.6b"),
                        format!("{at}: {name} has no line to a general"),
                        &here,
                    );
                }
            }
        }
        self.draw_generals(&mut sheet, &state, side);
        let words = match bad.as_slice() {
            [] => "All units are in command at the moment.".to_owned(),
            bad => format!("Out of command at the moment: {}.", bad.join(", ")),
        };
        sheet.done("command", "Command of your troops", case!("4.3a"), words)
    }

    /// Generals and their commanders in chief.
    fn draw_generals(&self, sheet: &mut Sheet<'_>, state: &State, side: Side) {
        for army in self.armies_in_play(state, side) {
            let Some(chief) = state.army(army).chief else { continue };
            let Some(to) = state.place_of(chief) else { continue };
            for general in self.generals_of(state, army).iter().filter(|general| *general != chief) {
                let Some(from) = state.place_of(general).filter(|from| *from != to) else { continue };
                let names = format!("{} and {}", self.name_of(general), self.name_of(chief));
                if let Ok(path) = self.line_or_cut(state, side, from, to, Some(LONGEST_COMMAND_LINE)) {
                    sheet.way(
                        from,
                        path.iter().map(|step| step.0),
                        Tone::Good,
                        case!("4.3a"),
                        &format!("lines join generals to {}", self.name_of(chief)),
                    );
                } else {
                    sheet.line(from, to, Tone::Bad, case!("4.3a"), format!("no line joins {names}"));
                }
            }
        }
    }

    /// The way from each commander to a source of his army (4.4a).
    pub(super) fn supply_overlay(&self, seen: &Seen<'_>, side: Side) -> Overlay {
        let view = seen.view();
        let state = seen.world();
        let mut sheet = Sheet::new(self);
        let mut words = Vec::new();
        if !self.agreed.supply {
            return sheet.done("supply", "Supply of your armies", case!("4.4g"), "This game is played without supply.");
        }
        if matches!(state.calendar.peace, Peace::Armistice { .. }) {
            return sheet.done(
                "supply",
                "Supply of your armies",
                case!("A.arm.j"),
                "Supply does not matter during the armistice.",
            );
        }
        for army in self.armies_in_play(state, side) {
            let name = self.army_name(army).to_owned();
            for source in &self.sources[army.index()] {
                sheet.mark(*source, Tone::Mark, "S", case!("4.4a"), format!("a source of the {name}"));
            }
            let found = match state.army(army).supply {
                Supply::Supplied => "supplied",
                Supply::Hindered => "hindered by dummies",
                Supply::Cut => "out of supply",
            };
            let Some(from) = state.army(army).chief.and_then(|chief| state.place_of(chief)) else {
                words.push(format!("{name}: its commander in chief is not on the map, so it is out of supply."));
                continue;
            };
            let now = self.draw_supply(&mut sheet, view, state, side, (army, from));
            words.push(format!("{name}: {found} this turn; at the moment {now}."));
        }
        sheet.done("supply", "Supply of your armies", case!("4.4a"), words.join(" "))
    }

    fn draw_supply(
        &self,
        sheet: &mut Sheet<'_>,
        view: &View,
        state: &State,
        side: Side,
        (army, from): (ArmyId, BoxId),
    ) -> String {
        let name = self.army_name(army);
        let pass = |enemies, closed| Passing { enemies, closed, longest: None };
        let nearest = |passing: Passing| {
            let lines = self.sources[army.index()]
                .iter()
                .filter_map(|source| Some((self.trace(state, side, from, *source, passing)?, *source)));
            lines.min_by_key(|((cost, _), _)| *cost)
        };
        if let Some(((_, path), source)) = nearest(pass(false, false)) {
            let words = format!("the {name} draws supply from {}", self.box_name(source));
            sheet.way(from, path.iter().map(|step| step.0), Tone::Good, case!("4.4a"), &words);
            sheet.mark(from, Tone::Good, "C", case!("4.4a"), words);
            return format!("supplied from {}", self.box_name(source));
        }
        let Some(((_, path), source)) = nearest(pass(true, false)).or_else(|| nearest(pass(true, true))) else {
            return "no connection leads to a source".into();
        };
        let enemy = enemy_of(side);
        let held: Vec<BoxId> =
            path.iter().map(|(place, _)| *place).filter(|place| self.blocks_lines(state, enemy, *place)).collect();
        if held.is_empty() {
            let closed = path.iter().map(|(_, way)| *way).filter(|way| !self.carries_lines(state, *way)).collect();
            let (_, words) = self.draw_cut(sheet, from, Cut::River(path, closed), true);
            return format!("cut off from {}: {words}", self.box_name(source));
        }
        // Faces that lie down may be dummies, which only hinder it (4.4d).
        let doubtful = held.iter().all(|place| {
            let seen = view.pieces.iter().zip(0u8..).any(|(piece, number)| match piece {
                PieceView::Open { whereabouts, .. } => {
                    *whereabouts == crate::state::Whereabouts::At(*place) && self.side_of(CounterId(number)) == enemy
                }
                PieceView::Own(_) | PieceView::Off { .. } | PieceView::Unknown { .. } => false,
            });
            !seen
        });
        let (_, words) = self.draw_cut(sheet, from, Cut::Enemies(path, held), true);
        let doubt = if doubtful { ", unless they are dummies, which only hinder it" } else { "" };
        format!("cut off from {}: {words}{doubt}", self.box_name(source))
    }
}
