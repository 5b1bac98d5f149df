//! What an order would come to, played in a world that fits what its seat sees.

use crate::aids::{Change, Commitment, Preview};
use crate::order::{Trial, try_order};
use crate::page::Ask;
use crate::{Headline, HeadlineKind, Language, OrderError, Panel, Pending, Seat, Seen};

/// Plays an order on a copy and tells what it costs and whether it could be undone. In the world of the view: an order
/// that only the truth forbids is told as if it could be given.
pub(crate) fn preview<R: Language>(
    seen: &Seen<'_, R>,
    rules: &R,
    seat: Seat,
    order: &str,
) -> Result<Preview, OrderError> {
    let trial = try_order(rules, seen.world(), seat, order)?;
    let after = Seen::of(rules, trial.state(), seen.viewer());
    Ok(Preview {
        commits: commitment(rules, seen, &trial, seat),
        changes: changes(&standing(rules, seen), &standing(rules, &after)),
        next: next_question(rules, seen, &after, seat),
    })
}

/// The same barriers as those of undo.
fn commitment<R: Language>(rules: &R, seen: &Seen<'_, R>, trial: &Trial<R>, seat: Seat) -> Option<Commitment> {
    if trial.events().any(|event| rules.line(event).reveals) {
        return Some(Commitment::Reveals);
    }
    let asked_before = asked(rules, seen.world());
    match rules.pending(trial.state()) {
        Pending::Over(_) => Some(Commitment::Ends),
        Pending::Chance(throw) => (throw.dice > 0).then_some(Commitment::Dice),
        Pending::Decide(asked) => {
            let is_new = |(other, decision): &(Seat, R::Decision)| {
                *other != seat && !asked_before.iter().any(|before| before.0 == *other && before.1 == *decision)
            };
            asked.iter().any(is_new).then_some(Commitment::Asks)
        }
    }
}

fn asked<R: Language>(rules: &R, state: &R::State) -> Vec<(Seat, R::Decision)> {
    match rules.pending(state) {
        Pending::Decide(asked) => asked.iter().copied().collect(),
        Pending::Chance(_) | Pending::Over(_) => Vec::new(),
    }
}

/// What can be spent, before and after: points, morale and levels, each by its name.
fn standing<R: Language>(rules: &R, seen: &Seen<'_, R>) -> Vec<Change> {
    let spent = |line: &Headline| match line.kind {
        HeadlineKind::Points | HeadlineKind::Morale => true,
        HeadlineKind::Time | HeadlineKind::Sky | HeadlineKind::Score => false,
    };
    let headlines = rules.headlines(seen).into_iter().filter(spent).map(|line| (line.name, line.value, line.case));
    let levels = rules.panels(seen).into_iter().flat_map(|panel| match panel {
        Panel::Levels { title, rows } => {
            rows.into_iter().map(|row| (format!("{title}: {}", row.name), row.value.to_string(), None)).collect()
        }
        Panel::Track { .. }
        | Panel::Boxes { .. }
        | Panel::Facts { .. }
        | Panel::Table { .. }
        | Panel::Hand { .. }
        | Panel::Duel { .. }
        | Panel::Choices { .. } => Vec::new(),
    });
    let entry = |(name, value, case): (String, String, Option<crate::Case>)| Change {
        name,
        before: value.clone(),
        after: value,
        case,
    };
    headlines.chain(levels).map(entry).collect()
}

fn changes(before: &[Change], after: &[Change]) -> Vec<Change> {
    let changed = after.iter().filter_map(|now| {
        let was = before.iter().find(|was| was.name == now.name && was.after != now.after)?;
        Some(Change { before: was.after.clone(), ..now.clone() })
    });
    changed.collect()
}

/// What the seat is asked next, if it is asked something else than before.
fn next_question<R: Language>(rules: &R, seen: &Seen<'_, R>, after: &Seen<'_, R>, seat: Seat) -> Option<Ask> {
    let question = |seen: &Seen<'_, R>| {
        let of_seat =
            |(asked, decision): &(Seat, R::Decision)| (*asked == seat).then(|| rules.ask(seen, seat, decision));
        asked(rules, seen.world()).iter().find_map(of_seat)
    };
    let next = question(after)?;
    (question(seen).map(|now| now.prompt.short) != Some(next.prompt.short.clone())).then_some(next)
}
