	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl	f
	.type	f,@function
f:
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, .L.str@rel32@lo+4
	s_addc_u32 s1, s1, .L.str@rel32@hi+12
	s_endpgm
	.quad	.Lplain+2
	.quad	.Lplain
	.long	.Ltail+1-.
.Lcode:
	.quad	.Lcode+2
	.quad	.Llast+3
	.type	.L.str,@object
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"first"
	.size	.L.str, 6
	.type	.Lunused,@object
.Lunused:
	.asciz	"unused"
	.size	.Lunused, 7
.Lplain:
	.asciz	"plain"
.Ltail:
	.asciz	"tail"
	.type	.Lnever,@object
	.hidden	.Lgone
.Lgone:
	.data
	.quad	.Lunused
.Llast:
	.quad	.L.str
