//! Help for people who write: syntax and completion.

use isatope::{Assembler, CompletionKind, Dialect, Target, Written};

/// What can stand where `|` is in a text.
fn complete(target: Target, dialect: Dialect, text: &str) -> (String, Vec<(CompletionKind, String)>) {
    let assembler = Assembler::new(target, dialect).expect("its dialect");
    let offset = text.find('¦').expect("a place");
    let text = text.replace('¦', "");
    let found = assembler.complete(&text, offset);
    (text[found.replaces].to_string(), found.items.into_iter().map(|item| (item.kind, item.text)).collect())
}

fn texts(target: Target, dialect: Dialect, text: &str) -> Vec<String> {
    complete(target, dialect, text).1.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn every_place_has_what_can_stand_there() {
    let llvm = |text: &str| texts(Target::GFX900, Dialect::LLVM, text);
    assert_eq!(llvm("s_endp¦"), ["s_endpgm", "s_endpgm_ordered_ps_done", "s_endpgm_saved"]);
    assert_eq!(llvm("x: v_bfe_u¦ v0"), ["v_bfe_u32", "v_bfe_u32_e64"]);
    assert_eq!(llvm(".amdhsa_kernel x\n .amdhsa_next_free_v¦"), [".amdhsa_next_free_vgpr"]);
    assert_eq!(llvm(".asc¦"), [".ascii", ".asciz"]);
    // Operands of the class of their field, and only those.
    assert_eq!(llvm("v_add_f32 v25¦"), ["v25", "v250", "v251", "v252", "v253", "v254", "v255"]);
    assert!(llvm("v_add_f32 s¦").iter().all(|text| !text.starts_with("s0")));
    assert!(llvm("v_add_f32 v0, s1¦").contains(&"s10".to_string()));
    assert_eq!(llvm("s_mov_b64 s[98¦"), ["s[98:99]"]);
    assert_eq!(llvm("s_mov_b64 s[2:3], s[98:¦"), ["s[98:99]"]);
    assert_eq!(llvm("v_pk_add_f16 v0, v1, v2 op_sel:[0¦"), Vec::<String>::new());
    assert_eq!(llvm("s_mov_b32 s0, vc¦"), ["vcc_lo", "vcc_hi"]);
    assert_eq!(llvm("v_mad_f32 v0, v1, v2, src_lds¦"), [""; 0]);
    assert_eq!(llvm("s_waitcnt vm¦"), ["vmcnt("]);
    assert_eq!(llvm("here: s_nop 0\n s_branch he¦"), ["here"]);
    // Modifiers, those that are there already left out, and their values.
    assert_eq!(llvm("v_add_f32_e64 v0, v1, v2 c¦"), ["clamp"]);
    assert_eq!(llvm("v_add_f32_e64 v0, v1, v2 clamp c¦"), Vec::<String>::new());
    assert_eq!(llvm("v_add_f32_e64 v0, v1, v2 mul:¦"), ["2", "4"]);
    assert_eq!(llvm("v_add_f32_e32 v0, v1, v2 c¦"), Vec::<String>::new());
    assert_eq!(texts(Target::GFX900, Dialect::CLRX, "v_add_f32 v0, v1, v2 vop¦"), ["vop3"]);
    // Where nothing can stand.
    for text in ["s_nop 0 // s_¦", "/* s_¦ */", ".ascii \"s_¦\""] {
        assert_eq!(llvm(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn attached_modifiers_are_found_where_they_are_written() {
    let arm = |text: &str| texts(Target::V9, Dialect::ARM, text);
    assert!(arm("FADD.f¦").contains(&"f32".to_string()) || arm("FADD.f¦").contains(&"FADD.f32".to_string()));
    assert!(arm("FADD.f32 r0, r1.n¦").contains(&"neg".to_string()), "{:?}", arm("FADD.f32 r0, r1.n¦"));
    assert!(arm("FADD.f32 r6¦").contains(&"r63".to_string()));
}

/// Whatever is suggested as a register or a modifier is read at that place.
#[test]
fn suggestions_are_read_by_the_assembler() {
    let assembler = Assembler::new(Target::GFX900, Dialect::LLVM).expect("its dialect");
    for (before, after) in [
        ("v_add_f32 v0, ", ", v2"),
        ("v_add_f32 ", ", v1, v2"),
        ("s_mov_b64 ", ", 0"),
        ("s_mov_b64 s[0:1], ", ""),
        ("v_add_f32_e64 v0, v1, v2 ", ""),
    ] {
        let found = assembler.complete(before, before.len());
        assert!(!found.items.is_empty(), "{before}");
        for item in found.items.iter().filter(|item| !item.text.ends_with([':', '[', '('])) {
            let text = format!("{before}{}{after}", item.text);
            let source = assembler.assemble(text.as_str());
            assert!(!source.failed(), "{text}: {:?}", source.messages());
        }
    }
}

#[test]
fn any_place_of_any_text_can_be_asked() {
    for (target, dialect) in [(Target::GFX900, Dialect::LLVM), (Target::V9, Dialect::MESA)] {
        let assembler = Assembler::new(target, dialect).expect("its dialect");
        for text in
            ["", "é v_add_f32 é,;", "FADD.f32 r0.é, (", "a:b:.set x,", "v_add_f32 v0, [[", ":", "s_nop :", "\"", "/*"]
        {
            for offset in 0..=text.len() + 1 {
                let found = assembler.complete(text, offset);
                assert!(text.get(found.replaces).is_some());
            }
        }
    }
}

#[test]
fn syntax_says_what_each_form_takes() {
    for target in Target::all() {
        for dialect in target.dialects() {
            for operation in target.operations() {
                let syntax = operation.syntax(target, dialect).expect("the target has it");
                assert!(!syntax.summary.is_empty(), "{target} {operation}");
                for form in &syntax.forms {
                    assert!(!form.mnemonic.is_empty(), "{target} {operation}");
                    assert!(form.operands.iter().all(|o| !o.takes.is_empty()), "{target} {operation} {form}");
                }
            }
        }
    }
    let operation = Target::GFX900.operation("V_ADD_F16").expect("it has it");
    let syntax = operation.syntax(Target::GFX900, Dialect::LLVM).expect("its dialect");
    let formats: Vec<_> = syntax.forms.iter().map(|form| form.format).collect();
    assert_eq!(formats[..2], ["vop2", "vop3a"]);
    let source = &syntax.forms[1].operands[1];
    assert_eq!((source.name, source.registers, source.read, source.written), ("a", 1, true, false));
    assert_eq!(source.signs, ["|…|", "-"]);
    assert_eq!(syntax.forms[0].operands[2].takes, ["v0 to v255"]);
    assert!(
        operation.syntax(Target::V9, Dialect::ARM).is_none()
            && operation.syntax(Target::GFX900, Dialect::ARM).is_none()
    );
    assert!(operation.syntax(Target::GFX600, Dialect::LLVM).is_none());
}
