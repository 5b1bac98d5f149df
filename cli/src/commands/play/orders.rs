//! What a person types: numbers, orders, and words about the game.

use std::io::Write;
use std::path::{Path, PathBuf};

use kernel::{Case, Chance, LookAhead, OddsLimits, OrderError, Seat, Viewer};

use super::offers;
use super::session::{Flow, Session};
use crate::commands::odds;
use crate::failure::Outcome;
use crate::files;
use crate::reading;
use crate::titles;

const HELP: &str = "\
NUMBER          take the choice with that number
ORDER           give an order: one action as listed, or a composite order
words           list the choices that start with these words
Enter           list the choices again, or take the only one
SEAT: ORDER     give an order for another seat at this screen
offers          list every choice
map             show the map
status [WORDS]  score, calendar, weather, points, sieges, cards: everything next to the map
legend          what the marks on the counters mean
units [WORDS]   which units are where, as far as you can see
where UNIT      where a unit is
log [N]         the last lines of the log
rule CASE       what a rule says
odds ORDER      the possible results of an order, and how likely they are
undo, redo      undo the last order, until a die is rolled or another player is asked something
takeback [N]    go back N steps, past die rolls too, if everybody agrees
save FILE       save the game; play --resume FILE continues it
quit            leave";

impl Session<'_> {
    /// Acts on a line. `None` if the same question is still to be answered.
    pub(super) fn answer(&mut self, seat: Seat, line: &str, all: &[String]) -> Outcome<Option<Flow>> {
        if let Ok(number) = line.parse::<usize>() {
            let Some(order) = number.checked_sub(1).and_then(|place| all.get(place)) else {
                writeln!(self.console.out, "There is no choice {number}; there are only {}.", all.len())?;
                return Ok(None);
            };
            return self.order(seat, order, all);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "help" | "?" => {
                writeln!(self.console.out, "{HELP}")?;
                Ok(None)
            }
            "map" => {
                writeln!(self.console.out, "{}", self.game.picture(Viewer::Seat(seat)))?;
                Ok(None)
            }
            "offers" => {
                for (place, offer) in all.iter().enumerate().filter(|(_, offer)| offer.starts_with(rest)) {
                    writeln!(self.console.out, "{:4}  {offer}", place + 1)?;
                }
                Ok(None)
            }
            "status" => self.show_status(seat, rest).map(|()| None),
            "units" => self.show_units(seat, rest).map(|()| None),
            "legend" => self.show_legend(seat).map(|()| None),
            "where" if rest.is_empty() => self.say("where takes the name of a unit").map(|()| None),
            "where" => self.show_units(seat, rest).map(|()| None),
            "log" => self.show_log(seat, rest).map(|()| None),
            "rule" => self.show_rule(rest).map(|()| None),
            "odds" => self.show_odds(seat, rest, all).map(|()| None),
            "save" => self.save(rest).map(|()| None),
            "undo" => {
                let undone = self.game.undo(seat);
                self.went_back(undone, "Undone.")
            }
            "redo" => match self.game.redo(seat) {
                Ok(_) => {
                    self.tell_news()?;
                    Ok(Some(Flow::GoOn))
                }
                Err(sentence) => {
                    self.say(&sentence)?;
                    Ok(None)
                }
            },
            "takeback" => self.takeback(rest),
            "quit" | "exit" | "q" => Ok(Some(self.quit()?).filter(|flow| *flow == Flow::Leave)),
            "order" => self.order(seat, rest, all),
            _ => self.order(seat, line, all),
        }
    }

    pub(super) fn say(&mut self, sentence: &str) -> Outcome {
        let sentence = self.console.wrapped(&format!("{}.", sentence.trim_end_matches('.')), "");
        let mut letters = sentence.chars();
        let capital: String =
            letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect());
        Ok(writeln!(self.console.out, "{capital}")?)
    }

    fn went_back(&mut self, went: Result<(), String>, words: &str) -> Outcome<Option<Flow>> {
        match went {
            Ok(()) => {
                self.forget_undone_lines();
                writeln!(self.console.out, "{words}")?;
                Ok(Some(Flow::GoOn))
            }
            Err(sentence) => {
                self.say(&sentence)?;
                Ok(None)
            }
        }
    }

    /// Gives an order. `None` if it was not carried out.
    pub(super) fn order(&mut self, seat: Seat, line: &str, all: &[String]) -> Outcome<Option<Flow>> {
        let (seat, order) = match line.split_once(':') {
            Some((id, order)) => match titles::seat(self.game.seats(), id.trim()) {
                Ok(other) if self.humans().any(|human| human == other) => (other, order.trim()),
                Ok(_) => {
                    writeln!(self.console.out, "{} is not played at this screen.", id.trim())?;
                    return Ok(None);
                }
                Err(_) => (seat, line),
            },
            None => (seat, line),
        };
        match self.game.submit(seat, order) {
            Ok(submitted) => {
                self.tell_news()?;
                if let Some(illegal) = submitted.stopped {
                    writeln!(self.console.out, "The rest of the order was dropped.")?;
                    self.refuse(illegal.case.number(), &illegal.facts)?;
                }
                Ok(Some(Flow::GoOn))
            }
            Err(OrderError::Illegal(illegal)) => {
                self.refuse(illegal.case.number(), &illegal.facts)?;
                Ok(None)
            }
            Err(OrderError::Unreadable(sentence)) => {
                let near = offers::beginning_with(all, order, self.console.width);
                if near.is_empty() {
                    self.say(&sentence)?;
                }
                for line in near {
                    writeln!(self.console.out, "{line}")?;
                }
                Ok(None)
            }
        }
    }

    fn refuse(&mut self, case: &str, facts: &str) -> Outcome {
        let known = self.title.rulebook().case(case);
        let name = known.map_or_else(|| case.to_owned(), |known| format!("{case} {}", known.title));
        let sentence = self.console.wrapped(&format!("Refused under {name}: {facts}"), "");
        writeln!(self.console.out, "{sentence}")?;
        let hint = self.console.dim(&format!("(rule {case} shows the rule)"));
        Ok(writeln!(self.console.out, "{hint}")?)
    }

    fn show_log(&mut self, seat: Seat, rest: &str) -> Outcome {
        let lines = self.game.log(Viewer::Seat(seat), 0);
        let count = match rest {
            "" => 20,
            "all" => lines.len(),
            number => match number.parse() {
                Ok(count) => count,
                Err(_) => return self.say("log takes a number of lines, or all"),
            },
        };
        if lines.is_empty() {
            return self.say("nothing has happened yet");
        }
        for line in &lines[lines.len().saturating_sub(count)..] {
            writeln!(self.console.out, "{:8} {}", line.case.map_or("", Case::number), line.text)?;
        }
        Ok(())
    }

    fn show_rule(&mut self, id: &str) -> Outcome {
        let title = self.title.clone();
        let cases = reading::cases_named(&*title, id);
        if cases.is_empty() {
            return self.say(&format!("the rulebook of {} has no case \"{id}\"", title.name()));
        }
        for case in cases {
            writeln!(self.console.out, "{}", reading::case_text(self.console, &*title, case))?;
        }
        Ok(())
    }

    fn show_odds(&mut self, seat: Seat, rest: &str, all: &[String]) -> Outcome {
        let numbered = rest.parse::<usize>().ok().and_then(|number| all.get(number.checked_sub(1)?));
        let order = numbered.map_or(rest, String::as_str);
        let mut entropy = Chance::of_game(self.chance_seed, self.game.steps() as u64);
        let odds = self.game.odds(seat, order, &LookAhead::EndOfCombat, OddsLimits::default(), &mut entropy);
        match odds {
            Ok(report) => Ok(writeln!(self.console.out, "{}", odds::in_words(&report, self.console))?),
            Err(sentence) => self.say(&sentence),
        }
    }

    fn takeback(&mut self, rest: &str) -> Outcome<Option<Flow>> {
        let Some(back) = (if rest.is_empty() { Some(1) } else { rest.parse::<usize>().ok() }) else {
            self.say("takeback takes a number of steps")?;
            return Ok(None);
        };
        if self.humans().count() > 1 {
            let answer = self.console.ask("Does everybody agree? yes or no> ")?;
            if answer.as_deref() != Some("yes") {
                writeln!(self.console.out, "Nothing is taken back.")?;
                return Ok(None);
            }
        }
        let everybody: Vec<Seat> = (0..self.players.len() as u8).map(Seat).collect();
        let steps = self.game.steps().saturating_sub(back);
        let taken = self.game.takeback(steps, &everybody);
        self.went_back(taken, "Taken back. Old rolls are not repeated: the next one is new.")
    }

    /// Saves the journal. Files that were there before the game are left alone.
    pub(super) fn save(&mut self, file: &str) -> Outcome {
        if file.is_empty() {
            return self.say("save takes the name of a file");
        }
        let path = PathBuf::from(file);
        if path.exists() && !self.own_files.contains(&path) {
            return self.say(&format!("{file} already exists; choose another name"));
        }
        match files::write_whole(Path::new(file), self.game.journal_text().as_bytes()) {
            Ok(()) => {
                self.saved_at = Some(self.game.steps());
                self.own_files.push(path);
                writeln!(self.console.out, "Saved; play --resume {file} continues it.")?;
            }
            Err(failure) => {
                for sentence in failure.sentences {
                    let sentence = sentence.strip_prefix("sabretache: ").unwrap_or(&sentence).to_owned();
                    writeln!(self.console.out, "{sentence}.")?;
                }
            }
        }
        Ok(())
    }

    /// A game that would be lost is left only on a second word.
    pub(super) fn quit(&mut self) -> Outcome<Flow> {
        let is_kept = self.journal.is_some() || self.saved_at == Some(self.game.steps()) || self.game.steps() == 0;
        if is_kept || !self.console.interactive {
            return Ok(Flow::Leave);
        }
        let answer = self.console.ask("The game is not saved. Leave it? yes or no> ")?;
        Ok(if answer.is_none_or(|answer| answer.starts_with('y')) { Flow::Leave } else { Flow::GoOn })
    }
}
