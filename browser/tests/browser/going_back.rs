//! Undo, redo, the whole turn back, and beyond a die only by consent.

use browser::board::Board;
use browser::browser::DESK;
use browser::scene;

async fn go_back(board: &Board<'_>, deed: &str) {
    let version = board.version().await;
    board.deed(deed).await;
    board.moved_on(&version).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_redo_and_reset() {
    scene("undo_redo_and_reset", &[DESK], async |scene| {
        let board = Board::begin(scene.browser(0), "eylau", &[("french", "here"), ("allied", "here")]).await;
        let start = board.pieces().await;
        board.march("leg-i2", "1213").await;
        let once = board.pieces().await;
        board.march("leg-i3", "1114").await;
        let twice = board.pieces().await;
        assert!(start != once && once != twice);
        go_back(&board, "undo").await;
        assert_eq!(board.pieces().await, once, "undo takes the last march back");
        go_back(&board, "redo").await;
        assert_eq!(board.pieces().await, twice, "redo does it again");
        go_back(&board, "reset").await;
        assert_eq!(board.pieces().await, start, "the whole turn is taken back");
        board.shows_the_truth().await;
    })
    .await;
}

/// The French are about to attack; what comes of it is up to the die.
async fn attack(french: &Board<'_>, allied: &Board<'_>) {
    french.march("leg-i2", "1213").await;
    for order in ["end movement", "fresh done"] {
        let offer = french
            .offers()
            .await
            .into_iter()
            .find(|one| one.order == order)
            .unwrap_or_else(|| panic!("{order} is not offered"));
        french.give(&offer).await;
    }
    allied.asked("allied").await;
    allied.up_to_date().await;
    let offer = allied
        .offers()
        .await
        .into_iter()
        .find(|one| one.order == "fresh done")
        .expect("the Allies are asked for fresh strength");
    allied.give(&offer).await;
    french.asked("french").await;
    french.put_an_attack_together().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_stops_at_a_die_and_goes_on_by_consent() {
    scene("undo_stops_at_a_die_and_goes_on_by_consent", &[DESK, DESK], async |scene| {
        let (french, allied) = crate::turn::sit_down("eylau", scene.browser(0), scene.browser(1)).await;
        attack(&french, &allied).await;
        let before = french.pieces().await;
        let announce = french.offers().await.into_iter().rfind(|one| one.throws).expect("the attack can be announced");
        french.give(&announce).await;
        french.browser().see(".result[data-line] [data-face]").await;
        // The die has fallen: nothing of one's own lies after it, so undo says why it does nothing.
        french.up_to_date().await;
        let version = french.version().await;
        assert_eq!(french.attribute("[data-deed='undo']", "aria-disabled").await, "true", "undo is offered past a die");
        french.deed("undo").await;
        french.browser().see(".toast.note").await;
        assert_eq!(french.version().await, version, "undo passed the die");
        // Asked once and refused.
        french.deed("takeback").await;
        french.browser().press("dialog[data-dialog='takeback'] [data-answer='yes']").await;
        french.browser().see("[data-takeback='waiting']").await;
        allied.browser().see("[data-takeback='asked']").await;
        allied.browser().press("[data-takeback='asked'] [data-answer='no']").await;
        french.browser().see_no("[data-takeback]").await;
        french.up_to_date().await;
        assert!(!french.offers().await.iter().any(|one| one.throws), "a refused request went back");
        // Asked again and granted.
        french.deed("takeback").await;
        french.browser().press("dialog[data-dialog='takeback'] [data-answer='yes']").await;
        allied.browser().see("[data-takeback='asked']").await;
        allied.browser().press("[data-takeback='asked'] [data-answer='yes']").await;
        french.browser().see_no("[data-takeback]").await;
        french.browser().see(".combat[data-state='ready']").await;
        french.shows_the_truth().await;
        allied.shows_the_truth().await;
        assert_eq!(french.pieces().await, before, "the position before the die is back");
        assert_eq!(allied.pieces().await, before);
    })
    .await;
}
