//! Case 8.2: tactics, how long a battle lasts and what it is called.
//! Decides 3.1g, 8.2a, 8.2b, 8.2c, 8.2d, 8.2e, 8.2f, 8.2g.

use kernel::{Case, Side, Sink};

use crate::Rules;
use crate::battle::{Battle, Tactic};
use crate::event::{Combat as Happened, Event};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Combat, Frame};
use crate::sets::CounterSet;
use crate::state::{State, enemy_of};
use crate::tables::Weather;

impl Rules {
    /// A detachment by itself, without a leader (8.2f, 8.2g). Dummies are nobody.
    fn is_lone_detachment(&self, force: &CounterSet) -> bool {
        let mut units = force.iter().filter(|counter| self.is_unit(*counter));
        let alone = units.next().is_some_and(|unit| self.counter(unit).detachment) && units.next().is_none();
        alone && !force.iter().any(|counter| self.is_leader(counter))
    }

    /// Whether a side may play a tactic: by the SP of its roster (R J34), before factors.
    pub(crate) fn may_choose_tactic(&self, state: &State, battle: &Battle, side: Side, tactic: Tactic) -> Ruling {
        let force = &battle.forces[side.index()];
        let row = self.tables.battle.tactic(tactic);
        let strength = self.strength_of(state, force);
        let rank = self.foremost(force, |leader| leader.tactical_bonus).map_or(0, |leader| self.counter(leader).rank);
        let lone = self.is_lone_detachment(force);
        let short = strength < u16::from(row.strength);
        let refusal =
            |case: Case, words: &'static str| Err(refuse(case, words).number(strength as i16).place(battle.at));
        match tactic {
            Tactic::Decisive => {
                if rule!("8.2d", rank < row.rank.unwrap_or(0)) {
                    return refusal(case!("8.2d"), "there is no leader of rank 3 or 4 at {place}");
                }
                if rule!("8.2d", short) {
                    return refusal(case!("8.2d"), "a decisive tactic needs 15 SP, and there are {number} at {place}");
                }
            }
            Tactic::Offensive => {
                if rule!("8.2e", rank < row.rank.unwrap_or(0)) {
                    return refusal(case!("8.2e"), "there is no leader at {place}");
                }
                if rule!("8.2e", short) {
                    return refusal(
                        case!("8.2e"),
                        "an offensive tactic needs 10 SP, and there are {number} at {place}",
                    );
                }
            }
            Tactic::Screen => {
                if rule!("8.2f", lone) {
                    return refusal(case!("8.2f"), "a lone detachment at {place} can only skirmish");
                }
                if rule!("8.2f", short) {
                    return refusal(case!("8.2f"), "a screen needs 3 SP, and there are {number} at {place}");
                }
            }
            Tactic::Skirmish => {
                let too_many = row.strength_below.is_some_and(|below| strength >= u16::from(below));
                // R J33: a lone detachment skirmishes all the same.
                if !lone && rule!("8.2g", too_many) {
                    return refusal(case!("8.2g"), "{number} SP at {place} are too many for a skirmish");
                }
            }
        }
        Ok(())
    }

    /// 8.1a: both choose in secret; when the second has chosen, both are shown.
    pub(crate) fn choose_tactic(&self, state: &mut State, side: Side, tactic: Tactic, events: &mut impl Sink<Event>) {
        let Some(battle) = &mut state.battle else { return };
        battle.tactics[side.index()] = Some(tactic);
        events.event(Event::Combat(Happened::TacticChosen { side, tactic: Some(tactic) }));
        if battle.tactics.iter().all(Option::is_some) {
            state.frames.pop();
            state.frames.push(Frame::Combat(Combat::Reveal));
        }
    }

    /// 8.2b: half the sum, rounded down, is the number of the battle; 8.2c: rounded up if one side alone has a leader
    /// (R J12). 3.1g: in snow a round less is fought.
    pub(crate) fn size_and_rounds(&self, state: &State, battle: &Battle) -> (u8, u8) {
        let value = |side: Side| {
            let tactic = battle.tactics[side.index()].unwrap_or(Tactic::Skirmish);
            if rule!("8.2a", true) { self.tables.battle.tactic(tactic).value } else { 1 }
        };
        let led = |side: Side| battle.forces[side.index()].iter().any(|counter| self.is_leader(counter));
        let (one, other) = (battle.attacker, enemy_of(battle.attacker));
        let sum = value(one) + value(other);
        let size = if rule!("8.2c", led(one) != led(other)) {
            sum.div_ceil(2)
        } else if rule!("8.2b", true) {
            sum / 2
        } else {
            1
        };
        let rounds = if rule!("3.1g", state.weather == Weather::Snow && size > 1) { size - 1 } else { size };
        (size, rounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::Kind;
    use crate::state::{ALLIED, FRENCH};
    use crate::testing::{Table, detachment, general, infantry};

    fn allowed(strengths: &[(&str, u8)]) -> String {
        let counters = vec![
            infantry("corps", FRENCH, 3),
            detachment("det", FRENCH, Kind::Infantry, 3),
            general("low", FRENCH, 2, 2, 1),
            general("high", FRENCH, 3, 2, 1),
        ];
        let mut table = Table::new(&["Feld"], &[] as &[&str], counters);
        let mut battle = Battle::at(table.place("Feld"), ALLIED, false);
        for (id, strength) in strengths {
            let counter = table.put(id, "Feld", *strength);
            battle.forces[0].insert(counter);
        }
        let may = |tactic: &Tactic| table.rules.may_choose_tactic(&table.state, &battle, FRENCH, *tactic).is_ok();
        Tactic::ALL.into_iter().filter(may).map(|tactic| tactic.name()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn leaders_and_strength_open_the_tactics() {
        assert_eq!(allowed(&[("corps", 2)]), "skirmish");
        assert_eq!(allowed(&[("corps", 3)]), "skirmish screen");
        // R J32
        assert_eq!(allowed(&[("corps", 10)]), "screen");
        assert_eq!(allowed(&[("corps", 10), ("low", 0)]), "screen offensive");
        assert_eq!(allowed(&[("corps", 15), ("low", 0)]), "screen offensive");
        assert_eq!(allowed(&[("corps", 15), ("high", 0)]), "screen offensive decisive");
        assert_eq!(allowed(&[("corps", 14), ("high", 0)]), "screen offensive");
        assert_eq!(allowed(&[("det", 5)]), "skirmish");
        // R J33
        assert_eq!(allowed(&[("det", 11)]), "skirmish");
        assert_eq!(allowed(&[("det", 5), ("low", 0)]), "skirmish screen");
    }

    #[test]
    fn half_the_sum_is_the_number_of_rounds() {
        let counters = vec![infantry("corps", FRENCH, 3), general("low", FRENCH, 2, 2, 1), infantry("foe", ALLIED, 3)];
        let mut table = Table::new(&["Feld"], &[] as &[&str], counters);
        let mut battle = Battle::at(table.place("Feld"), FRENCH, false);
        battle.tactics = [Some(Tactic::Offensive), Some(Tactic::Screen)];
        assert_eq!(table.rules.size_and_rounds(&table.state, &battle), (2, 2));
        battle.forces[0].insert(table.counter("low"));
        assert_eq!(table.rules.size_and_rounds(&table.state, &battle), (3, 3));
        table.state.weather = Weather::Snow;
        assert_eq!(table.rules.size_and_rounds(&table.state, &battle), (3, 2));
        battle.tactics = [Some(Tactic::Skirmish); 2];
        assert_eq!(table.rules.size_and_rounds(&table.state, &battle), (1, 1));
    }
}
