//! Case 8.6: morale tests, and the end of a round.
//! Decides 8.6a, 8.6b, 8.6c, 8.6d, 8.6e.

use kernel::{Side, Sink};

use crate::Rules;
use crate::battle::Battle;
use crate::event::{Combat as Happened, Event};
use crate::sequence::{Combat, Frame};
use crate::state::{State, enemy_of};

impl Rules {
    /// 8.6a: a fifth of the SP at the start is lost; 8.6b: a starred result; the one who suffers it tests (R J43), and only
    /// once.
    fn must_test(&self, battle: &Battle, side: Side) -> bool {
        let lost = self.tables.battle.tests_morale(battle.lost[side.index()], battle.start[side.index()]);
        rule!("8.6b", battle.tests[side.index()]) || rule!("8.6a", lost)
    }

    /// Losses are taken: who has to test, the attacker first. Nobody stands without a man left.
    pub(crate) fn run_morale(&self, state: &mut State) -> bool {
        state.frames.pop();
        let Some(mut battle) = state.battle else { return false };
        let attacker = battle.attacker;
        for side in [enemy_of(attacker), attacker] {
            if self.strength_of(state, &battle.forces[side.index()]) == 0 {
                battle.broken[side.index()] = true;
            } else if self.must_test(&battle, side) {
                state.frames.push(Frame::Combat(Combat::MoraleDie { side }));
            }
        }
        battle.tests = [false; 2];
        state.battle = Some(battle);
        false
    }

    /// 8.6c: the die that a Force may show at most.
    pub(crate) fn morale_limit(&self, state: &State, battle: &Battle, side: Side) -> u8 {
        let force = &battle.forces[side.index()];
        let ease = self.tables.battle.morale_ease(self.tactical_bonus(force));
        let eased = if rule!("8.6c", ease > 0) { ease } else { 0 };
        self.average_cohesion(state, force) + eased
    }

    pub(crate) fn throw_morale(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(battle) = state.battle else { return };
        let limit = self.morale_limit(state, &battle, side);
        let holds = !rule!("8.6c", die > limit);
        events.event(Event::Combat(Happened::MoraleThrown { side, die, limit, holds }));
        if holds {
            return;
        }
        // 8.6e: who is encircled cannot go; he pays and fights on (R J37).
        if side != battle.attacker && rule!("8.6e", battle.encircled) {
            self.demand_losses(state, side, 1);
        } else if let Some(battle) = &mut state.battle {
            battle.broken[side.index()] = rule!("8.6d", true);
        }
    }
}
