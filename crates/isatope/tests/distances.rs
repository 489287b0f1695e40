//! Listings name what distances in code and pointers in data lead to, so that they move with it.
//!
//! In `distances/`, `calls-*.s` and `far-*.s` are what clang 19 wrote with `-O1 -fvisibility=default`, for `far` with
//! `-mllvm -amdgpu-s-branch-bits=5`; `far-*.o` and `calls-*.co` are what LLVM's assembler and LLD made of these.

use isatope::assembler::{Externals, Options};
use isatope::container;
use isatope::listing::distances;
use isatope::{Assembler, Listing, Target};
use isatope_testing::{read, root, text};

const TARGETS: [&str; 2] = ["gfx803", "gfx906"];

fn file(name: &str) -> Vec<u8> {
    read(root().join("crates/isatope/tests/distances").join(name))
}

fn source(name: &str) -> String {
    text(root().join("crates/isatope/tests/distances").join(name))
}

/// The complete listing of a file in LLVM's dialect.
fn listed(file: &[u8], target: Target) -> String {
    let opened = container::open(file).expect("an ELF file");
    let distances = distances(&opened, target);
    let listing = Listing::of_container(&opened, target, target.compiler_dialect()).expect("its dialect");
    listing.all(true).distances(&distances).to_string()
}

/// An assembler for sources that name symbols of other files.
fn assembler(target: Target) -> Assembler {
    let options = Options { externals: Externals::All, ..Options::default() };
    Assembler::with_options(target, target.compiler_dialect(), options).expect("its dialect")
}

/// The object or the linked file that a source becomes.
fn assembled(source: &str, target: Target, is_linked: bool) -> Vec<u8> {
    let source = assembler(target).assemble(source);
    assert!(!source.failed(), "{:?}", source.diagnostics());
    if is_linked { source.linked().expect("a linked file") } else { source.relocatable().expect("an object") }
}

/// A source with more instructions where code waits for memory: both compilers and listings write a line for that.
fn longer(source: &str) -> String {
    let more = |line: &str| match line.trim_start().starts_with("s_waitcnt") {
        true => "\n s_nop 7\n v_mov_b32 v50, 0x12345678\n",
        false => "\n",
    };
    source.lines().flat_map(|line| [line, more(line)]).collect()
}

/// Contents and relocations of the sections with these names.
fn contents(file: &[u8], names: &[&str]) -> Vec<(String, Vec<u8>, Vec<String>)> {
    let opened = container::open(file).expect("an ELF file");
    let sections = opened.sections.iter().enumerate().filter(|(_, section)| names.contains(&section.name));
    let all = sections.map(|(number, section)| {
        let relocations = opened.relocations.iter().filter(|relocation| relocation.section == number);
        let relocations = relocations.map(|relocation| format!("{relocation:?}")).collect();
        (section.name.to_owned(), section.data.to_vec(), relocations)
    });
    all.collect()
}

#[test]
fn linked_files_are_changed_like_sources() {
    for name in TARGETS {
        let target = Target::from_name(name).expect("a target");
        let linked = file(&format!("calls-{name}.co"));
        let listing = listed(&linked, target);
        for operand in ["f@rel32@lo+4", "functions@rel32@lo+4", "own@rel32@hi+12", "_8@rel32@lo+4"] {
            assert!(listing.contains(operand), "{operand}: {listing}");
        }
        for pointer in [".quad g\n", ".quad h\n", ".quad f\n", ".quad table\n", ".quad elsewhere\n"] {
            assert!(listing.contains(pointer), "{pointer}: {listing}");
        }
        assert!(assembled(&listing, target, true) == linked, "{listing}");
        let changed = assembled(&longer(&listing), target, true);
        let source = source(&format!("calls-{name}.s")) + ".extern elsewhere\n";
        let expected = assembled(&longer(&source), target, true);
        assert!(changed.len() > linked.len());
        let names = [".text", ".rodata", ".data.rel.ro", ".got", ".rela.dyn", ".dynsym", ".data"];
        assert_eq!(contents(&changed, &names), contents(&expected, &names));
    }
}

#[test]
fn far_branches_of_objects_are_changed_like_sources() {
    for name in TARGETS {
        let target = Target::from_name(name).expect("a target");
        let object = file(&format!("far-{name}.o"));
        let listing = listed(&object, target);
        assert_eq!(listing.matches("s_getpc_b64").count(), listing.matches("-.+8)>>32").count(), "{listing}");
        assert!(assembled(&listing, target, false) == object, "{listing}");
        let changed = assembled(&longer(&listing), target, false);
        let expected = assembled(&longer(&source(&format!("far-{name}.s"))), target, false);
        assert!(changed.len() > object.len());
        assert_eq!(contents(&changed, &[".text", ".rodata"]), contents(&expected, &[".text", ".rodata"]));
    }
}

/// What a distance or a pointer leads to need not have a symbol of its own that everyone can name.
#[test]
fn places_without_a_name_are_changed_like_sources() {
    let load = |name: &str, more: i32| {
        let (low, high) = (4 + more, 12 + more);
        format!(
            "k:\n s_waitcnt 0\n s_getpc_b64 s[4:5]\n s_add_u32 s4, s4, {name}@rel32@lo{low:+}\n \
             s_addc_u32 s5, s5, {name}@rel32@hi{high:+}\n s_load_dword s0, s[4:5], 0x0\n s_waitcnt 0\n s_endpgm\n"
        )
    };
    let data = ".section .rodata,\"a\"\n tab: .long 1, 2, 3, 4\n .size tab, 16\n";
    let pointers =
        ".section .data.rel.ro,\"aw\"\n .quad a, b\n.text\n s_waitcnt 0\na: s_nop 1\n s_waitcnt 0\nb: s_nop 2\n";
    let far = "k: s_nop 0\n s_waitcnt 0\n here: s_getpc_b64 s[4:5]\n";
    let sources = [
        // Before the first and after the last element of a table.
        load("tab", -4) + data,
        load("tab", 16) + data,
        // Names of operands, and others that need quotes.
        load("\"s\"", 0) + ".section .rodata,\"a\"\n\"s\": .long 1, 2\n .size \"s\", 8\n",
        load("\"a b\"", 0) + ".section .rodata,\"a\"\n\"a b\": .long 1, 2\n .size \"a b\", 8\n",
        // Without symbols, also in a section whose contents may be merged.
        load("tab", 8) + data + ".strip\n",
        load("tab", 8) + data + ".section .rodata.cst4,\"aM\", @progbits, 4\n .long 77\n .strip\n",
        pointers.to_owned(),
        pointers.to_owned() + ".strip\n",
        // A table in code, of which a word looks like the first one of a longer instruction.
        "k:\n s_waitcnt 0\n s_getpc_b64 s[4:5]\n s_add_u32 s4, s4, tab-.\n s_addc_u32 s5, s5, 0\n s_waitcnt 0\n \
         s_endpgm\n .long 0xc0000000\n tab: .long 0x41200000, 7, 0xc0000000\n g: s_getpc_b64 s[4:5]\n \
         s_add_u32 s4, s4, k-.\n s_addc_u32 s5, s5, (k-.+8)>>32\n"
            .to_owned(),
        // Branches that subtract the distance, that add the bytes of an instruction, and that look at the sign.
        format!("{far} s_sub_u32 s4, s4, here+4-k\n s_subb_u32 s5, s5, 0\n s_setpc_b64 s[4:5]\n"),
        format!("{far} s_add_i32 s8, k-.-4, 4\n s_abs_i32 s8, s8\n s_sub_u32 s4, s4, s8\n s_subb_u32 s5, s5, 0\n"),
        format!(
            "{far} s_add_i32 s8, k-.-4, 4\n s_cmp_ge_i32 s8, 0\n s_cbranch_scc1 positive\n s_abs_i32 s8, s8\n \
             s_sub_u32 s4, s4, s8\n s_subb_u32 s5, s5, 0\n s_setpc_b64 s[4:5]\n positive: s_add_u32 s4, s4, s8\n \
             s_addc_u32 s5, s5, 0\n s_setpc_b64 s[4:5]\n"
        ),
    ];
    let target = Target::GFX900;
    for source in sources {
        let source = format!(".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\n{source}");
        let linked = assembled(&source, target, true);
        let listing = listed(&linked, target);
        assert!(assembled(&listing, target, true) == linked, "{listing}");
        let changed = assembled(&longer(&listing), target, true);
        let expected = assembled(&longer(&source), target, true);
        assert!(expected.len() > linked.len() || longer(&source).len() > source.len());
        let names = [".text", ".rodata", ".data.rel.ro", ".rela.dyn"];
        assert_eq!(contents(&changed, &names), contents(&expected, &names), "{source}\n{listing}");
    }
}

/// Other compilers add the same number to both halves of a distance, and a section with one relocation of another kind
/// has its relocations in front.
#[test]
fn other_relocations_of_objects_are_changed_like_sources() {
    let halves = "f: s_waitcnt 0\n flat_store_dword v[4:5], v0\n s_setpc_b64 s[30:31]\n s_waitcnt 0\n g: s_nop 1\n \
        k: s_getpc_b64 s[0:1]\n s_add_u32 s0, s0, g@rel32@lo+4\n s_addc_u32 s1, s1, g@rel32@hi+4\n s_endpgm\n";
    let mixed = "k: s_nop 1\n s_waitcnt 0\n g: s_setpc_b64 s[30:31]\n\
        .section .str,\"aMS\",@progbits,1\n .Ls: .asciz \"hello\"\n.data\n p: .quad g\n q: .quad .Ls+1\n r: .long g-.\n";
    let string = mixed.replace(" r: .long g-.\n", "");
    let target = Target::GFX900;
    for source in [halves, mixed, &string] {
        for named in [true, false] {
            // Local labels have no symbols.
            let source = match named {
                true => source.to_owned(),
                false => source.replace("g:", ".Lg:").replace(" g", " .Lg").replace("\n.Lg", "\n .Lg"),
            };
            let object = assembled(&format!(".text\n{source}"), target, false);
            let listing = listed(&object, target);
            assert!(!listing.contains(".long 0xdc"), "{listing}");
            assert!(assembled(&listing, target, false) == object, "{listing}");
            let changed = assembled(&longer(&listing), target, true);
            let source = format!(".text\n{source}").replace(": s_waitcnt", ":\n s_waitcnt");
            let expected = assembled(&longer(&source), target, true);
            let names = [".text", ".data", ".rela.dyn"];
            assert_eq!(contents(&changed, &names), contents(&expected, &names), "{source}\n{listing}");
        }
    }
}

/// Code that has no symbol or section for what a distance leads to keeps the number.
#[test]
fn distances_to_nowhere_stay_numbers() {
    let target = Target::GFX900;
    let source = "f:\n s_getpc_b64 s[4:5]\n s_add_u32 s4, s4, 0x12345678\n s_addc_u32 s5, s5, 0\n s_setpc_b64 s[4:5]\n";
    for is_linked in [false, true] {
        let file = assembled(source, target, is_linked);
        let listing = listed(&file, target);
        assert!(listing.contains("s_add_u32 s4, s4, 0x12345678\n"), "{listing}");
        assert!(assembled(&listing, target, is_linked) == file, "{listing}");
    }
}

/// Words and raw code have no relocations: distances to data are those of a linked file.
#[test]
fn distances_to_data_are_filled_in() {
    for name in TARGETS {
        let target = Target::from_name(name).expect("a target");
        let linked = file(&format!("calls-{name}.co"));
        let mut source = assembler(target).assemble(listed(&linked, target));
        assert!(source.fill_distances() > 10);
        let code = &contents(&linked, &[".text"])[0].1;
        assert!(source.output().bytes_of(".text") == *code);
    }
}
