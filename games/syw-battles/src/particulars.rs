//! What there is to know of a counter besides its face: what it belongs to, who commands it, its ratings by their names.

use kernel::{Particulars, Rating};

use crate::Rules;
use crate::counters::{Counter, CounterId, Kind};

impl Rules {
    pub(crate) fn all_particulars(&self) -> Vec<Particulars> {
        self.all().map(|counter| self.particulars_of(counter)).collect()
    }

    fn particulars_of(&self, counter: CounterId) -> Particulars {
        let print = self.counter(counter);
        let brigade = self.counters.get(print.brigade.index()).map(|brigade| brigade.name.clone());
        let corps = self.corps.get(print.corps.index());
        let leader = corps.map(|corps| corps.leader).filter(|leader| !leader.is_none() && *leader != counter);
        Particulars {
            unit: print.id.clone(),
            name: self.name_of(counter),
            formation: brigade.into_iter().chain(corps.map(|corps| corps.name.clone())).collect(),
            commander: leader.map(|leader| self.name_of(leader)).unwrap_or_default(),
            ratings: self.ratings(print),
            strength: match print.kind {
                Kind::Brigade(_) => "Units in the brigade".into(),
                Kind::Unit(_) => "Strength and effectiveness".into(),
                Kind::Battery => "Balls and effectiveness".into(),
                Kind::Leader(_) => "Effectiveness".into(),
                Kind::Baggage => String::new(),
            },
            ..Particulars::default()
        }
    }

    /// 2.3f, 2.4b, G.3f: what is printed of each kind; of a brigade the units on it, from its right in Line and from its head in
    /// Column.
    fn ratings(&self, print: &Counter) -> Vec<Rating> {
        let [brigade, formed, shaken, panicked] = print.effectiveness;
        match print.kind {
            Kind::Brigade(_) => {
                let units = print.units.iter().zip(1u8..);
                units.map(|(unit, place)| Rating::new(format!("Unit {place}"), self.name_of(*unit))).collect()
            }
            Kind::Unit(_) => vec![
                Rating::new("Strength", print.strength),
                Rating::new("Effectiveness in its brigade", brigade),
                Rating::new("Effectiveness on its own counter", formed),
                Rating::new("Effectiveness Shaken", shaken),
                Rating::new("Effectiveness Panicked", panicked),
            ],
            Kind::Battery => {
                let gun = self.tables.gun(print.gun);
                let blank = gun.point_blank.map_or_else(|| "none".to_owned(), |limit| format!("to {limit} hexes"));
                vec![
                    Rating::new("Guns", gun.name.clone()),
                    Rating::new("Balls", print.balls),
                    Rating::new("Point blank", blank),
                    Rating::new("Medium range", format!("to {} hexes", gun.medium)),
                    Rating::new("Maximum range", format!("to {} hexes", gun.maximum)),
                ]
            }
            Kind::Leader(rank) => vec![
                Rating::new("Rank", rank.name()),
                Rating::new("Command range", format!("{} hexes", self.tables.command_range(rank))),
            ],
            Kind::Baggage => Vec::new(),
        }
    }
}
