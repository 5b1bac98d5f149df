//! House rules that a machine can check: purity of the lower layers, length of files, nothing unfinished, no machine paths, the
//! layout of titles.

use std::fs;
use std::path::{Path, PathBuf};

use crate::layout;

/// The layers that are pure: no clock, no input or output, no float, no hash order.
const PURE: [&str; 5] = ["board/src", "kernel/src", "kit/src", "games", "template/games"];

/// What a pure layer may not mention.
const IMPURE: [&str; 12] = [
    "HashMap",
    "HashSet",
    "SystemTime",
    "Instant::now",
    "thread_rng",
    "std::fs",
    "std::net",
    "std::env",
    "f32",
    "f64",
    "println!",
    "eprintln!",
];

/// Nobody may leave these behind.
const UNFINISHED: [&str; 4] = ["todo!(", "unimplemented!(", "FIXME", "XXX"];

/// A file longer than this wants splitting along the book's chapters.
const LONGEST: usize = 700;

pub(crate) fn check() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the repository has a root")?;
    let mut findings = Vec::new();
    let mut files = Vec::new();
    collect(root, &mut files)?;
    let mut sources = Vec::new();
    for file in &files {
        let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        // This file has to name what it forbids.
        if name == "xtask/src/house.rs" {
            continue;
        }
        let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        examine(&name, &text, &mut findings);
        sources.push((name, text));
    }
    findings.extend(layout::examine(&sources));
    if findings.is_empty() {
        println!("{} files keep the house rules", files.len());
        return Ok(());
    }
    findings.iter().for_each(|finding| println!("{finding}"));
    Err(format!("{} places break a house rule", findings.len()))
}

fn examine(name: &str, text: &str, findings: &mut Vec<String>) {
    let rust = name.ends_with(".rs");
    let build_script = name.ends_with("build.rs");
    if rust && text.lines().count() > LONGEST {
        findings.push(format!("{name}: {} lines, more than {LONGEST}", text.lines().count()));
    }
    let title = name.starts_with("games/") || name.starts_with("template/games/");
    if title
        && text.contains("kernel::cases!(")
        && !text.contains("include!(concat!(env!(\"OUT_DIR\"), \"/cases.rs\"))")
    {
        findings.push(format!("{name}: the cases of a title are those of its rules.toml"));
    }
    let pure = rust && !build_script && PURE.iter().any(|layer| name.starts_with(layer));
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or(line);
        let mut found = |what: &str, words: &str| findings.push(format!("{name}:{}: {what}: {words}", number + 1));
        if pure {
            for word in IMPURE.iter().filter(|word| mentions(code, word)) {
                found("not in a pure layer", word);
            }
        }
        if rust && code.contains("Case::of(") && name != "kernel/src/cases.rs" && !name.contains("/tests/") {
            found("a case is made by case! and by nothing else", "Case::of");
        }
        if rust {
            for word in UNFINISHED.iter().filter(|word| line.contains(**word)) {
                found("unfinished", word);
            }
        }
        for path in ["/tmp/", "/home/", "/root/", "/work/"].iter().filter(|path| line.contains(**path)) {
            found("a path of some machine", path);
        }
    }
}

/// The word on its own, not as part of a longer name.
fn mentions(code: &str, word: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices(word).any(|(at, _)| {
        !code[..at].chars().next_back().is_some_and(part) && !code[at + word.len()..].chars().next().is_some_and(part)
    })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            if name != "target" && name != "node_modules" && !name.starts_with(".git") {
                collect(&path, files)?;
            }
        } else if ["rs", "md", "toml", "js", "css", "html"].iter().any(|kind| name.ends_with(&format!(".{kind}"))) {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(name: &str, text: &str) -> usize {
        let mut found = Vec::new();
        examine(name, text, &mut found);
        found.len()
    }

    #[test]
    fn what_a_pure_layer_may_not_do_is_found() {
        assert_eq!(findings("games/x/src/lib.rs", "use std::collections::HashMap;"), 1);
        assert_eq!(findings("games/x/src/lib.rs", "let x: f64 = 1.0;"), 1);
        assert_eq!(findings("games/x/src/lib.rs", "let buff64er = 1; // no HashMap here"), 0);
        assert_eq!(findings("atlas/src/lib.rs", "let x: f64 = 1.0;"), 0);
    }

    #[test]
    fn a_case_that_no_rulebook_lists_is_found() {
        assert_eq!(findings("games/x/src/log.rs", "let case = Case::of(&[\"x\"], \"x\");"), 1);
        assert_eq!(findings("games/x/src/lib.rs", "const CASES: &[&str] = &[\"x\"]; kernel::cases!(crate::CASES);"), 1);
        assert_eq!(findings("contract/tests/miniature/slips.rs", "Case::of(&[\"x\"], \"x\")"), 0);
    }

    #[test]
    fn what_is_unfinished_or_too_long_is_found() {
        assert_eq!(findings("cli/src/main.rs", "todo!()"), 1);
        assert_eq!(findings("cli/src/main.rs", &"\n".repeat(LONGEST + 1)), 1);
        assert_eq!(findings("cli/src/main.rs", &"\n".repeat(LONGEST)), 0);
    }
}
