use isatope_core::{Instruction, Operand, Target, decode};

fn read(target: &str, bits: u64) -> Instruction {
    decode(Target::from_name(target).expect("known"), &bits.to_le_bytes()).expect("an instruction")
}

#[test]
fn a_literal_comes_and_goes_with_its_code() {
    let mut mov = read("gfx803", 0x7e00_0280);
    let src0 = mov.layout().field("src0").expect("a field");
    assert_eq!((mov.len(), mov.literal()), (4, None));
    mov.set_field(src0, 255);
    mov.set_literal(0x1234);
    assert_eq!((mov.len(), mov.literal(), mov.bits()), (8, Some(0x1234), 0x1234_7e00_02ff));
    mov.set_field(src0, 128);
    assert_eq!((mov.len(), mov.bits()), (4, 0x7e00_0280));
}

#[test]
fn constants_have_the_bits_of_their_type() {
    // v_mul_f64 and v_lshlrev_b64 with 1.0 and -1, v_add_f16 with 1.0, v_sqrt_f64 of a literal.
    let constant = |inst: Instruction, index| inst.operand(index).and_then(|o: Operand| o.constant());
    assert_eq!(constant(read("gfx803", 0x0002_04f2_d281_0000), 1), Some(1.0_f64.to_bits()));
    assert_eq!(constant(read("gfx803", 0x0001_82c1_d28f_0000), 2), Some(u64::MAX));
    assert_eq!(constant(read("gfx803", 0x3e00_04f2), 1), Some(0x3c00));
    assert_eq!(constant(read("gfx803", 0x4000_0000_7e00_50ff), 1), Some(2.0_f64.to_bits()));
}

#[test]
fn a_long_form_says_when_the_short_one_would_do() {
    let shrinks = |bits| {
        let inst = read("gfx803", bits);
        inst.encoding().shrink.is_some_and(|s| s.when.holds(inst.bits()))
    };
    // v_add_f32 v1, v3, v2; with a scalar second source, with clamp, with an unused source set.
    assert!(shrinks(0x0002_0503_d101_0001));
    assert!(!shrinks(0x0000_0503_d101_0001));
    assert!(!shrinks(0x0002_0503_d101_8001));
    assert!(!shrinks(0x0006_0503_d101_0001));
    // v_cmp_eq_u32 into VCC and into s[6:7].
    assert!(shrinks(0x0002_0501_d0ca_006a));
    assert!(!shrinks(0x0002_0501_d0ca_0006));
}

#[test]
fn accesses_name_operands_and_implied_state() {
    // v_div_fmas_f32 v0, v1, v2, v3 reads VCC without naming it.
    let fmas = read("gfx803", 0x040e_0501_d1e2_0000);
    let register = |name| fmas.target().register(name).expect("a register");
    assert!(fmas.access().any(|access| access.read && access.place == register("vcc")));
    assert_eq!(fmas.operand(0).and_then(|operand| operand.place()), Some(register("v0")));
}
