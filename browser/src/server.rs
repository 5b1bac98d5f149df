//! The program, serving a database of its own on a free port of loopback.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// A running `sabretache serve`; it is killed when this goes.
#[derive(Debug)]
pub struct Server {
    child: Child,
    url: String,
    directory: TempDir,
    program: &'static Path,
}

impl Server {
    /// Starts it with an empty database.
    pub fn start() -> Server {
        Server::of(program())
    }

    /// Starts a program that serves as `sabretache` does, with an empty database.
    pub fn of(program: &'static Path) -> Server {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let (child, url) = launch(program, directory.path(), "127.0.0.1:0", None);
        Server { child, url, directory, program }
    }

    /// Starts it as for others: with a public address, so that it knows that somebody else can come.
    pub fn public() -> Server {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = free.expect("there is a free port").to_string();
        let (child, url) = launch(program(), directory.path(), &address, Some(&format!("http://{address}")));
        Server { child, url, directory, program: program() }
    }

    /// Such as `http://127.0.0.1:40123`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A place for files of the test, gone afterwards.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// SIGKILL: no chance to tidy up.
    pub fn kill(&mut self) {
        self.child.kill().expect("the server can be killed");
        self.child.wait().expect("the server can be waited for");
    }

    /// Starts it again on the same port with the same database.
    pub fn start_again(&mut self) {
        let address = self.url.trim_start_matches("http://");
        address.parse::<SocketAddr>().expect("the address of the server has a port");
        let (child, url) = launch(self.program, self.directory.path(), address, None);
        assert_eq!(url, self.url, "the server came back elsewhere");
        self.child = child;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn launch(program: &Path, directory: &Path, listen: &str, public: Option<&str>) -> (Child, String) {
    let database = format!("sqlite:{}", directory.join("games.sqlite").display());
    let log = std::fs::OpenOptions::new().create(true).append(true).open(directory.join("server.log"));
    let mut child = Command::new(program)
        .args(["serve", "--listen", listen, "--no-open", "--answer-pause", "0", "--database", &database])
        .args(public.iter().flat_map(|url| ["--public-url", url]))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log.expect("the log of the server can be written"))
        .spawn()
        .unwrap_or_else(|error| panic!("{} cannot be started: {error}", program.display()));
    let mut line = String::new();
    let output = child.stdout.take().expect("the server's output is piped");
    BufReader::new(output).read_line(&mut line).expect("the server's output can be read");
    let url = line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned);
    (child, url.unwrap_or_else(|| panic!("the server did not say where it is: {line:?}")))
}

/// The program `sabretache`: the one named by `SABRETACHE_BINARY`, or the one of this repository, built now if need be, with the
/// profile of whoever asks.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| match std::env::var_os("SABRETACHE_BINARY") {
        Some(named) => PathBuf::from(named),
        None => built(&["--bin", "sabretache"]).join("sabretache"),
    })
}

/// The program whose only title is the drill ground of the contract: long counters that face.
pub fn drill_ground() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| built(&["--example", "drill-ground"]).join("examples/drill-ground"))
}

/// Builds something with the profile of whoever asks; where it is then.
fn built(what: &[&str]) -> PathBuf {
    let own = std::env::current_exe().expect("a program knows where it is");
    let profile = own
        .ancestors()
        .find(|folder| folder.ends_with("debug") || folder.ends_with("release"))
        .expect("this program was built by cargo")
        .to_owned();
    let mut cargo = Command::new(env!("CARGO"));
    // With the whole workspace selected it has the features with which the tests have built it already.
    cargo.args(["build", "--quiet", "--workspace"]).args(what);
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.env("CARGO_TARGET_DIR", profile.parent().expect("a profile is in a target directory"));
    // What cargo has told this program about itself is no news for the one that is built: build scripts that look for it would run anew.
    let about_itself = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CRATE_NAME", "CARGO_PRIMARY_PACKAGE"];
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| about_itself.iter().any(|start| name.starts_with(start))) {
            cargo.env_remove(name);
        }
    }
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let built = cargo.status().expect("cargo can be started");
    assert!(built.success(), "{} could not be built", what.join(" "));
    profile
}
