//! Generals that say the same whatever they are asked, spoilt in one way at a time.

use std::sync::atomic::Ordering;

use ai::{
    AnyArena, AnyGeneral, AnyStaff, Character, Fault, GameNumber, GameResult, Hint, Level, Losses, Progress, Reins,
    Review, Thoroughness,
};
use kernel::{Options, Seat, SeatInfo, Setup, Side, Verdict};
use serde_json::Value;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Habit {
    /// Ends its turn at once, which is always allowed.
    Sound,
    Silent,
    /// Orders what is refused.
    Wrong,
    WrongHint,
    /// Proposes in vain, or gives an order that the position refuses.
    Vain,
    Illegal,
    /// Plays another game with several threads.
    Moody,
    Spendthrift,
    /// Goes on when it is stopped.
    Deaf,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Parrot {
    pub(crate) habit: Habit,
    budget: u32,
}

impl Parrot {
    pub(crate) fn new(habit: Habit) -> Parrot {
        Parrot { habit, budget: 0 }
    }
}

impl AnyGeneral for Parrot {
    fn orders(&mut self, _: &Value, _: Seat, _: &[String], reins: Reins<'_>) -> Result<Vec<String>, String> {
        let stopped = reins.cancel.load(Ordering::Relaxed) && self.habit != Habit::Deaf;
        let most = if self.habit == Habit::Spendthrift { self.budget + 1 } else { self.budget };
        let simulations = if stopped { 0 } else { most };
        (reins.progress)(Progress { simulations, seconds: 0.0, share: 1.0, expects: None });
        Ok(match self.habit {
            Habit::Silent => Vec::new(),
            Habit::Wrong => vec!["fire b1 b1".into()],
            Habit::Sound
            | Habit::WrongHint
            | Habit::Vain
            | Habit::Illegal
            | Habit::Moody
            | Habit::Spendthrift
            | Habit::Deaf => {
                vec!["end".into()]
            }
        })
    }

    fn plans(&self, _: &Value, _: Seat) -> Result<Option<std::time::Duration>, String> {
        Ok(None)
    }

    fn hints(&mut self, _: &Value, _: Seat, _: Reins<'_>) -> Result<Vec<Hint>, String> {
        let order = if self.habit == Habit::WrongHint { "fire b1 b1" } else { "end" };
        Ok(vec![Hint {
            order: order.into(),
            orders: vec![order.into()],
            label: "End the turn".into(),
            units: Vec::new(),
            places: Vec::new(),
            promise: None,
        }])
    }

    fn expects(&self, _: &Value, _: Seat) -> Result<f64, String> {
        Ok(0.5)
    }
}

impl AnyArena for Parrot {
    fn seats(&self) -> &[SeatInfo] {
        const SEAT: SeatInfo = SeatInfo { id: String::new(), name: String::new(), side: Side(0) };
        const SEATS: &[SeatInfo] = &[SEAT, SEAT];
        SEATS
    }

    fn play(&self, characters: &[Character], game: GameNumber) -> Result<GameResult, String> {
        let threads = if self.habit == Habit::Moody { characters[0].threads as u64 } else { 1 };
        let fault = Fault { game, seat: Seat(0), step: 3, sentence: "orders what is refused".into() };
        Ok(GameResult {
            verdict: Verdict { winner: None, level: "draw", points: [0; 4] },
            losses: [Losses::default(); 4],
            steps: 16 * threads,
            refused: u64::from(self.habit == Habit::Vain),
            faults: if self.habit == Habit::Illegal { vec![fault] } else { Vec::new() },
        })
    }
}

impl AnyStaff for Parrot {
    fn title(&self) -> &'static str {
        "drill"
    }

    fn scripts(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn measured(&self, _: Level) -> Option<&'static str> {
        None
    }

    fn general(&self, _: &Setup, character: Character, _: u64) -> Result<Box<dyn AnyGeneral>, String> {
        let ai::Budget::Simulations(budget) = character.budget else { return Err("no clocks here".into()) };
        Ok(Box::new(Parrot { budget, ..*self }))
    }

    fn arena(&self, _: &str, _: &Options) -> Result<Box<dyn AnyArena>, String> {
        Ok(Box::new(*self))
    }

    fn review(&self, _: &str, _: &str, _: Thoroughness, _: Reins<'_>) -> Result<Review, String> {
        Err("it does not look back".into())
    }
}
