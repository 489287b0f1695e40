	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl f
f:
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, __init_array_start@rel32@lo+4
	s_add_u32 s0, s0, __init_array_end@rel32@lo+4
	s_add_u32 s0, s0, __fini_array_end@rel32@lo+4
	s_add_u32 s0, s0, __start_list@rel32@lo+4
	s_add_u32 s0, s0, __stop_list@rel32@lo+4
	s_add_u32 s0, s0, __ehdr_start@rel32@lo+4
	s_add_u32 s0, s0, __executable_start@rel32@lo+4
	s_add_u32 s0, s0, __dso_handle@rel32@lo+4
	s_add_u32 s0, s0, _end@gotpcrel32@lo+4
	s_add_u32 s0, s0, end@gotpcrel32@lo+4
	s_add_u32 s0, s0, _edata@gotpcrel32@lo+4
	s_add_u32 s0, s0, _etext@gotpcrel32@lo+4
	s_add_u32 s0, s0, __bss_start@gotpcrel32@lo+4
	s_add_u32 s0, s0, v@rel32@lo+4
	s_endpgm
	.hidden v
	.data
	.globl v
v:	.long 1
	.section .init_array,"aw",@init_array
	.quad f
	.section list,"aw",@progbits
	.quad 7
	.bss
	.zero 8
	.data
	.local loc
loc: .long 3
	.section .stack_sizes,"o",@progbits,.text
	.byte 1
	.cfi_sections .eh_frame
	.text
	.globl g
g:
	.cfi_startproc
	s_endpgm
	.cfi_endproc
	.hidden maybe
	.weak maybe
	.data
	.quad maybe
