//! Objects have the bytes that LLVM's assembler gives them.
//!
//! `objects/build.sh` compiles `calls.cl` with clang 19, with and without optimization, with debug information, for
//! HSA, for PAL and for Mesa, and with clang 22, and assembles the result with the assembler of the same version. The
//! short sources are written by hand; `llc` compiles `halves.ll`.

use isatope_asm::{Assembler, Options, Output};
use isatope_core::Target;
use isatope_object::build::{self, LinkOptions};
use isatope_testing::{read, root, text};
use object::{Object, ObjectSection, ObjectSymbol, SectionIndex, SymbolFlags, SymbolIndex};

type ElfFile64<'a> = object::read::elf::ElfFile64<'a, object::Endianness>;

fn assembled(target: &str, source: &str) -> (Output, Target) {
    let target = Target::from_name(target).expect("a target");
    let assembler =
        Assembler::new(target, "llvm", Options { externals: isatope_asm::Externals::All, ..Options::default() });
    (assembler.expect("a dialect").assemble(source), target)
}

#[test]
fn objects_are_those_of_llvm() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let sources = [
        ("gfx600", "calls-gfx600"),
        ("gfx803", "calls-gfx803"),
        ("gfx900", "calls-gfx900"),
        ("gfx900", "pal-gfx900"),
        ("gfx906", "mesa-gfx906"),
        ("gfx906", "bare-gfx906"),
        ("gfx900", "lines"),
        ("gfx900", "lines-4"),
        ("gfx900", "sections"),
        ("gfx900", "labels"),
        ("gfx900", "groups"),
        ("gfx900", "types"),
        ("gfx900", "significant"),
        ("gfx906", "clang22-gfx906"),
        ("gfx900", "aliases"),
        ("gfx900", "named"),
        ("gfx900", "stored"),
        ("gfx900", "merged"),
        ("gfx900", "words"),
        ("gfx900", "relocated"),
        ("gfx900", "fields"),
        ("gfx900", "units-1"),
        ("gfx900", "units-2"),
        ("gfx900", "order"),
        ("gfx906", "probes"),
        ("gfx906", "probes-0"),
        ("gfx906", "probes-1"),
        ("gfx906", "probes-2"),
        ("gfx810", "halves"),
        ("gfx803", "old-metadata"),
    ];
    for (target, name) in sources {
        let (output, target) = assembled(target, &text(folder.join(format!("{name}.s"))));
        assert_eq!(output.diagnostics, [], "{name}");
        let object = output.relocatable(target).expect("it can be written");
        let expected = read(folder.join(format!("{name}.o")));
        let differs = object.iter().zip(&expected).position(|(ours, theirs)| ours != theirs);
        assert_eq!((differs, object.len()), (None, expected.len()), "{name}");
    }
}

/// Lines that are made for a source are those of `llvm-mc-19 -g`. Only the name of the producer differs.
#[test]
fn generated_lines_are_those_of_llvm() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let target = Target::from_name("gfx900").expect("a target");
    let assembler = Assembler::new(target, "llvm", Options::default()).expect("a dialect");
    let output = assembler.with_lines("generated.s", "/src").assemble(&text(folder.join("generated.s")));
    assert_eq!(output.diagnostics, []);
    let (ours, theirs) = (output.relocatable(target).expect("an object"), read(folder.join("generated.o")));
    let ours = ElfFile64::parse(&*ours).expect("an ELF file");
    let theirs = ElfFile64::parse(&*theirs).expect("an ELF file");
    for name in [".text", ".text.other", ".debug_abbrev", ".debug_aranges", ".debug_ranges", ".debug_line"] {
        let section = |file: &ElfFile64<'_>| {
            let section = file.section_by_name(name).unwrap_or_else(|| panic!("no {name}"));
            let places: Vec<u64> = section.relocations().map(|(offset, _)| offset).collect();
            (section.data().expect("contents").to_vec(), places)
        };
        assert_eq!(section(&ours), section(&theirs), "{name}");
    }
    // The length of the unit contains that of the producer.
    let unit = |file: &ElfFile64<'_>, producer: &str| {
        let section = file.section_by_name(".debug_info").expect("a unit");
        let data = section.data().expect("contents");
        let at = data.windows(producer.len()).position(|part| part == producer.as_bytes()).expect("the producer");
        let end = at + data[at..].iter().position(|byte| *byte == 0).expect("its end");
        [&data[4..at], &data[end..]].concat()
    };
    assert_eq!(unit(&ours, "isatope "), unit(&theirs, "llvm-mc "));
}

/// After line markers, generated lines are those of `llvm-mc-19 -g`. For labels, LLVM counts lines of the text itself.
#[test]
fn generated_lines_follow_line_markers() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let target = Target::from_name("gfx900").expect("a target");
    for name in ["marked", "marked-inside"] {
        let assembler = Assembler::new(target, "llvm", Options::default()).expect("a dialect");
        let source = format!("{name}.s");
        let output = assembler.with_lines(source.as_str(), "/src").assemble(&text(folder.join(&source)));
        assert_eq!(output.diagnostics, [], "{name}");
        let (ours, theirs) = (output.relocatable(target).expect("an object"), read(folder.join(format!("{name}.o"))));
        let lines = |file: &[u8]| {
            let file = ElfFile64::parse(file).expect("an ELF file");
            file.section_by_name(".debug_line").expect("lines").data().expect("contents").to_vec()
        };
        assert_eq!(lines(&ours), lines(&theirs), "{name}");
    }
}

/// Mistakes in directives for debuggers are errors at the right place.
#[test]
fn mistakes_are_reported() {
    for (source, at, message) in [
        (".loc 1 2\n", "1", "file 1 is not defined"),
        (".file 1 \"a\"\n.file 1 \"b\"\n", "1", "file 1 is already defined"),
        (".file 1 \"a\"\n.loc 1 2 3 fast\n", "fast", "`fast` is not an option of `.loc`"),
        (".file 1 \"a\"\n.loc 1 2 is_stmt 2\n", "is_stmt 2", "`is_stmt` is 0 or 1"),
        (".file 1 \"a\" md5 12\n", "12", "a checksum is `0x` and at most 32 hexadecimal digits"),
        (".file 2 \"a\"\n", "", "file 1 is not defined, but file 2 is"),
        (".file 99999999 \"a\"\n", "99999999", "the number of a file must be from 0 to 65536"),
        (".cfi_endproc\n", ".cfi_endproc", "there is no `.cfi_startproc` before this"),
        (".cfi_startproc\n", ".cfi_startproc", "this function has no `.cfi_endproc`"),
        (".cfi_startproc\n.data\n.cfi_endproc\n", ".cfi_endproc", "the function begins in another section"),
        ("f: .pseudoprobe 1 2 3 f\n", "f", "expected a number"),
        ("f: .pseudoprobe 1 2 16 0 f\n", "16", "the number must be at most 15"),
        ("f: .pseudoprobe 1 2 0 0 @ 5 f\n", "f", "expected `:` and the number of a probe"),
        (".pseudoprobe 1 2 0 0 f\n", "f", "`f` is not a label of this source"),
        ("f: s_nop 0\n.data\n.pseudoprobe 1 2 0 0 f\n", "f", "`f` is in another section than a probe of its code"),
    ] {
        let (output, _) = assembled("gfx900", source);
        let [found] = &output.diagnostics[..] else { panic!("{source}: {:?}", output.diagnostics) };
        assert_eq!(found.message, message);
        let isatope_diag::Place::Text(span) = found.place else { panic!("{source}: no place") };
        assert_eq!(&source[span.start as usize..span.end as usize], at, "{source}");
    }
}

/// Two sources are linked as LLD links them, except for its own name in `.comment` and the places that follow from it.
#[test]
fn several_sources_are_linked_as_lld_links_them() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let names = ["link-1.s", "link-2.s"];
    let objects = names.map(|name| {
        let (output, target) = assembled("gfx900", &text(folder.join(name)));
        assert_eq!(output.diagnostics, [], "{name}");
        output.relocatable(target).expect("an object")
    });
    let twice = merged(&objects, [0, 0], &names).expect_err("symbols are defined twice");
    assert!(twice.message.contains("both link-1.s and link-2.s define"), "{}", twice.message);
    assert_eq!(contents(&linked(&objects, &names)), contents(&read(folder.join("link.co"))));
}

/// Puts objects together, by their numbers.
fn merged<'o>(
    objects: &'o [Vec<u8>; 2],
    numbers: [usize; 2],
    names: &[&str; 2],
) -> Result<build::Object<'o>, build::BuildError> {
    let read = |number: usize| build::Object::read(&objects[number]).expect("an object");
    build::Object::merged(numbers.map(read).into(), &names.map(str::to_owned))
}

fn linked(objects: &[Vec<u8>; 2], names: &[&str; 2]) -> Vec<u8> {
    let all = merged(objects, [0, 1], names);
    all.and_then(|all| all.linked(&LinkOptions::default())).expect("a code object")
}

/// Local names that are equal, records for unwinding of which one is common, groups that are in both objects, and the
/// tables of the linker. In `dead`, debug sections name parts of a group that the linker drops.
#[test]
fn objects_with_equal_names_are_linked_as_lld_links_them() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    for name in ["several", "units", "dead"] {
        let names = [1, 2].map(|number| format!("{name}-{number}.s"));
        let objects = names.each_ref().map(|name| {
            let (output, target) = assembled("gfx900", &text(folder.join(name)));
            assert_eq!(output.diagnostics, [], "{name}");
            output.relocatable(target).expect("an object")
        });
        let linked = linked(&objects, &names.each_ref().map(String::as_str));
        assert_eq!(contents(&linked), contents(&read(folder.join(format!("{name}.co")))), "{name}");
    }
}

/// Names of labels are in an object if the linker merges their section, and not in the linked file.
#[test]
fn labels_of_merged_sections_are_dropped_as_lld_does() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let (output, target) = assembled("gfx900", &text(folder.join("merged.s")));
    assert_eq!(output.diagnostics, []);
    let linked = output.linked(target).expect("a code object");
    assert_eq!(contents(&linked), contents(&read(folder.join("merged.co"))));
}

/// Objects for PAL and Mesa store addends where the addresses come. LLD reads them only for whole addresses, so the
/// other relocations are compared with those of an object for HSA, whose table has the addends.
#[test]
fn stored_addends_are_read() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let source = text(folder.join("stored.s"));
    let linked = |source: &str| {
        let (output, target) = assembled("gfx900", source);
        assert_eq!(output.diagnostics, []);
        output.linked(target).expect("a code object")
    };
    assert_eq!(contents(&linked(&source)), contents(&read(folder.join("stored.co"))));
    let more = "\n.text\ns_add_u32 s0, s0, .Lb@rel32@lo+4\ns_addc_u32 s1, s1, .Lb@rel32@hi+12\n.section .others,\"a\"\n\
                .long .Lb-., .Lc-.+1\n.quad .Lb-., h-.\n";
    let sections = |source: &str| contents(&linked(source)).0;
    let stored = sections(&format!("{source}{more}"));
    let listed = sections(&format!("{source}{more}").replace("unknown-amdpal", "amd-amdhsa"));
    for name in [".text", ".others"] {
        let data = |all: &[SectionContents]| all.iter().find(|section| section.0 == name).map(|s| s.2.clone());
        assert!(data(&stored).is_some_and(|data| !data.is_empty()));
        assert_eq!(data(&stored), data(&listed), "{name}");
    }
}

/// A linker would have to decompress such sections.
#[test]
fn compressed_sections_are_not_linked() {
    let bytes = read(root().join("crates/isatope-asm/tests/objects/compressed.o"));
    let object = build::Object::read(&bytes).expect("an object");
    let error = object.linked(&LinkOptions::default()).expect_err("its debug information is compressed");
    assert!(error.message.starts_with("section `.debug_abbrev` is compressed"), "{}", error.message);
}

/// Symbols may have equal names in an object, and belong to several objects that were linked.
#[test]
fn names_in_the_object_may_be_equal() {
    let source = ".text\nf: s_nop 0\nf.1: s_endpgm\n.rename f.1, \"f\"\n.object f.1, 1\n.quad f.1\n";
    let (output, target) = assembled("gfx900", source);
    assert_eq!(output.diagnostics, []);
    let object = output.relocatable(target).expect("an object");
    let file = ElfFile64::parse(&*object).expect("an ELF file");
    let symbols: Vec<(&str, u64)> = file.symbols().map(|s| (s.name().expect("a name"), s.address())).collect();
    let named: Vec<_> = symbols.into_iter().filter(|(name, _)| !name.is_empty()).collect();
    assert_eq!(named, [("f", 0), ("f", 4)]);
    for (source, message) in [
        (".rename f\n", "expected `,` and the name in the object"),
        (".object f\n", "expected `,` and the number of an object"),
    ] {
        let (output, _) = assembled("gfx900", source);
        assert_eq!(output.diagnostics[0].message, message);
    }
}

/// No loader gives threads of a GPU variables of their own.
#[test]
fn variables_of_threads_are_not_linked() {
    let (output, target) = assembled("gfx900", ".section .tdata,\"awT\",@progbits\na: .long 1\n.text\ns_endpgm\n");
    assert_eq!(output.diagnostics, []);
    let error = output.linked(target).expect_err("it has such a variable");
    assert_eq!(error, "`.tdata` has variables for each thread, which a code object cannot have");
}

/// Bounds of sections and of the file, and what goes with them: the end of the frames for unwinding, sections that
/// belong to others, and hidden symbols, are those of LLD.
#[test]
fn the_linker_defines_bounds_as_lld_does() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let (output, target) = assembled("gfx900", &text(folder.join("edges.s")));
    assert_eq!(output.diagnostics, []);
    let linked = output.linked(target).expect("a code object");
    assert_eq!(contents(&linked), contents(&read(folder.join("edges.co"))));
}

/// Lists of functions are ordered by the numbers in the names of their sections, sections that belong to others are
/// ordered as these are, and equal parts of one section are stored once.
#[test]
fn sections_are_ordered_and_joined_as_lld_does() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    for name in ["lists", "joined"] {
        let (output, target) = assembled("gfx900", &text(folder.join(format!("{name}.s"))));
        assert_eq!(output.diagnostics, [], "{name}");
        let (ours, theirs) = (output.linked(target).expect("a code object"), read(folder.join(format!("{name}.co"))));
        assert_eq!(contents(&ours), contents(&theirs), "{name}");
        let numbers = |file: &[u8]| {
            let file = ElfFile64::parse(file).expect("an ELF file");
            file.symbols().map(|symbol| symbol.section() == object::SymbolSection::Absolute).collect::<Vec<_>>()
        };
        assert_eq!(numbers(&ours), numbers(&theirs), "{name}");
    }
}

/// An alignment may need more room than any file has.
#[test]
fn alignments_that_make_files_too_large_are_refused() {
    let (output, target) = assembled("gfx900", ".text\ns_endpgm\n.data\n.p2align 31\n.byte 1\n");
    assert_eq!(output.diagnostics, []);
    let message = "the file would have more than 2 GiB: use smaller alignments";
    assert_eq!(output.relocatable(target), Err(message.to_owned()));
    assert_eq!(output.linked(target), Err(message.to_owned()));
    let file = read(root().join("crates/isatope-asm/tests/objects/words.o"));
    let mut object = build::Object::read(&file).expect("an object");
    object.sections[0].align = 1 << 60;
    assert_eq!(object.relocatable().map_err(|error| error.message), Err(message.to_owned()));
    let error = object.linked(&LinkOptions::default()).expect_err("no address has this alignment");
    assert_eq!(error.message, "the alignment of `.text` is larger than 4 GiB");
    object.sections[0] = build::Section { name: ".bss".to_owned(), kind: 8, size: u64::MAX, ..Default::default() };
    let error = object.linked(&LinkOptions::default()).expect_err("no memory has this size");
    assert_eq!(error.message, "sections are too large");
}

/// `llvm-objcopy --strip-debug` leaves a table of significant symbols that names symbols it removed. Linkers ignore it.
#[test]
fn stripped_objects_are_read() {
    let file = read(root().join("crates/isatope-asm/tests/objects/significant.o"));
    let elf = ElfFile64::parse(&*file).expect("an ELF file");
    let table = elf.section_by_name(".llvm_addrsig").expect("the table");
    let (start, size) = table.file_range().expect("contents");
    assert!(size > 0);
    let mut stripped = file.clone();
    stripped[start as usize] = 0x7f;
    assert!(build::Object::read(&file).expect("an object").significant.is_some());
    assert_eq!(build::Object::read(&stripped).expect("an object").significant, None);
}

/// A loaded section cannot refer to a part of a group that the linker takes from another object, as LLD says.
#[test]
fn dropped_parts_of_groups_are_not_named() {
    let group = ".section .text.f,\"axG\",@progbits,f,comdat\n.weak f\nf: s_nop 0\n.Lend: s_endpgm\n";
    let object = |more: &str| {
        let (output, target) = assembled("gfx900", &format!("{group}{more}"));
        assert_eq!(output.diagnostics, []);
        output.relocatable(target).expect("an object")
    };
    let names = ["a.o", "b.o"];
    let outcome = |objects: [Vec<u8>; 2]| merged(&objects, [0, 1], &names).map(|_| ()).map_err(|error| error.message);
    assert_eq!(outcome([object(".data\n.quad .Lend\n"), object(".data\n.quad f\n")]), Ok(()));
    assert_eq!(outcome([object(""), object(".section .debug_info\n.quad .Lend\n")]), Ok(()));
    let message = "b.o: `.data` refers to `.text.f`, which the linker drops, because another object has its group";
    assert_eq!(outcome([object(""), object(".data\n.quad .Lend\n")]), Err(message.to_owned()));
}

/// Each run of notes with one alignment has a segment, and symbols in sections that the linker drops are undefined.
#[test]
fn notes_and_dropped_sections_are_linked_as_lld_does() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    for name in ["notes", "excluded"] {
        let (output, target) = assembled("gfx900", &text(folder.join(format!("{name}.s"))));
        assert_eq!(output.diagnostics, [], "{name}");
        let (ours, theirs) = (output.linked(target).expect("a code object"), read(folder.join(format!("{name}.co"))));
        assert_eq!(contents(&ours), contents(&theirs), "{name}");
        let segments = |file: &[u8]| {
            let file = ElfFile64::parse(file).expect("an ELF file");
            let all = file.elf_program_headers().iter().map(|header| {
                let little = object::Endianness::Little;
                (header.p_type.get(little), header.p_vaddr.get(little), header.p_memsz.get(little))
            });
            all.collect::<Vec<_>>()
        };
        assert_eq!(segments(&ours), segments(&theirs), "{name}");
    }
}

/// References that LLD refuses, because nothing of what they lead to is in the linked file.
#[test]
fn references_to_what_is_dropped_are_refused() {
    let strings = ".section .rodata.str1.1,\"aMS\",@progbits,1\n.asciz \"abc\"\n.Lx: .asciz \"def\"\n";
    let dropped = ".section .dropped,\"ae\",@progbits\n.quad 0\n.globl named\nnamed: .quad 7\n.Lx: .quad 8\n";
    for (more, reference, message) in [
        (dropped, "named", "relocation R_AMDGPU_ABS64 of `named` leads to section `.dropped`, which the linker drops"),
        (dropped, ".Lx", "relocation R_AMDGPU_ABS64 of section `.dropped` leads to a section that the linker drops"),
        (
            strings,
            ".rodata.str1.1+8",
            "relocation R_AMDGPU_ABS64 of section `.rodata.str1.1` leads outside of a section whose equal parts are \
             stored once, where nothing is kept",
        ),
        (
            &format!("{strings}end:\n"),
            ".rodata.str1.1+7",
            "`end` is at the end of `.rodata.str1.1`, where merging keeps nothing",
        ),
    ] {
        let (output, target) = assembled("gfx900", &format!(".text\ns_endpgm\n.data\n.quad {reference}\n{more}"));
        assert_eq!(output.diagnostics, []);
        assert_eq!(output.linked(target), Err(message.to_owned()), "{reference}");
    }
}

/// The flags of a file linked from objects for several settings of features are those of LLD, which `features.tsv`
/// lists.
#[test]
fn features_are_combined_as_lld_does() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let table = text(folder.join("features.tsv"));
    for line in table.lines() {
        let (inputs, flags) = line.split_once('\t').expect("two columns");
        let objects: Vec<Vec<u8>> = inputs
            .split(' ')
            .map(|input| {
                let (target, version) = input.split_once('@').expect("a version");
                let processor = target.split(':').next().expect("a processor");
                let source = format!(
                    ".amdgcn_target \"amdgcn-amd-amdhsa--{target}\"\n.amdhsa_code_object_version {version}\n\
                 .text\ns_endpgm\n"
                );
                let (output, target) = assembled(processor, &source);
                assert_eq!(output.diagnostics, [], "{input}");
                output.relocatable(target).expect("an object")
            })
            .collect();
        let objects = objects.iter().map(|object| build::Object::read(object).expect("an object")).collect();
        let names: Vec<String> = inputs.split(' ').map(str::to_owned).collect();
        let linked = build::Object::merged(objects, &names).map(|object| format!("{:08x}", object.header.flags));
        assert_eq!(linked.unwrap_or_else(|_| "error".to_owned()), flags, "{inputs}");
    }
    assert!(table.lines().count() > 10);
}

/// Members of two archives are linked if an object needs them, in the order of LLD, which linked `members.o`, `first.a`
/// with the members 1 to 3, and `second.a` with the others.
#[test]
fn members_of_archives_are_linked_as_lld_does() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let names = ["members", "member-1", "member-2", "member-3", "member-4", "member-5"];
    let objects = names.map(|name| {
        let (output, target) = assembled("gfx900", &text(folder.join(format!("{name}.s"))));
        assert_eq!(output.diagnostics, [], "{name}");
        output.relocatable(target).expect("an object")
    });
    let inputs = |members: usize| {
        let objects = objects.iter().map(|bytes| build::Object::read(bytes).expect("an object"));
        let named = objects.zip(names).enumerate().map(|(number, (object, name))| build::LinkInput {
            name: name.to_owned(),
            object,
            is_member: number >= members,
        });
        named.collect::<Vec<_>>()
    };
    let (all, order) = build::Object::of_inputs(inputs(1)).expect("it links");
    assert_eq!(order, [0, 1, 2, 5, 3]);
    let linked = all.linked(&LinkOptions::default()).expect("a code object");
    assert_eq!(contents(&linked), contents(&read(folder.join("members.co"))));
    let twice = build::Object::of_inputs(inputs(6)).expect_err("all are linked, and two define a symbol");
    assert_eq!(twice.message, "both member-2 and member-4 define `needed`");
    let none = build::Object::of_inputs(inputs(0)).expect_err("nobody needs them");
    assert_eq!(none.message, "nothing is linked, because no object needs a member of an archive");
}

/// Name, address and contents of a section, and the section to which it belongs.
type SectionContents = (String, u64, Vec<u8>, u64);

/// Name, address, size and flags of a symbol.
type SymbolContents = (String, u64, u64, SymbolFlags<SectionIndex, SymbolIndex>);

/// Loaded sections and those for debuggers; and symbols, except for the numbers of sections.
fn contents(file: &[u8]) -> (Vec<SectionContents>, Vec<SymbolContents>) {
    let file = ElfFile64::parse(file).expect("an ELF file");
    let is_compared = |section: &object::read::elf::ElfSection64<'_, '_, object::Endianness>| {
        section.address() != 0 || section.name().is_ok_and(|name| name != ".comment" && !is_table(name))
    };
    let sections = file.sections().filter(is_compared);
    let sections = sections.map(|section| {
        let name = section.name().expect("a name").to_owned();
        let data = section.data().expect("contents").to_vec();
        let link = section.elf_section_header().sh_link.get(object::Endianness::Little);
        (name, section.address(), data, u64::from(link))
    });
    let symbols = file.symbols().map(|s| (s.name().expect("a name").to_owned(), s.address(), s.size(), s.flags()));
    (sections.collect(), symbols.collect())
}

/// Whether a section has names or symbols.
fn is_table(name: &str) -> bool {
    [".symtab", ".strtab", ".shstrtab"].contains(&name)
}

/// The code of a kernel was deleted, and its descriptor was not.
#[test]
fn a_kernel_without_code_is_named() {
    let source = "\
.section .rodata
.amdhsa_kernel gone
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
";
    let (output, target) = assembled("gfx900", source);
    let message = output.linked(target).expect_err("the code is missing");
    let help = "the kernel `gone` has a descriptor and no code: write its label, or delete `.amdhsa_kernel gone`";
    assert_eq!(message, format!("undefined symbol `gone`; {help}"));
    assert!(output.relocatable(target).is_ok());
}
