//! Padding in code costs little, and does not change what is found.

use isatope::assembler::Options;
use isatope::check::{Settings, Subject};
use isatope::{Assembler, Dialect, Target};

/// Number of pieces of all code, and the messages.
fn found(subject: &Subject) -> (usize, Vec<String>) {
    let pieces = subject.codes.iter().map(|code| code.program().items().len()).sum();
    let findings = subject.findings(&Settings::default());
    (pieces, findings.into_iter().map(|finding| finding.message).collect())
}

#[test]
fn fills_after_a_program_are_one_piece() {
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(Target::GFX900, Dialect::LLVM, options).expect("GCN has the dialect");
    let kernel = "global_load_dword v0, v[2:3], off\nv_add_f32 v1, v0, v0\ns_endpgm\n";
    let head = ".globl k\n.type k,@function\nk:\n";
    for head in ["", head] {
        let expected = found(&Subject::of_source(&assembler.assemble(format!("{head}{kernel}"))));
        assert_eq!(expected.1.len(), 1, "{expected:?}");
        for fill in [".skip 0x1000000\n", ".fill 0x400000, 4, 0xbf800000\n", ".fill 0x200000, 8, 0x0000ffffbe8000ff\n"]
        {
            let source = assembler.assemble(format!("{head}{kernel}{fill}"));
            let (pieces, messages) = found(&Subject::of_source(&source));
            assert_eq!(messages, expected.1, "{fill}");
            let is_container = !head.is_empty() && !fill.contains("skip");
            assert!(is_container || pieces <= expected.0 + 8, "{fill}: {pieces}");
            let (pieces, messages) =
                found(&Subject::of_image(Target::GFX900, &source.bytes(".text"), true).expect("code"));
            assert_eq!(messages.len(), 1, "{fill}: {messages:?}");
            assert!(pieces <= expected.0 + 8, "{fill}: {pieces}");
        }
    }
}

#[test]
fn zeros_in_a_function_are_skipped() {
    let assembler = Assembler::new(Target::GFX900, Dialect::LLVM).expect("GCN has the dialect");
    let text = ".globl k\n.type k,@function\nk:\ns_branch a\n.skip 0x10000\na:s_nop 0\ns_endpgm\n.size k, .-k\n";
    let (pieces, messages) = found(&Subject::of_source(&assembler.assemble(text)));
    assert!(messages.is_empty(), "{messages:?}");
    assert!(pieces <= 16, "{pieces}");
}
