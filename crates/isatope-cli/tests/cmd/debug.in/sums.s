// Two wavefronts add their halves in LDS: out[0] = sum of x[0..128]. A function is called to load a number.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl sums
.p2align 8
.type sums,@function
sums:
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_getpc_b64 s[10:11]
    s_add_u32 s10, s10, load - sums - 16
    s_addc_u32 s11, s11, 0
    s_swappc_b64 s[12:13], s[10:11]
    ds_write_b32 v1, v2
    s_waitcnt lgkmcnt(0)
    s_barrier
    s_movk_i32 s3, 0x100
.Lloop:
    v_cmp_gt_u32_e32 vcc, s3, v1
    s_and_saveexec_b64 s[8:9], vcc
    v_add_u32_e32 v3, s3, v1
    ds_read_b32 v4, v3
    ds_read_b32 v5, v1
    s_waitcnt lgkmcnt(0)
    v_add_f32_e32 v4, v4, v5
    ds_write_b32 v1, v4
    s_waitcnt lgkmcnt(0)
    s_mov_b64 exec, s[8:9]
    s_barrier
    s_lshr_b32 s3, s3, 1
    s_cmp_ge_u32 s3, 4
    s_cbranch_scc1 .Lloop
    v_cmp_eq_u32_e32 vcc, 0, v1
    s_and_saveexec_b64 s[8:9], vcc
    ds_read_b32 v4, v1
    s_waitcnt lgkmcnt(0)
    global_store_dword v1, v4, s[6:7]
    s_endpgm
load:
    s_waitcnt lgkmcnt(0)
    global_load_dword v2, v1, s[4:5]
    s_waitcnt vmcnt(0)
    s_setpc_b64 s[12:13]
.Lend:
.size sums, .Lend-sums

.rodata
.p2align 6
.amdhsa_kernel sums
    .amdhsa_group_segment_fixed_size 512
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 6
    .amdhsa_next_free_sgpr 14
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.kernels:
  - .name: sums
    .symbol: sums.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 20
    .vgpr_count: 6
    .max_flat_workgroup_size: 128
    .args:
      - { .name: x, .type_name: "float*", .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: out, .type_name: "float*", .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
...
.end_amdgpu_metadata
