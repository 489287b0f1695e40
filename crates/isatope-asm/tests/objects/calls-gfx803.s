	.text
	.file	1 "/src" "calls.cl"
	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.amdhsa_code_object_version 5
	.hidden	many                            ; -- Begin function many
	.globl	many
	.p2align	2
	.type	many,@function
many:                                   ; @many
.Lfunc_begin0:
	.loc	1 5 0                           ; calls.cl:5:0
	.cfi_sections .debug_frame
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s11, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v8, off, s[0:3], s33 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	v_writelane_b32 v8, s30, 0
	v_mov_b32_e32 v5, v2
.Ltmp0:
	;DEBUG_VALUE: many:n <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr5
	v_writelane_b32 v8, s31, 1
.Ltmp1:
	;DEBUG_VALUE: many:n <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr2
	v_mov_b32_e32 v4, v1
	v_mov_b32_e32 v3, v0
.Ltmp2:
	;DEBUG_VALUE: many:p <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr3_vgpr4
	s_mov_b32 s10, 0
.Ltmp3:
	;DEBUG_VALUE: i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] 0
	;DEBUG_VALUE: many:s <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] 0.000000e+00
	.loc	1 6 34 prologue_end             ; calls.cl:6:34
	v_cmp_lt_i32_e32 vcc, 0, v5
	v_mov_b32_e32 v6, 0
	s_addk_i32 s32, 0x400
.Ltmp4:
	.loc	1 6 16 is_stmt 0                ; calls.cl:6:16
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB1_4
.Ltmp5:
; %bb.1:
	;DEBUG_VALUE: many:s <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] 0.000000e+00
	;DEBUG_VALUE: i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] 0
	;DEBUG_VALUE: many:p <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr3_vgpr4
	;DEBUG_VALUE: many:n <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr2
	.loc	1 0 16                          ; calls.cl:0:16
	s_mov_b64 s[8:9], 0
	v_mov_b32_e32 v6, 0
.Ltmp6:
.LBB1_2:                                ; =>This Inner Loop Header: Depth=1
	;DEBUG_VALUE: many:s <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr6
	;DEBUG_VALUE: i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	.loc	1 6 49                          ; calls.cl:6:49
	flat_load_dword v7, v[3:4]
	.loc	1 6 56                          ; calls.cl:6:56
	v_mov_b32_e32 v0, s10
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, leaf@rel32@lo+4
	s_addc_u32 s5, s5, leaf@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.Ltmp7:
	v_cvt_f32_i32_e32 v0, v0
	.loc	1 6 40                          ; calls.cl:6:40
	s_add_i32 s10, s10, 1
	.loc	1 6 34                          ; calls.cl:6:34
	v_cmp_eq_u32_e32 vcc, s10, v5
.Ltmp8:
	.loc	1 6 16                          ; calls.cl:6:16
	s_or_b64 s[8:9], vcc, s[8:9]
.Ltmp9:
	.loc	1 6 34                          ; calls.cl:6:34
	v_add_u32_e32 v3, vcc, 4, v3
	.loc	1 6 46                          ; calls.cl:6:46
	v_mac_f32_e32 v6, v7, v0
.Ltmp10:
	;DEBUG_VALUE: many:s <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr6
	.loc	1 6 34                          ; calls.cl:6:34
	v_addc_u32_e32 v4, vcc, 0, v4, vcc
.Ltmp11:
	.loc	1 6 16                          ; calls.cl:6:16
	s_andn2_b64 exec, exec, s[8:9]
	s_cbranch_execnz .LBB1_2
.Ltmp12:
; %bb.3:
	;DEBUG_VALUE: many:s <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr6
	.loc	1 0 16                          ; calls.cl:0:16
	s_or_b64 exec, exec, s[8:9]
.Ltmp13:
.LBB1_4:
	s_or_b64 exec, exec, s[6:7]
	.loc	1 6 65                          ; calls.cl:6:65
	v_mov_b32_e32 v0, v6
	v_readlane_b32 s31, v8, 1
	v_readlane_b32 s30, v8, 0
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v8, off, s[0:3], s33  ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	.loc	1 6 65 epilogue_begin           ; calls.cl:6:65
	s_addk_i32 s32, 0xfc00
	s_mov_b32 s33, s11
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Ltmp14:
.Lfunc_end0:
	.size	many, .Lfunc_end0-many
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 220
; NumSgprs: 36
; NumVgprs: 9
; ScratchSize: 16
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function leaf
	.type	leaf,@function
leaf:                                   ; @leaf
.Lfunc_begin1:
	.loc	1 4 0 is_stmt 1                 ; calls.cl:4:0
	.cfi_startproc
; %bb.0:
	;DEBUG_VALUE: leaf:x <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr0
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
.Ltmp15:
	.loc	1 4 75 prologue_end             ; calls.cl:4:75
	v_and_b32_e32 v1, 3, v0
	.loc	1 4 67 is_stmt 0                ; calls.cl:4:67
	v_lshlrev_b32_e32 v1, 2, v1
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, table@rel32@lo+4
	s_addc_u32 s5, s5, table@rel32@hi+12
	v_mov_b32_e32 v2, s5
	v_add_u32_e32 v1, vcc, s4, v1
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	flat_load_dword v1, v[1:2]
	.loc	1 4 61                          ; calls.cl:4:61
	v_mul_lo_u32 v0, v0, 7
.Ltmp16:
	.loc	1 4 65                          ; calls.cl:4:65
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v0, vcc, v1, v0
	.loc	1 4 52                          ; calls.cl:4:52
	s_setpc_b64 s[30:31]
.Ltmp17:
.Lfunc_end1:
	.size	leaf, .Lfunc_end1-leaf
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 72
; NumSgprs: 34
; NumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
	.text
	.hidden	stack                           ; -- Begin function stack
	.globl	stack
	.p2align	2
	.type	stack,@function
stack:                                  ; @stack
.Lfunc_begin2:
	.loc	1 9 0 is_stmt 1                 ; calls.cl:9:0
	.cfi_startproc
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
.Ltmp18:
	;DEBUG_VALUE: stack:s <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 9 68 prologue_end             ; calls.cl:9:68
	buffer_load_dword v0, v0, s[0:3], 0 offen
	v_mov_b32_e32 v41, v1
.Ltmp19:
	;DEBUG_VALUE: stack:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr41
	.loc	1 0 68 is_stmt 0                ; calls.cl:0:68
	v_writelane_b32 v42, s16, 2
	s_addk_i32 s32, 0x400
	v_writelane_b32 v42, s30, 0
	v_writelane_b32 v42, s31, 1
.Ltmp20:
	;DEBUG_VALUE: stack:s <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr0
	;DEBUG_VALUE: stack:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr1
	.loc	1 9 88                          ; calls.cl:9:88
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, outside@rel32@lo+4
	s_addc_u32 s17, s17, outside@rel32@hi+12
	.loc	1 9 68                          ; calls.cl:9:68
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v0, vcc, v0, v41
.Ltmp21:
	buffer_store_dword v0, v40, s[0:3], 0 offen
	.loc	1 9 88                          ; calls.cl:9:88
	v_mov_b32_e32 v0, v1
	s_swappc_b64 s[30:31], s[16:17]
.Ltmp22:
	.loc	1 0 88                          ; calls.cl:0:88
	s_mov_b32 s4, 0x55555556
	.loc	1 9 81                          ; calls.cl:9:81
	v_mul_hi_i32 v1, v41, s4
	.loc	1 9 88                          ; calls.cl:9:88
	v_cvt_f32_i32_e32 v0, v0
	.loc	1 9 100                         ; calls.cl:9:100
	v_readlane_b32 s31, v42, 1
	v_readlane_b32 s30, v42, 0
	.loc	1 9 81                          ; calls.cl:9:81
	v_lshrrev_b32_e32 v2, 31, v1
	v_add_u32_e32 v1, vcc, v1, v2
	v_mul_lo_u32 v1, v1, 3
	.loc	1 9 100                         ; calls.cl:9:100
	v_readlane_b32 s4, v42, 2
	.loc	1 9 81                          ; calls.cl:9:81
	v_sub_u32_e32 v1, vcc, v41, v1
	.loc	1 9 74                          ; calls.cl:9:74
	v_lshlrev_b32_e32 v1, 2, v1
	.loc	1 9 77                          ; calls.cl:9:77
	v_add_u32_e32 v1, vcc, v40, v1
	.loc	1 9 74                          ; calls.cl:9:74
	v_add_u32_e32 v1, vcc, 4, v1
	.loc	1 9 86                          ; calls.cl:9:86
	buffer_store_dword v0, v1, s[0:3], 0 offen
	.loc	1 9 100                         ; calls.cl:9:100
	buffer_load_dword v41, off, s[0:3], s33 ; 4-byte Folded Reload
	buffer_load_dword v40, off, s[0:3], s33 offset:4 ; 4-byte Folded Reload
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v42, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	.loc	1 9 100 epilogue_begin          ; calls.cl:9:100
	s_addk_i32 s32, 0xfc00
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Ltmp23:
.Lfunc_end2:
	.size	stack, .Lfunc_end2-stack
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 264
; NumSgprs: 40
; NumVgprs: 43
; ScratchSize: 16
; MemoryBound: 0
	.text
	.protected	k1                      ; -- Begin function k1
	.globl	k1
	.p2align	8
	.type	k1,@function
k1:                                     ; @k1
.Lfunc_begin3:
	.loc	1 10 0 is_stmt 1                ; calls.cl:10:0
	.cfi_startproc
; %bb.0:
	s_add_i32 s10, s10, s15
.Ltmp24:
	.loc	1 12 11 prologue_end            ; calls.cl:12:11
	s_load_dwordx4 s[44:47], s[6:7], 0x0
	;DEBUG_VALUE: k1:q <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: k1:p <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	s_load_dword s42, s[6:7], 0x10
	;DEBUG_VALUE: k1:n <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	s_lshr_b32 flat_scratch_hi, s10, 8
	s_add_u32 s0, s0, s15
	s_addc_u32 s1, s1, 0
	v_lshlrev_b32_e32 v1, 10, v1
	s_add_u32 s38, s6, 24
	v_lshlrev_b32_e32 v2, 20, v2
	v_or_b32_e32 v0, v0, v1
	s_mov_b64 s[34:35], s[8:9]
	s_addc_u32 s39, s7, 0
	v_or_b32_e32 v42, v0, v2
	s_mov_b32 flat_scratch_lo, s11
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v0, 0
	s_movk_i32 s32, 0x800
	s_mov_b32 s33, s14
	s_mov_b32 s40, s13
	s_mov_b32 s41, s12
	s_mov_b64 s[36:37], s[4:5]
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z12get_local_idj@rel32@lo+4
	s_addc_u32 s7, s7, _Z12get_local_idj@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
.Ltmp25:
	v_mov_b32_e32 v40, v0
.Ltmp26:
	;DEBUG_VALUE: k1:l <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 13 17                         ; calls.cl:13:17
	v_ashrrev_i32_e32 v41, 31, v40
	v_lshlrev_b64 v[0:1], 2, v[40:41]
	v_mov_b32_e32 v2, s47
	v_add_u32_e32 v43, vcc, s46, v0
	v_addc_u32_e32 v44, vcc, v2, v1, vcc
	.loc	1 13 42 is_stmt 0               ; calls.cl:13:42
	v_mov_b32_e32 v3, s45
	v_add_u32_e32 v45, vcc, s44, v0
	.loc	1 13 17                         ; calls.cl:13:17
	flat_load_dword v2, v[43:44]
	.loc	1 13 42                         ; calls.cl:13:42
	v_addc_u32_e32 v46, vcc, v3, v1, vcc
	flat_load_dword v0, v[45:46]
	.loc	1 13 3                          ; calls.cl:13:3
	v_lshlrev_b32_e32 v1, 2, v40
	.loc	1 13 23                         ; calls.cl:13:23
	v_and_b32_e32 v3, 31, v40
	.loc	1 13 15                         ; calls.cl:13:15
	s_mov_b32 m0, -1
	.loc	1 13 23                         ; calls.cl:13:23
	v_lshlrev_b32_e32 v3, 2, v3
	.loc	1 14 3 is_stmt 1                ; calls.cl:14:3
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v42
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z7barrierj@rel32@lo+4
	s_addc_u32 s7, s7, _Z7barrierj@rel32@hi+12
	v_mov_b32_e32 v41, 1
	.loc	1 13 15                         ; calls.cl:13:15
	s_waitcnt vmcnt(1)
	ds_write_b32 v1, v2
	.loc	1 13 40 is_stmt 0               ; calls.cl:13:40
	s_waitcnt vmcnt(0)
	ds_write_b32 v3, v0 offset:256
	.loc	1 14 3 is_stmt 1                ; calls.cl:14:3
	v_mov_b32_e32 v0, 1
	s_swappc_b64 s[30:31], s[6:7]
.Ltmp27:
	.loc	1 15 17                         ; calls.cl:15:17
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v42
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, v40
	.loc	1 15 12 is_stmt 0               ; calls.cl:15:12
	buffer_store_dword v41, off, s[0:3], 0
	.loc	1 15 17                         ; calls.cl:15:17
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, stack@rel32@lo+4
	s_addc_u32 s7, s7, stack@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
.Ltmp28:
	.loc	1 16 10 is_stmt 1               ; calls.cl:16:10
	v_sub_u32_e64 v0, vcc, 0, 0
	v_subb_u32_e32 v0, vcc, 63, v40, vcc
	v_lshlrev_b32_e32 v0, 2, v0
	ds_read_b32 v9, v0
	.loc	1 16 34 is_stmt 0               ; calls.cl:16:34
	v_mov_b32_e32 v0, s44
	v_mov_b32_e32 v1, s45
	v_mov_b32_e32 v2, s42
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, many@rel32@lo+4
	s_addc_u32 s5, s5, many@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.Ltmp29:
	.loc	1 16 53                         ; calls.cl:16:53
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, counter@rel32@lo+4
	s_addc_u32 s5, s5, counter@rel32@hi+12
	v_mov_b32_e32 v1, s4
	v_mov_b32_e32 v2, s5
	.loc	1 16 49                         ; calls.cl:16:49
	buffer_load_dword v3, off, s[0:3], 0
	.loc	1 17 28 is_stmt 1               ; calls.cl:17:28
	buffer_load_dword v4, off, s[0:3], 0 offset:4
	.loc	1 16 53                         ; calls.cl:16:53
	flat_load_dword v1, v[1:2]
	.loc	1 17 10                         ; calls.cl:17:10
	v_and_b32_e32 v2, 7, v40
	.loc	1 16 29                         ; calls.cl:16:29
	v_cvt_i32_f32_e32 v0, v0
	.loc	1 17 10                         ; calls.cl:17:10
	v_lshlrev_b32_e32 v2, 2, v2
	ds_read_b32 v2, v2 offset:256
	.loc	1 16 27                         ; calls.cl:16:27
	v_add_u32_e32 v0, vcc, v9, v0
	.loc	1 16 45 is_stmt 0               ; calls.cl:16:45
	s_waitcnt vmcnt(2)
	v_add_u32_e32 v0, vcc, v0, v3
	.loc	1 16 51                         ; calls.cl:16:51
	s_waitcnt vmcnt(0)
	v_add_u32_e32 v0, vcc, v0, v1
	.loc	1 17 26 is_stmt 1               ; calls.cl:17:26
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v2, v4
	.loc	1 16 8                          ; calls.cl:16:8
	flat_store_dword v[43:44], v0
	.loc	1 17 8                          ; calls.cl:17:8
	flat_store_dword v[45:46], v2
	.loc	1 18 1                          ; calls.cl:18:1
	s_endpgm
.Ltmp30:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel k1
		.amdhsa_group_segment_fixed_size 384
		.amdhsa_private_segment_fixed_size 48
		.amdhsa_kernarg_size 280
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
		.amdhsa_next_free_vgpr 47
		.amdhsa_next_free_sgpr 48
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
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
.Lfunc_end3:
	.size	k1, .Lfunc_end3-k1
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 528
; NumSgprs: 54
; NumVgprs: 47
; ScratchSize: 48
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 384 bytes/workgroup (compile time only)
; SGPRBlocks: 6
; VGPRBlocks: 11
; NumSGPRsForWavesPerEU: 54
; NumVGPRsForWavesPerEU: 47
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 12
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	k2                      ; -- Begin function k2
	.globl	k2
	.p2align	8
	.type	k2,@function
k2:                                     ; @k2
.Lfunc_begin4:
	.loc	1 19 0                          ; calls.cl:19:0
	.cfi_startproc
; %bb.0:
	s_add_i32 s10, s10, s15
	s_lshr_b32 flat_scratch_hi, s10, 8
	s_add_u32 s0, s0, s15
	v_mov_b32_e32 v43, v1
.Ltmp31:
	.loc	1 20 11 prologue_end            ; calls.cl:20:11
	s_load_dwordx8 s[44:51], s[6:7], 0x0
	;DEBUG_VALUE: k2:d <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: k2:x <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: k2:v <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[38:39], s[6:7]
	v_mov_b32_e32 v44, v2
	v_mov_b32_e32 v42, v0
	v_lshlrev_b32_e32 v1, 10, v43
	s_mov_b64 s[34:35], s[8:9]
	s_add_u32 s8, s38, 40
	v_lshlrev_b32_e32 v0, 20, v44
	v_or_b32_e32 v1, v42, v1
	s_mov_b32 flat_scratch_lo, s11
	s_addc_u32 s9, s39, 0
	v_or_b32_e32 v31, v1, v0
	s_mov_b64 s[10:11], s[34:35]
	v_mov_b32_e32 v0, 0
	s_mov_b32 s32, 0
	s_mov_b32 s33, s14
	s_mov_b32 s40, s13
	s_mov_b32 s41, s12
	s_mov_b64 s[36:37], s[4:5]
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z13get_global_idj@rel32@lo+4
	s_addc_u32 s7, s7, _Z13get_global_idj@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
.Ltmp32:
	v_mov_b32_e32 v40, v0
.Ltmp33:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 21 14                         ; calls.cl:21:14
	v_ashrrev_i32_e32 v41, 31, v40
	v_lshlrev_b64 v[0:1], 3, v[40:41]
	v_mov_b32_e32 v2, s45
	v_add_u32_e32 v45, vcc, s44, v0
	v_addc_u32_e32 v46, vcc, v2, v1, vcc
	flat_load_dwordx2 v[2:3], v[45:46]
	.loc	1 21 25 is_stmt 0               ; calls.cl:21:25
	v_cvt_f64_f32_e32 v[4:5], s48
	s_mov_b32 s4, 0
	s_mov_b32 s5, 0x40080000
	.loc	1 22 10 is_stmt 1               ; calls.cl:22:10
	v_mov_b32_e32 v8, s47
	v_add_u32_e32 v56, vcc, s46, v0
	v_addc_u32_e32 v57, vcc, v8, v1, vcc
	flat_load_dwordx2 v[0:1], v[56:57]
	.loc	1 21 10                         ; calls.cl:21:10
	s_waitcnt vmcnt(1)
	v_fma_f64 v[2:3], v[2:3], 2.0, v[4:5]
	.loc	1 21 38 is_stmt 0               ; calls.cl:21:38
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
	.loc	1 21 14                         ; calls.cl:21:14
	v_mov_b32_e32 v6, 0
	.loc	1 21 38                         ; calls.cl:21:38
	v_div_fixup_f64 v[3:4], v[4:5], s[4:5], v[2:3]
	.loc	1 22 17 is_stmt 1               ; calls.cl:22:17
	v_add_u32_e64 v2, vcc, 0, 0
	v_addc_u32_e32 v2, vcc, 3, v40, vcc
	v_ashrrev_i32_e32 v5, 31, v2
	.loc	1 22 15 is_stmt 0               ; calls.cl:22:15
	s_waitcnt vmcnt(0)
	v_or_b32_e32 v7, v1, v5
	v_cmp_ne_u64_e32 vcc, 0, v[6:7]
	;DEBUG_VALUE: k2:h <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	.loc	1 21 8 is_stmt 1                ; calls.cl:21:8
	flat_store_dwordx2 v[45:46], v[3:4]
                                        ; implicit-def: $vgpr3_vgpr4
	.loc	1 22 15                         ; calls.cl:22:15
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[6:7], exec, s[4:5]
	s_cbranch_execz .LBB4_2
.Ltmp34:
; %bb.1:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	v_ashrrev_i32_e32 v8, 31, v5
	v_add_u32_e32 v2, vcc, v2, v8
	v_addc_u32_e32 v3, vcc, v5, v8, vcc
	v_xor_b32_e32 v9, v3, v8
	v_xor_b32_e32 v10, v2, v8
	v_cvt_f32_u32_e32 v2, v10
	v_cvt_f32_u32_e32 v3, v9
	v_sub_u32_e32 v11, vcc, 0, v10
	v_subb_u32_e32 v12, vcc, 0, v9, vcc
	v_madmk_f32 v2, v3, 0x4f800000, v2
	v_rcp_f32_e32 v2, v2
	v_mul_f32_e32 v2, 0x5f7ffffc, v2
	v_mul_f32_e32 v3, 0x2f800000, v2
	v_trunc_f32_e32 v3, v3
	v_madmk_f32 v2, v3, 0xcf800000, v2
	v_cvt_u32_f32_e32 v6, v3
	v_cvt_u32_f32_e32 v7, v2
	v_mul_lo_u32 v4, v11, v6
	v_mad_u64_u32 v[2:3], s[4:5], v11, v7, 0
	v_mul_lo_u32 v5, v12, v7
	v_add_u32_e32 v3, vcc, v3, v4
	v_add_u32_e32 v5, vcc, v3, v5
	v_mad_u64_u32 v[3:4], s[4:5], v7, v5, 0
	v_mul_hi_u32 v13, v7, v2
	v_add_u32_e32 v13, vcc, v13, v3
	v_mad_u64_u32 v[2:3], s[4:5], v6, v2, 0
	v_addc_u32_e32 v14, vcc, 0, v4, vcc
	v_mad_u64_u32 v[4:5], s[4:5], v6, v5, 0
	v_add_u32_e32 v2, vcc, v13, v2
	v_addc_u32_e32 v2, vcc, v14, v3, vcc
	v_addc_u32_e32 v3, vcc, 0, v5, vcc
	v_add_u32_e32 v2, vcc, v2, v4
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	v_add_u32_e32 v13, vcc, v7, v2
	v_addc_u32_e32 v14, vcc, v6, v3, vcc
	v_mad_u64_u32 v[2:3], s[4:5], v11, v13, 0
	v_mul_lo_u32 v6, v11, v14
	v_mul_lo_u32 v7, v12, v13
	v_mul_hi_u32 v11, v13, v2
	v_mad_u64_u32 v[4:5], s[4:5], v14, v2, 0
	v_add_u32_e32 v3, vcc, v3, v6
	v_add_u32_e32 v3, vcc, v3, v7
	v_mad_u64_u32 v[6:7], s[4:5], v13, v3, 0
	v_mad_u64_u32 v[2:3], s[4:5], v14, v3, 0
	v_add_u32_e32 v6, vcc, v11, v6
	v_addc_u32_e32 v7, vcc, 0, v7, vcc
	v_add_u32_e32 v4, vcc, v6, v4
	v_addc_u32_e32 v4, vcc, v7, v5, vcc
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	v_add_u32_e32 v2, vcc, v4, v2
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	v_add_u32_e32 v2, vcc, v13, v2
	v_addc_u32_e32 v3, vcc, v14, v3, vcc
	v_ashrrev_i32_e32 v4, 31, v1
	v_add_u32_e32 v0, vcc, v0, v4
	v_xor_b32_e32 v6, v0, v4
	v_addc_u32_e32 v5, vcc, v1, v4, vcc
	v_mad_u64_u32 v[0:1], s[4:5], v6, v3, 0
	v_mul_hi_u32 v7, v6, v2
	v_xor_b32_e32 v5, v5, v4
	v_add_u32_e32 v7, vcc, v7, v0
	v_addc_u32_e32 v11, vcc, 0, v1, vcc
	v_mad_u64_u32 v[0:1], s[4:5], v5, v2, 0
	v_mad_u64_u32 v[2:3], s[4:5], v5, v3, 0
	v_add_u32_e32 v0, vcc, v7, v0
	v_addc_u32_e32 v0, vcc, v11, v1, vcc
	v_addc_u32_e32 v1, vcc, 0, v3, vcc
	v_add_u32_e32 v2, vcc, v0, v2
	v_addc_u32_e32 v3, vcc, 0, v1, vcc
	v_mul_lo_u32 v7, v10, v3
	v_mad_u64_u32 v[0:1], s[4:5], v10, v2, 0
	v_mul_lo_u32 v11, v9, v2
	v_add_u32_e32 v1, vcc, v1, v7
	v_add_u32_e32 v1, vcc, v1, v11
	v_sub_u32_e32 v7, vcc, v5, v1
	v_sub_u32_e32 v0, vcc, v6, v0
	v_subb_u32_e64 v6, s[4:5], v7, v9, vcc
	v_sub_u32_e64 v7, s[4:5], v0, v10
	v_subbrev_u32_e64 v6, s[4:5], 0, v6, s[4:5]
	v_cmp_ge_u32_e64 s[4:5], v6, v9
	v_cndmask_b32_e64 v11, 0, -1, s[4:5]
	v_cmp_ge_u32_e64 s[4:5], v7, v10
	v_cndmask_b32_e64 v7, 0, -1, s[4:5]
	v_cmp_eq_u32_e64 s[4:5], v6, v9
	v_cndmask_b32_e64 v6, v11, v7, s[4:5]
	v_add_u32_e64 v7, s[4:5], 2, v2
	v_subb_u32_e32 v1, vcc, v5, v1, vcc
	v_addc_u32_e64 v11, s[4:5], 0, v3, s[4:5]
	v_cmp_ge_u32_e32 vcc, v1, v9
	v_add_u32_e64 v12, s[4:5], 1, v2
	v_cndmask_b32_e64 v5, 0, -1, vcc
	v_cmp_ge_u32_e32 vcc, v0, v10
	v_addc_u32_e64 v13, s[4:5], 0, v3, s[4:5]
	v_cndmask_b32_e64 v0, 0, -1, vcc
	v_cmp_eq_u32_e32 vcc, v1, v9
	v_cmp_ne_u32_e64 s[4:5], 0, v6
	v_cndmask_b32_e32 v0, v5, v0, vcc
	v_cndmask_b32_e64 v6, v13, v11, s[4:5]
	v_cmp_ne_u32_e32 vcc, 0, v0
	v_cndmask_b32_e64 v1, v12, v7, s[4:5]
	v_cndmask_b32_e32 v0, v3, v6, vcc
	v_cndmask_b32_e32 v1, v2, v1, vcc
	v_xor_b32_e32 v3, v4, v8
	v_xor_b32_e32 v2, v4, v8
	v_xor_b32_e32 v1, v1, v3
	v_xor_b32_e32 v0, v0, v2
	v_sub_u32_e32 v3, vcc, v1, v3
	v_subb_u32_e32 v4, vcc, v0, v2, vcc
                                        ; implicit-def: $vgpr2
                                        ; implicit-def: $vgpr0_vgpr1
.Ltmp35:
.LBB4_2:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	s_andn2_saveexec_b64 s[4:5], s[6:7]
	s_cbranch_execz .LBB4_4
.Ltmp36:
; %bb.3:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	v_cvt_f32_u32_e32 v1, v2
	v_sub_u32_e32 v3, vcc, 0, v2
	v_rcp_iflag_f32_e32 v1, v1
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	v_mul_lo_u32 v3, v3, v1
	v_mul_hi_u32 v3, v1, v3
	v_add_u32_e32 v1, vcc, v1, v3
	v_mul_hi_u32 v1, v0, v1
	v_mul_lo_u32 v3, v1, v2
	v_add_u32_e32 v4, vcc, 1, v1
	v_sub_u32_e32 v0, vcc, v0, v3
	v_sub_u32_e32 v3, vcc, v0, v2
	v_cmp_ge_u32_e32 vcc, v0, v2
	v_cndmask_b32_e32 v1, v1, v4, vcc
	v_cndmask_b32_e32 v0, v0, v3, vcc
	v_add_u32_e32 v3, vcc, 1, v1
	v_cmp_ge_u32_e32 vcc, v0, v2
	v_cndmask_b32_e32 v3, v1, v3, vcc
	v_mov_b32_e32 v4, 0
.Ltmp37:
.LBB4_4:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 0 15 is_stmt 0                ; calls.cl:0:15
	s_or_b64 exec, exec, s[4:5]
	.loc	1 20 11 is_stmt 1               ; calls.cl:20:11
	s_load_dwordx2 s[6:7], s[38:39], 0x20
	.loc	1 22 33                         ; calls.cl:22:33
	v_mov_b32_e32 v0, v40
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, leaf@rel32@lo+4
	s_addc_u32 s5, s5, leaf@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.Ltmp38:
	v_ashrrev_i32_e32 v1, 31, v0
	.loc	1 22 31 is_stmt 0               ; calls.cl:22:31
	v_add_u32_e32 v0, vcc, v3, v0
	v_addc_u32_e32 v1, vcc, v4, v1, vcc
	.loc	1 22 8                          ; calls.cl:22:8
	flat_store_dwordx2 v[56:57], v[0:1]
	v_lshlrev_b32_e32 v1, 10, v43
	.loc	1 23 3 is_stmt 1                ; calls.cl:23:3
	s_add_u32 s8, s38, 40
	v_lshlrev_b32_e32 v0, 20, v44
	v_or_b32_e32 v1, v42, v1
	s_addc_u32 s9, s39, 0
	v_or_b32_e32 v31, v1, v0
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v0, s49
	v_mov_b32_e32 v1, v40
	v_mov_b32_e32 v2, v41
	v_mov_b32_e32 v3, s6
	v_mov_b32_e32 v4, s7
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, _Z11vstore_halffmPU3AS0Dh@rel32@lo+4
	s_addc_u32 s17, s17, _Z11vstore_halffmPU3AS0Dh@rel32@hi+12
	s_swappc_b64 s[30:31], s[16:17]
.Ltmp39:
	.loc	1 24 13                         ; calls.cl:24:13
	v_and_b32_e32 v0, 7, v40
	v_cmp_lt_i32_e32 vcc, 2, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB4_14
.Ltmp40:
; %bb.5:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 0 13 is_stmt 0                ; calls.cl:0:13
	v_cmp_lt_i32_e32 vcc, 5, v0
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB4_9
.Ltmp41:
; %bb.6:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	v_cmp_eq_u32_e32 vcc, 6, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB4_8
.Ltmp42:
; %bb.7:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 24 117                        ; calls.cl:24:117
	flat_load_dwordx2 v[0:1], v[45:46]
	s_mov_b32 s10, 0
	s_brev_b32 s11, 8
	.loc	1 24 112                        ; calls.cl:24:112
	s_waitcnt vmcnt(0)
	v_cmp_gt_f64_e32 vcc, s[10:11], v[0:1]
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
	.loc	1 24 110                        ; calls.cl:24:110
	flat_store_dwordx2 v[45:46], v[0:1]
.Ltmp43:
.LBB4_8:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 0 110                         ; calls.cl:0:110
	s_or_b64 exec, exec, s[8:9]
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr56_vgpr57
.Ltmp44:
.LBB4_9:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB4_13
.Ltmp45:
; %bb.10:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	v_cmp_eq_u32_e32 vcc, 3, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB4_12
.Ltmp46:
; %bb.11:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 24 84                         ; calls.cl:24:84
	flat_load_dword v0, v[56:57]
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v0, 5, v0
	flat_store_dword v[56:57], v0
.Ltmp47:
.LBB4_12:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 0 84                          ; calls.cl:0:84
	s_or_b64 exec, exec, s[8:9]
.Ltmp48:
.LBB4_13:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	s_or_b64 exec, exec, s[6:7]
                                        ; implicit-def: $vgpr45_vgpr46
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr56_vgpr57
.Ltmp49:
.LBB4_14:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB4_21
.Ltmp50:
; %bb.15:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	v_cmp_lt_i32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB4_19
.Ltmp51:
; %bb.16:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	v_cmp_eq_u32_e32 vcc, 1, v0
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB4_18
.Ltmp52:
; %bb.17:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 24 59                         ; calls.cl:24:59
	v_mov_b32_e32 v0, 3
	v_mov_b32_e32 v1, 0
	flat_store_dwordx2 v[56:57], v[0:1]
.Ltmp53:
.LBB4_18:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 0 59                          ; calls.cl:0:59
	s_or_b64 exec, exec, s[6:7]
                                        ; implicit-def: $vgpr45_vgpr46
.Ltmp54:
.LBB4_19:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB4_21
.Ltmp55:
; %bb.20:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 24 33                         ; calls.cl:24:33
	flat_load_dwordx2 v[0:1], v[45:46]
	s_waitcnt vmcnt(0)
	v_add_f64 v[0:1], v[0:1], 1.0
	flat_store_dwordx2 v[45:46], v[0:1]
.Ltmp56:
.LBB4_21:
	;DEBUG_VALUE: k2:i <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] $vgpr40
	.loc	1 25 1 is_stmt 1                ; calls.cl:25:1
	s_endpgm
.Ltmp57:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel k2
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 296
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
		.amdhsa_next_free_vgpr 58
		.amdhsa_next_free_sgpr 52
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
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
.Lfunc_end4:
	.size	k2, .Lfunc_end4-k2
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1580
; NumSgprs: 58
; NumVgprs: 58
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 7
; VGPRBlocks: 14
; NumSGPRsForWavesPerEU: 58
; NumVGPRsForWavesPerEU: 58
; Occupancy: 4
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 12
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	k3                      ; -- Begin function k3
	.globl	k3
	.p2align	8
	.type	k3,@function
k3:                                     ; @k3
.Lfunc_begin5:
	.loc	1 26 0                          ; calls.cl:26:0
	.cfi_startproc
; %bb.0:
	s_add_i32 s10, s10, s15
	s_lshr_b32 flat_scratch_hi, s10, 8
.Ltmp58:
	.loc	1 26 70 prologue_end            ; calls.cl:26:70
	s_load_dwordx2 s[44:45], s[6:7], 0x0
	;DEBUG_VALUE: k3:fmt <- undef
	;DEBUG_VALUE: k3:a <- [DW_OP_constu 1, DW_OP_swap, DW_OP_xderef] undef
	s_add_u32 s0, s0, s15
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[34:35], s[6:7]
	v_lshlrev_b32_e32 v1, 10, v1
	s_add_u32 s42, s34, 16
	v_lshlrev_b32_e32 v2, 20, v2
	v_or_b32_e32 v0, v0, v1
	s_mov_b64 s[36:37], s[8:9]
	s_addc_u32 s43, s35, 0
	v_or_b32_e32 v40, v0, v2
	s_mov_b32 flat_scratch_lo, s11
	s_mov_b64 s[8:9], s[42:43]
	s_mov_b64 s[10:11], s[36:37]
	v_mov_b32_e32 v31, v40
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s44
	v_mov_b32_e32 v1, s45
	v_mov_b32_e32 v2, 3
	s_mov_b32 s32, 0
	s_mov_b32 s33, s14
	s_mov_b32 s40, s13
	s_mov_b32 s41, s12
	s_mov_b64 s[38:39], s[4:5]
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z10atomic_addPU3AS1Vii@rel32@lo+4
	s_addc_u32 s7, s7, _Z10atomic_addPU3AS1Vii@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
.Ltmp59:
	.loc	1 26 105 is_stmt 0              ; calls.cl:26:105
	s_add_u32 s15, s44, 4
	s_addc_u32 s16, s45, 0
	.loc	1 26 88                         ; calls.cl:26:88
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[8:9], s[42:43]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, s15
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v2, 2
	v_mov_b32_e32 v3, 3
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, _Z14atomic_cmpxchgPU3AS1Viii@rel32@lo+4
	s_addc_u32 s7, s7, _Z14atomic_cmpxchgPU3AS1Viii@rel32@hi+12
	s_swappc_b64 s[30:31], s[6:7]
.Ltmp60:
	.loc	1 26 121                        ; calls.cl:26:121
	s_add_u32 s4, s44, 8
	s_addc_u32 s5, s45, 0
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	flat_load_dword v0, v[0:1] glc
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, 0, v0
.Ltmp61:
	.loc	1 26 121                        ; calls.cl:26:121
	s_cbranch_vccnz .LBB5_4
.Ltmp62:
; %bb.1:
	.loc	1 26 151                        ; calls.cl:26:151
	v_mov_b32_e32 v0, s44
	v_mov_b32_e32 v1, s45
	flat_load_dword v41, v[0:1] glc
	s_waitcnt vmcnt(0)
	s_add_u32 s8, s34, 16
	s_addc_u32 s9, s35, 0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, __printf_alloc@gotpcrel32@lo+4
	s_addc_u32 s5, s5, __printf_alloc@gotpcrel32@hi+12
	s_load_dwordx2 s[6:7], s[4:5], 0x0
	s_mov_b64 s[4:5], s[38:39]
	s_mov_b64 s[10:11], s[36:37]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, 12
	s_waitcnt lgkmcnt(0)
	s_swappc_b64 s[30:31], s[6:7]
.Ltmp63:
	.loc	1 26 127                        ; calls.cl:26:127
	v_cmp_ne_u64_e32 vcc, 0, v[0:1]
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB5_3
.Ltmp64:
; %bb.2:
	.loc	1 0 127                         ; calls.cl:0:127
	v_mov_b32_e32 v2, 1
	flat_store_dword v[0:1], v2
	v_add_u32_e32 v2, vcc, 4, v0
	v_addc_u32_e32 v3, vcc, 0, v1, vcc
	v_add_u32_e32 v0, vcc, 8, v0
	flat_store_dword v[2:3], v41
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	v_mov_b32_e32 v2, 0x40200000
	flat_store_dword v[0:1], v2
.LBB5_3:
	s_or_b64 exec, exec, s[4:5]
.LBB5_4:
	.loc	1 26 164                        ; calls.cl:26:164
	s_load_dwordx2 s[0:1], s[34:35], 0xd8
	s_waitcnt lgkmcnt(0)
	s_trap 2
.Ltmp65:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel k3
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
		.amdhsa_next_free_sgpr 46
		.amdhsa_reserve_vcc 1
		.amdhsa_reserve_flat_scratch 1
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
.Lfunc_end5:
	.size	k3, .Lfunc_end5-k3
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 420
; NumSgprs: 52
; NumVgprs: 43
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 6
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 52
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

	.hidden	__oclc_ABI_version              ; @__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500                             ; 0x1f4
	.size	__oclc_ABI_version, 4

	.hidden	outside
	.hidden	_Z12get_local_idj
	.hidden	_Z7barrierj
	.hidden	_Z13get_global_idj
	.hidden	_Z11vstore_halffmPU3AS0Dh
	.hidden	_Z10atomic_addPU3AS1Vii
	.hidden	_Z14atomic_cmpxchgPU3AS1Viii
	.file	2 "/clang/include" "opencl-c-base.h"
	.section	.debug_loc,"",@progbits
.Ldebug_loc0:
	.quad	.Ltmp0-.Lfunc_begin0
	.quad	.Ltmp1-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	133                             ; 2565
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	.Ltmp1-.Lfunc_begin0
	.quad	.Ltmp6-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	130                             ; 2562
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	0
	.quad	0
.Ldebug_loc1:
	.quad	.Ltmp3-.Lfunc_begin0
	.quad	.Ltmp6-.Lfunc_begin0
	.short	6                               ; Loc expr size
	.byte	17                              ; DW_OP_consts
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	159                             ; DW_OP_stack_value
	.quad	0
	.quad	0
.Ldebug_loc2:
	.quad	.Ltmp3-.Lfunc_begin0
	.quad	.Ltmp6-.Lfunc_begin0
	.short	5                               ; Loc expr size
	.byte	48                              ; DW_OP_lit0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	159                             ; DW_OP_stack_value
	.quad	.Ltmp6-.Lfunc_begin0
	.quad	.Ltmp13-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	134                             ; 2566
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	0
	.quad	0
.Ldebug_loc3:
	.quad	.Lfunc_begin1-.Lfunc_begin0
	.quad	.Ltmp16-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	128                             ; 2560
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	0
	.quad	0
.Ldebug_loc4:
	.quad	.Ltmp18-.Lfunc_begin0
	.quad	.Ltmp20-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	168                             ; 2600
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	.Ltmp20-.Lfunc_begin0
	.quad	.Ltmp21-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	128                             ; 2560
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	0
	.quad	0
.Ldebug_loc5:
	.quad	.Ltmp19-.Lfunc_begin0
	.quad	.Ltmp20-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	169                             ; 2601
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	.Ltmp20-.Lfunc_begin0
	.quad	.Ltmp22-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	129                             ; 2561
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	0
	.quad	0
.Ldebug_loc6:
	.quad	.Ltmp26-.Lfunc_begin0
	.quad	.Lfunc_end3-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	168                             ; 2600
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	0
	.quad	0
.Ldebug_loc7:
	.quad	.Ltmp33-.Lfunc_begin0
	.quad	.Lfunc_end4-.Lfunc_begin0
	.short	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	168                             ; 2600
	.byte	20                              ; 
	.byte	0                               ; 0
	.byte	49                              ; DW_OP_lit1
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.quad	0
	.quad	0
	.section	.debug_abbrev,"",@progbits
	.byte	1                               ; Abbreviation Code
	.byte	17                              ; DW_TAG_compile_unit
	.byte	1                               ; DW_CHILDREN_yes
	.byte	37                              ; DW_AT_producer
	.byte	14                              ; DW_FORM_strp
	.byte	19                              ; DW_AT_language
	.byte	5                               ; DW_FORM_data2
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	16                              ; DW_AT_stmt_list
	.byte	23                              ; DW_FORM_sec_offset
	.byte	27                              ; DW_AT_comp_dir
	.byte	14                              ; DW_FORM_strp
	.byte	17                              ; DW_AT_low_pc
	.byte	1                               ; DW_FORM_addr
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	2                               ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	2                               ; DW_AT_location
	.byte	24                              ; DW_FORM_exprloc
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	3                               ; Abbreviation Code
	.byte	1                               ; DW_TAG_array_type
	.byte	1                               ; DW_CHILDREN_yes
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	4                               ; Abbreviation Code
	.byte	33                              ; DW_TAG_subrange_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	55                              ; DW_AT_count
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	5                               ; Abbreviation Code
	.byte	36                              ; DW_TAG_base_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	62                              ; DW_AT_encoding
	.byte	11                              ; DW_FORM_data1
	.byte	11                              ; DW_AT_byte_size
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	6                               ; Abbreviation Code
	.byte	36                              ; DW_TAG_base_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	11                              ; DW_AT_byte_size
	.byte	11                              ; DW_FORM_data1
	.byte	62                              ; DW_AT_encoding
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	7                               ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	1                               ; DW_FORM_addr
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.ascii	"\227B"                         ; DW_AT_GNU_all_call_sites
	.byte	25                              ; DW_FORM_flag_present
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	54                              ; DW_AT_calling_convention
	.byte	11                              ; DW_FORM_data1
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	8                               ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	2                               ; DW_AT_location
	.byte	24                              ; DW_FORM_exprloc
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	9                               ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	10                              ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	24                              ; DW_FORM_exprloc
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	11                              ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	23                              ; DW_FORM_sec_offset
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	12                              ; Abbreviation Code
	.ascii	"\211\202\001"                  ; DW_TAG_GNU_call_site
	.byte	0                               ; DW_CHILDREN_no
	.ascii	"\223B"                         ; DW_AT_GNU_call_site_target
	.byte	24                              ; DW_FORM_exprloc
	.byte	17                              ; DW_AT_low_pc
	.byte	1                               ; DW_FORM_addr
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	13                              ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	14                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	1                               ; DW_FORM_addr
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.ascii	"\227B"                         ; DW_AT_GNU_all_call_sites
	.byte	25                              ; DW_FORM_flag_present
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	15                              ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	23                              ; DW_FORM_sec_offset
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	16                              ; Abbreviation Code
	.byte	11                              ; DW_TAG_lexical_block
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	1                               ; DW_FORM_addr
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	17                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	1                               ; DW_FORM_addr
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.ascii	"\227B"                         ; DW_AT_GNU_all_call_sites
	.byte	25                              ; DW_FORM_flag_present
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	18                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	1                               ; DW_FORM_addr
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.ascii	"\227B"                         ; DW_AT_GNU_all_call_sites
	.byte	25                              ; DW_FORM_flag_present
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	19                              ; Abbreviation Code
	.byte	15                              ; DW_TAG_pointer_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	20                              ; Abbreviation Code
	.byte	15                              ; DW_TAG_pointer_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	51                              ; DW_AT_address_class
	.byte	6                               ; DW_FORM_data4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	21                              ; Abbreviation Code
	.byte	22                              ; DW_TAG_typedef
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	22                              ; Abbreviation Code
	.byte	19                              ; DW_TAG_structure_type
	.byte	1                               ; DW_CHILDREN_yes
	.byte	11                              ; DW_AT_byte_size
	.byte	11                              ; DW_FORM_data1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	23                              ; Abbreviation Code
	.byte	13                              ; DW_TAG_member
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	14                              ; DW_FORM_strp
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	56                              ; DW_AT_data_member_location
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	24                              ; Abbreviation Code
	.byte	1                               ; DW_TAG_array_type
	.byte	1                               ; DW_CHILDREN_yes
	.ascii	"\207B"                         ; DW_AT_GNU_vector
	.byte	25                              ; DW_FORM_flag_present
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	25                              ; Abbreviation Code
	.byte	53                              ; DW_TAG_volatile_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	26                              ; Abbreviation Code
	.byte	38                              ; DW_TAG_const_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	0                               ; EOM(3)
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.long	.Ldebug_info_end0-.Ldebug_info_start0 ; Length of Unit
.Ldebug_info_start0:
	.short	4                               ; DWARF version number
	.long	.debug_abbrev                   ; Offset Into Abbrev. Section
	.byte	8                               ; Address Size (in bytes)
	.byte	1                               ; Abbrev [1] 0xb:0x3cc DW_TAG_compile_unit
	.long	.Linfo_string0                  ; DW_AT_producer
	.short	21                              ; DW_AT_language
	.long	.Linfo_string1                  ; DW_AT_name
	.long	.Lline_table_start0             ; DW_AT_stmt_list
	.long	.Linfo_string2                  ; DW_AT_comp_dir
	.quad	.Lfunc_begin0                   ; DW_AT_low_pc
	.long	.Lfunc_end5-.Lfunc_begin0       ; DW_AT_high_pc
	.byte	2                               ; Abbrev [2] 0x2a:0x15 DW_TAG_variable
	.long	.Linfo_string3                  ; DW_AT_name
	.long	63                              ; DW_AT_type
                                        ; DW_AT_external
	.byte	1                               ; DW_AT_decl_file
	.byte	1                               ; DW_AT_decl_line
	.byte	9                               ; DW_AT_location
	.byte	3
	.quad	table
	.byte	3                               ; Abbrev [3] 0x3f:0xc DW_TAG_array_type
	.long	75                              ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x44:0x6 DW_TAG_subrange_type
	.long	82                              ; DW_AT_type
	.byte	4                               ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	5                               ; Abbrev [5] 0x4b:0x7 DW_TAG_base_type
	.long	.Linfo_string4                  ; DW_AT_name
	.byte	5                               ; DW_AT_encoding
	.byte	4                               ; DW_AT_byte_size
	.byte	6                               ; Abbrev [6] 0x52:0x7 DW_TAG_base_type
	.long	.Linfo_string5                  ; DW_AT_name
	.byte	8                               ; DW_AT_byte_size
	.byte	7                               ; DW_AT_encoding
	.byte	2                               ; Abbrev [2] 0x59:0x15 DW_TAG_variable
	.long	.Linfo_string6                  ; DW_AT_name
	.long	75                              ; DW_AT_type
                                        ; DW_AT_external
	.byte	1                               ; DW_AT_decl_file
	.byte	2                               ; DW_AT_decl_line
	.byte	9                               ; DW_AT_location
	.byte	3
	.quad	counter
	.byte	7                               ; Abbrev [7] 0x6e:0xce DW_TAG_subprogram
	.quad	.Lfunc_begin3                   ; DW_AT_low_pc
	.long	.Lfunc_end3-.Lfunc_begin3       ; DW_AT_high_pc
                                        ; DW_AT_GNU_all_call_sites
	.long	.Linfo_string16                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	8                               ; Abbrev [8] 0x82:0x18 DW_TAG_variable
	.long	.Linfo_string7                  ; DW_AT_name
	.long	316                             ; DW_AT_type
	.byte	1                               ; DW_AT_decl_file
	.byte	11                              ; DW_AT_decl_line
	.byte	12                              ; DW_AT_location
	.byte	3
	.quad	k1.shared_a
	.byte	50
	.byte	22
	.byte	24
	.byte	8                               ; Abbrev [8] 0x9a:0x18 DW_TAG_variable
	.long	.Linfo_string8                  ; DW_AT_name
	.long	328                             ; DW_AT_type
	.byte	1                               ; DW_AT_decl_file
	.byte	11                              ; DW_AT_decl_line
	.byte	12                              ; DW_AT_location
	.byte	3
	.quad	k1.shared_b
	.byte	50
	.byte	22
	.byte	24
	.byte	9                               ; Abbrev [9] 0xb2:0xb DW_TAG_formal_parameter
	.long	.Linfo_string20                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.long	846                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0xbd:0xb DW_TAG_formal_parameter
	.long	.Linfo_string28                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.long	912                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0xc8:0xb DW_TAG_formal_parameter
	.long	.Linfo_string19                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.long	75                              ; DW_AT_type
	.byte	10                              ; Abbrev [10] 0xd3:0x11 DW_TAG_variable
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	0
	.byte	49
	.byte	22
	.byte	24
	.long	.Linfo_string22                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	15                              ; DW_AT_decl_line
	.long	860                             ; DW_AT_type
	.byte	11                              ; Abbrev [11] 0xe4:0xf DW_TAG_variable
	.long	.Ldebug_loc6                    ; DW_AT_location
	.long	.Linfo_string27                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	12                              ; DW_AT_decl_line
	.long	75                              ; DW_AT_type
	.byte	12                              ; Abbrev [12] 0xf3:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp25                         ; DW_AT_low_pc
	.byte	12                              ; Abbrev [12] 0x105:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp27                         ; DW_AT_low_pc
	.byte	12                              ; Abbrev [12] 0x117:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp28                         ; DW_AT_low_pc
	.byte	12                              ; Abbrev [12] 0x129:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp29                         ; DW_AT_low_pc
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0x13c:0xc DW_TAG_array_type
	.long	75                              ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x141:0x6 DW_TAG_subrange_type
	.long	82                              ; DW_AT_type
	.byte	64                              ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0x148:0xc DW_TAG_array_type
	.long	340                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x14d:0x6 DW_TAG_subrange_type
	.long	82                              ; DW_AT_type
	.byte	32                              ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	5                               ; Abbrev [5] 0x154:0x7 DW_TAG_base_type
	.long	.Linfo_string9                  ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	4                               ; DW_AT_byte_size
	.byte	13                              ; Abbrev [13] 0x15b:0x7 DW_TAG_variable
	.long	354                             ; DW_AT_type
	.byte	1                               ; DW_AT_decl_file
	.byte	26                              ; DW_AT_decl_line
	.byte	3                               ; Abbrev [3] 0x162:0xc DW_TAG_array_type
	.long	366                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x167:0x6 DW_TAG_subrange_type
	.long	82                              ; DW_AT_type
	.byte	13                              ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	5                               ; Abbrev [5] 0x16e:0x7 DW_TAG_base_type
	.long	.Linfo_string10                 ; DW_AT_name
	.byte	6                               ; DW_AT_encoding
	.byte	1                               ; DW_AT_byte_size
	.byte	5                               ; Abbrev [5] 0x175:0x7 DW_TAG_base_type
	.long	.Linfo_string11                 ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	8                               ; DW_AT_byte_size
	.byte	5                               ; Abbrev [5] 0x17c:0x7 DW_TAG_base_type
	.long	.Linfo_string12                 ; DW_AT_name
	.byte	5                               ; DW_AT_encoding
	.byte	8                               ; DW_AT_byte_size
	.byte	14                              ; Abbrev [14] 0x183:0x73 DW_TAG_subprogram
	.quad	.Lfunc_begin0                   ; DW_AT_low_pc
	.long	.Lfunc_end0-.Lfunc_begin0       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
                                        ; DW_AT_GNU_all_call_sites
	.long	.Linfo_string13                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	340                             ; DW_AT_type
                                        ; DW_AT_external
	.byte	9                               ; Abbrev [9] 0x19d:0xb DW_TAG_formal_parameter
	.long	.Linfo_string20                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	846                             ; DW_AT_type
	.byte	15                              ; Abbrev [15] 0x1a8:0xf DW_TAG_formal_parameter
	.long	.Ldebug_loc0                    ; DW_AT_location
	.long	.Linfo_string19                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	75                              ; DW_AT_type
	.byte	11                              ; Abbrev [11] 0x1b7:0xf DW_TAG_variable
	.long	.Ldebug_loc2                    ; DW_AT_location
	.long	.Linfo_string22                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	340                             ; DW_AT_type
	.byte	16                              ; Abbrev [16] 0x1c6:0x1d DW_TAG_lexical_block
	.quad	.Ltmp3                          ; DW_AT_low_pc
	.long	.Ltmp12-.Ltmp3                  ; DW_AT_high_pc
	.byte	11                              ; Abbrev [11] 0x1d3:0xf DW_TAG_variable
	.long	.Ldebug_loc1                    ; DW_AT_location
	.long	.Linfo_string21                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	75                              ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	12                              ; Abbrev [12] 0x1e3:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp7                          ; DW_AT_low_pc
	.byte	0                               ; End Of Children Mark
	.byte	17                              ; Abbrev [17] 0x1f6:0x2a DW_TAG_subprogram
	.quad	.Lfunc_begin1                   ; DW_AT_low_pc
	.long	.Lfunc_end1-.Lfunc_begin1       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	64
                                        ; DW_AT_GNU_all_call_sites
	.long	.Linfo_string14                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	75                              ; DW_AT_type
	.byte	15                              ; Abbrev [15] 0x210:0xf DW_TAG_formal_parameter
	.long	.Ldebug_loc3                    ; DW_AT_location
	.long	.Linfo_string23                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	75                              ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	18                              ; Abbrev [18] 0x220:0x47 DW_TAG_subprogram
	.quad	.Lfunc_begin2                   ; DW_AT_low_pc
	.long	.Lfunc_end2-.Lfunc_begin2       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
                                        ; DW_AT_GNU_all_call_sites
	.long	.Linfo_string15                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	9                               ; DW_AT_decl_line
                                        ; DW_AT_external
	.byte	15                              ; Abbrev [15] 0x236:0xf DW_TAG_formal_parameter
	.long	.Ldebug_loc4                    ; DW_AT_location
	.long	.Linfo_string22                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	9                               ; DW_AT_decl_line
	.long	851                             ; DW_AT_type
	.byte	15                              ; Abbrev [15] 0x245:0xf DW_TAG_formal_parameter
	.long	.Ldebug_loc5                    ; DW_AT_location
	.long	.Linfo_string21                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	9                               ; DW_AT_decl_line
	.long	75                              ; DW_AT_type
	.byte	12                              ; Abbrev [12] 0x254:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp22                         ; DW_AT_low_pc
	.byte	0                               ; End Of Children Mark
	.byte	7                               ; Abbrev [7] 0x267:0x86 DW_TAG_subprogram
	.quad	.Lfunc_begin4                   ; DW_AT_low_pc
	.long	.Lfunc_end4-.Lfunc_begin4       ; DW_AT_high_pc
                                        ; DW_AT_GNU_all_call_sites
	.long	.Linfo_string17                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	9                               ; Abbrev [9] 0x27b:0xb DW_TAG_formal_parameter
	.long	.Linfo_string29                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.long	917                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x286:0xb DW_TAG_formal_parameter
	.long	.Linfo_string23                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.long	922                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x291:0xb DW_TAG_formal_parameter
	.long	.Linfo_string30                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.long	927                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x29c:0xb DW_TAG_formal_parameter
	.long	.Linfo_string32                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.long	950                             ; DW_AT_type
	.byte	11                              ; Abbrev [11] 0x2a7:0xf DW_TAG_variable
	.long	.Ldebug_loc7                    ; DW_AT_location
	.long	.Linfo_string21                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	20                              ; DW_AT_decl_line
	.long	75                              ; DW_AT_type
	.byte	12                              ; Abbrev [12] 0x2b6:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp32                         ; DW_AT_low_pc
	.byte	12                              ; Abbrev [12] 0x2c8:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp38                         ; DW_AT_low_pc
	.byte	12                              ; Abbrev [12] 0x2da:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp39                         ; DW_AT_low_pc
	.byte	0                               ; End Of Children Mark
	.byte	7                               ; Abbrev [7] 0x2ed:0x61 DW_TAG_subprogram
	.quad	.Lfunc_begin5                   ; DW_AT_low_pc
	.long	.Lfunc_end5-.Lfunc_begin5       ; DW_AT_high_pc
                                        ; DW_AT_GNU_all_call_sites
	.long	.Linfo_string18                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	26                              ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	9                               ; Abbrev [9] 0x301:0xb DW_TAG_formal_parameter
	.long	.Linfo_string24                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	26                              ; DW_AT_decl_line
	.long	962                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x30c:0xb DW_TAG_formal_parameter
	.long	.Linfo_string34                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	26                              ; DW_AT_decl_line
	.long	972                             ; DW_AT_type
	.byte	12                              ; Abbrev [12] 0x317:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp59                         ; DW_AT_low_pc
	.byte	12                              ; Abbrev [12] 0x329:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp60                         ; DW_AT_low_pc
	.byte	12                              ; Abbrev [12] 0x33b:0x12 DW_TAG_GNU_call_site
	.byte	8                               ; DW_AT_GNU_call_site_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.quad	.Ltmp63                         ; DW_AT_low_pc
	.byte	0                               ; End Of Children Mark
	.byte	19                              ; Abbrev [19] 0x34e:0x5 DW_TAG_pointer_type
	.long	340                             ; DW_AT_type
	.byte	20                              ; Abbrev [20] 0x353:0x9 DW_TAG_pointer_type
	.long	860                             ; DW_AT_type
	.long	1                               ; DW_AT_address_class
	.byte	21                              ; Abbrev [21] 0x35c:0xb DW_TAG_typedef
	.long	871                             ; DW_AT_type
	.long	.Linfo_string26                 ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.byte	22                              ; Abbrev [22] 0x367:0x1d DW_TAG_structure_type
	.byte	16                              ; DW_AT_byte_size
	.byte	1                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.byte	23                              ; Abbrev [23] 0x36b:0xc DW_TAG_member
	.long	.Linfo_string24                 ; DW_AT_name
	.long	75                              ; DW_AT_type
	.byte	1                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.byte	0                               ; DW_AT_data_member_location
	.byte	23                              ; Abbrev [23] 0x377:0xc DW_TAG_member
	.long	.Linfo_string25                 ; DW_AT_name
	.long	900                             ; DW_AT_type
	.byte	1                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.byte	4                               ; DW_AT_data_member_location
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0x384:0xc DW_TAG_array_type
	.long	340                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x389:0x6 DW_TAG_subrange_type
	.long	82                              ; DW_AT_type
	.byte	3                               ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	19                              ; Abbrev [19] 0x390:0x5 DW_TAG_pointer_type
	.long	75                              ; DW_AT_type
	.byte	19                              ; Abbrev [19] 0x395:0x5 DW_TAG_pointer_type
	.long	373                             ; DW_AT_type
	.byte	19                              ; Abbrev [19] 0x39a:0x5 DW_TAG_pointer_type
	.long	380                             ; DW_AT_type
	.byte	21                              ; Abbrev [21] 0x39f:0xb DW_TAG_typedef
	.long	938                             ; DW_AT_type
	.long	.Linfo_string31                 ; DW_AT_name
	.byte	2                               ; DW_AT_decl_file
	.byte	209                             ; DW_AT_decl_line
	.byte	24                              ; Abbrev [24] 0x3aa:0xc DW_TAG_array_type
                                        ; DW_AT_GNU_vector
	.long	340                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x3af:0x6 DW_TAG_subrange_type
	.long	82                              ; DW_AT_type
	.byte	4                               ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	19                              ; Abbrev [19] 0x3b6:0x5 DW_TAG_pointer_type
	.long	955                             ; DW_AT_type
	.byte	5                               ; Abbrev [5] 0x3bb:0x7 DW_TAG_base_type
	.long	.Linfo_string33                 ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	2                               ; DW_AT_byte_size
	.byte	19                              ; Abbrev [19] 0x3c2:0x5 DW_TAG_pointer_type
	.long	967                             ; DW_AT_type
	.byte	25                              ; Abbrev [25] 0x3c7:0x5 DW_TAG_volatile_type
	.long	75                              ; DW_AT_type
	.byte	19                              ; Abbrev [19] 0x3cc:0x5 DW_TAG_pointer_type
	.long	977                             ; DW_AT_type
	.byte	26                              ; Abbrev [26] 0x3d1:0x5 DW_TAG_const_type
	.long	366                             ; DW_AT_type
	.byte	0                               ; End Of Children Mark
.Ldebug_info_end0:
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"Debian clang version 19.1.7 (3~deb12u1)" ; string offset=0
.Linfo_string1:
	.asciz	"calls.cl"                      ; string offset=40
.Linfo_string2:
	.asciz	"/src"                          ; string offset=49
.Linfo_string3:
	.asciz	"table"                         ; string offset=54
.Linfo_string4:
	.asciz	"int"                           ; string offset=60
.Linfo_string5:
	.asciz	"__ARRAY_SIZE_TYPE__"           ; string offset=64
.Linfo_string6:
	.asciz	"counter"                       ; string offset=84
.Linfo_string7:
	.asciz	"shared_a"                      ; string offset=92
.Linfo_string8:
	.asciz	"shared_b"                      ; string offset=101
.Linfo_string9:
	.asciz	"float"                         ; string offset=110
.Linfo_string10:
	.asciz	"char"                          ; string offset=116
.Linfo_string11:
	.asciz	"double"                        ; string offset=121
.Linfo_string12:
	.asciz	"long"                          ; string offset=128
.Linfo_string13:
	.asciz	"many"                          ; string offset=133
.Linfo_string14:
	.asciz	"leaf"                          ; string offset=138
.Linfo_string15:
	.asciz	"stack"                         ; string offset=143
.Linfo_string16:
	.asciz	"k1"                            ; string offset=149
.Linfo_string17:
	.asciz	"k2"                            ; string offset=152
.Linfo_string18:
	.asciz	"k3"                            ; string offset=155
.Linfo_string19:
	.asciz	"n"                             ; string offset=158
.Linfo_string20:
	.asciz	"p"                             ; string offset=160
.Linfo_string21:
	.asciz	"i"                             ; string offset=162
.Linfo_string22:
	.asciz	"s"                             ; string offset=164
.Linfo_string23:
	.asciz	"x"                             ; string offset=166
.Linfo_string24:
	.asciz	"a"                             ; string offset=168
.Linfo_string25:
	.asciz	"b"                             ; string offset=170
.Linfo_string26:
	.asciz	"S"                             ; string offset=172
.Linfo_string27:
	.asciz	"l"                             ; string offset=174
.Linfo_string28:
	.asciz	"q"                             ; string offset=176
.Linfo_string29:
	.asciz	"d"                             ; string offset=178
.Linfo_string30:
	.asciz	"v"                             ; string offset=180
.Linfo_string31:
	.asciz	"float4"                        ; string offset=182
.Linfo_string32:
	.asciz	"h"                             ; string offset=189
.Linfo_string33:
	.asciz	"half"                          ; string offset=191
.Linfo_string34:
	.asciz	"fmt"                           ; string offset=196
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
      - .offset:         216
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         220
        .size:           4
        .value_kind:     hidden_shared_base
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
    .sgpr_count:     54
    .sgpr_spill_count: 0
    .symbol:         k1.kd
    .uses_dynamic_stack: true
    .vgpr_count:     47
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
      - .offset:         232
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         236
        .size:           4
        .value_kind:     hidden_shared_base
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
    .sgpr_count:     58
    .sgpr_spill_count: 0
    .symbol:         k2.kd
    .uses_dynamic_stack: true
    .vgpr_count:     58
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
      - .offset:         208
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         212
        .size:           4
        .value_kind:     hidden_shared_base
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
    .sgpr_count:     52
    .sgpr_spill_count: 0
    .symbol:         k3.kd
    .uses_dynamic_stack: true
    .vgpr_count:     43
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.printf:
  - '1:2:4:4:hello %d %f\n'
amdhsa.target:   amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
	.section	.debug_line,"",@progbits
.Lline_table_start0:
