//! Everything between marches and battles: who moves first, recruits, dummies, command points, cards.

use jours_de_gloire::Rules;
use jours_de_gloire::action::{Action, AdministrationAction, CardAction, CardTarget, EventsAction};
use jours_de_gloire::cards::{Effect, ThrowKind, Whose};
use jours_de_gloire::counters::Kind;
use jours_de_gloire::sequence::{Administration, Combat, Events, Frame, Movement};
use jours_de_gloire::state::{CardPlace, State, Supply};
use kernel::{Ruleset, Seat};

use crate::CampaignCraft;
use crate::survey::{Survey, danger};

impl CampaignCraft {
    pub(crate) fn attend(&self, rules: &Rules, state: &State, seat: Seat, frame: Events, actions: &mut Vec<Action>) {
        let side = rules.side_of_seat(seat);
        let survey = Survey::of(rules, state);
        let mut legal = Vec::new();
        if let Events::ChooseFirst { .. } = frame {
            // The last word counts most; before the last turn the first blow does.
            let last = state.turn >= rules.scenario.last_turn;
            let choice = if last { EventsAction::GoSecond } else { EventsAction::GoFirst };
            actions.push(Action::Events(choice));
            return;
        }
        rules.legal(state, seat, &mut legal);
        let merit = |action: &Action| -> f64 {
            let Action::Events(action) = action else { return f64::NEG_INFINITY };
            match *action {
                EventsAction::ReturnTo(place) | EventsAction::LiftTo(_, place) => {
                    let strength = f64::from(survey.at(side, place));
                    strength - 4.0 * danger(rules, &survey, &self.distances, side, place, strength)
                }
                EventsAction::StepAside(way) => {
                    let ends = rules.ground.ends(way);
                    let strength = |end: usize| f64::from(survey.at(side, ends[end]));
                    strength(0) + strength(1)
                }
                // Good troops in big stacks.
                EventsAction::Replace(unit) => {
                    let counter = rules.counter(unit);
                    let place = state.place_of(unit);
                    let company = place.map_or(0, |place| survey.at(side, place));
                    f64::from(counter.cohesion)
                        + 0.1 * f64::from(company)
                        + if counter.kind == Kind::Cavalry { 0.5 } else { 0.0 }
                }
                EventsAction::ReplacementsDone => -1.0,
                EventsAction::Discard(card) => -f64::from(card.0),
                EventsAction::GoFirst | EventsAction::GoSecond => 0.0,
            }
        };
        actions.extend(legal.iter().copied().max_by(|a, b| merit(a).total_cmp(&merit(b))));
    }

    pub(crate) fn administer(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        frame: Administration,
        actions: &mut Vec<Action>,
    ) {
        let act = Action::Administration;
        let side = rules.side_of_seat(seat);
        match frame {
            Administration::ReturnDummies { .. } => {
                // Beside the enemy, where it is asked what they are.
                let survey = Survey::of(rules, state);
                let mut legal = Vec::new();
                rules.legal(state, seat, &mut legal);
                let merit = |action: &Action| -> f64 {
                    let Action::Administration(AdministrationAction::ReturnDummy(_, at)) = action else { return -1.0 };
                    let enemies = survey.reaching(&self.distances, jours_de_gloire::state::enemy_of(side), *at);
                    enemies - 2.0 * rules.of_side_in(state, side, *at).len() as f64
                };
                actions.extend(legal.iter().copied().max_by(|a, b| merit(a).total_cmp(&merit(b))));
            }
            Administration::ForceMarkers { .. } => actions.push(act(AdministrationAction::ForcesDone)),
            Administration::SharePoints { pips, .. } => {
                actions.push(act(AdministrationAction::SharePoints(pips.div_ceil(2))))
            }
            Administration::Open
            | Administration::TurnDown
            | Administration::Lines
            | Administration::PointsDie { .. }
            | Administration::Done => {}
        }
    }

    /// A card worth playing now.
    pub(crate) fn card_to_play(&self, rules: &Rules, state: &State, seat: Seat) -> Option<Action> {
        let side = rules.side_of_seat(seat);
        if !state.cards.contains(&CardPlace::Hand(side)) {
            return None;
        }
        let frame = state.frame();
        let asks = match frame {
            Frame::Movement(Movement::Choose { .. } | Movement::Withdraw { .. }) | Frame::Combat(Combat::Tactics) => {
                true
            }
            Frame::Movement(_)
            | Frame::Combat(_)
            | Frame::Events(_)
            | Frame::Administration(_)
            | Frame::Guns(_)
            | Frame::GameOver => false,
        };
        if !asks {
            return None;
        }
        let mut offers = Vec::new();
        rules.interrupts(state, seat, &mut offers);
        let worth = |action: &Action| match action {
            Action::Card(card) => self.worth_of_card(rules, state, seat, card),
            Action::Standing(_)
            | Action::Movement(_)
            | Action::Events(_)
            | Action::Administration(_)
            | Action::Guns(_)
            | Action::Combat(_) => 0.0,
        };
        let best = offers.iter().copied().max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
        (worth(&best) > 0.0).then_some(best)
    }

    fn worth_of_card(&self, rules: &Rules, state: &State, seat: Seat, card: &CardAction) -> f64 {
        let side = rules.side_of_seat(seat);
        let Some(printed) = rules.cards.get(card.card) else { return 0.0 };
        let half = &printed.halves[usize::from(card.second_half)];
        // A battle that matters.
        let size = state.battle.map_or(0, |battle| rules.strength_of(state, &battle.forces[side.index()]));
        let big = if size >= 8 { 1.0 } else { 0.0 };
        match (&half.effect, card.on) {
            (Effect::Strength { .. }, CardTarget::Counter(unit)) => {
                1.0 + f64::from(state.piece(unit).strength) / 20.0 + f64::from(rules.counter(unit).cohesion) / 10.0
            }
            (Effect::Supplied, CardTarget::Army(army)) => match state.army(army).supply {
                Supply::Supplied => 0.0,
                Supply::Hindered | Supply::Cut => 0.5,
            },
            (Effect::Die { throw, whose, .. }, _) => match (throw, whose) {
                (ThrowKind::Battle | ThrowKind::Morale | ThrowKind::Artillery, Whose::Own | Whose::Enemy) => 0.5 * big,
                (ThrowKind::Pursuit | ThrowKind::Siege | ThrowKind::Interception | ThrowKind::MarchToGuns, _) => 0.0,
            },
            (Effect::SeeTactic | Effect::ExtraBombardment, _) => 0.4 * big,
            (Effect::NoBridgePenalty, _) => {
                let over = state.battle.is_some_and(|battle| {
                    let own = battle.forces[side.index()];
                    own.iter()
                        .filter_map(|it| state.piece(it).entered_by)
                        .any(|way| rules.leads_over_bridge(state, way))
                });
                if over { 0.6 * big } else { 0.0 }
            }
            (
                Effect::Strength { .. }
                | Effect::Supplied
                | Effect::ExtraMovement { .. }
                | Effect::NoStragglers
                | Effect::CommandPoints { .. }
                | Effect::EnemyCommandPoints { .. }
                | Effect::StepBack
                | Effect::Bridge
                | Effect::ReturnDummies { .. }
                | Effect::ShowStack
                | Effect::NextWeather { .. }
                | Effect::Armistice { .. }
                | Effect::Restart { .. },
                _,
            ) => 0.0,
        }
    }
}
