//! Allocations of all devices and of the host, and where they are.

use std::backtrace::Backtrace;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use isatope_emu::Window;

use crate::handle::Export;
use crate::host::{self, PAGE, Pages};

/// Where addresses of devices begin.
const FIRST: u64 = 0x1000_0000_0000;
/// How many addresses of devices there are.
const ROOM: u64 = 1 << 40;
/// Addresses between allocations that belong to nobody, so that accesses past an end are noticed.
pub(crate) const GAP: u64 = 1 << 16;
/// Bytes of memory that the host claims.
pub(crate) const HOST_MEMORY: u64 = 64 << 30;
/// Allocations of this size are aligned to it: the device library finds the start of a slab of `malloc` by a mask.
const LARGE: u64 = 2 << 20;

/// What an allocation is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Memory of a device, by its number.
    Device(usize),
    /// Memory of the host that devices access at the same address, with the flags of its pool.
    Host(u32),
    /// Memory of a caller, by its address for the host.
    Locked(u64),
}

/// An allocation.
#[derive(Clone, Debug)]
pub(crate) struct Allocation {
    pub base: u64,
    pub bytes: u64,
    pub kind: Kind,
    /// The functions of the host that made it.
    pub made_by: Option<Arc<Backtrace>>,
    /// The devices beside its own that may access it: a bit for each, by its number.
    pub allowed: u64,
    /// What other processes know it by, if it was exported.
    pub exported: Option<Export>,
    /// The pages of the host that it is, if the library has made them.
    pub pages: Option<Arc<Pages>>,
}

/// Memory that a device has to add.
#[derive(Clone, Debug)]
pub(crate) enum Pending {
    Allocation {
        base: u64,
        bytes: u64,
        name: String,
    },
    Window {
        base: u64,
        name: String,
        window: Arc<dyn Window>,
    },
    /// A window goes.
    Close {
        base: u64,
    },
    /// Other devices may access memory that is there.
    Permissions,
}

/// All allocations, by address.
#[derive(Debug)]
pub(crate) struct Registry {
    all: RwLock<BTreeMap<u64, Allocation>>,
    arena: Mutex<Arena>,
}

/// Addresses of devices.
#[derive(Debug)]
struct Arena {
    first: u64,
    next: u64,
    /// Ranges in use, with their gaps: start and end.
    used: BTreeMap<u64, u64>,
    /// How many allocations of each kind were made, for their names.
    counts: BTreeMap<&'static str, u64>,
}

impl Registry {
    /// No allocations. The addresses of devices are reserved, so that no pointer of the host equals one.
    pub(crate) fn new() -> Self {
        let first = host::reserve(FIRST, ROOM);
        let arena = Arena { first, next: first, used: BTreeMap::new(), counts: BTreeMap::new() };
        Self { all: RwLock::default(), arena: Mutex::new(arena) }
    }

    /// Takes addresses for so many bytes. `None` if there are none left.
    pub(crate) fn addresses(&self, bytes: u64) -> Option<u64> {
        let mut arena = self.arena.lock().unwrap_or_else(PoisonError::into_inner);
        let align = if bytes >= LARGE { LARGE } else { PAGE as u64 };
        let size = bytes.checked_add(GAP)?.checked_next_multiple_of(PAGE as u64)?;
        let end = arena.first + ROOM;
        let mut at = arena.next.next_multiple_of(align);
        if at.checked_add(size).is_none_or(|last| last > end) {
            // The first gap that is large enough.
            at = arena.first;
            for (start, last) in &arena.used {
                if at.saturating_add(size) <= *start {
                    break;
                }
                at = (*last).next_multiple_of(align);
            }
            if at.checked_add(size).is_none_or(|last| last > end) {
                return None;
            }
        } else {
            arena.next = at + size;
        }
        arena.used.insert(at, at + size);
        Some(at)
    }

    /// Gives addresses back.
    pub(crate) fn release(&self, base: u64) {
        self.arena.lock().unwrap_or_else(PoisonError::into_inner).used.remove(&base);
    }

    /// The name of a new allocation: `device memory 3`.
    pub(crate) fn name(&self, what: &'static str) -> String {
        let mut arena = self.arena.lock().unwrap_or_else(PoisonError::into_inner);
        let count = arena.counts.entry(what).or_insert(0);
        *count += 1;
        format!("{what} {count}")
    }

    pub(crate) fn add(&self, allocation: Allocation) {
        self.all.write().unwrap_or_else(PoisonError::into_inner).insert(allocation.base, allocation);
    }

    /// Takes an allocation away, by its base.
    pub(crate) fn remove(&self, base: u64, wanted: impl Fn(&Kind) -> bool) -> Option<Allocation> {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if all.get(&base).is_some_and(|allocation| wanted(&allocation.kind)) { all.remove(&base) } else { None }
    }

    /// The allocation that holds an address.
    pub(crate) fn find(&self, address: u64) -> Option<Allocation> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        let (_, found) = all.range(..=address).next_back()?;
        (address - found.base < found.bytes.max(1)).then(|| found.clone())
    }

    /// The last range that was locked and holds an address of the host.
    pub(crate) fn find_locked(&self, host: u64) -> Option<Allocation> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        let holds = |a: &&Allocation| matches!(a.kind, Kind::Locked(base) if host.wrapping_sub(base) < a.bytes.max(1));
        all.values().rev().find(holds).cloned()
    }

    /// Changes an allocation, by an address in it. Returns whether there is one.
    pub(crate) fn change(&self, address: u64, change: impl FnOnce(&mut Allocation)) -> bool {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        let found = all.range_mut(..=address).next_back();
        let found = found.filter(|(_, found)| address - found.base < found.bytes.max(1));
        found.map(|(_, found)| change(found)).is_some()
    }

    /// Whether a device may not access what lies at an address, since it is memory of another one, which has this
    /// number.
    pub(crate) fn other_device(&self, address: u64, device: usize) -> Option<usize> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        let (_, found) = all.range(..=address).next_back()?;
        let Kind::Device(owner) = found.kind else { return None };
        let is_here = address - found.base < found.bytes.max(1);
        (is_here && owner != device && found.allowed >> device & 1 == 0).then_some(owner)
    }

    /// Whether an address is one of the range that devices have for themselves.
    pub(crate) fn is_device_address(&self, address: u64) -> bool {
        let arena = self.arena.lock().unwrap_or_else(PoisonError::into_inner);
        address.wrapping_sub(arena.first) < ROOM
    }

    /// Bytes that are allocated on the host.
    pub(crate) fn used_of_host(&self) -> u64 {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        all.values().filter(|a| matches!(a.kind, Kind::Host(..))).map(|a| a.bytes).sum()
    }

    /// Bytes that are allocated on a device.
    pub(crate) fn used(&self, device: usize) -> u64 {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        all.values().filter(|a| matches!(a.kind, Kind::Device(number) if number == device)).map(|a| a.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_apart_and_come_again_when_all_are_used() {
        let registry = Registry::new();
        let a = registry.addresses(100).expect("there is room");
        let b = registry.addresses(LARGE).expect("there is room");
        assert!(b >= a + 100 + GAP && b.is_multiple_of(LARGE));
        assert!(registry.is_device_address(a) && !registry.is_device_address(0x1000));
        let rest = registry.addresses(ROOM - 3 * LARGE - GAP).expect("there is room");
        assert_eq!(registry.addresses(2 * LARGE), None);
        registry.release(rest);
        assert!(registry.addresses(2 * LARGE).is_some());
        assert_eq!((registry.name("device memory"), registry.name("device memory")).1, "device memory 2");
    }
}
