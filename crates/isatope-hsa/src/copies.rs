//! Copies between memory of the host and of devices.
#![allow(unsafe_code)]

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use isatope_emu::Device;

use crate::abi::{AmdSignal, Answer, Dim3, Pitched, Status};
use crate::gpu::ticks;
use crate::memory::Kind;
use crate::runtime::Runtime;
use crate::{host, pulse};

/// Bytes of a piece of a copy from device to device.
const PIECE: usize = 1 << 20;

/// Where an address is.
#[derive(Clone, Copy, Debug)]
enum Side {
    Device(u64),
    Host(u64),
}

/// A copy that waits for signals.
pub(crate) struct Copy {
    pub after: Vec<&'static AmdSignal>,
    pub completion: Option<&'static AmdSignal>,
    pub work: Box<dyn FnOnce(&Runtime) -> Answer + Send>,
}

impl Runtime {
    /// Where so many bytes from an address on are. What is in no allocation is memory of the host.
    fn side(&self, address: u64, bytes: usize) -> Answer<Side> {
        let is_null = bytes != 0 && address == 0;
        if is_null || isize::try_from(bytes).is_err() || address.checked_add(bytes as u64).is_none() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let Some(found) = self.memory.find(address) else {
            let is_host = !self.memory.is_device_address(address);
            return if is_host { Ok(Side::Host(address)) } else { Err(Status::INVALID_ARGUMENT) };
        };
        let at = address - found.base;
        let fits = at.checked_add(bytes as u64).is_some_and(|end| end <= found.bytes);
        match found.kind {
            Kind::Device(_) if fits => Ok(Side::Device(address)),
            Kind::Locked(host) if fits => Ok(Side::Host(host + at)),
            Kind::Host(..) if fits => Ok(Side::Host(address)),
            _ => Err(Status::INVALID_ARGUMENT),
        }
    }

    /// Copies bytes, wherever they are.
    pub(crate) fn copy(&self, to: u64, from: u64, bytes: usize) -> Answer {
        if bytes == 0 {
            return Ok(());
        }
        self.copy_rows(vec![(self.side(to, bytes)?, self.side(from, bytes)?)], bytes)
    }

    /// Copies rows of so many bytes, in order: where to, and where from.
    fn copy_rows(&self, rows: Vec<(Side, Side)>, bytes: usize) -> Answer {
        if rows.iter().any(|(to, from)| matches!((to, from), (Side::Device(_), _) | (_, Side::Device(_)))) {
            let copy = move |device: &mut Device| rows.iter().all(|row| copy_row(device, row, bytes));
            return if self.engine.with(copy) { Ok(()) } else { Err(Status::INVALID_ARGUMENT) };
        }
        for row in rows {
            if let (Side::Host(to), Side::Host(from)) = row {
                // SAFETY: callers of the interface pass ranges of the host that are valid, or that this library
                // allocated.
                unsafe { host::copy(to, from, bytes) };
            }
        }
        Ok(())
    }

    /// Copies a box of bytes.
    pub(crate) fn copy_rect(&self, to: Pitched, at: Dim3, from: Pitched, source: Dim3, range: Dim3) -> Answer {
        let place = |side: &Pitched, at: &Dim3, y: u32, z: u32| {
            let offset = (side.slice as u64).wrapping_mul(u64::from(at.z) + u64::from(z));
            let offset = offset.wrapping_add((side.pitch as u64).wrapping_mul(u64::from(at.y) + u64::from(y)));
            side.base.wrapping_add(offset).wrapping_add(u64::from(at.x))
        };
        if range.x == 0 {
            return Ok(());
        }
        let bytes = range.x as usize;
        let places = (0..range.z).flat_map(|z| (0..range.y).map(move |y| (y, z)));
        let rows = places.map(|(y, z)| {
            let (to, from) = (place(&to, &at, y, z), place(&from, &source, y, z));
            Ok((self.side(to, bytes)?, self.side(from, bytes)?))
        });
        self.copy_rows(rows.collect::<Answer<_>>()?, bytes)
    }

    /// Fills memory with a word.
    pub(crate) fn fill(&self, to: u64, value: u32, count: usize) -> Answer {
        let bytes = count.checked_mul(4).ok_or(Status::INVALID_ARGUMENT)?;
        self.side(to, bytes)?;
        let piece: Vec<u8> = std::iter::repeat_n(value.to_le_bytes(), count.min(PIECE)).flatten().collect();
        let from = piece.as_ptr().expose_provenance() as u64;
        (0..bytes)
            .step_by(piece.len().max(1))
            .try_for_each(|at| self.copy(to + at as u64, from, piece.len().min(bytes - at)))
    }

    /// Starts a copy that waits for signals, and completes another one.
    pub(crate) fn start_copy(&'static self, copy: Copy) {
        static COPIES: OnceLock<Arc<Mutex<Vec<Copy>>>> = OnceLock::new();
        let copies = COPIES.get_or_init(|| {
            let copies: Arc<Mutex<Vec<Copy>>> = Arc::default();
            let list = copies.clone();
            let thread = std::thread::Builder::new().name("isatope copies".into());
            let _ = thread.spawn(move || {
                loop {
                    let copy = next(&list);
                    self.finish(copy);
                }
            });
            copies
        });
        copies.lock().unwrap_or_else(PoisonError::into_inner).push(copy);
        pulse::beat();
    }

    fn finish(&self, copy: Copy) {
        let start = ticks();
        if let Err(status) = (copy.work)(self) {
            self.records.error(&format!("a copy has a range that is in no allocation ({:#x})", status.0));
        }
        if let Some(signal) = copy.completion {
            signal.set_times(start, ticks());
            signal.complete();
        }
    }
}

/// Takes the first copy whose signals are all done.
fn next(list: &Mutex<Vec<Copy>>) -> Copy {
    let mut taken = None;
    let every = std::time::Duration::from_millis(2);
    pulse::wait(None, every, || {
        let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = |copy: &Copy| copy.after.iter().all(|signal| signal.value.load(Ordering::SeqCst) < 1);
        taken = list.iter().position(ready).map(|at| list.remove(at));
        taken.is_some()
    });
    taken.expect("the wait has no end but this")
}

/// Copies a row of bytes. Returns `false` if it is not in memory of the device where it should be.
fn copy_row(device: &mut Device, row: &(Side, Side), bytes: usize) -> bool {
    match *row {
        (Side::Host(to), Side::Host(from)) => {
            // SAFETY: callers of the interface pass ranges of the host that are valid, or that this library allocated,
            // and wait.
            unsafe { host::copy(to, from, bytes) };
            true
        }
        // SAFETY: as above.
        (Side::Device(to), Side::Host(from)) => device.copy_in(to, unsafe { host::bytes(from, bytes) }),
        // SAFETY: as above.
        (Side::Host(to), Side::Device(from)) => device.memory().copy_out(from, unsafe { host::bytes_mut(to, bytes) }),
        (Side::Device(to), Side::Device(from)) => {
            // Ranges may overlap: the pieces go from the end on if the target is above.
            let count = bytes.div_ceil(PIECE);
            (0..count).all(|k| {
                let start = PIECE * if to > from { count - 1 - k } else { k };
                let mut piece = vec![0; PIECE.min(bytes - start)];
                let (to, from) = (to + start as u64, from + start as u64);
                device.memory().copy_out(from, &mut piece) && device.copy_in(to, &piece)
            })
        }
    }
}
