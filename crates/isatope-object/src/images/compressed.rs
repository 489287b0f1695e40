//! Reads compressed bundles: headers in three versions, and decompression.

use object::read::ReadRef;

use super::window::Window;
use crate::Error;
use crate::unpack::{self, Method, RATIO_LIMIT};

/// First bytes of a compressed bundle.
pub(super) const MAGIC: &[u8] = b"CCOB";

/// Compression of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compression {
    /// Version of its header, 1 to 3.
    pub version: u16,
    /// Compression method.
    pub method: Method,
    /// Size of its header in bytes.
    header: usize,
    /// Size in bytes after decompression, according to the header.
    pub uncompressed: u64,
}

impl Compression {
    /// Reads the header, and the size of the bundle in the file. The first version does not contain the size;
    /// `until_next` then gives it.
    pub(super) fn read<'a, R: ReadRef<'a>>(
        bytes: Window<R>,
        until_next: impl FnOnce() -> u64,
    ) -> Result<(Self, u64), Error> {
        let fail = |message| bytes.fail(0, message);
        let cut = fail("the header of the compressed bundle is truncated");
        let start = bytes.start(32);
        let number = |at: usize, size: usize| {
            let part = start.get(at..at + size).ok_or(cut)?;
            Ok::<_, Error>(part.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
        };
        let version = number(4, 2)? as u16;
        let method = match number(6, 2)? {
            0 => Method::Zlib,
            1 => Method::Zstd,
            _ => return Err(fail("the compression of the bundle is not supported")),
        };
        // Each header ends with a hash of 8 bytes.
        let (header, size, uncompressed) = match version {
            1 => (20, until_next(), number(8, 4)?),
            2 => (24, number(8, 4)?, number(12, 4)?),
            3 => (32, number(8, 8)?, number(16, 8)?),
            _ => return Err(fail("the version of the compressed bundle is not supported")),
        };
        if size > bytes.size || size < header as u64 {
            return Err(fail("the compressed bundle is truncated"));
        }
        if uncompressed / RATIO_LIMIT > size {
            return Err(fail("the compressed bundle claims to hold far more than it can"));
        }
        Ok((Self { version, method, header, uncompressed }, size))
    }

    /// Returns at least the first `count` bytes of the decompressed bundle. `packed` is the whole bundle with its
    /// header; `at` is the offset for errors.
    pub(super) fn decompress(&self, packed: &[u8], count: u64, at: u64) -> Result<Vec<u8>, Error> {
        let fail = |message| Error { offset: at, message };
        let broken = fail("the compressed bundle cannot be decompressed");
        let packed = packed.get(self.header..).ok_or(broken)?;
        let count = count.min(self.uncompressed);
        let bytes = unpack::unpack(self.method, packed, count, self.uncompressed).ok_or(broken)?;
        if (bytes.len() as u64) < count {
            return Err(fail("the compressed bundle holds less than its header says"));
        }
        Ok(bytes)
    }
}
