use isatope_core::tables::{ARCHES, Pattern, Place, To, Touch};
use isatope_core::{FlowKind, FlowTarget, Instruction, Target, decode};

fn inst(target: &str, bits: u64) -> Instruction {
    decode(Target::from_name(target).expect("known"), &bits.to_le_bytes()).expect("an instruction")
}

fn flow(target: &str, bits: u64) -> (FlowKind, Option<FlowTarget>) {
    let flow = inst(target, bits).flow();
    (flow.kind, flow.target)
}

#[test]
fn branches_say_their_distance() {
    use FlowKind::{Branch, Call, Jump, Next};
    use FlowTarget::{Absolute, Indirect, Relative};
    // s_branch, s_cbranch_scc0, s_cbranch_i_fork, s_call_b64
    assert_eq!(flow("gfx803", 0xbf82_0003), (Jump, Some(Relative(12))));
    assert_eq!(flow("gfx803", 0xbf84_ffff), (Branch, Some(Relative(-4))));
    assert_eq!(flow("gfx803", 0xb800_0010), (Branch, Some(Relative(64))));
    assert_eq!(flow("gfx900", 0xba80_8000), (Call, Some(Relative(-0x20000))));
    // s_getpc_b64, s_setpc_b64, s_swappc_b64, s_rfe_b64, s_cbranch_join
    assert_eq!(flow("gfx803", 0xbe80_1c00), (Next, None));
    assert_eq!(flow("gfx803", 0xbe80_1d02), (Jump, Some(Indirect)));
    assert_eq!(flow("gfx803", 0xbe80_1e02), (Call, Some(Indirect)));
    assert_eq!(flow("gfx803", 0xbe80_1f02), (Jump, Some(Indirect)));
    assert_eq!(flow("gfx803", 0xbe80_2e02), (Branch, Some(Indirect)));
    // s_setpc_b64 and s_cbranch_g_fork with a literal, s_setpc_b64 with an inline constant
    assert_eq!(flow("gfx803", 0x1234_5678_be80_1dff), (Jump, Some(Absolute(0x1234_5678))));
    assert_eq!(flow("gfx803", 0x0000_2000_9480_ff02), (Branch, Some(Absolute(0x2000))));
    assert_eq!(flow("gfx803", 0xbe80_1dc0), (Jump, Some(Absolute(64))));
}

#[test]
fn addresses_count_from_the_end_of_an_instruction() {
    assert_eq!(inst("gfx803", 0xbf82_0003).branch_target(0x100), Some(0x110));
    assert_eq!(inst("gfx803", 0xbf82_fffe).branch_target(0), Some(0xffff_ffff_ffff_fffc));
    assert_eq!(inst("gfx803", 0xbe80_1d02).branch_target(0x100), None);
    assert_eq!(inst("gfx803", 0xbf81_0000).branch_target(0x100), None);
}

#[test]
fn fields_say_what_ends_a_program() {
    // s_endpgm, s_setkill 1, s_setkill 0, s_trap 2, s_nop
    assert_eq!(flow("gfx803", 0xbf81_0000), (FlowKind::End, None));
    assert_eq!(flow("gfx803", 0xbf8b_0001), (FlowKind::End, None));
    assert_eq!(flow("gfx803", 0xbf8b_0002), (FlowKind::Next, None));
    assert_eq!(flow("gfx803", 0xbf92_0002), (FlowKind::Trap, Some(FlowTarget::Indirect)));
    assert_eq!(flow("gfx803", 0xbf80_0000), (FlowKind::Next, None));
}

/// What is assigned to the program counter is derived in two ways.
#[test]
fn successors_agree_with_what_is_written() {
    let always = |patterns: &[Pattern]| patterns.iter().any(|p| p.mask == 0);
    let mut seen = 0;
    for arch in ARCHES {
        let counter = arch.roles.program_counter;
        for encoding in arch.encodings {
            let touch = |touch: &&Touch| matches!(touch.place, Place::Register(register) if Some(register) == counter);
            let touch = encoding.effects.touches.iter().find(touch).filter(|touch| !touch.written.is_empty());
            let mut jumps = encoding.successors.iter().filter(|s| matches!(s.to, To::Unknown | To::Sum { .. }));
            let name = arch[arch[encoding.form].inst].name;
            match touch {
                Some(touch) => {
                    seen += 1;
                    assert!(jumps.clone().count() > 0, "{name}");
                    assert_eq!(jumps.any(|s| s.always), always(touch.always.as_slice()), "{name}");
                }
                None => assert_eq!(jumps.count(), 0, "{name}"),
            }
        }
    }
    assert!(seen > 10);
}

#[test]
fn every_form_has_a_unit() {
    for arch in ARCHES {
        for encoding in arch.encodings {
            let name = arch[arch[encoding.form].inst].name;
            let last = encoding.units.as_slice().last();
            assert!(last.is_some_and(|unit| unit.when.mask == 0 && !unit.name.is_empty()), "{name} has no unit");
        }
    }
}

#[test]
fn units_follow_fields() {
    // v_mov_b32, s_mov_b32, s_branch, s_swappc_b64, ds_write_b32 without and with gds, flat_load_dword,
    // global_load_dword
    let unit = |bits: u64| inst("gfx900", bits).unit().expect("declared");
    assert_eq!([0x7e00_0280, 0xbe80_0080, 0xbf82_0003, 0xbe80_1e02].map(unit), ["valu", "salu", "branch", "branch"]);
    assert_eq!([0x0000_0100_d81a_0000, 0x0000_0100_d81b_0000].map(unit), ["lds", "gds"]);
    assert_eq!([0x0000_0000_dc50_0000, 0x007f_0000_dc50_8000].map(unit), ["flat", "vmem"]);
    // s_load_dword, buffer_load_dword, image_load, exp, v_interp_p1_f32, s_sendmsg, s_waitcnt
    assert_eq!([0xc000_0000, 0xe050_0000, 0xf000_0000, 0xc400_0000].map(unit), ["smem", "vmem", "vmem", "export"]);
    assert_eq!([0xd400_0000, 0xbf90_0001, 0xbf8c_0000].map(unit), ["interp", "message", "control"]);
}
