//! The files that drawings go to.

use std::path::Path;

use clap::{Args, ValueEnum};

pub(crate) use server::drawing::before_and_after;

use crate::failure::{Failure, Outcome};
use crate::files;

/// How a board is drawn.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Leave the hex numbers out
    #[arg(long)]
    pub(crate) no_numbers: bool,
    /// The symbols of the arms on the counters
    #[arg(long, value_enum, default_value = "period")]
    symbols: Symbols,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Symbols {
    /// Crossed muskets, crossed sabres, a gun
    Period,
    /// Boxes with a cross, a stroke, a dot
    Nato,
}

impl Manner {
    pub(crate) fn symbols(self) -> atlas::draw::Symbols {
        match self.symbols {
            Symbols::Period => atlas::draw::Symbols::Period,
            Symbols::Nato => atlas::draw::Symbols::Nato,
        }
    }
}

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
                let sentence = format!("{} must end in .svg or .png", path.display());
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
