//! Maps of hexes and boards of boxes.

use board::MapFile;
use board::boxes::BoxMap;

use super::{are_sound, titles};
use crate::{Fate, Target};

pub(crate) struct Maps;

impl Maps {
    pub(crate) fn new() -> Maps {
        Maps
    }
}

/// Reads a text, writes it and reads it again.
fn both_ways<M: PartialEq>(
    text: &str,
    parse: impl Fn(&str) -> Result<M, Vec<board::Fault>>,
    write: impl Fn(&M) -> String,
) -> Result<Fate, String> {
    let map = match parse(text) {
        Ok(map) => map,
        Err(faults) => return are_sound(&faults, text).map(|()| Fate::Refused),
    };
    let written = write(&map);
    match parse(&written) {
        Ok(again) if again == map => Ok(Fate::Taken),
        Ok(_) => Err(format!("written and read it is another map:\n{written}")),
        Err(faults) => Err(format!("what was written cannot be read: {faults:?}\n{written}")),
    }
}

impl Target for Maps {
    fn name(&self) -> &'static str {
        "map"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let files = titles().into_iter().flat_map(|title| title.data_files());
        files.filter(|file| file.name.ends_with("map.toml")).map(|file| file.text.as_bytes().to_vec()).collect()
    }

    fn read(&mut self, input: &[u8]) -> Result<Fate, String> {
        let text = String::from_utf8_lossy(input);
        let hexes = both_ways(&text, |text| MapFile::parse("input", text, &art_of_war::VOCABULARY), MapFile::to_text)?;
        let boxes = both_ways(
            &text,
            |text| BoxMap::parse("input", text, &jours_de_gloire::ground::VOCABULARY),
            BoxMap::to_text,
        )?;
        Ok(if [hexes, boxes].contains(&Fate::Taken) { Fate::Taken } else { Fate::Refused })
    }
}
