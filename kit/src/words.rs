//! A title's messages in its languages, written for Fluent: `data/<title>/messages/en.ftl` and others beside it.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use board::Fault;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use kernel::{Message, Text, Value};

use crate::title::Reading;

/// The language in which everything can be said.
const ENGLISH: &str = "en";

/// The messages of a title, by language. They are read once, and shared by all games.
#[derive(Clone, Default)]
pub struct Words(Arc<BTreeMap<String, FluentBundle<FluentResource>>>);

impl Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

impl Words {
    /// Reads the messages of a title in these languages. English comes first: the others may have nothing that it has not.
    pub fn read(reading: &mut Reading<'_>, languages: &[&str]) -> Option<Words> {
        let mut bundles = BTreeMap::new();
        for language in languages {
            let file = format!("messages/{language}.ftl");
            let bundle = reading.read(&file, |name, text| bundle(name, text, language))?;
            bundles.insert((*language).to_owned(), bundle);
        }
        Some(Words(Arc::new(bundles)))
    }

    /// A message in English, with itself.
    pub fn english(&self, message: Message) -> Text {
        // A message that is missing shows its name; a test of the title looks for those.
        let english = self.say(ENGLISH, &message).unwrap_or_else(|| message.id.to_owned());
        Text { english, message: Some(message) }
    }

    /// A message in a language, if it can be said in that.
    pub fn say(&self, language: &str, message: &Message) -> Option<String> {
        self.part(language, message, None)
    }

    /// What stands beside a message, such as its `heading`.
    pub fn beside(&self, language: &str, message: &Message, attribute: &str) -> Option<String> {
        self.part(language, message, Some(attribute))
    }

    fn part(&self, language: &str, message: &Message, attribute: Option<&str>) -> Option<String> {
        let bundle = self.0.get(language)?;
        let found = bundle.get_message(message.id)?;
        let pattern = match attribute {
            Some(name) => found.get_attribute(name)?.value(),
            None => found.value()?,
        };
        let mut values = FluentArgs::new();
        for (name, value) in &message.values {
            values.set(*name, self.value(language, value));
        }
        let mut faults = Vec::new();
        let said = bundle.format_pattern(pattern, Some(&values), &mut faults);
        faults.is_empty().then(|| said.into_owned())
    }

    fn value(&self, language: &str, value: &Value) -> FluentValue<'static> {
        match value {
            Value::Number(number) => FluentValue::from(*number),
            Value::Text(_) | Value::Message(_) | Value::List(_) => FluentValue::from(self.in_words(language, value)),
        }
    }

    fn in_words(&self, language: &str, value: &Value) -> String {
        match value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Message(message) => {
                let said = self.say(language, message).or_else(|| self.say(ENGLISH, message));
                said.unwrap_or_else(|| message.id.to_owned())
            }
            Value::List(values) => {
                values.iter().map(|value| self.in_words(language, value)).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// The messages of a language, and those of English that it lacks.
    pub fn lacking(&self, language: &str, ids: &[&'static str]) -> Vec<&'static str> {
        let has = |id: &str| self.0.get(language).is_some_and(|bundle| bundle.has_message(id));
        ids.iter().copied().filter(|id| !has(id)).collect()
    }
}

fn bundle(name: &str, text: &str, language: &str) -> Result<FluentBundle<FluentResource>, Vec<Fault>> {
    let fault = |line: usize, sentence: String| Fault { file: name.to_owned(), line, sentence };
    let line_of = |at: usize| text[..at.min(text.len())].lines().count().max(1);
    let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, faults)| {
        let told = faults.iter().map(|error| fault(line_of(error.pos.start), error.to_string()));
        told.collect::<Vec<_>>()
    })?;
    let tag = language.parse().map_err(|error| vec![fault(1, format!("\"{language}\" is no language: {error}"))])?;
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // Names of units are looked for in sentences; marks around them would be in the way.
    bundle.set_use_isolating(false);
    let added = bundle.add_resource(resource);
    added.map_err(|errors| errors.iter().map(|error| fault(1, error.to_string())).collect::<Vec<_>>())?;
    Ok(bundle)
}
