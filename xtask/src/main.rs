//! `cargo xtask test` is the one command that proves the program; the rest are its parts, to be run alone.

mod browser;
mod dependencies;
mod house;
mod layout;
mod page;
mod steps;
mod title;
mod tools;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test [--full]    house rules, format, lints, tests, data, examples, the page in Chromium, coverage of the rules
                             --full: the slow gates too (a thousand kills, dependencies, the long random games, fuzzing, speed)
cargo xtask browser [NAME] [--headed] [--full]
                             the page in Chromium, which is installed if it is missing; only tests with NAME in their
                             names; --headed: to be watched; --full: whole games too
cargo xtask page             the page without a browser: format, lints, types, tests of its modules
cargo xtask wire [--update]  the declarations of the wire against which the page is checked
                             --update: writes them anew
cargo xtask cites [--full]   every case of every rulebook covered by its own examples
                             --full: and no case can be switched off unnoticed
cargo xtask goldens [--update]
                             old journals of every scenario replay to the same states
                             --update: writes those anew that an announced change of rules or data has outdated
cargo xtask new-title NAME   writes a small title that builds, keeps the contract and can be played, to start from
cargo xtask dependencies     licences, sources and reported weaknesses of what others wrote
cargo xtask house            the house rules that a machine can check";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => steps::test(false),
        ["test", "--full"] => steps::test(true),
        ["cites"] => steps::cites(false),
        ["cites", "--full"] => steps::cites(true),
        ["browser", rest @ ..] => {
            let (flags, names): (Vec<&str>, Vec<&str>) = rest.iter().partition(|word| word.starts_with("--"));
            if names.len() > 1 || flags.iter().any(|flag| !["--headed", "--full"].contains(flag)) {
                println!("{HELP}");
                return ExitCode::from(2);
            }
            browser::run(names.first().copied(), flags.contains(&"--headed"), flags.contains(&"--full"))
        }
        ["goldens"] => steps::goldens(false),
        ["goldens", "--update"] => steps::goldens(true),
        ["new-title", name] => title::new_title(name),
        ["wire"] => steps::wire(false),
        ["wire", "--update"] => steps::wire(true),
        ["dependencies"] => dependencies::check(),
        ["house"] => house::check(),
        ["page"] => page::check(),
        _ => {
            println!("{HELP}");
            return if words.is_empty() || words == ["--help"] { ExitCode::SUCCESS } else { ExitCode::from(2) };
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("xtask: {sentence}");
            ExitCode::FAILURE
        }
    }
}
