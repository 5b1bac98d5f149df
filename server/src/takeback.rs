//! Going back past a barrier, by consent of everybody who would lose by it.
//!
//! A request is kept on disk: those who play a move a day answer it a day later. It says nothing about what was done in
//! secret: where things are hidden, its words are the same whatever is to be taken back.

use std::collections::BTreeSet;

use kernel::{PendingInfo, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::table::Table;
use crate::wire;

/// Where a request wants to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Target {
    BeforeLastOrder,
    /// After so many steps of the asker's own record.
    RecordStep(usize),
}

/// What is asked for, or how the last request ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Takeback {
    Asked {
        by: u8,
        target: Target,
        agreed: BTreeSet<u8>,
    },
    /// Who did not agree to whose request.
    Refused {
        by: u8,
        whose: u8,
    },
}

impl Table {
    /// Once a game is over its seed is revealed, and with it every throw that could still come.
    pub(crate) fn must_not_be_over(&self) -> Result<(), Problem> {
        match self.game.pending() {
            PendingInfo::Over(_) => Err(Problem::conflict(
                "the game is over and its dice are revealed, so nothing can be taken back; branch off into a new game",
            )),
            PendingInfo::Decide(_) | PendingInfo::Throw(_) => Ok(()),
        }
    }

    /// How many steps the game has when it has gone back as far as is asked.
    fn steps_at(&self, by: Seat, target: Target) -> Result<usize, Problem> {
        let steps = match target {
            Target::BeforeLastOrder => self.game.before_last_order(by),
            Target::RecordStep(step) => self.steps_of_record(Viewer::Seat(by), step),
        };
        steps.map_err(Problem::conflict)
    }

    /// The steps of the game after a step of a viewer's record.
    pub(crate) fn steps_of_record(&self, viewer: Viewer, step: usize) -> Result<usize, String> {
        match self.title.is_open() {
            // Everybody notices every step.
            true => Ok(self.game.first_step().saturating_add(step)),
            false => self.game.steps_of_record(viewer, step),
        }
    }

    /// The seats that must still agree: not programs, the requesting player's own seats or empty seats.
    fn waiting_for(&self, by: Seat, agreed: &BTreeSet<u8>) -> Vec<Seat> {
        let holder = |seat: Seat| {
            let row = self.seats.iter().find(|row| row.seat == seat.0 && !self.is_program(seat));
            row.map_or("", |row| row.holder.as_str())
        };
        let must_agree = |seat: &Seat| !holder(*seat).is_empty() && holder(*seat) != holder(by);
        let all = (0..self.seat_infos().len() as u8).map(Seat);
        all.filter(|seat| must_agree(seat) && !agreed.contains(&seat.0)).collect()
    }

    /// A seat asks to go back.
    pub(crate) fn ask_back(&mut self, by: Seat, step: Option<usize>) -> Result<(), Problem> {
        self.must_not_be_over()?;
        if let Some(Takeback::Asked { by: other, .. }) = &self.takeback
            && *other != by.0
        {
            let name = &self.seat_infos()[usize::from(*other)].name;
            return Err(Problem::conflict(format!("{name} has already requested a takeback; answer that first")));
        }
        let target = step.map_or(Target::BeforeLastOrder, Target::RecordStep);
        let steps = self.steps_at(by, target)?;
        // In steps of the seat's own record: the true number of steps may be a secret.
        let nothing = match target {
            Target::BeforeLastOrder => false,
            Target::RecordStep(_) if self.title.is_open() => steps >= self.game.steps(),
            Target::RecordStep(step) => self.game.steps_of_record(Viewer::Seat(by), step + 1).is_err(),
        };
        if nothing {
            return Err(Problem::conflict("there is nothing to take back"));
        }
        let agreed = BTreeSet::new();
        if self.waiting_for(by, &agreed).is_empty() {
            return self.go_back(by, target);
        }
        self.keep_takeback(Some(Takeback::Asked { by: by.0, target, agreed }));
        Ok(())
    }

    /// A seat answers. One refusal ends the request.
    pub(crate) fn answer_back(&mut self, seat: Seat, agree: bool) -> Result<(), Problem> {
        let Some(Takeback::Asked { by, target, agreed }) = self.takeback.clone() else {
            return Err(Problem::conflict("no takeback has been requested"));
        };
        let asker = Seat(by);
        if !self.waiting_for(asker, &agreed).contains(&seat) {
            return Err(Problem::conflict("the takeback does not need this seat's answer"));
        }
        if !agree {
            self.keep_takeback(Some(Takeback::Refused { by: seat.0, whose: by }));
            return Ok(());
        }
        self.must_not_be_over()?;
        let agreed: BTreeSet<u8> = agreed.into_iter().chain([seat.0]).collect();
        match self.waiting_for(asker, &agreed).is_empty() {
            true => self.go_back(asker, target),
            false => {
                self.keep_takeback(Some(Takeback::Asked { by, target, agreed }));
                Ok(())
            }
        }
    }

    /// Whether a seat may take its own takeback back, as redo does: nobody else has to agree, and nothing has happened since.
    pub(crate) fn may_restore(&self, seat: Seat) -> bool {
        self.game.can_restore() && self.waiting_for(seat, &BTreeSet::new()).is_empty()
    }

    fn go_back(&mut self, by: Seat, target: Target) -> Result<(), Problem> {
        let steps = self.steps_at(by, target)?;
        let everybody: Vec<Seat> = (0..self.seat_infos().len() as u8).map(Seat).collect();
        self.game.takeback(steps, &everybody).map_err(Problem::conflict)?;
        self.keep_takeback(None);
        Ok(())
    }

    /// A player who gives another order no longer wants a takeback, and has read how the last request ended.
    pub(crate) fn lapse_takeback(&mut self, seat: Seat) {
        match &self.takeback {
            Some(Takeback::Asked { by, .. } | Takeback::Refused { whose: by, .. }) if *by == seat.0 => {
                self.keep_takeback(None);
            }
            Some(Takeback::Asked { .. } | Takeback::Refused { .. }) | None => {}
        }
    }

    /// It goes to disk together with what was done to the game, see [`Table::write`].
    fn keep_takeback(&mut self, takeback: Option<Takeback>) {
        self.takeback_changed |= takeback != self.takeback;
        self.takeback = takeback;
    }

    /// The request as it is kept; empty if there is none.
    pub(crate) fn takeback_text(&self) -> Result<String, Problem> {
        let text = self.takeback.as_ref().map_or(Ok(String::new()), serde_json::to_string);
        text.map_err(|error| Problem::bad(error.to_string()))
    }

    /// What everybody is told: the request, and how the last one ended.
    pub(crate) fn takeback_told(&self) -> (Option<wire::Takeback<'_>>, Option<String>) {
        let name = |seat: u8| self.seat_infos().get(usize::from(seat)).map_or("somebody", |info| info.name.as_str());
        let id = |seat: u8| self.seat_infos().get(usize::from(seat)).map(|info| info.id.as_str());
        match &self.takeback {
            None => (None, None),
            Some(Takeback::Refused { by, whose }) => {
                (None, Some(format!("{} refused the takeback requested by {}.", name(*by), name(*whose))))
            }
            Some(Takeback::Asked { by, target, agreed }) => {
                let waiting_for = self.waiting_for(Seat(*by), agreed).iter().filter_map(|seat| id(seat.0)).collect();
                let words = self.takeback_words(Seat(*by), *target);
                (Some(wire::Takeback { by: id(*by), words, waiting_for }), None)
            }
        }
    }

    fn takeback_words(&self, by: Seat, target: Target) -> String {
        let plain = "May we go back to an earlier point of the game?".to_owned();
        if !self.title.is_open() {
            return plain;
        }
        let Ok(steps) = self.steps_at(by, target) else { return plain };
        let stays = self.game.log_until(Viewer::Spectator, steps).len();
        let goes = self.game.log(Viewer::Spectator, stays);
        match goes.first() {
            Some(first) if goes.len() == 1 => {
                format!("May we go back to before “{}”?", self.names.plain(&first.text))
            }
            Some(first) => {
                let first = self.names.plain(&first.text);
                format!("May we go back to before “{first}” ({} lines of the log)?", goes.len())
            }
            None => plain,
        }
    }
}
