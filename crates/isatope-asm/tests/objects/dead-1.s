// Debug sections that name parts of a group, which the linker takes from the first object.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.section .text.shared,"axG",@progbits,shared,comdat
.weak shared
shared:
    s_nop 1
    s_endpgm
.Lshared_end:
.section .rodata.shared,"aG",@progbits,shared,comdat
numbers:
.long 1, 2, 3
.section .debug_info,"",@progbits
.quad shared, .Lshared_end, numbers
.section .debug_ranges,"",@progbits
.quad .Lshared_end, 0
.data
.quad shared
