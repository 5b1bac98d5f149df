//! What there is to know of a counter besides its face: the army that it belongs to, and its ratings by their names.

use kernel::{Particulars, Rating};

use crate::Rules;
use crate::panels::heading;
use crate::roster::{Army, LeaderId};

impl Rules {
    pub(crate) fn all_particulars(&self) -> Vec<Particulars> {
        let leaders = self.all_leaders().map(|leader| self.particulars_of(leader));
        let markers = Army::ALL.into_iter().flat_map(|army| {
            let named = [("centre", "Centre of operations"), ("source", "Source")];
            named.map(|(word, name)| Particulars {
                unit: format!("{word}-{}", army.id()),
                name: format!("{name} of {}", army.name()),
                formation: vec![heading(army)],
                ..Particulars::default()
            })
        });
        leaders.chain(markers).collect()
    }

    fn particulars_of(&self, leader: LeaderId) -> Particulars {
        let print = self.leader(leader);
        let mut ratings = vec![
            Rating::new("Initiative", print.rating.initiative),
            Rating::new("Command span", print.rating.span),
            Rating::new("Subordination", print.rating.subordination),
        ];
        if print.bonus {
            ratings.push(Rating::new("Bonus", "may change a die by 1"));
        }
        if print.cavalry {
            ratings.push(Rating::new("Leads", "cavalry"));
        }
        Particulars {
            unit: print.id.clone(),
            name: print.name.clone(),
            formation: vec![heading(print.army)],
            ratings,
            strength: "Strength points".into(),
            ..Particulars::default()
        }
    }
}
