//! Going back: undo, redo, and takebacks by consent.

use super::{DoneOf, Game};
use crate::info::seat_id;
use crate::journal::{Entry, Step};
use crate::order::try_actions;
use crate::{Language, Seat, Submitted, Viewer};

impl<R: Language> Game<R> {
    /// Whether [`Game::undo`] finds an order of the seat that it may take back; if not, why not.
    pub fn can_undo(&self, seat: Seat) -> Result<(), String> {
        self.last_order(seat).map(|_| ())
    }

    pub fn can_redo(&self, seat: Seat) -> bool {
        self.redo.iter().any(|(undone_by, _)| *undone_by == seat)
    }

    /// Takes back the last order of a seat, as long as no die has fallen, nothing has come to light and nobody else has
    /// been asked anything since, whatever came of the question: otherwise an order could be tried for nothing, and a
    /// refusal would tell what another answered in secret. What others did and threw without this seat noticing stays done,
    /// so that neither success nor refusal tells that they did anything.
    pub fn undo(&mut self, seat: Seat) -> Result<(), String> {
        let (from, to) = self.last_order(seat)?;
        let undone: Vec<R::Action> = self.line[from..to].iter().filter_map(|done| action_of(&done.step)).collect();
        self.remove(from, to).map_err(|_| "that can no longer be undone".to_owned())?;
        self.entries.push(Entry::Undo { from, to });
        self.redo.push((seat, undone));
        Ok(())
    }

    /// Undoes every order of a seat back to the next point that undo does not pass. Says how many there were.
    pub fn reset(&mut self, seat: Seat) -> Result<usize, String> {
        self.undo(seat)?;
        let mut undone = 1;
        while self.undo(seat).is_ok() {
            undone += 1;
        }
        Ok(undone)
    }

    /// How many steps the game had before the last order of a seat, whatever has happened since.
    pub fn before_last_order(&self, seat: Seat) -> Result<usize, String> {
        let own = |done: &DoneOf<R>| match &done.step {
            Step::Act { seat: other, order, .. } if *other == seat => Some(*order),
            Step::Act { .. } | Step::Throw { .. } => None,
        };
        let first = self.first_step();
        let told = &self.line[first..];
        let last = told.iter().rev().find_map(own).ok_or("there is nothing to take back")?;
        let begins = told.iter().position(|done| own(done) == Some(last));
        Ok(first + begins.unwrap_or(0))
    }

    /// The steps of the last order of a seat, if it may be undone.
    fn last_order(&self, seat: Seat) -> Result<(usize, usize), String> {
        let viewer = Viewer::Seat(seat);
        let mut end = self.line.len();
        let last = loop {
            if end == self.first_step() {
                return Err("there is nothing to undo".into());
            }
            match &self.line[end - 1].step {
                Step::Act { seat: other, order, .. } if *other == seat => break *order,
                Step::Act { seat: other, .. } => {
                    if !self.is_unseen(end - 1, viewer)? {
                        let other = seat_id(self.rules.seats(), *other);
                        return Err(format!(
                            "{other} has decided something since: to go further back, request a takeback"
                        ));
                    }
                }
                Step::Throw { .. } => {
                    // Dice that others threw in private stay as they fell, like what others did unseen.
                    if !self.is_unseen(end - 1, viewer)? {
                        return Err("dice have been rolled since: to go further back, request a takeback".into());
                    }
                }
            }
            end -= 1;
        };
        let belongs =
            |done: &DoneOf<R>| matches!(&done.step, Step::Act { seat: s, order, .. } if *s == seat && *order == last);
        let length = self.line[self.first_step()..end].iter().rev().take_while(|done| belongs(done)).count();
        let from = end - length;
        if self.line[from..end].iter().any(|done| done.reveals) {
            return Err("something was revealed: to go further back, request a takeback".into());
        }
        if self.asks_another(seat, from, end) {
            return Err("another player has been asked something since: to go further back, request a takeback".into());
        }
        Ok((from, end))
    }

    /// Whether the first question after the steps `from..end` is to another seat, and was not open before them: several
    /// seats may decide at once, and each may change its mind until all have.
    fn asks_another(&self, seat: Seat, from: usize, end: usize) -> bool {
        let follows = self.line[end - 1..].iter().map(|done| &done.asked).find(|asked| !asked.is_empty());
        let asked_before = match from == self.first_step() {
            true => &self.asked_in(&self.kept[0].1),
            false => &self.line[from - 1].asked,
        };
        follows.is_some_and(|asked| asked.iter().any(|new| new.0 != seat && !asked_before.contains(new)))
    }

    /// Removes the steps `from..to` from the line of play and plays those after them again; all or nothing.
    pub(crate) fn remove(&mut self, from: usize, to: usize) -> Result<(), String> {
        let mut state = self.state_at(from)?;
        let mut again = Vec::new();
        for done in &self.line[to..] {
            crate::stop::check()?;
            let (after, events) = self.perform(&state, &done.step)?;
            state = after;
            again.push((done.step.clone(), state.clone(), events));
        }
        self.cut(from)?;
        for (step, state, events) in again {
            self.extend(step, state, &events);
        }
        Ok(())
    }

    /// Gives the order again that the seat undid last.
    pub fn redo(&mut self, seat: Seat) -> Result<Submitted, String> {
        let Some(last) = self.redo.iter().rposition(|(undone_by, _)| *undone_by == seat) else {
            return Err("there is nothing to redo".into());
        };
        let (_, actions) = self.redo.remove(last);
        let trial = try_actions(&*self.rules, &self.state, seat, &actions).map_err(|illegal| illegal.to_string())?;
        Ok(self.commit(seat, trial))
    }

    /// Goes back to an earlier step, past dice and revelations, if every seat consents. The throws that were made stay
    /// made: the next one has a new number.
    pub fn takeback(&mut self, steps: usize, consenting: &[Seat]) -> Result<(), String> {
        if steps >= self.line.len() {
            return Err("there is nothing to take back".into());
        }
        for (number, info) in self.rules.seats().iter().enumerate() {
            if !consenting.iter().any(|seat| seat.index() == number) {
                return Err(format!("{} has not consented to the takeback", info.name));
            }
        }
        let taken_back = self.steps_from(steps);
        self.cut(steps)?;
        self.redo.clear();
        self.taken_back = taken_back;
        self.entries.push(Entry::Takeback { to: steps });
        Ok(())
    }

    /// Whether the last thing that happened was a takeback.
    pub fn can_restore(&self) -> bool {
        matches!(self.entries.last(), Some(Entry::Takeback { .. })) && !self.taken_back.is_empty()
    }

    /// Takes a takeback back, if every seat consents and nothing has been done since: everything stands as it was, the dice
    /// too.
    pub fn restore(&mut self) -> Result<(), String> {
        if !self.can_restore() {
            return Err("nothing that was taken back can be restored any more".into());
        }
        self.repeat_taken_back()?;
        self.entries.push(Entry::Restore);
        Ok(())
    }

    /// Plays again what was taken back.
    pub(crate) fn repeat_taken_back(&mut self) -> Result<(), String> {
        for step in std::mem::take(&mut self.taken_back) {
            crate::stop::check()?;
            self.repeat(step)?;
        }
        Ok(())
    }
}

fn action_of<A: Copy>(step: &Step<A>) -> Option<A> {
    match step {
        Step::Act { action, .. } => Some(*action),
        Step::Throw { .. } => None,
    }
}
