//! Reads offload bundles: the table of entries, and the position of the next bundle.

use memchr::memmem;
use object::read::ReadRef;

use super::compressed::{self, Compression};
use super::window::Window;
use super::{Images, entry_target, is_device};
use crate::Error;
use crate::text::text;

/// First bytes of a bundle.
pub(super) const MAGIC: &[u8; 24] = b"__CLANG_OFFLOAD_BUNDLE__";

/// Maximum length of an entry's name. Real names have tens of bytes.
const NAME_LIMIT: u64 = 1024;

/// Number of bytes that are read first, of a table or in a search. More are read if necessary.
const FIRST: u64 = 1 << 10;

/// Maximum number of bytes that are searched at a time.
const CHUNK: u64 = 1 << 16;

/// Alignment of bundles in a section, as compilers produce them.
const ALIGN: u64 = 4096;

/// An entry of a bundle's table.
struct Entry {
    offset: u64,
    size: u64,
    name: String,
}

/// Adds all bundles of a section or file. There may be padding between them.
pub(super) fn scan<'a, R: ReadRef<'a>>(
    images: &mut Images<R>,
    bytes: Window<R>,
    member: Option<&str>,
) -> Result<(), Error> {
    let mut next = find(bytes, 0);
    while let Some(at) = next {
        let Some(rest) = bytes.rest(at) else { break };
        let size = if rest.start(compressed::MAGIC.len()) == compressed::MAGIC {
            let end = || {
                (at + 1)
                    .checked_next_multiple_of(ALIGN)
                    .and_then(|from| find_aligned(bytes, from))
                    .unwrap_or(bytes.size)
            };
            let (compression, size) = Compression::read(rest, || end() - at)?;
            let entries = packed_entries(rest, &compression, size)?;
            images.add_bundle(rest.offset, size, Some(compression), member);
            add(images, entries);
            size
        } else {
            let (entries, size) = plain_entries(rest)?;
            images.add_bundle(rest.offset, size, None, member);
            add(images, entries);
            size
        };
        next = find(bytes, at.saturating_add(size));
    }
    Ok(())
}

const CUT: &str = "the bundle's table of entries is truncated";

/// Adds the images of a bundle. Entries for the host have no device code.
fn add<'a, R: ReadRef<'a>>(images: &mut Images<R>, entries: Vec<Entry>) {
    for entry in entries.into_iter().filter(|e| is_device(e.name.as_bytes()) && e.size > 0) {
        let target = entry_target(&entry.name);
        images.add_image(entry.offset, entry.size, entry.name, target);
    }
}

/// Reads the table of a bundle whose first bytes are `start`. Returns the entries and the end of the last one; `None`
/// if `start` does not contain the whole table. Errors have the offset `at`.
fn read(start: &[u8], size: u64, at: u64) -> Result<Option<(Vec<Entry>, u64)>, Error> {
    let fail = |message| Error { offset: at, message };
    let number = |at: u64| -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        start.get(at..at.checked_add(8)?)?.try_into().ok().map(u64::from_le_bytes)
    };
    let mut next = MAGIC.len() as u64;
    let Some(count) = number(next) else { return Ok(None) };
    next += 8;
    if count > size / 24 {
        return Err(fail("the bundle has more entries than bytes for them"));
    }
    let mut entries = Vec::new();
    let mut end = 0;
    for _ in 0..count {
        let (Some(offset), Some(length), Some(name)) = (number(next), number(next + 8), number(next + 16)) else {
            return Ok(None);
        };
        next += 24;
        if name > NAME_LIMIT {
            return Err(fail("the name of an entry of the bundle is too long"));
        }
        let Some(text_of) = start.get(next as usize..(next + name) as usize) else { return Ok(None) };
        next += name;
        let to = offset.checked_add(length).filter(|to| *to <= size);
        end = to.ok_or(fail("an entry is outside the bundle"))?.max(end);
        entries.push(Entry { offset, size: length, name: text(text_of).to_owned() });
    }
    Ok(Some((entries, end.max(next))))
}

/// Entries of an uncompressed bundle, and its size. Reads little more than the table.
fn plain_entries<'a, R: ReadRef<'a>>(bytes: Window<R>) -> Result<(Vec<Entry>, u64), Error> {
    let mut known = FIRST.min(bytes.size);
    loop {
        let start = bytes.read_bytes_at(0, known).map_err(|()| bytes.fail(0, CUT))?;
        match read(start, bytes.size, bytes.offset)? {
            Some(read) => return Ok(read),
            None if known >= bytes.size => return Err(bytes.fail(0, CUT)),
            None => known = known.saturating_mul(4).min(bytes.size),
        }
    }
}

/// Entries of a compressed bundle. Decompresses little more than the table.
fn packed_entries<'a, R: ReadRef<'a>>(
    bytes: Window<R>,
    compression: &Compression,
    size: u64,
) -> Result<Vec<Entry>, Error> {
    let packed = bytes.read_bytes_at(0, size).map_err(|()| bytes.fail(0, "the compressed bundle is truncated"))?;
    let mut known = FIRST.min(compression.uncompressed);
    loop {
        let start = compression.decompress(packed, known, bytes.offset)?;
        if !start.starts_with(MAGIC) {
            return Err(bytes.fail(0, "the compressed data is not a bundle"));
        }
        match read(&start, compression.uncompressed, bytes.offset)? {
            Some((entries, _)) => return Ok(entries),
            None if known >= compression.uncompressed => return Err(bytes.fail(0, CUT)),
            None => known = known.saturating_mul(4).min(compression.uncompressed),
        }
    }
}

/// The next bundle at or after an offset. The size of the blocks that are read grows with the distance.
fn find<'a, R: ReadRef<'a>>(bytes: Window<R>, from: u64) -> Option<u64> {
    let mut at = from;
    let mut chunk = FIRST;
    while at < bytes.size {
        let size = chunk.min(bytes.size - at);
        let read = bytes.read_bytes_at(at, size).ok()?;
        let found =
            [MAGIC.as_slice(), compressed::MAGIC].into_iter().filter_map(|magic| memmem::find(read, magic)).min();
        if let Some(found) = found {
            return at.checked_add(found as u64);
        }
        // A magic number may start at the end of a block.
        at += if at + size == bytes.size { size } else { size - MAGIC.len() as u64 };
        chunk = CHUNK.min(chunk * 2);
    }
    None
}

/// The next bundle at a multiple of the alignment.
fn find_aligned<'a, R: ReadRef<'a>>(bytes: Window<R>, from: u64) -> Option<u64> {
    let is_bundle = |at: &u64| {
        let start = bytes.rest(*at).map_or(&[][..], |rest| rest.start(MAGIC.len()));
        start == MAGIC || start.starts_with(compressed::MAGIC)
    };
    (from..bytes.size).step_by(ALIGN as usize).find(is_bundle)
}
