//! Chapter 9: victory points and who wins.
//! Decides 9.a, 9.b, 9.c, 9.d, 9.e, 9.f, 9.g, B.9.

use kernel::{Side, Sink, Verdict};

use crate::Rules;
use crate::battle::Tactic;
use crate::counters::CounterId;
use crate::event::{Combat as Happened, Common, Event};
use crate::state::{ALLIED, FRENCH, State, Whereabouts, enemy_of};

impl Rules {
    /// 9.b: a won battle counts by its type; 9.c: which its tactics have fixed, even if it was cut short.
    pub(crate) fn score_battle(&self, state: &mut State, winner: Side, events: &mut impl Sink<Event>) {
        let Some(battle) = state.battle else { return };
        let cut_short = battle.round < battle.size;
        let size = if cut_short && !rule!("9.c", true) { battle.round } else { battle.size };
        let named = self.tables.battle.type_of(size);
        let points = self.tables.battle.tactic(named).points;
        if rule!("9.b", points > 0) {
            state.victory_points[winner.index()] += i16::from(points);
            events.event(Event::Combat(Happened::Points { side: winner, points }));
        }
        if named == Tactic::Decisive {
            self.decisive_battle_won(state, winner, events);
        }
    }

    /// A leader falls into the enemy's hands (8.5e, 8.8i, 9.d). Who succeeds him is found when all are taken who were with
    /// him.
    pub(crate) fn capture(&self, state: &mut State, leader: CounterId, by: Side, events: &mut impl Sink<Event>) {
        let Some(at) = state.place_of(leader) else { return };
        let chief = state.armies.iter().any(|army| army.chief == Some(leader));
        let table = &self.tables.victory;
        let points = if rule!("9.d", chief) { table.captured_commander_in_chief } else { table.captured_general };
        self.turn_up(state, leader, false, events);
        self.relocate(state, leader, Whereabouts::Captured);
        events.event(Event::Common(Common::Captured { leader, at, by }));
        if rule!("9.d", points > 0) {
            state.victory_points[by.index()] += i16::from(points);
            events.event(Event::Combat(Happened::Points { side: by, points }));
        }
    }

    pub(crate) fn napoleon_is_taken(&self, state: &State) -> bool {
        let taken = |leader: CounterId| state.piece(leader).whereabouts == Whereabouts::Captured;
        rule!("9.e", self.napoleon.is_some_and(taken))
    }

    /// 9.e
    pub(crate) fn end_if_napoleon_is_taken(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if self.napoleon_is_taken(state) {
            self.game_over(state, events);
        }
    }

    /// 9.a: the flags; B.9: a besieged city is worth a point to its besieger and nothing to anybody else.
    pub(crate) fn geographic_points(&self, state: &State, side: Side) -> i32 {
        let mut points = 0;
        for (listed, flag) in self.scenario.victory_boxes.iter().zip(&state.flags) {
            match state.siege_at(listed.at) {
                Some(siege) if rule!("B.9", true) => {
                    points += if siege.besieger == side { i32::from(self.tables.victory.besieged_city) } else { 0 };
                }
                Some(_) | None => {
                    if rule!("9.a", *flag == Some(side)) {
                        points += i32::from(listed.points);
                    }
                }
            }
        }
        points
    }

    /// SP that a side has lost: in combat as they fell, and stragglers who have not come back (R J52).
    pub fn losses_of(&self, state: &State, side: Side) -> u16 {
        let own =
            || self.all_counters().filter(|counter| self.side_of(*counter) == side).map(|counter| state.piece(counter));
        let fallen = if self.agreed.losses_by_roster {
            own().map(|piece| u16::from(piece.losses)).sum()
        } else {
            state.butchers_bill[side.index()]
        };
        fallen + own().map(|piece| u16::from(piece.stragglers)).sum::<u16>()
    }

    /// 9.f: a point for each full 4 SP that the enemy has lost more.
    pub(crate) fn points_for_losses(&self, state: &State, side: Side) -> i32 {
        let more = self.losses_of(state, enemy_of(side)).saturating_sub(self.losses_of(state, side));
        self.points_for_difference(more)
    }

    pub(crate) fn points_for_difference(&self, more: u16) -> i32 {
        let points = more / u16::from(self.tables.victory.strength_per_point.max(1));
        if rule!("9.f", points > 0) { i32::from(points) } else { 0 }
    }

    /// All victory points of a side as things stand.
    pub fn points(&self, state: &State, side: Side) -> i32 {
        i32::from(state.victory_points[side.index()])
            + self.geographic_points(state, side)
            + self.points_for_losses(state, side)
    }

    /// 9.g: three points ahead win; less is a draw. The players of a side win together (10.f).
    pub fn verdict_now(&self, state: &State) -> Verdict {
        let points = state.counted.unwrap_or_else(|| [self.points(state, FRENCH), self.points(state, ALLIED)]);
        let lead = points[0] - points[1];
        let counted = [points[0], points[1], 0, 0];
        if self.napoleon_is_taken(state) {
            return Verdict { winner: Some(ALLIED), level: "capture of Napoleon", points: counted };
        }
        if rule!("9.g", lead.abs() >= i32::from(self.tables.victory.margin)) {
            let winner = if lead > 0 { FRENCH } else { ALLIED };
            return Verdict { winner: Some(winner), level: "victory", points: counted };
        }
        Verdict { winner: None, level: "draw", points: counted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Battle;
    use crate::state::Siege;
    use crate::testing::{Table, chief, general, infantry};

    fn table() -> Table {
        let counters = vec![
            infantry("foot", FRENCH, 3),
            chief("napoleon", FRENCH, 4, 4, 4),
            general("ney", FRENCH, 3, 2, 2),
            infantry("foe", ALLIED, 3),
        ];
        Table::new(&["Feld", "Stadt fortified"], &["Feld-Stadt"], counters)
            .with_victory_boxes(&[("Feld", 2), ("Stadt", 3)])
    }

    #[test]
    fn losses_of_7_and_13_are_one_point_and_a_difference_of_8_two() {
        let mut table = table();
        table.state.butchers_bill = [7, 13];
        assert_eq!([FRENCH, ALLIED].map(|side| table.rules.points_for_losses(&table.state, side)), [1, 0]);
        table.state.butchers_bill = [5, 13];
        assert_eq!(table.rules.points_for_losses(&table.state, FRENCH), 2);
        // Stragglers who have not come back count.
        let foot = table.put("foot", "Feld", 4);
        table.state.piece_mut(foot).stragglers = 1;
        assert_eq!(table.rules.points_for_losses(&table.state, FRENCH), 1);
    }

    #[test]
    fn three_points_ahead_win() {
        let mut table = table();
        table.state.flags[0] = Some(FRENCH);
        assert_eq!(table.rules.verdict_now(&table.state).winner, None);
        table.state.flags[1] = Some(ALLIED);
        table.state.victory_points = [4, 0];
        let verdict = table.rules.verdict_now(&table.state);
        assert_eq!((verdict.winner, verdict.points), (Some(FRENCH), [6, 3, 0, 0]));
        // B.9
        let at = table.place("Stadt");
        table.state.sieges.push(Siege { at, besieger: FRENCH, step: 1, masked: true });
        assert_eq!(table.rules.verdict_now(&table.state).points, [7, 0, 0, 0]);
    }

    #[test]
    fn types_of_battle_and_captured_leaders_have_their_price() {
        let mut table = table();
        table.put("ney", "Feld", 0);
        table.put("napoleon", "Feld", 0);
        let mut battle = Battle::at(table.place("Feld"), ALLIED, false);
        for (size, points) in [(1, 0), (2, 0), (3, 3), (4, 5)] {
            battle.size = size;
            table.state.battle = Some(battle);
            table.state.victory_points = [0; 2];
            table.rules.score_battle(&mut table.state, ALLIED, &mut kernel::Discard);
            assert_eq!(table.state.victory_points, [0, points]);
        }
        table.state.victory_points = [0; 2];
        let (ney, napoleon) = (table.counter("ney"), table.counter("napoleon"));
        table.rules.capture(&mut table.state, ney, ALLIED, &mut kernel::Discard);
        assert_eq!(table.state.victory_points, [0, 1]);
        table.rules.capture(&mut table.state, napoleon, ALLIED, &mut kernel::Discard);
        assert_eq!(table.state.victory_points, [0, 4]);
        table.state.victory_points = [20, 0];
        let verdict = table.rules.verdict_now(&table.state);
        assert_eq!((verdict.winner, verdict.level), (Some(ALLIED), "capture of Napoleon"));
    }
}
