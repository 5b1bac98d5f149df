//! A PostgreSQL server of the test's own, in a directory that goes with it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) struct PrivatePostgres {
    pub(crate) child: Child,
    pub(crate) port: u16,
    pub(crate) place: Place,
}

/// Where it lives, and whether it has to run as somebody else.
pub(crate) struct Place {
    pub(crate) directory: tempfile::TempDir,
    pub(crate) root: bool,
}

pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let mut places: Vec<PathBuf> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        places.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    places.into_iter().map(|place| place.join(name)).find(|path| path.exists())
}

/// PostgreSQL does not run as root; then it runs as the user its package has made.
fn command(program: &Path, as_other: bool) -> Command {
    let mut command = match as_other {
        true => {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
            command
        }
        false => Command::new(program),
    };
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

pub(crate) fn launch(postgres: &Path, place: &Place, port: u16) -> Result<Child, String> {
    let directory = place.directory.path();
    command(postgres, place.root)
        .arg("-D")
        .arg(directory.join("data"))
        .args(["-p", &port.to_string(), "-h", "127.0.0.1", "-k"])
        .arg(directory)
        .spawn()
        .map_err(|error| error.to_string())
}

impl PrivatePostgres {
    /// Starts one. A machine without PostgreSQL fails the test, unless it was said that it has none.
    pub(crate) fn required() -> Option<PrivatePostgres> {
        match PrivatePostgres::start() {
            Ok(server) => Some(server),
            Err(why) => {
                assert!(
                    std::env::var_os("SABRETACHE_WITHOUT_POSTGRES").is_some(),
                    "NOT TESTED on PostgreSQL: {why}. Install it (apt-get install postgresql), or set \
                     SABRETACHE_WITHOUT_POSTGRES=1 to go without."
                );
                println!("NOT TESTED on PostgreSQL, as was asked: {why}");
                None
            }
        }
    }

    /// Starts one, or says why not.
    fn start() -> Result<PrivatePostgres, String> {
        let missing = |what: &str| format!("there is no {what} on this machine");
        let initdb = program("initdb").ok_or_else(|| missing("initdb"))?;
        let postgres = program("postgres").ok_or_else(|| missing("postgres"))?;
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let user = Command::new("id").arg("-u").output().map_err(|error| error.to_string())?;
        let root = user.stdout.starts_with(b"0\n");
        if root {
            let owned = Command::new("chown").arg("postgres").arg(directory.path()).status();
            if !owned.is_ok_and(|status| status.success()) {
                return Err(missing("user postgres"));
            }
        }
        let data = directory.path().join("data");
        let made =
            command(&initdb, root).args(["-U", "tester", "--auth=trust", "-E", "UTF8", "-D"]).arg(&data).status();
        if !made.is_ok_and(|status| status.success()) {
            return Err("initdb failed".into());
        }
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.map_err(|error| error.to_string())?.port();
        let place = Place { directory, root };
        let child = launch(&postgres, &place, port)?;
        let server = PrivatePostgres { child, port, place };
        server.wait_until_it_answers()?;
        Ok(server)
    }

    fn wait_until_it_answers(&self) -> Result<(), String> {
        let begun = Instant::now();
        while !self.answers() {
            if begun.elapsed() > Duration::from_secs(600) {
                return Err(format!("postgres in {} does not answer", self.place.directory.path().display()));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Whether it takes questions, not only connections.
    pub(crate) fn answers(&self) -> bool {
        let Some(ready) = program("pg_isready") else {
            return std::net::TcpStream::connect(("127.0.0.1", self.port)).is_ok();
        };
        let port = self.port.to_string();
        command(&ready, false).args(["-h", "127.0.0.1", "-p", &port]).status().is_ok_and(|status| status.success())
    }

    /// An empty database of its own.
    pub(crate) fn new_database(&self) -> String {
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let name = format!("house{}", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let createdb = program("createdb").expect("PostgreSQL has createdb");
        let port = self.port.to_string();
        let made = command(&createdb, false).args(["-h", "127.0.0.1", "-p", &port, "-U", "tester", &name]).status();
        assert!(made.is_ok_and(|status| status.success()), "createdb failed");
        format!("postgres://tester@127.0.0.1:{port}/{name}")
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        // At once, with its children.
        let _ = Command::new("kill").args(["-QUIT", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}
