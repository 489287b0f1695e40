//! Memory of the host that programs on the device access.
#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::ffi::CString;
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use isatope_emu::Window;

/// Size of a page.
pub(crate) const PAGE: usize = 4096;

/// Bytes before and after pages that nobody may access, so that no two of them are neighbours.
const GAP: usize = 1 << 16;

/// Most bytes of addresses of given back pages that stay reserved.
pub(crate) const MOST_RESERVED: usize = 1 << 30;

/// Addresses of pages that were given back, and of the gaps around them. No other memory gets them for a while, so that
/// a kernel that still uses the pages has a fault. They take no memory.
#[derive(Debug)]
struct Reserved {
    /// Start and length, the oldest first.
    ranges: VecDeque<(usize, usize)>,
    bytes: usize,
}

static RESERVED: Mutex<Reserved> = Mutex::new(Reserved { ranges: VecDeque::new(), bytes: 0 });

impl Reserved {
    /// Keeps the addresses of a range, and gives the oldest ones back if these are too many. `false` if the range is
    /// too large.
    fn keep(&mut self, start: usize, bytes: usize) -> bool {
        if bytes > MOST_RESERVED {
            return false;
        }
        self.give_back(MOST_RESERVED - bytes);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        let at = std::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the range is one that `mmap` returned, and its only owner gives it away. The new mapping replaces it.
        let kept = unsafe { libc::mmap(at, bytes, libc::PROT_NONE, flags, -1, 0) } != libc::MAP_FAILED;
        if kept {
            self.ranges.push_back((start, bytes));
            self.bytes += bytes;
        }
        kept
    }

    /// Gives the oldest ranges back until so many bytes are left. Returns whether there were any.
    fn give_back(&mut self, left: usize) -> bool {
        let before = self.bytes;
        while self.bytes > left
            && let Some((start, bytes)) = self.ranges.pop_front()
        {
            // SAFETY: the range is a mapping that nobody accesses.
            unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(start), bytes) };
            self.bytes -= bytes;
        }
        self.bytes < before
    }
}

/// Whole pages of the host, which are given back when nobody has them.
#[derive(Debug)]
pub(crate) struct Pages {
    base: usize,
    bytes: usize,
    /// What they are a part of, if other processes may have them.
    file: OnceLock<File>,
}

impl Pages {
    /// New pages of zeros that hold so many bytes. `None` if there is no memory.
    pub(crate) fn new(bytes: usize) -> Option<Self> {
        Self::map(bytes).or_else(|| {
            // The addresses that are kept may be those that are missing.
            let has_more = RESERVED.try_lock().is_ok_and(|mut reserved| reserved.give_back(0));
            if has_more { Self::map(bytes) } else { None }
        })
    }

    fn map(bytes: usize) -> Option<Self> {
        let bytes = bytes.checked_next_multiple_of(PAGE)?.max(PAGE);
        let all = bytes.checked_add(2 * GAP)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new anonymous mapping at an address that the kernel chooses touches no memory that exists.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), all, libc::PROT_NONE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let pages = Self { base: start.expose_provenance() + GAP, bytes, file: OnceLock::new() };
        let base = std::ptr::with_exposed_provenance_mut(pages.base);
        // SAFETY: the pages are in the middle of the new mapping, which nobody else knows.
        let done = unsafe { libc::mprotect(base, bytes, libc::PROT_READ | libc::PROT_WRITE) };
        (done == 0).then_some(pages)
    }

    /// Pages of a file that has so many bytes, which other processes may map as well.
    pub(crate) fn of_file(file: File, bytes: usize) -> Option<Self> {
        let pages = Self::new(bytes)?;
        pages.become_file(file).then_some(pages)
    }

    /// Replaces the pages with those of a file, which they are from here on. Returns `false` if that is not possible.
    fn become_file(&self, file: File) -> bool {
        let at = std::ptr::with_exposed_provenance_mut(self.base);
        let (access, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_FIXED);
        // SAFETY: the new mapping replaces pages of this owner, with the same access. Users of the pages find what the
        // file has.
        let mapped = unsafe { libc::mmap(at, self.bytes, access, flags, file.as_raw_fd(), 0) };
        mapped != libc::MAP_FAILED && self.file.set(file).is_ok()
    }

    /// Moves the contents to a file, so that other processes may map the pages. Nobody may write to them meanwhile.
    pub(crate) fn share(self: &Arc<Self>, file: File) -> bool {
        let mut contents = vec![0; self.bytes];
        HostRange::of_pages(self, self.bytes).read(0, &mut contents);
        self.file.get().is_none() && file.write_all_at(&contents, 0).is_ok() && self.become_file(file)
    }

    /// Address of the first byte.
    pub(crate) fn base(&self) -> u64 {
        self.base as u64
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let (start, bytes) = (self.base - GAP, self.bytes + 2 * GAP);
        // In a child of `fork` the lock may be held for ever.
        if !RESERVED.try_lock().is_ok_and(|mut reserved| reserved.keep(start, bytes)) {
            // SAFETY: the range is one that `mmap` returned, and its only owner goes. Windows on it hold the owner.
            unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(start), bytes) };
        }
    }
}

/// Reserves addresses that no memory of the host gets, at an address if that is possible. Accesses of the host there
/// crash.
pub(crate) fn reserve(at: u64, bytes: u64) -> u64 {
    let (Ok(want), Ok(size)) = (usize::try_from(at), usize::try_from(bytes)) else { return at };
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    for (address, extra) in [(want, libc::MAP_FIXED_NOREPLACE), (0, 0)] {
        let hint = std::ptr::with_exposed_provenance_mut(address);
        // SAFETY: with MAP_FIXED_NOREPLACE, or without an address, no mapping that exists is replaced.
        let base = unsafe { libc::mmap(hint, size, libc::PROT_NONE, flags | extra, -1, 0) };
        if base != libc::MAP_FAILED {
            return base.addr() as u64;
        }
    }
    // Where the address space is limited nothing is reserved: addresses of the device are still those of no memory.
    at
}

/// A range of memory of the host.
#[derive(Debug)]
pub(crate) struct HostRange {
    base: usize,
    bytes: usize,
    /// Pages that it is a part of; `None` for memory that its owner keeps as long as the range is in use.
    _pages: Option<Arc<Pages>>,
}

impl HostRange {
    /// A range of pages.
    pub(crate) fn of_pages(pages: &Arc<Pages>, bytes: usize) -> Self {
        Self { base: pages.base, bytes, _pages: Some(pages.clone()) }
    }

    /// Memory that is never given back.
    pub(crate) fn of_static<T>(memory: &'static [T]) -> Self {
        Self { base: memory.as_ptr().expose_provenance(), bytes: size_of_val(memory), _pages: None }
    }

    /// Memory of the caller.
    ///
    /// # Safety
    /// The range has to be readable and writable until the last use of the window, and others may access it only as
    /// memory that is shared with a device.
    pub(crate) unsafe fn of_caller(base: u64, bytes: usize) -> Self {
        Self { base: base as usize, bytes, _pages: None }
    }

    /// Memory of the process between two addresses. `None` if there is none.
    pub(crate) fn of_mapping(start: u64, end: u64) -> Option<Self> {
        let bytes = usize::try_from(end.checked_sub(start)?).ok().filter(|bytes| *bytes != 0)?;
        // SAFETY: the process has this memory, and programs on APUs access all of it as they do on hardware, and other
        // programs what the host has told them. One that accesses what the host gives back meanwhile ends the process
        // there and here.
        Some(unsafe { Self::of_caller(start, bytes) })
    }

    /// Calls a function for pieces of a range that are aligned words: address, offset in the range and size.
    fn pieces(&self, at: u64, count: usize, mut each: impl FnMut(usize, usize, usize)) {
        let at = usize::try_from(at).ok().filter(|at| at.checked_add(count).is_some_and(|end| end <= self.bytes));
        let Some(at) = at else { return };
        let mut done = 0;
        while done < count {
            let address = self.base + at + done;
            let left = count - done;
            let fits = |size: &usize| *size <= left && address.is_multiple_of(*size);
            let size = [8, 4, 2].into_iter().find(fits).unwrap_or(1);
            each(address, done, size);
            done += size;
        }
    }
}

/// An atomic word of the host.
macro_rules! word {
    ($atomic:ident, $address:expr) => {
        // SAFETY: `HostRange` covers memory that is valid as long as the range exists (see its constructors), `pieces`
        // gives addresses inside, aligned to the size of the word, and others access it atomically or with a race of
        // their own.
        unsafe { $atomic::from_ptr(std::ptr::with_exposed_provenance_mut($address)) }
    };
}

impl Window for HostRange {
    fn size(&self) -> u64 {
        self.bytes as u64
    }

    fn read(&self, at: u64, bytes: &mut [u8]) {
        self.pieces(at, bytes.len(), |address, offset, size| {
            let to = &mut bytes[offset..offset + size];
            match size {
                8 => to.copy_from_slice(&word!(AtomicU64, address).load(Ordering::Acquire).to_le_bytes()),
                4 => to.copy_from_slice(&word!(AtomicU32, address).load(Ordering::Acquire).to_le_bytes()),
                2 => to.copy_from_slice(&word!(AtomicU16, address).load(Ordering::Acquire).to_le_bytes()),
                _ => to[0] = word!(AtomicU8, address).load(Ordering::Acquire),
            }
        });
    }

    fn write(&self, at: u64, bytes: &[u8]) {
        self.pieces(at, bytes.len(), |address, offset, size| match *bytes[offset..offset + size].as_ref() {
            [a, b, c, d, e, f, g, h] => {
                let value = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
                word!(AtomicU64, address).store(value, Ordering::Release);
            }
            [a, b, c, d] => word!(AtomicU32, address).store(u32::from_le_bytes([a, b, c, d]), Ordering::Release),
            [a, b] => word!(AtomicU16, address).store(u16::from_le_bytes([a, b]), Ordering::Release),
            _ => word!(AtomicU8, address).store(bytes[offset], Ordering::Release),
        });
    }

    fn exchange(&self, at: u64, old: &[u8], new: &[u8]) -> bool {
        let mut pieces = 0;
        let mut done = false;
        self.pieces(at, new.len(), |address, offset, size| {
            pieces += 1;
            let number = |bytes: &[u8]| {
                let mut word = [0; 8];
                word[..size].copy_from_slice(&bytes[offset..offset + size]);
                u64::from_le_bytes(word)
            };
            let (old, new) = (number(old), number(new));
            macro_rules! exchange {
                ($atomic:ident, $type:ty) => {{
                    let order = (Ordering::SeqCst, Ordering::SeqCst);
                    word!($atomic, address).compare_exchange(old as $type, new as $type, order.0, order.1).is_ok()
                }};
            }
            // Hardware has no atomic operation on an address that is not aligned: only the first piece can conflict.
            let ok = match size {
                8 => exchange!(AtomicU64, u64),
                4 => exchange!(AtomicU32, u32),
                2 => exchange!(AtomicU16, u16),
                _ => exchange!(AtomicU8, u8),
            };
            done = if pieces == 1 { ok } else { done && ok };
        });
        done
    }
}

/// Calls a function when the process ends by `exit`.
pub(crate) fn at_exit(function: extern "C" fn()) {
    // SAFETY: the function can be called at any time: it is safe, and this library is never unloaded while it has
    // threads.
    unsafe { libc::atexit(function) };
}

/// Whether the process is a child of one that had already started the library.
static FORKED: AtomicBool = AtomicBool::new(false);

extern "C" fn note_fork() {
    FORKED.store(true, Ordering::Relaxed);
}

/// Notes when a child of this process begins: it has none of the threads that do the work.
pub(crate) fn note_forks() {
    // SAFETY: the function only stores into a static, which a child may do, and this library is never unloaded.
    unsafe { libc::pthread_atfork(None, None, Some(note_fork)) };
}

/// Whether the process has no threads that do work, since its parent has them.
pub(crate) fn is_forked() -> bool {
    FORKED.load(Ordering::Relaxed)
}

/// The memory of the process around an address that it can read: first address and end. Memory that it may not access
/// is none.
pub(crate) fn mapping(address: u64) -> Option<(u64, u64)> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    maps.lines().find_map(|line| {
        let (range, rest) = line.split_once(' ')?;
        let (start, end) = range.split_once('-')?;
        let (start, end) = (u64::from_str_radix(start, 16).ok()?, u64::from_str_radix(end, 16).ok()?);
        ((start..end).contains(&address) && rest.starts_with('r')).then_some((start, end))
    })
}

/// Whether the process has memory at all addresses of a range.
pub(crate) fn is_mapped(start: u64, end: u64) -> bool {
    let first = start as usize / PAGE * PAGE;
    // SAFETY: the call writes nothing: it fails if something of the range is not mapped, and does nothing otherwise.
    unsafe { libc::msync(std::ptr::without_provenance_mut(first), end as usize - first, libc::MS_ASYNC) == 0 }
}

/// A new file with a name that is in no folder: it goes when nobody has it open.
pub(crate) fn file_in_memory(name: &str) -> Option<File> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name ends with a NUL.
    let number = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) };
    // SAFETY: the file has just been opened, and nobody else owns it.
    (number >= 0).then(|| unsafe { File::from_raw_fd(number) })
}

/// The number of a file among those that the process has open.
pub(crate) fn number_of(file: &File) -> u32 {
    file.as_raw_fd() as u32
}

/// Nanoseconds of the monotonic clock of the host.
pub(crate) fn nanoseconds() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is valid for the write.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    (time.tv_sec as u64).wrapping_mul(1_000_000_000).wrapping_add(time.tv_nsec as u64)
}

/// Copies bytes of the host.
///
/// # Safety
/// Both ranges have to be valid for so many bytes.
pub(crate) unsafe fn copy(to: u64, from: u64, bytes: usize) {
    let (to, from) = (std::ptr::with_exposed_provenance_mut::<u8>(to as usize), from as usize);
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy(std::ptr::with_exposed_provenance::<u8>(from), to, bytes) };
}

/// Bytes of the host.
///
/// # Safety
/// The range has to be valid as long as the slice is used, and nobody writes to it.
pub(crate) unsafe fn bytes<'a>(from: u64, bytes: usize) -> &'a [u8] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance(from as usize), bytes) }
}

/// Bytes of the host, to be changed.
///
/// # Safety
/// The range has to be valid as long as the slice is used, and nobody else accesses it.
pub(crate) unsafe fn bytes_mut<'a>(from: u64, bytes: usize) -> &'a mut [u8] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(std::ptr::with_exposed_provenance_mut(from as usize), bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_pages_come_again_late() {
        let first = Pages::new(PAGE).expect("there is memory").base();
        assert!((0..100).all(|_| Pages::new(PAGE).expect("there is memory").base() != first));
        // They take no memory, and no more than a limit of addresses.
        for _ in 0..40 {
            drop(Pages::new(MOST_RESERVED / 8).expect("there is memory"));
        }
        let reserved = RESERVED.lock().expect("no test panics with it");
        let sum: usize = reserved.ranges.iter().map(|(_, bytes)| bytes).sum();
        assert!(reserved.bytes == sum && sum <= MOST_RESERVED && reserved.ranges.len() < 10);
        drop(reserved);
        drop(Pages::new(2 * MOST_RESERVED));
    }

    #[test]
    fn ranges_read_and_write_any_piece() {
        let pages = Arc::new(Pages::new(100).expect("there is memory"));
        let range = HostRange::of_pages(&pages, 100);
        let all: Vec<u8> = (0..100).collect();
        range.write(0, &all);
        for (at, count) in [(0, 100), (1, 7), (3, 8), (5, 13), (99, 1), (8, 8), (2, 2)] {
            let mut bytes = vec![0; count];
            range.read(at, &mut bytes);
            assert_eq!(bytes, all[at as usize..at as usize + count], "{count} bytes at {at}");
            range.write(at, &bytes);
        }
        assert!(!range.exchange(8, &[0; 8], &[1; 8]) && range.exchange(8, &all[8..16], &[1; 8]));
        let mut bytes = [0; 10];
        range.read(7, &mut bytes);
        assert_eq!(bytes, [7, 1, 1, 1, 1, 1, 1, 1, 1, 16]);
        // What does not fit is left alone.
        range.write(99, &[1, 2]);
        range.read(99, &mut bytes[..1]);
        assert_eq!(bytes[0], 99);
    }
}
