//! A game at the terminal, from the set-up to the verdict.

use std::collections::BTreeMap;
use std::io::Write;

use kernel::info::{Asked, OverInfo};
use kernel::{AnyGame, Chance, Entropy, PendingInfo, Seat, Setup, Source, Throw, Viewer};

use super::journal::JournalFile;
use super::{chance_of, offers};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::generals;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Player {
    Human,
    Random,
    General(ai::Character),
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    GoOn,
    Leave,
}

/// Random seats act out of turn about once in so many chances.
const RANDOM_INTERRUPT: u32 = 32;
/// How often a general is asked again after an order that the position refuses.
const ATTEMPTS: usize = 3;

pub(super) struct Session<'c> {
    pub(super) title: ai::Registered,
    pub(super) game: Box<dyn AnyGame>,
    pub(super) players: Vec<Player>,
    pub(super) journal: Option<JournalFile>,
    pub(super) console: &'c mut Console,
    pub(super) typed_dice: bool,
    /// What the random seats draw from.
    pub(super) chance_seed: u64,
    /// The generals that have been called to their seats.
    generals: BTreeMap<Seat, Box<dyn ai::AnyGeneral>>,
    /// Log lines that were shown: by seat, and last to a spectator.
    shown: Vec<usize>,
    /// The turn whose map was shown last.
    turn_shown: Option<u32>,
    /// The seat that sits before the screen.
    pub(super) at_screen: Option<Seat>,
    /// Chances to act out of turn that were let pass.
    let_pass: Vec<String>,
    /// After how many steps the game was saved last.
    pub(super) saved_at: Option<usize>,
    /// Files that this session made: they may be written again.
    pub(super) own_files: Vec<std::path::PathBuf>,
}

impl<'c> Session<'c> {
    pub(super) fn new(
        title: ai::Registered,
        game: Box<dyn AnyGame>,
        players: Vec<Player>,
        journal: Option<JournalFile>,
        console: &'c mut Console,
    ) -> Session<'c> {
        let typed_dice = game.header().dice.as_ref().is_none_or(|dice| dice.seed.is_none());
        let shown = vec![0; players.len() + 1];
        let chance_seed = chance_of(&*game);
        Session {
            title,
            game,
            players,
            journal,
            console,
            typed_dice,
            chance_seed,
            generals: BTreeMap::new(),
            shown,
            turn_shown: None,
            at_screen: None,
            let_pass: Vec::new(),
            saved_at: None,
            own_files: Vec::new(),
        }
    }

    pub(super) fn run(&mut self, notices: &[String]) -> Outcome {
        self.opening(notices)?;
        loop {
            self.keep()?;
            let flow = match self.game.pending() {
                PendingInfo::Over(over) => return self.ending(&over),
                PendingInfo::Throw(throw) => self.dice(&throw)?,
                PendingInfo::Decide(_) if self.game.obey_standing_orders().is_some() => Flow::GoOn,
                PendingInfo::Decide(asked) => self.decide(&asked)?,
            };
            if flow == Flow::Leave {
                return self.leaving();
            }
        }
    }

    fn keep(&mut self) -> Outcome {
        match &mut self.journal {
            Some(journal) => journal.append(&*self.game),
            None => Ok(()),
        }
    }

    fn opening(&mut self, notices: &[String]) -> Outcome {
        let header = self.game.header();
        let what = match &header.setup {
            Setup::Scenario { id, .. } => {
                let known = self.title.scenarios().into_iter().find(|scenario| scenario.id == *id);
                known.map_or_else(|| id.clone(), |scenario| format!("{}, {}", scenario.name, scenario.date))
            }
            Setup::Position { file, .. } => file.clone(),
        };
        let heading = format!("{}: {what}", self.title.name());
        let promise = header.dice.as_ref().map(|dice| dice.commitment);
        writeln!(self.console.out, "{}", self.console.bold(&heading))?;
        for notice in notices {
            let notice = self.console.wrapped(&format!("Notice: {notice}."), "");
            writeln!(self.console.out, "{notice}")?;
        }
        let introduction = match &self.game.header().setup {
            Setup::Scenario { id, .. } => self.title.scenarios().into_iter().find(|scenario| scenario.id == *id),
            Setup::Position { .. } => None,
        };
        if let Some(scenario) = introduction.filter(|_| self.game.steps() == 0) {
            writeln!(self.console.out, "{}", self.console.wrapped(&scenario.introduction, ""))?;
        }
        let roles: Vec<String> = self
            .game
            .seats()
            .iter()
            .zip(&self.players)
            .map(|(info, player)| {
                let player = match player {
                    Player::Human => "human".to_owned(),
                    Player::Random => "random".to_owned(),
                    Player::General(character) => ai::name_of(character),
                };
                format!("{} {player}", info.id)
            })
            .collect();
        writeln!(self.console.out, "Seats: {}. Type help for help.", roles.join(", "))?;
        match promise.filter(|_| !self.typed_dice) {
            Some(commitment) => writeln!(self.console.out, "Dice: the hash of the seed is {commitment}.")?,
            None => writeln!(self.console.out, "Dice: roll them yourself and type the results.")?,
        }
        // Of a game that is resumed, only the end of the story is told again.
        if self.game.steps() > 0 {
            for place in 0..self.shown.len() {
                let lines = self.game.log(self.viewer_at(place), 0).len();
                self.shown[place] = lines.saturating_sub(8);
            }
        }
        Ok(())
    }

    fn viewer_at(&self, place: usize) -> Viewer {
        match place < self.players.len() {
            true => Viewer::Seat(Seat(place as u8)),
            false => Viewer::Spectator,
        }
    }

    pub(super) fn humans(&self) -> impl Iterator<Item = Seat> {
        let humans = self.players.iter().enumerate().filter(|(_, player)| **player == Player::Human);
        humans.map(|(place, _)| Seat(place as u8))
    }

    fn player(&self, seat: Seat) -> Player {
        self.players.get(seat.index()).copied().unwrap_or(Player::Human)
    }

    /// Who reads the log as things happen: nobody, if several people with secrets share the screen.
    fn reader(&self) -> Option<Viewer> {
        let mut humans = self.humans();
        match (humans.next(), humans.next()) {
            (None, _) => Some(Viewer::Spectator),
            (Some(seat), None) => Some(Viewer::Seat(seat)),
            (Some(seat), Some(_)) => self.title.is_open().then_some(Viewer::Seat(seat)),
        }
    }

    /// Shows the reader what has happened.
    pub(super) fn tell_news(&mut self) -> Outcome {
        match self.reader() {
            Some(viewer) => self.tell(viewer),
            None => Ok(()),
        }
    }

    fn tell(&mut self, viewer: Viewer) -> Outcome {
        let place = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator => self.players.len(),
        };
        let lines = self.game.log(viewer, self.shown[place]);
        self.shown[place] += lines.len();
        for line in &lines {
            let case = line.case.map_or(String::new(), |case| format!("  [{case}]"));
            writeln!(self.console.out, "{}{}", self.console.wrapped(&line.text, "  "), self.console.dim(&case))?;
        }
        Ok(())
    }

    /// After an undo there are fewer lines than were shown.
    pub(super) fn forget_undone_lines(&mut self) {
        for place in 0..self.shown.len() {
            let lines = self.game.log(self.viewer_at(place), 0).len();
            self.shown[place] = self.shown[place].min(lines);
        }
    }

    fn decide(&mut self, asked: &[Asked]) -> Outcome<Flow> {
        if let Some(machine) = asked.iter().find(|asked| self.player(asked.seat) != Player::Human) {
            return match (self.offer_interrupts()?, self.player(machine.seat)) {
                (Some(flow), _) => Ok(flow),
                (None, Player::General(character)) => self.general_move(machine.seat, character),
                (None, Player::Human | Player::Random) => self.random_move(machine.seat),
            };
        }
        match asked.first() {
            Some(asked) => self.ask(asked),
            None => Err(Failure::finding("this is a bug, please report it: nobody has anything to decide")),
        }
    }

    /// A general gives its orders, from what its seat sees.
    fn general_move(&mut self, seat: Seat, character: ai::Character) -> Outcome<Flow> {
        if !self.generals.contains_key(&seat) {
            let staff = generals::staff_or_failure(&self.title)?;
            let seed = self.chance_seed.wrapping_add(u64::from(seat.0));
            let general = staff.general(&self.game.header().setup, character, seed).map_err(Failure::usage)?;
            self.generals.insert(seat, general);
        }
        let mut refused = Vec::new();
        for _ in 0..=ATTEMPTS {
            let view = self.game.view(Viewer::Seat(seat)).map_err(Failure::finding)?;
            let orders = match self.generals.get_mut(&seat) {
                Some(general) => general.orders(&view, seat, &refused, ai::Reins::loose()).map_err(Failure::finding)?,
                None => Vec::new(),
            };
            let mut obeyed = false;
            for order in orders {
                if self.game.submit(seat, &order).is_err() {
                    // Not which order: the one who reads this may be its enemy.
                    let told =
                        "(A general gave an order that the rules refuse, and was asked again; please report it.)";
                    writeln!(self.console.out, "{}", self.console.dim(told))?;
                    refused.push(order);
                    break;
                }
                obeyed = true;
            }
            if obeyed {
                self.tell_news()?;
                return Ok(Flow::GoOn);
            }
        }
        self.random_move(seat)
    }

    fn random_move(&mut self, seat: Seat) -> Outcome<Flow> {
        let offers = self.game.offers(seat);
        let mut chance = Chance::of_game(self.chance_seed, self.game.steps() as u64);
        let interrupt = !offers.interrupts.is_empty() && chance.below(RANDOM_INTERRUPT) == 0;
        let from = if interrupt { &offers.interrupts } else { &offers.answers };
        let Some(order) = from.get(chance.below((from.len() as u32).max(1)) as usize) else {
            return Err(Failure::finding(
                "this is a bug, please report it: a seat must decide and has no legal action",
            ));
        };
        self.game.submit(seat, order).map_err(|refusal| {
            Failure::finding(format!("this is a bug, please report it: \"{order}\" is offered but refused: {refusal}"))
        })?;
        self.tell_news()?;
        Ok(Flow::GoOn)
    }

    /// Before chance or a random seat goes on, a single person may act out of turn. Several people who share a screen
    /// are not asked, for that would tell them about each other; they can type `SEAT: ORDER` at any prompt.
    fn offer_interrupts(&mut self) -> Outcome<Option<Flow>> {
        let mut humans = self.humans();
        let (Some(seat), None) = (humans.next(), humans.next()) else { return Ok(None) };
        drop(humans);
        let chances = self.game.offers(seat).interrupts;
        if chances.is_empty() || chances == self.let_pass {
            return Ok(None);
        }
        self.tell_news()?;
        writeln!(self.console.out, "You may act out of turn:")?;
        for line in offers::listed(&chances, self.console.width) {
            writeln!(self.console.out, "{line}")?;
        }
        let Some(answer) = self.console.ask("Enter to skip> ")? else { return Ok(Some(Flow::Leave)) };
        if answer.is_empty() {
            self.let_pass = chances;
            return Ok(None);
        }
        let flow = self.answer(seat, &answer, &chances)?;
        Ok(Some(flow.unwrap_or(Flow::GoOn)))
    }

    fn dice(&mut self, throw: &Throw) -> Outcome<Flow> {
        if let Some(flow) = self.offer_interrupts()? {
            return Ok(flow);
        }
        if throw.dice == 0 {
            self.game.throw_given(Source::Typed, &[]).map_err(Failure::finding)?;
            self.tell_news()?;
            return Ok(Flow::GoOn);
        }
        if self.typed_dice {
            return self.typed_throw(throw);
        }
        let dice = self.game.throw().map_err(Failure::finding)?;
        if self.title.is_open() {
            let shown: Vec<String> = dice.iter().map(u8::to_string).collect();
            let noun = if dice.len() == 1 { "The die" } else { "The dice" };
            let verb = if dice.len() == 1 { "shows" } else { "show" };
            writeln!(
                self.console.out,
                "  {noun} for {} ({}) {verb} {}.",
                throw.purpose,
                throw.case,
                self.console.bold(&shown.join(" and "))
            )?;
        }
        self.tell_news()?;
        Ok(Flow::GoOn)
    }

    fn typed_throw(&mut self, throw: &Throw) -> Outcome<Flow> {
        let noun = if throw.dice == 1 { "die" } else { "dice" };
        let question =
            format!("Roll {} {noun} for {} ({}), 1 to {}> ", throw.dice, throw.purpose, throw.case, throw.faces);
        let Some(answer) = self.console.ask(&question)? else { return Ok(Flow::Leave) };
        if matches!(answer.as_str(), "quit" | "exit" | "q") {
            return self.quit();
        }
        if let Some(file) = answer.strip_prefix("save ") {
            self.save(file.trim())?;
            return Ok(Flow::GoOn);
        }
        let words = answer.split([' ', ',']).filter(|word| !word.is_empty());
        let dice: Result<Vec<u8>, _> = words.map(str::parse).collect();
        let thrown = match dice {
            Ok(dice) => self.game.throw_given(Source::Typed, &dice),
            Err(_) => Err("type the results as numbers; or quit, or save FILE".into()),
        };
        if let Err(sentence) = thrown {
            writeln!(self.console.out, "{}.", sentence.trim_end_matches('.'))?;
            return Ok(Flow::GoOn);
        }
        self.tell_news()?;
        Ok(Flow::GoOn)
    }

    /// Puts a question to a person until it is answered.
    fn ask(&mut self, asked: &Asked) -> Outcome<Flow> {
        let seat = asked.seat;
        if self.hand_over(seat)? == Flow::Leave {
            return Ok(Flow::Leave);
        }
        self.tell(Viewer::Seat(seat))?;
        if self.turn_shown != Some(self.game.turn()) {
            self.turn_shown = Some(self.game.turn());
            writeln!(self.console.out, "\n{}", self.game.picture(Viewer::Seat(seat)))?;
        }
        let name = self.game.seats().get(seat.index()).map_or(asked.id.clone(), |info| info.name.clone());
        let heading = self.console.bold(&format!("Turn {}, {name}", self.game.turn()));
        let case = self.title.rulebook().case(asked.prompt.case.number());
        let rule = case.map_or_else(|| asked.prompt.case.to_string(), |case| format!("{} {}", case.id, case.title));
        writeln!(self.console.out, "\n{heading} {}", self.console.dim(&format!("[{rule}]")))?;
        writeln!(self.console.out, "{}", self.console.wrapped(&asked.prompt.text, ""))?;
        let offers = self.game.offers(seat);
        let all: Vec<String> = offers.answers.iter().chain(&offers.interrupts).cloned().collect();
        self.list(&offers.answers, &offers.interrupts)?;
        loop {
            let Some(line) = self.console.ask(&format!("{}> ", asked.id))? else { return Ok(Flow::Leave) };
            if line.is_empty() {
                match offers.answers.as_slice() {
                    [only] => {
                        if let Some(flow) = self.order(seat, only, &all)? {
                            return Ok(flow);
                        }
                    }
                    _ => self.list(&offers.answers, &offers.interrupts)?,
                }
            } else if let Some(flow) = self.answer(seat, &line, &all)? {
                return Ok(flow);
            }
        }
    }

    /// Lists what a seat may do; answers are numbered first.
    fn list(&mut self, answers: &[String], interrupts: &[String]) -> Outcome {
        for line in offers::listed(answers, self.console.width) {
            writeln!(self.console.out, "{line}")?;
        }
        if !interrupts.is_empty() {
            writeln!(self.console.out, "At any time:")?;
            for (place, order) in interrupts.iter().enumerate() {
                writeln!(self.console.out, "{:4}  {order}", answers.len() + place + 1)?;
            }
        }
        if answers.len() == 1 {
            writeln!(self.console.out, "{}", self.console.dim("There is only one choice: press Enter."))?;
        }
        Ok(())
    }

    /// Where people with secrets share the screen, it is cleared before the next one looks.
    fn hand_over(&mut self, seat: Seat) -> Outcome<Flow> {
        if self.at_screen == Some(seat) {
            return Ok(Flow::GoOn);
        }
        let is_first = self.at_screen.is_none();
        self.at_screen = Some(seat);
        if self.reader().is_some() || (is_first && self.game.steps() == 0) {
            return Ok(Flow::GoOn);
        }
        self.turn_shown = None;
        if self.console.colour {
            write!(self.console.out, "\x1b[2J\x1b[3J\x1b[H")?;
        } else if self.console.interactive {
            write!(self.console.out, "{}", "\n".repeat(60))?;
        }
        let name = self.game.seats().get(seat.index()).map_or_else(String::new, |info| info.name.clone());
        let answer = self.console.ask(&format!("Next at the screen: {name}. Press Enter> "))?;
        Ok(if answer.is_none() { Flow::Leave } else { Flow::GoOn })
    }

    fn ending(&mut self, over: &OverInfo) -> Outcome {
        self.tell_news()?;
        let viewer = self.reader().unwrap_or(Viewer::Spectator);
        writeln!(self.console.out, "\n{}", self.game.picture(viewer))?;
        writeln!(self.console.out, "{}", self.console.bold(&format!("The game is over: {}.", over.words)))?;
        if let Some(seed) = self.game.header().dice.as_ref().and_then(|dice| dice.seed) {
            writeln!(self.console.out, "The seed of the dice was {seed}.")?;
        }
        match &self.journal {
            Some(journal) => {
                let path = journal.path.display();
                writeln!(
                    self.console.out,
                    "The game is in {path}; replay {path} --verify-dice replays it and checks the dice."
                )?;
            }
            None if self.console.interactive => {
                let file = self.console.ask("A file to save the game in, or Enter to leave> ")?;
                if let Some(file) = file.filter(|file| !file.is_empty()) {
                    self.save(file.strip_prefix("save ").unwrap_or(&file))?;
                }
            }
            None => {}
        }
        Ok(())
    }

    fn leaving(&mut self) -> Outcome {
        self.keep()?;
        match &self.journal {
            Some(journal) => {
                let path = journal.path.display();
                writeln!(self.console.out, "The game is saved in {path}; play --resume {path} continues it.")?;
            }
            None if self.saved_at == Some(self.game.steps()) => {}
            None => writeln!(self.console.out, "The game was not saved.")?,
        }
        Ok(())
    }
}
