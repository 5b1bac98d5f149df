//! The rulebook, a file a chapter.

pub(crate) mod r01_counters;
pub(crate) mod r04_lines;
