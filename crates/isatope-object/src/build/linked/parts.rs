//! Sections whose equal parts are stored once: strings, and numbers of one size.
//!
//! LLD splits such sections, distributes the parts over 32 shards by their hashes, and writes the shards one after the
//! other; within a shard, parts stay in order (`MergeNoTailSection`).

use foldhash::{HashMap, HashMapExt as _};
use object::elf::{SHF_GROUP, SHF_MERGE, SHF_STRINGS, SHF_WRITE, SHT_NOBITS};
use twox_hash::XxHash3_64;

use crate::build::{Object, Section};

/// Number of shards.
const SHARDS: usize = 32;

/// Where each part of a section starts, there and in the output section.
pub(super) type Starts = Vec<(u64, u64)>;

/// What sections have in common that are merged with each other: output section, flags, size of an entry, and alignment
/// of strings.
type Key<'s> = (&'s str, u64, u64, u64);

/// Sections that are merged with each other.
#[derive(Default)]
pub(super) struct Merges<'s> {
    members: HashMap<Key<'s>, Vec<usize>>,
}

/// Whether equal parts of a section are stored once.
fn is_merged(section: &Section<'_>) -> bool {
    section.has(SHF_MERGE)
        && section.entry_size > 0
        && !section.is_empty()
        && section.relocations.is_empty()
        && !section.has(SHF_WRITE)
        && section.kind != SHT_NOBITS
        && (section.data.len() as u64).is_multiple_of(section.entry_size)
}

fn key<'s>(section: &Section<'_>, output: &'s str) -> Key<'s> {
    let align = if section.has(SHF_STRINGS) { section.align.max(1) } else { 0 };
    (output, section.flags & !u64::from(SHF_GROUP), section.entry_size, align)
}

impl<'s> Merges<'s> {
    /// Finds the sections to merge. `output` is the name of the output section of each section that is kept.
    pub(super) fn new(object: &'s Object<'_>, output: impl Fn(&'s Section<'_>) -> Option<&'s str>) -> Self {
        let mut found = Self::default();
        for (index, section) in object.sections.iter().enumerate().filter(|(_, section)| is_merged(section)) {
            if let Some(output) = output(section) {
                found.members.entry(key(section, output)).or_default().push(index);
            }
        }
        found
    }

    /// The sections that are merged with a section, and itself; `None` if it stays as it is.
    pub(super) fn with(&self, section: &Section<'_>, output: &'s str) -> Option<&[usize]> {
        self.members.get(&key(section, output)).filter(|_| is_merged(section)).map(Vec::as_slice)
    }
}

/// Arranges the parts of sections from an offset on. Returns the starts of the parts of each section, and the end.
pub(super) fn arrange(sections: &[&Section<'_>], offset: u64) -> (Vec<Starts>, u64) {
    let align = sections.iter().map(|section| section.align.max(1)).max().unwrap_or(1);
    let mut sizes = [0_u64; SHARDS];
    let mut known: HashMap<&[u8], (usize, u64)> = HashMap::new();
    let mut placed = Vec::with_capacity(sections.len());
    for section in sections {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < section.data.len() {
            let part = &section.data[at..][..length(section, at)];
            let (shard, offset) = *known.entry(part).or_insert_with(|| {
                let shard = shard(section, part);
                let offset = sizes[shard].next_multiple_of(align);
                sizes[shard] = offset + part.len() as u64;
                (shard, offset)
            });
            parts.push((at as u64, shard, offset));
            at += part.len();
        }
        placed.push(parts);
    }
    let mut end = offset.next_multiple_of(align);
    let starts = sizes.map(|size| {
        let start = if size > 0 { end.next_multiple_of(align) } else { end };
        end = start + size;
        start
    });
    let moved = |parts: Vec<(u64, usize, u64)>| {
        parts.into_iter().map(|(at, shard, offset)| (at, starts[shard] + offset)).collect()
    };
    (placed.into_iter().map(moved).collect(), end)
}

/// Size in bytes of the part that starts at an offset: a string with its end, or an entry.
fn length(section: &Section<'_>, at: usize) -> usize {
    let (rest, entry) = (&section.data[at..], section.entry_size as usize);
    if !section.has(SHF_STRINGS) {
        return entry;
    }
    let end = rest.chunks_exact(entry).position(|unit| unit.iter().all(|byte| *byte == 0));
    end.map_or(rest.len(), |units| (units + 1) * entry)
}

/// Shard of a part: the upper bits of the lower half of its hash. The end of a string does not count.
fn shard(section: &Section<'_>, part: &[u8]) -> usize {
    let end = if section.has(SHF_STRINGS) { section.entry_size as usize } else { 0 };
    let hash = XxHash3_64::oneshot(&part[..part.len().saturating_sub(end)]);
    (hash as u32 >> (u32::BITS - SHARDS.trailing_zeros())) as usize
}
