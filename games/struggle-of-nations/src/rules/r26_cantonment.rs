//! 26.cantonment: Allied troops leave the map for a while, and come back like reinforcements.
//! Decides 19.offmap, 26.cantonment, 26.cantonment.centre.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::march::{How, March};
use crate::refusal::{Ruling, refuse};
use crate::roster::{ALLIED, Army};
use crate::state::{Centre, Fate, State};

impl Rules {
    /// By a source road of their army, and once in a while.
    pub(crate) fn may_canton(&self, state: &State, side: Side) -> Ruling {
        let march = &state.march;
        if rule!("26.cantonment", side != ALLIED || !matches!(march.how, How::Command | How::Initiative)) {
            return Err(refuse(
                case!("26.cantonment"),
                "only Allied troops on the march leave the map, and only for cantonment",
            ));
        }
        let at = self.marching(state).lead;
        let army = self.army_of(state, march.commander);
        if rule!("26.cantonment", !self.is_exit(state, army, at)) || !march.second.is_empty() || march.stopped[0] {
            return Err(refuse(case!("26.cantonment"), "troops leave by a source road of their army"));
        }
        self.may_withdraw(state, army)
    }

    /// Whether a hex is a source of an army from which a road leaves the map.
    fn is_exit(&self, state: &State, army: Army, hex: Hex) -> bool {
        let sources = self.theatre.sources.iter();
        sources.filter(|source| self.is_source_of(state, army, source)).any(|source| source.hex == hex)
    }

    /// 26.cantonment: the troops of an army withdraw once in so many turns; in that turn as many as like.
    fn may_withdraw(&self, state: &State, army: Army) -> Ruling {
        let once = self.tables.limits.cantonment.once_in;
        let withdrew = state.army(army).withdrew;
        let lately = withdrew > 0 && state.turn != withdrew && state.turn < withdrew + once;
        if rule!("26.cantonment", lately) {
            return Err(refuse(case!("26.cantonment"), "the army has been in cantonment in the last {number} turns")
                .number(once.into()));
        }
        Ok(())
    }

    /// 26.cantonment.centre: a centre leaves by a source road as well.
    pub(crate) fn may_canton_centre(&self, state: &State, army: Army) -> Ruling {
        if rule!("26.cantonment", army.side() != ALLIED || !self.is_exit(state, army, state.march.centre)) {
            return Err(refuse(case!("26.cantonment"), "only an Allied centre leaves the map, by a source road"));
        }
        self.may_withdraw(state, army)
    }

    pub(crate) fn canton_centre(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let (at, turn) = (state.march.centre, state.turn);
        state.frames.pop();
        state.march = March::NONE;
        let own = state.army_mut(army);
        own.withdrew = turn;
        own.centre = Centre::Cantoned(turn);
        own.centre_at = [at, Hex::NONE];
        own.centre_from = own.centre_at;
        events.event(Event::CentreCantoned { army, at });
        self.find_lines(state);
    }

    /// 26.cantonment.centre: whether a centre that is off the map may come back, by the hex where it left.
    pub(crate) fn may_centre_return(&self, state: &State, army: Army) -> bool {
        let least = self.tables.limits.cantonment.least;
        matches!(state.army(army).centre, Centre::Cantoned(since) if rule!("26.cantonment", state.turn >= since + least))
    }

    /// 26.cantonment.centre, 5.index: what an army gains in a turn while its centre is away: its index times the turns so
    /// far, rounded down, less what it had before.
    pub(crate) fn gain_index(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let Centre::Cantoned(since) = state.army(army).centre else { return };
        let Some(line) = self.line_of(state, army) else { return };
        let index = u16::from(self.tables.index(line, 0));
        let turns = u16::from(state.turn.saturating_sub(since));
        let points = (index * turns / 2 - index * turns.saturating_sub(1) / 2) as u8;
        if rule!("26.cantonment.centre", points > 0) {
            let own = state.army_mut(army);
            own.points = own.points.saturating_add(points as i8).min(99);
            events.event(Event::PointsCredited { army, points });
        }
    }

    pub(crate) fn canton(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let force = state.march.force;
        let army = self.army_of(state, state.march.commander);
        state.army_mut(army).withdrew = state.turn;
        state.frames.pop();
        state.march = March::NONE;
        for leader in force {
            let at = state.lead[leader.index()];
            events.event(Event::Cantoned { leader, at });
            state.since[leader.index()] = state.turn;
            state.done.insert(leader);
            self.lift(state, leader, Fate::Cantoned);
        }
    }

    /// Those whose time is up come back as soon as their hex is free: in the owner's initiative segment.
    pub(crate) fn may_return(&self, state: &State, leader: crate::roster::LeaderId) -> bool {
        let least = self.tables.limits.cantonment.least;
        match state.fate[leader.index()] {
            Fate::Cantoned => rule!("26.cantonment", state.turn >= state.since[leader.index()] + least),
            // 19.offmap: once rallied.
            Fate::Away => !rule!("19.offmap", state.disorganized.contains(leader)),
            Fate::Pool | Fate::Waiting | Fate::OnMap | Fate::AtCentre | Fate::Interned | Fate::Lost => false,
        }
    }
}
