//! How the title talks: prompts, log lines, verdicts, and the map as text.

use board::Hex;
use kernel::{Language, OrderError, Prompt, Seat, Side, Verdict};

use crate::action::Action;
use crate::event::{Activation, Event, Phase};
use crate::play::Decision;
use crate::sequence::Frame;
use crate::state::{Fate, State};
use crate::unit::{Army, FRENCH, UnitId, UnitSet};
use crate::view::View;
use crate::{Rules, notation};

/// What a player is called; his seat has the same name.
pub(crate) fn side_name(side: Side) -> &'static str {
    if side == FRENCH { "French" } else { "Allies" }
}

/// What is his: the Allied Movement Phase, a French victory.
pub(crate) fn side_adjective(side: Side) -> &'static str {
    if side == FRENCH { "French" } else { "Allied" }
}

impl Rules {
    fn id(&self, unit: UnitId) -> &str {
        self.units.get(unit.index()).map_or("?", |unit| &unit.id)
    }

    fn ids(&self, units: UnitSet) -> String {
        units.iter().map(|unit| self.id(unit)).collect::<Vec<_>>().join(", ")
    }

    fn labels(&self, units: UnitSet) -> String {
        if units.is_empty() {
            return "nobody".into();
        }
        units.iter().map(|unit| self.label(unit)).collect::<Vec<_>>().join(", ")
    }

    fn hex(&self, hex: Hex) -> String {
        self.ground.grid.name(hex)
    }
}

/// What an event is called in a table of odds: results and what became of units, whatever the die showed.
pub(crate) fn odds_label(rules: &Rules, event: &Event) -> Option<String> {
    match *event {
        Event::CombatThrown { result, .. } => Some(result.name().into()),
        Event::WeatherThrown { result, .. } => Some(format!("weather: {}", result.name())),
        Event::Eliminated { unit, .. } => Some(format!("{} is eliminated", rules.label(unit))),
        Event::Disrupted { unit, .. } => Some(format!("{} is disrupted", rules.label(unit))),
        Event::Retreated { unit, to, .. } => Some(format!("{} retreats to {}", rules.label(unit), rules.hex(to))),
        Event::Displaced { unit, to, .. } => Some(format!("{} is displaced to {}", rules.label(unit), rules.hex(to))),
        Event::Advanced { unit, to, .. } => Some(format!("{} advances to {}", rules.label(unit), rules.hex(to))),
        Event::Demoralized { army } => Some(format!("the {} army is demoralized", army.name())),
        Event::KlenauThrown { die } => Some(
            if rules.scenario.klenau_dice.contains(&die) { "Klenau is at hand" } else { "Klenau is not up" }.into(),
        ),
        Event::TurnBegan { .. }
        | Event::PhaseBegan { .. }
        | Event::NightWithoutCombat { .. }
        | Event::Moved { .. }
        | Event::Entered { .. }
        | Event::Halted { .. }
        | Event::FreshGiven { .. }
        | Event::FreshUsed { .. }
        | Event::FreshKept { .. }
        | Event::AttackAnnounced { .. }
        | Event::FellBack { .. }
        | Event::DutyLapsed { .. }
        | Event::MoraleChanged { .. }
        | Event::ReserveActivated { .. }
        | Event::ControlTaken { .. }
        | Event::OldTownScored { .. }
        | Event::FoughtOn { .. }
        | Event::MoraleReset { .. }
        | Event::Reorganized { .. }
        | Event::StillWaiting { .. }
        | Event::OldGuardRecalled { .. }
        | Event::GameOver => None,
    }
}

/// Half points as players write them.
pub(crate) fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

impl Language for Rules {
    fn write(&self, _state: &State, action: &Action) -> String {
        notation::write(self, action)
    }

    fn read(&self, state: &State, seat: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        notation::read(self, state, seat, order)
    }

    fn prompt(&self, state: &State, _seat: Seat, decision: &Decision) -> Prompt {
        let (case, short, text) = match decision.0 {
            Frame::SpendMorale => (
                "11.4",
                "excess morale".into(),
                "Free reserves for morale above the starting level, a point each, or keep it.".into(),
            ),
            Frame::Move => match state.crowded {
                Some(hex) => {
                    let hex = self.hex(hex);
                    let text = format!("{hex} holds too many units: move one of them on.");
                    (self.crowding_case(), format!("movement, {hex} to be cleared"), text)
                }
                None => {
                    let side = side_name(state.player);
                    ("4.0", "movement".into(), format!("{side}: choose a unit to move, or end the Movement Phase."))
                }
            },
            Frame::Moving { unit, spent, .. } => {
                let left = points(self.allowance(unit) - spent);
                let text = format!("Move {} on ({left} points left), or halt it.", self.label(unit));
                ("4.1", format!("moving {}", self.id(unit)), text)
            }
            Frame::Fresh { side } => (
                "21.1",
                "fresh strength".into(),
                format!(
                    "{}: name the units that get fresh strength in this Combat Phase, or be done.",
                    side_name(side)
                ),
            ),
            Frame::Attack => {
                let owed: UnitSet = state
                    .duty
                    .difference(state.fought)
                    .iter()
                    .filter(|unit| self.side_of(*unit) == state.player)
                    .collect();
                let text = if owed.is_empty() {
                    "Choose a target, or end the Combat Phase.".into()
                } else {
                    format!("Choose a target. Still to attack: {}.", self.labels(owed))
                };
                ("5.1", "attack".into(), text)
            }
            Frame::Declare => {
                let targets = state.attack.targets.iter().map(|hex| self.hex(*hex)).collect::<Vec<_>>().join(", ");
                let text = format!(
                    "Attack on {targets} by {}: add attackers or targets, or announce it ({} against {}, {}).",
                    self.labels(self.attackers(state)),
                    self.attack_strength(state),
                    self.defence_strength(state),
                    self.best_column(state).name(),
                );
                ("6.1", format!("attack on {targets}"), text)
            }
            Frame::Exchange { need } => {
                let due = need.saturating_sub(state.attack.paid);
                let text = format!("Exchange: remove adjacent attackers worth at least {due} printed points.");
                ("6.3c", format!("exchange of {due}"), text)
            }
            Frame::Retreat { .. } => {
                let units = state.attack.retreating;
                let text = format!("Retreat one hex: {}.", self.labels(units));
                ("6.4", format!("retreat of {}", self.ids(units)), text)
            }
            Frame::Displace { hex, .. } => {
                let hex = self.hex(hex);
                let text = format!("Somebody in {hex} has to make room: choose who, and where to.");
                ("6.5a", format!("displacement from {hex}"), text)
            }
            Frame::CallUp { army } => {
                let text =
                    format!("The {} army has lost a unit: call up one of its reserves, or decline.", army.name());
                ("11.3", format!("call up of {} reserves", army.name().to_lowercase()), text)
            }
            Frame::FallBack => {
                let guns: UnitSet = state.attack.batteries.difference(state.attack.shoved);
                let text = format!("Bombarding batteries may fall back: {}.", self.labels(guns));
                ("6.8", format!("voluntary retreat of {}", self.ids(guns)), text)
            }
            Frame::Advance { .. } => {
                let hexes = state.attack.vacated.iter().map(|hex| self.hex(*hex)).collect::<Vec<_>>().join(", ");
                ("6.6", format!("advance into {hexes}"), format!("One victorious unit may advance into {hexes}."))
            }
            Frame::FightOn => {
                ("18.0", "fight on or break off".into(), "The day is over. Fight on, or end the battle here.".into())
            }
            Frame::Reorganize { .. } => {
                ("17.2", "reorganization".into(), "Place the enemy's disrupted units: choose one.".into())
            }
            Frame::Place { unit, .. } => (
                "17.2",
                format!("placement of {}", self.id(unit)),
                format!("Place {} beside its own, two to six hexes from its enemy.", self.label(unit)),
            ),
            Frame::OpenMovement
            | Frame::KlenauDie
            | Frame::OpenCombat
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::BookMorale
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::Night
            | Frame::GameOver => ("3.0", "nothing".into(), "Nothing to decide.".into()),
        };
        Prompt { case, short, text }
    }

    fn tell(&self, state: &State, event: &Event) -> String {
        match *event {
            Event::TurnBegan { turn } => {
                let info = &self.scenario.turns[usize::from(turn) - 1];
                let night = if info.night { ", night" } else { "" };
                let rain = if info.rain { ", rain" } else { "" };
                format!("Turn {turn} ({}{night}{rain})", info.label)
            }
            Event::PhaseBegan { side, phase } => {
                let phase = match phase {
                    Phase::Movement => "Movement",
                    Phase::Combat => "Combat",
                };
                format!("{} {phase} Phase", side_adjective(side))
            }
            Event::NightWithoutCombat { side } => format!("Night: no combat for the {}", side_name(side)),
            Event::Moved { unit, from, to } => {
                format!("{} moves {} - {}", self.label(unit), self.hex(from), self.hex(to))
            }
            Event::Entered { unit, at } => format!("{} enters at {}", self.label(unit), self.hex(at)),
            Event::Halted { unit, at } => format!("{} halts in {}", self.label(unit), self.hex(at)),
            Event::FreshGiven { unit, points } => {
                format!("{} gets {points} points of fresh strength", self.label(unit))
            }
            Event::FreshUsed { division } => {
                format!("The fresh strength of {} is used up", self.division_name(division))
            }
            Event::FreshKept { division } => {
                format!("{} keeps its fresh strength: its unit did not fight", self.division_name(division))
            }
            Event::AttackAnnounced { adjacent, batteries, defenders, attack, defence, column } => {
                let guns = if batteries.is_empty() {
                    String::new()
                } else {
                    format!(", bombarding {}", self.labels(batteries))
                };
                let who = if adjacent.is_empty() { String::new() } else { self.labels(adjacent) };
                format!(
                    "Attack on {} by {who}{guns}: {attack} against {defence}, {}",
                    self.labels(defenders),
                    column.name()
                )
            }
            Event::CombatThrown { die, result } => format!("Die {die}: {}", result.name()),
            Event::WeatherThrown { die, result } => format!("Weather die {die}: {}", result.name()),
            Event::Retreated { unit, from, to } => {
                format!("{} retreats {} - {}", self.label(unit), self.hex(from), self.hex(to))
            }
            Event::Displaced { unit, from, to } => {
                format!("{} is displaced {} - {}", self.label(unit), self.hex(from), self.hex(to))
            }
            Event::FellBack { unit, from, to } => {
                format!("{} falls back {} - {}", self.label(unit), self.hex(from), self.hex(to))
            }
            Event::Advanced { unit, from, to } => {
                format!("{} advances {} - {}", self.label(unit), self.hex(from), self.hex(to))
            }
            Event::Eliminated { unit, from } => format!("{} is eliminated in {}", self.label(unit), self.hex(from)),
            Event::Disrupted { unit, from } => format!("{} is disrupted in {}", self.label(unit), self.hex(from)),
            Event::DutyLapsed { unit } => {
                let what = if self.side_of(unit) == state.player { "to attack" } else { "to be attacked" };
                format!("The duty of {} {what} has lapsed: nobody can fulfil it any more", self.label(unit))
            }
            Event::MoraleChanged { army, from, to } => format!("{} morale {from} - {to}", army.name()),
            Event::Demoralized { army } => format!("The {} army is demoralized", army.name()),
            Event::ReserveActivated { unit, why } => {
                let why = match why {
                    Activation::EnemyZone => "an enemy is upon it",
                    Activation::Demoralized => "its army is demoralized",
                    Activation::Loss => "called up for a loss",
                    Activation::ExcessMorale => "freed for a point of morale",
                    Activation::OldGuard => "the Emperor commits the Old Guard",
                };
                format!("{} leaves the reserve: {why}", self.label(unit))
            }
            Event::KlenauThrown { die } => {
                format!(
                    "Klenau: die {die}{}",
                    if self.scenario.klenau_dice.contains(&die) { ", he is at hand" } else { "" }
                )
            }
            Event::ControlTaken { side, hex } => format!("The {} hold {}", side_name(side), self.hex(hex)),
            Event::OldTownScored { hex } => format!("The Allies score for the old town in {}", self.hex(hex)),
            Event::FoughtOn { turn } => format!("The battle goes on after turn {turn}"),
            Event::MoraleReset { army, to } => format!("{} morale is reset to {to}", army.name()),
            Event::Reorganized { unit, at } => format!("{} returns at {}", self.label(unit), self.hex(at)),
            Event::StillWaiting { unit } => format!("{} finds no place and waits", self.label(unit)),
            Event::OldGuardRecalled { unit } => format!("{} goes back into reserve", self.label(unit)),
            Event::GameOver => "The game is over".into(),
        }
    }

    fn cite(&self, event: &Event) -> Option<&'static str> {
        Some(match event {
            Event::TurnBegan { .. } | Event::PhaseBegan { .. } => "3.0",
            Event::NightWithoutCombat { .. } => "8.2",
            Event::Moved { .. } | Event::Halted { .. } => "4.0",
            Event::Entered { .. } => "7.1",
            Event::FreshGiven { .. } | Event::FreshKept { .. } => "21.1",
            Event::FreshUsed { .. } => "21.0",
            Event::AttackAnnounced { .. } => "6.1",
            Event::CombatThrown { .. } => "6.0",
            Event::WeatherThrown { .. } => "22.0",
            Event::Retreated { .. } => "6.4",
            Event::Displaced { .. } => "6.5a",
            Event::FellBack { .. } => "6.8",
            Event::Advanced { .. } => "6.6",
            Event::Eliminated { .. } => "6.3g",
            Event::Disrupted { .. } => "17.0",
            Event::DutyLapsed { .. } => "5.1d",
            Event::MoraleChanged { .. } => "16.0b",
            Event::Demoralized { .. } => "16.0",
            Event::ReserveActivated { why, .. } => match why {
                Activation::EnemyZone => "11.2",
                Activation::Demoralized => "16.4",
                Activation::Loss => "11.3",
                Activation::ExcessMorale => "11.4",
                Activation::OldGuard => "11.5",
            },
            Event::KlenauThrown { .. } => "12.0",
            Event::ControlTaken { .. } => "23.4",
            Event::OldTownScored { .. } => "18.2",
            Event::FoughtOn { .. } => "18.0",
            Event::MoraleReset { army, .. } => {
                if *army == Army::French {
                    "16.7"
                } else {
                    "16.6"
                }
            }
            Event::Reorganized { .. } => "17.2",
            Event::StillWaiting { .. } => "17.2b",
            Event::OldGuardRecalled { .. } => "17.3",
            Event::GameOver => "3.0d",
        })
    }

    fn verdict(&self, _state: &State, verdict: &Verdict) -> String {
        let [french, allied, ..] = verdict.points;
        match verdict.winner {
            None => format!("draw, {french} to {allied}"),
            Some(FRENCH) => format!("French {} victory, {french} to {allied}", verdict.level),
            Some(_) => format!("Allied {} victory, {allied} to {french}", verdict.level),
        }
    }

    fn picture(&self, view: &View) -> String {
        picture(self, &self.state_from(view))
    }

    fn chart(&self, view: &View) -> Option<kernel::chart::Chart> {
        Some(self.chart_of(view))
    }

    fn pieces(&self, view: &View) -> Vec<kernel::Piece> {
        self.pieces_of(view)
    }

    fn march_order(&self) -> Option<&'static str> {
        Some("move {units} {place}")
    }

    fn roster(&self) -> Vec<kernel::Piece> {
        self.printed_counters()
    }

    fn touch(&self, state: &State, action: &Action) -> kernel::Touch {
        self.touched_by(state, action)
    }

    fn about(&self, state: &State, _seat: Seat, decision: &Decision) -> kernel::About {
        self.asked_about(state, decision.0)
    }

    fn nature(&self, event: &Event) -> kernel::Nature {
        self.nature_of(event)
    }

    fn concerns(&self, event: &Event) -> kernel::Concerns {
        self.concerned_by(event)
    }

    fn panels(&self, view: &View) -> Vec<kernel::Panel> {
        self.panels_of(view)
    }

    fn reach(&self, view: &View, seat: Seat, units: &[String]) -> Result<kernel::Reach, OrderError> {
        self.reach_of(&self.state_from(view), seat, units)
    }

    fn overlays(&self, view: &View) -> Vec<kernel::OverlayInfo> {
        self.overlays_of(&self.state_from(view))
    }

    fn overlay(&self, view: &View, query: &kernel::OverlayQuery) -> Result<kernel::Overlay, String> {
        self.overlay_of(&self.state_from(view), query)
    }

    fn strengths(&self, view: &View) -> Option<kernel::Strengths> {
        self.strengths_of(&self.state_from(view))
    }

    fn score(&self, view: &View) -> Option<[i32; 4]> {
        let state = self.state_from(view);
        Some([self.points(&state, FRENCH), self.points(&state, crate::unit::ALLIED), 0, 0])
    }
}

/// The map as text, and what is off it.
fn picture(rules: &Rules, state: &State) -> String {
    let mut text = kit::picture::hex_map(&rules.ground.grid, |hex| {
        let terrain = rules.ground.terrain[hex.index()];
        let kinds =
            [(terrain.fort, '^'), (terrain.town, '#'), (terrain.woods, '%'), (terrain.grove, '"'), (terrain.lake, '~')];
        let ground = kinds.into_iter().find(|(there, _)| *there).map_or('.', |(_, letter)| letter);
        let stack: Vec<UnitId> = state.units_in(hex).collect();
        let Some(top) = stack.last().map(|unit| rules.unit(*unit)) else { return format!(" {ground} ") };
        let strength: u32 = stack.iter().map(|unit| u32::from(rules.unit(*unit).strength)).sum();
        format!("{}{strength}{}", &top.army.name()[..1], top.kind.letter())
    });
    let turn = &rules.scenario.turns[usize::from(state.turn) - 1];
    text.push_str(&format!(
        "Turn {} of {} ({}). Points: French {}, Allies {}.\n",
        state.turn,
        rules.scenario.turns.len(),
        turn.label,
        rules.points(state, FRENCH),
        rules.points(state, crate::unit::ALLIED),
    ));
    let waiting: UnitSet = (0..rules.units.len())
        .filter(|index| state.fate[*index] == Fate::Waiting)
        .map(|index| UnitId(index as u8))
        .collect();
    if !waiting.is_empty() {
        text.push_str(&format!("Off the map: {}.\n", rules.labels(waiting)));
    }
    if rules.battle == crate::Battle::Dresden {
        let levels = Army::ALL.map(|army| format!("{} {}", army.name(), state.morale[army.index()]));
        text.push_str(&format!("Morale: {}.\n", levels.join(", ")));
    }
    text
}
