//! Two browsers play a turn of a campaign in which most of the armies are hidden from each other: an interception, a
//! battle and a siege, each put to the right player, and neither told what the rules keep from him.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use browser::board::{Board, Offer};
use browser::browser::DESK;
use browser::player::Map;
use browser::scene;
use serde_json::{Value, json};

/// How long it may take on a busy machine.
const LONGEST: Duration = Duration::from_secs(900);
/// Fortresses of the French that the Allies mask when the spring begins.
const MASKED: [&str; 2] = ["Glogau", "Küstrin"];
/// A fortress of theirs that they want.
const FORTRESS: &str = "Wittenberg";
/// Stacks that each side marches.
const MARCHES: usize = 3;

/// What was seen to happen.
#[derive(Debug, Default)]
struct Seen {
    marches: [usize; 2],
    /// Windows in which the other side could intercept.
    interceptions: usize,
    tactics: [usize; 2],
    sieges: usize,
    /// How near the stack on the march has come, in hundredths.
    nearest: Option<u64>,
    orders: Vec<String>,
}

fn ids_of(snapshot: &Value, seat: &str, wanted: impl Fn(&Value) -> bool) -> BTreeSet<String> {
    let pieces = snapshot["pieces"].as_array().into_iter().flatten();
    let own = pieces.filter(|piece| piece["side"] == json!(seat) && wanted(piece));
    own.filter_map(|piece| piece["id"].as_str().map(str::to_owned)).collect()
}

fn places_of(snapshot: &Value, seat: &str, wanted: impl Fn(&Value) -> bool) -> BTreeSet<String> {
    let pieces = snapshot["pieces"].as_array().into_iter().flatten();
    let own = pieces.filter(|piece| piece["side"] == json!(seat) && wanted(piece));
    own.filter_map(|piece| piece["place"].as_str().map(str::to_owned)).collect()
}

fn is_troops(piece: &Value) -> bool {
    ["infantry", "cavalry"].iter().any(|arm| piece["arm"] == json!(arm))
}

/// Detachments go by letters: `allied-c`.
fn is_corps(piece: &Value) -> bool {
    piece["id"].as_str().is_some_and(|id| !id.starts_with("french-") && !id.starts_with("allied-"))
}

fn cases(snapshot: &Value) -> BTreeSet<String> {
    let lines = snapshot["log"].as_array().into_iter().flatten();
    lines.filter_map(|line| line["case"].as_str().map(str::to_owned)).collect()
}

/// Of several offers the first with the first of these verbs that is among them.
fn by_verb<'o>(offers: &'o [Offer], verbs: &[&str]) -> Option<&'o Offer> {
    verbs.iter().find_map(|verb| offers.iter().find(|offer| offer.verb == *verb))
}

/// Marches the stack of a place towards the nearest of the goals; whether it could.
async fn march(board: &Board<'_>, map: &Map, from: &str, goals: &BTreeSet<String>) -> bool {
    let version = board.version().await;
    let reach = board.take_up_stack(from).await;
    let near = |place: &&String| {
        let far = goals.iter().map(|goal| map.distance(place, goal)).fold(f64::MAX, f64::min);
        // Whole hundredths, so that they can be compared.
        (far * 100.0) as u64
    };
    let Some(goal) = reach.iter().min_by_key(near) else { return false };
    board.press_hex(goal).await;
    board.moved_on(&version).await;
    true
}

/// Where the stack stands that is nearest to the goals and has not been tried.
fn next_stack(
    map: &Map,
    able: &BTreeSet<String>,
    goals: &BTreeSet<String>,
    tried: &BTreeSet<String>,
) -> Option<String> {
    let near = |place: &&String| {
        let far = goals.iter().map(|goal| map.distance(place, goal)).fold(f64::MAX, f64::min);
        (far * 100.0) as u64
    };
    able.iter().filter(|place| !tried.contains(*place)).min_by_key(near).cloned()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_a_hidden_turn() {
    scene("two_browsers_play_a_hidden_turn", &[DESK, DESK], async |scene| {
        let (french, allied) = crate::turn::sit_down("spring", scene.browser(0), scene.browser(1)).await;
        let map = Map::of(&french).await;
        let own = ids_of(&allied.snapshot().await, "allied", is_troops);
        assert!(own.len() > 5, "the Allies know their own corps: {own:?}");
        let known = ids_of(&french.snapshot().await, "allied", |_| true);
        assert!(own.is_disjoint(&known), "the French know {:?} by name", own.intersection(&known));

        let seats = ["french", "allied"];
        let boards = [french, allied];
        let mut seen = Seen::default();
        let mut tried = [BTreeSet::new(), BTreeSet::new()];
        let end = Instant::now() + LONGEST;
        while boards[0].said("data-turn").await == "3" && boards[0].said("data-pending").await != "over" {
            assert!(Instant::now() < end, "the turn takes too long; so far {seen:?}");
            let mut acted = false;
            for (side, board) in boards.iter().enumerate() {
                board.take_over().await;
                let offers = board.offers().await;
                if offers.is_empty() {
                    continue;
                }
                acted = true;
                let snapshot = board.snapshot().await;
                let able: BTreeSet<String> = {
                    let takes: Vec<&str> =
                        offers.iter().filter(|one| one.verb == "take").filter_map(|one| one.unit.as_deref()).collect();
                    places_of(&snapshot, seats[side], |piece| takes.iter().any(|unit| piece["id"] == json!(unit)))
                };
                let marching = offers.iter().any(|one| one.verb == "end movement");
                if marching && seen.marches[side] < MARCHES {
                    // Who plays a test may look over the other's shoulder: there have to be troops to fight with.
                    // The Allies have a fortress in mind, and a corps for it: detachments can only mask it.
                    let goals = match side {
                        0 => places_of(&boards[1].snapshot().await, "allied", is_troops),
                        _ => BTreeSet::from([FORTRESS.to_owned()]),
                    };
                    let corps = places_of(&snapshot, seats[side], |piece| is_troops(piece) && is_corps(piece));
                    let able = able.intersection(&corps).cloned().collect();
                    if let Some(from) = next_stack(&map, &able, &goals, &tried[side]) {
                        tried[side].insert(from.clone());
                        seen.marches[side] += usize::from(march(board, &map, &from, &goals).await);
                        continue;
                    }
                }
                let on = match side {
                    1 => on_towards(&map, &offers, FORTRESS, &mut seen),
                    _ => None,
                };
                let offer = on.unwrap_or_else(|| choose(&offers, &mut seen, side));
                if board.give_if_offered(&offer).await {
                    seen.orders.push(format!("{}: {}", seats[side], offer.order));
                }
            }
            if !acted {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        println!("{seen:?}");
        assert!(seen.interceptions > 0, "nobody tried to intercept: {seen:?}");
        assert!(seen.tactics.iter().all(|chosen| *chosen > 0), "no battle was fought: {seen:?}");
        assert!(seen.sieges > 0, "nothing was besieged: {seen:?}");
        for board in &boards {
            board.shows_the_truth().await;
            let cases = cases(&board.snapshot().await);
            for part in ["6.5.1d", "8.1b", "8.8g"] {
                assert!(cases.iter().any(|case| case.starts_with(part)), "the log tells nothing of {part}: {cases:?}");
            }
        }
        // Whoever never fought is hidden still.
        let own = ids_of(&boards[1].snapshot().await, "allied", is_troops);
        let known = ids_of(&boards[0].snapshot().await, "allied", |_| true);
        assert!(!own.is_subset(&known), "nobody is hidden from the French any more");
    })
    .await;
}

/// A step that brings a stack nearer to a place; a march that was interrupted goes on so.
fn on_towards(map: &Map, offers: &[Offer], goal: &str, seen: &mut Seen) -> Option<Offer> {
    let far = |offer: &&Offer| (map.distance(offer.place.as_deref().unwrap_or(""), goal) * 100.0) as u64;
    let step = offers.iter().filter(|offer| offer.verb == "step").min_by_key(far)?;
    let nearer = far(&step) < seen.nearest.unwrap_or(u64::MAX);
    seen.nearest = Some(far(&step)).filter(|_| nearer);
    nearer.then(|| step.clone())
}

/// What a player does who wants everything to happen: he intercepts, goes in, fights it out, besieges, and keeps his garrisons
/// behind their walls.
fn choose(offers: &[Offer], seen: &mut Seen, side: usize) -> Offer {
    let sortie = |offer: &Offer| side == 0 && offer.place.as_deref().is_some_and(|at| MASKED.contains(&at));
    let without: Vec<Offer> = offers.iter().filter(|offer| !sortie(offer)).cloned().collect();
    // In the field it may have to be fought.
    let offers = if without.is_empty() { offers } else { &without };
    let verbs = [
        "inside",
        "go first",
        "activate",
        "move in",
        "go in",
        "stay",
        "stand fast",
        "besiege",
        "fight",
        "choose",
        "fight on",
        "lose",
        "retreat",
        "step back",
        "show",
        "halt",
        "end movement",
        "end combat",
        "done",
        "remain",
        "leave bridge",
        "close gates",
    ];
    let joins = offers.iter().filter(|one| one.verb == "join").count();
    let declared = offers.iter().find(|one| one.verb == "declared");
    let offer = match declared {
        // Everybody who can comes along.
        Some(declared) if joins == 0 => {
            seen.interceptions += usize::from(declared.throws);
            declared
        }
        // The garrisons of the French stay where they are.
        Some(declared) if side == 0 => declared,
        Some(_) => by_verb(offers, &["join"]).unwrap_or(&offers[0]),
        // The boldest of the tactics.
        None if offers.iter().any(|one| one.verb == "choose") => {
            offers.iter().rfind(|one| one.verb == "choose").unwrap_or(&offers[0])
        }
        None => by_verb(offers, &verbs).unwrap_or(&offers[0]),
    };
    match offer.verb.as_str() {
        "choose" => seen.tactics[side] += 1,
        "besiege" => seen.sieges += 1,
        _ => {}
    }
    offer.clone()
}

/// 10.e: with a player for each army nobody talks. The French have nobody to write to; an Allied player's letter is kept.
#[tokio::test(flavor = "multi_thread")]
async fn players_of_a_side_write_letters() {
    scene("players_of_a_side_write_letters", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/").await;
        let make = "return fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, \
                    body: JSON.stringify(arguments[0]) }).then(answer => answer.json()).then(made => made.id)";
        let game = json!({ "title": "jours-de-gloire", "scenario": "autumn", "options": { "players": "armies" } });
        let made = browser.script(make, json!([game])).await;
        browser.go(&format!("/games/{}", made.as_str().expect("a game was made"))).await;
        let board = Board::of(browser).await;
        browser.see("[data-silence]").await;
        assert!(!browser.is_there(".chat input").await && !browser.is_there("[data-silence] button").await);

        let offers = board.offers().await;
        let done = offers.iter().find(|offer| offer.unit.is_none()).expect("the French need no dummies");
        board.give(done).await;
        board.take_over().await;
        browser.press("[data-silence] button").await;
        browser.press(".letters-box textarea").await;
        browser.write("I cross the Katzbach.").await;
        browser.see_words(".letters-box .notes-sign", "Not sealed yet").await;
        browser.press("[data-seal]").await;
        browser.see_words(".letters-box .notes-sign", "Sealed for this turn").await;

        browser.reload().await;
        let board = Board::of(browser).await;
        board.take_over().await;
        browser.press("[data-tab='notes']").await;
        let written = "return document.querySelector('.letters-box textarea')?.value";
        let written = browser.until("the letter", written, json!([])).await;
        assert_eq!(written, json!("I cross the Katzbach."));
    })
    .await;
}
