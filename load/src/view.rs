//! What a player has been shown, put together from a snapshot and the deltas after it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A message of the server, as far as a player of this kind looks at it.
#[derive(Deserialize)]
struct Message<'m> {
    #[serde(borrow)]
    kind: Cow<'m, str>,
    version: Option<u64>,
    #[serde(borrow)]
    offers: Option<BTreeMap<Cow<'m, str>, Vec<Offer>>>,
    #[serde(borrow)]
    pending: Option<Pending<'m>>,
    #[serde(default)]
    pieces: Vec<Value>,
    #[serde(default)]
    pieces_changed: Vec<Value>,
    #[serde(default)]
    pieces_gone: Vec<String>,
    #[serde(borrow)]
    error: Option<Cow<'m, str>>,
    refusal: Option<Value>,
}

#[derive(Deserialize)]
struct Offer {
    order: String,
}

#[derive(Deserialize)]
struct Pending<'m> {
    #[serde(borrow)]
    kind: Cow<'m, str>,
}

/// What a player knows of his game.
#[derive(Default)]
pub(crate) struct View {
    pub(crate) version: u64,
    pub(crate) over: bool,
    /// What he may order.
    pub(crate) offers: Vec<String>,
    /// The counters as they were sent, by id.
    pub(crate) pieces: BTreeMap<String, Value>,
}

/// What a message was.
pub(crate) enum Heard {
    News,
    /// Not carried out, and why.
    Refused(String),
    Other,
}

impl View {
    pub(crate) fn hear(&mut self, text: &str, seat: &str) -> Result<Heard, String> {
        let unreadable = |error: serde_json::Error| format!("a message cannot be read: {error}");
        let message: Message = serde_json::from_str(text).map_err(unreadable)?;
        match &*message.kind {
            "snapshot" => self.pieces.clear(),
            "delta" => {}
            "refused" | "error" => {
                let refusal = message.refusal.map(|refusal| refusal.to_string());
                return Ok(Heard::Refused(message.error.map_or_else(|| refusal.unwrap_or_default(), Cow::into_owned)));
            }
            _ => return Ok(Heard::Other),
        }
        self.version = message.version.ok_or("a message tells no version")?;
        if let Some(pending) = message.pending {
            self.over = pending.kind == "over";
        }
        if let Some(mut offers) = message.offers {
            let own = offers.remove(seat).unwrap_or_default();
            self.offers = own.into_iter().map(|offer| offer.order).collect();
        }
        for piece in message.pieces.into_iter().chain(message.pieces_changed) {
            let id = piece["id"].as_str().ok_or("a counter has no id")?.to_owned();
            self.pieces.insert(id, piece);
        }
        for id in message.pieces_gone {
            self.pieces.remove(&id);
        }
        Ok(Heard::News)
    }

    /// Whether both know the same counters.
    pub(crate) fn agrees_with(&self, other: &View) -> bool {
        self.version == other.version && self.over == other.over && self.pieces == other.pieces
    }
}

#[cfg(test)]
mod tests {
    use super::{Heard, View};

    #[test]
    fn deltas_change_what_the_snapshot_showed() {
        let mut view = View::default();
        let snapshot = r#"{"kind": "snapshot", "version": 7, "pending": {"kind": "decide"}, "turn": 1,
            "offers": {"red": [{"order": "go"}, {"order": "stay"}]},
            "pieces": [{"id": "a", "place": "0101"}, {"id": "b", "place": "0102"}]}"#;
        assert!(matches!(view.hear(snapshot, "red"), Ok(Heard::News)));
        assert_eq!((view.version, view.offers.len(), view.pieces.len()), (7, 2, 2));
        let delta = r#"{"kind": "delta", "version": 8, "offers": {"blue": [{"order": "go"}]},
            "pieces_changed": [{"id": "a", "place": "0103"}], "pieces_gone": ["b"]}"#;
        assert!(matches!(view.hear(delta, "red"), Ok(Heard::News)));
        assert_eq!((view.version, view.offers.len(), view.pieces.len()), (8, 0, 1));
        assert_eq!(view.pieces["a"]["place"], "0103");
        assert!(
            matches!(view.hear(r#"{"kind": "error", "error": "late"}"#, "red"), Ok(Heard::Refused(words)) if words == "late")
        );
        assert_eq!(view.version, 8);
    }
}
