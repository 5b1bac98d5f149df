//! What a seat can want done, as it comes in a request or over the socket.

use serde::Deserialize;

use crate::problem::Problem;
use crate::table::Deed;

/// Longest order that is read.
const LONGEST: usize = 2_000;

/// An order, or a question about one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) seat: String,
    #[serde(default)]
    pub(crate) after: Option<u64>,
    pub(crate) order: String,
}

/// Something that needs no more words than who and when.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct After {
    seat: String,
    #[serde(default)]
    after: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Takeback {
    seat: String,
    #[serde(default)]
    after: Option<u64>,
    #[serde(default)]
    step: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Consent {
    seat: String,
    agree: bool,
}

/// A deed with its seat and the version on which it was decided.
pub(crate) type Wanted = (String, Option<u64>, Deed);

impl Order {
    pub(crate) fn wanted(self) -> Result<Wanted, Problem> {
        match self.order.len() > LONGEST {
            true => Err(Problem::bad(format!("an order has {LONGEST} bytes at most"))),
            false => Ok((self.seat, self.after, Deed::Order(self.order))),
        }
    }
}

impl After {
    pub(crate) fn wanted(self, deed: Deed) -> Wanted {
        (self.seat, self.after, deed)
    }
}

impl Takeback {
    pub(crate) fn wanted(self) -> Wanted {
        (self.seat, self.after, Deed::Takeback { step: self.step })
    }
}

impl Consent {
    pub(crate) fn wanted(self) -> Wanted {
        (self.seat, None, Deed::Answer { agree: self.agree })
    }
}
