//! Sentences as data: which message of a title's files, and what stands in it. A title says it in English at once, for terminals, records and
//! examples; whoever shows it to a reader may say it in the reader's language instead.

/// What stands in a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Names and numbers of places, which are the same in every language.
    Text(String),
    /// Something that is counted.
    Number(i64),
    /// Something that is a message itself, such as the name of a side.
    Message(Message),
    /// Several of these in a row.
    List(Vec<Value>),
}

/// A message of a title's files, by its name, and what stands in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    pub id: &'static str,
    pub values: Vec<(&'static str, Value)>,
}

impl Message {
    pub fn new(id: &'static str) -> Message {
        Message { id, values: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Message {
        self.values.push((name, value.into()));
        self
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Value {
        Value::Message(message)
    }
}

impl<V: Into<Value>> From<Vec<V>> for Value {
    fn from(values: Vec<V>) -> Value {
        Value::List(values.into_iter().map(V::into).collect())
    }
}

macro_rules! counted {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Number(i64::from(number))
            }
        })*
    };
}

counted!(u8, u16, u32, i32);

/// A sentence in English, and the message it was made from if the title has messages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    pub english: String,
    pub message: Option<Message>,
}
