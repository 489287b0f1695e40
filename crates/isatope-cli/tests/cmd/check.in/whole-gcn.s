.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl whole
.p2align 8
.type whole,@function
whole:
    v_mov_b32 v1, v5
    ds_write_b32 v0, v1
    s_waitcnt lgkmcnt(0)
    s_cbranch_scc0 .Ldone
    v_mov_b32 v9, 0
    .long 0xffffffff
.Ldone:
    s_endpgm
    v_mov_b32 v2, 0
    s_endpgm
.Lend:
.size whole, .Lend-whole
.rodata
.p2align 6
.amdhsa_kernel whole
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
