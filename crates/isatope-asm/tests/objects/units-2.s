	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.amdhsa_code_object_version 5
	.hidden	_Z6unusedi                      ; -- Begin function _Z6unusedi
	.globl	_Z6unusedi
	.p2align	2
	.type	_Z6unusedi,@function
_Z6unusedi:                             ; @_Z6unusedi
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	_Z6unusedi, .Lfunc_end0-_Z6unusedi
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 8
; NumSgprs: 36
; NumVgprs: 1
; ScratchSize: 0
; MemoryBound: 0
	.text
	.hidden	second                          ; -- Begin function second
	.globl	second
	.p2align	8
	.type	second,@function
second:                                 ; @second
	.cfi_startproc
; %bb.0:
	s_load_dwordx2 s[42:43], s[6:7], 0x0
	s_load_dword s44, s[6:7], 0x8
	s_mov_b64 s[36:37], s[4:5]
	s_add_u32 flat_scratch_lo, s10, s15
	s_addc_u32 flat_scratch_hi, s11, 0
	s_waitcnt lgkmcnt(0)
	s_load_dword s4, s[42:43], 0x0
	s_add_u32 s0, s0, s15
	s_addc_u32 s1, s1, 0
	s_mov_b32 s41, s14
	s_mov_b32 s40, s13
	s_mov_b32 s33, s12
	s_mov_b64 s[34:35], s[8:9]
	v_mov_b32_e32 v3, v1
	v_mov_b32_e32 v4, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s4, 0
	s_mov_b32 s32, 0
	s_cbranch_scc1 .LBB5_2
; %bb.1:
	v_mov_b32_e32 v0, s44
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, _ZL4leafi@rel32@lo+4
	s_addc_u32 s5, s5, _ZL4leafi@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	v_mov_b32_e32 v1, 0
	global_store_dword v1, v0, s[42:43] offset:4
.LBB5_2:
	s_add_u32 s38, s6, 16
	v_lshlrev_b32_e32 v0, 20, v2
	v_lshlrev_b32_e32 v1, 10, v3
	s_addc_u32 s39, s7, 0
	v_or3_b32 v40, v4, v1, v0
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s33
	s_mov_b32 s13, s40
	s_mov_b32 s14, s41
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, s44
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z4bothi@rel32@lo+4
	s_addc_u32 s7, s7, _Z4bothi@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v41, v0
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s33
	s_mov_b32 s13, s40
	s_mov_b32 s14, s41
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, s44
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z5twiceIiET_S0_@rel32@lo+4
	s_addc_u32 s7, s7, _Z5twiceIiET_S0_@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v42, v0
	v_cvt_f32_i32_e32 v0, s44
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s33
	s_mov_b32 s13, s40
	s_mov_b32 s14, s41
	v_mov_b32_e32 v31, v40
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z5twiceIfET_S0_@rel32@lo+4
	s_addc_u32 s7, s7, _Z5twiceIfET_S0_@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	v_cvt_i32_f32_e32 v0, v0
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	v_add3_u32 v41, v42, v41, v0
	s_mov_b32 s12, s33
	s_mov_b32 s13, s40
	s_mov_b32 s14, s41
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, s44
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z5counti@rel32@lo+4
	s_addc_u32 s7, s7, _Z5counti@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v1, 0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, _ZL5state@rel32@lo+4
	s_addc_u32 s5, s5, _ZL5state@rel32@hi+12
	global_load_dword v2, v1, s[4:5]
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v3, 1, v2
	v_add3_u32 v0, v41, v0, v2
	global_store_dword v1, v3, s[4:5]
	global_store_dword v1, v0, s[42:43] offset:8
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel second
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 272
		.amdhsa_user_sgpr_count 12
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 43
		.amdhsa_next_free_sgpr 45
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
	.text
.Lfunc_end1:
	.size	second, .Lfunc_end1-second
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 464
; NumSgprs: 51
; NumVgprs: 43
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 6
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 51
; NumVGPRsForWavesPerEU: 43
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 12
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.section	.text._Z5twiceIiET_S0_,"axG",@progbits,_Z5twiceIiET_S0_,comdat
	.hidden	_Z5twiceIiET_S0_                ; -- Begin function _Z5twiceIiET_S0_
	.weak	_Z5twiceIiET_S0_
	.p2align	2
	.type	_Z5twiceIiET_S0_,@function
_Z5twiceIiET_S0_:                       ; @_Z5twiceIiET_S0_
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_lshlrev_b32_e32 v0, 1, v0
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	_Z5twiceIiET_S0_, .Lfunc_end2-_Z5twiceIiET_S0_
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 12
; NumSgprs: 36
; NumVgprs: 1
; ScratchSize: 0
; MemoryBound: 0
	.section	.text._Z5twiceIfET_S0_,"axG",@progbits,_Z5twiceIfET_S0_,comdat
	.hidden	_Z5twiceIfET_S0_                ; -- Begin function _Z5twiceIfET_S0_
	.weak	_Z5twiceIfET_S0_
	.p2align	2
	.type	_Z5twiceIfET_S0_,@function
_Z5twiceIfET_S0_:                       ; @_Z5twiceIfET_S0_
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_add_f32_e32 v0, v0, v0
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	_Z5twiceIfET_S0_, .Lfunc_end3-_Z5twiceIfET_S0_
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 12
; NumSgprs: 36
; NumVgprs: 1
; ScratchSize: 0
; MemoryBound: 0
	.section	.text._Z5counti,"axG",@progbits,_Z5counti,comdat
	.hidden	_Z5counti                       ; -- Begin function _Z5counti
	.weak	_Z5counti
	.p2align	2
	.type	_Z5counti,@function
_Z5counti:                              ; @_Z5counti
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v1, 0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, _ZZ5countiE5calls@rel32@lo+4
	s_addc_u32 s5, s5, _ZZ5countiE5calls@rel32@hi+12
	global_load_dword v2, v1, s[4:5]
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v3, 1, v2
	v_add_u32_e32 v0, v2, v0
	global_store_dword v1, v3, s[4:5]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end4:
	.size	_Z5counti, .Lfunc_end4-_Z5counti
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 64
; NumSgprs: 36
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function _ZL4leafi
	.type	_ZL4leafi,@function
_ZL4leafi:                              ; @_ZL4leafi
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v0, 3, 2
	s_setpc_b64 s[30:31]
.Lfunc_end5:
	.size	_ZL4leafi, .Lfunc_end5-_ZL4leafi
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 16
; NumSgprs: 36
; NumVgprs: 2
; ScratchSize: 0
; MemoryBound: 0
	.hidden	shared                          ; @shared
	.type	shared,@object
	.data
	.globl	shared
	.p2align	2, 0x0
shared:
	.long	7                               ; 0x7
	.size	shared, 4

	.type	_ZL5state,@object               ; @_ZL5state
	.p2align	2, 0x0
_ZL5state:
	.long	2                               ; 0x2
	.size	_ZL5state, 4

	.hidden	places                          ; @places
	.type	places,@object
	.globl	places
	.p2align	3, 0x0
places:
	.quad	shared
	.quad	_ZL5state
	.size	places, 16

	.hidden	optional                        ; @optional
	.type	optional,@object
	.weak	optional
	.p2align	2, 0x0
optional:
	.long	1                               ; 0x1
	.size	optional, 4

	.hidden	_ZZ5countiE5calls               ; @_ZZ5countiE5calls
	.type	_ZZ5countiE5calls,@object
	.section	.data._ZZ5countiE5calls,"awG",@progbits,_ZZ5countiE5calls,comdat
	.weak	_ZZ5countiE5calls
	.p2align	2, 0x0
_ZZ5countiE5calls:
	.long	3                               ; 0x3
	.size	_ZZ5countiE5calls, 4

	.hidden	__oclc_ABI_version              ; @__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500                             ; 0x1f4
	.size	__oclc_ABI_version, 4

	.hidden	_Z4bothi
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym shared
	.addrsig_sym _ZL5state
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
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         20
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         28
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         30
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         32
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         34
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         36
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         38
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         80
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         96
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         104
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         112
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         120
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         128
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         216
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .max_flat_workgroup_size: 1024
    .name:           second
    .private_segment_fixed_size: 0
    .sgpr_count:     51
    .sgpr_spill_count: 0
    .symbol:         second.kd
    .uses_dynamic_stack: true
    .vgpr_count:     43
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx900
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
