//! Instructions with other operands, and blocks of them.

use isatope::{Assemble, BlockEncoder, Dialect, Edit, EncodeError, Instruction, OperandKind, Target};
use isatope_testing::Random;

fn read(target: Target, text: &str) -> Instruction {
    target.assemble(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every operand of every form, as the decoder finds them in words with many different bits.
fn samples(target: Target) -> Vec<Instruction> {
    let mut random = Random(1);
    let words = (0..40_000).map(|_| random.next() & random.next() | random.next() & 0xffff_0000_ffff_0000);
    words.filter_map(|word| target.decode(&word.to_le_bytes()).ok()).collect()
}

#[test]
fn operands_are_set_to_those_of_other_instructions() {
    for target in [Target::GFX600, Target::GFX803, Target::GFX900, Target::V9] {
        let samples = samples(target);
        assert!(samples.len() > 1000, "{target}: {}", samples.len());
        let (mut set, mut refused) = (0, 0);
        for pair in samples.windows(2) {
            for operand in pair[0].operands() {
                let wanted = pair[1].operands().nth(operand.index).map_or(OperandKind::Absent, |o| o.kind());
                let mut inst = pair[0];
                match inst.set_operand(operand.index, wanted) {
                    Ok(()) => {
                        // The bytes say the same: the new operand, and the others as they were.
                        let back = target.decode(&inst.bytes()).expect("an instruction");
                        assert_eq!(back, inst);
                        let kinds = |inst: &Instruction| inst.operands().map(|o| o.kind()).collect::<Vec<_>>();
                        let mut expected = kinds(&pair[0]);
                        expected[operand.index] = wanted;
                        assert_eq!(kinds(&back), expected, "{} with {wanted}", pair[0]);
                        set += 1;
                    }
                    Err(error) => {
                        assert_eq!(inst, pair[0]);
                        assert!(!error.to_string().is_empty());
                        refused += 1;
                    }
                }
            }
        }
        assert!(set > refused / 4, "{target}: {set} {refused}");
    }
}

#[test]
fn text_is_set_as_it_would_be_written() {
    let gcn = |text| read(Target::GFX900, text);
    for (before, name, text, after) in [
        ("v_add_f32 v1, v2, v3", "vdst", "v200", "v_add_f32 v200, v2, v3"),
        ("v_add_f32 v1, v2, v3", "src0", "-|s5|", "v_add_f32 v1, -|s5|, v3"),
        ("v_add_f32 v1, v2, v3 vop3", "src0", "v7", "v_add_f32 v1, v7, v3 vop3"),
        ("v_mul_f32 v1, v2, v3 clamp", "src1", "s7", "v_mul_f32 v1, v2, s7 clamp"),
        ("v_mov_b32 v1, v2", "src0", "0x12345678", "v_mov_b32 v1, 0x12345678"),
        ("v_mov_b32 v1, 0x12345678", "src0", "7", "v_mov_b32 v1, 7"),
        ("s_mov_b64 s[2:3], vcc", "sdst", "exec", "s_mov_b64 exec, vcc"),
        ("s_waitcnt vmcnt(0)", "counters", "lgkmcnt(0)", "s_waitcnt lgkmcnt(0)"),
        ("v_add_f32 v1, v2, v3 vop3", "clamp", "1", "v_add_f32 v1, v2, v3 clamp"),
        ("v_add_f32 v1, v2, v3 vop3", "omod", "mul:2", "v_add_f32 v1, v2, v3 mul:2"),
        ("flat_load_dword v1, v[2:3]", "glc", "1", "flat_load_dword v1, v[2:3] glc"),
        ("s_branch .+8", "offset", ".-4", "s_branch .-4"),
    ] {
        let inst = gcn(before);
        let names: Vec<_> = inst.operands().map(|o| o.name()).collect();
        let changed = inst.with(name, text).unwrap_or_else(|e| panic!("{before} {name} {text}: {e:?} {names:?}"));
        assert_eq!(changed, gcn(after), "{before} {name} {text}");
    }
    let inst = read(Target::V9, "FADD.f32 r0, r1, r2");
    assert_eq!(inst.with("b", "^r7.neg").map(|i| i.to_string()), Ok("FADD.f32 r0, r1, ^r7.neg".to_string()));
}

#[test]
fn errors_say_what_would_be_right() {
    let inst = read(Target::GFX900, "v_add_f32 v1, v2, v3");
    let error = |name: &str, text: &str| {
        let error = inst.with(name, text).expect_err("it is wrong");
        (error.to_string(), error.messages[0].help.clone().unwrap_or_default(), error.messages[0].place.clone())
    };
    let (message, help, _) = error("dst", "v1");
    assert_eq!(message, "`dst` is no operand or modifier of v_add_f32");
    assert_eq!(help, "it has `vdst`, `a`, `b`");
    let (message, _, place) = error("vdst", "s5");
    assert_eq!((message.as_str(), place), ("`s5` cannot be operand 1 of v_add_f32", Some(0..2)));
    let label = &inst.with("vdst", "s5").expect_err("it is wrong").messages[0].label;
    assert_eq!(label, "`vdst` is a vector register");
    let (message, _, place) = error("src0", "v300");
    assert_eq!((message.as_str(), place), ("register v300 is out of range", Some(0..4)));
    assert!(error("src0", "v1, v2").0.contains("operand"));
    assert!(inst.with("src0", "v1\ns_endpgm").is_err() && inst.with("src0", "").is_err());
    let mut mov = read(Target::GFX900, "s_mov_b32 s0, s1");
    let error = mov.set_operand(0, OperandKind::Constant(5)).expect_err("no destination");
    assert!(error.to_string().starts_with("`sdst` of s_mov_b32 cannot be 0x5: it can be s0 to s101"), "{error}");
    let error = mov.set_operand(7, OperandKind::Constant(5)).expect_err("no operand");
    assert_eq!(error.to_string(), "s_mov_b32 has no operand 7: it has 2 operands, counted from 0");
    let mut add = read(Target::GFX900, "s_add_u32 s0, 0x12345678, s1");
    let error = add.set_operand(2, OperandKind::Constant(0x1234_5679)).expect_err("a second literal");
    assert!(error.to_string().ends_with("cannot be 0x12345679 together with the other operands"), "{error}");
    let mut add = read(Target::GFX900, "v_add_f32 v0, s1, v1 vop3");
    let error = add.set_operand(2, Target::GFX900.register("s2").expect("it exists")).expect_err("two scalars");
    assert!(error.to_string().contains("reads more than 1 scalar register"), "{error}");
}

#[test]
fn registers_have_names() {
    let target = Target::GFX900;
    for name in ["v0", "v[3:6]", "s101", "vcc", "vcc_lo", "exec_hi", "m0", "scc"] {
        assert_eq!(target.register(name).map(|place| place.to_string()), Ok(name.to_string()));
    }
    assert_eq!(target.register("V[3]").map(|place| place.to_string()), Ok("v3".to_string()));
    for name in ["", "v", "v256", "v[3:2]", "v[0:256]", "v+1", "s[1:", "vcc_mid", "m0_lo", "é", "r1"] {
        assert!(target.register(name).is_err(), "{name}");
    }
}

#[test]
fn blocks_are_what_the_assembler_makes_of_their_text() {
    let target = Target::GFX900;
    let text = "loop:\n s_sub_u32 s0, s0, 1\n s_cbranch_scc1 done\n v_mov_b32 v0, 0x12345678\n s_branch loop\n\
        done:\n s_endpgm\n";
    let expected = isatope::Assembler::new(target, Dialect::LLVM).expect("its dialect").assemble(text).bytes(".text");
    let mut block = BlockEncoder::new(target, 0x2000);
    let (top, done) = (block.label(), block.label());
    block.place(top);
    block.push(read(target, "s_sub_u32 s0, s0, 1"));
    block.branch(read(target, "s_cbranch_scc1 .+4"), done);
    block.push(read(target, "v_mov_b32 v0, 0x12345678"));
    block.branch(read(target, "s_branch .+4"), top);
    block.place(done);
    block.push(read(target, "s_endpgm"));
    assert_eq!(block.address(), 0x2000 + expected.len() as u64);
    assert_eq!(block.finish(), Ok(expected.clone()));
    // Moved elsewhere, branches out of the block lead where they led.
    let call = read(target, "s_call_b64 s[0:1], .+0x100");
    let mut moved = BlockEncoder::new(target, 0x3000);
    moved.relocate(call, 0x3800);
    let bytes = moved.finish().expect("it is near");
    assert_eq!(target.decode(&bytes).expect("one").branch_target(0x3000), Some(0x3900));
}

#[test]
fn branches_of_blocks_are_checked() {
    let target = Target::GFX900;
    let branch = read(target, "s_branch .+4");
    let mut block = BlockEncoder::new(target, 0);
    block.push(read(target, "s_branch .+8"));
    block.push(read(target, "v_mov_b32 v0, 0x12345678"));
    assert_eq!(block.finish(), Err(EncodeError::InsideInstruction { number: 0, to: 8 }));
    let mut block = BlockEncoder::new(target, 0);
    block.branch_to(branch, 0x20000);
    assert!(block.finish().is_ok());
    for (to, start) in [(0x20004, "branch 0: `"), (6, "branch 0: `")] {
        let mut block = BlockEncoder::new(target, 0);
        block.branch_to(branch, to);
        let error = block.finish().expect_err("too far, or no whole word").to_string();
        assert!(
            error.starts_with(start) && error.ends_with("branches lead to whole words within their range"),
            "{error}"
        );
    }
    let mut block = BlockEncoder::new(target, 0);
    let label = block.label();
    block.branch(branch, label);
    assert_eq!(block.finish(), Err(EncodeError::NoPlace { number: 0 }));
    let mut block = BlockEncoder::new(target, 0);
    block.push(read(Target::GFX906, "s_endpgm"));
    assert!(matches!(block.finish(), Err(EncodeError::OtherTarget { number: 0, .. })));
    let mut block = BlockEncoder::new(target, 0);
    block.branch_to(read(target, "s_endpgm"), 0);
    assert!(block.finish().is_err());
    let warp = read(Target::V9, "BRANCHZ.eq r1, offset:0");
    assert_eq!(warp.with_branch_target(8, 0).map(|i| i.branch_target(8)), Ok(Some(0)));
}
