//! Art of War.
