//! A device: its memory and its clock.

use std::collections::BTreeMap;
use std::sync::Arc;

use isatope_core::Target;

use crate::launch::printf::Printed;
use crate::machine::gws::DeviceShare;
use crate::machine::memory::{Buffer, Memory, Misplaced, Permission};
use crate::machine::number::Number;
use crate::machine::outside::Outside;
use crate::machine::progress::Progress;
use crate::machine::window::Window;

/// Where the first allocation lies that nobody has placed.
const FIRST: u64 = 0x50_0000_0000;
/// Allocations begin at multiples of this.
const ALIGN: u64 = 256;
/// Addresses between allocations that belong to nobody, so that accesses past an end are noticed.
const GAP: u64 = 1 << 16;
/// Bytes of the global data share.
const GDS: usize = 1 << 16;

/// A GPU, as the programs that it runs see it.
///
/// Allocations lie apart: between them are addresses that belong to nobody. `Debug` prints its target and how much
/// memory is allocated.
#[derive(Clone)]
pub struct Device {
    target: Target,
    memory: Memory,
    /// The global data share, and what wavefronts of all workgroups synchronize with.
    pub(crate) share: DeviceShare,
    /// Where the next allocation may lie.
    next: u64,
    /// The shader clock.
    pub(crate) clock: u64,
    /// Allocations that were made without contents, by address: a bit for each byte that nobody has written.
    unwritten: BTreeMap<u64, Vec<u64>>,
    progress: Arc<Progress>,
    /// What kernels have printed.
    pub(crate) printed: Printed,
    outside: Option<Arc<dyn Outside>>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let allocations = self.memory.allocations();
        f.debug_struct("Device")
            .field("target", &self.target)
            .field("allocations", &allocations.len())
            .field("memory", &format_args!("{} bytes", allocations.iter().map(|one| one.bytes.len()).sum::<usize>()))
            .finish_non_exhaustive()
    }
}

impl Device {
    /// A device with empty memory.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            memory: Memory::default(),
            share: DeviceShare::new(GDS),
            next: FIRST,
            clock: 0,
            unwritten: BTreeMap::new(),
            progress: Arc::default(),
            printed: Printed::default(),
            outside: None,
        }
    }

    /// Takes what kernels have printed with `printf` since the last call.
    pub fn take_printed(&mut self) -> Printed {
        std::mem::take(&mut self.printed)
    }

    /// How far the run is that is pending, or the last one was. It is shared with copies of the device.
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// What it is.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The counters of global wave synchronization that are not 0, by the numbers of their resources. The counter of a
    /// barrier is how many wavefronts come before it opens, less 1.
    pub fn gws_counters(&self) -> BTreeMap<u8, u64> {
        self.share.gws.counters()
    }

    /// Sets all counters of global wave synchronization: those that are not listed are 0.
    pub fn set_gws_counters(&mut self, counters: &BTreeMap<u8, u64>) {
        self.share.gws.set_counters(counters);
    }

    /// Sets who changes memory while launches run, and waits where nobody gets further.
    pub fn set_outside(&mut self, outside: Option<Arc<dyn Outside>>) {
        self.outside = outside;
    }

    pub(crate) fn outside(&self) -> Option<Arc<dyn Outside>> {
        self.outside.clone()
    }

    /// Takes the memory, and leaves an empty one. [`put_memory`](Self::put_memory) gives it back.
    #[must_use]
    pub fn take_memory(&mut self) -> Memory {
        std::mem::take(&mut self.memory)
    }

    /// Replaces the memory.
    pub fn put_memory(&mut self, memory: Memory) {
        self.memory = memory;
    }

    /// A new window at an address.
    ///
    /// # Errors
    /// If it overlaps another window or an allocation, or the end of the address space.
    pub fn window(&mut self, address: u64, name: &str, window: Arc<dyn Window>) -> Result<(), Misplaced> {
        self.memory.add_window(address, name, window)
    }

    /// Takes a window away, by the address of its first byte.
    pub fn close_window(&mut self, address: u64) -> Option<Arc<dyn Window>> {
        self.memory.remove_window(address)
    }

    /// Copies bytes to an address; `false`, and nothing is written, if not all of them are in one allocation or window.
    /// The bytes count as written.
    pub fn copy_in(&mut self, address: u64, bytes: &[u8]) -> bool {
        let done = self.memory.copy_in(address, bytes);
        if done && let Some((base, unwritten)) = self.unwritten.range_mut(..=address).next_back() {
            let start = address - base;
            let end = start.saturating_add(bytes.len() as u64).min(unwritten.len() as u64 * 64);
            (start..end).for_each(|at| unwritten[at as usize / 64] &= !(1 << (at % 64)));
        }
        done
    }

    /// Sets what programs may do with each allocation, by the address of its first byte.
    pub fn permit_each(&mut self, permission: impl Fn(u64) -> Permission) {
        self.memory.permit_each(permission);
    }

    /// Its memory.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(crate) fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// A new allocation that holds these bytes.
    pub fn buffer(&mut self, bytes: impl Into<Vec<u8>>) -> Buffer {
        self.named("", bytes)
    }

    /// A new allocation that holds these numbers.
    pub fn array<T: Number>(&mut self, numbers: &[T]) -> Buffer {
        let mut bytes = Vec::with_capacity(size_of_val(numbers));
        numbers.iter().for_each(|number| number.put(&mut bytes));
        self.buffer(bytes)
    }

    /// A new allocation of this many zeros.
    pub fn zeros(&mut self, bytes: usize) -> Buffer {
        self.named("", vec![0; bytes])
    }

    /// A new uninitialized allocation. Plain reads of its bytes give 0, and where
    /// [`Options::check_init`](crate::Options::check_init) is set it is a fault to make use of them.
    pub fn uninit(&mut self, bytes: usize) -> Buffer {
        let buffer = self.zeros(bytes);
        self.mark_uninit(buffer);
        buffer
    }

    /// From here on the bytes of an allocation count as if nobody had written them; see [`Self::uninit`].
    pub fn mark_uninit(&mut self, buffer: Buffer) {
        if let Some(allocation) = self.memory.starting_mut(buffer.address) {
            // It may have more room than the buffer.
            let words = allocation.bytes.len().div_ceil(64);
            allocation.written = false;
            self.unwritten.insert(buffer.address, vec![u64::MAX; words]);
        }
    }

    /// Allocations without contents, by address: a bit for each byte that nobody has written.
    pub(crate) fn unwritten(&self) -> &BTreeMap<u64, Vec<u64>> {
        &self.unwritten
    }

    pub(crate) fn set_unwritten(&mut self, unwritten: BTreeMap<u64, Vec<u64>>) {
        self.unwritten = unwritten;
    }

    /// What instructions have written to counts as written as a whole, for nobody has watched them.
    pub(crate) fn forget_written(&mut self) {
        let memory = &self.memory;
        self.unwritten.retain(|base, _| memory.starting(*base).is_some_and(|a| !a.written));
    }

    /// Sets what programs may do with an allocation. Anything else is a fault.
    pub fn permit(&mut self, buffer: Buffer, permission: Permission) {
        if let Some(allocation) = self.memory.starting_mut(buffer.address) {
            allocation.permission = permission;
        }
    }

    /// A new allocation with a name, which reports use.
    pub fn named(&mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Buffer {
        let bytes: Vec<u8> = bytes.into();
        let mut address = self.next;
        while self.memory.check(address, bytes.len() as u64 + GAP).is_err() {
            address += GAP;
        }
        self.next = (address + bytes.len() as u64 + GAP).next_multiple_of(ALIGN);
        let buffer = Buffer { address, bytes: bytes.len() as u64 };
        self.put(buffer, name, bytes).expect("it was checked");
        buffer
    }

    /// A new allocation for a launch, not for its program.
    pub(crate) fn for_launch(&mut self, name: &str, bytes: Vec<u8>) -> Buffer {
        let buffer = self.named(name, bytes);
        if let Some(allocation) = self.memory.starting_mut(buffer.address) {
            allocation.of_launch = true;
        }
        buffer
    }

    /// A new allocation at an address.
    ///
    /// # Errors
    /// If it overlaps another one, or the end of the address space.
    pub fn at(&mut self, address: u64, name: &str, bytes: impl Into<Vec<u8>>) -> Result<Buffer, Misplaced> {
        let bytes: Vec<u8> = bytes.into();
        let buffer = Buffer { address, bytes: bytes.len() as u64 };
        self.put(buffer, name, bytes)?;
        Ok(buffer)
    }

    /// An address from which on nothing is allocated, a multiple of `step` from `first` on.
    pub(crate) fn room(&self, first: u64, step: u64) -> u64 {
        let last = self.memory.allocations().iter().rev().find(|a| (first..FIRST).contains(&a.base));
        last.map_or(first, |a| (a.base + a.bytes.len() as u64 + step).next_multiple_of(step).max(first))
    }

    fn put(&mut self, buffer: Buffer, name: &str, bytes: Vec<u8>) -> Result<(), Misplaced> {
        self.memory.add(buffer.address, bytes)?;
        if let Some(allocation) = self.memory.starting_mut(buffer.address) {
            allocation.name = name.to_string();
        }
        Ok(())
    }

    /// The bytes of an allocation; none if it has been freed.
    pub fn read(&self, buffer: Buffer) -> &[u8] {
        self.memory.starting(buffer.address).map_or(&[], |a| &a.bytes)
    }

    /// The numbers in an allocation.
    pub fn numbers<T: Number>(&self, buffer: Buffer) -> Vec<T> {
        T::all(self.read(buffer))
    }

    /// The bytes of an allocation, to be changed: all of them count as written.
    pub fn write(&mut self, buffer: Buffer) -> &mut [u8] {
        self.unwritten.remove(&buffer.address);
        self.memory.starting_mut(buffer.address).map_or(&mut [], |a| &mut a.bytes)
    }

    /// Takes an allocation away and gives its bytes.
    pub fn free(&mut self, buffer: Buffer) -> Vec<u8> {
        self.unwritten.remove(&buffer.address);
        self.memory.remove(buffer.address).map_or_else(Vec::new, |a| a.bytes)
    }
}
