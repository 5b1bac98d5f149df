//! `sabretache completions`.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::console::Console;
use crate::failure::Outcome;

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sabretache completions bash > ~/.local/share/bash-completion/completions/sabretache
  sabretache completions fish > ~/.config/fish/completions/sabretache.fish")]
pub(crate) struct Arguments {
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::arguments::Arguments::command(), "sabretache", &mut script);
    Ok(console.out.write_all(&script)?)
}
