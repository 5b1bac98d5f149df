//! Symbols kept as SVG files with blanks: `$name` stands for what the style or the livery fills in.

/// A symbol with its blanks filled and its line breaks gone. Longer names come first where one begins another.
pub(super) fn filled(symbol: &str, blanks: &[(&str, &str)]) -> String {
    let lines: Vec<&str> = symbol.lines().map(str::trim).collect();
    // A line that begins with an attribute continues a tag.
    let mut text = String::new();
    for line in lines {
        if !line.starts_with('<') && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
    }
    for (name, value) in blanks {
        text = text.replace(&format!("${name}"), value);
    }
    debug_assert!(!text.contains('$'), "a blank of the symbol was not filled: {text}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_filled_and_lines_joined() {
        let symbol = "<g id=\"$prefixt\">\n  <path fill=\"$ink\"\n    d=\"M0 0\"/>\n</g>\n";
        let text = filled(symbol, &[("prefix", "a-"), ("ink", "#000")]);
        assert_eq!(text, "<g id=\"a-t\"><path fill=\"#000\" d=\"M0 0\"/></g>");
    }
}
