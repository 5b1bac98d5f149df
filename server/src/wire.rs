//! Everything that crosses the wire: what is asked, what is answered, what goes over the socket both ways.
//!
//! Nothing else in this program knows what its JSON looks like. The description of the API (`openapi`) and the declarations
//! against which the page is checked (`web/types/wire.d.ts`) are made from these types.

mod aids;
mod board;
mod devices;
mod games;
mod panels;
mod problem;
mod requests;
mod review;
mod sentences;
mod socket;
mod titles;
mod typescript;
mod words;

pub(crate) use aids::*;
pub(crate) use board::*;
pub(crate) use devices::*;
pub(crate) use games::*;
pub(crate) use panels::*;
pub(crate) use problem::*;
pub(crate) use requests::*;
pub(crate) use review::*;
pub(crate) use sentences::*;
pub(crate) use socket::*;
pub(crate) use titles::*;
pub(crate) use words::*;

pub use typescript::declarations;

use serde::Serialize;

/// A value as it is sent.
pub(crate) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what crosses the wire has texts for keys and no fault of its own")
}
