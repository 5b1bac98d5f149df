//! The letters that come with the program, cut down to Latin alphabets; licences lie beside them in `fonts/`.

/// One face of a family.
#[derive(Clone, Copy, Debug)]
pub struct Font {
    pub family: &'static str,
    pub weight: u16,
    pub italic: bool,
    /// A TrueType file.
    pub data: &'static [u8],
}

/// Names on maps.
pub const SERIF: &str = "EB Garamond";
/// Figures on counters and hex numbers.
pub const SANS: &str = "Alegreya Sans";

pub const ALL: [Font; 3] = [
    Font { family: SERIF, weight: 600, italic: false, data: include_bytes!("../fonts/EBGaramond-SemiBold.ttf") },
    Font { family: SERIF, weight: 500, italic: true, data: include_bytes!("../fonts/EBGaramond-MediumItalic.ttf") },
    Font { family: SANS, weight: 700, italic: false, data: include_bytes!("../fonts/AlegreyaSans-Bold.ttf") },
];

/// The attributes of serif lettering, with what to use where the face is missing.
pub(crate) fn serif(italic: bool) -> &'static str {
    if italic {
        "font-family=\"EB Garamond,Georgia,serif\" font-style=\"italic\" font-weight=\"500\""
    } else {
        "font-family=\"EB Garamond,Georgia,serif\" font-weight=\"600\""
    }
}

pub(crate) const SANS_ATTRIBUTES: &str = "font-family=\"Alegreya Sans,Helvetica,Arial,sans-serif\" font-weight=\"700\"";

/// About how wide a text is, in ems: near enough to keep names apart.
pub(crate) fn width(text: &str) -> f64 {
    text.chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | '|' | ':' => 0.27,
            'f' | 't' | 'r' | ' ' | '-' | 'J' => 0.34,
            'm' | 'w' => 0.74,
            'M' | 'W' => 0.88,
            letter if letter.is_uppercase() => 0.66,
            _ => 0.46,
        })
        .sum()
}
