//! Odds of a whole battle: how the program fights one to its end, and what is told of it. The rules do everything; here is
//! only the script that answers their questions, and what is remembered.

use board::boxes::BoxId;
use kernel::reckoning::Way;
use kernel::reckoning::put;
use kernel::{Discard, OddsError, Outcome, Reckoning, Script, Seat, Side, Tale, Told, Viewer};

use crate::Rules;
use crate::action::{Action, CombatAction};
use crate::battle::Ending;
use crate::counters::{CounterId, SIDES};
use crate::event::{Combat as Happened, Common, Event};
use crate::ground::Water;
use crate::rules::r08_losses::Bearer;
use crate::sequence::{Combat, CombatQuestion};
use crate::sets::CounterSet;
use crate::state::{ALLIED, FRENCH, Piece, State, Whereabouts, enemy_of};
use crate::view::PieceView;

/// Both sides keep to the plan they began with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steady;

const SCRIPT: Script = Script {
    name: "steady",
    assumes: "If a tactic is not yet chosen, the attacker takes the boldest available, the defender the most cautious. An \
              overrun that can be tried is tried, without a further advance. Losses with a choice go to the unit of \
              lowest cohesion, then to the one with the smallest artillery and cavalry bonus. Retreats avoid rivers where they \
              can. Nobody blows up a bridge, retires voluntarily or plays a card. Defenders of a city fight outside the \
              walls if they may; if they go inside, the city is masked.",
};

/// What the numbers of a tale are.
mod number {
    pub(super) const ROUND: usize = 0;
    pub(super) const ENDING: usize = 1;
    /// Two each, by side.
    pub(super) const LOST: usize = 2;
    pub(super) const POINTS: usize = 4;
    pub(super) const TAKEN: usize = 6;
    pub(super) const PURSUED: usize = 8;
    pub(super) const TRAPPED: usize = 10;
}

/// How a battle ended, as a number of its tale.
mod ended {
    pub(super) const FRENCH_BEATEN: i16 = 1;
    pub(super) const ALLIES_BEATEN: i16 = 2;
    pub(super) const INDECISIVE: i16 = 3;
    pub(super) const OVERRUN: i16 = 4;
    pub(super) const NOBODY: i16 = 5;
    pub(super) const SIEGE_HOLDS: i16 = 6;
    pub(super) const SIEGE_FALLS: i16 = 7;
}

impl Reckoning<Rules> for Steady {
    fn script(&self) -> Script {
        SCRIPT
    }

    fn is_under_way(&self, _: &Rules, state: &State) -> bool {
        state.battle.is_some() && !state.frame().is_over()
    }

    /// Everybody who can take part lies face up with his strength known: in the box, in those around it, and on the march
    /// to the guns; and no tactic lies face down.
    fn is_open(&self, rules: &Rules, before: &State, after: &State, viewer: Viewer) -> bool {
        let Some(at) = after.battle.map(|battle| battle.at) else { return false };
        let Some(side) = rules.side_of_viewer(viewer) else { return false };
        let enemy = enemy_of(side);
        let chosen = before.battle.is_some_and(|battle| battle.tactics[enemy.index()].is_some());
        if chosen && before.frame().combat() == Some(Combat::Tactics) {
            return false;
        }
        let view = rules.view_of(before, viewer);
        let known = |counter: CounterId| match view.pieces.get(counter.index()) {
            Some(PieceView::Open { strength, .. }) => strength.is_some() || !rules.has_strength(counter),
            Some(PieceView::Own(_)) => true,
            Some(PieceView::Off { .. } | PieceView::Unknown { .. }) | None => false,
        };
        let around = rules.ground.neighbours(at).iter().map(|(next, _)| *next);
        let mut boxes = around.chain([at]);
        let marching = before.reaction.iter().flat_map(|reaction| &reaction.marchers);
        let marching = marching.filter(|marcher| marcher.to == at).flat_map(|marcher| marcher.force.iter());
        let mut marching = marching.filter(|counter| rules.side_of(*counter) == enemy);
        boxes.all(|place| rules.of_side_in(before, enemy, place).iter().all(known)) && marching.all(known)
    }

    fn choose(&self, rules: &Rules, state: &State, seat: Seat, actions: &[Action]) -> usize {
        let place = |wanted: CombatAction| actions.iter().position(|action| *action == Action::Combat(wanted));
        let Some(question) = state.frame().combat().and_then(Combat::asked) else { return 0 };
        let found = match question {
            CombatQuestion::Tactics => {
                let attacks = state.battle.is_some_and(|battle| battle.attacker == rules.side_of_seat(seat));
                // Tactics are listed from the boldest on.
                Some(if attacks { 0 } else { actions.len() - 1 })
            }
            CombatQuestion::Shelter { .. } => place(CombatAction::StandOutside).or(place(CombatAction::CloseGates)),
            CombatQuestion::Invest { .. } => place(CombatAction::Mask),
            CombatQuestion::AskOverrun { .. } => place(CombatAction::Overrun),
            CombatQuestion::Overflow { .. }
            | CombatQuestion::OverrunAdvance { .. }
            | CombatQuestion::AskRetire { .. } => place(CombatAction::Remain),
            CombatQuestion::AskBlowBridge { .. } => place(CombatAction::LeaveBridge),
            CombatQuestion::Losses { .. } => {
                let worth = |action: &Action| {
                    let Action::Combat(CombatAction::Lose(counter)) = action else { return (u8::MAX, u8::MAX) };
                    rules.worth(*counter)
                };
                (0..actions.len()).min_by_key(|number| worth(&actions[*number]))
            }
            CombatQuestion::Retreat { .. } => actions.iter().position(|action| {
                let Action::Combat(CombatAction::RetreatBy(way)) = action else { return false };
                matches!(rules.ground.water(*way), Water::None)
            }),
            CombatQuestion::Choose { .. } => None,
        };
        found.unwrap_or(0)
    }

    fn at_once(&self, rules: &Rules, state: &State, tale: &Tale, ways: &mut Ways<'_>) -> Result<bool, OddsError> {
        // What cards have promised is for the die it was promised to.
        let promised = !state.promised.is_empty() || state.battle.is_some_and(|it| it.extra_bombardment != [false; 2]);
        match state.frame().combat().filter(|_| !promised) {
            Some(Combat::BattleDie { .. }) => rules.fire_at_once(state, tale, ways)?,
            Some(Combat::MoraleDie { side }) => rules.waver_at_once(state, side, ways)?,
            Some(Combat::PursuitDie) => rules.pursue_at_once(state, ways)?,
            Some(_) | None => return Ok(false),
        }
        Ok(true)
    }

    /// When the verdict is given, strengths matter to those who can still lose some; of the others it counts who is still
    /// there, and who bars a retreat (8.7c).
    fn wipe(&self, rules: &Rules, state: &mut State) -> bool {
        let Some(mut battle) = state.battle else { return false };
        let safe: &[Side] = match battle.ending {
            Some(Ending::Beaten(side)) if side == FRENCH => &[ALLIED],
            Some(Ending::Beaten(_)) => &[FRENCH],
            Some(Ending::Indecisive) => &[FRENCH, ALLIED],
            Some(Ending::Overrun) | None => return false,
        };
        // Where there are walls, a fight for them may follow.
        if state.siege_at(battle.at).is_some() || state.counters_in(battle.at).any(|it| state.piece(it).inside) {
            return false;
        }
        let enough = rules.tables.battle.retreat_barred_above + 1;
        for counter in safe.iter().flat_map(|side| battle.forces[side.index()].iter()) {
            let piece = state.piece_mut(counter);
            piece.strength = piece.strength.min(enough);
            (piece.losses, piece.lost_here, piece.sighting) = (0, 0, None);
        }
        (battle.start, battle.lost, battle.tests, battle.broken) = ([0; 2], [0; 2], [false; 2], [false; 2]);
        state.battle = Some(battle);
        state.butchers_bill = [0; 2];
        true
    }

    fn key(&self, _: &Rules, state: &State, key: &mut Vec<u8>) {
        let Some(battle) = &state.battle else { return };
        put(key, &state.frames);
        put(key, &(battle.tactics, battle.rounds, battle.size, battle.round, battle.start, battle.lost, battle.due));
        put(key, &(battle.tests, battle.broken, battle.encircled, battle.flank, battle.overrun, battle.ending));
        put(key, &(battle.engagement, battle.attacker, battle.retreat, battle.extra_bombardment, battle.bridge_won));
        put(key, &(state.victory_points, state.butchers_bill, state.promised.len() as u8, state.sieges.len() as u8));
        put(key, &state.reaction.as_ref().map_or(0, |reaction| reaction.marchers.len() as u8));
        for side in [FRENCH, ALLIED] {
            for counter in battle.forces[side.index()].iter() {
                let piece = state.piece(counter);
                let place = match piece.whereabouts {
                    Whereabouts::At(BoxId(number)) => number,
                    Whereabouts::Waiting
                    | Whereabouts::Pool
                    | Whereabouts::Entering(_)
                    | Whereabouts::Recalled
                    | Whereabouts::Lost
                    | Whereabouts::Captured => u16::MAX,
                };
                key.extend([counter.0, piece.strength, piece.lost_here, u8::from(piece.inside)]);
                key.extend(place.to_le_bytes());
            }
        }
    }

    fn hear(&self, _: &Rules, (before, after): (&State, &State), events: &[Event], tale: &mut Tale) {
        for side in [FRENCH, ALLIED] {
            let bill = |state: &State| state.butchers_bill[side.index()];
            tale[number::LOST + side.index()] += (bill(after) - bill(before)) as i16;
        }
        for event in events {
            match event {
                Event::Combat(happened) => self.hear_of_combat(happened, tale),
                Event::Common(Common::Captured { by, .. }) => tale[number::TAKEN + enemy_of(*by).index()] += 1,
                Event::Common(_)
                | Event::Calendar(_)
                | Event::Administration(_)
                | Event::Movement(_)
                | Event::Card(_) => {}
            }
        }
    }

    fn tell(&self, rules: &Rules, tale: &Tale) -> Vec<Told> {
        let round = tale[number::ROUND];
        let after = |words: &str| format!("{words} after round {round}");
        let words = match tale[number::ENDING] {
            ended::FRENCH_BEATEN => after("French beaten"),
            ended::ALLIES_BEATEN => after("Allies beaten"),
            ended::INDECISIVE => after("indecisive"),
            ended::OVERRUN => "overrun".to_owned(),
            ended::NOBODY => "nobody to fight".to_owned(),
            ended::SIEGE_HOLDS => "the city holds out".to_owned(),
            ended::SIEGE_FALLS => "the city falls".to_owned(),
            _ => "no battle".to_owned(),
        };
        let trapped = |side: Side| tale[number::TRAPPED + side.index()] > 0;
        let fate = match (trapped(FRENCH), trapped(ALLIED)) {
            (true, _) => ", the French encircled",
            (_, true) => ", the Allies encircled",
            (false, false) => "",
        };
        let place = i32::from(tale[number::ENDING]) * 100 + i32::from(round) * 10 + i32::from(!fate.is_empty());
        let mut said = vec![Told { question: "How it ends", place, words: words + fate, counts: false }];
        let mut count = |question: &'static str, amount: i16| {
            said.push(Told { question, place: amount.into(), words: amount.to_string(), counts: true });
        };
        count("SP lost by the French", tale[number::LOST]);
        count("SP lost by the Allies", tale[number::LOST + 1]);
        count("SP lost by the French to the pursuit", tale[number::PURSUED]);
        count("SP lost by the Allies to the pursuit", tale[number::PURSUED + 1]);
        count("French leaders captured", tale[number::TAKEN]);
        count("Allied leaders captured", tale[number::TAKEN + 1]);
        count("Victory points for the French", tale[number::POINTS]);
        count("Victory points for the Allies", tale[number::POINTS + 1]);
        said.push(self.butchers_bill(rules, tale));
        said
    }
}

impl Steady {
    fn hear_of_combat(&self, happened: &Happened, tale: &mut Tale) {
        if let Happened::Round { round } = happened {
            tale[number::ROUND] = (*round).into();
        }
        if let Happened::NobodyToFight { .. } = happened {
            tale[number::ENDING] = ended::NOBODY;
        }
        if let Happened::OverrunThrown { .. } = happened {
            tale[number::ENDING] = ended::OVERRUN;
        }
        if let Happened::SiegeThrown { fell, .. } = happened {
            tale[number::ENDING] = if *fell { ended::SIEGE_FALLS } else { ended::SIEGE_HOLDS };
        }
        if let Happened::Ended { ending, .. } = happened {
            tale[number::ENDING] = match ending {
                Ending::Beaten(side) if *side == FRENCH => ended::FRENCH_BEATEN,
                Ending::Beaten(_) => ended::ALLIES_BEATEN,
                Ending::Indecisive => ended::INDECISIVE,
                Ending::Overrun => ended::OVERRUN,
            };
        }
        if let Happened::Points { side, points } = happened {
            tale[number::POINTS + side.index()] += i16::from(*points);
        }
        if let Happened::PursuitThrown { side, losses, .. } = happened {
            tale[number::PURSUED + enemy_of(*side).index()] += i16::from(*losses);
        }
        if let Happened::NoWayOut { side, .. } = happened {
            tale[number::TRAPPED + side.index()] = 1;
        }
    }

    /// 9.f: who has lost less, and what this battle alone would be worth at the end.
    fn butchers_bill(&self, rules: &Rules, tale: &Tale) -> Told {
        let question = "Difference in losses, and the victory points for it";
        let lead = i32::from(tale[number::LOST + 1]) - i32::from(tale[number::LOST]);
        let winner = if lead > 0 { FRENCH } else { ALLIED };
        let points = rules.points_for_difference(lead.unsigned_abs() as u16);
        let words = match (lead, points) {
            (0, _) => "none".to_owned(),
            (_, 0) => format!("{} for the {}, no point", lead.abs(), SIDES.name(winner)),
            (_, 1) => format!("{} for the {}, 1 point", lead.abs(), SIDES.name(winner)),
            (_, points) => format!("{} for the {}, {points} points", lead.abs(), SIDES.name(winner)),
        };
        Told { question, place: lead, words, counts: false }
    }
}

type Ways<'w> = dyn FnMut(Way<'_, Rules>) -> Result<(), OddsError> + 'w;

/// A side after so many losses: its pieces, what it has lost in the battle, and its bill.
struct Suffered {
    pieces: Vec<(CounterId, Piece)>,
    /// The same, to be told apart by.
    key: Vec<u8>,
    lost: u16,
    bill: u16,
}

/// What can hit a side in a round: losses and whether it has to test, in so many ways.
type Hits = Vec<((u8, bool), u128)>;

impl Rules {
    /// What the script would rather keep: the least is given up first.
    fn worth(&self, counter: CounterId) -> (u8, u8) {
        let it = self.counter(counter);
        (it.cohesion, it.artillery_bonus + it.cavalry_bonus)
    }

    /// All dice of a round at once. None of them changes what another does, for losses are taken after all have fallen
    /// (8.1c); and what one side loses has nothing to do with what the other does.
    fn fire_at_once(&self, state: &State, tale: &Tale, ways: &mut Ways<'_>) -> Result<(), OddsError> {
        let Some(battle) = state.battle else { return Ok(()) };
        let mut hits: [Hits; 2] = [FRENCH, ALLIED].map(|side| {
            let index = side.index();
            vec![((battle.due[index], battle.tests[index]), 1)]
        });
        let mut after = state.clone();
        let mut of = 1;
        loop {
            let (side, cells) = match after.frame().combat() {
                Some(Combat::BattleDie { side }) => {
                    let throwing = self.throwing(state, &battle, side);
                    (side, [1, 2, 3, 4, 5, 6].map(|die| self.battle_cell(throwing, die)))
                }
                Some(Combat::ArtilleryDie { side }) => {
                    let bonus = self.artillery_bonus(state, &battle.forces[side.index()]);
                    (side, [1, 2, 3, 4, 5, 6].map(|die| self.artillery_cell(state, bonus, die)))
                }
                Some(_) | None => break,
            };
            after.frames.pop();
            of *= cells.len() as u128;
            let enemy = &mut hits[enemy_of(side).index()];
            let mut more: Hits = Vec::new();
            for ((due, tests), number) in enemy.iter() {
                for cell in &cells {
                    let hit = (due + cell.losses, *tests || cell.morale);
                    match more.iter_mut().find(|(known, _)| *known == hit) {
                        Some((_, known)) => *known += number,
                        None => more.push((hit, *number)),
                    }
                }
            }
            *enemy = more;
        }
        // Nothing is due as yet: what each side suffers is put in place of it.
        if let Some(battle) = &mut after.battle {
            battle.due = [0; 2];
        }
        self.take_casualties(&mut after);
        let mut bleeding = after.clone();
        let suffered = [FRENCH, ALLIED].map(|side| {
            let most = hits[side.index()].iter().map(|((due, _), _)| *due).max().unwrap_or(0);
            self.suffer(&mut bleeding, side, most)
        });
        // Losses are told by what was suffered, the rest of the tale is as it was.
        let mut told = *tale;
        told[number::LOST] = 0;
        told[number::LOST + 1] = 0;
        let mut key = Vec::new();
        put(
            &mut key,
            &(told, &after.frames, battle.round, battle.start, battle.encircled, battle.flank, battle.broken),
        );
        let length = key.len();
        for ((due_one, tests_one), number_one) in &hits[0] {
            for ((due_other, tests_other), number_other) in &hits[1] {
                let both = [&suffered[0][usize::from(*due_one)], &suffered[1][usize::from(*due_other)]];
                let tests = [*tests_one, *tests_other];
                key.truncate(length);
                key.extend(tests.map(u8::from));
                both.iter().for_each(|side| key.extend(&side.key));
                let make = |events: &mut Vec<Event>| {
                    let mut hit = after.clone();
                    let Some(battle) = &mut hit.battle else { return hit };
                    battle.tests = tests;
                    for (index, Suffered { pieces, lost, bill, .. }) in both.into_iter().enumerate() {
                        battle.lost[index] = *lost;
                        hit.butchers_bill[index] = *bill;
                        pieces.iter().for_each(|(counter, piece)| hit.pieces[counter.index()] = *piece);
                    }
                    self.run(&mut hit, events);
                    hit
                };
                ways(Way { ways: (number_one * number_other, of), key: &key, make: &make })?;
            }
        }
        Ok(())
    }

    /// A side after no loss, one, two and so on (8.4a).
    fn suffer(&self, state: &mut State, side: Side, most: u8) -> Vec<Suffered> {
        let force = state.battle.map_or(CounterSet::EMPTY, |battle| battle.forces[side.index()]);
        let told = |state: &State| {
            let lost = state.battle.map_or(0, |battle| battle.lost[side.index()]);
            let bill = state.butchers_bill[side.index()];
            let mut key = Vec::new();
            put(&mut key, &(lost, bill));
            for piece in force.iter().map(|counter| state.piece(counter)) {
                key.extend([piece.strength, piece.lost_here]);
            }
            Suffered { pieces: force.iter().map(|counter| (counter, *state.piece(counter))).collect(), key, lost, bill }
        };
        let mut all = vec![told(state)];
        for _ in 0..most {
            let bearer = match self.next_bearer(state, &force) {
                Bearer::Nobody => None,
                Bearer::Unit(counter) => Some(counter),
                Bearer::Among(tied) => tied.iter().min_by_key(|counter| self.worth(*counter)),
            };
            if let Some(counter) = bearer {
                self.lose_one(state, counter, &mut Discard);
            }
            all.push(told(state));
        }
        all
    }

    /// A test of morale is passed or failed: two ways instead of six.
    fn waver_at_once(&self, state: &State, side: Side, ways: &mut Ways<'_>) -> Result<(), OddsError> {
        let Some(battle) = state.battle else { return Ok(()) };
        let passing = self.morale_limit(state, &battle, side).min(6);
        self.fall(state, 1, passing, ways)?;
        self.fall(state, 6, 6 - passing, ways)
    }

    /// A pursuit costs so and so much, whatever the die.
    fn pursue_at_once(&self, state: &State, ways: &mut Ways<'_>) -> Result<(), OddsError> {
        let Some(battle) = state.battle else { return Ok(()) };
        let Some(Ending::Beaten(beaten)) = battle.ending else { return Ok(()) };
        let bonus = self.cavalry_bonus(state, &battle.forces[enemy_of(beaten).index()]);
        let costs = [1, 2, 3, 4, 5, 6].map(|die| self.pursuit_losses(state, bonus, die));
        for (place, cost) in costs.iter().enumerate() {
            if !costs[..place].contains(cost) {
                let number = costs.iter().filter(|other| *other == cost).count() as u8;
                self.fall(state, place as u8 + 1, number, ways)?;
            }
        }
        Ok(())
    }

    /// One die for all that come to the same.
    fn fall(&self, state: &State, die: u8, number: u8, ways: &mut Ways<'_>) -> Result<(), OddsError> {
        if number == 0 {
            return Ok(());
        }
        let make = |events: &mut Vec<Event>| {
            let mut after = state.clone();
            self.throw_now(&mut after, &Outcome([die].into_iter().collect()), events);
            after
        };
        ways(Way { ways: (number.into(), 6), key: &[], make: &make })
    }
}
