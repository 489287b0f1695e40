.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl first
.protected first
.p2align 8
.type first,@function
first:
    s_nop 0
    s_nop 1
    s_endpgm
.size first, 12
.reloc 0, R_AMDGPU_REL32, inner+4
.reloc 4, R_AMDGPU_GOTPCREL32_LO, shared+4
.data
.globl shared
.type shared,@object
shared:
    .quad 0
inner:
    .quad 5
.size shared, 8
.reloc 0, R_AMDGPU_ABS64, first+8
.section .rodata.tables,"a",@progbits
.p2align 4
    .long 1, 2, 3
.section .rodata,"a",@progbits
.p2align 6
    .long 4
.bss
.p2align 4
    .zero 100
