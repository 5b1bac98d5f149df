//! Views declared beside the state they show.

/// Declares a view: what is shown as it is, what is told in another way, and what is kept back. A new field of the state does not
/// compile until somebody has decided on one of the three.
///
/// `seen` makes the view for somebody; `restore` puts what is shown as it is into a world.
///
/// ```
/// struct Battle { round: u8, tactic: Option<u8>, reserves: Vec<u8> }
///
/// kernel::view! {
///     /// What the other side knows.
///     pub struct BattleView of Battle, for battle: &Battle {
///         same { round: u8, }
///         told { has_chosen: bool = battle.tactic.is_some(), }
///         kept { tactic, reserves }
///     }
/// }
///
/// let battle = Battle { round: 3, tactic: Some(2), reserves: vec![7] };
/// let view = BattleView::seen(&battle, &battle);
/// assert!(view.round == 3 && view.has_chosen);
/// let mut world = Battle { round: 0, tactic: None, reserves: Vec::new() };
/// view.restore(&mut world);
/// assert_eq!((world.round, world.tactic), (3, None));
/// ```
#[macro_export]
macro_rules! view {
    (
        $(#[$meta:meta])* $vis:vis struct $view:ident of $state:ident, for $eyes:ident: $looks:ty {
            same { $($(#[$shown_as:meta])* $same:ident: $same_kind:ty,)* }
            told { $($(#[$told_as:meta])* $told:ident: $told_kind:ty = $telling:expr,)* }
            kept { $($kept:ident),* $(,)? }
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, ::serde::Serialize, ::serde::Deserialize)]
        $vis struct $view {
            $($(#[$shown_as])* pub $same: $same_kind,)*
            $($(#[$told_as])* pub $told: $told_kind,)*
        }

        #[allow(clippy::clone_on_copy)]
        impl $view {
            pub(crate) fn seen(state: &$state, $eyes: $looks) -> $view {
                // No `..` here.
                let $state { $($same,)* $($kept: _,)* } = state;
                $view { $($same: $same.clone(),)* $($told: $telling,)* }
            }

            pub(crate) fn restore(&self, state: &mut $state) {
                $(state.$same = self.$same.clone();)*
            }
        }
    };
}
