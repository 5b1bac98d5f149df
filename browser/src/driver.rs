//! Chromedriver and, below it, Chromium: found, started, and gone at the end, whatever happens.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use crate::webdriver::Session;

/// Whoever wants to watch sets this to anything.
const HEADED: &str = "SABRETACHE_HEADED";

/// Beside `--headless=new`, which is left out for those who watch.
const FLAGS: [&str; 12] = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--password-store=basic",
];

/// How long a browser may take to come up on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// One chromedriver with one Chromium and a profile of its own.
#[derive(Debug)]
pub struct Driver {
    child: Child,
    port: u16,
    /// The number of Chromium's process, in case chromedriver does not answer any more.
    chromium: Option<u64>,
    /// Gone after the processes that use it.
    profile: TempDir,
}

impl Driver {
    /// Starts both; the window is so many pixels wide and high inside.
    pub(crate) async fn start(width: u32, height: u32) -> (Driver, Session) {
        let program = find(&["chromedriver"], "SABRETACHE_CHROMEDRIVER", &[]);
        let mut child = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{} cannot be started: {error}", program.display()));
        let port = port_of(&mut child);
        let profile = tempfile::tempdir().expect("a temporary directory can be made");
        let mut driver = Driver { child, port, chromium: None, profile };
        let session = driver.session(width, height).await;
        (driver, session)
    }

    async fn session(&mut self, width: u32, height: u32) -> Session {
        let mut arguments: Vec<String> = FLAGS.iter().map(|&flag| flag.to_owned()).collect();
        if std::env::var_os(HEADED).is_none() {
            arguments.push("--headless=new".into());
        }
        arguments.push(format!("--user-data-dir={}", self.profile.path().display()));
        arguments.push(format!("--window-size={width},{height}"));
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments, "binary": chromium() },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": 60_000, "pageLoad": 60_000, "implicit": 0 },
        });
        let address = format!("http://127.0.0.1:{}", self.port);
        let begun = tokio::time::timeout(PATIENCE, Session::begin(&address, capabilities)).await;
        let session = begun.expect("Chromium did not come up within a minute");
        let session = session.unwrap_or_else(|sentence| panic!("Chromium did not come up: {sentence}"));
        self.chromium = session.capabilities["goog:processID"].as_u64();
        session
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Chromedriver takes its Chromium along when it is asked to go.
        let asked = TcpStream::connect(("127.0.0.1", self.port)).and_then(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(5)))?;
            stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
            stream.read(&mut [0; 64])
        });
        let until = Instant::now() + Duration::from_secs(10);
        while asked.is_ok() && Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(10));
        }
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
            if let Some(chromium) = self.chromium {
                let _ = Command::new("kill").args(["-KILL", &chromium.to_string()]).status();
            }
        }
        let _ = self.child.wait();
    }
}

/// Chromedriver says on its first lines which port it took.
fn port_of(child: &mut Child) -> u16 {
    let mut output = BufReader::new(child.stdout.take().expect("chromedriver's output is piped"));
    let mut line = String::new();
    loop {
        line.clear();
        let read = output.read_line(&mut line).expect("chromedriver's output can be read");
        assert!(read > 0, "chromedriver ended before it said which port it took");
        let number = line.trim_end().trim_end_matches('.').rsplit(' ').next().and_then(|word| word.parse().ok());
        if let (true, Some(port)) = (line.contains("started successfully"), number) {
            // Whatever it says later must find a reader, or it would be stopped.
            std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
            return port;
        }
    }
}

fn chromium() -> PathBuf {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let places = [
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    find(&names, "SABRETACHE_CHROMIUM", &places)
}

/// A program named by a variable, on the path, or in a usual place.
fn find(names: &[&str], variable: &str, places: &[&str]) -> PathBuf {
    if let Some(named) = std::env::var_os(variable) {
        return PathBuf::from(named);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .chain(places.iter().map(PathBuf::from))
        .find(|candidate| is_program(candidate))
        .unwrap_or_else(|| {
            panic!("{} is missing: `cargo xtask browser` installs it, or name it in the variable {variable}", names[0])
        })
}

fn is_program(path: &Path) -> bool {
    path.is_file()
}
