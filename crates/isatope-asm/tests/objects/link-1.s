	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl	k
	.p2align	8
	.type	k,@function
k:
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, helper@rel32@lo+4
	s_addc_u32 s1, s1, helper@rel32@hi+12
	s_swappc_b64 s[2:3], s[0:1]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, number@gotpcrel32@lo+4
	s_addc_u32 s1, s1, number@gotpcrel32@hi+12
	s_endpgm
	.size	k, .-k
	.weak	both
	.type	both,@function
both:
	s_nop 1
	.size	both, 4
	.section	.text.shared,"axG",@progbits,shared,comdat
	.hidden	shared
	.weak	shared
	.type	shared,@function
shared:
	s_setpc_b64 s[2:3]
	.size	shared, 4
	.rodata
	.p2align	6
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 1
		.amdhsa_next_free_sgpr 20
	.end_amdhsa_kernel
	.data
	.protected	own
	.globl	own
	.type	own,@object
own:
	.quad	table, both
	.size	own, 16
	.comm	room, 4, 2
	.section	.debug_str,"MS",@progbits,1
	.asciz	"one"
	.section	.debug_info,"",@progbits
	.quad	nothing
