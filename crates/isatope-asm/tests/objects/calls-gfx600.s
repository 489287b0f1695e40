	.text
	.file	0 "/src" "calls.cl" md5 0xcf10597e842d9764e6770c8613fb5699
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	0
	.long	47180
	.long	0
	.long	47200
	.long	0
	.long	4
	.long	32
	.long	8
	.long	7
	.text
	.hidden	many                            ; -- Begin function many
	.globl	many
	.p2align	2
	.type	many,@function
many:                                   ; @many
.Lfunc_begin0:
	.loc	0 5 0                           ; calls.cl:5:0
	.cfi_sections .debug_frame
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s28, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[16:17], -1
	buffer_store_dword v7, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
	buffer_store_dword v3, off, s[0:3], s33 offset:36 ; 4-byte Folded Spill
	buffer_store_dword v0, off, s[0:3], s33 offset:40 ; 4-byte Folded Spill
	s_mov_b64 exec, s[16:17]
	s_add_i32 s32, s32, 0xc00
                                        ; implicit-def: $vgpr3 : SGPR spill to VGPR lane
	s_waitcnt expcnt(2)
	v_writelane_b32 v7, s30, 0
	v_writelane_b32 v7, s31, 1
	buffer_store_dword v31, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	s_waitcnt expcnt(2)
	v_writelane_b32 v3, s6, 0
	v_writelane_b32 v3, s7, 1
	s_or_saveexec_b64 s[26:27], -1
	buffer_store_dword v3, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[26:27]
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v3, v0
	s_or_saveexec_b64 s[26:27], -1
	buffer_load_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[26:27]
	s_waitcnt vmcnt(0)
	v_writelane_b32 v0, s15, 2
	v_writelane_b32 v0, s14, 3
	v_writelane_b32 v0, s13, 4
	v_writelane_b32 v0, s12, 5
	v_writelane_b32 v0, s10, 6
	v_writelane_b32 v0, s11, 7
	v_writelane_b32 v0, s8, 8
	v_writelane_b32 v0, s9, 9
	v_writelane_b32 v0, s4, 10
	v_writelane_b32 v0, s5, 11
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	v_mov_b32_e32 v4, v1
                                        ; implicit-def: $sgpr4_sgpr5
	v_mov_b32_e32 v1, v4
	buffer_store_dword v1, off, s[0:3], s33 offset:4
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v1, v3
	buffer_store_dword v1, off, s[0:3], s33
	buffer_store_dword v2, off, s[0:3], s33 offset:8
	s_waitcnt expcnt(1)
	v_mov_b32_e32 v1, 0
.Ltmp0:
	.loc	0 6 9 prologue_end              ; calls.cl:6:9
	buffer_store_dword v1, off, s[0:3], s33 offset:12
.Ltmp1:
	.loc	0 6 25 is_stmt 0                ; calls.cl:6:25
	buffer_store_dword v1, off, s[0:3], s33 offset:16
	s_mov_b64 s[4:5], 0
                                        ; implicit-def: $sgpr6_sgpr7
	.loc	0 6 21                          ; calls.cl:6:21
	v_writelane_b32 v0, s4, 12
	v_writelane_b32 v0, s5, 13
	s_or_saveexec_b64 s[26:27], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[26:27]
.LBB1_1:                                ; =>This Inner Loop Header: Depth=1
	.loc	0 0 21                          ; calls.cl:0:21
	s_or_saveexec_b64 s[26:27], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[26:27]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 14
	v_readlane_b32 s5, v0, 15
	v_readlane_b32 s6, v0, 12
	v_readlane_b32 s7, v0, 13
	v_writelane_b32 v0, s6, 16
	v_writelane_b32 v0, s7, 17
.Ltmp2:
	.loc	0 6 32                          ; calls.cl:6:32
	buffer_load_dword v1, off, s[0:3], s33 offset:16
	.loc	0 6 36                          ; calls.cl:6:36
	buffer_load_dword v2, off, s[0:3], s33 offset:8
	.loc	0 6 34                          ; calls.cl:6:34
	s_waitcnt vmcnt(0)
	v_cmp_lt_i32_e64 s[6:7], v1, v2
	s_mov_b64 s[8:9], -1
	s_or_b64 s[4:5], s[4:5], exec
	v_writelane_b32 v0, s4, 18
	v_writelane_b32 v0, s5, 19
.Ltmp3:
	.loc	0 6 16                          ; calls.cl:6:16
	v_writelane_b32 v0, s4, 20
	v_writelane_b32 v0, s5, 21
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v0, s4, 22
	v_writelane_b32 v0, s5, 23
	s_or_saveexec_b64 s[26:27], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[26:27]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB1_3
; %bb.2:                                ;   in Loop: Header=BB1_1 Depth=1
.Ltmp4:
	.loc	0 6 49                          ; calls.cl:6:49
	s_or_saveexec_b64 s[26:27], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[26:27]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s15, v0, 2
	v_readlane_b32 s14, v0, 3
	v_readlane_b32 s13, v0, 4
	v_readlane_b32 s12, v0, 5
	v_readlane_b32 s10, v0, 6
	v_readlane_b32 s11, v0, 7
	v_readlane_b32 s8, v0, 8
	v_readlane_b32 s9, v0, 9
	v_readlane_b32 s6, v0, 0
	v_readlane_b32 s7, v0, 1
	v_readlane_b32 s4, v0, 10
	v_readlane_b32 s5, v0, 11
	buffer_load_dword v31, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr16
                                        ; implicit-def: $sgpr16
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v0
	.loc	0 6 51                          ; calls.cl:6:51
	buffer_load_dword v0, off, s[0:3], s33 offset:16
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v1, 31, v0
	v_mov_b32_e32 v4, v0
	v_mov_b32_e32 v5, v1
	.loc	0 6 49                          ; calls.cl:6:49
	s_mov_b32 s16, 0xf000
	s_mov_b32 s18, 0
	s_mov_b32 s20, s18
	s_mov_b32 s21, s16
	s_mov_b32 s16, s18
	s_mov_b32 s17, s18
                                        ; kill: def $sgpr16_sgpr17 killed $sgpr16_sgpr17 def $sgpr16_sgpr17_sgpr18_sgpr19
	s_mov_b64 s[18:19], s[20:21]
	s_mov_b32 s20, 2
	v_lshl_b64 v[5:6], v[4:5], s20
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v3, v6
	v_add_i32_e64 v1, s[20:21], v1, v4
	v_addc_u32_e64 v3, s[20:21], v2, v3, s[20:21]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v3
	buffer_load_dword v1, v[1:2], s[16:19], 0 addr64
	.loc	0 6 56                          ; calls.cl:6:56
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	s_mov_b32 s18, leaf@abs32@hi
	s_mov_b32 s16, leaf@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s18
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v1, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	v_cvt_f32_i32_e64 v2, v0
	.loc	0 6 46                          ; calls.cl:6:46
	buffer_load_dword v0, off, s[0:3], s33 offset:12
	s_waitcnt vmcnt(0)
	v_mac_f32_e64 v0, v1, v2
	buffer_store_dword v0, off, s[0:3], s33 offset:12
	.loc	0 6 44                          ; calls.cl:6:44
	s_branch .LBB1_4
.Ltmp5:
.LBB1_3:                                ;   in Loop: Header=BB1_1 Depth=1
	.loc	0 0 44                          ; calls.cl:0:44
	s_or_saveexec_b64 s[26:27], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[26:27]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 22
	v_readlane_b32 s5, v0, 23
	s_or_b64 exec, exec, s[4:5]
	v_readlane_b32 s8, v0, 16
	v_readlane_b32 s9, v0, 17
	v_readlane_b32 s6, v0, 20
	v_readlane_b32 s7, v0, 21
	.loc	0 6 16                          ; calls.cl:6:16
	s_mov_b64 s[4:5], s[6:7]
	s_and_b64 s[4:5], exec, s[4:5]
	s_or_b64 s[4:5], s[4:5], s[8:9]
	v_writelane_b32 v0, s6, 14
	v_writelane_b32 v0, s7, 15
	s_mov_b64 s[6:7], s[4:5]
	v_writelane_b32 v0, s6, 12
	v_writelane_b32 v0, s7, 13
	s_mov_b64 s[6:7], s[4:5]
	v_writelane_b32 v0, s6, 24
	v_writelane_b32 v0, s7, 25
	s_or_saveexec_b64 s[26:27], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[26:27]
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB1_1
	s_branch .LBB1_5
.LBB1_4:                                ;   in Loop: Header=BB1_1 Depth=1
.Ltmp6:
	.loc	0 6 40                          ; calls.cl:6:40
	s_or_saveexec_b64 s[26:27], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[26:27]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 18
	v_readlane_b32 s5, v0, 19
	buffer_load_dword v1, off, s[0:3], s33 offset:16
	s_mov_b32 s6, 1
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v1, s[6:7], v1, s6
	buffer_store_dword v1, off, s[0:3], s33 offset:16
	s_mov_b64 s[6:7], 0
	s_andn2_b64 s[4:5], s[4:5], exec
	.loc	0 6 16                          ; calls.cl:6:16
	v_writelane_b32 v0, s4, 20
	v_writelane_b32 v0, s5, 21
	s_or_saveexec_b64 s[26:27], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[26:27]
	s_branch .LBB1_3
.Ltmp7:
.LBB1_5:
	.loc	0 6 16                          ; calls.cl:6:16
	s_or_saveexec_b64 s[26:27], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[26:27]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 24
	v_readlane_b32 s5, v0, 25
	s_or_b64 exec, exec, s[4:5]
.Ltmp8:
; %bb.6:
	.loc	0 6 72                          ; calls.cl:6:72
	s_or_saveexec_b64 s[26:27], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[26:27]
	buffer_load_dword v0, off, s[0:3], s33 offset:12
	.loc	0 6 65                          ; calls.cl:6:65
	v_readlane_b32 s31, v7, 1
	v_readlane_b32 s30, v7, 0
                                        ; kill: killed $vgpr1
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v7, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s33 offset:36 ; 4-byte Folded Reload
	s_waitcnt vmcnt(2)
	buffer_load_dword v0, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	.loc	0 6 65 epilogue_begin           ; calls.cl:6:65
	s_add_i32 s32, s32, 0xfffff400
	s_mov_b32 s33, s28
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Ltmp9:
.Lfunc_end0:
	.size	many, .Lfunc_end0-many
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1068
; NumSgprs: 34
; NumVgprs: 32
; ScratchSize: 56
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
.Lfunc_begin1:
	.loc	0 4 0 is_stmt 1                 ; calls.cl:4:0
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s10, s33
	s_mov_b32 s33, s32
	s_add_i32 s32, s32, 0x200
	buffer_store_dword v0, off, s[0:3], s33
.Ltmp10:
	.loc	0 4 59 prologue_end             ; calls.cl:4:59
	buffer_load_dword v1, off, s[0:3], s33
	s_mov_b32 s4, 7
	.loc	0 4 61 is_stmt 0                ; calls.cl:4:61
	s_waitcnt vmcnt(0) expcnt(0)
	v_mul_lo_u32 v0, v1, s4
	s_mov_b32 s4, 3
	.loc	0 4 75                          ; calls.cl:4:75
	v_and_b32_e64 v1, v1, s4
	.loc	0 4 67                          ; calls.cl:4:67
	s_mov_b32 s4, 0xf000
	s_mov_b32 s8, 0
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s4
	s_mov_b32 s6, table@abs32@hi
	s_mov_b32 s4, table@abs32@lo
                                        ; kill: def $sgpr4 killed $sgpr4 def $sgpr4_sgpr5
	s_mov_b32 s5, s6
                                        ; kill: def $sgpr4_sgpr5 killed $sgpr4_sgpr5 def $sgpr4_sgpr5_sgpr6_sgpr7
	s_mov_b64 s[6:7], s[8:9]
	s_mov_b32 s8, 2
	v_lshlrev_b32_e64 v1, s8, v1
	s_mov_b32 s8, 0
                                        ; implicit-def: $sgpr8
	v_mov_b32_e32 v3, 0
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v3
	buffer_load_dword v1, v[1:2], s[4:7], 0 addr64
	.loc	0 4 65                          ; calls.cl:4:65
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[4:5], v0, v1
	.loc	0 4 52 epilogue_begin           ; calls.cl:4:52
	s_add_i32 s32, s32, 0xfffffe00
	s_mov_b32 s33, s10
	s_setpc_b64 s[30:31]
.Ltmp11:
.Lfunc_end1:
	.size	leaf, .Lfunc_end1-leaf
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 164
; NumSgprs: 34
; NumVgprs: 4
; ScratchSize: 8
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
	.long	0
	.text
	.hidden	stack                           ; -- Begin function stack
	.globl	stack
	.p2align	2
	.type	stack,@function
stack:                                  ; @stack
.Lfunc_begin2:
	.loc	0 9 0 is_stmt 1                 ; calls.cl:9:0
	.cfi_startproc
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s16, s33
	s_mov_b32 s33, s32
	s_or_saveexec_b64 s[18:19], -1
	buffer_store_dword v40, off, s[0:3], s33 offset:8 ; 4-byte Folded Spill
	s_mov_b64 exec, s[18:19]
	s_waitcnt expcnt(0)
	v_writelane_b32 v40, s16, 2
	s_add_i32 s32, s32, 0x400
	v_writelane_b32 v40, s30, 0
	v_writelane_b32 v40, s31, 1
	buffer_store_dword v0, off, s[0:3], s33
	buffer_store_dword v1, off, s[0:3], s33 offset:4
.Ltmp12:
	.loc	0 9 71 prologue_end             ; calls.cl:9:71
	buffer_load_dword v2, off, s[0:3], s33 offset:4
	.loc	0 9 63 is_stmt 0                ; calls.cl:9:63
	s_waitcnt expcnt(0)
	buffer_load_dword v1, off, s[0:3], s33
	.loc	0 9 68                          ; calls.cl:9:68
	s_waitcnt vmcnt(0)
	buffer_load_dword v0, v1, s[0:3], 0 offen
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v0, s[16:17], v0, v2
	buffer_store_dword v0, v1, s[0:3], 0 offen
	.loc	0 9 96                          ; calls.cl:9:96
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:4
	.loc	0 9 88                          ; calls.cl:9:88
	s_mov_b32 s18, outside@abs32@hi
	s_mov_b32 s16, outside@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s18
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	v_cvt_f32_i32_e64 v0, v0
	.loc	0 9 74                          ; calls.cl:9:74
	buffer_load_dword v1, off, s[0:3], s33
	.loc	0 9 79                          ; calls.cl:9:79
	buffer_load_dword v2, off, s[0:3], s33 offset:4
	s_mov_b32 s4, 0x55555556
	.loc	0 9 81                          ; calls.cl:9:81
	s_waitcnt vmcnt(0)
	v_mul_hi_i32 v3, v2, s4
	s_mov_b32 s4, 31
	v_lshrrev_b32_e64 v4, s4, v3
	v_add_i32_e64 v3, s[4:5], v3, v4
	s_mov_b32 s4, 3
	v_mul_lo_u32 v3, v3, s4
	v_sub_i32_e64 v2, s[4:5], v2, v3
	s_mov_b32 s4, 2
	.loc	0 9 74                          ; calls.cl:9:74
	v_lshlrev_b32_e64 v2, s4, v2
	.loc	0 9 77                          ; calls.cl:9:77
	v_add_i32_e64 v1, s[4:5], v1, v2
	s_mov_b32 s4, 4
	.loc	0 9 74                          ; calls.cl:9:74
	v_add_i32_e64 v1, s[4:5], v1, s4
	.loc	0 9 86                          ; calls.cl:9:86
	buffer_store_dword v0, v1, s[0:3], 0 offen
	.loc	0 9 100                         ; calls.cl:9:100
	v_readlane_b32 s31, v40, 1
	v_readlane_b32 s30, v40, 0
	v_readlane_b32 s4, v40, 2
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v40, off, s[0:3], s33 offset:8 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	.loc	0 9 100 epilogue_begin          ; calls.cl:9:100
	s_add_i32 s32, s32, 0xfffffc00
	s_mov_b32 s33, s4
	s_waitcnt vmcnt(0) expcnt(0)
	s_setpc_b64 s[30:31]
.Ltmp13:
.Lfunc_end2:
	.size	stack, .Lfunc_end2-stack
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 344
; NumSgprs: 36
; NumVgprs: 41
; ScratchSize: 16
; MemoryBound: 0
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	11272458
	.long	47180
	.long	70549
	.long	47200
	.long	32768
	.long	4
	.long	15
	.long	8
	.long	6
	.text
	.protected	k1                      ; -- Begin function k1
	.globl	k1
	.p2align	8
	.type	k1,@function
	.amdgpu_hsa_kernel k1
k1:                                     ; @k1
.Lfunc_begin3:
	.loc	0 10 0 is_stmt 1                ; calls.cl:10:0
	.cfi_startproc
	.amd_kernel_code_t
		amd_code_version_major = 1
		amd_code_version_minor = 2
		amd_machine_kind = 1
		amd_machine_version_major = 6
		amd_machine_version_minor = 0
		amd_machine_version_stepping = 0
		kernel_code_entry_byte_offset = 256
		kernel_code_prefetch_byte_size = 0
		granulated_workitem_vgpr_count = 10
		granulated_wavefront_sgpr_count = 4
		priority = 0
		float_mode = 192
		priv = 0
		enable_dx10_clamp = 1
		debug_mode = 0
		enable_ieee_mode = 1
		enable_wgp_mode = 0
		enable_mem_ordered = 0
		enable_fwd_progress = 0
		enable_sgpr_private_segment_wave_byte_offset = 1
		user_sgpr_count = 10
		enable_trap_handler = 0
		enable_sgpr_workgroup_id_x = 1
		enable_sgpr_workgroup_id_y = 1
		enable_sgpr_workgroup_id_z = 1
		enable_sgpr_workgroup_info = 0
		enable_vgpr_workitem_id = 2
		enable_exception_msb = 0
		granulated_lds_size = 2
		enable_exception = 0
		enable_sgpr_private_segment_buffer = 1
		enable_sgpr_dispatch_ptr = 1
		enable_sgpr_queue_ptr = 0
		enable_sgpr_kernarg_segment_ptr = 1
		enable_sgpr_dispatch_id = 1
		enable_sgpr_flat_scratch_init = 0
		enable_sgpr_private_segment_size = 0
		enable_sgpr_grid_workgroup_count_x = 0
		enable_sgpr_grid_workgroup_count_y = 0
		enable_sgpr_grid_workgroup_count_z = 0
		enable_wavefront_size32 = 0
		enable_ordered_append_gds = 0
		private_element_size = 1
		is_ptr64 = 1
		is_dynamic_callstack = 1
		is_debug_enabled = 0
		is_xnack_enabled = 0
		workitem_private_segment_byte_size = 120
		workgroup_group_segment_byte_size = 384
		gds_segment_byte_size = 0
		kernarg_segment_byte_size = 36
		workgroup_fbarrier_count = 0
		wavefront_sgpr_count = 38
		workitem_vgpr_count = 41
		reserved_vgpr_first = 0
		reserved_vgpr_count = 0
		reserved_sgpr_first = 0
		reserved_sgpr_count = 0
		debug_wavefront_private_segment_offset_sgpr = 0
		debug_private_segment_buffer_sgpr = 0
		kernarg_segment_alignment = 4
		group_segment_alignment = 4
		private_segment_alignment = 4
		wavefront_size = 6
		call_convention = -1
		runtime_loader_kernel_symbol = 0
	.end_amd_kernel_code_t
; %bb.0:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 0x1000
	s_add_u32 s0, s0, s13
	s_addc_u32 s1, s1, 0
                                        ; implicit-def: $vgpr3 : SGPR spill to VGPR lane
	s_mov_b32 s14, s12
	v_writelane_b32 v3, s14, 0
	s_mov_b32 s13, s11
	v_writelane_b32 v3, s13, 1
	s_mov_b32 s12, s10
	v_writelane_b32 v3, s12, 2
	s_mov_b64 s[10:11], s[8:9]
	v_writelane_b32 v3, s10, 3
	v_writelane_b32 v3, s11, 4
	v_writelane_b32 v3, s4, 5
	v_writelane_b32 v3, s5, 6
	buffer_store_dword v2, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v2, v1
	buffer_load_dword v1, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_load_dwordx2 s[18:19], s[6:7], 0x0
	s_load_dwordx2 s[16:17], s[6:7], 0x2
	s_load_dword s8, s[6:7], 0x4
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s9, s19
	v_mov_b32_e32 v4, s9
	buffer_store_dword v4, off, s[0:3], s33 offset:4
	s_mov_b32 s9, s18
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s9
	buffer_store_dword v4, off, s[0:3], s33
	s_mov_b32 s9, s17
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s9
	buffer_store_dword v4, off, s[0:3], s33 offset:12
	s_mov_b32 s9, s16
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s9
	buffer_store_dword v4, off, s[0:3], s33 offset:8
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s8
	buffer_store_dword v4, off, s[0:3], s33 offset:16
	s_mov_b64 s[16:17], 20
.Ltmp14:
	.loc	0 12 11 prologue_end            ; calls.cl:12:11
	s_mov_b32 s8, s6
	s_mov_b32 s6, s7
	s_mov_b32 s9, s16
	s_mov_b32 s7, s17
	s_add_u32 s8, s8, s9
	s_addc_u32 s6, s6, s7
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s6
	v_writelane_b32 v3, s8, 7
	v_writelane_b32 v3, s9, 8
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v3, off, s[0:3], s33 offset:40 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b32 s6, _Z12get_local_idj@abs32@hi
	s_mov_b32 s16, _Z12get_local_idj@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s6
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s6, 20
	s_waitcnt vmcnt(6)
	v_lshlrev_b32_e64 v1, s6, v1
	s_mov_b32 s6, 10
	v_lshlrev_b32_e64 v2, s6, v2
	v_or_b32_e64 v0, v0, v2
	v_or_b32_e64 v31, v0, v1
	buffer_store_dword v31, off, s[0:3], s33 offset:48 ; 4-byte Folded Spill
	v_mov_b32_e32 v0, 0
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v2, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v2, 5
	v_readlane_b32 s5, v2, 6
	v_readlane_b32 s8, v2, 7
	v_readlane_b32 s9, v2, 8
	v_readlane_b32 s10, v2, 3
	v_readlane_b32 s11, v2, 4
	v_readlane_b32 s12, v2, 2
	v_readlane_b32 s13, v2, 1
	v_readlane_b32 s14, v2, 0
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v0, v1
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr6
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v0
	v_mov_b32_e32 v0, v2
	.loc	0 12 7 is_stmt 0                ; calls.cl:12:7
	buffer_store_dword v0, off, s[0:3], s33 offset:20
	.loc	0 13 17 is_stmt 1               ; calls.cl:13:17
	buffer_load_dword v2, off, s[0:3], s33 offset:8
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr6
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v0
	.loc	0 13 19 is_stmt 0               ; calls.cl:13:19
	buffer_load_dword v0, off, s[0:3], s33 offset:20
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v6, 31, v0
	v_mov_b32_e32 v4, v0
	v_mov_b32_e32 v5, v6
	.loc	0 13 17                         ; calls.cl:13:17
	s_mov_b32 s16, 0xf000
	v_writelane_b32 v1, s16, 9
	s_mov_b32 s15, 0
	s_mov_b32 s6, s15
	s_mov_b32 s7, s16
	s_mov_b32 s16, s15
	s_mov_b32 s17, s15
                                        ; kill: def $sgpr16_sgpr17 killed $sgpr16_sgpr17 def $sgpr16_sgpr17_sgpr18_sgpr19
	s_mov_b64 s[18:19], s[6:7]
	v_writelane_b32 v1, s16, 10
	v_writelane_b32 v1, s17, 11
	v_writelane_b32 v1, s18, 12
	v_writelane_b32 v1, s19, 13
	s_mov_b32 s6, 2
	v_writelane_b32 v1, s6, 14
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:40 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	v_lshl_b64 v[5:6], v[4:5], s6
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v3, v6
	v_add_i32_e64 v1, s[20:21], v1, v4
	v_addc_u32_e64 v3, s[20:21], v2, v3, s[20:21]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v3
	buffer_load_dword v1, v[1:2], s[16:19], 0 addr64
	.loc	0 13 3                          ; calls.cl:13:3
	v_lshlrev_b32_e64 v0, s6, v0
	.loc	0 13 15                         ; calls.cl:13:15
	s_mov_b32 m0, -1
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v1
	.loc	0 13 42                         ; calls.cl:13:42
	buffer_load_dword v2, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr7
                                        ; implicit-def: $sgpr7
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v0
	.loc	0 13 44                         ; calls.cl:13:44
	buffer_load_dword v0, off, s[0:3], s33 offset:20
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v1, 31, v0
	v_mov_b32_e32 v4, v0
	v_mov_b32_e32 v5, v1
	.loc	0 13 42                         ; calls.cl:13:42
	v_lshl_b64 v[5:6], v[4:5], s6
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v3, v6
	v_add_i32_e64 v1, s[20:21], v1, v4
	v_addc_u32_e64 v3, s[20:21], v2, v3, s[20:21]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v3
	buffer_load_dword v1, v[1:2], s[16:19], 0 addr64
	s_mov_b32 s7, 31
	.loc	0 13 34                         ; calls.cl:13:34
	v_and_b32_e64 v0, v0, s7
	.loc	0 13 23                         ; calls.cl:13:23
	v_lshlrev_b32_e64 v0, s6, v0
	.loc	0 13 40                         ; calls.cl:13:40
	s_mov_b32 m0, -1
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v1 offset:256
	.loc	0 14 3 is_stmt 1                ; calls.cl:14:3
	s_mov_b32 s6, _Z7barrierj@abs32@hi
	s_mov_b32 s16, _Z7barrierj@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s6
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	v_mov_b32_e32 v0, 1
	buffer_store_dword v0, off, s[0:3], s33 offset:52 ; 4-byte Folded Spill
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v0, off, s[0:3], s33 offset:52 ; 4-byte Folded Reload
	buffer_load_dword v31, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v1, 5
	v_readlane_b32 s5, v1, 6
	v_readlane_b32 s8, v1, 7
	v_readlane_b32 s9, v1, 8
	v_readlane_b32 s10, v1, 3
	v_readlane_b32 s11, v1, 4
	v_readlane_b32 s12, v1, 2
	v_readlane_b32 s13, v1, 1
	v_readlane_b32 s14, v1, 0
	.loc	0 15 12                         ; calls.cl:15:12
	buffer_store_dword v0, off, s[0:3], s33 offset:24
	.loc	0 15 27 is_stmt 0               ; calls.cl:15:27
	buffer_load_dword v1, off, s[0:3], s33 offset:20
	.loc	0 15 17                         ; calls.cl:15:17
	s_mov_b32 s6, stack@abs32@hi
	s_mov_b32 s16, stack@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s6
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v0, 24
                                        ; implicit-def: $sgpr6
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v0, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 5
	v_readlane_b32 s5, v0, 6
	v_readlane_b32 s8, v0, 7
	v_readlane_b32 s9, v0, 8
	v_readlane_b32 s10, v0, 3
	v_readlane_b32 s11, v0, 4
	v_readlane_b32 s12, v0, 2
	v_readlane_b32 s13, v0, 1
	v_readlane_b32 s14, v0, 0
	v_readlane_b32 s6, v0, 14
	.loc	0 16 24 is_stmt 1               ; calls.cl:16:24
	buffer_load_dword v0, off, s[0:3], s33 offset:20
	s_mov_b32 s7, 63
	.loc	0 16 22 is_stmt 0               ; calls.cl:16:22
	s_waitcnt vmcnt(0)
	v_sub_i32_e64 v0, s[16:17], s7, v0
	.loc	0 16 10                         ; calls.cl:16:10
	v_lshlrev_b32_e64 v0, s6, v0
	s_mov_b32 m0, -1
	ds_read_b32 v0, v0
	.loc	0 16 39                         ; calls.cl:16:39
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:44 ; 4-byte Folded Spill
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v1, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr7
                                        ; implicit-def: $sgpr7
	v_mov_b32_e32 v3, s6
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v1
	.loc	0 16 42                         ; calls.cl:16:42
	buffer_load_dword v2, off, s[0:3], s33 offset:16
	.loc	0 16 34                         ; calls.cl:16:34
	s_mov_b32 s6, many@abs32@hi
	s_mov_b32 s16, many@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s6
	s_mov_b32 s6, 32
	v_lshr_b64 v[3:4], v[3:4], s6
	v_mov_b32_e32 v1, v3
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v1, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v2, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s9, v2, 9
	v_readlane_b32 s8, v2, 14
	v_readlane_b32 s4, v2, 10
	v_readlane_b32 s5, v2, 11
	v_readlane_b32 s6, v2, 12
	v_readlane_b32 s7, v2, 13
	v_mov_b32_e32 v2, v0
	.loc	0 16 29                         ; calls.cl:16:29
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v0, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	v_cvt_i32_f32_e64 v2, v2
	.loc	0 16 27                         ; calls.cl:16:27
	v_add_i32_e64 v1, s[10:11], v1, v2
	.loc	0 16 49                         ; calls.cl:16:49
	buffer_load_dword v2, off, s[0:3], s33 offset:24
	.loc	0 16 45                         ; calls.cl:16:45
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v1, s[10:11], v1, v2
	.loc	0 16 53                         ; calls.cl:16:53
	s_mov_b32 s10, counter@abs32@hi
	s_mov_b32 s12, counter@abs32@lo
                                        ; kill: def $sgpr12 killed $sgpr12 def $sgpr12_sgpr13
	s_mov_b32 s13, s10
	s_mov_b32 s11, s13
                                        ; kill: def $sgpr12 killed $sgpr12 killed $sgpr12_sgpr13
	s_mov_b32 s10, -1
                                        ; kill: def $sgpr12 killed $sgpr12 def $sgpr12_sgpr13_sgpr14_sgpr15
	s_mov_b32 s13, s11
	s_mov_b32 s14, s10
	s_mov_b32 s15, s9
	buffer_load_dword v2, off, s[12:15], 0
	.loc	0 16 51                         ; calls.cl:16:51
	s_waitcnt vmcnt(0)
	v_add_i32_e64 v1, s[10:11], v1, v2
	.loc	0 16 3                          ; calls.cl:16:3
	buffer_load_dword v3, off, s[0:3], s33 offset:8
	buffer_load_dword v2, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr9
                                        ; implicit-def: $sgpr9
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v2
	.loc	0 16 5                          ; calls.cl:16:5
	buffer_load_dword v5, off, s[0:3], s33 offset:20
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v2, 31, v5
                                        ; kill: def $vgpr5 killed $vgpr5 def $vgpr5_vgpr6 killed $exec
	v_mov_b32_e32 v6, v2
	.loc	0 16 3                          ; calls.cl:16:3
	v_lshl_b64 v[6:7], v[5:6], s8
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v5, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v4, v7
	v_add_i32_e64 v2, s[10:11], v2, v5
	v_addc_u32_e64 v4, s[10:11], v3, v4, s[10:11]
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	.loc	0 16 8                          ; calls.cl:16:8
	buffer_store_dword v1, v[2:3], s[4:7], 0 addr64
	.loc	0 17 19 is_stmt 1               ; calls.cl:17:19
	s_waitcnt expcnt(0)
	buffer_load_dword v1, off, s[0:3], s33 offset:20
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v2, 31, v1
	v_mov_b32_e32 v5, v1
	v_mov_b32_e32 v6, v2
	s_mov_b32 s9, 7
	.loc	0 17 21 is_stmt 0               ; calls.cl:17:21
	v_and_b32_e64 v1, v1, s9
	.loc	0 17 10                         ; calls.cl:17:10
	v_lshlrev_b32_e64 v1, s8, v1
	s_mov_b32 m0, -1
	ds_read_b32 v1, v1 offset:256
	.loc	0 17 28                         ; calls.cl:17:28
	buffer_load_dword v2, off, s[0:3], s33 offset:28
	.loc	0 17 26                         ; calls.cl:17:26
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e64 v1, v1, v2
	.loc	0 17 3                          ; calls.cl:17:3
	buffer_load_dword v3, off, s[0:3], s33
	buffer_load_dword v2, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr9
                                        ; implicit-def: $sgpr9
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v2
	v_lshl_b64 v[6:7], v[5:6], s8
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v5, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v4, v7
	v_add_i32_e64 v2, s[8:9], v2, v5
	v_addc_u32_e64 v4, s[8:9], v3, v4, s[8:9]
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	.loc	0 17 8                          ; calls.cl:17:8
	buffer_store_dword v1, v[2:3], s[4:7], 0 addr64
                                        ; kill: killed $vgpr0
	.loc	0 18 1 is_stmt 1                ; calls.cl:18:1
	s_endpgm
.Ltmp15:
.Lfunc_end3:
	.size	k1, .Lfunc_end3-k1
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1644
; NumSgprs: 38
; NumVgprs: 41
; ScratchSize: 120
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 384 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 38
; NumVGPRsForWavesPerEU: 41
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 10
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	11272458
	.long	47180
	.long	5013
	.long	47200
	.long	28672
	.long	4
	.long	42
	.long	8
	.long	23
	.text
	.protected	k2                      ; -- Begin function k2
	.globl	k2
	.p2align	8
	.type	k2,@function
	.amdgpu_hsa_kernel k2
k2:                                     ; @k2
.Lfunc_begin4:
	.loc	0 19 0                          ; calls.cl:19:0
	.cfi_startproc
	.amd_kernel_code_t
		amd_code_version_major = 1
		amd_code_version_minor = 2
		amd_machine_kind = 1
		amd_machine_version_major = 6
		amd_machine_version_minor = 0
		amd_machine_version_stepping = 0
		kernel_code_entry_byte_offset = 256
		kernel_code_prefetch_byte_size = 0
		granulated_workitem_vgpr_count = 10
		granulated_wavefront_sgpr_count = 4
		priority = 0
		float_mode = 192
		priv = 0
		enable_dx10_clamp = 1
		debug_mode = 0
		enable_ieee_mode = 1
		enable_wgp_mode = 0
		enable_mem_ordered = 0
		enable_fwd_progress = 0
		enable_sgpr_private_segment_wave_byte_offset = 1
		user_sgpr_count = 10
		enable_trap_handler = 0
		enable_sgpr_workgroup_id_x = 1
		enable_sgpr_workgroup_id_y = 1
		enable_sgpr_workgroup_id_z = 1
		enable_sgpr_workgroup_info = 0
		enable_vgpr_workitem_id = 2
		enable_exception_msb = 0
		granulated_lds_size = 0
		enable_exception = 0
		enable_sgpr_private_segment_buffer = 1
		enable_sgpr_dispatch_ptr = 1
		enable_sgpr_queue_ptr = 0
		enable_sgpr_kernarg_segment_ptr = 1
		enable_sgpr_dispatch_id = 1
		enable_sgpr_flat_scratch_init = 0
		enable_sgpr_private_segment_size = 0
		enable_sgpr_grid_workgroup_count_x = 0
		enable_sgpr_grid_workgroup_count_y = 0
		enable_sgpr_grid_workgroup_count_z = 0
		enable_wavefront_size32 = 0
		enable_ordered_append_gds = 0
		private_element_size = 1
		is_ptr64 = 1
		is_dynamic_callstack = 1
		is_debug_enabled = 0
		is_xnack_enabled = 0
		workitem_private_segment_byte_size = 104
		workgroup_group_segment_byte_size = 0
		gds_segment_byte_size = 0
		kernarg_segment_byte_size = 56
		workgroup_fbarrier_count = 0
		wavefront_sgpr_count = 38
		workitem_vgpr_count = 41
		reserved_vgpr_first = 0
		reserved_vgpr_count = 0
		reserved_sgpr_first = 0
		reserved_sgpr_count = 0
		debug_wavefront_private_segment_offset_sgpr = 0
		debug_private_segment_buffer_sgpr = 0
		kernarg_segment_alignment = 4
		group_segment_alignment = 4
		private_segment_alignment = 4
		wavefront_size = 6
		call_convention = -1
		runtime_loader_kernel_symbol = 0
	.end_amd_kernel_code_t
; %bb.0:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 0x1800
	s_add_u32 s0, s0, s13
	s_addc_u32 s1, s1, 0
                                        ; implicit-def: $vgpr3 : SGPR spill to VGPR lane
	s_mov_b32 s14, s12
	v_writelane_b32 v3, s14, 0
	s_mov_b32 s13, s11
	v_writelane_b32 v3, s13, 1
	s_mov_b32 s12, s10
	v_writelane_b32 v3, s12, 2
	s_mov_b64 s[10:11], s[8:9]
	v_writelane_b32 v3, s10, 3
	v_writelane_b32 v3, s11, 4
	v_writelane_b32 v3, s6, 5
	v_writelane_b32 v3, s7, 6
	v_writelane_b32 v3, s4, 7
	v_writelane_b32 v3, s5, 8
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v3, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	buffer_store_dword v2, off, s[0:3], s33 offset:80 ; 4-byte Folded Spill
	s_waitcnt expcnt(1)
	v_mov_b32_e32 v3, v1
	buffer_store_dword v3, off, s[0:3], s33 offset:76 ; 4-byte Folded Spill
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_store_dword v1, off, s[0:3], s33 offset:72 ; 4-byte Folded Spill
	s_load_dwordx2 s[22:23], s[6:7], 0x0
	s_load_dwordx2 s[20:21], s[6:7], 0x2
	s_load_dwordx4 s[16:19], s[6:7], 0x4
	s_load_dwordx2 s[8:9], s[6:7], 0x8
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s15, s23
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33 offset:4
	s_mov_b32 s15, s22
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33
	s_mov_b32 s15, s21
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33 offset:12
	s_mov_b32 s15, s20
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33 offset:8
	s_mov_b32 s15, s19
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33 offset:28
	s_mov_b32 s15, s18
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33 offset:24
	s_mov_b32 s15, s17
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33 offset:20
	s_mov_b32 s15, s16
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33 offset:16
	s_mov_b32 s15, s9
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s15
	buffer_store_dword v4, off, s[0:3], s33 offset:36
                                        ; kill: def $sgpr8 killed $sgpr8 killed $sgpr8_sgpr9
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s8
	buffer_store_dword v4, off, s[0:3], s33 offset:32
	s_mov_b64 s[16:17], 40
.Ltmp16:
	.loc	0 20 11 prologue_end            ; calls.cl:20:11
	s_mov_b32 s8, s6
	s_mov_b32 s6, s7
	s_mov_b32 s9, s16
	s_mov_b32 s7, s17
	s_add_u32 s8, s8, s9
	s_addc_u32 s6, s6, s7
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s6
	s_waitcnt vmcnt(11)
	v_writelane_b32 v0, s8, 9
	v_writelane_b32 v0, s9, 10
	s_mov_b32 s6, _Z13get_global_idj@abs32@hi
	s_mov_b32 s16, _Z13get_global_idj@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s6
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s6, 20
	v_lshlrev_b32_e64 v2, s6, v2
	s_mov_b32 s6, 10
	v_lshlrev_b32_e64 v3, s6, v3
	v_or_b32_e64 v1, v1, v3
	v_or_b32_e64 v31, v1, v2
	buffer_store_dword v31, off, s[0:3], s33 offset:60 ; 4-byte Folded Spill
	s_mov_b32 s18, 0
	v_writelane_b32 v0, s18, 11
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v0, s18
	s_swappc_b64 s[30:31], s[16:17]
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v2, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v31, off, s[0:3], s33 offset:60 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_readlane_b32 s18, v2, 11
	v_readlane_b32 s4, v2, 7
	v_readlane_b32 s5, v2, 8
	v_readlane_b32 s8, v2, 9
	v_readlane_b32 s9, v2, 10
	v_readlane_b32 s10, v2, 3
	v_readlane_b32 s11, v2, 4
	v_readlane_b32 s12, v2, 2
	v_readlane_b32 s13, v2, 1
	v_readlane_b32 s14, v2, 0
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v0, v1
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr6
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v0
	v_mov_b32_e32 v0, v2
	.loc	0 20 7 is_stmt 0                ; calls.cl:20:7
	buffer_store_dword v0, off, s[0:3], s33 offset:40
	.loc	0 21 14 is_stmt 1               ; calls.cl:21:14
	buffer_load_dword v7, off, s[0:3], s33
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr6
                                        ; kill: def $vgpr7 killed $vgpr7 def $vgpr7_vgpr8 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v8, v0
	.loc	0 21 16 is_stmt 0               ; calls.cl:21:16
	buffer_load_dword v2, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v0, 31, v2
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v0
	.loc	0 21 14                         ; calls.cl:21:14
	s_mov_b32 s15, 0xf000
	s_mov_b32 s6, s18
	s_mov_b32 s7, s15
	s_mov_b32 s20, s18
	s_mov_b32 s21, s18
                                        ; kill: def $sgpr20_sgpr21 killed $sgpr20_sgpr21 def $sgpr20_sgpr21_sgpr22_sgpr23
	s_mov_b64 s[22:23], s[6:7]
	v_writelane_b32 v1, s20, 12
	v_writelane_b32 v1, s21, 13
	v_writelane_b32 v1, s22, 14
	v_writelane_b32 v1, s23, 15
	s_mov_b32 s6, 3
	v_writelane_b32 v1, s6, 16
	v_lshl_b64 v[5:6], v[2:3], s6
	v_mov_b32_e32 v3, v7
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v0, v8
	v_mov_b32_e32 v2, v6
	v_add_i32_e64 v4, s[6:7], v3, v4
	v_addc_u32_e64 v0, s[6:7], v0, v2, s[6:7]
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v0
	.loc	0 21 33                         ; calls.cl:21:33
	buffer_load_dword v6, off, s[0:3], s33 offset:16
                                        ; implicit-def: $sgpr15
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr7
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr16
                                        ; implicit-def: $sgpr16
	v_mov_b32_e32 v3, s15
	v_mov_b32_e32 v2, s7
	v_mov_b32_e32 v0, s6
                                        ; kill: def $vgpr6 killed $vgpr6 def $vgpr6_vgpr7_vgpr8_vgpr9 killed $exec
	v_mov_b32_e32 v7, v3
	v_mov_b32_e32 v8, v2
	v_mov_b32_e32 v9, v0
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v0, v6
	.loc	0 21 25                         ; calls.cl:21:25
	v_cvt_f64_f32_e64 v[2:3], v0
	.loc	0 21 10                         ; calls.cl:21:10
	buffer_load_dwordx2 v[4:5], v[4:5], s[20:23], 0 addr64
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v0, v4
	s_mov_b32 s6, 32
	v_writelane_b32 v1, s6, 17
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	v_lshr_b64 v[4:5], v[4:5], s6
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v1, v4
	s_mov_b32 s7, _Z3fmaddd@abs32@hi
	s_mov_b32 s16, _Z3fmaddd@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s7
	v_mov_b32_e32 v4, v2
	v_lshr_b64 v[2:3], v[2:3], s6
	v_mov_b32_e32 v5, v2
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	v_mov_b32_e32 v3, 2.0
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	v_mov_b32_e32 v2, s18
	s_swappc_b64 s[30:31], s[16:17]
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v11, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v31, off, s[0:3], s33 offset:60 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	v_readlane_b32 s6, v11, 11
	v_readlane_b32 s15, v11, 16
	v_readlane_b32 s16, v11, 12
	v_readlane_b32 s17, v11, 13
	v_readlane_b32 s18, v11, 14
	v_readlane_b32 s19, v11, 15
	v_readlane_b32 s7, v11, 17
	v_readlane_b32 s4, v11, 7
	v_readlane_b32 s5, v11, 8
	v_readlane_b32 s8, v11, 9
	v_readlane_b32 s9, v11, 10
	v_readlane_b32 s10, v11, 3
	v_readlane_b32 s11, v11, 4
	v_readlane_b32 s12, v11, 2
	v_readlane_b32 s13, v11, 1
	v_readlane_b32 s14, v11, 0
	v_mov_b32_e32 v2, v0
                                        ; implicit-def: $sgpr20
                                        ; implicit-def: $sgpr20
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
	s_mov_b32 s20, 0
	s_mov_b32 s21, 0x40080000
	.loc	0 21 38                         ; calls.cl:21:38
	v_mov_b32_e32 v0, v2
	v_mov_b32_e32 v1, v3
	v_div_scale_f64 v[8:9], s[22:23], s[20:21], s[20:21], v[0:1]
	v_rcp_f64_e64 v[0:1], v[8:9]
	s_mov_b64 s[22:23], 1.0
	v_fma_f64 v[4:5], -v[8:9], v[0:1], s[22:23]
	v_fma_f64 v[0:1], v[0:1], v[4:5], v[0:1]
	v_fma_f64 v[4:5], -v[8:9], v[0:1], s[22:23]
	v_fma_f64 v[4:5], v[0:1], v[4:5], v[0:1]
	s_mov_b64 s[22:23], s[20:21]
	v_div_scale_f64 v[12:13], s[22:23], v[2:3], s[22:23], v[2:3]
	v_mul_f64 v[6:7], v[12:13], v[4:5]
	v_fma_f64 v[0:1], -v[8:9], v[6:7], v[12:13]
	v_mov_b32_e32 v10, v3
	v_mov_b32_e32 v12, v13
	v_cmp_eq_u32_e64 s[22:23], v10, v12
	v_mov_b32_e32 v8, v9
	s_mov_b32 s24, s21
	v_cmp_eq_u32_e64 s[24:25], s24, v8
	s_xor_b64 vcc, s[22:23], s[24:25]
	v_div_fmas_f64 v[0:1], v[0:1], v[4:5], v[6:7]
	v_div_fixup_f64 v[0:1], v[0:1], s[20:21], v[2:3]
	.loc	0 21 3                          ; calls.cl:21:3
	buffer_load_dword v3, off, s[0:3], s33
	buffer_load_dword v2, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr20
                                        ; implicit-def: $sgpr20
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v2
	.loc	0 21 5                          ; calls.cl:21:5
	buffer_load_dword v5, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v2, 31, v5
                                        ; kill: def $vgpr5 killed $vgpr5 def $vgpr5_vgpr6 killed $exec
	v_mov_b32_e32 v6, v2
	.loc	0 21 3                          ; calls.cl:21:3
	v_lshl_b64 v[6:7], v[5:6], s15
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v5, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v4, v7
	v_add_i32_e64 v2, s[20:21], v2, v5
	v_addc_u32_e64 v4, s[20:21], v3, v4, s[20:21]
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	.loc	0 21 8                          ; calls.cl:21:8
	buffer_store_dwordx2 v[0:1], v[2:3], s[16:19], 0 addr64
	.loc	0 22 10 is_stmt 1               ; calls.cl:22:10
	buffer_load_dword v2, off, s[0:3], s33 offset:8
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr20
                                        ; implicit-def: $sgpr20
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v0
	.loc	0 22 12 is_stmt 0               ; calls.cl:22:12
	buffer_load_dword v0, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v1, 31, v0
	v_mov_b32_e32 v4, v0
	v_mov_b32_e32 v5, v1
	.loc	0 22 10                         ; calls.cl:22:10
	v_lshl_b64 v[5:6], v[4:5], s15
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v3, v6
	v_add_i32_e64 v1, s[20:21], v1, v4
	v_addc_u32_e64 v3, s[20:21], v2, v3, s[20:21]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v3
	buffer_load_dwordx2 v[1:2], v[1:2], s[16:19], 0 addr64
	.loc	0 22 26                         ; calls.cl:22:26
	v_add_i32_e64 v12, s[20:21], v0, s15
	.loc	0 22 17                         ; calls.cl:22:17
	v_ashrrev_i32_e64 v3, 31, v12
                                        ; kill: def $vgpr12 killed $vgpr12 def $vgpr12_vgpr13 killed $exec
	v_mov_b32_e32 v13, v3
	s_mov_b64 s[20:21], 0
	.loc	0 22 15                         ; calls.cl:22:15
	v_cmp_lt_i64_e64 s[26:27], v[12:13], s[20:21]
	s_mov_b64 s[22:23], -1
	s_mov_b32 s24, s23
	s_mov_b32 s25, s21
	v_mov_b32_e32 v3, s25
	v_mov_b32_e32 v4, s24
	v_cndmask_b32_e64 v3, v3, v4, s[26:27]
                                        ; kill: def $sgpr22 killed $sgpr22 killed $sgpr22_sgpr23
	s_mov_b32 s23, s20
	v_mov_b32_e32 v4, s23
	v_mov_b32_e32 v5, s22
	v_cndmask_b32_e64 v8, v4, v5, s[26:27]
                                        ; implicit-def: $sgpr15
                                        ; implicit-def: $sgpr15
                                        ; kill: def $vgpr8 killed $vgpr8 def $vgpr8_vgpr9 killed $exec
	v_mov_b32_e32 v9, v3
	v_mov_b32_e32 v7, v9
	v_mov_b32_e32 v4, v12
	v_mov_b32_e32 v6, v8
	v_mov_b32_e32 v3, v13
	v_mov_b32_e32 v5, v9
	v_add_i32_e64 v4, s[26:27], v4, v6
	v_addc_u32_e64 v3, s[26:27], v3, v5, s[26:27]
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v3
	v_mov_b32_e32 v3, v5
	v_xor_b32_e64 v3, v3, v7
	v_mov_b32_e32 v6, v8
                                        ; kill: def $vgpr4 killed $vgpr4 killed $vgpr4_vgpr5 killed $exec
	v_xor_b32_e64 v9, v4, v6
                                        ; kill: def $vgpr9 killed $vgpr9 def $vgpr9_vgpr10 killed $exec
	v_mov_b32_e32 v10, v3
	v_mov_b32_e32 v15, v9
	v_cvt_f32_u32_e64 v3, v15
	v_lshr_b64 v[4:5], v[9:10], s7
	v_mov_b32_e32 v17, v4
	v_cvt_f32_u32_e64 v4, v17
	s_mov_b32 s15, 0x4f800000
	v_mac_f32_e64 v3, v4, s15
	v_rcp_f32_e64 v3, v3
	s_mov_b32 s15, 0x5f7ffffc
	v_mul_f32_e64 v4, v3, s15
	s_mov_b32 s15, 0x2f800000
	v_mul_f32_e64 v3, v4, s15
	v_trunc_f32_e64 v3, v3
	s_mov_b32 s15, 0xcf800000
	v_mac_f32_e64 v4, v3, s15
	v_cvt_u32_f32_e64 v8, v4
	buffer_store_dword v8, off, s[0:3], s33 offset:68 ; 4-byte Folded Spill
	s_mov_b32 s26, s20
	v_mov_b32_e32 v4, v9
	s_mov_b32 s15, s21
	v_mov_b32_e32 v5, v10
	v_sub_i32_e64 v18, s[26:27], s26, v4
	v_mov_b32_e32 v4, s15
	v_subb_u32_e64 v4, s[26:27], v4, v5, s[26:27]
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v4
	v_mov_b32_e32 v9, v18
	v_mul_lo_u32 v4, v9, v8
	v_cvt_u32_f32_e64 v3, v3
                                        ; implicit-def: $sgpr15
                                        ; implicit-def: $sgpr15
	v_mov_b32_e32 v12, v8
	v_mov_b32_e32 v13, v3
	s_mov_b32 s15, s7
	v_lshr_b64 v[12:13], v[12:13], s15
	v_mov_b32_e32 v5, v12
	v_mul_lo_u32 v10, v5, v4
	s_mov_b32 s15, 0
	v_writelane_b32 v11, s15, 18
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v11, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v12, s15
                                        ; kill: def $vgpr10 killed $vgpr10 def $vgpr10_vgpr11 killed $exec
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v11, v12
	v_mov_b32_e32 v12, v11
	v_mul_hi_u32 v13, v5, v4
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr27
                                        ; implicit-def: $sgpr27
	v_mov_b32_e32 v16, s26
                                        ; kill: def $vgpr13 killed $vgpr13 def $vgpr13_vgpr14 killed $exec
	v_mov_b32_e32 v14, v16
	s_mov_b32 s26, s7
	v_lshl_b64 v[13:14], v[13:14], s26
	v_mov_b32_e32 v16, v14
	v_or_b32_e64 v12, v12, v16
                                        ; kill: def $vgpr10 killed $vgpr10 killed $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v13
	v_or_b32_e64 v10, v10, v11
                                        ; kill: def $vgpr10 killed $vgpr10 def $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v12
	v_mov_b32_e32 v14, v10
	v_mov_b32_e32 v13, v11
	v_mul_hi_u32 v10, v9, v8
	v_mul_lo_u32 v11, v9, v5
	v_add_i32_e64 v11, s[26:27], v10, v11
	v_lshr_b64 v[18:19], v[18:19], s7
	v_mov_b32_e32 v10, v18
	v_mul_lo_u32 v12, v10, v8
	v_add_i32_e64 v16, s[26:27], v11, v12
	v_mul_lo_u32 v20, v8, v16
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v11, s15
                                        ; kill: def $vgpr20 killed $vgpr20 def $vgpr20_vgpr21 killed $exec
	v_mov_b32_e32 v21, v11
	v_mov_b32_e32 v11, v21
	v_mul_hi_u32 v18, v8, v16
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr27
                                        ; implicit-def: $sgpr27
	v_mov_b32_e32 v12, s26
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v12
	s_mov_b32 s26, s7
	v_lshl_b64 v[18:19], v[18:19], s26
	v_mov_b32_e32 v12, v19
	v_or_b32_e64 v11, v11, v12
	v_mov_b32_e32 v12, v20
                                        ; kill: def $vgpr18 killed $vgpr18 killed $vgpr18_vgpr19 killed $exec
	v_or_b32_e64 v19, v12, v18
                                        ; kill: def $vgpr19 killed $vgpr19 def $vgpr19_vgpr20 killed $exec
	v_mov_b32_e32 v20, v11
	v_mul_hi_u32 v21, v8, v4
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v4, s15
                                        ; kill: def $vgpr21 killed $vgpr21 def $vgpr21_vgpr22 killed $exec
	v_mov_b32_e32 v22, v4
	v_mov_b32_e32 v11, v21
	v_mov_b32_e32 v18, v19
	v_mov_b32_e32 v4, v22
	v_mov_b32_e32 v12, v20
	v_add_i32_e64 v11, s[26:27], v11, v18
	v_addc_u32_e64 v4, s[26:27], v4, v12, s[26:27]
                                        ; kill: def $vgpr11 killed $vgpr11 def $vgpr11_vgpr12 killed $exec
	v_mov_b32_e32 v12, v4
	v_mov_b32_e32 v4, v11
	v_mov_b32_e32 v11, v12
	v_mul_hi_u32 v12, v5, v16
	v_add_i32_e32 v4, vcc, v4, v14
	v_addc_u32_e32 v11, vcc, v11, v13, vcc
	v_mov_b32_e32 v13, s6
	v_addc_u32_e32 v12, vcc, v12, v13, vcc
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr27
                                        ; implicit-def: $sgpr27
	v_mov_b32_e32 v14, s26
                                        ; kill: def $vgpr12 killed $vgpr12 def $vgpr12_vgpr13 killed $exec
	v_mov_b32_e32 v13, v14
	s_mov_b32 s26, s7
	v_lshl_b64 v[12:13], v[12:13], s26
	v_mov_b32_e32 v14, v13
	v_mul_lo_u32 v18, v5, v16
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v5, s15
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v5
	v_mov_b32_e32 v5, v19
	v_or_b32_e64 v5, v5, v14
	v_mov_b32_e32 v13, v12
	v_mov_b32_e32 v12, v18
	v_or_b32_e64 v13, v12, v13
                                        ; kill: def $vgpr13 killed $vgpr13 def $vgpr13_vgpr14 killed $exec
	v_mov_b32_e32 v14, v5
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr26
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v11
	s_mov_b32 s26, s7
	v_lshr_b64 v[18:19], v[4:5], s26
	v_mov_b32_e32 v4, v18
	v_mov_b32_e32 v12, v13
	v_mov_b32_e32 v5, v19
	v_mov_b32_e32 v11, v14
	v_add_i32_e64 v4, s[26:27], v4, v12
	v_addc_u32_e64 v11, s[26:27], v5, v11, s[26:27]
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v11
	v_mov_b32_e32 v11, v4
	v_add_i32_e64 v8, s[26:27], v8, v11
	buffer_store_dword v8, off, s[0:3], s33 offset:64 ; 4-byte Folded Spill
	v_lshr_b64 v[4:5], v[4:5], s7
                                        ; kill: def $vgpr4 killed $vgpr4 killed $vgpr4_vgpr5 killed $exec
	v_addc_u32_e64 v3, s[26:27], v3, v4, s[26:27]
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v4, v8
	v_mov_b32_e32 v5, v3
	s_mov_b32 s26, s7
	v_lshr_b64 v[4:5], v[4:5], s26
	v_mov_b32_e32 v5, v4
	v_mul_lo_u32 v4, v9, v8
	v_mul_lo_u32 v11, v5, v4
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v13, s15
                                        ; kill: def $vgpr11 killed $vgpr11 def $vgpr11_vgpr12 killed $exec
	v_mov_b32_e32 v12, v13
	v_mov_b32_e32 v13, v12
	v_mul_hi_u32 v18, v5, v4
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr27
                                        ; implicit-def: $sgpr27
	v_mov_b32_e32 v14, s26
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v14
	s_mov_b32 s26, s7
	v_lshl_b64 v[18:19], v[18:19], s26
	v_mov_b32_e32 v14, v19
	v_or_b32_e64 v13, v13, v14
                                        ; kill: def $vgpr11 killed $vgpr11 killed $vgpr11_vgpr12 killed $exec
	v_mov_b32_e32 v12, v18
	v_or_b32_e64 v11, v11, v12
                                        ; kill: def $vgpr11 killed $vgpr11 def $vgpr11_vgpr12 killed $exec
	v_mov_b32_e32 v12, v13
	v_mov_b32_e32 v13, v11
	v_mov_b32_e32 v11, v12
	v_mul_lo_u32 v12, v9, v5
	v_mul_hi_u32 v9, v9, v8
	v_add_i32_e64 v9, s[26:27], v9, v12
	v_mul_lo_u32 v10, v10, v8
	v_add_i32_e64 v12, s[26:27], v9, v10
	v_mul_lo_u32 v20, v8, v12
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v9, s15
                                        ; kill: def $vgpr20 killed $vgpr20 def $vgpr20_vgpr21 killed $exec
	v_mov_b32_e32 v21, v9
	v_mov_b32_e32 v9, v21
	v_mul_hi_u32 v18, v8, v12
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr27
                                        ; implicit-def: $sgpr27
	v_mov_b32_e32 v10, s26
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v10
	s_mov_b32 s26, s7
	v_lshl_b64 v[18:19], v[18:19], s26
	v_mov_b32_e32 v10, v19
	v_or_b32_e64 v9, v9, v10
	v_mov_b32_e32 v10, v20
	v_mov_b32_e32 v14, v18
	v_or_b32_e64 v18, v10, v14
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v9
	v_mul_hi_u32 v20, v8, v4
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v4, s15
                                        ; kill: def $vgpr20 killed $vgpr20 def $vgpr20_vgpr21 killed $exec
	v_mov_b32_e32 v21, v4
	v_mov_b32_e32 v9, v20
	v_mov_b32_e32 v14, v18
	v_mov_b32_e32 v4, v21
	v_mov_b32_e32 v10, v19
	v_add_i32_e64 v9, s[26:27], v9, v14
	v_addc_u32_e64 v4, s[26:27], v4, v10, s[26:27]
                                        ; kill: def $vgpr9 killed $vgpr9 def $vgpr9_vgpr10 killed $exec
	v_mov_b32_e32 v10, v4
	v_mov_b32_e32 v4, v9
	v_mov_b32_e32 v9, v10
	v_mul_hi_u32 v10, v5, v12
	v_add_i32_e32 v4, vcc, v4, v13
	v_addc_u32_e32 v9, vcc, v9, v11, vcc
	v_mov_b32_e32 v11, s6
	v_addc_u32_e32 v10, vcc, v10, v11, vcc
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr27
                                        ; implicit-def: $sgpr27
	v_mov_b32_e32 v13, s26
                                        ; kill: def $vgpr10 killed $vgpr10 def $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v13
	s_mov_b32 s26, s7
	v_lshl_b64 v[10:11], v[10:11], s26
	v_mov_b32_e32 v14, v11
	v_mul_lo_u32 v12, v5, v12
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v5, s15
                                        ; kill: def $vgpr12 killed $vgpr12 def $vgpr12_vgpr13 killed $exec
	v_mov_b32_e32 v13, v5
	v_mov_b32_e32 v5, v13
	v_or_b32_e64 v5, v5, v14
	v_mov_b32_e32 v11, v10
	v_mov_b32_e32 v10, v12
	v_or_b32_e64 v11, v10, v11
                                        ; kill: def $vgpr11 killed $vgpr11 def $vgpr11_vgpr12 killed $exec
	v_mov_b32_e32 v12, v5
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr26
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v9
	s_mov_b32 s26, s7
	v_lshr_b64 v[13:14], v[4:5], s26
	v_mov_b32_e32 v4, v13
	v_mov_b32_e32 v10, v11
	v_mov_b32_e32 v5, v14
	v_mov_b32_e32 v9, v12
	v_add_i32_e64 v4, s[26:27], v4, v10
	v_addc_u32_e64 v9, s[26:27], v5, v9, s[26:27]
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v9
	v_mov_b32_e32 v9, v4
	v_add_i32_e64 v13, s[26:27], v8, v9
	v_lshr_b64 v[4:5], v[4:5], s7
                                        ; kill: def $vgpr4 killed $vgpr4 killed $vgpr4_vgpr5 killed $exec
	v_addc_u32_e64 v5, s[26:27], v3, v4, s[26:27]
                                        ; implicit-def: $sgpr26
                                        ; implicit-def: $sgpr26
	v_mov_b32_e32 v3, v13
	v_mov_b32_e32 v4, v5
	s_mov_b32 s26, s7
	v_lshr_b64 v[3:4], v[3:4], s26
                                        ; kill: def $vgpr3 killed $vgpr3 killed $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(3)
	v_cmp_lt_i64_e64 s[20:21], v[1:2], s[20:21]
	v_mov_b32_e32 v4, s25
	v_mov_b32_e32 v5, s24
	v_cndmask_b32_e64 v4, v4, v5, s[20:21]
	v_mov_b32_e32 v5, s23
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v8, s22
	v_cndmask_b32_e64 v10, v5, v8, s[20:21]
                                        ; implicit-def: $sgpr20
                                        ; implicit-def: $sgpr20
                                        ; kill: def $vgpr10 killed $vgpr10 def $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v4
	v_mov_b32_e32 v4, v11
	v_mov_b32_e32 v5, v1
	v_mov_b32_e32 v8, v10
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, v11
	v_add_i32_e64 v8, s[20:21], v5, v8
	v_addc_u32_e64 v1, s[20:21], v1, v2, s[20:21]
                                        ; kill: def $vgpr8 killed $vgpr8 def $vgpr8_vgpr9 killed $exec
	v_mov_b32_e32 v9, v1
	v_mov_b32_e32 v1, v9
	v_xor_b32_e64 v1, v1, v4
	v_mov_b32_e32 v5, v10
	v_mov_b32_e32 v2, v8
	v_xor_b32_e64 v10, v2, v5
                                        ; kill: def $vgpr10 killed $vgpr10 def $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v1
	v_mov_b32_e32 v8, v10
	v_mul_lo_u32 v20, v8, v3
                                        ; implicit-def: $sgpr20
	v_mov_b32_e32 v1, s15
                                        ; kill: def $vgpr20 killed $vgpr20 def $vgpr20_vgpr21 killed $exec
	v_mov_b32_e32 v21, v1
	v_mov_b32_e32 v1, v21
	v_mul_hi_u32 v18, v8, v3
                                        ; implicit-def: $sgpr20
                                        ; implicit-def: $sgpr21
                                        ; implicit-def: $sgpr21
	v_mov_b32_e32 v2, s20
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v2
	s_mov_b32 s20, s7
	v_lshl_b64 v[18:19], v[18:19], s20
	v_mov_b32_e32 v2, v19
	v_or_b32_e64 v1, v1, v2
	v_mov_b32_e32 v2, v20
	v_mov_b32_e32 v9, v18
	v_or_b32_e64 v18, v2, v9
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v1
	v_mul_hi_u32 v1, v8, v13
                                        ; implicit-def: $sgpr20
	v_mov_b32_e32 v9, s15
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v9
	v_mov_b32_e32 v9, v1
	v_mov_b32_e32 v12, v18
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, v19
	v_add_i32_e64 v18, s[20:21], v9, v12
	v_addc_u32_e64 v1, s[20:21], v1, v2, s[20:21]
                                        ; kill: def $vgpr18 killed $vgpr18 def $vgpr18_vgpr19 killed $exec
	v_mov_b32_e32 v19, v1
	v_mov_b32_e32 v2, v18
	v_mov_b32_e32 v9, v19
	v_lshr_b64 v[10:11], v[10:11], s7
	v_mov_b32_e32 v1, v10
	v_mul_lo_u32 v10, v1, v13
                                        ; implicit-def: $sgpr20
	v_mov_b32_e32 v12, s15
                                        ; kill: def $vgpr10 killed $vgpr10 def $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v12
	v_mov_b32_e32 v12, v11
	v_mul_hi_u32 v13, v1, v13
                                        ; implicit-def: $sgpr20
                                        ; implicit-def: $sgpr21
                                        ; implicit-def: $sgpr21
	v_mov_b32_e32 v16, s20
                                        ; kill: def $vgpr13 killed $vgpr13 def $vgpr13_vgpr14 killed $exec
	v_mov_b32_e32 v14, v16
	s_mov_b32 s20, s7
	v_lshl_b64 v[13:14], v[13:14], s20
	v_mov_b32_e32 v16, v14
	v_or_b32_e64 v12, v12, v16
                                        ; kill: def $vgpr10 killed $vgpr10 killed $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v13
	v_or_b32_e64 v10, v10, v11
                                        ; kill: def $vgpr10 killed $vgpr10 def $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v12
	v_mov_b32_e32 v12, v10
                                        ; kill: def $vgpr11 killed $vgpr11 killed $vgpr10_vgpr11 killed $exec
	v_mul_hi_u32 v10, v1, v3
	v_add_i32_e32 v2, vcc, v2, v12
	v_addc_u32_e32 v9, vcc, v9, v11, vcc
	v_mov_b32_e32 v11, s6
	v_addc_u32_e32 v10, vcc, v10, v11, vcc
                                        ; implicit-def: $sgpr20
                                        ; implicit-def: $sgpr21
                                        ; implicit-def: $sgpr21
	v_mov_b32_e32 v12, s20
                                        ; kill: def $vgpr10 killed $vgpr10 def $vgpr10_vgpr11 killed $exec
	v_mov_b32_e32 v11, v12
	s_mov_b32 s20, s7
	v_lshl_b64 v[10:11], v[10:11], s20
	v_mov_b32_e32 v14, v11
	v_mul_lo_u32 v12, v1, v3
                                        ; implicit-def: $sgpr20
	v_mov_b32_e32 v3, s15
                                        ; kill: def $vgpr12 killed $vgpr12 def $vgpr12_vgpr13 killed $exec
	v_mov_b32_e32 v13, v3
	v_mov_b32_e32 v3, v13
	v_or_b32_e64 v3, v3, v14
	v_mov_b32_e32 v11, v10
	v_mov_b32_e32 v10, v12
	v_or_b32_e64 v11, v10, v11
                                        ; kill: def $vgpr11 killed $vgpr11 def $vgpr11_vgpr12 killed $exec
	v_mov_b32_e32 v12, v3
                                        ; implicit-def: $sgpr15
                                        ; implicit-def: $sgpr15
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v9
	s_mov_b32 s15, s7
	v_lshr_b64 v[2:3], v[2:3], s15
	v_mov_b32_e32 v9, v2
	v_mov_b32_e32 v10, v11
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v3, v12
	v_add_i32_e64 v13, s[20:21], v9, v10
	v_addc_u32_e64 v2, s[20:21], v2, v3, s[20:21]
                                        ; kill: def $vgpr13 killed $vgpr13 def $vgpr13_vgpr14 killed $exec
	v_mov_b32_e32 v14, v2
	v_mov_b32_e32 v2, v13
	v_mul_hi_u32 v3, v15, v2
	v_lshr_b64 v[9:10], v[13:14], s7
                                        ; kill: def $vgpr9 killed $vgpr9 killed $vgpr9_vgpr10 killed $exec
	v_mul_lo_u32 v9, v15, v9
	v_add_i32_e64 v3, s[20:21], v3, v9
	v_mul_lo_u32 v9, v17, v2
	v_add_i32_e64 v16, s[20:21], v3, v9
	v_sub_i32_e64 v3, s[20:21], v1, v16
	v_mul_lo_u32 v9, v15, v2
	v_sub_i32_e64 v8, s[22:23], v8, v9
	v_subb_u32_e64 v3, s[20:21], v3, v17, s[22:23]
	v_sub_i32_e64 v9, s[20:21], v8, v15
	v_mov_b32_e32 v10, s6
	v_subb_u32_e64 v10, s[20:21], v3, v10, s[20:21]
	v_cmp_ge_u32_e64 s[20:21], v10, v17
	s_mov_b32 s7, -1
	v_mov_b32_e32 v3, s6
	v_mov_b32_e32 v11, s7
	v_cndmask_b32_e64 v3, v3, v11, s[20:21]
	v_cmp_eq_u32_e64 s[20:21], v10, v17
	v_cmp_ge_u32_e64 s[24:25], v9, v15
	v_mov_b32_e32 v9, s6
	v_mov_b32_e32 v10, s7
	v_cndmask_b32_e64 v9, v9, v10, s[24:25]
	v_cndmask_b32_e64 v3, v3, v9, s[20:21]
	v_cmp_ne_u32_e64 s[20:21], v3, s6
	s_mov_b64 s[26:27], 2
	v_mov_b32_e32 v9, v13
	s_mov_b32 s24, s26
	v_mov_b32_e32 v3, v14
	s_mov_b32 s15, s27
	v_add_i32_e64 v11, s[24:25], v9, s24
	v_mov_b32_e32 v9, s15
	v_addc_u32_e64 v3, s[24:25], v3, v9, s[24:25]
                                        ; kill: def $vgpr11 killed $vgpr11 def $vgpr11_vgpr12 killed $exec
	v_mov_b32_e32 v12, v3
	v_mov_b32_e32 v18, v12
	s_mov_b64 s[26:27], 1
	v_mov_b32_e32 v9, v13
	s_mov_b32 s24, s26
	v_mov_b32_e32 v3, v14
	s_mov_b32 s15, s27
	v_add_i32_e64 v9, s[24:25], v9, s24
	v_mov_b32_e32 v10, s15
	v_addc_u32_e64 v3, s[24:25], v3, v10, s[24:25]
                                        ; kill: def $vgpr9 killed $vgpr9 def $vgpr9_vgpr10 killed $exec
	v_mov_b32_e32 v10, v3
	v_mov_b32_e32 v3, v10
	v_cndmask_b32_e64 v3, v3, v18, s[20:21]
	v_subb_u32_e64 v16, s[22:23], v1, v16, s[22:23]
	v_cmp_ge_u32_e64 s[22:23], v16, v17
	v_mov_b32_e32 v1, s6
	v_mov_b32_e32 v18, s7
	v_cndmask_b32_e64 v1, v1, v18, s[22:23]
	v_cmp_eq_u32_e64 s[22:23], v16, v17
	v_cmp_ge_u32_e64 s[24:25], v8, v15
	v_mov_b32_e32 v8, s6
	v_mov_b32_e32 v15, s7
	v_cndmask_b32_e64 v8, v8, v15, s[24:25]
	v_cndmask_b32_e64 v1, v1, v8, s[22:23]
	v_cmp_ne_u32_e64 s[6:7], v1, s6
	v_mov_b32_e32 v1, v14
	v_cndmask_b32_e64 v1, v1, v3, s[6:7]
	v_mov_b32_e32 v8, v11
	v_mov_b32_e32 v3, v9
	v_cndmask_b32_e64 v3, v3, v8, s[20:21]
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
                                        ; implicit-def: $sgpr6
                                        ; implicit-def: $sgpr6
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
	v_mov_b32_e32 v1, v3
	v_xor_b32_e64 v4, v4, v7
	v_xor_b32_e64 v5, v5, v6
                                        ; kill: def $vgpr5 killed $vgpr5 def $vgpr5_vgpr6 killed $exec
	v_mov_b32_e32 v6, v4
	v_mov_b32_e32 v4, v6
	v_xor_b32_e64 v1, v1, v4
                                        ; kill: def $vgpr2 killed $vgpr2 killed $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v5
	v_xor_b32_e64 v2, v2, v3
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v4, v5
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v3, v6
	v_sub_i32_e64 v1, s[6:7], v1, v4
	v_subb_u32_e64 v3, s[6:7], v2, v3, s[6:7]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v3
	.loc	0 22 33                         ; calls.cl:22:33
	buffer_store_dword v1, off, s[0:3], s33 offset:48 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, off, s[0:3], s33 offset:52 ; 4-byte Folded Spill
	s_mov_b32 s6, leaf@abs32@hi
	s_mov_b32 s20, leaf@abs32@lo
                                        ; kill: def $sgpr20 killed $sgpr20 def $sgpr20_sgpr21
	s_mov_b32 s21, s6
	s_mov_b64 s[26:27], s[2:3]
	s_mov_b64 s[24:25], s[0:1]
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[24:25]
	s_mov_b64 s[2:3], s[26:27]
	s_swappc_b64 s[30:31], s[20:21]
	buffer_load_dword v31, off, s[0:3], s33 offset:60 ; 4-byte Folded Reload
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v3, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v1, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s33 offset:52 ; 4-byte Folded Reload
	s_waitcnt vmcnt(2)
	v_readlane_b32 s14, v3, 0
	v_readlane_b32 s13, v3, 1
	v_readlane_b32 s12, v3, 2
	v_readlane_b32 s7, v3, 16
	v_readlane_b32 s6, v3, 17
	v_readlane_b32 s4, v3, 7
	v_readlane_b32 s5, v3, 8
	v_readlane_b32 s8, v3, 9
	v_readlane_b32 s9, v3, 10
	v_readlane_b32 s10, v3, 3
	v_readlane_b32 s11, v3, 4
	v_mov_b32_e32 v4, v0
	v_ashrrev_i32_e64 v0, 31, v4
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v0
	.loc	0 22 31                         ; calls.cl:22:31
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, v5
	v_add_i32_e64 v0, s[20:21], v0, v3
	v_addc_u32_e64 v2, s[20:21], v1, v2, s[20:21]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	.loc	0 22 3                          ; calls.cl:22:3
	buffer_load_dword v3, off, s[0:3], s33 offset:8
	buffer_load_dword v2, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr15
                                        ; implicit-def: $sgpr15
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v2
	.loc	0 22 5                          ; calls.cl:22:5
	buffer_load_dword v5, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v2, 31, v5
                                        ; kill: def $vgpr5 killed $vgpr5 def $vgpr5_vgpr6 killed $exec
	v_mov_b32_e32 v6, v2
	.loc	0 22 3                          ; calls.cl:22:3
	v_lshl_b64 v[6:7], v[5:6], s7
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v5, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v4, v7
	v_add_i32_e64 v2, s[20:21], v2, v5
	v_addc_u32_e64 v4, s[20:21], v3, v4, s[20:21]
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	.loc	0 22 8                          ; calls.cl:22:8
	buffer_store_dwordx2 v[0:1], v[2:3], s[16:19], 0 addr64
	.loc	0 23 15 is_stmt 1               ; calls.cl:23:15
	buffer_load_dword v6, off, s[0:3], s33 offset:20
                                        ; implicit-def: $sgpr16
                                        ; implicit-def: $sgpr7
                                        ; implicit-def: $sgpr15
                                        ; implicit-def: $sgpr7
                                        ; implicit-def: $sgpr7
                                        ; implicit-def: $sgpr17
                                        ; implicit-def: $sgpr17
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v0, s16
	v_mov_b32_e32 v5, s15
	v_mov_b32_e32 v4, s7
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1_vgpr2_vgpr3 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v5
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v0, v1
	.loc	0 23 20 is_stmt 0               ; calls.cl:23:20
	buffer_load_dword v1, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v2, 31, v1
	v_mov_b32_e32 v5, v1
	v_mov_b32_e32 v6, v2
	.loc	0 23 23                         ; calls.cl:23:23
	buffer_load_dword v3, off, s[0:3], s33 offset:32
	buffer_load_dword v2, off, s[0:3], s33 offset:36
                                        ; implicit-def: $sgpr7
                                        ; implicit-def: $sgpr15
                                        ; implicit-def: $sgpr15
	v_mov_b32_e32 v7, s7
                                        ; kill: def $vgpr7 killed $vgpr7 def $vgpr7_vgpr8 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v8, v2
	.loc	0 23 3                          ; calls.cl:23:3
	s_mov_b32 s7, _Z11vstore_halffmPU3AS0Dh@abs32@hi
	s_mov_b32 s16, _Z11vstore_halffmPU3AS0Dh@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s7
	s_mov_b32 s7, s6
	v_lshr_b64 v[7:8], v[7:8], s7
	v_mov_b32_e32 v4, v7
	v_lshr_b64 v[5:6], v[5:6], s6
	v_mov_b32_e32 v2, v5
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	.loc	0 24 11 is_stmt 1               ; calls.cl:24:11
	buffer_load_dword v0, off, s[0:3], s33 offset:40
	s_mov_b32 s4, 7
	.loc	0 24 13 is_stmt 0               ; calls.cl:24:13
	s_waitcnt vmcnt(0)
	v_and_b32_e64 v0, v0, s4
	buffer_store_dword v0, off, s[0:3], s33 offset:44 ; 4-byte Folded Spill
; %bb.1:
	.loc	0 0 13                          ; calls.cl:0:13
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v1, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b32 s4, 2
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e64 s[4:5], v1, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v0, s6, 19
	v_writelane_b32 v0, s7, 20
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB4_6
; %bb.2:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v1, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b32 s4, 5
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e64 s[4:5], v1, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v0, s6, 21
	v_writelane_b32 v0, s7, 22
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB4_4
; %bb.3:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v1, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b32 s4, 6
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e64 s[6:7], v1, s4
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v0, s4, 23
	v_writelane_b32 v0, s5, 24
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB4_14
	s_branch .LBB4_13
.LBB4_4:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 21
	v_readlane_b32 s5, v0, 22
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v0, s4, 25
	v_writelane_b32 v0, s5, 26
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB4_16
; %bb.5:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v1, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b32 s4, 3
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e64 s[6:7], v1, s4
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v0, s4, 27
	v_writelane_b32 v0, s5, 28
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB4_15
	s_branch .LBB4_12
.LBB4_6:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 19
	v_readlane_b32 s5, v0, 20
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v0, s4, 29
	v_writelane_b32 v0, s5, 30
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB4_19
; %bb.7:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v1, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b32 s4, 0
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e64 s[4:5], v1, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v0, s6, 31
	v_writelane_b32 v0, s7, 32
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB4_9
; %bb.8:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v1, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b32 s4, 1
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e64 s[6:7], v1, s4
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v0, s4, 33
	v_writelane_b32 v0, s5, 34
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB4_17
	s_branch .LBB4_11
.LBB4_9:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 31
	v_readlane_b32 s5, v0, 32
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v0, s4, 35
	v_writelane_b32 v0, s5, 36
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB4_18
; %bb.10:
.Ltmp17:
	.loc	0 24 28                         ; calls.cl:24:28
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v2, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v2
	.loc	0 24 30                         ; calls.cl:24:30
	buffer_load_dword v2, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v4, 31, v2
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	.loc	0 24 28                         ; calls.cl:24:28
	s_mov_b32 s4, 0xf000
	s_mov_b32 s6, 0
	s_mov_b32 s8, s6
	s_mov_b32 s9, s4
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
                                        ; kill: def $sgpr4_sgpr5 killed $sgpr4_sgpr5 def $sgpr4_sgpr5_sgpr6_sgpr7
	s_mov_b64 s[6:7], s[8:9]
	s_mov_b32 s8, 3
	v_lshl_b64 v[4:5], v[2:3], s8
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v1, v5
	v_add_i32_e64 v2, s[8:9], v2, v3
	v_addc_u32_e64 v0, s[8:9], v0, v1, s[8:9]
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v0
	.loc	0 24 33                         ; calls.cl:24:33
	buffer_load_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
	s_mov_b64 s[8:9], 1.0
	s_waitcnt vmcnt(0)
	v_add_f64 v[0:1], v[0:1], s[8:9]
	buffer_store_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
	.loc	0 24 39                         ; calls.cl:24:39
	s_branch .LBB4_18
.LBB4_11:
	.loc	0 24 54                         ; calls.cl:24:54
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:8
	buffer_load_dword v2, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v2
	.loc	0 24 56                         ; calls.cl:24:56
	buffer_load_dword v2, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v4, 31, v2
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	.loc	0 24 54                         ; calls.cl:24:54
	s_mov_b32 s4, 0xf000
	s_mov_b32 s6, 0
	s_mov_b32 s8, s6
	s_mov_b32 s9, s4
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
                                        ; kill: def $sgpr4_sgpr5 killed $sgpr4_sgpr5 def $sgpr4_sgpr5_sgpr6_sgpr7
	s_mov_b64 s[6:7], s[8:9]
	s_mov_b32 s8, 3
	v_lshl_b64 v[4:5], v[2:3], s8
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v1, v5
	v_add_i32_e64 v2, s[8:9], v2, v3
	v_addc_u32_e64 v0, s[8:9], v0, v1, s[8:9]
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v0
	v_mov_b32_e32 v0, 3
	v_mov_b32_e32 v1, 0
	.loc	0 24 59                         ; calls.cl:24:59
	buffer_store_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
	.loc	0 24 64                         ; calls.cl:24:64
	s_branch .LBB4_17
.LBB4_12:
	.loc	0 24 79                         ; calls.cl:24:79
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:8
	buffer_load_dword v2, off, s[0:3], s33 offset:12
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v2
	.loc	0 24 81                         ; calls.cl:24:81
	buffer_load_dword v2, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v4, 31, v2
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	.loc	0 24 79                         ; calls.cl:24:79
	s_mov_b32 s4, 0xf000
	s_mov_b32 s6, 0
	s_mov_b32 s8, s6
	s_mov_b32 s9, s4
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
                                        ; kill: def $sgpr4_sgpr5 killed $sgpr4_sgpr5 def $sgpr4_sgpr5_sgpr6_sgpr7
	s_mov_b64 s[6:7], s[8:9]
	s_mov_b32 s8, 3
	v_lshl_b64 v[4:5], v[2:3], s8
	v_mov_b32_e32 v2, v0
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v0, v1
	v_mov_b32_e32 v1, v5
	v_add_i32_e64 v2, s[8:9], v2, v3
	v_addc_u32_e64 v0, s[8:9], v0, v1, s[8:9]
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v0
	.loc	0 24 84                         ; calls.cl:24:84
	buffer_load_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v1
	s_mov_b64 s[8:9], 5
	s_mov_b32 s10, s9
	v_xor_b32_e64 v4, v4, s10
                                        ; kill: def $vgpr0 killed $vgpr0 killed $vgpr0_vgpr1 killed $exec
                                        ; kill: def $sgpr8 killed $sgpr8 killed $sgpr8_sgpr9
	v_xor_b32_e64 v0, v0, s8
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
	buffer_store_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
	.loc	0 24 90                         ; calls.cl:24:90
	s_branch .LBB4_15
.LBB4_13:
	.loc	0 24 117                        ; calls.cl:24:117
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v5, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s14, v5, 0
	v_readlane_b32 s13, v5, 1
	v_readlane_b32 s12, v5, 2
	v_readlane_b32 s10, v5, 3
	v_readlane_b32 s11, v5, 4
	v_readlane_b32 s4, v5, 7
	v_readlane_b32 s5, v5, 8
	v_readlane_b32 s6, v5, 5
	v_readlane_b32 s7, v5, 6
	buffer_load_dword v2, off, s[0:3], s33 offset:72 ; 4-byte Folded Reload
	buffer_load_dword v4, off, s[0:3], s33 offset:76 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s33 offset:80 ; 4-byte Folded Reload
	buffer_load_dword v9, off, s[0:3], s33
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr8
                                        ; kill: def $vgpr9 killed $vgpr9 def $vgpr9_vgpr10 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v10, v0
	.loc	0 24 119                        ; calls.cl:24:119
	buffer_load_dword v0, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v6, 31, v0
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v6
	.loc	0 24 117                        ; calls.cl:24:117
	s_mov_b32 s16, 0xf000
	s_mov_b32 s15, 0
	s_mov_b32 s8, s15
	s_mov_b32 s9, s16
	s_mov_b32 s16, s15
	s_mov_b32 s17, s15
                                        ; kill: def $sgpr16_sgpr17 killed $sgpr16_sgpr17 def $sgpr16_sgpr17_sgpr18_sgpr19
	s_mov_b64 s[18:19], s[8:9]
	v_writelane_b32 v5, s16, 37
	v_writelane_b32 v5, s17, 38
	v_writelane_b32 v5, s18, 39
	v_writelane_b32 v5, s19, 40
	s_mov_b32 s8, 3
	v_writelane_b32 v5, s8, 41
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v5, off, s[0:3], s33 offset:56 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	v_lshl_b64 v[7:8], v[0:1], s8
	v_mov_b32_e32 v0, v9
	v_mov_b32_e32 v6, v7
	v_mov_b32_e32 v1, v10
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v5, v8
	v_add_i32_e64 v0, s[8:9], v0, v6
	v_addc_u32_e64 v5, s[8:9], v1, v5, s[8:9]
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v5
	.loc	0 24 112                        ; calls.cl:24:112
	buffer_load_dwordx2 v[5:6], v[0:1], s[16:19], 0 addr64
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v0, v5
	s_mov_b32 s8, 32
	v_lshr_b64 v[5:6], v[5:6], s8
	v_mov_b32_e32 v1, v5
	s_mov_b64 s[16:17], 40
	s_mov_b32 s8, s6
	s_mov_b32 s6, s7
	s_mov_b32 s9, s16
	s_mov_b32 s7, s17
	s_add_u32 s8, s8, s9
	s_addc_u32 s6, s6, s7
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s6
	s_mov_b32 s6, _Z4sqrtd@abs32@hi
	s_mov_b32 s16, _Z4sqrtd@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s6
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s6, 20
	v_lshlrev_b32_e64 v3, s6, v3
	s_mov_b32 s6, 10
	v_lshlrev_b32_e64 v4, s6, v4
	v_or_b32_e64 v2, v2, v4
	v_or_b32_e64 v31, v2, v3
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v2, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s8, v2, 41
	v_readlane_b32 s4, v2, 37
	v_readlane_b32 s5, v2, 38
	v_readlane_b32 s6, v2, 39
	v_readlane_b32 s7, v2, 40
	v_mov_b32_e32 v2, v1
                                        ; implicit-def: $sgpr9
                                        ; implicit-def: $sgpr9
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	.loc	0 24 105                        ; calls.cl:24:105
	buffer_load_dword v3, off, s[0:3], s33
	buffer_load_dword v2, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr9
                                        ; implicit-def: $sgpr9
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v2
	.loc	0 24 107                        ; calls.cl:24:107
	buffer_load_dword v5, off, s[0:3], s33 offset:40
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e64 v2, 31, v5
                                        ; kill: def $vgpr5 killed $vgpr5 def $vgpr5_vgpr6 killed $exec
	v_mov_b32_e32 v6, v2
	.loc	0 24 105                        ; calls.cl:24:105
	v_lshl_b64 v[6:7], v[5:6], s8
	v_mov_b32_e32 v2, v3
	v_mov_b32_e32 v5, v6
	v_mov_b32_e32 v3, v4
	v_mov_b32_e32 v4, v7
	v_add_i32_e64 v2, s[8:9], v2, v5
	v_addc_u32_e64 v4, s[8:9], v3, v4, s[8:9]
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v4
	.loc	0 24 110                        ; calls.cl:24:110
	buffer_store_dwordx2 v[0:1], v[2:3], s[4:7], 0 addr64
.Ltmp18:
.LBB4_14:
	.loc	0 0 110                         ; calls.cl:0:110
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 23
	v_readlane_b32 s5, v0, 24
	s_or_b64 exec, exec, s[4:5]
	s_branch .LBB4_4
.LBB4_15:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 27
	v_readlane_b32 s5, v0, 28
	s_or_b64 exec, exec, s[4:5]
.LBB4_16:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 25
	v_readlane_b32 s5, v0, 26
	s_or_b64 exec, exec, s[4:5]
	s_branch .LBB4_6
.LBB4_17:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 33
	v_readlane_b32 s5, v0, 34
	s_or_b64 exec, exec, s[4:5]
	s_branch .LBB4_9
.LBB4_18:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 35
	v_readlane_b32 s5, v0, 36
	s_or_b64 exec, exec, s[4:5]
.LBB4_19:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:56 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 29
	v_readlane_b32 s5, v0, 30
	s_or_b64 exec, exec, s[4:5]
                                        ; kill: killed $vgpr0
	.loc	0 25 1 is_stmt 1                ; calls.cl:25:1
	s_endpgm
.Ltmp19:
.Lfunc_end4:
	.size	k2, .Lfunc_end4-k2
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 6272
; NumSgprs: 38
; NumVgprs: 41
; ScratchSize: 104
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 38
; NumVGPRsForWavesPerEU: 41
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 10
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	11272458
	.long	47180
	.long	5013
	.long	47200
	.long	16384
	.long	4
	.long	16
	.long	8
	.long	12
	.text
	.protected	k3                      ; -- Begin function k3
	.globl	k3
	.p2align	8
	.type	k3,@function
	.amdgpu_hsa_kernel k3
k3:                                     ; @k3
.Lfunc_begin5:
	.loc	0 26 0                          ; calls.cl:26:0
	.cfi_startproc
	.amd_kernel_code_t
		amd_code_version_major = 1
		amd_code_version_minor = 2
		amd_machine_kind = 1
		amd_machine_version_major = 6
		amd_machine_version_minor = 0
		amd_machine_version_stepping = 0
		kernel_code_entry_byte_offset = 256
		kernel_code_prefetch_byte_size = 0
		granulated_workitem_vgpr_count = 10
		granulated_wavefront_sgpr_count = 4
		priority = 0
		float_mode = 192
		priv = 0
		enable_dx10_clamp = 1
		debug_mode = 0
		enable_ieee_mode = 1
		enable_wgp_mode = 0
		enable_mem_ordered = 0
		enable_fwd_progress = 0
		enable_sgpr_private_segment_wave_byte_offset = 1
		user_sgpr_count = 10
		enable_trap_handler = 0
		enable_sgpr_workgroup_id_x = 1
		enable_sgpr_workgroup_id_y = 1
		enable_sgpr_workgroup_id_z = 1
		enable_sgpr_workgroup_info = 0
		enable_vgpr_workitem_id = 2
		enable_exception_msb = 0
		granulated_lds_size = 0
		enable_exception = 0
		enable_sgpr_private_segment_buffer = 1
		enable_sgpr_dispatch_ptr = 1
		enable_sgpr_queue_ptr = 0
		enable_sgpr_kernarg_segment_ptr = 1
		enable_sgpr_dispatch_id = 1
		enable_sgpr_flat_scratch_init = 0
		enable_sgpr_private_segment_size = 0
		enable_sgpr_grid_workgroup_count_x = 0
		enable_sgpr_grid_workgroup_count_y = 0
		enable_sgpr_grid_workgroup_count_z = 0
		enable_wavefront_size32 = 0
		enable_ordered_append_gds = 0
		private_element_size = 1
		is_ptr64 = 1
		is_dynamic_callstack = 1
		is_debug_enabled = 0
		is_xnack_enabled = 0
		workitem_private_segment_byte_size = 64
		workgroup_group_segment_byte_size = 0
		gds_segment_byte_size = 0
		kernarg_segment_byte_size = 32
		workgroup_fbarrier_count = 0
		wavefront_sgpr_count = 38
		workitem_vgpr_count = 41
		reserved_vgpr_first = 0
		reserved_vgpr_count = 0
		reserved_sgpr_first = 0
		reserved_sgpr_count = 0
		debug_wavefront_private_segment_offset_sgpr = 0
		debug_private_segment_buffer_sgpr = 0
		kernarg_segment_alignment = 4
		group_segment_alignment = 4
		private_segment_alignment = 4
		wavefront_size = 6
		call_convention = -1
		runtime_loader_kernel_symbol = 0
	.end_amd_kernel_code_t
; %bb.0:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 0x1000
	s_add_u32 s0, s0, s13
	s_addc_u32 s1, s1, 0
                                        ; implicit-def: $vgpr3 : SGPR spill to VGPR lane
	s_mov_b32 s14, s12
	v_writelane_b32 v3, s14, 0
	s_mov_b32 s13, s11
	v_writelane_b32 v3, s13, 1
	s_mov_b32 s12, s10
	v_writelane_b32 v3, s12, 2
	s_mov_b64 s[10:11], s[8:9]
	v_writelane_b32 v3, s10, 3
	v_writelane_b32 v3, s11, 4
	v_writelane_b32 v3, s6, 5
	v_writelane_b32 v3, s7, 6
	v_writelane_b32 v3, s4, 7
	v_writelane_b32 v3, s5, 8
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v3, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v3, v2
	buffer_store_dword v3, off, s[0:3], s33 offset:36 ; 4-byte Folded Spill
	v_mov_b32_e32 v4, v1
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_store_dword v4, off, s[0:3], s33 offset:32 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v0
	buffer_store_dword v2, off, s[0:3], s33 offset:28 ; 4-byte Folded Spill
	s_load_dwordx2 s[16:17], s[6:7], 0x0
	s_load_dwordx2 s[8:9], s[6:7], 0x2
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s15, s17
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	s_mov_b32 s15, s16
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b32 s15, s9
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v0, s15
	buffer_store_dword v0, off, s[0:3], s33 offset:12
                                        ; kill: def $sgpr8 killed $sgpr8 killed $sgpr8_sgpr9
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v0, s8
	buffer_store_dword v0, off, s[0:3], s33 offset:8
.Ltmp20:
	.loc	0 26 81 prologue_end            ; calls.cl:26:81
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v7, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr9
                                        ; implicit-def: $sgpr9
	v_mov_b32_e32 v5, s8
                                        ; kill: def $vgpr5 killed $vgpr5 def $vgpr5_vgpr6 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v6, v7
	s_mov_b64 s[16:17], 16
	.loc	0 26 70 is_stmt 0               ; calls.cl:26:70
	s_mov_b32 s8, s6
	s_mov_b32 s6, s7
	s_mov_b32 s9, s16
	s_mov_b32 s7, s17
	s_add_u32 s8, s8, s9
	s_addc_u32 s6, s6, s7
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s6
	v_writelane_b32 v1, s8, 9
	v_writelane_b32 v1, s9, 10
	s_mov_b32 s6, _Z10atomic_addPU3AS1Vii@abs32@hi
	s_mov_b32 s16, _Z10atomic_addPU3AS1Vii@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s6
	s_mov_b32 s6, 32
	v_writelane_b32 v1, s6, 11
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v1, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	v_lshr_b64 v[5:6], v[5:6], s6
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v1, v5
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s6, 20
	v_lshlrev_b32_e64 v3, s6, v3
	s_mov_b32 s6, 10
	v_lshlrev_b32_e64 v4, s6, v4
	v_or_b32_e64 v2, v2, v4
	v_or_b32_e64 v31, v2, v3
	buffer_store_dword v31, off, s[0:3], s33 offset:24 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, 3
	buffer_store_dword v2, off, s[0:3], s33 offset:20 ; 4-byte Folded Spill
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	buffer_load_dword v31, off, s[0:3], s33 offset:24 ; 4-byte Folded Reload
	buffer_load_dword v3, off, s[0:3], s33 offset:20 ; 4-byte Folded Reload
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v1, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s6, v1, 11
	v_readlane_b32 s4, v1, 7
	v_readlane_b32 s5, v1, 8
	v_readlane_b32 s8, v1, 9
	v_readlane_b32 s9, v1, 10
	v_readlane_b32 s10, v1, 3
	v_readlane_b32 s11, v1, 4
	v_readlane_b32 s12, v1, 2
	v_readlane_b32 s13, v1, 1
	v_readlane_b32 s14, v1, 0
	.loc	0 26 103                        ; calls.cl:26:103
	buffer_load_dword v4, off, s[0:3], s33
	buffer_load_dword v0, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr7
                                        ; implicit-def: $sgpr7
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v5, v0
	s_mov_b64 s[16:17], 4
	.loc	0 26 105                        ; calls.cl:26:105
	v_mov_b32_e32 v1, v4
	s_mov_b32 s15, s16
	v_mov_b32_e32 v0, v5
	s_mov_b32 s7, s17
	v_add_i32_e64 v1, s[16:17], v1, s15
	v_mov_b32_e32 v2, s7
	v_addc_u32_e64 v0, s[16:17], v0, v2, s[16:17]
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v0
	.loc	0 26 88                         ; calls.cl:26:88
	s_mov_b32 s7, _Z14atomic_cmpxchgPU3AS1Viii@abs32@hi
	s_mov_b32 s16, _Z14atomic_cmpxchgPU3AS1Viii@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s7
	v_mov_b32_e32 v0, v1
	v_lshr_b64 v[1:2], v[1:2], s6
                                        ; kill: def $vgpr1 killed $vgpr1 killed $vgpr1_vgpr2 killed $exec
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	v_mov_b32_e32 v2, 2
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
                                        ; kill: def $vgpr1 killed $vgpr0 killed $exec
.Ltmp21:
	.loc	0 26 121                        ; calls.cl:26:121
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	buffer_load_dword v1, off, s[0:3], s33
	buffer_load_dword v3, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v2, v3
	s_mov_b32 s5, 0xf000
	s_mov_b32 s4, 0
	s_mov_b32 s6, s4
	s_mov_b32 s7, s5
	s_mov_b32 s8, s4
	s_mov_b32 s9, s4
                                        ; kill: def $sgpr8_sgpr9 killed $sgpr8_sgpr9 def $sgpr8_sgpr9_sgpr10_sgpr11
	s_mov_b64 s[10:11], s[6:7]
	buffer_load_dword v1, v[1:2], s[8:11], 0 addr64 offset:8 glc
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e64 s[6:7], v1, s4
.Ltmp22:
	.loc	0 26 121                        ; calls.cl:26:121
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v0, s4, 12
	v_writelane_b32 v0, s5, 13
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB5_2
; %bb.1:
.Ltmp23:
	.loc	0 26 151                        ; calls.cl:26:151
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v3, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s14, v3, 0
	v_readlane_b32 s13, v3, 1
	v_readlane_b32 s12, v3, 2
	v_readlane_b32 s10, v3, 3
	v_readlane_b32 s11, v3, 4
	v_readlane_b32 s4, v3, 7
	v_readlane_b32 s5, v3, 8
	v_readlane_b32 s6, v3, 5
	v_readlane_b32 s7, v3, 6
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:28 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s33 offset:32 ; 4-byte Folded Reload
	buffer_load_dword v1, off, s[0:3], s33 offset:36 ; 4-byte Folded Reload
	s_mov_b32 s16, 0xf000
	s_mov_b32 s15, 0
	s_mov_b32 s8, s15
	s_mov_b32 s9, s16
	s_mov_b32 s16, s15
	s_mov_b32 s17, s15
                                        ; kill: def $sgpr16_sgpr17 killed $sgpr16_sgpr17 def $sgpr16_sgpr17_sgpr18_sgpr19
	s_mov_b64 s[18:19], s[8:9]
	buffer_load_dword v3, off, s[0:3], s33
	buffer_load_dword v5, off, s[0:3], s33 offset:4
                                        ; implicit-def: $sgpr8
                                        ; implicit-def: $sgpr8
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v4, v5
	buffer_load_dword v3, v[3:4], s[16:19], 0 addr64 glc
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s33 offset:48 ; 4-byte Folded Spill
	s_mov_b64 s[16:17], 16
	s_mov_b32 s8, s6
	s_mov_b32 s6, s7
	s_mov_b32 s9, s16
	s_mov_b32 s7, s17
	s_add_u32 s8, s8, s9
	s_addc_u32 s6, s6, s7
                                        ; kill: def $sgpr8 killed $sgpr8 def $sgpr8_sgpr9
	s_mov_b32 s9, s6
	s_mov_b32 s6, __printf_alloc@abs32@hi
	s_mov_b32 s16, __printf_alloc@abs32@lo
                                        ; kill: def $sgpr16 killed $sgpr16 def $sgpr16_sgpr17
	s_mov_b32 s17, s6
	s_mov_b64 s[22:23], s[2:3]
	s_mov_b64 s[20:21], s[0:1]
	s_mov_b32 s6, 20
	v_lshlrev_b32_e64 v1, s6, v1
	s_mov_b32 s6, 10
	v_lshlrev_b32_e64 v2, s6, v2
	v_or_b32_e64 v0, v0, v2
	v_or_b32_e64 v31, v0, v1
	v_mov_b32_e32 v0, 12
                                        ; implicit-def: $sgpr6_sgpr7
                                        ; implicit-def: $sgpr15
	s_mov_b64 s[0:1], s[20:21]
	s_mov_b64 s[2:3], s[22:23]
	s_swappc_b64 s[30:31], s[16:17]
	v_mov_b32_e32 v2, v1
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
	.loc	0 26 127                        ; calls.cl:26:127
	buffer_store_dword v0, off, s[0:3], s33 offset:40 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[0:3], s33 offset:44 ; 4-byte Folded Spill
	s_branch .LBB5_3
.Ltmp24:
.LBB5_2:
	.loc	0 0 127                         ; calls.cl:0:127
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 12
	v_readlane_b32 s5, v0, 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 26 121                        ; calls.cl:26:121
	s_branch .LBB5_6
.LBB5_3:
	.loc	0 0 121                         ; calls.cl:0:121
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(1)
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt expcnt(0)
	buffer_load_dword v1, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_mov_b64 s[4:5], 0
.Ltmp25:
	.loc	0 26 127                        ; calls.cl:26:127
	s_waitcnt vmcnt(0)
	v_cmp_ne_u64_e64 s[6:7], v[1:2], s[4:5]
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v0, s4, 14
	v_writelane_b32 v0, s5, 15
	s_or_saveexec_b64 s[34:35], -1
	buffer_store_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Spill
	s_mov_b64 exec, s[34:35]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB5_5
; %bb.4:
	.loc	0 0 127                         ; calls.cl:0:127
	buffer_load_dword v1, off, s[0:3], s33 offset:40 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s33 offset:44 ; 4-byte Folded Reload
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:48 ; 4-byte Folded Reload
	s_mov_b32 s4, 0xf000
	s_mov_b32 s6, 0
	s_mov_b32 s8, s6
	s_mov_b32 s9, s4
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
                                        ; kill: def $sgpr4_sgpr5 killed $sgpr4_sgpr5 def $sgpr4_sgpr5_sgpr6_sgpr7
	s_mov_b64 s[6:7], s[8:9]
	v_mov_b32_e32 v3, 1
	s_waitcnt vmcnt(1)
	buffer_store_dword v3, v[1:2], s[4:7], 0 addr64
	s_waitcnt vmcnt(1)
	buffer_store_dword v0, v[1:2], s[4:7], 0 addr64 offset:4
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v0, 0x40200000
	buffer_store_dword v0, v[1:2], s[4:7], 0 addr64 offset:8
.LBB5_5:
	s_or_saveexec_b64 s[34:35], -1
	s_waitcnt expcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 14
	v_readlane_b32 s5, v0, 15
	s_or_b64 exec, exec, s[4:5]
	.loc	0 26 127                        ; calls.cl:26:127
	s_branch .LBB5_2
.Ltmp26:
.LBB5_6:
	.loc	0 26 164                        ; calls.cl:26:164
	s_cbranch_execnz .LBB5_8
; %bb.7:
	.loc	0 26 182                        ; calls.cl:26:182
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
                                        ; kill: killed $vgpr0
	s_endpgm
.LBB5_8:
	.loc	0 26 164                        ; calls.cl:26:164
	s_or_saveexec_b64 s[34:35], -1
	buffer_load_dword v0, off, s[0:3], s33 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[34:35]
                                        ; kill: killed $vgpr0
	s_endpgm
.Ltmp27:
.Lfunc_end5:
	.size	k3, .Lfunc_end5-k3
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1408
; NumSgprs: 38
; NumVgprs: 41
; ScratchSize: 64
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 4
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 38
; NumVGPRsForWavesPerEU: 41
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 10
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

	.type	.str,@object                    ; @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.str:
	.asciz	"hello %d %f\n"
	.size	.str, 13

	.hidden	__oclc_ABI_version              ; @__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500                             ; 0x1f4
	.size	__oclc_ABI_version, 4

	.amdgpu_lds llvm.amdgcn.kernel.k1.lds, 384, 16
	.hidden	outside
	.hidden	_Z12get_local_idj
	.hidden	_Z7barrierj
	.hidden	_Z13get_global_idj
	.hidden	_Z3fmaddd
	.hidden	_Z11vstore_halffmPU3AS0Dh
	.hidden	_Z4sqrtd
	.hidden	_Z10atomic_addPU3AS1Vii
	.hidden	_Z14atomic_cmpxchgPU3AS1Viii
	.hidden	printf
	.file	1 "/clang/include" "opencl-c-base.h" md5 0xe6ba2e9ca1eaf45c753d86ea430e898c
	.section	.debug_abbrev,"",@progbits
	.byte	1                               ; Abbreviation Code
	.byte	17                              ; DW_TAG_compile_unit
	.byte	1                               ; DW_CHILDREN_yes
	.byte	37                              ; DW_AT_producer
	.byte	37                              ; DW_FORM_strx1
	.byte	19                              ; DW_AT_language
	.byte	5                               ; DW_FORM_data2
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	114                             ; DW_AT_str_offsets_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	16                              ; DW_AT_stmt_list
	.byte	23                              ; DW_FORM_sec_offset
	.byte	27                              ; DW_AT_comp_dir
	.byte	37                              ; DW_FORM_strx1
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	115                             ; DW_AT_addr_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	2                               ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
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
	.byte	37                              ; DW_FORM_strx1
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
	.byte	37                              ; DW_FORM_strx1
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
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
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
	.byte	37                              ; DW_FORM_strx1
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
	.byte	2                               ; DW_AT_location
	.byte	24                              ; DW_FORM_exprloc
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
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
	.byte	37                              ; DW_FORM_strx1
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
	.byte	12                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
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
	.byte	13                              ; Abbreviation Code
	.byte	11                              ; DW_TAG_lexical_block
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	14                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	15                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	16                              ; Abbreviation Code
	.byte	15                              ; DW_TAG_pointer_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	17                              ; Abbreviation Code
	.byte	15                              ; DW_TAG_pointer_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	51                              ; DW_AT_address_class
	.byte	6                               ; DW_FORM_data4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	18                              ; Abbreviation Code
	.byte	22                              ; DW_TAG_typedef
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	19                              ; Abbreviation Code
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
	.byte	20                              ; Abbreviation Code
	.byte	13                              ; DW_TAG_member
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
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
	.byte	21                              ; Abbreviation Code
	.byte	1                               ; DW_TAG_array_type
	.byte	1                               ; DW_CHILDREN_yes
	.ascii	"\207B"                         ; DW_AT_GNU_vector
	.byte	25                              ; DW_FORM_flag_present
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	22                              ; Abbreviation Code
	.byte	53                              ; DW_TAG_volatile_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	23                              ; Abbreviation Code
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
	.short	5                               ; DWARF version number
	.byte	1                               ; DWARF Unit Type
	.byte	8                               ; Address Size (in bytes)
	.long	.debug_abbrev                   ; Offset Into Abbrev. Section
	.byte	1                               ; Abbrev [1] 0xc:0x27f DW_TAG_compile_unit
	.byte	0                               ; DW_AT_producer
	.short	21                              ; DW_AT_language
	.byte	1                               ; DW_AT_name
	.long	.Lstr_offsets_base0             ; DW_AT_str_offsets_base
	.long	.Lline_table_start0             ; DW_AT_stmt_list
	.byte	2                               ; DW_AT_comp_dir
	.byte	5                               ; DW_AT_low_pc
	.long	.Lfunc_end5-.Lfunc_begin0       ; DW_AT_high_pc
	.long	.Laddr_table_base0              ; DW_AT_addr_base
	.byte	2                               ; Abbrev [2] 0x23:0xb DW_TAG_variable
	.byte	3                               ; DW_AT_name
	.long	46                              ; DW_AT_type
                                        ; DW_AT_external
	.byte	0                               ; DW_AT_decl_file
	.byte	1                               ; DW_AT_decl_line
	.byte	2                               ; DW_AT_location
	.byte	161
	.byte	0
	.byte	3                               ; Abbrev [3] 0x2e:0xc DW_TAG_array_type
	.long	58                              ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x33:0x6 DW_TAG_subrange_type
	.long	62                              ; DW_AT_type
	.byte	4                               ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	5                               ; Abbrev [5] 0x3a:0x4 DW_TAG_base_type
	.byte	4                               ; DW_AT_name
	.byte	5                               ; DW_AT_encoding
	.byte	4                               ; DW_AT_byte_size
	.byte	6                               ; Abbrev [6] 0x3e:0x4 DW_TAG_base_type
	.byte	5                               ; DW_AT_name
	.byte	8                               ; DW_AT_byte_size
	.byte	7                               ; DW_AT_encoding
	.byte	2                               ; Abbrev [2] 0x42:0xb DW_TAG_variable
	.byte	6                               ; DW_AT_name
	.long	58                              ; DW_AT_type
                                        ; DW_AT_external
	.byte	0                               ; DW_AT_decl_file
	.byte	2                               ; DW_AT_decl_line
	.byte	2                               ; DW_AT_location
	.byte	161
	.byte	1
	.byte	7                               ; Abbrev [7] 0x4d:0x70 DW_TAG_subprogram
	.byte	9                               ; DW_AT_low_pc
	.long	.Lfunc_end3-.Lfunc_begin3       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
	.byte	16                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	8                               ; Abbrev [8] 0x5a:0xe DW_TAG_variable
	.byte	7                               ; DW_AT_name
	.long	189                             ; DW_AT_type
	.byte	0                               ; DW_AT_decl_file
	.byte	11                              ; DW_AT_decl_line
	.byte	5                               ; DW_AT_location
	.byte	161
	.byte	2
	.byte	50
	.byte	22
	.byte	24
	.byte	8                               ; Abbrev [8] 0x68:0xe DW_TAG_variable
	.byte	8                               ; DW_AT_name
	.long	201                             ; DW_AT_type
	.byte	0                               ; DW_AT_decl_file
	.byte	11                              ; DW_AT_decl_line
	.byte	5                               ; DW_AT_location
	.byte	161
	.byte	3
	.byte	50
	.byte	22
	.byte	24
	.byte	9                               ; Abbrev [9] 0x76:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	0
	.byte	49
	.byte	22
	.byte	24
	.byte	19                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.long	529                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x84:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	8
	.byte	49
	.byte	22
	.byte	24
	.byte	27                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.long	586                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x92:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	16
	.byte	49
	.byte	22
	.byte	24
	.byte	20                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	10                              ; DW_AT_decl_line
	.long	58                              ; DW_AT_type
	.byte	10                              ; Abbrev [10] 0xa0:0xe DW_TAG_variable
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	20
	.byte	49
	.byte	22
	.byte	24
	.byte	28                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	12                              ; DW_AT_decl_line
	.long	58                              ; DW_AT_type
	.byte	10                              ; Abbrev [10] 0xae:0xe DW_TAG_variable
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	24
	.byte	49
	.byte	22
	.byte	24
	.byte	21                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	15                              ; DW_AT_decl_line
	.long	543                             ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0xbd:0xc DW_TAG_array_type
	.long	58                              ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0xc2:0x6 DW_TAG_subrange_type
	.long	62                              ; DW_AT_type
	.byte	64                              ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0xc9:0xc DW_TAG_array_type
	.long	213                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0xce:0x6 DW_TAG_subrange_type
	.long	62                              ; DW_AT_type
	.byte	32                              ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	5                               ; Abbrev [5] 0xd5:0x4 DW_TAG_base_type
	.byte	9                               ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	4                               ; DW_AT_byte_size
	.byte	11                              ; Abbrev [11] 0xd9:0xa DW_TAG_variable
	.long	227                             ; DW_AT_type
	.byte	0                               ; DW_AT_decl_file
	.byte	26                              ; DW_AT_decl_line
	.byte	2                               ; DW_AT_location
	.byte	161
	.byte	4
	.byte	3                               ; Abbrev [3] 0xe3:0xc DW_TAG_array_type
	.long	239                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0xe8:0x6 DW_TAG_subrange_type
	.long	62                              ; DW_AT_type
	.byte	13                              ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	5                               ; Abbrev [5] 0xef:0x4 DW_TAG_base_type
	.byte	10                              ; DW_AT_name
	.byte	6                               ; DW_AT_encoding
	.byte	1                               ; DW_AT_byte_size
	.byte	5                               ; Abbrev [5] 0xf3:0x4 DW_TAG_base_type
	.byte	11                              ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	8                               ; DW_AT_byte_size
	.byte	5                               ; Abbrev [5] 0xf7:0x4 DW_TAG_base_type
	.byte	12                              ; DW_AT_name
	.byte	5                               ; DW_AT_encoding
	.byte	8                               ; DW_AT_byte_size
	.byte	12                              ; Abbrev [12] 0xfb:0x50 DW_TAG_subprogram
	.byte	5                               ; DW_AT_low_pc
	.long	.Lfunc_end0-.Lfunc_begin0       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
	.byte	13                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	213                             ; DW_AT_type
                                        ; DW_AT_external
	.byte	9                               ; Abbrev [9] 0x10b:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	0
	.byte	49
	.byte	22
	.byte	24
	.byte	19                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	529                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x119:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	8
	.byte	49
	.byte	22
	.byte	24
	.byte	20                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	58                              ; DW_AT_type
	.byte	10                              ; Abbrev [10] 0x127:0xe DW_TAG_variable
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	12
	.byte	49
	.byte	22
	.byte	24
	.byte	21                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	213                             ; DW_AT_type
	.byte	13                              ; Abbrev [13] 0x135:0x15 DW_TAG_lexical_block
	.byte	6                               ; DW_AT_low_pc
	.long	.Ltmp8-.Ltmp1                   ; DW_AT_high_pc
	.byte	10                              ; Abbrev [10] 0x13b:0xe DW_TAG_variable
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	16
	.byte	49
	.byte	22
	.byte	24
	.byte	22                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	58                              ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	14                              ; Abbrev [14] 0x14b:0x1f DW_TAG_subprogram
	.byte	7                               ; DW_AT_low_pc
	.long	.Lfunc_end1-.Lfunc_begin1       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
	.byte	14                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	58                              ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x15b:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	0
	.byte	49
	.byte	22
	.byte	24
	.byte	23                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	58                              ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	15                              ; Abbrev [15] 0x16a:0x29 DW_TAG_subprogram
	.byte	8                               ; DW_AT_low_pc
	.long	.Lfunc_end2-.Lfunc_begin2       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
	.byte	15                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	9                               ; DW_AT_decl_line
                                        ; DW_AT_external
	.byte	9                               ; Abbrev [9] 0x176:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	0
	.byte	49
	.byte	22
	.byte	24
	.byte	21                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	9                               ; DW_AT_decl_line
	.long	534                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x184:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	4
	.byte	49
	.byte	22
	.byte	24
	.byte	22                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	9                               ; DW_AT_decl_line
	.long	58                              ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	7                               ; Abbrev [7] 0x193:0x54 DW_TAG_subprogram
	.byte	10                              ; DW_AT_low_pc
	.long	.Lfunc_end4-.Lfunc_begin4       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
	.byte	17                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	9                               ; Abbrev [9] 0x1a0:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	0
	.byte	49
	.byte	22
	.byte	24
	.byte	29                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.long	591                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x1ae:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	8
	.byte	49
	.byte	22
	.byte	24
	.byte	23                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.long	596                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x1bc:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	16
	.byte	49
	.byte	22
	.byte	24
	.byte	30                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.long	601                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x1ca:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	32
	.byte	49
	.byte	22
	.byte	24
	.byte	32                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	19                              ; DW_AT_decl_line
	.long	621                             ; DW_AT_type
	.byte	10                              ; Abbrev [10] 0x1d8:0xe DW_TAG_variable
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	40
	.byte	49
	.byte	22
	.byte	24
	.byte	22                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	20                              ; DW_AT_decl_line
	.long	58                              ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	7                               ; Abbrev [7] 0x1e7:0x2a DW_TAG_subprogram
	.byte	11                              ; DW_AT_low_pc
	.long	.Lfunc_end5-.Lfunc_begin5       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	65
	.byte	18                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	26                              ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	9                               ; Abbrev [9] 0x1f4:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	0
	.byte	49
	.byte	22
	.byte	24
	.byte	24                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	26                              ; DW_AT_decl_line
	.long	630                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x202:0xe DW_TAG_formal_parameter
	.byte	5                               ; DW_AT_location
	.byte	145
	.byte	8
	.byte	49
	.byte	22
	.byte	24
	.byte	34                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	26                              ; DW_AT_decl_line
	.long	640                             ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	16                              ; Abbrev [16] 0x211:0x5 DW_TAG_pointer_type
	.long	213                             ; DW_AT_type
	.byte	17                              ; Abbrev [17] 0x216:0x9 DW_TAG_pointer_type
	.long	543                             ; DW_AT_type
	.long	1                               ; DW_AT_address_class
	.byte	18                              ; Abbrev [18] 0x21f:0x8 DW_TAG_typedef
	.long	551                             ; DW_AT_type
	.byte	26                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.byte	19                              ; Abbrev [19] 0x227:0x17 DW_TAG_structure_type
	.byte	16                              ; DW_AT_byte_size
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.byte	20                              ; Abbrev [20] 0x22b:0x9 DW_TAG_member
	.byte	24                              ; DW_AT_name
	.long	58                              ; DW_AT_type
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.byte	0                               ; DW_AT_data_member_location
	.byte	20                              ; Abbrev [20] 0x234:0x9 DW_TAG_member
	.byte	25                              ; DW_AT_name
	.long	574                             ; DW_AT_type
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.byte	4                               ; DW_AT_data_member_location
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0x23e:0xc DW_TAG_array_type
	.long	213                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x243:0x6 DW_TAG_subrange_type
	.long	62                              ; DW_AT_type
	.byte	3                               ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	16                              ; Abbrev [16] 0x24a:0x5 DW_TAG_pointer_type
	.long	58                              ; DW_AT_type
	.byte	16                              ; Abbrev [16] 0x24f:0x5 DW_TAG_pointer_type
	.long	243                             ; DW_AT_type
	.byte	16                              ; Abbrev [16] 0x254:0x5 DW_TAG_pointer_type
	.long	247                             ; DW_AT_type
	.byte	18                              ; Abbrev [18] 0x259:0x8 DW_TAG_typedef
	.long	609                             ; DW_AT_type
	.byte	31                              ; DW_AT_name
	.byte	1                               ; DW_AT_decl_file
	.byte	209                             ; DW_AT_decl_line
	.byte	21                              ; Abbrev [21] 0x261:0xc DW_TAG_array_type
                                        ; DW_AT_GNU_vector
	.long	213                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x266:0x6 DW_TAG_subrange_type
	.long	62                              ; DW_AT_type
	.byte	4                               ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	16                              ; Abbrev [16] 0x26d:0x5 DW_TAG_pointer_type
	.long	626                             ; DW_AT_type
	.byte	5                               ; Abbrev [5] 0x272:0x4 DW_TAG_base_type
	.byte	33                              ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	2                               ; DW_AT_byte_size
	.byte	16                              ; Abbrev [16] 0x276:0x5 DW_TAG_pointer_type
	.long	635                             ; DW_AT_type
	.byte	22                              ; Abbrev [22] 0x27b:0x5 DW_TAG_volatile_type
	.long	58                              ; DW_AT_type
	.byte	16                              ; Abbrev [16] 0x280:0x5 DW_TAG_pointer_type
	.long	645                             ; DW_AT_type
	.byte	23                              ; Abbrev [23] 0x285:0x5 DW_TAG_const_type
	.long	239                             ; DW_AT_type
	.byte	0                               ; End Of Children Mark
.Ldebug_info_end0:
	.section	.debug_str_offsets,"",@progbits
	.long	144                             ; Length of String Offsets Set
	.short	5
	.short	0
.Lstr_offsets_base0:
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
	.asciz	"p"                             ; string offset=158
.Linfo_string20:
	.asciz	"n"                             ; string offset=160
.Linfo_string21:
	.asciz	"s"                             ; string offset=162
.Linfo_string22:
	.asciz	"i"                             ; string offset=164
.Linfo_string23:
	.asciz	"x"                             ; string offset=166
.Linfo_string24:
	.asciz	"a"                             ; string offset=168
.Linfo_string25:
	.asciz	"b"                             ; string offset=170
.Linfo_string26:
	.asciz	"S"                             ; string offset=172
.Linfo_string27:
	.asciz	"q"                             ; string offset=174
.Linfo_string28:
	.asciz	"l"                             ; string offset=176
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
	.section	.debug_str_offsets,"",@progbits
	.long	.Linfo_string0
	.long	.Linfo_string1
	.long	.Linfo_string2
	.long	.Linfo_string3
	.long	.Linfo_string4
	.long	.Linfo_string5
	.long	.Linfo_string6
	.long	.Linfo_string7
	.long	.Linfo_string8
	.long	.Linfo_string9
	.long	.Linfo_string10
	.long	.Linfo_string11
	.long	.Linfo_string12
	.long	.Linfo_string13
	.long	.Linfo_string14
	.long	.Linfo_string15
	.long	.Linfo_string16
	.long	.Linfo_string17
	.long	.Linfo_string18
	.long	.Linfo_string19
	.long	.Linfo_string20
	.long	.Linfo_string21
	.long	.Linfo_string22
	.long	.Linfo_string23
	.long	.Linfo_string24
	.long	.Linfo_string25
	.long	.Linfo_string26
	.long	.Linfo_string27
	.long	.Linfo_string28
	.long	.Linfo_string29
	.long	.Linfo_string30
	.long	.Linfo_string31
	.long	.Linfo_string32
	.long	.Linfo_string33
	.long	.Linfo_string34
	.section	.debug_addr,"",@progbits
	.long	.Ldebug_addr_end0-.Ldebug_addr_start0 ; Length of contribution
.Ldebug_addr_start0:
	.short	5                               ; DWARF version number
	.byte	8                               ; Address size
	.byte	0                               ; Segment selector size
.Laddr_table_base0:
	.quad	table
	.quad	counter
	.quad	k1.shared_a
	.quad	k1.shared_b
	.quad	.str
	.quad	.Lfunc_begin0
	.quad	.Ltmp1
	.quad	.Lfunc_begin1
	.quad	.Lfunc_begin2
	.quad	.Lfunc_begin3
	.quad	.Lfunc_begin4
	.quad	.Lfunc_begin5
.Ldebug_addr_end0:
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym many
	.addrsig_sym leaf
	.addrsig_sym stack
	.addrsig_sym outside
	.addrsig_sym _Z12get_local_idj
	.addrsig_sym _Z7barrierj
	.addrsig_sym _Z13get_global_idj
	.addrsig_sym _Z3fmaddd
	.addrsig_sym _Z11vstore_halffmPU3AS0Dh
	.addrsig_sym _Z4sqrtd
	.addrsig_sym _Z10atomic_addPU3AS1Vii
	.addrsig_sym _Z14atomic_cmpxchgPU3AS1Viii
	.addrsig_sym __printf_alloc
	.addrsig_sym table
	.addrsig_sym counter
	.amd_amdgpu_isa "amdgcn-mesa-mesa3d--gfx600"
	.section	.debug_line,"",@progbits
.Lline_table_start0:
