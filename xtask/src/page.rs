//! The page without a browser: format, lints, types, and the tests of its modules. Its tools come from npm, into `web/node_modules`.

use std::path::{Path, PathBuf};

use crate::steps::Step;

/// Checks the page, or says loudly that nothing on this machine can.
pub(crate) fn check() -> Result<(), String> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the repository has a root")?.join("web");
    if let Err(why) = tools(&web) {
        println!("\n!! NOT CHECKED on this machine: format, lints, types and modules of the page.\n!! {why}\n");
        return Ok(());
    }
    let bin = |name: &str| web.join("node_modules/.bin").join(name);
    let steps = [
        ("format and lints of the page", bin("biome"), "check --error-on-warnings"),
        ("types of the page", bin("tsc"), "--noEmit --project tsconfig.json"),
        ("modules of the page", PathBuf::from("node"), "--test --test-reporter=dot"),
    ];
    steps.into_iter().try_for_each(|(name, program, line)| Step::of(name, program, line).within(&web).run())
}

/// Brings the tools in the versions of the lock file, if they are not there yet.
fn tools(web: &Path) -> Result<(), String> {
    crate::browser::install_npm()?;
    let read = |name: &str| std::fs::read(web.join(name)).ok();
    // npm notes beside its modules what it has installed; our note beside that is of the lock file it was told by.
    let (lock, note) = (read("package-lock.json"), "node_modules/.installed-lock.json");
    if lock.is_some() && lock == read(note) {
        return Ok(());
    }
    println!("\n== tools of the page: npm install");
    // Not `npm ci`: it wants the lock file to know the programs for every other kind of machine, too.
    let arguments = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    let status = crate::browser::npm().args(arguments).current_dir(web).status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(format!("npm ended with {status}; is there a way to the registry?")),
        Err(error) => return Err(format!("npm cannot be started: {error}")),
    }
    std::fs::write(web.join(note), lock.unwrap_or_default()).map_err(|error| error.to_string())
}
