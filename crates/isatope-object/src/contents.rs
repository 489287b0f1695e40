//! Files that are read on demand, so that the cost of a large file depends on the parts that are used.
//!
//! Files are not mapped into memory. That would need `unsafe`, and if another program truncated the file, this program
//! would crash.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use object::Endianness;
use object::elf::{FileHeader32, FileHeader64, SHF_ALLOC};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader};
use object::read::{ReadCache, ReadRef};

/// Contents of a file or of memory. [`Images`](crate::images::Images) reads from a reference to it.
/// `Debug` prints their size only.
pub enum Contents {
    /// Contents in memory.
    Memory(Vec<u8>),
    /// A file.
    File(FileParts),
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(bytes) => write!(f, "Memory({} bytes)", bytes.len()),
            Self::File(file) => f.debug_tuple("File").field(file).finish(),
        }
    }
}

/// A file; parts to which there are references stay in memory.
pub struct FileParts {
    parts: ReadCache<File>,
    file: File,
}

impl fmt::Debug for FileParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileParts").field("file", &self.file).finish_non_exhaustive()
    }
}

impl FileParts {
    /// Nothing is read yet.
    ///
    /// # Errors
    /// Returns an error if the system has no further handle for the file.
    pub fn new(file: File) -> io::Result<Self> {
        Ok(Self { parts: ReadCache::new(file.try_clone()?), file })
    }
}

/// Files of up to this size in bytes are read completely, because that is faster than managing their parts.
const SMALL: u64 = 32 << 20;

impl Contents {
    /// Opens a file. A small file is read completely, and so is one that is not a regular file, such as a pipe.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or read.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::of(File::open(path)?)
    }

    fn of(mut file: File) -> io::Result<Self> {
        let found = file.metadata()?;
        if found.is_file() && found.len() > SMALL {
            return Ok(Self::File(FileParts::new(file)?));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(found.len()).unwrap_or(0));
        file.read_to_end(&mut bytes)?;
        Ok(Self::Memory(bytes))
    }

    /// Like [`open`](Self::open), without debug information: in a small ELF file, the debug sections are not read and
    /// their contents are zeros.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or read.
    pub fn open_without_debug_information(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let found = file.metadata()?;
        if !found.is_file() || found.len() > SMALL {
            return Self::of(file);
        }
        let cache = ReadCache::new(file);
        let skipped = debug_sections::<FileHeader64<Endianness>>(&cache)
            .or_else(|_| debug_sections::<FileHeader32<Endianness>>(&cache))
            .unwrap_or_default();
        let mut file = cache.into_inner();
        if skipped.is_empty() {
            file.rewind()?;
            return Self::of(file);
        }
        // Memory that is not written costs nothing.
        let mut bytes = vec![0; usize::try_from(found.len()).map_err(io::Error::other)?];
        let mut at = 0;
        for skipped in skipped.into_iter().chain(std::iter::once(found.len()..found.len())) {
            if skipped.start > at {
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(&mut bytes[at as usize..skipped.start as usize])?;
            }
            at = at.max(skipped.end);
        }
        Ok(Self::Memory(bytes))
    }

    /// The first `count` bytes, or all if there are fewer.
    pub fn start(&self, count: u64) -> &[u8] {
        let length = self.len().unwrap_or(0);
        self.read_bytes_at(0, count.min(length)).unwrap_or_default()
    }

    /// Some bytes. Those of a file do not stay in memory.
    ///
    /// # Errors
    /// Returns an error if there are not so many, or if the file cannot be read.
    pub fn read(&self, offset: u64, size: u64) -> io::Result<Cow<'_, [u8]>> {
        let outside = || io::Error::other(format!("the file has no {size} bytes at {offset:#x}"));
        let Self::File(FileParts { file, .. }) = self else {
            return self.read_bytes_at(offset, size).map(Cow::Borrowed).map_err(|()| outside());
        };
        let end = offset.checked_add(size).ok_or_else(outside)?;
        if self.len().is_ok_and(|length| end <= length) {
            let mut bytes = Vec::with_capacity(usize::try_from(size).map_err(io::Error::other)?);
            let mut file = file;
            file.seek(SeekFrom::Start(offset))?;
            file.take(size).read_to_end(&mut bytes)?;
            if bytes.len() as u64 == size {
                return Ok(Cow::Owned(bytes));
            }
        }
        Err(outside())
    }

    /// All bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn all(&self) -> io::Result<&[u8]> {
        let all = self.len().and_then(|length| self.read_bytes_at(0, length));
        all.map_err(|()| io::Error::other("the file cannot be read to its end"))
    }
}

/// File ranges of debug information in an ELF file, in order; empty if they overlap with other contents.
fn debug_sections<H: FileHeader<Endian = Endianness>>(file: &ReadCache<File>) -> object::read::Result<Vec<Range<u64>>> {
    let header = H::parse(file)?;
    let endian = header.endian()?;
    let table = header.sections(endian, file)?;
    let (mut debug, mut others) = (Vec::new(), vec![(0, header.e_ehsize(endian).into())]);
    let start: u64 = header.e_shoff(endian).into();
    others.push((start, u64::from(header.e_shentsize(endian)) * table.len() as u64));
    for segment in header.program_headers(endian, file)? {
        others.push(segment.file_range(endian));
    }
    for section in table.iter() {
        let name = table.section_name(endian, section)?;
        let is_debug = name.starts_with(b".debug_") && section.sh_flags(endian).into() & u64::from(SHF_ALLOC) == 0;
        if let Some(place) = section.file_range(endian) {
            if is_debug { &mut debug } else { &mut others }.push(place);
        }
    }
    let length = file.len().unwrap_or(0);
    let range = |(start, size): (u64, u64)| start.min(length)..start.saturating_add(size).min(length);
    let mut debug: Vec<_> = debug.into_iter().map(range).collect();
    debug.sort_by_key(|range| range.start);
    for other in others.into_iter().map(range).filter(|other| !other.is_empty()) {
        if debug.iter().any(|range| range.start < other.end && other.start < range.end) {
            return Ok(Vec::new());
        }
    }
    Ok(debug)
}

impl<'a> ReadRef<'a> for &'a Contents {
    fn len(self) -> Result<u64, ()> {
        match self {
            Contents::Memory(bytes) => Ok(bytes.len() as u64),
            Contents::File(file) => file.parts.len(),
        }
    }

    fn read_bytes_at(self, offset: u64, size: u64) -> Result<&'a [u8], ()> {
        match self {
            Contents::Memory(bytes) => bytes.as_slice().read_bytes_at(offset, size),
            Contents::File(file) => file.parts.read_bytes_at(offset, size),
        }
    }

    fn read_bytes_at_until(self, range: Range<u64>, delimiter: u8) -> Result<&'a [u8], ()> {
        match self {
            Contents::Memory(bytes) => bytes.as_slice().read_bytes_at_until(range, delimiter),
            Contents::File(file) => file.parts.read_bytes_at_until(range, delimiter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_in_parts() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundles/plain.hipfb");
        let small = Contents::open(&path).expect("it is there");
        assert!(matches!(small, Contents::Memory(_)));
        let large = File::open(&path).and_then(FileParts::new).map(Contents::File).expect("it is there");
        let bytes = std::fs::read(&path).expect("it is there");
        for contents in [small, large] {
            assert_eq!(contents.start(8), b"__CLANG_");
            assert_eq!((&contents).read_bytes_at(100, 50).expect("inside"), &bytes[100..150]);
            assert!((&contents).read_bytes_at(bytes.len() as u64, 1).is_err());
            assert_eq!(&*contents.read(100, 50).expect("inside"), &bytes[100..150]);
            assert!(contents.read(bytes.len() as u64 - 1, 2).is_err() && contents.read(u64::MAX, 2).is_err());
            assert_eq!(contents.all().expect("inside"), bytes);
        }
    }

    /// Expected: the sections that `llvm-readelf-19 -S` reports for the object, and all bytes if the code claims to
    /// overlap the debug information.
    #[test]
    fn debug_information_is_left_out() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lines/lines.co");
        let mut bytes = std::fs::read(&path).expect("it is there");
        let contents = Contents::open_without_debug_information(&path).expect("it is there");
        let found = contents.all().expect("inside");
        assert_eq!(found.len(), bytes.len());
        let differ: Vec<usize> = (0..bytes.len()).filter(|at| found[*at] != bytes[*at]).collect();
        let debug = [0x990..0xdc0 + 0x40, 0xe48..0xfb3 + 0x2d];
        assert!(differ.len() > 500 && differ.iter().all(|at| debug.iter().any(|d| d.contains(at)) && found[*at] == 0));
        let shared = std::env::temp_dir().join(format!("isatope-contents-{}", std::process::id()));
        // Lets the first program header point to the debug information.
        bytes[64 + 8..64 + 16].copy_from_slice(&0x990_u64.to_le_bytes());
        std::fs::write(&shared, &bytes).expect("there is room");
        let contents = Contents::open_without_debug_information(&shared).expect("it is there");
        std::fs::remove_file(&shared).expect("it is there");
        assert_eq!(contents.all().expect("inside"), bytes);
    }
}
