//! Why a command did not succeed.

use board::Fault;

/// What goes to the standard error, and the exit code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) code: u8,
    /// One line each.
    pub(crate) sentences: Vec<String>,
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// Wrong usage, or input that cannot be used.
    pub(crate) fn usage(sentence: impl Into<String>) -> Failure {
        Failure { code: 2, sentences: vec![format!("sabretache: {}", sentence.into())] }
    }

    /// What the command looks for was found wanting; it has said so itself.
    pub(crate) fn found() -> Failure {
        Failure { code: 1, sentences: Vec::new() }
    }

    /// The same, with the sentence still to be said.
    pub(crate) fn finding(sentence: impl Into<String>) -> Failure {
        Failure { code: 1, sentences: vec![format!("sabretache: {}", sentence.into())] }
    }
}

impl From<Vec<Fault>> for Failure {
    /// Faults stand by themselves, so that editors find file and line.
    fn from(faults: Vec<Fault>) -> Failure {
        Failure { code: 2, sentences: faults.iter().map(Fault::to_string).collect() }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::from(vec![fault])
    }
}

impl From<std::io::Error> for Failure {
    /// The output could not be written. A reader who has seen enough is no failure.
    fn from(error: std::io::Error) -> Failure {
        match error.kind() == std::io::ErrorKind::BrokenPipe {
            true => Failure { code: 0, sentences: Vec::new() },
            false => Failure::usage(format!("the output cannot be written: {error}")),
        }
    }
}
