//! Bends inputs: bytes, words and lines are changed, dropped, doubled, moved, or taken from elsewhere.

use kernel::{Chance, Entropy};

/// No input is longer.
const LONGEST: usize = 1 << 16;
/// A word is repeated so often at most: nests and long lists are where readers blow up.
const REPEATS: u32 = 2_000;
/// Words and numbers at which readers stumble.
const TOKENS: [&str; 24] = [
    "0",
    "-1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "18446744073709551615",
    "-9223372036854775808",
    "1e999",
    "null",
    "true",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ";",
    "@",
    "[[position]]",
    "\u{0}",
    "\u{feff}",
    "é",
    "0000",
];

pub(crate) struct Mutator {
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    pub(crate) fn new(seeds: Vec<Vec<u8>>) -> Mutator {
        let mut words: Vec<Vec<u8>> = TOKENS.iter().map(|token| token.as_bytes().to_vec()).collect();
        for seed in &seeds {
            let parts = seed.split(|byte| !(byte.is_ascii_alphanumeric() || b"-_.#".contains(byte)));
            words.extend(parts.filter(|word| (1..24).contains(&word.len())).take(400).map(<[u8]>::to_vec));
        }
        words.sort();
        words.dedup();
        Mutator { seeds, words }
    }

    /// An input bent in one place or in several.
    pub(crate) fn input(&self, chance: &mut Chance) -> Vec<u8> {
        let mut input = pick(&self.seeds, chance).to_vec();
        for _ in 0..=chance.below(4) {
            self.bend(&mut input, chance);
        }
        input.truncate(LONGEST);
        input
    }

    fn bend(&self, input: &mut Vec<u8>, chance: &mut Chance) {
        let (from, to) = span(input, chance);
        match chance.below(10) {
            0 => drop(input.drain(from..to)),
            1 => {
                let copy = input[from..to].to_vec();
                let at = below(input.len() + 1, chance);
                input.splice(at..at, copy);
            }
            2 if !input.is_empty() => {
                let at = below(input.len(), chance);
                input[at] = chance.below(256) as u8;
            }
            3 if !input.is_empty() => {
                let at = below(input.len(), chance);
                input[at] ^= 1 << chance.below(8);
            }
            4 => {
                let word = pick(&self.words, chance).to_vec();
                input.splice(from..from, word);
            }
            5 => {
                let (from, to) = word_at(input, from);
                input.splice(from..to, pick(&self.words, chance).to_vec());
            }
            6 => {
                let word = pick(&self.words, chance);
                let many = word.repeat(1 + chance.below(REPEATS) as usize);
                input.splice(from..from, many);
            }
            7 => {
                let other = pick(&self.seeds, chance);
                let (start, end) = span(other, chance);
                input.splice(from..to, other[start..end].to_vec());
            }
            8 => {
                // Lines change places.
                let mut lines: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
                let (one, two) = (below(lines.len(), chance), below(lines.len(), chance));
                lines.swap(one, two);
                *input = lines.join(&b'\n');
            }
            _ => input.truncate(to),
        }
    }
}

fn below(bound: usize, chance: &mut Chance) -> usize {
    chance.below(bound.max(1) as u32) as usize
}

fn pick<'a>(items: &'a [Vec<u8>], chance: &mut Chance) -> &'a [u8] {
    items.get(below(items.len(), chance)).map_or(&[], Vec::as_slice)
}

/// A short stretch, or now and then a long one.
fn span(input: &[u8], chance: &mut Chance) -> (usize, usize) {
    let from = below(input.len() + 1, chance);
    let longest = if chance.below(8) == 0 { input.len() } else { 24 };
    (from, (from + below(longest + 1, chance)).min(input.len()))
}

/// The word around a place.
fn word_at(input: &[u8], at: usize) -> (usize, usize) {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.#".contains(byte);
    let from = input[..at].iter().rposition(|byte| !part(byte)).map_or(0, |before| before + 1);
    let to = input[at..].iter().position(|byte| !part(byte)).map_or(input.len(), |length| at + length);
    (from, to)
}
