//! Decompression with limits.

use std::io::Read;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};
use ruzstd::decoding::StreamingDecoder;

/// Maximum compression ratio. Data that claim a higher one are rejected before memory is allocated.
pub const RATIO_LIMIT: u64 = 256;

/// Minimum window size in bytes that zstd decoders may use.
const WINDOW_LEAST: u64 = 8 << 20;

/// Compression method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// zlib.
    Zlib,
    /// Zstandard.
    Zstd,
}

/// The first `count` bytes of decompressed data, or all if there are fewer; `None` if the data are malformed. `whole`
/// is the claimed total size.
pub(crate) fn unpack(method: Method, packed: &[u8], count: u64, whole: u64) -> Option<Vec<u8>> {
    if whole / RATIO_LIMIT > packed.len() as u64 {
        return None;
    }
    let count = count.min(whole);
    match method {
        Method::Zlib => match decompress_to_vec_zlib_with_limit(packed, usize::try_from(count).ok()?) {
            Ok(bytes) => Some(bytes),
            Err(stopped) if stopped.status == TINFLStatus::HasMoreOutput => Some(stopped.output),
            Err(_) => None,
        },
        Method::Zstd => {
            let decoder = StreamingDecoder::new_with_max_window_size(packed, whole.max(WINDOW_LEAST)).ok()?;
            let mut bytes = Vec::new();
            decoder.take(count).read_to_end(&mut bytes).ok()?;
            Some(bytes)
        }
    }
}
