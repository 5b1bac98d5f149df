//! The description of the API for machines.

use axum::Json;
use serde_json::{Map, Value, json};

/// A call: how, where, what it does, the schema of its body.
type Call = (&'static str, &'static str, &'static str, Option<&'static str>);

const CALLS: [Call; 66] = [
    ("get", "/healthz", "Whether the database can be read and written", None),
    ("get", "/api/openapi.json", "This description", None),
    ("get", "/api/titles", "Titles, scenarios, options and seats", None),
    ("get", "/api/titles/{title}/rules", "Chapters and cases in our own words", None),
    ("get", "/api/titles/{title}/introduction", "A few lessons for beginners", None),
    ("get", "/api/titles/{title}/examples/{name}", "An example, step by step, drawn", None),
    ("get", "/api/titles/{title}/{scenario}/map.svg", "The map without counters", None),
    ("get", "/api/titles/{title}/{scenario}/map.json", "Where its places lie", None),
    ("get", "/api/titles/{title}/{scenario}/counters.svg", "A symbol for each counter", None),
    ("get", "/api/titles/{title}/{scenario}/units.json", "The whole roster", None),
    ("get", "/api/titles/{title}/{scenario}/seats", "Who sits at the table, with these options", None),
    ("get", "/api/titles/{title}/{scenario}/sandbox", "What a position can be made of", None),
    (
        "post",
        "/api/titles/{title}/position",
        "A position from what stands where, or a text looked at",
        Some("Position"),
    ),
    ("post", "/api/titles/{title}/example", "Runs an example", Some("Text")),
    ("get", "/api/games", "A page of the games in which this browser has a seat or which it made", None),
    ("post", "/api/games", "A new game", Some("NewGame")),
    ("get", "/api/games/{game}", "The game as this browser may see it", None),
    ("delete", "/api/games/{game}", "Deletes it; for the owner", None),
    ("get", "/api/games/{game}/live", "The socket of the game (WebSocket)", None),
    ("get", "/api/games/{game}/links", "Invitations; for the owner", None),
    ("get", "/api/games/{game}/log", "The log from a line on", None),
    ("post", "/api/games/{game}/orders", "An order", Some("Order")),
    ("post", "/api/games/{game}/undo", "Takes the seat's last order back", Some("After")),
    ("post", "/api/games/{game}/redo", "Gives it again", Some("After")),
    ("post", "/api/games/{game}/reach", "Where units could go together", Some("Reach")),
    ("get", "/api/games/{game}/overlays", "What can be laid over the map", None),
    ("post", "/api/games/{game}/overlay", "One of them", Some("Overlay")),
    ("post", "/api/games/{game}/reset", "Takes back everything to the next barrier", Some("After")),
    ("post", "/api/games/{game}/takeback", "Asks the others to go back past a barrier", Some("Takeback")),
    ("post", "/api/games/{game}/takeback/answer", "Answers whoever asks that", Some("Consent")),
    ("post", "/api/games/{game}/odds", "What can follow an order", Some("Odds")),
    ("post", "/api/games/{game}/hints", "The best orders for a seat of one's own, as a general sees it", Some("Hints")),
    ("get", "/api/games/{game}/review", "The review of a finished game, or how far it is", None),
    ("post", "/api/games/{game}/review", "Begins it", None),
    (
        "post",
        "/api/games/{game}/rematch",
        "A new game with seats changed, or a seat in the one that was asked for",
        None,
    ),
    ("get", "/api/games/{game}/dice", "The dice: promised, added to, thrown; the seed after the game", None),
    ("post", "/api/games/{game}/nonce", "Adds to the dice, before their first throw", Some("Nonce")),
    ("get", "/api/games/{game}/position", "The position as the table of an example", None),
    ("get", "/api/games/{game}/sheets/map.svg", "The map of this game, where it is of no scenario", None),
    ("get", "/api/games/{game}/sheets/map.json", "Where the places lie on it", None),
    ("get", "/api/games/{game}/sheets/counters.svg", "A symbol for each of its counters", None),
    ("get", "/api/games/{game}/sheets/units.json", "Its roster", None),
    ("get", "/api/games/{game}/journal", "The own record, or after the game the journal", None),
    ("get", "/api/games/{game}/steps/{step}", "The game after a step of the own record", None),
    ("post", "/api/games/{game}/branch", "A new game that goes on from a step", Some("Branch")),
    ("get", "/api/games/{game}/chat", "A page of what was said, for those at the table", None),
    ("get", "/api/games/{game}/letters", "Letters of the own side, where players write instead of talking", None),
    ("put", "/api/games/{game}/letters", "Writes the letter of this turn", Some("Letter")),
    ("get", "/api/games/{game}/notes", "One's own notes", None),
    ("put", "/api/games/{game}/notes", "Keeps one's own notes", Some("Note")),
    ("get", "/api/ended", "Games of this browser that were deleted before their end, with their dice", None),
    ("post", "/api/games/{game}/seats/{seat}/give-up", "Gives up a seat of one's own", None),
    ("delete", "/api/games/{game}/keys/{key}", "Closes a seat on another device; for its holder", None),
    ("post", "/api/games/{game}/requests/{request}", "Answers whoever asks for a seat", Some("Answer")),
    ("post", "/api/seats/ask", "Asks for the seat of an invitation that somebody else has taken", Some("Ask")),
    ("post", "/api/session", "Makes sure that this browser is known", None),
    ("get", "/api/devices", "Where one is signed in, seats open elsewhere, links that wait", None),
    ("delete", "/api/devices", "Signs out everywhere but here", None),
    ("delete", "/api/devices/{device}", "Signs one device out", None),
    ("post", "/api/devices/links", "A link that opens one's games, or one seat, on another device", Some("NewLink")),
    ("delete", "/api/devices/links/{link}", "Withdraws it", None),
    ("post", "/api/devices/look", "What a link or a code would open here", Some("Link")),
    ("post", "/api/devices/open", "Opens it", Some("Link")),
    ("post", "/api/join", "Exchanges an invitation for its seat", Some("Join")),
    ("post", "/api/import", "A game from a journal", Some("Journal")),
    ("get", "/", "The page", None),
];

pub(crate) async fn describe() -> Json<Value> {
    let mut paths: Map<String, Value> = Map::new();
    for (method, path, summary, body) in CALLS {
        let call = json!({
            "summary": summary,
            "parameters": parameters(method, path),
            "responses": {
                "200": { "description": "as said in docs/protocol.md" },
                "4XX": { "description": "refused, with a sentence",
                         "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } } },
            },
        });
        let Value::Object(mut call) = call else { continue };
        if let Some(name) = body {
            let kind = if name == "Journal" { "application/x-ndjson" } else { "application/json" };
            let schema = json!({ "schema": { "$ref": format!("#/components/schemas/{name}") } });
            call.insert("requestBody".into(), json!({ "required": true, "content": { kind: schema } }));
        }
        let place = paths.entry(path).or_insert_with(|| json!({}));
        if let Value::Object(place) = place {
            place.insert(method.into(), Value::Object(call));
        }
    }
    Json(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sabretache", "version": env!("CARGO_PKG_VERSION"),
            "description": "Requests that change something need an Origin header with the address of this server. \
                            Whoever asks is known by a cookie, which comes with the answer to what first makes something his.",
        },
        "paths": paths,
        "components": { "schemas": schemas() },
    }))
}

/// What stands in braces, and what may stand behind a question mark.
fn parameters(method: &str, path: &str) -> Vec<Value> {
    let named = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let in_path = named.map(|name| {
        let schema = match name {
            "step" => json!({ "type": "integer", "minimum": 0 }),
            "game" => json!({ "type": "string", "pattern": "^[0-9a-f]{32}$" }),
            _ => json!({ "type": "string" }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    });
    let questions: &[(&str, &str)] = match (method, path) {
        (
            "get",
            "/api/games/{game}"
            | "/api/games/{game}/journal"
            | "/api/games/{game}/overlays"
            | "/api/games/{game}/steps/{step}",
        ) => &[("as", "string")],
        ("get", "/api/titles/{title}/{scenario}/counters.svg") => &[("symbols", "string")],
        ("get", "/api/games/{game}/sheets/counters.svg") => &[("symbols", "string")],
        ("get", "/api/games/{game}/position") => &[("as", "string"), ("step", "integer")],
        ("get", "/api/games/{game}/live") => &[("as", "string"), ("since", "integer")],
        ("get", "/api/games") => &[("after", "string")],
        ("get", "/api/games/{game}/chat") => &[("before", "integer")],
        ("get", "/api/games/{game}/letters") => &[("as", "string")],
        ("get", "/api/games/{game}/log") => &[("as", "string"), ("from", "integer")],
        ("get", "/api/titles/{title}/{scenario}/map.svg") => &[("numbers", "integer"), ("frame", "integer")],
        ("get", "/api/titles/{title}/{scenario}/map.json") => &[("frame", "integer")],
        _ => &[],
    };
    let in_question = questions
        .iter()
        .map(|(name, kind)| json!({ "name": name, "in": "query", "required": false, "schema": { "type": kind } }));
    in_path.chain(in_question).collect()
}

fn schemas() -> Value {
    let text = || json!({ "type": "string" });
    let number = || json!({ "type": "integer", "minimum": 0 });
    let object = |required: &[&str], properties: Value| json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false });
    let who = json!({
        "type": "string", "maxLength": 60, "description": "here, link, random, or the name of a general",
        "examples": ["here", "link", "random", "colonel", "captain:bold"],
    });
    json!({
        "NewGame": object(&["title"], json!({
            "title": text(), "scenario": text(), "position": text(),
            "options": { "type": "object", "additionalProperties": text() },
            "seats": { "type": "object", "additionalProperties": who },
        })),
        "Position": object(&["scenario"], json!({
            "scenario": text(), "turn": number(), "phase": text(), "active": text(), "text": text(),
            "units": { "type": "array", "items": object(&["id"], json!({ "id": text(), "place": text(), "facing": text(), "state": text() })) },
        })),
        "Text": object(&["text"], json!({ "text": text() })),
        "Order": object(&["seat", "after", "order"], json!({
            "seat": text(), "after": number(), "order": { "type": "string", "maxLength": 2000 },
        })),
        "After": object(&["seat", "after"], json!({ "seat": text(), "after": number() })),
        "Takeback": object(&["seat", "after"], json!({ "seat": text(), "after": number(), "step": number() })),
        "Consent": object(&["seat", "agree"], json!({ "seat": text(), "agree": { "type": "boolean" } })),
        "Odds": object(&["seat", "order"], json!({ "seat": text(), "order": text() })),
        "Hints": object(&["seat"], json!({
            "seat": text(), "seconds": { "type": "number", "exclusiveMinimum": 0, "maximum": 10 },
        })),
        "Reach": object(&["seat", "units"], json!({
            "seat": text(), "units": { "type": "array", "items": text(), "minItems": 1, "maxItems": 24 },
        })),
        "Overlay": object(&["id"], json!({
            "id": text(), "seat": text(), "side": text(), "unit": text(),
            "places": { "type": "array", "items": text(), "maxItems": 24 },
        })),
        "Branch": object(&["step"], json!({ "step": number(), "as": text() })),
        "Letter": object(&["seat", "text"], json!({ "seat": text(), "text": { "type": "string", "maxLength": 4000 } })),
        "Note": object(&["text"], json!({ "text": text() })),
        "Join": object(&["token"], json!({ "token": text() })),
        "Nonce": object(&["commitment", "nonce"], json!({
            "commitment": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
            "nonce": { "type": "string", "minLength": 1, "maxLength": 200 },
        })),
        "Ask": object(&["token"], json!({ "token": text() })),
        "Answer": object(&["agree"], json!({ "agree": { "type": "boolean" } })),
        "NewLink": object(&[], json!({ "game": text(), "seat": text() })),
        "Link": object(&["link"], json!({ "link": text() })),
        "Journal": text(),
        "Problem": { "type": "object", "properties": {
            "error": text(), "version": number(),
            "refusal": { "type": "object", "properties": {
                "case": text(), "also": { "type": "array", "items": text() }, "facts": text(), "title": text(),
                "summary": text(),
            } },
        } },
    })
}
