//! The page of a game, as its players use it: by the handles of `docs/protocol.md`, by clicks on the map and on buttons.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::browser::Browser;

/// A game on the screen of a browser.
#[derive(Clone, Copy, Debug)]
pub struct Board<'b> {
    browser: &'b Browser,
}

/// An order that the server offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub order: String,
    pub verb: String,
    pub unit: Option<String>,
    pub place: Option<String>,
    pub ends: bool,
    pub throws: bool,
    pub best: bool,
}

/// A line of the distribution that the combat panel shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OddsLine {
    pub labels: String,
    pub numerator: u64,
    pub denominator: u64,
}

impl<'b> Board<'b> {
    /// Waits until the board is drawn and connected.
    pub async fn of(browser: &'b Browser) -> Board<'b> {
        browser.see(".board[data-game][data-connection='live']").await;
        Board { browser }
    }

    /// The board of the sandbox, as far as it is one: hexes can be pressed.
    pub async fn sandbox(browser: &'b Browser) -> Board<'b> {
        browser.see(".board[data-sandbox] .world").await;
        Board { browser }
    }

    /// Makes a game in the lobby; `seats` says for each seat `here`, `link` or a general, such as `colonel` or `cadet:bold`.
    pub async fn begin(browser: &'b Browser, scenario: &str, seats: &[(&str, &str)]) -> Board<'b> {
        browser.go("/").await;
        browser.press(&format!("[data-play='{scenario}']")).await;
        browser.see("[data-new-game]").await;
        for (seat, by) in seats {
            if matches!(*by, "here" | "link") {
                browser.choose(&format!("[data-choice='seat-{seat}-{by}']")).await;
                continue;
            }
            browser.choose(&format!("[data-choice='seat-{seat}-general']")).await;
            let (level, style) = by.split_once(':').unwrap_or((by, "balanced"));
            browser.choose(&format!("[data-choice='seat-{seat}-level-{level}']")).await;
            browser.choose(&format!("[data-choice='seat-{seat}-style-{style}']")).await;
        }
        browser.press("[data-begin]").await;
        // A game for a friend begins on its invitation.
        if seats.iter().any(|(_, by)| *by == "link") {
            browser.press("[data-to-table]").await;
        }
        Board::of(browser).await
    }

    /// A game of Art of War from a position, with both sides at this screen.
    pub async fn from_position(browser: &'b Browser, text: &str) -> Board<'b> {
        Board::from_position_of(browser, "art-of-war", text).await
    }

    /// A game of any title from a position, with both sides at this screen.
    pub async fn from_position_of(browser: &'b Browser, title: &str, text: &str) -> Board<'b> {
        Board::at_this_screen(browser, json!({ "title": title, "position": text })).await
    }

    /// A scenario of any title, with both sides at this screen and the first of them asked.
    pub async fn of_scenario(browser: &'b Browser, title: &str, scenario: &str) -> Board<'b> {
        let new = json!({ "title": title, "scenario": scenario, "options": {} });
        let board = Board::at_this_screen(browser, new).await;
        board.take_over().await;
        board
    }

    async fn at_this_screen(browser: &'b Browser, mut new: Value) -> Board<'b> {
        new["seats"] = json!({ "french": "here", "allied": "here" });
        browser.go("/").await;
        let make = "return fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(arguments[0]) }).then(answer => answer.json())";
        let made = browser.script(make, json!([new])).await;
        let game = made["id"].as_str().unwrap_or_else(|| panic!("no game was made: {made}"));
        browser.go(&format!("/game/{game}")).await;
        Board::of(browser).await
    }

    /// Takes the seat of an invitation, and reads whose it is.
    pub async fn join(browser: &'b Browser, invitation: &str) -> Board<'b> {
        browser.go(invitation).await;
        browser.press("[data-accept]").await;
        let board = Board::of(browser).await;
        browser.press("[data-welcome-done]").await;
        board
    }

    pub fn browser(&self) -> &'b Browser {
        self.browser
    }

    /// What a handle of the board says.
    pub async fn said(&self, name: &str) -> String {
        self.attribute(".board", name).await
    }

    pub async fn attribute(&self, selector: &str, name: &str) -> String {
        let body = "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? ''";
        let said = self.browser.script(body, json!([selector, name])).await;
        said.as_str().unwrap_or_default().to_owned()
    }

    pub async fn game(&self) -> String {
        self.said("data-game").await
    }

    /// What the server says of this game to this browser.
    pub async fn snapshot(&self) -> Value {
        self.browser.get(&format!("/api/games/{}", self.game().await)).await
    }

    /// The version that is shown.
    pub async fn version(&self) -> String {
        self.said("data-version").await
    }

    /// Waits until another version is shown and nothing is under way. An order that wants a second word gets it.
    pub async fn moved_on(&self, from: &str) {
        let body = "const board = document.querySelector('.board'); \
                    if (board?.dataset.version === arguments[0]) document.querySelector(\".ahead:not([hidden]) [data-ahead='do']\")?.click(); \
                    return board && board.dataset.version !== arguments[0] && board.dataset.busy !== 'true'";
        self.browser.until("the game to go on", body, json!([from])).await;
    }

    /// Waits until this board shows the version that the server has for this browser.
    pub async fn up_to_date(&self) {
        let body = "const board = document.querySelector('.board'); if (!board || board.dataset.busy === 'true') return false; \
                    return fetch(`/api/games/${board.dataset.game}`, { cache: 'no-store' }).then(answer => answer.json()).then(told => String(told.version) === board.dataset.version)";
        self.browser.until("the board to be up to date", body, json!([])).await;
    }

    /// The seat that is asked at this screen, if one is.
    pub async fn seat(&self) -> Option<String> {
        Some(self.said("data-seat").await).filter(|seat| !seat.is_empty())
    }

    /// Waits until this seat is asked here.
    pub async fn asked(&self, seat: &str) {
        let body = "const board = document.querySelector('.board'); return board?.dataset.seat === arguments[0] && board.dataset.busy !== 'true'";
        self.browser.until(&format!("the {seat} to be asked"), body, json!([seat])).await;
    }

    /// Everything offered to whoever is asked here.
    pub async fn offers(&self) -> Vec<Offer> {
        let Some(seat) = self.seat().await else { return Vec::new() };
        let snapshot = self.snapshot().await;
        let offers = snapshot["offers"][&seat].as_array().cloned().unwrap_or_default();
        let word = |offer: &Value, name: &str| offer[name].as_str().map(str::to_owned);
        let flag = |offer: &Value, name: &str| offer[name] == json!(true);
        let read = |offer: &Value| Offer {
            order: word(offer, "order").expect("an offer has an order"),
            verb: word(offer, "verb").unwrap_or_default(),
            unit: word(offer, "unit"),
            place: word(offer, "place"),
            ends: flag(offer, "ends"),
            throws: flag(offer, "throws"),
            best: flag(offer, "best"),
        };
        offers.iter().map(read).collect()
    }

    /// Where the counters lie on this screen, by unit.
    pub async fn pieces(&self) -> BTreeMap<String, String> {
        let body = "return [...document.querySelectorAll('.unit[data-unit]:not(.leaving)')].map(one => [one.dataset.unit, one.dataset.place])";
        Board::pairs(&self.browser.script(body, json!([])).await)
    }

    fn pairs(pairs: &Value) -> BTreeMap<String, String> {
        let pairs = pairs.as_array().into_iter().flatten();
        pairs.filter_map(|pair| Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.to_owned()))).collect()
    }

    /// Where the server says that they lie.
    pub fn pieces_of(snapshot: &Value, hexes: &Value) -> BTreeMap<String, String> {
        let pieces = snapshot["pieces"].as_array().into_iter().flatten();
        let placed = pieces.filter(|piece| piece["place"].as_str().is_some_and(|hex| !hexes[hex].is_null()));
        placed
            .filter_map(|piece| Some((piece["id"].as_str()?.to_owned(), piece["place"].as_str()?.to_owned())))
            .collect()
    }

    /// The hexes of the map, by name, as the server has them.
    pub async fn hexes(&self) -> Value {
        let snapshot = self.snapshot().await;
        let sheets = snapshot["sheets"].as_str().expect("a game says where its map is");
        self.browser.get(&format!("{sheets}/map.json")).await["places"].clone()
    }

    /// Fails unless the counters on the screen lie where the server says. Both are looked at in the same moment, with no order
    /// under way and nothing being played back: a general may be about to move.
    pub async fn shows_the_truth(&self) {
        let both = self.browser.until("the board to be at rest", include_str!("scripts/at_rest.js"), json!([])).await;
        let told = Board::pieces_of(&both["told"], &self.hexes().await);
        assert!(!told.is_empty(), "nobody is on the map");
        assert_eq!(Board::pairs(&both["shown"]), told, "the board shows something else than the server says");
    }

    // ---- Hands ----

    /// Where the middle of a hex is in the window, brought into sight if it is not.
    pub async fn point_of(&self, hex: &str) -> (f64, f64) {
        let body = include_str!("scripts/point_of_hex.js");
        let point = self.browser.script(body, json!([hex])).await;
        let free = |point: &Value| point["free"] == json!(true);
        let point = if free(&point) {
            point
        } else {
            self.deed("whole-map").await;
            let point = self.browser.until(&format!("{hex} to lie open"), body, json!([hex, true])).await;
            assert!(free(&point), "something lies over {hex}: {point}");
            point
        };
        (point["x"].as_f64().expect("a hex has a place"), point["y"].as_f64().expect("a hex has a place"))
    }

    /// Clicks or taps a hex.
    pub async fn press_hex(&self, hex: &str) {
        let (x, y) = self.point_of(hex).await;
        self.browser.touch_point(x, y).await;
    }

    /// Clicks or taps a counter, out of its stack if there is one.
    pub async fn press_unit(&self, unit: &str) {
        let hex = self.hex_of(unit).await;
        self.press_hex(&hex).await;
        let stacked = "return [...document.querySelectorAll('.unit[data-place]:not(.leaving)')].filter(one => one.dataset.place === arguments[0]).length > 1";
        if self.browser.script(stacked, json!([hex])).await == json!(true) {
            let body = include_str!("scripts/point_of_unit.js");
            let point = self.browser.until(&format!("{unit} to lie open"), body, json!([unit])).await;
            self.browser.touch_point(point["x"].as_f64().unwrap_or(0.0), point["y"].as_f64().unwrap_or(0.0)).await;
        }
    }

    pub async fn hex_of(&self, unit: &str) -> String {
        let selector = format!(".unit[data-unit='{unit}']");
        self.browser.see(&selector).await;
        self.attribute(&selector, "data-place").await
    }

    /// Presses a tool of the page; on a small screen some are in a menu.
    pub async fn deed(&self, name: &str) {
        let selector = format!("[data-deed='{name}']");
        if !self.browser.is_there(&selector).await && self.browser.is_there("[data-deed='more']").await {
            self.browser.press("[data-deed='more']").await;
        }
        self.browser.press(&selector).await;
    }

    /// The hexes that a unit in hand can reach, as soon as they are drawn.
    pub async fn reach_of(&self, unit: &str) -> Vec<String> {
        self.browser.see(&format!(".view[data-reach='{unit}']")).await;
        self.marked("reach").await
    }

    /// Takes up everybody in a box who can march; where they could go, as soon as it is drawn. Nowhere, if a rule forbids it:
    /// then it is said, and they are put back.
    pub async fn take_up_stack(&self, place: &str) -> Vec<String> {
        self.press_hex(place).await;
        let answered = "return document.querySelector('.toast[data-refusal]') ? 'refused' : document.querySelector('.view').dataset.reach ? 'reach' : ''";
        if self.browser.until("a reach or a refusal", answered, json!([])).await == json!("refused") {
            self.browser.press(".toast [aria-label='Dismiss']").await;
            self.deed("put-back").await;
            return Vec::new();
        }
        self.marked("reach").await
    }

    /// The places that carry a mark of this kind.
    pub async fn marked(&self, mark: &str) -> Vec<String> {
        let body =
            "return [...document.querySelectorAll(`.spot[data-mark='${arguments[0]}']`)].map(one => one.dataset.place)";
        let places = self.browser.script(body, json!([mark])).await;
        places.as_array().into_iter().flatten().filter_map(|place| place.as_str().map(str::to_owned)).collect()
    }

    /// Marches a unit to a hex: click, then click.
    pub async fn march(&self, unit: &str, hex: &str) {
        let version = self.version().await;
        self.press_unit(unit).await;
        self.browser.see(&format!(".view[data-reach='{unit}']")).await;
        self.press_hex(hex).await;
        self.moved_on(&version).await;
    }

    /// Gives an offered order by pointing: at a unit, at a hex, or at a button.
    pub async fn give(&self, offer: &Offer) {
        let version = self.version().await;
        match (&offer.unit, &offer.place) {
            (None, None) => self.press_offer(offer, &version).await,
            (Some(unit), None) => {
                if self.is_on_the_map(unit).await {
                    self.press_unit(unit).await;
                } else {
                    self.press_choice(offer).await;
                }
            }
            (None, Some(hex)) => self.press_hex(hex).await,
            (Some(unit), Some(hex)) => {
                if self.is_on_the_map(unit).await {
                    self.press_unit(unit).await;
                    if self.settles(&version, offer).await == "selected" {
                        self.press_hex(hex).await;
                    }
                } else {
                    self.press_choice(offer).await;
                }
            }
        }
        if self.settles(&version, offer).await == "menu" {
            self.browser.press(&format!(".menu [data-offer='{}']", offer.order)).await;
        }
        self.moved_on(&version).await;
    }

    /// Gives an order if it is offered still: a march that was held up may have gone on by itself since the offers were read.
    pub async fn give_if_offered(&self, offer: &Offer) -> bool {
        let offered = self.offers().await.iter().any(|one| one.order == offer.order);
        if offered {
            self.give(offer).await;
        }
        offered
    }

    /// Gives these orders one after the other, whoever at this screen is asked.
    pub async fn give_all(&self, orders: &[&str]) {
        for order in orders {
            self.take_over().await;
            self.up_to_date().await;
            let offers = self.offers().await;
            let offer = offers.iter().find(|offer| offer.order == *order);
            let offered: Vec<&str> = offers.iter().map(|offer| offer.order.as_str()).collect();
            self.give(offer.unwrap_or_else(|| panic!("{order:?} is not offered, but {offered:?}"))).await;
        }
        self.take_over().await;
    }

    /// Adds targets and attackers until the die can be thrown; the orders that were given.
    pub async fn put_an_attack_together(&self) -> Vec<String> {
        let mut given = Vec::new();
        loop {
            self.take_over().await;
            let offers = self.offers().await;
            if offers.iter().any(|offer| offer.throws) {
                return given;
            }
            let next = offers
                .iter()
                .find(|offer| offer.verb == "join")
                .or_else(|| offers.iter().find(|offer| offer.verb == "target"));
            let next = next.unwrap_or_else(|| panic!("no attack can be put together: {offers:?}"));
            self.give(next).await;
            given.push(next.order.clone());
        }
    }

    /// Where players share a screen, confirms the handover.
    pub async fn take_over(&self) {
        self.up_to_date().await;
        if self.browser.is_there("dialog[data-dialog='handover']").await {
            self.browser.press("dialog[data-dialog='handover'] [data-answer='yes']").await;
        }
    }

    async fn is_on_the_map(&self, unit: &str) -> bool {
        self.browser.is_there(&format!(".unit[data-unit='{unit}']")).await
    }

    /// What a press came to: the game moved on, a menu asks what was meant, or a unit is in hand.
    async fn settles(&self, version: &str, offer: &Offer) -> String {
        let body = "const [version, unit] = arguments; const board = document.querySelector('.board'); \
                    if (board.dataset.version !== version) return 'moved'; \
                    const menu = document.querySelector('.menu'); if (menu?.checkVisibility()) return 'menu'; \
                    if (document.querySelector('.ahead:not([hidden])')) return 'ahead'; \
                    const view = document.querySelector('.view'); \
                    return unit && (view.dataset.selected ?? '').split(' ').includes(unit) ? 'selected' : ''";
        let end =
            self.browser.until(&format!("an answer to {:?}", offer.order), body, json!([version, offer.unit])).await;
        end.as_str().unwrap_or_default().to_owned()
    }

    /// Presses a button of the prompt; a phase ends only after a look at what is open.
    async fn press_offer(&self, offer: &Offer, version: &str) {
        if offer.throws && !offer.ends && self.browser.is_there(".combat").await {
            let chosen = format!(".combat[data-order='{}']", offer.order);
            if !self.browser.is_there(&chosen).await {
                self.choose_column(&offer.order).await;
            }
            self.browser.see(&format!("{chosen}[data-state='ready']")).await;
        }
        let button = format!(".prompt [data-offer='{}']", offer.order);
        let moved = "return document.querySelector('.board').dataset.version !== arguments[0]";
        if !self.browser.press_unless(&button, moved, json!([version])).await {
            return;
        }
        if offer.ends {
            let open = "const version = arguments[0]; document.querySelector(\".ahead:not([hidden]) [data-ahead='do']\")?.click(); if (document.querySelector(\"dialog[data-dialog='checklist'][open]\")) return 'checklist'; \
                        return document.querySelector('.board').dataset.version !== version ? 'ended' : ''";
            let what = self.browser.until("the phase to end", open, json!([version])).await;
            if what == json!("checklist") {
                self.browser.press(&format!("dialog[data-dialog='checklist'] [data-offer='{}']", offer.order)).await;
            }
        }
    }

    /// Chooses from the list of all choices, as those do who do not point.
    async fn press_choice(&self, offer: &Offer) {
        let selector = format!(".prompt [data-offer='{}']", offer.order);
        if !self.browser.is_there(&selector).await {
            self.browser.press(".prompt summary").await;
        }
        self.browser.press(&selector).await;
    }

    /// Chooses one of several orders after which a die falls: by its button, or out of a list.
    pub async fn choose_column(&self, order: &str) {
        let listed = "const list = document.querySelector('.combat [data-choices]'); if (!list) return false; \
                      list.value = arguments[0]; list.dispatchEvent(new Event('change', { bubbles: true })); return true";
        if self.browser.script(listed, json!([order])).await != json!(true) {
            self.browser.press(&format!(".combat [data-choose='{order}']")).await;
        }
    }

    /// The distribution on the stage of the combat, as soon as it is reckoned.
    pub async fn odds(&self) -> Vec<OddsLine> {
        self.browser.see(".combat[data-state='ready']").await;
        let body = "return [...document.querySelectorAll('.stage [data-odds]')].map(one => [one.dataset.odds, one.dataset.numerator, one.dataset.denominator])";
        let lines = self.browser.script(body, json!([])).await;
        let number = |value: &Value| value.as_str().and_then(|text| text.parse().ok()).expect("odds are numbers");
        let lines = lines.as_array().cloned().unwrap_or_default();
        lines
            .iter()
            .map(|line| OddsLine {
                labels: line[0].as_str().unwrap_or_default().to_owned(),
                numerator: number(&line[1]),
                denominator: number(&line[2]),
            })
            .collect()
    }
}
