// The group is that of the other object, so debug sections have fixed numbers for its parts.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.section .text.shared,"axG",@progbits,shared,comdat
.weak shared
shared:
    s_nop 2
    s_nop 3
    s_endpgm
.Lshared_end:
.section .rodata.shared,"aG",@progbits,shared,comdat
numbers:
.long 4, 5
.weak missing
.section .debug_info,"",@progbits
.quad shared, .Lshared_end, numbers+4, missing, missing+4
.long numbers, .Lshared_end
.section .debug_ranges,"",@progbits
.quad .Lshared_end, shared, .Lshared_end-8, numbers
.section .debug_loc,"",@progbits
.quad .Lshared_end, shared
.section .debug_names,"",@progbits
.quad .Lshared_end, shared
.long .Lshared_end
.section .notes,"",@progbits
.quad .Lshared_end, shared, missing+4
.data
.quad shared
