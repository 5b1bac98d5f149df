//! What a seat can want done, as it comes in a request or over the socket.

use crate::problem::Problem;
use crate::table::Deed;
use crate::wire::{After, Consent, Order, TakebackWish};

/// Longest order that is read.
const LONGEST: usize = 2_000;

/// A deed with its seat and the version on which it was decided.
pub(crate) type Wanted = (String, Option<u64>, Deed);

impl Order {
    pub(crate) fn wanted(self) -> Result<Wanted, Problem> {
        match self.order.len() > LONGEST {
            true => Err(Problem::bad(format!("an order may have at most {LONGEST} bytes"))),
            false => Ok((self.seat, self.after, Deed::Order(self.order))),
        }
    }
}

impl After {
    pub(crate) fn wanted(self, deed: Deed) -> Wanted {
        (self.seat, self.after, deed)
    }
}

impl TakebackWish {
    pub(crate) fn wanted(self) -> Wanted {
        (self.seat, self.after, Deed::Takeback { step: self.step })
    }
}

impl Consent {
    pub(crate) fn wanted(self) -> Wanted {
        (self.seat, None, Deed::Answer { agree: self.agree })
    }
}
