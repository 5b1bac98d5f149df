//! What a player can order at any time: cards in hand (A.cards) and standing orders (2.B2c).

use kernel::page::{Card, CardPart, Choice, ChoiceOption, Ordered};
use kernel::{Panel, Seat, Side, Viewer};

use super::fact;
use crate::action::{Action, CardAction};
use crate::cards::{Colour, Window};
use crate::notation;
use crate::reaction::{Standing, StandingOrder};
use crate::rules::r06_guns::EARSHOT;
use crate::state::FRENCH;
use crate::view::View;
use crate::{Rules, Seen};

/// Faces of a die in words of chance.
const CHANCES: [&str; 6] = ["17 %", "33 %", "50 %", "67 %", "83 %", "100 %"];

fn seat_of(view: &View) -> Option<Seat> {
    match view.viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    }
}

impl Rules {
    pub(super) fn cards_panel(&self, seen: &Seen<'_>) -> Option<Panel> {
        let view = seen.view();
        if self.scenario.deck.is_empty() {
            return None;
        }
        let held = &view.cards;
        let side = self.side_of_viewer(view.viewer);
        let playable = self.playable(seen);
        let cards = held.hand.iter().filter_map(|number| {
            let printed = self.cards.get(*number)?;
            let parts = printed.halves.iter().zip([false, true]).map(|(half, second_half)| {
                let own = side.is_some_and(|side| may_use(half.colour, side));
                let fits = |(card, _): &&(CardAction, Ordered)| card.card == *number && card.second_half == second_half;
                let when = match half.window {
                    Window::BeforeThrow => "before the roll it changes",
                    Window::Anytime
                    | Window::OwnAdministration
                    | Window::OwnMovement
                    | Window::OwnMarch
                    | Window::EnemyMovement
                    | Window::EnemyEntered
                    | Window::Tactics
                    | Window::Round => half.window.name(),
                };
                CardPart {
                    name: half.title.clone(),
                    text: half.text.clone(),
                    when: when.into(),
                    case: if half.effect.is_armistice() { case!("A.cards.d") } else { case!("A.cards.e") },
                    own,
                    orders: playable.iter().filter(fits).map(|(_, ordered)| ordered.clone()).collect(),
                }
            });
            Some(Card { name: format!("Card {}", number.0), parts: parts.collect() })
        });
        let [french, allied] = held.held;
        let rows = vec![
            fact("In hand", format!("French {french}, Allies {allied}"), case!("B.2A")),
            fact("Deck", format!("{} left, {} discarded", held.deck, held.discarded.len()), case!("A.cards.f")),
        ];
        Some(Panel::Hand { title: "Event cards".into(), cards: cards.collect(), rows })
    }

    /// Every way in which the viewer could play a card now; the same in all worlds that fit his view.
    fn playable(&self, seen: &Seen<'_>) -> Vec<(CardAction, Ordered)> {
        let view = seen.view();
        let Some(seat) = seat_of(view).filter(|_| !view.cards.hand.is_empty() && !view.frame().is_over()) else {
            return Vec::new();
        };
        let state = seen.world();
        let mut actions = Vec::new();
        self.list_cards(state, seat, &mut actions);
        let ordered = |action: &Action| {
            let Action::Card(card) = action else { return None };
            let said = self.said(state, action);
            Some((*card, Ordered { label: said.touch.label, order: said.order }))
        };
        actions.iter().filter_map(ordered).collect()
    }

    pub(super) fn standing_panel(&self, view: &View) -> Option<Panel> {
        let now = view.standing.filter(|_| !view.frame().is_over())?;
        let choice =
            |name: &str, note: &str, case, current: StandingOrder, with: &dyn Fn(StandingOrder) -> Standing| {
                let orders =
                    [StandingOrder::Ask, StandingOrder::Never].into_iter().chain((1..=6).map(StandingOrder::FromFaces));
                let options = orders.map(|order| ChoiceOption {
                    label: match order {
                        StandingOrder::Ask => "ask me".into(),
                        StandingOrder::Never => "never".into(),
                        StandingOrder::FromFaces(faces) => {
                            format!("≥ {}", CHANCES[usize::from(faces.clamp(1, 6)) - 1])
                        }
                    },
                    order: (order != current).then(|| notation::standing_order(&with(order))),
                });
                Choice { name: name.into(), note: note.into(), case, options: options.collect() }
            };
        let rows = vec![
            choice(
                "Interception",
                "when an enemy stack enters a box next to your Forces; the best leader goes along, and a Force that succeeds moves in",
                case!("6.5.1a"),
                now.interception,
                &|order| Standing { interception: order, ..now },
            ),
            choice(
                "March to the guns",
                &format!("when there is a battle within {EARSHOT} movement points"),
                case!("6.5.2a"),
                now.march_to_the_guns,
                &|order| Standing { march_to_the_guns: order, ..now },
            ),
            choice(
                "Withdrawal of cavalry",
                "when the enemy enters its box; the chance is that it loses nothing",
                case!("6.3i"),
                now.withdrawal,
                &|order| Standing { withdrawal: order, ..now },
            ),
        ];
        let note = "What the program answers for you: it asks, declines, or acts whenever the chance is at least this good. The enemy is not told.".into();
        Some(Panel::Choices { title: "Standing orders".into(), note, rows })
    }
}

fn may_use(colour: Colour, side: Side) -> bool {
    match colour {
        Colour::French => side == FRENCH,
        Colour::Allied => side != FRENCH,
        Colour::Neutral => true,
    }
}
