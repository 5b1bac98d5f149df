//! PostgreSQL that goes away: connections cut before a COMMIT and before its answer, and the server killed under load. What was said
//! of a change is what became of it.
//!
//! `SABRETACHE_POSTGRES_KILLS` says how often it is killed; the default is 4, and 100 with the slow tests (`SABRETACHE_FULL`).

#[path = "private_postgres/crash.rs"]
mod crash;
mod private_postgres;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;

use private_postgres::PrivatePostgres;
use store::{Append, Chain, ChatLine, Invitation, NewGame, NewSeat, Progress, SeatRequest, Store, StoreError, Told};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the proxy does with the next COMMIT.
const PASS: u8 = 0;
const CUT_BEFORE: u8 = 1;
const CUT_ANSWER: u8 = 2;
/// The answer is cut, and nobody gets through any more.
const CUT_ANSWER_AND_STAY_AWAY: u8 = 3;

#[derive(Clone)]
struct Proxy {
    port: u16,
    plan: Arc<AtomicU8>,
    away: Arc<AtomicU8>,
    cuts: Arc<AtomicUsize>,
}

impl Proxy {
    async fn before(postgres: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Proxy {
            port: listener.local_addr().unwrap().port(),
            plan: Arc::default(),
            away: Arc::default(),
            cuts: Arc::default(),
        };
        let own = proxy.clone();
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                if own.away.load(Ordering::SeqCst) == 1 {
                    continue;
                }
                let server = TcpStream::connect(("127.0.0.1", postgres)).await.unwrap();
                tokio::spawn(own.clone().carry(client, server));
            }
        });
        proxy
    }

    /// Carries bytes between the two until a COMMIT comes that it is to cut.
    async fn carry(self, client: TcpStream, server: TcpStream) {
        let (mut from_client, mut to_client) = client.into_split();
        let (mut from_server, mut to_server) = server.into_split();
        let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
        let mut cut_answer = false;
        loop {
            tokio::select! {
                read = from_client.read(&mut asked) => {
                    let Ok(length @ 1..) = read else { return };
                    let bytes = &asked[..length];
                    if bytes.windows(6).any(|six| six == b"COMMIT") {
                        match self.plan.swap(PASS, Ordering::SeqCst) {
                            PASS => {}
                            CUT_BEFORE => {
                                self.cuts.fetch_add(1, Ordering::SeqCst);
                                return;
                            }
                            plan => {
                                cut_answer = true;
                                if plan == CUT_ANSWER_AND_STAY_AWAY {
                                    self.away.store(1, Ordering::SeqCst);
                                }
                            }
                        }
                    }
                    if to_server.write_all(bytes).await.is_err() {
                        return;
                    }
                }
                read = from_server.read(&mut answered) => {
                    let Ok(length @ 1..) = read else { return };
                    if cut_answer {
                        self.cuts.fetch_add(1, Ordering::SeqCst);
                        return;
                    }
                    if to_client.write_all(&answered[..length]).await.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

fn game(id: &str) -> NewGame {
    let progress = Progress::default();
    let (after, lines) = (Chain::of_game(id), vec!["header".to_owned()]);
    NewGame {
        title: "art-of-war".into(),
        scenario: "eylau".into(),
        name: "Eylau".into(),
        owner: "anna".into(),
        seats: vec![
            NewSeat { kind: "here".into(), holder: "anna".into(), invitation: Invitation::default() },
            NewSeat {
                kind: "link".into(),
                holder: String::new(),
                invitation: Invitation { token: format!("token {id}"), ..Invitation::default() },
            },
        ],
        unverified: None,
        journal: Append { game: id.into(), after, lines, progress, takeback: None, waited_for: true },
    }
}

fn next(id: &str, after: Chain, line: &str) -> Append {
    Append {
        game: id.into(),
        after,
        lines: vec![line.into()],
        progress: Progress::default(),
        takeback: None,
        waited_for: true,
    }
}

/// Every kind of change, with a way to see whether it was kept.
async fn change(store: &Store, kind: usize, round: usize) -> store::Result<()> {
    let word = format!("round {round}");
    match kind {
        0 => store.create(&game(&word)).await,
        1 => store.append(next("one", store.journal("one").await?.chain, &word)).await,
        2 => store.add_chat("one", round, 0, 0, &word).await,
        3 => store.set_note("one", "anna", &word).await,
        4 => store.set_letter("one", 0, round as u32, &word).await,
        5 => store.join(&format!("joined {round}"), &format!("token joined {round}"), "bela").await.map(|_| ()),
        6 => store.set_takeback("one", &word).await,
        7 => {
            let told = Told { number: 0, line: ChatLine { at: 0, seat: -1, text: word } };
            store.set_player(&format!("joined {round}"), 1, ("link", "captain"), None, &told).await.map(|_| ())
        }
        8 => store.ask_for_seat("one", &request(round)).await,
        9 => store.refuse_request("one", ASKED).await,
        _ => store.delete(&format!("doomed {round}")).await,
    }
}

async fn was_kept(store: &Store, kind: usize, round: usize) -> bool {
    let word = format!("round {round}");
    match kind {
        0 => store.game(&word).await.is_ok(),
        1 => store.journal("one").await.unwrap().lines.last() == Some(&word),
        2 => store.chat("one").await.unwrap().iter().any(|line| line.text == word),
        3 => store.note("one", "anna").await.unwrap() == word,
        4 => store.letters("one").await.unwrap().iter().any(|letter| letter.text == word),
        5 => store.seats(&format!("joined {round}")).await.unwrap()[1].holder == "bela",
        6 => store.takeback("one").await.unwrap() == word,
        7 => {
            let game = format!("joined {round}");
            let told = store.chat(&game).await.unwrap().iter().any(|line| line.text == word);
            assert_eq!(told, store.seats(&game).await.unwrap()[1].kind == "captain", "half of it was kept");
            told
        }
        8 => store.seat_requests("one").await.unwrap().contains(&request(round)),
        9 => store.seat_requests("one").await.unwrap().iter().any(|one| one.id == ASKED && one.answer.is_some()),
        _ => store.game(&format!("doomed {round}")).await.is_err(),
    }
}

const KINDS: usize = 11;
/// A request that waits for its answer.
const ASKED: &str = "asked";

fn request(round: usize) -> SeatRequest {
    SeatRequest {
        id: format!("request {round}"),
        seat: 1,
        identity: format!("player {round}"),
        label: "Firefox".into(),
        asked: 7,
        answer: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_connection_is_told_as_what_it_was() {
    let Some(postgres) = PrivatePostgres::required() else { return };
    let direct = postgres.new_database();
    let proxy = Proxy::before(postgres.port).await;
    let url = direct.replace(&format!(":{}/", postgres.port), &format!(":{}/", proxy.port));
    let store = Store::open(&url).await.unwrap();
    store.create(&game("one")).await.unwrap();
    let plans = [PASS, CUT_BEFORE, CUT_ANSWER, CUT_ANSWER_AND_STAY_AWAY];
    let mut round = 0;
    for kind in 0..KINDS {
        for plan in plans {
            // Only some kinds wait until the writer gives up.
            if plan == CUT_ANSWER_AND_STAY_AWAY && !(1..=2).contains(&kind) {
                continue;
            }
            round += 1;
            for id in [format!("joined {round}"), format!("doomed {round}")] {
                store.create(&game(&id)).await.unwrap();
            }
            store.ask_for_seat("one", &SeatRequest { id: ASKED.into(), ..request(0) }).await.unwrap();
            let cuts = proxy.cuts.load(Ordering::SeqCst);
            proxy.plan.store(plan, Ordering::SeqCst);
            let said = change(&store, kind, round).await;
            proxy.plan.store(PASS, Ordering::SeqCst);
            assert_eq!(proxy.cuts.load(Ordering::SeqCst) - cuts, usize::from(plan != PASS), "kind {kind}, plan {plan}");
            match plan {
                PASS | CUT_ANSWER => assert!(said.is_ok(), "kind {kind} was kept, and it was said: {said:?}"),
                CUT_BEFORE => assert!(matches!(said, Err(StoreError::Database(_))), "kind {kind}: {said:?}"),
                _ => {
                    assert!(matches!(said, Err(StoreError::Doubtful(_))), "kind {kind}: {said:?}");
                    assert!(store.is_well().await.is_err(), "all is said to be well");
                    assert!(store.journal("one").await.is_err(), "a game is told while nobody knows how it stands");
                    proxy.away.store(0, Ordering::SeqCst);
                    store.is_well().await.unwrap();
                }
            }
            assert_eq!(was_kept(&store, kind, round).await, plan != CUT_BEFORE, "kind {kind}, plan {plan}: {said:?}");
        }
    }
    println!("{} cut connections", proxy.cuts.load(Ordering::SeqCst));
    store.close().await;
}

/// Changes that are acknowledged before each kill.
const EACH_KILL: usize = 11;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_postgres_is_killed() {
    let given = std::env::var("SABRETACHE_POSTGRES_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: u64 = given.unwrap_or(if std::env::var_os("SABRETACHE_FULL").is_some() { 100 } else { 4 });
    let Some(mut postgres) = PrivatePostgres::required() else { return };
    let url = postgres.new_database();
    let store = Store::open(&url).await.unwrap();
    let games: Vec<String> = (0..6).map(|number| format!("game {number}")).collect();
    for id in &games {
        store.create(&game(id)).await.unwrap();
    }
    let stop = Arc::new(AtomicU8::new(0));
    let written = Arc::new(AtomicUsize::new(0));
    let mut players = Vec::new();
    for id in games.clone() {
        let (store, stop, written) = (store.clone(), stop.clone(), written.clone());
        players.push(tokio::spawn(async move {
            // Lines of which it was said that they were kept, that they were not, and that nobody knows.
            let (mut kept, mut refused, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
            let mut number = 0;
            while stop.load(Ordering::SeqCst) == 0 {
                let Ok(journal) = store.journal(&id).await else {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    continue;
                };
                number += 1;
                let line = format!("line {number}");
                match store.append(next(&id, journal.chain, &line)).await {
                    Ok(()) => {
                        kept.push(line);
                        written.fetch_add(1, Ordering::SeqCst);
                    }
                    Err(StoreError::Doubtful(_)) => unknown.push(line),
                    Err(StoreError::Database(_)) => refused.push(line),
                    Err(error) => panic!("{error}"),
                }
            }
            (id, kept, refused, unknown)
        }));
    }
    for kill in 0..kills {
        tokio::time::sleep(Duration::from_millis(100 + 37 * (kill % 11))).await;
        // However slow the machine is, something is written between two kills.
        while written.load(Ordering::SeqCst) < EACH_KILL * (kill as usize + 1) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        postgres.kill();
        postgres.restart();
        // Until the writer is back.
        while store.is_well().await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    stop.store(1, Ordering::SeqCst);
    let (mut all, mut doubts, mut undone) = (0, 0, 0);
    for player in players {
        let (id, kept, refused, unknown) = player.await.unwrap();
        let lines = store.journal(&id).await.unwrap().lines;
        let known: Vec<&String> = lines.iter().skip(1).filter(|line| !unknown.contains(line)).collect();
        assert_eq!(known, kept.iter().collect::<Vec<_>>(), "{id}");
        assert!(refused.iter().all(|line| !lines.contains(line)), "{id}: what was refused is there");
        all += kept.len();
        doubts += unknown.len();
        undone += refused.len();
    }
    println!("{kills} kills of PostgreSQL, {all} changes acknowledged, {undone} not done, {doubts} unknown");
    store.close().await;
}
