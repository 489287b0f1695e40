	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.amdhsa_code_object_version 5
	.text
	.globl	f
	.hidden	f
	.p2align 8
f:	s_endpgm
	.data
	.p2align 3
	.hidden	array
	.globl	array
array:	.quad	1, 2
	.quad	array - 4, array + 48, array + 0x10000
	.quad	f - 0x100, f + 5, f + 0x800, f - 0x100000
