//! Tests the costs of kernels: against what LLVM wrote into the metadata of compiled kernels, and against the tables of
//! manuals.

use isatope::assembler::Options;
use isatope::check::{Code, CodeCost, HazardKind, Rates};
use isatope::costs::{Demand, Limit};
use isatope::{Assembler, Dialect, Target};
use isatope_testing::{files_below, read, shared};

/// The cost of a source for a chip.
fn cost(chip: &str, text: &str) -> CodeCost {
    let (target, _) = Target::called(chip).expect("a target");
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(target, Dialect::LLVM, options).expect("GCN has the dialect");
    let (mut codes, told) = Code::of_source(&assembler.assemble(text));
    assert!(told.is_empty(), "{told:?}");
    codes[0].chip = chip.to_owned();
    codes[0].costs().expect("there are costs").remove(0)
}

#[test]
fn rates_depend_on_the_chip() {
    let cycles = |chip: &str, inst: &str| cost(chip, &format!("{inst}\ns_endpgm\n")).cost.cycles;
    for (inst, by_chip) in [
        ("v_add_f32 v0, v1, v2", [4, 4, 4, 4, 4, 4]),
        ("v_fma_f32 v0, v1, v2, v3", [4, 16, 4, 16, 4, 4]),
        ("v_rcp_f32 v0, v1", [16; 6]),
        ("v_mul_lo_u32 v0, v1, v2", [16; 6]),
        ("v_mul_u32_u24 v0, v1, v2", [4; 6]),
        ("v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", [16, 64, 8, 64, 64, 8]),
        ("v_add_f64 v[0:1], v[2:3], v[4:5]", [8, 32, 8, 32, 32, 8]),
        ("v_cmp_lt_f64 vcc, v[2:3], v[4:5]", [8, 32, 8, 32, 32, 8]),
        ("v_cvt_f64_f32 v[0:1], v2", [8, 32, 8, 32, 32, 8]),
        ("v_cvt_f32_f64 v0, v[2:3]", [8, 32, 8, 32, 32, 8]),
        ("v_rcp_f64 v[0:1], v[2:3]", [16, 64, 8, 64, 64, 8]),
        ("s_load_dwordx16 s[0:15], s[16:17], 0x0", [16; 6]),
        ("s_load_dwordx4 s[0:3], s[16:17], 0x0", [4; 6]),
        ("ds_write2_b64 v0, v[1:2], v[3:4] offset1:1", [20; 6]),
        ("ds_write_b64 v0, v[1:2]", [12; 6]),
        ("ds_read_b64 v[0:1], v2", [8; 6]),
        ("ds_read_b32 v0, v2", [4; 6]),
        ("ds_add_u64 v0, v[2:3]", [12; 6]),
        ("buffer_load_dword v0, off, s[0:3], 0", [8; 6]),
        ("buffer_load_dwordx4 v[0:3], off, s[0:3], 0", [16; 6]),
        ("buffer_store_dword v0, off, s[0:3], 0", [16; 6]),
        ("buffer_atomic_cmpswap v[0:1], off, s[0:3], 0", [32; 6]),
        ("s_waitcnt vmcnt(0)", [0; 6]),
    ] {
        let found = ["gfx600", "gfx700", "gfx701", "gfx803", "gfx900", "gfx906"].map(|chip| cycles(chip, inst));
        assert_eq!(found, by_chip, "{inst}");
    }
    for (inst, expected) in [
        ("ds_write_b96 v0, v[2:4]", 16),
        ("ds_write_b128 v0, v[2:5]", 20),
        ("ds_read_b96 v[2:4], v0", 16),
        ("flat_load_dword v0, v[2:3]", 8),
        ("flat_load_dwordx4 v[0:3], v[4:5]", 16),
        ("flat_store_dword v[2:3], v0", 16),
        ("flat_atomic_add_x2 v[2:3], v[2:3], v[0:1] glc", 16),
        ("flat_atomic_cmpswap v[2:3], v[0:1]", 32),
    ] {
        assert_eq!(["gfx700", "gfx803", "gfx900"].map(|chip| cycles(chip, inst)), [expected; 3], "{inst}");
    }
    assert_eq!(cycles("gfx900", "global_load_dwordx2 v[0:1], v[4:5], off"), 16);
}

/// Numbers of wavefronts from the optimization guides of AMD; LLVM 19 prints the same for VGPRs.
#[test]
fn wavefronts_on_a_simd() {
    let waves = |target: Target, vectors: u32, scalars: u32, shared: u32, workgroup: Option<u32>| {
        let roles = &target.arch().roles;
        let registers = [(roles.vector.expect("it has"), vectors), (roles.scalar.expect("it has"), scalars)];
        let demand = Demand { registers: &registers, shared, workgroup, lanes: 64 };
        let found = target.costs().and_then(|c| c.occupancy(target.version(), &demand)).expect("it is declared");
        let limit = match found.limit {
            Limit::Hardware => "hardware",
            Limit::Registers(file) => target.arch()[file].name.as_str(),
            Limit::Shared => "shared",
            Limit::Groups => "groups",
        };
        (found.waves, limit)
    };
    let by_vectors = [24, 25, 28, 29, 32, 36, 37, 40, 48, 49, 64, 84, 85, 128, 129, 256];
    let found = by_vectors.map(|vectors| waves(Target::GFX900, vectors, 16, 0, None).0);
    assert_eq!(found, [10, 9, 9, 8, 8, 7, 6, 6, 5, 4, 4, 3, 2, 2, 1, 1]);
    let old = [48, 56, 64, 72, 80, 96, 104].map(|scalars| waves(Target::GFX700, 24, scalars, 0, None).0);
    assert_eq!(old, [10, 9, 8, 7, 6, 5, 4]);
    let new = [80, 96, 112].map(|scalars| waves(Target::GFX803, 24, scalars, 0, None).0);
    assert_eq!(new, [10, 8, 7]);
    // Two workgroups of four wavefronts have room for their 32 KiB, so each SIMD has two wavefronts.
    assert_eq!(waves(Target::GFX900, 24, 16, 32768, Some(256)), (2, "shared"));
    assert_eq!(waves(Target::GFX900, 64, 16, 1024, Some(256)), (4, "vgpr"));
    assert_eq!(waves(Target::GFX900, 24, 88, 0, Some(256)), (8, "sgpr"));
    // Sixteen workgroups of two wavefronts.
    assert_eq!(waves(Target::GFX900, 24, 16, 0, Some(128)), (8, "groups"));
    assert_eq!(waves(Target::GFX900, 24, 16, 0, Some(64)), (10, "hardware"));
    // Two workgroups of 16 wavefronts, or three of 12, as LLVM 19 says.
    assert_eq!(waves(Target::GFX900, 24, 16, 0, Some(1024)), (8, "groups"));
    assert_eq!(waves(Target::GFX900, 24, 16, 0, Some(768)), (9, "groups"));
}

/// Numbers of workgroups on a compute unit: those of `hipOccupancyMaxActiveBlocksPerMultiprocessor`, where its limit of
/// 8 wavefronts on a SIMD is not the lowest, with LDS in units of 512 bytes as in LLVM's `getLdsDwGranularity`.
#[test]
fn workgroups_on_a_compute_unit() {
    let groups = |vectors: u32, scalars: u32, shared: u32, workgroup: u32| {
        let target = Target::GFX900;
        let roles = &target.arch().roles;
        let registers = [(roles.vector.expect("it has"), vectors), (roles.scalar.expect("it has"), scalars)];
        let demand = Demand { registers: &registers, shared, workgroup: Some(workgroup), lanes: 64 };
        target.costs().and_then(|costs| costs.resident_groups(target.version(), &demand)).expect("it is declared")
    };
    assert_eq!([64, 65, 192, 256, 1000, 1024].map(|items| groups(24, 16, 0, items)), [40, 16, 13, 10, 2, 2]);
    assert_eq!([32, 64, 84, 128, 129].map(|vectors| groups(vectors, 16, 0, 64)), [32, 16, 12, 8, 4]);
    assert_eq!([64, 128, 129].map(|vectors| groups(vectors, 16, 0, 256)), [4, 2, 1]);
    assert_eq!([80, 96, 102].map(|scalars| groups(24, scalars, 0, 64)), [40, 32, 28]);
    // Three workgroups of one wavefront are no four, although a wavefront of one more SIMD is idle.
    assert_eq!([20000, 21504, 21845, 65536].map(|shared| groups(24, 16, shared, 64)), [3, 3, 2, 1]);
    // What needs more than there is runs alone.
    assert_eq!((groups(24, 16, 70000, 64), groups(256, 16, 0, 1024)), (1, 1));
}

#[test]
fn the_longest_path_of_a_loop_follows_the_values() {
    // The two halves of the diamond are paths of 4 and 16 cycles; the square root does not need them.
    let text = "s_mov_b32 s2, 0\n.Lloop:\nv_sqrt_f32 v9, v8\ns_cbranch_vccz .Lelse\nv_add_f32 v1, v0, v0\ns_branch .Lend\n\
                .Lelse:\nv_rcp_f32 v1, v0\n.Lend:\nv_add_f32 v2, v1, v1\nv_add_f32 v3, v2, v2\ns_add_u32 s2, s2, 1\n\
                s_cmp_lt_u32 s2, 10\ns_cbranch_scc1 .Lloop\ns_endpgm\n";
    let found = cost("gfx900", text);
    let [one] = &found.cost.loops[..] else { panic!("{:?}", found.cost.loops) };
    assert_eq!((one.start, one.depth, one.instructions, one.path_cycles), (1, 1, 10, 24));
    assert_eq!(one.path, [5, 6, 7]);
    // A load is not there before its latency, and addresses count as well.
    let text = ".Lloop:\ns_load_dwordx2 s[0:1], s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v0, s0\nv_mov_b32 v1, s1\n\
                global_load_dword v2, v[0:1], off\ns_waitcnt vmcnt(0)\nv_add_f32 v2, v2, v2\ns_cbranch_vccnz .Lloop\n\
                s_endpgm\n";
    let found = cost("gfx900", text);
    assert_eq!(found.cost.loops[0].path_cycles, 20 + 4 + 320 + 4);
    // Loops in loops: instructions of the inner one count in the outer one.
    let text = ".La:\ns_nop 0\n.Lb:\ns_nop 0\ns_cbranch_scc1 .Lb\ns_cbranch_vccnz .La\ns_endpgm\n";
    let depths: Vec<_> = cost("gfx900", text).cost.loops.iter().map(|l| (l.start, l.depth, l.instructions)).collect();
    assert_eq!(depths, [(0, 1, 4), (1, 2, 2)]);
}

/// A kernel has the registers of the functions that it calls, and these those of their callees, as LLVM counts them.
#[test]
fn callees_count() {
    let function = |name: &str, body: &str| {
        format!(".p2align 8\n.type {name},@function\n{name}:\n{body}.Lend_{name}:\n.size {name}, .Lend_{name}-{name}\n")
    };
    let call = |name: &str| {
        format!(
            "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, {name}@rel32@lo+4\ns_addc_u32 s5, s5, {name}@rel32@hi+12\n\
             s_swappc_b64 s[30:31], s[4:5]\n"
        )
    };
    let unknown = "s_swappc_b64 s[30:31], s[40:41]\n";
    let back = "s_setpc_b64 s[30:31]\n";
    let kernel = |name: &str, body: &str| {
        format!(
            "{}.section .rodata\n.p2align 6\n.amdhsa_kernel {name}\n.amdhsa_next_free_vgpr 128\n.amdhsa_next_free_sgpr 60\n\
             .end_amdhsa_kernel\n.text\n",
            function(name, body)
        )
    };
    let text = [
        ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\n".to_owned(),
        function("leaf", &format!("v_mov_b32 v90, 0\n{back}")),
        function("middle", &format!("v_mov_b32 v20, 0\ns_mov_b32 s50, 0\n{}{back}", call("leaf"))),
        function("again", &format!("v_mov_b32 v30, 0\n{}{back}", call("again"))),
        kernel("plain", "v_mov_b32 v3, 0\ns_endpgm\n"),
        kernel("calls", &format!("v_mov_b32 v3, 0\n{}s_endpgm\n", call("middle"))),
        kernel("recursive", &format!("v_mov_b32 v3, 0\n{}s_endpgm\n", call("again"))),
        // Which function it calls is not known.
        kernel("pointer", &format!("v_mov_b32 v3, 0\n{unknown}s_endpgm\n")),
    ];
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(Target::GFX900, Dialect::LLVM, options).expect("GCN has the dialect");
    let source = assembler.assemble(text.concat());
    let (codes, told) = Code::of_source(&source);
    assert!(told.is_empty(), "{told:?}");
    let costs = codes.iter().flat_map(|code| code.costs().expect("there are costs"));
    let vectors = |cost: &CodeCost| (cost.symbol.clone(), cost.cost.registers[0].1);
    let found: Vec<(String, u32)> = costs.map(|cost| vectors(&cost)).collect();
    let expected = [("leaf", 91), ("middle", 91), ("again", 31), ("plain", 4), ("calls", 91), ("recursive", 31)];
    let expected = expected.into_iter().chain([("pointer", 91)]).map(|(name, count)| (name.to_owned(), count));
    let expected: Vec<(String, u32)> = expected.collect();
    assert_eq!(found, expected);
    // The distances are relocations in the object before it is linked: LLVM 19 writes them as `.text` and an offset.
    let object = source.relocatable().expect("an object");
    let container = isatope::container::open(&object).expect("an object");
    assert!(container.relocations.iter().any(|relocation| relocation.section == 0 || relocation.symbol == ".text"));
    let codes = Code::of_container(&container, Target::GFX900);
    let costs = codes.iter().flat_map(|code| code.costs().expect("there are costs"));
    assert_eq!(costs.map(|cost| vectors(&cost)).collect::<Vec<_>>(), expected);
}

/// clang gives functions a second, local symbol.
#[test]
fn functions_have_the_names_that_others_see() {
    let text = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\n.globl f\n.type f$local,@function\n\
                .type f,@function\nf$local:\nf:\ns_setpc_b64 s[30:31]\n.Lf:\n.size f$local, .Lf-f\n.size f, .Lf-f\n";
    assert_eq!(cost("gfx900", text).symbol, "f");
}

/// Code behind the end of a symbol, and in another kernel, counts for each kernel whose branches lead there.
#[test]
fn shared_ends_count() {
    let text = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.text\n.type k1,@function\nk1:\nv_mov_b32 v1, 0\n\
                s_branch .Lshared\n.size k1, .-k1\n.type k2,@function\n.p2align 8\nk2:\nv_mov_b32 v2, 0\ns_nop 0\n\
                s_branch .Lshared\n.size k2, .-k2\n.Lshared:\nv_mov_b32 v20, v0\n.Lagain:\ns_sub_u32 s40, s40, 1\n\
                s_cbranch_scc1 .Lagain\ns_endpgm\n.p2align 8\n.type k3,@function\nk3:\ns_cbranch_scc0 .Linside\n\
                s_endpgm\n.size k3, .-k3\n.type k4,@function\n.p2align 8\nk4:\ns_nop 0\n.Linside:\nv_mov_b32 v30, v0\n\
                s_endpgm\n.size k4, .-k4\n.rodata\n";
    let descriptors: String = (1..=4)
        .map(|number| {
            format!(
                ".p2align 6\n.amdhsa_kernel k{number}\n.amdhsa_next_free_vgpr 64\n.amdhsa_next_free_sgpr 64\n\
                 .end_amdhsa_kernel\n"
            )
        })
        .collect();
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(Target::GFX900, Dialect::LLVM, options).expect("GCN has the dialect");
    let (codes, told) = Code::of_source(&assembler.assemble(format!("{text}{descriptors}")));
    assert!(told.is_empty(), "{told:?}");
    let found: Vec<(String, u64, u32, usize)> = codes
        .iter()
        .flat_map(|code| code.costs().expect("there are costs"))
        .map(|cost| (cost.symbol.clone(), cost.cost.instructions, cost.cost.registers[0].1, cost.cost.loops.len()))
        .collect();
    let expected = [("k1", 6, 21, 1), ("k2", 7, 21, 1), ("k3", 4, 31, 0), ("k4", 3, 31, 0)];
    let expected = expected.map(|(name, instructions, vectors, loops)| (name.to_owned(), instructions, vectors, loops));
    assert_eq!(found, expected);
}

/// Registers as LLVM counted them when it compiled the kernels. It may reserve scalar registers that the code does not
/// use: VCC, FLAT_SCRATCH and XNACK_MASK.
#[test]
fn registers_are_those_of_the_metadata() {
    let (mut kernels, mut exact) = (0, 0);
    let root = shared("kernels").map_or(Vec::new(), |root| files_below(root, &["co"]));
    for path in root.iter().filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 2_000_000)) {
        let bytes = read(path);
        let container = isatope::container::open(&bytes).expect("a code object");
        let Some(target) = container.target.and_then(Target::from_name) else { continue };
        let launches: Vec<_> = container.launchable().into_iter().flatten().collect();
        for found in Code::of_container(&container, target).iter().flat_map(|code| code.costs().expect("GCN has costs"))
        {
            let Some(info) = launches.iter().find(|info| info.symbol == found.symbol) else { continue };
            let (Some(vectors), Some(scalars)) = (info.vgprs_used, info.sgprs_used) else { continue };
            let [(_, vector), (_, scalar)] = found.cost.registers[..] else { panic!("two files") };
            assert_eq!(vector.max(1), vectors.max(1), "{} {}", path.display(), found.symbol);
            assert!(
                scalar <= scalars && scalars <= scalar + 6,
                "{} {}: {scalar}, {scalars}",
                path.display(),
                found.symbol
            );
            (kernels, exact) = (kernels + 1, exact + usize::from(scalar == scalars));
        }
    }
    assert!(root.is_empty() || kernels > 200 && exact * 2 > kernels, "{exact} of {kernels}");
}

/// A kernel whose descriptor provides too few registers, and compiled kernels, none of which does that.
#[test]
fn descriptors_provide_the_registers() {
    let root = shared("kernels").map_or(Vec::new(), |root| files_below(root, &["co"]));
    let mut broken = 0;
    for path in root.iter().filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 400_000)) {
        let mut bytes = read(path);
        let messages = |bytes: &[u8]| {
            let container = isatope::container::open(bytes).expect("a code object");
            let Some(target) = container.target.and_then(Target::from_name) else { return Vec::new() };
            let codes = Code::of_container(&container, target);
            let found = codes.iter().flat_map(|code| code.check().into_iter().map(|found| (found.kind, found.message)));
            found.filter(|(kind, _)| *kind == HazardKind::Unprovided).map(|(_, message)| message).collect::<Vec<_>>()
        };
        assert!(messages(&bytes).is_empty(), "{}: {:?}", path.display(), messages(&bytes));
        // COMPUTE_PGM_RSRC1 of each descriptor of version 3 and later: one block of VGPRs, and of SGPRs.
        let container = isatope::container::open(&bytes).expect("a code object");
        let at = |kernel: &isatope::container::Kernel<'_>| {
            let descriptor = kernel.descriptor.as_ref().filter(|found| found.bytes.len() == 64)?;
            Some(descriptor.bytes.as_ptr() as usize - bytes.as_ptr() as usize + 48)
        };
        let places: Vec<usize> = container.kernels.iter().filter_map(at).collect();
        for place in places {
            bytes[place] = 0;
            bytes[place + 1] &= !3;
        }
        broken += messages(&bytes).len();
    }
    assert!(root.is_empty() || broken > 50, "{broken}");
}

#[test]
fn single_instructions_have_costs() {
    let assemble = |text: &str| isatope::Assemble::assemble(Target::GFX900, text).expect("it is right");
    let mut rates = Rates::new(Target::GFX900, "gfx900").expect("GCN declares costs");
    for (text, unit, cycles) in [
        ("v_add_f32 v0, v1, v2", "valu", 4),
        ("v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", "valu", 64),
        ("s_load_dwordx16 s[0:15], s[16:17], 0x0", "smem", 16),
        ("ds_write_b64 v0, v[1:2]", "lds", 12),
    ] {
        let rate = rates.of(&assemble(text));
        assert_eq!((rate.unit, rate.cycles), (Some(unit), cycles), "{text}");
        assert!(rate.latency >= rate.cycles, "{text}");
        // The cost of a kernel is the sum.
        let whole = cost("gfx900", &format!("{text}\ns_endpgm\n")).cost;
        assert_eq!(whole.cycles, u64::from(cycles + rates.of(&assemble("s_endpgm")).cycles), "{text}");
    }
    assert!(Rates::new(Target::V9, "").is_none(), "Valhall has `Cost`");
}
