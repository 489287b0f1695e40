//! Maps from slots to numbers that share their parts.

use std::array;

/// Slots that a node splits into parts, as a power of two.
const BITS: u32 = 3;
const WIDTH: usize = 1 << BITS;
/// Bits of a map that hold the index of its root.
const INDEX_BITS: u32 = 28;

/// A map from slots to numbers; a slot that is not set has 0. It never changes.
///
/// The bits from [`INDEX_BITS`] on are the level of its root: the parts of a node at level 0 are numbers, and those of
/// another one are maps of the level below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Map(u32);

impl Map {
    fn level(self) -> u32 {
        self.0 >> INDEX_BITS
    }

    fn index(self) -> usize {
        (self.0 & ((1 << INDEX_BITS) - 1)) as usize
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a slot is beyond its root.
    fn is_below(self, slot: u32) -> bool {
        u64::from(slot) >> (BITS * (self.level() + 1)) != 0
    }
}

/// The part of a node at a level that contains a slot.
fn part(slot: u32, level: u32) -> usize {
    (u64::from(slot) >> (BITS * level)) as usize % WIDTH
}

/// Nodes of maps.
#[derive(Clone, Debug)]
pub(super) struct Maps {
    /// The first one is the empty map.
    nodes: Vec<[u32; WIDTH]>,
    free: Vec<u32>,
    marked: Vec<bool>,
}

impl Default for Maps {
    fn default() -> Self {
        Self { nodes: vec![[0; WIDTH]], free: Vec::new(), marked: Vec::new() }
    }
}

impl Maps {
    /// Number of nodes in use.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// The number of a slot.
    pub fn get(&self, mut map: Map, slot: u32) -> u32 {
        if map.is_below(slot) {
            return 0;
        }
        while !map.is_empty() {
            let child = self.nodes[map.index()][part(slot, map.level())];
            if map.level() == 0 {
                return child;
            }
            map = Map(child);
        }
        0
    }

    /// A map with numbers that are at least these in a slot with an even number, and in the next one.
    pub fn raise(&mut self, map: Map, slot: u32, numbers: [u32; 2]) -> Map {
        if self.get(map, slot) >= numbers[0] && self.get(map, slot + 1) >= numbers[1] {
            return map;
        }
        let mut level = map.level();
        while u64::from(slot) >> (BITS * (level + 1)) != 0 {
            level += 1;
        }
        let map = self.lift(map, level);
        self.set(map, level, slot, numbers)
    }

    fn set(&mut self, map: Map, level: u32, slot: u32, numbers: [u32; 2]) -> Map {
        let mut node = self.nodes[map.index()];
        let part = part(slot, level);
        if level == 0 {
            for (part, number) in node[part..part + 2].iter_mut().zip(numbers) {
                *part = number.max(*part);
            }
        } else {
            node[part] = self.set(Map(node[part]), level - 1, slot, numbers).0;
        }
        self.add(level, node)
    }

    /// The larger one of the numbers of two maps, for each slot. The result is one of the two if it equals it.
    pub fn join(&mut self, a: Map, b: Map) -> Map {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        let (a, b) = if a.level() < b.level() { (b, a) } else { (a, b) };
        let level = a.level();
        let (first, second) = (self.nodes[a.index()], self.nodes[b.index()]);
        let mut both = first;
        if b.level() < level {
            let smaller = self.lift(b, level - 1);
            both[0] = self.join(Map(first[0]), smaller).0;
        } else if level == 0 {
            both = array::from_fn(|at| first[at].max(second[at]));
        } else {
            for (part, other) in both.iter_mut().zip(second) {
                *part = self.join(Map(*part), Map(other)).0;
            }
        }
        match (both == first, both == second && b.level() == level) {
            // Equal maps that were made separately become one.
            (true, true) => Map(a.0.min(b.0)),
            (true, false) => a,
            (false, true) => b,
            (false, false) => self.add(level, both),
        }
    }

    /// The same map with its root at a level at least as high; an empty one stays as it is.
    fn lift(&mut self, mut map: Map, level: u32) -> Map {
        while !map.is_empty() && map.level() < level {
            let mut node = [0; WIDTH];
            node[0] = map.0;
            map = self.add(map.level() + 1, node);
        }
        map
    }

    fn add(&mut self, level: u32, node: [u32; WIDTH]) -> Map {
        let index = match self.free.pop() {
            Some(index) => {
                self.nodes[index as usize] = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        assert!(index >> INDEX_BITS == 0, "nodes are collected in time");
        Map(level << INDEX_BITS | index)
    }

    /// Keeps a map in the next [`sweep`](Self::sweep).
    pub fn mark(&mut self, map: Map) {
        self.marked.resize(self.nodes.len(), false);
        if map.is_empty() || std::mem::replace(&mut self.marked[map.index()], true) {
            return;
        }
        if map.level() > 0 {
            for child in self.nodes[map.index()] {
                self.mark(Map(child));
            }
        }
    }

    /// Frees the nodes of all maps that were not marked.
    pub fn sweep(&mut self) {
        let mut marked = std::mem::take(&mut self.marked);
        marked.resize(self.nodes.len(), false);
        self.free.clear();
        self.free.extend((1..).zip(&marked[1..]).filter(|(_, marked)| !**marked).map(|(index, _)| index));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use isatope_testing::Random;

    use super::*;

    /// Compares operations with those of ordered maps of the standard library.
    #[test]
    fn maps_behave_like_plain_ones() {
        let mut random = Random(7);
        for round in 0..40 {
            let mut maps = Maps::default();
            let mut all = vec![(Map::default(), BTreeMap::<u32, u32>::new())];
            let most = [9, 100, 5000, u32::MAX][round % 4];
            for step in 0..300 {
                let (a, mut plain) = random.one_of(&all).clone();
                let map = if random.one_in(3) {
                    let (b, other) = random.one_of(&all).clone();
                    for (slot, number) in other {
                        let entry = plain.entry(slot).or_default();
                        *entry = number.max(*entry);
                    }
                    maps.join(a, b)
                } else {
                    let (slot, numbers) = (random.below(most) & !1, [0, 1].map(|_| random.below(1000)));
                    for (slot, number) in (slot..).zip(numbers) {
                        let entry = plain.entry(slot).or_default();
                        *entry = number.max(*entry);
                    }
                    maps.raise(a, slot, numbers)
                };
                for (&slot, &number) in &plain {
                    assert_eq!(maps.get(map, slot), number);
                }
                let slot = random.below(most);
                assert_eq!(maps.get(map, slot), plain.get(&slot).copied().unwrap_or(0));
                let both = maps.join(map, a);
                assert!(maps.join(both, map) == both && plain.keys().all(|slot| maps.get(both, *slot) == plain[slot]));
                all.push((map, plain));
                if step % 50 == 49 {
                    all = all.split_off(all.len() - 10);
                    all.iter().for_each(|(map, _)| maps.mark(*map));
                    maps.sweep();
                }
            }
        }
    }

    #[test]
    fn a_change_copies_one_path() {
        let mut maps = Maps::default();
        let map = (0..2048).fold(Map::default(), |map, pair| maps.raise(map, 2 * pair, [1, 1]));
        maps.mark(map);
        maps.sweep();
        let before = maps.len();
        let changed = maps.raise(map, 16, [0, 2]);
        assert_eq!(maps.len() - before, 4);
        assert_eq!(maps.join(map, changed), changed);
        assert_eq!(maps.len() - before, 4);
    }
}
