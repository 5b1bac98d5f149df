//! Chapter 6.1, and 1.2.2 of independent detachments: making detachments and taking them back.
//! Decides 1.2.2c, 1.2.2d, 1.2.2e, 4.6a, 4.6b, 6.1a, 6.1b, 6.1c, 6.1e, V.dan.mortier.

use kernel::{Seat, Sink};

use crate::Rules;
use crate::counters::CounterId;
use crate::event::{Event, Movement as Happened};
use crate::march::March;
use crate::notation::slug;
use crate::refusal::{Ruling, refuse};
use crate::sets::CounterSet;
use crate::state::{Grade, Piece, State, Whereabouts, enemy_of};

impl Rules {
    fn are_counters(&self, one: CounterId, other: CounterId) -> Ruling {
        if one.index() >= self.counters.len() || other.index() >= self.counters.len() {
            return Err(refuse(case!("1.2.2b"), "there is no such counter"));
        }
        Ok(())
    }

    /// A detachment that was made from this unit while the stack in hand got ready: it can be given more.
    fn is_being_made(&self, state: &State, march: &March, parent: CounterId, detachment: CounterId) -> bool {
        let piece = state.piece(detachment);
        piece.place() == Some(march.at) && piece.parent == Some(parent) && piece.spent > 0 && !piece.moved
    }

    /// V.dan.mortier: the strength up to which an identified counter of the campaign serves as a detachment.
    pub(crate) fn lent_as_detachment(&self, counter: CounterId) -> Option<u8> {
        let lent = self.campaign.lent_detachments.iter().find(|row| self.counter(counter).id == slug(&row.counter))?;
        rule!("V.dan.mortier", true).then_some(lent.strength)
    }

    /// 6.1a to 6.1c
    pub(crate) fn may_detach(&self, state: &State, march: &March, parent: CounterId, detachment: CounterId) -> Ruling {
        self.are_counters(parent, detachment)?;
        let (origin, made) = (self.counter(parent), self.counter(detachment));
        if rule!("6.1a", march.under_way) {
            return Err(refuse(case!("6.1a"), "detachments are made at the start of a move"));
        }
        if rule!("6.1a", !march.stack.contains(parent)) {
            return Err(refuse(case!("6.1a"), "{unit} is not in the stack that moves").unit(parent));
        }
        if rule!("6.1a", !self.has_strength(parent) || origin.detachment) {
            return Err(refuse(case!("6.1a"), "{unit} cannot make detachments").unit(parent));
        }
        match state.piece(parent).grade {
            Grade::InCommand => {}
            Grade::CutOff => {
                if rule!("4.6a", true) {
                    let words = "the general of {unit} is cut off, so it cannot make detachments";
                    return Err(refuse(case!("4.6a"), words).unit(parent));
                }
            }
            Grade::Alone => {
                if rule!("4.6b", true) {
                    return Err(refuse(
                        case!("4.6b"),
                        "{unit} has no line to any general, so it cannot make detachments",
                    )
                    .unit(parent));
                }
            }
        }
        let being_made = self.is_being_made(state, march, parent, detachment);
        let lent = self.lent_as_detachment(detachment);
        let same_kind = (made.detachment || lent.is_some()) && made.kind == origin.kind && made.side == origin.side;
        let free = state.piece(detachment).whereabouts == Whereabouts::Pool;
        if rule!("1.2.2e", same_kind && made.independent && state.piece(detachment).whereabouts == Whereabouts::Lost) {
            return Err(refuse(case!("1.2.2e"), "{unit} was independent and is out of the game").unit(detachment));
        }
        if rule!("6.1a", !same_kind || !(free || being_made)) {
            return Err(refuse(case!("6.1a"), "{unit} is not a free detachment of that type").unit(detachment));
        }
        if rule!("6.1c", origin.cohesion < made.cohesion) {
            let words = "{unit} has a cohesion of {number}, lower than that of {other}";
            let refusal = refuse(case!("6.1c"), words).unit(parent).other(detachment);
            return Err(refusal.number(i16::from(origin.cohesion)));
        }
        if rule!("6.1a", state.piece(parent).strength < 2) {
            return Err(refuse(case!("6.1a"), "{unit} has no strength to spare").unit(parent));
        }
        if being_made && rule!("6.1a", state.piece(detachment).strength >= lent.unwrap_or(made.maximum)) {
            return Err(refuse(case!("6.1a"), "{unit} can hold no more").unit(detachment));
        }
        if !being_made && rule!("6.1b", march.points < self.tables.actions.detachment_movement) {
            return Err(
                refuse(case!("6.1b"), "a detachment costs a movement point, and none is left").also(&[case!("6.0")])
            );
        }
        Ok(())
    }

    /// One SP goes into the detachment; the first one makes it.
    pub(crate) fn detach(
        &self,
        state: &mut State,
        parent: CounterId,
        detachment: CounterId,
        events: &mut impl Sink<Event>,
    ) {
        let Some(mut march) = state.march else { return };
        if !self.is_being_made(state, &march, parent, detachment) {
            let cost = if rule!("6.1b", true) { self.tables.actions.detachment_movement } else { 0 };
            self.part_from_pool(state, detachment);
            self.relocate(state, detachment, Whereabouts::Pool);
            state.piece_mut(parent).spent += cost;
            let origin = *state.piece(parent);
            *state.piece_mut(detachment) = Piece {
                whereabouts: Whereabouts::Pool,
                face_up: self.lies_open(detachment),
                stirred: true,
                spent: cost,
                grade: origin.grade,
                to_chief: origin.to_chief,
                parent: Some(parent),
                lot: state.piece(detachment).lot,
                ..Piece::ABSENT
            };
            self.relocate(state, detachment, Whereabouts::At(march.at));
            march.points = self.stack_points(state, &march);
            state.march = Some(march);
        }
        state.piece_mut(parent).strength = state.piece(parent).strength.saturating_sub(1);
        state.piece_mut(detachment).strength += 1;
        events.event(Event::Movement(Happened::Detached {
            side: self.side_of(parent),
            parent: Some(parent),
            detachment: Some(detachment),
            strength: Some(state.piece(detachment).strength),
            at: march.at,
        }));
    }

    /// SP that a unit can take in: boxes of its roster that are neither filled nor kept for stragglers (R J69).
    fn room_of(&self, state: &State, unit: CounterId) -> u8 {
        let piece = state.piece(unit);
        self.ceiling(unit).saturating_sub(piece.strength + piece.stragglers)
    }

    /// 6.1e, 1.2.2c, 1.2.2d
    pub(crate) fn may_merge(
        &self,
        state: &State,
        seat: Seat,
        march: &March,
        detachment: CounterId,
        into: CounterId,
    ) -> Ruling {
        self.are_counters(detachment, into)?;
        if rule!("6.1e", march.under_way) {
            return Err(refuse(case!("6.1e"), "detachments rejoin at the start of a move"));
        }
        if rule!("6.1e", !march.stack.contains(into)) {
            return Err(refuse(case!("6.1e"), "{unit} is not in the stack that moves").unit(into));
        }
        let (small, big) = (self.counter(detachment), self.counter(into));
        let piece = state.piece(detachment);
        let serves = small.detachment || self.lent_as_detachment(detachment).is_some();
        if !serves || small.side != big.side || detachment == into {
            return Err(refuse(case!("6.1e"), "{unit} is not a detachment of this side").unit(detachment));
        }
        if !self.commands(state, seat, detachment) {
            return Err(refuse(case!("10.e"), "{unit} belongs to the army of another player").unit(detachment));
        }
        if rule!("6.1e", piece.place() != Some(march.at) || piece.moved || piece.spent > 0) {
            let words = "{unit} was not at {place} with {other} when the phase began";
            return Err(refuse(case!("6.1e"), words).unit(detachment).other(into).place(march.at));
        }
        // R J58: besiegers are not in battle, the besieged are.
        let fought = self.in_the_field(state, enemy_of(big.side), march.at);
        if rule!("6.1e", !fought.is_empty() || piece.inside) {
            return Err(
                refuse(case!("6.1e"), "no detachment can rejoin at {place} with the enemy there").place(march.at)
            );
        }
        if self.is_independent(state, detachment) {
            if rule!("1.2.2c", small.kind != big.kind || big.detachment) {
                let words = "{unit} can merge only into a unit of its own type, and {other} is not one";
                return Err(refuse(case!("1.2.2c"), words).unit(detachment).other(into));
            }
            if rule!("1.2.2d", big.guard) {
                return Err(
                    refuse(case!("1.2.2d"), "{other} is a Guard unit and cannot absorb detachments").other(into)
                );
            }
            if rule!("1.2.2c", self.room_of(state, into) == 0) {
                return Err(refuse(case!("1.2.2c"), "the roster of {other} is full").other(into));
            }
        } else {
            if rule!("6.1e", piece.parent != Some(into)) {
                return Err(refuse(case!("6.1e"), "{unit} was not detached from {other}").unit(detachment).other(into));
            }
            if rule!("6.1e", self.room_of(state, into) == 0) {
                return Err(refuse(case!("6.1e"), "the roster of {other} is full").other(into));
            }
        }
        if rule!("6.1e", march.points < self.tables.actions.detachment_movement) {
            return Err(
                refuse(case!("6.1e"), "rejoining costs a movement point, and none is left").also(&[case!("6.1b")])
            );
        }
        Ok(())
    }

    pub(crate) fn merge(
        &self,
        state: &mut State,
        detachment: CounterId,
        into: CounterId,
        events: &mut impl Sink<Event>,
    ) {
        let Some(mut march) = state.march else { return };
        let cost = if rule!("6.1e", true) { self.tables.actions.detachment_movement } else { 0 };
        let independent = self.is_independent(state, detachment);
        let (small, in_hand) = (*state.piece(detachment), march.stack.contains(detachment));
        let points = small.strength.min(self.room_of(state, into));
        let maximum = self.counter(into).maximum;
        let emptied = points == small.strength;
        let piece = state.piece_mut(into);
        piece.strength += points;
        piece.spent += cost;
        if emptied && !independent {
            // Its losses and stragglers are noted on the roster line they came from.
            piece.stragglers += small.stragglers;
            piece.losses += small.losses;
        }
        // 8.4b: absorbed SP take the place of losses.
        piece.losses = piece.losses.min(maximum.saturating_sub(piece.strength + piece.stragglers));
        let piece = state.piece_mut(detachment);
        piece.strength -= points;
        piece.spent += cost;
        piece.stirred = true;
        if emptied {
            // 1.2.2e: the counter of an independent detachment does not come back.
            let gone = independent && rule!("1.2.2e", true);
            self.part(state, &CounterSet::from_iter([detachment]));
            self.relocate(state, detachment, if gone { Whereabouts::Lost } else { Whereabouts::Pool });
            let Piece { whereabouts, lot, .. } = *state.piece(detachment);
            *state.piece_mut(detachment) = Piece { whereabouts, lot, ..Piece::ABSENT };
            march.stack.remove(detachment);
        }
        march.points = self.stack_points(state, &march);
        state.march = Some(march);
        events.event(Event::Movement(Happened::Merged {
            side: self.side_of(into),
            detachment: Some(detachment),
            into: Some(into),
            at: march.at,
            gone: emptied,
            in_hand,
            lay: small.lying(),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, MovementAction};
    use crate::counters::{ArmyId, Counter, Kind};
    use crate::state::FRENCH;
    use crate::testing::{Table, cavalry, chief, detachment, general, infantry};

    fn made(id: &str, kind: Kind, cohesion: u8) -> Counter {
        Counter { independent: false, ..detachment(id, FRENCH, kind, cohesion) }
    }

    fn table() -> Table {
        let mut guard = infantry("guard", FRENCH, 5);
        guard.guard = true;
        guard.maximum = 9;
        let mut corps = infantry("corps", FRENCH, 3);
        corps.maximum = 9;
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            guard,
            corps,
            cavalry("horse", FRENCH, 3, 2),
            made("a", Kind::Infantry, 4),
            made("b", Kind::Infantry, 3),
            made("p", Kind::Cavalry, 3),
            detachment("free", FRENCH, Kind::Infantry, 2),
            general("ney", FRENCH, 3, 2, 2),
        ];
        let mut table = Table::new(&["A", "B"], &["A-B"], counters);
        table.put("napoleon", "A", 0);
        for (id, strength) in [("guard", 6), ("corps", 7), ("horse", 4), ("free", 3)] {
            table.put(id, "A", strength);
        }
        for id in ["a", "b", "p"] {
            let counter = table.counter(id);
            table.rules.relocate(&mut table.state, counter, Whereabouts::Pool);
        }
        table
    }

    fn march(table: &mut Table, stack: &[&str]) {
        table.begin_movement(FRENCH, 6);
        for id in stack {
            let counter = table.counter(id);
            table.act(FRENCH, Action::Movement(MovementAction::Take(counter)));
        }
        table.act(FRENCH, Action::Movement(MovementAction::Activate { payer: ArmyId(0), forced: false }));
    }

    fn detach(table: &Table, parent: &str, detachment: &str) -> Action {
        let (parent, detachment) = (table.counter(parent), table.counter(detachment));
        Action::Movement(MovementAction::Detach { parent, detachment })
    }

    fn merge(table: &Table, detachment: &str, into: &str) -> Action {
        let (detachment, into) = (table.counter(detachment), table.counter(into));
        Action::Movement(MovementAction::Merge { detachment, into })
    }

    #[test]
    fn a_detachment_takes_strength_and_a_point_from_its_parent() {
        let mut table = table();
        march(&mut table, &["corps"]);
        assert_eq!(table.refused(FRENCH, detach(&table, "corps", "a")), case!("6.1c"));
        assert_eq!(table.refused(FRENCH, detach(&table, "corps", "p")), case!("6.1a"));
        assert_eq!(table.refused(FRENCH, detach(&table, "guard", "b")), case!("6.1a"));
        for _ in 0..3 {
            table.act(FRENCH, detach(&table, "corps", "b"));
        }
        assert_eq!((table.strength("corps"), table.strength("b"), table.at("b")), (4, 3, Some("A")));
        assert_eq!(table.state.march.map(|march| march.points), Some(5));
        // 6.1e: what was made in this phase does not go back in it.
        assert_eq!(table.refused(FRENCH, merge(&table, "b", "corps")), case!("6.1e"));
        let way = table.way("A", "B");
        table.act(FRENCH, Action::Movement(MovementAction::Step(way)));
        assert_eq!(table.refused(FRENCH, detach(&table, "corps", "b")), case!("6.1a"));
        table.act(FRENCH, Action::Movement(MovementAction::Halt));
        // It moves on its own, with a point less.
        let b = table.counter("b");
        table.act(FRENCH, Action::Movement(MovementAction::Take(b)));
        table.act(FRENCH, Action::Movement(MovementAction::Activate { payer: ArmyId(0), forced: false }));
        assert_eq!(table.state.march.map(|march| march.points), Some(5));
    }

    #[test]
    fn who_is_out_of_command_detaches_nobody() {
        let mut table = table();
        table.put("napoleon", "B", 0);
        let cut = crate::ground::blank_board(&["A", "B"], &["A-B major ford"]).unwrap();
        table.rules.ground = crate::ground::Ground::new(&cut).unwrap();
        march(&mut table, &["corps"]);
        assert_eq!(table.refused(FRENCH, detach(&table, "corps", "b")), case!("4.6b"));
        table.put("ney", "A", 0);
        march(&mut table, &["corps"]);
        assert_eq!(table.refused(FRENCH, detach(&table, "corps", "b")), case!("4.6a"));
    }

    #[test]
    fn detachments_go_back_into_their_parents_with_their_losses() {
        let mut table = table();
        let (b, corps) = (table.put("b", "A", 2), table.counter("corps"));
        *table.state.piece_mut(b) = Piece { parent: Some(corps), stragglers: 1, ..*table.state.piece(b) };
        table.state.piece_mut(corps).strength = 4;
        march(&mut table, &["corps"]);
        assert_eq!(table.refused(FRENCH, merge(&table, "b", "guard")), case!("6.1e"));
        table.act(FRENCH, merge(&table, "b", "corps"));
        assert_eq!((table.strength("corps"), table.state.piece(corps).stragglers), (6, 1));
        assert_eq!(table.state.piece(b).whereabouts, Whereabouts::Pool);
        assert_eq!(table.state.march.map(|march| march.points), Some(5));
    }

    #[test]
    fn independent_detachments_fill_up_units_of_their_type_but_not_the_guard() {
        let mut table = table();
        march(&mut table, &["corps", "guard", "horse"]);
        assert_eq!(table.refused(FRENCH, merge(&table, "free", "guard")), case!("1.2.2d"));
        assert_eq!(table.refused(FRENCH, merge(&table, "free", "horse")), case!("1.2.2c"));
        table.act(FRENCH, merge(&table, "free", "corps"));
        assert_eq!((table.strength("corps"), table.strength("free")), (9, 1));
        assert_eq!(table.refused(FRENCH, merge(&table, "free", "corps")), case!("6.1e"));
        let mut table = self::table();
        let corps = table.counter("corps");
        table.state.piece_mut(corps).strength = 5;
        table.state.piece_mut(corps).losses = 4;
        march(&mut table, &["corps"]);
        table.act(FRENCH, merge(&table, "free", "corps"));
        assert_eq!((table.strength("corps"), table.state.piece(corps).losses), (8, 1));
        // 1.2.2e: the counter is gone for good and serves for no detachment.
        assert_eq!(table.state.piece(table.counter("free")).whereabouts, Whereabouts::Lost);
        assert_eq!(table.refused(FRENCH, detach(&table, "corps", "free")), case!("1.2.2e"));
    }
}
