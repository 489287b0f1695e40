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
        for operand in ["f@rel32@lo+4", "functions@rel32@lo+4", "own@rel32@hi+12", ".got@rel32@lo+12"] {
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
