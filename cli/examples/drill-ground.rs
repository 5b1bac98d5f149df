//! The program with the drill ground for its only title: long counters that face, for the tests of the page.

use std::process::ExitCode;

use sabretache::console::Console;

fn main() -> ExitCode {
    sabretache::explain_panics();
    let mut console = Console::standard();
    let drill = |_: &sabretache::titles::Overlay| Ok(vec![contract::drill::DrillTitle::new().any().into()]);
    ExitCode::from(sabretache::run(std::env::args_os(), &drill, &mut console))
}
