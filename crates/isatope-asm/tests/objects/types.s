	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.section .debug_info,"G",@progbits,111,comdat
	.long .debug_abbrev
	.section .debug_info,"G",@progbits,222,comdat
	.long .debug_abbrev
	.section .debug_abbrev,"",@progbits
	.byte 1
