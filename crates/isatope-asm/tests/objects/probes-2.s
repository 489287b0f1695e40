	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.amdhsa_code_object_version 5
	.section	.text.other,"ax",@progbits
	.hidden	other                           ; -- Begin function other
	.globl	other
	.p2align	2
	.type	other,@function
other:                                  ; @other
; %bb.0:
	.pseudoprobe	10273601903439868693 1 0 0 other
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mul_lo_u32 v1, v0, v0
	v_cmp_gt_i32_e32 vcc, 4, v0
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
; %bb.1:
	.pseudoprobe	4361424049673769444 1 0 0 other
	.pseudoprobe	10273601903439868693 5 0 0 other
	v_add_u32_e32 v2, 1, v1
                                        ; implicit-def: $vgpr1
; %bb.2:
	s_andn2_saveexec_b64 s[4:5], s[4:5]
; %bb.3:
	.pseudoprobe	4361424049673769444 1 0 0 other
	.pseudoprobe	4361424049673769444 1 0 0 other
	.pseudoprobe	10273601903439868693 2 0 0 other
	v_add_u32_e32 v2, 1, v0
	v_mad_u64_u32 v[2:3], s[6:7], v2, v0, v[2:3]
	v_add3_u32 v2, v2, v1, 2
; %bb.4:
	s_or_b64 exec, exec, s[4:5]
	.pseudoprobe	10273601903439868693 7 0 0 other
	.pseudoprobe	10273601903439868693 1 0 0 other
	v_add_u32_e32 v1, 9, v0
	v_mul_lo_u32 v3, v1, v1
	v_cmp_gt_i32_e32 vcc, -5, v0
                                        ; implicit-def: $vgpr1
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
; %bb.5:
	.pseudoprobe	4361424049673769444 1 0 0 other
	.pseudoprobe	10273601903439868693 5 0 0 other
	v_add_u32_e32 v1, 1, v3
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr3
; %bb.6:
	s_andn2_saveexec_b64 s[4:5], s[4:5]
; %bb.7:
	.pseudoprobe	4361424049673769444 1 0 0 other
	.pseudoprobe	4361424049673769444 1 0 0 other
	.pseudoprobe	10273601903439868693 2 0 0 other
	v_add_u32_e32 v0, 10, v0
	v_mul_lo_u32 v0, v0, v0
	v_add3_u32 v1, v0, v3, 2
; %bb.8:
	s_or_b64 exec, exec, s[4:5]
	.pseudoprobe	10273601903439868693 7 0 0 other
	.pseudoprobe	13598193224579702649 1 0 0 other
	v_mad_u64_u32 v[0:1], s[4:5], v2, 3, v[1:2]
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	other, .Lfunc_end0-other
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 124
; NumSgprs: 36
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
	.section	.text.a,"ax",@progbits
	.protected	a                       ; -- Begin function a
	.globl	a
	.p2align	8
	.type	a,@function
a:                                      ; @a
; %bb.0:
	s_load_dword s10, s[4:5], 0x8
	s_add_u32 flat_scratch_lo, s6, s9
	s_addc_u32 flat_scratch_hi, s7, 0
	s_add_u32 s0, s0, s9
	s_addc_u32 s1, s1, 0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s10, 1
	s_mov_b32 s32, 0
	.pseudoprobe	12157170054180749580 1 0 0 a
	.pseudoprobe	12157170054180749580 2 0 0 a
	s_cbranch_scc1 .LBB1_19
; %bb.1:
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	.pseudoprobe	12157170054180749580 4 0 0 a
	v_mov_b32_e32 v0, 1
	s_waitcnt lgkmcnt(0)
	s_load_dword s4, s[8:9], 0x0
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s4, 2
	s_cbranch_scc1 .LBB1_3
; %bb.2:
	.pseudoprobe	12157170054180749580 7 0 0 a
	v_mov_b32_e32 v0, 0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, other@rel32@lo+4
	s_addc_u32 s5, s5, other@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.LBB1_3:
	.pseudoprobe	12157170054180749580 9 0 0 a
	.pseudoprobe	12157170054180749580 10 0 0 a
	.pseudoprobe	12157170054180749580 2 0 0 a
	v_mov_b32_e32 v1, 0
	s_cmp_eq_u32 s10, 1
	global_store_dword v1, v0, s[8:9]
	s_cbranch_scc1 .LBB1_19
; %bb.4:
	.pseudoprobe	12157170054180749580 4 0 0 a
	s_load_dword s4, s[8:9], 0x4
	v_mov_b32_e32 v0, 2
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s4, 2
	s_cbranch_scc1 .LBB1_6
; %bb.5:
	.pseudoprobe	12157170054180749580 7 0 0 a
	v_mov_b32_e32 v0, 1
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, other@rel32@lo+4
	s_addc_u32 s5, s5, other@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.LBB1_6:
	.pseudoprobe	12157170054180749580 9 0 0 a
	.pseudoprobe	12157170054180749580 10 0 0 a
	.pseudoprobe	12157170054180749580 2 0 0 a
	v_mov_b32_e32 v1, 0
	s_cmp_eq_u32 s10, 2
	global_store_dword v1, v0, s[8:9] offset:4
	s_cbranch_scc1 .LBB1_19
; %bb.7:
	.pseudoprobe	12157170054180749580 4 0 0 a
	s_load_dword s4, s[8:9], 0x8
	v_mov_b32_e32 v0, 5
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s4, 2
	s_cbranch_scc1 .LBB1_9
; %bb.8:
	.pseudoprobe	12157170054180749580 7 0 0 a
	v_mov_b32_e32 v0, 2
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, other@rel32@lo+4
	s_addc_u32 s5, s5, other@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.LBB1_9:
	.pseudoprobe	12157170054180749580 9 0 0 a
	.pseudoprobe	12157170054180749580 10 0 0 a
	.pseudoprobe	12157170054180749580 2 0 0 a
	v_mov_b32_e32 v1, 0
	s_cmp_eq_u32 s10, 3
	global_store_dword v1, v0, s[8:9] offset:8
	s_cbranch_scc1 .LBB1_19
; %bb.10:
	.pseudoprobe	12157170054180749580 4 0 0 a
	s_load_dword s4, s[8:9], 0xc
	v_mov_b32_e32 v0, 10
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s4, 2
	s_cbranch_scc1 .LBB1_12
; %bb.11:
	.pseudoprobe	12157170054180749580 7 0 0 a
	v_mov_b32_e32 v0, 3
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, other@rel32@lo+4
	s_addc_u32 s5, s5, other@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.LBB1_12:
	.pseudoprobe	12157170054180749580 9 0 0 a
	.pseudoprobe	12157170054180749580 10 0 0 a
	.pseudoprobe	12157170054180749580 2 0 0 a
	v_mov_b32_e32 v4, 0
	s_cmp_eq_u32 s10, 4
	s_mov_b32 s11, 4
	global_store_dword v4, v0, s[8:9] offset:12
	s_cbranch_scc1 .LBB1_19
; %bb.13:
	s_add_u32 s8, s8, 16
	s_addc_u32 s9, s9, 0
	s_branch .LBB1_15
.LBB1_14:                               ;   in Loop: Header=BB1_15 Depth=1
	.pseudoprobe	12157170054180749580 9 0 0 a
	.pseudoprobe	12157170054180749580 10 0 0 a
	.pseudoprobe	12157170054180749580 2 0 0 a
	s_add_i32 s11, s11, 1
	global_store_dword v4, v0, s[8:9]
	s_add_u32 s8, s8, 4
	s_addc_u32 s9, s9, 0
	s_cmp_eq_u32 s10, s11
	s_cbranch_scc1 .LBB1_19
.LBB1_15:                               ; =>This Inner Loop Header: Depth=1
	.pseudoprobe	12157170054180749580 4 0 0 a
	global_load_dword v0, v4, s[8:9]
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e32 vcc, 3, v0
	s_cbranch_vccz .LBB1_17
; %bb.16:                               ;   in Loop: Header=BB1_15 Depth=1
	.pseudoprobe	12157170054180749580 7 0 0 a
	v_mov_b32_e32 v0, s11
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, other@rel32@lo+4
	s_addc_u32 s5, s5, other@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	s_cbranch_execnz .LBB1_14
	s_branch .LBB1_18
.LBB1_17:                               ;   in Loop: Header=BB1_15 Depth=1
                                        ; implicit-def: $vgpr0
.LBB1_18:                               ;   in Loop: Header=BB1_15 Depth=1
	.pseudoprobe	10273601903439868693 1 0 0 a
	.pseudoprobe	4361424049673769444 1 0 0 a
	.pseudoprobe	4361424049673769444 1 0 0 a
	.pseudoprobe	10273601903439868693 2 0 0 a
	s_add_i32 s5, s11, 1
	s_mul_i32 s4, s11, s11
	s_mul_i32 s5, s5, s5
	s_add_i32 s4, s4, s5
	s_add_i32 s4, s4, 2
	v_mov_b32_e32 v0, s4
	s_branch .LBB1_14
.LBB1_19:
	.pseudoprobe	12157170054180749580 3 0 0 a
	.pseudoprobe	12157170054180749580 11 0 0 a
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel a
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 12
		.amdhsa_user_sgpr_count 8
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 5
		.amdhsa_next_free_sgpr 33
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
		.amdhsa_reserve_xnack_mask 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.section	.text.a,"ax",@progbits
.Lfunc_end1:
	.size	a, .Lfunc_end1-a
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 472
; NumSgprs: 39
; NumVgprs: 5
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 39
; NumVGPRsForWavesPerEU: 5
; Occupancy: 10
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 8
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.section	.text.b,"ax",@progbits
	.protected	b                       ; -- Begin function b
	.globl	b
	.p2align	8
	.type	b,@function
b:                                      ; @b
; %bb.0:
	.pseudoprobe	4361424049673769444 1 0 0 b
	.pseudoprobe	17019013823989803922 1 0 0 b
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	v_mov_b32_e32 v0, 0
	s_waitcnt lgkmcnt(0)
	s_load_dword s2, s[0:1], 0x4
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s2, s2, s2
	s_add_i32 s2, s2, 1
	v_mov_b32_e32 v1, s2
	global_store_dword v0, v1, s[0:1]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel b
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 2
		.amdhsa_next_free_sgpr 6
		.amdhsa_reserve_vcc 0
		.amdhsa_reserve_flat_scratch 0
		.amdhsa_reserve_xnack_mask 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.section	.text.b,"ax",@progbits
.Lfunc_end2:
	.size	b, .Lfunc_end2-b
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 52
; NumSgprs: 10
; NumVgprs: 2
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 10
; NumVGPRsForWavesPerEU: 2
; Occupancy: 10
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.hidden	__oclc_ABI_version              ; @__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500                             ; 0x1f4
	.size	__oclc_ABI_version, 4

	.section	.pseudo_probe_desc,"G",@progbits,.pseudo_probe_desc_other,comdat
	.quad	-4848550849129848967
	.quad	562954248388607
	.byte	5
	.ascii	"other"
	.section	.pseudo_probe_desc,"G",@progbits,.pseudo_probe_desc__ZL5twicei.__uniq.184952736258529281979788220784885226653,comdat
	.quad	-8173142170269682923
	.quad	844496255702905
	.byte	57
	.ascii	"_ZL5twicei.__uniq.184952736258529281979788220784885226653"
	.section	.pseudo_probe_desc,"G",@progbits,.pseudo_probe_desc_a,comdat
	.quad	-6289574019528802036
	.quad	563122283340417
	.byte	1
	.byte	97
	.section	.pseudo_probe_desc,"G",@progbits,.pseudo_probe_desc_b,comdat
	.quad	-1427730249719747694
	.quad	281479271677951
	.byte	1
	.byte	98
	.section	.pseudo_probe_desc,"G",@progbits,.pseudo_probe_desc__ZL2sqi.__uniq.184952736258529281979788220784885226653,comdat
	.quad	4361424049673769444
	.quad	4294967295
	.byte	54
	.ascii	"_ZL2sqi.__uniq.184952736258529281979788220784885226653"
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .type_name:      int
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 12
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           a
    .private_segment_fixed_size: 0
    .sgpr_count:     39
    .sgpr_spill_count: 0
    .symbol:         a.kd
    .uses_dynamic_stack: false
    .vgpr_count:     5
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           b
    .private_segment_fixed_size: 0
    .sgpr_count:     10
    .sgpr_spill_count: 0
    .symbol:         b.kd
    .uses_dynamic_stack: false
    .vgpr_count:     2
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx906
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
