; Objects for PAL store addends in the places that relocations change.
.amdgcn_target "amdgcn-unknown-amdpal--gfx900"
.text
.globl f
f:
	s_endpgm
	s_nop 0
.section .rodata.str1.1,"aMS",@progbits,1
.La: .asciz "hello"
.Lb: .asciz "world!"
.Lc: .asciz "more"
.section .rodata,"a",@progbits
.p2align 3
.globl g
g:
	.quad 5, 7
.data
.p2align 3
.globl table
table:
	.quad .La, .Lb, .Lc, g+8, f+4, h+16, .Lcode+4
.text
.Lcode:
	s_nop 1
	s_nop 2
.hidden h
.section .more,"aw",@progbits
h:
	.quad 1, 2, 3
