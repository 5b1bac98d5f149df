//! `cargo run --release -p sabretache-benches -- speed [--json] [--seconds N]`, and the same with `battles`, `units` and `turns`.
//! `gate` measures them all and fails if one of them is out of bounds.

use std::process::ExitCode;
use std::time::Duration;

use art_of_war::Battle;
use benches::{BENCHES, System, armies, battles, combats, growth, instructions, reference, speed};

const HELP: &str =
    "usage: sabretache-benches speed|units|turns|battles|combats|gate|instructions [--json] [--seconds N]

  speed   random play of every scenario on one core: decisions and games a second, and the ratio to a reference loop
  units   what a decision costs with synthetic armies of 25, 50, 100 and 200 units
  turns   what a decision costs turn by turn
  battles odds of whole battles of Jours de Gloire, the largest of each scenario: time, and states merged
  combats odds of whole combats of Napoleon 1807, the largest that random games lead to
  gate    speed, battles, combats, units and turns, with a verdict
  instructions
          instructions a decision, counted by valgrind, with a verdict";

/// The cost of a decision may grow with the units linearly, and this much more is left to the weather.
const LINEAR_SLACK: f64 = 1.25;
/// A decision late in a game may cost this much more than an early one, for the same reason.
const LATE_SLACK: f64 = 1.5;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let json = arguments.iter().any(|argument| argument == "--json");
    let seconds = arguments.iter().position(|argument| argument == "--seconds");
    let seconds = seconds.and_then(|place| arguments.get(place + 1)).and_then(|text| text.parse().ok()).unwrap_or(4);
    let time = Duration::from_secs(seconds);
    match arguments.first().map(String::as_str) {
        Some("speed") => {
            tell_speed(&speeds(time), json);
            ExitCode::SUCCESS
        }
        Some("units") => {
            tell_units(&units(time), json);
            ExitCode::SUCCESS
        }
        Some("turns") => {
            tell_turns(&turns(time), json);
            ExitCode::SUCCESS
        }
        Some("battles") => {
            tell_battles(&battles(time), json);
            ExitCode::SUCCESS
        }
        Some("combats") => {
            tell_combats(&combats(seconds), json);
            ExitCode::SUCCESS
        }
        Some("gate") => gate(time),
        Some("instructions") => count_instructions(json),
        // What is counted.
        Some("play") => match (arguments.get(1), arguments.get(2).and_then(|games| games.parse().ok())) {
            (Some(name), Some(games)) => {
                println!("{}", instructions::play(name, games).decisions);
                ExitCode::SUCCESS
            }
            _ => ExitCode::from(2),
        },
        _ => {
            println!("{HELP}");
            ExitCode::from(2)
        }
    }
}

fn count_instructions(json: bool) -> ExitCode {
    let mut counted = Vec::new();
    for (name, at_most) in instructions::GATES {
        match instructions::count(name, at_most) {
            Ok(one) => counted.push(one),
            Err(sentence) => {
                println!("FAILED: {sentence}");
                return ExitCode::FAILURE;
            }
        }
    }
    if json {
        print_json(&counted);
    } else {
        println!("battle              decisions   instructions   a decision    at most");
        for one in &counted {
            println!(
                "{:<16} {:>12} {:>14} {:>12.0} {:>10}",
                one.battle, one.decisions, one.instructions, one.per_decision, one.at_most
            );
        }
    }
    let too_many: Vec<_> = counted.iter().filter(|one| one.per_decision > one.at_most as f64).collect();
    for one in &too_many {
        println!("FAILED: {} takes {:.0} instructions a decision", one.battle, one.per_decision);
    }
    if too_many.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn speeds(time: Duration) -> Vec<speed::Speed> {
    BENCHES.iter().map(|bench| speed::measure(bench, time)).collect()
}

fn battles(time: Duration) -> Vec<battles::Found> {
    benches::scenarios_of(System::JoursDeGloire).flat_map(|scenario| battles::measure(scenario, time)).collect()
}

/// The more time there is, the more games are searched for large combats.
fn combats(seconds: u64) -> Vec<combats::Found> {
    let battles = BENCHES.into_iter().filter(|bench| bench.system == System::Napoleon1807);
    battles.flat_map(|bench| combats::measure((bench.name, bench.scenario), 20 * seconds)).collect()
}

fn units(time: Duration) -> Vec<armies::Cost> {
    [Battle::Eylau, Battle::Dresden].into_iter().flat_map(|battle| armies::measure(battle, time)).collect()
}

fn turns(time: Duration) -> Vec<growth::Growth> {
    [Battle::Eylau, Battle::Dresden].map(|battle| growth::measure(battle, time)).into()
}

fn print_json(value: &impl serde::Serialize) {
    println!("{}", serde_json::to_string_pretty(value).expect("numbers can be written"));
}

fn tell_speed(all: &[speed::Speed], json: bool) {
    if json {
        return print_json(&all);
    }
    println!(
        "battle            decisions/s     games/s   branching   reference/s   ref. steps per decision   nominal decisions/s"
    );
    for one in all {
        println!(
            "{:<16} {:>12.0} {:>11.1} {:>11.1} {:>13.0} {:>25.1} {:>21.0}",
            one.battle,
            one.decisions_per_second,
            one.games_per_second,
            one.mean_branching,
            one.reference_per_second,
            one.reference_steps_per_decision,
            one.nominal_decisions_per_second
        );
    }
    println!(
        "The reference loop is a walk of bare counters; on the nominal machine it makes {:.0} steps a second.",
        reference::NOMINAL
    );
    for one in all {
        println!("A state of {} has {} bytes.", one.battle, one.state_bytes);
    }
}

fn tell_battles(all: &[battles::Found], json: bool) {
    if json {
        return print_json(&all);
    }
    println!("scenario  tactics   corps   strength    states     steps    ends   sequences        ms   nominal ms");
    for one in all {
        println!(
            "{:<9} {:<8} {:>3}:{:<3} {:>4}:{:<4} {:>9} {:>9} {:>7}       10^{:<2.0} {:>9.1} {:>12.1}",
            one.scenario,
            one.tactics,
            one.corps[0],
            one.corps[1],
            one.strength[0],
            one.strength[1],
            one.effort.states,
            one.effort.steps,
            one.effort.ends,
            one.sequences_power_of_ten,
            one.milliseconds,
            one.nominal_milliseconds
        );
    }
}

fn tell_combats(all: &[combats::Found], json: bool) {
    if json {
        return print_json(&all);
    }
    println!("battle            units   commanders    states     steps    ends        ms   nominal ms");
    for one in all {
        println!(
            "{:<16} {:>6} {:>12} {:>9} {:>9} {:>7} {:>9.1} {:>12.1}",
            one.battle,
            one.units,
            one.commanders,
            one.effort.states,
            one.effort.steps,
            one.effort.ends,
            one.milliseconds,
            one.nominal_milliseconds
        );
    }
}

fn tell_units(all: &[armies::Cost], json: bool) {
    if json {
        return print_json(&all);
    }
    println!("rules     units   branching   ns/decision   times the smallest   linear would be");
    for one in all {
        println!(
            "{:<8} {:>6} {:>11.1} {:>13.0} {:>20.2} {:>17.2}",
            one.battle,
            one.units,
            one.mean_branching,
            one.nanoseconds_per_decision,
            one.times_the_smallest,
            one.linear_would_be
        );
    }
}

fn tell_turns(all: &[growth::Growth], json: bool) {
    if json {
        return print_json(&all);
    }
    for one in all {
        println!("{}: turn, decisions, ns/decision", one.battle);
        for turn in one.turns.iter().filter(|turn| turn.decisions > 0) {
            println!("{:>4} {:>10} {:>8.0}", turn.turn, turn.decisions, turn.nanoseconds_per_decision);
        }
        println!("the last third of the turns costs {:.2} times the first\n", one.late_over_early);
    }
}

fn gate(time: Duration) -> ExitCode {
    let mut failures = Vec::new();
    let all = speeds(time);
    tell_speed(&all, false);
    for (bench, one) in BENCHES.iter().zip(&all) {
        let speed = one.nominal_decisions_per_second;
        if bench.gate.is_some_and(|gate| speed < gate) {
            failures.push(format!("{} is played at {speed:.0} decisions a nominal second", one.battle));
        }
        if one.state_bytes > bench.system.largest_state() {
            failures.push(format!("a state of {} has {} bytes", one.battle, one.state_bytes));
        }
    }
    let all = battles(time);
    tell_battles(&all, false);
    for one in &all {
        if one.nominal_milliseconds > battles::LONGEST {
            let battles::Found { scenario, tactics, nominal_milliseconds, .. } = one;
            failures.push(format!("the odds of {scenario} in {tactics} take {nominal_milliseconds:.0} nominal ms"));
        }
    }
    let all = combats(time.as_secs());
    tell_combats(&all, false);
    for one in all.iter().filter(|one| one.nominal_milliseconds > combats::LONGEST) {
        let combats::Found { battle, units, nominal_milliseconds, .. } = one;
        failures.push(format!("the odds of a combat of {units} units at {battle} take {nominal_milliseconds:.0} ms"));
    }
    let all = units(time);
    tell_units(&all, false);
    for one in &all {
        if one.times_the_smallest > one.linear_would_be * LINEAR_SLACK {
            failures.push(format!("with {} units a decision costs more than linearly more", one.units));
        }
    }
    let all = turns(time);
    tell_turns(&all, false);
    for one in &all {
        if one.late_over_early > LATE_SLACK {
            failures.push(format!("late decisions of {} cost {:.2} times early ones", one.battle, one.late_over_early));
        }
    }
    for failure in &failures {
        println!("FAILED: {failure}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
