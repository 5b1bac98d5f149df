//! Pictures from drawings. Letters come from the program's own fonts, so the picture is the same on every machine.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use crate::fonts;

/// A PNG of an SVG at its own size.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    png_scaled(svg, 1.0)
}

/// A PNG of an SVG, so many times its own size.
pub fn png_scaled(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let mut known = usvg::fontdb::Database::new();
    for font in fonts::ALL {
        known.load_font_data(font.data.to_vec());
    }
    known.set_serif_family(fonts::SERIF);
    known.set_sans_serif_family(fonts::SANS);
    let options = usvg::Options { fontdb: Arc::new(known), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| format!("the drawing cannot be read: {error}"))?;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let mut pixels = tiny_skia::Pixmap::new(width, height)
        .ok_or_else(|| format!("a picture of {width} by {height} pixels cannot be made"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| format!("the picture cannot be written: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dark_pixels(text: &str) -> usize {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120\" height=\"40\"><rect width=\"120\" height=\"40\" \
             fill=\"#fff\"/>{text}</svg>"
        );
        let decoded = tiny_skia::Pixmap::decode_png(&png(&svg).unwrap()).unwrap();
        decoded.pixels().iter().filter(|pixel| pixel.red() < 100).count()
    }

    #[test]
    fn letters_appear_without_any_font_of_the_system() {
        for attributes in [fonts::serif(false), fonts::serif(true), fonts::SANS_ATTRIBUTES] {
            let drawn = dark_pixels(&format!("<text x=\"5\" y=\"28\" font-size=\"24\" {attributes}>Prüm 1807</text>"));
            assert!(drawn > 150, "{attributes}: {drawn}");
        }
        assert_eq!(dark_pixels(""), 0);
    }

    #[test]
    fn a_broken_drawing_is_an_error_not_a_panic() {
        assert!(png("<svg").is_err());
    }
}
