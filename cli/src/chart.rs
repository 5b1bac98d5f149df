//! The files that drawings go to.

use std::path::Path;

pub(crate) use server::drawing::{before_and_after, position};

use crate::failure::{Failure, Outcome};
use crate::files;

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Picture {
    Svg,
    Png,
}

impl Picture {
    pub(crate) fn of_path(path: &Path) -> Outcome<Picture> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Picture::Svg),
            Some("png") => Ok(Picture::Png),
            Some(_) | None => {
                let sentence = format!("{} should end in .svg or .png, which are what can be drawn", path.display());
                Err(Failure::usage(sentence))
            }
        }
    }

    pub(crate) fn write(self, svg: &str, scale: f32, path: &Path) -> Outcome {
        match self {
            Picture::Svg => files::write_whole(path, svg.as_bytes()),
            Picture::Png => files::write_whole(path, &atlas::png_scaled(svg, scale).map_err(Failure::usage)?),
        }
    }
}
