//! The second kind of board: named boxes joined by connections.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::textfile::{Fault, Provenance, Section, TextFile, quoted};

/// A box of one particular board, by its place in the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoxId(pub u16);

impl BoxId {
    pub const NONE: BoxId = BoxId(u16::MAX);

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A connection of one particular board, by its place in the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConnectionId(pub u16);

impl ConnectionId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

macro_rules! listed {
    ($id:ident) => {
        impl crate::Id for $id {
            const LISTED: bool = true;

            #[inline]
            fn from_index(index: usize) -> $id {
                $id(index as u16)
            }

            #[inline]
            fn index(self) -> usize {
                self.0.into()
            }
        }
    };
}

listed!(BoxId);
listed!(ConnectionId);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapBox {
    pub name: String,
    pub kind: String,
    /// Where the middle of the box is drawn.
    pub at: (i32, i32),
    pub attributes: BTreeMap<String, String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connection {
    pub between: [BoxId; 2],
    pub kind: String,
    pub attributes: BTreeMap<String, String>,
}

/// The names that a title allows on its board.
#[derive(Clone, Copy, Debug)]
pub struct BoxVocabulary<'a> {
    pub boxes: &'a [&'a str],
    pub connections: &'a [&'a str],
    /// Attributes of boxes and connections alike.
    pub attributes: &'a [&'a str],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxMap {
    pub provenance: Provenance,
    boxes: Vec<MapBox>,
    connections: Vec<Connection>,
    /// For each box its neighbours in the order of the connections.
    neighbours: Vec<Vec<(BoxId, ConnectionId)>>,
}

impl BoxMap {
    /// Reads and checks a board; reports every fault, not only the first.
    pub fn parse(file_name: &str, text: &str, vocabulary: &BoxVocabulary<'_>) -> Result<BoxMap, Vec<Fault>> {
        let (file, table) = TextFile::open(file_name, text)?;
        let root = Section { what: "a board".into(), span: 0..0, table: table.get_ref() };
        let mut reader = BoxReader { file, vocabulary: *vocabulary };
        let map = reader.map(&root);
        reader.file.finish(map)
    }

    /// Joins boxes and connections. The connections must name boxes of this board.
    pub fn new(provenance: Provenance, boxes: Vec<MapBox>, connections: Vec<Connection>) -> BoxMap {
        let mut neighbours = vec![Vec::new(); boxes.len()];
        for (number, connection) in connections.iter().enumerate() {
            let [a, b] = connection.between;
            let id = ConnectionId(number as u16);
            neighbours[a.index()].push((b, id));
            neighbours[b.index()].push((a, id));
        }
        BoxMap { provenance, boxes, connections, neighbours }
    }

    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    pub fn boxes(&self) -> impl Iterator<Item = (BoxId, &MapBox)> {
        self.boxes.iter().enumerate().map(|(number, place)| (BoxId(number as u16), place))
    }

    pub fn connections(&self) -> impl Iterator<Item = (ConnectionId, &Connection)> {
        self.connections.iter().enumerate().map(|(number, connection)| (ConnectionId(number as u16), connection))
    }

    pub fn get(&self, id: BoxId) -> &MapBox {
        &self.boxes[id.index()]
    }

    pub fn connection(&self, id: ConnectionId) -> &Connection {
        &self.connections[id.index()]
    }

    pub fn find(&self, name: &str) -> Option<BoxId> {
        self.boxes().find(|(_, place)| place.name == name).map(|(id, _)| id)
    }

    pub fn neighbours(&self, id: BoxId) -> &[(BoxId, ConnectionId)] {
        &self.neighbours[id.index()]
    }

    pub fn between(&self, a: BoxId, b: BoxId) -> impl Iterator<Item = ConnectionId> {
        self.neighbours(a).iter().filter(move |(next, _)| *next == b).map(|(_, connection)| *connection)
    }

    /// Connections from one box to every other by the shortest way; `None` where there is none.
    pub fn distances(&self, from: BoxId, mut open: impl FnMut(ConnectionId) -> bool) -> Vec<Option<u16>> {
        let mut distances = vec![None; self.len()];
        distances[from.index()] = Some(0);
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((here, steps)) = queue.pop_front() {
            for (next, connection) in self.neighbours(here) {
                if distances[next.index()].is_none() && open(*connection) {
                    distances[next.index()] = Some(steps + 1);
                    queue.push_back((*next, steps + 1));
                }
            }
        }
        distances
    }

    pub fn distance(&self, from: BoxId, to: BoxId) -> Option<u16> {
        self.distances(from, |_| true)[to.index()]
    }

    /// The cheapest way and its cost; `cost` bars a step with `None`. Of equally cheap ways the one found first by the
    /// order of the file, always the same.
    pub fn path(
        &self,
        from: BoxId,
        to: BoxId,
        mut cost: impl FnMut(BoxId, ConnectionId, BoxId) -> Option<u16>,
    ) -> Option<(u32, Vec<BoxId>)> {
        let mut best: Vec<Option<(u32, BoxId)>> = vec![None; self.len()];
        let mut settled = vec![false; self.len()];
        best[from.index()] = Some((0, BoxId::NONE));
        // Boards have some hundred boxes: looking through all for the nearest is quick enough.
        while let Some((here, spent)) = (0..self.len())
            .filter(|index| !settled[*index])
            .filter_map(|index| best[index].map(|(spent, _)| (BoxId(index as u16), spent)))
            .min_by_key(|(id, spent)| (*spent, *id))
        {
            if here == to {
                break;
            }
            settled[here.index()] = true;
            for (next, connection) in self.neighbours(here) {
                if settled[next.index()] {
                    continue;
                }
                let Some(step) = cost(here, *connection, *next) else { continue };
                let then = spent + u32::from(step);
                if best[next.index()].is_none_or(|(old, _)| then < old) {
                    best[next.index()] = Some((then, here));
                }
            }
        }
        let (spent, _) = best[to.index()]?;
        let mut path = vec![to];
        while let Some((_, before)) = best[path[path.len() - 1].index()].filter(|(_, before)| *before != BoxId::NONE) {
            path.push(before);
        }
        path.reverse();
        Some((spent, path))
    }

    /// The board as a text that [`BoxMap::parse`] reads back to an equal board.
    pub fn to_text(&self) -> String {
        let mut text = self.provenance.to_text();
        let attributes = |attributes: &BTreeMap<String, String>| {
            let fields: Vec<String> =
                attributes.iter().map(|(key, value)| format!("{key} = {}", quoted(value))).collect();
            if fields.is_empty() { String::new() } else { format!("attributes = {{ {} }}\n", fields.join(", ")) }
        };
        for place in &self.boxes {
            let (x, y) = place.at;
            text += &format!("\n[[box]]\nname = {}\nkind = {}\n", quoted(&place.name), quoted(&place.kind));
            text += &format!("x = {x}\ny = {y}\n{}", attributes(&place.attributes));
        }
        for connection in &self.connections {
            let [a, b] = connection.between.map(|id| quoted(&self.get(id).name));
            text += &format!("\n[[connection]]\nbetween = [{a}, {b}]\nkind = {}\n", quoted(&connection.kind));
            text += &attributes(&connection.attributes);
        }
        text
    }
}

struct BoxReader<'v> {
    file: TextFile,
    vocabulary: BoxVocabulary<'v>,
}

impl BoxReader<'_> {
    fn map(&mut self, root: &Section<'_, '_>) -> Option<BoxMap> {
        self.file.only_fields(root, &["provenance", "box", "connection"]);
        let provenance = self.file.provenance(root);
        let mut boxes: Vec<MapBox> = Vec::new();
        let mut known: BTreeMap<String, BoxId> = BTreeMap::new();
        for section in self.file.sections(root, "box") {
            let Some(place) = self.place(&section) else { continue };
            let id = BoxId(boxes.len() as u16);
            if known.insert(place.name.clone(), id).is_some() {
                self.file.fault(section.span.clone(), format!("there are two boxes named \"{}\"", place.name));
            }
            boxes.push(place);
        }
        if boxes.is_empty() {
            self.file.fault(0..0, "the board has no [[box]]");
        }
        let mut connections: Vec<Connection> = Vec::new();
        for section in self.file.sections(root, "connection") {
            let Some(connection) = self.connection(&section, &known) else { continue };
            let [a, b] = connection.between;
            let same = |other: &Connection| {
                other.kind == connection.kind && (other.between == [a, b] || other.between == [b, a])
            };
            if connections.iter().any(same) {
                let (a, b) = (&boxes[a.index()].name, &boxes[b.index()].name);
                self.file.fault(
                    section.span.clone(),
                    format!("\"{a}\" and \"{b}\" are joined twice by a {}", connection.kind),
                );
            }
            connections.push(connection);
        }
        Some(BoxMap::new(provenance?, boxes, connections))
    }

    fn kind(&mut self, section: &Section<'_, '_>, known: &[&str]) -> Option<String> {
        let kind = self.file.required_text(section, "kind")?;
        if !known.contains(kind.get_ref()) {
            let known = known.join(", ");
            self.file.fault(kind.span(), format!("unknown kind \"{}\"; this title knows {known}", kind.get_ref()));
        }
        Some(kind.into_inner().to_owned())
    }

    fn attributes(&mut self, section: &Section<'_, '_>) -> BTreeMap<String, String> {
        let what = format!("attributes of {}", section.what);
        let Some(table) = self.file.section(section, "attributes", &what) else { return BTreeMap::new() };
        for (key, _) in table.entries() {
            if !self.vocabulary.attributes.contains(&key.get_ref().as_ref()) {
                let known = self.vocabulary.attributes.join(", ");
                self.file
                    .fault(key.span(), format!("unknown attribute \"{}\"; this title knows {known}", key.get_ref()));
            }
        }
        self.file.as_attributes(&table)
    }

    fn place(&mut self, section: &Section<'_, '_>) -> Option<MapBox> {
        self.file.only_fields(section, &["name", "kind", "x", "y", "attributes"]);
        let name = self.file.required_text(section, "name");
        let kind = self.kind(section, self.vocabulary.boxes);
        let x = self.file.number(section, "x", -100_000..=100_000).unwrap_or(0) as i32;
        let y = self.file.number(section, "y", -100_000..=100_000).unwrap_or(0) as i32;
        let attributes = self.attributes(section);
        Some(MapBox { name: name?.into_inner().to_owned(), kind: kind?, at: (x, y), attributes })
    }

    fn connection(&mut self, section: &Section<'_, '_>, known: &BTreeMap<String, BoxId>) -> Option<Connection> {
        self.file.only_fields(section, &["between", "kind", "attributes"]);
        let kind = self.kind(section, self.vocabulary.connections);
        let attributes = self.attributes(section);
        let Some(value) = section.table.get("between") else {
            self.file.missing(section, "between");
            return None;
        };
        let names = self.file.as_texts(&format!("between of {}", section.what), value);
        if names.len() != 2 || names[0].get_ref() == names[1].get_ref() {
            self.file.fault(value.span(), format!("{} joins two different boxes", section.what));
            return None;
        }
        let ends: Vec<Option<BoxId>> = names
            .iter()
            .map(|name| {
                let id = known.get(*name.get_ref()).copied();
                if id.is_none() {
                    self.file.fault(name.span(), format!("there is no box named \"{}\"", name.get_ref()));
                }
                id
            })
            .collect();
        Some(Connection { between: [ends[0]?, ends[1]?], kind: kind?, attributes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: BoxVocabulary<'static> =
        BoxVocabulary { boxes: &["city", "country"], connections: &["road", "track"], attributes: &["river", "value"] };

    const BOARD: &str = r#"
provenance = { kind = "history" }
[[box]]
name = "Dresden"
kind = "city"
x = 100
y = -20
attributes = { value = 3 }
[[box]]
name = "Pirna"
kind = "country"
[[box]]
name = "Bautzen"
kind = "city"
[[box]]
name = "Prague"
kind = "city"
[[connection]]
between = ["Dresden", "Pirna"]
kind = "road"
[[connection]]
between = ["Pirna", "Bautzen"]
kind = "track"
attributes = { river = "Elbe" }
[[connection]]
between = ["Dresden", "Bautzen"]
kind = "track"
"#;

    #[test]
    fn boards_come_back_from_their_own_text() {
        let board = BoxMap::parse("board.toml", BOARD, &NAMES).unwrap();
        assert_eq!(BoxMap::parse("again.toml", &board.to_text(), &NAMES).unwrap(), board);
        assert_eq!(board.get(board.find("Dresden").unwrap()).attributes["value"], "3");
    }

    #[test]
    fn ways_are_the_shortest_and_respect_what_is_barred() {
        let board = BoxMap::parse("board.toml", BOARD, &NAMES).unwrap();
        let [dresden, pirna, bautzen, prague] =
            ["Dresden", "Pirna", "Bautzen", "Prague"].map(|name| board.find(name).unwrap());
        assert_eq!(board.distance(dresden, bautzen), Some(1));
        assert_eq!(board.distance(dresden, prague), None);
        assert_eq!(board.between(bautzen, pirna).count(), 1);
        let cost = |_: BoxId, connection: ConnectionId, _: BoxId| match board.connection(connection).kind.as_str() {
            "road" => Some(1),
            _ if board.connection(connection).attributes.contains_key("river") => Some(2),
            _ => Some(5),
        };
        assert_eq!(board.path(dresden, bautzen, cost), Some((3, vec![dresden, pirna, bautzen])));
        assert_eq!(board.path(dresden, dresden, cost), Some((0, vec![dresden])));
        assert_eq!(board.path(dresden, prague, cost), None);
        let roads = board.distances(dresden, |connection| board.connection(connection).kind == "road");
        assert_eq!(roads, [Some(0), Some(1), None, None]);
    }

    #[test]
    fn all_faults_are_reported_each_with_its_line() {
        let text = r#"provenance = { kind = "fan" }
[[box]]
name = "A"
kind = "moon"
[[box]]
name = "A"
kind = "city"
attributes = { colour = "red" }
[[connection]]
between = ["A", "B"]
kind = "road"
[[connection]]
between = ["A", "A"]
kind = "canal"
"#;
        let found: Vec<String> =
            BoxMap::parse("b.toml", text, &NAMES).unwrap_err().iter().map(Fault::to_string).collect();
        assert_eq!(
            found,
            [
                "b.toml:4: unknown kind \"moon\"; this title knows city, country",
                "b.toml:5: there are two boxes named \"A\"",
                "b.toml:8: unknown attribute \"colour\"; this title knows river, value",
                "b.toml:10: there is no box named \"B\"",
                "b.toml:13: connection 2 joins two different boxes",
                "b.toml:14: unknown kind \"canal\"; this title knows road, track",
            ]
        );
    }
}
