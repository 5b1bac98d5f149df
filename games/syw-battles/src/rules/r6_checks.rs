//! Chapter 6: Effectiveness Checks and Task Checks. The die is below the rating, or the check fails.
//! Decides 2.4b, 2.4c, 6.0a, 6.0b, 6.0c, 6.0g, 6.0i, H.1l.

use kernel::{Case, Sink};

use crate::Rules;
use crate::counters::{CounterId, Formation};
use crate::event::Event;
use crate::sequence::{Frame, Trial};
use crate::state::State;

impl Rules {
    /// 2.4b, 6.0b: the rating of a counter in its present state.
    pub(crate) fn effectiveness(&self, state: &State, counter: CounterId) -> u8 {
        let ratings = &self.counter(counter).effectiveness;
        if !rule!("2.4b", true) {
            return ratings[1];
        }
        match state.formation(counter) {
            Formation::Brigade => ratings[0],
            Formation::Shaken => ratings[2],
            Formation::Panicked => ratings[3],
            Formation::Line
            | Formation::Column
            | Formation::Dispersed
            | Formation::Unlimbered
            | Formation::Limbered
            | Formation::None => ratings[1],
        }
    }

    /// The best rating among the leaders of a counter's side in its hexes.
    pub(crate) fn stacked_rating(&self, state: &State, counter: CounterId) -> u8 {
        let side = self.side_of(counter);
        let hexes = self.hexes_of(state, counter);
        let leaders = hexes.iter().flat_map(|hex| state.counters_in(*hex));
        let mine = leaders.filter(|leader| self.is_leader(*leader) && self.side_of(*leader) == side);
        // 2.4c: a leader's effectiveness is all he has.
        let best = mine.map(|leader| self.effectiveness(state, leader)).max().unwrap_or(0);
        if rule!("2.4c", best > 0) { best } else { 0 }
    }

    /// The number below which the die has to be.
    pub(crate) fn rating(&self, state: &State, unit: CounterId, trial: Trial) -> u8 {
        // 6.0b: unit by unit, each with the rating of its present state.
        let own =
            if rule!("6.0b", true) { self.effectiveness(state, unit) } else { self.counter(unit).effectiveness[0] };
        // J.2b, J.3a: a leader's rating serves where the rally chapter says so.
        if matches!(trial, Trial::RallyShaken | Trial::RallyPanicked) {
            return own.max(self.rallying_rating(state, unit, trial));
        }
        if trial.is_task() && !self.agreed.leaders_help_tasks {
            return own;
        }
        // 6.0i
        if rule!("6.0i", true) { own.max(self.stacked_rating(state, unit)) } else { own }
    }

    /// What is added to the die.
    pub(crate) fn trial_modifier(&self, trial: Trial) -> i8 {
        // H.1l: cavalry that gave way checks with two more.
        if trial == Trial::GaveWay && rule!("H.1l", true) { 2 } else { 0 }
    }

    /// The case under which a check is made.
    pub(crate) fn trial_case(&self, unit: CounterId, trial: Trial) -> Case {
        match trial {
            Trial::Turn if self.is_battery(unit) && self.counter(unit).heavy => case!("3.21e"),
            Trial::Turn if self.is_battery(unit) => case!("3.21b"),
            Trial::Turn => case!("3.11d"),
            Trial::Strain(weather) => self.weather_case(weather),
            Trial::Volley | Trial::Press => case!("G.4c"),
            Trial::Hit => case!("G.3j"),
            Trial::HitOrPanic => case!("G.3l"),
            Trial::Burning => case!("G.3t"),
            Trial::GaveWay => case!("H.1l"),
            Trial::Charged(_) | Trial::Charger => case!("H.2a"),
            Trial::Crowded => case!("H.2l"),
            Trial::RallyShaken => case!("J.2b"),
            Trial::RallyPanicked => case!("J.3a"),
        }
    }

    /// Asks a unit for a check. 6.0g: a Panicked unit fails every EC without a throw.
    pub(crate) fn ask_check(&self, state: &mut State, unit: CounterId, trial: Trial, events: &mut impl Sink<Event>) {
        let panicked = state.formation(unit) == Formation::Panicked && !trial.is_task();
        if rule!("6.0g", panicked) {
            self.failed(state, unit, trial, events);
        } else {
            state.frames.push(Frame::Check { unit, trial });
        }
    }

    /// The die of a check falls (6.0a).
    pub(crate) fn check_falls(
        &self,
        state: &mut State,
        unit: CounterId,
        trial: Trial,
        die: u8,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let (rating, modifier) = (self.rating(state, unit, trial), self.trial_modifier(trial));
        let below = die as i8 + modifier < rating as i8;
        // A rating of 7 passes whatever the die is.
        let passed = rule!("6.0a", below) || rating >= 7;
        events.event(Event::Checked { unit, trial, die, modifier, rating, passed });
        if passed {
            self.passed(state, unit, trial, events);
        } else {
            self.failed(state, unit, trial, events);
        }
    }

    fn passed(&self, state: &mut State, unit: CounterId, trial: Trial, events: &mut impl Sink<Event>) {
        match trial {
            Trial::Turn => self.finish_turn(state, true, events),
            // 6.0b: nothing happens to a unit that passes.
            Trial::Strain(_) | Trial::Hit | Trial::GaveWay | Trial::Crowded | Trial::Charger => {}
            Trial::Volley | Trial::Press => self.open_fire(state, events),
            Trial::HitOrPanic => self.disorganise(state, unit, events),
            Trial::Burning => self.driven_out(state, unit, true, events),
            Trial::Charged(result) => self.defender_checked(state, unit, result, true, events),
            Trial::RallyShaken | Trial::RallyPanicked => self.rally_succeeds(state, unit, events),
        }
    }

    fn failed(&self, state: &mut State, unit: CounterId, trial: Trial, events: &mut impl Sink<Event>) {
        match trial {
            Trial::Turn => {
                self.finish_turn(state, false, events);
                // 6.0c: a failed task is not done, and that is all.
                if !rule!("6.0c", true) {
                    self.disorganise(state, unit, events);
                }
            }
            Trial::Strain(_) | Trial::Hit | Trial::GaveWay | Trial::Crowded => self.disorganise(state, unit, events),
            Trial::Charger => self.disorganise(state, unit, events),
            Trial::Volley => state.frames.push(Frame::Press),
            Trial::Press => {
                self.hold_fire(state, events);
                self.disorganise(state, unit, events);
            }
            Trial::HitOrPanic => self.panic(state, unit, 3, events),
            Trial::Burning => self.driven_out(state, unit, false, events),
            Trial::Charged(result) => self.defender_checked(state, unit, result, false, events),
            // 6.0c: a failed task is not done.
            Trial::RallyShaken | Trial::RallyPanicked => {}
        }
    }
}
