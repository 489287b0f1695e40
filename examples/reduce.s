// The sum of n numbers: every work-item adds up its share, a workgroup halves its sums in LDS, the last wavefront adds its lanes by DPP.
//
// DPP (data-parallel primitives) lets an instruction read a neighbour's register on the way in: within a quad of 4 lanes, a row of 16, or
// from the last lane of a row to the rows behind it. No memory is needed for it.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl reduce
.p2align 8
.type reduce,@function
reduce:                                             // s[0:1] arguments, s2 workgroup, v0 work-item
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // numbers, sum
    s_load_dwordx2 s[8:9], s[0:1], 0x10             // n, work-items in all
    v_lshl_or_b32 v1, s2, 8, v0                     // i = workgroup * 256 + work-item
    v_mov_b32_e32 v2, 0                             // the sum so far
    s_mov_b64 s[10:11], exec
    s_waitcnt lgkmcnt(0)
.Lshare:
    v_cmpx_gt_u32_e32 vcc, s8, v1                   // lanes whose i is not behind the end
    s_cbranch_execz .Lall
    v_lshlrev_b32_e32 v3, 2, v1
    global_load_dword v3, v3, s[4:5]
    v_add_u32_e32 v1, s9, v1                        // i += work-items in all
    s_waitcnt vmcnt(0)
    v_add_u32_e32 v2, v2, v3
    s_branch .Lshare
.Lall:
    s_mov_b64 exec, s[10:11]

    // 256 sums to 128, to 64: the lower half of the work-items adds what the upper half left
    v_lshlrev_b32_e32 v1, 2, v0
    ds_write_b32 v1, v2
    s_movk_i32 s3, 0x80
.Lhalve:
    s_waitcnt lgkmcnt(0)                            // what was written must be there before anyone passes the barrier
    s_barrier
    v_cmpx_gt_u32_e32 vcc, s3, v0
    s_cbranch_execz .Lidle
    v_lshl_add_u32 v3, s3, 2, v1
    ds_read_b32 v3, v3
    s_waitcnt lgkmcnt(0)
    v_add_u32_e32 v2, v2, v3
    ds_write_b32 v1, v2
.Lidle:
    s_mov_b64 exec, s[10:11]                        // an idle wavefront still comes to the barrier
    s_lshr_b32 s3, s3, 1
    s_cmp_ge_u32 s3, 64
    s_cbranch_scc1 .Lhalve
    v_cmpx_gt_u32_e32 vcc, 64, v0                   // one wavefront is left
    s_cbranch_execz .Lout

    // 64 lanes to one. A DPP instruction needs 2 wait states behind the VALU instruction that wrote what it reads, 5 behind one that wrote exec
    s_nop 4
    v_add_u32_dpp v2, v2, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf    // pairs
    s_nop 1
    v_add_u32_dpp v2, v2, v2 quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf    // quads
    s_nop 1
    v_add_u32_dpp v2, v2, v2 row_half_mirror row_mask:0xf bank_mask:0xf        // 8 lanes
    s_nop 1
    v_add_u32_dpp v2, v2, v2 row_mirror row_mask:0xf bank_mask:0xf             // rows of 16: every lane has its row's sum
    s_nop 1
    v_add_u32_dpp v2, v2, v2 row_bcast:15 row_mask:0xa bank_mask:0xf           // row 0 into row 1, row 2 into row 3
    s_nop 1
    v_add_u32_dpp v2, v2, v2 row_bcast:31 row_mask:0xc bank_mask:0xf           // rows 0 and 1 into rows 2 and 3
    v_readlane_b32 s3, v2, 63                       // the last lane has it all

    s_mov_b64 exec, 1                               // one lane speaks for the workgroup
    v_mov_b32_e32 v0, 0
    v_mov_b32_e32 v1, s3
    global_atomic_add v0, v1, s[6:7]
.Lout:
    s_endpgm
.Lend:
.size reduce, .Lend-reduce

.rodata
.p2align 6
.amdhsa_kernel reduce
    .amdhsa_group_segment_fixed_size 1024
    .amdhsa_kernarg_size 24
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's number follows in s2
    .amdhsa_next_free_vgpr 4
    .amdhsa_next_free_sgpr 12
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: reduce
    .symbol: reduce.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 18
    .vgpr_count: 4
    .max_flat_workgroup_size: 256
    .args:
      - { .name: numbers, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: sum, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: count, .offset: 16, .size: 4, .value_kind: by_value }
      - { .name: work_items, .offset: 20, .size: 4, .value_kind: by_value }
.end_amdgpu_metadata
