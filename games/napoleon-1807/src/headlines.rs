//! How the battle stands, in a few words over the map.

use kernel::{Headline, HeadlineKind, Side};

use crate::Rules;
use crate::counters::{BOTH, CounterId, FRENCH};
use crate::scenario::VictoryRule;
use crate::state::{Fate, State};
use crate::words::side_adjective;

impl Rules {
    pub(crate) fn headlines_of(&self, state: &State) -> Vec<Headline> {
        let mut lines = vec![self.hour(state), self.sky_in_words(state)];
        for side in BOTH {
            let points = self.points_of(state, side).to_string();
            let line = Headline::new(HeadlineKind::Score, format!("{} points", side_adjective(side)), points);
            lines.push(line.of(side).case(case!("S.pultusk.d")).note(self.wanted(side)));
        }
        lines.extend(BOTH.map(|side| self.order_of(state, side)));
        for side in BOTH {
            let Some(factor) = self.command_factor(state, side) else { continue };
            let left = state.command[side.index()];
            let line = Headline::new(
                HeadlineKind::Points,
                format!("{} command points", side_adjective(side)),
                left.to_string(),
            );
            lines.push(line.of(side).case(case!("11.72")).note(format!("of {factor}; each sets a group in motion")));
        }
        lines
    }

    fn hour(&self, state: &State) -> Headline {
        let turns = &self.scenario.turns;
        let last = turns.last().map_or(state.turn, |turn| turn.number);
        let label = turns.iter().find(|turn| turn.number == state.turn).map_or("", |turn| turn.label.as_str());
        Headline::new(HeadlineKind::Time, format!("Turn {} of {last}", state.turn), label).case(case!("3.1"))
    }

    fn sky_in_words(&self, state: &State) -> Headline {
        let line =
            |value: &str, note: &str, case| Headline::new(HeadlineKind::Sky, "Weather", value).note(note).case(case);
        if self.night(state) {
            return line("Night", "half movement, attackers at half strength, no charges", case!("4.5"));
        }
        if self.snow(state) {
            return line("Snowstorm", "half movement, no charges, no rifle fire", case!("S.pultusk.c"));
        }
        line("Day", "", case!("3.1"))
    }

    /// What a side needs to win.
    fn wanted(&self, side: Side) -> String {
        match &self.scenario.victory {
            VictoryRule::Most => "more points win".to_owned(),
            VictoryRule::French(levels) => {
                let least =
                    |winner: Option<Side>| levels.iter().find(|(_, known)| *known == winner).map(|(least, _)| *least);
                match (side == FRENCH, least(Some(FRENCH)), least(None)) {
                    (true, Some(win), Some(draw)) => format!("the French win with {win} and draw with {draw}"),
                    (true, Some(win), None) => format!("the French win with {win}"),
                    (true, None, _) | (false, ..) => "the French points decide".to_owned(),
                }
            }
        }
    }

    /// Strength that is left, and how many units are out of order.
    fn order_of(&self, state: &State, side: Side) -> Headline {
        let (mut left, mut printed, mut disorganized) = (0, 0, 0);
        let there = |unit: &CounterId| self.is_unit(*unit) && state.fate[unit.index()] != Fate::None;
        for unit in self.counters_of(side).iter().filter(there) {
            left += u32::from(state.strength[unit.index()]) * u32::from(state.fate[unit.index()] != Fate::Lost);
            printed += u32::from(self.counter(unit).strength);
            disorganized += u32::from(state.disorganized.contains(unit) && state.on_map(unit));
        }
        let name = format!("{} strength", side_adjective(side));
        let note = match disorganized {
            0 => format!("of {printed}; nobody disorganized"),
            1 => format!("of {printed}; 1 unit disorganized"),
            many => format!("of {printed}; {many} units disorganized"),
        };
        Headline::new(HeadlineKind::Morale, name, left.to_string()).of(side).case(case!("2.3b")).note(note)
    }
}
