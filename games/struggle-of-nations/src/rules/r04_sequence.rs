//! 4.sequence: one segment after the other.
//! Decides 4.sequence.first, 9.unemployed, 24.weather, 26.armistice.auto.

use kernel::{Side, Sink, Verdict};

use crate::Rules;
use crate::event::Event;
use crate::roster::{LeaderId, LeaderSet, UnitSet, enemy_of};
use crate::sequence::{Frame, Segment};
use crate::state::{Fate, State};

impl Rules {
    /// Begins the first turn.
    pub(crate) fn begin(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.clear();
        self.begin_turn(state, events);
    }

    fn begin_turn(&self, state: &mut State, events: &mut impl Sink<Event>) {
        // 4.sequence.first.
        state.player = self.scenario.first_player;
        events.event(Event::TurnBegan { turn: state.turn });
        state.broke = LeaderSet::EMPTY;
        self.turn_events(state, events);
        state.frames.push(Frame::of(Segment::Interphase));
        self.open_segment(state, Segment::Interphase, events);
    }

    /// Losses of which nothing is left to choose; false if the owner has to.
    pub(crate) fn settle_losses(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) -> bool {
        let losers = self.losers(state, side);
        match losers.first() {
            _ if self.points_due(state) == 0 => self.close_losses(state),
            None => self.close_losses(state),
            Some(only) if losers.len() == 1 => self.lose(state, side, only, events),
            Some(_) => return false,
        }
        true
    }

    fn close_losses(&self, state: &mut State) {
        state.attrition.losses = [0; 2];
        state.due = 0;
        state.bled = UnitSet::EMPTY;
        state.loser = LeaderId::NONE;
        state.frames.pop();
        self.check_troops(state);
    }

    /// What a segment begins with.
    fn open_segment(&self, state: &mut State, segment: Segment, events: &mut impl Sink<Event>) {
        let side = state.player;
        if !matches!(segment, Segment::Interphase | Segment::Weather | Segment::Rest | Segment::End) {
            events.event(Event::SegmentBegan { side, segment });
        }
        match segment {
            Segment::Interphase => {
                if self.is_armistice_due(state) {
                    state.frames.push(Frame::ArmisticeDie);
                }
            }
            Segment::Weather => state.frames.push(Frame::WeatherDie),
            Segment::Administration => {
                state.replaced = UnitSet::EMPTY;
                // 25.train: a train that was laid works from now on.
                self.chase_exposed(state, events);
                self.receive_replacements(state, side, events);
                let armies: arrayvec::ArrayVec<_, 5> = self.armies_of(state, side).collect();
                for army in armies.into_iter().rev() {
                    self.administer(state, army, events);
                }
            }
            Segment::Organization => {
                state.touched = UnitSet::EMPTY;
                self.dismiss_dummies(state, side, events);
                self.find_ranges(state, side);
                state.frames.push(Frame::Organize);
            }
            Segment::Commands => {
                self.dismiss_idle(state, side, events);
                self.open_commands(state, side);
                let holds = |leader: &LeaderId| self.fortress_held(state, *leader).is_some();
                state.garrisons = self.on_map(state, side).filter(holds).collect();
                state.frames.push(Frame::Commands);
            }
            Segment::Centres => {
                let moves = |army| state.army(army).is_on_map() || self.may_centre_return(state, army);
                if self.armies_of(state, side).any(moves) {
                    state.frames.push(Frame::Centres);
                }
            }
            Segment::Initiative => {
                self.find_ranges(state, side);
                state.frames.push(Frame::Initiative);
            }
            Segment::Rest => self.open_rest(state),
            Segment::Bridges => {
                state.tried = LeaderSet::EMPTY;
                state.frames.push(Frame::Bridges);
            }
            Segment::Forced => {
                let other = enemy_of(side);
                state.done = LeaderSet::EMPTY;
                state.walked = LeaderSet::EMPTY;
                state.provisional = LeaderSet::EMPTY;
                self.find_ranges(state, other);
                state.frames.push(Frame::Forced);
                self.ask_pledges(state, other);
            }
            Segment::Battles => self.open_battles(state, events),
            Segment::Rally => self.open_rally(state),
            Segment::End => self.end_player_turn(state, events),
        }
    }

    /// A segment is over: the next one begins.
    pub(crate) fn close_segment(&self, state: &mut State, segment: Segment, events: &mut impl Sink<Event>) {
        let next = match segment {
            Segment::Interphase => Segment::Weather,
            Segment::Weather => Segment::Administration,
            Segment::Administration => Segment::Organization,
            Segment::Organization => Segment::Commands,
            Segment::Commands => Segment::Centres,
            Segment::Centres => Segment::Initiative,
            Segment::Initiative => Segment::Rest,
            Segment::Rest => Segment::Bridges,
            Segment::Bridges => Segment::Forced,
            Segment::Forced => Segment::Battles,
            Segment::Battles => Segment::Rally,
            Segment::Rally => Segment::End,
            Segment::End => {
                self.next_player(state, events);
                return;
            }
        };
        self.become_segment(state, next, events);
        // The ends of the three phases.
        match segment {
            Segment::Organization => self.end_phase(state, events),
            Segment::Bridges => {
                let here = self.on_map(state, state.player).collect();
                state.settled = state.settled.union(here);
                self.end_phase(state, events);
            }
            Segment::Rally => self.end_phase(state, events),
            Segment::Interphase
            | Segment::Weather
            | Segment::Administration
            | Segment::Commands
            | Segment::Centres
            | Segment::Initiative
            | Segment::Rest
            | Segment::Forced
            | Segment::Battles
            | Segment::End => {}
        }
    }

    fn become_segment(&self, state: &mut State, segment: Segment, events: &mut impl Sink<Event>) {
        state.frames.clear();
        state.frames.push(Frame::of(segment));
        if state.beaten.is_none() {
            self.open_segment(state, segment, events);
        }
    }

    /// Opens a segment of an example.
    pub(crate) fn open_at(&self, state: &mut State, segment: Segment) {
        state.frames.clear();
        state.frames.push(Frame::of(segment));
        self.open_segment(state, segment, &mut kernel::Discard);
    }

    /// The end of a phase: force integrity, installations, cities.
    fn end_phase(&self, state: &mut State, events: &mut impl Sink<Event>) {
        self.chase_exposed(state, events);
        self.check_installations(state, events);
        self.check_cities(state, events);
        self.check_sieges(state, events);
        self.check_troops(state);
        state.frames.push(Frame::PhaseEnd);
        for side in crate::roster::BOTH {
            if !self.is_orderly(state, side) {
                state.frames.push(Frame::Integrity { side });
            }
        }
    }

    fn end_player_turn(&self, state: &mut State, events: &mut impl Sink<Event>) {
        self.surrender(state, state.player, events);
        state.sallying = LeaderSet::EMPTY;
        state.entered = LeaderSet::EMPTY;
        self.settle_centres(state, state.player, events);
    }

    fn next_player(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if state.player == self.scenario.first_player {
            state.player = enemy_of(state.player);
            // 4.sequence.first: the second player has no die for the weather.
            let first = if rule!("4.sequence.first", true) { Segment::Administration } else { Segment::Weather };
            self.become_segment(state, first, events);
            return;
        }
        if state.turn >= self.last_turn() {
            self.end_game(state, events);
            return;
        }
        // 26.armistice.auto.
        let due = self.scenario.armistice.as_ref().is_some_and(|armistice| armistice.automatic_after == state.turn);
        if rule!("26.armistice.auto", due) {
            state.armistice = state.turn + 1;
            self.begin_armistice(state, events);
            return;
        }
        state.turn += 1;
        state.frames.clear();
        self.begin_turn(state, events);
    }

    /// The next turn begins after the armistice.
    pub(crate) fn resume(&self, state: &mut State, turn: u8, events: &mut impl Sink<Event>) {
        state.turn = turn;
        state.frames.clear();
        self.begin_turn(state, events);
    }

    pub(crate) fn end_game(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.clear();
        state.frames.push(Frame::GameOver);
        events.event(Event::GameOver);
    }

    pub(crate) fn weather_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let month = self.turn_info(state).weather;
        let found = self.tables.weather.column(month)[usize::from(die - 1)];
        if rule!("24.weather", true) {
            state.weather = found;
        }
        events.event(Event::WeatherThrown { die, weather: state.weather });
    }

    pub(crate) fn verdict_now(&self, state: &State) -> Verdict {
        self.verdict_of(state)
    }

    /// Leaders without employment and lone major generals when the owner's movement begins (9.unemployed).
    fn dismiss_idle(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        for leader in self.leaders_of(side) {
            let alone = state.on_map(leader)
                && !state.troops.contains(leader)
                && !self.has_train(state, leader)
                && self.leader(leader).kind.is_major();
            if rule!("9.unemployed", alone) {
                events.event(Event::Removed { leader, at: state.lead[leader.index()] });
                self.lift(state, leader, Fate::Pool);
            }
        }
    }
}
