//! The rows of `tables.toml` as they are written, and the tables made of them.

use board::Fault;
use serde::Deserialize;
use toml::Spanned;

use super::{
    Actions, Battle, ByWeather, Cell, CommandCosts, Connections, DieModifiers, ForcedMarch, Grid, Movement, Quarters,
    Shifts, Sky, Solitaire, Tables, VictoryPoints, Weather,
};
use board::textfile::{Provenance, Source};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    combat: Combat,
    forced_march: Forced,
    artillery: Weathered,
    pursuit: Weathered,
    reconnaissance: Plain,
    connection: Connections,
    movement: Movement,
    command: CommandCosts,
    weather: WeatherTable,
    battle: Battle,
    actions: Actions,
    victory: VictoryPoints,
    solitaire: Solitaire,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Combat {
    columns: Spanned<Vec<u16>>,
    first_die: i32,
    rows: Spanned<Vec<Spanned<String>>>,
    quarters: Quarters,
    shift: Shifts,
    die: DieModifiers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    columns: Spanned<Vec<u16>>,
    first_die: i32,
    rows: Spanned<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Weathered {
    columns: Spanned<Vec<u16>>,
    first_die: i32,
    rows: Spanned<Vec<Spanned<String>>>,
    clear: i8,
    rain: i8,
    mud: i8,
    snow: i8,
    #[serde(default)]
    barred_in: Vec<Weather>,
}

impl Weathered {
    fn by_weather(&self) -> ByWeather {
        ByWeather { clear: self.clear, rain: self.rain, mud: self.mud, snow: self.snow }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forced {
    columns: Spanned<Vec<u16>>,
    first_die: i32,
    rows: Spanned<Vec<Spanned<String>>>,
    general_of_command: u8,
    general: i8,
    unit_of_cohesion: u8,
    cohesion: i8,
    extra_movement: u8,
    clear: i8,
    rain: i8,
    mud: i8,
    snow: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeatherTable {
    first_die: i32,
    rows: Spanned<Vec<Spanned<String>>>,
    modifiers: Spanned<Vec<i8>>,
}

struct GridReader<'a> {
    source: Source<'a>,
    faults: Vec<Fault>,
}

impl GridReader<'_> {
    fn grid(
        &mut self,
        what: &str,
        columns: &Spanned<Vec<u16>>,
        first_die: i32,
        rows: &Spanned<Vec<Spanned<String>>>,
    ) -> Grid {
        let numbers = columns.get_ref();
        if numbers.is_empty() || !numbers.is_sorted_by(|a, b| a < b) {
            let sentence = format!("the columns of {what} are numbers that grow");
            self.faults.push(self.source.fault(columns.span().start, sentence));
        }
        if rows.get_ref().is_empty() {
            self.faults.push(self.source.fault(rows.span().start, format!("{what} has no rows")));
        }
        let mut cells = Vec::new();
        for row in rows.get_ref() {
            let words: Vec<&str> = row.get_ref().split_whitespace().collect();
            if words.len() != numbers.len() {
                let sentence =
                    format!("a row of {what} has {} cells, and there are {} columns", words.len(), numbers.len());
                self.faults.push(self.source.fault(row.span().start, sentence));
            }
            cells.push(words.iter().map(|word| self.cell(what, row, word)).collect());
        }
        Grid { columns: numbers.clone(), first_die, rows: cells }
    }

    fn cell(&mut self, what: &str, row: &Spanned<String>, word: &str) -> Cell {
        let (number, morale) = word.strip_suffix('*').map_or((word, false), |number| (number, true));
        let losses = if number == "-" && !morale { Some(0) } else { number.parse().ok() };
        if losses.is_none() {
            let sentence = format!("`{word}` is no cell of {what}; write -, 1, 2 or 2*");
            self.faults.push(self.source.fault(row.span().start, sentence));
        }
        Cell { losses: losses.unwrap_or(0), morale }
    }

    fn sky(&mut self, row: &Spanned<String>, word: &str) -> Sky {
        let (name, mud_follows) = word.strip_suffix('*').map_or((word, false), |name| (name, true));
        let weather = Weather::ALL.into_iter().find(|weather| weather.name() == name);
        if weather.is_none() {
            let sentence = format!("`{word}` is no weather; clear, rain, rain*, mud and snow are");
            self.faults.push(self.source.fault(row.span().start, sentence));
        }
        Sky { weather: weather.unwrap_or(Weather::Clear), mud_follows }
    }
}

impl Tables {
    pub fn parse(name: &str, text: &str) -> Result<Tables, Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut reader = GridReader { source, faults: Vec::new() };
        let table = &file.combat;
        let combat = reader.grid("the combat table", &table.columns, table.first_die, &table.rows);
        let table = &file.forced_march;
        let forced_march = reader.grid("the forced march table", &table.columns, table.first_die, &table.rows);
        let table = &file.artillery;
        let artillery = reader.grid("the artillery table", &table.columns, table.first_die, &table.rows);
        let table = &file.pursuit;
        let pursuit = reader.grid("the pursuit table", &table.columns, table.first_die, &table.rows);
        let table = &file.reconnaissance;
        let reconnaissance = reader.grid("the reconnaissance table", &table.columns, table.first_die, &table.rows);
        let mut weather_rows = Vec::new();
        for row in file.weather.rows.get_ref() {
            let skies: Vec<Sky> = row.get_ref().split_whitespace().map(|word| reader.sky(row, word)).collect();
            match <[Sky; 4]>::try_from(skies) {
                Ok(skies) => weather_rows.push(skies),
                Err(skies) => {
                    let sentence =
                        format!("a row of the weather table has {} cells; a year has four quarters", skies.len());
                    reader.faults.push(source.fault(row.span().start, sentence));
                }
            }
        }
        if weather_rows.is_empty() {
            reader.faults.push(source.fault(file.weather.rows.span().start, "the weather table has no rows"));
        }
        let modifiers = &file.weather.modifiers;
        let weather_modifiers = <[i8; 12]>::try_from(modifiers.get_ref().as_slice()).unwrap_or_else(|_| {
            reader
                .faults
                .push(source.fault(modifiers.span().start, "the weather has a modifier for each of 12 months"));
            [0; 12]
        });
        for [_, denominator] in [file.command.unsupplied, file.command.cut_by_dummies] {
            if denominator == 0 {
                reader
                    .faults
                    .push(source.fault(0, "a part of the command points cannot be of nothing: it is divided by 0"));
            }
        }
        if !reader.faults.is_empty() {
            return Err(reader.faults);
        }
        let forced = &file.forced_march;
        Ok(Tables {
            combat,
            quarters: file.combat.quarters,
            shift: file.combat.shift,
            die: file.combat.die,
            forced_march,
            forced_march_modifiers: ForcedMarch {
                general_of_command: forced.general_of_command,
                general: forced.general,
                unit_of_cohesion: forced.unit_of_cohesion,
                cohesion: forced.cohesion,
                extra_movement: forced.extra_movement,
                weather: ByWeather { clear: forced.clear, rain: forced.rain, mud: forced.mud, snow: forced.snow },
            },
            artillery,
            artillery_weather: file.artillery.by_weather(),
            pursuit,
            pursuit_weather: file.pursuit.by_weather(),
            pursuit_barred_in: file.pursuit.barred_in,
            reconnaissance,
            command: file.command,
            battle: file.battle,
            actions: file.actions,
            victory: file.victory,
            connection: file.connection,
            movement: file.movement,
            weather_first_die: file.weather.first_die,
            weather_rows,
            weather_modifiers,
            solitaire: file.solitaire,
        })
    }
}
