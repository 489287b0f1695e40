	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.amdhsa_code_object_version 5
	.hidden	far                             ; -- Begin function far
	.globl	far
	.p2align	8
	.type	far,@function
far:                                    ; @far
; %bb.0:
	s_load_dword s2, s[4:5], 0x8
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s2, 1
	s_cbranch_scc0 .LBB0_1
; %bb.12:
	s_getpc_b64 s[12:13]
.Lpost_getpc1:
	s_add_u32 s12, s12, (.LBB0_8-.Lpost_getpc1)&4294967295
	s_addc_u32 s13, s13, (.LBB0_8-.Lpost_getpc1)>>32
	s_setpc_b64 s[12:13]
.LBB0_1:
	s_mov_b32 s3, 0
	v_mov_b32_e32 v0, 0
	s_movk_i32 s10, 0x3e9
	s_mov_b32 s11, 0x92492493
	s_mov_b64 s[4:5], s[0:1]
	s_mov_b64 s[6:7], s[0:1]
	s_branch .LBB0_3
.LBB0_2:                                ;   in Loop: Header=BB0_3 Depth=1
	s_add_i32 s3, s3, 1
	s_add_u32 s6, s6, 4
	s_addc_u32 s7, s7, 0
	s_add_u32 s4, s4, 8
	s_addc_u32 s5, s5, 0
	s_cmp_eq_u32 s2, s3
	s_cbranch_scc0 .LBB0_3
; %bb.14:
	s_getpc_b64 s[12:13]
.Lpost_getpc2:
	s_add_u32 s12, s12, (.LBB0_9-.Lpost_getpc2)&4294967295
	s_addc_u32 s13, s13, (.LBB0_9-.Lpost_getpc2)>>32
	s_setpc_b64 s[12:13]
.LBB0_3:                                ; =>This Inner Loop Header: Depth=1
	v_mov_b32_e32 v1, s6
	v_mov_b32_e32 v2, s7
	flat_load_dword v1, v[1:2]
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v1, v1, s3
	v_add_u32_e32 v1, vcc, v0, v1
	v_cmp_gt_i32_e32 vcc, s10, v1
	s_cbranch_vccz .LBB0_5
; %bb.4:                                ;   in Loop: Header=BB0_3 Depth=1
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s5
	flat_load_dword v0, v[2:3]
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v0, v0, v1
	s_cbranch_execz .LBB0_6
; %bb.16:                               ;   in Loop: Header=BB0_3 Depth=1
	s_getpc_b64 s[12:13]
.Lpost_getpc3:
	s_add_u32 s12, s12, (.LBB0_2-.Lpost_getpc3)&4294967295
	s_addc_u32 s13, s13, (.LBB0_2-.Lpost_getpc3)>>32
	s_setpc_b64 s[12:13]
.LBB0_5:                                ;   in Loop: Header=BB0_3 Depth=1
                                        ; implicit-def: $vgpr0
.LBB0_6:                                ;   in Loop: Header=BB0_3 Depth=1
	s_add_u32 s8, s6, 4
	s_addc_u32 s9, s7, 0
	v_mov_b32_e32 v2, s8
	v_mov_b32_e32 v3, s9
	s_add_u32 s8, s6, 8
	s_addc_u32 s9, s7, 0
	v_mov_b32_e32 v4, s8
	v_mov_b32_e32 v5, s9
	flat_load_dword v0, v[2:3]
	flat_load_dword v4, v[4:5]
	v_mov_b32_e32 v2, s6
	v_mov_b32_e32 v3, s7
	flat_store_dword v[2:3], v1
	s_waitcnt vmcnt(1)
	v_xor_b32_e32 v0, v4, v0
	v_sub_u32_e32 v0, vcc, v1, v0
	v_cmp_lt_i32_e32 vcc, 9, v0
	s_cbranch_vccz .LBB0_7
; %bb.18:                               ;   in Loop: Header=BB0_3 Depth=1
	s_getpc_b64 s[12:13]
.Lpost_getpc4:
	s_add_u32 s12, s12, (.LBB0_2-.Lpost_getpc4)&4294967295
	s_addc_u32 s13, s13, (.LBB0_2-.Lpost_getpc4)>>32
	s_setpc_b64 s[12:13]
.LBB0_7:                                ;   in Loop: Header=BB0_3 Depth=1
	v_mul_hi_i32 v1, v0, s11
	s_add_u32 s8, s6, 12
	s_addc_u32 s9, s7, 0
	v_add_u32_e32 v1, vcc, v0, v1
	v_lshrrev_b32_e32 v2, 31, v1
	v_ashrrev_i32_e32 v1, 2, v1
	v_add_u32_e32 v3, vcc, v1, v2
	v_mov_b32_e32 v1, s8
	v_mov_b32_e32 v2, s9
	flat_store_dword v[1:2], v3
; %bb.10:                               ;   in Loop: Header=BB0_3 Depth=1
	s_getpc_b64 s[12:13]
.Lpost_getpc0:
	s_add_u32 s12, s12, (.LBB0_2-.Lpost_getpc0)&4294967295
	s_addc_u32 s13, s13, (.LBB0_2-.Lpost_getpc0)>>32
	s_setpc_b64 s[12:13]
.LBB0_8:
	v_mov_b32_e32 v0, 0
.LBB0_9:
	s_ashr_i32 s3, s2, 31
	s_lshl_b64 s[2:3], s[2:3], 2
	s_add_u32 s0, s0, s2
	s_addc_u32 s1, s1, s3
	v_mov_b32_e32 v2, s1
	v_mov_b32_e32 v1, s0
	flat_store_dword v[1:2], v0
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel far
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 12
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
		.amdhsa_next_free_vgpr 6
		.amdhsa_next_free_sgpr 14
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 0
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	far, .Lfunc_end0-far
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 448
; NumSgprs: 16
; NumVgprs: 6
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 16
; NumVGPRsForWavesPerEU: 6
; Occupancy: 8
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
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 12
    .max_flat_workgroup_size: 1024
    .name:           far
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         far.kd
    .uses_dynamic_stack: false
    .vgpr_count:     6
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
