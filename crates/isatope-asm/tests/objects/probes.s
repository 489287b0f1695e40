// Attributes, discriminators, numbers in other forms, and functions in one section.
	.text
	.globl	f
f:
	.pseudoprobe	1 1 0 4 77 f
	s_nop	0
	.pseudoprobe	2 1 2 1 @ 7:3 @ 0x8:4 f
	.pseudoprobe	2 0x80 15 0 @ 7:3 @ 8:4 f
	.pseudoprobe	2 3 2 3 @ 7:3 f
	s_endpgm
	.fill	300, 4, 0
	.pseudoprobe	18446744073709551615 2 0 0 f
	.pseudoprobe	1 4294967295 0 0 f
	.section	.text.g,"ax",@progbits
	s_nop	0
g:
	.pseudoprobe	9 1 0 0 g
	s_endpgm
	.pseudoprobe	10 1 0 0 g
