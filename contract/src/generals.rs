//! The contract of generals: no order that is refused, an end to every game, the same orders for the same seed, budgets kept.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ai::{AnyGeneral, AnyStaff, Budget, Character, GameNumber, GameResult, Policy, Progress, Reins, Style};
use kernel::playout::roll;
use kernel::{AnyGame, AnyTitle, Chance, Options, PendingInfo, Seat, Source, Viewer};

fn character(policy: Policy, simulations: u32) -> Character {
    Character::new(policy, Budget::Simulations(simulations))
}

/// Generals of every kind against each other.
fn pairs() -> [[Character; 2]; 4] {
    let bold = Character { style: Style::Bold, ..character(Policy::OddsGreedy, 0) };
    let cautious = Character { style: Style::Cautious, ..character(Policy::Portfolio, 3) };
    let random = character(Policy::Random, 0);
    [
        [random, character(Policy::OddsGreedy, 0)],
        [bold, random],
        [cautious, bold],
        [character(Policy::Strong, 16), cautious],
    ]
}

/// One character for each seat, by turns.
fn seated(pair: [Character; 2], seats: usize) -> Vec<Character> {
    (0..seats).map(|seat| pair[seat % 2]).collect()
}

fn played(
    staff: &dyn AnyStaff,
    scenario: &str,
    options: &Options,
    pair: [Character; 2],
    game: GameNumber,
) -> Result<GameResult, String> {
    let arena = staff.arena(scenario, options)?;
    arena.play(&seated(pair, arena.seats().len()), game)
}

/// Games between generals of every kind end, without one order that the position refuses, and without one proposed in vain, not even
/// in simulations. Returns how many steps they took.
pub fn generals_obey_the_rules(
    staff: &dyn AnyStaff,
    scenario: &str,
    options: &Options,
    seed: u64,
    games: u64,
) -> Result<u64, String> {
    let mut steps = 0;
    for number in 0..games {
        let game = GameNumber { seed, number };
        let result = played(staff, scenario, options, pairs()[(number % 4) as usize], game)?;
        if let Some(fault) = result.faults.first() {
            return Err(format!("{fault}"));
        }
        if result.refused > 0 {
            return Err(format!("seed {seed}, game {number}: {} orders were proposed in vain", result.refused));
        }
        steps += result.steps;
    }
    Ok(steps)
}

/// The same seed gives the same game, whatever the number of threads. Returns how many steps it took.
pub fn generals_repeat_themselves(
    staff: &dyn AnyStaff,
    scenario: &str,
    options: &Options,
    seed: u64,
) -> Result<u64, String> {
    let game = GameNumber { seed, number: 1 };
    let with = |threads| {
        let searching = Character { threads, ..character(Policy::Portfolio, 8) };
        played(staff, scenario, options, [searching, character(Policy::OddsGreedy, 0)], game)
    };
    let (one, two) = (with(1)?, with(3)?);
    match one == two {
        true => Ok(one.steps),
        false => Err(format!("one seed, two games: {one:?} with one thread, {two:?} with three")),
    }
}

/// A game in which generals are asked, from views as they go over the wire, and answer in words.
struct Table<'t> {
    staff: &'t dyn AnyStaff,
    game: Box<dyn AnyGame>,
    dice: Chance,
}

impl<'t> Table<'t> {
    fn new(
        title: &dyn AnyTitle,
        staff: &'t dyn AnyStaff,
        scenario: &str,
        options: &Options,
        seed: u64,
    ) -> Result<Table<'t>, String> {
        Ok(Table { staff, game: title.start(scenario, options, None)?, dice: Chance::of_game(seed, 0) })
    }

    fn general(&self, character: Character) -> Result<Box<dyn AnyGeneral>, String> {
        self.staff.general(&self.game.header().setup, character, 1)
    }

    /// The next seat that is asked, once the dice that are due have fallen; none when the game is over.
    fn asked(&mut self) -> Result<Option<Seat>, String> {
        loop {
            match self.game.pending() {
                PendingInfo::Over(_) => return Ok(None),
                PendingInfo::Throw(throw) => {
                    self.game.throw_given(Source::Scripted, &roll(&throw, &mut self.dice).0)?
                }
                PendingInfo::Decide(asked) => return Ok(asked.first().map(|asked| asked.seat)),
            }
        }
    }

    fn view(&self, seat: Seat) -> Result<serde_json::Value, String> {
        self.game.view(Viewer::Seat(seat))
    }

    fn obey(&mut self, seat: Seat, orders: &[String]) -> Result<(), String> {
        if orders.is_empty() {
            return Err(format!("the general of seat {} gives no order", seat.0));
        }
        let game = &mut self.game;
        orders.iter().try_for_each(|order| match game.submit(seat, order) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("the game refuses \"{order}\": {error}")),
        })
    }
}

/// Orders and hints in words are carried out by a game that knows nothing of generals. Returns how many questions were answered.
pub fn generals_speak_the_notation(
    title: &dyn AnyTitle,
    staff: &dyn AnyStaff,
    scenario: &str,
    options: &Options,
    questions: u64,
) -> Result<u64, String> {
    let mut table = Table::new(title, staff, scenario, options, 1807)?;
    let seats = table.game.seats().len();
    let generals = (0..seats).map(|_| table.general(character(Policy::Portfolio, 4)));
    let mut generals = generals.collect::<Result<Vec<_>, String>>()?;
    let mut answered = 0;
    while answered < questions {
        let Some(seat) = table.asked()? else { break };
        let view = table.view(seat)?;
        let general = &mut generals[seat.index()];
        if answered % 5 == 0 {
            for hint in general.hints(&view, seat, Reins::loose())? {
                if hint.order.is_empty() || hint.label.is_empty() {
                    return Err(format!("a hint without words: {hint:?}"));
                }
                if hint.promise.is_some_and(|promise| !(0.0..=1.0).contains(&promise.expects)) {
                    return Err(format!("no score is like this: {hint:?}"));
                }
                let mut copy = table.game.boxed_clone();
                for order in &hint.orders {
                    copy.submit(seat, order).map_err(|error| format!("the hint \"{order}\" is refused: {error}"))?;
                }
            }
        }
        let orders = general.orders(&view, seat, &[], Reins::loose())?;
        table.obey(seat, &orders)?;
        answered += 1;
    }
    Ok(answered)
}

/// A general never makes more simulations than it was granted, and one that is stopped before it begins makes none, and gives orders
/// all the same. Nothing here looks at a clock. Returns how many simulations were made.
pub fn generals_keep_their_budgets(
    title: &dyn AnyTitle,
    staff: &dyn AnyStaff,
    scenario: &str,
    options: &Options,
    questions: u64,
) -> Result<u64, String> {
    let mut table = Table::new(title, staff, scenario, options, 1812)?;
    let mut in_all = 0;
    for number in 0..questions {
        let Some(seat) = table.asked()? else { break };
        let view = table.view(seat)?;
        for (policy, granted, stopped) in
            [(Policy::Portfolio, 7, false), (Policy::Strong, 24, false), (Policy::Strong, 100_000, true)]
        {
            let mut general = table.general(character(policy, granted))?;
            let (cancel, most) = (AtomicBool::new(stopped), AtomicU32::new(0));
            let count = |progress: Progress| {
                most.fetch_max(progress.simulations, Ordering::Relaxed);
            };
            let orders = general.orders(&view, seat, &[], Reins { cancel: &cancel, progress: &count })?;
            let made = most.load(Ordering::Relaxed);
            let granted = if stopped { 0 } else { granted };
            if made > granted {
                let stopped = if stopped { "stopped before it began, " } else { "" };
                return Err(format!("question {number}: {stopped}{policy:?} makes {made} simulations of {granted}"));
            }
            in_all += u64::from(made);
            if stopped {
                table.obey(seat, &orders)?;
            }
        }
    }
    Ok(in_all)
}
