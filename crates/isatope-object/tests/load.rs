//! Tests the contents of memory after loading, against linkers and other readers.
//!
//! `objects/relocs.o` is the assembled `relocs.s`. `relocs-linked` is linked from it by `ld.lld-19` at the addresses in
//! `relocs.ld`, which are the same as after loading at 0x100000. `dynamic.co` is `dynamic.s`, assembled and linked with
//! `-shared`.

use crate::common;

use common::read;
use isatope_object::load::{LoadError, Loaded};
use isatope_object::{Container, SectionKind, open};
use isatope_testing::{files, shared};

fn u64_at(loaded: &Loaded<'_>, address: u64) -> u64 {
    let segment = loaded.segment_at(address).expect("is in memory");
    let at = (address - segment.address) as usize;
    u64::from_le_bytes(segment.bytes[at..at + 8].try_into().expect("8 bytes"))
}

fn u32_at(loaded: &Loaded<'_>, address: u64) -> u32 {
    let segment = loaded.segment_at(address).expect("is in memory");
    let at = (address - segment.address) as usize;
    u32::from_le_bytes(segment.bytes[at..at + 4].try_into().expect("4 bytes"))
}

#[test]
fn unlinked_objects_become_what_a_linker_makes() {
    let (unlinked, linked) = (read("objects/relocs.o"), read("objects/relocs-linked"));
    let loaded = open(&unlinked).expect("opens").load(0x10_0000).expect("loads");
    let expected = open(&linked).expect("opens");
    for name in [".rodata", ".text", ".text.other", ".data", ".bss", ".got"] {
        let section = expected.sections.iter().find(|s| s.name == name).expect("is there");
        let segment = loaded.segments.iter().find(|s| s.name == name).expect("is there");
        assert_eq!((segment.address, segment.size), (section.address, section.size), "{name}");
        assert_eq!(segment.bytes, section.data, "{name}");
    }
    for name in ["main", "other", "table", "pointers", "room"] {
        let symbol = expected.symbols.iter().find(|s| s.name == name).expect("is there");
        let section = &expected.sections[symbol.section.expect("is defined")];
        assert_eq!(loaded.symbol(name), Some(section.address + symbol.value), "{name}");
    }
}

#[test]
fn dynamic_relocations_are_applied() {
    let bytes = read("objects/dynamic.co");
    let container = open(&bytes).expect("opens");
    assert_eq!(container.load(0).map(|_| ()), Err(LoadError::Undefined(vec!["host_variable".to_owned()])));
    let base = 0x7000_0000_0000;
    let host = |name: &str| (name == "host_variable").then_some(0x1234_5000);
    let loaded = container.load_with(base, &host).expect("loads");
    // Expected addresses: `llvm-readelf-19 -s`.
    assert_eq!(loaded.symbol("main"), Some(base + 0x1318));
    assert_eq!(loaded.symbol("pointers"), Some(base + 0x33d0));
    assert_eq!(u64_at(&loaded, base + 0x33d0), base + 0x1318);
    assert_eq!(u64_at(&loaded, base + 0x33d8), base + 0x33f8);
    assert_eq!(u64_at(&loaded, base + 0x33e0), 0x1234_5008);
    let data = loaded.segment_at(base + 0x5000).expect("is in memory");
    assert_eq!((data.name.as_str(), data.size, data.bytes.len()), (".data .bss", 0x2038, 0x38));
    assert!(data.writable && !data.executable);
    let code = loaded.segment_at(base + 0x1318).expect("is in memory");
    assert!(!code.writable && code.executable);
    assert_eq!(loaded.symbol_at(base + 0x33ef).map(|s| s.name), Some("hidden"));
    assert_eq!(loaded.symbol_at(base + 0x1000), None);
}

/// Mesa's object has no addends in its tables. They are in the literals, and so are the halves of the address.
#[test]
fn objects_of_mesa_are_relocated() {
    let bytes = read("objects/args-mesa-gfx600.o");
    let loaded = open(&bytes).expect("opens").load(0x12_3456_7000).expect("loads");
    let text = loaded.segments.iter().find(|s| s.executable).expect("has code").address;
    let table = loaded.symbol("table").expect("is there");
    // Expected places: `llvm-readelf-19 -r`.
    assert_eq!(u32_at(&loaded, text + 0x198), (table >> 32) as u32);
    assert_eq!(u32_at(&loaded, text + 0x1a0), table as u32);
    let bytes = read("../../../tests/objects/priv-gfx600.o");
    let loaded = open(&bytes).expect("opens").load(0).expect("loads");
    let call = loaded.symbol("mix").expect("is there");
    let text = loaded.segments.iter().find(|s| s.executable).expect("has code").address;
    assert_eq!((u32_at(&loaded, text + 0x714), u32_at(&loaded, text + 0x71c)), (0, call as u32));
}

#[test]
fn drivers_give_what_objects_leave_open() {
    let bytes = read("objects/args-old-mesa-gfx600.o");
    let container = open(&bytes).expect("opens");
    let error = container.load(0).expect_err("lacks symbols").to_string();
    assert_eq!(error, "undefined symbols: `SCRATCH_RSRC_DWORD0`, `SCRATCH_RSRC_DWORD1`");
    let driver =
        |name: &str| name.strip_prefix("SCRATCH_RSRC_DWORD").map(|n| if n == "0" { 0xabcd_0000 } else { 0xff });
    let loaded = container.load_with(0, &driver).expect("loads");
    let text = loaded.segments.iter().find(|s| s.executable).expect("has code").address;
    assert_eq!((u32_at(&loaded, text + 0x204), u32_at(&loaded, text + 0x20c)), (0xabcd_0000, 0xff));
}

/// Before linking, a descriptor's offset to its code is a relocation.
#[test]
fn descriptors_lead_to_code() {
    let bytes = read("objects/args-v4.o");
    let container = open(&bytes).expect("opens");
    let loaded = container.load(0x20_0000).expect("loads");
    for info in container.launchable() {
        let info = info.expect("is launchable");
        let descriptor = loaded.symbol(&format!("{}.kd", info.symbol)).expect("is there");
        let entry = loaded.address(info.entry).expect("is in memory");
        assert_eq!(descriptor.wrapping_add(u64_at(&loaded, descriptor + 16)), entry);
        assert_eq!(loaded.symbol(&info.symbol), Some(entry));
    }
}

fn check_kernels(container: &Container<'_>, what: &str) {
    let base = 0x7f00_0000_0000;
    let loaded = container.load(base).expect("loads");
    for info in container.launchable() {
        let info = info.expect("is launchable");
        let entry = loaded.address(info.entry).expect("is in memory");
        let segment = loaded.segment_at(entry).expect("is in memory");
        assert!(segment.executable && !segment.writable, "{what}: {}", info.symbol);
        // In objects with `amd_kernel_code_t`, the symbol refers to that structure, 256 bytes before the code.
        let head = if loaded.symbol(&format!("{}.kd", info.symbol)).is_some() { 0 } else { 256 };
        assert_eq!(loaded.symbol(&info.symbol).map(|s| s + head), Some(entry), "{what}: {}", info.symbol);
    }
    for (section, address) in container.sections.iter().zip(&loaded.sections) {
        let Some(address) = address else { continue };
        assert_eq!(section.address == 0, container.parts[0].elf_type == 1, "{what}: {}", section.name);
        if section.address > 0 {
            assert_eq!(*address, base + section.address, "{what}: {}", section.name);
        }
    }
}

#[test]
fn every_kernel_starts_in_code() {
    for file in ["args-v2.co", "args-v3.co", "args-v4.co", "args-v5.co", "args-v6.co", "args-mesa-gfx600.o"] {
        check_kernels(&open(&read(&format!("objects/{file}"))).expect("opens"), file);
    }
}

#[isatope_reference::test("kernels")]
fn every_compiled_kernel_starts_in_code() {
    let Some(kernels) = shared("kernels") else { return };
    let mut count = 0;
    for path in ["co", "real/co"].iter().flat_map(|folder| files(kernels.join(folder), &[])) {
        check_kernels(&open(&isatope_testing::read(&path)).expect("opens"), &path.display().to_string());
        count += 1;
    }
    assert!(count >= 62, "only {count} objects");
}

#[test]
fn what_cannot_be_loaded_says_why() {
    let mut bytes = read("objects/args-v5.co");
    let error = |bytes: &[u8], base| open(bytes).expect("opens").load(base).expect_err("fails").to_string();
    assert_eq!(error(&bytes, 0x10), "the base address 0x10 is not a multiple of 0x1000");
    assert!(error(&bytes, u64::MAX - 0xfff).ends_with("ends past the address space"));
    // The size in the file of the second program header.
    bytes[64 + 56 + 32..][..8].copy_from_slice(&u64::MAX.to_le_bytes());
    assert_eq!(error(&bytes, 0), "the segment for 0x0 is outside the file");
}

/// `llvm-objcopy --strip-sections` leaves segments, and the symbols for the loader: the same kernels and code.
#[test]
fn segments_are_read_without_section_headers() {
    let whole = read("objects/args-v5.co");
    let mut stripped = whole.clone();
    // Offset and number of the section headers, and the index of their names.
    stripped[0x28..0x30].fill(0);
    stripped[0x3c..0x40].fill(0);
    let (whole, stripped) = (open(&whole).expect("opens"), open(&stripped).expect("opens"));
    assert_eq!((stripped.kind, stripped.target), (whole.kind, whole.target));
    let kernels = |container: &Container<'_>| {
        let kernel = |kernel: &isatope_object::Kernel<'_>| {
            let (section, start, end) = kernel.code.expect("code");
            let found = &container.sections[section];
            let code = found.data[start as usize..end as usize].to_vec();
            let descriptor = kernel.descriptor.map(|found| found.bytes.to_vec());
            (kernel.name.to_owned(), found.address + start, code, descriptor)
        };
        container.kernels.iter().map(kernel).collect::<Vec<_>>()
    };
    assert!(!whole.kernels.is_empty());
    assert_eq!(kernels(&stripped), kernels(&whole));
    assert_eq!(format!("{:?}", stripped.metadata), format!("{:?}", whole.metadata));
    let error = stripped.load(0x10_0000).expect_err("it has no relocations").to_string();
    assert!(error.contains("the file has no section headers"), "{error}");
}

/// As with section headers, a note that cannot be read hides nothing but itself.
#[test]
fn a_broken_note_is_told_with_and_without_section_headers() {
    let mut bytes = read("objects/args-v5.co");
    let note = open(&bytes).expect("opens").sections.iter().find(|s| s.kind == SectionKind::Note).map(|s| s.offset);
    // The size of the first note's contents.
    bytes[note.expect("has notes") as usize + 4..][..4].fill(0xff);
    let mut stripped = bytes.clone();
    stripped[0x28..0x30].fill(0);
    stripped[0x3c..0x40].fill(0);
    for bytes in [&bytes, &stripped] {
        let read = open(bytes).expect("opens");
        let broken: Vec<_> = read.broken_notes.iter().map(ToString::to_string).collect();
        assert!(matches!(&broken[..], [one] if one.contains("a note is truncated or broken")), "{broken:?}");
        assert!(!read.kernels.is_empty());
    }
}
