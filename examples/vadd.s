// c[i] = a[i] + b[i] for i < n: the smallest kernel that does something useful.
//
// A wavefront runs 64 work-items in step, one a lane. The exec mask says which lanes an instruction touches: the last wavefront, where not
// every work-item is below n, switches the surplus lanes off and runs the same code.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl vadd
.p2align 8
.type vadd,@function
vadd:                                               // s[0:1] arguments, s2 workgroup, v0 work-item in its workgroup
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // a, b
    s_load_dwordx2 s[8:9], s[0:1], 0x10             // c
    s_load_dword s3, s[0:1], 0x18                   // n
    v_lshl_or_b32 v0, s2, 6, v0                     // i = workgroup * 64 + work-item
    s_waitcnt lgkmcnt(0)                            // scalar loads finish in any order: wait for all of them
    v_cmp_gt_u32_e32 vcc, s3, v0                    // n > i, a bit for each lane
    s_and_saveexec_b64 s[10:11], vcc                // only these lanes go on
    s_cbranch_execz .Lout                           // none does
    v_lshlrev_b32_e32 v0, 2, v0                     // the place in bytes
    global_load_dword v1, v0, s[4:5]
    global_load_dword v2, v0, s[6:7]
    s_waitcnt vmcnt(0)
    v_add_f32_e32 v1, v1, v2
    global_store_dword v0, v1, s[8:9]
.Lout:
    s_endpgm
.Lend:
.size vadd, .Lend-vadd

.rodata
.p2align 6
.amdhsa_kernel vadd
    .amdhsa_kernarg_size 28
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's number follows in s2
    .amdhsa_next_free_vgpr 3
    .amdhsa_next_free_sgpr 12
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: vadd
    .symbol: vadd.kd
    .kernarg_segment_size: 28
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 18
    .vgpr_count: 3
    .max_flat_workgroup_size: 64
    .args:
      - { .name: a, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: b, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: c, .offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: count, .offset: 24, .size: 4, .value_kind: by_value }
.end_amdgpu_metadata
