//! Writes offload bundles, and replaces images in files that contain bundles.

use std::fmt;

use object::read::ReadRef;

use super::bundle::MAGIC;
use super::{Image, Images};
use crate::{Error, TargetId};

/// Alignment of images in a bundle, as HIP's compiler selects it.
pub const ALIGN: u64 = 4096;

/// Name of the entry for the host, which HIP expects first. It has no contents.
pub const HOST_ENTRY: &str = "host-x86_64-unknown-linux--";

/// Name of the entry of a code object in a bundle for HIP.
pub fn entry_name(target: &TargetId) -> String {
    format!("hipv4-amdgcn-amd-amdhsa--{target}")
}

/// Writes an uncompressed bundle with these entries, each a name and contents. Contents start at multiples of `align`.
pub fn bundle(entries: &[(String, &[u8])], align: u64) -> Vec<u8> {
    let align = align.max(1);
    let head = MAGIC.len() as u64 + 8 + entries.iter().map(|(name, _)| 24 + name.len() as u64).sum::<u64>();
    let mut out = Vec::new();
    out.extend(MAGIC);
    out.extend((entries.len() as u64).to_le_bytes());
    let mut at = head;
    let mut offsets = Vec::new();
    for (name, contents) in entries {
        at = at.next_multiple_of(align);
        offsets.push(at);
        for number in [at, contents.len() as u64, name.len() as u64] {
            out.extend(number.to_le_bytes());
        }
        out.extend(name.as_bytes());
        at += contents.len() as u64;
    }
    for ((_, contents), offset) in entries.iter().zip(offsets) {
        out.resize(offset as usize, 0);
        out.extend(*contents);
    }
    out
}

/// Bytes of a file that change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Offset in the file.
    pub offset: u64,
    /// New bytes.
    pub bytes: Vec<u8>,
}

/// Reason why an image cannot be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplaceError {
    /// The image is not in a bundle: it is the file itself.
    Alone,
    /// The bundle is compressed.
    Compressed,
    /// The image is in a section of its own, or in a package of clang's offload packager.
    Elsewhere,
    /// The new image is larger than this number of bytes, the distance to the next image.
    TooLarge(u64),
    /// The file is malformed.
    Malformed(Error),
}

impl fmt::Display for ReplaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alone => f.write_str("the image is the whole file, not in a bundle"),
            Self::Compressed => f.write_str("the bundle is compressed"),
            Self::Elsewhere => f.write_str("the image is in a section or a package of its own, not in a bundle"),
            Self::TooLarge(room) => write!(f, "the new image is too large: there is room for {room} bytes"),
            Self::Malformed(error) => write!(f, "the bundle is malformed: {error}"),
        }
    }
}

impl std::error::Error for ReplaceError {}

impl<'a, R: ReadRef<'a>> Images<R> {
    /// Changes that replace an image by another one. Bytes that the new image does not need become zero.
    ///
    /// # Errors
    /// Returns an error if the bundle is compressed, or if the new image does not fit.
    pub fn replace(&self, image: &Image, new: &[u8]) -> Result<[Edit; 2], ReplaceError> {
        let outside = || ReplaceError::Malformed(Error { offset: image.offset, message: super::OUTSIDE });
        let bundle = self.bundles.get(image.bundle).ok_or_else(outside)?;
        if bundle.compression.is_some() {
            return Err(ReplaceError::Compressed);
        }
        if image.entry.is_empty() {
            return Err(ReplaceError::Alone);
        }
        if !self.file.read_bytes_at(bundle.offset, MAGIC.len() as u64).is_ok_and(|start| start == MAGIC) {
            return Err(ReplaceError::Elsewhere);
        }
        // The image may grow up to the next entry, or for the last one up to the next bundle.
        let others = self.images.iter().filter(|other| other.bundle == image.bundle && other.offset > image.offset);
        let next = others.map(|other| bundle.offset.saturating_add(other.offset)).min();
        let follows = |other: &&super::Bundle| other.offset > bundle.offset && other.member == bundle.member;
        let next = next.or_else(|| self.bundles.iter().filter(follows).map(|other| other.offset).min());
        let start = bundle.offset.checked_add(image.offset).ok_or_else(outside)?;
        let end = next.unwrap_or(bundle.offset.saturating_add(bundle.size)).max(start.saturating_add(image.size));
        let room = end - start;
        if new.len() as u64 > room {
            return Err(ReplaceError::TooLarge(room));
        }
        let size_at = self.size_field(image).ok_or_else(outside)?;
        let mut bytes = new.to_vec();
        bytes.resize(image.size.max(new.len() as u64) as usize, 0);
        Ok([Edit { offset: size_at, bytes: (new.len() as u64).to_le_bytes().to_vec() }, Edit { offset: start, bytes }])
    }

    /// Offset in the file of the size of an image, in the table of its bundle.
    fn size_field(&self, image: &Image) -> Option<u64> {
        let bundle = self.bundles.get(image.bundle)?;
        let number = |at: u64| -> Option<u64> {
            let bytes = self.file.read_bytes_at(bundle.offset.checked_add(at)?, 8).ok()?;
            Some(u64::from_le_bytes(bytes.try_into().ok()?))
        };
        let mut at = MAGIC.len() as u64;
        let count = number(at)?;
        at += 8;
        for _ in 0..count.min(bundle.size / 24) {
            let (offset, size, length) = (number(at)?, number(at + 8)?, number(at + 16)?);
            let name = self.file.read_bytes_at(bundle.offset.checked_add(at + 24)?, length.min(bundle.size)).ok()?;
            if offset == image.offset && size == image.size && name == image.entry.as_bytes() {
                return bundle.offset.checked_add(at + 8);
            }
            at = at.checked_add(24)?.checked_add(length)?;
        }
        None
    }
}
