//! The server as browsers and other programs meet it, over HTTP and sockets on loopback; on SQLite, or on PostgreSQL if
//! `SABRETACHE_TEST_DATABASE` says so. One program for all of them, because building each takes longer than running it.

mod aids;
mod api;
mod burden;
mod common;
mod company;
mod described;
mod dice;
mod drill;
mod errors;
mod generated;
mod hidden_forces;
mod identity;
mod letters;
mod opponents;
mod pauses;
mod refused_orders;
mod seats;
mod secrets;
mod takeback;
mod wire;
