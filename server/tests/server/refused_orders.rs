//! Generals whose orders the position refuses: they are asked again, and the game goes on.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ai::{AnyArena, AnyGeneral, AnyStaff, Character, Hint, Level, Reins, Review, Thoroughness};
use kernel::{Options, Seat, Setup};
use serde_json::{Value, json};
use server::{Config, Limits, Rate};

use crate::common::{House, PATIENCE, Place, patient, staffs, titles};

/// What a spoiled general was told of orders refused, each time it was asked.
type Told = Arc<Mutex<Vec<Vec<String>>>>;

/// A staff whose generals give orders that are none, until they are told so; the stubborn ones even then.
struct Spoiled {
    sound: Arc<dyn AnyStaff>,
    stubborn: bool,
    told: Told,
}

#[derive(Debug)]
struct SpoiledGeneral {
    sound: Box<dyn AnyGeneral>,
    stubborn: bool,
    told: Told,
}

impl AnyStaff for Spoiled {
    fn title(&self) -> &'static str {
        self.sound.title()
    }

    fn scripts(&self) -> Vec<(&'static str, &'static str)> {
        self.sound.scripts()
    }

    fn measured(&self, level: Level) -> Option<&'static str> {
        self.sound.measured(level)
    }

    fn general(&self, setup: &Setup, character: Character, seed: u64) -> Result<Box<dyn AnyGeneral>, String> {
        let sound = self.sound.general(setup, character, seed)?;
        Ok(Box::new(SpoiledGeneral { sound, stubborn: self.stubborn, told: self.told.clone() }))
    }

    fn arena(&self, scenario: &str, options: &Options) -> Result<Box<dyn AnyArena>, String> {
        self.sound.arena(scenario, options)
    }

    fn review(&self, file: &str, journal: &str, how: Thoroughness, reins: Reins<'_>) -> Result<Review, String> {
        self.sound.review(file, journal, how, reins)
    }
}

impl AnyGeneral for SpoiledGeneral {
    fn orders(
        &mut self,
        view: &Value,
        seat: Seat,
        refused: &[String],
        reins: Reins<'_>,
    ) -> Result<Vec<String>, String> {
        self.told.lock().unwrap().push(refused.to_vec());
        match self.stubborn || refused.is_empty() {
            true => Ok(vec![format!("march to Moscow, {}", refused.len())]),
            false => self.sound.orders(view, seat, refused, reins),
        }
    }

    fn plans(&self, view: &Value, seat: Seat) -> Result<Option<Duration>, String> {
        self.sound.plans(view, seat)
    }

    fn hints(&mut self, view: &Value, seat: Seat, reins: Reins<'_>) -> Result<Vec<Hint>, String> {
        self.sound.hints(view, seat, reins)
    }

    fn expects(&self, view: &Value, seat: Seat) -> Result<f64, String> {
        self.sound.expects(view, seat)
    }
}

/// Two spoiled generals play until they have been asked so often, and a turn is over; what they were told each time.
async fn asked(stubborn: bool, often: usize) -> Vec<Vec<String>> {
    let rate = Rate { each_second: 10_000.0, burst: 10_000.0 };
    let limits = Limits { browser: rate, address: rate, ..patient() };
    let told: Told = Arc::default();
    let spoil = |sound| Arc::new(Spoiled { sound, stubborn, told: told.clone() }) as Arc<dyn AnyStaff>;
    let staffs = staffs().into_iter().map(spoil).collect();
    let place = Place::new();
    let config = Config { limits, foreseen: Some(1807), ..House::config(&place) };
    let house = House::led_by(staffs, titles(), place, config).await;
    let anna = house.browser(1);
    let seats = json!({ "french": "odds-greedy", "allied": "odds-greedy" });
    let game = anna.game("art-of-war", "eylau", seats).await;
    let begun = Instant::now();
    let first = anna.snapshot(&game).await["turn"].clone();
    loop {
        let now = anna.snapshot(&game).await;
        if now["pending"]["kind"] == "over" || (told.lock().unwrap().len() >= often && now["turn"] != first) {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "the game stands still: {}", now["pending"]);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    house.close().await;
    let told = told.lock().unwrap();
    told.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_general_is_told_what_was_refused_and_asked_again() {
    let told = asked(false, 24).await;
    let refused = vec!["march to Moscow, 0".to_owned()];
    for pair in told.chunks_exact(2) {
        assert_eq!(pair, [Vec::new(), refused.clone()]);
    }
    assert!(told.len() >= 24, "{}", told.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_general_who_insists_is_passed_over_and_the_game_goes_on() {
    let told = asked(true, 24).await;
    for (place, refused) in told.iter().enumerate() {
        let expected: Vec<String> = (0..place % 4).map(|number| format!("march to Moscow, {number}")).collect();
        assert_eq!(*refused, expected, "asked for the {}th time", place + 1);
    }
}
