//! For the build script of a title: its data and examples become part of it, so that the program needs no files beside it,
//! and the numbers of its cases become constants against which the code is checked.

use std::fs;
use std::path::Path;

/// Writes `data.rs` with name and text of every data file of a title, in the order of their names, and `cases.rs` with the
/// numbers of the cases in its `rules.toml`.
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
    write("data.rs", &code);
    cases_of(&root.join("rules.toml"), "cases.rs");
}

/// Writes a file with the numbers of the cases in a rulebook. Whatever else may be wrong with it, the title reports when it reads it.
pub fn cases_of(rulebook: &Path, name: &str) {
    println!("cargo::rerun-if-changed={}", rulebook.display());
    let text = fs::read_to_string(rulebook).expect("a title has a rulebook");
    let book: toml::Table = text.parse().unwrap_or_else(|fault| panic!("{}: {fault}", rulebook.display()));
    let cases = book.get("case").and_then(toml::Value::as_array).into_iter().flatten();
    let numbers: Vec<&str> = cases.filter_map(|case| case.get("id")?.as_str()).collect();
    write(name, &format!("&{numbers:?}"));
}

fn write(name: &str, code: &str) {
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join(name), code).expect("OUT_DIR can be written");
}

fn collect(root: &Path, folder: &Path, names: &mut Vec<String>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("a folder of data") {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() {
            collect(root, &path, names);
        } else if path.extension().is_some_and(|extension| extension == "toml" || extension == "ftl") {
            println!("cargo::rerun-if-changed={}", path.display());
            let name = path.strip_prefix(root).expect("below the root");
            names.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
}
