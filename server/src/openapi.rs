//! The description of the API for machines, made from the types of the wire.

use std::sync::OnceLock;

use axum::Json;
use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::wire;

/// Where definitions stand in the description.
const DEFINITIONS: &str = "/components/schemas";

/// A call: how, where, what it does, what may stand behind a question mark, what goes in and what comes out.
struct Call {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    questions: &'static [(&'static str, &'static str)],
    body: Option<(&'static str, Value)>,
    answer: (u16, &'static str, Value),
    /// Statuses besides those that every call of its kind may have.
    also: &'static [u16],
    more: Map<String, Value>,
}

impl Call {
    fn new(method: &'static str, path: &'static str, summary: &'static str) -> Call {
        let answer = (200, "application/json", json!({}));
        Call { method, path, summary, questions: &[], body: None, answer, also: &[], more: Map::new() }
    }

    fn asked(self, questions: &'static [(&'static str, &'static str)]) -> Call {
        Call { questions, ..self }
    }

    fn kind(self, kind: &'static str) -> Call {
        Call { answer: (200, kind, json!({ "type": "string" })), ..self }
    }

    fn also(self, also: &'static [u16]) -> Call {
        Call { also, ..self }
    }
}

/// Makes the schemas of both directions.
struct Schemas {
    answers: SchemaGenerator,
    requests: SchemaGenerator,
}

impl Schemas {
    fn new() -> Schemas {
        let of = |contract: Contract| {
            let settings = SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = DEFINITIONS.into();
                settings.meta_schema = None;
                settings.contract = contract;
            });
            settings.into_generator()
        };
        Schemas { answers: of(Contract::Serialize), requests: of(Contract::Deserialize) }
    }

    fn answers<T: JsonSchema>(&mut self, call: Call) -> Call {
        Call { answer: (200, "application/json", self.answers.subschema_for::<T>().into()), ..call }
    }

    fn takes<T: JsonSchema>(&mut self, call: Call) -> Call {
        Call { body: Some(("application/json", self.requests.subschema_for::<T>().into())), ..call }
    }

    /// A call with a body and an answer.
    fn both<Q: JsonSchema, A: JsonSchema>(&mut self, call: Call) -> Call {
        let call = self.takes::<Q>(call);
        self.answers::<A>(call)
    }

    /// Everything that was named.
    fn definitions(mut self) -> Map<String, Value> {
        let mut all = self.answers.take_definitions(true);
        all.extend(self.requests.take_definitions(true));
        all
    }
}

const AS: &[(&str, &str)] = &[("as", "string")];
const SYMBOLS: &[(&str, &str)] = &[("symbols", "string")];
const FRAMED: &[(&str, &str)] = &[("frame", "integer")];
const DRAWN: &[(&str, &str)] = &[("numbers", "integer"), ("frame", "integer")];

fn of_titles(schemas: &mut Schemas) -> Vec<Call> {
    let get = |path, summary| Call::new("get", path, summary);
    let post = |path, summary| Call::new("post", path, summary);
    vec![
        schemas.answers::<Vec<wire::Title>>(get("/api/titles", "Titles, scenarios, options and seats")),
        schemas.answers::<wire::RuleBook>(get("/api/titles/{title}/rules", "Chapters and cases in our own words")),
        schemas.answers::<wire::Introduction>(get("/api/titles/{title}/introduction", "The lessons")),
        schemas.answers::<wire::Example>(get("/api/titles/{title}/examples/{name}", "An example, step by step, drawn")),
        get("/api/titles/{title}/{scenario}/map.svg", "The map without counters").asked(DRAWN).kind("image/svg+xml"),
        get("/api/titles/{title}/{scenario}/picture.jpg", "A small picture of the ground on which the armies meet")
            .kind("image/jpeg"),
        schemas
            .answers::<wire::MapSheet>(get("/api/titles/{title}/{scenario}/map.json", "Where its places are"))
            .asked(FRAMED),
        get("/api/titles/{title}/{scenario}/counters.svg", "A symbol for each counter")
            .asked(SYMBOLS)
            .kind("image/svg+xml"),
        schemas.answers::<wire::Roster>(get("/api/titles/{title}/{scenario}/units.json", "The whole roster")),
        schemas.answers::<Vec<wire::SeatListed>>(get(
            "/api/titles/{title}/{scenario}/seats",
            "The seats with these options",
        )),
        schemas
            .answers::<wire::Sandbox>(get("/api/titles/{title}/{scenario}/sandbox", "What a position can be made of")),
        schemas.both::<wire::PositionQuestion, wire::Position<'_>>(post(
            "/api/titles/{title}/position",
            "Builds a position from counters and places, or checks the text of one or changed",
        )),
        schemas.both::<wire::TextSent, wire::ExampleRun>(post("/api/titles/{title}/example", "Runs an example")),
    ]
}

fn of_play(schemas: &mut Schemas) -> Vec<Call> {
    let get = |path, summary| Call::new("get", path, summary);
    let post = |path, summary| Call::new("post", path, summary);
    type Seen<'a> = wire::Snapshot<'a, wire::Personal<'a>>;
    let mut live = get("/api/games/{game}/live", "The socket of the game (WebSocket)")
        .asked(&[("as", "string"), ("since", "integer")])
        .also(&[101]);
    live.answer = (101, "", json!({}));
    let messages = json!({
        "sends": schemas.requests.subschema_for::<wire::ClientMessage>(),
        "receives": schemas.answers.subschema_for::<wire::ServerMessage<'_>>(),
    });
    live.more.insert("x-socket".into(), messages);
    vec![
        live,
        schemas
            .answers::<Vec<wire::GameListed>>(get(
                "/api/games",
                "A page of the games that this session owns or has a seat in",
            ))
            .asked(&[("after", "string")]),
        schemas.both::<wire::NewGame, wire::Created>(post("/api/games", "A new game")),
        schemas.answers::<Seen<'_>>(get("/api/games/{game}", "The game as this session may see it")).asked(AS),
        schemas.answers::<wire::Nothing>(Call::new("delete", "/api/games/{game}", "Deletes it; for the owner")),
        schemas.answers::<wire::Links>(get("/api/games/{game}/links", "Invitations; for the owner")),
        schemas
            .answers::<wire::LogPage<'_>>(get("/api/games/{game}/log", "The log from a line on"))
            .asked(&[("as", "string"), ("from", "integer")]),
        schemas.both::<wire::TaskAsked, wire::TaskDone>(post(
            "/api/games/{game}/task",
            "Whether the learner has done what a lesson asks",
        )),
        schemas.both::<wire::Order, wire::Done>(post("/api/games/{game}/orders", "An order")).also(&[422]),
        schemas.both::<wire::After, wire::Done>(post("/api/games/{game}/undo", "Takes the seat's last order back")),
        schemas.both::<wire::After, wire::Done>(post("/api/games/{game}/redo", "Gives it again")).also(&[422]),
        schemas.both::<wire::After, wire::Done>(post(
            "/api/games/{game}/reset",
            "Takes back everything to the next barrier",
        )),
        schemas.both::<wire::TakebackWish, wire::Done>(post(
            "/api/games/{game}/takeback",
            "Requests a takeback past a barrier",
        )),
        schemas
            .both::<wire::Consent, wire::Done>(post("/api/games/{game}/takeback/answer", "Answers a takeback request")),
        schemas
            .answers::<Vec<wire::ChatMessage<'_>>>(get("/api/games/{game}/chat", "A page of the chat, for players"))
            .asked(&[("before", "integer")]),
        schemas
            .answers::<wire::Letters>(get(
                "/api/games/{game}/letters",
                "Letters of your own side, in games without chat",
            ))
            .asked(AS),
        schemas.both::<wire::LetterSent, wire::LetterKept>(Call::new(
            "put",
            "/api/games/{game}/letters",
            "Writes this turn's letter",
        )),
        schemas.answers::<wire::TextKept>(get("/api/games/{game}/notes", "Your own notes")),
        schemas.both::<wire::TextSent, wire::Nothing>(Call::new(
            "put",
            "/api/games/{game}/notes",
            "Stores your own notes",
        )),
        schemas.both::<wire::NonceSent, wire::NonceKept>(post(
            "/api/games/{game}/nonce",
            "Adds to the dice, before their first throw",
        )),
        schemas.answers::<Vec<wire::EndedGame>>(get(
            "/api/ended",
            "Games of this browser that were deleted before their end, with their dice",
        )),
        schemas.answers::<wire::Made>(post(
            "/api/games/{game}/rematch",
            "A new game with seats changed, or a seat in the one that was asked for",
        )),
    ]
}

fn of_aids(schemas: &mut Schemas) -> Vec<Call> {
    let get = |path, summary| Call::new("get", path, summary);
    let post = |path, summary| Call::new("post", path, summary);
    let mut import = schemas.answers::<wire::Imported>(post("/api/import", "A game from a journal"));
    import.body = Some(("application/x-ndjson", json!({ "type": "string" })));
    vec![
        schemas
            .both::<wire::ReachQuestion, wire::Reach>(post("/api/games/{game}/reach", "Where units can go together"))
            .also(&[422]),
        schemas.both::<wire::WhyQuestion, wire::Why>(post(
            "/api/games/{game}/why",
            "The order that is meant by pointing at units and a place, or why it is forbidden",
        )),
        schemas
            .both::<wire::Order, wire::Preview>(post(
                "/api/games/{game}/preview",
                "What an order of your own seat would come to, and whether it could be undone",
            ))
            .also(&[422]),
        schemas.answers::<Vec<wire::OverlayInfo>>(get("/api/games/{game}/overlays", "The overlays")).asked(AS),
        schemas.both::<wire::OverlayQuestion, wire::Overlay>(post("/api/games/{game}/overlay", "One overlay")),
        schemas
            .both::<wire::Order, wire::Odds>(post("/api/games/{game}/odds", "The possible results of an order"))
            .also(&[422]),
        schemas.both::<wire::HintsQuestion, wire::Hints>(post(
            "/api/games/{game}/hints",
            "A general's best orders for your own seat",
        )),
        schemas
            .answers::<wire::ReviewTold>(get(
                "/api/games/{game}/review",
                "The review of a finished game, or its progress",
            ))
            .asked(AS),
        schemas.answers::<wire::ReviewTold>(post("/api/games/{game}/review", "Starts the review")).also(&[202]),
        schemas
            .answers::<wire::DiceAnswer>(get(
                "/api/games/{game}/dice",
                "The dice: commitment, nonces, throws; the seed after the game",
            ))
            .also(&[409]),
        schemas
            .answers::<wire::TextKept>(get("/api/games/{game}/position", "The position as the table of an example"))
            .asked(&[("as", "string"), ("step", "integer")])
            .also(&[409]),
        get("/api/games/{game}/sheets/map.svg", "The map of this game, where it is of no scenario")
            .asked(DRAWN)
            .kind("image/svg+xml"),
        schemas
            .answers::<wire::MapSheet>(get("/api/games/{game}/sheets/map.json", "Where the places are on it"))
            .asked(FRAMED),
        get("/api/games/{game}/sheets/picture.jpg", "A small picture of its ground").kind("image/jpeg"),
        get("/api/games/{game}/sheets/counters.svg", "A symbol for each of its counters")
            .asked(SYMBOLS)
            .kind("image/svg+xml"),
        schemas.answers::<wire::Roster>(get("/api/games/{game}/sheets/units.json", "Its roster")),
        get("/api/games/{game}/journal", "Your own record, or after the game the journal")
            .asked(AS)
            .kind("application/x-ndjson")
            .also(&[409]),
        schemas
            .answers::<wire::StepShown<'_>>(get(
                "/api/games/{game}/steps/{step}",
                "The game after a step of your own record",
            ))
            .asked(AS),
        schemas.both::<wire::Branch, wire::Made>(post(
            "/api/games/{game}/branch",
            "A new game that continues from a step",
        )),
        import,
    ]
}

fn of_seats(schemas: &mut Schemas) -> Vec<Call> {
    let get = |path, summary| Call::new("get", path, summary);
    let post = |path, summary| Call::new("post", path, summary);
    let delete = |path, summary| Call::new("delete", path, summary);
    vec![
        schemas.answers::<wire::PlayerNamed>(Call::new("get", "/api/player", "What one is called at every table")),
        schemas.both::<wire::PlayerNamed, wire::Nothing>(Call::new(
            "put",
            "/api/player",
            "Gives oneself a name, or none",
        )),
        schemas.both::<wire::CodeTyped, wire::CodeTold>(post("/api/codes", "Where a code leads")),
        schemas.both::<wire::Join, wire::Joined>(post("/api/join", "Exchanges an invitation for its seat")),
        schemas.both::<wire::Join, wire::Invited>(post("/api/join/look", "What an invitation is to")),
        schemas.both::<wire::SeatAsk, wire::SeatAsked>(post(
            "/api/seats/ask",
            "Asks for the seat of an invitation that somebody else has taken",
        )),
        schemas.both::<wire::RequestAnswer, wire::Nothing>(post(
            "/api/games/{game}/requests/{request}",
            "Answers whoever asks for a seat",
        )),
        schemas
            .answers::<wire::Nothing>(post("/api/games/{game}/seats/{seat}/give-up", "Gives up a seat of one's own")),
        schemas.both::<wire::SeatPlayer, wire::Nothing>(post(
            "/api/games/{game}/seats/{seat}/player",
            "Leaves an open seat to a general, or to a player again; for the owner",
        )),
        schemas.answers::<wire::Nothing>(delete(
            "/api/games/{game}/keys/{key}",
            "Closes a seat on another device; for its holder",
        )),
        schemas.answers::<wire::Nothing>(post("/api/session", "Makes sure that this browser is known")),
        schemas.answers::<wire::Devices>(get(
            "/api/devices",
            "Where one is signed in, seats open elsewhere, links that wait",
        )),
        schemas.answers::<wire::SignedOut>(delete("/api/devices", "Signs out everywhere but here")),
        schemas.answers::<wire::Nothing>(delete("/api/devices/{device}", "Signs one device out")),
        schemas.both::<wire::NewLink, wire::LinkMade>(post(
            "/api/devices/links",
            "A link that opens one's games, or one seat, on another device",
        )),
        schemas.answers::<wire::Nothing>(delete("/api/devices/links/{link}", "Withdraws it")),
        schemas.both::<wire::LinkSent, wire::LinkShown>(post(
            "/api/devices/look",
            "What a link or a code would open here",
        )),
        schemas.both::<wire::LinkSent, wire::LinkOpened>(post("/api/devices/open", "Opens it")),
    ]
}

/// What a status means.
fn meaning(status: u16) -> &'static str {
    match status {
        101 => "the connection is a WebSocket from now on",
        200 => "done",
        202 => "begun; ask again",
        400 => "the request cannot be read, or means nothing",
        403 => "not for this browser, or from another origin",
        404 => "there is no such thing",
        408 => "the request took too long to arrive",
        409 => "not as things are now; with `version` if the game has moved on",
        413 => "the request is too large",
        422 => "against the rules, with a `refusal`",
        429 => "too much at once; try again in a moment",
        500 => "a fault of the program",
        503 => "the server is full or cannot reach its database; with `unknown` if the change may have been kept",
        _ => "see docs/protocol.md",
    }
}

/// Every status that a request may have besides its answer.
fn failures(call: &Call) -> Vec<u16> {
    let mut all = vec![400, 403, 404, 429, 500, 503];
    if call.method != "get" {
        all.extend([408, 409, 413]);
    }
    all.extend(call.also);
    all.retain(|status| *status != call.answer.0);
    all.sort_unstable();
    all.dedup();
    all
}

fn described(call: Call, problem: &Value) -> Value {
    let (status, kind, schema) = call.answer.clone();
    let content = |kind: &str, schema: &Value| {
        let content = json!({ kind: { "schema": schema } });
        if kind.is_empty() { json!({}) } else { content }
    };
    let mut responses = Map::new();
    let good = json!({ "description": meaning(status), "content": content(kind, &schema) });
    responses.insert(status.to_string(), good);
    for status in failures(&call) {
        let body = if status < 400 { &schema } else { problem };
        let told = json!({ "description": meaning(status), "content": content("application/json", body) });
        responses.insert(status.to_string(), told);
    }
    let mut told = call.more.clone();
    told.insert("summary".into(), call.summary.into());
    told.insert("parameters".into(), parameters(&call).into());
    told.insert("responses".into(), responses.into());
    if let Some((kind, schema)) = &call.body {
        told.insert("requestBody".into(), json!({ "required": true, "content": content(kind, schema) }));
    }
    Value::Object(told)
}

/// What is in braces, and what may follow a question mark.
fn parameters(call: &Call) -> Vec<Value> {
    let named = call.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let in_path = named.map(|name| {
        let schema = match name {
            "step" => json!({ "type": "integer", "minimum": 0 }),
            "game" => json!({ "type": "string", "pattern": "^[0-9a-f]{32}$" }),
            _ => json!({ "type": "string" }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    });
    let question = |(name, kind): &(&str, &str)| json!({ "name": name, "in": "query", "required": false, "schema": { "type": kind } });
    in_path.chain(call.questions.iter().map(question)).collect()
}

/// The whole description.
pub fn description() -> &'static Value {
    static DESCRIPTION: OnceLock<Value> = OnceLock::new();
    DESCRIPTION.get_or_init(|| {
        let mut schemas = Schemas::new();
        let problem: Value = schemas.answers.subschema_for::<wire::Problem>().into();
        let mut calls = vec![
            Call::new("get", "/healthz", "Whether the database can be read and written").kind("text/plain"),
            Call::new("get", "/api/openapi.json", "This description"),
            Call::new("get", "/", "The page").kind("text/html"),
        ];
        calls.extend(of_titles(&mut schemas));
        calls.extend(of_play(&mut schemas));
        calls.extend(of_seats(&mut schemas));
        calls.extend(of_aids(&mut schemas));
        let mut paths: Map<String, Value> = Map::new();
        for call in calls {
            let place = paths.entry(call.path).or_insert_with(|| json!({}));
            let (method, told) = (call.method, described(call, &problem));
            if let Value::Object(place) = place {
                place.insert(method.into(), told);
            }
        }
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Sabretache", "version": env!("CARGO_PKG_VERSION"),
                "description": "Requests that change something need an Origin header with the address of this server. \
                                The session is a cookie, set by the response to the first request that creates something for it. \
                                The messages on the socket of a game are described under x-socket.",
            },
            "paths": paths,
            "components": { "schemas": schemas.definitions() },
        })
    })
}

pub(crate) async fn describe() -> Json<Value> {
    Json(description().clone())
}
