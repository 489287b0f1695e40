	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.local .debug_abbrev
	.text
	.globl f
f:	s_endpgm
x:	s_endpgm
	.section .debug_info,"",@progbits
	.long .debug_line, .debug_abbrev, .debug_loc
	.section .debug_loc,"",@progbits
	.long x
	.section .debug_line,"",@progbits
	.long 1
	.section .debug_abbrev,"",@progbits
	.long 2
	.section .same,"a",@progbits,unique,1
	.zero 4
	.long 3
	.section .same,"a",@progbits,unique,2
.Lsecond:
	.long 4
	.data
	.quad .same, .Lsecond
	.section .alone,"ao",@progbits,0
	.long 5
	.rodata
	.amdhsa_kernel elsewhere
		.amdhsa_next_free_vgpr 1
		.amdhsa_next_free_sgpr 1
	.end_amdhsa_kernel
	.internal unused
