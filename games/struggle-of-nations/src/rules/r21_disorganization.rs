//! 21: disorganization and rally.
//! Decides 21.disorg, 21.disorg.forced, 21.rally.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::roster::{LeaderId, LeaderSet, enemy_of};
use crate::sequence::{Frame, Question};
use crate::state::{Fate, State};

impl Rules {
    /// Disorganization of both sides, then rally, the phasing player's first.
    pub(crate) fn open_rally(&self, state: &mut State) {
        state.tried = LeaderSet::EMPTY;
        let side = state.player;
        for side in [enemy_of(side), side] {
            state.frames.push(Frame::Rally { side });
        }
        for side in [enemy_of(side), side] {
            state.frames.push(Frame::Disorder { side });
        }
    }

    /// Those of a side that retreated and have yet to be rolled for.
    pub(crate) fn shaken_of(&self, state: &State, side: Side) -> LeaderSet {
        let own = state.shaken.intersection(self.leaders_of(side));
        own.difference(state.disorganized)
    }

    /// 21.rally: those that broke in an earlier turn.
    pub(crate) fn rallying(&self, state: &State, side: Side) -> LeaderSet {
        let own = state.disorganized.intersection(self.leaders_of(side)).difference(state.tried);
        let present = |leader: &LeaderId| matches!(state.fate[leader.index()], Fate::OnMap | Fate::Away);
        own.iter().filter(present).filter(|leader| !rule!("21.rally", state.broke.contains(*leader))).collect()
    }

    /// Goes on with disorganization and rally as far as nobody has to decide.
    pub(crate) fn run_rally(&self, state: &mut State, question: Question) -> bool {
        let waits = match question {
            Question::Disorder { side } => {
                let shaken = self.shaken_of(state, side);
                if let (1, Some(only)) = (shaken.len(), shaken.first()) {
                    state.tried = LeaderSet::EMPTY;
                    state.frames.push(Frame::DisorderDie { leader: only });
                    return false;
                }
                !shaken.is_empty()
            }
            Question::Rally { side } => !self.rallying(state, side).is_empty(),
            Question::Administer { .. }
            | Question::Organize
            | Question::Integrity { .. }
            | Question::Commands
            | Question::Centres
            | Question::Initiative
            | Question::Forced
            | Question::Muster
            | Question::Marching
            | Question::Push { .. }
            | Question::Losses { .. }
            | Question::Militia
            | Question::Bridges
            | Question::Refuse { .. }
            | Question::Battles
            | Question::Declare
            | Question::Plans
            | Question::Guns
            | Question::Bonus
            | Question::Stand { .. }
            | Question::Counter { .. }
            | Question::Retreat { .. }
            | Question::Displace { .. }
            | Question::Pursue { .. }
            | Question::Pursuing { .. }
            | Question::Occupy { .. }
            | Question::MoraleChoice { .. }
            | Question::Armistice { .. }
            | Question::Settle { .. } => false,
        };
        if waits {
            return false;
        }
        if let Question::Disorder { side } = question {
            state.shaken = state.shaken.difference(self.leaders_of(side));
            state.tried = LeaderSet::EMPTY;
        }
        if let Question::Rally { side } = question {
            state.shaken = state.shaken.difference(self.leaders_of(side));
        }
        state.frames.pop();
        true
    }

    /// Whether one die of a leader can serve these too: they are in his reach, and his span covers them.
    fn answers_for(&self, state: &State, leader: LeaderId, others: LeaderSet) -> bool {
        let here = state.package(leader);
        let beside = |other: LeaderId| {
            let there = state.package(other);
            state.on_map(other) && (here.shares_pair(&there) || self.adjacent(state, &here, &there))
        };
        !others.contains(leader) && others.iter().all(beside) && self.can_command(state, leader, others)
    }

    /// 21.disorg: a subordinate shares the die of his commander, if his owner wishes.
    pub(crate) fn may_share_die(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        let shaken = self.shaken_of(state, side);
        let mut others = state.tried;
        others.insert(leader);
        let led = shaken.iter().any(|commander| self.answers_for(state, commander, others));
        if !shaken.contains(leader) || state.tried.contains(leader) || !led {
            return Err(refuse(case!("21.disorg"), "nobody who retreated commands {unit}").unit(leader));
        }
        Ok(())
    }

    pub(crate) fn may_roll(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        // 21.disorg.forced: nobody is disorganized twice.
        let again = state.shaken.contains(leader) && state.disorganized.contains(leader);
        if self.side_of(leader) == side && rule!("21.disorg.forced", again) {
            return Err(refuse(case!("21.disorg.forced"), "{unit} is disorganized already").unit(leader));
        }
        if !state.tried.is_empty() && !self.answers_for(state, leader, state.tried) {
            return Err(refuse(case!("21.disorg"), "{unit} does not command those who share the die").unit(leader));
        }
        if !self.shaken_of(state, side).contains(leader) {
            return Err(refuse(case!("21.disorg"), "{unit} has not retreated").unit(leader));
        }
        Ok(())
    }

    /// 21.disorg: a die plus morale above the rating.
    pub(crate) fn disorder_falls(&self, state: &mut State, leader: LeaderId, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let side = self.side_of(leader);
        let total = die as i8 + state.morale[side.index()];
        let disorganized = rule!("21.disorg", total > self.rating(state, leader).initiative as i8);
        let mut group = std::mem::replace(&mut state.tried, LeaderSet::EMPTY);
        group.insert(leader);
        for leader in group {
            events.event(Event::DisorderThrown { leader, die, disorganized });
            state.shaken.remove(leader);
            if disorganized {
                state.disorganized.insert(leader);
                state.broke.insert(leader);
            }
        }
    }

    pub(crate) fn may_rally(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        if !state.disorganized.contains(leader) || self.side_of(leader) != side {
            return Err(refuse(case!("21.rally"), "{unit} is not disorganized").unit(leader));
        }
        if rule!("21.rally", state.broke.contains(leader)) {
            return Err(refuse(case!("21.rally"), "{unit} broke in this turn").unit(leader));
        }
        if state.tried.contains(leader) {
            return Err(refuse(case!("21.rally"), "{unit} has tried in this segment").unit(leader));
        }
        if !state.shaken.is_empty() && !self.answers_for(state, leader, state.shaken) {
            return Err(refuse(case!("21.rally"), "{unit} does not command those who share the die").unit(leader));
        }
        Ok(())
    }

    /// 21.rally: a subordinate shares the die of his commander, as in disorganization.
    pub(crate) fn may_rally_along(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        let broken = self.rallying(state, side);
        let mut others = state.shaken;
        others.insert(leader);
        let led = broken.iter().any(|commander| self.answers_for(state, commander, others));
        if !broken.contains(leader) || state.shaken.contains(leader) || !led {
            return Err(refuse(case!("21.rally"), "nobody who may rally commands {unit}").unit(leader));
        }
        Ok(())
    }

    /// 21.rally: a die plus morale not above the rating.
    pub(crate) fn rally_falls(&self, state: &mut State, leader: LeaderId, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let side = self.side_of(leader);
        let rallied = die as i8 + state.morale[side.index()] <= self.rating(state, leader).initiative as i8;
        let mut group = std::mem::replace(&mut state.shaken, LeaderSet::EMPTY);
        group.insert(leader);
        for leader in group {
            state.tried.insert(leader);
            events.event(Event::RallyThrown { leader, die, rallied });
            if rallied {
                state.disorganized.remove(leader);
            }
        }
    }
}
