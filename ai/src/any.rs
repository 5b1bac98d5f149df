//! Generals whose titles' types are forgotten: for the command line and the server.
//!
//! A general is handed what its seat sees, as the data that goes over the wire, and answers with orders in the title's
//! notation. It never sees a state.

use std::fmt::Debug;
use std::sync::Arc;

use kernel::{Language, Options, Ruleset, ScenarioInfo, Seat, SeatInfo, Setup, Title};
use serde::Serialize;

use crate::budget::Reins;
use crate::craft::{Craft, Script};
use crate::duel::{GameNumber, GameResult, play_game};
use crate::general::{Character, General, Promise};
use crate::review::{Review, Thoroughness};

/// An order that a general would give, and what it promises.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// The order as a player would write it.
    pub order: String,
    /// The same as atomic orders, to be given one after the other.
    pub orders: Vec<String>,
    /// What it promises; nothing if the budget was too small to compare it with anything.
    pub promise: Option<Promise>,
}

/// A general in the service of one seat.
pub trait AnyGeneral: Send + Debug {
    /// What the seat should do, as orders to be given one after the other, until a throw, another seat's decision or a new
    /// question. `view` is what the seat sees.
    fn orders(&mut self, view: &serde_json::Value, seat: Seat, reins: Reins<'_>) -> Result<Vec<String>, String>;

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

    /// A general for a game that was set up like this.
    fn general(&self, setup: &Setup, character: Character, seed: u64) -> Result<Box<dyn AnyGeneral>, String>;

    fn arena(&self, scenario: &str, options: &Options) -> Result<Box<dyn AnyArena>, String>;

    /// A finished or unfinished game looked over.
    fn review(
        &self,
        file: &str,
        journal: &str,
        thoroughness: Thoroughness,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Review, String>;
}

/// The staff of a title.
pub fn staff<T, C>(title: T) -> Arc<dyn AnyStaff>
where
    T: Title,
    C: Craft<Rules = T::Rules>,
{
    Arc::new(Staff::<T, C> { title, craft: std::marker::PhantomData })
}

struct Staff<T, C> {
    title: T,
    craft: std::marker::PhantomData<fn() -> C>,
}

impl<T: Title, C: Craft<Rules = T::Rules>> Staff<T, C> {
    fn school(&self, scenario: &str, options: &Options) -> Result<(Arc<T::Rules>, Arc<C>), String> {
        let scenarios = self.title.scenarios();
        let Some(info) = scenarios.iter().find(|info| info.id == scenario) else {
            return Err(format!("{} has no scenario \"{scenario}\"", self.title.name()));
        };
        let info: &ScenarioInfo = info;
        let options = info.complete(options)?;
        let rules = Arc::new(self.title.rules(scenario, &options)?);
        let craft = Arc::new(C::new(&rules));
        Ok((rules, craft))
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

    fn general(&self, setup: &Setup, character: Character, seed: u64) -> Result<Box<dyn AnyGeneral>, String> {
        match setup {
            Setup::Scenario { id, options } => {
                let (rules, craft) = self.school(id, options)?;
                Ok(Box::new(General::new(rules, craft, character, seed)))
            }
            Setup::Position { .. } => Err("generals play scenarios, not positions that were set up by hand".into()),
        }
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
        progress: &mut dyn FnMut(f64),
    ) -> Result<Review, String> {
        let header = kernel::journal::read_header(file, journal).map_err(|fault| fault.to_string())?;
        let Setup::Scenario { id, options } = &header.setup else {
            return Err("generals review scenarios, not positions that were set up by hand".into());
        };
        let (rules, craft) = self.school(id, options)?;
        crate::review::review(&self.title, &rules, &craft, file, journal, thoroughness, progress)
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
    fn orders(&mut self, view: &serde_json::Value, seat: Seat, reins: Reins<'_>) -> Result<Vec<String>, String> {
        let view = read::<C::Rules>(view)?;
        let actions = General::orders(self, &view, seat, reins);
        let world = self.world(&view);
        Ok(in_words(self.rules(), world, seat, &actions))
    }

    fn hints(&mut self, view: &serde_json::Value, seat: Seat, reins: Reins<'_>) -> Result<Vec<Hint>, String> {
        let view = read::<C::Rules>(view)?;
        let advice = General::advice(self, &view, seat, reins);
        let mut hints = Vec::new();
        for piece in advice {
            let world = self.world(&view);
            let order = self.craft().spoken(self.rules(), &world, &piece.actions);
            let orders = in_words(self.rules(), world, seat, &piece.actions);
            hints.push(Hint { order, orders, promise: piece.promise });
        }
        Ok(hints)
    }

    fn expects(&self, view: &serde_json::Value, seat: Seat) -> Result<f64, String> {
        let view = read::<C::Rules>(view)?;
        let side = self.rules().seats().get(seat.index()).map_or(kernel::Side(0), |info| info.side);
        Ok(self.craft().value(self.rules(), &self.glance(&view), side, 0.0))
    }
}

/// Actions in notation, each written in the position in which it is given.
fn in_words<R: Language>(rules: &R, mut world: R::State, seat: Seat, actions: &[R::Action]) -> Vec<String> {
    let mut words = Vec::new();
    for action in actions {
        words.push(rules.write(&world, action));
        if rules.check(&world, seat, action).is_err() {
            break;
        }
        rules.play(&mut world, seat, action, &mut kernel::Discard);
    }
    words
}
