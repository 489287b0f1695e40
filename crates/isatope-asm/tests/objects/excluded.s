// The linker drops sections with the flag `e`. Symbols there are undefined, and weak ones are 0.
	.text
	.globl	f
	.hidden	f
f:	s_endpgm
	.data
	.quad	f, weak
	.long	hidden@rel32@lo
	.section	.other,"",@progbits
	.quad	weak, .Llocal
	.long	global
	.section	.excluded,"ae",@progbits
	.quad	0
	.weak	weak
weak:	.quad	7
	.hidden	hidden
	.weak	hidden
hidden:	.quad	8
	.globl	global
global:	.quad	9
	.hidden	unseen
	.globl	unseen
unseen:	.quad	8
.Llocal:
local:	.quad	3
