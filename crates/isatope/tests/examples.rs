//! The programs of `examples/`, with what they print.

#![allow(dead_code)]

use isatope::{Assembler, Dialect, Object, Target};

#[path = "../examples/count.rs"]
mod count;
#[cfg(feature = "pages")]
#[path = "../examples/editor.rs"]
mod editor;
#[cfg(feature = "emulator")]
#[path = "../examples/kernel_test.rs"]
mod kernel_test;
#[path = "../examples/lint.rs"]
mod lint;
#[path = "../examples/patch.rs"]
mod patch;

fn assembler() -> Assembler {
    Assembler::new(Target::GFX900, Dialect::LLVM).expect("its dialect")
}

fn vadd() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/vadd.s")).expect("it is there")
}

#[test]
fn instructions_are_counted_by_unit() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../isatope-object/tests/bundles/zstd.hipfb");
    let counted = count::count(path).expect("a bundle");
    let line = counted.lines().find(|line| line.starts_with("gfx900")).expect("it has this image");
    let counts = line
        .split_once(": ")
        .expect("a list")
        .1
        .split(", ")
        .filter_map(|part| part.split(' ').next()?.parse::<usize>().ok());
    let library = isatope::Library::open(path).expect("a bundle");
    let kernels = library.image_for("gfx900").expect("it has this image").kernels().expect("it opens");
    let all = kernels.iter().map(|kernel| kernel.instructions().expect("its target is known").count());
    assert_eq!(counts.sum::<usize>(), all.sum::<usize>(), "{line}");
    assert!(line.contains(" control"), "{line}");
    assert!(count::count("/nowhere").is_err());
}

#[test]
fn writes_that_nothing_reads_are_found() {
    let text = "v_mov_b32 v0, 1 // é\nv_mov_b32 v0, 2\n/* 𝄞 */ v_mov_b32 v1, v0\nl: v_mov_b32 v1, 3\ns_endpgm\n";
    let found = lint::unused_writes(&assembler().assemble(text));
    assert_eq!(found, ["1:1: nothing reads what is written to v0"]);
    assert_eq!(lint::unused_writes(&assembler().assemble(vadd())), [""; 0]);
}

#[test]
fn an_instruction_is_patched() {
    let mut file = assembler().assemble(vadd()).object().expect("it has a kernel");
    let object = Object::open(&file).expect("an object");
    let adds = |object: &Object<'_>| {
        let mut all = object.instructions().expect("its target is known");
        all.find(|(_, inst)| inst.mnemonic() == "v_add_f32").expect("it adds")
    };
    let (address, old) = adds(&object);
    let text = patch::patch(&mut file, address, "vdst", "v9").expect("it can be").expect("it is as long");
    let new = adds(&Object::open(&file).expect("an object")).1;
    assert_eq!(text, format!("{old} -> {new}"));
    assert_eq!(new.operands().next().expect("a destination").kind().to_string(), "v9");
    assert!(patch::patch(&mut file, address, "vdst", "s9").is_err());
    assert_eq!(patch::patch(&mut file, address, "src0", "0x12345678"), Ok(None));
}

#[cfg(feature = "emulator")]
#[test]
fn a_kernel_runs() {
    assert_eq!(kernel_test::add(vadd(), &[1.0, 2.0], &[0.5, 0.25]).expect("it runs"), [1.5, 2.25]);
}

#[cfg(feature = "pages")]
#[test]
fn an_editor_is_helped() {
    let page = editor::hover(&assembler(), "s_nop 0\nv_add_f32 v0, v1, v2", 10).expect("an instruction");
    assert!(page.starts_with("`v_add_f32       v0, v1, v2` touches v"), "{page}");
    assert!(page.contains("\n# v\\_add\\_f32\n"), "{page}");
    assert_eq!(editor::hover(&assembler(), "// s_nop 0", 4), None);
    assert_eq!(editor::completions(&assembler(), "s_endpgm_s", 10), ["s_endpgm_saved"]);
}
