//! The numbers of the cases of the two small titles.

use std::path::Path;

fn main() {
    for title in ["miniature", "drill"] {
        embed::cases_of(&Path::new("src").join(title).join("rules.toml"), &format!("{title}.rs"));
    }
}
