//! Golden journals: random games that were played once and must replay to the same states ever after.
//!
//! A journal names the version of the rules that wrote it, and [`Title::version`] promises that as long as the version stays, every
//! old journal replays to the very same states. Golden journals hold a title to that.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use kernel::journal::{Entry, read_header};
use kernel::{
    AnyTitle, Bytes32, Chance, Edition, Entropy, Game, Header, Language, Options, Pending, Ruleset, Seat, SeededDice,
    Setup, Title, any_title,
};

use crate::walk::{interrupts, legal, seats};

/// A golden game: the name of its file, its scenario, and the options that differ from the defaults.
#[derive(Clone, Copy, Debug)]
pub struct Golden {
    pub name: &'static str,
    pub scenario: &'static str,
    pub options: &'static [(&'static str, &'static str)],
    /// The game is broken off after about so many steps, to keep the file small.
    pub steps: usize,
}

/// One chance of an interrupt in so many is taken, and one order in so many is undone.
const RARITY: u32 = 48;

/// Why a golden journal does not serve.
enum Stale {
    /// It is missing, or was written with another edition of rules and data: a new one may take its place.
    Outdated(String),
    /// The rules have changed, and their version has not.
    Broken(String),
}

/// Replays every golden journal of a title and compares the hashes along the way. With `update`, writes those that are missing or
/// that an announced change of the rules or the data has outdated. Returns how many steps were replayed; an error says what to do.
pub fn goldens_hold<T: Title + Clone>(
    title: &T,
    folder: &Path,
    games: &[Golden],
    update: bool,
) -> Result<usize, String> {
    let any = any_title(title.clone());
    let edition = Edition::of(title);
    let mut steps = 0;
    for golden in games {
        let file = folder.join(format!("{}.ndjson", golden.name));
        let name = file.display().to_string();
        let held = match fs::read_to_string(&file) {
            Ok(text) => replayed(&*any, &edition, &name, &text),
            Err(error) => Err(Stale::Outdated(format!("{name}: {error}"))),
        };
        steps += match held {
            Ok(replayed) => replayed,
            Err(Stale::Outdated(_)) if update => {
                let text = played(title, golden)?;
                fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                fs::write(&file, &text).map_err(|error| format!("{name}: {error}"))?;
                replayed(&*any, &edition, &name, &text).map_err(|_| format!("{name}: not even the new game replays"))?
            }
            Err(Stale::Outdated(why)) => {
                return Err(format!("{why}. Run `cargo xtask goldens --update` and commit what it writes."));
            }
            Err(Stale::Broken(why)) => return Err(why),
        };
    }
    Ok(steps)
}

/// Replays a golden journal and says how many steps it has.
fn replayed(title: &dyn AnyTitle, edition: &Edition, file: &str, text: &str) -> Result<usize, Stale> {
    let header = read_header(file, text).map_err(|fault| Stale::Outdated(fault.to_string()))?;
    let why = match title.load(file, text) {
        // A game that could not be told again to its end would go on from a snapshot, and note that in its journal.
        Ok(loaded) if loaded.game.journal_text() == text => return Ok(loaded.game.steps()),
        Ok(loaded) => loaded.notices.join("; "),
        Err(faults) => faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    };
    let mut changes = edition.changes_since(&header.edition);
    // Summaries of the rules are for readers: no game depends on them.
    changes.retain(|change| !change.starts_with("rules.toml "));
    match changes.is_empty() {
        false => Err(Stale::Outdated(format!("{file}: {}: {why}", changes.join("; ")))),
        true => Err(Stale::Broken(format!(
            "{why}.\nThis journal was written by version {} of {} and no longer replays, though the version is the same. If the \
             change is a mistake, mend it. If it is meant, raise the version that `Title::version` returns, so that games in \
             progress are told, run `cargo xtask goldens --update`, and commit what it writes.",
            header.edition.version,
            title.name(),
        ))),
    }
}

/// Plays a random game and returns its journal. Every step carries the check sum of its state, so that one snapshot is enough, at the
/// end of each game with the usual options: it shows that states are still read as they were written.
fn played<T: Title>(title: &T, golden: &Golden) -> Result<String, String> {
    let scenarios = title.scenarios();
    let known = scenarios.iter().find(|info| info.id == golden.scenario);
    let info = known.ok_or_else(|| format!("{} has no scenario \"{}\"", title.name(), golden.scenario))?;
    let given: Options = golden.options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    let options = info.complete(&given)?;
    let rules = Arc::new(title.rules(golden.scenario, &options)?);
    let dice = SeededDice::new(Bytes32([18; 32]), vec![golden.name.to_owned()]);
    let header = Header::new(title, Setup::Scenario { id: golden.scenario.to_owned(), options }, Some(&dice));
    let initial = rules.initial();
    let mut game = Game::new(rules, header, initial);
    let mut chance = Chance::of_game(1807, golden.name.bytes().map(u64::from).sum());
    game.add_nonce(Some(Seat(0)), "a word of the first player".into())?;
    while game.steps() < golden.steps && step(&mut game, &mut chance)? {}
    let mut journal = game.journal();
    journal.entries.retain(|entry| !matches!(entry, Entry::Snapshot { .. }));
    if golden.options.is_empty() {
        let (hash, state) = (game.state_hash(), Box::new(game.state().clone()));
        journal.entries.push(Entry::Snapshot { hash, state });
    }
    Ok(journal.to_text())
}

/// Takes a random step, sometimes back. Says whether the game goes on.
fn step<R: Language>(game: &mut Game<R>, chance: &mut Chance) -> Result<bool, String> {
    let asked = match game.rules().pending(game.state()) {
        Pending::Over(_) => return Ok(false),
        Pending::Chance(_) => return game.throw().map(|_| true),
        Pending::Decide(asked) => asked,
    };
    for seat in seats(game.rules()) {
        if chance.below(RARITY) == 0 && game.can_undo(seat).is_ok() {
            game.undo(seat)?;
            return Ok(true);
        }
        let actions = interrupts(game.rules(), game.state(), seat);
        if chance.below(RARITY) == 0 && !actions.is_empty() {
            return obey(game, seat, &actions, chance);
        }
    }
    let (seat, _) = asked[chance.below(asked.len() as u32) as usize];
    let actions = legal(game.rules(), game.state(), seat);
    obey(game, seat, &actions, chance)
}

fn obey<R: Language>(
    game: &mut Game<R>,
    seat: Seat,
    actions: &[R::Action],
    chance: &mut Chance,
) -> Result<bool, String> {
    let action = actions[chance.below(actions.len() as u32) as usize];
    game.submit_actions(seat, &[action]).map(|_| true).map_err(|error| error.to_string())
}
