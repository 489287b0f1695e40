//! Files that are read as far as somebody asks, so that one of gigabytes costs what is looked at.
//!
//! Not by mapping it into memory: that would need `unsafe`, and a file that another program makes shorter would end this one.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

use object::read::{ReadCache, ReadRef};

/// The contents of a file or of memory. A reference to it is something that [`Images`](crate::images::Images) reads.
#[derive(Debug)]
pub enum Contents {
    /// All of it is in memory.
    Memory(Vec<u8>),
    /// A file; what was read once stays in memory.
    File(ReadCache<File>),
}

impl Contents {
    /// Opens a file. What is no plain file, such as a pipe, is read at once.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        if file.metadata()?.is_file() {
            return Ok(Self::File(ReadCache::new(file)));
        }
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut file, &mut bytes)?;
        Ok(Self::Memory(bytes))
    }

    /// The first bytes, fewer if there are no more.
    pub fn start(&self, count: u64) -> &[u8] {
        let length = self.len().unwrap_or(0);
        self.read_bytes_at(0, count.min(length)).unwrap_or_default()
    }

    /// All bytes.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn all(&self) -> io::Result<&[u8]> {
        let all = self.len().and_then(|length| self.read_bytes_at(0, length));
        all.map_err(|()| io::Error::other("the file cannot be read to its end"))
    }
}

impl<'a> ReadRef<'a> for &'a Contents {
    fn len(self) -> Result<u64, ()> {
        match self {
            Contents::Memory(bytes) => Ok(bytes.len() as u64),
            Contents::File(cache) => cache.len(),
        }
    }

    fn read_bytes_at(self, offset: u64, size: u64) -> Result<&'a [u8], ()> {
        match self {
            Contents::Memory(bytes) => bytes.as_slice().read_bytes_at(offset, size),
            Contents::File(cache) => cache.read_bytes_at(offset, size),
        }
    }

    fn read_bytes_at_until(self, range: Range<u64>, delimiter: u8) -> Result<&'a [u8], ()> {
        match self {
            Contents::Memory(bytes) => bytes.as_slice().read_bytes_at_until(range, delimiter),
            Contents::File(cache) => cache.read_bytes_at_until(range, delimiter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_in_parts() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundles/plain.hipfb");
        let contents = Contents::open(&path).expect("it is there");
        assert!(matches!(contents, Contents::File(_)));
        assert_eq!(contents.start(8), b"__CLANG_");
        let bytes = std::fs::read(&path).expect("it is there");
        assert_eq!((&contents).read_bytes_at(100, 50).expect("inside"), &bytes[100..150]);
        assert!((&contents).read_bytes_at(bytes.len() as u64, 1).is_err());
        assert_eq!(contents.all().expect("inside"), bytes);
    }
}
