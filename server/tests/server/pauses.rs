//! How long an answer takes tells nothing. Servers that differ in a standing order, a secret choice or a hidden counter tell the
//! other side the same frames, in the same order, at the same moments; time passes when the test says so.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ai::{AnyArena, AnyGeneral, AnyStaff, Character, Hint, Level, Reins, Review, Thoroughness};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jours_de_gloire::JoursDeGloire;
use kernel::{Options, Seat, Setup};
use serde_json::{Value, json};
use server::{Clock, Config, Limits, Passing, Rate};
use tokio::sync::watch;

use crate::common::{Browser, House, Place, Socket, patient, titles};

/// Games in each world; every one has two marches past an enemy who may intercept.
const GAMES: usize = 100;
const MARCHES: [&str; 2] = ["take a; activate; step Borna", "step Dahme"];

/// Time that stands still until somebody waits for it and the test lets it pass.
#[derive(Clone)]
struct Hands {
    now: Arc<watch::Sender<Duration>>,
    awaited: Arc<Mutex<BTreeSet<Duration>>>,
}

impl Hands {
    fn new() -> Hands {
        Hands { now: Arc::new(watch::channel(Duration::ZERO).0), awaited: Arc::default() }
    }

    /// Lets time pass until the next moment for which somebody waits.
    async fn pass(&self) {
        let next = loop {
            let now = self.moment();
            let next = self.awaited.lock().unwrap().range(now..).find(|moment| **moment > now).copied();
            match next {
                Some(next) => break next,
                None => tokio::task::yield_now().await,
            }
        };
        self.now.send_replace(next);
    }
}

impl Passing for Hands {
    fn moment(&self) -> Duration {
        *self.now.borrow()
    }

    fn until(&self, moment: Duration) -> BoxFuture<'static, ()> {
        self.awaited.lock().unwrap().insert(moment);
        let mut now = self.now.subscribe();
        async move {
            let _ = now.wait_for(|now| *now >= moment).await;
        }
        .boxed()
    }
}

/// What the Allies have and do.
#[derive(Clone, Copy)]
struct Allies {
    /// What lies in Calau: the infantry, or a dummy while the infantry is at Eger.
    counter: &'static str,
    standing: &'static str,
    /// Whether a person answers, as soon as it can be done.
    answers: bool,
}

const NEVER: Allies = Allies { counter: "x", standing: "interception never guns ask withdrawal ask", answers: false };

fn position(allies: Allies) -> String {
    let at = |counter: &str| if counter == allies.counter { "Calau" } else { "Eger" };
    let (infantry, dummy) = (at("x"), at("d"));
    format!(
        "[position]\nboxes = [\"Aue\", \"Borna\", \"Calau\", \"Dahme\", \"Eger\"]\n\
         roads = [\"Aue-Borna\", \"Borna-Calau\", \"Borna-Dahme\", \"Dahme-Calau\", \"Calau-Eger\"]\n\
         units = [\"fr n: leader cv4 rank4 chief @ Aue\", \"fr a: infantry 4 @ Aue\", \
         \"al k: leader cv2 rank3 chief @ Calau\", \"al x: infantry 4 @ {infantry}\", \"al d: dummy @ {dummy}\", \"al y: infantry 4 @ Calau\"]\n"
    )
}

fn config(seed: u64, hands: &Hands, place: &Place) -> Config {
    let clock = Clock::of(|| 1_813).passing(hands.clone());
    let rate = Rate { each_second: 10_000.0, burst: 10_000.0 };
    let limits = Limits { browser: rate, address: rate, ..patient() };
    Config { limits, foreseen: Some(seed), clock, ..House::config(place) }
}

async fn house(seed: u64, hands: &Hands) -> House {
    let place = Place::new();
    let config = config(seed, hands, &place);
    House::start(vec![JoursDeGloire::built_in().any()], place, config).await
}

/// The next frame to the French, with the moment at which it came.
async fn frame(socket: &mut Socket, hands: &Hands, since: Duration) -> (Duration, String) {
    let text = socket.raw().await.expect("a frame");
    (hands.moment() - since, text)
}

/// Gives an order that nothing holds back.
async fn order(who: &Browser, game: &str, seat: &'static str, order: &str) {
    let (status, answer) = who.order(game, seat, order).await;
    assert_eq!(status, 200, "{seat} {order}: {answer}");
}

/// A new game in memory, after the pause with which it begins there.
async fn begin(who: &Browser, hands: &Hands, seats: Value, allies: Allies) -> String {
    let body = json!({ "title": "jours-de-gloire", "position": position(allies), "seats": seats });
    let (status, answer) = who.post("/api/games", body).await;
    assert_eq!(status, 200, "{answer}");
    let game = answer["id"].as_str().unwrap().to_owned();
    who.snapshot(&game).await;
    hands.pass().await;
    game
}

/// Everything that the French hear of their marches, game by game, and when; and how long each answer took.
async fn heard(seed: u64, allies: Allies) -> (Vec<Vec<(Duration, String)>>, Vec<Duration>) {
    let hands = Hands::new();
    let house = house(seed, &hands).await;
    let anna = house.browser(1);
    let (mut games, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let game = begin(&anna, &hands, json!({ "french": "here", "allied": "here" }), allies).await;
        order(&anna, &game, "allied", &format!("standing {}", allies.standing)).await;
        let mut socket = anna.socket(&game, "?as=french").await;
        let snapshot = socket.next().await;
        assert_eq!(snapshot["kind"], json!("snapshot"));
        let (began, mut frames) = (hands.moment(), Vec::new());
        for march in MARCHES {
            order(&anna, &game, "french", march).await;
            let asked = hands.moment();
            frames.push(frame(&mut socket, &hands, began).await);
            let answer = allies.answers.then(|| {
                let (anna, game) = (anna.clone(), game.clone());
                tokio::spawn(async move { anna.order(&game, "allied", "declared").await })
            });
            hands.pass().await;
            frames.push(frame(&mut socket, &hands, began).await);
            answers.push(hands.moment() - asked);
            if let Some(answer) = answer {
                let (status, answer) = answer.await.unwrap();
                assert_eq!(status, 200, "{answer}");
            }
            // The French are asked again, and take their time as well.
            hands.pass().await;
        }
        games.push(frames);
    }
    house.close().await;
    (games, answers)
}

/// The greatest distance between the distributions of two samples.
fn distance(one: &[Duration], two: &[Duration]) -> f64 {
    let share =
        |of: &[Duration], until: Duration| of.iter().filter(|one| **one <= until).count() as f64 / of.len() as f64;
    let moments = one.iter().chain(two);
    moments.map(|moment| (share(one, *moment) - share(two, *moment)).abs()).fold(0.0, f64::max)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_tell_by_the_time_who_or_what_answers() {
    let (by_order, times) = heard(1813, NEVER).await;
    let said: Vec<&str> = by_order[0].iter().map(|(_, text)| text.as_str()).collect();
    assert!(said[1].contains("let the enemy pass") && said[3].contains("let the enemy pass"), "{said:?}");
    let others = [
        // A person who is asked, and answers at once.
        Allies { standing: "interception ask guns never withdrawal ask", answers: true, ..NEVER },
        // The die is never that good.
        Allies { standing: "interception 6 guns ask withdrawal ask", ..NEVER },
        // There is less to intercept with.
        Allies { counter: "d", standing: "interception 6 guns ask withdrawal ask", ..NEVER },
    ];
    for (number, allies) in others.into_iter().enumerate() {
        let (other, theirs) = heard(1813, allies).await;
        for (game, (one, two)) in by_order.iter().zip(&other).enumerate() {
            assert_eq!(one, two, "world {number}, game {game}");
        }
        assert_eq!(times, theirs, "world {number}");
    }
    // The pauses are not always the same, and other draws are of the same kind.
    assert_eq!(times.len(), 2 * GAMES);
    let pause = Limits::default().pause;
    assert!(times.iter().all(|time| (pause.shortest..=pause.longest).contains(time)), "{times:?}");
    assert!(times.iter().collect::<BTreeSet<_>>().len() > GAMES, "{times:?}");
    let (_, elsewhere) =
        heard(1814, Allies { standing: "interception ask guns never withdrawal ask", answers: true, ..NEVER }).await;
    // A greater distance than 0.17 between 200 and 200 draws of one distribution comes once in two hundred times.
    assert!(distance(&times, &elsewhere) < 0.17, "{}", distance(&times, &elsewhere));
}

/// A staff whose generals let everybody pass: at once, or when they are told to stop thinking.
struct Thinkers {
    forever: bool,
    stopped: Arc<AtomicI64>,
}

#[derive(Debug)]
struct Thinker {
    forever: bool,
    stopped: Arc<AtomicI64>,
}

impl AnyStaff for Thinkers {
    fn title(&self) -> &'static str {
        "jours-de-gloire"
    }

    fn scripts(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn measured(&self, _: Level) -> Option<&'static str> {
        None
    }

    fn general(&self, _: &Setup, _: Character, _: u64) -> Result<Box<dyn AnyGeneral>, String> {
        Ok(Box::new(Thinker { forever: self.forever, stopped: self.stopped.clone() }))
    }

    fn arena(&self, _: &str, _: &Options) -> Result<Box<dyn AnyArena>, String> {
        Err("they play here only".into())
    }

    fn review(&self, _: &str, _: &str, _: Thoroughness, _: Reins<'_>) -> Result<Review, String> {
        Err("they play here only".into())
    }
}

impl AnyGeneral for Thinker {
    fn orders(&mut self, _: &Value, _: Seat, _: &[String], reins: Reins<'_>) -> Result<Vec<String>, String> {
        while self.forever && !reins.cancel.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        self.stopped.fetch_add(self.forever.into(), Ordering::Relaxed);
        Ok(vec!["declared".into()])
    }

    fn plans(&self, _: &Value, _: Seat) -> Result<Option<Duration>, String> {
        Ok(None)
    }

    fn hints(&mut self, _: &Value, _: Seat, _: Reins<'_>) -> Result<Vec<Hint>, String> {
        Err("they give none".into())
    }

    fn expects(&self, _: &Value, _: Seat) -> Result<f64, String> {
        Ok(0.5)
    }
}

/// What the French hear of their march past a general, and when.
async fn heard_of_general(forever: bool) -> Vec<(Duration, String)> {
    const GAMES: usize = 12;
    let hands = Hands::new();
    let stopped = Arc::new(AtomicI64::new(0));
    let staff: Arc<dyn AnyStaff> = Arc::new(Thinkers { forever, stopped: stopped.clone() });
    let place = Place::new();
    let config = config(1813, &hands, &place);
    let house = House::led_by(vec![staff], vec![JoursDeGloire::built_in().any()], place, config).await;
    let anna = house.browser(1);
    let mut frames = Vec::new();
    for _ in 0..GAMES {
        let game = begin(&anna, &hands, json!({ "french": "here", "allied": "odds-greedy" }), NEVER).await;
        let mut socket = anna.socket(&game, "?as=french").await;
        socket.next().await;
        order(&anna, &game, "french", MARCHES[0]).await;
        let asked = hands.moment();
        frames.push(frame(&mut socket, &hands, asked).await);
        // First the general has to come to an end, then the pause does.
        hands.pass().await;
        hands.pass().await;
        frames.push(frame(&mut socket, &hands, asked).await);
        hands.pass().await;
    }
    assert_eq!(stopped.load(Ordering::Relaxed), if forever { GAMES as i64 } else { 0 });
    house.close().await;
    frames
}

/// A general that would think for ever answers in the same moment as one that has nothing to think about.
#[tokio::test(flavor = "multi_thread")]
async fn a_general_answers_when_the_pause_is_over_however_long_it_would_think() {
    let quick = heard_of_general(false).await;
    assert_eq!(quick, heard_of_general(true).await);
    let pause = Limits::default().pause;
    for answer in quick.chunks_exact(2) {
        assert!(answer[1].1.contains("let the enemy pass"), "{answer:?}");
        assert!((pause.shortest..=pause.longest).contains(&answer[1].0), "{answer:?}");
    }
}

/// A general's answers are held back as well, and so are those of a seat that plays at random.
#[tokio::test(flavor = "multi_thread")]
async fn seats_of_the_program_take_their_time() {
    let hands = Hands::new();
    let house = house(1813, &hands).await;
    let anna = house.browser(1);
    let game = begin(&anna, &hands, json!({ "french": "here", "allied": "random" }), NEVER).await;
    order(&anna, &game, "french", MARCHES[0]).await;
    let before: Value = anna.get(&format!("/api/games/{game}?as=french")).await;
    let asked = hands.moment();
    let mut socket = anna.socket(&game, "?as=french").await;
    socket.next().await;
    assert_eq!(anna.get(&format!("/api/games/{game}?as=french")).await, before, "it has answered at once");
    hands.pass().await;
    socket.next().await;
    assert!(hands.moment() - asked >= Limits::default().pause.shortest);
}

/// Where nothing is hidden, nobody waits for anything.
#[tokio::test(flavor = "multi_thread")]
async fn games_without_secrets_have_no_pauses() {
    let place = Place::new();
    let clock = Clock::default().passing(Hands::new());
    let config = Config { limits: patient(), clock, ..House::config(&place) };
    let house = House::start(titles(), place, config).await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
}

/// The list of games of the French, who made two; in the first the Allies give an order in secret, or not, and then march past.
async fn listed(secret: bool, march: bool) -> String {
    let shows = Arc::new(AtomicI64::new(1_000));
    let hand = shows.clone();
    let place = Place::new();
    let clock = Clock::of(move || hand.load(Ordering::Relaxed));
    let config = Config { foreseen: Some(1813), clock, ..House::config(&place) };
    let house = House::start(vec![JoursDeGloire::built_in().any()], place, config).await;
    let (french, allied) = (house.browser(1), house.browser(2));
    let mut games = Vec::new();
    for _ in 0..2 {
        let seats = json!({ "french": "here", "allied": "link" });
        let body = json!({ "title": "jours-de-gloire", "position": position(NEVER), "seats": seats });
        let (status, answer) = french.post("/api/games", body).await;
        assert_eq!(status, 200, "{answer}");
        let game = answer["id"].as_str().unwrap().to_owned();
        let links = french.get(&format!("/api/games/{game}/links")).await;
        let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        assert_eq!(allied.post("/api/join", json!({ "token": token })).await.0, 200);
        games.push(game);
        shows.fetch_add(1_000, Ordering::Relaxed);
    }
    if secret {
        order(&allied, &games[0], "allied", &format!("standing {}", NEVER.standing)).await;
    }
    shows.fetch_add(1_000, Ordering::Relaxed);
    if march {
        order(&french, &games[0], "french", MARCHES[0]).await;
    }
    let (status, list) = french.text("/api/games").await;
    assert_eq!(status, 200, "{list}");
    list
}

/// Lists tell when something happened last that everybody may notice: an order given in secret moves nothing in them, neither the
/// time nor the place of a game.
#[tokio::test(flavor = "multi_thread")]
async fn secret_orders_leave_no_trace_in_lists() {
    assert_eq!(listed(false, false).await, listed(true, false).await);
    let marched = listed(false, true).await;
    assert!(marched.contains("\"changed\":4000"), "{marched}");
    assert_ne!(listed(true, false).await, marched);
}
