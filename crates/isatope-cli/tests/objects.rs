//! Compiled objects: what `dis` prints of them, `asm` turns back into the same code, in every dialect.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use isatope_object::{Container, SectionKind, descriptor};

fn isatope(args: &[&str], input: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_isatope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("isatope starts");
    let mut stdin = child.stdin.take().expect("has an input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("isatope ends");
    let _ = writer.join();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn objects() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/objects");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|e| e.expect("readable").path()).filter(|p| p.is_file()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn section<'a>(container: &Container<'a>, name: &str) -> &'a [u8] {
    container.sections.iter().find(|s| s.name == name).map_or(&[], |s| s.data)
}

#[test]
fn listings_give_the_same_code() {
    for path in objects() {
        let bytes = fs::read(&path).expect("readable");
        let container = isatope_object::open(&bytes).expect("opens");
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

/// All sections with contents come back, not only the code. Of a descriptor the distance to the code is the linker's.
#[test]
fn listings_give_the_same_sections() {
    for path in objects() {
        let bytes = fs::read(&path).expect("readable");
        let container = isatope_object::open(&bytes).expect("opens");
        let target = container.target.and_then(isatope_core::Target::from_name).expect("a known target");
        for dialect in ["clrx", "llvm"] {
            let listing = isatope(&["dis", "--dialect", dialect, path.to_str().expect("is text")], b"");
            let listing = String::from_utf8(listing).expect("is text");
            let assembler = isatope_asm::Assembler::new(target, dialect, Default::default()).expect("a dialect");
            let output = assembler.assemble(&listing);
            assert!(output.diagnostics.is_empty(), "{:?}", output.diagnostics);
            for found in container.sections.iter().filter(|s| matches!(s.kind, SectionKind::Code | SectionKind::Data)) {
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
                assert_eq!((back.offset, back.size), (symbol.value, symbol.size), "{}", symbol.name);
                let name = back.section.map(|s| output.layout.sections[s].name.as_str());
                assert_eq!(name, Some(section.name), "{}", symbol.name);
            }
        }
    }
}
