//! The page in real Chromium: what it needs is installed if it is missing, then the tests run.

use std::path::PathBuf;
use std::process::Command;

use crate::steps::Step;

/// What the tests need, by the name of one of its programs, and what a package manager calls it.
struct Need {
    programs: &'static [&'static str],
    places: &'static [&'static str],
    packages: fn(Manager) -> &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manager {
    Apt,
    Dnf,
    Pacman,
    Zypper,
    Brew,
}

const MANAGERS: [(&str, Manager); 5] = [
    ("apt-get", Manager::Apt),
    ("dnf", Manager::Dnf),
    ("pacman", Manager::Pacman),
    ("zypper", Manager::Zypper),
    ("brew", Manager::Brew),
];

/// Packages of Node.js from elsewhere bring npm with them, and conflict with that of the package manager; not all of them put it on
/// the path.
const NPM_WITHOUT_PATH: [&str; 2] =
    ["/usr/lib/node_modules/npm/bin/npm-cli.js", "/usr/local/lib/node_modules/npm/bin/npm-cli.js"];

const NEEDS: [Need; 3] = [
    Need {
        programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
        places: &["/Applications/Chromium.app", "/Applications/Google Chrome.app"],
        packages: |manager| match manager {
            Manager::Apt | Manager::Dnf | Manager::Pacman | Manager::Zypper => &["chromium"],
            Manager::Brew => &["--cask", "google-chrome"],
        },
    },
    Need {
        programs: &["chromedriver"],
        places: &[],
        packages: |manager| match manager {
            Manager::Apt => &["chromium-driver"],
            Manager::Dnf | Manager::Zypper => &["chromedriver"],
            // Comes with the browser itself.
            Manager::Pacman => &["chromium"],
            Manager::Brew => &["--cask", "chromedriver"],
        },
    },
    Need {
        programs: &["npm"],
        places: &NPM_WITHOUT_PATH,
        packages: |manager| match manager {
            Manager::Apt | Manager::Dnf | Manager::Pacman | Manager::Zypper => &["npm"],
            Manager::Brew => &["node"],
        },
    },
];

/// Installs what is missing, and says so.
pub(crate) fn install() -> Result<(), String> {
    bring(&NEEDS)
}

/// Only what the page's own tools need.
pub(crate) fn install_npm() -> Result<(), String> {
    bring(&NEEDS[2..])
}

fn bring(needs: &[Need]) -> Result<(), String> {
    for need in needs {
        if need.is_there() {
            continue;
        }
        let name = need.programs[0];
        let manager = MANAGERS.iter().find(|(program, _)| on_the_path(program));
        let Some(&(program, manager)) = manager else {
            return Err(format!(
                "the tests of the page need {name}; no package manager is known here, so please install it"
            ));
        };
        let packages = (need.packages)(manager);
        println!("\n== {name} is missing: installing {} with {program}", packages.join(" "));
        if manager == Manager::Apt {
            // The lists of a fresh machine are empty; if they cannot be renewed, those that are there may do.
            let _ = as_root(program, &["update", "--quiet"])?.status();
        }
        let status = as_root(program, &[manager.verb(), packages].concat())?.status();
        let installed = status.is_ok_and(|status| status.success());
        if !installed || !need.is_there() {
            return Err(format!("the tests of the page need {name}, and {program} could not install it"));
        }
    }
    Ok(())
}

/// npm from the path, or the one that came with Node.js and is not on it.
pub(crate) fn npm() -> Command {
    let script = NPM_WITHOUT_PATH.into_iter().find(|script| PathBuf::from(script).is_file());
    match script.filter(|_| !on_the_path("npm")) {
        Some(script) => {
            let mut command = Command::new("node");
            command.arg(script);
            command
        }
        None => Command::new("npm"),
    }
}

impl Manager {
    fn verb(self) -> &'static [&'static str] {
        match self {
            Manager::Apt => &["install", "--yes", "--quiet"],
            Manager::Dnf => &["install", "--assumeyes"],
            Manager::Pacman => &["--sync", "--needed", "--noconfirm"],
            Manager::Zypper => &["--non-interactive", "install"],
            Manager::Brew => &["install"],
        }
    }

    fn needs_root(self) -> bool {
        self != Manager::Brew
    }
}

impl Need {
    fn is_there(&self) -> bool {
        self.programs.iter().any(|program| on_the_path(program))
            || self.places.iter().any(|place| PathBuf::from(place).exists())
    }
}

/// The command, with `sudo` if this user is not root and the manager wants it.
fn as_root(program: &str, arguments: &[&str]) -> Result<Command, String> {
    let wants_root = MANAGERS.iter().any(|(name, manager)| *name == program && manager.needs_root());
    let mut command = if !wants_root || is_root() {
        Command::new(program)
    } else if on_the_path("sudo") {
        let mut command = Command::new("sudo");
        command.arg(program);
        command
    } else {
        return Err(format!(
            "{program} must be run as root, and there is no sudo: please run it yourself: {program} {}",
            arguments.join(" ")
        ));
    };
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    Ok(command)
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

fn on_the_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// All browser tests, or those whose names hold `filter`; headed for those who want to watch; in full with whole games.
pub(crate) fn run(filter: Option<&str>, headed: bool, full: bool) -> Result<(), String> {
    install()?;
    // With the whole workspace selected nothing is compiled a second time with other features than for the other tests.
    let mut step = Step::cargo("page in Chromium", "test --workspace --quiet --test browser --");
    // Never more than two browsers are open at once; the third test waits for room, ready to begin.
    step = step.argument(if headed { "--test-threads=1" } else { "--test-threads=3" });
    if headed {
        step = step.with("SABRETACHE_HEADED", "1");
    }
    if full {
        step = step.with("SABRETACHE_FULL", "1");
    }
    if let Some(filter) = filter {
        step = step.argument(filter);
    }
    step.run()
}
