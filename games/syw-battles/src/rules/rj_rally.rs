//! Chapter J: units are rallied by their own leaders, by turns.
//! Decides J.1, J.2a, J.2b, J.3a, J.3b.

use arrayvec::ArrayVec;
use board::{Facing, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Formation};
use crate::event::{Event, Phase};
use crate::ground::{BARRED, Gait};
use crate::refusal::{No, Ruling, Silent, refuse};
use crate::sequence::{Frame, Trial};
use crate::state::State;

/// How far a leader's rating serves a Shaken unit (J.2b).
const NEAR: u16 = 6;

impl Rules {
    pub(crate) fn open_rally(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.tried = CounterSet::EMPTY;
        self.open_alternate(state, Frame::Rally, Phase::Rally, events);
    }

    pub(crate) fn go_on_rallying(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let able = |rules: &Rules, state: &State, side: Side| {
            let mine = rules.units.intersection(rules.counters_of(side)).difference(state.tried);
            mine.iter().any(|unit| rules.may_rally::<Silent>(state, side, unit).is_ok())
        };
        if self.whose_choice(state, able) {
            return true;
        }
        state.frames.pop();
        self.open_rout(state, events);
        false
    }

    /// J.0: the leaders of a unit by the order of battle: of its corps, of the Line or Wing and the Second General above him, the
    /// General in Chief; of an independent unit all Generals.
    pub(crate) fn own_leaders(&self, state: &State, unit: CounterId) -> ArrayVec<CounterId, 8> {
        let print = self.counter(unit);
        let above = |leader: CounterId| self.superior(state, leader);
        let corps = if print.corps.is_none() { CounterId::NONE } else { state.leads[print.corps.index()] };
        let under = above(corps);
        let chief = state.chief[print.side.index()];
        let mut found = ArrayVec::new();
        let mut add = |leader: CounterId| {
            if !leader.is_none() && state.on_map(leader) && !found.contains(&leader) {
                let _ = found.try_push(leader);
            }
        };
        [corps, under, above(under), chief].into_iter().for_each(&mut add);
        if print.independent {
            let leaders = self.leaders.intersection(self.counters_of(print.side)).iter();
            leaders.filter(|it| state.on_map(*it) && self.rank_now(state, *it).is_general()).for_each(&mut add);
        }
        found
    }

    /// The best of a unit's leaders within so many hexes; J.3b lets only Generals rally a Panicked independent.
    fn best_leader(&self, state: &State, unit: CounterId, within: u16) -> Option<CounterId> {
        let hex = state.hex_of(unit);
        let independent = self.counter(unit).independent && state.formation(unit) == Formation::Panicked;
        let leaders = self.own_leaders(state, unit).into_iter();
        leaders
            .filter(|leader| self.ground.distance(state.hex_of(*leader), hex) <= within)
            .filter(|leader| !rule!("J.3b", independent && !self.rank_now(state, *leader).is_general()))
            .max_by_key(|leader| (self.effectiveness(state, *leader), std::cmp::Reverse(*leader)))
    }

    pub(crate) fn may_rally<N: No>(&self, state: &State, side: Side, unit: CounterId) -> Result<(), N> {
        let said = |case, words| refuse(case, words).unit(unit);
        if self.side_of(unit) != side || !self.is_unit(unit) || !state.is_out(unit) {
            return Err(N::because(|| said(case!("J.0"), "there is nothing to rally in {unit}")));
        }
        if state.tried.contains(unit) {
            return Err(N::because(|| said(case!("J.0"), "{unit} has been tried in this phase")));
        }
        let stacked = self.best_leader(state, unit, 0).is_some();
        match state.formation(unit) {
            // J.1
            Formation::Line | Formation::Column | Formation::Dispersed => {
                let home = self.standing_brigade(state, unit);
                let there = home.is_some_and(|brigade| self.places(state, brigade).contains(&state.hex_of(unit)));
                // D.3c, 3.12e: in wood and village it would be out again at once.
                let kept_out = home.is_some_and(|brigade| match state.formation(brigade) == Formation::Line {
                    true => self.ground.is_cover(state.hex_of(unit)),
                    false => self.is_loose(state, unit),
                });
                if rule!("J.1", there && kept_out) {
                    return Err(N::because(|| {
                        said(case!("J.1"), "{unit} does not return into its brigade in a wood or village")
                            .also(&[case!("J.0")])
                    }));
                }
                match rule!("J.1", there && stacked) {
                    true => Ok(()),
                    false => Err(N::because(|| {
                        said(case!("J.1"), "{unit} returns only from its brigade counter, with one of its leaders")
                            .also(&[case!("J.0")])
                    })),
                }
            }
            // J.2a, J.2b
            Formation::Shaken => match state.out_of_command.contains(unit) {
                true => Err(N::because(|| said(case!("J.2b"), "{unit} is out of command").also(&[case!("J.0")]))),
                false => Ok(()),
            },
            // J.3a
            Formation::Panicked => match stacked {
                true => Ok(()),
                false => Err(N::because(|| {
                    said(case!("J.3a"), "{unit} needs one of its leaders in its hex")
                        .also(&[case!("J.3b"), case!("J.0")])
                })),
            },
            Formation::Brigade | Formation::Unlimbered | Formation::Limbered | Formation::None => {
                Err(N::because(|| said(case!("J.0"), "there is nothing to rally in {unit}")))
            }
        }
    }

    pub(crate) fn judge_rally(&self, state: &State, side: Side, unit: CounterId) -> Ruling {
        self.may_rally(state, side, unit)
    }

    pub(crate) fn list_rally(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        for unit in self.units.intersection(self.counters_of(side)).difference(state.tried) {
            if self.may_rally::<Silent>(state, side, unit).is_ok() {
                actions.push(Action::Rally(unit));
            }
        }
        actions.push(Action::EndRally);
    }

    pub(crate) fn rally(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        state.tried.insert(unit);
        self.alternate(state);
        let stacked = self.best_leader(state, unit, 0).is_some();
        match state.formation(unit) {
            Formation::Shaken if rule!("J.2a", stacked) => self.rally_succeeds(state, unit, events),
            Formation::Shaken => {
                if rule!("J.2b", true) {
                    self.ask_check(state, unit, Trial::RallyShaken, events);
                }
            }
            Formation::Panicked => {
                if rule!("J.3a", true) {
                    self.ask_check(state, unit, Trial::RallyPanicked, events);
                }
            }
            Formation::Line
            | Formation::Column
            | Formation::Dispersed
            | Formation::Brigade
            | Formation::Unlimbered
            | Formation::Limbered
            | Formation::None => self.rejoin(state, unit, events),
        }
    }

    /// J.1, L.2c: back into its brigade, in good order.
    pub(crate) fn rejoin(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        self.lift(state, unit);
        state.at[unit.index()] = Hex::NONE;
        state.formation[unit.index()] = Formation::Brigade;
        let brigade = self.counter(unit).brigade;
        for hex in self.places(state, brigade) {
            state.occupied[self.side_of(unit).index()].insert(hex);
        }
        events.event(Event::Rallied { unit, formation: Formation::Brigade });
    }

    /// The rating that a leader lends to a rally: within six hexes to a Shaken unit, in its hex to a Panicked one.
    pub(crate) fn rallying_rating(&self, state: &State, unit: CounterId, trial: Trial) -> u8 {
        let within = if trial == Trial::RallyShaken { NEAR } else { 0 };
        self.best_leader(state, unit, within).map_or(0, |leader| self.effectiveness(state, leader))
    }

    /// A unit has been rallied: one step up. Well formed again, it looks where its owner wants.
    pub(crate) fn rally_succeeds(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        let index = unit.index();
        // Where no Line may stand: in woods and villages, and where only a road has brought it.
        let line = Gait::new(self.mover_in(unit, Formation::Line));
        let covered = self.ground.entry(line, state.hex_of(unit)) == BARRED;
        let formation = match state.formation(unit) {
            Formation::Panicked => Formation::Shaken,
            _ if self.counter(unit).dispersed => Formation::Dispersed,
            _ if covered => Formation::Column,
            Formation::Brigade
            | Formation::Line
            | Formation::Column
            | Formation::Dispersed
            | Formation::Shaken
            | Formation::Unlimbered
            | Formation::Limbered
            | Formation::None => Formation::Line,
        };
        state.formation[index] = formation;
        events.event(Event::Rallied { unit, formation });
        if formation == Formation::Shaken {
            return;
        }
        let now = state.facing(unit);
        if now.is_vertex() != formation.faces_vertex() {
            let toward = now.direction();
            state.facing[index] = if formation.faces_vertex() { Facing::vertex(toward) } else { Facing::side(toward) };
        }
        if formation.has_facing() {
            state.frames.push(Frame::Face { unit });
        }
    }
}
