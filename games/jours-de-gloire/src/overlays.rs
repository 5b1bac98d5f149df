//! What can be laid over the map: lines of command and supply, where the enemy may be and come, who watches which box.
//! Everything is found from a view; what depends on faces that lie down is told as likelihood.

use std::collections::BTreeMap;

use board::boxes::BoxId;
use kernel::aids::{Takes, Tone};
use kernel::{Overlay, OverlayInfo, OverlayQuery, Side};

use crate::counters::SIDES;
use crate::log::side_word;
use crate::state::State;
use crate::view::{Hidden, Veiled, View};
use crate::{Rules, Seen};

mod belief;
mod lines;
mod reactions;

type Sheet<'r> = kit::overlay::Sheet<'r, Rules>;

/// The handle of a counter that lies face down: where it lies and nothing else.
pub(crate) fn handle_of(hidden: &Hidden, number: u8) -> String {
    let way = hidden.entered_by.map_or(String::new(), |way| format!("-{}", way.0));
    let state = format!("{}{}", u8::from(hidden.inside), u8::from(hidden.fatigued));
    format!("hidden-{}-{}-{state}{way}-{number}", side_word(hidden.side), hidden.at.0)
}

impl Rules {
    pub(crate) fn overlay_list(&self, view: &View) -> Vec<OverlayInfo> {
        let info = |id, name, case, takes, hint| OverlayInfo {
            id,
            name,
            case,
            takes,
            hint,
            always: matches!(id, "ground" | "flags"),
        };
        let mut list = Vec::new();
        if self.side_of_viewer(view.viewer).is_some() {
            list.push(info(
                "command",
                "Command of your troops",
                case!("4.3a"),
                Takes::Nothing,
                "units with a line to a general",
            ));
            list.push(info("line", "Line of command", case!("4.3c"), Takes::Unit, "Click one of your counters."));
            list.push(info(
                "supply",
                "Supply of your armies",
                case!("4.4a"),
                Takes::Nothing,
                "from commanders to sources",
            ));
        }
        list.push(info(
            "belief",
            "Where the enemy is likely to be",
            case!("1.2.1c"),
            Takes::Nothing,
            "chance of real troops, and how many",
        ));
        list.push(info(
            "whereabouts",
            "What is known of a counter",
            case!("1.2.1c"),
            Takes::Unit,
            "Click a counter of either side.",
        ));
        if self.side_of_viewer(view.viewer).is_some() {
            list.push(info(
                "threats",
                "How far the enemy can reach",
                case!("5.2a"),
                Takes::Nothing,
                "in his next movement",
            ));
            list.push(info(
                "watched",
                "Where the enemy may intercept",
                case!("6.5.1a"),
                Takes::Nothing,
                "boxes next to his counters",
            ));
            list.push(info(
                "guarded",
                "Where you may intercept",
                case!("6.5.1d"),
                Takes::Nothing,
                "with the roll you need",
            ));
        }
        list.push(info(
            "flags",
            "Victory boxes",
            case!("9.a"),
            Takes::Nothing,
            "whose flag they have, and what they are worth",
        ));
        list.push(info(
            "ground",
            "Entrenchments, bridges and sieges",
            case!("6.4a"),
            Takes::Nothing,
            "bridges, pontoons, entrenchments, sieges",
        ));
        list
    }

    pub(crate) fn overlay_of(&self, seen: &Seen<'_>, query: &OverlayQuery) -> Result<Overlay, String> {
        let view = seen.view();
        let side = self.side_of_viewer(view.viewer);
        let own = || side.ok_or_else(|| "only players can see that; you are a spectator".to_owned());
        let unit = || query.unit.as_deref().ok_or_else(|| "name a counter".to_owned());
        match query.id.as_str() {
            "command" => Ok(self.command_overlay(seen, own()?)),
            "line" => self.line_overlay(seen, own()?, unit()?),
            "supply" => Ok(self.supply_overlay(seen, own()?)),
            "belief" => Ok(self.belief_overlay(view)),
            "whereabouts" => self.whereabouts_overlay(view, unit()?),
            "threats" => Ok(self.threats_overlay(seen, own()?)),
            "watched" => Ok(self.watched_overlay(seen, own()?)),
            "guarded" => Ok(self.guarded_overlay(seen, own()?)),
            "flags" => Ok(self.flags_overlay(view)),
            "ground" => Ok(self.ground_overlay(view)),
            other => Err(format!("there is no overlay \"{other}\"")),
        }
    }

    /// How many counters of a side lie face down in a box.
    fn face_down_in(&self, view: &View, side: Side, at: BoxId) -> u8 {
        view.hidden.iter().filter(|hidden| hidden.side == side && hidden.at == at).map(|hidden| hidden.count).sum()
    }

    fn flags_overlay(&self, view: &View) -> Overlay {
        let mut sheet = Sheet::new(self);
        let own = self.side_of_viewer(view.viewer).unwrap_or(crate::state::FRENCH);
        let mut points: BTreeMap<&str, u32> = BTreeMap::new();
        for (victory, flag) in self.scenario.victory_boxes.iter().zip(&view.flags) {
            let (tone, whose) = match flag {
                Veiled::Known(side) if *side == own => (Tone::Good, SIDES.name(*side)),
                Veiled::Known(side) => (Tone::Bad, SIDES.name(*side)),
                Veiled::FaceDown => (Tone::Zone, "unknown"),
                Veiled::Nothing => (Tone::Mark, "nobody"),
            };
            *points.entry(whose).or_default() += u32::from(victory.points);
            let facts = format!("{}: {} VP, flag: {whose}", self.box_name(victory.at), victory.points);
            sheet.mark(victory.at, tone, victory.points.to_string(), case!("9.a"), facts);
        }
        let words: Vec<String> = points.iter().map(|(whose, points)| format!("{whose} {points} VP")).collect();
        let words = if words.is_empty() { "This scenario has no victory boxes.".into() } else { words.join(", ") };
        sheet.done("flags", "Victory boxes", case!("9.a"), words)
    }

    fn ground_overlay(&self, view: &View) -> Overlay {
        let mut sheet = Sheet::new(self);
        let mut counts = [0usize; 4];
        for way in self.ground.connections() {
            let [a, b] = self.ground.ends(way);
            let river = self.ground.river(way);
            if view.destroyed_bridges.contains(way) {
                counts[0] += 1;
                sheet.line(a, b, Tone::Bad, case!("6.4b"), format!("the bridge over the {river} is destroyed"));
            }
            for side in [crate::state::FRENCH, crate::state::ALLIED] {
                if view.pontoons[side.index()].contains(way) {
                    counts[1] += 1;
                    sheet.line(
                        a,
                        b,
                        Tone::Good,
                        case!("5.3e"),
                        format!("a pontoon of the {} over the {river}", SIDES.name(side)),
                    );
                }
            }
        }
        let own = self.side_of_viewer(view.viewer);
        for side in [crate::state::FRENCH, crate::state::ALLIED] {
            let tone = if own.is_none_or(|own| own == side) { Tone::Good } else { Tone::Bad };
            for at in view.entrenched[side.index()].iter() {
                counts[2] += 1;
                sheet.mark(
                    at,
                    tone,
                    "E",
                    case!("6.2a"),
                    format!("{}: entrenched by the {}", self.box_name(at), SIDES.name(side)),
                );
            }
        }
        for siege in &view.sieges {
            counts[3] += 1;
            let (text, what) = match siege.masked {
                true => ("M".to_owned(), "masked".to_owned()),
                false => (format!("S{}", siege.step), format!("besieged, step {}", siege.step)),
            };
            let facts = format!("{}: {what}, by the {}", self.box_name(siege.at), SIDES.name(siege.besieger));
            sheet.mark(siege.at, Tone::Mark, text, case!("8.8g"), facts);
        }
        let [bridges, pontoons, works, sieges] = counts;
        let words =
            format!("{bridges} bridges destroyed, {pontoons} pontoons, {works} entrenchments, {sieges} sieges.");
        sheet.done("ground", "Entrenchments, bridges and sieges", case!("6.4a"), words)
    }

    /// Boxes with counters of a side.
    fn boxes_of(&self, state: &State, side: Side) -> Vec<BoxId> {
        state.occupied(side).iter().collect()
    }
}

/// In whole numbers, rounded.
fn percent(part: u32, whole: u32) -> u32 {
    (part * 100 + whole / 2).checked_div(whole).unwrap_or(0)
}
