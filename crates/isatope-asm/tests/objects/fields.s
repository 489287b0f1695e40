// Fields of a descriptor that name symbols which the source defines later.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl f
.p2align 8
.type f,@function
f:
    s_endpgm
.section .rodata,"a",@progbits
.p2align 6
.amdhsa_kernel f
    .amdhsa_group_segment_fixed_size size+2
    .amdhsa_private_segment_fixed_size size+3
    .amdhsa_next_free_vgpr registers+1
    .amdhsa_next_free_sgpr registers
    .amdhsa_ieee_mode mode
.end_amdhsa_kernel
.set size, 41
.set mode, 1
.set registers, 8
