//! The data that comes with the program.

use std::collections::BTreeMap;

use kernel::{DataFiles, Fault};

pub const ID: &str = "jours-de-gloire";

/// Name and text of every data file that comes with the program.
pub(crate) const DATA: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

/// Its files, some replaced: keys such as `jours-de-gloire/lutzen/scenario.toml`.
pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<DataFiles, Vec<Fault>> {
    DataFiles::with_overlay(ID, DATA, overlay)
}
