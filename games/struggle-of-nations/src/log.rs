//! The log: everything there is to say of an event, in one place.

use board::Hex;
use kernel::{Case, Heading, Line, OddsLabel};

use crate::Rules;
use crate::event::Event;
use crate::march::How;
use crate::roster::LeaderId;
use crate::sequence::Segment;
use crate::words::{side_adjective, side_name};

/// A line that no table of odds repeats.
fn told(case: Case, text: impl Into<String>) -> Line {
    Line { odds: OddsLabel::Nothing, ..Line::new(case, text) }
}

/// A line that a table of odds tells in other words: whatever the dice showed.
fn shown(line: Line, words: impl Into<String>) -> Line {
    Line { odds: OddsLabel::Words(words.into()), ..line }
}

/// So many points, in words.
fn in_points(number: u8) -> String {
    match number {
        1 => "1 point".to_owned(),
        more => format!("{more} points"),
    }
}

impl Rules {
    /// A leader and what he does; his name may not be known.
    fn done(&self, case: Case, leader: LeaderId, what: impl std::fmt::Display) -> Line {
        let line = told(case, format!("{} {what}", self.name_of(leader)));
        if leader.is_none() { line } else { line.unit(self.word_for(leader)) }
    }

    fn done_at(&self, case: Case, leader: LeaderId, what: &str, at: Hex) -> Line {
        let line = self.done(case, leader, format_args!("{what} {}", self.place_of(at)));
        if at.is_some() { line.place(self.number_of(at)) } else { line }
    }

    fn in_hex(&self, case: Case, at: Hex, what: impl std::fmt::Display) -> Line {
        told(case, format!("{what} {}", self.place_of(at))).place(self.number_of(at))
    }

    pub(crate) fn told(&self, event: &Event) -> Line {
        let capital = |name: &str| format!("T{}", &name[1..]);
        match *event {
            Event::TurnBegan { turn } => {
                let (first, last) = (self.scenario.first_turn, self.last_turn());
                let (number, most) = ((turn + 1).saturating_sub(first), (last + 1).saturating_sub(first));
                let text = format!("Turn {number} of {most}: {}", self.calendar.turn(turn).id);
                told(case!("4.sequence"), text).heading(Heading::Turn)
            }
            Event::ArmisticeThrown { die, number, comes } => {
                let what = if comes { "the armistice comes" } else { "no armistice" };
                shown(told(case!("26.armistice"), format!("Armistice on {number} or less: {what}")).d6(die), what)
            }
            Event::WeatherThrown { die, weather } => {
                shown(told(case!("24.weather"), format!("Weather: {}", weather.name())).d6(die), weather.name())
            }
            Event::SegmentBegan { side, segment } => {
                let name = match segment {
                    Segment::Interphase => "Interphase",
                    Segment::Weather => "Weather",
                    Segment::Administration => "Administration",
                    Segment::Organization => "Organization",
                    Segment::Commands => "Commands",
                    Segment::Centres => "Centres",
                    Segment::Initiative => "Initiative",
                    Segment::Rest => "Rest",
                    Segment::Bridges => "Bridges",
                    Segment::Forced => "Forced marches",
                    Segment::Battles => "Battles",
                    Segment::Rally => "Disorganization and rally",
                    Segment::End => "End",
                };
                told(case!("4.sequence"), format!("{}: {name}", side_adjective(side))).heading(Heading::Phase)
            }
            Event::CentreActive { army } => told(case!("6.cofo"), format!("The centre of {} works again", army.name())),
            Event::CentreReturned { army, at } => {
                self.in_hex(case!("6.disband"), at, format_args!("The centre of {} is at", army.name()))
            }
            Event::SourceThrown { army, die, changed } => {
                let what = if changed { "has changed its source" } else { "is still changing its source" };
                told(case!("6.source.change"), format!("{} {what}", capital(army.name()))).d6(die)
            }
            Event::SourceChanging { army, to } => told(
                case!("6.source.change"),
                format!("{} begins to change its source to {}", capital(army.name()), self.source_name(to)),
            ),
            Event::SourceShifted { army, to } => {
                told(case!("6.source.free"), format!("The source of {} is {}", army.name(), self.source_name(to)))
            }
            Event::SourceEnded { army } => {
                told(case!("6.source.dresden"), format!("{} changes to its other source", capital(army.name())))
            }
            Event::SourceLost { army } => {
                told(case!("6.source.lost"), format!("{} loses its source", capital(army.name())))
            }
            Event::CentreDisbanded { army } => {
                told(case!("6.disband"), format!("{} disbands its centre", capital(army.name())))
            }
            Event::PointsThrown { army, die, received, kept } => {
                let text = match received {
                    u8::MAX => format!("{} rolls for points", capital(army.name())),
                    _ => format!("{} receives {} and keeps {kept}", capital(army.name()), in_points(received)),
                };
                told(case!("5.receive"), text).d6(die)
            }
            Event::NoPoints { army } => {
                told(case!("5.receive.none"), format!("{} receives no points", capital(army.name())))
            }
            Event::ReplacementsReceived { side } => {
                told(case!("22.replace"), format!("{} replacements arrive", side_adjective(side)))
            }
            Event::Transferred { unit, to } => {
                self.done(case!("11.display"), to, format_args!("takes {}", self.unit_name(unit)))
            }
            Event::Merged { unit, into, points } => told(
                case!("11.merge"),
                format!("{} joins {} with {}", self.unit_name(unit), self.unit_name(into), in_points(points)),
            ),
            Event::Raised { unit, points, on } => self.done(
                case!("25.march"),
                on,
                format_args!("has {} with {}", self.unit_name(unit), in_points(points)),
            ),
            Event::Promoted { leader, unit: _, at } if leader.is_none() => {
                self.in_hex(case!("9.major"), at, "Another force is seen at").reveals()
            }
            Event::Promoted { leader, unit, at: _ } => {
                self.done(case!("9.major"), leader, format_args!("takes {}", self.unit_name(unit)))
            }
            Event::Removed { leader, at } => {
                self.done_at(case!("9.major"), leader, "is removed at", at).reveals_if(leader.is_none())
            }
            Event::Replaced { unit, strength } => {
                told(case!("22.replace"), format!("{} is at {strength}", self.unit_name(unit)))
            }
            Event::DummyPlaced { leader, at } => self.done_at(case!("15.dummies"), leader, "is placed at", at.lead),
            Event::DummyGone { leader: _, at } => self.in_hex(case!("15.dummies"), at, "A dummy is taken off at"),
            Event::Displaced { leader, from: _, to } => {
                self.done_at(case!("14.integrity"), leader, "is displaced to", to.lead)
            }
            Event::Commanded { army, commander, left } => self.done(
                case!("7.command"),
                commander,
                format_args!("gets a command; {} has {left} points left", army.name()),
            ),
            Event::ProvisionallyCommanded { army, leader, left } => self.done(
                case!("7.provisional"),
                leader,
                format_args!("gets a provisional command; {} has {left} points left", army.name()),
            ),
            Event::InitiativeThrown { leader, die, needs, passed, at } => {
                let what = if passed { "marches on his initiative" } else { "does not march" };
                let line = match needs {
                    i8::MIN => self.done(case!("10.roll"), leader, what),
                    _ => self.done(case!("10.roll"), leader, format_args!("{what}: {needs} or less was needed")),
                };
                shown(line.d6(die).place(self.number_of(at)), what).reveals_if(leader.is_none())
            }
            Event::Bared { leader, at } => self.done_at(case!("8.who"), leader, "has no troops left at", at).reveals(),
            Event::MarchBegan { how, commander, at } => {
                let what = match how {
                    How::Command => "marches by command from",
                    How::Initiative => "marches from",
                    How::Forced => "makes a forced march from",
                    How::Alone => "rides from",
                    How::Arrival => "comes in at",
                    How::Nothing | How::Centre(_) => "moves from",
                };
                self.done_at(case!("14.ma"), commander, what, at).reveals_if(commander.is_none())
            }
            Event::Moved { leader, from, to } => {
                let line = self.done(
                    case!("14.ma"),
                    leader,
                    format_args!("moves {} - {}", self.number_of(from), self.number_of(to.lead)),
                );
                let line = if from.is_some() { line.place(self.number_of(from)) } else { line };
                line.place(self.number_of(to.lead))
            }
            Event::Formed { leader, facing } => {
                let mode = if facing.is_vertex() { "line" } else { "column" };
                self.done(case!("15.mode"), leader, format_args!("forms {mode} facing {}", facing.spoken()))
            }
            Event::Dropped { leader, at } => self.done_at(case!("9.force"), leader, "stays at", at),
            Event::Extended { army, left } => match left {
                i8::MIN => told(case!("7.extended"), format!("{} extends the march", capital(army.name()))),
                _ => {
                    told(case!("7.extended"), format!("The march is extended; {} has {left} points left", army.name()))
                }
            },
            Event::Stopped { leader, at } => self.done_at(case!("17.zoc.stop"), leader, "comes upon the enemy at", at),
            Event::Halted { leader, at } => self.done_at(case!("14.ma.done"), leader, "halts at", at),
            Event::Arrived { leader, at } => self.done_at(case!("22.reinforce"), leader, "arrives at", at),
            Event::CentreMoved { army, from: _, to } => {
                self.in_hex(case!("6.cofo.move"), to, format_args!("The centre of {} moves to", army.name()))
            }
            Event::CentreFled { army, from: _, to } => {
                self.in_hex(case!("6.displace"), to, format_args!("The centre of {} flies to", army.name()))
            }
            Event::Revealed { leader, at } => self.done_at(case!("15.hidden"), leader, "is seen at", at).reveals(),
            Event::StrengthShown { leader, points: [infantry, cavalry, guns] } => self
                .done(
                    case!("2.hidden"),
                    leader,
                    format_args!("shows {infantry} infantry, {cavalry} cavalry, {} guns", self.guns(u16::from(guns))),
                )
                .reveals(),
            Event::RepulseAnnounced { side, attack, defence, succeeds } => {
                let what = if succeeds { "repulsed" } else { "not repulsed" };
                told(
                    case!("14.repulse"),
                    format!("{} announce a repulse, {attack} to {defence}: {what}", side_name(side)),
                )
            }
            Event::AttritionThrown { leader, dice, losses: [foot, horse] } => {
                let line = match foot + horse {
                    0 => self.done(case!("8.roll"), leader, format_args!("takes no attrition")),
                    _ => {
                        self.done(case!("8.roll"), leader, format_args!("takes attrition: {foot} foot, {horse} horse"))
                    }
                };
                shown(line.d6(dice[0]).d6(dice[1]), format!("attrition {}", foot + horse))
            }
            Event::Lost { unit, leader, left } => self.done(
                case!("8.spread"),
                leader,
                format_args!("loses a point of {}, {left} left", self.unit_name(unit)),
            ),
            Event::Dismounted { unit, into } => told(
                case!("8.cavalry.dismount"),
                format!("A point of {} joins {}", self.unit_name(unit), self.unit_name(into)),
            ),
            Event::Eliminated { unit, leader } => {
                self.done(case!("2.strength"), leader, format_args!("loses {}", self.unit_name(unit)))
            }
            Event::LeaderKilled { leader, at } => self.done_at(case!("9.killed"), leader, "is killed at", at),
            Event::LeaderToCentre { leader, at } => {
                self.done_at(case!("9.unemployed"), leader, "goes to his centre from", at).reveals_if(leader.is_none())
            }
            Event::Cantoned { leader, at } => self.done_at(case!("26.cantonment"), leader, "leaves the map at", at),
            Event::BridgeChanged { bridge, destroyed } => {
                let what = if destroyed { "is destroyed" } else { "stands again" };
                told(case!("26.armistice.turn"), format!("The bridge {} {what}", self.bridge_label(bridge)))
            }
            Event::ClassThrown { unit, die, lost } => {
                told(case!("27.classes"), format!("{} loses {lost} on the march", self.unit_name(unit))).d6(die)
            }
            Event::HurryThrown { leader, die, rounds } => {
                self.done(case!("27.hurry"), leader, format_args!("is there after {rounds} rounds")).d6(die)
            }
            Event::CentreCantoned { army, at } => self.in_hex(
                case!("26.cantonment.centre"),
                at,
                format_args!("The centre of {} leaves the map at", army.name()),
            ),
            Event::MilitiaAppeared { at } => {
                self.in_hex(case!("26.berlin.militia"), at, "The Berlin militia appears at")
            }
            Event::BridgeThrown { leader, bridge, blow, die, done } => {
                let what = match (blow, done) {
                    (true, true) => "blows",
                    (true, false) => "fails to blow",
                    (false, true) => "repairs",
                    (false, false) => "fails to repair",
                };
                let case = if blow { case!("25.bridge") } else { case!("25.bridge.repair") };
                self.done(case, leader, format_args!("{what} the bridge {}", self.bridge_label(bridge))).d6(die)
            }
            Event::TrainLaid { leader, from, to } => self.done(
                case!("25.train"),
                leader,
                format_args!("lays a bridge {}-{}", self.number_of(from), self.number_of(to)),
            ),
            Event::TrainLifted { leader } => self.done(case!("25.train"), leader, "takes up a bridging train"),
            Event::TrainCaptured { side, at } => {
                self.in_hex(case!("25.train.capture"), at, format_args!("{} take a bridging train at", side_name(side)))
            }
            Event::BattleRefused { leader, besieged } => {
                let what = if besieged { "refuses battle and is besieged" } else { "refuses battle" };
                self.done(case!("23.citadel"), leader, what)
            }
            Event::SiegeEnded { leader } => self.done(case!("23.citadel.relief"), leader, "is besieged no more"),
            Event::Surrendered { leader, at } => {
                self.done_at(case!("23.citadel.surrender"), leader, "surrenders at", at)
            }
            Event::DepotLost { at } => self.in_hex(case!("6.depots.captured"), at, "The depot is lost at"),
            Event::CityTaken { side, at } => {
                self.in_hex(case!("12.berlin"), at, format_args!("{} hold", side_name(side)))
            }
            Event::MoraleMoved { side, to } => {
                let text = format!("{} morale is {to:+}", side_adjective(side));
                shown(told(case!("12.track"), text.clone()), text)
            }
            Event::UnitRemoved { unit } => told(case!("26.bavaria"), format!("{} is removed", self.unit_name(unit))),
            Event::AttackDeclared { attackers, defenders } => {
                let line =
                    told(case!("18.who"), format!("{} attacks {}", self.names_of(attackers), self.names_of(defenders)));
                attackers.union(defenders).iter().fold(line, |line, leader| line.unit(self.word_for(leader)))
            }
            Event::PlansShown { plans: [french, allied] } => {
                told(case!("18.pitched"), format!("French: {}, Allies: {}", french.id(), allied.id())).reveals()
            }
            Event::GunsThrown { side, guns, die, points } => shown(
                told(case!("25.artillery"), format!("{guns} {} gun points: {points} lost", side_adjective(side)))
                    .d6(die),
                format!("guns: {points}"),
            ),
            Event::Odds { attack, defence, column, affecting } => {
                let line = if affecting { "affecting" } else { "clear" };
                told(
                    case!("18.odds"),
                    format!("{attack} to {defence}, {line} ground: {}", self.tables.combat.odds[usize::from(column)]),
                )
            }
            Event::CombatThrown { die, result } => {
                shown(told(case!("18.odds"), format!("Combat: {}", String::from(result))).d6(die), String::from(result))
            }
            Event::DieChanged { die, result } => {
                told(case!("9.bonus"), format!("The die is changed to {die}: {}", String::from(result)))
            }
            Event::StoodFast { side, points } => {
                told(case!("18.pitched.convert"), format!("{} stand fast and lose {points}", side_name(side)))
            }
            Event::CounterDeclined { side } => {
                told(case!("23.town.refuse"), format!("{} decline to counterattack", side_name(side)))
            }
            Event::Retreated { leader, from: _, to } => self.done_at(case!("19.path"), leader, "retreats to", to.lead),
            Event::Interned { leader, at } => {
                self.done_at(case!("26.austria"), leader, "crosses the border and is interned near", at)
            }
            Event::LeftTheMap { leader, at } => self.done_at(case!("19.offmap"), leader, "retreats off the map at", at),
            Event::StoppedShort { leader, at } => {
                self.done_at(case!("19.path.short"), leader, "can go no further than", at)
            }
            Event::PursuitThrown { leader, die, hexes } => {
                self.done(case!("20.pursuit"), leader, format_args!("may pursue {hexes} hexes")).d6(die)
            }
            Event::Pursued { leader, to, hexes } => {
                self.done_at(case!("20.pursuit"), leader, &format!("pursues {hexes} hexes to"), to.lead)
            }
            Event::RetreatLoss { side, points, doubled } => {
                let twice = if doubled { ", doubled" } else { "" };
                shown(
                    told(case!("18.loss"), format!("{} lose {points} in the retreat{twice}", side_name(side))),
                    format!("retreat: {points}"),
                )
            }
            Event::ForceEliminated { leader, at } => {
                self.done_at(case!("20.pursuit.kill"), leader, "is eliminated at", at)
            }
            Event::DisorderThrown { leader, die, disorganized } => {
                let what = if disorganized { "is disorganized" } else { "keeps order" };
                shown(self.done(case!("21.disorg"), leader, what).d6(die), what)
            }
            Event::RallyThrown { leader, die, rallied } => {
                let what = if rallied { "rallies" } else { "does not rally" };
                shown(self.done(case!("21.rally"), leader, what).d6(die), what)
            }
            Event::SaxonsJoin => told(case!("26.saxony"), "The Saxons of Torgau will join the French"),
            Event::SaxonsGone => told(case!("26.saxony"), "The Saxons leave the French"),
            Event::ArmisticeBegan => told(case!("26.armistice"), "The armistice begins").heading(Heading::Phase),
            Event::ArmisticeEnded => told(case!("26.armistice.auto"), "The armistice is over"),
            Event::PointsCredited { army, points } => {
                told(case!("26.armistice.points"), format!("{} receives {}", capital(army.name()), in_points(points)))
            }
            Event::GameOver => told(case!("4.sequence"), "The game is over"),
        }
    }

    fn source_name(&self, source: crate::theatre::SourceId) -> String {
        self.theatre.sources.get(source.index()).map_or_else(|| "nowhere".into(), |source| source.name.clone())
    }
}
