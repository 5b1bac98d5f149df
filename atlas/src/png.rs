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
    let tree = read(svg)?;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let pixels = painted(&tree, tiny_skia::Transform::from_scale(scale, scale), width, height)?;
    pixels.encode_png().map_err(|error| format!("the picture cannot be written: {error}"))
}

/// A part of a drawing, in its own pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// How good the pictures of maps are: coarser ones blur names.
const QUALITY: u8 = 82;

/// A JPEG so many pixels wide of a part of an SVG. A small picture of a large map weighs a tenth of the drawing.
pub fn jpeg(svg: &str, part: Part, width: u32) -> Result<Vec<u8>, String> {
    let scale = f64::from(width) / part.width;
    let height = (part.height * scale).round() as u32;
    let shown = tiny_skia::Transform::from_translate(-part.left as f32, -part.top as f32)
        .post_scale(scale as f32, scale as f32);
    let pixels = painted(&read(svg)?, shown, width, height)?;
    // What the drawing leaves free is white, as paper is.
    let colours: Vec<u8> = pixels
        .pixels()
        .iter()
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()].map(|colour| colour + (255 - pixel.alpha())))
        .collect();
    let mut written = Vec::new();
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut written, QUALITY)
        .encode(&colours, width, height, image::ExtendedColorType::Rgb8)
        .map_err(|error| format!("the picture cannot be written: {error}"))?;
    Ok(written)
}

fn read(svg: &str) -> Result<usvg::Tree, String> {
    let mut known = usvg::fontdb::Database::new();
    for font in fonts::ALL {
        known.load_font_data(font.data.to_vec());
    }
    known.set_serif_family(fonts::SERIF);
    known.set_sans_serif_family(fonts::SANS);
    let options = usvg::Options { fontdb: Arc::new(known), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options).map_err(|error| format!("the drawing cannot be read: {error}"))
}

fn painted(
    tree: &usvg::Tree,
    shown: tiny_skia::Transform,
    width: u32,
    height: u32,
) -> Result<tiny_skia::Pixmap, String> {
    let mut pixels = tiny_skia::Pixmap::new(width, height)
        .ok_or_else(|| format!("a picture of {width} by {height} pixels cannot be made"))?;
    resvg::render(tree, shown, &mut pixels.as_mut());
    Ok(pixels)
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
    fn a_part_is_shown_and_nothing_else() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\"><rect x=\"50\" y=\"50\" width=\"50\" \
                   height=\"50\" fill=\"#000\"/></svg>";
        let colour_of = |left: f64| {
            let part = Part { left, top: left, width: 40.0, height: 20.0 };
            let picture = image::load_from_memory(&jpeg(svg, part, 80).unwrap()).unwrap().to_rgb8();
            assert_eq!(picture.dimensions(), (80, 40));
            picture.get_pixel(40, 20).0
        };
        assert!(colour_of(5.0).iter().all(|colour| *colour > 240), "paper is white");
        assert!(colour_of(55.0).iter().all(|colour| *colour < 15));
    }

    #[test]
    fn a_broken_drawing_is_an_error_not_a_panic() {
        assert!(png("<svg").is_err());
    }
}
