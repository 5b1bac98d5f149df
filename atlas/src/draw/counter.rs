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

/// A branch of an arm, where it is told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Branch {
    LineInfantry,
    LightInfantry,
    Grenadiers,
    HeavyCavalry,
    Dragoons,
    LightCavalry,
    Lancers,
    FootArtillery,
    HorseArtillery,
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

/// Stripes of a flag, for counters that lie face down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    /// From the staff outwards, or from the top.
    pub stripes: Vec<String>,
    /// The stripes stand upright, as in the French one.
    #[serde(default)]
    pub upright: bool,
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
    #[serde(default)]
    pub flag: Flag,
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
    /// Asterisks are drawn as a general's stars; several values with spaces between them stand side by side.
    pub strength: String,
    /// Several values with spaces between them stand small beside the strength; of a general's the second is above.
    pub movement: String,
    /// A marker without identity and figures lies face down and shows its flag.
    pub identity: String,
    /// At most four: upper right, upper left, lower right, lower left.
    #[serde(default)]
    pub pips: Vec<Pip>,
    /// Sixths of a circle, or twelfths for corners, clockwise from the top, in degrees.
    #[serde(default)]
    pub facing: Option<u16>,
    /// How many hexes it covers side by side.
    #[serde(default = "one")]
    pub length: u8,
    /// The symbol follows it, if it is known.
    #[serde(default)]
    pub branch: Option<Branch>,
    /// The colour of its formation, behind its name; empty if it has none.
    #[serde(default)]
    pub band: String,
    /// The Guard has a golden line inside its frame, and a star.
    #[serde(default)]
    pub guard: bool,
}

fn one() -> u8 {
    1
}

/// How much wider a counter is for each further hex: the distance of two hexes, where a counter takes 66 hundredths of it.
const FURTHER: u16 = 152;

/// The width of a counter that is so many hexes long; its height is 100.
pub fn counter_width(length: u8) -> u16 {
    100 + FURTHER * u16::from(length.saturating_sub(1))
}

/// A counter by itself, 100 high and as wide as it is long, its front at the top.
pub fn counter_svg(counter: &Counter) -> String {
    let mut svg = Svg::default();
    let width = counter_width(counter.length);
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 100\" width=\"{width}\" height=\"100\">\n"
    ));
    body(counter, &mut svg);
    svg.raw("</svg>\n");
    svg.into_text()
}

pub(super) fn body(counter: &Counter, svg: &mut Svg) {
    let Livery { fill, ink, field, border, flag } = &counter.livery;
    let more = counter_width(counter.length) - 100;
    // The middle and the right-hand side move with the width.
    let [m, n, o] = [43, 50, 57].map(|x| x + more / 2);
    let [r, s, t, u] = [83, 85, 91, 97].map(|x| x + more);
    let shape = match border {
        Border::Square | Border::Double => format!("M3 3H{u}V97H3Z"),
        Border::Rounded => format!("M17 3H{r}Q{u} 3 {u} 17V83Q{u} 97 {r} 97H17Q3 97 3 83V17Q3 3 17 3Z"),
        Border::Cut => format!("M15 3H{s}L{u} 15V85L{s} 97H15L3 85V15Z"),
        Border::Notched => {
            format!("M3 3H{m}L{n} 9 {o} 3H{u}V43L{t} 50 {u} 57V97H{o}L{n} 91 {m} 97H3V57L9 50 3 43Z")
        }
    };
    svg.raw(&format!(
        "<path d=\"{shape}\" transform=\"translate(3 4)\" opacity=\".35\"/>\
         <path fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"4\" d=\"{shape}\"/>"
    ));
    if !counter.band.is_empty() {
        svg.raw(&format!(
            "<rect x=\"8\" y=\"7\" width=\"{}\" height=\"20\" rx=\"3\" fill=\"{}\"/>",
            84 + more,
            counter.band
        ));
    }
    // Inside the frame: around it, gold would be taken for the mark of those that can act.
    if counter.guard {
        let wide = 86 + more;
        svg.raw(&format!(
            "<rect x=\"7\" y=\"7\" width=\"{wide}\" height=\"86\" rx=\"4\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"4\"/>"
        ));
    }
    if *border == Border::Double {
        svg.raw(&format!("<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" d=\"M9 9H{t}V91H9Z\"/>"));
    }
    if let Some(degrees) = counter.facing.filter(|_| more == 0) {
        svg.raw(&format!("<path fill=\"{ink}\" transform=\"rotate({degrees} 50 50)\" d=\"M50 1L60 12H40Z\"/>"));
    }
    if more > 0 {
        svg.open(&format!("transform=\"translate({} 0)\"", more / 2));
    }
    let is_blank = counter.identity.is_empty() && counter.strength.is_empty() && counter.movement.is_empty();
    if counter.arm == Arm::Marker && is_blank {
        svg.raw(&banner(flag, ink, field));
    } else if counter.arm == Arm::Marker && counter.strength.is_empty() && counter.movement.is_empty() {
        svg.raw(&written(&counter.identity, 50.0, 58.0, 31.0, ink));
    } else {
        let over = if counter.band.is_empty() { ink } else { "#fff" };
        match two_lines(&counter.identity).filter(|_| counter.band.is_empty()) {
            Some([first, second]) => {
                svg.raw(&written(first, 50.0, 18.0, 15.0, over));
                svg.raw(&written(second, 50.0, 32.0, 15.0, over));
                svg.open("transform=\"translate(18 17) scale(.64)\"");
            }
            None => {
                svg.raw(&written(&counter.identity, 50.0, 23.0, 18.0, over));
                svg.open("transform=\"translate(9 3.5) scale(.82)\"");
            }
        }
        svg.raw(&filled(symbol(counter.arm, counter.branch, counter.symbols), &[("ink", ink), ("field", field)]));
        svg.close();
        if counter.guard {
            svg.raw(&format!("<path fill=\"{GOLD}\" transform=\"translate(86 43)\" d=\"{STAR}\"/>"));
        }
        figures(counter, svg);
    }
    if more > 0 {
        svg.close();
    }
    for (pip, (x, y)) in counter.pips.iter().zip([(87 + more, 13), (13, 13), (87 + more, 87), (13, 87)]) {
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

/// A long name in two lines, where it could hardly be read in one.
fn two_lines(name: &str) -> Option<[&str; 2]> {
    if fonts::width(name) * SMALLEST <= 88.0 {
        return None;
    }
    let longer = |[first, second]: &[&str; 2]| (1000.0 * fonts::width(first).max(fonts::width(second))) as u32;
    let breaks = name.match_indices(' ').map(|(at, _)| [&name[..at], &name[at + 1..]]);
    breaks.min_by_key(longer)
}

/// A line of text in the middle, as large as fits.
fn written(text: &str, x: f64, y: f64, most: f64, ink: &str) -> String {
    let size = (88.0 / fonts::width(text).max(1.0)).clamp(9.0, most);
    format!(
        "<text x=\"{x}\" y=\"{y}\" {} font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
        fonts::SANS_ATTRIBUTES,
        escaped(text)
    )
}

/// A small figure to the right of the symbol.
fn beside_symbol(text: &str, ink: &str) -> String {
    format!(
        "<text x=\"90\" y=\"64\" {} font-size=\"17\" text-anchor=\"end\" fill=\"{ink}\">{}</text>",
        fonts::SANS_ATTRIBUTES,
        escaped(text)
    )
}

/// What stands along the bottom.
fn figures(counter: &Counter, svg: &mut Svg) {
    let ink = &counter.livery.ink;
    let Counter { strength, movement, .. } = counter;
    let figure = |x: f64, size: f64, text: &str| {
        format!(
            "<text x=\"{x:.0}\" y=\"93\" {} font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
            fonts::SANS_ATTRIBUTES,
            escaped(text)
        )
    };
    let stars = strength.chars().count();
    if stars > 0 && strength.chars().all(|letter| letter == '*') {
        let right = if movement.is_empty() { 50.0 } else { 37.0 };
        for star in 0..stars {
            let x = right + 17.0 * (star as f64 - (stars as f64 - 1.0) / 2.0);
            svg.raw(&format!("<path fill=\"{ink}\" transform=\"translate({x:.1} 82)\" d=\"{STAR}\"/>"));
        }
        let mut values = movement.split_whitespace();
        if let Some(value) = values.next() {
            svg.raw(&figure(82.0, 26.0, value));
        }
        if let Some(value) = values.next() {
            svg.raw(&beside_symbol(value, ink));
        }
        return;
    }
    let small: Vec<&str> = movement.split_whitespace().collect();
    if small.len() > 1 {
        svg.raw(&figure(25.0, 34.0, strength));
        for (place, value) in small.iter().enumerate() {
            svg.raw(&figure(56.0 + 16.0 * place as f64, 19.0, value));
        }
        return;
    }
    let values: Vec<&str> = strength.split_whitespace().collect();
    if values.len() > 1 {
        let step = 88.0 / values.len() as f64;
        for (place, value) in values.iter().enumerate() {
            let x = 6.0 + step * (place as f64 + 0.5);
            // The middle one is the one that counts most.
            let size = if place == values.len() / 2 { 31.0 } else { 24.0 };
            svg.raw(&figure(x, size, value));
        }
        if !movement.is_empty() {
            svg.raw(&beside_symbol(movement, ink));
        }
        return;
    }
    let text = match (strength.is_empty(), movement.is_empty()) {
        (false, false) => format!("{strength}-{movement}"),
        _ => format!("{strength}{movement}"),
    };
    let size = (86.0 / fonts::width(&text).max(1.0)).clamp(14.0, 41.0);
    svg.raw(&figure(50.0, size, &text));
}

/// Smaller than this a name in one line is not read at a glance.
const SMALLEST: f64 = 13.0;

/// The colour of the Guard.
const GOLD: &str = "#ecc64a";

/// Five points, some nine pixels high.
const STAR: &str = "M0-9L2.2-2.9 8.6-2.8 3.5 1.1 5.3 7.3 0 3.7-5.3 7.3-3.5 1.1-8.6-2.8-2.2-2.9Z";

/// A flag on its staff.
fn banner(flag: &Flag, ink: &str, field: &str) -> String {
    let mut text =
        format!("<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"4\" stroke-linecap=\"round\" d=\"M21 18V86\"/>");
    let count = flag.stripes.len();
    if count == 0 {
        text += &format!("<path fill=\"{field}\" d=\"M22 22H82V66H22Z\"/>");
    }
    for (place, colour) in flag.stripes.iter().enumerate() {
        let share = |whole: f64| whole * place as f64 / count as f64;
        let part = |whole: f64| whole / count as f64;
        text += &match flag.upright {
            true => format!(
                "<rect x=\"{:.1}\" y=\"22\" width=\"{:.1}\" height=\"44\" fill=\"{colour}\"/>",
                22.0 + share(60.0),
                part(60.0) + 0.3
            ),
            false => format!(
                "<rect x=\"22\" y=\"{:.1}\" width=\"60\" height=\"{:.1}\" fill=\"{colour}\"/>",
                22.0 + share(44.0),
                part(44.0) + 0.3
            ),
        };
    }
    text + &format!("<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" d=\"M22 22H82V66H22Z\"/>")
}

/// The symbol of an arm; its file has blanks for ink and field.
fn symbol(arm: Arm, branch: Option<Branch>, symbols: Symbols) -> &'static str {
    match (symbols, branch) {
        (_, None | Some(Branch::LineInfantry | Branch::FootArtillery)) => {}
        (Symbols::Period, Some(Branch::LightInfantry)) => {
            return include_str!("../../symbols/period/light-infantry.svg");
        }
        (Symbols::Period, Some(Branch::Grenadiers)) => return include_str!("../../symbols/period/grenadiers.svg"),
        (Symbols::Period, Some(Branch::HeavyCavalry)) => return include_str!("../../symbols/period/heavy-cavalry.svg"),
        (Symbols::Period, Some(Branch::Dragoons)) => return include_str!("../../symbols/period/dragoons.svg"),
        (Symbols::Period, Some(Branch::LightCavalry)) => return include_str!("../../symbols/period/light-cavalry.svg"),
        (Symbols::Period, Some(Branch::Lancers)) => return include_str!("../../symbols/period/lancers.svg"),
        (Symbols::Period, Some(Branch::HorseArtillery)) => {
            return include_str!("../../symbols/period/horse-artillery.svg");
        }
        (Symbols::Nato, Some(Branch::LightInfantry)) => return include_str!("../../symbols/nato/light-infantry.svg"),
        (Symbols::Nato, Some(Branch::Grenadiers)) => return include_str!("../../symbols/nato/grenadiers.svg"),
        (Symbols::Nato, Some(Branch::HeavyCavalry)) => return include_str!("../../symbols/nato/heavy-cavalry.svg"),
        (Symbols::Nato, Some(Branch::Dragoons)) => return include_str!("../../symbols/nato/dragoons.svg"),
        (Symbols::Nato, Some(Branch::LightCavalry)) => return include_str!("../../symbols/nato/light-cavalry.svg"),
        (Symbols::Nato, Some(Branch::Lancers)) => return include_str!("../../symbols/nato/lancers.svg"),
        (Symbols::Nato, Some(Branch::HorseArtillery)) => return include_str!("../../symbols/nato/horse-artillery.svg"),
    }
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
            livery: Livery {
                fill: "#345".into(),
                ink: "#fff".into(),
                field: "#678".into(),
                border,
                flag: Flag::default(),
            },
            arm,
            symbols,
            strength: "7".into(),
            movement: "4".into(),
            identity: "Gd & <Co>".into(),
            pips: vec![Pip { colour: "#a33".into(), text: "R".into() }],
            facing: Some(60),
            length: 1,
            branch: None,
            band: String::new(),
            guard: false,
        }
    }

    #[test]
    fn branches_the_guard_and_formations_can_be_told_apart() {
        use Branch::{Dragoons, Grenadiers, HeavyCavalry, HorseArtillery, Lancers, LightCavalry, LightInfantry};
        let mut seen = std::collections::BTreeSet::new();
        for symbols in [Symbols::Period, Symbols::Nato] {
            let plain = counter(Arm::Cavalry, symbols, Border::Square);
            seen.insert(counter_svg(&plain));
            for branch in [LightInfantry, Grenadiers, HeavyCavalry, Dragoons, LightCavalry, Lancers, HorseArtillery] {
                let svg = counter_svg(&Counter { branch: Some(branch), ..plain.clone() });
                assert!(crate::png(&svg).is_ok());
                assert!(seen.insert(svg), "{branch:?} {symbols:?}");
            }
            let guard = counter_svg(&Counter { guard: true, ..plain.clone() });
            assert!(guard.contains(GOLD) && seen.insert(guard));
            let banded = counter_svg(&Counter { band: "#b3261e".into(), ..plain });
            assert!(banded.contains("#b3261e") && seen.insert(banded));
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

    #[test]
    fn a_name_too_long_for_one_line_is_written_in_two() {
        let long = Counter {
            identity: "Bückeburg 12-pounder".into(),
            ..counter(Arm::Artillery, Symbols::Period, Border::Square)
        };
        let svg = counter_svg(&long);
        assert!(svg.contains(">Bückeburg<") && svg.contains(">12-pounder<"), "{svg}");
        assert_eq!(two_lines("Gersdorf"), None);
    }

    #[test]
    fn long_counters_are_as_wide_as_their_hexes_in_every_border() {
        for border in [Border::Square, Border::Rounded, Border::Cut, Border::Double, Border::Notched] {
            for (length, width) in [(1, 100), (2, 252), (3, 404)] {
                let long = Counter { length, ..counter(Arm::Infantry, Symbols::Period, border) };
                let svg = counter_svg(&long);
                assert!(svg.contains(&format!("viewBox=\"0 0 {width} 100\"")), "{svg}");
                assert!(svg.contains(&format!("{}", width - 3)) && crate::png(&svg).is_ok());
            }
        }
    }

    #[test]
    fn generals_have_stars_units_their_values_and_hidden_ones_a_flag() {
        let flag = Flag { stripes: ["#00f", "#fff", "#f00"].map(String::from).to_vec(), upright: true };
        let plain = counter(Arm::Leader, Symbols::Period, Border::Square);
        let livery = Livery { flag, ..plain.livery.clone() };
        let general = Counter { strength: "***".into(), movement: "2".into(), ..plain.clone() };
        let svg = counter_svg(&general);
        assert_eq!(svg.matches(STAR).count(), 3);
        assert!(svg.contains(">2<") && !svg.contains('*'));
        let svg = counter_svg(&Counter { movement: "2 1".into(), ..general.clone() });
        assert!(svg.contains(">2<") && svg.contains(">1<") && svg.matches(STAR).count() == 3);
        let counted = Counter { strength: "12".into(), movement: "2 3 1".into(), ..plain.clone() };
        let svg = counter_svg(&counted);
        assert!(svg.contains(">12<") && svg.contains(">2<") && svg.contains(">3<") && svg.contains(">1<"));
        let corps = Counter { arm: Arm::Infantry, strength: "2 8 1".into(), movement: String::new(), ..plain.clone() };
        let svg = counter_svg(&corps);
        assert!([">2<", ">8<", ">1<"].iter().all(|value| svg.contains(value)));
        let hidden = Counter {
            arm: Arm::Marker,
            livery,
            strength: String::new(),
            movement: String::new(),
            identity: String::new(),
            pips: Vec::new(),
            facing: None,
            length: 1,
            symbols: Symbols::Period,
            branch: None,
            band: String::new(),
            guard: false,
        };
        let svg = counter_svg(&hidden);
        assert!(!svg.contains("<text") && ["#00f", "#fff", "#f00"].iter().all(|stripe| svg.contains(stripe)));
        let dummy = Counter { identity: "Dummy".into(), ..hidden };
        assert!(counter_svg(&dummy).contains(">Dummy<"));
        assert!(crate::png(&counter_svg(&dummy)).is_ok());
    }
}
