//! What there is to know of a counter besides its face: full name, formation, commander, ratings by their names.

use kernel::{Particulars, Rating};

use crate::Rules;
use crate::counters::Unit;

impl Rules {
    pub(crate) fn all_particulars(&self) -> Vec<Particulars> {
        let of = |unit: &Unit| {
            let known = self.scenario.names.iter().find(|known| known.unit == unit.id).cloned();
            Particulars {
                unit: unit.id.clone(),
                // 2.5, 2.6: the two figures of a counter.
                ratings: vec![Rating::new("Movement allowance", unit.movement)],
                strength: "Combat strength".into(),
                ..known.unwrap_or_default()
            }
        };
        self.units.iter().map(of).collect()
    }
}
