//! Tests checks of programs as a whole: where they end, data in code, code that never runs, registers without values,
//! and what descriptors provide.

use isatope::assembler::Options;
use isatope::check::{Settings, Subject};
use isatope::diagnostics::Diagnostic;
use isatope::{Assembler, Dialect, NamedTarget, Target};

/// What is reported about a source.
pub fn reported(target: Target, text: &str, strict: bool) -> Vec<Diagnostic> {
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(target, Dialect::LLVM, options).expect("GCN has the dialect");
    let subject = Subject::of_source(&assembler.assemble(text));
    assert!(subject.messages.is_empty(), "{text}\n{:?}", subject.messages);
    let mut settings = Settings::default();
    settings.strict = strict;
    subject.findings(&settings)
}

/// A message with the text at its positions, and its help.
fn told(text: &str, found: &Diagnostic) -> String {
    use isatope::diagnostics::Place;
    let at = |place: &Place| match place {
        Place::Text(span) => text[span.range()].to_owned(),
        Place::Offset(offset) => format!("{offset:#x}"),
        _ => String::new(),
    };
    let also: Vec<String> =
        found.labels.iter().map(|label| format!("; `{}` {}", &text[label.span.range()], label.text)).collect();
    let help = found.help.as_deref().unwrap_or_default();
    format!("`{}`: {}{}; {help}", at(&found.place), found.message, also.concat())
}

/// Checks that exactly this is reported.
#[track_caller]
fn says(target: Target, text: &str, expected: &[&str]) {
    let found: Vec<String> = reported(target, text, false).iter().map(|found| told(text, found)).collect();
    assert_eq!(found, expected, "{text}");
}

/// A kernel with a descriptor.
pub fn kernel(body: &str, descriptor: &str) -> String {
    format!(
        ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\n.globl k\n.p2align 8\n.type k,@function\nk:\n{body}\n\
         .Lend:\n.size k, .Lend-k\n.rodata\n.p2align 6\n.amdhsa_kernel k\n{descriptor}\n.end_amdhsa_kernel\n"
    )
}

/// Registers in a descriptor.
pub const PLENTY: &str =
    ".amdhsa_next_free_vgpr 64\n.amdhsa_next_free_sgpr 64\n.amdhsa_user_sgpr_kernarg_segment_ptr 1";

#[test]
fn programs_have_to_end() {
    let help = "end the program, or branch";
    says(Target::GFX900, "v_mov_b32 v0, 0\n", &[&format!("`v_mov_b32 v0, 0`: the program does not end here; {help}")]);
    says(
        Target::GFX900,
        "s_cbranch_scc0 .La\ns_endpgm\n.La:\nv_mov_b32 v0, 0\n.long 0xffffffff\ns_endpgm\n",
        &[&format!("`v_mov_b32 v0, 0`: the program does not end here; `.long 0xffffffff` is no instruction; {help}")],
    );
    says(
        Target::GFX900,
        "s_cbranch_scc0 .La\ns_endpgm\n.La:\n.long 0xffffffff\ns_endpgm\n",
        &["`s_cbranch_scc0 .La`: the branch leads to what is no instruction; `.long 0xffffffff` is no instruction; \
           branch to an instruction of the program"],
    );
    // The last words are data, and a branch to the next word is a branch as well.
    says(
        Target::GFX900,
        "s_branch .La\n.long 0x7e000301\n.La:\n.long 0xffffffff\n",
        &[
            "`s_branch .La`: the branch leads to what is no instruction; `.long 0xffffffff` is no instruction; branch to an \
           instruction of the program",
        ],
    );
    says(
        Target::GFX900,
        "s_branch .La\n.La:\n.long 0xffffffff\n",
        &[
            "`s_branch .La`: the branch leads to what is no instruction; `.long 0xffffffff` is no instruction; branch to an \
           instruction of the program",
        ],
    );
    // The literal of an instruction is none.
    says(
        Target::GFX900,
        "v_mov_b32 v0, 0x12345678\ns_cbranch_scc0 65534\ns_endpgm\n",
        &[
            "`s_cbranch_scc0 65534`: the branch leads into the middle of an instruction; `v_mov_b32 v0, 0x12345678` has the \
           address in it; branch to an instruction of the program",
        ],
    );
    // Traps and calls need not come back.
    says(Target::GFX900, "s_trap 2\n", &[]);
    says(Target::GFX900, "s_endpgm\nf:\ns_swappc_b64 s[30:31], s[4:5]\n", &[]);
}

#[test]
fn data_in_code_does_not_mislead() {
    for text in [
        // Words that somebody encoded are instructions.
        "v_mov_b32 v0, 0\n.long 0xbf810000\n",
        "s_branch .La\n.long 0xffffffff, 0x7e000280\n.La:\ns_endpgm\n",
        "s_branch .La\n.fill 4, 4, 0\n.La:\ns_endpgm\n",
        "s_branch .La\n.ascii \"text\"\n.La:\ns_endpgm\n.long 0xdeadbeef\n",
        // Functions that are called from elsewhere.
        "s_endpgm\nf:\ns_waitcnt vmcnt(0)\nv_mov_b32 v0, v1\ns_setpc_b64 s[30:31]\n",
        // Tables of addresses.
        "s_getpc_b64 s[0:1]\ns_setpc_b64 s[2:3]\n.La:\ns_endpgm\n.Lb:\ns_nop 0\ns_endpgm\n.long .La-.Lb\n",
    ] {
        says(Target::GFX900, text, &[]);
    }
    // A table after a kernel, which is also in the range of its symbol, and one with a name.
    let table = "s_getpc_b64 s[2:3]\ns_load_dword s4, s[2:3], 0x14\ns_waitcnt lgkmcnt(0)\ns_endpgm\ntable:\n\
                 .long 0x7e000280, 0x7e0402ff, 0xffffffff, 0x7ffe0280";
    says(Target::GFX900, &kernel(table, PLENTY), &[]);
    let named = "s_endpgm\n.Lend:\n.size k, .Lend-k\ntable:\n.long 0x7ffe0280, 0x7e0402ff, 0xffffffff";
    says(Target::GFX900, &kernel(named, PLENTY).replacen(".Lend:\n.size k, .Lend-k\n.rodata", ".rodata", 1), &[]);
    // Data before a function, as compilers place it: `v_cndmask_b32_e32 v0, s57, v24, vcc` reads too many registers.
    let before = kernel("s_endpgm", PLENTY).replacen(".globl k", ".long 0x3039\n.globl k", 1);
    says(Target::GFX900, &before, &[]);
    // A function has no initial state, but its own mistakes are found.
    let text = "s_endpgm\nf:\nglobal_load_dword v0, v[2:3], off\nv_mov_b32 v1, v0\ns_setpc_b64 s[30:31]\n";
    let found = reported(Target::GFX900, text, false);
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn code_that_never_runs() {
    let text = kernel("s_branch .La\nv_mov_b32 v0, 0\ns_nop 0\n.La:\ns_endpgm\ns_nop 0\ns_nop 0", PLENTY);
    says(Target::GFX900, &text, &["`v_mov_b32 v0, 0`: nothing leads here; remove it, or branch to it"]);
    // A jump through a register may lead there, and a symbol may be a function.
    says(Target::GFX900, &kernel("s_mov_b64 s[2:3], 0\ns_setpc_b64 s[2:3]\nv_mov_b32 v0, 0\ns_endpgm", PLENTY), &[]);
    says(Target::GFX900, &kernel("s_endpgm\nf:\nv_mov_b32 v0, 0\ns_endpgm", PLENTY), &[]);
    // Without a descriptor it may be a function; only strict checks ask for a label.
    let text = "s_endpgm\nv_mov_b32 v0, 0\ns_endpgm\n";
    says(Target::GFX900, text, &[]);
    let found: Vec<String> = reported(Target::GFX900, text, true).iter().map(|found| told(text, found)).collect();
    assert_eq!(found, ["`v_mov_b32 v0, 0`: nothing leads here; remove it, or give it a label"]);
    assert!(reported(Target::GFX900, "s_endpgm\nf:\nv_mov_b32 v0, 0\ns_endpgm\n", true).is_empty());
}

#[test]
fn registers_have_to_be_written() {
    let text = kernel("v_mov_b32 v1, v5\ns_endpgm", PLENTY);
    says(
        Target::GFX900,
        &text,
        &["`v_mov_b32 v1, v5`: v5 has no value: nothing in the kernel writes it; write it before"],
    );
    // s[0:1] has the address of the arguments, s2 the number of the workgroup, and v0 that of the work-item.
    let text = kernel("v_add_u32 v1, s2, v0\ns_load_dword s4, s[0:1], 0x0\ns_endpgm", PLENTY);
    says(Target::GFX900, &text, &[]);
    // Compilers select between a value and nothing, and prepare private memory for a call although there is none: s3
    // would have its offset.
    says(Target::GFX900, &kernel("v_cndmask_b32 v1, v5, v0, vcc\ns_endpgm", PLENTY), &[]);
    says(Target::GFX900, &kernel("s_add_u32 flat_scratch_lo, s2, s3\ns_endpgm", PLENTY), &[]);
    let text = kernel("s_add_u32 flat_scratch_lo, s2, s4\ns_endpgm", PLENTY);
    says(
        Target::GFX900,
        &text,
        &["`s_add_u32 flat_scratch_lo, s2, s4`: s4 has no value: nothing in the kernel writes it; write it before"],
    );
    // With an index, a move may write any vector register; without one only its own.
    let moved =
        |on: &str| kernel(&format!("{on}v_mov_b32 v1, v0\ns_set_gpr_idx_off\nv_mov_b32 v2, v5\ns_endpgm"), PLENTY);
    says(Target::GFX900, &moved("s_set_gpr_idx_on s2, gpr_idx(DST)\n"), &[]);
    says(
        Target::GFX900,
        &moved(""),
        &["`v_mov_b32 v2, v5`: v5 has no value: nothing in the kernel writes it; write it before"],
    );
    // Compilers leave parts of values without a value that another instruction of the kernel writes.
    says(Target::GFX900, &kernel("v_mov_b32 v1, v5\nv_mov_b32 v5, 0\ns_endpgm", PLENTY), &[]);
    // On one of two paths it is written.
    let text = kernel("s_cbranch_scc0 .La\nv_mov_b32 v5, 0\n.La:\nv_mov_b32 v1, v5\ns_endpgm", PLENTY);
    says(Target::GFX900, &text, &[]);
    let found: Vec<String> = reported(Target::GFX900, &text, true).iter().map(|found| told(&text, found)).collect();
    assert_eq!(
        found,
        [
            "`v_mov_b32 v1, v5`: v5 may have no value: a path from the start of the kernel does not write it; write it on \
          every path"
        ]
    );
}

#[test]
fn descriptors_have_to_provide_what_is_used() {
    let few = ".amdhsa_next_free_vgpr 4\n.amdhsa_next_free_sgpr 64";
    says(
        Target::GFX900,
        &kernel("v_mov_b32 v7, 0\ns_endpgm", few),
        &[
            "`v_mov_b32 v7, 0`: the kernel k uses v7, and its descriptor provides 4 VGPRs; provide at least 8 VGPRs in the \
           descriptor",
        ],
    );
    // VCC comes after the other scalar registers.
    let few = ".amdhsa_next_free_vgpr 4\n.amdhsa_next_free_sgpr 12\n.amdhsa_reserve_vcc 0\n\
               .amdhsa_reserve_flat_scratch 0";
    says(
        Target::GFX900,
        &kernel("s_mov_b32 s15, 0\nv_cmp_eq_u32_e32 vcc, s15, v0\ns_endpgm", few),
        &[
            "`s_mov_b32 s15, 0`: the kernel k uses s15, and special registers need 2 more, and its descriptor provides 16 \
           SGPRs; provide at least 18 SGPRs in the descriptor",
        ],
    );
    let modes = format!("{PLENTY}\n.amdhsa_float_denorm_mode_16_64 0");
    says(
        Target::GFX900,
        &kernel("v_add_f16 v1, v0, v0\ns_endpgm", &modes),
        &[
            "`v_add_f16 v1, v0, v0`: `v_add_f16_e32 v1, v0, v0` depends on the float mode, and the kernel k starts with \
           `float_denorm_mode_16_64` 0, not 3; set `float_denorm_mode_16_64` to 3 in the descriptor, unless it is meant",
        ],
    );
    // This mode is not about single precision, and the mode of rounding has a field for each.
    says(Target::GFX900, &kernel("v_add_f32 v1, v0, v0\ns_endpgm", &modes), &[]);
    let rounds = format!("{PLENTY}\n.amdhsa_float_round_mode_32 3\n.amdhsa_float_round_mode_16_64 2");
    says(
        Target::GFX900,
        &kernel("v_add_f32 v1, v0, v0\nv_add_f64 v[2:3], v[0:1], v[0:1]\ns_endpgm", &rounds),
        &[
            "`v_add_f32 v1, v0, v0`: `v_add_f32_e32 v1, v0, v0` depends on the float mode, and the kernel k starts with \
           `float_round_mode_32` 3, not 0; set `float_round_mode_32` to 0 in the descriptor, unless it is meant",
            "`v_add_f64 v[2:3], v[0:1], v[0:1]`: `v_add_f64 v[2:3], v[0:1], v[0:1]` depends on the float mode, and the \
           kernel k starts with `float_round_mode_16_64` 2, not 0; set `float_round_mode_16_64` to 0 in the descriptor, \
           unless it is meant",
        ],
    );
    says(Target::GFX900, &kernel("v_mov_b32 v1, v0\ns_endpgm", &modes), &[]);
}

/// A kernel needs what its code uses wherever that is: behind the end of its symbol, in the code of another kernel, and
/// in the functions that it calls.
#[test]
fn descriptors_provide_what_other_code_of_a_kernel_uses() {
    let part = |name: &str, body: &str, end: &str| {
        format!(".p2align 8\n.type {name},@function\n{name}:\n{body}\n{end}.size {name}, .-{name}\n")
    };
    let source = |code: &[String], descriptors: &[(&str, &str)]| {
        let descriptor = |(name, more): &(&str, &str)| {
            format!(
                ".p2align 6\n.amdhsa_kernel {name}\n.amdhsa_next_free_vgpr 4\n.amdhsa_next_free_sgpr 8\n{more}\
                 .end_amdhsa_kernel\n"
            )
        };
        let all: String = descriptors.iter().map(descriptor).collect();
        format!(".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\n{}.rodata\n{all}", code.concat())
    };
    let registers = |kernel: &str, v: u32, s: u32| {
        let use_of = "and its descriptor provides";
        [
            format!(
                "`v_mov_b32 v{v}, v0`: the kernel {kernel} uses v{v}, {use_of} 4 VGPRs; provide at least {} VGPRs in the \
                     descriptor",
                v + 1
            ),
            format!(
                "`s_mov_b32 s{s}, 0`: the kernel {kernel} uses s{s}, {use_of} 16 SGPRs; \
                     provide at least {} SGPRs in the descriptor",
                s + 1
            ),
        ]
    };
    let memory = |kernel: &str| {
        format!(
            "`ds_write_b32 v0, v0`: the local data share is used, and the descriptor of the kernel {kernel}, which leads here, \
             provides none; give its size in the descriptor"
        )
    };
    let uses = "v_mov_b32 v20, v0\ns_mov_b32 s40, 0\nds_write_b32 v0, v0\n";
    let wait = "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\n";
    let function = part("f", &format!("{wait}{uses}s_waitcnt lgkmcnt(0)\ns_setpc_b64 s[30:31]"), "");
    let lds = ".amdhsa_group_segment_fixed_size 4\n";
    let call = "s_call_b64 s[4:5], f\ns_endpgm";
    let far = "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, f@rel32@lo+4\ns_addc_u32 s5, s5, f@rel32@hi+12\n\
               s_swappc_b64 s[4:5], s[4:5]\ns_endpgm";
    let behind = format!(".Lshared:\n{uses}s_endpgm\n");
    for (code, descriptors, expected) in [
        (vec![function.clone(), part("k", call, "")], vec![("k", "")], vec!["k"]),
        (vec![function.clone(), part("k", far, "")], vec![("k", "")], vec!["k"]),
        (vec![part("k", "s_branch .Lshared", ""), behind.clone()], vec![("k", "")], vec!["k"]),
        // Two kernels share an end.
        (
            vec![part("k", "s_branch .Lshared", ""), part("l", "s_branch .Lshared", ""), behind],
            vec![("k", ""), ("l", "")],
            vec!["k", "l"],
        ),
        // The end of another kernel: that one is told about its own code.
        (
            vec![part("k", "s_branch .Lshared", ""), part("l", &format!("s_nop 0\n.Lshared:\n{uses}s_endpgm"), "")],
            vec![("k", ""), ("l", lds)],
            vec!["k", "l"],
        ),
    ] {
        let text = source(&code, &descriptors);
        let found = reported(Target::GFX900, &text, false);
        let found: Vec<String> = found.iter().map(|found| told(&text, found)).collect();
        let mut all = Vec::new();
        for kernel in expected {
            all.extend(registers(kernel, 20, 40));
            let has_memory = descriptors.iter().any(|(name, more)| *name == kernel && more.contains("segment"));
            all.extend((!has_memory).then(|| memory(kernel)));
        }
        let sorted = |mut list: Vec<String>| {
            list.sort();
            list
        };
        assert_eq!(sorted(found), sorted(all), "{text}");
    }
    // A function that nothing calls needs nothing.
    let text = source(&[function, part("k", "s_endpgm", "")], &[("k", "")]);
    assert!(reported(Target::GFX900, &text, false).is_empty());
}

#[test]
fn operands_have_to_be_possible() {
    // Two scalar registers: `force` keeps what the assembler would refuse.
    says(
        Target::GFX900,
        "v_add_f32_e64 v0, s1, s2 force\ns_endpgm\n",
        &["`v_add_f32_e64 v0, s1, s2 force`: `b` reads more than 1 scalar register; "],
    );
    // A number somebody encoded: a pair that starts at an odd register. One of the dialects takes it.
    let text = "v_add_f64 v[0:1], s[1:2], v[2:3] force\ns_endpgm\n";
    assert_eq!(reported(Target::GFX900, text, false).len(), 0);
    assert_eq!(reported(Target::GFX900, text, true).len(), 1);
}

/// Sources without kernels: all functions are checked, as those of the object, and what nothing leads to but a label.
#[test]
fn functions_of_sources_without_kernels_are_checked() {
    let wait = |named: &str| {
        format!(
            "`{named}v_mov_b32 v0, s0`: s0 is read before a wait proves that scalar memory has written it; \
             `s_load_dword s0, s[0:1], 0x0` writes s0 later; insert `s_waitcnt lgkmcnt(0)` directly before it"
        )
    };
    let right = "s_load_dword s0, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v0, s0\ns_endpgm\n";
    let wrong = "s_load_dword s0, s[0:1], 0x0\nv_mov_b32 v0, s0\ns_endpgm\n";
    let function = |name: &str, body: &str| {
        format!(
            ".globl {name}\n.p2align 8\n.type {name},@function\n{name}:\n{body}.Lend_{name}:\n.size {name}, .Lend_{name}-{name}\n"
        )
    };
    for system in ["amdhsa", "amdpal", "mesa3d"] {
        let head = format!(".amdgcn_target \"amdgcn-unknown-{system}--gfx900\"\n.text\n");
        let text = format!("{head}{}{}", function("a", right), function("b", wrong));
        says(Target::GFX900, &text, &[&wait("")]);
        let text = format!("{head}{}{}", function("a", wrong), function("b", wrong));
        says(Target::GFX900, &text, &[&wait(""), &wait("")]);
        // Without types, after padding.
        says(Target::GFX900, &format!("{head}a:\n{right}.p2align 8\nb:\n{wrong}"), &[&wait("")]);
    }
    says(Target::GFX900, &format!("{right}.p2align 8\nb:\n{wrong}.p2align 8\nc:\n{right}"), &[&wait("")]);
    // A label that is reached does not make its code a function: v5 has no value there.
    let text = kernel("s_cbranch_scc0 .La\ns_nop 0\n.La:\nv_mov_b32 v1, v5\ns_endpgm", PLENTY);
    says(
        Target::GFX900,
        &text,
        &["`v_mov_b32 v1, v5`: v5 has no value: nothing in the kernel writes it; write it before"],
    );
}

/// The driver sets the scalar arguments of a compute shader of Mesa: LLVM does not count them in the registers of the
/// object. This is the output of LLVM 19 for gfx700, whose arguments are in s[2:6].
#[test]
fn drivers_set_the_arguments_of_shaders() {
    let text = |last: &str| {
        format!(
            ".section .AMDGPU.config,\"\",@progbits\n.long 47176, 3080386, 47180, 4, 47200, 0, 4, 0, 8, 0\n.text\n\
             .globl dyn\n.p2align 8\n.type dyn,@function\ndyn:\ns_mov_b32 m0, s6\nv_movrels_b32_e32 v0, v1\n\
             s_mov_b32 s27, s5\ns_mov_b32 s26, s4\ns_mov_b32 s25, {last}\ns_mov_b32 s24, s2\nv_add_f32_e32 v0, v0, v0\n\
             v_mov_b32_e32 v1, s6\nbuffer_store_dword v0, v1, s[24:27], 0 offen\ns_endpgm\n.Lend:\n.size dyn, .Lend-dyn\n\
             .amd_amdgpu_isa \"amdgcn-unknown-mesa3d--gfx700\"\n"
        )
    };
    says(Target::GFX700, &text("s3"), &[]);
    // 16 registers for the driver, and those of the hardware.
    says(
        Target::GFX700,
        &text("s22"),
        &["`s_mov_b32 s25, s22`: s22 has no value: nothing in the kernel writes it; write it before"],
    );
}

/// Drivers join parts of shaders, which end without an end of the program. The tables are those of LLVM 19 for
/// `amdgpu_ps`, `amdgpu_gfx` and a function without a convention.
#[test]
fn parts_of_shaders_go_on() {
    let part = |name: &str, table: &str| {
        let table =
            if table.is_empty() { "" } else { &format!(".section .AMDGPU.config,\"\",@progbits\n.long {table}\n") };
        format!(
            "{table}.text\n.globl {name}\n.p2align 8\n.type {name},@function\n{name}:\nv_add_f32_e32 v0, v0, v0\n\
             .Lend_{name}:\n.size {name}, .Lend_{name}-{name}\n"
        )
    };
    let both = |table: &str, system: &str| {
        let target = format!(".amdgcn_target \"amdgcn-unknown-{system}--gfx803\"\n");
        format!("{target}{}{}", part("one", table), part("two", table))
    };
    let small_shader = "45096, 0, 165608, 0, 45100, 0, 165580, 1, 165584, 1, 4, 0, 8, 0";
    let large_shader = "45096, 65, 165608, 0, 45100, 0, 165580, 2, 165584, 2, 4, 0, 8, 0";
    for table in [small_shader, large_shader] {
        says(Target::GFX803, &both(table, "mesa3d"), &[]);
    }
    says(Target::GFX803, &both("", "amdpal"), &[]);
    // A branch to the end goes on there, too.
    let branches =
        |name: &str| part(name, small_shader).replace("v_add_f32_e32 v0", "s_cbranch_scc1 .Lend_one\nv_add_f32_e32 v0");
    let system = ".amdgcn_target \"amdgcn-unknown-mesa3d--gfx803\"\n";
    says(Target::GFX803, &format!("{system}{}", branches("one")), &[]);
    // So does a part that ends the program on one way, as LLVM 19 writes a kill, and a part whose end is padding.
    let kills = "s_cbranch_scc0 .Lkill\ns_branch .Lend_one\n.Lkill:\nexp null off, off, off, off done vm\ns_endpgm";
    for uses in [kills, "s_cbranch_scc0 .Lend_one\ns_endpgm", "v_mov_b32 v1, 0\ns_nop 0"] {
        let one = part("one", small_shader).replace("v_add_f32_e32 v0, v0, v0", uses);
        says(Target::GFX803, &format!("{system}{one}{}", part("two", small_shader)), &[]);
        says(Target::GFX803, &format!("{system}{one}"), &[]);
    }
    let runs_out = "`v_add_f32_e32 v0, v0, v0`: the program does not end here; end the program, or branch";
    for table in ["47176, 192, 165608, 0, 4, 0, 8, 0", "47176, 0, 47180, 0, 47200, 0, 4, 0, 8, 0"] {
        says(Target::GFX803, &both(table, "mesa3d"), &[runs_out]);
    }
    // A function that other files do not see comes first, as LLVM 19 writes it. It has a table as well.
    let function = "47176, 256, 165608, 0, 4, 0, 8, 0";
    let body = |name: &str, table: &str, uses: &str| part(name, table).replace("v_add_f32_e32 v0, v0, v0", uses);
    let back = "v_add_f32_e32 v0, v0, v8\ns_setpc_b64 s[30:31]";
    let hidden = body("hidden", function, back).replace(".globl hidden\n.p2align 8", ".p2align 2");
    let late = body("late", function, back);
    let target = ".amdgcn_target \"amdgcn-unknown-mesa3d--gfx803\"\n";
    says(Target::GFX803, &format!("{target}{hidden}{}{late}", part("shader", small_shader)), &[]);
}

/// The tables of functions and kernels are in the order of the source, and sections are not: LLVM 19 writes `f`, which
/// has a section of its own, before `k`.
#[test]
fn functions_in_other_sections_are_no_kernels() {
    let target = ".amdgcn_target \"amdgcn-unknown-mesa3d--gfx803\"\n";
    let table =
        |values: &str| format!(".section .AMDGPU.config,\"\",@progbits\n.long {values}, 47200, 0, 4, 0, 8, 0\n");
    let (function, kernel) = (table("47176, 0, 47180, 0"), table("47176, 11469056, 47180, 132"));
    let text = format!(
        "{target}{function}.section .mytext,\"ax\",@progbits\n.globl f\n.p2align 2\n.type f,@function\nf:\n\
         v_add_u32_e32 v0, vcc, 1, v0\ns_setpc_b64 s[30:31]\n.Lf:\n.size f, .Lf-f\n\
         {kernel}.text\n.globl k\n.p2align 8\n.type k,@function\nk:\ns_mov_b32 s7, f@abs32@hi\n\
         s_mov_b32 s6, f@abs32@lo\nv_mov_b32_e32 v0, 0\ns_swappc_b64 s[30:31], s[6:7]\ns_endpgm\n\
         .Lk:\n.size k, .Lk-k\n"
    );
    says(Target::GFX803, &text, &[]);
    // As the kernels that run constructors.
    says(Target::GFX803, &text.replace(".globl k", ".weak k"), &[]);
}

/// clang gives kernels of blocks a second symbol, which is one of a function and is at the descriptor.
#[test]
fn functions_at_descriptors_are_kernels() {
    let text = "\
        .amdgcn_target \"amdgcn-unknown-mesa3d--gfx803\"\n.text\n.type f,@function\nf:\ns_setpc_b64 s[30:31]\n.Lf:\n\
        .size f, .Lf-f\n.globl k\n.p2align 8\n.amdgpu_hsa_kernel k\n.type k_local,@function\nk:\nk_local:\n\
        .amd_kernel_code_t\n.end_amd_kernel_code_t\ns_endpgm\n.Lk:\n.size k, .Lk-k\n.size k_local, .Lk-k_local\n";
    says(Target::GFX803, text, &[]);
}

/// LLVM writes prefix data directly before a function. The words are `v_cndmask_b32_e32 v0, s77, v0, vcc`.
#[test]
fn data_before_a_function_are_no_code() {
    let text = "\
        .amdgcn_target \"amdgcn-amd-amdhsa--gfx906\"\n.section .text.f,\"ax\",@progbits\n.p2align 6\n.long 77\n\
        .type f,@function\nf:\ns_setpc_b64 s[30:31]\n.Lf:\n.size f, .Lf-f\n\
        .text\n.globl h\n.type h,@function\nh:\ns_mov_b32 s4, f@rel32@lo+4\ns_mov_b32 s5, g@rel32@lo+4\n\
        s_setpc_b64 s[4:5]\n.Lh:\n.size h, .Lh-h\n";
    says(Target::GFX906, text, &[]);
    // Other code before a function is checked.
    let wait = text.replace(".long 77\n", "flat_load_dword v0, v[0:1]\nv_mov_b32 v1, v0\ns_endpgm\n");
    assert_eq!(reported(Target::GFX906, &wait, false).len(), 1);
}

#[test]
fn targets_and_sources_say_whether_instructions_are_done_again() {
    let named: NamedTarget = "gfx900:xnack+".parse().expect("known");
    assert_eq!(named.xnack(), Some(true));
    assert_eq!("gfx900".parse::<NamedTarget>().expect("known").xnack(), None);
    let text = |target: &str| {
        format!(".amdgcn_target \"amdgcn-amd-amdhsa--{target}\"\ns_load_dwordx2 s[4:5], s[4:5], 0x0\ns_endpgm\n")
    };
    assert_eq!(reported(Target::GFX900, &text("gfx900:xnack+"), false).len(), 1);
    for target in ["gfx900", "gfx900:xnack-"] {
        assert_eq!(reported(Target::GFX900, &text(target), false).len(), 0);
    }
    let kernel = kernel("s_load_dwordx2 s[0:1], s[0:1], 0x0\ns_endpgm", PLENTY);
    assert_eq!(reported(Target::GFX900, &kernel, false).len(), 0);
    assert_eq!(reported(Target::GFX900, &kernel.replace("--gfx900", "--gfx900:xnack+"), false).len(), 1);
}

/// Code that a table or a computed address leads to is checked with what is outstanding at the jump.
#[test]
fn jumps_to_one_of_several_places_are_followed() {
    let load = "global_load_dword v1, v[0:1], off\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n";
    let cases = ".La:\nv_mov_b32 v4, v1\ns_endpgm\n.Lb:\ns_waitcnt vmcnt(0)\nv_mov_b32 v4, v1\ns_endpgm";
    let early = ["`v_mov_b32 v4, v1`: v1 is read before a wait proves that vector memory has written it; \
                  `global_load_dword v1, v[0:1], off` writes v1 later; insert `s_waitcnt vmcnt(0)` directly before it"];
    // Distances from the table, in the code and in another section.
    let entry = "s_lshl_b32 s4, s4, 2\ns_load_dword s5, s[2:3], s4\ns_waitcnt lgkmcnt(0)\ns_ashr_i32 s6, s5, 31\n\
                 s_add_u32 s2, s2, s5\ns_addc_u32 s3, s3, s6\ns_setpc_b64 s[2:3]\n";
    let near = "s_getpc_b64 s[2:3]\n.Lpc:\ns_add_u32 s2, s2, .Lt-.Lpc\ns_addc_u32 s3, s3, 0\n";
    let table = ".Lt:\n.long .La-.Lt, .Lb-.Lt\n";
    says(Target::GFX900, &kernel(&format!("{load}{near}{entry}{table}{cases}"), PLENTY), &early);
    // The entries are distances from the code.
    let code = "s_getpc_b64 s[8:9]\n.Lc:\ns_add_u32 s2, s8, s5\ns_addc_u32 s3, s9, 0\ns_setpc_b64 s[2:3]\n";
    let other = "s_lshl_b32 s4, s4, 2\ns_load_dword s5, s[2:3], s4\ns_waitcnt lgkmcnt(0)\n";
    let table = ".Lt:\n.long .La-.Lc, .Lb-.Lc\n";
    says(Target::GFX900, &kernel(&format!("{load}{near}{other}{code}{table}{cases}"), PLENTY), &early);
    let far = "s_getpc_b64 s[2:3]\ns_add_u32 s2, s2, t@rel32@lo+4\ns_addc_u32 s3, s3, t@rel32@hi+12\n";
    let text = kernel(&format!("{load}{far}{other}{code}{cases}"), PLENTY);
    says(Target::GFX900, &format!("{text}.globl t\n.hidden t\nt:\n.long .La-.Lc, .Lb-.Lc\n"), &early);
    // Branches in a row after the jump.
    let row = "s_lshl_b32 s4, s4, 2\ns_getpc_b64 s[2:3]\n.Lpc:\ns_add_u32 s4, s4, .Lr-.Lpc\ns_add_u32 s2, s2, s4\n\
               s_addc_u32 s3, s3, 0\ns_setpc_b64 s[2:3]\n.Lr:\ns_branch .La\ns_branch .Lb\n";
    let text = kernel(&format!("{load}{row}{cases}"), PLENTY);
    assert_eq!(reported(Target::GFX900, &text, false).len(), 1);
    // Nothing is known of an address that is loaded, and so of the code behind the jump.
    let given = "s_load_dwordx2 s[2:3], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_setpc_b64 s[2:3]\n";
    says(Target::GFX900, &kernel(&format!("{load}{given}{cases}"), PLENTY), &[]);
}
