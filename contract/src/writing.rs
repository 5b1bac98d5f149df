//! Positions written down are read back; examples and the page for those who write them hold.

use kernel::coverage::coverage;
use kernel::example::read_position;
use kernel::{AnyTitle, DataFile, Position, Setup, StateOf, Title};

use crate::{Breach, Trial, walk};

/// Positions written down: those that were read back to the very same state and written again as the same text, and those that were
/// not. A few may depend on more than what lies on the table; those the game does not hand out.
#[derive(Default)]
struct Written {
    sound: u64,
    lost: u64,
    /// What became of the first that was lost.
    first: Option<String>,
}

impl Written {
    /// What cannot be written says why, and does not count.
    fn add<T: Title>(&mut self, title: &T, rules: &T::Rules, state: &StateOf<T>, setup: &Setup) -> Result<(), String> {
        match title.write_position(rules, state, setup) {
            Ok(text) => match reads_back(title, state, &text) {
                Ok(()) => self.sound += 1,
                Err(what) => {
                    self.lost += 1;
                    self.first.get_or_insert(what);
                }
            },
            Err(why) if why.is_empty() => return Err("a position is refused without a word".into()),
            Err(_) => {}
        }
        Ok(())
    }

    /// One in ten may be lost.
    fn sound(self) -> Result<u64, String> {
        match self.lost * 10 <= self.sound {
            true => Ok(self.sound),
            false => {
                let first = self.first.unwrap_or_default();
                Err(format!(
                    "{} of {} positions are lost when they are written: {first}",
                    self.lost,
                    self.lost + self.sound
                ))
            }
        }
    }
}

/// Positions of random games, written down, are read back to the very same state and written again as the same text. Returns how many
/// were.
pub fn positions_read_back<T: Title>(title: &T, rules: &T::Rules, setup: &Setup, trial: Trial) -> Result<u64, Breach> {
    let mut written = Written::default();
    walk("positions", rules, trial, |moment| written.add(title, rules, moment.state, setup))?;
    written.sound().map_err(|what| Breach { check: "positions", place: None, seed: trial.seed, what })
}

/// The same for the positions of examples, nine in ten of which can be written. Returns how many were.
pub fn positions_of_examples_read_back<T: Title>(title: &T) -> Result<u64, String> {
    let examples = title.examples();
    let mut written = Written::default();
    for DataFile { name, text, .. } in &examples {
        let Position { rules, state } = read_position(title, name, text).map_err(|faults| sentence(&faults))?;
        let setup = Setup::Position { file: name.clone(), text: text.to_string() };
        written.add(title, &rules, &state, &setup).map_err(|what| format!("{name}: {what}"))?;
    }
    let written = written.sound()?;
    match written * 10 >= examples.len() as u64 * 9 {
        true => Ok(written),
        false => Err(format!("only {written} of {} examples can be saved as positions", examples.len())),
    }
}

fn reads_back<T: Title>(title: &T, state: &StateOf<T>, text: &str) -> Result<(), String> {
    let again = read_position(title, "written", text).map_err(|faults| format!("{}\n{text}", sentence(&faults)))?;
    if again.state != *state {
        let difference = difference(state, &again.state);
        return Err(format!("written and read it is another position ({difference}):\n{text}"));
    }
    let setup = Setup::Position { file: "written".into(), text: text.to_owned() };
    match title.write_position(&again.rules, &again.state, &setup) {
        Ok(twice) if twice == text => Ok(()),
        Ok(twice) => Err(format!("written again it is another text:\n{text}\n{twice}")),
        Err(why) => Err(format!("read back, it cannot be written again: {why}\n{text}")),
    }
}

/// The first line in which two things differ, with what stands around it.
fn difference(one: &impl std::fmt::Debug, other: &impl std::fmt::Debug) -> String {
    let [one, other] = [format!("{one:#?}"), format!("{other:#?}")];
    let place = one.lines().zip(other.lines()).position(|(one, other)| one != other).unwrap_or(0);
    let around =
        |text: &str| text.lines().skip(place.saturating_sub(3)).take(5).map(str::trim).collect::<Vec<_>>().join(" ");
    format!("{} where there was {}", around(&other), around(&one))
}

fn sentence(faults: &[kernel::Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Every example comes out as it says. Returns how many there are.
pub fn examples_hold(title: &dyn AnyTitle) -> Result<u64, String> {
    let examples = title.examples();
    let texts = examples.iter().map(|file| (file.name.clone(), file.text.as_ref()));
    come_out(title, texts)
}

/// The examples in the page that says how to write them can be copied out of it and played. Returns how many there are.
pub fn page_holds(title: &dyn AnyTitle, page: &str) -> Result<u64, String> {
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let blocks = blocks.filter(|block| block.contains("[position]")).enumerate();
    come_out(title, blocks.map(|(number, text)| (format!("example {} of the page", number + 1), text)))
}

fn come_out<'t>(title: &dyn AnyTitle, texts: impl Iterator<Item = (String, &'t str)>) -> Result<u64, String> {
    let mut played = 0;
    let mut failures = Vec::new();
    for (name, text) in texts {
        failures.extend(title.check_example(&name, text).failures);
        played += 1;
    }
    if failures.is_empty() { Ok(played) } else { Err(sentence(&failures)) }
}

/// Every case of the rulebook is decided by examples of its own, and those that forbid show both an order refused and one allowed.
/// Returns how many cases there are.
pub fn cases_are_covered(title: &dyn AnyTitle) -> Result<u64, String> {
    let covered = coverage(title, &title.examples());
    let missing: Vec<&str> = covered.uncovered().map(|case| case.id.as_str()).collect();
    if !missing.is_empty() {
        return Err(format!("no example of theirs decides {}", missing.join(" ")));
    }
    let gaps: Vec<String> = covered.gaps().collect();
    if gaps.is_empty() { Ok(title.rulebook().cases().len() as u64) } else { Err(gaps.join("\n")) }
}
