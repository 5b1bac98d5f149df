//! The lines of leaders in a position, with their units.

use board::{Facing, Grid, Hex};
use kernel::Side;
use kit::example::{Fields, UnitLine};

use crate::Rules;
use crate::package::Package;
use crate::roster::{
    Arm, Army, Class, FRENCH, Guard, Kind, Leader, Nation, Rating, SIDES, Unit, army_of, kind_of, of_kind,
};
use crate::state::{Fate, State, Train};
use crate::title::StruggleOfNations;
use crate::view::{PRIVATE, PUBLIC, set_mut};

/// A leader with what the position says of him.
pub(super) struct Placed {
    pub(super) leader: Leader,
    pub(super) at: Package,
    pub(super) fate: Fate,
    pub(super) marks: Vec<&'static str>,
    pub(super) units: Vec<(Unit, u8)>,
    pub(super) train: bool,
}

/// `SIDE HANDLE: LEADER @ HEX FACING WORDS…`. The leader is one of the roster, a kind (`mg`, `cmg`, `garrison`, `saxon`, `dummy`)
/// or `INITIATIVE-SPAN-SUBORDINATION`, with a star behind the first for a bonus; `cav` makes him a cavalry leader.
pub(super) fn read_leader(title: &StruggleOfNations, grid: &Grid, line: &str) -> Result<Placed, String> {
    let form = "a leader is written \"SIDE NAME: LEADER @ HEX FACING\", such as \"fr a: 3-6-2 @ 0505 n inf:6,4 cav:2\"";
    let UnitLine { side, handle, counter, place } = UnitLine::split(line).ok_or(form)?;
    let side = SIDES.read(side)?;
    if grid.parse(handle).is_some() {
        return Err(format!("\"{handle}\" is a hex; name the leader otherwise"));
    }
    let default_army = if side == FRENCH { Army::French } else { Army::Silesia };
    let mut leader = print_of(title, side, default_army, counter, handle)?;
    leader.id = handle.to_owned();
    let mut placed =
        Placed { leader, at: Package::NOWHERE, fate: Fate::OnMap, marks: Vec::new(), units: Vec::new(), train: false };
    let mut at = Hex::NONE;
    let mut facing = Facing::side(board::Direction::North);
    for word in place.unwrap_or("").split_whitespace() {
        if let Some(hex) = grid.parse(word) {
            at = hex;
        } else if let Some(way) = Facing::parse(word) {
            facing = way;
        } else if let Some(mark) = PUBLIC.iter().chain(PRIVATE).find(|mark| **mark == word) {
            placed.marks.push(mark);
        } else if let Some((key, value)) = word.split_once(':') {
            match key {
                "army" => placed.leader.army = army_of(value).ok_or_else(|| format!("there is no army \"{value}\""))?,
                "corps" => placed.leader.corps = Some(nation_of(value)?),
                "track" => placed.leader.track = value.parse().map_err(|_| "a track is 5 or 13")?,
                _ => add_units(title, &mut placed, side, key, value)?,
            }
        } else {
            match word {
                "cav" => placed.leader.cavalry = true,
                "train" => placed.train = true,
                "away" => placed.fate = Fate::Away,
                "cantoned" => placed.fate = Fate::Cantoned,
                "interned" => placed.fate = Fate::Interned,
                "centre" => placed.fate = Fate::AtCentre,
                "lost" => placed.fate = Fate::Lost,
                "pool" => placed.fate = Fate::Pool,
                _ => return Err(format!("\"{word}\" says nothing about a leader; {form}")),
            }
        }
    }
    if placed.fate == Fate::OnMap && at.is_none() {
        return Err(format!("where is {handle}? {form}"));
    }
    placed.at = if at.is_none() {
        Package::NOWHERE
    } else if facing.is_vertex() {
        Package::line(grid, at, facing.direction().clockwise(2)).ok_or("the line does not fit on the map")?
    } else {
        Package::column(grid, at, facing.direction())
    };
    if placed.fate == Fate::OnMap && placed.at.rear.is_none() {
        return Err(format!("{handle} does not fit on the map"));
    }
    Ok(placed)
}

fn nation_of(word: &str) -> Result<Nation, String> {
    Nation::ALL.into_iter().find(|nation| nation.id() == word).ok_or_else(|| format!("there is no nation \"{word}\""))
}

fn print_of(title: &StruggleOfNations, side: Side, army: Army, text: &str, handle: &str) -> Result<Leader, String> {
    let roster = &title.data.roster;
    if let Some(leader) = roster.leader(text) {
        return Ok(leader.clone());
    }
    let kind = match text {
        "mg" => Some(Kind::MajorGeneral),
        "cmg" => Some(Kind::CavalryMajorGeneral),
        "saxon" => Some(Kind::Saxon),
        word => kind_of(word),
    };
    if let Some(row) = kind.and_then(|kind| roster.kind(kind)) {
        return Ok(of_kind(row, handle.to_owned(), handle.to_owned(), side, army));
    }
    let is_dummy = text == "dummy";
    let parts: Vec<&str> = if is_dummy { vec!["0", "0", "0"] } else { text.split('-').collect() };
    let [initiative, span, subordination] = parts.as_slice() else {
        return Err(format!(
            "\"{text}\" is neither a leader of the roster nor mg, cmg, garrison, saxon, dummy, nor ratings such as 4*-6-3"
        ));
    };
    let number = |word: &str| word.parse::<u8>().map_err(|_| format!("\"{word}\" is no rating"));
    Ok(Leader {
        id: handle.to_owned(),
        name: handle.to_owned(),
        side,
        army,
        kind: if is_dummy { Kind::Dummy } else { Kind::Named },
        rating: Rating {
            initiative: number(initiative.trim_end_matches('*'))?,
            span: number(span)?,
            subordination: number(subordination)?,
        },
        bonus: initiative.ends_with('*'),
        cavalry: false,
        track: 13,
        corps: None,
        corps_autumn: None,
        marks_territory: true,
    })
}

/// `inf:6,4`, `cav:2`, `lcav:3`, `art:4`, `og:4`, `yg:8`, or a unit of the roster: `gd-og1:4`. A nation may follow: `inf/prussian:6`;
/// a maximum too: `inf:4<6`.
fn add_units(title: &StruggleOfNations, placed: &mut Placed, side: Side, key: &str, value: &str) -> Result<(), String> {
    let roster = &title.data.roster;
    if let Some(unit) = roster.unit(key) {
        let strength = value.parse().map_err(|_| format!("\"{value}\" is no strength"))?;
        placed.units.push((roster.units[unit.index()].clone(), strength));
        return Ok(());
    }
    let (word, nation) = key.split_once('/').unwrap_or((key, ""));
    let (nation, class) = nation.split_once('/').unwrap_or((nation, ""));
    let default = if side == FRENCH { Nation::French } else { Nation::Prussian };
    let nation = if nation.is_empty() { placed.leader.corps.unwrap_or(default) } else { nation_of(nation)? };
    let (arm, light, guard, letter) = match word {
        "inf" => (Arm::Infantry, false, None, 'i'),
        "cav" => (Arm::Cavalry, false, None, 'c'),
        "lcav" => (Arm::Cavalry, true, None, 'l'),
        "art" => (Arm::Artillery, false, None, 'a'),
        "og" => (Arm::Infantry, false, Some(Guard::Old), 'o'),
        "yg" => (Arm::Infantry, false, Some(Guard::Young), 'y'),
        "gcav" => (Arm::Cavalry, false, Some(Guard::Cavalry), 'g'),
        _ => {
            return Err(format!("\"{key}\" is no unit; inf, cav, lcav, art, og, yg, gcav and units of the roster are"));
        }
    };
    // 27.classes: by nation, unless the example says otherwise.
    let class = match class {
        "" => match nation {
            Nation::Austrian => Some(Class::C),
            Nation::Swedish => Some(Class::D),
            Nation::German | Nation::Italian => Some(Class::F),
            Nation::Russian => light.then_some(Class::F),
            Nation::French | Nation::Polish | Nation::Prussian => None,
        },
        "c" => Some(Class::C),
        "d" => Some(Class::D),
        "f" => Some(Class::F),
        other => return Err(format!("\"{other}\" is no class of troops; c, d and f are")),
    };
    for part in value.split(',') {
        let (strength, most) = part.split_once('<').map_or((part, part), |(strength, most)| (strength, most));
        let number = |word: &str| word.parse::<u8>().ok().filter(|points| (1..=13).contains(points));
        let (strength, maximum) =
            number(strength).zip(number(most)).ok_or_else(|| format!("\"{part}\" is no strength from 1 to 13"))?;
        let alike = placed
            .units
            .iter()
            .filter(|(unit, _)| unit.id.starts_with(&format!("{}-{letter}", placed.leader.id)))
            .count();
        let id = format!("{}-{letter}{}", placed.leader.id, alike + 1);
        let unit = Unit {
            name: id.clone(),
            id,
            side,
            nation,
            general: String::new(),
            arm,
            light,
            guard,
            class,
            maximum,
            twin: None,
            autumn: None,
            regiment: false,
        };
        placed.units.push((unit, strength));
    }
    Ok(())
}

pub(super) fn place(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State, placed: &Placed) -> Option<()> {
    let id = rules.find_leader(&placed.leader.id)?;
    let side = placed.leader.side;
    if placed.fate == Fate::OnMap {
        let enemy = crate::roster::enemy_of(side);
        let taken = placed.at.hexes().any(|hex| rules.leaders_in(state, enemy, hex).next().is_some());
        if taken {
            fields.fault(fields.span(), format!("{} stands on an enemy", placed.leader.id));
            return None;
        }
        rules.put(state, id, placed.at);
        state.settled.insert(id);
    } else {
        state.fate[id.index()] = placed.fate;
        state.lead[id.index()] = placed.at.lead;
    }
    for (unit, strength) in &placed.units {
        let unit = rules.find_unit(&unit.id)?;
        rules.set_unit(state, unit, id, *strength);
    }
    if placed.train
        && let Some(train) = state.trains.iter_mut().find(|train| **train == Train::None)
    {
        *train = Train::With(id);
    }
    for mark in &placed.marks {
        if let Some(set) = set_mut(state, mark) {
            set.insert(id);
        }
    }
    Some(())
}
