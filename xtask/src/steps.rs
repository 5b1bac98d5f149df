//! The steps of the test command, one after the other, each named before it runs.

use std::process::Command;

/// A command line of cargo with environment, as it is shown and run.
struct Step {
    name: &'static str,
    arguments: Vec<&'static str>,
    environment: Vec<(&'static str, &'static str)>,
}

impl Step {
    fn cargo(name: &'static str, line: &'static str) -> Step {
        Step { name, arguments: line.split(' ').collect(), environment: Vec::new() }
    }

    fn with(mut self, variable: &'static str, value: &'static str) -> Step {
        self.environment.push((variable, value));
        self
    }

    fn with_all(mut self, variables: &[(&'static str, &'static str)]) -> Step {
        self.environment.extend_from_slice(variables);
        self
    }

    fn run(&self) -> Result<(), String> {
        println!("\n== {}: cargo {}", self.name, self.arguments.join(" "));
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let status = Command::new(cargo)
            .args(&self.arguments)
            .envs(self.environment.iter().copied())
            .status()
            .map_err(|error| format!("cargo could not be started: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("{} failed", self.name)) }
    }
}

pub(crate) fn test(full: bool) -> Result<(), String> {
    println!("== house rules");
    crate::house::check()?;
    let without = crate::tools::prepare();
    let mut steps = vec![
        Step::cargo("format", "fmt --all --check"),
        Step::cargo("lints", "clippy --workspace --all-targets --quiet -- --deny warnings"),
        Step::cargo("tests", "test --workspace --quiet").with_all(&without),
        Step::cargo("data", "run --quiet --package sabretache -- data check"),
        Step::cargo("examples", "run --quiet --package sabretache -- example check"),
    ];
    if !without.iter().any(|(variable, _)| *variable == "SABRETACHE_WITHOUT_POSTGRES") {
        let again = Step::cargo("the server on PostgreSQL", "test --quiet --package sabretache-server");
        steps.push(again.with("SABRETACHE_TEST_DATABASE", "postgres"));
    }
    if full {
        if !has_cargo_deny() {
            steps.push(Step::cargo("install cargo-deny", "install --locked --quiet cargo-deny"));
        }
        steps.push(Step::cargo("dependencies", "deny --offline check bans licenses sources"));
        steps.push(
            Step::cargo("long tests", "test --workspace --release --quiet")
                .with("SABRETACHE_FULL", "1")
                .with_all(&without),
        );
        steps.push(Step::cargo("speed", "run --release --quiet --package sabretache-benches -- speed"));
    }
    steps.iter().try_for_each(Step::run)?;
    cites(true)?;
    println!("\nall gates passed");
    Ok(())
}

pub(crate) fn cites(full: bool) -> Result<(), String> {
    Step::cargo("coverage of the rules", "run --quiet --package sabretache -- rules coverage").run()?;
    if full {
        Step::cargo("every case switched off in turn", "run --quiet --package sabretache -- rules switch-off").run()?;
    }
    Ok(())
}

fn has_cargo_deny() -> bool {
    Command::new("cargo").args(["deny", "--version"]).output().is_ok_and(|output| output.status.success())
}
