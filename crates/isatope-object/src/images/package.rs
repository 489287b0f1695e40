//! Reads packages of clang's offload packager: binaries with one image each, one after the other.
//!
//! Source: LLVM 19, `llvm/include/llvm/Object/OffloadBinary.h`.

use object::read::ReadRef;

use super::window::Window;
use super::{Images, entry_target};
use crate::Error;
use crate::text::text;

/// First bytes of each binary of a package.
pub(super) const MAGIC: &[u8; 4] = b"\x10\xff\x10\xad";

/// Section of objects that contains a package.
pub(super) const SECTION: &[u8] = b".llvm.offloading";

/// Size of the header of a binary in bytes: magic number, version, size, and the offset and size of its entry.
const HEADER: u64 = 32;

/// Alignment of binaries in a package, in bytes.
const ALIGN: u64 = 8;

/// Maximum number of strings of an entry, two a pair. Real entries have two or three pairs.
const MOST_STRINGS: u64 = 256;

/// Maximum length of a string in bytes. Real strings have tens of bytes.
const MOST_LENGTH: u64 = 1024;

const CUT: &str = "a package of clang's offload packager is truncated";

/// Adds all images of a package, each as a bundle of its own. Images for other machines are skipped.
pub(super) fn scan<'a, R: ReadRef<'a>>(
    images: &mut Images<R>,
    bytes: Window<R>,
    member: Option<&str>,
) -> Result<(), Error> {
    let mut at = 0;
    while let Some(rest) = bytes.rest(at).filter(|rest| rest.size >= MAGIC.len() as u64) {
        if rest.start(MAGIC.len()) != MAGIC {
            break;
        }
        let cut = || rest.fail(0, CUT);
        let size = number(rest, 8).filter(|size| *size >= HEADER).ok_or_else(cut)?;
        let binary = rest.part(0, size).ok_or_else(cut)?;
        if let Some((name, offset, length)) = entry(binary).ok_or_else(cut)? {
            binary.part(offset, length).ok_or(binary.fail(0, super::OUTSIDE))?;
            images.add_bundle(binary.offset, size, None, member);
            let target = entry_target(&name);
            images.add_image(offset, length, name, target);
        }
        let Some(next) = at.checked_add(size).and_then(|end| end.checked_next_multiple_of(ALIGN)) else { break };
        at = next;
    }
    Ok(())
}

/// Name of the image of a binary, its offset and its size; `Some(None)` for an image for another machine, and `None` if
/// the binary is truncated.
#[allow(clippy::option_option)]
fn entry<'a, R: ReadRef<'a>>(binary: Window<R>) -> Option<Option<(String, u64, u64)>> {
    let at = number(binary, 16)?;
    let field = |offset: u64| number(binary, at.checked_add(offset)?);
    // Two half words for the kinds of image and of language, and flags.
    let language = match field(0)? >> 16 & 0xffff {
        1 => "openmp",
        2 => "cuda",
        3 => "hip",
        _ => "offload",
    };
    let (strings, count, offset, size) = (field(8)?, field(16)?, field(24)?, field(32)?);
    if count > MOST_STRINGS {
        return None;
    }
    let (mut triple, mut arch) = ("", "");
    for pair in 0..count {
        let pair = strings.checked_add(pair * 16)?;
        let value = string(binary, number(binary, pair.checked_add(8)?)?)?;
        match string(binary, number(binary, pair)?)? {
            "triple" => triple = value,
            "arch" => arch = value,
            _ => {}
        }
    }
    let is_gpu = triple.starts_with("amdgcn") && size > 0;
    Some(is_gpu.then(|| (format!("{language}-{triple}--{arch}"), offset, size)))
}

/// A number of 64 bits.
fn number<'a, R: ReadRef<'a>>(bytes: Window<R>, at: u64) -> Option<u64> {
    let bytes = bytes.read_bytes_at(at, 8).ok()?;
    bytes.try_into().ok().map(u64::from_le_bytes)
}

/// A string that a zero ends.
fn string<'a, R: ReadRef<'a>>(bytes: Window<R>, at: u64) -> Option<&'a str> {
    let start = bytes.rest(at)?.start(MOST_LENGTH as usize);
    let end = start.iter().position(|byte| *byte == 0)?;
    Some(text(&start[..end]))
}
