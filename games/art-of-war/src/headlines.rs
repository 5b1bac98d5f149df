//! How the battle stands, in a few words over the map.

use kernel::{Headline, HeadlineKind};

use crate::counters::{ALLIED, Army, FRENCH, SIDES};
use crate::ground::Sky;
use crate::state::State;
use crate::{Battle, Rules};

impl Rules {
    pub(crate) fn headlines_of(&self, state: &State) -> Vec<Headline> {
        let mut lines = vec![self.hour(state), self.sky_in_words(state)];
        let case = if self.battle == Battle::Dresden { case!("18.0b") } else { case!("23.0") };
        for side in [FRENCH, ALLIED] {
            let points = self.points(state, side).to_string();
            let line = Headline::new(HeadlineKind::Score, format!("{} points", SIDES.name(side)), points);
            lines.push(line.of(side).case(case).note("victory points"));
        }
        if self.battle == Battle::Dresden {
            for army in Army::ALL {
                let (now, start) = (state.morale[army.index()], self.scenario.morale[army.index()]);
                let line = Headline::new(HeadlineKind::Morale, format!("{} morale", army.name()), now.to_string());
                let note = if now == 0 { "demoralized".to_owned() } else { format!("{start} at the start") };
                lines.push(line.of(army.side()).case(case!("16.0")).note(note));
            }
        }
        lines
    }

    fn hour(&self, state: &State) -> Headline {
        let turn = &self.scenario.turns[usize::from(state.turn) - 1];
        let name = format!("Turn {} of {}", state.turn, self.scenario.turns.len());
        Headline::new(HeadlineKind::Time, name, &turn.label).case(case!("3.0"))
    }

    /// Night stops all attacks (8.2), rain weakens infantry (13.0), a snowstorm is thrown for (22.0).
    fn sky_in_words(&self, state: &State) -> Headline {
        let line =
            |value: &str, note: &str, case| Headline::new(HeadlineKind::Sky, "Weather", value).note(note).case(case);
        if self.night(state) {
            return line("Night", "nobody attacks, and nobody enters an enemy zone of control", case!("8.0"));
        }
        match self.sky(state) {
            Sky::Rain => line("Rain", "infantry has half its strength", case!("13.0c")),
            Sky::Dry => line("Day", "", case!("3.0")),
        }
    }
}
