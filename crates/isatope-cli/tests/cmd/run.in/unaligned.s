// Stores 0x04030201 at byte 2 of private memory, and reads both dwords.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.p2align 8
unaligned:
    s_load_dwordx2 s[6:7], s[4:5], 0x0
    v_mov_b32_e32 v0, 0
    v_mov_b32_e32 v1, 0x04030201
    buffer_store_dword v0, off, s[0:3], s9
    buffer_store_dword v0, off, s[0:3], s9 offset:4
    buffer_store_dword v1, off, s[0:3], s9 offset:2
    s_waitcnt vmcnt(0) lgkmcnt(0)
    buffer_load_dwordx2 v[2:3], off, s[0:3], s9
    s_waitcnt vmcnt(0)
    global_store_dwordx2 v0, v[2:3], s[6:7]
    s_endpgm

.rodata
.p2align 6
.amdhsa_kernel unaligned
    .amdhsa_private_segment_fixed_size 8
    .amdhsa_kernarg_size 8
    .amdhsa_user_sgpr_private_segment_buffer 1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_system_sgpr_private_segment_wavefront_offset 1
    .amdhsa_next_free_vgpr 4
    .amdhsa_next_free_sgpr 10
.end_amdhsa_kernel
