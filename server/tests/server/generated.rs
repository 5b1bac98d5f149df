//! Requests made up from the API's own description: none of them finds a fault of the server.

use crate::common::{Browser, House};
use crate::described;
use kernel::{Chance, Entropy};
use reqwest::Method;
use serde_json::{Map, Value, json};

const ROUNDS: usize = 1_500;

struct Maker {
    chance: Chance,
    /// Words that mean something here.
    words: Vec<String>,
}

impl Maker {
    fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.chance.below(list.len() as u32) as usize]
    }

    fn text(&mut self) -> String {
        let odd = ["", "\u{0}", "../../etc", "null", "🐎", "%00", "{}", "a b", "-1", "99999999999999999999"];
        match self.chance.below(8) {
            0 => (*self.one(&odd)).to_owned(),
            1 => "x".repeat(self.chance.below(4_000) as usize),
            _ => {
                let words = self.words.clone();
                self.one(&words).clone()
            }
        }
    }

    fn value(&mut self, schema: &Value, all: &Value) -> Value {
        if self.chance.below(12) == 0 {
            return (*self.one(&[json!(null), json!([]), json!({}), json!(-5), json!(1e300), json!("x"), json!(true)]))
                .clone();
        }
        if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
            return self.value(&all[name].clone(), all);
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(choices) = schema[key].as_array() {
                let choice = self.one(choices).clone();
                return self.value(&choice, all);
            }
        }
        // What may be null has two types, the other one first.
        match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
            Some("integer") => json!(self.chance.below(100)),
            Some("object") => {
                let mut fields = Map::new();
                for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                    if self.chance.below(6) > 0 {
                        fields.insert(name.clone(), self.value(field, all));
                    }
                }
                if schema["additionalProperties"].is_object() || self.chance.below(10) == 0 {
                    let name = self.text();
                    fields.insert(name, self.value(&schema["additionalProperties"].clone(), all));
                }
                Value::Object(fields)
            }
            Some("array") => (0..self.chance.below(4)).map(|_| self.value(&schema["items"], all)).collect(),
            Some("boolean") => json!(self.chance.below(2) == 0),
            _ => match schema["enum"].as_array() {
                Some(words) => self.one(words).clone(),
                None => self.text().into(),
            },
        }
    }
}

async fn ask(browser: &Browser, method: &str, path: &str, body: Option<String>) -> u16 {
    let name = method.to_owned();
    let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
    let mut request = browser.request(method, path);
    if let Some(body) = body {
        request = request.body(body);
    }
    let answer = request.send().await.unwrap_or_else(|error| panic!("{path}: {error}"));
    let status = answer.status().as_u16();
    described::answer(&name, path, status, &answer.text().await.unwrap_or_default());
    status
}

fn escaped(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_breaks_the_server() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let hidden = anna.game("miniature", "seven-boxes", json!({})).await;
    let description = anna.get("/api/openapi.json").await;
    let schemas = description["components"]["schemas"].clone();
    let words = [
        "art-of-war",
        "miniature",
        "eylau",
        "dresden",
        "seven-boxes",
        "french",
        "allied",
        "army",
        "host",
        "end movement",
        "pass",
        "weather",
        "on",
    ];
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    words.extend([game.clone(), hidden, "04_0_hex_by_hex".into()]);
    let mut maker = Maker { chance: Chance::of_game(3, 3), words };
    let mut calls = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            calls.push((path.clone(), method.clone(), call.clone()));
        }
    }
    assert!(calls.len() >= 30);
    let mut seen = std::collections::BTreeMap::<u16, usize>::new();
    let browsers = [1, 2, 3, 4, 5, 6, 7, 8].map(|name| house.browser(name));
    for round in 0..ROUNDS {
        let (path, method, call) = calls[round % calls.len()].clone();
        // Games are to be there to the end.
        if method == "delete" {
            continue;
        }
        let mut place = path.clone();
        let mut questions = Vec::new();
        for parameter in call["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            let value = match (parameter["in"].as_str(), name) {
                (Some("path"), "game") if maker.chance.below(4) > 0 => game.clone(),
                (Some("path"), "step") if maker.chance.below(4) > 0 => maker.chance.below(3).to_string(),
                _ => maker.text(),
            };
            // An empty piece would be another path.
            let value = if value.is_empty() { "x".into() } else { value };
            match parameter["in"].as_str() {
                Some("path") => place = place.replace(&format!("{{{name}}}"), &escaped(&value)),
                _ if maker.chance.below(2) == 0 => questions.push(format!("{name}={}", escaped(&value))),
                _ => {}
            }
        }
        if !questions.is_empty() {
            place += &format!("?{}", questions.join("&"));
        }
        let content = call["requestBody"]["content"].as_object().and_then(|kinds| kinds.values().next());
        let body = content.map(|content| {
            let text = maker.value(&content["schema"], &schemas).to_string();
            let cut = if maker.chance.below(10) == 0 { text.len() / 2 } else { text.len() };
            text.chars().take(cut).collect::<String>()
        });
        let status = ask(maker.one(&browsers), &method, &place, body.clone()).await;
        assert!(status < 500, "{method} {place} {body:?}: {status}");
        *seen.entry(status).or_default() += 1;
    }
    println!("{seen:?}");
    assert!(seen[&200] > 100 && seen.keys().filter(|status| **status >= 400).count() >= 3, "{seen:?}");
    assert_eq!(anna.text("/healthz").await.0, 200);
}
