//! One counter of a position: `SIDE HANDLE: COUNTER @ PLACE MARKS`.

use std::ops::Range;

use board::boxes::BoxId;
use kernel::Side;
use kit::example::{UnitLine, lettered};

use super::{box_at_the_head, find_box};
use crate::counters::{ArmyId, Counter, DETACHMENT_MAXIMUM, FRENCH, Kind, Nation, SIDES, Season, blank};
use crate::ground::Ground;
use crate::state::{Piece, Sighting, Whereabouts};
use crate::title::JoursDeGloire;

/// A counter with what the position says of it.
pub(super) struct Placed {
    pub(super) counter: Counter,
    pub(super) strength: u8,
    pub(super) whereabouts: Whereabouts,
    pub(super) parent: Option<String>,
    pub(super) twin: Option<String>,
    pub(super) came_from: Option<BoxId>,
    pub(super) stragglers: u8,
    pub(super) losses: u8,
    /// What else is true of it.
    pub(super) marks: Piece,
    /// Where the example says so.
    pub(super) span: Range<usize>,
}

const FORM: &str = "a counter is written \"SIDE HANDLE: COUNTER @ BOX\", such as \"fr a: infantry 5 co4 ab1 @ Weimar\"";

pub(super) fn parse(title: &JoursDeGloire, ground: &Ground, season: Season, line: &str) -> Result<Placed, String> {
    let UnitLine { side, handle, counter, place } = UnitLine::split(line).ok_or(FORM)?;
    let side = SIDES.find(side).ok_or_else(|| format!("\"{side}\" is not a side; use fr or al"))?;
    if find_box(ground, handle).is_some() {
        return Err(format!("\"{handle}\" is a box of this board; choose another name for the counter"));
    }
    let words: Vec<&str> = counter.split_whitespace().collect();
    let (Some(place), [first, words @ ..]) = (place, words.as_slice()) else { return Err(FORM.into()) };
    let mut counter = match kind_called(first) {
        Some(kind) => Counter { name: handle.to_owned(), ..ad_hoc(title, side, kind) },
        None => printed(title, season, side, first)?,
    };
    counter.id = handle.to_owned();
    let mut placed = Placed {
        counter,
        strength: 0,
        whereabouts: Whereabouts::Waiting,
        parent: None,
        twin: None,
        came_from: None,
        stragglers: 0,
        losses: 0,
        marks: Piece::ABSENT,
        span: 0..0,
    };
    values(title, &mut placed, words)?;
    // Whoever has so many has room for them.
    placed.counter.maximum = placed.counter.maximum.max(placed.strength);
    let words: Vec<&str> = place.split_whitespace().collect();
    let rest = whereabouts(ground, &mut placed, &words)?;
    marks(ground, &mut placed, rest)?;
    Ok(placed)
}

fn kind_called(word: &str) -> Option<Kind> {
    if word == "dummy" { Some(Kind::InfantryDummy) } else { Kind::find(word) }
}

/// A counter of the counter sheet.
fn printed(title: &JoursDeGloire, season: Season, side: Side, id: &str) -> Result<Counter, String> {
    let found = title.roster.find(id, season).ok_or_else(|| {
        format!("\"{id}\" is neither a counter of this season nor leader, infantry, cavalry, artillery, dummy or cavalry-dummy")
    })?;
    if found.counter.side != side {
        return Err(format!("\"{id}\" belongs to the other side"));
    }
    Ok(found.counter.clone())
}

/// A counter for the example alone, in the first army of its side.
fn ad_hoc(title: &JoursDeGloire, side: Side, kind: Kind) -> Counter {
    let nation = if side == FRENCH { Nation::French } else { Nation::Russian };
    let mut counter = blank("", "", side, nation, kind, Season::Both);
    match kind {
        Kind::Leader => {
            counter.command_value = 2;
            counter.rank = 2;
        }
        Kind::Infantry => (counter.cohesion, counter.maximum) = (3, DETACHMENT_MAXIMUM),
        Kind::Cavalry => (counter.cohesion, counter.maximum, counter.cavalry_bonus) = (3, DETACHMENT_MAXIMUM, 1),
        Kind::Artillery => counter.artillery_bonus = 2,
        Kind::InfantryDummy | Kind::CavalryDummy => {}
    }
    if !kind.is_dummy() {
        let place = title.roster.armies.iter().position(|army| army.side == side);
        counter.army = place.map(|place| ArmyId(place as u8));
    }
    counter
}

/// `5 co4 ab1 cb1`, `cv3 rank2 tb1 chief of bohemia`, `guard`, `detachment`, `independent`, `prussian`, `max9`, `spring`.
fn values(title: &JoursDeGloire, placed: &mut Placed, words: &[&str]) -> Result<(), String> {
    let mut rest = words;
    while let [word, behind @ ..] = rest {
        rest = behind;
        let counter = &mut placed.counter;
        if let Ok(strength) = word.parse() {
            if !counter.kind.has_strength() {
                return Err(format!("a {} has no strength points", counter.kind.name()));
            }
            placed.strength = strength;
            continue;
        }
        match lettered(word) {
            ("co", Some(number)) => counter.cohesion = number,
            ("ab", Some(number)) => counter.artillery_bonus = number,
            ("cb", Some(number)) => counter.cavalry_bonus = number,
            ("cv", Some(number)) => counter.command_value = number,
            ("rank", Some(number)) => counter.rank = number,
            ("tb", Some(number)) => counter.tactical_bonus = number,
            ("max", Some(number)) => counter.maximum = number,
            ("chief", None) => counter.commander_in_chief = true,
            ("guard", None) => counter.guard = true,
            ("spring", None) => counter.season = Season::Spring,
            ("autumn", None) => counter.season = Season::Autumn,
            ("detachment", None) => (counter.detachment, counter.army) = (true, None),
            ("independent", None) => (counter.detachment, counter.independent, counter.army) = (true, true, None),
            ("of", None) => {
                let [army, behind @ ..] = rest else { return Err("an army must follow `of`".into()) };
                let found = title.roster.army(army).ok_or_else(|| {
                    let known: Vec<&str> = title.roster.armies.iter().map(|army| army.id.as_str()).collect();
                    format!("there is no army \"{army}\"; the armies are {}", known.join(", "))
                })?;
                counter.army = Some(found);
                rest = behind;
            }
            ("from", None) => {
                let [parent, behind @ ..] = rest else { return Err("the parent must follow `from`".into()) };
                placed.parent = Some((*parent).to_owned());
                rest = behind;
            }
            ("twin", None) => {
                let [twin, behind @ ..] = rest else { return Err("a counter must follow `twin`".into()) };
                placed.twin = Some((*twin).to_owned());
                rest = behind;
            }
            (word, None) if Nation::find(word).is_some() => {
                counter.nation = Nation::find(word).unwrap_or(counter.nation);
            }
            _ => {
                return Err(format!(
                    "\"{word}\" is not a value of a counter; use a strength, co4, ab2, cb1, cv3, rank2, tb1, max9, chief, guard, \
                     detachment, independent, a nation, spring, autumn, `of ARMY`, `from PARENT` or `twin COUNTER`"
                ));
            }
        }
    }
    Ok(())
}

/// Reads the place and gives back the words behind it.
fn whereabouts<'w, 't>(ground: &Ground, placed: &mut Placed, words: &'w [&'t str]) -> Result<&'w [&'t str], String> {
    let (entering, words) = match words {
        ["entering", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    if let Some((place, rest)) = box_at_the_head(ground, words) {
        placed.whereabouts = if entering { Whereabouts::Entering(place) } else { Whereabouts::At(place) };
        return Ok(rest);
    }
    placed.whereabouts = match words.first() {
        Some(&"pool") => Whereabouts::Pool,
        Some(&"waiting") => Whereabouts::Waiting,
        Some(&"recalled") => Whereabouts::Recalled,
        Some(&"lost") => Whereabouts::Lost,
        Some(&"captured") => Whereabouts::Captured,
        Some(_) | None => {
            return Err(format!(
                "\"{}\" is not a box of this board; other places are pool, waiting, recalled, lost, captured and `entering BOX`",
                words.join(" ")
            ));
        }
    };
    Ok(&words[1..])
}

fn marks(ground: &Ground, placed: &mut Placed, words: &[&str]) -> Result<(), String> {
    let mut rest = words;
    while let [word, behind @ ..] = rest {
        rest = behind;
        let piece = &mut placed.marks;
        match lettered(word) {
            ("up", None) => piece.face_up = true,
            ("shown", None) => (piece.face_up, piece.strength_open) = (true, true),
            ("inside", None) => piece.inside = true,
            ("moved", None) => (piece.moved, piece.stirred) = (true, true),
            ("stirred", None) => piece.stirred = true,
            ("fatigued", None) => piece.fatigued = true,
            ("digging", None) => piece.digging = true,
            ("tried-guns", None) => piece.marched_to_guns = true,
            ("spent", Some(number)) => piece.spent = number,
            ("stragglers", Some(number)) => placed.stragglers = number,
            ("losses", Some(number)) => placed.losses = number,
            ("here", Some(number)) => piece.lost_here = number,
            ("by", None) => {
                let (place, after) = box_at_the_head(ground, rest).ok_or("the box it came from must follow `by`")?;
                placed.came_from = Some(place);
                rest = after;
            }
            ("seen", None) => (piece.sighting, rest) = sighting(ground, rest)?,
            _ => {
                return Err(format!(
                    "\"{word}\" is not a mark of a counter on the map; use up, shown, inside, moved, stirred, fatigued, digging, tried-guns, spent2, \
                     stragglers2, losses3, here1, `by BOX` or `seen BOX turn4`"
                ));
            }
        }
    }
    Ok(())
}

/// `seen BOX turn4 sp6`: where and when the other side saw it last, and how strong if it saw that.
fn sighting<'w, 't>(ground: &Ground, words: &'w [&'t str]) -> Result<(Option<Sighting>, &'w [&'t str]), String> {
    let form = "behind `seen` stand the box, the turn, and the strength if it was seen: `seen Borna turn4 sp6`";
    let (at, rest) = box_at_the_head(ground, words).ok_or(form)?;
    let [turn, rest @ ..] = rest else { return Err(form.into()) };
    let ("turn", Some(turn)) = lettered(turn) else { return Err(form.into()) };
    let (strength, rest) = match rest {
        [word, after @ ..] if lettered(word).0 == "sp" => (lettered(word).1, after),
        rest => (None, rest),
    };
    Ok((Some(Sighting { at, turn, strength }), rest))
}
