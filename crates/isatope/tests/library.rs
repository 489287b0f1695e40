//! Libraries, images, kernels: beside what `llvm-objdump` and the listings say of the same files.

use isatope::{Assemble, Dialect, Library, Target};

fn path(name: &str) -> String {
    format!("{}/../isatope-object/tests/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The mnemonics of a kernel.
fn mnemonics(kernel: &isatope::Kernel<'_>) -> Vec<&'static str> {
    kernel.instructions().expect("its target is known").map(|(_, inst)| inst.mnemonic()).collect()
}

#[test]
fn bundles_of_every_form_hold_the_same_kernels() {
    let alone = Library::open(path("bundles/k-gfx900.co")).expect("a code object");
    let image = alone.images().next().expect("it is one");
    let expected = mnemonics(&image.kernels().expect("it opens")[0]);
    assert_eq!((alone.images().count(), image.target()), (1, Some(Target::GFX900)));
    assert_eq!(expected.last(), Some(&"s_endpgm"));
    for name in ["plain.hipfb", "zlib.hipfb", "zstd.hipfb", "fat.o", "fat.a"] {
        let library = Library::open(path(&format!("bundles/{name}"))).expect(name);
        let image = library.image_for("gfx900").expect(name);
        let kernels = image.kernels().expect(name);
        assert_eq!(mnemonics(&kernels[0]), expected, "{name}");
        assert_eq!(image.bytes().expect(name).as_ptr(), image.bytes().expect(name).as_ptr(), "unpacked once");
    }
}

#[test]
fn descriptors_in_the_code_are_no_instructions() {
    // A code object of version 2 has a descriptor of 256 bytes before each kernel, in `.text`.
    let library = Library::open(path("objects/args-v2.co")).expect("it opens");
    let image = library.images().next().expect("it is one");
    let object = image.object().expect("it opens");
    let text = object.sections().find(|s| s.name == ".text").expect("it has code");
    let kernels: Vec<_> = object.kernels().collect();
    assert!(kernels.len() > 1);
    let all: Vec<u64> = image.instructions().expect("it opens").map(|(address, _)| address).collect();
    assert!(!all.is_empty());
    for address in all {
        let offset = address - text.address;
        let starts = kernels.iter().filter_map(|kernel| Some(kernel.code.as_ref()?.1.start));
        assert!(starts.into_iter().all(|start| !(start - 256..start).contains(&offset)), "{offset:#x}");
    }
}

#[test]
fn bare_code_has_programs() {
    let library = Library::from_bytes(*b"0xd1010001, 0x00000702 // from a crash dump").expect("digits");
    let image = library.images().next().expect("one");
    assert_eq!(image.kernels().expect("one").iter().flat_map(mnemonics).collect::<Vec<_>>(), ["v_add_f32"]);
    assert!(image.object().is_err());
    // What Mesa's compiler leaves: two programs with zeros after each.
    let nop = Target::V9.assemble("NOP").expect("it is right");
    let end = Target::V9.assemble("NOP.end").expect("it is right");
    let program = [nop.bytes().to_vec(), end.bytes().to_vec(), vec![0; 112]].concat();
    let library = Library::from_bytes([program.clone(), program].concat()).expect("it is of Valhall");
    let image = library.images().next().expect("one");
    let kernels = image.kernels().expect("two");
    assert_eq!(kernels.iter().map(|k| k.name).collect::<Vec<_>>(), ["program 1", "program 2"]);
    assert!(kernels.iter().all(|k| mnemonics(k) == ["NOP", "NOP"]));
    let places: Vec<u64> = image.instructions().expect("it opens").map(|(address, _)| address).collect();
    assert_eq!(places, [0, 8, 128, 136]);
    // Its dump.
    let library = Library::from_bytes(*b"shader\n\n   NOP\n   NOP.end\n\n").expect("a dump");
    assert_eq!(library.images().next().expect("one").instructions().expect("it opens").count(), 2);
    // With the compiler's own code before it, of which many lines look like instructions.
    let blocks = "block0 {\n   BRANCHZ.i16.eq 71.h00, u256 -> block3\n} -> block3 block2\n\n".repeat(200);
    let library = Library::from_bytes((blocks + "   NOP\n   NOP.end\n\n").into_bytes()).expect("a dump");
    assert_eq!(library.images().next().expect("one").instructions().expect("it opens").count(), 2);
}

#[test]
fn every_instruction_of_a_listing_is_found() {
    let source = "a:\n s_nop 1\n .long 0xffffffff\n s_endpgm\n .fill 8, 4, 0\nb:\n s_endpgm\n.rodata\n\
        .amdhsa_kernel a\n .amdhsa_next_free_vgpr 1\n .amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n";
    let assembler = isatope::Assembler::new(Target::GFX900, Dialect::LLVM).expect("its dialect");
    let file = assembler.assemble(source).object().expect("it has a kernel");
    let library = Library::from_bytes(file).expect("an object");
    let image = library.images().next().expect("one");
    let found: Vec<(u64, String)> =
        image.instructions().expect("it opens").map(|(address, inst)| (address, inst.to_string())).collect();
    let text = |list: &[(u64, &str)]| list.iter().map(|(at, text)| (*at, text.to_string())).collect::<Vec<_>>();
    assert_eq!(found, text(&[(0, "s_nop           0x1"), (8, "s_endpgm"), (44, "s_endpgm")]));
}

#[test]
fn errors_say_what_is_wrong() {
    let error = |bytes: &[u8]| Library::from_bytes(bytes).expect_err("it is nothing").to_string();
    assert_eq!(error(b"\x7fELF\x02\x01"), "the input: the ELF header is truncated or broken");
    assert_eq!(error(b"PK\x03\x04"), "the input is a zip archive, which is not searched for code");
    assert!(Library::open("/nowhere").is_err_and(|e| e.to_string().starts_with("/nowhere: ")));
    let library = Library::open(path("bundles/plain.hipfb")).expect("a bundle");
    let error = library.image_for("gfx1").expect_err("it has none");
    assert!(error.to_string().ends_with("plain.hipfb has no code for gfx1"), "{error}");
    assert!(error.help().is_some_and(|help| help.contains("gfx900")), "{error:?}");
    // A processor that is not supported is named when its code is asked for, and only then.
    let other = library.images().find(|image| image.target().is_none());
    if let Some(kernels) = other.map(|image| image.kernels().expect("it opens")) {
        let error = kernels[0].instructions().expect_err("not supported");
        assert!(error.to_string().contains("not supported") && error.help().is_some(), "{error}");
    }
}

#[test]
fn a_file_without_code_is_an_error() {
    for (bytes, text) in [(vec![], "the input is empty"), (vec![0; 4096], "the input has only zeros")] {
        let error = Library::from_bytes_for(Target::GFX900, bytes.clone()).expect_err(text);
        assert!(error.to_string().contains(text), "{error}");
        assert!(Library::from_bytes(bytes).is_err());
    }
}

#[test]
fn objects_of_images_can_be_shared_by_threads() {
    let library = Library::open(path("bundles/zstd.hipfb")).expect("it opens");
    let bytes: Vec<&[u8]> = library.images().map(|image| image.bytes().expect("it is read")).collect();
    let counts: Vec<usize> = std::thread::scope(|scope| {
        let count = |bytes| isatope::Object::open(bytes).map_or(0, |object| object.kernels().count());
        let threads: Vec<_> = bytes.iter().map(|bytes| scope.spawn(move || count(bytes))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let expected: Vec<usize> = library.images().map(|image| image.kernels().expect("it opens").len()).collect();
    assert_eq!(counts, expected);
}
