//! Exact odds of a whole combat: every throw with every outcome to its end, decisions by a script that is named, equal
//! states merged after each. What is kept of an end is a tale of a few numbers, so that the answer is short however many
//! positions there are.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::odds::{Method, OddsError, OddsLimits, OddsLine, OddsReport};
use crate::order::try_order;
use crate::stop::Stop;
use crate::{Aids, Entropy, Pending, Ratio, Ruleset, Seat, Seen, Title, Viewer};

/// How many numbers a tale has.
pub const TALE: usize = 12;

/// What is remembered of the way to an end: numbers whose meaning the title knows.
pub type Tale = [i16; TALE];

/// By what the decisions are made that remain in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Script {
    pub name: &'static str,
    /// What it assumes, in sentences for players.
    pub assumes: &'static str,
}

/// What a tale says to a question.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Told {
    pub question: &'static str,
    /// Its rank among the other answers.
    pub place: i32,
    pub words: String,
    /// Whether `place` is a number of something, of which an average means something.
    pub counts: bool,
}

/// How a title has its combats reckoned to the end.
pub trait Reckoning<R: Ruleset>: Send + Sync {
    fn script(&self) -> Script;

    /// Whether a combat is under way. It is over as soon as this is false.
    fn is_under_way(&self, rules: &R, state: &R::State) -> bool;

    /// Whether the viewer knows everything that matters for the combat that follows an order, judging by the view before
    /// it: it goes the same way in all worlds that fit.
    fn is_open(&self, rules: &R, before: &R::State, after: &R::State, viewer: Viewer) -> bool;

    /// What the script answers: the number of one of `actions`, which is never empty.
    fn choose(&self, rules: &R, state: &R::State, seat: Seat, actions: &[R::Action]) -> usize;

    /// Throws whose outcomes fall into few groups, or that fall together and can be reckoned at once, with what the script
    /// answers to them: everything that can come of them, in how many ways of all. `false` if they are to be thrown one by
    /// one. It must come to the same; this is only quicker.
    fn at_once(
        &self,
        _rules: &R,
        _state: &R::State,
        _tale: &Tale,
        _ways: &mut dyn FnMut(Way<'_, R>) -> Result<(), OddsError>,
    ) -> Result<bool, OddsError> {
        Ok(false)
    }

    /// Whether what is left of the combat hangs on less than the whole state. If so, everything that does not matter any
    /// more is wiped off it, so that states with the same rest become equal; and the tale of the rest is added to what was
    /// told before, number by number.
    fn wipe(&self, _rules: &R, _state: &mut R::State) -> bool {
        false
    }

    /// Writes down what makes a state of this combat different from others of the same combat.
    fn key(&self, rules: &R, state: &R::State, key: &mut Vec<u8>);

    /// Carries on the tale by a step: the states before and after it, and what happened.
    fn hear(&self, rules: &R, step: (&R::State, &R::State), events: &[R::Event], tale: &mut Tale);

    /// What there is to say at the end, the same questions in the same order for every tale; the first is the headline.
    fn tell(&self, rules: &R, tale: &Tale) -> Vec<Told>;
}

/// What can come of throws.
pub struct Way<'w, R: Ruleset> {
    /// In how many ways, out of how many.
    pub ways: (u128, u128),
    /// What makes the position after it, and the tale up to there, different from others; then it is made only if it is
    /// not known. Empty if that cannot be said beforehand.
    pub key: &'w [u8],
    /// The position, and what happened.
    pub make: &'w dyn Fn(&mut Vec<R::Event>) -> R::State,
}

impl<R: Ruleset> std::fmt::Debug for Way<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ways of {}", self.ways.0, self.ways.1)
    }
}

/// The distribution of the answers to a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OddsTable {
    pub question: &'static str,
    /// In the order of the answers.
    pub lines: Vec<OddsLine>,
    /// The average, where answers are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<Ratio>,
}

/// So many dice can fall one after the other: all odds are whole multiples of one in 6 to this power, and stay whole
/// through additions without ever being shortened.
const MOST_DICE: u32 = 44;
/// Certainty, in such parts.
pub const WHOLE: u128 = 6u128.pow(MOST_DICE);
/// Worlds that are reckoned at most where things are hidden; a whole combat tells more than a single die.
const WORLDS: u32 = 16;

/// How much work it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Effort {
    /// Steps that were carried out.
    pub steps: usize,
    /// Different states that were looked at.
    pub states: usize,
    pub ends: usize,
}

/// Adds plain data to a key.
pub fn put(key: &mut Vec<u8>, value: &impl Serialize) {
    *key = postcard::to_extend(value, std::mem::take(key)).expect("plain data serialises");
}

/// Every end of the combat, by its tale, in parts of [`WHOLE`].
#[derive(Clone, Debug)]
pub struct Reckoned {
    pub ends: BTreeMap<Tale, u128>,
    pub effort: Effort,
}

impl Reckoned {
    /// The odds of every end.
    pub fn odds(&self) -> BTreeMap<Tale, Ratio> {
        self.ends.iter().map(|(tale, parts)| (*tale, Ratio::new(*parts, WHOLE).unwrap_or(Ratio::ZERO))).collect()
    }
}

/// States by what makes them different, with their tale and their share.
struct Layer<R: Ruleset> {
    places: BTreeMap<Vec<u8>, usize>,
    /// Where those went that were known by a key of their own before they were made.
    foreseen: BTreeMap<Vec<u8>, Goal>,
    /// In boxes, so that a layer that grows does not carry its states about.
    branches: Vec<(Box<R::State>, Tale, u128)>,
}

/// Where a step led.
#[derive(Clone, Copy)]
enum Goal {
    Branch(usize),
    End(Tale),
    /// To a rest that others have in common, with the tale up to there.
    Rest(usize, Tale),
}

/// What can still come, found once for all states that have it before them.
struct Rest<R: Ruleset> {
    from: Box<R::State>,
    /// By their tale, in how many ways of how many.
    ends: Vec<(Tale, (u128, u128))>,
}

impl<R: Ruleset> Default for Layer<R> {
    fn default() -> Layer<R> {
        Layer { places: BTreeMap::new(), foreseen: BTreeMap::new(), branches: Vec::new() }
    }
}

/// Reckons a combat to its end.
pub fn reckon<R: Ruleset>(
    rules: &R,
    reckoning: &dyn Reckoning<R>,
    start: R::State,
    limit: usize,
    stop: &Stop,
) -> Result<Reckoned, OddsError> {
    let mut all = Expansion::new(rules, reckoning, (limit, stop));
    all.expand(start)?;
    all.effort.ends = all.ends.len();
    Ok(Reckoned { ends: all.ends, effort: all.effort })
}

struct Expansion<'r, R: Ruleset> {
    rules: &'r R,
    reckoning: &'r dyn Reckoning<R>,
    limit: usize,
    stop: &'r Stop,
    ends: BTreeMap<Tale, u128>,
    effort: Effort,
    /// The rests that were found, and by what they are told apart.
    rests: Vec<Rest<R>>,
    rest_places: BTreeMap<Vec<u8>, usize>,
    /// A rest is looked at: it has no rest of its own.
    within_rest: bool,
    key: Vec<u8>,
}

impl<'r, R: Ruleset> Expansion<'r, R> {
    fn new(rules: &'r R, reckoning: &'r dyn Reckoning<R>, (limit, stop): (usize, &'r Stop)) -> Expansion<'r, R> {
        Expansion {
            rules,
            reckoning,
            limit,
            stop,
            ends: BTreeMap::new(),
            effort: Effort::default(),
            rests: Vec::new(),
            rest_places: BTreeMap::new(),
            within_rest: false,
            key: Vec::new(),
        }
    }

    /// Every end there is from a state on.
    fn expand(&mut self, start: R::State) -> Result<(), OddsError> {
        let (rules, reckoning) = (self.rules, self.reckoning);
        let mut layer = Layer::default();
        self.put(&mut layer, Box::new(start), [0; TALE], WHOLE);
        let mut actions = Vec::new();
        let mut events = Vec::new();
        while !layer.branches.is_empty() {
            let mut next = Layer::default();
            for (state, tale, share) in std::mem::take(&mut layer.branches) {
                if self.stop.is_stopped() {
                    return Err(OddsError::Stopped);
                }
                self.effort.states += 1;
                let at_once = reckoning.at_once(rules, &state, &tale, &mut |way| {
                    let share = part(share, way.ways)?;
                    if let Some(goal) = next.foreseen.get(way.key) {
                        return self.reach(&mut next.branches, *goal, share);
                    }
                    events.clear();
                    let after = Box::new((way.make)(&mut events));
                    let goal = self.go_on(&mut next, &state, after, (tale, &events), share)?;
                    if !way.key.is_empty() {
                        next.foreseen.insert(way.key.to_vec(), goal);
                    }
                    Ok(())
                })?;
                if at_once {
                    continue;
                }
                match rules.pending(&state) {
                    Pending::Over(_) => self.end(tale, share),
                    Pending::Chance(throw) => {
                        let outcomes = throw.outcomes().count() as u128;
                        for outcome in throw.outcomes() {
                            let mut after = state.clone();
                            events.clear();
                            rules.throw(&mut after, &outcome, &mut events);
                            self.go_on(&mut next, &state, after, (tale, &events), part(share, (1, outcomes))?)?;
                        }
                    }
                    Pending::Decide(seats) => {
                        let answer = seats.iter().find_map(|(seat, _)| {
                            actions.clear();
                            rules.legal(&state, *seat, &mut actions);
                            if actions.is_empty() {
                                return None;
                            }
                            let place = reckoning.choose(rules, &state, *seat, &actions);
                            actions.get(place).map(|action| (*seat, *action))
                        });
                        let Some((seat, action)) = answer else {
                            self.end(tale, share);
                            continue;
                        };
                        let mut after = state.clone();
                        events.clear();
                        rules.play(&mut after, seat, &action, &mut events);
                        self.go_on(&mut next, &state, after, (tale, &events), share)?;
                    }
                }
                if next.branches.len() > self.limit {
                    return Err(OddsError::TooMany(self.limit));
                }
            }
            layer = next;
        }
        Ok(())
    }

    fn end(&mut self, tale: Tale, share: u128) {
        *self.ends.entry(tale).or_default() += share;
    }

    /// Gives a share to where others went before.
    fn reach(
        &mut self,
        branches: &mut [(Box<R::State>, Tale, u128)],
        goal: Goal,
        share: u128,
    ) -> Result<(), OddsError> {
        match goal {
            Goal::Branch(place) => branches[place].2 += share,
            Goal::End(tale) => self.end(tale, share),
            Goal::Rest(place, told) => {
                for (more, ways) in &self.rests[place].ends {
                    let tale = std::array::from_fn(|number| told[number] + more[number]);
                    *self.ends.entry(tale).or_default() += part(share, *ways)?;
                }
            }
        }
        Ok(())
    }

    fn go_on(
        &mut self,
        layer: &mut Layer<R>,
        before: &R::State,
        mut state: Box<R::State>,
        (mut tale, events): (Tale, &[R::Event]),
        share: u128,
    ) -> Result<Goal, OddsError> {
        self.reckoning.hear(self.rules, (before, &state), events, &mut tale);
        self.effort.steps += 1;
        if !self.reckoning.is_under_way(self.rules, &state) {
            self.end(tale, share);
            return Ok(Goal::End(tale));
        }
        if !self.within_rest && self.reckoning.wipe(self.rules, &mut state) {
            let goal = Goal::Rest(self.rest(state)?, tale);
            self.reach(&mut layer.branches, goal, share)?;
            return Ok(goal);
        }
        Ok(Goal::Branch(self.put(layer, state, tale, share)))
    }

    /// The place of what can still come of a state.
    fn rest(&mut self, state: Box<R::State>) -> Result<usize, OddsError> {
        self.key.clear();
        self.reckoning.key(self.rules, &state, &mut self.key);
        // A key may leave out what still matters; only the same state has the same rest.
        let known = self.rest_places.get(&self.key).copied();
        if let Some(place) = known.filter(|place| self.rests[*place].from == state) {
            return Ok(place);
        }
        let mut within = Expansion::new(self.rules, self.reckoning, (self.limit, self.stop));
        within.within_rest = true;
        within.expand(R::State::clone(&state))?;
        self.effort.states += within.effort.states;
        self.effort.steps += within.effort.steps;
        let ends = within.ends.into_iter().map(|(tale, parts)| (tale, shortened(parts))).collect();
        self.rests.push(Rest { from: state, ends });
        self.rest_places.insert(self.key.clone(), self.rests.len() - 1);
        Ok(self.rests.len() - 1)
    }

    fn put(&mut self, layer: &mut Layer<R>, state: Box<R::State>, tale: Tale, share: u128) -> usize {
        self.key.clear();
        tale.iter().for_each(|number| self.key.extend(number.to_le_bytes()));
        self.reckoning.key(self.rules, &state, &mut self.key);
        if let Some(place) = layer.places.get(&self.key) {
            let known = &mut layer.branches[*place];
            // A key that leaves out something that matters would be a wrong answer.
            debug_assert!(known.0 == state, "two different states have the same key");
            known.2 += share;
            *place
        } else {
            let place = layer.branches.len();
            layer.places.insert(self.key.clone(), place);
            layer.branches.push((state, tale, share));
            place
        }
    }
}

/// So many ways of all that a share has.
fn part(share: u128, (ways, of): (u128, u128)) -> Result<u128, OddsError> {
    if share.is_multiple_of(of) { Ok(share / of * ways) } else { Err(OddsError::TooFine) }
}

/// Parts of [`WHOLE`] as so many ways of as few dice as will do.
fn shortened(parts: u128) -> (u128, u128) {
    let (mut parts, mut of) = (parts, WHOLE);
    while parts.is_multiple_of(6) && of > 1 {
        (parts, of) = (parts / 6, of / 6);
    }
    (parts, of)
}

/// Many ends in many worlds, as tables.
fn tables<R: Ruleset>(
    rules: &R,
    reckoning: &dyn Reckoning<R>,
    ends: &BTreeMap<Tale, u128>,
    worlds: u32,
) -> Result<Vec<OddsTable>, OddsError> {
    let whole = WHOLE * u128::from(worlds);
    let mut questions: Vec<&'static str> = Vec::new();
    let mut answers: BTreeMap<(usize, i32, String), (u128, usize, bool)> = BTreeMap::new();
    for (tale, parts) in ends {
        for said in reckoning.tell(rules, tale) {
            let place = questions.iter().position(|known| *known == said.question).unwrap_or_else(|| {
                questions.push(said.question);
                questions.len() - 1
            });
            let answer = answers.entry((place, said.place, said.words)).or_insert((0, 0, said.counts));
            (answer.0, answer.1) = (answer.0 + parts, answer.1 + 1);
        }
    }
    let ratio = |parts: u128| Ratio::new(parts, whole).ok_or(OddsError::TooFine);
    let mut tables = Vec::new();
    for (number, question) in questions.into_iter().enumerate() {
        let own = || answers.iter().filter(|((place, ..), _)| *place == number);
        let mut lines = Vec::new();
        let (mut sum, mut counts) = (0u128, true);
        for ((_, count, words), (parts, positions, numbers)) in own() {
            lines.push(OddsLine { labels: vec![words.clone()], odds: ratio(*parts)?, positions: *positions });
            counts &= *numbers && *count >= 0;
            sum = parts
                .checked_mul(u128::from(count.unsigned_abs()))
                .and_then(|more| sum.checked_add(more))
                .ok_or(OddsError::TooFine)?;
        }
        // Nothing of it ever happens: nothing to tell.
        if counts && sum == 0 {
            continue;
        }
        let average = if counts { Some(ratio(sum)?) } else { None };
        tables.push(OddsTable { question, lines, average });
    }
    Ok(tables)
}

/// The odds of the combat that an order begins, or that goes on after it, to its end. `None` if no combat is under way
/// after the order. The answer depends on what the seat may know and on nothing else.
pub fn reckon_order<T: Title>(
    title: &T,
    reckoning: &dyn Reckoning<T::Rules>,
    rules: &T::Rules,
    state: &<T::Rules as Ruleset>::State,
    (seat, order): (Seat, &str),
    (limits, stop): (OddsLimits, &Stop),
    entropy: &mut dyn Entropy,
) -> Result<Option<OddsReport>, OddsError> {
    let viewer = Viewer::Seat(seat);
    let view = rules.view(state, viewer);
    let mut worlds = 1;
    let mut made = 0;
    let mut method = Method::Exact;
    let mut strengths = None;
    let mut ends: BTreeMap<Tale, u128> = BTreeMap::new();
    while made < worlds {
        let world = if title.is_open() { state.clone() } else { rules.sample(&view, entropy) };
        let trial = try_order(rules, &world, seat, order).map_err(|refusal| OddsError::Refused(refusal.to_string()))?;
        let start = trial.into_state();
        if made == 0 {
            if !reckoning.is_under_way(rules, &start) {
                return Ok(None);
            }
            if title.is_open() || reckoning.is_open(rules, &world, &start, viewer) {
                strengths = rules.strengths(&Seen::of(rules, &start, viewer));
            } else {
                worlds = limits.worlds.clamp(1, WORLDS);
                method = Method::Sampled { worlds };
            }
        }
        for (tale, parts) in reckon(rules, reckoning, start, limits.positions, stop)?.ends {
            *ends.entry(tale).or_default() += parts;
        }
        made += 1;
    }
    let mut tables = tables(rules, reckoning, &ends, worlds)?;
    let lines = if tables.is_empty() { Vec::new() } else { tables.remove(0).lines };
    Ok(Some(OddsReport { method, lines, strengths, script: Some(reckoning.script()), tables }))
}
