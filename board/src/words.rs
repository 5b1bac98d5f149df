//! Closed lists of words, and the rows of data files: what titles would otherwise write out for each of them.

/// Declares an enum whose variants have words: what files and orders write (`id`), and what people read (`name`), which is the same
/// unless a second word is given.
///
/// ```
/// board::words! {
///     /// The sky.
///     pub enum Sky {
///         Dry = "dry";
///         Rain = "rain", "pouring rain";
///     }
/// }
///
/// assert_eq!((Sky::Rain.id(), Sky::Rain.name(), Sky::Dry.name()), ("rain", "pouring rain", "dry"));
/// assert_eq!((Sky::find("dry"), Sky::find("pouring rain")), (Some(Sky::Dry), None));
/// assert_eq!(Sky::ALL, [Sky::Dry, Sky::Rain]);
/// ```
#[macro_export]
macro_rules! words {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$about:meta])* $variant:ident = $id:literal $(, $shown:literal)?;)+
    })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ::serde::Serialize, ::serde::Deserialize)]
        $vis enum $name {
            $($(#[$about])* #[serde(rename = $id)] $variant,)+
        }

        #[allow(dead_code)]
        impl $name {
            $vis const ALL: [$name; [$($id),+].len()] = [$($name::$variant),+];

            /// With what files and orders write for it.
            $vis const WORDS: [(&'static str, $name); [$($id),+].len()] = [$(($id, $name::$variant)),+];

            #[inline]
            $vis const fn index(self) -> usize {
                self as usize
            }

            /// As files and orders write it.
            $vis const fn id(self) -> &'static str {
                match self {
                    $($name::$variant => $id,)+
                }
            }

            /// As people read it.
            $vis const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $crate::words!(@ $id $(, $shown)?),)+
                }
            }

            $vis fn find(id: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.id() == id)
            }
        }
    )+};
    (@ $id:literal) => { $id };
    (@ $id:literal, $shown:literal) => { $shown };
}

/// Declares rows of a data file. A field that is not declared is a fault of the file; one marked `[default]` may be left out.
///
/// ```
/// board::rows! {
///     struct Crossing {
///         place: String,
///         pontoons [default]: u8,
///     }
/// }
///
/// let crossing: Crossing = toml::from_str("place = \"Wittenberg\"").unwrap();
/// assert_eq!((crossing.place.as_str(), crossing.pontoons), ("Wittenberg", 0));
/// assert!(toml::from_str::<Crossing>("place = \"Torgau\"\nford = true").is_err());
/// ```
#[macro_export]
macro_rules! rows {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident $(<$of:ident>)? {
        $($(#[$about:meta])* $field:ident $([$default:ident])? : $kind:ty),* $(,)?
    })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $vis struct $name $(<$of>)? {
            $($(#[$about])* $(#[serde($default)])? $vis $field: $kind,)*
        }
    )+};
}
