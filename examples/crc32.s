// CRC-32 (that of zip, PNG and Ethernet) of records of 32 bytes, a record for each work-item, four bits at a time.
//
// The table of 16 words lies in the code behind the program, found from the program counter. It is loaded once into the lanes of one VGPR, and
// then looked up with `ds_bpermute_b32`: lane i gets what the lane has whose number it gives, so a register is a table of 64 words.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.text
.globl crc32
.p2align 8
.type crc32,@function
crc32:                                              // s[0:1] arguments, s2 workgroup, v0 lane
    s_load_dwordx4 s[4:7], s[0:1], 0x0              // records, results
    s_getpc_b64 s[8:9]                              // the address of .Lhere
.Lhere:
    s_add_u32 s8, s8, table-.Lhere
    s_addc_u32 s9, s9, 0
    v_and_b32_e32 v1, 15, v0
    v_lshlrev_b32_e32 v1, 2, v1
    global_load_dword v1, v1, s[8:9]                // v1: the table, four times
    v_lshl_or_b32 v0, s2, 6, v0                     // record
    v_lshlrev_b32_e32 v2, 5, v0                     // where it is
    v_mov_b32_e32 v3, -1                            // the remainder so far
    s_mov_b32 s2, 8                                 // dwords
    s_waitcnt lgkmcnt(0)
.Ldword:
    global_load_dword v4, v2, s[4:5]
    v_add_u32_e32 v2, 4, v2
    s_waitcnt vmcnt(0)
    v_xor_b32_e32 v3, v3, v4
    s_mov_b32 s3, 8                                 // of 8 times four bits
.Lfour:
    v_and_b32_e32 v4, 15, v3
    v_lshlrev_b32_e32 v4, 2, v4
    ds_bpermute_b32 v4, v4, v1                      // table[v3 & 15]
    v_lshrrev_b32_e32 v3, 4, v3
    s_sub_u32 s3, s3, 1
    s_waitcnt lgkmcnt(0)
    v_xor_b32_e32 v3, v3, v4
    s_cmp_lg_u32 s3, 0
    s_cbranch_scc1 .Lfour
    s_sub_u32 s2, s2, 1
    s_cmp_lg_u32 s2, 0
    s_cbranch_scc1 .Ldword
    v_not_b32_e32 v3, v3
    v_lshlrev_b32_e32 v0, 2, v0
    global_store_dword v0, v3, s[6:7]
    s_endpgm

table:                                              // i, divided four times by the polynomial 0xedb88320
    .long 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c
    .long 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c
.Lend:
.size crc32, .Lend-crc32

.rodata
.p2align 6
.amdhsa_kernel crc32
    .amdhsa_kernarg_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1         // s[0:1]; the workgroup's number follows in s2
    .amdhsa_next_free_vgpr 5
    .amdhsa_next_free_sgpr 10
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: crc32
    .symbol: crc32.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 5
    .max_flat_workgroup_size: 64
    .args:
      - { .name: records, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: remainders, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
.end_amdgpu_metadata
