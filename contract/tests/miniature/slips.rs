//! The drill ground with one slip at a time in what it shows, and a title that writes its positions.

#![expect(clippy::wildcard_enum_match_arm, reason = "every slip spoils one thing and leaves the rest")]

use std::sync::Arc;

use board::textfile::{Section, TextFile};
use contract::drill::{Action, Decision, Drill, DrillTitle, Event, State, UnitId};
use kernel::page::{Choice, ChoiceOption};
use kernel::{
    Aids, Ask, Case, Colours, DataFile, Entropy, Ground, Illegal, Language, Line, Mark, Options, OrderError, Outcome,
    Overlay, OverlayInfo, OverlayQuery, Panel, Pending, Piece, Position, Ratio, Reach, RuleBook, Ruleset, Said,
    ScenarioInfo, Seat, SeatInfo, Seen, Setup, Sink, Title, Touch, Verdict, Viewer,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slip {
    None,
    /// Offers: no words on the button; all the same words; a unit or a place that is none.
    SilentOffer,
    TwinOffers,
    StrangeUnit,
    StrangePlace,
    /// Questions: no sentence, no such case.
    NoQuestion,
    StrangeCase,
    /// The log: no words; another die than fell; none at all.
    SilentLog,
    WrongDie,
    NoDie,
    /// Pieces: one handle for all; off the map; a mark that is a word.
    TwinPieces,
    OffTheMap,
    LongMark,
    /// Panels: the marker beside its track; an order that is refused.
    OffTheTrack,
    EmptyPromise,
    /// Reach: none; an order that is refused or stops short; costs that do not add up.
    NoReach,
    RefusedGoal,
    ShortGoal,
    FalseCost,
    /// An overlay without a reason.
    NoReason,
    /// One seat does not see the turn.
    OwnView,
}

#[derive(Clone, Debug)]
pub(crate) struct Slipped {
    sound: Drill,
    slip: Slip,
}

impl Slipped {
    pub(crate) fn new(slip: Slip) -> Slipped {
        Slipped { sound: Drill::new(), slip }
    }
}

impl Ruleset for Slipped {
    type State = State;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;
    type View = State;

    fn seats(&self) -> &[SeatInfo] {
        self.sound.seats()
    }

    fn initial(&self) -> State {
        self.sound.initial()
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        self.sound.pending(state)
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        self.sound.legal(state, seat, actions);
    }

    fn interrupts(&self, _: &State, _: Seat, _: &mut Vec<Action>) {}

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.sound.check(state, seat, action)
    }

    fn play(&self, state: &mut State, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        self.sound.play(state, seat, action, events);
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        self.sound.throw(state, outcome, events);
    }

    fn view(&self, state: &State, viewer: Viewer) -> State {
        match (self.slip, viewer) {
            (Slip::OwnView, Viewer::Seat(Seat(1))) => State { turn: 1, ..state.clone() },
            _ => state.clone(),
        }
    }

    fn observe(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        self.sound.observe(state, event, viewer)
    }

    fn sample(&self, view: &State, entropy: &mut dyn Entropy) -> State {
        self.sound.sample(view, entropy)
    }
}

impl Slipped {
    /// What the sound rules see.
    fn sound_seen(&self, seen: &Seen<'_, Slipped>) -> Seen<'_, Drill> {
        Seen::from_view(&self.sound, seen.viewer(), seen.view().clone())
    }
}

impl Language for Slipped {
    fn line(&self, event: &Event) -> Line {
        let mut line = self.sound.line(event);
        match self.slip {
            Slip::SilentLog => line.text.clear(),
            Slip::WrongDie => line.nature.dice.iter_mut().for_each(|die| die.face = 7 - die.face),
            Slip::NoDie => line.nature.dice.clear(),
            _ => {}
        }
        line
    }

    fn ask(&self, seen: &Seen<'_, Slipped>, seat: Seat, decision: &Decision) -> Ask {
        let mut ask = self.sound.ask(&self.sound_seen(seen), seat, decision);
        match self.slip {
            Slip::NoQuestion => ask.prompt.text = "march".into(),
            Slip::StrangeCase => ask.prompt.case = Case::of(&["D.99"], "D.99"),
            _ => {}
        }
        ask
    }

    fn say(&self, seen: &Seen<'_, Slipped>, action: &Action) -> Said {
        let said = self.sound.say(&self.sound_seen(seen), action);
        let touch = said.touch;
        let touch = match self.slip {
            Slip::SilentOffer => Touch { label: String::new(), ..touch },
            Slip::TwinOffers => Touch { label: "Go".into(), unit: None, place: None, facing: None, ..touch },
            Slip::StrangeUnit => Touch { unit: Some("nobody".into()), ..touch },
            Slip::StrangePlace => Touch { place: Some("9999".into()), ..touch },
            _ => touch,
        };
        Said { touch, ..said }
    }

    fn read(&self, seen: &Seen<'_, Slipped>, seat: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        self.sound.read(&self.sound_seen(seen), seat, order)
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        self.sound.verdict(verdict)
    }

    fn picture(&self, seen: &Seen<'_, Slipped>) -> String {
        self.sound.picture(&self.sound_seen(seen))
    }

    fn pieces(&self, seen: &Seen<'_, Slipped>) -> Vec<Piece> {
        let mut pieces = self.sound.pieces(&self.sound_seen(seen));
        for piece in &mut pieces {
            match self.slip {
                Slip::TwinPieces => piece.id = "b1".into(),
                Slip::OffTheMap => piece.places = vec!["9999".into()],
                Slip::LongMark => {
                    piece.marks =
                        vec![Mark { text: "fired".into(), note: "has fired".into(), case: Case::of(&["D.5"], "D.5") }]
                }
                _ => {}
            }
        }
        pieces
    }

    fn panels(&self, seen: &Seen<'_, Slipped>) -> Vec<Panel> {
        let mut panels = self.sound.panels(&self.sound_seen(seen));
        if let (Slip::OffTheTrack, Some(Panel::Track { cells, at, .. })) = (self.slip, panels.first_mut()) {
            *at = cells.len();
        }
        if self.slip == Slip::EmptyPromise {
            let option = |order: Option<&str>| ChoiceOption { label: "so".into(), order: order.map(str::to_owned) };
            let options = vec![option(None), option(Some("fire b1 b1"))];
            let rows =
                vec![Choice { name: "Fire".into(), note: String::new(), case: Case::of(&["D.5"], "D.5"), options }];
            panels.push(Panel::Choices { title: "Orders".into(), note: String::new(), rows });
        }
        panels
    }
}

impl Aids for Slipped {
    fn ground(&self) -> Option<Ground> {
        self.sound.ground()
    }

    fn roster(&self) -> Vec<Piece> {
        self.sound.roster()
    }

    fn reach(&self, seen: &Seen<'_, Slipped>, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        if self.slip == Slip::NoReach {
            return Err(OrderError::Unreadable("ask somebody else".into()));
        }
        let mut reach = self.sound.reach(&self.sound_seen(seen), seat, units)?;
        for goal in &mut reach.goals {
            match self.slip {
                Slip::RefusedGoal => goal.order = "end; end".into(),
                Slip::ShortGoal => {
                    goal.order = goal.order.rsplit_once("; ").map_or(goal.order.clone(), |(most, _)| most.to_owned());
                }
                Slip::FalseCost => goal.way.cost = Ratio::ZERO,
                _ => {}
            }
        }
        Ok(reach)
    }

    fn overlays(&self, seen: &Seen<'_, Slipped>) -> Vec<OverlayInfo> {
        self.sound.overlays(&self.sound_seen(seen))
    }

    fn overlay(&self, seen: &Seen<'_, Slipped>, query: &OverlayQuery) -> Result<Overlay, String> {
        let mut overlay = self.sound.overlay(&self.sound_seen(seen), query)?;
        if self.slip == Slip::NoReason {
            overlay.places.iter_mut().for_each(|place| place.facts.clear());
        }
        Ok(overlay)
    }
}

/// The drill ground, whose opening can be written down; a careless scribe forgets whose turn it is.
#[derive(Clone, Debug)]
pub(crate) struct Scribe {
    title: DrillTitle,
    careless: bool,
}

impl Scribe {
    pub(crate) fn new(careless: bool) -> Scribe {
        Scribe { title: DrillTitle::new(), careless }
    }
}

impl Title for Scribe {
    type Rules = Drill;

    fn id(&self) -> &'static str {
        self.title.id()
    }

    fn name(&self) -> &str {
        self.title.name()
    }

    fn version(&self) -> &'static str {
        self.title.version()
    }

    fn rulebook(&self) -> &RuleBook {
        self.title.rulebook()
    }

    fn colours(&self) -> &Arc<Colours> {
        self.title.colours()
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        self.title.scenarios()
    }

    fn data_files(&self) -> Vec<DataFile> {
        self.title.data_files()
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rules(&self, scenario: &str, options: &Options) -> Result<Drill, String> {
        self.title.rules(scenario, options)
    }

    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Drill>> {
        self.title.position(file, position)
    }

    fn write_position(&self, rules: &Drill, state: &State, _: &Setup) -> Result<String, String> {
        let begun = rules.initial();
        let written = State { player: state.player, units: state.units, ..begun };
        if *state != written {
            return Err("only the first moments of a player's first turn can be written".into());
        }
        let stands = UnitId::all().zip(state.units).filter_map(|(unit, stand)| Some((unit, stand?)));
        let units = stands
            .map(|(unit, stand)| format!("\"{} @ {} {}\"", unit.print().id, rules.ground.name(stand.at), stand.facing));
        let active = if self.careless || state.player == contract::drill::BLUE { "blue" } else { "red" };
        Ok(format!("[position]\nactive = \"{active}\"\nunits = [{}]\n", units.collect::<Vec<_>>().join(", ")))
    }

    fn expect(
        &self,
        rules: &Drill,
        state: &State,
        events: &[Event],
        key: &str,
        value: &toml::Value,
    ) -> Result<(), String> {
        self.title.expect(rules, state, events, key, value)
    }

    fn examples(&self) -> Vec<DataFile> {
        self.title.examples()
    }

    fn turn(&self, rules: &Drill, state: &State) -> u32 {
        self.title.turn(rules, state)
    }
}
