//! Event cards (A.cards): sixteen, each with two halves. Read from `cards.toml`.
//!
//! What a half does is one [`Effect`] out of a closed list, and when it may be played one [`Window`].

use board::Fault;
use kernel::Side;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::counters::{FRENCH, Nation};
use crate::tables::Weather;
use board::textfile::{Findings, Provenance};

/// Event cards in the box (A.cards.a).
pub const CARDS: usize = 16;

/// The number on a card, from 1 to 16.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardNumber(pub u8);

impl CardNumber {
    /// Its place in lists of cards.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 as usize).saturating_sub(1)
    }
}

board::words! {
    /// Who may use a half (A.cards.b).
    pub enum Colour {
        French = "french";
        Allied = "allied";
        Neutral = "neutral";
    }

    /// Throws that a card can change. Those that one side makes in private are not among them.
    pub enum ThrowKind {
        Interception = "interception";
        MarchToGuns = "march-to-guns", "march to the guns";
        Battle = "battle";
        Artillery = "artillery";
        Morale = "morale";
        Pursuit = "pursuit";
        Siege = "siege";
    }

    /// Whose throw is meant, seen from the player of the card.
    pub enum Whose {
        Own = "own";
        Enemy = "enemy";
    }

    /// When a half may be played. All lie in phases B and C (A.cards.e).
    pub enum Window {
        /// Any point of B and C.
        Anytime = "anytime", "at any time";
        OwnAdministration = "own-administration", "in your own administrative phase, before command points are rolled for";
        OwnMovement = "own-movement", "in your own movement phase, between two marches";
        /// Before it halts.
        OwnMarch = "own-march", "while one of your stacks is marching";
        EnemyMovement = "enemy-movement", "in the enemy's movement phase, between two marches";
        /// Before anything else is decided there.
        EnemyEntered = "enemy-entered", "when an enemy stack has entered a box with your units";
        Tactics = "tactics", "before you choose your tactic";
        Round = "round", "at the start of a round of battle";
        /// The throw that the effect names.
        BeforeThrow = "before-throw", "before the roll";
    }
}

impl Colour {
    pub fn serves(self, side: Side) -> bool {
        match self {
            Colour::French => side == FRENCH,
            Colour::Allied => side != FRENCH,
            Colour::Neutral => true,
        }
    }
}

/// What a half does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// The stack on the march has so many movement points more.
    ExtraMovement { points: u8 },
    /// Nobody in the stack on the march throws for stragglers, neither for concentration nor for a forced march.
    NoStragglers,
    /// An army of the player's (the target) has so many command points more in this player turn.
    CommandPoints { points: u8 },
    /// An enemy army (the target) loses so many of the command points it has left.
    EnemyCommandPoints { points: u8 },
    /// An army of the player's (the target) counts as supplied in this player turn (4.4).
    Supplied,
    /// A unit of the player's (the target), no detachment, gains so many strength points, as by B.3.3a and B.3.3b.
    Strength {
        nations: Vec<Nation>,
        /// Only a cavalry unit.
        #[serde(default)]
        cavalry: bool,
        points: u8,
    },
    /// The die about to be thrown is changed by so much.
    Die { throw: ThrowKind, whose: Whose, amount: i8 },
    /// The enemy chooses his tactics first, and the player is shown them before he chooses.
    SeeTactic,
    /// The player's units in the entered box step back over the target connection to a box without enemies. Nobody
    /// intercepts; the enemy stack marches on as if the box had been empty.
    StepBack,
    /// The player's artillery also throws in this round, though it is an odd one (8.1c).
    ExtraBombardment,
    /// In this battle the player's attack over a bridge costs his die nothing (T.combat.die).
    NoBridgePenalty,
    /// A destroyed bridge (the target) is repaired, or a pontoon laid at the target ford if a marker is left. A unit of the
    /// player's stands at one end and no real enemy at the other. It costs no movement.
    Bridge,
    /// So many dummies that are off the map, and not gone for good, come back to the target box, in which the player has counters.
    ReturnDummies { number: u8 },
    /// Every enemy counter in the target box is shown, and dummies there are removed. A cavalry unit of the player's stands
    /// in a box adjacent to it.
    ShowStack,
    /// The next turn has this weather without a throw, whatever was to follow.
    NextWeather { weather: Weather },
    /// The Armistice marker moves so many turns later, or earlier if negative (A.arm.b).
    Armistice { turns: i8 },
    /// The Restart of Hostilities marker moves so many turns later, or earlier if negative (A.arm.n).
    Restart { turns: i8 },
}

impl Effect {
    /// Whether it is an Armistice event (A.cards.d).
    pub fn is_armistice(&self) -> bool {
        matches!(self, Effect::Armistice { .. } | Effect::Restart { .. })
    }

    /// What it has to be played on.
    pub fn target(&self) -> Target {
        match self {
            Effect::CommandPoints { .. } | Effect::Supplied => Target::OwnArmy,
            Effect::EnemyCommandPoints { .. } => Target::EnemyArmy,
            Effect::Strength { .. } => Target::OwnUnit,
            Effect::StepBack | Effect::Bridge => Target::Connection,
            Effect::ReturnDummies { .. } | Effect::ShowStack => Target::Box,
            Effect::ExtraMovement { .. }
            | Effect::NoStragglers
            | Effect::Die { .. }
            | Effect::SeeTactic
            | Effect::ExtraBombardment
            | Effect::NoBridgePenalty
            | Effect::NextWeather { .. }
            | Effect::Armistice { .. }
            | Effect::Restart { .. } => Target::Nothing,
        }
    }

    /// The windows in which the effect makes sense.
    fn windows(&self) -> &'static [Window] {
        match self {
            Effect::ExtraMovement { .. } | Effect::NoStragglers => &[Window::OwnMarch],
            Effect::CommandPoints { .. } => &[Window::OwnMovement],
            Effect::EnemyCommandPoints { .. } => &[Window::EnemyMovement],
            Effect::Supplied => &[Window::OwnAdministration],
            Effect::Strength { .. } => &[Window::OwnMovement, Window::OwnAdministration],
            Effect::Die { .. } => &[Window::BeforeThrow],
            Effect::SeeTactic => &[Window::Tactics],
            Effect::StepBack => &[Window::EnemyEntered],
            Effect::ExtraBombardment => &[Window::Round],
            Effect::NoBridgePenalty => &[Window::Tactics],
            Effect::Bridge => &[Window::OwnMovement],
            Effect::ReturnDummies { .. } => &[Window::OwnMovement, Window::OwnAdministration],
            Effect::ShowStack => &[Window::OwnMovement],
            Effect::NextWeather { .. } | Effect::Armistice { .. } | Effect::Restart { .. } => &[Window::Anytime],
        }
    }
}

/// What kind of thing a half is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Nothing,
    OwnArmy,
    EnemyArmy,
    OwnUnit,
    Box,
    Connection,
}

/// One of the two events of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Half {
    pub colour: Colour,
    pub title: String,
    /// What it says, in our own words.
    pub text: String,
    pub window: Window,
    pub effect: Effect,
    /// The handle of a leader who must be in the battle, or with the stack.
    pub needs: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventCard {
    pub number: CardNumber,
    pub halves: [Half; 2],
}

/// All event cards, by number; a scenario's deck is some of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventCards {
    cards: Vec<EventCard>,
}

mod file {
    use super::{Colour, Effect, Window};
    use toml::Spanned;

    board::rows! {
        pub(super) struct File {
            #[serde(rename = "provenance")]
            _provenance: super::Provenance,
            card: Vec<Spanned<CardRow>>,
        }

        pub(super) struct CardRow {
            number: Spanned<u8>,
            first: Spanned<HalfRow>,
            second: Spanned<HalfRow>,
        }

        pub(super) struct HalfRow {
            colour: Colour,
            title: String,
            text: String,
            window: Spanned<Window>,
            effect: Effect,
            needs [default]: Option<String>,
        }
    }
}

impl EventCards {
    pub fn parse(name: &str, text: &str) -> Result<EventCards, Vec<Fault>> {
        let (file, mut found) = Findings::read::<file::File>(name, text)?;
        if file.card.len() != CARDS {
            found.whole(format!("there are {CARDS} event cards, not {}", file.card.len()));
        }
        let mut cards = Vec::new();
        for (index, row) in file.card.iter().enumerate() {
            let row = row.get_ref();
            let number = *row.number.get_ref();
            if usize::from(number) != index + 1 {
                let sentence = format!("card {number} is where card {} belongs", index + 1);
                found.at(&row.number, sentence);
            }
            let halves = [&row.first, &row.second].map(|half| read_half(&mut found, number, half));
            if halves.iter().all(|half| half.effect.is_armistice()) {
                let sentence = format!("both halves of card {number} are Armistice events; one is always usable");
                found.at(&row.number, sentence);
            }
            cards.push(EventCard { number: CardNumber(number), halves });
        }
        found.finish(EventCards { cards })
    }

    pub fn all(&self) -> &[EventCard] {
        &self.cards
    }

    pub fn get(&self, number: CardNumber) -> Option<&EventCard> {
        self.cards.get(usize::from(number.0).checked_sub(1)?)
    }
}

fn read_half(found: &mut Findings<'_>, number: u8, half: &Spanned<file::HalfRow>) -> Half {
    let row = half.get_ref();
    let windows = row.effect.windows();
    if !windows.contains(row.window.get_ref()) {
        let words: Vec<&str> = windows.iter().map(|window| window.name()).collect();
        let sentence = format!("`{}` is played {}", row.title, words.join(" or "));
        found.at(&row.window, sentence);
    }
    // A.arm.b, A.arm.n: which cards move which marker is printed in the rules.
    let bound = match row.effect {
        Effect::Armistice { turns } => {
            Some((turns, 11..=14, "cards 11 to 14 move the Armistice marker, each by a turn or more"))
        }
        Effect::Restart { turns } => {
            Some((turns, 15..=16, "cards 15 and 16 move the Restart marker, each by a turn or more"))
        }
        Effect::ExtraMovement { .. }
        | Effect::NoStragglers
        | Effect::CommandPoints { .. }
        | Effect::EnemyCommandPoints { .. }
        | Effect::Supplied
        | Effect::Strength { .. }
        | Effect::Die { .. }
        | Effect::SeeTactic
        | Effect::StepBack
        | Effect::ExtraBombardment
        | Effect::NoBridgePenalty
        | Effect::Bridge
        | Effect::ReturnDummies { .. }
        | Effect::ShowStack
        | Effect::NextWeather { .. } => None,
    };
    if let Some((turns, numbers, sentence)) = bound
        && (turns == 0 || !numbers.contains(&number))
    {
        found.at(half, sentence);
    }
    Half {
        colour: row.colour,
        title: row.title.clone(),
        text: row.text.clone(),
        window: *row.window.get_ref(),
        effect: row.effect.clone(),
        needs: row.needs.clone(),
    }
}
