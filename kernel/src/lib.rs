//! Kernel.
