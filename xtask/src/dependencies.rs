//! What others wrote: licences, sources, and weaknesses that have been reported.

use std::process::Command;

use crate::steps::Step;

/// Everything that can be checked here; what cannot, for want of a way to the network, is loudly missed.
pub(crate) fn check() -> Result<(), String> {
    if !has_cargo_deny() {
        // It runs for seconds; what takes time is building it.
        Step::cargo("install cargo-deny", "install --locked --quiet --debug cargo-deny").run()?;
    }
    // The graph holds crates of other systems that no build here has asked for.
    let fetched = Step::cargo("crates of all systems", "fetch --locked").run();
    if let Err(sentence) = &fetched {
        println!("!! {sentence}: only crates that are on this machine are looked at");
    }
    Step::cargo("dependencies", "deny --offline check bans licenses sources").run()?;
    advisories()
}

/// Asks the advisory database and the registry, which also knows what was withdrawn.
fn advisories() -> Result<(), String> {
    let fetched = Step::cargo("advisory database", "deny fetch db").run();
    if fetched.is_err() && !has_database() {
        println!(
            "\n!! NOT CHECKED on this machine: advisories and withdrawn crates.\n\
             !! The advisory database cannot be fetched, and no copy of it is here. Where there is a way to it, run\n\
             !! `cargo deny check advisories`.\n"
        );
        return Ok(());
    }
    if fetched.is_err() {
        println!("!! The advisory database cannot be fetched; the copy on this machine may be old.");
    }
    let line = match fetched.is_ok() {
        true => "deny check advisories",
        // Without the registry nobody can tell what was withdrawn.
        false => "deny --offline check advisories --allow yanked --allow index-failure",
    };
    Step::cargo("advisories", line).run()
}

/// Whether an earlier run has left a copy of the advisory database here.
fn has_database() -> bool {
    let home = std::env::var_os("CARGO_HOME").map(std::path::PathBuf::from);
    let home = home.or_else(|| std::env::var_os("HOME").map(|home| std::path::PathBuf::from(home).join(".cargo")));
    let folder = home.map(|home| home.join("advisory-dbs"));
    let copies = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    copies.is_some_and(|mut copies| copies.any(|copy| copy.is_ok_and(|copy| copy.path().join("crates").is_dir())))
}

fn has_cargo_deny() -> bool {
    Command::new("cargo").args(["deny", "--version"]).output().is_ok_and(|output| output.status.success())
}
