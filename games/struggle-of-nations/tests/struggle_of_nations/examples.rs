//! Every example of the title passes.

use struggle_of_nations::StruggleOfNations;

#[test]
fn every_example_passes() {
    let title = StruggleOfNations::built_in().any();
    let examples = title.examples();
    assert!(examples.len() >= 10, "{} examples", examples.len());
    let reports = examples.iter().map(|file| title.check_example(&file.name, &file.text));
    let failures: Vec<String> = reports.flat_map(|report| report.failures).map(|fault| fault.to_string()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
