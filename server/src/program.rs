//! The seats that the program plays: at random, or by a general.
//!
//! A general is handed what its seat sees, thinks while nobody is kept from the table, and gives its orders through the same
//! door as a person. If the game has changed meanwhile, its orders are forgotten and it is asked anew.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ai::{AnyGeneral, AnyStaff, Budget, Character, Progress};
use kernel::{Bytes32, Chance, Entropy, PendingInfo, Seat, Setup, Source, Viewer};
use serde_json::Value;
use store::Store;

use crate::headquarters::{Headquarters, Impatience};
use crate::house::House;
use crate::pause::Haste;
use crate::problem::Problem;
use crate::queue::{Closed, Party, Rank};
use crate::secret;
use crate::table::Table;
use crate::wire;
use crate::workshop::Lost;

/// Steps that random seats and dice take before others get a word in.
const STEPS_AT_ONCE: usize = 24;
/// Random seats act out of turn about once in so many chances.
const RANDOM_INTERRUPT: u32 = 32;
/// A person who did something within this time before the server began is answered without being waited for.
const RECENT: Duration = Duration::from_secs(60 * 60);
/// How often a general is asked again after an order that the position refuses.
const ATTEMPTS: usize = 3;
/// Thoughts that are shorter than this are not spoken of.
const SILENT: Duration = Duration::from_millis(100);
/// How often viewers are told the progress of a thought.
const TELLING: Duration = Duration::from_millis(250);

/// Whether the program plays the seats of this kind: all but those of people.
pub(crate) fn is_program(kind: &str) -> bool {
    !matches!(kind, "here" | "link")
}

/// What people call the general of a seat, if one plays it.
pub(crate) fn general_title(kind: &str) -> Option<String> {
    match kind {
        "here" | "link" | "random" => None,
        general => Some(ai::title_of(general).unwrap_or_else(|_| general.to_owned())),
    }
}

/// What the machine has to do next in a game.
pub(crate) enum Next {
    /// Nothing: people are to decide, or the game is over.
    Nothing,
    /// More throws and random moves.
    More,
    /// The general of a seat is to be asked.
    Ask(Seat),
    /// Nothing until this moment.
    Wait(Duration),
}

/// A general with what it is asked; it is not at the table while it thinks.
pub(crate) struct Question {
    seat: Seat,
    view: Value,
    /// The one that has played the seat so far.
    general: Option<Box<dyn AnyGeneral>>,
    staff: Arc<dyn AnyStaff>,
    setup: Setup,
    seed: u64,
    character: Character,
    /// Orders that the position has refused.
    refused: Vec<String>,
    cancel: Arc<AtomicBool>,
    /// The change of the game after which it was asked.
    after: u64,
    /// When it was asked, whether the time that it takes could tell something, and by when it has to answer.
    asked: Duration,
    keeps_time: bool,
    answers_by: Option<Duration>,
}

/// A thought under way.
#[derive(Debug)]
pub(crate) struct Thought {
    cancel: Arc<AtomicBool>,
    /// What viewers were told of it.
    told: Option<Arc<str>>,
}

/// The generals of a game and what they are about.
#[derive(Debug, Default)]
pub(crate) struct Program {
    generals: std::collections::BTreeMap<Seat, Box<dyn AnyGeneral>>,
    thought: Option<Thought>,
    /// Orders of a general that the position as it stands refused, since the last that it accepted.
    refused: Vec<String>,
    /// Counts how often the game has changed.
    changes: u64,
}

impl Program {
    /// The game has changed under a general that thinks, or ends.
    pub(crate) fn interrupt(&mut self) {
        self.changes += 1;
        self.refused.clear();
        if let Some(thought) = &self.thought {
            thought.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Somebody else plays the seat from now on.
    pub(crate) fn dismiss(&mut self, seat: Seat) {
        self.generals.remove(&seat);
        self.interrupt();
    }

    /// The game has gone back: what generals had in mind belongs to another course of it.
    pub(crate) fn forget(&mut self) {
        self.generals.clear();
        self.refused.clear();
    }

    /// What a newly connected viewer is told about the thought in progress.
    pub(crate) fn told(&self) -> Option<&Arc<str>> {
        self.thought.as_ref().and_then(|thought| thought.told.as_ref())
    }
}

impl Table {
    fn kind(&self, seat: Seat) -> &str {
        self.seats.iter().find(|row| row.seat == seat.0).map_or("link", |row| row.kind.as_str())
    }

    /// Whether the program plays the seat.
    pub(crate) fn is_program(&self, seat: Seat) -> bool {
        is_program(self.kind(seat))
    }

    /// Whether a seat of the program or a die is to move, or standing orders may answer when the pause is over.
    pub(crate) fn waits_for_machine(&self) -> bool {
        match self.game.pending() {
            PendingInfo::Over(_) => false,
            PendingInfo::Throw(_) => self.nonces_owed().is_empty(),
            PendingInfo::Decide(asked) => {
                self.pauses.pending() || asked.iter().any(|asked| self.is_program(asked.seat))
            }
        }
    }

    /// Dice fall and random seats decide, a number of times. What happened is neither written nor shown yet.
    pub(crate) fn settle(&mut self) -> Result<usize, Problem> {
        self.add_empty_nonces()?;
        for step in 0..STEPS_AT_ONCE {
            self.notice_questions();
            match self.game.pending() {
                PendingInfo::Over(_) => return Ok(step),
                // The first throw waits until everybody has added to the dice.
                PendingInfo::Throw(_) if !self.nonces_owed().is_empty() => return Ok(step),
                PendingInfo::Throw(throw) => {
                    let seeded = self.game.header().dice.as_ref().is_some_and(|dice| dice.seed.is_some());
                    let thrown = match seeded {
                        true => self.game.throw().map(|_| ()),
                        // A game that was played with real dice goes on with the machine's.
                        false => {
                            let mut chance = Chance::from_seed(&Bytes32(secret::random_bytes()));
                            let dice: Vec<u8> =
                                (0..throw.dice).map(|_| chance.below(throw.faces.into()) as u8 + 1).collect();
                            self.game.throw_given(Source::Typed, &dice)
                        }
                    };
                    thrown.map_err(|words| self.broken(&words))?;
                }
                PendingInfo::Decide(asked) => {
                    if self.held().is_some() {
                        return Ok(step);
                    }
                    if self.game.obey_standing_orders().is_some() {
                        continue;
                    }
                    let mut seats = asked.iter().map(|asked| asked.seat);
                    let Some(seat) = seats.find(|seat| self.kind(*seat) == "random") else { return Ok(step) };
                    self.move_at_random(seat)?;
                }
            }
        }
        Ok(STEPS_AT_ONCE)
    }

    fn move_at_random(&mut self, seat: Seat) -> Result<(), Problem> {
        let offers = self.game.offers(seat);
        let mut chance = Chance::of_game(self.chance_seed, self.game.steps() as u64);
        let interrupt = !offers.interrupts.is_empty() && chance.below(RANDOM_INTERRUPT) == 0;
        let from = if interrupt { &offers.interrupts } else { &offers.answers };
        let order = from.get(chance.below((from.len() as u32).max(1)) as usize);
        let Some(order) = order else { return Err(self.broken("a seat is asked and can do nothing")) };
        let submitted = self.game.submit(seat, order);
        submitted.map(|_| ()).map_err(|error| self.broken(&error.to_string()))
    }

    /// Lets random seats and dice move on for a while, and says what there is to do next.
    pub(crate) async fn drive(&mut self, store: &Store) -> Result<Next, Problem> {
        if self.gone || !self.waits_for_machine() {
            return Ok(Next::Nothing);
        }
        self.wake();
        if self.settle()? > 0 {
            self.program.changes += 1;
            self.program.refused.clear();
            self.show(store, false).await?;
        }
        Ok(match self.game.pending() {
            PendingInfo::Over(_) => Next::Nothing,
            PendingInfo::Throw(_) if !self.nonces_owed().is_empty() => Next::Nothing,
            PendingInfo::Throw(_) => Next::More,
            PendingInfo::Decide(asked) => {
                let program: Vec<Seat> =
                    asked.iter().map(|asked| asked.seat).filter(|seat| self.is_program(*seat)).collect();
                let random = program.iter().any(|seat| self.kind(*seat) == "random");
                match (program.first(), self.held()) {
                    (None, None) => Next::Nothing,
                    (None, Some(until)) => Next::Wait(until),
                    (Some(_), Some(until)) if random => Next::Wait(until),
                    (Some(_), None) if random => Next::More,
                    // It may think while the pause lasts.
                    (Some(seat), _) => Next::Ask(*seat),
                }
            }
        })
    }

    /// What the general of a seat is asked. If there is none for it, a sentence.
    fn question(&mut self, headquarters: &Headquarters, seat: Seat) -> Result<Question, String> {
        let character = headquarters.character(self.kind(seat))?;
        let staff = headquarters.staff(self.title.id());
        let staff = staff.ok_or_else(|| format!("{} has no generals", self.title.name()))?;
        let view = self.game.view(Viewer::Seat(seat))?;
        let general = self.program.generals.remove(&seat);
        let setup = self.game.header().setup.clone();
        let seed = self.chance_seed.wrapping_add(u64::from(seat.0) + 1);
        let cancel = Arc::new(AtomicBool::new(false));
        self.program.thought = Some(Thought { cancel: cancel.clone(), told: None });
        let after = self.program.changes;
        let refused = self.program.refused.clone();
        Ok(Question {
            seat,
            view,
            general,
            staff,
            setup,
            seed,
            character,
            refused,
            cancel,
            after,
            asked: self.clock.moment(),
            keeps_time: self.pauses_before_answers(),
            answers_by: self.answers_by(),
        })
    }

    /// Tells those who look on how far a general is. Where things are hidden, that somebody thinks could be a secret.
    fn tell_thinking(&mut self, seat: Seat, budget: Budget, progress: Option<Progress>) {
        let Some(info) = self.game.seats().get(seat.index()).filter(|_| self.title.is_open()) else { return };
        let rounded = |number: f64| (number * 100.0).round() / 100.0;
        let budget = match budget {
            Budget::Simulations(_) => None,
            Budget::Seconds(seconds) => Some(seconds),
        };
        // What it expects would be good to know for its opponent.
        let thought = wire::Thought {
            share: rounded(progress.map_or(0.0, |progress| progress.share)),
            seconds: rounded(progress.map_or(0.0, |progress| progress.seconds)),
            budget,
            expects: None,
        };
        let message =
            wire::Thinking { kind: wire::ThinkingKind::Thinking, seat: Some(&info.id), thought: Some(thought) };
        let message: Arc<str> = Arc::from(wire::text(&message));
        let Some(thought) = &mut self.program.thought else { return };
        thought.told = Some(message.clone());
        self.tell_all(&message);
    }

    fn end_thinking(&mut self) {
        let told = self.program.thought.take().is_some_and(|thought| thought.told.is_some());
        if told {
            let message = wire::Thinking { kind: wire::ThinkingKind::Thinking, seat: None, thought: None };
            self.tell_all(&Arc::from(wire::text(&message)));
        }
    }

    /// Whether nothing has happened since this change.
    fn stands_as_after(&self, change: u64) -> bool {
        !self.gone && self.program.changes == change
    }

    /// Carries out an order of a general as one of a person: checked, written, shown. Tells whether its next one still fits.
    ///
    /// After an order that is refused the general is asked again, and told no more than that; if that does not help, the seat
    /// does one of the things that it is offered, for a game must go on.
    async fn obey(&mut self, store: &Store, seat: Seat, order: Option<&str>) -> Result<bool, Problem> {
        self.wake();
        let fits = match order.map(|order| (order, self.game.submit(seat, order))) {
            Some((_, Ok(submitted))) => submitted.stopped.is_none(),
            Some((order, Err(error))) => {
                let words = error.to_string();
                tracing::error!(game = %self.row.id, order, %words, "an order of a general was refused");
                if self.program.refused.len() < ATTEMPTS {
                    self.program.refused.push(order.to_owned());
                    return Ok(false);
                }
                self.move_at_random(seat)?;
                false
            }
            None => {
                self.move_at_random(seat)?;
                false
            }
        };
        self.program.refused.clear();
        self.program.changes += 1;
        let settled = self.settle()?;
        self.show(store, false).await?;
        Ok(fits && settled == 0 && self.asks(seat))
    }

    /// Whether the seat is to decide something.
    pub(crate) fn asks(&self, seat: Seat) -> bool {
        match self.game.pending() {
            PendingInfo::Decide(asked) => asked.iter().any(|asked| asked.seat == seat),
            PendingInfo::Throw(_) | PendingInfo::Over(_) => false,
        }
    }
}

type SharedTable = Arc<tokio::sync::Mutex<Table>>;

impl House {
    /// Moves the program's seats and dice on until somebody else is to decide.
    pub(crate) fn drive(self: Arc<House>, table: SharedTable, party: Party, rank: Rank) {
        let runtime = self.workshop.back().clone();
        runtime.spawn(async move {
            // Only so many games of programs are under way at a time; the others come in turn.
            let _under_way = match rank {
                Rank::Person => None,
                Rank::Program => match self.program_games.turn(&party, rank, 1).await {
                    Ok(turn) => Some(turn),
                    Err(Closed) => return,
                },
            };
            let (house, driven, account) = (self.clone(), table.clone(), party.clone());
            let work = async move { house.drive_on(&driven, &account, rank).await };
            match self.workshop.move_on(&party, rank, work).await {
                Ok(()) | Err(Lost::Stopping) => {}
                // Half of something may have happened in memory; on disk nothing has.
                Err(Lost::Broken | Lost::Refused(_)) => table.lock().await.dismiss(None),
            }
        });
    }

    async fn drive_on(&self, table: &SharedTable, party: &Party, rank: Rank) {
        loop {
            let mut guard = table.lock().await;
            if guard.may_rest(self.limits.unwatched) {
                (guard.driven, guard.rests) = (false, true);
                return;
            }
            let next = match self.is_stopped() {
                true => Ok(Next::Nothing),
                false => guard.drive(&self.store).await,
            };
            match next {
                Ok(Next::More) => {
                    drop(guard);
                    if rank == Rank::Program {
                        self.pass(self.clock.moment() + self.limits.breath).await;
                    }
                }
                Ok(Next::Wait(until)) => {
                    drop(guard);
                    self.pass(until).await;
                }
                Ok(Next::Ask(seat)) => match guard.question(&self.headquarters, seat) {
                    Ok(question) => {
                        drop(guard);
                        self.ask(table, question, (party, rank)).await;
                    }
                    Err(words) => {
                        tracing::error!(game = %guard.row.id, %words, "a general cannot be asked");
                        // Then the seat moves at random.
                        let _ = guard.obey(&self.store, seat, None).await;
                        drop(guard);
                    }
                },
                Ok(Next::Nothing) | Err(_) => {
                    guard.driven = false;
                    return;
                }
            }
            tokio::task::yield_now().await;
        }
    }

    /// Waits for a moment, or until the server is told to stop.
    async fn pass(&self, until: Duration) {
        tokio::select! {
            () = self.clock.until(until) => {}
            () = self.told_to_stop() => {}
        }
    }

    /// Asks a general, and carries out its orders if the game is unchanged.
    async fn ask(&self, table: &SharedTable, question: Question, account: (&Party, Rank)) {
        let Question { seat, view, general, staff, setup, seed, character, refused, cancel, after, .. } = question;
        let Question { asked, keeps_time, answers_by, .. } = question;
        // If this task ends before the thought does, nobody needs it any more.
        let _impatience = Impatience(cancel.clone());
        let heard: Arc<Mutex<Option<Progress>>> = Arc::default();
        let listener = heard.clone();
        let haste = Arc::new(Haste::default());
        let (begins, stops) = (haste.clone(), cancel.clone());
        let threads = if character.policy.searches() { character.threads } else { 1 };
        let thought = self.headquarters.think(
            account,
            threads,
            cancel.clone(),
            move |progress| *listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress),
            move |reins| {
                let mut general = general.map_or_else(|| staff.general(&setup, character, seed), Ok)?;
                if keeps_time {
                    begins.begins(general.plans(&view, seat)?, &stops);
                }
                let orders = general.orders(&view, seat, &refused, reins)?;
                Ok::<_, String>((general, orders))
            },
        );
        let mut thought = std::pin::pin!(thought);
        let mut over = answers_by.map(|moment| self.clock.until(moment));
        let mut telling = tokio::time::interval_at(tokio::time::Instant::now() + SILENT, TELLING);
        telling.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let outcome = loop {
            tokio::select! {
                biased;
                outcome = thought.as_mut() => break outcome,
                () = self.told_to_stop(), if !cancel.load(Ordering::Relaxed) => {
                    cancel.store(true, Ordering::Relaxed);
                }
                () = async { if let Some(over) = &mut over { over.await } }, if over.is_some() => {
                    over = None;
                    haste.is_over(&cancel);
                }
                _ = telling.tick() => {
                    // The holder of the table must not wait for this.
                    if let Ok(mut table) = table.try_lock() {
                        let progress = *heard.lock().unwrap_or_else(PoisonError::into_inner);
                        table.tell_thinking(seat, character.budget, progress);
                    }
                }
            }
        };
        let planned = asked + haste.plan();
        let mut guard = table.lock().await;
        while guard.stands_as_after(after) && !self.is_stopped() {
            let until = guard.held().max((planned > self.clock.moment()).then_some(planned));
            let Some(until) = until else { break };
            drop(guard);
            self.pass(until).await;
            guard = table.lock().await;
        }
        guard.end_thinking();
        if !guard.stands_as_after(after) || self.is_stopped() {
            return;
        }
        let orders = match outcome.unwrap_or_else(|_| Err("a general broke down".into())) {
            Ok((general, orders)) => {
                guard.program.generals.insert(seat, general);
                orders
            }
            Err(words) => {
                tracing::error!(game = %guard.row.id, %words, "a general gave no order");
                Vec::new()
            }
        };
        if orders.is_empty() {
            let _ = guard.obey(&self.store, seat, None).await;
            return;
        }
        for order in &orders {
            // What the writer or the disk has to say is kept by the table: it is gone then.
            if !matches!(guard.obey(&self.store, seat, Some(order)).await, Ok(true)) {
                return;
            }
            let after = guard.program.changes;
            drop(guard);
            tokio::task::yield_now().await;
            guard = table.lock().await;
            if !guard.stands_as_after(after) {
                return;
            }
        }
    }

    /// Games in which the machine was to answer a person when the server ended go on, if that was not long ago. All others
    /// rest until somebody looks at them.
    pub(crate) async fn wake_games(self: Arc<House>) {
        let since = self.clock.now().saturating_sub(i64::try_from(RECENT.as_millis()).unwrap_or(i64::MAX));
        let Ok(rows) = self.store.games_against_the_program(since).await else { return };
        for row in rows {
            if self.is_stopped() {
                return;
            }
            // Lists do not say for every game who decides; such games are looked at.
            let waits = match (self.title(&row.title), row.scenario.as_str(), row.waiting.as_str()) {
                (Err(_), _, _) => false,
                (Ok(_), "", _) | (Ok(_), _, "") => true,
                (Ok(title), scenario, waiting) => {
                    let infos = title.seats(scenario, &kernel::Options::new()).unwrap_or_default();
                    let Ok(seats) = self.store.seats(&row.id).await else { continue };
                    seats.iter().filter(|seat| is_program(&seat.kind)).any(|seat| {
                        let info = infos.get(usize::from(seat.seat));
                        info.is_some_and(|info| waiting.split(',').any(|id| id == info.id))
                    })
                }
            };
            if waits && let Err(problem) = self.table(&row.id, &House::own_party(&row.owner)).await {
                tracing::warn!(game = %row.id, sentence = ?problem.body, "a game cannot go on by itself");
            }
        }
    }
}
