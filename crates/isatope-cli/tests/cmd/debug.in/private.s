// Each work-item writes 100 plus its number to its private memory, and reads it back.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl private
.p2align 8
.type private,@function
private:
    s_add_u32 flat_scratch_lo, s2, s5
    s_addc_u32 flat_scratch_hi, s3, 0
    v_add_u32_e32 v1, 0x64, v0
    v_mov_b32_e32 v2, 0
    scratch_store_dword v2, v1, off offset:4
    s_waitcnt vmcnt(0)
    scratch_load_dword v3, v2, off offset:4
    s_waitcnt vmcnt(0)
    s_endpgm

.rodata
.p2align 6
.amdhsa_kernel private
    .amdhsa_private_segment_fixed_size 16
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_user_sgpr_flat_scratch_init 1
    .amdhsa_system_sgpr_private_segment_wavefront_offset 1
    .amdhsa_next_free_vgpr 4
    .amdhsa_next_free_sgpr 6
.end_amdhsa_kernel
