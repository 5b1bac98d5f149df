//! The types of the wire as declarations for the page, against which its modules are checked.

use std::fmt::Write as _;

use serde_json::{Map, Value};

const HEAD: &str =
    "// What crosses the wire, made from server/src/wire by `cargo xtask wire --update`. Not to be edited by hand.\n";

/// `web/types/wire.d.ts`: a namespace that every module of the page knows without asking for it.
pub fn declarations() -> String {
    let mut told = format!("{HEAD}\ndeclare namespace Wire {{\n");
    let description = crate::openapi::description();
    let schemas = description["components"]["schemas"].as_object();
    for (number, (name, schema)) in schemas.into_iter().flatten().enumerate() {
        if number > 0 {
            told.push('\n');
        }
        comment(&mut told, schema, 1);
        let shape = shape(schema, 1);
        // Only plain objects: what has alternatives or is put together of several can be no interface.
        if shape.starts_with('{') && shape.ends_with('}') && !schema.as_object().is_some_and(is_composed) {
            let _ = writeln!(told, "  interface {name} {shape}");
        } else {
            let _ = writeln!(told, "  type {name} = {shape};");
        }
    }
    told.push_str("}\n");
    told
}

fn is_composed(schema: &Map<String, Value>) -> bool {
    ["$ref", "oneOf", "anyOf", "allOf"].iter().any(|key| schema.contains_key(*key))
}

fn comment(told: &mut String, schema: &Value, depth: usize) {
    if let Some(words) = schema["description"].as_str() {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(told, "{}/** {words} */", "  ".repeat(depth));
    }
}

/// A schema as a type.
fn shape(schema: &Value, depth: usize) -> String {
    let Value::Object(fields) = schema else { return "unknown".into() };
    let mut all = Vec::new();
    if let Some(name) = schema["$ref"].as_str() {
        all.push(name.rsplit('/').next().unwrap_or(name).to_owned());
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            all.push(union(choices.iter().map(|choice| shape(choice, depth)).collect()));
        }
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        all.push(shape(part, depth));
    }
    if let Some(value) = fields.get("const") {
        all.push(value.to_string());
    } else if let Some(values) = schema["enum"].as_array() {
        all.push(union(values.iter().map(Value::to_string).collect()));
    } else {
        match &schema["type"] {
            Value::String(kind) => all.extend(plain(kind, schema, depth, all.is_empty())),
            Value::Array(kinds) => {
                let each = kinds.iter().filter_map(Value::as_str);
                all.push(union(each.filter_map(|kind| plain(kind, schema, depth, true)).collect()));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
        }
    }
    match all.len() {
        0 => "unknown".into(),
        1 => all.remove(0),
        _ => all.iter().map(|part| bracketed(part)).collect::<Vec<_>>().join(" & "),
    }
}

fn bracketed(part: &str) -> String {
    if part.contains(" | ") && !part.starts_with('{') { format!("({part})") } else { part.to_owned() }
}

fn union(mut choices: Vec<String>) -> String {
    choices.dedup();
    choices.join(" | ")
}

fn plain(kind: &str, schema: &Value, depth: usize, alone: bool) -> Option<String> {
    Some(match kind {
        "string" => "string".into(),
        "integer" | "number" => "number".into(),
        "boolean" => "boolean".into(),
        "null" => "null".into(),
        "array" => array(schema, depth),
        _ => return object(schema, depth, alone),
    })
}

fn array(schema: &Value, depth: usize) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|item| shape(item, depth)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = shape(&schema["items"], depth);
    let length = |key: &str| schema[key].as_u64().and_then(|length| usize::try_from(length).ok());
    match (length("minItems"), length("maxItems")) {
        (_, Some(0)) => "[]".into(),
        (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; least].join(", ")),
        _ if item.contains(" | ") || item.contains(" & ") => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, depth: usize, alone: bool) -> Option<String> {
    let Some(properties) = schema["properties"].as_object() else {
        return match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => Some(format!("{{ [key: string]: {} }}", shape(values, depth))),
            // Beside a reference or alternatives it says nothing more.
            _ => alone.then(|| "{}".into()),
        };
    };
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut told = "{\n".to_owned();
    for (name, property) in properties {
        comment(&mut told, property, depth + 1);
        let is_required = required.contains(&name.as_str());
        let mark = if is_required { "" } else { "?" };
        let mut shape = shape(property, depth + 1);
        // What is left out where there is nothing is never null, unless it says so.
        if !is_required && property.get("x-null").is_none() {
            shape = shape.strip_suffix(" | null").map_or(shape.clone(), str::to_owned);
        }
        let _ = writeln!(told, "{}{name}{mark}: {shape};", "  ".repeat(depth + 1));
    }
    told.push_str(&"  ".repeat(depth));
    told.push('}');
    Some(told)
}
