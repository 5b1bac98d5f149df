//! Reviews of finished games: made one at a time, kept in memory as long as there is room.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::headquarters::Impatience;
use crate::house::House;
use crate::names::Names;
use crate::problem::Problem;
use crate::queue::{Party, Rank};
use crate::quota::{Key, too_many};
use crate::wire::{Review, ReviewState, ReviewTold};

/// So many reviews are kept; the oldest goes first.
const KEPT: usize = 64;
/// So many may be waited for at a time, by one owner, from one address, and by all.
const EACH_OWNER: usize = 2;
const EACH_ADDRESS: usize = 4;
const UNDER_WAY: usize = 16;

/// How far a review is.
#[derive(Clone, Debug)]
enum State {
    Working(f64),
    Ready(Arc<Review>),
    Failed(String),
}

/// A review that was asked for.
#[derive(Debug)]
struct Order {
    game: String,
    party: Party,
    cancel: Arc<AtomicBool>,
    state: Mutex<State>,
}

impl Order {
    fn state(&self) -> State {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    fn is_under_way(&self) -> bool {
        matches!(self.state(), State::Working(_))
    }
}

#[derive(Debug)]
pub(crate) struct Reviews {
    orders: Mutex<VecDeque<Arc<Order>>>,
    /// One is made at a time.
    place: Semaphore,
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews { orders: Mutex::default(), place: Semaphore::new(1) }
    }
}

impl Reviews {
    fn find(&self, game: &str) -> Option<Arc<Order>> {
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.iter().find(|order| order.game == game).cloned()
    }

    /// How far the review of a game is, as the page is told.
    pub(crate) fn told(&self, game: &str) -> ReviewTold {
        let none = ReviewTold { state: ReviewState::None, share: None, review: None, error: None };
        match self.find(game).map(|order| order.state()) {
            None => none,
            Some(State::Working(share)) => ReviewTold { state: ReviewState::Working, share: Some(share), ..none },
            Some(State::Ready(review)) => {
                let review = Some(Review::clone(&review));
                ReviewTold { state: ReviewState::Ready, share: Some(1.0), review, ..none }
            }
            Some(State::Failed(sentence)) => ReviewTold { error: Some(sentence), ..none },
        }
    }

    /// A new order for a review, unless there is one that is good still.
    fn order(&self, game: &str, party: Party) -> Result<Option<Arc<Order>>, Problem> {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = orders.iter().position(|order| order.game == game) {
            match orders[place].state() {
                State::Working(_) | State::Ready(_) => return Ok(None),
                State::Failed(_) => orders.remove(place),
            };
        }
        if orders.iter().filter(|order| order.is_under_way()).count() >= UNDER_WAY {
            return Err(Problem::busy("too many reviews in progress; try again later"));
        }
        let of_same = |order: &&Arc<Order>| order.is_under_way() && order.party.address == party.address;
        let (owned, from_there) = orders.iter().filter(of_same).fold((0, 0), |(owned, from_there), order| {
            (owned + usize::from(order.party.owner == party.owner), from_there + 1)
        });
        if owned >= EACH_OWNER {
            return Err(too_many(&Key::Owner(party.owner), "reviews in progress"));
        }
        if from_there >= EACH_ADDRESS {
            return Err(too_many(&Key::Address(party.address), "reviews in progress"));
        }
        if orders.len() >= KEPT
            && let Some(oldest) = orders.iter().position(|order| !order.is_under_way())
        {
            orders.remove(oldest);
        }
        let order =
            Order { game: game.to_owned(), party, cancel: Arc::default(), state: Mutex::new(State::Working(0.0)) };
        let order = Arc::new(order);
        orders.push_back(order.clone());
        Ok(Some(order))
    }

    /// The game is deleted.
    pub(crate) fn forget(&self, game: &str) {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.retain(|order| {
            if order.game == game {
                order.cancel.store(true, Ordering::Relaxed);
            }
            order.game != game
        });
    }
}

impl House {
    /// Begins the review of a finished game, unless it is made or being made.
    pub(crate) fn begin_review(
        self: &Arc<House>,
        staff: Arc<dyn ai::AnyStaff>,
        game: &str,
        journal: String,
        names: Arc<Names>,
        party: Party,
    ) -> Result<(), Problem> {
        let Some(order) = self.reviews.order(game, party)? else { return Ok(()) };
        let house = self.clone();
        tokio::spawn(async move {
            let _impatience = Impatience(order.cancel.clone());
            let made = house.make_review(staff, &order, journal, &names);
            let mut made = std::pin::pin!(made);
            let outcome = tokio::select! {
                outcome = made.as_mut() => outcome,
                () = house.told_to_stop() => {
                    order.cancel.store(true, Ordering::Relaxed);
                    made.await
                }
            };
            order.set(match outcome {
                Ok(review) => State::Ready(Arc::new(review)),
                Err(sentence) => {
                    tracing::warn!(game = %order.game, %sentence, "no review");
                    State::Failed(sentence)
                }
            });
        });
        Ok(())
    }

    async fn make_review(
        &self,
        staff: Arc<dyn ai::AnyStaff>,
        order: &Arc<Order>,
        journal: String,
        names: &Names,
    ) -> Result<Review, String> {
        let _place = self.reviews.place.acquire().await.map_err(|error| error.to_string())?;
        let (playouts, search) = self.limits.review;
        let thoroughness = ai::Thoroughness { playouts, search };
        let (listener, name) = (order.clone(), order.game.clone());
        let made = self.headquarters.think(
            (&order.party, Rank::Program),
            1,
            order.cancel.clone(),
            move |progress| listener.set(State::Working((progress.share * 1000.0).round() / 1000.0)),
            move |reins| staff.review(&name, &journal, thoroughness, reins),
        );
        let review = made.await.map_err(|_| "the review broke down".to_owned())??;
        Ok(Review::new(names, review))
    }
}
