//! Types and flags of sections, as sources write them and as ELF files have them.

use isatope_diag::number;
use object::elf::{
    SHF_ALLOC, SHF_EXCLUDE, SHF_EXECINSTR, SHF_GNU_RETAIN, SHF_GROUP, SHF_LINK_ORDER, SHF_MERGE, SHF_STRINGS, SHF_TLS,
    SHF_WRITE, SHT_FINI_ARRAY, SHT_INIT_ARRAY, SHT_NOBITS, SHT_NOTE, SHT_PREINIT_ARRAY, SHT_PROGBITS, SHT_REL,
    SHT_RELA,
};

/// Types of sections by name, in addition to those that are written as a number.
pub(crate) const SECTION_KINDS: &[(&str, u32)] = &[
    ("progbits", SHT_PROGBITS),
    ("nobits", SHT_NOBITS),
    ("note", SHT_NOTE),
    ("rela", SHT_RELA),
    ("rel", SHT_REL),
    ("init_array", SHT_INIT_ARRAY),
    ("fini_array", SHT_FINI_ARRAY),
    ("preinit_array", SHT_PREINIT_ARRAY),
    ("unwind", 0x7000_0001),
    ("llvm_odrtab", 0x6fff_4c00),
    ("llvm_linker_options", 0x6fff_4c01),
    ("llvm_dependent_libraries", 0x6fff_4c04),
    ("llvm_sympart", 0x6fff_4c05),
    ("llvm_call_graph_profile", 0x6fff_4c09),
    ("llvm_bb_addr_map", 0x6fff_4c0a),
    ("llvm_offloading", 0x6fff_4c0b),
    ("llvm_lto", 0x6fff_4c0c),
];

/// Flags of sections by letter. `?` means the group of the section before.
pub(crate) const SECTION_FLAGS: &[(char, u32)] = &[
    ('a', SHF_ALLOC),
    ('e', SHF_EXCLUDE),
    ('w', SHF_WRITE),
    ('x', SHF_EXECINSTR),
    ('M', SHF_MERGE),
    ('S', SHF_STRINGS),
    ('T', SHF_TLS),
    ('G', SHF_GROUP),
    ('R', SHF_GNU_RETAIN),
    ('o', SHF_LINK_ORDER),
    ('?', 0),
];

/// Types and flags that sections have because of their names. A name with a dot at its end also begins with these
/// characters, `.text.f`; one with `*` begins with what is before it.
const USUAL: &[(&str, u32, &str)] = &[
    (".text.", SHT_PROGBITS, "ax"),
    (".init", SHT_PROGBITS, "ax"),
    (".fini", SHT_PROGBITS, "ax"),
    (".rodata.", SHT_PROGBITS, "a"),
    (".rodata1", SHT_PROGBITS, "a"),
    (".eh_frame", SHT_PROGBITS, "a"),
    (".data.", SHT_PROGBITS, "aw"),
    (".data1", SHT_PROGBITS, "aw"),
    (".bss.", SHT_NOBITS, "aw"),
    (".init_array.", SHT_INIT_ARRAY, "aw"),
    (".fini_array.", SHT_FINI_ARRAY, "aw"),
    (".preinit_array.", SHT_PREINIT_ARRAY, "aw"),
    (".tdata.", SHT_PROGBITS, "awT"),
    (".tbss.", SHT_NOBITS, "awT"),
    (".note*", SHT_NOTE, ""),
];

/// Type and flags that a section has because of its name.
fn usual(name: &str) -> (u32, &'static str) {
    let is_named = |pattern: &str| match (pattern.strip_suffix('*'), pattern.strip_suffix('.')) {
        (Some(start), _) => name.starts_with(start),
        (_, Some(exact)) => name == exact || name.starts_with(pattern),
        (None, None) => name == pattern,
    };
    USUAL.iter().find(|(pattern, ..)| is_named(pattern)).map_or((SHT_PROGBITS, ""), |(_, kind, flags)| (*kind, flags))
}

/// Flags that a section has because of its name.
pub(super) fn usual_flags(name: &str) -> &'static str {
    usual(name).1
}

/// Type and flags of a section with a name: `kind` and `flags` as written, or the usual ones for the name.
pub(super) fn kind_of(name: &str, kind: &str, flags: &str) -> (u32, u64) {
    let (usual_kind, usual_flags) = usual(name);
    let known = SECTION_KINDS.iter().find(|(name, _)| *name == kind).map(|(_, kind)| *kind);
    let kind = known.or_else(|| number::unsigned(kind)).unwrap_or(usual_kind);
    let flags = if flags.is_empty() { usual_flags } else { flags };
    let flags: u64 = match number::unsigned(flags) {
        Some(given) => given,
        None => {
            let has = SECTION_FLAGS.iter().filter(|(letter, _)| flags.contains(*letter));
            has.map(|(_, flag)| u64::from(*flag)).sum()
        }
    };
    (kind, flags)
}
