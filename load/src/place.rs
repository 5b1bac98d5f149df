//! Where games are made, and what they are; calls over HTTP, one connection each.

use std::net::Ipv4Addr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) scenario: String,
    /// The address of this machine from which to come; any, if none is said.
    pub(crate) from: Option<Ipv4Addr>,
}

impl Place {
    pub(crate) fn authority(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    /// A connection without delay: the smallest message leaves at once.
    pub(crate) async fn connect(&self) -> Result<TcpStream, String> {
        let words = |error: std::io::Error| format!("{} cannot be reached: {error}", self.url);
        let stream = match self.from {
            None => TcpStream::connect(self.authority()).await.map_err(words)?,
            Some(from) => {
                let socket = TcpSocket::new_v4().map_err(words)?;
                socket.bind((from, 0).into()).map_err(words)?;
                let to = self.authority().parse().map_err(|_| format!("{} is not an address", self.url))?;
                socket.connect(to).await.map_err(words)?
            }
        };
        stream.set_nodelay(true).map_err(words)?;
        Ok(stream)
    }

    async fn call(&self, method: &str, path: &str, cookie: &str, body: &str) -> Result<Value, String> {
        let (status, body) = self.ask(method, path, cookie, body).await?;
        match (200..300).contains(&status) {
            true => serde_json::from_str(&body).map_err(|error| format!("{path}: {error}")),
            false => Err(format!("{path}: {status} {body}")),
        }
    }

    /// The cookie of a new player.
    pub(crate) async fn session(&self) -> Result<String, String> {
        let (head, _) = self.exchange("POST", "/api/session", "", "").await?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let pair = cookie.and_then(|cookie| cookie.split(';').next());
        pair.map(str::to_owned).ok_or_else(|| format!("a new player gets no cookie: {head}"))
    }

    /// The status and the body of the answer, whatever it is.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<(u16, String), String> {
        let (head, body) = self.exchange(method, path, cookie, body).await?;
        let status = head.split_whitespace().nth(1).and_then(|status| status.parse().ok());
        Ok((status.ok_or_else(|| format!("{path}: no status"))?, body))
    }

    /// The head and the body of the answer.
    async fn exchange(&self, method: &str, path: &str, cookie: &str, body: &str) -> Result<(String, String), String> {
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
        Ok((head.to_owned(), body.to_owned()))
    }

    pub(crate) async fn get(&self, path: &str, cookie: &str) -> Result<Value, String> {
        self.call("GET", path, cookie, "").await
    }

    pub(crate) async fn post(&self, path: &str, cookie: &str, body: Value) -> Result<Value, String> {
        self.call("POST", path, cookie, &body.to_string()).await
    }
}
