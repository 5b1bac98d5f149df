//! How the campaign stands, in a few words over the map; from a view.

use kernel::{Headline, HeadlineKind, Side};

use crate::Rules;
use crate::counters::{ALLIED, FRENCH, SIDES};
use crate::offers::capital;
use crate::scenario::name_of_turn;
use crate::state::enemy_of;
use crate::view::{Veiled, View};

impl Rules {
    pub(crate) fn headlines_of(&self, view: &View) -> Vec<Headline> {
        let turns = self.scenario.last_turn - self.scenario.first_turn + 1;
        let turn = (view.turn + 1).saturating_sub(self.scenario.first_turn);
        let time = Headline::new(HeadlineKind::Time, format!("Turn {turn} of {turns}"), name_of_turn(view.turn));
        let sky = Headline::new(HeadlineKind::Sky, "Weather", capital(view.weather.name()));
        let mut lines =
            vec![time.case(case!("2.0")), sky.note(self.weather_in_words(view.weather)).case(case!("3.1b"))];
        lines.extend([FRENCH, ALLIED].map(|side| self.known_points(view, side)));
        lines.extend(self.command_points(view));
        lines
    }

    /// 9.b: what is known of a side's victory points. A flag that lies face down counts for nobody here.
    fn known_points(&self, view: &View, side: Side) -> Headline {
        let boxes = self.scenario.victory_boxes.iter().zip(&view.flags);
        let held = boxes.filter(|(_, flag)| **flag == Veiled::Known(side));
        let towns: i32 = held.map(|(victory, _)| i32::from(victory.points)).sum();
        let battles = i32::from(view.victory_points[side.index()]);
        let [own, other] = [side, enemy_of(side)].map(|side| view.butchers_bill[side.index()]);
        let losses = self.points_for_difference(other.saturating_sub(own));
        let line = Headline::new(
            HeadlineKind::Score,
            format!("{} points", SIDES.name(side)),
            (battles + towns + losses).to_string(),
        );
        let note = format!("victory points: battles {battles}, towns {towns}, losses {losses}");
        line.of(side).note(note).case(case!("9.b"))
    }

    /// 4.5h: what the armies of the viewer's side have left.
    fn command_points(&self, view: &View) -> Vec<Headline> {
        let Some(side) = self.side_of_viewer(view.viewer) else { return Vec::new() };
        let armies = self.armies().iter().zip(&view.armies).filter(|(army, _)| army.side == side);
        let told = armies.filter_map(|(army, state)| {
            let (points, granted) = (state.points?, state.granted?);
            state.chief?;
            let name = format!("Command points, {}", army.name);
            let value = if granted == 0 { "not rolled yet".to_owned() } else { format!("{points} of {granted}") };
            Some(Headline::new(HeadlineKind::Points, name, value).of(side).case(case!("4.5h")))
        });
        told.collect()
    }
}
