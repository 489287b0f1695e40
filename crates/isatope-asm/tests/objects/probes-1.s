	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.amdhsa_code_object_version 5
	.section	.text.other,"ax",@progbits
	.hidden	other                           ; -- Begin function other
	.globl	other
	.p2align	2
	.type	other,@function
other:                                  ; @other
.Lfunc_begin0:
	.file	0 "/src" "probes.cl" md5 0xceef3550e11e5b9bd7979bef831ca062
	.loc	0 3 0                           ; probes.cl:3:0
	.cfi_sections .debug_frame
	.cfi_startproc
; %bb.0:
	.pseudoprobe	13598193224579702649 1 0 0 other
	.pseudoprobe	10273601903439868693 1 0 0 @ 13598193224579702649:2 other
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
.Ltmp0:
	.loc	0 1 33 prologue_end             ; probes.cl:1:33
	v_mul_lo_u32 v1, v0, v0
.Ltmp1:
	.loc	0 2 33                          ; probes.cl:2:33
	v_cmp_gt_i32_e32 vcc, 4, v0
                                        ; implicit-def: $vgpr2
	.loc	0 2 31 is_stmt 0                ; probes.cl:2:31
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
; %bb.1:
	.pseudoprobe	10273601903439868693 5 0 0 @ 13598193224579702649:2 other
	.pseudoprobe	4361424049673769444 1 0 0 @ 13598193224579702649:2 @ 10273601903439868693:6 other
.Ltmp2:
	.loc	0 1 37 is_stmt 1                ; probes.cl:1:37
	v_add_u32_e32 v2, 1, v1
.Ltmp3:
                                        ; implicit-def: $vgpr1
; %bb.2:
	.loc	0 2 31                          ; probes.cl:2:31
	s_andn2_saveexec_b64 s[4:5], s[4:5]
; %bb.3:
	.pseudoprobe	10273601903439868693 2 0 0 @ 13598193224579702649:2 other
	.pseudoprobe	4361424049673769444 1 0 0 @ 13598193224579702649:2 @ 10273601903439868693:3 other
	.pseudoprobe	4361424049673769444 1 0 0 @ 13598193224579702649:2 @ 10273601903439868693:4 other
	.loc	0 2 58 is_stmt 0                ; probes.cl:2:58
	v_add_u32_e32 v2, 1, v0
.Ltmp4:
	.loc	0 1 33 is_stmt 1                ; probes.cl:1:33
	v_mad_u64_u32 v[2:3], s[6:7], v2, v0, v[2:3]
.Ltmp5:
	.loc	0 2 51                          ; probes.cl:2:51
	v_add3_u32 v2, v2, v1, 2
.Ltmp6:
; %bb.4:
	.loc	0 0 51 is_stmt 0                ; probes.cl:0:51
	s_or_b64 exec, exec, s[4:5]
	.pseudoprobe	10273601903439868693 7 0 0 @ 13598193224579702649:2 other
	.pseudoprobe	10273601903439868693 1 0 0 @ 13598193224579702649:3 other
	.loc	0 3 76 is_stmt 1                ; probes.cl:3:76
	v_add_u32_e32 v1, 9, v0
.Ltmp7:
	.loc	0 1 33                          ; probes.cl:1:33
	v_mul_lo_u32 v3, v1, v1
.Ltmp8:
	.loc	0 2 33                          ; probes.cl:2:33
	v_cmp_gt_i32_e32 vcc, -5, v0
                                        ; implicit-def: $vgpr1
	.loc	0 2 31 is_stmt 0                ; probes.cl:2:31
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
; %bb.5:
	.pseudoprobe	10273601903439868693 5 0 0 @ 13598193224579702649:3 other
	.pseudoprobe	4361424049673769444 1 0 0 @ 13598193224579702649:3 @ 10273601903439868693:6 other
.Ltmp9:
	.loc	0 1 37 is_stmt 1                ; probes.cl:1:37
	v_add_u32_e32 v1, 1, v3
.Ltmp10:
                                        ; implicit-def: $vgpr0
                                        ; implicit-def: $vgpr3
; %bb.6:
	.loc	0 2 31                          ; probes.cl:2:31
	s_andn2_saveexec_b64 s[4:5], s[4:5]
; %bb.7:
	.pseudoprobe	10273601903439868693 2 0 0 @ 13598193224579702649:3 other
	.pseudoprobe	4361424049673769444 1 0 0 @ 13598193224579702649:3 @ 10273601903439868693:3 other
	.pseudoprobe	4361424049673769444 1 0 0 @ 13598193224579702649:3 @ 10273601903439868693:4 other
	.loc	0 2 58 is_stmt 0                ; probes.cl:2:58
	v_add_u32_e32 v0, 10, v0
.Ltmp11:
	.loc	0 1 33 is_stmt 1                ; probes.cl:1:33
	v_mul_lo_u32 v0, v0, v0
.Ltmp12:
	.loc	0 2 51                          ; probes.cl:2:51
	v_add3_u32 v1, v0, v3, 2
.Ltmp13:
; %bb.8:
	.loc	0 0 51 is_stmt 0                ; probes.cl:0:51
	s_or_b64 exec, exec, s[4:5]
	.pseudoprobe	10273601903439868693 7 0 0 @ 13598193224579702649:3 other
	.loc	0 3 66 is_stmt 1                ; probes.cl:3:66
	v_mad_u64_u32 v[0:1], s[4:5], v2, 3, v[1:2]
	.loc	0 3 46 is_stmt 0                ; probes.cl:3:46
	s_setpc_b64 s[30:31]
.Ltmp14:
.Lfunc_end0:
	.size	other, .Lfunc_end0-other
	.cfi_endproc
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
.Lfunc_begin1:
	.cfi_startproc
; %bb.0:
	.loc	0 4 48 prologue_end is_stmt 1   ; probes.cl:4:48
	s_load_dword s10, s[4:5], 0x8
	s_add_u32 flat_scratch_lo, s6, s9
	s_addc_u32 flat_scratch_hi, s7, 0
	s_add_u32 s0, s0, s9
	s_addc_u32 s1, s1, 0
	.loc	0 4 57 is_stmt 0                ; probes.cl:4:57
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s10, 1
	s_mov_b32 s32, 0
	.pseudoprobe	12157170054180749580 1 0 0 a
	.pseudoprobe	12157170054180749580 2 0 0 a
	.loc	0 4 39                          ; probes.cl:4:39
	s_cbranch_scc1 .LBB1_11
; %bb.1:
	.loc	0 4 48                          ; probes.cl:4:48
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_mov_b32 s11, 0
	v_mov_b32_e32 v4, 0
	s_branch .LBB1_4
.LBB1_2:                                ;   in Loop: Header=BB1_4 Depth=1
	.loc	0 4 0                           ; probes.cl:4:0
	v_mov_b32_e32 v0, s7
.LBB1_3:                                ;   in Loop: Header=BB1_4 Depth=1
	.pseudoprobe	12157170054180749580 9 0 0 a
	.pseudoprobe	12157170054180749580 10 0 0 a
	.pseudoprobe	12157170054180749580 2 0 0 a
	.loc	0 4 63                          ; probes.cl:4:63
	s_add_i32 s11, s11, 1
	.loc	0 4 0                           ; probes.cl:4:0
	global_store_dword v4, v0, s[8:9]
	.loc	0 4 57                          ; probes.cl:4:57
	s_add_u32 s8, s8, 4
	s_addc_u32 s9, s9, 0
	s_cmp_eq_u32 s10, s11
	s_cbranch_scc1 .LBB1_11
.LBB1_4:                                ; =>This Inner Loop Header: Depth=1
	.pseudoprobe	12157170054180749580 4 0 0 a
	.loc	0 4 73                          ; probes.cl:4:73
	s_waitcnt lgkmcnt(0)
	global_load_dword v0, v4, s[8:9]
	.loc	0 4 78                          ; probes.cl:4:78
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e32 vcc, 3, v0
	.loc	0 4 73                          ; probes.cl:4:73
	s_cbranch_vccz .LBB1_6
; %bb.5:                                ;   in Loop: Header=BB1_4 Depth=1
	.pseudoprobe	12157170054180749580 7 0 0 a
	.loc	0 4 112 discriminator 455082055 ; probes.cl:4:112
	v_mov_b32_e32 v0, s11
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, other@rel32@lo+4
	s_addc_u32 s5, s5, other@rel32@hi+12
	s_swappc_b64 s[30:31], s[4:5]
.Ltmp15:
	.loc	0 4 73                          ; probes.cl:4:73
	s_cbranch_execnz .LBB1_3
	s_branch .LBB1_7
.LBB1_6:                                ;   in Loop: Header=BB1_4 Depth=1
                                        ; implicit-def: $vgpr0
.LBB1_7:                                ;   in Loop: Header=BB1_4 Depth=1
	.pseudoprobe	12157170054180749580 5 0 0 a
	.pseudoprobe	10273601903439868693 1 0 0 @ 12157170054180749580:6 a
.Ltmp16:
	.loc	0 2 33 is_stmt 1                ; probes.cl:2:33
	s_cmp_lt_u32 s11, 4
.Ltmp17:
	.loc	0 1 33                          ; probes.cl:1:33
	s_mul_i32 s6, s11, s11
	s_mov_b64 s[4:5], -1
.Ltmp18:
                                        ; implicit-def: $sgpr7
	.loc	0 2 31                          ; probes.cl:2:31
	s_cbranch_scc0 .LBB1_9
; %bb.8:                                ;   in Loop: Header=BB1_4 Depth=1
	.pseudoprobe	10273601903439868693 5 0 0 @ 12157170054180749580:6 a
	.pseudoprobe	4361424049673769444 1 0 0 @ 12157170054180749580:6 @ 10273601903439868693:6 a
.Ltmp19:
	.loc	0 1 37                          ; probes.cl:1:37
	s_add_i32 s7, s6, 1
	s_mov_b64 s[4:5], 0
.Ltmp20:
.LBB1_9:                                ;   in Loop: Header=BB1_4 Depth=1
	.loc	0 2 31                          ; probes.cl:2:31
	s_andn2_b64 vcc, exec, s[4:5]
	s_cbranch_vccnz .LBB1_2
; %bb.10:                               ;   in Loop: Header=BB1_4 Depth=1
	.pseudoprobe	10273601903439868693 2 0 0 @ 12157170054180749580:6 a
	.pseudoprobe	4361424049673769444 1 0 0 @ 12157170054180749580:6 @ 10273601903439868693:3 a
	.pseudoprobe	4361424049673769444 1 0 0 @ 12157170054180749580:6 @ 10273601903439868693:4 a
.Ltmp21:
	.loc	0 1 31                          ; probes.cl:1:31
	s_add_i32 s4, s11, 1
	.loc	0 1 33 is_stmt 0                ; probes.cl:1:33
	s_mul_i32 s4, s4, s4
.Ltmp22:
	.loc	0 2 51 is_stmt 1                ; probes.cl:2:51
	s_add_i32 s4, s6, s4
	s_add_i32 s7, s4, 2
	s_branch .LBB1_2
.Ltmp23:
.LBB1_11:
	.pseudoprobe	12157170054180749580 3 0 0 a
	.pseudoprobe	12157170054180749580 11 0 0 a
	.loc	0 4 124                         ; probes.cl:4:124
	s_endpgm
.Ltmp24:
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
	.cfi_endproc
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 208
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
.Lfunc_begin2:
	.cfi_startproc
; %bb.0:
	.pseudoprobe	17019013823989803922 1 0 0 b
	.pseudoprobe	4361424049673769444 1 0 0 @ 17019013823989803922:2 b
	.loc	0 5 42 prologue_end             ; probes.cl:5:42
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	v_mov_b32_e32 v0, 0
	s_waitcnt lgkmcnt(0)
	s_load_dword s2, s[0:1], 0x4
.Ltmp25:
	.loc	0 1 33                          ; probes.cl:1:33
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s2, s2, s2
	.loc	0 1 37 is_stmt 0                ; probes.cl:1:37
	s_add_i32 s2, s2, 1
	v_mov_b32_e32 v1, s2
.Ltmp26:
	.loc	0 5 37 is_stmt 1                ; probes.cl:5:37
	global_store_dword v0, v1, s[0:1]
	.loc	0 5 49 is_stmt 0                ; probes.cl:5:49
	s_endpgm
.Ltmp27:
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
	.cfi_endproc
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
	.byte	1                               ; DW_FORM_addr
	.byte	85                              ; DW_AT_ranges
	.byte	35                              ; DW_FORM_rnglistx
	.byte	115                             ; DW_AT_addr_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	116                             ; DW_AT_rnglists_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	2                               ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	32                              ; DW_AT_inline
	.byte	33                              ; DW_FORM_implicit_const
	.byte	1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	3                               ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	122                             ; DW_AT_call_all_calls
	.byte	25                              ; DW_FORM_flag_present
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	4                               ; Abbreviation Code
	.byte	29                              ; DW_TAG_inlined_subroutine
	.byte	1                               ; DW_CHILDREN_yes
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	88                              ; DW_AT_call_file
	.byte	11                              ; DW_FORM_data1
	.byte	89                              ; DW_AT_call_line
	.byte	11                              ; DW_FORM_data1
	.byte	87                              ; DW_AT_call_column
	.byte	11                              ; DW_FORM_data1
	.ascii	"\266B"                         ; DW_AT_GNU_discriminator
	.byte	6                               ; DW_FORM_data4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	5                               ; Abbreviation Code
	.byte	29                              ; DW_TAG_inlined_subroutine
	.byte	0                               ; DW_CHILDREN_no
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	88                              ; DW_AT_call_file
	.byte	11                              ; DW_FORM_data1
	.byte	89                              ; DW_AT_call_line
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	6                               ; Abbreviation Code
	.byte	29                              ; DW_TAG_inlined_subroutine
	.byte	0                               ; DW_CHILDREN_no
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	88                              ; DW_AT_call_file
	.byte	11                              ; DW_FORM_data1
	.byte	89                              ; DW_AT_call_line
	.byte	11                              ; DW_FORM_data1
	.byte	87                              ; DW_AT_call_column
	.byte	11                              ; DW_FORM_data1
	.ascii	"\266B"                         ; DW_AT_GNU_discriminator
	.byte	6                               ; DW_FORM_data4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	7                               ; Abbreviation Code
	.byte	72                              ; DW_TAG_call_site
	.byte	0                               ; DW_CHILDREN_no
	.ascii	"\203\001"                      ; DW_AT_call_target
	.byte	24                              ; DW_FORM_exprloc
	.byte	125                             ; DW_AT_call_return_pc
	.byte	27                              ; DW_FORM_addrx
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
	.byte	1                               ; Abbrev [1] 0xc:0x118 DW_TAG_compile_unit
	.byte	0                               ; DW_AT_producer
	.short	21                              ; DW_AT_language
	.byte	1                               ; DW_AT_name
	.long	.Lstr_offsets_base0             ; DW_AT_str_offsets_base
	.long	.Lline_table_start0             ; DW_AT_stmt_list
	.byte	2                               ; DW_AT_comp_dir
	.quad	0                               ; DW_AT_low_pc
	.byte	0                               ; DW_AT_ranges
	.long	.Laddr_table_base0              ; DW_AT_addr_base
	.long	.Lrnglists_table_base0          ; DW_AT_rnglists_base
	.byte	2                               ; Abbrev [2] 0x2b:0x2 DW_TAG_subprogram
	.byte	3                               ; DW_AT_name
                                        ; DW_AT_inline
	.byte	2                               ; Abbrev [2] 0x2d:0x2 DW_TAG_subprogram
	.byte	4                               ; DW_AT_name
                                        ; DW_AT_inline
	.byte	3                               ; Abbrev [3] 0x2f:0x88 DW_TAG_subprogram
	.byte	0                               ; DW_AT_low_pc
	.long	.Lfunc_end0-.Lfunc_begin0       ; DW_AT_high_pc
                                        ; DW_AT_call_all_calls
	.byte	5                               ; DW_AT_name
	.byte	4                               ; Abbrev [4] 0x36:0x40 DW_TAG_inlined_subroutine
	.long	45                              ; DW_AT_abstract_origin
	.byte	1                               ; DW_AT_low_pc
	.long	.Ltmp6-.Ltmp0                   ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	3                               ; DW_AT_call_line
	.byte	53                              ; DW_AT_call_column
	.long	455082007                       ; DW_AT_GNU_discriminator
	.byte	5                               ; Abbrev [5] 0x47:0xc DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	1                               ; DW_AT_low_pc
	.long	.Ltmp1-.Ltmp0                   ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	6                               ; Abbrev [6] 0x53:0x11 DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	2                               ; DW_AT_low_pc
	.long	.Ltmp3-.Ltmp2                   ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	71                              ; DW_AT_call_column
	.long	455082039                       ; DW_AT_GNU_discriminator
	.byte	6                               ; Abbrev [6] 0x64:0x11 DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	3                               ; DW_AT_low_pc
	.long	.Ltmp5-.Ltmp4                   ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	53                              ; DW_AT_call_column
	.long	455082023                       ; DW_AT_GNU_discriminator
	.byte	0                               ; End Of Children Mark
	.byte	4                               ; Abbrev [4] 0x76:0x40 DW_TAG_inlined_subroutine
	.long	45                              ; DW_AT_abstract_origin
	.byte	4                               ; DW_AT_low_pc
	.long	.Ltmp13-.Ltmp7                  ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	3                               ; DW_AT_call_line
	.byte	68                              ; DW_AT_call_column
	.long	455082015                       ; DW_AT_GNU_discriminator
	.byte	5                               ; Abbrev [5] 0x87:0xc DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	4                               ; DW_AT_low_pc
	.long	.Ltmp8-.Ltmp7                   ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	6                               ; Abbrev [6] 0x93:0x11 DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	5                               ; DW_AT_low_pc
	.long	.Ltmp10-.Ltmp9                  ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	71                              ; DW_AT_call_column
	.long	455082039                       ; DW_AT_GNU_discriminator
	.byte	6                               ; Abbrev [6] 0xa4:0x11 DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	6                               ; DW_AT_low_pc
	.long	.Ltmp12-.Ltmp11                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	53                              ; DW_AT_call_column
	.long	455082023                       ; DW_AT_GNU_discriminator
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0xb7:0x53 DW_TAG_subprogram
	.byte	7                               ; DW_AT_low_pc
	.long	.Lfunc_end1-.Lfunc_begin1       ; DW_AT_high_pc
                                        ; DW_AT_call_all_calls
	.byte	6                               ; DW_AT_name
	.byte	4                               ; Abbrev [4] 0xbe:0x40 DW_TAG_inlined_subroutine
	.long	45                              ; DW_AT_abstract_origin
	.byte	8                               ; DW_AT_low_pc
	.long	.Ltmp23-.Ltmp16                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	4                               ; DW_AT_call_line
	.byte	90                              ; DW_AT_call_column
	.long	455082039                       ; DW_AT_GNU_discriminator
	.byte	5                               ; Abbrev [5] 0xcf:0xc DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	9                               ; DW_AT_low_pc
	.long	.Ltmp18-.Ltmp17                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	6                               ; Abbrev [6] 0xdb:0x11 DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	10                              ; DW_AT_low_pc
	.long	.Ltmp20-.Ltmp19                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	71                              ; DW_AT_call_column
	.long	455082039                       ; DW_AT_GNU_discriminator
	.byte	6                               ; Abbrev [6] 0xec:0x11 DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	11                              ; DW_AT_low_pc
	.long	.Ltmp22-.Ltmp21                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	2                               ; DW_AT_call_line
	.byte	53                              ; DW_AT_call_column
	.long	455082023                       ; DW_AT_GNU_discriminator
	.byte	0                               ; End Of Children Mark
	.byte	7                               ; Abbrev [7] 0xfe:0xb DW_TAG_call_site
	.byte	8                               ; DW_AT_call_target
	.byte	144
	.byte	62
	.byte	147
	.byte	4
	.byte	144
	.byte	63
	.byte	147
	.byte	4
	.byte	12                              ; DW_AT_call_return_pc
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0x10a:0x19 DW_TAG_subprogram
	.byte	13                              ; DW_AT_low_pc
	.long	.Lfunc_end2-.Lfunc_begin2       ; DW_AT_high_pc
                                        ; DW_AT_call_all_calls
	.byte	7                               ; DW_AT_name
	.byte	6                               ; Abbrev [6] 0x111:0x11 DW_TAG_inlined_subroutine
	.long	43                              ; DW_AT_abstract_origin
	.byte	14                              ; DW_AT_low_pc
	.long	.Ltmp26-.Ltmp25                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	5                               ; DW_AT_call_line
	.byte	39                              ; DW_AT_call_column
	.long	455082007                       ; DW_AT_GNU_discriminator
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
.Ldebug_info_end0:
	.section	.debug_rnglists,"",@progbits
	.long	.Ldebug_list_header_end0-.Ldebug_list_header_start0 ; Length
.Ldebug_list_header_start0:
	.short	5                               ; Version
	.byte	8                               ; Address size
	.byte	0                               ; Segment selector size
	.long	1                               ; Offset entry count
.Lrnglists_table_base0:
	.long	.Ldebug_ranges0-.Lrnglists_table_base0
.Ldebug_ranges0:
	.byte	3                               ; DW_RLE_startx_length
	.byte	0                               ;   start index
	.uleb128 .Lfunc_end0-.Lfunc_begin0      ;   length
	.byte	3                               ; DW_RLE_startx_length
	.byte	7                               ;   start index
	.uleb128 .Lfunc_end1-.Lfunc_begin1      ;   length
	.byte	3                               ; DW_RLE_startx_length
	.byte	13                              ;   start index
	.uleb128 .Lfunc_end2-.Lfunc_begin2      ;   length
	.byte	0                               ; DW_RLE_end_of_list
.Ldebug_list_header_end0:
	.section	.debug_str_offsets,"",@progbits
	.long	36                              ; Length of String Offsets Set
	.short	5
	.short	0
.Lstr_offsets_base0:
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"Debian clang version 19.1.7 (3~deb12u1)" ; string offset=0
.Linfo_string1:
	.asciz	"probes.cl"                     ; string offset=40
.Linfo_string2:
	.asciz	"/src"                          ; string offset=50
.Linfo_string3:
	.asciz	"sq"                            ; string offset=55
.Linfo_string4:
	.asciz	"twice"                         ; string offset=58
.Linfo_string5:
	.asciz	"other"                         ; string offset=64
.Linfo_string6:
	.asciz	"a"                             ; string offset=70
.Linfo_string7:
	.asciz	"b"                             ; string offset=72
	.section	.debug_str_offsets,"",@progbits
	.long	.Linfo_string0
	.long	.Linfo_string1
	.long	.Linfo_string2
	.long	.Linfo_string3
	.long	.Linfo_string4
	.long	.Linfo_string5
	.long	.Linfo_string6
	.long	.Linfo_string7
	.section	.debug_addr,"",@progbits
	.long	.Ldebug_addr_end0-.Ldebug_addr_start0 ; Length of contribution
.Ldebug_addr_start0:
	.short	5                               ; DWARF version number
	.byte	8                               ; Address size
	.byte	0                               ; Segment selector size
.Laddr_table_base0:
	.quad	.Lfunc_begin0
	.quad	.Ltmp0
	.quad	.Ltmp2
	.quad	.Ltmp4
	.quad	.Ltmp7
	.quad	.Ltmp9
	.quad	.Ltmp11
	.quad	.Lfunc_begin1
	.quad	.Ltmp16
	.quad	.Ltmp17
	.quad	.Ltmp19
	.quad	.Ltmp21
	.quad	.Ltmp15
	.quad	.Lfunc_begin2
	.quad	.Ltmp25
.Ldebug_addr_end0:
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
	.section	.debug_line,"",@progbits
.Lline_table_start0:
