//! Items: the pieces of an output, in a compact representation.

use std::collections::BTreeMap;
use std::ops::Range;

use isatope_core::{Bits, Instruction, Opcode, Target};

/// A piece of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An instruction.
    Instruction(Instruction),
    /// A number of 1 to 8 bytes: its bits, and its length in bytes.
    Data(u64, u8),
    /// Repeated units.
    Fill {
        /// Bits of a unit; bits above its size are 0.
        value: u64,
        /// Size of a unit in bytes, at most 8.
        size: u8,
        /// Number of units.
        count: u32,
    },
    /// Consecutive 32-bit words in [`Output::words`](crate::assembler::Output::words).
    Words {
        /// Index of the first word.
        first: u32,
        /// Number of words.
        count: u32,
    },
    /// Consecutive bytes in [`Output::bytes`](crate::assembler::Output::bytes).
    Bytes {
        /// Index of the first byte.
        first: u32,
        /// Number of bytes.
        count: u32,
    },
}

impl Item {
    /// The first 64 bits, with the first word in bits 31:0. 0 for [`Item::Words`] and [`Item::Bytes`], which are stored
    /// elsewhere.
    pub fn bits(&self) -> u64 {
        self.all_bits().head
    }

    /// All bits.
    pub fn all_bits(&self) -> Bits {
        match self {
            Item::Instruction(inst) => inst.all_bits(),
            Item::Data(bits, _) => (*bits).into(),
            Item::Fill { value, .. } => (*value).into(),
            Item::Words { .. } | Item::Bytes { .. } => Bits::default(),
        }
    }

    /// Length in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        match self {
            Item::Instruction(inst) => inst.len(),
            Item::Data(_, bytes) => *bytes as usize,
            Item::Fill { size, count, .. } => *size as usize * *count as usize,
            Item::Words { count, .. } => 4 * *count as usize,
            Item::Bytes { count, .. } => *count as usize,
        }
    }
}

/// Kinds of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Instruction(Target),
    Data,
    Fill,
    Words,
    Bytes,
}

/// An item in 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// Bits of a unit, or the index of the first word or byte.
    bits: u64,
    /// Form of an instruction, or number of units.
    form_or_count: u32,
    kind: Kind,
    /// Size of a unit in bytes.
    len: u8,
}

const _: () = assert!(size_of::<Row>() == 16);

impl Row {
    #[inline(always)]
    fn new(item: Item) -> Self {
        match item {
            Item::Instruction(inst) => Self {
                bits: inst.bits(),
                form_or_count: inst.opcode().index() as u32,
                kind: Kind::Instruction(inst.target()),
                len: inst.len() as u8,
            },
            Item::Data(bits, len) => Self { bits, form_or_count: 1, kind: Kind::Data, len },
            Item::Fill { value, size, count } => {
                Self { bits: value, form_or_count: count, kind: Kind::Fill, len: size }
            }
            Item::Words { first, count } => {
                Self { bits: first.into(), form_or_count: count, kind: Kind::Words, len: 4 }
            }
            Item::Bytes { first, count } => {
                Self { bits: first.into(), form_or_count: count, kind: Kind::Bytes, len: 1 }
            }
        }
    }

    fn item(self, tail: [u32; 3]) -> Item {
        let Self { bits, form_or_count, kind, len } = self;
        match kind {
            Kind::Instruction(target) => {
                match Instruction::from_bits(Opcode::new(form_or_count as usize), target, Bits { head: bits, tail }) {
                    Some(inst) => Item::Instruction(inst),
                    None => Item::Data(bits, len),
                }
            }
            Kind::Data => Item::Data(bits, len),
            Kind::Fill => Item::Fill { value: bits, size: len, count: form_or_count },
            Kind::Words => Item::Words { first: bits as u32, count: form_or_count },
            Kind::Bytes => Item::Bytes { first: bits as u32, count: form_or_count },
        }
    }

    /// Total length in bytes.
    fn bytes(self) -> usize {
        match self.kind {
            Kind::Instruction(_) => self.len.into(),
            _ => usize::from(self.len) * self.form_or_count as usize,
        }
    }
}

/// Instructions and data in order. Each takes 16 bytes of memory, less than an [`Item`]. The rest of longer
/// instructions is stored separately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Items {
    rows: Vec<Row>,
    /// Bits of instructions after the first 64, by index.
    tails: BTreeMap<usize, [u32; 3]>,
}

impl Items {
    /// Number of items.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The item at an index.
    pub fn get(&self, index: usize) -> Option<Item> {
        self.rows.get(index).map(|_| self.item(index))
    }

    #[inline]
    fn item(&self, index: usize) -> Item {
        let row = self.rows[index];
        row.item(if row.len > 8 { self.tails.get(&index).copied().unwrap_or_default() } else { [0; 3] })
    }

    /// The last item.
    pub fn last(&self) -> Option<Item> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All items.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Item> + ExactSizeIterator + Clone + '_ {
        (0..self.len()).map(|index| self.item(index))
    }

    /// The items in a range of indices; empty if the range extends past the end.
    pub fn range(&self, range: Range<usize>) -> impl DoubleEndedIterator<Item = Item> + Clone + '_ {
        let range = if range.end <= self.len() { range } else { 0..0 };
        range.map(|index| self.item(index))
    }

    /// Appends the bytes of items in a range of indices to `out`. `words` and `bytes` contain those of [`Item::Words`]
    /// and [`Item::Bytes`].
    pub(crate) fn write(&self, range: Range<usize>, words: &[u32], bytes: &[u8], out: &mut Vec<u8>) {
        let rows = self.rows.get(range.clone()).unwrap_or_default();
        out.reserve(rows.iter().map(|row| row.bytes()).sum());
        for (index, row) in range.zip(rows) {
            if row.len > 8 {
                out.extend_from_slice(&self.item(index).all_bits().to_bytes()[..row.len.into()]);
                continue;
            }
            let unit = &row.bits.to_le_bytes()[..row.len.into()];
            match row.kind {
                Kind::Instruction(_) | Kind::Data => out.extend_from_slice(unit),
                Kind::Fill => (0..row.form_or_count).for_each(|_| out.extend_from_slice(unit)),
                Kind::Words => {
                    let here = words.get(row.bits as usize..row.bits as usize + row.form_or_count as usize);
                    here.unwrap_or_default().iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
                }
                Kind::Bytes => {
                    let here = bytes.get(row.bits as usize..row.bits as usize + row.form_or_count as usize);
                    out.extend_from_slice(here.unwrap_or_default());
                }
            }
        }
    }

    /// Adds an item.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: Item) {
        let row = Row::new(item);
        if row.len > 8 {
            self.keep_tail(self.rows.len(), item.all_bits().tail);
        }
        self.rows.push(row);
    }

    /// Adds a copy of an existing item, and returns its length.
    #[inline]
    pub(crate) fn push_again(&mut self, index: usize) -> usize {
        let row = self.rows[index];
        if row.len > 8 {
            self.keep_tail(self.rows.len(), self.item(index).all_bits().tail);
        }
        self.rows.push(row);
        row.bytes()
    }

    #[cold]
    fn keep_tail(&mut self, index: usize, tail: [u32; 3]) {
        self.tails.insert(index, tail);
    }

    /// Replaces an item.
    pub(crate) fn set(&mut self, index: usize, item: Item) {
        if let Some(row) = self.rows.get_mut(index) {
            *row = Row::new(item);
            if row.len > 8 {
                self.keep_tail(index, item.all_bits().tail);
            }
        }
    }

    /// Removes the items from an index on, none of which is a long instruction.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.rows.truncate(count);
    }

    /// Removes all items.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.tails.clear();
    }
}
