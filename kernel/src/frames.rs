//! The steps of a turn, declared with what each of them waits for.

/// What a frame waits for: an answer, a throw, or nothing, in which case the rules go on by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waits<Question, Die, Step> {
    Asks(Question),
    Rolls(Die),
    Goes(Step),
}

/// Declares the frames of a phase, and for each kind of waiting an enum of its own: a chapter that answers questions matches on
/// questions, one that reads dice on dice, and neither lists what it does not deal with. On disk a frame is one of a single list.
///
/// ```
/// kernel::frames! {
///     /// A duel.
///     pub enum Duel: DuelQuestion, DuelDie, DuelStep {
///         goes Open;
///         /// Who is asked.
///         asks Choose { seat: u8 };
///         rolls ShotDie;
///     }
/// }
///
/// assert_eq!(Duel::Choose { seat: 1 }.waits(), kernel::Waits::Asks(DuelQuestion::Choose { seat: 1 }));
/// assert_eq!(Duel::from(DuelQuestion::Choose { seat: 1 }), Duel::Choose { seat: 1 });
/// assert_eq!(Duel::ShotDie.waits(), kernel::Waits::Rolls(DuelDie::ShotDie));
/// assert_eq!(Duel::Open.waits(), kernel::Waits::Goes(DuelStep::Open));
/// ```
#[macro_export]
macro_rules! frames {
    ($($(#[$meta:meta])* pub enum $frame:ident: $question:ident, $die:ident, $step:ident { $($rows:tt)* })+) => {$(
        $crate::frames!(@sort {[$(#[$meta])*] $frame $question $die $step} [] [] [] []; $($rows)*);
    )+};
    (@sort $names:tt [$($all:tt)*] [$($asks:tt)*] [$($rolls:tt)*] [$($goes:tt)*];
        $(#[$meta:meta])* asks $name:ident $({ $($field:ident: $kind:ty),* $(,)? })?; $($rest:tt)*
    ) => {
        $crate::frames!(@sort $names
            [$($all)* ([$(#[$meta])*] $name $({ $($field: $kind),* })?)] [$($asks)* ($name $({ $($field: $kind),* })?)]
            [$($rolls)*] [$($goes)*]; $($rest)*);
    };
    (@sort $names:tt [$($all:tt)*] [$($asks:tt)*] [$($rolls:tt)*] [$($goes:tt)*];
        $(#[$meta:meta])* rolls $name:ident $({ $($field:ident: $kind:ty),* $(,)? })?; $($rest:tt)*
    ) => {
        $crate::frames!(@sort $names
            [$($all)* ([$(#[$meta])*] $name $({ $($field: $kind),* })?)] [$($asks)*]
            [$($rolls)* ($name $({ $($field: $kind),* })?)] [$($goes)*]; $($rest)*);
    };
    (@sort $names:tt [$($all:tt)*] [$($asks:tt)*] [$($rolls:tt)*] [$($goes:tt)*];
        $(#[$meta:meta])* goes $name:ident $({ $($field:ident: $kind:ty),* $(,)? })?; $($rest:tt)*
    ) => {
        $crate::frames!(@sort $names
            [$($all)* ([$(#[$meta])*] $name $({ $($field: $kind),* })?)] [$($asks)*]
            [$($rolls)*] [$($goes)* ($name $({ $($field: $kind),* })?)]; $($rest)*);
    };
    (@sort {[$(#[$meta:meta])*] $frame:ident $question:ident $die:ident $step:ident}
        [$(([$(#[$about:meta])*] $all:ident $({ $($field:ident: $kind:ty),* })?))*]
        [$(($asks:ident $({ $($asked:ident: $asked_kind:ty),* })?))*]
        [$(($rolls:ident $({ $($rolled:ident: $rolled_kind:ty),* })?))*]
        [$(($goes:ident $({ $($gone:ident: $gone_kind:ty),* })?))*];
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $frame {
            $($(#[$about])* $all $({ $($field: $kind),* })?,)*
        }

        /// What players are asked.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $question {
            $($asks $({ $($asked: $asked_kind),* })?,)*
        }

        /// What is thrown for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $die {
            $($rolls $({ $($rolled: $rolled_kind),* })?,)*
        }

        /// What goes on by itself.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $step {
            $($goes $({ $($gone: $gone_kind),* })?,)*
        }

        impl $frame {
            #[inline]
            pub const fn waits(self) -> $crate::Waits<$question, $die, $step> {
                match self {
                    $($frame::$asks $({ $($asked),* })? => $crate::Waits::Asks($question::$asks $({ $($asked),* })?),)*
                    $($frame::$rolls $({ $($rolled),* })? => $crate::Waits::Rolls($die::$rolls $({ $($rolled),* })?),)*
                    $($frame::$goes $({ $($gone),* })? => $crate::Waits::Goes($step::$goes $({ $($gone),* })?),)*
                }
            }
        }

        #[allow(dead_code)]
        impl $frame {
            /// The question that is asked, if it is one.
            #[inline]
            pub const fn asked(self) -> Option<$question> {
                match self.waits() {
                    $crate::Waits::Asks(question) => Some(question),
                    $crate::Waits::Rolls(_) | $crate::Waits::Goes(_) => None,
                }
            }

            /// The die that is due, if one is.
            #[inline]
            pub const fn due(self) -> Option<$die> {
                match self.waits() {
                    $crate::Waits::Rolls(die) => Some(die),
                    $crate::Waits::Asks(_) | $crate::Waits::Goes(_) => None,
                }
            }
        }

        impl From<$question> for $frame {
            fn from(question: $question) -> $frame {
                match question {
                    $($question::$asks $({ $($asked),* })? => $frame::$asks $({ $($asked),* })?,)*
                }
            }
        }
    };
}
