//! The whole contract for one title, as tests: `contract::suite!` writes one for every check there is.
//!
//! Each check says how much it has tried, and fails if that is less than it must at least be: a walk that visits nothing proves
//! nothing. A check can be left out only with a reason, and only as long as the title would fail it.

pub mod checks;

use std::sync::Arc;

use ai::AnyStaff;
use kernel::{Options, ScenarioInfo, Setup, Title};

use crate::seed::{full, seed_of};
use crate::{Golden, Trial};

/// A scenario with options as it is played in the tests.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    pub scenario: &'static str,
    /// Those that differ from the defaults.
    pub options: &'static [(&'static str, &'static str)],
}

/// A scenario with its default options.
pub const fn played(scenario: &'static str) -> Played {
    Played { scenario, options: &[] }
}

impl Played {
    pub const fn with(self, options: &'static [(&'static str, &'static str)]) -> Played {
        Played { options, ..self }
    }

    pub(crate) fn options(&self) -> Options {
        self.options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect()
    }
}

/// How much a check tries, and how much that must come to in each scenario.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub games: u64,
    /// With `SABRETACHE_FULL=1`.
    pub games_in_full: u64,
    /// One position in so many.
    pub every: usize,
    /// What must have been tried at least, in the check's own count.
    pub least: u64,
    /// On so many of the suite's scenarios,
    pub scenarios: usize,
    /// from this one on.
    pub first: usize,
}

/// So many games; see the other methods for the rest.
pub const fn games(games: u64) -> Effort {
    Effort { games, games_in_full: 10 * games, every: 1, least: 1, scenarios: usize::MAX, first: 0 }
}

impl Effort {
    pub const fn every(self, every: usize) -> Effort {
        Effort { every, ..self }
    }

    pub const fn least(self, least: u64) -> Effort {
        Effort { least, ..self }
    }

    pub const fn full(self, games_in_full: u64) -> Effort {
        Effort { games_in_full, ..self }
    }

    pub const fn scenarios(self, scenarios: usize) -> Effort {
        Effort { scenarios, ..self }
    }

    pub const fn from(self, first: usize) -> Effort {
        Effort { first, ..self }
    }

    pub(crate) fn size(&self) -> u64 {
        if full() { self.games_in_full } else { self.games }
    }
}

/// What a title with small games tries, and the names of all checks. A suite may change every one of these.
pub const EFFORTS: [(&str, Effort); 35] = [
    ("games_end", games(100).least(1000)),
    ("legal_and_check", games(10).least(2000)),
    ("cited_cases", games(10).least(1)),
    ("replays", games(5).least(200)),
    ("serialises", games(3).least(500)),
    ("notation", games(5).least(300)),
    ("samples", games(5).least(300)),
    ("equal_answers", games(3).least(100)),
    ("equal_odds", games(2).least(50)),
    ("equal_aids", games(2).least(50)),
    ("revelations", games(5).least(50)),
    ("undo", games(5).least(20)),
    ("journals", games(3).least(50)),
    ("offers", games(5).least(300)),
    ("throws", games(10).least(10)),
    ("questions", games(5).least(100)),
    ("log", games(5).least(100)),
    ("pieces", games(5).least(300)),
    ("panels", games(3).least(50)),
    ("reach", games(5).least(100)),
    ("overlays", games(2).least(50)),
    ("positions", games(2).least(20)),
    ("examples", games(0).least(2)),
    ("coverage", games(0).least(1)),
    ("page", games(0).least(1)),
    ("perft", games(0).least(1)),
    ("goldens", games(0).least(20)),
    ("generals_play", games(8).least(100)),
    ("generals_repeat", games(1).least(10)),
    ("generals_speak", games(20).least(10)),
    ("generals_budget", games(4).least(10)),
    ("open", games(2).least(50)),
    ("secrets", games(20).least(1)),
    ("secret_throws", games(20).least(10)),
    ("records", games(5).least(10)),
];

/// A title as its suite sees it.
pub struct Suite<T: Title> {
    pub title: T,
    /// None where nobody has taught generals the title, for which `without` has the reason.
    pub staff: Option<Arc<dyn AnyStaff>>,
    pub scenarios: Vec<Played>,
    /// Where they differ from [`EFFORTS`].
    pub efforts: Vec<(&'static str, Effort)>,
    /// How many sequences of 1, 2, … steps there are from the start of scenarios.
    pub perft: &'static [(&'static str, &'static [u64])],
    pub goldens: &'static [Golden],
    /// The folder of the golden journals.
    pub playthroughs: &'static str,
    /// The text of the page for those who write examples.
    pub page: &'static str,
    /// Checks that are left out, each with the reason.
    pub without: &'static [(&'static str, &'static str)],
}

impl<T: Title> std::fmt::Debug for Suite<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Suite").field("title", &self.title.id()).field("without", &self.without).finish_non_exhaustive()
    }
}

impl<T: Title> Suite<T> {
    pub(crate) fn rules(&self, played: &Played) -> Result<Arc<T::Rules>, String> {
        let Setup::Scenario { id, options } = self.setup(played)? else { return Err("no scenario".into()) };
        self.title.rules(&id, &options).map(Arc::new)
    }

    /// How a game of it begins, with all options.
    pub(crate) fn setup(&self, played: &Played) -> Result<Setup, String> {
        let scenarios: Vec<ScenarioInfo> = self.title.scenarios();
        let info = scenarios.iter().find(|info| info.id == played.scenario);
        let info = info.ok_or_else(|| format!("{} has no scenario \"{}\"", self.title.name(), played.scenario))?;
        Ok(Setup::Scenario { id: info.id.clone(), options: info.complete(&played.options())? })
    }

    fn effort(&self, check: &str) -> Effort {
        let own = self.efforts.iter().find(|(name, _)| *name == check);
        let (_, effort) =
            own.or_else(|| EFFORTS.iter().find(|(name, _)| *name == check)).expect("a check of the suite");
        *effort
    }

    pub(crate) fn trial(&self, check: &str, effort: Effort) -> Trial {
        Trial::new(seed_of(check), effort.size()).longest(120_000).every(effort.every)
    }
}

/// What a check has tried, in words; or what is wrong.
pub type Found = Result<String, String>;

/// Runs one check, or sees that there is still a reason to leave it out.
pub fn hold<T: Title>(check: &'static str, suite: &Suite<T>, run: impl Fn(&Suite<T>, &'static str, Effort) -> Found) {
    if let Err(sentence) = held(check, suite, run) {
        panic!("{}: {check}: {sentence}", suite.title.name());
    }
}

/// The same with the fault as a value.
pub fn held<T: Title>(
    check: &'static str,
    suite: &Suite<T>,
    run: impl Fn(&Suite<T>, &'static str, Effort) -> Found,
) -> Result<(), String> {
    let found = run(suite, check, suite.effort(check));
    match (suite.without.iter().find(|(name, _)| *name == check), found) {
        (None, Ok(words)) => println!("{check}: {words}"),
        (None, Err(sentence)) => return Err(sentence),
        (Some((_, reason)), Err(sentence)) => println!("{check} is left out: {reason} ({sentence})"),
        (Some((_, reason)), Ok(words)) => {
            return Err(format!("it is left out because \"{reason}\", and yet it passes ({words}): leave it in"));
        }
    }
    Ok(())
}

/// What is left out and what is tried harder are checks that there are; and every reason is a sentence.
pub fn reasons_hold<T: Title>(suite: &Suite<T>) -> Result<(), String> {
    let named = suite.without.iter().map(|(name, _)| name).chain(suite.efforts.iter().map(|(name, _)| name));
    for name in named {
        if !EFFORTS.iter().any(|(known, _)| known == name) {
            return Err(format!("there is no check \"{name}\""));
        }
    }
    if let Some((name, effort)) = suite.efforts.iter().find(|(_, effort)| effort.least == 0) {
        return Err(format!("{name} would pass without having tried anything: {effort:?}"));
    }
    match suite.without.iter().find(|(_, reason)| reason.split_whitespace().count() < 4) {
        Some((name, reason)) => Err(format!("\"{reason}\" is not a reason to leave out {name}")),
        None => Ok(()),
    }
}

/// Writes a test for every check of the contract.
///
/// ```ignore
/// contract::suite! {
///     hidden: no,
///     title: ArtOfWar::built_in(),
///     staff: generals_art_of_war::register(ArtOfWar::built_in()).staff,
///     scenarios: vec![played("eylau"), played("eylau").with(&[("weather", "on")]), played("dresden")],
///     efforts: vec![("games_end", games(150).least(10_000))],
///     perft: &[("eylau", &[121, 9_000])],
///     goldens: &[],
///     playthroughs: "",
///     page: include_str!("../../../docs/art-of-war.md"),
///     without: &[("goldens", "no journals have been kept yet")],
/// }
/// ```
#[macro_export]
macro_rules! suite {
    (hidden: yes, $($subject:tt)*) => {
        $crate::suite! { @common { $($subject)* } }
        $crate::suite! { @tests { $($subject)* } secrets secret_throws records }
    };
    (hidden: no, $($subject:tt)*) => {
        $crate::suite! { @common { $($subject)* } }
        $crate::suite! { @tests { $($subject)* } open }
    };
    (@common $subject:tt) => {
        $crate::suite! {
            @tests $subject
            games_end legal_and_check cited_cases replays serialises notation samples equal_answers equal_odds equal_aids
            revelations undo journals offers throws questions log pieces panels reach overlays positions examples coverage
            page perft goldens generals_play generals_repeat generals_speak generals_budget
        }

        #[test]
        fn what_is_left_out_has_a_reason() {
            $crate::suite::reasons_hold(&$crate::subject! $subject).unwrap_or_else(|sentence| panic!("{sentence}"));
        }
    };
    (@tests $subject:tt $($check:ident)*) => {
        $(
            #[test]
            fn $check() {
                $crate::suite::hold(stringify!($check), &$crate::subject! $subject, $crate::suite::checks::$check);
            }
        )*
    };
}

/// The subject of a suite: every field of [`Suite`].
#[doc(hidden)]
#[macro_export]
macro_rules! subject {
    ($($field:ident : $value:expr),* $(,)?) => { $crate::suite::Suite { $($field: $value),* } };
}
