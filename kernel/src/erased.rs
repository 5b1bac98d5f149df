//! How [`AnyTitle`] and [`AnyGame`] are implemented for every title.

use std::fmt;
use std::sync::Arc;

use arrayvec::ArrayVec;
use board::Fault;

use crate::aids::{Particulars, Preview};
use crate::any::{Advise, AnyGame, AnyTitle, Archive, LookAhead, Play, Show, Undo};
use crate::example::{self, ExampleReport};
use crate::info::seat_id;
use crate::journal::{self, DiceTold, Edition, Header, Journal, Nonce, Setup, Source, Step, line};
use crate::odds::{
    FirstChoiceUntilOver, OddsLimits, OddsReport, Policy, StopAtChoice, StopAtDecision, Stoppable, odds_of_order,
};
use crate::order::try_order;
use crate::playout::{Series, Simulation, Tally, simulate};
use crate::reckoning::reckon_order;
use crate::record::{self, Record};
use crate::replay::Loaded;
use crate::stop::Stop;
use crate::{
    Aids, Board, Bytes32, Case, Chart, Colours, DataFile, Entropy, Game, Introduction, Language, LogLine, MapNames,
    Message, Offered, Offers, Options, OrderError, Outcome, Overlay, OverlayInfo, OverlayQuery, PendingInfo, Piece,
    Position, Reach, RuleBook, Ruleset, SandboxInfo, ScenarioInfo, Seat, SeatInfo, SeededDice, Seen, SharedTitle,
    Submitted, Title, Viewer, Wish,
};

pub(crate) struct ErasedTitle<T: Title>(SharedTitle<T>);

impl<T: Title> ErasedTitle<T> {
    pub(crate) fn new(title: SharedTitle<T>) -> ErasedTitle<T> {
        ErasedTitle(title)
    }

    fn game(&self, game: Game<T::Rules>) -> Box<dyn AnyGame> {
        Box::new(ErasedGame { title: self.0.clone(), game })
    }

    fn check_title(&self, file: &str, title: &str) -> Result<(), Vec<Fault>> {
        if title == self.0.id() {
            return Ok(());
        }
        let sentence = format!("this is a game of {title}, not of {}", self.0.id());
        Err(vec![Fault { file: file.to_owned(), line: 1, sentence }])
    }
}

/// Faults of a set-up named in the first line of a file.
fn in_header(file: &str, faults: Vec<Fault>) -> Vec<Fault> {
    let placed = |fault: Fault| match fault.file.is_empty() {
        true => Fault { file: file.to_owned(), ..fault },
        false => fault,
    };
    faults.into_iter().map(placed).collect()
}

impl<T: Title> AnyTitle for ErasedTitle<T> {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn name(&self) -> &str {
        self.0.name()
    }

    fn version(&self) -> &'static str {
        self.0.version()
    }

    fn is_open(&self) -> bool {
        self.0.is_open()
    }

    fn rulebook(&self) -> &RuleBook {
        self.0.rulebook()
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

    fn examples(&self) -> Vec<DataFile> {
        self.0.examples()
    }

    fn introduction(&self) -> Option<&Introduction> {
        self.0.introduction()
    }

    fn in_language(&self, language: &str, message: &Message, beside: Option<&str>) -> Option<String> {
        self.0.in_language(language, message, beside)
    }

    fn map_names(&self) -> Option<MapNames> {
        self.0.map_names()
    }

    fn seats(&self, scenario: &str, options: &Options) -> Result<Vec<SeatInfo>, String> {
        Ok(self.0.shared_rules(scenario, options)?.0.seats().to_vec())
    }

    fn start(&self, scenario: &str, options: &Options, dice: Option<&SeededDice>) -> Result<Box<dyn AnyGame>, String> {
        let (rules, options) = self.0.shared_rules(scenario, options)?;
        let header = Header::new(&*self.0, Setup::Scenario { id: scenario.to_owned(), options }, dice);
        let initial = rules.initial();
        Ok(self.game(Game::new(rules, header, initial)))
    }

    fn load(&self, file: &str, journal: &str) -> Result<Loaded<Box<dyn AnyGame>>, Vec<Fault>> {
        let header = journal::read_header(file, journal).map_err(|fault| vec![fault])?;
        self.check_title(file, &header.title)?;
        let journal = Journal::parse(file, journal).map_err(|fault| vec![fault])?;
        let (rules, initial) = self.0.set_up(&header.setup).map_err(|faults| in_header(file, faults))?;
        let loaded = Game::load(rules, initial, file, journal, &Edition::of(&*self.0));
        let Loaded { game, notices } = loaded.map_err(|fault| vec![fault])?;
        Ok(Loaded { game: self.game(game), notices })
    }

    fn branch_record(
        &self,
        file: &str,
        record: &str,
        steps: usize,
        dice: Option<&SeededDice>,
        entropy: &mut dyn Entropy,
    ) -> Result<Box<dyn AnyGame>, Vec<Fault>> {
        let fault = |sentence: String| vec![Fault { file: file.to_owned(), line: 1, sentence }];
        let record: Record<T::Rules> = Record::parse(file, record).map_err(|fault| vec![fault])?;
        self.check_title(file, &record.header.title)?;
        let Some(setup) = record.header.setup.clone() else {
            return Err(fault("the record does not say how its game was set up, so it cannot be continued".into()));
        };
        let changes = Edition::of(&*self.0).changes_since(&record.header.edition);
        if !changes.is_empty() {
            return Err(fault(format!("the record cannot be continued: {}", changes.join("; "))));
        }
        let (rules, _) = self.0.set_up(&setup).map_err(|faults| in_header(file, faults))?;
        let world = record.world(&*rules, steps, entropy).map_err(fault)?;
        let header = Header::new(&*self.0, setup, dice);
        let why = format!("a world drawn from a record after its step {steps}");
        Ok(self.game(Game::in_world(rules, header, world, &why)))
    }

    fn position(&self, file: &str, text: &str, dice: Option<&SeededDice>) -> Result<Box<dyn AnyGame>, Vec<Fault>> {
        let Position { rules, state } = example::read_position(&*self.0, file, text)?;
        let setup = Setup::Position { file: file.to_owned(), text: text.to_owned() };
        Ok(self.game(Game::new(Arc::new(rules), Header::new(&*self.0, setup, dice), state)))
    }

    fn sandbox(&self, scenario: &str) -> Result<SandboxInfo, String> {
        self.0.sandbox(scenario)
    }

    fn compose_position(&self, wish: &Wish) -> Result<String, String> {
        self.0.compose_position(wish)
    }

    fn check_example(&self, file: &str, text: &str) -> ExampleReport {
        example::check(&*self.0, file, text)
    }

    fn simulate(
        &self,
        scenario: &str,
        options: &Options,
        series: Series,
        progress: &mut dyn FnMut(&Tally),
    ) -> Result<Simulation, String> {
        let (rules, _) = self.0.shared_rules(scenario, options)?;
        simulate(&*rules, series, |rules, state| self.0.turn(rules, state), progress)
    }
}

struct ErasedGame<T: Title> {
    title: SharedTitle<T>,
    game: Game<T::Rules>,
}

impl<T: Title> ErasedGame<T> {
    /// What a viewer sees now.
    fn seen(&self, viewer: Viewer) -> Seen<'_, T::Rules> {
        Seen::of(self.game.rules(), self.game.state(), viewer)
    }
}

impl<T: Title> fmt::Debug for ErasedGame<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl<T: Title> Play for ErasedGame<T> {
    fn header(&self) -> &Header {
        self.game.header()
    }

    fn seats(&self) -> &[SeatInfo] {
        self.game.rules().seats()
    }

    fn pending(&self) -> PendingInfo {
        PendingInfo::new(self.game.rules(), self.game.state())
    }

    fn pending_for(&self, viewer: Viewer) -> PendingInfo {
        self.pending().seen_by(viewer)
    }

    fn offers(&self, seat: Seat) -> Offers {
        match seat.index() < self.seats().len() {
            true => Offers::new(self.game.rules(), self.game.state(), seat),
            false => Offers::default(),
        }
    }

    fn offered(&self, seat: Seat) -> Offered {
        match seat.index() < self.seats().len() {
            true => Offered::new(self.game.rules(), self.game.state(), seat),
            false => Offered::default(),
        }
    }

    fn attempt(&self, seat: Seat, order: &str) -> Result<(), OrderError> {
        try_order(self.game.rules(), self.game.state(), seat, order).map(|_| ())
    }

    fn submit(&mut self, seat: Seat, order: &str) -> Result<Submitted, OrderError> {
        self.game.submit(seat, order)
    }

    fn obey_standing_orders(&mut self) -> Option<Seat> {
        self.game.obey_standing_orders()
    }

    fn throw(&mut self) -> Result<Vec<u8>, String> {
        Ok(self.game.throw()?.0.to_vec())
    }

    fn add_nonce(&mut self, seat: Option<Seat>, nonce: String) -> Result<(), String> {
        self.game.add_nonce(seat, nonce)
    }

    fn nonces_owed(&self) -> Vec<Seat> {
        self.game.nonces_owed()
    }

    fn nonces(&self) -> Vec<Nonce> {
        self.game.nonces()
    }

    fn throw_given(&mut self, source: Source, dice: &[u8]) -> Result<(), String> {
        let outcome = ArrayVec::try_from(dice).map_err(|_| format!("{} dice are too many for one roll", dice.len()))?;
        self.game.throw_given(source, Outcome(outcome))
    }

    fn steps(&self) -> usize {
        self.game.steps()
    }

    fn turn(&self) -> u32 {
        self.title.turn(self.game.rules(), self.game.state())
    }

    fn letters(&self) -> Option<Case> {
        self.title.letters(self.game.rules())
    }
}

impl<T: Title> Undo for ErasedGame<T> {
    fn undo(&mut self, seat: Seat) -> Result<(), String> {
        self.game.undo(seat)
    }

    fn redo(&mut self, seat: Seat) -> Result<Submitted, String> {
        self.game.redo(seat)
    }

    fn reset(&mut self, seat: Seat) -> Result<usize, String> {
        self.game.reset(seat)
    }

    fn can_undo(&self, seat: Seat) -> Result<(), String> {
        self.game.can_undo(seat)
    }

    fn can_redo(&self, seat: Seat) -> bool {
        self.game.can_redo(seat)
    }

    fn takeback(&mut self, steps: usize, consenting: &[Seat]) -> Result<(), String> {
        self.game.takeback(steps, consenting)
    }

    fn can_restore(&self) -> bool {
        self.game.can_restore()
    }

    fn restore(&mut self) -> Result<(), String> {
        self.game.restore()
    }

    fn before_last_order(&self, seat: Seat) -> Result<usize, String> {
        self.game.before_last_order(seat)
    }

    fn branch(&self, steps: usize, dice: Option<&SeededDice>) -> Result<Box<dyn AnyGame>, String> {
        Ok(Box::new(ErasedGame { title: self.title.clone(), game: self.game.branch(steps, dice)? }))
    }

    fn steps_with_throws(&self, below: u64) -> usize {
        let early = |step: &usize| matches!(self.game.step(*step), Some(Step::Throw { number, .. }) if *number < below);
        (0..self.game.steps()).rev().find(early).map_or(0, |step| step + 1)
    }

    fn throws(&self) -> u64 {
        self.game.throws()
    }

    fn first_step(&self) -> usize {
        self.game.first_step()
    }
}

impl<T: Title> Show for ErasedGame<T> {
    fn view(&self, viewer: Viewer) -> Result<serde_json::Value, String> {
        serde_json::to_value(self.game.rules().view(self.game.state(), viewer)).map_err(|error| error.to_string())
    }

    fn picture(&self, viewer: Viewer) -> String {
        self.game.rules().picture(&self.seen(viewer))
    }

    fn chart(&self, viewer: Viewer) -> Option<Chart> {
        let rules = self.game.rules();
        let colours = Arc::clone(self.title.colours());
        Some(Chart { ground: rules.ground()?, pieces: rules.pieces(&self.seen(viewer)), colours })
    }

    fn board(&self, viewer: Viewer, steps: Option<usize>) -> Result<Board, String> {
        let rules = self.game.rules();
        let earlier = steps.map(|steps| self.game.state_at(steps)).transpose()?;
        let state = earlier.as_ref().unwrap_or(self.game.state());
        let seen = Seen::of(rules, state, viewer);
        Ok(Board {
            turn: self.title.turn(rules, state),
            pieces: rules.pieces(&seen),
            panels: rules.panels(&seen),
            headlines: rules.headlines(&seen),
            score: rules.score(&seen),
        })
    }

    fn roster(&self) -> Vec<Piece> {
        self.game.rules().roster()
    }

    fn particulars(&self) -> Vec<Particulars> {
        self.game.rules().particulars()
    }

    fn order_word(&self, place: &str) -> String {
        self.game.rules().order_word(place)
    }

    fn march_order(&self) -> Option<&'static str> {
        self.game.rules().march_order()
    }

    fn stacks_march(&self) -> bool {
        self.game.rules().stacks_march()
    }

    fn picture_at(&self, viewer: Viewer, steps: usize) -> Result<String, String> {
        let rules = self.game.rules();
        Ok(rules.picture(&Seen::of(rules, &self.game.state_at(steps)?, viewer)))
    }

    fn log(&self, viewer: Viewer, from_line: usize) -> Vec<LogLine> {
        self.game.log(viewer, from_line).cloned().collect()
    }

    fn log_until(&self, viewer: Viewer, steps: usize) -> Vec<LogLine> {
        self.game.log_until(viewer, steps).cloned().collect()
    }
}

impl<T: Title> Archive for ErasedGame<T> {
    fn describe_step(&self, step: usize) -> Option<String> {
        Some(match self.game.step(step)? {
            Step::Act { seat, text, .. } => format!("{}: {text}", seat_id(self.seats(), *seat)),
            Step::Throw { outcome, .. } => {
                let dice: Vec<String> = outcome.0.iter().map(u8::to_string).collect();
                format!("throw: {}", dice.join(" "))
            }
        })
    }

    fn journal_text(&self) -> String {
        self.game.journal().to_text()
    }

    fn journal_without_seed(&self) -> String {
        let mut journal = self.game.journal();
        if let Some(dice) = &mut journal.header.dice {
            dice.seed = None;
        }
        journal.to_text()
    }

    fn journal_lines(&self, from: usize) -> Vec<String> {
        let header = (from == 0).then(|| line(self.game.header()));
        let entries = self.game.entries().iter().skip(from.saturating_sub(1)).map(line);
        header.into_iter().chain(entries).collect()
    }

    fn verify_dice(&self) -> Result<usize, String> {
        self.game.journal().verify_dice(self.game.rules().seats())
    }

    fn dice_told(&self) -> Result<DiceTold, String> {
        self.game.dice_told()
    }

    fn position_text(&self, steps: usize) -> Result<String, String> {
        let state = self.game.state_at(steps)?;
        let text = self.title.write_position(self.game.rules(), &state, &self.game.header().setup)?;
        // Whatever is read back otherwise is not handed out.
        match example::read_position(&*self.title, "position", &text) {
            Ok(again) if again.state == state => Ok(text),
            Ok(_) | Err(_) => Err("this moment cannot be saved as a position: it depends on more than what is on the \
                     map; choose an earlier or later step"
                .into()),
        }
    }

    fn state_hash(&self) -> Bytes32 {
        self.game.state_hash()
    }

    fn record_text(&self, viewer: Viewer) -> Result<String, String> {
        Ok(Record::new(&self.game, viewer, self.title.is_open())?.to_text())
    }

    fn steps_of_record(&self, viewer: Viewer, record_steps: usize) -> Result<usize, String> {
        record::steps_of_record(&self.game, viewer, record_steps)
    }

    fn record_steps(&self, viewer: Viewer, steps: &[usize]) -> Result<Vec<usize>, String> {
        record::record_steps(&self.game, viewer, steps)
    }
}

impl<T: Title> Advise for ErasedGame<T> {
    fn reach(&self, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        let rules = self.game.rules();
        if seat.index() >= rules.seats().len() {
            return Err(OrderError::Unreadable(format!("this game has no seat number {}", seat.0)));
        }
        rules.reach(&self.seen(Viewer::Seat(seat)), seat, units)
    }

    fn preview(&self, seat: Seat, order: &str) -> Result<Preview, OrderError> {
        crate::preview::preview(&self.seen(Viewer::Seat(seat)), self.game.rules(), seat, order)
    }

    fn overlays(&self, viewer: Viewer) -> Vec<OverlayInfo> {
        self.game.rules().overlays(&self.seen(viewer))
    }

    fn overlay(&self, viewer: Viewer, query: &OverlayQuery) -> Result<Overlay, String> {
        self.game.rules().overlay(&self.seen(viewer), query)
    }

    fn odds_until(
        &self,
        seat: Seat,
        order: &str,
        ahead: &LookAhead,
        limits: OddsLimits,
        entropy: &mut dyn Entropy,
        stop: &Stop,
    ) -> Result<OddsReport, String> {
        let (rules, state) = (self.game.rules(), self.game.state());
        let reckoning = self.title.reckoning().filter(|_| *ahead == LookAhead::EndOfCombat);
        if let Some(reckoning) = reckoning {
            let bounds = (limits, stop);
            let report = reckon_order(&*self.title, reckoning, rules, state, (seat, order), bounds, entropy);
            if let Some(report) = report.map_err(|error| error.to_string())? {
                return Ok(report);
            }
        }
        let mut first = FirstChoiceUntilOver::new(Vec::new());
        let policy: &mut dyn Policy<T::Rules> = match ahead {
            LookAhead::NextDecision => &mut StopAtDecision,
            LookAhead::NextChoice | LookAhead::EndOfCombat => &mut StopAtChoice,
            LookAhead::FirstChoiceOf(seats) => {
                first.seats.clone_from(seats);
                &mut first
            }
        };
        let policy = &mut Stoppable { policy, stop };
        odds_of_order(&*self.title, rules, state, (seat, order), policy, limits, entropy)
            .map_err(|error| error.to_string())
    }
}

impl<T: Title> AnyGame for ErasedGame<T> {
    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(ErasedGame { title: self.title.clone(), game: self.game.clone() })
    }
}
