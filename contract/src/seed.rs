//! Where the random games of the tests begin.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Whether the slow sizes are asked for.
pub fn full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

/// In the plain test command always the same, so that a red run is red twice. With `SABRETACHE_FULL=1` another number in every
/// run, which is printed; `SABRETACHE_SEED` repeats it.
pub fn seed() -> u64 {
    let given = std::env::var("SABRETACHE_SEED").ok().and_then(|words| words.parse().ok());
    // Hash maps draw their keys from the system's randomness.
    let drawn = || RandomState::new().build_hasher().finish();
    let seed = given.unwrap_or_else(|| if full() { drawn() } else { 1813 });
    println!("SABRETACHE_SEED={seed}");
    seed
}

/// A seed for one of several series of games.
pub(crate) fn seed_of(series: &str) -> u64 {
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    series.bytes().fold(seed() ^ 0xcbf2_9ce4_8422_2325, fold)
}
