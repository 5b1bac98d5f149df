//! How the rows of a scenario become what the rules use.

use super::*;

impl Reader<'_> {
    pub(super) fn fault(&mut self, offset: usize, sentence: String) {
        self.faults.push(self.source.fault(offset, sentence));
    }

    pub(super) fn turn(&mut self, word: &Spanned<String>) -> u8 {
        self.context.calendar.find(word.get_ref()).unwrap_or_else(|| {
            self.fault(word.span().start, format!("there is no turn `{}` in the calendar", word.get_ref()));
            1
        })
    }

    pub(super) fn hex(&mut self, word: &Spanned<String>) -> Hex {
        self.context.grid.parse(word.get_ref()).unwrap_or_else(|| {
            self.fault(word.span().start, format!("`{}` is not a hex of the map", word.get_ref()));
            Hex::NONE
        })
    }

    pub(super) fn source_at(&mut self, line: TableLine, word: &Spanned<String>) -> SourceId {
        let hex = self.hex(word);
        let sources = &self.context.theatre.sources;
        let found = sources.iter().position(|source| source.hex == hex && source.line == line);
        found.map_or_else(
            || {
                self.fault(word.span().start, format!("the army has no source in {}", word.get_ref()));
                SourceId::NONE
            },
            |index| SourceId(index as u8),
        )
    }

    pub(super) fn leader(&mut self, row: &LeaderRow) -> LeaderSetup {
        let id = row.id.get_ref();
        let kind = row.kind.as_ref().and_then(|word| {
            let kind = kind_of(word.get_ref());
            if kind.is_none() {
                self.fault(word.span().start, format!("`{}` is no kind of leader", word.get_ref()));
            }
            kind
        });
        if kind.is_none() && self.context.roster.leader(id).is_none() {
            self.fault(row.id.span().start, format!("there is no leader `{id}`"));
        }
        let army = row.army.as_ref().and_then(|word| {
            let army = army_of(word.get_ref());
            if army.is_none() {
                self.fault(word.span().start, format!("there is no army `{}`", word.get_ref()));
            }
            army
        });
        let mut units = Vec::new();
        for (unit, strength) in &row.units {
            match self.context.roster.unit(unit) {
                Some(unit) => units.push((unit, *strength)),
                None => self.fault(row.id.span().start, format!("there is no unit `{unit}`")),
            }
        }
        let name = row.name.clone().unwrap_or_else(|| id.clone());
        LeaderSetup { id: id.clone(), kind, name, army, units }
    }

    pub(super) fn package(&mut self, row: &PackageRow) -> PackageSetup {
        let [lead, rear] = [&row.hexes[0], &row.hexes[1]].map(|word| self.hex(word));
        let grid = self.context.grid;
        let package = match row.mode {
            Mode::Column => Package::column(grid, lead, row.heading.get_ref().direction()),
            Mode::Line => {
                let axis = grid.direction_between(lead, rear).unwrap_or(Direction::North);
                Package::line(grid, lead, axis).unwrap_or(Package::NOWHERE)
            }
        };
        let looks_right = row.mode == Mode::Column || package.facing == *row.heading.get_ref();
        if package.rear != rear || !looks_right {
            self.fault(row.hexes[0].span().start, "hexes, mode and heading do not fit together".into());
        }
        PackageSetup {
            side: SIDES.in_source(&self.source, &row.side, &mut self.faults),
            package,
            leaders: row.leaders.iter().map(|leader| self.leader(leader)).collect(),
            trains: row.trains.clone(),
        }
    }

    pub(super) fn award(&mut self, offset: usize, words: &str) -> Award {
        Award::parse(words).unwrap_or_else(|| {
            self.fault(offset, format!("`{words}` is no result"));
            Award::DRAW
        })
    }

    pub(super) fn victory(&mut self, row: &VictoryRow) -> Victory {
        let at = row.kind.span().start;
        if row.immediate != ["morale", "no-troops"] {
            self.fault(at, "morale and no-troops end every game at once".into());
        }
        match row.kind.get_ref().as_str() {
            "armistice" => {
                let before = row
                    .before
                    .iter()
                    .map(|row| (self.turn(&row.turn), self.award(row.result.span().start, row.result.get_ref())))
                    .collect();
                let automatic = row.automatic.as_ref();
                let automatic = automatic.map_or(Award::DRAW, |word| self.award(word.span().start, word.get_ref()));
                Victory::Armistice { before, automatic }
            }
            "steps" => {
                let mut levels = Vec::new();
                for row in &row.levels {
                    match row.result.get_ref().as_str() {
                        "victory" => levels.push((row.ahead, "victory")),
                        "marginal" => levels.push((row.ahead, "marginal victory")),
                        other => self.fault(row.result.span().start, format!("`{other}` is no level")),
                    }
                }
                let level = match &row.level {
                    None => Level::Fixed(Award::DRAW),
                    Some(LevelWord::Word(word)) => Level::Fixed(self.award(at, word)),
                    Some(LevelWord::Force(force)) => {
                        let place = self.context.theatre.place_of.get(&force.traces_to).copied();
                        if place.is_none() {
                            self.fault(at, format!("there is no place `{}`", force.traces_to));
                        }
                        Level::FrenchForce {
                            strength: force.french_force,
                            traces_to: place.unwrap_or(Hex::NONE),
                            yes: self.award(at, &force.yes),
                            no: self.award(at, &force.no),
                        }
                    }
                };
                let berlin = row.city.as_ref().map(|city| {
                    if city.name.get_ref() != "berlin" || city.held_by.get_ref() != "french" {
                        self.fault(city.name.span().start, "only Berlin in French hands decides a scenario".into());
                    }
                    self.award(city.result.span().start, city.result.get_ref())
                });
                Victory::Steps { levels, level, berlin }
            }
            other => {
                self.fault(at, format!("`{other}` is no kind of victory; steps and armistice are"));
                Victory::Steps { levels: Vec::new(), level: Level::Fixed(Award::DRAW), berlin: None }
            }
        }
    }

    pub(super) fn arrival(&mut self, row: &ArrivalRow) -> Arrival {
        let mut entries = Vec::new();
        for word in &row.entries {
            match self.context.theatre.entries.iter().position(|entry| entry.id == *word.get_ref()) {
                Some(index) => entries.push(index as u8),
                None => self.fault(word.span().start, format!("there is no entry `{}`", word.get_ref())),
            }
        }
        let trains = row.brings.iter().filter_map(|word| word.strip_prefix("train ")).map(str::to_owned).collect();
        Arrival {
            turn: self.turn(&row.turn),
            side: SIDES.in_source(&self.source, &row.side, &mut self.faults),
            entries,
            leaders: row.leaders.iter().map(|leader| self.leader(leader)).collect(),
            brings_centre: row.brings.iter().any(|word| word == "centre"),
            trains,
            any_army: row.army.as_deref() == Some("any"),
        }
    }

    pub(super) fn drafts(&mut self, row: &Replacements, last: u8) -> Vec<Draft> {
        let mut drafts = Vec::new();
        if let Some(from) = &row.from {
            let by = ByNation {
                french: row.french,
                austrian: row.austrian,
                russian: row.russian,
                prussian: row.prussian,
                swedish: None,
            };
            drafts.push(Draft {
                from: self.turn(from),
                to: last,
                turns: Vec::new(),
                option: None,
                points: by.points(),
            });
        }
        for row in &row.period {
            let by = ByNation {
                french: row.french,
                austrian: row.austrian,
                russian: row.russian,
                prussian: row.prussian,
                swedish: None,
            };
            drafts.push(Draft {
                from: self.turn(&row.from),
                to: self.turn(&row.to),
                turns: Vec::new(),
                option: None,
                points: by.points(),
            });
        }
        for row in &row.extra {
            let by =
                ByNation { french: row.french, russian: row.russian, prussian: row.prussian, ..ByNation::default() };
            let turns = row.turns.iter().map(|word| self.turn(word)).collect();
            drafts.push(Draft { from: 1, to: u8::MAX, turns, option: row.option.clone(), points: by.points() });
        }
        drafts
    }

    pub(super) fn armistice(&mut self, row: &ArmisticeRow) -> ArmisticeSetup {
        let mut centres = Vec::new();
        for (army, row) in &row.centres {
            let centre = [&row.centre[0], &row.centre[1]].map(|word| self.hex(word));
            let line = if *army == Army::Bohemia { TableLine::Bohemia } else { TableLine::North };
            centres.push((*army, centre, self.source_at(line, &row.source)));
        }
        let mut forces = Vec::new();
        for row in &row.force {
            let place = self.context.theatre.place_of.get(row.place.get_ref()).copied();
            if place.is_none() {
                self.fault(row.place.span().start, format!("there is no place `{}`", row.place.get_ref()));
            }
            let side = SIDES.in_source(&self.source, &row.side, &mut self.faults);
            let leaders = row.leaders.iter().map(|leader| self.leader(leader)).collect();
            forces.push((side, place.unwrap_or(Hex::NONE), leaders));
        }
        ArmisticeSetup {
            automatic_after: self.turn(&row.automatic_after),
            resumes: self.turn(&row.resumes),
            turns: row.turns,
            points: row.points.iter().map(|(army, points)| (*army, *points)).collect(),
            morale: [row.morale.french, row.morale.allied],
            leave: row.leave.clone(),
            centres,
            replacements: row.replacements.points(),
            forces,
        }
    }
}
