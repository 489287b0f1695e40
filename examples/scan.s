// Prefix sums: out[i] = in[0] + ... + in[i], for the 256 numbers of one workgroup.
//
// Within a row of 16 lanes every lane adds the one 1, then 2, 4, 8 lanes before it (DPP `row_shr`; a lane that has nobody there keeps what it
// has). Row sums go to the rows behind with `row_bcast`. The four wavefronts then pass their totals through LDS.
.amdgcn_target "amdgcn-amd-amdhsa--gfx803"

.text
.globl scan
.p2align 8
.type scan,@function
scan:                                               // s[0:1] arguments, v0 work-item
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // in, out
    s_mov_b32 m0, -1                                // up to gfx8, LDS addresses are checked against M0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v2, s4                            // gfx8 has flat addresses only: 64 bits in two VGPRs
    v_mov_b32_e32 v3, s5
    v_add_u32_e32 v2, vcc, v2, v1                   // up to gfx8 every addition writes its carry
    v_addc_u32_e32 v3, vcc, 0, v3, vcc
    flat_load_dword v4, v[2:3]
    s_waitcnt vmcnt(0) lgkmcnt(0)                   // a flat load may have gone to memory or to LDS: it counts for both

    // 64 prefix sums in 6 additions. Two wait states between writing a register and reading it by DPP
    s_nop 1
    v_add_u32_dpp v4, vcc, v4, v4 row_shr:1 row_mask:0xf bank_mask:0xf
    s_nop 1
    v_add_u32_dpp v4, vcc, v4, v4 row_shr:2 row_mask:0xf bank_mask:0xf
    s_nop 1
    v_add_u32_dpp v4, vcc, v4, v4 row_shr:4 row_mask:0xf bank_mask:0xf
    s_nop 1
    v_add_u32_dpp v4, vcc, v4, v4 row_shr:8 row_mask:0xf bank_mask:0xf
    s_nop 1
    v_add_u32_dpp v4, vcc, v4, v4 row_bcast:15 row_mask:0xa bank_mask:0xf     // the end of rows 0 and 2 to rows 1 and 3
    s_nop 1
    v_add_u32_dpp v4, vcc, v4, v4 row_bcast:31 row_mask:0xc bank_mask:0xf     // the end of row 1 to rows 2 and 3

    // The last lane of each wavefront leaves its total in LDS, everybody reads all four
    v_lshrrev_b32_e32 v5, 4, v0
    v_and_b32_e32 v5, 12, v5                        // 4 * wavefront
    s_mov_b64 s[8:9], exec
    s_brev_b64 exec, 1                              // bit 63 alone
    ds_write_b32 v5, v4
    s_mov_b64 exec, s[8:9]
    s_waitcnt lgkmcnt(0)
    s_barrier
    v_mov_b32_e32 v5, 0
    ds_read_b128 v[8:11], v5

    // Add the totals of the wavefronts before this one
    s_waitcnt lgkmcnt(0)
    v_cmp_lt_u32_e32 vcc, 63, v0
    v_cndmask_b32_e32 v8, 0, v8, vcc
    v_add_u32_e32 v4, vcc, v4, v8
    v_cmp_lt_u32_e32 vcc, 0x7f, v0
    v_cndmask_b32_e32 v9, 0, v9, vcc
    v_add_u32_e32 v4, vcc, v4, v9
    v_cmp_lt_u32_e32 vcc, 0xbf, v0
    v_cndmask_b32_e32 v10, 0, v10, vcc
    v_add_u32_e32 v4, vcc, v4, v10

    v_mov_b32_e32 v2, s6
    v_mov_b32_e32 v3, s7
    v_add_u32_e32 v2, vcc, v2, v1
    v_addc_u32_e32 v3, vcc, 0, v3, vcc
    flat_store_dword v[2:3], v4
    s_endpgm
.Lend:
.size scan, .Lend-scan

.rodata
.p2align 6
.amdhsa_kernel scan
    .amdhsa_group_segment_fixed_size 16
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]
    .amdhsa_next_free_vgpr 12
    .amdhsa_next_free_sgpr 10
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx803
amdhsa.kernels:
  - .name: scan
    .symbol: scan.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 16
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 12
    .max_flat_workgroup_size: 256
    .args:
      - { .name: numbers, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: sums, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
.end_amdgpu_metadata
