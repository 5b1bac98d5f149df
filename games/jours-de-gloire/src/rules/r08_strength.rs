//! Cases 8.3 and 8.5 with T.combat: what a side fights with in a round. Every number comes with the case that gives it,
//! so that it can be shown as well as added up.
//! Decides 3.1c, 3.1f, 8.1b, 8.3a, 8.3b, 8.5a, 8.5c, 8.5d, 8.5g, 8.5h, 8.8b, 8.8n, T.artillery, T.combat, T.combat.col,
//! T.combat.die, T.combat.sp, T.pursuit.

use board::boxes::ConnectionId;
use kernel::{Case, Side};

use crate::Rules;
use crate::battle::{Battle, Engagement};
use crate::counters::{CounterId, Kind};
use crate::ground::{Terrain, Water};
use crate::sets::CounterSet;
use crate::state::{State, enemy_of};
use crate::tables::{Cell, Weather};

/// A number that goes into a column or onto a die: its case, what it is for, and how much it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Figure {
    pub(crate) case: Case,
    pub(crate) words: &'static str,
    pub(crate) value: i32,
}

const fn figure(case: Case, words: &'static str, value: i32) -> Figure {
    Figure { case, words, value }
}

/// What a throw of T.combat is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Throwing {
    /// After factors, fractions dropped.
    pub(crate) strength: u16,
    pub(crate) columns: i32,
    pub(crate) die: i32,
}

impl Rules {
    /// The ground the battle is fought on. A fortified city's box is defensive terrain, before its walls (8.8b, R J45) and
    /// for a besieger who is attacked (8.8n).
    pub(crate) fn battle_terrain(&self, battle: &Battle) -> Terrain {
        let fortified = self.ground.is_fortified(battle.at);
        let defensive = match battle.engagement {
            Engagement::Sortie => rule!("8.8n", fortified),
            Engagement::Field | Engagement::Assault => rule!("8.8b", fortified),
        };
        if defensive { Terrain::Defensive } else { self.ground.terrain(battle.at) }
    }

    /// Whether a connection leads over a bridge or a pontoon.
    pub(crate) fn is_bridged(&self, state: &State, connection: ConnectionId) -> bool {
        match self.ground.water(connection) {
            Water::None => false,
            Water::Minor { bridge } => bridge,
            Water::Major { bridge } => bridge || state.pontoons.iter().any(|laid| laid.contains(connection)),
        }
    }

    /// T.combat.sp: what becomes of the SP of a unit, in quarters.
    pub(crate) fn factors_of(&self, state: &State, battle: &Battle, counter: CounterId, mut take: impl FnMut(Figure)) {
        let table = &self.tables.quarters;
        let attacks = self.side_of(counter) == battle.attacker;
        if attacks && rule!("8.5a", state.piece(counter).fatigued) {
            take(figure(case!("8.5a"), "fatigued attacker", i32::from(table.fatigued_attacker)));
        }
        if attacks && battle.engagement == Engagement::Assault && rule!("T.combat.sp", true) {
            take(figure(
                case!("T.combat.sp"),
                "attacker of a fortified city",
                i32::from(table.attacker_of_fortified_city),
            ));
        }
        if self.kind(counter) == Kind::Cavalry {
            let broken = match self.battle_terrain(battle) {
                Terrain::Open => false,
                Terrain::Defensive | Terrain::Mountain => rule!("T.combat.sp", true),
            };
            if broken {
                let part = i32::from(table.cavalry_in_mountain_or_defensive);
                take(figure(case!("T.combat.sp"), "cavalry in mountains or on defensive ground", part));
            }
        }
    }

    /// 8.3a: the roster's SP with their factors, summed, fractions dropped. 8.3b: all units of the side are one Force.
    pub(crate) fn fighting_strength(&self, state: &State, battle: &Battle, side: Side) -> u16 {
        let mut total = 0u32;
        for counter in battle.forces[side.index()].iter().filter(|counter| self.has_strength(*counter)) {
            let strength = u32::from(state.piece(counter).strength);
            if strength == 0 || (total > 0 && !rule!("8.3b", true)) {
                continue;
            }
            // Three factors of quarters at most: sixty-fourths.
            let mut parts = strength * 64;
            self.factors_of(state, battle, counter, |factor| {
                if rule!("8.3a", true) {
                    parts = parts * factor.value.max(0) as u32 / 4;
                }
            });
            total += parts;
        }
        (total / 64) as u16
    }

    /// T.combat.col: columns to the right for a side. All add up but the flank of an encircled enemy (8.5d).
    pub(crate) fn columns_for(&self, state: &State, battle: &Battle, side: Side, mut add: impl FnMut(Figure)) {
        let table = &self.tables.shift;
        let attacks = side == battle.attacker;
        let encircles = attacks && rule!("8.5c", battle.encircled);
        if encircles {
            add(figure(case!("8.5c"), "the defender is encircled", i32::from(table.defender_encircled)));
        }
        if battle.flank[side.index()] && !(encircles && rule!("8.5d", true)) {
            add(figure(case!("8.5b"), "flank attack", i32::from(table.flank_attack)));
        }
        match self.battle_terrain(battle) {
            Terrain::Open => {}
            Terrain::Mountain => {
                if attacks && rule!("T.combat.col", true) {
                    add(figure(
                        case!("T.combat.col"),
                        "the defender is in mountains",
                        i32::from(table.mountain_attacker),
                    ));
                }
            }
            Terrain::Defensive => {
                let columns = if attacks { table.defensive_attacker } else { table.defensive_defender };
                if rule!("T.combat.col", true) {
                    add(figure(case!("T.combat.col"), "the defender is on defensive ground", i32::from(columns)));
                }
            }
        }
        let works = state.entrenched[enemy_of(battle.attacker).index()].contains(battle.at);
        if attacks && rule!("T.combat.col", works) {
            add(figure(case!("T.combat.col"), "the defender is entrenched", i32::from(table.entrenched_attacker)));
        }
        if rule!("T.combat.col", battle.round == 4) {
            add(figure(case!("T.combat.col"), "fourth round", i32::from(table.fourth_round)));
        }
    }

    /// T.combat.die: what a side adds to its die. All add up.
    pub(crate) fn die_for(&self, state: &State, battle: &Battle, side: Side, mut add: impl FnMut(Figure)) {
        let table = &self.tables.die;
        let own = &battle.forces[side.index()];
        let attacks = side == battle.attacker;
        let bonus = self.tactical_bonus(own);
        if rule!("8.5h", bonus > 0) {
            add(figure(case!("8.5h"), "tactical bonus of the highest-ranking leader", i32::from(bonus)));
        }
        let theirs = &battle.forces[enemy_of(side).index()];
        let difference = i32::from(self.average_cohesion(state, own)) - i32::from(self.average_cohesion(state, theirs));
        if rule!("8.5g", difference != 0) {
            add(figure(case!("8.5g"), "difference in average cohesion", difference));
        }
        if attacks && self.attacks_over_bridge(state, battle) && rule!("T.combat.die", true) {
            add(figure(case!("T.combat.die"), "attack over a bridge", i32::from(table.attack_over_bridge)));
        }
        let open = self.battle_terrain(battle) == Terrain::Open && !self.ground.is_fortified(battle.at);
        if !attacks && open && rule!("T.combat.die", true) {
            add(figure(case!("T.combat.die"), "defence in the open", i32::from(table.open_terrain_defender)));
        }
        if rule!("T.combat.die", battle.round >= 3) {
            add(figure(case!("T.combat.die"), "third and fourth round", i32::from(table.third_and_fourth_round)));
        }
    }

    /// 8.5h: the TacB of the highest rank; of equal ranks the best.
    pub(crate) fn tactical_bonus(&self, force: &CounterSet) -> u8 {
        self.foremost(force, |leader| leader.tactical_bonus).map_or(0, |leader| self.counter(leader).tactical_bonus)
    }

    /// One crossing Force of several is enough (T.combat.die).
    fn attacks_over_bridge(&self, state: &State, battle: &Battle) -> bool {
        let attackers = battle.forces[battle.attacker.index()];
        // A card may have opened the way.
        !battle.bridge_won[battle.attacker.index()]
            && attackers
                .iter()
                .filter(|counter| self.is_unit(*counter))
                .any(|counter| state.piece(counter).entered_by.is_some_and(|way| self.is_bridged(state, way)))
    }

    /// Strength, columns and die modifier of a side in the round at hand (8.1b).
    pub(crate) fn throwing(&self, state: &State, battle: &Battle, side: Side) -> Throwing {
        let mut columns = 0;
        self.columns_for(state, battle, side, |figure| columns += figure.value);
        let mut die = 0;
        self.die_for(state, battle, side, |figure| die += figure.value);
        let strength = if rule!("8.1b", true) { self.fighting_strength(state, battle, side) } else { 0 };
        Throwing { strength, columns, die }
    }

    /// T.combat: what the enemy loses. Rows and columns beyond the ends use the last ones (R J21).
    pub(crate) fn battle_cell(&self, throwing: Throwing, die: u8) -> Cell {
        if rule!("T.combat", true) {
            self.tables.combat(throwing.strength, throwing.columns, i32::from(die) + throwing.die)
        } else {
            Cell::default()
        }
    }

    /// The number of the column a side throws on, from 0, shifts included.
    pub(crate) fn battle_column(&self, throwing: Throwing) -> u8 {
        let last = self.tables.combat.columns().len() as i32 - 1;
        (self.tables.combat.column(throwing.strength) as i32 + throwing.columns).clamp(0, last) as u8
    }

    /// T.artillery: the guns of a side, reserve artillery included.
    pub(crate) fn artillery_bonus(&self, state: &State, force: &CounterSet) -> u16 {
        let firing = force.iter().filter(|counter| self.serves(state, *counter));
        firing.map(|counter| u16::from(self.counter(counter).artillery_bonus)).sum()
    }

    /// T.pursuit: the horse of a side.
    pub(crate) fn cavalry_bonus(&self, state: &State, force: &CounterSet) -> u16 {
        let riding = force.iter().filter(|counter| self.serves(state, *counter));
        riding.map(|counter| u16::from(self.counter(counter).cavalry_bonus)).sum()
    }

    /// Whether a unit has men left to serve its guns and horses; reserve artillery has none to lose (R J2).
    fn serves(&self, state: &State, counter: CounterId) -> bool {
        match self.kind(counter) {
            Kind::Artillery => state.place_of(counter).is_some(),
            Kind::Infantry | Kind::Cavalry => state.piece(counter).strength > 0,
            Kind::Leader | Kind::InfantryDummy | Kind::CavalryDummy => false,
        }
    }

    /// T.artillery with the weather on the die.
    pub(crate) fn artillery_cell(&self, state: &State, bonus: u16, die: u8) -> Cell {
        let weather = i32::from(self.tables.artillery_weather.of(state.weather));
        let snow = if rule!("3.1f", weather != 0) { weather } else { 0 };
        if rule!("T.artillery", bonus > 0) {
            self.tables.artillery.cell(bonus, 0, i32::from(die) + snow)
        } else {
            Cell::default()
        }
    }

    /// T.pursuit with the weather on the die.
    pub(crate) fn pursuit_losses(&self, state: &State, bonus: u16, die: u8) -> u8 {
        let weather = i32::from(self.tables.pursuit_weather.of(state.weather));
        let weather = match state.weather {
            Weather::Rain if rule!("3.1c", true) => weather,
            Weather::Snow if rule!("3.1f", true) => weather,
            Weather::Clear | Weather::Rain | Weather::Mud | Weather::Snow => 0,
        };
        if rule!("T.pursuit", bonus > 0) {
            self.tables.pursuit.cell(bonus, 0, i32::from(die) + weather).losses
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, cavalry, general, infantry};

    fn table(terrain: &str) -> (Table, Battle) {
        let boxes = [format!("Feld {terrain}"), "West".into(), "Ost".into()];
        let boxes: Vec<&str> = boxes.iter().map(String::as_str).collect();
        let counters = vec![
            infantry("foot", FRENCH, 2),
            cavalry("horse", FRENCH, 2, 1),
            infantry("guards", ALLIED, 4),
            general("bulow", ALLIED, 2, 2, 2),
            general("borstell", ALLIED, 1, 2, 4),
        ];
        let mut table = Table::new(&boxes, &["Feld-West major bridge", "Feld-Ost"], counters);
        let foot = table.put("foot", "Feld", 8);
        let guards = table.put("guards", "Feld", 8);
        let at = table.place("Feld");
        let mut battle = Battle::at(at, FRENCH, false);
        battle.round = 1;
        battle.forces = [[foot].into_iter().collect(), [guards].into_iter().collect()];
        (table, battle)
    }

    fn die(table: &Table, battle: &Battle, side: Side) -> Vec<(Case, i32)> {
        let mut figures = Vec::new();
        table.rules.die_for(&table.state, battle, side, |figure| figures.push((figure.case, figure.value)));
        figures
    }

    fn columns(table: &Table, battle: &Battle, side: Side) -> Vec<(Case, i32)> {
        let mut figures = Vec::new();
        table.rules.columns_for(&table.state, battle, side, |figure| figures.push((figure.case, figure.value)));
        figures
    }

    #[test]
    fn cohesion_2_attacks_cohesion_4() {
        let (table, battle) = table("defensive");
        assert_eq!(die(&table, &battle, FRENCH), [(case!("8.5g"), -2)]);
        assert_eq!(die(&table, &battle, ALLIED), [(case!("8.5g"), 2)]);
        assert_eq!(columns(&table, &battle, FRENCH), [(case!("T.combat.col"), -1)]);
        assert_eq!(columns(&table, &battle, ALLIED), [(case!("T.combat.col"), 1)]);
    }

    #[test]
    fn open_terrain_late_rounds_bridges_and_the_highest_leader_change_the_die() {
        let (mut table, mut battle) = table("open");
        assert_eq!(die(&table, &battle, ALLIED), [(case!("8.5g"), 2), (case!("T.combat.die"), 1)]);
        battle.round = 3;
        assert_eq!(die(&table, &battle, FRENCH), [(case!("8.5g"), -2), (case!("T.combat.die"), -1)]);
        table.put_from("foot", "Feld", "West", 8);
        assert_eq!(
            die(&table, &battle, FRENCH),
            [(case!("8.5g"), -2), (case!("T.combat.die"), -2), (case!("T.combat.die"), -1)]
        );
        battle.forces[1].insert(table.counter("bulow"));
        battle.forces[1].insert(table.counter("borstell"));
        // The higher rank counts, not the better bonus.
        assert_eq!(die(&table, &battle, ALLIED)[0], (case!("8.5h"), 2));
    }

    #[test]
    fn factors_multiply_and_fractions_drop_at_the_end() {
        let (mut table, mut battle) = table("defensive fortified");
        let horse = table.put("horse", "Feld", 5);
        battle.forces[0].insert(horse);
        assert_eq!(table.rules.fighting_strength(&table.state, &battle, FRENCH), 10);
        battle.engagement = Engagement::Assault;
        // 8 / 4 and 5 / 2 / 4.
        assert_eq!(table.rules.fighting_strength(&table.state, &battle, FRENCH), 2);
        table.state.piece_mut(table.rules.scenario.find("foot").unwrap()).fatigued = true;
        assert_eq!(table.rules.fighting_strength(&table.state, &battle, FRENCH), 1);
        assert_eq!(table.rules.fighting_strength(&table.state, &battle, ALLIED), 8);
    }

    #[test]
    fn encirclement_replaces_the_flank_and_works_and_the_fourth_round_cost_columns() {
        let (mut table, mut battle) = table("mountain");
        battle.flank[0] = true;
        assert_eq!(columns(&table, &battle, FRENCH), [(case!("8.5b"), 2), (case!("T.combat.col"), -1)]);
        battle.encircled = true;
        battle.round = 4;
        table.state.entrenched[1].insert(battle.at);
        let expected =
            [(case!("8.5c"), 3), (case!("T.combat.col"), -1), (case!("T.combat.col"), -1), (case!("T.combat.col"), -1)];
        assert_eq!(columns(&table, &battle, FRENCH), expected);
        assert_eq!(columns(&table, &battle, ALLIED), [(case!("T.combat.col"), -1)]);
    }
}
