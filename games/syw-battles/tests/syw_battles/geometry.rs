//! A second geometry, slow and by other means than the rules': points in cube coordinates are turned about a point, and angles
//! are compared by their inner products. What comes out is written as examples, which the rules have to fulfil.

use syw_battles::SywBattles;

/// A point in cube coordinates q and r.
type Point = (i32, i32);

const COLUMNS: i32 = 31;
const ROWS: i32 = 31;
const CENTRE: Point = (15, 8);

const HEXSIDES: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];
const VERTICES: [&str; 6] = ["nne", "e", "sse", "ssw", "w", "nnw"];

fn plus(one: Point, other: Point) -> Point {
    (one.0 + other.0, one.1 + other.1)
}

fn minus(one: Point, other: Point) -> Point {
    (one.0 - other.0, one.1 - other.1)
}

fn times(point: Point, number: i32) -> Point {
    (point.0 * number, point.1 * number)
}

/// A sixth of a circle clockwise about the origin, on a map whose rows grow downward.
fn turned((q, r): Point) -> Point {
    (-r, q + r)
}

fn turned_about(centre: Point, point: Point, sixths: usize) -> Point {
    let arm = (0..sixths % 6).fold(minus(point, centre), |arm, _| turned(arm));
    plus(centre, arm)
}

/// Twice the inner product of two vectors.
fn inner(one: Point, other: Point) -> i32 {
    2 * one.0 * other.0 + 2 * one.1 * other.1 + one.0 * other.1 + one.1 * other.0
}

/// The step over a hexside, by turning the one to the north.
fn step(hexside: usize) -> Point {
    (0..hexside % 6).fold((0, -1), |arm, _| turned(arm))
}

/// Toward the vertex after a hexside.
fn vertex(number: usize) -> Point {
    plus(step(number), step(number + 1))
}

fn name((q, r): Point) -> String {
    // Even columns stand half a hex lower.
    let (column, row) = (q + 1, r + (q - (q & 1)) / 2 + 1);
    assert!((1..=COLUMNS).contains(&column) && (1..=ROWS).contains(&row), "({q}, {r}) is off the map");
    format!("{column:02}{row:02}")
}

fn names(points: &[Point]) -> String {
    points.iter().map(|point| name(*point)).collect::<Vec<_>>().join(" ")
}

/// A row from its right: each next hex a quarter turn to the left of where it looks. Of the six steps that is the one whose
/// inner product with the facing is 0 and that lies on the left.
fn row(right: Point, facing: usize, length: i32) -> Vec<Point> {
    let ahead = vertex(facing);
    let beside = (0..6).map(step).filter(|step| inner(*step, ahead) == 0);
    // Turned a sixth clockwise, what lies on the left comes nearer to the front.
    let left = beside.into_iter().find(|step| inner(turned(*step), ahead) > 0).expect("a left");
    (0..length).map(|place| plus(right, times(left, place))).collect()
}

struct Trials {
    title: std::sync::Arc<dyn kernel::AnyTitle>,
    count: usize,
}

impl Trials {
    fn new() -> Trials {
        Trials { title: SywBattles::built_in().any(), count: 0 }
    }

    fn holds(&mut self, what: &str, unit: &str, steps: &str) {
        let text = format!(
            "rules = [\"D.3j\"]\ntitle = \"{what}\"\n[position]\nmap = \"blank {COLUMNS}x{ROWS}\"\nphase = \"movement\"\n\
             active = \"allied\"\nunits = [{unit}]\n{steps}"
        );
        let report = self.title.check_example("geometry", &text);
        let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
        assert!(failures.is_empty(), "{what}:\n{}\n{text}", failures.join("\n"));
        self.count += 1;
    }
}

fn doing(order: &str, expect: &str) -> String {
    format!("[[step]]\nby = \"allied\"\ndo = \"{order}\"\nexpect = {{ {expect} }}\n")
}

/// Brigades of one, two and three hexes.
const BRIGADES: [(&str, i32); 3] =
    [("brigade inf 2x5 5/4/3", 1), ("brigade inf 4x5 5/4/3", 2), ("brigade inf 6x5 5/4/3", 3)];

#[test]
fn rows_stand_as_they_look() {
    let mut trials = Trials::new();
    for (brigade, length) in BRIGADES {
        for (facing, word) in VERTICES.iter().enumerate() {
            let hexes = names(&row(CENTRE, facing, length));
            let unit = format!("\"al a: {brigade} @ {} line {word}\"", name(CENTRE));
            trials.holds("a row", &unit, &doing("select a", &format!("hexes = {{ a = \"{hexes}\" }}")));
        }
    }
    assert_eq!(trials.count, 18);
}

#[test]
fn wheels_are_turns_about_one_end() {
    let mut trials = Trials::new();
    for (brigade, length) in &BRIGADES[1..] {
        for facing in 0..6 {
            let start = row(CENTRE, facing, *length);
            let unit = format!("\"al a: {brigade} @ {} line {}\"", name(CENTRE), VERTICES[facing]);
            for (hand, pivot, sixths) in [("right", 0, 1), ("left", start.len() - 1, 5)] {
                let after: Vec<Point> = start.iter().map(|hex| turned_about(start[pivot], *hex, sixths)).collect();
                let expect = format!(
                    "hexes = {{ a = \"{}\" }}, facing = {{ a = \"{}\" }}",
                    names(&after),
                    VERTICES[(facing + sixths) % 6]
                );
                let steps = doing("select a", "phase = \"movement\"") + &doing(&format!("wheel {hand}"), &expect);
                trials.holds("a wheel", &unit, &steps);
            }
            if *length == 2 {
                // Backward the moving end goes behind the row: about the right-hand hex the row turns to the left.
                for (hand, pivot, sixths) in [("right", 0, 5), ("left", 1, 1)] {
                    let after: Vec<Point> = start.iter().map(|hex| turned_about(start[pivot], *hex, sixths)).collect();
                    let expect = format!(
                        "hexes = {{ a = \"{}\" }}, facing = {{ a = \"{}\" }}, points_left = 0",
                        names(&after),
                        VERTICES[(facing + sixths) % 6]
                    );
                    let steps =
                        doing("select a", "phase = \"movement\"") + &doing(&format!("wheel back {hand}"), &expect);
                    trials.holds("a wheel back", &unit, &steps);
                }
            }
        }
    }
    assert_eq!(trials.count, 36);
}

#[test]
fn slides_and_reverses_keep_the_front() {
    let mut trials = Trials::new();
    for (brigade, length) in BRIGADES {
        for facing in 0..6 {
            let start = row(CENTRE, facing, length);
            let ahead = vertex(facing);
            let unit = format!("\"al a: {brigade} @ {} line {}\"", name(CENTRE), VERTICES[facing]);
            let moved = |by: Point| -> Vec<Point> { start.iter().map(|hex| plus(*hex, by)).collect() };
            for hexside in 0..6 {
                let by = step(hexside);
                let to = moved(by);
                // Beside, before or behind: by the angle to the facing.
                let order = match inner(by, ahead).signum() {
                    0 if inner(turned(by), ahead) > 0 => "slide left".to_owned(),
                    0 => "slide right".to_owned(),
                    1 => format!("step {}", name(to[0])),
                    _ => format!("reverse {}", name(to[0])),
                };
                let expect =
                    format!("hexes = {{ a = \"{}\" }}, facing = {{ a = \"{}\" }}", names(&to), VERTICES[facing]);
                let steps = doing("select a", "phase = \"movement\"") + &doing(&order, &expect);
                trials.holds("a step", &unit, &steps);
            }
            let mut back = start.clone();
            back.reverse();
            let expect = format!(
                "hexes = {{ a = \"{}\" }}, facing = {{ a = \"{}\" }}",
                names(&back),
                VERTICES[(facing + 3) % 6]
            );
            let steps = doing("select a", "phase = \"movement\"") + &doing("about face", &expect);
            trials.holds("an about-face", &unit, &steps);
        }
    }
    assert_eq!(trials.count, 126);
}

#[test]
fn columns_form_line_to_either_side() {
    let mut trials = Trials::new();
    for (brigade, length) in BRIGADES {
        for (heading, word) in HEXSIDES.iter().enumerate() {
            let way = step(heading);
            let body: Vec<Point> = (0..length).map(|place| minus(CENTRE, times(way, place))).collect();
            let unit = format!("\"al a: {brigade} @ {} column {word}\"", name(CENTRE));
            // The two vertices at right angles to the march; the row has its right where it looks from.
            for facing in (0..6).filter(|facing| inner(vertex(*facing), way) == 0) {
                let straight = row(body[0], facing, length);
                let turned = row(body[body.len() - 1], facing, length);
                let mut sorted = [straight.clone(), turned.clone(), body.clone()];
                sorted.iter_mut().for_each(|list| list.sort_unstable());
                let after = if sorted[0] == sorted[2] { straight } else { turned };
                let expect =
                    format!("hexes = {{ a = \"{}\" }}, formation = {{ a = \"line\" }}, points_left = 5", names(&after));
                let steps = doing("select a", "phase = \"movement\"")
                    + &doing(&format!("change {}", VERTICES[facing]), &expect);
                trials.holds("a deployment", &unit, &steps);
            }
            if length == 3 {
                for (hand, sixths) in [("left", 5), ("right", 1)] {
                    let aside = turned_about((0, 0), way, sixths);
                    let all = [plus(CENTRE, aside), CENTRE, minus(CENTRE, aside)];
                    // It looks at the vertex next to its old heading on the far side.
                    let facing = (0..6)
                        .find(|facing| inner(vertex(*facing), aside) == 0 && inner(vertex(*facing), way) > 0)
                        .expect("a vertex");
                    let right = all.iter().copied().find(|hex| {
                        let mut row = row(*hex, facing, 3);
                        let mut all = all.to_vec();
                        row.sort_unstable();
                        all.sort_unstable();
                        row == all
                    });
                    let hexes = names(&row(right.expect("a right-hand hex"), facing, 3));
                    let expect = format!(
                        "hexes = {{ a = \"{hexes}\" }}, facing = {{ a = \"{}\" }}, points_left = 3",
                        VERTICES[facing]
                    );
                    let steps = doing("select a", "phase = \"movement\"") + &doing(&format!("deploy {hand}"), &expect);
                    trials.holds("a deployment aside", &unit, &steps);
                }
            }
        }
    }
    assert_eq!(trials.count, 48);
}

#[test]
fn guns_see_within_sixty_degrees_of_where_they_look() {
    let mut trials = Trials::new();
    for (facing, word) in VERTICES.iter().enumerate() {
        let ahead = vertex(facing);
        let mut seen = Vec::new();
        for q in -7..=7i32 {
            for r in -7..=7i32 {
                if (q + r).abs() > 7 || (q, r) == (0, 0) {
                    continue;
                }
                let product = inner((q, r), ahead);
                // Strictly nearer than 60 degrees: the cosine is above one half. `inner` is twice the product.
                let inside = product > 0 && product * product > inner((q, r), (q, r)) * inner(ahead, ahead) / 4;
                seen.push(format!("\"a {}\" = {inside}", name(plus(CENTRE, (q, r)))));
            }
        }
        let unit = format!("\"al a: guns 24-pdr 2 @ {} unlimbered {word}\"", name(CENTRE));
        trials.holds("an arc", &unit, &doing("select a", &format!("sees = {{ {} }}", seen.join(", "))));
    }
    assert_eq!(trials.count, 6);
}
