//! The rule reference: chapters, cases, and examples step by step.

use kernel::{AnyTitle, Chart, DataFile, Example, OrderError, PendingInfo, Seat, Source, Viewer};
use serde_json::{Value, json};

use crate::drawing;
use crate::problem::Problem;

/// What an example is called: its file without folder and ending.
fn name_of(file: &DataFile) -> &str {
    let name = file.name.rsplit('/').next().unwrap_or(&file.name);
    name.strip_suffix(".toml").unwrap_or(name)
}

pub(crate) fn rules(title: &dyn AnyTitle) -> Value {
    let examples: Vec<(String, Example)> = title
        .examples()
        .iter()
        .filter_map(|file| Some((name_of(file).to_owned(), Example::parse(&file.name, &file.text).ok()?)))
        .collect();
    let book = title.rulebook();
    let chapters: Vec<Value> = book
        .chapters()
        .iter()
        .map(|chapter| {
            let cases: Vec<Value> = book
                .cases_of(&chapter.id)
                .map(|case| {
                    let shows = |(_, example): &&(String, Example)| example.rules.contains(&case.id);
                    let shown: Vec<Value> =
                        examples.iter().filter(shows).map(|(name, _)| Value::from(name.as_str())).collect();
                    json!({
                        "id": case.id, "title": case.title, "summary": case.summary, "status": case.status,
                        "ruling": case.ruling, "why": case.why, "see": case.see, "examples": shown,
                    })
                })
                .collect();
            json!({ "id": chapter.id, "title": chapter.title, "battle": chapter.battle, "cases": cases })
        })
        .collect();
    json!({ "chapters": chapters })
}

/// An example, played step by step, with the board after each.
pub(crate) fn example(title: &dyn AnyTitle, name: &str) -> Result<Value, Problem> {
    let unknown = || Problem::unknown(format!("{} has no example \"{name}\"", title.name()));
    let file = title.examples().into_iter().find(|file| name_of(file) == name).ok_or_else(unknown)?;
    let example = Example::parse(&file.name, &file.text).map_err(|_| unknown())?;
    let mut game = title.position(&file.name, &file.text, None).map_err(|_| unknown())?;
    let mut charts: Vec<Chart> = Vec::new();
    charts.extend(drawing::nothing_hidden(&*game));
    let mut steps = Vec::new();
    for step in example.shown() {
        // Whoever acts knows most of what comes of it.
        let acts = step.order.as_ref().and_then(|(by, _)| game.seats().iter().position(|info| info.id == *by));
        let acts = acts.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
        let reader = acts.map_or(Viewer::Spectator, Viewer::Seat);
        let known = game.log(reader, 0).len();
        let mut refused = Value::Null;
        if let Some((_, order)) = &step.order {
            let seat = acts.unwrap_or(Seat(0));
            let outcome = if step.tried { game.attempt(seat, order) } else { game.submit(seat, order).map(|_| ()) };
            if let Err(error) = outcome {
                refused = match &error {
                    OrderError::Illegal(illegal) => crate::problem::refusal(title, illegal),
                    OrderError::Unreadable(sentence) => json!({ "facts": sentence }),
                };
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
        let told: Vec<String> = game.log(reader, known).into_iter().map(|line| line.text).collect();
        let (by, order) = step.order.unzip();
        steps.push(json!({
            "by": by, "order": order, "throws": step.throws, "refused": refused, "note": told.join(". "), "words": step.note,
        }));
    }
    let mut boards = drawing::sequence(&charts).into_iter();
    let start = boards.next();
    for (step, svg) in steps.iter_mut().zip(boards) {
        if let Value::Object(fields) = step {
            fields.insert("svg".into(), svg.into());
        }
    }
    Ok(json!({
        "title": example.title, "note": example.note, "rules": example.rules, "start": start, "steps": steps,
        "text": file.text,
    }))
}
