//! 7: movement commands.
//! Decides 3.force, 5.spend, 6.cofo, 6.disband, 6.inactive, 6.loc.broken, 6.source.change, 7.command, 7.command.start,
//! 7.command.zoc, 7.division.borrowed, 7.division.mixed, 7.provisional.limits, 21.disorg.effects,
//! 23.citadel.besieged.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::march::How;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Army, LeaderId, LeaderSet};
use crate::state::{Centre, NO_LINE, State};

impl Rules {
    /// Whether an army can give commands at all.
    pub(crate) fn may_order(&self, state: &State, army: Army) -> Ruling {
        let own = state.army(army);
        match own.centre {
            // In the turn in which it moves a centre still works.
            Centre::Active | Centre::Moved | Centre::Fled => {}
            Centre::Inactive | Centre::Recovering if rule!("6.inactive", true) => {
                return Err(refuse(case!("6.inactive"), "the centre moved in the last turn and is inactive")
                    .also(&[case!("6.inactive.length"), case!("6.displace.after")]));
            }
            Centre::Disbanded(_) if rule!("6.disband", true) => {
                return Err(refuse(case!("6.disband"), "the centre is disbanded").also(&[case!("6.inactive")]));
            }
            Centre::None | Centre::Cantoned(_) if rule!("6.cofo", true) => {
                return Err(refuse(case!("6.cofo"), "the army has no active centre").also(&[case!("6.inactive")]));
            }
            Centre::None | Centre::Inactive | Centre::Recovering | Centre::Disbanded(_) | Centre::Cantoned(_) => {}
        }
        if rule!("6.source.change", !own.changing.is_none()) {
            return Err(refuse(case!("6.source.change"), "the army is changing its source"));
        }
        if rule!("6.loc.broken", own.line == NO_LINE) {
            return Err(refuse(case!("6.loc.broken"), "the army has no line of communications").also(&[case!("6.loc")]));
        }
        // 5.negative: points may be spent down to the limit.
        if own.points <= self.tables.debt(army) {
            // 7.division: the points of another army are not for this one.
            let others = Army::ALL.into_iter().filter(|other| *other != army && other.side() == army.side());
            let rich = |other: Army| {
                let other_army = state.army(other);
                other_army.is_on_map() && other_army.points > self.tables.debt(other)
            };
            let case = if others.into_iter().any(rich) { case!("7.division") } else { case!("5.negative") };
            return Err(
                refuse(case, "the army is as deep in debt as it may be").also(&[case!("5.negative"), case!("5.spend")])
            );
        }
        Ok(())
    }

    /// Whether a leader may be given a command for the force he will put together.
    pub(crate) fn may_command(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        self.may_lead(state, side, leader)?;
        self.may_form(state, leader)?;
        if rule!("23.citadel.besieged", state.besieged.contains(leader)) {
            return Err(refuse(case!("23.citadel.besieged"), "{unit} is besieged and gets no commands").unit(leader));
        }
        if rule!("7.command.zoc", self.has_zone_around(state, leader)) {
            return Err(refuse(case!("7.command.zoc"), "{unit} is in an enemy zone and gets no command").unit(leader));
        }
        let borrows = !state.troops.contains(leader) && !self.has_train(state, leader);
        if rule!("7.division.borrowed", borrows) {
            // Which armies command him is known when his force is complete.
            return Ok(());
        }
        self.may_order(state, self.army_of(state, leader))?;
        if rule!("7.command.start", !state.in_range.contains(leader)) {
            let supplied = state.in_supply.contains(leader);
            let case = if supplied { case!("6.beyond.supplied") } else { case!("6.beyond") };
            return Err(refuse(
                case,
                "{unit} was out of range of his centre, or in an enemy zone, when the segment began",
            )
            .unit(leader)
            .also(&[
                case!("7.command.start"),
                case!("7.command.zoc"),
                case!("6.dispatch"),
                case!("7.command"),
                case!("6.dispatch.zoc"),
                case!("6.dispatch.territory"),
            ]));
        }
        Ok(())
    }

    /// 3.force: a force has units or a train of its commander's, or somebody's whom he could command.
    pub(crate) fn may_form(&self, state: &State, leader: LeaderId) -> Ruling {
        // 15.dummies: a dummy is moved like a force.
        let bare = !state.troops.contains(leader) && !self.has_train(state, leader) && !self.leader(leader).is_dummy();
        if rule!("3.force", bare && !self.has_company(state, leader)) {
            return Err(refuse(case!("3.force"), "{unit} has no troops to command")
                .unit(leader)
                .also(&[case!("9.solo")]));
        }
        Ok(())
    }

    /// Whether somebody with troops stands where a leader without any could command him.
    fn has_company(&self, state: &State, leader: LeaderId) -> bool {
        let here = state.package(leader);
        self.on_map(state, self.side_of(leader)).any(|other| {
            let there = state.package(other);
            other != leader
                && state.troops.contains(other)
                && !state.done.contains(other)
                && (there.shares_pair(&here) || self.adjacent(state, &here, &there))
        })
    }

    /// The force that got a command is complete: every army with troops in it pays (7.division.mixed).
    pub(crate) fn may_begin(&self, state: &State) -> Ruling {
        let march = &state.march;
        if !march.force.iter().any(|leader| {
            state.troops.contains(leader) || self.has_train(state, leader) || self.leader(leader).is_dummy()
        }) {
            return Err(refuse(case!("3.force"), "a force has at least one unit").unit(march.commander));
        }
        if march.how != How::Command {
            return Ok(());
        }
        for army in self.paying(state) {
            if let Err(refusal) = self.may_order(state, army) {
                // 7.division.mixed: every army with leaders in the force gives a command.
                let mixed = self.paying(state).count() > 1;
                return Err(if mixed {
                    refuse(
                        case!("7.division.mixed"),
                        "each army with leaders in the force gives a command, and one cannot",
                    )
                    .unit(march.commander)
                } else {
                    refusal
                });
            }
            let (side, package) = (army.side(), state.package(march.commander));
            let own = army == self.army_of(state, march.commander) && state.in_range.contains(march.commander);
            if rule!("7.command.start", !own && !self.dispatch_from_centre(state, army, &package, side)) {
                return Err(refuse(
                    case!("7.command.start"),
                    "{unit} is out of range of a centre that must command him",
                )
                .unit(march.commander)
                .also(&[case!("7.division.mixed")]));
            }
        }
        Ok(())
    }

    /// The armies that pay for the command of the force in hand.
    pub(crate) fn paying<'s>(&'s self, state: &'s State) -> impl Iterator<Item = Army> + use<'s> {
        let march = &state.march;
        let main = self.commanding_army(state, march.commander, march.force);
        let others = Army::ALL.into_iter().filter(move |army| {
            *army != main
                && march
                    .force
                    .iter()
                    .any(|leader| state.troops.contains(leader) && self.army_of(state, leader) == *army)
        });
        std::iter::once(main).chain(others.filter(|_| rule!("7.division.mixed", true)))
    }

    /// The force is complete: a command is paid for and the march begins; any other force needs its die.
    pub(crate) fn set_out(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if rule!("7.command", state.march.how == How::Command) {
            self.pay_command(state, events);
            self.begin_march(state, events);
        } else {
            self.try_initiative(state);
        }
    }

    /// 5.spend: the point is deducted when the force is named.
    fn pay_command(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let armies: arrayvec::ArrayVec<Army, 5> = self.paying(state).collect();
        for army in armies {
            if rule!("5.spend", true) {
                state.army_mut(army).points -= 1;
            }
            let (commander, left) = (state.march.commander, state.army(army).points);
            events.event(Event::Commanded { army, commander, left });
        }
    }

    /// 7.provisional, 7.provisional.limits.
    pub(crate) fn may_provision(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        self.may_lead(state, side, leader)?;
        if state.provisional.contains(leader) {
            return Err(refuse(case!("7.provisional"), "{unit} has a provisional command already").unit(leader));
        }
        self.may_form(state, leader)?;
        if rule!("7.command.zoc", self.has_zone_around(state, leader)) {
            return Err(refuse(case!("7.command.zoc"), "{unit} is in an enemy zone and gets no command").unit(leader));
        }
        self.may_order(state, self.army_of(state, leader))?;
        if rule!("21.disorg.effects", state.disorganized.contains(leader)) {
            return Err(
                refuse(case!("21.disorg.effects"), "{unit} is disorganized and rolls for no march").unit(leader)
            );
        }
        if rule!("7.provisional.limits", !state.in_depot.contains(leader)) {
            return Err(refuse(case!("7.provisional.limits"), "no depot within reach of the centre reaches {unit}")
                .unit(leader)
                .also(&[case!("7.command.zoc")]));
        }
        Ok(())
    }

    pub(crate) fn provision(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        let army = self.army_of(state, leader);
        state.army_mut(army).points -= 1;
        state.provisional.insert(leader);
        events.event(Event::ProvisionallyCommanded { army, leader, left: state.army(army).points });
    }

    /// Opens the segment: range counts as it is now (7.command.start).
    pub(crate) fn open_commands(&self, state: &mut State, side: Side) {
        state.done = LeaderSet::EMPTY;
        state.walked = LeaderSet::EMPTY;
        state.provisional = LeaderSet::EMPTY;
        state.queue = [(board::Hex::NONE, 0); 4];
        self.find_lines(state);
        self.find_ranges(state, side);
        // 7.command.zoc: who begins the segment in an enemy zone gets no command, even if a friend drives the enemy away.
        let served = state.in_range.union(state.in_depot);
        let held: LeaderSet = served.iter().filter(|leader| self.has_zone_around(state, *leader)).collect();
        if rule!("7.command.zoc", !held.is_empty()) {
            state.in_range = state.in_range.difference(held);
            state.in_depot = state.in_depot.difference(held);
        }
    }
}
