	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.section .text.f,"axG",@progbits,f,comdat
	.weak f
f:	s_endpgm
	.text
	.globl h
h:	s_endpgm
	.section .stack_sizes,"o",@progbits,.text
	.byte 1
	.section .stack_sizes,"o",@progbits,.text.f
	.byte 2
	.section .data.x,"aw",@progbits
	.globl x
x:	.long 1
	.section asan_globals,"awoG",@progbits,x,grp,comdat
	.quad x
