//! Lessons that are played can be played: the example of each leads through its tasks, one after the other.

use kernel::{AnyGame, AnyTitle, Entropy, Example, FastChance, PendingInfo, Practice, Seat, Source, Viewer};

/// Decisions after which a lesson that ends with the game is over.
const MOST: usize = 20_000;

/// A learner on the way through a lesson.
struct Learner<'l> {
    practice: &'l Practice,
    seat: Seat,
    task: usize,
    since: usize,
}

impl Learner<'_> {
    /// Goes on to the next task as long as the one at hand is done.
    fn look(&mut self, game: &dyn AnyGame) {
        while let Some(task) = self.practice.tasks.get(self.task)
            && task.goal.is_reached(game, self.seat, self.since)
        {
            self.task += 1;
            self.since = game.log(Viewer::Seat(self.seat), 0).len();
        }
    }

    fn is_done(&self) -> bool {
        self.task == self.practice.tasks.len()
    }
}

/// Plays every lesson as its example shows it, and to the end of the game where it goes that far. Returns how many tasks were done.
pub fn lessons_can_be_learnt(title: &dyn AnyTitle) -> Result<u64, String> {
    let mut done = 0;
    for lesson in title.introduction().iter().flat_map(|introduction| &introduction.lessons) {
        let Some(practice) = &lesson.practice else { continue };
        let at = |words: String| format!("the lesson \"{}\": {words}", lesson.title);
        let ending = format!("{}.toml", lesson.example);
        let file = title.examples().into_iter().find(|file| file.name.ends_with(&ending));
        let file = file.ok_or_else(|| at("its example is missing".into()))?;
        let example = Example::parse(&file.name, &file.text).map_err(|_| at("its example cannot be read".into()))?;
        let mut game =
            title.position(&file.name, &file.text, None).map_err(|_| at("its position cannot be read".into()))?;
        let seat = game.seats().iter().position(|info| info.id == practice.seat);
        let seat = Seat(seat.ok_or_else(|| at(format!("there is no seat {}", practice.seat)))? as u8);
        let mut learner = Learner { practice, seat, task: 0, since: 0 };
        learner.look(&*game);
        if learner.task > 0 {
            return Err(at("its first task is done before it begins".into()));
        }
        for step in example.shown() {
            if let Some((by, order)) = step.order.as_ref().filter(|_| !step.tried) {
                let seat = game.seats().iter().position(|info| info.id == *by).unwrap_or(0);
                game.submit(Seat(seat as u8), order).map_err(|error| at(error.to_string()))?;
            }
            let mut dice = step.throws.as_slice();
            while let PendingInfo::Throw(throw) = game.pending()
                && let Some((thrown, rest)) = dice.split_at_checked(usize::from(throw.dice))
            {
                // A coach looks after every die, as the page does.
                learner.look(&*game);
                game.throw_given(Source::Scripted, thrown).map_err(&at)?;
                dice = rest;
            }
            learner.look(&*game);
        }
        if !learner.is_done() && practice.tasks[learner.task..].iter().all(|task| task.goal.over) {
            play_on(&mut *game).map_err(&at)?;
            learner.look(&*game);
        }
        if !learner.is_done() {
            return Err(at(format!("its example does not do task {}", learner.task + 1)));
        }
        done += practice.tasks.len() as u64;
    }
    Ok(done)
}

/// Plays a game to its end, at random.
fn play_on(game: &mut dyn AnyGame) -> Result<(), String> {
    let mut chance = FastChance::of_game(7, 1);
    for _ in 0..MOST {
        match game.pending() {
            PendingInfo::Over(_) => return Ok(()),
            PendingInfo::Throw(throw) => {
                let dice: Vec<u8> = (0..throw.dice).map(|_| chance.below(u32::from(throw.faces)) as u8 + 1).collect();
                game.throw_given(Source::Scripted, &dice)?;
            }
            PendingInfo::Decide(asked) => {
                let seat = asked.first().ok_or("nobody is asked anything")?.seat;
                let offers = game.offered(seat).answers;
                let offer = &offers[chance.below(offers.len() as u32) as usize];
                game.submit(seat, &offer.order).map_err(|error| error.to_string())?;
            }
        }
    }
    Err("the game does not end".into())
}
