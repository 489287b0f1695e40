// A matrix product of halves, added up in single precision: `v_dot2_f32_f16` takes two pairs of halves, multiplies and adds all in one go.
//
// C is 32 by 32, A 32 by 64, B 64 by 32 and stored by columns, so that what a work-item multiplies stands side by side in both. 16 bytes are
// 8 halves: four of the instructions.
.amdgcn_target "amdgcn-amd-amdhsa--gfx906"

.text
.globl matmul16
.p2align 8
.type matmul16,@function
matmul16:                                           // s[0:1] arguments, s2 and s3 workgroup, v0 and v1 work-item in x and y
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // A, B
    s_load_dwordx2 s[8:9], s[0:1], 0x10             // C
    v_lshl_add_u32 v0, s2, 4, v0                    // column
    v_lshl_add_u32 v1, s3, 4, v1                    // row
    v_lshlrev_b32_e32 v2, 7, v1                     // a row of A, and a column of B, is 64 halves: 128 bytes
    v_lshlrev_b32_e32 v3, 7, v0
    v_mov_b32_e32 v4, 0
    s_mov_b32 s2, 8
    s_waitcnt lgkmcnt(0)
.Leight:
    global_load_dwordx4 v[8:11], v2, s[4:5]
    global_load_dwordx4 v[12:15], v3, s[6:7]
    v_add_u32_e32 v2, 16, v2
    v_add_u32_e32 v3, 16, v3
    s_waitcnt vmcnt(0)
    v_dot2_f32_f16 v4, v8, v12, v4                  // v4 += v8.low * v12.low + v8.high * v12.high
    v_dot2_f32_f16 v4, v9, v13, v4
    v_dot2_f32_f16 v4, v10, v14, v4
    v_dot2_f32_f16 v4, v11, v15, v4
    s_sub_u32 s2, s2, 1
    s_cmp_lg_u32 s2, 0
    s_cbranch_scc1 .Leight
    v_lshl_add_u32 v0, v1, 5, v0                    // row * 32 + column
    v_lshlrev_b32_e32 v0, 2, v0
    global_store_dword v0, v4, s[8:9]
    s_endpgm
.Lend:
.size matmul16, .Lend-matmul16

.rodata
.p2align 6
.amdhsa_kernel matmul16
    .amdhsa_kernarg_size 24
    .amdhsa_system_sgpr_workgroup_id_y 1
    .amdhsa_system_vgpr_workitem_id 1               // v0 and v1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's numbers follow in s2 and s3
    .amdhsa_next_free_vgpr 16
    .amdhsa_next_free_sgpr 10
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx906
amdhsa.kernels:
  - .name: matmul16
    .symbol: matmul16.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 16
    .max_flat_workgroup_size: 256
    .args:
      - { .name: a, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: b, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: c, .offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global }
.end_amdgpu_metadata
