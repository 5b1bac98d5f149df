//! A small game for the kernel's own tests: a race of two along ten places, with a secret card each, a pit that nobody
//! knows, and an oath that only its runner notices.

use std::sync::{Arc, LazyLock};

use board::textfile::{Section, TextFile};
use serde::{Deserialize, Serialize};

use crate::{
    Aids, Ask, Colours, DataFile, Entropy, Illegal, Language, Line, OptionInfo, Options, OrderError, Outcome, Pending,
    Position, RuleBook, Ruleset, Said, ScenarioInfo, Seat, SeatInfo, Seen, Side, Sink, Throw, Title, Verdict, Viewer,
};

pub(super) const CASES: &[&str] = &["1.1", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "4.1"];
crate::cases!(crate::tests::toy::CASES);

pub(crate) const RED: Seat = Seat(0);
pub(crate) const BLUE: Seat = Seat(1);
pub(crate) const GOAL: u8 = 10;
pub(crate) const THE_RUN: Throw = Throw::d6(case!("2.3"), "the run");

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Phase {
    Choose,
    Run { walked: u8 },
    Roll,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) at: [u8; 2],
    pub(crate) cards: [Option<u8>; 2],
    pub(crate) played: [bool; 2],
    pub(crate) oaths: [u8; 2],
    pub(crate) pit: u8,
    pub(crate) pit_found: bool,
    /// Places where somebody has stood, as bits.
    pub(crate) visited: u16,
    pub(crate) active: u8,
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Action {
    Card(u8),
    Walk,
    Roll,
    Pass,
    Play,
    Swear,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    Card,
    Run,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Event {
    Chosen { seat: u8, card: u8 },
    Moved { seat: u8, to: u8 },
    Threw { seat: u8, die: u8 },
    Fell { seat: u8, at: u8 },
    Played { seat: u8, card: u8 },
    Sworn { seat: u8 },
    Passed { seat: u8 },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct View {
    viewer: Viewer,
    at: [u8; 2],
    /// His own, and those that were played.
    cards: [Option<u8>; 2],
    played: [bool; 2],
    oath: Option<u8>,
    pit: Option<u8>,
    visited: u16,
    active: u8,
    turn: u8,
    phase: Phase,
}

#[derive(Debug)]
pub(crate) struct Race {
    seats: Vec<SeatInfo>,
    turns: u8,
}

impl Race {
    pub(crate) fn new(turns: u8) -> Race {
        let seat = |id: &str, side| SeatInfo { id: id.into(), name: format!("The {id} runner"), side: Side(side) };
        Race { seats: vec![seat("red", 0), seat("blue", 1)], turns }
    }

    fn arrive(&self, state: &mut State, seat: usize, to: u8, events: &mut impl Sink<Event>) {
        state.at[seat] = to.min(GOAL);
        state.visited |= 1 << state.at[seat];
        events.event(Event::Moved { seat: seat as u8, to: state.at[seat] });
        if rule!("2.4", state.at[seat] == state.pit && !state.pit_found) {
            state.pit_found = true;
            events.event(Event::Fell { seat: seat as u8, at: state.pit });
            if state.phase != Phase::Roll && seat as u8 == state.active {
                state.phase = Phase::Run { walked: 2 };
            }
        }
    }

    fn next(&self, state: &mut State) {
        state.active = 1 - state.active;
        state.turn += 1;
        state.phase = Phase::Run { walked: 0 };
    }
}

impl Ruleset for Race {
    type State = State;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;
    type View = View;

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn initial(&self) -> State {
        State {
            at: [0; 2],
            cards: [None; 2],
            played: [false; 2],
            oaths: [0; 2],
            pit: 5,
            pit_found: false,
            visited: 1,
            active: 0,
            turn: 0,
            phase: Phase::Choose,
        }
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        if let Some(winner) = (0..2).find(|seat| rule!("4.1", state.at[*seat] >= GOAL)) {
            let points = [i32::from(state.at[0]), i32::from(state.at[1]), 0, 0];
            return Pending::Over(Verdict { winner: Some(Side(winner as u8)), level: "clear", points });
        }
        if state.turn >= self.turns {
            return Pending::Over(Verdict { winner: None, level: "draw", points: [0; 4] });
        }
        match state.phase {
            Phase::Choose => Pending::Decide(
                [RED, BLUE]
                    .into_iter()
                    .filter(|seat| state.cards[seat.index()].is_none())
                    .map(|seat| (seat, Decision::Card))
                    .collect(),
            ),
            Phase::Run { .. } => Pending::one(Seat(state.active), Decision::Run),
            Phase::Roll => Pending::Chance(THE_RUN),
        }
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let all = [Action::Card(1), Action::Card(2), Action::Card(3), Action::Walk, Action::Roll, Action::Pass];
        actions.extend(all.into_iter().filter(|action| self.check(state, seat, action).is_ok()));
    }

    fn interrupts(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let all = [Action::Play, Action::Swear];
        actions.extend(all.into_iter().filter(|action| self.check(state, seat, action).is_ok()));
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let no = |case, facts: &str| Err(Illegal::new(case, facts));
        let pending = self.pending(state);
        match action {
            Action::Card(card) => match pending.asks(seat) {
                Some(Decision::Card) if (1..=3).contains(card) => Ok(()),
                Some(Decision::Card) => no(case!("1.1"), "cards are 1 to 3"),
                Some(Decision::Run) | None => no(case!("1.1"), "cards are chosen once, before the race"),
            },
            Action::Walk | Action::Roll | Action::Pass => match (pending.asks(seat), state.phase) {
                (Some(Decision::Run), Phase::Run { walked })
                    if rule!("2.1", walked >= 2) && *action == Action::Walk =>
                {
                    no(case!("2.1"), "nobody walks more than two places in a turn")
                }
                (Some(Decision::Run), _) => Ok(()),
                (Some(Decision::Card) | None, _) => no(case!("2.2"), "it is not this runner's turn"),
            },
            Action::Play | Action::Swear if matches!(pending, Pending::Over(_)) => no(case!("4.1"), "the race is over"),
            Action::Play if state.phase == Phase::Choose => no(case!("3.1"), "no card is played before the race"),
            Action::Play if rule!("3.1", state.played[seat.index()]) => no(case!("3.1"), "the card was played"),
            Action::Swear if state.oaths[seat.index()] >= 3 => no(case!("3.2"), "three oaths are enough"),
            Action::Play | Action::Swear => Ok(()),
        }
    }

    fn play(&self, state: &mut State, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        let number = seat.index();
        match action {
            Action::Card(card) => {
                state.cards[number] = Some(*card);
                events.event(Event::Chosen { seat: seat.0, card: *card });
                if state.cards.iter().all(Option::is_some) {
                    state.phase = Phase::Run { walked: 0 };
                }
            }
            Action::Walk => {
                if let Phase::Run { walked } = &mut state.phase {
                    *walked += 1;
                }
                self.arrive(state, number, state.at[number] + 1, events);
            }
            Action::Roll => state.phase = Phase::Roll,
            Action::Pass => {
                events.event(Event::Passed { seat: seat.0 });
                self.next(state);
            }
            Action::Play => {
                let card = state.cards[number].unwrap_or(1);
                state.played[number] = true;
                events.event(Event::Played { seat: seat.0, card });
                self.arrive(state, number, state.at[number] + card, events);
            }
            Action::Swear => {
                state.oaths[number] += 1;
                events.event(Event::Sworn { seat: seat.0 });
            }
        }
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        let seat = usize::from(state.active);
        let die = outcome.die();
        events.event(Event::Threw { seat: state.active, die });
        if !rule!("2.3", die == 6) {
            self.arrive(state, seat, state.at[seat] + die, events);
        }
        self.next(state);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let State { at, cards, played, oaths, pit, pit_found, visited, active, turn, phase } = state;
        let own = |seat: usize| viewer == Viewer::Seat(Seat(seat as u8));
        View {
            viewer,
            at: *at,
            cards: [0, 1].map(|seat| cards[seat].filter(|_| own(seat) || played[seat])),
            played: *played,
            oath: (0..2).find(|seat| own(*seat)).map(|seat| oaths[seat]),
            pit: pit_found.then_some(*pit),
            visited: *visited,
            active: *active,
            turn: *turn,
            phase: *phase,
        }
    }

    fn observe(&self, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Chosen { seat, .. } | Event::Sworn { seat } => {
                (viewer == Viewer::Seat(Seat(*seat))).then(|| event.clone())
            }
            Event::Moved { .. }
            | Event::Threw { .. }
            | Event::Fell { .. }
            | Event::Played { .. }
            | Event::Passed { .. } => Some(event.clone()),
        }
    }

    fn sample(&self, view: &View, entropy: &mut dyn Entropy) -> State {
        let mut draw = |known: Option<u8>| known.unwrap_or_else(|| entropy.below(3) as u8 + 1);
        let cards = match view.phase {
            Phase::Choose => view.cards,
            Phase::Run { .. } | Phase::Roll => view.cards.map(|card| Some(draw(card))),
        };
        let oaths = [0, 1].map(|seat: u8| match view.oath {
            Some(oaths) if view.viewer == Viewer::Seat(Seat(seat)) => oaths,
            Some(_) | None => entropy.below(4) as u8,
        });
        let unknown: Vec<u8> = (1..GOAL).filter(|place| view.visited & (1 << place) == 0).collect();
        let pit = view.pit.unwrap_or_else(|| unknown[entropy.below(unknown.len() as u32) as usize]);
        State {
            at: view.at,
            cards,
            played: view.played,
            oaths,
            pit,
            pit_found: view.pit.is_some(),
            visited: view.visited,
            active: view.active,
            turn: view.turn,
            phase: view.phase,
        }
    }

    /// A runner with three oaths must stand still.
    fn standing_answer(&self, seen: &Seen<'_, Race>, seat: Seat) -> Option<Action> {
        let view = seen.view();
        let to_run = matches!(view.phase, Phase::Run { .. }) && view.active == seat.0;
        (to_run && view.oath.is_some_and(|oaths| oaths >= 3)).then_some(Action::Pass)
    }
}

impl Language for Race {
    fn say(&self, _: &Seen<'_, Race>, action: &Action) -> Said {
        match action {
            Action::Card(card) => Said::new("card", card.to_string(), format!("Choose {card}")),
            Action::Walk => Said::new("walk", "", "Walk"),
            Action::Roll => Said::new("roll", "", "Roll"),
            Action::Pass => Said::new("pass", "", "Pass"),
            Action::Play => Said::new("play", "", "Play the card"),
            Action::Swear => Said::new("swear", "", "Swear"),
        }
    }

    /// `walk 2` walks twice; orders are joined by commas.
    fn read(&self, _: &Seen<'_, Race>, _: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        let mut actions = Vec::new();
        for part in order.split(',') {
            match part.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["card", card] => {
                    let card = card.parse().map_err(|_| OrderError::Unreadable(format!("`{card}` is not a card")))?;
                    actions.push(Action::Card(card));
                }
                ["walk"] => actions.push(Action::Walk),
                ["walk", "2"] => actions.extend([Action::Walk; 2]),
                ["walk", "3"] => actions.extend([Action::Walk; 3]),
                ["roll"] => actions.push(Action::Roll),
                ["pass"] => actions.push(Action::Pass),
                ["play"] => actions.push(Action::Play),
                ["swear"] => actions.push(Action::Swear),
                _ => return Err(OrderError::Unreadable(format!("`{part}` is not an order of the race"))),
            }
        }
        Ok(actions)
    }

    fn ask(&self, _: &Seen<'_, Race>, _: Seat, decision: &Decision) -> Ask {
        match decision {
            Decision::Card => Ask::new(case!("1.1"), "card", "Choose a card."),
            Decision::Run => Ask::new(case!("2.2"), "run", "Walk, roll or pass."),
        }
    }

    fn line(&self, event: &Event) -> Line {
        let name = |seat: &u8| if *seat == 0 { "red" } else { "blue" };
        match event {
            Event::Chosen { seat, card } => Line::uncited(format!("{} chooses card {card}", name(seat))),
            Event::Moved { seat, to } => Line::uncited(format!("{} comes to {to}", name(seat))),
            Event::Threw { seat, die } => Line::uncited(format!("{} throws {die}", name(seat))),
            Event::Fell { seat, at } => {
                Line::new(case!("2.4"), format!("{} falls into the pit at {at}", name(seat))).reveals()
            }
            Event::Played { seat, card } => Line::uncited(format!("{} plays card {card}", name(seat))).reveals(),
            Event::Sworn { seat } => Line::uncited(format!("{} swears", name(seat))),
            Event::Passed { seat } => Line::uncited(format!("{} passes", name(seat))),
        }
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        match verdict.winner {
            Some(Side(0)) => "Red wins the race.".into(),
            Some(_) => "Blue wins the race.".into(),
            None => "Nobody wins the race.".into(),
        }
    }

    fn picture(&self, seen: &Seen<'_, Race>) -> String {
        let [red, blue] = seen.view().at;
        format!("red {red} blue {blue}")
    }
}

impl Aids for Race {}

pub(crate) const RULES: &str = r#"
provenance = { kind = "reconstructed", note = "for tests" }
chapter = [{ id = "1", title = "The race" }]
case = [
  { id = "1.1", chapter = "1", title = "Cards", summary = "A card each, in secret.", status = "enforced" },
  { id = "2.1", chapter = "1", title = "Walking", summary = "Two places a turn.", status = "enforced", forbids = true },
  { id = "2.2", chapter = "1", title = "Turns", summary = "One after the other.", status = "enforced" },
  { id = "2.3", chapter = "1", title = "Stumbling", summary = "A six is nothing.", status = "enforced" },
  { id = "2.4", chapter = "1", title = "The pit", summary = "Who falls stops.", status = "enforced" },
  { id = "3.1", chapter = "1", title = "Playing", summary = "The card, at any time, once.", status = "enforced" },
  { id = "3.2", chapter = "1", title = "Oaths", summary = "In silence.", status = "not modelled", why = "a joke" },
  { id = "4.1", chapter = "1", title = "The end", summary = "Ten places win.", status = "enforced" },
]
"#;

static COLOURS: LazyLock<Arc<Colours>> = LazyLock::new(|| {
    let side = "[[side]]\nlivery = { fill = \"#ffffff\", ink = \"#000000\", field = \"#ffffff\", border = \"square\" }\n\
                flag = { level = [\"#ffffff\"] }\n";
    let text = format!("provenance = {{ kind = \"reconstructed\" }}\n{side}{side}");
    Arc::new(Colours::parse("title.toml", &text, 2, &[]).expect("sound"))
});

static BOOK: LazyLock<RuleBook> = LazyLock::new(|| RuleBook::parse("rules.toml", RULES).expect("sound"));

/// The title of the race; its version and one of its data can be changed, as a newer program would.
#[derive(Debug)]
pub(crate) struct RaceTitle {
    pub(crate) version: &'static str,
    pub(crate) turns: u8,
}

impl Default for RaceTitle {
    fn default() -> RaceTitle {
        RaceTitle { version: "1", turns: 12 }
    }
}

impl Title for RaceTitle {
    type Rules = Race;

    fn id(&self) -> &'static str {
        "race"
    }

    fn name(&self) -> &str {
        "The Race"
    }

    fn version(&self) -> &'static str {
        self.version
    }

    fn rulebook(&self) -> &RuleBook {
        &BOOK
    }

    fn colours(&self) -> &Arc<Colours> {
        &COLOURS
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let length = OptionInfo {
            id: "length".into(),
            description: "How many turns.".into(),
            values: vec!["normal".into(), "short".into()],
            default: "normal".into(),
        };
        vec![ScenarioInfo {
            id: "field".into(),
            name: "The Field".into(),
            date: "today".into(),
            introduction: "Run.".into(),
            options: vec![length],
        }]
    }

    fn data_files(&self) -> Vec<DataFile> {
        vec![DataFile::built_in("rules.toml", RULES)]
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rules(&self, _: &str, options: &Options) -> Result<Race, String> {
        Ok(Race::new(if options["length"] == "short" { 2 } else { self.turns }))
    }

    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Race>> {
        file.only_fields(position, &["red", "blue", "pit", "active"]);
        let rules = Race::new(self.turns);
        let red = file.number(position, "red", 0..=10).unwrap_or(0) as u8;
        let blue = file.number(position, "blue", 0..=10).unwrap_or(0) as u8;
        let pit = file.number(position, "pit", 1..=9).unwrap_or(9) as u8;
        let active = file.text(position, "active").map_or(0, |id| u8::from(*id.get_ref() == "blue"));
        let visited = 1 | 1 << red | 1 << blue;
        let phase = Phase::Run { walked: 0 };
        let state =
            State { at: [red, blue], cards: [Some(2), Some(3)], pit, visited, active, phase, ..rules.initial() };
        Some(Position { rules, state })
    }

    fn expect(&self, _: &Race, state: &State, _: &[Event], key: &str, value: &toml::Value) -> Result<(), String> {
        let seat = match key {
            "red" => 0,
            "blue" => 1,
            _ => return Err(format!("nothing is known of \"{key}\"; there are red and blue")),
        };
        match value.as_integer() == Some(i64::from(state.at[seat])) {
            true => Ok(()),
            false => Err(format!("the runner is at {}", state.at[seat])),
        }
    }

    fn examples(&self) -> Vec<DataFile> {
        Vec::new()
    }

    fn turn(&self, _: &Race, state: &State) -> u32 {
        u32::from(state.turn)
    }
}
