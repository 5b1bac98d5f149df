//! Random words and hashes.

use sha2::{Digest, Sha256};

/// 256 random bits in hexadecimal.
pub(crate) fn random_word() -> String {
    hex(&random_bytes::<32>())
}

pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the machine has random numbers");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is kept of a cookie or an invitation.
pub(crate) fn hashed(words: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for word in words {
        hasher.update((word.len() as u64).to_le_bytes());
        hasher.update(word.as_bytes());
    }
    hex(&hasher.finalize())
}

/// The invitation to a seat. It follows from the cookie of the owner, who can see it again at any time, while the database
/// holds but its hash.
pub(crate) fn invitation(owner_cookie: &str, game: &str, seat: usize) -> String {
    hashed(&["sabretache invitation", owner_cookie, game, &seat.to_string()])
}

/// The hash under which an invitation is kept.
pub(crate) fn kept_invitation(token: &str) -> String {
    hashed(&["sabretache token", token])
}

/// The hash under which a cookie is kept.
pub(crate) fn kept_cookie(cookie: &str) -> String {
    hashed(&["sabretache cookie", cookie])
}
