//! A turn on a telephone, with a finger.

use browser::board::Board;
use browser::browser::PHONE;
use browser::player::{Pointing, play_turn};
use browser::scene;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_played_on_a_telephone() {
    scene("a_turn_is_played_on_a_telephone", &[PHONE], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "cadet")]).await;
        let fits = "return document.documentElement.scrollWidth <= innerWidth && innerWidth === 420";
        assert_eq!(browser.script(fits, json!([])).await, json!(true), "the page is wider than the telephone");
        let tally = play_turn(&[board], &mut Pointing, 2).await;
        println!("{tally:?}");
        assert_eq!(tally.marches, 2, "{tally:?}");
        assert!(!tally.attacks.is_empty(), "{tally:?}");
        board.shows_the_truth().await;
        assert_eq!(browser.script(fits, json!([])).await, json!(true), "the page is wider than the telephone");
    })
    .await;
}
