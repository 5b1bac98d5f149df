//! Chapter D.3: brigades on their long counters: the Column that bends, and disorder in woods and villages.
//! Decides 3.12e, 3.12f, 3.13c, D.3c, D.3d, D.3e, D.3f, D.3i.

use arrayvec::ArrayVec;
use board::footprint::Places;
use board::{Direction, Hex};
use kernel::Sink;

use crate::Rules;
use crate::counters::{CounterId, Formation, Slot};
use crate::event::Event;
use crate::refusal::{No, Ruling, Silent, refuse};
use crate::sequence::Frame;
use crate::state::{Hand, Split, State};

impl Rules {
    /// A long counter that marches head first: a brigade in Column, or baggage.
    pub(crate) fn is_column(&self, state: &State, piece: CounterId) -> bool {
        self.is_long(piece) && matches!(state.formation(piece), Formation::Column | Formation::Limbered)
    }

    /// Whether a Column may stand on these hexes, looking that way: straight, or along a road (D.3f, D.3i).
    pub(crate) fn is_straight(&self, places: &[Hex], way: Direction, length: usize) -> bool {
        places.len() == length && places.windows(2).all(|pair| self.ground.grid.neighbour(pair[1], way) == pair[0])
    }

    fn is_on_road(&self, state: &State, places: &[Hex], length: usize) -> bool {
        let joined = |from: Hex, to: Hex| {
            let Some(way) = self.ground.grid.direction_between(from, to) else { return false };
            self.ground.side(from, way).road.is_some() && !self.is_down(state, from, way)
        };
        length > 1 && places.len() == length && places.windows(2).all(|pair| joined(pair[1], pair[0]))
    }

    fn may_rest(&self, state: &State, places: &[Hex], way: Direction, length: usize) -> bool {
        self.is_straight(places, way, length) || rule!("D.3f", self.is_on_road(state, places, length))
    }

    /// Whether a counter may end its move as it stands.
    pub(crate) fn is_settled(&self, state: &State, piece: CounterId) -> bool {
        if !self.is_column(state, piece) {
            return true;
        }
        let length = usize::from(self.counter(piece).length);
        self.may_rest(state, &self.places(state, piece), state.facing(piece).direction(), length)
    }

    /// D.3i: after a bend off the road a Column must be able to go straight on until it is straight again.
    pub(crate) fn may_bend<N: No>(&self, state: &State, hand: &Hand, way: Direction) -> Result<(), N> {
        let piece = hand.piece;
        if !self.is_column(state, piece) {
            return Ok(());
        }
        let (Some(places), Some(price)) =
            (self.stepped(state, piece, way), self.price(state, piece, state.hex_of(piece), way))
        else {
            return Ok(());
        };
        let roads = Rules::roads_after(hand.roads, price.road);
        let after = Hand { spent: hand.spent + price.cost, steps: hand.steps.saturating_add(1), roads, ..*hand };
        self.may_run_on(state, &after, places, way)
    }

    /// Whether a Column with these hexes can go straight on until it may rest.
    pub(crate) fn may_run_on<N: No>(
        &self,
        state: &State,
        hand: &Hand,
        places: Places,
        way: Direction,
    ) -> Result<(), N> {
        let piece = hand.piece;
        let (length, side) = (usize::from(self.counter(piece).length), self.side_of(piece));
        let no = || N::because(|| refuse(case!("D.3i"), "{unit} would have to go straight on, and cannot").unit(piece));
        let (mut places, mut hand) = (places, *hand);
        let mut stopped = places.first().is_some_and(|head| self.front_of_enemy(state, side, *head).is_some());
        // C.2a: out of command it has one hex to go.
        let mut hexes_left =
            if self.is_out_of_command(state, piece) { 1u8.saturating_sub(hand.steps) } else { u8::MAX };
        while !self.may_rest(state, &places, way, length) {
            let head = places[0];
            let to = self.ground.grid.neighbour(head, way);
            let Some(price) =
                self.price(state, piece, head, way).filter(|_| !stopped && to.is_some() && hexes_left > 0)
            else {
                return if rule!("D.3i", true) { Err(no()) } else { Ok(()) };
            };
            hexes_left -= 1;
            hand.roads = Rules::roads_after(hand.roads, price.road);
            hand.spent += price.cost;
            let paid = hand.spent <= self.limit(state, &hand, hand.roads);
            // A wood or village on the way would take the brigade apart: it may still go there.
            let breaks = price.road.is_none() && self.ground.is_cover(to);
            if !paid || self.is_enemys(state, side, to) || self.may_stack::<Silent>(state, piece, to).is_err() {
                return if rule!("D.3i", true) { Err(no()) } else { Ok(()) };
            }
            if breaks {
                return Ok(());
            }
            stopped = self.front_of_enemy(state, side, to).is_some();
            places = std::iter::once(to).chain(places.iter().copied()).take(length).collect();
        }
        Ok(())
    }

    /// Which ways of counting the units between two hexes there are now: where the ground of the two differs.
    pub(crate) fn splits(&self, state: &State, brigade: CounterId) -> ArrayVec<Split, 3> {
        let mut ways = ArrayVec::new();
        let print = self.counter(brigade);
        let places = self.places(state, brigade);
        let cover = |part: usize| places.get(part).is_some_and(|hex| self.ground.is_cover(*hex));
        let inside = |number: usize| {
            let unit = print.units.get(number);
            unit.is_some_and(|unit| state.on_map(*unit) && state.formation(*unit) == Formation::Brigade)
        };
        let astride = print.slots.iter().position(|slot| matches!(slot, Slot::Astride(_)));
        match (astride, print.length, print.units.len()) {
            (Some(number), 2, 3) if inside(number) && cover(0) != cover(1) && rule!("D.3d", true) => {
                ways.extend([Split::Right, Split::Left]);
            }
            (None, 3, 5) if cover(0) != cover(1) && cover(0) && inside(1) && rule!("D.3e", true) => {
                ways.extend([Split::Usual, Split::Right]);
            }
            (None, 3, 5) if cover(2) != cover(1) && cover(2) && inside(3) && rule!("D.3e", true) => {
                ways.extend([Split::Usual, Split::Left]);
            }
            _ => {}
        }
        ways
    }

    pub(crate) fn may_assign(&self, state: &State, brigade: CounterId, split: Split) -> Ruling {
        match self.splits(state, brigade).contains(&split) {
            true => Ok(()),
            false => Err(refuse(case!("D.3d"), "the units of {unit} cannot be counted like that").unit(brigade)),
        }
    }

    pub(crate) fn assign(&self, state: &mut State, brigade: CounterId, split: Split, events: &mut impl Sink<Event>) {
        state.frames.pop();
        state.split[brigade.index()] = split;
        self.come_out_of_line(state, brigade, events);
    }

    /// D.3c, 3.12e: what woods and villages do to a brigade that enters them.
    pub(crate) fn disorder_in_cover(
        &self,
        state: &mut State,
        piece: CounterId,
        now: &[Hex],
        events: &mut impl Sink<Event>,
    ) {
        if !state.on_map(piece) {
            return;
        }
        if !self.counter(piece).is_brigade() {
            // 3.13c: Dispersed troops are at home there.
            let hides = state.formation(piece) == Formation::Dispersed && self.ground.is_cover(now[0]);
            if hides && !rule!("3.13c", true) {
                self.disorganise(state, piece, events);
            }
            return;
        }
        if state.formation(piece) == Formation::Line {
            if !now.iter().any(|hex| self.ground.is_cover(*hex)) {
                return;
            }
            if state.split[piece.index()] == Split::Usual && !self.splits(state, piece).is_empty() {
                state.frames.push(Frame::Astride { brigade: piece });
                return;
            }
            self.come_out_of_line(state, piece, events);
            return;
        }
        // 3.12f: along a road it passes whole.
        let on_road = match now {
            [head, next, ..] => {
                let way = self.ground.grid.direction_between(*next, *head);
                way.is_some_and(|way| self.ground.side(*next, way).road.is_some() && !self.is_down(state, *next, way))
            }
            _ => {
                // A short one has come along the road if the road is behind it.
                let behind = state.facing(piece).opposite().direction();
                self.ground.side(now[0], behind).road.is_some() && !self.is_down(state, now[0], behind)
            }
        };
        if self.ground.is_cover(now[0]) && !rule!("3.12f", on_road) && rule!("3.12e", true) {
            self.dissolve(state, piece, events);
        }
    }

    /// The units of a Line whose hex is wood or soft cover come out Adapted, on the counter.
    fn come_out_of_line(&self, state: &mut State, brigade: CounterId, events: &mut impl Sink<Event>) {
        let places = self.places(state, brigade);
        for (part, hex) in places.iter().enumerate() {
            if !self.ground.is_cover(*hex) || !rule!("D.3c", true) {
                continue;
            }
            for unit in self.units_on_part(state, brigade, part as u8) {
                self.come_out(state, unit);
                events.event(Event::Disorganised { unit });
            }
        }
        self.settle_brigade(state, brigade, events);
    }
}
