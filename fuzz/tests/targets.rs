//! A few inputs for each target, the same in every run; `cargo xtask test --full` goes on for half a minute each. And the engine notices
//! what it is there to notice.

use fuzz::targets::target;
use fuzz::{Fate, Finding, Meter, Target, Until, run};

fn reads(name: &str, inputs: u64) {
    let mut target = target(name).unwrap_or_else(|sentence| panic!("{sentence}"));
    let report =
        run(&mut *target, 1813, Until::Inputs(inputs), Meter(None)).unwrap_or_else(|finding| panic!("{finding}"));
    println!("{name}: {report:?}");
    assert!(report.taken > 3 && report.refused > inputs / 4, "{report:?}");
}

#[test]
fn orders() {
    reads("order", 300);
}

#[test]
fn positions() {
    reads("position", 100);
}

#[test]
fn journals() {
    reads("journal", 60);
}

#[test]
fn maps() {
    reads("map", 60);
}

#[test]
fn messages() {
    reads("socket", 60);
}

/// Reads numbers, and does one thing wrong.
struct Faulty(Fault);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    Panic,
    Complaint,
    Deaf,
}

impl Target for Faulty {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        vec![b"12 34 56".to_vec(), b"7".to_vec()]
    }

    fn read(&mut self, input: &[u8]) -> Result<Fate, String> {
        let text = String::from_utf8_lossy(input);
        let numbers: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
        match (self.0, numbers) {
            (Fault::Deaf, _) => Ok(Fate::Refused),
            (Fault::Panic, Err(error)) => panic!("{error}"),
            (Fault::Complaint, Ok(numbers)) if numbers.contains(&255) => Err("255 is read wrongly".into()),
            (Fault::None | Fault::Panic | Fault::Complaint, Ok(_)) => Ok(Fate::Taken),
            (Fault::None | Fault::Complaint, Err(_)) => Ok(Fate::Refused),
        }
    }
}

#[test]
fn what_breaks_is_found_with_its_input() {
    let tried = |fault| run(&mut Faulty(fault), 1, Until::Inputs(5_000), Meter(None));
    let sound = tried(Fault::None).unwrap();
    assert!(sound.taken > 100 && sound.refused > 100, "{sound:?}");
    assert_eq!(tried(Fault::None), tried(Fault::None), "the same seed makes the same inputs");
    for (fault, words) in [(Fault::Panic, "a panic"), (Fault::Complaint, "255 is read"), (Fault::Deaf, "not one sound")]
    {
        let Finding { input, what } = tried(fault).unwrap_err();
        assert!(what.contains(words), "{what}");
        assert_eq!(input.is_empty(), fault == Fault::Deaf);
    }
}
