.addrsig
.addrsig_sym .Ly
.addrsig_sym g
.addrsig_sym u
.addrsig_sym .Lz
.addrsig_sym .data
.addrsig_sym .Lcode
.globl g
g:
.Lcode:
 s_endpgm
.section .rodata.str1.1,"aMS",@progbits,1
.Lz:
.asciz "abc"
.data
x: .long 0
.Ly: .long 0
