//! A test: a server, some browsers, and what is kept when it fails.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use futures_util::FutureExt;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::browser::{Browser, Window};
use crate::server::Server;

/// How many browsers may be open at once, whatever the tests want.
static BROWSERS: Semaphore = Semaphore::const_new(2);

/// Where the pictures of failures are kept, below the target directory.
const FAILURES: &str = "browser-failures";

/// What a test plays with.
#[derive(Debug)]
pub struct Scene {
    // The browsers go first, so that they do not complain about a server that has gone.
    browsers: Vec<Browser>,
    server: Mutex<Server>,
    _room: SemaphorePermit<'static>,
}

impl Scene {
    /// One of its browsers.
    pub fn browser(&self, number: usize) -> &Browser {
        &self.browsers[number]
    }

    /// The program that serves them.
    pub fn server(&self) -> MutexGuard<'_, Server> {
        self.server.lock().expect("nobody panicked with the server in hand")
    }
}

/// Runs a test with a browser for each window. When it fails, every browser leaves a picture, its console and its page under
/// `target/browser-failures/`; when it does not, no console may have an error or a warning in it.
pub async fn scene<Play>(name: &str, windows: &[Window], play: impl FnOnce(std::sync::Arc<Scene>) -> Play)
where
    Play: Future<Output = ()>,
{
    scene_of(Server::start, name, windows, play).await;
}

/// The same on another server.
pub async fn scene_of<Play>(
    server: impl FnOnce() -> Server,
    name: &str,
    windows: &[Window],
    play: impl FnOnce(std::sync::Arc<Scene>) -> Play,
) where
    Play: Future<Output = ()>,
{
    let room = BROWSERS.acquire_many(windows.len() as u32).await.expect("the doors are never closed");
    let server = server();
    let mut browsers = Vec::new();
    for window in windows {
        browsers.push(Browser::open(server.url(), *window).await);
    }
    let scene = std::sync::Arc::new(Scene { browsers, server: Mutex::new(server), _room: room });
    let played = AssertUnwindSafe(play(scene.clone())).catch_unwind().await;
    let mut complaints = Vec::new();
    if played.is_ok() {
        for (number, browser) in scene.browsers.iter().enumerate() {
            let lines = browser.complaints().await;
            complaints.extend(lines.iter().map(|line| format!("browser {number}: {} {}", line.level, line.message)));
        }
    }
    if played.is_err() || !complaints.is_empty() {
        let folder = failures();
        for (number, browser) in scene.browsers.iter().enumerate() {
            browser.keep(&folder, &format!("{name}-{number}")).await;
        }
        let log = scene.server().directory().join("server.log");
        let _ = std::fs::copy(log, folder.join(format!("{name}.server.log")));
        eprintln!("{name}: pictures, pages and logs are in {}", folder.display());
    }
    drop(scene);
    if let Err(reason) = played {
        std::panic::resume_unwind(reason);
    }
    assert!(complaints.is_empty(), "the console complains:\n{}", complaints.join("\n"));
}

/// The target directory of whoever runs.
pub fn target() -> PathBuf {
    let own = std::env::current_exe().expect("a program knows where it is");
    let profile = own.ancestors().find(|folder| folder.ends_with("debug") || folder.ends_with("release"));
    profile.and_then(Path::parent).expect("this program was built by cargo").to_owned()
}

fn failures() -> PathBuf {
    let folder = target().join(FAILURES);
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{} cannot be made: {error}", folder.display()));
    folder
}
