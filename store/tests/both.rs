//! The same tests on both databases.

mod private_postgres;

use private_postgres::PrivatePostgres;
use store::{Append, NewGame, NewSeat, Progress, Store, StoreError};

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
        journal: append(id, 0, &["header", "snapshot"]),
    }
}

fn append(id: &str, after: usize, lines: &[&str]) -> Append {
    Append {
        game: id.into(),
        after,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        progress: Progress {
            turn: 1 + after as u32,
            over: false,
            waiting: "french".into(),
            changed: 1_807 + after as i64,
        },
    }
}

async fn exercise(store: &Store) {
    journals_grow_line_by_line(store).await;
    many_games_are_written_at_once(store).await;
    seats_are_taken_once(store).await;
    chat_notes_and_deletion(store).await;
}

async fn journals_grow_line_by_line(store: &Store) {
    store.create(&game("one")).await.unwrap();
    store.append(append("one", 2, &["é \"1\"", "2"])).await.unwrap();
    assert_eq!(store.journal("one").await.unwrap(), ["header", "snapshot", "é \"1\"", "2"]);
    let row = store.game("one").await.unwrap();
    assert_eq!((row.lines, row.turn, row.waiting.as_str(), row.changed), (4, 3, "french", 1_809));
    assert_eq!(row.unverified, Some(7));
    // Who has not seen the last lines may not write.
    for wrong in [0, 2, 3, 5] {
        assert!(matches!(store.append(append("one", wrong, &["x"])).await, Err(StoreError::Conflict)));
    }
    assert_eq!(store.journal("one").await.unwrap().len(), 4);
    assert!(matches!(store.append(append("none", 0, &["x"])).await, Err(StoreError::Conflict)));
    assert!(matches!(store.journal("none").await, Err(StoreError::Unknown)));
    assert!(matches!(store.game("none").await, Err(StoreError::Unknown)));
    assert!(store.create(&game("one")).await.is_err());
    assert_eq!((store.note_load("one").await.unwrap(), store.note_load("one").await.unwrap()), (1, 2));
    assert!(matches!(store.note_load("none").await, Err(StoreError::Unknown)));
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
                    match store.append(append(&id, 2 + line, &[&format!("{line} by {writer}")])).await {
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
        let lines = store.journal(&format!("many {number}")).await.unwrap();
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
    assert_eq!(store.join("wrong", "bela").await.unwrap(), None);
    assert_eq!(store.join("", "bela").await.unwrap(), None);
    assert_eq!(store.join(token, "bela").await.unwrap(), Some(("seats".into(), 1)));
    assert_eq!(store.join(token, "bela").await.unwrap(), Some(("seats".into(), 1)));
    assert_eq!(store.join(token, "cora").await.unwrap(), None);
    let seats = store.seats("seats").await.unwrap();
    let holders: Vec<(u8, &str)> = seats.iter().map(|seat| (seat.seat, seat.holder.as_str())).collect();
    assert_eq!(holders, [(0, "anna"), (1, "bela")]);
    let ids = |rows: Vec<store::GameRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(store.games_of("bela").await.unwrap()), ["seats"]);
    assert!(ids(store.games_of("anna").await.unwrap()).contains(&"seats".into()));
    assert!(ids(store.games_of("cora").await.unwrap()).is_empty());
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
    assert!(matches!(store.append(append("seats", 2, &["x"])).await, Err(StoreError::Conflict)));
    assert!(store.chat("seats").await.unwrap().is_empty() && store.seats("seats").await.unwrap().is_empty());
    assert_eq!(store.join("token of seats", "bela").await.unwrap(), None);
    store.is_well().await.unwrap();
}

/// What was written is there when the database is opened again.
async fn reopen(url: &str) {
    let store = Store::open(url).await.unwrap();
    exercise(&store).await;
    store.close().await;
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.journal("one").await.unwrap().len(), 4);
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
