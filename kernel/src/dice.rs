//! Where outcomes come from: seeded dice that can be checked afterwards, or a script.
//!
//! The host draws a seed and publishes its hash; then every seat adds a nonce, and only then the first throw is made. Throw
//! number n is read from stream n of ChaCha20, so that a takeback never brings a throw back. After the game the seed is
//! published and anyone can repeat the arithmetic: docs/dice.md says how, and what it proves.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Entropy, Outcome, Throw};

/// 32 bytes, written in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes32(pub [u8; 32]);

impl std::fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for Bytes32 {
    type Err = String;

    fn from_str(text: &str) -> Result<Bytes32, String> {
        let wrong = || format!("`{text}` is not 64 hexadecimal digits");
        if text.len() != 64 || !text.is_ascii() {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(digits).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
        }
        Ok(Bytes32(bytes))
    }
}

impl Serialize for Bytes32 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Bytes32, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// SHA-256 over the parts, each preceded by its length so that no two lists of parts collide.
pub fn hash(parts: &[&[u8]]) -> Bytes32 {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    Bytes32(hasher.finalize().into())
}

/// The hash of a state or any other serialisable value, for comparing replays.
pub fn hash_of<T: Serialize>(value: &T) -> Bytes32 {
    let bytes = postcard::to_stdvec(value).expect("plain data serialises");
    hash(&[b"sabretache state", &bytes])
}

/// How the players of a game add to its dice. The header of a journal says it by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum DiceProtocol {
    /// Nobody has to add anything. So it is at a terminal, and so it was for all games of earlier versions, in which a nonce
    /// could also come later and went into the throws after it.
    #[default]
    Voluntary,
    /// Every seat adds one nonce, after the commitment and before the first throw, which waits for it. A seat of the program
    /// adds an empty one.
    EverySeat,
}

impl DiceProtocol {
    pub(crate) fn is_voluntary(&self) -> bool {
        *self == DiceProtocol::Voluntary
    }
}

impl From<DiceProtocol> for u8 {
    fn from(protocol: DiceProtocol) -> u8 {
        match protocol {
            DiceProtocol::Voluntary => 1,
            DiceProtocol::EverySeat => 2,
        }
    }
}

impl TryFrom<u8> for DiceProtocol {
    type Error = String;

    fn try_from(number: u8) -> Result<DiceProtocol, String> {
        match number {
            1 => Ok(DiceProtocol::Voluntary),
            2 => Ok(DiceProtocol::EverySeat),
            other => Err(format!("the dice follow protocol {other}, which this program does not know")),
        }
    }
}

/// Dice that can be checked: the seed is committed to by its hash, and mixed with what the players contributed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeededDice {
    seed: Bytes32,
    protocol: DiceProtocol,
    /// What was added before the first throw.
    nonces: Vec<String>,
    /// What was added later, each with the first throw into which it goes, in rising order.
    later: Vec<(u64, String)>,
    /// Keys, each with the first throw that is made with it, in rising order; never empty.
    keys: Vec<(u64, Bytes32)>,
}

impl SeededDice {
    pub fn new(seed: Bytes32, nonces: Vec<String>) -> SeededDice {
        let protocol = DiceProtocol::Voluntary;
        let mut dice = SeededDice { seed, protocol, nonces, later: Vec::new(), keys: Vec::new() };
        dice.keys.push((0, dice.key()));
        dice
    }

    /// Dice that wait for a nonce from every seat.
    pub fn awaiting_every_seat(seed: Bytes32) -> SeededDice {
        SeededDice { protocol: DiceProtocol::EverySeat, ..SeededDice::new(seed, Vec::new()) }
    }

    pub fn protocol(&self) -> DiceProtocol {
        self.protocol
    }

    /// Mixes the nonces of all seats, in the order of the seats, into every throw.
    pub fn mix(&mut self, nonces: Vec<String>) {
        self.nonces = nonces;
        self.later.clear();
        self.keys = vec![(0, self.key())];
    }

    /// The key with everything that has been added so far.
    fn key(&self) -> Bytes32 {
        let mut parts: Vec<&[u8]> = vec![b"sabretache dice", &self.seed.0];
        let later = self.later.iter().map(|(_, nonce)| nonce);
        parts.extend(self.nonces.iter().chain(later).map(|nonce| nonce.as_bytes()));
        hash(&parts)
    }

    /// Mixes something into every throw from number `from_throw` on. Throws before it stay what they were.
    pub fn add_nonce(&mut self, from_throw: u64, nonce: String) {
        self.later.push((from_throw, nonce));
        self.keys.push((from_throw, self.key()));
    }

    /// What is published before the first throw.
    pub fn commitment(&self) -> Bytes32 {
        SeededDice::commit(&self.seed)
    }

    pub fn commit(seed: &Bytes32) -> Bytes32 {
        hash(&[b"sabretache seed", &seed.0])
    }

    pub fn seed(&self) -> Bytes32 {
        self.seed
    }

    /// What was added before the first throw.
    pub fn nonces(&self) -> &[String] {
        &self.nonces
    }

    /// The outcome of throw number `counter`, counted from 0.
    pub fn outcome(&self, counter: u64, throw: &Throw) -> Outcome {
        self.fallen(counter, throw.dice, throw.faces)
    }

    /// The same for a journal, which records dice and not what they were thrown for.
    pub(crate) fn fallen(&self, counter: u64, dice: u8, faces: u8) -> Outcome {
        let in_force = self.keys.iter().rev().find(|(from, _)| *from <= counter);
        let (_, key) = in_force.unwrap_or(&self.keys[0]);
        let mut stream = ChaCha20Rng::from_seed(key.0);
        stream.set_stream(counter);
        let mut entropy = Chance(stream);
        let mut outcome = Outcome::default();
        for _ in 0..dice {
            outcome.0.push(entropy.below(u32::from(faces)) as u8 + 1);
        }
        outcome
    }
}

/// A seeded stream of numbers, for worlds, random play and simulated dice.
#[derive(Clone, Debug)]
pub struct Chance<R = ChaCha20Rng>(R);

impl Chance {
    pub fn from_seed(seed: &Bytes32) -> Chance {
        Chance(ChaCha20Rng::from_seed(seed.0))
    }

    /// The stream of game number `game` in a series begun with `seed`.
    pub fn of_game(seed: u64, game: u64) -> Chance {
        Chance::from_seed(&hash(&[b"sabretache game", &seed.to_le_bytes(), &game.to_le_bytes()]))
    }
}

impl<R: Rng> Entropy for Chance<R> {
    /// Multiply and keep the high half; the few words that would favour a number are thrown away.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(bound);
            let low = wide as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (wide >> 32) as u32;
            }
        }
    }
}

/// A small fast stream (xoshiro128++) for simulation, where nobody has to trust the dice.
#[derive(Clone, Debug)]
pub struct FastChance([u32; 4]);

impl FastChance {
    pub fn of_game(seed: u64, game: u64) -> FastChance {
        let Bytes32(bytes) = hash(&[b"sabretache fast", &seed.to_le_bytes(), &game.to_le_bytes()]);
        let word = |n: usize| u32::from_le_bytes([bytes[n], bytes[n + 1], bytes[n + 2], bytes[n + 3]]);
        FastChance([word(0) | 1, word(4), word(8), word(12)])
    }

    #[inline]
    fn next(&mut self) -> u32 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(7).wrapping_add(s[0]);
        let t = s[1] << 9;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(11);
        result
    }
}

impl Entropy for FastChance {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        loop {
            let wide = u64::from(self.next()) * u64::from(bound);
            let low = wide as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (wide >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Case;

    const THROW: Throw = Throw::d6(Case::UNCITED, "combat");

    #[test]
    fn every_throw_can_be_checked_and_depends_on_seed_and_nonces() {
        let dice = |seed: u8, nonce: &str| {
            let dice = SeededDice::new(Bytes32([seed; 32]), vec![nonce.into()]);
            (0..64).map(|n| dice.outcome(n, &THROW).die()).collect::<Vec<_>>()
        };
        assert_eq!(dice(1, "a"), dice(1, "a"));
        assert_ne!(dice(1, "a"), dice(2, "a"));
        assert_ne!(dice(1, "a"), dice(1, "b"));
    }

    /// The worked example of docs/dice.md, which strangers hold their own checkers against.
    #[test]
    fn the_worked_example_of_the_document() {
        let seed = Bytes32(std::array::from_fn(|place| place as u8));
        let mut dice = SeededDice::awaiting_every_seat(seed);
        dice.mix(vec!["Anna: oak leaves".into(), String::new(), "Béla: a wet Tuesday".into()]);
        let document = include_str!("../../docs/dice.md");
        let says = |words: String| assert!(document.contains(&words), "docs/dice.md lacks {words:?}");
        says(format!("commitment  {}", dice.commitment()));
        says(format!("key         {}", dice.keys[0].1));
        for number in [0, 3] {
            let mut stream = ChaCha20Rng::from_seed(dice.keys[0].1.0);
            stream.set_stream(number);
            let words: Vec<String> = (0..4).map(|_| format!("{:08x}", stream.next_u32())).collect();
            says(format!("first words of throw {number}:  {}", words.join(" ")));
        }
        for number in 0..6 {
            let one = dice.outcome(number, &THROW);
            let three = dice.outcome(number, &Throw { dice: 3, faces: 10, ..THROW });
            says(format!("| {number} | {} | {} {} {} |", one.0[0], three.0[0], three.0[1], three.0[2]));
        }
    }

    #[test]
    fn a_nonce_changes_the_throws_after_it_and_none_before() {
        let throws = |dice: &SeededDice| (0..40).map(|n| dice.outcome(n, &THROW).die()).collect::<Vec<_>>();
        let without = SeededDice::new(Bytes32([1; 32]), vec!["a".into()]);
        let mut with = without.clone();
        with.add_nonce(20, "b".into());
        assert_eq!(throws(&with)[..20], throws(&without)[..20]);
        assert_ne!(throws(&with)[20..], throws(&without)[20..]);
        // From the beginning or later, what counts is what has been added.
        let both = SeededDice::new(Bytes32([1; 32]), vec!["a".into(), "b".into()]);
        assert_eq!(throws(&with)[20..], throws(&both)[20..]);
        assert_eq!(with.commitment(), without.commitment());
    }

    #[test]
    fn dice_are_fair_enough() {
        let dice = SeededDice::new(Bytes32([7; 32]), vec![]);
        let mut counts = [0i32; 6];
        for n in 0..6000 {
            counts[usize::from(dice.outcome(n, &THROW).die()) - 1] += 1;
        }
        assert!(counts.iter().all(|count| (count - 1000).abs() < 130), "{counts:?}");
    }

    #[test]
    fn hexadecimal_is_read_back_and_anything_else_refused() {
        let bytes = hash(&[b"x"]);
        assert_eq!(bytes.to_string().parse(), Ok(bytes));
        assert!("12".parse::<Bytes32>().is_err());
        assert!("zz".repeat(32).parse::<Bytes32>().is_err());
    }
}
