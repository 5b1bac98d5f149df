//! For the build script of a title: its data and examples become part of it, so that the program needs no files beside it.

use std::fs;
use std::path::Path;

/// Writes `data.rs` with name and text of every data file of a title, in the order of their names.
pub fn data_of(title: &str) {
    // Asked when it runs, not when it is compiled: a repository may have been moved since.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let root = Path::new(&manifest).join("../../data").join(title);
    let root = root.canonicalize().expect("the data of the title is in the repository");
    let mut names = Vec::new();
    collect(&root, &root, &mut names);
    names.sort();
    let mut code = String::from("&[\n");
    for name in &names {
        code.push_str(&format!("({name:?}, include_str!({:?})),\n", root.join(name)));
    }
    code.push(']');
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("data.rs"), code).expect("OUT_DIR can be written");
}

fn collect(root: &Path, folder: &Path, names: &mut Vec<String>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("a folder of data") {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() {
            collect(root, &path, names);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            println!("cargo::rerun-if-changed={}", path.display());
            let name = path.strip_prefix(root).expect("below the root");
            names.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
}
