//! Titles, their maps and counters, their rules.

use std::sync::Arc;

use ai::{AnyStaff, Level, Style};
use atlas::draw::Symbols;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use kernel::{AnyTitle, Options};
use serde::Deserialize;

use super::Answer;
use super::visit::Visit;
use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::sheets::{self, Kind};
use crate::{assets, reference, wire};

pub(super) async fn list(State(house): State<Arc<House>>, caller: Caller) -> Answer<Vec<wire::Title>> {
    let all = house.clone();
    Ok(Json(house.workshop.look(&caller.party(), move || listed(&all)).await?))
}

fn listed(house: &House) -> Vec<wire::Title> {
    let title = |title: &Arc<dyn AnyTitle>| {
        let scenario = |scenario: kernel::ScenarioInfo| {
            let seats = title.seats(&scenario.id, &Options::new()).unwrap_or_default();
            wire::Scenario {
                options: scenario.options.iter().map(wire::ScenarioOption::from).collect(),
                seats: seats.iter().map(wire::SeatListed::from).collect(),
                id: scenario.id,
                name: scenario.name,
                date: scenario.date,
                introduction: scenario.introduction,
            }
        };
        let (generals, styles) = match house.headquarters.staff(title.id()) {
            Some(staff) => (generals(&*staff), styles()),
            None => (Vec::new(), Vec::new()),
        };
        wire::Title {
            id: title.id(),
            name: title.name().to_owned(),
            open: title.is_open(),
            scenarios: title.scenarios().into_iter().map(scenario).collect(),
            generals,
            styles,
            sandbox: has_sandbox(&**title),
        }
    };
    house.titles.iter().map(title).collect()
}

/// Whether positions of a title can be set up by hand.
fn has_sandbox(title: &dyn AnyTitle) -> bool {
    title.scenarios().first().is_some_and(|scenario| title.sandbox(&scenario.id).is_ok())
}

/// The seats of a scenario played with these options.
pub(super) async fn seats(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path((title, scenario)): Path<(String, String)>,
    options: Result<Query<Options>, axum::extract::rejection::QueryRejection>,
) -> Answer<Vec<wire::SeatListed>> {
    let title = house.title(&title)?;
    let Query(options) = options.map_err(|_| Problem::bad("options are written as OPTION=VALUE"))?;
    let seats = house.workshop.look(&caller.party(), move || title.seats(&scenario, &options)).await?;
    Ok(Json(seats.map_err(Problem::bad)?.iter().map(wire::SeatListed::from).collect()))
}

fn generals(staff: &dyn AnyStaff) -> Vec<wire::General> {
    let general = |level: Level| wire::General {
        id: level.name(),
        name: level.title(),
        words: level.words(),
        strength: staff.measured(level),
    };
    Level::ALL.into_iter().map(general).collect()
}

fn styles() -> Vec<wire::GeneralStyle> {
    let style = |style: Style| wire::GeneralStyle { id: style.name(), name: style.title(), words: style.words() };
    Style::ALL.into_iter().map(style).collect()
}

#[derive(Deserialize)]
pub(super) struct Manner {
    numbers: Option<u8>,
    frame: Option<u8>,
    symbols: Option<String>,
}

impl Manner {
    /// The drawing or table of a name, and of what kind it is.
    fn kind(&self, name: &str) -> Result<(Kind, &'static str), Problem> {
        let frame = self.frame != Some(0);
        match name {
            "map.svg" => Ok((Kind::MapSvg { numbers: self.numbers != Some(0), frame }, "image/svg+xml")),
            "map.json" => Ok((Kind::MapJson { frame }, "application/json")),
            "counters.svg" => Ok((Kind::CountersSvg { symbols: symbols(self.symbols.as_deref())? }, "image/svg+xml")),
            "units.json" => Ok((Kind::UnitsJson, "application/json")),
            "picture.jpg" => Ok((Kind::Picture, "image/jpeg")),
            _ => Err(Problem::unknown("use map.svg, map.json, counters.svg, units.json or picture.jpg")),
        }
    }
}

pub(super) async fn sheet(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path((title, scenario, name)): Path<(String, String, String)>,
    manner: Result<Query<Manner>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let title = house.title(&title)?;
    let Query(manner) = manner.map_err(|_| Problem::bad("numbers and frame are 0 or 1"))?;
    let (kind, mime) = manner.kind(&name)?;
    let sheet = match house.sheets.known(&*title, &scenario, kind) {
        Some(sheet) => sheet,
        None => {
            let (drawer, id) = (title.clone(), scenario.clone());
            let sheet = house.workshop.answer(&caller.party(), move |_| sheets::draw(&*drawer, &id, kind)).await??;
            house.sheets.keep(&*title, &scenario, kind, &sheet);
            sheet
        }
    };
    Ok(assets::answer_packed(&headers, mime, &sheet.tag, sheet.body, sheet.packed))
}

fn symbols(word: Option<&str>) -> Result<Symbols, Problem> {
    match word {
        None | Some("period") => Ok(Symbols::Period),
        Some("nato") => Ok(Symbols::Nato),
        Some(_) => Err(Problem::bad("symbols are symbols=period or symbols=nato")),
    }
}

/// The same for a game that began from a position of its own, on a map of its own.
pub(super) async fn sheet_of_game(
    visit: Visit,
    manner: Result<Query<Manner>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(manner) = manner.map_err(|_| Problem::bad("numbers and frame are 0 or 1"))?;
    let name = visit.path.get("sheet").map_or("", String::as_str);
    let (kind, mime) = manner.kind(name)?;
    let (title, copy) = visit.at_table(|_, table| Ok((table.title.clone(), table.game.boxed_clone()))).await?;
    let sheet = visit.answer(move |_| sheets::draw_of(&*title, &*copy, kind)).await??;
    Ok(assets::answer(&headers, mime, &sheet.tag, "no-cache", sheet.body))
}

pub(super) async fn rules(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(title): Path<String>,
) -> Answer<wire::RuleBook> {
    let title = house.title(&title)?;
    Ok(Json(house.workshop.answer(&caller.party(), move |_| reference::rules(&*title)).await?))
}

pub(super) async fn introduction(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(title): Path<String>,
) -> Answer<wire::Introduction> {
    let title = house.title(&title)?;
    let party = caller.party();
    let told = house.workshop.look(&party, move || match title.introduction() {
        Some(introduction) => Ok(Json(introduction.into())),
        None => Err(Problem::unknown(format!("{} has no introduction", title.name()))),
    });
    told.await?
}

pub(super) async fn example(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path((title, name)): Path<(String, String)>,
) -> Answer<wire::Example> {
    let title = house.title(&title)?;
    Ok(Json(house.workshop.answer(&caller.party(), move |_| reference::example(&*title, &name)).await??))
}
