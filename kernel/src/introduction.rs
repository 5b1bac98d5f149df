//! The introduction to a title: a few lessons, each an example played step by step.

use board::Fault;
use board::textfile::{Section, TextFile};
use serde::Serialize;

use crate::RuleBook;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Lesson {
    pub title: String,
    pub words: String,
    /// The example it plays, by the name of its file without ending.
    pub example: String,
    /// The cases it teaches.
    pub cases: Vec<String>,
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
    file.only_fields(section, &["title", "words", "example", "cases"]);
    let title = file.required_text(section, "title");
    let words = file.required_text(section, "words");
    let example = file.required_text(section, "example");
    if let Some(example) = example.as_ref().filter(|example| !examples.contains(example.get_ref())) {
        file.fault(example.span(), format!("there is no example \"{}\"", example.get_ref()));
    }
    let cases = match section.table.get("cases") {
        Some(value) => file.as_texts("cases", value),
        None => {
            file.missing(section, "cases");
            Vec::new()
        }
    };
    for case in cases.iter().filter(|case| book.case(case.get_ref()).is_none()) {
        file.fault(case.span(), format!("there is no case {}", case.get_ref()));
    }
    Some(Lesson {
        title: title?.into_inner().to_owned(),
        words: words?.into_inner().trim().to_owned(),
        example: example?.into_inner().to_owned(),
        cases: cases.into_iter().map(|case| case.into_inner().to_owned()).collect(),
    })
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
    }
}
