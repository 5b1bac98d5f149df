//! Where a command reads and writes.

use std::io::{self, BufRead, BufWriter, IsTerminal, Write};

pub struct Console {
    pub out: Box<dyn Write>,
    pub err: Box<dyn Write>,
    pub input: Box<dyn BufRead>,
    /// Whether a person sits before it, to be asked.
    pub interactive: bool,
    /// Whether a progress bar can be shown on the standard error.
    pub shows_progress: bool,
    pub colour: bool,
    /// In characters.
    pub width: usize,
}

impl std::fmt::Debug for Console {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a console {} characters wide", self.width)
    }
}

impl Console {
    pub fn standard() -> Console {
        let seen = io::stdout().is_terminal();
        let width = terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0));
        Console {
            out: Box::new(BufWriter::new(io::stdout())),
            err: Box::new(io::stderr()),
            input: Box::new(io::stdin().lock()),
            interactive: seen && io::stdin().is_terminal(),
            shows_progress: io::stderr().is_terminal(),
            colour: seen && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            width: width.clamp(40, 200),
        }
    }

    /// A line typed by the user, without its end; `None` when the input has ended.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        if !self.interactive {
            // The answer is not on the screen by itself.
            writeln!(self.out, "{}", String::from_utf8_lossy(&line).trim_end())?;
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    pub fn bold(&self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub fn dim(&self, text: &str) -> String {
        if self.colour { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Text broken into lines that fit, each begun with `indent`.
    pub fn wrapped(&self, text: &str, indent: &str) -> String {
        wrap(text, self.width.min(100), indent)
    }
}

/// Breaks text at spaces; lines of its own end where they end.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let length = indent.chars().count() + line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && length > width {
                lines.push(format!("{indent}{line}"));
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(if line.is_empty() { String::new() } else { format!("{indent}{line}") });
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_at_spaces() {
        assert_eq!(wrap("one two three", 9, " "), " one two\n three");
        assert_eq!(wrap("unbreakable", 4, ""), "unbreakable");
        assert_eq!(wrap("a\n\nb", 9, "  "), "  a\n\n  b");
    }
}
