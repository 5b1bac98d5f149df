//! The layout of titles: the same role has the same file name in each, chapters are headed by the cases that they decide, and nobody
//! else has to know every action, event and frame.

use std::collections::{BTreeMap, BTreeSet};

/// What tells a role, and the file that has it. Folders of the same name belong to it.
const ROLES: [(&str, &str); 21] = [
    ("kernel::cases!(", "lib"),
    ("pub struct Rules {", "game"),
    ("impl Ruleset for Rules", "ruleset"),
    ("impl Language for Rules", "language"),
    ("impl Title for ", "title"),
    ("pub enum Action {", "action"),
    ("pub enum Event {", "event"),
    ("pub struct State {", "state"),
    ("pub struct View of State", "view"),
    ("kernel::frames! {", "sequence"),
    ("kit::verbs! {", "notation"),
    ("kit::refusals!(", "refusal"),
    ("pub struct Scenario {", "scenario"),
    ("pub struct Tables {", "tables"),
    ("pub struct Ground {", "ground"),
    ("-> Vec<Piece>", "pieces"),
    ("Panel::Facts {", "panels"),
    ("-> Result<Reach,", "reach"),
    ("-> Option<Position<Rules>>", "position"),
    ("pub(crate) fn compose(", "writing"),
    ("-> Strengths {", "strengths"),
];

/// Every title has these.
const NEEDED: [&str; 12] = [
    "action", "event", "game", "language", "lib", "notation", "phases", "position", "rules", "ruleset", "state",
    "title",
];

/// Titles in the making that are not laid out like this yet. One that is must be taken off the list.
const UNFINISHED: [&str; 0] = [];

/// Enums of which no variant may be named in more files than this, beside the rules, the phases and where it is declared.
const DECLARED: [&str; 3] = ["action", "event", "sequence"];
const MOST_PLACES: usize = 3;

/// The files below `games/TITLE/src`, by their names there.
type Files<'t> = BTreeMap<&'t str, &'t str>;

/// What is wrong with the titles among the files of the repository.
pub(crate) fn examine(files: &[(String, String)]) -> Vec<String> {
    let mut titles: BTreeMap<&str, Files<'_>> = BTreeMap::new();
    for (name, text) in files {
        let below = name.strip_prefix("template/").unwrap_or(name).strip_prefix("games/");
        if let Some((title, file)) = below.and_then(|below| below.split_once("/src/"))
            && name.ends_with(".rs")
        {
            titles.entry(title).or_default().insert(file, text);
        }
    }
    let mut findings = Vec::new();
    for (title, files) in &titles {
        let of_title = examine_title(title, files);
        match (UNFINISHED.contains(title), of_title.is_empty()) {
            (true, true) => {
                findings.push(format!("games/{title}: it keeps the layout; take it off the list of those that do not"))
            }
            (true, false) => {}
            (false, _) => findings.extend(of_title),
        }
    }
    findings
}

fn examine_title(title: &str, files: &Files<'_>) -> Vec<String> {
    let mut findings = Vec::new();
    let found = |words: String| format!("games/{title}/src/{words}");
    for needed in NEEDED.iter().filter(|needed| !files.contains_key(format!("{needed}.rs").as_str())) {
        findings.push(found(format!("{needed}.rs: there is no such file, and every title has it")));
    }
    for (name, text) in files.iter().filter(|(name, _)| !is_of_the_rules(name)) {
        let role = role_of(name);
        for (sign, file) in ROLES.iter().filter(|(sign, file)| text.contains(sign) && *file != role) {
            // These two pass on what the file of the role finds.
            if !["language", "title"].contains(&role) && !name.ends_with("testing.rs") {
                findings.push(found(format!("{name}: `{sign}` belongs in {file}.rs")));
            }
        }
    }
    for (name, text) in files.iter().filter(|(name, _)| name.starts_with("rules/")) {
        findings.extend(examine_chapter(name, text).into_iter().map(found));
    }
    findings.extend(places(files).into_iter().map(found));
    findings
}

fn role_of(name: &str) -> &str {
    name.trim_end_matches(".rs").split('/').next().unwrap_or(name)
}

fn is_of_the_rules(name: &str) -> bool {
    matches!(role_of(name), "rules" | "phases")
}

/// A chapter is named after its number and headed by the cases that it decides.
fn examine_chapter(name: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    // Tests of a chapter may have a file of their own.
    if name.ends_with("/tests.rs") {
        return findings;
    }
    let file = name.trim_start_matches("rules/");
    if !(file.starts_with('r') || file.starts_with("t_") || file.starts_with("s_")) || !file.contains('_') {
        findings.push(format!("{name}: a chapter is called by its number and subject, such as r05_movement.rs"));
    }
    let head: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
    let head = head.join(" ");
    let missing: Vec<&str> = decided(text).into_iter().filter(|case| !names(&head, case)).collect();
    if !missing.is_empty() {
        findings.push(format!("{name}: its head does not name the cases {}", missing.join(", ")));
    }
    findings
}

/// The cases that a chapter decides.
fn decided(text: &str) -> BTreeSet<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    code.split("rule!(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Whether a head names a case: as a word of its own.
fn names(head: &str, case: &str) -> bool {
    head.split([' ', ',', ';', ':']).any(|word| word.trim_end_matches('.') == case)
}

/// Variants of actions, events and frames that are named in too many files.
fn places(files: &Files<'_>) -> Vec<String> {
    let mut findings = Vec::new();
    for declared in DECLARED {
        let Some(text) = files.get(format!("{declared}.rs").as_str()) else { continue };
        for (list, variant) in variants(text) {
            let path = format!("{list}::{variant}");
            let named = files.iter().filter(|(name, text)| {
                let code = text.split("#[cfg(test)]").next().unwrap_or(text);
                !is_of_the_rules(name)
                    && role_of(name) != declared
                    && !name.ends_with("testing.rs")
                    && has_path(code, &path)
            });
            // A folder is part of its file.
            let named: BTreeSet<&str> = named.map(|(name, _)| role_of(name)).collect();
            if named.len() > MOST_PLACES {
                let named: Vec<&str> = named.into_iter().collect();
                findings.push(format!("{declared}.rs: {path} is named in {}", named.join(", ")));
            }
        }
    }
    findings
}

fn has_path(code: &str, path: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    code.match_indices(path).any(|(at, _)| {
        !code[..at].chars().next_back().is_some_and(part)
            && !code[at + path.len()..].chars().next().is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

/// The variants of every enum that a file declares, plainly or as frames or events. One that only wraps another list of the file is
/// a way to that list and is not counted.
fn variants(text: &str) -> Vec<(String, String)> {
    let lists: Vec<&str> = text.split("pub enum ").skip(1).filter_map(|rest| rest.split([' ', ':']).next()).collect();
    let mut variants = Vec::new();
    let mut list: Option<(String, usize)> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let code = line.trim();
        if let Some(name) = code.strip_prefix("pub enum ") {
            let name: String = name.chars().take_while(|letter| letter.is_alphanumeric()).collect();
            list = Some((name, indent));
        } else if let Some((name, outer)) = &list {
            if code == "}" && indent == *outer {
                list = None;
                continue;
            }
            let code = ["asks ", "rolls ", "goes ", "open ", "veiled "]
                .iter()
                .find_map(|kind| code.strip_prefix(kind))
                .unwrap_or(code);
            if indent == outer + 4 && code.starts_with(|first: char| first.is_ascii_uppercase()) {
                let variant: String = code.chars().take_while(|letter| letter.is_alphanumeric()).collect();
                let wraps = code[variant.len()..].trim_start_matches('(').trim_end_matches([',', ')', ';']);
                if !lists.contains(&wraps) {
                    variants.push((name.clone(), variant));
                }
            }
        }
    }
    variants
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(files: &[(&str, &str)]) -> Vec<String> {
        let needed = NEEDED.iter().map(|name| (format!("games/x/src/{name}.rs"), String::new()));
        let given = files.iter().map(|(name, text)| (format!("games/x/src/{name}"), (*text).to_owned()));
        let mut files: BTreeMap<String, String> = needed.collect();
        files.extend(given);
        examine(&files.into_iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_role_under_another_name_is_found() {
        assert_eq!(title(&[]), [""; 0]);
        let found = title(&[("play.rs", "impl Ruleset for Rules {")]);
        assert_eq!(found, ["games/x/src/play.rs: `impl Ruleset for Rules` belongs in ruleset.rs"]);
        let files = [("games/y/src/lib.rs".to_owned(), String::new())];
        assert_eq!(examine(&files).len(), NEEDED.len() - 1);
    }

    #[test]
    fn a_chapter_names_what_it_decides() {
        let chapter = "//! Chapter 4: 4.1, 4.2.\nrule!(\"4.1\", true); rule!(\"4.2\", true);";
        assert_eq!(title(&[("rules/r04_march.rs", chapter)]), [""; 0]);
        let found = title(&[("rules/r04_march.rs", &chapter.replace(", 4.2", ""))]);
        assert_eq!(found, ["games/x/src/rules/r04_march.rs: its head does not name the cases 4.2"]);
        assert_eq!(title(&[("rules/march.rs", chapter)]).len(), 1);
    }

    #[test]
    fn what_is_named_everywhere_is_found() {
        let action = "pub enum Action {\n    /// Go.\n    March(u8),\n    Stay,\n}\n";
        let march = "match action { Action::March(_) => {} }";
        let mut files = vec![("action.rs", action), ("asks.rs", march), ("log.rs", march), ("reach.rs", march)];
        files.extend([("rules/r01_turn.rs", march), ("phases/turn.rs", march)]);
        assert_eq!(title(&files), [""; 0]);
        files.push(("overlays.rs", march));
        let found = ["games/x/src/action.rs: Action::March is named in asks, log, overlays, reach"];
        assert_eq!(title(&files), found);
        let frames = "kernel::frames! {\n    pub enum Turn: Question, Die, Step {\n        asks March { seat: Seat };\n    }\n}\n";
        assert_eq!(variants(frames), [("Turn".to_owned(), "March".to_owned())]);
        assert_eq!(variants("pub enum Frame {\n    Turn(Turn),\n    Over,\n}\npub enum Turn {\n}\n").len(), 1);
    }
}
