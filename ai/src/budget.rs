//! How much a general may think, and how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// What a general may spend on one player-turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// So many simulations. With the same seed, the same orders.
    Simulations(u32),
    /// So many seconds.
    Seconds(f64),
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Budget::Simulations(number) => write!(f, "{number}"),
            Budget::Seconds(seconds) => write!(f, "{seconds}s"),
        }
    }
}

impl std::str::FromStr for Budget {
    type Err = String;

    /// `200` is simulations, `2.5s` is seconds.
    fn from_str(text: &str) -> Result<Budget, String> {
        let wrong = || {
            format!("\"{text}\" is not a budget; write a number of simulations such as 200, or seconds such as 2.5s")
        };
        match text.strip_suffix('s') {
            Some(seconds) => {
                let seconds: f64 = seconds.parse().map_err(|_| wrong())?;
                if seconds.is_finite() && seconds > 0.0 && seconds <= 86_400.0 {
                    Ok(Budget::Seconds(seconds))
                } else {
                    Err(wrong())
                }
            }
            None => Ok(Budget::Simulations(text.parse().map_err(|_| wrong())?)),
        }
    }
}

/// What a general says while it thinks. Everything counts from the beginning of the player-turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Progress {
    pub simulations: u32,
    pub seconds: f64,
    /// How much of the turn's budget is used, from 0 to 1.
    pub share: f64,
    /// The score it expects from the best plan so far, from 0 to 1.
    pub expects: Option<f64>,
}

/// The reins of a thinking general: a flag that stops it, and an ear for its progress. The time for which the listener holds
/// it up is not counted: so several generals can take turns.
#[derive(Clone, Copy)]
pub struct Reins<'r> {
    pub cancel: &'r AtomicBool,
    pub progress: &'r (dyn Fn(Progress) + Sync),
}

impl std::fmt::Debug for Reins<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reins").field("cancel", self.cancel).finish_non_exhaustive()
    }
}

/// Nobody stops this one.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Reins<'static> {
    /// For a general that nobody watches.
    pub fn loose() -> Reins<'static> {
        Reins { cancel: &NEVER, progress: &|_| {} }
    }
}

/// A turn's budget, and what earlier thoughts of the turn have used of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Account {
    pub(crate) budget: Budget,
    pub(crate) simulations: u32,
    pub(crate) time: Duration,
}

/// The part of a budget that one thought may use, and how much of it is gone.
#[derive(Debug)]
pub(crate) struct Purse<'r> {
    reins: Reins<'r>,
    account: Account,
    begun: Instant,
    /// How long the listener has held the general up.
    held_up: Duration,
    limit: Budget,
    spent: u32,
    expects: Option<f64>,
}

impl<'r> Purse<'r> {
    pub(crate) fn new(reins: Reins<'r>, account: Account, limit: Budget) -> Purse<'r> {
        Purse { reins, account, begun: Instant::now(), held_up: Duration::ZERO, limit, spent: 0, expects: None }
    }

    /// How many of the wanted simulations may be made now; none when the purse is empty or the general was stopped.
    pub(crate) fn afford(&self, wanted: u32) -> u32 {
        if self.reins.cancel.load(Ordering::Relaxed) {
            return 0;
        }
        match self.limit {
            Budget::Simulations(number) => wanted.min(number.saturating_sub(self.spent)),
            Budget::Seconds(_) if self.is_late() => 0,
            Budget::Seconds(_) => wanted,
        }
    }

    fn time(&self) -> Duration {
        self.begun.elapsed().saturating_sub(self.held_up)
    }

    /// Whether a clock, if there is one, has run out; asked in the midst of work.
    pub(crate) fn is_late(&self) -> bool {
        self.reins.cancel.load(Ordering::Relaxed)
            || match self.limit {
                Budget::Simulations(_) => false,
                Budget::Seconds(seconds) => self.time() >= Duration::from_secs_f64(seconds.max(0.0)),
            }
    }

    pub(crate) fn pay(&mut self, simulations: u32) {
        self.spent += simulations;
        let simulations = self.account.simulations + self.spent;
        let seconds = (self.account.time + self.time()).as_secs_f64();
        let share = match self.account.budget {
            Budget::Simulations(number) => f64::from(simulations) / f64::from(number.max(1)),
            Budget::Seconds(budget) => seconds / budget.max(1e-9),
        };
        let called = Instant::now();
        (self.reins.progress)(Progress { simulations, seconds, share: share.min(1.0), expects: self.expects });
        self.held_up += called.elapsed();
    }

    /// Takes over what a part of this thought has used, which had a purse of its own.
    pub(crate) fn pay_for(&mut self, part: &Purse<'_>) {
        self.held_up += part.held_up;
        self.pay(part.spent);
    }

    pub(crate) fn expect(&mut self, score: f64) {
        self.expects = Some(score);
    }

    pub(crate) fn spent(&self) -> (u32, Duration) {
        (self.spent, self.time())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_and_nonsense_is_refused() {
        assert_eq!("200".parse(), Ok(Budget::Simulations(200)));
        assert_eq!("2.5s".parse(), Ok(Budget::Seconds(2.5)));
        for wrong in ["", "s", "-1s", "NaNs", "many", "1e9s"] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }

    fn account(budget: Budget) -> Account {
        Account { budget, simulations: 0, time: Duration::ZERO }
    }

    #[test]
    fn the_time_for_which_a_listener_holds_the_general_up_is_not_counted() {
        let cancel = AtomicBool::new(false);
        let slow = |_: Progress| std::thread::sleep(Duration::from_millis(60));
        let budget = Budget::Seconds(0.05);
        let mut purse = Purse::new(Reins { cancel: &cancel, progress: &slow }, account(budget), budget);
        purse.pay(1);
        assert!(purse.spent().1 < Duration::from_millis(50), "{purse:?}");
        while !purse.is_late() {
            std::hint::spin_loop();
        }
        assert_eq!(purse.afford(1), 0);
    }

    #[test]
    fn a_purse_is_empty_when_it_is_spent_or_the_general_is_stopped() {
        let cancel = AtomicBool::new(false);
        let mut purse = Purse::new(
            Reins { cancel: &cancel, progress: &|_| {} },
            account(Budget::Simulations(5)),
            Budget::Simulations(5),
        );
        assert_eq!(purse.afford(4), 4);
        purse.pay(4);
        assert_eq!(purse.afford(4), 1);
        cancel.store(true, Ordering::Relaxed);
        assert_eq!(purse.afford(4), 0);
    }
}
