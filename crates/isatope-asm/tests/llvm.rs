//! Sources give what LLVM's assembler gives: sections, symbols and relocations, or errors in the same lines.
//!
//! Each file in `llvm/` has cases. A case begins with `=== TARGET`, with features of the target (`xnack-`) and symbols
//! (`NAME=VALUE`) after it; `bare` means a target without an operating system. Then come the source, `---`, and a
//! summary of the object of `llvm-mc-19`, which the `object` crate reads. `ISATOPE_BLESS=1` renews the summaries with
//! `llvm-mc-19`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::process::Command;

use isatope_asm::{Assembler, Options};
use isatope_core::Target;
use isatope_diag::{Level, Place, SourceMap};
use isatope_testing::root;
use object::read::elf::{ElfFile64, FileHeader, SectionHeader};
use object::{Endianness, Object, ObjectSection, ObjectSymbol, RelocationTarget, SymbolFlags};

/// Sections, symbols and relocations of an object.
fn summary(bytes: &[u8]) -> String {
    let file = ElfFile64::<Endianness>::parse(bytes).expect("an ELF file");
    let endian = file.endian();
    let mut out = format!("flags {:#x}\n", file.elf_header().e_flags(endian));
    for section in file.sections() {
        let header = section.elf_section_header();
        let kind = header.sh_type(endian);
        // Tables of symbols, strings and relocations are shown in another way.
        if matches!(kind, 0 | 2 | 3 | 4 | 9) || section.name() == Ok(".text") && section.size() == 0 {
            continue;
        }
        let numbers = [kind.into(), header.sh_flags(endian), header.sh_addralign(endian), header.sh_entsize(endian)];
        let numbers = numbers.map(|number: u64| format!("{number:x}")).join(" ");
        let data = section.data().expect("contents");
        let hex: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(out, "{} {numbers} {:#x} {hex}", section.name().expect("a name"), section.size());
        for (offset, relocation) in section.relocations() {
            let of = match relocation.target() {
                RelocationTarget::Symbol(index) => {
                    let symbol = file.symbol_by_index(index).expect("a symbol");
                    match symbol.section_index().filter(|_| symbol.kind() == object::SymbolKind::Section) {
                        Some(section) => file.section_by_index(section).expect("a section").name(),
                        None => symbol.name(),
                    }
                }
                _ => Ok("-"),
            };
            let object::RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
            let _ = writeln!(out, "  {offset:x}: {r_type} {} {:x}", of.expect("a name"), relocation.addend());
        }
    }
    for symbol in file.symbols().filter(|symbol| symbol.kind() != object::SymbolKind::Section) {
        let SymbolFlags::Elf { st_info, st_other } = symbol.flags() else { continue };
        let place = symbol.section_index().and_then(|section| file.section_by_index(section).ok());
        let place = match place.as_ref().and_then(|section| section.name().ok()) {
            Some(name) => name.to_owned(),
            None => format!("{:x}", symbol.elf_symbol().st_shndx.get(endian)),
        };
        let name = symbol.name().expect("a name");
        let (value, size) = (symbol.address(), symbol.size());
        let _ = writeln!(out, "{name} = {place} {value:x} {size:x} {st_info:x} {st_other:x}");
    }
    out
}

/// What the assembler under test makes of a source.
fn ours(case: &str, source: &str) -> String {
    let mut words = case.split_whitespace();
    let target = words.next().expect("a target");
    let known = Target::from_name(target).expect("a target");
    let feature = |name: &str| case.contains(name).then(|| case.contains(&format!("{name}+")));
    let options = Options {
        externals: isatope_asm::Externals::All,
        xnack: feature("xnack"),
        sramecc: feature("sramecc"),
        called: known.version_info().names.iter().copied().find(|n| *n == target),
        ..Options::default()
    };
    let mut assembler = Assembler::new(known, "llvm", options).expect("a dialect");
    for (name, value) in words.filter_map(|word| word.split_once('=')) {
        assembler = assembler.with_symbol(name, value.parse().expect("a number"));
    }
    let output = assembler.assemble(source);
    let mut sources = SourceMap::new();
    let file = sources.add("source", source);
    let text = sources.get(file).expect("the source");
    let wrong = output.diagnostics.iter().filter(|d| d.level == Level::Error);
    let lines: BTreeSet<usize> = wrong
        .map(|d| match d.place {
            Place::Text(span) if span.file.0 == 0 => text.position(span.start as usize).line,
            _ => 0,
        })
        .collect();
    match lines.is_empty() {
        true => summary(&output.relocatable(known).expect("an object")),
        false => failure(&lines),
    }
}

fn failure(lines: &BTreeSet<usize>) -> String {
    format!("error in {}\n", lines.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
}

/// What LLVM's assembler makes of a source.
fn theirs(case: &str, source: &str) -> String {
    let folder = std::env::temp_dir();
    let (input, object) = (folder.join("isatope-llvm.s"), folder.join("isatope-llvm.o"));
    fs::write(&input, source).expect("it can be written");
    let mut command = Command::new("llvm-mc-19");
    let is_bare = case.ends_with(" bare");
    command.arg(if is_bare { "-triple=amdgcn--" } else { "-triple=amdgcn-amd-amdhsa" });
    command.args(["-filetype=obj", "-o"]).arg(&object).arg(&input);
    for (number, word) in case.split_whitespace().filter(|word| *word != "bare").enumerate() {
        command.arg(match word.split_at(word.len() - 1) {
            _ if number == 0 => format!("-mcpu={word}"),
            _ if word.contains('=') => format!("-defsym={word}"),
            (feature, sign) => format!("-mattr={sign}{feature}"),
        });
    }
    let done = command.output().expect("llvm-mc-19 runs");
    if done.status.success() {
        return summary(&fs::read(object).expect("an object"));
    }
    let text = String::from_utf8_lossy(&done.stderr).into_owned();
    let prefix = format!("{}:", input.display());
    let line = |line: &str| {
        let (number, rest) = line.strip_prefix(&prefix)?.split_once(':')?;
        rest.contains(" error: ").then(|| number.parse().ok())?
    };
    failure(&text.lines().filter_map(line).collect())
}

#[test]
fn sources_give_the_objects_of_llvm() {
    let bless = std::env::var_os("ISATOPE_BLESS").is_some();
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(root().join("crates/isatope-asm/tests/llvm")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text");
        let mut cases = text.split("=== ");
        let mut renewed = cases.next().unwrap_or_default().to_owned();
        for case in cases {
            count += 1;
            let (target, rest) = case.split_once('\n').expect("a target");
            let (source, expected) = rest.split_once("---\n").unwrap_or((rest, ""));
            if bless {
                let _ = write!(renewed, "=== {target}\n{source}---\n{}", theirs(target, source));
                continue;
            }
            let found = ours(target, source);
            if found != expected {
                wrong.push(format!("{}: {target}\n{source}---\n{found}--- LLVM:\n{expected}", path.display()));
            }
        }
        if bless {
            fs::write(&path, renewed).expect("it can be written");
        }
    }
    assert!(count >= 100, "only {count} cases");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}
