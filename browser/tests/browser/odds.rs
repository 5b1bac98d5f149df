//! The combat panel tells what `sabretache odds` tells.

use std::path::Path;
use std::process::Command;

use browser::board::{Board, OddsLine};
use browser::browser::DESK;
use browser::scene;
use serde_json::{Value, json};

/// Two against one: several columns can be announced, and each has an outcome for either side.
const POSITION: &str = r#"
[position]
map = "blank 9x9"
rules_of = "eylau"
turn = 4
phase = "combat"
active = "french"
units = ["ru x: Tut 4-4i @ 0505", "fr a: Lev 6-4i @ 0504", "fr b: Leg 5-4i @ 0605"]
"#;

/// What the program says of an order in a position.
fn by_the_program(position: &Path, order: &str) -> Vec<OddsLine> {
    let mut command = Command::new(browser::server::program());
    command.args(["odds", "art-of-war"]).arg(position).args(["--seat", "french", "--order", order, "--json"]);
    let told = command.output().expect("the program can be started");
    assert!(
        told.status.success(),
        "{}{}",
        String::from_utf8_lossy(&told.stdout),
        String::from_utf8_lossy(&told.stderr)
    );
    let report: Value = serde_json::from_slice(&told.stdout).expect("the program prints JSON");
    assert_eq!(report["method"], "exact");
    let lines = report["lines"].as_array().expect("a report has lines");
    lines.iter().map(line).collect()
}

fn line(line: &Value) -> OddsLine {
    let labels: Vec<&str> = line["labels"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let odds = line["odds"].as_str().expect("odds are a fraction");
    let (numerator, denominator) = odds.split_once('/').unwrap_or((odds, "1"));
    let number = |text: &str| text.trim().parse().expect("odds are numbers");
    // The panel says what tells a unit from others where the program says its figures and its handle, too.
    let named = [("Lev 6-4 (a)", "Lev"), ("Leg 5-4 (b)", "Leg"), ("Tut 4-4 (x)", "Tut")];
    let labels = named.iter().fold(labels.join("; "), |labels, (handle, name)| labels.replace(handle, name));
    OddsLine { labels, numerator: number(numerator), denominator: number(denominator) }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_panel_tells_what_the_program_tells() {
    scene("the_panel_tells_what_the_program_tells", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/").await;
        let make = "return fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ title: 'art-of-war', position: arguments[0], seats: { french: 'here', allied: 'here' } }) }).then(answer => answer.json())";
        let made = browser.script(make, json!([POSITION])).await;
        let game = made["id"].as_str().unwrap_or_else(|| panic!("no game was made: {made}"));
        browser.go(&format!("/game/{game}")).await;
        let board = Board::of(browser).await;
        let given = board.put_an_attack_together().await;
        let position = scene.server().directory().join("position.toml");
        std::fs::write(&position, POSITION).expect("the position can be written");
        let orders: Vec<String> =
            board.offers().await.into_iter().filter(|one| one.throws).map(|one| one.order).collect();
        assert!(orders.len() > 1, "several columns can be announced: {orders:?}");
        for order in orders {
            if board.attribute(".combat", "data-order").await != order {
                board.choose_column(&order).await;
            }
            browser.see(&format!(".combat[data-order='{order}'][data-state='ready']")).await;
            let shown = board.odds().await;
            assert!(shown.len() > 1, "{order} has only {shown:?}");
            let whole_order = format!("{}; {order}", given.join("; "));
            assert_eq!(shown, by_the_program(&position, &whole_order), "{whole_order}: the panel and the program differ");
            let whole: f64 = shown.iter().map(|line| line.numerator as f64 / line.denominator as f64).sum();
            assert!((whole - 1.0).abs() < 1e-9, "{order}: the parts are {whole} of the whole");
        }
    })
    .await;
}
