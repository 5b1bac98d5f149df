//! The map of an example on hexes: blank or printed, and what the example paints on it.

use board::mapfile::Road;
use board::{Grid, Hex, MapFile, MapSide, Shift, Vocabulary};
use toml::Spanned;
use toml::de::DeValue;

use crate::example::Fields;

/// What maps of a title's examples can be.
#[derive(Clone, Copy, Debug)]
pub struct Boards<'a> {
    pub vocabulary: &'a Vocabulary<'a>,
    /// Room for so many hexes.
    pub capacity: usize,
    pub lower: Shift,
    /// The printed maps, as sentences list them.
    pub printed: &'a [&'a str],
}

/// A hex of a map by its number.
pub fn hex(grid: &Grid, word: &str) -> Result<Hex, String> {
    grid.parse(word).ok_or_else(|| format!("\"{word}\" is not a hex of this map"))
}

impl Boards<'_> {
    /// `map = "blank 12x10"`, or a printed map, with everything the example adds to it.
    pub fn read(&self, fields: &mut Fields<'_, '_, '_>, printed: impl Fn(&str) -> Option<MapFile>) -> Option<MapFile> {
        self.read_or(fields, None, printed)
    }

    /// The same, with a map of its own for an example that names none.
    pub fn read_or(
        &self,
        fields: &mut Fields<'_, '_, '_>,
        unnamed: Option<MapFile>,
        printed: impl Fn(&str) -> Option<MapFile>,
    ) -> Option<MapFile> {
        let mut map = match fields.text("map") {
            None => unnamed.unwrap_or_else(|| MapFile::blank(12, 10, self.lower)),
            Some(word) => match printed(word.get_ref()).or_else(|| self.blank(word.get_ref())) {
                Some(map) => map,
                None => {
                    let named: Vec<String> = self.printed.iter().map(|name| format!("\"{name}\"")).collect();
                    let (named, room) = (named.join(", "), self.capacity);
                    let sentence = format!(
                        "map is {named} or \"blank COLUMNSxROWS\" of at most {room} hexes, not \"{}\"",
                        word.get_ref()
                    );
                    fields.fault(word.span(), sentence);
                    return None;
                }
            },
        };
        self.terrain(fields, &mut map);
        self.hexsides(fields, &mut map);
        roads(fields, &mut map);
        entries(fields, &mut map);
        Some(map)
    }

    fn blank(&self, words: &str) -> Option<MapFile> {
        let (columns, rows) = words.strip_prefix("blank ")?.split_once('x')?;
        let (columns, rows) = (columns.trim().parse::<u16>().ok()?, rows.trim().parse::<u16>().ok()?);
        let fits = (1..=99).contains(&columns) && (1..=99).contains(&rows);
        (fits && usize::from(columns) * usize::from(rows) <= self.capacity)
            .then(|| MapFile::blank(columns, rows, self.lower))
    }

    /// What the example says replaces what was there.
    fn terrain(&self, fields: &mut Fields<'_, '_, '_>, map: &mut MapFile) {
        let Some(table) = fields.open_table("terrain") else { return };
        for (key, value) in table.entries() {
            let Some(at) = map.grid.parse(key.get_ref()) else {
                fields.fault(key.span(), format!("\"{}\" is not a hex of this map", key.get_ref()));
                continue;
            };
            map.terrain.values_mut().for_each(|hexes| hexes.retain(|hex| *hex != at));
            for name in names(fields, "a terrain", value) {
                if self.vocabulary.terrain.contains(name.get_ref()) {
                    map.terrain.entry((*name.get_ref()).to_owned()).or_default().push(at);
                } else {
                    let known = self.vocabulary.terrain.join(", ");
                    fields.fault(name.span(), format!("\"{}\" is not a terrain; use {known}", name.get_ref()));
                }
            }
        }
    }

    fn hexsides(&self, fields: &mut Fields<'_, '_, '_>, map: &mut MapFile) {
        let Some(table) = fields.open_table("hexsides") else { return };
        for (key, value) in table.entries() {
            let text = key.get_ref().as_ref();
            let pair = text.split_once(['-', '>']);
            let pair = pair.and_then(|(from, to)| Some((map.grid.parse(from)?, map.grid.parse(to)?)));
            let Some((from, to)) = pair.filter(|(from, to)| map.grid.adjacent(*from, *to)) else {
                let form = "write two neighbouring hexes as 0405-0406, or low>high for a slope";
                fields.fault(key.span(), format!("\"{text}\" is not a hexside; {form}"));
                continue;
            };
            for name in names(fields, "a hexside", value) {
                let directed = self.vocabulary.directed.contains(name.get_ref());
                if !self.vocabulary.hexsides.contains(name.get_ref()) {
                    let known = self.vocabulary.hexsides.join(", ");
                    let sentence = format!("\"{}\" is not a hexside feature; use {known}", name.get_ref());
                    fields.fault(name.span(), sentence);
                } else if directed && !text.contains('>') {
                    let sentence = format!("a slope has a low and a high side: write \"{text}\" as low>high");
                    fields.fault(key.span(), sentence);
                } else {
                    map.hexsides.entry((*name.get_ref()).to_owned()).or_default().push(MapSide { from, to, directed });
                }
            }
        }
    }
}

/// A name or a list of names.
fn names<'s>(fields: &mut Fields<'_, '_, '_>, what: &str, value: &'s Spanned<DeValue<'_>>) -> Vec<Spanned<&'s str>> {
    match value.get_ref().as_array() {
        Some(_) => fields.file.as_texts(what, value),
        None => fields.file.as_text(what, value).into_iter().collect(),
    }
}

fn roads(fields: &mut Fields<'_, '_, '_>, map: &mut MapFile) {
    let grid = map.grid.clone();
    let road = |hexes, leaves_map_at| Road { name: String::new(), kind: "road".into(), hexes, leaves_map_at };
    let leaves = fields.each("roads_leave_map_at", |word| match hex(&grid, word)? {
        at if grid.is_edge(at) => Ok(at),
        _ => Err(format!("{word} is not on the edge of the map")),
    });
    let chains = fields.each("roads", |words| {
        let hexes: Option<Vec<Hex>> = words.split_whitespace().map(|word| grid.parse(word)).collect();
        let chain = hexes.filter(|hexes| hexes.windows(2).all(|pair| grid.adjacent(pair[0], pair[1])));
        chain.ok_or_else(|| "a road is a chain of neighbouring hexes, such as \"0405 0406 0507\"".into())
    });
    map.roads.extend(chains.into_iter().map(|hexes| road(hexes, Vec::new())));
    if !leaves.is_empty() {
        map.roads.push(road(Vec::new(), leaves));
    }
}

fn entries(fields: &mut Fields<'_, '_, '_>, map: &mut MapFile) {
    let grid = map.grid.clone();
    let entries = fields.pairs("entries", "an entry hex", |key, word| match hex(&grid, word)? {
        at if grid.is_edge(at) && key.chars().count() == 1 => Ok((key.to_owned(), at)),
        _ => Err("an entry area is one letter and a hex on the edge of the map".into()),
    });
    map.entries.extend(entries);
}
