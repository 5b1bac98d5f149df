//! The rows of `tables.toml` as they are written, and the tables made of them.

use board::Fault;
use toml::Spanned;

use super::{
    Actions, Battle, ByWeather, Cell, CommandCosts, Connections, DieModifiers, ForcedMarch, Grid, Movement, Quarters,
    Shifts, Sky, Solitaire, Tables, VictoryPoints, Weather,
};
use board::textfile::{Provenance, Source};
use kit::results::Rows;

board::rows! {
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

    struct Combat {
        columns: Spanned<Vec<u16>>,
        first_die: i32,
        rows: Spanned<Vec<Spanned<String>>>,
        quarters: Quarters,
        shift: Shifts,
        die: DieModifiers,
    }

    struct Plain {
        columns: Spanned<Vec<u16>>,
        first_die: i32,
        rows: Spanned<Vec<Spanned<String>>>,
    }

    struct Weathered {
        columns: Spanned<Vec<u16>>,
        first_die: i32,
        rows: Spanned<Vec<Spanned<String>>>,
        clear: i8,
        rain: i8,
        mud: i8,
        snow: i8,
        barred_in [default]: Vec<Weather>,
    }
}

impl Weathered {
    fn by_weather(&self) -> ByWeather {
        ByWeather { clear: self.clear, rain: self.rain, mud: self.mud, snow: self.snow }
    }
}

board::rows! {
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

    struct WeatherTable {
        first_die: i32,
        rows: Spanned<Vec<Spanned<String>>>,
        modifiers: Spanned<Vec<i8>>,
    }
}

/// `-`, `1`, `2*`: losses, and whether a morale test is due.
fn cell(what: &'static str) -> impl Fn(&str) -> Result<Cell, String> {
    move |word| {
        let (number, morale) = word.strip_suffix('*').map_or((word, false), |number| (number, true));
        let losses = if number == "-" && !morale { Some(0) } else { number.parse().ok() };
        let losses = losses.ok_or_else(|| format!("`{word}` is not a valid cell of {what}; write -, 1, 2 or 2*"))?;
        Ok(Cell { losses, morale })
    }
}

fn sky(word: &str) -> Result<Sky, String> {
    let (name, mud_follows) = word.strip_suffix('*').map_or((word, false), |name| (name, true));
    let weather = Weather::find(name);
    let weather =
        weather.ok_or_else(|| format!("`{word}` is not a kind of weather; use clear, rain, rain*, mud or snow"))?;
    Ok(Sky { weather, mud_follows })
}

impl Tables {
    pub fn parse(name: &str, text: &str) -> Result<Tables, Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut faults = Vec::new();
        macro_rules! grid {
            ($table:ident, $what:literal) => {{
                let table = &file.$table;
                let parts = (&table.columns, table.first_die, &table.rows);
                Grid::read($what, source, parts, &mut faults, cell($what))
            }};
        }
        let combat = grid!(combat, "the combat table");
        let forced_march = grid!(forced_march, "the forced march table");
        let artillery = grid!(artillery, "the artillery table");
        let pursuit = grid!(pursuit, "the pursuit table");
        let reconnaissance = grid!(reconnaissance, "the reconnaissance table");
        let quarters = Rows { what: "the weather table", source, columns: 4 };
        let weather_rows = quarters.lines(&file.weather.rows, &mut faults, sky);
        let weather_rows = weather_rows.into_iter().filter_map(|row| <[Sky; 4]>::try_from(row).ok()).collect();
        let modifiers = &file.weather.modifiers;
        let weather_modifiers = <[i8; 12]>::try_from(modifiers.get_ref().as_slice()).unwrap_or_else(|_| {
            faults.push(source.fault(modifiers.span().start, "the weather has a modifier for each of 12 months"));
            [0; 12]
        });
        for [_, denominator] in [file.command.unsupplied, file.command.cut_by_dummies] {
            if denominator == 0 {
                faults.push(source.fault(0, "the share of the command points is divided by 0"));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
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
