//! Chapters 10 and A, C: what the players agree on before the game.

use kernel::{OptionInfo, Options, SeatInfo, rule};

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

/// The choices that players have before a game.
pub fn option_infos(scenario: &Scenario) -> Vec<OptionInfo> {
    let info = |id: &str, description: &str, values: &[&str]| OptionInfo {
        id: id.into(),
        description: description.into(),
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        default: values[0].to_owned(),
    };
    let mut infos = vec![
        info(
            "blind",
            "What is hidden (A.blind): 3 all counters, 2 units but not leaders, 1 nothing.",
            &["3", "2", "1"],
        ),
        info("dummies", "Use dummies where counters are hidden (A.blind.4).", &["on", "off"]),
        info(
            "supply",
            "Armies need a line to a supply source (4.4); without this option they are always in supply (4.4g).",
            &["on", "off"],
        ),
        info("solitaire", "Solitaire (10): nothing is hidden, and movement points are rolled for.", &["off", "on"]),
        info(
            "players",
            "One player per side, or one per army with its own command points (10.e).",
            &["sides", "armies"],
        ),
        info("force-markers", "Big stacks may be placed under a Force marker (7.2).", &["off", "on"]),
        info(
            "quick-guns",
            "Forces marching to the guns fight in the round at whose end they would arrive (6.5.2c).",
            &["off", "on"],
        ),
        info(
            "losses",
            "Losses for victory points (9.f): as they happen, or by the rosters at the end.",
            &["events", "roster"],
        ),
    ];
    if [Hypothesis::Davout, Hypothesis::Soult].iter().any(|hypothesis| scenario.hypotheses.contains(hypothesis)) {
        infos.push(info(
            "marshal",
            "Napoleon's marshal in autumn: Ney, Davout (O.1) or Soult (O.2).",
            &["ney", "davout", "soult"],
        ));
    }
    if scenario.hypotheses.contains(&Hypothesis::Hamburg) {
        infos.push(info("hamburg", "Davout and Wallmoden come from Hamburg in September (O.3).", &["off", "on"]));
    }
    infos
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
