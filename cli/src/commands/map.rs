//! `sabretache map`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use atlas::geo::{BuildRules, GeoGrid};
use board::Fault;
use clap::{Args, Subcommand};
use kernel::{Ground, MapNames, Options, Viewer};
use server::surface::Surface;

use super::map_boxes as boxes;
use crate::chart::{Manner, Picture};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::titles::Titles;

/// Build maps from geographic data, check and draw them
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Make the first draft of a map from GeoJSON or from a raster of hexes, to be corrected by hand
    #[command(after_help = "\
Examples:
  sabretache map build battle.geojson --transform transforms.json --map battle -o battle.toml")]
    Build {
        /// Features as GeoJSON, or hexes by terrain with hexsides, bridges and roads
        #[arg(value_name = "FILE")]
        geojson: PathBuf,
        /// The file that says how sheets are placed on the ground
        #[arg(long, value_name = "FILE")]
        transform: PathBuf,
        /// The name of the sheet in that file
        #[arg(long, value_name = "NAME")]
        map: String,
        /// How features become terrain, as TOML [default: rules for maps of the period]
        #[arg(long, value_name = "FILE")]
        rules: Option<PathBuf>,
        /// Where to write the map
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Overwrite an existing file, including its corrections
        #[arg(long)]
        force: bool,
    },
    /// Make a box board and the scenery around it from GeoJSON and a table of connections
    #[command(after_help = "\
Examples:
  sabretache map boxes area.geojson --graph connections.csv --recipe geography.toml -o map.toml --scenery scenery.toml")]
    Boxes {
        #[arg(value_name = "GEOJSON")]
        geojson: PathBuf,
        /// The table of connections, as CSV
        #[arg(long, value_name = "FILE")]
        graph: PathBuf,
        /// How features become the board, with corrections by hand, as TOML
        #[arg(long, value_name = "FILE")]
        recipe: PathBuf,
        /// Where to write the board
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Where to write what is drawn around the boxes
        #[arg(long, value_name = "FILE")]
        scenery: PathBuf,
        /// Overwrite existing files, including their corrections
        #[arg(long)]
        force: bool,
    },
    /// Report every error in a map file
    Check {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Allow only the names of this title [default: those of any title]
        #[arg(long, value_name = "TITLE")]
        title: Option<String>,
    },
    /// Draw a map
    #[command(after_help = "\
Examples:
  sabretache map draw {game} -o map.png
  sabretache map draw {game} -o set-up.svg --units --symbols nato
  sabretache map draw my-map.toml -o my-map.svg --no-numbers")]
    Draw {
        /// TITLE/SCENARIO, TITLE where all scenarios share a map, or a map file
        #[arg(value_name = "MAP")]
        map: String,
        /// A file that ends in .svg or .png
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        manner: Manner,
        /// Leave out frame, title and key
        #[arg(long)]
        no_frame: bool,
        /// Include the counters as set up at the start
        #[arg(long)]
        units: bool,
        /// The scenery around the boxes of a board [default: scenery.toml next to it]
        #[arg(long, value_name = "FILE")]
        scenery: Option<PathBuf>,
        /// Scale of a PNG
        #[arg(long, value_name = "N", default_value = "1", value_parser = scale, allow_negative_numbers = true)]
        scale: f32,
    },
}

fn scale(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| (0.1..=8.0).contains(number));
    number.ok_or_else(|| "expected a number from 0.1 to 8".into())
}

pub(crate) fn run(titles: &dyn Fn() -> Outcome<Titles>, arguments: Arguments, console: &mut Console) -> Outcome {
    match arguments.command {
        Command::Build { geojson, transform, map, rules, output, force } => {
            build(&geojson, &transform, &map, rules.as_deref(), &output, force, console)
        }
        Command::Boxes { geojson, graph, recipe, output, scenery, force } => {
            boxes::build([&geojson, &graph, &recipe], [&output, &scenery], force, console)
        }
        Command::Check { file, title } => check(&titles()?, &file, title.as_deref(), console),
        Command::Draw { map, output, manner, no_frame, units, scenery, scale } => {
            let picture = Picture::of_path(&output)?;
            let named = Path::new(&map);
            let (svg, words) = match named.extension().is_some() || named.exists() {
                true if units => {
                    return Err(Failure::usage("a map file has no units on it; name a TITLE/SCENARIO"));
                }
                true => of_file(named, scenery.as_deref(), !no_frame, manner)?,
                false => (of_scenario(&titles()?, &map, units, !no_frame, manner)?, map),
            };
            picture.write(&svg, scale, &output)?;
            writeln!(console.out, "{} drawn: {words}", output.display())?;
            Ok(())
        }
    }
}

fn build(
    geojson: &Path,
    transform: &Path,
    name: &str,
    rules: Option<&Path>,
    output: &Path,
    force: bool,
    console: &mut Console,
) -> Outcome {
    if output.exists() && !force {
        let sentence = format!("{} already exists; use --force to overwrite it", output.display());
        return Err(Failure::usage(sentence));
    }
    let frame = GeoGrid::from_json(&transform.display().to_string(), &files::read_text(transform)?, name)?;
    let rules = rules.map_or_else(|| Ok(BuildRules::default()), read_rules)?;
    let shown = geojson.display().to_string();
    let text = files::read_text(geojson)?;
    let built = match atlas::geo::is_raster(&text) {
        true => atlas::geo::build_raster(&shown, &text, &frame),
        false => atlas::geo::build(&text, &frame, &rules),
    };
    let map = built.map_err(|faults| {
        let placed = |fault: Fault| Fault { file: shown.clone(), ..fault };
        Failure::from(faults.into_iter().map(placed).collect::<Vec<_>>())
    })?;
    files::write_whole(output, map.to_text().as_bytes())?;
    let (columns, rows) = (map.grid.columns(), map.grid.rows());
    writeln!(console.out, "{} built: {columns} by {rows} hexes, {} roads", output.display(), map.roads.len())?;
    Ok(())
}

fn read_rules(path: &Path) -> Outcome<BuildRules> {
    let text = files::read_text(path)?;
    toml::from_str(&text).map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        let sentence = error.message().replace('\n', " ");
        Failure::from(Fault { file: path.display().to_string(), line, sentence })
    })
}

fn check(titles: &Titles, path: &Path, named: Option<&str>, console: &mut Console) -> Outcome {
    let text = files::read_text(path)?;
    if boxes::is_board(&text) {
        return boxes::check(path, &text, console);
    }
    let known: Vec<MapNames> = titles.one_or_all(named)?.iter().filter_map(|title| title.map_names()).collect();
    // A title that does not list its names allows any.
    let names = if known.is_empty() { names_in(&text) } else { merged(known) };
    let map = names
        .parse(&path.display().to_string(), &text)
        .map_err(|faults| Failure { code: 1, ..Failure::from(faults) })?;
    let (columns, rows) = (map.grid.columns(), map.grid.rows());
    writeln!(console.out, "{}: {columns} by {rows} hexes, {} roads, no errors", path.display(), map.roads.len())?;
    Ok(())
}

fn merged(known: Vec<MapNames>) -> MapNames {
    let mut names = MapNames::default();
    for more in known {
        names.terrain.extend(more.terrain);
        names.hexsides.extend(more.hexsides);
        names.directed.extend(more.directed);
        names.vertices.extend(more.vertices);
        names.roads.extend(more.roads);
        names.highest = names.highest.max(more.highest);
    }
    names
}

/// The names that a map uses itself: to draw it, none is wrong.
fn names_in(text: &str) -> MapNames {
    let table: toml::Table = text.parse().unwrap_or_default();
    let names = |field: &str| -> BTreeSet<String> {
        table.get(field).and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys).cloned().collect()
    };
    let is_directed = |name: &String| {
        let sides = table.get("hexsides").and_then(|sides| sides.get(name)).and_then(toml::Value::as_array);
        sides.is_some_and(|sides| sides.iter().filter_map(toml::Value::as_str).any(|side| side.contains('>')))
    };
    let hexsides: Vec<String> = names("hexsides").into_iter().collect();
    let roads = table.get("road").and_then(toml::Value::as_array).into_iter().flatten();
    let roads: BTreeSet<String> =
        roads.filter_map(|road| road.get("kind")).filter_map(toml::Value::as_str).map(str::to_owned).collect();
    MapNames {
        terrain: names("terrain").into_iter().collect(),
        directed: hexsides.iter().filter(|name| is_directed(name)).cloned().collect(),
        hexsides,
        vertices: names("vertices").into_iter().collect(),
        roads: roads.into_iter().collect(),
        highest: u8::MAX,
    }
}

/// A map file, and what is on it in words.
fn of_file(path: &Path, scenery: Option<&Path>, frame: bool, manner: Manner) -> Outcome<(String, String)> {
    let text = files::read_text(path)?;
    let ground = match boxes::is_board(&text) {
        true => Ground::Boxes(boxes::country(path, &text, scenery)?),
        false => Ground::Hexes(Box::new(names_in(&text).parse(&path.display().to_string(), &text)?)),
    };
    let words = match &ground {
        Ground::Hexes(map) => format!("{} by {} hexes", map.grid.columns(), map.grid.rows()),
        Ground::Boxes(country) => boxes::counted(&country.map),
    };
    Ok((Surface::new(&ground, !manner.no_numbers, frame, None).map_svg(), words))
}

/// The map of a scenario, and on request what stands on it as the game begins and everybody may see.
fn of_scenario(titles: &Titles, words: &str, units: bool, frame: bool, manner: Manner) -> Outcome<String> {
    let chosen = match titles.title(words) {
        // Any of them, where all scenarios share a map.
        Ok(title) => {
            let first = title.scenarios().into_iter().next();
            titles.scenario(&format!("{words}/{}", first.map_or(String::new(), |scenario| scenario.id)))?
        }
        Err(_) => titles.scenario(words)?,
    };
    let game = chosen.title.start(&chosen.scenario.id, &Options::new(), None).map_err(Failure::usage)?;
    let none = || Failure::usage(format!("positions of {} cannot be drawn", chosen.title.name()));
    let chart = game.chart(Viewer::Spectator).ok_or_else(none)?;
    let surface = Surface::new(&chart.ground, !manner.no_numbers, frame, None);
    Ok(if units { surface.position(&chart, &[], manner.symbols()) } else { surface.map_svg() })
}
