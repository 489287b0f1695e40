	.text
	.globl	main
	.hidden	main
main:	s_endpgm
	.weak	weak
	.data
	.quad	first, weak, last
	.comm	common,8,2
