	.text
	.globl	last
last:	s_nop	5
	.data
	.quad	back, undefined
	.weak	undefined
