	.text
	.globl	weak
weak:	s_nop	3
	.globl	back
	.protected	back
back:	s_nop	3
