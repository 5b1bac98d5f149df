//! Makes inputs and watches what becomes of them.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use kernel::Chance;

use crate::effort::Effort;
use crate::mutate::Mutator;
use crate::{Fate, Meter, Target};

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// After so many inputs: the same in every run.
    Inputs(u64),
    Time(Duration),
}

/// What was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    pub taken: u64,
    pub refused: u64,
    /// What the dearest input has cost.
    pub dearest: Effort,
}

/// An input that the program does not bear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub input: Vec<u8>,
    pub what: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 2_000;
        let text = String::from_utf8_lossy(&self.input);
        let shown: String = text.chars().take(SHOWN).collect();
        write!(f, "{}\n--- the input, {} bytes:\n{shown}", self.what, self.input.len())
    }
}

/// Lets the target read its seeds, and then what can be made of them.
pub fn run(target: &mut dyn Target, seed: u64, until: Until, meter: Meter) -> Result<Report, Finding> {
    let seeds = target.seeds();
    let mut report = Report::default();
    let mut of_seeds = Effort::default();
    for input in &seeds {
        let (fate, cost) = read(target, input, meter)?;
        of_seeds = of_seeds.most(cost);
        report.count(fate, cost);
    }
    if report.taken == 0 {
        return Err(Finding { input: Vec::new(), what: format!("{}: not one sound input is taken", target.name()) });
    }
    let mutator = Mutator::new(seeds);
    let begun = Instant::now();
    for number in 0.. {
        match until {
            Until::Inputs(most) if number >= most => break,
            Until::Time(time) if begun.elapsed() >= time => break,
            Until::Inputs(_) | Until::Time(_) => {}
        }
        let input = mutator.input(&mut Chance::of_game(seed, number));
        let (fate, cost) = read(target, &input, meter)?;
        let allowed = of_seeds.allowed(input.len());
        if !cost.within(allowed) {
            let what = format!("{} bytes cost {cost:?}, more than {allowed:?}", input.len());
            return Err(Finding { input, what });
        }
        report.count(fate, cost);
    }
    Ok(report)
}

impl Report {
    fn count(&mut self, fate: Fate, cost: Effort) {
        match fate {
            Fate::Taken => self.taken += 1,
            Fate::Refused => self.refused += 1,
        }
        self.dearest = self.dearest.most(cost);
    }
}

fn read(target: &mut dyn Target, input: &[u8], meter: Meter) -> Result<(Fate, Effort), Finding> {
    let (outcome, cost) = meter.measure(|| catch_unwind(AssertUnwindSafe(|| target.read(input))));
    let fate = outcome.unwrap_or_else(|panic| Err(format!("a panic: {}", words(panic.as_ref()))));
    let fate = fate.map_err(|what| Finding { input: input.to_vec(), what: format!("{}: {what}", target.name()) })?;
    Ok((fate, cost))
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}
