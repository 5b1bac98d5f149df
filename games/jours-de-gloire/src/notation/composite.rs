//! Orders that say a whole intention and expand to atomic actions.

use board::boxes::{BoxId, ConnectionId};

use super::{Read, Reader, unreadable};
use crate::action::{Action, GunsAction, MovementAction};
use crate::counters::{ArmyId, CounterId};
use crate::state::Whereabouts;

impl Reader<'_> {
    /// `march COUNTER… to BOX [via BOX…] [forced] [by ARMY]`: take, activate, step and halt. The way is the cheapest
    /// that needs no crossing which is closed, through the boxes named behind `via`. Where the other side is asked about an
    /// interception the order ends: its answer decides what comes next.
    pub(super) fn march(&self, words: &[&str]) -> Read<Vec<Action>> {
        const HOW: &str = "write `march COUNTER… to BOX`, optionally followed by `via BOX…`, `forced`, `by ARMY`";
        let Some(split) = words.iter().position(|word| *word == "to") else { return unreadable(HOW) };
        let (stack, rest) = (&words[..split], &words[split + 1..]);
        let [goal, more @ ..] = rest else { return unreadable(HOW) };
        if stack.is_empty() {
            return unreadable(HOW);
        }
        let stack: Vec<CounterId> = stack.iter().map(|word| self.counter(word)).collect::<Read<_>>()?;
        let mut stops: Vec<BoxId> = Vec::new();
        let mut forced = false;
        let mut payer: Option<ArmyId> = None;
        let mut rest = more;
        while let [word, behind @ ..] = rest {
            rest = match (*word, behind) {
                ("forced", _) => {
                    forced = true;
                    behind
                }
                ("by", [army, behind @ ..]) => {
                    payer = Some(self.army(army)?);
                    behind
                }
                ("via", [place, behind @ ..]) => {
                    stops.push(self.place(place)?);
                    behind
                }
                (place, _) if !stops.is_empty() => {
                    stops.push(self.place(place)?);
                    behind
                }
                _ => return unreadable(HOW),
            };
        }
        stops.push(self.place(goal)?);
        let first = stack[0];
        let mut actions: Vec<Action> =
            stack.iter().map(|counter| Action::Movement(MovementAction::Take(*counter))).collect();
        // Where the enemy's counters are is not told by how an order for them is read: taking them is refused.
        if self.rules.side_of(first) != self.side {
            return Ok(actions);
        }
        let Some(start) = self.rules.standing_at(self.state, first) else {
            return unreadable(format!("{} is not on the map", self.rules.name_of(first)));
        };
        let payer = payer.or_else(|| self.army_of_stack(&stack)).map_or_else(|| self.usual_payer(), Ok)?;
        actions.push(Action::Movement(MovementAction::Activate { payer, forced }));
        self.along(&stack, start, &stops, &mut actions)?;
        Ok(actions)
    }

    /// `move COUNTER BOX`, as a click on the map means it: the stack in hand goes there if the counter is one of it;
    /// otherwise the counter marches by itself.
    pub(super) fn go_to(&self, counter: &str, place: &str) -> Read<Vec<Action>> {
        let first = self.counter(counter)?;
        let Some(march) = self.state.march.as_ref().filter(|march| march.stack.contains(first)) else {
            return self.march(&[counter, "to", place]);
        };
        let mut actions = Vec::new();
        if !march.activated {
            let payer = self.usual_payer()?;
            actions.push(Action::Movement(MovementAction::Activate { payer, forced: false }));
        }
        let stack: Vec<CounterId> = march.stack.iter().collect();
        self.along(&stack, march.at, &[self.place(place)?], &mut actions)?;
        Ok(actions)
    }

    /// Steps from box to box, and the halt at the end; as far as the first box where the other side is asked about an
    /// interception.
    fn along(&self, stack: &[CounterId], start: BoxId, stops: &[BoxId], actions: &mut Vec<Action>) -> Read<()> {
        // Whoever shares the box that the stack leaves may intercept it afterwards.
        let mut left = self.state.clone();
        for counter in stack {
            self.rules.relocate(&mut left, *counter, Whereabouts::Waiting);
        }
        let mut here = start;
        let met = !self.rules.is_seen_to_be_no_force(self.state, &stack.iter().copied().collect());
        for stop in stops {
            for (next, way) in self.way_to(here, *stop)? {
                actions.push(Action::Movement(MovementAction::Step(way)));
                here = next;
                if met && self.rules.opens_interception(&left, self.side, here) {
                    return Ok(());
                }
            }
        }
        // Where the enemy is the march ends by itself (5.3c).
        if !self.state.occupies(crate::state::enemy_of(self.side), here) {
            actions.push(Action::Movement(MovementAction::Halt));
        }
        Ok(())
    }

    /// `step BOX BOX…`; a connection elsewhere is written with both its ends, `A--B`.
    pub(super) fn steps(&self, places: &[&str]) -> Read<Vec<Action>> {
        let mut actions = Vec::new();
        let mut here = super::standpoint(self.state, self.side);
        for word in places {
            let Some(from) = here else {
                return unreadable("no stack is selected; take counters and activate them first, or write `march`");
            };
            let way = match word.contains("--") {
                true => self.way(word)?,
                false => self.way_between(from, self.place(word)?)?,
            };
            actions.push(Action::Movement(MovementAction::Step(way)));
            here = self.rules.beyond(from, way).or(here);
        }
        Ok(actions)
    }

    /// `intercept COUNTER…`, or `intercept nothing`: all that are to intercept, and no more. Leaders join their troops.
    pub(super) fn intercept(&self, words: &[&str]) -> Read<Vec<Action>> {
        let named = words.iter().filter(|word| !matches!(**word, "with" | "and" | "nothing"));
        let mut counters: Vec<CounterId> = named.map(|word| self.counter(word)).collect::<Read<_>>()?;
        counters.sort_by_key(|counter| self.rules.is_leader(*counter));
        let joins = counters.into_iter().map(|counter| Action::Movement(MovementAction::Join(counter)));
        let mut actions: Vec<Action> = joins.collect();
        actions.push(Action::Movement(MovementAction::Declared));
        Ok(actions)
    }

    /// `to the guns COUNTER… at BOX`
    pub(super) fn to_the_guns(&self, words: &[&str]) -> Read<Vec<Action>> {
        let [counters @ .., "at", place] = words else { return unreadable("write `to the guns COUNTER… at BOX`") };
        let mut actions = Vec::new();
        for word in counters {
            actions.push(Action::Guns(GunsAction::Take(self.counter(word)?)));
        }
        actions.push(Action::Guns(GunsAction::MarchTo(self.place(place)?)));
        Ok(actions)
    }

    /// The army of the first counter that has one.
    fn army_of_stack(&self, stack: &[CounterId]) -> Option<ArmyId> {
        stack.iter().find_map(|counter| self.rules.army_of(self.state, *counter))
    }

    /// Who pays if nobody is named: the army of the stack in hand, or the side's first army in the game.
    pub(super) fn usual_payer(&self) -> Read<ArmyId> {
        let in_hand = self
            .state
            .march
            .as_ref()
            .filter(|_| self.state.player == self.side)
            .and_then(|march| march.stack.iter().find_map(|counter| self.rules.army_of(self.state, counter)));
        let first = || {
            let armies = self.rules.armies().iter().zip(0u8..);
            let mut own = armies.filter(|(army, _)| army.side == self.side).map(|(_, number)| ArmyId(number));
            own.find(|army| self.state.armies.get(army.index()).is_some_and(|state| state.chief.is_some()))
        };
        in_hand.or_else(first).map_or_else(|| unreadable("name the army that pays after `by`"), Ok)
    }

    /// The cheapest way for a Force, as far as anybody can see.
    fn way_to(&self, from: BoxId, to: BoxId) -> Read<Vec<(BoxId, ConnectionId)>> {
        let rules = self.rules;
        let count = rules.ground.len();
        let mut best: Vec<Option<(u16, BoxId, ConnectionId)>> = vec![None; count];
        let mut settled = vec![false; count];
        let mut cost = vec![u16::MAX; count];
        cost[from.index()] = 0;
        while let Some(here) =
            (0..count).filter(|place| !settled[*place] && cost[*place] < u16::MAX).min_by_key(|place| cost[*place])
        {
            settled[here] = true;
            if here == to.index() {
                break;
            }
            for (next, way) in rules.ground.neighbours(BoxId(here as u16)) {
                // Nobody marches through the enemy: only the last box may hold him.
                let through_enemies = *next != to && self.state.occupies(crate::state::enemy_of(self.side), *next);
                if through_enemies || !rules.is_open(self.state, *way) || rules.frontier_bars(self.state, *way) {
                    continue;
                }
                let then = cost[here] + u16::from(rules.cost_of(self.state, *way));
                if then < cost[next.index()] {
                    cost[next.index()] = then;
                    best[next.index()] = Some((then, BoxId(here as u16), *way));
                }
            }
        }
        let mut way = Vec::new();
        let mut here = to;
        while here != from {
            let Some((_, before, by)) = best[here.index()] else {
                // Refused step by step, with the rule that bars it, if the boxes are neighbours.
                return Ok(vec![(to, self.way_between(from, to)?)]);
            };
            way.push((here, by));
            here = before;
        }
        way.reverse();
        Ok(way)
    }
}
