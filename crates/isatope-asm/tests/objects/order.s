// Labels of merged sections to which relocations add a number have the places of their definitions among the symbols.
	.section	.rodata.str1.1,"aMS",@progbits,1
.Lsecond:
	.asciz	"abc"
.Lfirst:
	.asciz	"defg"
	.data
	.quad	later + 1
	.long	.Lfirst@rel32@lo + 4
	.quad	.Lown
.Lown:
	.quad	.Lthird + 2
	.section	.rodata.cst4,"aM",@progbits,4
.Lthird:
	.long	1, 2
	.section	.table,"aw",@progbits
.Lentry:
	.quad	.Lsecond + 1, .Lentry, .Lthird + 4
later:
	.quad	.Lthird + 3, named
	.section	.last,"aw",@progbits
.Lend:
	.quad	.Lend, .Lsecond + 2, .Lfirst + 3
named:
	.byte	1
