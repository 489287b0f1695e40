//! Tests compiled kernels: every vector and scalar ALU instruction in the compiler's listings assembles to the words in
//! the code object, disassembles to the same text, and is in the object's code in that order.

use isatope_core::Target;
use isatope_testing::{files, read, shared, text};
use isatope_tests::{assemble, assembler, disassemble, squeeze, words};

/// The bytes of `.text` of a 64-bit little-endian ELF file.
fn text_section(elf: &[u8]) -> &[u8] {
    let u16_at = |at: usize| u64::from(u16::from_le_bytes([elf[at], elf[at + 1]]));
    let u32_at = |at: usize| u16_at(at) | u16_at(at + 2) << 16;
    let u64_at = |at: usize| u32_at(at) | u32_at(at + 4) << 32;
    let header = |index: u64| (u64_at(0x28) + index * u16_at(0x3a)) as usize;
    let names = u64_at(header(u16_at(0x3e)) + 0x18) as usize;
    for index in 0..u16_at(0x3c) {
        let at = header(index);
        if elf[names + u32_at(at) as usize..].starts_with(b".text\0") {
            let (offset, size) = (u64_at(at + 0x18) as usize, u64_at(at + 0x20) as usize);
            return &elf[offset..offset + size];
        }
    }
    panic!("there is no .text");
}

#[isatope_reference::test("kernels/asm")]
fn instructions_of_compiled_kernels() {
    let Some(kernels) = shared("kernels") else { return };
    let mut instructions = 0;
    for path in files(kernels.join("asm"), &[]) {
        let stem = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let (_, name) = stem.rsplit_once('-').expect("kernel-target");
        let target = Target::from_name(name).expect("a target");
        let asm = assembler(name, "llvm");
        let objects = ["co", "o"].map(|extension| kernels.join(format!("co/{stem}.{extension}")));
        let object = read(objects.iter().find(|path| path.exists()).unwrap_or_else(|| panic!("{stem} has no object")));
        let code = text_section(&object);
        let mut at = 0;
        for line in text(&path).lines() {
            let text = squeeze(line.split(';').next().unwrap_or_default());
            let other = ["_sdwa", "_dpp", "s_load_", "s_buffer_", "s_store_", "s_dcache_", "s_mem"];
            let here = text.starts_with("v_") || text.starts_with("s_") && !text.contains(['@', '.']);
            if !here || other.iter().any(|part| text.contains(part)) {
                continue;
            }
            let hex = assemble(&asm, &text).unwrap_or_else(|e| panic!("{stem}: `{text}`: {e}"));
            let (bits, len) = words(&hex).expect("words");
            let bytes = &bits.to_le_bytes()[..len];
            let found = (at..=code.len() - len).step_by(4).find(|&i| &code[i..i + len] == bytes);
            at = found
                .unwrap_or_else(|| panic!("{stem}: `{text}` gives {hex}, which is not in the object after {at:#x}"))
                + len;
            assert_eq!(disassemble(target, "llvm", bits, len).as_deref(), Some(text.as_str()), "{stem}: {hex}");
            instructions += 1;
        }
    }
    assert!(instructions > 5000, "only {instructions} instructions were seen");
}
