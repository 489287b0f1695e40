//! Words and their text: what independent tools say, what is ours alone, and that no bit is left out.

use isatope_core::{Formatter, Instruction, Opcode, Scanner, Target, decode};

fn text(target: &str, dialect: &str, words: &str) -> String {
    let target = Target::from_name(target).expect("a target");
    let bytes: Vec<u8> =
        words.split(' ').flat_map(|w| u32::from_str_radix(w, 16).expect("hexadecimal").to_le_bytes()).collect();
    let inst = decode(target, &bytes).expect("an instruction");
    assert_eq!(&*inst.bytes(), &bytes[..], "{words}");
    Formatter::new(target, dialect).expect("a dialect").display(&inst).to_string()
}

fn check(dialect: &str, cases: &[(&str, &str, &str)]) {
    for (target, words, expected) in cases {
        assert_eq!(text(target, dialect, words), *expected, "{target} {words}");
    }
}

/// Lines of the reference listings of the dialect, marked where they break an operand rule.
#[test]
fn clrx() {
    check(
        "clrx",
        &[
            ("gcn1.0", "7c27934f", "v_cmpx_le_f32   vcc, v79, v201"),
            ("gcn1.2", "7c7b92ff 00003d4c", "v_cmpx_neq_f16  vcc, 0x3d4c /* 1.3242h */, v201"),
            ("gcn1.0", "4334d715 00000011", "v_madak_f32     v154, v21, v107, 0x11 /* 2.38e-44f */"),
            ("gcn1.0", "4134d715 567d0700", "v_madmk_f32     v154, v21, 0x567d0700 /* 6.9551627e+13f */, v107"),
            ("gcn1.2", "d1430137 0000001b", "v_cvt_i32_f64   v55, abs(s[27:28]) force"),
            ("gcn1.2", "d1410737 003c001b", "v_mov_b32       v55, abs(s27) abs1 vsrc2=0xf abs2"),
            ("gcn1.2", "7f3c0000", "v_nop           vdst=0x9e"),
            ("gcn1.2", "d1408037 0000001b", "v_nop           clamp dst=0x37 src0=0x1b"),
            ("gcn1.2", "d1400037 0000001b", "v_nop           dst=0x37 src0=0x1b vop3"),
            ("gcn1.0", "d2800e37 47974d4f", "v_mad_legacy_f32 v55, v79, -abs(v166), abs(v229) clamp"),
            ("gcn1.4", "d0cc402a 0002d732", "v_cmp_gt_u32    s[42:43], v50, v107 op_sel:[0,0,1]"),
            ("gcn1.4", "d3825837 10034d4f", "v_pk_add_i16    v55, v79, v166 op_sel:[1,1] op_sel_hi:[0,1]"),
            ("gcn1.4", "d3824037 18034d4f", "v_pk_add_i16    v55, v79, v166"),
        ],
    );
}

/// Words that llvm-mc 19 makes of these lines.
#[test]
fn llvm() {
    check(
        "llvm",
        &[
            ("gfx600", "d34801cd 300001a3", "v_floor_f32_e64 v205, -|v163| mul:4"),
            ("gfx600", "d2ca00d5 60010830", "v_mul_f64 v[213:214], -s[48:49], neg(4)"),
            ("gfx600", "7dc3e4f3", "v_cmp_lt_u64_e32 vcc, -1.0, v[242:243]"),
            ("gfx700", "d0080100 000050f4", "v_cmp_gt_f32_e64 s[0:1], |2.0|, s40"),
            ("gfx803", "d0660056 00000000", "v_cmp_ge_f64_e64 s[86:87], s[0:1], s[0:1]"),
            ("gfx803", "d0ee0048 000112fc", "v_cmp_ge_u64_e64 s[72:73], src_execz, 9"),
            ("gfx900", "d38fc00e 000044a6", "v_pk_add_f16 v14, 38, s34 op_sel_hi:[0,0] clamp"),
            ("gfx900", "d1f6585f 05b3e3f0", "v_min3_u16 v95, v240, v241, v108 op_sel:[1,1,0,1]"),
            (
                "gfx900",
                "d389187b 832c015f",
                "v_pk_mad_u16 v123, v95, s0, -11 op_sel:[1,1,0] op_sel_hi:[0,0,0] neg_lo:[0,0,1]",
            ),
            (
                "gfx900",
                "d3a27ed9 07dd67e1",
                "v_mad_mixhi_f16 v217, v225, |51|, |v247| op_sel:[1,1,1] op_sel_hi:[0,0,1]",
            ),
            ("gfx900", "7ed650ff 80f0ebd2", "v_sqrt_f64_e32 v[107:108], 0x80f0ebd2"),
            ("gfx900", "d16500ca 000000f8", "v_rcp_f64_e64 v[202:203], 0.15915494309189532"),
            ("gfx900", "d1e108d8 0fe8609d", "v_div_scale_f64 v[216:217], s[8:9], 29, s[48:49], v[250:251] mul:2"),
        ],
    );
}

/// Spellings of our own, for words whose text in other tools does not come back the same.
#[test]
fn ours() {
    check(
        "clrx",
        &[
            // Two scalar registers: no assembler takes them.
            ("gcn1.0", "d2060037 0000b41b", "v_add_f32       v55, s27, s90 force"),
            // The sign bit of the condition.
            ("gcn1.0", "d200002a 81aad732", "v_cndmask_b32   v42, v50, v107, -vcc"),
            // Ignored bits, and reserved operands.
            ("gcn1.0", "d001006a 0002d732", "v_cmp_f_f32     vcc, v50, v107 bits16_12=0x10"),
            ("gcn1.2", "d04000ff 0001feff", "v_cmp_f_f32     ill_255, ill_255, ill_255"),
        ],
    );
    check(
        "llvm",
        &[
            // Literals that would become inline constants, or lose their high half.
            ("gfx803", "7e0002ff 00000005", "v_mov_b32_e32 v0, lit(0x5)"),
            ("gfx803", "7d7562ff a671337b", "v_cmpx_eq_u16_e32 vcc, lit(0xa671337b), v177"),
        ],
    );
}

/// Different words have different texts: with this, and an assembler that reads what is printed, no bit is lost.
#[test]
fn no_bit_is_left_out() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for target in Target::all() {
        for dialect in target.arch().dialects {
            let mut compared = 0;
            let formatter = Formatter::new(target, dialect).expect("its dialect");
            for _ in 0..20_000 {
                let mut word = random();
                if word & 3 == 0 {
                    // Mostly the long formats: the short ones have few bits to lose.
                    word = word & !0xfc00_0000 | 0xd000_0000;
                }
                let other = word ^ 1 << (random() & 63);
                let (Ok(a), Ok(b)) = (decode(target, &word.to_le_bytes()), decode(target, &other.to_le_bytes())) else {
                    continue;
                };
                if a.bits() != b.bits() {
                    compared += 1;
                    let texts = [formatter.display(&a).to_string(), formatter.display(&b).to_string()];
                    assert_ne!(texts[0], texts[1], "{target} {dialect}: {:016x} and {:016x}", a.bits(), b.bits());
                }
            }
            assert!(compared > 1000, "{target} {dialect}: only {compared} pairs are instructions");
        }
    }
}

/// What is read gives the word that was written: of random words those that are usual. A text that is truncated does no
/// harm.
#[test]
fn texts_are_read_as_they_are_written() {
    let target = Target::from_name("v9").expect("a target");
    for name in target.arch().dialects {
        let formatter = Formatter::new(target, name).expect("a dialect");
        let scanner = Scanner::new(target, formatter.dialect());
        let (mut seed, mut all, mut read) = (0x2545_f491_4f6c_dd1d_u64, 0, 0);
        while all < 2000 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let form = Opcode::new((seed >> 33) as usize % target.arch().forms.len());
            let Some(plain) = Instruction::new(form, target) else { continue };
            // Usual words: what the operands do not say is as it is in most of them.
            let own = plain.encoding().pattern.mask | 0xffff_0000_c000_0000;
            let word = plain.bits() & own | seed.rotate_left(17) & !own & 0x0000_3fff_00ff_ffff;
            let Ok(inst) = decode(target, &word.to_le_bytes()) else { continue };
            let text = formatter.display(&inst).to_string();
            let mut pieces = Vec::new();
            formatter.pieces(&inst, &mut |piece| pieces.push(piece.start..piece.end));
            let name = pieces[0].clone();
            all += 1;
            for end in name.end..=text.len() {
                let scanned = scanner.scan(inst.encoding(), &text.as_bytes()[..end], name.clone(), |_| false);
                let Some(found) = scanned.filter(|found| found.end == text.len()) else { continue };
                assert_eq!(found.bits, word, "{text}");
                read += 1;
            }
        }
        assert!(read * 20 > all, "{name}: {read} of {all}");
    }
}
