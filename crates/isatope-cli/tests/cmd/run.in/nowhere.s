.amdgcn_target "amdgcn-amd-amdhsa--gfx999"
base:
    s_mov_b64 s[0:1], 0
    v_mov_b32 v0, 4
    global_load_dword v0, v0, s[0:1]
    s_endpgm
.rodata
.amdhsa_kernel base
    .amdhsa_next_free_vgpr 1
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
