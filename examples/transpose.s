// The transpose of a matrix of dwords, through tiles of 16 by 16 in LDS, so that both the loads and the stores of a wavefront are whole rows.
//
// A row of the tile takes 17 dwords, not 16: LDS has 32 banks, dword i lies in bank i % 32, and with 16 the dwords of a column would lie in
// 2 banks, to be fetched one after the other. With 17 they lie in 16.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl transpose
.p2align 8
.type transpose,@function
transpose:                                          // s[0:1] arguments, s2 and s3 workgroup, v0 and v1 work-item in x and y
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // in, out
    s_load_dwordx2 s[8:9], s[0:1], 0x10             // width and height of `in`
    v_lshl_add_u32 v2, s2, 4, v0                    // column and row in `in`
    v_lshl_add_u32 v3, s3, 4, v1
    v_mad_u32_u24 v4, v1, 17, v0                    // place in the tile
    v_lshlrev_b32_e32 v4, 2, v4
    s_mov_b64 s[10:11], exec
    s_waitcnt lgkmcnt(0)
    v_cmp_gt_u32_e32 vcc, s8, v2                    // tiles at the edges are not full
    v_cmp_gt_u32_e64 s[12:13], s9, v3
    s_and_b64 exec, vcc, s[12:13]
    v_mad_u32_u24 v5, v3, s8, v2
    v_lshlrev_b32_e32 v5, 2, v5
    global_load_dword v5, v5, s[4:5]
    s_waitcnt vmcnt(0)
    ds_write_b32 v4, v5
    s_mov_b64 exec, s[10:11]
    s_waitcnt lgkmcnt(0)
    s_barrier

    v_lshl_add_u32 v2, s3, 4, v0                    // column and row in `out`: the tile's place mirrored, the work-item's not
    v_lshl_add_u32 v3, s2, 4, v1
    v_mad_u32_u24 v4, v0, 17, v1                    // a column of the tile
    v_lshlrev_b32_e32 v4, 2, v4
    v_cmp_gt_u32_e32 vcc, s9, v2
    v_cmp_gt_u32_e64 s[12:13], s8, v3
    s_and_b64 exec, vcc, s[12:13]
    ds_read_b32 v4, v4
    v_mad_u32_u24 v5, v3, s9, v2
    v_lshlrev_b32_e32 v5, 2, v5
    s_waitcnt lgkmcnt(0)
    global_store_dword v5, v4, s[6:7]
    s_endpgm
.Lend:
.size transpose, .Lend-transpose

.rodata
.p2align 6
.amdhsa_kernel transpose
    .amdhsa_group_segment_fixed_size 1088
    .amdhsa_kernarg_size 24
    .amdhsa_system_sgpr_workgroup_id_y 1
    .amdhsa_system_vgpr_workitem_id 1               // v0 and v1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's numbers follow in s2 and s3
    .amdhsa_next_free_vgpr 6
    .amdhsa_next_free_sgpr 14
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: transpose
    .symbol: transpose.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1088
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 20
    .vgpr_count: 6
    .max_flat_workgroup_size: 256
    .args:
      - { .name: matrix, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: transposed, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: width, .offset: 16, .size: 4, .value_kind: by_value }
      - { .name: height, .offset: 20, .size: 4, .value_kind: by_value }
.end_amdgpu_metadata
