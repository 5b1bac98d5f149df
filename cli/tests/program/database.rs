//! Backups, restores and the check of a database, as an operator does them.

use sqlx::{Connection, Executor};

use crate::common::{Scratch, Served};

/// A database as the first release left it.
const RELEASED: &str = include_str!("../../../store/tests/released/0.1.0.sql");
const GAME: &str = "741630ce661bd595964f067110647e59";

fn run_in_database(scratch: &Scratch, statements: &str) {
    let url = format!("sqlite:{}?mode=rwc", scratch.0.join("games.sqlite").display());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
        connection.execute(statements).await.unwrap();
        connection.close().await.unwrap();
    });
}

#[test]
fn a_database_of_the_first_release_is_brought_up_to_date_checked_backed_up_and_restored() {
    let scratch = Scratch::new();
    run_in_database(&scratch, RELEASED);
    let database = format!("sqlite:{}", scratch.0.join("games.sqlite").display());
    let old = scratch.run(&["check", "--database", &database]).refused(1);
    assert!(old.contains("version 0"), "{old}");
    let mut server = Served::start(&database);
    // While it is being served.
    let told = scratch.run(&["check", "--database", &database]).fine();
    assert!(told.contains("4 games, 28 journal lines intact"), "{told}");
    let told = scratch.run(&["backup", "monday", "--database", &database]).fine();
    assert!(told.contains("monday holds 4 games"), "{told}");
    let told = scratch.run(&["backup", "monday", "--database", &database]).refused(2);
    assert!(told.contains("already exists"), "{told}");
    let told = scratch.run(&["restore", "monday", "--replace", "--database", &database]).refused(2);
    assert!(told.contains("is in use by another Sabretache"), "{told}");
    let second = Served::try_start_with(&database, &[]).err().expect("a second server is refused");
    assert!(second.contains("is in use by another Sabretache"), "{second}");
    server.end();
    run_in_database(&scratch, &format!("UPDATE journal SET text = text || ' ' WHERE game = '{GAME}' AND line = 5"));
    let told = scratch.run(&["check", "--database", &database]).refused(1);
    assert!(told.contains(&format!("the journal of game {GAME} is damaged at line 6")), "{told}");
    let told = scratch.run(&["backup", "tuesday", "--database", &database]).refused(1);
    assert!(told.contains("damaged at line 6") && !scratch.has("tuesday"), "{told}");
    let told = scratch.run(&["restore", "monday", "--database", &database]).refused(2);
    assert!(told.contains("add --replace"), "{told}");
    let told = scratch.run(&["restore", "monday", "--replace", "--database", &database]).fine();
    assert!(told.contains("Restored 4 games from monday"), "{told}");
    scratch.run(&["check", "--database", &database]).fine();
    let told = scratch.run(&["check", "--database", "sqlite:none"]).refused(2);
    assert!(told.contains("there is no database none"), "{told}");
}

/// A journal that is as it was written and breaks the rules is found, too.
#[test]
fn every_game_is_played_through() {
    let scratch = Scratch::new();
    run_in_database(&scratch, RELEASED);
    // Before the journals are chained nobody can tell but the rules.
    run_in_database(
        &scratch,
        &format!("UPDATE journal SET text = replace(text, '\"act\"', '\"acted\"') WHERE game = '{GAME}' AND line > 3"),
    );
    let database = format!("sqlite:{}", scratch.0.join("games.sqlite").display());
    Served::start(&database).end();
    let told = scratch.run(&["check", "--database", &database]).refused(1);
    assert!(told.contains(&format!("game {GAME} cannot be replayed")), "{told}");
}
