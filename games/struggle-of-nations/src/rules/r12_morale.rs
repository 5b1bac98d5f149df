//! 12: morale.
//! Decides 12.berlin, 12.choice, 12.dresden.autumn, 12.dresden.hex, 12.dresden.spring, 12.track, 12.victory.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::calendar::Season;
use crate::event::Event;
use crate::roster::{ALLIED, BOTH, FRENCH, enemy_of};
use crate::state::{City, State};

impl Rules {
    /// Whether a marker is at its best, or at its worst (12.track).
    pub(crate) fn at_best(&self, state: &State, side: Side) -> bool {
        rule!("12.track", state.morale[side.index()] <= self.tables.track(side).best)
    }

    pub(crate) fn at_worst(&self, state: &State, side: Side) -> bool {
        rule!("12.track", state.morale[side.index()] >= self.tables.track(side).worst)
    }

    /// Moves a marker by some steps; up is worse. It does not pass its best end.
    pub(crate) fn move_morale(&self, state: &mut State, side: Side, steps: i8, events: &mut impl Sink<Event>) {
        let track = self.tables.track(side);
        let to = (state.morale[side.index()] + steps).max(track.best);
        if to > track.worst {
            // 12.victory: past its worst end, and only while the other is at its best.
            if rule!("12.victory", self.at_best(state, enemy_of(side))) {
                state.beaten = Some(side);
            }
            return;
        }
        if to != state.morale[side.index()] {
            state.morale[side.index()] = to;
            events.event(Event::MoraleMoved { side, to });
        }
    }

    /// 12.choice: whether the winner may improve his own morale, and whether he may worsen the enemy's: if one marker cannot
    /// move, the other must.
    pub(crate) fn morale_choices(&self, state: &State, side: Side) -> [bool; 2] {
        let (best, worst) = (self.at_best(state, side), self.at_worst(state, enemy_of(side)));
        [!rule!("12.choice", best), !rule!("12.choice", worst && !best)]
    }

    /// Who holds a city's hex: troops with either half in it, else who held it last.
    fn holder(&self, state: &State, hex: Hex, before: Option<Side>) -> Option<Side> {
        if hex.is_none() {
            return before;
        }
        BOTH.into_iter().find(|side| self.holds(state, *side, hex)).or(before)
    }

    /// 12.berlin, 12.dresden: at the end of a phase.
    pub(crate) fn check_cities(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let berlin = self.holder(state, self.theatre.berlin, state.berlin.holder);
        if berlin != state.berlin.holder {
            let before = state.berlin;
            state.berlin.holder = berlin;
            self.city_taken(state, berlin, self.theatre.berlin, events);
            if rule!("12.berlin", berlin == Some(FRENCH)) {
                let steps = self.tables.morale_steps("berlin-french");
                state.berlin = self.punish(state, ALLIED, steps, state.berlin, events);
            } else if before.moved.is_some() {
                state.berlin = self.forgive(state, state.berlin, events);
            }
        }
        // 12.dresden.hex: the main hex on the west bank decides.
        let dresden = self.holder(state, self.theatre.dresden, state.dresden.holder);
        if dresden != state.dresden.holder && rule!("12.dresden.hex", true) {
            let before = state.dresden;
            state.dresden.holder = dresden;
            self.city_taken(state, dresden, self.theatre.dresden, events);
            let spring = self.season(state) == Season::Spring;
            if spring && rule!("12.dresden.spring", dresden == Some(FRENCH)) {
                let steps = self.tables.morale_steps("dresden-french");
                state.dresden = self.punish(state, ALLIED, steps, state.dresden, events);
            } else if !spring && rule!("12.dresden.autumn", dresden == Some(ALLIED)) {
                let steps = self.tables.morale_steps("dresden-allied");
                state.dresden = self.punish(state, FRENCH, steps, state.dresden, events);
            } else if before.moved.is_some() {
                state.dresden = self.forgive(state, state.dresden, events);
            }
        }
        self.turn_saxons(state, events);
    }

    fn city_taken(&self, _state: &State, holder: Option<Side>, at: Hex, events: &mut impl Sink<Event>) {
        if let Some(side) = holder {
            events.event(Event::CityTaken { side, at });
        }
    }

    /// The loss of a city: the loser's marker worsens, or at its worst the other improves.
    fn punish(&self, state: &mut State, loser: Side, steps: i8, city: City, events: &mut impl Sink<Event>) -> City {
        let winner = enemy_of(loser);
        if self.at_worst(state, loser) && !self.at_best(state, winner) {
            self.move_morale(state, winner, -steps, events);
            return City { moved: Some(winner), improved: true, ..city };
        }
        self.move_morale(state, loser, steps, events);
        City { moved: Some(loser), improved: false, ..city }
    }

    /// A recapture undoes it.
    fn forgive(&self, state: &mut State, city: City, events: &mut impl Sink<Event>) -> City {
        if let Some(side) = city.moved {
            self.move_morale(state, side, if city.improved { 1 } else { -1 }, events);
        }
        City { moved: None, improved: false, ..city }
    }
}
