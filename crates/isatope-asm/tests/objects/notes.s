	.text
	.globl	f
	.hidden	f
f:	s_endpgm
	.section	.note.first,"a",@note
	.long	4, 4, 1
	.asciz	"abc"
	.long	5
	.section	.note.second,"a",@note
	.p2align	3
	.long	4, 4, 1
	.asciz	"abd"
	.long	5
	.section	.note.third,"a",@note
	.p2align	3
	.long	4, 4, 1
	.asciz	"abe"
	.long	6
	.section	.note.other,"",@note
	.long	4, 4, 1
	.asciz	"abf"
	.long	7
