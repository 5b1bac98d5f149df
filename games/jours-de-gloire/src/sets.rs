//! Sets of counters, boxes and connections, without heap.

use board::Set;
use board::boxes::{BoxId, ConnectionId};

use crate::counters::CounterId;

pub type CounterSet = Set<CounterId, 4>;
pub type BoxSet = Set<BoxId, 6>;
pub type ConnectionSet = Set<ConnectionId, 12>;
