//! Memory that the program maps by itself, and that devices access at the same addresses after it has said so ("SVM").
//!
//! The library is told which ranges devices may access, and what is advised about them, but never when the program
//! gives the memory back. Before each piece of work the device forgets ranges that are mapped no more.

use std::backtrace::Backtrace;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::abi::svm;
use crate::host;
use crate::memory::Pending;

/// What was said about a range: values by their attributes. Access has an attribute for each agent.
type Values = BTreeMap<Attribute, u64>;

/// An attribute of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Attribute {
    /// By its number.
    Plain(u64),
    /// How an agent may access it: the number of an attribute.
    Access(u64),
}

/// What several ranges have for one attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The same value, or none.
    Same(Option<u64>),
    Different,
}

/// A range that devices may access.
#[derive(Clone, Debug)]
pub(crate) struct Mapped {
    pub base: u64,
    pub end: u64,
    /// The functions of the host that said so.
    pub made_by: Option<Arc<Backtrace>>,
}

impl Mapped {
    fn meets(&self, base: u64, end: u64) -> bool {
        base < self.end && end > self.base
    }
}

/// All ranges, by address.
#[derive(Debug, Default)]
pub(crate) struct Managed {
    /// The end of each range, and what was said about it. They do not overlap.
    ranges: Mutex<BTreeMap<u64, (u64, Values)>>,
    mapped: Mutex<Vec<Mapped>>,
}

/// Makes an address the start of a range, if it is inside of one.
fn cut(ranges: &mut BTreeMap<u64, (u64, Values)>, at: u64) {
    if let Some((_, (end, values))) = ranges.range_mut(..at).next_back()
        && *end > at
    {
        let rest = (std::mem::replace(end, at), values.clone());
        ranges.insert(at, rest);
    }
}

impl Managed {
    /// Sets values of a range.
    pub(crate) fn set(&self, base: u64, end: u64, values: &[(Attribute, u64)]) {
        let mut ranges = self.ranges.lock().unwrap_or_else(PoisonError::into_inner);
        cut(&mut ranges, base);
        cut(&mut ranges, end);
        let mut gaps = Vec::new();
        let mut at = base;
        for (start, (last, old)) in ranges.range_mut(base..end) {
            if *start > at {
                gaps.push((at, *start));
            }
            old.extend(values.iter().copied());
            at = *last;
        }
        if at < end {
            gaps.push((at, end));
        }
        ranges.extend(gaps.into_iter().map(|(start, last)| (start, (last, values.iter().copied().collect()))));
    }

    /// What a range has for an attribute.
    pub(crate) fn get(&self, base: u64, end: u64, attribute: Attribute) -> Found {
        let ranges = self.ranges.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = Vec::new();
        let mut at = base;
        let before = ranges.range(..=base).next_back().map_or(base, |(start, _)| *start);
        for (start, (last, values)) in ranges.range(before..end).filter(|(_, (last, _))| *last > base) {
            if *start > at {
                found.push(None);
            }
            found.push(values.get(&attribute).copied());
            at = *last;
        }
        if at < end {
            found.push(None);
        }
        let first = found.first().copied().flatten();
        if found.iter().all(|value| *value == first) { Found::Same(first) } else { Found::Different }
    }

    /// Lets devices access a range, and returns what they have to change for that.
    pub(crate) fn map(
        &self,
        (mut base, mut end): (u64, u64),
        name: impl FnOnce(u64) -> String,
        made_by: Option<Arc<Backtrace>>,
    ) -> Vec<Pending> {
        let mut mapped = self.mapped.lock().unwrap_or_else(PoisonError::into_inner);
        let mut changes: Vec<Pending> = Vec::new();
        // Memory that was given back may have got its addresses again.
        let gone = mapped.extract_if(.., |range| range.meets(base, end) && !host::is_mapped(range.base, range.end));
        changes.extend(gone.map(|range| Pending::Close { base: range.base }));
        if mapped.iter().any(|range| range.base <= base && end <= range.end) {
            return changes;
        }
        let replaced: Vec<Mapped> = mapped.extract_if(.., |range| range.meets(base, end)).collect();
        for range in replaced {
            (base, end) = (base.min(range.base), end.max(range.end));
            changes.push(Pending::Close { base: range.base });
        }
        if let Some(window) = host::HostRange::of_mapping(base, end) {
            let name = name(end - base);
            changes.push(Pending::Window { base, name, window: Arc::new(window) });
            mapped.push(Mapped { base, end, made_by });
        }
        changes
    }

    /// Takes the ranges that are mapped no more.
    pub(crate) fn take_gone(&self) -> Vec<Mapped> {
        let mut mapped = self.mapped.lock().unwrap_or_else(PoisonError::into_inner);
        let gone: Vec<Mapped> = mapped.extract_if(.., |range| !host::is_mapped(range.base, range.end)).collect();
        drop(mapped);
        let mut ranges = self.ranges.lock().unwrap_or_else(PoisonError::into_inner);
        for Mapped { base, end, .. } in &gone {
            cut(&mut ranges, *base);
            cut(&mut ranges, *end);
            ranges.retain(|start, _| !(*base..*end).contains(start));
        }
        gone
    }

    /// The functions of the host that let devices access the range at an address.
    pub(crate) fn made_by(&self, address: u64) -> Option<Arc<Backtrace>> {
        let mapped = self.mapped.lock().unwrap_or_else(PoisonError::into_inner);
        mapped.iter().find(|range| (range.base..range.end).contains(&address))?.made_by.clone()
    }
}

/// The attribute and the value that a pair of numbers sets; `None` if it sets none.
pub(crate) fn setting(attribute: u64, value: u64) -> Option<(Attribute, u64)> {
    match attribute {
        svm::ACCESSIBLE | svm::ACCESSIBLE_IN_PLACE | svm::NO_ACCESS => Some((Attribute::Access(value), attribute)),
        svm::GLOBAL_FLAG..=svm::GPU_EXEC if attribute != svm::PREFETCH_LOCATION => {
            Some((Attribute::Plain(attribute), value))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCATION: Attribute = Attribute::Plain(svm::PREFERRED_LOCATION);

    #[test]
    fn ranges_keep_what_was_said_about_each_part() {
        let managed = Managed::default();
        assert_eq!(managed.get(0x1000, 0x2000, LOCATION), Found::Same(None));
        managed.set(0x1000, 0x5000, &[(LOCATION, 1)]);
        managed.set(0x2000, 0x3000, &[(Attribute::Access(2), svm::ACCESSIBLE)]);
        assert_eq!(managed.get(0x1000, 0x5000, LOCATION), Found::Same(Some(1)));
        assert_eq!(managed.get(0x2800, 0x2900, Attribute::Access(2)), Found::Same(Some(svm::ACCESSIBLE)));
        assert_eq!(managed.get(0x1000, 0x2001, Attribute::Access(2)), Found::Different);
        assert_eq!(managed.get(0x1000, 0x5001, LOCATION), Found::Different);
        // Over two ranges, the gap between them, and beyond.
        managed.set(0x7000, 0x8000, &[(LOCATION, 3)]);
        managed.set(0x4800, 0x9000, &[(LOCATION, 4)]);
        assert_eq!(managed.get(0x4800, 0x9000, LOCATION), Found::Same(Some(4)));
        assert_eq!(managed.get(0x47ff, 0x4801, LOCATION), Found::Different);
        assert_eq!(managed.get(0x1000, 0x4800, LOCATION), Found::Same(Some(1)));
    }

    #[test]
    fn what_is_mapped_no_more_is_forgotten() {
        let managed = Managed::default();
        // So much is not kept when it is given back.
        let pages = host::Pages::new(host::MOST_RESERVED).expect("there is memory");
        let (base, end) = (pages.base(), pages.base() + host::MOST_RESERVED as u64);
        let opened = |changes: Vec<Pending>| {
            let window = |change: &Pending| matches!(change, Pending::Window { .. });
            (changes.iter().filter(|change| window(change)).count(), changes.len())
        };
        let name = |bytes: u64| format!("{bytes} bytes");
        assert_eq!(opened(managed.map((base + 100, end - 100), name, None)), (1, 1));
        // A part of what is there changes nothing, and more replaces it.
        assert_eq!(opened(managed.map((base + 200, end - 200), name, None)), (0, 0));
        assert_eq!(opened(managed.map((base + 200, end), name, None)), (1, 2));
        managed.set(base, end, &[(LOCATION, 1)]);
        assert!(managed.take_gone().is_empty());
        drop(pages);
        let gone = managed.take_gone();
        assert!(gone.len() == 1 && (gone[0].base, gone[0].end) == (base + 100, end));
        assert_eq!(managed.get(base + 100, end, LOCATION), Found::Same(None));
    }
}
