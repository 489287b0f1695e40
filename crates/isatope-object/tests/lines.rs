//! Tests source lines against `llvm-symbolizer` and `llvm-dwarfdump`.
//!
//! `lines/lines.cl` is compiled by clang 19 with `-O2 -g`. `lines.co` is linked, with DWARF 5. `lines-zstd.o` and
//! `lines-zlib.o` are not linked, with compressed sections. `lines-mesa-gfx600.o` is for Mesa, with DWARF 4 and
//! relocations without addends. `lines-split.o` is compiled with `-gsplit-dwarf=single`.

use crate::common;

use common::read;
use isatope_object::lines::{Lines, Location};
use isatope_object::names::demangle;
use isatope_object::open;
use isatope_testing::{files, shared};

fn lines(file: &str, base: u64) -> (Lines, u64) {
    let bytes = read(&format!("lines/{file}"));
    let container = open(&bytes).expect("opens");
    let loaded = container.load(base).expect("loads");
    let code = loaded.segments.iter().find(|s| s.executable).expect("has code").address;
    (Lines::read(&container, &loaded).expect("is readable"), code)
}

/// Addresses and frames in the format of `llvm-symbolizer`.
fn frames(lines: &Lines, address: u64) -> String {
    let frame = |f: isatope_object::lines::Frame<'_>| {
        let Location { file, line, column } = f.location;
        format!("{} {file}:{line}:{column}", f.function.unwrap_or("??"))
    };
    lines.frames(address).into_iter().map(frame).collect::<Vec<_>>().join("\t")
}

#[test]
fn every_instruction_has_the_frames_of_llvm_symbolizer() {
    let table = String::from_utf8(read("lines/lines.tsv")).expect("is text");
    let linked = lines("lines.co", 0x5000_0000);
    // The unlinked objects have their code at other addresses, with the same lines.
    for (file, (found, code)) in
        [("lines.co", linked), ("zstd", lines("lines-zstd.o", 0)), ("zlib", lines("lines-zlib.o", 0x1000))]
    {
        let mut count = 0;
        for row in table.lines().filter(|l| !l.starts_with('#')) {
            let (address, expected) = row.split_once('\t').expect("has columns");
            let address = u64::from_str_radix(&address[2..], 16).expect("is a number");
            let start = 0x1800;
            assert_eq!(frames(&found, address - start + code), expected, "{file} {address:#x}");
            count += 1;
        }
        assert_eq!(count, 72);
    }
}

/// With `-gsplit-dwarf=single` the functions are in a part that is not loaded, and the lines are those of the same
/// code.
#[test]
fn split_units_have_lines() {
    let table = String::from_utf8(read("lines/lines.tsv")).expect("is text");
    let (found, code) = lines("lines-split.o", 0x1000);
    let mut count = 0;
    for row in table.lines().filter(|l| !l.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let address = u64::from_str_radix(&columns[0][2..], 16).expect("is a number");
        let location = found.location(address - 0x1800 + code).expect("has a line");
        let place = format!("{}:{}:{}", location.file, location.line, location.column);
        assert_eq!(columns[1].split_once(' ').map(|(_, place)| place), Some(&*place), "{address:#x}");
        count += 1;
    }
    assert_eq!(count, 72);
}

/// Expected: the rows that `llvm-dwarfdump-19 --debug-line` prints.
#[test]
fn objects_of_mesa_have_lines() {
    let (found, code) = lines("lines-mesa-gfx600.o", 0x10_0000);
    let table = String::from_utf8(read("lines/lines-mesa-gfx600.txt")).expect("is text");
    let rows: Vec<(u64, u32, u32)> = table
        .lines()
        .map(|row| {
            let columns: Vec<_> = row.split_whitespace().collect();
            let number = |n: usize| columns[n].parse().expect("is a number");
            (u64::from_str_radix(&columns[0][2..], 16).expect("is a number"), number(1), number(2))
        })
        .collect();
    assert!(rows.len() > 30);
    for two in rows.windows(2) {
        for address in (two[0].0..two[1].0).step_by(4) {
            let expected = Location { file: "/src/lines.cl", line: two[0].1, column: two[0].2 };
            assert_eq!(found.location(code + address), Some(expected), "{address:#x}");
        }
    }
    assert_eq!(found.location(code + rows[rows.len() - 1].0), None);
    // The names are the same as in the object of the other format.
    assert!(frames(&found, code + 0x134).starts_with("square /src/lines.cl:2:12\tnorm /src/lines.cl:"));
    assert!(frames(&found, code + 0x134).ends_with("\tlines /src/lines.cl:19:13"));
    assert!(frames(&found, code + 0x178).ends_with("\tslow /src/lines.cl:13:20"));
}

/// Expected: the rows of `llvm-dwarfdump-19 --debug-line` with these lines.
#[test]
fn lines_have_addresses() {
    let (found, code) = lines("lines.co", 0);
    assert_eq!(code, 0x1800);
    let first = |line| found.addresses("lines.cl", line).first().copied();
    assert_eq!(first(17), Some(0x1800));
    assert_eq!(first(18), Some(0x180c));
    assert_eq!(found.addresses("/src/lines.cl", 20), found.addresses("src/lines.cl", 20));
    assert!(!found.addresses("lines.cl", 20).is_empty());
    assert!(found.addresses("ines.cl", 20).is_empty());
    assert!(found.addresses("lines.cl", 1000).is_empty());
    for line in 1..30 {
        for address in found.addresses("lines.cl", line) {
            assert_eq!(found.location(address).map(|l| l.line), Some(line));
            assert_ne!(found.location(address.wrapping_sub(4)).map(|l| l.line), Some(line));
        }
    }
}

#[test]
fn objects_without_debug_information_have_no_lines() {
    let bytes = read("objects/args-v5.co");
    let container = open(&bytes).expect("opens");
    let lines = Lines::read(&container, &container.load(0).expect("loads")).expect("is readable");
    assert!(lines.is_empty());
    assert_eq!((lines.location(0x1b00), lines.frames(0x1b00)), (None, Vec::new()));
}

/// The outermost function of a kernel's first instruction is the kernel, which has the name of the symbol.
#[isatope_reference::test("kernels")]
fn kernels_of_libraries_have_lines() {
    let Some(folder) = shared("kernels/real/co") else { return };
    let mut count = 0;
    for path in files(folder, &[]) {
        let bytes = isatope_testing::read(&path);
        let container = open(&bytes).expect("opens");
        let loaded = container.load(0x4000_0000).expect("loads");
        let lines = Lines::read(&container, &loaded).expect("is readable");
        for info in container.launchable() {
            let info = info.expect("is launchable");
            let frames = lines.frames(loaded.address(info.entry).expect("is in memory"));
            let outermost = frames.last().and_then(|f| f.function);
            assert_eq!(outermost, Some(&*demangle(&info.symbol)), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 2000, "only {count} kernels");
}
