// y[i] = x[i] * k
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl scale
.p2align 8
.type scale,@function
scale:
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_load_dword s3, s[0:1], 0x10
    v_lshl_add_u32 v0, s2, 4, v0
    v_lshlrev_b32_e32 v0, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_dword v1, v0, s[4:5]
.Lmultiply:
    v_mul_f32_e32 v1, s3, v1
    global_store_dword v0, v1, s[6:7]
    s_endpgm
.Lend:
.size scale, .Lend-scale

.rodata
.p2align 6
.amdhsa_kernel scale
    .amdhsa_kernarg_size 20
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 2
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.kernels:
  - .name: scale
    .symbol: scale.kd
    .kernarg_segment_size: 20
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 14
    .vgpr_count: 2
    .max_flat_workgroup_size: 64
    .args:
      - { .name: x, .type_name: "float*", .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: y, .type_name: "float*", .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: k, .type_name: float, .offset: 16, .size: 4, .value_kind: by_value }
...
.end_amdgpu_metadata
