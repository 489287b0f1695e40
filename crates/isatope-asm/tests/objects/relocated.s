// Relocations that the source states, in an order of its own.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
    s_nop 0
    s_nop 0
    .reloc 4, R_AMDGPU_NONE, .data
    .reloc 1, R_AMDGPU_NONE, foo+4
    .reloc 0, R_AMDGPU_NONE, 8
    .reloc 2, R_AMDGPU_ABS32_LO, .data
    .reloc 0, R_AMDGPU_REL64, .data
.data
    .long 0, foo, 0
    .long foo
