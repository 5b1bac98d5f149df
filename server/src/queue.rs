//! A fair queue: who gets one of a few places next.
//!
//! People come before programs. Among equals, addresses take turns, at one address owners, and the requests of one owner
//! come in order. No owner holds more than a fair share of the places while others exist, so that a newcomer soon finds one
//! free.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::address::Address;
use crate::metrics::Waits;

/// On whose account something is done: a session, and where it comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Party {
    pub(crate) owner: Arc<str>,
    pub(crate) address: Address,
}

/// What comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    /// Somebody waits for it.
    Person,
    /// Nobody plays in it but programs, or it may take its time.
    Program,
}

const RANKS: usize = 2;
/// One turn of so many goes to programs even if people wait all the time.
const EVERY: u64 = 8;

/// How many places there are, and how many of them one address may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub(crate) all: usize,
    pub(crate) each_address: usize,
    pub(crate) each_owner: usize,
}

/// Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Queue(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    places: Places,
    waits: Waits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    taken: usize,
    by_address: HashMap<Address, usize>,
    by_owner: HashMap<Party, usize>,
    lines: [Line; RANKS],
    waiting: usize,
    grants: u64,
    closed: bool,
}

/// Those of one rank: addresses in turn, owners in turn, requests in order.
#[derive(Debug, Default)]
struct Line {
    turn: VecDeque<Address>,
    at: HashMap<Address, Household>,
}

#[derive(Debug, Default)]
struct Household {
    turn: VecDeque<Arc<str>>,
    of: HashMap<Arc<str>, VecDeque<Request>>,
}

#[derive(Debug)]
struct Request {
    weight: usize,
    since: Instant,
    answer: oneshot::Sender<Turn>,
}

/// A place, as long as it lives.
#[derive(Debug)]
pub(crate) struct Turn {
    queue: Arc<Shared>,
    party: Party,
    weight: usize,
}

/// Why somebody cannot come in now.
enum Full {
    /// The owner already has a fair share.
    Share,
    /// There is not enough room; later requests wait, too, so that this one does not wait for ever.
    Room,
}

/// The next request, none, or one that must wait and all others with it.
type Next<T> = Result<Option<T>, Room>;

struct Room;

/// The queue is closed: the server stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Closed;

impl Queue {
    pub(crate) fn new(places: Places, waits: Waits) -> Queue {
        let places = Places { all: places.all.max(1), ..places };
        Queue(Arc::new(Shared { places, waits, state: Mutex::default() }))
    }

    /// Gets in line for `weight` places.
    pub(crate) fn ask(&self, party: &Party, rank: Rank, weight: usize) -> oneshot::Receiver<Turn> {
        let (answer, answered) = oneshot::channel();
        let weight = weight.clamp(1, self.0.places.all);
        let mut state = self.0.lock();
        if !state.closed {
            let request = Request { weight, since: Instant::now(), answer };
            state.lines[rank as usize].push(party, request);
            state.waiting += 1;
            self.0.waits.waiting.set(state.waiting as i64);
        }
        self.0.serve(state);
        answered
    }

    pub(crate) async fn turn(&self, party: &Party, rank: Rank, weight: usize) -> Result<Turn, Closed> {
        self.ask(party, rank, weight).await.map_err(|_| Closed)
    }

    /// Whether a waiting request should go first: any of a better rank, or, if this one has had its time,
    /// any at all.
    pub(crate) fn should_yield(&self, rank: Rank, had_its_time: bool) -> bool {
        let state = self.0.lock();
        let better = state.lines.iter().take(rank as usize).any(|line| !line.turn.is_empty());
        better || (had_its_time && state.waiting > 0)
    }

    #[cfg(test)]
    fn waiting(&self) -> usize {
        self.0.lock().waiting
    }

    /// Those who wait are sent away, and nobody is let in any more.
    pub(crate) fn close(&self) {
        let lines = {
            let mut state = self.0.lock();
            state.closed = true;
            state.waiting = 0;
            std::mem::take(&mut state.lines)
        };
        self.0.waits.waiting.set(0);
        drop(lines);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands out what is free.
    fn serve(self: &Arc<Shared>, mut state: MutexGuard<'_, State>) {
        // A turn that nobody takes any more comes back when it is dropped, which must not happen under the lock.
        let mut refused = Vec::new();
        while let Some((party, request)) = state.next(&self.places) {
            state.waiting -= 1;
            if request.answer.is_closed() {
                continue;
            }
            state.grants += 1;
            state.take(&party, request.weight);
            self.waits.wait.observe(request.since.elapsed().as_secs_f64());
            let turn = Turn { queue: self.clone(), party, weight: request.weight };
            refused.extend(request.answer.send(turn).err());
        }
        self.waits.waiting.set(state.waiting as i64);
        self.waits.taken.set(state.taken as i64);
        drop(state);
        drop(refused);
    }
}

impl State {
    fn take(&mut self, party: &Party, weight: usize) {
        self.taken += weight;
        *self.by_address.entry(party.address).or_default() += weight;
        *self.by_owner.entry(party.clone()).or_default() += weight;
    }

    fn give_back(&mut self, party: &Party, weight: usize) {
        self.taken -= weight;
        if let Some(count) = self.by_address.get_mut(&party.address) {
            *count -= weight;
            if *count == 0 {
                self.by_address.remove(&party.address);
            }
        }
        if let Some(count) = self.by_owner.get_mut(party) {
            *count -= weight;
            if *count == 0 {
                self.by_owner.remove(party);
            }
        }
    }

    /// The request to let in next, if there is room for a waiting one.
    fn next(&mut self, places: &Places) -> Option<(Party, Request)> {
        if self.taken >= places.all {
            return None;
        }
        let State { taken, by_address, by_owner, lines, grants, .. } = self;
        let free = places.all - *taken;
        let fits = |party: &Party, weight: usize| {
            // A share is never so small that its owner could not get in at all.
            let within = |held: usize, share: usize| held == 0 || held + weight <= share;
            let shares = within(by_address.get(&party.address).copied().unwrap_or(0), places.each_address)
                && within(by_owner.get(party).copied().unwrap_or(0), places.each_owner);
            match (shares, weight <= free) {
                (false, _) => Err(Full::Share),
                (true, false) => Err(Full::Room),
                (true, true) => Ok(()),
            }
        };
        let programs_turn = *grants % EVERY == EVERY - 1;
        for rank in if programs_turn { [1, 0] } else { [0, 1] } {
            match lines[rank].next(&fits) {
                Ok(None) => {}
                Ok(found) => return found,
                Err(Room) => return None,
            }
        }
        None
    }
}

impl Line {
    fn push(&mut self, party: &Party, request: Request) {
        if !self.at.contains_key(&party.address) {
            self.turn.push_back(party.address);
        }
        let household = self.at.entry(party.address).or_default();
        if !household.of.contains_key(&party.owner) {
            household.turn.push_back(party.owner.clone());
        }
        household.of.entry(party.owner.clone()).or_default().push_back(request);
    }

    /// The first, in turn, for which there is room; its address and its owner are last then.
    fn next(&mut self, fits: &impl Fn(&Party, usize) -> Result<(), Full>) -> Next<(Party, Request)> {
        for place in 0..self.turn.len() {
            let address = self.turn[place];
            let Some(household) = self.at.get_mut(&address) else { continue };
            let Some((owner, request)) = household.next(address, fits)? else { continue };
            self.turn.remove(place);
            if household.turn.is_empty() {
                self.at.remove(&address);
            } else {
                self.turn.push_back(address);
            }
            return Ok(Some((Party { owner, address }, request)));
        }
        Ok(None)
    }
}

impl Household {
    fn next(
        &mut self,
        address: Address,
        fits: &impl Fn(&Party, usize) -> Result<(), Full>,
    ) -> Next<(Arc<str>, Request)> {
        for place in 0..self.turn.len() {
            let owner = self.turn[place].clone();
            let Some(requests) = self.of.get_mut(&owner) else { continue };
            let Some(first) = requests.front() else { continue };
            // A request that no longer waits is let in, and noticed then.
            if !first.answer.is_closed() {
                match fits(&Party { owner: owner.clone(), address }, first.weight) {
                    Ok(()) => {}
                    Err(Full::Share) => continue,
                    Err(Full::Room) => return Err(Room),
                }
            }
            let Some(request) = requests.pop_front() else { continue };
            self.turn.remove(place);
            if requests.is_empty() {
                self.of.remove(&owner);
            } else {
                self.turn.push_back(owner.clone());
            }
            return Ok(Some((owner, request)));
        }
        Ok(None)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.give_back(&self.party, self.weight);
        self.queue.serve(state);
    }
}

/// Work that is done a slice at a time: before each stretch between two waits it gets in line. What it waits for meanwhile,
/// such as a disk, keeps no place from anybody.
pub(crate) struct Sliced<F> {
    work: Pin<Box<F>>,
    queue: Queue,
    party: Party,
    rank: Rank,
    asked: Option<oneshot::Receiver<Turn>>,
}

impl<F> Sliced<F> {
    pub(crate) fn new(queue: &Queue, party: Party, rank: Rank, work: F) -> Sliced<F> {
        Sliced { work: Box::pin(work), queue: queue.clone(), party, rank, asked: None }
    }
}

impl<F: Future> Future for Sliced<F> {
    type Output = Result<F::Output, Closed>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let asked = this.asked.get_or_insert_with(|| this.queue.ask(&this.party, this.rank, 1));
        let turn = ready!(Pin::new(asked).poll(context));
        this.asked = None;
        let Ok(_turn) = turn else { return Poll::Ready(Err(Closed)) };
        this.work.as_mut().poll(context).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn party(address: u8, owner: &str) -> Party {
        Party { owner: owner.into(), address: IpAddr::V4(Ipv4Addr::new(192, 0, 2, address)).into() }
    }

    fn queue(all: usize, each_address: usize, each_owner: usize) -> Queue {
        Queue::new(Places { all, each_address, each_owner }, Waits::default())
    }

    /// Lets everybody through one by one, and says in which order.
    fn order(queue: &Queue, asked: Vec<(&str, oneshot::Receiver<Turn>)>, first: Turn) -> Vec<String> {
        let mut asked = asked;
        let mut order = Vec::new();
        let mut held = Some(first);
        while !asked.is_empty() {
            drop(held.take());
            let place = asked.iter_mut().position(|(_, turn)| {
                held = turn.try_recv().ok();
                held.is_some()
            });
            let Some(place) = place else { panic!("nobody is let in, and {} wait", queue.waiting()) };
            order.push(asked.remove(place).0.to_owned());
        }
        order
    }

    #[test]
    fn addresses_take_turns_then_owners_then_requests() {
        let queue = queue(1, 1, 1);
        let first = queue.ask(&party(9, "x"), Rank::Person, 1).try_recv().unwrap();
        let mut asked = Vec::new();
        for name in ["a1", "a2", "a3"] {
            asked.push((name, queue.ask(&party(1, "a"), Rank::Person, 1)));
        }
        asked.push(("b1", queue.ask(&party(1, "b"), Rank::Person, 1)));
        asked.push(("c1", queue.ask(&party(2, "c"), Rank::Person, 1)));
        assert_eq!(order(&queue, asked, first), ["a1", "c1", "b1", "a2", "a3"]);
    }

    #[test]
    fn a_hundred_of_one_do_not_keep_the_other_waiting() {
        let queue = queue(2, 2, 2);
        let flood: Vec<_> = (0..100).map(|_| queue.ask(&party(1, "flood"), Rank::Person, 1)).collect();
        let mut flood = flood.into_iter();
        let mut running: Vec<Turn> = flood.by_ref().take(2).map(|mut turn| turn.try_recv().unwrap()).collect();
        let mut victim = queue.ask(&party(2, "victim"), Rank::Person, 1);
        assert!(victim.try_recv().is_err());
        // The flood was in line before it, and gets at most one more place.
        running.remove(0);
        let mut flood: Vec<_> = flood.collect();
        let next = flood.iter_mut().find_map(|turn| turn.try_recv().ok());
        if next.is_some() {
            running.remove(0);
        }
        assert!(victim.try_recv().is_ok(), "served second at the latest");
    }

    #[test]
    fn people_come_before_programs_and_programs_are_not_forgotten() {
        let queue = queue(1, 1, 1);
        let first = queue.ask(&party(9, "x"), Rank::Person, 1).try_recv().unwrap();
        let mut asked = Vec::new();
        for _ in 0..3 {
            asked.push(("program", queue.ask(&party(1, "p"), Rank::Program, 1)));
        }
        for _ in 0..12 {
            asked.push(("person", queue.ask(&party(2, "q"), Rank::Person, 1)));
        }
        let order = order(&queue, asked, first);
        assert!(order[..6].iter().all(|name| name == "person"), "{order:?}");
        assert!(order[..9].iter().any(|name| name == "program"), "one of eight: {order:?}");
    }

    #[test]
    fn nobody_holds_more_than_his_share() {
        let queue = queue(4, 3, 2);
        let mut of_a: Vec<_> = (0..4).map(|_| queue.ask(&party(1, "a"), Rank::Person, 1)).collect();
        let mut of_b: Vec<_> = (0..4).map(|_| queue.ask(&party(1, "b"), Rank::Person, 1)).collect();
        let let_in = |asked: &mut Vec<oneshot::Receiver<Turn>>| {
            asked.iter_mut().filter_map(|turn| turn.try_recv().ok()).collect::<Vec<Turn>>()
        };
        let (a, b) = (let_in(&mut of_a), let_in(&mut of_b));
        assert_eq!((a.len(), b.len()), (2, 1), "two of four for an owner, three for his address");
        let other = queue.ask(&party(2, "c"), Rank::Person, 1).try_recv();
        assert!(other.is_ok(), "a place is left for others");
    }

    #[test]
    fn who_goes_away_costs_nothing() {
        let queue = queue(1, 1, 1);
        let first = queue.ask(&party(9, "x"), Rank::Person, 1).try_recv().unwrap();
        for _ in 0..50 {
            drop(queue.ask(&party(1, "a"), Rank::Person, 1));
        }
        let mut last = queue.ask(&party(1, "a"), Rank::Person, 1);
        drop(first);
        let turn = last.try_recv().expect("those who left are passed over");
        assert_eq!(queue.waiting(), 0);
        drop(turn);
        // A turn that was handed out and never taken up comes back.
        drop(queue.ask(&party(1, "a"), Rank::Person, 1));
        assert!(queue.ask(&party(2, "b"), Rank::Person, 1).try_recv().is_ok());
    }

    #[test]
    fn heavy_requests_wait_for_room_and_get_it() {
        let queue = queue(2, 2, 2);
        let one = queue.ask(&party(1, "a"), Rank::Person, 1).try_recv().unwrap();
        let mut both = queue.ask(&party(2, "b"), Rank::Person, 2);
        assert!(both.try_recv().is_err());
        drop(one);
        assert!(both.try_recv().is_ok());
    }

    #[test]
    fn a_closed_queue_sends_everybody_away() {
        let queue = queue(1, 1, 1);
        let _first = queue.ask(&party(9, "x"), Rank::Person, 1).try_recv().unwrap();
        let mut waiting = queue.ask(&party(1, "a"), Rank::Person, 1);
        queue.close();
        assert!(matches!(waiting.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
        let mut late = queue.ask(&party(1, "a"), Rank::Person, 1);
        assert!(matches!(late.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
    }
}
