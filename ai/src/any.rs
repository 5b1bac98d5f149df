//! Generals whose titles' types are forgotten: for the command line and the server.
//!
//! A general is handed what its seat sees, as the data that goes over the wire, and answers with orders in the title's
//! notation. It never sees a state.

use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use kernel::{
    AnyTitle, Game, Language, Options, PerScenario, Ruleset, Seat, SeatInfo, Seen, Setup, SharedTitle, StateOf, Title,
    Viewer, any_title,
};
use serde::Serialize;

use crate::budget::Reins;
use crate::craft::{Craft, Script};
use crate::duel::{GameNumber, GameResult, play_game};
use crate::general::{Advice, Character, General, Promise};
use crate::levels::Level;
use crate::review::{Review, Thoroughness};

/// An order that a general would give, and what it promises.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// The order as a player would write it.
    pub order: String,
    /// The same as atomic orders, to be given one after the other.
    pub orders: Vec<String>,
    /// The same in words.
    pub label: String,
    /// The units that act, and the places they come to or attack, in order.
    pub units: Vec<String>,
    pub places: Vec<String>,
    /// What it promises; nothing if the budget was too small to compare it with anything.
    pub promise: Option<Promise>,
}

/// A general in the service of one seat.
pub trait AnyGeneral: Send + Debug {
    /// What the seat should do, as whole orders to be given one after the other, until a throw, another seat's decision or a
    /// new question. `view` is what the seat sees; the first order will be none of `refused`, which the position does not
    /// allow.
    fn orders(
        &mut self,
        view: &serde_json::Value,
        seat: Seat,
        refused: &[String],
        reins: Reins<'_>,
    ) -> Result<Vec<String>, String>;

    /// Whether the seat is to plan a turn of its own, for which most of its budget is meant, and how long it is given for that by
    /// the clock; no time if its budget is counted otherwise. That it plans is nobody's secret: everybody knows whose turn it is.
    fn plans(&self, view: &serde_json::Value, seat: Seat) -> Result<Option<Duration>, String>;

    /// The best three orders for the seat, the best first.
    fn hints(&mut self, view: &serde_json::Value, seat: Seat, reins: Reins<'_>) -> Result<Vec<Hint>, String>;

    /// The score that the seat's side can expect, from 0 to 1, at a glance.
    fn expects(&self, view: &serde_json::Value, seat: Seat) -> Result<f64, String>;
}

/// A scenario in which generals meet.
pub trait AnyArena: Send + Sync {
    fn seats(&self) -> &[SeatInfo];

    /// One game, with a general for each seat.
    fn play(&self, characters: &[Character], game: GameNumber) -> Result<GameResult, String>;
}

/// All that a title's generals can do.
pub trait AnyStaff: Send + Sync {
    fn title(&self) -> &'static str;

    /// What units can be told: name and words of each script.
    fn scripts(&self) -> Vec<(&'static str, &'static str)>;

    /// How strong a level is in this title, if that has been measured.
    fn measured(&self, level: Level) -> Option<&'static str>;

    /// A general for a game that was set up like this.
    fn general(&self, setup: &Setup, character: Character, seed: u64) -> Result<Box<dyn AnyGeneral>, String>;

    fn arena(&self, scenario: &str, options: &Options) -> Result<Box<dyn AnyArena>, String>;

    /// A finished or unfinished game looked over.
    fn review(&self, file: &str, journal: &str, thoroughness: Thoroughness, reins: Reins<'_>)
    -> Result<Review, String>;
}

/// A title that a program plays, and its generals if it has any.
#[derive(Clone)]
pub struct Registered {
    pub title: Arc<dyn AnyTitle>,
    pub staff: Option<Arc<dyn AnyStaff>>,
}

impl Debug for Registered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.title.id())
    }
}

impl Deref for Registered {
    type Target = dyn AnyTitle;

    fn deref(&self) -> &(dyn AnyTitle + 'static) {
        &*self.title
    }
}

impl From<Arc<dyn AnyTitle>> for Registered {
    fn from(title: Arc<dyn AnyTitle>) -> Registered {
        Registered { title, staff: None }
    }
}

/// A title with its generals; both share the rules of its scenarios.
pub fn register<T, C>(title: T) -> Registered
where
    T: Title,
    C: Craft<Rules = T::Rules>,
{
    let title = SharedTitle::from(title);
    let staff = Staff::<T, C> { title: title.clone(), crafts: PerScenario::default() };
    Registered { title: any_title(title), staff: Some(Arc::new(staff)) }
}

/// Rules and the craft for them.
type School<C> = (Arc<<C as Craft>::Rules>, Arc<C>);

struct Staff<T: Title, C: Craft> {
    title: SharedTitle<T>,
    crafts: PerScenario<C>,
}

impl<T: Title, C: Craft<Rules = T::Rules>> Staff<T, C> {
    fn school(&self, scenario: &str, options: &Options) -> Result<School<C>, String> {
        let (rules, options) = self.title.shared_rules(scenario, options)?;
        let craft = self.crafts.get(scenario, &options, || Ok(C::new(&rules)))?;
        Ok((rules, craft))
    }

    /// The school for a set-up, and the state with which its games begin.
    fn school_of(&self, setup: &Setup) -> Result<(School<C>, StateOf<T>), String> {
        if let Setup::Scenario { id, options } = setup {
            let school = self.school(id, options)?;
            let initial = school.0.initial();
            return Ok((school, initial));
        }
        let (rules, state) = self.title.set_up(setup).map_err(|faults| {
            let first = faults.first().map_or(String::new(), ToString::to_string);
            format!("the position cannot be read: {first}")
        })?;
        let craft = Arc::new(C::new(&rules));
        Ok(((rules, craft), state))
    }
}

impl<T: Title, C: Craft<Rules = T::Rules>> AnyStaff for Staff<T, C> {
    fn title(&self) -> &'static str {
        self.title.id()
    }

    fn scripts(&self) -> Vec<(&'static str, &'static str)> {
        let Some(first) = self.title.scenarios().into_iter().next() else { return Vec::new() };
        let Ok((_, craft)) = self.school(&first.id, &Options::new()) else { return Vec::new() };
        craft.scripts().iter().map(|Script { name, words, .. }| (*name, *words)).collect()
    }

    fn measured(&self, level: Level) -> Option<&'static str> {
        C::measured(level)
    }

    fn general(&self, setup: &Setup, character: Character, seed: u64) -> Result<Box<dyn AnyGeneral>, String> {
        let ((rules, craft), _) = self.school_of(setup)?;
        Ok(Box::new(General::new(rules, craft, character, seed)))
    }

    fn arena(&self, scenario: &str, options: &Options) -> Result<Box<dyn AnyArena>, String> {
        let (rules, craft) = self.school(scenario, options)?;
        Ok(Box::new(Arena { rules, craft }))
    }

    fn review(
        &self,
        file: &str,
        journal: &str,
        thoroughness: Thoroughness,
        reins: Reins<'_>,
    ) -> Result<Review, String> {
        let header = kernel::journal::read_header(file, journal).map_err(|fault| fault.to_string())?;
        let ((rules, craft), initial) = self.school_of(&header.setup)?;
        let journal = kernel::Journal::parse(file, journal).map_err(|fault| fault.to_string())?;
        let loaded = Game::load(rules.clone(), initial, file, journal, &kernel::Edition::of(&*self.title));
        let game: Game<T::Rules> = loaded.map_err(|fault| fault.to_string())?.game;
        crate::review::review(&game, &rules, &craft, thoroughness, reins)
    }
}

struct Arena<C: Craft> {
    rules: Arc<C::Rules>,
    craft: Arc<C>,
}

impl<C: Craft> AnyArena for Arena<C> {
    fn seats(&self) -> &[SeatInfo] {
        self.rules.seats()
    }

    fn play(&self, characters: &[Character], game: GameNumber) -> Result<GameResult, String> {
        play_game(&self.rules, &self.craft, characters, game)
    }
}

fn read<R: Ruleset>(view: &serde_json::Value) -> Result<R::View, String> {
    serde_json::from_value(view.clone()).map_err(|error| format!("the view cannot be read: {error}"))
}

impl<C: Craft> AnyGeneral for General<C> {
    fn orders(
        &mut self,
        view: &serde_json::Value,
        seat: Seat,
        refused: &[String],
        reins: Reins<'_>,
    ) -> Result<Vec<String>, String> {
        let view = read::<C::Rules>(view)?;
        let actions = General::orders(self, &view, seat, reins);
        let world = self.world(&view);
        let words = in_words(self.rules(), world, seat, &actions);
        // What is for one unit belongs together.
        let mut orders: Vec<String> = Vec::new();
        for (place, words) in words.into_iter().enumerate() {
            let goes_on = place > 0 && !self.craft().begins_order(&actions[place - 1], &actions[place]);
            match orders.last_mut() {
                Some(order) if goes_on => {
                    order.push(kernel::order::BETWEEN_ORDERS);
                    order.push_str(&words);
                }
                Some(_) | None => orders.push(words),
            }
        }
        if orders.first().is_some_and(|order| refused.contains(order)) {
            // A whole order may fail by what comes after its first action.
            let rules = self.rules_shared();
            let seen = Seen::from_view(&*rules, Viewer::Seat(seat), view.clone());
            let written = |action: &_| rules.say(&seen, action).order;
            let first = actions.first().map(written);
            let other = first.filter(|words| !refused.contains(words)).or_else(|| {
                let action = self.instead(&view, seat, |action: &_| refused.contains(&written(action)))?;
                Some(written(&action))
            });
            return Ok(other.into_iter().collect());
        }
        Ok(orders)
    }

    fn plans(&self, view: &serde_json::Value, seat: Seat) -> Result<Option<Duration>, String> {
        Ok(General::plans(self, &read::<C::Rules>(view)?, seat))
    }

    fn hints(&mut self, view: &serde_json::Value, seat: Seat, reins: Reins<'_>) -> Result<Vec<Hint>, String> {
        let view = read::<C::Rules>(view)?;
        let advice = General::advice(self, &view, seat, reins);
        let seen = Seen::from_view(self.rules(), Viewer::Seat(seat), view);
        Ok(advice.iter().map(|piece| hint(self.rules(), self.craft(), &seen, seat, piece)).collect())
    }

    fn expects(&self, view: &serde_json::Value, seat: Seat) -> Result<f64, String> {
        let view = read::<C::Rules>(view)?;
        let side = self.rules().seats().get(seat.index()).map_or(kernel::Side(0), |info| info.side);
        Ok(self.craft().value(self.rules(), &self.glance(&view), side, 0.0))
    }
}

/// A piece of advice as a page shows it.
pub(crate) fn hint<C: Craft>(
    rules: &C::Rules,
    craft: &C,
    seen: &Seen<'_, C::Rules>,
    seat: Seat,
    piece: &Advice<<C::Rules as Ruleset>::Action>,
) -> Hint {
    let (mut units, mut places) = (Vec::new(), Vec::new());
    for action in &piece.actions {
        let touch = rules.say(seen, action).touch;
        units.extend(touch.unit.filter(|unit| !units.contains(unit)));
        places.extend(touch.place.filter(|place| !places.contains(place)));
    }
    Hint {
        order: craft.spoken(rules, seen, &piece.actions),
        orders: in_words(rules, seen.world().clone(), seat, &piece.actions),
        label: craft.told(rules, seen, &piece.actions),
        units,
        places,
        promise: piece.promise,
    }
}

/// Actions in notation, each written in the position in which it is given.
fn in_words<R: Language>(rules: &R, mut world: R::State, seat: Seat, actions: &[R::Action]) -> Vec<String> {
    let mut words = Vec::new();
    for action in actions {
        words.push(rules.say(&Seen::of(rules, &world, Viewer::Seat(seat)), action).order);
        if rules.check(&world, seat, action).is_err() {
            break;
        }
        rules.play(&mut world, seat, action, &mut kernel::Discard);
    }
    words
}
