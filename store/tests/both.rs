//! The same tests on both databases.

mod private_postgres;

use private_postgres::PrivatePostgres;
use store::{Append, Chain, Ended, NewGame, NewSeat, Progress, Store, StoreError};

fn game(id: &str) -> NewGame {
    let seat = |kind: &str, holder: &str, token: &str| NewSeat {
        kind: kind.into(),
        holder: holder.into(),
        token: token.into(),
    };
    NewGame {
        title: "art-of-war".into(),
        scenario: "eylau".into(),
        name: "Eylau".into(),
        owner: "anna".into(),
        seats: vec![seat("here", "anna", ""), seat("link", "", &format!("token of {id}"))],
        unverified: (id == "one").then_some(7),
        journal: append(id, &[], &["header", "snapshot"]),
    }
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// Lines that come after others.
fn append(id: &str, before: &[&str], lines: &[&str]) -> Append {
    let after = Chain::of_game(id).grown(&owned(before));
    let progress = Progress {
        turn: 1 + after.lines as u32,
        over: false,
        waiting: "french".into(),
        changed: 1_807 + after.lines as i64,
    };
    Append { game: id.into(), after, lines: owned(lines), progress, takeback: None }
}

const BEGINNING: [&str; 2] = ["header", "snapshot"];

async fn exercise(store: &Store) {
    journals_grow_line_by_line(store).await;
    many_games_are_written_at_once(store).await;
    seats_are_taken_once(store).await;
    chat_notes_and_deletion(store).await;
}

async fn journals_grow_line_by_line(store: &Store) {
    store.create(&game("one")).await.unwrap();
    store.append(append("one", &BEGINNING, &["é \"1\"", "2"])).await.unwrap();
    let whole = ["header", "snapshot", "é \"1\"", "2"];
    assert_eq!(store.journal("one").await.unwrap().lines, whole);
    assert_eq!(store.journal("one").await.unwrap().chain, Chain::of_game("one").grown(&owned(&whole)));
    let row = store.game("one").await.unwrap();
    assert_eq!((row.lines, row.turn, row.waiting.as_str(), row.changed), (4, 3, "french", 1_809));
    assert_eq!(row.unverified, Some(7));
    // Who has not seen the last lines may not write, and neither may who has seen others.
    for wrong in [&whole[..0], &whole[..2], &whole[..3], &["header", "snapshot", "é \"1\"", "3"]] {
        assert!(matches!(store.append(append("one", wrong, &["x"])).await, Err(StoreError::Conflict)));
    }
    assert_eq!(store.journal("one").await.unwrap().lines, whole);
    assert!(matches!(store.append(append("none", &[], &["x"])).await, Err(StoreError::Conflict)));
    assert!(matches!(store.journal("none").await, Err(StoreError::Unknown)));
    assert!(matches!(store.game("none").await, Err(StoreError::Unknown)));
    assert!(store.create(&game("one")).await.is_err());
}

/// Two writers race for every line of every game: one of them wins, and nothing is lost or doubled.
async fn many_games_are_written_at_once(store: &Store) {
    const GAMES: usize = 20;
    const LINES: usize = 15;
    let mut tasks = Vec::new();
    for number in 0..GAMES {
        let id = format!("many {number}");
        store.create(&game(&id)).await.unwrap();
        for writer in 0..2 {
            let (store, id) = (store.clone(), id.clone());
            tasks.push(tokio::spawn(async move {
                let mut won = 0;
                for line in 0..LINES {
                    // What the other has written is looked up: only the race for this line is open.
                    let after = loop {
                        let chain = store.journal(&id).await.unwrap().chain;
                        if chain.lines >= 2 + line {
                            break chain;
                        }
                    };
                    if after.lines > 2 + line {
                        continue;
                    }
                    let append = Append { after, ..append(&id, &[], &[&format!("{line} by {writer}")]) };
                    match store.append(append).await {
                        Ok(()) => won += 1,
                        Err(StoreError::Conflict) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
                won
            }));
        }
    }
    let mut won = 0;
    for task in tasks {
        won += task.await.unwrap();
    }
    let mut written = 0;
    for number in 0..GAMES {
        let lines = store.journal(&format!("many {number}")).await.unwrap().lines;
        written += lines.len() - 2;
        for (place, line) in lines.iter().enumerate().skip(2) {
            assert!(line.starts_with(&format!("{} by ", place - 2)), "{line}");
        }
    }
    assert_eq!(won, written);
}

async fn seats_are_taken_once(store: &Store) {
    store.create(&game("seats")).await.unwrap();
    let token = "token of seats";
    assert_eq!(store.invited("wrong").await.unwrap(), None);
    assert_eq!(store.invited("").await.unwrap(), None);
    assert_eq!(store.invited(token).await.unwrap(), Some("seats".into()));
    for wrong in [("seats", "wrong"), ("seats", ""), ("one", token)] {
        assert_eq!(store.join(wrong.0, wrong.1, "bela").await.unwrap(), None);
    }
    assert_eq!(store.join("seats", token, "bela").await.unwrap(), Some(1));
    assert_eq!(store.join("seats", token, "bela").await.unwrap(), Some(1));
    assert_eq!(store.join("seats", token, "cora").await.unwrap(), None);
    let seats = store.seats("seats").await.unwrap();
    let holders: Vec<(u8, &str)> = seats.iter().map(|seat| (seat.seat, seat.holder.as_str())).collect();
    assert_eq!(holders, [(0, "anna"), (1, "bela")]);
    let ids = |rows: Vec<store::GameRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(store.games_of("bela", None, 10).await.unwrap()), ["seats"]);
    assert!(ids(store.games_of("anna", None, 100).await.unwrap()).contains(&"seats".into()));
    assert!(ids(store.games_of("cora", None, 10).await.unwrap()).is_empty());
}

async fn chat_notes_and_deletion(store: &Store) {
    store.add_chat("seats", 0, 5, 1, "Bonjour").await.unwrap();
    store.set_note("seats", "bela", "hold the ridge").await.unwrap();
    store.set_note("seats", "bela", "take the town").await.unwrap();
    let chat = store.chat("seats").await.unwrap();
    assert_eq!((chat.len(), chat[0].seat, chat[0].text.as_str()), (1, 1, "Bonjour"));
    assert_eq!(store.note("seats", "bela").await.unwrap(), "take the town");
    assert_eq!(store.note("seats", "anna").await.unwrap(), "");
    assert_eq!(store.takeback("seats").await.unwrap(), "");
    for text in ["asked", "refused"] {
        store.set_takeback("seats", text).await.unwrap();
        assert_eq!(store.takeback("seats").await.unwrap(), text);
    }
    store.delete("seats").await.unwrap();
    assert_eq!(store.takeback("seats").await.unwrap(), "");
    assert!(matches!(store.game("seats").await, Err(StoreError::Unknown)));
    assert!(matches!(store.append(append("seats", &BEGINNING, &["x"])).await, Err(StoreError::Conflict)));
    assert!(store.chat("seats").await.unwrap().is_empty() && store.seats("seats").await.unwrap().is_empty());
    assert_eq!(store.join("seats", "token of seats", "bela").await.unwrap(), None);
    store.is_well().await.unwrap();
    // A game whose end is to be remembered, and another under the same id.
    for (commitment, at) in [("c1", 5), ("c2", 6)] {
        store.create(&game("brief")).await.unwrap();
        let record = Ended {
            game: "brief".into(),
            commitment: commitment.into(),
            name: "Eylau".into(),
            created: 4,
            ended: at,
            account: "{}".into(),
        };
        store.end("brief", Some(&record), &owned(&["anna", "bela"])).await.unwrap();
        assert!(matches!(store.game("brief").await, Err(StoreError::Unknown)));
        assert_eq!(store.ended("brief").await.unwrap()[0], record);
        assert_eq!(store.ended_of("bela").await.unwrap()[0], record);
    }
    assert_eq!(store.ended("brief").await.unwrap().len(), 2);
    assert_eq!(store.ended_of("anna").await.unwrap().len(), 2);
    assert!(store.ended_of("cora").await.unwrap().is_empty() && store.ended("seats").await.unwrap().is_empty());
}

/// What was written is there when the database is opened again.
async fn reopen(url: &str) {
    let store = Store::open(url).await.unwrap();
    exercise(&store).await;
    store.close().await;
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.journal("one").await.unwrap().lines.len(), 4);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite() {
    let directory = tempfile::tempdir().unwrap();
    reopen(&format!("sqlite:{}", directory.path().join("games.sqlite").display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres() {
    if let Some(server) = PrivatePostgres::required() {
        reopen(&server.new_database()).await;
    }
}

#[tokio::test]
async fn what_is_no_database_is_refused_with_a_sentence() {
    let error = Store::open("mysql://somewhere").await.unwrap_err().to_string();
    assert!(error.contains("is no database"), "{error}");
    assert!(Store::open("sqlite:/no/such/directory/games.sqlite").await.is_err());
}
