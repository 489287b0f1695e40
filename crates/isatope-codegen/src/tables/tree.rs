//! The decision tree that decoding walks: each node is a table over a run of bits.
//!
//! A pattern that does not care about a bit goes into both halves. Where two patterns meet, the one of higher rank wins (a format
//! that refines another), and nodes are split until that can be told; the leaf's own fixed bits are compared after the walk.

/// A leaf: form, and which words it claims.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub form: u32,
    pub mask: u64,
    pub value: u64,
    /// How many formats it refines.
    pub rank: u32,
}

const LEAF: u32 = 1 << 31;
const NO_FORM: u32 = LEAF | 0xffff;
/// Bits of one table at most: 4 KiB.
const WIDEST: u32 = 10;
/// Bits of a table that tells few patterns apart: there are many of these.
const NARROW: u32 = 3;
/// How many patterns are few.
const FEW: usize = 4;

/// The root entry of each version, and the common array of tables.
pub(super) fn build(versions: &[Vec<Leaf>]) -> (Vec<u32>, Vec<u32>) {
    let mut tree = Vec::new();
    let roots = versions
        .iter()
        .map(|leaves| {
            let mut sorted = leaves.clone();
            sorted.sort_by_key(|l| std::cmp::Reverse(l.rank));
            node(&sorted, 0, &mut tree)
        })
        .collect();
    (roots, tree)
}

/// The entry for `leaves`, of which the bits in `known` are decided.
fn node(leaves: &[Leaf], known: u64, tree: &mut Vec<u32>) -> u32 {
    let Some(first) = leaves.first() else { return NO_FORM };
    // The first one is the best; nothing is left to tell when it is alone or all of its bits are decided.
    if leaves.len() == 1 || first.mask & !known == 0 {
        return LEAF | first.form;
    }
    let (low, width) = choose(leaves, known);
    let bits = ((1_u64 << width) - 1) << low;
    let mut entries = Vec::new();
    for code in 0..1_u64 << width {
        let at = code << low;
        let inside: Vec<Leaf> = leaves.iter().copied().filter(|l| (l.value ^ at) & l.mask & bits == 0).collect();
        entries.push(node(&inside, known | bits, tree));
    }
    // All codes alike (nothing known, say): no table needed.
    if entries.iter().all(|&e| e == entries[0]) {
        return entries[0];
    }
    let start = match tree.windows(entries.len()).position(|w| w == entries) {
        Some(i) if entries.len() > 4 => i,
        _ => {
            tree.extend_from_slice(&entries);
            tree.len() - entries.len()
        }
    };
    ((start as u32) << 10) | (width << 6) | low
}

/// The run of undecided bits that most patterns care about, and that tells most of them apart.
fn choose(leaves: &[Leaf], known: u64) -> (u32, u32) {
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
    let widest = if leaves.len() <= FEW { NARROW } else { WIDEST };
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

    fn find(root: u32, tree: &[u32], bits: u64) -> u32 {
        let mut entry = root;
        while entry & LEAF == 0 {
            let (shift, width, start) = (entry & 63, entry >> 6 & 15, entry >> 10);
            entry = tree[start as usize + (bits >> shift & ((1 << width) - 1)) as usize];
        }
        entry & !LEAF
    }

    #[test]
    fn a_refinement_wins_over_its_base() {
        let base = Leaf { form: 1, mask: 0xff00, value: 0x1200, rank: 0 };
        let other = Leaf { form: 2, mask: 0xff00, value: 0x1300, rank: 0 };
        let fine = Leaf { form: 3, mask: 0xff0f, value: 0x1209, rank: 1 };
        let (roots, tree) = build(&[vec![base, other, fine]]);
        assert_eq!(find(roots[0], &tree, 0x1234), 1);
        assert_eq!(find(roots[0], &tree, 0x1239), 3);
        assert_eq!(find(roots[0], &tree, 0x1339), 2);
        assert_eq!(find(roots[0], &tree, 0x1439), 0xffff);
    }
}
