//! Facts about small functions, which are worked out by hand.

use std::borrow::Cow;

use isatope_asm::{Assembler, Item, Options};
use isatope_core::{FlowKind, Target};
use isatope_flow::{Program, Way};
use isatope_values::{Address, Analysis, Area, Base, Fact, FactKind, Function, Image, Pointer, follow_jumps};

const START: u64 = 0x1000;

fn assemble(target: Target, source: &str) -> Vec<u8> {
    let output = Assembler::new(target, "llvm", Options::default()).expect("a dialect").assemble(source);
    assert!(!output.failed(), "{source}: {:?}", output.diagnostics);
    let mut code = Vec::new();
    for item in output.items.iter() {
        match item {
            Item::Instruction(inst) => code.extend_from_slice(&inst.all_bits().to_bytes()[..inst.len()]),
            other => panic!("{other:?} is no instruction"),
        }
    }
    code
}

/// What is known about a function that is given a pointer in `s[6:7]`: a line for each fact.
fn facts(target: &str, source: &str) -> Vec<String> {
    facts_in(target, source, &[], false)
}

fn facts_in(target: &str, source: &str, areas: &[Area<'_>], is_called: bool) -> Vec<String> {
    let target = Target::from_name(target).expect("known");
    let code = assemble(target, source);
    let text = Area { address: START, bytes: [Cow::Borrowed(&code[..]), Cow::Borrowed(&code[..])] };
    let image = Image::new(areas.iter().cloned().chain([text]));
    let given = [Pointer { register: 6, given: 0 }];
    let pointers: &[Pointer] = if is_called { &[] } else { &given };
    let function =
        Function { code: &code, address: START, pointers, complete: true, is_called, relocated: !areas.is_empty() };
    let all = Analysis::new(target).function(&function, || Some(&image));
    // What is left out otherwise is only where instructions lead.
    let short = Function { complete: false, ..function };
    let some = Analysis::new(target).function(&short, || Some(&image));
    let references = |fact: &&Fact| !matches!(fact.kind, FactKind::Leads { .. });
    assert!(all.iter().filter(references).eq(some.iter().filter(references)), "{source}: {some:?}");
    all.iter().map(line).collect()
}

fn place(address: Address) -> String {
    match address.base {
        Base::Image => format!("{:#x}", address.offset),
        Base::Given(n) if address.offset < 0 => format!("given{n}-{:#x}", -address.offset),
        Base::Given(n) => format!("given{n}+{:#x}", address.offset),
        Base::Entry(n) => format!("s[{n}:{}]", n + 1),
    }
}

fn line(fact: &Fact) -> String {
    let what = match fact.kind {
        FactKind::Access { address, bytes, write } => {
            format!("{} {bytes} at {}", if write { "writes" } else { "reads" }, place(address))
        }
        FactKind::Computes(address) => format!("computes {}", place(address)),
        FactKind::Leads { kind, to, .. } => {
            let kind = match kind {
                FlowKind::Call => "calls",
                FlowKind::Jump => "jumps to",
                _ => "branches to",
            };
            format!("{kind} {}", to.map_or("?".to_string(), place))
        }
    };
    format!("{:#x} {what}", fact.offset)
}

#[test]
fn loads_through_a_pointer() {
    assert_eq!(facts("gfx900", "s_load_dwordx4 s[0:3], s[6:7], 0x34\ns_endpgm"), ["0x0 reads 16 at given0+0x34"]);
    // Offsets are words up to gfx7, and may be in a register.
    assert_eq!(facts("gfx700", "s_load_dword s0, s[6:7], 0xd\ns_endpgm"), ["0x0 reads 4 at given0+0x34"]);
    assert_eq!(
        facts("gfx900", "s_movk_i32 s8, 0x20\ns_load_dword s0, s[6:7], s8\ns_endpgm"),
        ["0x4 reads 4 at given0+0x20"]
    );
    assert_eq!(
        facts("gfx900", "v_mov_b32_e32 v0, 0\ns_nop 0\nglobal_load_ushort v1, v0, s[6:7] offset:18\ns_endpgm"),
        ["0x8 reads 2 at given0+0x12"]
    );
    // The register is another one, or its value is not known.
    assert_eq!(facts("gfx900", "s_load_dword s0, s[8:9], 0x0\ns_load_dword s0, s[6:7], s9\ns_endpgm"), [""; 0]);
    assert_eq!(facts("gfx900", "global_load_ushort v1, v0, s[6:7]\ns_endpgm"), [""; 0]);
}

#[test]
fn copies_and_sums() {
    let source = "s_mov_b64 s[10:11], s[6:7]\ns_mov_b32 s6, 0\ns_add_u32 s0, s10, 24\ns_nop 1\ns_addc_u32 s1, s11, 0\n\
                  s_load_dword s2, s[0:1], 0x4\ns_load_dword s2, s[6:7], 0x4\ns_endpgm";
    assert_eq!(facts("gfx803", source), ["0x10 computes given0+0x18", "0x14 reads 4 at given0+0x1c"]);
    let source = "s_mov_b32 s1, s7\ns_mov_b32 s0, s6\ns_sub_u32 s0, s0, 8\ns_subb_u32 s1, s1, 0\n\
                  s_load_dwordx2 s[2:3], s[0:1], 0x10\ns_endpgm";
    assert_eq!(facts("gfx900", source), ["0xc computes given0-0x8", "0x10 reads 8 at given0+0x8"]);
    // The carry of another sum does not count.
    let source =
        "s_add_u32 s0, s6, 24\ns_cmp_eq_u32 s9, 0\ns_addc_u32 s1, s7, 0\ns_load_dword s2, s[0:1], 0x4\ns_endpgm";
    assert_eq!(facts("gfx900", source), [""; 0]);
}

#[test]
fn paths_have_to_agree() {
    // The pointer is kept on both paths.
    let kept = "s_cbranch_scc0 .L1\ns_mov_b32 s0, 1\n.L1:\ns_load_dword s2, s[6:7], 0x4\ns_endpgm";
    assert_eq!(facts("gfx900", kept), ["0x8 reads 4 at given0+0x4"]);
    // It is overwritten on one of them.
    let lost = "s_cbranch_scc0 .L1\ns_mov_b32 s6, 1\n.L1:\ns_load_dword s2, s[6:7], 0x4\ns_endpgm";
    assert_eq!(facts("gfx900", lost), [""; 0]);
    // It moves in a loop: only the first place is known before.
    let moves = "s_load_dword s2, s[6:7], 0x0\n.L1:\ns_load_dword s2, s[6:7], 0x4\ns_add_u32 s6, s6, 4\n\
                 s_addc_u32 s7, s7, 0\ns_cbranch_scc1 .L1\ns_endpgm";
    assert_eq!(facts("gfx900", moves), ["0x0 reads 4 at given0+0x0"]);
    // It stays in a loop.
    let stays = ".L1:\ns_load_dword s2, s[6:7], 0x4\ns_cbranch_scc1 .L1\ns_endpgm";
    assert_eq!(facts("gfx900", stays), ["0x0 reads 4 at given0+0x4"]);
    // Code that only comes back from below, and code after that from which nothing is known.
    let below = "s_branch .L2\n.L1:\ns_mov_b32 s6, 0\n.L2:\ns_load_dword s2, s[6:7], 0x4\ns_cbranch_scc1 .L1\ns_endpgm";
    assert_eq!(facts("gfx900", below), [""; 0]);
    // A branch over code that overwrites the pointer, and goes on elsewhere.
    let over = "s_cbranch_scc0 .L1\ns_mov_b32 s6, 0\ns_nop 0\ns_mov_b32 s8, 4\ns_branch .L2\n.L1:\ns_load_dword s2, s[6:7], 0x4\n\
                .L2:\ns_load_dword s3, s[6:7], 0x8\ns_endpgm";
    assert_eq!(facts("gfx900", over), ["0x14 reads 4 at given0+0x4"]);
    let through = "s_movk_i32 s8, 4\ns_cbranch_scc0 .L1\ns_mov_b32 s6, 0\ns_movk_i32 s8, 8\n.L1:\ns_load_dword s2, s[6:7], s8\ns_endpgm";
    assert_eq!(facts("gfx900", through), [""; 0]);
    // A loop whose end precedes its start.
    let rotated = "s_branch .L2\n.L1:\ns_cbranch_scc1 .L3\n.L2:\ns_cbranch_scc0 .L1\ns_mov_b32 s6, 0\ns_endpgm\n.L3:\n\
                   s_load_dword s2, s[6:7], 0x4\ns_endpgm";
    assert_eq!(facts("gfx900", rotated), ["0x14 reads 4 at given0+0x4"]);
    // What is called may change everything.
    let called = "s_swappc_b64 s[30:31], s[0:1]\ns_load_dword s2, s[6:7], 0x4\ns_endpgm";
    assert_eq!(facts("gfx900", called), ["0x0 calls ?"]);
    // Other lanes run where the constant is used.
    let lanes = "v_mov_b32_e32 v0, 0\ns_mov_b64 exec, s[0:1]\nglobal_load_ushort v1, v0, s[6:7]\ns_endpgm";
    assert_eq!(facts("gfx900", lanes), [""; 0]);
}

#[test]
fn addresses_of_the_program() {
    for target in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
        // START + 4 + 0x2000, with other instructions between.
        let source = "s_getpc_b64 s[0:1]\ns_mov_b32 s4, 0\ns_add_u32 s0, s0, 0x2000\nv_mov_b32_e32 v0, v1\ns_addc_u32 s1, s1, 0\ns_endpgm";
        assert_eq!(facts(target, source), ["0x14 computes 0x3004"], "{target}");
        let back = "s_getpc_b64 s[0:1]\ns_add_u32 s0, s0, 0xfffffe00\ns_addc_u32 s1, s1, -1\ns_endpgm";
        assert_eq!(facts(target, back), ["0xc computes 0xe04"], "{target}");
        let minus = "s_getpc_b64 s[0:1]\ns_sub_u32 s0, s0, 0x200\ns_subb_u32 s1, s1, 0\ns_setpc_b64 s[0:1]";
        assert_eq!(facts(target, minus), ["0xc computes 0xe04", "0x10 jumps to 0xe04"], "{target}");
    }
}

#[test]
fn calls_and_returns() {
    let source =
        "s_getpc_b64 s[0:1]\ns_add_u32 s0, s0, 0x1000\ns_addc_u32 s1, s1, 0\ns_swappc_b64 s[30:31], s[0:1]\ns_endpgm";
    assert_eq!(facts("gfx900", source), ["0xc computes 0x2004", "0x10 calls 0x2004"]);
    // A jump inside of the function is followed.
    let source = "s_getpc_b64 s[0:1]\ns_add_u32 s0, s0, 16\ns_addc_u32 s1, s1, 0\ns_setpc_b64 s[0:1]\ns_mov_b32 s6, 0\n\
                  s_load_dword s2, s[6:7], 0x4\ns_endpgm";
    assert_eq!(facts("gfx900", source), ["0x8 computes 0x1014", "0xc jumps to 0x1014", "0x14 reads 4 at given0+0x4"]);
    let function = |source| facts_in("gfx900", source, &[], true);
    assert_eq!(function("s_setpc_b64 s[30:31]"), ["0x0 jumps to s[30:31]"]);
    assert_eq!(function("s_mov_b64 s[4:5], s[30:31]\ns_setpc_b64 s[4:5]"), ["0x4 jumps to s[30:31]"]);
    assert_eq!(function("v_readlane_b32 s30, v40, 0\ns_setpc_b64 s[30:31]"), ["0x8 jumps to ?"]);
}

#[test]
fn pointers_in_constant_memory() {
    let to = Address { base: Base::Image, offset: 0x7008 };
    let table = to.worlds().map(|value| Cow::Owned(value.to_le_bytes().to_vec()));
    let areas = [Area { address: 0x5000, bytes: table }];
    // 0x1004 + 0x3ffc = 0x5000, where the address of 0x7008 lies.
    let source = "s_getpc_b64 s[0:1]\ns_add_u32 s0, s0, 0x3ffc\ns_addc_u32 s1, s1, 0\ns_load_dwordx2 s[2:3], s[0:1], 0x0\n\
                  s_waitcnt lgkmcnt(0)\ns_load_dword s4, s[2:3], 0x8\ns_swappc_b64 s[30:31], s[2:3]\ns_endpgm";
    assert_eq!(
        facts_in("gfx900", source, &areas, false),
        [
            "0xc computes 0x5000",
            "0x10 reads 8 at 0x5000",
            "0x10 computes 0x7008",
            "0x1c reads 4 at 0x7010",
            "0x24 calls 0x7008"
        ]
    );
}

#[test]
fn far_branches_lead_on() {
    let target: Target = "gfx900".parse().expect("known");
    let far = "s_getpc_b64 s[2:3]\nhere: s_add_u32 s2, s2, far-here\ns_addc_u32 s3, s3, 0\ns_setpc_b64 s[2:3]\n\
               s_endpgm\nfar: s_setpc_b64 s[30:31]";
    let code = assemble(target, far);
    let ways = |relocated: &[u64]| {
        let mut program = Program::decode_at(target, 0x100, &code);
        follow_jumps(&mut program, relocated.iter().copied());
        let indirect = [3, 5].map(|jump| program.successors(jump).other);
        (indirect, program.destination(3))
    };
    assert_eq!(ways(&[]), ([Some(Way::To(5)), Some(Way::Unknown)], Some(0x118)));
    // A relocation changes the sum, but one behind the jump does not.
    assert_eq!(ways(&[0x108]), ([Some(Way::Unknown), Some(Way::Unknown)], None));
    assert_eq!(ways(&[0x114]).0[0], Some(Way::To(5)));
}

#[test]
fn any_bytes_end() {
    // Branches into the middle, past the end and to themselves, and words that are no instructions.
    let target = Target::from_name("gfx900").expect("known");
    let mut state = 0x1234_5678_u32;
    for round in 0..300 {
        let words = (0..64).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Many branches, some scalar instructions.
            let top =
                [0xbf82_0000, 0xbf84_0000, 0xbe80_0000, 0x8000_0000, state & 0xffff_0000][state as usize >> 8 & 3];
            if round % 2 == 0 { top | state >> 24 } else { state }
        });
        let code: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        let function = Function {
            code: &code,
            address: START,
            pointers: &[],
            complete: round % 4 < 2,
            is_called: true,
            relocated: false,
        };
        let facts = Analysis::new(target).function(&function, || None);
        assert!(facts.iter().all(|fact| (fact.offset as usize) < code.len()));
    }
}
