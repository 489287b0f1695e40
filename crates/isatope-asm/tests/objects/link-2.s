	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.hidden	helper
	.globl	helper
	.type	helper,@function
helper:
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, shared@rel32@lo+4
	s_addc_u32 s1, s1, shared@rel32@hi+12
	s_setpc_b64 s[2:3]
	.size	helper, .-helper
	.globl	both
	.type	both,@function
both:
	s_nop 2
	.size	both, 4
	.section	.text.shared,"axG",@progbits,shared,comdat
	.hidden	shared
	.weak	shared
	.type	shared,@function
shared:
	s_setpc_b64 s[2:3]
	.size	shared, 4
	.section	.data.rel.ro,"aw",@progbits
	.hidden	table
	.globl	table
	.p2align	3
table:
	.quad	local
local:
	.long	5
	.data
	.globl	number
	.type	number,@object
number:
	.long	7
	.size	number, 4
	.comm	room, 16, 4
	.hidden	room
