	.text
	.globl	needed
	.globl	own
needed:	s_nop	2
local:	s_nop	2
	.data
	.hidden	own
own:	.quad	main, local
