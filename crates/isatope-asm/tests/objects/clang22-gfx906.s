	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.amdhsa_code_object_version 6
	.text
	.p2align	2                               ; -- Begin function leaf
	.type	leaf,@function
leaf:                                   ; @leaf
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_and_b32_e32 v1, 3, v0
	v_lshlrev_b32_e32 v1, 2, v1
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, table@rel32@lo+4
	s_addc_u32 s5, s5, table@rel32@hi+12
	global_load_dword v1, v1, s[4:5]
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[0:1], s[4:5], v0, 7, v[1:2]
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	leaf, .Lfunc_end0-leaf
                                        ; -- End function
	.set .Lleaf.num_vgpr, 3
	.set .Lleaf.num_agpr, 0
	.set .Lleaf.numbered_sgpr, 32
	.set .Lleaf.num_named_barrier, 0
	.set .Lleaf.private_seg_size, 0
	.set .Lleaf.uses_vcc, 0
	.set .Lleaf.uses_flat_scratch, 0
	.set .Lleaf.has_dyn_sized_stack, 0
	.set .Lleaf.has_recursion, 0
	.set .Lleaf.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 56
; TotalNumSgprs: 36
; NumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
	.text
	.hidden	many                            ; -- Begin function many
	.globl	many
	.p2align	2
	.type	many,@function
many:                                   ; @many
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s11, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v7, off, s[0:3], s33 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	v_writelane_b32 v7, s30, 0
	v_mov_b32_e32 v6, v1
	v_mov_b32_e32 v5, v0
	s_mov_b32 s10, 0
	v_cmp_lt_i32_e32 vcc, 0, v2
	v_mov_b32_e32 v4, 0
	s_addk_i32 s32, 0x400
	v_writelane_b32 v7, s31, 1
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB1_4
; %bb.1:
	v_mov_b32_e32 v4, 0
	s_mov_b64 s[8:9], 0
.LBB1_2:                                ; =>This Inner Loop Header: Depth=1
	global_load_dword v3, v[5:6], off
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, leaf@rel32@lo+4
	s_addc_u32 s5, s5, leaf@rel32@hi+12
	v_mov_b32_e32 v0, s10
	s_swappc_b64 s[30:31], s[4:5]
	v_cvt_f32_i32_e32 v0, v0
	s_add_i32 s10, s10, 1
	v_cmp_eq_u32_e32 vcc, s10, v2
	s_or_b64 s[8:9], vcc, s[8:9]
	v_add_co_u32_e32 v5, vcc, 4, v5
	v_fmac_f32_e32 v4, v3, v0
	v_addc_co_u32_e32 v6, vcc, 0, v6, vcc
	s_andn2_b64 exec, exec, s[8:9]
	s_cbranch_execnz .LBB1_2
; %bb.3:
	s_or_b64 exec, exec, s[8:9]
.LBB1_4:
	s_or_b64 exec, exec, s[6:7]
	v_mov_b32_e32 v0, v4
	v_readlane_b32 s31, v7, 1
	v_readlane_b32 s30, v7, 0
	s_mov_b32 s32, s33
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v7, off, s[0:3], s33  ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_mov_b32 s33, s11
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	many, .Lfunc_end1-many
                                        ; -- End function
	.set many.num_vgpr, max(8, .Lleaf.num_vgpr)
	.set many.num_agpr, max(0, .Lleaf.num_agpr)
	.set many.numbered_sgpr, max(34, .Lleaf.numbered_sgpr)
	.set many.num_named_barrier, max(0, .Lleaf.num_named_barrier)
	.set many.private_seg_size, 16+max(.Lleaf.private_seg_size)
	.set many.uses_vcc, or(1, .Lleaf.uses_vcc)
	.set many.uses_flat_scratch, or(0, .Lleaf.uses_flat_scratch)
	.set many.has_dyn_sized_stack, or(0, .Lleaf.has_dyn_sized_stack)
	.set many.has_recursion, or(0, .Lleaf.has_recursion)
	.set many.has_indirect_call, or(0, .Lleaf.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 216
; TotalNumSgprs: 38
; NumVgprs: 8
; ScratchSize: 16
; MemoryBound: 0
	.text
	.hidden	stack                           ; -- Begin function stack
	.globl	stack
	.p2align	2
	.type	stack,@function
stack:                                  ; @stack
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v42, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	buffer_store_dword v40, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 ; 4-byte Folded Spill
	v_mov_b32_e32 v40, v0
	buffer_load_dword v0, v0, s[0:3], 0 offen
	v_mov_b32_e32 v41, v1
	v_writelane_b32 v42, s16, 2
	s_addk_i32 s32, 0x400
	v_writelane_b32 v42, s30, 0
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, outside@rel32@lo+4
	s_addc_u32 s17, s17, outside@rel32@hi+12
	v_writelane_b32 v42, s31, 1
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v0, v0, v41
	buffer_store_dword v0, v40, s[0:3], 0 offen
	v_mov_b32_e32 v0, v1
	s_swappc_b64 s[30:31], s[16:17]
	s_mov_b32 s4, 0x55555556
	v_mul_hi_i32 v1, v41, s4
	v_cvt_f32_i32_e32 v0, v0
	v_readlane_b32 s31, v42, 1
	v_readlane_b32 s30, v42, 0
	v_lshrrev_b32_e32 v2, 31, v1
	v_add_u32_e32 v1, v1, v2
	v_lshl_add_u32 v1, v1, 1, v1
	v_sub_u32_e32 v1, v41, v1
	v_lshl_add_u32 v1, v1, 2, v40
	buffer_load_dword v41, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_mov_b32 s32, s33
	buffer_store_dword v0, v1, s[0:3], 0 offen offset:4
	v_readlane_b32 s4, v42, 2
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v42, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	stack, .Lfunc_end2-stack
                                        ; -- End function
	.set stack.num_vgpr, max(43, amdgpu.max_num_vgpr)
	.set stack.num_agpr, max(0, amdgpu.max_num_agpr)
	.set stack.numbered_sgpr, max(34, amdgpu.max_num_sgpr)
	.set stack.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set stack.private_seg_size, 16
	.set stack.uses_vcc, 1
	.set stack.uses_flat_scratch, 1
	.set stack.has_dyn_sized_stack, 1
	.set stack.has_recursion, 1
	.set stack.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 260
; TotalNumSgprs: stack.numbered_sgpr+6
; NumVgprs: max(43, amdgpu.max_num_vgpr)
; ScratchSize: 16
; MemoryBound: 0
	.text
	.protected	k1                      ; -- Begin function k1
	.globl	k1
	.p2align	8
	.type	k1,@function
k1:                                     ; @k1
; %bb.0:
	s_add_u32 flat_scratch_lo, s12, s17
	s_addc_u32 flat_scratch_hi, s13, 0
	s_add_u32 s0, s0, s17
	s_load_dwordx4 s[52:55], s[8:9], 0x0
	s_load_dword s64, s[8:9], 0x10
	s_addc_u32 s1, s1, 0
	s_add_u32 s48, s8, 24
	v_lshlrev_b32_e32 v2, 20, v2
	v_lshlrev_b32_e32 v1, 10, v1
	s_mov_b32 s33, s16
	s_addc_u32 s49, s9, 0
	v_or3_b32 v42, v0, v1, v2
	s_mov_b32 s51, s14
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z12get_local_idj@rel32@lo+4
	s_addc_u32 s17, s17, _Z12get_local_idj@rel32@hi+12
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b32 s12, s14
	s_mov_b32 s13, s15
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v0, 0
	s_movk_i32 s32, 0x800
	s_mov_b32 s50, s15
	s_mov_b64 s[34:35], s[10:11]
	s_mov_b64 s[36:37], s[6:7]
	s_mov_b64 s[38:39], s[4:5]
	v_mov_b32_e32 v40, 0
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v41, v0
	v_ashrrev_i64 v[0:1], 30, v[40:41]
	v_mov_b32_e32 v2, s55
	v_add_co_u32_e32 v43, vcc, s54, v0
	v_addc_co_u32_e32 v44, vcc, v2, v1, vcc
	v_mov_b32_e32 v3, s53
	v_add_co_u32_e32 v45, vcc, s52, v0
	global_load_dword v2, v[43:44], off
	v_addc_co_u32_e32 v46, vcc, v3, v1, vcc
	global_load_dword v0, v[45:46], off
	v_lshlrev_b32_e32 v1, 2, v41
	v_and_b32_e32 v3, 31, v41
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z7barrierj@rel32@lo+4
	s_addc_u32 s17, s17, _Z7barrierj@rel32@hi+12
	v_lshlrev_b32_e32 v3, 2, v3
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s51
	s_mov_b32 s13, s50
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v47, 1
	s_waitcnt vmcnt(1)
	ds_write_b32 v1, v2
	s_waitcnt vmcnt(0)
	ds_write_b32 v3, v0 offset:256
	v_mov_b32_e32 v0, 1
	s_swappc_b64 s[30:31], s[16:17]
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, stack@rel32@lo+4
	s_addc_u32 s17, s17, stack@rel32@hi+12
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[48:49]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s51
	s_mov_b32 s13, s50
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, v41
	buffer_store_dword v47, off, s[0:3], 0
	s_swappc_b64 s[30:31], s[16:17]
	v_sub_co_u32_e64 v0, vcc, 0, 0
	v_subb_co_u32_e32 v0, vcc, 63, v41, vcc
	v_lshlrev_b32_e32 v0, 2, v0
	ds_read_b32 v8, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, many@rel32@lo+4
	s_addc_u32 s5, s5, many@rel32@hi+12
	v_mov_b32_e32 v0, s52
	v_mov_b32_e32 v1, s53
	v_mov_b32_e32 v2, s64
	s_swappc_b64 s[30:31], s[4:5]
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	global_load_dword v3, v40, s[4:5]
	buffer_load_dword v1, off, s[0:3], 0
	buffer_load_dword v2, off, s[0:3], 0 offset:4
	v_and_b32_e32 v4, 7, v41
	v_cvt_i32_f32_e32 v0, v0
	v_lshlrev_b32_e32 v4, 2, v4
	ds_read_b32 v4, v4 offset:256
	v_add_u32_e32 v0, v8, v0
	s_waitcnt vmcnt(1)
	v_add3_u32 v0, v0, v1, v3
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v2, v4, v2
	global_store_dword v[43:44], v0, off
	global_store_dword v[45:46], v2, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel k1
		.amdhsa_group_segment_fixed_size 384
		.amdhsa_private_segment_fixed_size 48
		.amdhsa_kernarg_size 280
		.amdhsa_user_sgpr_count 14
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
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
		.amdhsa_next_free_vgpr max(totalnumvgprs(k1.num_agpr, k1.num_vgpr), 1, 0)
		.amdhsa_next_free_sgpr max(k1.numbered_sgpr+6, 1, 0)-6
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
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
.Lfunc_end3:
	.size	k1, .Lfunc_end3-k1
                                        ; -- End function
	.set k1.num_vgpr, max(48, amdgpu.max_num_vgpr)
	.set k1.num_agpr, max(0, amdgpu.max_num_agpr)
	.set k1.numbered_sgpr, max(65, amdgpu.max_num_sgpr)
	.set k1.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set k1.private_seg_size, 32+max(stack.private_seg_size, many.private_seg_size)
	.set k1.uses_vcc, 1
	.set k1.uses_flat_scratch, 1
	.set k1.has_dyn_sized_stack, 1
	.set k1.has_recursion, 1
	.set k1.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 528
; TotalNumSgprs: k1.numbered_sgpr+6
; NumVgprs: k1.num_vgpr
; ScratchSize: 48
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 384 bytes/workgroup (compile time only)
; SGPRBlocks: (alignto(max(max(k1.numbered_sgpr+extrasgprs(k1.uses_vcc, k1.uses_flat_scratch, 1), 1, 0), 1), 8)/8)-1
; VGPRBlocks: (alignto(max(max(totalnumvgprs(k1.num_agpr, k1.num_vgpr), 1, 0), 1), 4)/4)-1
; NumSGPRsForWavesPerEU: max(k1.numbered_sgpr+6, 1, 0)
; NumVGPRsForWavesPerEU: max(totalnumvgprs(k1.num_agpr, k1.num_vgpr), 1, 0)
; Occupancy: occupancy(10, 4, 256, 8, 10, max(k1.numbered_sgpr+extrasgprs(k1.uses_vcc, k1.uses_flat_scratch, 1), 1, 0), max(totalnumvgprs(k1.num_agpr, k1.num_vgpr), 1, 0))
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	__clang_ocl_kern_imp_k1 ; -- Begin function __clang_ocl_kern_imp_k1
	.globl	__clang_ocl_kern_imp_k1
	.p2align	2
	.type	__clang_ocl_kern_imp_k1,@function
__clang_ocl_kern_imp_k1:                ; @__clang_ocl_kern_imp_k1
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v59, off, s[0:3], s33 offset:60 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v59, s16, 14
	v_writelane_b32 v59, s30, 0
	v_writelane_b32 v59, s31, 1
	v_writelane_b32 v59, s34, 2
	v_writelane_b32 v59, s35, 3
	v_writelane_b32 v59, s36, 4
	v_writelane_b32 v59, s37, 5
	v_writelane_b32 v59, s38, 6
	v_writelane_b32 v59, s39, 7
	v_writelane_b32 v59, s48, 8
	v_writelane_b32 v59, s49, 9
	v_writelane_b32 v59, s50, 10
	s_addk_i32 s32, 0x1400
	v_writelane_b32 v59, s51, 11
	buffer_store_dword v40, off, s[0:3], s33 offset:40 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:36 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	buffer_store_dword v44, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v45, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v46, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v47, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v56, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v57, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v58, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v59, s52, 12
	v_mov_b32_e32 v47, v0
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z12get_local_idj@rel32@lo+4
	s_addc_u32 s17, s17, _Z12get_local_idj@rel32@hi+12
	v_mov_b32_e32 v0, 0
	v_writelane_b32 v59, s53, 13
	v_mov_b32_e32 v42, v31
	v_mov_b32_e32 v43, v4
	v_mov_b32_e32 v44, v3
	v_mov_b32_e32 v45, v2
	v_mov_b32_e32 v46, v1
	s_mov_b32 s50, s15
	s_mov_b32 s51, s14
	s_mov_b32 s52, s13
	s_mov_b32 s53, s12
	s_mov_b64 s[34:35], s[10:11]
	s_mov_b64 s[36:37], s[8:9]
	s_mov_b64 s[38:39], s[6:7]
	s_mov_b64 s[48:49], s[4:5]
	v_mov_b32_e32 v40, 0
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v41, v0
	v_ashrrev_i64 v[0:1], 30, v[40:41]
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z7barrierj@rel32@lo+4
	s_addc_u32 s17, s17, _Z7barrierj@rel32@hi+12
	v_add_co_u32_e32 v56, vcc, v45, v0
	v_addc_co_u32_e32 v57, vcc, v44, v1, vcc
	v_add_co_u32_e32 v44, vcc, v47, v0
	v_addc_co_u32_e32 v45, vcc, v46, v1, vcc
	global_load_dword v2, v[56:57], off
	global_load_dword v0, v[44:45], off
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s53
	s_mov_b32 s13, s52
	s_mov_b32 s14, s51
	s_mov_b32 s15, s50
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v58, 1
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v2
	s_trap 2
	ds_write_b32 v0, v0
	v_mov_b32_e32 v0, 1
	s_swappc_b64 s[30:31], s[16:17]
	v_lshrrev_b32_e64 v0, 6, s33
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, stack@rel32@lo+4
	s_addc_u32 s17, s17, stack@rel32@hi+12
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s53
	s_mov_b32 s13, s52
	s_mov_b32 s14, s51
	s_mov_b32 s15, s50
	v_mov_b32_e32 v31, v42
	v_add_u32_e32 v0, 44, v0
	v_mov_b32_e32 v1, v41
	buffer_store_dword v58, off, s[0:3], s33 offset:44
	s_swappc_b64 s[30:31], s[16:17]
	ds_read_b32 v8, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, many@rel32@lo+4
	s_addc_u32 s5, s5, many@rel32@hi+12
	v_mov_b32_e32 v0, v47
	v_mov_b32_e32 v1, v46
	v_mov_b32_e32 v2, v43
	s_swappc_b64 s[30:31], s[4:5]
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	global_load_dword v3, v40, s[4:5]
	buffer_load_dword v1, off, s[0:3], s33 offset:44
	buffer_load_dword v2, off, s[0:3], s33 offset:48
	ds_read_b32 v4, v0
	v_cvt_i32_f32_e32 v0, v0
	v_readlane_b32 s53, v59, 13
	v_readlane_b32 s52, v59, 12
	v_readlane_b32 s51, v59, 11
	v_add_u32_e32 v0, v8, v0
	v_readlane_b32 s50, v59, 10
	v_readlane_b32 s49, v59, 9
	v_readlane_b32 s48, v59, 8
	v_readlane_b32 s39, v59, 7
	v_readlane_b32 s38, v59, 6
	v_readlane_b32 s37, v59, 5
	v_readlane_b32 s36, v59, 4
	v_readlane_b32 s35, v59, 3
	v_readlane_b32 s34, v59, 2
	v_readlane_b32 s31, v59, 1
	v_readlane_b32 s30, v59, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v59, 14
	s_waitcnt vmcnt(1)
	v_add3_u32 v0, v0, v1, v3
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v2, v4, v2
	global_store_dword v[56:57], v0, off
	global_store_dword v[44:45], v2, off
	buffer_load_dword v58, off, s[0:3], s33 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v57, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v56, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v47, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v46, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v45, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v44, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v43, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	buffer_load_dword v42, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:36 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v59, off, s[0:3], s33 offset:60 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end4:
	.size	__clang_ocl_kern_imp_k1, .Lfunc_end4-__clang_ocl_kern_imp_k1
                                        ; -- End function
	.set __clang_ocl_kern_imp_k1.num_vgpr, max(60, amdgpu.max_num_vgpr)
	.set __clang_ocl_kern_imp_k1.num_agpr, max(0, amdgpu.max_num_agpr)
	.set __clang_ocl_kern_imp_k1.numbered_sgpr, max(54, amdgpu.max_num_sgpr)
	.set __clang_ocl_kern_imp_k1.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set __clang_ocl_kern_imp_k1.private_seg_size, 80+max(stack.private_seg_size, many.private_seg_size)
	.set __clang_ocl_kern_imp_k1.uses_vcc, 1
	.set __clang_ocl_kern_imp_k1.uses_flat_scratch, 1
	.set __clang_ocl_kern_imp_k1.has_dyn_sized_stack, 1
	.set __clang_ocl_kern_imp_k1.has_recursion, 1
	.set __clang_ocl_kern_imp_k1.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 932
; TotalNumSgprs: __clang_ocl_kern_imp_k1.numbered_sgpr+6
; NumVgprs: max(60, amdgpu.max_num_vgpr)
; ScratchSize: 96
; MemoryBound: 0
	.text
	.protected	k2                      ; -- Begin function k2
	.globl	k2
	.p2align	8
	.type	k2,@function
k2:                                     ; @k2
; %bb.0:
	s_add_u32 flat_scratch_lo, s12, s17
	s_addc_u32 flat_scratch_hi, s13, 0
	s_add_u32 s0, s0, s17
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[48:49], s[8:9]
	s_load_dwordx8 s[64:71], s[8:9], 0x0
	v_mov_b32_e32 v44, v2
	v_mov_b32_e32 v43, v1
	s_add_u32 s8, s48, 40
	s_mov_b32 s33, s16
	v_mov_b32_e32 v42, v0
	s_addc_u32 s9, s49, 0
	v_lshlrev_b32_e32 v0, 20, v44
	v_lshlrev_b32_e32 v1, 10, v43
	s_mov_b32 s51, s14
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z13get_global_idj@rel32@lo+4
	s_addc_u32 s17, s17, _Z13get_global_idj@rel32@hi+12
	v_or3_b32 v31, v42, v1, v0
	s_mov_b32 s12, s14
	s_mov_b32 s13, s15
	s_mov_b32 s14, s33
	v_mov_b32_e32 v0, 0
	s_mov_b32 s32, 0
	s_mov_b32 s50, s15
	s_mov_b64 s[34:35], s[10:11]
	s_mov_b64 s[36:37], s[6:7]
	s_mov_b64 s[38:39], s[4:5]
	v_mov_b32_e32 v40, 0
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v41, v0
	v_ashrrev_i64 v[0:1], 29, v[40:41]
	v_mov_b32_e32 v2, s65
	v_add_co_u32_e32 v45, vcc, s64, v0
	v_addc_co_u32_e32 v46, vcc, v2, v1, vcc
	global_load_dwordx2 v[2:3], v[45:46], off
	v_cvt_f64_f32_e32 v[4:5], s68
	s_mov_b32 s4, 0
	s_mov_b32 s5, 0x40080000
	v_mov_b32_e32 v8, s67
	v_add_co_u32_e32 v56, vcc, s66, v0
	v_addc_co_u32_e32 v57, vcc, v8, v1, vcc
	global_load_dwordx2 v[0:1], v[56:57], off
	s_waitcnt vmcnt(1)
	v_fma_f64 v[2:3], v[2:3], 2.0, v[4:5]
	v_div_scale_f64 v[4:5], s[6:7], s[4:5], s[4:5], v[2:3]
	v_div_scale_f64 v[10:11], vcc, v[2:3], s[4:5], v[2:3]
	v_rcp_f64_e32 v[6:7], v[4:5]
	v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
	v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
	v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
	v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
	v_mul_f64 v[8:9], v[10:11], v[6:7]
	v_fma_f64 v[4:5], -v[4:5], v[8:9], v[10:11]
	v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[8:9]
	v_mov_b32_e32 v6, v40
	v_div_fixup_f64 v[3:4], v[4:5], s[4:5], v[2:3]
	v_add_u32_e32 v2, 3, v41
	v_ashrrev_i32_e32 v5, 31, v2
	s_waitcnt vmcnt(0)
	v_or_b32_e32 v7, v1, v5
	v_cmp_ne_u64_e32 vcc, 0, v[6:7]
	global_store_dwordx2 v[45:46], v[3:4], off
                                        ; implicit-def: $vgpr3_vgpr4
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[6:7], exec, s[4:5]
	s_cbranch_execz .LBB5_2
; %bb.1:
	v_ashrrev_i32_e32 v9, 31, v5
	v_add_co_u32_e32 v2, vcc, v2, v9
	v_addc_co_u32_e32 v3, vcc, v5, v9, vcc
	v_xor_b32_e32 v10, v3, v9
	v_xor_b32_e32 v11, v2, v9
	v_cvt_f32_u32_e32 v2, v11
	v_cvt_f32_u32_e32 v3, v10
	v_sub_co_u32_e32 v7, vcc, 0, v11
	v_subb_co_u32_e32 v8, vcc, 0, v10, vcc
	v_madmk_f32 v2, v3, 0x4f800000, v2
	v_rcp_f32_e32 v2, v2
	v_mul_f32_e32 v2, 0x5f7ffffc, v2
	v_mul_f32_e32 v3, 0x2f800000, v2
	v_trunc_f32_e32 v3, v3
	v_madmk_f32 v2, v3, 0xcf800000, v2
	v_cvt_u32_f32_e32 v6, v2
	v_cvt_u32_f32_e32 v12, v3
	v_mul_lo_u32 v4, v8, v6
	v_mad_u64_u32 v[2:3], s[4:5], v7, v6, 0
	v_mul_lo_u32 v5, v7, v12
	v_mul_hi_u32 v13, v6, v2
	v_add3_u32 v5, v3, v5, v4
	v_mad_u64_u32 v[3:4], s[4:5], v6, v5, 0
	v_add_co_u32_e32 v13, vcc, v13, v3
	v_mad_u64_u32 v[2:3], s[4:5], v12, v2, 0
	v_addc_co_u32_e32 v14, vcc, 0, v4, vcc
	v_mad_u64_u32 v[4:5], s[4:5], v12, v5, 0
	v_add_co_u32_e32 v2, vcc, v13, v2
	v_addc_co_u32_e32 v2, vcc, v14, v3, vcc
	v_addc_co_u32_e32 v3, vcc, 0, v5, vcc
	v_add_co_u32_e32 v2, vcc, v2, v4
	v_addc_co_u32_e32 v3, vcc, 0, v3, vcc
	v_add_co_u32_e32 v13, vcc, v6, v2
	v_addc_co_u32_e32 v12, vcc, v12, v3, vcc
	v_mul_lo_u32 v4, v7, v12
	v_mul_lo_u32 v5, v8, v13
	v_mad_u64_u32 v[2:3], s[4:5], v7, v13, 0
	v_add3_u32 v5, v3, v4, v5
	v_mad_u64_u32 v[3:4], s[4:5], v12, v5, 0
	v_mad_u64_u32 v[5:6], s[4:5], v13, v5, 0
	v_mul_hi_u32 v14, v13, v2
	v_mad_u64_u32 v[7:8], s[4:5], v12, v2, 0
	v_add_co_u32_e32 v2, vcc, v14, v5
	v_addc_co_u32_e32 v5, vcc, 0, v6, vcc
	v_add_co_u32_e32 v2, vcc, v2, v7
	v_addc_co_u32_e32 v2, vcc, v5, v8, vcc
	v_addc_co_u32_e32 v4, vcc, 0, v4, vcc
	v_add_co_u32_e32 v2, vcc, v2, v3
	v_addc_co_u32_e32 v3, vcc, 0, v4, vcc
	v_add_co_u32_e32 v2, vcc, v13, v2
	v_addc_co_u32_e32 v3, vcc, v12, v3, vcc
	v_ashrrev_i32_e32 v4, 31, v1
	v_add_co_u32_e32 v0, vcc, v0, v4
	v_xor_b32_e32 v6, v0, v4
	v_addc_co_u32_e32 v5, vcc, v1, v4, vcc
	v_mad_u64_u32 v[0:1], s[4:5], v6, v3, 0
	v_mul_hi_u32 v7, v6, v2
	v_xor_b32_e32 v5, v5, v4
	v_add_co_u32_e32 v7, vcc, v7, v0
	v_addc_co_u32_e32 v8, vcc, 0, v1, vcc
	v_mad_u64_u32 v[0:1], s[4:5], v5, v2, 0
	v_mad_u64_u32 v[2:3], s[4:5], v5, v3, 0
	v_add_co_u32_e32 v0, vcc, v7, v0
	v_addc_co_u32_e32 v0, vcc, v8, v1, vcc
	v_addc_co_u32_e32 v1, vcc, 0, v3, vcc
	v_add_co_u32_e32 v2, vcc, v0, v2
	v_addc_co_u32_e32 v3, vcc, 0, v1, vcc
	v_mul_lo_u32 v7, v10, v2
	v_mul_lo_u32 v8, v11, v3
	v_mad_u64_u32 v[0:1], s[4:5], v11, v2, 0
	v_add3_u32 v1, v1, v8, v7
	v_sub_u32_e32 v7, v5, v1
	v_sub_co_u32_e32 v0, vcc, v6, v0
	v_subb_co_u32_e64 v6, s[4:5], v7, v10, vcc
	v_sub_co_u32_e64 v7, s[4:5], v0, v11
	v_subbrev_co_u32_e64 v6, s[4:5], 0, v6, s[4:5]
	v_cmp_ge_u32_e64 s[4:5], v6, v10
	v_cndmask_b32_e64 v8, 0, -1, s[4:5]
	v_cmp_ge_u32_e64 s[4:5], v7, v11
	v_cndmask_b32_e64 v7, 0, -1, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], v6, v10
	v_cndmask_b32_e64 v6, v8, v7, s[4:5]
	v_add_co_u32_e64 v7, s[4:5], 2, v2
	v_subb_co_u32_e32 v1, vcc, v5, v1, vcc
	v_addc_co_u32_e64 v8, s[4:5], 0, v3, s[4:5]
	v_cmp_ge_u32_e32 vcc, v1, v10
	v_add_co_u32_e64 v12, s[4:5], 1, v2
	v_cndmask_b32_e64 v5, 0, -1, vcc
	v_cmp_ge_u32_e32 vcc, v0, v11
	v_addc_co_u32_e64 v13, s[4:5], 0, v3, s[4:5]
	v_cndmask_b32_e64 v0, 0, -1, vcc
	v_cmp_eq_u32_e32 vcc, v1, v10
	v_cmp_ne_u32_e64 s[4:5], 0, v6
	v_cndmask_b32_e32 v0, v5, v0, vcc
	v_cndmask_b32_e64 v6, v13, v8, s[4:5]
	v_cmp_ne_u32_e32 vcc, 0, v0
	v_cndmask_b32_e64 v1, v12, v7, s[4:5]
	v_cndmask_b32_e32 v0, v3, v6, vcc
	v_cndmask_b32_e32 v1, v2, v1, vcc
	v_xor_b32_e32 v3, v4, v9
	v_xor_b32_e32 v2, v4, v9
	v_xor_b32_e32 v1, v1, v3
	v_xor_b32_e32 v0, v0, v2
	v_sub_co_u32_e32 v3, vcc, v1, v3
	v_subb_co_u32_e32 v4, vcc, v0, v2, vcc
                                        ; implicit-def: $vgpr1_vgpr2
                                        ; implicit-def: $vgpr0_vgpr1
.LBB5_2:
	s_andn2_saveexec_b64 s[4:5], s[6:7]
	s_cbranch_execz .LBB5_4
; %bb.3:
	v_cvt_f32_u32_e32 v1, v2
	v_sub_u32_e32 v3, 0, v2
	v_rcp_iflag_f32_e32 v1, v1
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	v_mul_lo_u32 v3, v3, v1
	v_mul_hi_u32 v3, v1, v3
	v_add_u32_e32 v1, v1, v3
	v_mul_hi_u32 v1, v0, v1
	v_mul_lo_u32 v3, v1, v2
	v_add_u32_e32 v4, 1, v1
	v_sub_u32_e32 v0, v0, v3
	v_sub_u32_e32 v3, v0, v2
	v_cmp_ge_u32_e32 vcc, v0, v2
	v_cndmask_b32_e32 v0, v0, v3, vcc
	v_cndmask_b32_e32 v1, v1, v4, vcc
	v_add_u32_e32 v3, 1, v1
	v_cmp_ge_u32_e32 vcc, v0, v2
	v_cndmask_b32_e32 v3, v1, v3, vcc
	v_mov_b32_e32 v4, 0
.LBB5_4:
	s_or_b64 exec, exec, s[4:5]
	s_load_dwordx2 s[16:17], s[48:49], 0x20
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, leaf@rel32@lo+4
	s_addc_u32 s5, s5, leaf@rel32@hi+12
	v_mov_b32_e32 v0, v41
	s_swappc_b64 s[30:31], s[4:5]
	v_ashrrev_i32_e32 v1, 31, v0
	v_add_co_u32_e32 v0, vcc, v3, v0
	v_addc_co_u32_e32 v1, vcc, v4, v1, vcc
	s_add_u32 s8, s48, 40
	global_store_dwordx2 v[56:57], v[0:1], off
	s_addc_u32 s9, s49, 0
	v_lshlrev_b32_e32 v0, 20, v44
	v_lshlrev_b32_e32 v1, 10, v43
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, _Z11vstore_halffmPDh@rel32@lo+4
	s_addc_u32 s19, s19, _Z11vstore_halffmPDh@rel32@hi+12
	v_or3_b32 v31, v42, v1, v0
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s51
	s_mov_b32 s13, s50
	s_mov_b32 s14, s33
	v_mov_b32_e32 v0, s69
	v_mov_b32_e32 v1, v41
	v_ashrrev_i32_e32 v2, 31, v41
	v_mov_b32_e32 v3, s16
	v_mov_b32_e32 v4, s17
	s_swappc_b64 s[30:31], s[18:19]
	v_and_b32_e32 v0, 7, v41
	v_cmp_lt_i32_e32 vcc, 2, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB5_14
; %bb.5:
	v_cmp_lt_i32_e32 vcc, 5, v0
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB5_9
; %bb.6:
	v_cmp_eq_u32_e32 vcc, 6, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB5_8
; %bb.7:
	global_load_dwordx2 v[0:1], v[45:46], off
	s_mov_b32 s10, 0
	s_brev_b32 s11, 8
	v_mov_b32_e32 v2, 0x100
	s_waitcnt vmcnt(0)
	v_cmp_gt_f64_e32 vcc, s[10:11], v[0:1]
	v_cndmask_b32_e32 v2, 0, v2, vcc
	v_ldexp_f64 v[0:1], v[0:1], v2
	v_rsq_f64_e32 v[2:3], v[0:1]
	v_mul_f64 v[4:5], v[0:1], v[2:3]
	v_mul_f64 v[2:3], v[2:3], 0.5
	v_fma_f64 v[6:7], -v[2:3], v[4:5], 0.5
	v_fma_f64 v[4:5], v[4:5], v[6:7], v[4:5]
	v_fma_f64 v[2:3], v[2:3], v[6:7], v[2:3]
	v_fma_f64 v[6:7], -v[4:5], v[4:5], v[0:1]
	v_fma_f64 v[4:5], v[6:7], v[2:3], v[4:5]
	v_fma_f64 v[6:7], -v[4:5], v[4:5], v[0:1]
	v_fma_f64 v[2:3], v[6:7], v[2:3], v[4:5]
	v_mov_b32_e32 v4, 0xffffff80
	v_mov_b32_e32 v5, 0x260
	v_cndmask_b32_e32 v4, 0, v4, vcc
	v_cmp_class_f64_e32 vcc, v[0:1], v5
	v_ldexp_f64 v[2:3], v[2:3], v4
	v_cndmask_b32_e32 v1, v3, v1, vcc
	v_cndmask_b32_e32 v0, v2, v0, vcc
	global_store_dwordx2 v[45:46], v[0:1], off
.LBB5_8:
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr56_vgpr57
.LBB5_9:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB5_13
; %bb.10:
	v_cmp_eq_u32_e32 vcc, 3, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB5_12
; %bb.11:
	global_load_ushort v0, v[56:57], off
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v0, 5, v0
	global_store_short v[56:57], v0, off
.LBB5_12:
	s_or_b64 exec, exec, s[8:9]
.LBB5_13:
	s_or_b64 exec, exec, s[6:7]
                                        ; implicit-def: $vgpr45_vgpr46
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr56_vgpr57
.LBB5_14:
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB5_21
; %bb.15:
	v_cmp_lt_i32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB5_19
; %bb.16:
	v_cmp_eq_u32_e32 vcc, 1, v0
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB5_18
; %bb.17:
	v_mov_b32_e32 v0, 3
	v_mov_b32_e32 v1, 0
	global_store_dwordx2 v[56:57], v[0:1], off
.LBB5_18:
	s_or_b64 exec, exec, s[6:7]
                                        ; implicit-def: $vgpr45_vgpr46
.LBB5_19:
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB5_21
; %bb.20:
	global_load_dwordx2 v[0:1], v[45:46], off
	s_waitcnt vmcnt(0)
	v_add_f64 v[0:1], v[0:1], 1.0
	global_store_dwordx2 v[45:46], v[0:1], off
.LBB5_21:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel k2
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 296
		.amdhsa_user_sgpr_count 14
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
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
		.amdhsa_next_free_vgpr max(totalnumvgprs(k2.num_agpr, k2.num_vgpr), 1, 0)
		.amdhsa_next_free_sgpr max(k2.numbered_sgpr+6, 1, 0)-6
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
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
.Lfunc_end5:
	.size	k2, .Lfunc_end5-k2
                                        ; -- End function
	.set k2.num_vgpr, max(58, amdgpu.max_num_vgpr)
	.set k2.num_agpr, max(0, amdgpu.max_num_agpr)
	.set k2.numbered_sgpr, max(72, amdgpu.max_num_sgpr)
	.set k2.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set k2.private_seg_size, 0+max(.Lleaf.private_seg_size)
	.set k2.uses_vcc, 1
	.set k2.uses_flat_scratch, 1
	.set k2.has_dyn_sized_stack, 1
	.set k2.has_recursion, 1
	.set k2.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1584
; TotalNumSgprs: k2.numbered_sgpr+6
; NumVgprs: k2.num_vgpr
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: (alignto(max(max(k2.numbered_sgpr+extrasgprs(k2.uses_vcc, k2.uses_flat_scratch, 1), 1, 0), 1), 8)/8)-1
; VGPRBlocks: (alignto(max(max(totalnumvgprs(k2.num_agpr, k2.num_vgpr), 1, 0), 1), 4)/4)-1
; NumSGPRsForWavesPerEU: max(k2.numbered_sgpr+6, 1, 0)
; NumVGPRsForWavesPerEU: max(totalnumvgprs(k2.num_agpr, k2.num_vgpr), 1, 0)
; Occupancy: occupancy(10, 4, 256, 8, 10, max(k2.numbered_sgpr+extrasgprs(k2.uses_vcc, k2.uses_flat_scratch, 1), 1, 0), max(totalnumvgprs(k2.num_agpr, k2.num_vgpr), 1, 0))
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	__clang_ocl_kern_imp_k2 ; -- Begin function __clang_ocl_kern_imp_k2
	.globl	__clang_ocl_kern_imp_k2
	.p2align	2
	.type	__clang_ocl_kern_imp_k2,@function
__clang_ocl_kern_imp_k2:                ; @__clang_ocl_kern_imp_k2
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v60, off, s[0:3], s33 offset:48 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v60, s16, 14
	v_writelane_b32 v60, s30, 0
	v_writelane_b32 v60, s31, 1
	v_writelane_b32 v60, s34, 2
	v_writelane_b32 v60, s35, 3
	v_writelane_b32 v60, s36, 4
	v_writelane_b32 v60, s37, 5
	v_writelane_b32 v60, s38, 6
	v_writelane_b32 v60, s39, 7
	v_writelane_b32 v60, s48, 8
	v_writelane_b32 v60, s49, 9
	v_writelane_b32 v60, s50, 10
	s_addk_i32 s32, 0x1000
	v_writelane_b32 v60, s51, 11
	buffer_store_dword v40, off, s[0:3], s33 offset:44 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:40 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 offset:36 ; 4-byte Folded Spill
	buffer_store_dword v43, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	buffer_store_dword v44, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	buffer_store_dword v45, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	buffer_store_dword v46, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v47, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v56, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v57, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v58, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v59, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v60, s52, 12
	v_mov_b32_e32 v58, v0
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z13get_global_idj@rel32@lo+4
	s_addc_u32 s17, s17, _Z13get_global_idj@rel32@hi+12
	v_mov_b32_e32 v0, 0
	v_writelane_b32 v60, s53, 13
	v_mov_b32_e32 v44, v31
	v_mov_b32_e32 v42, v9
	v_mov_b32_e32 v43, v8
	v_mov_b32_e32 v45, v5
	v_mov_b32_e32 v46, v4
	v_mov_b32_e32 v47, v3
	v_mov_b32_e32 v56, v2
	v_mov_b32_e32 v57, v1
	s_mov_b32 s50, s15
	s_mov_b32 s51, s14
	s_mov_b32 s52, s13
	s_mov_b32 s53, s12
	s_mov_b64 s[34:35], s[10:11]
	s_mov_b64 s[36:37], s[8:9]
	s_mov_b64 s[38:39], s[6:7]
	s_mov_b64 s[48:49], s[4:5]
	v_mov_b32_e32 v40, 0
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v41, v0
	v_ashrrev_i64 v[0:1], 29, v[40:41]
	v_cvt_f64_f32_e32 v[4:5], v46
	v_add_co_u32_e32 v58, vcc, v58, v0
	v_addc_co_u32_e32 v59, vcc, v57, v1, vcc
	global_load_dwordx2 v[2:3], v[58:59], off
	s_mov_b32 s4, 0
	s_mov_b32 s5, 0x40080000
	v_add_co_u32_e32 v46, vcc, v56, v0
	v_addc_co_u32_e32 v47, vcc, v47, v1, vcc
	global_load_dwordx2 v[0:1], v[46:47], off
	s_waitcnt vmcnt(1)
	v_fma_f64 v[2:3], v[2:3], 2.0, v[4:5]
	v_div_scale_f64 v[4:5], s[6:7], s[4:5], s[4:5], v[2:3]
	v_div_scale_f64 v[10:11], vcc, v[2:3], s[4:5], v[2:3]
	v_rcp_f64_e32 v[6:7], v[4:5]
	v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
	v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
	v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
	v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
	v_mul_f64 v[8:9], v[10:11], v[6:7]
	v_fma_f64 v[4:5], -v[4:5], v[8:9], v[10:11]
	v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[8:9]
	v_mov_b32_e32 v7, v40
	v_div_fixup_f64 v[5:6], v[4:5], s[4:5], v[2:3]
	v_add_u32_e32 v4, 3, v41
	v_ashrrev_i32_e32 v3, 31, v4
	s_waitcnt vmcnt(0)
	v_or_b32_e32 v8, v1, v3
	v_cmp_ne_u64_e32 vcc, 0, v[7:8]
	v_ashrrev_i32_e32 v2, 31, v41
	global_store_dwordx2 v[58:59], v[5:6], off
                                        ; implicit-def: $vgpr5_vgpr6
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[6:7], exec, s[4:5]
	s_cbranch_execz .LBB6_2
; %bb.1:
	v_ashrrev_i32_e32 v10, 31, v3
	v_add_co_u32_e32 v4, vcc, v4, v10
	v_addc_co_u32_e32 v3, vcc, v3, v10, vcc
	v_xor_b32_e32 v11, v3, v10
	v_xor_b32_e32 v12, v4, v10
	v_cvt_f32_u32_e32 v3, v12
	v_cvt_f32_u32_e32 v4, v11
	v_sub_co_u32_e32 v8, vcc, 0, v12
	v_subb_co_u32_e32 v9, vcc, 0, v11, vcc
	v_madmk_f32 v3, v4, 0x4f800000, v3
	v_rcp_f32_e32 v3, v3
	v_mul_f32_e32 v3, 0x5f7ffffc, v3
	v_mul_f32_e32 v4, 0x2f800000, v3
	v_trunc_f32_e32 v4, v4
	v_madmk_f32 v3, v4, 0xcf800000, v3
	v_cvt_u32_f32_e32 v7, v3
	v_cvt_u32_f32_e32 v13, v4
	v_mul_lo_u32 v5, v9, v7
	v_mad_u64_u32 v[3:4], s[4:5], v8, v7, 0
	v_mul_lo_u32 v6, v8, v13
	v_mul_hi_u32 v14, v7, v3
	v_add3_u32 v6, v4, v6, v5
	v_mad_u64_u32 v[4:5], s[4:5], v7, v6, 0
	v_add_co_u32_e32 v14, vcc, v14, v4
	v_mad_u64_u32 v[3:4], s[4:5], v13, v3, 0
	v_addc_co_u32_e32 v15, vcc, 0, v5, vcc
	v_mad_u64_u32 v[5:6], s[4:5], v13, v6, 0
	v_add_co_u32_e32 v3, vcc, v14, v3
	v_addc_co_u32_e32 v3, vcc, v15, v4, vcc
	v_addc_co_u32_e32 v4, vcc, 0, v6, vcc
	v_add_co_u32_e32 v3, vcc, v3, v5
	v_addc_co_u32_e32 v4, vcc, 0, v4, vcc
	v_add_co_u32_e32 v14, vcc, v7, v3
	v_addc_co_u32_e32 v13, vcc, v13, v4, vcc
	v_mul_lo_u32 v5, v8, v13
	v_mul_lo_u32 v6, v9, v14
	v_mad_u64_u32 v[3:4], s[4:5], v8, v14, 0
	v_add3_u32 v6, v4, v5, v6
	v_mad_u64_u32 v[4:5], s[4:5], v13, v6, 0
	v_mad_u64_u32 v[6:7], s[4:5], v14, v6, 0
	v_mul_hi_u32 v15, v14, v3
	v_mad_u64_u32 v[8:9], s[4:5], v13, v3, 0
	v_add_co_u32_e32 v3, vcc, v15, v6
	v_addc_co_u32_e32 v6, vcc, 0, v7, vcc
	v_add_co_u32_e32 v3, vcc, v3, v8
	v_addc_co_u32_e32 v3, vcc, v6, v9, vcc
	v_addc_co_u32_e32 v5, vcc, 0, v5, vcc
	v_add_co_u32_e32 v3, vcc, v3, v4
	v_addc_co_u32_e32 v4, vcc, 0, v5, vcc
	v_add_co_u32_e32 v3, vcc, v14, v3
	v_addc_co_u32_e32 v4, vcc, v13, v4, vcc
	v_ashrrev_i32_e32 v5, 31, v1
	v_add_co_u32_e32 v0, vcc, v0, v5
	v_xor_b32_e32 v7, v0, v5
	v_addc_co_u32_e32 v6, vcc, v1, v5, vcc
	v_mad_u64_u32 v[0:1], s[4:5], v7, v4, 0
	v_mul_hi_u32 v8, v7, v3
	v_xor_b32_e32 v6, v6, v5
	v_add_co_u32_e32 v8, vcc, v8, v0
	v_addc_co_u32_e32 v9, vcc, 0, v1, vcc
	v_mad_u64_u32 v[0:1], s[4:5], v6, v3, 0
	v_mad_u64_u32 v[3:4], s[4:5], v6, v4, 0
	v_add_co_u32_e32 v0, vcc, v8, v0
	v_addc_co_u32_e32 v0, vcc, v9, v1, vcc
	v_addc_co_u32_e32 v1, vcc, 0, v4, vcc
	v_add_co_u32_e32 v3, vcc, v0, v3
	v_addc_co_u32_e32 v4, vcc, 0, v1, vcc
	v_mul_lo_u32 v8, v11, v3
	v_mul_lo_u32 v9, v12, v4
	v_mad_u64_u32 v[0:1], s[4:5], v12, v3, 0
	v_add3_u32 v1, v1, v9, v8
	v_sub_u32_e32 v8, v6, v1
	v_sub_co_u32_e32 v0, vcc, v7, v0
	v_subb_co_u32_e64 v7, s[4:5], v8, v11, vcc
	v_sub_co_u32_e64 v8, s[4:5], v0, v12
	v_subbrev_co_u32_e64 v7, s[4:5], 0, v7, s[4:5]
	v_cmp_ge_u32_e64 s[4:5], v7, v11
	v_cndmask_b32_e64 v9, 0, -1, s[4:5]
	v_cmp_ge_u32_e64 s[4:5], v8, v12
	v_cndmask_b32_e64 v8, 0, -1, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], v7, v11
	v_cndmask_b32_e64 v7, v9, v8, s[4:5]
	v_add_co_u32_e64 v8, s[4:5], 2, v3
	v_subb_co_u32_e32 v1, vcc, v6, v1, vcc
	v_addc_co_u32_e64 v9, s[4:5], 0, v4, s[4:5]
	v_cmp_ge_u32_e32 vcc, v1, v11
	v_add_co_u32_e64 v13, s[4:5], 1, v3
	v_cndmask_b32_e64 v6, 0, -1, vcc
	v_cmp_ge_u32_e32 vcc, v0, v12
	v_addc_co_u32_e64 v14, s[4:5], 0, v4, s[4:5]
	v_cndmask_b32_e64 v0, 0, -1, vcc
	v_cmp_eq_u32_e32 vcc, v1, v11
	v_cmp_ne_u32_e64 s[4:5], 0, v7
	v_cndmask_b32_e32 v0, v6, v0, vcc
	v_cndmask_b32_e64 v7, v14, v9, s[4:5]
	v_cmp_ne_u32_e32 vcc, 0, v0
	v_cndmask_b32_e64 v1, v13, v8, s[4:5]
	v_cndmask_b32_e32 v0, v4, v7, vcc
	v_cndmask_b32_e32 v1, v3, v1, vcc
	v_xor_b32_e32 v4, v5, v10
	v_xor_b32_e32 v3, v5, v10
	v_xor_b32_e32 v1, v1, v4
	v_xor_b32_e32 v0, v0, v3
	v_sub_co_u32_e32 v5, vcc, v1, v4
	v_subb_co_u32_e32 v6, vcc, v0, v3, vcc
                                        ; implicit-def: $vgpr3_vgpr4
                                        ; implicit-def: $vgpr0_vgpr1
.LBB6_2:
	s_andn2_saveexec_b64 s[4:5], s[6:7]
	s_cbranch_execz .LBB6_4
; %bb.3:
	v_cvt_f32_u32_e32 v1, v4
	v_sub_u32_e32 v3, 0, v4
	v_mov_b32_e32 v6, 0
	v_rcp_iflag_f32_e32 v1, v1
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	v_mul_lo_u32 v3, v3, v1
	v_mul_hi_u32 v3, v1, v3
	v_add_u32_e32 v1, v1, v3
	v_mul_hi_u32 v1, v0, v1
	v_mul_lo_u32 v3, v1, v4
	v_add_u32_e32 v5, 1, v1
	v_sub_u32_e32 v0, v0, v3
	v_sub_u32_e32 v3, v0, v4
	v_cmp_ge_u32_e32 vcc, v0, v4
	v_cndmask_b32_e32 v0, v0, v3, vcc
	v_cndmask_b32_e32 v1, v1, v5, vcc
	v_add_u32_e32 v3, 1, v1
	v_cmp_ge_u32_e32 vcc, v0, v4
	v_cndmask_b32_e32 v5, v1, v3, vcc
.LBB6_4:
	s_or_b64 exec, exec, s[4:5]
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, leaf@rel32@lo+4
	s_addc_u32 s5, s5, leaf@rel32@hi+12
	v_mov_b32_e32 v0, v41
	s_swappc_b64 s[30:31], s[4:5]
	v_ashrrev_i32_e32 v1, 31, v0
	v_add_co_u32_e32 v0, vcc, v5, v0
	v_addc_co_u32_e32 v1, vcc, v6, v1, vcc
	global_store_dwordx2 v[46:47], v[0:1], off
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z11vstore_halffmPDh@rel32@lo+4
	s_addc_u32 s17, s17, _Z11vstore_halffmPDh@rel32@hi+12
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s53
	s_mov_b32 s13, s52
	s_mov_b32 s14, s51
	s_mov_b32 s15, s50
	v_mov_b32_e32 v31, v44
	v_mov_b32_e32 v0, v45
	v_mov_b32_e32 v1, v41
	v_mov_b32_e32 v3, v43
	v_mov_b32_e32 v4, v42
	s_swappc_b64 s[30:31], s[16:17]
	v_and_b32_e32 v0, 7, v41
	v_cmp_lt_i32_e32 vcc, 2, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB6_14
; %bb.5:
	v_cmp_lt_i32_e32 vcc, 5, v0
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB6_9
; %bb.6:
	v_cmp_eq_u32_e32 vcc, 6, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB6_8
; %bb.7:
	global_load_dwordx2 v[0:1], v[58:59], off
	s_mov_b32 s10, 0
	s_brev_b32 s11, 8
	v_mov_b32_e32 v2, 0x100
	s_waitcnt vmcnt(0)
	v_cmp_gt_f64_e32 vcc, s[10:11], v[0:1]
	v_cndmask_b32_e32 v2, 0, v2, vcc
	v_ldexp_f64 v[0:1], v[0:1], v2
	v_rsq_f64_e32 v[2:3], v[0:1]
	v_mul_f64 v[4:5], v[0:1], v[2:3]
	v_mul_f64 v[2:3], v[2:3], 0.5
	v_fma_f64 v[6:7], -v[2:3], v[4:5], 0.5
	v_fma_f64 v[4:5], v[4:5], v[6:7], v[4:5]
	v_fma_f64 v[2:3], v[2:3], v[6:7], v[2:3]
	v_fma_f64 v[6:7], -v[4:5], v[4:5], v[0:1]
	v_fma_f64 v[4:5], v[6:7], v[2:3], v[4:5]
	v_fma_f64 v[6:7], -v[4:5], v[4:5], v[0:1]
	v_fma_f64 v[2:3], v[6:7], v[2:3], v[4:5]
	v_mov_b32_e32 v4, 0xffffff80
	v_mov_b32_e32 v5, 0x260
	v_cndmask_b32_e32 v4, 0, v4, vcc
	v_cmp_class_f64_e32 vcc, v[0:1], v5
	v_ldexp_f64 v[2:3], v[2:3], v4
	v_cndmask_b32_e32 v1, v3, v1, vcc
	v_cndmask_b32_e32 v0, v2, v0, vcc
	global_store_dwordx2 v[58:59], v[0:1], off
.LBB6_8:
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr46_vgpr47
.LBB6_9:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB6_13
; %bb.10:
	v_cmp_eq_u32_e32 vcc, 3, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB6_12
; %bb.11:
	global_load_ushort v0, v[46:47], off
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v0, 5, v0
	global_store_short v[46:47], v0, off
.LBB6_12:
	s_or_b64 exec, exec, s[8:9]
.LBB6_13:
	s_or_b64 exec, exec, s[6:7]
                                        ; implicit-def: $vgpr58_vgpr59
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr46_vgpr47
.LBB6_14:
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB6_22
; %bb.15:
	v_cmp_lt_i32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB6_19
; %bb.16:
	v_cmp_eq_u32_e32 vcc, 1, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB6_18
; %bb.17:
	v_mov_b32_e32 v0, 3
	v_mov_b32_e32 v1, 0
	global_store_dwordx2 v[46:47], v[0:1], off
.LBB6_18:
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr58_vgpr59
.LBB6_19:
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB6_21
; %bb.20:
	global_load_dwordx2 v[0:1], v[58:59], off
	s_waitcnt vmcnt(0)
	v_add_f64 v[0:1], v[0:1], 1.0
	global_store_dwordx2 v[58:59], v[0:1], off
.LBB6_21:
	s_or_b64 exec, exec, s[6:7]
.LBB6_22:
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v59, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v58, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v57, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v56, off, s[0:3], s33 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v47, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	buffer_load_dword v46, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v45, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v44, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	buffer_load_dword v43, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	buffer_load_dword v42, off, s[0:3], s33 offset:36 ; 4-byte Folded Reload
	buffer_load_dword v41, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	v_readlane_b32 s53, v60, 13
	v_readlane_b32 s52, v60, 12
	v_readlane_b32 s51, v60, 11
	v_readlane_b32 s50, v60, 10
	v_readlane_b32 s49, v60, 9
	v_readlane_b32 s48, v60, 8
	v_readlane_b32 s39, v60, 7
	v_readlane_b32 s38, v60, 6
	v_readlane_b32 s37, v60, 5
	v_readlane_b32 s36, v60, 4
	v_readlane_b32 s35, v60, 3
	v_readlane_b32 s34, v60, 2
	v_readlane_b32 s31, v60, 1
	v_readlane_b32 s30, v60, 0
	s_mov_b32 s32, s33
	v_readlane_b32 s4, v60, 14
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v60, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end6:
	.size	__clang_ocl_kern_imp_k2, .Lfunc_end6-__clang_ocl_kern_imp_k2
                                        ; -- End function
	.set __clang_ocl_kern_imp_k2.num_vgpr, max(61, amdgpu.max_num_vgpr)
	.set __clang_ocl_kern_imp_k2.num_agpr, max(0, amdgpu.max_num_agpr)
	.set __clang_ocl_kern_imp_k2.numbered_sgpr, max(54, amdgpu.max_num_sgpr)
	.set __clang_ocl_kern_imp_k2.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set __clang_ocl_kern_imp_k2.private_seg_size, 64+max(.Lleaf.private_seg_size)
	.set __clang_ocl_kern_imp_k2.uses_vcc, 1
	.set __clang_ocl_kern_imp_k2.uses_flat_scratch, 1
	.set __clang_ocl_kern_imp_k2.has_dyn_sized_stack, 1
	.set __clang_ocl_kern_imp_k2.has_recursion, 1
	.set __clang_ocl_kern_imp_k2.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 2020
; TotalNumSgprs: __clang_ocl_kern_imp_k2.numbered_sgpr+6
; NumVgprs: max(61, amdgpu.max_num_vgpr)
; ScratchSize: 64
; MemoryBound: 0
	.text
	.protected	k3                      ; -- Begin function k3
	.globl	k3
	.p2align	8
	.type	k3,@function
k3:                                     ; @k3
; %bb.0:
	s_add_u32 flat_scratch_lo, s12, s17
	s_addc_u32 flat_scratch_hi, s13, 0
	s_load_dwordx2 s[54:55], s[8:9], 0x0
	s_add_u32 s0, s0, s17
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[48:49], s[8:9]
	s_add_u32 s52, s48, 16
	v_lshlrev_b32_e32 v2, 20, v2
	v_lshlrev_b32_e32 v1, 10, v1
	s_mov_b32 s33, s16
	s_addc_u32 s53, s49, 0
	v_or3_b32 v40, v0, v1, v2
	s_mov_b32 s51, s14
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z10atomic_addPU3AS1Vii@rel32@lo+4
	s_addc_u32 s17, s17, _Z10atomic_addPU3AS1Vii@rel32@hi+12
	s_mov_b64 s[8:9], s[52:53]
	s_mov_b32 s12, s14
	s_mov_b32 s13, s15
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s54
	v_mov_b32_e32 v1, s55
	v_mov_b32_e32 v2, 3
	s_mov_b32 s32, 0
	s_mov_b32 s50, s15
	s_mov_b64 s[34:35], s[10:11]
	s_mov_b64 s[36:37], s[6:7]
	s_mov_b64 s[38:39], s[4:5]
	v_mov_b32_e32 v41, 0
	s_swappc_b64 s[30:31], s[16:17]
	s_add_u32 s15, s54, 4
	s_addc_u32 s18, s55, 0
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z14atomic_cmpxchgPU3AS1Viii@rel32@lo+4
	s_addc_u32 s17, s17, _Z14atomic_cmpxchgPU3AS1Viii@rel32@hi+12
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[8:9], s[52:53]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s51
	s_mov_b32 s13, s50
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, s15
	v_mov_b32_e32 v1, s18
	v_mov_b32_e32 v2, 2
	v_mov_b32_e32 v3, 3
	s_swappc_b64 s[30:31], s[16:17]
	global_load_dword v0, v41, s[54:55] offset:8 glc
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_cbranch_vccnz .LBB7_4
; %bb.1:
	global_load_dword v41, v41, s[54:55] glc
	s_waitcnt vmcnt(0)
	s_add_u32 s8, s48, 16
	s_addc_u32 s9, s49, 0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, __printf_alloc@gotpcrel32@lo+4
	s_addc_u32 s5, s5, __printf_alloc@gotpcrel32@hi+12
	s_load_dwordx2 s[16:17], s[4:5], 0x0
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[6:7], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s51
	s_mov_b32 s13, s50
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, 12
	s_waitcnt lgkmcnt(0)
	s_swappc_b64 s[30:31], s[16:17]
	v_cmp_ne_u64_e32 vcc, 0, v[0:1]
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB7_3
; %bb.2:
	v_mov_b32_e32 v40, 1
	v_mov_b32_e32 v42, 0x40200000
	global_store_dwordx3 v[0:1], v[40:42], off
.LBB7_3:
	s_or_b64 exec, exec, s[4:5]
.LBB7_4:
	s_trap 2
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel k3
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 272
		.amdhsa_user_sgpr_count 14
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
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
		.amdhsa_next_free_vgpr max(totalnumvgprs(k3.num_agpr, k3.num_vgpr), 1, 0)
		.amdhsa_next_free_sgpr max(k3.numbered_sgpr+6, 1, 0)-6
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
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
.Lfunc_end7:
	.size	k3, .Lfunc_end7-k3
                                        ; -- End function
	.set k3.num_vgpr, max(43, amdgpu.max_num_vgpr)
	.set k3.num_agpr, max(0, amdgpu.max_num_agpr)
	.set k3.numbered_sgpr, max(56, amdgpu.max_num_sgpr)
	.set k3.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set k3.private_seg_size, 0
	.set k3.uses_vcc, 1
	.set k3.uses_flat_scratch, 1
	.set k3.has_dyn_sized_stack, 1
	.set k3.has_recursion, 1
	.set k3.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 372
; TotalNumSgprs: k3.numbered_sgpr+6
; NumVgprs: k3.num_vgpr
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: (alignto(max(max(k3.numbered_sgpr+extrasgprs(k3.uses_vcc, k3.uses_flat_scratch, 1), 1, 0), 1), 8)/8)-1
; VGPRBlocks: (alignto(max(max(totalnumvgprs(k3.num_agpr, k3.num_vgpr), 1, 0), 1), 4)/4)-1
; NumSGPRsForWavesPerEU: max(k3.numbered_sgpr+6, 1, 0)
; NumVGPRsForWavesPerEU: max(totalnumvgprs(k3.num_agpr, k3.num_vgpr), 1, 0)
; Occupancy: occupancy(10, 4, 256, 8, 10, max(k3.numbered_sgpr+extrasgprs(k3.uses_vcc, k3.uses_flat_scratch, 1), 1, 0), max(totalnumvgprs(k3.num_agpr, k3.num_vgpr), 1, 0))
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	__clang_ocl_kern_imp_k3 ; -- Begin function __clang_ocl_kern_imp_k3
	.globl	__clang_ocl_kern_imp_k3
	.p2align	2
	.type	__clang_ocl_kern_imp_k3,@function
__clang_ocl_kern_imp_k3:                ; @__clang_ocl_kern_imp_k3
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v43, off, s[0:3], s33 offset:12 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	v_writelane_b32 v43, s16, 16
	v_writelane_b32 v43, s30, 0
	v_writelane_b32 v43, s31, 1
	v_writelane_b32 v43, s34, 2
	v_writelane_b32 v43, s35, 3
	v_writelane_b32 v43, s36, 4
	v_writelane_b32 v43, s37, 5
	v_writelane_b32 v43, s38, 6
	v_writelane_b32 v43, s39, 7
	v_writelane_b32 v43, s48, 8
	v_writelane_b32 v43, s49, 9
	v_writelane_b32 v43, s50, 10
	v_writelane_b32 v43, s51, 11
	v_writelane_b32 v43, s52, 12
	s_addk_i32 s32, 0x800
	v_writelane_b32 v43, s53, 13
	v_writelane_b32 v43, s54, 14
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z10atomic_addPU3AS1Vii@rel32@lo+4
	s_addc_u32 s17, s17, _Z10atomic_addPU3AS1Vii@rel32@hi+12
	v_mov_b32_e32 v2, 3
	buffer_store_dword v40, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	buffer_store_dword v41, off, s[0:3], s33 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v42, off, s[0:3], s33 ; 4-byte Folded Spill
	v_writelane_b32 v43, s55, 15
	v_mov_b32_e32 v42, v31
	v_mov_b32_e32 v41, v1
	v_mov_b32_e32 v40, v0
	s_mov_b32 s50, s15
	s_mov_b32 s51, s14
	s_mov_b32 s52, s13
	s_mov_b32 s53, s12
	s_mov_b64 s[34:35], s[10:11]
	s_mov_b64 s[36:37], s[8:9]
	s_mov_b64 s[38:39], s[6:7]
	s_mov_b64 s[48:49], s[4:5]
	s_swappc_b64 s[30:31], s[16:17]
	v_add_co_u32_e32 v0, vcc, 4, v40
	v_addc_co_u32_e32 v1, vcc, 0, v41, vcc
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z14atomic_cmpxchgPU3AS1Viii@rel32@lo+4
	s_addc_u32 s17, s17, _Z14atomic_cmpxchgPU3AS1Viii@rel32@hi+12
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s53
	s_mov_b32 s13, s52
	s_mov_b32 s14, s51
	s_mov_b32 s15, s50
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v2, 2
	v_mov_b32_e32 v3, 3
	s_swappc_b64 s[30:31], s[16:17]
	global_load_dword v0, v[40:41], off offset:8 glc
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[54:55], vcc
	s_cbranch_execz .LBB8_3
; %bb.1:
	global_load_dword v41, v[40:41], off glc
	s_waitcnt vmcnt(0)
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, __printf_alloc@gotpcrel32@lo+4
	s_addc_u32 s5, s5, __printf_alloc@gotpcrel32@hi+12
	s_load_dwordx2 s[16:17], s[4:5], 0x0
	s_mov_b64 s[4:5], s[48:49]
	s_mov_b64 s[6:7], s[38:39]
	s_mov_b64 s[8:9], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s53
	s_mov_b32 s13, s52
	s_mov_b32 s14, s51
	s_mov_b32 s15, s50
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v0, 12
	s_waitcnt lgkmcnt(0)
	s_swappc_b64 s[30:31], s[16:17]
	v_cmp_ne_u64_e32 vcc, 0, v[0:1]
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB8_3
; %bb.2:
	v_mov_b32_e32 v40, 1
	v_mov_b32_e32 v42, 0x40200000
	global_store_dwordx3 v[0:1], v[40:42], off
.LBB8_3:
	s_or_b64 exec, exec, s[54:55]
	s_trap 2
.Lfunc_end8:
	.size	__clang_ocl_kern_imp_k3, .Lfunc_end8-__clang_ocl_kern_imp_k3
                                        ; -- End function
	.set __clang_ocl_kern_imp_k3.num_vgpr, max(44, amdgpu.max_num_vgpr)
	.set __clang_ocl_kern_imp_k3.num_agpr, max(0, amdgpu.max_num_agpr)
	.set __clang_ocl_kern_imp_k3.numbered_sgpr, max(56, amdgpu.max_num_sgpr)
	.set __clang_ocl_kern_imp_k3.num_named_barrier, max(0, amdgpu.max_num_named_barrier)
	.set __clang_ocl_kern_imp_k3.private_seg_size, 32
	.set __clang_ocl_kern_imp_k3.uses_vcc, 1
	.set __clang_ocl_kern_imp_k3.uses_flat_scratch, 1
	.set __clang_ocl_kern_imp_k3.has_dyn_sized_stack, 1
	.set __clang_ocl_kern_imp_k3.has_recursion, 1
	.set __clang_ocl_kern_imp_k3.has_indirect_call, 1
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 492
; TotalNumSgprs: __clang_ocl_kern_imp_k3.numbered_sgpr+6
; NumVgprs: max(44, amdgpu.max_num_vgpr)
; ScratchSize: 32
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 61
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 56
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.hidden	table                           ; @table
	.type	table,@object
	.section	.rodata,"a",@progbits
	.globl	table
	.p2align	2, 0x0
table:
	.long	1                               ; 0x1
	.long	2                               ; 0x2
	.long	3                               ; 0x3
	.long	4                               ; 0x4
	.size	table, 16

	.hidden	counter                         ; @counter
	.type	counter,@object
	.data
	.globl	counter
	.p2align	2, 0x0
counter:
	.long	5                               ; 0x5
	.size	counter, 4

	.hidden	outside
	.hidden	_Z12get_local_idj
	.hidden	_Z7barrierj
	.hidden	_Z13get_global_idj
	.hidden	_Z11vstore_halffmPDh
	.hidden	_Z10atomic_addPU3AS1Vii
	.hidden	_Z14atomic_cmpxchgPU3AS1Viii
	.ident	"clang version 22.1.8"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .type_name:      int
        .value_kind:     by_value
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         28
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         36
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         38
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         40
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         42
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         44
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         46
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         88
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         96
        .size:           8
        .value_kind:     hidden_printf_buffer
      - .offset:         104
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         112
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         120
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         128
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         136
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         224
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 384
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           k1
    .private_segment_fixed_size: 48
    .sgpr_count:     71
    .sgpr_spill_count: 0
    .symbol:         k1.kd
    .uses_dynamic_stack: true
    .vgpr_count:     61
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'double*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .type_name:      'long*'
        .value_kind:     global_buffer
      - .offset:         16
        .size:           16
        .type_name:      float4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         32
        .size:           8
        .type_name:      'half*'
        .value_kind:     global_buffer
      - .offset:         40
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         44
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         48
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         52
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         54
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         56
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         58
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         60
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         62
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         88
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         96
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         104
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         112
        .size:           8
        .value_kind:     hidden_printf_buffer
      - .offset:         120
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         128
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         136
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         144
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         152
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         240
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 16
    .kernarg_segment_size: 296
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           k2
    .private_segment_fixed_size: 0
    .sgpr_count:     78
    .sgpr_spill_count: 0
    .symbol:         k2.kd
    .uses_dynamic_stack: true
    .vgpr_count:     61
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .address_space:  global
        .is_volatile:    true
        .offset:         0
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
      - .address_space:  global
        .is_const:       true
        .offset:         8
        .size:           8
        .type_name:      'char*'
        .value_kind:     global_buffer
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
      - .offset:         88
        .size:           8
        .value_kind:     hidden_printf_buffer
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
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           k3
    .private_segment_fixed_size: 0
    .sgpr_count:     62
    .sgpr_spill_count: 0
    .symbol:         k3.kd
    .uses_dynamic_stack: true
    .vgpr_count:     61
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.printf:
  - '1:2:4:4:hello %d %f\n'
amdhsa.target:   amdgcn-amd-amdhsa--gfx906
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
