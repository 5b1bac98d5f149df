//! The scenarios that come with the program: sound, on the map, and near history.

use std::collections::{BTreeMap, BTreeSet};

use board::Fault;
use board::boxes::{BoxId, BoxMap};
use jours_de_gloire::cards::{CARDS, CardNumber, Colour, Effect, EventCards};
use jours_de_gloire::counters::{ALLIED, COUNTERS, CounterId, FRENCH, Kind, Roster, Season};
use jours_de_gloire::data;
use jours_de_gloire::ground::VOCABULARY;
use jours_de_gloire::scenario::{Change, Entry, Hypothesis, SCENARIOS, Scenario, Truce, When, month_of, name_of_turn};
use kernel::Side;

fn sound<T>(read: Result<T, Vec<Fault>>) -> T {
    read.unwrap_or_else(|faults| panic!("{}", faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")))
}

struct World {
    files: kernel::DataFiles,
    map: BoxMap,
    roster: Roster,
}

impl World {
    fn new() -> World {
        let files = data::with_overlay(&BTreeMap::new()).unwrap();
        let map = sound(BoxMap::parse("map.toml", files.text("map.toml"), &VOCABULARY));
        let roster = sound(Roster::parse("counters.toml", files.text("counters.toml")));
        World { files, map, roster }
    }

    fn scenario(&self, id: &str) -> Scenario {
        let name = format!("{id}/scenario.toml");
        sound(Scenario::parse(&name, self.files.text(&name), &self.roster, &self.map))
    }

    fn at(&self, name: &str) -> BoxId {
        self.map.find(name).unwrap_or_else(|| panic!("no box {name}"))
    }
}

/// Strength points that arrive in these turns.
fn arriving(scenario: &Scenario, side: Side, due: impl Fn(When) -> bool) -> u16 {
    let arrivals = scenario.arrivals.iter().filter(|arrival| arrival.side == side && arrival.option.is_none());
    arrivals
        .filter(|arrival| due(arrival.when))
        .flat_map(|arrival| &arrival.who)
        .map(|who| u16::from(who.strength))
        .sum()
}

fn strength_of(scenario: &Scenario, handle: &str) -> u8 {
    let id = scenario.find(handle).unwrap_or_else(|| panic!("no counter {handle}"));
    let start = scenario.setup.iter().map(|placement| placement.who);
    let later = scenario.arrivals.iter().flat_map(|arrival| arrival.who.iter().copied());
    start.chain(later).find(|who| who.counter == id).map_or(0, |who| who.strength)
}

#[test]
fn every_scenario_is_sound() {
    let world = World::new();
    for id in SCENARIOS {
        let scenario = world.scenario(id);
        assert_eq!(scenario.heading.id, id);
        assert!(scenario.counters.len() <= COUNTERS, "{id} has {} counters", scenario.counters.len());
        let handles: BTreeSet<&str> = scenario.counters.iter().map(|counter| counter.id.as_str()).collect();
        assert_eq!(handles.len(), scenario.counters.len(), "{id}: a handle is used twice");
        for text in [
            &scenario.heading.history.introduction,
            &scenario.heading.history.outcome,
            &scenario.heading.history.balance,
        ] {
            assert!(text.len() > 100, "{id} says little");
        }
        // Everybody who starts or comes belongs to the season, and detachments in the pool are free.
        for placement in &scenario.setup {
            let season = scenario.counter(placement.who.counter).season;
            assert!(season == scenario.season || season == Season::Both);
        }
    }
}

#[test]
fn the_calendar() {
    assert_eq!(name_of_turn(1), "March Q2");
    assert_eq!(name_of_turn(2), "April Q1");
    assert_eq!(name_of_turn(6), "June Q1");
    assert_eq!(name_of_turn(13), "September Q2");
    assert_eq!(name_of_turn(15), "October Q2");
    assert_eq!([1, 2, 3, 4, 11, 12, 15].map(month_of), [3, 4, 4, 5, 8, 9, 10]);
}

/// Men of the literature, at 3,000 a strength point, and how far the scenario may be from them in per cent.
#[test]
fn totals_are_near_history() {
    let world = World::new();
    let near = |points: u16, men: u32, what: &str| {
        let here = u32::from(points) * 3000;
        assert!(here.abs_diff(men) * 100 <= men * 9, "{what}: {here} men instead of {men}");
    };
    for id in ["lutzen", "spring", "campaign"] {
        let scenario = world.scenario(id);
        let first = |when| when == When::Turn(3);
        near(
            scenario.strength_at_start(FRENCH) + arriving(&scenario, FRENCH, first),
            200_000,
            &format!("{id}, French, 25 April"),
        );
        near(
            scenario.strength_at_start(ALLIED) + arriving(&scenario, ALLIED, first),
            132_300,
            &format!("{id}, Allies, 25 April"),
        );
    }
    let bautzen = world.scenario("bautzen");
    near(bautzen.strength_at_start(FRENCH), 222_000, "French, 17 May");
    near(bautzen.strength_at_start(ALLIED), 142_900, "Allies, 17 May");
    let autumn = world.scenario("autumn");
    near(autumn.strength_at_start(FRENCH), 433_200, "French, 15 August");
    near(autumn.strength_at_start(ALLIED), 484_700, "Allies, 15 August");
    for (army, men) in [("bohemia", 247_200), ("silesia", 105_000), ("poland", 60_400)] {
        let id = autumn.armies.iter().position(|other| other.id == army).unwrap();
        let start = autumn.setup.iter().map(|placement| placement.who);
        let later = autumn.arrivals.iter().flat_map(|arrival| arrival.who.iter().copied());
        let own = start.chain(later).filter(|who| autumn.counter(who.counter).army.is_some_and(|of| of.index() == id));
        near(own.map(|who| u16::from(who.strength)).sum(), men, army);
    }
}

/// Spring losses aside, the armistice brings both sides to what they had in August.
#[test]
fn the_armistice_fills_the_ranks() {
    let world = World::new();
    let campaign = world.scenario("campaign");
    let during = |when| matches!(when, When::Armistice(_));
    for (side, before, after) in [(FRENCH, 221_300, 433_200), (ALLIED, 149_200, 484_700)] {
        let units = arriving(&campaign, side, during);
        let drafts: u16 = campaign
            .replacements
            .iter()
            .filter(|row| during(row.when))
            .filter(|row| {
                campaign.counters.iter().any(|unit| {
                    unit.nation == row.nation && unit.side == side && unit.kind.has_strength() && !unit.detachment
                })
            })
            .map(|row| u16::from(row.strength))
            .sum();
        let men = before + u32::from(units + drafts) * 3000;
        assert!(men.abs_diff(after) * 100 <= after * 9, "side {}: {men} men instead of {after}", side.0);
    }
    assert!(campaign.replacements.iter().all(|row| !matches!(row.when, When::Armistice(turn) if turn > 5)));
}

#[test]
fn fixed_points_of_the_book() {
    let world = World::new();
    // S.2: Detachment E belongs to the Russian IV Corps; Napoleon counts as present.
    let bautzen = world.scenario("bautzen");
    let e = bautzen.find("allied-e").unwrap();
    let placement = bautzen.setup.iter().find(|placement| placement.who.counter == e).unwrap();
    assert_eq!(placement.who.parent, bautzen.find("russian-iv-corps"));
    assert!(!bautzen.counter(e).independent && bautzen.counter(bautzen.find("allied-b").unwrap()).independent);
    // B.3.2
    let counts = SCENARIOS.map(|id| world.scenario(id).napoleon_counts);
    assert_eq!(counts, [false, true, false, true, true]);
    // A.arm.a, S.3, S.5
    for (id, truce, marker) in [
        ("lutzen", Truce::None, None),
        ("bautzen", Truce::None, None),
        ("spring", Truce::Ends, Some(6)),
        ("autumn", Truce::None, None),
        ("campaign", Truce::Passes, Some(6)),
    ] {
        let scenario = world.scenario(id);
        assert_eq!((scenario.truce, scenario.armistice), (truce, marker), "{id}");
        assert_eq!(scenario.frontier_closed, id != "autumn");
        assert_eq!(scenario.deck.iter().any(|card| (11..=16).contains(card)), !matches!(id, "lutzen" | "bautzen"));
    }
    // O.3a
    for id in ["autumn", "campaign"] {
        let scenario = world.scenario(id);
        assert!(scenario.has_hamburg());
        for (leader, unit, strength, place) in
            [("davout", "xiii-corps", 9, "Osterburg"), ("wallmoden", "wallmoden-corps", 10, "Havelberg")]
        {
            let leader = scenario.find(leader).unwrap();
            let arrival = scenario
                .arrivals
                .iter()
                .find(|arrival| arrival.option == Some(Hypothesis::Hamburg) && arrival.who[0].counter == leader)
                .unwrap();
            assert_eq!((arrival.when, arrival.entry), (When::Turn(13), Entry::Box(world.at(place))));
            assert_eq!(strength_of(&scenario, unit), strength);
        }
    }
    // B.4.3a, B.4.3b, A.arm.j, B.4.5
    let campaign = world.scenario("campaign");
    let armies: Vec<(&str, Vec<&str>, u8)> = campaign
        .armies
        .iter()
        .map(|army| (army.id.as_str(), army.sources.iter().map(String::as_str).collect(), army.armistice_points))
        .collect();
    assert_eq!(
        armies,
        [
            ("french", vec!["Weimar"], 8),
            ("russo-prussian", vec!["Berlin", "Breslau"], 0),
            ("bohemia", vec!["Theresienstadt"], 5),
            ("silesia", vec!["Breslau"], 5),
            ("north", vec!["Berlin"], 4),
            ("poland", vec!["Breslau"], 2),
        ]
    );
    let partner = |army: usize| campaign.armies[army].shares_die_with.map(|other| other.index());
    assert_eq!([0, 1, 2, 3, 4, 5].map(partner), [None, None, Some(5), Some(4), Some(3), Some(2)]);
}

#[test]
fn leaders_come_and_go_as_they_did() {
    let world = World::new();
    let spring = world.scenario("spring");
    let id = |handle: &str| spring.find(handle).unwrap();
    let changes: Vec<(When, Change)> = spring.leader_changes.iter().map(|row| (row.when, row.change)).collect();
    assert!(changes.contains(&(When::Turn(4), Change::Replace(id("bessieres"), id("soult")))));
    assert!(changes.contains(&(When::Turn(5), Change::Remove(id("eugene")))));
    // Wittgenstein commands until Barclay does, from the first half of June.
    let army = spring.armies.iter().find(|army| army.id == "russo-prussian").unwrap();
    let in_command = |turn: u8| army.succession.iter().find(|command| command.from_turn <= turn).unwrap().leader;
    assert_eq!([in_command(3), in_command(5), in_command(6)], [id("wittgenstein"), id("wittgenstein"), id("barclay")]);
    let autumn = world.scenario("autumn");
    let id = |handle: &str| autumn.find(handle).unwrap();
    let first = |army: &str| autumn.armies.iter().find(|other| other.id == army).unwrap().succession[0].leader;
    for (army, leader) in [
        ("french", "napoleon"),
        ("bohemia", "schwarzenberg"),
        ("silesia", "blucher"),
        ("north", "bernadotte"),
        ("poland", "bennigsen"),
    ] {
        assert_eq!(first(army), id(leader));
        assert!(autumn.counter(id(leader)).commander_in_chief);
    }
}

#[test]
fn twins_of_the_armistice() {
    let world = World::new();
    let campaign = world.scenario("campaign");
    for (spring, autumn) in [
        ("young-guard", "young-guard-autumn"),
        ("iii-corps", "iii-corps-autumn"),
        ("blucher", "blucher-autumn"),
        ("blucher-corps", "prussian-ii-corps"),
        ("kleist-corps", "prussian-ii-corps"),
        ("yorck-corps", "prussian-i-corps"),
        ("russian-iv-corps", "russian-viii-corps"),
    ] {
        assert_eq!(campaign.counter(campaign.find(spring).unwrap()).twin, campaign.find(autumn), "{spring}");
    }
    for (index, counter) in campaign.counters.iter().enumerate() {
        if let Some(twin) = counter.twin {
            let twin = campaign.counter(twin);
            assert_eq!((counter.season, twin.season, counter.side), (Season::Spring, Season::Autumn, twin.side));
            assert_eq!(counter.kind, twin.kind, "{}", counter.id);
        }
        assert!(counter.army.is_some() || counter.detachment || counter.kind.is_dummy(), "{index}: {}", counter.id);
    }
    assert!(world.scenario("spring").counters.iter().all(|counter| counter.twin.is_none()));
}

#[test]
fn dummies_stand_at_the_end_of_the_list() {
    let world = World::new();
    for id in SCENARIOS {
        let scenario = world.scenario(id);
        let most = |side: Side| {
            let (spring, autumn) = (scenario.dummies[side.index()], scenario.autumn_dummies[side.index()]);
            usize::from(spring.infantry.max(autumn.infantry) + spring.cavalry.max(autumn.cavalry))
        };
        let first = scenario.counters.len() - most(FRENCH) - most(ALLIED);
        for (index, counter) in scenario.counters.iter().enumerate() {
            assert_eq!(counter.kind.is_dummy(), index >= first, "{}", counter.id);
        }
    }
}

#[test]
fn sixteen_cards() {
    let world = World::new();
    let cards = sound(EventCards::parse("cards.toml", world.files.text("cards.toml")));
    assert_eq!(cards.all().len(), CARDS);
    assert!(cards.get(CardNumber(0)).is_none() && cards.get(CardNumber(17)).is_none());
    let moves = |number: u8| {
        cards.get(CardNumber(number)).unwrap().halves.iter().find_map(|half| {
            if let Effect::Armistice { turns } | Effect::Restart { turns } = half.effect { Some(turns) } else { None }
        })
    };
    assert!((1..=10).all(|number| moves(number).is_none()));
    assert_eq!([11, 12, 13, 14, 15, 16].map(moves), [Some(-1), Some(-1), Some(1), Some(1), Some(1), Some(-1)]);
    // A.cards.b, A.cards.c: each side can use something of every card, and of one card both halves.
    for card in cards.all() {
        for colour in [Colour::French, Colour::Allied] {
            assert!(card.halves.iter().any(|half| half.colour == colour || half.colour == Colour::Neutral));
        }
    }
    assert!(cards.all().iter().any(|card| card.halves.iter().all(|half| half.colour == Colour::Neutral)));
    let campaign = world.scenario("campaign");
    for half in cards.all().iter().flat_map(|card| &card.halves) {
        if let Some(leader) = &half.needs {
            let id: CounterId = campaign.find(leader).unwrap();
            assert_eq!(campaign.counter(id).kind, Kind::Leader);
        }
    }
}
