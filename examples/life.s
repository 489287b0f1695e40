// Conway's game of life on a torus of 64 by 64, in the registers of one wavefront: a lane is a row, its 64 cells are the bits of two VGPRs.
//
// A generation is counted for 32 cells at a time, in bits: a full adder is `a ^ b ^ c` and, as its carry, the majority, which is one
// `v_bfi_b32` behind the first xor. The rows above and below come from the neighbours' registers by DPP, `wave_rol` and `wave_ror`. Of the
// nine cells of a square (3 alive: born or stays; 4: as it was; else dead) no memory ever hears.
.amdgcn_target "amdgcn-amd-amdhsa--gfx803"

.text
.globl life
.p2align 8
.type life,@function
life:                                               // s[0:1] arguments, v0 lane
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // 64 rows of 64 bits; the picture, a byte for each cell
    s_load_dword s8, s[0:1], 0x10                   // generations
    v_lshlrev_b32_e32 v1, 3, v0
    s_waitcnt lgkmcnt(0)
    v_mov_b32_e32 v3, s5
    v_add_u32_e32 v2, vcc, s4, v1
    v_addc_u32_e32 v3, vcc, 0, v3, vcc
    flat_load_dwordx2 v[4:5], v[2:3]                // v4: columns 0 to 31, v5: columns 32 to 63
    s_waitcnt vmcnt(0) lgkmcnt(0)
.Lgeneration:
    s_cmp_eq_u32 s8, 0
    s_cbranch_scc1 .Lpicture
    s_sub_u32 s8, s8, 1

    // Each row by itself: left + middle + right = ones (v10, v11) + 2 * twos (v12, v13)
    v_alignbit_b32 v6, v4, v5, 31                   // the row turned by a column, up
    v_alignbit_b32 v7, v5, v4, 31
    v_alignbit_b32 v8, v5, v4, 1                    // and down
    v_alignbit_b32 v9, v4, v5, 1
    v_xor_b32_e32 v10, v6, v4
    v_xor_b32_e32 v11, v7, v5
    v_bfi_b32 v12, v10, v8, v6                      // majority: where left and middle differ it is right's word, else left's
    v_bfi_b32 v13, v11, v9, v7
    v_xor_b32_e32 v10, v10, v8
    v_xor_b32_e32 v11, v11, v9

    // The rows above and below
    s_nop 1                                         // a DPP instruction reads a VGPR 2 wait states behind its writing
    v_mov_b32_dpp v14, v10 wave_rol:1 row_mask:0xf bank_mask:0xf
    v_mov_b32_dpp v15, v11 wave_rol:1 row_mask:0xf bank_mask:0xf
    v_mov_b32_dpp v16, v12 wave_rol:1 row_mask:0xf bank_mask:0xf
    v_mov_b32_dpp v17, v13 wave_rol:1 row_mask:0xf bank_mask:0xf
    v_mov_b32_dpp v18, v10 wave_ror:1 row_mask:0xf bank_mask:0xf
    v_mov_b32_dpp v19, v11 wave_ror:1 row_mask:0xf bank_mask:0xf
    v_mov_b32_dpp v20, v12 wave_ror:1 row_mask:0xf bank_mask:0xf
    v_mov_b32_dpp v21, v13 wave_ror:1 row_mask:0xf bank_mask:0xf

    // Three ones: a bit of weight 1 (v14, v15) and one of weight 2 (v18, v19)
    v_xor_b32_e32 v6, v14, v10
    v_xor_b32_e32 v7, v15, v11
    v_xor_b32_e32 v14, v6, v18
    v_xor_b32_e32 v15, v7, v19
    v_bfi_b32 v18, v6, v18, v10
    v_bfi_b32 v19, v7, v19, v11
    // Three twos: a bit of weight 2 (v16, v17) and one of weight 4 (v20, v21)
    v_xor_b32_e32 v6, v16, v12
    v_xor_b32_e32 v7, v17, v13
    v_xor_b32_e32 v16, v6, v20
    v_xor_b32_e32 v17, v7, v21
    v_bfi_b32 v20, v6, v20, v12
    v_bfi_b32 v21, v7, v21, v13
    // The two bits of weight 2: their sum (v6, v7) and the carry, which inverts the bit of weight 4: 8 is not told from 0, nor 9 from 1
    v_xor_b32_e32 v6, v16, v18
    v_xor_b32_e32 v7, v17, v19
    v_and_b32_e32 v16, v16, v18
    v_and_b32_e32 v17, v17, v19
    v_xor_b32_e32 v20, v20, v16
    v_xor_b32_e32 v21, v21, v17

    // 3 = 0 1 1: alive. 4 = 1 0 0: as before. That is where weights 1 and 2 agree and weight 4 does not, and there (weight 1 or before)
    v_xor_b32_e32 v16, v14, v20
    v_xor_b32_e32 v17, v15, v21
    v_xor_b32_e32 v6, v6, v20
    v_xor_b32_e32 v7, v7, v21
    v_or_b32_e32 v4, v4, v14
    v_or_b32_e32 v5, v5, v15
    v_and_b32_e32 v16, v16, v6
    v_and_b32_e32 v17, v17, v7
    v_and_b32_e32 v4, v4, v16
    v_and_b32_e32 v5, v5, v17
    s_branch .Lgeneration

    // A byte for each cell, 0 or 255, from column 0 on
.Lpicture:
    v_mov_b32_e32 v3, s7
    v_lshlrev_b32_e32 v1, 6, v0
    v_add_u32_e32 v2, vcc, s6, v1
    v_addc_u32_e32 v3, vcc, 0, v3, vcc
    s_movk_i32 s8, 64
.Lcell:
    v_bfe_i32 v6, v4, 0, 1                          // bit 0 as 0 or -1
    flat_store_byte v[2:3], v6
    v_lshrrev_b64 v[4:5], 1, v[4:5]
    v_add_u32_e32 v2, vcc, 1, v2
    v_addc_u32_e32 v3, vcc, 0, v3, vcc
    s_sub_u32 s8, s8, 1
    s_cmp_lg_u32 s8, 0
    s_cbranch_scc1 .Lcell
    s_endpgm
.Lend:
.size life, .Lend-life

.rodata
.p2align 6
.amdhsa_kernel life
    .amdhsa_kernarg_size 20
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]
    .amdhsa_next_free_vgpr 22
    .amdhsa_next_free_sgpr 10
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx803
amdhsa.kernels:
  - .name: life
    .symbol: life.kd
    .kernarg_segment_size: 20
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 22
    .max_flat_workgroup_size: 64
    .args:
      - { .name: cells, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: picture, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: generations, .offset: 16, .size: 4, .value_kind: by_value }
.end_amdgpu_metadata
