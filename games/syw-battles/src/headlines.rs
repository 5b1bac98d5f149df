//! How the battle stands, in a few words that are always in sight.

use kernel::Side;
use kernel::page::{Headline, HeadlineKind};

use crate::Rules;
use crate::counters::{BOTH, Formation};
use crate::state::{Fate, State};
use crate::tables::Weather;
use crate::words::{side_adjective, side_name};

impl Rules {
    pub(crate) fn headlines_of(&self, state: &State) -> Vec<Headline> {
        let first = self.scenario.turns[0].number;
        let number = state.turn.saturating_sub(first) + 1;
        let time = self.scenario.turns.iter().find(|turn| turn.number == state.turn).map_or("?", |turn| &turn.time);
        let turns = self.scenario.turns.len();
        let initiative = format!("the {} have the initiative", side_name(state.holder));
        let mut lines = vec![
            Headline::new(HeadlineKind::Time, "Turn", format!("{number} of {turns}, {time}"))
                .note(initiative)
                .case(case!("M.3")),
        ];
        for weather in self.weather(state).into_iter().filter(|weather| *weather != Weather::Clear) {
            lines.push(
                Headline::new(HeadlineKind::Sky, "Weather", weather.name())
                    .note("it limits sight, fire and movement")
                    .case(case!("M.2")),
            );
        }
        for side in BOTH {
            let points = self.points_of(state, side).to_string();
            let name = format!("{} points", side_adjective(side));
            lines.push(Headline::new(HeadlineKind::Score, name, points).of(side).case(case!("S.vp")));
        }
        for side in BOTH {
            lines.push(self.order_of(state, side));
        }
        lines
    }

    /// How many units of a side are Shaken, Panicked or gone.
    fn order_of(&self, state: &State, side: Side) -> Headline {
        let mine = || self.units.intersection(self.counters_of(side)).iter();
        let standing = |formation: Formation| {
            mine().filter(|unit| state.on_map(*unit) && state.formation(*unit) == formation).count()
        };
        let (shaken, panicked) = (standing(Formation::Shaken), standing(Formation::Panicked));
        let lost = mine().filter(|unit| state.fate[unit.index()].is_lost()).count();
        let in_all = mine().filter(|unit| state.fate[unit.index()] != Fate::None).count();
        let well = in_all - (shaken + panicked + lost).min(in_all);
        let name = format!("{} units in order", side_adjective(side));
        let note = format!("{shaken} Shaken, {panicked} Panicked, {lost} lost");
        Headline::new(HeadlineKind::Morale, name, format!("{well} of {in_all}")).of(side).note(note).case(case!("6.0e"))
    }
}
