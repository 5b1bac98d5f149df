//! The pause before an answer, in games with secrets.
//!
//! An answer that comes at once tells that no person gave it: a standing order did, or a general, or there was nothing to choose. So
//! whoever is asked in such a game answers when a pause has passed, or later; its length is drawn without looking at who is asked,
//! what about, and what will answer.
//!
//! Nor may an answer come later because there was more to think about. A general that answers is stopped before the pause is over and
//! says what it found best so far. Only for the plan of its own turn, which everybody knows to be its turn, does it get its time,
//! and then all of it. People take as long as they like; what that tells is theirs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::{Bytes32, Chance, Entropy, PendingInfo, Seat};

use crate::queue::Rank;
use crate::table::{Deed, Table};

/// The shortest and the longest pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause {
    pub shortest: Duration,
    pub longest: Duration,
}

impl Pause {
    /// Answers come as soon as they are known. Nothing is kept secret by the time they take.
    pub const NONE: Pause = Pause { shortest: Duration::ZERO, longest: Duration::ZERO };
}

/// How long a general may think about an answer, and what it does.
#[derive(Debug, Default)]
pub(crate) struct Haste {
    known: Mutex<Known>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The time for an answer is over.
    late: bool,
    /// Whether it answers, or how long it has for its plan; nothing before it has begun.
    thinks: Option<Thinks>,
}

#[derive(Clone, Copy, Debug)]
enum Thinks {
    Answer,
    Plan(Duration),
}

impl Haste {
    fn change(&self, cancel: &AtomicBool, change: impl FnOnce(&mut Known)) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut known);
        if known.late && matches!(known.thinks, Some(Thinks::Answer)) {
            cancel.store(true, Ordering::Relaxed);
        }
    }

    /// The general begins: with a plan that may take so long, or with an answer.
    pub(crate) fn begins(&self, plan: Option<Duration>, cancel: &AtomicBool) {
        self.change(cancel, |known| known.thinks = Some(plan.map_or(Thinks::Answer, Thinks::Plan)));
    }

    /// The time for an answer is over.
    pub(crate) fn is_over(&self, cancel: &AtomicBool) {
        self.change(cancel, |known| known.late = true);
    }

    /// How long the plan takes, whenever it was found; nothing for an answer.
    pub(crate) fn plan(&self) -> Duration {
        match self.known.lock().unwrap_or_else(PoisonError::into_inner).thinks {
            Some(Thinks::Plan(time)) => time,
            Some(Thinks::Answer) | None => Duration::ZERO,
        }
    }
}

/// Who has been asked in a game, and until when no answer is given.
#[derive(Debug)]
pub(crate) struct Pauses {
    pause: Pause,
    chance: Chance,
    asked: Vec<Seat>,
    held_until: Option<Duration>,
}

impl Pauses {
    pub(crate) fn new(pause: Pause, seed: &Bytes32) -> Pauses {
        Pauses { pause, chance: Chance::from_seed(seed), asked: Vec::new(), held_until: None }
    }

    fn draw(&mut self) -> Duration {
        let between = self.pause.longest.saturating_sub(self.pause.shortest);
        let steps = u32::try_from(between.as_millis()).unwrap_or(u32::MAX).saturating_add(1);
        self.pause.shortest + Duration::from_millis(self.chance.below(steps).into())
    }

    /// Whether a pause is to be waited for, or has not been noticed to be over.
    pub(crate) fn pending(&self) -> bool {
        self.held_until.is_some()
    }
}

impl Table {
    /// Where people play and not everything is seen by all.
    pub(crate) fn pauses_before_answers(&self) -> bool {
        !self.title.is_open() && self.rank() == Rank::Person && self.pauses.pause != Pause::NONE
    }

    /// Begins a pause if a seat is asked that was not. Dice that fall in between change nothing.
    pub(crate) fn notice_questions(&mut self) {
        if !self.pauses_before_answers() {
            return;
        }
        let PendingInfo::Decide(asked) = self.game.pending() else { return };
        let asked: Vec<Seat> = asked.iter().map(|asked| asked.seat).collect();
        if asked.iter().any(|seat| !self.pauses.asked.contains(seat)) {
            self.pauses.held_until = Some(self.clock.moment() + self.pauses.draw());
        }
        self.pauses.asked = asked;
    }

    /// The moment until which nobody answers, if it has not come.
    pub(crate) fn held(&mut self) -> Option<Duration> {
        let moment = self.clock.moment();
        self.pauses.held_until = self.pauses.held_until.filter(|until| *until > moment);
        self.pauses.held_until
    }

    /// When a general that answers now has to be stopped, so that it does not keep others waiting for longer than the pause; nothing
    /// where there is none.
    pub(crate) fn answers_by(&mut self) -> Option<Duration> {
        let moment = self.clock.moment();
        self.held().map(|until| moment + (until - moment) * 3 / 4)
    }

    /// Until when a command has to wait: an answer does, as if it were given by anything else.
    pub(crate) fn held_for(&mut self, seat: &str, deed: &Deed) -> Option<Duration> {
        let asked = self.seat_named(seat).is_ok_and(|seat| self.asks(seat));
        match deed {
            Deed::Order(_) if asked => self.held(),
            Deed::Order(_) | Deed::Undo | Deed::Redo | Deed::Reset | Deed::Takeback { .. } | Deed::Answer { .. } => {
                None
            }
        }
    }
}
