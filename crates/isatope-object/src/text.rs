//! Text in files.

/// Symbol names may share bytes. The total length of all names may be at most this multiple of the file size.
pub(crate) const NAMES_LIMIT: usize = 16;

/// Bytes as text, up to the first invalid UTF-8.
pub(crate) fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
    }
}
