//! Putting overlays together: places and lines in the names that a title has for them.

use kernel::Case;
use kernel::aids::{Overlay, OverlayInfo, OverlayLine, OverlayPlace, OverlayQuery, Tone};

use crate::refusal::Names;

/// Where an overlay is put together.
pub struct Sheet<'n, N: Names> {
    names: &'n N,
    pub title: String,
    pub places: Vec<OverlayPlace>,
    pub lines: Vec<OverlayLine>,
    /// For those who do not see it.
    pub words: String,
}

impl<N: Names> std::fmt::Debug for Sheet<'_, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sheet").field("title", &self.title).finish_non_exhaustive()
    }
}

impl<'n, N: Names> Sheet<'n, N> {
    pub fn new(names: &'n N) -> Sheet<'n, N> {
        Sheet::titled(names, "")
    }

    pub fn titled(names: &'n N, title: impl Into<String>) -> Sheet<'n, N> {
        Sheet { names, title: title.into(), places: Vec::new(), lines: Vec::new(), words: String::new() }
    }

    /// Marks a place, with a few letters for the place itself.
    pub fn mark(&mut self, at: N::Place, tone: Tone, text: impl Into<String>, case: Case, facts: impl Into<String>) {
        self.mark_units(at, tone, text, case, facts, []);
    }

    /// The same, with the units it comes from.
    pub fn mark_units(
        &mut self,
        at: N::Place,
        tone: Tone,
        text: impl Into<String>,
        case: Case,
        facts: impl Into<String>,
        units: impl IntoIterator<Item = N::Unit>,
    ) {
        let place = self.names.place_name(at);
        let units = units.into_iter().map(|unit| self.names.unit_word(unit)).collect();
        self.places.push(OverlayPlace { place, tone, text: text.into(), case, facts: facts.into(), units });
    }

    /// A line between two places, once.
    pub fn line(&mut self, from: N::Place, to: N::Place, tone: Tone, case: Case, facts: impl Into<String>) {
        let [from, to] = [from, to].map(|place| self.names.place_name(place));
        let line = OverlayLine { from, to, tone, case, facts: facts.into() };
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// A way from place to place.
    pub fn way(
        &mut self,
        from: N::Place,
        path: impl IntoIterator<Item = N::Place>,
        tone: Tone,
        case: Case,
        facts: &str,
    ) {
        let mut here = from;
        for next in path {
            self.line(here, next, tone, case, facts);
            here = next;
        }
    }

    pub fn overlay(self, id: &'static str, case: Case) -> Overlay {
        let Sheet { title, places, lines, words, .. } = self;
        Overlay { id, title, case, places, lines, words }
    }

    pub fn done(mut self, id: &'static str, title: impl Into<String>, case: Case, words: impl Into<String>) -> Overlay {
        (self.title, self.words) = (title.into(), words.into());
        self.overlay(id, case)
    }
}

/// The overlay that is asked for, if it is one of those that there are.
pub fn asked<'l>(list: &'l [OverlayInfo], query: &OverlayQuery) -> Result<&'l OverlayInfo, String> {
    list.iter().find(|info| info.id == query.id).ok_or_else(|| {
        let known: Vec<&str> = list.iter().map(|info| info.id).collect();
        format!("there is no overlay \"{}\" here; the overlays are {}", query.id, known.join(", "))
    })
}
