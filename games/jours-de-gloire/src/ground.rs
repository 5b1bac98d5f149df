//! The map compiled for the rules: dense tables by box and by connection (0.1, T.map, T.terrain).
//!
//! Destroyed bridges and pontoons are no part of the ground: they belong to the state.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::Fault;
use board::boxes::{BoxId, BoxMap, BoxVocabulary, Connection, ConnectionId, MapBox};
use board::textfile::{Provenance, ProvenanceKind};
use kernel::Country;

/// What may be written in this title's map.
pub const VOCABULARY: BoxVocabulary<'static> = BoxVocabulary {
    boxes: &["open", "defensive", "mountain"],
    connections: &["road", "poor-road"],
    attributes: &["cell", "fortified", "austria", "entry", "toward", "river", "water", "crossing", "frontier"],
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terrain {
    Open,
    Defensive,
    Mountain,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Road {
    Road,
    Poor,
}

/// The river that a connection crosses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Water {
    None,
    /// Forded where there is no bridge (5.3f).
    Minor {
        bridge: bool,
    },
    /// Without a bridge, a place for a pontoon (5.3e).
    Major {
        bridge: bool,
    },
}

/// A board with everything the rules ask of it in tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The board as it is drawn.
    pub(crate) country: Country,
    names: Vec<String>,
    terrain: Vec<Terrain>,
    fortified: Vec<bool>,
    austria: Vec<bool>,
    entry: Vec<String>,
    toward: Vec<String>,
    cell: Vec<String>,
    /// The neighbours of all boxes one after the other; those of a box begin where `first` says and end where the next
    /// box begins.
    neighbours: Vec<(BoxId, ConnectionId)>,
    first: Vec<u16>,
    most_neighbours: usize,
    ends: Vec<[BoxId; 2]>,
    road: Vec<Road>,
    water: Vec<Water>,
    river: Vec<String>,
    frontier: Vec<bool>,
    /// T.terrain: in clear weather or snow, and in rain or mud.
    costs: Vec<[u8; 2]>,
    /// Connections between any two boxes, by the shortest way, whether they can be crossed or not.
    hops: Vec<u8>,
}

impl Ground {
    /// Compiles a board; reports everything on it that the rules cannot use.
    pub fn new(map: &BoxMap) -> Result<Ground, Vec<Fault>> {
        let mut compiler = Compiler { faults: Vec::new() };
        let ground = compiler.ground(map);
        if compiler.faults.is_empty() { Ok(ground) } else { Err(compiler.faults) }
    }

    /// The same with the country around the boxes, which no rule asks for.
    pub(crate) fn in_country(mut self, scenery: &str) -> Ground {
        self.country.scenery = scenery.into();
        self
    }

    /// How many boxes there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub fn boxes(&self) -> impl Iterator<Item = BoxId> + use<> {
        (0..self.names.len() as u16).map(BoxId)
    }

    pub fn connections(&self) -> impl Iterator<Item = ConnectionId> + use<> {
        (0..self.ends.len() as u16).map(ConnectionId)
    }

    /// How many connections there are.
    pub fn connection_count(&self) -> usize {
        self.ends.len()
    }

    pub fn name(&self, place: BoxId) -> &str {
        self.names.get(place.index()).map_or("nowhere", String::as_str)
    }

    pub fn find(&self, name: &str) -> Option<BoxId> {
        self.names.iter().position(|known| known == name).map(|index| BoxId(index as u16))
    }

    pub fn terrain(&self, place: BoxId) -> Terrain {
        self.terrain[place.index()]
    }

    pub fn is_fortified(&self, place: BoxId) -> bool {
        self.fortified[place.index()]
    }

    /// Whether the box lies south of the Austrian frontier (A.arm.d, A.arm.l).
    pub fn is_austrian(&self, place: BoxId) -> bool {
        self.austria[place.index()]
    }

    /// The number of the entry connection that leads from the edge of the map into the box.
    pub fn entry(&self, place: BoxId) -> Option<&str> {
        Some(self.entry[place.index()].as_str()).filter(|label| !label.is_empty())
    }

    /// Where the entry connection comes from, such as `Stettin`.
    pub fn toward(&self, place: BoxId) -> &str {
        &self.toward[place.index()]
    }

    /// The box behind an entry connection.
    pub fn box_of_entry(&self, label: &str) -> Option<BoxId> {
        self.boxes().find(|place| self.entry(*place) == Some(label))
    }

    /// The cell of the map's grid, such as `C3`; nothing on blank boards.
    pub fn cell(&self, place: BoxId) -> &str {
        &self.cell[place.index()]
    }

    /// The boxes at the other ends of a box's connections, whether these can be crossed or not.
    pub fn neighbours(&self, place: BoxId) -> &[(BoxId, ConnectionId)] {
        let from = usize::from(self.first[place.index()]);
        let to = usize::from(self.first[place.index() + 1]);
        &self.neighbours[from..to]
    }

    /// No box has more neighbours than this.
    pub fn most_neighbours(&self) -> usize {
        self.most_neighbours
    }

    pub fn between(&self, a: BoxId, b: BoxId) -> Option<ConnectionId> {
        self.neighbours(a).iter().find(|(next, _)| *next == b).map(|(_, connection)| *connection)
    }

    /// How many connections lie between two boxes at least; the most there can be for boxes that are not on the board.
    pub fn hops(&self, a: BoxId, b: BoxId) -> u8 {
        let boxes = self.len();
        if a.index() < boxes && b.index() < boxes { self.hops[a.index() * boxes + b.index()] } else { u8::MAX }
    }

    pub fn ends(&self, connection: ConnectionId) -> [BoxId; 2] {
        self.ends[connection.index()]
    }

    /// The other end of a connection.
    pub fn across(&self, connection: ConnectionId, from: BoxId) -> BoxId {
        let [a, b] = self.ends(connection);
        if a == from { b } else { a }
    }

    pub fn road(&self, connection: ConnectionId) -> Road {
        self.road[connection.index()]
    }

    pub fn water(&self, connection: ConnectionId) -> Water {
        self.water[connection.index()]
    }

    /// The name of the river that is crossed; empty if none is.
    pub fn river(&self, connection: ConnectionId) -> &str {
        &self.river[connection.index()]
    }

    /// Whether it crosses the Austrian frontier.
    pub fn is_frontier(&self, connection: ConnectionId) -> bool {
        self.frontier[connection.index()]
    }

    /// T.terrain: 1 for a road, 2 for a poor road, and 1 more for a ford over a minor river in rain or mud.
    pub fn cost(&self, connection: ConnectionId, fording_is_harder: bool) -> u8 {
        self.costs[connection.index()][usize::from(fording_is_harder)]
    }
}

fn hops_between_all(ground: &Ground) -> Vec<u8> {
    let boxes = ground.len();
    let mut hops = vec![u8::MAX; boxes * boxes];
    let mut found: Vec<BoxId> = Vec::with_capacity(boxes);
    for start in ground.boxes() {
        let row = &mut hops[start.index() * boxes..(start.index() + 1) * boxes];
        row[start.index()] = 0;
        found.clear();
        found.push(start);
        let mut number = 0;
        while let Some(here) = found.get(number).copied() {
            number += 1;
            for (next, _) in ground.neighbours(here) {
                if row[next.index()] == u8::MAX {
                    row[next.index()] = row[here.index()].saturating_add(1);
                    found.push(*next);
                }
            }
        }
    }
    hops
}

struct Compiler {
    faults: Vec<Fault>,
}

impl Compiler {
    fn fault(&mut self, sentence: String) {
        self.faults.push(Fault { file: "map.toml".into(), line: 1, sentence });
    }

    /// An attribute that is there or not.
    fn flag(&mut self, what: &str, attributes: &BTreeMap<String, String>, name: &str) -> bool {
        match attributes.get(name).map(String::as_str) {
            None => false,
            Some("yes") => true,
            Some(other) => {
                self.fault(format!("{name} of {what} is \"yes\" or left out, not \"{other}\""));
                false
            }
        }
    }

    fn ground(&mut self, map: &BoxMap) -> Ground {
        let mut ground = Ground {
            country: Country { map: Arc::new(map.clone()), scenery: "".into() },
            names: Vec::new(),
            terrain: Vec::new(),
            fortified: Vec::new(),
            austria: Vec::new(),
            entry: Vec::new(),
            toward: Vec::new(),
            cell: Vec::new(),
            neighbours: Vec::new(),
            first: vec![0],
            most_neighbours: 0,
            ends: Vec::new(),
            road: Vec::new(),
            water: Vec::new(),
            river: Vec::new(),
            frontier: Vec::new(),
            costs: Vec::new(),
            hops: Vec::new(),
        };
        for (id, place) in map.boxes() {
            self.place(place, &mut ground);
            ground.neighbours.extend_from_slice(map.neighbours(id));
            ground.first.push(ground.neighbours.len() as u16);
            ground.most_neighbours = ground.most_neighbours.max(map.neighbours(id).len());
        }
        for (_, connection) in map.connections() {
            self.connection(map, connection, &mut ground);
        }
        ground.hops = hops_between_all(&ground);
        ground
    }

    fn place(&mut self, place: &MapBox, ground: &mut Ground) {
        let terrain = match place.kind.as_str() {
            "open" => Terrain::Open,
            "defensive" => Terrain::Defensive,
            "mountain" => Terrain::Mountain,
            other => {
                self.fault(format!("\"{}\" is neither open nor defensive nor mountain but \"{other}\"", place.name));
                Terrain::Open
            }
        };
        let text = |name: &str| place.attributes.get(name).cloned().unwrap_or_default();
        let entry = text("entry");
        if !entry.is_empty() && ground.entry.contains(&entry) {
            self.fault(format!("entry {entry} leads into two boxes, one of them \"{}\"", place.name));
        }
        ground.terrain.push(terrain);
        ground.fortified.push(self.flag(&place.name, &place.attributes, "fortified"));
        ground.austria.push(self.flag(&place.name, &place.attributes, "austria"));
        ground.entry.push(entry);
        ground.toward.push(text("toward"));
        ground.cell.push(text("cell"));
        ground.names.push(place.name.clone());
    }

    fn connection(&mut self, map: &BoxMap, connection: &Connection, ground: &mut Ground) {
        let [a, b] = connection.between;
        let what = format!("{}-{}", map.get(a).name, map.get(b).name);
        if ground.ends.contains(&[a, b]) || ground.ends.contains(&[b, a]) {
            self.fault(format!("{what} is joined twice"));
        }
        let road = match connection.kind.as_str() {
            "road" => Road::Road,
            "poor-road" => Road::Poor,
            other => {
                self.fault(format!("{what} is neither a road nor a poor-road but \"{other}\""));
                Road::Road
            }
        };
        let text = |name: &str| connection.attributes.get(name).map_or("", String::as_str);
        let bridge = text("crossing") == "bridge";
        let water = match (text("water"), text("crossing"), text("river").is_empty()) {
            ("", "", true) => Water::None,
            ("minor", "bridge" | "ford", false) => Water::Minor { bridge },
            ("major", "bridge" | "ford", false) => Water::Major { bridge },
            _ => {
                let sentence = "needs all three of a river: its name, water minor or major, crossing bridge or ford";
                self.fault(format!("{what} {sentence}"));
                Water::None
            }
        };
        let frontier = self.flag(&what, &connection.attributes, "frontier");
        if frontier != (ground.austria[a.index()] != ground.austria[b.index()]) {
            let sentence = "frontier is marked exactly where one end lies in Austria and the other does not";
            self.fault(format!("{what}: {sentence}"));
        }
        let dry = match road {
            Road::Road => 1,
            Road::Poor => 2,
        };
        let fords = water == Water::Minor { bridge: false };
        ground.ends.push([a, b]);
        ground.road.push(road);
        ground.water.push(water);
        ground.river.push(text("river").to_owned());
        ground.frontier.push(frontier);
        ground.costs.push([dry, dry + u8::from(fords)]);
    }
}

/// A board for an example, from the two lists of its position.
///
/// A box is its name and, behind it in any order, what differs from open country: `open`, `defensive`, `mountain`,
/// `fortified`, `austria`, `entry 3`. A road is the two boxes with a hyphen between them (two hyphens, if a name has
/// one), then `road` (the default) or `poor-road`, and for a river `minor` or `major`, `bridge` or `ford`, and its name.
/// A road between a box in Austria and one outside crosses the frontier by itself.
///
/// ```
/// let map = jours_de_gloire::ground::blank_board(
///     &["Alt Oels", "Bautzen defensive fortified", "Clumetz austria entry 2"],
///     &["Alt Oels-Bautzen poor-road minor ford Saale", "Bautzen-Clumetz"],
/// )
/// .unwrap();
/// assert_eq!((map.len(), map.connections().count()), (3, 2));
/// ```
pub fn blank_board(boxes: &[impl AsRef<str>], roads: &[impl AsRef<str>]) -> Result<BoxMap, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut fault = |sentence: String| faults.push(Fault { file: "position".into(), line: 1, sentence });
    let mut places: Vec<MapBox> = Vec::new();
    // About square, in rows: nobody asks where the boxes of an example lie.
    let columns = (1..).find(|columns| columns * columns >= boxes.len()).unwrap_or(1).max(1);
    for (number, text) in boxes.iter().enumerate() {
        let text = text.as_ref();
        let at = ((number % columns) as i32 * 220, (number / columns) as i32 * 200);
        match blank_box(text, at) {
            Some(place) if places.iter().any(|known| known.name == place.name) => {
                fault(format!("there are two boxes named \"{}\"", place.name));
            }
            Some(place) => places.push(place),
            None => fault(format!("\"{text}\" is not a box: write the name before its marks")),
        }
    }
    if places.is_empty() {
        fault("a blank board needs boxes, such as boxes = [\"A\", \"B fortified\"]".into());
    }
    let mut connections: Vec<Connection> = Vec::new();
    for text in roads {
        match blank_road(text.as_ref(), &places) {
            Ok(connection) => connections.push(connection),
            Err(sentence) => fault(format!("\"{}\": {sentence}", text.as_ref())),
        }
    }
    let provenance = Provenance {
        kind: ProvenanceKind::Reconstructed,
        source: String::new(),
        note: "a board for an example".into(),
    };
    if faults.is_empty() { Ok(BoxMap::new(provenance, places, connections)) } else { Err(faults) }
}

fn blank_box(text: &str, at: (i32, i32)) -> Option<MapBox> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let mut kind = "open";
    let mut attributes = BTreeMap::new();
    while let Some(last) = words.last().copied() {
        let before = words.len().checked_sub(2).map(|place| words[place]);
        match last {
            "open" | "defensive" | "mountain" => kind = last,
            "fortified" | "austria" => {
                attributes.insert(last.to_owned(), "yes".to_owned());
            }
            label if before == Some("entry") => {
                attributes.insert("entry".into(), label.to_owned());
                words.pop();
            }
            _ => break,
        }
        words.pop();
    }
    (!words.is_empty()).then(|| MapBox { name: words.join(" "), kind: kind.to_owned(), at, attributes })
}

/// The two boxes at the head of a road's text, and the rest. The longest names that fit are meant.
fn ends_of<'t>(text: &'t str, places: &[MapBox]) -> Option<([BoxId; 2], &'t str)> {
    let mut best: Option<(usize, [BoxId; 2], &str)> = None;
    for (number, first) in places.iter().enumerate() {
        let Some(rest) = text.strip_prefix(first.name.as_str()) else { continue };
        let rest = rest.trim_start();
        let Some(rest) = rest.strip_prefix("--").or_else(|| rest.strip_prefix('-')) else { continue };
        for (other_number, second) in places.iter().enumerate() {
            let Some(rest) = rest.trim_start().strip_prefix(second.name.as_str()) else { continue };
            let length = first.name.len() + second.name.len();
            let ends_here = rest.is_empty() || rest.starts_with(char::is_whitespace);
            if ends_here && best.is_none_or(|(longest, _, _)| length > longest) {
                best = Some((length, [BoxId(number as u16), BoxId(other_number as u16)], rest));
            }
        }
    }
    best.map(|(_, ends, rest)| (ends, rest))
}

fn blank_road(text: &str, places: &[MapBox]) -> Result<Connection, String> {
    let (between, rest) =
        ends_of(text.trim(), places).ok_or("a road starts with two boxes of the board, such as \"A-B\"")?;
    if between[0] == between[1] {
        return Err("a road joins two different boxes".into());
    }
    let mut kind = "road";
    let mut attributes: BTreeMap<String, String> = BTreeMap::new();
    let mut river: Vec<&str> = Vec::new();
    for word in rest.split_whitespace() {
        match word {
            "road" | "poor-road" => kind = word,
            "minor" | "major" => {
                attributes.insert("water".into(), word.into());
            }
            "bridge" | "ford" => {
                attributes.insert("crossing".into(), word.into());
            }
            // Follows from the ends; may be written all the same.
            "frontier" => {}
            part_of_a_name => river.push(part_of_a_name),
        }
    }
    if attributes.len() == 1 || (attributes.is_empty() && !river.is_empty()) {
        return Err("a river is minor or major, with a bridge or a ford".into());
    }
    if !attributes.is_empty() {
        attributes.insert("river".into(), if river.is_empty() { "river".into() } else { river.join(" ") });
    }
    let abroad = between.map(|id| places[id.index()].attributes.contains_key("austria"));
    if abroad[0] != abroad[1] {
        attributes.insert("frontier".into(), "yes".into());
    }
    Ok(Connection { between, kind: kind.to_owned(), attributes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(boxes: &[&str], roads: &[&str]) -> Ground {
        Ground::new(&blank_board(boxes, roads).unwrap()).unwrap()
    }

    #[test]
    fn a_blank_board_has_what_is_written_and_nothing_else() {
        let ground = board(
            &["A", "Alt Oels mountain", "Gr. Tintz fortified defensive", "B-C austria entry 7"],
            &["A-Alt Oels", "Alt Oels--Gr. Tintz poor-road minor ford Weisse Elster", "A--B-C road major bridge"],
        );
        let [a, oels, tintz, bc] = ["A", "Alt Oels", "Gr. Tintz", "B-C"].map(|name| ground.find(name).unwrap());
        assert_eq!((ground.terrain(a), ground.terrain(oels)), (Terrain::Open, Terrain::Mountain));
        assert!(ground.is_fortified(tintz) && !ground.is_fortified(a));
        assert_eq!((ground.terrain(tintz), ground.entry(bc), ground.entry(a)), (Terrain::Defensive, Some("7"), None));
        let ford = ground.between(oels, tintz).unwrap();
        assert_eq!((ground.water(ford), ground.river(ford)), (Water::Minor { bridge: false }, "Weisse Elster"));
        assert_eq!([false, true].map(|wet| ground.cost(ford, wet)), [2, 3]);
        let bridge = ground.between(bc, a).unwrap();
        assert_eq!((ground.water(bridge), ground.river(bridge)), (Water::Major { bridge: true }, "river"));
        assert!(ground.is_frontier(bridge) && !ground.is_frontier(ford));
        assert_eq!([false, true].map(|wet| ground.cost(bridge, wet)), [1, 1]);
        assert_eq!(ground.across(bridge, a), bc);
        assert_eq!((ground.most_neighbours(), ground.neighbours(a).len(), ground.between(oels, bc)), (2, 2, None));
    }

    #[test]
    fn slips_in_a_blank_board_are_told_all_at_once() {
        let faults = blank_board(&["A", "A", "mountain"], &["A-B", "A-A", "A"]).unwrap_err();
        assert_eq!(faults.len(), 5, "{faults:?}");
        let faults = blank_board(&["A", "B"], &["A-B minor", "A-B Saale"]).unwrap_err();
        assert!(faults.iter().all(|fault| fault.sentence.contains("minor or major")), "{faults:?}");
    }

    #[test]
    fn what_the_rules_cannot_use_is_reported() {
        let mut map = blank_board(&["A austria", "B entry 1", "C entry 1"], &["A-B", "B-C"]).unwrap();
        let connections = map.connections().map(|(_, connection)| connection.clone());
        let mut connections: Vec<Connection> = connections.collect();
        connections[0].attributes.remove("frontier");
        connections[1].attributes.insert("water".into(), "major".into());
        let boxes = map.boxes().map(|(_, place)| place.clone()).collect();
        map = BoxMap::new(map.provenance.clone(), boxes, connections);
        let sentences: Vec<String> = Ground::new(&map).unwrap_err().into_iter().map(|fault| fault.sentence).collect();
        assert_eq!(sentences.len(), 3, "{sentences:?}");
        assert!(sentences[0].starts_with("entry 1 leads into two boxes"));
        assert!(sentences[1].starts_with("A-B: frontier") && sentences[2].starts_with("B-C needs all three"));
    }
}
