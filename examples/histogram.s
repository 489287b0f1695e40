// How often each byte value occurs: workgroups count in LDS with atomics, then add their counts to those in memory, also with atomics.
//
// SDWA (sub-dword addressing) picks a byte out of a source register on the way in, so that one shift makes the address of a counter out of
// any byte of a dword.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl histogram
.p2align 8
.type histogram,@function
histogram:                                          // s[0:1] arguments, s2 workgroup, v0 work-item
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // bytes, counters
    s_load_dwordx2 s[8:9], s[0:1], 0x10             // number of dwords, work-items in all
    v_lshlrev_b32_e32 v1, 2, v0
    v_mov_b32_e32 v2, 0
    ds_write_b32 v1, v2                             // 256 work-items clear 256 counters
    v_lshl_or_b32 v0, s2, 8, v0                     // i = workgroup * 256 + work-item
    v_mov_b32_e32 v4, 1
    v_mov_b32_e32 v5, 2
    s_mov_b64 s[10:11], exec
    s_waitcnt lgkmcnt(0)
    s_barrier
.Lcount:
    v_cmpx_gt_u32_e32 vcc, s8, v0
    s_cbranch_execz .Lcounted
    v_lshlrev_b32_e32 v3, 2, v0
    global_load_dword v3, v3, s[4:5]
    v_add_u32_e32 v0, s9, v0
    s_waitcnt vmcnt(0)
    v_lshlrev_b32_sdwa v6, v5, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0    // byte 0 << 2
    v_lshlrev_b32_sdwa v7, v5, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_1
    v_lshlrev_b32_sdwa v8, v5, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_2
    v_lshlrev_b32_sdwa v9, v5, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_3
    ds_add_u32 v6, v4
    ds_add_u32 v7, v4
    ds_add_u32 v8, v4
    ds_add_u32 v9, v4
    s_branch .Lcount
.Lcounted:
    s_mov_b64 exec, s[10:11]
    s_waitcnt lgkmcnt(0)
    s_barrier
    ds_read_b32 v2, v1                              // each work-item carries one counter to memory
    s_waitcnt lgkmcnt(0)
    v_cmpx_ne_u32_e32 vcc, 0, v2                    // that is not 0
    global_atomic_add v1, v2, s[6:7]
    s_endpgm
.Lend:
.size histogram, .Lend-histogram

.rodata
.p2align 6
.amdhsa_kernel histogram
    .amdhsa_group_segment_fixed_size 1024
    .amdhsa_kernarg_size 24
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's number follows in s2
    .amdhsa_next_free_vgpr 10
    .amdhsa_next_free_sgpr 12
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: histogram
    .symbol: histogram.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 18
    .vgpr_count: 10
    .max_flat_workgroup_size: 256
    .args:
      - { .name: bytes, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: counters, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: dwords, .offset: 16, .size: 4, .value_kind: by_value }
      - { .name: work_items, .offset: 20, .size: 4, .value_kind: by_value }
.end_amdgpu_metadata
