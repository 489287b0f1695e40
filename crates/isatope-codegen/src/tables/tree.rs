//! The decision tree that decoding walks.
//!
//! The root looks at one run of bits, mostly those that name the format. A node looks at two runs at once. The values of the first are
//! told apart one by one (an opcode); those of the second fall into a few classes by a map (a source code is an ordinary one, or says
//! that a longer form is meant). One node suffices nearly always. A pattern that does not care about a bit goes everywhere; where two patterns meet, the one of higher rank wins (a format
//! that refines another). The leaf's own fixed bits are compared after the walk.

use std::collections::HashMap;

use super::{join, slice};

/// A leaf: a key, and which words it claims.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub key: usize,
    pub mask: u64,
    pub value: u64,
    /// How many formats it refines.
    pub rank: u32,
    /// Bytes, without a literal.
    pub bytes: u32,
    /// Masks and values of words that a literal follows.
    pub literals: [Option<(u64, u64)>; 2],
}

/// Marks an entry that is a leaf.
const LEAF: u16 = 1 << 15;
/// The leaf that stands for no instruction.
const NO_ENCODING: u16 = u16::MAX;
/// Bits of the first run at most.
const WIDEST: u32 = 10;
/// Bits of a run that tells few patterns apart: there are many of these.
const NARROW: u32 = 3;
/// How many patterns are few.
const FEW: usize = 4;
/// So many classes of a run are few.
const CLASSES: usize = 8;

/// A run of bits: the lowest one, and how many.
pub(super) type Run = (u32, u32);

/// The trees of all versions, as they grow.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<String>,
    entries: Vec<u16>,
    maps: Vec<u8>,
    known_maps: HashMap<Vec<u8>, usize>,
}

impl Tree {
    /// Trees for the leaves of each version, and for each the run of bits that is looked at first, with what its values lead to.
    pub(super) fn build(versions: &[Vec<Leaf>]) -> (Self, Vec<(Run, Vec<u16>)>) {
        // The first map is for a run of no bits.
        let mut tree = Self { maps: vec![0], ..Self::default() };
        let root = |leaves: &Vec<Leaf>| {
            let mut sorted = leaves.clone();
            sorted.sort_by_key(|l| std::cmp::Reverse(l.rank));
            // As wide as it may be: what it tells needs no node.
            let (low, width) = choose(&sorted, 0);
            let more = WIDEST.saturating_sub(width).min(low);
            let run = (low - more, width + more);
            let entries = tree.split(&sorted, 0, run);
            // Always a node, so that the number of nodes on the way is nearly always the same.
            let entries =
                entries.into_iter().map(|e| if e & LEAF == 0 { e } else { tree.add((0, 0), (0, 0), &[e], vec![0]) });
            (run, entries.collect())
        };
        let roots = versions.iter().map(root).collect();
        (tree, roots)
    }

    /// A row with the root of a version.
    pub(super) fn root((run, entries): &(Run, Vec<u16>)) -> String {
        format!(
            "Root {{ low: {}, mask: {:#x}, entries: {} }}",
            run.0,
            mask((0, run.1)),
            slice(entries.iter().map(|e| format!("{e:#x}")))
        )
    }

    /// The fields of the architecture's table.
    pub(super) fn fields(&self) -> String {
        format!(
            "nodes: &[{}], entries: {}, maps: {},",
            join(&self.nodes),
            slice(self.entries.iter().map(|e| format!("{e:#x}"))),
            slice(&self.maps)
        )
    }

    /// The entry for `leaves`, of which the bits in `known` are decided.
    fn node(&mut self, leaves: &[Leaf], known: u64) -> u16 {
        let Some(first) = leaves.first() else { return NO_ENCODING };
        // The first one is the best; nothing is left to tell when it is alone or all of its bits are decided.
        if leaves.len() == 1 || first.mask & !known == 0 {
            assert!(first.key < usize::from(LEAF), "more keys than an entry can name");
            return LEAF | first.key as u16;
        }
        let run = choose(leaves, known);
        let (first, second, table, map) = match self.both(leaves, known, run) {
            Some(found) => found,
            None => {
                // A run whose values are mostly alike is told apart by a map; then nothing else is looked at.
                let plain = self.split(leaves, known, run);
                let (classes, map) = partition(std::slice::from_ref(&plain));
                match classes.len() <= CLASSES && run.1 > NARROW {
                    true => ((0, 0), run, classes.into_iter().flatten().collect(), map),
                    false => (run, (0, 0), plain, vec![0]),
                }
            }
        };
        if table.iter().all(|&e| e == table[0]) {
            return table[0];
        }
        self.add(first, second, &table, map)
    }

    /// The entries of a run.
    fn split(&mut self, leaves: &[Leaf], known: u64, run: Run) -> Vec<u16> {
        let bits = mask(run);
        (0..1_u64 << run.1).map(|code| self.node(&inside(leaves, bits, code << run.0), known | bits)).collect()
    }

    /// A second run, if what is left after the first is told apart by one and the same.
    fn both(&mut self, leaves: &[Leaf], known: u64, run: Run) -> Option<(Run, Run, Vec<u16>, Vec<u8>)> {
        let bits = mask(run);
        let rest: Vec<Vec<Leaf>> = (0..1_u64 << run.1).map(|code| inside(leaves, bits, code << run.0)).collect();
        let open = |l: &&Vec<Leaf>| l.len() > 1 && l[0].mask & !(known | bits) != 0;
        let mut runs = rest.iter().filter(open).map(|l| choose(l, known | bits));
        let second = runs.next()?;
        if runs.any(|r| r != second) {
            return None;
        }
        let rows: Vec<Vec<u16>> = rest.iter().map(|l| self.split(l, known | bits, second)).collect();
        let (classes, map) = partition(&rows);
        if classes.len() > CLASSES {
            return None;
        }
        let table = (0..rows.len()).flat_map(|row| classes.iter().map(move |class| class[row])).collect();
        Some((run, second, table, map))
    }

    fn add(&mut self, first: Run, second: Run, table: &[u16], map: Vec<u8>) -> u16 {
        let classes = table.len() >> first.1;
        let base = match self.entries.windows(table.len()).position(|w| w == table) {
            Some(found) => found,
            None => {
                self.entries.extend_from_slice(table);
                self.entries.len() - table.len()
            }
        };
        let map = if second.1 == 0 {
            0
        } else {
            *self.known_maps.entry(map.clone()).or_insert_with(|| {
                self.maps.extend_from_slice(&map);
                self.maps.len() - map.len()
            })
        };
        let row = format!(
            "Node {{ first: ({}, {:#x}), second: ({}, {:#x}), classes: {classes}, map: {map}, base: {base} }}",
            first.0,
            mask((0, first.1)),
            second.0,
            mask((0, second.1)),
        );
        let found = self.nodes.iter().position(|n| *n == row);
        let index = found.unwrap_or_else(|| {
            self.nodes.push(row);
            self.nodes.len() - 1
        });
        assert!(index < usize::from(LEAF), "more nodes than an entry can name");
        index as u16
    }
}

fn mask(run: Run) -> u64 {
    ((1 << run.1) - 1) << run.0
}

/// The leaves that a word with these bits may be.
fn inside(leaves: &[Leaf], bits: u64, at: u64) -> Vec<Leaf> {
    leaves.iter().copied().filter(|l| (l.value ^ at) & l.mask & bits == 0).collect()
}

/// The different columns of some rows, and which of them each column is.
fn partition(rows: &[Vec<u16>]) -> (Vec<Vec<u16>>, Vec<u8>) {
    let mut classes: Vec<Vec<u16>> = Vec::new();
    let width = rows.first().map_or(0, Vec::len);
    let map = (0..width).map(|i| {
        let column: Vec<u16> = rows.iter().map(|row| row[i]).collect();
        let found = classes.iter().position(|c| *c == column);
        let class = found.unwrap_or_else(|| {
            classes.push(column);
            classes.len() - 1
        });
        class.min(255) as u8
    });
    let map = map.collect();
    (classes, map)
}

/// The run of undecided bits that most patterns care about, and that tells most of them apart.
fn choose(leaves: &[Leaf], known: u64) -> Run {
    let caring = |bit: u32| leaves.iter().filter(|l| l.mask >> bit & 1 != 0).count();
    let telling = |bit: u32| {
        let ones = leaves.iter().filter(|l| l.mask & l.value & 1 << bit != 0).count();
        let zeros = leaves.iter().filter(|l| l.mask & !l.value & 1 << bit != 0).count();
        ones > 0 && zeros > 0 || (caring(bit) > 0 && caring(bit) < leaves.len())
    };
    let free = |bit: u32| known >> bit & 1 == 0;
    let best = (0..64).filter(|&b| free(b) && telling(b)).map(caring).max().unwrap_or(1);
    let good = |bit: u32| bit < 64 && free(bit) && caring(bit) >= best;
    // The longest run of such bits, trimmed to those that tell something.
    let mut found = (0, 0);
    let mut bit = 0;
    while bit < 64 {
        if !good(bit) || !telling(bit) {
            bit += 1;
            continue;
        }
        let end = (bit..64).take_while(|&b| good(b)).filter(|&b| telling(b)).last().unwrap_or(bit);
        if end - bit + 1 > found.1 {
            found = (bit, end - bit + 1);
        }
        bit = end + 1;
    }
    let widest = if leaves.len() <= FEW && best == leaves.len() { NARROW } else { WIDEST };
    match found {
        (_, 0) => ((0..64).find(|&b| free(b) && caring(b) > 0).unwrap_or(0), 1),
        // The high bits of a long run say the format, the low ones are left to the next table.
        (low, width) if width > widest => (low + width - widest, widest),
        run => run,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(key: usize, mask: u64, value: u64, rank: u32) -> Leaf {
        Leaf { key, mask, value, rank, bytes: 4, literals: [None; 2] }
    }

    /// Node by node as the core reads them, on the text that it gets.
    fn find(tree: &Tree, root: &(Run, Vec<u16>), bits: u64) -> u16 {
        let mut entry = root.1[(bits >> root.0.0 & mask((0, root.0.1))) as usize];
        assert_eq!(entry & LEAF, 0, "the root leads to nodes");
        while entry & LEAF == 0 {
            let digits = tree.nodes[usize::from(entry)].replace(|c: char| !c.is_ascii_alphanumeric(), " ");
            let numbers: Vec<u64> = digits
                .split(' ')
                .filter_map(|word| match word.strip_prefix("0x") {
                    Some(hex) => u64::from_str_radix(hex, 16).ok(),
                    None => word.parse().ok(),
                })
                .collect();
            let [s1, m1, s2, m2, classes, map, base] = numbers[..] else { panic!("not a node: {digits}") };
            let class = u64::from(tree.maps[(map + (bits >> s2 & m2)) as usize]);
            entry = tree.entries[(base + (bits >> s1 & m1) * classes + class) as usize];
        }
        entry & !LEAF
    }

    #[test]
    fn a_refinement_wins_over_its_base() {
        let base = leaf(1, 0xff00, 0x1200, 0);
        let other = leaf(2, 0xff00, 0x1300, 0);
        let fine = leaf(3, 0xff0f, 0x1209, 1);
        let (tree, roots) = Tree::build(&[vec![base, other, fine]]);
        assert_eq!(find(&tree, &roots[0], 0x1234), 1);
        assert_eq!(find(&tree, &roots[0], 0x1239), 3);
        assert_eq!(find(&tree, &roots[0], 0x1339), 2);
        assert_eq!(find(&tree, &roots[0], 0x1439), NO_ENCODING & !LEAF);
    }

    #[test]
    fn a_rare_code_costs_a_map() {
        // 64 opcodes in bits 15:10, each with a longer form where bits 8:0 are 249. The root looks at bits 15:6, too.
        let leaves = |rank: u32| {
            let (mask, value) = if rank > 0 { (0x1ff, 249) } else { (0, 0) };
            (0..64).map(move |op| leaf((op + 64 * rank) as usize, 0xfc00 | mask, u64::from(op) << 10 | value, rank))
        };
        let (tree, roots) = Tree::build(&[leaves(0).chain(leaves(1)).collect()]);
        assert_eq!((tree.nodes.len(), tree.entries.len(), tree.maps.len()), (128, 128, 65));
        for op in 0..64 {
            assert_eq!(find(&tree, &roots[0], op << 10 | 250), op as u16);
            assert_eq!(find(&tree, &roots[0], op << 10 | 249), 64 + op as u16);
        }
    }
}
