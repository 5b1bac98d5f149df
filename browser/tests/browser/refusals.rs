//! An order against the rules is explained.

use browser::board::Board;
use browser::browser::DESK;
use browser::scene;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_order_is_explained_and_its_example_opens() {
    scene("an_illegal_order_is_explained_and_its_example_opens", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        let version = board.version().await;
        // Too far for anybody on foot: the far corner, where nobody stands.
        let (title, scenario) = ("art-of-war", "eylau");
        let map = browser.get(&format!("/api/titles/{title}/{scenario}/map.json")).await;
        let held: Vec<String> = board.pieces().await.into_values().collect();
        let far = map["places"]
            .as_object()
            .expect("a map has hexes")
            .keys()
            .find(|hex| !held.contains(hex))
            .expect("an empty hex")
            .clone();
        board.press_unit("leg-i2").await;
        let reach = board.reach_of("leg-i2").await;
        assert!(!reach.contains(&far), "{far} can be reached");
        board.press_hex(&far).await;
        browser.see(".toast[data-refusal]").await;
        let case = board.attribute(".toast[data-refusal]", "data-refusal").await;
        assert!(!case.is_empty(), "the refusal cites no case");
        browser.see(&format!(".toast[data-refusal] [data-case='{case}']")).await;
        let words = browser.text(".toast[data-refusal] p").await;
        assert!(words.contains("Leg") || words.contains(&far), "it does not say why here: {words}");
        assert_eq!(board.version().await, version, "a refused order changed the game");
        // The rule and its example are offered, and open beside the board.
        browser.press(".toast[data-refusal] .toast-buttons button").await;
        browser.see(&format!("[data-rule='{case}']")).await;
        browser.see("[data-example-board] svg").await;
        let drawn = "return document.querySelectorAll('[data-example-board] svg *').length > 50";
        browser.until("the example to be drawn", drawn, json!([])).await;
        browser.press("[data-step-next]").await;
        board.shows_the_truth().await;
    })
    .await;
}
