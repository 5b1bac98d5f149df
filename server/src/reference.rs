//! The rule reference: chapters, cases, and examples step by step.

use kernel::{AnyTitle, Chart, DataFile, Example, OrderError, PendingInfo, Seat, Source, Viewer};

use crate::drawing;
use crate::names::Names;
use crate::problem::Problem;
use crate::{position_file, wire};

/// What an example is called: its file without folder and ending.
fn name_of(file: &DataFile) -> &str {
    let name = file.name.rsplit('/').next().unwrap_or(&file.name);
    name.strip_suffix(".toml").unwrap_or(name)
}

pub(crate) fn rules(title: &dyn AnyTitle) -> wire::RuleBook {
    let examples: Vec<(String, Example)> = title
        .examples()
        .iter()
        .filter_map(|file| Some((name_of(file).to_owned(), Example::parse(&file.name, &file.text).ok()?)))
        .collect();
    let book = title.rulebook();
    let case = |case: &kernel::RuleCase| {
        let shows = |(_, example): &&(String, Example)| example.rules.contains(&case.id);
        wire::RuleCase {
            id: case.id.clone(),
            title: case.title.clone(),
            summary: case.summary.clone(),
            status: case.status.into(),
            ruling: case.ruling.clone(),
            why: case.why.clone(),
            see: case.see.clone(),
            examples: examples.iter().filter(shows).map(|(name, _)| name.clone()).collect(),
        }
    };
    let chapter = |chapter: &kernel::Chapter| wire::Chapter {
        id: chapter.id.clone(),
        title: chapter.title.clone(),
        battle: chapter.battle.clone(),
        cases: book.cases_of(&chapter.id).map(case).collect(),
    };
    wire::RuleBook { chapters: book.chapters().iter().map(chapter).collect() }
}

/// An example, played step by step, with the board after each.
pub(crate) fn example(title: &dyn AnyTitle, name: &str) -> Result<wire::Example, Problem> {
    let unknown = || Problem::unknown(format!("{} has no example \"{name}\"", title.name()));
    let file = title.examples().into_iter().find(|file| name_of(file) == name).ok_or_else(unknown)?;
    let example = Example::parse(&file.name, &file.text).map_err(|_| unknown())?;
    let mut game = title.position(&file.name, &file.text, None).map_err(|_| unknown())?;
    let (names, counters) = (Names::new(&*game), position_file::counters(&file.text));
    let mut charts: Vec<Chart> = Vec::new();
    charts.extend(drawing::nothing_hidden(&*game));
    let mut steps = Vec::new();
    for step in example.shown() {
        // Whoever acts knows most of what comes of it.
        let acts = step.order.as_ref().and_then(|(by, _)| game.seats().iter().position(|info| info.id == *by));
        let acts = acts.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
        let reader = acts.map_or(Viewer::Spectator, Viewer::Seat);
        let known = game.log(reader, 0).len();
        let mut refused = None;
        if let Some((_, order)) = &step.order {
            let seat = acts.unwrap_or(Seat(0));
            let outcome = if step.tried { game.attempt(seat, order) } else { game.submit(seat, order).map(|_| ()) };
            if let Err(error) = outcome {
                refused = Some(match &error {
                    OrderError::Illegal(illegal) => wire::Refusal::new(title, &names, illegal),
                    OrderError::Unreadable(sentence) => wire::Refusal::unreadable(sentence),
                });
            }
        }
        let mut dice = step.throws.as_slice();
        while let PendingInfo::Throw(throw) = game.pending()
            && let Some((thrown, rest)) = dice.split_at_checked(usize::from(throw.dice))
        {
            if game.throw_given(Source::Scripted, thrown).is_err() {
                break;
            }
            dice = rest;
        }
        charts.extend(drawing::nothing_hidden(&*game));
        let told: Vec<String> = game.log(reader, known).iter().map(|line| names.plain(&line.text)).collect();
        let (by, order) = step.order.unzip();
        let (note, words) = (told.join(". "), step.note);
        let spoken = order.as_deref().map(|order| position_file::spoken(order, &counters));
        steps.push(wire::ExampleStep { by, order, spoken, throws: step.throws, refused, note, words, svg: None });
    }
    let mut boards = drawing::sequence(&charts).into_iter();
    let start = boards.next();
    for (step, svg) in steps.iter_mut().zip(boards) {
        step.svg = Some(svg);
    }
    let Example { title, note, rules, .. } = example;
    Ok(wire::Example { title, note, rules, start, steps, names: counters, text: file.text.into_owned() })
}
