.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
vadd:
    s_endpgm
.rodata
.amdhsa_kernel vad
    .amdhsa_next_free_vgpr 1
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
