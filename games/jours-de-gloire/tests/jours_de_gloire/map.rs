//! The map of Germany 1813 against what the rulebook states of it (T.map, 5.3e, 8.8, A.arm.d).

use std::collections::BTreeSet;

use board::boxes::{BoxId, BoxMap, ConnectionId};
use jours_de_gloire::ground::{Ground, Road, Terrain, VOCABULARY, Water};

const MAP: &str = include_str!("../../../../data/jours-de-gloire/map.toml");

/// The rulebook's list of towns by the cells of its map.
const TOWNS: [(&str, &str); 45] = [
    ("A1", "Burgstall; Calvorde; Gardelegen; Haldensleben; Osterburg; Steimke"),
    ("A2", "Hadmersleben; Halberstadt; Helmstedt; Magdeburg; Wanzleben; Wolmirstedt"),
    ("A3", "Bennstedt; Calbe; Eisleben; Elbingerode; Kaltenmark; Lauchstadt; Leimbach; Sangerhausen; Wernigerode"),
    ("A4", "Auerstadt; Dornberg; Jena; Naumburg; Querfurt; Weimar"),
    ("A5", "Kahlert; Lobenstein; Neustadt; Roda; Rudolstadt; Saalfeld; Schleiz"),
    ("A6", "Bayreuth; Berneck; Hof; Münchberg; Nassenstadt; Steinwiesen; Zedlitz"),
    ("B1", "Genthin; Havelberg; Kehnert; Rathenow; Sandau; Stendal; Werben"),
    ("B2", "Burg; Coswig; Gommern; Hohenzatz; Jeserig; Postorf; Roslau; Zerbst; Ziesar"),
    ("B3", "Bergwitz; Bitterfeld; Cothen; Delitsch; Dessau; Eilenburg; Gostitz; Halle; Zorbig"),
    ("B4", "Altenburg; Borna; Grimma; Leipzig; Lützen; Merseburg; Pegau; Rochlitz; Weissenfels; Zeitz; Zorbau"),
    ("B5", "Auma; Berga; Gera; Gossnitz; Greiz; Plauen; Reichenbach; Waldenberg; Zwickau"),
    ("B6", "Adorf; Asch; Auerbach; Eger; Oelsnitz; Thiersheim"),
    ("C1", "Berlin; Bernewitz; Brandenburg; Bötzow; Grossbeeren; Oranienburg; Potsdam; Spandau; Wustermark"),
    ("C2", "Belitz; Belzig; Trebbin; Treuenbrietzen; Zahna; Zinna"),
    ("C3", "Annaberg; Cosdorf; Herzberg; Jessen; Mühlberg; Strehla; Torgau; Welsigkendorf; Wittenberg"),
    ("C4", "Colditz; Meissen; Nossen; Oschatz; Wurzen"),
    ("C5", "Anaberg; Chemnitz; Freyberg; Kommotau; Lungwitz; Marienberg; Oderan; Sayda; Schneeberg; Zschopau"),
    ("C6", "Carlsbad; Georgenstadt; Graslitz; Joachimsthal; Libkowitz; Sandau (Eger)"),
    ("D1", "Bernau; Erkner; Furstenwald; Köpenick; Landsberg; Müncheberg; Selchow; Werneuchen; Wriezen"),
    ("D2", "Baruth; Beeskow; Dahme; Golssen; Krausnick; Lubben; Mittenwalde; Storckow; Teupitz; Wusterhausen"),
    ("D3", "Dobriluck; Elsterwerda; Hohenbucka; Hoyerswerda; Kalau; Luckau; Senftenberg"),
    ("D4", "Dresden; Grossenhayn; Kamenz; Königsbruck; Neustadt (Stolpen); Ortrand; Schmiedefeld; Weissig; Wilsdruff"),
    ("D5", "Altenberg; Aussig; Belin; Brix; Dippoldiswalde; Koenigstein; Peterswalde; Toeplitz"),
    ("D6", "Kolleshowitz; Laun; Rendsch; Saatz; Theresienstadt"),
    ("E1", "Balz; Dolgelien; Drossen; Falkenhagen; Frankfurt; Jacobsdorf; Küstrin; Reppen; Zielentzig"),
    ("E2", "Guben; Lautersdorf; Lieberosa; Mülhrose; Peitz; Ziebigen"),
    ("E3", "Cottbus; Drebkow; Forste; Jacksdorf; Muskau; Pforten; Spremberg; Triebel"),
    ("E4", "Bautzen; Hirschfelde; Lobau; Mücke; Neu Salsa; Reichenbach (Lausitz); Wendish; Zittau"),
    ("E5", "Ausche; Gabel; Hayde; Hirschenberg; Hühnerwasser; Kamnitz; Neuschloss; Rumburg; Schlucknau"),
    ("E6", "Benatek; Bichowitz; Brandeis; Jungbunzlau; Melnik; Prague; Schlan"),
    ("F1", "Kittchens; Meseritz; Sonnenburg; Sternberg; Tempel"),
    (
        "F2",
        "Crossen; Gruneberg; Guntersberg; Libehau; Naumburg (Bober); Robersberg; Rothenburg; Schwiebus; Wartenberg; Zullichau",
    ),
    ("F3", "Alt Oels; Freystadt; Halbau; Pribus; Rauscha; Sagan; Sommerfeld; Sorau; Sprottau"),
    ("F4", "Buntzlau; Fridland; Friedeberg; Gorlitz; Greissenberg; Lauban; Lowenberg; Ostritz; Waldau"),
    ("F5", "Hochstadt; Liebenau; Munschengratz; Reichenberg; Sobotka; Turnau"),
    ("F6", "Brod; Clumetz; Collin; Lissau; Neu Bitschow"),
    ("G2", "Fraustadt; Kleinitz; Kontop"),
    ("G3", "Brise; Carolath; Glogau; Koben; Lüben; Neustadtel; Polkwitz; Schlichtingsheim"),
    ("G4", "Goldberg; Gr. Tintz; Hainau; Hirschberg; Jauer; Kupferberg; Liegnitz; Parchwitz"),
    ("G5", "Arnau; Bernsdorf; Friedland; Hohenelbe; Landshut; Politz; Schmiedeberg; Trautenau; Waldenburg"),
    ("G6", "Gitschin; Koniggratz; Nachod; Pardubitz; Woserzelin"),
    ("H2", "Bojanova; Lissa; Reisen"),
    ("H3", "Guhrau; Hernstadt; Minkwitz; Rawicz; Trachenberg; Trebnitz; Winzig; Wohlau"),
    (
        "H4",
        "Auras; Breslau; Canth; Florienstadt; Gnichwitz; Jordansmühl; Lissa (Breslau); Neumark; Schweidnitz; Striegau",
    ),
    ("H5", "Frankenstein; Glatz; Neurode; Nimpsch; Reichenbach (Schlesien); Reinerz"),
];

fn map() -> BoxMap {
    BoxMap::parse("map.toml", MAP, &VOCABULARY).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn ground() -> Ground {
    Ground::new(&map()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

#[test]
fn every_town_of_the_list_is_a_box_in_its_cell_and_there_are_no_others() {
    let (map, ground) = (map(), ground());
    let mut listed = 0;
    for (cell, towns) in TOWNS {
        for town in towns.split("; ") {
            listed += 1;
            let id = ground.find(town).unwrap_or_else(|| panic!("{town} is no box"));
            assert_eq!(ground.cell(id), cell, "{town}");
            // Where it is drawn, too; the outer cells reach to the edge of the sheet.
            let (x, y) = map.get(id).at;
            let column = (x.div_euclid(540)).clamp(0, 7) as u8;
            let row = (y.div_euclid(519)).clamp(0, 5) + 1;
            assert_eq!(format!("{}{row}", char::from(b'A' + column)), cell, "{town} is drawn at {x} {y}");
        }
    }
    assert_eq!((listed, ground.len()), (336, 336));
}

#[test]
fn the_board_is_one_piece_and_no_box_is_a_dead_end_or_a_spider() {
    let (map, ground) = (map(), ground());
    assert_eq!(ground.connection_count(), 714);
    let leipzig = ground.find("Leipzig").unwrap();
    assert!(map.distances(leipzig, |_| true).iter().all(Option::is_some));
    for place in ground.boxes() {
        assert!((2..=11).contains(&ground.neighbours(place).len()), "{}", ground.name(place));
    }
    assert_eq!(ground.most_neighbours(), 11);
    let poor = ground.connections().filter(|connection| ground.road(*connection) == Road::Poor).count();
    assert!((100..=200).contains(&poor), "{poor} poor roads");
    // No connection leaps over half the map.
    for connection in ground.connections() {
        let [a, b] = ground.ends(connection).map(|id| map.get(id).at);
        let squared = i64::from(a.0 - b.0).pow(2) + i64::from(a.1 - b.1).pow(2);
        let names = ground.ends(connection).map(|id| ground.name(id));
        assert!((90 * 90..600 * 600).contains(&squared), "{names:?} are {squared} apart, squared");
    }
}

#[test]
fn annaberg_and_jessen_have_the_elbe_between_them_and_no_bridge() {
    let ground = ground();
    let [annaberg, jessen] = ["Annaberg", "Jessen"].map(|name| ground.find(name).unwrap());
    let connection = ground.between(annaberg, jessen).unwrap();
    assert_eq!((ground.water(connection), ground.river(connection)), (Water::Major { bridge: false }, "Elbe"));
}

/// Which boxes can be reached without any of the barred connections.
fn bank(ground: &Ground, from: &str, barred: impl Fn(ConnectionId) -> bool) -> BTreeSet<BoxId> {
    let mut found = BTreeSet::from([ground.find(from).unwrap()]);
    let mut open: Vec<BoxId> = found.iter().copied().collect();
    while let Some(here) = open.pop() {
        for (next, connection) in ground.neighbours(here) {
            if !barred(*connection) && found.insert(*next) {
                open.push(*next);
            }
        }
    }
    found
}

/// A connection crosses a great river exactly if its ends lie on different banks.
#[test]
fn elbe_and_oder_have_two_banks() {
    let ground = ground();
    let crosses = |connection: ConnectionId, river: &str| ground.river(connection) == river;
    let left = bank(&ground, "Breslau", |connection| crosses(connection, "Oder"));
    let right = bank(&ground, "Trebnitz", |connection| crosses(connection, "Oder"));
    assert!(left.is_disjoint(&right));
    assert_eq!(left.len() + right.len(), ground.len());
    for connection in ground.connections() {
        let [a, b] = ground.ends(connection);
        assert_eq!(crosses(connection, "Oder"), left.contains(&a) != left.contains(&b));
    }

    // The Elbe rises on the map; beyond its source the frontier between Bohemia and Silesia is taken for its banks.
    let beyond_the_source = |connection: ConnectionId| {
        let silesian = ["Bernsdorf", "Friedland", "Neurode", "Reinerz", "Schmiedeberg"];
        ground.is_frontier(connection)
            && ground.ends(connection).iter().any(|end| silesian.contains(&ground.name(*end)))
    };
    let barred = |connection: ConnectionId| {
        crosses(connection, "Elbe") || crosses(connection, "Upper Elbe") || beyond_the_source(connection)
    };
    let left = bank(&ground, "Leipzig", barred);
    let right = bank(&ground, "Berlin", barred);
    assert!(left.is_disjoint(&right));
    assert_eq!(left.len() + right.len(), ground.len());
    for connection in ground.connections() {
        let [a, b] = ground.ends(connection);
        let names = [a, b].map(|id| ground.name(id));
        assert_eq!(barred(connection), left.contains(&a) != left.contains(&b), "{names:?}");
    }
    for (town, is_left) in [
        ("Dresden", true),
        ("Meissen", true),
        ("Torgau", true),
        ("Annaberg", true),
        ("Magdeburg", true),
        ("Theresienstadt", true),
        ("Prague", true),
        ("Wittenberg", false),
        ("Jessen", false),
        ("Mühlberg", false),
        ("Havelberg", false),
        ("Bautzen", false),
        ("Melnik", false),
        ("Breslau", false),
    ] {
        assert_eq!(left.contains(&ground.find(town).unwrap()), is_left, "{town}");
    }
}

#[test]
fn the_great_rivers_are_bridged_where_armies_crossed_them() {
    let ground = ground();
    let bridged = |town: &str| {
        let id = ground.find(town).unwrap();
        let waters = ground.neighbours(id).iter().map(|(_, connection)| ground.water(*connection));
        waters.into_iter().any(|water| water == Water::Major { bridge: true })
    };
    let bridges = [
        "Dresden",
        "Meissen",
        "Torgau",
        "Wittenberg",
        "Magdeburg",
        "Küstrin",
        "Frankfurt",
        "Crossen",
        "Glogau",
        "Breslau",
    ];
    for town in bridges {
        assert!(bridged(town), "{town}");
    }
    for town in ["Mühlberg", "Koenigstein", "Carolath", "Jessen", "Annaberg"] {
        assert!(!bridged(town), "{town}");
    }
    let major = |bridge: bool| {
        ground.connections().filter(|connection| ground.water(*connection) == Water::Major { bridge }).count()
    };
    assert!((25..=45).contains(&major(true)) && (15..=35).contains(&major(false)), "{} {}", major(true), major(false));
}

#[test]
fn fortresses_sources_and_entries_are_where_the_text_has_them() {
    let ground = ground();
    let fortified: Vec<&str> =
        ground.boxes().filter(|place| ground.is_fortified(*place)).map(|place| ground.name(place)).collect();
    assert_eq!(
        fortified,
        [
            "Dresden",
            "Glatz",
            "Glogau",
            "Koenigstein",
            "Koniggratz",
            "Küstrin",
            "Leipzig",
            "Magdeburg",
            "Spandau",
            "Theresienstadt",
            "Torgau",
            "Wittenberg"
        ]
    );
    for (source, cell) in [("Weimar", "A4"), ("Berlin", "C1"), ("Breslau", "H4"), ("Theresienstadt", "D6")] {
        assert_eq!(ground.cell(ground.find(source).unwrap()), cell);
    }
    let entries: BTreeSet<u8> =
        ground.boxes().filter_map(|place| ground.entry(place)).map(|label| label.parse().unwrap()).collect();
    assert_eq!(entries, (1..=23).collect());
    for place in ground.boxes() {
        assert_eq!(ground.entry(place).is_some(), !ground.toward(place).is_empty(), "{}", ground.name(place));
    }
}

#[test]
fn bohemia_is_one_country_behind_its_mountains() {
    let ground = ground();
    let austrian: BTreeSet<BoxId> = ground.boxes().filter(|place| ground.is_austrian(*place)).collect();
    assert_eq!(bank(&ground, "Prague", |connection| ground.is_frontier(connection)), austrian);
    for town in ["Prague", "Theresienstadt", "Toeplitz", "Eger", "Reichenberg", "Koniggratz", "Rumburg", "Peterswalde"]
    {
        assert!(ground.is_austrian(ground.find(town).unwrap()), "{town}");
    }
    for town in ["Zittau", "Altenberg", "Hof", "Glatz", "Landshut", "Koenigstein", "Georgenstadt"] {
        assert!(!ground.is_austrian(ground.find(town).unwrap()), "{town}");
    }
    let passes = ground.connections().filter(|connection| ground.is_frontier(*connection)).count();
    assert!((20..=45).contains(&passes), "{passes} passes");
}

#[test]
fn most_of_the_country_is_open_and_the_passes_are_mountains() {
    let ground = ground();
    let count = |terrain: Terrain| ground.boxes().filter(|place| ground.terrain(*place) == terrain).count();
    let [open, defensive, mountain] = [Terrain::Open, Terrain::Defensive, Terrain::Mountain].map(count);
    assert!(
        open > 180 && (60..=110).contains(&defensive) && (20..=40).contains(&mountain),
        "{open} {defensive} {mountain}"
    );
    for (town, terrain) in [
        ("Lützen", Terrain::Open),
        ("Bautzen", Terrain::Defensive),
        ("Altenberg", Terrain::Mountain),
        ("Peterswalde", Terrain::Mountain),
        ("Goldberg", Terrain::Defensive),
        ("Grossbeeren", Terrain::Defensive),
    ] {
        assert_eq!(ground.terrain(ground.find(town).unwrap()), terrain, "{town}");
    }
}

#[test]
fn the_text_comes_back_from_the_board() {
    let map = map();
    assert_eq!(BoxMap::parse("again.toml", &map.to_text(), &VOCABULARY).unwrap(), map);
}
