//! Where games are made, and what they are; calls over HTTP, one connection each.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) scenario: String,
}

impl Place {
    fn authority(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    /// A connection without delay: the smallest message leaves at once.
    pub(crate) async fn connect(&self) -> Result<TcpStream, String> {
        let words = |error: std::io::Error| format!("{} cannot be reached: {error}", self.url);
        let stream = TcpStream::connect(self.authority()).await.map_err(words)?;
        stream.set_nodelay(true).map_err(words)?;
        Ok(stream)
    }

    async fn call(&self, method: &str, path: &str, cookie: &str, body: &str) -> Result<Value, String> {
        let words = |error: std::io::Error| format!("{path}: {error}");
        let mut stream = self.connect().await?;
        let (host, url, length) = (self.authority(), &self.url, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {url}\r\nCookie: {cookie}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.map_err(words)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.map_err(words)?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| format!("{path}: no answer"))?;
        let status = head.split_whitespace().nth(1).unwrap_or("no status");
        match status.starts_with('2') {
            true => serde_json::from_str(body).map_err(|error| format!("{path}: {error}")),
            false => Err(format!("{path}: {status} {body}")),
        }
    }

    pub(crate) async fn get(&self, path: &str, cookie: &str) -> Result<Value, String> {
        self.call("GET", path, cookie, "").await
    }

    pub(crate) async fn post(&self, path: &str, cookie: &str, body: Value) -> Result<Value, String> {
        self.call("POST", path, cookie, &body.to_string()).await
    }
}
