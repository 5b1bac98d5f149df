//! From the rows of a scenario file to a scenario: names looked up, everything that does not fit reported.

use board::Fault;
use board::boxes::{BoxId, BoxMap};
use kernel::Side;
use kit::title::Heading;
use toml::Spanned;

use super::file::{ArrivalRow, File, FlagRow, LeaderRow, SideRow};
use super::{
    ARRIVALS, Arrival, Change, Closed, Defection, Dummies, Entry, Flag, Hypothesis, LeaderChange, Placement,
    Replacements, SCENARIOS, Scenario, StandingSiege, Strength, Truce, VICTORY_BOXES, VictoryBox, When,
};
use crate::cards::CARDS;
use crate::counters::{
    ALLIED, Army, COUNTERS, Command, Counter, CounterId, FRENCH, Kind, Nation, Printed, Roster, SIDES, Season, blank,
};
use board::textfile::Findings;

/// The last turn that the calendar has: December Q2.
const LAST_TURN: u8 = 19;

struct Reader<'a> {
    found: Findings<'a>,
    roster: &'a Roster,
    map: &'a BoxMap,
    counters: Vec<Counter>,
    /// The printed counter of each.
    printed: Vec<&'a Printed>,
    /// Spring or autumn at the start, and whether the game goes on from the one to the other.
    season: Season,
    passes: bool,
    victory_boxes: Vec<VictoryBox>,
    /// Where the row of each placement stands in the file.
    rows: Vec<usize>,
}

/// A counter as files write it: `iii-corps 13`, `allied-e 1 of russian-iv-corps`, `allied-i 2 stays`.
struct Written<'a> {
    handle: &'a str,
    strength: Option<u8>,
    parent: Option<&'a str>,
    stays: bool,
}

fn written(text: &str) -> Option<Written<'_>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (handle, mut rest) = words.split_first().map(|(handle, rest)| (*handle, rest))?;
    let strength = rest.first().and_then(|word| word.parse().ok());
    if strength.is_some() {
        rest = &rest[1..];
    }
    let (parent, rest) = match rest {
        ["of", parent, rest @ ..] => (Some(*parent), rest),
        rest => (None, rest),
    };
    let stays = match rest {
        [] => false,
        ["stays"] => true,
        _ => return None,
    };
    Some(Written { handle, strength, parent, stays })
}

impl<'a> Reader<'a> {
    fn place(&mut self, name: &Spanned<String>) -> BoxId {
        let found = self.map.find(name.get_ref());
        if found.is_none() {
            self.found.at(name, format!("the map has no box `{}`", name.get_ref()));
        }
        found.unwrap_or(BoxId::NONE)
    }

    fn side(&mut self, name: &Spanned<String>) -> Side {
        SIDES.found_in(&mut self.found, name)
    }

    fn flag(&mut self, row: &FlagRow) -> Flag {
        let at = self.place(&row.place);
        if at != BoxId::NONE && !self.victory_boxes.iter().any(|victory| victory.at == at) {
            let sentence =
                format!("`{}` cannot have a flag: it is not a victory box of this scenario", row.place.get_ref());
            self.found.at(&row.place, sentence);
        }
        Flag { at, side: self.side(&row.side) }
    }

    fn hypothesis(&mut self, name: &Spanned<String>) -> Hypothesis {
        Hypothesis::find(name.get_ref()).unwrap_or_else(|| {
            let other = name.get_ref();
            self.found.at(name, format!("`{other}` is not an option; use davout, soult or hamburg"));
            Hypothesis::Hamburg
        })
    }

    /// The season of what happens then: counters are looked up in it.
    fn season_of(&self, when: When) -> Season {
        match when {
            When::Turn(_) => self.season,
            When::Armistice(_) | When::Restart(_) => Season::Autumn,
        }
    }

    fn when(&mut self, offset: usize, turn: Option<u8>, armistice: Option<u8>, restart: Option<u8>) -> When {
        match (turn, armistice, restart) {
            (Some(turn), None, None) => When::Turn(turn),
            (None, Some(turn), None) | (None, None, Some(turn)) if !self.passes => {
                self.found.offset(offset, "this scenario does not go on after an armistice: give the turn");
                When::Turn(turn)
            }
            (None, Some(turn), None) => When::Armistice(turn),
            (None, None, Some(turn)) => When::Restart(turn),
            _ => {
                self.found.offset(offset, "say when: give one of turn, armistice and restart");
                When::Turn(0)
            }
        }
    }

    /// The counter of this handle and season, taken into the game if it is not in it yet.
    fn counter(&mut self, offset: usize, handle: &str, season: Season) -> Option<CounterId> {
        let roster: &'a Roster = self.roster;
        // What comes late in a game of both seasons may be an autumn counter, though its turn is counted from the spring.
        let late = || self.passes.then(|| roster.find(handle, Season::Autumn)).flatten();
        let Some(printed) = roster.find(handle, season).or_else(late) else {
            self.found.offset(offset, format!("there is no counter `{handle}` of this season"));
            return None;
        };
        self.take(offset, printed)
    }

    fn take(&mut self, offset: usize, printed: &'a Printed) -> Option<CounterId> {
        if let Some(index) = self.printed.iter().position(|known| std::ptr::eq(*known, printed)) {
            return Some(CounterId(index as u8));
        }
        if self.counters.len() >= COUNTERS {
            self.found.offset(offset, format!("there is room for {COUNTERS} counters, dummies included"));
            return None;
        }
        let mut counter = printed.counter.clone();
        if self.passes && counter.season == Season::Autumn && self.roster.find(&counter.id, Season::Spring).is_some() {
            // Both seasons are in this game: the autumn counter is told from its namesake.
            counter.id.push_str("-autumn");
        }
        self.counters.push(counter);
        self.printed.push(printed);
        Some(CounterId(self.counters.len() as u8 - 1))
    }

    fn strength(&mut self, text: &Spanned<String>, season: Season) -> Option<(Strength, bool)> {
        let offset = text.span().start;
        let Some(written) = written(text.get_ref()) else {
            let sentence =
                "write a counter as `ney`, `iii-corps 13`, `allied-e 1 of russian-iv-corps` or `allied-i 2 stays`";
            self.found.offset(offset, sentence);
            return None;
        };
        let counter = self.counter(offset, written.handle, season)?;
        let own = &self.counters[counter.index()];
        let (handle, maximum) = (own.id.clone(), own.maximum);
        match written.strength {
            Some(0) if own.kind.has_strength() => {
                self.found.offset(offset, format!("`{handle}` cannot start with 0 strength points"));
            }
            Some(strength) if own.kind.has_strength() && strength > maximum => {
                let sentence = format!("`{handle}` has {maximum} boxes on its roster, not {strength}");
                self.found.offset(offset, sentence);
            }
            Some(_) if !own.kind.has_strength() => {
                self.found.offset(offset, format!("`{handle}` has no strength points"));
            }
            None if own.kind.has_strength() => {
                self.found.offset(offset, format!("say how many strength points `{handle}` has"));
            }
            Some(_) | None => {}
        }
        let parent = written.parent.and_then(|parent| self.counter(offset, parent, season));
        if self.counters[counter.index()].detachment {
            self.counters[counter.index()].independent = parent.is_none();
        } else if parent.is_some() {
            self.found.offset(offset, format!("only a detachment belongs to a unit, and `{handle}` is not one"));
        }
        Some((Strength { counter, strength: written.strength.unwrap_or(0), parent }, written.stays))
    }

    fn leader(&mut self, name: &Spanned<String>, season: Season) -> Option<CounterId> {
        let id = self.counter(name.span().start, name.get_ref(), season)?;
        if self.counters[id.index()].kind != Kind::Leader {
            self.found.at(name, format!("`{}` is not a leader", name.get_ref()));
        }
        Some(id)
    }
}

pub(super) fn read(name: &str, text: &str, roster: &Roster, map: &BoxMap) -> Result<Scenario, Vec<Fault>> {
    let (file, mut found) = Findings::read::<File>(name, text)?;
    let season = match file.season.get_ref().as_str() {
        "spring" => Season::Spring,
        "autumn" => Season::Autumn,
        other => {
            let sentence = format!("`{other}` is not a season; use `spring` or `autumn`");
            found.at(&file.season, sentence);
            return Err(found.faults);
        }
    };
    let (truce, armistice) = match &file.armistice {
        None => (Truce::None, None),
        Some(row) => match row.then.get_ref().as_str() {
            "ends" => (Truce::Ends, Some(*row.marker.get_ref())),
            "passes" => (Truce::Passes, Some(*row.marker.get_ref())),
            other => {
                let sentence = format!("`{other}` is not a way to play the armistice; use `ends` or `passes`");
                found.at(&row.then, sentence);
                return Err(found.faults);
            }
        },
    };
    let mut reader = Reader {
        found,
        roster,
        map,
        counters: Vec::new(),
        printed: Vec::new(),
        season,
        passes: truce == Truce::Passes,
        victory_boxes: Vec::new(),
        rows: Vec::new(),
    };
    check_frame(&mut reader, &file);
    reader.victory_boxes = read_victory_boxes(&mut reader, &file);
    let setup = read_setup(&mut reader, &file);
    let arrivals = file.arrival.iter().filter_map(|row| read_arrival(&mut reader, row)).collect::<Vec<_>>();
    if let Some(row) = file.arrival.get(ARRIVALS) {
        reader.found.at(row, format!("there is room for {ARRIVALS} arrivals"));
    }
    let leader_changes = file.leader.iter().filter_map(|row| read_change(&mut reader, row)).collect();
    let replacements = read_replacements(&mut reader, &file);
    let closed = read_closed(&mut reader, &file);
    let defections = read_defections(&mut reader, &file);
    for name in &file.detachments {
        let Some(id) = reader.counter(name.span().start, name.get_ref(), season) else { continue };
        let counter = &reader.counters[id.index()];
        if !counter.detachment || counter.independent {
            let sentence = format!("`{}` cannot be used as a detachment: it is not one, or is independent", counter.id);
            reader.found.at(name, sentence);
        }
    }
    let armies = read_armies(&mut reader, &file);
    add_twins(&mut reader);
    let dummies = both_sides(&file.dummies, |row| Dummies { infantry: row.infantry, cavalry: row.cavalry });
    let autumn_dummies = file
        .autumn_dummies
        .as_ref()
        .map_or(dummies, |rows| both_sides(rows, |row| Dummies { infantry: row.infantry, cavalry: row.cavalry }));
    add_dummies(&mut reader, dummies, autumn_dummies);
    let pontoons = both_sides(&file.pontoons, |number| *number);
    let sieges = read_sieges(&mut reader, &file, &setup);
    let entrenchments =
        file.entrenchment.iter().map(|row| (reader.side(&row.side), reader.place(&row.place))).collect();
    let hypotheses = file.hypotheses.iter().map(|name| reader.hypothesis(name)).collect();
    let shut_in = |placement: &Placement, counters: &[Counter]| {
        let side = counters[placement.who.counter.index()].side;
        sieges.iter().any(|siege: &StandingSiege| siege.at == placement.at && siege.besieger != side)
    };
    let setup = setup.into_iter().map(|it| Placement { inside: shut_in(&it, &reader.counters), ..it }).collect();
    reader.found.finish(Scenario {
        heading: Heading {
            id: file.id.into_inner(),
            title: file.title,
            date: file.date,
            history: file.history,
            options: Vec::new(),
        },
        first_turn: file.first_turn.into_inner(),
        last_turn: file.last_turn.into_inner(),
        season,
        truce,
        armistice,
        frontier_closed: file.frontier_closed,
        napoleon_counts: file.napoleon_counts,
        armies,
        counters: reader.counters,
        setup,
        sieges,
        entrenchments,
        arrivals,
        replacements,
        leader_changes,
        closed,
        defections,
        victory_boxes: reader.victory_boxes,
        dummies,
        autumn_dummies,
        pontoons,
        deck: file.deck.into_inner(),
        hypotheses,
    })
}

fn both_sides<T, U>(row: &SideRow<T>, value: impl Fn(&T) -> U) -> [U; 2] {
    [value(&row.french), value(&row.allied)]
}

/// Id, calendar and deck.
fn check_frame(reader: &mut Reader<'_>, file: &File) {
    let id = file.id.get_ref();
    if !SCENARIOS.contains(&id.as_str()) {
        reader.found.at(&file.id, format!("`{id}` is not a scenario; the scenarios are {}", SCENARIOS.join(", ")));
    }
    let (first, last) = (*file.first_turn.get_ref(), *file.last_turn.get_ref());
    if first == 0 || last < first || last > LAST_TURN {
        let sentence = format!(
            "a scenario runs from one turn to a later one, between 1 and {LAST_TURN}, not from {first} to {last}"
        );
        reader.found.at(&file.first_turn, sentence);
    }
    if let Some(row) = &file.armistice {
        let marker = *row.marker.get_ref();
        if marker < first || marker > last {
            let sentence =
                format!("the Armistice marker is on turn {marker}, but the scenario runs from {first} to {last}");
            reader.found.at(&row.marker, sentence);
        }
    }
    let deck = file.deck.get_ref();
    if deck.is_empty() || deck.iter().any(|card| *card == 0 || usize::from(*card) > CARDS) {
        reader.found.at(&file.deck, format!("the deck lists event cards from 1 to {CARDS}"));
    }
    if (1..deck.len()).any(|index| deck[..index].contains(&deck[index])) {
        reader.found.at(&file.deck, "a card is in the deck twice");
    }
}

fn read_setup(reader: &mut Reader<'_>, file: &File) -> Vec<Placement> {
    let season = reader.season;
    let mut setup: Vec<Placement> = Vec::new();
    for row in &file.setup {
        let at = reader.place(&row.place);
        for text in &row.counters {
            let Some((who, stays)) = reader.strength(text, season) else { continue };
            if setup.iter().any(|other| other.who.counter == who.counter) {
                let id = reader.counters[who.counter.index()].id.clone();
                reader.found.at(text, format!("`{id}` is placed twice"));
            }
            setup.push(Placement { who, at, stays, inside: false });
            reader.rows.push(row.place.span().start);
        }
    }
    for side in [FRENCH, ALLIED] {
        if !setup.iter().any(|placement| reader.counters[placement.who.counter.index()].side == side) {
            reader.found.whole(format!("the {} side has nothing on the map", SIDES.id(side)));
        }
    }
    setup
}

fn read_arrival(reader: &mut Reader<'_>, row: &Spanned<ArrivalRow>) -> Option<Arrival> {
    let offset = row.span().start;
    let row = row.get_ref();
    let when = reader.when(offset, row.turn, row.armistice, row.restart);
    let season = reader.season_of(when);
    let entry = match (&row.place, &row.connection, &row.with) {
        (Some(place), None, None) => Entry::Box(reader.place(place)),
        (None, Some(place), None) => {
            let id = reader.place(place);
            if id != BoxId::NONE && !reader.map.get(id).attributes.contains_key("entry") {
                let sentence = format!("no entry connection leads from the edge of the map into `{}`", place.get_ref());
                reader.found.at(place, sentence);
            }
            Entry::Connection(id)
        }
        (None, None, Some(with)) => Entry::With(reader.counter(with.span().start, with.get_ref(), season)?),
        _ => {
            reader.found.offset(offset, "say where they come: give one of box, connection and with");
            return None;
        }
    };
    let mut who = Vec::new();
    for text in &row.counters {
        let Some((strength, _)) = reader.strength(text, season) else { continue };
        who.push(strength);
    }
    let side = who.first().map(|first| reader.counters[first.counter.index()].side);
    if who.iter().any(|one| Some(reader.counters[one.counter.index()].side) != side) {
        reader.found.offset(offset, "an arrival brings counters of one side");
    }
    if let Some(die) = row.arrives_on.as_ref().filter(|die| !(1..=5).contains(die.get_ref())) {
        reader.found.at(die, "reinforcements that a die may delay come on 1 to 5 or less");
    }
    let arrives_on = row.arrives_on.as_ref().map(|die| *die.get_ref());
    let needs = row.needs.as_ref().map(|flag| reader.flag(flag));
    let option = row.option.as_ref().map(|name| reader.hypothesis(name));
    Some(Arrival { when, side: side?, entry, who, arrives_on, needs, option })
}

fn read_change(reader: &mut Reader<'_>, row: &Spanned<LeaderRow>) -> Option<LeaderChange> {
    let offset = row.span().start;
    let row = row.get_ref();
    let when = reader.when(offset, row.turn, row.armistice, row.restart);
    let season = reader.season_of(when);
    let option = row.option.as_ref().map(|name| reader.hypothesis(name));
    let unless = row.unless.as_ref().map(|name| reader.hypothesis(name));
    let change = match (&row.remove, &row.replace, &row.by) {
        (Some(leader), None, None) => Change::Remove(reader.leader(leader, season)?),
        (None, Some(old), Some(new)) => Change::Replace(reader.leader(old, season)?, reader.leader(new, season)?),
        _ => {
            reader.found.offset(offset, "say what changes: remove = …, or replace = … and by = …");
            return None;
        }
    };
    Some(LeaderChange { when, change, option, unless })
}

fn read_replacements(reader: &mut Reader<'_>, file: &File) -> Vec<Replacements> {
    let mut replacements = Vec::new();
    for row in &file.strength {
        let offset = row.span().start;
        let when = reader.when(offset, row.get_ref().turn, row.get_ref().armistice, row.get_ref().restart);
        for (nation, strength) in &row.get_ref().nations {
            let takers = |counter: &&Counter| counter.nation == *nation && counter.kind.has_strength();
            if !reader.counters.iter().any(|counter| takers(&counter) && !counter.detachment) {
                let sentence =
                    format!("nobody can take {} strength points: the game has no unit of that nation", nation.name());
                reader.found.offset(offset, sentence);
            }
            replacements.push(Replacements { when, nation: *nation, strength: *strength });
        }
    }
    replacements
}

fn read_closed(reader: &mut Reader<'_>, file: &File) -> Vec<Closed> {
    let mut closed = Vec::new();
    for row in &file.closed {
        let boxes = row.boxes.iter().map(|name| reader.place(name)).collect();
        closed.push(Closed { boxes, until: reader.flag(&row.until), reason: row.reason.clone() });
    }
    closed
}

fn read_defections(reader: &mut Reader<'_>, file: &File) -> Vec<Defection> {
    let mut defections = Vec::new();
    for row in &file.defection {
        let offset = row.span().start;
        let row = row.get_ref();
        let when = reader.when(offset, row.turn, None, row.restart);
        let season = reader.season_of(when);
        if !(1..=6).contains(row.from_die.get_ref()) {
            reader.found.at(&row.from_die, "a die shows 1 to 6");
        }
        let Some(counter) = reader.counter(row.counter.span().start, row.counter.get_ref(), season) else { continue };
        let (strength, from_die) = (row.strength, *row.from_die.get_ref());
        defections.push(Defection { when, counter, strength, from_die, reason: row.reason.clone() });
    }
    defections
}

fn read_victory_boxes(reader: &mut Reader<'_>, file: &File) -> Vec<VictoryBox> {
    let mut boxes: Vec<VictoryBox> = Vec::new();
    for row in &file.victory {
        let at = reader.place(&row.place);
        let flag = row.flag.as_ref().map(|side| reader.side(side));
        if boxes.iter().any(|other| other.at == at && at != BoxId::NONE) {
            reader.found.at(&row.place, format!("`{}` gives victory points twice", row.place.get_ref()));
        }
        boxes.push(VictoryBox { at, points: row.points, flag });
    }
    if boxes.is_empty() || boxes.len() > VICTORY_BOXES {
        reader.found.whole(format!("a scenario has from 1 to {VICTORY_BOXES} boxes with victory points"));
    }
    boxes
}

fn read_sieges(reader: &mut Reader<'_>, file: &File, setup: &[Placement]) -> Vec<StandingSiege> {
    let mut sieges = Vec::new();
    for row in &file.siege {
        let at = reader.place(&row.place);
        let besieger = reader.side(&row.besieger);
        for side in [FRENCH, ALLIED] {
            let stands = |placement: &&Placement| {
                placement.at == at && reader.counters[placement.who.counter.index()].side == side
            };
            if !setup.iter().any(|placement| stands(&placement)) {
                let (place, side) = (row.place.get_ref(), SIDES.id(side));
                reader.found.at(&row.place, format!("a siege of `{place}` needs the {side} side there, too"));
            }
        }
        sieges.push(StandingSiege { at, besieger, step: row.step, masked: row.masked });
    }
    for (index, placement) in setup.iter().enumerate() {
        let sides = |other: &&Placement| {
            other.at == placement.at
                && reader.counters[other.who.counter.index()].side
                    != reader.counters[placement.who.counter.index()].side
        };
        if placement.at != BoxId::NONE
            && setup.iter().any(|other| sides(&other))
            && !sieges.iter().any(|siege: &StandingSiege| siege.at == placement.at)
        {
            let sentence = format!("both sides are in `{}`, but there is no siege", reader.map.get(placement.at).name);
            reader.found.offset(reader.rows[index], sentence);
            break;
        }
    }
    sieges
}

fn read_armies(reader: &mut Reader<'_>, file: &File) -> Vec<Army> {
    let mut armies = reader.roster.armies.clone();
    for army in &mut armies {
        for source in &army.sources {
            match reader.map.find(source) {
                Some(place) => army.source_boxes.push(place),
                None => reader.found.whole(format!("the map has no box `{source}`, the source of the {}", army.name)),
            }
        }
    }
    for (id, names) in &file.commanders {
        let Some(army) = reader.roster.army(id) else {
            reader.found.at(names, format!("there is no army `{id}`"));
            continue;
        };
        for text in names.get_ref() {
            let offset = text.span().start;
            let words: Vec<&str> = text.get_ref().split_whitespace().collect();
            let (name, from_turn) = match words[..] {
                [name] => (name, 0),
                [name, turn] => match turn.parse() {
                    Ok(turn) => (name, turn),
                    Err(_) => {
                        reader.found.offset(offset, format!("`{turn}` is not a turn from which `{name}` can command"));
                        continue;
                    }
                },
                _ => {
                    reader.found.offset(offset, "write a commander as `barclay`, or `barclay 6` from turn 6 on");
                    continue;
                }
            };
            let roster = reader.roster;
            let own = |printed: &&Printed| printed.counter.id == name && printed.counter.army == Some(army);
            let Some(printed) = roster.printed.iter().find(own) else {
                reader.found.offset(offset, format!("`{name}` is not a leader of the {}", armies[army.index()].name));
                continue;
            };
            if printed.counter.kind != Kind::Leader {
                reader.found.offset(offset, format!("`{name}` is not a leader"));
            }
            let Some(leader) = reader.take(offset, printed) else { continue };
            armies[army.index()].succession.push(Command { leader, from_turn });
        }
    }
    for (index, army) in armies.iter().enumerate() {
        let of_army = |counter: &&Counter| counter.army.is_some_and(|own| own.index() == index);
        if army.succession.is_empty()
            && let Some(counter) = reader.counters.iter().find(of_army)
        {
            let sentence = format!("`{}` belongs to the {}, which nobody commands", counter.id, army.name);
            reader.found.whole(sentence);
        }
    }
    armies
}

/// The autumn counters of the spring counters in play, in a scenario that passes the armistice (A.arm.g).
fn add_twins(reader: &mut Reader<'_>) {
    if !reader.passes {
        return;
    }
    for index in 0..reader.counters.len() {
        let Some(twin) = reader.printed[index].twin.as_deref() else { continue };
        let own = |printed: &&Printed| printed.counter.id == twin && printed.counter.season == Season::Autumn;
        let roster = reader.roster;
        let Some(printed) = roster.printed.iter().find(own) else { continue };
        let twin = reader.take(0, printed);
        reader.counters[index].twin = twin;
    }
}

/// Dummies stand at the end of the list, as many as either season has.
fn add_dummies(reader: &mut Reader<'_>, spring: [Dummies; 2], autumn: [Dummies; 2]) {
    for (name, side) in SIDES.each() {
        let (first, second) = (spring[side.index()], autumn[side.index()]);
        let nation = if side == FRENCH { Nation::French } else { Nation::Russian };
        let infantry = first.infantry.max(second.infantry);
        let cavalry = first.cavalry.max(second.cavalry);
        for number in 1..=infantry + cavalry {
            let kind = if number <= infantry { Kind::InfantryDummy } else { Kind::CavalryDummy };
            let id = format!("{name}-dummy-{number}");
            let counter = blank(&id, "Dummy", side, nation, kind, Season::Both);
            reader.counters.push(counter);
        }
    }
    if reader.counters.len() > COUNTERS {
        reader.found.whole(format!("there is room for {COUNTERS} counters, dummies included"));
    }
}
