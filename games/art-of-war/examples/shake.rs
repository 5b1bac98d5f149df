use art_of_war::*;
use kernel::playout::*;
use kernel::{Discard, Entropy, FastChance, Language, Pending, Ruleset};
fn main() {
    let title = ArtOfWar::built_in();
    let which = std::env::args().nth(1).unwrap();
    let n: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let battle = if which == "eylau" { Battle::Eylau } else { Battle::Dresden };
    let rules = title.rules_of(battle, false);
    if let Some(game) = std::env::args().nth(3) {
        let game: u64 = game.parse().unwrap();
        let mut chance = FastChance::of_game(1, game);
        let mut state = rules.initial();
        let mut actions = Vec::new();
        let mut until = chance.below(64);
        let mut log = Vec::new();
        loop {
            let pending = rules.pending(&state);
            if until == 0 {
                until = chance.below(64);
                if !matches!(pending, Pending::Over(_)) {
                    let seat = kernel::Seat(chance.below(2) as u8);
                    rules.interrupts(&state, seat, &mut actions);
                    if !actions.is_empty() && true {
                        let c = chance.below(actions.len() as u32) as usize;
                        rules.play(&mut state, seat, &actions[c], &mut Discard);
                        continue;
                    }
                }
            } else {
                until -= 1;
            }
            match pending {
                Pending::Over(_) => return,
                Pending::Chance(t) => {
                    let o = roll(&t, &mut chance);
                    log.push(format!("throw {o:?}"));
                    rules.throw(&mut state, &o, &mut Discard)
                }
                Pending::Decide(s) => {
                    let (seat, d) = s[0];
                    rules.legal(&state, seat, &mut actions);
                    if actions.is_empty() {
                        println!("{}", log[log.len().saturating_sub(25)..].join("\n"));
                        println!("{:?} {:?}", d, rules.prompt(&state, seat, &d));
                        println!("{:?}", state.attack);
                        println!("{:?} crowded {:?}", state.frames, state.crowded);
                        println!("{}", rules.picture(&rules.view(&state, kernel::Viewer::Spectator)));
                        return;
                    }
                    let c = if actions.len() > 1 { chance.below(actions.len() as u32) as usize } else { 0 };
                    log.push(rules.write(&state, &actions[c]));
                    rules.play(&mut state, seat, &actions[c], &mut Discard);
                }
            }
        }
    }
    let t = std::time::Instant::now();
    let out = simulate(&rules, Series::new(1, n), |_r, s| u32::from(s.turn), &mut |_| ());
    let s = t.elapsed().as_secs_f64();
    match out {
        Ok(o) => println!(
            "{:?} {s:.2}s {:.0}/s state {}",
            o.tally,
            o.tally.decisions as f64 / s,
            std::mem::size_of::<State>()
        ),
        Err(e) => println!("ERR {e:?}"),
    }
}
