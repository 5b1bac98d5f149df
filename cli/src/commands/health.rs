//! `sabretache health`.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

use crate::commands::serve::PORT;
use crate::console::Console;
use crate::failure::{Failure, Outcome};

/// How long a server may take for each part of its answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// Check the health of a server on this machine
///
/// For containers and supervisors without an HTTP client.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes: 0 the server and its database respond, 1 they do not.

Examples:
  sabretache health
  sabretache health 127.0.0.1:8080")]
pub(crate) struct Arguments {
    /// Address and port of the server [default: 127.0.0.1:1807]
    #[arg(value_name = "ADDRESS")]
    address: Option<SocketAddr>,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let address = arguments.address.unwrap_or_else(|| SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)));
    let answer = ask(address).map_err(|error| Failure::finding(format!("{address} does not answer: {error}")))?;
    let status = answer.split_whitespace().nth(1).unwrap_or_default();
    match status {
        "200" => {
            writeln!(console.out, "The server at {address} is healthy.")?;
            Ok(())
        }
        _ => {
            let said = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).trim();
            Err(Failure::finding(format!("the server at {address} is not healthy: {status} {said}")))
        }
    }
}

/// The whole answer to one request.
fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    // No server says more than this; one that does is none of ours.
    stream.take(64 * 1024).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
