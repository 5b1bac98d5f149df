//! Loading a journal: the game is replayed step by step, and every step is checked.
//!
//! If the journal was written by these rules with these data, it must replay to the very same states, else it was
//! tampered with and nothing is loaded. If the rules or the data have changed since, a replay that comes out otherwise
//! is not an error: the game continues from the last snapshot, and says so.

use std::sync::Arc;

use board::Fault;

use crate::game::{EntryOf, Game, JournalOf, edition_of};
use crate::journal::{CheckSum, Edition, Entry, Journal, Source, Step};
use crate::{DiceHeader, Language, Pending, Ruleset};

/// A loaded game, and what its players should be told about the loading.
#[derive(Debug)]
pub struct Loaded<G> {
    pub game: G,
    pub notices: Vec<String>,
}

/// An entry by its place in the journal, and what is wrong with it.
type Wrong = (usize, String);

impl<R: Language> Game<R> {
    /// Loads a journal. `edition` is that of the rules and data at hand, `initial` the state that the journal's set-up
    /// yields with them.
    pub fn load(
        rules: Arc<R>,
        initial: R::State,
        file: &str,
        journal: JournalOf<R>,
        edition: &Edition,
    ) -> Result<Loaded<Game<R>>, Fault> {
        let fault = |(place, sentence): Wrong| Fault { file: file.to_owned(), line: place + 2, sentence };
        if journal.header.dice.as_ref().is_some_and(breaks_promise) {
            let sentence = "the seed of the dice is not the one that was committed to".to_owned();
            return Err(Fault { file: file.to_owned(), line: 1, sentence });
        }
        journal.check_nonces(rules.seats()).map_err(|(line, sentence)| Fault {
            file: file.to_owned(),
            line,
            sentence,
        })?;
        check_snapshots(&journal, &edition.version).map_err(fault)?;
        let changes = edition.changes_since(edition_of(&journal.header, &journal.entries)).join("; ");
        match retell(rules.clone(), initial, &journal).map_err(fault)? {
            (mut game, None) => {
                game.entries = journal.entries;
                let notices = match changes.is_empty() {
                    true => Vec::new(),
                    false => vec![format!("{changes}; the game so far replays unchanged")],
                };
                Ok(Loaded { game, notices })
            }
            (_, Some(wrong)) if changes.is_empty() => Err(fault(wrong)),
            (_, Some((place, sentence))) => {
                let reason = format!("{changes}; at line {} {sentence}", place + 2);
                resume(rules, journal, edition, reason).map_err(fault)
            }
        }
    }
}

fn breaks_promise(promise: &DiceHeader) -> bool {
    promise.dice().is_some_and(|dice| dice.commitment() != promise.commitment)
}

/// A snapshot of these rules whose state does not match its hash was tampered with. Those of other versions may have been
/// states of another shape, whose hashes nobody can work out any more.
fn check_snapshots<A, S: serde::Serialize>(journal: &Journal<A, S>, version: &str) -> Result<(), Wrong> {
    let mut written_by = journal.header.edition.version.as_str();
    for (place, entry) in journal.entries.iter().enumerate() {
        crate::stop::check().map_err(|words| (place, words))?;
        if let Entry::Resume { edition, .. } = entry {
            written_by = edition.version.as_str();
        }
        if let Entry::Snapshot { hash, state } | Entry::Resume { hash, state, .. } = entry
            && written_by == version
            && crate::dice::hash_of(state) != *hash
        {
            return Err((place, "the snapshot does not match its hash".into()));
        }
    }
    Ok(())
}

/// Tells the game again, from the last point at which it was resumed, and reports where that failed, if it did.
fn retell<R: Language>(
    rules: Arc<R>,
    initial: R::State,
    journal: &JournalOf<R>,
) -> Result<(Game<R>, Option<Wrong>), Wrong> {
    let mut game = Game::empty(rules, journal.header.clone(), initial);
    let resumed = journal.entries.iter().rposition(|entry| matches!(entry, Entry::Resume { .. }));
    let begin = resumed.map_or(0, |place| place + 1);
    if resumed.is_some() {
        let told = tell::<R>(&journal.entries[..begin])?;
        if let Some((_, state)) = told.snapshots.last() {
            game.state = (*state).clone();
        }
        game.take_on_trust(told.steps.into_iter().cloned());
        (game.throws, game.orders) = (told.throws, told.orders);
        add_nonces(&mut game, &journal.entries[..begin])?;
    }
    for (place, entry) in journal.entries.iter().enumerate().skip(begin) {
        crate::stop::check().map_err(|words| (place, words))?;
        if let Err(sentence) = retell_entry(&mut game, entry) {
            return Ok((game, Some((place, sentence))));
        }
    }
    Ok((game, None))
}

const NOT_TAKEN_BACK: &str = "the entry restores steps that were not taken back just before";

fn retell_entry<R: Language>(game: &mut Game<R>, entry: &EntryOf<R>) -> Result<(), String> {
    match entry {
        Entry::Step { step, check } => {
            check_throw(game, step)?;
            game.taken_back.clear();
            game.repeat(step.clone())?;
            if CheckSum::of(game.state()) != *check {
                return Err("the step leads to a different state from the one in the journal".into());
            }
        }
        Entry::Nonce { seat, nonce, from_throw } => {
            if *from_throw != game.throws {
                return Err(format!("what is added to the dice here takes effect from throw {}", game.throws));
            }
            game.take_nonce(*seat, *from_throw, nonce)?;
        }
        Entry::Undo { from, to } => {
            if !(game.first_step() <= *from && from < to && *to <= game.steps()) {
                return Err("the entry undoes steps that do not exist".into());
            }
            game.taken_back.clear();
            game.remove(*from, *to)?;
        }
        Entry::Takeback { to } => {
            game.taken_back = game.steps_from(*to);
            game.cut(*to)?;
        }
        Entry::Restore => {
            if game.taken_back.is_empty() {
                return Err(NOT_TAKEN_BACK.into());
            }
            game.repeat_taken_back()?;
        }
        Entry::Snapshot { hash, .. } => {
            if game.state_hash() != *hash {
                return Err("the snapshot is of a different state from the one reached".into());
            }
            game.last_snapshot = game.steps();
        }
        // The telling begins after the last of these.
        Entry::Resume { .. } => {}
    }
    Ok(())
}

/// A throw has the next number, and if it is seeded, the outcome that the seed gives.
fn check_throw<R: Language>(game: &Game<R>, step: &Step<R::Action>) -> Result<(), String> {
    let Step::Throw { number, source, outcome, .. } = step else { return Ok(()) };
    if *number != game.throws {
        return Err(format!("throw {number} is where throw {} is due", game.throws));
    }
    if *source != Source::Seeded {
        return Ok(());
    }
    let Some(dice) = &game.dice else {
        // Exported while the game ran, when nobody may know the seed yet; then it is to be branched off from.
        return match game.header().dice {
            Some(_) => Ok(()),
            None => Err("the throw is marked as seeded, but no seed was committed to".into()),
        };
    };
    match game.rules().pending(game.state()) {
        Pending::Chance(throw) if dice.outcome(*number, &throw) != *outcome => {
            Err(format!("throw {number} does not come from the seed"))
        }
        // Whether a throw is due at all is found out by making it.
        Pending::Chance(_) | Pending::Decide(_) | Pending::Over(_) => Ok(()),
    }
}

/// What players have added to the dice, by the journal's own word.
fn add_nonces<R: Language>(game: &mut Game<R>, entries: &[EntryOf<R>]) -> Result<(), Wrong> {
    for (place, entry) in entries.iter().enumerate() {
        if let Entry::Nonce { seat, nonce, from_throw } = entry {
            game.take_nonce(*seat, *from_throw, nonce).map_err(|sentence| (place, sentence))?;
        }
    }
    Ok(())
}

/// The line of play by the journal's own word, without playing it.
struct Told<'j, R: Ruleset> {
    steps: Vec<&'j Step<R::Action>>,
    /// Those that stand, by the number of steps before them.
    snapshots: Vec<(usize, &'j R::State)>,
    throws: u64,
    orders: u64,
    /// What the last takeback cut off.
    taken_back: Vec<&'j Step<R::Action>>,
}

fn tell<R: Language>(entries: &[EntryOf<R>]) -> Result<Told<'_, R>, Wrong> {
    let mut told: Told<'_, R> =
        Told { steps: Vec::new(), snapshots: Vec::new(), throws: 0, orders: 0, taken_back: Vec::new() };
    for (place, entry) in entries.iter().enumerate() {
        match entry {
            Entry::Step { step, .. } => {
                match step {
                    Step::Act { order, .. } => told.orders = told.orders.max(order.saturating_add(1)),
                    Step::Throw { .. } => told.throws += 1,
                }
                told.taken_back.clear();
                told.steps.push(step);
            }
            Entry::Undo { from, to } => {
                if from >= to || *to > told.steps.len() {
                    return Err((place, "the entry undoes steps that do not exist".into()));
                }
                told.taken_back.clear();
                told.steps.drain(*from..*to);
                told.snapshots.retain(|(steps, _)| steps <= from);
            }
            Entry::Restore if told.taken_back.is_empty() => return Err((place, NOT_TAKEN_BACK.into())),
            Entry::Restore => told.steps.append(&mut told.taken_back),
            Entry::Takeback { to } => {
                told.taken_back = told.steps.split_off((*to).min(told.steps.len()));
                told.snapshots.retain(|(steps, _)| steps <= to);
            }
            Entry::Nonce { .. } => {}
            Entry::Snapshot { state, .. } => told.snapshots.push((told.steps.len(), state)),
            Entry::Resume { steps, state, .. } => {
                if *steps > told.steps.len() {
                    return Err((place, format!("the game has no {steps} steps after which it could resume")));
                }
                told.steps.truncate(*steps);
                told.snapshots = vec![(*steps, state)];
            }
        }
    }
    Ok(told)
}

/// Goes on from the last snapshot of a journal that these rules cannot tell again.
fn resume<R: Language>(
    rules: Arc<R>,
    journal: JournalOf<R>,
    edition: &Edition,
    reason: String,
) -> Result<Loaded<Game<R>>, Wrong> {
    let told = tell::<R>(&journal.entries)?;
    let Some((snapshot, state)) = told.snapshots.last() else {
        return Err((0, format!("the journal has no snapshot to continue from: {reason}")));
    };
    let mut game = Game::empty(rules, journal.header.clone(), (*state).clone());
    game.take_on_trust(told.steps[..*snapshot].iter().map(|step| (*step).clone()));
    for step in &told.steps[*snapshot..] {
        crate::stop::check().map_err(|words| (0, words))?;
        if game.repeat((*step).clone()).is_err() {
            break;
        }
    }
    (game.throws, game.orders) = (told.throws, told.orders);
    let mut notice = format!("{reason}; the game continues from its snapshot after step {snapshot}");
    let lost = told.steps.len() - game.steps();
    if lost > 0 {
        notice += &format!(", and its last {lost} steps must be played again");
    }
    add_nonces(&mut game, &journal.entries)?;
    game.entries = journal.entries;
    game.note_resume(edition.clone(), &reason);
    Ok(Loaded { game, notices: vec![notice] })
}
