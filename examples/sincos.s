// Sine and cosine of x radians, up to some thousands, with the hardware's `v_sin_f32` and `v_cos_f32`.
//
// These take turns, not radians, and their results are good to some twenty bits only. The division by 2 pi has to keep many bits: of
// 1000.5 turns only the .5 counts. So x / (2 pi) is worked out in two parts: a product, and what its rounding lost, which a fused
// multiply-add gives exactly.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl sincos
.p2align 8
.type sincos,@function
sincos:                                             // s[0:1] arguments, s2 workgroup, v0 work-item
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // angles, pairs of sine and cosine
    v_lshl_or_b32 v0, s2, 6, v0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_dword v1, v1, s[4:5]
    s_mov_b32 s2, 0x3e22f983                        // 1 / (2 pi), rounded to single precision
    s_mov_b32 s3, 0x31dc9c88                        // and what that leaves out
    s_waitcnt vmcnt(0)
    v_mul_f32_e32 v2, s2, v1                        // turns
    v_fma_f32 v3, v1, s2, -v2                       // the product's rounding error
    v_mov_b32_e32 v4, s3
    v_fma_f32 v3, v1, v4, v3                        // and that of the constant
    v_fract_f32_e32 v2, v2                          // the part of a turn: exact
    v_add_f32_e32 v2, v2, v3
    v_sin_f32_e32 v4, v2
    v_cos_f32_e32 v5, v2
    v_lshlrev_b32_e32 v0, 3, v0
    global_store_dwordx2 v0, v[4:5], s[6:7]
    s_endpgm
.Lend:
.size sincos, .Lend-sincos

.rodata
.p2align 6
.amdhsa_kernel sincos
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's number follows in s2
    .amdhsa_next_free_vgpr 6
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: sincos
    .symbol: sincos.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 14
    .vgpr_count: 6
    .max_flat_workgroup_size: 64
    .args:
      - { .name: angles, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: results, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
.end_amdgpu_metadata
