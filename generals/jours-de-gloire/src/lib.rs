//! How generals see Jours de Gloire Campagne. `docs/generals.md` says the same in words for players.
//!
//! `orders` has the scripts a unit can be given, `survey` distances, strengths, objectives and dangers, `stacks` who marches
//! with whom and how far, `odds` what a battle promises, `attack` which battles are sought, `march` where everybody else
//! goes, `react` what is done in the enemy's turn, `fight` battles and sieges, `affairs` the rest, `value` what a position is
//! worth.

mod affairs;
mod attack;
mod fight;
mod march;
mod odds;
mod orders;
mod react;
mod stacks;
mod survey;
mod value;

use ai::{Craft, Level, Losses, Member, Plan, Registered, Script, Stretch};
use jours_de_gloire::action::{Action, CombatAction, GunsAction, MovementAction};
use jours_de_gloire::counters::CounterId;
use jours_de_gloire::sequence::{Combat, Events, Frame, Guns, Movement};
use jours_de_gloire::state::{State, Whereabouts, enemy_of};
use jours_de_gloire::{JoursDeGloire, Rules};
use kernel::{Entropy, Ruleset, Seat, Seen, Side};

pub use orders::{Manner, Order};
use survey::{Distances, Survey};

/// The craft of one scenario.
#[derive(Debug)]
pub struct CampaignCraft {
    distances: Distances,
    archive: odds::Archive,
    units: usize,
}

/// What is remembered while a turn is played through.
#[derive(Debug, Default)]
pub struct Memory {
    march: march::MarchMemory,
}

/// Most answers that are tried to one question.
const ANSWERS: usize = 6;

/// The title with its generals. They are made here so that they are built once and not by every program that has them.
pub fn register(title: JoursDeGloire) -> Registered {
    ai::register::<_, CampaignCraft>(title)
}

impl Craft for CampaignCraft {
    type Rules = Rules;
    type Order = Order;
    type Memory = Memory;

    fn new(rules: &Rules) -> CampaignCraft {
        CampaignCraft {
            distances: Distances::new(rules),
            archive: odds::Archive::default(),
            units: rules.counters.len(),
        }
    }

    fn measured(level: Level) -> Option<&'static str> {
        Some(match level {
            Level::Cadet => "98 % against random play",
            Level::Captain => "60 % against a Cadet",
            Level::Colonel => "60 to 90 % against a Captain",
            Level::Marshal => "a Colonel with more time",
        })
    }

    fn units(&self) -> usize {
        self.units
    }

    fn stretch(&self, state: &State) -> Stretch {
        Stretch { turn: u32::from(state.turn), side: state.player }
    }

    /// The second player's turn is followed by the events of the next, which are a stretch of their own unless he moves
    /// first in it.
    fn horizon(&self, state: &State) -> u32 {
        let between = state.frames.iter().any(|frame| matches!(frame, Frame::Events(_)));
        if between || state.player != state.first { 3 } else { 2 }
    }

    fn is_planning(&self, state: &State) -> bool {
        state.frames.iter().any(|frame| matches!(frame, Frame::Movement(_)))
    }

    fn scripts(&self) -> &'static [Script<Order>] {
        &orders::SCRIPTS
    }

    fn muster(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        self.muster_by_nearness(rules, state, side, members);
    }

    fn vary(&self, rules: &Rules, state: &State, unit: u16, entropy: &mut dyn Entropy, _: &mut Memory) -> Order {
        self.some_destination(rules, state, CounterId(unit as u8), entropy)
    }

    fn choose(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        if let Some(card) = self.card_to_play(rules, state, seat) {
            return actions.push(card);
        }
        // With both sides asked at once the frame is the same for both; what a side does in private is not there for the
        // other.
        match state.frame_seen_by(rules.side_of_seat(seat)) {
            Frame::Movement(Movement::Choose { .. }) => self.next_march(rules, state, seat, plan, memory, actions),
            Frame::Movement(Movement::Muster { .. }) => actions.push(Action::Movement(MovementAction::PutDown)),
            Frame::Movement(Movement::March { .. }) => self.go_on(rules, state, seat, plan, memory, actions),
            Frame::Movement(frame) => self.react(rules, state, seat, frame, actions),
            Frame::Guns(frame) => self.to_the_guns(rules, state, seat, frame, actions),
            Frame::Combat(frame) => self.fight(rules, state, seat, frame, actions),
            Frame::Events(frame) => self.attend(rules, state, seat, frame, actions),
            Frame::Administration(frame) => self.administer(rules, state, seat, frame, actions),
            Frame::GameOver => {}
        }
    }

    fn alternatives(&self, rules: &Rules, state: &State, seat: Seat, answers: &mut Vec<Vec<Action>>) {
        let all = match state.frame_seen_by(rules.side_of_seat(seat)) {
            Frame::Events(Events::ChooseFirst { .. })
            | Frame::Movement(Movement::Intercepting { .. })
            | Frame::Combat(
                Combat::Tactics
                | Combat::Invest { .. }
                | Combat::Retreat { .. }
                | Combat::AskRetire { .. }
                | Combat::AskOverrun { .. },
            ) => true,
            Frame::Movement(Movement::Intercept { .. }) => {
                answers.push(vec![Action::Movement(MovementAction::Declared)]);
                false
            }
            Frame::Guns(Guns::Choose { .. }) => {
                answers.push(vec![Action::Guns(GunsAction::Done)]);
                false
            }
            Frame::Combat(Combat::Shelter { .. }) => {
                let outside = Action::Combat(CombatAction::StandOutside);
                if rules.check(state, seat, &outside).is_ok() {
                    answers.push(vec![outside]);
                }
                false
            }
            Frame::Movement(_)
            | Frame::Guns(_)
            | Frame::Combat(_)
            | Frame::Events(_)
            | Frame::Administration(_)
            | Frame::GameOver => false,
        };
        if all {
            let mut legal = Vec::new();
            rules.legal(state, seat, &mut legal);
            answers.extend(legal.into_iter().take(ANSWERS).map(|action| vec![action]));
        }
    }

    fn balance(&self, rules: &Rules, state: &State, side: Side) -> f64 {
        self.lead(rules, state, side)
    }

    fn value(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        self.expected_score(rules, state, side, luck)
    }

    fn losses(&self, rules: &Rules, state: &State, side: Side) -> Losses {
        value::losses(rules, state, side)
    }

    fn throw_key(&self, state: &State) -> u64 {
        let place = state.battle.map_or_else(
            || state.march.map_or(u64::MAX >> 48, |march| u64::from(march.at.0)),
            |battle| u64::from(battle.at.0) | u64::from(battle.round) << 16,
        );
        let kind = match state.frame() {
            Frame::Events(_) => 1,
            Frame::Administration(_) => 2,
            Frame::Movement(_) => 3,
            Frame::Guns(_) => 4,
            Frame::Combat(Combat::BattleDie { side }) => 8 + u64::from(side.0),
            Frame::Combat(Combat::ArtilleryDie { side }) => 10 + u64::from(side.0),
            Frame::Combat(Combat::MoraleDie { side }) => 12 + u64::from(side.0),
            Frame::Combat(_) => 5,
            Frame::GameOver => 0,
        };
        u64::from(state.turn) << 40 | u64::from(state.player.0) << 36 | kind << 28 | place
    }

    fn stay(&self) -> Order {
        Order::Stay
    }

    fn ordered_unit(&self, action: &Action) -> Option<u16> {
        match action {
            Action::Movement(MovementAction::Take(counter)) => Some(u16::from(counter.0)),
            Action::Movement(_)
            | Action::Events(_)
            | Action::Administration(_)
            | Action::Guns(_)
            | Action::Combat(_)
            | Action::Card(_)
            | Action::Standing(_) => None,
        }
    }

    fn begins_order(&self, before: &Action, action: &Action) -> bool {
        let takes = |action: &Action| self.ordered_unit(action).is_some();
        let ends = |action: &Action| matches!(action, Action::Movement(MovementAction::EndMovement));
        (takes(action) && !takes(before)) || ends(action)
    }

    /// Marches go on until something is revealed; everything else depends on counters that lie face down.
    fn looks_again(&self, state: &State) -> bool {
        match state.frame() {
            Frame::Movement(Movement::Choose { .. } | Movement::Muster { .. } | Movement::March { .. }) => false,
            Frame::Movement(_)
            | Frame::Events(_)
            | Frame::Administration(_)
            | Frame::Guns(_)
            | Frame::Combat(_)
            | Frame::GameOver => true,
        }
    }

    fn spoken(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        orders::spoken(rules, seen, actions)
    }

    fn told(&self, rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
        orders::told(rules, seen, actions)
    }
}

impl CampaignCraft {
    /// Units with strength that can still march, those nearest to the enemy first. Those who stand within a short march of
    /// each other are one formation.
    fn muster_by_nearness(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        const TOGETHER: u8 = 2;
        let survey = Survey::of(rules, state);
        let enemies = &survey.bodies[enemy_of(side).index()];
        let mut found: Vec<(u8, board::boxes::BoxId, u16)> = Vec::new();
        for (number, piece) in state.pieces.iter().enumerate() {
            let counter = CounterId(number as u8);
            let own = rules.side_of(counter) == side && rules.kind(counter).has_strength();
            if !own || piece.strength == 0 || piece.moved || piece.inside || rules.is_bound(counter) {
                continue;
            }
            let at = match piece.whereabouts {
                Whereabouts::At(at) | Whereabouts::Entering(at) => at,
                Whereabouts::Waiting
                | Whereabouts::Pool
                | Whereabouts::Recalled
                | Whereabouts::Lost
                | Whereabouts::Captured => continue,
            };
            let distance = enemies.iter().map(|body| self.distances.between(at, body.at)).min().unwrap_or(u8::MAX);
            found.push((distance, at, number as u16));
        }
        found.sort_unstable_by_key(|(distance, at, number)| (*distance, at.0, *number));
        let mut heads: Vec<board::boxes::BoxId> = Vec::new();
        for (_, at, unit) in found {
            let formation = heads.iter().position(|head| self.distances.between(*head, at) <= TOGETHER);
            let formation = formation.unwrap_or_else(|| {
                heads.push(at);
                heads.len() - 1
            });
            members.push(Member { unit, formation: formation as u16 });
        }
    }
}
