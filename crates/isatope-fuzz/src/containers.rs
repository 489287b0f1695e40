//! Random files that look like containers.

use isatope_object::images::Images;
use isatope_object::lines::Lines;
use isatope_object::names::{demangle, find_kernel};
use isatope_object::{TargetId, open as opened};

use crate::{Result, Unstructured};

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(include_bytes!(concat!("../../isatope-object/tests/", $name))),*]
    };
}

/// Real files of every kind: code objects of all versions, with and without debug information, bundles, a library and
/// an archive.
pub const FILES: &[&[u8]] = files![
    "objects/args-v2.co",
    "objects/args-v3.co",
    "objects/args-v4.co",
    "objects/args-v4.o",
    "objects/args-v5.co",
    "objects/args-v6.co",
    "objects/args-mesa-gfx600.o",
    "objects/args-old-mesa-gfx600.o",
    "objects/dynamic.co",
    "objects/relocs.o",
    "bundles/plain.hipfb",
    "bundles/zstd.hipfb",
    "bundles/zlib.hipfb",
    "bundles/fat.o",
    "bundles/fat.a",
    "lines/lines.co",
    "lines/lines-zstd.o",
    "lines/lines-zlib.o",
    "lines/lines-mesa-gfx600.o",
];

/// Opens a file that is probably invalid, and calls every query, none of which may panic.
pub fn open(u: &mut Unstructured<'_>) -> Result<()> {
    ask(&mutated(u)?);
    Ok(())
}

/// A real file with some bytes changed, or random bytes after the start of a real file.
pub fn mutated(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let file = *u.choose(FILES)?;
    if u.ratio(1, 8)? {
        let start = u.int_in_range(0..=file.len().min(128))?;
        let rest = u.bytes(u.len())?;
        return Ok([&file[..start], rest].concat());
    }
    let mut bytes = file.to_vec();
    if u.ratio(1, 8)? {
        bytes.truncate(u.int_in_range(0..=file.len())?);
    }
    for _ in 0..u.int_in_range(1..=8)? {
        if !bytes.is_empty() {
            change(u, &mut bytes)?;
        }
    }
    Ok(bytes)
}

fn change(u: &mut Unstructured<'_>, bytes: &mut [u8]) -> Result<()> {
    let at = u.choose_index(bytes.len())?;
    match u.int_in_range(0..=3)? {
        0 => bytes[at] = u.arbitrary()?,
        1 => bytes[at] ^= 1 << u.int_in_range(0..=7)?,
        2 => {
            let from = u.choose_index(bytes.len())?;
            let size = u.int_in_range(0..=16)?.min(bytes.len() - from.max(at));
            bytes.copy_within(from..from + size, at);
        }
        _ => {
            let number = *u.choose(&[0, 1, u64::MAX, 1 << 63, u64::from(u32::MAX), bytes.len() as u64])?;
            let size = u.int_in_range(1..=8)?.min(bytes.len() - at);
            bytes[at..at + size].copy_from_slice(&number.to_le_bytes()[..size]);
        }
    }
    Ok(())
}

/// Calls every query on a file.
pub fn ask(bytes: &[u8]) {
    if let Ok(images) = Images::find(bytes) {
        for image in &images.images {
            let _ = images.bytes(image);
        }
        let _ = images.for_device(&TargetId::default());
    }
    let Ok(container) = opened(bytes) else { return };
    let infos: Vec<_> = container.launchable().into_iter().flatten().collect();
    let symbols: Vec<&str> = container.kernels.iter().map(|k| k.name).collect();
    symbols.iter().for_each(|s| drop(demangle(s)));
    let _ = find_kernel(&symbols, "arg");
    let Ok(loaded) = container.load_with(0x1000_0000, &|_| Some(0x1234)) else { return };
    for info in &infos {
        loaded.address(info.entry).and_then(|entry| loaded.symbol_at(entry));
    }
    let Ok(lines) = Lines::read(&container, &loaded) else { return };
    for segment in &loaded.segments {
        lines.frames(segment.address);
    }
    lines.addresses("lines.cl", 2);
}
