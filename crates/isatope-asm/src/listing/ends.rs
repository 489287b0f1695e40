//! Finds the ends of symbols, and the padding in front of kernels.

use foldhash::HashSet;
use isatope_core::tables::Arch;
use isatope_object::config::ENTRY_ALIGNMENT;
use isatope_object::{Section, SectionKind};

use super::code::Label;
use super::marks::{End, Patch};
use super::symbols::Lines;

/// Maximum number of labels of a section whose symbols have ends, which need memory. Nobody edits larger ones by hand.
const MOST_LABELS: usize = 1 << 16;

/// The ends of the symbols that labels define, in ascending order. They say the sizes of these symbols, so that the
/// lines of the labels do not.
pub(super) fn ends<'c>(section: &Section<'_>, labels: &mut [Label<'c>]) -> Vec<End<'c>> {
    let mut ends = Vec::new();
    if labels.len() > MOST_LABELS {
        return ends;
    }
    for label in labels {
        let Lines::Symbol { symbol, name, shown, has_end } = &mut label.lines else { continue };
        let offset = label.offset.checked_add(symbol.size).filter(|end| *end <= section.size);
        if let Some(offset) = offset.filter(|_| symbol.size > 0 && shown.is_label()) {
            *has_end = true;
            ends.push(End { offset, name, size: symbol.size, padding: 0 });
        }
    }
    ends.sort_by_key(|end| end.offset);
    ends
}

/// Adds directives that align the entries of kernels, where they are aligned. The ends of the symbols before them get
/// the padding that the directives write.
pub(super) fn align(
    arch: &Arch,
    section: &Section<'_>,
    kernels: &HashSet<&str>,
    patches: &[Patch],
    ends: &mut [End<'_>],
    labels: &mut Vec<Label<'_>>,
) {
    let Some(gap) = arch.gap.filter(|_| section.kind == SectionKind::Code && section.align >= ENTRY_ALIGNMENT) else {
        return;
    };
    let is_entry = |label: &&Label<'_>| match label.lines {
        Lines::Symbol { symbol, shown, .. } => shown.is_label() && kernels.contains(symbol.name),
        _ => false,
    };
    let is_aligned = |offset: &u64| *offset > 0 && offset.is_multiple_of(ENTRY_ALIGNMENT);
    let mut entries: Vec<u64> = labels.iter().filter(is_entry).map(|label| label.offset).filter(is_aligned).collect();
    entries.dedup();
    for &entry in &entries {
        let next = ends.partition_point(|end| end.offset < entry);
        let is_end = ends.get(next).is_some_and(|end| end.offset == entry);
        let Some(last) = next.checked_sub(1).map(|last| &mut ends[last]).filter(|_| !is_end) else { continue };
        let has_label = labels[labels.partition_point(|label| label.offset < last.offset)].offset < entry;
        let patch = patches.get(patches.partition_point(|patch| patch.offset < last.offset));
        let has_patch = patch.is_some_and(|patch| patch.offset < entry);
        let bytes = section.data.get(last.offset as usize..entry as usize).unwrap_or_default();
        let (words, rest) = bytes.as_chunks();
        let is_gap = words.iter().all(|word| u32::from_le_bytes(*word) == gap) && rest.is_empty();
        if is_gap && bytes.len() < ENTRY_ALIGNMENT as usize && !has_label && !has_patch {
            last.padding = bytes.len() as u64;
        }
    }
    let line = |offset| Label { offset, lines: Lines::Text(format!(".p2align {}\n", ENTRY_ALIGNMENT.ilog2()).into()) };
    if !entries.is_empty() {
        Label::add_before(entries.into_iter().map(line).collect(), labels);
    }
}
