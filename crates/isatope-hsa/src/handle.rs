//! Handles of memory that several processes share.

use std::fs::File;

/// Bytes of a handle.
pub(crate) const HANDLE: usize = 32;
/// How a handle begins.
const START: [u8; 8] = *b"isatope\0";

/// What another process needs to find an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Export {
    pub process: u32,
    /// Number of the open file of that process, and what its name has, since another file may have the number later.
    pub file: u32,
    pub name: u32,
    pub device: u32,
    pub bytes: u64,
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

    /// The name of the file with a number.
    pub(crate) fn file_name(name: u32) -> String {
        format!("isatope-{name:08x}")
    }

    /// The file, if the process still has it.
    pub(crate) fn open(self) -> Option<File> {
        let path = format!("/proc/{}/fd/{}", self.process, self.file);
        let called = std::fs::read_link(&path).ok()?;
        let is_it = called.to_str()?.contains(&Self::file_name(self.name));
        let file = File::options().read(true).write(true).open(path).ok().filter(|_| is_it)?;
        (file.metadata().ok()?.len() >= self.bytes).then_some(file)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::host::{self, HostRange, Pages};

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
