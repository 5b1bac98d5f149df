//! Drawings of positions: counters, boards cropped to their counters, before and after.

use atlas::draw::{Arm, Border, Branch, Counter, Flag, Livery, Pip, Symbols};
use board::Facing;
use kernel::chart::{Arm as PieceArm, Chart, Piece};
use kernel::{AnyGame, Colours, Example, Particulars, Seat, Side, Viewer, colours};

use crate::surface::Surface;

fn livery(colours: &Colours, piece: &Piece) -> Livery {
    let colours::Livery { fill, ink, field, border } = colours.livery(&piece.nation, piece.side).clone();
    let colours::Flag { stripes, upright } = colours.flag(&piece.nation, piece.side).clone();
    let border = match border {
        colours::Border::Square => Border::Square,
        colours::Border::Rounded => Border::Rounded,
        colours::Border::Cut => Border::Cut,
        colours::Border::Double => Border::Double,
        colours::Border::Notched => Border::Notched,
    };
    Livery { fill, ink, field, border, flag: Flag { stripes, upright } }
}

fn branch_of(branch: kernel::Branch) -> Branch {
    match branch {
        kernel::Branch::LineInfantry => Branch::LineInfantry,
        kernel::Branch::LightInfantry => Branch::LightInfantry,
        kernel::Branch::Grenadiers => Branch::Grenadiers,
        kernel::Branch::HeavyCavalry => Branch::HeavyCavalry,
        kernel::Branch::Dragoons => Branch::Dragoons,
        kernel::Branch::LightCavalry => Branch::LightCavalry,
        kernel::Branch::Lancers => Branch::Lancers,
        kernel::Branch::FootArtillery => Branch::FootArtillery,
        kernel::Branch::HorseArtillery => Branch::HorseArtillery,
    }
}

/// How a piece looks of which more is known than its face says.
pub fn counter_of(piece: &Piece, known: Option<&Particulars>, colours: &Colours, symbols: Symbols) -> Counter {
    let plain = counter(piece, colours, symbols);
    let Some(known) = known else { return plain };
    let band = known.colour.clone();
    Counter { branch: known.branch.map(branch_of), band, guard: known.guard, ..plain }
}

/// How a piece looks.
pub fn counter(piece: &Piece, colours: &Colours, symbols: Symbols) -> Counter {
    let arm = match piece.arm {
        PieceArm::Infantry => Arm::Infantry,
        PieceArm::Cavalry => Arm::Cavalry,
        PieceArm::Artillery => Arm::Artillery,
        PieceArm::Leader => Arm::Leader,
        PieceArm::Supply => Arm::Supply,
        PieceArm::Marker => Arm::Marker,
    };
    let pip = |mark: &kernel::Mark| Pip { colour: "#8a1f1f".into(), text: mark.text.clone() };
    Counter {
        livery: livery(colours, piece),
        arm,
        symbols,
        strength: piece.strength.clone(),
        movement: piece.movement.clone(),
        identity: piece.name.clone(),
        pips: piece.marks.iter().take(4).map(pip).collect(),
        facing: piece.facing.map(Facing::degrees),
        length: piece.length,
        branch: None,
        band: String::new(),
        guard: false,
    }
}

/// A position with nothing hidden, for examples: what each side knows of its own.
pub fn nothing_hidden(game: &dyn AnyGame) -> Option<Chart> {
    let mut chart = game.chart(Viewer::Spectator)?;
    let mut known: Vec<Side> = Vec::new();
    for (number, info) in game.seats().iter().enumerate() {
        if known.contains(&info.side) {
            continue;
        }
        known.push(info.side);
        let own = game.chart(Viewer::Seat(Seat(u8::try_from(number).ok()?)))?.pieces;
        chart.pieces.retain(|piece| piece.side != info.side);
        chart.pieces.extend(own.into_iter().filter(|piece| piece.side == info.side));
    }
    Some(chart)
}

/// The part of a sheet that is shown, in its pixels.
#[derive(Clone, Copy, Debug)]
struct Window {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// Two boards side by side, cropped to their counters.
pub fn before_and_after(example: &Example, before: &Chart, after: &Chart, numbers: bool, symbols: Symbols) -> String {
    let boards = [before, after];
    let Some(window) = window(&boards, &Surface::new(&before.ground, numbers, false, None)) else {
        return String::new();
    };
    let is_new = |piece: &&Piece| !before.pieces.iter().any(|known| stands_there(known, piece));
    let moved: Vec<&Piece> = after.pieces.iter().filter(is_new).collect();
    let board = |chart: &Chart, prefix: &str, marked: &[&Piece]| {
        Surface::new(&chart.ground, numbers, false, Some(prefix)).position(chart, marked, symbols)
    };
    let (gap, head) = (24.0, 64.0);
    let width = 2.0 * window.width + 3.0 * gap;
    let height = window.height + head + gap;
    let second = window.width + 2.0 * gap;
    let words = escaped(&format!("{}  ({})", example.title, example.rules.join(", ")));
    let size = (width / (words.chars().count().max(1) as f64) * 1.9).clamp(9.0, 20.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fbf7ec\"/>\n\
         <text x=\"{gap}\" y=\"26\" font-family=\"EB Garamond,Georgia,serif\" font-weight=\"600\" font-size=\"{size:.1}\">{words}</text>\n\
         <text x=\"{gap}\" y=\"54\" font-family=\"EB Garamond,Georgia,serif\" font-style=\"italic\" font-size=\"18\">Before</text>\n\
         <text x=\"{second:.1}\" y=\"54\" font-family=\"EB Garamond,Georgia,serif\" font-style=\"italic\" font-size=\"18\">After</text>\n\
         {}{}</svg>\n",
        placed(&board(before, "b", &[]), window, gap, head),
        placed(&board(after, "a", &moved), window, second, head),
    )
}

/// Whether a counter stood there already; what became of its states is for its marks to tell.
fn stands_there(before: &Piece, after: &Piece) -> bool {
    let same = |of: fn(&Piece) -> &String| of(before) == of(after);
    before.places == after.places
        && before.facing == after.facing
        && before.side == after.side
        && same(|piece| &piece.name)
        && same(|piece| &piece.strength)
}

/// A drawing inside another one.
fn placed(svg: &str, window: Window, x: f64, y: f64) -> String {
    let inner = svg.split_once('>').map_or("", |(_, inner)| inner);
    let Window { left, top, width, height } = window;
    format!(
        "<svg x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\">{inner}"
    )
}

fn window(charts: &[&Chart], surface: &Surface<'_>) -> Option<Window> {
    let places = surface.places();
    let taken = |name: &str| {
        charts.iter().any(|chart| chart.pieces.iter().any(|piece| piece.places.iter().any(|place| place == name)))
    };
    let with_counters: Vec<(f64, f64)> =
        places.iter().filter(|(name, _)| taken(name)).map(|(_, centre)| *centre).collect();
    let all = || places.iter().map(|(_, centre)| *centre).collect();
    let centres: Vec<(f64, f64)> = if with_counters.is_empty() { all() } else { with_counters };
    let lowest = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    let highest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let around = 2.2 * surface.pitch();
    let left = (lowest(&mut centres.iter().map(|at| at.0)) - around).max(0.0);
    let top = (lowest(&mut centres.iter().map(|at| at.1)) - around).max(0.0);
    let (sheet_width, sheet_height) = surface.size();
    let right = (highest(&mut centres.iter().map(|at| at.0)) + around).min(sheet_width);
    let bottom = (highest(&mut centres.iter().map(|at| at.1)) + around).min(sheet_height);
    (!places.is_empty()).then(|| Window { left, top, width: (right - left).max(1.0), height: (bottom - top).max(1.0) })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Boards one after the other, all cut down to the same window; a counter that was not there before is marked.
pub fn sequence(charts: &[Chart]) -> Vec<String> {
    let Some(first) = charts.first() else { return Vec::new() };
    let all: Vec<&Chart> = charts.iter().collect();
    let window = window(&all, &Surface::new(&first.ground, true, false, None));
    let Some(Window { left, top, width, height }) = window else { return Vec::new() };
    let mut before: Option<&Chart> = None;
    let mut boards = Vec::new();
    for (number, chart) in charts.iter().enumerate() {
        let is_new =
            |piece: &&Piece| before.is_some_and(|before| !before.pieces.iter().any(|known| stands_there(known, piece)));
        let moved: Vec<&Piece> = chart.pieces.iter().filter(is_new).collect();
        let surface = Surface::new(&chart.ground, true, false, Some(&format!("x{number}")));
        let svg = surface.position(chart, &moved, Symbols::Period);
        let inner = svg.split_once('>').map_or("", |(_, inner)| inner);
        boards.push(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\" \
             width=\"{width:.0}\" height=\"{height:.0}\">{inner}"
        ));
        before = Some(chart);
    }
    boards
}
