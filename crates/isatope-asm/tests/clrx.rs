//! Tests CLRX's language.

use std::collections::BTreeSet;
use std::path::PathBuf;

use isatope_asm::{Assembler, Options, Output, named_target};
use isatope_core::Target;
use isatope_testing::{root, rows_of, shared, text};
use object::read::elf::{ElfFile64, FileHeader};
use object::{Endianness, Object, ObjectSection};

fn assemble(target: &str, source: &str) -> Output {
    let target = Target::from_name(target).expect("a target");
    Assembler::new(target, "clrx", Options::default()).expect("a dialect").assemble(source)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes of a source, or `error`.
fn result(target: &str, source: &str) -> (String, Output) {
    let output = assemble(target, source);
    let failed = output.failed() || output.layout.is_empty;
    (if failed { "error".to_owned() } else { hex(&output.bytes_of(output.layout.code_section())) }, output)
}

fn unescaped(text: &str) -> String {
    text.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', "\\")
}

#[test]
fn directives_do_what_the_manual_says() {
    let rows: Vec<[String; 2]> = rows_of(root().join("crates/isatope-asm/tests/clrx/directives.tsv"));
    assert!(rows.len() > 150, "only {} cases", rows.len());
    let mut wrong = Vec::new();
    for [want, source] in rows {
        let (got, output) = result("gcn1.2", &unescaped(&source));
        if got != want {
            wrong.push(format!("{source}\n  {got}, not {want}: {:?}", output.diagnostics.first().map(|d| &d.message)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Programs for Mesa's Clover. `clover.tsv` has the values of registers and the settings in the code as CLRX's tests of this
/// container say them.
#[test]
fn kernels_for_clover_have_their_settings() {
    let rows: Vec<[String; 4]> = rows_of(root().join("crates/isatope-asm/tests/clrx/clover.tsv"));
    let mut wrong = Vec::new();
    for [target, registers, settings, source] in rows {
        let output = assemble(&target, &unescaped(&source));
        let program = output.layout.clover.as_ref().filter(|_| !output.failed());
        let first = program.and_then(|program| program.kernels.first());
        let pair = |(address, value): &(u32, u32)| format!("{address:x}={value:x}");
        let found = first.map(|kernel| kernel.registers.iter().map(pair).collect::<Vec<_>>().join(" "));
        let code = hex(&output.bytes_of(".text"));
        if found.as_deref() != Some(&*registers) || !code.starts_with(&settings) {
            wrong.push(format!(
                "{source}\n  {found:?}, not {registers}\n  {code}, not {settings}\n{:?}",
                output.diagnostics
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The file of a program is read back: kernels, code, and constants.
#[test]
fn programs_for_clover_are_read_back() {
    let source = ".gallium\n.64bit\n.kernel b\n.kernel a\n.rodata\n.long 7\n.text\na: s_nop 1\ns_endpgm\nb: s_endpgm\n";
    let output = assemble("gcn1.2", source);
    let bytes = output.linked(Target::from_name("gcn1.2").expect("a target")).expect("a program");
    let file = isatope_object::open(&bytes).expect("a container");
    let names: Vec<&str> = file.kernels.iter().map(|kernel| kernel.name).collect();
    assert_eq!(names, ["a", "b"]);
    let data = file.sections.iter().find(|section| section.name == ".rodata").expect("constants");
    assert_eq!(data.data, [7, 0, 0, 0]);
    assert_eq!(file.kernels[1].code.map(|(_, start, end)| (start, end)), Some((8, 12)));
}

/// The sources in a folder below `clrx`: their paths and texts.
fn sources(folder: &str) -> impl Iterator<Item = (PathBuf, String)> {
    let entries = std::fs::read_dir(root().join("crates/isatope-asm/tests/clrx").join(folder)).expect("the folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "s"));
    sources.map(|path| (path.clone(), text(path)))
}

/// Programs for drivers before HSA, and for Clover with relocations: CLRX 0.1.9 wrote the files from the sources beside them.
/// The reader of containers finds their kernels.
#[test]
fn programs_for_older_drivers_are_those_of_clrx() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (entry, source) in sources("containers") {
        count += 1;
        let (target, _) = named_target(&source).expect("a target");
        let output = assemble(target.name(), &source);
        let (name, want) = (entry.display(), std::fs::read(entry.with_extension("bin")).expect("the file of CLRX"));
        let got = match output.failed() {
            false => output.linked(target),
            true => Err(format!("{:?}", output.diagnostics)),
        };
        match got {
            Err(message) => wrong.push(format!("{name}: {message}")),
            Ok(got) if got != want => {
                let at = got.iter().zip(&want).position(|(a, b)| a != b);
                wrong.push(format!("{name}: {} bytes, not {}, and another one at {at:x?}", got.len(), want.len()));
            }
            Ok(got) => {
                let kernels = source.lines().filter_map(|line| line.strip_prefix(".kernel "));
                let kernels: BTreeSet<&str> = kernels.collect();
                let file = isatope_object::open(&got).expect("a container");
                let found: BTreeSet<&str> = file.kernels.iter().map(|kernel| kernel.name).collect();
                if found != kernels {
                    wrong.push(format!("{name}: the reader finds {found:?}, not {kernels:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 10, "only {count} sources");
}

/// Sources of CLRX's own tests, with what CLRX 0.1.9 makes of them. `exceptions.tsv` has the numbers of those that differ,
/// with the reasons.
#[isatope_reference::test("cases/gcn/asm-language-clrx.jsonl")]
fn sources_give_what_clrx_gives() {
    let mut exceptions: BTreeSet<usize> = rows_of(root().join("crates/isatope-asm/tests/clrx/exceptions.tsv"))
        .into_iter()
        .map(|[number, reason]: [String; 2]| {
            assert!(!reason.is_empty(), "{number} has no reason");
            number.parse().expect("a number")
        })
        .collect();
    let mut wrong = Vec::new();
    let cases = text(shared("cases/gcn/asm-language-clrx.jsonl").expect("the reference cases"));
    for (number, line) in cases.lines().enumerate() {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let source = case["source"].as_str().expect("a source");
        let want = match case["ok"].as_bool() {
            Some(true) => case["bytes"].as_str().expect("bytes"),
            _ => "error",
        };
        // CLRX takes the device that the source names.
        let named = named_target(source).map(|(target, _)| target.name());
        let target = named.or(case["target"].as_str()).expect("a target");
        let (mut got, output) = result(target, source);
        if got != "error" && (output.layout.clover.is_some() || output.layout.program.is_some()) {
            got = hex(&output.linked(Target::from_name(target).expect("a target")).expect("a program"));
        }
        if got != want && !exceptions.remove(&number) {
            wrong.push(format!("{number}: {source}\n  {got}, not {want}: {:?}", output.diagnostics.first()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(exceptions.is_empty(), "these agree with CLRX now: {exceptions:?}");
}

/// Programs for ROCm have the code, the alignment of code, the notes and the flags that CLRX 0.1.9 gives them.
#[test]
fn programs_for_rocm_have_the_notes_of_clrx() {
    let mut count = 0;
    for (path, source) in sources("rocm") {
        count += 1;
        let (target, _) = named_target(&source).expect("a target");
        let output = assemble(target.name(), &source);
        assert!(!output.failed(), "{}: {:?}", path.display(), output.diagnostics);
        let bytes = output.linked(target).expect("a file");
        let file = ElfFile64::<Endianness>::parse(&*bytes).expect("an ELF file");
        let section = |name: &str| file.section_by_name(name).expect("the section");
        let shown = |name: &str| format!("{} {}", section(name).align(), hex(section(name).data().expect("contents")));
        for line in text(path.with_extension("expected")).lines() {
            let (what, want) = line.split_once(' ').expect("a name");
            let found = match what {
                "flags" => format!("{:#x}", file.elf_header().e_flags(file.endian())),
                // A line of the metadata.
                "metadata" => {
                    let notes = String::from_utf8_lossy(section(".note").data().expect("contents")).into_owned();
                    notes.lines().find(|line| *line == want).unwrap_or_default().to_owned()
                }
                section => shown(section),
            };
            // The layout of YAML is free, so only the notes before it are the same.
            assert!(found.starts_with(want), "{}: {what}\n{found}\n{want}", path.display());
        }
    }
    assert!(count >= 3, "only {count} sources");
}
