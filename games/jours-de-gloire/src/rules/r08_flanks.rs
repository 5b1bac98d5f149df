//! Cases 8.5b to 8.5d and 8.5f: flank attacks and encirclement.

use board::boxes::ConnectionId;
use kernel::{Side, Sink, rule};

use crate::Rules;
use crate::battle::{Battle, Engagement};
use crate::event::{Combat as Happened, Event};
use crate::state::{State, enemy_of};

impl Rules {
    /// The connections by which the units of a side came into the battle in this player turn.
    fn ways_in<'a>(
        &'a self,
        state: &'a State,
        battle: &'a Battle,
        side: Side,
    ) -> impl Iterator<Item = ConnectionId> + 'a {
        let units = battle.forces[side.index()].iter().filter(|counter| self.has_strength(*counter));
        units.filter_map(|counter| state.piece(counter).entered_by)
    }

    fn came_by_two_ways(&self, state: &State, battle: &Battle, side: Side) -> bool {
        let mut ways = self.ways_in(state, battle, side);
        ways.next().is_some_and(|first| ways.any(|way| way != first))
    }

    /// 8.5b: attackers who came by two connections in this turn; 6.5.1m: interceptors likewise (R J10). 8.8n: nobody in a
    /// sortie.
    pub(crate) fn find_flanks(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(mut battle) = state.battle else { return };
        if battle.engagement == Engagement::Sortie && rule!("8.8n", true) {
            return;
        }
        let (attacker, defender) = (battle.attacker, enemy_of(battle.attacker));
        battle.flank[attacker.index()] = rule!("8.5b", self.came_by_two_ways(state, &battle, attacker));
        let intercepts = battle.intercepted && defender != state.player;
        battle.flank[defender.index()] = intercepts && rule!("6.5.1m", self.came_by_two_ways(state, &battle, defender));
        for side in [attacker, defender] {
            if battle.flank[side.index()] {
                events.event(Event::Combat(Happened::Flanked { at: battle.at, by: side }));
            }
        }
        state.battle = Some(battle);
    }

    /// R J10b: who comes to the guns by a connection that the attackers did not use strikes them in the flank.
    pub(crate) fn flank_by_marching(&self, state: &State, battle: &Battle, by: ConnectionId) -> bool {
        battle.engagement != Engagement::Sortie
            && rule!("8.5b", self.ways_in(state, battle, battle.attacker).all(|way| way != by))
    }

    /// 8.5c: every box to which the defender could go holds enemies of 3 SP or more, by truth (R J40), but for those the
    /// attacker came from.
    pub(crate) fn is_encircled(&self, state: &State, battle: &Battle) -> bool {
        let came_from = self.boxes_left(state, battle, battle.attacker);
        let needed = u16::from(self.tables.battle.encircled_from);
        let closed = self.ground.neighbours(battle.at).iter().all(|(next, way)| {
            self.may_use(state, *way, *next, &crate::sets::CounterSet::EMPTY).is_err()
                || came_from.covers(*next)
                || self.strength_of(state, &self.of_side_in(state, battle.attacker, *next)) >= needed
        });
        rule!("8.5c", closed)
    }
}
