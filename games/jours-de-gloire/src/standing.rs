//! Standing orders: what a seat answers to reactions in advance (2.B2c). They are changed one at a time and at any moment,
//! and answer from what the seat sees.

use kernel::Seat;

use crate::action::{Action, GunsAction, MovementAction};
use crate::counters::CounterId;
use crate::reaction::{Standing, StandingOrder};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Guns, GunsQuestion, Movement, MovementQuestion};
use crate::sets::CounterSet;
use crate::state::{FRENCH, State};
use crate::{Rules, Seen};

/// Faces of a die.
const FACES: u8 = 6;

/// The orders that can be given for one kind of reaction.
fn orders() -> impl Iterator<Item = StandingOrder> {
    [StandingOrder::Ask, StandingOrder::Never].into_iter().chain((1..=FACES).map(StandingOrder::FromFaces))
}

impl Rules {
    pub(crate) fn may_order(&self, state: &State, seat: Seat, standing: &Standing) -> Ruling {
        let now = &state.standing[seat.index()];
        let pairs = [
            (now.interception, standing.interception),
            (now.march_to_the_guns, standing.march_to_the_guns),
            (now.withdrawal, standing.withdrawal),
        ];
        let changed = pairs.iter().filter(|(before, after)| before != after).count();
        let sound = pairs.iter().all(|(_, after)| orders().any(|order| order == *after));
        if rule!("2.B2c", changed != 1 || !sound) {
            return Err(refuse(
                case!("2.B2c"),
                "standing orders are changed one at a time: ask, never, or from 1 to 6 faces",
            ));
        }
        Ok(())
    }

    pub(crate) fn list_standing(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let Some(now) = state.standing.get(seat.index()).copied().filter(|_| seat.index() < self.seats.len()) else {
            return;
        };
        for order in orders() {
            let changes = [
                Standing { interception: order, ..now },
                Standing { march_to_the_guns: order, ..now },
                Standing { withdrawal: order, ..now },
            ];
            actions.extend(changes.into_iter().filter(|changed| *changed != now).map(Action::Standing));
        }
    }

    /// What the standing orders of a seat answer to what it is asked, if they cover it.
    pub(crate) fn answer_by_standing(&self, seen: &Seen<'_>, seat: Seat) -> Option<Action> {
        let view = seen.view();
        let standing = view.standing?;
        let frame = view.frame();
        let (order, decline) = match (frame.movement().and_then(Movement::asked), frame.guns().and_then(Guns::asked)) {
            (Some(MovementQuestion::Intercept { seat: asked, .. }), _) if asked == seat => {
                (standing.interception, Action::Movement(MovementAction::Declared))
            }
            (Some(MovementQuestion::Intercepting { seat: asked, .. }), _) if asked == seat => {
                let covered = matches!(standing.interception, StandingOrder::FromFaces(_));
                return covered.then_some(Action::Movement(MovementAction::MoveIn));
            }
            (Some(MovementQuestion::Withdraw { seat: asked, .. }), _) if asked == seat => {
                (standing.withdrawal, Action::Movement(MovementAction::StandFast))
            }
            (_, Some(GunsQuestion::Choose { seat: asked } | GunsQuestion::Muster { seat: asked, .. }))
                if asked == seat =>
            {
                (standing.march_to_the_guns, Action::Guns(GunsAction::Done))
            }
            (_, _) => return None,
        };
        match order {
            StandingOrder::Ask => None,
            StandingOrder::Never => Some(decline),
            StandingOrder::FromFaces(faces) => {
                // The seat's own counters and what it is offered are the same in every world that fits its view.
                let state = seen.world();
                let mut offers = Vec::new();
                self.list(state, seat, &mut offers);
                let worth = offers.into_iter().find(|offer| self.is_worth(state, seat, offer, faces));
                Some(worth.unwrap_or(decline))
            }
        }
    }

    /// Whether a reaction has so many good faces, or goes on with one that has.
    fn is_worth(&self, state: &State, seat: Seat, offer: &Action, faces: u8) -> bool {
        match *offer {
            Action::Movement(MovementAction::Join(counter)) => {
                let at = state.march.map(|march| march.at);
                let (Some(at), Some(from)) = (at, state.place_of(counter)) else { return false };
                let declared = state.reaction.as_ref().and_then(|it| it.declared.iter().find(|it| it.from == from));
                // One unit is enough to try, and the best leader beside it makes the most of it.
                let mut force = declared.map_or(CounterSet::EMPTY, |it| it.force);
                if force.iter().any(|other| self.is_leader(other)) {
                    return false;
                }
                let best = self.best_leader_at(state, seat, from);
                let joins = if force.is_empty() { self.has_strength(counter) } else { best == Some(counter) };
                force.insert(counter);
                best.iter().for_each(|leader| force.insert(*leader));
                joins && self.interception_limit(state, at, from, &force) >= i32::from(faces)
            }
            Action::Movement(MovementAction::Withdraw(..)) => {
                // The worst is supposed: enemy cavalry follows.
                let eased = if self.side_of_seat(seat) == FRENCH {
                    i32::from(self.tables.actions.french_withdrawal)
                } else {
                    0
                };
                let unhurt =
                    (1..=FACES).filter(|die| !self.tables.actions.withdrawal_costs(true, i32::from(*die) + eased));
                unhurt.count() >= usize::from(faces)
            }
            Action::Guns(GunsAction::Take(counter)) => {
                let mustered = state.reaction.as_ref().and_then(|it| it.declared.last());
                let Some(from) = state.place_of(counter) else { return false };
                let best = self.best_leader_at(state, seat, from);
                let mut force = mustered.map_or(CounterSet::EMPTY, |it| it.force);
                if force.iter().any(|other| self.is_leader(other)) {
                    return false;
                }
                let joins = if force.is_empty() { self.has_strength(counter) } else { best == Some(counter) };
                force.insert(counter);
                best.iter().for_each(|leader| force.insert(*leader));
                joins && self.reaction_value(state, from, &force) >= faces
            }
            Action::Guns(GunsAction::MarchTo(_)) => true,
            Action::Guns(GunsAction::PutDown | GunsAction::Done)
            | Action::Movement(_)
            | Action::Events(_)
            | Action::Administration(_)
            | Action::Combat(_)
            | Action::Card(_)
            | Action::Standing(_) => false,
        }
    }

    fn best_leader_at(&self, state: &State, seat: Seat, from: board::boxes::BoxId) -> Option<CounterId> {
        let own = self.of_side_in(state, self.side_of_seat(seat), from);
        let leaders: CounterSet = own.iter().filter(|counter| self.is_leader(*counter)).collect();
        self.foremost(&leaders, |leader| leader.command_value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Frame;
    use crate::state::ALLIED;
    use crate::testing::{Table, chief, infantry};
    use kernel::{Ruleset, Viewer};

    fn marched() -> Table {
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            infantry("ii", FRENCH, 3),
            chief("wittgenstein", ALLIED, 3, 2, 1),
            infantry("prussians", ALLIED, 3),
        ];
        let mut table = Table::new(&["A", "B", "C"], &["A-B", "B-C"], counters);
        table.put("napoleon", "A", 0);
        table.put("ii", "A", 5);
        table.put("wittgenstein", "C", 0);
        table.put("prussians", "C", 4);
        table.begin(FRENCH, Frame::Administration(crate::sequence::Administration::Done));
        let take = Action::Movement(MovementAction::Take(table.counter("ii")));
        table.act(FRENCH, take);
        table.rules.find_command(&mut table.state, FRENCH);
        table.state.armies[0].points = 6;
        let payer = crate::counters::ArmyId(0);
        table.act(FRENCH, Action::Movement(MovementAction::Activate { payer, forced: false }));
        let step = Action::Movement(MovementAction::Step(table.way("A", "B")));
        table.act(FRENCH, step);
        table
    }

    #[test]
    fn they_answer_as_the_seat_would_have() {
        let mut table = marched();
        let seat = table.seat(ALLIED);
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::Intercept { .. })));
        let answer = |table: &Table| {
            table.rules.standing_answer(&Seen::of(&table.rules, &table.state, Viewer::Seat(seat)), seat)
        };
        assert_eq!(answer(&table), None);
        let never = Standing { interception: StandingOrder::Never, ..Standing::default() };
        table.act(ALLIED, Action::Standing(never));
        assert_eq!(answer(&table), Some(Action::Movement(MovementAction::Declared)));
        let often = Standing { interception: StandingOrder::FromFaces(2), ..Standing::default() };
        table.act(ALLIED, Action::Standing(often));
        let join = |id: &str| Some(Action::Movement(MovementAction::Join(table.counter(id))));
        assert_eq!(answer(&table), join("prussians"));
        let mut next = Table { rules: table.rules.clone(), state: table.state.clone(), events: Vec::new() };
        next.act(ALLIED, join("prussians").unwrap());
        assert_eq!(answer(&next), join("wittgenstein"));
        next.act(ALLIED, join("wittgenstein").unwrap());
        assert_eq!(answer(&next), Some(Action::Movement(MovementAction::Declared)));
        let seldom = Standing { interception: StandingOrder::FromFaces(3), ..Standing::default() };
        table.act(ALLIED, Action::Standing(seldom));
        assert_eq!(answer(&table), Some(Action::Movement(MovementAction::Declared)));
    }

    #[test]
    fn one_order_is_changed_at_a_time() {
        let table = marched();
        let two =
            Standing { interception: StandingOrder::Never, withdrawal: StandingOrder::Never, ..Standing::default() };
        assert_eq!(table.refused(ALLIED, Action::Standing(two)), case!("2.B2c"));
        assert_eq!(table.refused(ALLIED, Action::Standing(Standing::default())), case!("2.B2c"));
        let mut offers = Vec::new();
        table.rules.list_interrupts(&table.state, table.seat(ALLIED), &mut offers);
        assert_eq!(offers.len(), 3 * 7);
    }
}
