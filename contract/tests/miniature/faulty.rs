//! The miniature, spoilt in one way at a time.

#![expect(clippy::wildcard_enum_match_arm, reason = "every flaw spoils one thing and leaves the rest")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use board::textfile::{Section, TextFile};
use contract::miniature::state::{Place, SEATS, Stage};
use contract::miniature::view::{Force, Veiled};
use contract::miniature::{Action, Decision, Event, Miniature, MiniatureTitle, State, View};
use contract::{Perturbed, SecretRow, Secrets};
use kernel::{
    Aids, Ask, Case, Colours, DataFile, Entropy, Illegal, Language, Line, Options, OrderError, Outcome, Pending,
    Position, RuleBook, Ruleset, Said, ScenarioInfo, Seat, SeatInfo, Seen, Sink, Title, Verdict, Viewer,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    None,
    /// A retreat has no answers.
    DeadEnd,
    /// Passing changes nothing.
    Endless,
    PanicInPlay,
    /// When somebody who is not asked tries something.
    PanicInCheck,
    /// A move to any box passes, though it is not listed.
    KindCheck,
    /// A move to the downs is listed and refused.
    StrictCheck,
    OffersTwice,
    OffersUnasked,
    RefusesWithoutCase,
    /// `play` remembers something outside the state.
    HiddenState,
    /// Part of the state is not written down.
    LossySave,
    /// Everybody sees all hands.
    OpenHands,
    /// Nobody sees his own.
    BlindOwner,
    /// Counters of the enemy are listed in the order of their units.
    UnsortedView,
    /// One kind of event is shown to everybody as it happened.
    OpenDeal,
    OpenTactic,
    OpenSpy,
    OpenShuffle,
    /// New handles go by the order of the units.
    OrderedHandles,
    /// A refusal names the unit.
    TalkativeRefusal,
    /// Dummies cannot be intercepted.
    TellingWindow,
    /// The prompt tells what the rules remember of the truth.
    TellingPrompt,
    /// What a question is about tells it.
    TellingQuestion,
    /// The button of the spy tells it.
    TellingButton,
    /// Worlds are drawn a turn too late.
    WrongWorld,
    /// Nothing counts as a revelation.
    UndeclaredRevelation,
    /// An order that reads as another.
    WrongNotation,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct FaultyState {
    sound: State,
    #[serde(skip)]
    lost: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Faulty {
    sound: Miniature,
    flaw: Flaw,
    outside: Arc<AtomicU32>,
}

impl Faulty {
    pub(crate) fn new(flaw: Flaw) -> Faulty {
        Faulty { sound: Miniature::new(), flaw, outside: Arc::default() }
    }

    fn is(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }
}

impl Ruleset for Faulty {
    type State = FaultyState;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;
    type View = View;

    fn seats(&self) -> &[SeatInfo] {
        self.sound.seats()
    }

    fn initial(&self) -> FaultyState {
        FaultyState { sound: self.sound.initial(), lost: 0 }
    }

    fn pending(&self, state: &FaultyState) -> Pending<Decision> {
        if let Flaw::TellingPrompt | Flaw::TellingQuestion | Flaw::TellingButton = self.flaw {
            let [first, second, ..] = kernel::dice::hash_of(&state.sound).0;
            self.outside.store(u32::from_le_bytes([first, second, 0, 0]), Ordering::Relaxed);
        }
        self.sound.pending(&state.sound)
    }

    fn legal(&self, state: &FaultyState, seat: Seat, actions: &mut Vec<Action>) {
        let retreat = matches!(state.sound.stage, Stage::Retreat { .. });
        let asked = self.pending(state).asks(seat).is_some();
        if self.is(Flaw::DeadEnd) && retreat {
            return;
        }
        self.sound.legal(&state.sound, seat, actions);
        if self.is(Flaw::OffersTwice) && retreat {
            actions.extend(actions.first().copied());
        }
        if self.is(Flaw::OffersUnasked) && retreat && !asked {
            actions.push(Action::Pass);
        }
        if let (Flaw::TellingWindow, Stage::Intercept { mover, .. }) = (self.flaw, state.sound.stage)
            && state.sound.behind(mover).is_some_and(|unit| unit.is_dummy())
        {
            actions.retain(|action| *action == Action::Decline);
        }
    }

    fn interrupts(&self, state: &FaultyState, seat: Seat, actions: &mut Vec<Action>) {
        self.sound.interrupts(&state.sound, seat, actions);
    }

    fn check(&self, state: &FaultyState, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match (self.flaw, action) {
            (Flaw::PanicInCheck, _) if self.pending(state).asks(seat).is_none() => panic!("nobody asked you"),
            (Flaw::KindCheck, Action::Move { .. }) if self.pending(state).asks(seat) == Some(&Decision::March) => {
                Ok(())
            }
            (Flaw::StrictCheck, Action::Move { to: Place(3), .. }) => {
                Err(Illegal::new(Case::of(&["M.4"], "M.4"), "not to the downs"))
            }
            (Flaw::RefusesWithoutCase, Action::Retreat { .. }) => {
                self.sound.check(&state.sound, seat, action).map_err(|_| Illegal::new(Case::of(&[""], ""), ""))
            }
            (Flaw::TalkativeRefusal, Action::Move { counter, .. }) => {
                let unit = state.sound.behind(*counter).map_or("nothing", |unit| unit.name());
                let refused = self.sound.check(&state.sound, seat, action);
                refused.map_err(|_| Illegal::new(Case::of(&["M.4"], "M.4"), format!("{unit} is not yours")))
            }
            _ => self.sound.check(&state.sound, seat, action),
        }
    }

    fn play(&self, state: &mut FaultyState, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        if self.is(Flaw::Endless) && *action == Action::Pass {
            return;
        }
        assert!(!self.is(Flaw::PanicInPlay) || *action != Action::Resolve, "unresolved");
        if self.is(Flaw::LossySave) {
            state.lost += 1;
        }
        if self.is(Flaw::HiddenState) && self.outside.fetch_add(1, Ordering::Relaxed) % 100 == 99 {
            state.sound.next_handle.0 += 1;
        }
        self.sound.play(&mut state.sound, seat, action, events);
    }

    fn throw(&self, state: &mut FaultyState, outcome: &Outcome, events: &mut impl Sink<Event>) {
        if self.is(Flaw::OrderedHandles) && matches!(state.sound.stage, Stage::Conceal { .. }) {
            return self.sound.throw(&mut state.sound, &Outcome::one(1), events);
        }
        self.sound.throw(&mut state.sound, outcome, events);
    }

    fn view(&self, state: &FaultyState, viewer: Viewer) -> View {
        let mut view = self.sound.view(&state.sound, viewer);
        if self.is(Flaw::OpenHands) {
            view.hands = state.sound.hands.map(|card| card.map_or(Veiled::Nothing, Veiled::Known));
        }
        if self.is(Flaw::BlindOwner) {
            view.hands = state.sound.hands.map(|card| card.map_or(Veiled::Nothing, |_| Veiled::FaceDown));
        }
        if self.is(Flaw::UnsortedView) {
            for force in &mut view.forces {
                if let Force::Other { seen, .. } = force {
                    seen.sort_by_key(|seen| state.sound.behind(seen.handle));
                }
            }
        }
        view
    }

    fn observe(&self, state: &FaultyState, event: &Event, viewer: Viewer) -> Option<Event> {
        let open = match event {
            Event::Dealt { .. } => self.is(Flaw::OpenDeal),
            Event::Chose { .. } => self.is(Flaw::OpenTactic),
            Event::Spied { .. } => self.is(Flaw::OpenSpy),
            Event::Concealed { .. } => self.is(Flaw::OpenShuffle),
            _ => false,
        };
        if open { Some(event.clone()) } else { self.sound.observe(&state.sound, event, viewer) }
    }

    fn sample(&self, view: &View, entropy: &mut dyn Entropy) -> FaultyState {
        let mut sound = self.sound.sample(view, entropy);
        if self.is(Flaw::WrongWorld) {
            sound.turn += 1;
        }
        FaultyState { sound, lost: 0 }
    }
}

impl Faulty {
    /// What the sound rules see.
    fn sound_seen(&self, seen: &Seen<'_, Faulty>) -> Seen<'_, Miniature> {
        Seen::from_view(&self.sound, seen.viewer(), seen.view().clone())
    }

    /// What the rules remember beside what is seen.
    fn remembered(&self) -> String {
        self.outside.load(Ordering::Relaxed).to_string()
    }
}

impl Language for Faulty {
    fn say(&self, seen: &Seen<'_, Faulty>, action: &Action) -> Said {
        let mut said = self.sound.say(&self.sound_seen(seen), action);
        match (self.flaw, action) {
            (Flaw::WrongNotation, Action::Decline) => said.order = "pass".into(),
            (Flaw::TellingButton, Action::Spy { .. }) => said.touch.label = self.remembered(),
            _ => {}
        }
        said
    }

    fn read(&self, seen: &Seen<'_, Faulty>, seat: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        self.sound.read(&self.sound_seen(seen), seat, order)
    }

    fn ask(&self, seen: &Seen<'_, Faulty>, seat: Seat, decision: &Decision) -> Ask {
        let mut ask = self.sound.ask(&self.sound_seen(seen), seat, decision);
        match (self.flaw, decision) {
            (Flaw::TellingPrompt, Decision::Intercept { .. }) => ask.prompt.text = self.remembered(),
            (Flaw::TellingQuestion, Decision::Intercept { .. }) => ask.about.unit = Some(self.remembered()),
            _ => {}
        }
        ask
    }

    fn line(&self, event: &Event) -> Line {
        let line = self.sound.line(event);
        let reveals = line.reveals && !self.is(Flaw::UndeclaredRevelation);
        line.reveals_if(reveals)
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        self.sound.verdict(verdict)
    }

    fn picture(&self, seen: &Seen<'_, Faulty>) -> String {
        self.sound.picture(&self.sound_seen(seen))
    }
}

impl Aids for Faulty {}

impl Secrets for Faulty {
    fn table(&self) -> &'static [SecretRow] {
        self.sound.table()
    }

    fn perturb(&self, state: &FaultyState, entropy: &mut dyn Entropy) -> Vec<Perturbed<FaultyState>> {
        let spoilt = |perturbed: Perturbed<State>| Perturbed {
            row: perturbed.row,
            known_to: perturbed.known_to,
            state: FaultyState { sound: perturbed.state, lost: state.lost },
        };
        self.sound.perturb(&state.sound, entropy).into_iter().map(spoilt).collect()
    }
}

/// Takes back the last action of a seat whatever happened since.
pub(crate) fn shameless_undo(game: &mut kernel::Game<Faulty>, seat: Seat) -> Result<(), String> {
    let own = |number: &usize| matches!(game.step(*number), Some(kernel::Step::Act { seat: by, .. }) if *by == seat);
    let last = (0..game.steps()).rev().find(own).ok_or("nothing to undo")?;
    game.takeback(last, &SEATS)
}

/// Undoes as it should, except that it forgets a throw.
pub(crate) fn undo_across_dice(game: &mut kernel::Game<Faulty>, seat: Seat) -> Result<(), String> {
    match game.steps().checked_sub(1).and_then(|last| game.step(last)) {
        Some(kernel::Step::Throw { .. }) => shameless_undo(game, seat),
        Some(kernel::Step::Act { .. }) | None => game.undo(seat),
    }
}

/// A title that hides things and says it does not: odds are then taken from the truth. Nor does its rulebook say what it forbids.
#[derive(Clone, Debug)]
pub(crate) struct ClaimsToBeOpen(MiniatureTitle, RuleBook);

impl ClaimsToBeOpen {
    pub(crate) fn new() -> ClaimsToBeOpen {
        let rules = include_str!("../../src/miniature/rules.toml").replace("forbids = true", "forbids = false");
        ClaimsToBeOpen(MiniatureTitle::new(), RuleBook::parse("rules.toml", &rules).expect("it is sound otherwise"))
    }
}

impl Title for ClaimsToBeOpen {
    type Rules = Miniature;

    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn name(&self) -> &str {
        self.0.name()
    }

    fn version(&self) -> &'static str {
        self.0.version()
    }

    fn rulebook(&self) -> &RuleBook {
        &self.1
    }

    fn colours(&self) -> &Arc<Colours> {
        self.0.colours()
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        self.0.scenarios()
    }

    fn data_files(&self) -> Vec<DataFile> {
        self.0.data_files()
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rules(&self, scenario: &str, options: &Options) -> Result<Miniature, String> {
        self.0.rules(scenario, options)
    }

    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Miniature>> {
        self.0.position(file, position)
    }

    fn expect(
        &self,
        rules: &Miniature,
        state: &State,
        events: &[Event],
        key: &str,
        value: &toml::Value,
    ) -> Result<(), String> {
        self.0.expect(rules, state, events, key, value)
    }

    fn examples(&self) -> Vec<DataFile> {
        self.0.examples()
    }

    fn turn(&self, rules: &Miniature, state: &State) -> u32 {
        self.0.turn(rules, state)
    }
}
