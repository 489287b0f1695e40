	.text
	.globl	needed
needed:	s_nop	4
	.data
	.globl	common
common:	.long	4
