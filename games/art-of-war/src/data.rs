//! Reading data files: every fault with file, line and a sentence.

use board::Fault;
pub(crate) use board::textfile::Provenance;
use serde::de::DeserializeOwned;

/// A data file in force: its name and text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
}

impl<'a> Source<'a> {
    pub(crate) fn new(name: &'a str, text: &'a str) -> Source<'a> {
        Source { name, text }
    }

    /// A fault at a byte of the text.
    pub(crate) fn fault(&self, offset: usize, sentence: impl Into<String>) -> Fault {
        let line = 1 + self.text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count();
        Fault { file: self.name.into(), line, sentence: sentence.into() }
    }

    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Vec<Fault>> {
        toml::from_str(self.text)
            .map_err(|error| vec![self.fault(error.span().map_or(0, |span| span.start), error.message().to_owned())])
    }
}
