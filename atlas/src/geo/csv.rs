//! Tables with commas, as other programs write them: a head line, quotes where a field holds a comma.

use std::collections::BTreeMap;

/// A line of the table: fields by the names in the head, and the line's number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    fields: BTreeMap<String, String>,
}

impl Row {
    /// What stands in a field; nothing if the table has no such column.
    pub(super) fn get(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }
}

pub(super) fn rows(text: &str) -> Vec<Row> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let head: Vec<String> = lines.next().map(|(_, line)| fields(line)).unwrap_or_default();
    let row = |(number, line): (usize, &str)| Row {
        line: number + 1,
        fields: head.iter().cloned().zip(fields(line)).collect(),
    };
    lines.map(row).collect()
}

fn fields(line: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.trim_end_matches('\r').chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                found.last_mut().into_iter().for_each(|field| field.push('"'));
            }
            '"' => quoted = !quoted,
            ',' if !quoted => found.push(String::new()),
            letter => found.last_mut().into_iter().for_each(|field| field.push(letter)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_commas_and_quotes() {
        let rows = rows("town,note\nPirna,\"a bridge, \"\"old\"\"\"\n\nAltenberg,\n");
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].get("town"), rows[0].get("note"), rows[0].line), ("Pirna", "a bridge, \"old\"", 2));
        assert_eq!((rows[1].get("note"), rows[1].get("cell"), rows[1].line), ("", "", 4));
    }
}
