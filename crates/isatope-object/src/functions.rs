//! Finds functions and kernels of a container by address.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;

use crate::names::{NotFound, find_kernel};
use crate::{Container, DescriptorKind, SectionKind, Symbol, SymbolKind};

/// A function, kernel or label of a section.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Symbol name.
    pub name: &'a str,
    /// Index of the section.
    pub section: usize,
    /// Offset of the first instruction in the section. A descriptor before the code of a kernel is not part of it, even
    /// if the symbol of the kernel points to the descriptor.
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
    /// Sections and offsets of descriptors before code, whose symbols are kernels.
    headers: HashSet<(usize, u64)>,
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
        let headers = container.kernels.iter().filter_map(|kernel| kernel.descriptor);
        let headers = headers.filter(|d| d.kind == DescriptorKind::KernelCode).map(|d| (d.section, d.at)).collect();
        let mut all = Self { container, order: Vec::new(), headers };
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
        if self.headers.contains(&(section, symbol.value)) {
            return None;
        }
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

    /// The function, kernel or label with exactly this symbol name. Labels are symbols of code without a type, which
    /// sources in assembly define; functions and kernels come first. `None` if there is none or several.
    pub fn named(&self, name: &str) -> Option<Function<'c>> {
        let one = |mut found: std::vec::IntoIter<Function<'c>>| found.next().filter(|_| found.next().is_none());
        let functions: Vec<_> = self.iter().filter(|f| f.name == name).collect();
        if !functions.is_empty() {
            return one(functions.into_iter());
        }
        let labels: Vec<_> = self.labels().filter(|s| s.name == name).filter_map(|s| self.label(s)).collect();
        one(labels.into_iter())
    }

    /// The function, kernel or label that a name or a pattern means, as [`find_kernel`] compares names. A label with
    /// exactly this name precedes functions with similar names.
    ///
    /// # Errors
    /// Returns [`NotFound`] if nothing matches the name, or if several functions match it equally well.
    pub fn find(&self, wanted: &str) -> Result<Function<'c>, NotFound> {
        if let Some(found) = self.named(wanted.trim()) {
            return Ok(found);
        }
        let functions: Vec<_> = self.iter().collect();
        let names: Vec<_> = functions.iter().map(|f| f.name).collect();
        let error = match find_kernel(&names, wanted) {
            Ok(found) => return Ok(functions[found]),
            Err(error @ NotFound::Ambiguous { .. }) => return Err(error),
            Err(error) => error,
        };
        let labels: Vec<_> = self.labels().collect();
        let names: Vec<_> = labels.iter().map(|symbol| symbol.name).collect();
        match find_kernel(&names, wanted) {
            Ok(found) => self.label(labels[found]).ok_or(error),
            Err(NotFound::NoKernels) => Err(error),
            Err(other) if matches!(error, NotFound::NoKernels) => Err(other),
            Err(other @ NotFound::Ambiguous { .. }) => Err(other),
            Err(_) => Err(error),
        }
    }

    /// The last label at or before an offset of a section, if it extends to the offset.
    pub fn label_at(&self, section: usize, offset: u64) -> Option<Function<'c>> {
        let before = self.labels().filter(|s| s.section == Some(section) && s.value <= offset);
        self.label(before.max_by_key(|s| s.value)?).filter(|f| offset < f.end)
    }

    /// Symbols of code that have no type.
    fn labels(&self) -> impl Iterator<Item = &'c Symbol<'c>> {
        let container = self.container;
        let is_code = |s: &Symbol<'_>| s.section.is_some_and(|n| container.sections[n].kind == SectionKind::Code);
        let labels = container.symbols.iter().filter(move |s| s.kind == SymbolKind::None && !s.name.is_empty());
        labels.filter(move |s| is_code(s) && s.section.is_some_and(|n| !self.headers.contains(&(n, s.value))))
    }

    /// The code of a label, which extends to the next symbol. Local labels do not end the code of a global one.
    fn label(&self, symbol: &Symbol<'c>) -> Option<Function<'c>> {
        let (section, start) = (symbol.section?, symbol.value);
        let ends = |s: &&Symbol<'_>| {
            let is_weaker = symbol.binding != 0 && s.binding == 0 && s.kind == SymbolKind::None;
            s.section == Some(section) && s.value > start && !is_weaker && s.kind != SymbolKind::Section
        };
        let next = self.container.symbols.iter().filter(ends).map(|s| s.value).min();
        let inside = self.at(section, start).map(|function| function.end);
        let size = self.container.sections[section].size;
        let end = match symbol.size {
            0 => next.into_iter().chain(inside).fold(size, u64::min),
            size => start.saturating_add(size),
        };
        Some(Function { name: symbol.name, section, start, end, kernel: false })
    }
}
