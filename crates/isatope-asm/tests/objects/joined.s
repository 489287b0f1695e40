// Sections that the linker joins, merges and orders: parts of equal sections, tables for exceptions, and sections that
// belong to others. There are no zeros, so their start is the number 0.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.section .strings,"aMS",@progbits,1
.asciz "one"
.asciz "two"
.asciz "one"
.section .rodata.cst4,"aM",@progbits,4
.long 1, 2, 3, 1
.section .wide,"aMS",@progbits,2
.short 65, 66, 0, 65, 66, 0
.section .rodata.cst16,"aM",@progbits,16
.p2align 4
.quad 1, 2, 1, 2
.section .gcc_except_table,"a"
.long 1
.section .gcc_except_table.f,"a"
.long 2
.section .ARM.exidx.z,"a"
.long 3
.section .ARM.extab.z,"a"
.long 4
.section .ldata.x,"aw"
.long 5
.section .lrodata.x,"a"
.long 6
.section .lbss.x,"aw",@nobits
.zero 8
.section .text.a,"ax"
a:
    s_nop 0
.section .text.b,"ax"
b:
    s_nop 1
    s_endpgm
.section .data.x,"aw"
.quad __bss_start
.section .of_code,"awo",@progbits,.text.b
.quad b
.section .of_code,"awo",@progbits,.text.a,unique,1
.quad a
.section .of_code,"awo",@progbits,0,unique,2
.quad a+4
.section .of_code,"awo",@progbits,.data.x,unique,3
.p2align 4
.quad .data.x
