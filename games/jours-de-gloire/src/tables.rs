//! The printed tables and figures (T cases), read from `tables.toml`. Dice and columns beyond the ends clamp (T.combat).

use serde::Deserialize;

use crate::counters::Kind;

mod reader;

board::words! {
    pub enum Weather {
        Clear = "clear";
        Rain = "rain";
        Mud = "mud";
        Snow = "snow";
    }

    /// The four tactics (8.2a).
    pub enum Tactic {
        Skirmish = "skirmish";
        Screen = "screen";
        Offensive = "offensive";
        Decisive = "decisive";
    }

    /// What becomes of a bridge behind a beaten Force (6.4c).
    pub enum Blowing {
        Blown = "blown";
        /// Blown, and the Force loses a strength point.
        Costly = "costly";
        Stands = "stands";
    }
}

/// What a weather throw brings (3.1a, 3.1h).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sky {
    pub weather: Weather,
    /// Rain*: the next turn is mud without a throw.
    pub mud_follows: bool,
}

/// A cell of a table: strength points lost (or counters shown), and whether a morale test is due.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cell {
    pub losses: u8,
    pub morale: bool,
}

/// A table of cells by die and by a number that picks the column.
pub type Grid = kit::results::ResultGrid<Cell>;

board::rows! {
    /// A number for each weather.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ByWeather {
        clear: i8,
        rain: i8,
        mud: i8,
        snow: i8,
    }
}

impl ByWeather {
    pub fn of(self, weather: Weather) -> i8 {
        match weather {
            Weather::Clear => self.clear,
            Weather::Rain => self.rain,
            Weather::Mud => self.mud,
            Weather::Snow => self.snow,
        }
    }
}

board::rows! {
    /// T.combat.sp, in quarters.
    #[derive(Copy, PartialEq, Eq)]
    pub struct Quarters {
        fatigued_attacker: u8,
        attacker_of_fortified_city: u8,
        cavalry_in_mountain_or_defensive: u8,
    }

    /// T.combat.col
    #[derive(Copy, PartialEq, Eq)]
    pub struct Shifts {
        flank_attack: i8,
        defender_encircled: i8,
        mountain_attacker: i8,
        defensive_attacker: i8,
        defensive_defender: i8,
        entrenched_attacker: i8,
        fourth_round: i8,
    }

    /// T.combat.die
    #[derive(Copy, PartialEq, Eq)]
    pub struct DieModifiers {
        attack_over_bridge: i8,
        open_terrain_defender: i8,
        third_and_fourth_round: i8,
    }
}

/// The modifiers of T.forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedMarch {
    /// A general of this command value or better helps.
    pub general_of_command: u8,
    pub general: i8,
    /// A unit of this cohesion or better keeps together.
    pub unit_of_cohesion: u8,
    pub cohesion: i8,
    pub extra_movement: u8,
    pub weather: ByWeather,
}

board::rows! {
    #[derive(Copy, PartialEq, Eq)]
    struct Allowance {
        points: u8,
        rain: i8,
        mud: i8,
        snow: i8,
    }

    #[derive(Copy, PartialEq, Eq)]
    struct Movement {
        leader: Allowance,
        infantry: Allowance,
        cavalry: Allowance,
        artillery: Allowance,
        out_of_command: i8,
        stack: u8,
        stack_infantry: u8,
        line_of_communication: u8,
    }

    #[derive(Copy, PartialEq, Eq)]
    struct Connections {
        road: u8,
        poor_road: u8,
        ford: ByWeather,
    }

    /// T.cp and the figures of command, supply and reaction.
    #[derive(Copy, PartialEq, Eq)]
    pub struct CommandCosts {
        /// For who has a line to his chief, and for who has none.
        commander_in_chief: [u8; 2],
        general: [u8; 2],
        without_general: [u8; 2],
        entrenchment: [u8; 2],
        leaderless_value: u8,
        leaderless_line: u8,
        general_line: u8,
        poor_road_die: i8,
        /// Numerator and denominator; rounded up.
        unsupplied: [u8; 2],
        cut_by_dummies: [u8; 2],
        french_at_restart: u8,
    }
}

impl CommandCosts {
    /// What is left of an army's command points without supply (4.4c), rounded up.
    pub fn without_supply(&self, points: u8) -> u8 {
        rounded_up(points, self.unsupplied)
    }

    /// What is left when nothing but dummies cuts the supply (4.4d), rounded up.
    pub fn cut_by_dummies(&self, points: u8) -> u8 {
        rounded_up(points, self.cut_by_dummies)
    }
}

fn rounded_up(points: u8, [numerator, denominator]: [u8; 2]) -> u8 {
    (u16::from(points) * u16::from(numerator)).div_ceil(u16::from(denominator)) as u8
}

board::rows! {
    /// What a tactic is worth and asks for (8.2, 9.b).
    #[derive(Copy, PartialEq, Eq)]
    pub struct TacticRow {
        value: u8,
        /// At least so many strength points.
        strength [default]: u8,
        /// Fewer than so many.
        strength_below [default]: Option<u8>,
        /// A leader of this rank or higher; none asked for if missing.
        rank [default]: Option<u8>,
        /// Victory points of a battle of this type.
        points: u8,
    }
}

/// Figures of chapter 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    decisive: TacticRow,
    offensive: TacticRow,
    screen: TacticRow,
    skirmish: TacticRow,
    pub morale_percent: u8,
    /// Tactical bonus from which the morale test is eased, and by how much; best first (8.6c).
    pub morale_ease: [[u8; 2]; 2],
    /// A defender does not retreat the way attackers of more strength points than this came (8.7c).
    pub retreat_barred_above: u8,
    /// Enemies of so many strength points close a box for an encirclement (8.5c).
    pub encircled_from: u8,
    pub overrun_ratio: u8,
    pub overrun_cavalry: u8,
    pub overrun_half: u8,
    pub overrun_all: u8,
}

impl Battle {
    pub fn tactic(&self, tactic: Tactic) -> &TacticRow {
        match tactic {
            Tactic::Skirmish => &self.skirmish,
            Tactic::Screen => &self.screen,
            Tactic::Offensive => &self.offensive,
            Tactic::Decisive => &self.decisive,
        }
    }

    /// The type of a battle by its number of rounds as the tactics give it (8.2b).
    pub fn type_of(&self, number: u8) -> Tactic {
        Tactic::ALL.into_iter().rfind(|tactic| self.tactic(*tactic).value <= number).unwrap_or(Tactic::Skirmish)
    }

    /// What a tactical bonus adds to cohesion in a morale test (8.6c).
    pub fn morale_ease(&self, tactical_bonus: u8) -> u8 {
        self.morale_ease.iter().find(|[from, _]| tactical_bonus >= *from).map_or(0, |[_, ease]| *ease)
    }

    /// Whether losses ask for a morale test (8.6a).
    pub fn tests_morale(&self, lost: u16, at_start: u16) -> bool {
        lost > 0 && u32::from(lost) * 100 >= u32::from(at_start) * u32::from(self.morale_percent)
    }
}

/// Figures of 5.5.4, 6.1, 6.3 and 6.4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Actions {
    recovery: [u8; 6],
    withdrawal: [u8; 2],
    pub french_withdrawal: i8,
    pub bridge_strength: u8,
    pub bridge_movement: u8,
    pub bridge_movement_opposed: u8,
    pub pontoon_strength: u8,
    pub detachment_movement: u8,
    blowing: [Blowing; 6],
}

impl Actions {
    /// Stragglers recovered (5.5.4b).
    pub fn recovery(&self, die: u8) -> u8 {
        self.recovery[usize::from(die.clamp(1, 6)) - 1]
    }

    /// Whether withdrawing cavalry loses a strength point (6.3g); the die is modified already.
    pub fn withdrawal_costs(&self, enemy_cavalry: bool, die: i32) -> bool {
        die >= i32::from(self.withdrawal[usize::from(!enemy_cavalry)])
    }

    pub fn blowing(&self, die: u8) -> Blowing {
        self.blowing[usize::from(die.clamp(1, 6)) - 1]
    }
}

board::rows! {
    /// Figures of chapter 9.
    #[derive(Copy, PartialEq, Eq)]
    pub struct VictoryPoints {
        captured_general: u8,
        captured_commander_in_chief: u8,
        strength_per_point: u8,
        margin: u8,
        besieged_city: u8,
    }

    #[derive(Copy, PartialEq, Eq)]
    struct SolitaireRow {
        line: u8,
        no_line: u8,
        most: u8,
    }

    #[derive(Copy, PartialEq, Eq)]
    struct Solitaire {
        infantry: SolitaireRow,
        cavalry: SolitaireRow,
        leader: SolitaireRow,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    pub combat: Grid,
    pub quarters: Quarters,
    pub shift: Shifts,
    pub die: DieModifiers,
    pub forced_march: Grid,
    pub forced_march_modifiers: ForcedMarch,
    pub artillery: Grid,
    pub artillery_weather: ByWeather,
    pub pursuit: Grid,
    pub pursuit_weather: ByWeather,
    pub pursuit_barred_in: Vec<Weather>,
    pub reconnaissance: Grid,
    pub command: CommandCosts,
    pub battle: Battle,
    pub actions: Actions,
    pub victory: VictoryPoints,
    connection: Connections,
    movement: Movement,
    weather_first_die: i32,
    weather_rows: Vec<[Sky; 4]>,
    weather_modifiers: [i8; 12],
    solitaire: Solitaire,
}

impl Tables {
    /// T.combat: what so many strength points cost the enemy.
    pub fn combat(&self, strength: u16, shift: i32, die: i32) -> Cell {
        self.combat.cell(strength, shift, die)
    }

    /// T.forced, for a unit of so many strength points; the die is modified already.
    pub fn stragglers(&self, strength: u16, die: i32) -> u8 {
        self.forced_march.cell(strength, 0, die).losses
    }

    /// The modifier of T.forced; `command` is the best command value of the generals in the stack.
    pub fn straggler_modifier(&self, command: Option<u8>, cohesion: u8, weather: Weather) -> i32 {
        let table = &self.forced_march_modifiers;
        let general = if command.is_some_and(|value| value >= table.general_of_command) { table.general } else { 0 };
        let steady = if cohesion >= table.unit_of_cohesion { table.cohesion } else { 0 };
        i32::from(general) + i32::from(steady) + i32::from(table.weather.of(weather))
    }

    /// T.artillery; `None` without any artillery bonus, when no die is thrown.
    pub fn artillery(&self, bonus: u16, weather: Weather, die: i32) -> Option<Cell> {
        (bonus > 0).then(|| self.artillery.cell(bonus, 0, die + i32::from(self.artillery_weather.of(weather))))
    }

    /// Whether the weather lets the victor pursue (3.1e).
    pub fn pursuit_allowed(&self, weather: Weather) -> bool {
        !self.pursuit_barred_in.contains(&weather)
    }

    /// T.pursuit; `None` where nobody pursues.
    pub fn pursuit(&self, bonus: u16, weather: Weather, die: i32) -> Option<u8> {
        let pursued = bonus > 0 && self.pursuit_allowed(weather);
        pursued.then(|| self.pursuit.cell(bonus, 0, die + i32::from(self.pursuit_weather.of(weather))).losses)
    }

    /// T.recon: counters shown; a difference of nothing shows none (6.3c).
    pub fn reconnaissance(&self, difference: u16, die: i32) -> u8 {
        if difference == 0 { 0 } else { self.reconnaissance.cell(difference, 0, die).losses }
    }

    /// Movement points of a connection (5.2a, T.terrain).
    pub fn connection(&self, poor_road: bool, forded: bool, weather: Weather) -> u8 {
        let way = if poor_road { self.connection.poor_road } else { self.connection.road };
        if forded { way.saturating_add_signed(self.connection.ford.of(weather)) } else { way }
    }

    /// Movement points of a kind of counter in this weather (5.1, 3.1).
    pub fn allowance(&self, kind: Kind, weather: Weather) -> u8 {
        let row = self.allowance_row(kind);
        row.points.saturating_add_signed(self.weather_on_allowance(kind, weather))
    }

    /// What the weather takes from an allowance.
    pub fn weather_on_allowance(&self, kind: Kind, weather: Weather) -> i8 {
        let row = self.allowance_row(kind);
        match weather {
            Weather::Clear => 0,
            Weather::Rain => row.rain,
            Weather::Mud => row.mud,
            Weather::Snow => row.snow,
        }
    }

    fn allowance_row(&self, kind: Kind) -> &Allowance {
        match kind {
            Kind::Leader => &self.movement.leader,
            Kind::Infantry | Kind::InfantryDummy => &self.movement.infantry,
            Kind::Cavalry | Kind::CavalryDummy => &self.movement.cavalry,
            Kind::Artillery => &self.movement.artillery,
        }
    }

    /// What being out of command takes from an allowance (4.6).
    pub fn out_of_command(&self) -> i8 {
        self.movement.out_of_command
    }

    /// Whether so many counters may move as a stack (5.4b); dummies are counted with their kind.
    pub fn stack_may_move(&self, infantry: u8, cavalry: u8) -> bool {
        infantry + cavalry <= self.movement.stack && infantry <= self.movement.stack_infantry
    }

    /// The longest line of communication for command (4.3c).
    pub fn line_of_communication(&self) -> u8 {
        self.movement.line_of_communication
    }

    /// T.weather for a month from 1 to 12; the month's modifier is added here.
    pub fn weather(&self, month: u8, die: u8) -> Sky {
        let month = usize::from(month.clamp(1, 12)) - 1;
        let die = i32::from(die) + i32::from(self.weather_modifiers[month]);
        let row = (die - self.weather_first_die).clamp(0, self.weather_rows.len() as i32 - 1);
        self.weather_rows[row as usize][month / 3]
    }

    /// The modifier of the weather die of a month from 1 to 12.
    pub fn weather_modifier(&self, month: u8) -> i8 {
        self.weather_modifiers[usize::from(month.clamp(1, 12)) - 1]
    }

    /// Movement points thrown for in a solitaire game (10.b to 10.d), before weather and want of command.
    pub fn solitaire_movement(&self, kind: Kind, line: bool, die: u8) -> u8 {
        let row = match kind {
            Kind::Leader => &self.solitaire.leader,
            Kind::Infantry | Kind::InfantryDummy | Kind::Artillery => &self.solitaire.infantry,
            Kind::Cavalry | Kind::CavalryDummy => &self.solitaire.cavalry,
        };
        (die + if line { row.line } else { row.no_line }).clamp(1, row.most)
    }
}
