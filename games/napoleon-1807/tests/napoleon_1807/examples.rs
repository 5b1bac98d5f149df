//! Every example of the title passes.

use napoleon_1807::Napoleon1807;

#[test]
fn every_example_passes() {
    let title = Napoleon1807::built_in().any();
    let examples = title.examples();
    assert!(examples.len() > 130, "{} examples", examples.len());
    let reports = examples.iter().map(|file| title.check_example(&file.name, &file.text));
    let failures: Vec<String> = reports.flat_map(|report| report.failures).map(|fault| fault.to_string()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
