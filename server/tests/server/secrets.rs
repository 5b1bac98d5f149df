//! Two servers that differ in one secret only tell whoever may not know it the same, byte for byte.

use crate::common::{Browser, House, Socket, patient};
use serde_json::json;

/// A server with a game of three people, and two who listen: the other side and somebody without a seat.
struct World {
    _house: House,
    game: String,
    army: Browser,
    wing: Browser,
    host: Browser,
    stranger: Browser,
    sockets: [Socket; 3],
    /// What the host, the stranger and the army heard.
    heard: [Vec<String>; 3],
}

impl World {
    async fn new() -> World {
        let house = House::with(patient(), Some(1807)).await;
        let [army, wing, host, stranger] = [1, 2, 3, 4].map(|name| house.browser(name));
        let seats = json!({ "army": "here", "wing": "link", "host": "link" });
        let game = army.game("miniature", "seven-boxes", seats).await;
        let links = army.get(&format!("/api/games/{game}/links")).await;
        for (who, seat) in [(&wing, "wing"), (&host, "host")] {
            let token = links["seats"][seat].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
            assert_eq!(who.post("/api/join", json!({ "token": token })).await.0, 200);
        }
        let sockets = [host.socket(&game, "").await, stranger.socket(&game, "").await, army.socket(&game, "").await];
        World { _house: house, game, army, wing, host, stranger, sockets, heard: Default::default() }
    }

    async fn order(&mut self, seat: &str, order: &str) {
        let who = match seat {
            "army" => &self.army,
            "wing" => &self.wing,
            _ => &self.host,
        };
        let (status, answer) = who.order(&self.game, seat, order).await;
        assert_eq!(status, 200, "{seat} {order}: {answer}");
        self.listen().await;
    }

    /// Something other than an order.
    async fn deed(&mut self, seat: &str, what: &str, more: serde_json::Value) {
        let who = match seat {
            "army" => &self.army,
            "wing" => &self.wing,
            _ => &self.host,
        };
        let mut body = json!({ "seat": seat });
        if what != "takeback/answer" {
            body["after"] = who.get(&format!("/api/games/{}?as={seat}", self.game)).await["version"].clone();
        }
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let (status, answer) = who.post(&format!("/api/games/{}/{what}", self.game), body).await;
        assert_eq!(status, 200, "{seat} {what}: {answer}");
        self.listen().await;
    }

    async fn listen(&mut self) {
        for (socket, heard) in self.sockets.iter_mut().zip(&mut self.heard) {
            heard.extend(socket.heard().await);
        }
    }

    /// Everything that the two who may not know can ask for.
    async fn looked_up(&self) -> Vec<(u16, String)> {
        let mut answers = Vec::new();
        for who in [&self.host, &self.stranger] {
            for path in [
                "",
                "/log",
                "/chat",
                "/dice",
                "/steps/1",
                "/journal",
                "?as=army",
                "/steps/1?as=army",
                "/journal?as=army",
            ] {
                let (status, text) = who.text(&format!("/api/games/{}{path}", self.game)).await;
                answers.push((status, text.replace(&self._house.url, "URL")));
            }
            let wrong = [("army", "pass"), ("host", "move #1 to downs"), ("host", "spy on #1"), ("wing", "resolve")];
            for (seat, order) in wrong {
                let (status, answer) = who.order(&self.game, seat, order).await;
                assert_ne!(status, 200, "{seat} {order}");
                answers.push((status, answer.to_string()));
            }
        }
        answers
    }

    async fn waits_for(&self) -> &'static str {
        for (who, seat) in [(&self.army, "army"), (&self.wing, "wing"), (&self.host, "host")] {
            let now = who.snapshot(&self.game).await;
            if now["pending"]["kind"] == "over" {
                return "nobody";
            }
            if now["pending"]["asks"].as_array().is_some_and(|asks| !asks.is_empty()) {
                return seat;
            }
        }
        panic!("nobody is asked");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_other_side_and_the_spectator_get_the_same_bytes() {
    let (mut one, mut two) = (World::new().await, World::new().await);
    // The army's guard and its dummy change places; how many stand where, which all see in the end, is the same.
    for (world, guard, smoke) in [(&mut one, "abbey", "bridge"), (&mut two, "bridge", "abbey")] {
        world.listen().await;
        world.order("army", &format!("place guard in {guard}")).await;
        world.order("army", &format!("place smoke in {smoke}")).await;
        // What was done in secret is undone, asked back, refused and agreed to: nobody else learns what it was.
        world.deed("army", "reset", json!({})).await;
        for _ in 0..2 {
            world.deed("army", "redo", json!({})).await;
        }
        world.deed("army", "takeback", json!({})).await;
        world.deed("host", "takeback/answer", json!({ "agree": false })).await;
        world.deed("army", "takeback", json!({ "step": 1 })).await;
        world.deed("wing", "takeback/answer", json!({ "agree": true })).await;
        let answers = world.looked_up().await;
        world.heard[0].extend(answers.iter().map(|(status, text)| format!("{status} {text}")));
        world.deed("host", "takeback/answer", json!({ "agree": true })).await;
        world.order("army", &format!("place smoke in {smoke}")).await;
        world.order("army", "place line in abbey").await;
        world.order("wing", "place all in copse").await;
        world.order("host", "place all in gate").await;
        let answers = world.looked_up().await;
        world.heard[0].extend(answers.iter().map(|(status, text)| format!("{status} {text}")));
    }
    for step in 0..4 {
        let (a, b) = (one.waits_for().await, two.waits_for().await);
        assert_eq!(a, b, "step {step}");
        if a == "nobody" {
            break;
        }
        for world in [&mut one, &mut two] {
            world.order(a, "pass").await;
            let answers = world.looked_up().await;
            world.heard[1].extend(answers.iter().map(|(status, text)| format!("{status} {text}")));
        }
    }
    for (who, name) in ["host", "stranger"].into_iter().enumerate() {
        assert_eq!(one.heard[who].len(), two.heard[who].len(), "{name}");
        for (number, (a, b)) in one.heard[who].iter().zip(&two.heard[who]).enumerate() {
            assert_eq!(a, b, "{name}, message {number}");
        }
        assert!(one.heard[who].len() > 10, "{name} heard {}", one.heard[who].len());
    }
    // And the secret is there to be told: who may know it heard another story.
    assert_ne!(one.heard[2], two.heard[2]);
}

/// While the army deploys in secret, the host's version stands still, so that an order of his is not late.
#[tokio::test(flavor = "multi_thread")]
async fn versions_count_what_one_may_notice() {
    let mut world = World::new().await;
    world.listen().await;
    let before = world.host.snapshot(&world.game).await;
    world.order("army", "place guard in abbey").await;
    assert_eq!(world.host.snapshot(&world.game).await, before);
    assert_eq!(world.heard[0].len(), 1);
    let body = json!({ "seat": "host", "after": before["version"], "order": "place foot in gate" });
    let (status, answer) = world.host.post(&format!("/api/games/{}/orders", world.game), body).await;
    assert_eq!(status, 200, "{answer}");
}
