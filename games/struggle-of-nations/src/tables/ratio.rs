//! Cavalry against cavalry.

use serde::{Deserialize, Serialize};

/// The ratio of cavalry as artillery sees it: rounded towards 1-1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ratio {
    OneToThree,
    OneToTwo,
    Even,
    TwoToOne,
    ThreeToOne,
}

impl Ratio {
    pub const fn id(self) -> &'static str {
        match self {
            Ratio::OneToThree => "1-3",
            Ratio::OneToTwo => "1-2",
            Ratio::Even => "1-1",
            Ratio::TwoToOne => "2-1",
            Ratio::ThreeToOne => "3-1",
        }
    }

    /// Of the firing side to its target.
    pub fn of(own: u16, enemy: u16) -> Ratio {
        if own == enemy {
            Ratio::Even
        } else if enemy == 0 || own >= 3 * enemy {
            Ratio::ThreeToOne
        } else if own >= 2 * enemy {
            Ratio::TwoToOne
        } else if own == 0 || enemy >= 3 * own {
            Ratio::OneToThree
        } else if enemy >= 2 * own {
            Ratio::OneToTwo
        } else {
            Ratio::Even
        }
    }
}

/// 25.cavdiff: what superior cavalry is worth on an exit or pursuit die: below 0 for the own, above it for the enemy's.
pub fn cavalry_modifier(own: u16, enemy: u16, most: i8) -> i8 {
    let superior = |more: u16, less: u16| -> i8 {
        if less == 0 || more >= 3 * less {
            3
        } else if more >= 2 * less {
            2
        } else {
            1
        }
    };
    if own == enemy {
        0
    } else if own > enemy {
        -superior(own, enemy).min(most)
    } else {
        superior(enemy, own).min(most)
    }
}
