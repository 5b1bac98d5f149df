//! Every example of the title passes.

use kernel::DataFile;
use napoleon_1807::Napoleon1807;

/// The examples as they are on disk, so that a new one is tried without building the title again.
fn on_disk() -> Vec<DataFile> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/napoleon-1807/examples");
    let files = std::fs::read_dir(folder).expect("the examples are there").map(|entry| entry.expect("readable").path());
    let mut files: Vec<std::path::PathBuf> =
        files.filter(|path| path.extension().is_some_and(|it| it == "toml")).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| DataFile {
        name: format!("examples/{}", path.file_name().expect("a file").to_string_lossy()),
        text: std::fs::read_to_string(path).expect("readable").into(),
        from_overlay: false,
    };
    files.iter().map(read).collect()
}

#[test]
fn every_example_passes() {
    let title = Napoleon1807::built_in().any();
    let examples = on_disk();
    assert!(examples.len() >= title.examples().len(), "{} examples", examples.len());
    let reports = examples.iter().map(|file| title.check_example(&file.name, &file.text));
    let failures: Vec<String> = reports.flat_map(|report| report.failures).map(|fault| fault.to_string()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What the examples leave untested; printed for whoever writes more of them.
#[test]
fn coverage_of_the_rulebook() {
    let title = Napoleon1807::built_in().any();
    let coverage = kernel::coverage::coverage(&*title, &on_disk());
    let without: Vec<&str> = coverage.cases.iter().filter(|case| !case.fired).map(|case| case.id.as_str()).collect();
    println!("cases: {}, not fired by an example of their own: {}", coverage.cases.len(), without.len());
    println!("{}", without.join(" "));
    println!("cases in the code that the rulebook lacks: {:?}", coverage.unlisted);
    assert!(coverage.unlisted.is_empty(), "{:?}", coverage.unlisted);
}
