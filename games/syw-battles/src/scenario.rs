//! Scenarios: `scenario.toml`, read with every fault named.

use arrayvec::ArrayVec;
use board::textfile::{Provenance, Source};
use board::{Facing, Fault, Grid, Hex};
use kernel::{OptionInfo, Side};
use kit::title::Heading;
use serde::{Deserialize, Serialize};
use toml::Spanned;

mod file;

use file::{EntryRow, File, Points, RetreatRow, SidePoints, StartFormation, StartRow};

use crate::counters::{BOTH, CorpsId, CounterId, Formation, SIDES};
use crate::state::{OBJECTIVES, POINTS};
use crate::tables::Weather;

kit::id! {
    /// An entry point on the edge of the map (A.2f).
    pub struct PointId(u8);
}

/// A turn of half an hour.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnInfo {
    pub number: u8,
    pub time: String,
    pub side: TurnSide,
    pub weather: Weather,
}

/// The side of the turn marker (M.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum TurnSide {
    #[serde(rename = "T.00")]
    OnTheHour,
    #[serde(rename = "T.30")]
    HalfPast,
}

/// Where arrivals come in.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    pub word: String,
    pub name: String,
    pub hexes: Vec<Hex>,
    pub sides: Vec<Side>,
    /// The next points on the same edge for a force that marches in.
    pub right: PointId,
    pub left: PointId,
}

/// For which times and points a corps may be planned (A.2b), or that its owner may call it.
#[derive(Clone, Debug)]
pub struct Approach {
    pub corps: String,
    /// The first turn for which it may be planned.
    pub earliest: u8,
    pub points: Vec<PointId>,
    /// Turns from the call to the planned arrival, for a corps that comes when it is called.
    pub called_after: Option<u8>,
    /// Only with the option of approach marches.
    pub optional: bool,
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub name: String,
    pub hexes: Vec<Hex>,
    /// Points for each side.
    pub points: [i32; 2],
    pub owner: Option<Side>,
}

/// What is true or not at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Demand {
    /// A brigade counter of its side has a hex in this row or below it.
    BrigadeAtRow(u16),
    /// Fewer than so many units of these brigades are well formed.
    FewerThan { brigades: Vec<String>, limit: u8 },
}

#[derive(Clone, Debug)]
pub struct Condition {
    pub side: Side,
    pub points: i32,
    pub description: String,
    pub demand: Demand,
}

/// Points for a leader of a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderScore {
    pub killed: i32,
    pub captured: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeaderScores {
    pub corps: LeaderScore,
    pub second_general: LeaderScore,
    pub general_in_chief: LeaderScore,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub unit: i32,
    pub battery: i32,
    pub leader: LeaderScores,
}

/// A degree of victory by the points of the Allies less those of the French.
#[derive(Clone, Debug)]
pub struct Level {
    pub name: String,
    pub at_least: Option<i32>,
    pub winner: Option<Side>,
}

/// Where routed units go (K.0a).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Retreat {
    /// These hexes on the edge.
    Hexes(Vec<Hex>),
}

/// Not in the book: a corps that hesitates.
#[derive(Clone, Debug)]
pub struct Hesitation {
    pub corps: String,
    /// Before this turn.
    pub before: u8,
    pub needs: u8,
    pub unless_with: String,
}

/// The end of the axis at which a side's right wing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Low,
    High,
}

/// The order of alternate fire (G.3d).
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Degrees clockwise from north.
    pub axis: u16,
    pub right: [End; 2],
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub heading: Heading,
    pub options: Vec<OptionInfo>,
    pub map: String,
    pub side_names: [String; 2],
    pub first_player: Side,
    pub sweep: Sweep,
    pub turns: Vec<TurnInfo>,
    /// Hexsides whose bridge is of stone.
    pub stone_bridges: Vec<[Hex; 2]>,
    /// Weather of some turns with the option of mist.
    pub mist: Vec<(u8, Weather)>,
    /// Leaders and corps that come by plan with the option of approach marches, and the leader who enters with the first.
    pub not_set_up: Vec<String>,
    pub first_in: Option<String>,
    pub hesitation: Option<Hesitation>,
    pub entries: Vec<EntryPoint>,
    pub approaches: Vec<Approach>,
    pub retreat: [Retreat; 2],
    pub successor: [Option<String>; 2],
    pub objectives: Vec<Objective>,
    pub conditions: Vec<Condition>,
    pub score: Score,
    pub levels: Vec<Level>,
}

impl Scenario {
    pub fn point(&self, word: &str) -> Option<PointId> {
        self.entries.iter().position(|entry| entry.word == word).map(|index| PointId(index as u8))
    }

    /// The place of a turn in the track.
    pub fn turn(&self, number: u8) -> &TurnInfo {
        let first = self.turns[0].number;
        &self.turns[usize::from(number.saturating_sub(first)).min(self.turns.len() - 1)]
    }

    pub fn last_turn(&self) -> u8 {
        self.turns[self.turns.len() - 1].number
    }
}

/// A line of the set-up.
#[derive(Clone, Debug)]
pub struct StartLine {
    pub hexes: ArrayVec<Hex, 3>,
    pub formation: Formation,
    pub facing: Facing,
}

/// Where counters begin, by id, in the order of the file: of several in a hex the first is on top.
pub type Starts = Vec<(String, StartLine)>;

/// A file being read: what is wrong with it is kept.
struct Reader<'a> {
    source: Source<'a>,
    grid: &'a Grid,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, offset: usize, sentence: String) {
        self.faults.push(self.source.fault(offset, sentence));
    }

    fn hex(&mut self, name: &Spanned<String>) -> Hex {
        self.grid.parse(name.get_ref()).unwrap_or_else(|| {
            self.fault(name.span().start, format!("`{}` is not a hex of this map", name.get_ref()));
            Hex::NONE
        })
    }

    fn side(&mut self, name: &Spanned<String>) -> Side {
        SIDES.in_source(&self.source, name, &mut self.faults)
    }

    fn turn(&mut self, turns: &[TurnInfo], time: &Spanned<String>) -> u8 {
        match turns.iter().find(|turn| turn.time == *time.get_ref()) {
            Some(turn) => turn.number,
            None => {
                self.fault(time.span().start, format!("no turn begins at {}", time.get_ref()));
                0
            }
        }
    }

    fn point(&mut self, entries: &[EntryRow], word: &Spanned<String>) -> PointId {
        match entries.iter().position(|entry| entry.point == *word.get_ref()) {
            Some(index) => PointId(index as u8),
            None => {
                self.fault(word.span().start, format!("there is no entry point `{}`", word.get_ref()));
                PointId::NONE
            }
        }
    }

    fn start(&mut self, row: &StartRow) -> StartLine {
        let mut hexes = ArrayVec::new();
        for name in &row.hexes {
            let hex = self.hex(name);
            if hexes.try_push(hex).is_err() {
                self.fault(name.span().start, "no counter is longer than three hexes".into());
            }
        }
        let formation = match row.formation {
            Some(StartFormation::Line) => Formation::Line,
            Some(StartFormation::Column | StartFormation::Adapted) => Formation::Column,
            Some(StartFormation::Dispersed) => Formation::Dispersed,
            Some(StartFormation::Unlimbered) => Formation::Unlimbered,
            Some(StartFormation::Limbered) => Formation::Limbered,
            None => Formation::None,
        };
        let facing = row.facing.as_ref().map_or(Facing::all(formation.faces_vertex())[0], |facing| *facing.get_ref());
        if formation.has_facing() && (row.facing.is_none() || facing.is_vertex() != formation.faces_vertex()) {
            let what = if formation.faces_vertex() { "a vertex" } else { "a hexside" };
            self.fault(row.id.span().start, format!("`{}` faces {what}", row.id.get_ref()));
        }
        StartLine { hexes, formation, facing }
    }
}

impl Scenario {
    /// The scenario, and where its counters begin.
    pub fn parse(
        name: &str,
        text: &str,
        grid: &Grid,
        options: &[OptionInfo],
    ) -> Result<(Scenario, Starts), Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut reader = Reader { source, grid, faults: Vec::new() };
        let turns: Vec<TurnInfo> = file.turn.iter().map(|turn| turn.get_ref().clone()).collect();
        for (turn, number) in file.turn.iter().zip(1..) {
            if turn.get_ref().number != number {
                reader.fault(turn.span().start, format!("this turn stands where turn {number} belongs"));
            }
        }
        let ends = [turns.first(), turns.last()].map(|turn| turn.map_or("", |turn| turn.time.as_str()));
        if ends != [file.track.first.as_str(), file.track.last.as_str()] {
            reader.fault(0, format!("the track runs from {} to {}", file.track.first, file.track.last));
            return Err(reader.faults);
        }
        let mut starts = Starts::new();
        for row in &file.start {
            let line = reader.start(row);
            if starts.iter().any(|(id, _)| id == row.id.get_ref()) {
                reader.fault(row.id.span().start, format!("`{}` begins in two places", row.id.get_ref()));
            }
            starts.push((row.id.get_ref().clone(), line));
        }
        let mut entries = Vec::new();
        for row in &file.entry {
            let next = |word: &Option<Spanned<String>>, reader: &mut Reader<'_>| {
                word.as_ref().map_or(PointId::NONE, |word| reader.point(&file.entry, word))
            };
            let (right, left) = (next(&row.right, &mut reader), next(&row.left, &mut reader));
            entries.push(EntryPoint {
                word: row.point.clone(),
                name: row.name.clone(),
                hexes: row.hexes.iter().map(|hex| reader.hex(hex)).collect(),
                sides: row.sides.iter().map(|side| reader.side(side)).collect(),
                right,
                left,
            });
        }
        if entries.len() > POINTS {
            reader.fault(0, format!("there is room for {POINTS} entry points"));
        }
        let mut approaches = Vec::new();
        for row in &file.approach {
            approaches.push(Approach {
                corps: row.corps.clone(),
                earliest: reader.turn(&turns, &row.earliest),
                points: row.points.iter().map(|point| reader.point(&file.entry, point)).collect(),
                called_after: None,
                optional: true,
            });
        }
        for row in &file.arrival {
            approaches.push(Approach {
                corps: row.corps.clone(),
                earliest: 1,
                points: row.points.iter().map(|point| reader.point(&file.entry, point)).collect(),
                called_after: row.called.then_some(row.after * 2),
                optional: false,
            });
        }
        let stone_bridges = file.stone_bridges.iter().map(|side| {
            let ends = side.get_ref().split_once('-').and_then(|(a, b)| Some([grid.parse(a)?, grid.parse(b)?]));
            ends.unwrap_or_else(|| {
                reader.fault(side.span().start, format!("`{}` is not a hexside of this map", side.get_ref()));
                [Hex::NONE; 2]
            })
        });
        let stone_bridges: Vec<[Hex; 2]> = stone_bridges.collect();
        let mist = file.option.mist.iter().flat_map(|row| &row.weather);
        let mist = mist.filter_map(|(time, weather)| {
            let turn = turns.iter().find(|turn| turn.time == *time);
            if turn.is_none() {
                reader.fault(0, format!("no turn begins at {time}"));
            }
            Some((turn?.number, *weather))
        });
        let mist: Vec<(u8, Weather)> = mist.collect();
        let hesitation = file.option.hesitation.as_ref().map(|row| Hesitation {
            corps: row.corps.clone(),
            before: reader.turn(&turns, &row.before),
            needs: row.needs,
            unless_with: row.unless_with.clone(),
        });
        let retreat = file.retreat.both().map(|row| reader.retreat(&file.entry, &row));
        let mut objectives = Vec::new();
        for row in &file.objective {
            let mut points = match row.points {
                Points::Same(points) => [points; 2],
                Points::Sides(SidePoints { allied, french }) => [allied, french],
            };
            if let Some(only) = &row.only {
                let only = reader.side(only);
                BOTH.into_iter().filter(|side| *side != only).for_each(|side| points[side.index()] = 0);
            }
            objectives.push(Objective {
                name: row.name.clone(),
                hexes: row.hexes.iter().map(|hex| reader.hex(hex)).collect(),
                points,
                owner: row.owner.as_ref().map(|owner| reader.side(owner)),
            });
        }
        if objectives.len() > OBJECTIVES {
            reader.fault(0, format!("there is room for {OBJECTIVES} objectives"));
        }
        let mut conditions = Vec::new();
        for row in &file.condition {
            let demand = match (row.brigade_at_row, row.fewer_than) {
                (Some(row), None) => Demand::BrigadeAtRow(row),
                (None, Some(limit)) => Demand::FewerThan { brigades: row.brigades.clone(), limit },
                _ => {
                    reader
                        .fault(row.id.span().start, "a condition is brigade_at_row, or fewer_than of brigades".into());
                    continue;
                }
            };
            let side = reader.side(&row.side);
            conditions.push(Condition { side, points: row.points, description: row.description.clone(), demand });
        }
        let mut levels = Vec::new();
        for row in &file.level {
            let winner = row.winner.as_ref().map(|winner| reader.side(winner));
            levels.push(Level { name: row.name.clone(), at_least: row.at_least, winner });
        }
        if levels.last().is_none_or(|level| level.at_least.is_some()) {
            reader.fault(0, "the last level is for everything below".into());
        }
        let first_player = reader.side(&file.first_player);
        if !reader.faults.is_empty() {
            return Err(reader.faults);
        }
        let (not_set_up, first_in) = match file.option.approach {
            Some(row) => (row.not_set_up, Some(row.first_in)),
            None => (Vec::new(), None),
        };
        let scenario = Scenario {
            heading: Heading {
                id: file.id,
                title: file.title,
                date: file.date,
                history: file.history,
                options: Vec::new(),
            },
            options: options.to_vec(),
            map: file.map,
            side_names: file.side_names.both(),
            first_player,
            sweep: Sweep { axis: file.sweep.axis, right: file.sweep.right.both() },
            turns,
            stone_bridges,
            mist,
            not_set_up,
            first_in,
            hesitation,
            entries,
            approaches,
            retreat,
            successor: [file.successor.allied, file.successor.french],
            objectives,
            conditions,
            score: file.score,
            levels,
        };
        Ok((scenario, starts))
    }
}

impl Reader<'_> {
    fn retreat(&mut self, entries: &[EntryRow], row: &RetreatRow) -> Retreat {
        let mut hexes = Vec::new();
        for word in &row.points {
            let point = self.point(entries, word);
            if let Some(entry) = entries.get(point.index()) {
                hexes.extend(entry.hexes.iter().filter_map(|hex| self.grid.parse(hex.get_ref())));
            }
        }
        if let Some(edge) = &row.edge {
            let row = match edge.get_ref().as_str() {
                "north" => 1,
                "south" => self.grid.rows(),
                other => {
                    self.fault(edge.span().start, format!("`{other}` is no edge; north and south are"));
                    1
                }
            };
            hexes.extend(self.grid.hexes().filter(|hex| self.grid.column_row(*hex).1 == row));
        }
        Retreat::Hexes(hexes)
    }
}

/// A corps and the plan for it (A.2b): nothing while nobody has made one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The turn and the point that its owner wrote down; turn 0 for none.
    pub turn: u8,
    pub point: PointId,
    /// The turn that the die made of it; 0 while it has not fallen (A.2c).
    pub actual: u8,
    /// Two moves on arrival (A.2d).
    pub early: bool,
    /// Where it stands ready to come in (A.2e, M.1).
    pub placed: PointId,
}

impl Plan {
    pub const NONE: Plan = Plan { turn: 0, point: PointId::NONE, actual: 0, early: false, placed: PointId::NONE };
}

/// What a scenario says of a corps that is not on the map.
pub type Planned = (CorpsId, Approach);

/// Who takes over when the General in Chief is lost (I.0e).
pub type Successors = [CounterId; 2];
