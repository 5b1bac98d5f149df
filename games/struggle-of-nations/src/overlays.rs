//! What can be laid over the map: zones of control, dispatch distances, lines of communications. From what the viewer sees: a
//! counter whose name does not show may have troops, and is never named.

use board::{Direction, Hex};
use kernel::aids::{Overlay, OverlayInfo, OverlayQuery, Takes, Tone};
use kernel::{Side, Viewer};
use kit::overlay::{Sheet, asked};

use crate::Rules;
use crate::ground::{Gait, RoadKind};
use crate::package::Package;
use crate::roster::{Army, BOTH, LeaderSet, enemy_of};
use crate::rules::{Field, HexBits};
use crate::state::State;
use crate::words::{halves, side_adjective};

const ZONES: OverlayInfo = OverlayInfo {
    id: "zones",
    name: "Zones of control",
    case: case!("17.zoc"),
    takes: Takes::Side,
    hint: "hexes where a side stops the enemy's marches and closes his roads",
    always: false,
};

const DISPATCH: OverlayInfo = OverlayInfo {
    id: "dispatch",
    name: "Dispatch distance",
    case: case!("6.dispatch"),
    takes: Takes::Side,
    hint: "who is in range of his centre, and by which way",
    always: false,
};

const LINE: OverlayInfo = OverlayInfo {
    id: "line",
    name: "Lines of communications",
    case: case!("6.loc"),
    takes: Takes::Side,
    hint: "the road from centre to source, and what cuts it",
    always: false,
};

type Names<'r> = Sheet<'r, Rules>;

impl Rules {
    pub(crate) fn overlays_of(&self, _state: &State) -> Vec<OverlayInfo> {
        vec![ZONES, DISPATCH, LINE]
    }

    pub(crate) fn overlay_of(&self, state: &State, viewer: Viewer, query: &OverlayQuery) -> Result<Overlay, String> {
        let list = self.overlays_of(state);
        let info = asked(&list, query)?;
        let side = query.side.unwrap_or(BOTH[0]);
        let mut sheet = Sheet::titled(self, format!("{}, {}", info.name, side_adjective(side)));
        let words = match info.id {
            "zones" => self.lay_zones(state, viewer, side, &mut sheet),
            "dispatch" => self.lay_dispatch(state, viewer, side, &mut sheet),
            _ => self.lay_lines(state, viewer, side, &mut sheet),
        };
        sheet.words = words;
        Ok(sheet.overlay(info.id, info.case))
    }

    /// Those of some leaders whom a viewer knows, and how to speak of all of them.
    fn called(&self, state: &State, viewer: Viewer, leaders: LeaderSet) -> (LeaderSet, String) {
        let known: LeaderSet = leaders.iter().filter(|leader| self.knows(state, viewer, *leader)).collect();
        let hidden = leaders.len() - known.len();
        let unnamed = match hidden {
            0 => None,
            1 => Some("a force whose name does not show".to_owned()),
            more => Some(format!("{more} forces whose names do not show")),
        };
        let named = (!known.is_empty()).then(|| self.names_of(known));
        let words = [named, unnamed].into_iter().flatten().collect::<Vec<_>>().join(" and ");
        (known, words)
    }

    /// Who seems to control a hex, in words.
    fn controlled_by(&self, state: &State, viewer: Viewer, side: Side, hex: Hex) -> (LeaderSet, String) {
        let makers = self.apparent_controllers(state, side, hex);
        let (known, words) = self.called(state, viewer, makers);
        match words.is_empty() {
            true => (known, "the garrison of a source".into()),
            false => (known, words),
        }
    }

    fn lay_zones(&self, state: &State, viewer: Viewer, side: Side, sheet: &mut Names<'_>) -> String {
        let zones = self.zone_map(state, side);
        for hex in &zones {
            let (known, by) = self.controlled_by(state, viewer, side, hex);
            let stands = self.on_map(state, side).any(|leader| state.package(leader).covers(hex));
            let tone = if stands { Tone::Mark } else { Tone::Zone };
            sheet.mark_units(hex, tone, "", ZONES.case, format!("controlled by {by}"), known);
        }
        format!("The {} seem to control {} hexes.", side_adjective(side), sheet.places.len())
    }

    /// The hexes within dispatch distance of each centre; own leaders with the way to them; depots.
    fn lay_dispatch(&self, state: &State, viewer: Viewer, side: Side, sheet: &mut Names<'_>) -> String {
        let closed = self.zone_map(state, enemy_of(side));
        let mut words = Vec::new();
        for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
            if self.line_of(state, army).is_none() || !state.army(army).is_on_map() {
                continue;
            }
            let from = self.dispatch_hexes(state, army);
            let field = self.field(state, from, self.farthest(state, army), &closed);
            let within = |at: &Package| {
                let limit = self.dispatch_limit(state, army, from[0], at);
                field.to(at).filter(|spent| *spent <= limit).map(|spent| (spent, limit))
            };
            for hex in self.ground.grid.hexes() {
                let at = Package { lead: hex, ..Package::NOWHERE };
                if let Some((spent, limit)) = within(&at) {
                    let facts =
                        format!("{} of {} points from the centre of {}", halves(spent), halves(limit), army.name());
                    sheet.mark(hex, Tone::Zone, "", DISPATCH.case, facts);
                }
            }
            sheet.mark(from[0], Tone::Mark, "C", case!("6.cofo"), format!("the centre of {}", army.name()));
            for depot in self.depot_hexes(state, army) {
                let linked = within(&Package { lead: depot, ..Package::NOWHERE }).is_some();
                let reach = if linked { "which the centre reaches" } else { "which the centre does not reach" };
                sheet.mark(depot, Tone::Mark, "D", case!("6.depots"), format!("a depot or source {reach}"));
            }
            words.push(self.lay_leaders(state, viewer, army, &field, &closed, sheet));
        }
        if words.is_empty() {
            format!("The {} have no centre on the map.", side_adjective(side))
        } else {
            words.join(" ")
        }
    }

    /// Own leaders of an army, in range or not.
    fn lay_leaders(
        &self,
        state: &State,
        viewer: Viewer,
        army: Army,
        field: &Field,
        closed: &HexBits,
        sheet: &mut Names<'_>,
    ) -> String {
        let own = self.side_of_viewer(viewer) == Some(army.side());
        if !own {
            return format!("The dispatch distance of {}, as far as it can be seen.", army.name());
        }
        let (mut near, mut far) = (Vec::new(), Vec::new());
        let members = self.on_map(state, army.side()).filter(|leader| self.army_of(state, *leader) == army);
        for leader in members {
            let at = state.package(leader);
            let limit = self.dispatch_allowed(state, leader);
            let spent = field.to(&at);
            let name = self.name_of(leader);
            match spent.filter(|spent| *spent <= limit) {
                Some(spent) => {
                    let facts = format!("{name} is {} of {} points away", halves(spent), halves(limit));
                    self.lay_way(state, field, &at, &facts, sheet);
                    sheet.mark_units(at.lead, Tone::Good, halves(spent), DISPATCH.case, facts, [leader]);
                    near.push(name);
                }
                None => {
                    let (case, why) = match spent {
                        Some(spent) => {
                            (case!("6.beyond"), format!("{} points away, and {} allowed", halves(spent), halves(limit)))
                        }
                        None if at.hexes().all(|hex| closed.contains(hex)) => {
                            (case!("6.dispatch.zoc"), "in an enemy zone".into())
                        }
                        None => (case!("6.beyond"), "out of all range".into()),
                    };
                    sheet.mark_units(at.lead, Tone::Bad, "", case, format!("{name} is {why}"), [leader]);
                    far.push(name);
                }
            }
        }
        let list = |names: &[String]| if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
        format!("{}: in range {}; out of range {}.", army.name(), list(&near), list(&far))
    }

    /// Draws the way of a dispatch, back from where it arrives.
    fn lay_way(&self, state: &State, field: &Field, at: &Package, facts: &str, sheet: &mut Names<'_>) {
        let arrived = at.hexes().filter_map(|hex| Some((field.at(hex)?, hex))).min();
        let Some((mut spent, mut here)) = arrived else { return };
        while spent > 0 {
            let grid = &self.ground.grid;
            let back = Direction::ALL.into_iter().find_map(|direction| {
                let from = grid.neighbour(here, direction);
                let before = if from.is_some() { field.at(from)? } else { return None };
                let cost = self.step_cost(state, Gait::Horse, from, direction.opposite(), false);
                (before.checked_add(cost) == Some(spent)).then_some((before, from))
            });
            let Some((before, from)) = back else { break };
            sheet.line(from, here, Tone::Good, DISPATCH.case, facts);
            (spent, here) = (before, from);
        }
    }

    /// The road from each centre to its source; where it is cut, the hexes that are closed and by whom.
    fn lay_lines(&self, state: &State, viewer: Viewer, side: Side, sheet: &mut Names<'_>) -> String {
        let closed = self.zone_map(state, enemy_of(side));
        let mut words = Vec::new();
        for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
            let own = state.army(army);
            let Some(line) = self.line_of(state, army).filter(|_| own.is_on_map()) else { continue };
            let name = army.name();
            let host = self.through(state, army);
            let source = host.map_or(self.source_hex(state, army), |host| state.army(host).centre_at[0]);
            let whither = if host.is_some() { "the centre it traces through" } else { "its source" };
            if source.is_none() {
                words.push(format!("{name} has no source."));
                continue;
            }
            let open = self.road(own.centre_at, source, &closed);
            let (path, tone, facts) = match &open {
                Some(path) => (path.clone(), Tone::Good, format!("the line of {name}")),
                None => {
                    let path = self.road(own.centre_at, source, &HexBits::EMPTY).unwrap_or_default();
                    (path, Tone::Bad, format!("the line of {name} is cut"))
                }
            };
            if let Some((first, rest)) = path.split_first() {
                sheet.way(*first, rest.iter().copied(), tone, LINE.case, &facts);
            }
            for hex in path.iter().copied().filter(|hex| closed.contains(*hex)) {
                let (known, by) = self.controlled_by(state, viewer, enemy_of(side), hex);
                sheet.mark_units(hex, Tone::Bad, "", LINE.case, format!("closed by {by}"), known);
            }
            sheet.mark(own.centre_at[0], Tone::Mark, "C", case!("6.cofo"), format!("the centre of {name}"));
            sheet.mark(source, Tone::Mark, "S", case!("6.source"), format!("{whither}, {}", self.place_of(source)));
            let limit = usize::from(self.tables.reach(line).loc);
            words.push(match open.map(|path| path.len().saturating_sub(1)) {
                Some(length) if length > limit => {
                    format!("The line of {name} has {length} hexes, and {limit} are allowed.")
                }
                Some(length) => format!("The line of {name} has {length} of {limit} hexes to {whither}."),
                None => format!("The line of {name} to {whither} is cut."),
            });
        }
        if words.is_empty() {
            format!("The {} have no centre on the map.", side_adjective(side))
        } else {
            words.join(" ")
        }
    }

    /// The shortest way on primary roads from either of two hexes to another, both ends included.
    fn road(&self, from: [Hex; 2], to: Hex, closed: &HexBits) -> Option<Vec<Hex>> {
        let grid = &self.ground.grid;
        let mut before = vec![Hex::NONE; grid.len()];
        let mut queue: std::collections::VecDeque<Hex> =
            from.into_iter().filter(|hex| hex.is_some() && !closed.contains(*hex)).collect();
        queue.iter().for_each(|hex| before[hex.index()] = *hex);
        while let Some(here) = queue.pop_front() {
            if here == to {
                let mut path = vec![here];
                let mut at = here;
                while before[at.index()] != at {
                    at = before[at.index()];
                    path.push(at);
                }
                path.reverse();
                return Some(path);
            }
            for direction in Direction::ALL {
                let next = grid.neighbour(here, direction);
                let by_road = self.ground.side(here, direction).road == RoadKind::Primary;
                if by_road && next.is_some() && before[next.index()].is_none() && !closed.contains(next) {
                    before[next.index()] = here;
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// The leaders of a side that seem to control a hex.
    fn apparent_controllers(&self, state: &State, side: Side, hex: Hex) -> LeaderSet {
        self.zone_makers(state, side, hex, self.apparent(state, side))
    }
}
