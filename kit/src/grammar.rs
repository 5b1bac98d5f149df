//! Orders in words: a row for each verb, by which an action is written, read back, offered and documented.
//!
//! A form is what is typed: small words stand as they are, words in capitals are filled in. Where the last one ends in `…`
//! several may be named, each of which makes an action of its own.

use kernel::{OrderError, Ruleset, Said, Seat, Text};

pub type Read<T> = Result<T, OrderError>;

pub fn unreadable<T>(sentence: impl Into<String>) -> Read<T> {
    Err(OrderError::Unreadable(sentence.into()))
}

/// What can be filled in: how a title reads a word as such a thing, and how it writes it.
pub trait Slot<T> {
    fn read(&self, word: &str) -> Read<T>;

    fn write(&self, thing: T) -> String;

    /// What it means for an offer: the unit that acts, the place to which it leads.
    fn mark(&self, _thing: T, _said: &mut Said) {}
}

/// Words for an offer: a label, or a label and what else is true of it.
pub trait Wording {
    fn put(self, said: &mut Said);
}

impl Wording for &str {
    fn put(self, said: &mut Said) {
        self.clone_into(&mut said.touch.label);
    }
}

impl Wording for String {
    fn put(self, said: &mut Said) {
        said.touch.label = self;
    }
}

impl Wording for Text {
    fn put(self, said: &mut Said) {
        said.touch.label = self.english;
        said.touch.message = self.message;
    }
}

impl<L: Wording, F: FnOnce(&mut Said)> Wording for (L, F) {
    fn put(self, said: &mut Said) {
        self.0.put(said);
        (self.1)(said);
    }
}

pub fn ends(said: &mut Said) {
    said.touch.ends = true;
}

/// Declares the verbs of a title: `const FORMS`, `fn spell`, exhaustive over the actions, and `fn understand`.
///
/// A row is its form, the names of what is filled in, and the action made of them. Where one form means several actions, a
/// guard says when a row counts; without one the first row that fits does. With words behind each row there is `fn say`, too,
/// which offers the action; the head names the speaker and the state for them.
#[macro_export]
macro_rules! verbs {
    ($speaker:ty, $action:ty, $it:ident, $state:ident: $position:ty;
        $($form:literal ($($slot:ident),*) ($($made:tt)+) $(if $guard:path)? => $words:expr;)+
    ) => {
        $crate::verbs! { $speaker, $action; $($form ($($slot),*) ($($made)+) $(if $guard)?;)+ }

        impl $speaker {
            /// Everything there is to say of an action.
            pub(crate) fn say(&self, $state: $position, action: &$action) -> ::kernel::Said {
                let $it = self;
                match *action {
                    $($($made)+ => {
                        let mut said = $crate::grammar::offered($form, &[$($crate::grammar::Slot::write(self, $slot)),*]);
                        $($crate::grammar::Slot::mark(self, $slot, &mut said);)*
                        $crate::grammar::Wording::put($words, &mut said);
                        said
                    })+
                }
            }
        }
    };
    ($speaker:ty, $action:ty; $($form:literal ($($slot:ident),*) ($($made:tt)+) $(if $guard:path)?;)+) => {
        impl $speaker {
            /// Every form of an order.
            pub(crate) const FORMS: &'static [&'static str] = &[$($form),+];

            /// The action as an order.
            pub(crate) fn spell(&self, action: &$action) -> String {
                match *action {
                    $($($made)+ => $crate::grammar::said($form, &[$($crate::grammar::Slot::write(self, $slot)),*]),)+
                }
            }

            /// The actions that the words order, if they are one of the forms.
            pub(crate) fn understand(&self, words: &[&str]) -> Option<$crate::grammar::Read<Vec<$action>>> {
                $(
                    if let Some(named) = $crate::grammar::fits($form, words) $(&& $guard(self))? {
                        let make = |[$($slot),*]: [&str; _]| -> $crate::grammar::Read<$action> {
                            $(let $slot = $crate::grammar::Slot::read(self, $slot)?;)*
                            Ok($($made)+)
                        };
                        return Some(named.into_iter().map(make).collect());
                    }
                )+
                None
            }
        }
    };
}

fn is_blank(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_uppercase())
}

/// The form with its blanks filled in.
pub fn said(form: &str, fillings: &[String]) -> String {
    let mut fillings = fillings.iter().map(String::as_str);
    let fill = |part| if is_blank(part) { fillings.next().unwrap_or("?") } else { part };
    form.split(' ').map(fill).collect::<Vec<&str>>().join(" ")
}

/// The same as an offer, which is named by what comes before the first blank.
pub fn offered(form: &str, fillings: &[String]) -> Said {
    Said { order: said(form, fillings), ..Said::new(&verb(form), "", "") }
}

/// What an order of the form begins with.
fn verb(form: &str) -> String {
    let verb = form.split(' ').take_while(|word| !is_blank(word)).collect::<Vec<_>>().join(" ");
    verb.trim_end_matches(" to").trim_end_matches(" by").to_owned()
}

/// What is in the blanks of the form if the words fit it: once, or for each of several where the last blank takes them.
pub fn fits<'w, const N: usize>(form: &str, words: &[&'w str]) -> Option<Vec<[&'w str; N]>> {
    let parts: Vec<&str> = form.split(' ').collect();
    let several = form.ends_with('…');
    if words.len() < parts.len() || (words.len() > parts.len() && !several) {
        return None;
    }
    let (head, tail) = words.split_at(if several { parts.len() - 1 } else { parts.len() });
    if !parts.iter().zip(head).all(|(part, word)| is_blank(part) || part == word) {
        return None;
    }
    let blanks: Vec<&str> = parts.iter().zip(head).filter(|(part, _)| is_blank(part)).map(|(_, word)| *word).collect();
    let filled =
        |last: Option<&&'w str>| <[&str; N]>::try_from([&blanks[..], last.map_or(&[], std::slice::from_ref)].concat());
    match several {
        true => tail.iter().map(|word| filled(Some(word)).ok()).collect(),
        false => Some(vec![filled(None).ok()?]),
    }
}

/// What orders begin with, for the sentence that says so: the composite ones, and those of the forms.
pub fn verbs(composite: &[&'static str], forms: &[&'static str]) -> String {
    let mut known: Vec<String> = Vec::new();
    for verb in composite.iter().chain(forms).map(|form| verb(form)) {
        if !known.contains(&verb) {
            known.push(verb);
        }
    }
    known.join(", ")
}

/// The one legal action of a seat that `fits`; all of them, as orders, if there are several; none if there is none.
pub fn only<R: Ruleset>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    fits: impl Fn(&R::Action) -> bool,
    say: impl Fn(&R::Action) -> String,
) -> Read<Option<R::Action>> {
    let mut actions = Vec::new();
    rules.legal(state, seat, &mut actions);
    actions.retain(|action| fits(action));
    match actions.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(*only)),
        several => {
            let ways: Vec<String> = several.iter().map(say).collect();
            unreadable(format!("say where to: {}", ways.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Deed {
        Go { who: u8, to: u16 },
        Pay(u8),
        Rest,
        Halt,
    }

    struct Speaker {
        marching: bool,
    }

    macro_rules! number {
        ($($kind:ty),+) => {$(
            impl Slot<$kind> for Speaker {
                fn read(&self, word: &str) -> Read<$kind> {
                    word.parse().or_else(|_| unreadable(format!("{word} is not a number")))
                }

                fn write(&self, number: $kind) -> String {
                    number.to_string()
                }
            }
        )+};
    }

    number!(u8, u16);

    fn marching(speaker: &Speaker) -> bool {
        speaker.marching
    }

    verbs! { Speaker, Deed;
        "go UNIT to PLACE" (who, to) (Deed::Go { who, to });
        "pay UNIT…" (who) (Deed::Pay(who));
        "done" () (Deed::Halt) if marching;
        "done" () (Deed::Rest);
    }

    #[test]
    fn what_is_said_is_understood() {
        for marching in [true, false] {
            let speaker = Speaker { marching };
            let end = if marching { Deed::Halt } else { Deed::Rest };
            for deed in [Deed::Go { who: 3, to: 400 }, Deed::Pay(2), end] {
                let said = speaker.spell(&deed);
                let words: Vec<&str> = said.split(' ').collect();
                assert_eq!(speaker.understand(&words), Some(Ok(vec![deed])), "{said}");
            }
        }
        assert_eq!(Speaker::FORMS.len(), 4);
    }

    #[test]
    fn several_may_be_named_and_a_wrong_word_is_told() {
        let speaker = Speaker { marching: false };
        assert_eq!(speaker.understand(&["pay", "1", "2"]), Some(Ok(vec![Deed::Pay(1), Deed::Pay(2)])));
        assert_eq!(speaker.understand(&["pay", "x"]), Some(unreadable("x is not a number")));
        for other in [&["pay"][..], &["go", "1", "2"], &["go", "1", "to", "2", "3"], &["went"]] {
            assert_eq!(speaker.understand(other), None, "{other:?}");
        }
        assert_eq!(verbs(&["march"], Speaker::FORMS), "march, go, pay, done");
    }
}
