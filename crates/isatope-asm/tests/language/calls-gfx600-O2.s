	.text
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
	.hidden	helper                          ; -- Begin function helper
	.globl	helper
	.p2align	2
	.type	helper,@function
helper:                                 ; @helper
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_and_b32_e32 v3, 3, v0
	v_lshlrev_b32_e32 v3, 2, v3
	v_add_i32_e32 v1, vcc, v1, v3
	s_mov_b32 s6, 0
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	s_mov_b32 s7, 0xf000
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v1, v[1:2], s[4:7], 0 addr64
	v_mov_b32_e32 v4, 0
	s_mov_b32 s5, table@abs32@hi
	s_mov_b32 s4, table@abs32@lo
	buffer_load_dword v2, v[3:4], s[4:7], 0 addr64
	s_waitcnt vmcnt(1)
	v_mul_lo_u32 v0, v1, v0
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v0, vcc, v0, v2
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	helper, .Lfunc_end0-helper
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 100
; NumSgprs: 34
; NumVgprs: 5
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
	.long	0
	.text
	.hidden	outer                           ; -- Begin function outer
	.globl	outer
	.p2align	2
	.type	outer,@function
outer:                                  ; @outer
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s10, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v9, off, s[0:3], s33 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	s_waitcnt expcnt(0)
	v_writelane_b32 v9, s30, 0
	s_mov_b32 s9, helper@abs32@hi
	s_mov_b32 s8, helper@abs32@lo
	s_addk_i32 s32, 0x400
	v_writelane_b32 v9, s31, 1
	v_mov_b32_e32 v5, v2
	v_mov_b32_e32 v6, v1
	v_mov_b32_e32 v7, v0
	s_swappc_b64 s[30:31], s[8:9]
	v_mov_b32_e32 v8, v0
	v_add_i32_e32 v0, vcc, 1, v7
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v5
	s_swappc_b64 s[30:31], s[8:9]
	v_add_i32_e32 v0, vcc, v0, v8
	v_readlane_b32 s31, v9, 1
	v_readlane_b32 s30, v9, 0
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v9, off, s[0:3], s33  ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_addk_i32 s32, 0xfc00
	s_mov_b32 s33, s10
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	outer, .Lfunc_end1-outer
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 140
; NumSgprs: 36
; NumVgprs: 10
; ScratchSize: 16
; MemoryBound: 0
	.section	.AMDGPU.config,"",@progbits
	.long	47176
	.long	11272587
	.long	47180
	.long	37781
	.long	47200
	.long	4096
	.long	4
	.long	0
	.long	8
	.long	0
	.text
	.protected	one                     ; -- Begin function one
	.globl	one
	.p2align	8
	.type	one,@function
	.amdgpu_hsa_kernel one
one:                                    ; @one
	.amd_kernel_code_t
		amd_code_version_major = 1
		amd_code_version_minor = 2
		amd_machine_kind = 1
		amd_machine_version_major = 6
		amd_machine_version_minor = 0
		amd_machine_version_stepping = 0
		kernel_code_entry_byte_offset = 256
		kernel_code_prefetch_byte_size = 0
		granulated_workitem_vgpr_count = 11
		granulated_wavefront_sgpr_count = 6
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
		granulated_lds_size = 1
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
		workitem_private_segment_byte_size = 16
		workgroup_group_segment_byte_size = 256
		gds_segment_byte_size = 0
		kernarg_segment_byte_size = 24
		workgroup_fbarrier_count = 0
		wavefront_sgpr_count = 50
		workitem_vgpr_count = 45
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
	s_add_u32 s0, s0, s13
	s_addc_u32 s1, s1, 0
	s_load_dwordx2 s[44:45], s[6:7], 0x0
	v_lshlrev_b32_e32 v1, 10, v1
	s_add_u32 s38, s6, 8
	v_lshlrev_b32_e32 v2, 20, v2
	v_or_b32_e32 v0, v0, v1
	s_mov_b32 s33, s12
	s_mov_b32 s40, s11
	s_mov_b32 s41, s10
	s_mov_b64 s[34:35], s[8:9]
	s_addc_u32 s39, s7, 0
	v_or_b32_e32 v40, v0, v2
	s_mov_b32 s7, _Z12get_local_idj@abs32@hi
	s_mov_b32 s6, _Z12get_local_idj@abs32@lo
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, 0
	s_mov_b32 s32, 0
	s_mov_b64 s[36:37], s[4:5]
	s_mov_b32 s46, 0
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v42, v0
	v_mov_b32_e32 v41, 0
	v_ashr_i64 v[43:44], v[41:42], 30
	s_mov_b32 s47, 0xf000
	buffer_load_dword v0, v[43:44], s[44:47], 0 addr64
	v_lshlrev_b32_e32 v1, 2, v42
	s_mov_b32 m0, -1
	s_mov_b32 s7, _Z7barrierj@abs32@hi
	s_mov_b32 s6, _Z7barrierj@abs32@lo
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v0
	v_mov_b32_e32 v0, 1
	s_swappc_b64 s[30:31], s[6:7]
	v_sub_i32_e64 v0, vcc, 0, 0
	v_subb_u32_e32 v0, vcc, 63, v42, vcc
	v_lshlrev_b32_e32 v0, 2, v0
	ds_read_b32 v0, v0
	s_mov_b32 s5, outer@abs32@hi
	s_mov_b32 s4, outer@abs32@lo
	v_mov_b32_e32 v1, s44
	v_mov_b32_e32 v2, s45
	s_swappc_b64 s[30:31], s[4:5]
	buffer_store_dword v0, v[43:44], s[44:47], 0 addr64
	s_endpgm
.Lfunc_end2:
	.size	one, .Lfunc_end2-one
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 280
; NumSgprs: 50
; NumVgprs: 45
; ScratchSize: 16
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 256 bytes/workgroup (compile time only)
; SGPRBlocks: 6
; VGPRBlocks: 11
; NumSGPRsForWavesPerEU: 50
; NumVGPRsForWavesPerEU: 45
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
	.long	11272586
	.long	47180
	.long	5013
	.long	47200
	.long	0
	.long	4
	.long	0
	.long	8
	.long	0
	.text
	.protected	two                     ; -- Begin function two
	.globl	two
	.p2align	8
	.type	two,@function
	.amdgpu_hsa_kernel two
two:                                    ; @two
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
		granulated_wavefront_sgpr_count = 6
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
		workitem_private_segment_byte_size = 0
		workgroup_group_segment_byte_size = 0
		gds_segment_byte_size = 0
		kernarg_segment_byte_size = 28
		workgroup_fbarrier_count = 0
		wavefront_sgpr_count = 50
		workitem_vgpr_count = 44
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
	s_add_u32 s0, s0, s13
	s_load_dwordx2 s[44:45], s[6:7], 0x0
	s_load_dword s42, s[6:7], 0x2
	s_addc_u32 s1, s1, 0
	v_lshlrev_b32_e32 v1, 10, v1
	s_add_u32 s38, s6, 12
	v_lshlrev_b32_e32 v2, 20, v2
	v_or_b32_e32 v0, v0, v1
	s_mov_b32 s33, s12
	s_mov_b32 s40, s11
	s_mov_b32 s41, s10
	s_mov_b64 s[34:35], s[8:9]
	s_addc_u32 s39, s7, 0
	v_or_b32_e32 v40, v0, v2
	s_mov_b32 s7, _Z13get_global_idj@abs32@hi
	s_mov_b32 s6, _Z13get_global_idj@abs32@lo
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, 0
	s_mov_b32 s32, 0
	s_mov_b64 s[36:37], s[4:5]
	s_mov_b32 s46, 0
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v1, v0
	v_mov_b32_e32 v0, 0
	v_ashr_i64 v[42:43], v[0:1], 30
	s_mov_b32 s47, 0xf000
	buffer_load_dword v41, v[42:43], s[44:47], 0 addr64
	s_mov_b32 s7, _Z10native_sinf@abs32@hi
	s_mov_b32 s6, _Z10native_sinf@abs32@lo
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v0, v41
	s_swappc_b64 s[30:31], s[6:7]
	v_mac_f32_e32 v0, s42, v41
	buffer_store_dword v0, v[42:43], s[44:47], 0 addr64
	s_endpgm
.Lfunc_end3:
	.size	two, .Lfunc_end3-two
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 220
; NumSgprs: 50
; NumVgprs: 44
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 6
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 50
; NumVGPRsForWavesPerEU: 44
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
	.long	11272587
	.long	47180
	.long	5013
	.long	47200
	.long	0
	.long	4
	.long	0
	.long	8
	.long	0
	.text
	.protected	three                   ; -- Begin function three
	.globl	three
	.p2align	8
	.type	three,@function
	.amdgpu_hsa_kernel three
three:                                  ; @three
	.amd_kernel_code_t
		amd_code_version_major = 1
		amd_code_version_minor = 2
		amd_machine_kind = 1
		amd_machine_version_major = 6
		amd_machine_version_minor = 0
		amd_machine_version_stepping = 0
		kernel_code_entry_byte_offset = 256
		kernel_code_prefetch_byte_size = 0
		granulated_workitem_vgpr_count = 11
		granulated_wavefront_sgpr_count = 6
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
		workitem_private_segment_byte_size = 0
		workgroup_group_segment_byte_size = 0
		gds_segment_byte_size = 0
		kernarg_segment_byte_size = 24
		workgroup_fbarrier_count = 0
		wavefront_sgpr_count = 50
		workitem_vgpr_count = 45
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
	s_add_u32 s0, s0, s13
	s_addc_u32 s1, s1, 0
	s_load_dwordx2 s[44:45], s[6:7], 0x0
	v_lshlrev_b32_e32 v1, 10, v1
	s_add_u32 s38, s6, 8
	v_lshlrev_b32_e32 v2, 20, v2
	v_or_b32_e32 v0, v0, v1
	s_mov_b32 s33, s12
	s_mov_b32 s40, s11
	s_mov_b32 s41, s10
	s_mov_b64 s[34:35], s[8:9]
	s_addc_u32 s39, s7, 0
	v_or_b32_e32 v40, v0, v2
	s_mov_b32 s7, _Z13get_global_idj@abs32@hi
	s_mov_b32 s6, _Z13get_global_idj@abs32@lo
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, 0
	s_mov_b32 s32, 0
	s_mov_b64 s[36:37], s[4:5]
	s_mov_b32 s46, 0
	s_swappc_b64 s[30:31], s[6:7]
	v_mov_b32_e32 v1, v0
	v_mov_b32_e32 v0, 0
	v_ashr_i64 v[41:42], v[0:1], 29
	s_mov_b32 s47, 0xf000
	buffer_load_dwordx2 v[43:44], v[41:42], s[44:47], 0 addr64
	s_mov_b32 s7, elsewhere@abs32@hi
	s_mov_b32 s6, elsewhere@abs32@lo
	s_mov_b64 s[4:5], s[36:37]
	s_mov_b64 s[8:9], s[38:39]
	s_mov_b64 s[10:11], s[34:35]
	s_mov_b32 s12, s41
	s_mov_b32 s13, s40
	s_mov_b32 s14, s33
	v_mov_b32_e32 v31, v40
	v_mov_b32_e32 v0, v1
	s_swappc_b64 s[30:31], s[6:7]
	v_cvt_f64_i32_e32 v[0:1], v0
	s_mov_b32 s4, 0
	s_mov_b32 s5, 0x40080000
	v_fma_f64 v[0:1], v[43:44], s[4:5], v[0:1]
	buffer_store_dwordx2 v[0:1], v[41:42], s[44:47], 0 addr64
	s_endpgm
.Lfunc_end4:
	.size	three, .Lfunc_end4-three
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 232
; NumSgprs: 50
; NumVgprs: 45
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 6
; VGPRBlocks: 11
; NumSGPRsForWavesPerEU: 50
; NumVGPRsForWavesPerEU: 45
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
	.long	5                               ; 0x5
	.size	table, 16

	.hidden	__oclc_ABI_version              ; @__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500                             ; 0x1f4
	.size	__oclc_ABI_version, 4

	.amdgpu_lds llvm.amdgcn.kernel.one.lds, 256, 16
	.hidden	_Z12get_local_idj
	.hidden	_Z7barrierj
	.hidden	_Z13get_global_idj
	.hidden	_Z10native_sinf
	.hidden	elsewhere
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amd_amdgpu_isa "amdgcn-mesa-mesa3d--gfx600"
