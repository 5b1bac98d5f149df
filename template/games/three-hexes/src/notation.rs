//! Orders in words: `march b 0201`, `attack b r`, `stay`.

use kernel::OrderError;

use crate::{Action, Rules, UnitId};

impl Rules {
    pub(crate) fn written(&self, action: &Action) -> String {
        match *action {
            Action::March { unit, to } => format!("march {} {}", self.unit(unit).id, self.hex(to)),
            Action::Attack { unit, enemy } => format!("attack {} {}", self.unit(unit).id, self.unit(enemy).id),
            Action::Stay => "stay".into(),
        }
    }

    pub(crate) fn read_order(&self, order: &str) -> Result<Action, OrderError> {
        let words: Vec<&str> = order.split_whitespace().collect();
        match words[..] {
            ["march", unit, to] => {
                let to =
                    self.map.grid.parse(to).ok_or_else(|| unreadable(&format!("\"{to}\" is not a hex of the map")))?;
                Ok(Action::March { unit: self.read_unit(unit)?, to })
            }
            ["attack", unit, enemy] => {
                Ok(Action::Attack { unit: self.read_unit(unit)?, enemy: self.read_unit(enemy)? })
            }
            ["stay"] => Ok(Action::Stay),
            _ => Err(unreadable("an order is march UNIT HEX, attack UNIT ENEMY or stay")),
        }
    }

    fn read_unit(&self, word: &str) -> Result<UnitId, OrderError> {
        self.find(word).ok_or_else(|| unreadable(&format!("\"{word}\" is not a unit")))
    }
}

fn unreadable(sentence: &str) -> OrderError {
    OrderError::Unreadable(sentence.to_owned())
}
