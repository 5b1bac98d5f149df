//! A counter of a position, as a line writes it.

use std::ops::Range;

use board::{Direction, Facing, Grid};
use kernel::Side;
use kit::example::{UnitLine, one_of};

use super::{FATES, FORMATIONS, Placed, SETS};
use crate::counters::{Arm, Counter, Formation, Kind, Rank, SIDES, UNITS, usual_slots};
use crate::state::{Fate, Split};
use crate::tables::Tables;
use crate::title::SywBattles;

/// A line of the units.
pub(super) struct Line<'a> {
    pub(super) title: &'a SywBattles,
    pub(super) grid: &'a Grid,
    pub(super) span: Range<usize>,
}

const FORM: &str = "a counter is written \"SIDE NAME: COUNTER @ HEXES FORMATION FACING\", such as \"al W: a310 @ 0708 0808 0907 line sse\"";

impl Line<'_> {
    pub(super) fn read(&self, placed: &mut Vec<Placed>, line: &str) -> Result<(), String> {
        let UnitLine { side, handle, mut counter, mut place } = UnitLine::split(line).ok_or(FORM)?;
        // A fate needs no @ before it.
        if place.is_none()
            && let Some((before, last)) = counter.rsplit_once(' ')
            && FATES.iter().any(|(name, _)| *name == last)
        {
            (counter, place) = (before.trim_end(), Some(last));
        }
        let side = SIDES.read(side)?;
        if self.grid.parse(handle).is_some() || matches!(handle, "with" | "facing" | "done" | "right" | "left") {
            return Err(format!("\"{handle}\" means something else in orders; name the counter otherwise"));
        }
        if counter == "out" {
            let known = placed.iter().position(|unit| unit.counter.id == handle && unit.counter.side == side);
            let index = known.ok_or_else(|| format!("there is no unit \"{handle}\" in a brigade above"))?;
            let mut unit = placed[index].clone();
            // Without a word about it, it looks as its brigade does.
            let brigade = placed.iter().find(|other| Some(&other.counter.id) == unit.brigade.as_ref());
            let alike = brigade.and_then(|brigade| brigade.facing);
            self.stand(&mut unit, place.unwrap_or(""), alike)?;
            placed[index] = unit;
            return Ok(());
        }
        let mut made = self.counter(side, handle, counter)?;
        self.stand(&mut made[0], place.unwrap_or(""), None)?;
        for unit in made {
            match placed.iter().position(|other| other.counter.id == unit.counter.id) {
                // What a set-up knows of its counters stays.
                Some(known) => {
                    let old = placed[known].clone();
                    placed[known] =
                        Placed { counter: old.counter, brigade: old.brigade, under: unit.under.or(old.under), ..unit };
                }
                None => placed.push(unit),
            }
        }
        Ok(())
    }

    /// The counter, and the units of a brigade after it.
    fn counter(&self, side: Side, handle: &str, words: &str) -> Result<Vec<Placed>, String> {
        let roster = &self.title.roster;
        // 2.4a: the numbers of the order of battle.
        let known = roster.counters.iter().position(|known| known.id == words && known.side == side);
        if let Some(index) = known.filter(|_| rule!("2.4a", true)) {
            return Ok(self.printed(handle, index));
        }
        let parts: Vec<&str> = words.split_whitespace().collect();
        match parts.as_slice() {
            ["brigade", arm, size, ratings, rest @ ..] => self.brigade(side, handle, arm, size, (ratings, rest)),
            ["baggage"] => {
                // 2.3g
                let length = if rule!("2.3g", true) { 2 } else { 1 };
                let counter = Counter { length, ..Counter::blank(handle, side, Kind::Baggage) };
                Ok(vec![Placed::new(counter, self.span.clone())])
            }
            ["guns", gun, balls, rest @ ..] => {
                Ok(vec![Placed::new(self.battery(side, handle, gun, balls, rest)?, self.span.clone())])
            }
            ["leader", rating, rest @ ..] => self.leader(side, handle, rating, rest),
            [arm, size, ratings, rest @ ..] => {
                let mut counter = self.unit(side, handle, arm, size, ratings)?;
                // A unit by itself has no rating in a brigade.
                counter.independent = rest.contains(&"independent");
                self.kinds(&mut counter, rest)?;
                Ok(vec![Placed::new(counter, self.span.clone())])
            }
            _ => Err(format!(
                "\"{words}\" is no counter of the order of battle, nor one made up as docs/syw-battles.md says"
            )),
        }
    }

    fn printed(&self, handle: &str, index: usize) -> Vec<Placed> {
        let counters = &self.title.roster.counters;
        let print = &counters[index];
        let mut made = vec![Placed::new(Counter { id: handle.to_owned(), ..print.clone() }, self.span.clone())];
        made[0].under = counters.get(print.under.index()).map(|general| general.id.clone());
        for unit in &print.units {
            let unit = &counters[unit.index()];
            let own = handle == print.id;
            let id = if own { unit.id.clone() } else { format!("{handle}{}", unit.number + 1) };
            let mut inside = Placed::new(Counter { id, ..unit.clone() }, self.span.clone());
            inside.brigade = Some(handle.to_owned());
            made.push(inside);
        }
        if print.is_unit() {
            made[0].counter.independent |= !print.brigade.is_none();
        }
        made
    }

    fn arm(word: &str) -> Result<Arm, String> {
        one_of("arm", &[("inf", Arm::Infantry), ("cav", Arm::Cavalry)], word)
    }

    fn ratings(words: &str) -> Result<[u8; 4], String> {
        let numbers: Option<Vec<u8>> = words.split('/').map(|word| word.parse().ok().filter(|it| *it <= 9)).collect();
        match numbers.as_deref() {
            Some([brigade, formed, shaken]) => Ok([*brigade, *formed, *shaken, 1]),
            Some([formed, shaken]) => Ok([*formed, *formed, *shaken, 1]),
            _ => Err(format!(
                "\"{words}\" are no ratings; write those in the brigade, well formed and Shaken, such as 5/4/3"
            )),
        }
    }

    /// `inf 5 5/4/3`, `cav 3/2 5/4/3`: strength, for cavalry with its squadrons, and ratings.
    fn unit(&self, side: Side, handle: &str, arm: &str, size: &str, ratings: &str) -> Result<Counter, String> {
        let arm = Line::arm(arm)?;
        let mut counter = Counter::blank(handle, side, Kind::Unit(arm));
        let wrong = || format!("\"{size}\" is no strength; write 5 for infantry, 3/2 for cavalry with two squadrons");
        let (strength, squadrons) = size.split_once('/').unwrap_or((size, "0"));
        counter.strength = strength.parse().ok().filter(|number| (1..=20).contains(number)).ok_or_else(wrong)?;
        counter.squadrons = squadrons.parse().map_err(|_| wrong())?;
        if (arm == Arm::Cavalry) != (1..=5).contains(&counter.squadrons) {
            return Err(wrong());
        }
        counter.effectiveness = Line::ratings(ratings)?;
        Ok(counter)
    }

    fn kinds(&self, counter: &mut Counter, words: &[&str]) -> Result<(), String> {
        for word in words {
            match *word {
                "light" => counter.light = true,
                "dispersed" => (counter.light, counter.dispersed) = (true, true),
                "independent" => counter.independent = true,
                other => return Err(format!("\"{other}\" is not light, dispersed or independent")),
            }
        }
        Ok(())
    }

    /// `brigade inf 4x5 5/4/3`: so many units of that strength; `brigade cav 4x3/2 5/4/3` with two squadrons each.
    fn brigade(
        &self,
        side: Side,
        handle: &str,
        arm: &str,
        size: &str,
        (ratings, rest): (&str, &[&str]),
    ) -> Result<Vec<Placed>, String> {
        let (count, each) = size.split_once('x').ok_or_else(|| format!("\"{size}\" is not such as 4x5"))?;
        let count: usize =
            count.parse().ok().filter(|it| (1..=UNITS).contains(it)).ok_or("a brigade has one to six units")?;
        let kind = Line::arm(arm)?;
        let mut units = Vec::new();
        for number in 0..count {
            let mut unit = self.unit(side, &format!("{handle}{}", number + 1), arm, each, ratings)?;
            unit.number = number as u8;
            self.kinds(&mut unit, rest)?;
            units.push(unit);
        }
        let squadrons: Vec<u8> = units.iter().map(|unit| unit.squadrons).collect();
        let limit = self.title.tables.stacking.squadrons;
        let total: u8 = squadrons.iter().sum();
        let mut counter = Counter::blank(handle, side, Kind::Brigade(kind));
        counter.independent = rest.contains(&"independent");
        counter.length = match kind {
            Arm::Infantry => count.div_ceil(2) as u8,
            Arm::Cavalry => total.div_ceil(limit),
        };
        counter.slots = usual_slots(kind, counter.length, &squadrons, limit);
        let last = counter.slots.iter().map(|slot| match slot {
            crate::counters::Slot::Part(part) => *part,
            crate::counters::Slot::Astride(part) => part + 1,
        });
        counter.length = last.max().unwrap_or(0) + 1;
        if counter.length > 3 {
            return Err("a brigade is at most three hexes long".into());
        }
        let mut made = vec![Placed::new(counter, self.span.clone())];
        for unit in units {
            let mut inside = Placed::new(unit, self.span.clone());
            inside.brigade = Some(handle.to_owned());
            made.push(inside);
        }
        Ok(made)
    }

    /// `guns 12-pdr 3 [heavy|light] [effectiveness]`: a gun of the tables, and balls.
    fn battery(&self, side: Side, handle: &str, gun: &str, balls: &str, rest: &[&str]) -> Result<Counter, String> {
        let tables: &Tables = &self.title.tables;
        let mut counter = Counter::blank(handle, side, Kind::Battery);
        counter.gun = tables.find_gun(gun).ok_or_else(|| format!("\"{gun}\" is no gun of the tables"))?;
        counter.balls =
            balls.parse().ok().filter(|it| (1..=4).contains(it)).ok_or("a battery has one to four balls")?;
        counter.strength = counter.balls;
        counter.effectiveness = [5; 4];
        counter.heavy = matches!(gun, "24-pdr" | "16-pdr" | "12-pdr" | "howitzer" | "mortar");
        for word in rest {
            match (*word, word.parse::<u8>()) {
                ("heavy", _) => counter.heavy = true,
                ("light", _) => counter.heavy = false,
                ("independent", _) => counter.independent = true,
                (_, Ok(rating)) if rating <= 9 => counter.effectiveness = [rating; 4],
                (other, _) => return Err(format!("\"{other}\" is not heavy, light, independent or a rating")),
            }
        }
        Ok(counter)
    }

    /// `leader 5 [chief|second|line|corps|replacement]`.
    fn leader(&self, side: Side, handle: &str, rating: &str, rest: &[&str]) -> Result<Vec<Placed>, String> {
        let rating: u8 = rating.parse().ok().filter(|it| *it <= 9).ok_or("a leader has a rating from 0 to 9")?;
        let mut counter = Counter::blank(handle, side, Kind::Leader(Rank::Corps));
        counter.effectiveness = [rating; 4];
        for word in rest {
            match *word {
                "chief" => counter.kind = Kind::Leader(Rank::GeneralInChief),
                "second" => counter.kind = Kind::Leader(Rank::SecondGeneral),
                "line" => counter.kind = Kind::Leader(Rank::Line),
                "corps" => {}
                "replacement" => counter.replacement = true,
                other => return Err(format!("\"{other}\" is not chief, second, line, corps or replacement")),
            }
        }
        Ok(vec![Placed::new(counter, self.span.clone())])
    }

    /// What stands behind the @: hexes, a formation, a facing, marks.
    fn stand(&self, unit: &mut Placed, words: &str, alike: Option<Facing>) -> Result<(), String> {
        let length = usize::from(unit.counter.length);
        let (mut formation, mut entering) = (None, false);
        unit.hexes.clear();
        unit.fate = Some(Fate::OnMap);
        for word in words.split_whitespace() {
            if let Some(at) = self.grid.parse(word) {
                unit.hexes.try_push(at).map_err(|_| "no counter is longer than three hexes")?;
            } else if let Some(facing) = Facing::parse(word) {
                unit.facing = Some(facing);
            } else if let Some((_, found)) = FORMATIONS.iter().find(|(name, _)| *name == word) {
                formation = Some(*found);
            } else if let Some((_, fate)) = FATES.iter().find(|(name, _)| *name == word) {
                unit.fate = Some(*fate);
            } else if word == "entering" {
                entering = true;
            } else if let Some(mark) = SETS.iter().find(|mark| **mark == word) {
                unit.marks.push(mark);
            } else if let Some((key, value)) = word.split_once(':') {
                match key {
                    "of" => unit.of = Some(value.to_owned()),
                    "under" => unit.under = Some(value.to_owned()),
                    "split" => unit.split = one_of("way to count units", &Split::ALL, value)?,
                    "stood" => unit.stood = value.parse().map_err(|_| "stood:N has a number")?,
                    _ => return Err(format!("\"{word}\" says nothing about a counter")),
                }
            } else {
                return Err(format!(
                    "\"{word}\" says nothing about a counter; after the @ stand hexes, a formation, a facing, of:NAME, under:NAME, \
                     split:WAY, stood:N, entering, a fate, or any of {}",
                    SETS.join(", ")
                ));
            }
        }
        if unit.fate != Some(Fate::OnMap) {
            unit.formation = formation.unwrap_or(Formation::None);
            return Ok(());
        }
        if unit.hexes.is_empty() {
            return Err(format!("where is {}? {FORM}", unit.counter.id));
        }
        unit.formation = formation.unwrap_or(match unit.counter.kind {
            Kind::Leader(_) => Formation::None,
            Kind::Battery => Formation::Unlimbered,
            Kind::Baggage => Formation::Limbered,
            Kind::Unit(_) if rule!("2.3d", unit.counter.dispersed) => Formation::Dispersed,
            Kind::Unit(_) | Kind::Brigade(_) => Formation::Line,
        });
        let vertex = unit.formation.faces_vertex() || !unit.formation.is_formed();
        let usual = alike.filter(|facing| facing.is_vertex() == vertex).unwrap_or(Facing::all(vertex)[0]);
        let facing = *unit.facing.get_or_insert(usual);
        if unit.formation.has_facing() && facing.is_vertex() != unit.formation.faces_vertex() {
            return Err(format!("{} cannot look {facing} in that formation", unit.counter.id));
        }
        // The body of a Column that comes onto the map may still be off it.
        if entering && !unit.formation.faces_vertex() && unit.hexes.len() <= length {
            return Ok(());
        }
        self.stretch(unit, facing, length)
    }

    /// The other hexes of a long counter, if the line does not name them: its row, or its straight column.
    fn stretch(&self, unit: &mut Placed, facing: Facing, length: usize) -> Result<(), String> {
        let way: Direction = match unit.formation.faces_vertex() {
            true => facing.direction().clockwise(5),
            false => facing.direction().opposite(),
        };
        while unit.hexes.len() < length {
            let last = unit.hexes[unit.hexes.len() - 1];
            let next = self.grid.neighbour(last, way);
            if next.is_none() {
                return Err(format!("{} does not fit on the map", unit.counter.id));
            }
            unit.hexes.push(next);
        }
        if unit.hexes.len() != length {
            return Err(format!("{} is {length} hexes long", unit.counter.id));
        }
        let row = unit.hexes.windows(2).all(|pair| self.grid.neighbour(pair[0], way) == pair[1]);
        if unit.formation == Formation::Line && !row {
            return Err(format!("the hexes of {} are no row from its right", unit.counter.id));
        }
        Ok(())
    }
}
