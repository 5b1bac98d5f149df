//! Lists of choices: short ones as they are, long ones in groups.

use kernel::Offer;

/// Longer lists are grouped.
const SHORT: usize = 24;
/// More groups than that are made coarser.
const GROUPS: usize = 30;
/// Most lines for a group.
const LINES: usize = 5;

/// The same, and where the list is short what each choice means.
pub(super) fn told(offers: &[String], said: &[Offer], width: usize) -> Vec<String> {
    if offers.len() > SHORT {
        return listed(offers, width);
    }
    let widest = offers.iter().map(|offer| offer.chars().count()).max().unwrap_or(0);
    let label = |offer: &String| said.iter().find(|said| said.order == *offer).map_or("", |said| &*said.touch.label);
    let line = |(number, offer): (usize, &String)| match label(offer) {
        // Nothing is said twice.
        label if label.is_empty() || label.eq_ignore_ascii_case(offer) => format!("{:4}  {offer}", number + 1),
        label => format!("{:4}  {offer:widest$}  {label}", number + 1),
    };
    offers.iter().enumerate().map(line).collect()
}

/// The lines of a numbered list.
pub(super) fn listed(offers: &[String], width: usize) -> Vec<String> {
    if offers.len() <= SHORT {
        return in_columns(offers.iter().map(String::as_str).enumerate().collect(), width);
    }
    let groups = [3, 2].into_iter().map(|words| groups(offers, words)).find(|groups| groups.len() <= GROUPS);
    let groups = groups.unwrap_or_else(|| self::groups(offers, 1));
    groups.iter().flat_map(|group| group_lines(group, width)).collect()
}

/// The choices that begin with the words, with their numbers.
pub(super) fn beginning_with(offers: &[String], words: &str, width: usize) -> Vec<String> {
    let words = words.to_lowercase();
    let found = offers.iter().map(String::as_str).enumerate();
    in_columns(found.filter(|(_, offer)| offer.to_lowercase().starts_with(&words)).collect(), width)
}

fn in_columns(numbered: Vec<(usize, &str)>, width: usize) -> Vec<String> {
    let items: Vec<String> = numbered.iter().map(|(number, offer)| format!("{:4}  {offer}", number + 1)).collect();
    let widest = items.iter().map(|item| item.chars().count()).max().unwrap_or(0) + 2;
    let columns = if items.len() > 8 { (width / widest).clamp(1, 4) } else { 1 };
    let rows = items.len().div_ceil(columns).max(1);
    let row = |row: usize| {
        let cells: Vec<String> = items.iter().skip(row).step_by(rows).map(|item| format!("{item:widest$}")).collect();
        cells.concat().trim_end().to_owned()
    };
    (0..items.len().min(rows)).map(row).collect()
}

/// Choices one after the other that begin with the same words.
struct Group<'o> {
    first: usize,
    head: String,
    offers: Vec<&'o str>,
}

fn groups(offers: &[String], words: usize) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (number, offer) in offers.iter().enumerate() {
        let split: Vec<&str> = offer.split(' ').collect();
        // The last word is what tells the members of a group apart.
        let head = split[..words.min(split.len() - 1)].join(" ");
        match groups.last_mut() {
            Some(group) if group.head == head && !head.is_empty() => group.offers.push(offer),
            _ => groups.push(Group { first: number, head, offers: vec![offer] }),
        }
    }
    groups
}

fn group_lines(group: &Group<'_>, width: usize) -> Vec<String> {
    let first = group.first + 1;
    if let [only] = group.offers[..] {
        return vec![format!("{first:4}        {only}")];
    }
    let last = group.first + group.offers.len();
    let mut lines = vec![format!("{first:4}-{last:<4}   {}:", group.head)];
    for (told, offer) in group.offers.iter().enumerate() {
        let rest = offer[group.head.len()..].trim();
        let comma = if told + 1 < group.offers.len() { "," } else { "" };
        let here = lines.len() - 1;
        if lines[here].chars().count() + rest.chars().count() + 2 <= width {
            lines[here] += &format!(" {rest}{comma}");
        } else if lines.len() < LINES {
            lines.push(format!("            {rest}{comma}"));
        } else {
            let more = group.offers.len() - told;
            lines.push(format!("            … {more} more; type \"{}\" to see them", group.head));
            break;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lists_stand_as_they_are() {
        let offers = ["pass".to_owned(), "attack b with a".to_owned()];
        assert_eq!(listed(&offers, 80), ["   1  pass", "   2  attack b with a"]);
        assert!(listed(&[], 80).is_empty());
    }

    #[test]
    fn long_lists_are_grouped_with_the_numbers_of_their_members() {
        let mut offers: Vec<String> = (1..=30).map(|hex| format!("move a 04{hex:02}")).collect();
        offers.push("done".into());
        let lines = listed(&offers, 40);
        assert_eq!(lines[0], "   1-30     move a: 0401, 0402, 0403,");
        assert_eq!(lines[1], "            0404, 0405, 0406, 0407,");
        assert_eq!(lines[5], "            … 11 more; type \"move a\" to see them");
        assert_eq!(lines[6], "  31        done");
        assert_eq!(beginning_with(&offers, "Move a 043", 80), ["  30  move a 0430"]);
    }

    #[test]
    fn short_lists_say_what_choices_mean() {
        let said = |order: &str, label: &str| Offer {
            order: order.into(),
            touch: kernel::Touch { label: label.into(), ..kernel::Touch::default() },
        };
        let offers = ["pass".to_owned(), "step halle".to_owned()];
        let said = [said("step halle", "March to Halle, 2 MP"), said("pass", "Pass")];
        assert_eq!(told(&offers, &said, 80), ["   1  pass", "   2  step halle  March to Halle, 2 MP"]);
    }

    #[test]
    fn columns_read_downwards() {
        let offers: Vec<String> = (1..=10).map(|n| format!("a{n}")).collect();
        let lines = listed(&offers, 30);
        assert_eq!(lines[0], "   1  a1      6  a6");
    }
}
