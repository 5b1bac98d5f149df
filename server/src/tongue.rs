//! The reader's language. Titles say everything in English, and with it which message that was: where they can say it in the reader's
//! language, the reader is told in that.

use std::sync::Arc;

use kernel::{AnyTitle, LogLine, Message, Offer, Offered, PendingInfo};

/// A language that a reader may choose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Tongue {
    #[default]
    English,
    French,
    German,
}

impl Tongue {
    pub(crate) const ALL: [Tongue; 3] = [Tongue::English, Tongue::French, Tongue::German];

    fn tag(self) -> &'static str {
        match self {
            Tongue::English => "en",
            Tongue::French => "fr",
            Tongue::German => "de",
        }
    }

    /// The first wish of an `Accept-Language` header that can be met, as browsers order them.
    pub(crate) fn wished(header: &str) -> Tongue {
        let tags = header.split(',').map(|wish| wish.split([';', '-']).next().unwrap_or("").trim().to_lowercase());
        let known = tags.filter_map(|tag| Tongue::ALL.into_iter().find(|tongue| tongue.tag() == tag));
        known.into_iter().next().unwrap_or_default()
    }
}

/// Says what a title says in a reader's language.
#[derive(Clone)]
pub(crate) struct Teller {
    pub(crate) title: Arc<dyn AnyTitle>,
    pub(crate) tongue: Tongue,
}

impl Teller {
    fn say(&self, message: Option<&Message>, beside: Option<&str>) -> Option<String> {
        match self.tongue {
            Tongue::English => None,
            Tongue::French | Tongue::German => self.title.in_language(self.tongue.tag(), message?, beside),
        }
    }

    pub(crate) fn lines(&self, mut lines: Vec<LogLine>) -> Vec<LogLine> {
        for line in &mut lines {
            if let Some(text) = self.say(line.message.as_ref(), None) {
                line.text = text;
            }
        }
        lines
    }

    pub(crate) fn pending(&self, mut pending: PendingInfo) -> PendingInfo {
        if let PendingInfo::Decide(asked) = &mut pending {
            for asked in asked {
                let prompt = &mut asked.prompt;
                if let Some(text) = self.say(prompt.message.as_ref(), None) {
                    prompt.text = text;
                    prompt.heading = self.say(prompt.message.as_ref(), Some("heading"));
                }
            }
        }
        pending
    }

    pub(crate) fn offered(&self, mut offered: Offered) -> Offered {
        let name = |offer: &mut Offer| {
            if let Some(label) = self.say(offer.touch.message.as_ref(), None) {
                offer.touch.label = label;
            }
        };
        offered.answers.iter_mut().for_each(name);
        offered.interrupts.iter_mut().for_each(name);
        offered
    }
}

#[cfg(test)]
mod tests {
    use super::Tongue;

    #[test]
    fn the_first_wish_that_can_be_met() {
        assert_eq!(Tongue::wished("pl, de-CH;q=0.9, fr;q=0.8"), Tongue::German);
        assert_eq!(Tongue::wished("fr"), Tongue::French);
        assert_eq!(Tongue::wished("en-GB,de;q=0.5"), Tongue::English);
        assert_eq!(Tongue::wished("*"), Tongue::English);
    }
}
