//! Whole orders: several atomic actions that are carried out together or not at all.

use crate::{Illegal, Language, OrderError, Ruleset, Seat};

/// One atomic action of an order as it was carried out.
#[derive(Clone, Debug)]
pub struct Carried<R: Ruleset> {
    pub action: R::Action,
    /// The action in notation, written before it was carried out.
    pub text: String,
    pub events: Vec<R::Event>,
    /// The state after it.
    pub state: R::State,
}

/// An order that was carried out on a copy of the state.
#[derive(Clone, Debug)]
pub struct Trial<R: Ruleset> {
    /// At least one.
    pub carried: Vec<Carried<R>>,
    /// Why the rest of the order was dropped. That happens only after something came to light: had such an order been
    /// refused as a whole, a player could feel his way through hidden things with orders that cost him nothing.
    pub stopped: Option<Illegal>,
}

impl<R: Ruleset> Trial<R> {
    /// The state after the order.
    pub fn state(&self) -> &R::State {
        &self.carried.last().expect("an order has an action").state
    }

    pub fn into_state(mut self) -> R::State {
        self.carried.pop().expect("an order has an action").state
    }

    pub fn events(&self) -> impl Iterator<Item = &R::Event> {
        self.carried.iter().flat_map(|carried| &carried.events)
    }
}

/// Reads an order and carries it out on a copy of the state.
pub fn try_order<R: Language>(rules: &R, state: &R::State, seat: Seat, order: &str) -> Result<Trial<R>, OrderError> {
    if seat.index() >= rules.seats().len() {
        return Err(OrderError::Unreadable(format!("this game has no seat number {}", seat.0)));
    }
    let actions = rules.read(state, seat, order)?;
    if actions.is_empty() {
        return Err(OrderError::Unreadable(format!("\"{order}\" comes to no action at all")));
    }
    Ok(try_actions(rules, state, seat, &actions)?)
}

/// Carries out actions one after the other on a copy of the state, each checked. There must be at least one.
pub fn try_actions<R: Language>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    actions: &[R::Action],
) -> Result<Trial<R>, Illegal> {
    let mut carried: Vec<Carried<R>> = Vec::with_capacity(actions.len());
    for action in actions {
        let before = carried.last().map_or(state, |last| &last.state);
        if let Err(illegal) = rules.check(before, seat, action) {
            let came_to_light = carried.iter().flat_map(|done| &done.events).any(|event| rules.reveals(event));
            return if came_to_light { Ok(Trial { carried, stopped: Some(illegal) }) } else { Err(illegal) };
        }
        let mut after = before.clone();
        let mut events = Vec::new();
        rules.play(&mut after, seat, action, &mut events);
        let text = rules.write(before, action);
        carried.push(Carried { action: *action, text, events, state: after });
    }
    Ok(Trial { carried, stopped: None })
}
