//! Names formats without code, by the first bytes of a file.

/// Description of a file format that contains no code that this crate can read, detected by its first bytes.
pub fn other_format(bytes: &[u8]) -> Option<&'static str> {
    const STARTS: [(&[u8], &str); 14] = [
        (b"\xce\xfa\xed\xfe", "a Mach-O file"),
        (b"\xcf\xfa\xed\xfe", "a Mach-O file"),
        (b"\xca\xfe\xba\xbe", "a Mach-O file for several machines"),
        (b"<bigaf>\n", "an archive of AIX"),
        (b"BC\xc0\xde", "LLVM bitcode"),
        (b"\x03\x02\x23\x07", "SPIR-V"),
        (b"\0asm", "WebAssembly"),
        (b"DXBC", "a DirectX shader"),
        (b"\x1f\x8b\x08", "compressed with gzip"),
        (b"\x28\xb5\x2f\xfd", "compressed with zstd"),
        (b"\xfd7zXZ\0", "compressed with xz"),
        (b"BZh", "compressed with bzip2"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\x89PNG\r\n", "a picture"),
    ];
    let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let header = || bytes.get(number(0x3c)? as usize..);
    if bytes.starts_with(b"MZ") && header().is_some_and(|header| header.starts_with(b"PE\0\0")) {
        return Some("a program or library of Windows");
    }
    STARTS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, what)| *what)
}
