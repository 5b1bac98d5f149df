//! The rules of the drill ground. The cases are invented:
//!
//! | case | our words |
//! |---|---|
//! | D.1 | The sides move by turns, eight turns, each with its own units. |
//! | D.2 | A unit has three points a turn; a step or a turn costs one. |
//! | D.3 | A row steps with both hexes into one of its two forward directions, a gun into a hex of its front; into free hexes of the field. |
//! | D.4 | A row wheels by one vertex about one end, a gun turns by one hexside; into free hexes of the field. |
//! | D.5 | Once a turn a unit fires at an enemy in its arc, three hexes ahead, and then does nothing else: a four or more removes him. |
//! | D.6 | The game ends after eight turns, or when a side has nobody left. Units left count one each. |

use board::footprint::Places;
use board::{Facing, Hand, Hex, Set};
use kernel::{Case, Illegal, Pending, Seat, Side, Sink, Throw, Verdict};

use super::{Action, BLUE, Decision, Drill, Event, Ground, LAST_TURN, POINTS, PRINTS, RED, Stand, State, UnitId};

type Ruling<T> = Result<T, Illegal>;

impl Drill {
    pub(super) fn set_up(&self) -> State {
        let stands = [("2223", "nne"), ("2523", "nne"), ("2325", "n"), ("2519", "ssw"), ("2216", "ssw"), ("2414", "s")];
        State {
            turn: 1,
            player: BLUE,
            units: stands
                .map(|(hex, facing)| Some(Stand { at: self.ground.hex(hex)?, facing: Facing::parse(facing)? })),
            left: [POINTS; PRINTS.len()],
            fired: Set::EMPTY,
            firing: None,
            is_over: false,
        }
    }

    pub(super) fn waits(&self, state: &State) -> Pending<Decision> {
        if state.is_over {
            return Pending::Over(self.verdict_of(state));
        }
        if state.firing.is_some() {
            return Pending::Chance(Throw::d6(case!("D.5"), "fire"));
        }
        Pending::one(self.seat_of(state.player), Decision)
    }

    fn seat_of(&self, side: Side) -> Seat {
        Seat(side.index() as u8)
    }

    pub(super) fn covered(&self, state: &State, unit: UnitId) -> Places {
        let stand = state.units[usize::from(unit.0)];
        stand.and_then(|stand| self.ground.covers(unit.print(), stand)).unwrap_or_default()
    }

    /// Who stands in a hex.
    pub(super) fn holder(&self, state: &State, hex: Hex) -> Option<UnitId> {
        UnitId::all().find(|unit| self.covered(state, *unit).contains(&hex))
    }

    pub(super) fn list(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if self.waits(state).asks(seat).is_none() {
            return;
        }
        for unit in UnitId::of(self.side_of(seat)) {
            let Some(stand) = state.units[usize::from(unit.0)] else { continue };
            let steps = Ground::forward(stand.facing).into_iter().map(|ahead| self.ground.stepped(stand, ahead).at);
            let steps = steps.filter(|to| to.is_some()).map(|to| Action::Step { unit, to });
            let turns = Hand::BOTH.map(|hand| Action::Turn { unit, facing: stand.facing.turned(hand) });
            let shots = UnitId::all().map(|at| Action::Fire { unit, at });
            actions.extend(steps.chain(turns).chain(shots).filter(|action| self.judge(state, seat, action).is_ok()));
        }
        actions.push(Action::End);
    }

    pub(super) fn judge(&self, state: &State, seat: Seat, action: &Action) -> Ruling<()> {
        if rule!("D.1", self.waits(state).asks(seat).is_none()) {
            return Err(Illegal::new(case!("D.1"), "you are not asked for that now"));
        }
        let named = match *action {
            Action::Step { unit, .. } | Action::Turn { unit, .. } => [unit, unit],
            Action::Fire { unit, at } => [unit, at],
            Action::End => return Ok(()),
        };
        if rule!("D.1", named.iter().any(|unit| usize::from(unit.0) >= PRINTS.len())) {
            return Err(Illegal::new(case!("D.1"), "there is no such unit"));
        }
        match *action {
            Action::Step { unit, to } => self.step(state, seat, unit, to).map(|_| ()),
            Action::Turn { unit, facing } => self.turn(state, seat, unit, facing).map(|_| ()),
            Action::Fire { unit, at } => self.fire(state, seat, unit, at),
            Action::End => Ok(()),
        }
    }

    /// A unit that may still do something.
    fn able(&self, state: &State, seat: Seat, unit: UnitId) -> Ruling<Stand> {
        let name = unit.print().name;
        let stand = state.units[usize::from(unit.0)].filter(|_| unit.print().side == self.side_of(seat));
        let Some(stand) = stand else {
            rule!("D.1", true);
            return Err(Illegal::new(case!("D.1"), format!("{name} is not yours to move")));
        };
        if rule!("D.2", state.left[usize::from(unit.0)] == 0) {
            return Err(Illegal::new(case!("D.2"), format!("{name} has no point left")));
        }
        Ok(stand)
    }

    /// The unit as it would stand, if it fits there.
    fn fits(&self, state: &State, unit: UnitId, stand: Option<Stand>, case: Case) -> Ruling<Stand> {
        let name = unit.print().name;
        let placed = stand.filter(|stand| stand.at.is_some());
        let placed = placed.and_then(|stand| Some((stand, self.ground.covers(unit.print(), stand)?)));
        let Some((stand, places)) = placed else {
            return Err(Illegal::new(case, format!("{name} would leave the field")));
        };
        let blocked =
            places.iter().find_map(|hex| Some((*hex, self.holder(state, *hex).filter(|held| *held != unit)?)));
        match blocked {
            Some((hex, by)) => {
                Err(Illegal::new(case, format!("{} stands in {}", by.print().name, self.ground.name(hex))))
            }
            None => Ok(stand),
        }
    }

    fn step(&self, state: &State, seat: Seat, unit: UnitId, to: Hex) -> Ruling<Stand> {
        let stand = self.able(state, seat, unit)?;
        let ahead = Ground::forward(stand.facing).into_iter().map(|ahead| self.ground.stepped(stand, ahead));
        let Some(stand) = ahead.into_iter().find(|stand| stand.at == to && to.is_some()) else {
            rule!("D.3", true);
            let (name, to) = (unit.print().name, self.ground.name(to));
            return Err(Illegal::new(case!("D.3"), format!("{to} does not lie ahead of {name}")));
        };
        self.fits(state, unit, Some(stand), case!("D.3"))
    }

    fn turn(&self, state: &State, seat: Seat, unit: UnitId, facing: Facing) -> Ruling<Stand> {
        let stand = self.able(state, seat, unit)?;
        let Some(hand) = Hand::BOTH.into_iter().find(|hand| stand.facing.turned(*hand) == facing) else {
            rule!("D.4", true);
            let name = unit.print().name;
            return Err(Illegal::new(
                case!("D.4"),
                format!("{name} looks {}; it turns one step at a time", stand.facing),
            ));
        };
        self.fits(state, unit, self.ground.turned(unit.print(), stand, hand), case!("D.4"))
    }

    fn fire(&self, state: &State, seat: Seat, unit: UnitId, at: UnitId) -> Ruling<()> {
        let stand = self.able(state, seat, unit)?;
        let (name, target) = (unit.print().name, at.print().name);
        if state.units[usize::from(at.0)].is_none() || at.print().side == unit.print().side {
            rule!("D.5", true);
            return Err(Illegal::new(case!("D.5"), format!("{target} is not an enemy on the map")));
        }
        if rule!("D.5", state.fired.contains(unit)) {
            return Err(Illegal::new(case!("D.5"), format!("{name} has fired")));
        }
        let arc = self.ground.arc(unit.print(), stand);
        if rule!("D.5", !self.covered(state, at).iter().any(|hex| arc.contains(*hex))) {
            return Err(Illegal::new(case!("D.5"), format!("{target} is not in the arc of {name}")));
        }
        Ok(())
    }

    pub(super) fn carry_out(&self, state: &mut State, action: &Action, events: &mut impl Sink<Event>) {
        let seat = self.seat_of(state.player);
        match *action {
            Action::Step { unit, to } => {
                if let Ok(stand) = self.step(state, seat, unit, to) {
                    state.units[usize::from(unit.0)] = Some(stand);
                    state.left[usize::from(unit.0)] -= 1;
                    events.event(Event::Stepped { unit, to });
                }
            }
            Action::Turn { unit, facing } => {
                if let Ok(stand) = self.turn(state, seat, unit, facing) {
                    state.units[usize::from(unit.0)] = Some(stand);
                    state.left[usize::from(unit.0)] -= 1;
                    events.event(Event::Turned { unit, facing });
                }
            }
            Action::Fire { unit, at } => {
                state.left[usize::from(unit.0)] = 0;
                state.fired.insert(unit);
                state.firing = Some((unit, at));
                events.event(Event::Fired { unit, at });
            }
            Action::End => self.end(state, events),
        }
    }

    pub(super) fn fall(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let Some((_, at)) = state.firing.take() else { return };
        let hit = rule!("D.5", die >= 4);
        events.event(Event::Thrown { die, at, hit });
        if hit {
            state.units[usize::from(at.0)] = None;
        }
        let gone = |side: Side| UnitId::of(side).all(|unit| state.units[usize::from(unit.0)].is_none());
        if rule!("D.6", gone(BLUE) || gone(RED)) {
            self.close(state, events);
        }
    }

    fn end(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::Ended { side: state.player });
        if state.player == RED && rule!("D.6", state.turn == LAST_TURN) {
            return self.close(state, events);
        }
        if state.player == RED {
            state.turn += 1;
            events.event(Event::Turn { turn: state.turn });
        }
        state.player = if state.player == BLUE { RED } else { BLUE };
        state.left = [POINTS; PRINTS.len()];
        state.fired = Set::EMPTY;
    }

    fn close(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.is_over = true;
        events.event(Event::Over);
    }

    pub(super) fn verdict_of(&self, state: &State) -> Verdict {
        let count =
            |side: Side| UnitId::of(side).filter(|unit| state.units[usize::from(unit.0)].is_some()).count() as i32;
        let (blue, red) = (count(BLUE), count(RED));
        let winner = (blue != red).then_some(if blue > red { BLUE } else { RED });
        Verdict { winner, level: if winner.is_some() { "victory" } else { "draw" }, points: [blue, red, 0, 0] }
    }
}
