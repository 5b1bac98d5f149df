//! The same tests on both databases.

mod private_postgres;

use private_postgres::PrivatePostgres;
use sqlx::{Connection, Executor};
use store::{
    Answered, Append, Chain, ChatLine, Ended, Invitation, LinkRow, NewGame, NewSeat, Progress, SeatKey, SeatRequest,
    SessionRow, Store, StoreError, Told,
};

fn game(id: &str) -> NewGame {
    let seat = |kind: &str, holder: &str, token: &str| NewSeat {
        kind: kind.into(),
        holder: holder.into(),
        invitation: Invitation { words: token.into(), token: token.into(), code: token.replace("token", "code") },
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
        shown: 1_807 + after.lines as i64,
    };
    Append { game: id.into(), after, lines: owned(lines), progress, takeback: None, waited_for: true }
}

const BEGINNING: [&str; 2] = ["header", "snapshot"];

async fn exercise(store: &Store) {
    journals_grow_line_by_line(store).await;
    many_games_are_written_at_once(store).await;
    seats_are_taken_once(store).await;
    sessions_and_their_tokens(store).await;
    links_serve_once(store).await;
    seats_change_hands(store).await;
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

fn session(id: &str, identity: &str, at: i64) -> SessionRow {
    SessionRow {
        id: id.into(),
        identity: identity.into(),
        token: format!("token of {id}"),
        previous: String::new(),
        made: at,
        seen: at,
        drawn: at,
        confirmed: at,
        label: "Firefox on Linux".into(),
    }
}

async fn sessions_and_their_tokens(store: &Store) {
    let first = session("first", "dora", 100);
    store.add_session(&first).await.unwrap();
    store.add_session(&session("second", "dora", 200)).await.unwrap();
    assert_eq!(store.session_with("token of first").await.unwrap(), Some(first.clone()));
    assert_eq!(store.session_with("made up").await.unwrap(), None);
    assert_eq!(store.session_with("").await.unwrap(), None, "nobody is found by the token that he never had");
    let ids = |rows: Vec<SessionRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(store.sessions_of("dora").await.unwrap()), ["second", "first"]);
    assert_eq!(store.last_seen("dora").await.unwrap(), Some(200));
    assert_eq!(store.last_seen("nobody").await.unwrap(), None);
    store.renew_session("first", 300, "Safari on iPhone").await.unwrap();
    // Of two who replace a token at once one does.
    assert!(store.replace_token(&first, "token of first", "newer", 400).await.unwrap());
    assert!(!store.replace_token(&first, "token of first", "other", 400).await.unwrap());
    let replaced = store.session_with("newer").await.unwrap().unwrap();
    assert_eq!(store.session_with("token of first").await.unwrap(), Some(replaced.clone()));
    assert_eq!((replaced.seen, replaced.drawn, replaced.confirmed), (300, 400, 0));
    assert_eq!(replaced.label, "Safari on iPhone");
    store.confirm_token(&first, 500).await.unwrap();
    assert_eq!(store.session("first").await.unwrap().unwrap().confirmed, 0, "that token is not the newest");
    for at in [500, 600] {
        store.confirm_token(&replaced, at).await.unwrap();
        assert_eq!(store.session("first").await.unwrap().unwrap().confirmed, 500);
    }
    assert_eq!(store.end_sessions("somebody else", "first", false).await.unwrap(), 0);
    assert_eq!(store.end_sessions("dora", "first", true).await.unwrap(), 1);
    assert_eq!(store.session("second").await.unwrap(), None);
    // Those with a game are kept for longer.
    store.add_session(&session("owner", "anna", 100)).await.unwrap();
    assert!(store.has_games("anna").await.unwrap() && !store.has_games("dora").await.unwrap());
    assert_eq!(store.expire_sessions(0, 301, 0).await.unwrap(), 1);
    assert_eq!(store.session("first").await.unwrap(), None);
    assert_eq!(store.expire_sessions(100, 301, 0).await.unwrap(), 0);
    assert_eq!(store.expire_sessions(101, 301, 0).await.unwrap(), 1);
}

async fn links_serve_once(store: &Store) {
    let link = |id: &str, seat: Option<(&str, u8)>| LinkRow {
        id: id.into(),
        token: format!("token of {id}"),
        code: format!("code of {id}"),
        identity: "anna".into(),
        label: "Firefox on Linux".into(),
        seat: seat.map(|(game, seat)| (game.to_owned(), seat)),
        made: 1_000,
        expires: 2_000,
    };
    let all = link("all", None);
    let seats = [link("good", Some(("seats", 0))), link("bad", Some(("seats", 1)))];
    for link in seats.iter().chain([&all]) {
        store.add_link(link).await.unwrap();
    }
    assert_eq!(store.links_of("anna", 1_999).await.unwrap().len(), 3);
    assert_eq!(store.links_of("anna", 2_000).await.unwrap().len(), 0);
    assert_eq!(store.link_with("token of all", 1_999).await.unwrap(), Some(all.clone()));
    assert_eq!(store.link_with("code of all", 1_999).await.unwrap(), Some(all));
    assert_eq!(store.link_with("code of all", 2_000).await.unwrap(), None);
    assert!(!store.claim_device("all", &session("late", "anna", 2_000), None).await.unwrap());
    store.add_session(&session("before", "erik", 0)).await.unwrap();
    assert!(store.claim_device("all", &session("phone", "anna", 1_999), Some("before")).await.unwrap());
    assert!(!store.claim_device("all", &session("tablet", "anna", 1_999), None).await.unwrap());
    for (id, there) in [("late", false), ("before", false), ("phone", true), ("tablet", false)] {
        assert_eq!(store.session(id).await.unwrap().is_some(), there, "{id}");
    }
    let key = |id: &str, since| SeatKey { id: id.into(), identity: "phone".into(), label: "Safari".into(), since };
    // Only the holder's seat is opened, and only in time.
    assert!(!store.claim_seat(&seats[1], "seats", 1, &key("no", 1_999)).await.unwrap());
    assert!(!store.claim_seat(&seats[0], "seats", 0, &key("no", 2_000)).await.unwrap());
    assert!(store.claim_seat(&seats[0], "seats", 0, &key("one", 1_999)).await.unwrap());
    assert!(!store.claim_seat(&seats[0], "seats", 0, &key("two", 1_999)).await.unwrap());
    let row = &store.seats("seats").await.unwrap()[0];
    assert_eq!(row.keys, [key("one", 1_999)]);
    assert!(row.is_held_by("anna") && row.is_held_by("phone") && !row.is_held_by("bela") && !row.is_held_by(""));
    assert_eq!(store.shared_by("anna").await.unwrap(), ["seats"]);
    let all = store.seats_of(&["seats", "none"]).await.unwrap();
    assert_eq!(all["seats"], store.seats("seats").await.unwrap());
    assert!(!all.contains_key("none") && store.seats_of(&[]).await.unwrap().is_empty());
    assert_eq!(store.games_of("phone", None, 10).await.unwrap().len(), 1);
    store.remove_key("seats", "one").await.unwrap();
    assert!(store.seats("seats").await.unwrap()[0].keys.is_empty());
    assert!(!store.remove_link("bela", "bad").await.unwrap());
    assert!(store.remove_link("anna", "bad").await.unwrap());
}

async fn seats_change_hands(store: &Store) {
    store.create(&game("hands")).await.unwrap();
    assert_eq!(store.join("hands", "token of hands", "bela").await.unwrap(), Some(1));
    let told = |number| Told { number, line: ChatLine { at: 7, seat: -1, text: "told".into() } };
    let asks = |id: &str, who: &str, asked| SeatRequest {
        id: id.into(),
        seat: 1,
        identity: who.into(),
        label: "Edge on Windows".into(),
        asked,
        answer: None,
    };
    let request = |id: &str| asks(id, "cora", 5);
    store.ask_for_seat("hands", &asks("other", "dora", 4)).await.unwrap();
    store.ask_for_seat("hands", &request("early")).await.unwrap();
    // A refusal stays until its player has read it, or asks again.
    store.refuse_request("hands", "early").await.unwrap();
    let refused = SeatRequest { answer: Some(Answered::Refused), ..request("early") };
    assert_eq!(store.seat_requests("hands").await.unwrap(), [asks("other", "dora", 4), refused]);
    store.ask_for_seat("hands", &request("ask")).await.unwrap();
    assert_eq!(store.seat_requests("hands").await.unwrap(), [asks("other", "dora", 4), request("ask")]);
    store.ask_for_seat("hands", &asks("again", "emil", 6)).await.unwrap();
    store.drop_request("hands", "again").await.unwrap();
    assert!(!store.hand_over("hands", "anna", &request("ask"), &told(0)).await.unwrap(), "she does not hold it");
    assert!(store.chat("hands").await.unwrap().is_empty());
    assert!(store.hand_over("hands", "bela", &request("ask"), &told(0)).await.unwrap());
    // The other who asked for it is told what became of it.
    let told_so = SeatRequest { answer: Some(Answered::HandedOver), ..asks("other", "dora", 4) };
    assert_eq!(store.seat_requests("hands").await.unwrap(), std::slice::from_ref(&told_so));
    store.ask_for_seat("hands", &asks("late", "emil", 9)).await.unwrap();
    let by_code = |code: &'static str| async move { store.invited_by_code(code).await.unwrap() };
    assert_eq!(by_code("code of hands").await, None, "the seat is taken");
    let new = Invitation { words: "new".into(), token: "hash of new".into(), code: "new code".into() };
    assert!(!store.give_up("hands", 1, "bela", &new, &told(1)).await.unwrap());
    assert!(store.give_up("hands", 1, "cora", &new, &told(1)).await.unwrap());
    let given_up = SeatRequest { answer: Some(Answered::GivenUp), ..asks("late", "emil", 9) };
    assert_eq!(store.seat_requests("hands").await.unwrap(), [told_so, given_up]);
    let seat = store.seats("hands").await.unwrap().remove(1);
    assert_eq!((seat.holder.as_str(), seat.invitation.as_str(), seat.kind.as_str()), ("", "new", "link"));
    assert_eq!(store.invited("token of hands").await.unwrap(), None);
    assert_eq!((by_code("code of hands").await, by_code("").await), (None, None));
    assert_eq!(by_code("new code").await, Some(("hands".to_owned(), "hash of new".to_owned())));
    for name in ["Dora", "Dora D."] {
        store.name_player("dora", name).await.unwrap();
        assert_eq!(store.player("dora").await.unwrap(), name);
    }
    assert_eq!(store.seats("hands").await.unwrap()[1].player, "", "nobody has the seat");
    // A general plays it for a while.
    let to_general = ("link", "captain");
    assert!(!store.set_player("hands", 0, to_general, None, &told(2)).await.unwrap(), "somebody holds it");
    assert!(store.set_player("hands", 1, to_general, None, &told(2)).await.unwrap());
    assert!(!store.set_player("hands", 1, to_general, None, &told(3)).await.unwrap(), "it is not open any more");
    assert_eq!(store.join("hands", "hash of new", "dora").await.unwrap(), None);
    assert_eq!(by_code("new code").await, None, "the old invitation is void");
    let newer = Invitation { words: "newer".into(), token: "hash of newer".into(), code: "newer code".into() };
    assert!(store.set_player("hands", 1, ("captain", "link"), Some(&newer), &told(3)).await.unwrap());
    assert_eq!(by_code("newer code").await, Some(("hands".to_owned(), "hash of newer".to_owned())));
    assert_eq!(store.join("hands", "hash of newer", "dora").await.unwrap(), Some(1));
    assert_eq!(store.seats("hands").await.unwrap()[1].player, "Dora D.");
    assert!(!store.set_player("hands", 1, to_general, None, &told(4)).await.unwrap(), "somebody holds it");
    assert_eq!(store.chat("hands").await.unwrap().len(), 4);
    // Of answers that nobody reads, the latest are kept.
    for asked in 10..30 {
        let id = format!("request {asked}");
        store.ask_for_seat("hands", &asks(&id, &format!("player {asked}"), asked)).await.unwrap();
        store.refuse_request("hands", &id).await.unwrap();
    }
    let kept: Vec<i64> = store.seat_requests("hands").await.unwrap().iter().map(|request| request.asked).collect();
    assert_eq!(kept, (14..30).collect::<Vec<_>>());
    store.delete("hands").await.unwrap();
    assert!(store.seat_requests("hands").await.unwrap().is_empty());
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

/// In the first release players were the hashes of their cookies. Each of them becomes a session, with its seats.
async fn keeps_its_players(url: &str, first_tables: &str) {
    sqlx::any::install_default_drivers();
    let mut connection =
        sqlx::AnyConnection::connect(&format!("{url}{}", if url.starts_with("sqlite") { "?mode=rwc" } else { "" }))
            .await
            .unwrap();
    connection.execute(first_tables).await.unwrap();
    connection
        .execute(
            "INSERT INTO games VALUES ('g', 't', 's', 'n', 'anna', 1, 50, 0, 0, 1, 0, '', 0);
             INSERT INTO games VALUES ('h', 't', 's', 'n', 'anna', 1, 60, 0, 0, 1, 0, '', 0);
             INSERT INTO seats VALUES ('g', 0, 'here', 'anna', '');
             INSERT INTO seats VALUES ('g', 1, 'link', 'bela', 'x');
             INSERT INTO seats VALUES ('h', 0, 'link', '', 'y');",
        )
        .await
        .unwrap();
    connection.close().await.unwrap();
    let store = Store::open(url).await.unwrap();
    for (identity, seen) in [("anna", 60), ("bela", 50)] {
        let session = store.session_with(identity).await.unwrap().unwrap();
        assert_eq!((session.identity.as_str(), session.seen, session.drawn), (identity, seen, 0));
        assert_eq!(store.sessions_of(identity).await.unwrap(), [session]);
    }
    let hashed = store.hashed_invitations("anna").await.unwrap();
    assert_eq!(hashed, [("g".to_owned(), 1, "x".to_owned()), ("h".to_owned(), 0, "y".to_owned())]);
    store.keep_invitations(vec![("g".into(), 1, "words".into())]).await.unwrap();
    assert_eq!(store.seats("g").await.unwrap()[1].invitation, "words");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_the_first_release_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", directory.path().join("games.sqlite").display());
    keeps_its_players(&url, include_str!("../migrations/sqlite/0001_games.sql")).await;
    if let Some(server) = PrivatePostgres::required() {
        keeps_its_players(&server.new_database(), include_str!("../migrations/postgres/0001_games.sql")).await;
    }
}

#[tokio::test]
async fn what_is_no_database_is_refused_with_a_sentence() {
    let error = Store::open("mysql://somewhere").await.unwrap_err().to_string();
    assert!(error.contains("is not a database"), "{error}");
    assert!(Store::open("sqlite:/no/such/directory/games.sqlite").await.is_err());
}
