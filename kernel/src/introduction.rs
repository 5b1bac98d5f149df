//! The introduction to a title: a few lessons. Each has an example, which shows how it goes; and where it has tasks, the learner plays
//! them on the board, from the example's position, against a general.

use board::Fault;
use board::textfile::{Section, TextFile};
use serde::Serialize;

use crate::any::AnyGame;
use crate::{PendingInfo, RuleBook, Seat, Viewer};

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Lesson {
    pub title: String,
    pub words: String,
    /// The example it plays, by the name of its file without ending.
    pub example: String,
    /// The cases it teaches.
    pub cases: Vec<String>,
    /// What the learner does, if it is more than to look on.
    pub practice: Option<Practice>,
}

/// A lesson that is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Practice {
    /// The word of the learner's seat; generals have the others.
    pub seat: String,
    /// The level of those generals.
    pub against: String,
    pub tasks: Vec<Task>,
    /// What is said when all is done.
    pub praise: String,
}

/// One thing to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Task {
    /// What to do and why, as a friend across the table would say it.
    pub words: String,
    pub goal: Goal,
    /// What is said when it is done.
    pub praise: String,
    /// The units and places to point at for somebody who does not find them.
    pub show: Vec<String>,
}

/// When a task is done: when everything named here is true.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Goal {
    /// Units and where they must be.
    pub at: Vec<(String, String)>,
    /// Cases of which the log must have told since the task was set, any of them; of these units, if any are named.
    pub cases: Vec<String>,
    pub units: Vec<String>,
    /// What the learner must be asked, as examples expect it; the beginning of it is enough.
    pub asked: Option<String>,
    /// The turn that must have begun.
    pub turn: Option<u32>,
    /// The game must be over.
    pub over: bool,
}

impl Goal {
    /// Whether the learner has reached it; `since` is the line of the learner's log with which the task was set. It is judged by what the
    /// learner sees.
    pub fn is_reached(&self, game: &dyn AnyGame, seat: Seat, since: usize) -> bool {
        let Goal { at, cases, units, asked, turn, over } = self;
        let viewer = Viewer::Seat(seat);
        let pending = game.pending_for(viewer);
        if *over && !matches!(pending, PendingInfo::Over(_)) || turn.is_some_and(|turn| game.turn() < turn) {
            return false;
        }
        let is_asked = |wanted: &String| match &pending {
            PendingInfo::Decide(seats) => seats.iter().any(|asked| asked.prompt.short.starts_with(wanted.as_str())),
            PendingInfo::Throw(_) | PendingInfo::Over(_) => false,
        };
        if !asked.iter().all(is_asked) {
            return false;
        }
        let tells = |line: &crate::LogLine| {
            line.case.is_some_and(|case| cases.iter().any(|wanted| wanted == case.number()))
                && (units.is_empty() || line.concerns.units.iter().any(|unit| units.contains(unit)))
        };
        if !cases.is_empty() && !game.log(viewer, since).iter().any(tells) {
            return false;
        }
        let stands = |pieces: &[crate::Piece], unit: &String, place: &String| {
            pieces.iter().any(|piece| piece.id == *unit && piece.places.contains(place))
        };
        at.is_empty()
            || game
                .board(viewer, None)
                .is_ok_and(|board| at.iter().all(|(unit, place)| stands(&board.pieces, unit, place)))
    }
}

/// What a title tells a new player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Introduction {
    pub title: String,
    pub words: String,
    pub lessons: Vec<Lesson>,
}

impl Introduction {
    /// Reads it; every example and case that it names must exist.
    pub fn parse(name: &str, text: &str, book: &RuleBook, examples: &[&str]) -> Result<Introduction, Vec<Fault>> {
        let (mut file, table) = TextFile::open(name, text)?;
        let root = Section { what: "an introduction".into(), span: 0..0, table: table.get_ref() };
        file.only_fields(&root, &["provenance", "title", "words", "lesson"]);
        file.provenance(&root);
        let title = file.required_text(&root, "title").map(|text| text.into_inner().to_owned());
        let words = file.required_text(&root, "words").map(|text| text.into_inner().trim().to_owned());
        let sections = file.sections(&root, "lesson");
        if sections.is_empty() {
            file.fault(0..0, "an introduction has lessons, each under its own [[lesson]]");
        }
        let lessons: Vec<Lesson> =
            sections.iter().filter_map(|section| read_lesson(&mut file, section, book, examples)).collect();
        let introduction = title.zip(words).map(|(title, words)| Introduction { title, words, lessons });
        file.finish(introduction)
    }
}

fn read_lesson(file: &mut TextFile, section: &Section<'_, '_>, book: &RuleBook, examples: &[&str]) -> Option<Lesson> {
    file.only_fields(section, &["title", "words", "example", "cases", "seat", "against", "praise", "task"]);
    let title = file.required_text(section, "title");
    let words = file.required_text(section, "words");
    let example = file.required_text(section, "example");
    if let Some(example) = example.as_ref().filter(|example| !examples.contains(example.get_ref())) {
        file.fault(example.span(), format!("there is no example \"{}\"", example.get_ref()));
    }
    if !section.table.contains_key("cases") {
        file.missing(section, "cases");
    }
    let cases = read_cases(file, section, "cases", book);
    let tasks: Vec<Task> =
        file.sections(section, "task").iter().filter_map(|task| read_task(file, task, book)).collect();
    let practice = match section.table.contains_key("task") {
        true => {
            let [seat, against, praise] =
                ["seat", "against", "praise"].map(|field| file.required_text(section, field).map(own));
            Some(Practice { seat: seat?, against: against?, tasks, praise: praise? })
        }
        false => None,
    };
    Some(Lesson { title: own(title?), words: own(words?), example: own(example?), cases, practice })
}

fn own(text: toml::Spanned<&str>) -> String {
    text.into_inner().trim().to_owned()
}

/// A list of cases, all of which must be in the book.
fn read_cases(file: &mut TextFile, section: &Section<'_, '_>, field: &str, book: &RuleBook) -> Vec<String> {
    let cases = section.table.get(field).map_or_else(Vec::new, |value| file.as_texts(field, value));
    for case in cases.iter().filter(|case| book.case(case.get_ref()).is_none()) {
        file.fault(case.span(), format!("there is no case {}", case.get_ref()));
    }
    cases.into_iter().map(own).collect()
}

fn read_task(file: &mut TextFile, section: &Section<'_, '_>, book: &RuleBook) -> Option<Task> {
    file.only_fields(section, &["words", "goal", "praise", "show"]);
    let words = file.required_text(section, "words").map(own);
    let praise = file.required_text(section, "praise").map(own);
    let show = section.table.get("show").map_or_else(Vec::new, |value| file.as_texts("show", value));
    let show = show.into_iter().map(own).collect();
    if !section.table.contains_key("goal") {
        file.missing(section, "goal");
    }
    let goal = file.section(section, "goal", "a goal")?;
    file.only_fields(&goal, &["at", "cases", "units", "asked", "turn", "over"]);
    let at = file.section(&goal, "at", "the places of a goal").map(|places| file.as_attributes(&places));
    let units = goal.table.get("units").map_or_else(Vec::new, |value| file.as_texts("units", value));
    let goal = Goal {
        at: at.unwrap_or_default().into_iter().collect(),
        cases: read_cases(file, &goal, "cases", book),
        units: units.into_iter().map(own).collect(),
        asked: file.text(&goal, "asked").map(own),
        turn: file.number(&goal, "turn", 1..=99).and_then(|turn| u32::try_from(turn).ok()),
        over: goal.table.get("over").is_some_and(|over| over.get_ref().as_bool() == Some(true)),
    };
    if goal == Goal::default() {
        file.fault(section.span.clone(), "a goal says when it is reached");
    }
    Some(Task { words: words?, goal, praise: praise?, show })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "provenance = { kind = \"rulebook\" }\n[[chapter]]\nid = \"1\"\ntitle = \"All\"\nbattle = \"both\"\n\
        [[case]]\nid = \"1.0\"\nchapter = \"1\"\ntitle = \"A case\"\nsummary = \"It holds.\"\nstatus = \"enforced\"\n";

    fn parse(text: &str) -> Result<Introduction, Vec<String>> {
        let book = RuleBook::parse("rules.toml", BOOK).unwrap();
        let told = |faults: Vec<Fault>| faults.iter().map(Fault::to_string).collect();
        Introduction::parse("i.toml", text, &book, &["first"]).map_err(told)
    }

    #[test]
    fn lessons_name_examples_and_cases_that_exist() {
        let head = "provenance = { kind = \"reconstructed\" }\ntitle = \"Begin\"\nwords = \"Here.\"\n[[lesson]]\ntitle = \"One\"\n\
            words = \"Move.\"\n";
        let sound = parse(&format!("{head}example = \"first\"\ncases = [\"1.0\"]\n")).unwrap();
        assert_eq!((sound.lessons.len(), sound.lessons[0].example.as_str()), (1, "first"));
        assert_eq!(
            parse(&format!("{head}example = \"none\"\ncases = [\"1.0\", \"9.9\"]\n")).unwrap_err(),
            ["i.toml:7: there is no example \"none\"", "i.toml:8: there is no case 9.9"]
        );
        assert!(parse("title = \"x\"\n").unwrap_err().len() >= 3);
        assert_eq!(sound.lessons[0].practice, None);
        let task = "seat = \"red\"\nagainst = \"cadet\"\npraise = \"Well done.\"\n[[lesson.task]]\nwords = \"Go.\"\npraise = \"Good.\"\n";
        let played =
            |goal: &str| parse(&format!("{head}example = \"first\"\ncases = [\"1.0\"]\n{task}goal = {goal}\n"));
        let practice =
            played("{ at = { runner = \"0102\" }, cases = [\"1.0\"] }").unwrap().lessons.remove(0).practice.unwrap();
        assert_eq!((practice.seat.as_str(), practice.tasks.len()), ("red", 1));
        assert_eq!(practice.tasks[0].goal.at, [("runner".to_owned(), "0102".to_owned())]);
        assert_eq!(played("{ cases = [\"9.9\"] }").unwrap_err(), ["i.toml:15: there is no case 9.9"]);
        assert_eq!(played("{ }").unwrap_err().len(), 1, "a goal that is always reached");
    }
}
