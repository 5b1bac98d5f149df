//! Databases of earlier and later versions, damage, backups, and who may open what.

#[path = "private_postgres/encrypted.rs"]
mod encrypted;
mod private_postgres;

use encrypted::certificate;
use private_postgres::PrivatePostgres;
use sqlx::{Connection, Executor};
use std::path::Path;
use store::{Append, Archive, Chain, Invitation, NewGame, NewSeat, Progress, Store, StoreError};

/// A database as the first release left it: two games of each title, with orders, a taken seat, chat, a note and a request to take back.
const RELEASED: &str = include_str!("released/0.1.0.sql");
const GAMES: [(&str, usize); 4] = [
    ("741630ce661bd595964f067110647e59", 8),
    ("1cbfe240dfc8aca0895b506a4f93be4a", 8),
    ("0d705b03593486bdbbb20db80ba42651", 6),
    ("82bf3acdd2cf79813b0c27911f088974", 6),
];

async fn run(url: &str, statements: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    connection.execute(statements).await.unwrap();
    connection.close().await.unwrap();
}

async fn released(directory: &Path) -> String {
    let url = format!("sqlite:{}", directory.join("games.sqlite").display());
    run(&format!("{url}?mode=rwc"), RELEASED).await;
    url
}

/// What a test of damage begins with: the old database, brought up to date.
async fn migrated(directory: &Path) -> String {
    let url = released(directory).await;
    Store::open(&url).await.unwrap().close().await;
    url
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_the_first_release_opens_with_every_journal_verified() {
    let directory = tempfile::tempdir().unwrap();
    let url = released(directory.path()).await;
    let error = Archive::open(&url).await.unwrap();
    assert_eq!(error.versions().0, 0);
    error.close().await;
    for _ in 0..2 {
        let store = Store::open(&url).await.unwrap();
        for (game, lines) in GAMES {
            let journal = store.journal(game).await.unwrap();
            assert_eq!((journal.lines.len(), journal.chain.lines), (lines, lines));
            assert_eq!(store.game(game).await.unwrap().lines, lines);
        }
        let [(first, lines), ..] = GAMES;
        assert_eq!(store.chat(first).await.unwrap().len(), 3);
        assert!(store.takeback(first).await.unwrap().contains("asked"));
        assert!(store.seats(first).await.unwrap().iter().all(|seat| !seat.holder.is_empty()));
        // It can be written, too.
        let journal = store.journal(first).await.unwrap();
        let mut wrong = append(first, &[], &["x"]);
        assert!(matches!(store.append(wrong.clone()).await, Err(StoreError::Conflict)));
        wrong.after = Chain { lines, head: "0".repeat(32) };
        assert!(matches!(store.append(wrong).await, Err(StoreError::Conflict)));
        assert_eq!(store.journal(first).await.unwrap(), journal);
        store.close().await;
    }
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

fn append(id: &str, before: &[&str], lines: &[&str]) -> Append {
    let after = Chain::of_game(id).grown(&owned(before));
    Append {
        game: id.into(),
        after,
        lines: owned(lines),
        progress: Progress::default(),
        takeback: None,
        waited_for: true,
    }
}

fn game(id: &str, name: &str, lines: &[&str]) -> NewGame {
    NewGame {
        title: "art-of-war".into(),
        scenario: "eylau".into(),
        name: name.into(),
        owner: "anna".into(),
        seats: vec![NewSeat { kind: "here".into(), holder: "anna".into(), invitation: Invitation::default() }],
        unverified: None,
        journal: append(id, &[], lines),
    }
}

/// Every kind of damage to a journal is said, with its game and line.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_journal_is_noticed() {
    let [(id, lines), ..] = GAMES;
    let last = lines - 1;
    let damages = [
        (format!("UPDATE journal SET text = text || ' ' WHERE game = '{id}' AND line = 4"), 5),
        (format!("UPDATE journal SET link = '{}' WHERE game = '{id}' AND line = 4", "0".repeat(32)), 5),
        (format!("DELETE FROM journal WHERE game = '{id}' AND line = {last}"), lines),
        (format!("DELETE FROM journal WHERE game = '{id}' AND line = 3"), 4),
        (format!("DELETE FROM journal WHERE game = '{id}'"), 1),
        (
            format!(
                "UPDATE journal SET line = 100 WHERE game = '{id}' AND line = 3;
                 UPDATE journal SET line = 3 WHERE game = '{id}' AND line = 4;
                 UPDATE journal SET line = 4 WHERE game = '{id}' AND line = 100"
            ),
            4,
        ),
        (format!("INSERT INTO journal (game, line, text, link) VALUES ('{id}', {lines}, 'x', 'y')"), lines + 1),
        (format!("UPDATE games SET lines = lines - 1 WHERE id = '{id}'"), lines),
        (format!("UPDATE games SET head = '' WHERE id = '{id}'"), lines),
        (
            format!(
                "DELETE FROM journal WHERE game = '{id}';
                 INSERT INTO journal (game, line, text, link) SELECT '{id}', line, text, link FROM journal WHERE game = '{}'",
                GAMES[1].0
            ),
            1,
        ),
    ];
    for (damage, line) in damages {
        let directory = tempfile::tempdir().unwrap();
        let url = migrated(directory.path()).await;
        run(&url, &damage).await;
        let store = Store::open(&url).await.unwrap();
        let error = store.journal(id).await.unwrap_err();
        let StoreError::Damaged(sentence) = error else { panic!("{damage}: {error}") };
        assert!(
            sentence.starts_with(&format!("the journal of game {id} is damaged at line {line}: ")),
            "{damage}: {sentence}"
        );
        // The others are not concerned.
        store.journal(GAMES[2].0).await.unwrap();
        store.close().await;
        let error = store::backup(&url, &directory.path().join("copy")).await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{damage}: {error}");
        assert!(!directory.path().join("copy").exists() && !directory.path().join("copy.part").exists());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_later_version_has_written_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let url = migrated(directory.path()).await;
    run(&url, "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (999, 'later', TRUE, x'00', 0)").await;
    let later = |error: StoreError| assert!(error.to_string().contains("later version of Sabretache"), "{error}");
    later(Store::open(&url).await.unwrap_err());
    later(Archive::open(&url).await.unwrap_err());
    later(store::backup(&url, &directory.path().join("copy")).await.unwrap_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_whole_and_can_be_restored_on_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    let place = |name: &str| directory.path().join(name);
    let url = migrated(directory.path()).await;
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store::backup(&url, &place("copy")).await.unwrap(), 4);
    let again = store::backup(&url, &place("copy")).await.unwrap_err().to_string();
    assert!(again.contains("already exists"), "{again}");
    // Nobody restores under a server, or over games.
    let served = store::restore(&url, &place("copy"), true).await.unwrap_err().to_string();
    assert!(served.contains("in use by another"), "{served}");
    let second = Store::open(&url).await.unwrap_err().to_string();
    assert!(second.contains("in use by another"), "{second}");
    store.create(&game("later", "Later", &["header"])).await.unwrap();
    store.close().await;
    let full = store::restore(&url, &place("copy"), false).await.unwrap_err().to_string();
    assert!(full.contains("5 games"), "{full}");
    std::fs::write(place("nonsense"), "nonsense").unwrap();
    assert!(store::restore(&url, &place("nonsense"), true).await.is_err());
    assert_eq!(store::restore(&url, &place("copy"), true).await.unwrap(), 4);
    let store = Store::open(&url).await.unwrap();
    assert!(matches!(store.game("later").await, Err(StoreError::Unknown)));
    assert_eq!(store.journal(GAMES[0].0).await.unwrap().lines.len(), 8);
    store.close().await;
    // What was replaced is still there.
    let aside = format!("sqlite:{}", place("games.sqlite.before-restore-1").display());
    let mut aside = Archive::open(&aside).await.unwrap();
    assert_eq!(aside.games().await.unwrap().len(), 5);
    aside.close().await;
    let new = format!("sqlite:{}", place("new.sqlite").display());
    assert_eq!(store::restore(&new, &place("copy"), false).await.unwrap(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_restores_and_the_lock_on_postgres() {
    let Some(server) = PrivatePostgres::required() else { return };
    let directory = tempfile::tempdir().unwrap();
    let (url, other, copy) = (server.new_database(), server.new_database(), directory.path().join("copy"));
    let store = Store::open(&url).await.unwrap();
    store.create(&game("one", "One", &["a", "b"])).await.unwrap();
    let second = Store::open(&url).await.unwrap_err().to_string();
    assert!(second.contains("in use by another"), "{second}");
    assert_eq!(store::backup(&url, &copy).await.unwrap(), 1);
    assert!(store::restore(&url, &copy, true).await.unwrap_err().to_string().contains("in use by another"));
    // Its own connection to the lock may be cut; then it takes the lock again before it writes.
    run(&url, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'").await;
    let mut written = false;
    for _ in 0..2 {
        written |= store.append(append("one", &["a", "b"], &["c"])).await.is_ok();
    }
    assert!(written, "the writer comes back after its connection is gone");
    assert!(Store::open(&url).await.unwrap_err().to_string().contains("in use by another"));
    store.close().await;
    assert_eq!(store::restore(&other, &copy, false).await.unwrap(), 1);
    let store = Store::open(&other).await.unwrap();
    assert_eq!(store.journal("one").await.unwrap().lines, ["a", "b"]);
    store.close().await;
    assert!(store::restore(&other, &copy, false).await.unwrap_err().to_string().contains("1 games"));
    assert_eq!(store::restore(&url, &copy, true).await.unwrap(), 1);
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store.journal("one").await.unwrap().lines, ["a", "b"]);
    store.close().await;
}

/// Both databases refuse the same.
async fn nul_is_refused(url: &str) {
    let store = Store::open(url).await.unwrap();
    let unwritable = |result: store::Result<()>| assert!(matches!(result, Err(StoreError::Unwritable)), "{result:?}");
    unwritable(store.create(&game("nul", "a\0b", &["header"])).await);
    unwritable(store.create(&game("nul", "name", &["header\0"])).await);
    store.create(&game("nul", "every other: \u{1} \u{7f} \u{fffe} \u{10ffff} \u{202e}", &["header"])).await.unwrap();
    unwritable(store.append(append("nul", &["header"], &["\0"])).await);
    unwritable(store.add_chat("nul", 0, 0, 0, "\0").await);
    unwritable(store.set_note("nul", "anna", "\0").await);
    unwritable(store.set_letter("nul", 0, 1, "\0").await);
    let odd = "\u{1}\u{8}\u{7f}\u{fffe}\u{10ffff}\u{feff}\u{202e}";
    store.append(append("nul", &["header"], &[odd])).await.unwrap();
    store.add_chat("nul", 0, 0, 0, odd).await.unwrap();
    store.set_note("nul", "anna", odd).await.unwrap();
    store.set_letter("nul", 0, 1, odd).await.unwrap();
    assert_eq!(store.note("nul", "anna").await.unwrap(), odd);
    assert_eq!(store.journal("nul").await.unwrap().lines[1], odd);
    store.is_well().await.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn characters_that_postgres_cannot_keep_are_refused_everywhere() {
    let directory = tempfile::tempdir().unwrap();
    nul_is_refused(&format!("sqlite:{}", directory.path().join("games.sqlite").display())).await;
    if let Some(server) = PrivatePostgres::required() {
        nul_is_refused(&server.new_database()).await;
    }
}

/// What one of a group is refused, the others are not.
#[tokio::test(flavor = "multi_thread")]
async fn one_refused_change_does_not_spoil_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&format!("sqlite:{}", directory.path().join("games.sqlite").display())).await.unwrap();
    store.create(&game("one", "One", &["header"])).await.unwrap();
    let mut tasks = Vec::new();
    for number in 0..40 {
        let store = store.clone();
        // Every second line of chat already exists.
        tasks.push(tokio::spawn(async move { store.add_chat("one", number / 2, 0, 0, "bonjour").await.is_ok() }));
    }
    let mut kept = 0;
    for task in tasks {
        kept += usize::from(task.await.unwrap());
    }
    assert_eq!((kept, store.chat("one").await.unwrap().len()), (20, 20));
    store.is_well().await.unwrap();
    store.close().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_reads_the_files_of_a_database() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let url = released(directory.path()).await;
    let mode = |name: &str| std::fs::metadata(directory.path().join(name)).unwrap().permissions().mode() & 0o777;
    std::fs::set_permissions(directory.path().join("games.sqlite"), std::fs::Permissions::from_mode(0o644)).unwrap();
    let store = Store::open(&url).await.unwrap();
    for name in ["games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "games.sqlite.lock"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    store::backup(&url, &directory.path().join("copy")).await.unwrap();
    assert_eq!(mode("copy"), 0o600);
    store.close().await;
}

/// TLS to PostgreSQL, and only to the one whose certificate is known.
#[tokio::test(flavor = "multi_thread")]
async fn postgres_over_tls() {
    let Some(server) = PrivatePostgres::required() else { return };
    let url = server.new_database();
    server.give_certificate();
    run(&url, "ALTER SYSTEM SET ssl = on").await;
    run(&url, "SELECT pg_reload_conf()").await;
    let verified = |root: &str| format!("{url}?sslmode=verify-full&sslrootcert={}", certificate(root).display());
    // The server takes a moment to read its settings again.
    let begun = std::time::Instant::now();
    let store = loop {
        match Store::open(&verified("authority.pem")).await {
            Ok(store) => break store,
            Err(error) => assert!(begun.elapsed().as_secs() < 600, "{error}"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    store.create(&game("one", "One", &["header"])).await.unwrap();
    let mut connection = sqlx::AnyConnection::connect(&url).await.unwrap();
    let encrypted = "SELECT COUNT(*) FROM pg_stat_ssl JOIN pg_locks USING (pid) WHERE ssl AND locktype = 'advisory'";
    let (count,): (i64,) = sqlx::query_as(encrypted).fetch_one(&mut connection).await.unwrap();
    assert_eq!(count, 1, "the writer's connection is encrypted");
    connection.close().await.unwrap();
    store.close().await;
    assert!(Store::open(&verified("stranger.pem")).await.is_err(), "a certificate of somebody unknown is trusted");
}
