use axum::Json;
use serde_json::{Value, json};

pub(crate) async fn describe() -> Json<Value> {
    Json(json!({ "openapi": "3.1.0" }))
}
