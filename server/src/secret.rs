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

fn digest(words: &[&str]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for word in words {
        hasher.update((word.len() as u64).to_le_bytes());
        hasher.update(word.as_bytes());
    }
    hasher.finalize().into()
}

/// What is kept of a cookie or an invitation.
pub(crate) fn hashed(words: &[&str]) -> String {
    hex(&digest(words))
}

/// Letters and digits that are not taken for each other, thirty-two of them.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters and digits for random bytes, five bits each.
fn code<const N: usize>(bytes: [u8; N]) -> String {
    bytes.map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).into_iter().collect()
}

/// Forty random bits to be typed by hand.
pub(crate) fn random_code() -> String {
    code(random_bytes::<8>())
}

/// A code as it is shown: in two halves.
pub(crate) fn shown_code(code: &str) -> String {
    let (first, last) = code.split_at(code.len() / 2);
    format!("{first}-{last}")
}

/// A code as it was meant, however it was typed.
pub(crate) fn typed_code(text: &str) -> String {
    let letters =
        text.chars().filter(|letter| letter.is_ascii_alphanumeric()).map(|letter| letter.to_ascii_uppercase());
    let meant = letters.map(|letter| match letter {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    });
    meant.take(100).collect()
}

/// The hash under which a link to another device is kept, and that of its code.
pub(crate) fn kept_link(token: &str) -> String {
    hashed(&["sabretache link", token])
}

/// An invitation to a seat as earlier versions made it: from the cookie of the owner.
pub(crate) fn early_invitation(owner_cookie: &str, game: &str, seat: usize) -> String {
    hashed(&["sabretache invitation", owner_cookie, game, &seat.to_string()])
}

/// A new invitation to a seat.
pub(crate) fn invitation() -> store::Invitation {
    let words = random_word();
    store::Invitation { token: kept_invitation(&words), code: kept_code(&invitation_code(&words)), words }
}

/// The code that can be typed in place of an invitation.
pub(crate) fn invitation_code(words: &str) -> String {
    let [a, b, c, d, e, f, g, h, ..] = digest(&["sabretache invitation code", words]);
    code([a, b, c, d, e, f, g, h])
}

/// The hash under which such a code is kept.
pub(crate) fn kept_code(code: &str) -> String {
    hashed(&["sabretache code", code])
}

/// The hash under which an invitation is kept.
pub(crate) fn kept_invitation(token: &str) -> String {
    hashed(&["sabretache token", token])
}

/// The hash under which a cookie is kept.
pub(crate) fn kept_cookie(cookie: &str) -> String {
    hashed(&["sabretache cookie", cookie])
}
