//! Tests files that are truncated, or that refer to the same bytes many times: the time must be limited by their
//! length.

use std::time::{Duration, Instant};

use isatope_fuzz::{FILES, ask};
use isatope_object::lines::Lines;
use isatope_object::{Error, open};

#[test]
fn files_that_are_cut_off() {
    for file in FILES {
        (0..file.len()).step_by(file.len() / 64 + 1).for_each(|end| ask(&file[..end]));
    }
}

/// An ELF file for AMD GPUs with `count` sections, all of them at the same `body`.
fn same_sections(count: u16, sh_type: u32, flags: u64, body: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01\x40\x02\0\0\0\0\0\0\0".to_vec();
    let word = |bytes: &mut Vec<u8>, value: u64, size: usize| bytes.extend(&value.to_le_bytes()[..size]);
    let table = 64 + body.len() as u64;
    for (value, size) in
        [(1, 2), (224, 2), (1, 4), (0, 8), (0, 8), (table, 8), (0x2c, 4), (64, 2), (56, 2), (0, 2), (64, 2)]
    {
        word(&mut bytes, value, size);
    }
    word(&mut bytes, count.into(), 2);
    word(&mut bytes, 1, 2);
    bytes.extend(body);
    let of = |bytes: &mut Vec<u8>, sh_type: u32, flags: u64| {
        for (value, size) in [
            (0, 4),
            (sh_type.into(), 4),
            (flags, 8),
            (0, 8),
            (64, 8),
            (body.len() as u64, 8),
            (1, 4),
            (2, 4),
            (1, 8),
            (0, 8),
        ] {
            word(bytes, value, size);
        }
    };
    of(&mut bytes, 0, 0);
    of(&mut bytes, 3, 0);
    (2..count).for_each(|_| of(&mut bytes, sh_type, flags));
    bytes
}

/// Without limits, each of these files would take time or memory proportional to the square of its length.
#[test]
fn files_that_name_the_same_bytes_many_times() {
    let body = vec![0; 1 << 20];
    for (sh_type, flags, what) in [(7, 0, "notes"), (9, 0, "relocations"), (4, 0, "relocations"), (1, 2, "data")] {
        let bytes = same_sections(20_000, sh_type, flags, &body);
        let started = Instant::now();
        ask(&bytes);
        assert!(started.elapsed() < Duration::from_secs(5), "{what}: {:?}", started.elapsed());
        let error = open(&bytes).and_then(|c| c.load(0).map_err(|_| Error { offset: 0, message: "" }).map(drop));
        assert!(error.is_err(), "{what}");
    }
    // A bundle whose entries are all the same megabyte.
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    let count = 20_000_u64;
    bytes.extend(count.to_le_bytes());
    for _ in 0..count {
        bytes.extend([0, 1 << 20, 4].map(u64::to_le_bytes).concat());
        bytes.extend(b"gfx9");
    }
    bytes.resize(2 << 20, 0);
    let started = Instant::now();
    ask(&bytes);
    assert!(started.elapsed() < Duration::from_secs(5));
}

/// An unlinked ELF file for AMD GPUs with the given sections: names, flags and contents.
fn with_sections(sections: &[(&str, u64, &[u8])]) -> Vec<u8> {
    let mut names = b"\0.shstrtab\0".to_vec();
    let mut bytes = vec![0; 64];
    let mut table = vec![0; 64];
    let mut header = |name: u32, sh_type: u32, flags: u64, offset: usize, size: usize| {
        table.extend([name, sh_type].map(u32::to_le_bytes).concat());
        table.extend([flags, 0, offset as u64, size as u64, 0, 1, 0].map(u64::to_le_bytes).concat());
    };
    for (name, flags, contents) in sections {
        header(names.len() as u32, 1, *flags, bytes.len(), contents.len());
        names.extend(name.as_bytes());
        names.push(0);
        bytes.extend(*contents);
    }
    header(1, 3, 0, bytes.len(), names.len());
    bytes.extend(names);
    let count = sections.len() as u16 + 2;
    let mut start = b"\x7fELF\x02\x01\x01\x40\x02\0\0\0\0\0\0\0".to_vec();
    start.extend([1, 224, 1, 0].map(u16::to_le_bytes).concat());
    start.extend([0, 0, bytes.len() as u64].map(u64::to_le_bytes).concat());
    start.extend(0x2c_u32.to_le_bytes());
    start.extend([64, 56, 0, 64, count, count - 1].map(u16::to_le_bytes).concat());
    bytes[..64].copy_from_slice(&start);
    bytes.extend(table);
    bytes
}

/// A unit of DWARF 4 with these entries.
fn unit(entries: &[u8]) -> Vec<u8> {
    let length = entries.len() as u32 + 7;
    [&length.to_le_bytes()[..], &[4, 0, 0, 0, 0, 0, 8], entries].concat()
}

/// Debug information that refers to the same bytes many times: many units to one line program, many functions to one
/// list of ranges.
#[test]
fn debug_information_in_circles() {
    let code = [0; 256];
    // A line program: its length, version, header length, minimum instruction length, 13 opcodes, no folders, no files.
    let rest = [&[1, 1, 1, 0xfb, 14, 13][..], &[0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1], &[0, 0]].concat();
    let program = [&[4, 0][..], &(rest.len() as u32).to_le_bytes(), &rest, &[0x20; 1 << 20]].concat();
    let program = [&(program.len() as u32).to_le_bytes()[..], &program].concat();
    // Abbreviation 1: units with a line program; 2: units without one; 3: functions with a list of ranges.
    let abbreviations =
        [&[1, 0x11, 0, 0x10, 0x17, 0, 0][..], &[2, 0x11, 1, 0, 0], &[3, 0x2e, 0, 0x55, 0x17, 0, 0, 0]].concat();
    let units = unit(&[1, 0, 0, 0, 0]).repeat(50_000);
    let functions = unit(&[&[2][..], &[3, 0, 0, 0, 0].repeat(100_000), &[0]].concat());
    let ranges = [[0, 16_u64].map(u64::to_le_bytes).concat().repeat(50_000), vec![0; 16]].concat();
    for info in [&units, &functions] {
        let bytes = with_sections(&[
            (".text", 6, &code),
            (".debug_info", 0, info),
            (".debug_abbrev", 0, &abbreviations),
            (".debug_line", 0, &program),
            (".debug_ranges", 0, &ranges),
        ]);
        let started = Instant::now();
        let container = open(&bytes).expect("opens");
        let loaded = container.load(0).expect("loads");
        let error = Lines::read(&container, &loaded).expect_err("is refused").to_string();
        assert!(error.ends_with("leads to the same bytes over and over"), "{error}");
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    }
}
