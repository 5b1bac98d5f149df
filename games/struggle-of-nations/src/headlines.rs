//! How the campaign stands, in a few words over the map; from what is seen.

use kernel::{Headline, HeadlineKind};

use crate::Rules;
use crate::roster::{Army, BOTH};
use crate::state::Centre;
use crate::words::{side_adjective, signed};

impl Rules {
    pub(crate) fn headlines_of(&self, seen: &kernel::Seen<'_, Rules>) -> Vec<Headline> {
        let view = seen.view();
        let (first, last) = (self.scenario.first_turn, self.last_turn());
        let turn = view.turn.clamp(first, last);
        let name = format!("Turn {} of {}", turn - first + 1, last - first + 1);
        let time = Headline::new(HeadlineKind::Time, name, &self.calendar.turn(turn).id).case(case!("4.sequence"));
        let mut weather = view.weather.name().to_owned();
        weather[..1].make_ascii_uppercase();
        let mut lines = vec![time, Headline::new(HeadlineKind::Sky, "Weather", weather).case(case!("24.weather"))];
        for side in BOTH {
            let value = signed(view.morale[side.index()]);
            let line = Headline::new(HeadlineKind::Morale, format!("{} morale", side_adjective(side)), value);
            lines.push(line.of(side).case(case!("12.track")));
        }
        // Administrative points, which only their own side knows.
        for army in Army::ALL {
            let own = &view.armies[army.index()];
            if let Some((points, _)) = own.own.filter(|_| own.centre != Centre::None) {
                let name = format!("Administration, {}", army.name());
                let line = Headline::new(HeadlineKind::Points, name, points.to_string());
                lines.push(line.of(army.side()).case(case!("5.receive")).note("administrative points left"));
            }
        }
        lines
    }
}
