//! Names of sides and units, numbers as players write them, and the map as text.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::state::{Fate, State};
use crate::unit::{Army, FRENCH, UnitId, UnitSet};

/// What a player is called; his seat has the same name.
pub(crate) fn side_name(side: Side) -> &'static str {
    if side == FRENCH { "French" } else { "Allies" }
}

/// What is his: the Allied Movement Phase, a French victory.
pub(crate) fn side_adjective(side: Side) -> &'static str {
    if side == FRENCH { "French" } else { "Allied" }
}

impl Rules {
    pub(crate) fn word_for(&self, unit: UnitId) -> String {
        self.units.get(unit.index()).map_or_else(|| "?".into(), |unit| unit.id.clone())
    }

    pub(crate) fn number_of(&self, hex: Hex) -> String {
        self.ground.grid.name(hex)
    }

    pub(crate) fn labels(&self, units: UnitSet) -> String {
        if units.is_empty() {
            return "nobody".into();
        }
        units.iter().map(|unit| self.label(unit)).collect::<Vec<_>>().join(", ")
    }
}

/// Half points as players write them.
pub(crate) fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The map as text: columns as on the sheet, two lines a row so that the half-row shift shows.
pub(crate) fn picture(rules: &Rules, state: &State) -> String {
    let grid = &rules.ground.grid;
    let columns = usize::from(grid.columns());
    let rows = usize::from(grid.rows());
    let width = 4;
    let mut lines = vec![vec![' '; columns * width + 3]; rows * 2 + 2];
    for hex in grid.hexes() {
        let (column, row) = grid.column_row(hex);
        let lower = usize::from(column.is_multiple_of(2));
        let line = usize::from(row - 1) * 2 + lower + 1;
        let at = usize::from(column - 1) * width + 3;
        let terrain = rules.ground.terrain[hex.index()];
        let ground = if terrain.fort {
            '^'
        } else if terrain.town {
            '#'
        } else if terrain.woods {
            '%'
        } else if terrain.grove {
            '"'
        } else if terrain.lake {
            '~'
        } else {
            '.'
        };
        let stack: Vec<UnitId> = state.units_in(hex).collect();
        let text = match stack.last() {
            None => format!(" {ground} "),
            Some(unit) => {
                let counter = rules.unit(*unit);
                let mark = match counter.army {
                    Army::French => 'F',
                    Army::Austrian => 'A',
                    Army::Russian => 'R',
                    Army::Prussian => 'P',
                };
                let strength: u32 = stack.iter().map(|unit| u32::from(rules.unit(*unit).strength)).sum();
                format!("{mark}{strength}{}", counter.kind.letter())
            }
        };
        for (offset, letter) in text.chars().take(width).enumerate() {
            lines[line][at + offset] = letter;
        }
        if column == 1 {
            for (offset, digit) in format!("{row:02}").chars().enumerate() {
                lines[line][offset] = digit;
            }
        }
        if row == 1 {
            for (offset, digit) in format!("{column:02}").chars().enumerate() {
                lines[0][at + offset] = digit;
            }
        }
    }
    let mut text: String =
        lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned() + "\n").collect();
    let turn = &rules.scenario.turns[usize::from(state.turn) - 1];
    text.push_str(&format!(
        "Turn {} of {} ({}). Points: French {}, Allies {}.\n",
        state.turn,
        rules.scenario.turns.len(),
        turn.label,
        rules.points(state, FRENCH),
        rules.points(state, crate::unit::ALLIED),
    ));
    let waiting: UnitSet = (0..rules.units.len())
        .filter(|index| state.fate[*index] == Fate::Waiting)
        .map(|index| UnitId(index as u8))
        .collect();
    if !waiting.is_empty() {
        text.push_str(&format!("Off the map: {}.\n", rules.labels(waiting)));
    }
    if rules.battle == crate::Battle::Dresden {
        let levels = Army::ALL.map(|army| format!("{} {}", army.name(), state.morale[army.index()]));
        text.push_str(&format!("Morale: {}.\n", levels.join(", ")));
    }
    text
}
