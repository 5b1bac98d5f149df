//! Chapter 5.1, 5.4 and 4.5, second half: putting a stack together, what it costs, and how far it can go.
//! Decides 2.B1b, 2.B2a, 3.1c, 3.1d, 3.1f, 3.3c, 3.3d, 4.5b, 4.5c, 4.5d, 4.5e, 4.5f, 4.6a, 4.6b, 5.1, 5.3b, 5.4b, 5.4c,
//! 5.4d, 5.4e, 5.4f, 5.5.1a, 5.5.2a, 5.5.2b, 6.1d, 7.1b, 8.8m, 10.b, 10.c, 10.d, 10.e, A.arm.k, T.cp, T.move.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Seat, Side, Sink};

use crate::Rules;
use crate::counters::{ARMIES, ArmyId, CounterId, Kind};
use crate::event::{Event, Movement as Happened};
use crate::march::March;
use crate::refusal::{No, Refusal, Ruling, refuse};
use crate::sequence::{Frame, Movement};
use crate::sets::CounterSet;
use crate::state::{Grade, Peace, State, Whereabouts};
use crate::tables::Weather;

/// Which of the dice of [`March::dice`] a counter moves by (10.b to 10.d).
const INFANTRY: usize = 0;
const CAVALRY: usize = 1;
const LEADERS: usize = 2;

impl Rules {
    /// Whether a seat gives orders to a counter: with a seat an army, to its own and to those that any army may pay for
    /// (10.e).
    #[inline]
    pub(crate) fn commands(&self, state: &State, seat: Seat, counter: CounterId) -> bool {
        self.side_of_seat(seat) == self.side_of(counter)
            && !rule!(
                "10.e",
                self.agreed.by_army
                    && !self.armies_of(state, counter).iter().any(|army| self.seat_of_army(*army) == seat)
            )
    }

    /// The seats of a side after this one, in their order.
    pub(crate) fn seats_after(&self, side: Side, after: Option<Seat>) -> impl Iterator<Item = Seat> {
        let first = after.map_or(0, |seat| seat.index() + 1);
        let seats = self.seats.iter().enumerate().skip(first);
        seats.filter(move |(_, info)| info.side == side).map(|(number, _)| Seat(number as u8))
    }

    /// Where a counter stands or waits to enter, and whether it enters (3.3c).
    fn start_of(&self, state: &State, counter: CounterId) -> Option<(BoxId, bool)> {
        match state.piece(counter).whereabouts {
            Whereabouts::At(place) => Some((place, false)),
            Whereabouts::Entering(place) => Some((place, true)),
            Whereabouts::Waiting
            | Whereabouts::Pool
            | Whereabouts::Recalled
            | Whereabouts::Lost
            | Whereabouts::Captured => None,
        }
    }

    /// The counters that a seat may begin a march with: those that [`Rules::may_take`] passes with no stack in hand.
    pub(crate) fn ready_to_move(&self, state: &State, seat: Seat) -> impl Iterator<Item = CounterId> {
        let side = self.side_of_seat(seat);
        let ready = state.pieces.iter().zip(&self.sides).enumerate().filter(move |(number, (piece, of))| {
            **of == side
                && !piece.moved
                && matches!(piece.whereabouts, Whereabouts::At(_) | Whereabouts::Entering(_))
                && !rule!("8.8m", piece.inside)
                && (!self.agreed.by_army || self.commands(state, seat, CounterId(*number as u8)))
        });
        ready.map(|(number, _)| CounterId(number as u8))
    }

    #[inline]
    pub(crate) fn may_take<N: No>(&self, state: &State, seat: Seat, counter: CounterId) -> Result<(), N> {
        if counter.index() >= self.counters.len() {
            return Err(N::because(|| refuse(case!("1.2.2b"), "there is no such counter")));
        }
        if rule!("2.B2a", self.side_of(counter) != self.side_of_seat(seat)) {
            return Err(N::because(|| refuse(case!("2.B2a"), "{unit} is not yours to move").unit(counter)));
        }
        if !self.commands(state, seat, counter) {
            return Err(N::because(|| {
                refuse(case!("10.e"), "{unit} belongs to the army of another player").unit(counter)
            }));
        }
        let Some((place, enters)) = self.start_of(state, counter) else {
            return Err(N::because(|| refuse(case!("0.1"), "{unit} is not on the map").unit(counter)));
        };
        let piece = state.piece(counter);
        if rule!("5.3b", piece.moved) {
            return Err(N::because(|| {
                refuse(case!("5.3b"), "{unit} has already marched or acted this phase")
                    .also(&[case!("5.3a")])
                    .unit(counter)
            }));
        }
        if rule!("8.8m", piece.inside) {
            let words = "{unit} is besieged at {place} and can leave only by winning a battle";
            return Err(N::because(|| refuse(case!("8.8m"), words).unit(counter).place(place)));
        }
        match &state.march {
            None => Ok(()),
            Some(march) => {
                self.may_join_stack(state, march, counter, (place, enters)).map_err(|refusal| N::because(|| refusal))
            }
        }
    }

    /// Whether a counter that may be taken can go with the stack in hand.
    fn may_join_stack(
        &self,
        state: &State,
        march: &March,
        counter: CounterId,
        (place, enters): (BoxId, bool),
    ) -> Ruling {
        if rule!("5.4f", march.stack.contains(counter)) {
            return Err(refuse(case!("5.4f"), "{unit} is already in the stack").unit(counter));
        }
        if rule!("5.4f", (place, enters) != (march.at, march.enters)) {
            let words = "all counters of a stack start together: {unit} is not at {place} with the others";
            return Err(refuse(case!("5.4f"), words).unit(counter).place(march.at));
        }
        let mut stack = march.stack;
        stack.insert(counter);
        if self.payers(state, &stack).is_empty() && rule!("4.5b", true) {
            let words = "no army can pay for {unit} and {other} together";
            let other = march.stack.first().unwrap_or(counter);
            return Err(refuse(case!("4.5b"), words).unit(counter).other(other));
        }
        self.stack_is_small(state, &stack).map_err(|refusal| refusal.unit(counter))
    }

    /// Infantry and cavalry counters of a stack, dummies among them (5.4c).
    fn counted(&self, stack: &CounterSet) -> (u8, u8) {
        let (mut infantry, mut cavalry) = (0, 0);
        for counter in stack.iter() {
            match self.kind(counter) {
                Kind::Infantry => infantry += 1,
                Kind::Cavalry => cavalry += 1,
                Kind::InfantryDummy => infantry += u8::from(rule!("5.4c", true)),
                Kind::CavalryDummy => cavalry += u8::from(rule!("5.4c", true)),
                Kind::Artillery => infantry += u8::from(!rule!("5.4c", true)),
                Kind::Leader => {}
            }
        }
        (infantry, cavalry)
    }

    /// 5.4b without its exception.
    pub(crate) fn is_within_limit(&self, stack: &CounterSet) -> bool {
        let (infantry, cavalry) = self.counted(stack);
        self.tables.stack_may_move(infantry, cavalry)
    }

    /// The stack has the commander in chief of an army with it (5.5.1a).
    fn has_chief(&self, state: &State, stack: &CounterSet) -> bool {
        state.armies.iter().any(|army| army.chief.is_some_and(|chief| stack.contains(chief)))
    }

    /// 5.4b, and 5.5.1a which lifts it.
    fn stack_is_small(&self, state: &State, stack: &CounterSet) -> Ruling {
        if self.is_within_limit(stack) || rule!("5.5.1a", self.has_chief(state, stack)) || !rule!("5.4b", true) {
            return Ok(());
        }
        let words = "with {unit} the stack would be too big: it has at most 3 units, no more than 2 of them infantry, unless a \
                     commander in chief leads it";
        Err(refuse(case!("5.4b"), words).also(&[case!("T.move"), case!("5.5.1a")]))
    }

    /// The armies that can pay for all counters of a stack (4.5b, B.6.1).
    pub(crate) fn payers(&self, state: &State, stack: &CounterSet) -> ArrayVec<ArmyId, ARMIES> {
        let mut counters = stack.iter();
        let Some(first) = counters.next() else { return ArrayVec::new() };
        let mut armies = self.armies_of(state, first);
        for counter in counters {
            match self.own_army(state, counter) {
                Some(army) => armies.retain(|payer| *payer == army),
                None => {
                    let more = self.armies_of(state, counter);
                    armies.retain(|payer| more.contains(payer));
                }
            }
        }
        armies
    }

    /// The one army of a counter: that of its roster, or of its parent (6.1d). Dummies and independent detachments have
    /// none.
    pub(crate) fn own_army(&self, state: &State, counter: CounterId) -> Option<ArmyId> {
        let parents = || state.piece(counter).parent.filter(|_| rule!("6.1d", true));
        self.counter(counter).army.or_else(|| parents().and_then(|parent| self.counter(parent).army))
    }

    /// What the activation of a stack costs (4.5d to 4.5f).
    pub(crate) fn activation_cost(&self, state: &State, march: &March, payer: ArmyId) -> u8 {
        if rule!("3.3c", march.enters) {
            return 0;
        }
        let costs = &self.tables.command;
        let stack = &march.stack;
        let chief = state.army(payer).chief;
        if rule!("4.5d", chief.is_some_and(|chief| stack.contains(chief))) {
            return costs.commander_in_chief[0];
        }
        // All stand in one box: whoever belongs to the army speaks for all. Dummies and independent detachments count with
        // any line of theirs (R J7).
        // 2.B1b: lines are those of the administrative phase, whoever has moved since.
        let line = |counter: CounterId| match rule!("2.B1b", true) {
            true => state.piece(counter).to_chief,
            false => self.leading(state, self.side_of(counter), payer, march.at).1,
        };
        let of_army = |counter: &CounterId| self.own_army(state, *counter).is_some();
        let to_chief = match stack.iter().find(of_army) {
            Some(counter) => line(counter),
            None => stack.iter().any(line),
        };
        // 7.1b: dummies cost what units cost.
        if stack.iter().all(|counter| self.is_dummy(counter)) && !rule!("7.1b", true) {
            return 0;
        }
        let column = usize::from(!rule!("T.cp", to_chief));
        if rule!("4.5e", stack.iter().any(|counter| self.is_leader(counter) && Some(counter) != chief)) {
            costs.general[column]
        } else if rule!("4.5f", true) {
            costs.without_general[column]
        } else {
            0
        }
    }

    pub(crate) fn may_activate(&self, state: &State, seat: Seat, payer: ArmyId, forced: bool) -> Ruling {
        let Some(march) = &state.march else { return Err(no_stack()) };
        self.may_pay(state, seat, march, payer, self.activation_cost_or_nothing(state, march, payer))?;
        if forced {
            self.may_force_march(state, march)?;
        }
        if march.enters
            && self.is_armistice(state)
            && rule!("A.arm.k", self.beside_enemy_units(state, state.player, march.at))
        {
            return Err(
                refuse(case!("A.arm.k"), "{place} is next to the enemy: closed during the armistice").place(march.at)
            );
        }
        Ok(())
    }

    /// The cost for an army that may not exist.
    fn activation_cost_or_nothing(&self, state: &State, march: &March, payer: ArmyId) -> u8 {
        if payer.index() < state.armies.len() { self.activation_cost(state, march, payer) } else { 0 }
    }

    pub(crate) fn may_pay(&self, state: &State, seat: Seat, march: &March, payer: ArmyId, cost: u8) -> Ruling {
        let first = march.stack.first().unwrap_or(CounterId(0));
        if !self.payers(state, &march.stack).contains(&payer)
            && (payer.index() >= state.armies.len() || rule!("4.5b", true))
        {
            return Err(refuse(case!("4.5b"), "that army does not pay for {unit}").also(&[case!("B.6.1")]).unit(first));
        }
        if rule!("10.e", self.agreed.by_army && self.seat_of_army(payer) != seat) {
            return Err(refuse(case!("10.e"), "that army's command points belong to another player"));
        }
        let points = state.army(payer).points;
        if rule!("4.5c", cost > points) {
            let words = "the army has {number} command points left, and {unit} needs more";
            return Err(refuse(case!("4.5c"), words).also(&[case!("T.cp")]).unit(first).number(i16::from(points)));
        }
        Ok(())
    }

    fn may_force_march(&self, state: &State, march: &March) -> Ruling {
        if rule!("3.3d", march.enters) {
            return Err(refuse(case!("3.3d"), "reinforcements cannot enter by a forced march"));
        }
        if rule!("A.arm.k", self.is_armistice(state)) {
            return Err(refuse(case!("A.arm.k"), "there are no forced marches in the armistice"));
        }
        let marching = |counter: &CounterId| !self.is_leader(*counter);
        if march.stack.iter().find(marching).is_none() && rule!("5.5.2a", true) {
            return Err(refuse(case!("5.5.2a"), "leaders alone cannot make a forced march"));
        }
        let alone = |counter: &CounterId| marching(counter) && state.piece(*counter).grade == Grade::Alone;
        if let Some(counter) = march.stack.iter().find(alone)
            && rule!("5.5.2a", true)
            && rule!("4.6b", true)
        {
            let words = "{unit} has no line to any general and cannot make a forced march";
            return Err(refuse(case!("5.5.2a"), words).also(&[case!("4.6b")]).unit(counter));
        }
        Ok(())
    }

    /// Movement points of a stack: those of its slowest member (5.4e).
    pub(crate) fn stack_points(&self, state: &State, march: &March) -> u8 {
        let points = march.stack.iter().map(|counter| self.points_of(state, march, counter));
        if rule!("5.4e", true) { points.min().unwrap_or(0) } else { points.max().unwrap_or(0) }
    }

    /// What one counter could march (5.1), in this weather (3.1), as it is led (4.6).
    fn points_of(&self, state: &State, march: &March, counter: CounterId) -> u8 {
        let kind = self.kind(counter);
        let mut points = self.points_at_rest(state, march, counter);
        let taken = self.tables.weather_on_allowance(kind, state.weather);
        let weather = match state.weather {
            Weather::Clear => false,
            Weather::Rain => rule!("3.1c", taken != 0),
            Weather::Mud => rule!("3.1d", taken != 0),
            Weather::Snow => rule!("3.1f", taken != 0),
        };
        if weather {
            points = points.saturating_add_signed(taken);
        }
        let out_of_command = !march.enters
            && kind != Kind::Leader
            && match state.piece(counter).grade {
                Grade::InCommand => false,
                Grade::CutOff => rule!("4.6a", true),
                Grade::Alone => rule!("4.6b", true),
            };
        if out_of_command {
            points = points.saturating_add_signed(self.tables.out_of_command());
        }
        if self.agreed.solitaire && rule!("10.c", points == 0) {
            points = 1;
        }
        if march.forced && rule!("5.5.2b", true) {
            points += self.tables.forced_march_modifiers.extra_movement;
        }
        points.saturating_sub(state.piece(counter).spent)
    }

    /// Before weather and command (5.1, T.move); in solitaire play as the die says (10.b to 10.d, R J65).
    fn points_at_rest(&self, state: &State, march: &March, counter: CounterId) -> u8 {
        let kind = self.kind(counter);
        let printed = self.tables.allowance(kind, Weather::Clear);
        if !self.agreed.solitaire {
            return if rule!("5.1", true) && rule!("T.move", true) { printed } else { 0 };
        }
        // Leaders who ride with a stack keep up with it.
        let Some(class) = self.class_of(march, counter) else { return printed };
        let piece = state.piece(counter);
        let line = match class {
            LEADERS => rule!("10.d", piece.to_chief),
            _ => march.enters || piece.grade != Grade::Alone,
        };
        let thrown = if class == LEADERS {
            rule!("10.d", true)
        } else if line {
            rule!("10.b", true)
        } else {
            rule!("10.c", true)
        };
        if thrown { self.tables.solitaire_movement(kind, line, march.dice[class]) } else { printed }
    }

    /// By which die a counter moves.
    fn class_of(&self, march: &March, counter: CounterId) -> Option<usize> {
        match self.kind(counter) {
            Kind::Infantry | Kind::InfantryDummy | Kind::Artillery => Some(INFANTRY),
            Kind::Cavalry | Kind::CavalryDummy => Some(CAVALRY),
            Kind::Leader => march.stack.iter().all(|other| self.is_leader(other)).then_some(LEADERS),
        }
    }

    /// The next kind of counter in the stack whose points have not been thrown for (10.b).
    fn class_to_throw(&self, march: &March) -> Option<usize> {
        let due = |class: &usize| march.stack.iter().any(|counter| self.class_of(march, counter) == Some(*class));
        (0..march.dice.len()).filter(|class| march.dice[*class] == 0).find(due)
    }

    pub(crate) fn take(&self, state: &mut State, seat: Seat, counter: CounterId) {
        match &mut state.march {
            Some(march) => march.stack.insert(counter),
            None => {
                let (place, enters) = self.start_of(state, counter).unwrap_or((BoxId::NONE, false));
                state.march = Some(March::beginning_with(counter, place, enters));
                let side = self.side_of(counter);
                state.frames.push(Frame::Movement(Movement::Muster { seat, side }));
            }
        }
    }

    /// 4.5c: points are paid before anything else.
    pub(crate) fn activate(
        &self,
        state: &mut State,
        seat: Seat,
        payer: ArmyId,
        forced: bool,
        events: &mut impl Sink<Event>,
    ) {
        let Some(mut march) = state.march else { return };
        let cost = self.activation_cost(state, &march, payer);
        march.payer = Some(payer);
        march.forced = forced;
        march.concentrated = !self.is_within_limit(&march.stack);
        march.activated = true;
        self.pay(state, payer, cost);
        let count = march.stack.len() as u8;
        let (side, at) = (state.player, march.at);
        let stack = Some(march.stack);
        events.event(Event::Movement(Happened::Activated { side, at, stack, count, forced, cost: Some(cost) }));
        state.march = Some(march);
        let thrown = self.agreed.solitaire && rule!("10.b", true);
        self.next_movement(state, if thrown { Movement::PointsDie { seat } } else { Movement::March { seat } });
        if !thrown {
            self.set_out(state, events);
        }
    }

    /// 5.4d: each stack is paid for by itself.
    pub(crate) fn pay(&self, state: &mut State, payer: ArmyId, cost: u8) {
        if rule!("5.4d", cost > 0) {
            let army = &mut state.armies[payer.index()];
            army.points = army.points.saturating_sub(cost);
        }
    }

    /// The points are known: the stack may march, and reinforcements come onto the map.
    fn set_out(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        march.points = self.stack_points(state, &march);
        let enters = march.enters;
        state.march = Some(march);
        if enters {
            self.enter_map(state, events);
        }
    }

    /// 10.b
    pub(crate) fn throw_for_movement(&self, state: &mut State, seat: Seat, die: u8, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return };
        if let Some(class) = self.class_to_throw(&march) {
            march.dice[class] = die;
        }
        let more = self.class_to_throw(&march).is_some();
        state.march = Some(march);
        events.event(Event::Movement(Happened::PointsThrown { die }));
        if !more {
            self.next_movement(state, Movement::March { seat });
            self.set_out(state, events);
        }
    }

    pub(crate) fn is_armistice(&self, state: &State) -> bool {
        match state.calendar.peace {
            Peace::Armistice { .. } => true,
            Peace::War | Peace::Resumed { .. } => false,
        }
    }
}

fn no_stack() -> Refusal {
    refuse(case!("5.3b"), "no stack is selected")
}

#[cfg(test)]
mod tests;
