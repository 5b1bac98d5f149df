//! Running the program as a user does.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// All is well: the exit code says so, and nobody complains.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// One sentence on the standard error, nothing on the standard output, and this exit code.
    #[track_caller]
    pub(crate) fn refused(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "not one sentence: {}", self.err);
        assert!(!self.err.contains("panicked") && !self.err.contains("please report it"), "{}", self.err);
        self.err.trim_end().to_owned()
    }
}

/// Runs the program in a directory, with this on its standard input.
pub(crate) fn run_in(directory: &Path, arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sabretache"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may have refused its arguments and be gone before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    Ran {
        code: done.status.code().unwrap_or(-1),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

pub(crate) fn run(arguments: &[&str]) -> Ran {
    run_in(&std::env::temp_dir(), arguments, "")
}

/// A directory of its own, removed when it is dropped.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sabretache-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        name.to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        run_in(&self.0, arguments, "")
    }

    pub(crate) fn typed(&self, arguments: &[&str], input: &str) -> Ran {
        run_in(&self.0, arguments, input)
    }

    /// What the directory holds.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A data file of the repository.
pub(crate) fn data(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(name)).unwrap()
}

/// The line on which a text stands, counted from 1.
pub(crate) fn line_of(text: &str, piece: &str) -> usize {
    text[..text.find(piece).unwrap()].matches('\n').count() + 1
}

/// The program, serving a database.
pub(crate) struct Served {
    child: std::process::Child,
    pub(crate) url: String,
}

impl Served {
    pub(crate) fn start(database: &str) -> Served {
        Served::start_with(database, &[])
    }

    /// With these variables in its environment.
    pub(crate) fn start_with(database: &str, variables: &[(&str, String)]) -> Served {
        Served::try_start_with(database, variables).unwrap()
    }

    /// Or what it says before it gives up.
    pub(crate) fn try_start_with(database: &str, variables: &[(&str, String)]) -> Result<Served, String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sabretache"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--rate", "100000", "--database", database])
            .env("SABRETACHE_LOG", "off")
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        match line.split_whitespace().find(|word| word.starts_with("http://")) {
            Some(url) => Ok(Served { url: url.to_owned(), child }),
            None => {
                let done = child.wait_with_output().unwrap();
                Err(String::from_utf8_lossy(&done.stderr).into_owned())
            }
        }
    }

    /// SIGKILL: no chance to tidy up.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, as systemd does.
    pub(crate) fn end(&mut self) {
        assert!(Command::new("kill").arg(self.child.id().to_string()).status().unwrap().success());
        self.child.wait().unwrap();
    }
}

/// A test that fails leaves no server behind.
impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The cookie of a new player.
pub(crate) async fn session(url: &str) -> String {
    let request = reqwest::Client::new().post(format!("{url}/api/session")).header("Origin", url);
    let answer = request.send().await.unwrap();
    let cookie = answer.headers()["set-cookie"].to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}
