//! 5: administrative points.
//! Decides 5.receive, 5.receive.lines, 5.receive.none, 5.support.inactive, 5.support.lasts, 6.inactive.length.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::roster::Army;
use crate::sequence::{Frame, Segment};
use crate::state::{Centre, NO_LINE, Pledge, State};

impl Rules {
    /// 5.receive.none: why an army gets no points this turn.
    pub(crate) fn may_receive(&self, state: &State, army: Army) -> bool {
        let own = state.army(army);
        let working = own.centre == Centre::Active && own.line != NO_LINE && own.changing.is_none();
        self.line_of(state, army).is_some() && !rule!("5.receive.none", !working)
    }

    /// Opens the administration of an army: what is due by itself, then the question or its next die.
    pub(crate) fn administer(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let turn = state.turn;
        match state.army(army).centre {
            // 6.inactive.length: moved in the last own turn; nothing in this one.
            Centre::Moved => {
                let rests = rule!("6.inactive.length", true);
                state.army_mut(army).centre = if rests { Centre::Inactive } else { Centre::Active };
            }
            // 6.displace.after: nothing in this own turn and the enemy's that follows.
            Centre::Fled => state.army_mut(army).centre = Centre::Recovering,
            Centre::Disbanded(back) if turn >= back => self.return_centre(state, army, events),
            Centre::Cantoned(_) => self.gain_index(state, army, events),
            Centre::None | Centre::Active | Centre::Inactive | Centre::Recovering | Centre::Disbanded(_) => {}
        }
        self.renew_source(state, army, events);
        self.find_lines(state);
        // Two frames: the die of a source change, if one is due, comes before the question.
        state.frames.push(Frame::Administer { army });
        if !state.army(army).changing.is_none() {
            state.frames.push(Frame::SourceDie { army });
        }
    }

    /// Whether there is anything to ask about an army.
    pub(crate) fn is_administered(&self, state: &State, army: Army) -> bool {
        self.may_receive(state, army) || self.may_touch_source(state, army)
    }

    pub(crate) fn may_support(&self, state: &State, army: Army, declared: u8) -> Ruling {
        let levels = self.tables.support.shift.len();
        if usize::from(declared) >= levels {
            return Err(
                refuse(case!("5.support"), "no more than {number} points can be given up").number(levels as i16 - 1)
            );
        }
        // 5.support.lasts: the level that served before the first own turn is that of this turn.
        if let Pledge::Level(level) = state.army(army).pledge
            && rule!("5.support.lasts", declared != level && self.may_receive(state, army))
        {
            return Err(refuse(case!("5.support.lasts"), "{number} points of support were declared for this turn")
                .number(level.into()));
        }
        if declared > 0 && !self.may_receive(state, army) {
            let inactive = matches!(state.army(army).centre, Centre::Inactive | Centre::Recovering);
            let case = if inactive { case!("5.support.inactive") } else { case!("5.receive.none") };
            return Err(
                refuse(case, "the army receives nothing that could be given up").also(&[case!("5.receive.none")])
            );
        }
        Ok(())
    }

    /// Whether the level of support is being declared for forced marches before the first own turn (5.support.lasts).
    pub(crate) fn is_pledging(&self, state: &State) -> bool {
        state.frames.first() == Some(&Frame::of(Segment::Forced))
    }

    /// 5.support.lasts: before the first own turn of a scenario the level of that turn is asked for.
    pub(crate) fn ask_pledges(&self, state: &mut State, side: Side) {
        let armies: arrayvec::ArrayVec<Army, 5> = self.armies_of(state, side).collect();
        for army in armies.into_iter().rev() {
            if state.army(army).pledge == Pledge::Due && rule!("5.support.lasts", true) {
                state.frames.push(Frame::Administer { army });
            }
        }
    }

    /// 5.support: the level is declared before the die.
    pub(crate) fn support(&self, state: &mut State, army: Army, declared: u8, events: &mut impl Sink<Event>) {
        let pledging = self.is_pledging(state);
        state.frames.pop();
        if pledging {
            // 5.support.left: the left shift has to be earned by a receipt.
            let shift = self.tables.support.shift[usize::from(declared)].max(0);
            let own = state.army_mut(army);
            (own.shift, own.pledge) = (shift, Pledge::Level(declared));
        } else if self.may_receive(state, army) {
            state.frames.push(Frame::PointsDie { army, declared });
        } else {
            self.go_without(state, army, events);
        }
    }

    /// An army that receives nothing has no support (5.support.inactive).
    pub(crate) fn go_without(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        let own = state.army_mut(army);
        (own.fresh, own.centre_from) = (false, own.centre_at);
        own.shift = if rule!("5.support.inactive", true) { self.tables.support.inactive } else { 0 };
        own.pledge = Pledge::Free;
        if self.line_of(state, army).is_some() {
            events.event(Event::NoPoints { army });
        }
    }

    pub(crate) fn points_fall(
        &self,
        state: &mut State,
        army: Army,
        declared: u8,
        die: u8,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let Some(line) = self.line_of(state, army) else { return };
        let morale = state.morale[army.side().index()];
        let received =
            if rule!("5.receive", true) { self.tables.receipt(line, state.army(army).line, die, morale) } else { 0 };
        let (kept, shift) = self.tables.supported(declared, received);
        let own = state.army_mut(army);
        own.points = own.points.saturating_add(kept as i8);
        own.shift = shift;
        own.pledge = Pledge::Free;
        (own.fresh, own.centre_from) = (false, own.centre_at);
        events.event(Event::PointsThrown { army, die, received, kept });
    }

    /// The armies of a side that have a line in the tables, in order.
    pub(crate) fn armies_of<'s>(&'s self, state: &'s State, side: Side) -> impl Iterator<Item = Army> + use<'s> {
        // 5.receive.lines: in spring the Allies roll once.
        let one = self.is_one_allied_army(state);
        Army::ALL
            .into_iter()
            .filter(move |army| army.side() == side && self.line_of(state, *army).is_some())
            .filter(move |army| !rule!("5.receive.lines", one && !matches!(army, Army::French | Army::Silesia)))
    }
}
