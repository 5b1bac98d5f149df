//! Playing an example through, and holding what comes out against what it expects.

use std::mem::{Discriminant, discriminant};

use board::textfile::TextFile;

use crate::example::{Answer, Deed, Example, ExampleReport, ExampleStep, Placed, position, read};
use crate::info::{find_seat, seat_id};
use crate::order::try_order;
use crate::rulebook::covers;
use crate::{
    Case, EventOf, Illegal, Language, OrderError, Outcome, OverInfo, Pending, PendingInfo, Position, Ruleset, Seat,
    Seen, StateOf, Throw, Title, Viewer,
};

/// Plays an example. Whatever the text, the answer is a report.
pub fn check<T: Title>(title: &T, file: &str, text: &str) -> ExampleReport {
    let mut report = ExampleReport::unplayed(file, Vec::new());
    let (mut reader, table) = match TextFile::open(file, text) {
        Ok(opened) => opened,
        Err(faults) => {
            report.failures = faults;
            return report;
        }
    };
    let example = read(&mut reader, table.get_ref());
    if let Some(example) = &example {
        report.rules.clone_from(&example.rules);
        report.title.clone_from(&example.title);
        check_rules(title, &mut reader, example);
    }
    let position = position(title, &mut reader, table.get_ref());
    // A file with faults is not played: what comes out would mean nothing.
    let sound = reader.clone().finish(example.zip(position));
    let (example, Position { rules, state }) = match sound {
        Ok(sound) => sound,
        Err(faults) => {
            report.failures = faults;
            return report;
        }
    };
    let mut run = Run { title, rules, state, reader, answers: Vec::new(), kinds: Vec::new(), failed: false };
    for step in &example.steps {
        run.step(step);
        if run.failed {
            break;
        }
    }
    report.answers = run.answers;
    report.failures = run.reader.finish(Some(())).err().unwrap_or_default();
    report
}

fn check_rules<T: Title>(title: &T, reader: &mut TextFile, example: &Example) {
    for rule in &example.rules_placed {
        if !title.rulebook().knows(rule.get_ref()) {
            reader.fault(rule.span(), format!("the rulebook of {} has no case \"{}\"", title.name(), rule.get_ref()));
        }
    }
}

/// An example being played.
struct Run<'t, T: Title> {
    title: &'t T,
    rules: T::Rules,
    state: StateOf<T>,
    reader: TextFile,
    answers: Vec<Answer>,
    /// The kinds of actions seen so far.
    kinds: Vec<Discriminant<<T::Rules as Ruleset>::Action>>,
    failed: bool,
}

/// What happened in a step.
struct Happened<T: Title> {
    events: Vec<EventOf<T>>,
    /// The same, in words.
    log: Vec<String>,
}

impl<T: Title> Run<'_, T> {
    fn fail(&mut self, at: std::ops::Range<usize>, sentence: impl Into<String>) {
        self.failed = true;
        self.reader.fault(at, sentence);
    }

    fn step(&mut self, step: &ExampleStep) {
        let by = match &step.by {
            None => None,
            Some(id) => match find_seat(self.rules.seats(), id.get_ref()) {
                Ok(seat) => Some(seat),
                Err(sentence) => return self.fail(id.span(), sentence),
            },
        };
        let mut happened = Happened { events: Vec::new(), log: Vec::new() };
        match (&step.deed, by) {
            (Deed::Do(order), Some(seat)) => self.carry_out(step, seat, order, &mut happened),
            (Deed::Try(order), Some(seat)) => self.attempt(step, seat, order),
            // That an order needs somebody to give it was found in reading.
            (Deed::Do(_) | Deed::Try(_) | Deed::Nothing, _) => {}
        }
        if self.failed {
            return;
        }
        let tried = matches!(step.deed, Deed::Try(_));
        self.throws(step, tried, &mut happened);
        if self.failed {
            return;
        }
        for (key, value) in &step.expect {
            if let Err(sentence) = self.expect(by, key.get_ref(), value, &happened) {
                self.fail(key.span(), format!("{}: {sentence}", key.get_ref()));
            }
        }
    }

    fn carry_out(&mut self, step: &ExampleStep, seat: Seat, order: &Placed, happened: &mut Happened<T>) {
        let trial = match try_order(&self.rules, &self.state, seat, order.get_ref()) {
            Ok(trial) => trial,
            Err(refusal) => {
                let sentence = format!("\"{}\" is refused: {refusal}{}", order.get_ref(), self.not_asked(seat));
                return self.fail(order.span(), sentence);
            }
        };
        match &trial.stopped {
            Some(illegal) if step.refused.is_empty() => {
                return self.fail(order.span(), format!("the order stopped before its end: {illegal}"));
            }
            Some(illegal) => self.cited(step, seat, order, illegal),
            None if !step.refused.is_empty() => {
                return self.fail(order.span(), "the order was carried out completely but should have been stopped");
            }
            None => self.answered(seat, order, Vec::new()),
        }
        for carried in trial.carried {
            happened.log.extend(carried.events.iter().map(|event| self.rules.line(event).text));
            happened.events.extend(carried.events);
            self.state = carried.state;
        }
    }

    /// Why an order of this seat may be refused, for the reader of a failure.
    fn not_asked(&self, seat: Seat) -> String {
        if self.rules.pending(&self.state).asks(seat).is_some() {
            return String::new();
        }
        let waiting = PendingInfo::new(&self.rules, &self.state).short().join(", ");
        format!(" ({} has nothing to decide now; the game is waiting for {waiting})", seat_id(self.rules.seats(), seat))
    }

    fn attempt(&mut self, step: &ExampleStep, seat: Seat, order: &Placed) {
        match try_order(&self.rules, &self.state, seat, order.get_ref()) {
            Err(OrderError::Illegal(illegal)) => self.cited(step, seat, order, &illegal),
            Err(OrderError::Unreadable(sentence)) => {
                self.fail(order.span(), format!("\"{}\" is not an order: {sentence}", order.get_ref()));
            }
            Ok(trial) => match &trial.stopped {
                Some(illegal) => self.cited(step, seat, order, illegal),
                None => {
                    self.fail(order.span(), format!("\"{}\" is allowed but should be refused", order.get_ref()));
                }
            },
        }
    }

    fn answered(&mut self, seat: Seat, order: &Placed, cited: Vec<Case>) {
        let by = seat_id(self.rules.seats(), seat).to_owned();
        let seen = Seen::of(&self.rules, &self.state, Viewer::Seat(seat));
        let actions = self.rules.read(&seen, seat, order.get_ref()).unwrap_or_default();
        let mut kinds = Vec::new();
        for action in &actions {
            let kind = discriminant(action);
            let number = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            if !kinds.contains(&number) {
                kinds.push(number);
            }
        }
        self.answers.push(Answer { by, order: order.get_ref().clone(), kinds, cited });
    }

    fn cited(&mut self, step: &ExampleStep, seat: Seat, order: &Placed, illegal: &Illegal) {
        self.answered(seat, order, illegal.cited().collect());
        if !step.refused.is_empty()
            && !step.refused.iter().any(|case| illegal.cited().any(|cited| covers(case, cited.number())))
        {
            let expected = step.refused.join(" or ");
            self.fail(order.span(), format!("refused under another case than {expected}: {illegal}"));
        }
    }

    /// Makes exactly the throws of the step.
    fn throws(&mut self, step: &ExampleStep, tried: bool, happened: &mut Happened<T>) {
        let mut rest = step.throws.as_slice();
        let waits_for_throw = step.expect.iter().any(|(key, value)| {
            key.get_ref() == "pending" && texts(value).is_ok_and(|texts| texts.iter().any(|t| t.starts_with("throw:")))
        });
        while let (Pending::Chance(throw), false) = (self.rules.pending(&self.state), tried) {
            // A pause passes by itself.
            let pause = throw.dice == 0;
            // A step without dice that looks at what its order has brought about stops before the first roll.
            let looks = step.throws.is_empty() && (matches!(step.deed, Deed::Nothing) || !step.expect.is_empty());
            if !pause && rest.is_empty() && (waits_for_throw || looks) {
                break;
            }
            let Throw { dice, faces, purpose, case } = throw;
            let Some((dice_thrown, later)) = rest.split_at_checked(usize::from(dice)) else {
                let missing = format!("a roll for {purpose} ({case}) is due, {dice} dice, and the step has none left");
                return self.fail(step.throws_span.clone(), missing);
            };
            rest = later;
            let outcome = Outcome(dice_thrown.iter().copied().collect());
            if !throw.admits(&outcome) {
                let sentence = format!("dice for {purpose} ({case}) show 1 to {faces}, not {dice_thrown:?}");
                return self.fail(step.throws_span.clone(), sentence);
            }
            let mut events = Vec::new();
            self.rules.throw(&mut self.state, &outcome, &mut events);
            happened.log.extend(events.iter().map(|event| self.rules.line(event).text));
            happened.events.extend(events);
        }
        if !rest.is_empty() {
            let waiting = PendingInfo::new(&self.rules, &self.state).short().join(", ");
            self.fail(
                step.throws_span.clone(),
                format!("the dice {rest:?} were not rolled; the game is waiting for {waiting}"),
            );
        }
    }

    fn expect(&self, by: Option<Seat>, key: &str, value: &toml::Value, happened: &Happened<T>) -> Result<(), String> {
        match key {
            "pending" => self.expect_pending(value),
            "legal" => texts(value)?.into_iter().try_for_each(|order| self.expect_legal(by, order)),
            "not_legal" => texts(value)?.into_iter().try_for_each(|order| self.expect_not_legal(by, order)),
            "over" => self.expect_over(value),
            "events" => texts(value)?.into_iter().try_for_each(|fragment| {
                let found = happened.log.iter().any(|line| line.contains(fragment));
                found
                    .then_some(())
                    .ok_or_else(|| format!("no log line contains \"{fragment}\"; {}", heard(&happened.log)))
            }),
            "not_events" => texts(value)?.into_iter().try_for_each(|fragment| {
                let found = happened.log.iter().find(|line| line.contains(fragment));
                found.map_or(Ok(()), |line| Err(format!("\"{fragment}\" is in \"{line}\"")))
            }),
            _ => self.title.expect(&self.rules, &self.state, &happened.events, key, value),
        }
    }

    fn expect_pending(&self, value: &toml::Value) -> Result<(), String> {
        let mut expected: Vec<String> = texts(value)?.into_iter().map(str::to_owned).collect();
        let mut found = PendingInfo::new(&self.rules, &self.state).short();
        expected.sort();
        found.sort();
        if expected == found { Ok(()) } else { Err(format!("the game is waiting for \"{}\"", found.join("\", \""))) }
    }

    fn expect_over(&self, value: &toml::Value) -> Result<(), String> {
        let over = match self.rules.pending(&self.state) {
            Pending::Over(verdict) => Some(OverInfo::new(&self.rules, &verdict)),
            Pending::Decide(_) | Pending::Chance(_) => None,
        };
        match (value, over) {
            (toml::Value::Boolean(expected), over) if *expected == over.is_some() => Ok(()),
            (toml::Value::String(words), Some(over)) if over.level == words || over.words.contains(words.as_str()) => {
                Ok(())
            }
            (_, Some(over)) => Err(format!("the game is over: {} ({})", over.words, over.level)),
            (_, None) => Err("the game is not over".into()),
        }
    }

    /// An order may name its seat, as in `french: pass`; else it is tried for all who are asked, and for the one who
    /// acted.
    fn seats_for<'o>(&self, by: Option<Seat>, order: &'o str) -> (Vec<Seat>, &'o str) {
        if let Some((id, rest)) = order.split_once(':')
            && let Ok(seat) = find_seat(self.rules.seats(), id.trim())
        {
            return (vec![seat], rest.trim());
        }
        let mut seats: Vec<Seat> = match self.rules.pending(&self.state) {
            Pending::Decide(asked) => asked.iter().map(|(seat, _)| *seat).collect(),
            Pending::Chance(_) | Pending::Over(_) => Vec::new(),
        };
        seats.extend(by.filter(|seat| !seats.contains(seat)));
        (seats, order)
    }

    /// What comes of an order for each seat that could mean it.
    fn answers(&self, by: Option<Seat>, order: &str) -> Vec<Result<(), OrderError>> {
        let (seats, order) = self.seats_for(by, order);
        let answer = |seat: &Seat| match try_order(&self.rules, &self.state, *seat, order) {
            Ok(trial) => trial.stopped.map_or(Ok(()), |illegal| Err(OrderError::Illegal(illegal))),
            Err(refusal) => Err(refusal),
        };
        seats.iter().map(answer).collect()
    }

    fn expect_legal(&self, by: Option<Seat>, order: &str) -> Result<(), String> {
        let answers = self.answers(by, order);
        if answers.iter().any(Result::is_ok) {
            return Ok(());
        }
        let why: Vec<String> = answers.into_iter().filter_map(Result::err).map(|refusal| refusal.to_string()).collect();
        let why = if why.is_empty() { "nobody has anything to decide".to_owned() } else { why.join("; ") };
        Err(format!("\"{order}\" is refused: {why}"))
    }

    /// An order that nobody could ever read is a slip of the pen, not a prohibition.
    fn expect_not_legal(&self, by: Option<Seat>, order: &str) -> Result<(), String> {
        let answers = self.answers(by, order);
        if answers.iter().any(Result::is_ok) {
            return Err(format!("\"{order}\" is allowed"));
        }
        let unreadable = answers.iter().filter_map(|answer| match answer {
            Err(OrderError::Unreadable(sentence)) => Some(sentence),
            Err(OrderError::Illegal(_)) | Ok(()) => None,
        });
        match unreadable.clone().next() {
            Some(sentence) if unreadable.count() == answers.len() => {
                Err(format!("\"{order}\" is not an order: {sentence}"))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// One text, or a list of texts.
fn texts(value: &toml::Value) -> Result<Vec<&str>, String> {
    let wrong = || "expected a string or a list of strings".to_owned();
    match value {
        toml::Value::String(text) => Ok(vec![text]),
        toml::Value::Array(items) => items.iter().map(|item| item.as_str().ok_or_else(wrong)).collect(),
        toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_)
        | toml::Value::Table(_) => Err(wrong()),
    }
}

fn heard(log: &[String]) -> String {
    if log.is_empty() { "the log is empty".into() } else { format!("the log says \"{}\"", log.join("\", \"")) }
}
