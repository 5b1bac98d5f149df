//! The rulebook, one file a chapter.

mod r01_turn;
