//! Programs that some tests need: found, installed where that is possible, or loudly missed.

use std::path::Path;
use std::process::{Command, Stdio};

/// A program, the Debian package that has it, and the variable by which tests are told that it cannot be had.
struct Tool {
    program: &'static str,
    package: &'static str,
    without: &'static str,
    tests: &'static str,
    /// Whether only the slow gates need it.
    slow: bool,
}

/// Set where instructions cannot be counted.
pub(crate) const WITHOUT_VALGRIND: &str = "SABRETACHE_WITHOUT_VALGRIND";

const TOOLS: [Tool; 3] = [
    Tool {
        program: "postgres",
        package: "postgresql",
        without: "SABRETACHE_WITHOUT_POSTGRES",
        tests: "the store and the server on PostgreSQL",
        slow: false,
    },
    Tool {
        program: "strace",
        package: "strace",
        without: "SABRETACHE_WITHOUT_STRACE",
        tests: "the trace that shows the flush before the acknowledgement",
        slow: false,
    },
    Tool {
        program: "valgrind",
        package: "valgrind",
        without: WITHOUT_VALGRIND,
        tests: "the count of instructions a decision",
        slow: true,
    },
];

/// Looks for them, and installs what is missing if it may. What cannot be had is named with the variable to be set.
pub(crate) fn prepare(full: bool) -> Vec<(&'static str, &'static str)> {
    let mut without = Vec::new();
    for tool in TOOLS.into_iter().filter(|tool| full || !tool.slow) {
        if is_there(tool.program) {
            continue;
        }
        println!("== {} is missing: apt-get install -y {}", tool.program, tool.package);
        match install(tool.package) {
            Ok(()) if is_there(tool.program) => {}
            Ok(()) => without.push(missed(&tool, "the package does not hold it")),
            Err(why) => without.push(missed(&tool, &why)),
        }
    }
    without
}

fn missed(tool: &Tool, why: &str) -> (&'static str, &'static str) {
    println!("\n!! NOT TESTED on this machine: {}.\n!! {} cannot be had: {why}\n", tool.tests, tool.program);
    (tool.without, "1")
}

fn is_there(program: &str) -> bool {
    let in_path = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|place| place.join(program).is_file()));
    // Debian keeps the servers of PostgreSQL by version, outside of the path.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    in_path
        || versions
            .map(|version| version.path().join("bin"))
            .any(|place: std::path::PathBuf| Path::join(&place, program).is_file())
}

fn install(package: &str) -> Result<(), String> {
    let user = Command::new("id").arg("-u").output().map_err(|error| error.to_string())?;
    if !user.stdout.starts_with(b"0\n") {
        return Err("only root may install it; do it by hand".into());
    }
    let done = Command::new("apt-get")
        .args(["install", "-y", "--no-install-recommends", package])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdout(Stdio::null())
        .status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("apt-get ended with {status}")),
        Err(error) => Err(format!("apt-get cannot be started: {error}")),
    }
}
