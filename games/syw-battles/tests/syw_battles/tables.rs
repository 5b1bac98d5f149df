//! What the text of the book fixes, its worked examples, and the orders that every version of the tables must keep:
//! `tables.toml` lists them, and these tests read the list.

use syw_battles::tables::{
    AttackerResult, Block, Column, DefenderResult, Mover, Musketry, Range, Situation, Tables, Weather,
};
use toml::Value;

const TEXT: &str = include_str!("../../../../data/syw-battles/tables.toml");

fn tables() -> Tables {
    Tables::parse("tables.toml", TEXT).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn rows(name: &str) -> Vec<toml::Table> {
    let file: toml::Table = TEXT.parse().expect("a table");
    let list = file[name].as_array().expect("a list");
    list.iter().map(|row| row.as_table().expect("a row").clone()).collect()
}

fn text<'t>(table: &'t toml::Table, key: &str) -> &'t str {
    table[key].as_str().unwrap_or_else(|| panic!("{key} of {table:?}"))
}

fn number(value: &Value) -> i64 {
    value.as_integer().unwrap_or_else(|| panic!("{value} is no number"))
}

fn mover(name: &str) -> Mover {
    Mover::ALL.into_iter().find(|mover| mover.name() == name).unwrap_or_else(|| panic!("{name}"))
}

fn cell(tables: &Tables, line: usize, differential: i8) -> String {
    let cell = tables.charge(line, differential);
    format!("{} : {}", cell.attacker.name(), cell.defender.name())
}

#[test]
fn what_the_text_fixes_stands() {
    let tables = tables();
    let fixed = rows("fixed");
    assert!(fixed.len() >= 30, "{}", fixed.len());
    for row in &fixed {
        let at = row["at"].as_table().expect("a place");
        let value = &row["value"];
        let found = match text(row, "table") {
            "movement.allowance" => Value::from(i64::from(tables.allowance(mover(text(at, "type")), &[]))),
            "movement.turning" => Value::from(i64::from(tables.turning(mover(text(at, "type"))))),
            "movement.bonus.minor" => Value::from(i64::from(tables.bonus(mover(text(at, "type")), false))),
            "movement.bonus.major" => Value::from(i64::from(tables.bonus(mover(text(at, "type")), true))),
            "wheel.clear" | "wheel.difficult" => {
                let length = if text(at, "length") == "three" { 3 } else { 2 };
                Value::from(i64::from(tables.wheel(length, text(row, "table") == "wheel.difficult")))
            }
            "guns.types" => {
                let gun = tables.gun(tables.find_gun(text(at, "gun")).expect("a gun"));
                Value::from(match text(at, "range") {
                    "maximum" => i64::from(gun.maximum),
                    _ => i64::from(gun.point_blank.unwrap_or(0)),
                })
            }
            "fire.rows" => {
                let block = Block::ALL.into_iter().find(|block| block.name() == text(at, "target")).expect("a block");
                let column = Column::ALL.into_iter().find(|it| it.letter().to_string() == text(at, "column"));
                Value::from(tables.fire(block, number(&at["die"]) as u8, column.expect("a column")).name())
            }
            "ratio" => {
                let (_, percent) = tables.ratio(number(&at["attackers"]) as u16, number(&at["target"]) as u16);
                Value::from(i64::from(percent))
            }
            "charge.lines" => {
                Value::from(cell(&tables, number(&at["line"]) as usize, number(&at["differential"]) as i8))
            }
            "charge_modifier" => {
                let when: Situation = Value::from(text(at, "when")).try_into().expect("a situation");
                Value::from(i64::from(tables.charge_modifier(when)))
            }
            other => panic!("nobody knows how to look into {other}"),
        };
        assert_eq!(&found, value, "{row:?}");
    }
}

#[test]
fn the_worked_examples_come_out() {
    let tables = tables();
    let (mut charges, mut changes) = (0, 0);
    for row in rows("example") {
        if let Some(strengths) = row.get("strengths").and_then(Value::as_table) {
            charges += 1;
            let effectiveness = row["effectiveness"].as_table().expect("two ratings");
            let (step, percent) =
                tables.ratio(number(&strengths["attackers"]) as u16, number(&strengths["target"]) as u16);
            let modifiers: i64 = row["modifiers"].as_array().expect("a list").iter().map(number).sum();
            let line = Tables::charge_line(step, (number(&row["die"]) + modifiers) as u8);
            let differential = number(&effectiveness["attacker"]) - number(&effectiveness["target"]);
            assert_eq!((i64::from(percent), line as i64), (number(&row["ratio"]), number(&row["line"])), "{row:?}");
            assert_eq!(differential, number(&row["differential"]));
            assert_eq!(cell(&tables, line, differential as i8), text(&row, "result"));
        } else {
            changes += 1;
            let allowance = row["allowance"].as_table().expect("two allowances");
            let slower = number(&allowance["from"]).min(number(&allowance["to"]));
            assert_eq!((slower - number(&row["spent"])).max(0), number(&row["left"]), "{row:?}");
            let printed: Vec<i64> = Mover::ALL.into_iter().map(|it| tables.allowance(it, &[]).into()).collect();
            assert!(printed.contains(&number(&allowance["from"])) && printed.contains(&number(&allowance["to"])));
        }
    }
    assert_eq!((charges, changes), (3, 4));
}

#[test]
fn fire_is_never_milder_to_the_right_below_or_for_the_more_exposed() {
    let tables = tables();
    for (place, block) in Block::ALL.into_iter().enumerate() {
        for die in 1..=6 {
            for column in 0..6 {
                let here = tables.fire(block, die, Column::ALL[column]);
                if column > 0 {
                    assert!(here >= tables.fire(block, die, Column::ALL[column - 1]), "{block:?} {die} {column}");
                }
                if die > 1 {
                    assert!(here >= tables.fire(block, die - 1, Column::ALL[column]), "{block:?} {die} {column}");
                }
                if place > 0 {
                    assert!(here <= tables.fire(Block::ALL[place - 1], die, Column::ALL[column]), "{block:?}");
                }
            }
        }
    }
}

#[test]
fn firepower_grows_with_balls_nearness_and_order() {
    let tables = tables();
    let ranges = [Range::Maximum, Range::Medium, Range::PointBlank];
    for balls in 1..=4 {
        for pair in ranges.windows(2) {
            assert!(tables.artillery(pair[0], balls) <= tables.artillery(pair[1], balls));
        }
        for range in ranges {
            assert!(balls == 1 || tables.artillery(range, balls - 1) <= tables.artillery(range, balls));
        }
    }
    for sum in 1..=25 {
        for line in Musketry::ALL {
            assert!(tables.musketry(line, sum - 1) <= tables.musketry(line, sum));
            // 2.7c: never F, which four balls have at point blank.
            assert!(tables.musketry(line, sum) < tables.artillery(Range::PointBlank, 4));
        }
        for pair in Musketry::ALL.windows(2) {
            assert!(tables.musketry(pair[0], sum) <= tables.musketry(pair[1], sum), "{pair:?} at {sum}");
        }
    }
    let gun = |name: &str| tables.gun(tables.find_gun(name).expect("a gun"));
    assert!(gun("12-pdr").maximum > gun("6-pdr").maximum);
    for light in ["12-pdr", "8-pdr"] {
        assert!(gun("howitzer").maximum > gun(light).maximum, "{light}");
    }
    for name in ["24-pdr", "16-pdr", "12-pdr", "8-pdr", "6-pdr", "4-pdr", "light-4-pdr", "howitzer"] {
        let gun = gun(name);
        assert!(gun.point_blank < Some(gun.medium) && gun.medium < gun.maximum, "{name}");
    }
}

#[test]
fn ratios_and_charges_favour_the_stronger() {
    let tables = tables();
    for target in 1..=20 {
        for attackers in 1..=60 {
            let here = tables.ratio(attackers, target);
            assert!(attackers == 1 || tables.ratio(attackers - 1, target) <= here);
            assert!(target == 1 || tables.ratio(attackers, target - 1) >= here);
        }
    }
    let harder = |one: usize, other: usize, differential: i8, further: i8| {
        let (one, other) = (tables.charge(one, differential), tables.charge(other, further));
        assert!(other.defender >= one.defender && other.attacker <= one.attacker, "{one:?} {other:?}");
    };
    for line in 1..=30usize {
        for differential in -4..=4i8 {
            if line % 6 != 0 {
                harder(line, line + 1, differential, differential);
            }
            if line <= 24 {
                harder(line, line + 6, differential, differential);
            }
            if differential < 4 {
                harder(line, line, differential, differential + 1);
            }
            let cell = tables.charge(line, differential);
            let either = cell.attacker == AttackerResult::DisorganisedOrRecoil;
            assert_eq!(either, cell.defender == DefenderResult::DisorganisedOrRecoil, "line {line}");
        }
    }
}

#[test]
fn bad_weather_never_helps() {
    let tables = tables();
    for (name, weather) in Weather::ALL.into_iter().skip(1) {
        let effect = tables.weather(weather);
        let limited = effect.sight.is_some() || effect.half || effect.check.is_some() || !effect.fire;
        assert!(limited, "{name} does nothing");
        let reach = effect.range.artillery.unwrap_or(u16::MAX).max(effect.range.infantry.unwrap_or(0));
        assert!(effect.range.artillery.is_none() || reach >= effect.range.artillery.unwrap_or(0), "{name}");
    }
}
