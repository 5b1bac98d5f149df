//! Holds what the server says to its own description: nothing is sent that is not in it, and nothing is missing.

use serde_json::Value;

/// Looks at an answer of the API; one to a call that is not described is left alone.
pub(crate) fn answer(method: &str, path: &str, status: u16, body: &str) {
    let Some((template, call)) = call(method, path) else { return };
    let told = &call["responses"][status.to_string()];
    assert!(told.is_object(), "{method} {template} answers {status}, which is not described: {body}");
    let schema = &told["content"]["application/json"]["schema"];
    if schema.is_object() {
        let body: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{method} {template}: {error}"));
        fits(&body, schema, "").unwrap_or_else(|fault| panic!("{method} {template} {status}: {fault}"));
    }
}

/// Looks at a message of the socket.
pub(crate) fn message(text: &str) {
    let message: Value = serde_json::from_str(text).unwrap();
    let call = &server::api_description()["paths"]["/api/games/{game}/live"]["get"];
    fits(&message, &call["x-socket"]["receives"], "")
        .unwrap_or_else(|fault| panic!("a message of the socket: {fault}: {text}"));
}

/// The call that a path means: the one with the fewest blanks.
fn call(method: &str, path: &str) -> Option<(&'static str, &'static Value)> {
    let parts: Vec<&str> = path.split('?').next()?.split('/').collect();
    let paths = server::api_description()["paths"].as_object()?;
    let is_meant = |template: &str| {
        let wanted: Vec<&str> = template.split('/').collect();
        let same = |(want, part): (&&str, &&str)| want.starts_with('{') || want == part;
        wanted.len() == parts.len() && wanted.iter().zip(&parts).all(same)
    };
    let fitting = paths.iter().filter(|(template, _)| is_meant(template));
    let (template, methods) = fitting.min_by_key(|(template, _)| template.matches('{').count())?;
    Some((template, methods.get(method)?))
}

/// Whether a value is as its schema says, to the last field.
pub(crate) fn fits(value: &Value, schema: &Value, place: &str) -> Result<(), String> {
    let mut known = Vec::new();
    check(value, schema, place, &mut known)?;
    match value {
        Value::Object(fields) if !known.contains(&"*") => {
            match fields.keys().find(|name| !known.contains(&name.as_str())) {
                Some(name) => Err(format!("{place}/{name} is in no description")),
                None => Ok(()),
            }
        }
        Value::Object(_) | Value::Array(_) | Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {
            Ok(())
        }
    }
}

/// The same for the keys that this part of a schema knows, which are noted.
fn check<'s>(value: &Value, schema: &'s Value, place: &str, known: &mut Vec<&'s str>) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{place} is {value} and not {what}"));
    // Nothing is said of it, so anything may be there.
    if schema.as_object().is_none_or(serde_json::Map::is_empty) {
        known.push("*");
        return Ok(());
    }
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or(name);
        check(value, &server::api_description()["components"]["schemas"][name], place, known)?;
    }
    for key in ["oneOf", "anyOf"] {
        let Some(choices) = schema[key].as_array() else { continue };
        let mut faults = Vec::new();
        let mut fitting = None;
        for choice in choices {
            let mut also = Vec::new();
            // Alternatives are told apart by everything that is in them, so that no field hides behind another choice.
            match fits(value, choice, place).and_then(|()| check(value, choice, place, &mut also)) {
                Ok(()) => fitting = Some(also),
                Err(fault) => faults.push(fault),
            }
        }
        match fitting {
            Some(also) => known.extend(also),
            None => return Err(faults.join(" or ")),
        }
    }
    if let Some(constant) = schema.get("const")
        && value != constant
    {
        return wrong(&constant.to_string());
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return wrong(&format!("one of {values:?}"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    };
    let is = |kind: &&str| match *kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        _ => value.is_object(),
    };
    if !kinds.is_empty() && !kinds.iter().any(is) {
        return wrong(&kinds.join(" or "));
    }
    if let Value::Array(items) = value {
        let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
        let least = schema["minItems"].as_u64().unwrap_or(0);
        if !(least..=most).contains(&(items.len() as u64)) {
            return wrong(&format!("{least} to {most} long"));
        }
        for (number, item) in items.iter().enumerate() {
            fits(item, &schema["items"], &format!("{place}/{number}"))?;
        }
    }
    if let Value::Object(fields) = value {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                return wrong(&format!("complete: it has no {name}"));
            }
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            known.push(name);
            if let Some(field) = fields.get(name) {
                fits(field, property, &format!("{place}/{name}"))?;
            }
        }
        if let Some(others @ Value::Object(_)) = schema.get("additionalProperties") {
            known.push("*");
            for (name, field) in fields {
                fits(field, others, &format!("{place}/{name}"))?;
            }
        }
    }
    Ok(())
}
