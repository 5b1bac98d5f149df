//! The battle at hand: who fights whom, what they have chosen and lost, and what counts (8).

use kernel::aids::Modifier;
use kernel::page::{Fact, Matrix, Party};
use kernel::{Case, Panel, Side};

use super::fact;
use crate::battle::{Battle, Ending, Engagement, Tactic};
use crate::counters::SIDES;
use crate::offers::capital;
use crate::state::{State, enemy_of};
use crate::tables::Weather;
use crate::view::{BattleView, Veiled, View};
use crate::{Rules, Seen};

/// The case of the difference in average cohesion.
const COHESION: Case = case!("8.5g");

impl Rules {
    pub(super) fn battle_panel(&self, seen: &Seen<'_>) -> Option<Panel> {
        let view = seen.view();
        let battle = view.battle.as_ref()?;
        let state = seen.world();
        let drawn = state.battle?;
        let order = [battle.attacker, enemy_of(battle.attacker)];
        let parties = order.map(|side| self.party(view, battle, (state, &drawn), side));
        let at = self.box_name(battle.at);
        Some(Panel::Duel {
            title: format!("Battle of {at}"),
            place: Some(at.to_owned()),
            rows: self.how_it_stands(view, battle),
            parties: parties.into(),
            matrix: Some(Box::new(self.tactics_matrix(view, battle, (state, &drawn)))),
        })
    }

    fn how_it_stands(&self, view: &View, battle: &BattleView) -> Vec<Fact> {
        let kind = match battle.engagement {
            Engagement::Field => "in the field",
            Engagement::Assault => "assault on a fortified city",
            Engagement::Sortie => "sortie, or relief of a siege",
        };
        let mut rows = vec![fact("Fought", kind, case!("8.0"))];
        if battle.rounds > 0 {
            let name = self.tables.battle.type_of(battle.size).name();
            rows.push(fact("Round", format!("{} of {}, {name}", battle.round, battle.rounds), case!("8.2b")));
        }
        if battle.intercepted {
            rows.push(fact("Interception", "the interceptors defend", case!("6.5.1l")));
        }
        if battle.encircled {
            rows.push(fact("Encircled", "the defender is encircled", case!("8.5c")));
        }
        let marchers = view.reaction.iter().flat_map(|reaction| &reaction.marchers).filter(|it| it.to == battle.at);
        for marcher in marchers {
            let words = format!(
                "{} counters from {} arrive after round {}",
                marcher.force.count(),
                self.box_name(marcher.from),
                marcher.after_round
            );
            rows.push(fact("To the guns", words, case!("6.5.2c")));
        }
        if let Some(ending) = battle.ending {
            let words = match ending {
                Ending::Beaten(side) => format!("{} are beaten", SIDES.name(side)),
                Ending::Indecisive => "indecisive".into(),
                Ending::Overrun => "overrun".into(),
            };
            rows.push(fact("Outcome", words, case!("8.1e")));
        }
        rows
    }

    fn party(&self, view: &View, battle: &BattleView, (state, drawn): (&State, &Battle), side: Side) -> Party {
        let index = side.index();
        let force = &battle.forces[index];
        let hidden: u16 = force.hidden.iter().map(|hidden| u16::from(hidden.count)).sum();
        let own = self.side_of_viewer(view.viewer) == Some(side);
        let tactic = match battle.tactics[index] {
            Veiled::Nothing => "to be chosen".to_owned(),
            Veiled::FaceDown => "chosen in secret".to_owned(),
            Veiled::Known(tactic) => capital(tactic.name()),
        };
        let mut rows = vec![fact("Tactic", tactic, case!("8.2a"))];
        // Strengths are drawn where they are not known: they are shown only if they are the viewer's own or were counted.
        if own {
            let strength = self.strength_of(state, &drawn.forces[index]);
            rows.push(fact("Strength", format!("{strength} SP"), case!("8.3a")));
        }
        if battle.start[index] > 0 {
            rows.push(fact("Lost", format!("{} of {} SP", battle.lost[index], battle.start[index]), case!("8.4a")));
        }
        if hidden == 0 && !force.known.is_empty() && battle.rounds > 0 {
            let limit = self.morale_limit(state, drawn, side).min(6);
            if own || self.strengths_are_open(view, battle, side) {
                rows.push(fact("Morale", format!("passes on {limit} or less"), case!("8.6c")));
            }
        }
        if battle.due[index] > 0 {
            rows.push(fact("To be lost", format!("{} SP", battle.due[index]), case!("8.4a")));
        }
        if battle.broken[index] {
            rows.push(fact("Broken", "must retreat", case!("8.6d")));
        }
        let mut modifiers = if hidden == 0 { self.battle_modifiers(state, drawn, side) } else { Vec::new() };
        // The world is drawn where counters are not known, and with them everything that is compared with the enemy.
        if !self.cohesion_is_known(view, battle) {
            modifiers.retain(|modifier| modifier.case != COHESION);
            if battle.ending.is_none() {
                rows.push(fact("Cohesion", "the difference is not known yet", COHESION));
            }
        }
        Party {
            name: SIDES.name(side).into(),
            role: if side == battle.attacker { "attacks".into() } else { "defends".into() },
            units: force.known.iter().map(|counter| self.counter(counter).id.clone()).collect(),
            hidden,
            rows,
            modifiers,
        }
    }

    /// Whether the viewer can work out the average cohesion of both sides, in which strengths count.
    fn cohesion_is_known(&self, view: &View, battle: &BattleView) -> bool {
        let own = self.side_of_viewer(view.viewer);
        [battle.attacker, enemy_of(battle.attacker)].into_iter().all(|side| {
            battle.forces[side.index()].hidden.is_empty()
                && (own == Some(side) || self.strengths_are_open(view, battle, side))
        })
    }

    /// Whether everybody can read the strengths of a side's units in the battle.
    fn strengths_are_open(&self, view: &View, battle: &BattleView, side: Side) -> bool {
        battle.forces[side.index()].known.iter().filter(|counter| self.has_strength(*counter)).all(|counter| match view
            .pieces
            .get(counter.index())
        {
            Some(crate::view::PieceView::Own(_)) => true,
            Some(crate::view::PieceView::Open { strength, .. }) => strength.is_some(),
            Some(crate::view::PieceView::Off { .. } | crate::view::PieceView::Unknown { .. }) | None => false,
        })
    }

    /// Columns and pips that count for a side (T.combat).
    fn battle_modifiers(&self, state: &State, battle: &Battle, side: Side) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        self.columns_for(state, battle, side, |figure| {
            modifiers.push(Modifier {
                case: figure.case,
                text: format!("{} (columns)", figure.words),
                value: figure.value,
            });
        });
        self.die_for(state, battle, side, |figure| {
            modifiers.push(Modifier {
                case: figure.case,
                text: format!("{} (die)", figure.words),
                value: figure.value,
            });
        });
        modifiers.retain(|modifier| modifier.value != 0);
        modifiers
    }

    /// How many rounds the tactics of both sides would give.
    fn tactics_matrix(&self, view: &View, battle: &BattleView, (state, drawn): (&State, &Battle)) -> Matrix {
        let row_side = self.side_of_viewer(view.viewer).unwrap_or(battle.attacker);
        let sides = [row_side, enemy_of(row_side)];
        let known = battle.forces.iter().all(|force| force.hidden.is_empty());
        let rounds = |one: Tactic, other: Tactic| {
            let mut tried = *drawn;
            tried.tactics[sides[0].index()] = Some(one);
            tried.tactics[sides[1].index()] = Some(other);
            if known {
                return self.size_and_rounds(state, &tried).1.to_string();
            }
            // Who has a leader is not known yet: an odd sum is rounded up if one side alone has one (8.2c).
            let sum = self.tables.battle.tactic(one).value + self.tables.battle.tactic(other).value;
            let snow = |size: u8| if state.weather == Weather::Snow && size > 1 { size - 1 } else { size };
            let (low, high) = (snow(sum / 2), snow(sum.div_ceil(2)));
            if low == high { low.to_string() } else { format!("{low}–{high}") }
        };
        let chosen = sides.map(|side| match battle.tactics[side.index()] {
            Veiled::Known(tactic) => Tactic::ALL.iter().position(|other| *other == tactic),
            Veiled::Nothing | Veiled::FaceDown => None,
        });
        let names = || Tactic::ALL.iter().map(|tactic| capital(tactic.name())).collect::<Vec<_>>();
        Matrix {
            title: "Rounds by tactics".into(),
            case: case!("8.2b"),
            across: sides.map(|side| SIDES.name(side).to_owned()),
            rows: names(),
            columns: names(),
            cells: Tactic::ALL
                .iter()
                .map(|one| Tactic::ALL.iter().map(|other| rounds(*one, *other)).collect())
                .collect(),
            chosen,
        }
    }
}
