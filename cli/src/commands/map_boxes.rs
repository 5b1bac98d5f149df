//! `sabretache map` for boards of boxes: made from geographic data, checked, drawn with the country around them.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use atlas::Scenery;
use atlas::geo::BoxRecipe;
use board::Fault;
use board::boxes::{BoxMap, BoxVocabulary};
use kernel::Country;

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::files;

pub(super) fn build(
    [geojson, graph, recipe]: [&Path; 3],
    [output, scenery]: [&Path; 2],
    force: bool,
    console: &mut Console,
) -> Outcome {
    if let Some(known) = [output, scenery].into_iter().find(|path| path.exists() && !force) {
        return Err(Failure::usage(format!("{} already exists; use --force to overwrite it", known.display())));
    }
    let read = BoxRecipe::parse(&files::read_text(recipe)?)
        .map_err(|sentence| Failure::usage(format!("{}: {sentence}", recipe.display())))?;
    let country = atlas::geo::build_boxes(&files::read_text(geojson)?, &files::read_text(graph)?, &read);
    let country = country.map_err(|faults| {
        let file = |fault: &Fault| match fault.file.as_str() {
            "geojson" => geojson.display().to_string(),
            "graph" => graph.display().to_string(),
            _ => recipe.display().to_string(),
        };
        Failure::from(faults.into_iter().map(|fault| Fault { file: file(&fault), ..fault }).collect::<Vec<_>>())
    })?;
    files::write_whole(output, country.map.to_text().as_bytes())?;
    files::write_whole(scenery, country.scenery.to_text().as_bytes())?;
    writeln!(console.out, "{} built: {}", output.display(), counted(&country.map))?;
    Ok(())
}

pub(super) fn counted(map: &BoxMap) -> String {
    format!("{} boxes, {} connections", map.len(), map.connections().count())
}

/// Whether a text is a board of boxes.
pub(super) fn is_board(text: &str) -> bool {
    text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("box"))
}

/// Reads a board and allows any name on it.
fn parse(name: &str, text: &str) -> Result<BoxMap, Vec<Fault>> {
    let table: toml::Table = text.parse().unwrap_or_default();
    let items = |field: &str| table.get(field).and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let kinds = |field: &str| -> BTreeSet<String> {
        items(field).iter().filter_map(|item| item.get("kind")?.as_str().map(str::to_owned)).collect()
    };
    let (boxes, connections) = (kinds("box"), kinds("connection"));
    let attributes: BTreeSet<String> = items("box")
        .iter()
        .chain(&items("connection"))
        .filter_map(|item| item.get("attributes")?.as_table().cloned())
        .flat_map(|attributes| attributes.keys().cloned().collect::<Vec<_>>())
        .collect();
    let [boxes, connections, attributes] =
        [&boxes, &connections, &attributes].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    let names = BoxVocabulary { boxes: &boxes, connections: &connections, attributes: &attributes };
    BoxMap::parse(name, text, &names)
}

pub(super) fn check(path: &Path, text: &str, console: &mut Console) -> Outcome {
    let map =
        parse(&path.display().to_string(), text).map_err(|faults| Failure { code: 1, ..Failure::from(faults) })?;
    writeln!(console.out, "{}: {}, no errors", path.display(), counted(&map))?;
    Ok(())
}

/// The board of a file, with the scenery of another or of the one beside it.
pub(super) fn country(path: &Path, text: &str, scenery: Option<&Path>) -> Outcome<Country> {
    let map = parse(&path.display().to_string(), text)?;
    let beside = path.with_file_name("scenery.toml");
    let scenery = match scenery.or_else(|| Some(beside.as_path()).filter(|beside| beside.exists())) {
        Some(file) => {
            let text = files::read_text(file)?;
            Scenery::parse(&file.display().to_string(), &text)?;
            text
        }
        None => String::new(),
    };
    Ok(Country { map: Arc::new(map), scenery: scenery.into() })
}
