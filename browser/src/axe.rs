//! axe-core looks at the page as those do who cannot see it.
//!
//! It is not part of the repository: npm brings it into the target directory, in one version, and its hash must fit.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::{Value, json};
use sha2::{Digest, Sha512};

use crate::browser::Browser;
use crate::scene::target;

const VERSION: &str = "4.14.0";

/// What the registry says of that version (`dist.integrity`), in hexadecimal digits.
const SHA512: &str = "f564d9c448ec67b6f5dd31fc24f99b576cfc0876e5f34ff6866dd73c41b82603\
                      5d40b2bcd480515e64b11df3003a44aa41e4714ffd1dc0d0f3d863a6df3ce971";

/// Fails with what axe finds in the page as it is now.
pub async fn clean(browser: &Browser, what: &str) {
    // Colours on their way from one to the other have no contrast worth measuring.
    let still = "return document.getAnimations().filter(one => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity).length === 0";
    browser.until("the page to stand still", still, json!([])).await;
    if browser.script("return typeof axe === 'undefined'", json!([])).await == json!(true) {
        browser.script(source(), json!([])).await;
    }
    let run = "return axe.run(document, { resultTypes: ['violations'] }).then(result => result.violations.map(one => ({ id: one.id, impact: one.impact, help: one.help, nodes: one.nodes.slice(0, 6).map(node => `${node.target.join(' ')}: ${node.failureSummary} ${node.html.slice(0, 200)}`) })))";
    let found = browser.script(run, json!([])).await;
    let violations: Vec<String> = found.as_array().into_iter().flatten().map(in_words).collect();
    assert!(violations.is_empty(), "axe finds on {what}:\n{}", violations.join("\n"));
}

fn in_words(violation: &Value) -> String {
    let nodes = violation["nodes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let nodes: Vec<String> = nodes.map(|node| format!("    {}", node.replace('\n', " "))).collect();
    format!("  {} ({}): {}\n{}", violation["id"], violation["impact"], violation["help"], nodes.join("\n"))
}

/// The text of `axe.min.js`.
fn source() -> &'static str {
    static SOURCE: OnceLock<String> = OnceLock::new();
    SOURCE.get_or_init(|| {
        let folder = target().join(format!("axe-core-{VERSION}"));
        let archive = folder.join(format!("axe-core-{VERSION}.tgz"));
        if !archive.is_file() {
            fetch(&folder);
        }
        let bytes = std::fs::read(&archive).unwrap_or_else(|error| panic!("{}: {error}", archive.display()));
        let hash: String = Sha512::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if hash != SHA512 {
            let _ = std::fs::remove_file(&archive);
            panic!("axe-core {VERSION} came with a wrong hash ({hash}); it was thrown away, try again");
        }
        let unpacked = Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder).status();
        assert!(unpacked.is_ok_and(|status| status.success()), "{} cannot be unpacked with tar", archive.display());
        let script = folder.join("package/axe.min.js");
        std::fs::read_to_string(&script).unwrap_or_else(|error| panic!("{}: {error}", script.display()))
    })
}

fn fetch(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{} cannot be made: {error}", folder.display()));
    let package = format!("axe-core@{VERSION}");
    let packed = npm().args(["pack", "--silent", &package]).current_dir(folder).output();
    let packed = packed.unwrap_or_else(|error| panic!("npm is missing ({error}): `cargo xtask browser` installs it"));
    let words = String::from_utf8_lossy(&packed.stderr);
    assert!(packed.status.success(), "npm cannot fetch {package}; is there a way to the registry?\n{words}");
}

/// npm from the path, or the one that came with Node.js and is not on it.
fn npm() -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_the_path = std::env::split_paths(&path).any(|folder| folder.join("npm").is_file());
    let beside = ["/usr/lib", "/usr/local/lib"].map(|lib| Path::new(lib).join("node_modules/npm/bin/npm-cli.js"));
    match beside.into_iter().find(|script| !on_the_path && script.is_file()) {
        Some(script) => {
            let mut command = Command::new("node");
            command.arg(script);
            command
        }
        None => Command::new("npm"),
    }
}
