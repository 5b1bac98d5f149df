//! What players are asked: the words, and the leaders and hexes that a question is about.

use kernel::{Ask, Seat, Side};

use crate::Rules;
use crate::march::How;
use crate::panels::heading;
use crate::roster::{LeaderId, LeaderSet};
use crate::sequence::Question;
use crate::state::State;
use crate::words::{halves, side_name};

/// The question with words above it that are not its short form.
fn headed(mut ask: Ask, words: &str) -> Ask {
    ask.prompt.heading = Some(words.to_owned());
    ask
}

impl Rules {
    pub(crate) fn question(&self, state: &State, seat: Seat, question: Question) -> Ask {
        let own = Side(seat.0);
        let about = |ask: Ask, leaders: LeaderSet| {
            let mine = leaders.iter().filter(|leader| self.side_of(*leader) == own);
            ask.units(mine.map(|leader| self.word_for(leader)))
        };
        let one = |leader: LeaderId| LeaderSet::from_iter([leader]);
        let name = |leader: LeaderId| self.name_of(leader);
        match question {
            Question::Administer { army } => {
                let points = state.army(army).points;
                let first = match self.centre_places(state, army).iter().next() {
                    Some(_) => "Before that you may place the centre on any marked hex",
                    None => "Before that you may change the source or disband the centre",
                };
                let points = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
                let text = format!(
                    "{} has {points}. Say how many of those that it is about to receive go into support, and roll for them. {first}.",
                    heading(army)
                );
                headed(Ask::new(case!("5.support"), format!("support of {}", army.id()), text), "administration")
            }
            Question::Organize => {
                Ask::new(case!("11.display"), "organization", "Reorganize units and leaders, or end the segment.")
            }
            Question::Integrity { .. } => Ask::new(
                case!("14.integrity"),
                "displacement",
                "Leaders in one place must be able to obey one commander: displace those in excess.",
            ),
            Question::Commands => Ask::new(case!("7.command"), "commands", "Give commands, or end the segment."),
            Question::Centres => {
                Ask::new(case!("6.cofo.move"), "centres", "Move centres of operations, or end the segment.")
            }
            Question::Initiative => Ask::new(
                case!("10.roll"),
                "initiative",
                "Choose a leader to march on his initiative, bring on reinforcements, or end the segment.",
            ),
            Question::Forced => {
                Ask::new(case!("14.forced"), "forced march", "Choose a leader for a forced march, or end the segment.")
            }
            Question::Muster => {
                let text = format!("{}: add subordinates to the force, or begin.", name(state.march.commander));
                let ask =
                    Ask::new(case!("9.force"), format!("force of {}", self.word_for(state.march.commander)), text);
                about(headed(ask, "force"), state.march.force)
            }
            Question::Marching => self.marching_question(state),
            Question::Push { leader, .. } => {
                let (case, what) = if state.troops.contains(leader) {
                    (case!("14.repulse"), "is driven back")
                } else {
                    (case!("14.stop.leaders"), "makes way")
                };
                let ask = Ask::new(
                    case,
                    format!("push of {}", self.word_for(leader)),
                    format!("{} {what}: choose where to.", name(leader)),
                );
                about(headed(ask, "making way").in_hand(self.word_for(leader)), one(leader))
            }
            Question::Losses { .. } => {
                let text = match self.points_due(state) {
                    1 => "Choose the unit that loses a point.".to_owned(),
                    due => format!("Choose units that lose {due} points, one point at a time."),
                };
                Ask::new(case!("8.spread"), "losses", text)
            }
            Question::Militia => {
                Ask::new(case!("26.berlin.militia"), "militia", "The Berlin militia appears: choose its second hex.")
            }
            Question::Bridges => Ask::new(
                case!("25.bridge"),
                "bridges",
                "Blow or repair bridges, lay or lift trains, or end the segment.",
            ),
            Question::Refuse { .. } => {
                Ask::new(case!("23.citadel"), "refusal", "Fight, or refuse battle in the citadel.")
            }
            Question::Battles => Ask::new(
                case!("18.who"),
                "battles",
                "Choose an attack; every enemy next to your forces must be attacked.",
            ),
            Question::Declare => {
                Ask::new(case!("18.who.force"), "attack", "Add leaders and targets to the attack, or fight.")
            }
            Question::Plans => Ask::new(
                case!("18.pitched"),
                "plan",
                "Choose between a pitched battle and a pursuit, unseen by the other side.",
            ),
            Question::Guns => Ask::new(case!("25.artillery.choice"), "artillery", "Fire the guns, or hold fire."),
            Question::Bonus => Ask::new(case!("9.bonus"), "bonus", "The commander may change the die by 1."),
            Question::Stand { .. } => {
                Ask::new(case!("18.pitched.convert"), "stand", "Stand fast and lose points, or give way.")
            }
            Question::Counter { .. } => {
                Ask::new(case!("18.pitched.counter"), "counterattack", "Choose whom to counterattack.")
            }
            Question::Retreat { .. } => Ask::new(case!("19.path"), "retreat", "Choose how the beaten force retreats."),
            Question::Displace { leader, .. } => {
                let ask = Ask::new(
                    case!("19.displace"),
                    format!("displacement of {}", self.word_for(leader)),
                    format!("{} makes way for the retreat: choose where to.", name(leader)),
                );
                about(headed(ask, "displacement"), one(leader))
            }
            Question::Pursue { .. } => Ask::new(case!("20.pursuit.who"), "pursuit", "Choose who pursues, or stay."),
            Question::Pursuing { .. } => {
                Ask::new(case!("20.pursuit.limit"), "pursuing", "Advance along the path of retreat, or halt.")
            }
            Question::Occupy { .. } => {
                Ask::new(case!("18.pitched.wiped"), "occupation", "Enter the empty hexes, or stay.")
            }
            Question::MoraleChoice { .. } => {
                Ask::new(case!("12.choice"), "morale", "Improve your morale, or worsen the enemy's.")
            }
            Question::Disorder { side } => {
                let ask = Ask::new(case!("21.disorg"), "disorganization", "Roll for the leaders that retreated.");
                about(ask, self.shaken_of(state, side))
            }
            Question::Rally { side } => {
                let ask =
                    Ask::new(case!("21.rally"), "rally", "Try to rally disorganized leaders, or end the segment.");
                about(ask, self.rallying(state, side))
            }
            Question::Settle { leader, at, .. } => {
                let text = if at.is_none() {
                    format!("{}: choose the leading hex on your ground, or halt.", name(leader))
                } else {
                    format!("{}: choose how he faces.", name(leader))
                };
                let ask =
                    Ask::new(case!("26.armistice.turn"), format!("redeployment of {}", self.word_for(leader)), text);
                about(headed(ask, "redeployment").in_hand(self.word_for(leader)), one(leader))
            }
            Question::Armistice { side } => Ask::new(
                case!("26.armistice.turn"),
                "armistice",
                format!("{}: reorganize and redeploy, or end the armistice.", side_name(side)),
            ),
        }
    }

    fn marching_question(&self, state: &State) -> Ask {
        let march = &state.march;
        if let How::Centre(army) = march.how {
            let text = format!("Move the centre of {} on, or halt on a primary road.", army.name());
            let ask = Ask::new(case!("6.cofo.move"), format!("moving the centre of {}", army.id()), text);
            return headed(ask, "centre of operations").places([self.number_of(march.centre)]);
        }
        let place = march.place();
        let left = |arm: usize| {
            march.allowance[place][arm].map(|most| {
                let word = if arm == 0 { "foot" } else { "horse" };
                format!("{word} {}", halves(most.saturating_sub(march.spent[place][arm])))
            })
        };
        let left: Vec<String> = [0, 1].into_iter().filter_map(left).collect();
        let commander = march.commander;
        let text =
            format!("March {} on ({} left), change its form, or halt.", self.name_of(commander), left.join(", "));
        let ask = Ask::new(case!("14.ma"), format!("marching {}", self.word_for(commander)), text);
        let ask = headed(ask, "march");
        let hexes = self.marching(state).hexes().map(|hex| self.number_of(hex)).collect::<Vec<_>>();
        ask.in_hand(self.word_for(commander))
            .units(march.force.iter().map(|leader| self.word_for(leader)))
            .places(hexes)
    }
}
