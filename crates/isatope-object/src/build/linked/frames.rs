//! Records for unwinding: those that several functions share are stored once.
//!
//! LLD splits `.eh_frame` into records. Each common record (CIE) is followed by the records of the functions that use
//! it (FDE), in the order of the inputs; records of functions that are dropped are dropped too (`EhFrameSection`).

use foldhash::{HashMap, HashMapExt as _};
use object::elf::SHT_NOBITS;

use super::parts::Starts;
use crate::build::{Object, Place, Referent, Relocation, Section};

/// Place of a record that is not in the linked file.
pub(super) const NOWHERE: u64 = u64::MAX;
/// Size in bytes of the length before a record.
const LENGTH: usize = 4;

/// Sections of records in the linked file.
#[derive(Debug, Default)]
pub(super) struct Frames {
    /// Starts of the records of each section, there and in the linked file.
    pub(super) starts: Vec<Starts>,
    /// Offset after the last record.
    pub(super) end: u64,
    /// Places of the distances from functions' records to the common ones, with their values.
    pub(super) distances: Vec<(u64, u32)>,
}

/// A common record.
struct Common<'o> {
    /// Contents, and what its relocations refer to.
    key: (&'o [u8], Vec<(u64, Referent)>),
    /// The same record in each section: number of the section, and start.
    same: Vec<(usize, usize)>,
    /// Records that use it: number of the section, start and end.
    users: Vec<(usize, usize, usize)>,
}

/// Arranges the records of sections. Returns `None` if a section does not consist of records with lengths of 32 bits.
pub(super) fn arrange(object: &Object<'_>, sections: &[usize], is_kept: impl Fn(usize) -> bool) -> Option<Frames> {
    let mut all: Vec<Common<'_>> = Vec::new();
    let mut frames = Frames { starts: vec![Vec::new(); sections.len()], ..Frames::default() };
    for (number, section) in sections.iter().map(|section| &object.sections[*section]).enumerate() {
        // The common records of the section, by their starts.
        let mut commons: HashMap<usize, usize> = HashMap::new();
        let records = records(section)?;
        // What ends the section is not a record.
        frames.starts[number].push((records.last().map_or(0, |(_, end, _)| *end as u64), NOWHERE));
        for (start, end, distance) in records {
            let mut relocations = relocations(section, start, end).iter();
            if distance == 0 {
                let referents = relocations.map(|one| (one.offset - start as u64, one.of)).collect();
                let key = (&section.data[start..end], referents);
                let known = all.iter().position(|common| common.key == key).unwrap_or(all.len());
                if known == all.len() {
                    all.push(Common { key, same: Vec::new(), users: Vec::new() });
                }
                all[known].same.push((number, start));
                commons.insert(start, known);
                continue;
            }
            let common = *commons.get(&(start + LENGTH).checked_sub(distance as usize)?)?;
            if relocations.next().is_some_and(|function| is_live(object, function.of, &is_kept)) {
                all[common].users.push((number, start, end));
            } else {
                frames.starts[number].push((start as u64, NOWHERE));
            }
        }
    }
    for common in &all {
        let place = frames.end;
        common.same.iter().for_each(|(section, start)| frames.starts[*section].push((*start as u64, place)));
        frames.end += common.key.0.len() as u64;
        for (section, start, end) in &common.users {
            let at = frames.end + LENGTH as u64;
            frames.starts[*section].push((*start as u64, frames.end));
            frames.distances.push((at, (at - place) as u32));
            frames.end += (end - start) as u64;
        }
    }
    frames.starts.iter_mut().for_each(|starts| starts.sort_unstable());
    Some(frames)
}

/// Relocations in a part of a section.
fn relocations<'s>(section: &'s Section<'_>, start: usize, end: usize) -> &'s [Relocation] {
    let place = |at: usize| section.relocations.partition_point(|one| one.offset < at as u64);
    &section.relocations[place(start)..place(end)]
}

/// Whether what a record is about is part of the linked file.
fn is_live(object: &Object<'_>, of: Referent, is_kept: impl Fn(usize) -> bool) -> bool {
    match of {
        Referent::None => false,
        Referent::Section(section) => is_kept(section),
        Referent::Symbol(symbol) => match object.symbols[symbol].place {
            Place::Section(section, _) => is_kept(section as usize),
            _ => false,
        },
    }
}

/// Start, end and distance to the common record of each record, 0 for a common one. A length of 0 ends the section.
fn records(section: &Section<'_>) -> Option<Vec<(usize, usize, u32)>> {
    let word = |at: usize| Some(u32::from_le_bytes(section.data.get(at..at + 4)?.try_into().ok()?));
    let mut found = Vec::new();
    let mut at = 0;
    while section.kind != SHT_NOBITS && at < section.data.len() {
        let length = word(at)? as usize;
        if length == 0 {
            break;
        }
        let end = at.checked_add(LENGTH)?.checked_add(length).filter(|end| *end <= section.data.len())?;
        found.push((at, end, word(at + LENGTH)?));
        at = end;
    }
    Some(found)
}
