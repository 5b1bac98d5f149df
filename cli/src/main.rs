use std::process::ExitCode;

use sabretache::console::Console;

fn main() -> ExitCode {
    sabretache::explain_panics();
    let mut console = Console::standard();
    ExitCode::from(sabretache::run(std::env::args_os(), &sabretache::titles::built_in_and_overlaid, &mut console))
}
