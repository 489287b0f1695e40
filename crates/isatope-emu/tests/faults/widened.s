// Compilers widen a scalar load of the last variable of a section, which ends at an odd place, to four dwords.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.macro kernel name, offset
.text
.globl \name
.p2align 8
.type \name, @function
\name:
    s_getpc_b64 s[2:3]
    s_add_u32 s2, s2, table@rel32@lo+4+\offset
    s_addc_u32 s3, s3, table@rel32@hi+12+\offset
    s_load_dwordx4 s[4:7], s[2:3], 0x0
    s_waitcnt lgkmcnt(0)
    s_endpgm
.rodata
.p2align 6
.amdhsa_kernel \name
    .amdhsa_next_free_vgpr 1
    .amdhsa_next_free_sgpr 8
.end_amdhsa_kernel
.endm

kernel widened, 48
kernel past, 64

.data
.p2align 4
table:
    .quad 1, 2, 3, 4, 5, 6, 7
