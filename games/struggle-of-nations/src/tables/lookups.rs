//! How the rules ask the tables.

use super::*;

impl Tables {
    pub fn parse(name: &str, text: &str) -> Result<Tables, Vec<Fault>> {
        let source = Source::new(name, text);
        let tables: Tables = source.read()?;
        let mut faults = Vec::new();
        let mut check = |sound: bool, sentence: &str| {
            if !sound {
                faults.push(source.fault(0, sentence));
            }
        };
        check(tables.point == 2, "movement is counted in halves: point is 2");
        check(
            TERRAIN.iter().all(|name| tables.terrain.row(name).is_some()),
            "every kind of ground has a row in the terrain table",
        );
        check(
            tables.terrain.roads.iter().map(|row| row.name.as_str()).eq(ROADS),
            "the roads are the primary and the secondary one",
        );
        let sides = &tables.terrain.hexsides;
        check(
            sides.iter().map(|row| row.name.as_str()).eq(HEXSIDES)
                && sides[0].passable == Some(false)
                && sides[0].stops_zones
                && sides[1..].iter().all(|row| row.affecting && row.passable.is_none() && !row.stops_zones),
            "hexsides are primary rivers, which close the way and stop zones, secondary ones and bridges",
        );
        let quotient = &tables.quotient;
        check(
            quotient.ladder.len() == usize::from(quotient.barred)
                && quotient.names.len() == quotient.ladder.len() + 1
                && tables.attrition.rows.len() == quotient.ladder.len(),
            "the ladder of quotients, its names and the rows of attrition do not fit together",
        );
        check(quotient.kinds == KINDS, "the kinds of march are stand, march 3, 5, 9, 13, forced 3, 5");
        check(
            tables.combat.rows.iter().all(|row| row.len() == tables.combat.odds.len())
                && tables.combat.affecting.len() == tables.combat.odds.len()
                && tables.combat.odds.len() == ODDS,
            "the combat table has a cell for every column of odds",
        );
        check(tables.artillery.rows.len() == 10, "artillery has ten lines");
        check(tables.limits.track.long == 13, "a long track has 13 spaces");
        check(
            ["1-3", "1-2", "1-1", "2-1", "3-1"].iter().all(|ratio| tables.artillery.ratios.contains_key(*ratio)),
            "artillery has a change for every ratio",
        );
        if faults.is_empty() { Ok(tables) } else { Err(faults) }
    }

    /// T3: points received; nothing beyond the last band (5.receive).
    pub fn receipt(&self, line: TableLine, length: u8, die: u8, morale: i8) -> u8 {
        let row = self.pool.rows.iter().find(|row| row.line == line && (row.from..=row.to).contains(&length));
        // 5.receive.morale: held within 1 and 6.
        let modified = if rule!("5.receive.morale", morale != 0) { die as i8 + morale } else { die as i8 };
        row.map_or(0, |row| row.points[modified.clamp(1, 6) as usize - 1])
    }

    /// T3: points a turn without a die, in halves (5.index).
    pub fn index(&self, line: TableLine, length: u8) -> u8 {
        let row = self.pool.rows.iter().find(|row| row.line == line && (row.from..=row.to).contains(&length));
        row.map_or(0, |row| row.index)
    }

    /// 5.support: what is kept of a receipt, and the columns that attrition shifts to the right.
    pub fn supported(&self, declared: u8, received: u8) -> (u8, i8) {
        // 5.support.pay: never more than came in.
        let paid = if rule!("5.support.pay", declared > received) { received } else { declared };
        let shift = self.support.shift[usize::from(declared.min(3))];
        // 5.support.left: a shift to the left needs all its points.
        let short = shift < 0 && received < self.support.left_needs;
        (received - paid, if rule!("5.support.left", short) { 0 } else { shift })
    }

    pub fn reach(&self, line: TableLine) -> Reach {
        match line {
            TableLine::French => self.communications.french,
            TableLine::SilesiaSpring => self.communications.silesia_spring,
            TableLine::Silesia => self.communications.silesia,
            TableLine::Bohemia => self.communications.bohemia,
            TableLine::North => self.communications.north,
        }
    }

    pub fn depot_class(&self, class: u8) -> Option<&DepotClass> {
        self.depots.classes.iter().find(|row| row.class == class)
    }

    /// T6: what the rating of the leader opposite adds to an exit or pursuit die.
    pub fn comparison(&self, active: u8, passive: u8) -> i8 {
        self.comparison.rows[usize::from(active.min(5))][usize::from(passive.min(5))]
    }

    fn columns(&self, army: Army) -> &[[i8; 2]; 7] {
        match army {
            Army::French => &self.quotient.columns.french,
            Army::Silesia | Army::Poland => &self.quotient.columns.silesia,
            Army::Bohemia => &self.quotient.columns.bohemia,
            Army::North => &self.quotient.columns.north,
        }
    }

    /// The column of a total of points, from the best, 0, to the worst.
    pub fn column(&self, army: Army, points: i8) -> usize {
        let fits = |bounds: &[i8; 2]| (bounds[0]..=bounds[1]).contains(&points);
        self.columns(army).iter().position(fits).unwrap_or(if points > 0 { 0 } else { COLUMNS - 1 })
    }

    /// 5.negative: how low the points of an army may fall.
    pub fn debt(&self, army: Army) -> i8 {
        self.columns(army)[COLUMNS - 1][0]
    }

    /// T7: the step of the ladder for a strength, a column and a march.
    pub fn step(&self, strength: u16, column: usize, effort: Effort) -> u8 {
        let Some(row) = self.quotient.base.rows.iter().find(|row| (row.from..=row.to).contains(&strength)) else {
            return 0;
        };
        let whole = |halves: u8| halves.div_ceil(self.point);
        let place = match effort {
            Effort::Stand => 0,
            Effort::March(halves) => match whole(halves) {
                0 => 0,
                // 8.quotient.example: three points are read apart from five.
                1..=3 if rule!("8.quotient.example", true) => 1,
                1..=5 => 2,
                // 8.columns: the same for cavalry.
                6..=9 => 3,
                _ => 4,
            },
            Effort::Forced(halves) => match whole(halves) {
                0..=3 => 5,
                4..=5 => 6,
                // 8.columns: there is no forced march beyond.
                _ => return self.quotient.barred,
            },
        };
        let step = row.steps[place] as i8 + self.quotient.steps[column.min(COLUMNS - 1)];
        let step = step.clamp(0, self.quotient.barred as i8) as u8;
        // Standing still is never barred.
        if effort == Effort::Stand { step.min(self.quotient.barred - 1) } else { step }
    }

    /// T8: points lost by a die on a step of the ladder.
    pub fn attrition(&self, step: u8, die: u8, line: Line, bonus: bool) -> u8 {
        let wet = rule!("24.mud", line == Line::Wet);
        let column = die as i8 + i8::from(wet) - i8::from(bonus);
        let row = usize::from(step).min(self.attrition.rows.len() - 1);
        self.attrition.rows[row][column.clamp(0, 7) as usize]
    }

    /// T10: points lost by a target. `ratio` is that of the cavalry, see [`cavalry_ratio`].
    pub fn artillery(&self, guns: u8, die: u8, ratio: Ratio) -> u8 {
        if guns == 0 {
            return 0;
        }
        let change = self.artillery.ratios.get(ratio.id()).copied().unwrap_or(0);
        let line = (die as i8 + change - self.artillery.first_line).clamp(0, self.artillery.rows.len() as i8 - 1);
        let column = self.artillery.columns.iter().rposition(|lowest| *lowest <= guns).unwrap_or(0);
        self.artillery.rows[line as usize][column]
    }

    /// The column of odds on clear ground, from 0 for 1-5 (18.odds): rounded in favour of the defender.
    pub fn odds(&self, attacker: u16, defender: u16) -> usize {
        const EVEN: usize = 4;
        let defender = defender.max(1);
        if attacker == 0 {
            return 0;
        }
        if attacker >= defender {
            let times = usize::from(attacker / defender);
            (EVEN + times - 1).min(ODDS - 1)
        } else {
            let times = usize::from(defender.div_ceil(attacker));
            EVEN.saturating_sub(times - 1)
        }
    }

    /// The same odds on the affecting line (16.combat).
    pub fn affected(&self, column: usize) -> usize {
        usize::from(self.combat.affecting[column.min(ODDS - 1)])
    }

    /// T11: the die is held within 1 and 6.
    pub fn combat(&self, column: usize, die: i8) -> Result11 {
        let die = if rule!("T.all", true) { die.clamp(1, 6) } else { 1 };
        self.combat.rows[die as usize - 1][column.min(ODDS - 1)]
    }

    /// T12: how far a leader may pursue.
    pub fn pursuit(&self, rating: u8, die: i8, retreat: u8) -> u8 {
        let rating = rating.min(5);
        let lowest = if rating >= 4 { 1 } else { self.pursuit.first_die };
        let die = die.clamp(lowest, self.pursuit.first_die + 8);
        retreat.saturating_sub(self.pursuit.rows[usize::from(rating)][(die - self.pursuit.first_die) as usize])
    }

    /// 20.pursuit.bonus: further hexes for cavalry and Old Guard alone.
    pub fn pursuit_bonus(&self) -> u8 {
        self.pursuit.bonus
    }

    /// T13: the number that the armistice die must not exceed.
    pub fn armistice(&self, french: i8, allied: i8, turn: &str) -> u8 {
        let place = |list: &[i8; 4], value: i8| list.iter().position(|space| *space == value).unwrap_or(0);
        let number = self.armistice.rows[place(&self.armistice.french, french)][place(&self.armistice.allied, allied)];
        if turn == self.armistice.modifier.turn { number + self.armistice.modifier.add } else { number }
    }

    /// The turn whose armistice number is higher.
    pub fn armistice_turn(&self) -> &str {
        &self.armistice.modifier.turn
    }

    pub fn track(&self, side: Side) -> Track {
        if side == FRENCH { self.morale.french } else { self.morale.allied }
    }

    /// By how many steps an event moves a marker (12).
    pub fn morale_steps(&self, event: &str) -> i8 {
        self.morale.changes.iter().find(|change| change.event == event).map_or(0, |change| change.steps)
    }

    /// T15: the round from which a force that came by forced march is there.
    pub fn hurry(&self, die: u8, column: usize) -> u8 {
        self.hurry.rows[usize::from(die.clamp(1, 6) - 1) / 2][column.min(2)]
    }
}
