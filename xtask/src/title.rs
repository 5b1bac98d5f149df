//! `cargo xtask new-title NAME`: a small title that builds, keeps the contract and can be played, to be made into another one.
//!
//! It is a copy of the title below `template/`, which is part of the workspace: what is copied has been compiled and tested.

use std::fs;
use std::path::{Path, PathBuf};

/// The name of the template, as files and crates write it.
const TEMPLATE: &str = "three-hexes";

/// The ways in which a name is written.
struct Name {
    /// `old-guard`.
    kebab: String,
}

impl Name {
    fn new(name: &str) -> Result<Name, String> {
        let letters = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let shape =
            name.starts_with(|first: char| first.is_ascii_lowercase()) && !name.ends_with('-') && !name.contains("--");
        match letters && shape && name.len() > 1 {
            true => Ok(Name { kebab: name.to_owned() }),
            false => {
                Err(format!("\"{name}\" is not a name for a title; write it in lower-case letters, such as old-guard"))
            }
        }
    }

    /// `old_guard`.
    fn snake(&self) -> String {
        self.kebab.replace('-', "_")
    }

    fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.kebab.split('-').map(|word| word[..1].to_uppercase() + &word[1..])
    }

    /// `OldGuard`.
    fn camel(&self) -> String {
        self.words().collect()
    }

    /// `Old Guard`.
    fn title(&self) -> String {
        self.words().collect::<Vec<_>>().join(" ")
    }

    /// A text of the template with this name in it.
    fn in_place_of(&self, template: &Name, text: &str) -> String {
        text.replace(&template.kebab, &self.kebab)
            .replace(&template.snake(), &self.snake())
            .replace(&template.camel(), &self.camel())
            .replace(&template.title(), &self.title())
    }
}

/// Writes the title into the repository that this program was built from.
pub(crate) fn new_title(name: &str) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the repository has a root")?;
    for file in written(root, name)? {
        println!("wrote {}", file.strip_prefix(root).unwrap_or(&file).display());
    }
    println!(
        "\nTry it:\n    cargo test --package sabretache-generals-{name} --test suite\n    cargo run -- serve\n\
         and read \"Adding a title\" in CONTRIBUTING.md for what comes next."
    );
    Ok(())
}

/// Writes the title below a root and says which files.
fn written(root: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let (name, template) = (Name::new(name)?, Name::new(TEMPLATE)?);
    if root.join("games").join(&name.kebab).exists() || root.join("data").join(&name.kebab).exists() {
        return Err(format!("there is a title \"{}\" already", name.kebab));
    }
    // First of all what has to be changed: if one of these files does not look as expected, nothing is written.
    let mut changed = Vec::new();
    for (file, line, before) in registrations(&name) {
        let path = root.join(file);
        let text = match changed.iter().position(|(known, _): &(PathBuf, String)| *known == path) {
            Some(place) => changed.remove(place).1,
            None => read(&path)?,
        };
        let at = text.find(before).ok_or_else(|| format!("{file} has no \"{}\" any more", before.trim()))?;
        changed.push((path, format!("{}{line}{}", &text[..at], &text[at..])));
    }
    let from = root.join("template");
    let mut files = Vec::new();
    collect(&from, &mut files)?;
    for file in files {
        let below = file.strip_prefix(&from).map_err(|error| error.to_string())?.to_string_lossy().into_owned();
        let text = name.in_place_of(&template, &read(&file)?);
        changed.push((root.join(name.in_place_of(&template, &below)), text));
    }
    for (path, text) in &changed {
        let folder = path.parent().ok_or("a file is in a folder")?;
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(changed.into_iter().map(|(path, _)| path).collect())
}

/// Lines to be added: in which file, what, and before what.
fn registrations(name: &Name) -> Vec<(&'static str, String, &'static str)> {
    let (kebab, snake, camel) = (&name.kebab, name.snake(), name.camel());
    let dependency = |prefix: &str, folder: &str| {
        format!("{prefix}{kebab} = {{ package = \"sabretache-{prefix}{kebab}\", path = \"{folder}/{kebab}\" }}\n")
    };
    vec![
        ("Cargo.toml", format!("\"games/{kebab}\", \"generals/{kebab}\", "), "\"template/games/"),
        ("Cargo.toml", dependency("", "games") + &dependency("generals-", "generals"), "arrayvec = {"),
        (
            "cli/Cargo.toml",
            format!("{kebab}.workspace = true\ngenerals-{kebab}.workspace = true\n"),
            "getrandom.workspace",
        ),
        (
            "cli/src/titles.rs",
            format!("        {snake}::{camel}::with_overlay(overlay).map(generals_{snake}::register),\n"),
            "    ])\n}\n\n/// All titles, or the faults of all.",
        ),
    ]
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository has a root")
    }

    /// A copy of what git keeps, in a folder of its own.
    fn copy(target: &Path) {
        let mut git = Command::new("git");
        let listing = git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root());
        let listed = listing.output().expect("git lists the files");
        for name in String::from_utf8_lossy(&listed.stdout).lines().filter(|name| root().join(name).is_file()) {
            let to = target.join(name);
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            fs::copy(root().join(name), to).expect("a copy");
        }
    }

    #[test]
    fn names_are_written_in_four_ways() {
        let name = Name::new("old-guard-1812").expect("a name");
        assert_eq!([name.snake(), name.camel(), name.title()], ["old_guard_1812", "OldGuard1812", "Old Guard 1812"]);
        let template = Name::new(TEMPLATE).expect("a name");
        let text = name.in_place_of(&template, "three-hexes three_hexes::ThreeHexes \"Three Hexes\"");
        assert_eq!(text, "old-guard-1812 old_guard_1812::OldGuard1812 \"Old Guard 1812\"");
        for wrong in ["", "Old", "old guard", "-old", "old-", "o--d", "1812", "../old"] {
            assert!(Name::new(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_title_is_registered_and_nothing_of_the_template_is_left_in_it() {
        let folder = tempfile::tempdir().expect("a folder");
        copy(folder.path());
        let files = written(folder.path(), "old-guard").expect("written");
        for file in [
            "games/old-guard/src/title.rs",
            "data/old-guard/rules.toml",
            "generals/old-guard/tests/suite.rs",
            "docs/old-guard.md",
        ] {
            assert!(files.contains(&folder.path().join(file)), "{file} is missing");
        }
        let added = |file: &str, line: &str| {
            assert!(read(&folder.path().join(file)).is_ok_and(|text| text.contains(line)), "{file}: {line}")
        };
        added("Cargo.toml", "old-guard = { package = \"sabretache-old-guard\", path = \"games/old-guard\" }");
        added(
            "Cargo.toml",
            "generals-old-guard = { package = \"sabretache-generals-old-guard\", path = \"generals/old-guard\" }",
        );
        added("Cargo.toml", "\"games/old-guard\", \"generals/old-guard\", ");
        added("cli/Cargo.toml", "generals-old-guard.workspace = true");
        added("cli/src/titles.rs", "old_guard::OldGuard::with_overlay(overlay).map(generals_old_guard::register),");
        for file in files.iter().filter(|file| file.to_string_lossy().contains("old-guard")) {
            let text = read(file).expect("a text").to_lowercase();
            assert!(
                !["three-hexes", "three_hexes", "threehexes", "three hexes"].iter().any(|name| text.contains(name)),
                "{}",
                file.display()
            );
        }
        assert!(written(folder.path(), "old-guard").is_err_and(|sentence| sentence.contains("already")));
        assert!(written(folder.path(), "art-of-war").is_err());
    }

    /// Slow: builds the program anew, with the new title.
    #[test]
    fn a_new_title_builds_keeps_the_contract_and_is_served() {
        if std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1") {
            let folder = tempfile::tempdir().expect("a folder");
            copy(folder.path());
            written(folder.path(), "old-guard").expect("written");
            for line in [
                "test --offline --quiet --package sabretache-generals-old-guard --test suite",
                "run --offline --quiet --package sabretache -- data check",
                "run --offline --quiet --package sabretache -- simulate old-guard/first --games 20 --policy odds-greedy",
            ] {
                let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
                let status = Command::new(cargo).args(line.split(' ')).current_dir(folder.path()).status();
                assert!(status.is_ok_and(|status| status.success()), "cargo {line}");
            }
        }
    }
}
