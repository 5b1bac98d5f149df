//! Two browsers play against each other.

use browser::board::Board;
use browser::browser::DESK;
use browser::player::{Pointing, play_turn};
use browser::scene;

/// Whoever makes the game plays the French and invites the Allies by a link.
pub(crate) async fn sit_down<'b>(
    scenario: &str,
    host: &'b browser::Browser,
    guest: &'b browser::Browser,
) -> (Board<'b>, Board<'b>) {
    let first = Board::begin(host, scenario, &[("french", "here"), ("allied", "link")]).await;
    let second = invite(&first, guest).await;
    (first, second)
}

/// Hands the other seat to a second browser by the link of the game.
pub(crate) async fn invite<'b>(first: &Board<'_>, guest: &'b browser::Browser) -> Board<'b> {
    let host = first.browser();
    first.deed("share").await;
    let link = "return [...document.querySelectorAll(\"dialog[data-dialog='share'] input\")].map(one => one.value).find(one => one.includes('/join/'))";
    let link = host.until("an invitation", link, serde_json::json!([])).await;
    host.press("dialog[data-dialog='share'] [aria-label='Close']").await;
    Board::join(guest, link.as_str().expect("an invitation is an address")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_a_whole_turn_of_eylau() {
    scene("two_browsers_play_a_whole_turn_of_eylau", &[DESK, DESK], async |scene| {
        let (french, allied) = sit_down("eylau", scene.browser(0), scene.browser(1)).await;
        assert_eq!(french.seat().await.as_deref(), Some("french"));
        assert_eq!(allied.seat().await, None, "it is not the guest's turn yet");
        let tally = play_turn(&[french, allied], &mut Pointing, 3).await;
        println!("{tally:?}");
        // The French march before any die has fallen; how many of the Allies then can, depends on the dice.
        assert!((4..=6).contains(&tally.marches), "{tally:?}");
        for seat in ["french", "allied"] {
            assert!(tally.seats.iter().any(|one| one == seat), "the {seat} were never asked: {tally:?}");
            assert!(tally.attacks.iter().any(|one| one == seat), "the {seat} never attacked: {tally:?}");
        }
        assert!(tally.odds.iter().all(|&lines| lines > 1), "a die with only one outcome: {tally:?}");
        assert!(tally.retreats + tally.advances > 0, "nobody gave way: {tally:?}");
        french.shows_the_truth().await;
        allied.shows_the_truth().await;
        assert_eq!(french.pieces().await, allied.pieces().await, "the two boards differ");
    })
    .await;
}
