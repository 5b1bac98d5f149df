//! Chapters 10 and A, C: what the players agree on before the game.
//! Decides 10.a, 10.e, 10.f, A.blind.4, O.2, O.3b.

use board::Fault;
use board::textfile::{Provenance, Source};
use kernel::{OptionInfo, Options, SeatInfo};
use kit::title::OptionRow;
use serde::Deserialize;
use toml::Spanned;

use crate::counters::Army;
use crate::game::{Agreed, Blind};
use crate::scenario::{Hypothesis, Scenario};
use crate::state::{ALLIED, FRENCH};

impl Agreed {
    /// The game as it is meant to be played: all hidden, with dummies and supply.
    pub const STANDARD: Agreed = Agreed {
        blind: Blind::All,
        dummies: true,
        supply: true,
        solitaire: false,
        by_army: false,
        force_markers: false,
        quick_guns: false,
        losses_by_roster: false,
        davout: false,
        soult: false,
        hamburg: false,
    };

    /// Reads the options of a game; a sentence says which two do not go together.
    pub fn from_options(options: &Options) -> Result<Agreed, String> {
        let value = |id: &str| options.get(id).map(String::as_str);
        let on = |id: &str, otherwise: bool| value(id).map_or(otherwise, |value| value == "on");
        let blind = match value("blind") {
            Some("1") => Blind::Open,
            Some("2") => Blind::Units,
            Some("3") | None => Blind::All,
            Some(other) => return Err(format!("blind play is 1, 2 or 3, not \"{other}\"")),
        };
        let marshal = value("marshal").unwrap_or("ney");
        if !["ney", "davout", "soult"].contains(&marshal) {
            return Err(format!("the marshal of the autumn is ney, davout or soult, not \"{marshal}\""));
        }
        Agreed {
            blind,
            dummies: on("dummies", true),
            supply: on("supply", true),
            solitaire: on("solitaire", false),
            by_army: value("players") == Some("armies"),
            force_markers: on("force-markers", false),
            quick_guns: on("quick-guns", false),
            losses_by_roster: value("losses") == Some("roster"),
            davout: marshal == "davout",
            soult: marshal == "soult",
            hamburg: on("hamburg", false),
        }
        .settled()
    }

    /// What follows from what, and what does not go together.
    pub fn settled(mut self) -> Result<Agreed, String> {
        if rule!("O.3b", self.hamburg && self.davout) {
            return Err("the reinforcements from Hamburg (O.3) cannot be used if Davout replaces Ney (O.1)".into());
        }
        if rule!("O.2", self.soult && self.davout) {
            return Err("only one of Davout (O.1) and Soult (O.2) can take Ney's place".into());
        }
        // 10.a: who plays both sides hides nothing from himself.
        if rule!("10.a", self.solitaire) {
            self.blind = Blind::Open;
        }
        // A.blind.4: dummies only where units are hidden.
        if rule!("A.blind.4", self.blind == Blind::Open) {
            self.dummies = false;
        }
        Ok(self)
    }
}

/// Every option, with the values that [`Agreed::from_options`] knows.
const KNOWN: [(&str, &[&str]); 10] = [
    ("blind", &["1", "2", "3"]),
    ("dummies", &["off", "on"]),
    ("supply", &["off", "on"]),
    ("solitaire", &["off", "on"]),
    ("players", &["sides", "armies"]),
    ("force-markers", &["off", "on"]),
    ("quick-guns", &["off", "on"]),
    ("losses", &["events", "roster"]),
    ("marshal", &["ney", "davout", "soult"]),
    ("hamburg", &["off", "on"]),
];

/// The choices that players have before a game, from `options.toml`.
#[derive(Clone, Debug)]
pub(crate) struct Choices(Vec<OptionRow>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    option: Vec<Spanned<OptionRow>>,
}

impl Choices {
    pub(crate) fn parse(name: &str, text: &str) -> Result<Choices, Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut faults = Vec::new();
        for row in &file.option {
            let (at, OptionRow { id, offered_with, .. }) = (row.span().start, row.get_ref());
            let Some((_, known)) = KNOWN.iter().find(|(known, _)| known == id) else {
                let known = KNOWN.map(|(id, _)| id).join(", ");
                faults.push(source.fault(at, format!("there is no option `{id}`; there are {known}")));
                continue;
            };
            for value in row.get_ref().info().values.iter().filter(|value| !known.contains(&value.as_str())) {
                let sentence = format!("the option `{id}` cannot be `{value}`; it can be {}", known.join(", "));
                faults.push(source.fault(at, sentence));
            }
            for word in offered_with.iter().filter(|word| Hypothesis::find(word).is_none()) {
                faults.push(
                    source.fault(at, format!("no scenario offers `{word}`; davout, soult and hamburg are offered")),
                );
            }
        }
        for (id, _) in KNOWN.iter().filter(|(id, _)| file.option.iter().all(|row| row.get_ref().id != *id)) {
            faults.push(source.fault(0, format!("the option `{id}` is not listed")));
        }
        if faults.is_empty() {
            Ok(Choices(file.option.into_iter().map(Spanned::into_inner).collect()))
        } else {
            Err(faults)
        }
    }

    /// Those that a scenario has.
    pub(crate) fn of(&self, scenario: &Scenario) -> Vec<OptionInfo> {
        let offers = |word: &String| Hypothesis::find(word).is_some_and(|of| scenario.hypotheses.contains(&of));
        let offered = |row: &&OptionRow| row.offered_with.is_empty() || row.offered_with.iter().any(offers);
        self.0.iter().filter(offered).map(OptionRow::info).collect()
    }
}

/// Two players, or one an army (10.e). Players of a side win or lose together (10.f).
pub(crate) fn seats(scenario: &Scenario, by_army: bool) -> Vec<SeatInfo> {
    if rule!("10.e", by_army) {
        let in_use = |army: &&Army| {
            let id = scenario.armies.iter().position(|other| other.id == army.id);
            scenario.counters.iter().any(|counter| counter.army.is_some_and(|of| Some(of.index()) == id))
        };
        let seat = |army: &Army| {
            let side = if rule!("10.f", army.side == FRENCH) { FRENCH } else { ALLIED };
            SeatInfo { id: army.id.clone(), name: army.name.clone(), side }
        };
        return scenario.armies.iter().filter(in_use).map(seat).collect();
    }
    vec![
        SeatInfo { id: "french".into(), name: "French".into(), side: FRENCH },
        SeatInfo { id: "allied".into(), name: "Allies".into(), side: ALLIED },
    ]
}
