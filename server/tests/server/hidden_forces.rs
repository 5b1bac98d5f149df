//! Jours de Gloire over the wire: two servers whose games differ in what the Allies keep secret tell the French and a
//! spectator the same, byte for byte.

use std::collections::BTreeMap;

use crate::common::{Browser, House, Place, Socket, patient};
use jours_de_gloire::JoursDeGloire;
use serde_json::{Value, json};

const SCENARIO: &str = include_str!("../../../data/jours-de-gloire/lutzen/scenario.toml");
/// Who may not know: the French and somebody without a seat. The last listener is the side whose secret it is.
const LISTENERS: [&str; 3] = ["french", "stranger", "allied"];

struct World {
    house: House,
    game: String,
    french: Browser,
    allied: Browser,
    stranger: Browser,
    sockets: [Socket; 3],
    heard: [Vec<String>; 3],
    /// Counters whose places are exchanged in this world, and with them the orders for them.
    exchanged: Vec<[&'static str; 2]>,
}

impl World {
    async fn new(exchanged: &[[&'static str; 2]], options: Value) -> World {
        let text = SCENARIO
            .lines()
            .map(|line| if line.contains("counters = ") { swapped(line, exchanged) } else { line.to_owned() });
        // Whoever has changed places has changed strength, too.
        let more = |line: String| {
            if exchanged.is_empty() { line } else { line.replace("russian-i-corps 3", "russian-i-corps 4") }
        };
        let text: Vec<String> = text.map(more).collect();
        let overlay = BTreeMap::from([("jours-de-gloire/lutzen/scenario.toml".to_owned(), text.join("\n"))]);
        let title = JoursDeGloire::with_overlay(&overlay).unwrap();
        let house = House::of(vec![title.any()], Place::new(), patient(), Some(1813)).await;
        let [french, allied, stranger] = [1, 2, 3].map(|name| house.browser(name));
        let body = json!({
            "title": "jours-de-gloire", "scenario": "lutzen", "options": options,
            "seats": { "french": "here", "allied": "link" },
        });
        let (status, answer) = french.post("/api/games", body).await;
        assert_eq!(status, 200, "{answer}");
        let game = answer["id"].as_str().unwrap().to_owned();
        let links = french.get(&format!("/api/games/{game}/links")).await;
        let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        assert_eq!(allied.post("/api/join", json!({ "token": token })).await.0, 200);
        let sockets =
            [french.socket(&game, "").await, stranger.socket(&game, "").await, allied.socket(&game, "").await];
        let exchanged = exchanged.to_vec();
        let mut world = World { house, game, french, allied, stranger, sockets, heard: Default::default(), exchanged };
        // Only now does everybody listen.
        world.listen().await;
        world
    }

    fn seat(&self, seat: &str) -> &Browser {
        if seat == "french" { &self.french } else { &self.allied }
    }

    /// The seat that is asked, and what it could answer, in the words of the first world.
    async fn asked(&self) -> Option<(&'static str, Vec<String>)> {
        for seat in ["french", "allied"] {
            let now = self.seat(seat).snapshot(&self.game).await;
            if now["pending"]["asks"].as_array().is_some_and(|asks| !asks.is_empty()) {
                let offers = now["offers"][seat].as_array().cloned().unwrap_or_default();
                let orders = offers.iter().filter_map(|offer| offer["order"].as_str());
                return Some((seat, orders.map(|order| swapped(order, &self.exchanged)).collect()));
            }
        }
        None
    }

    /// An order in the words of the first world.
    async fn order(&self, seat: &str, order: &str) {
        let order = swapped(order, &self.exchanged);
        let (status, answer) = self.seat(seat).order(&self.game, seat, &order).await;
        assert_eq!(status, 200, "{seat} {order}: {answer}");
    }

    async fn listen(&mut self) {
        for (socket, heard) in self.sockets.iter_mut().zip(&mut self.heard) {
            heard.extend(socket.heard().await);
        }
    }

    /// Everything that those who may not know can ask for, and how they are refused.
    async fn look_up(&mut self) {
        let mut answers = [Vec::new(), Vec::new()];
        for (who, answers) in [&self.french, &self.stranger].into_iter().zip(&mut answers) {
            for path in [
                "",
                "/log",
                "/dice",
                "/steps/1",
                "/journal",
                "/overlays",
                "?as=allied",
                "/steps/2?as=allied",
                "/journal?as=allied",
            ] {
                let (status, text) = who.text(&format!("/api/games/{}{path}", self.game)).await;
                // The head of a record names the data in force, which differ in the set-up.
                let text =
                    if path.contains("journal") { text.lines().skip(1).collect::<Vec<_>>().join("\n") } else { text };
                answers.push(format!("{path} {status} {}", text.replace(&self.house.url, "URL")));
            }
            let orders = [
                "take kleist-corps",
                "march blucher to leipzig",
                "march allied-dummy-1 to halle",
                "step halle",
                "end movement",
            ];
            let seats = ["french", "allied"].into_iter().flat_map(|seat| orders.map(|order| (seat, order)));
            for (seat, order) in seats.filter(|(_, order)| *order != "end movement") {
                let (status, answer) = who.order(&self.game, seat, order).await;
                assert_ne!(status, 200, "{seat} {order}");
                answers.push(format!("{order} {status} {answer}"));
            }
            for (what, body) in [
                ("undo", json!({ "seat": "french", "after": 0 })),
                ("reach", json!({ "seat": "french", "units": ["kleist-corps"] })),
                ("reach", json!({ "seat": "allied", "units": ["kleist-corps"] })),
                ("why", json!({ "seat": "french", "units": ["v-corps"], "place": "Leipzig" })),
                ("why", json!({ "seat": "french", "units": ["kleist-corps"], "place": "Halle" })),
                ("why", json!({ "seat": "french", "place": "Merseburg" })),
                ("why", json!({ "seat": "allied", "units": ["kleist-corps"] })),
                ("overlay", json!({ "id": "supply", "seat": "allied" })),
                ("odds", json!({ "order": "end movement", "seat": "french" })),
            ] {
                let (status, answer) = who.post(&format!("/api/games/{}/{what}", self.game), body).await;
                answers.push(format!("{what} {status} {answer}"));
            }
        }
        for (heard, answers) in self.heard.iter_mut().zip(answers) {
            heard.extend(answers);
        }
    }
}

fn swapped(words: &str, exchanged: &[[&'static str; 2]]) -> String {
    let of = |word: &str| -> String {
        // `"yorck-corps 3"` of a set-up keeps its strength; `yorck-corps` of an order has none.
        for [one, two] in exchanged {
            for (from, to) in [(one, two), (two, one)] {
                if word.trim_matches(|letter: char| "\",[]".contains(letter)) == *from {
                    return word.replace(from, to);
                }
            }
        }
        word.to_owned()
    };
    words.split(' ').map(of).collect::<Vec<_>>().join(" ")
}

/// What two worlds have told those who may not know.
fn compare(one: &World, two: &World) {
    for (who, name) in LISTENERS.into_iter().enumerate().take(2) {
        for (number, (a, b)) in one.heard[who].iter().zip(&two.heard[who]).enumerate() {
            assert_eq!(a, b, "{name}, message {number}");
        }
        assert_eq!(one.heard[who].len(), two.heard[who].len(), "{name}");
    }
}

/// Two corps have changed places, with all they have: whatever both sides order from then on, nothing tells it until one of
/// them is seen.
#[tokio::test(flavor = "multi_thread")]
async fn which_corps_stands_where_is_told_to_nobody() {
    const CORPS: [&str; 2] = ["kleist-corps", "yorck-corps"];
    // Berg's corps has a point more in one of them.
    const CHANGED: [&str; 3] = [CORPS[0], CORPS[1], "russian-i-corps"];
    let mut one = World::new(&[], json!({})).await;
    let mut two = World::new(&[CORPS, ["allied-dummy-1", "allied-dummy-2"]], json!({})).await;
    let mut orders = 0;
    for _ in 0..120 {
        let (a, b) = (one.asked().await, two.asked().await);
        let (Some((seat, first)), Some((other, second))) = (a, b) else { break };
        assert_eq!(seat, other);
        let both: Vec<&String> =
            first.iter().filter(|order| second.contains(order) && !order.contains("forced")).collect();
        if seat == "french" {
            assert_eq!(first, second, "the French are offered the same");
        }
        let order = both[(orders * 7919 + 13) % both.len()].clone();
        for world in [&mut one, &mut two] {
            world.order(seat, &order).await;
        }
        orders += 1;
        if orders % 6 == 0 {
            one.listen().await;
            two.listen().await;
            let seen = |world: &World| {
                world.heard[0].iter().any(|text| CHANGED.iter().any(|id| text.contains(&format!("\"id\":\"{id}\""))))
            };
            if seen(&one) || seen(&two) {
                break;
            }
            compare(&one, &two);
        }
        if orders % 30 == 0 {
            one.look_up().await;
            two.look_up().await;
        }
    }
    assert!(orders >= 60, "{orders} orders");
    assert!(one.heard[0].len() > 60 && one.heard[1].len() > 60, "{} messages", one.heard[0].len());
    // And there was something to be told: whose secret it is heard another story.
    assert_ne!(one.heard[2], two.heard[2]);
}

/// Lets a game go on until a seat is offered an order; both sides do as little as they may.
async fn until_offered(world: &World, wanted: &str) {
    const LITTLE: [&str; 10] = [
        "go first",
        "return allied-dummy-1 to halle",
        "done",
        "declared",
        "stand fast",
        "end combat",
        "end movement",
        "remain",
        "fight on",
        "choose screen",
    ];
    for _ in 0..200 {
        let Some((seat, offers)) = world.asked().await else { panic!("nobody is asked") };
        if offers.iter().any(|offer| offer == wanted) {
            return;
        }
        let little = LITTLE.into_iter().find(|order| offers.iter().any(|offer| offer == order));
        world.order(seat, little.unwrap_or(&offers[0])).await;
    }
    panic!("\"{wanted}\" is never offered");
}

/// Orders given in advance are nobody else's business: neither what they are, nor that the program answered by them. They
/// are carried out as actions of the seat that gave them.
#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_are_told_to_nobody() {
    let (mut one, mut two) = (World::new(&[], json!({})).await, World::new(&[], json!({})).await);
    for (world, order) in [(&mut one, "never"), (&mut two, "6")] {
        until_offered(world, "take v-corps").await;
        world.order("allied", &format!("standing interception {order} guns ask withdrawal ask")).await;
        world.listen().await;
        for order in ["take v-corps", "activate by french", "step bennstedt", "halt"] {
            world.order("french", order).await;
        }
        world.listen().await;
        world.look_up().await;
        let own = world.allied.text(&format!("/api/games/{}/journal?as=allied", world.game)).await.1;
        assert!(own.contains("\"own\":{\"text\":\"declared\""), "the answer is the seat's own action");
        let theirs = world.french.text(&format!("/api/games/{}/journal", world.game)).await.1;
        assert!(!theirs.contains("\"text\":\"declared\"") && !theirs.contains("standing interception"));
    }
    compare(&one, &two);
    assert!(one.heard[0].iter().any(|text| text.contains("let the enemy pass")), "a window was opened and closed");
    assert_ne!(one.heard[2], two.heard[2]);
}

/// A corps, or a dummy in its place: the same is seen of its march and of what it is asked.
#[tokio::test(flavor = "multi_thread")]
async fn a_dummy_marches_like_a_corps() {
    let (mut one, mut two) = (World::new(&[], json!({})).await, World::new(&[], json!({})).await);
    for (world, counter) in [(&mut one, "kleist-corps"), (&mut two, "allied-dummy-1")] {
        until_offered(world, "take kleist-corps").await;
        for order in [&format!("take {counter}"), "activate by russo-prussian", "step merseburg"] {
            world.order("allied", order).await;
        }
        // The French beside it are asked in both worlds.
        until_offered(world, "halt").await;
        world.order("allied", "halt").await;
        world.listen().await;
        world.look_up().await;
        until_offered(world, "take v-corps").await;
        for order in ["take v-corps", "activate by french", "step bennstedt"] {
            world.order("french", order).await;
        }
        world.listen().await;
        world.look_up().await;
    }
    compare(&one, &two);
    assert!(one.heard[0].len() > 20, "{}", one.heard[0].len());
    assert_ne!(one.heard[2], two.heard[2]);
}

/// Before the battle in Borna, with a card of this number in the Allied hand.
fn before_the_battle(card: u8) -> String {
    format!(
        "[position]\nboxes = [\"Aue\", \"Borna\", \"Calau\"]\nroads = [\"Aue-Borna\", \"Borna-Calau\"]\n\
         phase = \"combat\"\ncards = {{ allied = [{card}] }}\nunits = [\"fr n: leader cv4 rank4 chief @ Borna by Aue\", \
         \"fr a: infantry 8 @ Borna by Aue\", \"al x: infantry 8 @ Borna\"]\n"
    )
}

/// What the French and a spectator are told of a battle in which the Allies hold this card and choose this tactic; and what
/// the Allies see themselves.
async fn heard_of(card: u8, tactic: &str) -> ([Vec<String>; 2], String) {
    let titles = vec![JoursDeGloire::built_in().any()];
    let house = House::of(titles, Place::new(), patient(), Some(1813)).await;
    let [french, allied, stranger] = [1, 2, 3].map(|name| house.browser(name));
    let seats = json!({ "french": "here", "allied": "link" });
    let body = json!({ "title": "jours-de-gloire", "position": before_the_battle(card), "seats": seats });
    let (status, answer) = french.post("/api/games", body).await;
    assert_eq!(status, 200, "{answer}");
    let game = answer["id"].as_str().unwrap().to_owned();
    let links = french.get(&format!("/api/games/{game}/links")).await;
    let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert_eq!(allied.post("/api/join", json!({ "token": token })).await.0, 200);
    let mut sockets = [french.socket(&game, "").await, stranger.socket(&game, "").await];
    let mut heard = [Vec::new(), Vec::new()];
    for (socket, heard) in sockets.iter_mut().zip(&mut heard) {
        heard.extend(socket.heard().await.iter().map(|message| message.replace(&game, "GAME")));
    }
    for (who, seat, order) in [(&french, "french", "fight Borna"), (&allied, "allied", &format!("choose {tactic}"))] {
        let (status, answer) = who.order(&game, seat, order).await;
        assert_eq!(status, 200, "{seat} {order}: {answer}");
    }
    for ((socket, heard), who) in sockets.iter_mut().zip(&mut heard).zip([&french, &stranger]) {
        heard.extend(socket.heard().await.iter().map(|message| message.replace(&game, "GAME")));
        for path in ["", "/log", "/dice", "/steps/1", "?as=allied"] {
            let (status, text) = who.text(&format!("/api/games/{game}{path}")).await;
            heard.push(format!("{path} {status} {}", text.replace(&house.url, "URL").replace(&game, "GAME")));
        }
    }
    let own = allied.text(&format!("/api/games/{game}")).await.1;
    (heard, own.replace(&house.url, "URL").replace(&game, "GAME"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tactic_and_a_card_in_hand_tell_nobody_anything() {
    let (told, own) = heard_of(3, "screen").await;
    assert!(told.iter().all(|heard| heard.len() >= 7), "{told:?}");
    for (card, tactic) in [(3, "skirmish"), (5, "screen")] {
        let (other, theirs) = heard_of(card, tactic).await;
        assert_ne!(own, theirs, "the Allies themselves see card {card} and {tactic}");
        assert_eq!(told, other, "card {card}, {tactic}");
    }
}
