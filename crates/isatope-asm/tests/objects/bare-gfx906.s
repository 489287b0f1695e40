	.text
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	0
	.long	47180
	.long	0
	.long	47200
	.long	0
	.long	4
	.long	2
	.long	8
	.long	0
	.text
	.globl	many                            ; -- Begin function many
	.p2align	2
	.type	many,@function
many:                                   ; @many
many$local:
	.type	many$local,@function
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s11, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v7, off, s[0:3], s33 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	v_writelane_b32 v7, s30, 0
	v_writelane_b32 v7, s31, 1
	v_mov_b32_e32 v4, v1
	v_mov_b32_e32 v3, v0
	s_mov_b32 s10, 0
	v_cmp_lt_i32_e32 vcc, 0, v2
	v_mov_b32_e32 v5, 0
	s_addk_i32 s32, 0x400
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB1_4
; %bb.1:
	s_mov_b64 s[8:9], 0
	v_mov_b32_e32 v5, 0
.LBB1_2:                                ; =>This Inner Loop Header: Depth=1
	global_load_dword v6, v[3:4], off
	v_mov_b32_e32 v0, s10
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, leaf@rel32@lo+4
	s_addc_u32 s5, s5, leaf@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	v_cvt_f32_i32_e32 v0, v0
	s_add_i32 s10, s10, 1
	v_cmp_eq_u32_e32 vcc, s10, v2
	s_or_b64 s[8:9], vcc, s[8:9]
	v_add_co_u32_e32 v3, vcc, 4, v3
	v_fmac_f32_e32 v5, v6, v0
	v_addc_co_u32_e32 v4, vcc, 0, v4, vcc
	s_andn2_b64 exec, exec, s[8:9]
	s_cbranch_execnz .LBB1_2
; %bb.3:
	s_or_b64 exec, exec, s[8:9]
.LBB1_4:
	s_or_b64 exec, exec, s[6:7]
	v_mov_b32_e32 v0, v5
	v_readlane_b32 s31, v7, 1
	v_readlane_b32 s30, v7, 0
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v7, off, s[0:3], s33  ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_addk_i32 s32, 0xfc00
	s_mov_b32 s33, s11
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	many, .Lfunc_end0-many
	.size	many$local, .Lfunc_end0-many
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 216
; NumSgprs: 38
; NumVgprs: 8
; ScratchSize: 16
; MemoryBound: 0
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	0
	.long	47180
	.long	0
	.long	47200
	.long	0
	.long	4
	.long	0
	.long	8
	.long	0
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
.Lfunc_end1:
	.size	leaf, .Lfunc_end1-leaf
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 56
; NumSgprs: 36
; NumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	0
	.long	47180
	.long	0
	.long	47200
	.long	0
	.long	4
	.long	2
	.long	8
	.long	2
	.text
	.globl	stack                           ; -- Begin function stack
	.p2align	2
	.type	stack,@function
stack:                                  ; @stack
stack$local:
	.type	stack$local,@function
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
	v_writelane_b32 v42, s31, 1
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, outside@rel32@lo+4
	s_addc_u32 s17, s17, outside@rel32@hi+12
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
	buffer_store_dword v0, v1, s[0:3], 0 offen offset:4
	buffer_load_dword v41, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	v_readlane_b32 s4, v42, 2
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v42, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_addk_i32 s32, 0xfc00
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	stack, .Lfunc_end2-stack
	.size	stack$local, .Lfunc_end2-stack
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 260
; NumSgprs: 40
; NumVgprs: 43
; ScratchSize: 16
; MemoryBound: 0
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	11469259
	.long	47180
	.long	37773
	.long	47200
	.long	12288
	.long	4
	.long	0
	.long	8
	.long	0
	.text
	.globl	k1                              ; -- Begin function k1
	.p2align	8
	.type	k1,@function
k1:                                     ; @k1
k1$local:
	.type	k1$local,@function
; %bb.0:
	s_mov_b32 s48, SCRATCH_RSRC_DWORD0
	s_mov_b32 s49, SCRATCH_RSRC_DWORD1
	s_mov_b32 s50, -1
	s_mov_b32 s51, 0xe00000
	s_add_u32 s48, s48, s9
	s_load_dwordx4 s[44:47], s[2:3], 0x24
	s_load_dword s42, s[2:3], 0x34
	s_addc_u32 s49, s49, 0
	s_add_u32 s38, s2, 56
	v_lshlrev_b32_e32 v2, 20, v2
	v_lshlrev_b32_e32 v1, 10, v1
	s_mov_b32 s33, s8
	s_mov_b32 s40, s7
	s_mov_b32 s41, s6
	s_mov_b64 s[34:35], s[4:5]
	s_mov_b64 s[36:37], s[0:1]
	s_addc_u32 s39, s3, 0
	v_or3_b32 v42, v0, v1, v2
	s_mov_b64 s[4:5], s[0:1]
	s_mov_b64 s[0:1], s[48:49]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v42
	s_mov_b64 s[2:3], s[50:51]
	v_mov_b32_e32 v0, 0
	s_movk_i32 s32, 0x800
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z12get_local_idj@rel32@lo+4
	s_addc_u32 s7, s7, _Z12get_local_idj@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v40, v0
	v_ashrrev_i32_e32 v41, 31, v40
	v_lshlrev_b64 v[0:1], 2, v[40:41]
	v_mov_b32_e32 v2, s47
	v_add_co_u32_e32 v43, vcc, s46, v0
	v_addc_co_u32_e32 v44, vcc, v2, v1, vcc
	v_mov_b32_e32 v3, s45
	v_add_co_u32_e32 v45, vcc, s44, v0
	global_load_dword v2, v[43:44], off
	v_addc_co_u32_e32 v46, vcc, v3, v1, vcc
	global_load_dword v0, v[45:46], off
	v_lshlrev_b32_e32 v1, 2, v40
	v_and_b32_e32 v3, 31, v40
	s_mov_b64 s[0:1], s[48:49]
	v_lshlrev_b32_e32 v3, 2, v3
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v42
	s_mov_b64 s[2:3], s[50:51]
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z7barrierj@rel32@lo+4
	s_addc_u32 s7, s7, _Z7barrierj@rel32@hi+12
	v_mov_b32_e32 v41, 1
	s_waitcnt vmcnt(1)
	ds_write_b32 v1, v2
	s_waitcnt vmcnt(0)
	ds_write_b32 v3, v0 offset:256
	v_mov_b32_e32 v0, 1
	s_swappc_b64 s[30:31], s[6:7]
	s_mov_b64 s[0:1], s[48:49]
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v42
	s_mov_b64 s[2:3], s[50:51]
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, v40
	buffer_store_dword v41, off, s[48:51], 0
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, stack@rel32@lo+4
	s_addc_u32 s7, s7, stack@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	v_sub_co_u32_e64 v0, vcc, 0, 0
	v_subb_co_u32_e32 v0, vcc, 63, v40, vcc
	v_lshlrev_b32_e32 v0, 2, v0
	ds_read_b32 v8, v0
	s_mov_b64 s[0:1], s[48:49]
	s_mov_b64 s[2:3], s[50:51]
	v_mov_b32_e32 v0, s44
	v_mov_b32_e32 v1, s45
	v_mov_b32_e32 v2, s42
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, many@rel32@lo+4
	s_addc_u32 s5, s5, many@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	v_mov_b32_e32 v1, 0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, counter@rel32@lo+4
	s_addc_u32 s1, s1, counter@rel32@hi+12
	buffer_load_dword v2, off, s[48:51], 0
	buffer_load_dword v3, off, s[48:51], 0 offset:4
	v_and_b32_e32 v4, 7, v40
	global_load_dword v1, v1, s[0:1]
	v_cvt_i32_f32_e32 v0, v0
	v_lshlrev_b32_e32 v4, 2, v4
	ds_read_b32 v4, v4 offset:256
	v_add_u32_e32 v0, v8, v0
	s_waitcnt vmcnt(1) lgkmcnt(0)
	v_add_f32_e32 v3, v4, v3
	s_waitcnt vmcnt(0)
	v_add3_u32 v0, v0, v2, v1
	global_store_dword v[43:44], v0, off
	global_store_dword v[45:46], v3, off
	s_endpgm
.Lfunc_end3:
	.size	k1, .Lfunc_end3-k1
	.size	k1$local, .Lfunc_end3-k1
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 580
; NumSgprs: 58
; NumVgprs: 47
; ScratchSize: 48
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 384 bytes/workgroup (compile time only)
; SGPRBlocks: 7
; VGPRBlocks: 11
; NumSGPRsForWavesPerEU: 58
; NumVGPRsForWavesPerEU: 47
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	11469262
	.long	47180
	.long	5005
	.long	47200
	.long	0
	.long	4
	.long	0
	.long	8
	.long	0
	.text
	.globl	k2                              ; -- Begin function k2
	.p2align	8
	.type	k2,@function
k2:                                     ; @k2
k2$local:
	.type	k2$local,@function
; %bb.0:
	s_mov_b32 s52, SCRATCH_RSRC_DWORD0
	s_mov_b32 s53, SCRATCH_RSRC_DWORD1
	s_mov_b32 s54, -1
	s_mov_b32 s55, 0xe00000
	s_add_u32 s52, s52, s9
	s_load_dwordx8 s[44:51], s[2:3], 0x24
	s_addc_u32 s53, s53, 0
	s_mov_b64 s[38:39], s[2:3]
	v_mov_b32_e32 v44, v2
	v_mov_b32_e32 v43, v1
	s_mov_b32 s33, s8
	s_mov_b32 s40, s7
	s_mov_b32 s41, s6
	s_mov_b64 s[34:35], s[4:5]
	s_mov_b64 s[36:37], s[0:1]
	v_mov_b32_e32 v42, v0
	s_add_u32 s8, s38, 0x4c
	v_lshlrev_b32_e32 v0, 20, v44
	v_lshlrev_b32_e32 v1, 10, v43
	s_mov_b64 s[4:5], s[0:1]
	s_mov_b64 s[0:1], s[52:53]
	s_addc_u32 s9, s39, 0
	v_or3_b32 v31, v42, v1, v0
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	s_mov_b64 s[2:3], s[54:55]
	v_mov_b32_e32 v0, 0
	s_mov_b32 s32, 0
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z13get_global_idj@rel32@lo+4
	s_addc_u32 s7, s7, _Z13get_global_idj@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v40, v0
	v_ashrrev_i32_e32 v41, 31, v40
	v_lshlrev_b64 v[0:1], 3, v[40:41]
	v_mov_b32_e32 v2, s45
	v_add_co_u32_e32 v45, vcc, s44, v0
	v_addc_co_u32_e32 v46, vcc, v2, v1, vcc
	global_load_dwordx2 v[2:3], v[45:46], off
	v_cvt_f64_f32_e32 v[4:5], s48
	s_mov_b32 s0, 0
	s_mov_b32 s1, 0x40080000
	v_mov_b32_e32 v8, s47
	v_add_co_u32_e32 v56, vcc, s46, v0
	v_addc_co_u32_e32 v57, vcc, v8, v1, vcc
	global_load_dwordx2 v[0:1], v[56:57], off
	s_waitcnt vmcnt(1)
	v_fma_f64 v[2:3], v[2:3], 2.0, v[4:5]
	v_div_scale_f64 v[4:5], s[2:3], s[0:1], s[0:1], v[2:3]
	v_div_scale_f64 v[10:11], vcc, v[2:3], s[0:1], v[2:3]
	v_rcp_f64_e32 v[6:7], v[4:5]
	v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
	v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
	v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
	v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
	v_mul_f64 v[8:9], v[10:11], v[6:7]
	v_fma_f64 v[4:5], -v[4:5], v[8:9], v[10:11]
	v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[8:9]
	v_mov_b32_e32 v6, 0
	v_div_fixup_f64 v[2:3], v[4:5], s[0:1], v[2:3]
	v_add_co_u32_e64 v4, vcc, 0, 0
	v_addc_co_u32_e32 v4, vcc, 3, v40, vcc
	v_ashrrev_i32_e32 v5, 31, v4
	s_waitcnt vmcnt(0)
	v_or_b32_e32 v7, v1, v5
	v_cmp_ne_u64_e32 vcc, 0, v[6:7]
	global_store_dwordx2 v[45:46], v[2:3], off
                                        ; implicit-def: $vgpr2_vgpr3
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[2:3], exec, s[0:1]
	s_cbranch_execz .LBB4_2
; %bb.1:
	v_ashrrev_i32_e32 v9, 31, v5
	v_add_co_u32_e32 v2, vcc, v4, v9
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
	v_mad_u64_u32 v[2:3], s[0:1], v7, v6, 0
	v_mul_lo_u32 v5, v7, v12
	v_mul_hi_u32 v13, v6, v2
	v_add3_u32 v5, v3, v5, v4
	v_mad_u64_u32 v[3:4], s[0:1], v6, v5, 0
	v_add_co_u32_e32 v13, vcc, v13, v3
	v_mad_u64_u32 v[2:3], s[0:1], v12, v2, 0
	v_addc_co_u32_e32 v14, vcc, 0, v4, vcc
	v_mad_u64_u32 v[4:5], s[0:1], v12, v5, 0
	v_add_co_u32_e32 v2, vcc, v13, v2
	v_addc_co_u32_e32 v2, vcc, v14, v3, vcc
	v_addc_co_u32_e32 v3, vcc, 0, v5, vcc
	v_add_co_u32_e32 v2, vcc, v2, v4
	v_addc_co_u32_e32 v3, vcc, 0, v3, vcc
	v_add_co_u32_e32 v13, vcc, v6, v2
	v_addc_co_u32_e32 v12, vcc, v12, v3, vcc
	v_mul_lo_u32 v4, v7, v12
	v_mul_lo_u32 v5, v8, v13
	v_mad_u64_u32 v[2:3], s[0:1], v7, v13, 0
	v_add3_u32 v5, v3, v4, v5
	v_mad_u64_u32 v[3:4], s[0:1], v12, v5, 0
	v_mad_u64_u32 v[5:6], s[0:1], v13, v5, 0
	v_mul_hi_u32 v14, v13, v2
	v_mad_u64_u32 v[7:8], s[0:1], v12, v2, 0
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
	v_mad_u64_u32 v[0:1], s[0:1], v6, v3, 0
	v_mul_hi_u32 v7, v6, v2
	v_xor_b32_e32 v5, v5, v4
	v_add_co_u32_e32 v7, vcc, v7, v0
	v_addc_co_u32_e32 v8, vcc, 0, v1, vcc
	v_mad_u64_u32 v[0:1], s[0:1], v5, v2, 0
	v_mad_u64_u32 v[2:3], s[0:1], v5, v3, 0
	v_add_co_u32_e32 v0, vcc, v7, v0
	v_addc_co_u32_e32 v0, vcc, v8, v1, vcc
	v_addc_co_u32_e32 v1, vcc, 0, v3, vcc
	v_add_co_u32_e32 v2, vcc, v0, v2
	v_addc_co_u32_e32 v3, vcc, 0, v1, vcc
	v_mul_lo_u32 v7, v10, v2
	v_mul_lo_u32 v8, v11, v3
	v_mad_u64_u32 v[0:1], s[0:1], v11, v2, 0
	v_add3_u32 v1, v1, v8, v7
	v_sub_u32_e32 v7, v5, v1
	v_sub_co_u32_e32 v0, vcc, v6, v0
	v_subb_co_u32_e64 v6, s[0:1], v7, v10, vcc
	v_sub_co_u32_e64 v7, s[0:1], v0, v11
	v_subbrev_co_u32_e64 v6, s[0:1], 0, v6, s[0:1]
	v_cmp_ge_u32_e64 s[0:1], v6, v10
	v_cndmask_b32_e64 v8, 0, -1, s[0:1]
	v_cmp_ge_u32_e64 s[0:1], v7, v11
	v_cndmask_b32_e64 v7, 0, -1, s[0:1]
	v_cmp_eq_u32_e64 s[0:1], v6, v10
	v_cndmask_b32_e64 v6, v8, v7, s[0:1]
	v_add_co_u32_e64 v7, s[0:1], 2, v2
	v_subb_co_u32_e32 v1, vcc, v5, v1, vcc
	v_addc_co_u32_e64 v8, s[0:1], 0, v3, s[0:1]
	v_cmp_ge_u32_e32 vcc, v1, v10
	v_add_co_u32_e64 v12, s[0:1], 1, v2
	v_cndmask_b32_e64 v5, 0, -1, vcc
	v_cmp_ge_u32_e32 vcc, v0, v11
	v_addc_co_u32_e64 v13, s[0:1], 0, v3, s[0:1]
	v_cndmask_b32_e64 v0, 0, -1, vcc
	v_cmp_eq_u32_e32 vcc, v1, v10
	v_cmp_ne_u32_e64 s[0:1], 0, v6
	v_cndmask_b32_e32 v0, v5, v0, vcc
	v_cmp_ne_u32_e32 vcc, 0, v0
	v_cndmask_b32_e64 v1, v12, v7, s[0:1]
	v_cndmask_b32_e64 v6, v13, v8, s[0:1]
	v_cndmask_b32_e32 v1, v2, v1, vcc
	v_xor_b32_e32 v2, v4, v9
	v_cndmask_b32_e32 v0, v3, v6, vcc
	v_xor_b32_e32 v3, v4, v9
	v_xor_b32_e32 v1, v1, v2
	v_xor_b32_e32 v0, v0, v3
	v_sub_co_u32_e32 v2, vcc, v1, v2
	v_subb_co_u32_e32 v3, vcc, v0, v3, vcc
                                        ; implicit-def: $vgpr4
                                        ; implicit-def: $vgpr0_vgpr1
.LBB4_2:
	s_andn2_saveexec_b64 s[0:1], s[2:3]
	s_cbranch_execz .LBB4_4
; %bb.3:
	v_cvt_f32_u32_e32 v1, v4
	v_sub_u32_e32 v2, 0, v4
	v_rcp_iflag_f32_e32 v1, v1
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	v_mul_lo_u32 v2, v2, v1
	v_mul_hi_u32 v2, v1, v2
	v_add_u32_e32 v1, v1, v2
	v_mul_hi_u32 v1, v0, v1
	v_mul_lo_u32 v2, v1, v4
	v_add_u32_e32 v3, 1, v1
	v_sub_u32_e32 v0, v0, v2
	v_sub_u32_e32 v2, v0, v4
	v_cmp_ge_u32_e32 vcc, v0, v4
	v_cndmask_b32_e32 v0, v0, v2, vcc
	v_cndmask_b32_e32 v1, v1, v3, vcc
	v_add_u32_e32 v2, 1, v1
	v_cmp_ge_u32_e32 vcc, v0, v4
	v_cndmask_b32_e32 v2, v1, v2, vcc
	v_mov_b32_e32 v3, 0
.LBB4_4:
	s_or_b64 exec, exec, s[0:1]
	s_load_dwordx2 s[6:7], s[38:39], 0x44
	s_mov_b64 s[0:1], s[52:53]
	s_mov_b64 s[2:3], s[54:55]
	v_mov_b32_e32 v0, v40
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, leaf@rel32@lo+4
	s_addc_u32 s5, s5, leaf@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
	v_ashrrev_i32_e32 v1, 31, v0
	v_add_co_u32_e32 v0, vcc, v2, v0
	v_addc_co_u32_e32 v1, vcc, v3, v1, vcc
	global_store_dwordx2 v[56:57], v[0:1], off
	s_add_u32 s8, s38, 0x4c
	v_lshlrev_b32_e32 v0, 20, v44
	v_lshlrev_b32_e32 v1, 10, v43
	s_mov_b64 s[0:1], s[52:53]
	s_addc_u32 s9, s39, 0
	v_or3_b32 v31, v42, v1, v0
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	s_mov_b64 s[2:3], s[54:55]
	v_mov_b32_e32 v0, s49
	v_mov_b32_e32 v1, v40
	v_mov_b32_e32 v2, v41
	v_mov_b32_e32 v3, s6
	v_mov_b32_e32 v4, s7
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z11vstore_halffmPU3AS0Dh@rel32@lo+4
	s_addc_u32 s17, s17, _Z11vstore_halffmPU3AS0Dh@rel32@hi+12
	s_swappc_b64 s[30:31], s[16:17]
	v_and_b32_e32 v0, 7, v40
	v_cmp_lt_i32_e32 vcc, 2, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB4_14
; %bb.5:
	v_cmp_lt_i32_e32 vcc, 5, v0
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB4_9
; %bb.6:
	v_cmp_eq_u32_e32 vcc, 6, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB4_8
; %bb.7:
	global_load_dwordx2 v[0:1], v[45:46], off
	s_mov_b32 s6, 0
	s_brev_b32 s7, 8
	s_waitcnt vmcnt(0)
	v_cmp_gt_f64_e32 vcc, s[6:7], v[0:1]
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_lshlrev_b32_e32 v2, 8, v2
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
.LBB4_8:
	s_or_b64 exec, exec, s[4:5]
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr56_vgpr57
.LBB4_9:
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB4_13
; %bb.10:
	v_cmp_eq_u32_e32 vcc, 3, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB4_12
; %bb.11:
	global_load_dword v0, v[56:57], off
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v0, 5, v0
	global_store_dword v[56:57], v0, off
.LBB4_12:
	s_or_b64 exec, exec, s[4:5]
.LBB4_13:
	s_or_b64 exec, exec, s[2:3]
                                        ; implicit-def: $vgpr45_vgpr46
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr56_vgpr57
.LBB4_14:
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	s_cbranch_execz .LBB4_21
; %bb.15:
	v_cmp_lt_i32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB4_19
; %bb.16:
	v_cmp_eq_u32_e32 vcc, 1, v0
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB4_18
; %bb.17:
	v_mov_b32_e32 v0, 3
	v_mov_b32_e32 v1, 0
	global_store_dwordx2 v[56:57], v[0:1], off
.LBB4_18:
	s_or_b64 exec, exec, s[2:3]
                                        ; implicit-def: $vgpr45_vgpr46
.LBB4_19:
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	s_cbranch_execz .LBB4_21
; %bb.20:
	global_load_dwordx2 v[0:1], v[45:46], off
	s_waitcnt vmcnt(0)
	v_add_f64 v[0:1], v[0:1], 1.0
	global_store_dwordx2 v[45:46], v[0:1], off
.LBB4_21:
	s_endpgm
.Lfunc_end4:
	.size	k2, .Lfunc_end4-k2
	.size	k2$local, .Lfunc_end4-k2
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1644
; NumSgprs: 62
; NumVgprs: 58
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 7
; VGPRBlocks: 14
; NumSGPRsForWavesPerEU: 62
; NumVGPRsForWavesPerEU: 58
; Occupancy: 4
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	11469258
	.long	47180
	.long	5005
	.long	47200
	.long	0
	.long	4
	.long	0
	.long	8
	.long	0
	.text
	.globl	k3                              ; -- Begin function k3
	.p2align	8
	.type	k3,@function
k3:                                     ; @k3
k3$local:
	.type	k3$local,@function
; %bb.0:
	s_mov_b32 s48, SCRATCH_RSRC_DWORD0
	s_mov_b32 s49, SCRATCH_RSRC_DWORD1
	s_mov_b32 s50, -1
	s_mov_b32 s51, 0xe00000
	s_load_dwordx2 s[44:45], s[2:3], 0x24
	s_add_u32 s48, s48, s9
	s_addc_u32 s49, s49, 0
	s_mov_b64 s[38:39], s[2:3]
	s_add_u32 s42, s38, 52
	v_lshlrev_b32_e32 v2, 20, v2
	v_lshlrev_b32_e32 v1, 10, v1
	s_mov_b32 s33, s8
	s_mov_b32 s40, s7
	s_mov_b32 s41, s6
	s_mov_b64 s[34:35], s[4:5]
	s_mov_b64 s[36:37], s[0:1]
	s_addc_u32 s43, s39, 0
	v_or3_b32 v40, v0, v1, v2
	s_mov_b64 s[4:5], s[0:1]
	s_mov_b64 s[0:1], s[48:49]
	s_mov_b64 s[8:9], s[42:43]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_mov_b64 s[2:3], s[50:51]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s44
	v_mov_b32_e32 v1, s45
	v_mov_b32_e32 v2, 3
	s_mov_b32 s32, 0
	v_mov_b32_e32 v41, 0
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z10atomic_addPU3AS1Vii@rel32@lo+4
	s_addc_u32 s7, s7, _Z10atomic_addPU3AS1Vii@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	s_add_u32 s15, s44, 4
	s_addc_u32 s16, s45, 0
	s_mov_b64 s[0:1], s[48:49]
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[42:43]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_mov_b64 s[2:3], s[50:51]
	v_mov_b32_e32 v0, s15
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v2, 2
	v_mov_b32_e32 v3, 3
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z14atomic_cmpxchgPU3AS1Viii@rel32@lo+4
	s_addc_u32 s7, s7, _Z14atomic_cmpxchgPU3AS1Viii@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
	global_load_dword v0, v41, s[44:45] offset:8 glc
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_cbranch_vccnz .LBB5_3
; %bb.1:
	global_load_dword v41, v41, s[44:45] glc
	s_waitcnt vmcnt(0)
	s_add_u32 s8, s38, 52
	s_addc_u32 s9, s39, 0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, __printf_alloc@gotpcrel32@lo+4
	s_addc_u32 s1, s1, __printf_alloc@gotpcrel32@hi+12
	s_load_dwordx2 s[6:7], s[0:1], 0x0
	s_mov_b64 s[0:1], s[48:49]
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_mov_b64 s[2:3], s[50:51]
	v_mov_b32_e32 v0, 12
	s_waitcnt lgkmcnt(0)
	s_swappc_b64 s[30:31], s[6:7]
	v_cmp_ne_u64_e32 vcc, 0, v[0:1]
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB5_3
; %bb.2:
	v_mov_b32_e32 v40, 1
	v_mov_b32_e32 v42, 0x40200000
	global_store_dwordx3 v[0:1], v[40:42], off
.LBB5_3:
	s_endpgm
.Lfunc_end5:
	.size	k3, .Lfunc_end5-k3
	.size	k3$local, .Lfunc_end5-k3
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 408
; NumSgprs: 58
; NumVgprs: 43
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 7
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 58
; NumVGPRsForWavesPerEU: 43
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.type	table,@object                   ; @table
	.section	.rodata,"a",@progbits
	.globl	table
	.p2align	2, 0x0
table:
table$local:
	.long	1                               ; 0x1
	.long	2                               ; 0x2
	.long	3                               ; 0x3
	.long	4                               ; 0x4
	.size	table, 16

	.type	counter,@object                 ; @counter
	.data
	.globl	counter
	.p2align	2, 0x0
counter:
counter$local:
	.long	5                               ; 0x5
	.size	counter, 4

	.hidden	__oclc_ABI_version              ; @__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500                             ; 0x1f4
	.size	__oclc_ABI_version, 4

	.amdgpu_lds llvm.amdgcn.kernel.k1.lds, 384, 16
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amd_amdgpu_isa "amdgcn----gfx906"
