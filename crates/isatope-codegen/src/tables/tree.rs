//! The decision tree of the decoder.
//!
//! The root tests one run of bits, usually those that select the format. A node tests up to three runs at once. Each
//! value of the first run has its own branch (an opcode). A map assigns the values of the other runs to a few classes:
//! for example, a source code is an ordinary one, or it selects a longer form. One node is nearly always enough.
//!
//! A pattern that ignores a bit is placed in both branches. If two patterns overlap, the one with the higher rank wins
//! (a format that refines another). If the path to a leaf has tested all of its fixed bits, and its length is certain,
//! the leaf contains the form, and decoding is finished. Otherwise it contains a key, whose fixed bits are compared
//! after the walk.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::pool::Pool;

/// A leaf: a key, and the words that it claims.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub key: usize,
    pub form: usize,
    /// Whether the predicted length is always right.
    pub certain: bool,
    pub mask: u64,
    pub value: u64,
    /// Number of formats that it refines.
    pub rank: u32,
    /// Length in bytes, without a literal.
    pub bytes: u32,
    /// Masks and values of the words that a literal follows.
    pub literals: [Option<(u64, u64)>; 2],
}

/// Flag of an entry that is a leaf.
const LEAF: u16 = 1 << 15;
/// Flag of a leaf that contains a key instead of a form.
const KEYED: u16 = 1 << 14;
/// The leaf for words that are not instructions.
const NO_ENCODING: u16 = u16::MAX;
/// Maximum width of the first run.
const WIDEST: u32 = 10;
/// Maximum width of a run that distinguishes few patterns, because there are many such runs.
const NARROW: u32 = 3;
/// Maximum number of patterns that count as few.
const FEW: usize = 4;
/// Maximum number of classes of a run for which a map is used.
const CLASSES: usize = 8;

/// A run of bits: (lowest bit, count).
pub(super) type Run = (u32, u32);

/// The trees of all versions during construction.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<String>,
    entries: Vec<u16>,
    maps: Vec<u8>,
    known_maps: HashMap<Vec<u8>, usize>,
}

impl Tree {
    /// Builds a tree for the leaves of each version. Returns for each the run that the root tests, and the entries for
    /// its values.
    pub(super) fn build(versions: &[Vec<Leaf>]) -> (Self, Vec<(Run, Vec<u16>)>) {
        // The first map belongs to an empty run.
        let mut tree = Self { maps: vec![0], ..Self::default() };
        let root = |leaves: &Vec<Leaf>| {
            let mut sorted: Vec<&Leaf> = leaves.iter().collect();
            sorted.sort_by_key(|l| std::cmp::Reverse(l.rank));
            // The run is as wide as possible, because the bits that it tests need no node.
            let (low, width) = choose(&sorted, 0);
            let more = WIDEST.saturating_sub(width).min(low);
            let run = (low - more, width + more);
            let entries = tree.split(&sorted, 0, run);
            // Always a node, so that paths nearly always have the same number of nodes.
            let node = |(code, entry): (usize, u16)| match entry & LEAF {
                0 => entry,
                _ => tree.alone(&inside(&sorted, mask(run), (code as u64) << run.0), mask(run), entry),
            };
            (run, entries.into_iter().enumerate().map(node).collect())
        };
        let roots = versions.iter().map(root).collect();
        (tree, roots)
    }

    /// Row with the root of a version.
    pub(super) fn root((run, entries): &(Run, Vec<u16>), pool: &Pool) -> String {
        format!("Root {{ low: {}, mask: {:#x}, entries: {} }}", run.0, mask((0, run.1)), pool.slice(entries))
    }

    /// Fields of the architecture's table.
    pub(super) fn fields(&self, pool: &Pool) -> String {
        format!(
            "nodes: {}, entries: {}, maps: {},",
            pool.slice(&self.nodes),
            pool.slice(&self.entries),
            pool.slice(&self.maps)
        )
    }

    /// Entry for `leaves`; the bits in `known` are already tested.
    fn node(&mut self, leaves: &[&Leaf], known: u64) -> u16 {
        let Some(first) = leaves.first() else { return NO_ENCODING };
        // The first leaf is the best one. The search ends if it is the only one or if all of its bits are tested.
        if leaves.len() == 1 || first.mask & !known == 0 {
            assert!(first.key.max(first.form) < usize::from(KEYED), "more keys or forms than an entry can name");
            return match first.certain && first.mask & !known == 0 {
                true => LEAF | first.form as u16,
                false => LEAF | KEYED | first.key as u16,
            };
        }
        let run = choose(leaves, known);
        let node = match self.several(leaves, known, run) {
            Some(found) => found,
            None => {
                // If most values of a run behave in the same manner, a map distinguishes them, and the node tests
                // nothing else.
                let plain = self.split(leaves, known, run);
                let (classes, map) = partition(std::slice::from_ref(&plain));
                match classes.len() <= CLASSES && run.1 > NARROW {
                    true => {
                        Node { second: (run, map), table: classes.into_iter().flatten().collect(), ..Node::default() }
                    }
                    false => Node { first: run, table: plain, ..Node::default() },
                }
            }
        };
        if node.table.iter().all(|&e| e == node.table[0]) {
            return node.table[0];
        }
        self.add(node)
    }

    /// Entries for the values of a run.
    fn split(&mut self, leaves: &[&Leaf], known: u64, run: Run) -> Vec<u16> {
        let known = known | mask(run);
        // Most values have the same leaves as others.
        let mut entries = HashMap::new();
        let entry = |leaves: Vec<&Leaf>| match entries.entry(keys(&leaves)) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(new) => *new.insert(self.node(&leaves, known)),
        };
        cells(leaves, run).into_iter().map(entry).collect()
    }

    /// A node with two runs, if a single second run distinguishes all leaves that remain after the first. It gets a
    /// third run under the same condition.
    fn several<'l>(&mut self, leaves: &[&'l Leaf], known: u64, run: Run) -> Option<Node> {
        let known = known | mask(run);
        let rest = cells(leaves, run);
        let second = common(rest.iter(), known)?;
        let known = known | mask(second);
        // Most of the remaining lists of leaves are the same.
        let (mut left, mut numbers) = (Vec::new(), HashMap::new());
        let mut number = |leaves: Vec<&'l Leaf>| {
            *numbers.entry(keys(&leaves)).or_insert_with(|| {
                left.push(leaves);
                left.len() - 1
            })
        };
        let rows: Vec<Vec<usize>> =
            rest.iter().map(|leaves| cells(leaves, second).into_iter().map(&mut number).collect()).collect();
        let third = common(left.iter(), known).map_or((0, 0), |run| widened(&left, known, run));
        let lists: Vec<Vec<u16>> = left.iter().map(|leaves| self.split(leaves, known, third)).collect();
        let (columns, mut map) = partition(&rows);
        let rows: Vec<&Vec<u16>> =
            (0..rows.len()).flat_map(|row| columns.iter().map(move |c| c[row])).map(|list| &lists[list]).collect();
        let (classes, last) = partition(&rows);
        if columns.len() > CLASSES || classes.len() > CLASSES {
            return None;
        }
        map.iter_mut().for_each(|class| *class *= classes.len() as u8);
        let table = (0..rows.len()).flat_map(|row| classes.iter().map(move |class| class[row])).collect();
        Some(Node { first: run, second: (second, map), third: (third, last), table })
    }

    /// A node for a single leaf. It tests the remaining bits of the leaf, if they form one short run.
    fn alone(&mut self, leaves: &[&Leaf], known: u64, entry: u16) -> u16 {
        if let [leaf] = leaves
            && leaf.certain
        {
            let open = leaf.mask & !known;
            let low = open.trailing_zeros();
            let run = (low, 64 - open.leading_zeros().min(64 - low) - low);
            if (1..=WIDEST).contains(&run.1) && open == mask(run) {
                let table = self.split(leaves, known, run);
                return self.add(Node { first: run, table, ..Node::default() });
            }
        }
        self.add(Node { table: vec![entry], ..Node::default() })
    }

    fn add(&mut self, node: Node) -> u16 {
        let (table, rows) = (&node.table, node.table.len() >> node.first.1);
        let base = match self.entries.windows(table.len()).position(|w| w == table) {
            Some(found) => found,
            None => {
                self.entries.extend_from_slice(table);
                self.entries.len() - table.len()
            }
        };
        let run = |run: Run| format!("({}, {:#x})", run.0, mask((0, run.1)));
        let second = self.map(&node.second);
        let third = self.map(&node.third);
        let row = format!(
            "Node {{ first: {}, second: {}, third: {}, classes: {rows}, maps: [{second}, {third}], base: {base} }}",
            run(node.first),
            run(node.second.0),
            run(node.third.0),
        );
        let found = self.nodes.iter().position(|n| *n == row);
        let index = found.unwrap_or_else(|| {
            self.nodes.push(row);
            self.nodes.len() - 1
        });
        assert!(index < usize::from(LEAF), "more nodes than an entry can name");
        index as u16
    }

    /// Start of the map of a run.
    fn map(&mut self, (run, map): &(Run, Vec<u8>)) -> usize {
        if run.1 == 0 {
            return 0;
        }
        *self.known_maps.entry(map.clone()).or_insert_with(|| {
            self.maps.extend_from_slice(map);
            self.maps.len() - map.len()
        })
    }
}

/// A node: the first run, and two more runs with a map each. A map gives the offset that a value adds to the table
/// index.
#[derive(Default)]
struct Node {
    first: Run,
    second: (Run, Vec<u8>),
    third: (Run, Vec<u8>),
    table: Vec<u16>,
}

fn mask(run: Run) -> u64 {
    ((1 << run.1) - 1) << run.0
}

/// What identifies leaves among those of one version.
fn keys(leaves: &[&Leaf]) -> Vec<usize> {
    leaves.iter().map(|leaf| leaf.key).collect()
}

/// Remaining leaves for each value of a run.
fn cells<'l>(leaves: &[&'l Leaf], run: Run) -> Vec<Vec<&'l Leaf>> {
    (0..1_u64 << run.1).map(|code| inside(leaves, mask(run), code << run.0)).collect()
}

/// The next run, if it is the same for all lists that need one.
fn common<'l>(lists: impl Iterator<Item = &'l Vec<&'l Leaf>>, known: u64) -> Option<Run> {
    let mut runs = lists.filter(|l| l.len() > 1 && l[0].mask & !known != 0).map(|l| choose(l, known));
    let run = runs.next()?;
    runs.all(|r| r == run).then_some(run)
}

/// A run, extended by an adjacent run that would be tested next.
fn widened(lists: &[Vec<&Leaf>], known: u64, run: Run) -> Run {
    let left: Vec<Vec<&Leaf>> = lists.iter().flat_map(|leaves| cells(leaves, run)).collect();
    match common(left.iter(), known | mask(run)) {
        Some(next) if next.0 + next.1 == run.0 && next.1 + run.1 <= WIDEST => (next.0, next.1 + run.1),
        Some(next) if run.0 + run.1 == next.0 && next.1 + run.1 <= WIDEST => (run.0, next.1 + run.1),
        _ => run,
    }
}

/// Leaves that match the given values of some bits.
fn inside<'l>(leaves: &[&'l Leaf], bits: u64, at: u64) -> Vec<&'l Leaf> {
    leaves.iter().copied().filter(|l| (l.value ^ at) & l.mask & bits == 0).collect()
}

/// Distinct columns of some rows, and the index of the distinct column for each column.
fn partition<T: Copy + PartialEq, R: std::borrow::Borrow<Vec<T>>>(rows: &[R]) -> (Vec<Vec<T>>, Vec<u8>) {
    let mut classes: Vec<Vec<T>> = Vec::new();
    let width = rows.first().map_or(0, |row| row.borrow().len());
    let map = (0..width).map(|i| {
        let column: Vec<T> = rows.iter().map(|row| row.borrow()[i]).collect();
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

/// Selects the run of untested bits that most patterns depend on and that distinguishes most patterns.
fn choose(leaves: &[&Leaf], known: u64) -> Run {
    // For each bit, the number of patterns that depend on it, and of those that want 1.
    let (mut tested, mut ones) = ([0; 64], [0; 64]);
    for leaf in leaves {
        count_bits(leaf.mask, &mut tested);
        count_bits(leaf.mask & leaf.value, &mut ones);
    }
    let caring = |bit: u32| tested[bit as usize];
    let telling = |bit: u32| {
        let (tested, ones) = (tested[bit as usize], ones[bit as usize]);
        ones > 0 && ones < tested || tested > 0 && tested < leaves.len()
    };
    let free = |bit: u32| known >> bit & 1 == 0;
    let best = (0..64).filter(|&b| free(b) && telling(b)).map(caring).max().unwrap_or(1);
    let good = |bit: u32| bit < 64 && free(bit) && caring(bit) >= best;
    // The longest run of such bits whose first and last bit distinguish patterns.
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
    // Adjacent bits that all patterns depend on are added, so that they need not be compared later.
    let fixed = |bit: u32| good(bit) && caring(bit) == leaves.len();
    let (mut low, mut end) = (found.0, found.0 + found.1);
    while found.1 > 0 && end - low < widest && fixed(end) {
        end += 1;
    }
    while found.1 > 0 && end - low < widest && low > 0 && fixed(low - 1) {
        low -= 1;
    }
    let found = if found.1 > 0 { (low, end - low) } else { found };
    match found {
        (_, 0) => ((0..64).find(|&b| free(b) && caring(b) > 0).unwrap_or(0), 1),
        // The high bits of a long run select the format; the low bits are left to the next table.
        (low, width) if width > widest => (low + width - widest, widest),
        run => run,
    }
}

/// Adds one to the count of each bit that is set.
fn count_bits(mut bits: u64, counts: &mut [usize; 64]) {
    while bits != 0 {
        counts[bits.trailing_zeros() as usize] += 1;
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(key: usize, mask: u64, value: u64, rank: u32) -> Leaf {
        Leaf { key, form: key, certain: false, mask, value, rank, bytes: 4, literals: [None; 2] }
    }

    /// Walks the tree like `isatope-core`, on the text that it gets.
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
            let [s1, m1, s2, m2, s3, m3, classes, map2, map3, base] = numbers[..] else { panic!("no node: {digits}") };
            let class = |map, low, mask| u64::from(tree.maps[(map + (bits >> low & mask)) as usize]);
            let place = (bits >> s1 & m1) * classes + class(map2, s2, m2) + class(map3, s3, m3);
            entry = tree.entries[(base + place) as usize];
        }
        entry & !(LEAF | KEYED)
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
        assert_eq!(find(&tree, &roots[0], 0x1439), NO_ENCODING & !(LEAF | KEYED));
    }

    #[test]
    fn three_runs_take_one_node() {
        // The longer form of each opcode is one of two, selected by a distant bit.
        let leaves = |(key, rank, mask, value): (usize, u32, u64, u64)| {
            (0..64).map(move |op| leaf(op + 64 * key, 0xfc00 | mask, (op as u64) << 10 | value, rank))
        };
        let forms = [(0, 0, 0, 0), (1, 1, 0x1ff, 249), (2, 2, 1 << 40 | 0x1ff, 1 << 40 | 249)];
        let (tree, roots) = Tree::build(&[forms.into_iter().flat_map(leaves).collect()]);
        assert!(tree.entries.iter().all(|e| e & LEAF != 0), "one node leads to a leaf");
        for op in 0..64 {
            assert_eq!(find(&tree, &roots[0], op << 10 | 250 | 1 << 40), op as u16);
            assert_eq!(find(&tree, &roots[0], op << 10 | 249), 64 + op as u16);
            assert_eq!(find(&tree, &roots[0], op << 10 | 249 | 1 << 40), 128 + op as u16);
        }
    }

    #[test]
    fn a_form_is_said_where_nothing_is_left_to_compare() {
        // The path to the first leaf tests only bits 15:8.
        let told = Leaf { form: 7, certain: true, ..leaf(1, 0xff00, 0x1200, 0) };
        let left = Leaf { form: 8, certain: true, ..leaf(2, 0xff0f, 0x1305, 0) };
        let uncertain = leaf(3, 0xff00, 0x1400, 0);
        let (tree, _) = Tree::build(&[vec![told, left, uncertain]]);
        for entry in [LEAF | 7, LEAF | KEYED | 2, LEAF | KEYED | 3] {
            assert!(tree.entries.contains(&entry), "{:?}", tree.entries);
        }
    }

    #[test]
    fn a_rare_code_costs_a_map() {
        // 64 opcodes in bits 15:10, each with a longer form if bits 8:0 are 249. The root also tests bits 15:6.
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
