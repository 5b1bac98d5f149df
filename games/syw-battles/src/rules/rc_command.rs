//! Chapter C: who is in command, found once a turn before movement.
//! Decides 2.3h, C.0a, C.0b, C.1a, C.1b, C.1c, C.1d, C.1e, C.1f, C.1g, C.1h.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{BOTH, CounterId, CounterSet, Formation, Rank, enemy_of};
use crate::event::{Event, Phase};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// C.0a: the command phase; nobody decides anything in it.
    pub(crate) fn command_phase(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        events.event(Event::PhaseBegan { side: None, phase: Phase::Command });
        state.out_of_command = CounterSet::EMPTY;
        for side in BOTH {
            if rule!("C.0a", true) {
                self.find_command(state, side, events);
            }
        }
        state.part = crate::sequence::Part::Commanded;
        state.frames.pop();
        state.frames.push(Frame::OpenMovement);
        self.open_part(state, events);
        false
    }

    /// C.1: a straight line of so many hexes, free of enemy units.
    fn reaches(&self, state: &State, side: Side, from: Hex, to: Hex, range: u16) -> bool {
        from.is_some()
            && to.is_some()
            && self.ground.distance(from, to) <= range
            && !rule!("C.1a", self.ground.touched(from, to).any(|hex| self.is_held_by(state, enemy_of(side), hex)))
    }

    /// How far a leader commands: as what he is now.
    pub(crate) fn command_range(&self, state: &State, leader: CounterId) -> u16 {
        self.tables.command_range(self.rank_now(state, leader))
    }

    /// A successor has the rank that he succeeded to.
    pub(crate) fn rank_now(&self, state: &State, leader: CounterId) -> Rank {
        let printed = self.counter(leader).rank().unwrap_or(Rank::Corps);
        match (state.chief.contains(&leader), rule!("2.3h", true)) {
            (true, _) => Rank::GeneralInChief,
            (false, true) => printed,
            (false, false) => Rank::Corps,
        }
    }

    /// Whether a hex is in the range of one of the Generals of a side (C.1a, C.1c).
    fn in_generals_range(&self, state: &State, side: Side, hex: Hex) -> bool {
        let leaders = self.leaders.intersection(self.counters_of(side)).iter();
        leaders.filter(|leader| state.on_map(*leader)).any(|leader| {
            let rank = self.rank_now(state, leader);
            let commands = match rank {
                Rank::GeneralInChief => true,
                Rank::SecondGeneral => rule!("C.1c", true),
                Rank::Line | Rank::Corps => false,
            };
            commands && self.reaches(state, side, state.hex_of(leader), hex, self.tables.command_range(rank))
        })
    }

    /// C.0b: first the leaders, then the troops.
    fn find_command(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        let mine = self.counters_of(side);
        for leader in self.leaders.intersection(mine) {
            if state.on_map(leader) && !self.leader_in_command(state, side, leader) && rule!("C.0b", true) {
                state.out_of_command.insert(leader);
                events.event(Event::OutOfCommand { unit: leader });
            }
        }
        for unit in self.long.union(self.units).intersection(mine) {
            let counted = state.on_map(unit) && state.formation(unit) != Formation::Brigade;
            if counted && !self.in_command(state, side, unit) {
                state.out_of_command.insert(unit);
                events.event(Event::OutOfCommand { unit });
            }
        }
    }

    /// C.1b, C.1d: a leader within the range of the General in Chief, of the Second General above him, or, for a corps, of the
    /// leader of his Line or Wing if that one is in command (S15).
    fn leader_in_command(&self, state: &State, side: Side, leader: CounterId) -> bool {
        let hex = state.hex_of(leader);
        let rank = self.rank_now(state, leader);
        if rank.is_general() {
            return true;
        }
        let chief = state.chief[side.index()];
        let above = |leader: CounterId| self.superior(state, leader);
        let under = above(leader);
        let of_a_line = |leader: CounterId| !leader.is_none() && self.rank_now(state, leader) == Rank::Line;
        // Ranks go down: nobody commands his own superior.
        let line_commands = rank == Rank::Corps && of_a_line(under) && self.leader_in_command(state, side, under);
        let by = |general: CounterId| {
            !general.is_none()
                && state.on_map(general)
                && self.reaches(state, side, state.hex_of(general), hex, self.command_range(state, general))
        };
        // Where the scenario has no General in Chief, corps leaders stand by themselves.
        (chief.is_none() && under.is_none())
            || rule!("C.1b", by(chief))
            || ((line_commands || !of_a_line(under)) && by(under))
            || (of_a_line(under) && by(above(under)))
    }

    /// Whether a brigade or unit is in command.
    fn in_command(&self, state: &State, side: Side, unit: CounterId) -> bool {
        let print = self.counter(unit);
        // C.1h, C.1g
        if rule!("C.1h", state.formation(unit) == Formation::Panicked) {
            return false;
        }
        if rule!("C.1g", print.independent || print.is_battery()) || !print.is_brigade() && !print.is_unit() {
            return true;
        }
        // C.1f: one hex of a brigade is enough, for the units on it as well.
        if let Some(brigade) = self.standing_brigade(state, unit)
            && self.places(state, brigade).contains(&state.hex_of(unit))
            && rule!("C.1f", true)
        {
            return self.in_command(state, side, brigade);
        }
        self.places(state, unit).into_iter().any(|hex| self.commanded_in(state, side, unit, hex))
    }

    fn commanded_in(&self, state: &State, side: Side, unit: CounterId, hex: Hex) -> bool {
        if self.in_generals_range(state, side, hex) {
            return true;
        }
        // C.1d: the leader of his corps, or of the Line or Wing above it, who is in command himself (S15).
        let corps = self.counter(unit).corps;
        let leader = if corps.is_none() { CounterId::NONE } else { state.leads[corps.index()] };
        let above = self.superior(state, leader);
        let above = Some(above).filter(|above| !above.is_none() && self.rank_now(state, *above) == Rank::Line);
        let commands = |leader: CounterId| {
            !state.out_of_command.contains(leader)
                && self.reaches(state, side, state.hex_of(leader), hex, self.command_range(state, leader))
                && rule!("C.1d", true)
        };
        if above.is_some_and(|above| state.on_map(above) && commands(above)) {
            return true;
        }
        if !leader.is_none() && !state.on_map(leader) {
            return !rule!("C.1e", true);
        }
        !leader.is_none() && commands(leader)
    }

    /// Everything that an overlay shows: the leaders in whose range a hex lies.
    pub(crate) fn commanders_over(&self, state: &State, side: Side, hex: Hex) -> Vec<CounterId> {
        let leaders = self.leaders.intersection(self.counters_of(side)).iter().filter(|leader| state.on_map(*leader));
        leaders
            .filter(|leader| {
                !state.out_of_command.contains(*leader)
                    && self.reaches(state, side, state.hex_of(*leader), hex, self.command_range(state, *leader))
            })
            .collect()
    }
}
