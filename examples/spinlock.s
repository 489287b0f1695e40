// A lock that wavefronts of all workgroups take one after the other, to change numbers in memory that no atomic instruction could change alone.
//
// Only one lane of a wavefront may ask for the lock: if two did, the one that gets it would wait for the one that cannot. What is guarded
// must be read behind the lock and not from a cache that knew it before (`glc`, `buffer_wbinvl1_vol`), and to be written before the lock is given
// back (`s_waitcnt`).
.amdgcn_target "amdgcn-amd-amdhsa--gfx700"

.text
.globl spinlock
.p2align 8
.type spinlock,@function
spinlock:                                           // s[0:1] arguments, s2 workgroup, v0 work-item
    s_load_dwordx2 s[4:5], s[0:1], 0x0              // in memory: the lock, wavefronts inside, wavefronts that came, most that were inside, sum of squares
    v_lshrrev_b32_e32 v0, 6, v0
    v_readfirstlane_b32 s3, v0                      // which wavefront of its workgroup
    s_lshl_b32 s2, s2, 2
    s_add_u32 s2, s2, s3                            // of all wavefronts: there are 4 in a workgroup
    s_mov_b64 exec, 1
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v0, s4                            // v[0:1]: address of the lock
    v_mov_b32_e32 v1, s5
    v_mov_b32_e32 v2, 1                             // v[2:3]: 1 is put where 0 is found
    v_mov_b32_e32 v3, 0
    v_add_i32_e32 v4, vcc, 4, v0                    // v[4:5]: address of the four numbers
    v_addc_u32_e32 v5, vcc, 0, v1, vcc
.Ltry:
    flat_atomic_cmpswap v6, v[0:1], v[2:3] glc      // glc: gives what was there before
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_cmp_eq_u32_e32 vcc, 0, v6
    s_cbranch_vccnz .Linside
    s_sleep 1                                       // somebody else has it: leave the execution units to him
    s_branch .Ltry

.Linside:
    buffer_wbinvl1_vol                              // forget what the cache knows
    flat_load_dwordx4 v[8:11], v[4:5] glc
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_add_i32_e32 v8, vcc, 1, v8                    // one more is inside
    v_add_i32_e32 v9, vcc, 1, v9
    v_max_u32_e32 v10, v10, v8                      // 1, unless the lock let in two
    s_mul_i32 s3, s2, s2
    v_add_i32_e32 v11, vcc, s3, v11
    flat_store_dwordx4 v[4:5], v[8:11]
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_subrev_i32_e32 v8, vcc, 1, v8                 // and out again
    flat_store_dword v[4:5], v8
    s_waitcnt vmcnt(0) lgkmcnt(0)
    flat_atomic_swap v[0:1], v3                     // the lock is free
    s_endpgm
.Lend:
.size spinlock, .Lend-spinlock

.rodata
.p2align 6
.amdhsa_kernel spinlock
    .amdhsa_kernarg_size 8
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's number follows in s2
    .amdhsa_next_free_vgpr 12
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx700
amdhsa.kernels:
  - .name: spinlock
    .symbol: spinlock.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 14
    .vgpr_count: 12
    .max_flat_workgroup_size: 256
    .args:
      - { .name: shared, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
.end_amdgpu_metadata
