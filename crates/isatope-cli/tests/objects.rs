//! Compiled objects: what `dis` prints of them, `asm` turns back into the same code, in every dialect.

use std::path::{Path, PathBuf};
use std::process::Command;

use isatope::container::{Container, Section, SectionKind, descriptor};
use isatope_testing::{files, output, read, root, stdout};

fn isatope(args: &[&str], input: &[u8]) -> Vec<u8> {
    stdout(Command::new(env!("CARGO_BIN_EXE_isatope")).args(args), input)
}

/// Compiled kernels, and the examples as clang assembles them.
fn objects() -> Vec<PathBuf> {
    let folders = ["objects", "kernels/co", "examples"].map(|folder| root().join("tests").join(folder));
    let objects = folders.map(|folder| files(folder, &["co", "o"])).concat();
    assert!(objects.len() > 100, "only {} objects", objects.len());
    objects
}

fn section<'a>(container: &Container<'a>, name: &str) -> &'a [u8] {
    container.sections.iter().find(|s| s.name == name).map_or(&[], |s| s.data)
}

#[test]
fn listings_give_the_same_code() {
    for path in objects() {
        let bytes = read(&path);
        let container = isatope::container::open(&bytes).expect("opens");
        let text = section(&container, ".text");
        assert!(!text.is_empty());
        let name = path.to_str().expect("is text");
        for dialect in ["clrx", "llvm"] {
            for emit in ["text", "list"] {
                let listing = isatope(&["dis", "--dialect", dialect, "--emit", emit, name], b"");
                let code = isatope(&["asm", "--dialect", dialect, "--emit", "raw"], &listing);
                assert!(code == text, "{name} in {dialect} as {emit}");
            }
        }
    }
}

/// Files whose listings do not give the same file, with the reason.
const OTHER_FILES: &[(&str, &str)] = &[
    ("lines-zlib.o", "`objcopy` compressed its sections and gave them its layout"),
    ("lines-zstd.o", "`objcopy` compressed its sections and gave them its layout"),
    ("fat.o", HOST),
    ("offloading.o", HOST),
    ("sections.o", HOST),
];
const HOST: &str = "it is a file for the host";

/// Files that differ from what their listings give. A note says so of all of them, except those for the host.
fn changed_by_listing(paths: &[PathBuf]) -> Vec<String> {
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("is text");
        let emit = if name.ends_with(".o") { "obj" } else { "elf" };
        let listing = Command::new(env!("CARGO_BIN_EXE_isatope"))
            .args(["dis", "--dialect", "llvm", "--all", path.to_str().expect("is text")])
            .output()
            .expect("runs");
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        let written = output(command.args(["asm", "--dialect", "llvm", "--emit", emit]), &listing.stdout);
        let is_same = written.stdout == read(path);
        let note = String::from_utf8_lossy(&listing.stderr).contains("`asm` does not make the same file");
        assert!(
            note != is_same || OTHER_FILES.contains(&(name, HOST)),
            "{name}: {}",
            String::from_utf8_lossy(&listing.stderr)
        );
        if !is_same {
            wrong.push(name.to_owned());
        }
    }
    wrong
}

/// A file of LLVM's assembler or linker, listed and written again, is the same file.
/// `default-visibility.o` has a kernel to which the source gives no visibility, `global-offsets.co` is the same linked
/// by LLD, with a `.got`, and `without-code.co` is linked from an object whose `.text` is empty. `variables.o` and
/// `variables.co` have two variables in `.bss`, functions to run at the start and at the end, and a section with some
/// parts to merge. In `xnack-off-v3.co` a target without `xnack` means that it is off, and nothing in the code of
/// `without-kernels-v2.co` says its version. Of clang and llc 19 are `ifunc.o` and `ifunc.co`, with a function that is
/// chosen when it is first called, `shader.o`, a pixel shader for HSA whose descriptor does not count its user
/// registers, `sramecc-off.o` for gfx906 and no system, and `xnack-off.o` for gfx900 and Mesa. In `undefined-descriptor.o`
/// a kernel is protected, and its descriptor is in another object.
#[test]
fn listings_of_objects_give_the_same_files() {
    let folders = ["object/tests/bundles", "object/tests/lines", "object/tests/objects", "asm/tests/objects"];
    let more = folders.map(|name| files(root().join(format!("crates/isatope-{name}")), &["co", "o"])).concat();
    let all = [objects(), more].concat();
    let mut wrong = changed_by_listing(&all);
    wrong.retain(|name| OTHER_FILES.iter().all(|(known, _)| known != name));
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(all.len() > 130, "only {} files", all.len());
}

/// Of a file that a listing cannot express in every detail, a note says so.
#[test]
fn a_note_says_that_a_listing_does_not_give_the_same_file() {
    let file = read(root().join("crates/isatope-asm/tests/objects/calls-gfx900.o"));
    let container = isatope::container::open(&file).expect("opens");
    let word = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("a word")) as usize;
    let header = |name: &str| {
        let number = container.sections.iter().position(|section| section.name == name).expect("a section");
        word(40) + 64 * number
    };
    let (text, symbols, note) = (header(".text"), header(".symtab"), header(".note"));
    let second = word(symbols + 24) + 24 * 2;
    let target = file.windows(6).position(|bytes| bytes == b"amdgcn").expect("metadata");
    assert!(target > word(note + 24));
    let cases: [(&str, usize, u8); 11] = [
        ("flags of the file", 51, 0x40),
        ("type of a section", text + 6, 1),
        ("flags of code", text + 15, 1),
        ("flags of a section", header(".rodata") + 15, 1),
        ("size of an entry", text + 56, 3),
        ("alignment 2^40", text + 53, 1),
        ("alignment 2^60", text + 55, 0x10),
        ("alignment that is no power of two", text + 48, 3),
        ("visibility", second + 5, 0x40),
        ("value", second + 14, 1),
        ("metadata", target, 0xff),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let paths = cases.map(|(name, at, byte)| {
        let (path, mut changed) = (folder.path().join(format!("{name}.o")), file.clone());
        assert_ne!(changed[at], byte, "{name}");
        changed[at] = byte;
        std::fs::write(&path, changed).expect("is written");
        path
    });
    let changed = changed_by_listing(&paths);
    assert_eq!(changed.len(), cases.len() - 1, "{changed:?}");
    assert!(!changed.contains(&"flags of a section.o".to_owned()));
}

/// A note says that a listing lacks relocations, with and without `--all`. `asm` refuses to drop them.
#[test]
fn relocations_that_are_not_understood_are_not_lost() {
    let mut file = read(root().join("crates/isatope-object/tests/objects/outside.co"));
    let container = isatope::container::open(&file).expect("opens");
    let table = container.sections.iter().find(|s| s.name == ".rela.dyn").expect("it has relocations");
    let kind = table.offset as usize + 8;
    assert_eq!(file[kind], 13);
    file[kind] = 12;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("unknown.co");
    std::fs::write(&path, &file).expect("is written");
    let path = path.to_str().expect("is text");
    let unknown = "the loader does not know a relocation of the file";
    for (all, note) in [(false, "this listing lacks the relocations"), (true, "`asm` does not make the same file")] {
        let args = ["dis", "--dialect", "llvm", path].into_iter().chain(all.then_some("--all"));
        let listing = Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).output().expect("runs");
        let notes = String::from_utf8_lossy(&listing.stderr);
        assert!(notes.contains(note) && notes.contains(unknown), "{notes}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        let written = output(command.args(["asm", "--dialect", "llvm", "--emit", "elf"]), &listing.stdout);
        let error = String::from_utf8_lossy(&written.stderr);
        assert!(error.contains("`.rela.dyn` is a table of relocations"), "{error}");
        assert!(written.stdout.is_empty());
    }
}

/// Archives give a link the members that it needs, as LLD does; see `build.sh` beside them. A thin archive has none.
#[test]
fn archives_are_linked() {
    let folder = root().join("crates/isatope-asm/tests/objects");
    let link = |inputs: &[&str]| {
        let paths = inputs.iter().map(|name| folder.join(name));
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        output(command.args(["asm", "-t", "gfx900", "--dialect", "llvm", "--emit", "elf"]).args(paths), b"")
    };
    let linked = link(&["members.s", "first.a", "second.a"]);
    let expected = read(folder.join("members.co"));
    let (ours, theirs) = (isatope::container::open(&linked.stdout), isatope::container::open(&expected));
    let (ours, theirs) = (ours.expect("opens"), theirs.expect("opens"));
    for name in [".text", ".data", ".rela.dyn", ".dynsym"] {
        assert_eq!(section(&ours, name), section(&theirs, name), "{name}");
    }
    for (inputs, message) in [
        (&["members.s", "first.a"][..], "undefined symbol `last`"),
        (&["first.a"], "nothing is linked, because no object needs a member of an archive"),
        (&["members.s", "thin.a"], "a thin archive only names its members: use the members themselves"),
    ] {
        let refused = link(inputs);
        let error = String::from_utf8_lossy(&refused.stderr);
        assert!(error.contains(message) && refused.stdout.is_empty(), "{error}");
    }
}

/// Each undefined symbol is reported with the first reference to it, as LLD 19 does.
#[test]
fn undefined_symbols_are_reported_with_their_references() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("is text").to_owned();
    let assemble = |name: &str, source: &str| {
        let source = source.replace(';', "\n");
        let args = ["asm", "-t", "gfx900", "--dialect", "llvm", "--emit", "obj", "-o", name];
        isatope(&args, source.as_bytes());
    };
    let (first, second) = (path("first.o"), path("second.o"));
    let own = "s_getpc_b64 s[0:1]; s_add_u32 s0, s0, u1@rel32@lo+4; s_add_u32 s0, s0, u2@rel32@lo+4";
    assemble(&first, &format!(".globl f; f: {own}; s_add_u32 s0, s0, u1@rel32@lo+4"));
    assemble(&second, "s_nop 0; s_add_u32 s0, s0, u2@rel32@lo+4; s_add_u32 s0, s0, u3@rel32@lo+4");
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    let linked = output(command.args(["asm", &first, &second, "-o", &path("all.co")]), b"");
    let errors = String::from_utf8_lossy(&linked.stderr);
    // `ld.lld-19 -shared --no-undefined` names these places.
    let places = [(1, &first, 0x8), (2, &first, 0x10), (3, &second, 0x10)];
    assert_eq!(errors.matches("undefined symbol").count(), places.len(), "{errors}");
    for (number, object, offset) in places {
        let (symbol, place) = (format!("`u{number}`"), format!("referenced by {object}:(.text+{offset:#x})"));
        let after = errors.split_once(&symbol).expect("it is reported").1;
        assert!(after.lines().take(4).any(|line| line.contains(&place)), "{place}\n{errors}");
    }
}

/// A feature of the target that objects leave open is set. Objects with another setting are linked with a warning.
#[test]
fn features_of_the_target_are_linked() {
    let folder = tempfile::tempdir().expect("a folder");
    let any = folder.path().join("any.o");
    let any = any.to_str().expect("is text");
    isatope(&["asm", "-t", "gfx906", "-o", any], b".text\ns_endpgm\n");
    let flags = |target: &str, input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        let linked = output(command.args(["asm", "-t", target, "--emit", "elf", input]), b"");
        let warning = String::from_utf8_lossy(&linked.stderr).into_owned();
        (u32::from_le_bytes(*linked.stdout[48..].first_chunk().expect("a header")), warning)
    };
    // LLD gives a file these flags if its object is for the target.
    assert_eq!(flags("gfx906", any), (0x52f, String::new()));
    assert_eq!(flags("gfx906:xnack+", any), (0x72f, String::new()));
    assert_eq!(flags("gfx906:sramecc-:xnack-", any), (0xa2f, String::new()));
    let on = folder.path().join("on.o");
    let on = on.to_str().expect("is text");
    isatope(&["asm", "-t", "gfx906:xnack+", "-o", on], b".text\ns_endpgm\n");
    let (found, warning) = flags("gfx906:xnack-", on);
    assert_eq!(found, 0x72f);
    let expected = "on.o is for gfx906:xnack+, and is linked as it is, not for gfx906:xnack-";
    assert!(warning.contains(expected), "{warning}");
}

/// What is neither a source nor an object is named, and none of its bytes are printed.
#[test]
fn other_kinds_of_files_are_named() {
    let bundle = read(root().join("crates/isatope-object/tests/bundles/plain.hipfb"));
    for (bytes, message) in [
        (&b"BC\xc0\xde\x35\x14\0\0"[..], "is LLVM bitcode, not a source or an object"),
        (b"\x1f\x8b\x08\x00\xff\0\0", "is compressed with gzip, not a source or an object"),
        (&bundle, "is a file with code objects for devices, not a source or an object"),
        (b"\xfe\xff\0\x01\x02", "the source is not a text"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        let refused = output(command.args(["asm", "-t", "gfx906", "--emit", "elf"]), bytes);
        let error = String::from_utf8(refused.stderr).expect("only text is printed");
        assert!(error.contains(message) && !error.contains('\u{fffd}'), "{error}");
    }
}

/// A malformed note does not hide the rest of a file. LLD links such notes as they are.
#[test]
fn files_with_malformed_notes_are_listed() {
    let source = b".text\n.globl f\nf: s_endpgm\n.section .note.my,\"a\",@note\n.ascii \"xx\"\n";
    let file = isatope(&["asm", "-t", "gfx906", "--dialect", "llvm", "--emit", "elf"], source);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("malformed.co");
    std::fs::write(&path, &file).expect("is written");
    let args = ["dis", "--dialect", "llvm", "--all", path.to_str().expect("is text")];
    let listing = Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).output().expect("runs");
    let warning = String::from_utf8_lossy(&listing.stderr);
    assert!(warning.contains("a note is truncated or broken"), "{warning}");
    assert!(!warning.contains("does not make the same file"), "{warning}");
    assert!(String::from_utf8_lossy(&listing.stdout).contains("    s_endpgm"));
    let again = isatope(&["asm", "--dialect", "llvm", "--emit", "elf"], &listing.stdout);
    assert!(again == file);
}

/// The same holds for compiled kernels, and for objects of rocRAND and rocSPARSE with thousands of symbols.
#[isatope_reference::test("kernels")]
fn listings_of_libraries_give_the_same_files() {
    let folders = ["kernels/co", "kernels/real/co"].map(|name| root().join("../shared").join(name));
    let all = folders.map(|folder| files(folder, &["co", "o"])).concat();
    assert_eq!(changed_by_listing(&all), Vec::<String>::new());
    assert!(all.len() > 50, "only {} files", all.len());
}

/// An undefined symbol is found by the loader only if the source declares it.
#[test]
fn undefined_symbols_are_declared() {
    let source = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\nf: s_endpgm\n.data\n.quad variable+8\n";
    let link = |source: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        output(command.args(["asm", "--dialect", "llvm", "--emit", "elf"]), source.as_bytes())
    };
    let undeclared = link(source);
    assert!(String::from_utf8_lossy(&undeclared.stderr).contains("undefined symbol `variable`"));
    let declared = link(&format!("{source}.extern variable\n"));
    assert!(declared.status.success(), "{}", String::from_utf8_lossy(&declared.stderr));
    let object = isatope::container::build::Object::read(&declared.stdout).expect("is an object");
    let data = object.sections.iter().find(|s| s.name == ".data").expect("there is data");
    let [relocation] = data.relocations[..] else { panic!("{:?}", data.relocations) };
    let symbol = object.symbols.iter().position(|s| s.name == "variable");
    assert_eq!(isatope::container::build::Referent::Symbol(symbol.expect("it is there")), relocation.of);
    assert_eq!(relocation.addend, Some(8));
}

/// Our linker makes the sections that LLVM's linker makes. `two-lld.co` is what `ld.lld-19 -shared` made of our
/// `two.o`.
#[test]
fn linked_files_have_the_sections_of_lld() {
    let folder = root().join("crates/isatope-cli/tests/objects");
    let source = folder.join("two.s");
    let output = tempfile::tempdir().expect("a folder");
    // The name of the output selects the format.
    let output = output.path().join("two.co");
    let path = |path: &Path| path.to_str().expect("is text").to_owned();
    isatope(&["asm", "-t", "gfx900", "-o", &path(&output), &path(&source)], b"");
    let (ours, theirs) = (read(&output), read(folder.join("two-lld.co")));
    let ours = isatope::container::open(&ours).expect("opens");
    let theirs = isatope::container::open(&theirs).expect("opens");
    // LLD adds its name in `.comment`.
    let listed = |container: &Container<'_>| -> Vec<String> {
        let sections = container.sections.iter().filter(|s| s.address != 0);
        sections.map(|s| format!("{} {:#x} {:#x} {:x?}", s.name, s.address, s.align, s.data)).collect()
    };
    assert_eq!(listed(&ours), listed(&theirs));
    assert!(listed(&ours).len() > 8);
}

/// All sections with contents come back, not only the code. Of a descriptor the distance to the code is the linker's.
#[test]
fn listings_give_the_same_sections() {
    for path in objects() {
        let bytes = read(&path);
        let container = isatope::container::open(&bytes).expect("opens");
        let target = container.target.and_then(isatope::Target::from_name).expect("a known target");
        for dialect in ["clrx", "llvm"] {
            let listing = isatope(&["dis", "--dialect", dialect, path.to_str().expect("is text")], b"");
            let listing = String::from_utf8(listing).expect("is text");
            let assembler = isatope::assembler::Assembler::new(target, dialect, Default::default()).expect("a dialect");
            let mut output = assembler.assemble(&listing);
            assert!(output.diagnostics.is_empty(), "{:?}", output.diagnostics);
            output.fill_distances(target);
            // Relocations for the loader are listed at the sections that they change.
            let has_contents =
                |s: &Section<'_>| matches!(s.kind, SectionKind::Code | SectionKind::Data) && s.name != ".rela.dyn";
            for found in container.sections.iter().filter(|s| has_contents(s)) {
                let mut expected = found.data.to_vec();
                for kernel in container.kernels.iter().filter_map(|k| k.descriptor) {
                    if found.name == ".rodata" && container.sections[kernel.section].name == ".rodata" {
                        let at = kernel.at as usize;
                        descriptor::KD_ENTRY.set(&mut expected[at..at + descriptor::KD_SIZE], 0);
                    }
                }
                assert_eq!(output.bytes_of(found.name), expected, "{} {dialect} {}", path.display(), found.name);
            }
            for symbol in container.symbols.iter().filter(|s| s.section.is_some() && !s.name.is_empty()) {
                let back = output.layout.symbols.iter().find(|s| s.name == symbol.name);
                let section = symbol.section.map(|s| &container.sections[s]).expect("has one");
                if section.kind == SectionKind::Derived {
                    continue;
                }
                let back = back.unwrap_or_else(|| panic!("{}: no {}", path.display(), symbol.name));
                assert_eq!((back.offset, back.more.size), (symbol.value, symbol.size), "{}", symbol.name);
                let name = back.section.map(|s| output.layout.sections[s].name.as_str());
                assert_eq!(name, Some(section.name), "{}", symbol.name);
            }
        }
    }
}

/// Relocations come back from a listing: written as an ELF file has them, they are the bytes of the section that the
/// listing leaves out.
#[test]
fn listings_give_the_same_relocations() {
    let mut found = 0;
    for path in objects() {
        let bytes = read(&path);
        let container = isatope::container::open(&bytes).expect("opens");
        let Some(table) = container.sections.iter().find(|s| s.sh_type == 9) else { continue };
        let target = container.target.and_then(isatope::Target::from_name).expect("a known target");
        for dialect in ["clrx", "llvm"] {
            let listing = isatope(&["dis", "--dialect", dialect, path.to_str().expect("is text")], b"");
            let listing = String::from_utf8(listing).expect("is text");
            assert!(listing.contains(".reloc 0x"), "{listing}");
            let assembler = isatope::assembler::Assembler::new(target, dialect, Default::default()).expect("a dialect");
            let output = assembler.assemble(&listing);
            let number = |name: &str| {
                let index = container.symbols.iter().position(|s| match s.kind {
                    isatope::container::SymbolKind::Section => {
                        s.section.is_some_and(|n| container.sections[n].name == name)
                    }
                    _ => s.name == name,
                });
                index.expect("a symbol") as u64 + u64::from(!container.symbols[0].name.is_empty())
            };
            let entry = |r: &isatope::assembler::Relocation| [r.offset, number(&r.symbol) << 32 | u64::from(r.kind)];
            let back: Vec<u8> = output.layout.relocations.iter().flat_map(entry).flat_map(u64::to_le_bytes).collect();
            assert!(back == table.data, "{} in {dialect}", path.display());
            found += output.layout.relocations.len();
        }
    }
    assert!(found >= 80);
}

/// Registers that a driver sets are listed as such.
#[test]
fn registers_are_listed_with_their_names() {
    let path = root().join("tests/objects/vadd-gfx600.o");
    let listing = |dialect| {
        let text = isatope(&["dis", "--dialect", dialect, path.to_str().expect("is text")], b"");
        String::from_utf8(text).expect("is text")
    };
    let clrx = ".section .AMDGPU.config, \"\", @progbits\n    .entry 0x0000b848, 0x00ac0040 // compute_pgm_rsrc1\n    \
                .entry 0x0000b84c, 0x00000090 // compute_pgm_rsrc2\n    .entry 0x0000b860, 0x00000000 // compute_tmpring_size\n    \
                .entry 0x00000004, 0x00000000 // spilled_sgprs\n    .entry 0x00000008, 0x00000000 // spilled_vgprs\n";
    assert!(listing("clrx").contains(clrx), "{}", listing("clrx"));
    assert!(listing("llvm").contains(&clrx.replace(".entry", ".long")), "{}", listing("llvm"));
}

/// Zeros that fill up code are not instructions, and branches name their targets in both dialects.
#[test]
fn padding_and_labels() {
    let words = [0xbf82_0001_u32, 0xbf80_0000, 0xbf82_fffd, 0xbf81_0000, 0, 0, 0, 0, 0, 0];
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    for dialect in ["clrx", "llvm"] {
        let text = isatope(&["dis", "-t", "gfx803", "--dialect", dialect, "--input", "raw"], &bytes);
        let text = String::from_utf8(text).expect("is text");
        let squeezed: Vec<String> = text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let expected = [".L0_0:", "s_branch .L8_0", "s_nop 0", ".L8_0:", "s_branch .L0_0", "s_endpgm", ".fill 6, 4, 0"];
        let zero = if dialect == "clrx" { "s_nop 0x0" } else { "s_nop 0" };
        assert_eq!(squeezed, expected.map(|l| if l == "s_nop 0" { zero } else { l }));
        let back = isatope(&["asm", "-t", "gfx803", "--dialect", dialect, "--emit", "raw"], text.as_bytes());
        assert!(back == bytes, "{text}");
    }
    // A branch leads into the zeros: they are listed up to there and from there on.
    let words = [0xbf82_0003_u32, 0, 0, 0, 0, 0, 0, 0];
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let text = isatope(&["dis", "-t", "gfx803", "--input", "raw"], &bytes);
    let back = isatope(&["asm", "-t", "gfx803", "--emit", "raw"], &text);
    assert!(back == bytes, "{}", String::from_utf8_lossy(&text));
}

/// A library is checked without its images for processors that are not supported, which a note names.
#[test]
fn unsupported_images_are_not_checked() {
    /// The third image of the bundle, the place of the processor in its header, and the number of gfx1030 there.
    const FLAGS: usize = 0x1700 + 0x30;
    let mut bytes = read(root().join("crates/isatope-object/tests/bundles/plain.hipfb"));
    bytes[FLAGS] = 0x36;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mixed.hipfb");
    std::fs::write(&path, bytes).expect("writable");
    let path = path.to_str().expect("is text");
    let result = output(Command::new(env!("CARGO_BIN_EXE_isatope")).args(["check", path]), b"");
    let said = String::from_utf8_lossy(&result.stderr);
    assert!(said.ends_with("mixed.hipfb: not checked, because not supported: code for gfx1030\n"), "{said}");
    assert!(result.status.success(), "{said}");
}

/// The debug information of assembly has no functions: symbols name them.
#[test]
fn a_line_of_assembly_is_in_the_function_of_its_symbol() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("is text").to_owned();
    let source = ".type f,@function\nf:\ns_nop 0\nv_mov_b32 v0, 1\ns_setpc_b64 s[30:31]\n.size f, .-f\n";
    std::fs::write(path("f.s"), source).expect("writable");
    isatope(&["asm", "-t", "gfx900", "--dialect", "llvm", "-g", "-o", &path("f.co"), &path("f.s")], b"");
    let at = String::from_utf8(isatope(&["at", &path("f.co"), "f+4"], b"")).expect("is text");
    assert!(at.contains("f.s:4 in f\n"), "{at}");
}
