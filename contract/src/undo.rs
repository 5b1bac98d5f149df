//! Undo stops at dice, revelations and questions to others; and a journal tells the game again.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::journal::FORMAT;
use kernel::{
    Edition, Entropy, Game, Header, Journal, Language, Options, Pending, Ruleset, Seat, Setup, Source, Viewer,
};

use crate::walk::{Step, apply, seats};
use crate::{Breach, Moment, Trial, walk};

fn header() -> Header {
    Header {
        sabretache_journal: FORMAT,
        title: "contract".into(),
        edition: Edition { version: "1".into(), data: BTreeMap::new(), overlay: None },
        setup: Setup::Scenario { id: "contract".into(), options: Options::new() },
        dice: None,
        parent: None,
    }
}

pub(crate) fn new_game<R: Language>(rules: &Arc<R>) -> Game<R> {
    Game::new(rules.clone(), header(), rules.initial())
}

/// Lets the game take a step.
pub(crate) fn follow<R: Language>(game: &mut Game<R>, step: &Step<R::Action>) -> Result<(), String> {
    match step {
        Step::Play(seat, action) => match game.submit_actions(*seat, &[*action]) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("the game refuses {action:?}: {error}")),
        },
        Step::Throw(outcome) => game.throw_given(Source::Scripted, outcome.clone()),
    }
}

/// A step as it was taken, kept apart from the game's own books.
struct Taken<R: Ruleset> {
    step: Step<R::Action>,
    before: R::State,
    after: R::State,
    events: Vec<R::Event>,
}

impl<R: Ruleset> Taken<R> {
    fn new(rules: &R, before: &R::State, step: &Step<R::Action>) -> Taken<R> {
        let (mut after, mut events) = (before.clone(), Vec::new());
        apply(rules, &mut after, step, &mut events);
        Taken { step: step.clone(), before: before.clone(), after, events }
    }

    fn noticed_by(&self, rules: &R, seat: Seat) -> bool {
        let viewer = Viewer::Seat(seat);
        self.events.iter().any(|event| rules.observe(&self.after, event, viewer).is_some())
            || rules.view(&self.before, viewer) != rules.view(&self.after, viewer)
    }
}

/// What undo came to, over many tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Undone {
    pub granted: u64,
    pub refused: u64,
    /// Refused for no other reason than that another seat had been asked.
    pub at_questions: u64,
}

impl Undone {
    /// How often each of the three was tried at least.
    pub fn least(self) -> u64 {
        self.granted.min(self.refused).min(self.at_questions)
    }
}

/// What asking for undo must come to.
enum Expected<S> {
    /// It leads here.
    Granted(S),
    Refused(&'static str),
    /// It is refused only because another seat has been asked since.
    AtQuestion,
}

/// What asking for undo must come to. Breaks off where others did something unseen that could not be kept: then a refusal
/// would tell of it.
fn expected<R: Language>(rules: &R, taken: &[Taken<R>], seat: Seat) -> Result<Expected<R::State>, String> {
    let mine = |taken: &Taken<R>| matches!(taken.step, Step::Play(by, _) if by == seat);
    let Some(last) = taken.iter().rposition(mine) else { return Ok(Expected::Refused("it has done nothing")) };
    let (own, since) = (&taken[last], &taken[last + 1..]);
    for later in since.iter().filter(|later| later.noticed_by(rules, seat)) {
        return Ok(Expected::Refused(match later.step {
            Step::Throw(_) => "dice have fallen since",
            Step::Play(..) => "another seat has decided since",
        }));
    }
    if own.events.iter().any(|event| rules.line(event).reveals) {
        return Ok(Expected::Refused("its action revealed something"));
    }
    let asked = |state: &R::State| match rules.pending(state) {
        Pending::Decide(asked) => asked.to_vec(),
        Pending::Chance(_) | Pending::Over(_) => Vec::new(),
    };
    let open = asked(&own.before);
    let next = taken[last..].iter().map(|taken| asked(&taken.after)).find(|asked| !asked.is_empty());
    if next.is_some_and(|next| next.iter().any(|question| question.0 != seat && !open.contains(question))) {
        return Ok(Expected::AtQuestion);
    }
    let mut state = own.before.clone();
    for later in since {
        match &later.step {
            Step::Throw(outcome) => match rules.pending(&state) {
                Pending::Chance(throw) if throw.admits(outcome) => {}
                Pending::Chance(_) | Pending::Decide(_) | Pending::Over(_) => {
                    return Err(format!("private dice depend on what seat {} may undo", seat.0));
                }
            },
            Step::Play(other, action) => rules
                .check(&state, *other, action)
                .map_err(|_| format!("what others did unseen depends on what seat {} may undo", seat.0))?,
        }
        apply(rules, &mut state, &later.step, &mut kernel::Discard);
    }
    Ok(Expected::Granted(state))
}

/// After every step of random games, for every seat: undo is refused past a throw or another seat's decision that it
/// noticed, past a revelation, and past a question to another seat, whether or not it was answered; otherwise it restores the
/// exact state without the seat's last action, and the seat is told beforehand which it will be.
pub fn undo_stops_where_it_must<R: Language + Clone>(rules: &Arc<R>, trial: Trial) -> Result<Undone, Breach> {
    undo_stops_where_it_must_by(rules, trial, |game, seat| game.undo(seat))
}

/// The same for another way to undo.
pub fn undo_stops_where_it_must_by<R: Language + Clone>(
    rules: &Arc<R>,
    trial: Trial,
    undo: impl Fn(&mut Game<R>, Seat) -> Result<(), String>,
) -> Result<Undone, Breach> {
    let mut undone = Undone::default();
    let mut game = new_game(rules);
    let mut taken: Vec<Taken<R>> = Vec::new();
    walk("undo", &**rules, Trial { every: 1, ..trial }, |moment| {
        let Moment { state, next, step, .. } = moment;
        if step == 0 {
            game = new_game(rules);
            taken.clear();
        }
        if step.is_multiple_of(trial.every) {
            for seat in seats(&**rules) {
                let mut copy = game.clone();
                let told = copy.can_undo(seat);
                let came = undo(&mut copy, seat);
                match (&came, expected(&**rules, &taken, seat)?) {
                    (Ok(()), Expected::Granted(state)) if *copy.state() == state => undone.granted += 1,
                    (Ok(()), Expected::Granted(_)) => {
                        return Err(format!("undo by seat {} leads to a wrong state", seat.0));
                    }
                    (Ok(()), Expected::Refused(why)) => {
                        return Err(format!("undo by seat {} is granted though {why}", seat.0));
                    }
                    (Ok(()), Expected::AtQuestion) => {
                        return Err(format!("undo by seat {} is granted though another seat has been asked", seat.0));
                    }
                    (Err(_), Expected::Refused(_)) => undone.refused += 1,
                    (Err(_), Expected::AtQuestion) => {
                        undone.refused += 1;
                        undone.at_questions += 1;
                    }
                    (Err(why), Expected::Granted(_)) => {
                        return Err(format!("undo by seat {} is refused: {why}", seat.0));
                    }
                }
                if told.is_ok() != came.is_ok() {
                    return Err(format!("seat {} is told {told:?} of undo, and then {came:?}", seat.0));
                }
            }
        }
        if let Some(next) = next {
            follow(&mut game, next)?;
            taken.push(Taken::new(&**rules, state, next));
        }
        Ok(())
    })?;
    Ok(undone)
}

/// Random games, with orders undone and given again now and then, are written as journals; read back and told again,
/// each gives the same state. Returns how many steps the journals had.
pub fn journals_load<R: Language>(rules: &Arc<R>, trial: Trial) -> Result<u64, Breach> {
    let mut steps = 0;
    let mut game = new_game(rules);
    walk("journals load", &**rules, Trial { every: 1, ..trial }, |moment| {
        let Moment { state, next, step, chance, .. } = moment;
        if step == 0 {
            game = new_game(rules);
        }
        if game.state() != state {
            return Err("the game has come to another state than its steps".into());
        }
        let Some(next) = next else {
            steps += game.steps() as u64;
            return told_again(rules, &game);
        };
        follow(&mut game, next)?;
        if let Step::Play(seat, _) = next
            && chance.below(4) == 0
            && game.undo(*seat).is_ok()
        {
            if game.state() != state {
                return Err("undo at once does not restore the state".into());
            }
            game.redo(*seat).map_err(|why| format!("what was undone at once cannot be redone: {why}"))?;
        }
        Ok(())
    })?;
    Ok(steps)
}

fn told_again<R: Language>(rules: &Arc<R>, game: &Game<R>) -> Result<(), String> {
    let text = game.journal().to_text();
    let journal = Journal::parse("contract", &text).map_err(|fault| fault.to_string())?;
    let edition = &game.header().edition;
    let loaded = Game::load(rules.clone(), rules.initial(), "contract", journal, edition);
    let loaded = loaded.map_err(|fault| fault.to_string())?;
    if !loaded.notices.is_empty() {
        return Err(format!("the journal loads with {:?}", loaded.notices));
    }
    if loaded.game.state_hash() != game.state_hash() {
        return Err("the journal leads to another state".into());
    }
    Ok(())
}
