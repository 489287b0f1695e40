// Lists of functions, which the linker orders by the numbers in their sections' names.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
first:
    s_nop 0
second:
    s_nop 1
third:
    s_nop 2
fourth:
    s_nop 3
    s_endpgm
.section .init_array,"aw",@init_array
.quad first
.section .init_array.200,"aw",@init_array
.quad second
.section .init_array.100,"aw",@init_array
.quad third
.section .init_array.other,"aw",@init_array
.quad fourth
.section .fini_array.9,"aw",@fini_array
.quad first
.section .fini_array.00008,"aw",@fini_array
.quad second
.section .ctors.00200,"aw"
.quad first
.section .ctors.100,"aw"
.quad second
.section .ctors,"aw"
.quad third
.section .dtors.5,"aw"
.quad first
.section .dtors,"aw"
.quad second
.section .dtors.70000,"aw"
.quad third
