//! What there is to know of a counter besides its face: formation, commander, ratings by their names.

use kernel::{Particulars, Rating};

use crate::Rules;
use crate::counters::{Counter, CounterId, Kind};

impl Rules {
    pub(crate) fn all_particulars(&self) -> Vec<Particulars> {
        self.all_counters().map(|counter| self.particulars_of(counter)).collect()
    }

    fn particulars_of(&self, counter: CounterId) -> Particulars {
        let printed = self.counter(counter);
        let army = printed.army.and_then(|army| self.armies().get(army.index()));
        let chief = army.and_then(|army| army.succession.first()).map(|first| self.name_of(first.leader));
        Particulars {
            unit: printed.id.clone(),
            name: self.name_of(counter),
            formation: army.map(|army| army.name.clone()).into_iter().collect(),
            commander: chief.filter(|chief| *chief != printed.name).unwrap_or_default(),
            guard: printed.guard,
            ratings: ratings(printed),
            strength: if printed.kind.has_strength() { "Strength points".into() } else { String::new() },
            ..Particulars::default()
        }
    }
}

/// 1.1a, 1.2.1: what each kind of counter is rated by.
fn ratings(printed: &Counter) -> Vec<Rating> {
    match printed.kind {
        Kind::Leader => vec![
            Rating::new("Rank", printed.rank),
            Rating::new("Command value", printed.command_value),
            Rating::new("Tactical bonus", printed.tactical_bonus),
        ],
        Kind::Infantry | Kind::Cavalry => vec![
            Rating::new("Artillery bonus", printed.artillery_bonus),
            Rating::new("Cohesion", printed.cohesion),
            Rating::new("Cavalry bonus", printed.cavalry_bonus),
        ],
        Kind::Artillery => vec![Rating::new("Artillery bonus", printed.artillery_bonus)],
        Kind::InfantryDummy | Kind::CavalryDummy => Vec::new(),
    }
}
