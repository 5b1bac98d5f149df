//! What the rulebook states about its lost tables holds: every entry of `[[fixed]]` in tables.toml.

use struggle_of_nations::StruggleOfNations;
use struggle_of_nations::roster::Army;
use struggle_of_nations::tables::{COLUMNS, Effort, Line, ODDS, TableLine, Weather, cavalry_modifier};
use toml::{Table, Value};

const LINES: [(&str, TableLine); 5] = [
    ("french", TableLine::French),
    ("silesia-spring", TableLine::SilesiaSpring),
    ("silesia", TableLine::Silesia),
    ("bohemia", TableLine::Bohemia),
    ("north", TableLine::North),
];

fn text<'t>(row: &'t Table, key: &str) -> &'t str {
    row[key].as_str().unwrap_or_else(|| panic!("{key} is a text in {row:?}"))
}

fn number(row: &Table, key: &str) -> i64 {
    row[key].as_integer().unwrap_or_else(|| panic!("{key} is a number in {row:?}"))
}

fn line(row: &Table) -> TableLine {
    LINES.iter().find(|(name, _)| *name == text(row, "line")).unwrap_or_else(|| panic!("a line in {row:?}")).1
}

fn names(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

/// The loss of a beaten force as 18.loss and its ruling put it.
fn retreat_loss(retreat: i64, winner: i64, pursuit: i64, doubled: bool) -> i64 {
    let loss = if pursuit >= retreat { retreat } else { pursuit.max(winner) };
    if doubled { 2 * loss } else { loss }
}

/// What an entry says, computed from the tables.
fn computed(title: &StruggleOfNations, row: &Table) -> Value {
    let tables = title.tables();
    let truth = Value::Boolean;
    let integer = |value: i64| Value::Integer(value);
    let list = |values: Vec<String>| Value::Array(values.into_iter().map(Value::String).collect());
    let weather = || Weather::find(text(row, "weather")).expect("a kind of weather");
    let dry = Line::Dry;
    match text(row, "kind") {
        "weather-kinds" => list(
            ["fair", "heat", "mud", "rain", "mud-and-rain"]
                .into_iter()
                .filter(|word| Weather::find(word).is_some())
                .map(str::to_owned)
                .collect(),
        ),
        "attrition-line" => {
            Value::String(if tables.weather.row(weather()).attrition == dry { "dry" } else { "wet" }.into())
        }
        "weather-modifier" => integer(tables.weather.row(weather()).modifier.into()),
        "repair-without-engineers" => {
            integer(tables.bridge.none.repair.primary.max(tables.bridge.none.repair.secondary).into())
        }
        "index-total" => {
            integer(i64::from(tables.index(line(row), number(row, "loc") as u8)) * number(row, "turns") / 2)
        }
        "index-is-mean-less-one" => truth(LINES.iter().all(|(_, line)| {
            [10u8, 30, 50, 70].into_iter().filter(|length| *length <= tables.reach(*line).loc).all(|length| {
                let sum: i64 = (1..=6).map(|die| i64::from(tables.receipt(*line, length, die, 0))).sum();
                // In halves, rounded to the nearest: twice the mean less one.
                let wanted = ((sum - 6).max(0) * 2 + 3) / 6;
                (i64::from(tables.index(*line, length)) - wanted).abs() <= 0
            })
        })),
        "receipt" => integer(
            tables
                .receipt(line(row), number(row, "loc") as u8, number(row, "die") as u8, number(row, "morale") as i8)
                .into(),
        ),
        "receipt-equal" => {
            let pair = |key: &str| {
                [0, 1].map(|place| row[key].as_array().expect("a pair")[place].as_integer().expect("a number"))
            };
            let [dice, morale] = [pair("die"), pair("morale")];
            let received = [0, 1].map(|place| {
                tables.receipt(line(row), number(row, "loc") as u8, dice[place] as u8, morale[place] as i8)
            });
            truth(received[0] == received[1])
        }
        "receipt-falls" => truth(LINES.iter().all(|(_, line)| {
            (0..=79).all(|length| {
                (1..=6).all(|die| {
                    let here = tables.receipt(*line, length, die, 0);
                    tables.receipt(*line, length + 1, die, 0) <= here
                        && (die == 6 || tables.receipt(*line, length, die + 1, 0) <= here)
                })
            })
        })),
        "receipt-of-three-possible" => {
            truth(LINES.iter().any(|(_, line)| tables.receipt(*line, 0, 1, 0) >= tables.support.left_needs))
        }
        "receipt-never-three-somewhere" => {
            truth(LINES.iter().any(|(_, line)| tables.receipt(*line, tables.reach(*line).loc, 1, 0) < 3))
        }
        "support" => {
            let (kept, shift) = tables.supported(number(row, "declared") as u8, number(row, "received") as u8);
            Value::Array(vec![integer(kept.into()), integer(shift.into())])
        }
        "loc-limit" => integer(tables.reach(line(row)).loc.into()),
        "hostile-only-french" => {
            truth(LINES.iter().all(|(name, line)| (tables.reach(*line).hostile != 0) == (*name == "french")))
        }
        "depot-class" => integer(
            title
                .theatre()
                .depots
                .iter()
                .find(|depot| depot.place == text(row, "place"))
                .map_or(0, |depot| depot.class)
                .into(),
        ),
        "source-class" => {
            let source = title.theatre().sources.iter().find(|source| source.name == text(row, "place"));
            integer(if source.is_some_and(|source| source.last_turn.is_some()) { 4 } else { 0 })
        }
        "comparison-not-above" => {
            integer(tables.comparison(number(row, "active") as u8, number(row, "passive") as u8).into())
        }
        "exit-modifier" => {
            let comparison = tables.comparison(number(row, "active") as u8, number(row, "passive") as u8);
            let cavalry = cavalry_modifier(
                number(row, "own_cavalry") as u16,
                number(row, "enemy_cavalry") as u16,
                tables.limits.cavalry_modifier,
            );
            integer((comparison + cavalry).max(0).into())
        }
        "quotient" => {
            let army = Army::find(text(row, "army")).expect("an army");
            let effort = Effort::March(2 * number(row, "march") as u8);
            let step =
                tables.step(number(row, "strength") as u16, tables.column(army, number(row, "points") as i8), effort);
            integer(tables.quotient.ladder[usize::from(step)].into())
        }
        "quotient-barred" => {
            let army = Army::find(text(row, "army")).expect("an army");
            let effort = Effort::Forced(2 * number(row, "march") as u8);
            truth(
                tables.step(number(row, "strength") as u16, tables.column(army, number(row, "points") as i8), effort)
                    == tables.quotient.barred,
            )
        }
        "ladder-follows" => {
            let wanted = names(&row["expect"]);
            let found = tables.quotient.names.windows(wanted.len()).find(|window| **window == wanted[..]);
            list(found.map(<[String]>::to_vec).unwrap_or_default())
        }
        "quotient-highest" => integer((*tables.quotient.ladder.last().expect("a ladder")).into()),
        "shift-stops" => {
            // A quotient in the worst column is no better than in any other, and the column has an end.
            let step = |column| tables.step(20, column, Effort::March(6));
            truth(
                (0..COLUMNS - 1).all(|column| step(column) <= step(column + 1))
                    && step(COLUMNS + 3) == step(COLUMNS - 1),
            )
        }
        "attrition-averages" => truth((0..tables.quotient.ladder.len() as u8).all(|step| {
            // All eight columns: dice 1 to 6 with a bonus, and the two beyond on the wet line.
            let dry: u32 = (1..=6).map(|die| u32::from(tables.attrition(step, die, Line::Dry, true))).sum();
            let wet: u32 = (5..=6).map(|die| u32::from(tables.attrition(step, die, Line::Wet, false))).sum();
            dry + wet == u32::from(tables.quotient.ladder[usize::from(step)])
        })),
        "attrition-of-five-possible" => {
            truth((0..tables.quotient.ladder.len() as u8).any(|step| tables.attrition(step, 6, Line::Wet, false) >= 5))
        }
        "terrain-cost" => {
            let found = tables.terrain.row(text(row, "name")).expect("a kind of ground");
            integer(if text(row, "arm") == "foot" { found.foot } else { found.horse }.into())
        }
        "road-cost" => integer(tables.terrain.road(0).into()),
        "road-hexes-in-turns" => {
            let per_turn = i64::from(tables.limits.allowance.foot * tables.point / tables.terrain.road(0));
            let turns = (number(row, "hexes") + per_turn - 1) / per_turn;
            let bounds: Vec<i64> =
                row["expect"].as_array().expect("bounds").iter().filter_map(Value::as_integer).collect();
            if (bounds[0]..=bounds[1]).contains(&turns) { row["expect"].clone() } else { integer(turns) }
        }
        "affecting" => {
            list(tables.terrain.rows.iter().filter(|row| row.affecting).map(|row| row.name.clone()).collect())
        }
        "entry-queue" => Value::Array(tables.limits.queue.iter().map(|points| integer((*points).into())).collect()),
        "odds" => Value::String(
            tables.combat.odds[tables.odds(number(row, "attacker") as u16, number(row, "defender") as u16)].clone(),
        ),
        "failed-repulse" => {
            let column = tables.odds(number(row, "attacker") as u16, number(row, "defender") as u16) as i8
                + tables.combat.repulse.failed_shift;
            Value::String(tables.combat.odds[column.max(0) as usize].clone())
        }
        "retreat-of-one-and-over-five" => {
            let all: Vec<u8> = (0..ODDS)
                .flat_map(|column| (1..=6).map(move |die| (column, die)))
                .map(|(column, die)| tables.combat(column, die).retreat)
                .collect();
            truth(all.contains(&1) && all.iter().any(|retreat| *retreat > 5))
        }
        "winner-loss-over-one" => truth((0..ODDS).any(|column| (1..=6).any(|die| tables.combat(column, die).loss > 1))),
        "pursuit-full" => {
            let ratings: Vec<u8> = row["ratings"]
                .as_array()
                .expect("ratings")
                .iter()
                .filter_map(Value::as_integer)
                .map(|rating| rating as u8)
                .collect();
            truth(
                ratings.iter().all(|rating| tables.pursuit(*rating, 1, 5) == 5 && tables.pursuit(*rating, -1, 5) == 5),
            )
        }
        "pursuit-never-beyond" => {
            truth((0..=5).all(|rating| {
                (-1..=7).all(|die| (0..=7).all(|retreat| tables.pursuit(rating, die, retreat) <= retreat))
            }))
        }
        "retreat-loss" => integer(retreat_loss(
            number(row, "retreat"),
            number(row, "winner"),
            number(row, "pursuit"),
            row["doubled"].as_bool().expect("true or false"),
        )),
        "armistice-least-at-french-lead" => {
            let number = |french, allied| tables.armistice(french, allied, "");
            truth((-1..=2).all(|french| (-2..=1).all(|allied| number(-1, 1) <= number(french, allied))))
        }
        "armistice-modifier-turn" => Value::String(tables.armistice_turn().to_owned()),
        "track" => {
            let side = struggle_of_nations::roster::SIDES.find(text(row, "side")).expect("a side");
            let track = tables.track(side);
            Value::Array(vec![integer(track.worst.into()), integer(track.best.into())])
        }
        "hurry" => integer(tables.hurry(number(row, "die") as u8, number(row, "column") as usize).into()),
        "calendar-has" => truth(names(&row["turns"]).into_iter().all(|turn| title.calendar().find(turn).is_some())),
        "week-starts" => truth(
            names(&row["turns"])
                .into_iter()
                .all(|turn| title.calendar().find(turn).is_some_and(|number| title.calendar().turn(number).week)),
        ),
        // Two-day turns from 18 July to 14 August.
        "turns-of-austria" => integer((14 + 14) / 2),
        "leader" => {
            let leader = title
                .roster()
                .leader(text(row, "id"))
                .unwrap_or_else(|| panic!("there is a leader {}", text(row, "id")));
            let wanted = row["expect"].as_table().expect("a table");
            let found = |key: &String| match key.as_str() {
                "initiative" => integer(leader.rating.initiative.into()),
                "span" => integer(leader.rating.span.into()),
                "subordination" => integer(leader.rating.subordination.into()),
                "bonus" => truth(leader.bonus),
                other => panic!("{other} is no rating"),
            };
            Value::Table(wanted.keys().map(|key| (key.clone(), found(key))).collect())
        }
        other => panic!("nobody knows how to compute {other}"),
    }
}

#[test]
fn what_the_text_states_about_its_tables_holds() {
    let title = StruggleOfNations::built_in();
    let fixed = &title.tables().fixed;
    assert!(fixed.len() >= 90, "{} entries", fixed.len());
    let wrong: Vec<String> = fixed
        .iter()
        .filter_map(|row| {
            let found = computed(&title, row);
            (found != row["expect"]).then(|| format!("{}: {found} instead of {}", text(row, "kind"), row["expect"]))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
