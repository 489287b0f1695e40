//! Files that LLVM's assembler and LLD wrote are equal byte for byte after they are read and written again.

use std::fs;
use std::path::Path;

use isatope_object::build::{LinkOptions, Object};

/// Objects of LLVM's assembler. Those with compressed debug information are laid out by another tool.
const RELOCATABLE: &[&str] = &[
    "objects/args-mesa-gfx600.o",
    "objects/args-old-mesa-gfx600.o",
    "objects/args-v4.o",
    "objects/relocs.o",
    "lines/lines-mesa-gfx600.o",
];

/// Code objects that LLD linked, of all versions of the format. `ld.lld-19 -shared` made `outside.co` of the assembled
/// `outside.s`, whose pointers lead outside of all sections.
const LINKED: &[&str] = &[
    "objects/args-v2.co",
    "objects/args-v3.co",
    "objects/args-v4.co",
    "objects/args-v4-lld13.co",
    "objects/args-v5.co",
    "objects/args-v6.co",
    "lines/lines.co",
    "objects/outside.co",
];

fn file(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)).expect("the file is there")
}

#[test]
fn relocatable_objects_are_written_as_llvm_writes_them() {
    for name in RELOCATABLE {
        let bytes = file(name);
        let object = Object::read(&bytes).expect("it can be read");
        assert!(object.relocatable().expect("it can be written") == bytes, "{name}");
    }
}

#[test]
fn code_objects_are_linked_as_lld_links_them() {
    for name in LINKED {
        let bytes = file(name);
        let object = Object::read(&bytes).expect("it can be read");
        let comment = object.sections.iter().find(|s| s.name == ".comment").expect("it names its linker");
        let options = LinkOptions::of_comment(&String::from_utf8_lossy(&comment.data));
        assert!(object.linked(&options).expect("it links") == bytes, "{name}");
    }
}

#[test]
fn segments_can_be_separate() {
    // `ld.lld-19 -shared -z separate-loadable-segments args-v4.o` wrote it.
    let bytes = file("separate.co");
    let object = Object::read(&bytes).expect("it can be read");
    let options = LinkOptions { separate_segments: true, again: true, ..LinkOptions::default() };
    assert!(object.linked(&options).expect("it links") == bytes);
    let is_separate = |comment: &str| LinkOptions::of_comment(comment).separate_segments;
    let of_amd =
        |linker| is_separate(&format!("(https://github.com/RadeonOpenCompute/llvm-project roc-4.3.0)\0{linker}"));
    assert!(of_amd("Linker: LLD 13.0.0 (/src/external/llvm-project/lld)") && of_amd("Linker: AMD LLD 14.0.0"));
    // Of ROCm 1, 3.0 and 3.10.
    assert!(is_separate("Linker: LLD 4.0\0clang version 8.0"));
    assert!(is_separate(
        "Linker: LLD 10.0.0 (/data/jenkins-workspace/compute-rocm-rel-3.0/external/hcc-tot/llvm-project/lld)"
    ));
    assert!(is_separate("Linker: LLD 12.0.0 (/src/external/llvm-project/lld)"));
    assert!(!of_amd("Linker: AMD LLD 17.0.0") && !is_separate("Linker: LLD 14.0.6") && !is_separate(""));
}

#[test]
fn the_linker_in_the_comment_selects_the_rules() {
    let padded = |comment: &str| LinkOptions::of_comment(comment).relro_padding;
    assert!(padded("Linker: Debian LLD 19.1.7\0clang"));
    assert!(!padded("Linker: Debian LLD 15.0.7\0clang"));
    assert!(padded(""));
}

#[test]
fn undefined_symbols_are_reported() {
    let bytes = file("objects/relocs.o");
    let mut object = Object::read(&bytes).expect("it can be read");
    for symbol in &mut object.symbols {
        symbol.place = isatope_object::build::Place::Undefined;
        symbol.binding = 1;
    }
    let error = object.linked(&LinkOptions::default()).expect_err("nothing is defined");
    assert!(error.message.starts_with("undefined symbol"), "{error}");
    assert!(error.place.is_some());
}
