//! The server that is measured: started here, or found on this machine.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// Clock ticks a second in `/proc`; Linux has shown 100 to programs for decades.
const TICKS: f64 = 100.0;

pub(crate) struct House {
    pub(crate) url: String,
    child: Option<Child>,
    _directory: Option<TempDir>,
}

impl House {
    /// Starts the server for a measurement of what it can do.
    pub(crate) fn start(idle: u64) -> Result<House, String> {
        // All players come from one address here, and none of them waits to think.
        House::start_with(&["--rate", "100000", "--per-address", "10000", "--idle", &idle.to_string()])
    }

    /// Starts the server, with a database in a directory that goes away with it.
    pub(crate) fn start_with(arguments: &[&str]) -> Result<House, String> {
        let directory = tempfile::tempdir().map_err(|error| format!("there is no temporary directory: {error}"))?;
        let database = format!("sqlite:{}", directory.path().join("games.sqlite").display());
        let program = std::env::current_exe().map_err(|error| format!("the server cannot be found: {error}"))?;
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--database", &database])
            .args(arguments)
            .env("SABRETACHE_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the server cannot be started: {error}"))?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            let _ = BufReader::new(out).read_line(&mut line);
        }
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned);
        let house = House { url: url.clone().unwrap_or_default(), child: Some(child), _directory: Some(directory) };
        match url {
            Some(_) => Ok(house),
            None => Err(format!("the server did not start: {}", line.trim())),
        }
    }

    /// A server that runs already. It must be on this machine: this is no tool to press others with.
    pub(crate) fn at(url: &str) -> Result<House, String> {
        let url = url.trim_end_matches('/');
        let authority = url.strip_prefix("http://").ok_or("the server is written as http://127.0.0.1:PORT")?;
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => host,
            _ => authority,
        };
        if !matches!(host, "127.0.0.1" | "localhost" | "[::1]") {
            return Err(format!("{host} is not this machine; only a server on loopback can be measured"));
        }
        Ok(House { url: url.to_owned(), child: None, _directory: None })
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.child.is_some()
    }

    /// Bytes of memory that the server has at present.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.as_ref()?.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }

    /// Seconds of processor that the server has used.
    pub(crate) fn processor(&self) -> Option<f64> {
        processor_of(&self.child.as_ref()?.id().to_string())
    }
}

/// Seconds of processor that this program has used.
pub(crate) fn own_processor() -> Option<f64> {
    processor_of("self")
}

fn processor_of(process: &str) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program may hold spaces; what follows it does not.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(ticks as f64 / TICKS)
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::House;

    #[test]
    fn only_a_server_on_this_machine_is_measured() {
        for url in ["http://127.0.0.1:1807", "http://localhost:1807/", "http://[::1]:1807"] {
            assert!(House::at(url).is_ok(), "{url}");
        }
        for url in ["http://192.0.2.1:1807", "https://127.0.0.1:1", "http://localhost.example.org:1807", "nonsense"] {
            assert!(House::at(url).is_err(), "{url}");
        }
    }
}
