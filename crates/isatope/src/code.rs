//! Stretches of instructions in code that also holds descriptors, data and padding.

use std::fmt;
use std::ops::Range;

use isatope_object::{Container, DescriptorKind, SymbolKind};

use crate::{Decoder, Instruction, Target};

/// Zeros at the end of a stretch are padding if there are at least this many bytes of them.
const MIN_PADDING: usize = 16;

/// The instructions of some code with their addresses. Descriptors, data and padding are skipped. `Debug` prints the
/// target and how much code is left.
#[derive(Clone)]
pub struct Instructions<'a> {
    target: Target,
    /// The code, and the address of its first byte.
    code: &'a [u8],
    base: u64,
    /// Stretches that are still to come, the next one last.
    stretches: Vec<Range<usize>>,
    decoder: Decoder<'a>,
    /// Bits of an instruction that are all 0 if it is padding; no bits if the target has no such padding.
    padding: u64,
    /// Sections that are still to come, the next one last.
    sections: Vec<Section<'a>>,
}

/// A section with its stretches of instructions.
#[derive(Clone)]
pub(crate) struct Section<'a> {
    pub code: &'a [u8],
    pub base: u64,
    /// In ascending order.
    pub stretches: Vec<Range<usize>>,
}

impl fmt::Debug for Section<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Section")
            .field("code", &format_args!("{} bytes", self.code.len()))
            .field("base", &format_args!("{:#x}", self.base))
            .field("stretches", &self.stretches.len())
            .finish()
    }
}

impl fmt::Debug for Instructions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instructions")
            .field("target", &self.target)
            .field("stretches", &self.stretches.len())
            .field("sections", &self.sections.len())
            .finish_non_exhaustive()
    }
}

impl<'a> Instructions<'a> {
    pub(crate) fn new(target: Target, mut sections: Vec<Section<'a>>) -> Self {
        sections.reverse();
        let decoder = Decoder::new(target, &[]);
        let padding = if target.pads_with_zeros() { u64::MAX >> (64 - target.word_bytes() * 8) } else { 0 };
        Self { target, code: &[], base: 0, stretches: Vec::new(), decoder, padding, sections }
    }

    /// The target of the instructions.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Goes to the next stretch; `None` after the last one.
    fn advance(&mut self) -> Option<()> {
        while self.stretches.is_empty() {
            let section = self.sections.pop()?;
            (self.code, self.base, self.stretches) = (section.code, section.base, section.stretches);
            self.stretches.reverse();
        }
        let stretch = self.stretches.pop()?;
        let code = self.code.get(..stretch.end)?;
        self.decoder = Decoder::new(self.target, code);
        self.decoder.seek(stretch.start);
        Some(())
    }
}

impl Iterator for Instructions<'_> {
    type Item = (u64, Instruction);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some((offset, inst)) = self.decoder.advance() else {
                self.advance()?;
                continue;
            };
            if let Some(inst) = inst
                && (self.padding == 0 || inst.bits() & self.padding != 0)
            {
                return Some((self.base.wrapping_add(offset as u64), inst));
            }
        }
    }
}

/// What divides the code of a container: places that no instruction crosses, and what is no code.
#[derive(Debug)]
pub(crate) struct Dividers {
    sections: Vec<Divider>,
}

#[derive(Clone, Debug, Default)]
struct Divider {
    /// Offsets of symbols, and the ends of what is skipped, in ascending order.
    stops: Vec<u64>,
    /// Descriptors and data, in ascending order, without overlaps.
    skipped: Vec<Range<u64>>,
}

impl Dividers {
    pub fn new(container: &Container<'_>) -> Self {
        let mut sections = vec![Divider::default(); container.sections.len()];
        let blocks = container.kernels.iter().filter_map(|kernel| kernel.descriptor);
        for block in blocks.filter(|d| d.kind == DescriptorKind::KernelCode && d.at % 4 == 0) {
            if let Some(section) = sections.get_mut(block.section) {
                section.skipped.push(block.at..block.at.saturating_add(block.bytes.len() as u64));
            }
        }
        for symbol in &container.symbols {
            let Some(section) = symbol.section.and_then(|number| sections.get_mut(number)) else { continue };
            section.stops.push(symbol.value);
            if symbol.kind == SymbolKind::Object && symbol.size > 0 {
                section.skipped.push(symbol.value..symbol.value.saturating_add(symbol.size));
            }
        }
        for section in &mut sections {
            section.skipped.sort_by_key(|range| range.start);
            let mut end = 0;
            for range in &mut section.skipped {
                range.start = range.start.max(end);
                end = end.max(range.end);
            }
            section.skipped.retain(|range| !range.is_empty());
            section.stops.extend(section.skipped.iter().flat_map(|range| [range.start, range.end]));
            section.stops.sort_unstable();
            section.stops.dedup();
        }
        Self { sections }
    }

    /// The stretches of instructions in a range of a section: no descriptors, no data with symbols, no padding.
    pub fn stretches(&self, number: usize, code: &[u8], range: Range<u64>) -> Vec<Range<usize>> {
        let Some(section) = self.sections.get(number) else { return Vec::new() };
        let end = range.end.min(code.len() as u64);
        let first = section.stops.partition_point(|stop| *stop <= range.start);
        let stops = section.stops[first..].iter().copied().take_while(|stop| *stop < end).chain([end]);
        let (mut list, mut start) = (Vec::new(), range.start);
        for stop in stops {
            let before = section.skipped.partition_point(|skipped| skipped.start <= start);
            let is_skipped = section.skipped[..before].last().is_some_and(|skipped| start < skipped.end);
            if !is_skipped && start < stop {
                list.extend(without_padding(code, start as usize..stop as usize));
            }
            start = stop;
        }
        list
    }
}

/// A range without the zeros at its end, if there are enough of them; `None` if nothing else is in it.
pub(crate) fn without_padding(code: &[u8], range: Range<usize>) -> Option<Range<usize>> {
    let zeros = code.get(range.clone())?.iter().rev().take_while(|byte| **byte == 0).count();
    let end = range.end - if zeros >= MIN_PADDING { zeros / 4 * 4 } else { 0 };
    (range.start < end).then_some(range.start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_at_the_end_are_padding() {
        let code: Vec<u8> = [[1_u8; 4].as_slice(), &[0; 18]].concat();
        assert_eq!(without_padding(&code, 0..22), Some(0..6));
        assert_eq!(without_padding(&code, 0..19), Some(0..19));
        assert_eq!(without_padding(&code, 4..22), Some(4..6));
        assert_eq!(without_padding(&code, 6..22), None);
        assert_eq!(without_padding(&code, 0..99), None);
    }
}
