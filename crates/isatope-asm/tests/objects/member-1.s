	.text
	.globl	first
first:	s_nop	1
	.data
	.quad	needed
