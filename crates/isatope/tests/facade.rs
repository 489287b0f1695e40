//! The library as programs see it, beside what other tools and the tables say.

use isatope::{
    Assemble, Assembler, Dialect, FlowKind, FlowTarget, Listing, Object, OperandKind, Target, UnknownDialect, op,
};

#[test]
fn names_are_constants() {
    assert_eq!("fiji".parse(), Ok(Target::GCN1_2));
    assert_eq!(Target::GFX803, Target::FIJI);
    assert_eq!("gfx1".parse::<Target>().unwrap_err().to_string(), "there is no target `gfx1`");
    assert_eq!(op::V_BFE_U32.name(), "v_bfe_u32");
    assert_eq!(op::FMA_F32.to_string(), "FMA.f32");
    assert_eq!(Dialect::from_name(Target::V9, "mesa-new"), Some(Dialect::MESA_NEW));
}

#[test]
fn every_instruction_is_the_operation_of_its_name() {
    for target in Target::all() {
        let mut seen = 0;
        // Opcodes of most formats are in the upper half of the first word.
        for high in (0..=0xffff_u32).step_by(3) {
            let bytes = u64::from(high << 16 | 0x0102).to_le_bytes();
            if let Ok(inst) = target.decode(&bytes) {
                assert_eq!(inst.op().name(), inst.mnemonic());
                assert_eq!(inst.bytes()[..], bytes[..inst.len()]);
                seen += 1;
            }
        }
        assert!(seen > 0 || target.word_bytes() == 8, "{target}");
    }
}

#[test]
fn flow_says_where_instructions_lead() {
    let flow = |text: &str| Target::GFX900.assemble(text).map(|inst| (inst.flow().kind, inst.branch_target(0x1000)));
    assert_eq!(flow("v_mov_b32 v0, v1"), Ok((FlowKind::Next, None)));
    assert_eq!(flow("s_branch .-4"), Ok((FlowKind::Jump, Some(0xffc))));
    assert_eq!(flow("s_cbranch_vccnz .+8"), Ok((FlowKind::Branch, Some(0x1008))));
    assert_eq!(flow("s_setpc_b64 s[2:3]"), Ok((FlowKind::Jump, None)));
    assert_eq!(flow("s_swappc_b64 s[0:1], s[2:3]"), Ok((FlowKind::Call, None)));
    assert_eq!(flow("s_call_b64 s[0:1], .+12"), Ok((FlowKind::Call, Some(0x100c))));
    assert_eq!(flow("s_endpgm"), Ok((FlowKind::End, None)));
    let flow = |text: &str| Target::V9.assemble(text).map(|inst| (inst.flow().kind, inst.branch_target(0x1000)));
    assert_eq!(flow("FADD.f32 r0, r1, r2"), Ok((FlowKind::Next, None)));
    assert_eq!(flow("FADD.f32.end r0, r1, r2"), Ok((FlowKind::End, None)));
    assert_eq!(flow("BRANCHZ.eq r1, offset:2"), Ok((FlowKind::Branch, Some(0x1018))));
    // The condition is a constant that holds.
    assert_eq!(flow("BRANCHZ.eq 0x0, offset:-2"), Ok((FlowKind::Jump, Some(0xff8))));
    // The lanes that branch end.
    let ends = Target::V9.assemble("BRANCHZ.eq.end r1, offset:2").map(|inst| inst.flow());
    assert_eq!(ends.map(|flow| (flow.kind, flow.target)), Ok((FlowKind::Branch, Some(FlowTarget::End))));
}

#[test]
fn constants_are_the_bits_of_the_operand() {
    let kinds = |text: &str| {
        let inst = Target::GFX803.assemble(text).expect("it is right");
        inst.operands().map(|o| o.kind()).collect::<Vec<_>>()
    };
    assert_eq!(kinds("v_add_f32 v1, 2.0, v3")[1], OperandKind::Constant(0x4000_0000));
    assert_eq!(kinds("v_add_f16 v1, 2.0, v3")[1], OperandKind::Constant(0x4000));
    assert_eq!(kinds("s_movk_i32 s0, -5")[1], OperandKind::Number(-5));
    assert_eq!(kinds("v_mov_b32 v1, 0x12345678")[1], OperandKind::Constant(0x1234_5678));
}

#[test]
fn errors_say_where() {
    let error = Target::GFX803.assemble("v_add_f32 v1, v2, v999").unwrap_err();
    assert_eq!(error.to_string(), "register v999 is out of range");
    assert_eq!(error.messages[0].place, Some(18..22));
    assert_eq!(Target::GFX803.assemble("").unwrap_err().to_string(), "the text is not one instruction");
    assert!(Target::GFX803.decode(&[0; 2]).is_err_and(|e| e.is_incomplete()));
    let error = Assembler::new(Target::V9, Dialect::LLVM).unwrap_err();
    assert!(matches!(error, UnknownDialect { target: Target::V9, dialect: Dialect::LLVM, .. }));
    assert!(Object::open(b"nothing").is_err());
}

/// `expect` and `?` in a test print the source line.
#[test]
fn errors_print_their_source() {
    let assembler = Assembler::new(Target::GFX900, Dialect::LLVM).expect("a dialect");
    let source = assembler.assemble("s_nop 0\nv_mov_b32 v0, s[0:1]\nbad\ns_endpgm");
    let error = source.object().expect_err("it is wrong");
    let text = format!("{error:?}");
    for part in ["error[E0202]", "<source>:2:15", "v_mov_b32 v0, s[0:1]", "^^^^^^", "error[E0103]", "<source>:3:1"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let error: Box<dyn std::error::Error> = Box::new(assembler.instruction("v_mov_b32 v0, s[0:1]").expect_err("wrong"));
    assert!(format!("{error:?}").contains("<source>:1:15"), "{error:?}");
}

#[test]
fn source_lines_of_code() {
    let assembler = Assembler::new(Target::GFX900, Dialect::LLVM).expect("a dialect");
    let source = assembler.assemble("// a comment\nstart:\n  s_nop 0\n  .long 5\n\n  v_mov_b32 v0, 0x12345\n");
    let lines: Vec<_> = source.lines().collect();
    assert_eq!(lines, [(".text", 0..4, 3, 3), (".text", 8..16, 6, 3)]);
}

#[test]
fn messages_keep_notes_and_labels() {
    let source = Assembler::new(Target::GFX900, Dialect::LLVM).expect("its dialect");
    let found = source.assemble("v_mov_b32 v[x], v1\n.set x, 1\n").messages();
    assert_eq!(found[0].notes, ["a register number must be defined before its use"]);
    let found = source.assemble("v_mov_b32 s0, v1").messages();
    assert_eq!(found[0].label, "`vdst` is a vector register");
    let found = source.assemble("s_add_u32 s0, 0x1234, 0x12345").messages();
    assert_eq!(found[0].labels, [(14..20, "the first one".to_string())]);
}

#[test]
fn a_dialect_of_another_target_is_an_error() {
    let inst = Target::GFX803.assemble("v_mov_b32 v1, v2").expect("it is right");
    let error = inst.display(Dialect::MESA).expect_err("not its dialect");
    assert_eq!(error.to_string(), "gcn1.2 has no dialect `mesa`");
    assert_eq!(inst.display(Dialect::LLVM).expect("its dialect").to_string(), "v_mov_b32_e32 v1, v2");
}

#[test]
fn listings_are_read_back() {
    let source = ".text\nvadd:\n s_nop 1\n s_endpgm\n.rodata\n.amdhsa_kernel vadd\n .amdhsa_next_free_vgpr 1\n \
        .amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n";
    let assembler = Assembler::new(Target::GFX900, Dialect::LLVM).expect("its dialect");
    let file = assembler.assemble(source).object().expect("it has a kernel");
    let object = Object::open(&file).expect("an object");
    assert_eq!(object.target(), Some(Target::GFX900));
    assert_eq!(object.kernels().map(|k| k.name).collect::<Vec<_>>(), ["vadd"]);
    let text = Listing::of(&object, Dialect::LLVM).expect("its dialect").to_string();
    let code = object.sections().find(|s| s.is_code).expect("it has code").data;
    assert_eq!(assembler.assemble(&text).bytes(".text"), code);
    let listing = Listing::of_code(Target::GFX900, code, Dialect::LLVM).expect("its dialect");
    assert_eq!(listing.to_string(), "s_nop 1\ns_endpgm\n");
}

#[cfg(feature = "emulator")]
#[test]
fn waves_have_registers_by_name() {
    let mut wave = isatope::Wave::new(Target::GFX900);
    wave.set("vcc", 0xffff_0000_1234_5678).expect("it exists");
    assert_eq!(wave.lane("vcc_hi", 0), Ok(0xffff_0000));
    assert_eq!(wave.lane("exec", 0), Ok(u64::MAX));
    wave.set("exec", 1).expect("it exists");
    wave.run(&Target::GFX900.assemble("v_mov_b32 v255, 7").expect("it is right")).expect("it runs");
    assert_eq!(wave.lanes("v255").map(|lanes| lanes[..2].to_vec()), Ok(vec![7, 0]));
    assert_eq!(wave.set("v256", 0).unwrap_err().to_string(), "gcn1.4 has no register `v256`");
    wave.set("s[2:3]", 0x1_0000_0002).expect("a pair");
    assert_eq!((wave.lane("s2", 0), wave.lane("S3", 0)), (Ok(2), Ok(1)));
    assert!(wave.lane("s[2:4]", 0).is_err() && wave.lane("s[3:2]", 0).is_err());
    // Four registers, as a descriptor has them: words by words.
    wave.set_words("s[4:7]", &[1, 2, 3]).expect("four registers");
    assert_eq!((4..8).map(|n| wave.lane(&format!("s{n}"), 0)).collect::<Vec<_>>(), [Ok(1), Ok(2), Ok(3), Ok(0)]);
    wave.set_words("v[4:6]", &[7, 8, 9]).expect("three registers");
    assert_eq!((wave.words("v[4:6]", 63), wave.words("v[4:6]", 64)), (Ok(vec![7, 8, 9]), Ok(vec![0; 3])));
    wave.set_lane("v4", 64, 1).expect("nothing");
    assert!(wave.lanes("v4").is_ok_and(|lanes| lanes == [7; 64]));
    assert!(wave.run(&Target::V9.assemble("NOP").expect("it is right")).is_err());
    let mut warp = isatope::Wave::new(Target::V9);
    warp.set("r1", 3).expect("it exists");
    warp.run(&Target::V9.assemble("IADD.u32 r0, r1, r1").expect("it is right")).expect("it runs");
    assert_eq!(warp.lane("r0", 15), Ok(6));
}

#[cfg(feature = "serde")]
#[test]
fn pieces_of_text_know_their_bits() {
    let inst = Target::GFX803.assemble("v_add_f32 v1, v2, v3").expect("it is right");
    let data = isatope::data::Instruction::new(&inst, Dialect::LLVM).expect("its dialect");
    assert!(isatope::data::Instruction::new(&inst, Dialect::ARM).is_err());
    let pieces: Vec<_> = data.pieces.iter().map(|p| (&data.text[p.start..p.end], p.bits.clone())).collect();
    assert_eq!(pieces[1..], [("v1", vec![(24, 17)]), ("v2", vec![(8, 0)]), ("v3", vec![(16, 9)])]);
    let schema = schemars::schema_for!(isatope::data::Instruction);
    let json = serde_json::to_value(&data).expect("it is data");
    for name in json.as_object().expect("an object").keys() {
        assert!(schema.as_value()["properties"].get(name).is_some(), "{name}");
    }
}

/// The schemas that front ends take from `schemas/`. `ISATOPE_BLESS=1` writes them anew.
#[cfg(feature = "serde")]
#[test]
fn schemas_are_current() {
    let schemas = [
        ("instruction", schemars::schema_for!(isatope::data::Instruction)),
        ("source", schemars::schema_for!(isatope::data::SourceText)),
        ("container", schemars::schema_for!(isatope::data::Container)),
    ];
    for (name, schema) in schemas {
        let path = format!("{}/../../schemas/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
        let text = serde_json::to_string_pretty(&schema).expect("it is data") + "\n";
        if std::env::var_os("ISATOPE_BLESS").is_some() {
            std::fs::write(&path, &text).expect("it can be written");
        }
        let known = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(known, text, "{name}: run the test with ISATOPE_BLESS=1");
    }
}

#[test]
fn sources_know_their_words() {
    let target = Target::GFX900;
    let assembler = Assembler::new(target, Dialect::LLVM).expect("a dialect");
    let text = ".set count, 3\nloop: s_sub_u32 s0, s0, count // down\n.data\n.long loop\n.text\ns_branch loop\n";
    let source = assembler.assemble(text);
    assert!(!source.failed(), "{:?}", source.messages());
    let words: Vec<_> = source.tokens().map(|t| (t.kind.name(), &text[t.start..t.end])).collect();
    let expected = [
        ("directive", ".set"),
        ("definition", "count"),
        ("number", "3"),
        ("definition", "loop"),
        ("mnemonic", "s_sub_u32"),
        ("register", "s0"),
        ("register", "s0"),
        ("name", "count"),
        ("comment", "// down"),
    ];
    assert_eq!(words[..expected.len()], expected);
    let statements: Vec<_> = source
        .statements()
        .map(|s| (&text[s.place.clone()], s.section.to_owned(), s.offset, s.size, s.instruction.is_some()))
        .collect();
    let mnemonics: Vec<_> = statements.iter().map(|s| (s.1.as_str(), s.2, s.3, s.4)).collect();
    assert_eq!(mnemonics, [(".text", 0, 4, true), (".text", 4, 4, true), (".data", 0, 4, false)]);
    assert!(statements[1].0.contains("s_branch") && statements[2].0.contains(".long loop"), "{statements:?}");
    let names: Vec<_> = source
        .names()
        .into_iter()
        .map(|name| (name.name.to_owned(), name.definition.is_some(), name.uses.len()))
        .collect();
    assert_eq!(names, [("count".to_owned(), true, 1), ("loop".to_owned(), true, 2)]);
}

/// The object and the places of its instructions, as `llvm-symbolizer` has them, belong to the tests of
/// `isatope-object`.
#[test]
fn objects_know_where_their_code_comes_from() {
    let file = include_bytes!("../../isatope-object/tests/lines/lines.co");
    let object = Object::open(file).expect("it opens");
    let lines = object.lines().expect("they can be read");
    let text = object.sections().find(|section| section.name == ".text").expect("it has code");
    assert!(lines.windows(2).all(|pair| pair[0].addresses.end <= pair[1].addresses.start));
    let code = text.address..text.address + text.size;
    assert!(lines.iter().all(|line| code.contains(&line.addresses.start) && line.addresses.end <= code.end));
    let mut checked = 0;
    for known in
        include_str!("../../isatope-object/tests/lines/lines.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let mut columns = known.split('\t');
        let address = columns.next().expect("an address").trim_start_matches("0x");
        let address = u64::from_str_radix(address, 16).expect("hex");
        let innermost = columns.next().expect("a frame");
        let line = lines.iter().find(|line| line.addresses.contains(&address)).expect("it has a line");
        let place = format!(" {}:{}:{}", line.file, line.line, line.column);
        assert!(innermost.ends_with(&place), "{known}: {place}");
        checked += 1;
    }
    assert!(checked > 10);
}
