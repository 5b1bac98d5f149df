//! A slow geometry of packages that shares nothing with the title's: hexes are cube coordinates, a package is two of them and
//! a way of looking, and everything is found by trying. It must agree with what the rules offer and tell, in thousands of
//! random positions (3.package, 14, 15, 16.river, 17).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use board::Facing;
use kernel::{Position, Ruleset, Seat};
use struggle_of_nations::action::Action;
use struggle_of_nations::{Rules, State, StruggleOfNations};

const COLUMNS: i32 = 9;
const ROWS: i32 = 9;

/// A hex as column and row, counted from 1; even columns lie half a hex lower.
type At = (i32, i32);

/// Six ways, clockwise from north, as steps of cube coordinates.
const WAYS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
/// What a column is called that goes so, and what a line is called that looks between a way and the next.
const SIDES: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];
const CORNERS: [&str; 6] = ["nne", "e", "sse", "ssw", "w", "nnw"];

fn axial((column, row): At) -> (i32, i32) {
    // Odd columns are the higher ones.
    (column, row - (column + (column & 1)) / 2 + 1)
}

fn offset((q, r): (i32, i32)) -> At {
    (q, r + (q + (q & 1)) / 2 - 1)
}

fn go(at: At, way: usize) -> Option<At> {
    let (q, r) = axial(at);
    let (dq, dr) = WAYS[way % 6];
    let (column, row) = offset((q + dq, r + dr));
    ((1..=COLUMNS).contains(&column) && (1..=ROWS).contains(&row)).then_some((column, row))
}

fn name((column, row): At) -> String {
    format!("{column:02}{row:02}")
}

fn key(one: At, other: At) -> (At, At) {
    if one < other { (one, other) } else { (other, one) }
}

/// Two hexes and the way they look: a column goes in a way, a line looks between a way and the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pack {
    /// The leading half of a column, the left half of a line.
    first: At,
    second: At,
    line: bool,
    way: usize,
}

impl Pack {
    fn word(&self) -> &'static str {
        if self.line { CORNERS[self.way] } else { SIDES[self.way] }
    }

    /// All packages on two hexes that touch: found by trying every way for both orders.
    fn on(one: At, other: At) -> Vec<Pack> {
        let mut found = Vec::new();
        for (first, second) in [(one, other), (other, one)] {
            for way in 0..6 {
                if go(second, way) == Some(first) {
                    found.push(Pack { first, second, line: false, way });
                }
                // The right half lies two ways clockwise of the left forward way.
                if go(first, way + 2) == Some(second) {
                    found.push(Pack { first, second, line: true, way });
                }
            }
        }
        found
    }

    fn hexes(&self) -> [At; 2] {
        [self.first, self.second]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Water {
    None,
    Brook,
    BridgedBrook,
    River,
    BridgedRiver,
}

struct World {
    woods: BTreeSet<At>,
    water: BTreeMap<(At, At), Water>,
    own: Pack,
    enemies: Vec<Pack>,
}

impl World {
    fn water(&self, one: At, other: At) -> Water {
        self.water.get(&key(one, other)).copied().unwrap_or(Water::None)
    }

    /// Half points for foot into a hex; nothing if there is no way.
    fn price(&self, from: At, to: At, line: bool) -> Option<u8> {
        let ground = if self.woods.contains(&to) { 3 } else { 2 };
        match self.water(from, to) {
            Water::None => Some(ground),
            Water::River => None,
            Water::BridgedRiver => (!line).then_some(ground),
            Water::BridgedBrook if !line => Some(ground),
            Water::Brook | Water::BridgedBrook => Some(ground + 2),
        }
    }

    /// Whether zones and contact go over a hexside.
    fn open(&self, one: At, other: At) -> bool {
        self.water(one, other) != Water::River
    }

    /// The hexes that a package controls: every hex of the map is tried.
    fn zone(&self, pack: &Pack) -> BTreeSet<At> {
        let mut zone: BTreeSet<At> = pack.hexes().into();
        for column in 1..=COLUMNS {
            for row in 1..=ROWS {
                let hex = (column, row);
                let touched = |half: At| (0..6).any(|way| go(half, way) == Some(hex)) && self.open(half, hex);
                if pack.hexes().into_iter().any(touched) {
                    zone.insert(hex);
                }
            }
        }
        zone
    }

    fn controlled(&self) -> BTreeSet<At> {
        self.enemies.iter().flat_map(|enemy| self.zone(enemy)).collect()
    }

    /// Everything that the package in hand can do with so many half points left: what it is after it, by the word of the
    /// order, and what that costs.
    fn moves(&self, left: u8) -> BTreeMap<String, (Pack, u8)> {
        let own = self.own;
        let taken: BTreeSet<At> = self.enemies.iter().flat_map(Pack::hexes).collect();
        let mut moves: BTreeMap<String, (Pack, u8)> = BTreeMap::new();
        let mut add = |order: String, pack: Pack, price: Option<u8>| {
            let free = pack.hexes().into_iter().all(|hex| !taken.contains(&hex));
            if let Some(price) = price.filter(|price| free && *price <= left) {
                moves.insert(order, (pack, price));
            }
        };
        for other in Pack::on(own.first, own.second).into_iter().filter(|other| *other != own) {
            add(format!("form {}", other.word()), other, Some(1));
        }
        for (way, side) in SIDES.iter().enumerate() {
            if !own.line {
                let Some(to) = go(own.first, way).filter(|to| *to != own.second) else { continue };
                let pack = Pack { first: to, second: own.first, line: false, way };
                add(format!("step {}", name(to)), pack, self.price(own.first, to, false));
                continue;
            }
            if way != own.way && way != (own.way + 1) % 6 {
                continue;
            }
            let (Some(first), Some(second)) = (go(own.first, way), go(own.second, way)) else { continue };
            let prices = [self.price(own.first, first, true), self.price(own.second, second, true)];
            let dearer = prices[0].zip(prices[1]).map(|(one, other)| one.max(other));
            let dearer = dearer.filter(|_| self.open(first, second));
            add(format!("advance {side}"), Pack { first, second, ..own }, dearer);
        }
        if own.line {
            // One half goes to the hex in front that touches both; the other stands.
            for (hand, moving, standing) in [("right", own.first, own.second), ("left", own.second, own.first)] {
                let middle = (0..6).filter_map(|way| go(moving, way)).find(|hex| {
                    *hex != standing
                        && (0..6).any(|way| go(standing, way) == Some(*hex))
                        && [own.way, own.way + 1].into_iter().any(|way| go(own.first, way) == Some(*hex))
                        && [own.way, own.way + 1].into_iter().any(|way| go(own.second, way) == Some(*hex))
                });
                let Some(middle) = middle else { continue };
                let way = if hand == "right" { (own.way + 1) % 6 } else { (own.way + 5) % 6 };
                let found = Pack::on(middle, standing).into_iter().find(|pack| pack.line && pack.way == way);
                let Some(pack) = found else { continue };
                let price = self.price(moving, middle, true).filter(|_| self.open(middle, standing));
                add(format!("wheel {hand}"), pack, price);
            }
        }
        moves
    }

    /// The position as the text of an example.
    fn text(&self) -> String {
        let mut text = format!("[position]\nmap = \"blank {COLUMNS}x{ROWS}\"\nphase = \"initiative\"\n");
        let woods: Vec<String> = self.woods.iter().map(|hex| format!("\"{}\" = \"woods\"", name(*hex))).collect();
        let _ = writeln!(text, "terrain = {{ {} }}", woods.join(", "));
        let water = self.water.iter().filter(|(_, water)| **water != Water::None).map(|((one, other), water)| {
            let words = match water {
                Water::None | Water::Brook => "\"secondary-river\"",
                Water::BridgedBrook => "\"secondary-river\", \"bridge\"",
                Water::River => "\"primary-river\"",
                Water::BridgedRiver => "\"primary-river\", \"bridge\"",
            };
            format!("\"{}-{}\" = [{words}]", name(*one), name(*other))
        });
        let _ = writeln!(text, "hexsides = {{ {} }}", water.collect::<Vec<_>>().join(", "));
        let leader = |side: &str, id: String, pack: &Pack| {
            format!("\"{side} {id}: 5-9-2 @ {} {} inf:3\"", name(pack.first), pack.word())
        };
        let mut leaders = vec![leader("fr", "a".into(), &self.own)];
        leaders.extend(self.enemies.iter().enumerate().map(|(place, enemy)| leader("al", format!("x{place}"), enemy)));
        let _ = writeln!(text, "units = [{}]", leaders.join(", "));
        text
    }
}

/// A small generator of numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn pack(&mut self, taken: &BTreeSet<At>) -> Option<Pack> {
        let hex = (1 + self.below(COLUMNS as usize) as i32, 1 + self.below(ROWS as usize) as i32);
        let packs = Pack::on(hex, go(hex, self.below(6))?);
        let pack = packs[self.below(packs.len())];
        pack.hexes().into_iter().all(|hex| !taken.contains(&hex)).then_some(pack)
    }

    fn world(&mut self) -> World {
        let mut taken = BTreeSet::new();
        let mut packs = Vec::new();
        while packs.len() < 3 {
            if let Some(pack) = self.pack(&taken) {
                taken.extend(pack.hexes());
                packs.push(pack);
            }
        }
        let mut woods = BTreeSet::new();
        let mut water = BTreeMap::new();
        for column in 1..=COLUMNS {
            for row in 1..=ROWS {
                if self.below(4) == 0 {
                    woods.insert((column, row));
                }
                for way in 0..3 {
                    let kinds = [Water::Brook, Water::BridgedBrook, Water::River, Water::River, Water::BridgedRiver];
                    if self.below(5) == 0
                        && let Some(other) = go((column, row), way)
                    {
                        water.insert(key((column, row), other), kinds[self.below(5)]);
                    }
                }
            }
        }
        World { woods, water, own: packs[0], enemies: packs[1..].to_vec() }
    }
}

fn place(rules: &Rules, state: &State, leader: &str) -> (String, String, Facing) {
    let id = rules.find_leader(leader).expect("the leader is there");
    let package = state.package(id);
    let grid = &rules.ground.grid;
    (grid.name(package.lead), grid.name(package.rear), package.facing)
}

/// What the rules offer to the package in hand, in the words of the slow geometry.
fn offered(rules: &Rules, state: &State) -> BTreeSet<String> {
    let mut actions = Vec::new();
    rules.legal(state, Seat(0), &mut actions);
    let grid = &rules.ground.grid;
    actions.into_iter().filter_map(|action| in_words(grid, action)).collect()
}

/// A move of a package in the words of the slow geometry; nothing else has any.
fn in_words(grid: &board::Grid, action: Action) -> Option<String> {
    if let Action::Step(hex) = action {
        Some(format!("step {}", grid.name(hex)))
    } else if let Action::Advance(direction) = action {
        Some(format!("advance {}", Facing::side(direction)))
    } else if let Action::Wheel(hand) = action {
        Some(format!("wheel {}", if hand == board::Hand::Left { "left" } else { "right" }))
    } else if let Action::Form(facing) = action {
        Some(format!("form {facing}"))
    } else {
        None
    }
}

fn spent(state: &State) -> u8 {
    state.march.spent[0][0]
}

#[test]
fn packages_move_as_the_slow_geometry_says() {
    let title = StruggleOfNations::built_in();
    let mut dice = Dice(0x0018_1310_1913);
    let (mut worlds, mut tried, mut stops, mut exits) = (0, 0, 0, 0);
    while worlds < 1_500 {
        let mut world = dice.world();
        let text = world.text();
        let Position { rules, mut state } = kernel::example::read_position(&title, "a random position", &text)
            .unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        worlds += 1;
        // Zones: hex by hex, and adjacency is mutual.
        let grid = rules.ground.grid.clone();
        let controlled = world.controlled();
        for column in 1..=COLUMNS {
            for row in 1..=ROWS {
                let hex = grid.parse(&name((column, row))).expect("a hex of the map");
                let told = !rules.controllers(&state, kernel::Side(1), hex).is_empty();
                assert_eq!(told, controlled.contains(&(column, row)), "{column} {row}\n{text}");
            }
        }
        let own_zone = world.zone(&world.own);
        for (place, enemy) in world.enemies.iter().enumerate() {
            let touches = enemy.hexes().into_iter().any(|hex| own_zone.contains(&hex));
            assert_eq!(touches, world.own.hexes().into_iter().any(|hex| world.zone(enemy).contains(&hex)));
            let [one, other] = ["a".to_owned(), format!("x{place}")].map(|id| rules.find_leader(&id).unwrap());
            assert_eq!(touches, rules.adjacent(&state, &state.package(one), &state.package(other)), "{text}");
        }
        // A march on initiative with a die that always does.
        let a = rules.find_leader("a").unwrap();
        for action in [Action::Initiative(a), Action::Begin] {
            rules.play(&mut state, Seat(0), &action, &mut kernel::Discard);
        }
        rules.throw(&mut state, &kernel::Outcome::one(1), &mut kernel::Discard);
        if state.march.commander != a {
            continue;
        }
        let mut leaving = world.own.hexes().into_iter().any(|hex| controlled.contains(&hex));
        let mut stopped = false;
        for _ in 0..6 {
            let left = 10 - spent(&state);
            let surcharge = if leaving { 4 } else { 0 };
            let mut moves = if stopped { BTreeMap::new() } else { world.moves(left) };
            moves.retain(|order, (pack, price)| {
                let in_place = order.starts_with("form");
                let entered: Vec<At> =
                    pack.hexes().into_iter().filter(|hex| !world.own.hexes().contains(hex)).collect();
                let wheels = order.starts_with("wheel");
                let pivot = pack.hexes().into_iter().find(|hex| world.own.hexes().contains(hex));
                let held = leaving
                    && !in_place
                    && (entered.iter().any(|hex| controlled.contains(hex))
                        || (wheels && pivot.is_some_and(|hex| controlled.contains(&hex))));
                let due = if in_place { *price } else { *price + surcharge };
                !held && due <= left
            });
            let expected: BTreeSet<String> = moves.keys().cloned().collect();
            assert_eq!(offered(&rules, &state), expected, "{:?}\n{text}", world.own);
            tried += expected.len();
            let Some((order, (pack, price))) = moves.iter().nth(dice.below(moves.len().max(1))) else { break };
            let mut actions = Vec::new();
            rules.legal(&state, Seat(0), &mut actions);
            let action = actions.into_iter().find(|action| in_words(&grid, *action).as_ref() == Some(order));
            let before = spent(&state);
            rules.play(&mut state, Seat(0), &action.expect("it was offered"), &mut kernel::Discard);
            let in_place = order.starts_with("form");
            let due = if in_place { *price } else { *price + surcharge };
            assert_eq!(spent(&state) - before, due, "{order} from {:?}\n{text}", world.own);
            let (lead, rear, facing) = place(&rules, &state, "a");
            assert_eq!((lead, rear, facing.to_string()), (name(pack.first), name(pack.second), pack.word().to_owned()));
            if !in_place {
                let entered: Vec<At> =
                    pack.hexes().into_iter().filter(|hex| !world.own.hexes().contains(hex)).collect();
                stopped = entered.iter().any(|hex| controlled.contains(hex));
                stops += usize::from(stopped);
                exits += usize::from(leaving);
                leaving = false;
            }
            world.own = *pack;
        }
    }
    assert!(tried > 20_000 && stops > 100 && exits > 100, "{tried} moves, {stops} stops, {exits} exits");
}
