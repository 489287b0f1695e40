//! Memory of a device that several processes share.
//!
//! An allocation that is exported moves to a file in memory, of which a handle tells other processes the number. They map the file, and
//! each sees at once what the others write.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::abi::{Answer, Status};
use crate::code::move_to;
use crate::host::{self, HostRange, Pages};
use crate::memory::{Kind, Pending};
use crate::runtime::Runtime;

/// Bytes of a handle.
pub(crate) const HANDLE: usize = 32;
/// How a handle begins.
const START: [u8; 8] = *b"isatope\0";

/// What another process needs to find an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Export {
    process: u32,
    /// Number of the open file of that process, and what its name has, since another file may have the number later.
    file: u32,
    name: u32,
    device: u32,
    bytes: u64,
}

impl Export {
    /// The handle of an allocation.
    pub(crate) fn handle(self) -> [u8; HANDLE] {
        let mut handle = [0; HANDLE];
        handle[..8].copy_from_slice(&START);
        handle[8..16].copy_from_slice(&self.bytes.to_le_bytes());
        let words = [self.process, self.file, self.name, self.device];
        for (to, word) in handle[16..].as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *to = word.to_le_bytes();
        }
        handle
    }

    /// Reads a handle.
    pub(crate) fn of(handle: &[u8; HANDLE]) -> Option<Self> {
        let word = |at: usize| handle[at..].first_chunk().map(|word| u32::from_le_bytes(*word));
        let bytes = u64::from_le_bytes(*handle[8..].first_chunk()?);
        let found = Self { bytes, process: word(16)?, file: word(20)?, name: word(24)?, device: word(28)? };
        handle.starts_with(&START).then_some(found)
    }

    fn file_name(name: u32) -> String {
        format!("isatope-{name:08x}")
    }

    /// The file, if the process still has it.
    fn open(self) -> Option<File> {
        let path = format!("/proc/{}/fd/{}", self.process, self.file);
        let called = std::fs::read_link(&path).ok()?;
        let is_it = called.to_str()?.contains(&Self::file_name(self.name));
        let file = File::options().read(true).write(true).open(path).ok().filter(|_| is_it)?;
        (file.metadata().ok()?.len() >= self.bytes).then_some(file)
    }
}

impl Runtime {
    /// Lets other processes access an allocation of a device, by its first byte.
    pub(crate) fn export(&'static self, base: u64, bytes: usize) -> Answer<Export> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        // AMD's runtime counts whole pages.
        let fits = |most: u64| bytes as u64 <= most.next_multiple_of(host::PAGE as u64);
        let found = self.memory.find(base).filter(|found| found.base == base && fits(found.bytes));
        let found = found.ok_or(Status::INVALID_ARGUMENT)?;
        let Kind::Device(device) = found.kind else { return Err(Status::INVALID_ARGUMENT) };
        if let Some(export) = found.exported {
            return Ok(export);
        }
        let name = (host::nanoseconds() as u32).wrapping_add(COUNT.fetch_add(1, Ordering::Relaxed));
        let file = host::file_in_memory(&Export::file_name(name)).ok_or(Status::OUT_OF_RESOURCES)?;
        file.set_len(found.bytes).map_err(|_| Status::OUT_OF_RESOURCES)?;
        let number = host::number_of(&file);
        let pages = Arc::new(Pages::of_file(file, found.bytes as usize).ok_or(Status::OUT_OF_RESOURCES)?);
        let window = HostRange::of_pages(&pages, found.bytes as usize);
        self.engine.with(move |device| {
            let called = device.memory().starting(base).map(|found| found.name.clone());
            move_to(device, base, found.bytes, &called.unwrap_or_default(), window);
        });
        let process = std::process::id();
        let export = Export { process, file: number, name, device: device as u32, bytes: found.bytes };
        self.memory.change(base, |found| found.exported = Some(export));
        Ok(export)
    }

    /// Lets devices access an allocation of another process, and returns its address here.
    pub(crate) fn attach(&self, export: Export, devices: u64) -> Answer<u64> {
        let file = export.open().ok_or(Status::INVALID_ARGUMENT)?;
        let bytes = usize::try_from(export.bytes).map_err(|_| Status::INVALID_ARGUMENT)?;
        let pages = Arc::new(Pages::of_file(file, bytes).ok_or(Status::OUT_OF_RESOURCES)?);
        let base = self.memory.addresses(export.bytes).ok_or(Status::OUT_OF_RESOURCES)?;
        let name = format!("{}, {bytes} bytes", self.memory.name("memory of another process"));
        self.engine.add(Pending::Window { base, name, window: Arc::new(HostRange::of_pages(&pages, bytes)) });
        let device = (export.device as usize).min(self.gpus.len() - 1);
        self.add_allocation(base, export.bytes, Kind::Device(device));
        self.allow(base, devices)?;
        Ok(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_leads_to_the_same_memory() {
        let name = 0x1234_5678;
        let file = host::file_in_memory(&Export::file_name(name)).expect("there is memory");
        file.set_len(5000).expect("there is room");
        let export = Export { process: std::process::id(), file: host::number_of(&file), name, device: 3, bytes: 5000 };
        let first = Arc::new(Pages::of_file(file, 5000).expect("it can be mapped"));
        let read = Export::of(&export.handle()).expect("it was just written");
        assert_eq!(read, export);
        let second = Arc::new(Pages::of_file(read.open().expect("it is there"), 5000).expect("it can be mapped"));
        let [first, second] = [first, second].map(|pages| HostRange::of_pages(&pages, 5000));
        use isatope_emu::Window;
        first.write(4990, b"shared");
        let mut bytes = [0; 6];
        second.read(4990, &mut bytes);
        assert_eq!(&bytes, b"shared");
        // Another file, or none, and another text.
        assert!(Export { name: 1, ..export }.open().is_none() && Export { bytes: 5001, ..export }.open().is_none());
        drop(first);
        assert!(export.open().is_none() && Export::of(&[0; HANDLE]).is_none());
    }
}
