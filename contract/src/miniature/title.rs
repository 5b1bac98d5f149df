//! The miniature as a title, so that whatever handles any title can be tried on hidden information.

use std::sync::Arc;

use board::textfile::{Section, TextFile};
use kernel::{AnyTitle, Colours, DataFile, Options, Position, RuleBook, ScenarioInfo, Seat, Title, any_title};

use super::event::Event;
use super::state::{CARDS, Card, Counter, Handle, Place, SEATS, Stage, State, UNITS, Unit, Whereabouts};
use super::{Miniature, language::card_name};

const RULES: &str = include_str!("rules.toml");
const COLOURS: &str = include_str!("../title.toml");
const EXAMPLES: [(&str, &str); 3] = [
    ("examples/clash.toml", include_str!("examples/clash.toml")),
    ("examples/interception.toml", include_str!("examples/interception.toml")),
    ("examples/spy.toml", include_str!("examples/spy.toml")),
];

#[derive(Clone, Debug)]
pub struct MiniatureTitle {
    rulebook: RuleBook,
    colours: Arc<Colours>,
}

impl MiniatureTitle {
    pub fn new() -> MiniatureTitle {
        let rulebook = RuleBook::parse("rules.toml", RULES).expect("its own rulebook is sound");
        let colours = Colours::parse("title.toml", COLOURS, 2, &[]).expect("its own colours are sound");
        MiniatureTitle { rulebook, colours: Arc::new(colours) }
    }

    /// The title with its types forgotten. It is made here so that it is built once and not by every program that plays it.
    pub fn any(self) -> Arc<dyn AnyTitle> {
        any_title(self)
    }
}

impl Default for MiniatureTitle {
    fn default() -> MiniatureTitle {
        MiniatureTitle::new()
    }
}

impl Title for MiniatureTitle {
    type Rules = Miniature;

    fn id(&self) -> &'static str {
        "miniature"
    }

    fn name(&self) -> &str {
        "The Miniature"
    }

    fn version(&self) -> &'static str {
        "1"
    }

    fn rulebook(&self) -> &RuleBook {
        &self.rulebook
    }

    fn colours(&self) -> &Arc<Colours> {
        &self.colours
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        vec![ScenarioInfo {
            id: "seven-boxes".into(),
            name: "Seven Boxes".into(),
            date: "never".into(),
            introduction: "Two seats against one, all of it hidden.".into(),
            options: Vec::new(),
        }]
    }

    fn data_files(&self) -> Vec<DataFile> {
        vec![DataFile::built_in("rules.toml", RULES)]
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rules(&self, scenario: &str, _: &Options) -> Result<Miniature, String> {
        match scenario {
            "seven-boxes" => Ok(Miniature::new()),
            _ => Err(format!("there is no scenario \"{scenario}\"; the scenario is seven-boxes")),
        }
    }

    /// `turn`, `active` (a seat), `units` ("guard @ abbey", with "up" behind it if it lies face up; those that are not
    /// named are lost) and `hands` ("army: spy"). Counters get the handles 1, 2, … in the order in which they stand.
    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Miniature>> {
        file.only_fields(position, &["turn", "active", "units", "hands"]);
        let rules = Miniature::new();
        let mut state = State { stage: Stage::March, counters: [Counter::LOST; UNITS.len()], ..State::new() };
        state.turn = file.number(position, "turn", 1..=4).unwrap_or(1) as u8;
        if let Some(word) = file.text(position, "active") {
            match rules.seat_named(word.get_ref()) {
                Some(seat) => state.active = seat,
                None => file.fault(word.span(), "active is army, wing or host"),
            }
        }
        if let Some(value) = position.table.get("units") {
            for text in file.as_texts("units", value) {
                match read_counter(text.get_ref(), state.next_handle) {
                    Some((unit, counter)) => {
                        *state.counter_mut(unit) = counter;
                        state.next_handle.0 += 1;
                    }
                    None => file.fault(text.span(), "a unit is written \"guard @ abbey\" or \"guard @ abbey up\""),
                }
            }
        }
        if let Some(value) = position.table.get("hands") {
            for text in file.as_texts("hands", value) {
                let held = text.get_ref().split_once(": ");
                let held = held.and_then(|(seat, card)| Some((rules.seat_named(seat)?, read_card(card)?)));
                match held {
                    Some((seat, card)) => state.hands[seat.index()] = Some(card),
                    None => file.fault(text.span(), "a hand is written \"army: the spy\", \"resolve\" or \"a blank\""),
                }
            }
        }
        Some(Position { rules, state })
    }

    /// `at`: a table of units and boxes, or `lost`.
    fn expect(&self, _: &Miniature, state: &State, _: &[Event], key: &str, value: &toml::Value) -> Result<(), String> {
        let ("at", Some(table)) = (key, value.as_table()) else {
            return Err(format!("there is no \"{key}\" to expect; there is at = {{ unit = \"box\" }}"));
        };
        for (name, expected) in table {
            let unit = Unit::named(name).ok_or_else(|| format!("there is no unit \"{name}\""))?;
            let found = state.counter(unit).place().map_or("lost", Place::name);
            if expected.as_str() != Some(found) {
                return Err(format!("{name} is {found}"));
            }
        }
        Ok(())
    }

    fn examples(&self) -> Vec<DataFile> {
        EXAMPLES.into_iter().map(|(name, text)| DataFile::built_in(name, text)).collect()
    }

    fn turn(&self, _: &Miniature, state: &State) -> u32 {
        u32::from(state.turn)
    }
}

impl Miniature {
    fn seat_named(&self, word: &str) -> Option<Seat> {
        SEATS.into_iter().find(|seat| self.seats[seat.index()].id == word)
    }
}

fn read_card(word: &str) -> Option<Card> {
    CARDS.into_iter().find(|card| card_name(*card) == word)
}

fn read_counter(text: &str, handle: Handle) -> Option<(Unit, Counter)> {
    let (unit, place) = text.split_once(" @ ")?;
    let (place, face_up) = place.strip_suffix(" up").map_or((place, false), |place| (place, true));
    let whereabouts = Whereabouts::In(Place::named(place)?);
    Some((Unit::named(unit)?, Counter { whereabouts, handle: Some(handle), face_up, ..Counter::UNDEPLOYED }))
}
