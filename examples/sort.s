// Sorts the 64 keys of a wavefront, a key in each lane: Batcher's bitonic network, 21 steps without a branch that depends on the keys.
//
// In each step lane i compares with lane i ^ j. `ds_bpermute_b32` fetches the other key: it uses the crossbar of LDS, but no LDS. Of the two
// one keeps the smaller key and one the larger; which, says one bit of i for the place in the pair and one for the direction of the run.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl sort
.p2align 8
.type sort,@function
sort:                                               // s[0:1] arguments, s2 workgroup, v0 lane
    s_load_dwordx2 s[4:5], s[0:1], 0x0              // keys, sorted in place
    v_lshlrev_b32_e32 v5, 2, v0
    v_lshl_or_b32 v1, s2, 8, v5                     // workgroup * 256 + lane * 4
    s_waitcnt lgkmcnt(0)
    global_load_dword v2, v1, s[4:5]
    s_mov_b32 s2, 2                                 // k: runs of so many keys come out sorted, every other one downward
    s_waitcnt vmcnt(0)
.Lruns:
    s_lshr_b32 s3, s2, 1                            // j: from k / 2 down to 1
    v_and_b32_e32 v3, s2, v0
    v_cmp_eq_u32_e64 s[6:7], 0, v3                  // lanes in runs that go upward
.Lstep:
    v_xor_b32_e32 v3, s3, v0
    v_lshlrev_b32_e32 v3, 2, v3
    ds_bpermute_b32 v3, v3, v2                      // the key of lane i ^ j, whose number is given in bytes
    v_and_b32_e32 v4, s3, v0
    v_cmp_eq_u32_e32 vcc, 0, v4                     // the first of its pair
    s_xnor_b64 vcc, vcc, s[6:7]                     // first and upward, or second and downward: keeps the smaller one
    s_waitcnt lgkmcnt(0)
    v_max_u32_e32 v4, v2, v3
    v_min_u32_e32 v3, v2, v3
    v_cndmask_b32_e32 v2, v4, v3, vcc
    s_lshr_b32 s3, s3, 1
    s_cmp_lg_u32 s3, 0
    s_cbranch_scc1 .Lstep
    s_lshl_b32 s2, s2, 1
    s_cmp_le_u32 s2, 64
    s_cbranch_scc1 .Lruns
    global_store_dword v1, v2, s[4:5]
    s_endpgm
.Lend:
.size sort, .Lend-sort

.rodata
.p2align 6
.amdhsa_kernel sort
    .amdhsa_kernarg_size 8
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's number follows in s2
    .amdhsa_next_free_vgpr 6
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: sort
    .symbol: sort.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 14
    .vgpr_count: 6
    .max_flat_workgroup_size: 64
    .args:
      - { .name: keys, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
.end_amdgpu_metadata
