//! What is wrong with a data file is said with file, line and a sentence.

use std::collections::BTreeMap;

use board::Fault;
use board::boxes::BoxMap;
use jours_de_gloire::campaigns::Campaigns;
use jours_de_gloire::cards::EventCards;
use jours_de_gloire::counters::Roster;
use jours_de_gloire::ground::VOCABULARY;
use jours_de_gloire::scenario::Scenario;
use jours_de_gloire::tables::Tables;
use jours_de_gloire::{JoursDeGloire, data};
use kernel::{RuleBook, Status, Title};

fn files() -> kernel::DataFiles {
    data::with_overlay(&BTreeMap::new()).unwrap()
}

fn sentences<T>(read: Result<T, Vec<Fault>>) -> Vec<String> {
    match read {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(|fault| fault.sentence.clone()).collect(),
    }
}

/// A file with one passage changed, and the line of the passage.
fn changed(name: &str, from: &str, to: &str) -> (String, usize) {
    let text = files().text(name).to_owned();
    let at = text.find(from).unwrap_or_else(|| panic!("{name} has no passage `{from}`"));
    let line = text[..at].matches('\n').count() + 1;
    (text.replacen(from, to, 1), line)
}

fn scenario(text: &str) -> Result<Scenario, Vec<Fault>> {
    let files = files();
    let map = BoxMap::parse("map.toml", files.text("map.toml"), &VOCABULARY).unwrap();
    let roster = Roster::parse("counters.toml", files.text("counters.toml")).unwrap();
    Scenario::parse("lutzen/scenario.toml", text, &roster, &map)
}

#[test]
fn faults_of_a_scenario() {
    for (from, to, sentence) in [
        ("box = \"Weimar\"", "box = \"Weymar\"", "the map has no box `Weymar`"),
        ("\"iii-corps 13\"", "\"iii-corps 15\"", "`iii-corps` has 14 boxes on its roster, not 15"),
        ("\"iii-corps 13\"", "\"iii-corps\"", "say how many strength points `iii-corps` has"),
        ("\"iii-corps 13\"", "\"iii-korps 13\"", "there is no counter `iii-korps` of this season"),
        (
            "\"iii-corps 13\"",
            "\"iii-corps 13 of ney\"",
            "only a detachment belongs to a unit, and `iii-corps` is not one",
        ),
        ("\"iii-corps 13\"", "\"xiv-corps 9\"", "there is no counter `xiv-corps` of this season"),
        ("counters = [\"ney\"", "counters = [\"ney 3\"", "`ney` has no strength points"),
        ("\"bertrand\", ", "\"ney\", ", "`ney` is placed twice"),
        (
            "connection = \"Bayreuth\"",
            "connection = \"Leipzig\"",
            "no entry connection leads from the edge of the map into `Leipzig`",
        ),
        ("besieger = \"allied\"", "besieger = \"turkish\"", "\"turkish\" is not a side; use french or allied"),
        (
            "last_turn = 4",
            "last_turn = 2",
            "a scenario runs from one turn to a later one, between 1 and 19, not from 3 to 2",
        ),
        ("deck = [1,", "deck = [2,", "a card is in the deck twice"),
        ("deck = [1,", "deck = [17,", "the deck lists event cards from 1 to 16"),
        ("turn = 3\nbox", "armistice = 3\nbox", "this scenario does not go on after an armistice: give the turn"),
        ("turn = 3\nbox", "box", "say when: give one of turn, armistice and restart"),
        ("by = \"soult\"", "by = \"vi-corps\"", "`vi-corps` is not a leader"),
        (
            "\"french-a\", ",
            "\"french-e\", ",
            "`french-e` cannot be used as a detachment: it is not one, or is independent",
        ),
        (
            "\"wittgenstein\", \"blucher\", \"miloradovich\"]",
            "\"napoleon\"]",
            "`napoleon` is not a leader of the Russo-Prussian Army",
        ),
        ("prussian = 1", "swedish = 1", "nobody can take Swedish strength points: the game has no unit of that nation"),
        (
            "until = { box = \"Dresden\"",
            "until = { box = \"Meissen\"",
            "`Meissen` cannot have a flag: it is not a victory box of this scenario",
        ),
        ("box = \"Roslau\"", "box = \"Calbe\"", "both sides are in `Calbe`, but there is no siege"),
        ("season = \"spring\"", "season = \"winter\"", "`winter` is not a season; use `spring` or `autumn`"),
    ] {
        let (text, line) = changed("lutzen/scenario.toml", from, to);
        let faults = scenario(&text).expect_err(sentence);
        let found = faults.iter().find(|fault| fault.sentence == sentence);
        let found = found.unwrap_or_else(|| panic!("`{sentence}` is not among {faults:?}"));
        assert_eq!(found.file, "lutzen/scenario.toml");
        let near = found.line.abs_diff(line) <= 4 || sentence.starts_with("both sides");
        assert!(near, "`{sentence}` is reported in line {} and stands in line {line}", found.line);
    }
}

#[test]
fn all_faults_of_a_scenario_are_reported_at_once() {
    let (text, _) = changed("lutzen/scenario.toml", "\"iii-corps 13\"", "\"iii-corps 15\"");
    let text = text.replace("box = \"Halle\"", "box = \"Hall\"").replace("deck = [1,", "deck = [0,");
    let faults = scenario(&text).unwrap_err();
    assert_eq!(faults.iter().filter(|fault| fault.sentence.contains("Hall`")).count(), 2);
    assert!(faults.len() >= 4, "{faults:?}");
    assert!(faults.is_sorted());
}

#[test]
fn faults_of_counters() {
    let read = |text: &str| sentences(Roster::parse("counters.toml", text));
    for (from, to, sentence) in [
        ("id = \"ney\"", "id = \"Ney\"", "`Ney` is not a valid handle; use lower-case letters, digits and hyphens"),
        ("id = \"ney\"", "id = \"murat\"", "there are two counters `murat` of the same season"),
        ("rank = 4", "rank = 5", "a rank of 5 is outside 1 to 4"),
        ("army = \"bohemia\"", "army = \"moravia\"", "there is no army `moravia`"),
        (
            "twin = \"old-guard\"",
            "twin = \"older-guard\"",
            "there is no autumn counter `older-guard` to follow `old-guard`",
        ),
        (
            "twin = \"old-guard\"",
            "twin = \"guard-cavalry\"",
            "`old-guard` is followed by `guard-cavalry`, which is of another kind or side",
        ),
        (
            "shares_die_with = \"poland\"",
            "shares_die_with = \"north\"",
            "`bohemia` shares its die with `north`, which does not share its own",
        ),
        (
            "kind = \"cavalry\", season = \"spring\", army = \"french\", artillery = 1, cohesion = 5, cavalry = 1",
            "kind = \"cavalry\", season = \"spring\", army = \"french\", artillery = 1, cohesion = 5, cavalry = 0",
            "cavalry always has a cavalry bonus, and `guard-cavalry` has none",
        ),
    ] {
        let (text, _) = changed("counters.toml", from, to);
        assert!(read(&text).iter().any(|found| found == sentence), "{sentence}: {:?}", read(&text));
    }
}

#[test]
fn faults_of_tables_cards_and_campaigns() {
    let (text, line) = changed("tables.toml", "- - - 1 1 1 1 2 2 2*", "- - - 1 1 1 1 2 2");
    let faults = Tables::parse("tables.toml", &text).unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        format!("tables.toml:{line}: a row of the combat table has 9 cells, and there are 10 columns")
    );
    let (text, _) = changed("tables.toml", "- - - 1 1 1 1 2 2 2*", "- - - 1 1 1 1 2 2 many");
    assert_eq!(
        sentences(Tables::parse("t", &text)),
        ["`many` is not a valid cell of the combat table; write -, 1, 2 or 2*"]
    );
    let (text, _) = changed("tables.toml", "clear clear clear clear", "clear clear fog clear");
    assert_eq!(
        sentences(Tables::parse("t", &text)),
        ["`fog` is not a kind of weather; use clear, rain, rain*, mud or snow"]
    );
    let (text, _) = changed("cards.toml", "window = \"tactics\"", "window = \"anytime\"");
    assert_eq!(
        sentences(EventCards::parse("c", &text)),
        ["`The Emperor's eye` is played before you choose your tactic"]
    );
    let (text, _) = changed("cards.toml", "number = 3\n", "number = 4\n");
    assert_eq!(sentences(EventCards::parse("c", &text)), ["card 4 is where card 3 belongs"]);
    let (text, _) = changed("cards.toml", "{ kind = \"see-tactic\" }", "{ kind = \"armistice\", turns = 1 }");
    assert!(sentences(EventCards::parse("c", &text)).iter().any(|found| found.starts_with("cards 11 to 14 move")));
    let (text, _) = changed("campaigns.toml", "siege = [5, 2]", "siege = [7]");
    assert_eq!(sentences(Campaigns::parse("c", &text)), ["a siege lists dice from 1 to 6, one for each step"]);
    let (text, _) = changed("campaigns.toml", "id = \"germany\"", "id = \"danube\"");
    assert_eq!(sentences(Campaigns::parse("c", &text)).len(), 2);
}

#[test]
fn overlays_replace_what_exists() {
    let key = |name: &str| format!("jours-de-gloire/{name}");
    let overlay = BTreeMap::from([(key("cards.toml"), "other".to_owned())]);
    assert_eq!(data::with_overlay(&overlay).unwrap().text("cards.toml"), "other");
    let overlay = BTreeMap::from([(key("crads.toml"), String::new())]);
    let faults = data::with_overlay(&overlay).unwrap_err();
    assert_eq!(faults[0].sentence, "jours-de-gloire has no data file `crads.toml` to replace");
}

#[test]
fn the_rulebook_has_every_case_and_every_ruling() {
    let files = files();
    let book = RuleBook::parse("rules.toml", files.text("rules.toml"));
    let book = book.unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(book.cases().len(), 328);
    for number in 1..=69 {
        let plain = format!("J{number})");
        let listed = format!("J{number}, ");
        let ruled = |text: &String| text.contains(&plain) || text.contains(&listed);
        assert!(book.cases().iter().any(|case| case.ruling.as_ref().is_some_and(ruled)), "J{number} is nowhere");
    }
    for case in book.cases() {
        let set_up_of_another_box = case.id.ends_with(".errata") || case.id == "8.1p";
        assert_eq!(case.status == Status::NotModelled, set_up_of_another_box, "{}", case.id);
        assert!(case.summary.len() > 20 && case.title.len() > 3, "{}", case.id);
    }
}

#[test]
fn the_options_of_a_game_come_from_their_file() {
    let with = |from: &str, to: &str| {
        let (text, _) = changed("options.toml", from, to);
        JoursDeGloire::with_overlay(&BTreeMap::from([("jours-de-gloire/options.toml".to_owned(), text)]))
    };
    let title =
        with("values = [\"on\", \"off\"]\ncase = \"4.4\"", "values = [\"off\", \"on\"]\ncase = \"4.4\"").unwrap();
    let lutzen = &title.scenarios()[0];
    let agreed = |title: &JoursDeGloire| {
        let options = title.scenarios()[0].complete(&Default::default()).unwrap();
        title.rules(&lutzen.id, &options).unwrap().agreed.supply
    };
    assert!(!agreed(&title) && agreed(&JoursDeGloire::built_in()));
    let autumn = |title: &JoursDeGloire| {
        let infos = title.scenarios();
        let autumn = infos.iter().find(|info| info.id == "autumn").unwrap();
        autumn.options.iter().any(|option| option.id == "hamburg")
    };
    let never = with("offered_with = [\"hamburg\"]", "offered_with = [\"soult\"]").unwrap();
    assert!(autumn(&JoursDeGloire::built_in()) && !autumn(&never));
    assert_eq!(sentences(with("id = \"losses\"", "id = \"loses\"")).len(), 2, "one is unknown, one is not listed");
    assert_eq!(
        sentences(with("[\"events\", \"roster\"]", "[\"events\", \"rosters\"]")),
        ["the option `losses` cannot be `rosters`; it can be events, roster"]
    );
}
