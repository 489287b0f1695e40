//! Tests the assembler language: sources whose bytes and relocations LLVM's assembler gave.

use isatope_asm::{Assembler, Options, Output};
use isatope_core::Target;
use isatope_object::relocation;
use isatope_testing::{root, rows_of};

/// The source of a case, without its escapes.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, false) => out.push(c),
            _ => match chars.next() {
                Some('n') => out.push('\n'),
                other => out.extend(other),
            },
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn assemble(target: &str, dialect: &str, text: &str) -> Output {
    let target = Target::from_name(target).expect("a target");
    Assembler::new(target, dialect, Options::default()).expect("a dialect").assemble(text)
}

/// Relocations of `.text`: `offset:type:symbol+addend`.
fn relocations(output: &Output) -> String {
    let text = output.layout.sections.iter().position(|section| section.name == ".text").unwrap_or(0);
    let mut all = Vec::new();
    for found in output.layout.relocations.iter().filter(|found| found.section == text) {
        let name = match found.target_section {
            Some(section) => &output.layout.sections[section].name,
            None => &found.symbol,
        };
        let kind = relocation::name(found.kind).unwrap_or_default();
        let addend = found.addend.unwrap_or(0);
        let sign = if addend < 0 { '-' } else { '+' };
        all.push(format!("{:x}:{kind}:{name}{sign}{:x}", found.offset, addend.unsigned_abs()));
    }
    all.join(" ")
}

#[test]
fn sources_give_what_llvm_gives() {
    let rows: Vec<[String; 4]> = rows_of(root().join("crates/isatope-asm/tests/language/llvm.tsv"));
    assert!(rows.len() >= 15, "only {} cases", rows.len());
    let mut wrong = Vec::new();
    for [target, bytes, expected, source] in rows {
        let text = unescaped(&source);
        let output = assemble(&target, "llvm", &text);
        let found = (hex(&output.bytes_of(".text")), relocations(&output));
        if output.failed() || found != (bytes.clone(), expected.clone()) {
            wrong.push(format!("{text}\n{found:?}\n({bytes:?}, {expected:?})\n{:?}", output.diagnostics.first()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn many_expansions_take_linear_time() {
    let calls = ".macro one n\n.byte \\n\n.endm\n".to_owned() + &"one 7\n".repeat(200_000);
    assert_eq!(assemble("gfx900", "llvm", &calls).bytes_of(".text").len(), 200_000);
    let rept = ".rept 1000000\ns_nop 0\n.endr\n";
    assert_eq!(assemble("gfx900", "llvm", rept).bytes_of(".text").len(), 4_000_000);
    let labels: String = (0..200_000).map(|n| format!("l{n}: .long l{n}-l0\n")).collect();
    let output = assemble("gfx900", "llvm", &labels);
    assert!(!output.failed());
    assert_eq!(output.bytes_of(".text").len(), 800_000);
}

/// `language/NAME.s` is what clang 19 makes of `language/calls.cl`; `NAME.text.hex` and `NAME.rodata.hex` are the
/// sections of the object that LLVM's assembler makes of it.
#[test]
fn compiler_output_gives_what_llvm_gives() {
    let folder = root().join("crates/isatope-asm/tests/language");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_else(|_| panic!("{name} is missing"));
    for (target, name) in [("gfx900", "calls-gfx900-O1"), ("gfx600", "calls-gfx600-O2")] {
        let output = assemble(target, "llvm", &read(&format!("{name}.s")));
        assert!(!output.failed(), "{name}: {:?}", output.diagnostics.first());
        for section in ["text", "rodata"] {
            let expected: String = read(&format!("{name}.{section}.hex")).split_whitespace().collect();
            assert!(hex(&output.bytes_of(&format!(".{section}"))) == expected, "{name}: .{section} differs");
        }
    }
}

/// As clang 19 and clang 5 name them for targets without an operating system, Mesa and HSA.
#[test]
fn sources_name_their_target() {
    let name = |text: &str| isatope_asm::named_target(text).map(|(_, name)| name);
    assert_eq!(name("\t.text\n\t.amd_amdgpu_isa \"amdgcn-mesa-mesa3d--gfx600\"\n"), Some("gfx600"));
    assert_eq!(name("\t.text\n\t.amd_amdgpu_isa \"amdgcn-pc-linux-gnu-gfx802\"\n"), Some("gfx802"));
    assert_eq!(name(&("\n".repeat(20_000) + ".amd_amdgpu_isa \"amdgcn-unknown-amdpal--gfx803\"\n")), Some("gfx803"));
    assert_eq!(name("\t.hsa_code_object_isa 7,0,1,\"AMD\",\"AMDGPU\"\n"), Some("gfx701"));
    assert_eq!(name(".amdgcn_target \"amdgcn-amd-amdhsa--gfx906:xnack-\"\n"), Some("gfx906"));
    assert_eq!((name("\t.hsa_code_object_isa\n"), name("s_nop 0\n")), (None, None));
}

/// As `llvm-mc-19` for `amdgcn-amd-amdhsa` says it: older names of the numbers of the processor are not defined, and a
/// source may define them. Sources for other systems use them at once.
#[test]
fn older_names_of_the_processor_are_defined_where_they_are_used() {
    let target = Target::from_name("gfx906").expect("known");
    let assembler = Assembler::new(target, "llvm", Options { called: Some("gfx906"), ..Options::default() });
    let assembler = assembler.expect("GCN has the dialect");
    let older = ["major", "minor", "stepping"].map(|part| format!(".option.machine_version_{part}"));
    let newer = ["number", "minor", "stepping"].map(|part| format!(".amdgcn.gfx_generation_{part}"));
    let own: String = older
        .iter()
        .zip(&newer)
        .map(|(old, new)| format!(".ifdef {old}\n.error \"defined\"\n.endif\n.set {old}, {new}\n"))
        .collect();
    let used: String = older.iter().map(|name| format!(".byte {name}\n")).collect();
    for text in [format!("{own}{used}"), used.clone()] {
        let output = assembler.assemble(&text);
        assert!(output.diagnostics.is_empty(), "{text}{:?}", output.diagnostics);
        assert_eq!(output.bytes_of(".text"), [9, 0, 6], "{text}");
    }
}

/// The true cause comes first: what an object may leave to a linker is no number for a condition.
#[test]
fn a_symbol_that_is_not_defined_is_named() {
    let options = Options { externals: isatope_asm::Externals::All, ..Options::default() };
    let assembler = Assembler::new(Target::from_name("gfx900").expect("known"), "llvm", options);
    let assembler = assembler.expect("GCN has the dialect");
    for text in [".if width % 4\n.endif\n", ".if 3 < -width\n.endif\n", ".long 2 * width\n"] {
        let found = assembler.assemble(text).diagnostics;
        assert_eq!(found.len(), 1, "{text}{found:?}");
        assert!(found[0].message.starts_with("`width` is not defined"), "{text}{found:?}");
    }
    assert!(!assembler.assemble(".long width + 4\n").failed());
}

/// As `llvm-mc-19` reads it, which gives `bf800000 bf800001 bf800002`; for CLRX 0.1.9, it is a blank.
#[test]
fn a_carriage_return_ends_a_line() {
    for text in ["s_nop 0 // c\rs_nop 1\ns_nop 2\n", "s_nop 0\rs_nop 1\r\ns_nop 2\r", "s_nop 0 ; c\rs_nop 1\r\rs_nop 2"]
    {
        let output = assemble("gfx900", "llvm", text);
        assert_eq!(hex(&output.bytes_of(".text")), "000080bf010080bf020080bf", "{text:?}");
    }
    let output = assemble("gfx900", "llvm", "s_nop 0\r\ns_nop x y\r\n");
    let isatope_diag::Place::Text(span) = output.diagnostics[0].place else { panic!("{:?}", output.diagnostics) };
    assert_eq!(span.start, 17);
    assert_eq!(
        hex(&assemble("gcn1.4", "clrx", "s_nop \r0 # c\rs_nop 1\ns_nop 2\n").bytes_of(".text")),
        "000080bf020080bf"
    );
}

/// Definitions may refer to later ones in chains of any length, and each one several times.
#[test]
fn chains_of_definitions_have_any_length() {
    for dialect in ["llvm", "clrx"] {
        let chain: String = (0..20_000).map(|n| format!("x{n} = x{}+1\n", n + 1)).collect();
        let output = assemble("gfx900", dialect, &format!("{chain}x20000 = 5\n.long x0, x19999\n"));
        assert_eq!(hex(&output.bytes_of(".text")), "254e000006000000", "{dialect}: {:?}", output.diagnostics.first());
        let doubles: String = (0..60).map(|n| format!("x{n} = x{0}+x{0}\n", n + 1)).collect();
        let output = assemble("gfx900", dialect, &format!("{doubles}x60 = 3\n.quad x0\n"));
        assert_eq!(hex(&output.bytes_of(".text")), "0000000000000030", "{dialect}: {:?}", output.diagnostics.first());
        let output = assemble("gfx900", dialect, ".byte x\nx = y+1\ny = x+1\n");
        assert!(output.failed(), "{dialect}");
    }
}

/// A label does not make an instruction another one, and a macro may have its name.
#[test]
fn labels_precede_instructions_of_all_forms() {
    let lines = ["v_add_f32 v0, v1, v2", "s_mov_b32 s0, 0x12345678", "s_branch a", "v_mul_f32 v0, s0, v1 clamp", "m 3"];
    let source = |label: &str| {
        let lines: String =
            lines.iter().zip('a'..).map(|(line, name)| label.replace('L', &name.to_string()) + line + "\n").collect();
        assemble("gfx900", "llvm", &format!(".macro m n\ns_nop \\n\n.endm\n{lines}")).bytes_of(".text")
    };
    assert_eq!(hex(&source("L: ")), hex(&source("L:\n")));
    let hidden = ".macro s_sleep n\ns_nop \\n\n.endm\na: s_sleep 3\n";
    assert_eq!(hex(&assemble("gfx900", "llvm", hidden).bytes_of(".text")), "030080bf");
    let labels: String = (0..50_000).map(|n| format!("a{n}: ")).collect();
    for dialect in ["llvm", "clrx"] {
        let output = assemble("gfx900", dialect, &format!("{labels}s_nop 3\n"));
        assert_eq!(hex(&output.bytes_of(".text")), "030080bf", "{dialect}: {:?}", output.diagnostics.first());
        assert_eq!(output.layout.symbols.len(), 50_000);
    }
    let output = assemble("gfx900", "llvm", "a: v_add_f32 v0, v1\n");
    assert!(output.failed());
    assert_eq!(output.layout.symbols.len(), 1);
}
