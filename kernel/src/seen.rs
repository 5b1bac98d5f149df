//! What a viewer may know of a position.

use std::cell::OnceCell;

use crate::{Discard, Entropy, Pending, Ruleset, Seat, Viewer};

/// A position as one viewer may know it: the view, and a world that fits it. Everything a title tells a player it tells
/// from this, so that nothing it says can depend on more.
pub struct Seen<'r, R: Ruleset> {
    rules: &'r R,
    viewer: Viewer,
    view: R::View,
    world: OnceCell<R::State>,
}

impl<'r, R: Ruleset> Seen<'r, R> {
    pub fn of(rules: &'r R, state: &R::State, viewer: Viewer) -> Seen<'r, R> {
        Seen::from_view(rules, viewer, rules.view(state, viewer))
    }

    pub fn from_view(rules: &'r R, viewer: Viewer, view: R::View) -> Seen<'r, R> {
        Seen { rules, viewer, view, world: OnceCell::new() }
    }

    /// The same view with another world that fits it. What is told must not depend on which one was drawn.
    pub fn in_world(rules: &'r R, viewer: Viewer, view: R::View, world: R::State) -> Seen<'r, R> {
        Seen { rules, viewer, view, world: OnceCell::from(world) }
    }

    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    pub fn view(&self) -> &R::View {
        &self.view
    }

    /// A world that fits the view, always the same one for the same view; where nothing is hidden, the position itself.
    pub fn world(&self) -> &R::State {
        self.world.get_or_init(|| self.rules.sample(&self.view, &mut NoChance))
    }

    /// Whether a die falls right after an action, as far as the seat that takes it can tell.
    pub fn throws(&self, seat: Seat, action: &R::Action) -> bool {
        let (rules, world) = (self.rules, self.world());
        if matches!(rules.pending(world), Pending::Chance(_)) || rules.check(world, seat, action).is_err() {
            return false;
        }
        let mut after = world.clone();
        rules.play(&mut after, seat, action, &mut Discard);
        matches!(rules.pending(&after), Pending::Chance(throw) if throw.dice > 0)
    }
}

impl<R: Ruleset> std::fmt::Debug for Seen<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "what {:?} sees: {:?}", self.viewer, self.view)
    }
}

/// What a viewer is told does not depend on chance.
struct NoChance;

impl Entropy for NoChance {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}
