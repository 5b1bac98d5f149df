//! Counters: side by colour and by the shape of the border, arm by symbol, strength and movement along the bottom.

use serde::{Deserialize, Serialize};

use super::svg::{Svg, escaped};
use super::symbol::filled;
use crate::fonts;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    /// A general or a headquarters.
    Leader,
    Supply,
    /// Nothing but its text.
    Marker,
}

/// The second sign of a side beside its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Border {
    Square,
    Rounded,
    /// Corners cut off.
    Cut,
    /// Two lines.
    Double,
    /// A notch in the middle of each side.
    Notched,
}

/// How a side looks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Livery {
    pub fill: String,
    /// Figures, symbol and border.
    pub ink: String,
    /// The field of the symbol.
    pub field: String,
    pub border: Border,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbols {
    /// Crossed muskets, crossed sabres, a gun.
    Period,
    /// Boxes with a cross, a stroke, a dot.
    Nato,
}

/// A small sign in a corner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pip {
    pub colour: String,
    /// One or two characters, so that colour never speaks alone.
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    pub livery: Livery,
    pub arm: Arm,
    pub symbols: Symbols,
    pub strength: String,
    pub movement: String,
    pub identity: String,
    /// At most four: upper right, upper left, lower right, lower left.
    #[serde(default)]
    pub pips: Vec<Pip>,
    /// Sixths of a circle, or twelfths for corners, clockwise from the top, in degrees.
    #[serde(default)]
    pub facing: Option<u16>,
}

/// A counter by itself, 100 by 100.
pub fn counter_svg(counter: &Counter) -> String {
    let mut svg = Svg::default();
    svg.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" width=\"100\" height=\"100\">\n");
    body(counter, &mut svg);
    svg.raw("</svg>\n");
    svg.into_text()
}

pub(super) fn body(counter: &Counter, svg: &mut Svg) {
    let Livery { fill, ink, field, border } = &counter.livery;
    let shape = match border {
        Border::Square | Border::Double => "M3 3H97V97H3Z",
        Border::Rounded => "M17 3H83Q97 3 97 17V83Q97 97 83 97H17Q3 97 3 83V17Q3 3 17 3Z",
        Border::Cut => "M15 3H85L97 15V85L85 97H15L3 85V15Z",
        Border::Notched => "M3 3H43L50 9 57 3H97V43L91 50 97 57V97H57L50 91 43 97H3V57L9 50 3 43Z",
    };
    svg.raw(&format!(
        "<path d=\"{shape}\" transform=\"translate(3 4)\" opacity=\".35\"/>\
         <path fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"4\" d=\"{shape}\"/>"
    ));
    if *border == Border::Double {
        svg.raw(&format!("<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" d=\"M9 9H91V91H9Z\"/>"));
    }
    if let Some(degrees) = counter.facing {
        svg.raw(&format!("<path fill=\"{ink}\" transform=\"rotate({degrees} 50 50)\" d=\"M50 1L60 12H40Z\"/>"));
    }
    let identity = escaped(&counter.identity);
    let size = (88.0 / fonts::width(&counter.identity).max(1.0)).clamp(9.0, 19.0);
    svg.raw(&format!(
        "<text x=\"50\" y=\"23\" {} font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{identity}</text>",
        fonts::SANS_ATTRIBUTES
    ));
    svg.raw(&filled(symbol(counter.arm, counter.symbols), &[("ink", ink), ("field", field)]));
    let figures = match (counter.strength.is_empty(), counter.movement.is_empty()) {
        (false, false) => format!("{}-{}", counter.strength, counter.movement),
        _ => format!("{}{}", counter.strength, counter.movement),
    };
    svg.raw(&format!(
        "<text x=\"50\" y=\"92\" {} font-size=\"30\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
        fonts::SANS_ATTRIBUTES,
        escaped(&figures)
    ));
    for (pip, (x, y)) in counter.pips.iter().zip([(87, 13), (13, 13), (87, 87), (13, 87)]) {
        svg.raw(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{}\" stroke=\"#fff\" stroke-width=\"2\"/>\
             <text x=\"{x}\" y=\"{}\" {} font-size=\"14\" text-anchor=\"middle\" fill=\"#fff\">{}</text>",
            pip.colour,
            y + 5,
            fonts::SANS_ATTRIBUTES,
            escaped(&pip.text)
        ));
    }
    svg.raw("\n");
}

/// The symbol of an arm; its file has blanks for ink and field.
fn symbol(arm: Arm, symbols: Symbols) -> &'static str {
    match (symbols, arm) {
        (_, Arm::Marker) => "",
        (Symbols::Period, Arm::Infantry) => include_str!("../../symbols/period/infantry.svg"),
        (Symbols::Period, Arm::Cavalry) => include_str!("../../symbols/period/cavalry.svg"),
        (Symbols::Period, Arm::Artillery) => include_str!("../../symbols/period/artillery.svg"),
        (Symbols::Period, Arm::Leader) => include_str!("../../symbols/period/leader.svg"),
        (Symbols::Period, Arm::Supply) => include_str!("../../symbols/period/supply.svg"),
        (Symbols::Nato, Arm::Infantry) => include_str!("../../symbols/nato/infantry.svg"),
        (Symbols::Nato, Arm::Cavalry) => include_str!("../../symbols/nato/cavalry.svg"),
        (Symbols::Nato, Arm::Artillery) => include_str!("../../symbols/nato/artillery.svg"),
        (Symbols::Nato, Arm::Leader) => include_str!("../../symbols/nato/leader.svg"),
        (Symbols::Nato, Arm::Supply) => include_str!("../../symbols/nato/supply.svg"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(arm: Arm, symbols: Symbols, border: Border) -> Counter {
        Counter {
            livery: Livery { fill: "#345".into(), ink: "#fff".into(), field: "#678".into(), border },
            arm,
            symbols,
            strength: "7".into(),
            movement: "4".into(),
            identity: "Gd & <Co>".into(),
            pips: vec![Pip { colour: "#a33".into(), text: "R".into() }],
            facing: Some(60),
        }
    }

    #[test]
    fn every_arm_border_and_manner_can_be_drawn_and_told_apart() {
        let mut seen = std::collections::BTreeSet::new();
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Leader, Arm::Supply] {
            for symbols in [Symbols::Period, Symbols::Nato] {
                for border in [Border::Square, Border::Rounded, Border::Cut, Border::Double, Border::Notched] {
                    let svg = counter_svg(&counter(arm, symbols, border));
                    assert!(crate::png(&svg).is_ok());
                    assert!(svg.contains(">7-4<") && svg.contains("Gd &amp; &lt;Co&gt;") && svg.contains(">R<"));
                    assert!(seen.insert(svg), "{arm:?} {symbols:?} {border:?}");
                }
            }
        }
    }
}
