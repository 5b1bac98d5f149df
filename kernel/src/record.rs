//! The record of a game as one seat, or a spectator, may know it. It can be kept, replayed and branched from while the
//! game runs.
//!
//! No byte of it depends on what the viewer may not know. A step that the viewer does not notice is not in it, nor is its
//! number: steps are counted as the viewer saw them. There is no hash of a true state, no seed, no count of throws or orders.

use board::Fault;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::journal::{Edition, Setup, Step, line};
use crate::{Bytes32, Entropy, Language, LogLine, Ruleset, Viewer};

/// The version of the file format.
pub const FORMAT: u32 = 1;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordHeader {
    /// [`FORMAT`]; its name tells what the file is.
    pub sabretache_record: u32,
    pub title: String,
    pub edition: Edition,
    /// Missing if telling it would tell secrets: a position set up by hand, in a title with hidden things.
    pub setup: Option<Setup>,
    pub viewer: Viewer,
    /// What was promised about the dice, so that it can be held against the seed after the game.
    pub commitment: Option<Bytes32>,
    pub nonces: Vec<String>,
}

/// A line of the log as it was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordLine {
    pub case: Option<String>,
    pub text: String,
}

impl From<LogLine> for RecordLine {
    fn from(line: LogLine) -> RecordLine {
        RecordLine { case: line.case.map(|case| case.to_string()), text: line.text }
    }
}

/// An action of the viewer's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own<A> {
    pub text: String,
    pub action: A,
}

/// A step of which the viewer noticed something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordStep<A, E, V> {
    pub own: Option<Own<A>>,
    /// What happened, as the viewer saw it.
    pub events: Vec<E>,
    pub log: Vec<RecordLine>,
    /// What the viewer knows after it.
    pub view: V,
}

type StepOf<R> = RecordStep<<R as Ruleset>::Action, <R as Ruleset>::Event, <R as Ruleset>::View>;

#[derive(Clone, Debug)]
pub struct Record<R: Ruleset> {
    pub header: RecordHeader,
    pub initial: R::View,
    pub steps: Vec<StepOf<R>>,
}

impl<R: Language> Record<R> {
    /// The record of a game. `open` tells that the title hides nothing.
    pub fn new(game: &Game<R>, viewer: Viewer, open: bool) -> Result<Record<R>, String> {
        let (initial, traced) = trace(game, viewer)?;
        let steps = traced.into_iter().map(|(_, step)| step).collect();
        let header = game.header();
        let setup = match &header.setup {
            Setup::Scenario { .. } => Some(header.setup.clone()),
            Setup::Position { .. } => open.then(|| header.setup.clone()),
        };
        let header = RecordHeader {
            sabretache_record: FORMAT,
            title: header.title.clone(),
            edition: game.edition().clone(),
            setup,
            viewer,
            commitment: header.dice.as_ref().map(|dice| dice.commitment),
            nonces: game.nonces().into_iter().map(|added| added.nonce).collect(),
        };
        Ok(Record { header, initial, steps })
    }

    /// What the viewer knew after so many steps of the record.
    pub fn view(&self, steps: usize) -> Result<&R::View, String> {
        match steps.checked_sub(1) {
            None => Ok(&self.initial),
            Some(last) => self
                .steps
                .get(last)
                .map(|step| &step.view)
                .ok_or_else(|| format!("the record has {} steps, not {steps}", self.steps.len())),
        }
    }

    /// A world that fits what the viewer knew then: a branch starts there.
    pub fn world(&self, rules: &R, steps: usize, entropy: &mut dyn Entropy) -> Result<R::State, String> {
        Ok(rules.sample(self.view(steps)?, entropy))
    }

    /// JSON Lines: the header, what was known at the start, then a step a line.
    pub fn to_text(&self) -> String {
        let mut text = line(&self.header) + "\n" + &line(&self.initial) + "\n";
        for step in &self.steps {
            text += &(line(step) + "\n");
        }
        text
    }

    pub fn parse(file: &str, text: &str) -> Result<Record<R>, Fault> {
        let fault = |line: usize, sentence: String| Fault { file: file.to_owned(), line, sentence };
        let header = read_header(file, text)?;
        let mut lines = text.lines().enumerate().skip(1);
        let (_, first) = lines.next().ok_or_else(|| fault(2, "the record ends after its header".into()))?;
        let initial =
            serde_json::from_str(first).map_err(|error| fault(2, format!("the view cannot be read: {error}")))?;
        let mut steps = Vec::new();
        for (number, step) in lines {
            crate::stop::check().map_err(|words| fault(number + 1, words))?;
            let step = serde_json::from_str(step)
                .map_err(|error| fault(number + 1, format!("the step cannot be read: {error}")))?;
            steps.push(step);
        }
        Ok(Record { header, initial, steps })
    }
}

/// What the viewer knew at the start, and the steps noticed, with their numbers in the game.
type Trace<R> = (<R as Ruleset>::View, Vec<(usize, StepOf<R>)>);

fn trace<R: Language>(game: &Game<R>, viewer: Viewer) -> Result<Trace<R>, String> {
    let rules = game.rules();
    if let Viewer::Seat(seat) = viewer
        && seat.index() >= rules.seats().len()
    {
        return Err(format!("this game has no seat number {}", seat.0));
    }
    let mut state = game.state_at(game.first_step())?;
    let initial = rules.view(&state, viewer);
    let mut steps: Vec<(usize, StepOf<R>)> = Vec::new();
    for number in game.first_step()..game.steps() {
        crate::stop::check()?;
        let Some(step) = game.step(number) else { break };
        let mut happened = Vec::new();
        let own = match step {
            Step::Act { seat, text, action, .. } => {
                rules.play(&mut state, *seat, action, &mut happened);
                (viewer == Viewer::Seat(*seat)).then(|| Own { text: text.clone(), action: *action })
            }
            Step::Throw { outcome, .. } => {
                rules.throw(&mut state, outcome, &mut happened);
                None
            }
        };
        let log = LogLine::of(rules, &state, &happened, viewer).into_iter().map(RecordLine::from).collect();
        let events: Vec<R::Event> = happened.iter().filter_map(|event| rules.observe(&state, event, viewer)).collect();
        let view = rules.view(&state, viewer);
        let before = steps.last().map_or(&initial, |(_, last)| &last.view);
        if own.is_some() || !events.is_empty() || view != *before {
            steps.push((number, RecordStep { own, events, log, view }));
        }
    }
    Ok((initial, steps))
}

/// How many steps the game had when the viewer's record had so many.
pub fn steps_of_record<R: Language>(game: &Game<R>, viewer: Viewer, record_steps: usize) -> Result<usize, String> {
    let (_, steps) = trace(game, viewer)?;
    match record_steps.checked_sub(1) {
        None => Ok(game.first_step()),
        Some(last) => steps
            .get(last)
            .map(|(number, _)| number + 1)
            .ok_or_else(|| format!("the record has {} steps, not {record_steps}", steps.len())),
    }
}

/// How many steps of the viewer's record lie within the first so many steps of the game, for each of these.
pub fn record_steps<R: Language>(game: &Game<R>, viewer: Viewer, steps: &[usize]) -> Result<Vec<usize>, String> {
    let (_, recorded) = trace(game, viewer)?;
    Ok(steps.iter().map(|until| recorded.iter().filter(|(number, _)| number < until).count()).collect())
}

/// Reads the header alone, to find out the title.
pub fn read_header(file: &str, text: &str) -> Result<RecordHeader, Fault> {
    let first = text.lines().next().unwrap_or("");
    let wrong = |sentence: String| Fault { file: file.to_owned(), line: 1, sentence };
    let header: RecordHeader =
        serde_json::from_str(first).map_err(|error| wrong(format!("this is not a record of a game: {error}")))?;
    if header.sabretache_record != FORMAT {
        let format = header.sabretache_record;
        return Err(wrong(format!("the record has format {format}, and this program reads format {FORMAT}")));
    }
    Ok(header)
}
