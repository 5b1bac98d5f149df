//! Killing it, and starting it again on what it has left.

use std::process::Command;

use crate::private_postgres::{PrivatePostgres, launch, program};

impl PrivatePostgres {
    /// SIGKILL to all its processes at once: no chance to tidy up.
    pub(crate) fn kill(&mut self) {
        let server = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{server}/task/{server}/children")).unwrap();
        let all: Vec<String> = children.split_whitespace().map(str::to_owned).chain([server.to_string()]).collect();
        // One that has ended by itself meanwhile is not there to be killed.
        let _ = Command::new("kill").arg("-KILL").args(&all).stderr(std::process::Stdio::null()).status().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn restart(&mut self) {
        let postgres = program("postgres").unwrap();
        let begun = std::time::Instant::now();
        loop {
            self.child = launch(&postgres, &self.place, self.port).unwrap();
            let waited = self.wait_until_it_answers_or_ends();
            if waited {
                return;
            }
            assert!(begun.elapsed() < std::time::Duration::from_secs(600), "postgres does not come back");
        }
    }

    /// It refuses to start while a process of its predecessor is still there.
    fn wait_until_it_answers_or_ends(&mut self) -> bool {
        loop {
            if self.answers() {
                return true;
            }
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}
