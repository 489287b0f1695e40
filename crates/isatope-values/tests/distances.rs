//! Distances in sources that say where each of them leads: the assembler computes the numbers from labels.

use isatope_asm::{Assembler, Item, Options};
use isatope_core::Target;
use isatope_values::{Distance, distances};

const START: u64 = 0x1000;

/// A line for each distance: offset, half, distance and the address to which it leads.
fn found(target: &str, source: &str) -> Vec<String> {
    let target = Target::from_name(target).expect("known");
    let output = Assembler::new(target, "llvm", Options::default()).expect("a dialect").assemble(source);
    assert!(!output.failed(), "{source}: {:?}", output.diagnostics);
    let mut code = Vec::new();
    for item in output.items.iter() {
        let Item::Instruction(inst) = item else { panic!("{item:?} is no instruction") };
        code.extend_from_slice(&inst.all_bits().to_bytes()[..inst.len()]);
    }
    let line = |Distance { offset, value, is_high, is_subtracted, to }: &Distance| {
        let what = if *is_subtracted { " less" } else { "" };
        format!("{offset:#x}: {} of {value}{what} to {to:#x}", if *is_high { "high" } else { "low" })
    };
    distances(target, &code, START, &[]).iter().map(line).collect()
}

#[test]
fn what_compilers_write_for_functions_and_tables() {
    for target in ["gfx600", "gfx803", "gfx906"] {
        let near = "
            s_getpc_b64 s[4:5]
            s_add_u32 s4, s4, f-.
            v_mov_b32 v0, 0x12345678
            s_addc_u32 s5, s5, (f-.+20)>>32
            s_swappc_b64 s[30:31], s[4:5]
            f: s_setpc_b64 s[30:31]";
        assert_eq!(found(target, near), ["0x8: low of 28 to 0x1020", "0x18: high of 28 to 0x1020"], "{target}");
        let back = "
            f: s_setpc_b64 s[30:31]
            s_getpc_b64 s[14:15]
            s_getpc_b64 s[4:5]
            s_add_u32 s4, s4, f-.
            s_addc_u32 s5, s5, (f-.+8)>>32
            s_add_u32 s14, s14, 0xfffc9464
            s_addc_u32 s15, s15, lit(0xffffffff)
            s_load_dword s0, s[14:15], 0x0";
        let all = [
            "0x10: low of -12 to 0x1000",
            "0x18: high of -12 to 0x1000",
            "0x20: low of -224156 to 0xfffffffffffca46c",
            "0x28: high of -224156 to 0xfffffffffffca46c",
        ];
        assert_eq!(found(target, back), all, "{target}");
    }
}

#[test]
fn far_branches_of_people_and_compilers() {
    // The upper half is an inline constant, or the carry.
    let inline = "
        s_getpc_b64 s[4:5]
        s_add_u32 s4, s4, 0x100
        s_addc_u32 s5, s5, 0
        s_setpc_b64 s[4:5]";
    assert_eq!(found("gfx900", inline), ["0x8: low of 256 to 0x1104"]);
    // The distance counts from the instruction after the one with the literal.
    let added = "
        s_getpc_b64 s[4:5]
        s_add_i32 s40, 0x100, 4
        s_add_u32 s4, s4, s40
        s_addc_u32 s5, s5, 0
        s_setpc_b64 s[4:5]";
    assert_eq!(found("gfx900", added), ["0x8: low of 256 to 0x1108"]);
    let subtracted = "
        s_getpc_b64 s[4:5]
        s_add_i32 s40, 0xfffffc00, 4
        s_abs_i32 s40, s40
        s_sub_u32 s4, s4, s40
        s_subb_u32 s5, s5, 0
        s_setpc_b64 s[4:5]";
    assert_eq!(found("gfx900", subtracted), ["0x8: low of -1024 to 0xc08"]);
    let back = "
        s_nop 0
        s_getpc_b64 s[4:5]
        s_sub_u32 s4, s4, lit(0x8)
        s_subb_u32 s5, s5, lit(0x0)
        s_setpc_b64 s[4:5]";
    assert_eq!(found("gfx900", back), ["0xc: low of 8 less to 0x1000", "0x14: high of 8 less to 0x1000"]);
    // The sign of the distance says which way is taken.
    for (distance, to) in [("0xfffffc00", "low of -1024 to 0xc08"), ("0x400", "low of 1024 to 0x1408")] {
        let signed = format!(
            "s_getpc_b64 s[4:5]
            s_add_i32 s40, {distance}, 4
            s_cmp_ge_i32 s40, 0
            s_cbranch_scc1 positive
            s_abs_i32 s40, s40
            s_sub_u32 s4, s4, s40
            s_subb_u32 s5, s5, 0
            s_setpc_b64 s[4:5]
            positive: s_add_u32 s4, s4, s40
            s_addc_u32 s5, s5, 0
            s_setpc_b64 s[4:5]"
        );
        assert_eq!(found("gfx900", &signed), [format!("0x8: {to}")]);
    }
}

#[test]
fn other_numbers_are_no_distances() {
    for source in [
        // Only a part of the program counter goes on.
        "s_getpc_b64 s[4:5]\n s_and_b32 s4, s4, 0xfffff000\n s_addc_u32 s5, s5, 0",
        // Not known: another register, or another one's carry.
        "s_getpc_b64 s[4:5]\n s_add_u32 s4, s6, 0x100\n s_addc_u32 s5, s5, 0",
        "s_getpc_b64 s[4:5]\n s_add_u32 s4, s4, 0x100\n s_cmp_eq_u32 s6, s7\n s_addc_u32 s5, s5, 0",
        // Only the lower half, as nothing says what the upper one becomes.
        "s_getpc_b64 s[4:5]\n s_add_u32 s4, s4, 0x100\n s_branch 1",
        // A constant.
        "s_mov_b32 s4, 0x100\n s_mov_b32 s5, 0x200",
        // The word of another instruction's literal.
        "s_mov_b32 s4, 0xbe841c00\n s_add_u32 s4, s4, 0x100\n s_addc_u32 s5, s5, 0",
    ] {
        assert!(found("gfx900", source).is_empty(), "{source}: {:?}", found("gfx900", source));
    }
    // What is added to an address of the program is not a distance from the program counter.
    let offset = "
        s_getpc_b64 s[4:5]
        s_add_u32 s4, s4, 0x1000
        s_addc_u32 s5, s5, 0
        s_add_u32 s6, s4, 0x48
        s_addc_u32 s7, s5, 0";
    assert_eq!(found("gfx900", offset), ["0x8: low of 4096 to 0x2004"]);
}
