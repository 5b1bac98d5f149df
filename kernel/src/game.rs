//! A game being played: rules, state, and the journal that tells how it came about.

mod back;

use std::sync::Arc;

use crate::info::viewers;
use crate::journal::{CheckSum, Edition, Entry, Header, Journal, Parent, Source, Step};
use crate::order::{Carried, Trial, try_actions, try_order};
use crate::{
    Bytes32, DiceHeader, DiceProtocol, Illegal, Language, Line, LogLine, OrderError, Outcome, Pending, Ruleset, Seat,
    SeededDice, Seen, Viewer,
};

/// A snapshot goes into the journal when this many steps have passed since the last one.
pub const SNAPSHOT_EVERY: usize = 64;

pub(crate) type EntryOf<R> = Entry<<R as Ruleset>::Action, <R as Ruleset>::State>;
pub(crate) type JournalOf<R> = Journal<<R as Ruleset>::Action, <R as Ruleset>::State>;

/// A step of the line of play, and what came of it.
#[derive(Clone, Debug)]
struct Done<A, D> {
    step: Step<A>,
    /// Whether undo must stop here.
    reveals: bool,
    /// Who was asked what then; nobody while dice were due.
    asked: Box<[(Seat, D)]>,
    /// The log by viewer: the seats in order, then the spectator. Those who saw the same share it.
    lines: Vec<Arc<[LogLine]>>,
}

type DoneOf<R> = Done<<R as Ruleset>::Action, <R as Ruleset>::Decision>;

/// The state after a throw, what happened, and the faces of the dice.
type Thrown<R> = (<R as Ruleset>::State, Vec<<R as Ruleset>::Event>, u8);

/// What came of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submitted {
    /// What the seat that gave the order reads about it.
    pub log: Vec<LogLine>,
    /// Why the rest of the order was dropped, see [`Trial::stopped`].
    pub stopped: Option<Illegal>,
}

/// A game being played.
///
/// The line of play is the steps that stand; undo and takebacks remove steps from it, while the journal only grows.
pub struct Game<R: Language> {
    pub(crate) rules: Arc<R>,
    pub(crate) header: Header,
    pub(crate) entries: Vec<EntryOf<R>>,
    pub(crate) dice: Option<SeededDice>,
    /// Where every seat must add to the dice, what each has added.
    pub(crate) given: Vec<Option<String>>,
    line: Vec<DoneOf<R>>,
    /// States along the line of play, by number of steps, in rising order; never empty. Nothing before the first of
    /// them can be replayed by this program.
    kept: Vec<(usize, R::State)>,
    pub(crate) state: R::State,
    pub(crate) throws: u64,
    pub(crate) orders: u64,
    pub(crate) last_snapshot: usize,
    /// Orders that were undone, the last one last. A new order of a seat forgets its own and nobody else's: otherwise
    /// redo would tell that somebody did something in secret.
    redo: Vec<(Seat, Vec<R::Action>)>,
    /// What the last takeback cut off the line of play; it can be restored while nothing has been done since.
    pub(crate) taken_back: Vec<Step<R::Action>>,
}

/// Short, and without a word about what is hidden.
impl<R: Language> std::fmt::Debug for Game<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a game of {} after {} steps", self.header.title, self.line.len())
    }
}

// Derived, it would demand that the rules themselves can be cloned.
impl<R: Language> Clone for Game<R> {
    fn clone(&self) -> Game<R> {
        Game {
            rules: self.rules.clone(),
            header: self.header.clone(),
            entries: self.entries.clone(),
            dice: self.dice.clone(),
            given: self.given.clone(),
            line: self.line.clone(),
            kept: self.kept.clone(),
            state: self.state.clone(),
            throws: self.throws,
            orders: self.orders,
            last_snapshot: self.last_snapshot,
            redo: self.redo.clone(),
            taken_back: self.taken_back.clone(),
        }
    }
}

impl<R: Language> Game<R> {
    /// A game that starts from `initial`, which the header's set-up yields.
    pub fn new(rules: Arc<R>, header: Header, initial: R::State) -> Game<R> {
        let mut game = Game::empty(rules, header, initial);
        game.snapshot();
        game
    }

    /// A game that starts from another state than its set-up yields: a world drawn from a record.
    pub fn in_world(rules: Arc<R>, header: Header, world: R::State, why: &str) -> Game<R> {
        let edition = header.edition.clone();
        let mut game = Game::empty(rules, header, world);
        game.note_resume(edition, why);
        game
    }

    /// A game whose journal is still to be filled.
    pub(crate) fn empty(rules: Arc<R>, header: Header, initial: R::State) -> Game<R> {
        let dice = header.dice.as_ref().and_then(DiceHeader::dice);
        let owing = match header.dice.as_ref().map(|dice| dice.protocol) {
            Some(DiceProtocol::EverySeat) => rules.seats().len(),
            Some(DiceProtocol::Voluntary) | None => 0,
        };
        Game {
            rules,
            header,
            entries: Vec::new(),
            dice,
            given: vec![None; owing],
            line: Vec::new(),
            kept: vec![(0, initial.clone())],
            state: initial,
            throws: 0,
            orders: 0,
            last_snapshot: 0,
            redo: Vec::new(),
            taken_back: Vec::new(),
        }
    }

    pub fn rules(&self) -> &R {
        &self.rules
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The rules and data with which the game is played now: the header's, unless it was resumed with others.
    pub fn edition(&self) -> &Edition {
        edition_of(&self.header, &self.entries)
    }

    /// The hash of the true state. It is a secret: anybody who knows it can test guesses against it.
    pub fn state_hash(&self) -> Bytes32 {
        crate::dice::hash_of(&self.state)
    }

    /// How many steps the line of play has.
    pub fn steps(&self) -> usize {
        self.line.len()
    }

    /// How many throws have been made, those that were taken back included.
    pub fn throws(&self) -> u64 {
        self.throws
    }

    /// The earliest number of steps to which this program can go back.
    pub fn first_step(&self) -> usize {
        self.kept[0].0
    }

    pub fn step(&self, number: usize) -> Option<&Step<R::Action>> {
        self.line.get(number).map(|done| &done.step)
    }

    pub fn journal(&self) -> JournalOf<R> {
        Journal { header: self.header.clone(), entries: self.entries.clone() }
    }

    pub fn entries(&self) -> &[EntryOf<R>] {
        &self.entries
    }

    /// Carries out an order as a whole, or refuses it as a whole.
    pub fn submit(&mut self, seat: Seat, order: &str) -> Result<Submitted, OrderError> {
        let trial = try_order(&*self.rules, &self.state, seat, order)?;
        self.redo.retain(|(undone_by, _)| *undone_by != seat);
        Ok(self.commit(seat, trial))
    }

    /// The same for actions that need no reading.
    pub fn submit_actions(&mut self, seat: Seat, actions: &[R::Action]) -> Result<Submitted, OrderError> {
        if actions.is_empty() || seat.index() >= self.rules.seats().len() {
            return Err(OrderError::Unreadable("an order needs a seat of this game and an action".into()));
        }
        let trial = try_actions(&*self.rules, &self.state, seat, actions)?;
        self.redo.retain(|(undone_by, _)| *undone_by != seat);
        Ok(self.commit(seat, trial))
    }

    /// Lets the first of the asked seats whose standing orders answer the question do so. Says which one it was.
    pub fn obey_standing_orders(&mut self) -> Option<Seat> {
        let Pending::Decide(asked) = self.rules.pending(&self.state) else { return None };
        for (seat, _) in asked {
            let answer = self.rules.standing_answer(&Seen::of(&*self.rules, &self.state, Viewer::Seat(seat)), seat);
            if let Some(action) = answer
                && self.submit_actions(seat, &[action]).is_ok()
            {
                return Some(seat);
            }
        }
        None
    }

    fn commit(&mut self, seat: Seat, trial: Trial<R>) -> Submitted {
        let order = self.orders;
        let mut log = Vec::new();
        for Carried { action, events, state } in trial.carried {
            let text = self.rules.say(&Seen::of(&*self.rules, &self.state, Viewer::Seat(seat)), &action).order;
            self.advance(Step::Act { order, seat, text, action }, state, &events);
            log.extend(self.line[self.line.len() - 1].lines[seat.index()].iter().cloned());
        }
        self.snapshot_if_due();
        Submitted { log, stopped: trial.stopped }
    }

    /// Makes the pending throw with the game's own dice.
    pub fn throw(&mut self) -> Result<Outcome, String> {
        let Pending::Chance(throw) = self.rules.pending(&self.state) else {
            return Err("no roll is due".into());
        };
        let Some(dice) = &self.dice else {
            return Err("this game has no dice of its own: enter the rolls".into());
        };
        self.must_be_mixed()?;
        let outcome = dice.outcome(self.throws, &throw);
        self.take_throw(Source::Seeded, outcome.clone())?;
        Ok(outcome)
    }

    /// Makes the pending throw as scripted or typed in.
    pub fn throw_given(&mut self, source: Source, outcome: Outcome) -> Result<(), String> {
        match source {
            Source::Scripted | Source::Typed => self.take_throw(source, outcome),
            Source::Seeded | Source::Inherited => Err("such a roll cannot be entered by hand".into()),
        }
    }

    fn take_throw(&mut self, source: Source, outcome: Outcome) -> Result<(), String> {
        let number = self.throws;
        let (state, events, faces) = self.try_throw(&self.state, &outcome)?;
        self.advance(Step::Throw { number, source, faces, outcome }, state, &events);
        // Only for those who noticed the dice: otherwise their loss would tell the others of a private throw.
        let mut unseen = Vec::new();
        for (seat, _) in &self.redo {
            unseen.push(self.is_unseen(self.line.len() - 1, Viewer::Seat(*seat))?);
        }
        let mut unseen = unseen.into_iter();
        self.redo.retain(|_| unseen.next().unwrap_or(false));
        self.snapshot_if_due();
        Ok(())
    }

    /// Makes the throw that is due on a copy of `state`.
    fn try_throw(&self, state: &R::State, outcome: &Outcome) -> Result<Thrown<R>, String> {
        let Pending::Chance(throw) = self.rules.pending(state) else {
            return Err("no roll is due".into());
        };
        if !throw.admits(outcome) {
            let (dice, faces) = (throw.dice, throw.faces);
            return Err(format!(
                "the roll for {} ({}) takes {dice} dice with faces 1 to {faces}, not {:?}",
                throw.purpose, throw.case, outcome.0
            ));
        }
        let mut state = state.clone();
        let mut events = Vec::new();
        self.rules.throw(&mut state, outcome, &mut events);
        Ok((state, events, throw.faces))
    }

    /// Puts a step on the line of play and into the journal.
    fn advance(&mut self, step: Step<R::Action>, state: R::State, events: &[R::Event]) {
        self.entries.push(Entry::Step { step: step.clone(), check: CheckSum::of(&state) });
        self.extend(step, state, events);
    }

    /// Puts a step on the line of play.
    pub(crate) fn extend(&mut self, step: Step<R::Action>, state: R::State, events: &[R::Event]) {
        match &step {
            Step::Act { order, .. } => self.orders = self.orders.max(order.saturating_add(1)),
            Step::Throw { number, .. } => self.throws = self.throws.max(number.saturating_add(1)),
        }
        let told: Vec<Line> = events.iter().map(|event| self.rules.line(event)).collect();
        let reveals = told.iter().any(|line| line.reveals);
        let told: Vec<LogLine> = told.into_iter().map(LogLine::from).collect();
        let mut lines: Vec<Arc<[LogLine]>> = Vec::with_capacity(self.rules.seats().len() + 1);
        for viewer in viewers(self.rules.seats()) {
            let read = events.iter().zip(&told).filter_map(|(event, line)| {
                let seen = self.rules.observe(&state, event, viewer)?;
                Some(if seen == *event { line.clone() } else { self.rules.line(&seen).into() })
            });
            let read: Vec<LogLine> = read.collect();
            let same = lines.last().filter(|last| last[..] == read[..]).cloned();
            lines.push(same.unwrap_or_else(|| read.into()));
        }
        let asked = self.asked_in(&state);
        self.line.push(Done { step, reveals, asked, lines });
        self.state = state;
        if self.line.len() - self.kept[self.kept.len() - 1].0 >= SNAPSHOT_EVERY {
            self.kept.push((self.line.len(), self.state.clone()));
        }
    }

    /// Who is asked what in a state.
    fn asked_in(&self, state: &R::State) -> Box<[(Seat, R::Decision)]> {
        match self.rules.pending(state) {
            Pending::Decide(asked) => asked.into_iter().collect(),
            Pending::Chance(_) | Pending::Over(_) => Box::default(),
        }
    }

    fn snapshot_if_due(&mut self) {
        if self.line.len() >= self.last_snapshot + SNAPSHOT_EVERY {
            self.snapshot();
        }
    }

    fn snapshot(&mut self) {
        self.last_snapshot = self.line.len();
        self.entries.push(Entry::Snapshot { hash: self.state_hash(), state: Box::new(self.state.clone()) });
    }

    pub(crate) fn note_resume(&mut self, edition: Edition, why: &str) {
        self.last_snapshot = self.line.len();
        self.entries.push(Entry::Resume {
            steps: self.line.len(),
            edition: Box::new(edition),
            why: why.to_owned(),
            hash: self.state_hash(),
            state: Box::new(self.state.clone()),
        });
    }

    /// The state after the first `steps` steps of the line of play.
    pub fn state_at(&self, steps: usize) -> Result<R::State, String> {
        if steps > self.line.len() {
            return Err(format!("the game has {} steps, not {steps}", self.line.len()));
        }
        let Some((from, state)) = self.kept.iter().rev().find(|(kept, _)| *kept <= steps) else {
            let first = self.first_step();
            return Err(format!("this program cannot replay the steps before step {first}"));
        };
        let mut state = state.clone();
        for done in &self.line[*from..steps] {
            match &done.step {
                Step::Act { seat, action, .. } => self.rules.play(&mut state, *seat, action, &mut crate::Discard),
                Step::Throw { outcome, .. } => self.rules.throw(&mut state, outcome, &mut crate::Discard),
            }
        }
        Ok(state)
    }

    /// The log of a viewer from one of its lines on. Lines are numbered as that viewer reads them. Steps are not: their number
    /// would reveal things the viewer may not have noticed.
    pub fn log(&self, viewer: Viewer, from_line: usize) -> impl Iterator<Item = &LogLine> {
        let place = viewers(self.rules.seats()).position(|known| known == viewer).unwrap_or(usize::MAX);
        self.line
            .iter()
            .flat_map(move |done| done.lines.get(place).into_iter().flat_map(|lines| lines.iter()))
            .skip(from_line)
    }

    /// The log of a viewer of the first `steps` steps.
    pub fn log_until(&self, viewer: Viewer, steps: usize) -> impl Iterator<Item = &LogLine> {
        let place = viewers(self.rules.seats()).position(|known| known == viewer).unwrap_or(usize::MAX);
        self.line
            .iter()
            .take(steps)
            .flat_map(move |done| done.lines.get(place).into_iter().flat_map(|lines| lines.iter()))
    }

    /// Whether the viewer noticed nothing of a step: somebody else's, nothing observed, an equal view.
    pub(crate) fn is_unseen(&self, number: usize, viewer: Viewer) -> Result<bool, String> {
        let Some(done) = self.line.get(number) else { return Ok(true) };
        if matches!(&done.step, Step::Act { seat, .. } if viewer == Viewer::Seat(*seat)) {
            return Ok(false);
        }
        let place = viewers(self.rules.seats()).position(|known| known == viewer);
        if place.and_then(|place| done.lines.get(place)).is_none_or(|lines| !lines.is_empty()) {
            return Ok(false);
        }
        let view = |steps| Ok::<_, String>(self.rules.view(&self.state_at(steps)?, viewer));
        Ok(view(number)? == view(number + 1)?)
    }

    /// What a step of a journal leads to, checked.
    fn perform(&self, state: &R::State, step: &Step<R::Action>) -> Result<(R::State, Vec<R::Event>), String> {
        match step {
            Step::Act { seat, action, text, .. } => {
                if seat.index() >= self.rules.seats().len() {
                    return Err(format!("there is no seat number {}", seat.0));
                }
                let check = self.rules.check(state, *seat, action);
                check.map_err(|illegal| format!("\"{text}\" is against the rules: {illegal}"))?;
                let mut state = state.clone();
                let mut events = Vec::new();
                self.rules.play(&mut state, *seat, action, &mut events);
                Ok((state, events))
            }
            Step::Throw { outcome, faces, .. } => {
                let (state, events, due) = self.try_throw(state, outcome)?;
                if due != *faces {
                    return Err(format!("dice with {due} faces are due, not {faces}"));
                }
                Ok((state, events))
            }
        }
    }

    /// Plays a step of a journal again, checked.
    pub(crate) fn repeat(&mut self, step: Step<R::Action>) -> Result<(), String> {
        let (state, events) = self.perform(&self.state, &step)?;
        self.extend(step, state, &events);
        Ok(())
    }

    /// Takes the line of play up to now from a journal, without being able to tell it again.
    pub(crate) fn take_on_trust(&mut self, steps: impl Iterator<Item = Step<R::Action>>) {
        self.line = steps.map(|step| Done { step, reveals: true, asked: Box::default(), lines: Vec::new() }).collect();
        self.kept = vec![(self.line.len(), self.state.clone())];
        self.last_snapshot = self.line.len();
    }

    /// The steps of the line of play from one of them on.
    pub(crate) fn steps_from(&self, step: usize) -> Vec<Step<R::Action>> {
        self.line.iter().skip(step).map(|done| done.step.clone()).collect()
    }

    /// Keeps only the first `steps` steps of the line of play.
    pub(crate) fn cut(&mut self, steps: usize) -> Result<(), String> {
        self.state = self.state_at(steps)?;
        self.line.truncate(steps);
        self.kept.retain(|(kept, _)| *kept <= steps);
        self.last_snapshot = self.last_snapshot.min(steps);
        Ok(())
    }

    /// Another game that shares the first `steps` steps with this one and continues with its own dice.
    pub fn branch(&self, steps: usize, dice: Option<&SeededDice>) -> Result<Game<R>, String> {
        if dice.is_some() && dice.map(SeededDice::seed) == self.dice.as_ref().map(SeededDice::seed) {
            return Err("a branch needs a new seed: with the old one its rolls would be known".into());
        }
        self.state_at(steps)?;
        let header = Header {
            dice: dice.map(DiceHeader::new),
            parent: Some(Parent { journal: self.header.hash(), steps }),
            ..self.header.clone()
        };
        let (first, base) = &self.kept[0];
        let mut branch = Game::empty(self.rules.clone(), header, base.clone());
        let begins_as_set_up = matches!(self.entries.first(), Some(Entry::Snapshot { .. })) && *first == 0;
        if begins_as_set_up {
            branch.snapshot();
        } else {
            branch.note_resume(self.edition().clone(), "the game from which this one branches off was resumed here");
        }
        for done in &self.line[*first..steps] {
            crate::stop::check()?;
            let step = match &done.step {
                Step::Act { .. } => done.step.clone(),
                Step::Throw { faces, outcome, .. } => Step::Throw {
                    number: branch.throws,
                    source: Source::Inherited,
                    faces: *faces,
                    outcome: outcome.clone(),
                },
            };
            branch.repeat(step.clone())?;
            branch.entries.push(Entry::Step { step, check: CheckSum::of(&branch.state) });
        }
        branch.snapshot_if_due();
        Ok(branch)
    }
}

/// The edition with which a journal continues.
pub(crate) fn edition_of<'j, A, S>(header: &'j Header, entries: &'j [Entry<A, S>]) -> &'j Edition {
    let resumed = entries.iter().rev().find_map(|entry| match entry {
        Entry::Resume { edition, .. } => Some(&**edition),
        Entry::Step { .. }
        | Entry::Nonce { .. }
        | Entry::Undo { .. }
        | Entry::Takeback { .. }
        | Entry::Restore
        | Entry::Snapshot { .. } => None,
    });
    resumed.unwrap_or(&header.edition)
}
