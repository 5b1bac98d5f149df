//! Exact odds against sampled ones, for attacks with retreats, displacements and exchanges. `SABRETACHE_FULL=1` samples
//! 200,000 outcomes of each attack.

use std::collections::BTreeMap;

use crate::positions::position;
use art_of_war::sequence::Frame;
use art_of_war::state::CombatResult;
use art_of_war::{Action, ArtOfWar, Event, Rules, State};
use kernel::odds::{Branch, expand};
use kernel::playout::roll;
use kernel::{Chance, Discard, Language, Pending, Policy, Ratio, Ruleset, Seat, Seen, Viewer};

/// Everybody takes the first action listed, until the phase is over: the attacks that 5.1 demands are made too.
struct FirstChoiceToTheEnd;

impl Policy<Rules> for FirstChoiceToTheEnd {
    fn choose(&mut self, _: &Rules, state: &State, _: Seat, _: &[Action]) -> Option<usize> {
        (state.frame() != Frame::Move).then_some(0)
    }
}

/// The first line falls back on friends who stand shoulder to shoulder: every retreat displaces, some in chains.
const CROWD: &str = r#"
[position]
map = "blank 9x9"
rules_of = "eylau"
turn = 5
phase = "combat"
active = "french"
units = ["fr a: Leg 8-4i @ 0506", "fr g: Heu 7-3a @ 0507", "fr h: Heu 5-3a @ 0406",
  "ru x: Tut 5-4i @ 0505", "ru p: Sac 4-4i @ 0504", "ru q: Sac 4-4i @ 0404", "ru r: Sac 4-4i @ 0604",
  "ru s: Sac 3-4i @ 0503", "ru t: Ess 3-4i @ 0403", "ru u: Ess 3-4i @ 0603",
  "fr k: Des 4-4i @ 0108", "ru m: Doc 4-4i @ 0107", "fr l: Des 9-4i @ 0909", "ru n: Doc 3-4i @ 0908"]
"#;

/// Odds good enough for Ee, against two in a town; who pays is a choice.
const EXCHANGE: &str = r#"
[position]
map = "blank 9x9"
rules_of = "eylau"
turn = 5
phase = "combat"
active = "french"
units = ["fr a: Leg 8-4i @ 0506", "fr b: Leg 4-4i @ 0405", "fr c: Mor 3-4i @ 0605", "fr g: Heu 7-3a @ 0507",
  "ru x: Tut 3-4i @ 0505", "fr k: Des 9-4i @ 0108", "fr l: Des 8-4i @ 0107", "ru m: Doc 3-4i @ 0208"]
"#;

/// The same in a snowstorm: two dice, and every result can turn.
const SNOW: &str = r#"
[position]
map = "blank 9x9"
rules_of = "eylau"
weather = true
turn = 5
phase = "combat"
active = "french"
units = ["fr a: Leg 4-4i @ 0506", "fr b: Leg 4-4i @ 0605", "fr g: Heu 3-3a @ 0507", "ru x: Tut 5-4i @ 0505",
  "ru y: Tut 4-4i @ 0504", "fr k: Des 9-4i @ 0108", "ru m: Doc 3-4i @ 0107"]
"#;

/// Two stacks of Dresden against one, with morale, disruption and a reserve to be called up.
const STACKS: &str = r#"
[position]
map = "blank 9x9"
rules_of = "dresden"
turn = 3
phase = "combat"
active = "allied"
morale = { austrian = 3 }
units = ["fr a: YGd 6-4i @ 0505", "fr b: YGd 6-4i @ 0505", "fr c: Teste 4-4i @ 0504", "fr d: Teste 4-4i @ 0504",
  "au x: Chiesa 5-4i @ 0506", "au y: Bubna 5-4i @ 0506", "au z: Mezco 4-4i @ 0405", "pr p: Klux 5-4i @ 0605",
  "au r: Civallart 5-4i @ 0808 reserve"]
"#;

fn key(state: &State) -> Vec<u8> {
    postcard::to_stdvec(state).unwrap()
}

/// Plays the attack once, with the same policy.
fn sampled(rules: &Rules, start: &State, chance: &mut Chance, events: &mut Vec<Event>) -> State {
    let mut state = start.clone();
    let mut actions = Vec::new();
    loop {
        match rules.pending(&state) {
            Pending::Over(_) => return state,
            Pending::Chance(throw) => rules.throw(&mut state, &roll(&throw, chance), events),
            Pending::Decide(seats) => {
                let seat = seats[0].0;
                rules.legal(&state, seat, &mut actions);
                let Some(choice) = FirstChoiceToTheEnd.choose(rules, &state, seat, &actions) else { return state };
                rules.play(&mut state, seat, &actions[choice], events);
            }
        }
    }
}

/// Compares the exact distribution of final states with samples, by chi squared. Some event has to happen on the way,
/// or the position is not what it is there for.
fn agrees(name: &str, text: &str, order: &str, least: usize, must_happen: fn(&Event) -> bool) {
    let title = ArtOfWar::built_in();
    let (rules, mut start) = position(&title, name, text);
    let seat = Seat(start.player.0);
    for action in rules.read(&Seen::of(&rules, &start, Viewer::Seat(seat)), seat, order).unwrap() {
        rules.check(&start, seat, &action).unwrap();
        rules.play(&mut start, seat, &action, &mut Discard);
    }
    let branch = Branch { state: start.clone(), labels: Vec::new(), odds: Ratio::ONE };
    let ends = expand(&rules, branch, &mut FirstChoiceToTheEnd, &|_, _| None, 100_000).unwrap();
    assert!(ends.len() >= least, "{name}: only {} different ends", ends.len());
    let total = ends.iter().fold(Ratio::ZERO, |sum, end| sum.plus(end.odds).unwrap());
    assert_eq!(total, Ratio::ONE, "{name}");
    let full = std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1");
    let samples: u32 = if full { 200_000 } else { 6000 };
    let mut seen: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    let mut chance = Chance::of_game(31, samples.into());
    let mut events = Vec::new();
    let mut happened = 0;
    for _ in 0..samples {
        events.clear();
        *seen.entry(key(&sampled(&rules, &start, &mut chance, &mut events))).or_default() += 1;
        happened += u32::from(events.iter().any(must_happen));
    }
    assert!(happened > samples / 20, "{name}: what it is about happened {happened} times only");
    let mut chi_squared = 0.0;
    for end in &ends {
        let expected = end.odds.numerator() as f64 / end.odds.denominator() as f64 * f64::from(samples);
        let found = seen.remove(&key(&end.state)).unwrap_or(0) as f64;
        chi_squared += (found - expected).powi(2) / expected;
    }
    assert!(seen.is_empty(), "{name}: {} ends were sampled that the odds do not know", seen.len());
    let freedom = (ends.len() - 1) as f64;
    // Beyond this one honest run in many millions.
    let bound = freedom + 6.0 * (2.0 * freedom).sqrt() + 18.0;
    println!("{name}: {} ends, {samples} samples, chi squared {chi_squared:.1} (bound {bound:.1})", ends.len());
    assert!(chi_squared < bound, "{name}: chi squared {chi_squared:.1} with {freedom} degrees of freedom");
}

#[test]
fn retreats_that_displace() {
    agrees("crowd", CROWD, "attack x with a, g", 8, |event| matches!(event, Event::Displaced { .. }));
}

#[test]
fn exchanges() {
    agrees("exchange", EXCHANGE, "attack x with a, b, c, g", 6, |event| {
        matches!(event, Event::CombatThrown { result: CombatResult::Ee, .. })
    });
}

#[test]
fn snow() {
    agrees("snow", SNOW, "attack x with a, b, g", 16, |event| matches!(event, Event::WeatherThrown { .. }));
}

#[test]
fn stacks() {
    agrees("stacks", STACKS, "attack a with x, y, z, p", 2, |event| matches!(event, Event::Retreated { .. }));
}
