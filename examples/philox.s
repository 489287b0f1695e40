// Philox4x32-10, the counter-based random number generator of Salmon and others (SC11): counter and key in, four random words out.
//
// `v_mad_u64_u32` gives all 64 bits of a product; its second result, in an SGPR pair, is the carry of the addition. The constants stand in
// SGPRs: VOP3 has no room for a literal before RDNA.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl philox
.p2align 8
.type philox,@function
philox:                                             // s[0:1] arguments, s2 workgroup, v0 work-item
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // counters and keys, six words each; results, four words each
    v_lshl_or_b32 v0, s2, 6, v0
    v_mul_u32_u24_e32 v1, 24, v0
    v_lshlrev_b32_e32 v0, 4, v0
    s_waitcnt lgkmcnt(0)
    global_load_dwordx4 v[2:5], v1, s[4:5]          // v2 to v5: the counter
    global_load_dwordx2 v[6:7], v1, s[4:5] offset:16    // v6, v7: the key
    s_mov_b32 s8, 0xd2511f53                        // the multipliers
    s_mov_b32 s9, 0xcd9e8d57
    s_mov_b32 s2, 10                                // rounds
    s_waitcnt vmcnt(0)
.Lround:
    v_mad_u64_u32 v[8:9], vcc, v2, s8, 0
    v_mad_u64_u32 v[10:11], vcc, v4, s9, 0
    v_xor_b32_e32 v2, v11, v3                       // the high halves of the products, crossed over
    v_xor_b32_e32 v4, v9, v5
    v_xor_b32_e32 v2, v2, v6
    v_xor_b32_e32 v4, v4, v7
    v_mov_b32_e32 v3, v10                           // and the low halves
    v_mov_b32_e32 v5, v8
    v_add_u32_e32 v6, 0x9e3779b9, v6                // the golden ratio
    v_add_u32_e32 v7, 0xbb67ae85, v7                // the square root of 3, less 1
    s_sub_u32 s2, s2, 1
    s_cmp_lg_u32 s2, 0
    s_cbranch_scc1 .Lround
    global_store_dwordx4 v0, v[2:5], s[6:7]
    s_endpgm
.Lend:
.size philox, .Lend-philox

.rodata
.p2align 6
.amdhsa_kernel philox
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's number follows in s2
    .amdhsa_next_free_vgpr 12
    .amdhsa_next_free_sgpr 10
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: philox
    .symbol: philox.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 12
    .max_flat_workgroup_size: 64
    .args:
      - { .name: counters, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: random, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
.end_amdgpu_metadata
