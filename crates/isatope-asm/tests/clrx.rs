//! Tests CLRX's language.

use std::collections::BTreeSet;
use std::path::PathBuf;

use isatope_asm::{Assembler, Folders, Options, Output, named_target};
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

/// Compares the bytes of sources for gcn1.2 with those in a file.
fn compare_bytes(file: &str, least: usize) {
    let rows: Vec<[String; 2]> = rows_of(root().join("crates/isatope-asm/tests/clrx").join(file));
    assert!(rows.len() > least, "only {} cases", rows.len());
    let mut wrong = Vec::new();
    for [want, source] in rows {
        let (got, output) = result("gcn1.2", &unescaped(&source));
        if got != want {
            wrong.push(format!("{source}\n  {got}, not {want}: {:?}", output.diagnostics.first().map(|d| &d.message)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn directives_do_what_the_manual_says() {
    compare_bytes("directives.tsv", 150);
}

#[test]
fn sources_give_the_bytes_of_clrxasm() {
    compare_bytes("clrxasm.tsv", 100);
}

/// Programs for Mesa's Clover. `clover.tsv` has the values of registers and the settings in the code as CLRX's tests of
/// this container say them.
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

/// Programs for drivers before HSA, and for Clover with relocations: CLRX 0.1.9 wrote the files from the sources beside
/// them. The reader of containers finds their kernels.
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

/// Sources of CLRX's own tests, with what CLRX 0.1.9 makes of them. `exceptions.tsv` has the numbers of those that
/// differ, with the reasons.
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
        let notes = String::from_utf8_lossy(section(".note").data().expect("contents")).into_owned();
        for kernel in notes.split("- Name:").skip(1) {
            for name in ["SymbolName", "Language", "ReqdWorkGroupSize", "VecTypeHint", "RuntimeHandle", "NumSGPRs"] {
                let count = kernel.lines().filter(|line| line.trim().starts_with(&format!("{name}:"))).count();
                assert!(count <= 1, "{}: {name} has {count} values", path.display());
            }
        }
    }
    assert!(count >= 3, "only {count} sources");
}

/// The assembler places the sections of programs for ROCm, so that numbers may depend on the distances between them.
#[test]
fn distances_between_sections_are_those_in_the_file() {
    let source = "\
.rocm
.gpu Fiji
.kernel k
.config
.dims x
.text
k: .skip 256
here: s_add_u32 s0, s0, data-here
.quad data-here, .-data, (data-here)>>4
.int data-., (data-here)>>32
s_endpgm
.globaldata
data: .quad here-.
";
    let target = Target::from_name("fiji").expect("a target");
    let output = assemble("fiji", source);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let bytes = output.linked(target).expect("a file");
    let file = ElfFile64::<Endianness>::parse(&*bytes).expect("an ELF file");
    let section = |name: &str| file.section_by_name(name).expect("the section");
    let (code, data) = (section(".text"), section(".rodata"));
    let number = |section: &[u8], at: usize, length: usize| {
        let bytes = &section[at..at + length];
        let value = bytes.iter().rev().fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
        if length == 4 { i64::from(value as i32) } else { value as i64 }
    };
    let distance = data.address() as i64 - (code.address() as i64 + 256);
    let text = code.data().expect("contents");
    assert_eq!(number(text, 260, 4), distance);
    assert_eq!(number(text, 264, 8), distance);
    // `.` is the address of each number.
    assert_eq!(number(text, 272, 8), 16 - distance);
    assert_eq!(number(text, 280, 8), (distance as u64 >> 4) as i64);
    assert_eq!(number(text, 288, 4), distance - 32);
    assert_eq!(number(text, 292, 4), distance >> 32);
    assert_eq!(number(data.data().expect("contents"), 0, 8), -distance);
    // These depend on where the file is loaded, or on a symbol of another file.
    for wrong in ["data>>32", "data*2-here", "other-data"] {
        let output = assemble("fiji", &source.replace("data-.,", &format!("{wrong},")));
        assert!(output.failed(), "{wrong}");
    }
}

/// Assignments and comparisons may depend on such distances as well. What nothing uses need not have a value.
#[test]
fn distances_between_sections_have_names_and_an_order() {
    let source = "\
.rocm
.gpu Fiji
.kernel k
.config
.dims x
.globaldata
data: .skip 8
.text
k: .skip 256
d=k-data
e=d*2
unused=k*data
.int d, e, d+4, k!=data, k==data, k>data, (k<data)+5, k-data==d
";
    let target = Target::from_name("fiji").expect("a target");
    let output = assemble("fiji", source);
    assert!(!output.failed(), "{:?}", output.diagnostics);
    let bytes = output.linked(target).expect("a file");
    let file = ElfFile64::<Endianness>::parse(&*bytes).expect("an ELF file");
    let section = |name: &str| file.section_by_name(name).expect("the section");
    let (code, data) = (section(".text"), section(".rodata"));
    let distance = (code.address() as i64 - data.address() as i64) as i32;
    assert!(distance > 0);
    let numbers = code.data().expect("contents")[256..].chunks(4);
    let numbers: Vec<i32> = numbers.map(|bytes| i32::from_le_bytes(bytes.try_into().expect("4 bytes"))).collect();
    assert_eq!(numbers, [distance, 2 * distance, distance + 4, -1, 0, -1, 5, -1]);
    // Where nothing places the sections, the place of the assignment is reported.
    let found = assemble("fiji", &source.replace(".rocm\n", ".gallium\n")).diagnostics;
    let place = found.iter().find_map(|found| match found.place {
        isatope_diag::Place::Text(span) if found.message.contains("two sections") => Some(span.start),
        _ => None,
    });
    assert!(place.is_some_and(|place| place > 0), "{found:?}");
}

/// CLRX 0.1.9 refuses and accepts these settings. For ROCm and Clover it refuses more than 32 KiB and more than 102
/// registers too, but the hardware has them.
#[test]
fn settings_have_limits() {
    let hsa = ".gpu Fiji\n.kernel a\n.config\n.dims x\n@\n.text\na: .skip 256\ns_endpgm\n";
    let old = ".gpu Pitcairn\n.kernel a\n.config\n.dims x\n@\n.text\ns_endpgm\n";
    let new = ".64bit\n.gpu Fiji\n.driver_version 200406\n.kernel a\n.config\n.dims x\n@\n.text\ns_endpgm\n";
    let cases = [
        (".amdcl2", new, ".localsize 32768", true),
        (".amdcl2", new, ".localsize 32769", false),
        (".amd", old, ".localsize 32769", false),
        (".amd", old, ".hwlocal 32769", false),
        (".rocm", hsa, ".localsize 65536", true),
        (".rocm", hsa, ".localsize 65537", false),
        (".gallium", hsa, ".localsize 65537", false),
        (".amd", old, ".sgprsnum 102", true),
        (".amd", old, ".sgprsnum 103", false),
        (".amdcl2", new, ".sgprsnum 103", false),
        (".rocm", hsa, ".sgprsnum 109", false),
        (".rocm", hsa, ".cws 0", false),
        (".rocm", hsa, ".cws 4, 0, 2", false),
        (".rocm", hsa, ".cws 0, 0, 0", true),
        (".amdcl2", new, ".cws 0", false),
        (".rocm", hsa, ".floatmode 256", true),
        (".rocm", hsa, ".priority 5", true),
    ];
    for (container, source, setting, is_right) in cases {
        let source = format!("{container}\n{}", source.replace('@', setting));
        let (target, _) = named_target(&source).expect("a target");
        let output = assemble(target.name(), &source);
        assert_eq!(!output.failed(), is_right, "{container} {setting}: {:?}", output.diagnostics);
        let is_cut = matches!(setting, ".floatmode 256" | ".priority 5");
        assert!(!is_right || output.diagnostics.is_empty() != is_cut, "{setting}: {:?}", output.diagnostics);
    }
}

/// CLRX 0.1.9 refuses these settings, and accepts the others.
#[test]
fn settings_have_the_ranges_of_clrx() {
    let hsa = ".rocm\n.gpu Fiji\n.kernel a\n.config\n.dims x\n@\n.text\na: .skip 256\ns_endpgm\n";
    let new = "\
.amdcl2
.64bit
.gpu Fiji
.driver_version 234800
.kernel a
.config
.dims x
@
.text
s_endpgm
";
    let policy = ".policy 200\n.amd\n.gpu Pitcairn\n.kernel a\n.config\n.dims x\n@\n.text\ns_endpgm\n";
    let cases = [
        (hsa, ".reserved_sgprs 5, 101", true),
        (hsa, ".reserved_sgprs 5, 102", false),
        (hsa, ".reserved_vgprs 3, 255", true),
        (hsa, ".reserved_vgprs 3, 256", false),
        (hsa, ".debug_private_segment_buffer_sgpr 105", false),
        (hsa, ".kernarg_segment_align 16", true),
        (hsa, ".kernarg_segment_align 8", false),
        (hsa, ".group_segment_align 8", false),
        (hsa, ".private_segment_align 8", false),
        (hsa, ".wavefront_size 256", true),
        (hsa, ".wavefront_size 512", false),
        (hsa, ".md_kernarg_segment_align 4", true),
        (hsa, ".md_kernarg_segment_align 3", false),
        (hsa, ".md_wavefront_size 32", true),
        (hsa, ".md_wavefront_size 63", false),
        (hsa, ".md_wavefront_size 512", false),
        (hsa, ".md_sgprsnum 1000", false),
        (hsa, ".md_vgprsnum 257", false),
        (new, ".gdssize 65536", true),
        (new, ".gdssize 65537", false),
        (new, ".sgprsnum 100", true),
        (new, ".sgprsnum 101", false),
        (new, ".useenqueue\n.sgprsnum 96", true),
        (new, ".useenqueue\n.sgprsnum 97", false),
        (policy, ".sgprsnum 104", true),
        (policy, ".sgprsnum 105", false),
    ];
    for (source, setting, is_right) in cases {
        let source = source.replace('@', setting);
        let (target, _) = named_target(&source).expect("a target");
        let mut output = assemble(target.name(), &source);
        let failed = output.failed() || output.linked(target).is_err();
        assert_eq!(!failed, is_right, "{source}: {:?}", std::mem::take(&mut output.diagnostics));
    }
}

/// A kernel has either settings or bytes in place of them. CLRX 0.1.9 refuses these sources.
#[test]
fn nothing_of_a_kernel_is_lost() {
    let new = ".amdcl2\n.64bit\n.gpu Fiji\n.driver_version 234800\n";
    let older = ".amdcl2\n.64bit\n.gpu Fiji\n.driver_version 180005\n";
    let old = ".amd\n.gpu Pitcairn\n.driver_version 134805\n";
    let settings = ".config\n.dims x\n";
    let hsa = ".hsaconfig\n.dims x\n";
    let mut cases = Vec::new();
    for (program, settings, parts) in [
        (new, settings, &[".metadata", ".setup", ".control_directive"][..]),
        (new, hsa, &[".metadata", ".setup"]),
        (older, settings, &[".metadata", ".setup", ".stub", ".isametadata"]),
        (old, settings, &[".metadata", ".header", ".uav", ".calnote 5"]),
    ] {
        for part in parts {
            cases.push(format!("{program}.kernel a\n{settings}{part}\n.text\ns_endpgm\n"));
            if *part != ".control_directive" {
                cases.push(format!("{program}.kernel a\n{part}\n{settings}.text\ns_endpgm\n"));
                cases.push(format!("{program}{part}\n.kernel a\n{settings}.text\ns_endpgm\n"));
            }
        }
    }
    cases.push(format!("{new}.kernel a\n{settings}{hsa}.text\ns_endpgm\n"));
    cases.push(format!("{new}.kernel a\n{hsa}{settings}.text\ns_endpgm\n"));
    cases.push(format!("{new}.kernel a\n.stub\n.byte 1\n.text\ns_endpgm\n"));
    cases.push(format!("{new}.samplerinit\n.skip 8\n.sampler 1\n.kernel a\n{settings}.text\ns_endpgm\n"));
    for data in [".int 0x11223344", "s_nop 0", ".ascii \"a\"", ".fill 3, 1, 2"] {
        cases.push(format!("{new}.bssdata\n{data}\n.kernel a\n{settings}.text\ns_endpgm\n"));
    }
    for source in &cases {
        let (target, _) = named_target(source).expect("a target");
        assert!(assemble(target.name(), source).failed(), "{source}");
    }
    let room = format!("{new}.bssdata\n.skip 4\n.align 8\nx:\n.kernel a\n{settings}.text\ns_endpgm\n");
    let (target, _) = named_target(&room).expect("a target");
    assert!(!assemble(target.name(), &room).failed());
}

/// CLRX 0.1.9 warns about the same numbers.
#[test]
fn truncated_numbers_are_reported() {
    let cases = [
        (".fill 3, 1, 0x1ff", "ffffff"),
        (".fill 1, 2, 0x1ffff", "ffff"),
        (".fill 1, 8, 0x1ffffffff", "ffffffff00000000"),
        (".fillq 1, 1, -200", "38"),
        (".skip 2, 0x1ab", "abab"),
        (".byte 1\n.align 4, 0x1ff", "01ffffff"),
        ("s_nop 0\n.balignw 8, 0x11223344", "000080bf44334433"),
        (".byte 1\n.org 2, 0x1ff", "01ff"),
    ];
    for (source, bytes) in cases {
        let (found, output) = result("gcn1.2", source);
        assert_eq!(found, bytes, "{source}");
        assert_eq!(output.diagnostics.len(), 1, "{source}: {:?}", output.diagnostics);
    }
    for source in [".fill 1, 1, -1", ".skip 2, -128", ".fill 1, 8, 0xffffffff", ".align 4, 255"] {
        let output = assemble("gcn1.2", source);
        assert!(output.diagnostics.is_empty(), "{source}: {:?}", output.diagnostics);
    }
    let source = ".rocm\n.gpu Fiji\n.kernel a\n.config\n.dims x\n.cws 4294967297, -1\n.text\na: .skip 256\n";
    assert_eq!(assemble("fiji", source).diagnostics.len(), 2);
    // The macro has the name of a directive.
    assert_eq!(assemble("gcn1.2", ".macro .byte a\n.int \\a\n.endm\n.byte 1").diagnostics.len(), 1);
}

/// Without a version, the form is that of a new LLVM, and the source can ask for it.
#[test]
fn the_version_of_llvm_is_that_of_the_form() {
    let source = ".gallium\n.get_llvm_version v\n.get_driver_version d\n.text\n.int v, d\n";
    assert_eq!(hex(&assemble("gcn1.2", source).bytes_of(".text")), "409c000000000000");
    let source = source.replace(".get_llvm", ".llvm_version 30900\n.get_llvm");
    assert_eq!(hex(&assemble("gcn1.2", &source).bytes_of(".text")), "b478000000000000");
}

/// A processor may lack instructions of its version.
#[test]
fn processors_have_only_their_instructions() {
    for (called, lacks) in [("gfx904", true), ("vega12", true), ("gfx906", false)] {
        let (target, called) = Target::called(called).expect("a target");
        for dialect in ["clrx", "llvm"] {
            let options = Options { called: Some(called), ..Options::default() };
            let assembler = Assembler::new(target, dialect, options).expect("a dialect");
            let fails = |source: &str| assembler.assemble(source).failed();
            assert!(!fails("v_fma_mix_f32 v0, v1, v2, v3"));
            for source in ["v_dot2_f32_f16 v0, v1, v2, v3", "v_fmac_f32 v0, v1, v2", "v_xnor_b32 v0, v1, v2"] {
                assert_eq!(fails(source), lacks, "{called} {dialect}: {source}");
            }
        }
    }
}

/// The number of the version, and the versions that the device continues, are those of CLRX.
#[test]
fn devices_belong_to_the_versions_of_clrx() {
    let source = ".get_arch a\n.byte a\n.ifarch vega20\n.byte 20\n.endif\n.ifarch gcn1.4\n.byte 14\n.endif\n";
    for (gpu, want) in [("gfx904", "030e"), ("vega12", "030e"), ("gfx900", "030e"), ("gfx906", "04140e")] {
        assert_eq!(result(gpu, &format!(".gpu {gpu}\n{source}")).0, want, "{gpu}");
    }
}

/// A version that CLRX does not tell from another one belongs to that, and has the device of its processor.
#[test]
fn devices_of_other_versions_have_their_numbers() {
    let source = ".get_gpu g\n.get_arch a\n.byte g, a\n.ifarch gcn1.2\n.byte 12\n.endif\n.ifarch gcn1.4\n.byte 14\n\
                  .endif\n.ifarch gcn1.2.1\n.byte 21\n.endif\n";
    for (target, want) in [("gfx810", "12020c15"), ("stoney", "12020c15"), ("gcn1.2.1", "12020c15"), ("fiji", "0d020c")]
    {
        let (target, called) = Target::called(target).expect("a target");
        let options = Options { called: Some(called), ..Options::default() };
        let output = Assembler::new(target, "clrx", options).expect("a dialect").assemble(source);
        assert_eq!(hex(&output.bytes_of(".text")), want, "{called}");
    }
}

/// Bytes of older encodings are those of strings and characters.
#[test]
fn strings_keep_bytes_that_are_not_text() {
    let text = isatope_asm::text_of(b".ascii \"a\xe9\xff\" # caf\xe9\n.byte '\xe9'\n".to_vec()).expect("a text");
    assert_eq!(result("gcn1.2", &text).0, "61e9ffe9");
    let read = isatope_asm::text_of(b"s_nop 0\n\xff\0".to_vec());
    assert_eq!(read.map_err(|error| error.utf8_error().valid_up_to()), Err(8));
}

/// Warnings do not make a source wrong, however many there are.
#[test]
fn many_warnings_are_no_error() {
    let output = assemble("gcn1.2", &".byte 300\n".repeat(20_000));
    assert!(!output.failed());
    assert_eq!(output.diagnostics.len(), 10_001);
    let output = assemble("gcn1.2", &format!("{}.bite 1\n", ".byte 300\n".repeat(20_000)));
    assert!(output.failed());
    assert!(assemble("gcn1.2", &".bite 1\n".repeat(20_000)).diagnostics.len() < 20_000);
}

/// The places before the size of a part of a file may be empty.
#[test]
fn parts_of_files_may_have_no_start() {
    let folder = root().join("crates/isatope-asm/tests/clrx");
    let target = Target::from_name("gcn1.2").expect("a target");
    let assembler = Assembler::new(target, "clrx", Options::default()).expect("a dialect");
    let assembler = assembler.with_files(Folders(vec![folder]));
    let output = assembler.assemble(".incbin \"clover.tsv\",,3\n.incbin \"clover.tsv\", 2, 1\n");
    assert!(!output.failed(), "{:?}", output.diagnostics);
    assert_eq!(output.bytes_of(".text"), b"# PP");
    // CLRX 0.1.9 writes nothing after the end, and refuses a negative start.
    let output = assembler.assemble(".incbin \"clover.tsv\", 10000000\n.byte 1\n");
    assert!(!output.failed(), "{:?}", output.diagnostics);
    assert_eq!(output.bytes_of(".text"), [1]);
    assert!(assembler.assemble(".incbin \"clover.tsv\", -1\n").failed());
    assert!(assembler.assemble(".incbin \"clover.tsv\", 0, -1\n").failed());
}
