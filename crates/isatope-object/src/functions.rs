//! Finds functions and kernels of a container by address.

use std::cmp::Reverse;
use std::fmt;

use crate::{Container, SymbolKind};

/// A function or kernel of a section.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Symbol name.
    pub name: &'a str,
    /// Index of the section.
    pub section: usize,
    /// Offset of the first byte in the section.
    pub start: u64,
    /// Offset of the end in the section.
    pub end: u64,
    /// Whether it is a kernel.
    pub kernel: bool,
}

/// Functions and kernels in the order of section and offset. Stores one number for each, because there may be millions
/// of symbols. `Debug` prints their number.
pub struct Functions<'c> {
    container: &'c Container<'c>,
    /// Indices of kernels, followed by those of symbols.
    order: Vec<u32>,
}

impl fmt::Debug for Functions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Functions").field("functions", &self.order.len()).finish_non_exhaustive()
    }
}

impl<'c> Functions<'c> {
    /// Functions of a container. If several have the same address, a kernel is preferred, then the last one.
    pub fn new(container: &'c Container<'c>) -> Self {
        let count = u32::try_from(container.kernels.len() + container.symbols.len()).unwrap_or(u32::MAX);
        let mut all = Self { container, order: Vec::new() };
        let mut order: Vec<u32> = (0..count).filter(|entry| all.entry(*entry).is_some()).collect();
        let place = |entry: &u32| all.entry(*entry).map(|f| (f.section, f.start));
        order.sort_unstable_by_key(|e| (place(e), all.entry(*e).is_some_and(|f| !f.kernel), Reverse(*e)));
        order.dedup_by_key(|e| place(e));
        all.order = order;
        all
    }

    /// A kernel or symbol by its index, if it is code.
    fn entry(&self, entry: u32) -> Option<Function<'c>> {
        let (entry, kernels) = (entry as usize, &self.container.kernels);
        if let Some(kernel) = kernels.get(entry) {
            let (section, start, end) = kernel.code?;
            return Some(Function { name: kernel.name, section, start, end, kernel: true });
        }
        let symbol = self.container.symbols.get(entry - kernels.len())?;
        let section = symbol.section.filter(|_| symbol.kind == SymbolKind::Function)?;
        let end = symbol.value.saturating_add(symbol.size);
        Some(Function { name: symbol.name, section, start: symbol.value, end, kernel: false })
    }

    /// The function at an index in the order.
    pub fn get(&self, index: usize) -> Option<Function<'c>> {
        let mut found = self.entry(*self.order.get(index)?)?;
        // Some symbols have no size. Their code extends to the next one.
        if found.end <= found.start {
            let next = self.order.get(index + 1).and_then(|entry| self.entry(*entry));
            let next = next.filter(|next| next.section == found.section).map(|next| next.start);
            found.end = next.unwrap_or(self.container.sections[found.section].size);
        }
        Some(found)
    }

    /// All functions and kernels, in order.
    pub fn iter(&self) -> impl Iterator<Item = Function<'c>> {
        (0..self.order.len()).filter_map(|index| self.get(index))
    }

    /// The function that contains an offset of a section.
    pub fn at(&self, section: usize, offset: u64) -> Option<Function<'c>> {
        let before = |entry: &u32| self.entry(*entry).is_some_and(|f| (f.section, f.start) <= (section, offset));
        let found = self.get(self.order.partition_point(before).checked_sub(1)?)?;
        (found.section == section && offset < found.end.max(found.start + 1)).then_some(found)
    }
}
