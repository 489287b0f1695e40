//! An instruction while it is read.

use std::ops::Range;

use isatope_core::tables::{Layout, ModifierUse, SharedLimit};
use isatope_core::{Bits, Caution, Target};

use super::tables::Plan;
use crate::syntax::tables::Tables;
use crate::text::cursor::Cursor;
use crate::text::symbols::Symbols;

/// Reads instructions of one source.
pub(crate) struct Reader<'a, 's> {
    pub tables: &'s Tables,
    pub target: Target,
    pub symbols: &'s Symbols,
    pub cursor: Cursor<'a>,
    /// The number that is still missing.
    pub later: Option<Later>,
    /// What is hardly meant, with its place.
    pub cautions: Vec<(Caution, Range<usize>)>,
}

/// An instruction while it is read.
pub(super) struct Building<'a> {
    pub(super) layout: &'static Layout,
    pub(super) uses: &'static [ModifierUse],
    pub(super) bits: Bits,
    /// Modifiers that are written, a bit for each of `uses`, and those that have to be.
    pub(super) written: u64,
    pub(super) required: u64,
    /// Values of the shared bits that all operands so far can be said with, and the operands that leave out some.
    pub(super) shared: u32,
    pub(super) demands: List<(u32, u32, u32)>,
    /// Fields that are written as bare bits.
    pub(super) raw: Vec<&'a str>,
    /// Something is written in a way that only reserved values have.
    pub(super) odd: bool,
    /// How the operands so far count for the operand rules.
    pub(super) weight: Weight,
    /// Where the operands stand.
    pub(super) operands: List<(u32, u32)>,
}

impl Building<'_> {
    pub(super) fn new(layout: &'static Layout, plan: &Plan, bits: Bits) -> Self {
        Self {
            layout,
            uses: plan.uses,
            bits,
            written: 0,
            required: plan.required,
            shared: u32::MAX,
            demands: List::default(),
            raw: Vec::new(),
            odd: false,
            weight: Weight::default(),
            operands: List::default(),
        }
    }
}

/// How operands count for the rules about them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    /// Values that are the same in all lanes.
    pub(super) reads: u32,
    /// Registers among them.
    pub(super) slots: u32,
    /// One of them may break a rule by itself.
    pub(super) alone: bool,
}

impl Weight {
    pub(super) fn add(&mut self, other: Self) {
        self.reads += other.reads;
        self.slots += other.slots;
        self.alone |= other.alone;
    }

    /// Whether an instruction of a layout may break a rule.
    pub(super) fn may_break(self, layout: &Layout) -> bool {
        let within = |l: SharedLimit| {
            // A register may be a pair of words.
            self.reads <= l.reads.into() && self.slots <= l.slots.into() && 2 * self.slots <= l.words.into()
        };
        self.alone || !layout.shared_limit.is_none_or(within)
    }
}

/// A few items without an allocation. What does not fit is left out: it is for messages only.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List<T> {
    pub(super) items: [T; 8],
    pub(super) count: usize,
}

impl<T> List<T> {
    pub(super) fn push(&mut self, item: T) {
        if let Some(free) = self.items.get_mut(self.count) {
            *free = item;
            self.count += 1;
        }
    }

    /// Puts an item in a place.
    pub(super) fn put(&mut self, place: usize, item: T) {
        if let Some(free) = self.items.get_mut(place) {
            *free = item;
            self.count = self.count.max(place + 1);
        }
    }

    pub(super) fn items(&self) -> &[T] {
        &self.items[..self.count]
    }
}

/// A place in the text, as a range.
pub(super) fn range((start, end): (u32, u32)) -> Range<usize> {
    start as usize..end as usize
}

/// A number in a field that is read again when all names have values.
#[derive(Clone, Debug)]
pub(crate) struct Later {
    /// Where the expression stands.
    pub start: u32,
    pub end: u32,
    pub(super) field: u8,
    pub(super) target: bool,
    /// It has a sign.
    pub(super) signed: bool,
}
