//! Events declared with who hears of them.

/// Declares events: those that are open are heard by everybody as they are; those that are veiled are also variants of an enum of their
/// own, so that whoever decides what a viewer hears of them matches on these and on nothing else.
///
/// ```
/// kernel::events! {
///     /// What happens in a duel.
///     pub enum Duel: DuelVeiled {
///         open Began;
///         /// The other sees only that a choice was made.
///         veiled Chosen { seat: u8, weapon: Option<u8> };
///     }
/// }
///
/// assert_eq!(Duel::Began.veiled(), None);
/// let chosen = Duel::Chosen { seat: 1, weapon: Some(2) };
/// assert_eq!(chosen.veiled(), Some(DuelVeiled::Chosen { seat: 1, weapon: Some(2) }));
/// ```
#[macro_export]
macro_rules! events {
    ($($(#[$meta:meta])* pub enum $event:ident: $veil:ident { $($rows:tt)* })+) => {$(
        $crate::events!(@sort {[$(#[$meta])*] $event $veil} [] [] []; $($rows)*);
    )+};
    (@sort $names:tt [$($all:tt)*] [$($open:tt)*] [$($veiled:tt)*];
        $(#[$meta:meta])* open $name:ident $({ $($(#[$about:meta])* $field:ident: $kind:ty),* $(,)? })?; $($rest:tt)*
    ) => {
        $crate::events!(@sort $names [$($all)* ([$(#[$meta])*] $name $({ $([$(#[$about])*] $field: $kind),* })?)]
            [$($open)* ($name)] [$($veiled)*]; $($rest)*);
    };
    (@sort $names:tt [$($all:tt)*] [$($open:tt)*] [$($veiled:tt)*];
        $(#[$meta:meta])* veiled $name:ident { $($(#[$about:meta])* $field:ident: $kind:ty),* $(,)? }; $($rest:tt)*
    ) => {
        $crate::events!(@sort $names [$($all)* ([$(#[$meta])*] $name { $([$(#[$about])*] $field: $kind),* })]
            [$($open)*] [$($veiled)* ($name { $($field: $kind),* })]; $($rest)*);
    };
    (@sort {[$(#[$meta:meta])*] $event:ident $veil:ident}
        [$(([$(#[$about:meta])*] $all:ident $({ $([$(#[$inner:meta])*] $field:ident: $kind:ty),* })?))*]
        [$(($open:ident))*] [$(($veiled:ident { $($hidden:ident: $hidden_kind:ty),* }))*];
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $event {
            $($(#[$about])* $all $({ $($(#[$inner])* $field: $kind),* })?,)*
        }

        /// Those of which not everybody hears everything.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $veil {
            $($veiled { $($hidden: $hidden_kind),* },)*
        }

        #[allow(clippy::clone_on_copy)]
        impl $event {
            /// The event, if not everybody hears everything of it.
            pub fn veiled(&self) -> Option<$veil> {
                match self {
                    $($event::$open { .. } => None,)*
                    $($event::$veiled { $($hidden),* } => Some($veil::$veiled { $($hidden: $hidden.clone()),* }),)*
                }
            }
        }
    };
}
